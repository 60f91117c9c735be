"""Incremental reading and occurrences: what the words of a text name, also in files that are wrong somewhere."""

from __future__ import annotations

import random
import re
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.effort import few_and_slow
from unodsl.data import rulesets_dir
from unodsl.diagnostics import Diagnostic
from unodsl.lsp.scenarios import FileSurveyor
from unodsl.resolve.builtin import BUILT_IN
from unodsl.resolve.occurrences import Occurrence
from unodsl.resolve.project import Project, read_project
from unodsl.source import Piece, Source, Span
from unodsl.syntax import nodes as s
from unodsl.syntax.parse import parse, parse_again, shown_terminals
from unodsl.syntax.pieces import Pieces
from unodsl.syntax.tree_cache import parse as cached

RULESETS = sorted(p.stem for p in rulesets_dir().glob("*.uno"))

SMALL = """game small
  seats 2 to 4

  deck in stock
    color is red, blue
    face is 1 to 3
    2 of each color: 1 to 3

  zone stock, face down
  zone pile, face up
  zone hand of each player, private
  variable way: onward or back, starts onward
  variable tally of each player: 0 to 9

  situation turn on a player
    taken: 0 to 9

  act play a card from hand
    manners quick
    then move card the card from hand of player to pile

  rule cheap "What is cheap"
    a card is cheap means the card is 1

  rule play "One plays"
    during turn
    its player may play a cheap card as quick
    if tally of player is 0 and way is onward
    then taken of turn += 1

  rule played
    when player plays red 1 as quick
    then tally of player += 1
      pass turn to left of player

option extra "More"
  rule never
    when player plays blue 2
    instead of played
    then way becomes back

scenario "one plays"
  with extra
  seats ann, bob
  ann holds red 1
  turn of ann
  ann plays red 1 as quick
  expect tally of ann is 1
"""


def surveyed(folder: Path, text: str) -> tuple[Project, list[tuple[str, str, str]], tuple[Occurrence, ...]]:
    """The project of a text, and what its words name: the words, the kind, the name."""
    path = folder / "small.uno"
    path.write_text(text, encoding="utf-8")
    project, _ = read_project([path])
    assert project is not None
    found = FileSurveyor("small").survey(project)
    return project, sorted({(x.span.text, x.target.kind, x.target.name) for x in found}), found


def shown(node: Any) -> Any:
    """A tree with lines and columns for places. What opens a block spans its first line only when it is read again."""
    if isinstance(node, Span):
        return node.line, node.column, node.text
    if isinstance(node, Source):
        return node.name
    if isinstance(node, tuple):
        return tuple(shown(x) for x in node)
    if is_dataclass(node):
        skipped = ("span",) if isinstance(node, s.Game | s.Option) else ()
        return type(node).__name__, *(shown(getattr(node, f.name)) for f in fields(node) if f.name not in skipped)
    return node


def told(found: tuple[Diagnostic, ...]) -> list[tuple[str, str, str, str | None]]:
    return [(d.code, d.message, str(d.span), d.hint) for d in found]


def edited(text: str, rng: random.Random) -> str:
    """A text with one change that somebody could make while typing."""
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    match rng.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[rng.randrange(len(lines))])
        case 2:
            cut = rng.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:cut]
        case 3:
            cut = rng.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:cut] + rng.choice('"(),;:# \tq7=') + lines[at][cut:]
        case _:
            lines.insert(at, "")
    return "\n".join(lines)


@pytest.mark.parametrize("name", few_and_slow(RULESETS, 1))
def test_reading_again_finds_what_reading_finds(name: str) -> None:
    rng = random.Random(17)
    text = (rulesets_dir() / f"{name}.uno").read_text(encoding="utf-8")
    # a part of each, so that reading it all anew stays cheap
    start = text.index("\nscenario")
    text = text[: text.rfind("\n\n", 0, start // 3)] + text[start : start + 4000]
    pieces = Pieces()
    for _ in range(12):
        source = Source(name, text)
        again, found = parse_again(source, pieces)
        whole, expected = parse(source)
        assert told(found) == told(expected)
        assert shown(again.items) == shown(whole.items)
        text = edited(text, rng)


def test_what_did_not_change_is_not_read_again() -> None:
    pieces = Pieces()
    first, _ = parse_again(Source("small", SMALL), pieces)
    second, _ = parse_again(Source("small", "# a note\n" + SMALL.replace("blue 2", "blue 3")), pieces)
    kept = [x for x in second.items[0].items if any(x is y for y in first.items[0].items)]  # type: ignore[union-attr]
    assert len(kept) == len(first.items[0].items)  # type: ignore[union-attr]
    assert second.items[1].items[0] is not first.items[1].items[0]  # type: ignore[union-attr]
    assert second.items[2] is first.items[2]
    rule = kept[-1]
    assert isinstance(rule.span.source, Piece)
    assert rule.span.line == SMALL[: SMALL.index("rule played")].count("\n") + 2


def test_words_name_what_they_mean(tmp_path: Path) -> None:
    _, found, _ = surveyed(tmp_path, SMALL)
    for expected in [
        ("stock", "zone", "stock"),
        ("hand", "zone", "hand"),
        ("pile", "zone", "pile"),
        ("red", "value", "red"),
        ("1", "value", "1"),
        ("onward", "value", "onward"),
        ("color", "attribute", "color"),
        ("plays", "act", "play"),
        ("play", "act", "play"),
        ("play", "rule", "play"),
        ("quick", "manner", "quick"),
        ("cheap", "definition", "cheap"),
        ("cheap", "rule", "cheap"),
        ("turn", "situation", "turn"),
        ("taken", "field", "taken"),
        ("tally", "variable", "tally"),
        ("extra", "option", "extra"),
    ]:
        assert expected in found


def test_an_error_elsewhere_takes_nothing_away(tmp_path: Path) -> None:
    _, whole, _ = surveyed(tmp_path, SMALL)
    broken = SMALL.replace("during turn", "during trun").replace("rule played\n", "rulle played\n")
    broken = broken.replace("expect tally", "expect talley")
    _, found, _ = surveyed(tmp_path, broken)
    assert ("blue", "value", "blue") in found
    assert ("play", "rule", "play") in found
    assert len(found) >= len(whole) - 8


def test_what_names_a_rule_is_looked_at_again_when_rules_come_and_go(tmp_path: Path) -> None:
    path = tmp_path / "small.uno"
    path.write_text(SMALL, encoding="utf-8")
    surveyor = FileSurveyor("small")
    pieces = Pieces()
    counts = []
    for text in (SMALL, SMALL.replace("rule played", "rule other"), SMALL):
        project, _ = read_project([path], texts={path: text}, reader=lambda x: parse_again(x, pieces))
        assert project is not None
        found = surveyor.survey(project)
        counts.append(sum(x.target.kind == "rule" and x.target.name == "played" for x in found))
    assert counts == [2, 0, 2]


def test_a_name_declared_by_two_options_is_found_in_both(tmp_path: Path) -> None:
    more = """
option one
  variable seen: 0 to 3

  rule one
    when player plays red 1
    then seen += 1

option two
  variable seen: 0 to 5

  rule two
    when player plays red 2
    then seen += 1
"""
    project, _, found = surveyed(tmp_path, SMALL.replace("\nscenario", more + "\nscenario"))
    seen = [x for x in found if x.target.name == "seen"]
    assert [x.declares for x in sorted(seen, key=lambda x: x.span.start)] == [True, False, True, False]
    assert project.given == ("small",)


@pytest.mark.parametrize("name", few_and_slow(RULESETS, 1))
def test_every_word_of_the_shipped_rulesets_is_known(name: str) -> None:
    """What names nothing is a word of the language, a seat, a clause or a code."""
    path = rulesets_dir() / f"{name}.uno"
    pieces = Pieces()
    project, problems = read_project(
        [path], reader=lambda x: parse_again(x, pieces) if x.name == str(path) else cached(x)
    )
    assert project is not None
    assert problems == []
    text = project.pages[name].file.source.text
    known = bytearray(len(text))
    names = {x.target for x in FileSurveyor(name).survey(project)}
    for x in FileSurveyor(name).survey(project):
        begin = x.span.source.begin if isinstance(x.span.source, Piece) else 0
        known[begin + x.span.start : begin + x.span.end] = b"x" * len(x.span.text)
    language = {w for terminal in shown_terminals().values() for w in terminal.split()} | set(BUILT_IN)
    for scenario in project.pages[name].scenarios:
        for line in scenario.lines:
            if isinstance(line, s.Names) and line.kind == "seats":
                language |= {w.text for w in line.names}
    unknown = set()
    for match in re.finditer(r'"[^"\n]*"|#[^\n]*|[A-Za-z][\w.-]*', text):
        before = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        if match[0][0] in '"#' or known[match.start()] or before.strip().startswith(("clause", "allow")):
            continue
        if match[0] not in language:
            unknown.add(match[0])
    assert unknown <= NO_NAMES
    assert len(names) > 40


_WORDS = "begins color completes continues down empty ends exactly face leaves open over position private settles stands table takes up wins"
NO_NAMES = set(_WORDS.split())
"""Words of events, visibilities and scenarios, and the noun of an act: they name nothing that is declared."""
