"""Locations of the grammar and the bundled rulesets, in the installed package or in a source checkout."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent


def _folder(name: str) -> Path:
    packed = _HERE / "_data" / name
    return packed if packed.is_dir() else _HERE.parent / name


def grammar_text() -> str:
    """Returns the grammar in lark notation."""
    return (_folder("grammars") / "uno.lark").read_text(encoding="utf-8")


def rulesets_dir() -> Path:
    """Returns the directory of the bundled rulesets."""
    return _folder("rulesets")


def codes_dir() -> Path:
    """Returns the directory of the documentation pages of diagnostic codes."""
    packed = _HERE / "_data" / "codes"
    return packed if packed.is_dir() else _HERE.parent / "docs" / "codes"
