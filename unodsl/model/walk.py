"""Walking the model: every expression and effect below a node."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from unodsl.model import effects as f
from unodsl.model import expressions as e


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


def locals_in(x: e.Expr) -> frozenset[int]:
    """The numbers of the locals that an expression looks at, its own bound ones included."""
    return frozenset(n.index for n in below(x) if isinstance(n, e.Local))


def conjuncts(x: e.Expr) -> list[e.Expr]:
    """The conditions that all have to hold; none for what always does."""
    if isinstance(x, e.Logic) and x.kind == "and":
        return [c for o in x.operands for c in conjuncts(o)]
    return [] if isinstance(x, e.Constant) and x.value else [x]
