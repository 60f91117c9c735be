"""Findings about two options: the scenarios of each table side by side, the rules that decide, and the extent of the
search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from checker.checks.findings import finding_of
from checker.checks.fix_suggestions import line_fix, options_apart, to_be_fixed
from checker.checks.uno404_option_without_effect import may_be_alike
from checker.codes import CONTRADICTION, INTERACTION, UNDONE, Code
from checker.compare.four_tables import BEGINS, FourTables, Side, flat, goes_along, options_with
from checker.compare.four_tables import Answers as FourAnswers
from checker.compare.judge import BROUGHT_BACK, ONLY_FORBIDDEN, Clash, Judge, Kind
from checker.compare.other_values import other_values, own_rules
from checker.compare.three_way import Compared, all_named, compare, four_of, pairs
from checker.context import Context
from checker.invariants.decided import Ledger
from checker.reachability.dead import reach
from checker.results import Answers, Finding, Fix, Place
from checker.results import Side as Story
from checker.witness.path import pile, played_lines
from checker.witness.scenario import (
    act_text,
    differences,
    failures,
    header,
    move_line,
    openings,
    outliving,
    phase,
    position,
    replays,
    scenario_text,
    shrunk,
    waiting,
    written_rules,
)
from unodsl.engine.api import State
from unodsl.engine.describe import short
from unodsl.engine.layout import MATCH, ROUND
from unodsl.model import table as t
from unodsl.scenarios import SEAT_NAMES

CODE_OF: dict[Kind, Code] = {"contradiction": CONTRADICTION, "undone": UNDONE, "interaction": INTERACTION}

MOST_TRIED = 8
"""The maximal number of decisions with the same rules to write until one replays."""

OTHER_STATES = 500
"""The maximal number of states compared with another value of a parameter."""

FEW_TRIED = 3
"""The same for a further scenario of rules that have one."""

MOST_STORIES = 3
"""The maximal number of scenarios for two rules, one for each cause."""

MOST_FACTS = 3
"""The maximal number of facts stated about each table."""

MOST_DIFFERENCES = 40
"""The number of candidates for the facts about what differs."""

_MESSAGES: dict[Kind, str] = {
    "contradiction": "`{}` and `{}` answer the same move differently",
    "undone": "`{}` has no effect here once `{}` is on as well, and nothing says so",
    "interaction": "`{}` and `{}` together do what neither of them says",
}


def check(context: Context, kind: Kind) -> Answers:
    """Compares each pair of options that are on with their base; one comparison serves all three codes."""
    findings: list[Finding] = []
    open_: list[Compared] = []
    closed = Ledger(CODE_OF[kind].id)
    for one, other in pairs(context):
        if not context.within_budget():
            context.cut_short.append(CODE_OF[kind].id)
            break
        result = compare(context, one, other)
        if result is None:
            # (where a table has one without the other at other numbers of seats only, the question is open)
            open_ += [] if goes_along(context.table, one, other) else [Compared((one, other))]
            continue
        if result.shown is not None:
            closed.add(result.shown, one, other)
            if deserves_other_values(context, one, other):
                findings += with_other_values(context, one, other, kind)
            continue
        found = list(reported(context, result, kind))
        if kind == "contradiction" and not result.clashes and context.effort.far and all_named(context, (one, other)):
            # a contradiction may need a third option (undone and interaction may then be intended)
            among = compare(context, one, other, beside=True)
            found += () if among is None else reported(context, among, kind)
        if not result.clashes and not found and deserves_other_values(context, one, other):
            found += with_other_values(context, one, other, kind)
        findings += found
        mine = [c for c in result.clashes if c.kind == kind]
        # (one that no scenario can state stays open)
        settled = found or result.settled or (mine and all(covered(context, four_of(context, result), c) for c in mine))
        if not settled and not any(all_dead(context, x) for x in (one, other)):
            open_.append(result)
    if open_ and kind == "contradiction":
        findings.append(still_open(context, open_))
    return closed.answers(findings)


def all_dead(context: Context, name: str) -> bool:
    """Whether an option has rules only, and none of them ever runs at this table, which UNO401 reports: then it contradicts nobody here."""
    mine = own_rules(context.table, options_with(context.table, name)).keys()
    sets = any(by == name for setting in context.table.settings for by, _, _ in setting.set_by)
    if not mine or sets or not mine <= reach(context).dead.keys():
        return False
    option = next(o for o in context.table.options if o.name == name)
    other = context.narrowed(tuple(x for x in context.spec.options if x != name))
    if other is None or name in {o.name for o in other.table.options if o.on}:
        return False
    return may_be_alike(context, other, option)


def deserves_other_values(context: Context, one: str, other: str) -> bool:
    """Whether two options are compared at other values of parameters: the caller named both, not only one of them
    while the other is on by default, and no other finding says that their rules clash with the values of this table."""
    if not context.effort.far or not all_named(context, (one, other)):
        return False
    mine, theirs = (own_rules(context.table, options_with(context.table, x)) for x in (one, other))
    among = {**mine, **theirs}

    def allowed(rules: frozenset[str]) -> bool:
        allows = (a for x in rules & among.keys() for a in among[x].info.allows)
        return any(a.rule is None or a.rule in rules for a in allows)

    return not any(x & mine.keys() and x & theirs.keys() and not allowed(x) for x in context.reported)


def with_other_values(context: Context, one: str, other: str, kind: Kind) -> list[Finding]:
    """The clashes of two options that occur only with another value of a parameter: the first such value. They are
    notes, because the options go together with the value of this table."""
    for name, value, at in other_values(context, one, other):
        again = compare(at, one, other, most=OTHER_STATES)
        found = [] if again is None else list(reported(at, again, kind))
        if found:
            words = f"where {name} is {value}; nothing was found with the value of this table"
            parameters = tuple(sorted((n, str(v)) for n, v in at.spec.parameters.items()))
            return [replace(f, severity="note", details=(words, *f.details), parameters=parameters) for f in found]
    return []


def reported(context: Context, result: Compared, kind: Kind) -> Iterator[Finding]:
    """One finding for the same rules, with a scenario for each cause: the act, and the kinds of things that differ.
    Skips a clash if a more specific finding covers it."""
    four = four_of(context, result)
    groups: dict[tuple[str, ...], dict[Cause, list[Clash]]] = {}
    # what an option takes away is one cause, however many rules bring it back
    brought = {r for c in result.clashes if c.why == BROUGHT_BACK for some in c.rules for r in some}
    rules_at = {BROUGHT_BACK: tuple(sorted(brought))}
    for clash in sorted(result.clashes, key=lambda c: not about_beginning(c)):
        if clash.kind == kind and not covered(context, four, clash):
            causes = groups.setdefault(
                rules_at[clash.why] if clash.why == BROUGHT_BACK else rules_to_name(four, clash), {}
            )
            causes.setdefault(cause_of(four, clash), []).append(clash)
    for rules, causes in groups.items():
        first: Finding | None = None
        distinct: list[Cause] = []
        for cause, clashes in causes.items():
            # more differences of the same kinds are no further cause
            if len(distinct) == MOST_STORIES or any(x[:2] == cause[:2] and x[2] <= cause[2] for x in distinct):
                continue
            tried = simplest(clashes)[: MOST_TRIED if first is None else FEW_TRIED]
            found = next(
                (f for c in tried if (f := witnessed(context, four, c, rules, len(distinct))) is not None), None
            )
            if found is not None:
                distinct.append(cause)
                first = found if first is None else with_story(first, found)
        if first is not None:
            yield first


Cause = tuple[str, str, frozenset[tuple[str, int]]]
"""The cause of a clash: the reason, the act, and the kinds of things that differ."""


def cause_of(four: FourTables, clash: Clash) -> Cause:
    """The key that distinguishes causes of clashes."""
    judge = Judge(four)
    plain = judge.plain(clash.answers)
    one, other = (judge.only(plain[side]) for side in ("one", "other"))
    differs = frozenset(key[:2] for key in {*one, *other} if one.get(key) != other.get(key))
    return clash.why, clash.answers.decision[1], differs


def with_story(finding: Finding, other: Finding) -> Finding:
    """A finding with a further scenario: the same rules, another cause."""
    assert finding.witness is not None
    assert other.witness is not None
    more = other.witness.partition("\n\n")[2]
    return replace(
        finding,
        witness=f"{finding.witness}\n\n{more}",
        details=(*finding.details, *(f"another difference: {x}" for x in other.details)),
    )


def covered(context: Context, four: FourTables, clash: Clash) -> bool:
    """Whether a more specific finding, also an allowed one, has two of the rules. (For an option that is silent, any will do.)"""
    speaking = {*clash.rules[0], *clash.rules[1]}
    if clash.why == ONLY_FORBIDDEN and not speaking.isdisjoint(reach(context).dead):
        return True  # (UNO401 says so)
    mine, theirs = (set(x) for x in clash.rules)
    either = [set(x) or own for x, own in zip(clash.rules, four.own, strict=True)]
    for rules in context.reported:
        beside = rules <= either[0] | either[1] and rules & either[0] and rules & either[1]
        if beside or (rules <= speaking and (not mine or rules & mine) and (not theirs or rules & theirs)):
            context.covered.setdefault(rules, set()).add(CODE_OF[clash.kind].id)
            return True
    return False


def simplest(clashes: list[Clash]) -> list[Clash]:
    """Clashes about the beginning of a match first, then those with the fewest rules and cards."""
    return sorted(
        clashes, key=lambda c: (not about_beginning(c), len(c.rules[0]) + len(c.rules[1]), len(c.answers.decision[3]))
    )


def rules_to_name(four: FourTables, clash: Clash) -> tuple[str, ...]:
    """The rules that a finding names: for each option that decides, the most relevant one; bans and offers come first."""
    rules = written_rules(four.context.table)

    def rank(name: str) -> tuple[int, str]:
        rule = rules[name]
        return (0 if isinstance(rule, t.Ban) else 1 if isinstance(rule, t.Offer) else 2, name)

    return tuple(min(some, key=rank) for some in clash.rules if some)


def witnessed(context: Context, four: FourTables, clash: Clash, rules: tuple[str, ...], number: int) -> Finding | None:
    """The finding with its scenarios, if the position can be stated at each table and replays. `number`: how many
    scenarios the same rules have already."""
    states = (clash.answers.state,) if about_beginning(clash) else (smaller(four, clash), clash.answers.state)
    for state in states:
        stories = three_scenarios(four, clash, state, number)
        if stories is not None:
            return finding(context, four, clash, rules, *stories)
    return None


def about_beginning(clash: Clash) -> bool:
    """Whether a clash is about the beginning of a match."""
    return clash.answers.decision == BEGINS


def smaller(four: FourTables, clash: Clash) -> State:
    """The position shrunk to fewer cards, while the decision has the same clash."""
    judge = Judge(four)

    def still(state: State) -> bool:
        found = four.again(clash.answers, state)
        if found is None:
            return False
        again, _ = judge.judged(found)
        return again is not None and (again.kind, again.why, again.rules) == (clash.kind, clash.why, clash.rules)

    return shrunk(four.context, clash.answers.state, still)


_LABELS: dict[Side, str] = {"one": "with {} alone", "other": "with {} alone", "both": "with both"}
_LABELS_BESIDE: dict[Side, str] = {"one": "of the two {} alone", "other": "of the two {} alone", "both": "with both"}

SIDES_SHOWN: tuple[Side, ...] = (*_LABELS, "none")
"""The tables that facts are compared with, in this order."""


@dataclass(frozen=True, slots=True)
class AtTable:
    """What one table shows of a clash: its scenarios, their facts in short, whether a fact differs from other tables, and
    the moves that play out what is owed."""

    texts: tuple[str, ...]
    story: Story
    differs: bool
    owed: tuple[str, ...] = ()


def three_scenarios(
    four: FourTables, clash: Clash, state: State, number_before: int
) -> tuple[str, tuple[Story, ...]] | None:
    """Scenarios for each option alone and for both, from one position, with the facts that distinguish the tables. None
    if one cannot be stated or does not replay."""
    answers = clash.answers if about_beginning(clash) else four.again(clash.answers, state)
    if answers is None:
        return None
    later = not about_beginning(clash) and not shows_at_once(four, clash, answers)
    tables: list[AtTable] = []
    for side in _LABELS:
        if about_beginning(clash):
            shown = beginning(four, answers, side, number_before)
        else:
            shown = after_move(four, clash, answers, state, side, number_before, later)
        if shown is None:
            return None
        tables.append(shown)
    stories = tuple(map(with_moves, tables) if len({x.owed for x in tables}) > 1 else (x.story for x in tables))
    if not any(x.differs for x in tables) and all("cannot" not in x for s in stories for x in s.facts):
        return None
    if clash.kind == "undone" and stories[clash.undone].facts and stories[clash.undone].facts == stories[-1].facts:
        # the facts with both equal those of the option alone: it is not undone
        return None
    if clash.kind == "interaction" and any(x.facts == stories[-1].facts for x in stories[:-1]):
        # what both do beside what one of them does cannot be shown
        return None
    text = header(four.context) + "\n\n" + "\n\n".join(y for x in tables for y in x.texts)
    return (text, stories) if replays(four.context, text) else None


def shows_at_once(four: FourTables, clash: Clash, answers: FourAnswers) -> bool:
    """Whether the outcomes of a decision clash before what is owed has been played out. (Else what is so right after the
    move may be the opposite of what comes of it.)"""
    if not any(x.owed for x in flat(answers.by.values())):
        return True
    by = {side: None if some is None else tuple(map(four.at_once, some)) for side, some in answers.by.items()}
    again, _ = Judge(four).judged(replace(answers, by=by))
    return again is not None and again.kind == clash.kind and (not clash.keys or bool(again.keys & clash.keys))


def with_moves(one: AtTable) -> Story:
    """What one table shows, with the moves that the others do not make alike."""
    if not one.owed:
        return one.story
    return replace(one.story, facts=(f"{', '.join(one.owed)}: {'; '.join(one.story.facts)}",))


def label_of(four: FourTables, side: Side, labels: dict[Side, str], number_before: int) -> str:
    """The title of a table's scenario, with a number where others have the same title."""
    names: dict[Side, str] = dict(zip(("one", "other"), four.options, strict=True))
    number = f", {number_before + 1}" if number_before else ""
    return labels[side].format(short(names.get(side, ""))) + number


def beginning(four: FourTables, answers: FourAnswers, side: Side, number_before: int) -> AtTable | None:
    """The beginning of a match at one table, and the facts that hold there and not at the others."""
    (outcome,) = answers.by[side] or ()
    at = four.at[side]
    opening = [*pile(at, outcome.picks), "the match begins"]
    others = states_of(four, side, answers, outcome.after)
    facts = facts_of(four, side, outcome.after, others, opening, chance=True)
    if facts is None:
        return None
    label = label_of(four, side, _LABELS, number_before)
    text = scenario_text(label, at, [*opening, *(f"expect {x}" for x in facts)])
    return AtTable((text,), Story(label, "", tuple(facts)), bool(facts))


def after_move(
    four: FourTables,
    clash: Clash,
    answers: FourAnswers,
    state: State,
    side: Side,
    number_before: int,
    later: bool = False,
) -> AtTable | None:
    """One decision in a position at one table: its outcomes, or that it is refused. `later`: with what is owed then played
    out."""
    at = four.at[side]
    there = state if side == "both" else four.there[side].carried(state)
    written = None if there is None else position(at, there)
    if written is None or there is None:
        return None
    label = label_of(four, side, _LABELS_BESIDE if four.others else _LABELS, number_before)
    outcomes = answers.by[side]
    if outcomes is None:
        refused = f"{SEAT_NAMES[answers.decision[0]]} cannot {act_text(answers.decision[1], answers.decision[3])}"
        # (a table without what is named along with the act has no words for it)
        has_words = any(short(x.name) == answers.decision[1] for x in at.table.acts)
        text = scenario_text(label, at, [*written.lines, f"expect {refused}"])
        return AtTable((text,) if has_words else (), Story(label, "", (refused,)), False)
    texts: list[str] = []
    shown: list[str] = []
    differs = False
    mine = {name for some in clash.rules for name in some}
    over = {x.round_over for some in answers.by.values() for x in some or ()}
    refuses = any(answers.by[x] is None for x in SIDES_SHOWN if x != side)
    moves: tuple[str, ...] = ()
    for outcome in sorted(outcomes, key=lambda x: at.table.offers[x.move.offer].info.name not in mine)[:2]:
        todo = [outcome.move, *(outcome.owed if later else ())]
        made, end = played_lines(at, there, todo)
        if len(made) < len(todo):
            return None
        if len(outcomes) > 1:
            made[0] = move_line(at, outcome.move, True)
        after = end if later else outcome.after
        others = states_of(four, side, answers, after, later)
        lines = [*written.lines, *made]
        about, apart = words_of(four, clash), clash.kind == "interaction"
        facts = facts_of(four, side, after, others, lines, about, apart=apart, over=True in over)
        if facts is None:
            return None
        differs = differs or bool(facts)
        rule = at.table.offers[outcome.move.offer].info.name
        title = label + (f", by {rule}" if len(outcomes) > 1 else "")
        expected = facts or waiting(at, after)
        texts.append(scenario_text(title, at, [*lines, *(f"expect {x}" for x in expected)]))
        if True in over:
            lasting_facts = outliving(at, facts, after, others, there, outcome.round_over, len(over) > 1)
            facts = lasting_facts or (facts if len(over) == 1 else [])
        if len(over) > 1:
            facts = [phase(outcome.round_over), *facts]
        moves = tuple(x.partition(" by ")[0] for x in made)
        if len(outcomes) > 1:
            shown.append(f"by {short(rule)}: {'; '.join(facts) or moves[0]}")
        elif not facts:
            shown.append(moves[0])
        elif refuses:
            # where another table refuses the move, its legality is the difference
            shown.append(f"{moves[0]}: {'; '.join(facts)}")
        else:
            shown += facts
    return AtTable(tuple(texts), Story(label, "", tuple(shown)), differs, moves[1:] if len(outcomes) == 1 else ())


def states_of(four: FourTables, side: Side, answers: FourAnswers, mine: State, later: bool = False) -> list[State]:
    """What a decision leads to at the other tables, as states of one table. `later`: with what is owed played out."""
    others = (x for at in SIDES_SHOWN if at != side for x in answers.by[at] or ())
    found = (four.at_table(side, x, mine, later) for x in others)
    return [x for x in found if x is not None]


def words_of(four: FourTables, clash: Clash) -> frozenset[str]:
    """The variables kept across rounds, such as scores, about which the two options clash."""
    variables = four.context.table.variables
    names = [variables[k[1]].name for k in clash.keys if k[0] == "variable" and variables[k[1]].kept]
    return frozenset(word for name in names for word in (name, short(name)))


def facts_of(
    four: FourTables,
    side: Side,
    mine: State,
    others: Sequence[State],
    lines: Sequence[str],
    about: frozenset[str] = frozenset(),
    chance: bool = False,
    apart: bool = False,
    over: bool = False,
) -> list[str] | None:
    """The facts of a state of one table that do not hold in states of the others: those that name one of the words `about`
    first, then who moves next, cards, and variables. `lines`: the position and the moves that lead to it. `chance`: leave out
    who has which card. `apart`: first what tells the table from each of the others. `over`: a round ended at one of them.
    None if the moves do not replay."""
    at = four.at[side]
    rows: list[list[str]] = []
    for other in others:
        rows.append(differences(at, mine, other, MOST_DIFFERENCES if about or chance else MOST_FACTS + 1, over))
        if sum(map(len, rows)) < MOST_FACTS and mine[MATCH] and mine[ROUND]:
            rows[-1] += openings(at, mine, other)
    # what tells a table from each of the others comes before more of what tells it from one
    wanted = [x for row in (zip_longest(*rows) if apart else rows) for x in row if x is not None]
    if chance:
        wanted = [x for x in wanted if not x.startswith("number of ") or x.startswith("number of cards in ")]
        wanted = [*turned_up(at, mine, others), *wanted]
    wanted = sorted(dict.fromkeys(wanted), key=lambda x: not any(x.startswith(f"{word} of ") for word in about))
    head = header(four.context) + "\n\n"

    def good(facts: list[str]) -> bool:
        return not failures(four.context, head + scenario_text("x", at, [*lines, *(f"expect {x}" for x in facts)]))

    if not good([]):
        return None
    if good(wanted[: MOST_FACTS + 1]):
        return wanted[:MOST_FACTS]
    return [x for x in wanted[: 2 * MOST_FACTS] if good([x])][:MOST_FACTS]


def turned_up(at: Context, mine: State, others: Sequence[State]) -> list[str]:
    """The card on each face-up pile, where it is another one in some of the other states."""
    table, layout = at.table, at.layout
    piles = [
        (i, zone.name) for i, zone in enumerate(table.zones) if zone.visibility == "face up" and not zone.each_player
    ]
    tops = [(name, layout.top_card(mine, i, 0, 0), {layout.top_card(x, i, 0, 0) for x in others}) for i, name in piles]
    return [f"top of {short(x)} is {table.deck.kinds[k].name}" for x, k, rest in tops if k >= 0 and rest - {k}]


def finding(
    context: Context, four: FourTables, clash: Clash, rules: tuple[str, ...], text: str, stories: tuple[Story, ...]
) -> Finding:
    code = CODE_OF[clash.kind]
    one, other = four.options if clash.undone <= 0 else four.options[::-1]
    pair = len(rules) == 2 and clash.why != BROUGHT_BACK
    names = (one, other) if clash.kind == "undone" else rules if pair else four.options
    message = _MESSAGES[clash.kind]
    if about_beginning(clash):
        decision = "the match begins, with the cards of the witness"
        message = message.replace("answer the same move differently", "let a match begin differently")
    else:
        seat, act, _, argument = clash.answers.decision
        decision = f"the move, in the position of the witness: {SEAT_NAMES[seat]}: {act_text(act, argument)}"
    return Finding(
        code=code.id,
        name=code.name,
        severity=code.severity,
        message=message.format(*names),
        rules=rules,
        options=tuple(sorted({*four.options, *four.others})),
        seats=context.layout.seats,
        places=places(four, clash, rules),
        evidence="witnessed",
        witness=text,
        basis="met in play from a legal deal; the engine played it with each option alone and with both",
        details=(
            f"{clash.why}",
            *([f"found only beside {', '.join(four.others)}"] if four.others else []),
            decision,
            *(f"{x.label}: {'; '.join(x.facts)}" for x in stories),
        ),
        sides=stories,
        fixes=fixes(context, four, clash, rules),
    )


def places(four: FourTables, clash: Clash, rules: tuple[str, ...]) -> tuple[Place, ...]:
    """The places of the rules. An option that decides without a rule, by a setting or a `without`, has its head."""
    known = written_rules(four.context.table)
    out = [Place(known[name].info.head, short(name)) for name in rules]
    spans = {o.name: o.span for o in four.context.table.options}
    out += [Place(spans[o], short(o)) for o, some in zip(four.options, clash.rules, strict=True) if not some]
    return tuple(out)


def fixes(context: Context, four: FourTables, clash: Clash, rules: tuple[str, ...]) -> tuple[Fix, ...]:
    """Lines that let one of the two stand, or make the options exclude each other. Each is tried, and offered only if
    it resolves the clash."""
    known = written_rules(four.context.table)
    about = [known[name] for name in rules]
    if not to_be_fixed(context, CODE_OF[clash.kind].id, *about) or clash.kind == "interaction" or four.others:
        return ()

    def gone(after: Context) -> bool:
        again = compare(after, *four.options)
        return again is None or not any(x.kind == clash.kind for x in again.clashes)

    out: list[Fix | None] = []
    if len(rules) == 2:
        a, b = (known[name] for name in rules)
        for mine, theirs in ((b, a), (a, b)):
            word = "despite" if isinstance(theirs, t.Ban) and isinstance(mine, t.Offer) else "instead of"
            if word == "despite" or for_one_event(mine, theirs):
                description = f"let `{mine.info.name}` stand {'although' if word == 'despite' else 'instead of'} `{theirs.info.name}`"
                description += " forbids it" if word == "despite" else ""
                out.append(line_fix(four.context, CODE_OF[clash.kind].id, mine, theirs, word, description, gone))
    out.append(options_apart(four.context, *four.options, gone))
    return tuple(x for x in out if x is not None)


def for_one_event(mine: t.Rule, theirs: t.Rule) -> bool:
    """Whether one of two rules can stand instead of the other: same event, or same act."""
    if isinstance(mine, t.Trigger) and isinstance(theirs, t.Trigger):
        return bool(set(mine.events) & set(theirs.events))
    if not (isinstance(mine, t.Offer) and isinstance(theirs, t.Offer)) or mine.act != theirs.act:
        return False
    # a move with another number is another move: it stays
    return mine.argument is None or theirs.argument is None or mine.argument == theirs.argument


def still_open(context: Context, results: list[Compared]) -> Finding:
    """The open finding with the extent of the search; one for all pairs of options."""
    options = tuple(sorted({o for x in results for o in x.options}))
    who = f"`{'` and `'.join(results[0].options)}`" if len(results) == 1 else f"{len(results)} pairs of options"
    message = f"{who} may answer some decision differently, or undo each other"
    return finding_of(
        CONTRADICTION,
        context,
        (),
        message,
        "; ".join(dict.fromkeys(extent(x) + unstated(x) for x in results[:MOST_TRIED])),
        options=options,
        places=tuple(Place(o.span, o.name) for o in context.table.options if o.name in options),
    )


def extent(result: Compared) -> str:
    """How far two options were compared, in words."""
    if result.states == result.not_shared:
        return "no state was found that all four tables can hold"
    what = f"{result.decisions:,} decisions in {result.states - result.not_shared:,} states met in play were compared at four tables"
    lost = f"; {result.not_shared:,} more states can only be where both are on" if result.not_shared else ""
    related = f"; of {result.related} of them the text says how the two stand to each other" if result.related else ""
    return what + lost + related + ("" if result.in_time else "; then the budget ran out")


def unstated(result: Compared) -> str:
    """How often two options clashed, where that is an open question: no scenario states it."""
    met = sum(c.kind == "contradiction" for c in result.clashes)
    return f"; at {met} of them the two clashed, in a way that no scenario can state" if met else ""
