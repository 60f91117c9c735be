"""The Pygments lexer: every letter has a color, and words of the language have theirs."""

from __future__ import annotations

from pathlib import Path

import pytest
from pygments import lex
from pygments.token import Comment, Error, Keyword, Name, String

from unodsl.data import rulesets_dir
from unodsl.lexer import WORDS, UnoLexer
from unodsl.syntax.parse import shown_terminals

RULESETS = sorted(rulesets_dir().glob("*.uno"))


@pytest.mark.parametrize("path", RULESETS, ids=[p.stem for p in RULESETS])
def test_every_letter_of_a_ruleset_has_a_color(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = list(lex(text, UnoLexer()))
    assert "".join(value for _, value in found) == text
    assert not [value for kind, value in found if kind in Error]
    assert {value for kind, value in found if kind in Comment} >= {x for x in text.splitlines() if x.startswith("#")}


def test_words_of_the_language_are_keywords() -> None:
    found = [(value, kind) for kind, value in lex('rule skip "Miss a turn"\n  if the card is if-not\n', UnoLexer())]
    assert ("skip", Name.Function) in found
    assert ('"Miss a turn"', String.Double) in found
    assert ("if", Keyword) in found
    assert ("is", Keyword) in found
    assert ("if-not", Name) in found


def test_the_keywords_are_words_of_the_grammar() -> None:
    assert set(shown_terminals().values()) >= WORDS
