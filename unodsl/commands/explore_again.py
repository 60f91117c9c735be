"""A search that was made before: its machine code, where it begins and what is said of its table are kept, so that who asks again, about files that
have not changed, waits for nothing but the search."""

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
"""So many searches are kept."""


class Call(NamedTuple):
    """Which states are searched, as the command was called."""

    files: tuple[Path, ...]
    options: tuple[str, ...]
    parameters: Mapping[str, str]
    seats: int | None
    seed: int
    mistakes: bool
    fold: bool
    without: tuple[str, ...]
    game: str | None


class Said(NamedTuple):
    """What is said of a table. `line`, `beside`: as every command begins; `table`: the same for programs. `folded`: so many states are one at most;
    `folding`: why, in lines; `nodes`: so much of the rules was looked at for that, None: nothing is folded; `against`: what is not folded."""

    line: str
    beside: str | None
    table: dict[str, Any]
    folded: int
    folding: list[str]
    nodes: int | None
    against: list[str]


class Known(NamedTuple):
    """What is known of a search that was made before."""

    said: Said
    made: Made


def known(call: Call) -> Known | None:
    """What is known of a search; None where it was not made before, or anything has changed."""
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
            return Known(Said(*value["said"]), Made(code, Needs(*needs), at, bytes.fromhex(row)))
    return None


def keep(call: Call, texts: Mapping[Path, str], said: Said, made: Made) -> None:
    """Keep what is known of a search. `texts`: of all files that were read."""
    name, read = _name(call), read_from(texts)
    if name is not None and read is not None:
        value: dict[str, Read | tuple[Any, ...]] = {
            "read": read,
            "said": said,
            "made": (made.code, made.needs, made.at, made.row.hex()),
        }
        # where nothing can be kept, `explore_compiled` has said so
        with contextlib.suppress(Unusable, RuntimeError):
            _entries().write(name, json.dumps(value).encode())


def searched(known: Known, budget: Budget, mistakes: bool, report: Report) -> Explored | None:
    """The search; None where it takes more than is known."""
    with contextlib.suppress(Unusable, NotCompiled, MemoryError):
        return run_again(known.made, budget, mistakes, report)
    return None


def _entries() -> Entries:
    return Entries(cache_folder("searches"), "search 1", MOST_FILES)


def _name(call: Call) -> str | None:
    """What a search is kept under; None where it is not: a folder may hold another file any time, and code may not lie in files."""
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
