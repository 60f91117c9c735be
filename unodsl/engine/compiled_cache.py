"""Compiled tables kept on disk between runs. Whatever is found there is machine code, so it is used only if it is exactly what
was written for this text by this version, from a folder that nobody else can write to; else it is as if nothing were there."""

from __future__ import annotations

from unodsl.entries import Damaged, Entries, Unusable, cache_folder

MOST_FILES = 400
"""So many compiled tables are kept; the ones not written for longest go first."""


def entries() -> Entries:
    """Where compiled tables are kept: `compiled` in `UNODSL_CACHE_DIR`, or in the user's own cache folder. Raises `Unusable`."""
    try:
        return Entries(cache_folder("compiled"), "compiled 2", MOST_FILES)
    except RuntimeError as error:
        raise Unusable(str(error)) from None


def read(name: str) -> bytes | None:
    """What was kept under a name; None where nothing was, or something else. Raises `Unusable`."""
    try:
        return entries().read(name)
    except Damaged:
        return None


def write(name: str, content: bytes) -> None:
    """Keep something: all of it or nothing. Raises `Unusable`."""
    entries().write(name, content)
