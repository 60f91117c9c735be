"""Breadth-first search of all states of a compiled table, as WebAssembly text.

A visited state is a 64-bit fingerprint in a hash table (hash compaction). The frontier is a ring buffer of packed
states (`packing`). Links (the predecessor of a state, and the number of the outcome) are kept for a range of states
only, which the host chooses: after a result the search is repeated for that. New states go to a side buffer first and
are looked up later, many at a time: their slots in the table are far apart, and a processor can wait for many of them
at once.
"""

from __future__ import annotations

from dataclasses import dataclass

from unodsl.engine import wasm_folding, wasm_graph, wasm_moves, wasm_shared
from unodsl.engine.explore_memory import ASIDE, FOUND, GROWS, LOW
from unodsl.engine.explore_question import MIXER, MOST_ENDLESS, MOST_OUTCOMES, MOST_PICKS
from unodsl.engine.folding import Folding
from unodsl.engine.layout import MATCH
from unodsl.engine.packing import Packing
from unodsl.engine.wasm_folding import FoldingPrinter, area_bytes
from unodsl.engine.wasm_graph import GraphPrinter, Keeping
from unodsl.engine.wasm_memory import signed
from unodsl.engine.wasm_surroundings import Surroundings

SETTINGS = (
    "ring",
    "ring_rows",
    "seen",
    "seen_slots",
    "seen_last",
    "low",
    "links",
    "links_from",
    "links_room",
    "aside",
    "script",
    "fixed",
    "fold_area",
    "most",
)
"""What the host sets before a search: where the ring, the fingerprints, the links, the states set aside, the script, the slots
that stay as they are, what growing and what folding works with lie; for how many rows and fingerprints there is room, at first
and at last; the state whose link is noted first, and how many are; and the most states to keep."""

GLOBALS = (
    *(f'(global $x_{name} (export "x_{name}") (mut i64) (i64.const 0))' for name in FOUND),
    *(f'(global ${name} (export "{name}") (mut i32) (i32.const 0))' for name in SETTINGS),
    '(global $head_at (export "head_at") (mut i32) (i32.const 0))',
    '(global $tail_at (export "tail_at") (mut i32) (i32.const 0))',
    "(global $pos (mut i32) (i32.const 0))",
    f'(global $picks (export "picks") (mut i32) (i32.const {MOST_PICKS}))',
    "(global $scripted (mut i32) (i32.const 0))",
    "(global $set_aside (mut i32) (i32.const 0))",
    "(global $outcome (mut i32) (i32.const 0))",
    "(global $rounds_before (mut i64) (i64.const 0))",
    "(global $fetched (mut i64) (i64.const 0))",
    *wasm_folding.GLOBALS,
    *wasm_graph.GLOBALS,
    *wasm_shared.GLOBALS,
)

_MIXERS = (0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93, 0xA0761D6478BD642F, 0xE7037ED1A0B428DB)


def aside_bytes(packing: Packing, keep: Keeping | None) -> int:
    """The bytes of a state in the side buffer: its words, its fingerprint, and its link."""
    return 8 * packing.words + 16 + (0 if keep is None else wasm_graph.MOVE_BYTES)


def pick(driver: Surroundings) -> list[str]:
    """The scripted choice of a card, among different ones, or of a value as a number; after the end of the script, or of
    the round, as in `explore_question.unlisted`."""
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

    def scripted(total: str) -> str:
        mixed = f"(i32.shr_u (i32.mul (global.get $pos) (i32.const {MIXER - (1 << 32)})) (i32.const 16))"
        return f"""(if (i32.and (local.tee $listed (i32.or (i64.eq {rounds} (global.get $rounds_before)) (global.get $beyond)))
(i32.lt_u (global.get $pos) (global.get $picks))) (then
(local.set $entry (i32.add (global.get $script) (i32.shl (global.get $pos) (i32.const 3))))
(if (i32.ge_u (global.get $pos) (global.get $scripted)) (then
(i32.store (local.get $entry) (i32.const 0))
(i32.store offset=4 (local.get $entry) (i32.wrap_i64 {total}))
(global.set $scripted (i32.add (global.get $pos) (i32.const 1)))))
(local.set $n (i64.load32_u (local.get $entry)))) (else
(if (local.get $listed) (then (global.set $x_cut (i64.const 1))))
(local.set $n (i64.rem_u (i64.extend_i32_u {mixed}) {total}))))
(global.set $pos (i32.add (global.get $pos) (i32.const 1)))"""

    return [
        f"""(func $choose (param $site i64) (param $players i64) (param $many i64) (result i64) (local $n i64) (local $entry i32) (local $listed i32)
{scripted("(local.get $many)")}
(local.get $n))""",
        f"""(func $pick (param $at i32) (result i64) (local $n i64) (local $w i64) (local $low i32) (local $part i64)
(local $above i64) (local $entry i32) (local $listed i32) {locals_}
{words}
{scripted(total)}
{driver.nth()}
({load} offset={table} (i32.shl (local.get $low) (i32.const {m.step("KIND_AT")}))))""",
        """(func $draw (param $from i32) (param $to i32) (result i64) (local $kind i64)
(call $take_at (local.get $from) (local.tee $kind (call $pick (local.get $from))))
(call $add_at (local.get $to) (local.get $kind))
(local.get $kind))""",
    ]


def more(name: str) -> str:
    """Increments a counter."""
    return f"(global.set $x_{name} (i64.add (global.get $x_{name}) (i64.const 1)))"


@dataclass(frozen=True, slots=True)
class Plan:
    """What a module is to search. `goal`: the name of a function without parameters; the search ends at a state in which it is
    not 0. `folding`: which states are one. `keep`: what is kept of the state graph, if it is. `shared`: it is one part of a search
    (`wasm_shared`)."""

    packing: Packing
    goal: str | None = None
    folding: Folding | None = None
    keep: Keeping | None = None
    shared: bool = False


class Searching:
    """Prints the search of one table."""

    def __init__(self, driver: Surroundings, plan: Plan) -> None:
        self.driver = driver
        self.packing = plan.packing
        self.goal = plan.goal
        self.folding = plan.folding
        self.keep = plan.keep
        self.shared = plan.shared
        self.graph = None if plan.keep is None else GraphPrinter(driver, plan.keep)
        self.row = 8 * plan.packing.words

    def text(self) -> list[str]:
        """All functions."""
        folds: list[str] = []
        if self.folding is not None:
            folds = FoldingPrinter(self.folding, self.packing, self.driver.memory, self.packed()).text()
        return [
            self.unpack(),
            *self.keep_fixed(),
            *folds,
            *(() if self.graph is None else self.graph.text()),
            self.set_aside(),
            self.grow(),
            self.look_up(),
            self.another(),
            self.search(),
            *(wasm_shared.text(self.packing.words, aside_bytes(self.packing, self.keep), ASIDE) if self.shared else ()),
        ]

    def slot(self, slot: int, part: int | None) -> str:
        return f"(i32.const {self.driver.memory.slot(slot) + 8 * (part or 0)})"

    def unpack(self) -> str:
        """`$unpack` unpacks the words at `$at` into the state."""
        words = range(self.packing.words)
        lines = [f"(local.set $w{i} (i64.load offset={8 * i} (local.get $at)))" for i in words]
        for x in self.packing.fields:
            value = f"(local.get $w{x.at})"
            if x.shift:
                value = f"(i64.shr_u {value} (i64.const {x.shift}))"
            if x.bits + x.shift < 64:
                value = f"(i64.and {value} (i64.const {(1 << x.bits) - 1}))"
            if x.low:
                value = f"(i64.add {value} (i64.const {x.low}))"
            lines.append(f"(i64.store {self.slot(x.slot, x.part)} {value})")
        return "\n".join(["(func $unpack (param $at i32)", *(f"(local $w{i} i64)" for i in words), *lines, ")"])

    def keep_fixed(self) -> list[str]:
        """`$keep_fixed` saves the slots that are constant in the round; `$restore_fixed` restores them after an event
        outside of the round."""
        m = self.driver.memory
        there, back, at = [], [], 0
        for slot in self.packing.fixed:
            here = f"(i32.const {m.slot(slot)})"
            there.append(f"(i64.store offset={at} (global.get $fixed) (i64.load {here}))")
            back.append(f"(i64.store {here} (i64.load offset={at} (global.get $fixed)))")
            at += 8
        return [
            "\n".join(["(func $keep_fixed", *there, ")"]),
            "\n".join(["(func $restore_fixed", *back, ")"]),
        ]

    def packed(self) -> list[str]:
        """Packs the state into the locals `w0`, `w1`..."""
        parts: list[list[str]] = [[] for _ in range(self.packing.words)]
        for x in self.packing.fields:
            value = f"(i64.load {self.slot(x.slot, x.part)})"
            if x.low:
                value = f"(i64.sub {value} (i64.const {x.low}))"
            if x.shift:
                value = f"(i64.shl {value} (i64.const {x.shift}))"
            parts[x.at].append(value)
        out = []
        for i, some in enumerate(parts):
            whole = some[0] if some else "(i64.const 0)"
            for other in some[1:]:
                whole = f"(i64.or {whole} {other})"
            out.append(f"(local.set $w{i} {whole})")
        return out

    def fingerprint(self, words: str = "w") -> list[str]:
        """Computes a 64-bit hash of the words in `h`; 0 stands for an empty slot and never occurs. Two chains run in
        parallel; each is a bijection in every word."""
        n = self.packing.words
        out = [f"(local.set $h (i64.const {signed(_MIXERS[1])}))", f"(local.set $g (i64.const {signed(_MIXERS[0])}))"]
        for i in range(n):
            name = "h" if i % 2 == 0 else "g"
            get = f"(local.get ${name})"
            mixer = signed(_MIXERS[2 + i % 2])
            out.append(f"(local.set ${name} (i64.mul (i64.xor {get} (local.get ${words}{i})) (i64.const {mixer})))")
            out.append(f"(local.set ${name} (i64.xor {get} (i64.shr_u {get} (i64.const 29))))")
        if n > 1:
            out.append("(local.set $h (i64.add (local.get $h) (i64.rotl (local.get $g) (i64.const 31))))")
        out.append(f"(local.set $h (i64.mul (local.get $h) (i64.const {signed(_MIXERS[0])})))")
        out.append("(local.set $h (i64.xor (local.get $h) (i64.shr_u (local.get $h) (i64.const 32))))")
        out.append("(local.set $h (select (i64.const 1) (local.get $h) (i64.eqz (local.get $h))))")
        return out

    def set_aside(self) -> str:
        """`$set_aside_state` appends the state to the side buffer."""
        n = self.packing.words
        size = aside_bytes(self.packing, self.keep)
        there = f"(i32.add (global.get $aside) (i32.mul (global.get $set_aside) (i32.const {size})))"
        stores = [f"(i64.store offset={8 * i} (local.get $at) (local.get $w{i}))" for i in range(n)]
        packed = self.packed()
        if self.folding is not None:
            best = area_bytes(self.folding, self.packing) - 8 * n
            loads = [f"(local.set $w{i} (i64.load offset={best + 8 * i} (global.get $fold_area)))" for i in range(n)]
            packed = ["(if (call $fold) (then", *loads, ") (else", *packed, "))"]
        alike = () if self.keep is None else self.keep.alike
        fingerprint = [*wasm_graph.capped(self.packing, alike), *self.fingerprint("v")] if alike else self.fingerprint()
        moved = []
        if self.keep is not None:
            moved = [f"(i64.store offset={8 * n + 16} (local.get $at) {wasm_graph.ON_THE_WAY})"]
        return "\n".join(
            [
                "(func $set_aside_state (local $h i64) (local $g i64) (local $at i32) (local $part i32)",
                *(f"(local $w{i} i64)" for i in range(n)),
                *(f"(local $v{i} i64)" for i in range(n if alike else 0)),
                *packed,
                *fingerprint,
                *(wasm_shared.put_in_tray(n) if self.shared else ()),
                f"(local.set $at {there})",
                *stores,
                f"(i64.store offset={8 * n} (local.get $at) (local.get $h))",
                f"(i32.store offset={8 * n + 8} (local.get $at) (i32.wrap_i64 (global.get $x_head)))",
                f"(i32.store offset={8 * n + 12} (local.get $at) (global.get $outcome))",
                *moved,
                "(global.set $set_aside (i32.add (global.get $set_aside) (i32.const 1)))",
                f"(if (i32.ge_u (global.get $set_aside) (i32.const {ASIDE})) (then (call $look_up))))",
            ]
        )

    def home(self) -> str:
        """The address of the home slot of a fingerprint `h`."""
        high = "(i64.shr_u (local.get $h) (i64.const 32))"
        slot = f"(i64.shr_u (i64.mul {high} (i64.extend_i32_u (global.get $seen_slots))) (i64.const 32))"
        return f"(i32.add (global.get $seen) (i32.shl (i32.wrap_i64 {slot}) (i32.const 3)))"

    def place(self, end: str) -> str:
        """The address of the row at one end of the ring: that of the current state (`head`), or of the next new one
        (`tail`)."""
        return f"(i32.add (global.get $ring) (global.get ${end}_at))"

    def further(self, end: str) -> str:
        """Advances one end of the ring by a state. (A division for each would take a tenth of the time.)"""
        at, whole = f"${end}_at", f"(i32.mul (global.get $ring_rows) (i32.const {self.row}))"
        return f"""{more(end)} (global.set {at} (i32.add (global.get {at}) (i32.const {self.row})))
(if (i32.ge_u (global.get {at}) {whole}) (then (global.set {at} (i32.const 0))))"""

    def grow(self) -> str:
        """`$grow` enlarges the table in place. The home of a fingerprint is proportional to its value, so in the larger
        table no home lies below `GROWS` times the old one: from the last slot down, each fingerprint moves to a cleared
        part. This fails only for the first slots, which are relocated first."""
        insert = f"""(local.set $slot {self.home()})
(if (i32.lt_u (local.get $slot) (local.get $from)) (then unreachable))
(loop $probe (if (i64.ne (i64.load (local.get $slot)) (i64.const 0)) (then
(local.set $slot (i32.add (local.get $slot) (i32.const 8)))
(if (i32.ge_u (local.get $slot) (local.get $last)) (then (local.set $slot (global.get $seen))))
(br $probe))))
(i64.store (local.get $slot) (local.get $h))"""
        take = """(local.set $h (i64.load (local.get $at)))
(i64.store (local.get $at) (i64.const 0))"""
        return f"""(func $grow (local $h i64) (local $at i32) (local $from i32) (local $slot i32) (local $last i32) (local $low i32)
(local.set $at (i32.add (global.get $seen) (i32.shl (global.get $seen_slots) (i32.const 3))))
(local.set $low (i32.add (global.get $seen) (i32.const {8 * LOW})))
(local.set $from (global.get $seen))
(loop $put (local.set $slot (i32.add (global.get $low) (i32.sub (local.get $from) (global.get $seen))))
(i64.store (local.get $slot) (i64.load (local.get $from)))
(i64.store (local.get $from) (i64.const 0))
(br_if $put (i32.lt_u (local.tee $from (i32.add (local.get $from) (i32.const 8))) (local.get $low))))
(global.set $seen_slots (i32.mul (global.get $seen_slots) (i32.const {GROWS})))
(local.set $last (i32.add (global.get $seen) (i32.shl (global.get $seen_slots) (i32.const 3))))
(block $done (loop $down
(br_if $done (i32.le_u (local.get $at) (local.get $low)))
(local.set $at (i32.sub (local.get $at) (i32.const 8)))
(local.set $from (local.get $at))
{take}
(br_if $down (i64.eqz (local.get $h)))
{insert}
(br $down)))
(local.set $from (global.get $seen))
(local.set $at (global.get $low))
(local.set $low (i32.add (local.get $at) (i32.const {8 * LOW})))
(loop $back
{take}
(if (i64.ne (local.get $h) (i64.const 0)) (then {insert}))
(br_if $back (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 8))) (local.get $low)))))"""

    def look_up(self) -> str:
        """`$look_up` looks up all states in the side buffer, in order, and keeps the new ones."""
        n = self.packing.words
        size = aside_bytes(self.packing, self.keep)
        copies = [
            f"(i64.store offset={8 * i} (local.get $to) (i64.load offset={8 * i} (local.get $at)))" for i in range(n)
        ]
        link = "(i32.add (global.get $links) (i32.shl (local.get $to) (i32.const 3)))"
        no_room = """(i32.or (i64.ge_u (global.get $x_states) (i64.extend_i32_u (global.get $most)))
(i64.ge_u (i64.add (i64.sub (global.get $x_tail) (global.get $x_head)) (i64.const 1)) (i64.extend_i32_u (global.get $ring_rows))))"""
        numbered, kept, whole = [], [], []
        if self.graph is not None:
            numbered = [f"(i32.store {self.graph.number()} (i32.wrap_i64 (global.get $x_tail)))"]
            # a root has no predecessor, as its outcome says
            origin = f"(i32.load offset={8 * n + 8} (local.get $at))"
            origin = f"(select (i32.const -1) {origin} (i32.eq (i32.load offset={8 * n + 12} (local.get $at)) (i32.const -1)))"
            move = f"(i64.load offset={8 * n + 16} (local.get $at))"
            kept = [f"(call $step {origin} (i32.load {self.graph.number()}) {move})"]
            whole = ["(if (i64.eqz (global.get $x_full)) (then (global.set $x_whole (global.get $x_head))))"]
        return "\n".join(
            [
                "(func $look_up (local $at i32) (local $end i32) (local $h i64) (local $slot i32) (local $found i64)",
                "(local $to i32) (local $any i64) (local $last i32)",
                "(if (i32.lt_u (global.get $seen_slots) (global.get $seen_last)) (then",
                f"(if (i64.gt_u (i64.mul (i64.add (global.get $x_states) (i64.const {ASIDE})) (i64.const 4))",
                "(i64.mul (i64.extend_i32_u (global.get $seen_slots)) (i64.const 3))) (then (call $grow)))))",
                "(local.set $at (global.get $aside))",
                f"(local.set $end (i32.add (local.get $at) (i32.mul (global.get $set_aside) (i32.const {size}))))",
                "(global.set $set_aside (i32.const 0))",
                "(if (i32.ge_u (local.get $at) (local.get $end)) (then (return)))",
                "(local.set $last (i32.add (global.get $seen) (i32.shl (global.get $seen_slots) (i32.const 3))))",
                # prefetched here for the use below
                "(loop $fetch",
                f"(local.set $h (i64.load offset={8 * n} (local.get $at)))",
                f"(local.set $slot {self.home()})",
                "(local.set $any (i64.or (local.get $any) (i64.load (local.get $slot))))",
                f"(local.set $at (i32.add (local.get $at) (i32.const {size})))",
                "(br_if $fetch (i32.lt_u (local.get $at) (local.get $end))))",
                "(global.set $fetched (local.get $any))",
                "(local.set $at (global.get $aside))",
                "(block $done (loop $next",
                "(br_if $done (i32.ge_u (local.get $at) (local.get $end)))",
                f"(local.set $h (i64.load offset={8 * n} (local.get $at)))",
                f"(local.set $slot {self.home()})",
                "(block $none (block $old",
                "(loop $probe",
                "(local.set $found (i64.load (local.get $slot)))",
                "(br_if $old (i64.eq (local.get $found) (local.get $h)))",
                "(if (i64.ne (local.get $found) (i64.const 0)) (then",
                "(local.set $slot (i32.add (local.get $slot) (i32.const 8)))",
                "(if (i32.ge_u (local.get $slot) (local.get $last)) (then (local.set $slot (global.get $seen))))",
                "(br $probe))))",
                f"(if {no_room} (then (global.set $x_full (i64.const 1)) (br $none)))",
                "(i64.store (local.get $slot) (local.get $h))",
                *numbered,
                "(local.set $to (i32.sub (i32.wrap_i64 (global.get $x_tail)) (global.get $links_from)))",
                "(if (i32.lt_u (local.get $to) (global.get $links_room)) (then",
                f"(i64.store {link} (i64.load offset={8 * n + 8} (local.get $at)))))",
                f"(local.set $to {self.place('tail')})",
                *copies,
                more("states"),
                self.further("tail"),
                ")",
                *kept,
                ")",
                f"(local.set $at (i32.add (local.get $at) (i32.const {size})))",
                "(br $next)))",
                *whole,
                ")",
            ]
        )

    def another(self) -> str:
        """`$another` advances the script to the next outcome; 0 if there is none."""
        return """(func $another (result i32) (local $i i32) (local $entry i32)
(local.set $i (global.get $scripted))
(block $none (loop $back
(br_if $none (i32.eqz (local.get $i)))
(local.set $i (i32.sub (local.get $i) (i32.const 1)))
(local.set $entry (i32.add (global.get $script) (i32.shl (local.get $i) (i32.const 3))))
(i32.store (local.get $entry) (i32.add (i32.load (local.get $entry)) (i32.const 1)))
(br_if $back (i32.ge_u (i32.load (local.get $entry)) (i32.load offset=4 (local.get $entry))))
(global.set $scripted (i32.add (local.get $i) (i32.const 1)))
(return (i32.const 1))))
(i32.const 0))"""

    def search(self) -> str:
        """`begin` inserts the initial state; `search` expands up to a number of states and about as many outcomes, and
        returns whether the search goes on."""
        m = self.driver.memory
        offer, seat, argument = wasm_moves.parts("(local.get $key)")
        rounds = f"(i64.load (i32.const {m.slot(m.rounds)}))"
        number = "(i64.add (global.get $x_head) (i64.const 1))"
        goal = ""
        if self.goal is not None:
            goal = f"(if (i64.ne (call ${self.goal}) (i64.const 0)) (then (call $look_up) (global.set $x_goal {number}) (return (i32.const 0))))"
        near = """(i32.or (i64.ge_u (i64.add (global.get $x_states) (i64.extend_i32_u (global.get $set_aside))) (i64.extend_i32_u (global.get $most)))
(i64.ge_u (i64.add (i64.sub (global.get $x_tail) (global.get $x_head)) (i64.extend_i32_u (i32.add (global.get $set_aside) (i32.const 1)))) (i64.extend_i32_u (global.get $ring_rows))))"""

        done = "(if (i64.eq (global.get $x_head) (global.get $x_tail)) (then (return (i32.const 0))))"
        crowded = ""
        if self.shared:
            done, crowded = "(return (i32.const 0))", "(br_if $pause (global.get $crowded))"
        graph = self.graph
        over = "" if graph is None else graph.over()
        observed = "" if graph is None else "(call $observe (local.get $n))"
        endless = "" if graph is None else graph.endless()
        rested = "" if graph is None else graph.rested()
        round_ended = "(call $restore_fixed)" if graph is None else graph.round_ended()
        no_move = "" if graph is None else wasm_graph.taken_up(wasm_graph.NO_MOVE)
        this_move = "" if graph is None else wasm_graph.taken_up("(local.get $key)")

        def first(name: str) -> str:
            return f"(if (i64.eqz (global.get $x_first_{name})) (then (global.set $x_first_{name} {number})"

        return f"""(func (export "begin")
(global.set $outcome (i32.const -1))
(call $keep_fixed) (call $set_aside_state) (call $look_up) (global.set $x_level (global.get $x_tail)))
(func (export "search") (param $most i64) (param $mistakes i32) (result i32) (local $at i32) (local $n i32) (local $i i32)
(local $key i64) (local $ways i32) (local $over i32) (local $last i64)
(local.set $last (i64.add (global.get $x_transitions) (local.get $most)))
(block $pause (loop $next
(if (i64.ne (global.get $x_full) (i64.const 0)) (then (return (i32.const 0))))
(if (i64.eq (global.get $x_head) (global.get $x_level)) (then (call $look_up)
(if (i64.ne (global.get $x_full) (i64.const 0)) (then (return (i32.const 0))))
{done}))
{crowded}
(br_if $pause (i32.or (i64.eqz (local.get $most)) (i64.ge_u (global.get $x_transitions) (local.get $last))))
(local.set $most (i64.sub (local.get $most) (i64.const 1)))
(if (i64.eq (global.get $x_head) (global.get $x_level)) (then
{more("depth")} (global.set $x_level (global.get $x_tail))))
(local.set $at {self.place("head")})
(call $unpack (local.get $at))
{no_move}
{goal}
(if (i64.eqz {self.driver.load(MATCH)}) (then {more("ends")} {over} {self.further("head")} (br $next)))
(local.set $n (call $legal (local.get $mistakes)))
{observed}
(if (i32.eqz (local.get $n)) (then {more("stuck")} {first("stuck")}))))
(local.set $i (i32.const 0))
(global.set $outcome (i32.const 0))
(block $done (loop $move
(br_if $done (i32.ge_u (local.get $i) (local.get $n)))
(local.set $key (i64.load offset={m.moves} (i32.shl (local.get $i) (i32.const 3))))
{this_move}
(global.set $scripted (i32.const 0))
(local.set $ways (i32.const 0))
(local.set $over (i32.const 0))
(loop $chance
(if (global.get $outcome) (then (call $unpack (local.get $at))))
(global.set $pos (i32.const 0))
(global.set $rounds_before {rounds})
(call $take_up {offer} {seat} {argument})
{more("transitions")}
(if (call $to_rest (i32.const 0)) (then (call $restore_fixed) {more("endless")} {endless}
(local.set $over (i32.add (local.get $over) (i32.const 1)))
{first("endless")} (global.set $x_endless_outcome (i64.extend_i32_u (global.get $outcome)))))) (else
(if (i64.eq {rounds} (global.get $rounds_before)) (then {rested} (call $set_aside_state)) (else {more("rounds")} {round_ended}))))
(global.set $outcome (i32.add (global.get $outcome) (i32.const 1)))
(local.set $ways (i32.add (local.get $ways) (i32.const 1)))
(if (call $another) (then
(br_if $chance (i32.and (i32.lt_u (local.get $ways) (i32.const {MOST_OUTCOMES})) (i32.lt_u (local.get $over) (i32.const {MOST_ENDLESS}))))
(global.set $x_cut (i64.const 1)))))
(local.set $i (i32.add (local.get $i) (i32.const 1)))
(br $move)))
(if {near} (then (call $look_up)))
{self.further("head")}
(br $next)))
(i32.const 1))"""
