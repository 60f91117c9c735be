"""What a compiled module does is the same with calls written out."""

from __future__ import annotations

import pytest

from unodsl.engine import wasm_inline

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
