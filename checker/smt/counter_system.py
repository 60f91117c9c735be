"""Counter systems (vector addition systems with guards), and proofs that no run has infinitely many accepting moves.

Pure data, and `accepts`, which checks a proof without the search that found it. A *step* changes quantities by amounts
between two bounds; a *move* takes its steps in any order, each between a least and a most number of times. A step or a
move has *moments*: conditions, each of which holds at some instant during it. Every sequence of moves of the table is a
run of the system, so such a proof holds for the moves of the table. Accepting moves are those that answer; a system whose
moves all do has only finite runs.

A proof is a tree over the things that may still happen infinitely often:

- `Lowered`: a weighted sum that no move raises. All quantities are bounded, so it decreases finitely often; `then` covers the
  suffix without a decrease.
- `Refuted`: quantities that no remaining step changes are constant, so their moments must hold together; things whose moments
  contradict that are removed.
- `Either`: a case split: a step or a move happens there, or it does not. `Value`: a case split over the value of a constant.
- `Ended`: no accepting move is left.

Example: an answer takes a card from a hand to the pile, nothing brings one back: `Lowered` with the cards in hands,
then `Ended`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, assert_never

import z3

from checker.smt.factory import summed
from checker.smt.query import empty_solver

Quantity = tuple[str | int, ...]
"""The name of a counter."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A linear condition: the sum of `terms` and `constant` is at least 0."""

    terms: tuple[tuple[Quantity, int], ...]
    constant: int = 0


Moment = tuple[Bound, ...]
"""Conditions that hold together at one instant."""


@dataclass(frozen=True, slots=True)
class Step:
    """A change of quantities, each by an amount between two bounds. `origin` distinguishes steps that are otherwise
    equal."""

    change: tuple[tuple[Quantity, int, int], ...]
    moments: tuple[Moment, ...] = ()
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A step of a move, taken `least` to `most` times (None: any number). `needs`: it happens only along with one of
    these steps (empty: no condition)."""

    step: int
    least: int = 0
    most: int | None = 1
    needs: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """One move of a player: its parts happen in any order. `accepting`: a run counts if such moves happen infinitely
    often in it (a Büchi condition)."""

    name: str
    moments: tuple[Moment, ...]
    parts: tuple[Part, ...]
    accepting: bool = True


@dataclass(frozen=True, slots=True)
class System:
    """`ranges` holds every quantity with its least and greatest value; `totals` are sums that never change. Both hold
    at every instant. `classes`: the kinds of cards that are counted together, for readers."""

    ranges: tuple[tuple[Quantity, int, int], ...]
    totals: tuple[tuple[tuple[Quantity, ...], int], ...]
    steps: tuple[Step, ...]
    moves: tuple[Move, ...]
    classes: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class StepThing:
    """A step, in any move."""

    step: int


@dataclass(frozen=True, slots=True)
class MoveThing:
    """A move."""

    move: int


Thing = StepThing | MoveThing
Weights = tuple[tuple[Quantity, int], ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """No accepting move can happen any more."""


@dataclass(frozen=True, slots=True)
class Lowered:
    """A weighted sum that no move raises. `then` covers what does not lower it."""

    weights: Weights
    then: Proof


@dataclass(frozen=True, slots=True)
class Refuted:
    """Things whose moments contradict the constants."""

    things: tuple[Thing, ...]
    then: Proof


@dataclass(frozen=True, slots=True)
class Either:
    """A case split: a thing does not happen, or it does."""

    thing: Thing
    without: Proof
    happening: Proof


@dataclass(frozen=True, slots=True)
class Value:
    """A case split over the values of a constant quantity, from the least to the greatest."""

    quantity: Quantity
    proofs: tuple[Proof, ...]


Proof = Ended | Lowered | Refuted | Either | Value


# --------------------------------------------------------------------------------------------------- what may still happen


@dataclass(frozen=True, slots=True)
class Live:
    """What may still happen infinitely often: moves, each with the positions of its live parts. `happening`: things
    assumed to happen; `values`: assumed values of constants."""

    moves: Mapping[int, frozenset[int]]
    happening: frozenset[Thing] = frozenset()
    values: frozenset[tuple[Quantity, int]] = frozenset()


def everything(system: System) -> Live:
    """All moves with all their parts."""
    return Live({i: frozenset(range(len(m.parts))) for i, m in enumerate(system.moves)})


def closed(system: System, live: Live) -> Live:
    """Removes parts whose needs are gone, and moves with a required part that is gone."""
    out: dict[int, frozenset[int]] = {}
    for i, kept in live.moves.items():
        parts = system.moves[i].parts
        while True:
            there = {parts[p].step for p in kept}
            fewer = frozenset(p for p in kept if not parts[p].needs or there.intersection(parts[p].needs))
            if fewer == kept:
                break
            kept = fewer
        if all(p in kept for p, part in enumerate(parts) if part.least > 0):
            out[i] = kept
    return Live(out, live.happening, live.values)


def ended(system: System, live: Live) -> bool:
    """Whether no accepting move is live."""
    return not any(system.moves[i].accepting for i in live.moves)


def without(system: System, live: Live, things: Iterable[Thing]) -> Live:
    """What is live if some things do not happen."""
    gone = set(things)
    steps = {x.step for x in gone if isinstance(x, StepThing)}
    moves = {
        i: frozenset(p for p in kept if system.moves[i].parts[p].step not in steps)
        for i, kept in live.moves.items()
        if MoveThing(i) not in gone
    }
    return closed(system, Live(moves, live.happening, live.values))


def most_of(step: Step, weights: Mapping[Quantity, int]) -> int:
    """The most by which a step can raise a weighted sum."""
    return sum(max(weights.get(q, 0) * low, weights.get(q, 0) * high) for q, low, high in step.change)


def raised(part: Part, each: int, least: int) -> int | None:
    """The most by which a part taken at least `least` times raises a sum, if one step raises it by `each`; None:
    unbounded."""
    if part.most is None:
        return None if each > 0 else least * each
    return max(least * each, max(least, part.most) * each)


def lowered(system: System, live: Live, weights: Mapping[Quantity, int]) -> Live | None:
    """What is live between two decreases of a sum; None if some move can raise it."""
    each = [most_of(s, weights) for s in system.steps]
    out: dict[int, frozenset[int]] = {}
    for i, kept in live.moves.items():
        parts = system.moves[i].parts
        amounts = {p: raised(parts[p], each[parts[p].step], parts[p].least) for p in kept}
        known = [x for x in amounts.values() if x is not None]
        if len(known) < len(amounts) or sum(known) > 0:
            return None
        total = sum(known)
        if total < 0:
            continue
        left: set[int] = set()
        for p in kept:
            once, usual = raised(parts[p], each[parts[p].step], max(1, parts[p].least)), amounts[p]
            assert once is not None
            assert usual is not None
            if total - usual + once >= 0:
                left.add(p)
        out[i] = frozenset(left)
    return closed(system, Live(out, live.happening, live.values))


def constants(system: System, live: Live) -> frozenset[Quantity]:
    """The quantities that nothing live changes."""
    steps = {system.moves[i].parts[p].step for i, kept in live.moves.items() for p in kept}
    changed = {q for s in steps for q, low, high in system.steps[s].change if low or high}
    return frozenset(q for q, _, _ in system.ranges if q not in changed)


def moments_of(system: System, thing: Thing) -> tuple[Moment, ...]:
    """The moments of a thing."""
    match thing:
        case StepThing():
            return system.steps[thing.step].moments
        case MoveThing():
            return system.moves[thing.move].moments
        case _:
            assert_never(thing)


class Facts:
    """The constants as z3 unknowns: one for each constant quantity, fresh ones at each instant for all others."""

    def __init__(self, system: System, live: Live, queries: list[list[z3.BoolRef]] | None = None) -> None:
        self.system, self.queries = system, queries
        self.constant = constants(system, live)
        self.solver = empty_solver()
        self.ranges = {q: (low, high) for q, low, high in system.ranges}
        self.totals_of: dict[Quantity, list[int]] = {}
        for n, (terms, _) in enumerate(system.totals):
            for q in terms:
                self.totals_of.setdefault(q, []).append(n)
        self.instants = 0
        self.fixed = {q: z3.Int(f"{q}") for q in sorted(self.constant, key=str)}
        for q, x in self.fixed.items():
            self.solver.add(x >= self.ranges[q][0], x <= self.ranges[q][1])
        for n, (terms, _) in enumerate(system.totals):
            if any(q in self.constant for q in terms):
                self.solver.add(*self.total(n, {}))
        # (a fixed order, so that two runs find the same conflicts)
        for q, value in sorted(live.values, key=str):
            self.solver.add(self.fixed[q] == value)
        for thing in sorted(live.happening, key=str):
            self.solver.add(*self.happens(thing))

    def total(self, n: int, fresh: dict[Quantity, z3.ArithRef]) -> Iterator[z3.BoolRef]:
        """The conservation law `n` at an instant, with the ranges of its fresh unknowns."""
        terms, value = self.system.totals[n]
        yield summed([self.at(q, fresh) for q in terms]) == value
        for q in terms:
            if q in fresh:
                yield from (fresh[q] >= self.ranges[q][0], fresh[q] <= self.ranges[q][1])

    def at(self, q: Quantity, fresh: dict[Quantity, z3.ArithRef]) -> z3.ArithRef:
        """A quantity at an instant."""
        if q in self.fixed:
            return self.fixed[q]
        if q not in fresh:
            self.instants += 1
            fresh[q] = z3.Int(f"{q} at {self.instants}")
        return fresh[q]

    def happens(self, thing: Thing) -> Iterator[z3.BoolRef]:
        """That each moment of a thing holds at some instant."""
        for moment in moments_of(self.system, thing):
            fresh: dict[Quantity, z3.ArithRef] = {}
            for bound in moment:
                yield summed([n * self.at(q, fresh) for q, n in bound.terms]) + bound.constant >= 0
            for q in list(fresh):
                yield from (fresh[q] >= self.ranges[q][0], fresh[q] <= self.ranges[q][1])
            for n in sorted({n for q in fresh for n in self.totals_of.get(q, ())}):
                yield from self.total(n, fresh)

    def contradict(self, thing: Thing | None = None) -> bool:
        """Whether a thing contradicts the constants; None: whether the assumptions contradict each other. False if z3
        gives up."""
        self.solver.push()
        if thing is not None:
            self.solver.add(*self.happens(thing))
        answer = self.solver.check()
        if answer == z3.unsat and self.queries is not None:
            self.queries.append(list(self.solver.assertions()))
        self.solver.pop()
        return bool(answer == z3.unsat)


def accepts(
    system: System, proof: Proof, live: Live | None = None, queries: list[list[z3.BoolRef]] | None = None
) -> bool:
    """Whether a proof shows that each run of a system has finitely many accepting moves. `queries` collects the refuted
    queries."""
    live = everything(system) if live is None else live
    match proof:
        case Ended():
            return ended(system, live)
        case Lowered():
            left = lowered(system, live, dict(proof.weights))
            return left is not None and accepts(system, proof.then, left, queries)
        case Refuted():
            facts = Facts(system, live, queries)
            gone = facts.contradict() or all(facts.contradict(x) for x in proof.things)
            return gone and accepts(system, proof.then, impossible(system, live, facts, proof.things), queries)
        case Either():
            here = Live(live.moves, live.happening | {proof.thing}, live.values)
            apart = without(system, live, [proof.thing])
            return accepts(system, proof.without, apart, queries) and accepts(system, proof.happening, here, queries)
        case Value():
            low, high = next(((low, high) for q, low, high in system.ranges if q == proof.quantity), (0, -1))
            if proof.quantity not in constants(system, live) or len(proof.proofs) != high - low + 1 or high < low:
                return False
            each = (Live(live.moves, live.happening, live.values | {(proof.quantity, v)}) for v in range(low, high + 1))
            return all(accepts(system, then, here, queries) for then, here in zip(proof.proofs, each, strict=True))
        case _:
            assert_never(proof)


def impossible(system: System, live: Live, facts: Facts, things: Iterable[Thing]) -> Live:
    """What is live once things are refuted; nothing if the assumptions contradict each other."""
    return Live({}) if facts.contradict() else without(system, live, things)


def as_data(x: object) -> Any:
    """Encodes a proof as JSON values; each node starts with the name of its kind."""
    if is_dataclass(x):
        return [type(x).__name__, *(as_data(getattr(x, f.name)) for f in fields(x))]
    return [as_data(y) for y in x] if isinstance(x, tuple) else x


def proof_of(data: Any) -> Proof:
    """Decodes a proof from JSON values. Raises `ValueError`, `TypeError`, `KeyError` on anything else."""
    kind, *rest = data
    match kind:
        case "Ended":
            () = rest
            return Ended()
        case "Lowered":
            weights, then = rest
            return Lowered(tuple((tuple(q), int(n)) for q, n in weights), proof_of(then))
        case "Refuted":
            things, then = rest
            return Refuted(tuple(map(thing_of, things)), proof_of(then))
        case "Either":
            thing, without_it, happening = rest
            return Either(thing_of(thing), proof_of(without_it), proof_of(happening))
        case "Value":
            quantity, proofs = rest
            return Value(tuple(quantity), tuple(map(proof_of, proofs)))
        case _:
            raise ValueError(f"{kind} is no part of a proof")


def thing_of(data: Any) -> Thing:
    """Decodes a step or a move from JSON values."""
    kind, number = data
    if kind not in ("StepThing", "MoveThing"):
        raise ValueError(f"{kind} does not happen")
    return StepThing(int(number)) if kind == "StepThing" else MoveThing(int(number))
