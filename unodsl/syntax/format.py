"""Canonical text: two spaces a level, one space between words, comments and line breaks kept."""

from __future__ import annotations

import re

from lark import ParseTree

from unodsl.diagnostics import Diagnostic
from unodsl.source import Source
from unodsl.syntax.comments import split_comment
from unodsl.syntax.layout import BLANK, clean, outline, width_of
from unodsl.syntax.parse import parse, parse_tree

_TOKEN = re.compile(r'"[^"]*"|\+=|-=|[A-Za-z][A-Za-z0-9_]*(?:[-.][A-Za-z0-9_]+)*|[0-9]+|\S')
_TIGHT_BEFORE = frozenset(",;:)")
_SIGNED = frozenset({"minus", "negative", "type_range"})
_SIGNS = ("-", "+")
_LEVEL = "  "
_GOES_ON = "    "


def format_text(source: Source) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """The canonical form of a text that parses; None, and what is wrong, for one that does not.

    The result parses to the same tree, places aside, and is its own canonical form.
    """
    tree = parse_tree(source)
    if tree is None:
        return None, parse(source)[1]
    return laid_out(source, signs_of(tree)), ()


def laid_out(source: Source, signs: frozenset[int]) -> str:
    """The canonical form of a text without errors. `signs`: the places of every `-` that is a sign."""
    text, _ = clean(source)
    lines = outline(source, text).lines
    page = _Page()
    index, offset = -1, 0
    for raw in text.split("\n"):
        begin, offset = offset, offset + len(raw) + 1
        code, comment = split_comment(raw)
        lead = len(code) - len(code.lstrip(BLANK))
        body, comment = code.strip(BLANK), comment.rstrip()
        inside = index >= 0 and begin < lines[index].after
        if not body:
            if not inside:
                page.wait(width_of(raw[:lead]), comment)
            elif comment:
                page.add(lines[index].depth, _GOES_ON, comment, "")
            continue
        if not inside:
            index += 1
            page.open(lines[index].depth, width_of(raw[:lead]))
        page.add(lines[index].depth, _GOES_ON if inside else "", spaced(body, begin + lead, signs), comment)
    page.open(0, 0)
    return page.text()


def spaced(body: str, begin: int, signs: frozenset[int]) -> str:
    """The words of one line with normalized spaces. `begin`: its offset, `signs`: the offsets of signs of numbers."""
    out = ""
    tight = True
    for match in _TOKEN.finditer(body):
        token = match[0]
        # two signs stay apart: together they would be an operator of other languages
        tight = tight and not (token in _SIGNS and out.endswith(_SIGNS))
        out += token if tight or token in _TIGHT_BEFORE else f" {token}"
        tight = token == "(" or begin + match.start() in signs
    return out


def signs_of(tree: ParseTree) -> frozenset[int]:
    """The places of every `-` that is a sign, not a subtraction."""
    return frozenset(at.meta.start_pos for at in tree.iter_subtrees() if at.data in _SIGNED)


class _Page:
    """The lines written so far, and the pending comments and blank lines, whose block is not yet known."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._waiting: list[tuple[int, str]] = []
        self._widths: list[int] = []

    def wait(self, width: int, comment: str) -> None:
        """Adds a pending comment, or a blank line."""
        self._waiting.append((width, comment))

    def open(self, depth: int, width: int) -> None:
        """Begins a line of this depth, with its indentation in the source. Pending comments go to the block of their
        own indentation."""
        above = len(self._widths) - 1
        widths = [*self._widths[: depth + 1], width] if depth > above else list(self._widths)
        for its_width, comment in self._waiting:
            level = max(above, depth)
            while level > max(0, min(above, depth)) and widths[level] > its_width:
                level -= 1
            if comment:
                self._lines.append(_LEVEL * level + comment)
            elif self._lines and self._lines[-1]:
                self._lines.append("")
        self._waiting.clear()
        self._widths = [*self._widths[:depth], width]

    def add(self, depth: int, further: str, words: str, comment: str) -> None:
        """Writes a line."""
        self._lines.append(_LEVEL * depth + further + words + (f"  {comment}" if comment else ""))

    def text(self) -> str:
        """Everything written, without trailing blank lines."""
        while self._lines and not self._lines[-1]:
            self._lines.pop()
        return "".join(f"{line}\n" for line in self._lines)
