"""No exit from a match: sets of states that no step leaves and in which no match ends. And matches that end within a
bounded number of rounds.

Over-approximates the steps; each answer has a certificate of the kernel. Example: scores only decrease and the match
ends at 500 points: from any state in which nobody has more than 0, nobody ever has more. Or a variable that is kept
between rounds is set, and nothing resets it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checker.context import Context, stage
from checker.effects.summary import summaries
from checker.invariants.decided import kernel, taking_part
from checker.kernel.accept import Accepted, accept
from checker.kernel.decide import Decided
from checker.kernel.proved import Shown
from checker.reachability.dead import reach
from checker.results import Certificate
from checker.smt.at_rest import Rest
from checker.smt.claims import (
    ANYWAY,
    Claim,
    NeverHolds,
    NeverRuns,
    Range,
    Since,
    Values,
    branches,
    rules_of,
)
from checker.smt.match_end import ROUND_ENDS, fails, paths, places, surely_later
from checker.termination.cascades import cascade_ranking
from checker.termination.no_exit import in_closed_set
from unodsl.engine.api import State
from unodsl.engine.describe import short, value_text
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Enumeration, Number, Players
from unodsl.model.walk import below
from unodsl.scenarios import SEAT_NAMES

FEW_VALUES = 4
"""The most values of a variable of several players that a claim lists."""

MOST_COUNTED = 1_000
"""The most rounds of a match for which a last round is proved."""


@dataclass(frozen=True, slots=True)
class NoExit:
    """Why no match can end any more. `shown`: the kernel's evidence, which assumes `known`. `words`: what stays constant.
    `again`: the rules that begin a round right after another one ends the match."""

    shown: Shown
    known: Accepted
    invariant: Certificate
    words: str
    again: tuple[str, ...] = ()

    def holds(self, state: State) -> bool:
        """Whether what the proof assumes holds in a state."""
        return in_closed_set(self.known, None, (), state)


def known_kernel(context: Context) -> Decided | None:
    """The kernel with all claims of unreachability."""
    return kernel(reach(context).strong or context)


def rounds_follow(context: Context) -> bool:
    """Whether one round of a match may follow another."""
    found = known_kernel(context)
    table = context.table
    if found is None:
        return False
    begins = {t.TableEvent("match begins")}
    rules = [x for x, _ in places(found.accepted, f.BeginRound)]
    return any(not isinstance(x, t.Trigger) or not set(x.events) <= begins for x in rules) or any(
        True for act in table.acts for _ in paths(table, act.effects, f.BeginRound)
    )


def over_without_a_round(context: Context) -> bool:
    """Whether, between two moves of a match that is not over, a round runs, by an invariant that the kernel accepts."""
    rest = taking_part(reach(context).strong or context)
    return rest is not None and Rest("round runs") in rest.claims


def ending_rules(context: Context) -> list[t.Trigger | t.Offer]:
    """The rules that can run and end the match."""
    found = known_kernel(context)
    some = [] if found is None else [x for x, _ in places(found.accepted, f.EndMatch)]
    return list({x.info.name: x for x in some}.values())


@stage
def never_over(context: Context) -> NoExit | None:
    """Why no match of a table ever ends; None if not proved."""
    found = known_kernel(context)
    if found is None or not isinstance(found.accepted, Accepted):
        return None
    shown = found.goes_on()
    if shown is None:
        starts = tuple((i, (context.table.variables[i].starts,)) for i in numbers_and_choices(context.table))
        return closed(context, found.accepted, starts, None)
    ends = [x for x, _ in places(found.accepted, f.EndMatch)]
    again = [
        other.info.name
        for other, path in places(found.accepted, f.BeginRound)
        if any(surely_later(context.table, x, other) for x in ends)
        and (question := fails(found.accepted, other, path)) is not None
        and found.one_refuted(f"{other.info.name} begins no round", [question])
    ]
    read = {x.index for rule in ends for x in below(rule) if isinstance(x, e.Variable)}
    kept = [x for x in sorted(found.accepted.claims, key=repr) if isinstance(x, Values | Range) and x.slot in read]
    return NoExit(shown, found.accepted, found.invariant, invariant_words(context, kept), tuple(again))


def never_over_since(context: Context, state: State) -> NoExit | None:
    """Why no match can end any more, once the kept variables are as in a state between two moves; None if not
    proved."""
    found = known_kernel(context)
    if found is None or not isinstance(found.accepted, Accepted):
        return None
    values = lasting(context, state)
    return closed(context, found.accepted, values, values)


def closed(context: Context, basis: Accepted, values: Since, since: Since | None) -> NoExit | None:
    """Why no match can end any more once variables have these values (`since` None: from the beginning of a match)."""
    known = accept(basis, tuple(proposed(context.table, values)), context.within_budget, since)
    new = known.claims - basis.claims
    kept = [x for x in sorted(new, key=repr) if not isinstance(x, NeverRuns | NeverHolds)]
    if not kept:
        return None
    later = Decided(known)
    shown = later.goes_on()
    return None if shown is None else NoExit(shown, known, later.invariant, invariant_words(context, kept))


def numbers_and_choices(table: t.Table) -> list[int]:
    """The variables that are kept between rounds, without sets of players."""
    return [i for i, x in enumerate(table.variables) if x.kept and not isinstance(x.type, Players)]


def lasting(context: Context, state: State) -> Since:
    """The values of the kept variables in a state, for any player."""
    out: list[tuple[int, tuple[int, ...]]] = []
    for index in numbers_and_choices(context.table):
        first = context.layout.variable[index]
        row = state[first : first + (context.layout.seats if context.table.variables[index].each_player else 1)]
        out.append((index, tuple(sorted(set(row)))))
    return tuple(out)


def proposed(table: t.Table, since: Since) -> Iterator[Claim]:
    """Yields candidate claims: constant values, bounds of numbers, and that nothing ends the match any more."""
    for slot, values in since:
        if len(values) <= FEW_VALUES:
            yield Values(slot, tuple((v, ANYWAY) for v in values))
        type_ = table.variables[slot].type
        if isinstance(type_, Enumeration):
            # (that single other values never occur)
            all_ = range(-1 if type_.optional else 0, len(type_.values))
            for gone in all_:
                if gone not in values:
                    yield Values(slot, tuple((v, ANYWAY) for v in all_ if v != gone))
        if isinstance(type_, Number):
            if max(values) < type_.high:
                yield Range(slot, type_.low, max(values))
            if min(values) > type_.low:
                yield Range(slot, min(values), type_.high)
    for name, rule in rules_of(table).items():
        if any(True for _ in paths(table, rule.effects, f.EndMatch)):
            yield NeverRuns(name)
            for number, _ in enumerate(branches(rule)):
                yield NeverHolds(name, number, False)
                yield NeverHolds(name, number, True)


def invariant_words(context: Context, kept: Sequence[Claim]) -> str:
    """Describes what stays constant."""
    table, out = context.table, []
    values: dict[int, set[int]] = {}
    for x in kept:
        if isinstance(x, Values) and isinstance(x.slot, int):
            mine = {v for v, _ in x.values}
            values[x.slot] = values.get(x.slot, mine) & mine
    for slot, some in values.items():
        declared = table.variables[slot]
        words = " or ".join(value_text(table, declared.type, v, SEAT_NAMES) for v in sorted(some))
        out.append(f"{short(declared.name)} is {words}")
    for x in kept:
        if isinstance(x, Range) and isinstance(x.slot, int) and x.slot not in values:
            declared = table.variables[x.slot]
            assert isinstance(declared.type, Number)
            bound = f"at most {x.high}" if x.low == declared.type.low else f"at least {x.low}"
            out.append(f"{short(declared.name)} is {bound}")
    return " and ".join(dict.fromkeys(out))


def last_round(context: Context) -> Shown | None:
    """Evidence that each match ends, if each of its rounds does: a rule ends it with a round, or after a number of
    counted rounds."""
    known = reach(context).strong or context
    found, cascades, rest = kernel(known), cascade_ranking(known), taking_part(known)
    if found is None or cascades is None:
        return None
    table = context.table
    counters = [i for i in counted(table) if table.variables[i].type.high <= MOST_COUNTED]  # type: ignore[union-attr]
    for rule in table.triggers:
        if ROUND_ENDS not in rule.events or not any(True for _ in paths(table, rule.effects, f.EndMatch)):
            continue
        shown = found.last_round(rule.info.name, -1, 0, rest, cascades)
        for i in counters:
            type_ = table.variables[i].type
            assert isinstance(type_, Number)
            shown = shown or found.last_round(rule.info.name, i, type_.high, rest, cascades)
        if shown is not None:
            return shown
    return None


def counted(table: t.Table) -> list[int]:
    """The kept numbers of the table that some rule increases."""
    steps = {
        getattr(c.target, "index", -1)
        for x in summaries(table).everything()
        for c in x.changes
        if c.how == "assign" and (c.step or 0) > 0
    }
    return [
        i
        for i, x in enumerate(table.variables)
        if i in steps and x.kept and not x.each_player and isinstance(x.type, Number)
    ]
