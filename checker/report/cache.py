"""Checks that were done before, kept on disk by what they were about.

A *result* is called by everything that it depends on: the texts with their names, the options, parameters and seats, and the
checker itself. A *call* remembers which files a call of the command came to read, so that a call that is repeated need not
parse anything; it counts only while every one of these files has the same text and no rule file was added beside them.

A folder that others can write to is refused, and an entry that is not exactly what was written is left aside: either is said.
The entries of a stranger are no proof of anything, so nothing is looked for among the rule files.
"""

from __future__ import annotations

import json
import platform
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import checker
from checker.report.codec import Damaged, packed, unpacked
from checker.results import Report
from unodsl import entries, limits
from unodsl.entries import Entries, Unusable, cache_folder, code_digest, digest, library_version
from unodsl.resolve import Project
from unodsl.source import Source
from unodsl.version import __version__

VERSION = 3
"""The version of the entries; those of another one are left aside."""

MOST_FILES = 1_000
"""So many entries are kept; those not written for longest go first."""

MOST_BYTES = 50_000_000
"""An entry larger than this is none."""


@dataclass(frozen=True, slots=True)
class Call:
    """What the command was asked: part of every name. `files` are called as they were, because findings quote them."""

    files: tuple[str, ...]
    options: tuple[str, ...]
    parameters: tuple[tuple[str, str], ...]
    seats: str
    together: bool
    every: bool = False
    without: tuple[str, ...] = ()
    game: str | None = None

    def text(self) -> str:
        """All of it as one text."""
        return json.dumps(
            [
                self.files,
                self.options,
                sorted(self.parameters),
                self.seats,
                self.together,
                self.every,
                self.without,
                self.game,
            ]
        )


def default_folder() -> Path:
    """Where checks are kept: `checks` in `UNODSL_CACHE_DIR`, or in the user's own cache folder."""
    return cache_folder("checks")


@dataclass(slots=True)
class Store:
    """A folder of entries. `told` hears, once, why something in it is not used."""

    folder: Path
    told: Callable[[str], None]
    usable: bool = True

    def recall(self, call: Call, budget: float) -> Report | None:
        """What the same call came to before, where nothing that it read has changed. A result that took longer than the
        budget allows does not count, because without it the budget would have run out."""
        remembered = self._read(self._call_name(call))
        if remembered is None:
            return None
        started = time.monotonic()
        try:
            sources = [_again(str(place), str(name)) for place, name in remembered["files"]]
            known = None not in sources and [digest(s.text) for s in sources if s] == remembered["texts"]
            result = str(remembered["result"])
        except (KeyError, TypeError, ValueError):
            return None
        texts = [s for s in sources if s is not None]
        if not known or _beside(call, texts) != remembered["beside"] or result != result_name(call, texts):
            return None
        return self._result(result, texts, budget, started)

    def result(self, call: Call, project: Project, budget: float) -> Report | None:
        """What a check of the same texts came to."""
        texts = sources_of(project)
        return self._result(result_name(call, texts), texts, budget, time.monotonic())

    def keep(self, call: Call, project: Project, report: Report, budget: float) -> None:
        """Keep a check, unless it was stopped or its budget ran out."""
        if report.stopped or report.cut_short or report.seconds >= budget:
            return
        self._write(result_name(call, sources_of(project)), packed(report))

    def remember(self, call: Call, project: Project) -> None:
        """Remember which files a call came to read. Only for texts as they are on disk."""
        texts = sources_of(project)
        value = {
            "files": [[s.key, s.name] for s in texts],
            "texts": [digest(s.text) for s in texts],
            "beside": _beside(call, texts),
            "result": result_name(call, texts),
        }
        self._write(self._call_name(call), value)

    def _result(self, name: str, texts: list[Source], budget: float, started: float) -> Report | None:
        value = self._read(name)
        if value is None:
            return None
        try:
            report = unpacked(value, {s.name: s for s in texts})
        except Damaged:
            self._aside(name)
            return None
        if report.seconds >= budget:
            return None
        return replace(report, seconds=time.monotonic() - started)

    def _call_name(self, call: Call) -> str:
        return "call-" + digest(json.dumps([checker_digest(), str(Path.cwd()), call.text()]))

    @property
    def _entries(self) -> Entries:
        return Entries(self.folder, str(VERSION), MOST_FILES, MOST_BYTES)

    def _read(self, name: str) -> Any:
        """The value of an entry; None where there is none that can be trusted."""
        body = self.content(name)
        try:
            return None if body is None else json.loads(body)
        except (ValueError, RecursionError):
            self._aside(name)
        return None

    def _write(self, name: str, value: Any) -> None:
        self.put(name, json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode())

    def content(self, name: str) -> bytes | None:
        """What an entry holds; None where there is none that can be trusted."""
        if not self.usable:
            return None
        try:
            return self._entries.read(name)
        except Unusable as error:
            self._refused(error)
        except entries.Damaged:
            self._aside(name)
        return None

    def put(self, name: str, body: bytes) -> None:
        """Write an entry."""
        if not self.usable:
            return
        try:
            self._entries.write(name, body)
        except Unusable as error:
            self._refused(error)

    def _refused(self, error: Unusable) -> None:
        self.usable = False
        self.told(f"the cache folder `{self.folder}` is not used: {error}")

    def _aside(self, name: str) -> None:
        self.told(f"`{self.folder / name}` is damaged or from elsewhere: left aside")


def sources_of(project: Project) -> list[Source]:
    """All texts of a project, by name."""
    return sorted((p.file.source for p in project.pages.values()), key=lambda s: (s.name, s.key))


def result_name(call: Call, texts: Iterable[Source]) -> str:
    """The name of a check: the same for the same texts, call and checker, whatever else lies around."""
    named = sorted((s.name, digest(s.text)) for s in texts)
    return "result-" + digest(json.dumps([checker_digest(), call.text(), named]))


@cache
def checker_digest() -> str:
    """Which checker this is: its own text, because a version number stays while somebody works on it, and what it runs on."""
    from unodsl.data import grammar_text

    code = code_digest(*(Path(str(module.__file__)).parent for module in (limits, checker)))
    parts = [code, grammar_text(), __version__, platform.python_version(), str(VERSION)]
    parts += [library_version(*x) for x in (("z3-solver", "z3"), ("networkx", "networkx"), ("lark", "lark"))]
    return digest(*parts)


def _again(place: str, name: str) -> Source | None:
    """A text as it is on disk now, read as rule files are read; None where that cannot be."""
    try:
        with Path(place).open("rb") as file:
            raw = file.read(limits.FILE_BYTES + 1)
        if len(raw) > limits.FILE_BYTES or str(Path(name).resolve()) != place:
            return None
        return Source(name, raw.decode("utf-8-sig"), place)
    except (OSError, ValueError, RuntimeError):
        return None


def _beside(call: Call, texts: Iterable[Source]) -> str:
    """Which rule files lie in the folders given and beside the texts that were read."""
    names = {str(p) for s in texts for p in Path(s.key).parent.glob("*.uno")}
    names |= {str(p) for f in call.files if Path(f).is_dir() for p in Path(f).rglob("*.uno")}
    return digest("\n".join(sorted(names)))
