"""Lines that would resolve a finding, tried before they are offered."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from checker.checks.co_enabled import related
from checker.context import Context
from checker.effects.ways import written_name
from checker.play.sample import sample
from checker.reachability.dead import by_proof
from checker.results import Fix
from unodsl.diagnostics import RulesError
from unodsl.model import table as t
from unodsl.resolve import resolve_table
from unodsl.resolve.project import reworded
from unodsl.source import Span

MOST_MOVES = 3_000
"""Moves at the table with a line in which its rules may be seen to live: what happens in play need not be proved to be possible."""

Resolved = Callable[[Context], bool]
"""Whether a table has not got what is to be resolved."""


def to_be_fixed(context: Context, code: str, *rules: t.Rule) -> bool:
    """Whether lines are sought that would resolve a finding about some rules: not where its author allows it, for it stays."""
    names = {written_name(r.info.name) for r in rules}
    allowed = any(
        a.code == code and (a.rule is None or a.rule in names - {written_name(r.info.name)})
        for r in rules
        for a in r.info.allows
    )
    return context.effort.fixes and not allowed


def line_fix(
    context: Context, code: str, rule: t.Rule, other: t.Rule, word: str, description: str, resolved: Resolved
) -> Fix | None:
    """A line for a finding, below the head of a rule, that says how it stands to another: `word` and the other's name. None where the rules
    with it cannot be read, or where one of the two would never run; `verified` where `resolved` holds of the table with it."""
    if not to_be_fixed(context, code, rule, other):
        return None
    text = f"{word} {other.info.name}"
    return _tried(context, rule.info.span, text, description, resolved, frozenset({rule.info.name, other.info.name}))


def _tried(
    context: Context,
    anchor: Span,
    text: str,
    description: str,
    resolved: Resolved,
    rules: frozenset[str] = frozenset(),
    apart: tuple[str, ...] = (),
) -> Fix | None:
    """A line below a head. `rules` must not be dead by it. Where it ends the table, because the options `apart` no longer go
    together, it has resolved everything; each of them has to be a table by itself."""
    if not context.effort.fixes:
        return None
    source = anchor.source
    line = anchor.line
    lines = source.text.split("\n")
    indent = indentation(lines, line)
    last = source.line_column(max(anchor.start, anchor.end - 1))[0]
    # whatever ends the lines of the file, these are read by themselves
    block = "\n".join([*lines[line - 1 : line], indent + text, *lines[line:last]]).replace("\r", "")
    project = reworded(context.project, anchor, block)
    if project is None:
        return None
    try:
        for option in apart:
            resolve_table(project, replace(context.spec, options=(option,)))
    except RulesError:
        return None
    try:
        table = resolve_table(project, context.spec)
    except RulesError as error:
        good = bool(apart) and all(d.code == "UNO111" for d in error.diagnostics)
        return Fix(source.name, line, indent + text, description, True) if good else None
    after = Context(project, replace(context.spec), table, context.deadline)
    if not resolved(after):
        return None
    unseen = (
        rules - sample(after.executor, after.layout, MOST_MOVES, after.going_on, rules).fired.keys() if rules else rules
    )
    dead = by_proof(after, unseen).dead.keys() if unseen else frozenset()
    if dead and dead - by_proof(context, rules).dead.keys():
        return None
    return Fix(source.name, line, indent + text, description, True)


def indentation(lines: list[str], head: int) -> str:
    """How far what stands below a head (a number of a line, from 1) is indented: as its author did, else two blanks more."""
    margin = re.match(r"[ \t]*", lines[head - 1])
    own = margin[0] if margin else ""
    for line in lines[head:]:
        found = re.match(r"([ \t]+)[^\s#]", line)
        if found and found[1].startswith(own) and found[1] != own:
            return found[1]
        if line.strip() and not line.strip().startswith("#"):
            break
    return own + "  "


def apart(context: Context, code: str, first: t.Rule, second: t.Rule, resolved: Resolved) -> Fix | None:
    """The line that keeps the options of two rules from being on together; None where they are of one option, or of none."""
    one, other = first.info.option, second.info.option
    if one is None or other is None or one == other or not to_be_fixed(context, code, first, second):
        return None
    return options_apart(context, one, other, resolved)


def options_apart(context: Context, one: str, other: str, resolved: Resolved) -> Fix | None:
    """The line, put into the second of two options, that keeps them from being on together; None where none can be put in."""
    found = next((o for o in context.table.options if o.name == other), None)
    if found is None:
        return None
    description = f"say that `{other}` and `{one}` exclude each other"
    return _tried(context, found.span, f"excludes {one}", description, resolved, apart=(one, other))


def one_alone(context: Context, code: str, a: int, b: int, words: str, order: tuple[int, int]) -> tuple[Fix, ...]:
    """Lines that let one of two triggers (indexes) of a finding stand instead of the other, or keep their options apart. `words` tell it,
    with `{}` for the rule that stays; `order` says which of them is asked to stay first."""
    first, second = context.table.triggers[a], context.table.triggers[b]

    def settled(new: Context) -> bool:
        where = {r.info.name: i for i, r in enumerate(new.table.triggers)}
        i, j = where.get(first.info.name), where.get(second.info.name)
        return i is None or j is None or related(new.table, i, j)

    found = [
        line_fix(
            context,
            code,
            context.table.triggers[mine],
            context.table.triggers[a + b - mine],
            "instead of",
            words.format(context.table.triggers[mine].info.name),
            settled,
        )
        for mine in order
    ]
    return tuple(x for x in (*found, apart(context, code, first, second, settled)) if x is not None)
