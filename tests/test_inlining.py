"""What a compiled module does is the same with calls written out."""

from __future__ import annotations

import pytest

from unodsl.engine import wasm_inline, wasm_kept
from unodsl.engine.wasm_functions import taken_apart

wasmtime = pytest.importorskip("wasmtime")

EARLY = """(func $early (param $x i64) (result i64)
(if (i64.lt_s (local.get $x) (i64.const 3)) (then (return (i64.const -1))))
(return (i64.mul (local.get $x) (local.get $x)))
unreachable)"""
TWO = """(func $two (param $x i64) (result i64 i64)
(return (local.get $x) (i64.add (local.get $x) (i64.const 1))))"""
COUNTS = """(func $counts (param $times i64) (result i64) (local $sum i64)
(block $out1 (loop $on1 (br_if $out1 (i64.eqz (local.get $times)))
(local.set $sum (i64.add (local.get $sum) (i64.const 10)))
(local.set $times (i64.sub (local.get $times) (i64.const 1)))
(br $on1)))
(local.get $sum))"""
ADDS = "(func $adds (param $x i64) (global.set $total (i64.add (global.get $total) (local.get $x))))"
RUN = """(func (export "run") (param $x i64) (result i64) (local $i i64) (local $a i64) (local $b i64)
(global.set $total (i64.const 0))
(block $out1 (loop $on1 (br_if $out1 (i64.eq (local.get $i) (local.get $x)))
(call $two (call $early (call $counts (local.get $i))))
(local.set $b) (local.set $a)
(call $adds (i64.sub (call $early (local.get $i)) (call $adds_twice (local.get $a) (local.get $b))))
(local.set $i (i64.add (local.get $i) (i64.const 1)))
(br $on1)))
(global.get $total))"""
TWICE = """(func $adds_twice (param $x i64) (param $y i64) (result i64)
(call $adds (local.get $x)) (call $adds (local.get $y)) (call $early (i64.sub (local.get $y) (local.get $x))))"""
FUNCTIONS = [RUN, TWICE, EARLY, f"{TWO}\n{COUNTS}", ADDS]


def answers(functions: list[str]) -> list[int]:
    """What `run` gives for some numbers."""
    text = "\n".join(["(module", "(global $total (mut i64) (i64.const 0))", *functions, ")"])
    store = wasmtime.Store()
    instance = wasmtime.Instance(store, wasmtime.Module(store.engine, wasmtime.wat2wasm(text)), [])
    return [instance.exports(store)["run"](store, n) for n in range(8)]


def by_hand(n: int) -> int:
    """The same in Python."""

    def early(x: int) -> int:
        return -1 if x < 3 else x * x

    return sum(2 * early(10 * i) + 1 + early(i) - early(1) for i in range(n))


def test_calls_written_out_do_the_same() -> None:
    """Returns on the way, several results, calls within arguments, and locals that begin as 0 each time around a loop."""
    written_out = wasm_inline.inlined(FUNCTIONS)
    assert len(written_out) == 1
    assert "(call " not in written_out[0]
    assert answers(written_out) == answers(FUNCTIONS) == [by_hand(n) for n in range(8)]


def test_long_functions_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is called in two places is written out where it is short only, and nothing is made longer than the most."""
    monkeypatch.setattr(wasm_inline, "SMALL", 1)
    some = wasm_inline.inlined(FUNCTIONS)
    assert any(f.startswith("(func $early ") for f in some)
    assert not any(f.startswith("(func $counts ") for f in some)
    monkeypatch.setattr(wasm_inline, "MOST", 1)
    assert len(wasm_inline.inlined(FUNCTIONS)) == 6
    assert answers(some) == answers(wasm_inline.inlined(FUNCTIONS)) == answers(FUNCTIONS)


KEPT = """(func (export "run") (param $x i64) (result i64) (local $i i64)
(global.set $at (i32.const 5))
(loop $on
(if (i64.gt_s (local.get $i) (i64.const 4)) (then (return (call $seen))))
(global.set $at (i32.add (global.get $at) (i32.const 2)))
(local.set $i (i64.add (local.get $i) (i64.const 1)))
(br_if $on (i64.lt_s (local.get $i) (local.get $x))))
(i64.extend_i32_s (i32.add (global.get $at) (global.get $at))))"""
SEEN = "(func $seen (result i64) (i64.const -7))"
ASKED = '(func (export "asked") (result i32) (global.get $at))'
NAMED = "(func $seen (result i64) (drop (global.get $at)) (i64.const -7))"


def kept(*texts: str) -> tuple[str, list[tuple[int, int]]]:
    """A function with its global kept, and what it gives and leaves for some numbers."""
    functions = wasm_kept.kept([taken_apart(x) for x in texts], ["$at"])
    text = "\n".join(["(module", "(global $at (mut i32) (i32.const 0))", *(f.text() for f in functions), ")"])
    store = wasmtime.Store()
    exports = wasmtime.Instance(store, wasmtime.Module(store.engine, wasmtime.wat2wasm(text)), []).exports(store)
    return functions[0].text(), [(exports["run"](store, n), exports["asked"](store)) for n in range(8)]


def test_globals_are_kept_in_registers() -> None:
    """They are read once and written once, also where the function is left on the way."""
    text, found = kept(KEPT, SEEN, ASKED)
    assert (text.count("(global.get"), text.count("(global.set")) == (1, 1)
    assert found == [(2 * at, at) for at in (7, 7, 9, 11, 13)] + [(30, 15), (-7, 15), (-7, 15)]


def test_globals_of_what_is_called_are_not() -> None:
    text, found = kept(KEPT, NAMED, ASKED)
    assert text.count("(global.get") > 1
    assert found == kept(KEPT, SEEN, ASKED)[1]


def test_what_a_loop_of_the_host_calls_is_written_out() -> None:
    """Also where it is long, and called elsewhere as well."""
    long = "\n".join("(local.set $x (i64.add (local.get $x) (i64.const 1)))" for _ in range(wasm_inline.SMALL))
    both = f"""(func $long (param $x i64) (result i64) {long} (local.get $x))
(func (export "run") (param $x i64) (result i64) (local $i i64)
(drop (call $long (i64.const 0)))
(loop $on
(local.set $x (call $long (local.get $x)))
(br_if $on (i64.lt_s (local.tee $i (i64.add (local.get $i) (i64.const 1))) (i64.const 3))))
(local.get $x))"""
    written_out = wasm_inline.inlined([both])
    assert "".join(written_out).count("(call $long") == 1
    assert answers(written_out) == [n + 3 * wasm_inline.SMALL for n in range(8)]
