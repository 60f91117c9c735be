"""Whether a part that is dead at one table is dead at every table: any options, number of seats and parameters.

A part that is unused only by one table's choice is no defect of the text. The family is queried: one symbolic table of
all options and numbers of seats. Where it leaves the question open, tables that may show the part alive are tried one by one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, combinations, islice, product
from typing import Literal, assert_never

from checker.context import Context
from checker.effects.summary import slot_of, summaries
from checker.effects.values import plain
from checker.kernel.proved import Shown
from checker.known_tables import parameters_with
from checker.reachability.dead_parts import Verdict, common, known, shown_of, uses_of
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Enumeration, Number, Player, Players, YesNo
from unodsl.model.walk import below, conjuncts
from unodsl.resolve import TableSpec
from unodsl.resolve.options import changes_constants
from unodsl.source import Span

Everywhere = Literal["dead", "alive", "open"]

MOST_VALUES = 130
"""The most values of one parameter that are tried."""

MOST_TOGETHER = 40
"""The most combinations of values of several parameters that are tried."""

FEW_VALUES = 5
"""The most values that are tried of a parameter that no rule names on which a part depends."""

MOST_PROOFS = 12
"""The most of these with a proof, where the part's value also depends on the state."""

Chosen = Mapping[str, int | str]
"""Values of parameters, as a caller sets them."""


def everywhere(context: Context, span: Span, verdict: Verdict) -> Everywhere:
    """Whether a part is dead at every table of the game. Cached."""

    def found() -> Everywhere:
        context.known.again(context.spec)
        return _everywhere(context, span, verdict)

    key = context.spec.games, tuple(sorted(context.spec.parameters.items())), span
    answer = context.known.once(context.known.dead_parts, key, found, context.within_budget)
    return answer if key in context.known.dead_parts else "open"


def _everywhere(context: Context, span: Span, verdict: Verdict) -> Everywhere:
    if not all(dead_at(x, span, verdict) for x in some_seats(context) if x is not None):
        return "alive"
    values = by_values(context, span, verdict)
    if values == "alive":
        return values
    for given in ({}, *chosen(settings_anywhere(context, span))):
        proved = dead_in_family(context, span, verdict, given)
        if proved == "dead":
            continue
        alone = context.narrowed(base_options(context, span))
        seats = chain(all_seats(context), () if alone is None else all_seats(alone))
        others = chain(some_options(context, span), with_parameters(context), seats)
        if proved == "alive" or not all(dead_at(x, span, verdict) for x in others if x is not None):
            return "alive"
        return "open"
    return values


def at_these_options(context: Context, span: Span, verdict: Verdict) -> Everywhere:
    """The same with exactly the options of the table."""
    for other in (*all_seats(context), *with_parameters(context)):
        if other is not None and not dead_at(other, span, verdict):
            return "alive"
    return by_values(context, span, verdict) if context.within_budget() else "open"


def dead_at(context: Context, span: Span, verdict: Verdict) -> bool:
    """Whether a part is proved dead at a table, or does not occur there."""
    uses = uses_of(context.table, at=span).get(span)
    return not uses or common(context, uses) == verdict


def all_seats(context: Context) -> Iterator[Context]:
    """The table at each number of seats."""
    return (x for x in map(context.at_seats, seats_of_game(context)) if x is not None)


def seats_of_game(context: Context) -> range:
    """The numbers of seats that the game allows without any option, or the table."""
    plain = context.known.resolved(context.project, TableSpec(games=context.spec.games, exact=True))
    tables = [context.table, *([] if plain is None else [plain.table])]
    return range(min(x.seats_low for x in tables), max(x.seats_high for x in tables) + 1)


def some_seats(context: Context) -> Iterator[Context | None]:
    """The table at the greatest and the least number of seats, if different."""
    for number in (context.table.seats_high, context.table.seats_low):
        if number != context.layout.seats:
            yield context.at_seats(number)


def with_parameters(context: Context) -> Iterator[Context | None]:
    """The table with each parameter at its usual, its least and its greatest value."""
    for given in chosen(context.table.settings):
        yield context.shared(with_values(context.spec, given))


def settings_anywhere(context: Context, span: Span) -> list[t.Setting]:
    """The parameters of the table, and those of options that are off here."""
    family = together(context, span, {})
    tables = [*(() if family is None else (x.table for x in (family.family, *family.alone))), context.table]
    # (in the family no option has set one)
    found = {x.name: x for table in reversed(tables) for x in table.settings}
    return [found[name] for name in sorted(found)]


def chosen(settings: Iterable[t.Setting]) -> Iterator[Chosen]:
    """Yields each of some parameters at its usual, its least and its greatest value, one at a time, without the value that it
    has."""
    for setting in settings:
        values = values_of(setting)
        usual = value_here(replace(setting, value=setting.usual))
        for value in dict.fromkeys((usual, values[0], values[-1])):
            if value != value_here(setting):
                yield {setting.name: value}


def values_of(setting: t.Setting) -> list[int | str]:
    """The values of a parameter, in order."""
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
    """The value of a parameter at a table."""
    return setting.value if isinstance(setting.type, Number) else values_of(setting)[setting.value]


def with_values(spec: TableSpec, given: Chosen) -> TableSpec:
    """A table spec with other parameters."""
    return replace(spec, parameters={**spec.parameters, **given})


def some_options(context: Context, span: Span) -> Iterator[Context | None]:
    """Yields the table with only the option that the part belongs to, and with each other option of the game's files
    added: first those with rules in the cone of influence of what the part reads."""
    base = base_options(context, span)
    yield context.narrowed(base)
    family = together(context, span, {})
    table = context.table if family is None else family.family.table
    texts = basis_of(table, span).texts
    near = {x.info.option for x in table.running if x.info.span.text in texts}
    for option in sorted(options_here(context), key=lambda x: x not in near):
        if option not in base and context.within_budget():
            yield context.narrowed((*base, option))


def base_options(context: Context, span: Span) -> tuple[str, ...]:
    """The option that contains a part of the text; none if a game does."""
    own = own_option(context, span)
    return () if own is None else (own,)


def own_option(context: Context, span: Span) -> str | None:
    """The option that contains a part of the text; None if a game does."""
    for page in context.project.pages.values():
        for name, node in page.options.items():
            if node.span.source == span.source and node.span.start <= span.start and span.end <= node.span.end:
                return name
    return None


def options_here(context: Context) -> list[str]:
    """All options of the files, also of those that a file only uses."""
    return list(context.project.option_names())


def by_values(context: Context, span: Span, verdict: Verdict) -> Everywhere:
    """Whether a part is dead for all values of the parameters that it depends on, each alone and several together; the
    others are left to `with_parameters`."""
    mine = basis_of(context.table, span)
    found: Everywhere = "dead"
    rows: list[tuple[str, list[int | str]]] = []
    naming = {x.name for x in context.table.settings if names(context.table, mine, x)}
    # (mostly one that the text names shows a part alive, and few values cost few proofs)
    for setting in sorted(context.table.settings, key=lambda x: (x.name not in naming, len(values_of(x)))):
        values = values_of(setting)
        named = setting.name in naming
        # (a few values do not show what depends on one of the others)
        some = [
            basis_with(context, span, {setting.name: x}) for x in spaced(values, MOST_VALUES if named else FEW_VALUES)
        ]
        # (of more values, these many have to do)
        if (not named or len(values) > MOST_VALUES) and all(x in (None, mine) for x in some):
            continue
        ends = by_size(mine, some)
        if len(values) > MOST_VALUES and not ends:
            found = "open"
        tried = [values[0], values[-1]] if ends else values[:MOST_VALUES]
        rows.append((setting.name, [x for x in dict.fromkeys(tried) if x != value_here(setting)]))
        there = "dead" if ends else dead_with(context, span, verdict, mine, [{setting.name: x} for x in rows[-1][1]])
        if there == "alive":
            return there
        found = there if there == "open" else found
    several = list(islice(values_together(rows), MOST_TOGETHER + 1))
    there = dead_with(context, span, verdict, mine, several[:MOST_TOGETHER])
    if there == "dead":
        return found if len(several) <= MOST_TOGETHER else "open"
    return there


def values_together(rows: Sequence[tuple[str, list[int | str]]]) -> Iterator[Chosen]:
    """Other values of two or more parameters at once: of two first."""
    for count in range(2, len(rows) + 1):
        for some in combinations(rows, count):
            for chosen_values in product(*(values for _, values in some)):
                yield dict(zip((name for name, _ in some), chosen_values, strict=True))


def dead_with(context: Context, span: Span, verdict: Verdict, mine: Basis, all_: Iterable[Chosen]) -> Everywhere:
    """Whether a part is dead with each of several values of parameters. `mine`: its cone of influence at the table."""
    found: Everywhere = "dead"
    proofs = 0
    for given in all_:
        there = basis_with(context, span, given)
        if there is None or there == mine:
            continue
        if all(known(x) for x in there.conditions):
            blank = context.reference.blank(1)
            if any(bool(context.reference.condition(blank, x)) != (verdict == "always") for x in there.conditions):
                return "alive"
            continue
        proofs += 1
        other = context.other(with_values(context.spec, given)) if proofs <= MOST_PROOFS else None
        if other is None:
            found = "open"
        elif not dead_at(other, span, verdict):
            return "alive"
    return found


def names(table: t.Table, basis: Basis, setting: t.Setting) -> bool:
    """Whether the rules of a cone of influence name a parameter, or a definition that does. Over-approximates: any words of
    their text count."""
    texts, left = basis.texts, list(table.definitions)
    while used := [x for x in left if mentioned(x.name, texts)]:
        texts |= {x.info.span.text for x in used}
        left = [x for x in left if x not in used]
    return mentioned(setting.name.partition(".")[2], texts)


def mentioned(name: str, texts: Iterable[str]) -> bool:
    """Whether the words of a name occur in a text."""
    words = re.compile(r"\b" + r"\s+".join(map(re.escape, name.split())) + r"\b")
    return any(words.search(x) for x in texts)


def spaced(values: list[int | str], most: int) -> list[int | str]:
    """At most so many of some values, in order: the first and the last one, those next to them, and some between."""
    last = len(values) - 1
    if last < most:
        return values
    between = (2 + (last - 4) * i // (most - 3) for i in range(1, most - 3))
    return [values[i] for i in sorted({0, 1, *between, last - 1, last})]


def by_size(mine: Basis, some: list[Basis | None]) -> bool:
    """Whether a part compares a parameter by size with something that does not depend on it, as far as `some` values, in
    order, show: it is the same but for a number that only grows, or only shrinks. What is dead at the ends is dead between."""
    there = [x for x in some if x is not None]
    rows = [tuple(map(compared, x.conditions)) for x in (mine, *there)]
    if len(there) < len(some) or any((x.unless, x.setting) != (mine.unless, mine.setting) for x in there):
        return False
    known = [[x for x in row if x is not None] for row in rows]
    shapes = {tuple(x[1:] for x in row) for row in known}
    numbers = [[x[0] for x in row] for row in known[1:]]
    return (
        list(map(len, known)) == list(map(len, rows))
        and len(shapes) == 1
        and all(list(c) in (sorted(c), sorted(c, reverse=True)) for c in zip(*numbers, strict=True))
    )


def compared(condition: e.Expr) -> tuple[int, str, e.Expr, bool] | None:
    """What a condition compares with a number, and how: the number, the operator, the other side, and which it is. None for
    another condition."""
    if isinstance(condition, e.Compare) and condition.operator in ("<", "<="):
        for one, other in ((condition.left, condition.right), (condition.right, condition.left)):
            if isinstance(one, e.Constant) and not isinstance(other, e.Constant):
                return one.value, condition.operator, other, one is condition.left
    return None


@dataclass(frozen=True, slots=True)
class Basis:
    """The cone of influence of a part: its conditions, those before each of them, and what the rules that transitively set
    what they read set it to, each with all conditions of its rule. `texts`: of all these rules."""

    conditions: tuple[e.Expr, ...]
    unless: tuple[tuple[e.Expr, ...], ...]
    setting: tuple[tuple[e.Expr, ...], ...]
    texts: frozenset[str] = field(compare=False)


Key = tuple[str, object]
"""What a cone of influence reads: a slot, whether a situation is open and for whom, or the argument of an act."""


@dataclass(frozen=True, slots=True)
class Source:
    """A rule or an act as what sets something: its conditions, what it sets to which values (None: no value), what its
    conditions and values read besides, and its text."""

    given: tuple[e.Expr, ...]
    changes: tuple[tuple[Key, e.Expr | None], ...]
    arguments: frozenset[Key]
    span: Span | None


def basis_of(table: t.Table, span: Span) -> Basis:
    """The cone of influence of a part at a table. (Cards are no part of it.)"""
    uses = uses_of(table, at=span).get(span, ())
    parts = [part for _, part in uses]
    conditions, unless = tuple(x.condition for x in parts), tuple((*x.unless, *x.given) for x in parts)
    sources = list(chain.from_iterable(map(partial(sources_of, table), (*table.running, *table.acts))))
    about = (key for rule, _ in uses for key in arguments_of(table, rule, (conditions, unless)))
    keys, setting = {*read((conditions, unless)), *about}, dict[int, tuple[e.Expr, ...]]()
    while True:
        now = {
            i: (*x.given, *(value for key, value in x.changes if key in keys and value is not None))
            for i, x in enumerate(sources)
            if any(key in keys for key, _ in x.changes)
        }
        if now == setting:
            spans = [*(rule.info.span for rule, _ in uses), *(sources[i].span for i in now)]
            return Basis(conditions, unless, tuple(now.values()), frozenset(x.text for x in spans if x is not None))
        setting = now
        keys |= read(tuple(now.values()))
        keys = keys.union(*(sources[i].arguments for i in now))


def sources_of(table: t.Table, x: t.Trigger | t.Offer | t.Act) -> Iterator[Source]:
    """A rule or an act as what sets something; and what it performs or offers, as what gives an act its argument: of its condition,
    that counts which is about the argument alone."""
    span = x.span if isinstance(x, t.Act) else x.info.span
    yield setting_of(table, x, span)
    performed = (y.performs for y in summaries(table).through(x.effects))
    rows: list[tuple[int, e.Expr | None, tuple[e.Expr, ...]]]
    rows = [(y.act, y.argument, ()) for y in performed if y is not None]
    if isinstance(x, t.Offer):
        rows.append((x.act, x.argument, tuple(y for y in conjuncts(x.guard) if plain(y))))
    for act, argument, given in rows:
        key: Key = ("act", act)
        yield Source(given, ((key, argument),), arguments_of(table, x, argument), span)


def setting_of(table: t.Table, x: t.Trigger | t.Offer | t.Act, span: Span | None) -> Source:
    """A rule or an act as what sets variables, fields and situations."""
    found = list(summaries(table).through(x.effects))
    blocks = [block for y in found for block in y.blocks]
    given = [block.given for block in blocks if block.given is not None]
    if any(block.how == "times" for block in blocks):
        # (how often may be any of them)
        given += [n for n in below(x.effects) if isinstance(n, e.Constant | e.Arithmetic)]
    changes: list[tuple[Key, e.Expr | None]] = []
    for y in found:
        for c in y.changes:
            key: Key = ("open", c.target.situation) if isinstance(c.target, e.Owner) else ("slot", slot_of(c.target))
            changes.append((key, c.value))
        if y.situation is not None:
            changes.append((("open", y.situation), None))
    if not isinstance(x, t.Act):
        given.insert(0, x.guard)
    values = tuple(value for _, value in changes if value is not None)
    return Source(tuple(given), tuple(changes), arguments_of(table, x, (*given, *values)), span)


def arguments_of(table: t.Table, rule: t.Rule | t.Act, nodes: object) -> frozenset[Key]:
    """The acts whose argument some conditions and values of a rule or an act read."""
    if not any(isinstance(n, e.Local) and n.index == t.ARGUMENT_LOCAL for n in below(nodes)):
        return frozenset()
    if isinstance(rule, t.Act):
        return frozenset({("act", table.acts.index(rule))})
    if isinstance(rule, t.Offer):
        return frozenset({("act", rule.act)})
    events = rule.events if isinstance(rule, t.Trigger) else ()
    return frozenset(("act", y.act) for y in events if isinstance(y, t.ActEvent))


def read(nodes: object) -> set[Key]:
    """The variables, fields and situations that occur in conditions and effects."""
    out: set[Key] = set()
    for x in below(nodes):
        if isinstance(x, e.Variable | e.Field):
            out.add(("slot", slot_of(x)))
        if isinstance(x, e.IsOpen | e.Owner | e.IsTop):
            out.add(("open", x.situation))
    return out


def basis_with(context: Context, span: Span, given: Chosen) -> Basis | None:
    """The cone of influence with other values of parameters; None if there is no such table, or it has no such
    part."""
    resolved = context.known.resolved(context.project, with_values(context.spec, given))
    if resolved is None:
        return None
    found = basis_of(resolved.table, span)
    return found if found.conditions else None


@dataclass(frozen=True, slots=True)
class Together:
    """The family of all options and numbers of seats, and single tables for options that the family cannot include
    (`left`), with the part's own option on."""

    family: Context
    alone: tuple[Context, ...]
    left: tuple[str, ...]


def together(context: Context, span: Span, given: Chosen) -> Together | None:
    """The family for some parameters; None if there is none. The single tables are those at all numbers of seats."""
    here = options_here(context)
    options = here
    seats = seats_of_game(context)
    while context.within_budget():
        spec = TableSpec(
            games=context.spec.games,
            parameters={**context.spec.parameters, **given},
            seats=seats[-1],
            any_seats=True,
            exact=True,
            featured=tuple(options),
        )
        family = context.shared(spec)
        if family is not None:
            own, left = own_option(context, span), tuple(x for x in here if x not in options)
            sets = (context.table.closed({x, own} if own is not None else {x}, brought=False) for x in left)
            alone = (with_just(context, sorted(x), given, number) for x in sets for number in seats)
            return Together(family, tuple(x for x in alone if x is not None), left)
        fixed = [x for x in options if changes_constants(context.project, x)]
        if not fixed:
            return None
        # the last candidate; if it is not the cause, the next ones follow
        options = [x for x in options if fixed[-1] not in context.table.closed([x], brought=False)]
    return None


def with_just(context: Context, options: Sequence[str], given: Chosen, seats: int) -> Context | None:
    """The table with just these options and their parameters, at a number of seats; None if there is none."""
    parameters = parameters_with(context.project, {**context.spec.parameters, **given}, options)
    return context.shared(replace(context.spec, options=tuple(options), parameters=parameters, seats=seats))


def dead_in_family(context: Context, span: Span, verdict: Verdict, given: Chosen) -> Everywhere:
    """Whether a part is proved dead in the family. Options outside of the family are checked at single tables, with the
    part's own option on."""
    found = together(context, span, given)
    if found is None or not dead_at(found.family, span, verdict):
        return "open"
    return "dead" if all(dead_at(x, span, verdict) for x in found.alone) else "alive"


@dataclass(frozen=True, slots=True)
class DeadEverywhere:
    """The kernel's evidence that a part is dead everywhere, for each of the tables that cover the game. `left`: options
    that only some of these tables have."""

    shown: tuple[Shown | None, ...]
    left: tuple[str, ...] = ()


def dead_at_all_tables(context: Context, span: Span, verdict: Verdict) -> DeadEverywhere:
    """The evidence for all tables of a game."""
    tables, left = all_tables(context, span)
    shown: list[Shown | None] = [y for x in tables for y in shown_of(x, span, verdict)]
    return DeadEverywhere(tuple(shown) if tables else (None,), left)


def dead_with_options(context: Context, span: Span, verdict: Verdict) -> DeadEverywhere:
    """The evidence for the tables with exactly these options."""
    return DeadEverywhere(tuple(y for x in tables_with_options(context) for y in shown_of(x, span, verdict)))


def all_tables(context: Context, span: Span) -> tuple[list[Context], tuple[str, ...]]:
    """The tables that cover a game, for a part of its text, and the options that only some of them have. No tables if the
    family of all options is none."""
    tables: list[Context] = []
    left: set[str] = set()
    for given in ({}, *chosen(settings_anywhere(context, span))):
        found = together(context, span, given)
        if found is None:
            return [], ()
        left |= set(found.left)
        tables += (found.family, *found.alone)
    return tables, tuple(sorted(left))


def tables_with_options(context: Context) -> list[Context]:
    """The tables with exactly the options of a table."""
    return [*all_seats(context), *(x for x in with_parameters(context) if x is not None)]
