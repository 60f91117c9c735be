"""UNO501 unanswered: an obligation is open, and no rule says what happens if no move answers it."""

from __future__ import annotations

from functools import partial
from itertools import islice

import z3

from checker.checks.findings import MET_IN_PLAY, finding_of
from checker.checks.on_small_tables import on_small_tables
from checker.codes import UNANSWERED
from checker.context import Context
from checker.invariants.decided import Ledger, decided
from checker.kernel.obligations import Obligation
from checker.reachability.dead import never_begins
from checker.results import Answers, Finding, Place
from checker.search.concretize import games_towards
from checker.search.left_alone import after_left_alone
from checker.search.simulate import games
from checker.search.small_tables import Visited
from checker.smt.factory import boolean
from checker.witness.bans_in_the_way import ban_places, bans_in_the_way
from checker.witness.path import statable_positions
from checker.witness.scenario import header, replays, scenario_text, shrunk
from unodsl.engine.api import State
from unodsl.engine.describe import short
from unodsl.engine.layout import MATCH, TOP
from unodsl.model import table as t
from unodsl.scenarios import SEAT_NAMES

CODE = UNANSWERED.id


def check(context: Context) -> Answers:
    """Checks each situation that can be open: is there a state with it on top and no move of its own?"""
    findings: list[Finding] = []
    closed = Ledger(CODE)
    for index in range(len(context.table.situations)):
        name = short(context.table.situations[index].name)
        never = None if index in context.facts.begun else never_begins(context, context.table.situations[index].name)
        if never is not None:
            closed.add(never, name)
            continue
        answered = decided(context, Obligation("no answer", (context.table.situations[index].name,)), attended=True)
        if answered.verdict == "impossible":
            closed.add(answered.shown, name)
            continue
        found = witnessed(context, index, boolean(True) if answered.formula is None else answered.formula)
        never = never_begins(context, context.table.situations[index].name) if found is None else None
        if never is not None:
            closed.add(never, name)
        else:
            findings.append(
                found
                or on_small_tables(
                    context,
                    still_open(context, index, answered.verdict),
                    index,
                    partial(unanswered_at, situation=index),
                    partial(unanswered_finding, context, index),
                )
            )
    return closed.answers(findings)


def answers(context: Context, top: int) -> list[int]:
    """The offers of a situation, without those in `LEFT_ALONE`."""
    offers = enumerate(context.table.offers)
    return [i for i, o in offers if top in o.situations and o.mode not in t.LEFT_ALONE]


def is_unanswered(context: Context, state: State, top: int) -> bool:
    """Whether a situation is on top without a legal move of its own."""
    if state[TOP] != top or not state[MATCH]:
        return False
    own = set(answers(context, top))
    return not any(m.offer in own for m in context.executor.legal(state, mistakes=False))


def witnessed(context: Context, top: int, question: z3.BoolRef) -> Finding | None:
    states = [s.state for s in context.samples.steps if is_unanswered(context, s.state, top)]
    states += [s for s in context.samples.stuck if is_unanswered(context, s, top)]
    if not states and context.within_budget():
        states = [s for s in games(context).stuck if is_unanswered(context, s, top)]
    if not states and context.within_budget():
        states = list(islice((s for s, _ in after_left_alone(context, top) if is_unanswered(context, s, top)), 5))
    if not states and context.within_budget():
        more = games_towards(context, question)
        states = [s for s in (*(x.state for x in more.steps), *more.stuck) if is_unanswered(context, s, top)]
    for state in states[:20]:
        found = unanswered_finding(context, top, state)
        if found is not None:
            return found
    return None


def unanswered_at(visited: Visited, situation: int) -> int | None:
    """The first state of a small table with a situation on top and no move of its own."""
    first = visited.top(situation).first_unanswered
    return first - 1 if first else None


def unanswered_finding(
    context: Context,
    top: int,
    state: State,
    basis: str = MET_IN_PLAY,
) -> Finding | None:
    """The finding for a state that is unanswered and can be stated as a scenario; else None."""
    if not is_unanswered(context, state, top):
        return None
    small = shrunk(context, state, lambda s: is_unanswered(context, s, top))
    for written in statable_positions(context, state, small):
        if not is_unanswered(context, written.state, top):
            continue
        lines = [*written.lines, *cannot(context, written.state, top)]
        text = header(context) + "\n\n" + scenario_text("nothing answers", context, lines)
        if replays(context, text):
            return finding(context, top, text, basis, written.state)
    return None


def cannot(context: Context, state: State, top: int) -> list[str]:
    """The expectations about the awaited players: which moves of the situation they cannot make."""
    situation = context.table.situations[top]
    owner = state[context.layout.owner[top]]
    seats = [p for p in range(context.layout.seats) if (owner >> p & 1 if situation.on_players else p == owner)]
    legal = context.executor.legal(state)
    acts = context.table.acts
    verbs = dict.fromkeys(acts[i].verb for i in sorted({context.table.offers[i].act for i in answers(context, top)}))
    return [
        f"expect {SEAT_NAMES[p]} cannot {short(verb)}"
        for p in seats
        for verb in verbs
        if not any(m.seat == p and acts[context.table.offers[m.offer].act].verb == verb for m in legal)
    ]


def finding(context: Context, top: int, text: str, basis: str, state: State) -> Finding:
    situation = context.table.situations[top]
    offers = [context.table.offers[i] for i in answers(context, top)]
    name = short(situation.name)
    missing = "" if any(o.mode == "otherwise" for o in offers) else "; no rule of it says `must otherwise`"
    bans = bans_in_the_way(context, [state])
    places = [*ban_places(context, [state], bans), *(Place(o.info.head, "cannot always be done") for o in offers)]
    if situation.span is not None:
        places.insert(0, Place(situation.span, "this situation"))
    return finding_of(
        UNANSWERED,
        context,
        [*offers, *bans],
        f"{name} can be open with no move that answers it" + missing
        if offers
        else f"{name} can be open, and no rule says how it is answered",
        basis,
        witness=text,
        options=context.spec.options,
        places=tuple(places),
    )


def still_open(context: Context, top: int, verdict: str) -> Finding:
    situation = context.table.situations[top]
    offers = [context.table.offers[i] for i in answers(context, top)]
    return finding_of(
        UNANSWERED,
        context,
        offers,
        f"nothing shows that {short(situation.name)} can always be answered",
        "the solver gave no answer"
        if verdict == "unknown"
        else f"a state without an answer satisfies all that is known; none was met in {context.samples.moves} moves of play",
        places=(
            *(() if situation.span is None else (Place(situation.span, "this situation"),)),
            *(Place(o.info.head, "answers it") for o in offers),
        ),
    )
