"""UNO303 stuck: nobody has a legal move, and the match is not over."""

from __future__ import annotations

from functools import partial

from checker.checks.findings import finding_of, with_options_of_rules
from checker.checks.on_small_tables import on_small_tables
from checker.codes import STUCK
from checker.context import Context
from checker.effects.summary import summaries
from checker.invariants.decided import Ledger, decided
from checker.kernel.obligations import Obligation
from checker.reachability.dead import never_begins
from checker.results import Answers, Finding, Place
from checker.search.left_alone import after_left_alone
from checker.search.simulate import games
from checker.search.small_tables import Visited
from checker.witness.bans_in_the_way import ban_places, bans_in_the_way
from checker.witness.path import statable_positions
from checker.witness.scenario import header, replays, scenario_text, shrunk
from unodsl.engine.api import State
from unodsl.engine.describe import short
from unodsl.engine.layout import MATCH, TOP
from unodsl.model import table as t
from unodsl.scenarios import SEAT_NAMES

CODE = STUCK.id


def check(context: Context) -> Answers:
    """Checks each situation: is there a state with it on top and no legal move? Play shows one; the solver proves that
    there is none."""
    findings: dict[int, Finding] = {}
    closed = Ledger(CODE)
    tops = sorted({s[TOP] for s in context.samples.stuck})
    for top in tops:
        state = next(s for s in context.samples.stuck if s[TOP] == top)
        findings[top] = stuck_finding(context, top, state)
    for index, situation in enumerate(context.table.situations):
        if index in tops:
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
        # (play continued where only moves in `LEFT_ALONE` were left)
        met = next(
            (x.state for x in context.samples.steps if x.state[TOP] == index and is_stuck(context, x.state)), None
        )
        if met is None and context.within_budget():
            met = next((s for s in games(context).stuck if s[TOP] == index), None)
        if met is None and context.within_budget():
            met = next((s for s in after_left_alone(context, index) if is_stuck(context, s)), None)
        if met is not None:
            findings[index] = stuck_finding(context, index, met)
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
    if -1 not in tops:
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
    """The finding with only the options of the bans that leave nobody a move, or of all its rules, if these are enough."""
    if found.evidence != "witnessed" or index < 0:
        return found
    name = context.table.situations[index].name

    def again(other: Context) -> Finding | None:
        state = next((s for s in other.samples.stuck if s[TOP] >= 0 and name_on_top(other, s) == name), None)
        return None if state is None else stuck_finding(other, state[TOP], state)

    bans = [x for x in context.table.bans if x.info.name in found.rules]
    rules: list[t.Rule] = [*bans, *(x for x in context.table.offers if x.info.name in found.rules)]
    fewer = (with_options_of_rules(context, some, again) for some in (bans, rules) if some)
    return next((x for x in fewer if x is not None), found)


def name_on_top(context: Context, state: State) -> str:
    """The name of the situation on top."""
    return context.table.situations[state[TOP]].name


def stuck_at(visited: Visited, situation: int) -> int | None:
    """The first state of a small table without a move, with a situation on top or with none open (-1)."""
    first = visited.top(situation).first_stuck
    return first - 1 if first else None


def still_stuck(context: Context, situation: int, state: State, basis: str) -> Finding | None:
    """The finding for a stuck state of the full table, or None."""
    found = stuck_finding(context, situation, state, basis) if is_stuck(context, state) else None
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


def stuck_finding(context: Context, top: int, state: State, basis: str | None = None) -> Finding:
    """The finding for a state. `basis`: its evidence, if it is not from sampled play."""
    witness, at = None, state
    small = shrunk(context, state, lambda s: is_stuck(context, s)) if top >= 0 else state
    for written in statable_positions(context, state, small):
        if not is_stuck(context, written.state):
            continue
        names = SEAT_NAMES[: context.layout.seats]
        lines = [*written.lines, "expect not match is over", *(f"expect {n} cannot do anything" for n in names)]
        text = header(context) + "\n\n" + scenario_text("nobody can move", context, lines)
        if replays(context, text):
            witness, at = text, written.state
            break
    name = short(context.table.situations[top].name) if top >= 0 else "no situation"
    rules = [o for o in context.table.offers if top in o.situations]
    bans = bans_in_the_way(context, [at])
    return finding_of(
        STUCK,
        context,
        [*rules, *bans],
        f"the game can get stuck: with {name} open nobody has a legal move"
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
            *ban_places(context, [at], bans),
            *(Place(r.info.head, f"{r.info.name} allows no move there") for r in rules),
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
