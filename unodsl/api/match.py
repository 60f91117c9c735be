"""One match, move by move."""

from __future__ import annotations

from operator import index
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

from unodsl import saved
from unodsl.api import arguments, positions
from unodsl.api.actions import Choice
from unodsl.api.chance import Source
from unodsl.diagnostics import did_you_mean, wrong
from unodsl.engine.api import Move, State, Trace
from unodsl.engine.batch import kept_numbers
from unodsl.engine.describe import View, short, table_text, view
from unodsl.engine.layout import MATCH, ROUND, TOP, WINNERS, Layout
from unodsl.files import write_whole

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from unodsl.api.prepared import PreparedTable


class _Past(NamedTuple):
    """The last move made, and what lies behind it: copies share that. `state` and `chance` are those before the move; `state` is None in
    a match that was pickled, which takes only its moves along."""

    behind: _Past | None
    move: Move
    state: State | None
    chance: Source | None


class Match:
    """A match in progress. `state` holds all of it: equal states are equal tuples, can be hashed, and go on alike. It holds
    what nobody at the table may know, too: what players see is `view`.

    Two matches are equal if they are of the same table and their states are equal, whatever moves led there. Like its equality, the
    hash of a match changes with its moves: put a `copy` into a set, or as a key into a dict."""

    __slots__ = ("_begun", "_legal", "_past", "_plain", "chance", "seed", "setup", "state")

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
        self.state = state
        self.chance = chance
        """What is asked where something is left to chance; None: the generator in the state."""
        self._begun = state, chance
        self._past: _Past | None = None
        self._plain = plain
        """Whether the seed and the moves give the match again."""
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
        # what lies behind a long match is too deep a nest to be pickled as it is, and its states are many
        return _again, (self.setup, self.seed, self.state, self.made, self.chance, self._plain, self._begun)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return self.state == other.state and (self.setup is other.setup or self.setup.digest == other.setup.digest)

    def __hash__(self) -> int:
        return hash(self.state)

    def copy(self) -> Match:
        """A match of its own that stands where this one stands. Costs nothing that grows with the match."""
        chance = None if self.chance is None else self.chance.copy()
        out = Match(self.setup, self.seed, self.state, chance, self._plain)
        out._begun, out._past, out._legal = self._begun, self._past, self._legal
        return out

    # --------------------------------------------------------------------------------------------------------------- moves

    @property
    def moves(self) -> tuple[Move, ...]:
        """What can be done now, by anybody, as plain triples (offer, seat, argument), sorted."""
        if self._legal is None:
            self._legal = tuple(self.setup.runner.legal(self.state, self.setup.mistakes))
        return self._legal

    def legal(self, seat: SupportsIndex | None = None) -> tuple[Choice, ...]:
        """What can be done now, by anybody or by one seat, in parts and in words. Empty once the match is over, and where the
        rules let it get stuck."""
        actions, names = self.setup.actions, self.setup.names
        wanted = None if seat is None else self._seat(seat)
        return tuple(actions.choice(m, names) for m in self.moves if wanted is None or m.seat == wanted)

    def choice(self, words: str) -> Choice:
        """The legal move that some words mean: `ann plays red 5`, with ` by RULE` behind it where two rules offer it. Raises
        `ValueError` where there is none, or more than one."""
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

    def step(self, move: Choice | Move | str, trace: Trace | None = None) -> None:
        """Make a legal move, which may be given in words. `trace` is told what came of it: rules that fired, notes shown, cards
        drawn. Raises `ValueError` where the move is not legal (`ChanceError` where chance that was given cannot come), and
        `EndlessCascade` where it sets off rules that never come to rest; the match stands as before then."""
        if isinstance(move, str):
            move = self.choice(move)
        plain = move.move if isinstance(move, Choice) else _plain(move)
        # a saved game or a person may make the moves that bots leave alone
        if plain not in self.moves and plain not in self.setup.runner.legal(self.state):
            raise ValueError(f"not a legal move now: {plain}")
        self.make(plain, trace)

    def make(self, move: Move, trace: Trace | None = None) -> None:
        """The same for a move that is known to be legal; nothing is looked at."""
        chance = None if self.chance is None else self.chance.copy()
        state = self.setup.runner.apply(self.state, move, chance, trace)
        self._past = _Past(self._past, move, self.state, self.chance)
        self.state, self.chance, self._legal = state, chance, None

    def undo(self) -> Move:
        """Take back the last move, with all that it set off: state and chance are as they were before it. Returns the move. Costs nothing
        that grows with the match, but the first time after a match was pickled. Raises `ValueError` where no move was made."""
        last = self._past
        if last is None:
            raise ValueError("no move to take back: none was made since the match began, or since its position")
        if last.state is None:
            last = self._past = self._played_again()
        assert last.state is not None
        self._past, self.state, self.chance, self._legal = last.behind, last.state, last.chance, None
        return last.move

    def _played_again(self) -> _Past:
        """What lies behind a match that was pickled, with its states. Raises `RulesError` where chance, a function, came out otherwise."""
        again = Match(self.setup, self.seed, *self._begun, self._plain)
        for move in self.made:
            again.make(move)
        if again.state != self.state:
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
        return not self.state[MATCH]

    @property
    def stuck(self) -> bool:
        """Whether it is not over and nobody can do anything."""
        return not self.over and not self.moves

    @property
    def round_runs(self) -> bool:
        """Whether a round is being played."""
        return bool(self.state[ROUND])

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won the match; none while it goes on."""
        return () if not self.over else tuple(i for i in range(self.setup.seats) if self.state[WINNERS] >> i & 1)

    @property
    def scores(self) -> dict[str, tuple[int, ...]]:
        """What counts something for each player from round to round, such as points: qualified name to numbers by seat."""
        table, layout = self.setup.table, self.setup.layout
        places = {table.variables[i].name: layout.variable[i] for i in kept_numbers(table)}
        return {name: self.state[at : at + self.setup.seats] for name, at in places.items()}

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The seats that the table waits for; others may have legal moves as well. None where no situation is open."""
        return waited_for(self.setup.layout, self.state)

    def view(self, seat: SupportsIndex | None = None) -> View:
        """What a seat sees: its own cards and open ones, how many the others have, variables and situations that are no secret.
        None sees everything. Raises `ValueError` for no seat."""
        return view(self.setup.layout, self.state, None if seat is None else self._seat(seat), self.setup.names)

    def text(self, seat: SupportsIndex | None = None) -> str:
        """The same as a few lines of text."""
        whose = None if seat is None else self._seat(seat)
        return table_text(self.setup.layout, self.state, self.setup.names, whose)

    def _seat(self, seat: SupportsIndex) -> int:
        number = arguments.whole(seat, "seat")
        if not 0 <= number < self.setup.seats:
            raise ValueError(f"there is no seat {number}: they go from 0 to {self.setup.seats - 1}")
        return number

    def observe(self, seat: SupportsIndex) -> NDArray[np.int32]:
        """The view of a seat as numbers; `setup.observer.names` says what they are. Needs numpy."""
        return self.setup.observer.one(self.state, self._seat(seat))

    # -------------------------------------------------------------------------------------------------------------- saving

    def saved(self) -> saved.SavedGame:
        """The match as a file holds it: the seed and the moves. Raises `RulesError` where these do not give it again."""
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
            saved.digest_of_state(self.state),
            setup.without,
            setup.table.name,
        )

    def scenario(self, title: str = "a position") -> str:
        """Where the match stands, as a scenario: what `Setup.from_scenario` and `unodsl test` read. Raises `RulesError` where the
        round is over."""
        return positions.to_scenario(self.setup.runner, self.setup.layout, self.state, title)

    def save(self, path: str | PathLike[str]) -> None:
        """Write it to a file that `unodsl replay` and `Setup.replay` read. Raises OSError."""
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
    """A match that was pickled."""
    out = Match(setup, seed, state, chance, plain)
    out._begun = begun
    for move in made:
        out._past = _Past(out._past, move, None, None)
    return out


def _plain(move: object) -> Move:
    """A move as three plain numbers. Raises `ValueError`."""
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
