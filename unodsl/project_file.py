"""Project files: `unodsl.toml` in the directory of a house rules repository configures what is checked there, and how.

It is read by `check`, `test`, `fmt` and the language server. Like ruleset files it is untrusted, so all of its paths
must be inside its directory.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from unodsl.data import codes_dir
from unodsl.diagnostics import Diagnostic, RulesError, did_you_mean
from unodsl.files import reason
from unodsl.source import Source, Span

NAME = "unodsl.toml"

CODE = "UNO116"

LEVELS = ("error", "warning", "open")
"""Values of `fail-on`."""

MOST_BYTES = 100_000
"""Maximum size of a project file, in bytes."""

MOST_BUDGET = 86_400.0
"""Maximum time budget of a check in a project file, in seconds."""


@dataclass(frozen=True, slots=True)
class ProjectFile:
    """Contents of a project file. Keys that are not set are empty or None. `files` and `baseline` are absolute
    paths; `select` and `ignore` are codes or code prefixes. `places` maps a key, or one element of its value, to its
    location."""

    path: Path | None = None
    files: tuple[Path, ...] = ()
    options: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    parameters: Mapping[str, str] = field(default_factory=dict)
    seats: str | None = None
    budget: float | None = None
    baseline: Path | None = None
    fail_on: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    places: Mapping[str, Span] = field(default_factory=dict)

    def placed(self, error: RulesError) -> RulesError:
        """Returns the error with locations added: a diagnostic that quotes a value of this file and has no location
        gets that of the value."""
        return RulesError(
            Diagnostic(d.code, d.message, place, d.hint, d.edit)
            if d.span is None and (place := self._place_in(d.message)) is not None
            else d
            for d in error.diagnostics
        )

    def _place_in(self, message: str) -> Span | None:
        quoted = re.findall(r"`([^`]*)`", message)
        ends = ((text, key) for text in quoted for key in self.places if text == key or text.endswith(f"/{key}"))
        return next((self.places[key] for _, key in ends), None)


def find(start: Path) -> Path | None:
    """Finds the project file for a directory: in it or in its nearest ancestor, up to the root of the repository."""
    try:
        folder = start.resolve()
        for place in (folder, *folder.parents):
            if (place / NAME).is_file():
                return place / NAME
            if (place / ".git").exists():
                return None
    except (OSError, RuntimeError, ValueError):
        return None
    return None


def found_for(files: Iterable[Path]) -> Path | None:
    """Finds the project file for a command: that of its first file, or of the current directory if there are no
    files."""
    first = next(iter(files), None)
    if first is None:
        return find(Path())
    try:
        return find(first if first.is_dir() else first.parent)
    except OSError:
        return None


def read(path: Path, shown: str | None = None) -> ProjectFile:
    """Reads a project file. `shown` is its name in messages. Raises `RulesError` with all errors."""
    name = shown or str(path)
    try:
        with path.open("rb") as stream:
            raw = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise RulesError([Diagnostic(CODE, f"`{name}` cannot be read: {reason(error)}")]) from None
    if len(raw) > MOST_BYTES:
        raise RulesError([Diagnostic(CODE, f"`{name}` is larger than {MOST_BYTES} bytes")])
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise RulesError([Diagnostic(CODE, f"`{name}` is not UTF-8 text")]) from None
    return parse(Source(name, text.replace("\r\n", "\n"), str(path)), path)


def parse(source: Source, path: Path) -> ProjectFile:
    """Parses the text of a project file. Raises `RulesError`."""
    # imported late, since few projects have such a file
    import tomllib

    try:
        value = tomllib.loads(source.text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise RulesError([_syntax(source, str(error))]) from None
    return _Reader(source, path.resolve().parent, value).project(path)


def _syntax(source: Source, message: str) -> Diagnostic:
    where = re.search(r" \(at line (\d+), column (\d+)\)$", message)
    lines = source.text.splitlines() or [""]
    line, column = (int(where[1]), int(where[2])) if where else (len(lines), len(lines[-1]))
    start = sum(len(x) + 1 for x in source.text.split("\n")[: line - 1]) + column - 1
    what = message[: where.start()] if where else message.removesuffix(" (at end of document)")
    span = Span(source, min(start, len(source.text)), min(start + 1, len(source.text)))
    hint = 'texts stand in double quotes, several of them in brackets: `files = ["rules"]`'
    return Diagnostic(CODE, f"this is no TOML: {what[:1].lower() + what[1:]}", span, hint)


class _Wrong(Exception):
    """An invalid value: the reason, a hint, and the affected element of the value."""

    def __init__(self, message: str, hint: str | None = None, part: str | None = None) -> None:
        super().__init__(message)
        self.hint, self.part = hint, part


class _Reader:
    """Reads the keys of a project file one by one, so that all errors are reported together."""

    def __init__(self, source: Source, folder: Path, value: dict[str, Any]) -> None:
        self.source, self.folder, self.value = source, folder, value
        self.wrong: list[Diagnostic] = []
        self.places: dict[str, Span] = {}

    def project(self, path: Path) -> ProjectFile:
        for key in self.value:
            if key not in _KEYS:
                hint = did_you_mean(key, _KEYS) or f"there are {', '.join(_KEYS)}"
                self.wrong.append(Diagnostic(CODE, f"unknown key `{key}`", self._key("", key), hint))
        taken = {name: self._taken(key, read) for key, (name, read) in _KEYS.items() if key in self.value}
        if self.wrong:
            raise RulesError(sorted(self.wrong, key=lambda d: -1 if d.span is None else d.span.start))
        return ProjectFile(path=path, places=self.places, **taken)

    def _taken(self, key: str, take: Callable[[_Reader, Any], Any]) -> Any:
        try:
            return take(self, self.value[key])
        except _Wrong as error:
            inner = self._value(key, error.part or key) if isinstance(self.value[key], dict) else None
            place = inner or self._text("", key, error.part) or self._value("", key) or self._key("", key)
            self.wrong.append(Diagnostic(CODE, str(error), place, error.hint))
            return None

    # ------------------------------------------------------------------------------------------------------------- values

    def texts(self, value: Any, example: str) -> tuple[str, ...]:
        """Reads a list of strings. A single string is accepted as a list of one."""
        many = [value] if isinstance(value, str) else value
        if not isinstance(many, list):
            raise _Wrong(f"here stands {_kind(value)}, and a list of texts is needed", f"for example `{example}`")
        for one in many:
            if not isinstance(one, str):
                raise _Wrong(f"here stands {_kind(one)} among texts", f"for example `{example}`", str(one))
            key = example.partition(" ")[0]
            place = self._text("", key, one)
            if place is not None:
                self.places.setdefault(one, place)
        return tuple(many)

    def inside(self, text: str) -> Path:
        """Resolves a path relative to the directory of the project."""
        path = self.folder / text
        try:
            within = "\0" not in text and path.resolve().is_relative_to(self.folder)
        except (OSError, RuntimeError, ValueError):
            within = False
        if not within:
            raise _Wrong(f"`{text}` lies outside the folder of this file", "name what lies in it or below", text)
        return path

    def files(self, value: Any) -> tuple[Path, ...]:
        out = []
        for text in self.texts(value, 'files = ["rules"]'):
            path = self.inside(text)
            if not path.exists():
                raise _Wrong(f"there is no file or folder `{text}`", did_you_mean(text, self._around(path)), text)
            out.append(path)
        if not out:
            raise _Wrong("`files` names no file", "leave it out to check the whole folder")
        return tuple(out)

    def _around(self, path: Path) -> list[str]:
        try:
            return [x.relative_to(self.folder).as_posix() for x in path.parent.iterdir()][:1000]
        except (OSError, ValueError):
            return []

    def baseline(self, value: Any) -> Path:
        if not isinstance(value, str):
            raise _Wrong(
                f"here stands {_kind(value)}, and the name of a file is needed",
                'for example `baseline = "baseline.json"`',
            )
        # the baseline need not exist yet, since the call can create it
        place = self._value("", "baseline")
        if place is not None:
            self.places[value] = place
        return self.inside(value)

    def parameters(self, value: Any) -> dict[str, str]:
        if not isinstance(value, dict):
            raise _Wrong(
                f"here stands {_kind(value)}, and a table is needed",
                "a line `[parameters]`, and below it a line such as `hand-size = 5`",
            )
        out = {}
        for name, one in value.items():
            if isinstance(one, bool) or not isinstance(one, str | int):
                hint = (
                    f'`{name} = "{"yes" if one else "no"}"`' if isinstance(one, bool) else f"for example `{name} = 5`"
                )
                raise _Wrong(f"here stands {_kind(one)}, and a number or a text is needed", hint, name)
            out[name] = str(one)
            place = self._key("parameters", name)
            if place is not None:
                self.places.setdefault(name, place)
        return out

    def seats(self, value: Any) -> str:
        text = str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""
        found = re.fullmatch(r"\s*(\d{1,3})(?:\.\.(\d{1,3}))?\s*", text)
        if found is None:
            raise _Wrong("this is not a number of seats", 'write `seats = 4` or `seats = "2..4"`')
        if found[2] is not None and int(found[1]) > int(found[2]):
            raise _Wrong("this goes from the larger to the smaller number", f'write `seats = "{found[2]}..{found[1]}"`')
        return text.strip()

    def budget(self, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0.1 <= value <= MOST_BUDGET:
            raise _Wrong(
                f"the budget is a number of seconds, from 0.1 to {MOST_BUDGET:.0f}", "for example `budget = 120`"
            )
        return float(value)

    def fail_on(self, value: Any) -> tuple[str, ...]:
        texts = tuple(x.strip() for text in self.texts(value, 'fail-on = ["error", "open"]') for x in text.split(","))
        for text in texts:
            if text not in LEVELS:
                raise _Wrong(
                    f"`{text}` is nothing to fail on",
                    did_you_mean(text, LEVELS) or f"there are {', '.join(LEVELS)}",
                    text,
                )
        return texts

    def codes(self, value: Any, key: str) -> tuple[str, ...]:
        texts = self.texts(value, f'{key} = ["UNO305"]')
        for text in texts:
            why = wrong_code(text)
            if why is not None:
                raise _Wrong(*why, text)
        return texts

    # ------------------------------------------------------------------------------------------------------------- places

    def _line(self, table: str, key: str) -> re.Match[str] | None:
        """Finds the line of a key in a table. None if it is written in another notation."""
        now = ""
        written = re.compile(
            rf"[ \t]*(?P<key>{re.escape(key)}|\"{re.escape(key)}\"|'{re.escape(key)}')[ \t]*=[ \t]*(?P<value>.*)"
        )
        at = 0
        for line in self.source.text.split("\n"):
            head = re.match(r"[ \t]*\[[ \t]*\"?([^\]\"]*?)\"?[ \t]*\]", line)
            if head is not None:
                now = head[1]
            found = written.match(self.source.text, at, at + len(line))
            if now == table and found is not None:
                return found
            at += len(line) + 1
        return None

    def _key(self, table: str, key: str) -> Span | None:
        found = self._line(table, key)
        if found is None and not table:
            head = re.search(rf"^[ \t]*\[[ \t]*\"?(?P<key>{re.escape(key)})\"?[ \t]*\]", self.source.text, re.MULTILINE)
            return None if head is None else Span(self.source, *head.span("key"))
        return None if found is None else Span(self.source, *found.span("key"))

    def _value(self, table: str, key: str) -> Span | None:
        found = self._line(table, key)
        if found is None:
            return None
        start, end = found.span("value")
        text = re.match(r"\"[^\"]*\"|'[^']*'|[^#]*", self.source.text[start:end])
        length = len(text[0].rstrip()) if text is not None else 0
        return Span(self.source, start, start + max(1, length))

    def _text(self, table: str, key: str, part: str | None) -> Span | None:
        """Finds the span of one element of the value of a key."""
        found = self._line(table, key)
        if found is None or part is None:
            return None
        inner = re.compile(rf"[\"']{re.escape(part)}[\"']|(?<![\w.-]){re.escape(part)}(?![\w.-])")
        hit = inner.search(self.source.text, found.start("value"))
        return None if hit is None else Span(self.source, hit.start(), hit.end())


def wrong_code(text: str) -> tuple[str, str | None] | None:
    """Validates a code or code prefix. Returns an error message and a hint, or None if it is valid."""
    known = sorted(x.stem for x in codes_dir().glob("UNO*.md"))
    if re.fullmatch(r"UNO\d{0,3}", text) and any(x.startswith(text) for x in known):
        return None
    hint = (
        did_you_mean(text.upper(), known) or "a code such as `UNO203`, or the first letters of several, such as `UNO3`"
    )
    return f"no finding has the code `{text}`", hint


def _kind(value: Any) -> str:
    match value:
        case bool():
            return "yes or no"
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case list():
            return "a list"
        case dict():
            return "a table"
        case _:
            return "a date or time"


_KEYS: dict[str, tuple[str, Callable[[_Reader, Any], Any]]] = {
    "files": ("files", _Reader.files),
    "options": ("options", lambda r, v: r.texts(v, 'options = ["family.fives"]')),
    "without": ("without", lambda r, v: r.texts(v, 'without = ["family.fives"]')),
    "parameters": ("parameters", _Reader.parameters),
    "seats": ("seats", _Reader.seats),
    "budget": ("budget", _Reader.budget),
    "baseline": ("baseline", _Reader.baseline),
    "fail-on": ("fail_on", _Reader.fail_on),
    "select": ("select", lambda r, v: r.codes(v, "select")),
    "ignore": ("ignore", lambda r, v: r.codes(v, "ignore")),
}
"""The keys in the order of the reference, each with its field in `ProjectFile` and its reader."""
