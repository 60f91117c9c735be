"""Describes the effects of a move in words."""

from __future__ import annotations

from dataclasses import dataclass

from unodsl.api.chance import Words
from unodsl.engine.api import Trace
from unodsl.engine.describe import short
from unodsl.engine.layout import WINNERS


@dataclass(frozen=True, slots=True)
class Told:
    """A trace in words. `fired`: names of rules, in order. `notes`: (text, names of those who are shown it). `drawn`: what chance chose, cards
    and values, in order. `seen`: cards that somebody was shown, as (what was shown, who saw it, names of cards). `rounds`: how many
    began. `won`: for each round or match that ended, ("round" or "match", names of its winners)."""

    fired: tuple[str, ...]
    notes: tuple[tuple[str, tuple[str, ...]], ...]
    drawn: tuple[str, ...]
    seen: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]
    rounds: int
    won: tuple[tuple[str, tuple[str, ...]], ...]


def told(words: Words, trace: Trace) -> Told:
    """Converts a trace to words."""
    table, names = words.layout.table, words.names

    def members(seats: int) -> tuple[str, ...]:
        return tuple(n for i, n in enumerate(names) if seats >> i & 1)

    def place(zone: int, what: int) -> str:
        if zone < 0:
            return "a card"
        declared = table.zones[zone]
        return f"{short(declared.name)} of {names[what]}" if declared.each_player else short(declared.name)

    return Told(
        tuple(trace.fired),
        tuple((text, members(seats)) for text, seats in trace.shown),
        tuple(words.word(x) for x in trace.drawn),
        tuple((place(x.zone, x.what), members(x.to), tuple(words.word(k) for k in x.cards)) for x in trace.seen),
        trace.rounds,
        tuple(("match" if x.whole else "round", members(x.state[WINNERS])) for x in trace.ended),
    )
