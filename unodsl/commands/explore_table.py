"""Loads, resolves and compiles a table for state space exploration."""

from __future__ import annotations

from typing import Literal

import click

from unodsl.commands import explore_again
from unodsl.commands.common import project_of, spec_of, table_json, table_words
from unodsl.commands.explore_again import Call, Description
from unodsl.diagnostics import RulesError
from unodsl.engine.compiled import NotCompiled, available
from unodsl.engine.explore import in_python, retraced
from unodsl.engine.explore_compiled import compiled
from unodsl.engine.explore_memory import Made
from unodsl.engine.explore_question import Budget, Explored, Question, Report
from unodsl.engine.generated import Generated
from unodsl.engine.layout import Layout
from unodsl.model.symmetry import symmetry
from unodsl.resolve import Project, TableSpec, resolve_table
from unodsl.resolve.compose import Resolved
from unodsl.tables import games_beside


class Explorable:
    """A table with the query on its states. `executor` is the executor that ran the search."""

    def __init__(self, call: Call, until: str | None) -> None:
        from unodsl.deal import check_deal

        self.call = call
        self.project = project_of(call.files, call.options, call.game)
        self.spec = spec_of(call.options, dict(call.parameters), call.seats, call.without, call.game)
        self.resolved = resolve_table(self.project, self.spec)
        table = self.resolved.table
        check_deal(table)
        condition = None
        if until is not None:
            # imported late: loads the scenario parser
            from unodsl.scenarios.until import condition_of

            condition = condition_of(self.resolved, table.games[0], until)
        proved = symmetry(table, condition)
        deal = (0, *Generated(table).start(call.seed)[1:])
        self.question = Question(table, deal, call.mistakes, proved if call.fold else None, condition)
        folding = self.question.folding(Layout(table))
        self.description = Description(
            table_words(table),
            games_beside(self.project, table),
            table_json(table),
            1 if folding is None else folding.whole,
            [] if folding is None else list(folding.lines),
            None if folding is None else proved.nodes,
            list(proved.against),
        )
        self.executor = "compiled"

    def searched(
        self,
        limit: Budget,
        report: Report,
        executor: Literal["python", "compiled"] | None,
        jobs: int,
        disk: int | None,
        keep: bool,
    ) -> Explored:
        """Runs the search. `keep` stores it in the cache."""

        def made(found: Made) -> None:
            texts = {page.path: page.file.source.text for page in self.project.pages.values()}
            explore_again.keep(self.call, texts, self.description, found)

        if executor == "python" or not available():
            if executor != "python":
                note("install `unodsl[fast]` for compiled search, which is far faster")
            return self.in_python(limit, report)
        try:
            if disk is not None:
                from unodsl.engine.explore_disk import on_disk

                return on_disk(self.question, limit, disk, report)
            if jobs > 1:
                from unodsl.engine.explore_shared import shared

                return shared(self.question, limit, jobs, report, notice)
            return compiled(self.question, limit, report, notice, made if keep else None)
        except (NotCompiled, MemoryError) as error:
            note(str(error) or "there is not as much memory as the search may take")
            return self.in_python(limit, report)

    def in_python(self, limit: Budget, report: Report) -> Explored:
        """Runs the search in Python."""
        self.executor = "python"
        return in_python(self.question, limit, report)

    def witnesses(self, found: Explored, until: str | None) -> dict[str, str | None]:
        """Returns a witness scenario for each result. None if it is not expressible as a scenario."""
        return witnesses(self.project, self.spec, self.resolved, self.question, found, until)


def notice(line: str) -> None:
    """Prints a note to stderr."""
    click.echo(f"note: {line}", err=True)


def note(why: str) -> None:
    """Prints a note that the search runs in Python."""
    notice(f"searched in Python: {why}")


def witnesses(
    project: Project, spec: TableSpec, resolved: Resolved, question: Question, found: Explored, until: str | None
) -> dict[str, str | None]:
    """Returns a witness scenario for each result. None if it is not expressible as a scenario."""
    ways = {"until": found.goal_way, "stuck": found.stuck_way, "endless": found.endless_way}
    if all(way is None for way in ways.values()):
        return {}
    # imported late: loads the solver
    from checker.context import Context
    from checker.witness.path import scenario_of_run
    from unodsl.model.table import SEAT_NAMES

    table = resolved.table
    chosen = TableSpec(
        games=table.games,
        options=tuple(o.name for o in table.options if o.on),
        parameters=dict(spec.parameters),
        seats=table.seats,
        exact=True,
    )
    case = Context(project, chosen, resolved, float("inf"))
    out: dict[str, str | None] = {}
    for name, way in ways.items():
        if way is None:
            continue
        steps = retraced(question, way)
        if name == "until":
            title, lines = "this can be so", [f"expect {until}"]
        elif name == "stuck":
            title, lines = "nobody can move", [f"expect {x} cannot do anything" for x in SEAT_NAMES[: table.seats]]
        else:
            title, lines = "this move never comes to rest", []
        try:
            out[name] = scenario_of_run(case, title, question.start, steps, lines, name != "endless")
        except RulesError:
            out[name] = None
    return out
