"""The parser of the grammar. Making its tables takes a fifth of a second, so they are kept in the user's cache."""

from __future__ import annotations

import contextlib
import gc
import sys
from functools import lru_cache
from io import BytesIO

import lark
from lark import Lark

from unodsl.data import grammar_text
from unodsl.entries import Damaged, Entries, Unusable, cache_folder, digest
from unodsl.syntax.layout import Layout

MOST_FILES = 20
"""So many parsers are kept: one for each version of the grammar, of lark, and of Python."""


@lru_cache(maxsize=1)
def grammar() -> Lark:
    """The parser, made once a process, or found ready in the user's cache."""
    # Making it makes very many small objects and no garbage; without the collector it takes a seventh less time.
    collecting = gc.isenabled()
    gc.disable()
    try:
        return _kept()
    finally:
        if collecting:
            gc.enable()


def _kept() -> Lark:
    """The parser from the cache, or a new one that is put there. Where there is no cache, nothing is lost but a moment."""
    text = grammar_text()
    with contextlib.suppress(Unusable, RuntimeError):
        entries = Entries(cache_folder("grammar"), "grammar 1", MOST_FILES)
        name = digest(text, lark.__version__, sys.version)
        with contextlib.suppress(Damaged):
            found = entries.read(name)
            if found is not None:
                # pickled objects, from a folder that nobody else can write to
                return Lark.load(BytesIO(found))
        made = _made(text)
        tables = BytesIO()
        made.save(tables)
        with contextlib.suppress(Unusable):
            entries.write(name, tables.getvalue())
        return made
    return _made(text)


def _made(text: str) -> Lark:
    return Lark(text, parser="lalr", postlex=Layout(), maybe_placeholders=True, propagate_positions=True)
