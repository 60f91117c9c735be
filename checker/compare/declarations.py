"""The declarations that two tables do not share: differences that are read off without play.

Exact for seats, needs, cards and their zones, points of cards, parameters, and visibility. Acts, situations, and variables
make no difference by themselves; the rules that use them do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from checker.compare.card_values import values_of_cards
from checker.compare.difference import Difference
from checker.compare.match_declarations import paired
from checker.context import Context
from checker.results import Place
from checker.witness.scenario import written_rules
from unodsl.engine.describe import short, value_text
from unodsl.model import table as t
from unodsl.model.types import Card, Number, Type
from unodsl.source import Span
from unodsl.syntax import nodes as s

MOST_NAMED = 6
"""The maximal number of cards named for one difference."""


def declared(old: Context, new: Context) -> Iterator[Difference]:
    """The differences between the declarations of two tables."""
    a, b = old.table, new.table
    if (a.seats_low, a.seats_high) != (b.seats_low, b.seats_high):
        yield _difference(
            f"{a.seats_low} to {a.seats_high} players could play, and now {b.seats_low} to {b.seats_high} can"
        )
    yield from needs(old, new)
    yield from cards(a, b)
    yield from points(old, new)
    yield from parameters(a, b)
    yield from seen(a, b)
    yield from modes(a, b)
    if a.name != b.name:
        yield from ends(a, b)


def needs(old: Context, new: Context) -> Iterator[Difference]:
    """Conditions on the numbers of a table that only one version has."""
    before, now = needed(old), needed(new)
    for text in sorted(before.keys() | now.keys()):
        if text not in now:
            yield _difference(f"`needs {text}` is gone", (before[text], "before"))
        elif text not in before:
            yield _difference(f"`needs {text}` is new", (now[text], "now"))


def needed(context: Context) -> dict[str, Span]:
    """What the game of a table and its options that are on need, as written, with the places."""
    pages = context.project.pages
    blocks: list[Iterable[s.Item]] = []
    for name in {x for game in context.table.games for x in context.project.chain(game)}:
        game = pages[name].game
        blocks.append(() if game is None else game.items)
    blocks += [context.project.items_of(o.name) for o in context.table.options if o.on]
    found = (x for items in blocks for x in items if isinstance(x, s.Needs))
    return {" ".join(x.condition.span.text.split()): x.span for x in found}


def _difference(message: str, *places: tuple[Span | None, str]) -> Difference:
    where = tuple(Place(span, label) for span, label in places if span is not None)
    return Difference("table", message, (), where, "declared", "read off the declarations")


def _listed(rows: list[str]) -> str:
    """A list cut to the first rows, with the number of the others."""
    return ", ".join(rows[:MOST_NAMED]) + (f" and {len(rows) - MOST_NAMED} more" if len(rows) > MOST_NAMED else "")


def cards(a: t.Table, b: t.Table) -> Iterator[Difference]:
    """Differences in the cards of the deck, and in their zones before a round."""
    mine, theirs = ({k.name: k.copies for k in x.deck.kinds} for x in (a, b))
    rows = [
        f"{name}: {mine.get(name, 0)}, now {theirs.get(name, 0)}"
        for name in sorted({*mine, *theirs})
        if mine.get(name, 0) != theirs.get(name, 0)
    ]
    if rows:
        yield _difference(f"the deck has other cards ({_listed(rows)})")
    zones = paired(a.zones, b.zones)
    names = [{i: short(x.name) for i, x in enumerate(table.zones)} for table in (a, b)]

    def cards_by_zone(table: t.Table, where: dict[int, str]) -> dict[str, dict[str, int]]:
        out: dict[str, dict[str, int]] = {}
        for zone, copies in table.deck.homes:
            for kind, number in zip(table.deck.kinds, copies, strict=True):
                if number:
                    out.setdefault(kind.name, {})[where[zone]] = number
        return out

    # a renamed zone is the same zone
    here, there = (
        cards_by_zone(a, {i: names[1].get(zones.get(i, -1), name) for i, name in names[0].items()}),
        cards_by_zone(b, names[1]),
    )
    moved = [name for name in sorted({*here} & {*there}) if mine[name] == theirs[name] and here[name] != there[name]]
    if moved:
        places = {" and ".join(sorted(here[name])) + ", now " + " and ".join(sorted(there[name])) for name in moved}
        yield _difference(f"cards lie elsewhere before a round ({'; '.join(sorted(places))}): {_listed(moved)}")


def points(old: Context, new: Context) -> Iterator[Difference]:
    """Differences in the numbers that definitions give to cards, where these do not depend on the state."""
    numbers = [
        {d.name for d in x.table.definitions if isinstance(d.parameter, Card) and isinstance(d.value.type, Number)}
        for x in (old, new)
    ]
    for name in sorted(numbers[0] & numbers[1]):
        before, now = values_of_cards(old, name), values_of_cards(new, name)
        differing = [k for k in before if k in now and before[k][0] != now[k][0]]
        if differing:
            rows = [f"{kind}: {before[kind][0]}, now {now[kind][0]}" for kind in differing]
            places = [written_rules(x.table)[at[differing[0]][1]].info.head for x, at in ((old, before), (new, now))]
            yield _difference(f"other {name} of cards ({_listed(rows)})", (places[0], "before"), (places[1], "now"))


def parameters(a: t.Table, b: t.Table) -> Iterator[Difference]:
    """Parameters that only one table has, or with another value or another range."""
    mine, theirs = ({x.name.partition(".")[2]: x for x in table.settings} for table in (a, b))
    for name in sorted({*mine, *theirs}):
        one, other = mine.get(name), theirs.get(name)
        if one is None and other is not None:
            yield _difference(
                f"the parameter `{name}` is new: {values_text(other.type)}, here {parameter_words(b, other)}",
                (other.span, "now"),
            )
        elif other is None and one is not None:
            yield _difference(f"the parameter `{name}` is gone: it was {parameter_words(a, one)}", (one.span, "before"))
        elif one is not None and other is not None:
            if parameter_words(a, one) != parameter_words(b, other):
                yield _difference(
                    f"`{name}` was {parameter_words(a, one)} and is {parameter_words(b, other)}",
                    (one.span, "before"),
                    (other.span, "now"),
                )
            if values_text(one.type) != values_text(other.type):
                yield _difference(
                    f"`{name}` could be {values_text(one.type)}, and now {values_text(other.type)}",
                    (one.span, "before"),
                    (other.span, "now"),
                )


def parameter_words(table: t.Table, setting: t.Setting) -> str:
    """A parameter's value, in words."""
    return value_text(table, setting.type, setting.value, ())


def values_text(type_: Type) -> str:
    """The values that a parameter can have, in words."""
    if isinstance(type_, Number):
        return f"{type_.low} to {type_.high}"
    values = getattr(type_, "values", ("yes", "no"))
    return " or ".join(values)


def seen(a: t.Table, b: t.Table) -> Iterator[Difference]:
    """Differences in the visibility of zones and variables that both tables have."""
    for i, j in paired(a.zones, b.zones, only_one=True).items():
        one, other = a.zones[i], b.zones[j]
        if one.visibility != other.visibility:
            yield _difference(
                f"`{short(other.name)}` was {one.visibility}, and is now {other.visibility}",
                (one.span, "before"),
                (other.span, "now"),
            )
    for i, j in paired(a.variables, b.variables, only_one=True).items():
        mine, theirs = a.variables[i], b.variables[j]
        for word, before, now in (("secret", mine.secret, theirs.secret), ("kept", mine.kept, theirs.kept)):
            if before != now:
                how = f"is {word} now" if now else f"is no longer {word}"
                yield _difference(f"`{short(theirs.name)}` {how}", (mine.span, "before"), (theirs.span, "now"))
    for i, j in paired(a.situations, b.situations, only_one=True).items():
        fields = {x.name: x for x in a.situations[i].fields}
        for x in b.situations[j].fields:
            if x.name in fields and fields[x.name].secret != x.secret:
                how = "is secret now" if x.secret else "is no longer secret"
                name = f"{x.name} of {short(b.situations[j].name)}"
                yield _difference(f"`{name}` {how}", (a.situations[i].span, "before"), (b.situations[j].span, "now"))


MODE_WORDS: Mapping[t.OfferMode, str] = {
    "may": "may be made",
    "must": "must be made",
    "otherwise": "must be made if nothing else can be",
    "mistake": "can be made by mistake only",
    "aside": "may be made at will",
}
"""How a move may be made, in words."""


def modes(a: t.Table, b: t.Table) -> Iterator[Difference]:
    """Differences in how moves may be made that the same rule offers: by mistake only, for one."""
    rules = [{short(x.info.name): x for x in table.offers} for table in (a, b)]
    for name in sorted(rules[0].keys() & rules[1].keys()):
        one, other = rules[0][name], rules[1][name]
        same = short(a.acts[one.act].name) == short(b.acts[other.act].name)
        if same and one.mode != other.mode:
            yield _difference(
                f"the move of `{name}` {MODE_WORDS[one.mode]} before, and now it {MODE_WORDS[other.mode]}",
                (one.info.head, "before"),
                (other.info.head, "now"),
            )


ENDS = (
    (t.TableEvent("round ends"), "rules for the end of a round"),
    (t.TableEvent("match ends"), "rules for the end of the match"),
)
"""The events that play from a deal rarely reaches, with words for their rules."""


def ends(a: t.Table, b: t.Table) -> Iterator[Difference]:
    """Differences in the rules that score a round or end the match, which play rarely reaches."""
    for event, words in ENDS:
        before, now = ({x.triggers[i].info.name: x.triggers[i] for i in dict(x.order).get(event, ())} for x in (a, b))
        gone, added = (
            [r for name, r in side.items() if name not in other] for side, other in ((before, now), (now, before))
        )
        if gone or added:
            what = [", ".join(f"`{r.info.name}`" for r in side) or "nothing more" for side in (gone, added)]
            yield Difference(
                "table",
                f"{words}: before, {what[0]}; now, {what[1]}",
                tuple(r.info.name for r in (*gone, *added)),
                tuple(Place(r.info.head, label) for side, label in ((gone, "before"), (added, "now")) for r in side),
                "declared",
                "read off the declarations",
            )
