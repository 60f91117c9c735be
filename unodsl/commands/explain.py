"""`unodsl explain`."""

from __future__ import annotations

import re
from pathlib import Path

import click

from unodsl.commands.common import print_json, print_table, table_json, table_of, wrong
from unodsl.commands.printing import folded
from unodsl.data import codes_dir
from unodsl.diagnostics import did_you_mean
from unodsl.explaining import at_table, explained, missing, written_rules
from unodsl.in_words import rule_in_words


def run(
    name: str,
    files: tuple[Path, ...],
    options: tuple[str, ...],
    without: tuple[str, ...] = (),
    game: str | None = None,
    format_: str = "text",
) -> int:
    """Prints the page of an error code, or the source of a rule with its clauses and relations and whether it is part
    of the given table."""
    code = code_of(name)
    if code is not None and (not files or re.fullmatch(r"(?i)uno\d{3}", name)):
        text = (codes_dir() / f"{code}.md").read_text(encoding="utf-8").rstrip()
        if format_ == "json":
            print_json({"code": code, "page": text})
        else:
            click.echo(text)
        return 0
    if name.endswith(".uno"):
        rule = files[0] if len(files) == 1 and files[0].suffix != ".uno" else "RULE"
        raise wrong(f"`{name}` is a file, and the rule comes first", f"say `unodsl explain {rule} {name}`")
    if not files:
        hint = did_you_mean(name, code_names()) or "say `unodsl explain RULE FILE...`, or give a code such as UNO203"
        raise wrong(f"in which files is the rule `{name}`?", hint)
    project, table = table_of(files, options, {}, None, without, game)
    rules = written_rules(project)
    hits = [rules[q] for q in sorted(rules) if q == name or q.partition(".")[2] == name]
    if not hits:
        of_option = [q.partition(".")[2] for q, x in rules.items() if x.option and f".{x.option}".endswith(f".{name}")]
        if of_option:
            named = ", ".join(f"`{x}`" for x in sorted(of_option))
            raise wrong(f"`{name}` is an option, and `explain` needs a rule", f"its rules: {named}")
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
        own = {f"    {line}" for line in hit.lines()}
        click.echo("\n".join(x if x in own else folded(x) for x in explained(project, table, hit, rules)))
    return 0


# --------------------------------------------------------------------------------------------------------------- codes


def code_names() -> dict[str, str]:
    """Maps the short name of each error code to its code, for all codes with a documentation page."""
    out: dict[str, str] = {}
    for page in sorted(codes_dir().glob("UNO*.md")):
        head = page.read_text(encoding="utf-8").partition("\n")[0].split()
        out[head[-1]] = page.stem
    return out


def code_of(name: str) -> str | None:
    """Resolves an error code or its short name to the code. Returns None if `name` is neither. Raises `RulesError` for
    a code without a page."""
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
