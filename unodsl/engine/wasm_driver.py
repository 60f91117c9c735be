"""The module of a compiled table as WebAssembly text: its program, with what every table needs: chance, the event
queue, sorted listing of moves, and whole games by bots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from unodsl import limits
from unodsl.engine import program as p
from unodsl.engine import wasm_explore, wasm_folding, wasm_moves, wasm_rows
from unodsl.engine.batch import COUNTED, ENDS, End
from unodsl.engine.chance import INCREMENT
from unodsl.engine.layout import MATCH, MOVED, ROUND, TOP, WINNERS, Layout
from unodsl.engine.wasm_inline import inlined
from unodsl.engine.wasm_memory import COUNTERS, EVENT_BYTES, QUEUED, Memory
from unodsl.engine.wasm_printer import FunctionPrinter, folded
from unodsl.engine.wasm_runtime import Runtime, needed
from unodsl.engine.wasm_surroundings import Surroundings, turned
from unodsl.engine.wasm_types import CARDS, Types

FEW_WORDS = 2

MORE = "(i64.or {word} (i64.add (i64.and {word} {field}) (i64.and {field} (i64.sub (i64.const 0) {field}))))"
"""A word with one more card of the kind with these bits: the lowest unset one."""

FEWER = "(i64.xor {word} (i64.xor (i64.and {word} {field}) (i64.and (i64.shr_u (i64.and {word} {field}) (i64.const 1)) {field})))"
"""A word with one card fewer of that kind."""

_KEPT = ("$moves_end",)
"""The globals that a function keeps in a register."""

_EXTRA = ("blank", "number of cards", "conserved")
"""The functions for whole games besides those that a program calls."""


@dataclass(frozen=True, slots=True)
class Text:
    """A module. `texts`: its notes, by number."""

    wat: str
    memory: Memory
    texts: tuple[str, ...]


class Side(Protocol):
    """A task of a module other than whole games."""

    @property
    def globals(self) -> tuple[str, ...]:
        """The globals of its functions shared with callers."""
        ...

    def tables(self, layout: Layout) -> dict[str, tuple[int, ...]]:
        """Its lookup tables."""
        ...

    def text(self, around: Surroundings) -> list[str]:
        """Its functions."""
        ...


def module(
    layout: Layout,
    program: p.Program,
    traced: bool,
    plan: wasm_explore.Plan | None = None,
    side: Side | None = None,
) -> Text:
    """The module of a table. `traced`: it tells the host what happens, and lets it choose cards. `plan`: it goes through
    all states instead of playing games, by a program of which no more is there than that takes; `side`: it does that. Raises `NotCompiled`."""
    runtime = Runtime(layout)
    functions = list(program.functions)
    extra = _EXTRA if plan is None else _EXTRA[:1] if plan.keep is not None else ()
    functions += [runtime.function(name.replace(" ", "_"), p.Call(name, ())) for name in extra]
    functions += needed(functions, layout)
    types = Types(functions, program.card_tables)
    most = 0
    for index, name in enumerate(program.take_up):
        if not name:
            continue
        result = types.results[f"offer_{index}"] or 0
        most += layout.seats * (len(layout.copies) if result == CARDS else 64 * max(1, result))
    folding = None if plan is None else plan.folding
    tables = {} if folding is None else wasm_folding.tables(folding)
    if plan is not None and plan.keep is not None:
        tables |= plan.keep.tables()
    if side is not None:
        tables |= side.tables(layout)
    memory = Memory(layout, program, most, tables)
    texts: list[str] = []
    bodies = [FunctionPrinter(f, types, memory, traced, texts).text() for f in functions]
    data = [f'(data (i32.const {at}) "{"".join(f"{chr(92)}{b:02x}" for b in raw)}")' for at, raw in memory.data]
    driver = Driver(layout, program, memory, traced, plan, side)
    around = wasm_explore.GLOBALS if plan is not None else wasm_rows.GLOBALS if side is None else side.globals
    whole = [*bodies, *driver.text()]
    wat = "\n".join(
        [
            "(module",
            *(driver.imports() if traced else ()),
            f'(memory (export "memory") {memory.pages} {memory.pages if plan is None and side is None else 65536})',
            *around,
            "(global $queued (mut i32) (i32.const 0))",
            "(global $moves_end (mut i32) (i32.const 0))",
            *data,
            *(inlined(whole, _KEPT) if worth_inlining(plan) else whole),
            ")",
        ]
    )
    return Text(wat, memory, tuple(texts))


def worth_inlining(plan: wasm_explore.Plan | None) -> bool:
    """Whether inlining pays. State graphs are of small tables, one after another, and finish before it does: compiling
    takes as long again as the whole search."""
    return plan is None or plan.keep is None


class Driver(Surroundings):
    """Prints the surroundings of a program."""

    def __init__(
        self,
        layout: Layout,
        program: p.Program,
        memory: Memory,
        traced: bool,
        plan: wasm_explore.Plan | None,
        side: Side | None,
    ) -> None:
        super().__init__(layout, program, memory)
        self.plan = plan
        self.side = side
        self.traced = traced

    def imports(self) -> list[str]:
        """The imports of a traced module."""
        return [
            '(import "host" "fired" (func $fired (param i32)))',
            '(import "host" "told" (func $told (param i32 i64)))',
            '(import "host" "valued" (func $valued (param i64)))',
            '(import "host" "noted" (func $noted (param i32 i64)))',
            '(import "host" "showed" (func $showed (param i32 i64 i64)))',
            '(import "host" "ended" (func $ended (param i32)))',
            '(import "host" "ran_out" (func $ran_out (param i32)))',
            '(import "host" "picked" (func $picked (param i32 i64) (result i64)))',
            '(import "host" "chosen" (func $chosen (param i64 i64 i64) (result i64)))',
        ]

    def text(self) -> list[str]:
        """All functions."""
        return [
            *self.cards(),
            *(self.pick() if self.plan is None else wasm_explore.pick(self)),
            self.divided(),
            *self.queue(),
            *self.moves(),
            *self.around(),
        ]

    def around(self) -> list[str]:
        """The functions beside single moves."""
        if self.plan is not None:
            return wasm_explore.Searching(self, self.plan).text()
        if self.side is not None:
            return self.side.text(self)
        return [wasm_rows.observe(self), wasm_rows.note(self), self.batch()]

    # --------------------------------------------------------------------------------------------------------------- cards

    def cards(self) -> list[str]:
        """Functions that add or remove a card in the set at an address."""
        m = self.memory
        if max(m.words.parts) > 1:
            return self.long_kinds()
        head = "(param $at i32) (param $kind i64) (local $word i64) (local $field i64)"
        if self.in_few_words:
            # all of them, so that no address depends on the card
            table = m.card_tables["CARDS"] + m.stride
            here = f"(i32.shl (i32.wrap_i64 (local.get $kind)) (i32.const {m.shift}))"
            lines = [
                f"""(local.set $word (i64.load offset={8 * i} (local.get $at)))
(local.set $field (i64.load offset={table + 8 * i} {here})) (i64.store offset={8 * i} (local.get $at) {{}})"""
                for i in range(m.words.count)
            ]
        else:
            word = f"(i32.load offset={m.word_of + 4} (i32.shl (i32.wrap_i64 (local.get $kind)) (i32.const 2)))"
            field = f"(i64.load offset={m.field + 8} (i32.shl (i32.wrap_i64 (local.get $kind)) (i32.const 3)))"
            lines = [
                f"""(local.set $at (i32.add (local.get $at) {word}))
(local.set $word (i64.load (local.get $at))) (local.set $field {field}) (i64.store (local.get $at) {{}})"""
            ]
        body, names = "\n".join(lines), {"word": "(local.get $word)", "field": "(local.get $field)"}
        return [
            f"(func ${name} {head}\n{body.format(*[new.format(**names)] * len(lines))})"
            for name, new in (("add_at", MORE), ("take_at", FEWER))
        ]

    @property
    def in_few_words(self) -> bool:
        """Whether a set of cards has so few words that visiting all of them costs nothing; and each kind lies in
        one."""
        return self.memory.words.count <= FEW_WORDS and max(self.memory.words.parts) == 1

    def long_kinds(self) -> list[str]:
        """The same for kinds that lie in several words: the first of them are full, the last ones empty."""
        m = self.memory
        table = m.card_tables["CARDS"] + m.stride
        first = f"(i32.load offset={m.word_of + 4} (i32.shl (i32.wrap_i64 (local.get $kind)) (i32.const 2)))"
        at, load = m.tables["PARTS"]
        step = m.step("PARTS")
        parts = f"(i32.wrap_i64 ({load} offset={at} (i32.shl (i32.wrap_i64 (local.get $kind)) (i32.const {step}))))"
        head = f"""(param $at i32) (param $kind i64) (local $field_at i32) (local $word i64) (local $field i64) (local $mine i64)
(local.set $field_at (i32.add (i32.shl (i32.wrap_i64 (local.get $kind)) (i32.const {m.shift})) {first}))
(local.set $at (i32.add (local.get $at) {first}))"""
        lookup = f"""(local.set $field (i64.load offset={table} (local.get $field_at)))
(local.set $mine (i64.and (local.tee $word (i64.load (local.get $at))) (local.get $field)))"""
        lowest = "(i64.and (local.get $field) (i64.sub (i64.const 0) (local.get $field)))"
        step_by = "(local.set $at (i32.{0} (local.get $at) (i32.const 8))) (local.set $field_at (i32.{0} (local.get $field_at) (i32.const 8)))"
        others = "(i64.and (i64.shr_u (local.get $mine) (i64.const 1)) (local.get $field))"
        last = f"(i32.shl (i32.sub {parts} (i32.const 1)) (i32.const 3))"
        return [
            f"""(func $add_at {head}
(loop $on {lookup}
(if (i64.eq (local.get $mine) (local.get $field)) (then {step_by.format("add")} (br $on))))
(i64.store (local.get $at) (i64.or (local.get $word) (i64.add (local.get $mine) {lowest}))))""",
            f"""(func $take_at {head}
(local.set $at (i32.add (local.get $at) {last})) (local.set $field_at (i32.add (local.get $field_at) {last}))
(loop $on {lookup}
(if (i64.eqz (local.get $mine)) (then {step_by.format("sub")} (br $on))))
(i64.store (local.get $at) (i64.xor (local.get $word) (i64.xor (local.get $mine) {others}))))""",
        ]

    def pick(self) -> list[str]:
        """Picks a random card of the set at an address, like `generated`; returns its kind."""
        m = self.memory
        n = m.words.count
        words = [f"(local.tee $w{i} (i64.load offset={8 * i} (local.get $at)))" for i in range(n)]
        counted = [f"(local.tee $c{i} (i64.popcnt {w}))" for i, w in enumerate(words)]
        at, load = m.tables["KIND_AT"]
        shift = m.step("KIND_AT")
        locals_ = " ".join(f"(local $w{i} i64) (local $c{i} i64)" for i in range(n))
        kind = f"({load} offset={at} (i32.shl (local.get $low) (i32.const {shift})))"
        if self.traced:
            kind = f"(call $picked (local.get $at) {kind})"
        state = f"(i32.const {m.slot(0)})"
        turn = f"""(local.set $state (i64.load {state}))
(i64.store {state} {turned("(local.get $state)")})
(local.set $mixed (i32.wrap_i64 (i64.shr_u (i64.xor (i64.shr_u (local.get $state) (i64.const 18)) (local.get $state)) (i64.const 27))))
(local.set $n (i64.extend_i32_u (i32.rotr (local.get $mixed) (i32.wrap_i64 (i64.shr_u (local.get $state) (i64.const 59))))))"""
        value = "(i64.shr_u (i64.mul (local.get $n) (local.get $many)) (i64.const 32))"
        if self.traced:
            value = f"(call $chosen (local.get $site) (local.get $players) {value})"
        find = f"""{turn}
(local.set $n (i64.shr_u (i64.mul (local.get $n) {folded("add", counted)}) (i64.const 32)))
{self.nth()}"""
        head = f"""(param $at i32){{}} (result i64) (local $state i64) (local $mixed i32) (local $n i64) (local $w i64)
(local $low i32) (local $part i64) (local $above i64) {locals_}"""
        return [
            f"""(func $choose (param $site i64) (param $players i64) (param $many i64) (result i64) (local $state i64)
(local $mixed i32) (local $n i64)
{turn}
{value})""",
            f"""(func $pick {head.format("")}
{find}
{kind})""",
            f"""(func $draw {head.format(" (param $to i32)")} (local $field i64) (local $mine i64)
{find}
{self.moved()}
{kind})"""
            if self.in_few_words and not self.traced
            else """(func $draw (param $from i32) (param $to i32) (result i64) (local $kind i64)
(call $take_at (local.get $from) (local.tee $kind (call $pick (local.get $from))))
(call $add_at (local.get $to) (local.get $kind))
(local.get $kind))""",
        ]

    def moved(self) -> str:
        """Moves the card at `low` of the set at `$at`, whose words are `w0`, `w1`..., to the set at `$to`. Writes all
        words of both, so that no address depends on chance."""
        lines = [
            f"(local.set $field (i64.load offset={self.memory.field_at} (i32.shl (local.get $low) (i32.const 3))))"
        ]
        fields = [
            f"(select (local.get $field) (i64.const 0) (i32.eq (i32.shr_u (local.get $low) (i32.const 6)) (i32.const {i})))"
            if self.memory.words.count > 1
            else "(local.get $field)"
            for i in range(self.memory.words.count)
        ]
        for i, field in enumerate(fields):
            fewer = FEWER.format(word=f"(local.get $w{i})", field="(local.get $part)")
            lines += [f"(local.set $part {field})", f"(i64.store offset={8 * i} (local.get $at) {fewer})"]
        for i, field in enumerate(fields):
            more = MORE.format(word="(local.get $w)", field="(local.get $part)")
            lines += [
                f"(local.set $part {field}) (local.set $w (i64.load offset={8 * i} (local.get $to)))",
                f"(i64.store offset={8 * i} (local.get $to) {more})",
            ]
        return "\n".join(lines)

    def divided(self) -> str:
        """Division in the language: rounded down, 0 by 0."""
        return """(func $divided (param $a i64) (param $b i64) (result i64) (local $q i64)
(if (i64.eqz (local.get $b)) (then (return (i64.const 0))))
(local.set $q (i64.div_s (local.get $a) (local.get $b)))
(if (i64.lt_s (i64.xor (local.get $a) (local.get $b)) (i64.const 0)) (then
(if (i64.ne (i64.mul (local.get $q) (local.get $b)) (local.get $a)) (then
(return (i64.sub (local.get $q) (i64.const 1)))))))
(local.get $q))"""

    # -------------------------------------------------------------------------------------------------------------- events

    def queue(self) -> list[str]:
        """The event queue: appending an event, and running all to rest; 1 if a cascade is endless."""
        m = self.memory
        at = "(i32.mul (local.get $i) (i32.const 24))"
        assert EVENT_BYTES == 24
        handlers = [
            f"(call ${name} (local.get $player) (local.get $argument))" if name else "unreachable"
            for _, name in self.program.handlers
        ]
        run = f"""(local.set $at {at})
(call $on (i32.load offset={m.queue} (local.get $at)) (i64.load offset={m.queue + 8} (local.get $at)) (i64.load offset={m.queue + 16} (local.get $at)))
(local.set $i (i32.add (local.get $i) (i32.const 1)))"""
        over = """(if (i32.gt_u (global.get $queued) (local.get $most)) (then
(global.set $queued (i32.const 0)) (return (i32.const 1))))"""
        settle = ""
        if self.program.settles is not None:
            below_at, load = m.tables["BELOW"]
            step = m.step("BELOW")
            index = f"({load} offset={below_at} (i32.shl (i32.wrap_i64 (local.get $top)) (i32.const {step})))"
            under = f"(i64.load offset={m.state} (i32.shl (i32.wrap_i64 {index}) (i32.const {m.shift})))"
            settles = dict(self.program.handlers)[self.program.settles]
            alone = f"""(if (result i32) (i64.lt_s (local.tee $top {self.load(TOP)}) (i64.const 0)) (then (i32.const 1))
(else (i64.lt_s {under} (i64.const 0))))"""
            settle = f"""(if (i32.and (i32.eqz (local.get $settled)) (i64.ne {self.load(ROUND)} (i64.const 0))) (then (if {alone} (then
(local.set $most (i32.sub (i32.sub (local.get $most) (global.get $queued)) (i32.const 1)))
(global.set $queued (i32.const 0)) (local.set $i (i32.const 0))
(if (i32.lt_s (local.get $most) (i32.const 0)) (then (return (i32.const 1))))
(call ${settles} (i64.const -1) (i64.const -1))
(block $end (loop $on
(br_if $end (i32.ge_u (local.get $i) (global.get $queued)))
{over} {run} (br $on)))))))"""
        return [
            f"""(func $emit (param $event i32) (param $player i64) (param $argument i64) (local $at i32)
(if (i32.lt_u (global.get $queued) (i32.const {QUEUED})) (then
(local.set $at (i32.mul (global.get $queued) (i32.const {EVENT_BYTES})))
(i32.store offset={m.queue} (local.get $at) (local.get $event))
(i64.store offset={m.queue + 8} (local.get $at) (local.get $player))
(i64.store offset={m.queue + 16} (local.get $at) (local.get $argument))))
(global.set $queued (i32.add (global.get $queued) (i32.const 1))))""",
            f"""(func $on (param $event i32) (param $player i64) (param $argument i64)
{self.switch("(local.get $event)", handlers)})""",
            f"""(func $to_rest (param $settled i32) (result i32) (local $i i32) (local $at i32) (local $most i32) (local $top i64)
(local.set $most (i32.const {limits.CASCADE_RULES}))
(block $end (loop $on
(br_if $end (i32.ge_u (local.get $i) (global.get $queued)))
{run} {over} (br $on)))
{settle}
(global.set $queued (i32.const 0))
(i64.store (i32.const {m.slot(MOVED)}) (i64.const -1))
(i32.const 0))""",
            *(self.from_outside() if self.plan is None else ()),
        ]

    def from_outside(self) -> list[str]:
        """The entry points for the host: an event, a new match, a move."""
        m = self.memory
        return [
            """(func (export "happen") (param $event i32) (param $settled i32) (result i32)
(if (i32.ge_s (local.get $event) (i32.const 0)) (then
(call $emit (local.get $event) (i64.const -1) (i64.const -1))))
(call $to_rest (local.get $settled)))""",
            f"""(func (export "clear") (param $generator i64)
(i64.store (i32.const {m.slot(0)}) (local.get $generator)) (call $blank))""",
            """(func (export "apply") (param $offer i32) (param $seat i64) (param $argument i64) (result i32)
(call $take_up (local.get $offer) (local.get $seat) (local.get $argument))
(call $to_rest (i32.const 0)))""",
        ]

    # --------------------------------------------------------------------------------------------------------------- moves

    def listing(self, functions: list[tuple[int, str]]) -> str:
        """Calls the function that lists moves for the situation on top."""
        names = [name for _, name in sorted(functions)]
        if not any(names):
            return "unreachable"
        cases = [f"(call ${name})" + (" (call $sort)" if name in self.program.unsorted else "") for name in names]
        return self.switch(f"(i32.wrap_i64 (i64.add {self.load(TOP)} (i64.const 1)))", cases)

    def moves(self) -> list[str]:
        """Lists moves as sorted numbers of `wasm_moves`, and takes one."""
        start = f"(i32.const {self.memory.moves})"
        take_up = [
            f"(call ${name} (local.get $seat) (local.get $argument))" if name else "unreachable"
            for name in self.program.take_up
        ]
        with_mistakes, without_mistakes = ([(t, x[i]) for t, *x in self.program.legal] for i in (0, 1))
        return [
            f"""(func $sort (local $i i32) (local $j i32) (local $key i64) (local $other i64)
(local.set $i (i32.add {start} (i32.const 8)))
(block $end (loop $on
(br_if $end (i32.ge_u (local.get $i) (global.get $moves_end)))
(local.set $key (i64.load (local.get $i)))
(local.set $j (local.get $i))
(block $placed (loop $back
(br_if $placed (i32.le_u (local.get $j) {start}))
(local.set $other (i64.load (i32.sub (local.get $j) (i32.const 8))))
(br_if $placed (i64.le_u (local.get $other) (local.get $key)))
(i64.store (local.get $j) (local.get $other))
(local.set $j (i32.sub (local.get $j) (i32.const 8)))
(br $back)))
(i64.store (local.get $j) (local.get $key))
(local.set $i (i32.add (local.get $i) (i32.const 8)))
(br $on))))""",
            f"""(func $legal (export "legal") (param $mistakes i32) (result i32)
(global.set $moves_end {start})
(if (local.get $mistakes) (then
{self.listing(with_mistakes)}
) (else
{self.listing(without_mistakes)}
))
(i32.shr_u (i32.sub (global.get $moves_end) {start}) (i32.const 3)))""",
            f"""(func $take_up (param $offer i32) (param $seat i64) (param $argument i64)
{self.switch("(local.get $offer)", take_up)})""",
        ]

    # --------------------------------------------------------------------------------------------------------------- games

    def count(self, name: str, by: str = "(i64.const 1)") -> str:
        """Increments a counter."""
        at = f"(i32.const {self.memory.counters + 8 * COUNTERS.index(name)})"
        return f"(i64.store {at} (i64.add (i64.load {at}) {by}))"

    def ended(self, how: End) -> str:
        """Ends a game in this way."""
        return f"(local.set $how (i32.const {ENDS.index(how)})) {self.count(COUNTED[how])}"

    def batch(self) -> str:
        """Plays one whole game for each seed, and returns how many. Stops after a limit of moves. Like
        `Generated.play`."""
        m = self.memory
        at, load = m.tables["LAYS"]
        offer, seat, argument = wasm_moves.parts("(local.get $key)")
        lays = f"({load} offset={at} (i32.shl {offer} (i32.const {m.step('LAYS')})))"
        start = self.program.table_events[0]
        begin = "" if start is None else f"(call $emit (i32.const {start}) (i64.const -1) (i64.const -1))"
        wins = "".join(
            f"""(i64.store (i32.const {m.wins + 8 * i}) (i64.add (i64.load (i32.const {m.wins + 8 * i}))
(i64.and (i64.shr_u {self.load(WINNERS)} (i64.const {i})) (i64.const 1))))"""
            for i in range(self.layout.seats)
        )
        rounds = f"(i32.const {m.slot(m.rounds)})"
        twice = "(i64.add (i64.mul (local.get $seed) (i64.const 2)) (i64.const 1))"
        own = f"(i64.add (i64.const {INCREMENT}) (i64.xor (i64.const {0x5EED}) {twice}))"
        fresh = f"(i64.ne (local.get $began) {self.load(m.rounds)})"
        return f"""(func (export "batch") (param $seed i64) (param $games i32) (param $most i64) (param $mistakes i32)
(param $check i32) (param $sheds i32) (param $each i32) (param $enough i64) (result i32)
(local $game i32) (local $bot i64) (local $count i64) (local $n i32) (local $key i64) (local $i i32) (local $kept i32)
(local $rounds i64) (local $began i64) (local $how i32)
(block $all (loop $next
(br_if $all (i32.ge_u (local.get $game) (local.get $games)))
(i64.store (i32.const {m.slot(0)}) {turned(f"(i64.add (local.get $seed) (i64.const {INCREMENT}))")})
(local.set $bot {turned(own)})
(local.set $rounds (i64.load {rounds}))
(call $blank)
(i64.store {rounds} (local.get $rounds))
(local.set $count (i64.const 0))
(local.set $how (i32.const 0))
(call $watch)
{begin}
(block $over
(if (call $to_rest (i32.const 0)) (then {self.ended("endless")} (br $over)))
(if (local.get $each) (then
(call $look (i64.const 0) (i32.const 1)) (local.set $began {self.load(m.rounds)})))
(loop $on
(br_if $over (i64.eqz {self.load(MATCH)}))
(if (i64.ge_s (local.get $count) (local.get $most)) (then {self.ended("most moves")} (br $over)))
(local.set $n (call $legal (local.get $mistakes)))
(if (i32.eqz (local.get $n)) (then {self.ended("stuck")} (br $over)))
(if (i32.and (local.get $sheds) (i32.gt_u (local.get $n) (i32.const 1))) (then
(local.set $i (i32.const {m.moves})) (local.set $kept (local.get $i))
(loop $look
(local.set $key (i64.load (local.get $i)))
(if (i64.ne {lays} (i64.const 0)) (then
(i64.store (local.get $kept) (local.get $key)) (local.set $kept (i32.add (local.get $kept) (i32.const 8)))))
(local.set $i (i32.add (local.get $i) (i32.const 8)))
(br_if $look (i32.lt_u (local.get $i) (global.get $moves_end))))
(if (i32.gt_u (local.get $kept) (i32.const {m.moves})) (then
(local.set $n (i32.shr_u (i32.sub (local.get $kept) (i32.const {m.moves})) (i32.const 3)))))))
(local.set $i (i32.const 0))
(if (i32.gt_u (local.get $n) (i32.const 1)) (then
(local.set $bot {turned("(local.get $bot)")})
(local.set $i (i32.wrap_i64 (i64.shr_u (i64.mul (i64.shr_u (local.get $bot) (i64.const 32)) (i64.extend_i32_u (local.get $n))) (i64.const 32))))))
(local.set $key (i64.load offset={m.moves} (i32.shl (local.get $i) (i32.const 3))))
(call $take_up {offer} {seat} {argument})
(if (call $to_rest (i32.const 0)) (then {self.ended("endless")} (br $over)))
(local.set $count (i64.add (local.get $count) (i64.const 1)))
(if (local.get $each) (then
(call $look {lays} {fresh}) (local.set $began {self.load(m.rounds)})))
(if (local.get $check) (then
(if (i64.ne (call $number_of_cards) (i64.const {self.layout.table.deck.size})) (then {self.ended("unconserved")} (br $over)))
(if (i64.eqz (i64.and (local.get $count) (i64.const 63))) (then
(if (i64.eqz (call $conserved)) (then {self.ended("unconserved")} (br $over)))))))
(br $on)))
{self.count("games")}
{self.count("moves", "(local.get $count)")}
(i32.store offset={m.lengths} (i32.shl (local.get $game) (i32.const 2)) (i32.wrap_i64 (local.get $count)))
(if (i64.eqz {self.load(MATCH)}) (then {wins}))
(if (local.get $each) (then
(call $note (local.get $game) (local.get $count) (i64.sub {self.load(m.rounds)} (local.get $rounds)) (local.get $how))))
(local.set $game (i32.add (local.get $game) (i32.const 1)))
(local.set $seed (i64.add (local.get $seed) (i64.const 1)))
(br_if $all (i64.le_s (local.tee $enough (i64.sub (local.get $enough) (local.get $count))) (i64.const 0)))
(br $next)))
(local.get $game))"""
