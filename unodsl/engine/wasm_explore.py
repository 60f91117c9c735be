"""Breadth-first search through all states of a compiled table, as WebAssembly text.

What is kept of a state that was seen is a fingerprint of 64 bits. What still has to be looked at lies in a ring, packed: sets of
cards as words, numbers as 32 bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from unodsl.engine.layout import GENERATOR, MATCH, Layout
from unodsl.engine.wasm_memory import signed

if TYPE_CHECKING:
    from unodsl.engine.wasm_driver import Driver

MOST_PICKS = 200
"""So many picks of one cascade branch; those after them take the first card, and the search is not complete."""

MOST_OUTCOMES = 1_000
"""In so many ways chance may let one move turn out; the others are left out, and the search is not complete."""

FOUND = ("states", "transitions", "ends", "rounds", "endless", "stuck", "depth", "full", "cut", "head", "tail", "level")
"""What a search counts, each a global of 64 bits that the host can read."""

SETTINGS = ("ring", "ring_rows", "seen", "seen_mask", "script", "most")
"""What the host sets before a search: where the ring, the fingerprints and the script lie, how many rows and (a power of two,
less one) fingerprints there is room for, and the most states to keep."""

GLOBALS = (
    *(f'(global $x_{name} (export "x_{name}") (mut i64) (i64.const 0))' for name in FOUND),
    *(f'(global ${name} (export "{name}") (mut i32) (i32.const 0))' for name in SETTINGS),
    "(global $pos (mut i32) (i32.const 0))",
    "(global $scripted (mut i32) (i32.const 0))",
    "(global $rounds_before (mut i64) (i64.const 0))",
)


def row_bytes(words: int, layout: Layout) -> int:
    """The size of a packed state, where sets of cards have so many words: a multiple of 8."""
    numbers = layout.size - len(layout.sets) - 1
    return 8 * (len(layout.sets) * words + (numbers + 1) // 2)


def packed(driver: Driver) -> tuple[str, str]:
    """Copying the state to a row at `$at`, and back."""
    m, layout = driver.memory, driver.layout
    there, back, at = [], [], 0
    for slot in sorted(layout.sets):
        for word in range(m.words.count):
            address = f"(i32.const {m.slot(slot) + 8 * word})"
            there.append(f"(i64.store offset={at} (local.get $at) (i64.load {address}))")
            back.append(f"(i64.store {address} (i64.load offset={at} (local.get $at)))")
            at += 8
    # the last half word may be nobody's: it is part of the fingerprint, and must not be what was there before
    there.append(f"(i64.store offset={row_bytes(m.words.count, driver.layout) - 8} (local.get $at) (i64.const 0))")
    for slot in range(layout.size):
        if slot != GENERATOR and slot not in layout.sets:
            address = f"(i32.const {m.slot(slot)})"
            there.append(f"(i64.store32 offset={at} (local.get $at) (i64.load {address}))")
            back.append(f"(i64.store {address} (i64.load32_s offset={at} (local.get $at)))")
            at += 4
    return "\n".join(there), "\n".join(back)


def pick(driver: Driver) -> list[str]:
    """The card that the script says, of those that differ; the script is continued with the first where it ends."""
    m = driver.memory
    n = m.words.count
    firsts = m.words.split(driver.layout.first_bits)
    words = "".join(
        f"(local.set $w{i} (i64.and (i64.load offset={8 * i} (local.get $at)) (i64.const {signed(firsts[i])})))"
        f"(local.set $c{i} (i64.popcnt (local.get $w{i})))"
        for i in range(n)
    )
    total = "(local.get $c0)"
    for i in range(1, n):
        total = f"(i64.add {total} (local.get $c{i}))"
    table, load = m.tables["KIND_AT"]
    locals_ = " ".join(f"(local $w{i} i64) (local $c{i} i64)" for i in range(n))
    rounds = f"(i64.load (i32.const {m.slot(m.rounds)}))"
    return [
        f"""(func $pick (param $at i32) (result i64) (local $n i64) (local $w i64) (local $low i32) (local $part i64)
(local $above i64) (local $entry i32) {locals_}
{words}
(if (i64.eq {rounds} (global.get $rounds_before)) (then
(if (i32.ge_u (global.get $pos) (i32.const {MOST_PICKS})) (then (global.set $x_cut (i64.const 1))) (else
(local.set $entry (i32.add (global.get $script) (i32.shl (global.get $pos) (i32.const 3))))
(if (i32.ge_u (global.get $pos) (global.get $scripted)) (then
(i32.store (local.get $entry) (i32.const 0))
(i32.store offset=4 (local.get $entry) (i32.wrap_i64 {total}))
(global.set $scripted (i32.add (global.get $pos) (i32.const 1)))))
(local.set $n (i64.load32_u (local.get $entry)))
(global.set $pos (i32.add (global.get $pos) (i32.const 1)))))))
{driver.nth()}
({load} offset={table} (i32.shl (local.get $low) (i32.const {m.step("KIND_AT")}))))""",
        """(func $draw (param $from i32) (param $to i32) (result i64) (local $kind i64)
(call $take_at (local.get $from) (local.tee $kind (call $pick (local.get $from))))
(call $add_at (local.get $to) (local.get $kind))
(local.get $kind))""",
    ]


def more(name: str) -> str:
    """One more of what is counted."""
    return f"(global.set $x_{name} (i64.add (global.get $x_{name}) (i64.const 1)))"


def search(driver: Driver) -> str:
    """`begin` puts the state in as the first; `search` looks at so many states, or fewer if the search ends, and says whether it
    goes on."""
    m = driver.memory
    row = row_bytes(m.words.count, driver.layout)
    there, back = packed(driver)
    offer = "(i32.wrap_i64 (i64.shr_u (local.get $key) (i64.const 40)))"
    seat = "(i64.and (i64.shr_u (local.get $key) (i64.const 32)) (i64.const 255))"
    argument = "(i64.sub (i64.and (local.get $key) (i64.const 4294967295)) (i64.const 1))"
    rounds = f"(i64.load (i32.const {m.slot(m.rounds)}))"
    mixed = "\n".join(
        f"""(local.set $h (i64.mul (i64.xor (local.get $h) (i64.load offset={8 * i} (local.get $at))) (i64.const {signed(0x9E3779B97F4A7C15)})))
(local.set $h (i64.xor (local.get $h) (i64.shr_u (local.get $h) (i64.const 29))))"""
        for i in range(row // 8)
    )

    def place(index: str) -> str:
        where = f"(i32.wrap_i64 (i64.rem_u {index} (i64.extend_i32_u (global.get $ring_rows))))"
        return f"(i32.add (global.get $ring) (i32.mul {where} (i32.const {row})))"

    return f"""(func $unpack (param $at i32) {back})
(func $fingerprint (param $at i32) (result i64) (local $h i64)
(local.set $h (i64.const {signed(0xD6E8FEB86659FD93)}))
{mixed}
(local.set $h (i64.mul (local.get $h) (i64.const {signed(0xD6E8FEB86659FD93)})))
(local.set $h (i64.xor (local.get $h) (i64.shr_u (local.get $h) (i64.const 32))))
(select (i64.const 1) (local.get $h) (i64.eqz (local.get $h))))
(func $keep (local $at i32) (local $h i64) (local $slot i32) (local $found i64)
(local.set $at {place("(global.get $x_tail)")})
{there}
(local.set $h (call $fingerprint (local.get $at)))
(local.set $slot (i32.and (i32.wrap_i64 (local.get $h)) (global.get $seen_mask)))
(loop $probe
(local.set $found (i64.load (i32.add (global.get $seen) (i32.shl (local.get $slot) (i32.const 3)))))
(if (i64.eq (local.get $found) (local.get $h)) (then (return)))
(if (i64.ne (local.get $found) (i64.const 0)) (then
(local.set $slot (i32.and (i32.add (local.get $slot) (i32.const 1)) (global.get $seen_mask)))
(br $probe))))
(if (i32.or (i64.ge_u (global.get $x_states) (i64.extend_i32_u (global.get $most)))
(i64.ge_u (i64.add (i64.sub (global.get $x_tail) (global.get $x_head)) (i64.const 1)) (i64.extend_i32_u (global.get $ring_rows)))) (then
(global.set $x_full (i64.const 1)) (return)))
(i64.store (i32.add (global.get $seen) (i32.shl (local.get $slot) (i32.const 3))) (local.get $h))
{more("states")} {more("tail")})
(func (export "begin") (call $keep) (global.set $x_level (global.get $x_tail)))
(func $another (result i32) (local $i i32) (local $entry i32)
(local.set $i (global.get $scripted))
(block $none (loop $back
(br_if $none (i32.eqz (local.get $i)))
(local.set $i (i32.sub (local.get $i) (i32.const 1)))
(local.set $entry (i32.add (global.get $script) (i32.shl (local.get $i) (i32.const 3))))
(i32.store (local.get $entry) (i32.add (i32.load (local.get $entry)) (i32.const 1)))
(br_if $back (i32.ge_u (i32.load (local.get $entry)) (i32.load offset=4 (local.get $entry))))
(global.set $scripted (i32.add (local.get $i) (i32.const 1)))
(return (i32.const 1))))
(i32.const 0))
(func (export "search") (param $most i64) (param $mistakes i32) (result i32) (local $at i32) (local $n i32) (local $i i32)
(local $key i64) (local $ways i32)
(block $pause (loop $next
(if (i64.eq (global.get $x_head) (global.get $x_tail)) (then (return (i32.const 0))))
(if (i64.ne (global.get $x_full) (i64.const 0)) (then (return (i32.const 0))))
(br_if $pause (i64.eqz (local.get $most)))
(local.set $most (i64.sub (local.get $most) (i64.const 1)))
(if (i64.eq (global.get $x_head) (global.get $x_level)) (then
{more("depth")} (global.set $x_level (global.get $x_tail))))
(local.set $at {place("(global.get $x_head)")})
(call $unpack (local.get $at))
(if (i64.eqz {driver.load(MATCH)}) (then {more("ends")} {more("head")} (br $next)))
(local.set $n (call $legal (local.get $mistakes)))
(if (i32.eqz (local.get $n)) (then {more("stuck")}))
(local.set $i (i32.const 0))
(block $done (loop $move
(br_if $done (i32.ge_u (local.get $i) (local.get $n)))
(local.set $key (i64.load offset={m.moves} (i32.shl (local.get $i) (i32.const 3))))
(global.set $scripted (i32.const 0))
(local.set $ways (i32.const 0))
(loop $chance
(call $unpack (local.get $at))
(global.set $pos (i32.const 0))
(global.set $rounds_before {rounds})
(call $take_up {offer} {seat} {argument})
{more("transitions")}
(if (call $to_rest (i32.const 0)) (then {more("endless")}) (else
(if (i64.eq {rounds} (global.get $rounds_before)) (then (call $keep)) (else {more("rounds")}))))
(local.set $ways (i32.add (local.get $ways) (i32.const 1)))
(if (call $another) (then
(br_if $chance (i32.lt_u (local.get $ways) (i32.const {MOST_OUTCOMES})))
(global.set $x_cut (i64.const 1)))))
(local.set $i (i32.add (local.get $i) (i32.const 1)))
(br $move)))
{more("head")}
(br $next)))
(i32.const 1))"""
