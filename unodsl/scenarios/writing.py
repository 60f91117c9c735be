"""Writes states as positions in scenario syntax."""

from __future__ import annotations

from dataclasses import dataclass

from unodsl.diagnostics import RulesError
from unodsl.engine.api import EndlessCascade, Executor, State
from unodsl.engine.describe import value_text
from unodsl.engine.layout import CLOSED, IN_PLAY, MATCH, ROUND, TOP, WINNERS, Layout
from unodsl.model import expressions as e
from unodsl.model.table import SEAT_NAMES, Table
from unodsl.model.types import Players, Type
from unodsl.model.walk import expressions_below
from unodsl.scenarios.position import Setup, lay_out


@dataclass(frozen=True, slots=True)
class Written:
    """A position as lines of text, and the state that these lines produce."""

    lines: tuple[str, ...]
    state: State


def written_value(layout: Layout, type_: Type, value: int) -> str:
    """Writes a value in scenario syntax."""
    if isinstance(type_, Players) and not value:
        return "nothing"
    return value_text(layout.table, type_, value, SEAT_NAMES[: layout.seats])


def open_line(layout: Layout, state: State, index: int) -> str:
    """Writes an open situation in scenario syntax."""
    table = layout.table
    situation = table.situations[index]
    names = SEAT_NAMES[: layout.seats]
    owner = state[layout.owner[index]]
    whom = written_value(layout, Players(), owner) if situation.on_players else names[owner]
    if situation.on_players and owner.bit_count() > 1:
        # `of ann + bob` would parse as the situation of ann, and bob
        whom = f"({whom})"
    fields = [
        f"{x.name} {written_value(layout, x.type, state[slot])}"
        for x, slot in zip(situation.fields, layout.field[index], strict=True)
        if state[slot] != x.starts
    ]
    return f"{layout.called(situation.name)} of {whom}" + (f" with {', '.join(fields)}" if fields else "")


def reads_winners(table: Table) -> bool:
    """Whether a rule reads who won the last round."""
    return any(isinstance(x, e.Builtin) and x.kind == "winners" for x in expressions_below(table))


def written_position(executor: Executor, layout: Layout, state: State, fewest: bool = True) -> Written | None:
    """A state as the position of a scenario; None if that is impossible (a round that is over, or open situations in an
    order that the rules of the position do not leave). `fewest`: unordered cards go back home, and winners that no rule
    reads are left out, which is shorter and changes nothing that rules read."""
    table = layout.table
    if not state[MATCH] or not state[ROUND]:
        return None
    names = SEAT_NAMES[: layout.seats]
    lines: list[str] = []
    setup = Setup()
    for seat in range(layout.seats):
        if not state[IN_PLAY] >> seat & 1:
            setup.absent.add(seat)
            lines.append(f"{names[seat]} is absent")
    for index, zone in enumerate(table.zones):
        if index in dict(table.deck.homes):
            continue
        for seat in range(layout.seats if zone.each_player else 1):
            at, depth = layout.place(index, seat), layout.depth[index]
            ordered = [k for k in state[at : at + depth] if k >= 0]
            loose = layout.listed(state[at + depth])
            kinds = ordered + ([] if depth and fewest else loose)
            setup.held[index, seat] = kinds
            cards = ", ".join(table.deck.kinds[k].name for k in kinds) or "nothing"
            if zone.each_player and zone.visibility == "seen by its player":
                lines.append(f"{names[seat]} holds {cards}")
            elif kinds:
                mine = f" of {names[seat]}" if zone.each_player else ""
                lines.append(f"{layout.called(zone.name)}{mine} is {cards}")
    try:
        base = lay_out(executor, layout, setup)
    except (RulesError, EndlessCascade):
        return None
    result = list(base)
    for index, variable in enumerate(table.variables):
        for seat in range(layout.seats if variable.each_player else 1):
            slot = layout.variable[index] + seat
            if result[slot] != state[slot]:
                whose = f" of {names[seat]}" if variable.each_player else ""
                value = written_value(layout, variable.type, state[slot])
                lines.append(f"{layout.called(variable.name)}{whose} is {value}")
                result[slot] = state[slot]
    if state[WINNERS] and not (fewest and not reads_winners(table)):
        lines.append(f"winners is {written_value(layout, Players(), state[WINNERS])}")
        result[WINNERS] = state[WINNERS]
    stack = layout.stack(state)
    for index in layout.stack(tuple(result)):
        if index not in stack:
            lines.append(f"{layout.called(table.situations[index].name)} is not open")
            layout.unlink(result, index)
    for index in reversed(stack):
        lines.append(open_line(layout, state, index))
        owner = state[layout.owner[index]]
        if result[layout.below[index]] == CLOSED:
            result[layout.below[index]] = result[TOP]
            result[TOP] = index
        result[layout.owner[index]] = owner
        for slot in layout.field[index]:
            result[slot] = state[slot]
    if layout.stack(tuple(result)) != stack:
        return None
    return Written(tuple(lines), tuple(result))
