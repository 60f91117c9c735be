"""The witness validator: whether the scenarios of a finding show what it says.

It replays the scenarios from their text alone, and looks at which rules take part: which ran or could run, which moves they
offered or forbade. Under-approximates: what it accepts happened. Example: that two offers allow one act with different
outcomes takes two scenarios that make that move from one position, one by each offer, and that end differently.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from checker import codes
from checker.effects.counters import counters
from checker.effects.summary import summaries
from checker.effects.ways import written_name
from checker.search.graph import bare, growing_slots
from checker.witness.scene import scene
from checker.witness.trace import EventInCascade, Watched, performed
from unodsl.diagnostics import RulesError
from unodsl.engine.api import EndlessCascade, Move, State
from unodsl.engine.describe import short
from unodsl.engine.explore_graph import capped
from unodsl.engine.layout import MATCH, ROUND, TOP, layout_of
from unodsl.engine.reference import Reference, banned_moves
from unodsl.model import table as t
from unodsl.resolve import Project, TableSpec
from unodsl.resolve.project import Page
from unodsl.resolve.words import Mistake
from unodsl.scenarios import steps
from unodsl.scenarios.judge import Failed
from unodsl.scenarios.position import Scripted
from unodsl.scenarios.run import played_table, read_scenario
from unodsl.scenarios.runner import Runner
from unodsl.scenarios.spec import refusal, table_selection
from unodsl.source import Source
from unodsl.syntax import nodes as s
from unodsl.syntax.tree_cache import parse

Finding = Mapping[str, Any]
"""A finding of a JSON report."""


class Rejected(Exception):
    """A witness does not show what its finding says; the message says why."""


class Recorder(Runner):
    """A runner that keeps its moves, each with the state and the chance before it."""

    made: tuple[tuple[State, Move, Scripted], ...] = ()

    def chosen(self, at: steps.Moves, state: State) -> Move:
        move = super().chosen(at, state)
        self.made = (*self.made, (state, move, copy.deepcopy(self.chance)))
        return move


@dataclass
class Replay:
    """A scenario that was replayed. `head`: the lines above it that say of which files it is; `message`: why it fails, or
    ""."""

    project: Project
    head: str
    spec: TableSpec
    scenario: s.Scenario
    steps: tuple[steps.Step, ...]
    runner: Recorder
    message: str

    @property
    def table(self) -> t.Table:
        """Its table."""
        return self.runner.table

    @cached_property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """Its steps, each with the kind `position`, `move` or `expect`."""
        moved = {x.line for x in self.runner.pictures}
        rows = [x for x in self.scenario.lines if not isinstance(x, s.Names | s.SetParameter)]
        return tuple(
            (
                "expect" if isinstance(x, s.Expect | s.ExpectNote) else "move" if x.span.line in moved else "position",
                " ".join(x.span.text.split()),
            )
            for x in rows
        )

    def words(self, *kinds: str) -> tuple[str, ...]:
        """Its steps of some kinds, in words."""
        return tuple(text for kind, text in self.lines if kind in kinds)

    @property
    def as_played(self) -> State:
        """The last state of its table as it is played."""
        return self.played.pictures[-1].state

    @cached_property
    def played(self) -> Recorder:
        """The same at its table as it is played. (Scenarios keep the order of all piles.) Raises `Rejected`."""
        runner = Recorder(self.runner.desk, Reference(self.runner.desk.table))
        if failure(runner, self.steps):
            raise Rejected("its scenario depends on the order of a pile that nobody sees")
        return runner

    @property
    def end(self) -> State:
        """The last state."""
        return self.runner.pictures[-1].state

    @cached_property
    def offers(self) -> list[str]:
        """The offers by which the moves were made."""
        return [written_name(self.table.offers[move.offer].info.name) for _, move, _ in self.runner.made]

    @cached_property
    def ran(self) -> list[frozenset[str]]:
        """The rules that ran at each step, as written."""
        return [frozenset(map(written_name, x.fired)) for x in self.runner.pictures]

    @cached_property
    def held(self) -> list[frozenset[str]]:
        """For each event of the moves, the triggers whose condition held, as written."""
        out = []
        for number in range(len(self.runner.made)):
            _, record = self.cascade(number=number)
            out += [frozenset(written_name(self.table.triggers[i].info.name) for i in x.held) for x in record]
        return out

    def cascade(self, without: frozenset[int] = frozenset(), number: int = -1) -> tuple[State, list[EventInCascade]]:
        """The state after a move (the last one), and its events, without some triggers."""
        state, move, chance = self.runner.made[number]
        run = Watched(Reference(self.table), state, without, copy.deepcopy(chance), None)
        try:
            run.move(move)
            run.to_rest()
        except EndlessCascade:
            pass
        return tuple(run.s), run.record

    @cached_property
    def on(self) -> frozenset[str]:
        """The options that are on at its table."""
        return frozenset(o.name for o in self.table.options if o.on)

    def may_do(self, other: Replay) -> bool:
        """Whether the moves and expectations of another scenario pass at this table and from this position."""
        own = [x for x in self.scenario.lines if isinstance(x, s.Names | s.SetParameter)]
        body = [" ".join(x.span.text.split()) for x in own]
        body += [*self.words("position"), *other.words("move", "expect")]
        text = "\n".join([self.head, "", 'scenario "both"', *(f"  {x}" for x in body)])
        try:
            return not replayed(self.project, text)[0].message
        except Rejected:
            return False

    def takes_part(self, name: str) -> bool:
        """Whether a rule ran or its condition held, whether it offers or forbids a move, or gives a name its meaning."""
        table, reference = self.table, Reference(self.table)
        if any(name in x for x in (*self.ran, *self.held)):
            return True
        if any(written_name(x.info.name) == name for x in table.definitions):
            return True
        states = [x.state for x in self.runner.pictures]
        offers = {i for i, x in enumerate(table.offers) if written_name(x.info.name) == name}
        bans = [i for i, x in enumerate(table.bans) if written_name(x.info.name) == name]
        return any(m.offer in offers for x in states for m in reference.legal(x)) or any(
            bool(list(banned_moves(reference, x, ban, offer)))
            for x in states
            for ban in bans
            for offer in range(len(table.offers))
        )


def failure(runner: Recorder, found: tuple[steps.Step, ...]) -> str:
    """Why the steps of a scenario fail; "" if they pass. Raises `Mistake`, `RulesError`."""
    try:
        runner.run(found)
    except Failed as failed:
        return failed.message
    return ""


def replayed(project: Project, witness: str) -> list[Replay]:
    """The scenarios of a witness, replayed. Raises `Rejected` if its text is wrong or there is none."""
    tree, problems = parse(Source("witness.uno", witness + "\n"))
    if problems:
        raise Rejected(problems[0].message)
    home = re.search(r"^options for (\S+)", witness, re.MULTILINE)
    scenarios = tuple(x for x in tree.items if isinstance(x, s.Scenario))
    page = Page("witness", Path("witness.uno"), tree, None, home[1] if home is not None else None, {}, scenarios)
    with_it = replace(project, pages={**project.pages, "witness": page})
    if not scenarios:
        raise Rejected("there is no scenario")
    head = witness.partition("\nscenario ")[0]
    try:
        return [replay(with_it, page, x, head) for x in scenarios]
    except (Mistake, RulesError) as error:
        raise Rejected(error.diagnostics[0].message) from None


def replay(project: Project, page: Page, scenario: s.Scenario, head: str) -> Replay:
    """One scenario, replayed. Raises `Rejected`, `Mistake`, `RulesError`."""
    wanted = table_selection(project, page, scenario)
    if (refused := refusal(project, scenario, wanted)) is not None:
        raise Rejected(refused)
    resolved, table = played_table(project, wanted.spec)
    found = read_scenario(page, scenario, resolved, wanted)
    runner = Recorder(found.desk, Reference(table))
    message = failure(runner, found.steps)
    return Replay(project, head, wanted.spec, scenario, found.steps, runner, message)


def validate(project: Project, row: Finding, together: bool) -> list[Replay]:
    """The scenarios of a finding, replayed. Raises `Rejected` if they do not show it. `together`: of two rulesets."""
    runs = replayed(project, str(row["witness"]))
    rules, code = [str(x) for x in row["rules"]], str(row["code"])
    if code == codes.ENDLESS_CASCADE.id:
        if not all(x.message.startswith("these rules keep setting each other off") for x in runs):
            raise Rejected("no cascade of its scenario is stopped")
        if not set(rules) & set(re.split(r"[\s,]+", runs[0].message)):
            raise Rejected("other rules set each other off in its scenario")
    else:
        failed = next((x.message for x in runs if x.message), "")
        if failed:
            raise Rejected(f"its scenario does not pass: {failed}")
        absent = [x for x in rules if not any(y.takes_part(x) for y in runs)]
        # (what two rulesets answer differently may be due to a rule that only one of them has)
        few = together and len(absent) < len(rules)
        if absent and code not in NOT_ALL_TAKE_PART and not few:
            raise Rejected(f"`{absent[0]}` takes no part in its scenario")
    if not together:
        at_its_table(row, runs)
    shows = SHOWS.get(code)
    if shows is not None and not together and not shows(row, runs):
        raise Rejected("its scenario shows something else")
    scenes = {scene(x.table, str(row["witness"]), code, row["rules"]) for x in runs} | ({""} if together else set())
    if row["scene"] not in scenes:
        raise Rejected("its scene is another one than that of its scenario")
    return runs


def at_its_table(row: Finding, runs: Sequence[Replay]) -> None:
    """Raises `Rejected` if the scenarios are at other tables than the finding: seats, options, or parameters."""
    if any(x.table.seats != row["seats"] for x in runs):
        raise Rejected(f"its scenario is not at {row['seats']} seats")
    on = {o.name for x in runs for o in x.table.options if o.on}
    missing = set(map(str, row["options"])) - on
    if missing:
        raise Rejected(f"its scenario is without `{min(missing)}`")
    # (a scenario may leave out the name of the file)
    given = {(n.rpartition(".")[2], str(v)) for x in runs for n, v in x.spec.parameters.items()}
    stated = {(n.rpartition(".")[2], v) for n, v in row["parameters"].items()}
    usual = {(short(x.name), str(x.value)) for y in runs for x in y.table.settings}
    # (a parameter of an option that is off at a table is not set there)
    apart = (given - stated) | {x for x in stated - given - usual if x[0] in {name for name, _ in usual}}
    if apart:
        name, value = min(apart)
        raise Rejected(f"its scenario is not with the parameters of the finding: `{name}` is {value} in one of the two")


# ----------------------------------------------------------------------------------------------------------- by code


def at_once(row: Finding, runs: Sequence[Replay]) -> bool:
    """Both rules ran, or their conditions held for one event, in one step."""
    both = set(row["rules"])
    return any(both <= x for run in runs for x in (*run.held, *run.ran))


def twice(row: Finding, runs: Sequence[Replay]) -> bool:
    """Both rules ran in one step, which ends differently without one of them."""
    both, (run,) = set(row["rules"]), runs
    if not run.runner.made:
        return any(both <= x for x in run.ran)
    triggers = [(i, written_name(x.info.name)) for i, x in enumerate(run.table.triggers)]
    for number in range(len(run.runner.made)):
        end, record = run.cascade(number=number)
        if both <= {written_name(run.table.triggers[i].info.name) for x in record for i in x.ran}:
            gone = (frozenset(i for i, name in triggers if name == x) for x in both)
            return any(run.cascade(x, number)[0] != end for x in gone)
    return False


def two_ways(row: Finding, runs: Sequence[Replay]) -> bool:
    """Two scenarios make one move from one position, one by each offer, and end differently."""
    if len(runs) != 2 or not all(x.offers for x in runs):
        return False
    (before, mine, _), (there, theirs, _) = (x.runner.made[-1] for x in runs)
    same = before == there and (mine.seat, mine.argument) == (theirs.seat, theirs.argument)
    return same and [x.offers[-1] for x in runs] == row["rules"] and runs[0].end != runs[1].end


def forbidden(row: Finding, runs: Sequence[Replay]) -> bool:
    """The ban forbids a move that the offer offers, or what the rule makes a player do."""
    rule, ban = row["rules"]
    (run,) = runs
    reference, table = Reference(run.table), run.table
    offers = [i for i, x in enumerate(table.offers) if written_name(x.info.name) == rule]
    bans = [x for x in table.bans if written_name(x.info.name) == ban]
    states = [x.state for x in run.runner.pictures]
    if any(list(banned_moves(reference, x, table.bans.index(i), j)) for x in states for i in bans for j in offers):
        return True
    rules = [x for x in table.running if written_name(x.info.name) == rule]
    nodes = tuple(y.performs for x in rules for y in summaries(table).flat(x.effects) if y.performs is not None)
    return any(performed(reference, state, move, nodes, x) for state, move, _ in run.runner.made for x in bans)


def sides_differ(row: Finding, runs: Sequence[Replay]) -> bool:
    """From each position there are scenarios at several tables, with all options of the finding at one of them, and what happens at one
    table does not happen at another."""
    groups: list[list[Replay]] = []
    for run in runs:
        group = next((x for x in groups if same_position(x[0], run)), None)
        if group is None:
            groups.append([run])
        else:
            group.append(run)
    return all(
        any(set(row["options"]) <= x.on for x in group)
        and any(x.on != y.on and not y.may_do(x) for x in group for y in group)
        for group in groups
    )


def same_position(one: Replay, other: Replay) -> bool:
    """Whether two scenarios begin in one position, as far as both tables know: how deep one can look into an open pile depends
    on the rules. The deals of two matches may differ."""
    dealt = [not x.runner.made and bool(x.words("move")) for x in (one, other)]
    if any(dealt):
        return all(dealt)
    rows = one.words("position"), other.words("position")
    piles = {short(x.name) for x in one.table.zones if not x.each_player and x.visibility == "face up"}

    def alike(mine: str, theirs: str) -> bool:
        known = mine.partition(" is ")[0] in piles and (mine.startswith(f"{theirs},") or theirs.startswith(f"{mine},"))
        return mine == theirs or known

    return len(rows[0]) == len(rows[1]) and all(map(alike, *rows))


def round_and_round(row: Finding, runs: Sequence[Replay]) -> bool:
    """The moves of the cycle are by the offers of the finding, and lead from some facts to the same facts, and from a state to
    the same state, but for numbers that grow."""
    (run,) = runs
    blocks: list[list[str]] = [[]]
    cycle: list[str] = []
    made, moved = 0, iter(run.offers)
    for kind, text in run.lines:
        if kind == "expect":
            blocks[-1].append(text.partition(" with ")[0])
        elif kind == "move":
            if blocks[-1]:
                blocks.append([])
                cycle, made = [], 0
            made += 1
            cycle += [x for x in (next(moved, None),) if x is not None]
    if not set(cycle) <= set(row["rules"]) or len(blocks) < 2 or not made or not blocks[-1] == blocks[-2] != []:
        return False
    return as_before(run.played.table, run.played.made[-made][0], run.as_played)


def as_before(table: t.Table, one: State, other: State) -> bool:
    """Whether two states are the same, but for the random generator and monotone counters above their bounds."""
    alike = [(x.at, x.above) for x in growing_slots(layout_of(table), counters(table))]
    return capped(bare(one), alike) == capped(bare(other), alike)


def nobody_moves(row: Finding, runs: Sequence[Replay]) -> bool:
    """The match runs, and nobody has a legal move."""
    (run,) = runs
    state = run.end
    name = short(run.table.situations[state[TOP]].name) if state[TOP] >= 0 else "no situation"
    return bool(state[MATCH]) and not Reference(run.table).legal(state, mistakes=False) and name in row["message"]


def round_runs(row: Finding, runs: Sequence[Replay]) -> bool:
    """The round and the match go on after some moves."""
    return all(x.end[MATCH] and x.end[ROUND] and x.offers for x in runs)


def match_runs(row: Finding, runs: Sequence[Replay]) -> bool:
    """A round ended, and the match goes on."""
    return all(x.end[MATCH] and x.offers for x in runs)


def no_answer(row: Finding, runs: Sequence[Replay]) -> bool:
    """A situation is on top without a legal move of its own, and it is that of the message."""
    run = runs[0]
    state = run.end
    if not state[MATCH] or state[TOP] < 0 or short(run.table.situations[state[TOP]].name) not in row["message"]:
        return False
    own = {i for i, x in enumerate(run.table.offers) if state[TOP] in x.situations and x.mode not in t.LEFT_ALONE}
    return not any(m.offer in own for m in Reference(run.table).legal(state, mistakes=False))


def either_first(row: Finding, runs: Sequence[Replay]) -> bool:
    """Two scenarios make moves of different seats in one state, each by a rule of the finding, after which the other is not legal
    any more."""
    if len(runs) != 2 or not all(x.offers and x.offers[-1] in row["rules"] for x in runs):
        return False
    (before, mine, _), (there, theirs, _) = (x.runner.made[-1] for x in runs)
    late = zip(runs, (theirs, mine), strict=True)
    return (
        before == there and mine.seat != theirs.seat and all(m not in Reference(x.table).legal(x.end) for x, m in late)
    )


SHOWS: Mapping[str, Callable[[Finding, Sequence[Replay]], bool]] = {
    codes.ORDER.id: at_once,
    codes.PERMIT_FORBID.id: forbidden,
    codes.TWO_OUTCOMES.id: two_ways,
    codes.TWO_REPLACEMENTS.id: at_once,
    codes.DOUBLE.id: twice,
    codes.CONTRADICTION.id: sides_differ,
    codes.UNDONE.id: sides_differ,
    codes.INTERACTION.id: sides_differ,
    codes.ENDLESS_STACK.id: round_and_round,
    codes.STUCK.id: nobody_moves,
    codes.TRAP.id: round_runs,
    codes.ENDLESS_BY_CHOICE.id: round_and_round,
    codes.ENDLESS_MATCH.id: match_runs,
    codes.UNANSWERED.id: no_answer,
    codes.RACE.id: either_first,
}
"""What the scenarios of a finding have to show, by code."""

NOT_ALL_TAKE_PART = frozenset(
    x.id for x in (codes.PERMIT_FORBID, codes.STUCK, codes.TRAP, codes.UNANSWERED, codes.ENDLESS_MATCH)
)
"""Codes whose findings name rules that need not apply in the scenario: those of a situation, that should end the match, or a ban that is
met within a move."""
