"""Precedence of rules of one name: which of several definitions counts first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any


def by_precedence(
    names: Iterable[str], replaced: Mapping[str, AbstractSet[str]], place: Callable[[str], Any]
) -> list[str]:
    """Rules in order: each before those that it replaces, and otherwise by their place. Of rules that replace each other in a
    circle the first by place counts first."""
    left = sorted(names, key=place)
    out: list[str] = []
    while left:
        free = (x for x in left if not any(x in replaced.get(y, ()) for y in left if y != x))
        out.append(next(free, left[0]))
        left.remove(out[-1])
    return out
