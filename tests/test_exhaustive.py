"""Every `match` over effects, expressions, events, rules or steps of a program says what it does with each kind: it ends in
`assert_never`, so that mypy names the places where a new kind would be forgotten."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = sorted(p for folder in ("unodsl", "checker") for p in (ROOT / folder).rglob("*.py"))
KINDS = ("e.", "f.", "p.", "t.")
"""What the modules of expressions, effects, program steps and tables are called where they are imported."""


def unguarded(text: str) -> Iterator[int]:
    """The lines of the matches over kinds of the model that do not end in `assert_never`. (A match over a pair looks for shapes.)"""
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Match):
            continue
        patterns = [p for case in node.cases for p in ast.walk(case.pattern)]
        names = [ast.unparse(p.cls) for p in patterns if isinstance(p, ast.MatchClass)]
        pair = isinstance(node.subject, ast.Tuple)
        if not pair and any(n.startswith(KINDS) for n in names) and not refuses(node.cases[-1]):
            yield node.lineno


def refuses(case: ast.match_case) -> bool:
    """Whether a case is `case _: assert_never(...)`."""
    every = isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None and case.guard is None
    return every and ast.unparse(case.body[0]).startswith("assert_never(")


def test_modules_are_found() -> None:
    assert {"walk.py", "summary.py", "expressions.py", "lower_values.py"} <= {p.name for p in MODULES}


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_matches_are_exhaustive(path: Path) -> None:
    assert list(unguarded(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    ("last", "lines"), [("_:\n    pass", [1]), ("e.Not():\n    pass", [1]), ("_:\n    assert_never(x)", [])]
)
def test_what_is_silent_is_seen(last: str, lines: list[int]) -> None:
    assert list(unguarded(f"match x:\n  case f.If():\n    pass\n  case {last}\n")) == lines
