"""Describes the results of a move for a player: the round winner and score, the house rules that ran, and changes in
hand sizes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from unodsl.commands.bookkeeping import Bookkeeping
from unodsl.engine.api import Move, State, Trace
from unodsl.engine.batch import kept_numbers
from unodsl.engine.describe import short
from unodsl.engine.laying import lays
from unodsl.engine.layout import MATCH, ROUND, WINNERS, Layout
from unodsl.model import effects as f
from unodsl.model.table import Table
from unodsl.model.types import Number
from unodsl.model.walk import below


class Narrator:
    """Describes moves at one table. `names` are the player names, one of which may be `you`."""

    def __init__(self, layout: Layout, names: tuple[str, ...]) -> None:
        self.layout = layout
        self.table = layout.table
        self.names = names
        self.bookkeeping = Bookkeeping(layout)
        self.lays = lays(self.table)
        self.ending = _ending(self.table)
        infos = [*(r.info for r in self.table.triggers), *(r.info for r in self.table.offers)]
        titles = {o.name: o.title for o in self.table.options}
        self.house = {x.name: x.title or titles.get(x.option, "") for x in infos if x.option is not None}
        """The titles of rules that belong to options, by rule name."""
        self.notes = {
            r.info.name for r in self.table.triggers if r.effects and all(isinstance(x, f.Tell) for x in r.effects)
        }
        """The rules that only print a note, which speaks for itself."""

    def lines(self, before: State, move: Move, after: State, trace: Trace) -> Iterator[str]:
        """Yields the lines that describe a move."""
        yield from self.rules(x for x in trace.fired if not self.bookkeeping.unseen(x, before, after))
        ended = before[ROUND] and (not after[ROUND] or trace.rounds)
        if not ended:
            yield from self.cards(before, move, after)
            yield from self.own_cards(before, after)
        elif self.ending & set(trace.fired):
            yield from self.round_won(before, after, trace)
        if ended and after[ROUND]:
            yield "a new round begins"

    def rules(self, fired: Iterable[str]) -> Iterator[str]:
        """Yields one line for each house rule that ran."""
        for name in dict.fromkeys(fired):
            if name in self.house and name not in self.notes:
                title = self.house[name]
                yield f"house rule {name}" + (f": {title}" if title else "")

    def cards(self, before: State, move: Move, after: State) -> Iterator[str]:
        """Yields the hand size changes that the move text does not mention."""
        act = self.table.acts[self.table.offers[move.offer].act]
        for index, zone in enumerate(self.table.zones):
            if not zone.each_player:
                continue
            for seat, name in enumerate(self.names):
                old, new = (self.layout.held(s, index, seat).bit_count() for s in (before, after))
                laid = self.lays[move.offer] if seat == move.seat and index == act.origin else 0
                more = new - old + laid
                # already in the move text, as in `ann draws 2`
                announced = move.argument if seat == move.seat and isinstance(act.argument, Number) else 0
                if more in (0, announced):
                    continue
                cards = f"{abs(more)} {'more' if more > 0 else 'fewer'} card{'' if abs(more) == 1 else 's'}"
                yield f"{self.has(name)} {cards} in {short(zone.name)}: {new}"

    def own_cards(self, before: State, after: State) -> Iterator[str]:
        """Yields the cards that the local player got."""
        if "you" not in self.names:
            return
        seat = self.names.index("you")
        for index, zone in enumerate(self.table.zones):
            if zone.each_player and zone.visibility == "seen by its player":
                got = Counter(self.layout.in_order(after, index, seat)) - Counter(
                    self.layout.in_order(before, index, seat)
                )
                if got:
                    cards = ", ".join(self.table.deck.kinds[k].name for k in got.elements())
                    yield f"new in your {short(zone.name)}: {cards}"

    def round_won(self, before: State, after: State, trace: Trace) -> Iterator[str]:
        """Yields the winner of the round and the current scores."""
        # at the end of the match, the state has the winners of the match
        rounds = [x.state for x in trace.ended if not x.whole] or ([after] if after[MATCH] else [])
        if rounds:
            won = [name for i, name in enumerate(self.names) if rounds[-1][WINNERS] >> i & 1]
            yield f"{' and '.join(won)} {self.verb(won, 'win')} the round" if won else "nobody wins the round"
        for index in kept_numbers(self.table):
            at = self.layout.variable[index]
            scores = []
            for seat, name in enumerate(self.names):
                now, change = after[at + seat], after[at + seat] - before[at + seat]
                scores.append(f"{name} {now}" + (f" ({change:+})" if change else ""))
            yield f"{short(self.table.variables[index].name)}: {', '.join(scores)}"

    def has(self, name: str) -> str:
        """Returns `you have` or `ann has`."""
        return f"{name} {'have' if name == 'you' else 'has'}"

    def verb(self, names: list[str], verb: str) -> str:
        """Inflects a verb for the given subjects."""
        return verb if len(names) > 1 or names == ["you"] else f"{verb}s"


def _ending(table: Table) -> frozenset[str]:
    """Returns the names of rules that can end a round, directly or through an act that they offer."""

    def ends(effects: tuple[f.Effect, ...]) -> bool:
        return any(isinstance(x, f.EndRound | f.EndMatch) for x in below(effects))

    acts = {i for i, a in enumerate(table.acts) if ends(a.effects)}

    def ending(effects: tuple[f.Effect, ...]) -> bool:
        return ends(effects) or any(isinstance(x, f.Perform) and x.act in acts for x in below(effects))

    triggers = {r.info.name for r in table.triggers if ending(r.effects)}
    return frozenset(triggers | {r.info.name for r in table.offers if ending(r.effects) or r.act in acts})
