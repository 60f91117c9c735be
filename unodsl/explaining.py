"""Explains rules: their source text and their relations."""

from __future__ import annotations

from dataclasses import dataclass

from unodsl.in_words import as_written, rule_in_words
from unodsl.model.table import Rule, Table
from unodsl.resolve import Project
from unodsl.resolve.project import Page
from unodsl.syntax import nodes as s


def written_rules(project: Project) -> dict[str, Written]:
    """Returns all rules of a project by full name."""
    return {
        f"{p.name}.{i.name.text}": Written(f"{p.name}.{i.name.text}", p, option, i)
        for p in project.pages.values()
        for option, items in p.blocks()
        for i in items
        if isinstance(i, s.Rule)
    }


@dataclass(frozen=True, slots=True)
class Written:
    """A rule as written in a file. `option` is None for rules of a game."""

    name: str
    page: Page
    option: str | None
    rule: s.Rule

    def lines(self) -> list[str]:
        """Returns the source lines, dedented."""
        lines = self.rule.span.text.rstrip().splitlines()
        margin = min((len(x) - len(x.lstrip()) for x in lines[1:] if x.strip()), default=2)
        return [lines[0], *(x[max(0, margin - 2) :] for x in lines[1:])]


def missing(project: Project, table: Table, written: Written) -> str | None:
    """Returns the reason why a table does not contain the rule. None if it does."""
    has = {r.info.name for group in (table.triggers, table.offers, table.bans, table.definitions) for r in group}
    if written.name in has:
        return None
    on = {o.name for o in table.options if o.on}
    if written.option is not None and written.option not in on:
        return f"its option is off (`--with {written.option}`)"
    if written.option is None and written.page.name not in {p for g in table.games for p in project.chain(g)}:
        return f"it is a rule of the game {written.page.name}"
    return "something there is `without` it"


def explained(project: Project, table: Table, written: Written, rules: dict[str, Written]) -> list[str]:
    """Returns the lines of the explanation of a rule."""
    rule, name = written.rule, written.name
    out = [name + (f": {rule.title.text}" if rule.title else "")]
    where = f"option {written.option}" if written.option else f"the rules of {written.page.name}"
    out.append(f"  belongs to {where}, at {rule.name.span}")
    why = missing(project, table, written)
    out.append("  is on at this table" if why is None else f"  is not there at this table: {why}")
    if rule.clauses:
        out.append(f"  carries {', '.join(w.text for w in rule.clauses)}")
    out += [f"  {line}" for line in related(written, rules)]
    out += [f"    {line}" for line in written.lines()]
    found = at_table(table, name)
    if found:
        out += ["  in plain words", *(f"    {line}" for rule_ in found for line in rule_in_words(table, rule_))]
    return out


def at_table(table: Table, name: str) -> list[Rule]:
    """Returns the rules of a table with this name; the meanings of a definition can share one. A rule with named values
    is returned once."""
    groups = (table.triggers, table.offers, table.bans, table.definitions)
    return list(dict.fromkeys(as_written(r) for group in groups for r in group if r.info.name == name))


def related(written: Written, rules: dict[str, Written]) -> list[str]:
    """Returns the relations of a rule to other rules."""
    rule, name = written.rule, written.name
    out = []
    for label, words in (
        ("stands instead of", rule.instead),
        ("runs before", rule.before),
        ("runs after", rule.after),
        ("stands despite", rule.despite),
    ):
        if words:
            out.append(f"{label} {', '.join(w.text for w in words)}")
    others = [
        q for q, x in rules.items() if any(w.text in (name, rule.name.text) for w in x.rule.instead) and q != name
    ]
    if others:
        out.append(f"gives way to {', '.join(sorted(others))} where those are on")
    return out
