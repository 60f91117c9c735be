"""A condition given on the command line, in the words of scenarios."""

from __future__ import annotations

from unodsl.diagnostics import RulesError
from unodsl.engine.reference import Reference
from unodsl.model import expressions as e
from unodsl.resolve.compose import Resolved
from unodsl.resolve.words import Mistake
from unodsl.scenarios import SEAT_NAMES, Runner
from unodsl.source import Source
from unodsl.syntax import nodes as s
from unodsl.syntax.parse import parse


def condition_of(resolved: Resolved, page: str, text: str) -> e.Expr:
    """The condition that `expect TEXT` asks in a scenario of a page; seats are called ann, bob, cyd... Raises `RulesError`."""
    if "\n" in text or ";" in text:
        text = text.replace("\n", " ").replace(";", " ;")
    source = Source("the condition", f'scenario "until"\n  expect {text}\n')
    tree, problems = parse(source)
    if problems:
        raise RulesError(problems)
    names = SEAT_NAMES[: resolved.table.seats]
    runner = Runner(resolved, page, names, Reference(resolved.table))
    lines = [x for item in tree.items if isinstance(item, s.Scenario) for x in item.lines]
    try:
        match lines:
            case [s.Expect() as line]:
                about_moves = isinstance(line.condition, s.Compare) and line.condition.relation in ("can", "cannot")
                if about_moves and isinstance(line.condition, s.Compare):
                    raise Mistake(
                        "UNO113",
                        "what can be done is no condition of a table",
                        line.condition.span,
                        "say what is so then: `ann has no cards`, `draw-due is open`",
                    )
                return runner.condition(line)
            case _:
                raise Mistake("UNO113", "one condition is needed", tree.items[0].span)
    except Mistake as mistake:
        raise RulesError([mistake.diagnostic]) from mistake
