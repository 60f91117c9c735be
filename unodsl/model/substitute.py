"""Substitutes known values for locals in model nodes, and simplifies the result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model.types import YesNo

T = TypeVar("T")


def substituted(node: T, known: Mapping[int, e.Expr]) -> T:
    """Replaces locals, given by index, in a node or a tuple of nodes. Conditions that become constant are evaluated; in
    a tuple of effects, an `If` with a constant condition is replaced by the block that is executed."""
    return node if not known else _of(node, known)


def _of(node: Any, known: Mapping[int, e.Expr]) -> Any:
    if isinstance(node, tuple) and not hasattr(node, "_fields"):
        out: list[Any] = []
        for x in node:
            now = _of(x, known)
            if isinstance(now, f.If) and isinstance(now.condition, e.Constant):
                out.extend(now.then if now.condition.value else now.otherwise)
            else:
                out.append(now)
        return tuple(out)
    if isinstance(node, e.Local):
        return known.get(node.index, node)
    if not is_dataclass(node) or isinstance(node, type):
        return node
    if not isinstance(node, e.Expr | f.Effect | e.Place | f.Options):
        return node
    new: dict[str, Any] = {}
    for field in fields(node):
        old = getattr(node, field.name)
        # a local bound by the node is a name, not a use
        binds = field.name == "local"
        now = old if binds else _of(old, known)
        if now is not old and now != old:
            new[field.name] = now
    return _worked_out(replace(node, **new)) if new else node


def _worked_out(node: Any) -> Any:
    """Evaluates a node with constant operands."""
    if isinstance(node, e.Compare) and isinstance(node.left, e.Constant) and isinstance(node.right, e.Constant):
        left, right = node.left.value, node.right.value
        holds = {"==": left == right, "!=": left != right, "<": left < right, "<=": left <= right}
        return _yes(holds[node.operator])
    if isinstance(node, e.Not) and isinstance(node.operand, e.Constant):
        return _yes(not node.operand.value)
    if isinstance(node, e.Choose) and isinstance(node.condition, e.Constant):
        return node.then if node.condition.value else node.otherwise
    return _joined(node) if isinstance(node, e.Logic) else node


def _joined(node: e.Logic) -> e.Expr:
    """Simplifies a conjunction or disjunction: removes neutral operands and applies absorbing ones."""
    decides = node.kind == "or"
    left: list[e.Expr] = []
    for x in node.operands:
        if not isinstance(x, e.Constant):
            left.append(x)
        elif bool(x.value) == decides:
            return _yes(decides)
    if not left:
        return _yes(not decides)
    return left[0] if len(left) == 1 else replace(node, operands=tuple(left))


def _yes(value: bool) -> e.Constant:
    return e.Constant(int(value), YesNo())
