"""Passes over the steps of a compiled search, as WebAssembly text: one module for all tables, which works in the memory of the search.

As `explore_graph.Graph.reaching`, `Graph.staying` and `Graph.again`, which say what the passes mean, and are used where nothing is compiled.
"""

from __future__ import annotations

import atexit
from collections.abc import Collection
from functools import cache
from typing import TYPE_CHECKING

from unodsl.engine.compiled import Machine
from unodsl.engine.explore_memory import STEP_BYTES
from unodsl.engine.explore_question import LEFT
from unodsl.engine.machine import engine
from unodsl.engine.wasm_moves import OFFER_BITS

if TYPE_CHECKING:
    import wasmtime

_LEFT = LEFT - (1 << 32)


def _entry(table: str, index: str) -> str:
    """The address of a 32-bit entry."""
    return f"(i32.add (global.get ${table}) (i32.shl (local.get ${index}) (i32.const 2)))"


def _byte(state: str) -> str:
    """The address of a state's mark."""
    return f"(i32.add (global.get $marks) (local.get ${state}))"


def _marked(state: str) -> str:
    return f"(i32.load8_u {_byte(state)})"


def _mark(state: str, value: int) -> str:
    return f"(i32.store8 {_byte(state)} (i32.const {value}))"


def _steps(body: str) -> str:
    """A loop over all edges."""
    return f"""(local.set $at (global.get $steps))
(local.set $end (i32.add (local.get $at) (i32.mul (global.get $many) (i32.const {STEP_BYTES}))))
(if (i32.lt_u (local.get $at) (local.get $end)) (then (loop $on
(local.set $from (i32.load (local.get $at)))
(local.set $to (i32.load offset=4 (local.get $at)))
{body}
(br_if $on (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const {STEP_BYTES}))) (local.get $end))))))"""


def _inside(body: str) -> str:
    """A loop over the edges between marked states."""
    return _steps(
        f"""(if (i32.lt_u (local.get $to) (i32.const {_LEFT})) (then
(if (i32.and {_marked("from")} {_marked("to")}) (then {body}))))"""
    )


def _wait(state: str) -> str:
    """Pushes a state on the stack."""
    return f"""(i32.store {_entry("todo", "n")} (local.get ${state}))
(local.set $n (i32.add (local.get $n) (i32.const 1)))"""


def _back(each: str, then: str = "") -> str:
    """A loop over the stack: `each` for each predecessor of a state, then `then`."""
    return f"""(block $done (loop $next (br_if $done (i32.eqz (local.get $n)))
(local.set $n (i32.sub (local.get $n) (i32.const 1)))
(local.set $to (i32.load {_entry("todo", "n")}))
(local.set $p {_entry("first", "to")})
(local.set $at (i32.add (global.get $before) (i32.shl (i32.load (local.get $p)) (i32.const 2))))
(local.set $end (i32.add (global.get $before) (i32.shl (i32.load offset=4 (local.get $p)) (i32.const 2))))
(block $none (loop $each (br_if $none (i32.ge_u (local.get $at) (local.get $end)))
(local.set $from (i32.load (local.get $at)))
{each}
(local.set $at (i32.add (local.get $at) (i32.const 4)))
(br $each)))
{then}
(br $next)))"""


def _fill(table: str, value: int, size: str) -> str:
    return f"(memory.fill (global.get ${table}) (i32.const {value}) {size})"


_MORE = "(i32.store (local.get $p) (i32.add (i32.load (local.get $p)) (i32.const 1)))"
_LESS = "(i32.store (local.get $p) (i32.sub (i32.load (local.get $p)) (i32.const 1)))"

_LOCALS = (
    "(local $at i32) (local $end i32) (local $from i32) (local $to i32) (local $p i32) (local $n i32) (local $i i32)"
)

_STATES = "(global.get $states)"

GLOBALS = ("steps", "many", "states", "offers", "marks", "first", "before", "todo", "ways", "out", "good")
"""The host's settings: the address of the edges; the numbers of edges, states and offers; the address of the marks, a
byte for each state; working memory for edges by target, the stack, counts, and results; and a byte for each offer,
whether it is good."""

_OFFER = f"(i32.wrap_i64 (i64.shr_u (i64.load offset=8 (local.get $at)) (i64.const {OFFER_BITS})))"
"""The offer of an edge's move; an invalid number if it has no move."""

_MARK_ORIGIN = f"(if (i32.eqz {_marked('from')}) (then {_mark('from', 1)} {_wait('from')}))"


def text() -> str:
    """The module."""
    index = f"""(func $index {_LOCALS}
{_fill("first", 0, f"(i32.shl (i32.add {_STATES} (i32.const 2)) (i32.const 2))")}
{_inside(f"(local.set $p (i32.add {_entry('first', 'to')} (i32.const 8))) {_MORE}")}
(block $summed (loop $sum (br_if $summed (i32.gt_u (local.get $i) {_STATES}))
(local.set $p {_entry("first", "i")})
(i32.store offset=4 (local.get $p) (i32.add (i32.load (local.get $p)) (i32.load offset=4 (local.get $p))))
(local.set $i (i32.add (local.get $i) (i32.const 1)))
(br $sum)))
{_inside(f"(local.set $p (i32.add {_entry('first', 'to')} (i32.const 4))) (local.set $n (i32.load (local.get $p))) (i32.store {_entry('before', 'n')} (local.get $from)) {_MORE}")})"""
    # `before` now lists the origins of the edges between marked states by target; those of a target begin at its entry
    # of `first`
    reaching = f"""(func (export "reaching") {_LOCALS}
{_fill("marks", 1, _STATES)} (call $index) {_fill("marks", 0, _STATES)}
{_steps(f"(if (i32.gt_u (local.get $to) (i32.const {_LEFT})) (then {_MARK_ORIGIN}))")}
{_back(_MARK_ORIGIN)})"""
    staying = f"""(func (export "staying") {_LOCALS}
(call $index) {_fill("ways", 0, f"(i32.shl {_STATES} (i32.const 2))")}
{_inside(f"(local.set $p {_entry('ways', 'from')}) {_MORE}")}
(block $all (loop $look (br_if $all (i32.ge_u (local.get $i) {_STATES}))
(if (i32.and {_marked("i")} (i32.eqz (i32.load {_entry("ways", "i")}))) (then {_wait("i")}))
(local.set $i (i32.add (local.get $i) (i32.const 1)))
(br $look)))
{_back(f"(local.set $p {_entry('ways', 'from')}) {_LESS} (if (i32.eqz (i32.load (local.get $p))) (then {_wait('from')}))", _mark("to", 0))})"""
    found = "(i32.add (global.get $ways) (local.get $from))"
    find = f"(if (i32.eqz (i32.load8_u {found})) (then (i32.store8 {found} (i32.const 1)) {_wait('from')}))"
    again = f"""(func (export "again") {_LOCALS}
(call $index) (local.set $n (i32.const 0)) {_fill("ways", 0, _STATES)}
{_inside(f"(local.set $p {_OFFER}) (if (i32.lt_u (local.get $p) (global.get $offers)) (then (if (i32.load8_u (i32.add (global.get $good) (local.get $p))) (then {find}))))")}
{_back(find)}
(memory.copy (global.get $marks) (global.get $ways) {_STATES}))"""
    put = f"(i32.add (global.get $out) (i32.mul (local.get $n) (i32.const {STEP_BYTES})))"
    from_marked = f"""(func (export "from_marked") (result i32) {_LOCALS}
{_steps(f"(if {_marked('from')} (then (memory.copy {put} (local.get $at) (i32.const {STEP_BYTES})) (local.set $n (i32.add (local.get $n) (i32.const 1)))))")}
(local.get $n))"""
    named = (f'(global ${name} (export "{name}") (mut i32) (i32.const 0))' for name in GLOBALS)
    return "\n".join(
        ["(module", '(import "search" "memory" (memory 1))', *named, index, reaching, staying, again, from_marked, ")"]
    )


@cache
def _module() -> wasmtime.Module:
    import wasmtime

    atexit.register(_module.cache_clear)
    return wasmtime.Module(engine(), bytes(wasmtime.wat2wasm(text())))


class Passes:
    """Passes over the edges of one search. Raises `MemoryError` if there is no room for them."""

    def __init__(self, machine: Machine, steps_at: int, steps: int, states: int, offers: int) -> None:
        import wasmtime

        self.machine, self.states, self.offers = machine, states, offers
        sizes = {
            "marks": states,
            "first": 4 * (states + 2),
            "before": 4 * steps,
            "todo": 4 * states,
            "ways": 4 * states,
            "out": STEP_BYTES * steps,
            "good": offers,
        }
        at = machine.grow(sum((size + 15) // 16 * 16 for size in sizes.values()) // 65536 + 1)
        values = {"steps": steps_at, "many": steps, "states": states, "offers": offers}
        for name, size in sizes.items():
            values[name] = at
            at += (size + 15) // 16 * 16
        self.marks_at, self.out_at, self.good_at = values["marks"], values["out"], values["good"]
        self.exports = wasmtime.Instance(machine.store, _module(), [machine.exports["memory"]]).exports(machine.store)
        for name, value in values.items():
            self.exports[name].set_value(machine.store, value - (value >> 31 << 32))  # type: ignore[union-attr]

    def _marks(self) -> bytearray:
        return bytearray(self.machine.bytes[self.marks_at : self.marks_at + self.states])

    def _put(self, marks: bytes | bytearray) -> None:
        self.machine.bytes[self.marks_at : self.marks_at + self.states] = marks

    def _call(self, name: str) -> int:
        found: int = self.exports[name](self.machine.store)  # type: ignore[operator]
        return found

    def reaching(self) -> bytearray:
        """See `Graph.reaching`."""
        self._call("reaching")
        return self._marks()

    def staying(self, marks: bytearray) -> bytearray:
        """See `Graph.staying`, for the marked states."""
        self._put(marks)
        self._call("staying")
        return self._marks()

    def again(self, marks: bytearray, good: Collection[int]) -> bytearray:
        """See `Graph.again`."""
        self._put(marks)
        self.machine.bytes[self.good_at : self.good_at + self.offers] = bytes(i in good for i in range(self.offers))
        self._call("again")
        return self._marks()

    def steps_from(self, marks: bytes | bytearray) -> bytes:
        """The edges from the marked states, as bytes of memory."""
        self._put(marks)
        many = self._call("from_marked")
        return bytes(self.machine.bytes[self.out_at : self.out_at + STEP_BYTES * many])
