"""Runs scenarios: a table, its position, its moves, and its expectations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from unodsl.diagnostics import Diagnostic, RulesError, underlined
from unodsl.engine.api import Executor
from unodsl.engine.describe import short
from unodsl.engine.layout import Layout, layout_of
from unodsl.engine.reference import Reference
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.table import SEAT_NAMES
from unodsl.model.walk import below
from unodsl.resolve.compose import Resolved, TableSpec, resolve_table
from unodsl.resolve.project import Page, Project
from unodsl.resolve.words import Mistake
from unodsl.scenarios import steps
from unodsl.scenarios.desk import Desk
from unodsl.scenarios.judge import Failed
from unodsl.scenarios.reading import step
from unodsl.scenarios.runner import Picture, Runner
from unodsl.scenarios.spec import TableSelection, refusal, table_selection
from unodsl.scenarios.together import out_of_place
from unodsl.source import Span
from unodsl.syntax import nodes as s


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a scenario. `message`: what differs, with the table at that moment; "" if it passes. `warnings`:
    lines that test less than they seem to."""

    title: str
    page: str
    clauses: tuple[str, ...]
    passed: bool
    message: str
    fired: tuple[str, ...]
    span: Span
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Read:
    """A parsed scenario: its table and its steps."""

    selection: TableSelection
    desk: Desk
    steps: tuple[steps.Step, ...]


def read_scenario(page: Page, scenario: s.Scenario, resolved: Resolved, wanted: TableSelection) -> Read:
    """Parses the lines of a scenario for its table. Raises `RulesError` with all errors."""
    names = wanted.names or SEAT_NAMES[: resolved.table.seats]
    desk = Desk(resolved, page.name, names)
    problems: list[Diagnostic] = []
    found: list[steps.Step] = []
    try:
        desk.check_names(wanted.seats)
    except Mistake as mistake:
        problems.extend(mistake.diagnostics)
    for line in scenario.lines:
        if isinstance(line, s.Names | s.SetParameter):
            continue
        try:
            found.append(step(desk, line))
        except Mistake as mistake:
            problems.extend(mistake.diagnostics)
    if not problems:
        problems = list(out_of_place(desk, found))
    if problems:
        raise RulesError(problems)
    return Read(wanted, desk, tuple(found))


def run_scenario(
    project: Project,
    page: Page,
    scenario: s.Scenario,
    executor: Callable[[t.Table], Executor] = Reference,
    given: TableSpec | None = None,
    extra: tuple[str, ...] = (),
) -> Result:
    """Runs one scenario. Raises `RulesError` if its text is wrong or its position impossible."""
    wanted = table_selection(project, page, scenario, extra, given)

    def result(message: str, fired: tuple[str, ...] = (), warnings: tuple[str, ...] = ()) -> Result:
        title = scenario.title.text
        return Result(title, page.name, wanted.clauses, not message, message, fired, scenario.span, warnings)

    refused = refusal(project, scenario, wanted)
    if refused is not None:
        return result(refused)
    resolved, table = played_table(project, wanted.spec)
    read = read_scenario(page, scenario, resolved, wanted)
    runner = Runner(read.desk, executor(table))
    try:
        runner.run(read.steps)
        if not any(not isinstance(x, steps.Position) for x in read.steps):
            hint = "add a move, as in `ann plays red 5`, or a line with `expect`"
            raise Mistake("UNO113", "this scenario tests nothing", scenario.title.span, hint)
    except Failed as failed:
        text = f"{failed.message}\n{underlined(failed.span)}\n{indented(runner.table_now())}"
        return result(text, tuple(runner.fired), tuple(runner.warnings))
    except Mistake as mistake:
        raise RulesError(mistake.diagnostics) from mistake
    return result("", tuple(runner.fired), tuple(runner.warnings))


@dataclass(frozen=True, slots=True)
class Story:
    """A scenario step by step: the names of its seats, the table after the position and after each step, and its
    expectations. `message`: what differs; "" if it passes."""

    title: str
    resolved: Resolved
    options: tuple[str, ...]
    layout: Layout
    names: tuple[str, ...]
    pictures: tuple[Picture, ...]
    expected: tuple[str, ...]
    message: str


def story_of(project: Project, page: Page, scenario: s.Scenario) -> Story:
    """A scenario step by step, up to its failure. Raises `RulesError` if its text is wrong, or its table impossible."""
    wanted = table_selection(project, page, scenario)
    resolved, table = played_table(project, wanted.spec)
    read = read_scenario(page, scenario, resolved, wanted)
    runner = Runner(read.desk, Reference(table))
    message = ""
    try:
        runner.run(read.steps)
    except Failed as failed:
        message = failed.message
    except Mistake as mistake:
        raise RulesError(mistake.diagnostics) from mistake
    expected = [
        " ".join(x.span.text.split()).removeprefix("expect ") for x in scenario.lines if isinstance(x, s.Expect)
    ]
    return Story(
        title=scenario.title.text,
        resolved=resolved,
        options=wanted.spec.options,
        layout=runner.layout,
        names=read.desk.names,
        pictures=tuple(runner.pictures),
        expected=tuple(expected),
        message=message,
    )


def problems_of_scenario(project: Project, page: Page, scenario: s.Scenario) -> tuple[Diagnostic, ...]:
    """The errors in the text of a scenario at its table. Nothing is played."""
    try:
        wanted = table_selection(project, page, scenario)
        if refusal(project, scenario, wanted) is None:
            read_scenario(page, scenario, played_table(project, wanted.spec)[0], wanted)
    except RulesError as error:
        return error.diagnostics
    return ()


_MOST_KNOWN = 8
"""The size of the cache of tables: many scenarios of a file share a few."""

_known: list[tuple[Project, TableSpec, Resolved, t.Table]] = []


def played_table(project: Project, spec: TableSpec) -> tuple[Resolved, t.Table]:
    """The table of a scenario, as resolved and as played. Cached."""
    found = next((x for x in _known if x[0] is project and x[1] == spec), None)
    if found is None:
        resolved = resolve_table(project, spec)
        # expectations may read more than the rules do
        found = project, spec, resolved, replace(resolved.table, whole_piles=True)
    else:
        _known[:] = [x for x in _known if x is not found]
    _known.append(found)
    del _known[:-_MOST_KNOWN]
    return found[2], found[3]


def indented(text: str) -> str:
    """Indents each line by two characters."""
    return "\n".join("  " + line for line in text.splitlines())


def all_scenarios(project: Project) -> list[tuple[Page, s.Scenario]]:
    """All scenarios of a project, by the name of the file and in its order."""
    return [(p, x) for p in sorted(project.pages.values(), key=lambda p: p.name) for x in p.scenarios]


def condition_of(resolved: Resolved, page: str, line: s.Expect) -> e.Expr:
    """The condition of an `expect` line for any state of a table; its seats are called ann, bob, cyd... Raises
    `Mistake` if the line has none."""
    desk = Desk(resolved, page, SEAT_NAMES[: resolved.table.seats])
    found = step(desk, line)
    span = line.items[0].body.span
    if isinstance(found, steps.Legal | steps.OnlyLegal):
        hint = "say what is so then: `ann has no cards`, `draw-due is open`"
        raise Mistake("UNO113", "what can be done is no condition of a table", span, hint)
    if not isinstance(found, steps.Holds) or found.when != "now":
        raise Mistake("UNO113", "this is no condition of a table", span, "say what is so then: `draw-due is open`")
    kept = layout_of(resolved.table).depth
    for node in below(found.condition):
        if isinstance(node, e.TopCard) and node.depth >= kept[node.place.zone]:
            zone = short(resolved.table.zones[node.place.zone].name)
            message = f"no rule looks at card {node.depth + 1} of the {zone}, so its place is not kept"
            raise Mistake("UNO113", message, span)
    return found.condition


def titled_twice(page: Page) -> dict[int, Diagnostic]:
    """The scenarios of a file, by their index, whose title an earlier one has."""
    first: dict[str, Span] = {}
    out: dict[int, Diagnostic] = {}
    for index, scenario in enumerate(page.scenarios):
        title = scenario.title
        if title.text in first:
            hint = f"the other one is at {first[title.text]}"
            out[index] = Diagnostic("UNO108", f"two scenarios are called `{title.text}`", title.span, hint)
        first.setdefault(title.text, title.span)
    return out
