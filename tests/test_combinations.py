"""A check of all combinations says the same as a check of every single table, for families that can be gone through."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import pytest
from click.testing import CliRunner

from checker.check_table import check_seats
from checker.checks.obligations import settle
from checker.context import SHALLOW, Context
from checker.families.check_family import check_combinations
from checker.families.deadlock import WAITING
from checker.families.disabling_options import OPTIONS, RULES
from checker.families.relations import Relations
from checker.families.screen import PAIRS, FamilyRequest, screen_family
from checker.report.details import rounded
from checker.results import Finding, Report
from tests.collected import names
from tests.effort import marked
from unodsl.commands.main import main
from unodsl.data import rulesets_dir
from unodsl.diagnostics import RulesError
from unodsl.resolve import Project, TableSpec, load_project, resolve_table
from unodsl.scenarios import run_scenario

FOLDER = Path(__file__).parent / "cases" / "families"
QUICK = "habits"
"""The one that is gone through at two seats only."""

SLOW = (QUICK, "named")
LONG = ("ordered", "clashes", "third", "duties")
BUDGET = 600.0

ONE_RULE = RULES | OPTIONS | WAITING
"""The codes that are not about pairs of rules, and that every mixture is asked about."""

About = tuple[str, tuple[str, ...]]
Sets = dict[About, set[frozenset[str]]]


def about(finding: Finding) -> About:
    """What a finding is about: the options of a parameter, or else rules; of UNO404 the option, which the message names."""
    if finding.code == "UNO404":
        return finding.code, (finding.message,)
    return finding.code, tuple(sorted(finding.rules or finding.options))


def every_table(project: Project, seats: range) -> Iterator[Context]:
    """Every legal set of options at every number of seats, one by one."""
    names = project.option_names()
    for number in seats:
        for size in range(len(names) + 1):
            for options in combinations(names, size):
                spec = TableSpec(games=("base",), options=options, seats=number, exact=True)
                try:
                    resolved = resolve_table(project, spec)
                except RulesError:
                    continue
                on = {o.name for o in resolved.table.options if o.on}
                if on == set(options):
                    yield Context(project, spec, resolved, 1e12, effort=SHALLOW)


def one_by_one(project: Project, seats: range) -> tuple[Sets, int]:
    """The smallest sets of options with which some table has a finding; and how many tables there are."""
    found: Sets = {}
    tables: list[frozenset[str]] = []
    for case in every_table(project, seats):
        options = frozenset(case.spec.options)
        tables.append(options)
        pairs = [f for code, doubts in PAIRS.items() for f in settle(case, code, doubts(case, None)).findings]
        single = check_seats(project, case.spec, 1e12, codes=ONE_RULE, effort=SHALLOW, moves=1_000).findings
        for finding in (*pairs, *single):
            if finding.evidence != "bounded":
                found.setdefault(about(finding), set()).add(options)
    met, found = found, smallest(found)
    for key in [x for x in found if x[0] in RULES | OPTIONS]:
        found[key] = {x for x in found[key] if not by_choice(project, key, x, set(tables) - met[key])}
    return {key: sets for key, sets in found.items() if sets}, len(tables)


def by_choice(project: Project, key: About, options: frozenset[str], others: set[frozenset[str]]) -> bool:
    """Whether the choice of options is why a rule or an option does nothing, by the tables at which it does something: a rule
    of the game that does something with fewer options, and a rule of an option, or an option, that does with more."""
    own = key[0] in OPTIONS or project.option_of(key[1][0]) is not None
    return any(x > options if own else x < options for x in others)


def together(project: Project, report: Report) -> Sets:
    """The same of a check of all combinations. Options bring others along."""
    out: Sets = {}
    closed = Relations(project).closed
    for finding in report.findings:
        if finding.code in PAIRS.keys() | ONE_RULE and finding.evidence != "bounded":
            out.setdefault(about(finding), set()).update(map(closed, (finding.options, *finding.also)))
    return smallest(out)


def smallest(found: Sets) -> Sets:
    """The smallest sets of options of each finding. A situation without moves (UNO501) is part of a position in which nobody
    has any (UNO303), if the rules and the options of this one suffice."""
    stuck = [(key[1], s) for key, sets in found.items() if key[0] == "UNO303" for s in sets]
    out: Sets = {}
    for key, sets in found.items():
        left = {s for s in sets if not any(o < s for o in sets)}
        if key[0] == "UNO501":
            left = {s for s in left if not any(set(key[1]) <= set(rules) and o <= s for rules, o in stuck)}
        if left:
            out[key] = left
    return out


@dataclass(frozen=True)
class Both:
    """The check of all combinations of a project at two and three seats, and the same table by table."""

    report: Report
    found: Sets
    each: Sets
    tables: int


@pytest.fixture(params=[*map(marked, SLOW), *(marked(x, long=True) for x in LONG)], scope="module")
def family(request: pytest.FixtureRequest) -> Both:
    """One of the projects, both ways."""
    project = load_project([FOLDER / f"{request.param}.uno"])
    seats = range(2, 3) if request.param == QUICK else range(2, 4)
    report = check_combinations(project, [("base",)], {}, seats, BUDGET)
    return Both(report, together(project, report), *one_by_one(project, seats))


def test_all_families_are_found() -> None:
    assert {*SLOW, *LONG, "base", "fine"} == set(names("tests/cases/families"))


@pytest.mark.slow
def test_all_at_once_is_like_one_by_one(family: Both) -> None:
    assert family.found == family.each
    assert family.report.tables == family.tables


def test_what_is_open_was_met_at_no_table(family: Both) -> None:
    open_ = {about(f) for f in family.report.findings if f.evidence == "bounded" and f.code in PAIRS}
    assert not open_ & set(family.each)


def test_each_witness_replays(family: Both, tmp_path: Path) -> None:
    for path in FOLDER.glob("*.uno"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    witnesses = [f.witness for f in family.report.findings if f.witness is not None]
    assert witnesses
    for text in witnesses:
        file = tmp_path / "witness.uno"
        file.write_text(text + "\n", encoding="utf-8")
        shown = load_project([file])
        page = shown.pages["witness"]
        assert page.scenarios
        for scenario in page.scenarios:
            assert run_scenario(shown, page, scenario).passed


def called(*arguments: str) -> tuple[int, str]:
    """A call of `unodsl check --every-combination`."""
    result = CliRunner().invoke(main, ["check", "--every-combination", *arguments])
    return result.exit_code, result.output


@pytest.mark.slow
@pytest.mark.usefixtures("little_play")
def test_the_command_tells_all_of_it_and_keeps_it(tmp_path: Path) -> None:
    arguments = (str(FOLDER / "third.uno"), "--seats", "2", "--cache-dir", str(tmp_path / "kept"), "--format")
    code, text = called(*arguments, "json")
    told = json.loads(text)
    assert code == 1
    (game,) = told["combinations"]["games"]
    assert game["games"] == ["base"]
    assert game["tables"] == {"2": str(told["summary"]["tables"])}
    cells = {tuple(c["options"]): (c["verdict"], c["codes"]) for c in told["combinations"]["matrix"]}
    assert cells["third.short", "third.shorter"] == ("clash", ["UNO205"])
    assert cells["third.fewer", "third.short"] == ("none_found", [])
    again = json.loads(called(*arguments, "json")[1])
    told["summary"]["seconds"] = again["summary"]["seconds"] = 0
    assert again == told
    _, page = called(*arguments, "html")
    assert "Which options go together" in page
    assert "third.short and third.shorter: they clash (UNO205)" in page
    assert "x" in called(*arguments, "text")[1]


@pytest.mark.slow
def test_some_options_only(tmp_path: Path) -> None:
    code, text = called(
        str(FOLDER / "third.uno"),
        "--no-cache",
        "--seats",
        "2",
        "--with",
        "fewer",
        "--with",
        "third.short",
        "--format",
        "json",
    )
    (game,) = json.loads(text)["combinations"]["games"]
    assert code == 0
    assert game["options"] == ["third.fewer", "third.short"]
    assert game["tables"] == {"2": "4"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--with", "shrot"), "did you mean `short`?"),
        (("--fix",), "do not go together"),
        (("--seats", "9"), "2 to 4 seats, not 9"),
        (("--together",), "only one game"),
        (("--set", "hand-size=99"), "hand-size"),
    ],
)
def test_a_call_that_cannot_be(arguments: tuple[str, ...], said: str) -> None:
    code, text = called(str(FOLDER / "third.uno"), "--no-cache", *arguments)
    assert code == 2
    assert said in text


@pytest.mark.slow
def test_pages_over_each_other(tmp_path: Path) -> None:
    (tmp_path / "base.uno").write_bytes((FOLDER / "base.uno").read_bytes())
    for name, effect in (("left", "give every hand to next player"), ("right", "player draws 1")):
        text = f'use "base.uno"\n\ngame {name} extends base\n  rule three\n    when player plays 3\n    then {effect}\n'
        (tmp_path / f"{name}.uno").write_text(text, encoding="utf-8")
    code, text = called(
        str(tmp_path / "left.uno"),
        str(tmp_path / "right.uno"),
        "--together",
        "--no-cache",
        "--seats",
        "3",
        "--format",
        "json",
    )
    told = json.loads(text)
    assert code == 1
    assert [g["games"] for g in told["combinations"]["games"]] == [["left", "right"]]
    found = {(f["code"], *sorted(f["rules"])) for f in told["findings"] if f["evidence"] == "witnessed"}
    assert ("UNO201", "left.three", "right.three") in found
    assert {tuple(c["pages"]): c["verdict"] for c in told["combinations"]["pages"]}["left", "right"] == "clash"


@pytest.mark.usefixtures("slow_screening")
def test_a_budget_is_kept_and_what_was_not_asked_is_open() -> None:
    code, text = called(str(FOLDER / "clashes.uno"), "--no-cache", "--budget", "0.1", "--format", "json")
    told = json.loads(text)
    assert code == 0
    assert told["cut_short"]
    assert told["summary"]["open_bounded"] > 0


def test_large_numbers_are_rounded() -> None:
    assert [rounded(n) for n in (999_999, 1_000_000, 8_862_063_719_874_560, 9_999_999, 10**400)] == [
        "999999",
        "1.0 times 10 to the 6",
        "8.9 times 10 to the 15",
        "1.0 times 10 to the 7",
        "1.0 times 10 to the 400",
    ]


@pytest.mark.slow
def test_tables_are_counted_after_questions_were_asked() -> None:
    """Some of these options need four seats, two, or at least three; others can be on with any number."""
    project = load_project(sorted(rulesets_dir().glob("*.uno")))
    only = ("official.partners", "drapegnik.partners", "drapegnik.two-players", "power.bad-points", "spicy.join")
    learned = screen_family(project, FamilyRequest(("official",), {}, range(2, 6), 1e12, only))
    counted = dict.fromkeys(range(2, 6), 0)
    for number in counted:
        for size in range(len(learned.game.options) + 1):
            for options in combinations(learned.game.options, size):
                try:
                    resolved = resolve_table(
                        project, TableSpec(games=("official",), options=options, seats=number, exact=True)
                    )
                except RulesError:
                    continue
                counted[number] += {o.name for o in resolved.table.options if o.on} == set(options)
    assert dict(learned.game.tables) == counted
    assert {option: seats for option, _, seats in learned.game.singles}["power.bad-points"] == 2


def test_what_an_option_does_to_the_rules_of_its_game(tmp_path: Path) -> None:
    """Nobody can move any more, by the rules of the game: it is the option of the file given that brings it about."""
    for name, text in (
        ("base", (FOLDER.parent / "checks" / "base.uno").read_text(encoding="utf-8")),
        (
            "calm",
            'use "base.uno"\noptions for base\n\noption calm "Five cards are enough"\n\n  rule calm\n'
            "    any player cannot draw a number\n    if number of cards in hand of player is at least 5\n",
        ),
    ):
        (tmp_path / f"{name}.uno").write_text(text, encoding="utf-8")
    code, text = called(str(tmp_path / "calm.uno"), "--no-cache", "--seats", "2", "--format", "json")
    found = [f for f in json.loads(text)["findings"] if f["code"] == "UNO303" and f["evidence"] == "witnessed"]
    assert code == 1
    assert [(f["rules"], f["options"]) for f in found] == [(["base.draw", "base.play", "calm.calm"], ["calm.calm"])]


@pytest.mark.slow
def test_small_mixtures_are_looked_at_for_what_only_play_tells() -> None:
    report = check_combinations(load_project([FOLDER / "fine.uno"]), [("base",)], {}, range(2, 3), BUDGET)
    found = [f for f in report.findings if f.code == "UNO302" and f.evidence == "witnessed"]
    assert [(f.rules, f.options) for f in found] == [(("fine.pay-up",), ("fine.fine", "fine.low"))]


RETURNING = """use "base.uno"
options for base

option debts "A 4 makes the next player owe two cards"
  act play a card
    manners answer
  situation duty on a player
    count: 0 to 6

  rule duty-begins
    when player plays 4
    then begin duty on next player with count 2

  rule pay
    during duty
    its player must otherwise draw count
    then end duty

option answers "It is answered with a 4"
  brings debts

  rule answer
    during duty
    its player may play 4 as answer
    then count += 2
      pass duty to next player

option returns "A 4 that answers comes back"
  brings answers

  rule come-back
    when player plays 4 as answer
    then move card the card from discard pile to hand of player
"""


@pytest.mark.slow
@pytest.mark.usefixtures("little_play")
def test_a_finding_names_all_options_that_it_takes(tmp_path: Path) -> None:
    """The rule that is named is of one option; that it goes round is the doing of another."""
    base = Path(__file__).parent / "cases" / "checks" / "base.uno"
    (tmp_path / "base.uno").write_text(base.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "house.uno").write_text(RETURNING, encoding="utf-8")
    _, text = called(str(tmp_path / "house.uno"), "--no-cache", "--seats", "2", "--jobs", "1", "--format", "json")
    (found,) = (f for f in json.loads(text)["findings"] if f["code"] == "UNO302")
    assert found["options"] == ["house.answers", "house.debts", "house.returns"]


BETWEEN = """use "base.uno"
options for base

option vars "What the others use"
  variable p: yes or no
  rule reset
    when player draws a number
    then p becomes no

option alpha "A 3 draws"
  requires vars
  rule aa
    when player plays 3
    if p is no
    then player draws 1

option beta "A 3 draws, once"
  requires vars
  rule bb
    when player plays 3
    then player draws 1
      p becomes yes

option gamma "The other way round"
  requires vars
  rule cc
    when player plays 3
    after bb
    before aa
    then over of turn becomes yes
"""


@pytest.mark.slow
@pytest.mark.usefixtures("little_play")
def test_a_third_option_turns_the_order_of_two_rules_round(tmp_path: Path) -> None:
    """With it on, the first of them keeps the second from running; without it both run."""
    (found,) = (f for f in everything(tmp_path, BETWEEN, "2") if f["code"] == "UNO206")
    assert (found["evidence"], found["options"]) == ("witnessed", ["house.alpha", "house.beta", "house.vars"])


LEFT_OUT = """
  variable cost: 0 to 3

  rule mid
    when player plays 3
    then next player draws 1

  rule pays
    when the table settles
    before going-out
    if cost is at least 1
    then (player of turn) draws cost
      cost becomes 0

option aa "A 3 costs one"
  rule a-three
    when player plays 3
    before mid
    then cost becomes 1

option bb "A 3 costs two"
  rule b-three
    when player plays 3
    after mid
    then cost becomes 2

option cc "Nobody else draws"
  without mid
"""


@pytest.mark.slow
@pytest.mark.usefixtures("little_play")
def test_what_puts_two_rules_in_order_may_be_left_out(tmp_path: Path) -> None:
    base = (Path(__file__).parent / "cases" / "checks" / "base.uno").read_text(encoding="utf-8")
    found = everything(tmp_path, base.replace("game base", "game house") + LEFT_OUT, "2")
    rules = ["house.a-three", "house.b-three"]
    (order,) = (f for f in found if (f["code"], f["rules"]) == ("UNO201", rules))
    assert (order["evidence"], order["options"]) == ("witnessed", ["house.aa", "house.bb", "house.cc"])


ALONE = """game house "one seat or more"
  seats 1 to 4
  deck in draw pile
    color is red, blue
    face is 1 to 4, star
    2 of each color: 1 to 4
    2 of star
  zone hand of each player, private
  zone draw pile, face down
  zone discard pile, face up
  variable mark of each player: 0 to 9
  situation turn on a player
  act play a card from hand
    then move card the card from hand of player to discard pile
  act draw a number
    then move top from draw pile to hand of player
  rule play
    during turn
    its player may play a card
    then pass turn to left of player
  rule draw
    during turn
    its player may draw 1
    then pass turn to left of player
  rule match
    when the match begins
    then begin a round
  rule deal
    when the round begins
    then
      for each player
        move top 2 from draw pile to hand of player
      begin turn on first of players
  rule out
    when the table settles
    if there is players where (number of cards in their hand is 0)
    then end the match

option first "one"
  rule aa
    when player plays 3
    then mark of player becomes 1
option second "two"
  rule bb
    when player plays 3
    then mark of left of player becomes 2
option third "look"
  rule see
    when player draws a number
    if mark of player is 1
    then move top from draw pile to hand of player
"""


@pytest.mark.slow
@pytest.mark.usefixtures("little_play")
def test_of_one_player_the_neighbor_is_the_player(tmp_path: Path) -> None:
    (found,) = (f for f in everything(tmp_path, ALONE, "1..2") if f["code"] == "UNO201")
    assert (found["evidence"], found["seats"]) == ("witnessed", 1)


FOUR = """use "base.uno"
options for base

option alpha "Four players"
  seats 2 to 4
  variable p: 0 to 9
  rule aa
    when player plays 3
    if number of players is 4
    if number of cards in hand of player is at least 8
    then p becomes 1
  rule see
    when player draws a number
    if p is 1
    then player draws 1
      p becomes 0

option beta "Any players"
  requires alpha
  rule bb
    when player plays 3
    then p becomes 2
"""


@pytest.mark.slow
def test_what_is_open_with_four_players_is_not_closed_with_fewer(tmp_path: Path) -> None:
    (found,) = (f for f in everything(tmp_path, FOUR, "2..4") if f["code"] == "UNO201")
    assert (found["evidence"], found["seats"]) == ("bounded", 4)


@pytest.mark.long
@pytest.mark.usefixtures("little_play")
def test_what_two_players_refute_others_may_show(tmp_path: Path) -> None:
    text = FOUR.replace("is 4", "is 2").replace("    if number of cards in hand of player is at least 8\n", "")
    assert text.count("\n") < FOUR.count("\n")
    everything(tmp_path, text, "2..3")
    result = CliRunner().invoke(
        main, ["check", str(tmp_path / "house.uno"), "--no-cache", "--jobs", "1", "--format", "json"]
    )
    (found,) = (f for f in json.loads(result.output)["findings"] if f["code"] == "UNO201")
    assert (found["evidence"], found["seats"]) == ("witnessed", 2)


def everything(tmp_path: Path, text: str, seats: str) -> list[dict[str, object]]:
    """The findings of all combinations of a file."""
    base = Path(__file__).parent / "cases" / "checks" / "base.uno"
    (tmp_path / "base.uno").write_text(base.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "house.uno").write_text(text, encoding="utf-8")
    _, out = called(str(tmp_path / "house.uno"), "--no-cache", "--seats", seats, "--jobs", "1", "--format", "json")
    return list(json.loads(out)["findings"])


CLOSED = """
option a "Who has drawn plays no 1"
  variable tired of each player: yes or no
  rule tires
    when player draws a number
    then tired of player becomes yes
  rule too-tired
    any player cannot play 1
    if tired of player is yes

option b "A last card costs a card"
  rule warns
    when player plays a card
    if there is players where (number of cards in their hand is 1)
    then (left of player) draws 1

option c "Full hands draw nothing"
  rule full
    during turn
    any player cannot draw a number
    if number of cards in hand of player is at least 4
"""


@pytest.mark.slow
@pytest.mark.usefixtures("little_play")
def test_a_report_of_tables_that_were_checked_twice_holds(tmp_path: Path) -> None:
    """A table is checked again where another option may let something happen."""
    text = (FOLDER.parent / "checks" / "base.uno").read_text(encoding="utf-8").partition("\nscenario")[0]
    (tmp_path / "base.uno").write_text(text + CLOSED, encoding="utf-8")
    file, report = str(tmp_path / "base.uno"), tmp_path / "report.json"
    arguments = ("check", "--every-combination", file, "--seats", "2", "--no-cache", "--format", "json")
    report.write_text(CliRunner().invoke(main, arguments).stdout, encoding="utf-8")
    held = CliRunner().invoke(main, ["recheck", str(report), file])
    assert held.exit_code == 0, held.output


MORE_SEATS = """
option seats "For four"
  seats 4 to 5

  rule six
    when player plays 3
    if number of players is 6
    then (left of player) draws 1

option jokers "Cards that match nothing"
  deck in draw pile
    face is joker
    2 of joker

  rule joker
    when player plays joker
    then (left of player) draws 1
"""


@pytest.mark.long
@pytest.mark.usefixtures("little_play")
def test_a_position_that_leads_nowhere_names_no_more_options_than_it_takes(tmp_path: Path) -> None:
    """That one of two options is for four players is not why four get into a trap with the other one."""
    text = (FOLDER.parents[2] / "examples" / "base.uno").read_text(encoding="utf-8").partition("\nscenario")[0]
    (tmp_path / "base.uno").write_text(text + MORE_SEATS, encoding="utf-8")
    arguments = ("check", "--every-combination", str(tmp_path / "base.uno"), "--no-cache", "--format", "json")
    found = json.loads(CliRunner().invoke(main, arguments).stdout)["findings"]
    assert [(x["options"], x["seats"]) for x in found if x["code"] == "UNO304" and x["rules"]] == [(["base.jokers"], 4)]
