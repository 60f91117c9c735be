"""Traversal of the model: every expression and effect below a node."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from itertools import chain
from typing import Any, assert_never, get_args

from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model.types import Number

_EFFECTS = frozenset(get_args(f.Effect))
_EXPRESSIONS = frozenset((*get_args(e.Expr), e.Place))
_WORDS = ("info", "span")
"""Fields about the text, not about the game."""

_PLAIN = ("int", "str", "bool", "int | None", "str | None")
"""The types of fields without nodes, as they are written."""

_FIELDS: dict[type, tuple[str, ...] | None] = {}
"""The fields of each class of nodes, in reverse; None for other classes."""

_KNOWN: dict[int, tuple[Any, tuple[Any, ...]]] = {}
"""The cache of `below`, by node id, with the node itself so that its id stays unique."""

_MOST_KNOWN = 20_000
"""The size of the cache; it is cleared when full."""


def below(node: Any) -> Iterable[Any]:
    """The node itself and every expression, effect and place inside it, in preorder, without the metadata of rules for
    people. Memoized, since nodes are immutable."""
    if isinstance(node, tuple):
        return chain.from_iterable(map(below, node))
    known = _KNOWN.get(id(node))
    if known is None:
        if _fields_of(type(node)) is None:
            return ()
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        known = _KNOWN[id(node)] = node, tuple(_walked(node))
    return known[1]


def _walked(node: Any) -> Iterator[Any]:
    todo = [node]
    while todo:
        at = todo.pop()
        if isinstance(at, tuple):
            todo.extend(reversed(at))
            continue
        names = _fields_of(type(at))
        if names is not None:
            yield at
            for name in names:
                todo.append(getattr(at, name))


def _fields_of(kind: type) -> tuple[str, ...] | None:
    if kind not in _FIELDS:
        _FIELDS[kind] = (
            tuple(x.name for x in reversed(fields(kind)) if x.name not in _WORDS and x.type not in _PLAIN)
            if is_dataclass(kind)
            else None
        )
    return _FIELDS[kind]


def effects_below(node: Any) -> Iterator[f.Effect]:
    """The effects among the nodes `below` a node."""
    return (x for x in below(node) if type(x) in _EFFECTS)


def expressions_below(node: Any) -> Iterator[e.Expr | e.Place]:
    """The expressions and places among the nodes `below` a node."""
    return (x for x in below(node) if type(x) in _EXPRESSIONS)


def performed(effects: Iterable[f.Effect]) -> frozenset[int]:
    """The acts that some effects perform."""
    return frozenset(n.act for n in below(tuple(effects)) if isinstance(n, f.Perform))


def locals_in(x: e.Expr) -> frozenset[int]:
    """The indexes of the locals in an expression, including its own bound ones."""
    return frozenset(n.index for n in below(x) if isinstance(n, e.Local))


def bound_in(x: e.Expr) -> frozenset[int]:
    """The indexes of the locals that an expression binds itself."""
    binding = e.CountCards | e.OverCards | e.PlayersWhere | e.OverPlayers | e.Can
    return frozenset(n.local.index for n in below(x) if isinstance(n, binding))


def conjuncts(x: e.Expr) -> list[e.Expr]:
    """The conjuncts of a condition; none if it is the constant true."""
    if isinstance(x, e.Logic) and x.kind == "and":
        return [c for o in x.operands for c in conjuncts(o)]
    return [] if isinstance(x, e.Constant) and x.value else [x]


def steps(
    effects: Iterable[f.Effect], acts: Sequence[Iterable[f.Effect]], seats: int, cards: int, argument: int
) -> int:
    """An upper bound on the steps of effects. `acts`: the effects of each act; `argument`: the greatest value of local
    1, for effects that repeat something that often."""
    known: dict[tuple[int, int], int] = {}  # memoizes acts that perform acts

    def of(block: Iterable[f.Effect], argument: int) -> int:
        total = 0
        for effect in block:
            total += 1
            match effect:
                case f.If():
                    total += max(of(effect.then, argument), of(effect.otherwise, argument))
                case f.ForEach():
                    total += seats * of(effect.body, argument)
                case f.ForEachCard():
                    total += cards * of(effect.body, argument)
                case f.AtRandom():
                    total += of(effect.body, argument)
                case f.Repeat():
                    total += most(effect.times, argument) * of(effect.body, argument)
                case f.MoveTop():
                    total += most(effect.count, argument)
                case f.Perform():
                    given = 0 if effect.argument is None else most(effect.argument, argument)
                    key = effect.act, given
                    if key not in known:
                        known[key] = of(acts[effect.act], given)
                    total += known[key]
                case f.MoveCard() | f.MoveAll() | f.Gather() | f.Shuffle() | f.SwapPlaces() | f.GiveEvery():
                    pass
                case f.Assign() | f.ChangeSet() | f.Begin() | f.End() | f.Seating() | f.Show() | f.Tell():
                    pass
                case f.BeginRound() | f.EndRound() | f.EndMatch():
                    pass
                case _:
                    assert_never(effect)
        return total

    return of(effects, argument)


def most(x: e.Expr, argument: int) -> int:
    """The greatest value of a number, by its bounds."""
    if isinstance(x, e.Local) and x.index == 1:
        return argument
    return max(0, x.type.high) if isinstance(x.type, Number) else 0
