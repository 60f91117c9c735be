"""Optimizations that shorten a program: common subexpression elimination and merging."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from operator import is_
from typing import Any, TypeVar, assert_never, cast

from unodsl.engine import program as p
from unodsl.engine.lower_body import ONE, ZERO, Body

T = TypeVar("T")


def replaced(node: T, by: Mapping[p.Node, p.Node]) -> T:
    """Substitutes nodes in a node or statement."""
    return _replaced(node, by, frozenset(map(type, by))) if by else node


def _replaced(node: T, by: Mapping[p.Node, p.Node], kinds: frozenset[type]) -> T:
    """See `replaced`; `kinds`: the classes of the replaced nodes."""
    if isinstance(node, tuple):
        row = [_replaced(x, by, kinds) for x in node]
        return node if all(map(is_, row, node)) else cast(T, tuple(row))
    names = p.names_of(node.__class__)
    if names is None:
        return node
    if node.__class__ in kinds:
        found = by.get(cast(p.Node, node))
        if found is not None:
            return cast(T, found)
    changed = {}
    for name in names:
        old = getattr(node, name)
        new = _replaced(old, by, kinds)
        if new is not old:
            changed[name] = new
    return cast(T, replace(cast(Any, node), **changed)) if changed else node


def looked_up_once(body: tuple[p.Statement, ...], number_tables: Iterable[str]) -> tuple[p.Statement, ...]:
    """Common subexpression elimination for entries of constant tables at the argument."""
    times: dict[p.Node, int] = {}
    tables = frozenset(number_tables)
    argument = p.Op("+", p.Name("argument"), ONE)
    for node in p.parts(body):
        if isinstance(node, p.Entry) and node.table in tables and node.index == argument:
            times[node] = times.get(node, 0) + 1
    names: dict[p.Node, p.Node] = {
        node: p.Name(f"of_{node.table.lower()}") for node, n in times.items() if n > 1 and isinstance(node, p.Entry)
    }
    heads = tuple(p.Set(name.name, node) for node, name in names.items() if isinstance(name, p.Name))
    return (*heads, *replaced(body, names))


def kept_once(b: Body, hint: str, wanted: Callable[[p.Node], bool]) -> tuple[p.Statement, ...]:
    """Common subexpression elimination: definitions of names for nodes that a block evaluates in any case, or several
    times. The block then uses the names. Outermost nodes come first."""
    times: dict[p.Node, int] = {}
    todo: list[tuple[object, int]] = [(x.value, 2) if isinstance(x, p.Set) else (x, 1) for x in b.statements]
    while todo:
        node, weight = todo.pop()
        if isinstance(node, p.Node) and wanted(node):
            times[node] = times.get(node, 0) + weight
        elif isinstance(node, tuple):
            todo += [(x, weight) for x in node]
        elif (inside := p.names_of(node.__class__)) is not None:
            todo += [(getattr(node, name), weight) for name in inside]
    names: dict[p.Node, p.Node] = {node: p.Name(b.fresh(hint)) for node, n in times.items() if n > 1}
    b.statements[:] = replaced(b.done(), names)
    return tuple(p.Set(name.name, node) for node, name in names.items() if isinstance(name, p.Name))


def merged(body: tuple[p.Statement, ...]) -> tuple[p.Statement, ...]:
    """A block in which two adjacent conditionals on the same slot are merged."""
    out: list[p.Statement] = []
    for statement in body:
        if isinstance(statement, p.When):
            statement = replace(statement, then=merged(statement.then), otherwise=merged(statement.otherwise))
            last = out[-1] if out else None
            if (
                isinstance(last, p.When)
                and last.condition == statement.condition
                and not last.otherwise
                and not statement.otherwise
                and isinstance(last.condition, p.Op)
                and isinstance(last.condition.left, p.Slot)
                and isinstance(last.condition.right, p.Int)
                and leaves(last.then, last.condition.left.index)
            ):
                out[-1] = replace(last, then=merged((*last.then, *statement.then)))
                continue
        elif isinstance(statement, p.Count | p.EachBit | p.EachKind):
            statement = replace(statement, body=merged(statement.body))
        out.append(statement)
    return tuple(out)


def leaves(body: tuple[p.Statement, ...], index: p.Node) -> bool:
    """Whether a block certainly leaves a slot unchanged, and runs to its end."""
    for node in p.parts(body):
        if isinstance(node, p.Call | p.Leave | p.Return):
            return False
        if isinstance(node, p.Store) and (not isinstance(node.index, p.Int) or node.index == index):
            return False
    return isinstance(index, p.Int)


def shared(b: Body, seen: dict[p.Node, p.Node]) -> dict[p.Node, p.Node]:
    """Removes reads of slots whose value an earlier name has; returns these names. Nothing may change the state in
    between."""
    names: dict[p.Node, p.Node] = {}
    kept: list[p.Statement] = []
    for statement in b.statements:
        statement = replaced(statement, names)
        if isinstance(statement, p.Set) and isinstance(statement.value, p.Slot):
            known = seen.get(statement.value)
            if known is not None:
                names[p.Name(statement.name)] = known
                continue
            seen[statement.value] = p.Name(statement.name)
        kept.append(statement)
    b.statements[:] = kept
    return names


def numbered(body: tuple[p.Statement, ...]) -> tuple[p.Statement, ...]:
    """Value numbering for a block without side effects: a name with the value of an earlier one is removed. Calls count
    as well, since their results are constant while nothing changes."""
    sets = [x.name for x in p.parts(body) if isinstance(x, p.Set)]
    once = frozenset(name for name, times in Counter(sets).items() if times == 1)
    several = frozenset(sets) - once
    return _numbered(body, {}, {}, once, several)


def _numbered(
    body: tuple[p.Statement, ...],
    seen: dict[p.Node, p.Node],
    names: dict[p.Node, p.Node],
    once: frozenset[str],
    several: frozenset[str],
) -> tuple[p.Statement, ...]:
    """Value numbering within a block. `seen`: names by value; `names`: the substitution; both hold for the rest of the
    block."""
    out: list[p.Statement] = []
    seen, names = dict(seen), dict(names)
    for statement in body:
        match statement:
            case p.Set():
                value = replaced(statement.value, names)
                changes = any(isinstance(x, p.Name) and x.name in several for x in p.parts(value))
                if statement.name in once and not changes:
                    earlier = value if isinstance(value, p.Name) else seen.get(value)
                    if earlier is not None:
                        names[p.Name(statement.name)] = earlier
                        continue
                    seen[value] = p.Name(statement.name)
                out.append(replace(statement, value=value))
            case p.When():
                condition = replaced(statement.condition, names)
                then, other = (_numbered(x, seen, names, once, several) for x in (statement.then, statement.otherwise))
                out.append(p.When(condition, then, other))
            case p.EachBit():
                inside = _numbered(statement.body, seen, names, once, several)
                out.append(replace(statement, bits=replaced(statement.bits, names), body=inside))
            case p.EachKind():
                inside = _numbered(statement.body, seen, names, once, several)
                out.append(replace(statement, cards=replaced(statement.cards, names), body=inside))
            case (
                p.Store()
                | p.Count()
                | p.Leave()
                | p.Do()
                | p.Emit()
                | p.Fired()
                | p.Report()
                | p.Note()
                | p.Ended()
                | p.RanOut()
                | p.Offered()
                | p.Return()
            ):
                out.append(replaced(statement, names))
            case _:
                assert_never(statement)
    return tuple(out)


@dataclass
class Group:
    """Adjacent offers for the same single player: whether there is one, and takes part, is tested once."""

    whose: p.Node | None = None
    sits: p.Node = ZERO
    items: list[tuple[list[p.Node], tuple[p.Statement, ...]]] = field(default_factory=list)
    wanted: Callable[[p.Node, p.Node], bool] = lambda node, whose: False
    """The nodes to name, for a player, if several offers evaluate them."""
    known: dict[object, p.Node] = field(default_factory=dict)
    next: dict[object, p.Node] = field(default_factory=dict)

    def same(self, whose: p.Node | None) -> dict[object, p.Node]:
        """The results of the offers for the same player that are tested in any case, by their test. None: this offer
        has no such player."""
        if whose is not None and whose == self.whose:
            return self.known
        self.next = {}
        return self.next if whose is not None else {}

    def add(
        self, b: Body, whose: p.Node, sits: p.Node, conditions: list[p.Node], body: tuple[p.Statement, ...]
    ) -> None:
        """Adds an offer: its further conditions, and the statements that list its moves."""
        if whose != self.whose:
            self.close(b)
            self.whose, self.sits, self.known = whose, sits, self.next
        self.items.append((conditions, body))

    def close(self, b: Body) -> None:
        """Writes the current group."""
        if self.whose is None:
            return
        somebody: list[p.Node] = [p.Op("<=", ZERO, self.whose), self.sits]
        if len(self.items) == 1:
            conditions, body = self.items[0]
            b.add(p.When(p.All("and", (*somebody, *conditions)), body))
        else:
            inner = b.inner()
            for conditions, body in self.items:
                if conditions:
                    whole = conditions[0] if len(conditions) == 1 else p.All("and", tuple(conditions))
                    inner.add(p.When(whole, body))
                else:
                    inner.statements.extend(body)
            whose = self.whose
            before = kept_once(inner, "known", lambda node: self.wanted(node, whose))
            b.add(p.When(p.All("and", tuple(somebody)), numbered((*before, *inner.done()))))
        self.whose, self.items = None, []
