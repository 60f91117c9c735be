"""Sources of chance for matches: a deck order, what comes next, a function of one's own, or a seed for each stream.

All of them speak in the words of the rules: names of cards, and values (`4`, `bob`, `red`). None of them knows a rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from unodsl.api import arguments
from unodsl.diagnostics import did_you_mean, wrong
from unodsl.engine import chance as generator
from unodsl.engine.cards import Pool
from unodsl.engine.describe import value_text
from unodsl.engine.layout import Layout
from unodsl.engine.values import Values, decoded

Choose: TypeAlias = Callable[[Mapping[str, int]], str]
"""A function of one's own: given what can come, by name, and how many of each there are, it says what comes."""


class Source(Protocol):
    """What a match asks whenever something is left to chance. `copy`: a source that goes on alike, for a copy of the match."""

    def pick(self, pool: Pool | Values) -> int:
        """One of the kinds of card, or codes of values, that can come."""
        ...

    def copy(self) -> Source:
        """Another one at the same point."""
        ...


class ChanceError(ValueError):
    """Chance that was given ran out, or names what cannot come. The match stands as before."""


@dataclass(frozen=True, slots=True)
class Streams:
    """A seed for each stream of chance: one for the cards, one for values (a color, a player, a number at random). Two
    matches with the same seed for the cards draw alike, also where their rules ask for other values."""

    cards: int
    values: int

    def __init__(self, cards: Any, values: Any) -> None:
        object.__setattr__(self, "cards", arguments.whole(cards, "cards"))
        object.__setattr__(self, "values", arguments.whole(values, "values"))


class Words:
    """What chance can choose from, in words, and back. `names` are the seats'."""

    def __init__(self, layout: Layout, names: tuple[str, ...]) -> None:
        self.layout, self.names = layout, names
        self.kinds = {kind.name: i for i, kind in enumerate(layout.table.deck.kinds)}

    def word(self, drawn: int) -> str:
        """A kind of card, or the code of a value, in words."""
        if drawn >= 0:
            return self.layout.table.deck.kinds[drawn].name
        site, value = decoded(drawn)
        return value_text(self.layout.table, self.layout.sites[site].type, value, self.names)

    def cards(self, names: Iterable[str], what: str) -> list[int]:
        """The kinds of some cards. Raises `RulesError` for a name that no card has, or one named more often than the deck has it."""
        if isinstance(names, str):
            raise wrong(f"`{what}` is a list of names of cards, not a text", f'write `{what}=["{names}"]`')
        if not isinstance(names, Iterable):
            raise wrong(f"`{what}` is a list of names of cards, not {names!r}")
        found: list[int] = []
        for name in names:
            if name not in self.kinds:
                raise wrong(f"no card is called `{name}`", did_you_mean(str(name), self.kinds))
            found.append(self.kinds[name])
        copies = self.layout.copies
        for kind, count in Counter(found).items():
            if count > copies[kind]:
                card = self.layout.table.deck.kinds[kind].name
                times = "once" if copies[kind] == 1 else f"{copies[kind]} times"
                raise wrong(f"`{what}` names `{card}` {count} times, and the deck has it {times}")
        return found


class Seeded:
    """The generator of a seed, apart from the one that a state carries."""

    def __init__(self, state: int) -> None:
        self.state = state

    def pick(self, pool: Pool | Values) -> int:
        """Any of what can come, each card and each value as likely as any other."""
        many = len(pool) if isinstance(pool, Values) else pool.cards.bit_count()
        self.state, at = generator.below(self.state, many)
        return pool.codes[at] if isinstance(pool, Values) else pool.sets.nth(pool.cards, at)

    def copy(self) -> Seeded:
        """Another one at the same point."""
        return Seeded(self.state)


class ByStream:
    """One source for cards, one for values."""

    def __init__(self, cards: Source, values: Source) -> None:
        self.cards, self.values = cards, values

    def pick(self, pool: Pool | Values) -> int:
        """What the source of this stream says."""
        return (self.values if isinstance(pool, Values) else self.cards).pick(pool)

    def copy(self) -> ByStream:
        """Another one at the same point."""
        return ByStream(self.cards.copy(), self.values.copy())


class DeckOrder:
    """The cards of a deck come in an order that is given; anything else by `rest`. A pick is one from the deck where all cards
    that are left of the order lie there."""

    def __init__(self, left: tuple[int, ...], rest: Source) -> None:
        self.left, self.rest = left, rest

    def pick(self, pool: Pool | Values) -> int:
        """The next card of the order, where it is drawn from the deck."""
        if self.left and isinstance(pool, Pool):
            lying = pool.sets
            if all(lying.count(pool.cards, kind) >= n for kind, n in Counter(self.left).items()):
                kind, *left = self.left
                self.left = tuple(left)
                return kind
        return self.rest.pick(pool)

    def copy(self) -> DeckOrder:
        """Another one at the same point."""
        return DeckOrder(self.left, self.rest.copy())


class Given:
    """What comes, one after another, in words. Raises `ChanceError` where it runs out, or cannot come."""

    def __init__(self, words: Words, coming: tuple[str, ...], at: int = 0) -> None:
        self.words, self.coming, self.at = words, coming, at

    def pick(self, pool: Pool | Values) -> int:
        """The next one."""
        can_come = {self.words.word(x): x for x in pool}
        if self.at == len(self.coming):
            raise ChanceError(f"chance ran out: {self.at} given, and one more of {listed(can_come)} is wanted")
        word = self.coming[self.at]
        if word not in can_come:
            raise ChanceError(f"`{word}` (number {self.at + 1} of what is given) cannot come here: {listed(can_come)}")
        self.at += 1
        return can_come[word]

    def copy(self) -> Given:
        """Another one at the same point."""
        return Given(self.words, self.coming, self.at)


class Chosen:
    """A function of one's own. A copy of the match asks the same function."""

    def __init__(self, words: Words, choose: Choose) -> None:
        self.words, self.choose = words, choose

    def pick(self, pool: Pool | Values) -> int:
        """What the function says. Raises `ChanceError` where that cannot come."""
        can_come = {self.words.word(x): x for x in pool}
        # a number may be said as a number, as in a list
        word = str(self.choose({self.words.word(x): n for x, n in pool.items()}))
        if word not in can_come:
            raise ChanceError(f"`{word}` cannot come here: {listed(can_come)}")
        return can_come[word]

    def copy(self) -> Chosen:
        """The same function."""
        return self


def listed(can_come: Iterable[str], most: int = 8) -> str:
    """Some of what can come."""
    names = list(can_come)
    more = f" and {len(names) - most} others" if len(names) > most else ""
    return ", ".join(names[:most]) + more


ChanceGiven: TypeAlias = "Streams | Choose | Iterable[str] | None"
"""How a caller gives chance: seeds by stream, a function, what comes next in order; None: by the seed of the match."""


def source_of(words: Words, seed: int, deck: Iterable[str] | None, chance: ChanceGiven) -> Source | None:
    """The source of a match; None where the generator in its state serves. Raises `RulesError` for what is none of these."""
    source: Source | None
    match chance:
        case None:
            source = None
        case Streams():
            source = ByStream(Seeded(generator.seeded(chance.cards)), Seeded(generator.seeded(chance.values)))
        case str():
            raise wrong("`chance` is a list of what comes, not a text", f'write `chance=["{chance}"]`')
        case _ if callable(chance):
            source = Chosen(words, chance)
        case _ if isinstance(chance, Iterable):
            source = Given(words, tuple(_words(chance)))
        case _:
            raise wrong(f"`chance` is a list, a function or `Streams`, not {chance!r}")
    if deck is None:
        return source
    order = tuple(words.cards(deck, "deck"))
    return DeckOrder(order, source or Seeded(generator.seeded(seed)))


def _words(coming: Iterable[object]) -> Iterator[str]:
    """What comes, as words: a number may be given as a number."""
    yield from (str(x) for x in coming)
