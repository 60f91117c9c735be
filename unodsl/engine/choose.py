"""Chooses the executor for many games: the compiled one if it is available and pays, else Python."""

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
"""The number of moves from which compiling pays: Python takes 0.2 s for them."""

_PLAYED_ON = 30
"""An estimate of the remaining moves of a round at a decision of a search bot."""

_TRIED = 5_000
"""The most moves played to estimate the length of games."""


class Runner(Protocol):
    """An executor of whole games. All runners play the same games for the same seeds."""

    def batch(self, seeds: range, playing: Playing) -> Batch:
        """Plays one match for each seed."""
        ...


@dataclass(frozen=True, slots=True)
class Slow:
    """The reference executor as a runner."""

    table: Table

    def batch(self, seeds: range, playing: Playing) -> Batch:
        """See `Runner.batch`."""
        out = Batch.of(self.table)
        for seed in seeds:
            play_reference(self.table, seed, playing, out)
        return out


@dataclass(frozen=True, slots=True)
class Thinking:
    """A runner, and search bots besides those that it knows: they choose move by move, with playouts by `judge`."""

    table: Table
    runner: Runner
    judge: Callable[[Table], Judge]

    def batch(self, seeds: range, playing: Playing) -> Batch:
        """See `Runner.batch`."""
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
    """A runner and its name. `notice`: a line for the user about a failed choice, or None. `code`: machine code that
    saves another process from compiling the same table, or None."""

    runner: Runner
    name: Name
    notice: str | None = None
    code: bytes | None = None


def expected(table: Table, playing: Playing) -> int:
    """An estimate of the moves of a game, from the first one; at most the limit. Playouts of search bots count."""
    thinks = playing.bot == "search"
    bot: Bot = "shedding" if thinks else playing.bot
    tried = replace(playing, bot=bot, most_moves=min(playing.most_moves, _TRIED), check=False, each=False)
    moves = Generated(table).batch(range(1, 2), tried).moves
    return moves * PLAYOUTS * _PLAYED_ON if thinks else moves


def choose(table: Table, wanted: Name | None, moves: int) -> Chosen:
    """The executor for games of about `moves` moves in total: the one `wanted`, or (None) the one that finishes first;
    the results are the same. Python, with a notice, if the compiled one is not available."""
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
    """The runner of `choose` in another process; Python if the compiler is missing there."""
    if name == "compiled" and available():
        try:
            return Thinking(table, Compiled(table, code), CompiledJudge), name
        except NotCompiled:
            pass
    if name == "reference":
        return Slow(table), name
    return in_python(table), "python"
