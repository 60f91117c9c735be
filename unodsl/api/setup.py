"""A table made ready for study: loaded, with all that is worked out once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
        """A match that has begun. The seed, a whole number, decides all that is left to chance.

        `deck`: names of cards in the order in which they come off the deck; what comes after them is left to chance. `chance`: what comes,
        in order (names of cards, and values); a function that is given what can come, by name with how many of each, and says
        what does; or `Streams`. Raises `RulesError` for a deck of other cards, `ChanceError` where chance runs out or names what cannot come."""
        number = arguments.whole(seed, "seed")
        source = source_of(self.words, number, deck, chance)
        return Match(self, number, self.runner.start(number, source), source, plain=source is None)

    def from_scenario(
        self, text: str, title: str | None = None, *, seed: SupportsIndex = 1, chance: ChanceGiven = None
    ) -> Match:
        """A match at the position that a scenario comes to, its moves made and its expectations looked at. `text`: the lines of a
        scenario, or a whole text (of several, `title` says which). Seed and chance, as in `start`, are for what comes after it.
        Raises `RulesError` with all that is wrong, or does not hold."""
        number = arguments.whole(seed, "seed")
        if not isinstance(text, str):
            raise wrong(f"a scenario is a text, not {text!r}")
        state = positions.from_scenario(self.resolved, text, title, number)
        return self._at(state, number, chance)

    def from_view(self, seen: View, *, seed: SupportsIndex = 1, chance: ChanceGiven = None) -> Match:
        """A match at a position that looks like a view. What the view does not show (the hands of others, the order of what lies
        face down) is drawn by the seed from the cards that are left: each such way is as likely as any other. Places and
        variables may be left out. Raises `RulesError` where there is no such position."""
        number = arguments.whole(seed, "seed")
        if not isinstance(seen, View):
            raise wrong("a position is a view, such as `match.view(None)`")
        return self._at(positions.from_view(self.layout, seen, self.names, number), number, chance)

    def from_state(self, state: Iterable[int], *, chance: ChanceGiven = None) -> Match:
        """A match at a state that a match of this table had. Raises `RulesError` for one of another table."""
        return self._at(positions.checked(self.layout, state), 1, chance)

    def _at(self, state: State, seed: int, chance: ChanceGiven) -> Match:
        return Match(self, seed, state, source_of(self.words, seed, None, chance), plain=False)

    def told(self, trace: Trace) -> Told:
        """What a move set off, in words."""
        return told(self.words, trace)

    def replay(self, game: str | PathLike[str] | saved.SavedGame) -> Match:
        """A saved game, played again to where it was left; the files that it names are not looked at. Raises `RulesError` where
        it is none, or was saved at a table that plays otherwise."""
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
        """Many whole matches by bots, the first from `seed` and each later one from the next number. They are played inside
        compiled code where the extra `fast` is installed and it pays, else in Python: the numbers are the same. A match longer
        than `most_moves` is stopped. `jobs`: in so many processes (which a script must then be fit for: see `multiprocessing`).
        Needs numpy. Raises `ValueError` for no games, `RulesError` where there is no such bot or executor, and `unodsl.campaign.hanging.Lost` where a process of several was killed."""
        need("numpy", "numpy", "`Setup.play`")
        from unodsl.api.games import play

        playing = Playing(arguments.whole(most_moves, "most_moves"), self.mistakes, arguments.bot(bot), each=True)
        chosen = arguments.executor(executor)
        counts = arguments.whole(games, "games"), arguments.whole(seed, "seed")
        return play(self, *counts, playing, chosen, arguments.whole(jobs, "jobs", 1))

    def stepper(self, seed: SupportsIndex = 1) -> Stepper:
        """A match that is stepped in place in compiled code, with numbers for moves: the fastest way to play one from Python. Needs
        the extra `fast`."""
        from unodsl.api.stepper import Stepper

        return Stepper(self, seed)

    def matches(
        self,
        number: SupportsIndex,
        *,
        seed: SupportsIndex = 1,
        order: Order = "random",
        reward: Reward = "match",
        points: str | None = None,
        most_moves: SupportsIndex = 10_000,
        executor: Name | None = None,
        copy: bool = True,
        dtype: DTypeLike | None = None,
        last: SupportsIndex | None = None,
    ) -> Matches:
        """So many matches that go on side by side, stepped together over numpy arrays: in compiled code where that pays, as
        `Matches` says. Needs numpy."""
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
    """A table from ruleset files, or the names of rulesets that come with the project; `official` where none is given. Its game is that
    of the first one, or the one that its options are for; `game` names another one of these files.

    `options` are switched on, by name (`page.option`; the page may be left out where that is clear); those of `without` are left
    out, which are on by default; `parameters` set by name; `seats` None is the least that the rules allow. `mistakes`: the moves
    that nobody has to make for the game to go on, such as the mistakes that the rules speak of, are legal moves and actions like any
    other. Raises `RulesError` with all that is wrong, also where the cards are not enough to begin with.
    """
    given = arguments.files(files) or ("official",)
    chosen, off = arguments.names(options, "options"), arguments.names(without, "without")
    values = arguments.parameters(parameters)
    number = None if seats is None else arguments.whole(seats, "seats")
    project = project_of([Path(f) for f in given], chosen, game)
    resolved = resolve_table(project, spec_of(chosen, values, number, off, game))
    check_deal(resolved.table)
    return Setup(given, chosen, values, resolved, bool(mistakes), off)
