"""Findings about two rulesets: differences between their declarations and between their answers to decisions, with a
scenario for each ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checker.codes import CONTRADICTION, PARAMETER
from checker.compare.rulesets.beginnings import Beginning, Beginnings
from checker.compare.rulesets.decisions import Compared, Comparison
from checker.compare.rulesets.declared import Declared, declared
from checker.compare.rulesets.judge import EVENTS, Difference, Topic, act_of
from checker.compare.rulesets.outcomes import Narrator
from checker.compare.rulesets.stories import DecisionStory, Stories
from checker.compare.rulesets.tables import PAIR, Names, Rulesets, Side, words_of
from checker.invariants.decided import proved
from checker.kernel.apart import declared_apart
from checker.results import UNSTATED, Finding, Place, SearchScope, Severity
from checker.results import Side as Story
from unodsl.source import Span
from unodsl.syntax import nodes as s

ORDER: tuple[Topic, ...] = (
    "beginning",
    "legality",
    "effect",
    "joining",
    "going out",
    "scoring",
    "next round",
    "end of the match",
)
"""The order of differences in the report: the course of a match."""

SHOWS = " ("
"""The mark in a message that introduces what a pile shows at the beginning of the example."""

SPEAKING = "; only `"
"""The mark in a message that introduces which ruleset decides, if only one does."""

ABOUT_A_CHOICE = "what a table may choose: "
"""The beginning of a message about what a table may choose, not about what it plays by."""

_TITLES: dict[Topic, str] = {
    "beginning": "how a match begins{}",
    "legality": "when a player may {}",
    "effect": "what comes of `{}`",
    "joining": "who takes part after `{}`",
    "going out": "when a round is over",
    "scoring": "what a round scores",
    "next round": "what follows a round",
    "end of the match": "when the match is over",
}


def subject(message: str) -> str:
    """The subject of a message, which is the same at every number of seats: without the cards of the example."""
    titles = (t.partition("{}")[0] for t in _TITLES.values())
    return next((t for t in titles if message.startswith(t)), message.partition(SHOWS)[0].partition(SPEAKING)[0])


def findings(rulesets: Rulesets) -> tuple[list[Finding], Compared]:
    """All differences between two rulesets: declarations first, then the course of a match. Returns also how far they
    were compared."""
    narrator = Narrator(rulesets)
    comparison = Comparison(rulesets, narrator)
    compared = comparison.run()
    stories = Stories(rulesets, narrator, comparison.judge)
    declarations = list(declared(rulesets))
    out = [of_declared(rulesets, x, stories.deal() if x.parameter else stories.meaning(x.shown)) for x in declarations]
    for beginning in Beginnings(rulesets, narrator, comparison.judge, declarations).differing():
        story = stories.beginning(beginning)
        if story is not None:
            out.append(of_beginning(rulesets, beginning, story))
    settings = [x for x in declarations if x.parameter]
    found, untold = findings_by_topic(rulesets, compared, stories, frozenset(ORDER), settings)
    ends: frozenset[Topic] = frozenset({"end of the match"})
    if rulesets.one.within_budget() and not any(d[0][1].topic in ends for d in compared.found.values()):
        found += end_of_match_differences(rulesets, ends, settings)
    out += [finding for _, finding in sorted(found, key=lambda x: (x[0], x[1].message, x[1].rules))]
    return [*out, still_open(rulesets, compared, untold)], compared


Placed = tuple[tuple[int, bool], Finding]
"""A finding with its sort key in the report."""


def findings_by_topic(
    rulesets: Rulesets, compared: Compared, stories: Stories, topics: frozenset[Topic], settings: Sequence[Declared]
) -> tuple[list[Placed], int]:
    """The differences of some topics as findings, and how many have no replayable scenario. `settings`: the parameters
    that they set differently."""
    found: list[Placed] = []
    effects = {unshared(rulesets, x) for rows in compared.found.values() for _, x in rows if x.topic == "effect"}
    untold = 0
    for causes in compared.causes(rulesets.own):
        if compared.found[causes[0]][0][1].topic not in topics:
            continue
        shown = next(filter(None, (stories.decision(compared.found[x]) for x in causes)), None)
        if shown is None:
            untold += 1
            continue
        difference, story = shown
        mine = unshared(rulesets, difference)
        if difference.topic in EVENTS and any(mine) and mine in effects:
            # what follows from it later is no other story
            continue
        spoke = compared.spoke(difference.cause)
        if difference.topic in EVENTS:
            by_value = [sets_for(rulesets, side, difference, settings) for side in PAIR]
            spoke = spoke[0] or by_value[0], spoke[1] or by_value[1]
        found.append(((ORDER.index(difference.topic), not all(spoke)), of_decision(rulesets, difference, story, spoke)))
    return found, untold


def unshared(rulesets: Rulesets, found: Difference) -> tuple[Names, Names]:
    """The rules of a difference that only one of the two rulesets has."""
    one, other = (
        tuple(r for r in names if r not in rulesets.rules[rulesets.other(side)])
        for side, names in zip(PAIR, found.rules, strict=True)
    )
    return one, other


def sets_for(rulesets: Rulesets, side: Side, found: Difference, settings: Sequence[Declared]) -> bool:
    """Whether a ruleset sets a parameter that the rule named by a difference mentions: "the first with 300 points" is its
    word about the end of the match, though the rule is the base's."""
    number = PAIR.index(side)
    mine = {x.parameter for x in settings if x.spoke[number]}
    known = rulesets.rules[side]
    return any(r in known and not mine.isdisjoint(words_of(known[r].info.span.text)) for r in found.rules[number])


def end_of_match_differences(
    rulesets: Rulesets, topics: frozenset[Topic], settings: Sequence[Declared]
) -> list[Placed]:
    """Differences at the end of matches that sampled play does not reach: compares both rulesets with the least
    parameter values."""
    sooner = rulesets.ending_sooner()
    if sooner is None:
        return []
    narrator = Narrator(sooner)
    comparison = Comparison(sooner, narrator)
    return findings_by_topic(
        sooner, comparison.run(seeking=False), Stories(sooner, narrator, comparison.judge), topics, settings
    )[0]


def severity(spoke: tuple[bool, bool], every_table: bool) -> Severity:
    """An error if both rulesets decide. If one does, a warning for what every table has to decide, else a note."""
    if all(spoke):
        return "error"
    return "warning" if every_table else "note"


def title(topic: Topic, act: str) -> str:
    """The title of a difference."""
    return _TITLES[topic].format(act)


def speaking_side(rulesets: Rulesets, spoke: tuple[bool, bool]) -> str:
    """The ruleset that decides, if only one does."""
    return "" if all(spoke) else f"{SPEAKING}{rulesets.names[0 if spoke[0] else 1]}` speaks of it"


def of_declared(rulesets: Rulesets, found: Declared, story: DecisionStory | None) -> Finding:
    """A finding about declarations, with the deal that shows it where there is one."""
    facts = list(found.answers)
    places = tuple(
        Place(span, rulesets.name(side)) for side, span in zip(PAIR, found.spans, strict=True) if span is not None
    )
    rules = tuple(r for some in found.rules for r in some)
    sides = tuple(
        Story(rulesets.name(side), rules[0] if rules else "", (fact,))
        for side, fact, rules in zip(PAIR, facts, found.rules, strict=True)
    )
    # a game that extends another replaces its settings, which sets nothing twice
    code = CONTRADICTION if rulesets.choice.extends else PARAMETER
    one, other = (rulesets.at[side].table for side in PAIR)
    certificates = proved([declared_apart(one, other, *found.what)])
    return Finding(
        code=code.id,
        name=code.name,
        severity="note" if found.choice else severity(found.spoke, True),
        message=f"{ABOUT_A_CHOICE if found.choice else ''}{found.about}{speaking_side(rulesets, found.spoke)}",
        rules=rules,
        options=(),
        seats=rulesets.one.layout.seats,
        places=places or tuple(game_places(rulesets)),
        evidence="proved" if certificates else "bounded" if story is None else "witnessed",
        certificates=certificates,
        witness=None if story is None else story.text,
        basis="read off the declarations of both",
        details=tuple(f"{x.label}: {'; '.join(x.facts)}" for x in sides),
        sides=sides,
    )


def of_beginning(rulesets: Rulesets, found: Beginning, story: DecisionStory) -> Finding:
    """A finding about the beginning of a match."""
    tops = {k: v for k, v in sorted(found.begun[0].seen.items()) if k[0] == "top"}
    pile = next(iter(tops), None)
    values = [] if pile is None else dict.fromkeys(str(x.seen.get(pile, tops[pile])) for x in found.begun)
    shows = "" if pile is None else f"{SHOWS}{pile[1]} shows {' or '.join(values)})"
    return finding_of(rulesets, "beginning", shows, found.rules, story, found.spoke)


def of_decision(rulesets: Rulesets, found: Difference, story: DecisionStory, spoke: tuple[bool, bool]) -> Finding:
    """A finding about one decision."""
    act = (
        found.answers.decision[1] if found.why != "another way" else act_of(found.answers.decision) + " in another way"
    )
    return finding_of(rulesets, found.topic, act, found.rules, story, spoke, found.usual)


def finding_of(
    rulesets: Rulesets,
    topic: Topic,
    act: str,
    rules: tuple[tuple[str, ...], tuple[str, ...]],
    story: DecisionStory,
    spoke: tuple[bool, bool],
    usual: Names = (),
) -> Finding:
    """A finding with both scenarios. `usual`: rules of the base that one of the two may have removed."""
    sides = tuple(
        Story(rulesets.name(side), some[0] if some else "", facts)
        for side, some, facts in zip(PAIR, rules, story.facts, strict=True)
    )
    return Finding(
        code=CONTRADICTION.id,
        name=CONTRADICTION.name,
        severity=severity(spoke, topic in EVENTS),
        message=f"{title(topic, act)}{speaking_side(rulesets, spoke)}",
        rules=tuple(dict.fromkeys(r for some in rules for r in some)),
        options=options_of(rulesets),
        seats=rulesets.one.layout.seats,
        places=tuple(places(rulesets, rules, usual)) or tuple(game_places(rulesets)),
        evidence="witnessed",
        witness=story.text,
        basis="met in play from a legal deal at one of the two tables, and laid out in the same way at the other",
        details=tuple(f"{x.label}: {'; '.join(x.facts)}" for x in sides),
        sides=sides,
        parameters=tuple(
            sorted({(n, str(v)) for spec in rulesets.choice.specs.values() for n, v in spec.parameters.items()})
        ),
    )


def options_of(rulesets: Rulesets) -> tuple[str, ...]:
    """The options that were chosen."""
    return tuple(sorted({o.name for side in PAIR for o in rulesets.at[side].table.options if o.on and not o.default}))


def places(rulesets: Rulesets, rules: tuple[Names, Names], usual: Names) -> Iterator[Place]:
    """The places of the rules of each. For a ruleset that has none: the line that removes the other's rule."""
    for number, side in enumerate(PAIR):
        name = rulesets.name(side)
        known = rulesets.rules[side]
        for rule in rules[number]:
            if rule in known:
                title_ = known[rule].info.title
                yield Place(known[rule].info.head, f"{name}: {title_}" if title_ else name)
        theirs = rules[1 - number]
        if not any(r in rulesets.own[side] for r in rules[number]):
            for rule in dict.fromkeys((*theirs, *usual)):
                span = taken_away(rulesets, side, rule)
                if span is not None:
                    yield Place(span, f"{name} takes `{rule}` away")


def taken_away(rulesets: Rulesets, side: Side, rule: str) -> Span | None:
    """The word of a ruleset, or of an option on there, that removes a rule."""
    context = rulesets.at[side]
    project = context.project
    blocks: list[tuple[object, ...]] = []
    for page in project.chain(rulesets.name(side)):
        game = project.pages[page].game
        blocks.append(() if game is None else game.items)
    for option in context.table.options:
        if option.on:
            blocks.append(project.pages[option.name.partition(".")[0]].options[option.name].items)
    for items in blocks:
        for item in items:
            if isinstance(item, s.Names) and item.kind == "without":
                for word in item.names:
                    if word.text == rule or (rule.endswith(f".{word.text}") and rule not in rulesets.rules[side]):
                        return word.span
    return None


def game_places(rulesets: Rulesets) -> Iterator[Place]:
    """The heads of the two games."""
    for name in rulesets.names:
        game = rulesets.one.project.pages[name].game
        if game is not None:
            yield Place(game.name.span, name)


MOST_UNMET = 4
"""The maximal number of rules named that no compared position met."""


def still_open(rulesets: Rulesets, compared: Compared, untold: int) -> Finding:
    """How far the two were compared: an open finding about the other decisions."""
    one, other = rulesets.names
    shared = compared.states - compared.not_shared
    if not shared:
        message = f"`{one}` and `{other}` share no state: no decision was compared, only what they declare"
    else:
        seem = f"seem to answer {UNSTATED}" if untold else "may answer some other decision differently"
        message = f"`{one}` and `{other}` {seem}"
    parts = [f"{compared.decisions:,} decisions in {shared:,} states met in play were compared"]
    if compared.not_shared:
        parts.append(f"{compared.not_shared:,} more states are of one of the two alone")
    if untold:
        what = "1 more difference" if untold == 1 else f"{untold} more differences"
        parts.append(f"{what} cannot be written as a scenario that replays")
    doubted = len(compared.doubted - compared.found.keys())
    if doubted:
        parts.append(f"{doubted} more only in positions that may be none of a match with each of the two")
    if shared and not compared.ended:
        parts.append("no move that both allow ended a round: scores and the end of the match were not compared")
    unmet = sorted(compared.sought - compared.met)
    if unmet:
        more = "" if len(unmet) <= MOST_UNMET else f" and {len(unmet) - MOST_UNMET} more"
        named = ", ".join(f"`{x}`" for x in unmet[:MOST_UNMET])
        parts.append(f"no compared position met {named}{more}")
    if not compared.in_time:
        parts.append("then the budget ran out")
    return Finding(
        code=CONTRADICTION.id,
        name=CONTRADICTION.name,
        severity="note",
        message=message,
        rules=(),
        options=options_of(rulesets),
        seats=rulesets.one.layout.seats,
        places=tuple(game_places(rulesets)),
        evidence="bounded",
        witness=None,
        basis="; ".join(parts),
        scope=SearchScope("sampled", shared, rulesets.one.layout.seats, rulesets.one.table.deck.size),
    )
