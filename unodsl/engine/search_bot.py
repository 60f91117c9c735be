"""The search bot: determinized Monte Carlo search over what its seat can see."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import c_double, c_int64
from math import sqrt
from typing import Any, Protocol

from unodsl.engine.api import EndlessCascade, Move, State
from unodsl.engine.chance import INCREMENT, MASK, MULTIPLIER, seeded
from unodsl.engine.compiled import Machine
from unodsl.engine.generated import Generated, Overflow
from unodsl.engine.hidden import Hidden
from unodsl.engine.layout import GENERATOR, MATCH, ROUND, TOP, WINNERS, layout_of
from unodsl.engine.lower import lowered
from unodsl.engine.machine import NotCompiled, available
from unodsl.engine.quick_call import quick
from unodsl.engine.wasm_driver import module
from unodsl.engine.wasm_memory import signed
from unodsl.engine.wasm_moves import numbered
from unodsl.engine.wasm_search import HORIZON, LEAVE, OWN_LUCK, Plan
from unodsl.model.table import Table

PLAYOUTS = 2000
"""The most playouts for one decision."""

MOVES = 100 * PLAYOUTS
"""The limit of moves in these playouts, after which no more begin."""

AT_ONCE = 50
"""The playouts of each choice between two comparisons."""

CLEAR = 1.5
"""A choice is dropped at once if it has won less of n games than the best one by more than this times the root of n:
some three standard errors of the difference."""

DOUBT = 0.8
"""A choice that lays no card has to win more of n games than one that does by this times the root of n, about a
standard error of the difference. Otherwise chance decides after a few dozen games, and whoever lays no card certainly
loses time."""

_PAGE = 65536


class Judge(Protocol):
    """Plays out after each of several choices. All judges return the same numbers."""

    lays: Sequence[int]
    """For each offer, whether it lays a card (`unodsl.engine.laying`)."""
    moves: int
    """The number of moves made in playouts so far."""

    def judge(self, state: State, seat: int, choices: Sequence[Move | None], generators: Sequence[int]) -> list[float]:
        """For each choice of a seat (None: to leave it to others), the sum over the generators of the share of the
        round, or the match, that it wins. For each generator, the hidden part is sampled (`Hidden`), the choice is
        made, and shedding bots play the round to its end; a round without an end counts as an equal share."""
        ...


class SearchBot:
    """Chooses moves for any seat: the choice that wins most often in what is played on. Half of the choices are dropped after each of
    some equal shares of the playouts (sequential halving), and any choice as soon as it is clearly worse than the best one (successive
    elimination). Nothing is known of any game: a win is what the rules call one."""

    def __init__(self, judge: Judge, playouts: int = PLAYOUTS) -> None:
        self.judge = judge
        self.playouts = playouts

    def choose(self, state: State, moves: Sequence[Move], may_leave: bool, luck: int) -> Move | None:
        """The best of the legal moves of one seat; None if it is better to leave it to others. `luck`: a seed; the same
        one gives the same choice."""
        # of two choices that win equally often, the one that lays a card
        left: list[Move | None] = [*sorted(moves, key=lambda move: not self.judge.lays[move.offer])]
        if may_leave:
            left.append(None)
        if len(left) == 1:
            return left[0]
        seat = moves[0].seat
        won = dict.fromkeys(left, 0.0)
        behind = {c for c in left if c is None or not self.judge.lays[c.offer]}
        if len(behind) == len(left):
            behind = set()
        judge, number, rest, until = self.judge, 0, self.playouts, self.judge.moves + MOVES
        while len(left) > 1:
            share = rest // (len(left) - 1).bit_length()
            half = (len(left) + 1) // 2
            while len(left) > half:
                many = min(AT_ONCE, max(1, share // len(left)))
                # the same deal and the same luck for each choice: less noise between them
                generators = [mixed(luck, number + i) for i in range(many)]
                number += many
                rest -= many * len(left)
                share -= many * len(left)
                for choice, more in zip(left, judge.judge(state, seat, left, generators), strict=True):
                    won[choice] += more
                doubt = DOUBT * sqrt(number)
                worth = {c: won[c] - doubt * (c in behind) for c in left}
                left.sort(key=worth.__getitem__, reverse=True)
                if judge.moves >= until:
                    return left[0]
                if share < len(left):
                    left = left[:half]
                else:
                    least = worth[left[0]] - CLEAR * sqrt(number)
                    left = [c for c in left if worth[c] >= least]
        return left[0]


def mixed(luck: int, number: int) -> int:
    """The n-th of a sequence of independent 64-bit numbers (SplitMix64)."""
    z = (luck + (number + 1) * 0x9E3779B97F4A7C15) & MASK
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


def judge_of(runner: Generated) -> Judge:
    """The fastest judge: compiled if available."""
    if available():
        try:
            return CompiledJudge(runner.table)
        except NotCompiled:
            pass
    return PythonJudge(runner)


class PythonJudge:
    """Playouts in Python."""

    def __init__(self, runner: Generated) -> None:
        self.layout = runner.layout
        self.module = runner.fast
        self.moves = 0
        self.lays: Sequence[int] = runner.program.lays
        self.unsorted = {at for at, *names in runner.program.legal if names[1] in runner.program.unsorted}
        self._hidden: dict[int, Hidden] = {}

    def judge(self, state: State, seat: int, choices: Sequence[Move | None], generators: Sequence[int]) -> list[float]:
        """See `Judge.judge`."""
        hidden = self._hidden.setdefault(seat, Hidden(self.layout, seat))
        out = [0.0] * len(choices)
        for generator in generators:
            guess = hidden.drawn(state, generator)
            for i, choice in enumerate(choices):
                out[i] += self.worth(guess, choice, seat)
        return out

    def worth(self, state: State, move: Move | None, seat: int) -> float:
        """The share that a seat wins after a choice."""
        module, legal = self.module, self.module.legal_without_mistakes
        s = list(state)
        thought = seeded(s[GENERATOR] ^ OWN_LUCK)
        rounds = module.rounds
        moves = module.moves
        try:
            for count in range(HORIZON):
                if move is None:
                    moves.clear()
                    legal[s[TOP]](s)
                    if s[TOP] in self.unsorted:
                        moves.sort()
                    # a player who leaves it to others is not selected again at once
                    found = [m for m in moves if count or m[1] != seat] or list(moves)
                    better = [m for m in found if self.lays[m[0]]] or found
                    if not better:
                        break
                    thought = (thought * MULTIPLIER + INCREMENT) & MASK
                    move = Move._make(better[(thought >> 32) * len(better) >> 32])
                module.take_up[move.offer](s, move.seat, move.argument)
                module.to_rest(s, module.called[move.offer])
                move = None
                self.moves += 1
                if module.rounds != rounds or not s[ROUND] or not s[MATCH]:
                    winners = s[WINNERS]
                    return (winners >> seat & 1) / max(1, winners.bit_count())
        except (Overflow, EndlessCascade):
            pass
        return 1 / self.layout.seats


class CompiledJudge:
    """Playouts in compiled code: the extra `fast`. Raises `NotCompiled`."""

    def __init__(self, table: Table) -> None:
        layout = layout_of(table)
        hidden = [Hidden(layout, seat) for seat in range(layout.seats)]
        self.plan = Plan(tuple((h.sets, h.secrets) for h in hidden))
        program = lowered(table)
        self.lays: Sequence[int] = program.lays
        self.machine = Machine(module(layout, program, traced=False, side=self.plan), None, None, keep=True)
        memory = self.machine.memory
        self.places = self.plan.places(memory)
        at = self.machine.grow((self.places.size + _PAGE - 1) // _PAGE)
        self.machine.exports["area"].set_value(self.machine.store, at)
        most = memory.most_moves + 1
        self._choices: Any = self.machine.window(c_int64, at + self.places.choices, most)
        self._won: Any = self.machine.window(c_double, at + self.places.won, most)
        self._base = quick(self.machine, "base", arguments=0)
        self._judge = quick(self.machine, "judge", arguments=3)
        self.moves = 0

    def judge(self, state: State, seat: int, choices: Sequence[Move | None], generators: Sequence[int]) -> list[float]:
        """See `Judge.judge`."""
        self.machine.write(state)
        self._base()
        for i, choice in enumerate(choices):
            self._choices[i] = LEAVE if choice is None else numbered(choice)
            self._won[i] = 0.0
        for generator in generators:
            self.moves += self._judge(seat, signed(generator), len(choices))
        out: list[float] = self._won[: len(choices)]
        return out
