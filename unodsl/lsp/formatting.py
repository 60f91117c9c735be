"""Document formatting."""

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
    """Returns the canonical form of a file. None if it has syntax errors. Only blocks in which `-` may be a sign are
    parsed."""
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
    """Splits a text into blocks that begin with an unindented line, each with its offset."""
    starts = [m.start() for m in re.finditer(r"^(?=[a-z])", text, re.MULTILINE)]
    cuts = sorted({0, *starts, len(text)})
    return [(a, text[a:b]) for a, b in pairwise(cuts)]
