"""The matrix of options: each cell says what the check of the two says, and its signs say how far that goes."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import cast

import pytest

from checker.check_table import check_seats, check_table
from checker.families.check_family import Run, check_combinations
from checker.families.confirm import ClashCandidate
from checker.families.family import Cause
from checker.families.matrix import GOOD, worst
from checker.families.pools import joint_causes, pool_tables, used_causes
from checker.families.relations import Relations
from checker.families.screen import Key, Pool, SuspectedClash, family_requests, screen_family
from checker.families.select_products import PAIRS_OF_OPTIONS
from checker.parallel import nothing_shown
from checker.results import CellVerdict, Finding, Report
from tests.effort import everything, marked
from unodsl.data import rulesets_dir
from unodsl.resolve import Project, TableSpec, load_project

pytestmark = pytest.mark.usefixtures("little_play")

BASE = (Path(__file__).parent / "cases" / "checks" / "base.uno").read_text(encoding="utf-8")

HEAD = 'use "base.uno"\noptions for base\n'

REDS = """
option reds "A red card makes the next player draw"

  rule red-draws
    when player plays a red card
    then next player draws 1
"""

FOURS = """
option fours "After a 4 whoever played draws, if the next player has few cards"

  rule four-draws
    when player plays 4
    {}if number of cards in hand of next player is at most 3
    then player draws 1
"""

MORE = """
option more "Fours, and what a star does"
  brings fours

  rule star-draws
    when player plays star
    then note "a star"
"""

NOTES = """
option notes "A word about draws"

  rule drawn
    when player draws
    then note "drawn"
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for rules, which all tests share: the same rules are checked once."""
    return tmp_path_factory.mktemp("house")


@cache
def judged(folder: Path, text: str, seats: int = 3) -> Report:
    """Every combination of some options, at one number of seats."""
    (folder / "base.uno").write_text(BASE)
    (folder / "house.uno").write_text(HEAD + text)
    return check_combinations(load_project([folder / "house.uno"]), [("base",)], {}, range(seats, seats + 1), 600)


def cells(report: Report) -> dict[tuple[str, str], CellVerdict]:
    """The verdicts by names without the file's."""
    assert report.combinations is not None
    return {(c.one.partition(".")[2], c.other.partition(".")[2]): c.verdict for c in report.combinations.matrix}


@pytest.mark.slow
def test_a_clash_and_one_that_comes_along_have_signs_of_their_own(house: Path) -> None:
    found = cells(judged(house, REDS + FOURS.format("") + MORE + NOTES))
    assert found["fours", "reds"] == "clash"
    assert found["more", "reds"] == "brought"
    assert found["fours", "more"] == "needed"
    assert found["notes", "reds"] in ("none_found", "clean")


@pytest.mark.slow
def test_what_is_allowed_has_a_sign_of_its_own(house: Path) -> None:
    again = judged(house, REDS + FOURS.format('allow UNO201 with red-draws "it is meant"\n    '))
    closed = frozenset({"house.fours"}), frozenset({"house.reds"})
    allowed = [f for f in again.findings if f.code == "UNO201"]
    assert worst(allowed, "house.fours", "house.reds", *closed) == ("allowed", set())
    assert cells(again)["fours", "reds"] in ("allowed", "open")


@pytest.mark.parametrize("more", [marked(((),)), marked((("more",),))])
def test_the_largest_sets_have_no_clash(house: Path, more: tuple[str, ...]) -> None:
    report = judged(house, REDS + FOURS.format("") + (MORE if more else "") + NOTES, 3 if more else 2)
    assert report.combinations is not None
    first, second, *_ = report.combinations.largest
    assert {first.options, second.options} == {
        ("house.fours", *(f"house.{x}" for x in more), "house.notes"),
        ("house.notes", "house.reds"),
    }
    assert (first.of, first.exact) == (3 + len(more), True)


NOTHING: frozenset[CellVerdict] = frozenset({"clean", "none_found"})


def own_verdicts(project: Project, game: str, one: str, other: str, seats: range) -> frozenset[CellVerdict]:
    """What a cell may say by the check of the two options. What is open or allowed with one of them alone, too, is not of the
    two; and that they were compared in play, without a proof that they do not meet, is what `none_found` means. Whether one
    leaves parts of the other unused (UNO405) is a question for play, too, and only a check of the two asks it."""
    closed = Relations(project).brought

    def at(*some: str) -> TableSpec:
        return TableSpec(games=(game,), options=tuple(sorted(frozenset[str]().union(*(closed[x] for x in some)))))

    def found_with(option: str, codes: frozenset[str]) -> set[tuple[str, tuple[str, ...], bool]]:
        specs = [replace(at(option), seats=n) for n in seats]
        parts = [check_seats(project, spec, time.monotonic() + 600, codes=codes) for spec in specs]
        return {(f.code, f.rules, f.sampled) for part in parts for f in part.findings}

    def verdict_of(findings: Iterable[Finding]) -> CellVerdict:
        return worst(findings, one, other, closed[one], closed[other])[0]

    findings = check_table(project, at(one, other), seats, 600).findings
    what = verdict_of(findings)
    if what in ("open", "allowed"):
        left = frozenset(f.code for f in findings) - PAIRS_OF_OPTIONS
        alone = found_with(one, left) | found_with(other, left) if left else set()
        findings = tuple(f for f in findings if (f.code, f.rules, f.sampled) not in alone)
        what = verdict_of(findings)
    if what == "open":
        in_play = PAIRS_OF_OPTIONS | {"UNO405"}
        rest = verdict_of(f for f in findings if not (f.sampled and f.code in in_play))
        return frozenset({"none_found" if rest in NOTHING else rest})
    return NOTHING if what in NOTHING else frozenset({what})


@pytest.mark.slow
def test_cells_say_what_the_check_of_the_two_says(house: Path) -> None:
    found = cells(judged(house, REDS + FOURS.format("") + MORE + NOTES))
    (house / "house.uno").write_text(HEAD + REDS + FOURS.format("") + MORE + NOTES)
    project = load_project([house / "house.uno"])
    for (one, other), cell in found.items():
        if one != other and cell != "needed":
            own = own_verdicts(project, "base", f"house.{one}", f"house.{other}", range(3, 4))
            assert cell in own, (one, other, cell, own)


def test_nothing_is_asked_about_an_option_that_the_game_excludes(tmp_path: Path) -> None:
    """Both rules make the next player draw, but no table has both."""
    (tmp_path / "base.uno").write_text(BASE)
    (tmp_path / "reds.uno").write_text(HEAD + REDS)
    also = REDS.partition("\n\n")[2].replace("red-draws", "also-draws")
    (tmp_path / "house.uno").write_text(
        'use "base.uno"\nuse "reds.uno"\n\ngame house "House" extends base\n  excludes reds.reds\n\n' + also
    )
    project = load_project([tmp_path / "house.uno"])
    wishes = family_requests(project, [("house",)], {}, range(3, 4), time.monotonic() + 60, ())
    (found,) = (screen_family(project, wish) for wish in wishes)
    assert dict(found.game.left_out) == {"reds.reds": "`house` is not played with it"}
    assert not found.suspects


FINES = """
option fines "After a 4 the next player owes a card"

  situation fine on a player

  rule four-fines
    when player plays 4
    then begin fine on next player

  rule pay
    during fine
    its player must otherwise draw 1
    then end fine

option late "A 2 on a star pays it"
  requires fines

  rule late
    during fine
    its player may play 2
    if top card is star
    then end fine

option twos "A 2 is paid with one card"
  requires fines

  rule twos
    during fine
    its player may play 2
    then player draws 1
      end fine

option more "A star may go on the 4 before"
  requires fines

  rule more
    during fine
    its player may play star
    then do nothing
"""


def test_a_clash_that_needs_what_another_option_does(tmp_path: Path) -> None:
    """A star lies on top there only where one may go on the 4; that some card lies on top does not say so."""
    (tmp_path / "base.uno").write_text(BASE)
    (tmp_path / "house.uno").write_text(HEAD + FINES)
    project = load_project([tmp_path / "house.uno"])
    run = Run(project, 600, nothing_shown, 1)
    run.screen_families(family_requests(project, [("base",)], {}, range(3, 4), run.deadline, (), ()))
    run.confirm()
    (found,) = (f for f in run.found() if set(f.rules) == {"house.late", "house.twos"})
    assert (found.code, found.evidence, found.seats) == ("UNO203", "witnessed", 3)
    assert found.options == ("house.fines", "house.late", "house.more", "house.twos")


def test_larger_tables_are_searched_where_their_options_are_used() -> None:
    key: Key = ("UNO203", ("house.late", "house.twos"), "")
    least = Cause(frozenset({"late", "twos"}), (3,))
    causes = [Cause(least.options | {x}, (3,)) for x in ("a", "b", "c")]
    all_ = Cause(least.options | {"a", "b", "c"}, (3,))
    suspect = SuspectedClash(key, [least], [Pool(all_, tuple(causes))], cast(Finding, None))
    claim = ClashCandidate(key, all_.options)
    pools = {(key, all_.options): claim}
    assert pool_tables({}, suspect) == [all_]
    assert list(used_causes(pools, set(), suspect)) == []
    claim.clashes, claim.used = 3, frozenset({"late", "a"})
    assert list(used_causes(pools, set(), suspect)) == [causes[0]]
    assert list(joint_causes(pools, set(), {}, suspect)) == []
    # b leaves out a ban: no move tells whether it is needed
    assert list(used_causes(pools, {"b"}, suspect)) == [causes[0], causes[1]]
    assert list(joint_causes(pools, {"b"}, {}, suspect)) == [Cause(least.options | {"a", "b"}, (3,))]


def test_rules_of_no_moves_that_met_are_not_searched_at_larger_tables() -> None:
    least = Cause(frozenset({"late"}), (3,))
    for code, tables in (("UNO203", 1), ("UNO201", 0)):
        key: Key = (code, ("house.late", "house.twos"), "")
        suspect = SuspectedClash(key, [least], [Pool(least, (least,))], cast(Finding, None))
        assert len(pool_tables({(key, least.options): ClashCandidate(key, least.options, met=1)}, suspect)) == tables


BANNED = """use "base.uno"

game house "House" extends base

  rule no-red-threes
    any player cannot play 3
    if the card is red

option lifts "Red threes may be played"
  without no-red-threes

option ones "A 3 is worth a point"
  rule three-ones
    when player plays 3
    then score of player becomes 1

option twos "A red 3 is worth two"
  rule three-twos
    when player plays red 3
    then score of player becomes 2
"""


def test_a_clash_that_needs_an_option_that_leaves_out_a_ban(tmp_path: Path) -> None:
    """Without it nobody plays a red 3, so the table with the two options alone closes the question."""
    (tmp_path / "base.uno").write_text(BASE)
    (tmp_path / "house.uno").write_text(BANNED)
    project = load_project([tmp_path / "house.uno"])
    run = Run(project, 600, nothing_shown, 1)
    run.screen_families(family_requests(project, [("house",)], {}, range(2, 3), run.deadline, (), ()))
    run.confirm()
    (found,) = (f for f in run.found() if set(f.rules) == {"house.three-ones", "house.three-twos"})
    assert (found.code, found.evidence) == ("UNO201", "witnessed")
    assert found.options == ("house.lifts", "house.ones", "house.twos")


@pytest.mark.slow
def test_a_rule_that_needs_an_option_that_leaves_out_a_ban_is_not_dead(tmp_path: Path) -> None:
    (tmp_path / "base.uno").write_text(BASE)
    two = ("house.lifts", "house.twos")

    def dead(text: str) -> set[str]:
        (tmp_path / "house.uno").write_text(text)
        project = load_project([tmp_path / "house.uno"])
        found = check_combinations(project, [("house",)], {}, range(2, 3), 600, only=two).findings
        return {f.rules[0] for f in found if f.code == "UNO401" and f.evidence == "proved" and f.severity == "warning"}

    assert dead(BANNED) == set()
    assert dead(BANNED.replace("without no-red-threes", "excludes twos")) == {"house.three-twos"}


def test_a_check_that_was_stopped_says_of_nothing_that_it_was_checked(tmp_path: Path) -> None:
    (tmp_path / "base.uno").write_text(BASE)
    (tmp_path / "house.uno").write_text(HEAD + REDS + NOTES)
    project = load_project([tmp_path / "house.uno"])
    run = Run(project, 600, nothing_shown, 1)
    run.screen_families(family_requests(project, [("base",)], {}, range(3, 4), run.deadline, (), ()))
    run.stopped = True
    found = run.report().combinations
    assert found is not None
    assert {c.verdict for c in (*found.matrix, *found.pages)} == {"unasked"}


SHIPPED = (
    "drapegnik.stack",
    "drapegnik.speed",
    "official.jump-in",
    "official.seven",
    "official.zero",
    "power.en-passant",
)


QUICK_PAIR = ("official.jump-in", "official.seven")
"""A pair of one file: it takes half as long as one of two files."""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        marked(QUICK_PAIR, long=True),
        *(marked(tuple(sorted(random.Random(seed).sample(SHIPPED, 2))), long=True) for seed in range(3)),
    ],
)
def test_pairs_of_shipped_options(one: str, other: str) -> None:
    project = load_project(sorted(rulesets_dir().glob("*.uno")))
    game = one.partition(".")[0]
    seats = range(2, 4) if everything() else range(2, 3)
    report = check_combinations(project, [(game,)], {}, seats, 900, only=(one, other))
    assert report.combinations is not None
    (cell,) = (c for c in report.combinations.matrix if (c.one, c.other) == (one, other))
    own = own_verdicts(project, game, one, other, seats)
    assert cell.verdict in own, (one, other, cell, own)
    assert cell.verdict in GOOD or cell.codes
