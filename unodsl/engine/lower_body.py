"""Shared parts of the lowering: blocks under construction, and small expressions."""

from __future__ import annotations

from dataclasses import dataclass, field

from unodsl.engine import program as p
from unodsl.model import expressions as e
from unodsl.model.types import Player

Env = dict[int, p.Node]
"""For each local of a rule the node with its value."""

ZERO, ONE, NONE = p.Int(0), p.Int(1), p.Int(-1)


@dataclass
class Body:
    """A block under construction, with a supply of fresh names."""

    statements: list[p.Statement] = field(default_factory=list)
    names: list[int] = field(default_factory=lambda: [0])

    def fresh(self, hint: str = "v") -> str:
        self.names[0] += 1
        return f"{hint}{self.names[0]}"

    def inner(self) -> Body:
        return Body([], self.names)

    def add(self, statement: p.Statement) -> None:
        self.statements.append(statement)

    def keep(self, value: p.Node, hint: str = "v") -> p.Node:
        """Assigns a value to a name, so that it is computed once."""
        if isinstance(value, p.Int | p.Name):
            return value
        name = self.fresh(hint)
        self.add(p.Set(name, value))
        return p.Name(name)

    def done(self) -> tuple[p.Statement, ...]:
        return tuple(self.statements)


def sure(x: e.Expr) -> bool:
    """Whether a seat is certainly not nothing: the acting player and loop variables."""
    return (
        isinstance(x, e.Local) and isinstance(x.type, Player) and not x.type.optional and (x.index > 1 or x.index == 0)
    )


def truth(value: p.Node) -> p.Node:
    """Converts a truth value to 0 or 1."""
    return p.Select(value, ONE, ZERO)


def members(node: p.Node, name: p.Name) -> p.Node | None:
    """The set that a membership test of a name refers to, if the node is just that; the set does not depend on the
    name."""
    if isinstance(node, p.Select):
        absent = node.condition == p.Op("<", name, ZERO) and node.then == ZERO
        return members(node.otherwise, name) if absent else None
    if isinstance(node, p.Op) and node.operator == "&" and node.right == ONE and isinstance(node.left, p.Op):
        shifted = node.left
        if shifted.operator == ">>" and shifted.right == name and name not in p.parts(shifted.left):
            return shifted.left
    return None


def plus(left: p.Node, right: int) -> p.Node:
    """A sum with a constant, with constant folding."""
    if isinstance(left, p.Int):
        return p.Int(left.value + right)
    return left if right == 0 else p.Op("+", left, p.Int(right))


def plus_one(value: p.Node) -> p.Node:
    """An index into a table whose entry 0 is for nothing."""
    return plus(value, 1)


def scaled(value: p.Node, factor: int) -> p.Node:
    """A product with a constant, with constant folding."""
    if isinstance(value, p.Int):
        return p.Int(value.value * factor)
    return value if factor == 1 else p.Op("*", value, p.Int(factor))
