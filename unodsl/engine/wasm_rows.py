"""The statistics of each game of a compiled table, as WebAssembly text: the row of `unodsl.engine.batch`."""

from __future__ import annotations

from unodsl.engine.batch import ENDS, FIXED, kept_numbers, own_slots, row_width
from unodsl.engine.layout import IN_PLAY, MATCH, ROUND, WINNERS
from unodsl.engine.wasm_surroundings import Surroundings

_WATCHED = ("taken", "changes", "leader", "total")

GLOBALS = tuple(f"(global ${name} (mut i64) (i64.const 0))" for name in _WATCHED)
"""The fields of `Watch`."""


def observe(driver: Surroundings) -> str:
    """Resets the statistics of a game, and updates them with a quiescent state. Like `Watch.look`."""
    m = driver.memory
    seats = []
    for seat, (sets, tops) in enumerate(own_slots(driver.layout)):
        held = [
            f"(i64.popcnt (i64.load (i32.const {m.slot(at) + 8 * w})))" for at in sets for w in range(m.words.count)
        ]
        held += [f"(i64.extend_i32_u (i64.ge_s {driver.load(at)} (i64.const 0)))" for at in tops]
        number = "(i64.const 0)"
        for part in held:
            number = f"(i64.add {number} {part})"
        seats.append(f"""(local.set $held {number})
(local.set $all (i64.add (local.get $all) (local.get $held)))
(if (i64.ne (i64.and (i64.shr_u {driver.load(IN_PLAY)} (i64.const {seat})) (i64.const 1)) (i64.const 0)) (then
(if (i64.lt_u (local.get $held) (local.get $least)) (then
(local.set $least (local.get $held)) (local.set $who (i64.const {seat})))
(else (if (i64.eq (local.get $held) (local.get $least)) (then (local.set $who (i64.const -1))))))))""")
    begin = "".join(f"(global.set ${name} (i64.const {-(name == 'leader')}))" for name in _WATCHED)
    leads = "(i64.ge_s (global.get $leader) (i64.const 0))"
    more = "(i64.add (i64.sub (local.get $all) (global.get $total)) (local.get $laid))"
    return f"""(func $watch {begin})
(func $look (param $laid i64) (param $fresh i32)
(local $held i64) (local $all i64) (local $least i64) (local $who i64) (local $more i64)
(local.set $least (i64.const -1)) (local.set $who (i64.const -1))
{"".join(seats)}
(if (local.get $fresh) (then (global.set $leader (i64.const -1))) (else
(local.set $more {more})
(if (i64.gt_s (local.get $more) (i64.const 0)) (then
(global.set $taken (i64.add (global.get $taken) (local.get $more)))))))
(global.set $total (local.get $all))
(if (i64.eqz {driver.load(ROUND)}) (then (global.set $leader (i64.const -1)))
(else (if (i64.ge_s (local.get $who) (i64.const 0)) (then
(if (i32.and {leads} (i64.ne (global.get $leader) (local.get $who))) (then
(global.set $changes (i64.add (global.get $changes) (i64.const 1)))))
(global.set $leader (local.get $who)))))))"""


def note(driver: Surroundings) -> str:
    """Writes the row of a game of this call. Like `Batch.note`."""
    m, layout = driver.memory, driver.layout
    width = 8 * row_width(layout.table)
    rules = len(driver.program.rules)
    rest = f"(i32.ne (local.get $how) (i32.const {ENDS.index('endless')}))"
    over = f"(i32.and {rest} (i64.eqz {driver.load(MATCH)}))"
    values = [
        "(local.get $moves)",
        "(local.get $rounds)",
        "(i64.extend_i32_u (local.get $how))",
        f"(select {driver.load(WINNERS)} (i64.const 0) {over})",
        "(global.get $taken)",
        "(global.get $changes)",
    ]
    assert len(values) == FIXED
    places = [layout.variable[index] + seat for index in kept_numbers(layout.table) for seat in range(layout.seats)]
    stores = [f"(i64.store offset={m.rows + 8 * i} (local.get $row) {v})" for i, v in enumerate(values)]
    stores += [
        f"(i64.store offset={m.rows + 8 * (FIXED + rules + i)} (local.get $row)"
        f" (select {driver.load(at)} (i64.const 0) {rest}))"
        for i, at in enumerate(places)
    ]
    fired, mark = f"(i64.load offset={m.fired} (local.get $i))", f"(i64.load offset={m.marks} (local.get $i))"
    return f"""(func $note (param $game i32) (param $moves i64) (param $rounds i64) (param $how i32)
(local $row i32) (local $i i32)
(local.set $row (i32.mul (local.get $game) (i32.const {width})))
{" ".join(stores)}
(block $end (loop $on
(br_if $end (i32.ge_u (local.get $i) (i32.const {8 * rules})))
(i64.store offset={m.rows + 8 * FIXED} (i32.add (local.get $row) (local.get $i)) (i64.sub {fired} {mark}))
(i64.store offset={m.marks} (local.get $i) {fired})
(local.set $i (i32.add (local.get $i) (i32.const 8)))
(br $on))))"""
