"""One match, move by move."""

from __future__ import annotations

from collections.abc import Callable
from operator import index
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsIndex

from unodsl import saved
from unodsl.api import arguments, positions
from unodsl.api.actions import Choice
from unodsl.api.chance import Source
from unodsl.diagnostics import did_you_mean, wrong
from unodsl.engine.api import Move, State, Trace
from unodsl.engine.batch import DEFAULT_BOT, Bot, Playing, kept_numbers
from unodsl.engine.describe import View, short, table_text, view
from unodsl.engine.explore_answer import MEMORY
from unodsl.engine.layout import MATCH, ROUND, TOP, WINNERS, Layout
from unodsl.files import write_whole

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from unodsl.api.exploring import Exploration
    from unodsl.api.prepared import PreparedTable


class _Past(NamedTuple):
    """A persistent linked list of moves, which copies share. `state` and `chance`: those before the move; `state` is
    None in an unpickled match, whose pickle has only the moves."""

    behind: _Past | None
    move: Move
    state: State | None
    chance: Source | None


class Match:
    """A match in progress. `state` is its complete state: equal states are equal tuples, hashable, with equal futures.
    It includes hidden information; `view` has what a player sees.

    Two matches are equal if they are of the same table and have equal states, whatever their moves were. Like its
    equality, the hash of a match changes with its moves: use a `copy` in a set, or as a key of a dict.
    """

    __slots__ = ("_begun", "_legal", "_past", "_plain", "_state", "chance", "seed", "setup")

    def __init__(
        self,
        setup: PreparedTable,
        seed: int,
        state: State,
        chance: Source | None = None,
        plain: bool = True,
    ) -> None:
        self.setup = setup
        self.seed = seed
        self._state = state
        self.chance = chance
        """The source of chance; None: the generator in the state."""
        self._begun = state, chance
        self._past: _Past | None = None
        self._plain = plain
        """Whether the seed and the moves reproduce the match."""
        self._legal: tuple[Move, ...] | None = None

    def __repr__(self) -> str:
        made = len(self.made)
        moves = f"{made} move{'' if made == 1 else 's'} made"
        names = self.setup.names
        if self.over:
            now = f"won by {', '.join(names[i] for i in self.winners) or 'nobody'}"
        else:
            now = f"waits for {', '.join(names[i] for i in self.waits_for) or 'nobody'}"
        return f"<match of {self.setup.described}, seed {self.seed}: {moves}, {now}>"

    def __reduce__(self) -> tuple[Any, ...]:
        # the linked list of a long match is too deep to pickle, and its states are large
        return _again, (self.setup, self.seed, self._state, self.made, self.chance, self._plain, self._begun)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return self._state == other._state and (self.setup is other.setup or self.setup.digest == other.setup.digest)

    def __hash__(self) -> int:
        return hash(self._state)

    def copy(self) -> Match:
        """Returns an independent copy. Takes constant time."""
        chance = None if self.chance is None else self.chance.copy()
        out = Match(self.setup, self.seed, self._state, chance, self._plain)
        out._begun, out._past, out._legal = self._begun, self._past, self._legal
        return out

    @property
    def state(self) -> State:
        """The complete state. Only moves change it; `Setup.from_state` begins a match at another one."""
        return self._state

    # --------------------------------------------------------------------------------------------------------------- moves

    @property
    def moves(self) -> tuple[Move, ...]:
        """All legal moves of all players as plain triples (offer, seat, argument), sorted."""
        if self._legal is None:
            self._legal = tuple(self.setup.runner.legal(self._state, self.setup.mistakes))
        return self._legal

    def legal(self, seat: SupportsIndex | None = None) -> tuple[Choice, ...]:
        """The legal moves of all players or one seat, in parts and in words. Empty once the match is over, or if it is
        stuck."""
        actions, names = self.setup.actions, self.setup.names
        wanted = None if seat is None else self._seat(seat)
        return tuple(actions.choice(m, names) for m in self.moves if wanted is None or m.seat == wanted)

    def choice(self, words: str) -> Choice:
        """Finds the legal move for words: `ann plays red 5`, with ` by RULE` after it if two rules offer it. Raises
        `ValueError` if there is none, or more than one."""
        if not isinstance(words, str):
            raise ValueError(f"not a move in words: {words!r}; moves are what `legal()` lists, each with its words")
        wanted = " ".join(words.split())
        legal = self.legal()
        found = [c for c in legal if wanted in (c.words, f"{c.words} by {c.rule}", f"{c.words} by {short(c.rule)}")]
        if len(found) == 1:
            return found[0]
        if found:
            ways = ", ".join(f"`{c.words} by {c.rule}`" for c in found)
            raise ValueError(f"several rules offer `{wanted}`: say which, {ways}")
        hint = did_you_mean(wanted, (c.words for c in legal))
        raise ValueError(
            f"not a legal move now: {wanted}; {hint or 'moves are what `legal()` lists, each with its words'}"
        )

    def bot_move(self, bot: Bot = DEFAULT_BOT, seat: SupportsIndex | None = None, seed: SupportsIndex = 1) -> Choice:
        """The legal move that a bot makes here: for one seat, or for whichever seat moves first. A bot uses only what its
        seat can see. The same seed gives the same move. Raises `ValueError` if there is no legal move."""
        from unodsl.engine.slow import Bots

        name = arguments.bot(bot)
        wanted = None if seat is None else self._seat(seat)
        moves = [m for m in self.moves if wanted is None or m.seat == wanted]
        judge = self.setup.judge if name == "search" else None
        bots = Bots(self.setup.table, arguments.whole(seed, "seed"), Playing(1, bot=name), judge)
        move = bots.pick(self._state, moves)
        if move is None:
            raise ValueError("there is no legal move" + ("" if wanted is None else f" for {self.setup.names[wanted]}"))
        return self.setup.actions.choice(move, self.setup.names)

    def step(self, move: Choice | Move | str, trace: Trace | None = None) -> None:
        """Makes a legal move, which may be given in words. `trace` collects the consequences: rules that fired, notes
        shown, cards drawn. Raises `ValueError` if the move is not legal or a choice of another table (`ChanceError` if a
        given outcome is impossible), and `EndlessCascade` if its cascade is endless; the match is then unchanged."""
        if trace is not None and not isinstance(trace, Trace):
            raise wrong(f"`trace` is a `Trace`, not {trace!r}", "write `trace = unodsl.api.Trace()`")
        if isinstance(move, str):
            move = self.choice(move)
        plain = move.move if isinstance(move, Choice) else _plain(move)
        # a saved game or a person may make moves that bots never make
        words = move.words if isinstance(move, Choice) else str(plain)
        if plain not in self.moves and plain not in self.setup.runner.legal(self._state):
            raise ValueError(f"not a legal move now: {words}")
        # at another table the same numbers are another move
        if isinstance(move, Choice) and self.setup.actions.choice(plain, self.setup.names) != move:
            raise ValueError(f"`{words}` is a move of another table")
        self.make(plain, trace)

    def make(self, move: Move, trace: Trace | None = None) -> None:
        """Makes a move without any check that it is legal."""
        chance = None if self.chance is None else self.chance.copy()
        # a move that fails leaves nothing behind, in the trace neither
        own = None if trace is None else Trace(names=trace.names)
        state = self.setup.runner.apply(self._state, move, chance, own)
        if trace is not None and own is not None:
            trace.add(own)
        self._past = _Past(self._past, move, self._state, self.chance)
        self._state, self.chance, self._legal = state, chance, None

    def undo(self) -> Move:
        """Undoes the last move: state and chance are as before. Returns the move. Takes constant time, except for the
        first undo after unpickling. Raises `ValueError` if no move was made."""
        last = self._past
        if last is None:
            raise ValueError("no move to take back: none was made since the match began, or since its position")
        if last.state is None:
            last = self._past = self._played_again()
        assert last.state is not None
        self._past, self._state, self.chance, self._legal = last.behind, last.state, last.chance, None
        return last.move

    def _played_again(self) -> _Past:
        """Replays an unpickled match to restore its states. Raises `RulesError` if a callback for chance gives other
        results."""
        again = Match(self.setup, self.seed, *self._begun, self._plain)
        for move in self.made:
            again.make(move)
        if again.state != self._state:
            raise wrong("a move cannot be taken back: `chance` is a function that said something else the second time")
        assert again._past is not None
        return again._past

    @property
    def made(self) -> tuple[Move, ...]:
        """The moves made so far."""
        out = []
        at = self._past
        while at is not None:
            out.append(at.move)
            at = at.behind
        return tuple(reversed(out))

    # ----------------------------------------------------------------------------------------------------------- looking on

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return not self._state[MATCH]

    @property
    def stuck(self) -> bool:
        """Whether the match is not over, but nobody has a legal move."""
        return not self.over and not self.moves

    @property
    def round_runs(self) -> bool:
        """Whether a round is in progress."""
        return bool(self._state[ROUND])

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won the match; empty while it goes on."""
        return () if not self.over else tuple(i for i in range(self.setup.seats) if self._state[WINNERS] >> i & 1)

    @property
    def scores(self) -> dict[str, tuple[int, ...]]:
        """The numbers that are kept for each player between rounds, such as points: by qualified name, for each
        seat."""
        table, layout = self.setup.table, self.setup.layout
        places = {table.variables[i].name: layout.variable[i] for i in kept_numbers(table)}
        return {name: self._state[at : at + self.setup.seats] for name, at in places.items()}

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The seats that the table waits for; others may have legal moves as well. Empty if no situation is open."""
        return waited_for(self.setup.layout, self._state)

    def view(self, seat: SupportsIndex | None = None) -> View:
        """The view of a seat: its own and open cards, the sizes of other hands, and variables and situations that are
        not secret. None: everything. Raises `ValueError` for an invalid seat."""
        return view(self.setup.layout, self._state, None if seat is None else self._seat(seat), self.setup.names)

    def text(self, seat: SupportsIndex | None = None) -> str:
        """The view as a few lines of text."""
        whose = None if seat is None else self._seat(seat)
        return table_text(self.setup.layout, self._state, self.setup.names, whose)

    def _seat(self, seat: SupportsIndex) -> int:
        number = arguments.whole(seat, "seat")
        if not 0 <= number < self.setup.seats:
            raise ValueError(f"there is no seat {number}: they go from 0 to {self.setup.seats - 1}")
        return number

    def observe(self, seat: SupportsIndex) -> NDArray[np.int32]:
        """The view of a seat as numbers; `setup.observer.names` describes them. Needs numpy."""
        return self.setup.observer.one(self._state, self._seat(seat))

    def explore(
        self,
        until: str | None = None,
        *,
        most_states: SupportsIndex = 1_000_000,
        seconds: float | None = None,
        memory: SupportsIndex = MEMORY,
        fold: bool = True,
        executor: Literal["python", "compiled"] | None = None,
        report: Callable[[Exploration[Match]], None] | None = None,
    ) -> Exploration[Match]:
        """Visits every state that can follow in this round, whatever players and chance do. The match is unchanged; its
        own chance is not asked.

        `until`: a condition in the words of a scenario (`ann holds red 5`); the search ends at the nearest state in which
        it holds. `most_states`, `seconds`, `memory` (bytes, at least 1 MiB): limits. `fold`: merges states that symmetry
        proves alike. `executor` None: the compiled one if available. `report`: called now and then with what was visited
        so far. Raises `RulesError` if the condition means nothing, or the match is over."""
        from unodsl.api.exploring import explore

        if self.over:
            raise wrong("the match is over: nothing follows")

        def at(state: State) -> Match:
            return Match(self.setup, self.seed, state, plain=False)

        return explore(self.setup, self._state, at, until, most_states, seconds, memory, fold, executor, report)

    # -------------------------------------------------------------------------------------------------------------- saving

    def saved(self) -> saved.SavedGame:
        """The match as a saved game: the seed and the moves. Raises `RulesError` if these do not reproduce it."""
        if not self._plain:
            raise wrong(
                "only a match that a seed began can be saved: this one began at a position, or with chance of its own",
                "`match.scenario()` writes where it stands",
            )
        setup = self.setup
        return saved.SavedGame(
            setup.files,
            setup.options,
            setup.parameters,
            setup.seats,
            self.seed,
            tuple(saved.named(setup.table, m) for m in self.made),
            setup.digest,
            saved.digest_of_state(self._state),
            setup.without,
            setup.table.name,
        )

    def scenario(self, title: str = "a position") -> str:
        """The current position as a scenario, for `Setup.from_scenario` and `unodsl test`. Raises `RulesError` if the
        round is over."""
        return positions.to_scenario(self.setup.runner, self.setup.layout, self._state, title)

    def save(self, path: str | PathLike[str]) -> None:
        """Writes a saved game, for `unodsl replay` and `Setup.replay`. Raises OSError."""
        write_whole(Path(path), self.saved().text().encode())


def _again(
    setup: PreparedTable,
    seed: int,
    state: State,
    made: tuple[Move, ...],
    chance: Source | None,
    plain: bool,
    begun: tuple[State, Source | None],
) -> Match:
    """Restores a pickled match."""
    out = Match(setup, seed, state, chance, plain)
    out._begun = begun
    for move in made:
        out._past = _Past(out._past, move, None, None)
    return out


def _plain(move: object) -> Move:
    """Converts a move to three plain integers. Raises `ValueError`."""
    if isinstance(move, tuple) and len(move) == len(Move._fields) and all(isinstance(x, SupportsIndex) for x in move):
        return Move(*map(index, move))
    raise ValueError(f"not a move: {move!r}; moves are what `legal()` lists, each with its words")


def waited_for(layout: Layout, state: State) -> tuple[int, ...]:
    """The seats that own the situation on top."""
    top = state[TOP]
    if top < 0:
        return ()
    owner = state[layout.owner[top]]
    if layout.table.situations[top].on_players:
        return tuple(i for i in range(layout.seats) if owner >> i & 1)
    return (owner,) if owner >= 0 else ()
