"""The text report of `unodsl check`: the verdict first and last, one line for what is not an error, the scenario by itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from checker.checks.never_with_both import named
from checker.report.text import Shown, one_line_each
from checker.report.verdict import verdict
from checker.results import Cell, CellVerdict, Combinations, Finding, Report
from checker.witness.scene import scene
from tests.reports import HOUSE, check, findings
from unodsl.data import rulesets_dir
from unodsl.resolve import TableSpec, load_project, load_table
from unodsl.scenarios import run_scenario

pytestmark = pytest.mark.usefixtures("folder", "shared_checks")


PAIR = ("house.uno", "--with", "jump", "--with", "slap")
OWN = ("house.uno", "--seats", "3")


def test_the_verdict_is_the_first_and_the_last_line() -> None:
    lines = check(*PAIR, "--jobs", "2", code=1).stdout.splitlines()
    assert lines[0] == "base with jump and slap: these two contradict each other"
    assert lines[-1].startswith("1 contradiction; ")
    # (beside it, or above where there is no room)
    assert "2 and 3 seats" in " ".join(lines[-2:])


def test_a_clean_pair_is_ten_lines() -> None:
    lines = check("house.uno", "--with", "jump", "--with", "cold", "--seats", "2", code=0).stdout.splitlines()
    assert lines[0] == "base with cold and jump: these rules go together"
    assert lines[-1].startswith("no contradiction; ")
    assert len(lines) <= 10


def test_what_was_not_checked_is_no_agreement() -> None:
    lines = check("house.uno", "--with", "jump", "--with", "cold", "--select", "UNO4", code=0).stdout.splitlines()
    verdict = "base with cold and jump: nothing found, but not every kind of contradiction was checked"
    assert " ".join(lines[:2]) == verdict


@pytest.mark.parametrize(
    "arguments",
    [HOUSE, PAIR, *(pytest.param(x, marks=pytest.mark.slow) for x in (OWN, (*OWN, "--list", "all")))],
)
def test_no_line_is_longer_than_80_columns(arguments: tuple[str, ...]) -> None:
    for line in check(*arguments, code=1).stdout.splitlines():
        assert len(line) <= 80, line


def test_both_sides_stand_beside_each_other() -> None:
    lines = [" ".join(x.split()) for x in check(*PAIR, code=1).stdout.splitlines()]
    at = lines.index("error UNO203 house.jump / house.slap: the same act ends differently")
    assert lines[at + 2] == "house.jump turn of cyd house.uno:9"
    assert lines[at + 3] == "house.slap turn of ann house.uno:18"


def test_a_scenario_is_printed_ready_to_run(folder: Path) -> None:
    (found,) = (x for x in findings(*PAIR, code=1) if x["code"] == "UNO203")
    text = check(*PAIR, "--witness", found["id"], code=0).stdout
    assert text.rstrip("\n") == found["witness"]
    (folder / "shown.uno").write_text(text, encoding="utf-8")
    from unodsl.scenarios import all_scenarios
    from unodsl.tables import project_of

    project = project_of([Path("shown.uno")])
    mine = [(page, x) for page, x in all_scenarios(project) if page.name == "shown"]
    assert len(mine) == 2
    assert all(run_scenario(project, page, x).passed for page, x in mine)


def test_a_scenario_that_is_not_there_is_said() -> None:
    result = check(*PAIR, "--witness", "UNO203.7", code=2)
    assert "no finding of this check is called `UNO203.7`" in result.stderr
    assert "UNO203.1" in result.stderr


@pytest.mark.parametrize("what", ["notes", "open", "base", "allowed", "unused"])
def test_each_line_names_the_word_that_lists_it(what: str) -> None:
    arguments = ("house.uno", *HOUSE[1:])
    short = check(*arguments, code=1).stdout
    if f"--list {what}" in short:
        assert f"--list {what}" not in check(*arguments, "--list", what, code=1).stdout


def test_a_word_that_lists_nothing_is_refused() -> None:
    assert "`opne` is none of open, notes, small," in check(*PAIR, "--list", "opne", code=2).output


class TestOwnOptions:
    """Without `--with`, the options of the files named are judged."""

    def test_two_that_contradict_each_other_are_found(self) -> None:
        lines = check(*OWN, code=1).stdout.splitlines()
        assert lines[0] == "house.uno (4 options for base): 1 contradiction, 1 pointless part"
        (found,) = (x for x in findings(*OWN, code=1) if x["code"] == "UNO203")
        assert found["options"] == ["house.jump", "house.slap"]
        assert found["seats"] == 3
        assert found["fixes"]

    def test_every_format_says_what_was_judged(self, folder: Path) -> None:
        from json import loads

        value = loads(check(*OWN, "--format", "json", code=1).stdout)
        assert value["judged"] == ["house.cold", "house.hot", "house.jump", "house.slap"]
        assert (value["not_judged"], value["game"], value["seats"]) == ([], "base", [3])
        for name in ("github", "junit", "html", "sarif"):
            text = check(*OWN, "--format", name, code=1).stdout
            assert "judged: house.cold, house.hot, house.jump, house.slap" in text, name

    @pytest.mark.slow
    def test_the_order_of_files_does_not_matter(self, folder: Path) -> None:
        (folder / "mine.uno").write_text(
            'use "base.uno"\noptions for base\n\noption one "One card"\n  set hand-size to 1\n\n'
            'option two "Two cards"\n  set hand-size to 2\n\n'
            "  rule never\n    when player plays red 1\n    if the card is blue\n    then next player draws 1\n",
            encoding="utf-8",
        )
        one, other = (findings(*files, code=1) for files in (("base.uno", "mine.uno"), ("mine.uno", "base.uno")))
        assert {x["code"] for x in one} >= {"UNO205", "UNO401"}
        assert [x["fingerprint"] for x in one] == [x["fingerprint"] for x in other]

    @pytest.mark.slow
    def test_an_option_with_an_endless_cascade_fails(self, folder: Path) -> None:
        (folder / "mine.uno").write_text(
            'use "base.uno"\noptions for base\n\noption fives "Whoever draws makes the next player draw"\n\n'
            "  rule five\n    when player draws a number\n    then next player draws 1\n",
            encoding="utf-8",
        )
        lines = check("mine.uno", "--seats", "2", code=1).stdout.splitlines()
        assert lines[0] == "mine.uno (1 option for base): these rules can go on for ever"

    @pytest.mark.slow
    def test_parameters_are_judged_at_their_bounds(self, folder: Path) -> None:
        """What happens only at another value of a parameter is found there, and is not called dead at the default."""
        (folder / "mine.uno").write_text(
            'use "base.uno"\noptions for base\n\noption strict "Stars stay in hand"\n'
            '  parameter level "how strict": 0 to 2, default 1\n\n'
            "  rule no-star\n    any player cannot play star\n    if level is 2\n\n"
            'option keen "Stars out of turn"\n\n'
            "  rule star\n    during turn\n    any other player may play star\n    then score of player += 1\n",
            encoding="utf-8",
        )
        found = findings("mine.uno", "--seats", "2", code=1)
        (clash,) = (x for x in found if x["code"] == "UNO202" and x["evidence"] == "witnessed")
        assert (clash["options"], clash["parameters"]) == (["mine.keen", "mine.strict"], {"mine.level": "2"})
        assert not [x for x in found if x["code"] in ("UNO401", "UNO404")]


def test_of_what_happens_twice_both_rules_are_named_with_their_lines(folder: Path) -> None:
    cases = Path(__file__).parent / "cases" / "checks"
    for name in ("base.uno", "double-fires.uno"):
        (folder / name).write_text((cases / name).read_text(encoding="utf-8"), encoding="utf-8")
    text = (folder / "double-fires.uno").read_text(encoding="utf-8")
    options = [line.removeprefix("# with ").split(", ") for line in text.splitlines() if line.startswith("# with ")]
    chosen = [x for name in (options[0] if options else []) for x in ("--with", name)]
    lines = check("double-fires.uno", *chosen, "--seats", "3", "--select", "UNO206", code=1).stdout.splitlines()
    at = next(i for i, line in enumerate(lines) if "UNO206" in line)
    named = [line for line in lines[at : at + 9] if "double-fires.uno:" in line]
    assert len(named) == 2, lines


def test_of_a_move_offered_and_forbidden_the_move_and_its_player_are_shown(folder: Path) -> None:
    (folder / "mine.uno").write_text(
        'use "base.uno"\noptions for base\n\noption strict "Stars stay in hand"\n\n'
        "  rule no-star\n    any player cannot play star\n\n"
        'option keen "Stars out of turn"\n\n'
        "  rule star\n    during turn\n    any other player may play star\n    then score of player += 1\n",
        encoding="utf-8",
    )
    both = ("--with", "strict", "--with", "keen")
    lines = [
        " ".join(x.split())
        for x in check("mine.uno", *both, "--seats", "2", "--select", "UNO202", code=1).stdout.splitlines()
    ]
    (scene,) = (x for x in lines if x.endswith(" on discard pile"))
    at = lines.index(scene)
    who = lines[at + 1].split()[1]
    assert lines[at + 1] == f"mine.star {who} may play star mine.uno:13"
    assert lines[at + 2] == f"mine.no-star {who} cannot play star mine.uno:7"


def test_places_break_and_are_not_cut_off(folder: Path) -> None:
    deep = folder / "the-rules-that-we-play-by-on-sundays-and-on-holidays"
    deep.mkdir()
    (deep / "base.uno").write_text((folder / "base.uno").read_text(encoding="utf-8"), encoding="utf-8")
    rule = "  rule never\n    when player plays red 1\n    if the card is blue\n    then score of player += 1\n"
    (deep / "mine.uno").write_text(f'use "base.uno"\noptions for base\n\noption never\n{rule}', encoding="utf-8")
    lines = check(f"{deep.name}/mine.uno", "--with", "never", "--seats", "2", code=1).stdout.splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert "no state of any deal satisfies its condition" in " ".join(" ".join(lines).split())


def test_open_questions_of_the_game_itself_are_no_findings() -> None:
    found = Finding("UNO402", "overshadowed", "warning", "", ("base.a",), (), 2, (), "witnessed", "scenario", "")
    unanswered = replace(found, evidence="bounded", witness=None)
    report = Report((), 1, 0, 0, 0.0, ())
    lines = one_line_each(report, {"base": [found, unanswered, unanswered]}, Shown())
    assert lines[0].startswith("1 finding and 2 open questions of the game itself: UNO402 x3")
    assert one_line_each(report, {"base": [unanswered]}, Shown())[0].startswith("1 open question of the game itself: ")


def test_an_option_that_is_named_is_in_the_verdict_though_it_is_on_anyway(folder: Path) -> None:
    (folder / "mine.uno").write_text(
        'use "base.uno"\n\ngame mine "Mine" extends base\n\noption ones "A 1 costs a card"\n  on by default\n\n'
        "  rule one\n    when player plays 1\n    then player draws 1\n\n"
        'option twos "A 2 costs a card"\n\n  rule two\n    when player plays 2\n    then player draws 1\n',
        encoding="utf-8",
    )
    both = check("mine.uno", "--with", "ones", "--with", "twos", "--seats", "2", code=0).stdout.splitlines()
    assert both[0].startswith("mine with ones and twos: ")
    one = check("mine.uno", "--with", "twos", "--seats", "2", code=0).stdout.splitlines()
    assert one[0].startswith("mine with twos: ")


def test_of_two_replacements_that_do_the_same_each_alone_it_is_said_what_that_is(folder: Path) -> None:
    rule = "    when the round ends\n    instead of base.score\n    then\n      for each player in winners\n        score of player += 5\n"
    (folder / "mine.uno").write_text(
        'use "base.uno"\noptions for base\n\n'
        f'option five "Five points"\n\n  rule five\n{rule}\noption also "Five points, too"\n\n  rule also-five\n{rule}',
        encoding="utf-8",
    )
    calls = ("mine.uno", "--with", "five", "--with", "also", "--seats", "2", "--select", "UNO204")
    (found,) = (x for x in findings(*calls, code=1) if x["evidence"] == "witnessed")
    alone, other, both = ([y.rpartition(" ")[2] for y in x["facts"]] for x in found["sides"])
    assert (alone, other, both) == (["5"], ["5"], ["10"])


def test_where_a_match_begins_the_scene_has_the_card_that_is_turned_up() -> None:
    table = load_table(load_project([rulesets_dir() / "official.uno"]), TableSpec(seats=2))
    witness = 'scenario "a"\n  draw pile is red 1, red 2, blue skip\n  the match begins\n  expect turn of bob'
    assert scene(table, witness) == "blue skip is the last of 3 cards from draw pile; the match begins"
    played = 'scenario "a"\n  draw pile is red 1, red 2\n  ann draws 1\n  expect turn of bob'
    assert scene(table, played) == "red 1 on draw pile; ann draws 1"
    # where nobody has a move, it shows what those hold whom the table waits for
    waits = played.replace(
        "ann draws 1", "turn of ann\n  ann holds red 1, red 2\n  bob holds red 3\n  expect ann cannot draw"
    )
    assert scene(table, waits, "UNO303") == "turn of ann, red 1 on draw pile; ann holds red 1, red 2"
    many = waits.replace("holds red 1, red 2", "holds red 1, 3 * red 2, blue 3, blue 4, blue 5, blue 6")
    assert scene(table, many, "UNO303") == "turn of ann, red 1 on draw pile; ann has 8 cards"
    # where the round cannot end, a choice, a number or a player that the table keeps in mind may be why
    set_ = played.replace("ann draws 1", "top card is red 5\n  current color is blue\n  ann draws 1")
    assert scene(table, set_, "UNO304") == "red 1 on draw pile; current color is blue; ann draws 1"
    assert scene(table, set_) == "red 1 on draw pile; ann draws 1"


def test_where_the_round_cannot_end_the_scene_has_what_its_end_depends_on(folder: Path) -> None:
    counts = "".join(f"  variable {name} of each player: 0 to 9\n" for name in ("apples", "bells", "coins"))
    rule = "  rule rich\n    when the table settles\n    if coins of player of turn is 9\n    then end the round\n"
    text = f'use "base.uno"\noptions for base\n\noption coins "Nine coins"\n\n{counts}\n{rule}'
    (folder / "mine.uno").write_text(text, encoding="utf-8")
    table = load_table(load_project([folder / "mine.uno"]), TableSpec(options=("mine.coins",), seats=2))
    witness = (
        'scenario "a"\n  apples of ann is 1\n  bells of ann is 2\n  coins of ann is 3\n  turn of ann\n  ann draws 1'
    )
    assert scene(table, witness, "UNO304") == "turn of ann; coins of ann is 3; ann draws 1"


def test_the_scene_has_what_explains_the_facts() -> None:
    """Which way play goes, and where a ban depends on it how many cards players hold."""
    table = load_table(load_project([rulesets_dir() / "official.uno"]), TableSpec(seats=2))
    witness = """scenario "a"
  discard pile is red 3
  ann holds red 1, 2 * red 7
  bob holds nothing
  direction is counterclockwise
  current color is blue
  turn of ann
  ann plays red 1
"""
    plain = "turn of ann, red 3 on discard pile, direction is counterclockwise"
    assert scene(table, witness, rules=["official.draw"]) == f"{plain}; ann plays red 1"
    assert scene(table, witness, rules=["official.play"]) == f"{plain}; current color is blue; ann plays red 1"
    counted = f"{plain}; ann has 3 cards; bob has no cards; ann plays red 1"
    assert scene(table, witness, rules=["official.draw", "official.nobody-plays-on"]) == counted
    # which cards a player has is said where some of them are what differs
    of_cards = f"{witness}  expect number of red 7 in hand of ann is 1\n"
    listed = f"{plain}; ann holds red 1, 2 * red 7; ann plays red 1"
    assert scene(table, of_cards, rules=["official.draw"]) == listed


PILE_OUT = """use "base.uno"
options for base

option out "The round ends with the pile"

  variable stakes: 0 to 5, starts 0

  rule out
    when player draws a number
    if draw pile is empty and stakes is 3
    then end the round
"""


def test_the_scene_has_what_the_rules_ask_about(folder: Path) -> None:
    """How many cards lie where they count them, and the variables of their conditions. Of moves it has those that
    all sides make."""
    (folder / "mine.uno").write_text(PILE_OUT, encoding="utf-8")
    table = load_table(load_project([folder / "mine.uno"]), TableSpec(seats=2, options=("mine.out",)))
    deck = sum(x.copies for x in table.deck.kinds)
    witness = f"""scenario "a"
  ann holds {deck} * red 1
  bob holds nothing
  stakes is 3
  turn of ann
  ann draws 1 by mine.x
  ann passes
  expect turn of bob

scenario "b"
  ann holds {deck} * red 1
  bob holds nothing
  stakes is 3
  turn of ann
  ann draws 1
  expect turn of ann
"""
    said = "turn of ann, no cards in draw pile; stakes is 3; ann draws 1"
    assert scene(table, witness, rules=["mine.out"]) == said
    assert scene(table, witness) == "turn of ann; ann draws 1"


def test_of_several_values_that_of_whoever_moves_is_shown() -> None:
    table = load_table(load_project([rulesets_dir() / "official.uno"]), TableSpec(seats=3))
    hands = "".join(f"  {x} holds red 1, red 2\n" for x in ("ann", "bob", "cyd"))
    scores = "".join(f"  score of {x} is {n}\n" for x, n in (("ann", 10), ("bob", 20), ("cyd", 314)))
    witness = f'scenario "a"\n{hands}{scores}  turn of cyd\n  cyd plays red 1\n'
    said = scene(table, witness, rules=["official.round-over"])
    assert said == "turn of cyd; score of cyd is 314; score of ann is 10; cyd plays red 1"


def test_of_several_dead_parts_of_a_rule_one_is_named_and_the_others_are_counted(folder: Path) -> None:
    (folder / "mine.uno").write_text(
        'use "base.uno"\noptions for base\n\noption low "A 1 or a 2 costs a card"\n\n  rule low\n    when player plays 1 or 2\n'
        "    then\n      if the card is 3\n        player draws 1\n      otherwise if the card is 1 to 4\n        player draws 2\n",
        encoding="utf-8",
    )
    calls = ("mine.uno", "--with", "low", "--seats", "2", "--select", "UNO405")
    (found,) = (x for x in findings(*calls, code=1) if x["code"] == "UNO405")
    assert (
        found["message"] == "in `mine.low`, `the card is 3` is never true, and 1 more condition of it decides nothing"
    )


def test_of_two_meanings_a_card_is_shown_with_both_values(folder: Path) -> None:
    rule = "    points of a card means {}\n    if the card is star\n"
    (folder / "mine.uno").write_text(
        'use "base.uno"\noptions for base\n\n'
        f'option five "Five"\n\n  rule dear\n{rule.format(5)}\noption nine "Nine"\n\n  rule dearer\n{rule.format(9)}',
        encoding="utf-8",
    )
    text = check("mine.uno", "--with", "five", "--with", "nine", "--seats", "2", "--select", "UNO205", code=1).stdout
    assert "mine.dear    points of star is 5 " in text
    assert "mine.dearer  points of star is 9 " in text


def test_all_cards_of_the_deck_are_any_card(folder: Path) -> None:
    table = load_table(load_project([folder / "base.uno"]), TableSpec(seats=2))
    acts = [("play", x.name) for x in table.deck.kinds]
    assert named(table, acts) == "play any card"
    assert named(table, acts[:5]) == "play star, red 1, red 2, red 3 or 1 more"


def test_lines_that_change_nothing_are_no_conditions() -> None:
    case = Path(__file__).parent / "cases/checks/part-line-fires.uno"
    (found,) = findings(str(case), "--with", "part-line-fires.more", "--seats", "2", "--select", "UNO405", code=1)
    said = "`score of player += bonus` changes nothing, and 2 more lines of it change nothing"
    assert found["message"] == f"in `part-line-fires.counts`, {said}"


@pytest.mark.parametrize(("cell", "sure"), [("clean", True), ("needed", True), ("none_found", False)])
def test_rules_go_together_as_far_as_the_search_went_where_that_is_not_proved(cell: CellVerdict, sure: bool) -> None:
    cells = Cell("base.a", "base.a", "none_found", ()), Cell("base.a", "base.b", cell, ())
    report = replace(Report((), 1, 0, 0, 0.0, ()), combinations=Combinations((), cells, (), 1, ()))
    assert verdict(report) == "these rules go together" + ("" if sure else ", as far as the search went")
