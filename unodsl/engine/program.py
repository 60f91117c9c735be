"""The intermediate representation of a table's program: functions over one flat row of integers, bounded loops, calls.
No objects, no text.

Values are machine integers and sets of cards. Sources of card sets are marked (`Cards`, slots and tables), so that a
printer for a machine without big integers can choose their representation. Sets of other things are bits of an integer,
and may be wider than a word if a `OneOf` or a constant says so.

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
    """A constant set of cards, in the layout of `unodsl.engine.layout`."""

    value: int


@dataclass(frozen=True, slots=True)
class Name:
    """A local variable."""

    name: str


@dataclass(frozen=True, slots=True)
class Slot:
    """The state's integer at an index, or the set of cards there."""

    index: Node
    cards: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """An element of a constant table; tables are named and listed in the program."""

    table: str
    index: Node


Operator = Literal["+", "-", "*", "/", "&", "|", "^", "&~", "<<", ">>", "==", "!=", "<", "<="]


@dataclass(frozen=True, slots=True)
class Op:
    """A binary operation. `/` rounds down and gives 0 by 0; comparisons give 0 or 1; `&~` clears the right operand's
    bits."""

    operator: Operator
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class OneOf:
    """A set, as bits, with the single element `index`; its type has at most `size` bits. If `index` is `size` or more,
    or negative, the value is undefined."""

    index: Node
    size: int


@dataclass(frozen=True, slots=True)
class All:
    """Whether all (`and`) or any (`or`) of the parts are not 0, with short-circuit evaluation."""

    kind: Literal["and", "or"]
    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class IsZero:
    """1 where the operand is 0, else 0."""

    operand: Node


@dataclass(frozen=True, slots=True)
class Select:
    """`then` if the condition is not 0, else `otherwise`; only one of them is evaluated."""

    condition: Node
    then: Node
    otherwise: Node


@dataclass(frozen=True, slots=True)
class Bits:
    """The number of bits set."""

    operand: Node


@dataclass(frozen=True, slots=True)
class LowBit:
    """The index of the lowest bit set; -1 of 0."""

    operand: Node


@dataclass(frozen=True, slots=True)
class Clamp:
    """The operand clamped to `low` and `high`."""

    operand: Node
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a function of the program (by its name) or of an intrinsic of the runtime; the state is always passed
    first. `draw` moves a random card from one slot's set of cards to another's, and returns its kind; `choose` returns
    a random number from 0 to one less than its last argument (the others: the site, as in `unodsl.engine.values`, and
    the set of players to draw from)."""

    function: str
    arguments: tuple[Node, ...]


Read = Int | Cards | Name | Slot | Entry
"""Constants and loads."""

Made = OneOf | Bits | LowBit | Clamp | Call
"""Operations that each machine implements in its own way."""

Node = Read | Made | Op | All | IsZero | Select


@dataclass(frozen=True, slots=True)
class Set:
    """Assigns a local."""

    name: str
    value: Node


@dataclass(frozen=True, slots=True)
class Store:
    """Assigns a slot of the state."""

    index: Node
    value: Node


@dataclass(frozen=True, slots=True)
class When:
    """A conditional."""

    condition: Node
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class Count:
    """A loop of `name` from 0 to `times` - 1; the block may `Leave`."""

    name: str
    times: Node
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class EachBit:
    """A loop over the indexes of the bits set in `bits` (evaluated once), in ascending order."""

    name: str
    bits: Node
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class EachKind:
    """A loop over the distinct kinds of a set of cards (evaluated once), in order. `firsts`: the set has only the first
    card of each kind."""

    name: str
    cards: Node
    body: tuple[Statement, ...]
    firsts: bool = False


@dataclass(frozen=True, slots=True)
class Leave:
    """Exits the innermost `Count`."""


@dataclass(frozen=True, slots=True)
class Do:
    """A call for its side effects."""

    call: Call


@dataclass(frozen=True, slots=True)
class Emit:
    """Appends an event to the queue: its number, player and argument."""

    event: int
    player: Node
    argument: Node


@dataclass(frozen=True, slots=True)
class Fired:
    """Records that a rule ran: its number in `Program.rules`."""

    rule: int


@dataclass(frozen=True, slots=True)
class Report:
    """Records a note (`text`), or shown cards: a place (zone, seat) or one card (zone -1, kind), for a set of seats."""

    text: str | None
    zone: int
    what: Node
    to: Node


@dataclass(frozen=True, slots=True)
class Note:
    """Records a note with values for a set of seats: its number in `Program.notes`, and the values."""

    note: int
    values: tuple[Node, ...]
    to: Node


@dataclass(frozen=True, slots=True)
class Ended:
    """Records the end of a round or (`whole`) of the match."""

    whole: bool


@dataclass(frozen=True, slots=True)
class RanOut:
    """Records that a zone had fewer cards than were to be moved."""

    zone: int


@dataclass(frozen=True, slots=True)
class Offered:
    """Lists a legal move: offer number, seat, argument (-1: none)."""

    offer: int
    seat: Node
    argument: Node


@dataclass(frozen=True, slots=True)
class Return:
    """Returns from the function with a value."""

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
    """A function `name(state, *parameters)`. `comment`: the rule that it comes from; `cards`: the parameters that are
    sets of cards."""

    name: str
    parameters: tuple[str, ...]
    body: tuple[Statement, ...]
    comment: str = ""
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Program:
    """The program of a table. `legal`: for each situation on top (-1: none) the functions that list its moves, with and
    without mistakes; `take_up`: the functions of the offers; `handlers`: those of the events with triggers. A function
    without callers is missing.

    `card_tables`: the tables of card sets. Functions that list moves list them sorted, except those in `unsorted`.
    `lays`: for each offer 1 if it lays a card (`unodsl.engine.laying`), else 0. `notes`: those with values.
    """

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
    """All nodes and statements at and below a node, in preorder. Memoized, since nodes are immutable."""
    known = _BELOW.get(id(node))
    if known is None:
        if len(_BELOW) >= _MOST_BELOW:
            _BELOW.clear()
        known = _BELOW[id(node)] = node, _walked(node)
    return known[1]


_BELOW: dict[int, tuple[object, tuple[object, ...]]] = {}
"""The cache of `parts`, by node id, with the node itself so that its id stays unique."""

_MOST_BELOW = 2_000
"""The size of the cache; it is cleared when full."""


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
    """The fields of a class of nodes that may contain nodes; None for other classes."""
    if kind not in _NAMES:
        _NAMES[kind] = tuple(x.name for x in fields(kind) if x.type not in _PLAIN) if is_dataclass(kind) else None
    return _NAMES[kind]


_NAMES: dict[type, tuple[str, ...] | None] = {}
"""The cache of `names_of`."""

_PLAIN = ("int", "str", "bool", "int | None", "str | None")
"""The types of fields without nodes, as they are written."""
