"""One match with its players. Requests are served in order; nobody receives more than their seat sees."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from typing import Any

from unodsl import saved
from unodsl.api.match import Match
from unodsl.api.setup import Setup
from unodsl.diagnostics import RulesError
from unodsl.engine.api import EndlessCascade, Move, Trace
from unodsl.engine.laying import lays
from unodsl.studio.hiding import Onlookers
from unodsl.studio.record import Entry, entry_of
from unodsl.studio.store import Kept, Store
from unodsl.studio.telling import choice_json, table_json, view_json

MOST_MOVES = 20_000
"""The most moves of a match: rules can go on for ever."""

MOST_LINKS = 8
"""The most open pages of one seat."""

RECENT = 200
"""The most log entries sent to a new page."""

MOVE_SECONDS = 5.0
"""The most seconds of one move."""

Message = dict[str, Any]
Listener = Callable[[Message], None]


class Refused(Exception):
    """A refused request of a seat; the message says why, in words for a player."""


class Room:
    """A match in progress."""

    def __init__(self, kept: Kept, setup: Setup, store: Store, pace: float) -> None:
        """Raises `RulesError` if the stored moves do not fit this table."""
        self.name, self.rules, self.seats = kept.name, kept.rules, kept.seats
        self.setup, self.store, self.pace = setup, store, pace
        self.lock = asyncio.Lock()
        self.listeners: dict[int, list[Listener]] = {seat: [] for seat in range(setup.seats)}
        self.lays = lays(setup.table)
        self.luck = random.Random()
        self.onlookers = Onlookers(setup.runner, setup.layout)
        self.table = table_json(setup)
        self.fired: dict[str, int] = {}
        """How often each rule fired."""
        self.stopped = ""
        """Why the match cannot go on though it is not over; "": it can."""
        self.undo: tuple[int, int, set[int]] | None = None
        """The seat that wants to undo moves, the number of moves left then, and the seats that agree."""
        self.bots: asyncio.Task[None] | None = None
        self.passed = -1
        """The number of moves at which bots last passed."""
        self.match, self.log = self.replayed(kept.seed, kept.moves)

    # ------------------------------------------------------------------------------------------------------------- the match

    def replayed(self, seed: int, moves: tuple[saved.SavedMove, ...]) -> tuple[Match, list[Entry]]:
        """Replays moves; returns the match and its log. Raises `RulesError`."""
        trace = Trace(names=self.setup.names)
        with saved.at_rest("the start"):
            match = Match(self.setup, seed, self.setup.runner.start(seed, None, trace))
        self.fired = {}
        log = [entry_of(self.setup, None, "", trace, frozenset())]
        self.count(trace)
        for number, entry in enumerate(moves, 1):
            move = saved.numbered(self.setup.table, self.setup.runner, match.state, entry, number)
            with saved.at_rest(f"move {number}"):
                log.append(self.step(match, move))
        return match, log

    def count(self, trace: Trace) -> None:
        """Counts the rules that fired."""
        for name in trace.fired:
            self.fired[name] = self.fired.get(name, 0) + 1

    def step(self, match: Match, move: Move) -> Entry:
        """Makes a legal move; returns its entry. Raises `EndlessCascade`."""
        before, legal = match.state, match.moves
        trace = Trace(names=self.setup.names)
        words = self.setup.actions.choice(move, self.setup.names)
        match.make(move, trace)
        blind = self.onlookers.blind(before, move, match.state, trace, legal)
        self.count(trace)
        return entry_of(self.setup, words, words.rule, trace, blind)

    @property
    def persons(self) -> set[int]:
        """The seats of people."""
        return {i for i, s in enumerate(self.seats) if s.kind == "person"}

    async def move(self, seat: int, request: object) -> None:
        """Makes a move of a seat, given as three numbers. Raises `Refused`."""
        async with self.lock:
            if self.stopped or self.match.over:
                raise Refused(self.stopped or "the match is over")
            numbers = request if isinstance(request, list) and len(request) == 3 else [None]
            if not all(type(x) is int for x in numbers):
                raise Refused("this is no move")
            move = Move(*numbers)
            if move.seat != seat:
                raise Refused("this move is not yours to make")
            if move not in self.match.moves:
                raise Refused("this cannot be done now: the table has changed, or somebody was quicker")
            await self.made(move)

    async def made(self, move: Move) -> None:
        """Makes a legal move, stores it, and notifies everybody. Raises `Refused`."""
        after = self.match.copy()
        try:
            entry = await asyncio.wait_for(asyncio.to_thread(self.step, after, move), MOVE_SECONDS)
        except EndlessCascade as endless:
            raise Refused(f"this move is taken back: {endless}") from None
        except TimeoutError:
            self.stopped = f"the match stops here: a move takes longer than {MOVE_SECONDS:g} seconds"
            self.tell()
            raise Refused(self.stopped) from None
        self.store.moved(self.name, len(self.log) - 1, saved.named(self.setup.table, move))
        self.match = after
        self.log.append(entry)
        self.undo = None
        if len(self.log) > MOST_MOVES:
            self.stopped = f"the match stops here, after {MOST_MOVES} moves"
        self.tell()

    # ------------------------------------------------------------------------------------------------------------ taking back

    def last_choice(self) -> int | None:
        """The number of moves before the last one of a person; None if there is none."""
        moves = self.match.made
        return next((i for i in range(len(moves) - 1, -1, -1) if moves[i].seat in self.persons), None)

    async def take_back(self, seat: int, word: object) -> None:
        """A seat requests to undo the last move of a person, agrees, or refuses. Raises `Refused`."""
        async with self.lock:
            if word == "ask":
                left = self.last_choice()
                if left is None or self.undo is not None:
                    raise Refused("there is no move to take back" if left is None else "somebody has asked already")
                self.undo = seat, left, {seat}
            elif self.undo is None:
                raise Refused("nobody wants a move taken back now")
            elif word == "yes":
                self.undo[2].add(seat)
            else:
                self.undo = None
            if self.undo is not None and self.undo[2] >= self.persons:
                await self.back_to(self.undo[1])
            self.tell()

    async def back_to(self, left: int) -> None:
        """Reverts to the first `left` moves."""
        self.undo = None
        kept = tuple(saved.named(self.setup.table, m) for m in self.match.made[:left])
        self.match, self.log = await asyncio.to_thread(self.replayed, self.match.seed, kept)
        self.store.taken_back(self.name, left)
        self.passed = -1

    # ------------------------------------------------------------------------------------------------------------------ bots

    def wake(self) -> None:
        """Starts the bots, if it is their turn."""
        if self.bots is None or self.bots.done():
            self.bots = asyncio.get_running_loop().create_task(self.play_bots())

    async def play_bots(self) -> None:
        """Plays moves of bots until a person has to move."""
        while not (self.match.over or self.stopped or self.undo):
            if self.bot_move() is None:
                return
            await asyncio.sleep(self.pace)
            async with self.lock:
                move = None if self.match.over or self.undo else self.bot_move()
                if move is None:
                    return
                try:
                    await self.made(move)
                except Refused as refused:
                    self.stopped = str(refused)
                    self.tell()

    def bot_move(self) -> Move | None:
        """The next move of a bot: those that the table waits for come first; the others are sometimes quicker than
        people."""
        theirs = [m for m in self.match.moves if m.seat not in self.persons]
        waits = set(self.match.waits_for)
        wanted = [m for m in theirs if m.seat in waits]
        racing = [m for m in theirs if m.seat not in waits]
        if racing and (not wanted or self.luck.random() < 0.2):
            # if people can move as well, they get a chance first
            people = any(m.seat in self.persons for m in self.match.moves)
            if people and not wanted:
                if self.passed == len(self.log):
                    return None
                self.passed = len(self.log)
                if self.luck.random() > 0.3:
                    return None
            return self.luck.choice(racing)
        if not wanted:
            return None
        laying = [m for m in wanted if self.lays[m.offer]]
        return self.luck.choice(laying or wanted)

    # ------------------------------------------------------------------------------------------------------------- who looks

    def welcome(self, seat: int) -> Message:
        """The first message to somebody who takes a seat."""
        return {"type": "welcome", "match": self.name, "seat": seat, "table": self.table} | self.position(seat, RECENT)

    def position(self, seat: int, most: int = 1) -> Message:
        """The state of the match for a seat."""
        out: Message = {
            "made": len(self.log) - 1,
            "view": view_json(self.match.view(seat)),
            "legal": [choice_json(c) for c in self.match.legal(seat)] if not self.stopped else [],
            "waits": [] if self.match.over else list(self.match.waits_for),
            "log": [e.visible_to(n, seat) for n, e in list(enumerate(self.log))[-most:]],
            "here": [s.kind == "bot" or bool(self.listeners[i]) for i, s in enumerate(self.seats)],
            "bots": [s.kind == "bot" for s in self.seats],
            "over": self.match.over,
            "stopped": self.stopped
            or ("nobody can move: these rules let the game get stuck" if self.match.stuck else ""),
            "undo": None,
        }
        if self.undo is not None:
            who, left, agreed = self.undo
            words = self.log[left + 1].visible_to(left + 1, seat)["words"]
            out["undo"] = {"seat": who, "words": words, "moves": len(self.log) - 1 - left, "agreed": sorted(agreed)}
        return out

    def come(self, seat: int, listener: Listener) -> None:
        """Adds a listener to a seat. Raises `Refused`."""
        if len(self.listeners[seat]) >= MOST_LINKS:
            raise Refused("this seat is open on too many pages already: close one of them")
        self.listeners[seat].append(listener)
        listener(self.welcome(seat))
        self.tell(but=listener)
        self.wake()

    def go(self, seat: int, listener: Listener) -> None:
        """Removes a listener."""
        if listener in self.listeners[seat]:
            self.listeners[seat].remove(listener)
            self.tell()

    def tell(self, but: Listener | None = None) -> None:
        """Notifies every seat of the state of the match."""
        for seat, listeners in self.listeners.items():
            some = [x for x in listeners if x is not but]
            if some:
                message = {"type": "table", **self.position(seat)}
                for listener in some:
                    listener(message)
        if not self.match.over:
            self.wake()

    def frames(self) -> Iterator[tuple[int, Match]]:
        """Yields the match after none, one, two of its moves, and so on. Raises `RulesError`."""
        match = self.setup.start(self.match.seed)
        yield 0, match
        for number, move in enumerate(self.match.made, 1):
            match.make(move)
            yield number, match


def words_of(error: RulesError) -> str:
    """The errors in one line."""
    return "; ".join(d.message for d in error.diagnostics)
