"""A `check` call as a query, answered from the cache or by the checker."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import click

from unodsl.commands.asked import OFF, full_names, seat_range
from unodsl.commands.check_together import Wanted, compared
from unodsl.commands.common import project_of, validate_options, wrong
from unodsl.deal import check_deal
from unodsl.diagnostics import RulesError
from unodsl.model.table import Table
from unodsl.resolve import Project, TableSpec, load_table
from unodsl.tables import read_ahead, set_parameters

if TYPE_CHECKING:
    from checker.parallel import AtWork
    from checker.report.baseline import Baseline
    from checker.report.cache import Call, Store
    from checker.report.selection import Selection
    from checker.results import Report


@dataclass(slots=True)
class Question:
    """What to check, and how. `cluster` is the address of the Dask scheduler that runs the checks; None runs them
    locally. `on_begin` is called with the loaded files where no earlier report holds."""

    call: Call
    parameters: dict[str, str]
    seats: str | None
    together: bool
    every: bool
    budget: float
    jobs: int
    store: Store | None
    at_work: AtWork
    certificates: Path | None = None
    selection: Selection | None = None
    cluster: str | None = None
    on_begin: Callable[[Project], None] = lambda project: None

    def load(self) -> Project:
        """Loads the files from disk. Raises `RulesError`."""
        return project_of([Path(f) for f in self.call.files], self.call.options, self.call.game)

    def table(self, project: Project) -> tuple[TableSpec, Table]:
        """Resolves the table to check. If every combination is checked, this is the table that contains the rules of
        all options. Raises `RulesError`."""
        games: tuple[str, ...] | None = None if self.call.game is None else (self.call.game,)
        if self.together:
            games = project.games()
        spec = TableSpec(
            games=games,
            options=self.call.options,
            parameters=dict(self.parameters),
            lenient=self.together,
            without=self.call.without,
        )
        if self.every:
            return spec, self.with_all(project, spec, project.option_names())
        return spec, load_table(project, spec)

    def with_all(self, project: Project, spec: TableSpec, options: Iterable[str]) -> Table:
        """Resolves the table with the rules of `options` included, where each option can be enabled or disabled. Raises
        `RulesError`."""
        return load_table(project, replace(spec, without=(), exact=True, featured=tuple(options), any_seats=True))

    def drawn(self) -> Table:
        """The table of `whole`, from the files on disk. Raises `RulesError`."""
        return self.whole(self.load())

    def whole(self, project: Project) -> Table:
        """Resolves the table used to quote rules in the report: it contains the rules of all checked options, if these
        are compatible. Raises `RulesError`."""
        if self.together and not self.every:
            # with two games, each has its own table
            return load_table(project, TableSpec(games=project.games()[:1]))
        spec, table = self.table(project)
        if self.every or self.call.options:
            return table
        try:
            return self.with_all(
                project, spec, (n for n in project.option_names() if n.partition(".")[0] in project.given)
            )
        except RulesError:
            return table

    def answered(self, project: Project) -> Report:
        """Returns the report for the project, from the cache if present, else computed and stored. Raises
        `RulesError`."""
        from checker.kept.answers import keeping, whole_kept

        validate_options(project)
        if self.store is not None:
            known = self.store.result(self.call, project, self.budget)
            if known is not None:
                return self.selected(known)
        self.on_begin(project)
        with keeping(self.store, project):
            report = whole_kept(project, self.call.text(), self.budget, lambda: self.report(project))
        if self.store is not None:
            self.store.keep(self.call, project, report, self.budget)
        return self.selected(report)

    def selected(self, report: Report) -> Report:
        """Filters the report by the selected codes. The cache always holds the full report."""
        if self.selection is None:
            return report
        from checker.report.selection import selected

        return selected(report, self.selection)

    def report(self, project: Project) -> Report:
        """Computes the report for the project. Raises `RulesError`."""
        if self.certificates is not None:
            from checker.known_tables import memo_of

            memo_of(project).obligations = self.certificates
        if self.every:
            return self.every_combination(project)
        if self.together:
            wanted = Wanted(
                self.call.options, self.call.without, dict(self.parameters), self.seats, self.budget, self.jobs
            )
            return compared(project, wanted, self.at_work)
        if not self.call.options:
            return self.own_options(project)
        from checker.check_table import check_table
        from checker.families.extended_games import with_derived
        from checker.results import Judged

        spec, table = self.table(project)
        check_deal(table)
        self.refuse_strangers(project, table)
        seats = self.seats_of(project, spec, table)
        report = check_table(project, spec, seats, self.budget, self.at_work, self.jobs)
        left = max(0.0, self.budget - report.seconds)
        report = with_derived(project, table.games, report, dict(self.parameters), left, self.jobs)
        named = set(self.in_full(project, self.call.options))
        off = [o.name for o in table.options if not o.on and o.name.partition(".")[0] in project.given]
        judged = Judged(
            "table",
            table.games,
            tuple(o.name for o in table.options if o.on and (not o.default or o.name in named)),
            tuple((o, OFF) for o in off),
            project.given_files,
            tuple(seats),
            tuple(set_parameters(table).items()),
            usual=tuple(o.name for o in table.options if o.on and o.default and o.name not in named),
            without=tuple(o.name for o in table.options if o.default and not o.on),
        )
        return replace(report, judged=judged)

    def refuse_strangers(self, project: Project, table: Table) -> None:
        """Raises `RulesError` for an option of a game that has no game in common with the one that is checked: no rule of
        the one could ever meet the other."""
        mine = {x for game in table.games for x in project.chain(game)}
        for option in self.in_full(project, self.call.options):
            home = project.home(option.partition(".")[0])
            if home is not None and mine.isdisjoint(project.chain(home)):
                raise wrong(
                    f"`{option}` is an option of `{home}`, which has nothing to do with `{table.games[0]}`",
                    f"`--game {home}` checks it where it belongs; `--together` compares the two games",
                )

    def seats_of(self, project: Project, spec: TableSpec, table: Table) -> range:
        """The numbers of seats at which a table is checked. Raises `RulesError`."""
        from checker.families.select_products import usual_seats

        return seat_range(
            self.seats,
            usual_seats(table.seats_low, table.seats_high),
            table.seats_low,
            table.seats_high,
            lambda number: load_table(project, replace(spec, seats=number)),
        )

    def own_options(self, project: Project) -> Report:
        """Checks the options of the input files, each with its own game. Raises `RulesError`."""
        from checker.families.family import parameters_with
        from checker.families.own_options import check_options, homes

        at = homes(project, self.call.game)
        if not at:
            check_deal(load_table(project))  # says that there is no game
        mine = parameters_with(project, dict(self.parameters), ())
        tables = [load_table(project, TableSpec(games=(home.game,), parameters=mine)) for home in at]
        for table in tables:
            check_deal(table)
        low, high = min(t.seats_low for t in tables), max(t.seats_high for t in tables)
        seats = None if self.seats is None else seat_range(self.seats, range(low, high + 1), low, high)
        without = self.in_full(project, self.call.without)
        return check_options(
            project, dict(self.parameters), seats, self.budget, self.at_work, self.jobs, without, self.call.game
        )

    def every_combination(self, project: Project) -> Report:
        """Checks all combinations of options. Raises `RulesError`."""
        from checker.families.check_family import check_combinations
        from checker.families.family import parameters_with
        from checker.parallel import on_cluster
        from checker.results import Judged

        games = project.games() if self.call.game is None else (self.call.game,)
        if not games:
            games = load_table(project, TableSpec()).games
        mine = parameters_with(project, dict(self.parameters), ())
        tables = [load_table(project, TableSpec(games=(g,), parameters=mine)) for g in games]
        for table in tables:
            check_deal(table)
        low, high = min(t.seats_low for t in tables), max(t.seats_high for t in tables)
        seats = None if self.seats is None else seat_range(self.seats, range(low, high + 1), low, high)
        groups = list(combinations(games, 2)) if self.together else [(g,) for g in games]
        if not groups:
            raise wrong("there is only one game among these files", "leave `--together` out, or give another file")
        only, without = (self.in_full(project, names) for names in (self.call.options, self.call.without))
        jobs = 1 if self.cluster is not None else self.jobs
        with on_cluster(self.cluster):
            report = check_combinations(
                project, groups, dict(self.parameters), seats, self.budget, self.at_work, jobs, only, without
            )
        assert report.combinations is not None
        found = {o for g in report.combinations.games for o in g.options}
        left = {o: why for g in report.combinations.games for o, why in g.left_out if o not in found}
        judged = Judged(
            "every",
            games,
            tuple(sorted(found)),
            tuple(sorted(left.items())),
            project.given_files,
            tuple(sorted({n for g in report.combinations.games for n, _ in g.tables})),
            self.call.parameters,
        )
        return replace(report, judged=judged)

    def in_full(self, project: Project, options: tuple[str, ...]) -> tuple[str, ...]:
        """Resolves option names of the call to full names. Raises `RulesError`."""
        return full_names(project, options, project.chain(self.call.game or next(iter(project.homes().values()), "")))

    def answer(self) -> Report:
        """Checks the files on disk, and avoids loading the project on a cache hit."""
        from checker.parallel import collect_seldom

        collect_seldom()
        if self.store is not None:
            known = self.store.recall(self.call, self.budget)
            if known is not None:
                return self.selected(known)
        if self.jobs > 1 and read_ahead(Path(f) for f in self.call.files):
            # keep the modules loaded meanwhile: they are needed unless only a comment changed
            import checker.families.own_options  # noqa: F401
        project = self.load()
        report = self.answered(project)
        if self.store is not None and not report.stopped:
            self.store.remember(self.call, project)
        return report


def judged(report: Report, known: Baseline | None) -> Report:
    """Marks each finding as known or new relative to the baseline, if one is given."""
    if known is None:
        return report
    from checker.report.baseline import compared

    return compared(report, known)


def note(what: str) -> None:
    """Prints a note to stderr."""
    click.echo(f"note: {what}", err=True)
