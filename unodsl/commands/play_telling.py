"""The results of a move, in words for a player: who won the round and with what score, which house rules did something, who has more or
fewer cards than before."""

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


class Telling:
    """For one table, and what its players are called; somebody may be called `you`."""

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
        """The rules of options, by name, with what they say of themselves."""

    def lines(self, before: State, move: Move, after: State, trace: Trace) -> Iterator[str]:
        """All that is to be said of a move."""
        yield from self.rules(x for x in trace.fired if not self.bookkeeping.unseen(x, before, after))
        ended = before[ROUND] and (not after[ROUND] or trace.rounds)
        if not ended:
            yield from self.cards(before, move, after)
            yield from self.own_cards(before, after)
        elif self.ending & set(trace.fired):
            yield from self.round_won(before, after)
        if ended and after[ROUND]:
            yield "a new round begins"

    def rules(self, fired: Iterable[str]) -> Iterator[str]:
        """The house rules among those that ran, each once."""
        for name in dict.fromkeys(fired):
            if name in self.house:
                title = self.house[name]
                yield f"house rule {name}" + (f": {title}" if title else "")

    def cards(self, before: State, move: Move, after: State) -> Iterator[str]:
        """Who holds more or fewer cards than the move itself says."""
        act = self.table.acts[self.table.offers[move.offer].act]
        for index, zone in enumerate(self.table.zones):
            if not zone.each_player:
                continue
            for seat, name in enumerate(self.names):
                old, new = (self.layout.held(s, index, seat).bit_count() for s in (before, after))
                laid = self.lays[move.offer] if seat == move.seat and index == act.origin else 0
                more = new - old + laid
                # `ann draws 2` says it already
                said = move.argument if seat == move.seat and isinstance(act.argument, Number) else 0
                if more in (0, said):
                    continue
                cards = f"{abs(more)} card{'' if abs(more) == 1 else 's'} {'more' if more > 0 else 'fewer'}"
                yield f"{self.has(name)} {cards} in {short(zone.name)}: {new}"

    def own_cards(self, before: State, after: State) -> Iterator[str]:
        """Which cards the person at the terminal got."""
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

    def round_won(self, before: State, after: State) -> Iterator[str]:
        """Who won the round, and what everybody has now."""
        if after[MATCH]:
            won = [name for i, name in enumerate(self.names) if after[WINNERS] >> i & 1]
            yield f"{' and '.join(won)} {self.verb(won, 'win')} the round" if won else "nobody wins the round"
        for index in kept_numbers(self.table):
            at = self.layout.variable[index]
            scores = []
            for seat, name in enumerate(self.names):
                now, change = after[at + seat], after[at + seat] - before[at + seat]
                scores.append(f"{name} {now}" + (f" ({change:+})" if change else ""))
            yield f"{short(self.table.variables[index].name)}: {', '.join(scores)}"

    def has(self, name: str) -> str:
        """`you have`, `ann has`."""
        return f"{name} {'have' if name == 'you' else 'has'}"

    def verb(self, names: list[str], verb: str) -> str:
        """A verb behind some names."""
        return verb if len(names) > 1 or names == ["you"] else f"{verb}s"


def _ending(table: Table) -> frozenset[str]:
    """The rules (names) that can end a round, by themselves or by an act that they let somebody do."""

    def ends(effects: tuple[f.Effect, ...]) -> bool:
        return any(isinstance(x, f.EndRound | f.EndMatch) for x in below(effects))

    acts = {i for i, a in enumerate(table.acts) if ends(a.effects)}

    def ending(effects: tuple[f.Effect, ...]) -> bool:
        return ends(effects) or any(isinstance(x, f.Perform) and x.act in acts for x in below(effects))

    triggers = {r.info.name for r in table.triggers if ending(r.effects)}
    return frozenset(triggers | {r.info.name for r in table.offers if ending(r.effects) or r.act in acts})
