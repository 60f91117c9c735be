"""What of a rule its players have to know: what they may do, and what becomes of cards, turns and points."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from unodsl.in_words import rule_in_words
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number
from unodsl.resolve import Project
from unodsl.syntax import nodes as s


@dataclass(frozen=True, slots=True)
class Said:
    """A rule in words, with its name and title."""

    name: str
    title: str
    lines: tuple[str, ...]


def notebook(project: Project, table: t.Table) -> frozenset[int]:
    """The variables in which options keep notes for their own rules: those that they declare, but for what is kept of each player over
    rounds, which is a score."""
    spans = {
        item.span
        for page in project.pages.values()
        for option in page.options.values()
        for item in option.items
        if isinstance(item, s.Variable)
    }
    return frozenset(i for i, x in enumerate(table.variables) if x.span in spans and not (x.kept and x.each_player))


def said(table: t.Table, rule: t.Rule, notes: frozenset[int]) -> Said | None:
    """A rule for players; None where all that it does is to keep notes."""
    if isinstance(rule, t.Definition):
        return Said(rule.info.name, rule.info.title, plain(rule_in_words(table, rule))) if rule.info.title else None
    if isinstance(rule, t.Ban):
        return Said(rule.info.name, rule.info.title, plain(rule_in_words(table, rule)))
    shown = replace(rule, effects=tuple(noticed(table, rule.effects, notes)))
    if rule.info.written is not None:
        shown = replace(shown, info=replace(rule.info, written=replace(rule.info.written, rule=shown)))
    if isinstance(rule, t.Trigger) and not shown.effects:
        # a rule that does nothing is there to stand in the place of another
        return Said(rule.info.name, rule.info.title, ()) if rule.info.title and not rule.effects else None
    return Said(rule.info.name, rule.info.title, plain(rule_in_words(table, shown)))


def noticed(table: t.Table, effects: Iterable[f.Effect], notes: frozenset[int]) -> Iterator[f.Effect]:
    """Effects without those that only keep notes, and without blocks in which nothing else stands."""
    for x in effects:
        if isinstance(x, f.Sets):
            if not hidden(table, x.target, notes):
                yield x
        elif isinstance(x, f.Begin):
            fields = table.situations[x.situation].fields
            yield replace(x, fields=tuple((i, v) for i, v in x.fields if isinstance(fields[i].type, Number)))
        elif isinstance(x, f.If):
            then, otherwise = (tuple(noticed(table, block, notes)) for block in (x.then, x.otherwise))
            if then or otherwise:
                yield replace(x, then=then, otherwise=otherwise)
        elif isinstance(x, f.Block):
            body = tuple(noticed(table, x.body, notes))
            if body:
                yield replace(x, body=body)
        else:
            yield x


def hidden(table: t.Table, target: e.Expr, notes: frozenset[int]) -> bool:
    """Whether players need not know that something gets another value: a note, or a field that is no number."""
    if isinstance(target, e.Variable):
        return target.index in notes
    if isinstance(target, e.Field):
        return not isinstance(table.situations[target.situation].fields[target.index].type, Number)
    return False


def plain(lines: list[str]) -> tuple[str, ...]:
    """Lines with names of the rules in `_` instead of the marks of code."""
    return tuple(re.sub(r"`([^`]*)`", r"_\1_", x) for x in lines)
