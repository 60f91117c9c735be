"""Where the grammar and the shipped rulesets lie: in the installed package, or in a checkout beside it."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent


def _folder(name: str) -> Path:
    packed = _HERE / "_data" / name
    return packed if packed.is_dir() else _HERE.parent / name


def grammar_text() -> str:
    """The grammar, in lark's notation."""
    return (_folder("grammars") / "uno.lark").read_text(encoding="utf-8")


def rulesets_dir() -> Path:
    """The folder of the rulesets that come with the project."""
    return _folder("rulesets")


def codes_dir() -> Path:
    """The folder of the pages of finding codes."""
    packed = _HERE / "_data" / "codes"
    return packed if packed.is_dir() else _HERE.parent / "docs" / "codes"
