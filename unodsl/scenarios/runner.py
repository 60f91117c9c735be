"""Executes the steps of a scenario on an executor."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

from unodsl.engine.api import EndlessCascade, Executor, Move, State, Trace
from unodsl.engine.describe import named_text, short, table_text
from unodsl.engine.layout import ROUND, TABLE_EVENTS, TOP, WINNERS, layout_of
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import NOTHING, Type
from unodsl.resolve.words import Mistake
from unodsl.scenarios import steps
from unodsl.scenarios.desk import Desk
from unodsl.scenarios.judge import Failed, Judge, warning
from unodsl.scenarios.position import Scripted, Setup, lay_out, send_away, set_variables, too_often
from unodsl.scenarios.words import Describer
from unodsl.source import Span


@dataclass(frozen=True, slots=True)
class Picture:
    """The table after a step that changed it: the text of the step and its line ("" and 0 for the position), the rules
    that ran, and the notes."""

    words: str
    line: int
    state: State
    fired: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class Runner:
    """Executes the steps of one scenario. `trace`: the consequences of the last step; `moved`: it was a move or an
    event, not the position."""

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
        self.coming: list[tuple[str, Span]] = []
        self.pictures: list[Picture] = []
        self.laid_out_by: Span | None = None
        """The first line of the position, or the one that needs one."""

    def run(self, found: tuple[steps.Step, ...]) -> None:
        """Executes all steps, in order. Raises `Failed` at the first failure, `Mistake` or `RulesError` for something
        impossible."""
        position = [x for x in found if isinstance(x, steps.Position)]
        self.prepare(position)
        self.laid_out_by = (position or found)[0].span if found else None
        for at in found:
            match at:
                case (
                    steps.Held()
                    | steps.Absent()
                    | steps.Put()
                    | steps.Opened()
                    | steps.Closed()
                    | steps.Won()
                    | steps.ChanceResults()
                ):
                    pass
                case steps.Happens():
                    self.happens(at)
                case steps.Moves():
                    self.moves(at)
                case _:
                    judge = Judge(self.desk, self.executor, self.layout, self.now(), self.trace, self.moved)
                    judge.expect(at)
                    self.warnings.extend(judge.warnings)
        # a position without expectations must be possible, too
        self.now()
        if self.chance.values:
            words, span = self.coming[-len(self.chance.values)]
            raise Failed(span, f"chance never gave `{words}`: nothing was drawn that could be that")

    def table_now(self) -> str:
        """The table in words."""
        return "" if self.state is None else table_text(self.layout, self.state, self.desk.names)

    # ------------------------------------------------------------------------------------------------------------ position

    def prepare(self, position: list[steps.Position]) -> None:
        """Evaluates the position, with the seats that take part, the variables and the winners given so far."""
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
                case steps.Closed():
                    setup.closed.append(at.situation)
                case steps.ChanceResults():
                    self.chance.values.extend(at.codes)
                    self.coming.extend((x, at.span) for x in at.words)
                case steps.Put() | steps.Opened() | steps.Won():
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
            if isinstance(at, steps.Won):
                setup.winners = self.executor.condition(tuple(state), at.winners)
                set_variables(self.layout, state, setup)
        for at in position:
            if isinstance(at, steps.Put) and isinstance(at.target, e.Field):
                setup.fields.append((at.target, self.valued(state, at.value, at.target.type, at.span), at.span))
            elif isinstance(at, steps.Opened):
                declared = self.table.situations[at.situation]
                owner = self.executor.condition(tuple(state), at.owner)
                # (all have answered where the line itself says so: the rules may leave such a situation open)
                none_left = declared.on_players and isinstance(at.owner, e.Constant)
                if owner == (0 if declared.on_players else NOTHING) and not none_left:
                    raise Mistake("UNO113", f"`{short(declared.name)}` would wait for nobody", at.span)
                fields = tuple(
                    (index, self.valued(state, value, declared.fields[index].type, at.span))
                    for index, value in at.fields
                )
                setup.situations.append((at.situation, owner, fields))

    def valued(self, state: list[int], value: e.Expr, type_: Type, span: Span) -> int:
        """Evaluates a value in the position so far; it must fit its slot."""
        found = self.executor.condition(tuple(state), value)
        self.desk.fits(type_, found, span)
        return found

    def now(self) -> State:
        """The current state; lays out the position first."""
        if self.state is None:
            self.trace = Trace(names=self.desk.names)
            try:
                self.state = lay_out(self.executor, self.layout, self.setup, self.trace)
            except EndlessCascade as endless:
                assert self.laid_out_by is not None
                raise Failed(self.laid_out_by, f"in this position, {endless}") from endless
            self.fired.extend(self.trace.fired)
            self.pictures.append(self.picture("", 0, self.state))
        return self.state

    def picture(self, words: str, line: int, state: State) -> Picture:
        """The table after the last step."""
        notes = tuple(text for text, _ in self.trace.shown)
        return Picture(words, line, state, tuple(dict.fromkeys(self.trace.fired)), notes)

    # --------------------------------------------------------------------------------------------------------------- moves

    def happens(self, at: steps.Happens) -> None:
        """Begins or ends a round or a match. If it is the first step, nothing has been dealt."""
        state = list(self.undealt() if self.state is None and at.kind != "round ends" else self.now())
        if at.kind == "round begins":
            winners = state[WINNERS]
            self.layout.clear_round(state, kept=False)
            state[WINNERS] = winners
            state[ROUND] = 1
        event = TABLE_EVENTS.index(at.event)
        self.carry_out(at.span, lambda trace: self.executor.happen(tuple(state), event, self.chance, trace))
        self.find_dead_table(at)

    def undealt(self) -> State:
        """A table before the deal, with the variables and seats of the position."""
        placed = [(kind, zone) for zone, script in self.setup.scripts.items() for kind in script]
        for kind, zone in placed:
            if [k for k, _ in placed].count(kind) > self.layout.copies[kind]:
                raise too_often(self.layout, kind, self.setup.spans.get((zone, 0)))
        blank = list(self.executor.blank(1))
        set_variables(self.layout, blank, self.setup)
        send_away(blank, self.setup)
        return tuple(blank)

    def find_dead_table(self, at: steps.Happens) -> None:
        """Checks that a round that begins without a deal leaves somebody a move."""
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
        """Makes a move, which must be legal."""
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
        self.pictures.append(self.picture(span.text, span.line, self.state))
        self.moved = True
        self.fired.extend(trace.fired)

    def chosen(self, at: steps.Moves, state: State) -> Move:
        """The legal move of a line; `Failed` if there is none."""
        offers = self.table.offers
        argument = None if at.argument is None else self.executor.condition(state, at.argument)
        legal = [m for m in self.executor.legal(state) if m.seat == at.seat and offers[m.offer].act in at.ways]
        fits = [m for m in legal if argument is None or m.argument == argument]
        fits = [m for m in fits if at.manner is None or offers[m.offer].manner == at.manner]
        if at.by is not None:
            fits = [m for m in fits if at.by in (offers[m.offer].info.name, short(offers[m.offer].info.name))]
        if not fits:
            describer = Describer(self.desk, self.executor, self.layout, state)
            raise Failed(at.span, f"this move is not legal now: {at.span.text}\n  {describer.can(at.seat)}")
        fits = self.naming_least(fits)
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

    def naming_least(self, moves: list[Move]) -> list[Move]:
        """The moves that name only the given values, if there are any."""
        acts = self.table.acts
        named = {m: sum(v >= 0 for v in acts[self.table.offers[m.offer].act].values) for m in moves}
        least = [m for m in moves if named[m] == min(named.values())]
        return least if len({self.table.offers[m.offer].act for m in least}) == 1 else moves

    def outcome(self, state: State, move: Move) -> State | None:
        """The state after a move; None for an endless cascade."""
        try:
            return self.executor.apply(state, move, copy.deepcopy(self.chance), None)
        except EndlessCascade:
            return None

    def which(self, at: steps.Moves, fits: list[Move]) -> Mistake:
        """The error for an ambiguous line: how to choose one of the moves."""
        acts = [self.table.acts[self.table.offers[m.offer].act] for m in fits]
        if len({x.name for x in acts}) > 1:
            texts = dict.fromkeys(f"`{named_text(self.table, x, self.desk.names).strip()}`" for x in acts)
            return Mistake("UNO113", "this could be several moves", at.span, f"say which: {', '.join(texts)}")
        manners = [self.table.offers[m.offer].manner for m in fits]
        ways: list[str] = []
        for m, manner in zip(fits, manners, strict=True):
            if manner and manners.count(manner) == 1:
                ways.append(f"`as {self.table.acts[at.act].manners[manner]}`")
            ways.append(f"`by {self.table.offers[m.offer].info.name}`")
        return Mistake("UNO113", "two rules offer this move", at.span, f"say which: {', '.join(ways)}")
