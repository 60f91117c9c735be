"""Values that chance draws beside cards: a player, a color, a number. Each draw has a site, the sort of values that it draws from;
what came is told by a code, which no kind of card has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from unodsl import limits
from unodsl.model.effects import AtRandom, Options
from unodsl.model.table import Table
from unodsl.model.walk import effects_below

_SPAN = 2 * limits.NUMBER + 1


def sites_of(table: Table) -> tuple[Options, ...]:
    """The sorts of values that the rules of a table draw from, each once."""
    everything = (table.triggers, table.offers, table.acts)
    return tuple(dict.fromkeys(x.options for x in effects_below(everything) if isinstance(x, AtRandom)))


def code(site: int, value: int) -> int:
    """A value drawn at a site as one number, below -1."""
    return -2 - (site * _SPAN + value + limits.NUMBER)


def decoded(drawn: int) -> tuple[int, int]:
    """The site and the value of a code."""
    site, above = divmod(-2 - drawn, _SPAN)
    return site, above - limits.NUMBER


class Values(Mapping[int, int]):
    """The values that chance draws from, as codes, each once: never none at all. In the order in which they are counted."""

    __slots__ = ("codes",)

    def __init__(self, site: int, values: tuple[int, ...]) -> None:
        self.codes = tuple(code(site, x) for x in values)

    def __getitem__(self, drawn: int) -> int:
        if drawn not in self.codes:
            raise KeyError(drawn)
        return 1

    def __iter__(self) -> Iterator[int]:
        return iter(self.codes)

    def __len__(self) -> int:
        return len(self.codes)


def options_at(options: Options, players: int) -> tuple[int, ...]:
    """The values to draw from at a site; `players` are those of the set, where it draws a player."""
    if options.values is not None:
        return options.values
    return tuple(i for i in range(players.bit_length()) if players >> i & 1)
