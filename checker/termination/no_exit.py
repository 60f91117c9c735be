"""No exit from a round: sets of quiescent states that no move leaves and in which no move ends the round.

Over-approximates the moves; each answer has a certificate of the kernel. Example: nobody may play the last card, so with a
card in every hand nobody is ever out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from checker.context import Context, stage
from checker.effects.summary import declaration, summaries
from checker.invariants.certified import certified
from checker.invariants.decided import kernel, proved, taking_part
from checker.invariants.houdini import Houdini
from checker.invariants.likely import name_of
from checker.kernel.at_rest import AtRest
from checker.kernel.proved import Shown
from checker.reachability.dead import by_proof
from checker.results import Certificate
from checker.search.symbolize import Symbolized
from checker.smt.at_rest import Rest
from checker.smt.claims import Known
from checker.smt.literals import SlotValue
from unodsl.engine.api import State
from unodsl.engine.describe import short, value_text
from unodsl.engine.layout import layout_of
from unodsl.model import effects as f
from unodsl.model import table as t
from unodsl.model.types import Player, Players
from unodsl.scenarios import SEAT_NAMES

MOST_SETS = 8
"""The most sets of candidates that are tried at one table; each takes a second or more."""

FEW_CLAIMS = 2
"""The number of claims of which none is left out: that a round runs, and what keeps it running."""

ROUND_RUNS = Rest("round runs")
_BEGINNINGS = {t.TableEvent("match begins"), t.TableEvent("round begins"), t.TableEvent("position")}
_TOO_LATE = {t.TableEvent("round ends"), t.TableEvent("match ends")}

NEVER_APPLY = "no rule ever ends a round"
"""The reason where nothing is assumed but that a round runs."""


@dataclass(frozen=True, slots=True)
class NoExit:
    """Why no move from a state where `claims` hold, nor any later one, ends the round. `shown`: the kernel's evidence, which
    assumes `known` and `rest`."""

    claims: tuple[Rest, ...]
    words: str
    shown: Shown
    known: Known
    rest: AtRest | None

    @property
    def certificates(self) -> tuple[Certificate, ...]:
        """The certificates of a finding."""
        return proved([self.shown])

    def holds(self, state: State) -> bool:
        """Whether a state is in the closed set, with all that the proof assumes."""
        return in_closed_set(self.known, self.rest, self.claims, state)


def in_closed_set(known: Known, rest: AtRest | None, claims: Iterable[Rest], state: State) -> bool:
    """Whether claims hold in a concrete state, with invariants that the proof assumes: of all states, and between two
    moves."""
    st = known.reader.st
    assumed = [] if rest is None else rest.of(st)
    return Symbolized(st, layout_of(known.table), state).holds(*known.bounds, *assumed, *(x(st) for x in claims))


def no_way_out(context: Context, state: State) -> NoExit | None:
    """Why no move from a state in play, nor any later one, ends the round; None if not proved."""
    known = _closed_sets(context)
    for found in known.values():
        if found is not None and found.holds(state):
            return found
    tried = claims_at(without_dead(context), state)
    key = tuple(tried.values())
    if key not in known and len(known) < MOST_SETS and context.within_budget():
        known[key] = closed_set(context, tried)
    return known.get(key)


@stage
def _closed_sets(_: Context) -> dict[tuple[Rest, ...], NoExit | None]:
    """The memo of `no_way_out`: the closed set within the states where some claims hold."""
    return {}


def closed_set(context: Context, tried: dict[str, Rest]) -> NoExit | None:
    """The largest closed set of states that some claims describe, if no round ends in it: with those claims that moves keep."""
    strong = without_dead(context)
    found, rest = kernel(strong), taking_part(strong)
    if found is None:
        return None
    steps = found.counting.following((*tried.values(), *(() if rest is None else rest.claims)))
    search = Houdini(strong, steps, () if rest is None else rest.of(steps.reader.st), begins=False)
    left = search.settled(tried)
    core = search.core(left, lambda x: x.round_over) if left else None
    if core is None:
        return None
    claims = tuple(x for name, x in left.items() if name in core or x == ROUND_RUNS)
    shown = found.round_goes_on(claims, rest)
    if shown is None:
        return None
    # (what one number of seats needs besides is no other reason)
    for x in claims if len(claims) > FEW_CLAIMS else ():
        fewer = tuple(y for y in claims if y != x)
        also = found.round_goes_on(fewer, rest) if x != ROUND_RUNS and context.within_budget() else None
        if also is not None:
            claims, shown = fewer, also
    return NoExit(claims, in_words(context.table, claims), shown, found.accepted, rest)


def claims_at(context: Context, state: State) -> dict[str, Rest]:
    """Candidates: that what is open in a state stays open, what is closed does not lie on top of it, values of slots do not
    change, and nobody loses the last card."""
    table, layout = context.table, context.layout
    stack = layout.stack(state)
    rows = [ROUND_RUNS, *(Rest("open", i) for i in stack)]
    rows += [Rest("beneath", j, i) for i in stack for j, _ in enumerate(table.situations) if j not in stack]
    rows += [Rest("literals", literals=(x,)) for x in values_at(context, state)]
    rows += [Rest("some", i) for i, zone in enumerate(table.zones) if zone.each_player]
    st = certified(context).reader.st
    here = Symbolized(st, layout, state)
    return {repr(x): x for x in rows if here.holds(x(st))}


def values_at(context: Context, state: State) -> Iterator[SlotValue]:
    """Yields the values of variables and fields in a state, and which situations are closed. A player is no such value."""
    table, layout = context.table, context.layout
    slots = [(i, -1, layout.slots_of(i)[0]) for i, _ in enumerate(table.variables)]
    for i, row in enumerate(layout.field):
        yield SlotValue(-1 - i, -1, 0)
        slots += [(-1 - i, j, at) for j, at in enumerate(row)]
    for one, other, at in slots:
        declared = declaration(table, (one, other))
        value = state[at] & 1 if isinstance(declared.type, Players) else state[at]
        if not isinstance(declared.type, Player) or value < 0:
            found = SlotValue(one, other, value)
            if found.suits(table):
                yield found


def in_words(table: t.Table, claims: Iterable[Rest]) -> str:
    """Why no rule ends the round: by what no move changes."""
    out = []
    for x in claims:
        match x.kind:
            case "open":
                out.append(f"`{short(table.situations[x.one].name)}` stays open")
            case "some":
                out.append(f"no move takes the last card out of a {short(table.zones[x.one].name)}")
            case "literals":
                value, name = x.literals[0], name_of(table, x.literals[0])
                if value.one < 0 and value.other < 0:
                    out.append(f"`{name}` stays closed")
                    continue
                type_ = declaration(table, (value.one, value.other)).type
                text = (
                    ("all players" if value.value else "no players")
                    if isinstance(type_, Players)
                    else value_text(table, type_, value.value, SEAT_NAMES)
                )
                out.append(f"`{name}` stays {text}")
            case _:
                pass
    return " and ".join(out) if out else NEVER_APPLY


@stage
def without_dead(context: Context) -> Context:
    """The context that knows of the rules that end a round which of them never run. Without samples."""
    return by_proof(context, frozenset(x.info.name for x in ending_rules(context.table))).strong or context


def ending_rules(table: t.Table) -> list[t.Trigger | t.Offer]:
    """The rules that end a round. Triggers of its end come too late to cause it, and the question is about the one that
    is under way."""
    offers = [x for x in table.offers if ends(table, x.effects) or ends(table, table.acts[x.act].effects)]
    return [
        *(x for x in table.triggers if ends(table, x.effects) and not {*x.events} <= _TOO_LATE | _BEGINNINGS),
        *offers,
    ]


def ends(table: t.Table, effects: Iterable[f.Effect]) -> bool:
    """Whether effects end or begin a round."""
    return any(x.phase is not None for x in summaries(table).flat(effects))


def rules_that_end_no_round(context: Context) -> list[t.Trigger | t.Offer]:
    """The rules that should end a round, if no move ends any, and none is over as the match begins. Otherwise empty."""
    return ending_rules(context.table) if any_round_goes_on(context) else []


def never_run(context: Context, rules: Iterable[t.Rule]) -> bool:
    """Whether it is proved that none of the rules that end a round ever runs. (Of others, no branch that ends it does.)"""
    return {x.info.name for x in rules} <= without_dead(context).never


@stage
def any_round_goes_on(context: Context) -> bool:
    """Whether a match begins with a round, and no move ends any, as the kernel shows."""
    strong = without_dead(context)
    found = kernel(strong)
    return found is not None and found.round_goes_on([ROUND_RUNS], taking_part(strong), begins=True) is not None
