"""The Python executor: runs a table's program as generated Python code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from types import CodeType
from typing import Any

from unodsl import limits
from unodsl.engine import chance as rng
from unodsl.engine.api import Chance, Ended, Move, Shown, State, Trace
from unodsl.engine.batch import QUICK_BOTS, Batch, End, Playing, Watch
from unodsl.engine.cards import Pool
from unodsl.engine.chance import INCREMENT, MASK, MULTIPLIER
from unodsl.engine.describe import note_text
from unodsl.engine.layout import CLOSED, MATCH, MOVED, ROUND, TABLE_EVENTS, TOP, WINNERS, Layout, layout_of
from unodsl.engine.lower import CONDITION, lowered
from unodsl.engine.program import Program
from unodsl.engine.python_chance import chance_text, halves, nth_bits
from unodsl.engine.python_printer import Printer
from unodsl.engine.reference import Reference
from unodsl.engine.values import Values, code, decoded, options_at
from unodsl.model.table import Table

Picker = Callable[[list[int], int], int]
"""Picks a card of a set in a state; returns its kind."""

Chooser = Callable[[list[int], int, int, int], int]
"""Chooses one of so many values (its last argument), from 0, at a site, for a set of players."""

Handler = Callable[[list[int], int, int], None]
"""The handler of an event: with the state, its player, and its argument."""


_AS_MOVE: Callable[[tuple[int, int, int]], Move] = partial(tuple.__new__, Move)
"""Like `Move._make`, without a check of the length."""


@lru_cache(maxsize=4096)
def _code(text: str, name: str) -> CodeType:
    """Compiles generated text; cached, since most functions are equal in similar tables."""
    return compile(text, name, "exec")


class Overflow(Exception):
    """A cascade exceeds the limit."""


def source(table: Table) -> str:
    """The generated code of a table."""
    return Printer(lowered(table), traced=False).text()


@dataclass(slots=True)
class Recorder:
    """Passes on the choices of a source of chance, and records them."""

    source: Chance
    picks: list[int] = field(default_factory=list)

    def pick(self, pool: Pool | Values) -> int:
        """Returns a choice of the source."""
        kind = self.source.pick(pool)
        self.picks.append(kind)
        return kind


@dataclass(slots=True)
class Replayed:
    """Replays recorded choices."""

    picks: list[int]

    def pick(self, pool: Pool | Values) -> int:
        """Returns the next card or value; the first available one after the end."""
        return self.picks.pop(0) if self.picks else next(iter(pool))


class Module:
    """One printed variant of a program over mutable states. `picker`: picks cards, and `chooser`: chooses values,
    instead of the generator; then runs of rules are not counted, unless `counted`."""

    def __init__(
        self,
        layout: Layout,
        program: Program,
        traced: bool,
        picker: Picker | None = None,
        chooser: Chooser | None = None,
        counted: bool = False,
    ) -> None:
        self.layout = layout
        self.program = program
        self.queue: list[tuple[Handler, int, int]] = []
        self.moves: list[tuple[int, int, int]] = []
        self.fired = [0] * len(program.rules)
        self.rounds = 0
        self.trace: Trace | None = None
        self.chance: Recorder | None = None
        self.traced = traced
        names = self.runtime()
        exec(_code(chance_text(layout.all_cards.bit_length()), "<chance>"), names)
        if picker is not None:
            self.picked_by(picker, names)
            if chooser is not None:
                names["choose"] = chooser
        elif traced:
            self.traced_chance(names)
        self.pick: Callable[[list[int], int], int] = names["pick"]
        for part in Printer(program, traced, counted or picker is None).parts():
            exec(_code(part, "<rules>"), names)
        self.handlers: tuple[Handler, ...] = names["HANDLERS"]
        self.condition: Callable[[list[int] | State], int] | None = names.get(CONDITION)
        self.take_up: tuple[Callable[[list[int], int, int], None], ...] = names["TAKE_UP"]
        self.called: tuple[int, ...] = names["CALLED"]
        self.legal: dict[int, Callable[[list[int]], None]] = names["LEGAL"]
        self.legal_without_mistakes: dict[int, Callable[[list[int]], None]] = names["LEGAL_SOBER"]
        self.to_rest = self.resting()

    def runtime(self) -> dict[str, Any]:
        """The global names of generated code, with only the few builtins that it needs."""
        layout = self.layout
        offsets, fields = layout.offsets, layout.fields
        widths = tuple((1 << c) - 1 for c in layout.copies)
        kind_at = layout.kind_at
        situations = layout.table.situations
        tracing = self

        def add_card(cards: int, kind: int) -> int:
            offset = offsets[kind]
            return cards | (((cards >> offset & widths[kind]) + 1) << offset)

        def take_card(cards: int, kind: int) -> int:
            mine = cards >> offsets[kind] & widths[kind]
            return cards ^ ((mine ^ mine >> 1) << offsets[kind])

        def put(s: list[int], zone: int, seat: int, kind: int) -> None:
            layout.put(s, zone, seat, kind)

        flat = tuple(d == 0 for d in layout.depth)
        starts = layout.zone

        def take(s: list[int], zone: int, seat: int, kind: int) -> bool:
            if flat[zone]:
                at = starts[zone] + seat
                cards = s[at]
                if not cards & fields[kind]:
                    return False
                mine = cards >> offsets[kind] & widths[kind]
                s[at] = cards ^ ((mine ^ mine >> 1) << offsets[kind])
                return True
            return layout.take_card(s, zone, seat, kind)

        def put_under(s: list[int], zone: int, seat: int, cards: int) -> None:
            if not cards:
                return
            if flat[zone]:
                at = starts[zone] + seat
                s[at] = layout.merge(s[at], cards) if s[at] else cards
            else:
                layout.put_under(s, zone, seat, cards)

        def shuffle(s: list[int], zone: int, seat: int) -> None:
            cards = layout.clear(s, zone, seat)
            while cards:
                kind = self.pick(s, cards)
                cards = take_card(cards, kind)
                layout.put(s, zone, seat, kind)

        def gather(s: list[int], zone: int, seat: int) -> None:
            for index, declared in enumerate(layout.table.zones):
                for owner in range(layout.seats if declared.each_player else 1):
                    layout.clear(s, index, owner)
            layout.put_under(s, zone, seat, layout.all_cards)

        below_slots, owner_slots = layout.below, layout.owner
        blank = layout.blank(0)
        closed = tuple(
            tuple((at, blank[at]) for at in (below_slots[i], owner_slots[i], *layout.field[i]))
            for i in range(len(situations))
        )
        all_closed = tuple(x for some in closed for x in some)

        def close_situation(s: list[int], index: int) -> None:
            if s[TOP] != index:
                layout.unlink(s, index)
                return
            s[TOP] = s[below_slots[index]]
            for at, value in closed[index]:
                s[at] = value

        def open_situation(s: list[int], index: int, owner: int) -> None:
            if s[below_slots[index]] != CLOSED:
                close_situation(s, index)
            s[below_slots[index]] = s[TOP]
            s[TOP] = index
            s[owner_slots[index]] = owner

        def empty_stack(s: list[int]) -> None:
            for at, value in all_closed:
                s[at] = value
            s[TOP] = -1

        def new_round(s: list[int]) -> None:
            winners = s[WINNERS]
            layout.clear_round(s, kept=False)
            s[WINNERS] = winners
            s[ROUND] = s[MATCH] = 1
            tracing.rounds += 1
            if tracing.trace is not None:
                tracing.trace.rounds += 1

        def fired(rule: int) -> None:
            self.fired[rule] += 1
            if tracing.trace is not None:
                tracing.trace.fired.append(self.program.rules[rule])

        def note_shown(text: str, to: int) -> None:
            if tracing.trace is not None:
                tracing.trace.shown.append((text, to))

        def noted(note: int, values: tuple[int, ...], to: int) -> None:
            if tracing.trace is not None:
                text = note_text(layout.table, self.program.notes[note], values, tracing.trace.names)
                tracing.trace.shown.append((text, to))

        def showed(s: list[int], zone: int, what: int, to: int) -> None:
            if tracing.trace is not None:
                tracing.trace.seen.append(Shown(zone, what, to, layout.seen_kinds(s, zone, what)))

        def ended(s: list[int], whole: bool) -> None:
            if tracing.trace is not None:
                tracing.trace.ended.append(Ended(whole, tuple(s)))

        def ran_out(zone: int) -> None:
            if tracing.trace is not None:
                tracing.trace.short.append(layout.table.zones[zone].name)

        return {
            "ran_out": ran_out,
            "__builtins__": {"range": range, "min": min, "max": max},
            "FIRST_BITS": layout.first_bits,
            "KIND_AT": kind_at,
            "FIRED": self.fired,
            "queue": self.queue.append,
            "offered": self.moves.append,
            "add_card": add_card,
            "take_card": take_card,
            "NTH": nth_bits(halves(layout.all_cards.bit_length())[1]),
            "OFFSETS": offsets,
            "WIDTHS": widths,
            "ONES": tuple(1 << offset for offset in offsets),
            "put": put,
            "take": take,
            "clear": lambda s, zone, seat, keep: layout.clear(s, zone, seat, keep),
            "put_under": put_under,
            "place_cards": lambda s, zone, seat: layout.held(s, zone, seat) if seat >= 0 else 0,
            "gather": gather,
            "shuffle": shuffle,
            "open_situation": open_situation,
            "close_situation": close_situation,
            "empty_stack": empty_stack,
            "new_round": new_round,
            "LEFT": Neighbors(layout.seats, 1),
            "RIGHT": Neighbors(layout.seats, -1),
            "divided": lambda a, b: a // b if b else 0,
            "fired": fired,
            "told": note_shown,
            "noted": noted,
            "showed": showed,
            "ended": ended,
        }

    def traced_chance(self, names: dict[str, Any]) -> None:
        """Random choices that may come from outside, and are recorded."""
        layout, fast_pick, fast_choose = self.layout, names["pick"], names["choose"]

        def pick(s: list[int], cards: int) -> int:
            if self.chance is None:
                kind: int = fast_pick(s, cards)
            else:
                kind = self.chance.pick(Pool(layout, cards))
            if self.trace is not None:
                self.trace.drawn.append(kind)
            return kind

        def choose(s: list[int], site: int, players: int, many: int) -> int:
            values = options_at(layout.sites[site], players)
            if self.chance is None:
                drawn = code(site, values[fast_choose(s, site, players, many)])
            else:
                drawn = self.chance.pick(Values(site, values))
            if self.trace is not None:
                self.trace.drawn.append(drawn)
            return values.index(decoded(drawn)[1])

        self.picked_by(pick, names)
        names["choose"] = choose

    def picked_by(self, pick: Picker, names: dict[str, Any]) -> None:
        """Replaces the way to pick a card, also for drawing."""
        add_card, take_card = names["add_card"], names["take_card"]

        def draw(s: list[int], origin: int, target: int) -> int:
            kind = pick(s, s[origin])
            s[origin] = take_card(s[origin], kind)
            s[target] = add_card(s[target], kind)
            return kind

        names["pick"], names["draw"] = pick, draw

    def same_again(self) -> Replayed | None:
        """A replay of the chance of the last cascade; None if the state's own generator was used."""
        return None if self.chance is None else Replayed(list(self.chance.picks))

    def resting(self) -> Callable[..., None]:
        """The function that runs the queue until the state is quiescent; it empties the queue in any case. Uses local
        names: it runs after every move."""
        queue, settles, below_slots = self.queue, self.program.settles, self.layout.below
        settle = None if settles is None else self.handlers[settles]
        bound = limits.CASCADE_RULES

        def to_rest(s: list[int], called: int = 0, settled: bool = False) -> None:
            # `called`: the number of events that already ran, without the queue
            try:
                if queue:
                    most = bound - called
                    if called and len(queue) > most:
                        raise Overflow
                    # the list grows during the iteration, which covers the new entries
                    for handler, player, argument in queue:
                        handler(s, player, argument)
                        if len(queue) > most:
                            raise Overflow
                top = s[TOP]
                if settle is not None and s[ROUND] and (top < 0 or s[below_slots[top]] < 0) and not settled:
                    most = bound - called - len(queue) - 1
                    if most < 0:
                        raise Overflow
                    queue.clear()
                    settle(s, -1, -1)
                    for handler, player, argument in queue:
                        if len(queue) > most:
                            raise Overflow
                        handler(s, player, argument)
                if queue:
                    queue.clear()
            except BaseException:
                queue.clear()
                raise
            s[MOVED] = -1

        return to_rest


class Neighbors(dict[int, tuple[int, ...]]):
    """The neighbor of each seat for each set of seats in play, computed on demand; -1 for nobody."""

    def __init__(self, seats: int, step: int) -> None:
        super().__init__()
        self.seats = seats
        self.step = step

    def __missing__(self, in_play: int) -> tuple[int, ...]:
        seats, step = self.seats, self.step
        out = []
        for seat in range(seats):
            ways = ((seat + step * (i + 1)) % seats for i in range(seats))
            out.append(next((at for at in ways if in_play >> at & 1), seat))
        self[in_play] = (*out, -1)
        return self[in_play]


class Generated:
    """Runs a table's generated program."""

    name = "python"

    def __init__(self, table: Table) -> None:
        self.table = table
        self.layout = layout_of(table)
        self.program = lowered(table)
        self._fast: Module | None = None
        self._traced: Module | None = None

    def __reduce__(self) -> tuple[type[Generated], tuple[Table]]:
        # printed functions are printed again
        return type(self), (self.table,)

    @property
    def fast(self) -> Module:
        """The variant without records; printed on demand, like the other one."""
        if self._fast is None:
            self._fast = Module(self.layout, self.program, traced=False)
        return self._fast

    @property
    def traced(self) -> Module:
        """The variant that records what happens."""
        if self._traced is None:
            self._traced = Module(self.layout, self.program, traced=True)
        return self._traced

    @cached_property
    def reference(self) -> Reference:
        """The reference executor, for what is not worth generating."""
        return Reference(self.table)

    def module(self, chance: Chance | None, trace: Trace | None) -> Module:
        if trace is None and chance is None:
            return self._fast or self.fast
        found = self._traced or self.traced
        known = found.chance
        if known is not None and known.source is chance:
            known.picks.clear()
        else:
            found.chance = None if chance is None else Recorder(chance)
        found.trace = trace
        return found

    # ------------------------------------------------------------------------------------------------------- the interface

    def blank(self, seed: int) -> State:
        """See `Executor.blank`."""
        return tuple(self.layout.blank(rng.seeded(seed)))

    def start(self, seed: int, chance: Chance | None = None, trace: Trace | None = None) -> State:
        """See `Executor.start`."""
        return self.happen(self.blank(seed), 0, chance, trace)

    def happen(self, state: State, event: int, chance: Chance | None = None, trace: Trace | None = None) -> State:
        """See `Executor.happen`."""
        module = self.module(chance, trace)
        s = list(state)
        number = self.program.table_events[event]
        if number is not None:
            module.queue.append((module.handlers[number], -1, -1))
        try:
            module.to_rest(s, settled=TABLE_EVENTS[event].kind == "position")
        except Overflow:
            self.reference.happen(state, event, module.same_again())
            raise AssertionError("an endless cascade came to rest when it was run again") from None
        return tuple(s)

    def apply(self, state: State, move: Move, chance: Chance | None = None, trace: Trace | None = None) -> State:
        """See `Executor.apply`."""
        module = self.module(chance, trace)
        s = list(state)
        try:
            module.take_up[move.offer](s, move.seat, move.argument)
            module.to_rest(s, module.called[move.offer])
        except Overflow:
            # the reference runs it again, and names the rules
            self.reference.apply(state, move, module.same_again())
            raise AssertionError("an endless cascade came to rest when it was run again") from None
        except BaseException:
            module.queue.clear()
            raise
        return tuple(s)

    def legal(self, state: State, mistakes: bool = True) -> list[Move]:
        """See `Executor.legal`."""
        if not state[MATCH]:
            return []
        module = self._fast or self._traced or self.fast  # they list moves alike
        module.moves.clear()
        (module.legal if mistakes else module.legal_without_mistakes)[state[TOP]](state)  # type: ignore[arg-type]
        return list(map(_AS_MOVE, sorted(module.moves)))

    def condition(self, state: State, expression: object, locals_: tuple[int, ...] = ()) -> int:
        """The value of a model expression in a state."""
        return self.reference.condition(state, expression, locals_)

    # --------------------------------------------------------------------------------------------------------------- games

    def play(self, seed: int, playing: Playing, batch: Batch) -> list[int]:
        """Plays one match by bots, adds it to a batch, and returns its last state. The bots have their own random
        generator, so that a seed deals the same cards to all bots. With `check`, cards are counted after every move,
        and verified one by one after every 64th."""
        assert playing.bot in QUICK_BOTS, "bots that search ahead choose move by move"
        most_moves, mistakes, check = playing.most_moves, playing.mistakes, playing.check
        module = self.module(None, None)
        layout = self.layout
        s = layout.blank(rng.seeded(seed))
        legal = module.legal if mistakes else module.legal_without_mistakes
        unsorted = {at for at, *names in self.program.legal if names[not mistakes] in self.program.unsorted}
        tangled = bool(unsorted)
        take_up, moves, to_rest, fired = module.take_up, module.moves, module.to_rest, module.fired
        called = module.called
        fired[:] = [0] * len(fired)
        module.rounds = 0
        start = self.program.table_events[0]
        if start is not None:
            module.queue.append((module.handlers[start], -1, -1))
        thought = rng.seeded(seed * 2 + 1 ^ 0x5EED)
        lays = self.program.lays
        sheds = playing.bot == "shedding"
        count = 0
        size = self.table.deck.size
        how: End = "over"
        watch = Watch(layout) if playing.each else None
        rounds = 0
        try:
            to_rest(s)
            if watch is not None:
                watch.observe(s, 0, True)
                rounds = module.rounds
            while s[MATCH]:
                if count >= most_moves:
                    how = "most moves"
                    break
                moves.clear()
                top = s[TOP]
                legal[top](s)
                n = len(moves)
                if sheds and n > 1:
                    better = [m for m in moves if lays[m[0]]]
                    if better:
                        moves[:] = better
                        n = len(better)
                if n == 1:
                    offer, seat, argument = moves[0]
                elif n:
                    if tangled and top in unsorted:
                        moves.sort()
                    thought = (thought * MULTIPLIER + INCREMENT) & MASK
                    offer, seat, argument = moves[(thought >> 32) * n >> 32]
                else:
                    how = "stuck"
                    break
                take_up[offer](s, seat, argument)
                to_rest(s, called[offer])
                count += 1
                if watch is not None:
                    watch.observe(s, lays[offer], module.rounds != rounds)
                    rounds = module.rounds
                if check and (layout.number_of_cards(s) != size or (count % 64 == 0 and not layout.conserved(s))):
                    how = "unconserved"
                    break
        except Overflow:
            how = "endless"
        batch.finish(count, s, layout.seats, how)
        if watch is not None:
            batch.note(count, module.rounds, how, fired, watch, s)
        batch.rounds += module.rounds
        for rule, times in enumerate(fired):
            batch.fired[rule] += times
        return s

    def batch(self, seeds: range, playing: Playing) -> Batch:
        """Plays one match for each seed."""
        out = Batch.of(self.table)
        for seed in seeds:
            self.play(seed, playing, out)
        return out
