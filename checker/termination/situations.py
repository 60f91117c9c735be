"""Termination of moves inside open situations, such as draw cards that pile up: by a weighted sum, or a lexicographic
ranking.

Over-approximates the moves, so a proof holds for every deal. Example: a debt is answered with draw cards, and whoever
forgets to call at one card draws two. Cards that cannot answer never leave a hand, a reshuffle needs an empty draw
pile, and whoever holds two such cards never is at one card: not all players can be caught again and again, unless the
deck is small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from checker.context import Context
from checker.effects.names import field_name
from checker.invariants.decided import kernel, taking_part
from checker.kernel.ranking import Counted
from checker.results import by_analysis
from checker.smt.counter_system import (
    Either,
    Ended,
    Lowered,
    MoveThing,
    Proof,
    Quantity,
    Refuted,
    StepThing,
    System,
    Thing,
    Value,
)
from checker.smt.measures import Sums
from checker.smt.stack_system import MOST_MOVES, Edge
from checker.termination.bounds import upper_bounds
from checker.termination.change_vectors import Change, Outcome, words
from checker.termination.lexicographic import FEW_NODES, MOST_NODES, Search
from checker.termination.sums import features, layers, ranking_of_sums, words_of_sums
from unodsl.engine.describe import short
from unodsl.model import table as t
from unodsl.scenarios import SEAT_NAMES


@dataclass(frozen=True, slots=True)
class Termination:
    """A termination argument in words. `sums`: a lexicographic ranking, or proofs of counter systems."""

    words: str
    sums: Sums | Counted


@dataclass(frozen=True, slots=True)
class Undecided:
    """Why no termination argument was found, in words."""

    words: str
    sums: None = None


LATE = Undecided("the budget ran out before all sums were tried")

CYCLE = Undecided("a cycle of these moves was met in play")


def termination_of(
    context: Context,
    group: frozenset[int],
    moves: Sequence[tuple[Edge, Outcome]],
    cycle: Callable[[], bool] = lambda: False,
) -> Termination | Undecided:
    """A termination argument for the moves while one of these situations is on top, or why there is none. `cycle`:
    whether a short search met a cycle of these moves; it saves the counter systems."""
    found = of_sums(context.table, [outcome.change for _, outcome in moves])
    if found is not None:
        return found
    return CYCLE if cycle() else by_counting(context, group, [edge for edge, _ in moves])


def by_counting(context: Context, group: frozenset[int], edges: Sequence[Edge]) -> Termination | Undecided:
    """The same by the counter systems of the situations, which the kernel builds."""
    the_kernel = kernel(context) if context.deserves_search else None
    if the_kernel is None or not context.within_budget():
        return LATE
    return of_systems(context, edges, group, the_kernel.systems(group, taking_part(context), context.within_budget).all)


def of_systems(
    context: Context, edges: Sequence[Edge], group: frozenset[int], systems: Iterable[System | None]
) -> Termination | Undecided:
    """A termination argument for counter systems, or the moves for which none was found."""
    proofs: list[tuple[System, Proof]] = []
    most = MOST_NODES if context.effort.far else FEW_NODES
    for system in systems:
        if system is None:
            late = not context.within_budget()
            return LATE if late else Undecided(f"more than {MOST_MOVES} moves would have to be kept separate")
        search = Search(system, context.within_budget, most)
        proof = search.proof()
        if proof is None:
            return stopped(context, search)
        proofs.append((system, proof))
    # the system with all players taking part has the most moves
    bounds = [x.words(context.table) for x in upper_bounds(context, list(edges), group, proofs[0][0])] if proofs else []
    # (the kernel is not asked about the bounds)
    given = "".join(map(by_analysis, bounds))
    return Termination(reasons(context.table, proofs) + given, Counted(tuple(p for _, p in proofs)))


def stopped(context: Context, search: Search) -> Undecided:
    """The moves for which a failed search found no ranking."""
    if not context.within_budget() or search.left is None:
        return LATE
    rules = {search.system.moves[i].name.rpartition(" of ")[0]: None for i in sorted(search.left.moves)}
    cases = f", in {search.nodes} cases of what may happen" if search.nodes > search.most else ""
    return Undecided(f"no sum was found that gets smaller with each of these moves{cases}: {', '.join(rules)}")


def of_sums(table: t.Table, changes: Sequence[Change]) -> Termination | None:
    """A termination argument by ranking the change vectors of moves; None if there is none."""
    found = ranking_of_sums(changes)
    if found is None:
        return None
    sums = tuple(tuple(features(x)) for x in layers(found[1]))
    return Termination(words_of_sums(table, sums), sums)


def below(proof: Proof) -> tuple[Proof, ...]:
    """The children of a proof."""
    match proof:
        case Ended():
            return ()
        case Lowered() | Refuted():
            return (proof.then,)
        case Either():
            return proof.without, proof.happening
        case Value():
            return proof.proofs


# -------------------------------------------------------------------------------------------------------------------- words


def reasons(table: t.Table, proofs: Sequence[tuple[System, Proof]]) -> str:
    """The termination argument in words: the conflict among what would have to happen infinitely often."""
    cases = [(system, case) for system, proof in proofs for case in conflicts(proof)]
    if not cases:
        return "each move uses up something that no move gives back, one after the other"
    system, things = max(cases, key=lambda x: len(x[1]))
    texts = list(dict.fromkeys(thing_words(table, system, x) for x in things))
    return (
        "what cannot be used as an answer never leaves a hand, and what can is used up, unless all of this happened again and again, "
        f"for which the {table.deck.size} cards leave no room: {'; '.join(texts)}"
    )


def conflicts(proof: Proof) -> list[tuple[Thing, ...]]:
    """For each case of a proof the things that cannot all happen infinitely often."""
    out: list[tuple[Thing, ...]] = []
    chain: list[Thing] = []
    at = proof
    while isinstance(at, Either):
        chain.append(at.thing)
        out += conflicts(at.without)
        at = at.happening
    if chain:
        out.append(tuple(chain))
    return out + [x for p in below(at) for x in conflicts(p)]


def thing_words(table: t.Table, system: System, thing: Thing) -> str:
    """Describes a step or a move."""
    match thing:
        case MoveThing():
            return f"`{system.moves[thing.move].name}`"
        case StepThing():
            step = system.steps[thing.step]
            ups = [quantity_words(table, q) for q, low, _ in step.change if low > 0]
            downs = [quantity_words(table, q) for q, _, high in step.change if high < 0]
            if not ups and not downs:
                return step.origin
            return " and ".join([*(f"{x} grows" for x in ups), *(f"{x} falls" for x in downs)])


def quantity_words(table: t.Table, q: Quantity) -> str:
    """Describes a quantity."""
    kind, *rest = q
    match kind:
        case "cards":
            zone, seat, _ = (int(x) for x in rest)
            return f"cards in {short(table.zones[zone].name)}" + (f" of {SEAT_NAMES[seat]}" if seat >= 0 else "")
        case "owner":
            situation, seat = (int(x) for x in rest)
            return f"{short(table.situations[situation].name)} " + (
                f"of {SEAT_NAMES[seat]}" if seat >= 0 else "being closed"
            )
        case "in" | "value":
            where, index, position, *seats = rest
            if where == "variable":
                name = short(table.variables[int(index)].name)
            elif where == "field":
                name = field_name(table.situations[int(index)], int(position))
            else:
                name = short(table.situations[int(index)].name)
            return name + "".join(f" with {SEAT_NAMES[int(s)]}" for s in seats)
        case _:
            return words(table, (str(rest[0]), int(rest[1]), int(rest[2])))
