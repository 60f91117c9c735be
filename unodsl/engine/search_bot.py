"""A bot that thinks: determinized Monte Carlo search over what its seat can see."""

from __future__ import annotations

import random
from collections.abc import Sequence

from unodsl.engine.api import EndlessCascade, Move, State
from unodsl.engine.chance import INCREMENT, MASK, MULTIPLIER
from unodsl.engine.generated import Generated, Overflow
from unodsl.engine.hidden import Hidden
from unodsl.engine.layout import MATCH, ROUND, TOP, WINNERS

PLAYOUTS = 240
"""Games that are played on to decide one move."""

HORIZON = 400
"""Moves after which a game that is played on counts as nobody's."""


class SearchBot:
    """Chooses moves for any seat. For each choice, what the seat cannot see is drawn anew (`Hidden`), the move is made, and shedding
    bots play the round to its end; the choice that wins most often is made. Half of the choices are dropped after each of some
    equal shares of the playouts (sequential halving). Nothing is known of any game: a win is what the rules call one."""

    def __init__(self, runner: Generated, playouts: int = PLAYOUTS) -> None:
        self.runner = runner
        self.layout = runner.layout
        self.module = runner.fast
        self.lays = runner.program.lays
        self.playouts = playouts
        self._hidden: dict[int, Hidden] = {}

    def choose(self, state: State, moves: Sequence[Move], may_leave: bool, luck: random.Random) -> Move | None:
        """The best of the moves of one seat, all of which are legal; None where it is better to leave it to others."""
        left: list[Move | None] = [*moves, None] if may_leave else [*moves]
        if len(left) == 1:
            return left[0]
        seat = moves[0].seat
        hidden = self._hidden.setdefault(seat, Hidden(self.layout, seat))
        stages = max(1, (len(left) - 1).bit_length())
        won = dict.fromkeys(left, 0.0)
        while len(left) > 1:
            for _ in range(max(1, self.playouts // stages // len(left))):
                # the same deal and the same luck for each choice: less noise between them
                guess, thought = hidden.drawn(state, luck), luck.getrandbits(63)
                for choice in left:
                    won[choice] += self.worth(guess, choice, seat, thought)
            left.sort(key=lambda choice: -won[choice])
            left = left[: (len(left) + 1) // 2]
        return left[0]

    def worth(self, state: State, move: Move | None, seat: int, thought: int) -> float:
        """The share of the round (or the match) that a seat wins after a move, played on by shedding bots; what an equal share
        would be where it does not end."""
        module, legal = self.module, self.module.legal_sober
        s = list(state)
        rounds = module.rounds
        moves = module.moves
        try:
            for count in range(HORIZON):
                if move is None:
                    moves.clear()
                    legal[s[TOP]](s)
                    # whoever leaves it to others is not asked again at once
                    found = [m for m in moves if count or m[1] != seat] or list(moves)
                    better = [m for m in found if self.lays[m[0]]] or found
                    if not better:
                        break
                    thought = (thought * MULTIPLIER + INCREMENT) & MASK
                    move = Move._make(better[(thought >> 32) * len(better) >> 32])
                module.take_up[move.offer](s, move.seat, move.argument)
                module.to_rest(s, module.called[move.offer])
                move = None
                if module.rounds != rounds or not s[ROUND] or not s[MATCH]:
                    winners = s[WINNERS]
                    return (winners >> seat & 1) / max(1, winners.bit_count())
        except (Overflow, EndlessCascade):
            pass
        return 1 / self.layout.seats
