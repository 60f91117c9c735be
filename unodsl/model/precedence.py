"""Precedence of rules of one name: which of several definitions counts first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet

Place = tuple[bool, int, bool, int, str]
"""The sort key of a definition beside others that it does not replace."""


def place_of(name: str, of_game: bool, extends: int, conditional: bool) -> Place:
    """The place of a definition: options before games; a game before the game that it extends; then those with a condition, then
    by name. `extends`: how many games its file builds on."""
    return of_game, -extends if of_game else 0, not conditional, 0 if of_game else -extends, name


def by_precedence(
    names: Iterable[str], replaced: Mapping[str, AbstractSet[str]], place: Callable[[str], Place]
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
