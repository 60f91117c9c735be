"""UNO205 parameter: two chosen options set one parameter, or one defined value, differently."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

import z3

from checker.checks.findings import finding_of
from checker.checks.fix_suggestions import line_fix, options_apart
from checker.checks.obligations import OpenPair, PairAnswers, Wanted, ask_pairs, is_wanted, settle
from checker.codes import PARAMETER
from checker.context import Context
from checker.invariants.decided import Answered, Ledger, builder, kernel, proved, shown
from checker.invariants.known import ask
from checker.kernel.obligations import Obligation
from checker.results import Answers, Finding, Place, Side
from unodsl.engine.describe import short, value_text
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card, Number
from unodsl.scenarios import SEAT_NAMES
from unodsl.source import Span

CODE = PARAMETER.id


def check(context: Context) -> Answers:
    """Checks parameters set by several options, and definitions of one name."""
    return settle(context, CODE, pair_answers(context))


def pair_answers(context: Context, wanted: Wanted = None) -> PairAnswers:
    """The parameters set by several options, and the pairs of definitions of one name that may differ."""
    closed = Ledger(CODE)
    out = PairAnswers(closed)
    varying = dict(context.table.features)
    for setting in context.table.settings:
        # for files laid together, each ruleset sets its own parameters
        by_whom = {o.name for o in context.table.options} | set(context.table.games)
        values = {by: (value, span) for by, value, span in setting.set_by if by in by_whom}
        if not is_wanted(wanted):
            continue
        if len({v for v, _ in values.values()}) < 2:
            closed.add(shown(context, Obligation("two values", (setting.name,))), setting.name)
            continue
        # at one table all of them are on; in a family any two may be
        groups = combinations(sorted(values), 2) if varying.keys() & values.keys() else [tuple(sorted(values))]
        for group in groups:
            if len({values[by][0] for by in group}) > 1:
                several = partial(set_apart, context, setting, {by: values[by] for by in group})
                options = tuple(by for by in group if by not in context.table.games)
                out.open.append(OpenPair((), None, several, several, setting.name, options))

    for mine, theirs in packs_apart(context) if is_wanted(wanted) else ():
        overridden = partial(packs_set_apart, context, mine, theirs)
        out.open.append(OpenPair((), None, overridden, overridden, "packs", (theirs.by,)))

    def obligation(pair: Pair) -> Obligation:
        first, second = (context.table.definitions[i].info.name for i in pair)
        return Obligation("two meanings", (first, second))

    def doubt(pair: Pair, answered: Answered) -> OpenPair:
        first, second = (context.table.definitions[i] for i in pair)
        sure = answered.verdict == "possible"
        if sure and ask(context, builder(context).differing(first, second, nothing=False)) == "impossible":
            # whether a rule asks about nothing, the definitions do not say
            unasked = partial(differ_for_nothing, context, first, second)
            return OpenPair(obligation(pair).names, answered.formula, unasked, unasked)
        clashing = partial(clash, context, first, second, sure)
        return OpenPair(obligation(pair).names, answered.formula, clashing, clashing)

    more = ask_pairs(context, CODE, of_one_name(context, wanted), obligation, doubt)
    closed.join(more.closed)
    return PairAnswers(closed, out.open + more.open, more.left)


Pair = tuple[int, int]
"""Two definitions, by index."""


def of_one_name(context: Context, wanted: Wanted) -> Iterator[Pair]:
    """The pairs of definitions of one name that are not written for each other, lazily."""
    by_name: dict[str, list[int]] = {}
    for index, definition in enumerate(context.table.definitions):
        by_name.setdefault(definition.name, []).append(index)
    for one, first in enumerate(context.table.definitions):
        for other in by_name[first.name]:
            second = context.table.definitions[other]
            if other <= one or not is_wanted(wanted, first.info.name, second.info.name):
                continue
            if second.info.name in first.info.instead or first.info.name in second.info.instead:
                continue
            if independent(context, first, second):
                yield one, other


def independent(context: Context, first: t.Definition, second: t.Definition) -> bool:
    """Whether two definitions of one name are not written for each other. They are of different options, or of two
    files of which neither extends the other (games laid together, or an option that redefines a game's name
    throughout)."""
    mine, theirs = first.info.option, second.info.option
    if mine is not None and theirs is not None:
        return mine != theirs
    one, other = (r.info.name.partition(".")[0] for r in (first, second))
    if other in context.project.chain(one) or one in context.project.chain(other):
        return False
    whole = all(r.info.option is None or always(r.guard) for r in (first, second))
    return len(context.table.games) > 1 or whole


def always(guard: e.Expr) -> bool:
    """Whether a condition is the constant true."""
    return isinstance(guard, e.Constant) and bool(guard.value)


def example(context: Context, first: t.Definition, second: t.Definition) -> tuple[Side, ...]:
    """A card to which two definitions give different numbers, and these. Empty if the number depends on more than the
    card."""
    if not isinstance(first.parameter, Card) or not isinstance(first.value.type, Number):
        return ()
    for index, kind in enumerate(context.table.deck.kinds):
        env = ({0: index}, {0: index})
        guards = [
            z3.simplify(context.reader.truth(x.guard, dict(y))) for x, y in zip((first, second), env, strict=True)
        ]
        values = [z3.simplify(context.reader.term(x.value, y)) for x, y in zip((first, second), env, strict=True)]
        if all(map(z3.is_true, guards)) and all(map(z3.is_int_value, values)) and not values[0].eq(values[1]):
            names = (x.info.name for x in (first, second))
            return tuple(
                Side(name, name, (f"{first.name} of {kind.name} is {value}",))
                for name, value in zip(names, values, strict=True)
            )
    return ()


def packs_apart(context: Context) -> Iterator[tuple[t.Packs, t.Packs]]:
    """The games and options that set different numbers of packs, where the option's file does not know the game. The
    option's line counts, so the game's own number has no effect."""
    games = [x for x in context.table.deck.packs if x.by in context.table.games]
    options = {o.name for o in context.table.options}
    for theirs in context.table.deck.packs:
        page = theirs.by.partition(".")[0]
        if theirs.by not in options or any(page in context.project.chain(x) for x in context.table.games):
            continue
        for mine in games:
            known = mine.by in context.project.chain(page)
            if (
                mine.zone == theirs.zone
                and not known
                and (mine.written, mine.number) != (theirs.written, theirs.number)
            ):
                yield mine, theirs


def packs_set_apart(context: Context, mine: t.Packs, theirs: t.Packs) -> Finding:
    zone = context.table.zones[mine.zone].name
    found = kernel(context)
    certificates = proved([None if found is None else found.set_apart(f"packs in {zone}", (mine.by, theirs.by))])
    settings_text = "; ".join(f"{x.by}: {words_of_packs(context, x)}" for x in (mine, theirs))
    return finding_of(
        PARAMETER,
        context,
        (),
        f"`{short(theirs.by)}` sets the number of packs of another game than its own, so the game's own number decides nothing: {settings_text}",
        "both lines hold at every table with this option, and the option's counts",
        certificates=certificates,
        severity="warning",
        options=(theirs.by,),
        places=(Place(mine.span, f"packs of {mine.by}"), Place(theirs.span, f"packs of {theirs.by}")),
    )


def words_of_packs(context: Context, packs: t.Packs) -> str:
    """A number of packs, with the range that a table may set."""
    many = f"{packs.number} pack{'s' if packs.number != 1 else ''}"
    setting = next((x for x in context.table.settings if x.name == packs.written), None)
    if setting is None or not isinstance(setting.type, Number):
        return many
    return f"{many}, and a table may set {setting.type.low} to {setting.type.high}"


def set_apart(context: Context, setting: t.Setting, values: dict[str, tuple[int, Span]]) -> Finding:
    settings_text = "; ".join(
        f"{by} to {value_text(context.table, setting.type, value, SEAT_NAMES)}" for by, (value, _) in values.items()
    )
    options = [by for by in values if by not in context.table.games]
    found = kernel(context)
    certificates = proved([None if found is None else found.set_apart(setting.name, tuple(values))])
    unlike = ((a, b) for a, b in combinations(options, 2) if values[a][0] != values[b][0])
    fixes = [options_apart(context, a, b, lambda _: False) for a, b in unlike]
    return finding_of(
        PARAMETER,
        context,
        (),
        f"several options set the parameter `{setting.name.partition('.')[2]}` differently: {settings_text}",
        "both lines hold at every table with these options",
        certificates=certificates,
        severity="warning",
        options=tuple(options),
        places=tuple(Place(span, f"set by {by}") for by, (_, span) in values.items()),
        fixes=fixes,
    )


def differ_for_nothing(context: Context, first: t.Definition, second: t.Definition) -> Finding:
    """The open question of two definitions that differ only where there is no card or player that they could be about."""
    return finding_of(
        PARAMETER,
        context,
        (first, second),
        f"`{first.info.name}` and `{second.info.name}` may give `{first.name}` different meanings",
        "they differ only for nothing, such as a variable without a value; whether a rule asks about that is not known",
        places=(Place(first.info.head, "one meaning"), Place(second.info.head, "another")),
    )


def clash(context: Context, first: t.Definition, second: t.Definition, sure: bool) -> Finding:
    def settled(other: Context) -> bool:
        now = {d.info.name: d for d in other.table.definitions}
        a, b = now.get(first.info.name), now.get(second.info.name)
        return a is None or b is None or a.info.name in b.info.instead or b.info.name in a.info.instead

    sides = example(context, first, second)
    found, names = kernel(context) if sure else None, (first.info.name, second.info.name)
    certificates = proved([None if found is None else found.model(Obligation("two meanings", names))])
    fixes = [
        line_fix(context, CODE, mine, other, "instead of", f"let the meaning of `{mine.info.name}` stand", settled)
        for mine, other in ((first, second), (second, first))
    ]
    return finding_of(
        PARAMETER,
        context,
        (first, second),
        f"`{first.info.name}` and `{second.info.name}` give `{first.name}` different meanings",
        "both definitions stand at every table with these options, and differ in some state as they are declared"
        if certificates
        else "the solver gave no answer",
        certificates=certificates,
        places=(Place(first.info.head, "one meaning"), Place(second.info.head, "another")),
        details=tuple(f"{x.label}: {x.facts[0]}" for x in sides),
        sides=sides,
        fixes=fixes,
    )
