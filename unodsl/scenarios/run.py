"""Scenarios run: a table, its position, its moves, and what must be true then."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from unodsl.diagnostics import Diagnostic, RulesError, underlined
from unodsl.engine.api import EndlessCascade, Executor, Move, State, Trace
from unodsl.engine.describe import short, table_text
from unodsl.engine.layout import ROUND, TABLE_EVENTS, TOP, layout_of
from unodsl.engine.reference import Reference
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import NOTHING, Type
from unodsl.model.walk import below
from unodsl.resolve.compose import Resolved, TableSpec, resolve_table
from unodsl.resolve.project import Page, Project
from unodsl.resolve.words import Mistake
from unodsl.scenarios import steps
from unodsl.scenarios.desk import Desk
from unodsl.scenarios.judge import Failed, Judge, warning
from unodsl.scenarios.position import Scripted, Setup, lay_out, send_away, set_variables, too_often
from unodsl.scenarios.reading import step
from unodsl.scenarios.seats import SEAT_NAMES
from unodsl.scenarios.spec import Asked, asked, refusal
from unodsl.scenarios.words import Teller
from unodsl.source import Span
from unodsl.syntax import nodes as s


@dataclass(frozen=True, slots=True)
class Result:
    """How a scenario went. `message` says what differed, with the table at that moment; "" where it passed. `warnings` are lines
    that say less than they seem to."""

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
    """A scenario read: the table it is about and what its lines mean there, in order."""

    asked: Asked
    desk: Desk
    steps: tuple[steps.Step, ...]


def read_scenario(page: Page, scenario: s.Scenario, resolved: Resolved, wanted: Asked) -> Read:
    """What the lines of a scenario mean at its table. Raises `RulesError` with all that is wrong with them."""
    names = wanted.names or SEAT_NAMES[: resolved.table.seats]
    desk = Desk(resolved, page.name, names)
    problems: list[Diagnostic] = []
    found: list[steps.Step] = []
    try:
        desk.check_names(wanted.seats)
    except Mistake as mistake:
        problems.append(mistake.diagnostic)
    for line in scenario.lines:
        if isinstance(line, s.Names | s.SetParameter):
            continue
        try:
            found.append(step(desk, line))
        except Mistake as mistake:
            problems.append(mistake.diagnostic)
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
    """Run one scenario. Raises `RulesError` where its text is wrong or its position impossible."""
    wanted = asked(project, page, scenario, extra, given)

    def result(message: str, fired: tuple[str, ...] = (), warnings: tuple[str, ...] = ()) -> Result:
        title = scenario.title.text
        return Result(title, page.name, wanted.clauses, not message, message, fired, scenario.span, warnings)

    refused = refusal(project, scenario, wanted)
    if refused is not None:
        return result(refused)
    resolved = resolve_table(project, wanted.spec)
    read = read_scenario(page, scenario, resolved, wanted)
    # what a scenario expects is not bounded by what the rules look at
    table = replace(resolved.table, whole_piles=True)
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
        raise RulesError([mistake.diagnostic]) from mistake
    return result("", tuple(runner.fired), tuple(runner.warnings))


def indented(text: str) -> str:
    """Every line two characters to the right."""
    return "\n".join("  " + line for line in text.splitlines())


def all_scenarios(project: Project) -> list[tuple[Page, s.Scenario]]:
    """Every scenario of a project, by page name and then in the order of its file."""
    return [(p, x) for p in sorted(project.pages.values(), key=lambda p: p.name) for x in p.scenarios]


def condition_of(resolved: Resolved, page: str, line: s.Expect) -> e.Expr:
    """The condition that an `expect` line asks of any state of a table; its seats are called ann, bob, cyd... Raises `Mistake`
    where the line is about something else."""
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
    """The scenarios of a page, by their place in it, whose title another one has before them."""
    first: dict[str, Span] = {}
    out: dict[int, Diagnostic] = {}
    for index, scenario in enumerate(page.scenarios):
        title = scenario.title
        if title.text in first:
            hint = f"the other one is at {first[title.text]}"
            out[index] = Diagnostic("UNO108", f"two scenarios are called `{title.text}`", title.span, hint)
        first.setdefault(title.text, title.span)
    return out


# ------------------------------------------------------------------------------------------------------- lines together


def out_of_place(desk: Desk, found: list[steps.Step]) -> Iterator[Diagnostic]:
    """What is wrong with lines that are right by themselves: said twice, said too late, said where it comes to nothing."""
    seen: dict[object, Span] = {}
    first = next((x for x in found if not isinstance(x, steps.Position)), None)
    begun = False
    for at in found:
        if not isinstance(at, steps.Position):
            begun = True
            continue
        if begun:
            hint = "start a new scenario, or say `expect` before it"
            yield Diagnostic("UNO113", "the position comes before the first move", at.span, hint)
            continue
        for key in said(desk.table, at):
            if key in seen:
                message = f"`{at.span.text}` says again what another line says"
                yield Diagnostic("UNO113", message, at.span, in_one_line(at, seen[key]))
                break
            seen[key] = at.span
        if isinstance(first, steps.Happens) and wiped(desk.table, at, first):
            hint = "say in `draw pile is ...` which cards are dealt, or leave `the " + first.kind + "` out"
            message = (
                f"`{at.span.text}` comes to nothing: `the {first.kind}` starts from a table where nothing is dealt"
            )
            yield Diagnostic("UNO113", message, at.span, hint)


def in_one_line(at: steps.Position, first: Span) -> str:
    """What to write in place of two lines about one thing."""
    cards = re.fullmatch(r".*?\b(?:holds|is)\s+(.*)", at.span.text, re.DOTALL)
    if isinstance(at, steps.Held) and not at.exactly and cards is not None:
        return f"put all cards into one line: `{first.text}, {cards[1]}`"
    return f"the first time is at {first}: leave one of the two out"


def said(table: t.Table, at: steps.Position) -> list[object]:
    """What a line of a position is about; no other line may be about it as well."""
    match at:
        case steps.Held():
            # what is drawn next can be said in several lines, one after the other
            return [] if at.zone in dict(table.deck.homes) and not at.exactly else [("place", at.zone, at.seat)]
        case steps.Absent():
            return [("absent", at.seat)]
        case steps.Put():
            return [at.target if isinstance(at.target, e.Variable) else (at.target.situation, at.target.index)]
        case steps.Opened():
            return [("situation", at.situation), *((at.situation, index) for index, _ in at.fields)]
        case _:
            assert_never(at)


def wiped(table: t.Table, at: steps.Position, first: steps.Happens) -> bool:
    """Whether what a position says is gone once a round or a match begins."""
    if first.kind == "round ends":
        return False
    match at:
        case steps.Held():
            return at.zone not in dict(table.deck.homes) or at.exactly
        case steps.Absent():
            return False
        case steps.Put():
            if isinstance(at.target, e.Field):
                return True
            return first.kind == "round begins" and not table.variables[at.target.index].kept
        case steps.Opened():
            return True
        case _:
            assert_never(at)


# ----------------------------------------------------------------------------------------------------------- the runner


class Runner:
    """Runs the steps of one scenario. `trace` is what came of what was last done; `moved`: it was a move or an event, not the
    laying out of the position."""

    def __init__(self, desk: Desk, executor: Executor) -> None:
        self.desk = desk
        self.executor = executor
        self.table = executor.table
        self.layout = layout_of(self.table)
        self.state: State | None = None
        self.trace = Trace()
        self.moved = False
        self.fired: list[str] = []
        self.warnings: list[str] = []
        self.setup = Setup()
        scripts = [self.setup.scripts.setdefault(zone, []) for zone, _ in self.table.deck.homes]
        self.chance = Scripted(scripts[0], random.Random(1), tuple(scripts[1:]))

    def run(self, found: tuple[steps.Step, ...]) -> None:
        """All steps, in order. Raises `Failed` at the first that does not come out, `Mistake` or `RulesError` where something
        cannot be."""
        self.prepare([x for x in found if isinstance(x, steps.Position)])
        for at in found:
            match at:
                case steps.Held() | steps.Absent() | steps.Put() | steps.Opened():
                    pass
                case steps.Happens():
                    self.happens(at)
                case steps.Moves():
                    self.moves(at)
                case _:
                    judge = Judge(self.desk, self.executor, self.layout, self.now(), self.trace, self.moved)
                    judge.expect(at)
                    self.warnings.extend(judge.warnings)
        # a position of which nothing is asked must be possible as well
        self.now()

    def table_now(self) -> str:
        """The table as it stands."""
        return "" if self.state is None else table_text(self.layout, self.state, self.desk.names)

    # ------------------------------------------------------------------------------------------------------------ position

    def prepare(self, position: list[steps.Position]) -> None:
        """The position as numbers: values are looked up with the seats that take part and the variables as stated so far."""
        setup = self.setup
        for at in position:
            match at:
                case steps.Held() if at.zone in setup.scripts:
                    setup.scripts[at.zone].extend(at.kinds)
                    setup.short |= {at.zone} if at.exactly else set()
                    setup.spans[at.zone, at.seat] = at.span
                case steps.Held():
                    setup.held[at.zone, at.seat] = list(at.kinds)
                    setup.spans[at.zone, at.seat] = at.span
                case steps.Absent():
                    setup.absent.add(at.seat)
                case steps.Put() | steps.Opened():
                    pass
                case _:
                    assert_never(at)
        state = list(self.executor.blank(1))
        send_away(state, setup)
        for at in position:
            if isinstance(at, steps.Put) and isinstance(at.target, e.Variable):
                setup.variables.append((at.target, self.valued(state, at.value, at.target.type, at.span)))
                set_variables(self.layout, state, setup)
        for at in position:
            if isinstance(at, steps.Put) and isinstance(at.target, e.Field):
                setup.fields.append((at.target, self.valued(state, at.value, at.target.type, at.span), at.span))
            elif isinstance(at, steps.Opened):
                declared = self.table.situations[at.situation]
                owner = self.executor.condition(tuple(state), at.owner)
                if owner == (0 if declared.on_players else NOTHING):
                    raise Mistake("UNO113", f"`{short(declared.name)}` would wait for nobody", at.span)
                fields = tuple(
                    (index, self.valued(state, value, declared.fields[index].type, at.span))
                    for index, value in at.fields
                )
                setup.situations.append((at.situation, owner, fields))

    def valued(self, state: list[int], value: e.Expr, type_: Type, span: Span) -> int:
        """What a value is in the position so far; it must be one that its place can hold."""
        found = self.executor.condition(tuple(state), value)
        self.desk.fits(type_, found, span)
        return found

    def now(self) -> State:
        """The state; laid out first if nothing has happened yet."""
        if self.state is None:
            self.trace = Trace(names=self.desk.names)
            self.state = lay_out(self.executor, self.layout, self.setup, self.trace)
            self.fired.extend(self.trace.fired)
        return self.state

    # --------------------------------------------------------------------------------------------------------------- moves

    def happens(self, at: steps.Happens) -> None:
        """A round or a match begins or ends. What begins first starts from a table where nothing has been dealt."""
        state = list(self.undealt() if self.state is None and at.kind != "round ends" else self.now())
        if at.kind == "round begins":
            self.layout.clear_round(state, kept=False)
            state[ROUND] = 1
        event = TABLE_EVENTS.index(at.event)
        self.carry_out(at.span, lambda trace: self.executor.happen(tuple(state), event, self.chance, trace))
        self.look_for_a_dead_table(at)

    def undealt(self) -> State:
        """A table before anything is dealt, with the variables and seats of the position."""
        said = [(kind, zone) for zone, script in self.setup.scripts.items() for kind in script]
        for kind, zone in said:
            if [k for k, _ in said].count(kind) > self.layout.copies[kind]:
                raise too_often(self.layout, kind, self.setup.spans.get((zone, 0)))
        blank = list(self.executor.blank(1))
        set_variables(self.layout, blank, self.setup)
        send_away(blank, self.setup)
        return tuple(blank)

    def look_for_a_dead_table(self, at: steps.Happens) -> None:
        """A round that begins before anybody deals leaves a table where nobody can do anything."""
        state = self.now()
        if state[ROUND] and state[TOP] < 0 and not self.executor.legal(state):
            unset = [
                short(v.name)
                for i, v in enumerate(self.table.variables)
                if not v.each_player and v.kept and state[self.layout.variable[i]] == NOTHING
            ]
            hint = f"a variable that the rules need may be missing: `{unset[0]} is ann`" if unset else None
            self.warnings.append(warning(f"after `the {at.kind}` nobody can do anything", at.span, hint))

    def moves(self, at: steps.Moves) -> None:
        """A move, which must be legal."""
        state = self.now()
        move = self.chosen(at, state)
        self.carry_out(at.span, lambda trace: self.executor.apply(state, move, self.chance, trace))

    def carry_out(self, span: Span, do: Callable[[Trace], State]) -> None:
        trace = Trace(names=self.desk.names)
        try:
            self.state = do(trace)
        except EndlessCascade as endless:
            raise Failed(span, str(endless)) from endless
        self.trace = trace
        self.moved = True
        self.fired.extend(trace.fired)

    def chosen(self, at: steps.Moves, state: State) -> Move:
        """The legal move that a line means; `Failed` where there is none."""
        offers = self.table.offers
        argument = None if at.argument is None else self.executor.condition(state, at.argument)
        legal = [m for m in self.executor.legal(state) if m.seat == at.seat and offers[m.offer].act == at.act]
        fits = [m for m in legal if argument is None or m.argument == argument]
        fits = [m for m in fits if at.manner is None or offers[m.offer].manner == at.manner]
        if at.by is not None:
            fits = [m for m in fits if at.by in (offers[m.offer].info.name, short(offers[m.offer].info.name))]
        if not fits:
            teller = Teller(self.desk, self.executor, self.layout, state)
            raise Failed(at.span, f"this move is not legal now: {at.span.text}\n  {teller.can(at.seat)}")
        if argument is None and len({m.argument for m in fits}) > 1:
            verb = self.table.acts[at.act].third
            raise Mistake("UNO113", f"with what? `{verb}` could mean several moves", at.span)
        if len(fits) > 1 and at.by is None and at.manner is None:
            own = [m for m in fits if offers[m.offer].mode not in t.LEFT_ALONE]
            if len(own) != 1:
                raise self.which(at, fits)
            fits = own
        if len(fits) > 1 and len({self.outcome(state, m) for m in fits}) > 1:
            raise self.which(at, fits)
        return fits[0]

    def outcome(self, state: State, move: Move) -> State | None:
        """What a move comes to; None where that never ends."""
        try:
            return self.executor.apply(state, move, copy.deepcopy(self.chance), None)
        except EndlessCascade:
            return None

    def which(self, at: steps.Moves, fits: list[Move]) -> Mistake:
        """Several rules offer one move: how to say which is meant."""
        manners = [self.table.offers[m.offer].manner for m in fits]
        ways: list[str] = []
        for m, manner in zip(fits, manners, strict=True):
            if manner and manners.count(manner) == 1:
                ways.append(f"`as {self.table.acts[at.act].manners[manner]}`")
            ways.append(f"`by {self.table.offers[m.offer].info.name}`")
        return Mistake("UNO113", "two rules offer this move", at.span, f"say which: {', '.join(ways)}")
