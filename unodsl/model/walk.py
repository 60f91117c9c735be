"""Walking the model: every expression and effect below a node."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from unodsl.model import effects as f


def below(node: Any) -> Iterator[Any]:
    """The node itself and every expression, effect and place inside it, parents first."""
    todo = [node]
    while todo:
        at = todo.pop()
        if isinstance(at, tuple):
            todo.extend(reversed(at))
        elif is_dataclass(at) and not isinstance(at, type):
            yield at
            todo.extend(
                getattr(at, x.name)
                for x in reversed(fields(at))
                if isinstance(getattr(at, x.name), tuple) or is_dataclass(getattr(at, x.name))
            )


def performed(effects: Iterable[f.Effect]) -> frozenset[int]:
    """The acts that some effects perform."""
    return frozenset(n.act for n in below(tuple(effects)) if isinstance(n, f.Perform))
