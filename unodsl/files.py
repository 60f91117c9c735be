"""Writing files whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Mapping
from pathlib import Path


class NotWritten(OSError):
    """A file could not be written. `filename` is the one that was meant, `strerror` why not, in words for a user."""


def reason(error: Exception) -> str:
    """Why something could not be read or written, in words for a user."""
    return ((error.strerror if isinstance(error, OSError) else None) or str(error)).lower()


def write_whole(path: Path, content: bytes) -> None:
    """Put `content` into a file, at one stroke: whatever happens, the file is as it was or as it should be. A file that was
    there keeps its mode. What is no file (a device, a pipe) stays what it is, and gets the content. Raises `NotWritten`."""
    write_all({path: content})


def write_all(files: Mapping[Path, bytes]) -> None:
    """The same for several files: where there is no room for all of them, or no way to one, none is written. Raises
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
    """Find out before long work whether a file could be written then. Nothing is left behind. Raises `NotWritten`."""
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
    """A new file in the folder of another one, with the mode that this one has or would get. Raises OSError."""
    if place.is_dir():
        raise IsADirectoryError(errno.EISDIR, "it is a folder", str(place))
    import tempfile

    # The name of the file itself may be as long as names can be.
    handle, made = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name[:40]}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        # `mkstemp` makes files that only their owner can read.
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
