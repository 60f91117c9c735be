"""Lines that would resolve a finding, tried before they are offered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from checker.case import Case
from checker.meetings import related
from checker.verdicts import Fix
from unodsl.diagnostics import RulesError
from unodsl.model import table as t
from unodsl.resolve import load_project, resolve_table


def line_fix(
    case: Case, rule: t.Rule, text: str, description: str, resolved: Callable[[Case], bool], option: bool = False
) -> Fix | None:
    """A line added below the head of a rule (or of its option). None where the rules with it cannot be read; `verified`
    where `resolved` holds of the table with it, or where the table can no longer be put together at all (`excludes`)."""
    if case.one_of_many:
        return None
    anchor = rule.info.span
    if option:
        found = next((o for o in case.table.options if o.name == rule.info.option), None)
        if found is None:
            return None
        anchor = found.span
    source = anchor.source
    line = anchor.line
    indent = " " * (anchor.column + 1)
    lines = source.text.split("\n")
    changed = "\n".join([*lines[:line], indent + text, *lines[line:]])
    given = [case.project.pages[n].path for n in case.project.given]
    try:
        project = load_project(given, wanted=case.spec.options, texts={Path(source.key): changed})
    except RulesError:
        return None
    try:
        table = resolve_table(project, case.spec)
    except RulesError as error:
        good = option and all(d.code == "UNO111" for d in error.diagnostics)
        return Fix(source.name, line, indent + text, description, True) if good else None
    good = resolved(Case(project, replace(case.spec), table, case.deadline))
    return Fix(source.name, line, indent + text, description, good) if good else None


def apart(case: Case, first: t.Rule, second: t.Rule, resolved: Callable[[Case], bool]) -> Fix | None:
    """The line that keeps the options of two rules from being on together; None where they are of one option, or of none."""
    one, other = first.info.option, second.info.option
    if one is None or other is None or one == other:
        return None
    description = f"say that `{other}` and `{one}` exclude each other"
    return line_fix(case, second, f"excludes {one}", description, resolved, option=True)


def one_alone(case: Case, a: int, b: int, words: str, order: tuple[int, int]) -> tuple[Fix, ...]:
    """Lines that let one of two triggers (indexes) stand instead of the other, or keep their options apart. `words` tell it,
    with `{}` for the rule that stays; `order` says which of them is asked to stay first."""
    first, second = case.table.triggers[a], case.table.triggers[b]

    def settled(new: Case) -> bool:
        where = {r.info.name: i for i, r in enumerate(new.table.triggers)}
        i, j = where.get(first.info.name), where.get(second.info.name)
        return i is None or j is None or related(new.table, i, j)

    found = [
        line_fix(
            case,
            case.table.triggers[mine],
            f"instead of {case.table.triggers[a + b - mine].info.name}",
            words.format(case.table.triggers[mine].info.name),
            settled,
        )
        for mine in order
    ]
    return tuple(x for x in (*found, apart(case, first, second, settled)) if x is not None)
