"""Document symbols, folding ranges and semantic tokens of a file."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from unodsl.lsp.index import begin_of, ends
from unodsl.lsp.workspace import View
from unodsl.resolve.declarations import Declaration, declarations
from unodsl.source import Span
from unodsl.syntax import nodes as s
from unodsl.syntax.parse import shown_terminals

TOKENS = {
    "game": "namespace",
    "file": "namespace",
    "option": "class",
    "rule": "function",
    "zone": "struct",
    "variable": "variable",
    "situation": "event",
    "field": "property",
    "act": "method",
    "manner": "modifier",
    "parameter": "parameter",
    "attribute": "type",
    "value": "enumMember",
    "definition": "macro",
}
"""The token type in the protocol for each kind of name."""

TOKEN_TYPES = (*dict.fromkeys(TOKENS.values()), "keyword", "string", "comment", "number")

_PIECE = re.compile(r'"[^"\n]*"?|#[^\n]*|[A-Za-z][A-Za-z0-9_]*(?:[-.][A-Za-z0-9_]+)*|[0-9]+')


@dataclass(slots=True)
class Symbol:
    """A document symbol with its full range and the range of its name."""

    name: str
    detail: str
    kind: str
    start: int
    end: int
    name_start: int
    name_end: int
    children: list[Symbol] = field(default_factory=list)


def symbols(view: View) -> list[Symbol]:
    """Returns the document symbols: games and options with their declarations, and scenarios."""
    if view.page is None:
        return []
    out: list[Symbol] = []
    for declaration in declarations(view.page):
        if declaration.counted or declaration.target.kind in ("definition", "value", "manner"):
            continue
        one = _symbol(declaration)
        if declaration.target.kind in ("game", "option"):
            out.append(one)
        elif out and declaration.holder is not None and out[-1].children and declaration.target.kind == "field":
            out[-1].children[-1].children.append(one)
        elif out:
            out[-1].children.append(one)
            out[-1].end = max(out[-1].end, one.end)
    for scenario in view.page.scenarios:
        title = scenario.title
        out.append(Symbol(title.text, "", "scenario", *ends(scenario.span), *ends(title.span)))
    return sorted(out, key=lambda x: x.start)


def _symbol(declaration: Declaration) -> Symbol:
    target = declaration.target
    start, end = ends(declaration.item)
    first, last = ends(declaration.name)
    return Symbol(target.name, declaration.title, target.kind, min(start, first), max(end, last), first, last)


def folds(view: View) -> list[tuple[int, int]]:
    """Returns the first and last lines of foldable ranges."""
    if view.page is None:
        return []
    spans: list[tuple[int, int]] = []
    for item in view.page.file.items:
        if isinstance(item, s.Game | s.Option):
            start, end = ends(item.span)
            for inner in item.items:
                spans.append(ends(inner.span))
                end = max(end, ends(inner.span)[1])
            spans.append((start, end))
        else:
            spans.append(ends(item.span))
    at = view.positions.line_of
    lines = {(at(start), at(max(start, _last(view.text, start, end)))) for start, end in spans}
    return sorted((first, last) for first, last in lines if last > first)


def _last(text: str, start: int, end: int) -> int:
    """Returns the offset of the last non-blank character in a range of the text."""
    return start + len(text[start:end].rstrip()) - 1


def whole(view: View, span: Span) -> tuple[int, int]:
    """Returns the range of a span without trailing blanks."""
    start, end = ends(span)
    return start, max(start, _last(view.text, start, end) + 1)


def tokens(view: View) -> list[tuple[int, int, str, bool]]:
    """Returns the tokens of a text: start, end, type in the protocol, and whether the token is a declaration. Sorted;
    no token spans several lines."""
    out: list[tuple[int, int, str, bool]] = []
    found = iter(view.index.found)
    current = next(found, None)
    keywords = {w for terminal in shown_terminals().values() for w in terminal.split()}
    for match in _PIECE.finditer(view.text):
        start, end = match.span()
        while current is not None and current.end <= start:
            current = next(found, None)
        first = match[0][0]
        if first == "#":
            out.append((start, end, "comment", False))
        elif first == '"':
            out.append((start, end, "string", False))
        elif current is not None and current.start <= start:
            out.append((start, end, TOKENS[current.target.kind], current.occurrence.declares))
        elif first.isdigit():
            out.append((start, end, "number", False))
        elif match[0] in keywords:
            out.append((start, end, "keyword", False))
    return out


def line_start(span: Span) -> int:
    """Returns the offset of the line that contains the start of a span, in the file."""
    return begin_of(span.source) + span.source.text.rfind("\n", 0, span.start) + 1
