"""Writing a file whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Put `content` into a file, at one stroke: whatever happens, the file is as it was or as it should be. A file that was
    there keeps its mode. What is no file (a device, a pipe) stays what it is, and gets the content. Raises OSError."""
    if path.exists() and not path.is_file() and not path.is_dir():
        with path.open("wb") as stream:
            stream.write(content)
        return
    place = path.resolve()
    handle, made = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        # `mkstemp` makes files that only their owner can read.
        mode = place.stat().st_mode & 0o7777 if place.exists() else 0o666 & ~_umask()
        Path(made).chmod(mode)
        Path(made).replace(place)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(made).unlink()
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
