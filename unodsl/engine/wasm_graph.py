"""The state graph of a search, as WebAssembly text: edges, numbers of states, and statistics for each situation on top.

Like `explore_graph._in_python`. A search without a graph has none of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from unodsl.engine.explore_memory import COUNTED, STEP_BYTES, TOP_BYTES
from unodsl.engine.explore_question import (
    ENDLESS,
    MOST_ENDLESS,
    MOST_OUTCOMES,
    MOST_PICKS,
    OVER,
    ROOT,
    STUCK,
    Question,
    answering,
)
from unodsl.engine.layout import ROUND, TOP
from unodsl.engine.packing import Packing
from unodsl.engine.wasm_surroundings import Surroundings

SETTINGS = ("numbers", "steps_at", "tops", "most_steps", "beyond")
"""The host's settings: the addresses of the numbers of states, the edges, and the statistics; the most edges; and
whether a search continues after the round."""

NO_MOVE = -1
"""The move of an edge without a move, or of one whose parallel edge has it."""

GLOBALS = (
    *(f'(global $x_{name} (export "x_{name}") (mut i64) (i64.const 0))' for name in COUNTED),
    *(f'(global ${name} (export "{name}") (mut i32) (i32.const 0))' for name in SETTINGS),
    f"(global $taken_up (mut i64) (i64.const {NO_MOVE}))",
)

MOVE_BYTES = 8
"""The bytes of a state in the side buffer for the move that led to it."""

ON_THE_WAY = "(global.get $taken_up)"
"""The number of the current move."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """The parameters of a graph: 32-bit codes, the home of cards, and the slots whose values above a bound are
    merged."""

    home: int
    answers: tuple[tuple[int, ...], ...]
    alike: tuple[tuple[int, int], ...]
    event: int | None
    deal_picks: int

    def tables(self) -> dict[str, tuple[int, ...]]:
        """The role of each offer, by the situation on top, from -1."""
        return {"ANSWERS": tuple(x for row in self.answers for x in row) or (0,)}


def keeping(question: Question, home: int, event: int | None) -> Keeping | None:
    """The parameters for a question; None without a graph."""
    if not question.steps:
        return None
    return Keeping(home, answering(question.table), question.alike, event, min(question.deal_picks, MOST_PICKS))


def capped(packing: Packing, alike: tuple[tuple[int, int], ...]) -> list[str]:
    """The words `w0`, `w1`... as words `v0`, `v1`... with values above their bounds merged."""
    out = [f"(local.set $v{i} (local.get $w{i}))" for i in range(packing.words)]
    fields = {x.slot: x for x in packing.fields if x.part is None}
    for slot, above in alike:
        x = fields.get(slot)
        if x is None or above - x.low + 1 >= 1 << x.bits:
            continue
        mask = ((1 << x.bits) - 1) << x.shift
        most = above + 1 - x.low
        value = f"(i64.and (i64.shr_u (local.get $w{x.at}) (i64.const {x.shift})) (i64.const {(1 << x.bits) - 1}))"
        signed = mask - (1 << 64) if mask >> 63 else mask
        out.append(
            f"(if (i64.ge_s {value} (i64.const {most})) (then (global.set $x_merged (i64.const 1)) "
            f"(local.set $v{x.at} (i64.or (i64.and (local.get $v{x.at}) (i64.xor (i64.const {signed}) (i64.const -1))) "
            f"(i64.const {_signed(most << x.shift)})))))"
        )
    return out


def _signed(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value


def taken_up(move: str | int) -> str:
    """Sets the current move."""
    value = f"(i64.const {move})" if isinstance(move, int) else move
    return f"(global.set $taken_up {value})"


class GraphPrinter:
    """Prints the functions of one search."""

    def __init__(self, driver: Surroundings, keep: Keeping) -> None:
        self.driver = driver
        self.keep = keep

    def text(self) -> list[str]:
        """All functions."""
        return [self.step(), self.observe(), self.cards(), self.deals()]

    def step(self) -> str:
        """`$step` appends one edge; the search is full if there is no room."""
        return f"""(func $step (param $from i32) (param $to i32) (param $move i64) (local $at i32)
(if (i32.eq (local.get $from) (i32.const {ROOT - (1 << 32)})) (then (return)))
(if (i64.ge_u (global.get $x_steps) (i64.extend_i32_u (global.get $most_steps))) (then
(global.set $x_full (i64.const 1)) (return)))
(local.set $at (i32.add (global.get $steps_at) (i32.mul (i32.wrap_i64 (global.get $x_steps)) (i32.const {STEP_BYTES}))))
(i32.store (local.get $at) (local.get $from))
(i32.store offset=4 (local.get $at) (local.get $to))
(i64.store offset=8 (local.get $at) (local.get $move))
(global.set $x_steps (i64.add (global.get $x_steps) (i64.const 1))))"""

    def number(self) -> str:
        """The address of the number of the state whose fingerprint lies at `$slot`."""
        return (
            "(i32.add (global.get $numbers) (i32.shr_u (i32.sub (local.get $slot) (global.get $seen)) (i32.const 1)))"
        )

    def ends(self, target: int) -> str:
        """An edge from the current state without a target state."""
        return f"(call $step (i32.wrap_i64 (global.get $x_head)) (i32.const {target - (1 << 32)}) {ON_THE_WAY})"

    def over(self) -> str:
        """Records a state in which the match is over."""
        return self.ends(OVER)

    def endless(self) -> str:
        """Records a move with an endless cascade."""
        return self.ends(ENDLESS)

    def round_ended(self) -> str:
        """Records a move that ends the round and begins another."""
        beyond = f"{taken_up(NO_MOVE)} (call $set_aside_state) {taken_up('(local.get $key)')}"
        return f"{self.ends(OVER)} (if (global.get $beyond) (then {beyond}) (else (call $restore_fixed)))"

    def rested(self) -> str:
        """Counts a move that stays in the round."""
        return """(if (i64.gt_u (call $cards_at_home) (global.get $x_cards)) (then
(global.set $x_refilled (i64.add (global.get $x_refilled) (i64.const 1)))))"""

    def cards(self) -> str:
        """`$cards_at_home`: the number of cards at home."""
        m = self.driver.memory
        total = "(i64.const 0)"
        for w in range(m.words.count):
            total = f"(i64.add {total} (i64.popcnt (i64.load (i32.const {m.slot(self.keep.home) + 8 * w}))))"
        return f"(func $cards_at_home (result i64) {total})"

    def observe(self) -> str:
        """`$observe` updates the statistics with the current state, for which `many` moves were listed."""
        m = self.driver.memory
        at, load = m.tables["ANSWERS"]
        offers = max(1, len(self.keep.answers[0]))
        top = f"(i32.wrap_i64 (i64.add {self.driver.load(TOP)} (i64.const 1)))"
        key = f"(i64.load offset={m.moves} (i32.shl (local.get $i) (i32.const 3)))"
        index = (
            f"(i32.add (i32.mul (local.get $top) (i32.const {offers})) (i32.wrap_i64 (i64.shr_u {key} (i64.const 40))))"
        )
        what = f"({load} offset={at} (i32.shl {index} (i32.const {m.step('ANSWERS')})))"

        def more(place: int) -> str:
            here = f"offset={8 * place} (local.get $at)"
            return f"(i64.store {here} (i64.add (i64.load {here}) (i64.const 1)))"

        def first(place: int) -> str:
            here = f"offset={8 * place} (local.get $at)"
            number = "(i64.add (global.get $x_head) (i64.const 1))"
            return f"(if (i64.eqz (i64.load {here})) (then (i64.store {here} {number})))"

        return f"""(func $observe (param $n i32) (local $i i32) (local $top i32) (local $at i32) (local $best i64) (local $what i64)
(global.set $x_cards (call $cards_at_home))
(if (i64.eqz {self.driver.load(ROUND)}) (then {self.ends(OVER)}))
(local.set $top {top})
(local.set $at (i32.add (global.get $tops) (i32.mul (local.get $top) (i32.const {TOP_BYTES}))))
(block $done (loop $on
(br_if $done (i32.ge_u (local.get $i) (local.get $n)))
(local.set $what {what})
(if (i64.gt_s (local.get $what) (local.get $best)) (then (local.set $best (local.get $what))))
(local.set $i (i32.add (local.get $i) (i32.const 1)))
(br $on)))
{more(0)}
(if (i64.eqz (local.get $best)) (then {more(1)} {first(2)} {self.ends(STUCK)}))
(if (i64.le_s (local.get $best) (i64.const 1)) (then {more(3)} {first(4)})
(else (if (i64.eq (local.get $best) (i64.const 2)) (then {more(5)}) (else {more(6)})))))"""

    def deals(self) -> str:
        """`deals` begins with every deal."""
        m = self.driver.memory
        event = (
            ""
            if self.keep.event is None
            else f"(call $emit (i32.const {self.keep.event}) (i64.const -1) (i64.const -1))"
        )
        return f"""(func (export "deals") (local $ways i32) (local $over i32) (local $was i32)
(local.set $was (global.get $beyond))
(global.set $picks (i32.const {self.keep.deal_picks}))
(global.set $beyond (i32.const 1))
(call $keep_fixed)
(global.set $outcome (i32.const -1))
(global.set $scripted (i32.const 0))
(loop $chance
(call $blank)
(i64.store (i32.const {m.slot(0)}) (i64.const 0))
(global.set $pos (i32.const 0))
(global.set $rounds_before (i64.load (i32.const {m.slot(m.rounds)})))
{event}
(if (call $to_rest (i32.const 0)) (then
(local.set $over (i32.add (local.get $over) (i32.const 1)))
(global.set $x_endless (i64.add (global.get $x_endless) (i64.const 1))))
(else (if (i64.eqz (global.get $x_cut)) (then (call $set_aside_state)) (else
(global.set $x_cut (i64.const 0)) (global.set $x_redealt (i64.const 1))))))
(local.set $ways (i32.add (local.get $ways) (i32.const 1)))
(if (call $another) (then
(br_if $chance (i32.and (i32.lt_u (local.get $ways) (i32.const {MOST_OUTCOMES})) (i32.lt_u (local.get $over) (i32.const {MOST_ENDLESS}))))
(global.set $x_cut (i64.const 1)))))
(call $look_up)
(global.set $x_level (global.get $x_tail))
(global.set $picks (i32.const {MOST_PICKS}))
(global.set $beyond (local.get $was)))"""
