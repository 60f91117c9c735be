"""Searching all states of a round, breadth first: every move of every player, and every card that chance could choose.

A round that begins again is an end: what follows it is another round. The position that the search starts from is a deal.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from unodsl.engine.api import Chance, EndlessCascade, Move, State, Trace
from unodsl.engine.compiled import Compiled, Machine
from unodsl.engine.generated import Generated
from unodsl.engine.layout import GENERATOR, MATCH
from unodsl.engine.packing import Packing
from unodsl.engine.wasm_driver import module
from unodsl.engine.wasm_explore import (
    ASIDE,
    FOUND,
    LINK_BYTES,
    MOST_OUTCOMES,
    MOST_PICKS,
    SEEN_BYTES,
    Plan,
    aside_bytes,
)

SLICE = 20_000
"""States that are looked at between two reports."""


RING_BYTES = 1 << 30
"""Most memory for states that were met and not yet looked at; a search that needs more ends there."""


@dataclass(slots=True)
class Explored:
    """What a search came to. `states` were met, of which the last `frontier` were not looked at; `transitions` counts moves, each
    as often as chance can let it turn out; of those `rounds` began another round and `endless` set off a cascade without end.
    `ends`: states in which the match is over; `stuck`: states in which it is not, and nobody has a move. `depth`: moves from the
    start to the states looked at last. `complete`: there is nothing else; otherwise what was asked for, or memory, ran out.
    `bytes_kept`: memory taken for each state that may be met, beside the frontier (0: not known)."""

    states: int = 0
    transitions: int = 0
    rounds: int = 0
    endless: int = 0
    ends: int = 0
    stuck: int = 0
    depth: int = 0
    frontier: int = 0
    complete: bool = False
    bytes_kept: int = 0


Report = Callable[[Explored], None]


@dataclass(slots=True)
class Script:
    """Chance that goes through all there is, one run of a cascade after the other: the picks of this run are `choices`, of
    `options` each."""

    trace: Trace
    choices: list[int] = field(default_factory=list)
    options: list[int] = field(default_factory=list)
    at: int = 0
    cut: bool = False

    def pick(self, counts: dict[int, int]) -> int:
        """The card that is this run's."""
        kinds = sorted(counts)
        if self.trace.rounds:
            return kinds[0]
        if self.at >= MOST_PICKS:
            self.cut = True
            return kinds[0]
        if self.at == len(self.choices):
            self.choices.append(0)
            self.options.append(len(kinds))
        self.at += 1
        return kinds[self.choices[self.at - 1]]

    def again(self) -> bool:
        """Go on to the next run; False where there is none."""
        self.at = 0
        self.trace.rounds = 0
        while self.choices:
            self.choices[-1] += 1
            if self.choices[-1] < self.options[-1]:
                return True
            self.choices.pop()
            self.options.pop()
        return False


def in_python(
    runner: Generated, start: State, most_states: int, mistakes: bool = False, report: Report | None = None
) -> Explored:
    """Search from a state at rest until no more than `most_states` (at least 1) have been met."""
    out = Explored()
    first = (0, *start[1:])
    seen = {first}
    queue = deque([first])
    level, looked_at, full, cut = 1, 0, False, False
    while queue and not full:
        if looked_at == level:
            out.depth += 1
            level += len(queue)
        if report is not None and looked_at % SLICE == 0:
            out.states, out.frontier = len(seen), len(queue)
            report(out)
        looked_at += 1
        state = queue.popleft()
        if not state[MATCH]:
            out.ends += 1
            continue
        moves = runner.legal(state, mistakes)
        out.stuck += not moves
        for move in moves:
            script = Script(Trace())
            for way in range(1, MOST_OUTCOMES + 1):
                after = outcome(runner, state, move, script, script.trace, out)
                if after is not None and after not in seen:
                    if len(seen) >= most_states:
                        full = True
                    else:
                        seen.add(after)
                        queue.append(after)
                if not script.again():
                    break
                cut |= way == MOST_OUTCOMES
            cut |= script.cut
    out.states, out.frontier = len(seen), len(queue)
    out.complete = not queue and not full and not cut
    return out


def outcome(runner: Generated, state: State, move: Move, chance: Chance, trace: Trace, out: Explored) -> State | None:
    """The state after a move; None where it is not followed."""
    out.transitions += 1
    try:
        after = runner.apply(state, move, chance, trace)
    except EndlessCascade:
        out.endless += 1
        return None
    if trace.rounds:
        out.rounds += 1
        return None
    assert after[GENERATOR] == 0
    return after


class Search:
    """A search inside compiled code."""

    def __init__(self, runner: Compiled, start: State, most_states: int) -> None:
        packing = Packing(runner.layout, start)
        plan = Plan(packing)
        text = module(runner.layout, runner.program, traced=False, plan=plan)
        self.machine = Machine(text, None, None, runner.keep)
        row = 8 * packing.words
        slots = most_states * 4 // 3 + 1
        rows = min(most_states + 1, max(1000, RING_BYTES // row))
        sizes = {
            "script": 8 * MOST_PICKS,
            "fixed": 8 * len(packing.fixed),
            "aside": aside_bytes(packing) * ASIDE,
            "seen": SEEN_BYTES * slots,
            "links": LINK_BYTES * most_states,
            "ring": row * rows,
        }
        at = self.machine.grow(sum(sizes.values()) // 65536 + 1)
        values = {"ring_rows": rows, "seen_slots": slots, "most": most_states}
        for name, size in sizes.items():
            values[name] = at
            at += size
        self.bytes_kept = (SEEN_BYTES * slots + LINK_BYTES * most_states) // most_states
        for name, value in values.items():
            self.machine.exports[name].set_value(self.machine.store, value - (value >> 31 << 32))

    def begin(self, state: State) -> None:
        """The state to search from."""
        self.machine.write((0, *state[1:]))
        self.machine.call("begin")

    def search(self, most: int, mistakes: bool) -> bool:
        """Look at so many states; whether the search goes on."""
        return bool(self.machine.call("search", most, int(mistakes)))

    def found(self) -> dict[str, int]:
        """What was counted so far."""
        return {name: self.machine.exports[f"x_{name}"].value(self.machine.store) for name in FOUND}


def compiled(
    runner: Compiled, start: State, most_states: int, mistakes: bool = False, report: Report | None = None
) -> Explored:
    """As `in_python`, inside compiled code. States are told apart by fingerprints of 64 bits."""
    search = Search(runner, start, most_states)
    search.begin(start)
    while True:
        goes_on = search.search(SLICE, mistakes)
        found = search.found()
        out = Explored(frontier=found["tail"] - found["head"], bytes_kept=search.bytes_kept)
        for name in ("states", "transitions", "rounds", "endless", "ends", "stuck", "depth"):
            setattr(out, name, found[name])
        if not goes_on:
            out.complete = not (out.frontier or found["full"] or found["cut"])
            return out
        if report is not None:
            report(out)
