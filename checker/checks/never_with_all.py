"""Minimal unsatisfiable sets of options: acts that three or more options forbid only together.

Example: no 4 on red, no 4 on blue, no 4 on a star. The kernel refutes that the table with all of them permits the act; the
options are left out one by one while it still does. For each that is left, play shows the act without it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from checker.checks.never_with_both import ALONE, can_forbid, named, searched, small
from checker.checks.option_pairs import finding
from checker.compare.four_tables import FourTables, four_tables
from checker.compare.judge import Clash
from checker.compare.observe import act_words
from checker.compare.three_way import compare, pairs
from checker.context import Context
from checker.invariants.decided import decided, proved
from checker.kernel.obligations import Obligation
from checker.kernel.proved import Shown
from checker.results import Finding
from checker.results import Side as Story
from checker.witness.path import alike
from checker.witness.scenario import act_text, header, move_line, position, replays, scenario_text
from unodsl.engine.describe import short
from unodsl.model import table as t
from unodsl.scenarios import SEAT_NAMES

MOST_DECIDED = 24
"""The most acts that the kernel decides."""

MOST_FORBIDDING = 8
"""The most options that forbid moves of one act."""

Act = tuple[str, str]
"""An act and its argument, in words."""


def check(context: Context) -> Iterator[Finding]:
    """The findings about three or more of the options that are on: one for the same options."""
    banning = forbidding(context)
    if not 3 <= len(banning) <= MOST_FORBIDDING or not context.effort.far:
        return
    groups: dict[tuple[str, ...], list[Act]] = {}
    for act in lost(context, banning)[:MOST_DECIDED]:
        if context.within_budget() and refuted(context, act) is not None:
            groups.setdefault(fewest(context, banning, act), []).append(act)
    for options, acts in groups.items():
        at = context.narrowed(options) if len(options) > 2 else None
        written = None if at is None else written_about(context, at, options, acts)
        if written is not None:
            yield written


def forbidding(context: Context) -> tuple[str, ...]:
    """The options that can forbid moves of an act, where at least two others can forbid moves of the same act."""
    table = context.table
    rules: list[t.Rule] = [*table.offers, *table.bans, *table.definitions]
    names = dict.fromkeys(x for pair in pairs(context) for x in pair)
    own = {x: frozenset(r.info.name for r in rules if r.info.option == x) for x in names}
    by_offer = [{x for x in own if can_forbid(table, own[x], offer)} for offer in table.offers]
    return tuple(sorted(frozenset().union(*(some for some in by_offer if len(some) > 2))))


def lost(context: Context, banning: tuple[str, ...]) -> list[Act]:
    """The acts, with their arguments, that were possible with two of the options, and that nobody did with all of them."""
    done = {act_words(context.table, x.move) for x in context.samples.steps}
    out: dict[Act, None] = {}
    for one, other in combinations(banning, 2):
        found = compare(context, one, other) if context.within_budget() else None
        out |= dict.fromkeys(found.permitted["both"] if found is not None else ())
    return [x for x in out if x not in done]


def refuted(context: Context, act: Act) -> Shown | None:
    """The evidence that a table never permits an act."""
    return decided(context, Obligation("permitted", act), attended=True).shown


def fewest(context: Context, banning: tuple[str, ...], act: Act) -> tuple[str, ...]:
    """A minimal set of options that never permit an act together (deletion of one option at a time)."""
    left = tuple(sorted(context.spec.options))
    # (those that forbid nothing of the kind are mostly not needed)
    for gone in (frozenset(left) - frozenset(banning), *(frozenset({x}) for x in left)):
        fewer = tuple(x for x in left if x not in gone)
        other = context.narrowed(fewer) if fewer != left else None
        if other is not None and refuted(other, act) is not None:
            left = fewer
    return left


def written_about(context: Context, at: Context, options: tuple[str, ...], acts: list[Act]) -> Finding | None:
    """The finding: for each option a position in which the act is done without it, and not with all of them."""
    first, *others = options
    tables = [four_tables(at, first, x, beside=True) for x in others]
    found: list[tuple[FourTables, Clash]] = []
    # (the first option is the first one of each pair of them, and the other is the second one)
    for four, banning in ((tables[0], 0), *((x, 1) for x in tables)):
        met = (
            None if four is None else next((x for y in acts if (x := searched(four, y, 1 - banning)) is not None), None)
        )
        if four is None or met is None:
            return None
        found.append((four, met))
    stories = [without(four, met, option) for (four, met), option in zip(found, options, strict=True)]
    text = header(at) + "\n\n" + "\n\n".join(x.text for x in stories)
    certificates = proved(refuted(at, act) for act in acts)
    if not certificates or not all(x.text for x in stories) or not replays(at, text):
        return None
    rules = tuple((x.rules[0] or x.rules[1])[0] for _, x in found)
    *most, last = (f"`{x}`" for x in rules)
    sides = [
        Story(f"without {short(option)}{', elsewhere' if number else ''}", "", (x.done,))
        for number, (option, x) in enumerate(zip(options, stories, strict=True))
    ]
    sides.append(Story("with all of them", "", (stories[0].refused,)))
    four, met = found[0]
    about = replace(met, rules=(rules[:1], rules[1:]))
    return replace(
        finding(context, four, about, rules, text, tuple(sides)),
        message=f"{', '.join(most)} and {last} together never let anybody {named(context.table, acts)}",
        options=options,
        evidence="proved",
        certificates=certificates,
        table=at.chosen,
        basis="no state of the table with all of them permits it; the engine played the scenarios without each of them, and with all",
        fixes=(),
    )


@dataclass(frozen=True, slots=True)
class Stories:
    """Two scenarios from one position: an act without an option, and that it is forbidden with all of them."""

    text: str
    done: str
    refused: str


def without(four: FourTables, met: Clash, option: str) -> Stories:
    """The scenarios of a decision that only the rules of one option forbid, beside the others."""
    side = ALONE[1 if met.rules[0] else 0]
    at, state = four.at[side], small(four, met)
    there, answers = four.there[side].carried(state), four.again(met.answers, state)
    written = [None if there is None else position(at, there), position(four.context, state)]
    outcomes = None if answers is None else answers.by[side]
    if there is None or not outcomes or written[0] is None or written[1] is None:
        return Stories("", "", "")
    move = outcomes[0].move
    done = move_line(at, move, alike(at, there, move))
    refused = f"{SEAT_NAMES[move.seat]} cannot {act_text(met.answers.decision[1], met.answers.decision[3])}"
    texts = (
        scenario_text(f"without {short(option)}", at, [*written[0].lines, done]),
        scenario_text(f"with {short(option)} as well", four.context, [*written[1].lines, f"expect {refused}"]),
    )
    return Stories("\n\n".join(texts), done.partition(" by ")[0], refused)
