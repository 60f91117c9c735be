"""Which executor runs many games: the compiled one where it is there and pays, else Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, Protocol, get_args

from unodsl.engine.batch import Batch, Bot, Playing
from unodsl.engine.compiled import Compiled, NotCompiled, available
from unodsl.engine.generated import Generated
from unodsl.engine.search_bot import PLAYOUTS, CompiledJudge, Judge, PythonJudge
from unodsl.engine.slow import play_reference, play_step_by_step
from unodsl.model.table import Table

Name = Literal["reference", "python", "compiled"]
NAMES: tuple[Name, ...] = get_args(Name)
PAYS_FROM = 50_000
"""Moves from which on compiling takes less time than it saves: Python takes 0.2 s for them."""

_PLAYED_ON = 30
"""About so many moves are left in a round when somebody thinks."""

_TRIED = 5_000
"""Most moves that are played to see how long games are."""


class Runner(Protocol):
    """An executor that plays whole games. All runners play the same games for the same seeds."""

    def batch(self, seeds: range, playing: Playing) -> Batch:
        """One match a seed."""
        ...


@dataclass(frozen=True, slots=True)
class Slow:
    """The reference executor as a runner."""

    table: Table

    def batch(self, seeds: range, playing: Playing) -> Batch:
        """As `Runner.batch`."""
        out = Batch.of(self.table)
        for seed in seeds:
            play_reference(self.table, seed, playing, out)
        return out


@dataclass(frozen=True, slots=True)
class Thinking:
    """A runner, and bots that think beside those that it knows: these are asked move by move, and `judge` plays on for them."""

    table: Table
    runner: Runner
    judge: Callable[[Table], Judge]

    def batch(self, seeds: range, playing: Playing) -> Batch:
        """As `Runner.batch`."""
        if playing.bot != "search":
            return self.runner.batch(seeds, playing)
        out, steps, judge = Batch.of(self.table), Generated(self.table), self.judge(self.table)
        for seed in seeds:
            play_step_by_step(steps, self.table, seed, playing, out, judge)
        return out


def in_python(table: Table) -> Runner:
    """Games in Python."""
    return Thinking(table, Generated(table), _judge_in_python)


def _judge_in_python(table: Table) -> Judge:
    return PythonJudge(Generated(table))


@dataclass(frozen=True, slots=True)
class Chosen:
    """A runner and its name. `notice`: a line for the user on what could not be done, or None. `code`: machine code that saves
    another process from compiling the same table, or None."""

    runner: Runner
    name: Name
    notice: str | None = None
    code: bytes | None = None


def expected(table: Table, playing: Playing) -> int:
    """About how many moves a game has, going by the first one; at most what is said. Those that bots who think play on count."""
    thinks = playing.bot == "search"
    bot: Bot = "shedding" if thinks else playing.bot
    tried = replace(playing, bot=bot, most_moves=min(playing.most_moves, _TRIED), check=False, each=False)
    moves = Generated(table).batch(range(1, 2), tried).moves
    return moves * PLAYOUTS * _PLAYED_ON if thinks else moves


def choose(table: Table, wanted: Name | None, moves: int) -> Chosen:
    """The executor for games of about so many moves together: the one wanted, or (None) the one that is done first, whatever it
    is the results are the same. Where the compiled one cannot be had, Python, and a notice."""
    assert wanted is None or wanted in NAMES
    if wanted == "reference":
        return Chosen(Slow(table), "reference")
    if wanted == "python" or (wanted is None and moves < PAYS_FROM):
        return Chosen(in_python(table), "python")
    if not available():
        return Chosen(
            in_python(table),
            "python",
            "played in Python: install `unodsl[fast]` for compiled games, which are far faster",
        )
    try:
        compiled = Compiled(table)
    except NotCompiled as error:
        return Chosen(in_python(table), "python", f"played in Python: {error}")
    return Chosen(Thinking(table, compiled, CompiledJudge), "compiled", compiled.notice, compiled.code)


def again(table: Table, name: Name, code: bytes | None) -> tuple[Runner, Name]:
    """The runner that `choose` gave, in another process; Python where the machine there has no compiler."""
    if name == "compiled" and available():
        try:
            return Thinking(table, Compiled(table, code), CompiledJudge), name
        except NotCompiled:
            pass
    if name == "reference":
        return Slow(table), name
    return in_python(table), "python"
