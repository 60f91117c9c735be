"""Scenarios that witness a finding, written from states and replayed before they are reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from checker.context import Context, table_stage
from checker.effects.ways import written_name
from unodsl.diagnostics import RulesError
from unodsl.engine.api import Move, State
from unodsl.engine.chance import Again
from unodsl.engine.describe import short, value_text
from unodsl.engine.layout import CLOSED, IN_PLAY, MATCH, TOP, WINNERS
from unodsl.model import table as t
from unodsl.model.types import Number, Players
from unodsl.resolve import Project, TableSpec
from unodsl.resolve.project import Page
from unodsl.scenarios import SEAT_NAMES, Result, Scripted, move_text, run_scenario
from unodsl.scenarios.writing import Written, written_position
from unodsl.source import Source
from unodsl.syntax import nodes as s
from unodsl.syntax.tree_cache import parse


def header(context: Context) -> str:
    """The lines that make a witness a file of its own, beside the files that it uses."""
    pages = [
        p
        for p in context.project.pages.values()
        if p.name in {o.partition(".")[0] for o in context.spec.options} | set(context.table.games)
    ]
    uses = [f'use "{p.path.name}"' for p in sorted(pages, key=lambda p: p.name)]
    return "\n".join([*uses, f"options for {context.table.games[0]}"])


def position(context: Context, state: State, fewest: bool = True) -> Written | None:
    """A state as a position of the scenario language; see `unodsl.scenarios.writing.position`."""
    return written_position(context.executor, context.layout, state, fewest)


def phase(round_over: bool) -> str:
    """Whether a move ends the round, in words for a reader. (No `expect` line can say that.)"""
    return "the round ends" if round_over else "the round goes on"


def differences(context: Context, mine: State, other: State, most: int = 4, over: bool = False) -> list[str]:
    """The facts of one state that the other lacks, as conditions, the most informative first: the awaited player,
    cards, numbers due, then variables. `over`: a round ended on the way to one of them; then what outlives a round comes
    first, since cards and turns are those of the next one."""
    layout, table = context.layout, context.table
    names = SEAT_NAMES[: layout.seats]
    out: list[str] = lasting(context, mine, other) if over else []
    numbers: list[str] = []
    kept: list[str] = []
    if mine[MATCH] != other[MATCH]:
        out.append(match_words(mine))
    for index, situation in enumerate(table.situations):
        slot = layout.owner[index]
        if mine[slot] != other[slot] and not situation.on_players:
            name = layout.called(situation.name)
            word = "of" if index in context.ground else "on"
            out.append(f"{name} {word} {names[mine[slot]]}" if mine[slot] >= 0 else f"{name} is not open")
        if mine[layout.below[index]] != CLOSED:
            for x, at in zip(situation.fields, layout.field[index], strict=True):
                if mine[at] != other[at] and not isinstance(x.type, Players):
                    line = (
                        f"{x.name} of {layout.called(situation.name)} is {value_text(table, x.type, mine[at], names)}"
                    )
                    (numbers if isinstance(x.type, Number) else kept).append(line)
    for index, zone in enumerate(table.zones):
        if index in dict(table.deck.homes):
            continue
        for seat in range(layout.seats if zone.each_player else 1):
            a, b = layout.held(mine, index, seat), layout.held(other, index, seat)
            whose = f" of {names[seat]}" if zone.each_player else ""
            if a.bit_count() != b.bit_count():
                out.append(f"number of cards in {layout.called(zone.name)}{whose} is {a.bit_count()}")
            elif a != b:
                kind = next(k for k in layout.kinds_of(layout.all_cards) if layout.count(a, k) != layout.count(b, k))
                out.append(
                    f"number of {table.deck.kinds[kind].name} in {layout.called(zone.name)}{whose} is {layout.count(a, kind)}"
                )
            elif layout.depth[index] and mine[layout.place(index, seat)] != other[layout.place(index, seat)]:
                kind = mine[layout.place(index, seat)]
                out.append(
                    f"top of {layout.called(zone.name)} is {table.deck.kinds[kind].name if kind >= 0 else 'nothing'}"
                )
    for variable, line in valued(context, mine, other):
        (numbers if variable.kept and variable.each_player else kept).append(line)
    out += numbers
    if len(out) < most:
        kept += memberships(context, mine, other)
    if len(out) < most and not over and (kept or layout.stack(mine) != layout.stack(other)):
        # legal moves say more than variables, and only they show which situation lies on top
        out += openings(context, mine, other)
    return list(dict.fromkeys([*out, *kept]))[:most]


def lasting(context: Context, mine: State, other: State) -> list[str]:
    """The facts of one state that the other lacks and that outlive a round: whether the match is over, the variables that
    are kept, who takes part, and who won."""
    out = [match_words(mine)] if mine[MATCH] != other[MATCH] else []
    of_players = [line for x, line in valued(context, mine, other) if x.kept and x.each_player]
    of_table = [line for x, line in valued(context, mine, other) if x.kept and not x.each_player]
    return [*out, *of_players, *of_table, *memberships(context, mine, other, of_round=False)]


def outliving(
    context: Context,
    facts: Sequence[str],
    mine: State,
    others: Sequence[State],
    before: State,
    ended: bool,
    apart: bool = False,
) -> list[str]:
    """Those facts of a state that outlive a round, where one ended on the way to it or to one of the others; if it did not
    end on the way to it, only what the move from `before` changed. `apart`: it ended on the way to some of them only; then
    without variables of the table, such as who deals next."""
    known = {x for other in others for x in lasting(context, mine, other)}
    if apart:
        of_table = (valued(context, mine, other) for other in others)
        known -= {line for lines in of_table for x, line in lines if not x.each_player}
    if not ended:
        known &= {*lasting(context, mine, before)}
    return [x for x in facts if x in known]


def match_words(state: State) -> str:
    """Whether the match is over, as a condition."""
    return f"the match is {'not ' if state[MATCH] else ''}over"


def valued(context: Context, mine: State, other: State) -> Iterator[tuple[t.Variable, str]]:
    """The variables, other than sets of players, whose values differ, each with its value as a condition."""
    layout, table = context.layout, context.table
    names = SEAT_NAMES[: layout.seats]
    for index, variable in enumerate(table.variables):
        if isinstance(variable.type, Players):
            continue
        for seat, slot in enumerate(layout.slots_of(index)):
            if mine[slot] != other[slot]:
                whose = f" of {names[seat]}" if variable.each_player else ""
                value = value_text(table, variable.type, mine[slot], names)
                yield variable, f"{layout.called(variable.name)}{whose} is {value}"


def memberships(context: Context, mine: State, other: State, of_round: bool = True) -> list[str]:
    """The differences between the sets of players of two states, as conditions. `of_round`: also sets that do not outlive a
    round."""
    layout, table = context.layout, context.table
    names = SEAT_NAMES[: layout.seats]
    sets: list[tuple[int, str]] = [(IN_PLAY, "players"), (WINNERS, "winners")]
    for index, situation in enumerate(table.situations):
        if of_round and mine[layout.below[index]] != CLOSED:
            name = layout.called(situation.name)
            if situation.on_players:
                sets.append((layout.owner[index], f"players of {name}"))
            fields = zip(situation.fields, layout.field[index], strict=True)
            sets += [(at, f"{x.name} of {name}") for x, at in fields if isinstance(x.type, Players)]
    for index, variable in enumerate(table.variables):
        if isinstance(variable.type, Players) and (of_round or variable.kept):
            for seat, slot in enumerate(layout.slots_of(index)):
                whose = f" of {names[seat]}" if variable.each_player else ""
                sets.append((slot, layout.called(variable.name) + whose))
    out: list[str] = []
    for slot, name in sets:
        for seat in range(layout.seats):
            if (mine[slot] ^ other[slot]) >> seat & 1:
                out.append(f"{names[seat]} is {'in' if mine[slot] >> seat & 1 else 'not in'} {name}")
    return out


def waiting(context: Context, state: State) -> list[str]:
    """What the table waits for on top, as a condition; none if that is a set of players, or nothing."""
    top = state[TOP]
    owner = state[context.layout.owner[top]] if top >= 0 else -1
    if owner < 0 or context.table.situations[top].on_players:
        return []
    word = "of" if top in context.ground else "on"
    return [f"{context.layout.called(context.table.situations[top].name)} {word} {SEAT_NAMES[owner]}"]


def openings(context: Context, mine: State, other: State) -> list[str]:
    """The acts that a seat can do in one state and not in the other, with any argument."""
    offers, acts = context.table.offers, context.table.acts

    # acts of one verb count as the first of them
    first = {a.verb: i for i, a in reversed(list(enumerate(acts)))}

    def doable(state: State) -> set[tuple[int, int]]:
        legal = context.executor.legal(state)
        return {(m.seat, first[acts[offers[m.offer].act].verb]) for m in legal if offers[m.offer].mode != "mistake"}

    here, there = doable(mine), doable(other)
    waited = awaited_seats(context, mine) | awaited_seats(context, other)

    def sort_key(one: tuple[int, int]) -> tuple[bool, bool, int, int]:
        # the awaited player moves next; a legal move says more than an illegal one
        return one[0] not in waited, one not in here, *one

    return [
        f"{SEAT_NAMES[seat]} {'can' if (seat, act) in here else 'cannot'} {short(acts[act].verb)}"
        for seat, act in sorted(here ^ there, key=sort_key)
    ]


def awaited_seats(context: Context, state: State) -> set[int]:
    """The seats that the table waits for."""
    top = state[TOP]
    if top < 0:
        return set()
    owner = state[context.layout.owner[top]]
    if context.table.situations[top].on_players:
        return {seat for seat in range(context.layout.seats) if owner >> seat & 1}
    return {owner} - {-1}


def act_text(name: str, argument: str) -> str:
    """An act with its argument and what is named along with it, in the notation of conditions."""
    verb, naming, named = name.partition(" naming ")
    return f"{verb} {argument}".strip() + naming + named


def scenario_text(title: str, context: Context, lines: list[str]) -> str:
    """The text of a scenario at the table of a context."""
    options = list(context.spec.options)
    head = [f'scenario "{title}"']
    laid = len(context.table.games) > 1
    if laid:
        head.append("  game " + ", ".join(context.table.games))
    if options:
        head.append("  with " + ", ".join(options))
    off = [o.name for o in context.table.options if o.default and not o.on]
    if off:
        head.append("  without " + ", ".join(off))
    for name, value in context.spec.parameters.items():
        head.append(f"  set {(not laid and name.partition('.')[2]) or name} to {value}")
    head.append("  seats " + ", ".join(SEAT_NAMES[: context.layout.seats]))
    return "\n".join([*head, *("  " + line for line in lines)])


def move_line(context: Context, move: Move, ambiguous: bool) -> str:
    """A move as a scenario line; with its rule where two rules offer it."""
    offer = context.table.offers[move.offer]
    text = move_text(context.table, move, SEAT_NAMES[: context.layout.seats])
    if ambiguous:
        act = context.table.acts[offer.act]
        manner = act.manners[offer.manner]
        text = text.removesuffix(f" as {manner}") if manner else text
        text += f" by {written_name(offer.info.name)}"
    return text


MOST_REPLAYED = 12
"""The maximal number of positions written for one finding. If none of them replays, others will not either."""


def plain_chance(script: Sequence[int] = ()) -> Scripted:
    """The chance source of a scenario that states no cards to come, or `script`. A witness computes its moves with it."""
    return Scripted(list(script), Again(1))


def replays(context: Context, text: str) -> bool:
    """Whether every scenario of a text passes on the engine, parsed from the text alone."""
    return not failures(context, text)


@table_stage
def witness_projects(context: Context) -> dict[str, Project]:
    """The projects of a table with a file for its witnesses, by the lines above the scenarios."""
    return {}


def failures(context: Context, text: str) -> list[str]:
    """Why the scenarios of a text do not pass; empty if they pass."""
    source = Source("witness.uno", text + "\n")
    tree, problems = parse(source)
    if problems:
        return [p.render() for p in problems]
    scenarios = tuple(x for x in tree.items if isinstance(x, s.Scenario))
    page = Page("witness", Path("witness.uno"), tree, None, context.table.games[0], {}, scenarios)
    known, above = witness_projects(context), text.partition("\nscenario ")[0]
    if above not in known:
        # one project for all witnesses with the same head: scenarios do not change the table, which is memoized
        bare = replace(tree, items=tuple(x for x in tree.items if not isinstance(x, s.Scenario)))
        empty = replace(page, file=bare, scenarios=())
        known[above] = replace(context.project, pages={**context.project.pages, "witness": empty})
    project = known[above]
    given = TableSpec(games=context.table.games, lenient=context.spec.lenient)
    out: list[str] = []
    for scenario in scenarios:
        try:
            result: Result = run_scenario(project, page, scenario, given=given)
        except RulesError as error:
            out.append(str(error))
            continue
        if not result.passed:
            out.append(result.message)
    return out


def written_rules(table: t.Table) -> dict[str, t.Rule]:
    """All rules of a table by name."""
    return {r.info.name: r for group in (table.triggers, table.offers, table.bans, table.definitions) for r in group}


def shrunk(context: Context, state: State, keeps: Callable[[State], bool]) -> State:
    """Shrinks a position: removes cards from hands while `keeps` holds of the state."""
    layout, table = context.layout, context.table
    best = state
    for index, zone in enumerate(table.zones):
        if not (zone.each_player and zone.visibility == "seen by its player"):
            continue
        for seat in range(layout.seats):
            for kind in layout.listed(layout.held(best, index, seat)):
                cards = layout.held(best, index, seat)
                if cards.bit_count() <= 2 or not layout.count(cards, kind):
                    continue
                trial = list(best)
                layout.take_card(trial, index, seat, kind)
                layout.put(trial, table.deck.home_of(kind), 0, kind)
                if keeps(tuple(trial)):
                    best = tuple(trial)
    return best
