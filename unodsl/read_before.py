"""Which files are meant, and whether what was read before would be read again, without reading it: by the contents of files and the names beside
them, and by the code that reads."""

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
    """The files meant: as given, or, where there is none, the shipped ruleset of that name."""
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
    """Whether a path exists; True if the system refuses to check it, so that reading it reports why."""
    try:
        return path.exists()
    except OSError:
        return True


class Read(TypedDict):
    """What was read: each file with the place it leads to and the digest of its bytes, and each folder with the names of its ruleset files."""

    files: list[tuple[str, str, str]]
    folders: list[tuple[str, list[str]]]


def read_from(texts: Mapping[Path, str]) -> Read | None:
    """What was read, where these files had these texts; None where one of them is another by now."""
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
    """Whether the same would be read again: all files are as they were, and beside them lies no other one that would be read instead."""
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
    """Which code this is, by the sizes and times of its files, as Python tells whether a module has to be compiled again; None where it does not lie
    in files. Reading it all would take longer than what is saved."""
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
