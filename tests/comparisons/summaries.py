"""Effect summaries: what rules really write lies within what the summary says, and what they do not read makes no difference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from checker.effects.footprints import Footprints, Thing, Things
from tests import engine_tables as k
from tests.comparisons.subject import Subject
from tests.engine_random import Maker
from tests.node_kinds import EFFECTS, EXPRESSIONS
from unodsl.engine.api import State
from unodsl.engine.layout import CLOSED, GENERATOR, IN_PLAY, MATCH, MOVED, ROUND, TOP, WINNERS, Layout
from unodsl.engine.reference import CascadeRun, Queued
from unodsl.model import effects as f
from unodsl.model import table as t
from unodsl.model.walk import effects_below

STATES, CHANGES = 3, 3
"""States of each table, and changes of each that no rule may notice."""

FIXED = {
    GENERATOR: "chance",
    MATCH: "match over",
    ROUND: "round over",
    IN_PLAY: "in play",
    WINNERS: "winners",
    MOVED: "moved",
}
"""What the first slots are called in summaries."""


def thing_of(layout: Layout, slot: int) -> tuple[str, int, int]:
    """The part of the state that a slot belongs to: its kind, its number, and whose it is (-1: the table's)."""
    if slot in FIXED:
        return FIXED[slot], 0, -1
    table = layout.table
    if slot == TOP or slot in layout.below:
        return "stack", 0, -1
    for index in range(len(table.situations)):
        if slot == layout.owner[index]:
            return "owner", index, -1
        if slot in layout.field[index]:
            return "field", index, -1
    for index, variable in enumerate(table.variables):
        many = layout.seats if variable.each_player else 1
        if layout.variable[index] <= slot < layout.variable[index] + many:
            return "variable", index, slot - layout.variable[index] if variable.each_player else -1
    for index, zone in enumerate(table.zones):
        for seat in range(layout.seats if zone.each_player else 1):
            if layout.place(index, seat) <= slot < layout.place(index, seat) + layout.stride[index]:
                return "zone", index, seat if zone.each_player else -1
    raise AssertionError(slot)


def within(things: Things, thing: tuple[str, int, int], player: int) -> bool:
    """Whether a part of the state is among some things, for a rule of a player."""
    kind, index, whose = thing
    kinds = {kind, "everything"} | ({"grows", "shrinks"} if kind == "variable" else set())
    for name, number, owner in things:
        if name == "everything":
            return True
        if name in kinds and number == index:
            mine = whose < 0 or owner == "any" or (owner == "player") == (whose == player)
            if mine:
                return True
    return False


def ran(subject: Subject, state: State, block: tuple[f.Effect, ...], env: dict[int, int]) -> tuple[State, list[Queued]]:
    """The state after some effects, and the events that they add and that some rule hears."""
    run = CascadeRun(subject.reference, list(state), None, None)
    run.effects(block, dict(env))
    return tuple(run.s), list(run.queue)


def summary(footprints: Footprints, block: tuple[f.Effect, ...]) -> tuple[set[Thing], set[Thing]]:
    """What effects of a rule of a player read and write."""
    reads: set[Thing] = set()
    writes: set[Thing] = set()
    footprints.effects(block, {t.PLAYER_LOCAL: "player"}, reads, writes)
    return reads, writes


def states(subject: Subject) -> Iterator[State]:
    """Some states of a table, met in play and not."""
    for number in range(STATES):
        met = subject.rests if number % 2 else []
        state = list(subject.random.choice(met) if met else subject.some_state())
        state[MOVED] = subject.random.randint(-1, len(k.KINDS) - 1)
        state[ROUND] = int(subject.random.random() < 0.8)
        if everybody_stays(subject.table):
            state[IN_PLAY] = (1 << subject.table.seats) - 1
        yield tuple(state)


def everybody_stays(table: t.Table) -> bool:
    """Whether no rule lets anybody leave: summaries may go by that."""
    return not any(isinstance(x, f.Seating) for x in effects_below((table.triggers, table.offers, table.acts)))


def changed(subject: Subject, state: State, kept: Things, player: int) -> tuple[State, set[int]]:
    """A state in which some things are others, but for those to be kept, and the slots that may differ."""
    layout, random = subject.layout, subject.random
    other = Maker(random).state(layout)
    out = list(state)
    loose = {s for s in range(layout.size) if not within(kept, thing_of(layout, s), player)}
    cards = {s for s in loose if thing_of(layout, s)[0] == "zone"}
    situations = {s for s in loose if thing_of(layout, s)[0] in ("stack", "owner", "field")}
    for slot in loose - cards - situations - {GENERATOR}:
        if random.random() < 0.6:
            out[slot] = other[slot]
    out[MOVED] = random.randint(-1, len(k.KINDS) - 1) if MOVED in loose else out[MOVED]
    out[GENERATOR] = random.randrange(1 << 32) if GENERATOR in loose else out[GENERATOR]
    if everybody_stays(layout.table):
        out[IN_PLAY] = state[IN_PLAY]
    # of situations that are open, owners and fields may be others; which are open stays
    for index in range(len(layout.table.situations)):
        open_ = CLOSED not in (state[layout.below[index]], other[layout.below[index]])
        for slot in (layout.owner[index], *layout.field[index]):
            if slot in loose and open_ and random.random() < 0.6:
                out[slot] = other[slot]
    # two places that nobody looks at change a card
    places = [p for p in places_of(layout) if set(range(p[2], p[2] + layout.stride[p[0]])) <= cards]
    if len(places) > 1:
        (a, mine, _), (b, theirs, _) = random.sample(places, 2)
        one = list(layout.kinds_of(layout.held(out, a, mine)))
        if one:
            kind = random.choice(one)
            layout.take_card(out, a, mine, kind)
            layout.put(out, b, theirs, kind)
    return tuple(out), loose


def places_of(layout: Layout) -> Iterator[tuple[int, int, int]]:
    """Each place: its zone, whose it is, and its first slot."""
    for index, zone in enumerate(layout.table.zones):
        for seat in range(layout.seats if zone.each_player else 1):
            yield index, seat, layout.place(index, seat)


def blocks_of(table: t.Table) -> Iterable[tuple[f.Effect, ...]]:
    """The effects of all rules."""
    rules: list[t.Trigger | t.Offer] = [*table.triggers, *table.offers]
    return [x.effects for x in rules if x.effects]


def effects(subject: Subject) -> None:
    """What effects write is said; and whatever is changed that they neither read nor write, they do the same."""
    footprints, random = Footprints(subject.table), subject.random
    for state in states(subject):
        for block in blocks_of(subject.table):
            env = {0: random.randrange(subject.table.seats), 1: random.randrange(2)}
            reads, writes = summary(footprints, block)
            after, queued = ran(subject, state, block, env)
            written = {thing_of(subject.layout, s) for s, (a, b) in enumerate(zip(state, after, strict=True)) if a != b}
            more = sorted(x for x in written if not within(writes, x, env[0]))
            words = f"from {state} with {env}: {block}"
            subject.compare("writes", not more, f"{more} of {sorted(writes)} {words}")
            heard = any(event in footprints.triggering for event, _, _ in queued)
            subject.compare("queue", not heard or ("queue", 0, "any") in writes, f"{queued} {words}")
            kept = {*reads, *writes}
            for _ in range(CHANGES):
                start, loose = changed(subject, state, kept, env[0])
                again, requeued = ran(subject, start, block, env)
                differ = {
                    thing_of(subject.layout, s)
                    for s in range(subject.layout.size)
                    if (again[s] != start[s] if s in loose else again[s] != after[s])
                }
                right = not differ and queued == requeued
                subject.compare(
                    "reads", right, f"{sorted(differ)} {queued} {requeued}, read {sorted(reads)}, {words} and {start}"
                )
            subject.covers(block, (*EFFECTS, *EXPRESSIONS))


def conditions(subject: Subject) -> None:
    """Whatever is changed that a condition does not read, it comes to the same."""
    footprints, random = Footprints(subject.table), subject.random
    rules: list[t.Trigger | t.Offer] = [*subject.table.triggers, *subject.table.offers]
    for state in states(subject):
        for rule in rules:
            env = random.randrange(subject.table.seats), random.randrange(2)
            reads = footprints.reads(rule.guard, {t.PLAYER_LOCAL: "player"})
            before = subject.reference.condition(state, rule.guard, env)
            for _ in range(CHANGES):
                start, _loose = changed(subject, state, reads, env[0])
                after = subject.reference.condition(start, rule.guard, env)
                subject.compare("reads", before == after, f"{sorted(reads)} from {state} and {start}: {rule.guard}")
            subject.covers(rule.guard, EXPRESSIONS)


def commutation(subject: Subject) -> None:
    """Triggers that touch nothing of each other come to the same in either order."""
    footprints, random, table = Footprints(subject.table), subject.random, subject.table
    pairs = list(combinations(range(len(table.triggers)), 2))
    for state in states(subject):
        for a, b in pairs:
            if not footprints.commute(a, b):
                continue
            env = {0: random.randrange(table.seats), 1: random.randrange(2)}
            one, other = (in_turn(subject, state, row, env) for row in ((a, b), (b, a)))
            subject.compare(
                "orders", one == other, f"{one} and {other} from {state}: {table.triggers[a]} {table.triggers[b]}"
            )
            both = table.triggers[a].effects, table.triggers[b].effects
            subject.covers(both, EFFECTS)


def in_turn(
    subject: Subject, state: State, row: tuple[int, ...], env: dict[int, int]
) -> tuple[State, list[Queued], set[int]]:
    """The state after some triggers, the events that they add and that some rule hears, and those that ran."""
    run = CascadeRun(subject.reference, list(state), None, None)
    did: set[int] = set()
    for index in row:
        trigger = subject.table.triggers[index]
        if run.value(trigger.guard, dict(env)):
            did.add(index)
            run.effects(trigger.effects, dict(env))
    return tuple(run.s), [x for x in run.queue if x[0] in run.order], did
