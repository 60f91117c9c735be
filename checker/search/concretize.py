"""Concretizer: turns models of the solver into states that the engine can execute."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import z3

from checker.context import Context
from checker.invariants.known import fresh_solver
from checker.play.sample import Samples, towards
from checker.smt.factory import boolean, conj, disj, implied, integer, neg, same, subterms, summed
from checker.smt.state import Mask
from unodsl.engine.api import State
from unodsl.engine.layout import IN_PLAY, MATCH, ROUND, TOP, WINNERS, Layout
from unodsl.model.types import Enumeration

_MET = 48
"""The most sampled states of each stack of open situations whose cards are rearranged."""

_AT_ONCE = 16
"""How many of them share one query."""

SOUGHT_GAMES = 60
"""The most games in which a rule is sought."""

_STACKS = 8
"""The most stacks of open situations that are tried."""

_ReadTerm = tuple[z3.ExprRef, Callable[[State], int]]
"""A term, and the function that reads its value from a state."""


def positions(context: Context, question: z3.BoolRef, most: int) -> Iterator[State]:
    """Yields states that satisfy a formula, the most typical and smallest first. They satisfy the invariants, but need
    not be reachable."""
    solver = fresh_solver(context)
    solver.add(question)
    for top, stack in _stacks(context):
        solver.push()
        solver.add(*_shape(context, stack))
        for small in (True, False):
            for nice in (True, False):
                solver.push()
                if nice:
                    solver.add(*_as_seen(context, top))
                if small:
                    solver.add(*_small(context))
                given = 0
                while given < most and solver.check() == z3.sat:
                    model = solver.model()
                    yield decoded(context, model, stack)
                    given += 1
                    solver.add(_different(context, model))
                solver.pop()
                if given:
                    break
            else:
                continue
            break
        solver.pop()


def permuted_states(
    context: Context,
    question: z3.BoolRef,
    most: int = 6,
    situations: tuple[int, ...] = (),
    samples: Samples | None = None,
) -> Iterator[tuple[State, State]]:
    """Yields states that satisfy a formula, each with a sampled state from which it differs only in who holds which
    of the shuffled cards: each place has as many cards, and everything else is equal. `situations`: one of these is
    on top; `samples`: the default is those of the table. The result need not be reachable (see
    `checker.compare.redeal`)."""
    stacks: dict[tuple[int, ...], dict[State, None]] = {}
    for step in (samples or context.samples).steps:
        stack = tuple(context.layout.stack(step.state))
        if not situations or (stack and stack[0] in situations):
            stacks.setdefault(stack, {})[step.state] = None
    terms, within = _terms(context), subterms(question)
    in_question = [x for x in terms if x[0].get_id() in within and not z3.is_int_value(x[0])]
    not_excluded: dict[tuple[int, ...], bool] = {}

    def may_hold(state: State) -> bool:
        values = tuple(read(state) for _, read in in_question)
        if values not in not_excluded:
            not_excluded[values] = _not_excluded(question, zip((x for x, _ in in_question), values, strict=True))
        return not_excluded[values]

    given = 0
    for stack, met in sorted(stacks.items(), key=lambda x: (-len(x[1]), x[0]))[:_STACKS]:
        states = list(dict.fromkeys((*nearly_empty(context, met), *list(met)[:: max(1, len(met) // _MET)])))
        for first in range(0, len(states), _AT_ONCE):
            some = [x for x in states[first : first + _AT_ONCE] if may_hold(x)]
            for found in _like_one_of(context, question, terms, stack, some) if some else ():
                yield found
                given += 1
                if given >= most:
                    return


def _not_excluded(question: z3.BoolRef, values: Iterable[tuple[z3.ExprRef, int]]) -> bool:
    """Whether a formula may hold where some of its terms have these values. Decided by simplification alone, which costs
    a hundredth of a query."""
    return not z3.is_false(z3.simplify(z3.substitute(question, *((x, _constant(value)) for x, value in values))))


def nearly_empty(context: Context, met: Iterable[State]) -> list[State]:
    """The states in which somebody has the fewest cards: what happens only near the end is rare in the others."""
    layout = context.layout
    own = [i for i, x in enumerate(context.table.zones) if x.each_player]

    def fewest(state: State) -> int:
        return min((layout.held(state, i, seat).bit_count() for i in own for seat in range(layout.seats)), default=0)

    sizes = sorted((fewest(x), i, x) for i, x in enumerate(met))
    return [x for size, _, x in sizes if size > 0][:_MET]


def _like_one_of(
    context: Context, question: z3.BoolRef, terms: list[_ReadTerm], stack: tuple[int, ...], states: list[State]
) -> Iterator[tuple[State, State]]:
    """Yields models of a formula as states, each with the given state that it equals except for shuffled cards."""
    if not context.within_budget():
        return
    fresh = fresh_solver(context)
    fresh.add(question, *_shape(context, stack))
    chosen = [z3.Bool(f"like.{i}") for i in range(len(states))]
    fresh.add(disj(chosen))
    for like, state in zip(chosen, states, strict=True):
        fresh.add(implied(like, conj([same(x, _constant(read(state))) for x, read in terms])))
    while context.within_budget() and fresh.check() == z3.sat:
        model = fresh.model()
        (at, *_) = (i for i, like in enumerate(chosen) if z3.is_true(model.eval(like)))
        fresh.push()
        fresh.add(chosen[at])
        yield decoded(context, _nearest(context, fresh, states[at]), stack), states[at]
        fresh.pop()
        fresh.add(*(neg(like) for like in chosen if z3.is_true(model.eval(like))))


def loose_cards(layout: Layout, state: State) -> dict[tuple[int, int], Counter[int]]:
    """The unordered cards in each place."""
    return {
        (zone, seat): Counter(layout.listed(state[layout.place(zone, seat) + layout.depth[zone]]))
        for zone, seat in layout.places
    }


def _nearest(context: Context, solver: z3.Solver, state: State) -> z3.ModelRef:
    """A model that keeps as many cards as possible, place by place, where they lie in a state."""
    st, layout = context.reader.st, context.layout
    solver.check()
    model = solver.model()
    whole: list[z3.BoolRef] = []
    single: list[z3.BoolRef] = []
    for (zone, seat), there in loose_cards(layout, state).items():
        as_met = [count == there[kind] for kind, count in enumerate(st.bags[zone][seat])]
        whole.append(conj(as_met))
        single += as_met
    for wanted in (*whole, *single):
        if not z3.is_true(model.eval(wanted)):
            solver.push()
            solver.add(wanted)
            better = solver.check() == z3.sat
            model = solver.model() if better else model
            solver.pop()
            if not better:
                continue
        solver.add(wanted)
    return model


def _constant(value: int) -> z3.ExprRef:
    return boolean(value) if isinstance(value, bool) else integer(value)


def _terms(context: Context) -> list[_ReadTerm]:
    """The terms of everything but the cards in unordered places, and of the number of these, each with the function that
    reads its value from a state."""
    st, layout = context.reader.st, context.layout
    out: list[_ReadTerm] = []

    def slot_of(at: int) -> Callable[[State], int]:
        return lambda state: state[at]

    def bit_of(at: int, bit: int) -> Callable[[State], int]:
        return lambda state: bool(state[at] >> bit & 1)

    def cards_at(at: int) -> Callable[[State], int]:
        return lambda state: sum(1 for _ in layout.listed(state[at]))

    for slot, unknown in _slots(context).items():
        if isinstance(unknown, tuple):
            out.extend((u, bit_of(slot, i)) for i, u in enumerate(unknown))
        else:
            out.append((unknown, slot_of(slot)))
    for zone, seat in layout.places:
        at, depth = layout.place(zone, seat), layout.depth[zone]
        out.extend((x, slot_of(at + i)) for i, x in enumerate(st.tops[zone][seat]))
        out.append((summed(st.bags[zone][seat]), cards_at(at + depth)))
    return out


def games_towards(context: Context, question: z3.BoolRef, sought: frozenset[str] = frozenset()) -> Samples:
    """Plays real games with decks stacked for the cards that a model has in hands; none if there is no model. `sought`: until
    these rules fired; the model is of the table when they are to run, when a card has been played from a hand to a pile."""
    solved = next(positions(context, question, most=1), None)
    if solved is None or not context.within_budget():
        return Samples()
    layout = context.layout
    kinds = {
        k
        for zone, declared in enumerate(context.table.zones)
        if declared.each_player
        for seat in range(layout.seats)
        for k in layout.kinds_of(layout.held(solved, zone, seat))
    }
    if sought:
        tops = (solved[layout.place(zone, 0)] for zone, depth in enumerate(layout.depth) if depth)
        kinds |= {k for k in tops if k >= 0}
    return towards(
        context.executor,
        layout,
        kinds,
        games=SOUGHT_GAMES if sought else 20,
        most=80,
        within_budget=context.within_budget,
        sought=sought,
        saved=frozenset(kinds) if sought else frozenset(),
    )


def _stacks(context: Context) -> list[tuple[int, tuple[int, ...]]]:
    found = sorted(context.samples.stacks.items(), key=lambda x: (-x[1], x[0]))
    return [(stack[0] if stack else -1, stack) for stack, _ in found if stack][:8]


def _shape(context: Context, stack: tuple[int, ...]) -> list[z3.BoolRef]:
    """The constraint that these situations are open, the first on top, during a round in which everybody takes part."""
    st = context.reader.st
    out: list[z3.BoolRef] = [st.top == (stack[0] if stack else -1), st.round_runs, neg(st.match_over), st.moved == -1]
    for index, is_open in enumerate(st.open):
        out.append(is_open if index in stack else neg(is_open))
        if index in stack:
            continue
        # a closed situation has no owner, and start values in its fields
        owner, declared = st.owners[index], context.table.situations[index].fields
        out += [neg(x) for x in owner] if isinstance(owner, tuple) else [owner == -1]
        for unknown, x in zip(st.fields[index], declared, strict=True):
            if isinstance(unknown, tuple):
                out += [u if x.starts >> i & 1 else neg(u) for i, u in enumerate(unknown)]
            else:
                out.append(unknown == x.starts)
    return [*out, *st.in_play, *(neg(w) for w in st.winners)]


def _slots(context: Context) -> dict[int, z3.ArithRef | Mask]:
    st, layout = context.reader.st, context.layout
    out: dict[int, z3.ArithRef | Mask] = {}
    for index, row in enumerate(st.variables):
        for seat, unknown in enumerate(row):
            out[layout.variable[index] + seat] = unknown
    for index, owner in enumerate(st.owners):
        out[layout.owner[index]] = owner
        for slot, unknown in zip(layout.field[index], st.fields[index], strict=True):
            out[slot] = unknown
    return out


def _as_seen(context: Context, top: int) -> list[z3.BoolRef]:
    """The constraint that slots have values from sampled play."""
    unknowns = _slots(context)
    out: list[z3.BoolRef] = []
    for slot, values in context.likely.get(top, {}).items():
        unknown = unknowns[slot]
        if isinstance(unknown, tuple):
            options = [conj([u == bool(v >> i & 1) for i, u in enumerate(unknown)]) for v in sorted(values)]
        else:
            options = [unknown == v for v in sorted(values)]
        out.append(disj(options))
    out.extend(_consistent_piles(context))
    return out


def _consistent_piles(context: Context) -> list[z3.BoolRef]:
    """The constraint that variables repeat the top card of a pile, or a value of it, if they did in all sampled
    states."""
    st, layout, table = context.reader.st, context.layout, context.table
    out: list[z3.BoolRef] = []
    states = [x.state for x in context.samples.steps[:: max(1, len(context.samples.steps) // 200)]]
    if not states:
        return out
    for zone in range(len(table.zones)):
        if not layout.depth[zone] or table.zones[zone].each_player or not st.tops[zone][0]:
            continue
        place = layout.place(zone, 0)
        top = st.tops[zone][0][0]
        for index, variable in enumerate(table.variables):
            unknown = st.variables[index][0]
            slot = layout.variable[index]
            if variable.each_player or isinstance(unknown, tuple):
                continue
            if all(x[slot] == x[place] for x in states):
                out.append(unknown == top)
            for a, function in enumerate(st.attributes):
                seen = [(table.deck.kinds[x[place]].values[a] if x[place] >= 0 else -1, x[slot]) for x in states]
                same_type = (
                    isinstance(variable.type, Enumeration) and variable.type.name == table.deck.attributes[a].name
                )
                if same_type and all(shown in (-1, value) for shown, value in seen):
                    out.append(disj(function(top) == -1, unknown == function(top)))
    return out


def _small(context: Context) -> list[z3.BoolRef]:
    """The constraint that each hand has two or three cards, and each pile one."""
    st, table = context.reader.st, context.table
    out: list[z3.BoolRef] = []
    for index, zone in enumerate(table.zones):
        if index in dict(table.deck.homes):
            continue
        for seat, counts in enumerate(st.bags[index]):
            total = summed(counts)
            if zone.each_player and zone.visibility == "seen by its player":
                out += [total >= 2, total <= 3]
            else:
                out.append(total == 0)
                if st.tops[index][seat]:
                    out.append(st.tops[index][seat][0] != -1)
    return out


def _different(context: Context, model: z3.ModelRef) -> z3.BoolRef:
    """The constraint that the cards in hands differ from a model."""
    st = context.reader.st
    parts: list[z3.BoolRef] = []
    for index, zone in enumerate(context.table.zones):
        if zone.each_player:
            for counts in st.bags[index]:
                parts.extend(c != model.eval(c, model_completion=True) for c in counts)
    return disj(parts)


def decoded(context: Context, model: z3.ModelRef, stack: tuple[int, ...]) -> State:
    """The state of a model."""
    st, layout, table = context.reader.st, context.layout, context.table

    def known(unknown: z3.ArithRef) -> int:
        return int(model.eval(unknown, model_completion=True).as_long())

    def mask(bits: Mask) -> int:
        return sum(1 << i for i, b in enumerate(bits) if z3.is_true(model.eval(b, model_completion=True)))

    s = list(context.executor.blank(1))
    s[ROUND] = s[MATCH] = 1
    s[IN_PLAY] = (1 << layout.seats) - 1
    s[WINNERS] = 0
    for index in range(len(table.zones)):
        for seat, counts in enumerate(st.bags[index]):
            layout.clear(s, index, seat)
            at, depth = layout.place(index, seat), layout.depth[index]
            tops = [known(x) for x in st.tops[index][seat]]
            for i in range(depth):
                s[at + i] = tops[i] if i < len(tops) else -1
            s[at + depth] = layout.cards(k for k, c in enumerate(counts) for _ in range(known(c)))
    for slot, unknown in _slots(context).items():
        s[slot] = mask(unknown) if isinstance(unknown, tuple) else known(unknown)
    for index in range(len(table.situations)):
        if index not in stack:
            layout.reset_situation(s, index, table.situations[index].on_players)
    under = -1
    for index in reversed(stack):
        s[layout.below[index]] = under
        under = index
    s[TOP] = under
    return tuple(s)
