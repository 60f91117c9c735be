"""The moves that one ban takes away, in generated code: for searches of many states."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import replace

from checker.context import Context, table_stage
from checker.effects.never_meet import concerns
from unodsl.engine.api import State
from unodsl.engine.generated import Generated
from unodsl.engine.layout import MATCH, layout_of
from unodsl.engine.reference import banned_moves
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Players, YesNo
from unodsl.model.walk import expressions_below

Taken = Callable[[State], list[tuple[int, int]]]
"""The pairs of a seat and an argument for which a ban disables an offer in a state."""


def taken_away(context: Context, ban: int, offer: int) -> Taken:
    """The same as `banned_moves`, exactly, for a ban and an offer by index."""
    known = _known(context)
    if (ban, offer) not in known:
        known[ban, offer] = _taken(context, ban, offer)
    return known[ban, offer]


@table_stage
def _known(context: Context) -> dict[tuple[int, int], Taken]:
    return {}


def _taken(context: Context, ban: int, offer: int) -> Taken:
    executor = only_banned(context.table, ban, offer)

    def taken(state: State) -> list[tuple[int, int]]:
        if executor is None or not state[MATCH]:
            return list(banned_moves(context.reference, state, ban, offer))
        return [(x.seat, x.argument) for x in executor.legal(state)]

    return taken


def only_banned(table: t.Table, ban: int, offer: int, alone: bool = False) -> Generated | None:
    """An executor whose legal moves are those that a ban takes from an offer: of a table with that offer alone, which
    needs the conditions of both (`alone`: of the ban). None where a condition asks what players can do, since then the other offers
    matter."""
    rule, move = table.bans[ban], table.offers[offer]
    if alone:
        move = replace(move, situations=(), who=e.Builtin("in play", Players()), guard=e.Constant(1, YesNo()))
    if move.absent or any(isinstance(x, e.Can) for x in expressions_below((rule, move))):
        return None
    apart = move.situations and rule.situations and not set(move.situations) & set(rule.situations)
    both = replace(
        move,
        mode="may",
        situations=tuple(x for x in move.situations or rule.situations if x in (rule.situations or move.situations)),
        who=e.SetOperation("intersection", move.who, rule.who, Players()),
        guard=e.Constant(0, YesNo()) if apart else e.Logic("and", (move.guard, rule.guard), YesNo()),
        effects=(),
        replaced_by=(),
    )
    # the triggers stay, without events: the layout of a state depends on what rules read
    out = Generated(replace(table, offers=(both,), bans=(), order=()))
    return out if out.layout.depth == layout_of(table).depth else None


def holds_somewhere(table: t.Table, name: str, states: Iterable[State]) -> bool:
    """Whether the conditions of a ban hold in one of some states, for a player and what may be done, whether there is such a
    move to forbid or not. False if not known."""
    bans = [x for x in table.bans if x.info.name == name]
    found = [only_banned(table, table.bans.index(x), o, alone=True) for x in bans for o in forbidden_by(table, x)]
    executors = [x for x in found if x is not None]
    return any(state[MATCH] and x.legal(state) for state in states for x in executors)


def forbidden_by(table: t.Table, ban: t.Ban, group: AbstractSet[int] = frozenset()) -> list[int]:
    """The offers from which a ban may take moves. `group`: only those with which some situations may be answered."""
    return [
        i
        for i, x in enumerate(table.offers)
        if x.mode not in t.LEFT_ALONE
        and concerns(ban, x)
        and not (x.situations and ban.situations and not {*x.situations} & {*ban.situations})
        and not (group and x.situations and not group & {*x.situations})
    ]
