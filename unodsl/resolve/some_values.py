"""The values that a variable or a field can store: those that its declaration lists (`shade: red or blue`), or yes and no."""

from __future__ import annotations

import re

from unodsl.model import expressions as e
from unodsl.model.types import Enumeration, Type, YesNo
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


def yes_or_no_meant(v: Vocabulary, mistake: Mistake, node: s.Expr, expected: Type, view: tuple[str, ...]) -> Mistake:
    """The error for a stored value that is no name, with a better help where a yes or no is needed: a similar name is
    suggested only if it is a variable of that type."""
    found = mistake.diagnostic
    similar = re.fullmatch(r"did you mean `(.*)`\?", found.hint) if found.hint else None
    if found.code != "UNO105" or not isinstance(expected, YesNo) or not isinstance(node, s.Phrase):
        return mistake
    if found.hint and similar is None:
        return mistake
    symbol = v.find(tuple(similar[1].split()), view) if similar else None
    fits = symbol is not None and symbol.kind == "variable" and isinstance(v.variables[symbol.index].type, YesNo)
    return mistake if fits else mistake.with_hint("write `yes` or `no`")
