"""Reads ruleset files: UTF-8 text of limited size."""

from __future__ import annotations

from pathlib import Path

from unodsl import limits
from unodsl.diagnostics import Diagnostic, did_you_mean
from unodsl.files import reason
from unodsl.source import Source


def read_source(path: Path, root: Path) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """The text of a file that lies in `root` or below. None, and UNO104 or UNO103, where there is none that can be read.

    Links are followed before the place is judged. A byte order mark is left out. Nothing is raised.
    """
    try:
        return _read(path, root)
    except (OSError, ValueError, RuntimeError) as error:
        # besides operating system errors: names with a null byte, and symbolic link cycles
        return _wrong(f"`{path}` cannot be read: {reason(error)}")


def _wrong(message: str, hint: str | None = None, code: str = "UNO104") -> tuple[None, tuple[Diagnostic, ...]]:
    return None, (Diagnostic(code, message, None, hint),)


def _read(path: Path, root: Path) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    place = path.resolve()
    if not place.is_relative_to(root.resolve()):
        hint = "a file can bring in files of its own folder and the folders below it"
        return _wrong(f"`{path}` lies outside the folder of the rules", hint)
    if path.is_dir():
        return _wrong(f"`{path}` is a folder, not a file")
    if not path.exists():
        beside = [p.name for p in path.parent.glob("*.uno")] if path.parent.is_dir() else []
        return _wrong(f"there is no file `{path}`", did_you_mean(path.name, beside))
    if not path.is_file():
        return _wrong(f"`{path}` is not an ordinary file")
    with path.open("rb") as file:
        # one byte above the limit suffices to detect files that are too large
        raw = file.read(limits.FILE_BYTES + 1)
    if len(raw) > limits.FILE_BYTES:
        return _wrong(f"`{path}` is larger than {limits.FILE_BYTES} bytes", None, "UNO103")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        return _wrong(f"`{path}` is not a text in UTF-8 (line {line})", "save it again with the encoding UTF-8")
    return Source(str(path), text, str(place)), ()
