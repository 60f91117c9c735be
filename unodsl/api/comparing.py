"""Compares two tables by many games: the effect of a house rule on a game.

Both play the same seeds. A number for one table is a mean over its games, or a share of them; a difference (B minus A)
is the mean over pairs of games with one seed. Intervals have a confidence of 95 percent each: normal for means and
differences, Wilson's for shares. Equal seeds deal equal cards, but play soon diverges, so pairing narrows an interval
only where games stay alike; it is valid in any case.

All numbers are sums of integers and quotients of games in their order, so they do not depend on the partition into
processes.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from math import ceil, fsum, sqrt
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
"""The number of standard deviations of a normal distribution for `CONFIDENCE`."""

POWER = 0.8
_Z_POWER = 0.841621233572914
"""The quantile of a normal distribution for `POWER`."""

LEAST_GAMES = 30
"""With fewer games, means are not close enough to normal for the intervals."""

MOST_GAMES = 1_000_000
"""A comparison holds a row of numbers for each game in memory: some hundred bytes."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate with its confidence interval."""

    value: float
    low: float
    high: float

    @property
    def clear(self) -> bool:
        """Whether the interval excludes 0."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure on both sides; None if a side does not have it, and then there is no difference. `shows_in`: in so many
    matches of each side a difference of the measured size is clear with a power of `POWER`; None if there is none."""

    name: str
    a: Estimate | None
    b: Estimate | None
    difference: Estimate | None
    shows_in: int | None


@dataclass(frozen=True, slots=True)
class Side:
    """One table, its executor, and the numbers of matches that did not finish."""

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
    """The result. `measures`: means for each match or round; `wins`: the share of matches won by each seat (a shared
    win counts for each winner); `undecided`: the share without a winner; `rules`: how often each rule fired in a match,
    and `in_matches`: the share of matches in which it fired, both sorted by name."""

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
"""One number for each game."""


def mean(values: Numbers) -> Estimate:
    """The mean with its confidence interval, of at least two values."""
    n = len(values)
    total, squares = fsum(values), fsum(map(mul, values, values))
    middle = total / n
    half = _Z * sqrt(max(0.0, (squares - total * middle) / (n - 1)) / n)
    return Estimate(middle, middle - half, middle + half)


def share(values: Sequence[int]) -> Estimate:
    """The share of ones among zeros and ones, with Wilson's interval."""
    n, ones = len(values), sum(values)
    p, z = ones / n, _Z * _Z / n
    center, half = (p + z / 2) / (1 + z), _Z * sqrt(p * (1 - p) / n + z / (4 * n)) / (1 + z)
    # at shares of 0 and 1 the nearer bound is exact
    return Estimate(p, 0.0 if not ones else center - half, 1.0 if ones == n else center + half)


def measure(
    name: str, a: Sequence[int] | None, b: Sequence[int] | None, by: Callable[[Sequence[int]], Estimate]
) -> Measure:
    """A measure of both sides, and the paired difference B minus A."""
    left, right = None if a is None else by(a), None if b is None else by(b)
    if a is None or b is None:
        return Measure(name, left, right, None, None)
    difference = mean(list(map(sub, b, a)))
    return Measure(name, left, right, difference, shows_in(difference, len(a)))


def shows_in(difference: Estimate, games: int) -> int | None:
    """In how many matches a difference of this size, which so many have measured, is clear with a power of `POWER`."""
    if not difference.value:
        return None
    half = (difference.high - difference.low) / 2
    return max(LEAST_GAMES, ceil(games * (half * (1 + _Z_POWER / _Z) / difference.value) ** 2))


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
    """Plays so many matches at both tables and compares the results. With `partial`, Ctrl-C ends it with the matches
    that both have played, if these are at least `LEAST_GAMES`. Raises `RulesError` if the tables have different numbers
    of seats, for fewer than `LEAST_GAMES` games, and for an unknown bot or executor; `Lost` if a process of several was
    killed."""
    for side in (a, b):
        if not isinstance(side, Setup):
            raise wrong(f"what is compared are tables that `load` gave, not {side!r}")
    played_each, first = arguments.whole(games, "games"), arguments.whole(seed, "seed")
    most, processes = arguments.whole(most_moves, "most_moves", 1), arguments.whole(jobs, "jobs", 1)
    bot, executor = arguments.bot(bot), arguments.executor(executor)
    if a.seats != b.seats:
        raise wrong(f"one table has {a.seats} seats and the other {b.seats}: compare them at the same number")
    if played_each < LEAST_GAMES:
        raise wrong(f"{played_each} games say too little: play {LEAST_GAMES} or more")
    if played_each > MOST_GAMES:
        raise wrong(f"{played_each} games need too much memory: play {MOST_GAMES} or fewer")
    settings = [Settings(first, Playing(most, setup.mistakes, bot, check=True, each=True)) for setup in (a, b)]
    with ExitStack() as stack:
        crews = [
            stack.enter_context(rows_played(setup.table, how, played_each, executor, processes))
            for setup, how in zip((a, b), settings, strict=True)
        ]
        try:
            # alternating, so that both have matches to compare whenever Ctrl-C comes
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
    """The rows of many games as columns."""

    def __init__(self, setup: Setup, rows: array[int]) -> None:
        self.rules = setup.rules
        self.rows = rows
        self.width = row_width(setup.table)

    def column(self, index: int) -> array[int]:
        """One number for each game."""
        return self.rows[index :: self.width]

    def fired(self, rule: str) -> array[int] | None:
        """How often a rule fired in each game; None if the table has no such rule."""
        return self.column(FIXED + self.rules.index(rule)) if rule in self.rules else None

    def won(self, seat: int) -> list[int]:
        """1 for each match won by a seat, else 0."""
        return [w >> seat & 1 for w in self.column(WON)]

    def undecided(self) -> list[int]:
        """1 for each match without a winner, else 0."""
        return [int(not w) for w in self.column(WON)]

    def by_round(self, index: int) -> list[float]:
        """A number of each game, divided by its rounds."""
        return list(map(truediv, self.column(index), (max(1, r) for r in self.column(ROUNDS))))


def _measures(a: _Columns, b: _Columns) -> tuple[Measure, ...]:
    """The measures that every game has, whatever its rules."""
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
        difference = mean(list(map(sub, y, x)))
        out.append(Measure(name, mean(x), mean(y), difference, shows_in(difference, len(x))))
    return tuple(out)
