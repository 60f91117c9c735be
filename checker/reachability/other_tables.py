"""Whether a ban forbids something at any table: with other options on, where it forbids nothing with these.

A ban may be about what an option brings that is off. That it forbids nothing then is no mistake; it is one where no table was
found at which it would. Under-approximates: the options are tried all together, and one by one. One table with all options as
unknowns is asked first, with the solver: mostly it says that there is no such table, or which options bring the offers that the ban
could take a move from.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from checker.context import Context
from checker.effects.never_meet import concerns
from checker.invariants.known import answered, ask
from checker.invariants.rule_enabled import question_of
from checker.known_tables import key_of, spec_of, written
from checker.smt.query import apart
from checker.witness.scenario import written_rules
from unodsl.diagnostics import RulesError
from unodsl.model import table as t
from unodsl.resolve import Project, Resolved, TableSpec, reads, resolve_table

Required = Mapping[str, frozenset[str]]
"""What each option requires."""

NEVER = "never forbids"
"""The question whether a ban forbids nothing at any table."""

MOST_SEATS = 3
"""So many seats a table with all options has at least, so that what it answers is known for those of 2 and of 3."""

MOST_TRIED = 24
"""So many options are tried one by one."""


def forbids_elsewhere(context: Context, rule: t.Ban) -> bool:
    """Whether a ban of a table, which forbids nothing there, forbids something with more options on, or with others. The tables that
    do not hang on which options are on come first: what they say is known of the next table as well."""
    name = rule.info.name
    with reads.aside() as seen:
        everything = every_option(context)
        never = everything is not None and not forbids_anywhere(context, everything, name)
    if never and everything is not None:
        # an edit of any option may change this, and mostly changes nothing
        reads.note([reads.Answered(NEVER, json.dumps([written(everything[0]), name]), True)])
        return False
    reads.note(seen)
    bringing = None if everything is None else bringing_options(everything, name)
    brought = coming_along(context)
    return any(
        forbids_with(context, options, name)
        for options in sets_tried(context, rule)
        if bringing is None or None in bringing or not bringing.isdisjoint(closed(options, brought))
    )


def never_forbids(project: Project, about: str) -> bool:
    """Whether a ban forbids nothing at the tables of all options, as `forbids_elsewhere` asks it: `about` as noted there."""
    choice, name = json.loads(about)
    spec = spec_of(json.loads(choice))
    try:
        resolved = resolve_table(project, spec)
    except RulesError:
        return False
    context = Context(project, spec, resolved, float("inf"), sampled_moves=0)
    return not forbids_anywhere(context, (spec, resolved), name)


def every_option(context: Context) -> tuple[TableSpec, Resolved] | None:
    """The table of a game with each option of the files as an unknown, at the seats of this one or fewer, and at 3 or fewer where
    this one has 2; None where it cannot be read. Put together once."""
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
    """Whether any state of any table, reachable or not, has an offer that a ban forbids; also where options are on together that
    cannot be. Over-approximates. Worked out once."""
    spec, resolved = everything

    def answer() -> bool:
        with apart():
            family = Context(context.project, spec, resolved, context.deadline, sampled_moves=0)
            rule = written_rules(family.table).get(name)
            question = None if rule is None else question_of(family, rule)
            possible = question is not None and answered(family.bare_solver(), question) != "impossible"
        return rule is None or possible

    # (what was read for the table counts as read by whoever put it together)
    return context.known.once(context.known.anywhere, (key_of(spec), name), answer)


def never_at_any_seats(context: Context, names: frozenset[str]) -> frozenset[str]:
    """Those of some rules, by name, that are impossible at each number of seats, by one question to one table of all of them. There
    may be more."""
    if not names or context.table.seats_low == context.table.seats_high or not context.going_on():
        return frozenset()
    spec = replace(context.spec, seats=context.table.seats_high, any_seats=True)
    try:
        resolved = resolve_table(context.project, spec)
    except RulesError:
        return frozenset()
    with apart():
        every = Context(context.project, spec, resolved, context.deadline, sampled_moves=0)
        questions = {n: question_of(every, r) for n, r in written_rules(every.table).items() if n in names}
        solver = every.bare_solver()
        return frozenset(n for n, q in questions.items() if q is None or answered(solver, q) == "impossible")


def bringing_options(everything: tuple[TableSpec, Resolved], name: str) -> frozenset[str | None] | None:
    """The options whose offers a ban could take a move from (None among them: the game's own); None where they are not known."""
    table = everything[1].table
    rule = written_rules(table).get(name)
    if not isinstance(rule, t.Ban):
        return None
    return frozenset(o.info.option for o in table.offers if concerns(rule, o) and meet(rule, o))


def meet(ban: t.Ban, offer: t.Offer) -> bool:
    """Whether a ban and an offer hold in one situation."""
    return not ban.situations or not offer.situations or not set(ban.situations).isdisjoint(offer.situations)


def forbids_with(context: Context, options: tuple[str, ...], name: str) -> bool:
    """Whether nothing keeps a ban from forbidding something at the table with only these options on. Worked out once."""

    def answer() -> bool:
        other = context.narrowed(options)
        return other is not None and forbids(other, name)

    key = key_of(replace(context.spec, options=options)), name
    return context.known.once(context.known.forbids, key, answer, context.going_on)


def forbids(context: Context, name: str) -> bool:
    """Whether nothing keeps a ban from forbidding something at a table."""
    rule = written_rules(context.table).get(name)
    question = None if rule is None else question_of(context, rule)
    return question is not None and ask(context, question) != "impossible"


def sets_tried(context: Context, rule: t.Ban) -> Iterator[tuple[str, ...]]:
    """The options of the tables to look at: with as many as go together, and with each other one, where the ban's own is on; without
    and with those of this table."""
    own = frozenset(() if rule.info.option is None else (rule.info.option,))
    on = frozenset(o.name for o in context.table.options if o.on)
    required = {o.name: frozenset(o.requires) for o in context.table.options}
    tried = {on}
    for base in dict.fromkeys((closed(own, required), on)):
        for options in (largest(context, base, required), *one_more(context, base, required)):
            if options not in tried and context.going_on():
                tried.add(options)
                yield tuple(sorted(options))


def largest(context: Context, base: frozenset[str], required: Required) -> frozenset[str]:
    """Some options with as many of the others as go together with them, the first ones first. Mostly what the options say of each
    other is all that matters; then only the largest table is put together."""
    out = base
    others = [o.name for o in context.table.options if o.name not in base]
    brought = coming_along(context)
    for option in others:
        more = closed({option}, required) | out
        if not excluding(context, closed(more, brought)):
            out = more
    if fits(context, out):
        return closed(out, required)
    out = base
    for option in others:
        more = closed({option}, required) | out
        if fits(context, more):
            out = more
    return closed(out, required)


def excluding(context: Context, options: frozenset[str]) -> bool:
    """Whether some options say that they exclude each other."""
    return any(
        o.name in options and not options.isdisjoint(set(o.excludes) - set(o.brings)) for o in context.table.options
    )


def coming_along(context: Context) -> Required:
    """What each option requires or brings."""
    return {o.name: frozenset((*o.requires, *o.brings)) for o in context.table.options}


def one_more(context: Context, base: frozenset[str], required: Required) -> Iterator[frozenset[str]]:
    """Some options with each of the others."""
    others = [o.name for o in context.table.options if o.name not in base]
    return (closed({option, *base}, required) for option in others[:MOST_TRIED])


def closed(options: Iterable[str], required: Required) -> frozenset[str]:
    """Options with all that they require."""
    out: set[str] = set()
    todo = list(options)
    while todo:
        name = todo.pop()
        if name not in out:
            out.add(name)
            todo.extend(required.get(name, ()))
    return frozenset(out)


def fits(context: Context, options: frozenset[str]) -> bool:
    """Whether some options make a table. Worked out once."""
    spec = replace(context.spec, options=tuple(sorted(options)))
    return context.known.once(context.known.tables, key_of(spec), lambda: context.narrowed(spec.options) is not None)
