"""Lines that would resolve a finding: only what they change is read again, and they count only for what they settle."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from checker.check_table import check_seats
from checker.checks.registry import CHECKS
from checker.results import Finding
from tests.test_check_cases import FOLDER, expected
from unodsl.commands.main import main
from unodsl.data import rulesets_dir
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Number
from unodsl.model.walk import below
from unodsl.resolve import Project, TableSpec, load_project, resolve_table
from unodsl.resolve.project import reworded

pytestmark = pytest.mark.usefixtures("little_play")

HOUSE = """\
use "official.uno"
options for official

option fives "A 5 skips somebody"

  rule five-skips "A 5 skips the next player"
    when player plays 5
    then pass turn to next player

option again "A 5 is played again"

  rule five-again "Whoever plays a 5 has another turn"
    when player plays 5
    then pass turn to right of player
"""

BOTH = TableSpec(games=("official",), options=("house.again", "house.fives"))


def house(folder: Path, text: str = HOUSE) -> Path:
    """A file with two options, beside the game."""
    rules = Path(__file__).parent.parent / "rulesets" / "official.uno"
    (folder / "official.uno").write_text(rules.read_text())
    (folder / "house.uno").write_text(text)
    return folder / "house.uno"


def trigger(table: t.Table, name: str) -> t.Trigger:
    """A trigger by its name."""
    return next(x for x in table.triggers if x.info.name == name)


def test_a_rule_that_is_written_otherwise_gives_the_table_that_its_file_would(tmp_path: Path) -> None:
    project = load_project([house(tmp_path)])
    rule = trigger(resolve_table(project, BOTH).table, "house.five-again")
    text = HOUSE[HOUSE.index("  rule five-again") :].rstrip().replace("\n", "\n    before house.five-skips\n", 1)
    other = reworded(project, rule.info.span, text)
    assert other is not None
    table = resolve_table(other, BOTH).table
    again, skips = (table.triggers.index(trigger(table, f"house.{x}")) for x in ("five-again", "five-skips"))
    assert (again, skips) in table.ordered
    # the same as if the whole file had been written so, but for where it stands
    whole = load_project([house(tmp_path, HOUSE[: HOUSE.index("  rule five-again")] + text + "\n")])
    written = resolve_table(whole, BOTH).table
    assert (written.order, written.ordered, written.rule_names()) == (table.order, table.ordered, table.rule_names())
    # and the project that was asked is as it was
    assert trigger(resolve_table(project, BOTH).table, "house.five-again").info.before == ()


def test_an_option_that_is_written_otherwise_is_read_as_a_whole(tmp_path: Path) -> None:
    project = load_project([house(tmp_path)])
    option = next(o for o in resolve_table(project, BOTH).table.options if o.name == "house.again")
    text = HOUSE[HOUSE.index("option again") :].replace("\n", "\n  excludes house.fives\n", 1)
    other = reworded(project, option.span, text)
    assert other is not None
    found = next(o for o in resolve_table(other, TableSpec(games=("official",))).table.options if o.name == option.name)
    assert found.excludes == ("house.fives",)


def test_what_cannot_be_read_gives_no_project(tmp_path: Path) -> None:
    project = load_project([house(tmp_path)])
    rule = trigger(resolve_table(project, BOTH).table, "house.five-again")
    assert reworded(project, rule.info.span, "  rule five-again\n    when whatever it is") is None
    assert reworded(project, rule.info.span, "  rule one\n    when player plays 5\n  rule two\n") is None


def test_what_lies_below_a_node_is_its_own_however_many_there_were() -> None:
    number = Number(0, 100_000)
    for value in range(60_000):
        # (each is gone before the next is made, so that addresses come again)
        found = list(below(e.Not(e.Constant(value, number), number)))
        assert isinstance(found[1], e.Constant)
        assert found[1].value == value


SWAPS = """\
use "official.uno"
options for official

option one "A 7 swaps hands"

  situation choosing on a player

  rule one-seven
    when player plays 7
    then begin choosing on player

  rule one-swap
    during choosing
    its player may choose an opponent
    then swap hand of player with hand of opponent
      end choosing

  rule one-keeps
    during choosing
    its player must otherwise pass
    then end choosing

option other "A 7 asks for a hand"

  situation asking on a player

  rule other-seven
    when player plays 7
    then begin asking on player

  rule other-swap
    during asking
    its player must choose an opponent
    then swap hand of player with hand of opponent
      end asking
"""


def found(project: Project, spec: TableSpec, seats: int, code: str) -> list[Finding]:
    """What one check finds at a table."""
    part = check_seats(project, replace(spec, seats=seats), time.monotonic() + 120, codes=frozenset({code}))
    return [f for f in part.findings if f.code == code]


def order_of(path: Path, *options: str) -> Finding:
    """The finding about the order of two rules of some options, at three seats."""
    project = load_project([path])
    spec = TableSpec(games=("official",), options=options)
    (finding,) = (f for f in found(project, spec, 3, "UNO201") if f.evidence == "witnessed")
    return finding


def test_an_order_that_settles_nothing_is_not_offered(tmp_path: Path) -> None:
    finding = order_of(house(tmp_path, SWAPS), "house.one", "house.other")
    assert {x.text.split()[0] for x in finding.fixes} <= {"instead", "excludes"}
    assert finding.fixes
    assert "both run" in finding.details[-1]


def test_a_rule_that_keeps_the_other_from_running_is_not_said_to_run_beside_it() -> None:
    name = "order-first-one-only-fires"
    project = load_project([FOLDER / f"{name}.uno"])
    (finding,) = found(project, TableSpec(options=expected(name).options), 3, "UNO201")
    assert "the first one keeps the other from running" in finding.details[-1]


def test_an_order_is_offered_and_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = house(tmp_path)
    monkeypatch.setattr("checker.check_table.CHECKS", tuple(c for c in CHECKS if c[0] == "UNO201"))
    finding = order_of(path, "house.again", "house.fives")
    assert {x.text.strip() for x in finding.fixes} == {"before house.five-skips", "before house.five-again"}
    before = path.read_text()
    call = [
        "check",
        str(path),
        "--with",
        "house.again",
        "--with",
        "house.fives",
        "--seats",
        "3",
        "--no-cache",
        "--fix=all",
    ]
    result = CliRunner().invoke(main, call)
    assert result.exit_code == 1
    assert path.read_text() == before
    assert "is for you to choose" in result.stderr


def test_no_line_is_sought_for_what_an_author_allows(tmp_path: Path) -> None:
    first = "    when player plays 5\n    then pass turn to next"
    allowed = HOUSE.replace(first, f'    allow UNO201 with five-again "either is fine"\n{first}')
    finding = order_of(house(tmp_path, allowed), "house.again", "house.fives")
    assert finding.suppressed == "either is fine"
    assert finding.fixes == ()


def test_an_order_that_matters_only_where_cards_run_out_is_a_note() -> None:
    folder = Path(__file__).parent / "cases" / "checks"

    def severities(name: str, option: str) -> set[tuple[str, str]]:
        project = load_project([folder / f"{name}.uno"])
        spec = TableSpec(options=(f"{name}.{option}",))
        return {(f.severity, f.evidence) for f in found(project, spec, 2, "UNO201")}

    assert severities("order-where-cards-run-out", "gifts") == {("note", "witnessed")}


def test_what_one_rule_alone_does_is_said_of_the_position_of_the_witness() -> None:
    folder = Path(__file__).parent / "cases" / "checks"
    project = load_project([folder / "double-fires.uno"])
    spec = TableSpec(options=("double-fires.threes", "double-fires.reds"))
    (finding,) = found(project, spec, 3, "UNO206")
    alone, both = (side.facts for side in finding.sides)
    assert all(f"expect {fact}" in (finding.witness or "") for fact in both)
    assert [x.rpartition(" is ")[0] for x in alone] == [x.rpartition(" is ")[0] for x in both]


EMPTY = """\
use "base.uno"
options for base

option over "Three cards on the pile end the round"
  rule over
    when the table settles
    before base.going-out, base.next-turn
    if number of cards in discard pile is at least 3
    then end the round won by players

option swept "Three cards on the pile are swept up"
  rule swept
    when the table settles
    before base.going-out, base.next-turn
    if number of cards in discard pile is at least 3
    then move all but top from discard pile to draw pile
"""


def test_what_becomes_of_the_round_is_said_first(tmp_path: Path) -> None:
    """The cards of a new deal say nothing to a reader."""
    (tmp_path / "base.uno").write_text((FOLDER / "base.uno").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "house.uno").write_text(EMPTY, encoding="utf-8")
    spec = TableSpec(options=("house.over", "house.swept"))
    (finding,) = found(load_project([tmp_path / "house.uno"]), spec, 2, "UNO201")
    assert [side.facts[0] for side in finding.sides][:2] == ["the round ends", "the round goes on"]
    name = "contradiction-ends-the-round-fires"
    spec = TableSpec(options=(f"{name}.ends", f"{name}.again"))
    (finding,) = found(load_project([FOLDER / f"{name}.uno"]), spec, 2, "UNO207")
    assert [side.facts[0] for side in finding.sides] == ["the round goes on", "the round ends", "the round ends"]


def test_a_line_in_ones_own_file_comes_before_one_in_the_game_that_it_is_for(tmp_path: Path) -> None:
    path = tmp_path / "house.uno"
    path.write_text(
        'use "official.uno"\noptions for official\n\noption dear "A forgotten call costs four cards"\n\n'
        "  rule dear\n    at any time\n    any player may catch an opponent\n    if opponent is in unsaid\n"
        "    then opponent draws 4\n      unsaid -= opponent\n",
        encoding="utf-8",
    )
    spec = TableSpec(games=("official",), options=("house.dear",))
    (finding,) = (f for f in found(load_project([path]), spec, 2, "UNO203") if f.evidence == "witnessed")
    assert [Path(x.path).name for x in finding.fixes] == ["house.uno", "official.uno"]


@pytest.mark.slow
def test_an_interaction_shows_what_sets_both_apart_from_each_alone() -> None:
    """A note whose scenarios look the same to a reader says nothing."""
    project = load_project([rulesets_dir() / "spicy.uno"])
    spec = TableSpec(games=("spicy",), options=("spicy.lowest-wins", "spicy.one"))
    for finding in found(project, spec, 3, "UNO209"):
        if finding.evidence == "witnessed":
            *alone, both = (x.facts for x in finding.sides)
            assert both not in alone, finding.details
