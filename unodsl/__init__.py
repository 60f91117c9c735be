"""House rules for UNO-family games as text files: read, resolved, executed.

What is for people who study games lies in `unodsl.api`; the names of that module can be had from here, and are only then
imported.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from unodsl.version import __version__ as __version__

if TYPE_CHECKING:
    from unodsl.api import Environment as Environment
    from unodsl.api import Games as Games
    from unodsl.api import Match as Match
    from unodsl.api import Matches as Matches
    from unodsl.api import ParallelEnvironment as ParallelEnvironment
    from unodsl.api import RulesError as RulesError
    from unodsl.api import Setup as Setup
    from unodsl.api import VectorEnvironment as VectorEnvironment
    from unodsl.api import compare as compare
    from unodsl.api import env as env
    from unodsl.api import load as load

_OF_API = (
    "Environment",
    "Games",
    "Match",
    "Matches",
    "ParallelEnvironment",
    "RulesError",
    "Setup",
    "VectorEnvironment",
    "compare",
    "env",
    "load",
)


def __getattr__(name: str) -> Any:
    if name not in _OF_API:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("unodsl.api"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_OF_API})
