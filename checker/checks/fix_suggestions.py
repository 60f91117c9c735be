"""Fix suggestions: lines that would resolve a finding, each tried before it is offered."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from checker.checks.co_enabled import related
from checker.context import Context
from checker.effects.ways import allowances
from checker.play.sample import sample
from checker.reachability.dead import by_proof, forbidding_in_play
from checker.results import Fix
from unodsl.diagnostics import RulesError
from unodsl.model import table as t
from unodsl.resolve import resolve_table
from unodsl.resolve.project import reworded
from unodsl.source import Span

MOST_MOVES = 3_000
"""Sampled moves at the table with the added line. A rule that runs in them, or a ban that forbids a move, need not be
proved alive."""

Resolved = Callable[[Context], bool]
"""Whether a table no longer has the clash."""


def to_be_fixed(context: Context, code: str, *rules: t.Rule) -> bool:
    """Whether to search for lines that resolve a finding about some rules: not if its author allows it."""
    return context.effort.fixes and not any(allowances(code, rules))


def line_fix(
    context: Context, code: str, rule: t.Rule, other: t.Rule, word: str, description: str, resolved: Resolved
) -> Fix | None:
    """A line below the head of a rule that relates it to another: `word` and the other's name. None if the changed
    rules are invalid, or if one of the two becomes dead. `verified` if `resolved` holds of the changed table."""
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
    """Tries a line below a head. `rules` must stay alive. If the options `exclusion_fix` now exclude each other, the line
    resolves the finding; each of them has to be a valid table by itself."""
    if not context.effort.fixes:
        return None
    source = anchor.source
    line = anchor.line
    lines = source.text.split("\n")
    indent = indentation(lines, line)
    last = source.line_column(max(anchor.start, anchor.end - 1))[0]
    # normalize line ends: the block is parsed by itself
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
    after = Context(project, replace(context.spec), table, context.until)
    if not resolved(after):
        return None
    unseen = rules - seen_in_play(after, rules)
    dead = by_proof(after, unseen, attended=False).dead.keys() if unseen else frozenset()
    if dead and dead - by_proof(context, rules).dead.keys():
        return None
    return Fix(source.name, line, indent + text, description, True)


def seen_in_play(context: Context, rules: frozenset[str]) -> frozenset[str]:
    """Those of some rules that run in sampled play, and the bans among them that forbid a move there."""
    if not rules:
        return rules
    bans = [x for x in context.table.bans if x.info.name in rules]
    moving = rules - {x.info.name for x in bans}
    # with bans in question, play goes on when all others have run
    samples = sample(
        context.executor, context.layout, MOST_MOVES, context.within_budget, frozenset() if bans else moving
    )
    return (moving & samples.fired.keys()) | forbidding_in_play(context, bans, samples)


def indentation(lines: list[str], head: int) -> str:
    """The indentation below a head (a line number, from 1): the author's, or two more spaces than the head."""
    margin = re.match(r"[ \t]*", lines[head - 1])
    own = margin[0] if margin else ""
    for line in lines[head:]:
        found = re.match(r"([ \t]+)[^\s#]", line)
        if found and found[1].startswith(own) and found[1] != own:
            return found[1]
        if line.strip() and not line.strip().startswith("#"):
            break
    return own + "  "


def exclusion_fix(context: Context, code: str, first: t.Rule, second: t.Rule, resolved: Resolved) -> Fix | None:
    """The line that makes the options of two rules exclude each other. None if both are of one option, or one is of
    none."""
    one, other = first.info.option, second.info.option
    if one is None or other is None or one == other or not to_be_fixed(context, code, first, second):
        return None
    return options_apart(context, one, other, resolved)


def options_apart(context: Context, one: str, other: str, resolved: Resolved) -> Fix | None:
    """The line, in the second of two options, that makes them exclude each other; None if it cannot be inserted."""
    found = next((o for o in context.table.options if o.name == other), None)
    if found is None:
        return None
    description = f"say that `{other}` and `{one}` exclude each other"
    return _tried(context, found.span, f"excludes {one}", description, resolved, apart=(one, other))


def one_alone(context: Context, code: str, a: int, b: int, words: str, order: tuple[int, int]) -> tuple[Fix, ...]:
    """The lines that let one of two triggers (indices) stand instead of the other, or make their options exclude each
    other. `words` describes the fix, with `{}` for the rule that stays. `order`: which rule to try first."""
    first, second = context.table.triggers[a], context.table.triggers[b]

    def settled(new: Context) -> bool:
        where = {r.info.name: i for i, r in enumerate(new.table.triggers)}
        i, j = where.get(first.info.name), where.get(second.info.name)
        return i is None or j is None or related(new.table.triggers[i], new.table.triggers[j])

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
    return tuple(x for x in (*found, exclusion_fix(context, code, first, second, settled)) if x is not None)
