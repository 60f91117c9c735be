"""The exchange between the parts of a parallel search, as WebAssembly text.

Each part has the states with its share of the fingerprints. A state of another part is put into a tray for it; the
runner of the search moves full trays. All parts finish one depth before the next.
"""

from __future__ import annotations

from unodsl.engine.explore_memory import entry_bytes

CROWDED = 2
"""A part pauses once a tray has one in so many of its entries, so that the successors of one state still fit."""

SPILT = 2
"""The value of `crowded` if a tray overflowed: such a search is void."""

SETTINGS = ("parts", "mine", "trays", "tray_states", "tray_counts", "inbox")
"""The host's settings: the number of parts and the index of this one, from 0; the addresses of the trays, one for each
part, and the states that fit into each; the addresses of their numbers of states (32 bits), and of the buffer for an
incoming tray."""

GLOBALS = (
    *(f'(global ${name} (export "{name}") (mut i32) (i32.const 0))' for name in SETTINGS),
    '(global $crowded (export "crowded") (mut i32) (i32.const 0))',
)


def put_in_tray(words: int) -> list[str]:
    """Puts the state of the words `w0`, `w1`... and the fingerprint `h` into a tray, and returns, if it belongs to
    another part. (The upper half of a fingerprint determines its slot in the table, so the lower half determines the
    part.) Needs the locals `$part` and `$to`."""
    size = entry_bytes(words)
    low = "(i64.and (local.get $h) (i64.const 0xFFFFFFFF))"
    count = "(i32.add (global.get $tray_counts) (i32.shl (local.get $part) (i32.const 2)))"
    entry = f"(i32.mul (i32.add (i32.mul (local.get $part) (global.get $tray_states)) (i32.load {count})) (i32.const {size}))"
    return [
        f"(local.set $part (i32.wrap_i64 (i64.shr_u (i64.mul {low} (i64.extend_i32_u (global.get $parts))) (i64.const 32))))",
        "(if (i32.ne (local.get $part) (global.get $mine)) (then",
        f"(if (i32.ge_u (i32.load {count}) (global.get $tray_states)) (then",
        f"(global.set $x_full (i64.const 1)) (global.set $crowded (i32.const {SPILT})) (return)))",
        f"(local.set $at (i32.add (global.get $trays) {entry}))",
        *(f"(i64.store offset={8 * i} (local.get $at) (local.get $w{i}))" for i in range(words)),
        f"(i64.store offset={8 * words} (local.get $at) (local.get $h))",
        f"(i32.store {count} (i32.add (i32.load {count}) (i32.const 1)))",
        f"(if (i32.ge_u (i32.load {count}) (i32.div_u (global.get $tray_states) (i32.const {CROWDED}))) (then (global.set $crowded (i32.or (global.get $crowded) (i32.const 1)))))",
        "(return)))",
    ]


def text(words: int, aside: int, most_aside: int) -> list[str]:
    """`take` inserts incoming states; `next_level` moves to the states of the next depth, and returns their number.
    `aside`: the bytes of a state in the side buffer, of which there are `most_aside`."""
    copies = [
        f"(i64.store offset={8 * i} (local.get $to) (i64.load offset={8 * i} (local.get $at)))"
        for i in range(words + 1)
    ]
    return [
        "\n".join(
            [
                '(func (export "take") (param $many i32) (local $at i32) (local $to i32)',
                "(local.set $at (global.get $inbox))",
                "(block $done (loop $on",
                "(br_if $done (i32.eqz (local.get $many)))",
                f"(local.set $to (i32.add (global.get $aside) (i32.mul (global.get $set_aside) (i32.const {aside}))))",
                *copies,
                f"(local.set $at (i32.add (local.get $at) (i32.const {entry_bytes(words)})))",
                "(global.set $set_aside (i32.add (global.get $set_aside) (i32.const 1)))",
                f"(if (i32.ge_u (global.get $set_aside) (i32.const {most_aside})) (then (call $look_up)))",
                "(local.set $many (i32.sub (local.get $many) (i32.const 1)))",
                "(br $on)))",
                "(call $look_up))",
            ]
        ),
        """(func (export "next_level") (result i32)
(call $look_up)
(global.set $x_level (global.get $x_tail))
(i32.wrap_i64 (i64.sub (global.get $x_tail) (global.get $x_head))))""",
    ]
