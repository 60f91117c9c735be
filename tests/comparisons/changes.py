"""Change vectors: what a move, and each rule by itself, really changes lies within the intervals that are said of it."""

from __future__ import annotations

from checker.termination.change_vectors import Change, Deltas, Feature, Outcome
from tests.comparisons.subject import Subject, in_round
from tests.node_kinds import EFFECTS
from unodsl.engine.api import State
from unodsl.engine.layout import CLOSED, IN_PLAY, TOP, Layout
from unodsl.model.types import Players

STEPS, RUNS = 8, 30
"""Moves of play, and runs of single rules, of each table that are looked at."""


def measured(layout: Layout, state: State, feature: Feature) -> int:
    """What a feature comes to in a state."""
    table = layout.table
    kind, index, field = feature
    if kind == "cards":
        seats = range(layout.seats if table.zones[index].each_player else 1)
        return sum(layout.held(state, index, s).bit_count() for s in seats)
    if kind == "open":
        return int(state[layout.below[index]] != CLOSED)
    if kind == "waits":
        return state[layout.owner[index]].bit_count()
    if kind == "players":
        return state[IN_PLAY].bit_count()
    if index >= 0:
        at = layout.variable[index]
        values = state[at : at + (layout.seats if table.variables[index].each_player else 1)]
        type_ = table.variables[index].type
    else:
        values = (state[layout.field[-1 - index][field]],)
        type_ = table.situations[-1 - index].fields[field].type
    if isinstance(type_, Players):
        return sum(v.bit_count() for v in values)
    return sum(v >= 0 for v in values) if kind == "thing" else sum(values)


def every_feature(layout: Layout) -> list[Feature]:
    """Cards, open situations and players, which are counted whether something is said of them or not."""
    out: list[Feature] = [("cards", i, -1) for i in range(len(layout.table.zones))]
    out += [("open", i, -1) for i in range(len(layout.table.situations))]
    out += [("waits", i, -1) for i, x in enumerate(layout.table.situations) if x.on_players]
    return [*out, ("players", -1, -1)]


def outside(layout: Layout, change: Change, before: State, after: State) -> list[str]:
    """The features that change by more than is said."""
    out = []
    for feature in sorted({*every_feature(layout), *change}):
        low, high = change.get(feature, (0, 0))
        really = measured(layout, after, feature) - measured(layout, before, feature)
        if not low <= really <= high:
            out.append(f"{feature} by {really}, said {low} to {high}")
    return out


def numbers(layout: Layout, change: Change, before: State, after: State) -> list[str]:
    """The variables of which nothing is said, and that change all the same."""
    named = {index for kind, index, _ in change if kind in ("number", "thing", "set")}
    out = []
    for index, variable in enumerate(layout.table.variables):
        at = layout.variable[index]
        row = slice(at, at + (layout.seats if variable.each_player else 1))
        # what is always something, whichever it is, is not counted
        if index not in named and before[row] != after[row] and counts(variable.type):
            out.append(f"{variable.name} from {before[row]} to {after[row]}, said nothing")
    return out


def counts(type_: object) -> bool:
    """Whether values of a type are counted."""
    return getattr(type_, "optional", True)


def moves(subject: Subject) -> None:
    """What each move changes, with all that comes of it, where the round goes on."""
    layout, table = subject.layout, subject.table
    deltas = Deltas(subject.context, exact=True)
    known: dict[tuple[int, int], Outcome] = {}
    steps = [
        x for x in subject.steps if x.move is not None and in_round(x.before) and in_round(x.after) and not x.phases
    ]
    # those of which the most comes
    for step in sorted(steps, key=lambda x: -len(x.ran))[:STEPS]:
        assert step.move is not None
        key = step.move.offer, step.before[TOP]
        if key not in known:
            known[key] = deltas.of_move(*key)
        name = table.offers[key[0]].info.name
        words = f"{name} on {key[1]} from {step.before} to {step.after}"
        subject.compare("ends", not known[key].leaves, f"it is said to end the round: {words}")
        wrong = outside(layout, known[key].change, step.before, step.after)
        wrong += numbers(layout, known[key].change, step.before, step.after)
        subject.compare("moves", not wrong, f"{wrong}: {words}")
        offer = table.offers[key[0]]
        ran = [table.triggers[x.trigger].effects for x in step.ran]
        subject.covers((table.acts[offer.act].effects, offer.effects, *ran), EFFECTS)


def rules(subject: Subject) -> None:
    """What each rule changes by itself when it runs."""
    layout, table = subject.layout, subject.table
    deltas = Deltas(subject.context)
    known: dict[int, Outcome] = {}
    runs = [x for step in subject.steps for x in step.ran if not x.phases]
    for ran in subject.random.sample(runs, min(RUNS, len(runs))):
        if ran.trigger not in known:
            known[ran.trigger] = deltas.of_trigger(ran.trigger)
        outcome = known[ran.trigger]
        words = f"{table.triggers[ran.trigger].info.name} from {ran.before} to {ran.after}"
        wrong = outside(layout, outcome.change, ran.before, ran.after)
        wrong += numbers(layout, outcome.change, ran.before, ran.after)
        subject.compare("rules", not wrong, f"{wrong}: {words}")
        events = [event for event, _, _ in ran.events]
        for event in {*events, *outcome.events}:
            low, high = outcome.events.get(event, (0, 0))
            subject.compare("events", low <= events.count(event) <= high, f"{event} {events.count(event)}: {words}")
        subject.covers(table.triggers[ran.trigger].effects, EFFECTS)
