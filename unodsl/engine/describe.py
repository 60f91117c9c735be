"""Descriptions of states in words, and the view of a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from unodsl.engine.api import Move, State
from unodsl.engine.layout import IN_PLAY, MATCH, ROUND, WINNERS, Layout
from unodsl.model.effects import Tell
from unodsl.model.table import Act, Table
from unodsl.model.types import Card, Enumeration, Number, Player, Players, Type, YesNo


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A place of cards as visible to an observer: its cards (the top one of a pile first), or None if only `count` is
    visible."""

    zone: str
    seat: int
    cards: tuple[str, ...] | None
    count: int


@dataclass(frozen=True, slots=True)
class View:
    """The view of one seat (None: everything): places, variables as (name, seat or -1, value), open situations from the
    top as (name, owner, fields)."""

    seat: int | None
    places: tuple[PlaceView, ...]
    variables: tuple[tuple[str, int, str], ...]
    situations: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...]
    in_play: tuple[int, ...]
    round_runs: bool
    match_runs: bool
    winners: tuple[int, ...]


def value_text(table: Table, type_: Type, value: int, names: tuple[str, ...]) -> str:
    """Formats a value in the syntax of the language. `names` are the names of the seats."""
    match type_:
        case Number():
            return str(value)
        case YesNo():
            return "yes" if value else "no"
        case Players():
            return " + ".join(n for i, n in enumerate(names) if value >> i & 1) or "nobody"
        case _:
            pass
    if value < 0:
        return "nothing"
    match type_:
        case Card():
            return table.deck.kinds[value].name
        case Player():
            return names[value]
        case Enumeration():
            return type_.values[value]
        case _:
            raise AssertionError(type_)


def named_text(table: Table, act: Act, names: tuple[str, ...]) -> str:
    """Returns the values named along with an act, as in ` naming green`. Empty if there are none."""
    texts = named_values(table, act, names)
    return f" naming {' and '.join(texts)}" if texts else ""


def named_values(table: Table, act: Act, names: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the values named along with an act, in words."""
    found = zip(act.named, act.values, strict=False)
    return tuple(value_text(table, x.type, v, names) for x, v in found if v >= 0)


def note_text(table: Table, note: Tell, values: Sequence[int], names: tuple[str, ...]) -> str:
    """Returns the text of a note. `values` are the values of its `values`, in order."""
    found = iter(values)
    more = [x if isinstance(x, str) else value_text(table, x.type, next(found), names) for x in note.more]
    return " ".join([note.text, *more])


def short(name: str) -> str:
    """Returns a qualified name without its page."""
    return name.partition(".")[2]


def view(layout: Layout, state: State, seat: int | None, names: tuple[str, ...]) -> View:
    """Returns what a seat can see of a state. None sees everything (for tests and for the judge)."""
    table = layout.table
    places: list[PlaceView] = []
    for index, zone in enumerate(table.zones):
        for owner in range(layout.seats if zone.each_player else 1):
            cards = layout.held(state, index, owner)
            open_ = (
                seat is None
                or zone.visibility == "face up"
                or (zone.visibility == "seen by its player" and owner == seat)
            )
            shown: tuple[str, ...] | None = None
            if open_:
                at, depth = layout.place(index, owner), layout.depth[index]
                kinds = [k for k in state[at : at + depth] if k >= 0] + layout.listed(state[at + depth])
                shown = tuple(table.deck.kinds[k].name for k in kinds)
            places.append(PlaceView(zone.name, owner if zone.each_player else -1, shown, cards.bit_count()))
    variables: list[tuple[str, int, str]] = []
    for index, variable in enumerate(table.variables):
        for owner in range(layout.seats if variable.each_player else 1):
            if variable.secret and seat is not None and owner != seat:
                continue
            text = value_text(table, variable.type, state[layout.variable[index] + owner], names)
            variables.append((variable.name, owner if variable.each_player else -1, text))
    situations = []
    for index in layout.stack(state):
        situation = table.situations[index]
        type_: Type = Players() if situation.on_players else Player(True)
        owner_text = value_text(table, type_, state[layout.owner[index]], names)
        fields = tuple(
            (x.name, value_text(table, x.type, state[slot], names))
            for x, slot in zip(situation.fields, layout.field[index], strict=True)
            if seat is None or not x.secret
        )
        situations.append((situation.name, owner_text, fields))
    seats = tuple(i for i in range(layout.seats) if state[IN_PLAY] >> i & 1)
    winners = tuple(i for i in range(layout.seats) if state[WINNERS] >> i & 1)
    return View(
        seat, tuple(places), tuple(variables), tuple(situations), seats, bool(state[ROUND]), bool(state[MATCH]), winners
    )


def table_text(layout: Layout, state: State, names: tuple[str, ...], seat: int | None = None) -> str:
    """Describes the table in a few lines."""
    seen = view(layout, state, seat, names)
    lines: list[str] = []
    for place in seen.places:
        name = names[place.seat]
        whose = "" if place.seat < 0 else "your " if name == "you" else f"{name}'s "
        if place.cards is None or (place.seat < 0 and place.count > 12):
            top = f", {place.cards[0]} on top" if place.cards and layout.depth[_zone(layout, place.zone)] else ""
            text = f"{place.count} cards{top}"
        else:
            text = ", ".join(place.cards) or "nothing"
        lines.append(f"{whose}{short(place.zone)}: {text}")
    variables: dict[str, list[str]] = {}
    for name, owner, text in seen.variables:
        variables.setdefault(short(name), []).append(text if owner < 0 else f"{names[owner]} {text}")
    lines.extend(f"{name}: {', '.join(texts)}" for name, texts in variables.items())
    for name, whose, fields in seen.situations:
        extra = "".join(f", {k} {v}" for k, v in fields)
        lines.append(f"open: {short(name)} on {whose}{extra}")
    if not seen.match_runs or not seen.round_runs:
        what = "round" if seen.match_runs else "match"
        won = ", ".join(names[i] for i in seen.winners)
        lines.append(f"the {what} is over" + (f", won by {won}" if won else ""))
    return "\n".join(lines)


def _zone(layout: Layout, name: str) -> int:
    return next(i for i, z in enumerate(layout.table.zones) if z.name == name)


def move_text(table: Table, move: Move, names: tuple[str, ...]) -> str:
    """A move as a scenario says it: `ann plays red 5`."""
    offer = table.offers[move.offer]
    act = table.acts[offer.act]
    text = f"{names[move.seat]} {act.third}"
    if act.argument is not None:
        text += f" {value_text(table, act.argument, move.argument, names)}"
    text += named_text(table, act, names)
    if offer.manner:
        text += f" as {act.manners[offer.manner]}"
    return text
