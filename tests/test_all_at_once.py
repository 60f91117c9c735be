"""All mistakes of a file are reported at once, and none that only follows from another."""

from __future__ import annotations

from pathlib import Path

import pytest

from unodsl import limits
from unodsl.diagnostics import RulesError
from unodsl.tables import project_of, validate_options

HEAD = """\
use "official.uno"
options for official
"""
CASES = {
    "lines of a rule, and of several": (
        """\
option a "A"
  rule one
    when player plays blurp
    if bar is 2
    if next player holds baz
    then next player draws qux
      scor of player += 2
      if number of cards in hand of player is fox
        zork draws 1
  rule two
    when player hops
    if mumble is 1
    then grumble draws 1
""",
        ["blurp", "bar", "baz", "qux", "scor", "fox", "zork", "player hops", "mumble", "grumble"],
    ),
    "what a wrong declaration declares is no second mistake": (
        """\
option a "A"
  variable depth: 5 to 1
  situation wait on a playr
    count: 0 to 4
  act whisper a secrt
  rule one
    when player plays 5
    if depth is 2
    then begin wait on next player with count 2
  rule two
    during wait
    its player may whisper
    if count is 2
    then blurp draws 1
  rule three
    when player whispers
    then blarp draws 1
""",
        ["5 to 1", "a playr", "secrt", "blarp"],
    ),
    "what cannot be read and what is unknown": (
        """\
option a "A"
  variable die == 1 to 40
  variable size: 1 to 4
  rule one
    when player plays == 5
    then next player draws 1
  rule two
    when player plays blurp
    if die is 2
    if size is bar
    then grumble draws die
""",
        ["==", "==", "blurp", "bar", "grumble"],
    ),
    "a block below a broken line": (
        """\
option a "A"
  rule one
    when player == 5
    then next player == 2
      if x == 2
        foo == 1
      otherwise
        bar == 2
      score of player += 2
""",
        ["==", "==", "==", "==", "=="],
    ),
    "without its deck a game says nothing of names": (
        """\
game g
  seats 2
  deck in draw pile
    color == red
    2 of each color: 1 to 9
  rule one
    when player plays blurp
    then grumble draws 1
""",
        ["=="],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_all_are_reported(name: str, tmp_path: Path) -> None:
    text, places = CASES[name]
    path = tmp_path / "mine.uno"
    path.write_text(text if text.startswith("game") else HEAD + text, encoding="utf-8")
    with pytest.raises(RulesError) as found:
        validate_options(project_of([path]))
    assert [d.span.text for d in found.value.diagnostics if d.span is not None] == places


def test_very_many_are_counted(tmp_path: Path) -> None:
    count = limits.SHOWN + 37
    path = tmp_path / "mine.uno"
    path.write_text(
        HEAD + "option a\n" + "".join(f"  rule r{i}\n    when == {i}\n" for i in range(count)), encoding="utf-8"
    )
    with pytest.raises(RulesError) as found:
        project_of([path])
    assert len(found.value.diagnostics) == count
    assert str(found.value).count("error UNO101") == limits.SHOWN
    assert str(found.value).endswith("\nand 37 more")
