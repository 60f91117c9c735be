"""UNO304 trap: a reachable state from which the round can never end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from checker.checks.findings import finding_of, outside_rounds
from checker.checks.on_small_tables import on_small_tables
from checker.codes import TRAP
from checker.context import Context
from checker.invariants.decided import decided
from checker.kernel.obligations import Obligation
from checker.results import Answers, Finding, Place
from checker.search.adversary import stalled
from checker.search.graph import Region, bare, circle, end_of_round, moves_of, region
from checker.search.small_tables import Visited
from checker.termination.no_exit import NoExit, never_run, no_way_out, rules_that_end_no_round
from checker.termination.rounds import by_analysis_alone, termination_proof
from checker.witness.bans_in_the_way import ban_places, bans_in_the_way
from checker.witness.lasso import lasso_text
from checker.witness.path import statable_positions
from checker.witness.scenario import header, move_line, replays, scenario_text, shrunk
from unodsl.engine.api import State
from unodsl.engine.describe import short
from unodsl.engine.layout import IN_PLAY, TOP
from unodsl.model import table as t
from unodsl.scenarios import SEAT_NAMES

CODE = TRAP.id

MOST_SEARCHED = 40
"""The number of states of play from which the end of the round is searched."""

TRIES, MOVES = 8, 500
"""Games that search for the end from one state, and the moves of each."""

MOST_STATES = 3_000
"""The maximal number of states visited to show that none is an end."""

FEW_STATES = 300
"""The same for a state where a search for the end was given up."""

MOST_REGIONS = 6

NO_ROUND_ENDS = "no round ever ends"
"""How the message begins where no rule that ends a round ever happens."""

MOST_FORBIDDEN = 60
"""The maximal number of states in which a search for bans is made."""


def check(context: Context) -> Answers:
    """Searches for the end of the round by play. Where play finds none, tries a certificate of no exit, or visits all reachable
    states."""
    proof = termination_proof(context, CODE)
    if proof is not None and somebody_moves(context):
        return Answers((), 1, (proof,))
    if not context.ground:
        return outside_rounds(context, lambda: still_open(context, 0, []))
    if context.samples.endless:
        return Answers((still_open(context, 0, []),), 0)
    lost: list[State] = []
    left: list[State] = []
    searched = 0
    for state in candidates(context):
        if not context.within_budget():
            context.cut_short.append(CODE)
            break
        if not moves_of(context, state):
            continue
        searched += 1
        given_up: list[State] = []
        if end_of_round(context, state, TRIES, MOVES, given_up) is None:
            lost.append(state)
            left += given_up
            if len(lost) >= MOST_REGIONS:
                break
    for state in dict.fromkeys((*lost, *left)):
        why = no_way_out(context, state) if moves_of(context, state) else None
        if why is not None:
            found = proved_from(context, state, why)
            if found is not None:
                return Answers((found,), 0)
    # where play went on long without an end, few states may be reachable
    for state, most in {**dict.fromkeys(left, FEW_STATES), **dict.fromkeys(lost, MOST_STATES)}.items():
        if not moves_of(context, state):
            continue
        here = region(context, state, most)
        # if somebody gets stuck in the end, UNO303 reports it
        if here.closed and not here.ends and not here.stuck:
            found = visited(context, here)
            if found is not None:
                return Answers((found,), 0)
    answer = on_small_tables(
        context, still_open(context, searched, lost), None, Visited.trapped, partial(trapped, context)
    )
    return Answers((answer,), 0)


def somebody_moves(context: Context) -> bool:
    """Whether the kernel shows that somebody has a move as long as the match runs. Otherwise moves may end and the
    round not."""
    names = [context.table.situations[i].name for i in sorted(context.facts.begun)]
    questions = [Obligation("no move", (name,)) for name in (*names, "no situation")]
    return all(decided(context, x, attended=True).shown is not None for x in questions)


def trapped(context: Context, state: State, basis: str) -> Finding | None:
    """The finding for a state of the full table from which the round cannot end, or None."""
    if not moves_of(context, state) or end_of_round(context, state, TRIES, MOVES) is not None:
        return None
    why = no_way_out(context, state)
    found = None if why is None else proved_from(context, state, why)
    if found is None:
        here = region(context, state, MOST_STATES)
        if here.closed and not here.ends and not here.stuck:
            found = visited(context, here)
    return None if found is None else replace(found, basis=f"{found.basis}; {basis}")


def candidates(context: Context) -> Iterator[State]:
    """States of play: those where players delay the end, then some sampled ones, first those of each situation."""
    found = stalled(context)
    yield from (bare(s) for s in found.last)
    steps = context.samples.steps
    seen: dict[int, int] = {}
    for step in steps:
        top = step.state[TOP]
        seen[top] = seen.get(top, 0) + 1
        if seen[top] <= 3:
            yield bare(step.state)
    yield from (bare(s.state) for s in steps[:: max(1, len(steps) // MOST_SEARCHED)])


def proved_from(context: Context, state: State, why: NoExit) -> Finding | None:
    """The finding for a position from which the kernel shows that no move, nor any later one, ends the round."""

    def keeps(s: State) -> bool:
        return bool(moves_of(context, s)) and why.holds(s)

    basis = (
        "the position was met in play and replayed; the kernel accepted a certificate that no move from it, whatever is "
        f"drawn, ends the round: {why.words}"
    )
    states = [state, *(x.state for x in context.samples.steps)]
    return stated(context, states, keeps, lambda: basis, why)


def stated(
    context: Context,
    states: Sequence[State],
    keeps: Callable[[State], bool],
    basis: Callable[[], str],
    why: NoExit | None = None,
) -> Finding | None:
    """The finding for the first of some states, as a position for which `keeps` holds and a move from there."""
    for written in statable_positions(context, states[0], shrunk(context, states[0], keeps)):
        if not keeps(written.state):
            continue
        move = moves_of(context, written.state)[0]
        alike = [m for m in context.executor.legal(written.state) if (m.seat, m.argument) == (move.seat, move.argument)]
        lines = [*written.lines, move_line(context, move, len(alike) > 1), "expect not the round is over"]
        text = header(context) + "\n\n" + scenario_text("the round cannot end any more", context, lines)
        if replays(context, text):
            return finding(context, [states[0], written.state, *states[1:]], text, basis(), why)
    return None


def visited(context: Context, here: Region) -> Finding | None:
    """The finding for a position whose reachable states were all visited: with a cycle that leads back to it, or with one
    move where each cycle depends on chance."""
    lasso = circle(context, here.graph, lambda states, moves: True)
    first = here.states[0] if lasso is None else lasso.state
    found: list[State] = []

    def trapped(position: State) -> bool:
        """Whether no state reachable from a position ends the round."""
        around = region(context, position, MOST_STATES)
        found[:] = around.states
        return position[IN_PLAY] == first[IN_PLAY] and around.closed and not around.ends and not around.stuck

    def basis() -> str:
        n = len(found)
        return (
            f"met in play from a legal deal; {'this is the only state' if n == 1 else f'all {n} states'} that can be "
            "reached from there, whatever players and chance do, "
            + ("does not end the round" if n == 1 else "were visited, and none of them ends the round")
        )

    if lasso is None:
        return stated(context, here.states, trapped, basis)
    text = lasso_text(context, lasso, "the round cannot end any more", trapped) if trapped(lasso.state) else None
    return None if text is None else finding(context, [lasso.state, *found], text, basis())


def finding(context: Context, states: Sequence[State], text: str, basis: str, why: NoExit | None = None) -> Finding:
    """The finding for the first of some states of one round."""
    state, top = states[0], states[0][TOP]
    situation = context.table.situations[top]
    owner = state[context.layout.owner[top]]
    whose = f" of {SEAT_NAMES[owner]}" if not situation.on_players and owner >= 0 else ""
    offers = [o for i, o in enumerate(context.table.offers) if any(m.offer == i for m in moves_of(context, state))]
    never = rules_that_end_no_round(context)
    some = states[:: len(states) // MOST_FORBIDDEN + 1]
    bans = [] if never else bans_in_the_way(context, some, states)
    can = "is all that can" if len(offers) == 1 else "can"
    return finding_of(
        TRAP,
        context,
        never or [*offers, *bans],
        no_round_ends(context, never)
        if never
        else f"the round can no longer end: from {short(situation.name)}{whose}, as in the witness, no sequence of moves ends it"
        + ("" if why is None else f", because {why.words}"),
        basis,
        witness=text,
        certificates=() if why is None else why.certificates,
        reason="" if why is None else why.words,
        options=context.spec.options,
        places=tuple(Place(x.info.head, "should end the round") for x in never)
        or (
            *ban_places(context, some, bans),
            *(Place(o.info.head, f"`{short(o.info.name)}` {can} be done there") for o in offers),
        ),
    )


def no_round_ends(context: Context, rules: Sequence[t.Rule]) -> str:
    """The message of a finding that no round ever ends, by the rules that should end it."""
    names = ", ".join(f"`{x.info.name}`" for x in rules)
    return f"{NO_ROUND_ENDS}: " + (
        f"nothing brings about {names}" if never_run(context, rules) else f"nothing makes {names} end one"
    )


def still_open(context: Context, searched: int, lost: list[State]) -> Finding:
    spans = [context.table.situations[i].span for i in sorted(context.ground)]
    found = (
        "endless cascades cut play off; resolve UNO301 first"
        if context.samples.endless
        else "nobody could move in any state of play that was met"
        if not searched
        else f"a way to the end was found from each of {searched} states of play, and other states were not searched"
        if not lost
        else f"from {len(lost)} of {searched} states of play no way to the end was found in {TRIES} games of {MOVES} moves"
    )
    return finding_of(
        TRAP,
        context,
        (),
        "nothing shows that a round can always still end",
        found + by_analysis_alone(context),
        options=context.spec.options,
        places=tuple(Place(s, "what the table waits for") for s in spans if s is not None),
    )
