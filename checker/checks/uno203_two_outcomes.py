"""UNO203 two-outcomes: two rules offer the same act, as players see it, with different outcomes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice

import z3

from checker.checks.findings import MET_IN_PLAY, finding_of
from checker.checks.fix_suggestions import exclusion_fix, line_fix
from checker.checks.obligations import OpenPair, PairAnswers, Wanted, ask_pairs, is_wanted, settle
from checker.codes import TWO_OUTCOMES
from checker.compare.observe import same_to_players
from checker.context import Context
from checker.invariants.decided import Answered, builder
from checker.kernel.obligations import Obligation
from checker.play.sample import Samples, Step
from checker.results import Answers, Finding, Fix, Place, Side
from checker.search.concretize import games_towards
from checker.search.simulate import again, offered_together
from checker.smt.factory import boolean
from checker.witness.draw_order import Way, differs_by_draw_only, recording_chance
from checker.witness.path import statable_positions
from checker.witness.scenario import (
    MOST_REPLAYED,
    differences,
    header,
    move_line,
    plain_chance,
    position,
    replays,
    scenario_text,
    shrunk,
)
from unodsl.engine.api import Move, State, Trace
from unodsl.engine.layout import MATCH, TOP
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.walk import expressions_below
from unodsl.resolve import Project
from unodsl.scenarios.writing import Written

CODE = TWO_OUTCOMES.id

RARE = 20
"""Moves made less often than this in sampled play are also searched in whole games."""

_SELDOM = 200
"""The maximal number of sampled moves in a situation that counts as rarely open."""

_MOST_SEARCHED = 400
"""The maximal number of positions searched for one that shows the difference plainly."""

_MOST_PLAINER = 40
"""The maximal number of further positions searched for a plainer one."""

_ALIKE = 40
"""The maximal number of equal outcomes compared for the same fired rules."""


def check(context: Context) -> Answers:
    """Checks every pair of offers of one act: are both available for one seat and argument, with different outcomes?"""
    return settle(context, CODE, pair_answers(context))


Pair = tuple[int, int]
"""Two offers, by index."""


def pair_answers(context: Context, wanted: Wanted = None) -> PairAnswers:
    """The pairs that may both be available."""
    offers = context.table.offers

    def obligation(pair: Pair) -> Obligation:
        return Obligation("two outcomes", (offers[pair[0]].info.name, offers[pair[1]].info.name))

    def doubt(pair: Pair, answered: Answered) -> OpenPair:
        a, b = (offers[i] for i in pair)
        query = answered.formula
        search = partial(witnessed, context, *pair, boolean(True) if query is None else query)
        open_ = partial(still_open, context, a, b, answered.verdict)
        return OpenPair((a.info.name, b.info.name), query, search, open_, at_rest=True)

    def met(pair: Pair) -> bool:
        # (for all pairs of a table, this takes longer than the proofs)
        few = context.selection.first or wanted is not None
        return few and any(True for _ in sampled_states(context, context.sampling.steps(), *pair))

    return ask_pairs(context, CODE, of_one_act(context.project, context.table, wanted), obligation, doubt, met)


def independent(project: Project, a: t.Offer, b: t.Offer) -> bool:
    """Whether two rules are in files of which neither extends the other."""
    one, other = (x.info.name.partition(".")[0] for x in (a, b))
    return other not in project.chain(one) and one not in project.chain(other)


def of_one_act(project: Project, table: t.Table, wanted: Wanted) -> Iterator[Pair]:
    """The pairs of offers of one act, lazily. Not both are in `LEFT_ALONE`, or they are of two unrelated files."""
    by_act: dict[int, list[int]] = {}
    for index, offer in enumerate(table.offers):
        by_act.setdefault(offer.act, []).append(index)
    for first, a in enumerate(table.offers):
        for second in by_act[a.act]:
            b = table.offers[second]
            if second <= first or ({a.mode, b.mode} <= t.LEFT_ALONE and not independent(project, a, b)):
                continue
            if is_wanted(wanted, a.info.name, b.info.name):
                yield first, second


def doubles(context: Context, state: State, first: int, second: int) -> list[tuple[Move, Move]]:
    """The pairs of legal moves, one of each offer, with the same seat and argument."""
    legal = context.executor.legal(state)
    mine = {(m.seat, m.argument): m for m in legal if m.offer == first}
    return [(mine[m.seat, m.argument], m) for m in legal if m.offer == second and (m.seat, m.argument) in mine]


Ran = tuple[int, tuple[str, ...], tuple[str, ...]]
"""The situation on top, and the rules that fired after each of two moves."""


def differing(
    context: Context, state: State, first: int, second: int, same: Counter[Ran] | None = None
) -> tuple[Move, Move, State, State] | None:
    """A pair of such moves with different outcomes. `same` counts the equal outcomes by fired rules; after `_ALIKE` of
    them, further moves are skipped."""
    for one, other in doubles(context, state, first, second):
        chance = recording_chance()
        traces = Trace(), Trace()
        after_one = context.executor.apply(state, one, chance, traces[0])
        after_other = context.executor.apply(state, other, plain_chance(), traces[1])
        ends = after_one, after_other
        ran = state[TOP], tuple(traces[0].fired), tuple(traces[1].fired)
        if same is not None and same[ran] >= _ALIKE:
            continue
        ways = Way(context.executor, state, one), Way(context.executor, state, other)
        if after_one == after_other or differs_by_draw_only(ways, context.layout, ends, chance.picks):
            continue
        if differences(context, after_one, after_other) and not same_to_players(context, *ends):
            return one, other, after_one, after_other
        if same is not None:
            same[ran] += 1
    return None


def witnessed(context: Context, first: int, second: int, question: z3.BoolRef) -> Finding | None:
    a, b = context.table.offers[first], context.table.offers[second]
    options = context.options_of(a, b)
    small = context.narrowed(options) if options != context.spec.options else None
    for at in [*([small] if small is not None else []), context]:
        where = {o.info.name: i for i, o in enumerate(at.table.offers)}
        if a.info.name not in where or b.info.name not in where:
            continue
        i, j = where[a.info.name], where[b.info.name]
        query = question if at is context else builder(at).overlap(i, j)
        found = shown_in(at, candidates(at, query, i, j), i, j)
        if found is not None:
            return found
    # (sampled play may never have met both)
    if context.met[frozenset((a.info.name, b.info.name))]:
        return None
    return shown_in(context, (x.state for x in offered_together(context).get((first, second), ())), first, second)


def shown_in(context: Context, states: Iterator[State], first: int, second: int) -> Finding | None:
    """The finding in one of some states."""
    for state in islice(clearest_first(context, states, first, second), MOST_REPLAYED):
        found = written(context, state, first, second)
        if found is not None:
            return found
    return None


def clearest_first(context: Context, states: Iterator[State], first: int, second: int) -> Iterator[State]:
    """States in which the two moves end differently, the plainest first: differences in what the table waits for, then
    in cards, then in variables only. Searches at most `_MOST_SEARCHED` states, and `_MOST_PLAINER` after the first of them."""
    later: list[tuple[int, int, State]] = []
    same: Counter[Ran] = Counter()
    for number, state in enumerate(islice(states, _MOST_SEARCHED)):
        if later and number > later[0][1] + _MOST_PLAINER:
            break
        found = differing(context, state, first, second, same)
        if found is None:
            context.met[frozenset(context.table.offers[i].info.name for i in (first, second))] += 1
            continue
        shown = plainness(context, found[2], found[3])
        if shown == 0:
            yield state
        else:
            later.append((shown, number, state))
    yield from (state for _, _, state in sorted(later, key=lambda x: x[:2]))


def plainness(context: Context, one: State, other: State) -> int:
    """How plain a difference is. 0: the table waits for something or somebody else, or the match is over on one side.
    1: cards lie elsewhere. 2: neither."""
    layout = context.layout
    if one[MATCH] != other[MATCH] or any(one[at] != other[at] for at in (*layout.owner, *layout.below)):
        return 0
    return 1 if any(layout.held(one, z, p) != layout.held(other, z, p) for z, p in layout.places) else 2


def candidates(context: Context, question: z3.BoolRef, first: int, second: int) -> Iterator[State]:
    """Reachable states in which both offers are available: from sampled play, from games dealt with the cards of a
    solved position, and from whole games if one of the offers is rarely used."""
    yield from sampled_states(context, context.sampling.steps(), first, second)
    yield from waited(context, context.samples, first, second)
    yield from sampled_states(context, games_towards(context, question).steps, first, second)
    names = frozenset(context.table.offers[i].info.name for i in (first, second))
    if any(context.samples.fired[n] < RARE for n in names):
        yield from sampled_states(context, again(context, names).steps, first, second)


def sampled_states(context: Context, steps: Iterable[Step], first: int, second: int) -> Iterator[State]:
    """The states of some steps in which both offers are available for one seat and argument, and one was used."""
    for step in steps:
        if step.move.offer in (first, second) and doubles(context, step.state, first, second):
            yield step.state


def waited(context: Context, samples: Samples, first: int, second: int) -> Iterator[State]:
    """Sampled states with both offers available, in rarely open situations, where another move was made."""
    a, b = (set(context.table.offers[i].situations) for i in (first, second))
    # (an offer without situations holds at any time)
    tops = a & b if a and b else a | b
    there = [s.state for s in samples.steps if s.state[TOP] in tops and s.move.offer not in (first, second)]
    if len(there) <= _SELDOM:
        yield from (state for state in there if doubles(context, state, first, second))


def written(context: Context, state: State, first: int, second: int) -> Finding | None:
    """The finding with its scenario, if the position can be stated and replays."""
    if differing(context, state, first, second) is None:
        return None
    shown = next(
        (w for w in statable_positions(context, state) if differing(context, w.state, first, second) is not None), None
    )
    if shown is None:
        return None
    smaller = position(
        context, shrunk(context, shown.state, lambda s: differing(context, s, first, second) is not None)
    )
    if smaller is not None and differing(context, smaller.state, first, second) is not None:
        shown = smaller
    found = differing(context, shown.state, first, second)
    assert found is not None
    one, other, after_one, after_other = found
    text, sides = two_scenarios(context, shown, one, other, after_one, after_other)
    if not replays(context, text):
        return None
    return finding(context, first, second, one, text, sides)


def two_scenarios(
    context: Context, shown: Written, one: Move, other: Move, after_one: State, after_other: State
) -> tuple[str, tuple[Side, Side]]:
    texts, sides = [], []
    for move, mine, theirs in ((one, after_one, after_other), (other, after_other, after_one)):
        facts = differences(context, mine, theirs)
        rule = context.table.offers[move.offer].info.name
        lines = [*shown.lines, move_line(context, move, True), *(f"expect {f}" for f in facts)]
        texts.append(scenario_text(f"the same act by {rule}", context, lines))
        later = coming(context, mine, theirs) if plainness(context, mine, theirs) == 2 else []
        sides.append(Side(rule, rule, (*facts[:1], *later, *facts[1:])))
    return header(context) + "\n\n" + "\n\n".join(texts), (sides[0], sides[1])


def coming(context: Context, mine: State, other: State) -> list[str]:
    """The consequences of two states that differ only in variables: the titles of the triggers that read variables set
    in the first."""
    layout, table = context.layout, context.table
    blank = context.executor.blank(1)
    set_ = {
        index
        for index in range(len(table.variables))
        for slot in layout.slots_of(index)
        if mine[slot] != other[slot] and mine[slot] != blank[slot]
    }
    titles = dict.fromkeys(
        rule.info.title
        for rule in table.triggers
        if rule.info.title and any(isinstance(x, e.Variable) and x.index in set_ for x in expressions_below(rule))
    )
    # what many rules read, such as the direction of play, points at none of them
    return [f"then: {x}" for x in titles] if len(titles) <= 2 else []


def finding(context: Context, first: int, second: int, move: Move, text: str, sides: tuple[Side, Side]) -> Finding:
    a, b = context.table.offers[first], context.table.offers[second]
    act = move_line(context, move, False).partition(" as ")[0]
    message = f"`{a.info.name}` and `{b.info.name}` both offer the same act, with different outcomes"
    details = (
        f"the act, in the position of the witness: {act}",
        *(f"by {x.label}: {'; '.join(x.facts)}" for x in sides),
    )
    return finding_of(
        TWO_OUTCOMES,
        context,
        (a, b),
        message,
        MET_IN_PLAY,
        witness=text,
        options=context.spec.options,
        places=(Place(a.info.head, f"{a.info.name} offers it"), Place(b.info.head, f"and so does {b.info.name}")),
        details=details,
        sides=sides,
        fixes=tuple(fixes(context, a, b)),
    )


def fixes(context: Context, a: t.Offer, b: t.Offer) -> Iterator[Fix | None]:
    """The fixes: one stands instead of the other, or the options exclude each other. Each is tried before it is
    offered."""
    for mine, theirs in ((b, a), (a, b)):
        words = f"let `{mine.info.name}` stand instead of `{theirs.info.name}`"
        yield line_fix(context, CODE, mine, theirs, "instead of", words, gone(a, b))
    yield exclusion_fix(context, CODE, a, b, gone(a, b))


def gone(a: t.Offer, b: t.Offer) -> Callable[[Context], bool]:
    """Returns a test that a table no longer has both offers at once."""

    def test(context: Context) -> bool:
        where = {o.info.name: i for i, o in enumerate(context.table.offers)}
        if a.info.name not in where or b.info.name not in where:
            return True
        i, j = where[a.info.name], where[b.info.name]
        one, other = context.table.offers[i], context.table.offers[j]
        return i in other.replaced_by or j in one.replaced_by

    return test


def still_open(context: Context, a: t.Offer, b: t.Offer, answer: str) -> Finding:
    why = (
        "the solver gave no answer"
        if answer == "unknown"
        else f"no position was found in {context.samples.moves} moves of play and by solving"
    )
    return finding_of(
        TWO_OUTCOMES,
        context,
        (a, b),
        f"`{a.info.name}` and `{b.info.name}` may offer the same act with different outcomes",
        why,
    )
