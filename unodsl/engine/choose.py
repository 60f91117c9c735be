"""Which executor runs many games: the compiled one where it is there and pays, else Python."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, Protocol, get_args

from unodsl.engine.batch import Batch, Playing
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
class Chosen:
    """A runner and its name. `notice`: a line for the user on what could not be done, or None. `code`: machine code that saves
    another process from compiling the same table, or None."""

    runner: Runner
    name: Name
    notice: str | None = None
    code: bytes | None = None


def expected(table: Table, playing: Playing) -> int:
    """About how many moves a game has, going by the first one; at most what is said."""
    tried = replace(playing, most_moves=min(playing.most_moves, _TRIED), check=False, each=False)
    return Generated(table).batch(range(1, 2), tried).moves


def choose(table: Table, wanted: Name | None, moves: int) -> Chosen:
    """The executor for games of about so many moves together: the one wanted, or (None) the one that is done first, whatever it
    is the results are the same. Where the compiled one cannot be had, Python, and a notice."""
    assert wanted is None or wanted in NAMES
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
