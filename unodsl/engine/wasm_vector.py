"""Vectorized matches, as WebAssembly text: each match has its state in a row of memory, which is copied to the
program's working state and back. Agent selection and rewards are those of `unodsl.api.asking`, observations those of
`unodsl.engine.observed`.

    reset()            begins every match
    again(i)           begins one match anew, from the next seed
    step() -> 0        takes the action of each match (negative: none); TOO_SHORT or ENDLESS if no match can begin

One more match can be stepped by itself, in the working state:

    deal(seed) -> n    begins it, and lists its n moves; RAN_ON if its first cascade is endless
    make(number) -> n  makes a listed move; ILLEGAL for others, RAN_ON for an endless cascade: the state is then unchanged
    list() -> n        lists the moves of the working state
    see(seat)          writes the observation of a seat

The plan has tables with the meaning of action numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

from unodsl.engine import observed as o
from unodsl.engine import wasm_moves
from unodsl.engine.batch import ENDS
from unodsl.engine.chance import INCREMENT
from unodsl.engine.layout import MATCH, TOP, WINNERS, Layout
from unodsl.engine.wasm_memory import Memory
from unodsl.engine.wasm_observe import RowPrinter
from unodsl.engine.wasm_surroundings import Surroundings, turned

ARRAYS = (
    "states",
    "luck",
    "made",
    "seeds",
    "rings",
    "seats",
    "actions",
    "rows",
    "masks",
    "rewards",
    "ended",
    "how",
    "won",
    "last",
)
"""The arrays in memory, each with an entry for each match (`sizes`): the state; the random generator of the order of
selection; moves made; the initial seed; the remaining seats of the selection; the selected seat; the action taken; the
observation of that seat; its legal actions; the rewards; whether the match ended; how; who won; the final observation
of the seat `Plan.last`."""

NOTHING, FIXED, PLAIN, SEAT, SEATS = range(5)
"""The arguments of actions: none; one determined by the rules; a number; a seat, counted from the actor; a set of
them."""

BEGUN, TOO_SHORT, ENDLESS = range(3)
"""The results of a step: success; a thousand matches ended before anybody could move; the first cascade of one is
endless."""

ILLEGAL, RAN_ON = -1, -2

_TRIES = 1000


@dataclass(frozen=True, slots=True)
class Numbering:
    """Actions as numbers. For each offer: its `first` action (-1: none), the `low`est argument, and its `kind`. For
    each action: its `owners`. `leave`: the action that leaves it to others. For each offer and seat, where offers name
    players: the corresponding offer relative to the seat (`turned`), and its inverse (`back`)."""

    first: tuple[int, ...]
    low: tuple[int, ...]
    kind: tuple[int, ...]
    owners: tuple[int, ...]
    leave: int
    turned: tuple[int, ...] = ()
    back: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """The parameters of matches: `turn`: players are selected by seats instead of in a random order; `points`: the
    rewarded variable, None for the match itself; `sign`: -1 if points are bad. Rows have numbers of `width` bytes,
    clamped. `last`: the seat whose final observation is kept; None for nobody."""

    numbering: Numbering
    columns: tuple[o.Column, ...]
    width: int
    most_moves: int
    mistakes: bool
    turn: bool
    points: int | None
    sign: int
    last: int | None = None

    @property
    def globals(self) -> tuple[str, ...]:
        """The globals shared with callers."""
        return GLOBALS

    def text(self, around: Surroundings) -> list[str]:
        """The functions."""
        return SideBySide(around, self).text()

    def tables(self, layout: Layout) -> dict[str, tuple[int, ...]]:
        """The lookup tables."""
        n = self.numbering
        return {
            "FIRST": n.first or (0,),
            "LOW": n.low or (0,),
            "SAYS": n.kind or (0,),
            "OF ACTION": n.owners or (0,),
            "TURNED": n.turned or (0,),
            "BACK": n.back or (0,),
            "OWNER": layout.owner or (0,),
            "ON PLAYERS": tuple(int(s.on_players) for s in layout.table.situations) or (0,),
        }


def sizes(memory: Memory, plan: Plan) -> dict[str, int]:
    """The bytes of each array for one match."""
    seats = memory.layout.seats
    return {
        "states": memory.layout.size * memory.stride,
        "luck": 8,
        "made": 8,
        "seeds": 8,
        "rings": seats + 2,
        "seats": 8,
        "actions": 8,
        "rows": len(plan.columns) * plan.width,
        "masks": plan.numbering.leave + 1,
        "rewards": 8 * seats,
        "ended": 1,
        "how": 1,
        "won": seats,
        "last": 0 if plan.last is None else len(plan.columns) * plan.width,
    }


GLOBALS = (
    *(f'(global ${name} (export "{name}") (mut i32) (i32.const 0))' for name in (*ARRAYS, "many", "numbers")),
    '(global $seed (export "seed") (mut i64) (i64.const 0))',
)
"""The addresses of the arrays, the number of matches, the address of the listed moves' `numbers`, and the next seed:
set by the host."""


class SideBySide:
    """Prints the functions."""

    def __init__(self, driver: Surroundings, plan: Plan) -> None:
        self.driver = driver
        self.plan = plan
        self.layout = driver.layout
        self.memory = driver.memory
        self.seats = self.layout.seats
        self.sizes = sizes(self.memory, plan)

    def text(self) -> list[str]:
        """All functions."""
        return [
            *RowPrinter(self.driver, self.plan.columns, self.plan.width).text(),
            self.number(),
            *self.copies(),
            self.following(),
            self.ask(),
            self.begin(),
            self.rewards(),
            self.answer(),
            self.reset(),
            self.again(),
            self.step(),
            *self.alone(),
        ]

    def at(self, array: str, match: str = "(local.get $i)") -> str:
        """The address of a match's part of an array."""
        return f"(i32.add (global.get ${array}) (i32.mul {match} (i32.const {self.sizes[array]})))"

    def entry(self, table: str, index: str) -> str:
        """A number of a table, as 64 bits, by a 32-bit index."""
        at, load = self.memory.tables[table]
        return f"({load} offset={at} (i32.shl {index} (i32.const {self.memory.step(table)})))"

    # ------------------------------------------------------------------------------------------------------------- actions

    def number(self) -> str:
        """The action of a listed move."""
        offer, seat, argument = wasm_moves.parts("(local.get $key)")
        every = (1 << self.seats) - 1
        back = f"(i64.sub (i64.const {self.seats}) (local.get $seat))"
        return f"""(func $number (param $key i64) (result i32)
(local $offer i32) (local $seat i64) (local $value i64) (local $says i64)
(local.set $offer {offer}) (local.set $seat {seat}) (local.set $value {argument})
{self.seen_from("TURNED")}
(local.set $says {self.entry("SAYS", "(local.get $offer)")})
(if (i64.lt_s (local.get $says) (i64.const {PLAIN})) (then
(return (i32.wrap_i64 {self.entry("FIRST", "(local.get $offer)")}))))
(if (i64.eq (local.get $says) (i64.const {SEAT})) (then
(local.set $value (i64.rem_u (i64.add (i64.sub (local.get $value) (local.get $seat)) (i64.const {self.seats})) (i64.const {self.seats})))))
(if (i64.eq (local.get $says) (i64.const {SEATS})) (then
(local.set $value (i64.and (i64.or (i64.shr_u (local.get $value) (local.get $seat)) (i64.shl (local.get $value) {back})) (i64.const {every})))))
(i32.wrap_i64 (i64.sub (i64.add {self.entry("FIRST", "(local.get $offer)")} (local.get $value)) {self.entry("LOW", "(local.get $offer)")})))"""

    def seen_from(self, table: str) -> str:
        """Replaces the offer by the corresponding one relative to another seat; nothing if no offer names players."""
        if not self.plan.numbering.turned:
            return ""
        at = f"(i32.add (i32.mul (local.get $offer) (i32.const {self.seats})) (i32.wrap_i64 (local.get $seat)))"
        return f"(local.set $offer (i32.wrap_i64 {self.entry(table, at)}))"

    def copies(self) -> list[str]:
        """Copies a state to the working state, and back."""
        here, size = f"(i32.const {self.memory.slot(0)})", f"(i32.const {self.sizes['states']})"
        return [
            f"(func $enter (param $i i32) (memory.copy {here} {self.at('states')} {size}))",
            f"(func $keep (param $i i32) (memory.copy {self.at('states')} {here} {size}))",
        ]

    # -------------------------------------------------------------------------------------------------------------- asking

    def following(self) -> str:
        """Selects the next seat; all moves are listed. Like `Asking._next`."""
        _, seat, _ = wasm_moves.parts("(i64.load (local.get $at))")
        leave = "(i32.lt_u (local.get $next) (i32.load8_u offset=1 (local.get $ring)))"
        return f"""(func $following (param $i i32) (local $ring i32) (local $next i32) (local $seat i32) (local $mask i32) (local $at i32)
(local.set $ring {self.at("rings")})
(local.set $next (i32.load8_u (local.get $ring)))
(local.set $seat (i32.load8_u offset=2 (i32.add (local.get $ring) (local.get $next))))
(local.set $next (i32.add (local.get $next) (i32.const 1)))
(i32.store8 (local.get $ring) (local.get $next))
(i64.store {self.at("seats")} (i64.extend_i32_u (local.get $seat)))
(local.set $mask {self.at("masks")})
(memory.fill (local.get $mask) (i32.const 0) (i32.const {self.sizes["masks"]}))
(local.set $at (i32.const {self.memory.moves}))
(loop $on
(if (i64.eq {seat} (i64.extend_i32_u (local.get $seat))) (then
(i32.store8 (i32.add (local.get $mask) (call $number (i64.load (local.get $at)))) (i32.const 1))))
(local.set $at (i32.add (local.get $at) (i32.const 8)))
(br_if $on (i32.lt_u (local.get $at) (global.get $moves_end))))
(i32.store8 offset={self.plan.numbering.leave} (local.get $mask) {leave})
(call $observe (local.get $seat) {self.at("rows")}))"""

    def ask(self) -> str:
        """Starts a new selection; returns how the match has ended, or -1. Like `Asking.ask`."""
        _, seat, _ = wasm_moves.parts("(i64.load (local.get $at))")
        load, seats = self.driver.load, self.seats
        owner = f"(i64.load (i32.add (i32.const {self.memory.slot(0)}) (i32.shl (i32.wrap_i64 {self.entry('OWNER', '(local.get $top)')}) (i32.const {self.memory.shift}))))"
        shuffle = ""
        if not self.plan.turn:
            luck = self.at("luck")
            shuffle = f"""(local.set $n (i32.load8_u offset=1 (local.get $ring)))
(block $mixed (loop $mix
(local.set $n (i32.sub (local.get $n) (i32.const 1)))
(br_if $mixed (i32.lt_s (local.get $n) (i32.const 1)))
(local.set $state (i64.load {luck}))
(i64.store {luck} {turned("(local.get $state)")})
(local.set $bits (i64.extend_i32_u (i32.rotr
(i32.wrap_i64 (i64.shr_u (i64.xor (i64.shr_u (local.get $state) (i64.const 18)) (local.get $state)) (i64.const 27)))
(i32.wrap_i64 (i64.shr_u (local.get $state) (i64.const 59))))))
(local.set $j (i32.add (local.get $ring) (i32.wrap_i64 (i64.shr_u (i64.mul (local.get $bits) (i64.extend_i32_u (i32.add (local.get $n) (i32.const 1)))) (i64.const 32)))))
(local.set $at (i32.add (local.get $ring) (local.get $n)))
(local.set $s (i32.load8_u offset=2 (local.get $at)))
(i32.store8 offset=2 (local.get $at) (i32.load8_u offset=2 (local.get $j)))
(i32.store8 offset=2 (local.get $j) (local.get $s))
(br $mix)))"""
        expected_last = f"""(local.set $j (i32.const 0)) (local.set $n (i32.const 0)) (local.set $late (i64.const 0))
(local.set $many (i32.load8_u offset=1 (local.get $ring)))
(loop $part
(local.set $s (i32.load8_u offset=2 (i32.add (local.get $ring) (local.get $n))))
(if (i64.eqz (i64.and (i64.shr_u (local.get $expected) (i64.extend_i32_u (local.get $s))) (i64.const 1)))
(then (i32.store8 offset=2 (i32.add (local.get $ring) (local.get $j)) (local.get $s)) (local.set $j (i32.add (local.get $j) (i32.const 1))))
(else (i32.store8 (i32.add (i32.const {self.memory.slot(self.memory.scratch)}) (i32.wrap_i64 (local.get $late))) (local.get $s)) (local.set $late (i64.add (local.get $late) (i64.const 1)))))
(br_if $part (i32.lt_u (local.tee $n (i32.add (local.get $n) (i32.const 1))) (local.get $many))))
(memory.copy (i32.add (i32.add (local.get $ring) (i32.const 2)) (local.get $j)) (i32.const {self.memory.slot(self.memory.scratch)}) (i32.wrap_i64 (local.get $late)))"""
        return f"""(func $ask (param $i i32) (result i32) (local $at i32) (local $by i64) (local $top i32) (local $expected i64)
(local $ring i32) (local $first i32) (local $n i32) (local $s i32) (local $j i32) (local $many i32) (local $state i64) (local $bits i64)
(local $late i64)
(if (i64.eqz {load(MATCH)}) (then (return (i32.const {ENDS.index("over")}))))
(if (i64.ge_s (i64.load {self.at("made")}) (i64.const {self.plan.most_moves})) (then (return (i32.const {ENDS.index("most moves")}))))
(if (i32.eqz (call $legal (i32.const {int(self.plan.mistakes)}))) (then (return (i32.const {ENDS.index("stuck")}))))
(local.set $at (i32.const {self.memory.moves}))
(loop $on
(local.set $by (i64.or (local.get $by) (i64.shl (i64.const 1) {seat})))
(local.set $at (i32.add (local.get $at) (i32.const 8)))
(br_if $on (i32.lt_u (local.get $at) (global.get $moves_end))))
(local.set $ring {self.at("rings")})
(i32.store8 (local.get $ring) (i32.const 0))
(if (i64.eq (i64.popcnt (local.get $by)) (i64.const 1)) (then
(i32.store8 offset=1 (local.get $ring) (i32.const 1))
(i64.store8 offset=2 (local.get $ring) (i64.ctz (local.get $by)))) (else
(local.set $top (i32.wrap_i64 {load(TOP)}))
(if (i32.ge_s (local.get $top) (i32.const 0)) (then
(local.set $expected {owner})
(if (i64.eqz {self.entry("ON PLAYERS", "(local.get $top)")}) (then
(local.set $expected (if (result i64) (i64.lt_s (local.get $expected) (i64.const 0)) (then (i64.const 0))
(else (i64.shl (i64.const 1) (local.get $expected)))))))))
(if (i64.ne (local.get $expected) (i64.const 0)) (then (local.set $first (i32.wrap_i64 (i64.ctz (local.get $expected))))))
(loop $round
(local.set $s (i32.rem_u (i32.add (local.get $first) (local.get $n)) (i32.const {seats})))
(if (i64.ne (i64.and (i64.shr_u (local.get $by) (i64.extend_i32_u (local.get $s))) (i64.const 1)) (i64.const 0)) (then
(i32.store8 offset=2 (i32.add (local.get $ring) (local.get $many)) (local.get $s))
(local.set $many (i32.add (local.get $many) (i32.const 1)))))
(br_if $round (i32.lt_u (local.tee $n (i32.add (local.get $n) (i32.const 1))) (i32.const {seats}))))
(i32.store8 offset=1 (local.get $ring) (local.get $many))
{shuffle}
{expected_last}))
(call $following (local.get $i))
(i32.const -1))"""

    # ------------------------------------------------------------------------------------------------------------- matches

    def begin(self) -> str:
        """Begins a match from the next seed at which somebody can move, in the working state. Like `Matches`."""
        start = self.driver.program.table_events[0]
        begins = "" if start is None else f"(call $emit (i32.const {start}) (i64.const -1) (i64.const -1))"
        seed = "(global.get $seed)"
        own = f"(i64.xor (i64.const {0xA5C}) (i64.add (i64.mul {seed} (i64.const 2)) (i64.const 1)))"
        return f"""(func $begin (param $i i32) (result i32) (local $tries i32)
(loop $on
(i64.store {self.at("seeds")} {seed})
(i64.store (i32.const {self.memory.slot(0)}) {turned(f"(i64.add {seed} (i64.const {INCREMENT}))")})
(i64.store {self.at("luck")} {turned(f"(i64.add {own} (i64.const {INCREMENT}))")})
(global.set $seed (i64.add {seed} (i64.const 1)))
(i64.store {self.at("made")} (i64.const 0))
(call $blank)
{begins}
(if (call $to_rest (i32.const 0)) (then (return (i32.const {ENDLESS}))))
(if (i32.lt_s (call $ask (local.get $i)) (i32.const 0)) (then (return (i32.const {BEGUN}))))
(br_if $on (i32.lt_u (local.tee $tries (i32.add (local.get $tries) (i32.const 1))) (i32.const {_TRIES}))))
(i32.const {TOO_SHORT}))"""

    def rewards(self) -> str:
        """The rewards for a move; the points before it are in the array of rewards. Like
        `unodsl.api.asking.rewards`."""
        seats, to = self.seats, "(local.get $to)"
        load = self.driver.load
        head = f"(func $reward (param $i i32) (param $how i32) (local $to i32) (local $won f64) (local $lost f64) (local $mean f64) (local $n i64)\n(local.set $to {self.at('rewards')})"
        if self.plan.points is None:
            each = "\n".join(
                f"""(f64.store offset={8 * s} {to} (select (local.get $won) (local.get $lost)
(i64.ne (i64.and (i64.shr_u {load(WINNERS)} (i64.const {s})) (i64.const 1)) (i64.const 0))))"""
                for s in range(seats)
            )
            every = (1 << seats) - 1
            left = f"(f64.convert_i64_s (i64.sub (i64.const {seats}) (local.get $n)))"
            return f"""{head}
(if (i32.ne (local.get $how) (i32.const {ENDS.index("over")})) (then (return)))
(local.set $n (i64.popcnt (i64.and {load(WINNERS)} (i64.const {every}))))
(if (i32.or (i64.eqz (local.get $n)) (i64.eq (local.get $n) (i64.const {seats}))) (then (return)))
(local.set $won (f64.div (f64.const 1) (f64.convert_i64_s (local.get $n))))
(local.set $lost (f64.div (f64.const -1) {left}))
{each})"""
        at = self.layout.variable[self.plan.points]
        rises = [f"(i64.sub {load(at + s)} (i64.load offset={8 * s} {to}))" for s in range(seats)]
        total = rises[0]
        for rise in rises[1:]:
            total = f"(i64.add {total} {rise})"
        # (each rise takes the place of what was read before it)
        each = "\n".join(
            f"""(f64.store offset={8 * s} {to} (f64.mul (f64.const {self.plan.sign})
(f64.sub (f64.convert_i64_s {rise}) (local.get $mean))))"""
            for s, rise in enumerate(rises)
        )
        return f"""{head}
(local.set $mean (f64.div (f64.convert_i64_s {total}) (f64.const {seats})))
{each})"""

    def answer(self) -> str:
        """The seat asked takes its action. As `Asking.answer`, with `Matches.step`; BEGUN, or why no match can begin."""
        seats, every, load = self.seats, (1 << self.seats) - 1, self.driver.load
        points = ""
        nothing = f"(memory.fill {self.at('rewards')} (i32.const 0) (i32.const {8 * seats}))"
        if self.plan.points is not None:
            at = self.layout.variable[self.plan.points]
            points = "\n".join(f"(i64.store offset={8 * s} {self.at('rewards')} {load(at + s)})" for s in range(seats))
        offer, _, argument = wasm_moves.parts("(i64.load (local.get $at))")
        of_seat = wasm_moves.parts("(i64.load (local.get $at))")[1]
        winners = "\n".join(
            f"(i64.store8 offset={s} {self.at('won')} (i64.and (i64.shr_u {load(WINNERS)} (i64.const {s})) (i64.const 1)))"
            for s in range(seats)
        )
        back = f"(i64.sub (i64.const {seats}) (local.get $seat))"
        last = "" if self.plan.last is None else f"(call $observe (i32.const {self.plan.last}) {self.at('last')})"
        # what did not come to rest ends as it stood before
        before = last and "(call $enter (local.get $i))"
        return f"""(func $answer (param $i i32) (result i32) (local $action i32) (local $offer i32) (local $seat i64) (local $value i64)
(local $says i64) (local $first i64) (local $how i32) (local $at i32)
(local.set $action (i32.wrap_i64 (i64.load {self.at("actions")})))
(call $enter (local.get $i))
(if (i32.eq (local.get $action) (i32.const {self.plan.numbering.leave})) (then
(drop (call $legal (i32.const {int(self.plan.mistakes)})))
(call $following (local.get $i))
(return (i32.const {BEGUN}))))
(local.set $offer (i32.wrap_i64 {self.entry("OF ACTION", "(local.get $action)")}))
(local.set $says {self.entry("SAYS", "(local.get $offer)")})
(local.set $seat (i64.load {self.at("seats")}))
(local.set $first {self.entry("FIRST", "(local.get $offer)")}) {self.seen_from("BACK")}
(local.set $value (i64.const -1))
(if (i64.eq (local.get $says) (i64.const {FIXED})) (then
(drop (call $legal (i32.const {int(self.plan.mistakes)})))
(local.set $at (i32.const {self.memory.moves}))
(block $found (loop $on
(br_if $found (i32.and (i32.eq {offer} (local.get $offer)) (i64.eq {of_seat} (local.get $seat))))
(local.set $at (i32.add (local.get $at) (i32.const 8)))
(br $on)))
(local.set $value {argument})))
(if (i64.ge_s (local.get $says) (i64.const {PLAIN})) (then
(local.set $value (i64.add {self.entry("LOW", "(local.get $offer)")}
(i64.sub (i64.extend_i32_s (local.get $action)) (local.get $first))))))
(if (i64.eq (local.get $says) (i64.const {SEAT})) (then
(local.set $value (i64.rem_u (i64.add (local.get $value) (local.get $seat)) (i64.const {seats})))))
(if (i64.eq (local.get $says) (i64.const {SEATS})) (then
(local.set $value (i64.and (i64.or (i64.shl (local.get $value) (local.get $seat)) (i64.shr_u (local.get $value) {back})) (i64.const {every})))))
{points}
(call $take_up (local.get $offer) (local.get $seat) (local.get $value))
(if (call $to_rest (i32.const 0)) (then
{nothing}{before}
(local.set $how (i32.const {ENDS.index("endless")}))) (else
(i64.store {self.at("made")} (i64.add (i64.load {self.at("made")}) (i64.const 1)))
(local.set $how (call $ask (local.get $i)))
(call $reward (local.get $i) (local.get $how))))
(if (i32.ge_s (local.get $how) (i32.const 0)) (then
(i32.store8 {self.at("ended")} (i32.const 1))
(i32.store8 {self.at("how")} (local.get $how)) {last}
(if (i32.eq (local.get $how) (i32.const {ENDS.index("over")})) (then {winners}))
(local.set $how (call $begin (local.get $i)))) (else (local.set $how (i32.const {BEGUN}))))
(call $keep (local.get $i))
(local.get $how))"""

    def every(self, body: str) -> str:
        """Something for each match; ends with what is not BEGUN."""
        return f"""(local $i i32) (local $came i32)
(block $end (loop $on
(br_if $end (i32.ge_u (local.get $i) (global.get $many)))
{body}
(if (local.get $came) (then (return (local.get $came))))
(local.set $i (i32.add (local.get $i) (i32.const 1)))
(br $on)))
(i32.const {BEGUN}))"""

    def reset(self) -> str:
        """Begin every match."""
        body = "(local.set $came (call $begin (local.get $i))) (call $keep (local.get $i))"
        return f'(func (export "reset") (result i32) {self.every(body)}'

    def again(self) -> str:
        """Begin one match anew."""
        return """(func (export "again") (param $i i32) (result i32) (local $came i32)
(local.set $came (call $begin (local.get $i))) (call $keep (local.get $i))
(local.get $came))"""

    def step(self) -> str:
        """Take an action in every match where one is given; nothing has ended and nobody gets anything before."""
        cleared = [
            f"(memory.fill (global.get ${name}) (i32.const {value}) (i32.mul (global.get $many) (i32.const {self.sizes[name]})))"
            for name, value in (("rewards", 0), ("ended", 0), ("how", -1), ("won", 0))
        ]
        waits = f"(i64.lt_s (i64.load {self.at('actions')}) (i64.const 0))"
        body = f"(if (i32.eqz {waits}) (then (local.set $came (call $answer (local.get $i)))))"
        text = self.every(body)
        head, _, rest = text.partition("\n")
        return f'(func (export "step") (result i32) {head}\n{chr(10).join(cleared)}\n{rest}'

    def alone(self) -> list[str]:
        """One match by itself. The number of a move is that of its action, and behind those of all seats before it."""
        actions = self.plan.numbering.leave + 1
        offer, seat, argument = wasm_moves.parts("(local.get $key)")
        number = f"(i32.add (call $number (local.get $key)) (i32.mul (i32.wrap_i64 {seat}) (i32.const {actions})))"
        start = self.driver.program.table_events[0]
        begins = "" if start is None else f"(call $emit (i32.const {start}) (i64.const -1) (i64.const -1))"
        seeded = turned(f"(i64.add (local.get $seed) (i64.const {INCREMENT}))")
        first, zero = f"(i32.const {self.memory.moves})", "(i32.const 0)"
        return [
            f"""(func $listed (export "list") (result i32) (local $at i32) (local $to i32) (local $key i64)
(if (i64.eqz {self.driver.load(MATCH)}) (then (return {zero})))
(if (i32.eqz (call $legal (i32.const {int(self.plan.mistakes)}))) (then (return {zero})))
(local.set $at {first}) (local.set $to (global.get $numbers))
(loop $on
(local.set $key (i64.load (local.get $at)))
(i32.store (local.get $to) {number})
(local.set $to (i32.add (local.get $to) (i32.const 4)))
(local.set $at (i32.add (local.get $at) (i32.const 8)))
(br_if $on (i32.lt_u (local.get $at) (global.get $moves_end))))
(i32.shr_u (i32.sub (global.get $moves_end) {first}) (i32.const 3)))""",
            f"""(func (export "deal") (param $seed i64) (result i32)
(i64.store (i32.const {self.memory.slot(0)}) {seeded})
(call $blank)
{begins}
(if (call $to_rest {zero}) (then (return (i32.const {RAN_ON}))))
(call $listed))""",
            f"""(func (export "make") (param $number i32) (param $many i32) (result i32) (local $i i32) (local $key i64)
(block $none (loop $on
(br_if $none (i32.ge_u (local.get $i) (local.get $many)))
(if (i32.eq (local.get $number) (i32.load (i32.add (global.get $numbers) (i32.shl (local.get $i) (i32.const 2))))) (then
(local.set $key (i64.load offset={self.memory.moves} (i32.shl (local.get $i) (i32.const 3))))
(call $keep {zero})
(call $take_up {offer} {seat} {argument})
(if (call $to_rest {zero}) (then (call $enter {zero}) (drop (call $listed)) (return (i32.const {RAN_ON}))))
(return (call $listed))))
(local.set $i (i32.add (local.get $i) (i32.const 1)))
(br $on)))
(i32.const {ILLEGAL}))""",
            f"""(func (export "see") (param $seat i32) (call $observe (local.get $seat) {self.at("rows", zero)}))""",
        ]
