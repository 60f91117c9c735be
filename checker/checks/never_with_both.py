"""Acts that two options leave possible one by one, and never together: no state of the table with both permits them.

Example: an 8 only on its own color, and an 8 never on its own color. Each option alone only restricts the act, so no single
decision shows the contradiction. An under-approximation: acts that play shows with each option alone, and that the kernel
refutes at the table with both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, islice

from checker.checks.option_pairs import finding, three_scenarios
from checker.compare.four_tables import Decision, FourTables, Side
from checker.compare.judge import Clash, Judge
from checker.compare.observe import act_words
from checker.compare.redeal import redealt
from checker.compare.three_way import Compared, compare, four_of, pairs
from checker.context import Context
from checker.effects.never_meet import concerns
from checker.invariants.decided import decided, formula, proved
from checker.kernel.obligations import Obligation
from checker.kernel.proved import Shown
from checker.play.sample import towards
from checker.results import Finding
from checker.results import Side as Story
from checker.witness.scenario import shrunk
from unodsl.engine.api import State
from unodsl.engine.describe import short
from unodsl.model import table as t

MOST_DECIDED = 60
"""The most acts of one pair of options that the kernel decides."""

MOST_DONE, MOST_DEALT = 4_000, 4
"""The most states of play with one option alone that are searched for an act, and the most with other cards in the hands."""

GAMES, MOVES = 300, 5
"""The games played with one option alone, and the moves of each."""

MOST_FAILED = 3
"""The most acts for which the search for a decision fails before it is given up."""

MOST_NAMED = 4
"""The most acts that a message names."""

ALONE: tuple[Side, Side] = ("one", "other")
"""The tables of each option alone."""

WHY = "each of them leaves it possible, and both together never do"

Act = tuple[str, str]
"""An act and its argument, in words."""


@dataclass(slots=True)
class Lost:
    """What two rules take away together. `sides`: a decision at which only the first option permits such an act, and one for
    the second. `acts`: all such acts, with the kernel's evidence."""

    sides: tuple[Clash, Clash]
    acts: list[tuple[Act, Shown]] = field(default_factory=list)


def check(context: Context) -> Iterator[Finding]:
    """The findings of all pairs of options that are compared."""
    for one, other in pairs(context):
        result = compare(context, one, other) if context.within_budget() else None
        if result is not None and result.lost and both_forbid(four_of(context, result)):
            found = list(never_with_both(context, result))
            result.settled = bool(found)
            yield from found


def both_forbid(four: FourTables) -> bool:
    """Whether each of two options has a rule that can forbid moves of one act: a ban, an offer that replaces another, or
    another meaning of a name."""
    table = four.context.table
    return any(all(can_forbid(table, own, offer) for own in four.own) for offer in table.offers)


def can_forbid(table: t.Table, own: frozenset[str], offer: t.Offer) -> bool:
    """Whether one of some rules can forbid moves of an offer: a ban, an offer of its act that replaces another, or another
    meaning of a name."""
    return (
        any(x.info.name in own for x in table.definitions)
        or any(x.act == offer.act and x.info.instead and x.info.name in own for x in table.offers)
        or any(x.info.name in own and concerns(x, offer) for x in table.bans)
    )


def never_with_both(context: Context, result: Compared) -> Iterator[Finding]:
    """The findings about all acts that two options take away together: one for the same rules. A decision for each option
    is searched for one of the acts."""
    four = four_of(context, result)
    groups: dict[tuple[str, str], Lost] = {}
    failed = 0
    for act in result.lost[:MOST_DECIDED]:
        shown = decided(four.context, Obligation("permitted", act), attended=True).shown
        if shown is None:
            continue
        sides = [met_alone(four, result, act, side) for side in (0, 1)]
        like = next(
            (x for x in groups.values() if any(of_one_rule(*y) for y in zip(sides, x.sides, strict=True))), None
        )
        if like is None:
            failed += 1
            if failed > MOST_FAILED:
                break
            one, other = (x or searched(four, act, side) for side, x in enumerate(sides))
            if one is None or other is None:
                continue
            failed -= 1
            like = groups.setdefault((other.rules[0][0], one.rules[1][0]), Lost((one, other)))
        like.acts.append((act, shown))
    for rules, lost in groups.items():
        written = witnessed(context, four, rules, lost)
        if written is not None:
            yield written


def of_one_rule(one: Clash | None, other: Clash) -> bool:
    """Whether the same rules forbid two decisions."""
    return one is not None and one.rules == other.rules


def met_alone(four: FourTables, result: Compared, act: Act, side: int) -> Clash | None:
    """A compared decision at which one of two options (0 or 1) permits an act, and rules of the other one forbid it."""
    known = result.permitted[ALONE[side]].get(act)
    return None if known is None else clash(four, *known, 1 - side)


def searched(four: FourTables, act: Act, side: int) -> Clash | None:
    """Such a decision in play with that option alone."""
    found = (clash(four, *x, 1 - side) for x in done_alone(four, ALONE[side], act))
    return next((x for x in found if x is not None), None)


def done_alone(four: FourTables, side: Side, act: Act) -> Iterator[tuple[State, Decision]]:
    """States of play with one of two options in which somebody can do an act, at the table with both: those where it was
    done, those soon after the deal, and those of a sampled match in which others hold the cards."""
    at = four.at[side]
    done = (x.state for x in at.samples.steps if act_words(at.table, x.move)[0] == act[0])
    query = formula(at, Obligation("permitted", act))
    # what only the first card allows is rare in long games
    dealt = (x.state for x in towards(at.executor, at.layout, (), GAMES, MOVES, at.within_budget).steps)
    others = iter(()) if query is None else redealt(at, query, most=MOST_DEALT)
    for state in chain(islice(done, MOST_DONE), dealt, others):
        for decision in four.legal(side, state):
            there = four.back[side].carried(state) if (decision[1], decision[3]) == act else None
            if there is not None:
                yield there, decision


def clash(four: FourTables, state: State, decision: Decision, banning: int) -> Clash | None:
    """A decision as a clash of two options: one of them permits it, and rules of the other one (0 or 1) forbid it. None if
    no rules do, or if the text relates them to rules of the first."""
    answers = four.decided(state, decision)
    if answers is None or answers.by["both"] is not None or answers.by["other" if banning == 0 else "one"] is None:
        return None
    judge = Judge(four)
    rules = tuple(sorted(judge.forbidding(banning, "other" if banning else "one", answers)))
    rules = rules or judge.spoke(banning, answers, judge.plain(answers))
    if not rules or judge.names_other(rules, four.own[1 - banning]):
        return None
    return Clash("contradiction", WHY, ((), rules) if banning else (rules, ()), answers)


def small(four: FourTables, x: Clash) -> State:
    """The position of a decision shrunk to fewer cards, while the same rules forbid it."""

    def still(state: State) -> bool:
        return of_one_rule(clash(four, state, x.answers.decision, 0 if x.rules[0] else 1), x)

    return shrunk(four.context, x.answers.state, still)


def witnessed(context: Context, four: FourTables, rules: tuple[str, str], lost: Lost) -> Finding | None:
    """The finding, with the act at the table of each option alone and, from the same positions, at the one with both."""
    stories = [
        three_scenarios(four, x, small(four, x), number) or three_scenarios(four, x, x.answers.state, number)
        for number, x in enumerate(lost.sides)
    ]
    if stories[0] is None or stories[1] is None:
        return None
    (text, first), (more, second) = stories[0], stories[1]
    text = "\n\n".join((text, more.partition("\n\n")[2]))
    elsewhere = Story(f"with {short(four.options[1])} alone, elsewhere", "", second[1].facts)
    about = replace(lost.sides[0], rules=((rules[0],), (rules[1],)))
    return replace(
        finding(context, four, about, rules, text, (first[0], elsewhere, first[2])),
        message=f"`{rules[0]}` and `{rules[1]}` together never let anybody {named(context.table, (x for x, _ in lost.acts))}",
        evidence="proved",
        certificates=proved(x for _, x in lost.acts),
        table=four.context.chosen,
        basis="no state of the table with both permits it; the engine played the scenarios with each option alone and with both",
        fixes=(),
    )


def named(table: t.Table, acts: Iterable[Act]) -> str:
    """Some acts in words, such as `play red 8, blue 8 or 2 more`, or `play any card`."""
    by_verb: dict[str, list[str]] = {}
    for verb, argument in acts:
        by_verb.setdefault(verb, []).append(argument)
    out: list[str] = []
    for verb, arguments in by_verb.items():
        if {k.name for k in table.deck.kinds} <= set(arguments):
            out.append(f"{verb} any card")
            continue
        rest = len(arguments) - MOST_NAMED
        *most, last = [*arguments[:MOST_NAMED], *([f"{rest} more"] if rest > 0 else [])]
        words = f"{', '.join(most)} or {last}" if most else last
        out.append(f"{verb} {words}".strip())
    return " or ".join(out)
