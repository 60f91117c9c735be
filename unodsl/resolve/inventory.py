"""Lists the contents of a project without resolving a table."""

from __future__ import annotations

from unodsl.resolve.project import Project
from unodsl.syntax import nodes as s


def actions(project: Project) -> frozenset[str]:
    """Returns the qualified names of rules that can run: triggers and offers."""
    return frozenset(
        f"{p.name}.{i.name.text}"
        for p in project.pages.values()
        for _, items in p.blocks()
        for i in items
        if isinstance(i, s.Rule) and any(isinstance(h, s.When | s.Offer) for h in i.heads)
    )


def carried(project: Project) -> dict[str, tuple[list[str], list[str]]]:
    """Maps each clause ID to the games, options and rules that implement it, and the scenarios that demonstrate it."""
    out: dict[str, tuple[list[str], list[str]]] = {}
    for page in sorted(project.pages.values(), key=lambda p: p.name):
        for option, items in page.blocks():
            for item in items:
                if isinstance(item, s.Rule):
                    for word in item.clauses:
                        out.setdefault(word.text, ([], []))[0].append(f"{page.name}.{item.name.text}")
                elif isinstance(item, s.Names) and item.kind == "clause":
                    for word in item.names:
                        out.setdefault(word.text, ([], []))[0].append(option or page.name)
        for scenario in page.scenarios:
            for line in scenario.lines:
                if isinstance(line, s.Names) and line.kind == "clause":
                    for word in line.names:
                        out.setdefault(word.text, ([], []))[1].append(scenario.title.text)
    return out
