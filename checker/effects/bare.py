"""Syntactic equality of effects and expressions, whatever their places in the text and the names of their locals."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from unodsl.model import expressions as e
from unodsl.source import Span

_NOT_MEANT = frozenset({"span", "head", "info", "title", "clauses", "order", "ordered", "replaced_by", "guard"})

Numbers = dict[int, int]
"""Where each number of one table stands at another, or each local in the order in which they are met."""


def bare(node: Any, numbers: Numbers | None = None) -> Any:
    """A node without places in the text, names of rules, and guards; locals are numbered as they are met."""
    numbers = {0: 0, 1: 1} if numbers is None else numbers
    if isinstance(node, tuple):
        return tuple(bare(x, numbers) for x in node)
    if isinstance(node, Span):
        return None
    if isinstance(node, e.Local):
        return "local", numbers.setdefault(node.index, len(numbers)), bare(node.type, numbers)
    if is_dataclass(node) and not isinstance(node, type):
        kept = [x.name for x in fields(node) if x.name not in _NOT_MEANT]
        return type(node).__name__, tuple(bare(getattr(node, name), numbers) for name in kept)
    return node
