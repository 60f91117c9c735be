"""The pages of finding codes, for `unodsl explain` and the report formats."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from checker.checks.registry import CHECKS
from unodsl.data import codes_dir


@dataclass(frozen=True, slots=True)
class CodePage:
    """A code's page. `summary` is its first paragraph in one line; `severity` is `error`, `warning`, or `note`; `text`
    is the whole page in Markdown."""

    code: str
    name: str
    summary: str
    severity: str
    text: str


@cache
def page(code: str, name: str) -> CodePage:
    """The page of a code, or a placeholder."""
    path = codes_dir() / f"{code}.md"
    text = path.read_text(encoding="utf-8") if path.is_file() else f"# {code}: {name}\n\nThis code has no page.\n"
    paragraphs = re.split(r"\n\s*\n", text.strip())
    summary = " ".join(paragraphs[1].split()) if len(paragraphs) > 1 else name
    found = re.search(r"\bSeverity: (error|warning|note)\b", text)
    return CodePage(code, name, summary, found[1] if found else "warning", text)


def pages() -> tuple[CodePage, ...]:
    """A page for each check, by code."""
    return tuple(page(code, name) for code, name, _ in sorted(CHECKS, key=lambda c: c[0]))
