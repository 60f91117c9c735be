"""The report cache: checks on disk, by everything that they depend on.

A *result* is keyed by the texts with their names, the options, parameters, seats, and the checker itself. A *call*
records the files that a call of the command read, so that a repeated call need not parse them. It is valid while these
files are unchanged and no ruleset file is added beside them.

A folder that others can write to is refused, and a damaged entry is ignored; both are reported. Entries of strangers
prove nothing, so the cache never lies among the ruleset files.
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
"""The version of the entries; others are ignored."""

MOST_FILES = 1_000
"""The maximal number of entries; the oldest are dropped first."""

MOST_BYTES = 50_000_000
"""The maximal size of an entry."""


@dataclass(frozen=True, slots=True)
class Call:
    """The arguments of the command, part of every key. `files` are as given, because findings quote them."""

    files: tuple[str, ...]
    options: tuple[str, ...]
    parameters: tuple[tuple[str, str], ...]
    seats: str
    together: bool
    every: bool = False
    without: tuple[str, ...] = ()
    game: str | None = None

    def text(self) -> str:
        """All arguments as one text."""
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
    """The cache folder: `checks` in `UNODSL_CACHE_DIR`, or in the user's own cache folder."""
    return cache_folder("checks")


@dataclass(slots=True)
class Store:
    """A folder of entries. `warn` receives, once, why something in it is not used."""

    folder: Path
    warn: Callable[[str], None]
    usable: bool = True

    def recall(self, call: Call, budget: float) -> Report | None:
        """The result of the same call if no file that it read has changed. A result that took longer than the budget
        does not count, because without the cache the budget would run out."""
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
        """The result of a check of the same texts."""
        texts = sources_of(project)
        return self._result(result_name(call, texts), texts, budget, time.monotonic())

    def keep(self, call: Call, project: Project, report: Report, budget: float) -> None:
        """Stores a check, unless it was stopped or its budget ran out."""
        if report.stopped or report.cut_short or report.seconds >= budget:
            return
        self._write(result_name(call, sources_of(project)), packed(report))

    def remember(self, call: Call, project: Project) -> None:
        """Records which files a call read. Only for texts as they are on disk."""
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
            self.aside(name)
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
        """The value of an entry; None if there is no valid one."""
        body = self.content(name)
        try:
            return None if body is None else json.loads(body)
        except (ValueError, RecursionError):
            self.aside(name)
        return None

    def _write(self, name: str, value: Any) -> None:
        self.put(name, json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode())

    def content(self, name: str) -> bytes | None:
        """The content of an entry; None if there is no valid one."""
        if not self.usable:
            return None
        try:
            return self._entries.read(name)
        except Unusable as error:
            self._refused(error)
        except entries.Damaged:
            self.aside(name)
        return None

    def put(self, name: str, body: bytes) -> None:
        """Writes an entry."""
        if not self.usable:
            return
        try:
            self._entries.write(name, body)
        except Unusable as error:
            self._refused(error)

    def _refused(self, error: Unusable) -> None:
        self.usable = False
        self.warn(f"the cache folder `{self.folder}` is not used: {error}")

    def aside(self, name: str) -> None:
        """Warns that an entry is not used."""
        self.warn(f"`{self.folder / name}` is damaged or from elsewhere: left aside")


def sources_of(project: Project) -> list[Source]:
    """All texts of a project, by name."""
    return sorted((p.file.source for p in project.pages.values()), key=lambda s: (s.name, s.key))


def result_name(call: Call, texts: Iterable[Source]) -> str:
    """The key of a check: equal for equal texts, call, and checker."""
    named = sorted((s.name, digest(s.text)) for s in texts)
    return "result-" + digest(json.dumps([checker_digest(), call.text(), named]))


@cache
def checker_digest() -> str:
    """A digest of the checker: its code (a version number does not change during development) and its dependencies."""
    from unodsl.data import grammar_text

    code = code_digest(*(Path(str(module.__file__)).parent for module in (limits, checker)))
    parts = [code, grammar_text(), __version__, platform.python_version(), str(VERSION)]
    parts += [library_version(*x) for x in (("z3-solver", "z3"), ("networkx", "networkx"), ("lark", "lark"))]
    return digest(*parts)


def _again(place: str, name: str) -> Source | None:
    """The current text of a file, read like a ruleset file; None if that fails."""
    try:
        with Path(place).open("rb") as file:
            raw = file.read(limits.FILE_BYTES + 1)
        if len(raw) > limits.FILE_BYTES or str(Path(name).resolve()) != place:
            return None
        return Source(name, raw.decode("utf-8-sig"), place)
    except (OSError, ValueError, RuntimeError):
        return None


def _beside(call: Call, texts: Iterable[Source]) -> str:
    """A digest of the ruleset files in the folders given and beside the texts read."""
    names = {str(p) for s in texts for p in Path(s.key).parent.glob("*.uno")}
    names |= {str(p) for f in call.files if Path(f).is_dir() for p in Path(f).rglob("*.uno")}
    return digest("\n".join(sorted(names)))
