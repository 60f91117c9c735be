"""Two rulesets against each other: what they declare and what they answer differently, and which of the two speaks to it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.effort import few_and_slow
from unodsl.commands.main import main

BASE = Path(__file__).parent / "cases" / "checks" / "base.uno"


def written(folder: Path, **pages: str) -> list[str]:
    """Files of games that extend the base of the cases, or whatever their text says."""
    (folder / "base.uno").write_text(BASE.read_text(encoding="utf-8"), encoding="utf-8")
    for name, text in pages.items():
        whole = text if "\ngame " in f"\n{text}" else f"game {name} extends base\n{text}"
        (folder / f"{name}.uno").write_text(f'use "base.uno"\n\n{whole}', encoding="utf-8")
    return [str(folder / f"{name}.uno") for name in pages]


def compared(files: list[str], *more: str, code: int | None = None, seats: str | None = "2") -> dict[str, Any]:
    """The comparison at so many seats (None: at those that are compared by default) as JSON; each witness is replayed by
    `test`."""
    at = () if seats is None else ("--seats", seats)
    result = CliRunner().invoke(main, ["check", *files, "--together", "--no-cache", "--format", "json", *at, *more])
    assert result.exit_code in ((0, 1) if code is None else (code,)), result.output
    value: dict[str, Any] = json.loads(result.stdout)
    for number, finding in enumerate(value["findings"]):
        if finding["witness"] is not None:
            beside = Path(files[0]).parent / f"witness{number}.uno"
            beside.write_text(finding["witness"] + "\n", encoding="utf-8")
            assert CliRunner().invoke(main, ["test", str(beside)]).exit_code == 0, finding["witness"]
            beside.unlink()
    return value


def found(value: dict[str, Any], severity: str) -> list[tuple[str, ...]]:
    """The rules of the findings of a severity, and where there are none what they are about."""
    return [
        tuple(f["rules"]) or (f["message"],)
        for f in value["findings"]
        if f["severity"] == severity and f["evidence"] != "bounded"
    ]


COLLECTS = """  rule collects
    when the round ends
    instead of base.score
    then
      for each player in winners
        score of player += 5
"""
SUFFERS = """  rule suffers
    when the round ends
    instead of base.score
    then
      for each player in players - winners
        score of player += 5
"""


def test_opposite_scoring(tmp_path: Path) -> None:
    value = compared(written(tmp_path, north=COLLECTS, south=SUFFERS), code=1)
    assert found(value, "error") == [("north.collects", "south.suffers")]
    assert value["findings"][0]["message"] == "what a round scores"
    assert "contradict each other in one thing" in value["verdict"]


def test_scoring_taken_away_from_one_that_counts_on_it(tmp_path: Path) -> None:
    """What the one says of points matters to a rule of the base that the other has replaced."""
    worth = "  rule worth\n    points of a card means 3\n    instead of base.points\n"
    value = compared(written(tmp_path, north=worth, south=SUFFERS), code=1)
    assert ("base.score", "south.suffers") in found(value, "error")


TARGET = """  rule target
    when the round ends
    after base.score
    instead of base.one-round
    then end the match won by players where (their score is highest score for players)
"""
AT_MOST = """  rule at-most
    when the round ends
    after base.score
    then
      for each player in winners
        if score of player is more than 900
          score of player becomes 900
"""


@pytest.mark.parametrize(("north", "rule"), [(TARGET, "base.score"), (AT_MOST, "north.at-most")])
def test_who_counts_on_a_rule_of_the_base_speaks_to_it(tmp_path: Path, north: str, rule: str) -> None:
    """The one leaves the score as it is, and a rule of its own stands behind it; the other scores in another way."""
    value = compared(written(tmp_path, north=north, south=SUFFERS), code=1)
    assert (rule, "south.suffers") in found(value, "error")


def test_who_says_nothing_of_a_score_does_not_speak_to_it(tmp_path: Path) -> None:
    stays = "  rule stays\n    when player plays 2\n    if number of cards in hand of player is more than 0\n"
    stays += "    then over of turn becomes no\n"
    value = compared(written(tmp_path, north=stays, south=SUFFERS))
    assert found(value, "error") == []


@pytest.mark.slow
def test_two_and_three_seats(tmp_path: Path) -> None:
    """Both numbers of seats are compared, and each difference is reported once, with the seats where it shows."""
    twos = "  rule duel\n    when player plays 2\n    if number of players is 2\n    then next player draws {}\n"
    files = written(tmp_path, north=COLLECTS + twos.format(1), south=SUFFERS + twos.format(2))
    value = compared(files, code=1, seats=None)
    details = {tuple(f["rules"]): f["details"] for f in value["findings"] if f["severity"] == "error"}
    assert details.keys() == {("north.collects", "south.suffers"), ("north.duel", "south.duel")}
    assert details["north.duel", "south.duel"][-1] == "found at 2 seats only"
    assert not any(x.startswith("found at") for x in details["north.collects", "south.suffers"])
    (basis,) = (f["basis"] for f in value["findings"] if f["evidence"] == "bounded")
    assert basis.startswith("at 2 seats ")
    assert "; at 3 seats " in basis
    assert "found at 2 seats only" in CliRunner().invoke(main, ["check", *files, "--together", "--no-cache"]).output
    alone = compared(files, code=1, seats="3")
    assert found(alone, "error") == [("north.collects", "south.suffers")]


def test_the_same_rules_on_two_pages(tmp_path: Path) -> None:
    value = compared(written(tmp_path, north=COLLECTS, south=COLLECTS), code=0)
    assert found(value, "error") == found(value, "warning") == found(value, "note") == []
    assert value["verdict"] == "they answer everything alike, as far as the search went"


def test_hand_sizes(tmp_path: Path) -> None:
    value = compared(written(tmp_path, north="  set hand-size to 2\n", south="  set hand-size to 4\n"), code=1)
    (finding,) = (f for f in value["findings"] if f["severity"] == "error")
    assert (finding["code"], finding["evidence"]) == ("UNO205", "proved")
    assert "hand of ann is 2" in finding["witness"]
    assert "hand of ann is 4" in finding["witness"]


def test_a_hand_size_that_one_page_sets(tmp_path: Path) -> None:
    value = compared(written(tmp_path, north="  set hand-size to 2\n", south=COLLECTS))
    assert found(value, "error") == []
    (finding,) = (f for f in value["findings"] if "hand-size" in f["message"])
    assert finding["severity"] == "warning"
    assert finding["message"].endswith("only `north` speaks of it")


STAYS = """  rule first-star
    when the round begins
    after base.deal
    if top card is star
    then (first of players) draws 2
"""
TURNS_ON = """  rule another
    when the round begins
    after base.deal
    if top card is star
    then move top from draw pile to discard pile
      top card becomes top of discard pile
"""


def test_a_first_card(tmp_path: Path) -> None:
    value = compared(written(tmp_path, north=STAYS, south=TURNS_ON), code=1)
    assert ("north.first-star", "south.another") in found(value, "error")


def test_penalties_for_one_mistake(tmp_path: Path) -> None:
    rule = """  act boast

  rule boast
    during turn
    any other player may by mistake boast
    then player draws {}
"""
    value = compared(written(tmp_path, north=rule.format(1), south=rule.format(2)), code=1)
    assert found(value, "error") == [("north.boast", "south.boast")]
    facts = [side["facts"] for f in value["findings"][:1] for side in f["sides"]]
    assert facts[0] != facts[1]


def test_side_by_side_is_no_contradiction(tmp_path: Path) -> None:
    """The one lets the next player draw, the other the player before: both can be done."""
    one = "  rule forth\n    when player plays 2\n    then (left of player) draws 1\n"
    other = "  rule back\n    when player plays 2\n    then (right of player) draws 1\n"
    value = compared(written(tmp_path, north=one, south=other), seats="3")
    assert found(value, "error") == []
    assert found(value, "note") == [("north.forth",), ("south.back",)]


def test_what_follows_from_an_effect_is_no_difference_of_its_own(tmp_path: Path) -> None:
    """A card more in a hand is a card more to be scored."""
    two = "  rule two\n    when player plays 2\n    then next player draws 1\n"
    south = written(tmp_path, south=two)
    value = compared([str(tmp_path / "base.uno"), *south], code=1, seats="3")
    assert found(value, "error") == [("base.play", "south.two")]
    assert not found(value, "note") + found(value, "warning")


def test_the_end_of_a_match_names_what_its_rule_asks_about(tmp_path: Path) -> None:
    """The same rule ends the match at both tables: the rules that score are named, not those of the last card."""
    hands = "  rule two\n    when player plays 2\n    then give every hand to {}\n"
    scored = """
  rule more
    when the round ends
    after score
    before over
    then
      for each player in winners
        score of player += {}
"""
    goes_on = """
  without one-round
  parameter mark "points that end the match": 20 to 500, default 300

  rule over
    when the round ends
    after score
    then
      if there is players where (their score is at least mark)
        end the match won by winners
      otherwise
        begin a round
"""
    long = f"game long extends base\n{goes_on}"
    pages = {
        "long": long,
        "north": f'use "long.uno"\ngame north extends long\n{hands.format("left")}{scored.format(1)}',
        "south": f'use "long.uno"\ngame south extends long\n{hands.format("right")}{scored.format(40)}',
    }
    value = compared(written(tmp_path, **pages)[1:], code=1)
    ends = [x["rules"] for x in value["findings"] if x["message"].startswith("when the match is over")]
    assert ends == [["north.more", "south.more"]]


def test_what_one_page_allows_and_the_other_forbids(tmp_path: Path) -> None:
    may = "  rule early\n    during turn\n    any other player may play star\n"
    cannot = "  rule in-turn\n    during turn\n    any other player cannot play a card\n"
    value = compared(written(tmp_path, north=may, south=cannot), code=1)
    assert found(value, "error") == [("north.early", "south.in-turn")]


@pytest.mark.slow
def test_what_only_one_page_says_is_listed_on_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    act = "  act hum\n\n  rule hum\n    during turn\n    its player may hum\n    then player draws 1\n"
    files = written(tmp_path, north=act, south=COLLECTS)
    value = compared(files)
    assert ("north.hum",) in found(value, "note")
    plain = CliRunner().invoke(main, ["check", *files, "--together", "--no-cache"]).stdout
    every = CliRunner().invoke(main, ["check", *files, "--together", "--no-cache", "--list", "all"]).stdout
    assert "more decision of which only one of them speaks" in plain
    assert "when a player may hum" not in plain
    assert "when a player may hum" in every
    assert max(map(len, every.splitlines())) <= 80
    assert plain.splitlines()[0].startswith("north and south laid together: ")


def test_opposite_ends_of_a_match(tmp_path: Path) -> None:
    """Matches that are long with the usual number are compared with the least."""
    rule = """  parameter mark: 1 to 900, default 900

  rule end
    when the round ends
    after base.score
    instead of base.one-round
    then
      if there is players where (their score is at least mark)
        end the match won by players where (their score is {} score for players)
      otherwise
        begin a round
"""
    value = compared(written(tmp_path, north=rule.format("highest"), south=rule.format("lowest")), code=1)
    (finding,) = (f for f in value["findings"] if f["severity"] == "error")
    assert finding["message"] == "when the match is over"
    assert "set mark to 1" in finding["witness"]


UP_TO = """
  rule up-to
    when the round ends
    after score
    if there is players where (their score is at least {0})
    then end the match won by players where (their score is at least {0})

  rule again
    when the round ends
    after up-to
    if match is not over
    then begin a round
"""


def test_two_targets_of_a_match_are_one_finding(tmp_path: Path) -> None:
    """Whichever of the two goes on where the other one ends the match, and by whatever move."""
    head, _, rest = BASE.read_text(encoding="utf-8").partition("  rule one-round\n")
    tail = rest[rest.index("  rule position\n") :]
    pages = {
        name: head.replace("game base ", f"game {name} ") + UP_TO.format(n) + tail
        for name, n in (("north", 4), ("south", 8))
    }
    pages["south"] = pages["south"].replace("total of points", "2 * total of points")
    value = compared(written(tmp_path, **pages), code=1)
    ends = [f for f in value["findings"] if f["message"].startswith("when the match is over")]
    assert [set(f["rules"]) for f in ends] == [{"north.up-to", "south.up-to"}]


def test_a_page_that_extends_the_other(tmp_path: Path) -> None:
    files = [*written(tmp_path, south=SUFFERS), str(tmp_path / "base.uno")]
    value = compared(files, code=1)
    assert found(value, "error") == [("base.score", "south.suffers")]
    assert "south extends base" in value["remarks"][0]
    assert value["games"] == ["base", "south"]


@pytest.mark.parametrize("swapped", few_and_slow([False, True], 1))
def test_options_count_where_they_belong(tmp_path: Path, swapped: bool) -> None:
    option = "option suffering\n\n" + SUFFERS.replace("suffers", "suffer")
    files = written(tmp_path, north=COLLECTS, south="game south extends base\n\n" + option)
    assert found(compared(files), "error") == []
    value = compared(files[::-1] if swapped else files, "--with", "suffering")
    assert found(value, "error") == [("north.collects", "south.suffer")]


STRANGER = """game stranger
  seats 2 to 4

  deck in pile
    sign is sun, moon
    4 of sun, moon

  zone pile, face down
  zone hand of each player, private

  act take

  rule begin
    when the match begins
    then begin a round

  rule take
    at any time
    any player may take
    then move top from pile to hand of player
"""


def test_pages_with_nothing_in_common(tmp_path: Path) -> None:
    files = written(tmp_path, north=COLLECTS, stranger=STRANGER)
    value = compared(files)
    assert "extend no common game" in value["remarks"][0]
    assert "no card in common: only what they declare is compared" in value["remarks"][1]
    (last,) = (f for f in value["findings"] if f["evidence"] == "bounded")
    assert "share no state" in last["message"]
    assert value["summary"]["open_sampled"] == 1
    assert "they share no state" in value["verdict"] or "contradict" in value["verdict"]
    assert any(f["message"] == "the cards" for f in value["findings"])


@pytest.mark.parametrize(
    ("pages", "more", "said"),
    [
        (("north",), (), "only one game"),
        (("north", "south", "west"), (), "compares two rulesets, and here are 3: `north`, `south`, `west`"),
        (("north", "few"), (), "no number of players fits both"),
        (("north", "two"), ("--seats", "3"), "these rules are for 2 seats, not 3"),
        (("north", "south"), ("--with", "nowhere"), "unknown option `nowhere`"),
        (("north", "south"), ("--set", "nowhere=3"), "nowhere"),
        (("north", "opt"), ("--with", "opt.a", "--with", "opt.b"), "`opt.a` and `opt.b` exclude each other"),
        (("opt", "also"), ("--with", "a"), "`a` may be `also.a` or `opt.a`"),
    ],
)
def test_what_cannot_be_compared(tmp_path: Path, pages: tuple[str, ...], more: tuple[str, ...], said: str) -> None:
    texts = {
        "north": COLLECTS,
        "south": SUFFERS,
        "west": SUFFERS,
        "two": "  seats 2 to 2\n",
        "few": "game few\n  seats 7 to 9\n" + STRANGER.partition("4\n")[2],
        "opt": "game opt extends base\n\noption a\n  excludes b\n\noption b\n",
        "also": "game also extends base\n\noption a\n",
    }
    files = written(tmp_path, **{name: texts[name] for name in pages})
    result = CliRunner().invoke(main, ["check", *files, "--together", "--no-cache", *more])
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


def test_seats_that_only_one_page_allows(tmp_path: Path) -> None:
    files = written(tmp_path, north=COLLECTS, two="  seats 2 to 2\n")
    value = compared(files, seats=None)
    assert value["seats"] == [2]
    assert any("only north allows 3 to 4 players" in x for x in value["remarks"])
    assert any(f["message"].startswith("how many can play") for f in value["findings"])


@pytest.mark.parametrize("form", few_and_slow(["json", "text", "sarif", "junit", "github", "html"], 1))
@pytest.mark.usefixtures("checks_once")
def test_every_format_has_the_comparison(tmp_path_factory: pytest.TempPathFactory, form: str) -> None:
    folder = tmp_path_factory.getbasetemp() / "formats"
    folder.mkdir(exist_ok=True)
    files = written(folder, north=COLLECTS, south=SUFFERS)
    result = CliRunner().invoke(main, ["check", *files, "--together", "--no-cache", "--format", form])
    assert result.exit_code == 1
    assert "what a round scores" in result.stdout


def test_a_path_that_is_longer_than_a_line_is_shown_whole(tmp_path: Path) -> None:
    folder = tmp_path / "house-rules-of-the-whole-family" / "with-all-that-we-have-played-since-we-were-children"
    folder.mkdir(parents=True)
    files = written(folder, north=COLLECTS, south=SUFFERS)
    result = CliRunner().invoke(main, ["check", *files, "--together", "--no-cache"])
    assert result.exit_code == 1, result.output
    assert all(
        any(line.startswith(f"{Path(file).as_posix()}:") for line in result.stdout.splitlines()) for file in files
    )


def test_what_was_not_compared_in_time_is_said(tmp_path: Path) -> None:
    files = written(tmp_path, north=COLLECTS, south=SUFFERS)
    value = compared(files, "--budget", "0.1")
    assert value["cut_short"]
    assert "not everything was compared" in value["verdict"]


def test_what_can_be_done_by_mistake_is_shown_by_what_comes_of_it(tmp_path: Path) -> None:
    shout = """  act shout
  rule shout
    at any time
    any player may {}shout
    if number of cards in hand of player is {}
    then player draws 1
"""
    files = written(tmp_path, one=shout.format("by mistake ", "3"), other=shout.format("", "30"))
    some = [x for x in compared(files)["findings"] if x["message"].startswith("when a player may shout")]
    told = next(x for x in some if "one.shout" in x["rules"] and " shouts\n" in x["witness"])
    assert "number of cards in hand" in told["witness"]


@pytest.mark.slow
def test_of_other_decks_the_cards_that_are_drawn_are_no_answer(tmp_path: Path) -> None:
    """The same number is another card of another deck; who has the turn after it is drawn follows from the card."""
    for name, line in (("north", "remove 0"), ("south", "packs 2")):
        text = f'use "official.uno"\n\ngame {name} extends official\n\n  deck\n    {line}\n'
        (tmp_path / f"{name}.uno").write_text(text, encoding="utf-8")
    value = compared([str(tmp_path / "north.uno"), str(tmp_path / "south.uno")], code=1)
    assert found(value, "error") == [("the cards",)]


def test_rules_of_both_that_stand_instead_of_one_are_no_contradiction_where_they_end_alike(tmp_path: Path) -> None:
    """Each table has one of the two."""
    again = (
        "  rule {}\n    when the round ends\n    instead of base.score\n    then\n      for each player in winners\n"
    )
    one = again.format("five") + "        score of player += 5\n"
    other = again.format("by-steps") + "        score of player += 2\n        score of player += 3\n"
    value = compared(written(tmp_path, north=one, south=other))
    assert [f["code"] for f in value["findings"] if f["evidence"] == "witnessed"] == []
    assert "they answer everything alike" in value["verdict"]


def test_whoever_is_out_at_another_time_is_one_difference_whatever_was_played(tmp_path: Path) -> None:
    early = """  rule early
    when the table settles
    instead of base.going-out
    if there is players where (number of cards in their hand is at most 1)
    then end the round won by players where (number of cards in their hand is at most 1)
"""
    files = written(tmp_path, north=early, south="")
    text = CliRunner().invoke(main, ["check", *files, "--together", "--no-cache", "--seats", "2"]).stdout
    assert text.count("when a round is over") == 1
    assert " is a winner" in text


def test_a_difference_of_rules_of_the_game_that_both_extend_is_shown(tmp_path: Path) -> None:
    """A meaning of the one decides what a rule of the base does: not a finding about the base, which was not named."""
    worth = "  rule worth\n    points of a card means 3\n    instead of base.points\n"
    files = written(tmp_path, north=worth, south="  set hand-size to 2\n")
    text = CliRunner().invoke(main, ["check", *files, "--together", "--no-cache"]).stdout
    assert "--list base" not in text
    told = text.partition("--witness ")[2].split()[0]
    assert CliRunner().invoke(main, ["check", *files, "--together", "--witness", told]).exit_code == 0


def test_of_the_rules_about_the_points_of_cards_its_own_is_named(tmp_path: Path) -> None:
    worth = "  rule worth\n    points of a card means {}\n    if the card is {}\n"
    value = compared(written(tmp_path, north=worth.format(9, "1 or 2"), south=worth.format(8, "2")), code=1)
    (finding,) = (f for f in value["findings"] if f["message"] == "points of a card")
    assert finding["rules"] == ["north.worth", "south.worth"]


def test_a_value_for_a_rule_of_the_base_is_a_word_about_what_the_rule_decides(tmp_path: Path) -> None:
    """Three rounds against the first with two points: both say when the match is over."""
    base = """game points "Points"
  seats 2 to 4
  parameter goal "points that end the match": 1 to 9, default 5
  deck in pile
    face is 1 to 5
    4 of 1 to 5
  zone hand of each player, private
  zone pile, face down
  zone heap, face up
  variable score of each player: 0 to 20, kept
  situation turn on a player
  act play a card from hand
    then move card the card from hand of player to heap
  rule play
    during turn
    its player may play a card
    then pass turn to left of player
  rule out
    when the table settles
    if there is players where (number of cards in their hand is 0)
    then end the round won by players where (number of cards in their hand is 0)
  rule score
    when the round ends
    then
      for each player in winners
        score of player += 1
  rule over
    when the round ends
    after score
    then
      if there is players where (their score is at least goal)
        end the match won by players where (their score is at least goal)
      otherwise begin a round
  rule match
    when the match begins
    then begin a round
  rule deal
    when the round begins
    then
      for each player
        move top 2 from pile to hand of player
      begin turn on first of players
  rule position
    when the position stands
    then begin turn on first of players
"""
    three = """  variable rounds: 0 to 9, kept
  rule three-rounds
    when the round ends
    instead of points.over
    after points.score
    then rounds += 1
      if rounds is 3
        end the match won by players where (their score is highest score for players)
      otherwise begin a round
"""
    (tmp_path / "points.uno").write_text(base, encoding="utf-8")
    for name, text in (("north", three), ("south", "  set goal to 2\n")):
        (tmp_path / f"{name}.uno").write_text(
            f'use "points.uno"\n\ngame {name} extends points\n{text}', encoding="utf-8"
        )
    value = compared([str(tmp_path / "north.uno"), str(tmp_path / "south.uno")], code=1)
    assert found(value, "error") == [("north.three-rounds", "points.over")]


REFILLS = "          move all but top from discard pile to draw pile"
DRAWS = """    its player may draw 1
    then over becomes yes
"""
STARS = """
  rule stars
    when player plays star
    then show hand of player to everyone
"""
RARE = """
  rule rare
    when player plays red 4
    if number of cards in hand of player is 2 and blue 1 is in hand of player and blue 2 is in hand of player
    then (left of player) draws 1
"""


@pytest.mark.parametrize(
    ("old", "new", "severity", "message", "facts"),
    [
        # who sees it
        ("hand of each player, private", "hand of each player, face up", "error", "who sees hand", "hand is face up"),
        ("hand of each player, private", "hand of each player, face down", "error", "who sees hand", "hand is face down"),
        ("score of each player: 0 to 1000, kept", "score of each player: 0 to 1000, kept, secret", "error",
         "who sees score", "score is secret"),
        ("    over: yes or no", "    over: yes or no, secret", "error", "who sees over of turn",
         "over of turn is secret"),
        # what a table may choose is no rule
        ("1 to 4, default 3", "2 to 4, default 3", "note",
         "what a table may choose: cards dealt to each player (hand-size)", "hand-size can be 2 to 4"),
        # a field that only one of them has
        (f"    over: yes or no|{DRAWS}", "    over: yes or no\n    drawn: 0 to 9|    its player may draw 1\n"
         "    if drawn is less than 2\n    then over becomes yes\n      drawn += 1\n", "error",
         "when a player may draw", "cannot draw 1"),
        # hardly ever
        (REFILLS, REFILLS.replace("all but top", "all"), "error", "what comes of `draw`",
         "number of cards in discard pile is 0"),
        ("\n  rule position", f"{RARE}\n  rule position", "error", "what comes of `play`", "number of cards in hand of "),
        # a mistake is no move that a player may make
        ("    its player may draw 1", "    its player may by mistake draw 1", "error", "when a player may draw",
         "can draw 1"),
        # what players get to see
        ("\n  rule position", f"{STARS}\n  rule position", "error", "what comes of `play`", "is shown "),
    ],
    ids=["face-up", "face-down", "secret", "secret-field", "range", "own-field", "run-out", "rare", "mistake", "shown"],
)  # fmt: skip
def test_two_games_with_nothing_in_common_that_differ_in_one_thing(
    tmp_path: Path, old: str, new: str, severity: str, message: str, facts: str
) -> None:
    text = BASE.read_text(encoding="utf-8")
    changed = text.replace("game base", "game other", 1)
    for before, after in zip(old.split("|"), new.split("|"), strict=True):
        assert before in changed
        changed = changed.replace(before, after, 1)
    (tmp_path / "one.uno").write_text(text.replace("game base", "game one", 1), encoding="utf-8")
    (tmp_path / "other.uno").write_text(changed, encoding="utf-8")
    files = [str(tmp_path / f"{name}.uno") for name in ("one", "other")]
    value = compared(files, code=0 if severity == "note" else 1)
    (finding,) = (x for x in value["findings"] if x["evidence"] != "bounded")
    assert (finding["severity"], finding["message"]) == (severity, message)
    assert facts in "; ".join(finding["details"])
    ours = tmp_path / "report.json"
    ours.write_text(json.dumps(value), encoding="utf-8")
    assert CliRunner().invoke(main, ["recheck", str(ours), *files]).exit_code == 0


PEEKS = """  act peek
  variable peeks of each player: 0 to 5
  rule peek
    during turn
    its player may peek
    if peeks of player is less than LIMIT
    then peeks of player += 1
      player draws 1
"""
LEFT_OVER = """  act peek
  variable left-over of each player: 0 to 5, starts 2
  rule peek
    during turn
    its player may peek
    if left-over of player is at least 1
    then left-over of player -= 1
      player draws 1
"""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (PEEKS.replace("LIMIT", "2"), PEEKS.replace("LIMIT", "2")),
        (PEEKS.replace("LIMIT", "2"), PEEKS.replace("LIMIT", "2").replace("peeks", "looked")),
        (PEEKS.replace("LIMIT", "2"), LEFT_OVER),
    ],
    ids=["same", "renamed", "counts-down"],
)
def test_what_two_pages_count_in_two_ways_is_no_difference(tmp_path: Path, one: str, other: str) -> None:
    """The same name, another one, or up and down: the same moves lead to the same."""
    assert found(compared(written(tmp_path, north=one, south=other), code=0), "error") == []


def test_what_two_pages_count_is_compared_after_the_same_moves(tmp_path: Path) -> None:
    value = compared(written(tmp_path, north=PEEKS.replace("LIMIT", "1"), south=LEFT_OVER))
    (finding,) = (x for x in value["findings"] if x["evidence"] != "bounded")
    assert finding["message"].startswith("when a player may peek")


def test_what_holds_at_both_tables_tells_no_difference(tmp_path: Path) -> None:
    """With hands that lie open for one of two pages, the cards of each hand are in order there."""
    seen = "hand of each player, private"
    text = BASE.read_text(encoding="utf-8")
    for name, how in (("one", seen), ("other", seen.replace("private", "face up"))):
        (tmp_path / f"{name}.uno").write_text(text.replace("game base", f"game {name}", 1).replace(seen, how))
    value = compared([str(tmp_path / f"{name}.uno") for name in ("one", "other")], code=1)
    assert [x["message"] for x in value["findings"] if x["evidence"] != "bounded"] == ["who sees hand"]


ASIDE = """  zone ZONE, face down
  rule twos
    when player plays 2
    then move top COUNT from draw pile to ZONE
  rule threes
    when player plays 3
    if ZONE is not empty
    then move all from ZONE to hand of next player
"""


@pytest.mark.parametrize(("count", "errors"), [("1", 0), ("2", 1)], ids=["same", "another-number"])
def test_a_zone_has_another_name_on_each_page(tmp_path: Path, count: str, errors: int) -> None:
    """What lies there is compared where it is laid down, not where it is taken from."""
    one = ASIDE.replace("ZONE", "chest").replace("COUNT", "1")
    other = ASIDE.replace("ZONE", "side pile").replace("COUNT", count)
    text = BASE.read_text(encoding="utf-8")
    at = text.index("  rule position")
    for name, more in (("north", one), ("south", other)):
        page = text[:at].replace("game base", f"game {name}", 1) + more + "\n" + text[at:]
        (tmp_path / f"{name}.uno").write_text(page, encoding="utf-8")
    value = compared([str(tmp_path / f"{name}.uno") for name in ("north", "south")], code=min(errors, 1))
    rows = [x for x in value["findings"] if x["evidence"] != "bounded"]
    assert [x["message"] for x in rows] == ["what comes of `play`"] * errors
    assert all("number of cards in side pile is" in "; ".join(x["details"]) for x in rows)


LATE = """  act arrive
  variable NAME of each player: yes or no, kept
  rule one-seat-is-free
    when the match begins
    before base.deal
    then remove right of first of players
  rule arrive
    at any time
    any absent player may at will arrive
    if NAME is no
    then NAME becomes yes
  rule newcomer
    when the round begins
    before base.deal
    then
      for each player in absent players where (their NAME is yes)
        NAME becomes no
        score of player becomes SCORE
        seat player
  rule rounds
    when the round ends
    after base.score
    instead of base.one-round
    then
      if first of winners is nothing or score of first of winners is at least 20
        end the match won by winners
      otherwise begin a round
"""


@pytest.mark.parametrize(("score", "errors"), [("3", 0), ("4", 1)], ids=["same", "another-score"])
def test_what_a_newcomer_starts_with(tmp_path: Path, score: str, errors: int) -> None:
    """Each page remembers in its own way who came; only the next round shows the difference."""
    north, south = LATE.replace("NAME", "waiting"), LATE.replace("NAME", "late")
    pages = written(tmp_path, north=north.replace("SCORE", "3"), south=south.replace("SCORE", score))
    value = compared(pages, seats="3")
    shown = [x["message"] for x in value["findings"] if x["severity"] == "error"]
    assert len(shown) == errors
    assert all(x.startswith("who takes part after") for x in shown)


FOURS = """  rule fours
    when player plays 4
    then next player draws 2
"""
NO_FOURS = """  rule no-fours
    any player cannot play 4
"""


@pytest.mark.parametrize(
    ("ban", "rules"),
    [(NO_FOURS, [("north.fours", "south.no-fours")]), (NO_FOURS.replace("4", "red 4"), [])],
    ids=["all", "some"],
)
def test_a_ban_on_all_moves_that_a_rule_of_the_other_page_is_about(
    tmp_path: Path, ban: str, rules: list[tuple[str, ...]]
) -> None:
    """With both the rule never runs. Where it still runs, only the ban speaks."""
    value = compared(written(tmp_path, north=FOURS, south=ban))
    assert found(value, "error") == rules


ONWARD = """  rule onward
    next player after a player means SIDE of the player
    instead of base.next-player
"""
NOTHING_MORE = "  variable spare: yes or no\n"


@pytest.mark.parametrize(
    ("north", "severity", "rules"),
    [
        (ONWARD.replace("SIDE", "left"), "error", ("north.onward", "south.onward")),
        (NOTHING_MORE, "note", ("base.next-player", "south.onward")),
    ],
    ids=["again", "one-speaks"],
)
def test_a_definition_that_decides_many_things_is_one_finding(
    tmp_path: Path, north: str, severity: str, rules: tuple[str, ...]
) -> None:
    """Uses of a definition are unfolded in the rules that run, so these name the acts and not the cause."""
    value = compared(written(tmp_path, north=north, south=ONWARD.replace("SIDE", "right")), seats="3")
    assert found(value, severity) == [rules]


NO_LAST_STAR = """  rule no-last-star
    any player cannot play star
    if number of cards in hand of player is 1
"""
LAST_NINE = """  rule last-nine
    when player plays blue 9
    if number of cards in hand of player is 0
    then score of player += 7
"""
NINE_ON_NINE = """  rule nine-on-nine
    any player cannot play blue 9
    if top card is yellow 9
"""


@pytest.mark.parametrize(
    ("text", "rule"), [(LAST_NINE, "north.last-nine"), (NINE_ON_NINE, "north.nine-on-nine")], ids=["last-card", "ban"]
)
def test_rules_that_play_seldom_meets_are_compared(tmp_path: Path, text: str, rule: str) -> None:
    """A last card of each kind, and games with the cards that a ban is about."""
    for name, more in (("north", text), ("south", "  variable spare: yes or no\n")):
        page = f'use "official.uno"\n\ngame {name} extends official\n{more}'
        (tmp_path / f"{name}.uno").write_text(page, encoding="utf-8")
    value = compared([str(tmp_path / f"{name}.uno") for name in ("north", "south")])
    assert rule in {r for x in value["findings"] if x["evidence"] != "bounded" for r in x["rules"]}


def test_how_many_cards_a_ban_counts_is_shown(tmp_path: Path) -> None:
    value = compared(written(tmp_path, north=NOTHING_MORE, south=NO_LAST_STAR))
    (scene,) = (x["scene"] for x in value["findings"] if x["rules"])
    assert "has 1 card" in scene


DRAWN = """  rule drawn
    when player draws a number
    then
      over of turn becomes VALUE
"""
MORE_CARDS = "      next player draws 1\n"


@pytest.mark.parametrize(
    ("value", "more", "errors"),
    [("no", "", 1), ("yes", MORE_CARDS, 0)],
    ids=["another-value", "the-same-value"],
)
def test_two_rules_that_set_one_field(tmp_path: Path, value: str, more: str, errors: int) -> None:
    """Whose turn it is follows later in the cascade, from a rule of the base. To set the same value is no contradiction."""
    pages = written(tmp_path, north=DRAWN.replace("VALUE", value), south=DRAWN.replace("VALUE", "yes") + more)
    assert found(compared(pages), "error") == [("north.drawn", "south.drawn")] * errors
