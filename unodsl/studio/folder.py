"""The folder of the studio: its ruleset files, and no others."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

from unodsl import limits
from unodsl.data import rulesets_dir
from unodsl.files import NotWritten, reason, write_whole
from unodsl.studio.children import Failed

MOST_FILES = 300
MOST_FOLDERS = 2_000

_ASIDE = frozenset({"node_modules", "__pycache__", "venv"})


class Folder:
    """A folder of ruleset files. `first`: the one to show first."""

    def __init__(self, place: Path, first: Path | None = None) -> None:
        self.place = place.resolve()
        self.first = None if first is None else first.resolve().relative_to(self.place).as_posix()
        self.seen: dict[str, tuple[int, int]] = {}

    @property
    def writable(self) -> bool:
        """Whether files can be saved here."""
        return os.access(self.place, os.W_OK)

    def names(self) -> list[str]:
        """The ruleset files, as relative paths."""
        found: list[str] = []
        for visited, (folder, below, names) in enumerate(os.walk(self.place)):
            below[:] = sorted(x for x in below if not x.startswith(".") and x not in _ASIDE)
            for name in sorted(names):
                if name.endswith(".uno") and not name.startswith("."):
                    found.append(Path(folder, name).relative_to(self.place).as_posix())
            if len(found) >= MOST_FILES or visited >= MOST_FOLDERS:
                break
        return found[:MOST_FILES]

    def path(self, name: object) -> Path:
        """The path of a ruleset file in the folder, existing or not. Raises `Failed` for any other."""
        if not isinstance(name, str) or not name or "\0" in name or len(name) > 300:
            raise Failed("this is no name of a file")
        path = (self.place / name).resolve()
        if not path.is_relative_to(self.place):
            raise Failed(f"`{name}` lies outside the folder that the studio was started for")
        if path.suffix != ".uno" or any(part.startswith(".") for part in path.relative_to(self.place).parts):
            raise Failed(f"`{name}` is no ruleset file: their names end in .uno")
        return path

    def shipped(self, name: object) -> bool:
        """Whether a name is that of a shipped ruleset, not of the folder."""
        return isinstance(name, str) and "/" not in name and (rulesets_dir() / name).is_file() and name.endswith(".uno")

    def read(self, name: object) -> dict[str, Any]:
        """A file: its text, and a version mark of the text. Raises `Failed`."""
        path = self.path(name)
        foreign = not path.exists() and self.shipped(name)
        if foreign:
            path = rulesets_dir() / str(name)
        try:
            if path.stat().st_size > limits.FILE_BYTES:
                raise Failed(f"`{name}` is larger than {limits.FILE_BYTES} bytes")
            text = path.read_bytes().decode()
        except (OSError, UnicodeDecodeError) as error:
            raise Failed(f"`{name}` cannot be read: {reason(error)}") from None
        return {"name": name, "text": text, "mark": mark(text), "shipped": foreign, "writable": self.writable}

    def write(self, name: object, text: object, known: object) -> dict[str, Any]:
        """Saves a file atomically. `known`: the version mark of the text that the author edited; None: a new file.
        Raises `Failed` if the file has changed since."""
        path = self.path(name)
        if not isinstance(text, str) or len(text.encode(errors="replace")) > limits.FILE_BYTES:
            raise Failed(f"a ruleset file has {limits.FILE_BYTES} bytes at most")
        if path.exists() and self.read(name)["mark"] != known:
            raise Failed(f"`{name}` was changed by another program meanwhile: nothing was saved")
        try:
            write_whole(path, text.encode())
        except (NotWritten, UnicodeEncodeError) as error:
            raise Failed(f"`{name}` cannot be saved: {reason(error)}") from None
        return {"name": name, "mark": mark(text)}

    def beside(self, name: object, ending: str, text: str) -> str:
        """Writes a new file into the folder without overwriting any. Raises `Failed`."""
        if not isinstance(name, str) or not name.replace("-", "").replace("_", "").isalnum():
            raise Failed("a name is made of letters, digits and hyphens")
        path = self.place / f"{name}{ending}"
        if path.exists():
            raise Failed(f"there is a file `{path.name}` already")
        try:
            write_whole(path, text.encode())
        except NotWritten as error:
            raise Failed(f"`{path.name}` cannot be saved: {reason(error)}") from None
        return path.name

    def changed(self) -> list[str]:
        """The files that are new, changed, or gone since the last call."""
        now: dict[str, tuple[int, int]] = {}
        for name in self.names():
            try:
                found = (self.place / name).stat()
            except OSError:
                continue
            now[name] = found.st_mtime_ns, found.st_size
        out = sorted(name for name in now.keys() | self.seen.keys() if now.get(name) != self.seen.get(name))
        self.seen = now
        return out


def mark(text: str) -> str:
    """The version mark of a text."""
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()[:16]
