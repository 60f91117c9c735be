"""Slips in the lines of rules, and in names: rules written as people say them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from itertools import pairwise, takewhile

from unodsl.diagnostics import Diagnostic
from unodsl.source import Span
from unodsl.syntax.condition_phrases import condition_meant
from unodsl.syntax.effect_phrases import branch_meant, effect_meant
from unodsl.syntax.event_phrases import event_meant
from unodsl.syntax.faults import Fault
from unodsl.syntax.line_phrases import line_meant
from unodsl.syntax.offer_phrases import offer_meant
from unodsl.syntax.scenario_phrases import scenario_line_meant
from unodsl.syntax.vocabulary import (
    BLOCKS,
    FORMS,
    HEADS,
    INSIDE,
    INSIDE_NO_NAME,
    LISTS,
    NAMED,
    RULE_HEADS,
    SIGNS,
    STARTS_NO_NAME,
    THIRD_PERSON,
)

_NAMES_WHO = frozenset(["when", "may", "must", "cannot", "means"])
"""The line with one of these states what a rule is about."""
_ANYBODY = frozenset(
    ["everyone", "everybody", "anyone", "anybody", "players", "you", "they", "one", "a player", "the player"]
)
"""Common phrases for an indefinite actor."""
_DECLARES = frozenset(["variable", "zone", "situation", "act", "parameter"])


def _own(fault: Fault) -> str:
    """The words of the logical line, without comments, on one line."""
    return " ".join(word for word, _ in fault.words)


def _line(fault: Fault, index: int) -> list[str]:
    line = fault.lines[index]
    return fault.text[line.start : line.end].split()


def _above(fault: Fault) -> list[list[str]]:
    """The words of the preceding lines of the same rule."""
    out = []
    depth = fault.line.depth
    for index in range(fault.index - 1, -1, -1):
        if fault.lines[index].depth < depth:
            break
        out.append(_line(fault, index))
    return out


def missing_head(fault: Fault) -> Diagnostic | None:
    """Slip: a line with an actor and a verb, but neither `when` nor `then`."""
    words = _own(fault).split()
    if fault.where != "rule" or fault.kind != "end" or fault.head in RULE_HEADS or len(words) < 2:
        return None
    if (
        _NAMES_WHO & set(words)
        or "may" not in fault.wanted
        or get_close_matches(fault.head.lower(), RULE_HEADS, 1, 0.75)
    ):
        return None
    text = _own(fault)
    whole = fault.place(fault.line.start, fault.line.end)
    above = _above(fault)
    if any(line[0] == "then" for line in above):
        return fault.at_head(
            "this stands beside `then`, not below it", "indent it below the `then`, like other effects"
        )
    if any(_NAMES_WHO & set(line) for line in above):
        return fault.wrong("`then` is missing", f"write `then {text}`", whole)
    if fault.head in ("on", "every"):
        words = words[2:] if words[1] == "time" else words[1:]
    if words and words[0].endswith("ing"):
        return fault.at_head("`when` is missing", "say who does what, for example `when player plays a card`")
    return fault.wrong("`when` is missing", f"write `when {' '.join(words)}`", whole)


def offered(fault: Fault) -> Diagnostic | None:
    """Slip: `player can play a 7` as a line of a rule."""
    if fault.kind != "word" or fault.word != "can" or fault.where != "rule" or "may" not in fault.wanted:
        return None
    words = [w for w, _ in fault.words]
    at = words.index("can")
    if words[at + 1 : at + 2] in (["'"], ["\u2019"]) and words[at + 2 : at + 3] == ["t"]:
        words = [*words[:at], "can", "not", *words[at + 3 :]]
    who = " ".join(words[:at])
    who = "any player" if words[0] in ("every", "each", "all") or who.lower() in _ANYBODY else who
    meant = offer_meant(" ".join(words))
    if meant is not None and "on a line of its own below" in meant:
        return fault.wrong("this is not a valid offer or ban", meant, fault.place(fault.line.start, fault.line.end))
    if words[at + 1 : at + 2] == ["not"]:
        return fault.wrong("`cannot` is one word", f"write `{who} cannot {' '.join(words[at + 2 :])}`")
    what = " ".join(words[at + 1 :]).removesuffix(" at any time")
    when = "`at any time`, and below it " if what != " ".join(words[at + 1 :]) else ""
    what = re.sub(r"^play (?:any|every|all) cards?$", "play a card", what)
    who = "its player" if who in ("player", "the player") else who
    return fault.wrong("what players can do is offered with `may`", f"write {when}`{who} may {what}`")


def wrong_sign(fault: Fault, text: str, start: int, sign: str) -> Diagnostic:
    """Slip: a sign of another language."""
    place = fault.place(start, start + len(sign))
    return fault.wrong(f"`{sign}` does not fit here", _sign_meant(text, start, sign), place)


def _sign_meant(text: str, start: int, sign: str) -> str:
    """The suggestion for a wrong sign; for an apostrophe within a word (`can't`, `player's`) what is written instead."""
    found = re.search(r"[A-Za-z]+$", text[:start])
    behind = re.match(r"'([a-z]+)", text[start:])
    if sign != "'" or found is None or behind is None:
        return SIGNS[sign]
    if behind[1] == "t":
        return "write it out, without an apostrophe: `cannot`, `not`"
    return f"words have no apostrophe: write `... of {found[0]}`" if behind[1] == "s" else SIGNS[sign]


def bare_number(fault: Fault) -> Diagnostic | None:
    """Slip: `if number is 2`: `number` begins a value, `number of ...`; the argument of an act is `the number`."""
    before = [(w, start) for w, start in fault.words if start < fault.start]
    if fault.kind not in ("word", "end") or not before or before[-1][0] != "number" or "of" not in fault.wanted:
        return None
    start = before[-1][1]
    hint = "what an act is done with is `the number`; what is counted, `number of cards in ...` or `number of players`"
    return fault.wrong("`number` alone is no value", hint, fault.place(start, start + len("number")))


def asks(fault: Fault) -> Diagnostic | None:
    """A question to a player in the middle of effects."""
    inside = fault.head == "then" or fault.where in BLOCKS
    if fault.kind != "word" or fault.word not in ("may", "must", "cannot") or not inside:
        return None
    hint = "begin a situation, and say in a rule with `during` what `its player may` do in it"
    if fault.word == "cannot":
        hint = "make a rule of its own of it: a ban, with `if` for when it holds"
    return fault.wrong(f"effects ask nobody: `{fault.word}` does not fit here", hint)


def block_behind_then(fault: Fault) -> Diagnostic | None:
    """Slip: `then repeat 2 times`: a block effect belongs below `then`."""
    words = [w for w, _ in fault.words]
    if fault.head != "then" or len(words) < 3 or words[1] not in BLOCKS:
        return None
    line = " ".join(words[1:])
    return fault.at_head(
        f"`{words[1]}` stands on a line of its own below `then`",
        f"write `then`, below it `{line}`, and below that, indented once more, what happens in it",
    )


def reserved(fault: Fault) -> Diagnostic | None:
    """Slip: a keyword in a declared name."""
    words = fault.words
    at = next((i for i, (_, start) in enumerate(words) if start == fault.start), 0)
    if fault.kind != "word" or at < 1 or words[at - 1][0].isdigit():
        return None
    begins = words[0][0]
    behind = [w for w, _ in words]
    if fault.where == "rule" and begins in STARTS_NO_NAME and "means" in behind:
        stop = next(i for i, w in enumerate(behind) if w in ("of", "means"))
        start, joined = words[0][1], "-".join(behind[:stop])
        message = f"`{begins}` is a word of the language: no name can begin with it"
        hint = f"take another name, or join its words with hyphens: `{joined}`"
        return fault.wrong(message, hint, fault.place(start, start + len(begins)))
    field = fault.where == "situation" and fault.head not in ("situation",)
    means = fault.where == "rule" and "means" in [w for w, _ in words[at:]] and fault.head not in RULE_HEADS
    if not (fault.head in _DECLARES or field or means):
        return None
    if any(w in (":", ",") for w, _ in words[:at]):
        return None
    if fault.head == "act" and fault.word == "from":
        return None
    first = 0 if field else 1
    if means:
        first = next((i + 1 for i, (w, _) in enumerate(words[:at]) if w == "is"), 0)
    hit = at if fault.word in INSIDE_NO_NAME else at - 1 if words[at - 1][0] in INSIDE_NO_NAME else None
    if hit is None or hit < first or (fault.head == "situation" and words[hit][0] == "on"):
        return None
    return _no_name(fault, words, first, hit)


def _no_name(fault: Fault, words: list[tuple[str, int]], first: int, hit: int) -> Diagnostic:
    word, start = words[hit]
    text = " ".join(w for w, _ in words)
    own = re.fullmatch(
        r"variable (?P<name>[\w -]+?) (?:of|for) (?:a |the |every |all |each )?(?:players?|seats?)\b.*", text
    )
    if own is not None and word not in own["name"].split():
        hint = f"what each player has of its own is `{own['name']} of each player`"
        return fault.wrong(f"`{text[len('variable ') :].partition(':')[0].strip()}` is no name", hint)
    last = hit
    stops = ("means", "each", "on") if fault.head == "situation" else ("means", "each", "from")
    ends = {*stops, "of"} if own is not None else {*stops}
    while last + 1 < len(words) and words[last + 1][0][:1].isalnum() and words[last + 1][0] not in ends:
        last += 1
    # (an act's name ends where the argument begins)
    article = next((i for i in range(hit + 1, last + 1) if words[i][0] in ("a", "an", "the")), None)
    behind = "" if fault.head != "act" or article is None else " ".join(w for w, _ in words[article : last + 1])
    joined = "-".join(w for w, _ in words[first : article if behind else last + 1])
    line = f"act {joined} {behind}" if behind else joined
    hint = f"take another name, or join its words with hyphens: `{line}`"
    return fault.wrong(
        f"`{word}` is a word of the language: no name can have it", hint, fault.place(start, start + len(word))
    )


def names(fault: Fault) -> Diagnostic | None:
    """Slip: a name of several words where a single word is needed."""
    words = fault.words
    at = next((i for i, (_, start) in enumerate(words) if start == fault.start), 0)
    if fault.kind != "word" or not at or not _is_word(fault.word):
        return None
    head, where = fault.head, fault.where
    if head in NAMED and where in ("", "game", "option"):
        if at == 1:
            return fault.wrong(f"`{fault.word}` is not a name that can be used", "a name starts with a letter")
        return _joined(fault, words, 1, ("extends",))
    listing = head in LISTS and where in INSIDE and (head not in ("seats", "game") or where == "scenario")
    if listing and at > (2 if head == "instead" else 1) and _is_word(words[at - 1][0]):
        return _joined(fault, words, at - 1, ())
    return None


def _joined(fault: Fault, words: list[tuple[str, int]], first: int, stops: Iterable[str]) -> Diagnostic:
    row = [words[first], *takewhile(lambda x: _is_word(x[0]) and x[0] not in stops, words[first + 1 :])]
    span = fault.place(row[0][1], row[-1][1] + len(row[-1][0]))
    text = " ".join(w for w, _ in row)
    if fault.head in ("after", "before") and "means" in text.split():
        hint = (
            f"in front of it stands the name that gets a meaning, for example `follower of {text.removeprefix('the ')}`"
        )
        return fault.wrong("a name is one word", hint, span)
    if fault.head in ("after", "before") and "player" in text.split():
        hint = f"`{fault.head}` stands before the name of a rule; what happens stands behind `when`: `when {text}`"
        return fault.wrong("a name is one word", hint, span)
    if (fault.head, row[0][0], fault.where) == ("option", "for", "") and len(row) == 2:
        return fault.wrong("`for` is the name of no option", f"write `options for {row[1][0]}`", span)
    if fault.head in NAMED and (len(row) > 3 or row[-1][0][0].isupper()):
        return fault.wrong("a name is one word", 'put the title behind the name, in quotes: `"..."`', span)
    if "and" in text.split() and fault.head not in NAMED:
        names = ", ".join(x for x in re.split(r" ?\band\b ?", text) if x)
        return fault.wrong("a name is one word", f"put `,` between names: `{names}`", span)
    other = "" if fault.head in NAMED else ", or put `,` between names"
    return fault.wrong("a name is one word", f"join its words with hyphens: `{text.replace(' ', '-')}`{other}", span)


def _is_word(piece: str) -> bool:
    return piece[:1].isalnum()


_WHICH = (
    "next",
    "previous",
    "other",
    "first",
    "last",
    "current",
    "opposite",
    "any",
    "each",
    "every",
    "top",
    "moved",
    "drawn",
)
"""Determiners before a player or a card."""


def whose(fault: Fault) -> Diagnostic | None:
    """Slip: `player's hand`."""
    if fault.kind != "letter" or fault.text[fault.start : fault.start + 1] not in ("'", "\u2019"):
        return None
    line_end = fault.text.find("\n", fault.start)
    behind = re.match(r"['\u2019](?:s)? ([A-Za-z-]+(?: (?:pile|player|card))?)", fault.text[fault.start : line_end])
    before = re.search(r"((?:[A-Za-z-]+ )?[A-Za-z-]+)$", fault.text[fault.line.start : fault.start])
    if behind is None or before is None:
        return None
    who = [w for w in before[1].split() if w not in RULE_HEADS] or before[1].split()
    owner = before[1] if len(who) > 1 and who[0] in _WHICH else who[-1]
    start, end = fault.start - len(owner), fault.start + behind.end()
    hint = f"whose it is stands behind it: `{behind[1]} of {owner}`"
    return fault.wrong("`'` does not fit here", hint, fault.place(start, end))


def commas(fault: Fault) -> Diagnostic | None:
    """Slip: `3, 5 or 7`, `red 5, blue 5 or green 5`: commas between values; and a comma before the effects."""
    if fault.kind != "word" or fault.word != ",":
        return None
    words = fault.words
    at = next((i for i, (_, start) in enumerate(words) if start == fault.start), 0)
    drawn = _one_of_some(fault, words, at)
    if drawn is not None:
        return drawn
    joint = next((w for w, _ in words[at:] if w in ("or", "and")), None)
    before = [w for w, _ in words[:at]]
    last_condition = max((i for i, w in enumerate(before) if w in ("if", "while", "where")), default=-1)
    inside = (fault.head == "then" or fault.where in BLOCKS) and (
        last_condition < 0 or "then" in before[last_condition:]
    )
    compares = any(w in ("is", "not", "holds", "in") for w in before) or before[:1] == ["when"]
    whole = joint is None and compares and not inside and _all_values(words, at)
    values = [] if (joint is None and not whole) or inside else _values(words, at)
    joint = joint or "or"
    # longer than any card's name, or with the first word of the line: not a list of values
    if len(values) < 2 or not all(0 < len(x) <= _LONGEST_VALUE for x in values) or words[0] in values[0]:
        if fault.head in ("when", "if") and fault.where == "rule":
            return fault.wrong("`,` does not fit here", "what happens then has a line of its own: `then ...`")
        return None
    (_, first), (last, end) = values[0][0], values[-1][-1]
    texts = [" ".join(w for w, _ in value) for value in values]
    hint = f"write `{joint}` between all of them: `{f' {joint} '.join(texts)}`"
    return Diagnostic("UNO101", "values do not have commas between them", fault.place(first, end + len(last)), hint)


def _all_values(words: list[tuple[str, int]], at: int) -> bool:
    """Whether the rest of a line, from its first comma on, is a list of values of one or two words, not an effect."""
    rest = " ".join(w for w, _ in words[at + 1 :]).split(" , ")
    return all(0 < len(x.split()) <= 2 and x.split()[-1] not in ("turn", "again") for x in rest) and "then" not in rest


def _values(words: list[tuple[str, int]], at: int) -> list[list[tuple[str, int]]]:
    """The complete values of a list. `at`: its first comma."""
    values: list[list[tuple[str, int]]] = [[]]
    for piece in words[at + 1 :]:
        if piece[0] in (",", "or", "and"):
            if values[-1]:
                values.append([])
        elif piece[0][:1].isalnum() and piece[0] not in _BEHIND_A_LIST:
            values[-1].append(piece)
        else:
            break
    heads = [i + 1 for i, (w, _) in enumerate(words[:at]) if w in _BEFORE_A_LIST or not w[:1].isalnum()]
    # without such a word the first value has as many words as the second
    first = max(heads) if heads else at - len(values[0])
    return [words[max(0, first) : at], *values]


_LONGEST_VALUE = 3
_BEFORE_A_LIST = frozenset(["is", "not", "holds", "in", "of", "where", "becomes"])
_BEHIND_A_LIST = frozenset(["then", "if", "in", "from", "to", "on", "while", "where", "is", "as", "by", "otherwise"])


def _one_of_some(fault: Fault, words: list[tuple[str, int]], at: int) -> Diagnostic | None:
    """Slip: `a random one of 1, 2 or 3`."""
    head = next((i for i in range(at) if [w for w, _ in words[i : i + 3]] == ["random", "one", "of"]), None)
    if head is None or words[head + 3][0] == "(":
        return None
    values = _values(words, at)
    texts = [" ".join(w for w, _ in value) for value in values if value]
    last, end = next((value[-1] for value in reversed(values) if value), words[at])
    hint = f"several stand in parentheses: `a random one of ({', '.join(texts)})`"
    return fault.wrong("`,` does not fit here", hint, fault.place(words[head][1], end + len(last)))


def article(fault: Fault) -> Diagnostic | None:
    """Slip: `the number of cards in ...`: an article before a keyword of a value."""
    if fault.kind not in ("word", "end"):
        return None
    words = fault.words
    for (word, start), (following, at) in pairwise(words):
        if start >= fault.start:
            return None
        if word in ("the", "a", "an") and following in ("number", "total", "highest", "lowest"):
            span = fault.place(start, at + len(following))
            text = [w for w, place in words if place >= at][:2]
            return Diagnostic(
                "UNO101", f"`{word}` does not fit in front of `{following}`", span, f"write `{' '.join(text)} ...`"
            )
    return None


def third_person(fault: Fault) -> Diagnostic | None:
    """Slip: `player swaps hands with ...`: an effect has no actor."""
    inside = fault.head == "then" or fault.where in BLOCKS
    if fault.kind not in ("word", "end") or not inside:
        return None
    for word, start in fault.words:
        if start > fault.start:
            return None
        head = THIRD_PERSON.get(word)
        if head is not None and head in FORMS:
            hint = f"nobody does it, it is done: for example `{FORMS[head]}`"
            return fault.wrong(f"`{word}` does not fit here", hint, fault.place(start, start + len(word)))
    return None


def each_card(fault: Fault) -> Diagnostic | None:
    """Slip: `for each card player holds`, `for each red card`: the place is missing."""
    words = [w for w, _ in fault.words]
    at = next((i for i, w in enumerate(words) if w in ("card", "cards")), 0)
    if words[:2] != ["for", "each"] or not at or "in" in words:
        return None
    hint = f"say where the cards lie: `for each {' '.join(words[2 : at + 1])} in hand of player`"
    return fault.wrong(f"`{fault.word}` does not fit here", hint)


def whither(fault: Fault) -> Diagnostic | None:
    """Slip: `turn goes to next player`, `deal 7 cards to each player`."""
    inside = fault.head == "then" or fault.where in BLOCKS
    if (
        fault.kind != "word"
        or fault.word != "to"
        or not inside
        or fault.head in ("move", "pass", "give", "show", "note")
    ):
        return None
    hint = f"what goes to somebody is passed on or moved: `{FORMS['pass']}`, `{FORMS['move']}`"
    words = [w for w, _ in fault.words if w != "then"]
    at = words.index("to")
    if words[0] in ("change", "set", "switch") and 1 < at < len(words) - 1:
        hint = f"what gets a value stands first: `{' '.join(words[1:at])} becomes {' '.join(words[at + 1 :])}`"
    return fault.wrong("`to` does not fit here", hint)


def given(fault: Fault) -> Diagnostic | None:
    """Slip: `give 1 card to next player`, `give a card to ...`."""
    words = [w for w, _ in fault.words if w != "then"]
    if fault.kind != "word" or words[:1] != ["give"] or "to" not in words:
        return None
    to = " ".join(words[words.index("to") + 1 :]) or "next player"
    hint = (
        f"say which card, and from where: `move card top card from hand of player to hand of {to}`, or let `{to}` draw"
    )
    return fault.wrong(f"`{fault.word}` does not fit here", hint)


def parentheses(fault: Fault) -> Diagnostic | None:
    """Slip: a value that starts with a keyword, in the middle of words."""
    if fault.kind != "word":
        return None
    words = fault.words
    at = next((i for i, (_, start) in enumerate(words) if start == fault.start), 0)
    for i in range(at - 1, 0, -1):
        word, start = words[i]
        before = words[i - 1][0]
        if before in HEADS or before in INSIDE_NO_NAME or before in ("least", "most", "than", "not", "while"):
            continue
        if word in STARTS_NO_NAME - {"not", "there"} and before[:1].isalnum():
            last, end = words[-1]
            text = " ".join(w for w, _ in words[i:])
            span = Span(fault.source, start, end + len(last))
            return Diagnostic(
                "UNO101", f"`{word}` does not fit behind other words", span, f"put it in parentheses: `({text})`"
            )
    return None


def effect_phrase(fault: Fault) -> Diagnostic | None:
    """Slip: an effect as a common phrase, or in the syntax of another language."""
    head = fault.head
    if fault.kind not in ("word", "end", "letter") or not (head == "then" or fault.where in BLOCKS):
        return None
    start = fault.line.start + (len(head) if head == "then" else 0)
    text = fault.text[start : fault.line.end]
    start += len(text) - len(text.lstrip())
    effect_text = text.partition("#")[0].strip()
    if effect_text.count("(") > effect_text.count(")"):
        # the first error comes first: a line with it would be wrong again
        return None
    hint = (branch_meant(effect_text) if head == "then" else None) or effect_meant(effect_text)
    if hint is not None:
        return fault.wrong("this is not a valid effect", hint, fault.place(start, start + len(text.strip())))
    first, _, second = effect_text.partition(" and ")
    if effect_meant(second) is None:
        return None
    start += len(first) + len(" and ")
    place = fault.place(start, start + len(second))
    return Diagnostic("UNO110", "`and` joins no effects", place, f"put `{second}` on a line of its own, below")


def condition_phrase(fault: Fault) -> Diagnostic | None:
    """Slip: a condition as a common phrase, or in the syntax of another language."""
    if fault.kind not in ("word", "end", "letter") or fault.head != "if":
        return None
    start = fault.line.start + len("if")
    text = re.split(r"#|(?<! less)(?<! more)(?<! fewer) then ", fault.text[start : fault.line.end], maxsplit=1)[0]
    start += len(text) - len(text.lstrip())
    hint = condition_meant(text.strip())
    if hint is None:
        return None
    return fault.wrong("this is not a valid condition", hint, fault.place(start, start + len(text.strip())))


_LEFT_OUT = ("when", "at", "on", "upon", "in")
_NEARLY_WHEN = (*_LEFT_OUT, "whenever", "once", "as", "each", "every")
"""Common first words of a line about when a rule applies. Those in `_LEFT_OUT` are not part of the event."""


def event_phrase(fault: Fault) -> Diagnostic | None:
    """Slip: an event as a common phrase."""
    head = fault.head
    if fault.kind not in ("word", "end", "letter") or head not in ("when", *_NEARLY_WHEN) or fault.where != "rule":
        return None
    if head in ("each", "every") and (len(fault.words) < 2 or fault.words[1][0] not in ("time", "turn", "round")):
        return None
    start = fault.line.start + (len(head) if head in _LEFT_OUT else 0)
    text = re.split(r"#| then |:$|[.;!?]$", fault.text[start : fault.line.end], maxsplit=1)[0]
    start += len(text) - len(text.lstrip())
    end = start + len(text.strip())
    hint = event_meant(text.strip()) if fault.start < end else None
    if hint is None:
        return None
    return fault.wrong(
        "this is not a valid event", hint, fault.place(start if head == "when" else fault.line.start, end)
    )


def offer_phrase(fault: Fault) -> Diagnostic | None:
    """Slip: an offer or a ban as a common phrase, or with its condition in the same line."""
    if fault.kind not in ("word", "end", "letter") or fault.where != "rule" or fault.head in RULE_HEADS - {"at"}:
        return None
    return _whole_line(fault, offer_meant, "this is not a valid offer or ban")


def line_phrase(fault: Fault) -> Diagnostic | None:
    """Slip: the first line of a rule says neither what happens nor what can be done: `wild counts 40 points`."""
    if fault.kind not in ("word", "end", "letter") or fault.where != "rule" or fault.head in RULE_HEADS:
        return None
    if any(_NAMES_WHO & set(line) for line in (_own(fault).split(), *_above(fault))):
        return None
    return _whole_line(fault, line_meant, "this says neither what happens nor what can be done")


def _whole_line(fault: Fault, book: Callable[[str], str | None], message: str) -> Diagnostic | None:
    """The error for a line that a phrase book knows."""
    text = fault.text[fault.line.start : fault.line.end].partition("#")[0].strip()
    hint = book(text)
    return (
        None
        if hint is None
        else fault.wrong(message, hint, fault.place(fault.line.start, fault.line.start + len(text)))
    )


def scenario_phrase(fault: Fault) -> Diagnostic | None:
    """Slip: a line of a scenario as a common phrase."""
    if fault.kind not in ("word", "end", "letter") or fault.where != "scenario":
        return None
    line = fault.text[fault.line.start : fault.line.end]
    at = fault.start - fault.line.start
    begins = line.rfind(";", 0, at) + 1
    ends = line.find(";", at)
    text = line[begins : ends if ends > at else None].partition("#")[0]
    start = fault.line.start + begins + len(text) - len(text.lstrip())
    hint = scenario_line_meant(text)
    if hint is None:
        return None
    return fault.wrong("this is not a valid line", hint, fault.place(start, start + len(text.strip())))


def of_several(fault: Fault) -> Diagnostic | None:
    """Slip: `min(count, 5)`, `highest of (a, b)`: the minimum or maximum of numbers in the syntax of other
    languages."""
    if fault.kind != "word" or fault.word != ",":
        return None
    begin = fault.line.start
    for found in _OF_SEVERAL.finditer(fault.text[begin : fault.line.end]):
        if found.start() < fault.start - begin < found.end():
            several = found["inner"].count(",") > 1
            low = found["head"] in _LEAST
            head = ("smallest" if several else "smaller") if low else ("largest" if several else "larger")
            place = fault.place(begin + found.start(), begin + found.end())
            return fault.wrong(f"`{found['head']}` does not fit here", f"write `{head} of ({found['inner']})`", place)
    return None


_LEAST = frozenset(["min", "minimum", "lowest", "least", "smaller", "smallest"])
_OF_SEVERAL = re.compile(
    r"\b(?P<head>min|minimum|lowest|least|smaller|smallest|max|maximum|highest|greatest|larger|largest)"
    r"(?:[ \t]+of)?[ \t]*\((?P<inner>[^()]*,[^()]*)\)"
)

RULE_SLIPS: tuple[Callable[[Fault], Diagnostic | None], ...] = (
    missing_head,
    offered,
    block_behind_then,
    bare_number,
    asks,
    reserved,
    article,
    third_person,
    each_card,
    given,
    whither,
    parentheses,
)
"""Slips that are tried after those of the form of a line."""
