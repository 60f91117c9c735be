"""Whether a ban forbids something at any table: with other options on, where it forbids nothing with these.

A ban may be about what an option brings that is off. That it forbids nothing then is no mistake; it is one where no table was
found at which it would. Under-approximates: the options are tried all together, and one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from checker.context import Context, stage
from checker.invariants.known import ask
from checker.invariants.rule_enabled import question_of
from checker.witness.scenario import written_rules
from unodsl.diagnostics import RulesError
from unodsl.model import table as t
from unodsl.resolve import resolve_table

MOST_TRIED = 24
"""So many options are tried one by one."""


@stage
def found_elsewhere(_: Context) -> dict[str, bool]:
    """What `forbids_elsewhere` found, by ban."""
    return {}


def forbids_elsewhere(context: Context, rule: t.Ban) -> bool:
    """Whether a ban of a table, which forbids nothing there, forbids something with more options on, or with others. Worked out
    once."""
    known = found_elsewhere(context)
    name = rule.info.name
    if name not in known:
        known[name] = any(forbids(other, name) for other in tables(context, rule))
    return known[name]


def forbids(context: Context, name: str) -> bool:
    """Whether nothing keeps a ban from forbidding something at a table."""
    rule = written_rules(context.table).get(name)
    question = None if rule is None else question_of(context, rule)
    return question is not None and ask(context, question) != "impossible"


def tables(context: Context, rule: t.Ban) -> Iterator[Context]:
    """The tables to look at: with as many options as go together, and with each other option, where the ban's own is on."""
    own = frozenset(() if rule.info.option is None else (rule.info.option,))
    on = frozenset(o.name for o in context.table.options if o.on)
    others = [o for o in context.table.options if o.name not in on]
    required = {o.name: frozenset(o.requires) for o in context.table.options}
    everything = on
    for option in others:
        more = closed({option.name}, required) | everything
        if fits(context, more):
            everything = more
    tried = {on}
    for some in (everything, *(closed({o.name}, required) | base for o in others[:MOST_TRIED] for base in (on, own))):
        options = closed(some, required)
        if options not in tried and context.going_on():
            tried.add(options)
            other = context.narrowed(tuple(sorted(options)))
            if other is not None:
                yield other


def closed(options: Iterable[str], required: dict[str, frozenset[str]]) -> frozenset[str]:
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
    """Whether some options make a table."""
    try:
        resolve_table(context.project, replace(context.spec, options=tuple(sorted(options))))
    except RulesError:
        return False
    return True
