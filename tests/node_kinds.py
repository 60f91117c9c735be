"""The kinds of nodes that a model can have, read off its classes: effects, expressions, events, and what each can be like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import fields
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.walk import below

EFFECTS: tuple[type, ...] = get_args(f.Effect)
EXPRESSIONS: tuple[type, ...] = (*get_args(e.Expr), e.Place)
EVENTS: tuple[type, ...] = get_args(t.Event)
TARGETS: tuple[type, ...] = get_args(e.Stored)
RULES: tuple[type, ...] = (t.Trigger, t.Offer, t.Ban)

THERE = (True, False)
"""What a part that may be missing can be like."""


@cache
def choices(kind: Hashable) -> tuple[tuple[str, tuple[object, ...]], ...]:
    """The fields of a class of nodes that have one of some words, or are there or not."""
    assert isinstance(kind, type)
    hints = get_type_hints(kind)
    out: list[tuple[str, tuple[object, ...]]] = []
    for x in fields(kind):
        hint = hints[x.name]
        if get_origin(hint) is Literal:
            out.append((x.name, get_args(hint)))
        elif get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint) and x.name != "span":
            out.append((x.name, THERE))
    return tuple(out)


def kinds_of(node: Any) -> Iterator[str]:
    """What a node is an example of: its class, and the class with each of its choices."""
    kind: type = type(node)
    yield kind.__name__
    for name, values in choices(kind):
        value = getattr(node, name)
        yield f"{kind.__name__}.{name}={value is not None if values == THERE else value}"
    target = getattr(node, "target", None)
    if isinstance(target, TARGETS):
        yield f"{kind.__name__} of {type(target).__name__}"


def all_kinds(classes: Iterable[type]) -> frozenset[str]:
    """All that nodes of some classes can be examples of."""
    out: set[str] = set()
    for kind in classes:
        out.add(kind.__name__)
        out |= {f"{kind.__name__}.{name}={value}" for name, values in choices(kind) for value in values}
        hints = get_type_hints(kind)
        if set(TARGETS) <= set(get_args(hints.get("target"))):
            out |= {f"{kind.__name__} of {x.__name__}" for x in TARGETS}
    return frozenset(out)


def counted(nodes: object, classes: Iterable[type]) -> Counter[str]:
    """How often each kind of some classes stands below nodes."""
    wanted = frozenset(classes)
    return Counter(x for node in below(nodes) if type(node) in wanted for x in kinds_of(node))


def missing(counts: Counter[str], classes: Iterable[type]) -> list[str]:
    """The kinds of some classes that were not counted."""
    return sorted(all_kinds(classes) - counts.keys())
