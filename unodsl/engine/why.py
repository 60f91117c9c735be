"""Explanations why a move is illegal: the false parts of a condition, with their values."""

from __future__ import annotations

from typing import assert_never

from unodsl.engine.api import Executor, State
from unodsl.engine.describe import short, value_text
from unodsl.engine.layout import TOP, Layout
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import YesNo


def words(table: t.Table, x: e.Expr) -> str | None:
    """An expression in words, or None if it would be too long."""
    if isinstance(x, e.Condition | e.PlayerSet):
        return None
    match x:
        case e.Variable():
            variable = table.variables[x.index]
            return short(variable.name) if isinstance(variable.type, YesNo) else f"the {short(variable.name)}"
        case e.Field():
            return table.situations[x.situation].fields[x.index].name
        case e.Owner():
            return f"the player of {short(table.situations[x.situation].name)}"
        case e.TopCard():
            return f"the top of the {short(table.zones[x.place.zone].name)}"
        case e.Attribute():
            inner = words(table, x.card)
            return None if inner is None else f"the {table.deck.attributes[x.attribute].name} of {inner}"
        case e.CountCards() if x.where is None:
            return f"the number of cards in the {short(table.zones[x.place.zone].name)}"
        case e.Constant() | e.Local() | e.Builtin() | e.Choose() | e.TheOne() | e.Neighbor():
            return None
        case e.CountCards() | e.OverCards() | e.OverPlayers() | e.SetSize() | e.FaceNumber() | e.Arithmetic():
            return None
        case _:
            assert_never(x)


def reasons(
    table: t.Table, executor: Executor, state: State, x: e.Expr, env: tuple[int, ...], names: tuple[str, ...]
) -> list[str]:
    """What falsifies a condition; empty if it is true, or if there is no short explanation."""
    if executor.condition(state, x, env):
        return []
    text = words(table, x)
    otherwise = [] if text is None else [f"{text} is no"]
    if isinstance(x, e.Stored | e.Count | e.PlayerSet | e.Derived):
        return otherwise
    match x:
        case e.Logic():
            found = [r for o in x.operands for r in reasons(table, executor, state, o, env, names)]
            return list(dict.fromkeys(found))
        case e.Compare(operator="==" | "<" | "<="):
            out = []
            for side in (x.right, x.left):
                text = words(table, side)
                if text is not None:
                    out.append(f"{text} is {value_text(table, side.type, executor.condition(state, side, env), names)}")
            return out
        case e.Not(operand=e.Compare(operator="==") as inner):
            text = words(table, inner.left) or words(table, inner.right)
            side = inner.left if words(table, inner.left) else inner.right
            return (
                []
                if text is None
                else [f"{text} is {value_text(table, side.type, executor.condition(state, side, env), names)}"]
            )
        case e.Constant() | e.Local() | e.Builtin() | e.Choose():
            return otherwise
        case e.IsOpen() | e.IsTop() | e.Member() | e.Compare() | e.Not() | e.Can():
            return otherwise
        case _:
            assert_never(x)


def why_not(
    executor: Executor, layout: Layout, state: State, act: int, seat: int, argument: int, names: tuple[str, ...]
) -> str:
    """A sentence that explains why a seat cannot do an act with an argument now."""
    table = layout.table
    declared = table.acts[act]
    what = short(declared.name)
    if declared.argument is not None:
        what += f" {value_text(table, declared.argument, argument, names)}"
    head = f"{names[seat]} cannot {what}"
    origin = declared.origin
    if origin is not None and argument >= 0 and not layout.count(layout.held(state, origin, seat), argument):
        whose = "the" if not table.zones[origin].each_player else "your" if names[seat] == "you" else f"{names[seat]}'s"
        return f"{head}: it is not in {whose} {short(table.zones[origin].name)}"
    offers = [o for o in table.offers if table.same_verb(o.act, act) and o.mode != "mistake"]
    here = [o for o in offers if not o.situations or state[TOP] in o.situations]
    if not here:
        now = short(table.situations[state[TOP]].name) if state[TOP] >= 0 else "nothing"
        owner = (
            state[layout.owner[state[TOP]]] if state[TOP] >= 0 and not table.situations[state[TOP]].on_players else -1
        )
        return f"{head}: the table waits for {f'{names[owner]}: ' if owner >= 0 else ''}{now}"
    mine = [o for o in here if executor.condition(state, o.who) >> seat & 1]
    if not mine:
        owner = state[layout.owner[state[TOP]]] if state[TOP] >= 0 else -1
        return f"{head}: it is for {names[owner]} to act" if owner >= 0 else f"{head}: it is for others to act"
    # other manners are for other occasions; the question is about the usual one
    usual = [o for o in mine if o.manner == 0] or mine
    # so is what players can do at any time, for those whom the table waits for
    usual = [o for o in usual if o.situations] or usual
    found = [r for o in usual for r in reasons(table, executor, state, o.guard, (seat, argument), names)]
    for ban in table.bans:
        if any(_falls_on(ban, o, state) for o in usual) and (
            executor.condition(state, ban.who) >> seat & 1 and executor.condition(state, ban.guard, (seat, argument))
        ):
            found.append(f"`{ban.info.title or ban.info.name}` forbids it")
    return head + (": " + " and ".join(dict.fromkeys(found)) if found else "")


def _falls_on(ban: t.Ban, offer: t.Offer, state: State) -> bool:
    """Whether a ban can apply to an offer in a situation, for some player and condition."""
    return (
        ban.act in (None, offer.act)
        and (ban.manners is None or offer.manner in ban.manners)
        and (not ban.situations or state[TOP] in ban.situations)
        and ban.info.name not in offer.info.despite
    )
