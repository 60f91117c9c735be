"""A table: one game with its options, parameters and seats, fully resolved. The engine and the checker depend on
nothing else.

Indices: zones, variables, situations, acts, attributes and kinds are numbered from 0 in the order of their tuples,
which is the order of their qualified names, independently of the order of files. In every rule, `Local` 0 is the player
(the acting player of an offer, the player of an event; nothing if there is none) and `Local` 1 is the argument (the
card played, the color named; nothing if there is none). Higher locals are bound inside expressions and effects.
"""

from __future__ import annotations

from collections.abc import Iterable
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
"""Default names of seats."""
PLAIN = 0
"""The manner of an act performed without a specific manner."""


@dataclass(frozen=True, slots=True)
class CardAttribute:
    """`values` are in the order of the deck; `numbers` contains the number shown by each value, or None."""

    name: str
    values: tuple[str, ...]
    numbers: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class CardKind:
    """A kind of card: a value index for each attribute (-1: none), and the number of copies in the deck."""

    name: str
    values: tuple[int, ...]
    copies: int


@dataclass(frozen=True, slots=True)
class Packs:
    """The declaration of a game or an option of how many packs a zone contains: its source and the number."""

    zone: int
    by: str
    written: str
    number: int
    span: Span


@dataclass(frozen=True, slots=True)
class Deck:
    """All cards of the table. Kinds are sorted by their attribute values. `home` is the zone that contains the cards
    before a round, except for those in `elsewhere`: zones with the number of copies of each kind, in zone order.
    `by_options`, for a family whose options change the deck: the number of copies of each kind for each set of those
    options, the empty set first; `kinds` then contain the maximum over all tables. `packs`: the declarations of pack
    counts; the last one for a zone applies."""

    attributes: tuple[CardAttribute, ...]
    kinds: tuple[CardKind, ...]
    home: int
    by_options: tuple[tuple[frozenset[str], tuple[int, ...]], ...] = ()
    elsewhere: tuple[tuple[int, tuple[int, ...]], ...] = ()
    packs: tuple[Packs, ...] = field(default=(), compare=False)

    @property
    def homes(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Each zone that contains cards before a round, `home` first, with the number of copies of each kind."""
        away = [sum(copies) for copies in zip(*(copies for _, copies in self.elsewhere), strict=True)] or [0] * len(
            self.kinds
        )
        at_home = tuple(max(0, kind.copies - n) for kind, n in zip(self.kinds, away, strict=True))
        return (self.home, at_home), *self.elsewhere

    def home_of(self, kind: int) -> int:
        """Returns a zone that contains cards of a kind before a round; `home` if it is one of them."""
        return next((zone for zone, copies in self.homes if copies[kind]), self.home)

    @property
    def size(self) -> int:
        """The number of cards."""
        return sum(kind.copies for kind in self.kinds)


@dataclass(frozen=True, slots=True)
class Zone:
    """A location of cards. A `face up` zone is an ordered pile; the others are multisets that count as shuffled at any
    time."""

    name: str
    each_player: bool
    visibility: Visibility
    span: Span | None


@dataclass(frozen=True, slots=True)
class Variable:
    """State other than the cards. `kept` variables persist across rounds; `secret` ones are visible to their own player
    only."""

    name: str
    each_player: bool
    type: Type
    starts: int
    kept: bool
    secret: bool
    span: Span | None


@dataclass(frozen=True, slots=True)
class SituationField:
    """A field of a situation and its initial value. A `secret` field is visible to rules only, to no player."""

    name: str
    type: Type
    starts: int
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Situation:
    """A state in which the table waits for a move. At most one instance is open: beginning the situation again moves it
    to the top of the stack with its new owner and fields. `on_players`: the owner is a set."""

    name: str
    on_players: bool
    fields: tuple[SituationField, ...]
    span: Span | None


@dataclass(frozen=True, slots=True)
class Named:
    """A value that can be named along with an act: its noun, its type, and whether the acting player is excluded."""

    noun: str
    type: Type
    excludes_self: bool = False


@dataclass(frozen=True, slots=True)
class Act:
    """An action of a player. `argument` is the type of its argument, or None; `origin` is the zone that contains a card
    argument (of the acting player, or a face-up one of the table), or None. `manners[0]` is the plain manner, with the
    name "". `effects` are the act's own effects, with locals 0 and 1 as in rules. `third` is its verb in the third
    person: `plays`. `named`: the values that can be named along with it. Each combination of them is a separate act
    with the same `verb` (the qualified name of the act that names nothing), and `values` contains the combination (-1:
    nothing). These acts are adjacent, the one that names nothing first."""

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
        """The qualified name shared by acts that differ only in the values named along with them."""
        return self.base or self.name


# --------------------------------------------------------------------------------------------------------------- rules


@dataclass(frozen=True, slots=True)
class Allowance:
    """A finding that the author has declared as intended; `rule` restricts it to findings with that other rule."""

    code: str
    rule: str | None
    reason: str
    span: Span


@dataclass(frozen=True, slots=True)
class Part:
    """A condition in the source of a rule, or of a definition that it uses: a `line` that begins with `if`, the
    condition of a `branch` in effects, that of a `case` of a value, or a `word` that is an operand of `and` or `or`.
    `condition` is its meaning in this rule, with the locals of the rule. `unless`: the conditions before it that decide
    if they are true, so that this one is not read: of the cases before a case, of the branch that an `otherwise if`
    belongs to, and of the words before it in an `or`. `given`: those that decide if they are false: of the words before it
    in an `and`, and of the head and the lines before a line. Or an `effect`, the very object in the rule; its condition is the constant true.
    `in_effects`: it is read while the effects of the rule run, not before."""

    role: Literal["line", "branch", "case", "word", "effect"]
    span: Span
    condition: Expr
    unless: tuple[Expr, ...] = ()
    given: tuple[Expr, ...] = ()
    effect: Effect | None = None
    in_effects: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """The source form of a rule with named values: its act is the one that names nothing, and `locals` represent the
    named values, each with its index in the act's `named`."""

    rule: Rule
    locals: tuple[tuple[int, Local], ...]


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """Properties common to all rules. `name` is qualified (`page.rule`); `option` is the qualified option of the rule,
    or None for rules of a game. Relations contain qualified names, including those of rules that are not part of this
    table. `span` is the whole rule, `head` its header line. `parts`: the conditions in its source. A rule with named
    values occurs once for each combination of them; these have the same `written`."""

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
    """A player performed an act in a manner."""

    act: int
    manner: int


@dataclass(frozen=True, slots=True)
class OfferEvent:
    """A player accepted an offer: `offer` is an index into `Table.offers`."""

    offer: int


SituationKind = Literal["begins", "ends", "passes", "completes"]


@dataclass(frozen=True, slots=True)
class SituationEvent:
    """A situation was opened, was closed, was passed on to a player, or has no player left to respond (the player local
    is the owner, or nothing for sets)."""

    kind: SituationKind
    situation: int


@dataclass(frozen=True, slots=True)
class TableEvent:
    """An event of the table as a whole. `settles`: the cascade has terminated with at most one situation open while the
    round runs; occurs at most once in a cascade. `position`: a scenario has set up its position."""

    kind: Literal["match begins", "round begins", "round ends", "match ends", "settles", "position", "joins", "leaves"]


Event = ActEvent | OfferEvent | SituationEvent | TableEvent

SETTLES = TableEvent("settles")
"""The table settles."""


@dataclass(frozen=True, slots=True)
class Trigger:
    """When one of `events` occurs and the guard holds at that time, the effects are executed, unless a trigger that
    replaces this one has run for the event. `replaced_by` contains indices into `Table.triggers`."""

    info: RuleInfo
    events: tuple[Event, ...]
    guard: Expr
    effects: tuple[Effect, ...]
    replaced_by: tuple[int, ...]


OfferMode = Literal["may", "must", "otherwise", "mistake", "aside"]
LEFT_ALONE: frozenset[OfferMode] = frozenset({"mistake", "aside"})
"""Modes of offers that are optional for the game and ignored by bots by default."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A move that players can make.

    The offer holds while one of `situations` (indices; empty: at any time during the match) is on top of the stack, for
    each player of the set `who` for whom `guard` holds. `argument` is the fixed argument (an expression over local 0), or
    None: then the argument is free and ranges over the cards of the act's origin in the player's hand, or over all values
    of the act's argument type (`choices` restricts numbers to (low, high)). `who` is evaluated without locals. Accepting
    the offer executes the act's own effects and then `effects`, and raises the act's event and then the offer's event.

    While a player has a `must` move in the top situation, the `may` and `otherwise` moves of offers that are bound to
    situations are not legal for that player. A move prohibited by a ban is not legal unless the name of the ban is in the
    offer's `despite`. A move of an offer is not legal while an offer of `replaced_by` (indices into `Table.offers`) has the
    same act (up to named values), seat and argument. `stands_for`: the card that the played card counts as, over locals 0
    and 1. `absent`: the offer applies exactly to the seats that do not take part.
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
    """Prohibits moves: those of `act` (None: all acts) in `manners` (None: all) by a player of `who`, while `guard`
    holds over locals 0 and 1 and one of `situations` (empty: always) is on top."""

    info: RuleInfo
    situations: tuple[int, ...]
    who: Expr
    act: int | None
    manners: tuple[int, ...] | None
    guard: Expr


@dataclass(frozen=True, slots=True)
class Definition:
    """One meaning of a definition, kept for explanations and the checker; uses in rules are already unfolded. Local 0
    is its parameter, if it has one (a player or a card), of type `parameter`."""

    info: RuleInfo
    name: str
    parameter: Type | None
    value: Expr
    guard: Expr


Rule = Trigger | Offer | Ban | Definition


@dataclass(frozen=True, slots=True)
class Setting:
    """The value of a parameter at this table, its bounds, and the option that set it (None: the default, or the
    caller). `varied`, for a family: the options that set it to another value when enabled; the last enabled one
    applies. `usual`: the value set by the games of the table, before options and the caller."""

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
    """An option of the files, enabled or disabled at this table. `default`: enabled unless something conflicts with
    it."""

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
    """The model. `order` contains, for each event with triggers, their indices in execution order; `ordered` contains
    the pairs of trigger indices (first, later) that are ordered by the rules (transitively). `features`, for a family
    of tables: each variable option with its presence variable; `needs`: conditions without which an option (None: the
    game) is not playable; `seats_of`, for a family of all seat counts up to `seats`: the counts permitted by each
    option, if it restricts them; `whole_piles`: face-up piles keep the order of all their cards, including those that
    no rule reads, for external observers of the table; `read_elsewhere`: the places in the text of conditions that not only
    rules read, but the effects of acts, or what a table needs."""

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
    read_elsewhere: frozenset[Span] = frozenset()

    def same_verb(self, act: int, other: int) -> bool:
        """Returns whether two acts are equal up to the values named along with them."""
        return self.acts[act].verb == self.acts[other].verb

    def replaces_all(self, one: int, other: int) -> bool:
        """Returns whether an offer that replaces another one replaces each of its moves, and not only the same ones:
        neither of them leaves a choice."""
        return all(self.offers[i].argument is not None for i in (one, other))

    def effects_of(self, offer: Offer) -> tuple[Effect, ...]:
        """The effects of a move: those of its act, then those of its offer."""
        return (*self.acts[offer.act].effects, *offer.effects)

    def events_of(self, offer: int) -> tuple[Event, ...]:
        """The events of a move by itself, after its effects: that of its act, then that of its offer (an index)."""
        act = self.offers[offer]
        return ActEvent(act.act, act.manner), OfferEvent(offer)

    def closed(self, options: Iterable[str], brought: bool = True) -> frozenset[str]:
        """Options with all that they require and (unless `brought` is False) bring, transitively."""
        known = {o.name: (*o.requires, *o.brings) if brought else o.requires for o in self.options}
        out, todo = set[str](), [*options]
        while todo:
            name = todo.pop()
            if name not in out:
                out.add(name)
                todo += known.get(name, ())
        return frozenset(out)

    @property
    def running(self) -> tuple[Trigger | Offer, ...]:
        """All rules that can run: triggers, then offers, each in the order of its tuple."""
        return (*self.triggers, *self.offers)

    def rule_names(self) -> tuple[str, ...]:
        """The names of all rules that can run. A rule with named values contributes one name."""
        return tuple(dict.fromkeys(x.info.name for x in self.running))

    def home(self) -> Place:
        """The place of the cards before a round."""
        return Place(self.deck.home, None)
