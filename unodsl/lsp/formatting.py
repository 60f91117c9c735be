"""Formatting of a whole document."""

from __future__ import annotations

import re
from itertools import pairwise

from unodsl.lsp.workspace import View
from unodsl.source import Source
from unodsl.syntax.comments import split_comment
from unodsl.syntax.format import laid_out, signs_of
from unodsl.syntax.parse import parse_tree

_MINUS = re.compile(r"(?<![\w.-])-(?!=)|-(?![\w=])")
_TEXT = re.compile(r'"[^"]*"?')


def formatted(view: View) -> str | None:
    """The canonical form of a file; None where it cannot be read. Only blocks in which a `-` may be a sign are read for it."""
    if view.page is None or any(p.span is not None and p.span.source.key == str(view.path) for p in view.problems):
        return None
    signs: set[int] = set()
    for begin, block in blocks(view.text):
        if any(_MINUS.search(_TEXT.sub("", split_comment(line)[0])) for line in block.split("\n")):
            tree = parse_tree(Source("block", block))
            if tree is None:
                return None
            signs |= {begin + at for at in signs_of(tree)}
    return laid_out(Source(str(view.path), view.text), frozenset(signs))


def blocks(text: str) -> list[tuple[int, str]]:
    """The parts of a text that begin with a line at the left edge, each with its place."""
    starts = [m.start() for m in re.finditer(r"^(?=[a-z])", text, re.MULTILINE)]
    cuts = sorted({0, *starts, len(text)})
    return [(a, text[a:b]) for a, b in pairwise(cuts)]
