"""The cache of compiled tables on disk. Entries are machine code, so one is used only if it is exactly what this
version wrote for this text, in a folder that nobody else can write to; otherwise it counts as missing."""

from __future__ import annotations

from unodsl.entries import Damaged, Entries, Unusable, cache_folder

MOST_FILES = 400
"""The most cached tables; the least recently written are dropped."""


def entries() -> Entries:
    """The cache folder: `compiled` in `UNODSL_CACHE_DIR`, or in the user's own cache folder. Raises `Unusable`."""
    try:
        return Entries(cache_folder("compiled"), "compiled 2", MOST_FILES)
    except RuntimeError as error:
        raise Unusable(str(error)) from None


def read(name: str) -> bytes | None:
    """Reads an entry; None if it is missing or damaged. Raises `Unusable`."""
    try:
        return entries().read(name)
    except Damaged:
        return None


def write(name: str, content: bytes) -> None:
    """Writes an entry atomically. Raises `Unusable`."""
    entries().write(name, content)
