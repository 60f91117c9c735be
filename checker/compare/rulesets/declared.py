"""Differences between the declarations of two rulesets: cards, parameters, numbers of seats, points of cards, and who sees
what.

Exact: read off the tables. A parameter counts if both rulesets have it and rules of both use it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from checker.compare.card_values import values_of_cards
from checker.compare.declarations import values_text
from checker.compare.rulesets.tables import PAIR, Rulesets, Side
from checker.effects.declarations import Kind
from checker.effects.names import field_name
from unodsl.engine.describe import short, value_text
from unodsl.model import table as t
from unodsl.model.types import Card
from unodsl.resolve.choice import seats_text
from unodsl.scenarios import SEAT_NAMES
from unodsl.source import Span
from unodsl.syntax import nodes as s

MOST_CARDS = 4
"""The maximal number of cards named in one difference."""


@dataclass(frozen=True, slots=True)
class Declared:
    """A difference between declarations. `about`: its subject, in words. `answers`: the value of each ruleset, in
    words. `spans`: the places. `spoke`: which of the two declare it themselves. `rules`: the declaring rules, if
    any. `parameter`: its name, or "", if its value differs. `what`: the key for the kernel. `shown`: for each table a
    condition that holds there, or "". `choice`: what a table may choose, not what it plays by."""

    about: str
    answers: tuple[str, str]
    spans: tuple[Span | None, Span | None]
    spoke: tuple[bool, bool]
    rules: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    parameter: str = ""
    what: tuple[Kind, str] = ("seats", "")
    shown: tuple[str, str] = ("", "")
    choice: bool = False


def declared(rulesets: Rulesets) -> Iterator[Declared]:
    """All differences between the declarations."""
    for found in (*seats(rulesets), *cards(rulesets), *parameters(rulesets), *meanings(rulesets), *views(rulesets)):
        # without a common game, each declares everything itself
        yield found if rulesets.choice.base is not None else replace(found, spoke=(True, True))


def item_span(rulesets: Rulesets, side: Side, kind: type[s.Seats] | type[s.Deck]) -> tuple[Span | None, bool]:
    """The place where a ruleset, or a game that it extends, declares something, and whether it does so itself."""
    project, game = rulesets.one.project, rulesets.name(side)
    for name in project.chain(game):
        found = project.pages[name].game
        for item in () if found is None else found.items:
            if isinstance(item, kind):
                return item.span, name == game
    return None, False


def seats(rulesets: Rulesets) -> Iterator[Declared]:
    """The difference in the number of players."""
    numbers = [(rulesets.at[side].table.seats_low, rulesets.at[side].table.seats_high) for side in PAIR]
    if numbers[0] != numbers[1]:
        places = [item_span(rulesets, side, s.Seats) for side in PAIR]
        texts = [f"{seats_text(*n)} can play" for n in numbers]
        yield Declared(
            "how many can play", (texts[0], texts[1]), (places[0][0], places[1][0]), (places[0][1], places[1][1])
        )


def cards(rulesets: Rulesets) -> Iterator[Declared]:
    """The difference between the decks."""
    decks = [{k.name: k.copies for k in rulesets.at[side].table.deck.kinds} for side in PAIR]
    if decks[0] == decks[1]:
        return
    spans = [item_span(rulesets, side, s.Deck) for side in PAIR]
    texts = [deck_words(mine, theirs) for mine, theirs in (decks, decks[::-1])]
    yield Declared(
        "the cards", (texts[0], texts[1]), (spans[0][0], spans[1][0]), (spans[0][1], spans[1][1]), what=("cards", "")
    )


def deck_words(mine: dict[str, int], theirs: dict[str, int]) -> str:
    """A deck in words, with the cards that the other lacks."""
    size = f"{sum(mine.values())} cards"
    factors = {mine[name] / theirs[name] if name in theirs else 0.0 for name in mine}
    if mine.keys() == theirs.keys() and len(factors) == 1:
        return size
    more = [name for name in mine if mine[name] > theirs.get(name, 0)]
    if not more or len(factors) == 1:
        return size
    named = ", ".join(f"{mine[name]} of {name}" for name in more[:MOST_CARDS])
    return f"{size}: {named}{' ...' if len(more) > MOST_CARDS else ''}"


def parameters(rulesets: Rulesets) -> Iterator[Declared]:
    """Parameters of both rulesets with different values."""
    tables = [rulesets.at[side].table for side in PAIR]
    theirs = {short(x.name): x for x in tables[1].settings}
    for mine in tables[0].settings:
        name = short(mine.name)
        other = theirs.get(name)
        if other is None or not all(used(rulesets, side, name) for side in PAIR):
            continue
        title = f"{mine.title} ({name})" if mine.title else name
        texts = [value_text(table, x.type, x.value, SEAT_NAMES) for table, x in zip(tables, (mine, other), strict=True)]
        if texts[0] != texts[1]:
            places = [set_by(rulesets, side, x) for side, x in zip(PAIR, (mine, other), strict=True)]
            yield Declared(
                title,
                (f"{name} is {texts[0]}", f"{name} is {texts[1]}"),
                (places[0][0], places[1][0]),
                (places[0][1], places[1][1]),
                parameter=name,
                what=("parameter", name),
            )
        if mine.type != other.type:
            ranges = [f"{name} can be {values_text(x.type)}" for x in (mine, other)]
            yield replace(at_places(rulesets, title, ranges, (mine, other), ("range", name)), choice=True)


def at_places(
    rulesets: Rulesets,
    about: str,
    answers: Sequence[str],
    declared: tuple[t.Setting | t.Zone | t.Variable | t.Situation, ...],
    what: tuple[Kind, str],
) -> Declared:
    """A difference between two declarations that stand in the files themselves."""
    spoke = [not inherited(rulesets, side, x.name) for side, x in zip(PAIR, declared, strict=True)]
    spans = declared[0].span, declared[1].span
    return Declared(about, (answers[0], answers[1]), spans, (spoke[0], spoke[1]), what=what)


def inherited(rulesets: Rulesets, side: Side, name: str) -> bool:
    """Whether a ruleset has what is declared, or an option that sets it, from the game that both extend."""
    base = rulesets.choice.base
    if base is None or rulesets.name(side) == base:
        return False
    return name.partition(".")[0] in rulesets.one.project.chain(base)


def views(rulesets: Rulesets) -> Iterator[Declared]:
    """Differences in who sees a zone, a variable, or a field of a situation that both have."""
    one, other = (rulesets.at[side].table for side in PAIR)
    for x, y in by_name(one.zones, other.zones):
        if x.visibility != y.visibility:
            name = short(x.name)
            answers = [f"{name} is {z.visibility}" for z in (x, y)]
            yield at_places(rulesets, f"who sees {name}", answers, (x, y), ("zone", name))
    for mine, theirs in by_name(one.variables, other.variables):
        if mine.secret != theirs.secret:
            yield secret(rulesets, short(mine.name), mine.secret, (mine, theirs), "variable")
    for here, there in by_name(one.situations, other.situations):
        known = {y.name: y for y in there.fields}
        for number, field in enumerate(here.fields):
            if field.name in known and known[field.name].secret != field.secret:
                yield secret(rulesets, field_name(here, number), field.secret, (here, there), "field")


def secret(
    rulesets: Rulesets, name: str, first: bool, declared: tuple[t.Variable | t.Situation, ...], kind: Kind
) -> Declared:
    """The difference where one of two tables, the `first` or not, keeps something secret."""
    answers = [f"{name} is {'secret' if x else 'open to all'}" for x in (first, not first)]
    return at_places(rulesets, f"who sees {name}", answers, declared, (kind, name))


Named = TypeVar("Named", t.Zone, t.Variable, t.Situation)


def by_name(mine: Sequence[Named], theirs: Sequence[Named]) -> Iterator[tuple[Named, Named]]:
    """The declarations of both tables with the same short name."""
    known = {short(x.name): x for x in theirs}
    yield from ((x, known[short(x.name)]) for x in mine if short(x.name) in known)


def set_by(rulesets: Rulesets, side: Side, setting: t.Setting) -> tuple[Span, bool]:
    """The place where a ruleset sets a parameter, and whether it, or one of its options, does so itself."""
    for by, value, span in reversed(setting.set_by):
        if value == setting.value:
            return span, not inherited(rulesets, side, by)
    return setting.span, not inherited(rulesets, side, setting.name)


def used(rulesets: Rulesets, side: Side, name: str) -> bool:
    """Whether a rule at a table uses a parameter."""
    word = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    return any(word.search(x.info.span.text) for x in rulesets.rules[side].values())


def first_rule(rulesets: Rulesets, side: Side, rules: list[str]) -> tuple[str, ...]:
    """The first of some rules, those of the ruleset itself before those of the base; none if there is none."""
    own = rulesets.own[side]
    return tuple(sorted(dict.fromkeys(rules), key=lambda r: r not in own))[:1]


def meanings(rulesets: Rulesets) -> Iterator[Declared]:
    """Differences between definitions over single cards, such as their points."""
    tables = [rulesets.at[side] for side in PAIR]
    names = [{d.name for d in c.table.definitions if isinstance(d.parameter, Card)} for c in tables]
    for name in sorted(names[0] & names[1]):
        found = [values_of_cards(context, name) for context in tables]
        differing = [k for k in found[0] if k in found[1] and found[0][k][0] != found[1][k][0]]
        if not differing:
            continue
        # one card of each class with equal values
        classes: dict[tuple[object, ...], str] = {}
        for kind in differing:
            classes.setdefault((found[0][kind], found[1][kind]), kind)
        some = list(classes.values())
        texts = [", ".join(f"{kind}: {x[kind][0]}" for kind in some[:MOST_CARDS]) for x in found]
        rules = [first_rule(rulesets, side, [x[kind][1] for kind in some]) for side, x in zip(PAIR, found, strict=True)]
        spans = [rulesets.rules[side][r[0]].info.head if r else None for side, r in zip(PAIR, rules, strict=True)]
        spoke = [any(x[k][1] in rulesets.own[side] for k in some) for side, x in zip(PAIR, found, strict=True)]
        title = f"{name.removesuffix(' a card')} of a card"
        yield Declared(
            title,
            (texts[0], texts[1]),
            (spans[0], spans[1]),
            (spoke[0], spoke[1]),
            (rules[0], rules[1]),
            what=("meaning", name),
            shown=(
                f"{title.removesuffix(' a card')} {some[0]} is {found[0][some[0]][0]}",
                f"{title.removesuffix(' a card')} {some[0]} is {found[1][some[0]][0]}",
            ),
        )
