"""Scenarios: a position, moves, and what must be true then. Compiled against a table, run on an executor."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NoReturn

from unodsl.diagnostics import Diagnostic, RulesError, did_you_mean, underlined
from unodsl.engine.api import Chance, EndlessCascade, Executor, Move, State, Trace
from unodsl.engine.cards import Pool
from unodsl.engine.describe import short, table_text, value_text
from unodsl.engine.layout import CLOSED, IN_PLAY, MATCH, ROUND, TABLE_EVENTS, TOP, Layout, layout_of
from unodsl.engine.reference import Reference
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Number, Players
from unodsl.resolve.compose import Resolved, TableSpec, resolve_table
from unodsl.resolve.effects import Effects
from unodsl.resolve.project import Page, Project
from unodsl.resolve.scope import PLAYER, YES_NO, Binding, Context, both
from unodsl.resolve.words import Mistake, plain
from unodsl.source import Span
from unodsl.syntax import nodes as s

SEAT_NAMES = (
    "ann",
    "bob",
    "cyd",
    "dan",
    "eve",
    "fay",
    "gus",
    "hal",
    "ivy",
    "jon",
    "kim",
    "lee",
    "max",
    "ned",
    "oda",
    "pia",
)
"""What seats are called where a scenario does not say."""

_EVENTS: dict[tuple[str, ...], str] = {
    ("match", "begins"): "match begins",
    ("round", "begins"): "round begins",
    ("round", "ends"): "round ends",
}


@dataclass(frozen=True, slots=True)
class Result:
    """How a scenario went. `message` says what differed, with the table at that moment; "" where it passed."""

    title: str
    page: str
    clauses: tuple[str, ...]
    passed: bool
    message: str
    fired: tuple[str, ...]
    span: Span


@dataclass(slots=True)
class Scripted:
    """Chance that follows a scenario: cards of a script come first, in order; then the first kinds in a fixed shuffle."""

    script: list[int]
    generator: random.Random

    def pick(self, pool: Pool) -> int:
        """The next card of the script if it lies there, else a card by the fixed generator."""
        if self.script and self.script[0] in pool:
            return self.script.pop(0)
        return pool.sets.nth(pool.cards, self.generator.randrange(pool.cards.bit_count()))


@dataclass(slots=True)
class Setup:
    """A position as a scenario states it."""

    held: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    script: list[int] = field(default_factory=list)
    variables: list[tuple[e.Variable, int]] = field(default_factory=list)
    situations: list[tuple[int, int, tuple[tuple[int, int], ...]]] = field(default_factory=list)
    fields: list[tuple[e.Field, int]] = field(default_factory=list)
    absent: set[int] = field(default_factory=set)
    """Seats that do not take part."""
    spans: dict[tuple[int, int], Span] = field(default_factory=dict)
    """Where the text says what a place holds, by zone and seat."""


class _Failed(Exception):
    """A scenario did not come out as it says."""

    def __init__(self, span: Span, message: str) -> None:
        self.span = span
        self.message = message
        super().__init__(message)


def spec_of(
    project: Project, page: Page, scenario: s.Scenario, extra: tuple[str, ...] = (), given: TableSpec | None = None
) -> tuple[TableSpec, tuple[str, ...]]:
    """The table that a scenario is about, and what its seats are called."""
    options = [*extra]
    without: dict[str, Span] = {}
    names: tuple[str, ...] = ()
    parameters: dict[str, int | str] = {}
    problems: list[Diagnostic] = []
    near = project.chain(page.name)
    for line in scenario.lines:
        if isinstance(line, s.Names) and line.kind in ("with", "without"):
            for word in line.names:
                full = project.option(word.text, near)
                if full is None:
                    problems.append(
                        Diagnostic(
                            "UNO105",
                            f"unknown option `{word.text}`",
                            word.span,
                            did_you_mean(word.text, project.option_names()),
                        )
                    )
                elif line.kind == "with":
                    options.append(full)
                else:
                    without[full] = word.span
        elif isinstance(line, s.Names) and line.kind == "seats":
            names = tuple(w.text for w in line.names)
            if len(set(names)) != len(names):
                problems.append(Diagnostic("UNO108", "two seats have one name", line.span))
        elif isinstance(line, s.SetParameter):
            parameters[" ".join(plain(line.name.words))] = line.value.span.text
    if problems:
        raise RulesError(problems)
    game = given.games if given is not None else None
    if game is None:
        found = next((p for p in near if project.pages[p].game is not None), None)
        game = (found,) if found is not None else None
    lenient = given is not None and given.lenient
    spec = TableSpec(
        games=game,
        options=tuple(dict.fromkeys(options)),
        parameters=parameters,
        seats=len(names) or None,
        lenient=lenient,
        without=tuple(without),
        places=without,
        beside=(page.name,),
    )
    return spec, names


def run_scenario(
    project: Project,
    page: Page,
    scenario: s.Scenario,
    executor: Callable[[t.Table], Executor] = Reference,
    given: TableSpec | None = None,
    extra: tuple[str, ...] = (),
) -> Result:
    """Run one scenario. Raises `RulesError` where its text is wrong or its position impossible."""
    spec, names = spec_of(project, page, scenario, extra, given)
    resolved = resolve_table(project, spec)
    if not names:
        names = SEAT_NAMES[: resolved.table.seats]
    runner = Runner(resolved, page.name, names, executor(resolved.table))
    clauses = tuple(w.text for x in scenario.lines if isinstance(x, s.Names) and x.kind == "clause" for w in x.names)
    try:
        runner.run(scenario)
    except _Failed as failed:
        text = f"{failed.message}\n{underlined(failed.span)}\n{indented(runner.table_now())}"
        return Result(scenario.title.text, page.name, clauses, False, text, tuple(runner.fired), scenario.span)
    except Mistake as mistake:
        raise RulesError([mistake.diagnostic]) from mistake
    return Result(scenario.title.text, page.name, clauses, True, "", tuple(runner.fired), scenario.span)


def indented(text: str) -> str:
    """Every line two characters to the right."""
    return "\n".join("  " + line for line in text.splitlines())


class Runner:
    """Runs the lines of one scenario."""

    def __init__(self, resolved: Resolved, page: str, names: tuple[str, ...], executor: Executor) -> None:
        self.resolved = resolved
        self.table = resolved.table
        self.x = resolved.expressions
        self.fx = Effects(self.x)
        self.names = names
        self.executor = executor
        self.layout = layout_of(self.table)
        bound = tuple(Binding((n,), e.Constant(i, PLAYER)) for i, n in enumerate(names))
        self.ctx = Context(resolved.views[page], bound)
        self.setup = Setup()
        self.state: State | None = None
        self.trace = Trace()
        self.fired: list[str] = []
        self.chance: Chance = Scripted(self.setup.script, random.Random(1))

    def run(self, scenario: s.Scenario) -> None:
        """All lines, in order; raises `_Failed` at the first that does not come out."""
        for line in scenario.lines:
            if isinstance(line, s.Expect):
                self.expect(line)
            elif isinstance(line, s.ExpectNote):
                self.expect_note(line)
            elif isinstance(line, s.Statement):
                self.statement(line)

    def table_now(self) -> str:
        """The table as it stands."""
        return "" if self.state is None else table_text(self.layout, self.state, self.names)

    # ------------------------------------------------------------------------------------------------------------ position

    def statement(self, line: s.Statement) -> None:
        body = line.body
        if isinstance(body, s.Compare) and body.relation == "holds":
            self.before_moves(line)
            player = self.constant(body.left, PLAYER)
            cards = self.cards((body.right, *line.more))
            self.setup.held[self.x.held_zone(body, self.ctx), player] = cards
            self.setup.spans[self.x.held_zone(body, self.ctx), player] = line.span
        elif isinstance(body, s.Compare) and body.relation == "is":
            self.before_moves(line)
            if isinstance(body.right, s.Phrase) and plain(body.right.words) == ("absent",):
                self.setup.absent.add(self.constant(body.left, PLAYER))
            else:
                self.placed(body, line)
        elif self.opened(line):
            return
        elif isinstance(body, s.Phrase) and plain(body.words) in _EVENTS:
            self.happen(_EVENTS[plain(body.words)])
        else:
            self.move(line)

    def before_moves(self, line: s.Statement) -> None:
        if self.state is not None:
            raise Mistake(
                "UNO113",
                "the position comes before the first move",
                line.span,
                "start a new scenario, or say `expect` before it",
            )

    def constant(self, node: s.Expr, type_: object) -> int:
        value = self.x.typed(node, type_, self.ctx)  # type: ignore[arg-type]
        if not isinstance(value, e.Constant):
            raise Mistake("UNO113", f"`{node.span.text}` is not known before the game begins", node.span)
        return value.value

    def cards(self, nodes: tuple[s.Expr, ...]) -> list[int]:
        out: list[int] = []
        for node in nodes:
            if isinstance(node, s.Phrase) and plain(node.words) == ("nothing",):
                continue
            copies, inner = 1, node
            if isinstance(node, s.Arithmetic) and len(node.rest) == 1 and node.rest[0][0] == "*":
                copies, inner = self.constant(node.first, Number(0, 1000)), node.rest[0][1]
            kind = self.constant(inner, Card())
            out.extend([kind] * copies)
        return out

    def placed(self, body: s.Compare, line: s.Statement) -> None:
        place = self.x.maybe_place(body.left, self.ctx)
        if place is not None:
            seat = 0 if place.seat is None else self.known(place.seat, body.left)
            cards = self.cards((body.right, *line.more))
            if place.zone == self.table.deck.home:
                self.setup.script.extend(cards)
            else:
                self.setup.held[place.zone, seat] = cards
            self.setup.spans[place.zone, seat] = line.span
            return
        if line.more:
            raise Mistake("UNO113", "only places for cards take several values", line.more[0].span)
        target = self.fx.target(body.left, self.ctx)
        if isinstance(target, e.Owner):
            raise Mistake("UNO113", "say `turn of ann` (the situation and whose it is)", body.span)
        value = self.x.typed(body.right, target.type, self.ctx)
        if isinstance(target.type, Players):
            value_ = self.evaluated(value)
        elif isinstance(value, e.Constant):
            value_ = value.value
        else:
            raise Mistake("UNO113", f"`{body.right.span.text}` is not known before the game begins", body.right.span)
        if isinstance(target.type, Number) and not target.type.low <= value_ <= target.type.high:
            raise Mistake(
                "UNO107", f"{value_} is not between {target.type.low} and {target.type.high}", body.right.span
            )
        if isinstance(target, e.Variable):
            self.setup.variables.append((target, value_))
        else:
            self.setup.fields.append((target, value_))

    def known(self, seat: e.Expr, node: s.Expr) -> int:
        if not isinstance(seat, e.Constant):
            raise Mistake("UNO113", f"whose `{node.span.text}`?", node.span)
        return seat.value

    def evaluated(self, value: e.Expr) -> int:
        return self.executor.condition(self.executor.blank(0), value)

    def opened(self, line: s.Statement) -> bool:
        found = self.situation_line(line.body)
        if found is None:
            return False
        self.before_moves(line)
        index, owner_node = found
        on_players = self.table.situations[index].on_players
        owner = self.evaluated(self.x.typed(owner_node, Players() if on_players else PLAYER, self.ctx))
        fields = []
        for node in line.fields:
            position, value = self.fx.field_value(index, node, self.ctx)
            fields.append((position, self.evaluated(value)))
        self.setup.situations.append((index, owner, tuple(fields)))
        return True

    def situation_line(self, body: s.Expr) -> tuple[int, s.Expr] | None:
        if isinstance(body, s.Apply):
            head: s.Expr = body.head
            owner = body.argument
        elif isinstance(body, s.Compare) and body.relation == "on":
            head, owner = body.left, body.right
        else:
            return None
        index = self.x.situation_named(head, self.ctx)
        return None if index is None else (index, owner)

    def now(self) -> State:
        """The state; laid out first if nothing has happened yet."""
        if self.state is None:
            self.state = self.laid_out()
        return self.state

    def laid_out(self) -> State:
        return lay_out(self.executor, self.layout, self.setup, self.fired)

    # --------------------------------------------------------------------------------------------------------------- moves

    def happen(self, kind: str) -> None:
        if self.state is None:
            blank = list(self.executor.blank(1))
            for variable, value in self.setup.variables:
                seat = variable.seat.value if isinstance(variable.seat, e.Constant) else 0
                blank[self.layout.variable[variable.index] + seat] = value
            send_away(blank, self.setup)
            self.state = tuple(blank)
        self.trace = Trace()
        state = list(self.state)
        if kind == "round begins":
            self.layout.clear_round(state, kept=False)
            state[ROUND] = 1
        self.state = self.executor.happen(tuple(state), TABLE_EVENTS.index(t.TableEvent(kind)), self.chance, self.trace)  # type: ignore[arg-type]
        self.fired.extend(self.trace.fired)

    def move(self, line: s.Statement) -> None:
        state = self.now()
        moves = self.matching(line, state)
        self.trace = Trace()
        try:
            self.state = self.executor.apply(state, moves[0], self.chance, self.trace)
        except EndlessCascade as endless:
            raise _Failed(line.span, str(endless)) from endless
        self.fired.extend(self.trace.fired)

    def matching(self, line: s.Statement, state: State) -> list[Move]:
        """The legal moves that a line means; `_Failed` where there is none."""
        split = self.x.split(line.body, "third", self.ctx)
        if split is None or split.subject is None:
            self.not_a_move(line)
        seat = self.constant(split.subject, PLAYER)
        act = self.x.act(split.verb, self.ctx, split.verb_span)
        declared = self.table.acts[act]
        argument: int | None = None
        if split.rest is not None:
            if declared.argument is None:
                raise Mistake("UNO106", f"`{short(declared.name)}` is done without anything", split.rest.span)
            argument = self.evaluated_now(self.x.typed(split.rest, declared.argument, self.ctx), state)
        manner: int | None = None
        if line.manner is not None:
            manner, _ = self.fx.manner(line.manner, act, self.ctx)
        legal = [m for m in self.executor.legal(state) if m.seat == seat and self.table.offers[m.offer].act == act]
        fits = [m for m in legal if argument is None or m.argument == argument]
        fits = [m for m in fits if manner is None or self.table.offers[m.offer].manner == manner]
        if line.by is not None:
            fits = [m for m in fits if self.is_called(line.by, self.table.offers[m.offer].info.name)]
        if not fits:
            raise _Failed(line.span, f"this move is not legal now: {line.span.text}" + self.legal_instead(seat, state))
        if argument is None and len({m.argument for m in fits}) > 1:
            raise Mistake("UNO113", f"with what? `{' '.join(split.verb)}` could mean several moves", line.span)
        if len(fits) > 1 and line.by is None and line.manner is None:
            plain_ones = [m for m in fits if self.table.offers[m.offer].mode not in t.LEFT_ALONE]
            if len(plain_ones) == 1:
                return plain_ones
            rules = ", ".join(f"`by {self.table.offers[m.offer].info.name}`" for m in fits)
            raise Mistake("UNO113", "two rules offer this move", line.span, f"say which: {rules}")
        return fits

    def evaluated_now(self, value: e.Expr, state: State) -> int:
        return self.executor.condition(state, value)

    def not_a_move(self, line: s.Statement) -> NoReturn:
        text = line.body.span.text
        verbs = {a.third for a in self.table.acts}
        hint = None
        for word in text.split():
            hint = hint or did_you_mean(word, verbs)
        words = text.split()
        if words[0] in self.names and len(words) > 1 and hint is None:
            acts = sorted({short(a.name) for a in self.table.acts})
            raise Mistake(
                "UNO113",
                f"`{words[1]}` is not something that players do at this table",
                line.span,
                "they can " + ", ".join(f"`{a}`" for a in acts) + "; options that are off may add more",
            )
        raise Mistake(
            "UNO113",
            f"`{text}` is neither a position nor a move",
            line.span,
            hint
            or "a line says `ann holds red 1`, `discard pile is red 5`, `turn of ann`, `ann plays red 1` or `expect ...`",
        )

    def legal_instead(self, seat: int, state: State) -> str:
        texts = [
            move_text(self.table, m, self.names) for m in self.executor.legal(state, mistakes=False) if m.seat == seat
        ]
        unique = list(dict.fromkeys(texts))
        return f"\n  {self.names[seat]} can: " + ("; ".join(unique[:12]) if unique else "do nothing")

    # -------------------------------------------------------------------------------------------------------- expectations

    def expect(self, line: s.Expect) -> None:
        state = self.now()
        if isinstance(line.condition, s.Compare) and line.condition.relation in ("can", "cannot"):
            self.legality(line, line.condition, state)
            return
        if not self.executor.condition(state, self.condition(line)):
            raise _Failed(line.span, "this does not hold" + self.instead(line.condition, state))

    def condition(self, line: s.Expect) -> e.Expr:
        """What a line expects, as one condition; not for lines about legal moves. Raises `Mistake`."""
        for extra in (line.manner, line.by):
            if extra is not None:
                raise Mistake("UNO113", "how a move is made can be said after `can` and `cannot`", extra.span)
        found = self.situation_line(line.condition)
        parts = [self.x.condition(line.condition, self.ctx)]
        for node in line.fields:
            if found is None:
                raise Mistake("UNO113", "`with` says what the fields of a situation are", node.span)
            position, value = self.fx.field_value(found[0], node, self.ctx)
            field_ = self.table.situations[found[0]].fields[position]
            parts.append(e.Compare("==", e.Field(found[0], position, field_.type), value, YES_NO))
        return both(parts)

    def expect_note(self, line: s.ExpectNote) -> None:
        """Which notes the last move showed."""
        self.now()
        shown = [text for text, _ in self.trace.shown]
        hit = shown if line.text is None else [text for text in shown if text == line.text.text]
        if line.shown and not hit:
            raise _Failed(line.span, f"this note was not shown (shown: {'; '.join(shown) or 'no note at all'})")
        if not line.shown and hit:
            raise _Failed(line.span, f"a note was shown: {hit[0]}")

    def legality(self, line: s.Expect, node: s.Compare, state: State) -> None:
        """`expect ann can play red 7`: whether such a move is legal now. Mistakes count only where `by` names them."""
        if line.fields:
            raise Mistake("UNO113", "`with` says what the fields of a situation are", line.fields[0].span)
        moves = [(m, self.table.offers[m.offer]) for m in self.executor.legal(state)]
        seat = self.constant(node.left, PLAYER)
        found = [(m, o) for m, o in moves if m.seat == seat]
        if line.by is None:
            found = [(m, o) for m, o in found if o.mode != "mistake"]
        else:
            found = [(m, o) for m, o in found if self.is_called(line.by, o.info.name)]
        if isinstance(node.right, s.Phrase) and plain(node.right.words) == ("do", "anything"):
            found = [(m, o) for m, o in found if line.by is not None or o.mode not in t.LEFT_ALONE]
        else:
            wanted = self.x.can(node, self.ctx)
            assert isinstance(wanted, e.Can)
            found = [(m, o) for m, o in found if o.act == wanted.act]
            if line.manner is not None:
                manner, _ = self.fx.manner(line.manner, wanted.act, self.ctx)
                found = [(m, o) for m, o in found if manner is None or o.manner == manner]
            if wanted.where is not None:
                fill = (0,) * wanted.local.index
                found = [(m, o) for m, o in found if self.executor.condition(state, wanted.where, (*fill, m.argument))]
        if (node.relation == "can") != bool(found):
            how = "" if not found else "".join(f"\n  `{o.info.name}` allows it" for _, o in found[:1])
            raise _Failed(line.span, "this does not hold" + (how or self.legal_instead(seat, state)))

    def is_called(self, word: s.Name, name: str) -> bool:
        """Whether a scenario means a rule by a name, in full or short; UNO105 where no offer is called so."""
        if not any(word.text in (o.info.name, short(o.info.name)) for o in self.table.offers):
            hint = did_you_mean(word.text, [n for o in self.table.offers for n in (o.info.name, short(o.info.name))])
            raise Mistake("UNO105", f"there is no offer `{word.text}` here", word.span, hint)
        return word.text in (name, short(name))

    def instead(self, node: s.Expr, state: State) -> str:
        """What a comparison found in place of what was expected."""
        if not isinstance(node, s.Compare) or node.relation in ("can", "cannot", "holds", "on", "in", "not in"):
            return ""
        try:
            value = self.x.value(node.left, None, self.ctx)
        except Mistake:
            return ""
        text = value_text(self.table, value.type, self.executor.condition(state, value), self.names)
        return f": {node.left.span.text} is {text}"


def lay_out(executor: Executor, layout: Layout, setup: Setup, fired: list[str] | None = None) -> State:
    """The state of a position: cards as named, the others from the rest; then the rules of `position`; then what is stated
    of variables and situations. UNO113 where a card is needed more often than it exists."""
    table = layout.table
    state = list(executor.blank(1))
    state[ROUND] = state[MATCH] = 1
    send_away(state, setup)
    home = table.deck.home
    for (zone, seat), kinds in setup.held.items():
        for kind in reversed(kinds) if layout.depth[zone] else kinds:
            _take(layout, state, kind, setup.spans.get((zone, seat)))
            layout.put(state, zone, seat, kind)
    reserved = list(setup.script)
    for kind in reserved:
        _take(layout, state, kind, setup.spans.get((home, 0)))
    zones = [i for i, z in enumerate(table.zones) if z.each_player and z.visibility == "seen by its player"]
    if len(zones) == 1:
        sizes = [len(k) for (z, _), k in setup.held.items() if z == zones[0]]
        generator = random.Random(1)
        for seat in range(layout.seats):
            if (zones[0], seat) in setup.held or seat in setup.absent:
                continue
            for _ in range(max([2, *sizes])):
                rest = layout.listed(layout.held(state, home, 0))
                if rest:
                    kind = generator.choice(rest)
                    layout.take_card(state, home, 0, kind)
                    layout.put(state, zones[0], seat, kind)
    for kind in reserved:
        layout.put(state, home, 0, kind)
    trace = Trace()
    result = list(executor.happen(tuple(state), TABLE_EVENTS.index(t.TableEvent("position")), None, trace))
    if fired is not None:
        fired.extend(trace.fired)
    for variable, value in setup.variables:
        seat = variable.seat.value if isinstance(variable.seat, e.Constant) else 0
        result[layout.variable[variable.index] + seat] = value
    for index, owner, fields in setup.situations:
        if result[layout.below[index]] == CLOSED:
            result[layout.below[index]] = result[TOP]
            result[TOP] = index
        result[layout.owner[index]] = owner
        for position, value in fields:
            result[layout.field[index][position]] = value
    for field_, value in setup.fields:
        if result[layout.below[field_.situation]] != CLOSED:
            result[layout.field[field_.situation][field_.index]] = value
    return tuple(result)


def send_away(state: list[int], setup: Setup) -> None:
    """Take the seats out that a position calls absent."""
    for seat in setup.absent:
        state[IN_PLAY] &= ~(1 << seat)


def _take(layout: Layout, state: list[int], kind: int, span: Span | None) -> None:
    if not layout.take_card(state, layout.table.deck.home, 0, kind):
        card = layout.table.deck.kinds[kind]
        how_often = "once" if card.copies == 1 else f"{card.copies} times"
        raise RulesError(
            [Diagnostic("UNO113", f"this position needs `{card.name}` more often than it exists ({how_often})", span)]
        )


def move_text(table: t.Table, move: Move, names: tuple[str, ...]) -> str:
    """A move as a scenario says it: `ann plays red 5`."""
    offer = table.offers[move.offer]
    act = table.acts[offer.act]
    text = f"{names[move.seat]} {act.third}"
    if act.argument is not None:
        text += f" {value_text(table, act.argument, move.argument, names)}"
    if offer.manner:
        text += f" as {act.manners[offer.manner]}"
    return text


def all_scenarios(project: Project) -> list[tuple[Page, s.Scenario]]:
    """Every scenario of a project, by page name and then in the order of its file."""
    return [(p, x) for p in sorted(project.pages.values(), key=lambda p: p.name) for x in p.scenarios]
