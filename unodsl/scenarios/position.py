"""Positions: lays out a table as a scenario states it, with scripted chance."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from unodsl.diagnostics import Diagnostic, RulesError
from unodsl.engine.api import Executor, State, Trace
from unodsl.engine.cards import Pool
from unodsl.engine.chance import Numbers
from unodsl.engine.layout import CLOSED, IN_PLAY, MATCH, ROUND, TABLE_EVENTS, TOP, WINNERS, Layout
from unodsl.engine.values import Values
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.source import Span


@dataclass(slots=True)
class Scripted:
    """Chance that follows a scenario: first the cards of a script, in order; then the first kinds of a fixed shuffle.
    `beside`: the scripts of other zones. `values`: the random values, in order, each as its possible codes."""

    script: list[int]
    generator: Numbers
    beside: tuple[list[int], ...] = ()
    values: list[frozenset[int]] = field(default_factory=list)

    def pick(self, pool: Pool | Values) -> int:
        """Returns the next card of the first script whose next one is in the pool, or the next value if it is possible;
        else one by the fixed generator."""
        # (the reverse test of the class takes long)
        if self.values and not isinstance(pool, Pool) and not self.values[0].isdisjoint(pool):
            wanted = self.values.pop(0)
            return next(x for x in pool if x in wanted)
        if self.script or self.beside:
            for script in (self.script, *self.beside):
                if script and script[0] in pool:
                    return script.pop(0)
        if isinstance(pool, Pool):
            return pool.sets.nth(pool.cards, self.generator.randrange(pool.cards.bit_count()))
        return pool.codes[self.generator.randrange(len(pool))]


@dataclass(slots=True)
class Setup:
    """The position of a scenario."""

    held: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    """The kinds of each place (zone, seat), the top one first."""
    scripts: dict[int, list[int]] = field(default_factory=dict)
    """For the home zones of the deck: the next draws, in order."""
    short: set[int] = field(default_factory=set)
    """Home zones without cards other than those of the script: the others are out of play until a deal."""
    variables: list[tuple[e.Variable, int]] = field(default_factory=list)
    winners: int = 0
    """The seats that won the last round, as bits."""
    closed: list[int] = field(default_factory=list)
    """Situations that are not open, whatever the rules of the position do."""
    situations: list[tuple[int, int, tuple[tuple[int, int], ...]]] = field(default_factory=list)
    fields: list[tuple[e.Field, int, Span | None]] = field(default_factory=list)
    absent: set[int] = field(default_factory=set)
    """The seats that do not take part."""
    spans: dict[tuple[int, int], Span] = field(default_factory=dict)
    """The place in the text for each zone and seat."""


def lay_out(executor: Executor, layout: Layout, setup: Setup, trace: Trace | None = None) -> State:
    """The state of a position: the named cards, the others from the rest; then the rules of `position`; then the given
    variables, winners and situations. UNO113 if a card is needed more often than it exists, or a field belongs to a closed
    situation."""
    table = layout.table
    state = list(executor.blank(1))
    state[ROUND] = state[MATCH] = 1
    send_away(state, setup)
    home = table.deck.home
    for (zone, seat), kinds in setup.held.items():
        for kind in reversed(kinds) if layout.depth[zone] else kinds:
            _take(layout, state, kind, setup.spans.get((zone, seat)))
            layout.put(state, zone, seat, kind)
    reserved = {zone: list(kinds) for zone, kinds in setup.scripts.items()}
    for zone, kinds in reserved.items():
        for kind in kinds:
            _take(layout, state, kind, setup.spans.get((zone, 0)), zone)
    zones = [i for i, z in enumerate(table.zones) if z.each_player and z.visibility == "seen by its player"]
    if len(zones) == 1:
        sizes = [len(k) for (z, _), k in setup.held.items() if z == zones[0]]
        generator = random.Random(1)
        for seat in range(layout.seats):
            if (zones[0], seat) in setup.held or seat in setup.absent:
                continue
            for _ in range(max([2, *sizes])):
                rest = layout.listed(layout.held(state, home, 0))
                if rest:
                    kind = generator.choice(rest)
                    layout.take_card(state, home, 0, kind)
                    layout.put(state, zones[0], seat, kind)
    for zone in setup.short:
        layout.clear(state, zone, 0)
    for zone, kinds in reserved.items():
        for kind in kinds:
            layout.put(state, zone, 0, kind)
    result = list(executor.happen(tuple(state), TABLE_EVENTS.index(t.TableEvent("position")), None, trace))
    set_variables(layout, result, setup)
    for index in setup.closed:
        if result[layout.below[index]] != CLOSED:
            layout.unlink(result, index)
    for index, owner, fields in setup.situations:
        if result[layout.below[index]] == CLOSED:
            result[layout.below[index]] = result[TOP]
            result[TOP] = index
        result[layout.owner[index]] = owner
        for position, value in fields:
            result[layout.field[index][position]] = value
    for field_, value, span in setup.fields:
        if result[layout.below[field_.situation]] == CLOSED:
            name = table.situations[field_.situation].name.partition(".")[2]
            hint = f"open it first, as in `{name} on ann`"
            raise RulesError([Diagnostic("UNO113", f"`{name}` is not open in this position", span, hint)])
        result[layout.field[field_.situation][field_.index]] = value
    return tuple(result)


def set_variables(layout: Layout, state: list[int], setup: Setup) -> None:
    """Assigns the variables of a position, and who won the last round."""
    state[WINNERS] = setup.winners
    for variable, value in setup.variables:
        seat = variable.seat.value if isinstance(variable.seat, e.Constant) else 0
        state[layout.variable[variable.index] + seat] = value


def send_away(state: list[int], setup: Setup) -> None:
    """Removes the absent seats of a position."""
    for seat in setup.absent:
        state[IN_PLAY] &= ~(1 << seat)


def too_often(layout: Layout, kind: int, span: Span | None) -> RulesError:
    """The error for a card that a position needs more often than the deck has it."""
    card = layout.table.deck.kinds[kind]
    how_often = "once" if card.copies == 1 else f"{card.copies} times"
    message = f"this position needs `{card.name}` more often than it exists ({how_often})"
    return RulesError([Diagnostic("UNO113", message, span)])


def _take(layout: Layout, state: list[int], kind: int, span: Span | None, first: int | None = None) -> None:
    """Removes a card from the home zones: from zone `first` if it is there."""
    zones = [zone for zone, _ in layout.table.deck.homes]
    if not any(layout.take_card(state, zone, 0, kind) for zone in sorted(zones, key=lambda zone: zone != first)):
        raise too_often(layout, kind, span)
