"""Non-idempotent effects ("deeds"): effects that count again if repeated. Derived from the summaries.

Over-approximates: two rules without a common deed never do the same thing twice. Example: `draw 2 cards` and `draw 3
cards` are different deeds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from checker.effects.footprints import Footprints, Whose
from checker.effects.summary import Summaries, Transfer, step_of, steps
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.walk import below

Deed = tuple[object, ...]
"""The kind of a deed, whose object it affects (see `checker.effects.footprints`), and the amount; None: unknown."""


def deeds(footprints: Footprints, effects: Iterable[f.Effect], env: Whose) -> frozenset[Deed]:
    """The deeds of effects: acts, moved cards, hands passed on, values changed relative to themselves. (Assigning a
    value twice is assigning it once.)"""
    out: set[Deed] = set()

    def add(*more: Deed) -> None:
        """Adds deeds; the amount is unknown if several effects contribute."""
        for deed in more:
            before = {x for x in out if x[:-1] == deed[:-1]}
            out.difference_update(before)
            out.add((*deed[:-1], None) if before else deed)

    for x in map(footprints.summaries.of, effects):
        for block in x.blocks:
            inside = deeds(footprints, block.effects, footprints.inside(block, env))
            # the number of iterations is unknown
            add(*((*y[:-1], None) for y in inside) if block.how == "times" else inside)
            if block.given is not None:
                # a branch that sets what its condition reads, such as one that toggles a value
                set_ = [
                    c.target for y in footprints.summaries.flat(block.effects) for c in y.changes if c.how != "begin"
                ]
                read = [y for y in set_ if any(same_slot(y, z) for z in below(block.given))]
                add(*((*slot(y), whose_slot(footprints, y, env), OTHERWISE) for y in read))
        if x.performs is not None:
            whose = footprints.whose(x.performs.player, env)
            add(("act", x.performs.act, whose, amount(x.performs.argument)))
            inside = deeds(footprints, footprints.table.acts[x.performs.act].effects, {0: whose})
            add(*((*y[:-1], None) for y in inside))
        if x.transfer is not None:
            add(*handed(footprints, x.transfer, env))
        for change in x.changes:
            target = change.target
            if adds_one(target, change.value):
                continue
            if any(same_slot(target, y) for y in below(change.player or change.value)):
                add((*slot(target), whose_slot(footprints, target, env), step(target, change.value)))
        if x.begins is not None and any(isinstance(y, e.Owner) and y.situation == x.begins for y in below(x.reads[0])):
            out.add(("owner", x.begins, "any", OTHERWISE))
        if x.seating is not None:
            # who sits at a place depends on who has left
            out.add(("seat", x.seating.kind, "any", None))
    return frozenset(out)


def adds_one(target: e.Expr, value: e.Expr | None) -> bool:
    """Whether a set gains or loses one fixed player, which is idempotent."""
    return (
        isinstance(value, e.SetOperation)
        and value.left == target
        and isinstance(value.right, e.SetOf)
        and isinstance(value.right.player, e.Local)
    )


OTHERWISE = ("in another way",)
"""The amount of a relative change that is not the addition of a constant or expression."""


def handed(footprints: Footprints, move: Transfer, env: Whose) -> Iterator[Deed]:
    """The deeds of a transfer of cards. (Moving all cards somewhere is idempotent.)"""
    if move.origin is None or move.how in ("all", "gather", "shuffle"):
        return
    zones = move.origin.zone, move.target.zone
    if move.how in ("give", "swap"):
        yield (move.how, *sorted(zones), "any", None)
    else:
        whose = (footprints.whose(x.seat, env) for x in (move.origin, move.target) if x.seat is not None)
        yield ("move", *zones, next(whose, "any"), amount(move.count))


def whose_slot(footprints: Footprints, target: e.Variable | e.Field | e.Owner, env: Whose) -> str:
    """Whose variable a target is; anybody's for a variable of the table, or a situation."""
    seat = target.seat if isinstance(target, e.Variable) else None
    return "any" if seat is None else footprints.whose(seat, env)


def amount(x: e.Expr | None) -> int | None:
    """The value of a constant amount; None for other expressions."""
    return x.value if isinstance(x, e.Constant) else None


def step(target: e.Variable | e.Field | e.Owner, value: e.Expr) -> tuple[object, ...]:
    """The amount of a relative change: the added expression, or `OTHERWISE` (toggled, doubled). Compared syntactically:
    two rules that happen to add the same number, 5 and the points of a hand, do not do the same thing."""
    found = steps(target, value)
    if found is None:
        return OTHERWISE
    known = step_of(target, value)
    return found if known is None else ("by", known)


def common(left: frozenset[Deed], right: frozenset[Deed]) -> bool:
    """Whether two rules could have a deed in common."""
    return any(
        mine[:-2] == theirs[:-2]
        and {mine[-2], theirs[-2]} != {"player", "others"}
        and (mine[-1] == theirs[-1] or None in (mine[-1], theirs[-1]))
        for mine in left
        for theirs in right
    )


def slot(x: e.Variable | e.Field | e.Owner) -> tuple[object, ...]:
    """The slot of a target, for any player."""
    match x:
        case e.Variable():
            return ("variable", x.index)
        case e.Field():
            return ("field", x.situation, x.index)
        case e.Owner():
            return ("owner", x.situation)
        case _:
            assert_never(x)


def same_slot(target: e.Variable | e.Field | e.Owner, x: object) -> bool:
    """Whether an expression reads the slot of a target."""
    return isinstance(x, e.Variable | e.Field | e.Owner) and slot(x) == slot(target)


# ------------------------------------------------------------------------------------------------- what players do of it


def twice(footprints: Footprints, one: t.Trigger, other: t.Trigger) -> bool:
    """Whether two triggers could do the same thing, directly or by the moves of players in the situations that each of
    them begins. (A situation that both begin is open once.)"""
    effects = one.effects, other.effects
    if common(*(deeds(footprints, x, {t.PLAYER_LOCAL: "player"}) for x in effects)):
        return True
    return later(footprints, *effects, frozenset())


def later(
    footprints: Footprints, one: tuple[f.Effect, ...], other: tuple[f.Effect, ...], ground: frozenset[int]
) -> bool:
    """Whether effects have a deed in common, including the deeds of moves in situations that each of them begins,
    except `ground`. Independent of their order."""
    begun = [begun_after(footprints.summaries, x, ground) for x in (one, other)]
    both = begun[0] & begun[1]
    return common(*(in_the_end(footprints, x, here - both) for x, here in zip((one, other), begun, strict=True)))


def begun_after(known: Summaries, effects: tuple[f.Effect, ...], ground: frozenset[int]) -> frozenset[int]:
    """The situations that effects begin, transitively through the moves in these, except `ground`, to which play
    returns."""
    out: set[int] = set()
    todo: list[tuple[f.Effect, ...]] = [effects]
    while todo:
        for x in known.flat(todo.pop()):
            if x.begins is not None and x.begins not in out | ground:
                out.add(x.begins)
                todo += [o.effects for o in known.table.offers if x.begins in o.situations]
    return frozenset(out)


def in_the_end(footprints: Footprints, effects: tuple[f.Effect, ...], situations: frozenset[int]) -> frozenset[Deed]:
    """The deeds of effects, and of the moves in these situations, by any player."""
    out = deeds(footprints, effects, {t.PLAYER_LOCAL: "player"})
    for offer in footprints.table.offers:
        if situations & set(offer.situations) and offer.mode not in t.LEFT_ALONE:
            out |= deeds(footprints, offer.effects, {})
    return out
