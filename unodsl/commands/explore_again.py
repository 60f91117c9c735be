"""Caches searches: the machine code, initial state and description of a table are stored, so that repeating a search on
unchanged files starts immediately."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from unodsl.engine.explore_answer import Budget, Explored, Report
from unodsl.engine.explore_memory import Made, Needs, run_again
from unodsl.engine.machine import NotCompiled, available
from unodsl.entries import Damaged, Entries, Unusable, cache_folder, digest
from unodsl.read_before import Read, code_stamp, found, read_from, unchanged

MOST_FILES = 200
"""Maximum number of cached searches."""


class Call(NamedTuple):
    """The arguments of a search, as given on the command line."""

    files: tuple[Path, ...]
    options: tuple[str, ...]
    parameters: Mapping[str, str]
    seats: int | None
    seed: int
    mistakes: bool
    fold: bool
    without: tuple[str, ...]
    game: str | None


class Description(NamedTuple):
    """Description of a table. `line` and `beside` are the heading printed by every command, `table` the same in
    machine-readable form, `folded` the size of symmetry classes, `folding` the lines that explain it, `nodes` the
    number of rule nodes examined (None without symmetry reduction) and `against` what prevents the reduction."""

    line: str
    beside: str | None
    table: dict[str, Any]
    folded: int
    folding: list[str]
    nodes: int | None
    against: list[str]


class Known(NamedTuple):
    """Cache entry of a search."""

    description: Description
    made: Made


def known(call: Call) -> Known | None:
    """Returns the cache entry of a search. None if there is none or any input has changed."""
    name = _name(call)
    if name is None or not available():
        return None
    with contextlib.suppress(Unusable, Damaged, RuntimeError):
        content = _entries().read(name)
        if content is None:
            return None
        value = json.loads(content)
        if unchanged(value["read"]):
            code, needs, at, row = value["made"]
            return Known(Description(*value["said"]), Made(code, Needs(*needs), at, bytes.fromhex(row)))
    return None


def keep(call: Call, texts: Mapping[Path, str], description: Description, made: Made) -> None:
    """Stores a search in the cache. `texts` contains all files that were read."""
    name, read = _name(call), read_from(texts)
    if name is not None and read is not None:
        value: dict[str, Read | tuple[Any, ...]] = {
            "read": read,
            "said": description,
            "made": (made.code, made.needs, made.at, made.row.hex()),
        }
        # if the cache is not writable, `explore_compiled` has already reported it
        with contextlib.suppress(Unusable, RuntimeError):
            _entries().write(name, json.dumps(value).encode())


def searched(known: Known, budget: Budget, mistakes: bool, report: Report) -> Explored | None:
    """Runs a cached search. Returns None if the cached code is unusable or memory does not suffice."""
    with contextlib.suppress(Unusable, NotCompiled, MemoryError):
        return run_again(known.made, budget, mistakes, report)
    return None


def _entries() -> Entries:
    return Entries(cache_folder("searches"), "search 1", MOST_FILES)


def _name(call: Call) -> str | None:
    """Returns the cache key of a search. None if it is not cacheable: directories can gain files at any time, and the
    code may not be loaded from files."""
    stamp, files = code_stamp(), found(call.files)
    if stamp is None or any(os.path.isdir(x) for x in files):
        return None
    try:
        here = os.getcwd()
    except OSError:  # it was removed
        return None
    parameters = [f"{name}={value}" for name, value in call.parameters.items()]
    rest = (call.options, parameters, call.seats, call.seed, call.mistakes, call.fold, call.without, call.game)
    return digest(stamp, here, json.dumps([[str(x) for x in files], rest]))
