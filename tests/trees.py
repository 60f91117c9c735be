"""Syntax trees without their places, to compare texts that look different and mean the same."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from unodsl.source import Source, Span
from unodsl.syntax import nodes as s
from unodsl.syntax.parse import parse


def bare(node: Any) -> Any:
    """A node as nested tuples of its kind and parts, spans and sources left out."""
    if isinstance(node, Span):
        return "somewhere"
    if is_dataclass(node):
        parts = (bare(getattr(node, f.name)) for f in fields(node) if f.name not in ("span", "source"))
        return (type(node).__name__, *parts)
    return tuple(bare(part) for part in node) if isinstance(node, tuple) else node


def placed(node: Any) -> Any:
    """As `bare`, with the characters that each node stands at."""
    if is_dataclass(node):
        parts = (placed(getattr(node, f.name)) for f in fields(node) if f.name not in ("span", "source"))
        span = getattr(node, "span", None)
        return (type(node).__name__, None if span is None else (span.start, span.end), *parts)
    return tuple(placed(part) for part in node) if isinstance(node, tuple) else node


def read(text: str) -> s.File:
    """The tree of a text in which nothing is wrong."""
    file, diagnostics = parse(Source("test.uno", text))
    assert not diagnostics, "\n".join(d.render() for d in diagnostics)
    return file


def wrong(text: str) -> list[tuple[str, int, str]]:
    """Code, line and underlined words of what is wrong with a text."""
    found = []
    for diagnostic in parse(Source("test.uno", text))[1]:
        span = diagnostic.span
        found.append((diagnostic.code, span.line if span else 0, span.text if span else ""))
    return found
