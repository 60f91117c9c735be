"""UNO302 endless-stack: a cycle of moves inside a situation that is never answered."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, pairwise

import networkx as nx

from checker.checks.findings import finding_of, outside_rounds
from checker.checks.on_small_tables import cut_basis, on_every_state
from checker.codes import ENDLESS_STACK
from checker.context import Context
from checker.effects.summary import summaries
from checker.invariants.decided import kernel, taking_part
from checker.kernel.proved import Shown, certificate
from checker.kernel.ranking import Counted, Group
from checker.play.sample import towards
from checker.reachability.dead import reach
from checker.results import Answers, Finding, Place, Proof, about
from checker.search.adversary import stalled
from checker.search.answering import Answering
from checker.search.concretize import games_towards
from checker.search.gathering import not_with_so_many
from checker.search.graph import Lasso, bare, circle, end_of_round, inside, kinds_outside, moves_of, one_outcome, region
from checker.search.guided import FEW_GAMES, counts_something, played_towards
from checker.search.lopsided import one_full_hand
from checker.search.small_tables import (
    MOST_INSIDE,
    Visited,
    all_visited,
    answering_cuts,
    carried,
    cuts_left_over,
    kept_inside,
    small_tables,
)
from checker.search.staying import MOST_WAYS, Staying, staying
from checker.smt.factory import disj
from checker.termination.cascades import cascade_ranking
from checker.termination.change_vectors import Deltas, Outcome, deltas_of, exact_deltas
from checker.termination.situations import LATE, Termination, Undecided, by_counting, termination_of
from checker.witness.lasso import lasso_text, staying_text
from checker.witness.path import early
from checker.witness.scenario import written_rules
from unodsl.engine.api import EndlessCascade, Move, State
from unodsl.engine.describe import short
from unodsl.engine.explore_graph import Way
from unodsl.engine.layout import TOP
from unodsl.model import table as t
from unodsl.model.events import emitted, follows
from unodsl.model.types import Number

CODE = ENDLESS_STACK.id

NOT_AGAIN = Undecided("a sum was found that gets smaller with each move, and the kernel does not show it")

MOST_FAILING = 8
"""The maximal number of small decks with endless moves that are tried with all cards."""

MOST_CARRIED = 40
"""The maximal number of states of a small deck that are tried with all cards."""

MOST_STATES = 2_500
"""The maximal number of states in one search for a cycle."""

MOST_LIFTED = 20_000
"""The maximal number of states with all cards for the small deck with the most endless states, after a search with fewer."""

MOST_OF_MANY = 300
"""The same for the search for endless play at one of many tables."""

FEW_STARTS, MOST_SOON = 40, 1_000
"""For a short search for a cycle: how many sampled states it begins with, and the maximal number of its states."""

LINGERING = 120
"""The minimal number of moves of a game that keeps a situation open."""

LINGERING_ON = 2_500
"""The maximal number of moves of such a game, where a number grows with every move up to its bound."""

FEW_TRIES = 3
"""Games that search for the end of the round before an exhaustive search."""

FORCED_STATES = 400
"""The maximal number of states visited to show that nobody can leave."""


def check(context: Context) -> Answers:
    """Checks every group of situations that moves can cycle in without returning to the base situation. Checks also the
    base situation where nobody has another move."""
    findings: list[Finding] = []
    proofs: list[Proof] = []
    # rules that are proved dead open and answer nothing
    alive = reach(context).strong or context
    if not context.ground:
        begun = alive.facts.begun
        return outside_rounds(context, lambda: still_open(context, begun, set(), LATE)) if begun else Answers((), 0)
    owed = sorted(alive.facts.begun - context.ground)
    graph = answers_graph(alive, owed)
    if not context.within_budget():
        # an unfinished graph shows nothing
        context.cut_short.append(CODE)
        late = replace(still_open(context, frozenset(owed), set(), LATE), basis="the budget ran out")
        return Answers((late,) if owed else (), 0)
    parts = nx.condensation(graph)
    groups = [frozenset(parts.nodes[x]["members"]) for x in nx.topological_sort(parts)]
    finer = exact_deltas(alive)
    within = {g: [(x, y, i, finer.of_move(i, x)) for x, y, i in graph.subgraph(g).edges(keys=True)] for g in groups}
    reasons = {
        g: termination_of(
            alive,
            g,
            [((top, index), outcome) for top, _, index, outcome in within[g]],
            partial(soon_in_a_cycle, context, g),
        )
        for g in groups
    }
    certain = accepted_terminations(alive, reasons)
    for g, why in reasons.items():
        if why.sums is not None and g not in certain:
            # sums of single moves may be too coarse for the kernel's query about all moves
            counted = isinstance(why.sums, Counted)
            edges = [(top, index) for top, _, index, _ in within[g]]
            other = LATE if counted else by_counting(alive, g, edges)
            reasons[g] = other if isinstance(other, Termination) else NOT_AGAIN
            certain = {**certain, **accepted_terminations(alive, {**dict.fromkeys(reasons, NOT_AGAIN), g: reasons[g]})}
    for group in sorted(groups, key=min):
        why, sure = reasons[group], certain.get(group)
        if isinstance(why, Termination) and sure is not None:
            proofs.append(Proof(CODE, about([sure.about]), why.words, certificate([sure])))
            continue
        answers = {index for *_, index, _ in within[group]}
        found_one = met_in_play(context, group)
        if found_one is None or found_one.evidence == "bounded":
            why = why if isinstance(why, Undecided) else NOT_AGAIN
            still = found_one or still_open(context, group, answers, why)
            better = (
                with_one_full_hand(context, group)
                or endless_play(context, group)
                or on_small_decks(context, group, answers, still)
            )
            # (play has met a cycle that no scenario states, which no search of a first round denies)
            found_one = better if found_one is None or better.evidence != "bounded" else found_one
        findings.append(found_one)
    lasso = stuck_on_the_ground(context)
    if lasso is not None:
        findings.append(cycle_finding(context, frozenset({lasso.state[TOP]}), lasso))
    return Answers(tuple(findings), len(proofs), tuple(proofs))


def accepted_terminations(
    context: Context, reasons: Mapping[frozenset[int], Termination | Undecided]
) -> dict[frozenset[int], Shown]:
    """The groups of situations in which, by the kernel, every sequence of moves ends; each after the groups that lead
    to it."""
    the_kernel = kernel(context)
    groups: list[Group] = [(g, why.sums) for g, why in reasons.items()]
    if the_kernel is None or not context.within_budget() or all(sums is None for _, sums in groups):
        return {}
    cascades = cascade_ranking(context)
    if cascades is None:
        return {}
    found = the_kernel.terminating_groups(groups, taking_part(context), cascades)
    return {groups[i][0]: x for i, x in found.items()}


def soon_in_a_cycle(context: Context, group: frozenset[int]) -> bool:
    """Whether a cycle of moves inside some situations is near sampled states."""
    if context.samples.endless or not context.deserves_search:
        return False
    starts = [s.state for s in context.samples.steps if s.state[TOP] in group]
    graph = inside(context, starts[:: max(1, len(starts) // FEW_STARTS)], group, MOST_SOON)
    answers = Answering(context, group)
    return graph is not None and circle(context, graph, partial(is_cycle, answers)) is not None


def met_in_play(context: Context, group: frozenset[int]) -> Finding | None:
    """The finding for a cycle of moves inside some situations that play shows; `bounded` if no scenario states its
    position."""
    lasso = find_cycle(context, group) if not context.samples.endless else None
    if lasso is None:
        return None
    found = cycle_finding(context, group, lasso)
    if found.evidence == "bounded":
        # a cycle soon after the deal can be stated from there
        lasso = find_cycle(context, group, early(context))
        found = found if lasso is None else cycle_finding(context, group, lasso)
    return found


def answers_graph(context: Context, owed: list[int]) -> nx.MultiDiGraph:
    """The graph of open situations. An edge is an offer that can lead from one situation on top to another (or the
    same): key the offer, `outcome` its changes. Incomplete if the budget runs out."""
    deltas = deltas_of(context)
    graph: nx.MultiDiGraph = nx.MultiDiGraph()
    graph.add_nodes_from(owed)
    moves: dict[tuple[int, int], Outcome] = {}
    for top in owed:
        for index, offer in enumerate(context.table.offers):
            if offer.info.name in context.never or not context.within_budget():
                continue
            if offer.mode not in t.LEFT_ALONE and (not offer.situations or top in offer.situations):
                outcome = deltas.of_move(index, top)
                if not outcome.leaves:
                    moves[top, index] = outcome
    begun = {k: begun_by(o, owed) for k, o in moves.items()}
    below: dict[int, set[int]] = {i: {top for (top, _), found in begun.items() if i in found} for i in owed}
    for together in begun_together(context, deltas, owed):
        for i in together:
            below[i] |= together
    for _ in owed:
        for i in owed:
            below[i] |= {x for j in below[i] for x in below[j]}
    for (top, index), outcome in moves.items():
        opened = outcome.change.get(("open", top, -1), (0, 0))
        after = set(begun[top, index])
        if opened[1] >= 0:
            after.add(top)
        if opened[0] < 0:
            after |= below[top]
        for other in after:
            graph.add_edge(top, other, key=index, outcome=outcome)
    return graph


def begun_together(context: Context, deltas: Deltas, owed: list[int]) -> list[set[int]]:
    """For each possible cascade, the situations that it can begin, on top of each other."""
    table = context.table
    begins = {t.SituationEvent("begins", i) for i in owed}
    cascades: list[Outcome] = []
    for index, offer in enumerate(table.offers):
        events = [*emitted(table, table.effects_of(offer)), *table.events_of(index), t.SETTLES]
        # mostly the rules themselves show that a move begins no situation
        if context.within_budget() and not begins.isdisjoint(follows(table, events)[0]):
            cascades.append(deltas.of_move(index, -1))
    cascades += [deltas.of_event(x) for x in context.facts.events if isinstance(x, t.TableEvent)]
    return [begun_by(x, owed) for x in cascades]


def begun_by(outcome: Outcome, owed: list[int]) -> set[int]:
    """The situations that some effects can begin, also after ending them."""
    return {i for i in owed if outcome.events.get(t.SituationEvent("begins", i), (0, 0))[1] > 0}


def find_cycle(context: Context, group: frozenset[int], only: Sequence[State] | None = None) -> Lasso | None:
    """A cycle of moves inside some situations, from states of play. `only`: it has to start and end in one of these
    states."""
    answers = Answering(context, group)

    def stays(state: State) -> bool:
        return state[TOP] in group

    def good(states: list[State], moves: list[Move]) -> bool:
        return (only is None or states[0] in only) and is_cycle(answers, states, moves)

    def spread(states: Iterable[State], most: int) -> list[State]:
        found = list(dict.fromkeys(bare(s) for s in states if stays(s)))
        return found[:: max(1, len(found) // most)][:most]

    def among(starts: Sequence[State], lucky: bool = False) -> Lasso | None:
        first = kinds_outside_of(context) if lucky else None
        graph = inside(context, starts, group, MOST_STATES, MOST_WAYS if lucky else 1, first)
        return None if graph is None else circle(context, graph, good)

    if only is not None:
        return among(spread(only, 80))
    tried: list[State] = spread((s.state for s in context.samples.steps), 80)
    all_ = summaries(context.table)
    moving = [x for o in context.table.offers if group & set(o.situations) for x in all_.flat(o.effects)]
    targets = [c.target.type for x in moving for c in x.changes]
    targets += [x.type for i in group for x in context.table.situations[i].fields]
    widest = [x.high - x.low for x in targets if isinstance(x, Number)]
    moves = max(LINGERING, min(LINGERING_ON, max(widest, default=0) + 20))
    tried = [*(x for s in tried[::7] for x in prolonged_states(context, s, stays, moves)), *tried]
    lasso = among(tried)
    if lasso is None:
        # with empty piles, chance has fewer outcomes
        lasso = among([*spread(late_states(context), 80), *tried], lucky=True)
    if lasso is not None or not context.within_budget():
        return lasso
    question = disj([context.reader.st.top == i for i in sorted(group)])
    more = [s.state for s in games_towards(context, question).steps]
    kinds = len(context.table.deck.kinds)
    for part in range(4):
        if context.within_budget():
            more += [
                s.state
                for s in towards(
                    context.executor, context.layout, range(kinds)[part::4], 3, 80, context.within_budget
                ).steps
            ]
    return among(spread(more, 80))


def is_cycle(answers: Answering, states: list[State], moves: list[Move]) -> bool:
    """Whether a cycle contains an answer, and something changes or is forced."""
    context = answers.context
    offers = [context.table.offers[m.offer] for m in moves]
    steps = zip(moves, pairwise((*states, states[0])), strict=True)
    if not any(answers.includes(m.offer, before, [after]) for m, (before, after) in steps):
        return False
    if len(states) > 1:
        return True
    # a move without effects may repeat at will, as long as the situation can still be answered
    meets = offers[0].mode in ("must", "otherwise") or changing(context, offers[0])
    return meets or not can_leave(context, states[0], answers.group)


def kinds_outside_of(context: Context) -> Callable[[State], int]:
    """Returns a function that counts the kinds of cards outside hands in a state."""
    return partial(kinds_outside, context)


def endless_play(context: Context, group: frozenset[int]) -> Finding | None:
    """The finding that players need never leave some situations, whatever the chance. None if no such strategy is
    found, or no scenario states it."""
    if context.samples.endless:
        return None

    starts = [*late_states(context), *(x.state for x in context.samples.steps)]
    most = MOST_STATES if context.effort.far else MOST_OF_MANY
    graph = inside(context, starts, group, most, MOST_WAYS, kinds_outside_of(context))
    found = (
        None
        if graph is None
        else staying(
            context,
            graph,
            [s for s in starts if s[TOP] in group],
            partial(may_change, context),
            Answering(context, group),
        )
    )
    return None if found is None else endless_play_finding(context, group, found)


def with_one_full_hand(context: Context, group: frozenset[int]) -> Finding | None:
    """The finding for a cycle of moves where one player holds nearly all cards. None where all positions can be visited."""
    if not context.deserves_search or context.samples.endless or all_visited(context):
        return None
    question = disj([context.reader.st.top == i for i in sorted(group)])
    states = [x.state for x in (*context.samples.steps, *games_towards(context, question).steps)]
    answers = Answering(context, group)
    for graph in one_full_hand(context, states, group):
        lasso = circle(context, graph, partial(is_cycle, answers))
        found = None if lasso is None else cycle_finding(context, group, lasso)
        if found is not None and found.evidence != "bounded":
            return replace(
                found, basis=f"{found.basis}; the cards lie as they do where one player has drawn nearly all"
            )
    return None


def may_change(context: Context, way: Way) -> bool:
    """Whether a move may have an effect: an over-approximation."""
    return way.origin not in way.targets or changing(context, context.table.offers[way.move.offer])


def endless_play_finding(context: Context, group: frozenset[int], found: Staying) -> Finding | None:
    """The finding for a closed set of states that the players need never leave; None if no scenario states it."""
    text = staying_text(context, found, "on and on")
    if text is None:
        return None
    offers = [context.table.offers[i] for i in sorted({m.offer for m in found.moves.values()})]
    tops = " or ".join(sorted(short(context.table.situations[i].name) for i in group))
    many = f"{len(found.moves)} state{'s' if len(found.moves) > 1 else ''}"
    return finding_of(
        ENDLESS_STACK,
        context,
        offers,
        f"moves can go on for ever while {tops} is open, whatever cards come: "
        + ", ".join(f"`{o.info.name}`" for o in offers),
        f"in each of {many} the players have a move after which they are in one of these again, whatever is drawn",
        witness=text,
        places=tuple(Place(o.info.head, "goes on") for o in offers),
        details=("the scenario shows one way of it, until the table is as it was before, but for what only grows",),
    )


def on_small_decks(context: Context, group: frozenset[int], answers: set[int], still: Finding) -> Finding:
    """Decides an open question about some situations on small decks where possible. A cycle there becomes a finding if
    it also exists with all cards."""
    if not context.deserves_search or context.samples.endless or not context.within_budget():
        return still
    small = small_tables(context)
    whole = any(x.cut.whole and x.counts for x in small.visited)
    failing: list[tuple[Visited, list[int]]] = []
    limited: list[tuple[Visited, list[int]]] = []
    counted: list[Visited] = []
    offers = context.table.offers
    going_on = Answering(context, group)
    idle = frozenset(i for i, x in enumerate(offers) if not changing(context, x))

    def inside(one: Visited, most: int = MOST_INSIDE) -> list[int] | None:
        return kept_inside(one, going_on, idle, most)

    # if all cards are visited, no other deck is needed
    others = () if whole else answering_cuts(context, group, answers, inside)
    left = cuts_left_over(context, inside) if context.effort.far and not whole else ()
    for one, there in chain(others, ((x, inside(x)) for x in small.visited), left):
        if there is None or len(failing) == MOST_FAILING:
            continue
        if there:
            found, whole_search = with_all_cards(context, group, one, there, MOST_STATES)
            if found is not None:
                return found
            failing.append((one, there))
            if not whole_search:
                limited.append((one, there))
        elif one.counts and any(one.top(i).states for i in group):
            counted.append(one)
    if limited and context.effort.far:
        found, _ = with_all_cards(context, group, *max(limited, key=lambda x: len(x[1])), MOST_LIFTED)
        if found is not None:
            return found
    if failing:
        cards = failing[0][0].cut.words
        why = f"on a smaller deck moves go round for ever ({cards}); with all cards none was found that does"
        return replace(still, basis=f"{still.basis}; {why}")
    if not all(any(x.top(i).states for x in counted) for i in group & {x.state[TOP] for x in context.samples.steps}):
        return still
    return on_every_state(context, still, group, tuple(counted))


MOST_TARGETS = 4
"""The maximal number of states of a cut deck that play with all cards moves towards."""


def with_all_cards(
    context: Context, group: frozenset[int], one: Visited, numbers: list[int], most: int
) -> tuple[Finding | None, bool]:
    """The finding for states of a cut deck that players need never leave, if the same states with all cards have the
    property too; else None. `numbers`: the numbers of these states; `most`: the maximal number of states visited. The
    second value: whether more states would be of no use."""
    first = kinds_outside_of(context)
    states = (one.graph.state(i) for i in numbers[:: max(1, len(numbers) // MOST_CARRIED)][:MOST_CARRIED])
    targets = [x for state in states for x in carried(context, one.cut, state, hands=not one.cut.whole)]
    if not one.cut.whole:
        # (with more cards, no game may reach a state in which a number counts what the hands do not go with)
        near = [y for y in targets if hands_may_differ(context, y, group)]
        reached = (x for y in near[:MOST_TARGETS] for x in played_towards(context, y, FEW_GAMES))
        targets = [*(y for y in targets if y not in near), *reached]
    starts = list(dict.fromkeys(x for x in targets if x[TOP] in group))
    graph = inside(context, starts, group, most, MOST_WAYS, first)
    if graph is None:
        return None, True
    answers = Answering(context, group)
    lasso = circle(context, graph, partial(is_cycle, answers))
    out = None if lasso is None else cycle_finding(context, group, lasso)
    if out is None or out.evidence == "bounded":
        there = staying(context, graph, starts, partial(may_change, context), answers)
        out = None if there is None else endless_play_finding(context, group, there)
    found = None if out is None else replace(out, basis=f"{out.basis}; {cut_basis(one)}")
    return found, graph.found.frontier == 0


def hands_may_differ(context: Context, state: State, group: frozenset[int]) -> bool:
    """Whether a number or value of a state may not go with the cards in hands there."""
    own = (i for i, x in enumerate(context.table.zones) if x.each_player)
    return counts_something(context, state, group) or any(not_with_so_many(context, state, x, group) for x in own)


def late_states(context: Context) -> list[State]:
    """States of games in which players delay the end of the round as long as they can. Yields the states after the next
    moves and after each move then."""
    out: list[State] = []
    for number, at in enumerate(stalled(context).last):
        generator = random.Random(number)
        for _ in range(2 * context.layout.seats):
            after = [x for move in moves_of(context, at) for x in one_outcome(context, at, move)]
            out += after
            out += [y for x in after for move in moves_of(context, x) for y in one_outcome(context, x, move)]
            if not after:
                break
            at = generator.choice(after)
    return out


def changing(context: Context, offer: t.Offer) -> bool:
    """Whether a move has effects that could change something."""
    return any(not x.announces for x in map(summaries(context.table).of, context.table.effects_of(offer)))


def prolonged_states(context: Context, state: State, stays: Callable[[State], bool], most: int) -> list[State]:
    """The last states of a game in which players keep a situation open, whatever the chance."""
    generator = random.Random(len(context.samples.steps))
    at = state
    trail: list[State] = []
    for _ in range(most):
        moves = moves_of(context, at)
        generator.shuffle(moves)
        for move in moves:
            try:
                after = context.executor.apply(at, move)
            except EndlessCascade:
                continue
            if stays(after):
                at = after
                trail.append(bare(at))
                break
        else:
            break
    return trail[-2:]


def can_leave(context: Context, state: State, group: frozenset[int]) -> bool:
    """Whether some moves lead out of the situations; true if the search was cut short."""
    here = region(context, state, FORCED_STATES, False, group)
    return here.ends or not here.closed


def stuck_on_the_ground(context: Context) -> Lasso | None:
    """A cycle of moves in which the table always waits for the same player, and nobody has another move."""
    lasso = stalled(context).lasso if not context.samples.endless else None
    if lasso is None:
        return None
    at = lasso.state
    slot = context.layout.owner[at[TOP]] if at[TOP] in context.ground else None
    if slot is None:
        return None
    # where play ends the round, the states that follow are not all one cycle
    if end_of_round(context, at, FEW_TRIES, FORCED_STATES) is not None:
        return None
    here = region(context, at, FORCED_STATES)
    if not here.closed or here.ends or here.stuck:
        return None
    return lasso if len({(s[TOP], s[slot]) for s in here.states}) == 1 else None


def cycle_finding(context: Context, group: frozenset[int], lasso: Lasso) -> Finding:
    rules = sorted({m.offer for m in lasso.moves})
    offers = [context.table.offers[i] for i in rules]
    # (others of the group may be part of other cycles)
    met = group & {state[TOP] for state in lasso.states(context)}
    tops = sorted(short(context.table.situations[i].name) for i in met)
    # (a rule that nobody makes a move by may be what keeps it going)
    ran = lasso.ran(context)
    taking_part = [rule for name, rule in written_rules(context.table).items() if name in ran]
    text = lasso_text(context, lasso, "round and round")
    return finding_of(
        ENDLESS_STACK,
        context,
        offers,
        f"moves can go round for ever while {' or '.join(tops)} is open: "
        + ", ".join(f"`{o.info.name}`" for o in offers),
        "the engine played the round twice and came back to the same table each time"
        if text is not None
        else "met in play, but the position cannot be stated as a scenario",
        witness=text,
        severity="error",
        options=tuple(sorted(context.table.closed(context.options_of(*taking_part)))),
        places=tuple(Place(o.info.head, "this move is one of the cycle") for o in offers),
        details=(cycle_words(context, lasso),),
    )


def cycle_words(context: Context, lasso: Lasso) -> str:
    """The end of a lasso in words, with the numbers that grow in each cycle."""
    moves = f"{len(lasso.moves)} move{'s' if len(lasso.moves) > 1 else ''}"
    more = [f"{n} more in `{name}`" for name, n in lasso.gain(context)]
    if not more:
        return f"{moves} lead back to the same table"
    return f"{moves} lead back to the same table, each time with {' and '.join(more)}, which no condition can tell from less"


def still_open(context: Context, group: frozenset[int], moves: set[int], why: Undecided) -> Finding:
    offers = [context.table.offers[i] for i in sorted(moves)]
    names = ", ".join(short(context.table.situations[i].name) for i in sorted(group))
    spans = [s for s in (context.table.situations[i].span for i in sorted(group)) if s is not None]
    return finding_of(
        ENDLESS_STACK,
        context,
        offers,
        f"nothing shows that {names} is ever answered",
        f"no cycle of moves was found in up to {MOST_STATES} states of play; {why.words}",
        places=(*(Place(s, "this situation") for s in spans), *(Place(o.info.head, "goes on") for o in offers)),
    )
