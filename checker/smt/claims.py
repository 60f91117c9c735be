"""Claims of an invariant: properties of every run of a table, as data.

A *run* is a match from the deal by legal moves. A *prefix* of it may end inside a cascade, between any two effects.
Each claim holds in every prefix: a state claim of its last state, the others of its whole history. Example: `Range(3,
0, 8)` says that variable 3 is 0 to 8 in every state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

import z3

from checker.effects.values import ALWAYS, SEATING, WORKED_OUT, Facts, OptionLiterals, Slot, type_of
from checker.smt.enabled import Reader
from checker.smt.factory import at_most, conj, disj, integer, same
from checker.smt.state import SymbolicState, Term, well_formed
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Enumeration, Number, Player, Players, YesNo
from unodsl.model.walk import effects_below

PresenceCondition: TypeAlias = frozenset[OptionLiterals]
"""A presence condition over the options of a family, as a disjunction of conjunctions; empty: never."""

NEVER: PresenceCondition = frozenset()
ANYWAY: PresenceCondition = frozenset({ALWAYS})


@dataclass(frozen=True, slots=True)
class Values:
    """Value-set claim: a slot has one of these values, each under its presence condition; any other value only under
    `other`."""

    slot: Slot
    values: tuple[tuple[int, PresenceCondition], ...]
    other: PresenceCondition = NEVER


@dataclass(frozen=True, slots=True)
class Among:
    """A number is one of these values."""

    slot: Slot
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Range:
    """Interval claim: a number is between two bounds, both included."""

    slot: Slot
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Apart:
    """Congruence claim: a number differs from `start` by a multiple of `step`."""

    slot: Slot
    start: int
    step: int


@dataclass(frozen=True, slots=True)
class Something:
    """A slot whose type is not optional is never nothing."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class Begun:
    """A situation is open only under a presence condition."""

    situation: int
    presence: PresenceCondition = NEVER


@dataclass(frozen=True, slots=True)
class Seated:
    """A player may be absent only under a presence condition."""

    presence: PresenceCondition = NEVER


@dataclass(frozen=True, slots=True)
class Happens:
    """An event happens only under a presence condition."""

    event: t.Event
    presence: PresenceCondition = NEVER


@dataclass(frozen=True, slots=True)
class Carries:
    """Value-set claim of a payload: an event of an act or an offer carries one of these values (None: any), or nothing
    if `nothing`."""

    event: t.ActEvent | t.OfferEvent
    values: tuple[int, ...] | None
    nothing: bool


@dataclass(frozen=True, slots=True)
class NeverRuns:
    """Unreachability claim: a trigger never runs, an offer is never taken."""

    rule: str


@dataclass(frozen=True, slots=True)
class NeverHolds:
    """Unreachability claim of a branch: the condition of an `if` (with `otherwise`: its negation) holds in no state,
    for no player. `number` counts the `if`s of the rule's effects, the outer ones first."""

    rule: str
    number: int
    otherwise: bool


Claim: TypeAlias = (
    Values | Among | Range | Apart | Something | Begun | Seated | Happens | Carries | NeverRuns | NeverHolds
)

Since: TypeAlias = tuple[tuple[int, tuple[int, ...]], ...]
"""The values of variables at a moment between two moves, for any player; the claims are about what follows."""

Nothing = Card | Player | Enumeration
"""Types with values that may be nothing."""


def holds_from_now(claim: Claim, since: Since) -> bool:
    """Whether a claim is about the future only, and about variables whose values are known."""
    if isinstance(claim, NeverRuns | NeverHolds):
        return True
    return isinstance(claim, Values | Something | Among | Range | Apart) and claim.slot in dict(since)


def events_of(table: t.Table) -> Iterator[t.Event]:
    """Yields every event of a table."""
    for index, act in enumerate(table.acts):
        yield from (t.ActEvent(index, manner) for manner in range(len(act.manners)))
    yield from (t.OfferEvent(i) for i in range(len(table.offers)))
    for i in range(len(table.situations)):
        kinds: tuple[t.SituationKind, ...] = ("begins", "ends", "passes", "completes")
        yield from (t.SituationEvent(kind, i) for kind in kinds)
    for name in ("match begins", "round begins", "round ends", "match ends", "settles", "position", "joins", "leaves"):
        yield t.TableEvent(name)


SURE = frozenset({t.TableEvent("match begins"), t.SETTLES, t.TableEvent("position")})
"""Events that happen by the engine's construction, or in scenarios."""


def slots_of(table: t.Table) -> Iterator[Slot]:
    """Yields every variable and field that holds a single value; of a family, without the variables of its options."""
    features = {index for _, index in table.features}
    for index, variable in enumerate(table.variables):
        if not isinstance(variable.type, Players) and index not in features:
            yield index
    for index, situation in enumerate(table.situations):
        for position, declared in enumerate(situation.fields):
            if not isinstance(declared.type, Players):
                yield index, position


def may_be_nothing(table: t.Table, slot: Slot) -> bool:
    """Whether a slot of a type that is not optional may still be nothing, unless a claim excludes it."""
    type_ = type_of(table, slot)
    return isinstance(type_, Nothing) and not type_.optional


def facts_of(table: t.Table, claims: Iterable[Claim]) -> Facts:
    """Returns the facts that a symbolic state assumes, from claims."""
    variables: dict[int, frozenset[int]] = {}
    fields_: dict[tuple[int, int], frozenset[int]] = {}
    begun = set(range(len(table.situations)))
    events = set(events_of(table))
    nothing = {slot for slot in slots_of(table) if may_be_nothing(table, slot)}
    fixed = False
    due: dict[object, PresenceCondition] = {}

    def only(key: object, presence: PresenceCondition) -> None:
        """Keeps the stronger of two presence conditions for the same thing."""
        if key not in due or (len(presence), sorted(map(sorted, presence))) < (
            len(due[key]),
            sorted(map(sorted, due[key])),
        ):
            due[key] = presence

    for claim in claims:
        match claim:
            case Values(slot, values, other):
                if ALWAYS not in other:
                    known = frozenset(v for v, _ in values)
                    if isinstance(slot, int):
                        variables[slot] = variables.get(slot, known) & known
                    else:
                        fields_[slot] = fields_.get(slot, known) & known
                for value, presence in values:
                    only((slot, value), presence | other)
                only((slot, WORKED_OUT), other)
            case Something():
                nothing.discard(claim.slot)
            case Begun():
                only(claim.situation, claim.presence)
                if not claim.presence:
                    begun.discard(claim.situation)
            case Seated():
                only(SEATING, claim.presence)
                fixed = fixed or not claim.presence
            case Happens():
                only(claim.event, claim.presence)
                if not claim.presence:
                    events.discard(claim.event)
            case Among() | Range() | Apart() | Carries() | NeverRuns() | NeverHolds():
                pass
            case _:
                assert_never(claim)
    some = {key: presence for key, presence in due.items() if presence and ALWAYS not in presence}
    return Facts(variables, fields_, frozenset(begun), frozenset(events), fixed, frozenset(nothing), some)


def claims_of(table: t.Table, facts: Facts) -> Iterator[Claim]:
    """Yields facts as claims: the inverse of `facts_of`."""
    slots = tuple(slots_of(table))
    for slot in slots:
        values = facts.variables.get(slot) if isinstance(slot, int) else facts.fields.get(slot)
        if values is not None:
            other = facts.due_to.get((slot, WORKED_OUT), NEVER)
            presence = {v: facts.due_to.get((slot, v), ANYWAY) for v in values}
            yield Values(slot, tuple(sorted(presence.items())), other)
        if may_be_nothing(table, slot) and slot not in facts.nothing:
            yield Something(slot)
    for situation in range(len(table.situations)):
        if situation not in facts.begun or situation in facts.due_to:
            yield Begun(situation, facts.due_to.get(situation, ANYWAY) if situation in facts.begun else NEVER)
    for event in events_of(table):
        if event not in facts.events or event in facts.due_to:
            yield Happens(event, facts.due_to.get(event, ANYWAY) if event in facts.events else NEVER)
    if facts.seats_fixed or SEATING in facts.due_to:
        yield Seated(NEVER if facts.seats_fixed else facts.due_to[SEATING])


def unknowns(st: SymbolicState, slot: Slot) -> list[Term]:
    """The unknowns of a slot: one for each seat, or a single one."""
    row = st.variables[slot] if isinstance(slot, int) else [st.fields[slot[0]][slot[1]]]
    return [x for x in row if not isinstance(x, tuple)]


def bound(claim: Claim, value: Term) -> z3.BoolRef | None:
    """The formula of a claim about a number; None for claims that a symbolic state contains itself."""
    match claim:
        case Among():
            return disj([same(value, v) for v in claim.values])
        case Range():
            return conj(at_most(claim.low, value), at_most(value, claim.high))
        case Apart():
            return same((value - integer(claim.start)) % integer(claim.step), 0)
        case Values() | Something() | Begun() | Seated() | Happens() | Carries() | NeverRuns() | NeverHolds():
            return None
        case _:
            assert_never(claim)


def rules_of(table: t.Table) -> dict[str, t.Trigger | t.Offer]:
    """The triggers and offers by name."""
    return {x.info.name: x for x in table.running}


def branches(rule: t.Trigger | t.Offer) -> list[f.If]:
    """The `if`s of a rule's effects, the outer ones first."""
    return [x for x in effects_below(rule.effects) if isinstance(x, f.If)]


def condition_of(claim: NeverHolds, rules: dict[str, t.Trigger | t.Offer]) -> e.Expr:
    """The condition that a claim says never holds."""
    condition = branches(rules[claim.rule])[claim.number].condition
    return e.Not(condition, YesNo()) if claim.otherwise else condition


@dataclass
class Known:
    """A table with assumed claims, and its symbolic state. `depths`: how many top cards of each zone are modeled."""

    table: t.Table
    depths: tuple[int, ...]
    claims: frozenset[Claim]
    facts: Facts = field(init=False)
    carries: dict[t.Event, Carries] = field(init=False)
    dead: frozenset[str] = field(init=False)
    false_conditions: frozenset[e.Expr] = field(init=False)
    _reader: list[Reader] = field(default_factory=list, repr=False)
    _bounds: tuple[z3.BoolRef, ...] | None = None

    def __post_init__(self) -> None:
        self.facts = facts_of(self.table, self.claims)
        self.carries = {x.event: x for x in self.claims if isinstance(x, Carries)}
        self.dead = frozenset(x.rule for x in self.claims if isinstance(x, NeverRuns))
        never = [x for x in self.claims if isinstance(x, NeverHolds)]
        rules = rules_of(self.table) if never else {}
        self.false_conditions = frozenset(condition_of(x, rules) for x in never)

    @property
    def reader(self) -> Reader:
        """The reader over the symbolic state."""
        if not self._reader:
            self._reader.append(Reader(well_formed(self.table, self.depths, self.facts), self.facts))
        return self._reader[0]

    def supposing(self, claims: Iterable[Claim]) -> Known:
        """Returns the same with more claims assumed, true or not."""
        out = Known(self.table, self.depths, self.claims | frozenset(claims))
        out.share_state(self)
        return out

    def share_state(self, other: Known) -> None:
        """Shares the symbolic state with `other` if both have the same facts."""
        if other.facts == self.facts:
            self._reader = other._reader

    @property
    def bounds(self) -> tuple[z3.BoolRef, ...]:
        """The claims about numbers as formulas over the symbolic state."""
        if self._bounds is None:
            found = []
            for claim in sorted((x for x in self.claims if isinstance(x, Among | Range | Apart)), key=repr):
                for unknown in unknowns(self.reader.st, claim.slot):
                    formula = bound(claim, unknown)
                    found += [] if formula is None else [formula]
            self._bounds = tuple(found)
        return self._bounds


def argument_of(table: t.Table, event: t.Event) -> t.Act | None:
    """The act whose argument is the payload of an event; None if there is none."""
    match event:
        case t.ActEvent():
            return table.acts[event.act]
        case t.OfferEvent():
            return table.acts[table.offers[event.offer].act]
        case t.SituationEvent() | t.TableEvent():
            return None
        case _:
            assert_never(event)


def has_player(table: t.Table, event: t.Event) -> bool:
    """Whether an event always has a player."""
    match event:
        case t.ActEvent() | t.OfferEvent():
            return True
        case t.SituationEvent():
            return event.kind != "completes" and not table.situations[event.situation].on_players
        case t.TableEvent():
            return event.kind in ("joins", "leaves")
        case _:
            assert_never(event)


def is_number(table: t.Table, slot: Slot) -> bool:
    """Whether a slot holds a number."""
    return isinstance(type_of(table, slot), Number)


class Sense:
    """Checks that claims are well formed: they are about something that a table has."""

    def __init__(self, table: t.Table) -> None:
        self.table = table
        self.slots, self.events = frozenset(slots_of(table)), frozenset(events_of(table))
        self.rules = rules_of(table)

    def wrong(self, claim: Claim) -> str:
        """Why a claim is ill formed; empty if it is well formed."""
        match claim:
            case Values() | Something() | Among() | Range() | Apart():
                if claim.slot not in self.slots:
                    return "there is no such variable or field"
                if isinstance(claim, Something) and not may_be_nothing(self.table, claim.slot):
                    return "its type says so already"
                if isinstance(claim, Among | Range | Apart) and not is_number(self.table, claim.slot):
                    return f"it holds {type_of(self.table, claim.slot)}"
                return "a step of 1 at least" if isinstance(claim, Apart) and claim.step < 1 else ""
            case Begun():
                return "" if 0 <= claim.situation < len(self.table.situations) else "there is no such situation"
            case Happens() | Carries():
                if claim.event in SURE:
                    return "it happens by the engine's making"
                return "" if claim.event in self.events else "there is no such event"
            case NeverRuns():
                return "" if claim.rule in self.rules else "there is no such rule"
            case NeverHolds():
                rule = self.rules.get(claim.rule)
                there = rule is not None and 0 <= claim.number < len(branches(rule))
                return "" if there else "there is no such branch"
            case Seated():
                return ""
            case _:
                assert_never(claim)
