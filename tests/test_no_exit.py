"""What is said of rounds that can no longer end, and forged reports about them."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from checker.context import Context
from checker.kernel.accept import nothing_known
from checker.search.graph import bare
from checker.smt.at_rest import Rest
from checker.smt.literals import SlotValue
from checker.termination.no_exit import in_closed_set, no_way_out
from tests import engine_tables as k
from tests.test_commands import call
from tests.test_recheck import Report, case_report, refused_in
from unodsl.engine.layout import layout_of
from unodsl.resolve import TableSpec, load_project, resolve_table

RULESETS = Path(__file__).parent.parent / "rulesets"

LAPS = """game laps "the rule runs, its branch does not"
  seats 2

  deck in draw pile
    face is plain
    3 of plain

  zone draw pile, face down

  variable laps: 0 to 9
  variable tired: yes or no

  situation turn on a player

  act wait

  rule start
    when the match begins
    then begin a round

  rule deal
    when the round begins
    then begin turn on first of players

  rule waited
    when player waits
    then laps += 1
      pass turn to left of player
      if tired is yes then end the match won by player

  rule wait
    during turn
    its player may wait
    then do nothing
"""

LEFT = "UNO304.1: a way to the end of the round is left after its scenario"


def test_nothing_is_said_to_bring_about_a_rule_only_where_it_never_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "laps.uno").write_text(LAPS, encoding="utf-8")
    arguments = ("laps.uno", "--select", "UNO304", "--seats", "2", "--no-cache", "--format", "json")
    report = json.loads(call("check", *arguments, code=1).stdout)
    (found,) = report["findings"]
    assert found["message"] == "no round ever ends: nothing makes `laps.waited` end one"
    assert "no rule ever ends a round" in found["basis"]
    never = "no round ever ends: nothing brings about `laps.waited`"
    assert LEFT in refused_in(tmp_path, report | {"findings": [found | {"message": never}]})


def closing(report: Report, *claims: list[object], **change: object) -> Report:
    """A report whose finding has a certificate of other claims, and other things."""
    (found,) = report["findings"]
    (certificate,) = found["certificates"]
    other = certificate | {"closes": [["the round", json.dumps([*claims, ["round runs", -1, -1]])]]}
    return report | {"findings": [found | {"certificates": [other]} | change]}


def stated(file: str, hand: str, *options: str) -> dict[str, object]:
    """What a finding says with an ordinary position as its witness."""
    chosen = "".join(f"  with {x}\n" for x in options)
    witness = f"""use "base.uno"
use "{file}.uno"
options for base

scenario "the round cannot end any more"
{chosen}  seats ann, bob
  discard pile is red 1
  {hand}
  bob holds blue 2, red 4
  turn of ann
  ann draws 1
  expect not the round is over
"""
    few = "" if "," in hand else " ann has 1 card;"
    return {
        "witness": witness,
        "message": "the round can no longer end: from turn of ann, as in the witness, no sequence of moves ends it",
        "scene": f"turn of ann, red 1 on discard pile;{few} ann draws 1",
    }


def test_a_certificate_is_about_the_state_of_the_scenario(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    report = case_report(tmp_path, "trap-fires", "UNO304")
    ordinary = stated("trap-fires", "ann holds blue 1, red 3", "trap-fires.frozen")
    # that ice is not closed, in other words; and that it is open
    for claim in (["literals", -1, -1, [-2, -1, 0, 0]], ["open", 1, -1]):
        assert LEFT in refused_in(tmp_path, closing(report, claim, **ordinary))
    # no state is in the set
    both: list[list[object]] = [["open", 1, -1], ["literals", -1, -1, [-2, -1, 0]]]
    nowhere = closing(report, *both, witness=None, scene="", evidence="proved")
    assert "UNO304.1: its certificate is about some states only, and no scenario leads there" in refused_in(
        tmp_path, nowhere
    )


def test_a_certificate_is_about_the_table_of_the_scenario(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    report = case_report(tmp_path, "trap-proved-fires", "UNO304")
    (found,) = report["findings"]
    forged = found | stated("trap-proved-fires", "ann holds red 3") | {"options": []}
    forged |= {"rules": ["base.draw", "base.play"], "locations": found["locations"][:2]}
    assert LEFT in refused_in(tmp_path, report | {"findings": [forged]})


def test_the_position_is_one_of_which_the_certificate_speaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also what it assumes holds there: that the noted card lies on top."""
    monkeypatch.chdir(tmp_path)
    case_report(tmp_path, "trap-noted-card-fires", "UNO304")
    assert json.loads(call("recheck", "report.json", "--format", "json").stdout)["wrong"] == []


@pytest.mark.parametrize(
    "claim",
    [
        Rest("beneath", 0, -1),
        Rest("open", -1),
        Rest("some", k.PILE),
        Rest("few", k.HAND, -2),
        Rest("literals", literals=(SlotValue(-1, -1, 2),)),
        Rest("literals", literals=(SlotValue(-1, -1, 1, 2),)),
        Rest("literals", literals=(SlotValue(0, -2, 1),)),
    ],
    ids=repr,
)
def test_claims_about_what_a_table_does_not_have(claim: Rest) -> None:
    assert not claim.suits(k.build(k.offer("rests", k.REST)))


def test_whoever_takes_part_has_a_card_or_the_state_is_not_in_the_set() -> None:
    table = k.build(k.offer("rests", k.REST))
    layout = layout_of(table)
    known = nothing_known(table, layout.depth)

    def holds(*seats: int) -> bool:
        there = k.Position(layout)
        for seat in seats:
            there.lay(k.HAND, seat, seat)
        return in_closed_set(known, None, [Rest("some", k.HAND)], there.state)

    assert holds(0, 1, 2)
    assert not holds(0, 2)
    assert not holds()


FROST = """use "official.uno"
options for official

option frost "A 0 freezes the pile, until a wild thaws it"

  variable frozen: yes or no

  rule freeze
    when player plays 0
    then frozen becomes yes

  rule frost
    any player cannot play a card
    if frozen is yes

  rule thaw
    when player plays wild
    then frozen becomes no
"""


@pytest.mark.parametrize("seats", [2, 3])
def test_a_reason_is_no_longer_than_it_has_to_be(tmp_path: Path, seats: int) -> None:
    """So that it is the same at each number of seats, and one finding."""
    (tmp_path / "official.uno").write_text((RULESETS / "official.uno").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "house.uno").write_text(FROST, encoding="utf-8")
    project = load_project([tmp_path / "house.uno"])
    spec = TableSpec(games=("official",), options=("house.frost",), seats=seats)
    context = Context(project, spec, resolve_table(project, spec), time.monotonic() + 600, sampled_moves=2_000)
    frozen = context.layout.slots_of(next(i for i, x in enumerate(context.table.variables) if x.name == "house.frozen"))
    states = [bare(x.state) for x in context.samples.steps if x.state[frozen[0]]]
    found = next(why for state in states if (why := no_way_out(context, state)) is not None)
    assert found.words == "`frozen` stays yes and no move takes the last card out of a hand"
