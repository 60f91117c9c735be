"""What people write who speak English, or know other languages: the help names the line that is meant. `slips.toml` has them."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate
from pathlib import Path

import pytest

from unodsl.data import rulesets_dir
from unodsl.diagnostics import Diagnostic, RulesError
from unodsl.resolve import TableSpec, load_project, load_table

SLIPS: dict[str, dict[str, str]] = tomllib.loads((Path(__file__).parent / "slips.toml").read_text(encoding="utf-8"))
START = 'use "official.uno"\noptions for official\noption slip "Slip"\n'


def lines_of(kind: str, text: str, name: str = "five") -> str:
    """A rule in which some words stand as an effect, or as a condition."""
    start = f"  rule {name}\n"
    if kind == "effects":
        return f"{start}    when player plays 5\n    then\n      {text}\n"
    if kind == "events":
        return f"{start}    when {text}\n    then player draws 1\n"
    if kind == "lines":
        return f"{start}    {text}\n"
    if kind == "offers":
        return f"{start}    {text}\n    if number of cards in hand of player is 1\n"
    return f"{start}    when player plays 5\n    if {text}\n    then next player draws 1\n"


def mistakes(folder: Path, text: str) -> tuple[Diagnostic, ...]:
    """What is wrong with an option of these rules."""
    page = folder / "slip.uno"
    page.write_text(text, encoding="utf-8")
    official = folder / "official.uno"
    if not official.exists():
        official.write_text((rulesets_dir() / "official.uno").read_text(encoding="utf-8"), encoding="utf-8")
    try:
        load_table(load_project([page]), TableSpec(options=("slip.slip",)))
    except RulesError as error:
        return error.diagnostics
    return ()


def helped(folder: Path, text: str) -> str | None:
    """The help of the first mistake of a rule; empty where there is none."""
    found = mistakes(folder, START + text)
    return found[0].hint if found else ""


def helped_together(folder: Path, kind: str, lines: Iterable[str]) -> dict[str, str | None]:
    """The help of each line, empty where it is no mistake; all stand in one file, which takes a tenth of the time. Those with a
    mistake are taken out until none is left."""
    left = {x: lines_of(kind, x, f"rule-{i}") for i, x in enumerate(lines)}
    found: dict[str, str | None] = dict.fromkeys(left, "")
    while left:
        ends = list(accumulate((x.count("\n") for x in left.values()), initial=START.count("\n")))[1:]
        out: dict[str, str | None] = {}
        for mistake in mistakes(folder, START + "".join(left.values())):
            if mistake.span is not None and mistake.span.source.name.endswith("slip.uno"):
                at = bisect_left(ends, mistake.span.line)
                out.setdefault(list(left)[min(at, len(left) - 1)], mistake.hint)
        if not out:
            break
        found |= out
        left = {x: rule for x, rule in left.items() if x not in out}
    return found


@pytest.mark.parametrize("words", ["of player", "of players", "for each player", "of every player"])
def test_what_each_player_has_of_its_own(words: str, tmp_path: Path) -> None:
    rule = lines_of("effects", "player draws 1")
    assert helped(tmp_path, f"  variable marked {words}: yes or no\n{rule}") == (
        "what each player has of its own is `marked of each player`"
    )
    assert helped(tmp_path, f"  variable marked of each player: yes or no\n{rule}") == ""


def test_there_are_enough() -> None:
    assert sum(len(x) for x in SLIPS.values()) >= 200


PARTS_OF_A_LIST = [(kind, at) for kind in SLIPS for at in range(0, len(SLIPS[kind]), 50)]


@pytest.mark.parametrize(("kind", "at"), PARTS_OF_A_LIST)
def test_help(kind: str, at: int, tmp_path: Path) -> None:
    some = dict(list(SLIPS[kind].items())[at : at + 50])
    assert helped_together(tmp_path, kind, some) == some


def test_alone_it_is_the_same(tmp_path: Path) -> None:
    for kind, slips in SLIPS.items():
        for slip in list(slips)[::25]:
            assert helped(tmp_path, lines_of(kind, slip)) == slips[slip], slip


PARTS = [
    "100",
    "count of draw-due",
    "next player holds 5",
    "there is no 5 in hand of next player",
    "player",
    "next player",
    "5 or 6",
    "red or blue",
    "red 5",
    "if not",
    "and",
    "or",
    "not",
    "becomes",
    "players",
    "other players",
    "draw pile",
    "2",
    "5",
    "yes",
    "no",
    "nothing",
    "next player after next player",
    "a card",
]
"""What help names that is no whole line."""
WHOLE = re.compile(r"(?:.*: )?write `([^`]*)`(?: below `then`)?")
MEANT = {
    (kind, found[1])
    for kind in SLIPS
    for hint in SLIPS[kind].values()
    if (found := WHOLE.fullmatch(hint)) is not None and "..." not in found[1]
}
"""Lines that help names in full. Where it names what stands behind an `is`, the rest of the line is the writer's."""


@pytest.mark.parametrize("kind", SLIPS)
def test_the_lines_that_are_meant_are_taken(kind: str, tmp_path: Path) -> None:
    meant = [line.removeprefix("when ") if kind == "events" else line for of, line in sorted(MEANT) if of == kind]
    lines = [x for x in meant if not x.startswith(("is ", "the ", "otherwise ", "repeat ")) and x not in PARTS]
    if kind == "offers":
        # when it can be done is said on another line
        lines = [f"during turn\n    {x}" if re.search("^its | (?:may|must) ", x) else x for x in lines]
    assert helped_together(tmp_path, kind, lines) == dict.fromkeys(lines, "")


def test_a_misspelled_verb_of_a_ban_is_no_third_person(tmp_path: Path) -> None:
    assert helped(tmp_path, "\n  rule no-threes\n    any player cannot plas 3\n") == "did you mean `play`?"
