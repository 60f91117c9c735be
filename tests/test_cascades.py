"""Cascades that come to rest, and why."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from checker.context import Context
from checker.effects.trigger_graph import circles, heights
from checker.invariants.decided import kernel
from checker.smt.cascade_load import UNTOLD, Loads
from checker.smt.cascade_ranking import Layer
from checker.termination.cascades import eliminated
from tests.comparisons.subject import Watched
from unodsl.engine.layout import MATCH, ROUND
from unodsl.engine.reference import Reference
from unodsl.model import table as t
from unodsl.resolve import TableSpec, load_project, resolve_table

BASE = Path(__file__).parent / "cases" / "checks" / "base.uno"

EACH_OTHER = """
  act hoot
  act toot
  variable n: 0 to 3
  variable m: 0 to 3

  rule go
    when player plays star
    if number of 4 in hand of player is 4
    then n becomes 3
      player hoots
      player toots

  rule hoot-on
    when player hoots
    if n is more than 0
    then n -= 1
      m += 1
      player hoots

  rule toot-on
    when player toots
    if m is more than 0
    then m -= 1
      player toots
"""

ASKED = """
  act greet
  variable {variable} of each player: {type}

  rule go
    when player plays 1
    then player greets

  rule greet-on
    when player greets
    if {variable} of {whose} is {before}
    then {variable} of {whose} {step}
      next player greets
"""

CARDS = """
  act take

  rule go
    when player plays 1
    then player takes

  rule take-on
    when player takes
    if {condition}
    then {effects}
      next player takes
"""


def context(folder: Path, rules: str) -> Context:
    """A table of three with some rules."""
    (folder / "base.uno").write_text(BASE.read_text(encoding="utf-8"), encoding="utf-8")
    page = folder / "house.uno"
    page.write_text(f'use "base.uno"\n\ngame house "House" extends base\n{rules}', encoding="utf-8")
    project = load_project([page])
    spec = TableSpec(seats=3)
    return Context(project, spec, resolve_table(project, spec), time.monotonic() + 60)


def reasons(folder: Path, rules: str) -> dict[str, str]:
    """Why the circles of some rules come to rest, by the names of their rules; those that do not are not there."""
    case = context(folder, rules)
    found = eliminated(case).terminated(circles(case.table))
    return {", ".join(case.table.triggers[i].info.name.partition(".")[2] for i in c): x for c, x in found.items()}


def test_each_of_two_circles_runs_down(tmp_path: Path) -> None:
    assert reasons(tmp_path, EACH_OTHER) == {
        "hoot-on": "each round makes `n` less",
        "toot-on": "each round makes `m` less",
    }


def test_what_one_circle_uses_up_another_one_can_give_back(tmp_path: Path) -> None:
    """Neither sets the other one off, and both are under way in the same cascade."""
    assert reasons(tmp_path, EACH_OTHER.replace("then m -= 1\n", "then m -= 1\n      n += 1\n")) == {}


@pytest.mark.parametrize(
    ("type_", "whose", "before", "step"),
    [
        ("yes or no", "player", "no", "becomes yes"),
        ("yes or no", "left of player", "no", "becomes yes"),
        ("0 to 3, starts 3", "player", "more than 0", "-= 1"),
    ],
)
def test_what_each_player_has_left_is_used_up(tmp_path: Path, type_: str, whose: str, before: str, step: str) -> None:
    rules = ASKED.format(variable="mark", type=type_, whose=whose, before=before, step=step)
    assert list(reasons(tmp_path, rules)) == ["greet-on"]
    back = rules.replace(
        "      next player greets", "      mark of right of player becomes 3\n      next player greets"
    )
    back = back.replace("becomes 3", "becomes no") if "yes or no" in type_ else back
    (tmp_path / "back").mkdir()
    assert reasons(tmp_path / "back", back) == {}


@pytest.mark.parametrize(
    ("condition", "effects", "why"),
    [
        (
            "not draw pile is empty",
            "move top from draw pile to hand of player",
            "each round makes cards in draw pile less",
        ),
        (
            "there is a card in hand of player",
            "move top from hand of player to discard pile",
            "each round makes cards in all hands less",
        ),
        ("there is a card in hand of player", "move top from hand of player to hand of next player", ""),
        (
            "not draw pile is empty",
            "move top from draw pile to hand of player\n      move top from hand of player to draw pile",
            "",
        ),
        ("not draw pile is empty", "player draws 1", ""),
    ],
)
def test_cards_run_out(tmp_path: Path, condition: str, effects: str, why: str) -> None:
    found = reasons(tmp_path, CARDS.format(condition=condition, effects=effects))
    assert found == ({"take-on": why} if why else {})


COUNTED = """
  act echo a number: 0 to 5

  rule go
    when player plays star
    then player echoes 3

  rule echo-on
    when player echoes a number
    if the number is more than 1
    then next player echoes {next}
"""


def accepted(case: Context, layers: Sequence[Layer]) -> bool:
    """Whether the kernel accepts that all cascades end, by some layers and the heights of events."""
    named = {x.info.name: i for i, x in enumerate(case.table.triggers)}
    found = kernel(case)
    assert found is not None
    gone = frozenset(named[x] for _, names in layers for x in names)
    return found.ranking((heights(case.table, gone), layers)) is not None


def test_the_kernel_asks_about_each_layer(tmp_path: Path) -> None:
    case = context(tmp_path, EACH_OTHER)
    first, second = eliminated(case).layers
    assert accepted(case, (first, second))
    (sums, names), (others, theirs) = first, second
    for wrong in ((), (first,), (second, first), ((sums, names | theirs),), ((others, names), second)):
        assert not accepted(case, wrong)
    unknown = ((("number", 9, 0), 1),)
    assert not accepted(case, ((unknown, names), second))


def test_the_kernel_asks_whether_a_number_gets_smaller(tmp_path: Path) -> None:
    assert accepted(context(tmp_path, COUNTED.format(next="the number - 1")), ())
    (tmp_path / "same").mkdir()
    assert not accepted(context(tmp_path / "same", COUNTED.format(next="the number")), ())


TAIL = """
  act clap
  act nod
  act wink
  variable left: 0 to {left}

  rule go
    when player plays 1
    then left becomes {left}
      player claps

  rule clap-on
    when player claps
    if left is at least 1
    then left -= 1
      player claps
      player nods

  rule wink-on
    when player nods
    then
      repeat {times} times
        player winks

  rule hear
    when player winks
    then do nothing
"""

COUNTDOWNS = """
  act count down a number: 0 to {left}

  rule go
    when player plays 1
    then
      repeat {times} times
        player counts down {left}

  rule on
    when player counts down a number
    if the number is at least 1
    then player counts down the number - 1
"""

REFILLED = """
  act clap
  act nod
  variable left: 0 to {left}
  variable more: 0 to {times}

  rule go
    when player plays 1
    then more becomes {times}
      player nods

  rule refill
    when player nods
    then left becomes {left}
      player claps

  rule clap-on
    when player claps
    if left is at least 1
    then left -= 1
      player claps

  rule nod-on
    when player claps
    if left is 0 and more is at least 1
    then more -= 1
      player nods
"""


@pytest.mark.parametrize("rules", [TAIL, COUNTDOWNS, REFILLED])
def test_a_cascade_has_no_more_events_than_its_bound(tmp_path: Path, rules: str) -> None:
    case = context(tmp_path, rules.format(left=6, times=5))
    run = Watched(Reference(case.table), tuple(case.layout.blank(0)))
    run.s[ROUND] = run.s[MATCH] = 1
    play = next(i for i, x in enumerate(case.table.acts) if x.name == "base.play")
    one = next(i for i, x in enumerate(case.table.deck.kinds) if x.name == "red 1")
    run.queue.append((t.ActEvent(play, 0), 0, one))
    run.to_rest()
    assert 30 < len(run.heard) <= Loads(case.claims, eliminated(case).layers).most() < UNTOLD


@pytest.mark.parametrize("rules", [TAIL, COUNTDOWNS, REFILLED])
def test_the_kernel_accepts_no_more_events_than_the_engine_allows(tmp_path: Path, rules: str) -> None:
    for left, times in ((20, 20), (60, 60)):
        (tmp_path / f"{left}").mkdir()
        case = context(tmp_path / f"{left}", rules.format(left=left, times=times))
        assert accepted(case, eliminated(case).layers) == (left < 60)
