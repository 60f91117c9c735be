"""Pygments lexer for ruleset files."""

from __future__ import annotations

from typing import Any, ClassVar

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

from unodsl.syntax.vocabulary import HEADS, INSIDE_NO_NAME, STARTS_NO_NAME

WORDS = HEADS | INSIDE_NO_NAME | STARTS_NO_NAME
"""Keywords of the language."""

_WORD = "|".join(sorted(WORDS, key=lambda w: (-len(w), w)))


class UnoLexer(RegexLexer):  # type: ignore[misc]
    """Lexer for ruleset files."""

    name = "unodsl"
    # aliases for fragments and for incorrect examples
    aliases: ClassVar[list[str]] = ["uno", "uno-part", "uno-wrong"]
    filenames: ClassVar[list[str]] = ["*.uno"]

    tokens: ClassVar[dict[str, list[Any]]] = {
        "root": [
            (r"\s+", Whitespace),
            (r"#[^\n]*", Comment.Single),
            (r'"[^"\n]*"?', String.Double),
            (
                r"\b(game|option|rule)([ \t]+)([A-Za-z][\w-]*)(?![\w.-])",
                bygroups(Keyword.Declaration, Whitespace, Name.Function),
            ),
            (rf"(?<![\w.-])(?:{_WORD})(?![\w.-])", Keyword),
            (r"[0-9]+(?![\w.-])", Number.Integer),
            (r"[A-Za-z]\w*(?:[-.]\w+)*", Name),
            (r"\+=|-=|[-+*/]", Operator),
            (r"[():;,]", Punctuation),
            (r".", Name),
        ]
    }
