"""Validates arguments of callers: integers of any library, keywords, and names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import index
from os import PathLike, fspath
from typing import Any, TypeVar

from unodsl.diagnostics import wrong
from unodsl.engine.batch import BOTS, Bot
from unodsl.engine.choose import NAMES, Name

Word = TypeVar("Word", bound=str)


def whole(value: Any, name: str, least: int | None = None) -> int:
    """Converts an integer of numpy or any other library; at least `least`. Raises `RulesError`."""
    try:
        out = index(value)
    except TypeError:
        raise wrong(f"`{name}` is a whole number, not {value!r}") from None
    if least is not None and out < least:
        raise wrong(f"`{name}` is {least} or more, not {out}")
    return out


def text(value: Any, name: str) -> str:
    """Checks a text. Raises `RulesError`."""
    if not isinstance(value, str):
        raise wrong(f"`{name}` is a text, not {value!r}")
    return str(value)


def is_truth(value: object) -> bool:
    """Whether a value is `True` or `False`, of Python or of numpy."""
    return type(value).__name__ in ("bool", "bool_")


def truth(value: Any, name: str) -> bool:
    """Converts `True` or `False`: a text such as "no" would count as true. Raises `RulesError`."""
    if not is_truth(value):
        raise wrong(f"`{name}` is True or False, not {value!r}")
    return bool(value)


def spelled(value: object) -> str:
    """A value in the spelling of the language: numbers, and `True` and `False`, may be those of Python or numpy."""
    return ("yes" if value else "no") if is_truth(value) else str(value)


def action(value: Any) -> int:
    """Converts the number of an action. Raises `ValueError`."""
    try:
        return index(value)
    except TypeError:
        raise ValueError(f"an action is a whole number, not {value!r}") from None


def word(value: Word, name: str, known: Sequence[str], also: str = "") -> Word:
    """Checks a keyword against the known ones. Raises `RulesError`."""
    if value not in known:
        raise wrong(f"unknown {name} `{value}`: it is {either(known)}{also}")
    return value


def either(known: Sequence[str]) -> str:
    """A list of alternatives in words."""
    *first, last = map(repr, known)
    return f"{', '.join(first)} or {last}" if first else last


def bot(value: Bot) -> Bot:
    """Checks the name of a bot. Raises `RulesError`."""
    return word(value, "bot", BOTS)


def executor(value: Name | None) -> Name | None:
    """Checks the name of an executor; None: the fastest to finish. Raises `RulesError`."""
    return None if value is None else word(value, "executor", NAMES, ", or None for the one that is done first")


def files(values: Iterable[str | PathLike[str]]) -> tuple[str, ...]:
    """Converts names or paths of files. Raises `RulesError`."""
    out = tuple(fspath(x) if isinstance(x, str | PathLike) else x for x in values)
    for path in out:
        if not isinstance(path, str):
            raise wrong(f"a file is given by its name or path, not as {path!r}", 'several: `load("a.uno", "b.uno")`')
    return out


def names(values: Iterable[str], name: str) -> tuple[str, ...]:
    """Converts names of options. Raises `RulesError`."""
    if isinstance(values, str | bytes):
        raise wrong(f"`{name}` is a list of names, not a text", f"write `{name}=[{values!r}]`")
    try:
        out = tuple(values)
    except TypeError:
        raise wrong(f"`{name}` is a list of names, not {values!r}") from None
    for value in out:
        if not isinstance(value, str):
            raise wrong(f"an option is given by its name, not as {value!r}")
    return tuple(map(str, out))


def parameters(values: Mapping[str, Any] | None) -> dict[str, str]:
    """Converts values of parameters to their spelling on the command line. Raises `RulesError`."""
    if values is None:
        return {}
    if not isinstance(values, Mapping):
        raise wrong(f"`parameters` maps names to values, not {values!r}", 'write `parameters={"NAME": VALUE}`')
    return {str(name): spelled(value) for name, value in values.items()}
