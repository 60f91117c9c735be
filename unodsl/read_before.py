"""Resolves input files and determines whether cached input is still valid without parsing: by file contents, directory
listings and the code of the parser."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TypedDict

from unodsl.data import rulesets_dir
from unodsl.entries import digest
from unodsl.version import __version__


def found(files: Iterable[Path]) -> list[Path]:
    """Resolves input files: existing paths are kept, other names refer to bundled rulesets."""
    out = []
    for path in files:
        if len(path.parts) == 1 and not there(path):
            name = path.name if path.suffix else f"{path.name}.uno"
            shipped = rulesets_dir() / name
            if shipped.is_file():
                out.append(shipped)
                continue
        out.append(path)
    return out


def there(path: Path) -> bool:
    """Returns whether a path exists. True if the system denies the check, so that reading the path reports the
    reason."""
    try:
        return path.exists()
    except OSError:
        return True


class Read(TypedDict):
    """The input of a computation: each file with its resolved path and content hash, and each directory with the names
    of its ruleset files."""

    files: list[tuple[str, str, str]]
    folders: list[tuple[str, list[str]]]


def read_from(texts: Mapping[Path, str]) -> Read | None:
    """Records the input for files with the given texts. None if a file has changed since."""
    files = []
    try:
        for path, text in texts.items():
            raw = path.read_bytes()
            if raw.decode("utf-8-sig") != text:
                return None
            files.append((str(path), str(path.resolve()), sha256(raw).hexdigest()))
        folders = {str(x) for path in texts for x in (path.parent, path.resolve().parent)} | {str(rulesets_dir())}
        return {"files": files, "folders": [(x, _names(x)) for x in sorted(folders)]}
    except (OSError, ValueError, RuntimeError):
        return None


def unchanged(read: Read) -> bool:
    """Returns whether the input is unchanged: same file contents, and no new file in the directories that would be read
    instead."""
    try:
        return all(_names(folder) == names for folder, names in read["folders"]) and all(
            os.path.realpath(path) == place
            and os.path.isfile(place)
            and sha256(Path(path).read_bytes()).hexdigest() == known
            for path, place, known in read["files"]
        )
    except (OSError, ValueError):
        return False


def _names(folder: str) -> list[str]:
    return sorted(x for x in os.listdir(folder) if x.endswith(".uno"))


@cache
def code_stamp() -> str | None:
    """Returns an identifier of the code, computed from the size and modification time of its files, as Python does for
    compiled modules. None if the code is not loaded from files. Hashing the contents would take longer than the cache
    saves."""
    root, lines = os.path.dirname(os.path.abspath(__file__)), []
    todo = [root]
    try:
        while todo:
            with os.scandir(todo.pop()) as inside:
                for x in inside:
                    if x.is_dir():
                        todo.append(x.path)
                    elif x.name.endswith((".py", ".lark")):
                        known = x.stat()
                        lines.append(f"{x.path} {known.st_size} {known.st_mtime_ns}")
        beside = rulesets_dir().parent / "grammars" / "uno.lark"
        lines.append(f"{beside.stat().st_size} {beside.stat().st_mtime_ns}")
    except OSError:
        return None
    return digest(*sorted(lines), __version__, sys.version, platform.machine(), platform.system())
