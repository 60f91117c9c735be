"""A table that is loaded and made ready: what matches, environments and counts of games share."""

from __future__ import annotations

import pickle
from functools import cached_property
from typing import TYPE_CHECKING, Any

from unodsl import saved
from unodsl.api.actions import Actions
from unodsl.api.chance import Words
from unodsl.api.extras import need
from unodsl.diagnostics import wrong
from unodsl.engine.generated import Generated
from unodsl.resolve.compose import Resolved
from unodsl.scenarios import SEAT_NAMES
from unodsl.version import __version__

if TYPE_CHECKING:
    from unodsl.api.observing import Observer


class PreparedTable:
    """A game with its options, parameters and seats. `table` is the whole model, `resolved` the same with its names; `names` are what the seats are called; `rules`
    the names of all rules that can fire, in the order in which counts of firings are given; `actions` all that players can do,
    as numbers; `digest` tells the table from others that play otherwise. It can be pickled, and be copied to other processes."""

    def __init__(
        self,
        files: tuple[str, ...],
        options: tuple[str, ...],
        parameters: dict[str, str],
        resolved: Resolved,
        mistakes: bool,
        without: tuple[str, ...] = (),
    ) -> None:
        self.files = files
        self.options = options
        self.without = without
        self.parameters = parameters
        table = resolved.table
        self.resolved = resolved
        self.table = table
        self.mistakes = mistakes
        self.seats = table.seats
        self.names = SEAT_NAMES[: table.seats]
        self.rules = table.rule_names()
        self.runner = Generated(table)
        self.layout = self.runner.layout
        self.actions = Actions(table, mistakes)
        self.words = Words(self.layout, self.names)

    def __repr__(self) -> str:
        return f"<{self.described}>"

    def __reduce__(self) -> tuple[Any, ...]:
        # what lies within is not looked at before the version is known: another one may not be able to read it
        return _again, (__version__, type(self), pickle.dumps(self.__dict__))

    @property
    def described(self) -> str:
        """The game, what is on, and how many play, in a line."""
        chosen = "".join(f", {'' if o.on else 'without '}{o.name}" for o in self.table.options if o.on or o.default)
        return f"{self.table.title}{chosen}, {self.seats} seats"

    @cached_property
    def digest(self) -> str:
        """16 hexadecimal digits for what this table plays."""
        return saved.digest_of(self.table)

    @cached_property
    def observer(self) -> Observer:
        """Turns what seats see into numbers. Needs numpy."""
        need("numpy", "numpy", "an observation")
        from unodsl.api.observing import Observer

        return Observer(self.layout)


def _again(version: str, kind: type[PreparedTable], kept: bytes) -> PreparedTable:
    """A table that was pickled. Raises `RulesError` where another version did that."""
    if version != __version__:
        raise wrong(f"this was pickled by unodsl {version}, and this is {__version__}: load the table again")
    out = kind.__new__(kind)
    out.__dict__.update(pickle.loads(kept))
    return out
