"""The symbolic reader means what the executor does: expressions, legal moves, and what keeps moves back."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import z3

from checker.effects.constants import facts
from checker.invariants.certified import certified
from checker.smt.enabled import Reader, standing
from checker.smt.factory import disj
from checker.smt.questions import left_of_offer, remaining, rivals
from checker.smt.state import well_formed
from tests import engine_tables as k
from tests.comparisons.pinned import Pinned, known_state
from tests.comparisons.subject import Subject
from tests.engine_random import Maker, Scope
from tests.node_kinds import EXPRESSIONS
from unodsl.engine.api import State
from unodsl.engine.layout import MATCH, MOVED, ROUND
from unodsl.engine.reference import CascadeRun
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Players, YesNo

STATES, EACH, FEW = 3, 10, 5
"""States of each table; expressions that are read in each, and offers at which somebody is looked at."""


def reader_of(subject: Subject) -> Reader:
    """A reader of any state of a table."""
    known = facts(subject.table)
    return Reader(well_formed(subject.table, subject.layout.depth, known), known)


def any_state(subject: Subject, random: Random) -> State:
    """Some state, in which a card may have been moved, and the round or the match may be over."""
    state = list(subject.some_state())
    state[MOVED] = random.randint(-1, len(k.KINDS) - 1)
    state[ROUND] = random.randrange(2)
    state[MATCH] = state[ROUND] | random.randrange(2)
    return tuple(state)


def expressions(subject: Subject) -> None:
    """Expressions of all types have the value that the executor gives them, whether locals are known or not."""
    random = subject.random
    reader = reader_of(subject)
    maker = Maker(random)
    unknown = {0: z3.Int("the player"), 1: z3.Int("the argument")}
    for number in range(STATES):
        state = any_state(subject, random)
        if number == 0:
            state = random.choice(subject.rests or [state])
        player, card = random.randrange(-1, subject.table.seats), random.randrange(-1, len(k.KINDS))
        scope = Scope((k.ACTOR, k.CARD_ARGUMENT))
        pinned = Pinned(
            reader.st,
            subject.layout,
            state,
            [(unknown[0], z3.IntVal(player)), (unknown[1], z3.IntVal(card))],
        )
        for index in range(EACH):
            make = (maker.number, maker.yes, maker.player, maker.players, maker.card, maker.shade)[index % 6]
            x = make(scope, 3)
            env: dict[int, Any] = {0: player, 1: card} if random.random() < 0.5 else dict(unknown)
            expected = subject.reference.condition(state, x, (player, card))
            found = [pinned.value(reader.mask(x, env) if isinstance(x.type, Players) else reader.term(x, env))]
            if isinstance(x.type, YesNo):
                found.append(pinned.value(reader.truth(x, env)))
            subject.compare("values", all(v == expected for v in found), f"{found}, really {expected}: {x} in {state}")
            subject.covers(x, EXPRESSIONS)


def moves(subject: Subject) -> None:
    """The same moves are legal: before and after bans, after replacements, and with what must be done first."""
    random, table = subject.random, subject.table
    unknowns = reader_of(subject)
    for number in range(STATES):
        state = any_state(subject, random)
        if number == 0:
            state = random.choice(subject.rests or [state])
        # nothing is legal once the match is over
        state = (*state[:MATCH], 1, *state[MATCH + 1 :])
        pinned = Pinned(unknowns.st, subject.layout, state)
        pairs = [(i, seat) for i in range(len(table.offers)) for seat in range(table.seats)]
        if number == 0:
            # with all unknown it takes its time
            reader, pairs = unknowns, random.sample(pairs, min(FEW, len(pairs)))
        else:
            reader = unknowns.at(known_state(unknowns.st, subject.layout, state))
        subject.context.__dict__["reader"] = reader
        run = CascadeRun(subject.reference, list(state), None, None)
        legal = {(x.offer, x.seat) for x in subject.reference.legal(state)}
        for index, seat in pairs:
            mine = {i: run.unbanned(i, seat, run.candidates(i, seat)) for i in range(len(table.offers))}
            found = {pinned.value(a) for a, there in standing(reader, index, seat) if pinned.value(there)}
            against = rivals(table, index)
            left = disj(left_of_offer(certified(subject.context), index, against, range(len(against)), [seat]))
            answers = {
                "after bans": (found, set(mine[index])),
                "after replacements": (
                    bool(pinned.value(remaining(certified(subject.context), index, seat, None))),
                    bool(run.unreplaced(index, mine[index], mine)),
                ),
                "nothing keeps it back": (bool(pinned.value(left)), (index, seat) in legal),
            }
            for what, (said, really) in answers.items():
                words = f"offer {index}, seat {seat}: {said}, really {really} in {state}"
                subject.compare(what, said == really, words)
        for act, seat in product(range(len(table.acts)), range(table.seats)):
            x = e.Can(act, k.seat(seat), e.Local(2, "it", table.acts[act].argument or k.YES_NO), None, k.YES_NO)
            if number:
                can = bool(pinned.value(reader.truth(x, {})))
                really = bool(subject.reference.condition(state, x))
                subject.compare("can", can == really, f"act {act}, seat {seat}: {can}, really {really} in {state}")
        rules: list[t.Offer | t.Ban] = [*table.offers, *table.bans]
        for rule in rules:
            subject.covers((rule.guard, rule.who), EXPRESSIONS)
    del subject.context.__dict__["reader"]
