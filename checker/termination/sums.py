"""Lexicographic rankings of change vectors: the counter system of moves without guards.

The coarsest abstraction of moves: no guards, no seats, no classes of cards. It is used for cascades, situations and
rounds; where its proof fails, `stack_system` refines it. Example: each answer costs a card and no rule here gives one
back: `Lowered` by the cards in hands.
"""

from __future__ import annotations

from collections.abc import Sequence

from checker.smt.counter_system import (
    Ended,
    Lowered,
    Move,
    Part,
    Proof,
    Step,
    System,
    Weights,
    accepts,
    everything,
    lowered,
)
from checker.termination.change_vectors import Change, Feature, words
from checker.termination.lexicographic import Search
from unodsl.model import table as t

FAR = 10**9
"""A bound that no sum reaches."""


def sums_system(changes: Sequence[Change]) -> System:
    """The counter system of moves with these change vectors; all quantities are bounded."""
    rows = (sorted((q, low, high) for q, (low, high) in x.items() if low or high) for x in changes)
    steps = [Step(tuple((("sum", *q), low, high) for q, low, high in row)) for row in rows]
    numbers = {x: n for n, x in enumerate(dict.fromkeys(steps))}
    moves = [Move(str(n), (), (Part(numbers[x], 1, 1),)) for n, x in enumerate(steps)]
    quantities = sorted({q for x in numbers for q, *_ in x.change}, key=str)
    return System(tuple((q, -FAR, FAR) for q in quantities), (), tuple(numbers), tuple(moves))


def ranking_of_sums(changes: Sequence[Change]) -> tuple[System, Proof] | None:
    """A termination proof for moves with these change vectors, and its system; None if none is found."""
    system = sums_system(changes)
    proof = Search(system, readable=True).proof()
    return (system, proof) if proof is not None and accepts(system, proof) else None


def first_layer(changes: Sequence[Change]) -> tuple[Weights, tuple[int, ...]] | None:
    """A weighted sum that no change raises, with the numbers of those that lower it, as many as possible; None if there
    is none."""
    system = sums_system(changes)
    live = everything(system)
    weights = Search(system, readable=True).program(live)
    rest = lowered(system, live, dict(weights)) if weights else None
    if rest is None or len(rest.moves) == len(live.moves):
        return None
    return weights, tuple(i for i in live.moves if i not in rest.moves)


def layers(proof: Proof) -> list[Weights]:
    """The sums of a lexicographic proof, in order."""
    out = []
    while isinstance(proof, Lowered):
        out.append(proof.weights)
        proof = proof.then
    assert isinstance(proof, Ended)
    return out


def features(weights: Weights) -> list[tuple[Feature, int]]:
    """The features of a sum, with their weights."""
    return [((str(q[1]), int(q[2]), int(q[3])), n) for q, n in weights]


def parts(table: t.Table, some: Sequence[tuple[Feature, int]]) -> tuple[list[str], list[str]]:
    """The positive and the negative terms of a sum, in words."""
    down = [f"{n} x {words(table, x)}" if n > 1 else words(table, x) for x, n in some if n > 0]
    up = [f"{-n} x {words(table, x)}" if n < -1 else words(table, x) for x, n in some if n < 0]
    return down, up


def each_sum_words(table: t.Table, weights: Weights) -> str:
    """Describes a sum for rules that trigger each other."""
    down, up = parts(table, features(weights))
    if not down:
        return f"each round makes {' + '.join(up)} more"
    return f"each round makes {' + '.join(down)} less" + (f", counted against {' + '.join(up)}" if up else "")


def words_of_sums(table: t.Table, found: Sequence[Sequence[tuple[Feature, int]]]) -> str:
    """Describes a lexicographic ranking by sums, each by its features with their weights."""
    if not found:
        return "each answer closes it"
    last = len(found) - 1
    return "; where it stays as it is, ".join(
        f"{sum_words(table, x)}{'' if n == last else ', or stays as it is'}" for n, x in enumerate(found)
    )


def sum_words(table: t.Table, some: Sequence[tuple[Feature, int]]) -> str:
    """Describes one sum."""
    down, up = parts(table, some)
    out = []
    if down:
        out.append(" + ".join(down) + " gets less with each move")
    if up:
        out.append(("" if down else " + ".join(up) + " grows with each move") or "counted against " + " + ".join(up))
    if some and all(x[0] == "cards" and n > 0 for x, n in some):
        return "each answer costs a card, and no rule here gives one back"
    return ", ".join(out)
