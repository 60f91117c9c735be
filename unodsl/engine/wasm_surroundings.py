"""Shared helpers for the parts of a compiled module around its program, as WebAssembly text."""

from __future__ import annotations

from collections.abc import Callable

from unodsl.engine import program as p
from unodsl.engine.chance import INCREMENT, MULTIPLIER
from unodsl.engine.layout import Layout
from unodsl.engine.wasm_memory import Memory

_ONES = 0x0101010101010101
"""1 in each byte."""

_HIGHS = -0x7F7F7F7F7F7F7F80
"""The highest bit of each byte, as a signed number."""

_FOURS = f"(i64.const {0x3333333333333333})"


class Surroundings:
    """Prints helpers for one table."""

    def __init__(self, layout: Layout, program: p.Program, memory: Memory) -> None:
        self.layout = layout
        self.program = program
        self.memory = memory

    def load(self, slot: int) -> str:
        """Loads a slot of the state."""
        return f"(i64.load (i32.const {self.memory.slot(slot)}))"

    def switch(self, number: str, cases: list[str]) -> str:
        """A switch over statements, by number from 0."""
        if not cases:
            return "unreachable"
        out = f"(br_table {' '.join(f'$case{i}' for i in range(len(cases)))} {number})"
        for i, case in enumerate(cases):
            out = f"(block $case{i} {out})\n{case} (br $chosen)"
        return f"(block $chosen {out})"

    def card_by_card(self, word: int, body: Callable[[str], str]) -> str:
        """A loop over the cards in a word of the set at `$at`; the body gets the kind (64 bits). Needs a local
        `$word`."""
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
        """Finds the n-th bit set of the words `w0`, `w1`..., which have `c0`, `c1`... bits set: `low`. Branch-free: the
        branches would be random, so a processor could not predict them."""
        n = self.memory.words.count
        lines = ["(local.set $w (local.get $w0)) (local.set $low (i32.const 0)) (local.set $above (i64.const 0))"]
        before = "(local.get $c0)"
        for i in range(1, n):
            # the number of bits set in the words before
            here = f"(i64.ge_u (local.get $n) (local.tee $part {before}))"
            before = f"(i64.add (local.get $part) (local.get $c{i}))"
            lines += [
                f"(local.set $low (select (i32.const {64 * i}) (local.get $low) {here}))",
                f"(local.set $w (select (local.get $w{i}) (local.get $w) (i64.ge_u (local.get $n) (local.get $part))))",
                "(local.set $above (select (local.get $part) (local.get $above) (i64.ge_u (local.get $n) (local.get $part))))",
            ]
        if n > 1:
            lines.append("(local.set $n (i64.sub (local.get $n) (local.get $above)))")
        pairs = f"(i64.and (i64.shr_u (local.get $w) (i64.const 1)) (i64.const {0x5555555555555555}))"
        lines.append(f"(local.set $part (i64.sub (local.get $w) {pairs}))")
        fours = f"(i64.add (i64.and (local.get $part) {_FOURS}) (i64.and (i64.shr_u (local.get $part) (i64.const 2)) {_FOURS}))"
        lines.append(f"(local.set $part {fours})")
        eights = "(i64.add (local.get $part) (i64.shr_u (local.get $part) (i64.const 4)))"
        # in each byte: the number of bits set in it and in those below
        lines.append(
            f"(local.set $part (i64.mul (i64.and {eights} (i64.const {0x0F0F0F0F0F0F0F0F})) (i64.const {_ONES})))"
        )
        reached = (
            f"(i64.sub (i64.or (i64.mul (local.get $n) (i64.const {_ONES})) (i64.const {_HIGHS})) (local.get $part))"
        )
        at, _ = self.memory.tables["NTH"]
        byte = "(i64.and (i64.shr_u (local.get $w) (local.get $above)) (i64.const 255))"
        passed = "(i64.and (i64.shr_u (i64.shl (local.get $part) (i64.const 8)) (local.get $above)) (i64.const 255))"
        entry = f"(i64.or (i64.shl {byte} (i64.const 3)) (i64.sub (local.get $n) {passed}))"
        lines += [
            f"(local.set $above (i64.shl (i64.popcnt (i64.and {reached} (i64.const {_HIGHS}))) (i64.const 3)))",
            "(local.set $low (i32.add (local.get $low) (i32.wrap_i64 (local.get $above))))",
            f"(local.set $low (i32.add (local.get $low) (i32.load8_u offset={at} (i32.wrap_i64 {entry}))))",
        ]
        return "\n".join(lines)


def turned(state: str) -> str:
    """The next state of a random generator."""
    return f"(i64.add (i64.mul {state} (i64.const {MULTIPLIER})) (i64.const {INCREMENT}))"
