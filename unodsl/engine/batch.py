"""Results of many games, and the bots that play them. Every executor plays the same games with the same bots."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from unodsl.engine.laying import own_zones
from unodsl.engine.layout import IN_PLAY, MATCH, ROUND, WINNERS, Layout
from unodsl.model.table import Table
from unodsl.model.types import Number

Bot = Literal["random", "shedding", "search"]
"""The bots. `random`: a uniformly random legal move of any player. `shedding`: the same among the moves that lay a card
(`unodsl.engine.laying`), if there are any. `search`: a player is chosen with probability proportional to its number of
legal moves, and makes the move that it finds best, or leaves it to others (`unodsl.engine.search_bot`)."""

BOTS: tuple[Bot, ...] = get_args(Bot)

QUICK_BOTS: tuple[Bot, ...] = ("random", "shedding")
"""The bots built into every executor; the others choose move by move (`unodsl.engine.choose`)."""

DEFAULT_BOT: Bot = "shedding"
"""The default bot, in all commands and from Python: random players take ten times as long."""

MOVES, ROUNDS, HOW, WON, TAKEN, LEADS = range(6)
"""The first columns of a game's row: moves; rounds begun; how it ended (an index into `ENDS`); the winners as bits of
seats, 0 if the match was not over; cards taken up; changes of the lead (`Watch`)."""

FIXED = 6
"""The number of these columns. After them: how often each rule fired, as in `Program.rules`; then the final
`kept_numbers`, by seat. After an endless cascade there is no final state: these and the winners are 0."""

End = Literal["over", "most moves", "stuck", "endless", "unconserved"]
"""How a game ends: the match is over; the limit of moves is reached; nobody has a move; a cascade is endless; a card
was lost."""

ENDS: tuple[End, ...] = get_args(End)
COUNTED = {"most moves": "capped", "stuck": "stuck", "endless": "endless", "unconserved": "unconserved"}
"""The counter in a batch for each way to end before the match is over."""


@dataclass(frozen=True, slots=True)
class Playing:
    """The parameters of games. Each is stopped after `most_moves`. `mistakes`: offers of that mode are taken, too.
    `check`: verifies the conservation of cards (not in the reference). `each`: every game gets its row."""

    most_moves: int
    mistakes: bool = False
    bot: Bot = "random"
    check: bool = False
    each: bool = False


def kept_numbers(table: Table) -> tuple[int, ...]:
    """The number variables (indexes) of each player that are kept between rounds, such as points."""
    return tuple(i for i, v in enumerate(table.variables) if v.each_player and v.kept and isinstance(v.type, Number))


def row_width(table: Table) -> int:
    """The number of columns of a game's row."""
    return FIXED + len(table.rule_names()) + len(kept_numbers(table)) * table.seats


@dataclass(slots=True)
class Watch:
    """Statistics of one game, updated from one quiescent state to the next.

    Cards taken up: the increase of the cards that players hold (`own_zones`) in a move, over all players, without the
    card that the move itself laid. A move after which a new round runs counts nothing, since its deal is no draw. The
    leader: while a round runs, the player in play with the fewest cards; in a tie, whoever led last. A change of the
    lead: another player of the same round leads than before. This needs no rule of a game.
    """

    layout: Layout
    taken: int = 0
    changes: int = 0
    leader: int = -1
    total: int = 0
    places: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()

    def __post_init__(self) -> None:
        self.places = own_slots(self.layout)

    def observe(self, s: Sequence[int], laid: int, fresh: bool) -> None:
        """Adds the state after a move that laid `laid` cards itself (0 or 1). `fresh`: a new round or the match has
        begun."""
        total, least, who = 0, -1, -1
        in_play = s[IN_PLAY]
        for seat, (sets, tops) in enumerate(self.places):
            held = sum([s[at].bit_count() for at in sets])
            if tops:
                held += sum([s[at] >= 0 for at in tops])
            total += held
            if in_play >> seat & 1:
                if held < least or least < 0:
                    least, who = held, seat
                elif held == least:
                    who = -1
        if fresh:
            self.leader = -1
        else:
            self.taken += max(0, total - self.total + laid)
        self.total = total
        if not s[ROUND]:
            self.leader = -1
        elif who >= 0:
            self.changes += 0 <= self.leader != who
            self.leader = who


def own_slots(layout: Layout) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """For each seat the slots of its cards: those with sets of cards, and those with one card or -1."""
    out = []
    for seat in range(layout.seats):
        sets: list[int] = []
        tops: list[int] = []
        for zone in own_zones(layout.table):
            at, depth = layout.place(zone, seat), layout.depth[zone]
            sets.append(at + depth)
            tops += range(at, at + depth)
        out.append((tuple(sets), tuple(tops)))
    return tuple(out)


@dataclass(slots=True)
class Batch:
    """The results of many games. `rounds`: those begun; `fired`: counts by rule, as in `Program.rules`; `wins`: by seat
    (a shared win counts for each winner); `lengths`: the moves of each game; `capped`: games stopped at the limit of
    moves; `stuck`: games without a legal move. `rows`: for each game `row_width` numbers, concatenated; empty unless
    requested."""

    games: int = 0
    moves: int = 0
    rounds: int = 0
    wins: list[int] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    fired: list[int] = field(default_factory=list)
    capped: int = 0
    stuck: int = 0
    endless: int = 0
    unconserved: int = 0
    rows: array[int] = field(default_factory=lambda: array("q"))

    @classmethod
    def of(cls, table: Table) -> Batch:
        """The empty batch of a table."""
        return cls(wins=[0] * table.seats, fired=[0] * len(table.rule_names()))

    def finish(self, moves: int, state: Sequence[int], seats: int, how: End) -> None:
        """Counts a game that has ended, or was stopped, after `moves` moves."""
        self.games += 1
        self.moves += moves
        self.lengths.append(moves)
        if how != "over":
            setattr(self, COUNTED[how], getattr(self, COUNTED[how]) + 1)
        if not state[MATCH]:
            for seat in range(seats):
                self.wins[seat] += state[WINNERS] >> seat & 1

    def note(self, moves: int, rounds: int, how: End, fired: Sequence[int], watch: Watch, state: Sequence[int]) -> None:
        """Appends the row of a game that has ended, or was stopped."""
        layout = watch.layout
        rest = how != "endless"
        won = 0 if state[MATCH] or not rest else state[WINNERS]
        self.rows.extend((moves, rounds, ENDS.index(how), won, watch.taken, watch.changes))
        self.rows.extend(fired)
        for index in kept_numbers(layout.table):
            at = layout.variable[index]
            self.rows.extend(state[at : at + layout.seats] if rest else [0] * layout.seats)

    def add(self, part: Batch) -> None:
        """Adds the results of other games of the table; their lengths and rows follow."""
        self.games += part.games
        self.moves += part.moves
        self.rounds += part.rounds
        self.capped += part.capped
        self.stuck += part.stuck
        self.endless += part.endless
        self.unconserved += part.unconserved
        self.lengths.extend(part.lengths)
        self.rows.extend(part.rows)
        self.wins = [a + b for a, b in zip(self.wins, part.wins, strict=True)]
        self.fired = [a + b for a, b in zip(self.fired, part.fired, strict=True)]
