"""Obligations about two rules: where the kernel refutes that their order matters, that two offers of one act differ in what they lead to, or that
a ban forbids an offer, it is so in every state of play."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from checker.effects.never_meet import concerns
from checker.invariants.decided import Answered, decided
from checker.kernel.obligations import Obligation, Question
from tests.comparisons.subject import Heard, Subject, still
from tests.comparisons.summaries import in_turn
from tests.node_kinds import EFFECTS
from unodsl.engine.api import Move, State
from unodsl.engine.layout import MATCH
from unodsl.engine.reference import CascadeRun, banned_moves
from unodsl.model import table as t

GAMES, MOVES = 7, 14
"""Games that are played at each table besides, and moves of each."""


def answered(subject: Subject, question: Question, *rules: t.Rule) -> Answered | None:
    """The refutation of an obligation about some rules; None if it is open. Counts both."""
    found = decided(subject.context, Obligation(question, tuple(x.info.name for x in rules)))
    refuted = found.verdict == "impossible"
    kind = "open" if found.shown is None else f"proved {found.shown.kind}"
    subject.tally.compared[f"{subject.name}: pairs {kind}"] += 1
    return found if refuted else None


# -------------------------------------------------------------------------------------------------------------- triggers


def orders(subject: Subject) -> None:
    """Two triggers of one event whose order does not matter have the same result in either order."""
    table = subject.table
    proved: dict[tuple[int, int], bool] = {}
    for _, row in table.order:
        for pair in combinations(row, 2):
            one, other = (table.triggers[i] for i in pair)
            if pair not in proved and pair[1] not in one.replaced_by and pair[0] not in other.replaced_by:
                proved[pair] = answered(subject, "order", one, other) is not None
    steps = [*subject.steps, *subject.played(GAMES, MOVES)] if any(proved.values()) else []
    rows = dict(table.order)
    for heard in (x for step in steps for x in step.heard if len(rows[x.event]) > 1):
        env = {t.PLAYER_LOCAL: heard.player, t.ARGUMENT_LOCAL: heard.argument}
        for a, state, gone in turns(subject, heard):
            for b in rows[heard.event][rows[heard.event].index(a) + 1 :]:
                if proved.get((a, b)) and not gone & set(table.triggers[b].replaced_by):
                    results = [in_turn(subject, state, row, env) for row in ((a, b), (b, a))]
                    words = f"{results} at {heard.event} from {state}: {table.triggers[a]} {table.triggers[b]}"
                    subject.compare("results", results[0] == results[1], words)
    subject.covers([table.triggers[i].effects for pair, sure in proved.items() if sure for i in pair], EFFECTS)


def turns(subject: Subject, heard: Heard) -> Iterator[tuple[int, State, frozenset[int]]]:
    """The triggers of an event in order, each with the state at its turn and those that ran or were replaced before. Those that are
    replaced are left out."""
    run = CascadeRun(subject.reference, list(heard.state), None, None)
    env = {t.PLAYER_LOCAL: heard.player, t.ARGUMENT_LOCAL: heard.argument}
    gone: set[int] = set()
    for index in run.order[heard.event]:
        trigger = subject.table.triggers[index]
        if gone & set(trigger.replaced_by):
            gone.add(index)
            continue
        yield index, tuple(run.s), frozenset(gone)
        if run.value(trigger.guard, dict(env)):
            gone.add(index)
            run.effects(trigger.effects, dict(env))


# ---------------------------------------------------------------------------------------------------------------- offers


def outcomes(subject: Subject) -> None:
    """Two offers of one act that are not both enabled for one move with different outcomes are not, or everybody sees which was taken."""
    table = subject.table
    found = [
        (pair, answered(subject, "two outcomes", *(table.offers[i] for i in pair)))
        for pair in combinations(range(len(table.offers)), 2)
        if len({table.offers[i].act for i in pair}) == 1
    ]
    proved = [(pair, x) for pair, x in found if x is not None]
    for state in positions(subject) if proved else ():
        legal: dict[int, dict[tuple[int, int], Move]] = {}
        for move in subject.reference.legal(state):
            legal.setdefault(move.offer, {})[move.seat, move.argument] = move
        for (first, second), answer in proved:
            mine, theirs = legal.get(first, {}), legal.get(second, {})
            if mine or theirs:
                both = [(mine[x], theirs[x]) for x in mine.keys() & theirs.keys()]
                wrong = [x for x in both if not alike(subject, state, answer, *x)]
                words = f"{wrong} from {state}, {answer.shown}: {table.offers[first]} {table.offers[second]}"
                subject.compare("moves", not wrong, words)
    subject.covers([table.offers[i].effects for pair, _ in proved for i in pair], EFFECTS)


def positions(subject: Subject) -> list[State]:
    """Different states between two moves that were met."""
    steps = [*subject.steps, *subject.played(GAMES, MOVES)]
    return list(dict.fromkeys(still(x.after) for x in steps if x.after[MATCH]))


def alike(subject: Subject, state: State, answer: Answered, one: Move, other: Move) -> bool:
    """Whether two moves of one act may both be made: they have the same outcome, or differ in manner and everybody
    sees where they lay the card."""
    if answer.shown is not None and answer.shown.kind == "equal":
        mine, theirs = (subject.step(state, x) for x in (one, other))
        return mine is None or theirs is None or mine.after == theirs.after
    declared = answer.shown is not None and answer.shown.kind == "declared"
    manners = {subject.table.offers[x.offer].manner for x in (one, other)}
    return declared and len(manners) > 1 and laid(subject, state, one) != laid(subject, state, other)


def laid(subject: Subject, state: State, move: Move) -> frozenset[tuple[int, int]]:
    """The open places on top of which another card lies after some effect of a move."""
    table, layout = subject.table, subject.layout
    offer = table.offers[move.offer]
    run = CascadeRun(subject.reference, list(state), None, None)
    env = {t.PLAYER_LOCAL: move.seat, t.ARGUMENT_LOCAL: move.argument}
    out: set[tuple[int, int]] = set()
    for effect in table.effects_of(offer):
        before = tuple(run.s)
        run.effect(effect, dict(env))
        for zone, seat in layout.places:
            old, new = layout.held(before, zone, seat).bit_count(), layout.held(run.s, zone, seat).bit_count()
            if table.zones[zone].visibility == "face up" and new > old:
                out.add((zone, seat))
    return frozenset(out)


# ------------------------------------------------------------------------------------------------------------------ bans


def bans(subject: Subject) -> None:
    """A ban that never forbids an offer more than the offer's own bans do anyway, forbids none of its moves alone."""
    table = subject.table
    number = {ban.info.name: i for i, ban in enumerate(table.bans)}
    pairs = [(ban, i) for ban in table.bans for i, x in enumerate(table.offers) if concerns(ban, x)]
    proved = [(ban, i) for ban, i in pairs if answered(subject, "permit and ban", table.offers[i], ban) is not None]
    for state in positions(subject) if proved else ():
        for ban, i in proved:
            hits = set(banned_moves(subject.reference, state, number[ban.info.name], i))
            for other in table.bans if hits else ():
                if other is not ban and concerns(other, table.offers[i]):
                    hits -= set(banned_moves(subject.reference, state, number[other.info.name], i))
            subject.compare("bans", not hits, f"{hits} from {state}: {ban} {table.offers[i]}")
