"""`unodsl check A B --together`: selects what is compared and reports what is not comparable."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from unodsl.commands.asked import OFF, full_names, seat_range
from unodsl.commands.common import wrong
from unodsl.deal import check_deal
from unodsl.resolve import Project, load_table
from unodsl.resolve.choice import seats_text
from unodsl.resolve.options import option_info

if TYPE_CHECKING:
    from checker.compare.rulesets.tables import Chosen
    from checker.parallel import AtWork
    from checker.results import Report
    from unodsl.model.table import Table


@dataclass(frozen=True, slots=True)
class Wanted:
    """Arguments of a comparison: enabled and disabled options by the names given, parameters, seats (None: not given),
    the time budget in seconds, and the number of processes."""

    options: tuple[str, ...]
    without: tuple[str, ...]
    parameters: dict[str, str]
    seats: str | None
    budget: float
    jobs: int


def compared(project: Project, wanted: Wanted, at_work: AtWork) -> Report:
    """Compares the two rulesets in the project. Raises `RulesError`."""
    from checker.check_rulesets import check_rulesets
    from checker.families.select_products import usual_seats

    one, other = two_games(project)
    choice, tables = choose(wanted, project, (one, other))
    low, high = common_seats(choice, tables)

    def fits(number: int) -> None:
        for spec in choice.specs.values():
            load_table(project, replace(spec, seats=number))

    seats = seat_range(wanted.seats, usual_seats(low, high), low, high, fits)
    noted = tuple(remarks(project, choice, tables, seats))
    return check_rulesets(project, choice, seats, wanted.budget, at_work, OFF, noted, wanted.jobs)


def two_games(project: Project) -> tuple[str, str]:
    """Returns the two games to compare. Raises `RulesError` unless there are exactly two."""
    games = project.games()
    if not games:
        load_table(project)  # says that there is no game
    if len(games) == 1:
        files = " and ".join(f"`{name}.uno`" for name in project.given)
        message = f"there is only one game among these files: {files} {'is' if len(project.given) == 1 else 'are'} for `{games[0]}`"
        raise wrong(message, "give the file of another game as well; two options of one game are compared by `--with`")
    if len(games) > 2:
        by_game = {home: name for name, home in reversed(project.homes().items())}
        paths = [project.pages[by_game[game]].path for game in games]
        calls = [f"unodsl check {a.name} {b.name} --together" for i, a in enumerate(paths) for b in paths[i + 1 :]]
        named = ", ".join(f"`{x}`" for x in games)
        raise wrong(
            f"`--together` compares two rulesets, and here are {len(games)}: {named}",
            "compare them two by two: " + "; ".join(f"`{x}`" for x in calls[:6]),
        )
    return games[0], games[1]


def choose(wanted: Wanted, project: Project, games: tuple[str, str]) -> tuple[Chosen, list[Table]]:
    """Resolves the tables to compare, each with the options and parameters that it declares. Raises `RulesError`."""
    from checker.compare.rulesets.tables import PAIR, chosen

    options = of_either(project, games, wanted.options)
    without = of_either(project, games, wanted.without)
    choice = chosen(project, games, options, {}, without)
    known = {side: load_table(project, spec) for side, spec in choice.specs.items()}
    names = {side: {n for x in t.settings for n in (x.name, x.name.partition(".")[2])} for side, t in known.items()}
    for name in wanted.parameters:
        if not any(name in names[side] for side in PAIR):
            load_table(project, replace(choice.specs["one"], parameters={name: wanted.parameters[name]}))
    specs = {
        side: replace(spec, parameters={n: v for n, v in wanted.parameters.items() if n in names[side]})
        for side, spec in choice.specs.items()
    }
    choice = replace(choice, specs=specs)
    tables = [load_table(project, choice.specs[side]) for side in PAIR]
    for table in tables:
        check_deal(table)
    return choice, tables


def of_either(project: Project, games: tuple[str, str], options: tuple[str, ...]) -> tuple[str, ...]:
    """Resolves option names to full names. Raises `RulesError` for an unknown name, and for one that means another option at each
    of the two games."""
    one, other = (full_names(project, options, project.chain(game)) for game in games)
    for name, mine, theirs in zip(options, one, other, strict=True):
        if mine != theirs:
            raise wrong(f"`{name}` may be `{mine}` or `{theirs}`", "give the name in full")
    return one


def common_seats(choice: Chosen, tables: list[Table]) -> tuple[int, int]:
    """Returns the range of seat counts allowed by both tables. Raises `RulesError` if it is empty."""
    low, high = max(t.seats_low for t in tables), min(t.seats_high for t in tables)
    if low > high:
        ranges = " and ".join(
            f"`{name}` is for {seats_text(t.seats_low, t.seats_high)}"
            for name, t in zip(choice.games, tables, strict=True)
        )
        raise wrong(f"no number of players fits both: {ranges}", "only tables with as many players can be compared")
    return low, high


def remarks(project: Project, choice: Chosen, tables: list[Table], seats: range) -> list[str]:
    """Returns notes on the limits of the comparison."""
    one, other = choice.games
    out: list[str] = []
    if choice.extends:
        child = other if choice.base == one else one
        out.append(
            f"{child} extends {choice.base}: what it changes there it changes on purpose; here is the result "
            f"(`unodsl diff` goes rule by rule)"
        )
    elif choice.base is None:
        out.append(f"{one} and {other} extend no common game: both speak to whatever they answer differently")
    if not {k.name for k in tables[0].deck.kinds} & {k.name for k in tables[1].deck.kinds}:
        out.append(f"{one} and {other} have no card in common: only what they declare is compared")
    for name, mine, theirs in ((one, tables[0], tables[1]), (other, tables[1], tables[0])):
        alone = [
            seats_text(*x)
            for x in ((mine.seats_low, theirs.seats_low - 1), (theirs.seats_high + 1, mine.seats_high))
            if x[0] <= x[1]
        ]
        if alone:
            out.append(f"only {name} allows {' or '.join(alone)} players: nothing is compared there")
    on = [(o.name, name) for name, t in zip(choice.games, tables, strict=True) for o in t.options if o.on]
    for option, name in on:
        info = option_info(project, project.pages[option.partition(".")[0]], option, True)
        for excluded in info.excludes:
            if any(o == excluded and n != name for o, n in on):
                out.append(f"{option} excludes {excluded}: its text says that they are not played together")
    return list(dict.fromkeys(out))
