"""Whether a ban forbids something at any table: with other options on, where it forbids nothing with these.

A ban may be about what an option brings that is off. That it forbids nothing then is no mistake; it is one where no table was
found at which it would. Under-approximates: the options are tried all together, and one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from checker.context import Context
from checker.invariants.known import ask
from checker.invariants.rule_enabled import question_of
from checker.known_tables import key_of
from checker.witness.scenario import written_rules
from unodsl.diagnostics import RulesError
from unodsl.model import table as t
from unodsl.resolve import resolve_table

Required = Mapping[str, frozenset[str]]
"""What each option requires."""

MOST_TRIED = 24
"""So many options are tried one by one."""


def forbids_elsewhere(context: Context, rule: t.Ban) -> bool:
    """Whether a ban of a table, which forbids nothing there, forbids something with more options on, or with others. The tables that
    do not hang on which options are on come first: what they say is known of the next table as well."""
    name = rule.info.name
    return any(forbids_with(context, options, name) for options in sets_tried(context, rule))


def forbids_with(context: Context, options: tuple[str, ...], name: str) -> bool:
    """Whether nothing keeps a ban from forbidding something at the table with only these options on. Worked out once."""
    known, key = context.known.forbids, (key_of(replace(context.spec, options=options)), name)
    if key not in known:
        other = context.narrowed(options)
        found = other is not None and forbids(other, name)
        if not context.going_on():
            return found
        known[key] = found
    return known[key]


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
    """Some options with as many of the others as go together with them, the first ones first."""
    out = base
    for option in (o.name for o in context.table.options if o.name not in base):
        more = closed({option}, required) | out
        if fits(context, more):
            out = more
    return closed(out, required)


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
    known, key = context.known.tables, key_of(spec)
    if key not in known:
        try:
            resolve_table(context.project, spec)
            known[key] = True
        except RulesError:
            known[key] = False
    return known[key]
