"""Sources of chance for matches: a deck order, a list of outcomes, a callback, or a seed for each stream.

All use the words of the rules: names of cards, and values (`4`, `bob`, `red`). None of them knows a rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
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
"""A callback: given the possible outcomes by name, with their multiplicities, it returns one."""


class Source(Protocol):
    """A source of random choices. `copy`: an independent source in the same state, for a copy of the match."""

    def pick(self, pool: Pool | Values) -> int:
        """Returns one of the possible kinds of card, or codes of values."""
        ...

    def copy(self) -> Source:
        """Returns an independent source in the same state."""
        ...


class ChanceError(ValueError):
    """The given outcomes ran out, or one of them is impossible. The match is unchanged."""


@dataclass(frozen=True, slots=True)
class Streams:
    """A seed for each stream: one for cards, one for values (a random color, player or number). Two matches with the
    same seed for cards draw the same cards, even if their rules draw different values."""

    cards: int
    values: int

    def __init__(self, cards: Any, values: Any) -> None:
        object.__setattr__(self, "cards", arguments.whole(cards, "cards"))
        object.__setattr__(self, "values", arguments.whole(values, "values"))


class Words:
    """Converts outcomes between words and numbers. `names`: those of the seats."""

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
        """The kinds of named cards. Raises `RulesError` for an unknown name, or one that occurs more often than in the
        deck."""
        if isinstance(names, str):
            raise wrong(f"`{what}` is a list of names of cards, not a text", f'write `{what}=["{names}"]`')
        if not isinstance(names, Iterable):
            raise wrong(f"`{what}` is a list of names of cards, not {names!r}")
        found: list[int] = []
        for name in names:
            if not isinstance(name, str):
                raise wrong(f"`{what}` is a list of names of cards, and {name!r} is none")
            if name not in self.kinds:
                raise wrong(f"no card is called `{name}`", did_you_mean(name, self.kinds))
            found.append(self.kinds[name])
        copies = self.layout.copies
        for kind, count in Counter(found).items():
            if count > copies[kind]:
                card = self.layout.table.deck.kinds[kind].name
                times = "once" if copies[kind] == 1 else f"{copies[kind]} times"
                raise wrong(f"`{what}` names `{card}` {count} times, and the deck has it {times}")
        return found


class Seeded:
    """A seeded generator, independent of the one in the state."""

    def __init__(self, state: int) -> None:
        self.state = state

    def pick(self, pool: Pool | Values) -> int:
        """Returns a uniformly random outcome: each card, or each value, is equally likely."""
        many = len(pool) if isinstance(pool, Values) else pool.cards.bit_count()
        self.state, at = generator.below(self.state, many)
        return pool.codes[at] if isinstance(pool, Values) else pool.sets.nth(pool.cards, at)

    def copy(self) -> Seeded:
        """Returns an independent source in the same state."""
        return Seeded(self.state)


class ByStream:
    """Separate sources for cards and for values."""

    def __init__(self, cards: Source, values: Source) -> None:
        self.cards, self.values = cards, values

    def pick(self, pool: Pool | Values) -> int:
        """Returns an outcome of this stream's source."""
        return (self.values if isinstance(pool, Values) else self.cards).pick(pool)

    def copy(self) -> ByStream:
        """Returns an independent source in the same state."""
        return ByStream(self.cards.copy(), self.values.copy())


class DeckOrder:
    """A fixed order for the cards of a deck; everything else comes from `rest`. A draw is from the deck if all
    remaining cards of the order lie in its pool."""

    def __init__(self, left: tuple[int, ...], rest: Source) -> None:
        self.left, self.rest = left, rest

    def pick(self, pool: Pool | Values) -> int:
        """Returns the next card of the order if the draw is from the deck."""
        if self.left and isinstance(pool, Pool):
            there = pool.sets
            if all(there.count(pool.cards, kind) >= n for kind, n in Counter(self.left).items()):
                kind, *left = self.left
                self.left = tuple(left)
                return kind
        return self.rest.pick(pool)

    def copy(self) -> DeckOrder:
        """Returns an independent source in the same state."""
        return DeckOrder(self.left, self.rest.copy())


class Given:
    """A fixed list of outcomes in words. Raises `ChanceError` if it runs out, or an outcome is impossible."""

    def __init__(self, words: Words, coming: tuple[str, ...], at: int = 0) -> None:
        self.words, self.coming, self.at = words, coming, at

    def pick(self, pool: Pool | Values) -> int:
        """Returns the next outcome."""
        possible = {self.words.word(x): x for x in pool}
        if self.at == len(self.coming):
            raise ChanceError(f"chance ran out: {self.at} given, and one more of {listed(possible)} is wanted")
        word = self.coming[self.at]
        if word not in possible:
            raise ChanceError(f"`{word}` (number {self.at + 1} of what is given) cannot come here: {listed(possible)}")
        self.at += 1
        return possible[word]

    def copy(self) -> Given:
        """Returns an independent source in the same state."""
        return Given(self.words, self.coming, self.at)


class Chosen:
    """A callback as a source. A copy of the match calls the same function."""

    def __init__(self, words: Words, choose: Choose) -> None:
        self.words, self.choose = words, choose

    def pick(self, pool: Pool | Values) -> int:
        """Returns the result of the callback. Raises `ChanceError` if it is impossible."""
        possible = {self.words.word(x): x for x in pool}
        word = arguments.spelled(self.choose({self.words.word(x): n for x, n in pool.items()}))
        if word not in possible:
            raise ChanceError(f"`{word}` cannot come here: {listed(possible)}")
        return possible[word]

    def copy(self) -> Chosen:
        """Returns this source: the function is shared."""
        return self


def listed(possible: Iterable[str], most: int = 8) -> str:
    """Some of the possible outcomes in words."""
    names = list(possible)
    more = f" and {len(names) - most} others" if len(names) > most else ""
    return ", ".join(names[:most]) + more


ChanceGiven: TypeAlias = "Streams | Choose | Iterable[str] | None"
"""How a caller determines chance: seeds by stream, a callback, a list of outcomes; None: by the seed of the match."""


def source_of(words: Words, seed: int, deck: Iterable[str] | None, chance: ChanceGiven) -> Source | None:
    """The source of a match; None if the generator in its state is used. Raises `RulesError` for other arguments."""
    source: Source | None
    match chance:
        case None:
            source = None
        case Streams():
            source = ByStream(Seeded(generator.seeded(chance.cards)), Seeded(generator.seeded(chance.values)))
        case type():
            raise wrong(f"`chance` is a list, a function or `Streams`, not {chance!r}", "write `Streams(1, 2)`")
        case str():
            raise wrong("`chance` is a list of what comes, not a text", f'write `chance=["{chance}"]`')
        case _ if callable(chance):
            source = Chosen(words, chance)
        case _ if isinstance(chance, Iterable):
            source = Given(words, tuple(map(arguments.spelled, chance)))
        case _:
            raise wrong(f"`chance` is a list, a function or `Streams`, not {chance!r}")
    if deck is None:
        return source
    order = tuple(words.cards(deck, "deck"))
    return DeckOrder(order, source or Seeded(generator.seeded(seed)))
