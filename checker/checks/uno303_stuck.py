"""UNO303 stuck: nobody has a legal move, and the match is not over."""

from __future__ import annotations

from functools import partial
from itertools import islice

from checker.checks.findings import finding_of, with_fewer_options
from checker.checks.on_small_tables import on_small_tables
from checker.codes import STUCK
from checker.context import Context
from checker.effects.summary import summaries
from checker.invariants.decided import Ledger, decided
from checker.kernel.obligations import Obligation
from checker.play.sample import Step
from checker.reachability.dead import never_begins
from checker.results import Answers, Finding, Place
from checker.search.left_alone import after_left_alone
from checker.search.simulate import games
from checker.search.small_tables import Visited
from checker.witness.bans_in_the_way import ban_places, banned_offers, bans_in_the_way
from checker.witness.path import last_move, leaving_move, scenario_of_run, statable_positions
from checker.witness.scenario import header, replays, scenario_text, shrunk
from unodsl.engine.api import State
from unodsl.engine.describe import short
from unodsl.engine.layout import MATCH, TOP
from unodsl.scenarios import SEAT_NAMES

CODE = STUCK.id

TITLE = "nobody can move"
"""The title of the scenario."""

MOST_TABLES = 5
"""The most smaller sets of options that are tried."""


def check(context: Context) -> Answers:
    """Checks each situation: is there a state with it on top and no legal move? Play shows one; the solver proves that
    there is none."""
    findings: dict[int, Finding] = {}
    closed = Ledger(CODE)
    tops = {s[TOP] for s in context.samples.stuck}
    for index, situation in enumerate(context.table.situations):
        met = stuck_state(context, index) if index in tops else None
        if met is not None:
            findings[index] = stuck_finding(context, index, *met)
            continue
        never = never_begins(context, situation.name) if index not in context.facts.begun else None
        if never is not None:
            closed.add(never, short(situation.name))
            continue
        answered = decided(context, Obligation("no move", (situation.name,)), attended=True)
        verdict = answered.verdict
        if verdict == "impossible":
            closed.add(answered.shown, short(situation.name))
            continue
        met = stuck_state(context, index)
        if met is not None:
            findings[index] = stuck_finding(context, index, *met)
        elif (never := never_begins(context, situation.name)) is not None:
            closed.add(never, short(situation.name))
        else:
            findings[index] = on_small_tables(
                context,
                still_open(context, short(situation.name), index, verdict),
                index,
                partial(stuck_at, situation=index),
                partial(still_stuck, context, index),
            )
    met = stuck_state(context, -1) if -1 in tops else None
    if met is not None:
        findings[-1] = stuck_finding(context, -1, *met)
    else:
        # a situation is open as long as the match runs, or a move is legal without one
        answered = decided(context, Obligation("no move", ("no situation",)), attended=True)
        if answered.verdict == "impossible":
            closed.add(answered.shown, "no situation")
        else:
            findings[-1] = on_small_tables(
                context,
                nothing_open(context),
                -1,
                partial(stuck_at, situation=-1),
                partial(still_stuck, context, -1),
            )
    return closed.answers([with_fewest(context, index, x) for index, x in findings.items()])


def with_fewest(context: Context, index: int, found: Finding) -> Finding:
    """The finding with fewer options, if these are enough: those of the bans that leave nobody a move, or of all its rules, or one
    option more."""
    if found.evidence != "witnessed" or index < 0:
        return found
    name = context.table.situations[index].name
    bans = [x for x in context.table.bans if x.info.name in found.rules]
    rules = [*bans, *(x for x in context.table.running if x.info.name in found.rules)]
    for own in dict.fromkeys(context.options_of(*some) for some in (bans or rules, rules)):
        for _, other in islice(with_fewer_options(context, own), MOST_TABLES):
            there = next((i for i, x in enumerate(other.table.situations) if x.name == name), -1)
            met = stuck_state(other, there) if there >= 0 else None
            fewer = None if met is None else stuck_finding(other, there, *met)
            if fewer is not None and fewer.evidence == "witnessed":
                return fewer
    return found


def stuck_state(context: Context, situation: int) -> tuple[State, Step | None] | None:
    """A state that play reached, with a situation on top or with none open (-1), in which nobody can move, and the move that
    led there, if known; None if none was met. (Play continued where only moves in `LEFT_ALONE` were left.)"""
    here = [s for s in context.samples.stuck if s[TOP] == situation]
    here = here or [x.state for x in context.samples.steps if x.state[TOP] == situation and is_stuck(context, x.state)]
    if not here and context.within_budget():
        here = [s for s in games(context).stuck if s[TOP] == situation]
    if here:
        return here[0], last_move(context, here[0])
    found = after_left_alone(context, situation) if context.within_budget() else ()
    return next((x for x in found if is_stuck(context, x[0])), None)


def stuck_at(visited: Visited, situation: int) -> int | None:
    """The first state of a small table without a move, with a situation on top or with none open (-1)."""
    first = visited.top(situation).first_stuck
    return first - 1 if first else None


def still_stuck(context: Context, situation: int, state: State, basis: str) -> Finding | None:
    """The finding for a stuck state of the full table, or None."""
    found = stuck_finding(context, situation, state, basis=basis) if is_stuck(context, state) else None
    return found if found is not None and found.evidence == "witnessed" else None


def nothing_open(context: Context) -> Finding:
    """The open question whether the table always waits for something."""
    all_ = summaries(context.table)
    ending = [x for x in context.table.triggers if any(y.ends is not None for y in all_.flat(x.effects))]
    return finding_of(
        STUCK,
        context,
        (),
        "nothing shows that a situation is always open while the match runs",
        f"what rules do whole cascades long leaves it open; it was so at the end of each of {context.moves} moves of play",
        options=context.spec.options,
        places=tuple(Place(x.info.head, "closes a situation") for x in ending) or _somewhere(context),
    )


def is_stuck(context: Context, state: State) -> bool:
    """Whether nobody can move although the match runs."""
    return bool(state[MATCH]) and not context.executor.legal(state, mistakes=False)


def stuck_finding(
    context: Context, top: int, state: State, step: Step | None = None, basis: str | None = None
) -> Finding:
    """The finding for a state. `step`: the move that led there. `basis`: its evidence, if it is not from sampled play."""
    names = SEAT_NAMES[: context.layout.seats]
    expected = ["expect not match is over", *(f"expect {n} cannot do anything" for n in names)]
    at, leaving = state, leaving_move(context, state, step)
    witness = (
        None
        if leaving is None
        else scenario_of_run(context, TITLE, leaving.before, [leaving.step], expected, rests=True)
    )
    gone = () if leaving is None else leaving.rules
    small = shrunk(context, state, lambda s: is_stuck(context, s)) if top >= 0 and witness is None else state
    for written in statable_positions(context, state, small) if witness is None else ():
        if not is_stuck(context, written.state):
            continue
        text = header(context) + "\n\n" + scenario_text(TITLE, context, [*written.lines, *expected])
        if replays(context, text):
            witness, at = text, written.state
            break
    name = short(context.table.situations[top].name) if top >= 0 else "no situation"
    rules = [o for o in context.table.offers if top in o.situations]
    answered = bool(gone) or not rules or any(o.mode == "otherwise" for o in rules)
    missing = "" if answered else "; no rule of it says `must otherwise`"
    bans = bans_in_the_way(context, [at])
    taken = banned_offers(context, at, bans)
    return finding_of(
        STUCK,
        context,
        [*(x for x in gone if x not in rules), *rules, *bans],
        f"the game can get stuck: with {name} open nobody has a legal move{missing}"
        if top >= 0
        else "the game can get stuck: no situation is open, and nobody has a move",
        basis
        or "met in play from a legal deal"
        + (
            ", and replayed from the stated position"
            if witness
            else ", but the position cannot be stated as a scenario"
        ),
        witness=witness,
        severity="error",
        options=context.spec.options,
        places=(
            *(Place(x.info.head, "takes a player out of the game") for x in gone),
            *ban_places(context, [at], bans),
            *(
                Place(r.info.head, f"{r.info.name} allows no move there")
                for r in rules
                if context.table.offers.index(r) not in taken
            ),
        )
        or _somewhere(context),
    )


def _somewhere(context: Context) -> tuple[Place, ...]:
    spans = [x.info.head for x in context.table.triggers] + [x.info.head for x in context.table.offers]
    return tuple(Place(span, "the rules of this table") for span in spans[:1])


def still_open(context: Context, name: str, index: int, verdict: str) -> Finding:
    span = context.table.situations[index].span
    why = (
        "the solver gave no answer"
        if verdict == "unknown"
        else f"a state without a move satisfies all that is known; none was met in {context.moves} moves of play"
    )
    return finding_of(
        STUCK,
        context,
        (),
        f"nothing shows that somebody can always move while {name} is open",
        why,
        options=context.spec.options,
        places=() if span is None else (Place(span, "this situation"),),
    )
