"""Lopsided positions: one player holds nearly all cards and plays none; the others hold two each. Bounded search for
cycles.

Under-approximates: sampled positions, with other cards in hands. When only the cards of the pile are left to draw,
played cards come back. Example: cyd has 104 cards; ann plays one of her two, says nothing, is caught, and draws the
card below it; and so on with that card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from checker.context import Context, stage
from checker.search.gathering import can_gather, not_with_so_many
from checker.search.graph import MOST_STEPS, bare, grows, kinds_outside, moves_of, one_outcome
from unodsl.engine.api import State
from unodsl.engine.explore import Stepper
from unodsl.engine.explore_graph import Graph, graph_of
from unodsl.engine.explore_question import Budget, Question
from unodsl.engine.layout import IN_PLAY, ROUND, TOP, Layout
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Player, Players, YesNo

MOST_STATES = 20_000
"""The most states of one search."""

MOST_MET, SHIFTS, RICH, WAYS = 6, 4, 3, 2
"""The numbers of positions for each situation, of ways to leave two cards in a hand, of players who hold the rest, and
of random outcomes of a move."""


def one_full_hand(context: Context, states: Iterable[State], within: frozenset[int]) -> Iterator[Graph]:
    """Yields graphs of what follows while one of these situations is on top, after one player gets nearly all cards."""
    hand = hand_of(context.table)
    if hand is None or not can_hold_nearly_all(context):
        return
    met: dict[int, list[State]] = {}
    for state in dict.fromkeys(bare(x) for x in states if x[TOP] in within):
        met.setdefault(state[TOP], []).append(state)
    some = [x for row in met.values() for x in row[:: max(1, len(row) // MOST_MET)][:MOST_MET]]
    for rich in range(min(RICH, context.layout.seats)):
        starts = dict.fromkeys(
            uneven(context.layout, context.table, x, hand, rich, shift)
            for x in some
            if x[IN_PLAY] >> rich & 1
            for shift in range(SHIFTS)
        )
        kept = [x for x in starts if not not_with_so_many(context, x, hand, within)]
        if kept and context.within_budget():
            table = replace(context.table, bans=(*context.table.bans, *no_cards_of(context.table, rich)))
            first, *more = kept
            question = Question(
                table,
                first,
                steps=MOST_STEPS,
                more=tuple(more),
                alike=tuple((x.at, x.above) for x in grows(context)),
                within=within,
                ways=WAYS,
                first=partial(kinds_outside, context),
            )
            stepper = Stepper(Question(table, tuple(context.layout.blank(0))), counted=True)
            yield graph_of(question, Budget(MOST_STATES, deadline=context.until), "python", stepper)


def hand_of(table: t.Table) -> int | None:
    """The zone of each player from which cards are played; None if there is no such zone, or several."""
    found = {x.origin for x in table.acts if x.origin is not None and table.zones[x.origin].each_player}
    return found.pop() if len(found) == 1 else None


def uneven(layout: Layout, table: t.Table, state: State, hand: int, rich: int, shift: int) -> State:
    """A state with two cards in each hand, and the others (except the top of each pile) in one player's hand."""
    out = list(state)
    for zone, declared in enumerate(table.zones):
        if not declared.each_player:
            keep = 1 if layout.depth[zone] and out[layout.place(zone, 0)] >= 0 else 0
            layout.put_under(out, hand, rich, layout.clear(out, zone, 0, keep))
    for seat in range(layout.seats):
        if seat != rich and state[IN_PLAY] >> seat & 1:
            cards = tuple(layout.listed(layout.clear(out, hand, seat)))
            first = shift % len(cards) if cards else 0
            cards = (*cards[first:], *cards[:first])
            layout.put_under(out, hand, seat, layout.cards(cards[:2]))
            layout.put_under(out, hand, rich, layout.cards(cards[2:]))
    return tuple(out)


def no_cards_of(table: t.Table, seat: int) -> Iterator[t.Ban]:
    """Bans of each act with a card, for one player."""
    who = e.SetOf(e.Constant(seat, Player()), Players())
    for act, done in enumerate(table.acts):
        offers = [x for x in table.offers if x.act == act]
        if isinstance(done.argument, Card) and offers:
            info = replace(offers[0].info, name="", title="", despite=(), allows=())
            yield t.Ban(info, (), who, act, None, e.Constant(1, YesNo()))


@stage
def can_hold_nearly_all(context: Context) -> bool:
    """Whether a player can get nearly all cards and stay in the game: after some move in such a position, the
    player still has them."""
    layout, hand = context.layout, hand_of(context.table)
    met = [bare(x.state) for x in context.samples.steps if x.state[TOP] in context.ground]
    if hand is None or not met:
        return False
    for state in met[:: max(1, len(met) // MOST_MET)][:MOST_MET]:
        rich = next(i for i in range(layout.seats) if state[IN_PLAY] >> i & 1)
        at = uneven(layout, context.table, state, hand, rich, 0)
        many = layout.held(at, hand, rich).bit_count()
        for move in moves_of(context, at):
            for after in one_outcome(context, at, move):
                left = layout.held(after, hand, rich).bit_count()
                if after[ROUND] and after[IN_PLAY] >> rich & 1 and left >= many - 1:
                    return can_gather(context, hand, many)
    return False
