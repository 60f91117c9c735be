"""A table: one game with its options, parameters and seats, resolved. Everything downstream reads this and nothing else.

Indexes: zones, variables, situations, acts, attributes and kinds are numbered from 0 in the order of their tuples, which
is the order of their qualified names and never that of the files. In every rule, `Local` 0 is the player concerned (the
acting player of an offer, the player of an event; nothing where there is none) and `Local` 1 is the argument (the card
played, the color named; nothing where there is none). Higher locals are bound inside expressions and effects.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from unodsl.model.effects import Effect
from unodsl.model.expressions import Expr, Local, Place
from unodsl.model.types import Type, Visibility
from unodsl.source import Span

PLAYER_LOCAL = 0
ARGUMENT_LOCAL = 1
SEAT_NAMES = (
    "ann",
    "bob",
    "cyd",
    "dan",
    "eve",
    "fay",
    "gus",
    "hal",
    "ivy",
    "jon",
    "kim",
    "lee",
    "max",
    "ned",
    "oda",
    "pia",
)
"""What seats are called where nobody says."""
PLAIN = 0
"""The manner of an act done without a manner."""


@dataclass(frozen=True, slots=True)
class CardAttribute:
    """`values` in the order of the deck; `numbers` holds the number that a value shows, or None."""

    name: str
    values: tuple[str, ...]
    numbers: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class CardKind:
    """A kind of card: one value index for each attribute (-1: none), and its number of copies in the deck."""

    name: str
    values: tuple[int, ...]
    copies: int


@dataclass(frozen=True, slots=True)
class Packs:
    """That a game or an option says how many packs lie in a zone: as it is written, and the number."""

    zone: int
    by: str
    written: str
    number: int
    span: Span


@dataclass(frozen=True, slots=True)
class Deck:
    """All cards of the table. Kinds are sorted by their attribute values; `home` is the zone where they lie before a
    round, but for those that `elsewhere` counts: zones with so many copies of each kind, in the order of zones. `by_options`, for
    a family whose options change the deck: how many cards of each kind there are with each set of those options, the empty one
    first, where `kinds` say how many some table has. `packs`: who says how many packs there are; the last one of a zone counts."""

    attributes: tuple[CardAttribute, ...]
    kinds: tuple[CardKind, ...]
    home: int
    by_options: tuple[tuple[frozenset[str], tuple[int, ...]], ...] = ()
    elsewhere: tuple[tuple[int, tuple[int, ...]], ...] = ()
    packs: tuple[Packs, ...] = field(default=(), compare=False)

    @property
    def homes(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Each zone where cards lie before a round, `home` first, and how many of each kind lie there."""
        away = [sum(copies) for copies in zip(*(copies for _, copies in self.elsewhere), strict=True)] or [0] * len(
            self.kinds
        )
        at_home = tuple(max(0, kind.copies - n) for kind, n in zip(self.kinds, away, strict=True))
        return (self.home, at_home), *self.elsewhere

    def home_of(self, kind: int) -> int:
        """A zone where cards of a kind lie before a round; `home` if some do."""
        return next((zone for zone, copies in self.homes if copies[kind]), self.home)

    @property
    def size(self) -> int:
        """How many cards there are."""
        return sum(kind.copies for kind in self.kinds)


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for cards. A `face up` zone is a pile with an order; the others are sets of cards, shuffled at any time."""

    name: str
    each_player: bool
    visibility: Visibility
    span: Span | None


@dataclass(frozen=True, slots=True)
class Variable:
    """State outside the cards. `kept` ones outlive the round; `secret` ones are seen by their own player alone."""

    name: str
    each_player: bool
    type: Type
    starts: int
    kept: bool
    secret: bool
    span: Span | None


@dataclass(frozen=True, slots=True)
class SituationField:
    """A field of a situation and what it starts with. Nobody at the table sees a `secret` one; only rules do."""

    name: str
    type: Type
    starts: int
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Situation:
    """What the table may wait for. It is open at most once: beginning it again moves it to the top of the stack with
    its new owner and fields. `on_players`: its owner is a set."""

    name: str
    on_players: bool
    fields: tuple[SituationField, ...]
    span: Span | None


@dataclass(frozen=True, slots=True)
class Named:
    """What can be named along with an act: its noun, its type, and whether oneself is left out."""

    noun: str
    type: Type
    excludes_self: bool = False


@dataclass(frozen=True, slots=True)
class Act:
    """Something that players do. `argument` is the type of what it is done with, or None; `origin` is the zone from
    which a card argument comes (the player's own, or one of the table that lies face up), or None. `manners[0]` is the plain manner, named "". `effects` are what
    the act always does, with locals 0 and 1 as in rules. `third` is its verb after a name: `plays`. `named`: what can be named along
    with it; each way to do so is an act of its own, with the same `verb` (the qualified name of the one along with which nothing is
    named), and `values` says what is named (-1: nothing). Such acts follow each other, the one without anything first."""

    name: str
    third: str
    argument: Type | None
    argument_name: str
    excludes_self: bool
    origin: int | None
    manners: tuple[str, ...]
    effects: tuple[Effect, ...]
    span: Span | None
    named: tuple[Named, ...] = ()
    values: tuple[int, ...] = ()
    base: str = ""

    @property
    def verb(self) -> str:
        """What acts share that differ only in what is named along with them."""
        return self.base or self.name


# --------------------------------------------------------------------------------------------------------------- rules


@dataclass(frozen=True, slots=True)
class Allowance:
    """A finding that the author knows and means; `rule` narrows it to findings with that other rule."""

    code: str
    rule: str | None
    reason: str
    span: Span


@dataclass(frozen=True, slots=True)
class Part:
    """A condition in the text of a rule, or of a definition that it uses: a `line` that begins with `if`, the condition of a `branch`
    among effects, that of a `case` of a value, or a `word` that stands beside others behind `and` or `or`. `condition` is what it means
    in this rule; its locals are numbered as there."""

    role: Literal["line", "branch", "case", "word"]
    span: Span
    condition: Expr


@dataclass(frozen=True, slots=True)
class Written:
    """A rule that names something along with its act, as it is written: its act is the one that names nothing, and `locals` stand
    for what is named, each with its place among what can be."""

    rule: Rule
    locals: tuple[tuple[int, Local], ...]


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """What every rule has. `name` is qualified (`page.rule`); `option` is the qualified option it belongs to, or None for
    the rules of a game. Relations hold qualified names, also of rules that are not at this table. `span` is the whole
    rule, `head` its telling line. `parts`: the conditions in its text. A rule that names something is there once for each way to
    do so; `written` is then the same for all of them."""

    name: str
    title: str
    clauses: tuple[str, ...]
    option: str | None
    instead: tuple[str, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]
    despite: tuple[str, ...]
    allows: tuple[Allowance, ...]
    span: Span
    head: Span
    parts: tuple[Part, ...] = field(default=(), compare=False, repr=False)
    written: Written | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ActEvent:
    """A player did an act in a manner."""

    act: int
    manner: int


@dataclass(frozen=True, slots=True)
class OfferEvent:
    """A player took up an offer: `offer` is an index into `Table.offers`."""

    offer: int


@dataclass(frozen=True, slots=True)
class SituationEvent:
    """A situation opened, closed, or has nobody left to answer (its player local is the owner, nothing for sets)."""

    kind: Literal["begins", "ends", "completes"]
    situation: int


@dataclass(frozen=True, slots=True)
class TableEvent:
    """What happens to the table as a whole. `settles`: a cascade came to rest with at most one situation open, and the
    round runs; at most once in a cascade. `position`: a scenario has laid out its position."""

    kind: Literal["match begins", "round begins", "round ends", "match ends", "settles", "position", "joins", "leaves"]


Event = ActEvent | OfferEvent | SituationEvent | TableEvent


@dataclass(frozen=True, slots=True)
class Trigger:
    """When one of `events` happens and the guard holds then, the effects run, unless a trigger that stands instead of
    it has run for this event. `replaced_by` are indexes into `Table.triggers`."""

    info: RuleInfo
    events: tuple[Event, ...]
    guard: Expr
    effects: tuple[Effect, ...]
    replaced_by: tuple[int, ...]


OfferMode = Literal["may", "must", "otherwise", "mistake", "aside"]
LEFT_ALONE: frozenset[OfferMode] = frozenset({"mistake", "aside"})
"""Modes of offers that the game does not depend on, and that bots ignore by default."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A move that players can make.

    It stands while one of `situations` (indexes; empty: any time that the match runs) is on top of the stack, for each
    player of the set `who` for whom `guard` holds. `argument` is the fixed argument (an expression over local 0), or None:
    then it is free, over the cards of the act's origin in the player's hand, or over all values of the act's argument type
    (`choices` narrows numbers to (low, high)). `who` is evaluated without locals. Taking it up runs the act's own effects,
    then `effects`, then the act's event, then the offer's event.

    While a player has a `must` move in the top situation, the `may` and `otherwise` moves of offers that are bound to
    situations are not legal for that player. A move that a ban takes away is not legal unless the ban's name is in the
    offer's `despite`. A move of an offer is not legal while an offer of `replaced_by` (indexes into `Table.offers`) has the
    same act (whatever is named along with it), seat and argument. `stands_for`: the card that the played card counts as, over locals 0 and 1. `absent`: the
    offer is made to seats that do not take part, and to no others.
    """

    info: RuleInfo
    mode: OfferMode
    situations: tuple[int, ...]
    who: Expr
    act: int
    argument: Expr | None
    choices: tuple[int, int] | None
    manner: int
    stands_for: Expr | None
    guard: Expr
    effects: tuple[Effect, ...]
    replaced_by: tuple[int, ...]
    absent: bool = False


@dataclass(frozen=True, slots=True)
class Ban:
    """Takes moves away: those of `act` (None: all acts) in `manners` (None: all) by a player of `who` while `guard` holds
    over locals 0 and 1 and one of `situations` (empty: always) is on top."""

    info: RuleInfo
    situations: tuple[int, ...]
    who: Expr
    act: int | None
    manners: tuple[int, ...] | None
    guard: Expr


@dataclass(frozen=True, slots=True)
class Definition:
    """One meaning of a name, already unfolded wherever the name was used: kept for explanations and for the checker.
    Local 0 is its parameter if it has one (a player or a card), of type `parameter`."""

    info: RuleInfo
    name: str
    parameter: Type | None
    value: Expr
    guard: Expr


Rule = Trigger | Offer | Ban | Definition


@dataclass(frozen=True, slots=True)
class Setting:
    """A parameter's value at this table, its bounds, and which option set it (None: its default, or the caller). `varied`,
    for a family: the options that set it to another value at the tables where they are on; of several the last one counts.
    `usual`: the value that the games of the table give it, before options and the caller set it."""

    name: str
    title: str
    type: Type
    value: int
    set_by: tuple[tuple[str, int, Span], ...]
    span: Span
    varied: tuple[tuple[str, int], ...] = ()
    usual: int = 0


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """An option of the files, on or off at this table. `default`: on unless something speaks against it."""

    name: str
    title: str
    clauses: tuple[str, ...]
    requires: tuple[str, ...]
    brings: tuple[str, ...]
    excludes: tuple[str, ...]
    on: bool
    span: Span
    default: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """The model. `order` gives, for each event that has triggers, their indexes in the order in which they run;
    `ordered` holds the pairs of trigger indexes (first, later) that the rules themselves put in order (transitively).
    `features`, for a family of tables: each option that may be on or off with the variable that says so; `needs`: conditions
    without which an option (None: the game) cannot be played; `seats_of`, for a family of all numbers of seats up to `seats`:
    how many each option allows, where it says so; `whole_piles`: face-up piles keep the order of all their cards, also of those
    that no rule looks at, for whoever looks at the table from outside."""

    name: str
    title: str
    games: tuple[str, ...]
    clauses: tuple[str, ...]
    seats: int
    seats_low: int
    seats_high: int
    deck: Deck
    zones: tuple[Zone, ...]
    variables: tuple[Variable, ...]
    situations: tuple[Situation, ...]
    acts: tuple[Act, ...]
    triggers: tuple[Trigger, ...]
    offers: tuple[Offer, ...]
    bans: tuple[Ban, ...]
    definitions: tuple[Definition, ...]
    settings: tuple[Setting, ...]
    options: tuple[OptionInfo, ...]
    order: tuple[tuple[Event, tuple[int, ...]], ...]
    ordered: frozenset[tuple[int, int]]
    features: tuple[tuple[str, int], ...] = ()
    needs: tuple[tuple[str | None, Expr], ...] = ()
    seats_of: tuple[tuple[str, int, int], ...] | None = None
    whole_piles: bool = False

    def same_verb(self, act: int, other: int) -> bool:
        """Whether two acts are one, but for what is named along with it."""
        return self.acts[act].verb == self.acts[other].verb

    def rule_names(self) -> tuple[str, ...]:
        """The names of all rules that can fire: triggers, then offers, each in the order of its tuple. A rule that is there once for
        each way of naming something has one name."""
        fire: tuple[Trigger | Offer, ...] = (*self.triggers, *self.offers)
        return tuple(dict.fromkeys(x.info.name for x in fire))

    def home(self) -> Place:
        """Where the cards lie before a round."""
        return Place(self.deck.home, None)
