"""A table made ready for study: loaded, with all that is worked out once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, SupportsIndex

from unodsl import saved
from unodsl.api import arguments
from unodsl.api.extras import need
from unodsl.api.match import Match
from unodsl.api.prepared import PreparedTable
from unodsl.deal import check_deal
from unodsl.engine.batch import DEFAULT_BOT, Bot, Playing
from unodsl.engine.choose import Name
from unodsl.tables import table_of

if TYPE_CHECKING:
    from unodsl.api.games import Games
    from unodsl.api.matches import Matches, Order, Reward


class Setup(PreparedTable):
    """A prepared table from which matches begin."""

    def start(self, seed: SupportsIndex = 1) -> Match:
        """A match that has begun. The seed, a whole number, decides all shuffles."""
        number = arguments.whole(seed, "seed")
        return Match(self, number, self.runner.start(number))

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
        Needs numpy. Raises `ValueError` for no games, `RulesError` where there is no such bot or executor, and `unodsl.campaign.crews.Lost` where a process of several was killed."""
        need("numpy", "numpy", "`Setup.play`")
        from unodsl.api.games import play

        playing = Playing(arguments.whole(most_moves, "most_moves"), self.mistakes, arguments.bot(bot), each=True)
        chosen = arguments.executor(executor)
        counts = arguments.whole(games, "games"), arguments.whole(seed, "seed")
        return play(self, *counts, playing, chosen, arguments.whole(jobs, "jobs", 1))

    def matches(
        self,
        number: SupportsIndex,
        *,
        seed: SupportsIndex = 1,
        order: Order = "random",
        reward: Reward = "match",
        points: str | None = None,
        most_moves: SupportsIndex = 10_000,
    ) -> Matches:
        """So many matches that go on side by side, stepped together over numpy arrays. Needs numpy."""
        need("numpy", "numpy", "`Setup.matches`")
        from unodsl.api.matches import Matches

        return Matches(self, number, seed, order, reward, points, most_moves)


def load(
    *files: str | PathLike[str],
    options: Iterable[str] = (),
    parameters: Mapping[str, SupportsIndex | str] | None = None,
    seats: SupportsIndex | None = None,
    mistakes: bool = False,
    without: Iterable[str] = (),
    game: str | None = None,
) -> Setup:
    """A table from rule files, or the names of rulesets that come with the project; `official` where none is given. Its game is that
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
    _, table = table_of([Path(f) for f in given], chosen, values, number, off, game)
    check_deal(table)
    return Setup(given, chosen, values, table, bool(mistakes), off)
