"""`unodsl play` as a player sees it: the table, the results of moves and house rules, who won a round."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import unodsl
from tests.test_commands import BASE, RULE
from unodsl.commands.bookkeeping import memories, shown_to_players
from unodsl.commands.main import main
from unodsl.commands.play import Game
from unodsl.engine.laying import lays

MARKET = """game market "Rows on the table"
  seats 2

  deck in draw pile
    color is red, blue
    face is 1 to 5
    2 of each color: 1 to 5

  zone hand of each player, private
  zone draw pile, face down
  zone row, face up
  zone heap, face up

  situation turn on a player

  variable taken: 0 to 50
  variable noted: yes or no
  variable last taken: card or nothing
  variable points of each player: 0 to 500, kept

  act take a card from row
    then move card the card from row to hand of player

  rule take
    during turn
    its player may take a card
    then move top from draw pile to row
      move top from draw pile to heap
      taken += 1
      noted becomes yes
      last taken becomes the card
      if taken is 3
        points of player += 50
        end round won by player
      otherwise
        pass turn to left of player

  rule match
    when the match begins
    then begin a round

  rule again
    when the round ends
    then begin a round

  rule deal
    when the round begins
    then move top 3 from draw pile to row
      begin turn on first of players
"""


def play(*arguments: str, answers: tuple[str, ...] = ()) -> list[str]:
    """The lines that a game prints, with these answers piped in."""
    result = CliRunner().invoke(main, ["play", *arguments], input="".join(f"{a}\n" for a in answers))
    assert result.exit_code == 0, result.output
    assert "itself failed" not in result.output
    return result.output.splitlines()


@pytest.fixture
def market(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a file, and its folder to play in."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "market.uno").write_text(MARKET, encoding="utf-8")
    return "market.uno"


class TestTheTable:
    """What is seen before each move."""

    def test_all_cards_that_can_be_taken_are_seen(self, market: str) -> None:
        lines = play(market, "--seed", "1", answers=("1", "1"))
        rows = [x.removeprefix("row: ").split(", ") for x in lines if x.startswith("row: ")]
        offered: list[set[str]] = [set() for _ in rows]
        at = -1
        for line in lines:
            at += line.startswith("row: ")
            if found := re.fullmatch(r"  \d\) take (.*)", line):
                offered[at].add(found[1])
        assert len(rows) >= 2
        for row, cards in zip(rows, offered, strict=True):
            assert len(row) == 3
            assert set(row) == cards

    def test_of_other_piles_the_top_and_how_many_lie_there(self, market: str) -> None:
        lines = play(market, "--seed", "1", answers=("1",))
        assert "heap: nothing" in lines
        assert any(re.fullmatch(r"heap: (red|blue) \d on top of 1 other", x) for x in lines)
        assert [x for x in lines if x.startswith("draw pile")] == ["draw pile: 17 cards", "draw pile: 13 cards"]
        assert "ann: 0 cards in hand" in lines
        assert "ann: 1 card in hand" in lines

    def test_notes_that_rules_make_are_said_when_they_are_asked_for(self, market: str) -> None:
        lines = play(market, "--seed", "1", answers=("1", "table"))
        assert "points: you 0, ann 0" in lines
        assert "taken: 2" in lines
        asked = next(i for i, x in enumerate(lines) if x.startswith("last taken: "))
        assert not any(x.startswith(("noted", "last taken")) for x in lines[:asked])
        assert "noted: yes" in lines[asked:]
        # what starts so needs no word
        assert "taken: 0" not in lines
        assert not any("you's" in x for x in lines)

    @pytest.mark.parametrize("digit", ["\u00b2", "\u0663", "1_0", "+1"])
    def test_other_digits_are_no_answer(self, market: str, digit: str) -> None:
        lines = play(market, "--seed", "1", answers=(digit, "1"))
        assert any(x.startswith("  type a move or its number") for x in lines)
        assert sum(x.startswith("you take ") for x in lines) == 1

    def test_piles_that_are_shown(self, market: str) -> None:
        effect = "    then move top from draw pile to row\n"
        shown = effect + "      show row to everyone\n      show hand of player to everyone\n"
        Path(market).write_text(MARKET.replace(effect, shown), encoding="utf-8")
        lines = play(market, "--seed", "1", answers=("1",))
        assert any(re.fullmatch(r"  row is shown: (red|blue) \d.*", x) for x in lines)
        assert any(re.fullmatch(r"  you show hand: (red|blue) \d.*", x) for x in lines)
        assert not any("shows row" in x or "you shows" in x for x in lines)

    def test_whoever_looks_on_leaves_no_table(self, market: str, monkeypatch: pytest.MonkeyPatch) -> None:
        def stop(_: Game) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(Game, "next_move", stop)
        assert play(market, "--seed", "1", "--bots")[-1] == "the game stops here"
        assert play(market, "--seed", "1")[-1] == "you leave the table"

    def test_lines_break_between_things(self) -> None:
        lines = play("official", "--seats", "10", "--seed", "3", "--set", "hand-size=9", answers=("1",))
        assert max(map(len, lines)) <= 80
        hand = next(i for i, x in enumerate(lines) if x.startswith("your hand: "))
        cards = " ".join(x.strip() for x in lines[hand : hand + 3]).partition("bob:")[0]
        kinds = {k.name for k in unodsl.load("official").table.deck.kinds}
        assert lines[hand].endswith(",")
        for line in (lines[hand], lines[hand + 1]):
            first = line.removeprefix("your hand: ").strip().rstrip(",")
            assert set(first.split(", ")) <= kinds, cards
        assert not any(re.match(r" *-?\d+(,|$)", x) for x in lines)


NOTES = """use "base.uno"
options for base

option notes "Rules that remember"
  variable sky: clear or stormy, starts clear
  variable old sky: clear or stormy, starts clear
  variable streak: 0 to 100
  variable who was it: player or nothing
  variable before: card or nothing
  variable gone: card or nothing
  variable wished: color or nothing

  rule weather-turns
    when player plays 1
    then sky becomes stormy if sky is clear, otherwise clear

  rule remembers-the-weather
    when player plays a card
    before weather-turns
    then old sky becomes sky
      before becomes gone
      gone becomes the card
      if the card is not gone
        who was it becomes player

  rule nothing-comes-of-it
    when player plays 2
    instead of remembers-the-weather
    then do nothing

  rule counts
    when player plays 3
    then streak += 1

option extra
  rule extra
    when player plays 2
    then other players draw 1

option no-extra
  rule no-draw
    when player plays 2
    instead of extra
    then do nothing
"""
WITH_NOTES = ("--with", "notes.notes", "--with", "extra", "--with", "no-extra")


class TestWhatMovesComeTo:
    """Said behind a move."""

    @pytest.fixture(autouse=True)
    def folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "base.uno").write_text(BASE, encoding="utf-8")
        (tmp_path / "house.uno").write_text(RULE, encoding="utf-8")
        monkeypatch.chdir(tmp_path)

    def test_a_house_rule_and_what_it_did(self) -> None:
        told = 0
        for seed in range(1, 9):
            lines = play("house.uno", "--with", "extra", "--seats", "2", "--bots", "--seed", str(seed))
            for i, line in enumerate(lines):
                if "house rule" in line:
                    assert re.fullmatch(r"(ann|bob) plays (red|blue) 3", lines[i - 1])
                    assert line == "  house rule house.extra: A 3 costs the next player a card"
                    other = "bob" if lines[i - 1].startswith("ann") else "ann"
                    if not lines[i + 1].endswith("the round"):  # no word of cards once the round is over
                        assert re.fullmatch(rf"  {other} has 1 more card in hand: \d+", lines[i + 1])
                        told += 1
                elif re.fullmatch(r"(ann|bob) plays (red|blue) 3", line):
                    # the last card ends the round
                    assert "house rule" in lines[i + 1] or "over" in "".join(lines[i + 2 : i + 4])
        assert told > 3

    def test_a_rule_that_only_prints_a_note_is_not_named(self) -> None:
        Path("house.uno").write_text(
            RULE + '\n  rule beware\n    when player plays 3\n    then note "Beware"\n', encoding="utf-8"
        )
        lines = [x for n in "2345" for x in play("house.uno", "--with", "extra", "--seats", "2", "--bots", "--seed", n)]
        assert "  Beware" in lines
        assert any("house rule house.extra" in x for x in lines)
        assert not any("house.beware" in x for x in lines)

    def test_long_lines_hang(self) -> None:
        title = "A very long title " * 8
        Path("house.uno").write_text(RULE.replace("A 3 costs the next player a card", title.strip()), encoding="utf-8")
        lines = [x for n in "2345" for x in play("house.uno", "--with", "extra", "--seats", "2", "--bots", "--seed", n)]
        at = next(i for i, x in enumerate(lines) if "house rule" in x)
        assert lines[at + 1].startswith("    ")
        assert all(len(x) <= 80 for x in lines)

    def test_notes_of_rules_are_not_said(self) -> None:
        """What rules write down where nobody looks: neither the rules nor what they wrote, as long as no player can tell."""
        Path("notes.uno").write_text(NOTES, encoding="utf-8")
        seen: set[str] = set()
        for seed in range(1, 6):
            lines = play("notes.uno", *WITH_NOTES, "--seats", "2", "--bots", "--seed", str(seed))
            seen |= {x.strip().removeprefix("house rule notes.").split(":")[0] for x in lines if "house rule" in x}
        assert seen == {"weather-turns", "counts", "no-draw"}

    def test_what_is_noted_is_not_shown(self) -> None:
        Path("notes.uno").write_text(NOTES, encoding="utf-8")
        table = unodsl.load("notes.uno", options=["notes.notes"], seats=2).table
        inner = {table.variables[i].name for i in memories(table)}
        shown = {table.variables[i].name.removeprefix("notes.") for i in shown_to_players(table)}
        assert inner == {"notes.old sky", "notes.before"}
        assert {"sky", "streak", "wished"} <= shown
        assert not shown & {"old sky", "before", "who was it", "gone"}

    def test_a_move_says_of_itself_what_it_draws(self) -> None:
        lines = play("official", "--bots", "--seed", "2")
        draws = [i for i, x in enumerate(lines) if re.search(r" draws \d$", x)]
        assert draws
        assert not any(re.search("more cards? in hand", lines[i + 1]) for i in draws)

    def test_a_player_sees_which_card_came(self) -> None:
        lines = play("official", "--seed", "5", "--seats", "3", answers=("draw 1",))
        before, after = [x.removeprefix("your hand: ") for x in lines if x.startswith("your hand: ")][:2]
        drawn = lines[lines.index("you draw 1") + 1].removeprefix("  new in your hand: ")
        assert sorted([*before.split(", "), drawn]) == sorted(after.split(", "))


class TestRounds:
    """Who won, and with what."""

    def test_each_round_is_won_with_a_score(self) -> None:
        lines = play("official", "--bots", "--seats", "3", "--seed", "4", "--set", "target=200")
        won = [i for i, x in enumerate(lines) if re.fullmatch(r"  (ann|bob|cyd) wins the round", x)]
        assert won
        total = dict.fromkeys(("ann", "bob", "cyd"), 0)
        for i in won:
            name = lines[i].split()[0]
            scores = lines[i + 1]
            found = re.fullmatch(
                r"  score: ann (\d+)( \(\+\d+\))?, bob (\d+)( \(\+\d+\))?, cyd (\d+)( \(\+\d+\))?", scores
            )
            assert found, scores
            for who, now, more in zip(total, found.groups()[::2], found.groups()[1::2], strict=True):
                gained = int(more.strip(" (+)")) if more else 0
                assert total[who] + gained == int(now)
                total[who] = int(now)
                assert bool(gained) == (who == name)
            assert lines[i + 2] == "  a new round begins" or i == won[-1] == len(lines) - 3
        winner = max(total, key=lambda who: total[who])
        assert lines[-1] == f"the match is over, won by {winner}"

    def test_you_win(self, market: str) -> None:
        lines = play(market, "--seed", "1", answers=("1", "1", "1"))
        at = lines.index("  you win the round")
        assert lines[at + 1 : at + 3] == ["  points: you 50 (+50), ann 0", "  a new round begins"]

    @pytest.mark.slow
    def test_nobody_draws_again_who_could_play(self, tmp_path: Path) -> None:
        """The bots lay cards where they can, unless they are told not to."""
        fired = {}
        for bot in ("shedding", "random"):
            play("official", "--bots", "--bot", bot, "--seed", "5", "--save", str(tmp_path / "game.json"))
            moves = json.loads((tmp_path / "game.json").read_text())["moves"]
            setup = unodsl.load("official")
            laid = lays(setup.table)
            match = setup.start(5)
            fired[bot] = 0
            for name, seat, argument in moves:
                move = next(
                    m
                    for m in match.moves
                    if (setup.table.offers[m.offer].info.name, m.seat, m.argument) == (name, seat, argument)
                )
                fired[bot] += not laid[move.offer] and any(laid[m.offer] and m.seat == seat for m in match.moves)
                match.make(move)
            assert match.over
        assert not fired["shedding"]
        assert fired["random"]


class TestWhatCanBeAsked:
    """`?`, `undo`, and a saved game that goes on."""

    def test_why_moves_are_open_and_others_are_not(self) -> None:
        lines = play("official", "--seed", "4", "--seats", "3", answers=("?",))
        at = next(i for i, x in enumerate(lines) if x.startswith("  draw 1  by official.draw"))
        said = " ".join(x.strip() for x in lines[at:])
        assert "play wild by official.play: Play a card that matches" in said.replace("  ", " ")
        assert re.search(r"you cannot play red 4, red 8, blue 5: .*current color is green", said)
        assert "`undo` takes back your last move" in said

    def test_what_is_out_of_turn_is_no_reason_in_turn(self) -> None:
        lines = play("official", "--with", "jump-in", "--seed", "3", "--seats", "3", answers=("?",))
        said = " ".join(x.strip() for x in lines)
        assert re.search(
            r"you cannot play [^:]*: the current color is \w+ and the face of the top card is \S+ `table`", said
        )

    def test_a_ban_on_another_manner_is_no_reason(self) -> None:
        lines = play("psycho", "--with", "stacking", "--with", "matching", "--seed", "4", answers=("?",))
        said = " ".join(x.strip() for x in lines)
        assert re.search(
            r"you cannot play red 4[^:]*: the current color is blue and the face of the top card is 7 `table`", said
        )

    def test_moves_are_taken_back(self) -> None:
        once = play("official", "--seed", "4", "--seats", "3", answers=("1",))
        lines = play("official", "--seed", "4", "--seats", "3", answers=("1", "undo", "undo", "1"))
        back = next(i for i, x in enumerate(lines) if x.endswith("taken back"))
        assert re.fullmatch(r"\d+ moves? taken back", lines[back])
        assert "  you have made no move to take back" in lines[back:]
        # the same once more: luck is taken back too
        first = next(i for i, x in enumerate(once) if x == "you draw 1")
        again = next(i for i in range(back, len(lines)) if lines[i] == "you draw 1")
        assert lines[again : again + 4] == once[first : first + 4]

    def test_a_saved_game_goes_on(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        play("official", "--seed", "4", "--with", "jump-in", "--save", "game.json", answers=("1", "1", "quit"))
        made = len(json.loads(Path("game.json").read_text())["moves"])
        lines = play("--resume", "game.json", "--save", "more.json", answers=("1", "quit"))
        assert f"continuing after {made} moves" in lines
        assert len(json.loads(Path("more.json").read_text())["moves"]) > made
        assert CliRunner().invoke(main, ["replay", "more.json"]).exit_code == 0

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["--resume", "none.json"], "there is no file `none.json`"),
            (["official", "--resume", "none.json"], "a saved game contains its own table"),
            ([], "no ruleset file is given"),
        ],
    )
    def test_what_is_refused(self, arguments: list[str], words: str) -> None:
        result = CliRunner().invoke(main, ["play", *arguments])
        assert result.exit_code == 2
        assert words in result.output

    def test_the_bot_that_thinks(self, market: str) -> None:
        lines = play(market, "--seed", "1", "--bot", "search", answers=("1", "1", "1"))
        assert any(x.startswith("ann takes ") for x in lines)

    def test_who_sits_where(self) -> None:
        assert "clockwise: you, ann, bob" in play("official", "--seed", "1", "--seats", "3", answers=("1",))
