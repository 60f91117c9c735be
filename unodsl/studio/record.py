"""The log of a match: moves, the rules that fired, and who may see them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from unodsl.api.actions import Choice
from unodsl.api.setup import Setup
from unodsl.api.telling import Told
from unodsl.engine.api import Trace


@dataclass(frozen=True, slots=True)
class Entry:
    """A move with its consequences; the start of the match has no `choice`. `notes`: (text, seats, cards) of what was
    shown, seats as a bit mask. `blind`: the seats that cannot see what was chosen."""

    choice: Choice | None
    fired: tuple[str, ...]
    notes: tuple[tuple[str, int, tuple[str, ...]], ...]
    ended: tuple[tuple[str, tuple[str, ...]], ...]
    rounds: int
    blind: frozenset[int]

    def visible_to(self, number: int, seat: int) -> dict[str, Any]:
        """The part of an entry that a seat sees."""
        choice, blind = self.choice, seat in self.blind
        out: dict[str, Any] = {
            "number": number,
            "seat": -1 if choice is None else choice.seat,
            "words": "the match begins" if choice is None else choice.words,
            "rule": None if choice is None else choice.rule,
            "card": None if choice is None else choice.card,
            "fired": list(self.fired),
            "notes": [[text, list(cards)] for text, to, cards in self.notes if to >> seat & 1],
            "ended": [[what, list(winners)] for what, winners in self.ended],
            "rounds": self.rounds,
        }
        if blind and choice is not None:
            out |= {"words": f"{choice.player} chooses in secret", "rule": None, "card": None, "fired": []}
        return out


def entry_of(setup: Setup, choice: Choice | None, rule: str, trace: Trace, blind: frozenset[int]) -> Entry:
    """The entry that describes a move."""
    in_words: Told = setup.told(trace)
    kinds = setup.table.deck.kinds
    notes: list[tuple[str, int, tuple[str, ...]]] = [(text, to, ()) for text, to in trace.shown]
    for (place, _, _), seen in zip(in_words.seen, trace.seen, strict=True):
        cards = tuple(kinds[k].name for k in seen.cards if k >= 0)
        notes.append((f"{place} is shown: {', '.join(cards) or 'nothing'}", seen.to, cards))
    fired = tuple(dict.fromkeys(name for name in trace.fired if name != rule))
    return Entry(choice, fired, tuple(notes), in_words.won, in_words.rounds, blind)
