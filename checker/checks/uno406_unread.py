"""UNO406 unread: a rule only sets variables that nothing reads (dead stores)."""

from __future__ import annotations

from dataclasses import replace

from checker.checks.findings import finding_of
from checker.codes import UNREAD
from checker.context import Context
from checker.effects.liveness import unread
from checker.effects.names import field_name
from checker.effects.summary import Slot, summaries
from checker.invariants.decided import proved, shown
from checker.kernel.obligations import Obligation
from checker.reachability.dead import reach
from checker.results import Answers, Finding, Place
from unodsl.engine.describe import short
from unodsl.model import table as t

CODE = UNREAD.id


def check(context: Context) -> Answers:
    """Checks every trigger that can run. What its effects write is read off the rules, so nothing stays open."""
    about = context.selection.about
    rules = [
        x
        for x in reach(context).alive
        if isinstance(x, t.Trigger)
        and (not about or x.info.name in about)
        and unread(context.table, x)
        and not replaces_another(context, x)
    ]
    return Answers(tuple(finding(context, x) for x in rules if not read_elsewhere(context, x)), 0)


def replaces_another(context: Context, rule: t.Trigger) -> bool:
    """Whether a rule stands instead of others here: that nothing comes of it may be its purpose."""
    return not set(rule.info.instead).isdisjoint(context.table.rule_names())


def read_elsewhere(context: Context, rule: t.Trigger) -> bool:
    """Whether something reads what a rule writes with other options of the files. Over-approximates: the table with the
    rules of all options on."""
    spec = replace(
        context.spec,
        options=(),
        without=(),
        exact=True,
        featured=context.project.option_names(),
        seats=None,
        any_seats=True,
    )
    every = context.known.resolved(context.project, spec)
    if every is None:
        return True
    same = [x for x in every.table.triggers if x.info.span == rule.info.span]
    return not all(unread(every.table, x) for x in same)


def finding(context: Context, rule: t.Trigger) -> Finding:
    certificates = proved([shown(context, Obligation("is read", (rule.info.name,)))])
    names = [slot_name(context.table, x) for x in sorted(summaries(context.table).slots(rule.effects))]
    return finding_of(
        UNREAD,
        context,
        (rule,),
        f"`{rule.info.name}` only sets {' and '.join(f'`{x}`' for x in names)}, and no rule reads that",
        "no condition and no effect depends on it, with any options of these files",
        certificates=certificates,
        severity="note",
        places=(Place(rule.info.head, "nothing follows from it"),),
    )


def slot_name(table: t.Table, slot: Slot) -> str:
    """The name of a variable, or of a field with its situation."""
    where, number = slot
    return short(table.variables[where].name) if number < 0 else field_name(table.situations[-1 - where], number)
