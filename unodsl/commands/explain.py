"""`unodsl explain`."""

from __future__ import annotations

import re
from pathlib import Path

import click

from unodsl.commands.common import project_of, wrong
from unodsl.data import codes_dir
from unodsl.diagnostics import did_you_mean
from unodsl.syntax import nodes as s


def run(name: str, files: tuple[Path, ...], options: tuple[str, ...], without: tuple[str, ...] = ()) -> int:
    """Print a code's page, or a rule as it is written with its clauses and relations."""
    if re.fullmatch(r"(?i)uno\d{3}", name):
        page = codes_dir() / f"{name.upper()}.md"
        if not page.is_file():
            known = sorted(p.stem for p in codes_dir().glob("UNO*.md"))
            if name.upper().startswith("UNO1"):
                hint = "codes that begin with UNO1 are mistakes in the text: the message itself says what, where, and how to put it right"
                raise wrong(f"`{name.upper()}` has no page of its own", hint)
            raise wrong(
                f"there is no page for `{name.upper()}`",
                did_you_mean(name.upper(), known) or "there are " + ", ".join(known),
            )
        click.echo(page.read_text(encoding="utf-8").rstrip())
        return 0
    if not files:
        raise wrong(
            f"in which files is the rule `{name}`?", "say `unodsl explain RULE FILE...`, or give a code such as UNO203"
        )
    project = project_of(files, options)
    rules = {
        f"{p.name}.{i.name.text}": (p, option, i)
        for p in project.pages.values()
        for option, items in p.blocks()
        for i in items
        if isinstance(i, s.Rule)
    }
    hits = [q for q in sorted(rules) if q == name or q.partition(".")[2] == name]
    if not hits:
        raise wrong(
            f"there is no rule `{name}` in these files",
            did_you_mean(name, [*rules, *(q.partition(".")[2] for q in rules)]),
        )
    for qualified in hits:
        page_, option, rule = rules[qualified]
        click.echo(f"{qualified}" + (f": {rule.title.text}" if rule.title else ""))
        where = f"option {option}" if option else f"the rules of {page_.name}"
        click.echo(f"  belongs to {where}, at {rule.name.span}")
        if rule.clauses:
            click.echo(f"  carries {', '.join(w.text for w in rule.clauses)}")
        for label, words in (
            ("stands instead of", rule.instead),
            ("runs before", rule.before),
            ("runs after", rule.after),
            ("stands despite", rule.despite),
        ):
            if words:
                click.echo(f"  {label} {', '.join(w.text for w in words)}")
        others = [
            q
            for q, (p, _, r) in rules.items()
            if any(w.text in (qualified, rule.name.text) for w in r.instead) and q != qualified
        ]
        if others:
            click.echo(f"  gives way to {', '.join(sorted(others))} where those are on")
        lines = rule.span.text.rstrip().splitlines()
        margin = min((len(x) - len(x.lstrip()) for x in lines[1:] if x.strip()), default=2)
        for line in [lines[0], *(x[max(0, margin - 2) :] for x in lines[1:])]:
            click.echo(f"    {line}")
    return 0
