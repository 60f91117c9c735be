"""Constant folding of tables: a lookup in the result of a lookup becomes one, and so does a lookup joined with constant
cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from operator import is_
from typing import Any, TypeVar, cast

from unodsl.engine import program as p
from unodsl.engine.lower_body import NONE, ONE, ZERO

T = TypeVar("T")


def one_lookup(
    functions: Iterable[p.Function], tables: Mapping[str, tuple[int, ...]]
) -> tuple[tuple[p.Function, ...], dict[str, tuple[int, ...]]]:
    """Functions with fewer lookups, and the tables with the new ones that are used. A new table has the element type,
    numbers or sets of cards, of its source, by the first word of its name."""
    new = dict(tables)
    out = tuple(replace(f, body=_walked(f.body, new)) if _has_lookups(f.body) else f for f in functions)
    used = {x.table for f in out for x in p.parts(f.body) if isinstance(x, p.Entry)}
    return out, {name: values for name, values in new.items() if name in tables or name in used}


def _has_lookups(body: tuple[p.Statement, ...]) -> bool:
    """Whether `_shorter` may apply to a body."""
    return any(isinstance(x, p.Entry) or (isinstance(x, p.Op) and x.operator == "|") for x in p.parts(body))


def _walked(node: T, tables: dict[str, tuple[int, ...]]) -> T:
    if isinstance(node, tuple):
        row = [_walked(x, tables) for x in node]
        return node if all(map(is_, row, node)) else cast(T, tuple(row))
    kind = node.__class__
    # (most nodes are leaves)
    names = p.names_of(kind)
    if not names:
        return node
    changed = None
    for name in names:
        old = getattr(node, name)
        new = _walked(old, tables)
        if new is not old:
            changed = changed or {}
            changed[name] = new
    if changed is not None:
        node = cast(T, replace(cast(Any, node), **changed))
    return cast(T, _shorter(cast(p.Node, node), tables)) if kind is p.Entry or kind is p.Op else node


def _shorter(node: p.Node, tables: dict[str, tuple[int, ...]]) -> p.Node:
    if isinstance(node, p.Entry):
        return _looked_up_once(node, tables)
    if isinstance(node, p.Op) and node.operator == "|":
        return _joined(node, tables)
    return node


def _looked_up_once(node: p.Entry, tables: dict[str, tuple[int, ...]]) -> p.Node:
    """Combines nested lookups in two tables."""
    at = node.index
    if not isinstance(at, p.Op) or at.operator != "+" or not isinstance(at.left, p.Entry):
        return node
    outer, inner, by = tables[node.table], tables[at.left.table], at.right
    if not isinstance(by, p.Int) or not all(0 <= value + by.value < len(outer) for value in inner):
        return node
    return _entry(node.table, tuple(outer[value + by.value] for value in inner), at.left.index, tables)


def _joined(node: p.Op, tables: dict[str, tuple[int, ...]]) -> p.Node:
    """Combines cards of a table with constant cards."""
    match node.left, node.right:
        case p.Op(operator="|", left=some, right=p.Cards(value=other)), p.Cards(value=more):
            return _shorter(p.Op("|", some, p.Cards(other | more)), tables)
        case p.Op(operator="|", left=some, right=p.Entry() as entry), p.Cards(value=more):
            return p.Op("|", some, _with(entry, more, tables))
        case p.Entry() as entry, p.Cards(value=more):
            return _with(entry, more, tables)
        case (
            p.Select(condition=p.Op(operator="==", left=left, right=none), then=p.Cards(value=every), otherwise=zero),
            p.Entry(table=table, index=p.Op(operator="+", left=index, right=one)),
        ) if (none, zero, one) == (NONE, ZERO, ONE) and left == index:
            # the first entry is for nothing
            first, *rest = tables[table]
            return _entry(table, (first | every, *rest), p.Op("+", index, ONE), tables)
    return node


def _with(entry: p.Entry, more: int, tables: dict[str, tuple[int, ...]]) -> p.Entry:
    """A table lookup joined with constant cards."""
    return _entry(entry.table, tuple(value | more for value in tables[entry.table]), entry.index, tables)


def _entry(like: str, values: tuple[int, ...], index: p.Node, tables: dict[str, tuple[int, ...]]) -> p.Entry:
    """A lookup in a table with these values: an existing one, or a new one."""
    word = like.partition("_")[0]
    found = next((n for n, v in tables.items() if v == values and n.partition("_")[0] == word), None)
    name = found or f"{word}_{len(tables)}"
    tables[name] = values
    return p.Entry(name, index)
