"""A persistent cache of syntax trees, by content. Parsing a ruleset takes a third of a second, and loading its cached
tree a twentieth of that.

An entry is in the user's own cache folder, under a digest of the text, of the code that made it, and of Lark's and
Python's version. It contains classes of the tree and nothing else; on any damage, the text is parsed again. Only trees
of texts without errors are cached.
"""

from __future__ import annotations

import contextlib
import gc
import pickle
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from io import BytesIO
from operator import attrgetter
from pathlib import Path
from typing import Any

from unodsl import beside, limits
from unodsl import source as places
from unodsl.data import grammar_text
from unodsl.diagnostics import Diagnostic
from unodsl.entries import Damaged, Entries, Unusable, cache_folder, code_digest, digest, key, key_file
from unodsl.source import Source, Span
from unodsl.syntax import expression_nodes, nodes

MOST_FILES = 200
"""The most cached trees."""

SHORT = 1_000
"""The length of a text below which parsing is as fast as loading."""

MOST_EARLIER = 32
"""The most texts of which an earlier version is kept."""

MOST_BYTES = 50 * limits.FILE_BYTES
"""The most bytes of an entry after decompression; a larger one is damaged."""


@lru_cache(maxsize=32)  # whoever tries one changed line of one file reads all the others again
def parse(source: Source) -> tuple[nodes.File, tuple[Diagnostic, ...]]:
    """Like `unodsl.syntax.parse.parse`, from the cache if possible."""
    entries = None if len(source.text) < SHORT else _entries()
    version = None if entries is None else _version()
    if entries is None or version is None:
        return _parsed(source)
    name = digest(version, source.text)
    if name in _ahead:
        beside.ended(_ahead.pop(name))
    known = _found(entries, name, source) or _changed(source)
    if known is not None:
        return known, ()
    tree, problems = _parsed(source)
    if not problems:
        # a tree that is nested too deeply for the encoder is not cached
        with contextlib.suppress(Unusable, RecursionError):
            content = packed(tree)
            _learn(source, content)
            entries.write(name, content)
    return tree, problems


_earlier: dict[str, tuple[Source, bytes]] = {}
"""An earlier version of texts that this process has read, and its encoded tree."""


def _learn(source: Source, content: bytes) -> None:
    """Keeps a version of a text, and drops the oldest ones."""
    _earlier.pop(source.key, None)
    _earlier[source.key] = source, content
    for key_ in list(_earlier)[: max(0, len(_earlier) - MOST_EARLIER)]:
        del _earlier[key_]


def _found(entries: Entries, name: str, source: Source) -> nodes.File | None:
    with contextlib.suppress(Unusable, Damaged):
        found = entries.read(name)
        if found is not None:
            tree = unpacked(found, source)
            _learn(source, found)
            return tree
    return None


def _changed(source: Source) -> nodes.File | None:
    """The tree of a text, from that of an earlier version; None if it has none or has errors. Such a tree is not cached:
    encoding it takes longer than parsing what has changed."""
    if source.key not in _earlier:
        return None
    from unodsl.syntax.parse import parse_changed

    earlier, content = _earlier[source.key]
    return parse_changed(source, earlier, lambda moved: unpacked(content, source, moved))


_ahead: dict[str, int] = {}
"""The processes that parse texts ahead, by the names of their entries."""


def read_ahead(source: Source) -> bool:
    """Starts parsing a text in another process; `parse` then waits for the entry. Returns whether it was started: not
    if the text is cached already, or is never cached."""
    entries = None if len(source.text) < SHORT else _entries()
    version = None if entries is None else _version()
    if entries is None or version is None:
        return False
    name = digest(version, source.text)
    if name in _ahead or (entries.folder / name).exists():
        return False
    with contextlib.suppress(Unusable):
        # both processes seal with this key
        key(key_file())
        number = beside.begun(lambda: not parse(source)[1])
        if number is not None:
            _ahead[name] = number
    return name in _ahead


def _parsed(source: Source) -> tuple[nodes.File, tuple[Diagnostic, ...]]:
    # the parser is loaded only if something has to be parsed
    from unodsl.syntax.parse import parse as whole

    return whole(source)


def _entries() -> Entries | None:
    """The cache folder; None if the user has none."""
    with contextlib.suppress(RuntimeError):
        return Entries(cache_folder("trees"), "tree 1", MOST_FILES, MOST_BYTES)
    return None


@cache
def _version() -> str | None:
    """The other inputs of a tree besides its text; None if the code is not in files."""
    # finding it does not load it: a cached tree needs no parser
    lark = find_spec("lark")
    try:
        code = [Path(str(x.__file__)).read_bytes() for x in (limits, places)]
        own = code_digest(Path(__file__).parent)
        reader = b"" if lark is None else Path(str(lark.origin)).read_bytes()
    except OSError:
        return None
    return digest(own, *code, grammar_text(), reader, sys.version)


def packed(tree: nodes.File) -> bytes:
    """Encodes a tree as bytes, without its text."""
    out = BytesIO()
    _Packer(out, 5).dump(tree)
    return zlib.compress(out.getvalue(), 1)


def unpacked(content: bytes, source: Source, moved: Callable[[int], int] | None = None) -> nodes.File:
    """Decodes the tree of a source. `moved`: where an offset of the encoded text is in the source; None: at the same.
    Raises `Damaged`."""
    unfolding = zlib.decompressobj()
    try:
        with _no_collector():
            tree = _Unpacker(BytesIO(unfolding.decompress(content, MOST_BYTES)), source, moved).load()
    except Exception:  # bytes that are none of ours may fail in any way
        raise Damaged(source.name) from None
    if not isinstance(tree, nodes.File):
        raise Damaged(source.name)
    return tree


@contextlib.contextmanager
def _no_collector() -> Iterator[None]:
    """Disables the garbage collector: many objects are created, and none of them is garbage."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class _Packer(pickle.Pickler):
    """Encodes a node as its class and the values of its fields, and the source as a placeholder."""

    def reducer_override(self, node: Any) -> Any:
        if isinstance(node, Source):
            return _the_source, ()
        values = _values().get(type(node))
        return NotImplemented if values is None else (type(node), values(node))


class _Unpacker(pickle.Unpickler):
    """Decodes nodes. Refuses any other class, and every function."""

    def __init__(self, file: BytesIO, source: Source, moved: Callable[[int], int] | None) -> None:
        super().__init__(file)
        self.source = source
        self.moved = moved

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == (__name__, _the_source.__name__):
            return lambda: self.source
        for kind in _values():
            if (module, name) == (kind.__module__, kind.__name__):
                return self.span if kind is Span and self.moved is not None else kind
        raise pickle.UnpicklingError(f"{module}.{name} is no node")

    def span(self, source: Source, start: int, end: int) -> Span:
        """A span where its text is now. (It lies in one item, except for that of a game or of an option.)"""
        assert self.moved is not None
        now = self.moved(start)
        return Span(source, now, now + end - start)


def _the_source() -> Source:
    """The placeholder for the source of the text."""
    raise NotImplementedError


@cache
def _values() -> dict[type, Callable[[Any], tuple[Any, ...]]]:
    """The classes of nodes, with getters for the values of their fields."""
    kinds = [x for module in (nodes, expression_nodes) for x in vars(module).values() if is_dataclass(x)]
    return {
        kind: _getter([x.name for x in fields(kind)]) for kind in {*kinds, Span} - {Source} if isinstance(kind, type)
    }


def _getter(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    if len(names) > 1:
        return attrgetter(*names)
    return lambda node: tuple(getattr(node, name) for name in names)
