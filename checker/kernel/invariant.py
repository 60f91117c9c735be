"""The certificate `invariant`: simultaneous induction of claims over the single steps of the engine.

All claims hold initially. Each step that the engine can take is then checked by itself, assuming all claims before it: each rule that can
run, each effect of its block. A claim that a step might violate is broken. If none is, all hold in every prefix of every run: otherwise there
would be a first step that violates one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import assert_never

import z3

from checker.effects.footprints import Footprints, Thing, Things, Whose, clash
from checker.effects.never_meet import permitted
from checker.effects.summary import Block
from checker.effects.values import (
    ALWAYS,
    OptionLiterals,
    Slot,
    clamped,
    constants,
    evaluate,
    option_literals,
    plain,
    something,
    starts_of,
    type_of,
    values_of_type,
)
from checker.smt.claims import (
    ANYWAY,
    Among,
    Apart,
    Begun,
    Carries,
    Claim,
    Happens,
    Known,
    NeverHolds,
    NeverRuns,
    Nothing,
    PresenceCondition,
    Range,
    Seated,
    Since,
    Something,
    Values,
    argument_of,
    bound,
    condition_of,
    has_player,
    may_be_nothing,
    rules_of,
)
from checker.smt.expressions import Env, clamp
from checker.smt.factory import conj, disj, neg, same
from checker.smt.query import empty_solver, refutes
from checker.smt.questions import POSITION, live_events, running
from checker.smt.state import Term, fresh
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Enumeration, Number, Player, Type
from unodsl.model.walk import below, bound_in, conjuncts, locals_in

Carried = frozenset[int] | None
"""The values that a local can have (value-set analysis); None: any value of its type."""

Condition = tuple[e.Expr, Things]
"""A condition that holds at a point, with its footprint: what it reads."""

MOST_KINDS = 600
"""The most values of an argument that are enumerated."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A basic block: effects that run as one. `presence`: its presence condition; `sources`: the presence conditions of what precedes it.
    `values`: value sets of locals; `nobody`: locals that may be nothing."""

    presence: PresenceCondition
    sources: tuple[PresenceCondition, ...]
    values: dict[int, Carried]
    nobody: frozenset[int]

    def within(self, presence: PresenceCondition) -> bool:
        """Whether the block runs only where a presence condition holds."""
        if ALWAYS in presence or all(any(w <= mine for w in presence) for mine in self.presence):
            return True
        together = [mine | cause for mine in self.presence for source in self.sources for cause in source]
        return bool(self.sources) and all(any(w <= both for w in presence) for both in together if satisfiable(both))


def satisfiable(literals: OptionLiterals) -> bool:
    """Whether a conjunction of options is consistent: none is both on and off."""
    return len({option for option, _ in literals}) == len(literals)


@dataclass
class Pass:
    """One pass over all steps of the engine. `known`: the claims assumed before each step; `checked`: those of them to be shown (the others
    hold already); `broken`: claims that some step might violate, with the reason. `since`: the values at the moment from which the claims
    hold; None: from the beginning."""

    known: Known
    checked: frozenset[Claim]
    within_budget: Callable[[], bool]
    since: Since | None = None
    broken: dict[Claim, str] = field(default_factory=dict)
    queries: list[tuple[str, z3.BoolRef]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.table = self.known.table
        self.footprints = Footprints(self.table)
        self.rules = rules_of(self.table)
        self.by_slot: dict[Slot, list[Claim]] = {}
        self.by_event: dict[t.Event, list[Happens | Carries]] = {}
        self.begun: dict[int, list[Begun]] = {}
        self.seated: list[Seated] = []
        self.acts: dict[int, Unit] = {}
        self.todo: list[int] = []
        self._sets: dict[int, tuple[e.Expr, frozenset[int]]] = {}
        for claim in self.checked:
            match claim:
                case Values() | Among() | Range() | Apart() | Something():
                    self.by_slot.setdefault(claim.slot, []).append(claim)
                case Begun():
                    self.begun.setdefault(claim.situation, []).append(claim)
                case Seated():
                    self.seated.append(claim)
                case Happens() | Carries():
                    self.by_event.setdefault(claim.event, []).append(claim)
                case NeverRuns() | NeverHolds():
                    pass
                case _:
                    assert_never(claim)

    @cached_property
    def solver(self) -> z3.Solver:
        """A solver that assumes all claims."""
        out = empty_solver()
        out.add(self.known.reader.st.constraints)
        out.add(*self.known.bounds)
        return out

    def refuted(self, name: str, question: z3.BoolRef, limits: Iterable[z3.BoolRef] = ()) -> bool:
        """Whether a fresh query finds no state that satisfies a formula. False when time is up."""
        if z3.is_false(question):
            return True
        if not self.within_budget():
            return False
        whole = conj(*limits, question)
        if not refutes(self.solver, whole):
            return False
        self.queries.append((name, whole))
        return True

    def run(self) -> None:
        """Checks the initial states and every step."""
        self.start()
        for claim in sorted((x for x in self.checked if isinstance(x, NeverRuns | NeverHolds)), key=repr):
            self.never(claim)
        for trigger in self.table.triggers:
            self.trigger(trigger)
        for index, offer in enumerate(self.table.offers):
            self.offer(index, offer)
        while self.todo:
            act = self.todo.pop()
            self.block(self.table.acts[act].effects, self.acts[act], (), {t.PLAYER_LOCAL: "player"}, set())

    def breaks(self, claim: Claim, why: str) -> None:
        self.broken.setdefault(claim, why)

    # --------------------------------------------------------------------------------------------------------- the start

    def start(self) -> None:
        """Initiation: every slot starts with an allowed value. (Fields of a closed situation have their start values, too.)"""
        for slot, claims in self.by_slot.items():
            values = {starts_of(self.table, slot)}
            if self.since is not None and isinstance(slot, int):
                # (a new round resets the others)
                values = {*dict(self.since)[slot], *(set() if self.table.variables[slot].kept else values)}
            for claim in claims:
                if not all(self.allows(claim, value, ANYWAY) for value in values):
                    self.breaks(claim, "not so at the start")

    def allows(self, claim: Claim, value: int, presence: PresenceCondition) -> bool:
        """Whether a claim allows a value of its slot under every disjunct of a presence condition."""
        match claim:
            case Values():
                there = dict(claim.values).get(value, frozenset()) | claim.other
                return ALWAYS in there or all(any(w <= mine for w in there) for mine in presence)
            case Something():
                return value != -1
            case Among():
                return value in claim.values
            case Range():
                return claim.low <= value <= claim.high
            case Apart():
                return (value - claim.start) % claim.step == 0
            case Begun() | Seated() | Happens() | Carries() | NeverRuns() | NeverHolds():
                return True
            case _:
                assert_never(claim)

    # ------------------------------------------------------------------------------------------------------------- rules

    def never(self, claim: NeverRuns | NeverHolds) -> None:
        """Checks a claim of unreachability: no state with one of the rule's events satisfies its condition; no state satisfies a branch
        condition."""
        if isinstance(claim, NeverRuns):
            if not self.refuted(f"{claim.rule} runs", running(self.known, self.rules[claim.rule])):
                self.breaks(claim, "a state satisfies its conditions")
            return
        condition = condition_of(claim, self.rules)
        if locals_in(condition) - {t.PLAYER_LOCAL} - bound_in(condition):
            self.breaks(claim, "it reads more than the player")
            return
        seats = (-1, *range(self.table.seats))
        holds = disj([self.known.reader.truth(condition, {t.PLAYER_LOCAL: seat}) for seat in seats])
        if not self.refuted(f"{claim.rule} branch {claim.number}", holds):
            self.breaks(claim, "a state satisfies it")

    def trigger(self, rule: t.Trigger) -> None:
        """Checks every run of a trigger."""
        events = live_events(self.known, rule)
        if POSITION in rule.events:
            events = [*events, POSITION]
        if not events or rule.info.name in self.known.dead:
            return
        carried: Carried = frozenset()
        nothing = False
        for event in events:
            payload = self.known.carries.get(event)
            values = frozenset({-1}) if not isinstance(event, t.ActEvent | t.OfferEvent) else None
            if payload is not None and payload.values is not None:
                values = frozenset(payload.values) | ({-1} if payload.nothing else frozenset())
            nothing = nothing or payload is None or payload.nothing
            carried = None if carried is None or values is None else carried | values
        nobody = {t.ARGUMENT_LOCAL} if nothing or (carried is not None and -1 in carried) else set()
        if not all(has_player(self.table, x) for x in events):
            nobody.add(t.PLAYER_LOCAL)
        literals = option_literals(rule, dict(self.table.features))
        causes = tuple(x for x in (self.known.facts.due_to.get(x, ANYWAY) for x in events) if ALWAYS not in x)
        unit = Unit(
            frozenset({literals}),
            causes if len(causes) == len(events) else (),
            {t.ARGUMENT_LOCAL: self.narrowed(carried, rule.guard)},
            frozenset(nobody),
        )
        env: Whose = {t.PLAYER_LOCAL: "player"}
        self.block(rule.effects, unit, self.conditions(rule.guard, env), env, set())

    def offer(self, index: int, rule: t.Offer) -> None:
        """Checks every use of an offer: the effects of the act, those of the offer, and both events."""
        if rule.info.name in self.known.dead:
            return
        if rule.situations and not set(rule.situations) & self.known.facts.begun:
            return
        literals = option_literals(rule, dict(self.table.features))
        causes = tuple(self.known.facts.due_to.get(x, ANYWAY) for x in rule.situations if x in self.known.facts.begun)
        causes = () if any(ALWAYS in x for x in causes) else causes
        type_ = self.table.acts[rule.act].argument
        values, nothing = self.taken_with(rule, type_)
        unit = Unit(
            frozenset({literals}),
            causes,
            {t.ARGUMENT_LOCAL: permitted(self.table, rule, values)},
            frozenset({t.ARGUMENT_LOCAL} if nothing else ()),
        )
        env: Whose = {t.PLAYER_LOCAL: "player"}
        conditions = self.conditions(rule.guard, env)
        written: set[Thing] = set()
        self.block(self.table.acts[rule.act].effects, unit, conditions, env, written)
        if rule.stands_for is not None:
            # after the act, `the card` is the one that it stood for
            nothing = not something(rule.stands_for, self.known.facts.nothing, unit.nobody)
            unit = replace(unit, values={t.ARGUMENT_LOCAL: None}, nobody=frozenset({1} if nothing else ()))
            conditions = tuple(x for x in conditions if t.ARGUMENT_LOCAL not in locals_in(x[0]))
        self.block(rule.effects, unit, conditions, env, written)
        for event in self.table.events_of(index):
            self.emitted(event, unit, unit.values[t.ARGUMENT_LOCAL], nothing)

    def taken_with(self, rule: t.Offer, type_: Type | None) -> tuple[Carried, bool]:
        """Returns the arguments with which an offer can be taken, and whether the argument may be nothing."""
        if type_ is None:
            return frozenset({-1}), False
        if rule.argument is not None:
            optional = isinstance(type_, Card | Player | Enumeration) and type_.optional
            nothing = optional and not something(rule.argument, self.known.facts.nothing)
            # (evaluated without an argument)
            return self.clamped(self.worked_out(rule.argument, frozenset({-1})), type_), nothing
        all_ = values_of_type(self.table, type_, rule.choices)
        if all_ is None:
            return None, False
        return self.narrowed(frozenset(all_) if len(all_) <= MOST_KINDS else None, rule.guard), False

    def conditions(self, guard: e.Expr, env: Whose) -> tuple[Condition, ...]:
        """The conjuncts of a guard, each with its footprint."""
        return tuple((x, self.footprints.reads(x, env)) for x in conjuncts(guard))

    # --------------------------------------------------------------------------------------------------- values, read off

    def narrowed(self, values: Carried, guard: e.Expr) -> Carried:
        """Filters values of the argument by the conjuncts of a guard that read nothing else."""
        if values is None:
            return None
        for part in filter(plain, conjuncts(guard)):
            values = frozenset(v for v in values if evaluate(self.table, part, v))
        return values

    def worked_out(self, x: e.Expr, argument: Carried, local: Carried = None) -> Carried:
        """Value-set analysis of an expression, without a solver."""
        if isinstance(x, e.Local) and local is not None:
            return local
        named = constants(x)
        if named is not None:
            return named
        if not plain(x):
            return None
        if t.ARGUMENT_LOCAL not in locals_in(x):
            return frozenset({evaluate(self.table, x, -1)})
        return None if argument is None else frozenset(evaluate(self.table, x, v) for v in argument)

    def clamped(self, values: Carried, type_: object) -> Carried:
        return None if values is None else frozenset(clamped(type_, values))

    # ----------------------------------------------------------------------------------------------------------- effects

    def block(
        self,
        effects: tuple[f.Effect, ...],
        unit: Unit,
        conditions: tuple[Condition, ...],
        env: Whose,
        written: set[Thing],
    ) -> None:
        """Checks each effect of a block, given the conditions that no earlier effect can have changed. Adds to `written`."""
        for effect in effects:
            still = tuple(x for x in conditions if not clash(x[1], written)) if written else conditions
            self.effect(effect, unit, still, env)
            self.footprints.effect(effect, env, set(), written)

    def effect(self, x: f.Effect, unit: Unit, conditions: tuple[Condition, ...], env: Whose) -> None:
        """Checks one effect. (Beginning or ending a round, and closing a situation, reset slots to their start values.)"""
        summary = self.footprints.summaries.of(x)
        for change in summary.changes:
            if not isinstance(change.target, e.Owner):
                self.write(change.target, change.value, unit, conditions)
        for claim in self.begun.get(-1 if summary.begins is None else summary.begins, ()):
            if not unit.within(claim.presence):
                self.breaks(claim, "an effect begins it")
        for seated in self.seated if summary.seating is not None else ():
            if not unit.within(seated.presence):
                self.breaks(seated, "an effect lets somebody leave or join")
        if summary.performs is not None:
            self.performed(summary.performs, unit)
        elif summary.emits is not None:
            self.emitted(summary.emits, unit)
        for block in summary.blocks:
            if block.given not in self.known.false_conditions:
                self.inside(x, block, unit, conditions, env)

    def inside(self, x: f.Effect, block: Block, unit: Unit, conditions: tuple[Condition, ...], env: Whose) -> None:
        """Checks the effects of a block inside an effect."""
        if block.how in ("each", "times"):
            # a condition before a loop holds inside it if no effect of the loop can change it
            written: set[Thing] = set()
            self.footprints.effect(x, env, set(), written)
            conditions = tuple(c for c in conditions if not clash(c[1], written))
        given = x.condition if isinstance(x, f.Repeat) else block.given
        if given is not None:
            conditions = (*conditions, *self.conditions(given, env))
        if block.local is not None:
            values = frozenset(block.among) if isinstance(block.among, tuple) else None
            index = block.local.index
            unit = replace(unit, values={**unit.values, index: values}, nobody=unit.nobody - {index})
        self.block(block.effects, unit, conditions, self.footprints.inside(block, env), set())

    def performed(self, x: f.Perform, unit: Unit) -> None:
        """Checks an act that an effect performs; the act's own effects are checked once, for all callers together."""
        type_ = self.table.acts[x.act].argument
        values: Carried = frozenset({-1})
        nothing = type_ is not None
        if x.argument is not None:
            values = self.clamped(self.given(x.argument, unit), type_)
            nothing = not something(x.argument, self.known.facts.nothing, unit.nobody)
        self.act(x.act, Unit(unit.presence, unit.sources, {1: values}, frozenset({1} if nothing else ())))
        if x.standing_for is not None:
            values, nothing = None, not something(x.standing_for, self.known.facts.nothing, unit.nobody)
        self.emitted(t.ActEvent(x.act, x.manner), unit, values, nothing)

    def given(self, x: e.Expr, unit: Unit) -> Carried:
        """Value-set analysis of an expression inside a unit."""
        local = unit.values.get(x.index) if isinstance(x, e.Local) else None
        return self.worked_out(x, unit.values.get(t.ARGUMENT_LOCAL), local)

    def act(self, index: int, unit: Unit) -> None:
        """Joins a call of an act with the earlier ones, and queues the act if the join grows."""
        before = self.acts.get(index)
        if before is not None:
            one, other = before.values[1], unit.values[1]
            values = None if one is None or other is None else one | other
            sources = (*before.sources, *unit.sources) if before.sources and unit.sources else ()
            sources = tuple(dict.fromkeys(sources))
            unit = Unit(before.presence | unit.presence, sources, {1: values}, before.nobody | unit.nobody)
        if unit != before:
            self.acts[index] = unit
            self.todo.append(index)

    def emitted(self, event: t.Event, unit: Unit, values: Carried = frozenset({-1}), nothing: bool = False) -> None:
        """Checks an emitted event and its payload against the claims about it."""
        act = argument_of(self.table, event)
        nothing = nothing or (
            values is not None and -1 in values and act is not None and isinstance(act.argument, Nothing)
        )
        for claim in self.by_event.get(event, ()):
            match claim:
                case Happens():
                    if not unit.within(claim.presence):
                        self.breaks(claim, "an effect brings it about")
                case Carries():
                    allowed = {*(claim.values or ()), *([-1] if claim.nothing else ())}
                    wrong = claim.values is not None and (values is None or not values <= allowed)
                    if wrong or (nothing and not claim.nothing):
                        self.breaks(claim, "it may carry something else")
                case _:
                    assert_never(claim)

    # ------------------------------------------------------------------------------------------------------------ writes

    def write(
        self,
        target: e.Variable | e.Field,
        value: e.Expr,
        unit: Unit,
        conditions: tuple[Condition, ...],
    ) -> None:
        """Checks a write to a slot against the claims about it."""
        slot: Slot = target.index if isinstance(target, e.Variable) else (target.situation, target.index)
        claims = [x for x in self.by_slot.get(slot, ()) if x not in self.broken]
        if not claims:
            return
        type_ = type_of(self.table, slot)
        values = self.clamped(self.given(value, unit), type_)
        for claim in claims:
            if isinstance(claim, Values) and unit.within(claim.other):
                continue
            if isinstance(claim, Something):
                if may_be_nothing(self.table, slot) and not something(value, self.known.facts.nothing, unit.nobody):
                    self.breaks(claim, "it may be given nothing")
            elif values is not None:
                wrong = [v for v in values if not self.allowed(claim, v, unit)]
                if wrong and not self.keeps(claim, target, value, unit, conditions):
                    self.breaks(claim, f"it may be given {wrong[0]}")
            elif not away(claim, target, value) and not self.keeps(claim, target, value, unit, conditions):
                self.breaks(claim, "it may be given something else")

    def allowed(self, claim: Claim, value: int, unit: Unit) -> bool:
        """Whether a claim allows a value inside a unit."""
        if isinstance(claim, Values):
            return unit.within(dict(claim.values).get(value, frozenset()) | claim.other)
        return self.allows(claim, value, unit.presence)

    def keeps(
        self,
        claim: Claim,
        target: e.Variable | e.Field,
        value: e.Expr,
        unit: Unit,
        conditions: tuple[Condition, ...],
    ) -> bool:
        """Whether a write preserves a claim, by the solver: no violating value satisfies the conditions that still hold."""
        limits: list[z3.BoolRef] = []
        env: Env = {}
        for node in below((target, value, tuple(x for x, _ in conditions))):
            if isinstance(node, e.Local) and node.index not in env:
                env[node.index] = self.unknown(node, unit, limits)
        reader = self.known.reader
        then: Term = reader.term(value, env)
        if isinstance(target.type, Number):
            then = clamp(then, target.type)
        if isinstance(claim, Values):
            formula: z3.BoolRef | None = disj([same(then, v) for v, _ in claim.values if self.allowed(claim, v, unit)])
        else:
            formula = bound(claim, then)
        if formula is None:
            return False
        question = conj(*(reader.truth(x, env) for x, _ in conditions), neg(formula))
        return self.refuted(f"a write breaks {claim}", question, limits)

    def unknown(self, local: e.Local, unit: Unit, limits: list[z3.BoolRef]) -> Term:
        """A fresh unknown for a local, limited to its value set."""
        out = fresh(self.table, f"local.{local.index}", local.type, limits, nothing=True)
        values = unit.values.get(local.index)
        if values is not None and not isinstance(out, tuple) and not isinstance(local.type, Number):
            limits.append(disj([same(out, v) for v in sorted(values | {-1})]))
        return out


def away(claim: Claim, target: e.Expr, value: e.Expr) -> bool:
    """Whether a number moves away from the only bound that a claim adds to its type."""
    if not isinstance(claim, Range) or not isinstance(target.type, Number):
        return False
    if not isinstance(value, e.Arithmetic) or value.left != target or not isinstance(value.right, e.Constant):
        return False
    if value.operator not in ("+", "-"):
        return False
    step = value.right.value if value.operator == "+" else -value.right.value
    if step >= 0:
        return claim.high >= target.type.high
    return claim.low <= target.type.low
