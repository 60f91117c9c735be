"""Moves in words and as numbers: a fixed action space for each table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from unodsl.api import arguments
from unodsl.engine.api import Move
from unodsl.engine.describe import move_text, named_text, named_values, short, value_text
from unodsl.engine.sayable import sayable
from unodsl.engine.wasm_vector import FIXED, NOTHING, PLAIN, SEAT, SEATS, Numbering
from unodsl.model.table import LEFT_ALONE, Offer, Table
from unodsl.model.types import Card, Enumeration, Number, Player, Players, YesNo


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move, in parts. Seats count from 0. `rule`: the qualified name of the offer; `act`: the act's name;
    `manner`: "" if the act has none; `named`: the values named along with it, in words. Exactly one of `card`,
    `number`, `opponent`, `players` and `value` (a color, a yes or no) is the act's argument; all are None if it has
    none, or if the argument is nothing. `action`: the number of the move in `Actions`, or -1 if it is left out there.
    `words`: the line of a scenario, to which `by` and the rule may be added where several offers fit it."""

    move: Move
    seat: int
    player: str
    rule: str
    act: str
    manner: str
    named: tuple[str, ...]
    card: str | None
    number: int | None
    opponent: int | None
    players: tuple[int, ...] | None
    value: str | None
    action: int
    words: str


@dataclass(frozen=True, slots=True)
class _Range:
    """The actions of one offer: `many` numbers from `first`, for arguments from `low`."""

    first: int
    many: int
    low: int


class Actions:
    """The action space of a table, numbered from 0. Each offer, in the order of names, has one action for each argument
    that the player may choose, from the first to the last one that its conditions permit; or a single action if there
    is no choice. An offer that names something has these for each way to name it. The last number, `leave`, passes the
    decision to the other players.

    Players are counted from the actor: opponent 1 is the next seat, whatever the direction of play; in a set of
    players, bit 0 is the actor. So a number means the same for every seat. Offers that the game does not depend on
    (`LEFT_ALONE`) are left out unless `mistakes`.
    """

    def __init__(self, table: Table, mistakes: bool = False) -> None:
        self.table = table
        self.mistakes = mistakes
        self._seen_from = [self._siblings(i) for i in range(len(table.offers))]
        """For each offer and seat: the corresponding offer as seen from seat 0."""
        limits = {i: self._values(offer) for i, offer in enumerate(table.offers)}
        ranges: list[_Range | None] = []
        owners: list[int] = []
        for index, offer in enumerate(table.offers):
            act = table.acts[offer.act]
            oneself = any(x.excludes_self and v == 0 for x, v in zip(act.named, act.values, strict=False))
            # (relative to seat 0, the actor is player 0)
            if oneself or (offer.mode in LEFT_ALONE and not mistakes):
                ranges.append(None)
                continue
            found = [limits[i] for i in {index, *self._seen_from[index]}]
            low = min(x for x, _ in found)
            many = max(x + n for x, n in found) - low
            ranges.append(_Range(len(owners), many, low))
            owners += [index] * many
        self._ranges = tuple(ranges)
        self._owners = tuple(owners)
        self.leave = len(owners)
        """The number of the action that passes to the other players."""
        self.size = len(owners) + 1
        """The size of the action space, `leave` included."""

    def __repr__(self) -> str:
        return f"<{self.size} actions of {self.table.title}, {self.table.seats} seats>"

    def _siblings(self, index: int) -> tuple[int, ...]:
        """For each seat the offer that names, relative to seat 0, the players that an offer names relative to that
        seat."""
        table, offer = self.table, self.table.offers[index]
        act = table.acts[offer.act]
        if not any(isinstance(x.type, Player) and v >= 0 for x, v in zip(act.named, act.values, strict=False)):
            return (index,) * table.seats
        alike = {
            table.acts[o.act].values: i
            for i, o in enumerate(table.offers)
            if o.info.name == offer.info.name and table.same_verb(o.act, offer.act)
        }
        out = []
        for seat in range(table.seats):
            values = tuple(
                (v - seat) % table.seats if isinstance(x.type, Player) and v >= 0 else v
                for x, v in zip(act.named, act.values, strict=True)
            )
            out.append(alike.get(values, index))
        return tuple(out)

    def _values(self, offer: Offer) -> tuple[int, int]:
        """The lowest argument of an offer as a number, and the width of its range."""
        low, many = self._choices(offer)
        act = self.table.acts[offer.act]
        if low < 0 or act.argument is None or isinstance(act.argument, Player | Players | Number):
            return low, many
        found = sayable(self.table, offer, range(low, low + many))
        return (found[0], found[-1] - found[0] + 1) if found else (low, 1)

    def _choices(self, offer: Offer) -> tuple[int, int]:
        """The lowest value of an offer's argument type as a number, and the number of values."""
        act, seats = self.table.acts[offer.act], self.table.seats
        if act.argument is None or offer.argument is not None:
            return -1, 1
        match act.argument:
            case Card():
                return 0, len(self.table.deck.kinds)
            case Player():
                return (1, seats - 1) if act.excludes_self else (0, seats)
            case Players():
                return 0, 1 << seats
            case Number():
                low, high = offer.choices or (act.argument.low, act.argument.high)
                return low, high - low + 1
            case Enumeration():
                return 0, len(act.argument.values)
            case YesNo():
                return 0, 2
            case _:
                assert_never(act.argument)

    def number(self, move: Move) -> int:
        """The action of a move; -1 if its offer is left out."""
        found = self._ranges[self._seen_from[move.offer][move.seat]]
        if found is None:
            return -1
        if found.low < 0 and found.many == 1:
            return found.first
        value, seats = move.argument, self.table.seats
        match self.table.acts[self.table.offers[move.offer].act].argument:
            case Player():
                value = (value - move.seat) % seats
            case Players():
                value = (value >> move.seat | value << (seats - move.seat)) & ((1 << seats) - 1)
            case _:
                pass
        return found.first + value - found.low

    def numbering(self) -> Numbering:
        """The action space for compiled code."""
        kinds = {Player: SEAT, Players: SEATS}
        values = []
        for offer, found in zip(self.table.offers, self._ranges, strict=True):
            argument = self.table.acts[offer.act].argument
            if found is None or argument is None:
                values.append(NOTHING)
            elif found.low < 0 and found.many == 1:
                values.append(FIXED)
            else:
                values.append(kinds.get(type(argument), PLAIN))
        first = tuple(-1 if x is None else x.first for x in self._ranges)
        low = tuple(0 if x is None else x.low for x in self._ranges)
        turned = tuple(x for row in self._seen_from for x in row)
        back = [i for i in range(len(self._seen_from)) for _ in range(self.table.seats)]
        for at, index in enumerate(turned):
            back[index * self.table.seats + at % self.table.seats] = at // self.table.seats
        named = turned != tuple(back) or any(i != x for i, row in enumerate(self._seen_from) for x in row)
        return Numbering(
            first, low, tuple(values), self._owners, self.leave, turned if named else (), tuple(back) if named else ()
        )

    def words(self, action: int) -> str:
        """Describes an action: its rule, act and argument. Raises `IndexError`."""
        action = arguments.whole(action, "action")
        if action == self.leave:
            return "leave it to others"
        if not 0 <= action < self.leave:
            raise IndexError(f"there is no action {action}: they go from 0 to {self.leave}")
        index = self._owners[action]
        found = self._ranges[index]
        assert found is not None
        offer = self.table.offers[index]
        act = self.table.acts[offer.act]
        text = f"{offer.info.name}: {short(act.verb)}"
        value = found.low + action - found.first
        if act.argument is not None and offer.argument is None:
            names = ("oneself", *(f"player +{i}" for i in range(1, self.table.seats)))
            text += f" {value_text(self.table, act.argument, value, names)}"
        text += named_text(self.table, act, ("oneself", *(f"player +{i}" for i in range(1, self.table.seats))))
        if offer.manner:
            text += f" as {act.manners[offer.manner]}"
        return text

    def choice(self, move: Move, names: tuple[str, ...]) -> Choice:
        """Splits a legal move into parts."""
        offer = self.table.offers[move.offer]
        act = self.table.acts[offer.act]
        card = number = opponent = players = value = None
        if act.argument is not None and (move.argument >= 0 or isinstance(act.argument, Number)):
            match act.argument:
                case Card():
                    card = self.table.deck.kinds[move.argument].name
                case Number():
                    number = move.argument
                case Player():
                    opponent = move.argument
                case Players():
                    players = tuple(i for i in range(self.table.seats) if move.argument >> i & 1)
                case Enumeration() | YesNo():
                    value = value_text(self.table, act.argument, move.argument, names)
                case _:
                    assert_never(act.argument)
        return Choice(
            move,
            move.seat,
            names[move.seat],
            offer.info.name,
            short(act.verb),
            act.manners[offer.manner],
            named_values(self.table, act, names),
            card,
            number,
            opponent,
            players,
            value,
            self.number(move),
            move_text(self.table, move, names),
        )
