"""The lowered program of a table: functions over one flat row of integers, bounded loops, calls. No objects, no text.

Values are integers of the machine and sets of cards. Where a set of cards comes from (`Cards`, slots and tables that are
marked so) is said, so that a printer for a machine without big integers may hold it as it likes; all else follows. Sets of
other things are bits of an integer, and may be wider than a word where a `OneOf` or a constant says so.
Names are chosen by the lowering and unique within a function.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from typing import Literal

from unodsl.model.effects import Tell


@dataclass(frozen=True, slots=True)
class Int:
    """A constant. 0 is also the empty set of cards."""

    value: int


@dataclass(frozen=True, slots=True)
class Cards:
    """A known set of cards, as `unodsl.engine.layout` lays it out."""

    value: int


@dataclass(frozen=True, slots=True)
class Name:
    """A local of the function."""

    name: str


@dataclass(frozen=True, slots=True)
class Slot:
    """The state's integer at an index, or the set of cards there."""

    index: Node
    cards: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A constant table's integer at an index; tables are named and listed in the program."""

    table: str
    index: Node


Operator = Literal["+", "-", "*", "/", "&", "|", "^", "&~", "<<", ">>", "==", "!=", "<", "<="]


@dataclass(frozen=True, slots=True)
class Op:
    """Two operands. `/` rounds down and gives 0 by 0; comparisons give 0 or 1; `&~` takes the right's bits out."""

    operator: Operator
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class OneOf:
    """A set, as bits, that holds only `index`; sets of its sort have at most `size` bits. Where `index` is `size` or more, or
    less than 0, nothing may depend on the value."""

    index: Node
    size: int


@dataclass(frozen=True, slots=True)
class All:
    """Whether all (`and`) or any (`or`) of the parts are not 0; parts after the deciding one are not looked at."""

    kind: Literal["and", "or"]
    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class IsZero:
    """1 where the operand is 0, else 0."""

    operand: Node


@dataclass(frozen=True, slots=True)
class Select:
    """`then` where the condition is not 0, else `otherwise`; only one of them is looked at."""

    condition: Node
    then: Node
    otherwise: Node


@dataclass(frozen=True, slots=True)
class Bits:
    """How many bits are set."""

    operand: Node


@dataclass(frozen=True, slots=True)
class LowBit:
    """The index of the lowest bit set; -1 of 0."""

    operand: Node


@dataclass(frozen=True, slots=True)
class Clamp:
    """The operand kept from `low` to `high`."""

    operand: Node
    low: int
    high: int


Intrinsic = Literal["add card", "take card", "merge cards", "neighbor", "place cards"]


@dataclass(frozen=True, slots=True)
class Call:
    """A function of the program (by its name) or an intrinsic of the run time; the state is always passed first. `draw` takes
    a random card from one slot's set of cards, puts it into another's, and gives its kind; `choose` gives a random number from 0 to
    one less than its last argument (its others: the site, as in `unodsl.engine.values`, and the set of players that are drawn
    from)."""

    function: str
    arguments: tuple[Node, ...]


Read = Int | Cards | Name | Slot | Entry
"""What is known, or lies somewhere."""

Made = OneOf | Bits | LowBit | Clamp | Call
"""What a machine works out in a way of its own."""

Node = Read | Made | Op | All | IsZero | Select


@dataclass(frozen=True, slots=True)
class Set:
    """A local takes a value."""

    name: str
    value: Node


@dataclass(frozen=True, slots=True)
class Store:
    """A slot of the state takes a value."""

    index: Node
    value: Node


@dataclass(frozen=True, slots=True)
class When:
    """One of two blocks."""

    condition: Node
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class Count:
    """`name` runs from 0 to `times` - 1; the block may `Leave`."""

    name: str
    times: Node
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class EachBit:
    """`name` is the index of each bit set in `bits` (looked up once), the lowest first."""

    name: str
    bits: Node
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class EachKind:
    """`name` is each kind of a set of cards (looked up once), in order, each once. `firsts`: the set holds no card but the
    first of each kind."""

    name: str
    cards: Node
    body: tuple[Statement, ...]
    firsts: bool = False


@dataclass(frozen=True, slots=True)
class Leave:
    """Ends the innermost `Count`."""


@dataclass(frozen=True, slots=True)
class Do:
    """A call for what it does."""

    call: Call


@dataclass(frozen=True, slots=True)
class Emit:
    """An event goes to the end of the queue: its number, player and argument."""

    event: int
    player: Node
    argument: Node


@dataclass(frozen=True, slots=True)
class Fired:
    """A rule ran: its number in `Program.rules`."""

    rule: int


@dataclass(frozen=True, slots=True)
class Report:
    """A note is shown (`text`), or cards are: a place (zone, seat) or one card (zone -1, kind), to a set of seats."""

    text: str | None
    zone: int
    what: Node
    to: Node


@dataclass(frozen=True, slots=True)
class Note:
    """A note with values in it is shown to a set of seats: its number in `Program.notes`, and the values."""

    note: int
    values: tuple[Node, ...]
    to: Node


@dataclass(frozen=True, slots=True)
class Ended:
    """A round or (`whole`) the match ends."""

    whole: bool


@dataclass(frozen=True, slots=True)
class RanOut:
    """A zone had fewer cards than were to be moved."""

    zone: int


@dataclass(frozen=True, slots=True)
class Offered:
    """A legal move: offer number, seat, argument (-1: none)."""

    offer: int
    seat: Node
    argument: Node


@dataclass(frozen=True, slots=True)
class Return:
    """Ends the function with a value."""

    value: Node


Statement = (
    Set
    | Store
    | When
    | Count
    | EachBit
    | EachKind
    | Leave
    | Do
    | Emit
    | Fired
    | Report
    | Note
    | Ended
    | RanOut
    | Offered
    | Return
)


@dataclass(frozen=True, slots=True)
class Function:
    """`name(state, *parameters)`. `comment` names the rule that it comes from; `cards`: the parameters that are sets of cards."""

    name: str
    parameters: tuple[str, ...]
    body: tuple[Statement, ...]
    comment: str = ""
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Program:
    """A table, lowered. `legal` maps the situation on top (-1: none) to the function that lists the moves then, with and
    without mistakes; `take_up` the offers to the functions that carry them out; `handlers` the events that have triggers. A function
    without a name is not there, for nothing calls it.
    `card_tables` are the tables of sets of cards. Functions that list moves list them sorted, except those in `unsorted`.
    `lays`: for each offer 1 where taking it up lays a card (`unodsl.engine.laying`), else 0. `notes`: those with values in them."""

    functions: tuple[Function, ...]
    tables: tuple[tuple[str, tuple[int, ...]], ...]
    rules: tuple[str, ...]
    legal: tuple[tuple[int, str, str], ...]
    take_up: tuple[str, ...]
    handlers: tuple[tuple[int, str], ...]
    settles: int | None
    table_events: tuple[int | None, ...]
    card_tables: frozenset[str]
    unsorted: frozenset[str]
    lays: tuple[int, ...]
    notes: tuple[Tell, ...] = ()


def parts(node: object) -> tuple[object, ...]:
    """All nodes and statements at and below a node, parents first. Nodes never change, so each is walked through once."""
    known = _BELOW.get(id(node))
    if known is None:
        if len(_BELOW) >= _MOST_BELOW:
            _BELOW.clear()
        known = _BELOW[id(node)] = node, _walked(node)
    return known[1]


_BELOW: dict[int, tuple[object, tuple[object, ...]]] = {}
"""What lies below the nodes that were asked about, by their address, with the node itself so that its address stays its own."""

_MOST_BELOW = 2_000
"""So many answers are kept before all are forgotten."""


def _walked(node: object) -> tuple[object, ...]:
    out: list[object] = []
    todo = [node]
    known = _NAMES
    while todo:
        at = todo.pop()
        kind = at.__class__
        if kind is tuple:
            todo += at[::-1]  # type: ignore[index]
            continue
        names = known[kind] if kind in known else names_of(kind)
        if names is not None:
            out.append(at)
            for name in reversed(names):
                todo.append(getattr(at, name))
    return tuple(out)


def names_of(kind: type) -> tuple[str, ...] | None:
    """The names of the fields of a class of nodes in which there may be nodes; None for what is no node."""
    if kind not in _NAMES:
        _NAMES[kind] = tuple(x.name for x in fields(kind) if x.type not in _PLAIN) if is_dataclass(kind) else None
    return _NAMES[kind]


_NAMES: dict[type, tuple[str, ...] | None] = {}
"""What `names_of` answered."""

_PLAIN = ("int", "str", "bool", "int | None", "str | None")
"""The types of fields in which there are none, as they are written."""
