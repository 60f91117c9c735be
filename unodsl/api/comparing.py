"""Two tables set against each other by many games: what a house rule does to a game.

Both play the same seeds. What is said of one table is a mean over its games, or a share of them; what is said of the
difference (B less A) is the mean over the pairs of games of one seed. Intervals hold 95 of 100 such samples, each for itself:
by the normal distribution for means and differences, by Wilson's score for shares. Same seeds deal the same cards, but play
soon drifts apart, so pairs narrow the interval of a difference only where games stay alike; it is right either way.

All of it is sums of whole numbers and quotients of games in their order, so that it does not depend on how they were cut up.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from math import fsum, sqrt
from operator import mul, sub, truediv
from typing import SupportsIndex

from unodsl.api import arguments
from unodsl.api.setup import Setup
from unodsl.campaign.run import rows_played
from unodsl.campaign.work import Settings
from unodsl.diagnostics import wrong
from unodsl.engine.batch import DEFAULT_BOT, FIXED, LEADS, MOVES, ROUNDS, TAKEN, WON, Bot, Playing, row_width
from unodsl.engine.choose import Name

CONFIDENCE = 0.95
_Z = 1.959963984540054
"""So many standard deviations of a normal distribution hold `CONFIDENCE` of it."""

LEAST_GAMES = 30
"""Of fewer games a mean is not yet distributed as the intervals take for granted."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number and the interval around it."""

    value: float
    low: float
    high: float

    @property
    def clear(self) -> bool:
        """Whether the interval leaves 0 out."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True, slots=True)
class Measure:
    """One thing on both sides. None where a side does not have it; then there is no difference."""

    name: str
    a: Estimate | None
    b: Estimate | None
    difference: Estimate | None


@dataclass(frozen=True, slots=True)
class Side:
    """A table, what played it, and how many of its matches did not come to their end."""

    setup: Setup
    label: str
    executor: Name
    notice: str | None
    most_moves: int
    stuck: int
    endless: int
    lost: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """What came of it. `measures` are means for each match or round; `wins` shares of matches by seat (a shared win counts
    for each winner); `undecided` the share without a winner; `rules` how often each rule fired in a match, and `in_matches`
    in which share of matches it did at all, both by name in the order of names."""

    a: Side
    b: Side
    seats: int
    games: int
    seed: int
    bot: Bot
    measures: tuple[Measure, ...]
    wins: tuple[Measure, ...]
    undecided: Measure
    rules: tuple[Measure, ...]
    in_matches: tuple[Measure, ...]

    def __repr__(self) -> str:
        sides = f"A {self.a.setup.described}, B {self.b.setup.described}"
        return f"<comparison of {self.games} matches each from seed {self.seed}, {self.bot} bots: {sides}>"


Numbers = Sequence[int] | Sequence[float]
"""One number a game."""


def mean(values: Numbers) -> Estimate:
    """The mean with its interval; at least two values."""
    n = len(values)
    total, squares = fsum(values), fsum(map(mul, values, values))
    middle = total / n
    half = _Z * sqrt(max(0.0, (squares - total * middle) / (n - 1)) / n)
    return Estimate(middle, middle - half, middle + half)


def share(values: Sequence[int]) -> Estimate:
    """The share of ones among ones and zeros, with Wilson's interval."""
    n, ones = len(values), sum(values)
    p, z = ones / n, _Z * _Z / n
    center, half = (p + z / 2) / (1 + z), _Z * sqrt(p * (1 - p) / n + z / (4 * n)) / (1 + z)
    # at none and at all, the nearer bound is exact
    return Estimate(p, 0.0 if not ones else center - half, 1.0 if ones == n else center + half)


def measure(
    name: str, a: Sequence[int] | None, b: Sequence[int] | None, by: Callable[[Sequence[int]], Estimate]
) -> Measure:
    """Both sides and their difference, B less A, game by game."""
    difference = None if a is None or b is None else mean(list(map(sub, b, a)))
    return Measure(name, None if a is None else by(a), None if b is None else by(b), difference)


def compare(
    a: Setup,
    b: Setup,
    *,
    games: SupportsIndex = 2000,
    seed: SupportsIndex = 1,
    bot: Bot = DEFAULT_BOT,
    most_moves: SupportsIndex = 10_000,
    executor: Name | None = None,
    jobs: SupportsIndex = 1,
    labels: tuple[str, str] = ("A", "B"),
    tick: Callable[[int, int], None] = lambda done, of: None,
    partial: bool = False,
) -> Comparison:
    """Play so many matches at both tables, and set what they came to side by side. With `partial`, Ctrl-C ends it with the matches
    that both have played, where these are `LEAST_GAMES` or more. Raises `RulesError` where the tables have
    different numbers of seats, where there are fewer than `LEAST_GAMES` games, and where there is no such bot or executor; `Lost` where a process of several was killed."""
    for side in (a, b):
        if not isinstance(side, Setup):
            raise wrong(f"what is compared are tables that `load` gave, not {side!r}")
    played_each, first = arguments.whole(games, "games"), arguments.whole(seed, "seed")
    most, processes = arguments.whole(most_moves, "most_moves"), arguments.whole(jobs, "jobs", 1)
    bot, executor = arguments.bot(bot), arguments.executor(executor)
    if a.seats != b.seats:
        raise wrong(f"one table has {a.seats} seats and the other {b.seats}: compare them at the same number")
    if played_each < LEAST_GAMES:
        raise wrong(f"{played_each} games say too little: play {LEAST_GAMES} or more")
    settings = [Settings(first, Playing(most, setup.mistakes, bot, check=True, each=True)) for setup in (a, b)]
    with ExitStack() as stack:
        crews = [
            stack.enter_context(rows_played(setup.table, how, played_each, executor, processes))
            for setup, how in zip((a, b), settings, strict=True)
        ]
        try:
            # in turn, so that there are matches of both to compare, whenever somebody presses Ctrl-C
            while behind := [one for one in crews if one.games < played_each]:
                min(behind, key=lambda one: one.games).go_on()
                tick(sum(one.games for one in crews), 2 * played_each)
        except KeyboardInterrupt:
            played_each = min(one.in_order for one in crews)
            if not partial or played_each < LEAST_GAMES:
                raise
    sides, rows = [], []
    for setup, label, crew in zip((a, b), labels, crews, strict=True):
        played = crew.until(played_each)
        total = played.tally
        counts = (total.capped, total.stuck, total.endless, total.unconserved)
        sides.append(Side(setup, label, played.executor, played.notice, *counts))
        rows.append(_Columns(setup, played.rows))
    left, right = rows
    names = sorted({*a.rules, *b.rules})
    fired = [(n, left.fired(n), right.fired(n)) for n in names]
    return Comparison(
        sides[0],
        sides[1],
        a.seats,
        played_each,
        first,
        bot,
        _measures(left, right),
        tuple(measure(a.names[s], left.won(s), right.won(s), share) for s in range(a.seats)),
        measure("no winner", left.undecided(), right.undecided(), share),
        tuple(measure(n, x, y, mean) for n, x, y in fired),
        tuple(measure(n, _at_all(x), _at_all(y), share) for n, x, y in fired),
    )


def _at_all(values: Sequence[int] | None) -> list[int] | None:
    return None if values is None else [int(v > 0) for v in values]


class _Columns:
    """The rows of many games, by what they count."""

    def __init__(self, setup: Setup, rows: array[int]) -> None:
        self.rules = setup.rules
        self.rows = rows
        self.width = row_width(setup.table)

    def column(self, index: int) -> array[int]:
        """One number a game."""
        return self.rows[index :: self.width]

    def fired(self, rule: str) -> array[int] | None:
        """How often a rule fired; None where there is no such rule."""
        return self.column(FIXED + self.rules.index(rule)) if rule in self.rules else None

    def won(self, seat: int) -> list[int]:
        """1 for each match that a seat won."""
        return [w >> seat & 1 for w in self.column(WON)]

    def undecided(self) -> list[int]:
        """1 for each match without a winner."""
        return [int(not w) for w in self.column(WON)]

    def by_round(self, index: int) -> list[float]:
        """A number of each game, divided by its rounds."""
        return list(map(truediv, self.column(index), (max(1, r) for r in self.column(ROUNDS))))


def _measures(a: _Columns, b: _Columns) -> tuple[Measure, ...]:
    """What is counted of every game, whatever its rules are."""
    out = []
    for name, index in (
        ("moves in a match", MOVES),
        ("rounds in a match", ROUNDS),
        ("cards taken up in a match", TAKEN),
        ("changes of the lead in a match", LEADS),
    ):
        out.append(measure(name, a.column(index), b.column(index), mean))
    for name, index in (
        ("moves in a round", MOVES),
        ("cards taken up in a round", TAKEN),
        ("changes of the lead in a round", LEADS),
    ):
        x, y = a.by_round(index), b.by_round(index)
        out.append(Measure(name, mean(x), mean(y), mean(list(map(sub, y, x)))))
    return tuple(out)
