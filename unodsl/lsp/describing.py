"""Hover: describes the declaration that a name refers to."""

from __future__ import annotations

import logging
from pathlib import Path

from unodsl.explaining import Written, related, written_rules
from unodsl.in_words import rule_in_words
from unodsl.lsp.index import Found
from unodsl.lsp.navigation import declared
from unodsl.lsp.workspace import View, Workspace
from unodsl.resolve.declarations import Declaration
from unodsl.resolve.survey import rule_of
from unodsl.syntax import nodes as s

log = logging.getLogger(__name__)

MOST_LINES = 14
"""Maximum number of lines of a declaration that are shown."""

MOST_PLACES = 4
"""Maximum number of declarations of one name that are shown."""


def hover(workspace: Workspace, path: Path, offset: int) -> tuple[Found, str] | None:
    """Returns the occurrence at an offset and a Markdown description of its declarations. None if there is no name."""
    view = workspace.view(path)
    found = view.index.at(offset)
    if found is None or view.project is None:
        return None
    target = found.target
    of = {"field": "of the situation", "value": "of", "manner": "of the act"}.get(target.kind)
    owner = f" {of} `{target.owner}`" if of and target.owner else ""
    head = f"**{target.kind}** `{target.name}`{owner}"
    parts = [head]
    for other, declaration in list(declared(workspace, view, target))[:MOST_PLACES]:
        parts.append(described(other, declaration, view))
    return found, "\n\n".join(parts)


def described(other: View, declaration: Declaration, view: View) -> str:
    """Describes a declaration: title, text, location and, for rules, relations to other rules."""
    parts = []
    if declaration.title:
        parts.append(declaration.title)
    parts.append(f"```uno\n{text_of(declaration)}\n```")
    where = f"{other.path.name}:{declaration.name.line}"
    block = f", option `{declaration.option}`" if declaration.option else ""
    lines = [f"{where}{block}"]
    if declaration.target.kind == "rule" and view.project is not None:
        rules = written_rules(view.project)
        written = rules.get(f"{declaration.target.page}.{declaration.target.name}")
        if written is not None:
            if written.rule.clauses:
                lines.append(f"carries {', '.join(w.text for w in written.rule.clauses)}")
            lines += related(written, rules)
            plain = in_words(other, written)
            if plain:
                parts.append("  \n".join(plain))
    if declaration.target.kind == "option" and other.page is not None:
        option = other.page.options.get(f"{declaration.target.page}.{declaration.target.name}")
        lines += relations(option)
    parts.append("  \n".join(lines))
    return "\n\n".join(parts)


def in_words(view: View, written: Written) -> list[str]:
    """Returns the rule in words. Empty if it has errors."""
    group = next((g for g in view.groups if written.option is None or written.option in g.options), None)
    if group is None or view.page is None:
        return []
    rule = rule_of(group, view.page, written.option, written.rule)
    if rule is None:
        return []
    try:
        return rule_in_words(group.resolved.table, rule)
    except (IndexError, KeyError, ValueError):  # a table of names alone may lack what the words ask for
        log.info("a rule could not be put into words", exc_info=True)
        return []


def relations(option: s.Option | None) -> list[str]:
    """Returns the relations of an option to other options."""
    items = () if option is None else option.items
    out = ["on by default"] if any(isinstance(x, s.OnByDefault) for x in items) else []
    for x in items:
        if isinstance(x, s.Names) and x.kind in ("requires", "brings", "excludes", "without"):
            out.append(f"{x.kind} {', '.join(w.text for w in x.names)}")
    return out


def text_of(declaration: Declaration) -> str:
    """Returns the lines of a declaration, dedented. For games and options only the first line."""
    span = declaration.item
    text = span.text.rstrip()
    lines = text.splitlines() or [""]
    if declaration.target.kind in ("game", "option"):
        lines = lines[:1]
    margin = min((len(x) - len(x.lstrip()) for x in lines[1:] if x.strip()), default=2)
    lines = [lines[0], *(x[max(0, margin - 2) :] for x in lines[1:])]
    return "\n".join(lines if len(lines) <= MOST_LINES else [*lines[: MOST_LINES - 1], "  ..."])
