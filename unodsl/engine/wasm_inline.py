"""Inlining: calls of small functions, and of functions that are called in one place, are written out there. A pass over WebAssembly text.

The runtime does not do so itself, and a call costs it as much as some ten other instructions: what a caller knows lies in registers, all
of which a callee may overwrite.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from unodsl.engine.wasm_functions import CALL, EACH, RETURN, Function, taken_apart
from unodsl.engine.wasm_kept import kept

SMALL = 400
"""The most instructions of a function that is inlined at all its calls."""

ONCE = 3000
"""The most of one that is inlined at its only call, and in the loops of functions that the host calls: those run
long."""

FEW = 4
"""The most calls of one that is inlined in such loops."""

MOST = 12000
"""The greatest length of a function after inlining, since the time to compile it is superlinear."""

_LOOP = re.compile(r"\(loop\b")
_OWN = re.compile(r"(?<!call )(?<!global\.get )(?<!global\.set )\$[\w.]+")


def inlined(texts: Iterable[str], globals_: Sequence[str] = ()) -> list[str]:
    """Inlines calls between functions if that pays; functions without calls are dropped. The results keep these globals
    in registers (`kept`)."""
    functions = [taken_apart(text) for text in EACH.split("\n".join(texts)) if text]
    named = {f.name: f for f in functions if f.name}
    calls = {f.name: Counter(CALL.findall(f.body)) for f in functions if f.name}
    callers: Counter[str] = Counter()
    for f in functions:
        callers.update(CALL.findall(f.body))
    done: dict[str, Function] = {}
    for name in _callees_first(calls):
        done[name] = _with_callees(named[name], done, callers)
    out = [done[f.name] if f.name else _with_callees(f, done, callers) for f in functions]
    wanted = [f for f in out if f.exports]
    needed = {f.name for f in wanted}
    while wanted:
        for name in CALL.findall(wanted.pop().body):
            if name in done and name not in needed:
                needed.add(name)
                wanted.append(done[name])
    return [f.text() for f in kept([f for f in out if f.exports or f.name in needed], globals_)]


def _callees_first(calls: dict[str, Counter[str]]) -> list[str]:
    """The names in an order with callees first. There is no recursion."""
    out: dict[str, None] = {}
    for root in calls:
        todo = [root]
        while todo:
            name = todo[-1]
            waiting = [x for x in calls[name] if x in calls and x not in out]
            if name in out or not waiting:
                out[todo.pop()] = None
            else:
                todo += waiting
    return list(out)


def _with_callees(f: Function, done: dict[str, Function], callers: Counter[str]) -> Function:
    """A function with calls inlined."""
    return _Inlining(f, done, callers).function()


class _Inlining:
    """Inlines calls in one function."""

    def __init__(self, f: Function, done: dict[str, Function], callers: Counter[str]) -> None:
        self.f = f
        self.done = done
        self.callers = callers
        self.locals = list(f.locals)
        self.size = f.size
        self.copies = 0

    def function(self) -> Function:
        body = self.written(self.f.body, False)
        return replace(self.f, body=body, locals=tuple(self.locals))

    def written(self, text: str, within: bool) -> str:
        """A piece of the body with calls inlined. `within`: it lies in a loop."""
        out: list[str] = []
        at = 0
        loops = _loops(text) if self.f.exports and not within else []
        for found in CALL.finditer(text):
            if found.start() < at:
                continue
            callee = self.done.get(found[1])
            often = within or any(start < found.start() < end for start, end in loops)
            if callee is None or not self.pays(callee, often):
                continue
            arguments, end = _arguments(text, found.end())
            out += [text[at : found.start()], self.copy(callee, [self.written(x, often) for x in arguments])]
            at = end
        out.append(text[at:])
        return "".join(out)

    def pays(self, callee: Function, often: bool) -> bool:
        size, places = callee.size, self.callers[callee.name]
        once = places == 1 or (often and places <= FEW)
        if size > (ONCE if once else SMALL) or self.size + size > MOST:
            return False
        self.size += size
        return True

    def copy(self, callee: Function, arguments: list[str]) -> str:
        """An inlined call."""
        self.copies += 1
        mark = f".{self.copies}"
        self.locals += [(name + mark, kind) for name, kind in (*callee.parameters, *callee.locals)]
        lines = [f"(local.set {n}{mark} {x})" for (n, _), x in zip(callee.parameters, arguments, strict=True)]
        # a function's locals begin as 0, each time
        lines += [f"(local.set {n}{mark} ({kind}.const 0))" for n, kind in callee.locals]
        body = _OWN.sub(lambda m: m[0] + mark, callee.body)
        if (left := RETURN.sub(f"(br $left{mark}", body)) == body and not callee.results:
            return "\n".join([*lines, body])
        result = f" (result {' '.join(callee.results)})" if callee.results else ""
        return "\n".join([f"(block $left{mark}{result}", *lines, left, ")"])


def _loops(text: str) -> list[tuple[int, int]]:
    """The ranges of the outermost loops of a piece."""
    out: list[tuple[int, int]] = []
    for found in _LOOP.finditer(text):
        if not out or found.start() > out[-1][1]:
            depth, at = 0, found.start()
            for at in range(found.start(), len(text)):
                depth += (text[at] == "(") - (text[at] == ")")
                if not depth:
                    break
            out.append((found.start(), at))
    return out


def _arguments(text: str, at: int) -> tuple[list[str], int]:
    """The folded arguments after a place, and the end of the call."""
    out: list[str] = []
    depth, start = 0, at
    for i in range(at, len(text)):
        if text[i] == "(":
            if not depth:
                start = i
            depth += 1
        elif text[i] == ")":
            if not depth:
                return out, i + 1
            depth -= 1
            if not depth:
                out.append(text[start : i + 1])
    raise AssertionError("a call without an end")
