"""Atomic file writes."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Mapping
from pathlib import Path


class NotWritten(OSError):
    """A file could not be written. `filename` is the target file and `strerror` the reason for the user."""


def reason(error: Exception) -> str:
    """Returns the reason of a read or write error, for the user."""
    return ((error.strerror if isinstance(error, OSError) else None) or str(error)).lower()


def write_whole(path: Path, content: bytes) -> None:
    """Writes `content` to a file atomically. An existing file keeps its mode. A target that is not a regular file (a
    device or pipe) is written to directly. Raises `NotWritten`."""
    write_all({path: content})


def write_all(files: Mapping[Path, bytes]) -> None:
    """Writes several files. If space is insufficient or a target is not writable, none is written. Raises
    `NotWritten`."""
    made: dict[Path, Path] = {}
    at = Path()
    try:
        for at, content in files.items():
            if at.exists() and not at.is_file() and not at.is_dir():
                with at.open("wb") as stream:
                    stream.write(content)
            else:
                made[at] = _written_beside(at.resolve(), content)
        for at, written in made.items():
            written.replace(at.resolve())
    except OSError as error:
        raise NotWritten(error.errno, reason(error), str(at)) from error
    finally:
        for written in made.values():
            with contextlib.suppress(OSError):
                written.unlink()


def check_writable(path: Path) -> None:
    """Verifies before a long computation that a file is writable. Leaves no file behind. Raises `NotWritten`."""
    try:
        if path.is_dir():
            raise NotWritten(errno.EISDIR, "it is a folder", str(path))
        if path.exists() and not path.is_file():
            return
        place = path.resolve()
        if not place.parent.is_dir():
            raise NotWritten(errno.ENOENT, f"there is no folder `{path.parent}`", str(path))
        _written_beside(place, b"").unlink()
    except NotWritten:
        raise
    except OSError as error:
        raise NotWritten(error.errno, reason(error), str(path)) from error


def _written_beside(place: Path, content: bytes) -> Path:
    """Writes a temporary file in the directory of the target, with the mode that the target has or would get. Raises
    `OSError`."""
    if place.is_dir():
        raise IsADirectoryError(errno.EISDIR, "it is a folder", str(place))
    import tempfile

    # The target name can already have the maximum length.
    handle, made = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name[:40]}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        # `mkstemp` creates files that only their owner can read.
        mode = place.stat().st_mode & 0o7777 if place.exists() else 0o666 & ~_umask()
        Path(made).chmod(mode)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(made).unlink()
        raise
    return Path(made)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
