"""Rules that are dead at one table: what is said of other values of parameters, and which options it takes."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from checker.checks import uno401_dead, uno402_overshadowed, uno405_dead_part
from checker.checks.findings import with_fewer_options
from checker.context import Context
from checker.families.own_options import check_options
from checker.families.relations import Relations
from checker.reachability.dead_everywhere import by_values, some_options
from tests.test_check_cases import FOLDER
from unodsl.resolve import TableSpec, load_project, resolve_table

STRIKES = """
use "base.uno"
options for base

option strikes "How often"
  parameter strikes "how often": 1 to 90, default 1

  variable hits: 0 to 20

  rule five
    when player plays star
    if strikes is 5
    then hits += 1

  rule after-five
    when player plays 3
    if hits is 1
    then player draws 2

  rule never
    when player plays star
    if strikes is 5 and strikes is 7
    then player draws 3
"""


def found(folder: Path, strikes: int | None = None) -> dict[str, tuple[str, str, str]]:
    """The findings about the rules of the option: the severity, the message, and what stands at the place."""
    # (only one parameter is left open)
    given: dict[str, int | str] = {"base.hand-size": 3}
    if strikes is not None:
        given["strikes.strikes"] = strikes
    return found_in(folder, STRIKES, given)


def found_in(
    folder: Path, text: str, given: dict[str, int | str], seats: str = "2 to 4"
) -> dict[str, tuple[str, str, str]]:
    """The same for an option `strikes`, with those that it requires, of a game for so many seats."""
    base = (FOLDER / "base.uno").read_text(encoding="utf-8")
    (folder / "base.uno").write_text(base.replace("  seats 2 to 4", f"  seats {seats}"), encoding="utf-8")
    (folder / "strikes.uno").write_text(text, encoding="utf-8")
    project = load_project([folder / "strikes.uno"])
    options = sorted(Relations(project).closed(["strikes.strikes"]))
    spec = TableSpec(options=tuple(options), seats=2, parameters=given)
    context = Context(project, spec, resolve_table(project, spec), time.monotonic() + 600, sampled_moves=200)
    rows = [x for x in uno401_dead.check(context).findings if x.evidence == "proved"]
    return {x.rules[0].partition(".")[2]: (x.severity, x.message, x.places[0].label) for x in rows}


@pytest.mark.parametrize(("cards", "severity"), [(0, ["warning"]), (1, [])])
def test_a_ban_that_forbids_nothing_where_the_rule_is_on_that_it_names(
    tmp_path: Path, cards: int, severity: list[str]
) -> None:
    """Nobody plays without a card, with or without the other rule. Stars of whoever has one card are forbidden where others
    may play."""
    text = f"""
use "base.uno"
options for base

option throwing "The same card may be thrown in"
  rule throw-in
    during turn
    any other player may play a card
    if the card is top card
    then pass turn to player

option strikes "No star as the last card"
  rule proud
    during turn
    any other player cannot play star
    if number of cards in hand of player is {cards}
    instead of throw-in
"""
    assert [x for x, *_ in found_in(tmp_path, text, {}).values()] == severity


def test_a_value_in_the_middle_lets_a_rule_run(tmp_path: Path) -> None:
    rows = found(tmp_path)
    for name in ("five", "after-five"):
        about = (f"`strikes.{name}` never happens with strikes 1", "nothing rules it out with strikes 5")
        assert rows[name] == ("note", *about)
    severity, _, words = rows["never"]
    assert severity == "warning"
    # not all values can be tried, so it says which were
    assert "; the same with 6 other values of `strikes` from 2 to 90 (not all were tried)" in words


def test_a_value_that_the_caller_gives_is_not_varied(tmp_path: Path) -> None:
    assert found(tmp_path, 2)["five"][:2] == ("warning", "`strikes.five` never happens at this table")


ANYHOW = """
use "base.uno"
options for base

option strikes "A debt that nobody owes, and a hand of seven cards"

  situation debt on a player

  rule owes
    when player plays 3
    then begin debt on left of player

  rule at-once
    when player plays 3
    instead of owes
    then do nothing

  rule answer
    during debt
    its player may play 3
    then pass debt to left of player

  rule limit
    during turn
    any player cannot draw a number
    if number of cards in hand of player is at least 5

  rule rich
    when player plays a card
    if number of cards in hand of player is 7
    then player draws 1
"""


def test_a_rule_that_another_one_disables_at_each_value(tmp_path: Path) -> None:
    """A rule that is always replaced begins nothing, and no hand grows so large, whatever the size of the first hand."""
    rows = found_in(tmp_path, ANYHOW, {})
    assert {rows[name][:2] for name in ("answer", "rich")} == {
        ("warning", f"`strikes.{name}` never happens at this table") for name in ("answer", "rich")
    }


FORBIDDEN = """
use "base.uno"
options for base

option no-red-threes
  rule no-red-threes
    any player cannot play 3
    if the card is red

option costs
  rule red-three
    when player plays red 3
    then player draws 1

option stars
  rule star
    when player plays star
    then player draws 1
"""


SET_BY_ANOTHER = """
use "base.uno"
options for base

option rare "A rule for one value"
  parameter strikes "how often": 1 to 9, default 2

  rule five
    when player plays star
    if strikes is 5
    then player draws 2

option strikes "Seven times"
  requires rare
  set strikes to 7
"""


def test_a_value_that_an_option_sets_does_not_make_a_rule_dead_that_another_one_lets_run(tmp_path: Path) -> None:
    """Without the option that sets it the rule does not happen either, but then the value is open."""
    (five,) = found_in(tmp_path, SET_BY_ANOTHER, {"base.hand-size": 3}).values()
    assert five == ("note", "`strikes.five` never happens with strikes 2", "nothing rules it out with strikes 5")


@pytest.mark.parametrize("seats", ["2 to 4", "2 to 8"])
def test_a_number_of_seats_for_which_a_rule_asks_is_tried(tmp_path: Path, seats: str) -> None:
    """Five is neither the nearest number nor an end."""
    crowd = """
use "base.uno"
options for base

option strikes "For five"
  rule crowd
    when player plays star
    if seats is 5
    then player draws 2
"""
    (found_,) = found_in(tmp_path, crowd, {"base.hand-size": 3}, seats).values()
    assert found_[0] == ("note" if seats == "2 to 8" else "warning")


def test_as_few_options_as_make_a_rule_dead(tmp_path: Path) -> None:
    (tmp_path / "base.uno").write_text((FOLDER / "base.uno").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "forbidden.uno").write_text(FORBIDDEN, encoding="utf-8")
    project = load_project([tmp_path / "forbidden.uno"])
    spec = TableSpec(options=tuple(project.option_names()), seats=2, parameters={"base.hand-size": 3})
    context = Context(project, spec, resolve_table(project, spec), time.monotonic() + 600, sampled_moves=100)
    (finding,) = (x for x in uno401_dead.check(context).findings if x.rules == ("forbidden.red-three",))
    assert (finding.evidence, finding.options) == ("proved", ("forbidden.costs", "forbidden.no-red-threes"))


def test_each_value_of_a_parameter_that_a_condition_names_is_tried(tmp_path: Path) -> None:
    """Of 21 values only one makes a difference, and it is none of the five that stand for the others."""
    text = (FOLDER / "part-at-one-amount.uno").read_text(encoding="utf-8")
    (tmp_path / "part-at-one-amount.uno").write_text(text.replace("draw amount", "draw 2"), encoding="utf-8")
    project = load_project([tmp_path / "part-at-one-amount.uno"])
    spec = TableSpec(seats=2)
    context = Context(project, spec, resolve_table(project, spec), time.monotonic() + 600, sampled_moves=20)
    (rule,) = (x for x in context.table.triggers if x.info.name.endswith(".seven"))
    (part,) = (
        x for x in rule.info.parts if x.span.text.startswith("last is less than") and "or" not in x.span.text[-20:]
    )
    assert by_values(context, part.span, "never") == "alive"


WRITES = """
use "base.uno"
options for base

option luck "Odd"
  variable luck: 0 to 3

  rule sly
    when player plays 4
    if top card is the card or luck is 3
    then
      top card becomes nothing
      if luck is 2 or (top card is the card or luck is 3)
        luck becomes 3
      otherwise
        luck += 1
"""


def test_words_that_a_rule_reads_again_after_it_has_written(tmp_path: Path) -> None:
    """The same words stand in the guard, where the act has made them true, and in the effects, where the rule has made
    them false."""
    (tmp_path / "base.uno").write_text((FOLDER / "base.uno").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "odd.uno").write_text(WRITES, encoding="utf-8")
    project = load_project([tmp_path / "odd.uno"])
    spec = TableSpec(options=("odd.luck",), seats=2, parameters={"base.hand-size": 3})
    context = Context(project, spec, resolve_table(project, spec), time.monotonic() + 600, sampled_moves=20)
    found = [place.span.line for x in uno405_dead_part.check(context).findings for place in x.places]
    assert found == [WRITES.splitlines().index("    if top card is the card or luck is 3") + 1]


def test_options_that_set_what_a_part_reads_are_tried_first() -> None:
    """`slapped` is set by what option slap does; most other options have nothing to do with it."""
    rulesets = Path(__file__).parent.parent / "rulesets"
    project = load_project([rulesets / "spicy.uno", rulesets / "official.uno"])
    spec = TableSpec(options=("spicy.seven",), seats=2)
    context = Context(project, spec, resolve_table(project, spec), time.monotonic() + 600, sampled_moves=20)
    (part,) = (
        x for y in context.table.running for x in y.info.parts if " ".join(x.span.text.split()) == "slapped is no"
    )
    tried = [x.spec.options[-1] for x in some_options(context, part.span) if x is not None]
    assert tried.index("spicy.slap") < tried.index("official.new-wilds") < len(tried) - 10


def test_smaller_tables_have_the_options_of_a_rule_and_one_more() -> None:
    table = SimpleNamespace(
        spec=SimpleNamespace(options=("a", "b", "c")), narrowed=lambda options: options, within_budget=lambda: True
    )
    found = [options for options, _ in with_fewer_options(cast(Context, table), ("a",))]
    assert found == [("a",), ("a", "b"), ("a", "c")]


BETWEEN = """
use "base.uno"
options for base

option strikes "How often"
  parameter strikes "how often": 1 to 90, default 1

  variable marked: yes or no

  rule two-more
    when player plays star
    then player draws 2

  rule spared
    when player plays star
    instead of two-more
    if strikes is not 5
    then player draws 1

  rule unmarked
    when player plays 3
    if strikes is not 7
    then marked becomes no

  rule marked
    when player plays 3
    if strikes is 7
    then marked becomes yes

  rule marked-star
    when player plays 4
    if marked
    then player draws 3
"""


SEVERAL = """
use "base.uno"
options for base

option bonus "A bonus of two numbers"
  parameter p "how often": 1 to 3, default 1
  parameter q "how many": 1 to 3, default 1

  rule bonus
    when player plays 2
    if p * q is 6
    then score of player += 1

  rule later
    when player plays 3
    then
      if p * q is 6
        score of player += 1
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "varied"),
    [(BETWEEN, {"house.strikes 5", "house.strikes 7"}), (SEVERAL, {"house.p 2 with house.q 3"})],
    ids=["between", "several"],
)
def test_nothing_is_pointless_that_is_not_with_other_values(tmp_path: Path, text: str, varied: set[str]) -> None:
    """One rule is overshadowed but with 5, and one changes nothing but with 7; others need 2 and 3 at once."""
    (tmp_path / "base.uno").write_text((FOLDER / "base.uno").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "house.uno").write_text(text, encoding="utf-8")
    report = check_options(load_project([tmp_path / "house.uno"]), {}, range(2, 3), 100)
    assert [x.rules for x in report.findings if x.code in ("UNO401", "UNO402", "UNO403", "UNO405")] == []
    assert report.judged is not None
    assert varied <= set(report.judged.varied)


ANSWERED = """
use "base.uno"
options for base

option answers "A star answers a star"

  act play a card
    manners answer

  situation due on a player
    size: small or big, starts big

  rule star
    when player plays star
    then begin due on next player with size small

  rule four
    when player plays 4
    then begin due on next player with size big

  rule pay
    during due
    its player must otherwise draw 1
    then end due

  rule answer
    during due
    its player may play star as answer
    then end due

  rule not-on-big
    during due
    its player cannot play star
    if size is big

option at-once "A star is drawn for at once"

  rule at-once
    when player plays star
    instead of star
    then next player draws 1
"""


def test_a_rule_that_another_option_leaves_to_its_blocker_names_that_option(tmp_path: Path) -> None:
    # the ban is of the option of the answer, which by itself goes on a star
    (tmp_path / "base.uno").write_text((FOLDER / "base.uno").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "strikes.uno").write_text(ANSWERED, encoding="utf-8")
    project = load_project([tmp_path / "strikes.uno"])
    spec = TableSpec(options=("strikes.answers", "strikes.at-once"), seats=2)
    context = Context(project, spec, resolve_table(project, spec), time.monotonic() + 600, sampled_moves=200)
    (found,) = (x for x in uno402_overshadowed.check(context).findings if x.rules[0] == "strikes.answer")
    assert found.options == spec.options
