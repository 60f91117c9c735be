"""The parser of the grammar. Building its tables takes a third of a second, so they are cached: beside Python's own
compiled files, or, if these are read-only, in the user's cache."""

from __future__ import annotations

import contextlib
import gc
import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import cache_from_source
from io import BytesIO
from pathlib import Path

import lark
from lark import Lark

from unodsl.data import grammar_text
from unodsl.entries import Damaged, Entries, Unusable, cache_folder, digest
from unodsl.syntax.layout import Layout

MOST_FILES = 20
"""The most cached parsers: one for each version of the grammar, of lark, and of Python."""


@lru_cache(maxsize=1)
def grammar() -> Lark:
    """The parser, built once in a process, or loaded from the cache."""
    # building creates very many small objects and no garbage; without the collector it takes a seventh less time
    collecting = gc.isenabled()
    gc.disable()
    try:
        return _kept()
    finally:
        if collecting:
            gc.enable()


def _kept() -> Lark:
    """The cached parser, or a new one that is then cached. Without a writable place, only time is lost."""
    text = grammar_text()
    version = digest(text, lark.__version__, sys.version)
    for entries, name, _ in _places(version):
        with contextlib.suppress(Unusable, Damaged):
            found = entries.read(name)
            if found is not None:
                # pickled objects, from a folder that only those who can change the code, or its user, can write to
                return Lark.load(BytesIO(found))
    made = _made(text)
    tables = BytesIO()
    made.save(tables)
    for entries, name, written in _places(version):
        if written:
            with contextlib.suppress(Unusable):
                entries.write(name, tables.getvalue())
                break
    return made


def _places(version: str) -> Iterator[tuple[Entries, str, bool]]:
    """The places and names for a cached parser, and whether each may be written."""
    with contextlib.suppress(NotImplementedError):  # of a Python that keeps no compiled files
        compiled = Path(cache_from_source(__file__))
        yield (
            Entries(compiled.parent, f"grammar {version}", private=False),
            f"{compiled.stem}.tables",
            not sys.dont_write_bytecode,
        )
    with contextlib.suppress(RuntimeError):
        yield Entries(cache_folder("grammar"), "grammar 1", MOST_FILES), version, True


def _made(text: str) -> Lark:
    return Lark(text, parser="lalr", postlex=Layout(), maybe_placeholders=True, propagate_positions=True)
