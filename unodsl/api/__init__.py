"""Games from Python: load a table, play it move by move or by the thousand, and observe it as a seat does.

`load` returns a `Setup`; its `start` a `Match`. Some classes need an extra: `Games`, `Matches` and `Observer` numpy;
`env`, `ParallelEnvironment` and `VectorEnvironment` PettingZoo, with Gymnasium. Without it they raise `RulesError` with
one line that says what to install.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from unodsl.api.actions import Actions, Choice
from unodsl.api.chance import ChanceError, Streams
from unodsl.api.comparing import Comparison, compare
from unodsl.api.extras import need
from unodsl.api.match import Match
from unodsl.api.setup import Setup, load
from unodsl.api.stepper import Stepper
from unodsl.api.telling import Told
from unodsl.diagnostics import RulesError
from unodsl.engine.api import EndlessCascade, Move, Trace
from unodsl.engine.describe import PlaceView, View

if TYPE_CHECKING:
    from unodsl.api.environment import Environment, env
    from unodsl.api.exploring import Exploration, Way
    from unodsl.api.games import Games
    from unodsl.api.matches import Matches
    from unodsl.api.observing import Observer
    from unodsl.api.parallel import ParallelEnvironment
    from unodsl.api.vector import VectorEnvironment

__all__ = [
    "Actions",
    "ChanceError",
    "Choice",
    "Comparison",
    "EndlessCascade",
    "Environment",
    "Exploration",
    "Games",
    "Match",
    "Matches",
    "Move",
    "Observer",
    "ParallelEnvironment",
    "PlaceView",
    "RulesError",
    "Setup",
    "Stepper",
    "Streams",
    "Told",
    "Trace",
    "VectorEnvironment",
    "View",
    "Way",
    "compare",
    "env",
    "load",
]

_LATER = {
    "Environment": ("environment", "pettingzoo", "pettingzoo"),
    "env": ("environment", "pettingzoo", "pettingzoo"),
    "ParallelEnvironment": ("parallel", "pettingzoo", "pettingzoo"),
    "VectorEnvironment": ("vector", "gymnasium", "pettingzoo"),
    "Exploration": ("exploring", "", ""),
    "Way": ("exploring", "", ""),
    "Games": ("games", "numpy", "numpy"),
    "Matches": ("matches", "numpy", "numpy"),
    "Observer": ("observing", "numpy", "numpy"),
}
"""Lazy imports: the module of each name, the package that it needs, and the extra that brings it (both empty: none)."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, needed, extra = _LATER[name]
    if needed:
        need(needed, extra, f"`{name}`")
    return getattr(import_module(f"{__name__}.{module}"), name)
