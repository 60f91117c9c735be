"""Lexicographic rankings over sums of what can be counted: the counter system of moves that go by nothing but what each of them changes.

The coarsest system of moves: no guards, no seats, no classes of cards. It serves cascades, situations and rounds; where its proof fails,
`stack_system` tells more apart. Example: each answer costs a card and no rule here gives one back: `Lowered` by the cards in hands.
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
"""No sum is that large."""


def sums_system(changes: Sequence[Change]) -> System:
    """Moves that change sums within bounds; all that is counted has bounds of its own."""
    numbers: dict[Step, int] = {}
    for change in changes:
        row = sorted((q, low, high) for q, (low, high) in change.items() if low or high)
        numbers.setdefault(Step(tuple((("sum", *q), low, high) for q, low, high in row)), len(numbers))
    moves = []
    for n, change in enumerate(changes):
        row = sorted((q, low, high) for q, (low, high) in change.items() if low or high)
        step = Step(tuple((("sum", *q), low, high) for q, low, high in row))
        moves.append(Move(str(n), (), (Part(numbers[step], 1, 1),)))
    quantities = sorted({q for x in numbers for q, *_ in x.change}, key=str)
    return System(tuple((q, -FAR, FAR) for q in quantities), (), tuple(numbers), tuple(moves))


def run_down(changes: Sequence[Change]) -> tuple[System, Proof] | None:
    """A proof that moves with some changes cannot be made for ever, and the system that it is about; None where none is found."""
    system = sums_system(changes)
    proof = Search(system, readable=True).proof()
    return (system, proof) if proof is not None and accepts(system, proof) else None


def first_layer(changes: Sequence[Change]) -> tuple[Weights, tuple[int, ...]] | None:
    """A sum that no change makes larger, with the numbers of those that make it smaller, as many as can be; None where there is none."""
    system = sums_system(changes)
    live = everything(system)
    weights = Search(system, readable=True).program(live)
    rest = lowered(system, live, dict(weights)) if weights else None
    if rest is None or len(rest.moves) == len(live.moves):
        return None
    return weights, tuple(i for i in live.moves if i not in rest.moves)


def layers(proof: Proof) -> list[Weights]:
    """The sums of a proof, one after the other."""
    out = []
    while isinstance(proof, Lowered):
        out.append(proof.weights)
        proof = proof.then
    assert isinstance(proof, Ended)
    return out


def features(weights: Weights) -> list[tuple[Feature, int]]:
    """What a sum of such a system counts, with its weight."""
    return [((str(q[1]), int(q[2]), int(q[3])), n) for q, n in weights]


def parts(table: t.Table, weights: Weights) -> tuple[list[str], list[str]]:
    """What counts in a sum and what counts against it, in words."""
    some = features(weights)
    down = [f"{n} x {words(table, x)}" if n > 1 else words(table, x) for x, n in some if n > 0]
    up = [f"{-n} x {words(table, x)}" if n < -1 else words(table, x) for x, n in some if n < 0]
    return down, up


def told_each(table: t.Table, weights: Weights) -> str:
    """A sum in words, of rules that set each other off."""
    down, up = parts(table, weights)
    if not down:
        return f"each round makes {' + '.join(up)} more"
    return f"each round makes {' + '.join(down)} less" + (f", counted against {' + '.join(up)}" if up else "")


def told(table: t.Table, proof: Proof) -> str:
    """Why moves come to an end, in words."""
    found = layers(proof)
    if len(found) == 1:
        return told_one(table, found[0])
    return "; where it stays as it is, ".join(
        f"{told_one(table, x)}{'' if x is found[-1] else ', or stays as it is'}" for x in found
    )


def told_one(table: t.Table, weights: Weights) -> str:
    """One sum in words."""
    down, up = parts(table, weights)
    out = []
    if down:
        out.append(" + ".join(down) + " gets less with each move")
    if up:
        out.append(("" if down else " + ".join(up) + " grows with each move") or "counted against " + " + ".join(up))
    if weights and all(x[0] == "cards" and n > 0 for x, n in features(weights)):
        return "each answer costs a card, and no rule here gives one back"
    return ", ".join(out)
