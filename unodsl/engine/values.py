"""Random values other than cards: a player, a color, a number. Each draw has a site, its kind of values; the outcome
has a code, which differs from every kind of card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from unodsl import limits
from unodsl.model.effects import AtRandom, Options
from unodsl.model.table import Table
from unodsl.model.walk import effects_below

_SPAN = 2 * limits.NUMBER + 1


def sites_of(table: Table) -> tuple[Options, ...]:
    """The distinct kinds of random values of a table's rules."""
    everything = (table.triggers, table.offers, table.acts)
    return tuple(dict.fromkeys(x.options for x in effects_below(everything) if isinstance(x, AtRandom)))


def code(site: int, value: int) -> int:
    """Encodes a value drawn at a site as one number, below -1."""
    return -2 - (site * _SPAN + value + limits.NUMBER)


def decoded(drawn: int) -> tuple[int, int]:
    """The site and the value of a code."""
    site, above = divmod(-2 - drawn, _SPAN)
    return site, above - limits.NUMBER


class Values(Mapping[int, int]):
    """The possible random values, as distinct codes in order; never empty."""

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
    """The possible values at a site; `players`: the members of the set, if it draws a player."""
    if options.values is not None:
        return options.values
    return tuple(i for i in range(players.bit_length()) if players >> i & 1)
