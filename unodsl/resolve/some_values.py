"""Variables and fields declared with some values of an attribute: `shade: red or blue`."""

from __future__ import annotations

from unodsl.model import expressions as e
from unodsl.model.types import Enumeration, Type
from unodsl.resolve.scope import Vocabulary
from unodsl.resolve.words import Mistake, plain
from unodsl.source import Span
from unodsl.syntax import nodes as s

Key = tuple[str, str]
"""The full name of a variable or a situation, and the name of the field, if it is one."""
SomeValues = dict[Key, tuple[str, ...]]
"""The values written in each declaration that lists some of an attribute."""


def written(node: s.Type, type_: Type) -> tuple[str, ...] | None:
    """The values that a type lists, if these are not all of its attribute."""
    if not isinstance(type_, Enumeration) or not type_.name or len(node.parts) < 2:
        return None
    names = (" ".join(plain(p.phrase.words)) for p in node.parts if p.phrase is not None)
    values = tuple(x for x in names if x in type_.values)
    return values if len(values) > 1 and set(values) != set(type_.values) else None


def refuse_other(known: SomeValues, key: Key | None, value: e.Expr, type_: Type, span: Span) -> None:
    """Raises UNO107 for a value that the declaration does not list."""
    values = None if key is None else known.get(key)
    if values is None or not isinstance(value, e.Constant) or not isinstance(type_, Enumeration) or value.value < 0:
        return
    if type_.values[value.value] not in values:
        listed = " or ".join(f"`{x}`" for x in values)
        message = f"`{type_.values[value.value]}` is not one of its values"
        raise Mistake("UNO107", message, span, f"it is declared as {listed}")


def refuse_unlisted(v: Vocabulary, target: e.Expr, value: e.Expr, node: s.Expr) -> None:
    """Raises UNO107 for a value that the declaration of a variable or a field does not list."""
    if isinstance(target, e.Variable):
        key = (v.variables[target.index].name, "")
    elif isinstance(target, e.Field):
        situation = v.situations[target.situation]
        key = (situation.name, situation.fields[target.index].name)
    else:
        return
    refuse_other(v.some_values, key, value, target.type, node.span)
