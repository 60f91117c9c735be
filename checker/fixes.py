"""Lines that would resolve a finding, tried before they are offered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from checker.case import Case
from checker.verdicts import Fix
from unodsl.diagnostics import RulesError
from unodsl.model import table as t
from unodsl.resolve import load_project, resolve_table


def line_fix(
    case: Case, rule: t.Rule, text: str, description: str, resolved: Callable[[Case], bool], option: bool = False
) -> Fix | None:
    """A line added below the head of a rule (or of its option). None where the rules with it cannot be read; `verified`
    where `resolved` holds of the table with it, or where the table can no longer be put together at all (`excludes`)."""
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
