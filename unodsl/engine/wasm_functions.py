"""Parses and prints functions of WebAssembly text."""

from __future__ import annotations

import re
from dataclasses import dataclass

EACH = re.compile(r"(?=^\(func)", re.MULTILINE)
_HEAD = re.compile(r"\(func(?: (\$[\w.]+))?((?: \(export \"[^\"]*\"\))*)")
_DECLARED = re.compile(r"\s*\((param|result|local)((?: [$\w.]+)*)\)")
CALL = re.compile(r"\(call (\$[\w.]+)")
RETURN = re.compile(r"\(return\b")
_WORK = re.compile(r"\((?!then|else|block|local\.get|i32\.const|i64\.const)")


@dataclass(frozen=True, slots=True)
class Function:
    """A parsed function. `parameters` and `locals`: names with their types."""

    name: str
    exports: str
    parameters: tuple[tuple[str, str], ...]
    results: tuple[str, ...]
    locals: tuple[tuple[str, str], ...]
    body: str

    @property
    def size(self) -> int:
        """An estimate of its number of instructions."""
        return sum(1 for _ in _WORK.finditer(self.body))

    def text(self) -> str:
        """Prints the function."""
        head = ["(func", self.name + self.exports] if self.name else ["(func" + self.exports]
        head += [f"(param {name} {kind})" for name, kind in self.parameters]
        if self.results:
            head.append(f"(result {' '.join(self.results)})")
        head += [f"(local {name} {kind})" for name, kind in self.locals]
        return f"{' '.join(head)}\n{self.body})"


def taken_apart(text: str) -> Function:
    """Parses a function."""
    head = _HEAD.match(text)
    assert head is not None, text[:80]
    at = head.end()
    parameters: list[tuple[str, str]] = []
    results: list[str] = []
    names: list[tuple[str, str]] = []
    while (found := _DECLARED.match(text, at)) is not None:
        words = found[2].split()
        if found[1] == "result":
            results += words
        else:
            name, kind = words
            (parameters if found[1] == "param" else names).append((name, kind))
        at = found.end()
    end = text.rindex(")")
    return Function(head[1] or "", head[2], tuple(parameters), tuple(results), tuple(names), text[at:end].strip())
