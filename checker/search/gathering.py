"""Gathering play: greedy games with restarts in which all players bring cards to one place, such as a hand.

Under-approximates: each state is reachable, with luck; where no game gathers many cards, others may. Example: a player
draws only if nothing fits. The others see to it that nothing does, and lay down what makes the player draw two.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from checker.context import Context, table_stage
from checker.search.graph import bare, moves_of
from checker.search.guided import counting, left_alone
from unodsl.engine.api import EndlessCascade, Move, State
from unodsl.engine.layout import GENERATOR, MATCH, ROUND, TOP

GAMES, MOST_GAMES, LONGEST, PATIENCE = 2, 240, 20, 40
"""The most games for each card of the deck, and in all; the most moves of each player for each card of the deck, and
without a gain."""

STALE = 60
"""After so many games that bring no more cards to a place than those before, others will not either."""

PROMISING = 40
"""So many games decide whether more are of use: in one of them a place holds a tenth of the cards."""

WITHOUT_LIMIT = 60
"""So many cards in a hand that no limit on hands is to be expected."""

KINDS = 4
"""The kinds of games: with more moves and luck in each state or less, and by two ways to choose among equal moves."""

RETURN, NOISE = 6, (0.1, 0.05)
"""The moves of each player without a gain after which a game returns to its best state, and how often a move that
gains nothing is any move."""

EACH, LUCK = (8, 16), (16, 30)
"""The most moves that are tried in one state, and the most outcomes of a random move: in every other kind of game the
larger numbers."""

LONGER = 60
"""The moves of each player in games that go on once somebody holds many cards."""

FEW, SETTLING = 4, 8
"""The most moves that are tried where something is owed, and the most moves that settle it."""


@table_stage
def known_amounts(context: Context) -> dict[int, tuple[float, int, int]]:
    """The memo of `gathered`, by zone: the number at which games ended, the most cards that play brought to a place, and the
    number of that game. Where the cards are fewer, all games were played."""
    return {}


def can_gather(context: Context, zone: int, many: int) -> bool:
    """Whether games in which all play for that bring nearly so many cards to one place of a zone: three quarters of them,
    or half where these are too many for a limit on hands. Under-approximates by greedy games, for each player in turn."""
    enough = min(3 * many / 4, max(many / 2, WITHOUT_LIMIT))
    return gathered(context, zone, enough)[0] >= enough


def gathered(context: Context, zone: int, enough: float) -> tuple[int, int]:
    """The most cards that play brings to one place of a zone, and the number of the game that does. Games end once the cards
    are enough."""
    known = known_amounts(context)
    wanted, most, best = known.get(zone, (0.0, 0, 0))
    if wanted <= most < enough:
        most, best = max((most, best), most_gathered(context, zone, enough))
        if context.within_budget() or most >= enough:
            known[zone] = enough, most, best
    return most, best


def not_with_so_many(context: Context, state: State, zone: int, group: frozenset[int]) -> bool:
    """Whether somebody holds half of all cards in a zone, and some number or value that hands may not go with (see
    `counting`) is outside of the range that it has in games in which somebody does."""
    half = context.table.deck.size / 2
    if all(context.layout.held(state, zone, seat).bit_count() < half for seat in range(context.layout.seats)):
        return False
    known = ranges_with_many(context)
    if zone not in known:
        known[zone] = [(min(x), max(x)) for x in zip(*played_on(context, zone, half), strict=True)]
    for slots, _ in counting(context, group):
        met = [known[zone][slot] for slot in slots] if known[zone] else []
        if not met or not all(min(met)[0] <= state[slot] <= max(high for _, high in met) for slot in slots):
            return True
    return False


@table_stage
def ranges_with_many(context: Context) -> dict[int, list[tuple[int, int]]]:
    """The memo of `not_with_so_many`, by zone: the range of each slot of a state in games in which somebody holds half of all
    cards; empty if nobody does."""
    return {}


def played_on(context: Context, zone: int, enough: float) -> Iterator[State]:
    """Yields states of random games that go on where somebody holds so many cards, as long as somebody does."""
    most, best = gathered(context, zone, enough)
    for number in dict.fromkeys((best, *range(2 * GAMES))) if most >= enough else ():
        game = Gathering(context, zone, number % context.layout.seats, number)
        at = game.best(enough if number % 2 else 1.5 * enough)
        for _ in range(LONGER * context.layout.seats):
            if game.worth(at) < enough or not context.within_budget():
                break
            yield at
            moves = game.moves(at)
            if not moves:
                break
            at = bare(game.once(at, game.generator.choice(moves))[0])


def most_gathered(context: Context, zone: int, enough: float) -> tuple[int, int]:
    """The most cards in one place of a zone in games in which each move brings as many as possible there, with luck, and the
    number of that game. Ends once they are enough."""
    seats = context.layout.seats if context.table.zones[zone].each_player else 1
    most = last = 0
    for number in range(min(MOST_GAMES, GAMES * context.table.deck.size)):
        hopeless = (number >= PROMISING and 10 * most < enough) or number - last > STALE
        if most >= enough or hopeless or not context.within_budget():
            break
        found = Gathering(context, zone, number % seats, number).most(enough)
        if found > most:
            most, last = found, number
    return most, last


class Gathering:
    """One greedy game that returns to its best state from time to time. Where moves bring equally many cards to a place, it
    takes one after which the player of the place has few moves: most rules let those draw who cannot play."""

    def __init__(self, context: Context, zone: int, seat: int, number: int) -> None:
        self.context, self.zone, self.seat, self.number = context, zone, seat, number
        self.kind = number // context.layout.seats % KINDS
        self.generator = random.Random(zone * 31 + seat + 1_009 * number)

    def most(self, enough: float) -> int:
        """The most cards that were in the place; the game ends once they are enough."""
        return self.worth(self.best(enough))

    def best(self, enough: float) -> State:
        """The state with the most cards in the place; the game ends once they are enough."""
        context, seats = self.context, self.context.layout.seats
        best = at = bare(context.executor.start(self.number + 1))
        since = 0
        try:
            for _ in range(LONGEST * seats * context.table.deck.size):
                since += 1
                after = self.after(at)
                if self.worth(best) >= enough or since > PATIENCE * seats or not context.within_budget():
                    break
                ranked = [(self.worth(x), -self.choices(x), self.generator.random(), x) for x in after]
                going_on = [x for x in ranked if x[0] >= 0]
                if not going_on or since % (RETURN * seats) == 0:
                    at = best
                    continue
                chosen = max(going_on)
                if chosen[0] <= self.worth(at) and self.generator.random() < NOISE[self.number % 2]:
                    chosen = self.generator.choice(going_on)
                at = chosen[-1]
                if self.worth(at) > self.worth(best):
                    best, since = at, 0
        except EndlessCascade:
            pass
        return best

    def worth(self, state: State) -> int:
        """The number of cards in the place; -1 once the round is over."""
        running = state[MATCH] and state[ROUND]
        return self.context.layout.held(state, self.zone, self.seat).bit_count() if running else -1

    def choices(self, state: State) -> int:
        """The number of moves of the player of the place; in half of the games, of all players."""
        return sum(x.seat == self.seat or self.kind > 1 for x in self.moves(state))

    def moves(self, state: State) -> list[Move]:
        """The moves that games depend on."""
        return [x for x in moves_of(self.context, state) if not left_alone(self.context.table, x)]

    def after(self, state: State) -> list[State]:
        """States that follow, each once what is owed is settled: of a random move, several."""
        return list(
            dict.fromkeys(x for move in self.some(state, EACH[self.kind % 2]) for x in self.outcomes(state, move))
        )

    def outcomes(self, state: State, move: Move) -> Iterator[State]:
        """Yields states after a move, until chance has no part in one."""
        for _ in range(LUCK[self.kind % 2]):
            after, by_chance = self.once(state, move)
            yield bare(self.settled(after))
            if not by_chance:
                break

    def some(self, state: State, most: int) -> list[Move]:
        """At most so many moves."""
        moves = self.moves(state)
        return moves if len(moves) <= most else self.generator.sample(moves, most)

    def once(self, state: State, move: Move) -> tuple[State, bool]:
        """The state after a move, and whether chance had a part in it."""
        number = self.generator.getrandbits(60)
        after = self.context.executor.apply((*state[:GENERATOR], number, *state[GENERATOR + 1 :]), move)
        return after, after[GENERATOR] != number

    def settled(self, state: State) -> State:
        """The state once no situation is open, if a few greedy moves lead there."""
        for _ in range(SETTLING):
            if state[TOP] in self.context.ground or self.worth(state) < 0:
                break
            after = [self.once(state, x)[0] for x in self.some(state, FEW)]
            if not after:
                break
            state = max(after, key=lambda x: (self.worth(x), x[TOP] in self.context.ground, self.generator.random()))
        return state
