"""The kinds of mutants. Each says by its making what the checker must find; what else may follow from it is said beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tests.mutants import relations
from tests.mutants.blocks import Page
from tests.mutants.making import (
    ANYTHING,
    Mutant,
    added,
    at_end,
    offers,
    parameters,
    then_at,
    triggers,
    verb,
    way_home,
)

NEVER_DONE = {("psycho", "passes")}
"""What no rule of a page lets anybody do as long as no option is on."""

# --------------------------------------------------------------------------------------------------------- what never is


def contradiction(page: Page) -> Iterator[Mutant]:
    """A condition that never holds: the rule is dead."""
    for rule in page.rules:
        if any(page.heads(rule, x) for x in (r"when the position stands", r".* means .*")):
            continue
        line = "    if number of cards in draw pile is 3 and number of cards in draw pile is 4"
        text = page.with_lines(rule.first + 1, line)
        options = page.options_for(rule)
        yield Mutant("contradiction", rule.name, page.name, text, options, (("UNO401", rule.name),), ANYTHING)


def nothing_done(page: Page) -> Iterator[Mutant]:
    """A trigger whose effects are gone."""
    for rule, _ in triggers(page):
        at = then_at(page, rule)
        if at is None or page.heads(rule, r"instead of .+"):
            continue
        end = next((i for i in range(at + 1, rule.end) if re.match(r"    [a-z]", page.lines[i])), rule.end)
        text = page.with_lines(at, "    then do nothing", instead_of=end - at)
        expected = tuple((c, rule.name) for c in ("UNO403", "UNO401", "UNO402"))
        yield Mutant("nothing-done", rule.name, page.name, text, page.options_for(rule), expected, ANYTHING)


def card_gone(page: Page) -> Iterator[Mutant]:
    """A kind of card that the deck no longer has."""
    for rule, event in triggers(page):
        found = re.fullmatch(r"player plays ([a-z0-9-]+)( as \w+)?", event)
        if found is None or found[1] == "a":
            continue
        lines = ('option lesser-deck "Fewer cards"', "  deck in draw pile", f"    remove {found[1]}")
        options = (*page.options_for(rule), f"{page.name}.lesser-deck")
        yield Mutant(
            "card-gone", rule.name, page.name, at_end(page, *lines), options, (("UNO401", rule.name),), ANYTHING
        )


def covered(page: Page) -> Iterator[Mutant]:
    """A rule in the same block that always stands instead."""
    for rule, event in triggers(page):
        lines = (
            f"  rule {page.short(rule)}-covered",
            f"    when {event}",
            f"    instead of {rule.name}",
            '    then note "not any more"',
        )
        text = added(page, rule.option, *lines)
        expected = (("UNO402", rule.name), ("UNO401", rule.name))
        yield Mutant("covered", rule.name, page.name, text, page.options_for(rule), expected, ANYTHING)


def act_banned(page: Page) -> Iterator[Mutant]:
    """An act that nobody may do any more."""
    for rule, found in offers(page):
        if found["mode"] in ("may at will",) or page.heads(rule, r"despite .+"):
            continue
        name = re.sub(r" (as|standing) .*", "", found["deed"])
        word = verb(name)
        deed = {"draw": "draw", "pass": "pass", "play": "play a card", "name": "name a color"}.get(word)
        if deed is None:
            continue
        text = added(page, rule.option, f"  rule no-{page.short(rule)}", f"    any player cannot {deed}")
        expected = (("UNO402", rule.name), ("UNO401", rule.name))
        yield Mutant("act-banned", rule.name, page.name, text, page.options_for(rule), expected, ANYTHING)


def idle_option(page: Page) -> Iterator[Mutant]:
    """An option that sets what is set, or has a rule that never runs."""
    for option, found in parameters(page, r", default (\S+)"):
        text = at_end(page, 'option as-ever "As ever"', f"  set {found[1]} to {found[2]}")
        options = (*page.requires(option), f"{page.name}.as-ever")
        yield Mutant("idle-option", found[1], page.name, text, options, (("UNO404", ""),))
    for number, event in enumerate(("player plays red wild", "player plays a card", "player draws a number")):
        lines = (
            'option of-no-use "Of no use"',
            "  variable unused thing: 0 to 9",
            "  rule of-no-use",
            f"    when {event}",
            "    if number of cards in draw pile is 3 and number of cards in draw pile is 4",
            "    then unused thing += 1",
        )
        text = at_end(page, *lines)
        options = (f"{page.name}.of-no-use",)
        yield Mutant("idle-option", f"never-{number}", page.name, text, options, (("UNO404", ""),), ("UNO401",))


# ------------------------------------------------------------------------------------------------------------- conflicts


def twin_replacement(page: Page) -> Iterator[Mutant]:
    """A second rule that stands instead of the same one."""
    for rule, event in triggers(page):
        if page.heads(rule, r"instead of .+") or page.heads(rule, r"if .+"):
            continue
        lines: list[str] = []
        for name in ("one", "other"):
            lines += [
                f'option twin-{name} "The {name}"',
                f"  variable twin {name}: 0 to 9",
                f"  rule twin-{name}",
                f"    when {event}",
                f"    instead of {rule.name}",
                f"    then twin {name} += 1",
                "",
            ]
        options = (*page.options_for(rule), f"{page.name}.twin-one", f"{page.name}.twin-other")
        expected = (("UNO204", f"{page.name}.twin-one"),)
        yield Mutant("twin-replacement", rule.name, page.name, at_end(page, *lines), options, expected, ANYTHING)


def duplicate(page: Page) -> Iterator[Mutant]:
    """The same rule once more, where doing it again counts."""
    for rule, _ in triggers(page):
        text = page.text(rule)
        counts = re.search(r"\b(draws \d|\+= \d)|counterclockwise if direction is clockwise|give every hand", text)
        if counts is None or page.heads(rule, r"instead of .+"):
            continue
        lines = [x.replace(f"rule {page.short(rule)}", f"rule {page.short(rule)}-again", 1) for x in text.split("\n")]
        yield Mutant(
            "duplicate",
            rule.name,
            page.name,
            added(page, rule.option, *lines),
            page.options_for(rule),
            (("UNO206", f"{rule.name}-again"),),
            ANYTHING,
        )


def same_penalty(page: Page) -> Iterator[Mutant]:
    """Two options that make the next player draw for one card."""
    for face in ("1", "5", "9", "skip", "reverse"):
        lines = []
        for name, what in (("one", face), ("other", f"red {face}")):
            lines += [
                f'option penalty-{name} "The {name}"',
                f"  rule penalty-{name}",
                f"    when player plays {what}",
                "    then player draws 1",
                "",
            ]
        options = (f"{page.name}.penalty-one", f"{page.name}.penalty-other")
        expected = (("UNO206", f"{page.name}.penalty-one"),)
        yield Mutant("same-penalty", face, page.name, at_end(page, *lines), options, expected, ("UNO2",))


def unordered(page: Page) -> Iterator[Mutant]:
    """Two rules of one event whose order can be seen."""
    for face in ("1", "2", "3", "4", "5", "6", "8", "9"):
        lines = [
            'option first-deed "Hands go round"',
            "  rule first-deed",
            f"    when player plays {face}",
            "    then give every hand to left of player",
            "",
            'option second-deed "A card is drawn"',
            "  rule second-deed",
            f"    when player plays {face}",
            "    then player draws 1",
        ]
        lines[3] = "    then give every hand to next player"
        options = (f"{page.name}.first-deed", f"{page.name}.second-deed")
        expected = (("UNO201", f"{page.name}.first-deed"),)
        yield Mutant("unordered", face, page.name, at_end(page, *lines), options, expected, ("UNO2",))


def two_settings(page: Page) -> Iterator[Mutant]:
    """Two options that set one parameter differently."""
    for option, found in parameters(page, r": (\d+) to \d+, .*"):
        low = int(found[2])
        lines = [
            'option setting-one "One"',
            f"  set {found[1]} to {low + 1}",
            "",
            'option setting-other "Other"',
            f"  set {found[1]} to {low + 2}",
        ]
        options = (*page.requires(option), f"{page.name}.setting-one", f"{page.name}.setting-other")
        yield Mutant("two-settings", found[1], page.name, at_end(page, *lines), options, (("UNO205", ""),), ("UNO4",))


def other_outcome(page: Page) -> Iterator[Mutant]:
    """The same move once more, with one effect more, which outlives the round."""
    for rule, found in offers(page):
        at = then_at(page, rule)
        if found["mode"] not in ("may", "must", "must otherwise") or at is None or page.heads(rule, r"despite .+"):
            continue
        lines = [x for x in page.text(rule).split("\n") if not re.match(r"    (instead of|allow|clause) ", x)]
        lines[0] = f"  rule {page.short(rule)}-too"
        counted = ["  variable other outcome: 0 to 9, kept", *lines, "      other outcome += 1"]
        text = added(page, rule.option, *counted)
        expected = (("UNO203", f"{rule.name}-too"), ("UNO401", f"{rule.name}-too"))
        yield Mutant("other-outcome", rule.name, page.name, text, page.options_for(rule), expected, ANYTHING)


def ban_and_offer(page: Page) -> Iterator[Mutant]:
    """An option offers what another one forbids."""
    for number, condition in enumerate(("at least 2", "more than 2", "at most 3")):
        lines = [
            'option singers "Singing"',
            "  act sing",
            "  variable songs: 0 to 9",
            "  rule sing",
            "    during turn",
            "    any player may sing",
            "    if songs is less than 9",
            "    then songs += 1",
            "",
            'option quiet "Quiet"',
            "  rule quiet",
            "    any player cannot do anything",
            f"    if number of cards in hand of player is {condition} and player is not player of turn",
        ]
        options = (f"{page.name}.singers", f"{page.name}.quiet")
        expected = (("UNO202", f"{page.name}.quiet"),)
        yield Mutant(
            "ban-and-offer",
            str(number),
            page.name,
            at_end(page, *lines),
            options,
            expected,
            ("UNO2", "UNO3", "UNO4", "UNO5"),
        )


# ----------------------------------------------------------------------------------------------------------------- loops


def mirrored(page: Page) -> Iterator[Mutant]:
    """A debt that is handed on at no cost."""
    for name, option in situations(page):
        lines = (
            "  act mirror",
            "  rule mirror",
            f"    during {name}",
            "    its player may mirror",
            f"    then pass {name} to left of player",
        )
        text = added(page, option, *lines)
        # under a `must` of the same situation, nobody ever gets to mirror
        expected = (("UNO302", f"{page.name}.mirror"), ("UNO402", f"{page.name}.mirror"))
        yield Mutant("mirrored", f"{page.name}.{name}", page.name, text, page.requires(option), expected, ANYTHING)


def not_ended(page: Page) -> Iterator[Mutant]:
    """A situation that is answered and stays open. Where the answer lays down a card, each costs one, and no card is given
    back for it: this alone lets nothing go round."""
    for rule, found in offers(page):
        during = page.heads(rule, r"during (\S+)")
        at = [
            i
            for i in range(rule.first, rule.end)
            if during and page.lines[i].strip() in (f"end {during[0][1]}", f"then end {during[0][1]}")
        ]
        if len(at) != 1:
            continue
        line = "    then do nothing" if page.lines[at[0]].strip().startswith("then") else "      do nothing"
        text = page.with_lines(at[0], line, instead_of=1)
        free = verb(found["deed"]) != "play"
        expected = (("UNO302", ""), ("UNO304", "")) if free else ()
        also = ANYTHING if free else ()
        yield Mutant("not-ended", rule.name, page.name, text, page.options_for(rule), expected, also)


def card_back(page: Page) -> Iterator[Mutant]:
    """An answer whose card goes back to the hand. Where the answer ends what it answers, it cannot be given again, whatever
    comes of the card."""
    for rule, found in offers(page):
        at = then_at(page, rule)
        if at is None or not re.fullmatch(r"play \S+ as answer", found["deed"]):
            continue
        back = "move card the card from discard pile to hand of player"
        head = page.lines[at].strip().removeprefix("then").strip()
        text = page.with_lines(at, f"    then {back}", *([f"      {head}"] if head else []), instead_of=1)
        during = page.heads(rule, r"during (\S+)")
        again = not (during and re.search(rf"\bend {during[0][1]}\b", page.text(rule)))
        expected = (("UNO302", rule.name),) if again else ()
        also = ANYTHING if again else ()
        yield Mutant("card-back", rule.name, page.name, text, page.options_for(rule), expected, also)


def echoed(page: Page) -> Iterator[Mutant]:
    """Whoever does it makes the next player do it."""
    for event, deed in (("player passes", "passes"), ("player draws a number", "draws 1"), ("player hums", "hums")):
        lines = (
            "  act hum",
            "  rule hum",
            "    at any time",
            "    any player may at will hum",
            "  rule echo",
            f"    when {event}",
            f"    then next player {deed}",
        )
        # where nobody ever does it, the echo is never heard
        code = "UNO401" if (page.name, deed) in NEVER_DONE else "UNO301"
        expected = ((code, f"{page.name}.echo"),)
        yield Mutant("echoed", deed.split()[0], page.name, added(page, None, *lines), (), expected, ANYTHING)


def greedy(page: Page) -> Iterator[Mutant]:
    """The last card can never be laid down, which leaves no way to the end (but see `way_home`)."""
    for what in ("is 1", "is at most 1", "is less than 2", "is at most 2"):
        lines = (
            "  rule greedy",
            "    any player cannot play a card",
            f"    if number of cards in hand of player {what}",
        )
        expected, also = ((), ("UNO1", "UNO2", "UNO4")) if way_home(page) else ((("UNO304", ""),), ANYTHING)
        yield Mutant("greedy", what, page.name, added(page, None, *lines), (), expected, also)


def frozen(page: Page) -> Iterator[Mutant]:
    """A situation that nothing leads out of."""
    for face in ("1", "3", "5", "skip", "9"):
        lines = (
            "  act shiver",
            "  situation ice on a player",
            "  rule freeze",
            f"    when player plays {face}",
            "    then begin ice on next player",
            "  rule shiver",
            "    during ice",
            "    its player must shiver",
            "    then pass ice to left of player",
        )
        yield Mutant("frozen", face, page.name, added(page, None, *lines), (), (("UNO304", ""),), ANYTHING)


# ------------------------------------------------------------------------------------------------------------------ gaps


def toll(page: Page) -> Iterator[Mutant]:
    """A debt that cannot always be paid."""
    for face in ("1", "4", "8", "reverse"):
        lines = (
            "  situation toll on a player",
            "  rule toll-begins",
            f"    when player plays {face}",
            "    then begin toll on player",
            "  rule pay",
            "    during toll",
            "    its player must play a red card",
            "    then end toll",
        )
        expected = (("UNO501", f"{page.name}.pay"),)
        yield Mutant("toll", face, page.name, added(page, None, *lines), (), expected, ANYTHING)


def all_forbidden(page: Page) -> Iterator[Mutant]:
    """Nobody may do anything while a situation is open."""
    for name, option in situations(page):
        lines = ("  rule hush", f"    during {name}", "    any player cannot do anything")
        expected = (("UNO303", ""), ("UNO501", ""))
        text = added(page, option, *lines)
        yield Mutant("all-forbidden", f"{page.name}.{name}", page.name, text, page.requires(option), expected, ANYTHING)


def situations(page: Page) -> Iterator[tuple[str, str | None]]:
    """The situations on one player that are owed, with their blocks."""
    for option, (first, end) in page.blocks.items():
        for i in range(first, end):
            found = re.fullmatch(r"  situation (\S+) on a player", page.lines[i])
            if found is not None and found[1] != "turn":
                yield found[1], option


# ------------------------------------------------------------------------------------------- nothing new may be said of


def harmless(page: Page) -> Iterator[Mutant]:
    """Changes that change nothing, and additions that look guilty and are not."""
    for option, (first, end) in page.blocks.items():
        options = page.requires(option)
        where = option or "game"
        head, *rest = page.lines[first:end]
        parts: list[list[str]] = [[]]
        for line in rest:
            if re.match(r"  [a-z]", line):
                parts.append([])
            parts[-1].append(line)
        turned = [x for p in reversed(parts[1:]) for x in p]
        text = page.with_lines(first, head, *parts[0], *turned, instead_of=end - first)
        yield Mutant("turned-round", f"{page.name}.{where}", page.name, text, options, ())
        counting = (
            "  variable seldom seen: 0 to 9",
            "  rule counts-up",
            "    when player plays 5",
            "    then seldom seen += 1",
        )
        more = (
            "  rule looks",
            "    when player plays 5",
            "    after counts-up",
            "    if seldom seen is 9",
            '    then note "so many"',
        )
        yield Mutant("counted", f"{page.name}.{where}", page.name, added(page, option, *counting, *more), options, ())
    for number, (one, other) in enumerate((("1", "2"), ("3", "5"), ("red 1", "blue 1"), ("skip", "reverse"))):
        lines = (
            "  rule one-costs",
            f"    when player plays {one}",
            "    then score of player += 1",
            "  rule other-costs",
            f"    when player plays {other}",
            "    then score of player += 1",
        )
        yield Mutant("apart", f"{page.name}.{number}", page.name, added(page, None, *lines), (), ())


KINDS: tuple[Callable[[Page], Iterator[Mutant]], ...] = (
    contradiction,
    nothing_done,
    card_gone,
    covered,
    act_banned,
    idle_option,
    twin_replacement,
    duplicate,
    same_penalty,
    unordered,
    two_settings,
    other_outcome,
    ban_and_offer,
    mirrored,
    not_ended,
    card_back,
    echoed,
    greedy,
    frozen,
    toll,
    all_forbidden,
    *relations.KINDS,
    harmless,
)


def mutants(page: Page) -> list[Mutant]:
    """All mutants of a page."""
    return [m for kind in KINDS for m in kind(page)]
