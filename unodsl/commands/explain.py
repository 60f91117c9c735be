"""`unodsl explain`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import click

from unodsl.commands.common import print_json, print_table, table_json, table_of, wrong
from unodsl.data import codes_dir
from unodsl.diagnostics import did_you_mean
from unodsl.in_words import rule_in_words
from unodsl.model.table import Rule, Table
from unodsl.resolve import Project
from unodsl.resolve.project import Page
from unodsl.syntax import nodes as s


def run(
    name: str,
    files: tuple[Path, ...],
    options: tuple[str, ...],
    without: tuple[str, ...] = (),
    game: str | None = None,
    format_: str = "text",
) -> int:
    """Print a code's page, or a rule as it is written with its clauses and relations, and whether a table has it."""
    code = code_of(name)
    if code is not None and (not files or re.fullmatch(r"(?i)uno\d{3}", name)):
        text = (codes_dir() / f"{code}.md").read_text(encoding="utf-8").rstrip()
        if format_ == "json":
            print_json({"code": code, "page": text})
        else:
            click.echo(text)
        return 0
    if not files:
        hint = did_you_mean(name, code_names()) or "say `unodsl explain RULE FILE...`, or give a code such as UNO203"
        raise wrong(f"in which files is the rule `{name}`?", hint)
    project, table = table_of(files, options, {}, None, without, game)
    rules = {
        f"{p.name}.{i.name.text}": Written(f"{p.name}.{i.name.text}", p, option, i)
        for p in project.pages.values()
        for option, items in p.blocks()
        for i in items
        if isinstance(i, s.Rule)
    }
    hits = [rules[q] for q in sorted(rules) if q == name or q.partition(".")[2] == name]
    if not hits:
        raise wrong(
            f"there is no rule `{name}` in these files",
            did_you_mean(name, [*rules, *(q.partition(".")[2] for q in rules)]),
        )
    if format_ == "json":
        described = [
            {
                "name": x.name,
                "title": x.rule.title.text if x.rule.title else "",
                "option": x.option,
                "clauses": [w.text for w in x.rule.clauses],
                "on": missing(project, table, x) is None,
                "text": "\n".join(x.lines()),
                "in_words": [line for rule in at_table(table, x.name) for line in rule_in_words(table, rule)],
            }
            for x in hits
        ]
        print_json({**table_json(table), "rules": described})
        return 0
    print_table(project, table, "at this table")
    for hit in hits:
        click.echo("\n".join(explained(project, table, hit, rules)))
    return 0


# --------------------------------------------------------------------------------------------------------------- codes


def code_names() -> dict[str, str]:
    """The codes that have a page, by the names that stand beside them."""
    out: dict[str, str] = {}
    for page in sorted(codes_dir().glob("UNO*.md")):
        head = page.read_text(encoding="utf-8").partition("\n")[0].split()
        out[head[-1]] = page.stem
    return out


def code_of(name: str) -> str | None:
    """The code that is meant by itself or by its name; None where it is something else. Raises `RulesError` for a code without a
    page."""
    named = code_names()
    if not re.fullmatch(r"(?i)uno\d{3}", name):
        return named.get(name.lower())
    code = name.upper()
    if code in named.values():
        return code
    if code.startswith("UNO1"):
        hint = "codes that begin with UNO1 are mistakes in the text: the message itself says what, where, and how to put it right"
        raise wrong(f"`{code}` has no page of its own", hint)
    known = sorted(named.values())
    raise wrong(f"there is no page for `{code}`", did_you_mean(code, known) or "there are " + ", ".join(known))


# --------------------------------------------------------------------------------------------------------------- rules


@dataclass(frozen=True, slots=True)
class Written:
    """A rule as a file has it. `option`: None in a game."""

    name: str
    page: Page
    option: str | None
    rule: s.Rule

    def lines(self) -> list[str]:
        """Its text, without the margin."""
        lines = self.rule.span.text.rstrip().splitlines()
        margin = min((len(x) - len(x.lstrip()) for x in lines[1:] if x.strip()), default=2)
        return [lines[0], *(x[max(0, margin - 2) :] for x in lines[1:])]


def missing(project: Project, table: Table, written: Written) -> str | None:
    """Why a table does not have a rule; None where it has it."""
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
    """What there is to say of a rule."""
    rule, name = written.rule, written.name
    out = [name + (f": {rule.title.text}" if rule.title else "")]
    where = f"option {written.option}" if written.option else f"the rules of {written.page.name}"
    out.append(f"  belongs to {where}, at {rule.name.span}")
    why = missing(project, table, written)
    out.append("  is on at this table" if why is None else f"  is not there at this table: {why}")
    if rule.clauses:
        out.append(f"  carries {', '.join(w.text for w in rule.clauses)}")
    for label, words in (
        ("stands instead of", rule.instead),
        ("runs before", rule.before),
        ("runs after", rule.after),
        ("stands despite", rule.despite),
    ):
        if words:
            out.append(f"  {label} {', '.join(w.text for w in words)}")
    others = [
        q for q, x in rules.items() if any(w.text in (name, rule.name.text) for w in x.rule.instead) and q != name
    ]
    if others:
        out.append(f"  gives way to {', '.join(sorted(others))} where those are on")
    out += [f"    {line}" for line in written.lines()]
    found = at_table(table, name)
    if found:
        out += ["  in plain words", *(f"    {line}" for rule_ in found for line in rule_in_words(table, rule_))]
    return out


def at_table(table: Table, name: str) -> list[Rule]:
    """The rules of a table with a name: several meanings of a definition may share one."""
    return [
        r
        for group in (table.triggers, table.offers, table.bans, table.definitions)
        for r in group
        if r.info.name == name
    ]
