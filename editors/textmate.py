"""The TextMate grammar of ruleset files, made from the vocabulary of the language: `python -m editors.textmate` writes it anew.

VS Code takes it, and so does whatever else reads TextMate grammars. The language server colors more exactly, by what a name names.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from unodsl.syntax.vocabulary import HEADS, INSIDE_NO_NAME, STARTS_NO_NAME, TOP_HEADS

PLACE = Path(__file__).parent / "vscode" / "syntaxes" / "uno.tmLanguage.json"

BEFORE, BEHIND = r"(?<![\w.-])", r"(?![\w.-])"

DECLARES = ("game", "option", "rule", "zone", "variable", "situation", "parameter")
"""Words with the name of something new behind them."""


def words(some: Iterable[str]) -> str:
    """One of some words, and no part of another."""
    longest = sorted(some, key=lambda word: (-len(word), word))
    return f"{BEFORE}(?:{'|'.join(longest)}){BEHIND}"


def grammar() -> dict[str, Any]:
    """The grammar, in the notation of TextMate."""
    declared = {"1": {"name": "keyword.declaration.uno"}, "2": {"name": "entity.name.function.uno"}}
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "unodsl",
        "scopeName": "source.uno",
        "fileTypes": ["uno"],
        "patterns": [
            {"name": "comment.line.number-sign.uno", "match": "#.*$"},
            {"name": "string.quoted.double.uno", "begin": '"', "end": '"|$'},
            {"match": rf"^\s*({'|'.join(DECLARES)})[ \t]+([A-Za-z][\w-]*){BEHIND}", "captures": declared},
            {"name": "keyword.control.uno", "match": rf"^\s*{words(HEADS | TOP_HEADS)}"},
            {"name": "keyword.other.uno", "match": words(HEADS | INSIDE_NO_NAME | STARTS_NO_NAME)},
            {"name": "constant.language.uno", "match": words(("yes", "no", "nothing", "nobody"))},
            {"name": "constant.numeric.integer.uno", "match": rf"(?<![\w.])[0-9]+{BEHIND}"},
            {"name": "keyword.operator.uno", "match": r"\+=|-=|[-+*/]"},
            {"name": "variable.other.uno", "match": r"[A-Za-z]\w*(?:[-.]\w+)*"},
        ],
    }


def text() -> str:
    """The file."""
    return json.dumps(grammar(), indent=2) + "\n"


if __name__ == "__main__":
    PLACE.parent.mkdir(parents=True, exist_ok=True)
    PLACE.write_text(text(), encoding="utf-8")
