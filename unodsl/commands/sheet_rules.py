"""Selects the parts of a rule that are relevant to players: permitted actions and effects on cards, turns and
points."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from unodsl.in_words import known, rule_in_words
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number
from unodsl.resolve import Project
from unodsl.syntax import nodes as s


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule in words, with its name and title."""

    name: str
    title: str
    lines: tuple[str, ...]


def notebook(project: Project, table: t.Table) -> frozenset[int]:
    """Returns the indices of bookkeeping variables: those declared by options, except per-player variables that are
    kept across rounds, since those are scores."""
    spans = {
        item.span
        for page in project.pages.values()
        for option in page.options.values()
        for item in option.items
        if isinstance(item, s.Variable)
    }
    return frozenset(i for i, x in enumerate(table.variables) if x.span in spans and not (x.kept and x.each_player))


def rule_text(table: t.Table, rule: t.Rule, notes: frozenset[int]) -> RuleText | None:
    """Renders a rule for players. Returns None if it only updates bookkeeping variables."""
    if known(rule.guard) is False:
        # the parameters of the table leave it nothing to do
        return None
    if isinstance(rule, t.Definition):
        return (
            RuleText(rule.info.name, rule.info.title, plain(table, rule_in_words(table, rule)))
            if rule.info.title
            else None
        )
    if isinstance(rule, t.Ban):
        return RuleText(rule.info.name, rule.info.title, plain(table, rule_in_words(table, rule)))
    shown = replace(rule, effects=tuple(noticed(table, rule.effects, notes)))
    if rule.info.written is not None:
        shown = replace(shown, info=replace(rule.info, written=replace(rule.info.written, rule=shown)))
    if isinstance(rule, t.Trigger) and not shown.effects:
        # a rule without effects exists only to replace another rule
        return RuleText(rule.info.name, rule.info.title, ()) if rule.info.title and not rule.effects else None
    return RuleText(rule.info.name, rule.info.title, plain(table, rule_in_words(table, shown)))


def noticed(table: t.Table, effects: Iterable[f.Effect], notes: frozenset[int]) -> Iterator[f.Effect]:
    """Yields the effects without those that only update bookkeeping variables, and without blocks that are empty as a
    result."""
    for x in effects:
        if isinstance(x, f.Sets):
            if not hidden(table, x.target, notes):
                yield x
        elif isinstance(x, f.Begin):
            fields = table.situations[x.situation].fields
            yield replace(x, fields=tuple((i, v) for i, v in x.fields if isinstance(fields[i].type, Number)))
        elif isinstance(x, f.If) and (holds := known(x.condition)) is not None:
            # the parameters of the table decide it: players read what happens here
            yield from noticed(table, x.then if holds else x.otherwise, notes)
        elif isinstance(x, f.If):
            then, otherwise = (tuple(noticed(table, block, notes)) for block in (x.then, x.otherwise))
            if then or otherwise:
                yield replace(x, then=then, otherwise=otherwise)
        elif isinstance(x, f.Repeat) and isinstance(x.times, e.Constant) and x.times.value == 0:
            continue
        elif isinstance(x, f.Block):
            body = tuple(noticed(table, x.body, notes))
            if body:
                yield replace(x, body=body)
        else:
            yield x


def hidden(table: t.Table, target: e.Expr, notes: frozenset[int]) -> bool:
    """Returns whether assignments to `target` are irrelevant to players: a bookkeeping variable or a non-numeric
    field."""
    if isinstance(target, e.Variable):
        return target.index in notes
    if isinstance(target, e.Field):
        return not isinstance(table.situations[target.situation].fields[target.index].type, Number)
    return False


def plain(table: t.Table, lines: list[str]) -> tuple[str, ...]:
    """Replaces the names of rules with their titles, and code backticks with `_`."""
    called = titles(table)
    return tuple(re.sub(r"`([^`]*)`", lambda x: called.get(x[1], f"_{x[1].rpartition('.')[2]}_"), x) for x in lines)


def titles(table: t.Table) -> dict[str, str]:
    """The names of rules for players: their titles, or those of their options."""
    every: tuple[t.Rule, ...] = (*table.offers, *table.triggers, *table.bans, *table.definitions)
    options = {o.name: o.title for o in table.options}
    out = {r.info.name: r.info.title or options.get(r.info.option or "", "") for r in every}
    return {name: f"\u201c{title}\u201d" for name, title in out.items() if title}
