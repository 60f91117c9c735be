"""Playing on from a state with what a seat cannot see drawn anew, as WebAssembly text: what `unodsl.engine.search_bot` asks for.

base()                                    the state that lies where the program works is the one to judge
judge(seat, generator, choices) -> moves  adds to `won` what each choice comes to; how many moves were made on the way
"""

from __future__ import annotations

from dataclasses import dataclass

from unodsl.engine import wasm_moves
from unodsl.engine.chance import INCREMENT
from unodsl.engine.layout import MATCH, ROUND, WINNERS, Layout
from unodsl.engine.wasm_memory import Memory
from unodsl.engine.wasm_surroundings import Surroundings, turned

HORIZON = 400
"""The moves after which a playout counts as nobody's win."""

OWN_LUCK = 0x5EED
"""Separates the random numbers of playouts from those of the cards."""

LEAVE = -1
"""The choice to leave it to others."""


@dataclass(frozen=True, slots=True)
class Places:
    """The layout of the working memory: offsets in bytes from its beginning, and its size."""

    base: int
    guess: int
    pool: int
    counts: int
    choices: int
    won: int
    size: int


@dataclass(frozen=True, slots=True)
class Plan:
    """For each seat the slots of card sets hidden from it, and its hidden secrets with their start values."""

    hidden: tuple[tuple[tuple[int, ...], tuple[tuple[int, int], ...]], ...]

    globals = ('(global $area (export "area") (mut i32) (i32.const 0))', "(global $made (mut i32) (i32.const 0))")

    def tables(self, layout: Layout) -> dict[str, tuple[int, ...]]:
        """No lookup tables of its own."""
        return {}

    def text(self, around: Surroundings) -> list[str]:
        """The functions."""
        return Judging(around, self).text()

    def places(self, memory: Memory) -> Places:
        """The layout of the working memory."""
        state = memory.layout.size * memory.stride
        pool = 2 * state
        counts = pool + memory.stride
        choices = counts + 8 * max(1, *(len(sets) for sets, _ in self.hidden))
        room = 8 * (memory.most_moves + 1)
        return Places(0, state, pool, counts, choices, choices + room, choices + 2 * room)


class Judging:
    """Prints the functions."""

    def __init__(self, around: Surroundings, plan: Plan) -> None:
        self.around = around
        self.plan = plan
        self.memory = around.memory
        self.places = plan.places(around.memory)
        self.state = around.layout.size * around.memory.stride

    def text(self) -> list[str]:
        """All functions."""
        here, size = f"(i32.const {self.memory.slot(0)})", f"(i32.const {self.state})"
        return [
            f'(func (export "base") (memory.copy {self.at(self.places.base)} {here} {size}))',
            self.collect(),
            *(self.deal(seat) for seat in range(len(self.plan.hidden))),
            self.follow(),
            self.judge(),
        ]

    def at(self, place: int) -> str:
        """An address in the working memory."""
        return f"(i32.add (global.get $area) (i32.const {place}))"

    def collect(self) -> str:
        """Moves the cards of a set into the pool; returns their number."""
        m = self.memory
        words = [
            f"""(local.set $n (i32.add (local.get $n) (i32.wrap_i64 (i64.popcnt (i64.load offset={8 * word} (local.get $at))))))
{self.around.card_by_card(word, lambda kind: f"(call $add_at {self.at(self.places.pool)} {kind})")}
(i64.store offset={8 * word} (local.get $at) (i64.const 0))"""
            for word in range(m.words.count)
        ]
        return f"(func $collect (param $at i32) (result i32) (local $word i64) (local $n i32)\n{chr(10).join(words)}\n(local.get $n))"

    def deal(self, seat: int) -> str:
        """Samples what a seat cannot see. Like `Hidden.drawn`."""
        m = self.memory
        sets, secrets = self.plan.hidden[seat]
        lines = [f"(memory.fill {self.at(self.places.pool)} (i32.const 0) (i32.const {m.stride}))"]
        for i, slot in enumerate(sets):
            count = self.at(self.places.counts + 8 * i)
            lines.append(f"(i32.store {count} (call $collect (i32.const {m.slot(slot)})))")
        for i, slot in enumerate(sets):
            lines.append(f"""(local.set $n (i32.load {self.at(self.places.counts + 8 * i)}))
(block $end{i} (loop $on{i}
(br_if $end{i} (i32.eqz (local.get $n)))
(drop (call $draw {self.at(self.places.pool)} (i32.const {m.slot(slot)})))
(local.set $n (i32.sub (local.get $n) (i32.const 1)))
(br $on{i})))""")
        lines += [f"(i64.store (i32.const {m.slot(slot)}) (i64.const {starts}))" for slot, starts in secrets]
        return f"(func $deal_{seat} (local $n i32)\n{chr(10).join(lines)})"

    def follow(self) -> str:
        """The share that a seat wins after a choice. Like `PythonJudge.worth`."""
        m, load = self.memory, self.around.load
        lays_at, lays_load = m.tables["LAYS"]
        offer, seat, argument = wasm_moves.parts("(local.get $key)")
        of = wasm_moves.parts("(local.get $other)")
        lays = f"({lays_load} offset={lays_at} (i32.shl {of[0]} (i32.const {m.step('LAYS')})))"
        first = f"(i32.const {m.moves})"

        def kept(name: str, condition: str) -> str:
            """Restricts the moves to those with a property, if there are any."""
            return f"""(local.set $i {first}) (local.set $end {first})
(loop ${name}
(local.set $other (i64.load (local.get $i)))
(if {condition} (then
(i64.store (local.get $end) (local.get $other)) (local.set $end (i32.add (local.get $end) (i32.const 8)))))
(local.set $i (i32.add (local.get $i) (i32.const 8)))
(br_if ${name} (i32.lt_u (local.get $i) (global.get $moves_end))))
(if (i32.gt_u (local.get $end) {first}) (then (global.set $moves_end (local.get $end))))"""

        many = f"(i64.extend_i32_u (i32.shr_u (i32.sub (global.get $moves_end) {first}) (i32.const 3)))"
        index = f"(i32.wrap_i64 (i64.shr_u (i64.mul (i64.shr_u (local.get $thought) (i64.const 32)) {many}) (i64.const 32)))"
        winners = load(WINNERS)
        most = f"(i64.popcnt {winners})"
        share = f"""(f64.div (f64.convert_i64_s (i64.and (i64.shr_u {winners} (local.get $seat)) (i64.const 1)))
(f64.convert_i64_s (select {most} (i64.const 1) (i64.ne {most} (i64.const 0)))))"""
        rounds = load(m.rounds)
        begun = f"(i64.add (i64.const {INCREMENT}) (i64.xor (i64.const {OWN_LUCK}) {load(0)}))"
        return f"""(func $follow (param $key i64) (param $seat i64) (result f64)
(local $count i32) (local $i i32) (local $end i32) (local $other i64) (local $thought i64) (local $rounds i64)
(local.set $thought {turned(begun)})
(local.set $rounds {rounds})
(block $stop (loop $on
(br_if $stop (i32.ge_u (local.get $count) (i32.const {HORIZON})))
(if (i64.eq (local.get $key) (i64.const {LEAVE})) (then
(br_if $stop (i32.eqz (call $legal (i32.const 0))))
(if (i32.eqz (local.get $count)) (then {kept("others", f"(i64.ne {of[1]} (local.get $seat))")}))
{kept("laying", f"(i64.ne {lays} (i64.const 0))")}
(local.set $thought {turned("(local.get $thought)")})
(local.set $key (i64.load offset={m.moves} (i32.shl {index} (i32.const 3))))))
(call $take_up {offer} {seat} {argument})
(br_if $stop (call $to_rest (i32.const 0)))
(local.set $key (i64.const {LEAVE}))
(local.set $count (i32.add (local.get $count) (i32.const 1)))
(global.set $made (i32.add (global.get $made) (i32.const 1)))
(br_if $on (i32.eqz (i32.or (i32.or (i64.ne (local.get $rounds) {rounds}) (i64.eqz {load(ROUND)})) (i64.eqz {load(MATCH)}))))
(return {share})))
(f64.const {1 / self.around.layout.seats!r}))"""

    def judge(self) -> str:
        """One deal: a playout of every choice."""
        here, size = f"(i32.const {self.memory.slot(0)})", f"(i32.const {self.state})"
        places = self.places
        deals = [f"(call $deal_{seat})" for seat in range(len(self.plan.hidden))]
        won = f"(i32.add {self.at(places.won)} (local.get $at))"
        choice = f"(i64.load (i32.add {self.at(places.choices)} (local.get $at)))"
        return f"""(func (export "judge") (param $seat i32) (param $generator i64) (param $many i32)
(result i32) (local $at i32) (local $end i32)
(global.set $made (i32.const 0))
(memory.copy {here} {self.at(places.base)} {size})
(i64.store {here} (local.get $generator))
{self.around.switch("(local.get $seat)", deals)}
(memory.copy {self.at(places.guess)} {here} {size})
(local.set $end (i32.shl (local.get $many) (i32.const 3)))
(loop $on
(memory.copy {here} {self.at(places.guess)} {size})
(f64.store {won} (f64.add (f64.load {won}) (call $follow {choice} (i64.extend_i32_u (local.get $seat)))))
(local.set $at (i32.add (local.get $at) (i32.const 8)))
(br_if $on (i32.lt_u (local.get $at) (local.get $end))))
(global.get $made))"""
