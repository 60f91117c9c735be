"""Syntactic equality of effects and expressions up to source positions and the names of locals."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from unodsl.model import expressions as e
from unodsl.source import Span

_NOT_MEANT = frozenset({"span", "head", "info", "title", "clauses", "order", "ordered", "replaced_by", "guard"})

Numbers = dict[int, int]
"""A renumbering: of one table's numbers to another's, or of locals in order of occurrence."""


def bare(node: Any, numbers: Numbers | None = None) -> Any:
    """The normal form of a node: without source positions, names of rules, and guards; locals are numbered in order of
    occurrence."""
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
