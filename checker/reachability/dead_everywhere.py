"""Whether a part that is dead at one table is dead at every table: with any options, at any number of seats, with any parameters.

What one table leaves unused by its choice is no mistake of the text. Tables that may show a part alive are tried one by one. What is dead at
all of these is asked of the family: one symbolic table of all options and all numbers of seats.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from checker.context import Context
from checker.effects.summary import Slot, slot_of, summaries
from checker.kernel.proved import Shown
from checker.reachability.dead_parts import Verdict, common, known, shown_of, uses_of
from checker.reachability.other_tables import closed
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Enumeration, Number, Player, Players, YesNo
from unodsl.model.walk import below
from unodsl.resolve import TableSpec
from unodsl.resolve.options import says_fixed
from unodsl.source import Span

Everywhere = Literal["dead", "alive", "open"]

MOST_VALUES = 130
"""So many values of one parameter are tried."""

MOST_PROOFS = 12
"""For so many of them a proof is sought where what the part comes to hangs on the state, too."""

Chosen = Mapping[str, int | str]
"""Values of parameters, as a caller sets them."""


def everywhere(context: Context, span: Span, verdict: Verdict) -> Everywhere:
    """Whether a part is dead at every table of the game. Worked out once."""

    def found() -> Everywhere:
        context.known.again(context.spec)
        return _everywhere(context, span, verdict)

    key = context.spec.games, tuple(sorted(context.spec.parameters.items())), span
    answer = context.known.once(context.known.dead_parts, key, found, context.going_on)
    return answer if key in context.known.dead_parts else "open"


def _everywhere(context: Context, span: Span, verdict: Verdict) -> Everywhere:
    values = by_values(context, span, verdict)
    if values == "alive":
        return values
    for others in (some_seats(context), with_parameters(context), some_options(context, span)):
        for other in others:
            if other is not None and not dead_at(other, span, verdict):
                return "alive"
    for given in ({}, *chosen(context)):
        proved = dead_in_family(context, span, verdict, given)
        if proved == "open" and not all(dead_at(x, span, verdict) for x in all_seats(context)):
            return "alive"
        if proved != "dead":
            return proved
    return values


def at_these_options(context: Context, span: Span, verdict: Verdict) -> Everywhere:
    """The same with exactly the options of the table."""
    for other in (*all_seats(context), *with_parameters(context)):
        if other is not None and not dead_at(other, span, verdict):
            return "alive"
    return by_values(context, span, verdict) if context.going_on() else "open"


def dead_at(context: Context, span: Span, verdict: Verdict) -> bool:
    """Whether a part is dead at a table, by proof. A table without it says nothing."""
    uses = uses_of(context.table).get(span)
    return not uses or common(context, uses) == verdict


def all_seats(context: Context) -> Iterator[Context]:
    """The table at each number of seats."""
    numbers = range(context.table.seats_low, context.table.seats_high + 1)
    return (x for x in map(context.at_seats, numbers) if x is not None)


def some_seats(context: Context) -> Iterator[Context | None]:
    """The table at the most and the least other number of seats."""
    for number in (context.table.seats_high, context.table.seats_low):
        if number != context.layout.seats:
            yield context.at_seats(number)


def with_parameters(context: Context) -> Iterator[Context | None]:
    """The table with each parameter at its least and its greatest value."""
    for given in chosen(context):
        yield context.shared(with_values(context.spec, given))


def chosen(context: Context) -> Iterator[Chosen]:
    """Each parameter at its least and its greatest value by itself, where that is not its value."""
    for setting in context.table.settings:
        values = values_of(setting)
        for value in {values[0]: None, values[-1]: None}:
            if value != value_here(setting):
                yield {setting.name: value}


def values_of(setting: t.Setting) -> list[int | str]:
    """The values that a parameter can have, in order."""
    match setting.type:
        case Number(low=low, high=high):
            return list(range(low, high + 1))
        case Enumeration(values=values):
            return list(values)
        case YesNo():
            return ["no", "yes"]
        case Card() | Player() | Players():
            raise ValueError(f"no parameter is {setting.type}")
        case _:
            assert_never(setting.type)


def value_here(setting: t.Setting) -> int | str:
    """The value that a parameter has at a table."""
    return setting.value if isinstance(setting.type, Number) else values_of(setting)[setting.value]


def with_values(spec: TableSpec, given: Chosen) -> TableSpec:
    """A choice with other parameters."""
    return replace(spec, parameters={**spec.parameters, **given})


def some_options(context: Context, span: Span) -> Iterator[Context | None]:
    """The table without options but the one that the part belongs to, and with each other option of the game's files beside it."""
    own = own_option(context, span)
    base = () if own is None else (own,)
    yield context.narrowed(base)
    for option in options_here(context):
        if option not in base and context.going_on():
            yield context.narrowed((*base, option))


def own_option(context: Context, span: Span) -> str | None:
    """The option in whose text a part stands; None where it stands in a game."""
    for page in context.project.pages.values():
        for name, node in page.options.items():
            if node.span.source == span.source and node.span.start <= span.start and span.end <= node.span.end:
                return name
    return None


def options_here(context: Context) -> list[str]:
    """The options of the files that the caller speaks of, and of the games that these build on."""
    pages = {p for game in context.table.games for p in context.project.chain(game)} | set(context.project.named)
    return [name for name in context.project.option_names() if name.partition(".")[0] in pages]


def by_values(context: Context, span: Span, verdict: Verdict) -> Everywhere:
    """Whether a part is dead with every value of each parameter that it hangs on; others are left to `with_parameters`."""
    mine = basis_of(context.table, span)
    found: Everywhere = "dead"
    for setting in context.table.settings:
        values = values_of(setting)
        if all(basis_with(context, span, setting.name, x) in (None, mine) for x in (values[0], values[-1])):
            continue
        if len(values) > MOST_VALUES:
            found = "open"
        proofs = 0
        for value in values[:MOST_VALUES]:
            there = basis_with(context, span, setting.name, value)
            if there is None or there == mine:
                continue
            if all(known(x) for x in there.conditions):
                blank = context.reference.blank(1)
                if any(bool(context.reference.condition(blank, x)) != (verdict == "always") for x in there.conditions):
                    return "alive"
                continue
            proofs += 1
            other = context.other(with_values(context.spec, {setting.name: value})) if proofs <= MOST_PROOFS else None
            if other is None:
                found = "open"
            elif not dead_at(other, span, verdict):
                return "alive"
    return found


@dataclass(frozen=True, slots=True)
class Basis:
    """What a part comes to hangs on: what it means in each rule, and the conditions and effects of the rules that set what it looks at,
    of those that set what these look at, and so on."""

    conditions: tuple[e.Expr, ...]
    setting: tuple[tuple[e.Expr, tuple[f.Effect, ...]], ...]


def basis_of(table: t.Table, span: Span) -> Basis:
    """What a part hangs on at a table."""
    conditions = tuple(part.condition for _, part in uses_of(table).get(span, ()))
    all_ = summaries(table)
    rules = [(x.guard, x.effects) for row in (table.triggers, table.offers) for x in row]
    sets = [
        {slot_of(c.target) for y in all_.through(effects) for c in y.changes if not isinstance(c.target, e.Owner)}
        for _, effects in rules
    ]
    slots = read((conditions,))
    behind: set[int] = set()
    while more := {i for i, mine in enumerate(sets) if i not in behind and mine & slots}:
        behind |= more
        slots |= read(tuple(rules[i] for i in more))
    return Basis(conditions, tuple(rules[i] for i in sorted(behind)))


def read(nodes: object) -> set[Slot]:
    """The variables and fields that conditions and effects look at."""
    return {slot_of(x) for x in below(nodes) if isinstance(x, e.Variable | e.Field)}


def basis_with(context: Context, span: Span, name: str, value: int | str) -> Basis | None:
    """The same with another value of a parameter; None where that is no table, or one without the part."""
    resolved = context.known.resolved(context.project, with_values(context.spec, {name: value}))
    if resolved is None:
        return None
    found = basis_of(resolved.table, span)
    return found if found.conditions else None


@dataclass(frozen=True, slots=True)
class Together:
    """The table of all options and numbers of seats at once, and those of options that cannot be put into it (`left`), beside the part's
    own."""

    family: Context
    alone: tuple[Context, ...]
    left: tuple[str, ...]


def together(context: Context, span: Span, given: Chosen) -> Together | None:
    """These tables, with some parameters; None where there are none."""
    here = options_here(context)
    required = {o.name: frozenset(o.requires) for o in context.table.options}
    options, table = here, context.table
    while context.going_on():
        spec = TableSpec(
            games=context.spec.games,
            parameters={**context.spec.parameters, **given},
            seats=table.seats_high,
            any_seats=True,
            exact=True,
            featured=tuple(options),
        )
        family = context.shared(spec)
        if family is not None:
            own, left = own_option(context, span), tuple(x for x in here if x not in options)
            sets = (closed({x, own} if own is not None else {x}, required) for x in left)
            alone = (context.narrowed(tuple(sorted(x))) for x in sets)
            return Together(family, tuple(x for x in alone if x is not None), left)
        fixed = [x for x in options if says_fixed(context.project, x)]
        if not fixed:
            return None
        # the last one that may be to blame; where it is not, the next ones follow
        options = [x for x in options if fixed[-1] not in closed({x}, required)]
    return None


def dead_in_family(context: Context, span: Span, verdict: Verdict, given: Chosen) -> Everywhere:
    """Whether a part is proved dead at one symbolic table of all options and numbers of seats. Options that cannot be put into it are
    judged by themselves, beside the part's own."""
    found = together(context, span, given)
    if found is None or not dead_at(found.family, span, verdict):
        return "open"
    return "dead" if all(dead_at(x, span, verdict) for x in found.alone) else "alive"


@dataclass(frozen=True, slots=True)
class Said:
    """What the kernel says of a part that is dead everywhere: at each of the tables that say so together. `left`: options that only some
    of these tables have."""

    shown: tuple[Shown | None, ...]
    left: tuple[str, ...] = ()


def said_everywhere(context: Context, span: Span, verdict: Verdict) -> Said:
    """Of all tables of a game."""
    shown: list[Shown | None] = []
    left: set[str] = set()
    for given in ({}, *chosen(context)):
        found = together(context, span, given)
        if found is None:
            return Said((None,))
        left |= set(found.left)
        shown += [y for x in (found.family, *found.alone) for y in shown_of(x, span, verdict)]
    return Said(tuple(shown), tuple(sorted(left)))


def said_here(context: Context, span: Span, verdict: Verdict) -> Said:
    """Of the tables with exactly the options of one."""
    tables = (*all_seats(context), *(x for x in with_parameters(context) if x is not None))
    return Said(tuple(y for x in tables for y in shown_of(x, span, verdict)))
