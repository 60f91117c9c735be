"""What the parts of a compiled module around its program share, as WebAssembly text."""

from __future__ import annotations

from collections.abc import Callable

from unodsl.engine import program as p
from unodsl.engine.chance import INCREMENT, MULTIPLIER
from unodsl.engine.layout import Layout
from unodsl.engine.wasm_memory import Memory


class Surroundings:
    """Prints what stands around the program of one table."""

    def __init__(self, layout: Layout, program: p.Program, memory: Memory) -> None:
        self.layout = layout
        self.program = program
        self.memory = memory

    def load(self, slot: int) -> str:
        """A slot of the state."""
        return f"(i64.load (i32.const {self.memory.slot(slot)}))"

    def switch(self, number: str, cases: list[str]) -> str:
        """One of several statements, by its number from 0."""
        if not cases:
            return "unreachable"
        out = f"(br_table {' '.join(f'$case{i}' for i in range(len(cases)))} {number})"
        for i, case in enumerate(cases):
            out = f"(block $case{i} {out})\n{case} (br $chosen)"
        return f"(block $chosen {out})"

    def card_by_card(self, word: int, body: Callable[[str], str]) -> str:
        """Something for each card in a word of the set at `$at`; the body is given its kind (64 bits). Needs a local `$word`."""
        m = self.memory
        table, load = m.tables["KIND_AT"]
        place = f"(i32.add (i32.wrap_i64 (i64.ctz (local.get $word))) (i32.const {64 * word}))"
        kind = f"({load} offset={table} (i32.shl {place} (i32.const {m.step('KIND_AT')})))"
        return f"""(local.set $word (i64.load offset={8 * word} (local.get $at)))
(block $end{word} (loop $on{word}
(br_if $end{word} (i64.eqz (local.get $word)))
{body(kind)}
(local.set $word (i64.and (local.get $word) (i64.sub (local.get $word) (i64.const 1))))
(br $on{word})))"""

    def nth(self) -> str:
        """Where the n-th bit set of the words `w0`, `w1`... is, with `c0`, `c1`... set in each: `low`."""
        n = self.memory.words.count
        choose = ""
        for i in range(n):
            found = f"(local.set $w (local.get $w{i})) (local.set $low (i32.const {64 * i}))"
            less = f"(local.set $n (i64.sub (local.get $n) (local.get $c{i})))"
            if i == n - 1:
                choose += found + ")" * i
            else:
                choose += f"(if (i64.lt_u (local.get $n) (local.get $c{i})) (then {found}) (else {less} "
        choose += ")" * (n - 1)
        halves = ""
        for half in (32, 16, 8, 4, 2, 1):
            # without jumps: which way it goes is chance, and no processor can guess it
            part = f"(i64.popcnt (i64.and (local.get $w) (i64.const {(1 << half) - 1})))"
            halves += f"""(local.set $part {part})
(local.set $above (i64.extend_i32_u (i64.ge_u (local.get $n) (local.get $part))))
(local.set $n (i64.sub (local.get $n) (i64.mul (local.get $part) (local.get $above))))
(local.set $above (i64.shl (local.get $above) (i64.const {half.bit_length() - 1})))
(local.set $w (i64.shr_u (local.get $w) (local.get $above)))
(local.set $low (i32.add (local.get $low) (i32.wrap_i64 (local.get $above))))
"""
        return choose + "\n" + halves


def turned(state: str) -> str:
    """The next state of a generator of chance."""
    return f"(i64.add (i64.mul {state} (i64.const {MULTIPLIER})) (i64.const {INCREMENT}))"
