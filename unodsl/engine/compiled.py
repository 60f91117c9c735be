"""The compiled executor: runs a table's program as WebAssembly, compiled to machine code by wasmtime: the extra
`unodsl[fast]`.

Whole batches of games run inside. Single moves cross the boundary and are slower than in the Python executor; they
exist for comparing executors step by step.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Sequence
from functools import cached_property
from struct import Struct
from typing import TYPE_CHECKING, Any

from unodsl.engine import chance as rng
from unodsl.engine import compiled_cache, wasm_moves
from unodsl.engine.api import Chance, Ended, Move, Shown, State, Trace
from unodsl.engine.batch import QUICK_BOTS, Batch, Playing, row_width
from unodsl.engine.cards import Pool
from unodsl.engine.chance import MASK
from unodsl.engine.describe import note_text
from unodsl.engine.generated import Recorder, Replayed
from unodsl.engine.layout import GENERATOR, MATCH, TABLE_EVENTS, layout_of
from unodsl.engine.lower import lowered
from unodsl.engine.machine import Instance, NotCompiled, available, engine, kept_module
from unodsl.engine.reference import Reference
from unodsl.engine.values import Values, code, decoded, options_at
from unodsl.engine.wasm_driver import Text, module
from unodsl.engine.wasm_memory import COUNTERS, GAMES, signed
from unodsl.entries import Unusable, digest, library_version
from unodsl.model.table import Table
from unodsl.version import __version__

if TYPE_CHECKING:
    import wasmtime

    from unodsl.engine.machine import Imports

__all__ = ["Compiled", "NotCompiled", "available"]


_MOST_MOVES_IN_A_CALL = 5_000_000
"""The most moves in one call. A call cannot be interrupted, so it should take about a second. Its current match is
played to the end."""


class Machine(Instance):
    """A table's module with the state in its memory. Raises `NotCompiled` if this machine cannot run it."""

    def __init__(self, text: Text, code: bytes | None, host: dict[str, Callable[..., Any]] | None, keep: bool) -> None:
        import wasmtime

        self.text = text
        self.memory = text.memory
        self.notice: str | None = None
        imports: Imports = {}
        if host is not None:
            i32, i64 = wasmtime.ValType.i32(), wasmtime.ValType.i64()
            takes = {
                "fired": ([i32], []),
                "told": ([i32, i64], []),
                "valued": ([i64], []),
                "noted": ([i32, i64], []),
                "showed": ([i32, i64, i64], []),
                "ended": ([i32], []),
                "ran_out": ([i32], []),
                "picked": ([i32, i64], [i64]),
                "chosen": ([i64, i64, i64], [i64]),
            }
            imports = {name: (*types, host[name]) for name, types in takes.items()}
        if code is not None:
            super().__init__(lambda: wasmtime.Module.deserialize(engine(), code), imports)
        else:
            super().__init__(self.kept if keep else self.made, imports)
        words = self.memory.stride // 8
        self.words = words
        self.row = Struct(f"<{self.memory.layout.size * words}Q")
        self.sets = frozenset(self.memory.layout.sets)

    def made(self) -> wasmtime.Module:
        """Compiles the module."""
        import wasmtime

        return wasmtime.Module(engine(), bytes(wasmtime.wat2wasm(self.text.wat)))

    @cached_property
    def name(self) -> str:
        """The cache key of its module, by its text, compiler and machine."""
        return digest(
            self.text.wat, __version__, library_version("wasmtime", "wasmtime"), platform.machine(), platform.system()
        )

    def kept(self) -> wasmtime.Module:
        """The module from the cache, or compiled now and put there."""
        try:
            found = kept_module(self.name)
            if found is not None:
                return found
            module = self.made()
            compiled_cache.write(self.name, bytes(module.serialize()))
            return module
        except Unusable as error:
            self.notice = f"compiled rules are not kept for next time: {error}"
            return self.made()

    def read(self) -> State:
        """Reads the state."""
        row = self.row.unpack_from(self.bytes, self.memory.state)
        words, sets, join, count = self.words, self.sets, self.memory.words.join, self.memory.words.count
        out = [
            join(row[at : at + count]) if slot in sets else signed(row[at])
            for slot, at in enumerate(range(0, len(row), words))
        ]
        out[GENERATOR] &= MASK
        return tuple(out)

    def write(self, state: Sequence[int]) -> None:
        """Writes a state."""
        row = self.packed(state)
        self.bytes[self.memory.state : self.memory.state + len(row)] = row

    def packed(self, state: Sequence[int]) -> bytes:
        """A state as bytes of memory."""
        pad = [0] * (self.words - 1)
        rest = [0] * (self.words - self.memory.words.count)
        row: list[int] = []
        for slot, value in enumerate(state):
            if slot in self.sets:
                row += self.memory.words.split(value)
                row += rest
            else:
                row.append(value & MASK)
                row += pad
        return self.row.pack(*row)

    def rounds(self) -> int:
        """The number of rounds begun so far."""
        return self.numbers(self.memory.slot(self.memory.rounds), 1)[0]


class Compiled:
    """Runs a table's program as machine code. Raises `NotCompiled` for a table that it cannot run, and if the machine
    does not permit it. `code`: the result of `Compiled.code` for the same table, in another process. `keep`: uses the
    cache on disk. `notice`: a line for the user, or None."""

    name = "compiled"

    def __init__(self, table: Table, code: bytes | None = None, keep: bool = True) -> None:
        self.table = table
        self.layout = layout_of(table)
        self.program = lowered(table)
        self._chance: Recorder | None = None
        self._trace: Trace | None = None
        self._traced: Machine | None = None
        self._generator = 0
        self.keep = keep
        self.fast = Machine(module(self.layout, self.program, traced=False), code, None, keep)
        self.notice = self.fast.notice

    def __reduce__(self) -> tuple[type[Compiled], tuple[Table, bytes, bool]]:
        return type(self), (self.table, self.code, self.keep)

    @property
    def code(self) -> bytes:
        """The machine code, for another process."""
        return bytes(self.fast.module.serialize())

    @cached_property
    def reference(self) -> Reference:
        """The reference executor, for what is not worth compiling."""
        return Reference(self.table)

    def machine(self, chance: Chance | None, trace: Trace | None) -> Machine:
        """The variant with external chance or a trace, if needed."""
        self._chance = None if chance is None else Recorder(chance)
        self._trace = trace
        if chance is None and trace is None:
            return self.fast
        if self._traced is None:
            self._traced = Machine(module(self.layout, self.program, traced=True), None, self.host(), self.keep)
        return self._traced

    def host(self) -> dict[str, Callable[..., Any]]:
        """The imports of a traced module."""

        def fired(rule: int) -> None:
            if self._trace is not None:
                self._trace.fired.append(self.program.rules[rule])

        def note_shown(text: int, to: int) -> None:
            if self._trace is not None and self._traced is not None:
                self._trace.shown.append((self._traced.text.texts[text], to))

        values: list[int] = []
        """The values of the next note."""

        def noted(note: int, to: int) -> None:
            if self._trace is not None:
                text = note_text(self.table, self.program.notes[note], values, self._trace.names)
                self._trace.shown.append((text, to))
            values.clear()

        def showed(zone: int, what: int, to: int) -> None:
            if self._trace is not None and self._traced is not None:
                cards = self.layout.seen_kinds(self._traced.read(), zone, what)
                self._trace.seen.append(Shown(zone, what, to, cards))

        def ended(whole: int) -> None:
            if self._trace is not None and self._traced is not None:
                self._trace.ended.append(Ended(bool(whole), self.unpicked(self._traced.read())))

        def ran_out(zone: int) -> None:
            if self._trace is not None:
                self._trace.short.append(self.table.zones[zone].name)

        def picked(at: int, kind: int) -> int:
            if self._chance is not None and self._traced is not None:
                words = self._traced.memory.words
                cards = words.join(self._traced.numbers(at, words.count, "Q"))
                kind = self._chance.pick(Pool(self.layout, cards))
            if self._trace is not None:
                self._trace.drawn.append(kind)
            return kind

        def chosen(site: int, players: int, number: int) -> int:
            values = options_at(self.layout.sites[site], players)
            drawn = code(site, values[number])
            if self._chance is not None:
                drawn = self._chance.pick(Values(site, values))
            if self._trace is not None:
                self._trace.drawn.append(drawn)
            return values.index(decoded(drawn)[1])

        return {
            "fired": fired,
            "told": note_shown,
            "valued": values.append,
            "noted": noted,
            "showed": showed,
            "ended": ended,
            "ran_out": ran_out,
            "picked": picked,
            "chosen": chosen,
        }

    # ------------------------------------------------------------------------------------------------------- the interface

    def blank(self, seed: int) -> State:
        """See `Executor.blank`."""
        return tuple(self.layout.blank(rng.seeded(seed)))

    def start(self, seed: int, chance: Chance | None = None, trace: Trace | None = None) -> State:
        """See `Executor.start`."""
        return self.happen(self.blank(seed), 0, chance, trace)

    def happen(self, state: State, event: int, chance: Chance | None = None, trace: Trace | None = None) -> State:
        """See `Executor.happen`."""
        machine = self.machine(chance, trace)
        number = self.program.table_events[event]
        settled = TABLE_EVENTS[event].kind == "position"
        after = self.run(machine, state, "happen", -1 if number is None else number, int(settled))
        if after is None:
            self.reference.happen(state, event, self.same_again())
            raise AssertionError("an endless cascade came to rest when it was run again")
        return after

    def apply(self, state: State, move: Move, chance: Chance | None = None, trace: Trace | None = None) -> State:
        """See `Executor.apply`."""
        machine = self.machine(chance, trace)
        after = self.run(machine, state, "apply", *move)
        if after is None:
            # the reference runs it again, and names the rules
            self.reference.apply(state, move, self.same_again())
            raise AssertionError("an endless cascade came to rest when it was run again")
        return after

    def run(self, machine: Machine, state: State, name: str, *arguments: int) -> State | None:
        """The state after a cascade; None if it is endless."""
        machine.write(state)
        self._generator = state[GENERATOR]
        rounds = machine.rounds()
        try:
            endless = machine.call(name, *arguments)
        except BaseException:
            # its memory is not used again
            if machine is self._traced:
                self._traced = None
            raise
        if endless:
            return None
        if self._trace is not None:
            self._trace.rounds += machine.rounds() - rounds
        return self.unpicked(machine.read())

    def unpicked(self, state: State) -> State:
        """A state that was read: external chance leaves the generator unchanged."""
        return state if self._chance is None else (self._generator, *state[1:])

    def same_again(self) -> Replayed | None:
        """A replay of the chance of the last cascade; None if the state's own generator was used."""
        return None if self._chance is None else Replayed(list(self._chance.picks))

    def legal(self, state: State, mistakes: bool = True) -> list[Move]:
        """See `Executor.legal`."""
        if not state[MATCH]:
            return []
        self.fast.write(state)
        found = self.fast.numbers(self.fast.memory.moves, self.fast.call("legal", int(mistakes)))
        return [wasm_moves.move(key) for key in found]

    def condition(self, state: State, expression: object, locals_: tuple[int, ...] = ()) -> int:
        """The value of a model expression in a state."""
        return self.reference.condition(state, expression, locals_)

    # --------------------------------------------------------------------------------------------------------------- games

    def batch(self, seeds: range, playing: Playing) -> Batch:
        """Plays one match for each seed: the same games, move for move, as `Generated.batch`."""
        assert seeds.step == 1
        assert playing.bot in QUICK_BOTS, "bots that search ahead choose move by move"
        machine, memory = self.fast, self.fast.memory
        out = Batch.of(self.table)
        counted = ((memory.fired, len(out.fired)), (memory.wins, len(out.wins)), (memory.counters, len(COUNTERS)))
        for at, many in (*counted, (memory.marks, len(out.fired))):
            machine.bytes[at : at + 8 * many] = bytes(8 * many)
        width = 8 * row_width(self.table)
        rounds = machine.rounds()
        start = seeds.start
        while start < seeds.stop:
            games = machine.call(
                "batch",
                signed(start),
                min(GAMES, seeds.stop - start),
                min(playing.most_moves, MASK >> 1),
                int(playing.mistakes),
                int(playing.check),
                int(playing.bot == "shedding"),
                int(playing.each),
                _MOST_MOVES_IN_A_CALL,
            )
            start += games
            if playing.each:
                out.rows.frombytes(machine.bytes[memory.rows : memory.rows + games * width])
            out.lengths += machine.numbers(memory.lengths, games, "i")
        if sys.byteorder == "big":
            out.rows.byteswap()
        out.rounds = machine.rounds() - rounds
        fired, wins, counters = (machine.numbers(at, many) for at, many in counted)
        out.fired, out.wins = list(fired), list(wins)
        for name, value in zip(COUNTERS, counters, strict=True):
            setattr(out, name, value)
        return out
