"""A table prepared for study: loaded, with cached derived data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, SupportsIndex

from unodsl import saved
from unodsl.api import arguments, positions
from unodsl.api.chance import ChanceGiven, source_of
from unodsl.api.extras import need
from unodsl.api.match import Match
from unodsl.api.prepared import PreparedTable
from unodsl.api.telling import Told, told
from unodsl.deal import check_deal
from unodsl.diagnostics import wrong
from unodsl.engine.api import State, Trace
from unodsl.engine.batch import DEFAULT_BOT, Bot, Playing
from unodsl.engine.choose import Name
from unodsl.engine.describe import View
from unodsl.resolve import resolve_table
from unodsl.tables import project_of, spec_of

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

    from unodsl.api.games import Games
    from unodsl.api.matches import Matches, Order, Reward
    from unodsl.api.stepper import Stepper


class Setup(PreparedTable):
    """A prepared table from which matches begin."""

    def start(self, seed: SupportsIndex = 1, *, deck: Iterable[str] | None = None, chance: ChanceGiven = None) -> Match:
        """Begins a match. The seed, an integer, determines all chance.

        `deck`: names of cards in the order in which they leave the deck; later cards are random. `chance`: a list of
        outcomes (names of cards, and values); a callback that is given the possible outcomes by name, with their
        multiplicities, and returns one; or `Streams`. Raises `RulesError` for a deck of other cards, `ChanceError` if
        the outcomes run out or are impossible.
        """
        number = arguments.whole(seed, "seed")
        source = source_of(self.words, number, deck, chance)
        return Match(self, number, self.runner.start(number, source), source, plain=source is None)

    def from_scenario(
        self, text: str, title: str | None = None, *, seed: SupportsIndex = 1, chance: ChanceGiven = None
    ) -> Match:
        """A match at the final position of a scenario, after its moves and with its expectations checked. `text`: the
        lines of a scenario, or a whole text (with several, `title` selects one). Seed and chance, as in `start`, are
        for what comes after it. Raises `RulesError` with everything that is wrong, or does not hold."""
        number = arguments.whole(seed, "seed")
        if not isinstance(text, str):
            raise wrong(f"a scenario is a text, not {text!r}")
        chosen = None if title is None else arguments.text(title, "title")
        state = positions.from_scenario(self.resolved, text, chosen, number)
        return self._at(state, number, chance)

    def from_view(self, seen: View, *, seed: SupportsIndex = 1, chance: ChanceGiven = None) -> Match:
        """A match at a position with this view. What the view does not show (hands of others, the order of face-down
        cards) is drawn uniformly by the seed from the remaining cards. Places and variables may be left out. Raises
        `RulesError` if there is no such position."""
        number = arguments.whole(seed, "seed")
        if not isinstance(seen, View):
            raise wrong("a position is a view, such as `match.view(None)`")
        return self._at(positions.from_view(self.layout, seen, self.names, number), number, chance)

    def from_state(self, state: Iterable[int], *, chance: ChanceGiven = None) -> Match:
        """A match at a state of another match of this table. Raises `RulesError` for a state of another table."""
        return self._at(positions.checked(self.layout, state), 1, chance)

    def _at(self, state: State, seed: int, chance: ChanceGiven) -> Match:
        return Match(self, seed, state, source_of(self.words, seed, None, chance), plain=False)

    def told(self, trace: Trace) -> Told:
        """Describes the consequences of a move. Raises `RulesError` if it is no `Trace`."""
        if not isinstance(trace, Trace):
            raise wrong(f"a `Trace` is needed that `step` was given, not {trace!r}")
        return told(self.words, trace)

    def replay(self, game: str | PathLike[str] | saved.SavedGame) -> Match:
        """Replays a saved game; the files that it names are not read. Raises `RulesError` if it is invalid, or was
        saved at a table that plays otherwise."""
        if not isinstance(game, str | PathLike | saved.SavedGame):
            raise wrong(f"a saved game is given by its path, or as `match.saved()`, not as {game!r}")
        held = game if isinstance(game, saved.SavedGame) else saved.read(Path(game))
        saved.refuse_others(held, self.digest)
        with saved.at_rest("the start"):
            match = self.start(held.seed)
        for number, entry in enumerate(held.moves, 1):
            move = saved.numbered(self.table, self.runner, match.state, entry, number)
            with saved.at_rest(f"move {number}"):
                match.make(move)
        return match

    def play(
        self,
        games: SupportsIndex,
        *,
        seed: SupportsIndex = 1,
        bot: Bot = DEFAULT_BOT,
        most_moves: SupportsIndex = 100_000,
        executor: Name | None = None,
        jobs: SupportsIndex = 1,
    ) -> Games:
        """Plays many whole matches by bots, the first from `seed` and each later one from the next number. They run in
        compiled code if the extra `fast` is installed and it pays, else in Python: the numbers are equal. A match
        longer than `most_moves` is stopped. `jobs`: the number of processes (a script must then be fit for that: see
        `multiprocessing`). Needs numpy. Raises `ValueError` for no games, `RulesError` for an unknown bot or executor,
        and `unodsl.campaign.hanging.Lost` if a process of several was killed."""
        need("numpy", "numpy", "`Setup.play`")
        from unodsl.api.games import play

        playing = Playing(arguments.whole(most_moves, "most_moves", 1), self.mistakes, arguments.bot(bot), each=True)
        chosen = arguments.executor(executor)
        counts = arguments.whole(games, "games"), arguments.whole(seed, "seed")
        return play(self, *counts, playing, chosen, arguments.whole(jobs, "jobs", 1))

    def stepper(self, seed: SupportsIndex = 1) -> Stepper:
        """A match that compiled code steps in place, with numbers for moves: the fastest way to play one from Python.
        Needs the extra `fast`."""
        from unodsl.api.stepper import Stepper

        return Stepper(self, seed)

    def matches(
        self,
        number: SupportsIndex,
        *,
        seed: SupportsIndex | Sequence[SupportsIndex] = 1,
        order: Order = "random",
        reward: Reward = "match",
        points: str | None = None,
        most_moves: SupportsIndex = 10_000,
        executor: Name | None = None,
        copy: bool = True,
        dtype: DTypeLike | None = None,
        last: SupportsIndex | None = None,
    ) -> Matches:
        """Vectorized matches, stepped together over numpy arrays: in compiled code if that pays, see `Matches`. Needs
        numpy."""
        need("numpy", "numpy", "`Setup.matches`")
        from unodsl.api.matches import Matches

        return Matches(self, number, seed, order, reward, points, most_moves, executor, copy, dtype, last)


def load(
    *files: str | PathLike[str],
    options: Iterable[str] = (),
    parameters: Mapping[str, SupportsIndex | str] | None = None,
    seats: SupportsIndex | None = None,
    mistakes: bool = False,
    without: Iterable[str] = (),
    game: str | None = None,
) -> Setup:
    """Loads a table from ruleset files, or the names of shipped rulesets; `official` if none is given. Its game is that
    of the first one, or the one that its options are for; `game` selects another one of these files.

    `options`: switched on, by name (`page.option`; the page may be left out if that is unambiguous); `without`: options
    that are on by default and switched off; `parameters`: set by name; `seats`: None is the least number that the rules
    allow. `mistakes`: moves that the game does not depend on, such as the mistakes that rules mention, are legal moves
    and actions, too. Raises `RulesError` with everything that is wrong, also if there are too few cards for the deal.
    """
    given = arguments.files(files) or ("official",)
    chosen, off = arguments.names(options, "options"), arguments.names(without, "without")
    values = arguments.parameters(parameters)
    number = None if seats is None else arguments.whole(seats, "seats")
    with_mistakes = arguments.truth(mistakes, "mistakes")
    name = None if game is None else arguments.text(game, "game")
    project = project_of([Path(f) for f in given], chosen, name)
    resolved = resolve_table(project, spec_of(chosen, values, number, off, name))
    check_deal(resolved.table)
    return Setup(given, chosen, values, resolved, with_mistakes, off)
