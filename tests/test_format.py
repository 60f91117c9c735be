"""Canonical text: how it looks, that it means the same, and that it is its own canonical text."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given, settings

from tests.effort import examples, few_and_slow
from tests.grammar_texts import derivations, texts, written
from tests.test_syntax import SAMPLE
from tests.trees import bare, read
from unodsl.data import rulesets_dir
from unodsl.source import Source
from unodsl.syntax.format import format_text


def formatted(text: str) -> str:
    """The canonical form of a text in which nothing is wrong."""
    result, diagnostics = format_text(Source("test.uno", text))
    assert not diagnostics
    assert result is not None
    return result


def check(text: str) -> None:
    """The canonical form means the same, keeps every comment, and stays as it is."""
    result = formatted(text)
    assert bare(read(result)) == bare(read(text))
    assert formatted(result) == result
    assert notes(result) == notes(text)
    assert not any(line != line.rstrip() for line in result.split("\n"))
    assert "\n\n\n" not in result
    assert result == "" or (result.endswith("\n") and not result.startswith("\n") and not result.endswith("\n\n"))


def notes(text: str) -> list[str]:
    """The comments of a text, in order."""
    found = []
    for line in text.splitlines():
        parts = line.split('"')
        for at, part in enumerate(parts):
            if at % 2 == 0 and "#" in part:
                found.append('"'.join([part[part.index("#") :], *parts[at + 1 :]]).rstrip())
                break
    return found


ROUGH = """\


# top
game   tour   "A  tour"   # end
\t\t# level with the seats

\t\tseats 2   to 4
\t\tdeck
\t\t\t\tcolor   is red ,blue  ,   # more below

\t\t\t\t   # inside
\t\t\t\t  green
\t\t\t\tface is 0 to 3
\t\t\t\t# the last of the deck
\t\t# before the rule


\t\trule one# tight
\t\t\t\twhen player plays 3
\t\t\t\tif x is - 1   or y - 2   is 3
\t\t\t\t  and (  z is 3-- 1  )
\t\t\t\t  # before or

\t\t\t\tor w
\t\t\t\tthen x becomes 3;y+=1
\t\t\t\t# the last of the rule
\t\t\t\t    # deeper than anything
\t\t# the last of the game
# the last of the file


"""
SMOOTH = """\
# top
game tour "A  tour"  # end
  # level with the seats

  seats 2 to 4
  deck
    color is red, blue,  # more below
        # inside
        green
    face is 0 to 3
    # the last of the deck
  # before the rule

  rule one  # tight
    when player plays 3
    if x is -1 or y - 2 is 3
        and (z is 3 - -1)
        # before or
        or w
    then x becomes 3; y += 1
    # the last of the rule
    # deeper than anything
  # the last of the game
# the last of the file
"""


def test_rough_becomes_smooth() -> None:
    assert formatted(ROUGH) == SMOOTH
    check(ROUGH)


@pytest.mark.parametrize(
    ("rough", "smooth"),
    [
        ("", ""),
        ("\n \n", ""),
        ("#   note  \n\n\n", "#   note\n"),
        ('\n\nuse   "a.uno"', 'use "a.uno"\n'),
        ("game g\n\n\n\n  seats 2\n\n\n", "game g\n\n  seats 2\n"),
        ('game g\n  seats 2\nscenario "x"\n  seats a,b\n', 'game g\n  seats 2\nscenario "x"\n  seats a, b\n'),
        ("game g\n variable x:- 5 to - 1 ,kept\n", "game g\n  variable x: -5 to -1, kept\n"),
        ("game g\n deck\n  2 of each  color :1\n", "game g\n  deck\n    2 of each color: 1\n"),
        ("game g\r\n\tseats 2\r\n", "game g\n  seats 2\n"),
        ("\ufeffgame g\n", "game g\n"),
    ],
)
def test_small_things(rough: str, smooth: str) -> None:
    assert formatted(rough) == smooth
    check(rough)


def test_a_broken_text_is_left_alone() -> None:
    result, diagnostics = format_text(Source("test.uno", "game g\n  seats\n"))
    assert result is None
    assert [d.code for d in diagnostics] == ["UNO101"]


def test_the_sample_keeps_its_meaning() -> None:
    check(SAMPLE)


@pytest.mark.parametrize("path", few_and_slow(sorted(rulesets_dir().glob("*.uno")), 1), ids=lambda p: p.name)
def test_the_shipped_rulesets_keep_their_meaning(path: Path) -> None:
    check(path.read_text(encoding="utf-8"))


def test_each_rule_of_the_grammar_keeps_its_meaning() -> None:
    for _, terminals in derivations().through_each():
        text = written(iter(terminals), lambda _: 0)
        assert text is not None
        check(text)


@settings(max_examples=examples(20, 300))
@given(texts())
@example('option b1 "t"\n  rule b1\n    when - +\n           red of 1 to 9\n')
def test_any_text_keeps_its_meaning(text: str) -> None:
    check(text)
