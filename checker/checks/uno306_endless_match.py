"""UNO306 endless-match: a reachable state from which the match can never end, though rounds follow each other."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from checker.checks.findings import finding_of, outside_rounds
from checker.checks.on_small_tables import on_every_state
from checker.codes import ENDLESS_MATCH
from checker.compare.rule_writes import writes
from checker.context import Context
from checker.invariants.decided import Ledger, proved
from checker.play.sample import shedding
from checker.results import Answers, Finding, Place, Severity
from checker.search.graph import bare, moves_of
from checker.search.match_progress import tables_that_go_on
from checker.termination.matches import (
    NoExit,
    ending_rules,
    last_round,
    lasting,
    never_over,
    never_over_since,
    over_without_a_round,
    rounds_follow,
)
from checker.witness.path import alike, statable_positions
from checker.witness.scenario import header, move_line, replays, scenario_text
from unodsl.engine.api import EndlessCascade, Move, State, Trace
from unodsl.engine.describe import short, value_text
from unodsl.engine.layout import MATCH, ROUND
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number
from unodsl.model.walk import below
from unodsl.scenarios import SEAT_NAMES

CODE = ENDLESS_MATCH.id

MOST_MOMENTS = 4
"""The number of states, with different values kept across rounds, tested for whether the match can still end."""

FEW_MOMENTS = 2
"""The same for one of many tables."""

MOVES = 1_500
"""The maximal number of moves of a match played from such a state."""

ROUNDS = 4
"""The number of games that search for the end of one round."""


def check(context: Context) -> Answers:
    """Checks whether the match can end. If rounds do not follow each other, and a match without a round is over, it ends with its
    round (UNO304). Otherwise tries a certificate for the last round, then play from sampled states. Where these matches do not end,
    tries a certificate of no exit."""
    if context.samples.endless:
        return Answers((), 0)
    if not context.ground:
        return outside_rounds(context, lambda: still_open(context, []))
    if not context.within_budget():
        context.cut_short.append(CODE)
        return Answers((), 0)
    if not rounds_follow(context) and over_without_a_round(context):
        return Answers((), 0)
    closed = Ledger(CODE)
    end = last_round(context)
    if end is not None:
        closed.add(end, "the match")
        return closed.answers(())
    some = moments(context)
    # a state from which a match ended in play lies in no closed set without an end, so only the others are tested
    tried = {
        state: ends_in_play(context, state) for state in some[: MOST_MOMENTS if context.effort.far else FEW_MOMENTS]
    }
    why = None if any(tried.values()) else never_over(context)
    if why is not None:
        far = sorted(some, key=lambda state: -farthest(context, state))
        return Answers((endless_finding(context, far, why, True) or finding(context, why, None, True),), 0)
    for state, ended in tried.items():
        since = never_over_since(context, state) if not ended and context.within_budget() else None
        found = None if since is None else endless_finding(context, [state], since, False)
        if found is not None:
            return Answers((found,), 0)
    return Answers((on_every_round(context, still_open(context, list(tried.values()))),), 0)


def on_every_round(context: Context, left: Finding) -> Finding:
    """The open question, decided on every state of small tables where possible."""
    if not context.within_budget() or not context.deserves_search:
        return left
    going_on = tables_that_go_on(context, ending_rules(context))
    if going_on is None:
        return left
    small, numbers = going_on
    names = [short(context.table.variables[i].name) for i in numbers]
    words = f"from each, players can end the round so that {' or '.join(names)} grows, and at the greatest value that ends the match"
    found = on_every_state(context, left, frozenset(), small)
    return replace(found, basis=f"{words}; {found.basis}") if found.exhaustive else found


def moments(context: Context) -> list[State]:
    """Sampled states between two moves in which a value kept across rounds is least, greatest, or rare."""
    states = [bare(s.state) for s in context.samples.steps]
    often: dict[tuple[int, int], list[int]] = {}
    for number, state in enumerate(states):
        for slot, values in lasting(context, state):
            for value in values:
                often.setdefault((slot, value), []).append(number)
    last: dict[int, list[int]] = {}
    for slot, value in sorted(often):
        last.setdefault(slot, []).append(value)
    wanted: list[int] = [len(states) // 2] if states else []
    for slot, some in last.items():
        for value in dict.fromkeys((some[-1], some[0])):
            # (the last of them: other values are most likely set there)
            wanted.append(often[slot, value][-1])
    return list(dict.fromkeys(states[i] for i in reversed(wanted)))[:MOST_MOMENTS]


def farthest(context: Context, state: State) -> int:
    """How far a number that the end of the match asks about is from its first value: where it is farthest, the story is clearest."""
    variables = context.table.variables
    read = {x.index for rule in ending_rules(context) for x in below(rule) if isinstance(x, e.Variable)}
    numbers = [i for i in sorted(read) if isinstance(variables[i].type, Number)]
    slots = ((slot, variables[i].starts) for i in numbers for slot in context.layout.slots_of(i))
    return max((abs(state[slot] - first) for slot, first in slots), default=0)


def eager_play(context: Context, at: State, seed: int) -> Iterator[tuple[State, Move, State, Trace]]:
    """Random play from a state, in which most moves play cards: each move, with the states before and after it."""
    eagerly = shedding(context.table)
    generator = random.Random(seed)
    for _ in range(MOVES):
        moves = moves_of(context, at)
        if not moves:
            return
        eager = [m for m in moves if m.offer in eagerly]
        move = generator.choice(eager if eager and generator.random() < 0.9 else moves)
        trace = Trace()
        try:
            after = context.executor.apply(at, move, None, trace)
        except EndlessCascade:
            continue
        yield at, move, after, trace
        at = after


def ends_of_round(context: Context, state: State) -> Iterator[tuple[State, Move]]:
    """Moves that end a round while the match goes on, with the state before."""
    for seed in range(ROUNDS):
        for before, move, after, trace in eager_play(context, state, seed):
            if trace.rounds and after[MATCH]:
                yield before, move
            if trace.rounds or not after[ROUND]:
                break


def endless_finding(context: Context, states: list[State], why: NoExit, always: bool) -> Finding | None:
    """The finding for a state after which no match ends: a round ends, and the match goes on."""
    for state in states:
        for before, move in ends_of_round(context, state):
            for written in statable_positions(context, before):
                if move not in context.executor.legal(written.state) or not why.holds(written.state):
                    continue
                lines = [*written.lines, move_line(context, move, alike(context, written.state, move))]
                lines.append("expect not the match is over")
                text = header(context) + "\n\n" + scenario_text("the match goes on and on", context, lines)
                if replays(context, text):
                    return finding(context, why, text, always)
    return None


def finding(context: Context, why: NoExit, text: str | None, always: bool) -> Finding:
    ends = ending_rules(context)
    rules = [*ends, *(x for x in context.table.triggers if x.info.name in why.again)]
    severity: Severity = "error" if ends else "warning"
    names = [x.info.name for x in ends]
    message = (
        "no rule ends the match" + (": rounds follow each other for ever" if rounds_follow(context) else "")
        if not ends
        else "the match never ends: " + quoted(why.again) + " begins a round where " + quoted(names) + " has ended it"
        if why.again
        else "the match never ends: " + quoted(names) + " never ends it" + (f", for {why.words}" if why.words else "")
        if always
        else f"once {why.words}, it stays so, and the match can no longer end"
    )
    spans = [context.table.situations[i].span for i in sorted(context.ground)]
    places = [Place(x.info.head, "begins a round" if x not in ends else should_end(context, x)) for x in rules]
    places += changed_before(context, ends)
    return finding_of(
        ENDLESS_MATCH,
        context,
        rules,
        message,
        ("" if text is None else "the round of the witness was replayed; ")
        + "the kernel accepted a certificate that no move, whatever is drawn, ends the match any more",
        witness=text,
        certificates=(*proved([why.shown]), why.invariant),
        severity=severity,
        options=context.spec.options,
        places=tuple(places) or tuple(Place(s, "what the table waits for") for s in spans if s is not None),
    )


def should_end(context: Context, rule: t.Rule) -> str:
    """What a rule that ends the match waits for, in its own words, with the values of the parameters that it names."""
    conditions = [" ".join(x.span.text.split()) for x in rule.info.parts if x.role in ("line", "branch")]
    if not conditions:
        return "should end the match"
    words = {*re.findall(r"[\w-]+", conditions[0])}
    given = [x for x in context.table.settings if short(x.name) in words]
    values = ", ".join(f"{short(x.name)} {value_text(context.table, x.type, x.value, SEAT_NAMES)}" for x in given)
    return f"should end the match if {conditions[0]}" + (f", with {values}" if values else "")


def changed_before(context: Context, ends: Iterable[t.Rule]) -> Iterator[Place]:
    """The rules of options that change what rules that end the match ask about, and run before them for the same event: one
    of them may be why the match is not over."""
    table = context.table
    for rule in ends:
        read = {table.variables[x.index].name for x in below(rule) if isinstance(x, e.Variable)}
        before = {x for _, row in table.order if (own := number_of(table, rule)) in row for x in row[: row.index(own)]}
        for x in (table.triggers[i] for i in sorted(before)):
            changed = sorted(read & writes(table, x))
            if changed and x.info.option is not None:
                yield Place(x.info.head, f"changes `{short(changed[0])}` before that")


def number_of(table: t.Table, rule: t.Rule) -> int:
    """The number of a trigger; -1 for other rules."""
    return table.triggers.index(rule) if isinstance(rule, t.Trigger) else -1


def quoted(names: Iterable[str]) -> str:
    """Rule names for a sentence."""
    return ", ".join(f"`{x}`" for x in names)


def still_open(context: Context, ended: list[bool]) -> Finding:
    """The open question with the extent of the search: from which states a match ended in play."""
    spans = [x.info.head for x in ending_rules(context)]
    found = f"no certificate; from {sum(ended)} of {len(ended)} states met in play a match that was played on ended"
    return finding_of(
        ENDLESS_MATCH,
        context,
        (),
        "nothing shows that a match can always still end",
        found,
        options=context.spec.options,
        places=tuple(Place(s, "ends the match") for s in spans),
    )


def ends_in_play(context: Context, state: State) -> bool:
    """Whether a match played from a state ends."""
    for _, _, after, _ in eager_play(context, state, 0):
        if not after[MATCH]:
            return True
        if not context.within_budget():
            break
    return False
