"""Rules that one option brings and the other removes: equal text under another name.

An option removes rules with `without`; an equal rule in another file has another name, and stays. Example: one file
removes the effect of the first card, and an option of another file has just that rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checker.compare.four_tables import FourTables, options_with
from unodsl.resolve import Project, reads
from unodsl.syntax import nodes as s

_BESIDE = frozenset({"clause", "instead", "before", "after", "despite", "allow", "#"})
"""The first words of lines that do not state behavior."""


def brought_back(four: FourTables) -> frozenset[str]:
    """The rules of either option with the same text as a rule that the other option removes."""
    table, project = four.context.table, four.context.project
    out: set[str] = set()
    for number in (0, 1):
        gone = {body(x) for x in taken_away(project, options_with(table, four.options[1 - number]))}
        mine = ((name, x) for _, name, x in rules_of(project) if name in four.own[number])
        out |= {name for name, x in mine if body(x) in gone}
    return frozenset(out)


def rules_of(project: Project) -> Iterator[tuple[reads.BlockName, str, s.Rule]]:
    """All rules by their full names, used by a table or not, each with its block."""
    for page in project.pages.values():
        for option, items in page.blocks():
            for x in items:
                if isinstance(x, s.Rule):
                    yield (page.name, option), f"{page.name}.{x.name.text}", x


def taken_away(project: Project, options: Iterable[str]) -> Iterator[s.Rule]:
    """The rules that some options remove."""
    words: set[tuple[str, str]] = set()
    for option in options:
        page = option.partition(".")[0]
        for item in project.pages[page].options[option].items:
            if isinstance(item, s.Names) and item.kind == "without":
                words |= {(page, x.text) for x in item.names}
    for block, name, rule in rules_of(project):
        owner, _, short = name.partition(".")
        if any(word == name or (word == short and owner in project.chain(page)) for page, word in words):
            reads.note([block])
            yield rule


def body(rule: s.Rule) -> tuple[str, ...]:
    """The lines of a rule that state behavior."""
    lines = (x.strip() for x in rule.span.text.splitlines()[1:])
    return tuple(x for x in lines if x and x.split()[0] not in _BESIDE)
