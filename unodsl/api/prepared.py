"""A loaded table with derived data, shared by matches, environments and counts of games."""

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
from unodsl.model.table import SEAT_NAMES
from unodsl.resolve.compose import Resolved
from unodsl.version import __version__

if TYPE_CHECKING:
    from unodsl.api.observing import Observer
    from unodsl.engine.search_bot import Judge


class PreparedTable:
    """A game with its options, parameters and seats. `table`: the model; `resolved`: the model with its names; `names`:
    those of the seats; `rules`: the names of all rules that can fire, in the order of counts; `actions`: the action
    space; `digest`: identifies what the table plays. Can be pickled and copied to other processes."""

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
        # the content is unpickled only after a check of the version: another version may not be able to read it
        # (compiled code is made again where it is needed)
        content = {name: x for name, x in self.__dict__.items() if name != "judge"}
        return _again, (__version__, type(self), pickle.dumps(content))

    @property
    def described(self) -> str:
        """Describes the game, its options, and the number of players in one line."""
        chosen = "".join(f", {'' if o.on else 'without '}{o.name}" for o in self.table.options if o.on or o.default)
        return f"{self.table.title}{chosen}, {self.seats} seats"

    @cached_property
    def digest(self) -> str:
        """16 hexadecimal digits that identify what this table plays."""
        return saved.digest_of(self.table)

    @cached_property
    def judge(self) -> Judge:
        """Plays on for search bots."""
        from unodsl.engine.search_bot import judge_of

        return judge_of(self.runner)

    @cached_property
    def observer(self) -> Observer:
        """Converts views to numbers. Needs numpy."""
        need("numpy", "numpy", "an observation")
        from unodsl.api.observing import Observer

        return Observer(self.layout)


def _again(version: str, kind: type[PreparedTable], kept: bytes) -> PreparedTable:
    """Restores a pickled table. Raises `RulesError` if another version pickled it."""
    if version != __version__:
        raise wrong(f"this was pickled by unodsl {version}, and this is {__version__}: load the table again")
    out = kind.__new__(kind)
    out.__dict__.update(pickle.loads(kept))
    return out
