"""The syntax tree. It mirrors the text: no name is looked up here. Every node carries the place it stands at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from unodsl.source import Source, Span
from unodsl.syntax.expression_nodes import (
    Aggregate as Aggregate,
)
from unodsl.syntax.expression_nodes import (
    Apply as Apply,
)
from unodsl.syntax.expression_nodes import (
    Arithmetic as Arithmetic,
)
from unodsl.syntax.expression_nodes import (
    Choose as Choose,
)
from unodsl.syntax.expression_nodes import (
    Compare as Compare,
)
from unodsl.syntax.expression_nodes import (
    Exists as Exists,
)
from unodsl.syntax.expression_nodes import (
    Expr as Expr,
)
from unodsl.syntax.expression_nodes import (
    Followed as Followed,
)
from unodsl.syntax.expression_nodes import (
    Group as Group,
)
from unodsl.syntax.expression_nodes import (
    Listed as Listed,
)
from unodsl.syntax.expression_nodes import (
    Logic as Logic,
)
from unodsl.syntax.expression_nodes import (
    Name as Name,
)
from unodsl.syntax.expression_nodes import (
    Negative as Negative,
)
from unodsl.syntax.expression_nodes import (
    Not as Not,
)
from unodsl.syntax.expression_nodes import (
    Phrase as Phrase,
)
from unodsl.syntax.expression_nodes import (
    Positive as Positive,
)
from unodsl.syntax.expression_nodes import (
    Range as Range,
)
from unodsl.syntax.expression_nodes import (
    Relation as Relation,
)
from unodsl.syntax.expression_nodes import (
    Select as Select,
)
from unodsl.syntax.expression_nodes import (
    Text as Text,
)
from unodsl.syntax.expression_nodes import (
    Word as Word,
)

# ------------------------------------------------------------------------------------------------------------ effects


@dataclass(frozen=True, slots=True)
class Manner:
    """`as NAME` (`as anything` for whatever manner), `standing for CARD`, or both."""

    name: Name | None
    standing_for: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Deed:
    """Somebody does something, or something happens: the resolver finds the verb in the leftmost phrase."""

    body: Expr
    manner: Manner | None
    span: Span


@dataclass(frozen=True, slots=True)
class Assign:
    """`target becomes value`, `target += value`, `target -= value`."""

    target: Expr
    operator: Literal["becomes", "+=", "-="]
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Begin:
    """`begin situation on owner with field value, ...`, or `begin a round` (no owner)."""

    what: Phrase
    owner: Expr | None
    fields: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class End:
    """`end situation`, `end the round won by ...`, `end the match won by ...`."""

    what: Phrase
    won_by: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Pass:
    """`pass situation to owner`."""

    what: Phrase
    to: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class MoveCard:
    """`move card X from A to B`."""

    card: Expr
    origin: Expr
    target: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class MoveTop:
    """`move top N from A to B`; N None means 1."""

    count: Expr | None
    origin: Expr
    target: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class MoveAll:
    """`move all [but top N] from A to B`; `keep` is the number of cards that stay on top, 0 for none. `move all WHAT [where
    C] from A to B`: `picked` are the words and the condition, of which either can be missing."""

    keep: int
    picked: Select | None
    origin: Expr
    target: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class ZoneEffect:
    """`gather into A`, `shuffle A`."""

    kind: Literal["gather", "shuffle"]
    zone: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Swap:
    """`swap A with B`: two zones, or two variables, change contents."""

    left: Expr
    right: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Give:
    """`give every ZONE to PLAYER`, looked up for each holder, all at once."""

    zone: Phrase
    to: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Show:
    """`show ZONE-or-CARD to PLAYERS`."""

    what: Expr
    to: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Tell:
    """`note "text", VALUE, "text" to PLAYERS`; `more` is what stands behind the first comma, `to` None means everyone."""

    text: Text
    more: tuple[Expr | Text, ...]
    to: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Seating:
    """`remove PLAYER` from the table, or `seat PLAYER` at it."""

    kind: Literal["remove", "seat"]
    who: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class SetChange:
    """`include PLAYER among SET`, `exclude PLAYER from SET`."""

    kind: Literal["include", "exclude"]
    who: Expr
    target: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class DoNothing:
    """`do nothing`."""

    span: Span


@dataclass(frozen=True, slots=True)
class If:
    """`if condition` block `otherwise` block."""

    condition: Expr
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ForEach:
    """`for each player in SET from PLAYER` block; clockwise from `start`, or from the first seat."""

    players: Expr | None
    start: Expr | None
    body: tuple[Effect, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Repeat:
    """`repeat N times`, or `repeat at most N times while CONDITION`."""

    times: Expr
    condition: Expr | None
    body: tuple[Effect, ...]
    span: Span


Effect = (
    Deed
    | Assign
    | Begin
    | End
    | Pass
    | MoveCard
    | MoveTop
    | MoveAll
    | ZoneEffect
    | Swap
    | Give
    | Show
    | Tell
    | Seating
    | SetChange
    | DoNothing
    | If
    | ForEach
    | Repeat
)


# --------------------------------------------------------------------------------------------------------------- rules


@dataclass(frozen=True, slots=True)
class Offer:
    """`WHO may DEED` and its kin."""

    who: Expr
    mode: Literal["may", "must", "otherwise", "mistake", "aside"]
    deed: Deed
    span: Span


@dataclass(frozen=True, slots=True)
class Ban:
    """`WHO cannot DEED`."""

    who: Expr
    deed: Deed
    span: Span


@dataclass(frozen=True, slots=True)
class When:
    """`when DEED`."""

    deed: Deed
    span: Span


@dataclass(frozen=True, slots=True)
class Means:
    """`HEAD means VALUE`, or `HEAD is PREDICATE means VALUE` where `predicate` is set."""

    head: Expr
    predicate: Phrase | None
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Allow:
    """`allow CODE with RULE "reason"`: the finding (with that rule; None: any) is known and meant."""

    code: Name
    rule: Name | None
    reason: Text
    span: Span


@dataclass(frozen=True, slots=True)
class During:
    """`during A or B`; `at any time` has no phrases."""

    situations: tuple[Phrase, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as written. Which of the parts may stand together is for the resolver to say."""

    name: Name
    title: Text | None
    clauses: tuple[Name, ...]
    during: tuple[During, ...]
    heads: tuple[When | Offer | Ban | Means, ...]
    conditions: tuple[Expr, ...]
    instead: tuple[Name, ...]
    before: tuple[Name, ...]
    after: tuple[Name, ...]
    despite: tuple[Name, ...]
    allows: tuple[Allow, ...]
    effects: tuple[Effect, ...] | None
    span: Span


# -------------------------------------------------------------------------------------------------------- declarations


@dataclass(frozen=True, slots=True)
class Value:
    """One item of a list: a phrase, or a phrase that ends in a number `to` another number."""

    phrase: Phrase
    to: Word | None
    span: Span


@dataclass(frozen=True, slots=True)
class TypePart:
    """One alternative of a type: a phrase, or a range of numbers."""

    phrase: Phrase | None
    low: int
    high: int
    span: Span


@dataclass(frozen=True, slots=True)
class Type:
    """`a or b or c`."""

    parts: tuple[TypePart, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Seats:
    """`seats LOW to HIGH`."""

    low: int
    high: int
    span: Span


@dataclass(frozen=True, slots=True)
class Needs:
    """`needs CONDITION "why not"`: tables for which it does not hold are refused."""

    condition: Expr
    message: Word
    span: Span


@dataclass(frozen=True, slots=True)
class Parameter:
    """`parameter NAME "title": TYPE, default VALUE`."""

    name: Phrase
    title: Text | None
    type: Type
    default: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class SetParameter:
    """`set NAME to VALUE`."""

    name: Phrase
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Attribute:
    """`color is red, blue`: what a card can have."""

    name: Phrase
    values: tuple[Value, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Cards:
    """`2 of each color: 1 to 9, joker`, `1 of circle: 1 to 5, 7`; or `remove 1 of ...`, with `count` None: all of them. `each` is
    the attribute of which there is every value, `of` are values that all of the cards have."""

    kind: Literal["add", "remove"]
    count: int | None
    each: Phrase | None
    of: Phrase | None
    values: tuple[Value, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Packs:
    """`packs N`."""

    count: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Deck:
    """`deck in ZONE` and its lines."""

    zone: Phrase | None
    lines: tuple[Attribute | Cards | Packs, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Zone:
    """`zone NAME [of each player], VISIBILITY`."""

    name: Phrase
    each_player: bool
    visibility: Phrase
    span: Span


@dataclass(frozen=True, slots=True)
class Variable:
    """`variable NAME [of each player]: TYPE, starts VALUE, kept, secret`; also a field of a situation. `again` is a value that
    stands behind a second `starts`."""

    name: Phrase
    each_player: bool
    type: Type
    starts: Expr | None
    again: Expr | None
    kept: bool
    secret: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Situation:
    """`situation NAME on a player` (or `on players`) and its fields."""

    name: Phrase
    on: Phrase
    fields: tuple[Variable, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Act:
    """`act VERB a card from ZONE`, its manners and what it always does."""

    phrase: Phrase
    type: Type | None
    origin: Phrase | None
    manners: tuple[Name, ...]
    effects: tuple[Effect, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Names:
    """`requires`, `brings`, `excludes`, `without`, `clause`, `with`, `seats` of a scenario: a keyword and names. `without` names
    rules in a game or an option, and options in a scenario."""

    kind: Literal["requires", "brings", "excludes", "without", "clause", "with", "seats"]
    names: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class OnByDefault:
    """`on by default`: an option that is on unless it is left out."""

    span: Span


Item = Seats | Needs | Parameter | SetParameter | Names | OnByDefault | Deck | Zone | Variable | Situation | Act | Rule


@dataclass(frozen=True, slots=True)
class Use:
    """`use "file"`."""

    path: Text
    span: Span


@dataclass(frozen=True, slots=True)
class Game:
    """`game NAME "title" extends NAME`."""

    name: Name
    title: Text | None
    extends: Name | None
    items: tuple[Item, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class OptionsFor:
    """`options for NAME`."""

    game: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Option:
    """`option NAME "title"`."""

    name: Name
    title: Text | None
    items: tuple[Item, ...]
    span: Span


# ------------------------------------------------------------------------------------------------------------ scenarios


@dataclass(frozen=True, slots=True)
class Statement:
    """A line of a scenario: part of the position, something that happens, or a move. `items` stand between commas, each with the
    manner said of it; there is at least one."""

    items: tuple[Deed, ...]
    fields: tuple[Expr, ...]
    by: Name | None
    span: Span


@dataclass(frozen=True, slots=True)
class Expect:
    """`expect CONDITION`, or about moves, what is shown, what has happened. `items` as in `Statement`; `when`: the moment that it
    is about, None: now; `because`: why a table is refused."""

    items: tuple[Deed, ...]
    fields: tuple[Expr, ...]
    by: Name | None
    when: Expr | None
    because: Text | None
    span: Span


@dataclass(frozen=True, slots=True)
class ExpectNote:
    """`expect note "text"`, `expect no note "text"`, `expect no note`; `to`: whom it is shown to, None: anybody."""

    text: Text | None
    shown: bool
    to: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Scenario:
    """`scenario "title"` and its lines in order."""

    title: Text
    lines: tuple[Names | SetParameter | Statement | Expect | ExpectNote, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class File:
    """One file."""

    source: Source
    items: tuple[Use | Game | OptionsFor | Option | Scenario, ...]
