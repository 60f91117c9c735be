"""Whether a ban that forbids nothing at one table forbids something at another one, with other options on.

A ban may be about an offer of an option that is off. That it forbids nothing then is no defect; it is one if no table
is found at which it does. Under-approximates: the options are tried all together, and one by one. One family with all
options as unknowns is queried first. Mostly it shows that there is no such table, or which options have the offers that
the ban could forbid.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from checker.context import Context
from checker.effects.never_meet import concerns
from checker.invariants.known import answered, ask
from checker.invariants.rule_enabled import question_of
from checker.known_tables import key_of, spec_of, written
from checker.smt.factory import conj
from checker.smt.query import in_fresh_z3
from checker.witness.scenario import written_rules
from unodsl.diagnostics import RulesError
from unodsl.model import table as t
from unodsl.resolve import Project, Resolved, TableSpec, reads, resolve_table

NEVER = "never forbids"
"""The key of the question whether a ban forbids nothing at any table."""

MOST_SEATS = 3
"""The least number of seats of the family, so that its answer covers 2 and 3 seats."""

MOST_TRIED = 24
"""The most options that are tried one by one."""


def forbids_elsewhere(context: Context, rule: t.Ban) -> bool:
    """Whether a ban that forbids nothing at its table forbids something with more or other options on. Tables that are
    independent of the chosen options come first: the next table reuses their answers."""
    name = rule.info.name
    with reads.aside() as seen:
        everything = every_option(context)
        never = everything is not None and not forbids_anywhere(context, everything, name)
    if never and everything is not None:
        # an edit of any option may change this, but rarely does
        reads.note([reads.Answered(NEVER, json.dumps([written(everything[0]), name]), True)])
        return False
    reads.note(seen)
    bringing = None if everything is None else bringing_options(everything, name)
    return any(
        forbids_with(context, options, name)
        for options in sets_tried(context, rule)
        if bringing is None or None in bringing or not bringing.isdisjoint(context.table.closed(options))
    )


def never_forbids(project: Project, about: str) -> bool:
    """Whether a ban forbids nothing in the family of all options. Repeats the question that `forbids_elsewhere` noted,
    from its text `about`."""
    choice, name = json.loads(about)
    spec = spec_of(json.loads(choice))
    try:
        resolved = resolve_table(project, spec)
    except RulesError:
        return False
    context = Context(project, spec, resolved, float("inf"), sampled_moves=0)
    return not forbids_anywhere(context, (spec, resolved), name)


def every_option(context: Context) -> tuple[TableSpec, Resolved] | None:
    """The family of a game with each option of the files as an unknown; at up to this many seats, and at least 3. None
    if it cannot be resolved. Cached."""
    spec = replace(
        context.spec,
        options=(),
        featured=context.project.option_names(),
        seats=max(context.layout.seats, min(MOST_SEATS, context.table.seats_high)),
        any_seats=True,
        without=(),
        exact=True,
    )

    def made() -> Resolved | None:
        try:
            return resolve_table(context.project, spec)
        except RulesError:
            return None

    resolved = context.known.once(context.known.families, key_of(spec), made)
    return None if resolved is None else (spec, resolved)


def forbids_anywhere(context: Context, everything: tuple[TableSpec, Resolved], name: str) -> bool:
    """Whether any state in the family, reachable or not, has an offer that a ban forbids; including option sets that
    are not allowed. Over-approximates. Cached."""
    spec, resolved = everything

    def answer() -> bool:
        with in_fresh_z3():
            family = Context(context.project, spec, resolved, context.until, sampled_moves=0)
            rule = written_rules(family.table).get(name)
            question = None if rule is None else question_of(family, rule)
            possible = question is not None and answered(family.bare_solver(), question) != "impossible"
        return rule is None or possible

    # (the files read for the family count as read by the caller)
    return context.known.once(context.known.anywhere, (key_of(spec), name), answer)


def possible_seats(context: Context, names: frozenset[str]) -> dict[str, frozenset[int]]:
    """The numbers of seats at which conditions allow some rules, by name, that are not allowed at each. An empty set: the
    rule is unsatisfiable at every number. Over-approximates."""
    low, high = context.table.seats_low, context.table.seats_high
    if not names or low == high or not context.within_budget():
        return {}
    spec = replace(context.spec, seats=context.table.seats_high, any_seats=True)
    try:
        resolved = resolve_table(context.project, spec)
    except RulesError:
        return {}
    with in_fresh_z3():
        every = Context(context.project, spec, resolved, context.until, sampled_moves=0)
        questions = {n: question_of(every, r) for n, r in written_rules(every.table).items() if n in names}
        solver, seats = every.bare_solver(), every.reader.st.seats
        out: dict[str, frozenset[int]] = {}
        for name, question in questions.items():
            if question is None or answered(solver, question) == "impossible":
                out[name] = frozenset()
                continue
            there = [n for n in range(low, high + 1) if answered(solver, conj(seats == n, question)) != "impossible"]
            if len(there) <= high - low:
                out[name] = frozenset(there)
        return out


def bringing_options(everything: tuple[TableSpec, Resolved], name: str) -> frozenset[str | None] | None:
    """The options whose offers a ban could forbid (None among them: the game's own); None if unknown."""
    table = everything[1].table
    rule = written_rules(table).get(name)
    if not isinstance(rule, t.Ban):
        return None
    return frozenset(o.info.option for o in table.offers if concerns(rule, o) and meet(rule, o))


def meet(ban: t.Ban, offer: t.Offer) -> bool:
    """Whether a ban and an offer share a situation."""
    return not ban.situations or not offer.situations or not set(ban.situations).isdisjoint(offer.situations)


def forbids_with(context: Context, options: tuple[str, ...], name: str) -> bool:
    """Whether a ban may forbid something at the table with only these options on. Cached."""

    def answer() -> bool:
        other = context.narrowed(options)
        return other is not None and forbids(other, name)

    key = key_of(replace(context.spec, options=options)), name
    return context.known.once(context.known.forbids, key, answer, context.within_budget)


def forbids(context: Context, name: str) -> bool:
    """Whether a ban may forbid something at a table: no solver refutes it."""
    rule = written_rules(context.table).get(name)
    question = None if rule is None else question_of(context, rule)
    return question is not None and ask(context, question) != "impossible"


def sets_tried(context: Context, rule: t.Ban) -> Iterator[tuple[str, ...]]:
    """Yields the option sets to try: a maximal one and each single other option, added to the ban's own option, and to
    the options of this table."""
    own = frozenset(() if rule.info.option is None else (rule.info.option,))
    on = frozenset(o.name for o in context.table.options if o.on)
    tried = {on}
    for base in dict.fromkeys((context.table.closed(own, brought=False), on)):
        for options in (largest(context, base), *one_more(context, base)):
            if options not in tried and context.within_budget():
                tried.add(options)
                yield tuple(sorted(options))


def largest(context: Context, base: frozenset[str]) -> frozenset[str]:
    """A maximal option set that contains these, in order. Usually the declared exclusions decide; then only the final
    table is resolved."""
    table, out = context.table, base
    others = [o.name for o in table.options if o.name not in base]
    for option in others:
        more = table.closed([option], brought=False) | out
        if not excluding(context, table.closed(more)):
            out = more
    if fits(context, out):
        return table.closed(out, brought=False)
    out = base
    for option in others:
        more = table.closed([option], brought=False) | out
        if fits(context, more):
            out = more
    return table.closed(out, brought=False)


def excluding(context: Context, options: frozenset[str]) -> bool:
    """Whether some of these options exclude each other."""
    return any(
        o.name in options and not options.isdisjoint(set(o.excludes) - set(o.brings)) for o in context.table.options
    )


def one_more(context: Context, base: frozenset[str]) -> Iterator[frozenset[str]]:
    """Yields these options with each single other one."""
    others = [o.name for o in context.table.options if o.name not in base]
    return (context.table.closed({option, *base}, brought=False) for option in others[:MOST_TRIED])


def fits(context: Context, options: frozenset[str]) -> bool:
    """Whether an option set is a valid table. Cached."""
    spec = replace(context.spec, options=tuple(sorted(options)))
    return context.known.once(context.known.tables, key_of(spec), lambda: context.narrowed(spec.options) is not None)
