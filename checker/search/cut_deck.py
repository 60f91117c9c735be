"""Cut decks: tables of the same rules with fewer cards, small enough to visit all their states (small-scope analysis).

Two cards are in one *class* if the rules distinguish them only by the values that they share with other cards: no rule
names a value that only one of them has, and none compares its number with a limit between theirs. A cut keeps two
values of each attribute that no rule names, a few cards with only such values (*plain* ones), and a few of some other
classes; hands are small. Moves that name a value which no card of the cut has are banned: such a value, a color for
instance, would never be matched again.

A cut is a table of its own, not an abstraction: its states belong to a smaller game with the same rules. What happens
there can happen with these cards; what does not happen there is known for these cards only.

    four colors, ten numbers, one special face, 2 seats: two numbers and the special face in two colors; 2 cards in each hand
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import assert_never

from checker.search.prune_rules import without_dead_rules
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.symmetry import in_a_round
from unodsl.model.types import Card, Enumeration, Number, Players, YesNo
from unodsl.model.walk import below

Class = tuple[object, ...]
"""The equivalence class of a kind of card: for each attribute the value that a rule names, or the region of the
others."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A smaller table; `special`: its classes besides the plain one. `whole`: it has all cards and the original
    hands."""

    table: t.Table
    special: tuple[Class, ...]
    hand: int
    whole: bool = False

    @property
    def cards(self) -> int:
        """The number of cards."""
        return self.table.deck.size

    @property
    def words(self) -> str:
        """Describes its cards and hands."""
        many = [(k.copies, k.name) for k in self.table.deck.kinds if k.copies]
        cards = ", ".join(name if n == 1 else f"{n} {name}" for n, name in many)
        return f"all cards: {cards}" if self.whole else f"{cards}; hands of {self.hand}"


class Cutter:
    """Makes cuts of one table."""

    def __init__(self, table: t.Table) -> None:
        self.table = table
        self.rules = (table.triggers, table.offers, table.bans, table.acts)

    @cached_property
    def named_values(self) -> dict[str, frozenset[int]]:
        """For each attribute the values that some rule names; under "" the kinds of cards that one names."""
        found: dict[str, set[int]] = {"": set(), **{x.name: set() for x in self.table.deck.attributes}}
        for name, value in names_in(self.rules):
            found.setdefault(name, set()).add(value)
        return {name: frozenset(values) for name, values in found.items()}

    @cached_property
    def limits(self) -> dict[int, tuple[int, ...]]:
        """For each attribute the constants that some rule compares the number of a card with."""
        out: dict[int, set[int]] = {}
        for node in below(self.rules):
            if isinstance(node, e.Compare):
                sides = (node.left, node.right)
                numbers = [x.value for x in sides if isinstance(x, e.Constant) and isinstance(x.type, Number)]
                for face in (x for x in below(sides) if isinstance(x, e.FaceNumber)):
                    out.setdefault(face.attribute, set()).update(numbers)
        return {attribute: tuple(sorted(numbers)) for attribute, numbers in out.items()}

    def class_of(self, kind: int) -> Class:
        """The class of a kind of card."""
        deck = self.table.deck
        parts: list[object] = [kind if kind in self.named_values[""] else None]
        for index, (declared, value) in enumerate(zip(deck.attributes, deck.kinds[kind].values, strict=True)):
            if value < 0 or value in self.named_values[declared.name]:
                parts.append(value)
                continue
            number = declared.numbers[value]
            limits = self.limits.get(index, ())
            region = None if number is None else (sum(x < number for x in limits), number in limits)
            parts.append(("free", number is None, region))
        return tuple(parts)

    @cached_property
    def classes(self) -> dict[Class, tuple[int, ...]]:
        """The classes of the deck, each with its kinds, by descending number of cards."""
        found: dict[Class, list[int]] = {}
        for kind, card in enumerate(self.table.deck.kinds):
            if card.copies:
                found.setdefault(self.class_of(kind), []).append(kind)
        copies = [k.copies for k in self.table.deck.kinds]
        ranked = sorted(found.items(), key=lambda x: (-sum(copies[k] for k in x[1]), x[1]))
        return {name: tuple(kinds) for name, kinds in ranked}

    @cached_property
    def largest_class(self) -> Class:
        """The class with the most cards."""
        return next(iter(self.classes))

    @cached_property
    def kept_values(self) -> dict[int, frozenset[int]]:
        """For each attribute two values that no rule names, the most frequent ones of plain cards."""
        out: dict[int, frozenset[int]] = {}
        for index, declared in enumerate(self.table.deck.attributes):
            often: Counter[int] = Counter()
            for kind in self.classes[self.largest_class]:
                often[self.table.deck.kinds[kind].values[index]] += self.table.deck.kinds[kind].copies
            free = [v for v in often if v >= 0 and v not in self.named_values[declared.name]]
            out[index] = frozenset(sorted(free, key=lambda v: (-often[v], v))[:2])
        return out

    def some(self, name: Class, most: int) -> tuple[int, ...]:
        """A few kinds of a class, preferably with kept values."""

        def strange(kind: int) -> int:
            values = self.table.deck.kinds[kind].values
            return sum(
                v >= 0
                and v not in self.kept_values[i]
                and v not in self.named_values[self.table.deck.attributes[i].name]
                for i, v in enumerate(values)
            )

        return tuple(sorted(sorted(self.classes[name], key=lambda k: (strange(k), k))[:most]))

    @cached_property
    def named_by(self) -> dict[str, frozenset[Class]]:
        """For each rule the classes of the cards that it names."""
        out: dict[str, frozenset[Class]] = {}
        rules: tuple[t.Trigger | t.Offer | t.Ban, ...] = (*self.table.triggers, *self.table.offers, *self.table.bans)
        attributes = {x.name: i for i, x in enumerate(self.table.deck.attributes)}
        for rule in rules:
            values = set(names_in(rule))
            out[rule.info.name] = frozenset(
                name
                for name, kinds in self.classes.items()
                for which, value in values
                if (
                    any(self.table.deck.kinds[k].values[attributes[which]] == value for k in kinds)
                    if which in attributes
                    else not which and value in kinds
                )
            )
        return out

    def cut(self, special: Iterable[Class], plain: int, twice: int, hand: int) -> Cut:
        """A cut with `largest_class` plain cards, the first `twice` of them twice, and up to two of each special class."""
        special = tuple(special)
        copies: Counter[int] = Counter()
        chosen = self.some(self.largest_class, plain)
        copies.update(chosen)
        copies.update(k for k in chosen[:twice])
        for name in special:
            some = self.some(name, 2)
            copies.update(some if len(some) > 1 else some * 2)
        return self.of_copies(copies, special, hand)

    def whole(self) -> Cut:
        """The table itself, with all its cards."""
        return Cut(self.table, tuple(x for x in self.classes if x != self.largest_class), 0, whole=True)

    def answers(self, name: Class, begins: Class, twice: int, hand: int) -> Cut:
        """A cut for players who never let a situation end: four cards of a class that answers (two, if `twice` is 1),
        one that begins it, and two plain ones."""
        copies: Counter[int] = Counter()
        some = self.some(name, 2)
        copies.update((some if len(some) > 1 else some * 2) * twice)
        copies.update(self.some(begins, 1))
        copies.update(self.some(self.largest_class, 1) * 2)
        return self.of_copies(copies, (name, begins), hand)

    def of_copies(self, copies: Mapping[int, int], special: tuple[Class, ...], hand: int) -> Cut:
        """A cut with at most so many cards of each kind."""
        deck = self.table.deck
        kinds = tuple(replace(k, copies=min(copies.get(i, 0), k.copies)) for i, k in enumerate(deck.kinds))
        elsewhere = tuple(
            (zone, tuple(min(n, k.copies) for n, k in zip(many, kinds, strict=True))) for zone, many in deck.elsewhere
        )
        table = replace(self.table, deck=replace(deck, kinds=kinds, elsewhere=elsewhere))
        table = replace(table, bans=(*table.bans, *self.unnamed(table)))
        return Cut(small_hands(without_dead_rules(table), hand), special, hand)

    def unnamed(self, table: t.Table) -> list[t.Ban]:
        """Bans of acts that name a value which some card of the deck has, but no card of the cut."""
        out: list[t.Ban] = []
        everybody = e.Builtin("in play", Players())
        for index, declared in enumerate(table.deck.attributes):
            there = {k.values[index] for k in table.deck.kinds if k.copies}
            gone = {k.values[index] for k in self.table.deck.kinds if k.copies} - there
            if not gone:
                continue
            for act, done in enumerate(table.acts):
                offers = [x for x in table.offers if x.act == act]
                if not isinstance(done.argument, Enumeration) or done.argument.name != declared.name or not offers:
                    continue
                value = e.Local(t.ARGUMENT_LOCAL, "value", done.argument)
                named = tuple(e.Compare("==", value, e.Constant(x, done.argument), YesNo()) for x in sorted(gone))
                guard = e.Logic("or", named, YesNo())
                info = replace(offers[0].info, name="", title="", despite=(), allows=())
                out.append(t.Ban(info, (), everybody, act, None, guard))
        return out


def names_in(node: object) -> Iterable[tuple[str, int]]:
    """Yields the values that a node names: the attribute (or "" for a kind of card) and the value."""
    for x in below(node):
        if isinstance(x, e.Constant) and x.value >= 0:
            if isinstance(x.type, Card):
                yield "", x.value
            elif isinstance(x.type, Enumeration) and x.type.name:
                yield x.type.name, x.value
        elif isinstance(x, f.AtRandom) and isinstance(x.among, tuple):
            drawn = x.local.type
            if isinstance(drawn, Enumeration) and len(x.among) < len(drawn.values):
                yield from ((drawn.name, value) for value in x.among)


# --------------------------------------------------------------------------------------------------------------- hands


def small_hands(table: t.Table, hand: int) -> t.Table:
    """A table whose deal gives each player at most `hand` cards at a time: rules that run only at the beginning of a
    round repeat, draw and deal at most that often."""
    later = {name for name, _ in in_a_round(table)}
    triggers = tuple(
        x if f"`{x.info.name}`" in later else replace(x, effects=smaller(table, x.effects, hand))
        for x in table.triggers
    )
    return replace(table, triggers=triggers)


def smaller(table: t.Table, effects: tuple[f.Effect, ...], hand: int) -> tuple[f.Effect, ...]:
    """Effects that give at most `hand` cards at a time."""
    return tuple(_smaller(table, x, hand) for x in effects)


def _smaller(table: t.Table, x: f.Effect, hand: int) -> f.Effect:
    match x:
        case f.MoveTop() if table.zones[x.target.zone].each_player:
            return replace(x, count=at_most(x.count, hand))
        case f.Repeat() if gives(table, x.body):
            return replace(x, times=at_most(x.times, hand))
        case f.Perform(argument=argument) if argument is not None and isinstance(argument.type, Number):
            return replace(x, argument=at_most(argument, hand)) if gives(table, table.acts[x.act].effects) else x
        case f.If():
            return replace(x, then=smaller(table, x.then, hand), otherwise=smaller(table, x.otherwise, hand))
        case f.ForEach() | f.ForEachCard() | f.Repeat() | f.AtRandom():
            return replace(x, body=smaller(table, x.body, hand))
        case f.MoveTop() | f.Perform() | f.MoveCard() | f.MoveAll() | f.Gather() | f.Shuffle() | f.SwapPlaces():
            return x
        case f.GiveEvery() | f.Begin() | f.End() | f.Assign() | f.ChangeSet() | f.Seating() | f.Show() | f.Tell():
            return x
        case f.BeginRound() | f.EndRound() | f.EndMatch():
            return x
        case _:
            assert_never(x)


def gives(table: t.Table, effects: tuple[f.Effect, ...]) -> bool:
    """Whether effects move cards from the top of a place into a player's place."""
    return any(isinstance(x, f.MoveTop) and table.zones[x.target.zone].each_player for x in below(effects))


def at_most(x: e.Expr, hand: int) -> e.Expr:
    """The minimum of a number and a bound."""
    if isinstance(x, e.Constant):
        return replace(x, value=min(x.value, hand))
    return e.Arithmetic("min", x, e.Constant(hand, Number(hand, hand)), x.type)
