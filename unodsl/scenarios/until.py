"""Conditions given by themselves, in the words of a scenario."""

from __future__ import annotations

from unodsl.diagnostics import RulesError, wrong
from unodsl.model import expressions as e
from unodsl.resolve.compose import Resolved
from unodsl.resolve.words import Mistake
from unodsl.scenarios import condition_of as of_line
from unodsl.source import Source
from unodsl.syntax import nodes as s
from unodsl.syntax.tree_cache import parse


def condition_of(resolved: Resolved, page: str, text: str) -> e.Expr:
    """Parses `text` as the condition of `expect TEXT` in a scenario of the page. Seats are named ann, bob, cyd...
    Raises `RulesError`."""
    if not text.strip():
        raise wrong("no condition is given", "write one as after `expect` in a scenario: `turn of ann`")
    if "\n" in text or ";" in text:
        text = text.replace("\n", " ").replace(";", " ;")
    source = Source("the condition", f'scenario "until"\n  expect {text}\n')
    tree, problems = parse(source)
    if problems:
        raise RulesError(problems)
    lines = [x for item in tree.items if isinstance(item, s.Scenario) for x in item.lines]
    try:
        match lines:
            case [s.Expect() as line]:
                return of_line(resolved, page, line)
            case _:
                raise Mistake("UNO113", "one condition is needed", tree.items[0].span)
    except Mistake as mistake:
        raise RulesError(mistake.diagnostics) from mistake
