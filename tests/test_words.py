"""Plain English: what a user reads has none of the words that only we would understand (`docs/glossary.md` has the right ones)."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import click
import pytest

from unodsl.commands.main import main

ROOT = Path(__file__).parent.parent

TEXTS = sorted(
    [
        *(p for p in (ROOT / "docs").rglob("*.md") if p.parent.name != "decisions"),
        *(ROOT / "examples").rglob("*.md"),
        *(ROOT / x for x in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "action.yml", ".pre-commit-hooks.yaml")),
    ]
)

MODULES = sorted([*(ROOT / "unodsl").rglob("*.py"), *(ROOT / "checker").rglob("*.py")])

PRIVATE = {
    r"\bmixtures?\b": "combination of options",
    r"\btold\b": "reported, shown, or active: the message says",
    r"\b(?:heard|hears)\b": "reacts to",
    r"\b(?:come|comes|came) to (?!rest\b)": "has the result, ends, reaches",
    r"\blooked (?:at|for)\b": "checked, searched, visited",
    r"\b(?:is|are|be|been|was|were) asked(?: for)?\b": "who asks: the checker asks, the rule needs",
    r"\b(?:is|are|be|been|was|were) said\b": "states, gives: the message says",
    r"\b(?:run|runs|ran|running) down\b": "decreases",
    r"\b[Rr]ules? files?\b": "ruleset file",
    r"\bround of moves\b": "cycle of moves",
    r"\b(?:ruleset|shipped|official|own|base|merged|two|five|other|different) pages?\b": "ruleset file, ruleset",
    r"\bpages? (?:builds?|extends?|declares?|that (?:a|the) game)\b": "ruleset file, ruleset",
    r"(?:^|[.:;] )Of [a-z][^.,:;]{3,80}, ": "begin with who does it",
}
"""Patterns, and what to say instead."""


ANY = re.compile("|".join(PRIVATE))

NAMES = {
    "told|telling|teller": "message, text, narrator",
    "heard|hears?|hearing": "triggered, handled; on_event",
    "said|says|saying": "text, stated, reported",
    "asked|asking": "query, request, requested",
    "(?:looks?|looked|looking)(?!_up)": "search, check, poll, point",
    "came|comes": "result, effects",
    "mixtures?": "combination, option_sets",
    "runs?_down|tiring": "ranking, terminates",
    "fan(?!_out)": "fan_out",
    "aftermath|poured": "post-image",
    "anew|whoever|lying|lopsided|sober": "what holds: round_begins, symmetric, in the pile",
}
"""Private words as parts of identifiers, and what to write instead."""

ALLOWED = {
    "unodsl/api/setup.py": {"told"},
    "unodsl/api/telling.py": {"Told", "told"},
}
"""Identifiers with such words that stay: the public API."""

ANY_NAME = re.compile("|".join(f"(?<![a-z])(?:{x})(?![a-z])" for x in NAMES))


def wrong_in(text: str) -> list[str]:
    if ANY.search(text) is None:
        return []
    return [
        f"`{found[0].strip()}`: {instead}" for word, instead in PRIVATE.items() for found in re.finditer(word, text)
    ]


def prose(path: Path) -> str:
    """A page without what is code in it: blocks, quoted words, and where links lead; each paragraph in one line."""
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"`[^`\n]*`", "``", re.sub(r"\]\([^)]*\)", "]", text))
    return re.sub(r"(?<!\n)\n(?![\n|#-])", " ", text)


@dataclass(frozen=True)
class Module:
    """What people read in a module: its texts of several words, its docstrings, and its names with private words."""

    messages: tuple[str, ...]
    docstrings: tuple[str, ...]
    names: frozenset[str]


@cache
def module(path: Path) -> Module:
    """A module, read once for all tests of this file."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    alone = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    texts = [node for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    said = [str(node.value) for node in texts if id(node) not in alone]
    return Module(
        # (names in generated code are no words of ours)
        tuple(x for x in said if " " in x and '"host"' not in x and "(call " not in x),
        tuple(str(node.value) for node in texts if id(node) in alone),
        private_names(nodes),
    )


def remarks(path: Path) -> Iterator[str]:
    """The docstrings and the blocks of comments of a module, each in one line, without code in backticks."""
    source = path.read_text(encoding="utf-8")
    found = list(module(path).docstrings)
    last = -1
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            words = token.string.lstrip("# ")
            if token.start[0] == last + 1:
                found[-1] += " " + words
            else:
                found.append(words)
            last = token.start[0]
    for text in found:
        yield re.sub(r"`[^`]*`", "``", " ".join(text.split()))


def identifiers(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The names that a module introduces: definitions, parameters, variables, attributes, and other names of imports."""
    for node in nodes:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name
            case ast.arg():
                yield node.arg
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case ast.alias(asname=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name
            case ast.ExceptHandler(name=str(name)) | ast.MatchMapping(rest=str(name)):
                yield name


def private_names(nodes: Iterable[ast.AST]) -> frozenset[str]:
    """The identifiers of a module that have a private word as a part."""
    names = {*identifiers(nodes)}
    return frozenset(x for x in names if ANY_NAME.search(re.sub("(?<=[a-z])(?=[A-Z])", "_", x).lower()))


@pytest.mark.parametrize("path", TEXTS, ids=lambda p: str(p.relative_to(ROOT)))
def test_pages(path: Path) -> None:
    assert wrong_in(prose(path)) == []


def test_messages() -> None:
    found = {str(p.relative_to(ROOT)): [x for text in module(p).messages for x in wrong_in(text)] for p in MODULES}
    assert {path: words for path, words in found.items() if words} == {}


def test_docstrings_and_comments() -> None:
    found = {str(p.relative_to(ROOT)): [x for text in remarks(p) for x in wrong_in(text)] for p in MODULES}
    assert {path: words for path, words in found.items() if words} == {}


def test_identifiers() -> None:
    paths = {str(p.relative_to(ROOT)): p for p in MODULES}
    found = {name: module(p).names for name, p in paths.items()}
    assert {name: sorted(x) for name, x in found.items() if x - ALLOWED.get(name, set())} == {}
    # what is allowed is there
    assert {name: x - found[name] for name, x in ALLOWED.items() if x - found[name]} == {}


def test_help() -> None:
    for name, command in main.commands.items():
        text = command.get_help(click.Context(command, info_name=name))
        assert wrong_in(" ".join(text.split())) == [], name


def test_the_words_are_noticed() -> None:
    assert len(wrong_in("This mixture is told. Of some rules, those are looked at that a page extends.")) == 5
    assert wrong_in("A cascade comes to rest. A page for each code tells the rest.") == []


def test_private_names_are_noticed() -> None:
    source = "class WhatIsSaid:\n    def look(self, asked): self.heard = [told for told in asked]\n"
    assert private_names(ast.walk(ast.parse(source))) == {"WhatIsSaid", "look", "asked", "heard", "told"}
    harmless = "def look_up(fan_out): looked_up, outlook, unasked, pages = fan_out"
    assert private_names(ast.walk(ast.parse(harmless))) == set()
