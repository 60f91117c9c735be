"""Which executor runs many games: the compiled one where it is there and pays, else Python."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, get_args

from unodsl.engine.batch import Batch, Bot
from unodsl.engine.compiled import Compiled, NotCompiled, available
from unodsl.engine.generated import Generated
from unodsl.engine.slow import play_reference
from unodsl.model.table import Table

Name = Literal["reference", "python", "compiled"]
NAMES: tuple[Name, ...] = get_args(Name)
PAYS_FROM = 50_000
"""Moves from which on compiling takes less time than it saves: Python takes 0.2 s for them."""

_TRIED = 5_000
"""Most moves that are played to see how long games are."""


class Runner(Protocol):
    """An executor that plays whole games. All runners play the same games for the same seeds."""

    def batch(
        self,
        seeds: range,
        most_moves: int,
        mistakes: bool = False,
        check: bool = False,
        bot: Bot = "random",
        each: bool = False,
    ) -> Batch:
        """One match a seed, each stopped after `most_moves`. `mistakes`: offers of that mode are taken up too. `check`: cards
        are counted while they play (the reference does not). `each`: every game gets its row."""
        ...


@dataclass(frozen=True, slots=True)
class Slow:
    """The reference executor as a runner."""

    table: Table

    def batch(
        self,
        seeds: range,
        most_moves: int,
        mistakes: bool = False,
        check: bool = False,
        bot: Bot = "random",
        each: bool = False,
    ) -> Batch:
        """As `Runner.batch`."""
        out = Batch.of(self.table)
        for seed in seeds:
            play_reference(self.table, seed, most_moves, mistakes, out, bot, each)
        return out


@dataclass(frozen=True, slots=True)
class Chosen:
    """A runner and its name. `notice`: a line for the user on what could not be done, or None. `code`: machine code that saves
    another process from compiling the same table, or None."""

    runner: Runner
    name: Name
    notice: str | None = None
    code: bytes | None = None


def expected(table: Table, games: int, most_moves: int, mistakes: bool = False, bot: Bot = "random") -> int:
    """About how many moves so many games come to, going by the first one; at most what is said."""
    first = Generated(table).batch(range(1, 2), min(most_moves, _TRIED), mistakes, bot=bot)
    return first.moves * games


def choose(table: Table, wanted: Name | None, moves: int) -> Chosen:
    """The executor for games of about so many moves together: the one wanted, or (None) the one that is done first, whatever it
    is the results are the same. Where the compiled one cannot be had, Python, and a notice."""
    if wanted == "reference":
        return Chosen(Slow(table), "reference")
    if wanted == "python" or (wanted is None and moves < PAYS_FROM):
        return Chosen(Generated(table), "python")
    if not available():
        return Chosen(
            Generated(table),
            "python",
            "played in Python: install `unodsl[fast]` for compiled games, which are far faster",
        )
    try:
        compiled = Compiled(table)
    except NotCompiled as error:
        return Chosen(Generated(table), "python", f"played in Python: {error}")
    return Chosen(compiled, "compiled", compiled.notice, compiled.code)


def again(table: Table, name: Name, code: bytes | None) -> tuple[Runner, Name]:
    """The runner that `choose` gave, in another process; Python where the machine there has no compiler."""
    if name == "compiled" and available():
        try:
            return Compiled(table, code), name
        except NotCompiled:
            pass
    if name == "reference":
        return Slow(table), name
    return Generated(table), "python"
