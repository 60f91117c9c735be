"""The cards of a place as conditions: enough cards for all expected ones, and a place with an owner."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

from unodsl.model import expressions as e
from unodsl.model.types import NOTHING, Number
from unodsl.resolve.scope import YES_NO, both, either, negation, number, yes
from unodsl.resolve.words import Mistake
from unodsl.scenarios.desk import Desk
from unodsl.syntax import nodes as s


def owned(condition: e.Expr) -> e.Expr:
    """The condition that the owners in a comparison are somebody: nobody's places are empty, and nobody's numbers are
    0."""
    found: list[e.Expr] = []
    if isinstance(condition, e.Compare):
        for side in (condition.left, condition.right):
            if isinstance(side, e.Variable):
                found.append(somebodys(side.seat))
            elif isinstance(side, e.CountCards):
                found.append(somebodys(side.place.seat))
    return both(found)


def somebodys(seat: e.Expr | None) -> e.Expr:
    """The condition that an owner is somebody; true for what belongs to the table."""
    if seat is None or isinstance(seat, e.Constant) or getattr(seat.type, "optional", None) is not True:
        return yes()
    return negation(e.Compare("==", seat, e.Constant(NOTHING, seat.type), YES_NO))


@dataclass(frozen=True, slots=True)
class Wanted:
    """The number of cards expected for which `where` holds (None: any) as local `local`, with the text `node`."""

    copies: int
    local: e.Local
    where: e.Expr | None
    node: s.Expr


MOST_OVERLAPPING = 6
"""The most overlapping kinds of cards in one line that are distinguished."""


def enough(desk: Desk, place: e.Place, wanted: list[Wanted]) -> e.Expr:
    """The condition that a place has a distinct card for each expected one. By Hall's theorem this holds if, for each
    set of descriptions, at least as many cards match one of them as are expected for them together; disjoint
    descriptions are independent."""
    groups: list[list[Wanted]] = []
    for one in wanted:
        near = [g for g in groups if any(not apart(desk, one, x) for x in g)]
        groups = [g for g in groups if g not in near] + [merged([x for g in near for x in g], one)]
    size = Number(0, desk.table.deck.size)
    conditions: list[e.Expr] = []
    for group in groups:
        if len(group) > MOST_OVERLAPPING:
            message = f"one card could be any of these {len(group)}"
            raise Mistake("UNO113", message, group[-1].node.span, "name the cards themselves")
        for some in (c for n in range(1, len(group) + 1) for c in combinations(group, n)):
            wheres = [x.where for x in some if x.where is not None]
            where = either(wheres) if len(wheres) == len(some) else None
            count = e.CountCards(place, some[0].local, where, size)
            conditions.append(e.Compare("<=", number(sum(x.copies for x in some)), count, YES_NO))
    return both(conditions)


def apart(desk: Desk, one: Wanted, other: Wanted) -> bool:
    """Whether no card matches both descriptions."""
    return desk.x.exclusive((one.node, other.node), one.local, desk.context())


def merged(group: list[Wanted], one: Wanted) -> list[Wanted]:
    """Descriptions with one more, whose copies are added to those of an equal one."""
    if all(x.where != one.where for x in group):
        return [*group, one]
    return [replace(x, copies=x.copies + one.copies) if x.where == one.where else x for x in group]
