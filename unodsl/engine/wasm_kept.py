"""Globals kept in registers: where a function uses a global several times, and calls nothing that uses it, the global is read once at
the beginning and written once at the end. A pass over functions after inlining.

The runtime reads and writes a global in memory each time, and what is written just before it is read is waited for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from unodsl.engine.wasm_functions import CALL, RETURN, Function

OFTEN = 4
"""The least number of uses of a global that is kept in a register."""


def kept(functions: Sequence[Function], names: Iterable[str]) -> list[Function]:
    """The functions with these globals (32 bits each) kept in registers if that pays."""
    out = list(functions)
    for name in names:
        users = _users(out, name)
        out = [_with(f, name) if _pays(f, name, users) else f for f in out]
    return out


def _users(functions: Sequence[Function], name: str) -> set[str]:
    """The functions that use a global, transitively."""
    used = re.compile(rf"\(global\.[gs]et {re.escape(name)}\b")
    found = {f.name for f in functions if used.search(f.body)}
    while True:
        more = {f.name for f in functions if f.name not in found and not found.isdisjoint(CALL.findall(f.body))}
        if not more:
            return found
        found |= more


def _pays(f: Function, name: str, users: set[str]) -> bool:
    often = len(re.findall(rf"\(global\.[gs]et {re.escape(name)}\b", f.body))
    return often >= OFTEN and users.isdisjoint(CALL.findall(f.body))


def _with(f: Function, name: str) -> Function:
    """A function that keeps a global in a local."""
    local = f"{name}.kept"
    body = re.sub(rf"\(global\.([gs]et) {re.escape(name)}(?![\w.])", rf"(local.\1 {local}", f.body)
    lines = [f"(local.set {local} (global.get {name}))"]
    if f"(local.set {local}" in body:
        left = f"$end{local[1:]}"
        result = f" (result {' '.join(f.results)})" if f.results else ""
        body = RETURN.sub(f"(br {left}", body)
        body = f"(block {left}{result}\n{body})\n(global.set {name} (local.get {local}))"
    return replace(f, body="\n".join([*lines, body]), locals=(*f.locals, (local, "i32")))
