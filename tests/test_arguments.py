"""What callers from Python hand in: numbers of numpy, slips, and things of the wrong sort."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import unodsl
from unodsl.api import Match, Setup
from unodsl.data import rulesets_dir
from unodsl.engine.api import Move

INTEGERS = (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint64)


@pytest.fixture(scope="module")
def setup() -> Setup:
    """A table."""
    return unodsl.load("official", seats=3)


@pytest.mark.parametrize("number", INTEGERS)
class TestWholeNumbersOfNumpy:
    """They are taken wherever a whole number is, and give what Python's own give."""

    def test_tables(self, number: Callable[[int], Any]) -> None:
        found = unodsl.load("official", seats=number(3), parameters={"hand-size": number(5)})
        assert found.table == unodsl.load("official", seats=3, parameters={"hand-size": 5}).table

    def test_matches(self, setup: Setup, number: Callable[[int], Any]) -> None:
        match, same = setup.start(seed=number(5)), setup.start(seed=5)
        assert match.state == same.state
        assert all(type(x) is int for x in match.state)
        assert match.legal(number(1)) == same.legal(1)
        assert match.view(number(1)) == same.view(1)
        assert (match.observe(number(1)) == same.observe(1)).all()
        move = same.legal()[-1].move
        match.step(Move(number(move.offer), number(move.seat), number(move.argument)) if move.argument >= 0 else move)
        same.step(move)
        assert (match.state, match.made) == (same.state, same.made)
        assert all(type(x) is int for x in match.state)
        assert setup.actions.words(number(3)) == setup.actions.words(3)
        assert match.saved().text() == same.saved().text()

    def test_many_games(self, setup: Setup, number: Callable[[int], Any]) -> None:
        found = setup.play(number(3), seed=number(4), most_moves=number(100), jobs=number(1))
        assert (found.lengths == setup.play(3, seed=4, most_moves=100).lengths).all()
        compared = unodsl.compare(setup, setup, games=number(30), seed=number(2), most_moves=number(20))
        assert compared.measures == unodsl.compare(setup, setup, games=30, seed=2, most_moves=20).measures

    def test_explorations(self, setup: Setup, number: Callable[[int], Any]) -> None:
        match = setup.start(1)
        found = match.explore(most_states=number(50), seconds=number(100), memory=np.int64(1 << 26))
        assert found.states == match.explore(most_states=50).states == 50

    def test_side_by_side(self, setup: Setup, number: Callable[[int], Any]) -> None:
        many = setup.matches(number(2), seed=number(3), most_moves=number(9))
        assert (many.observations == setup.matches(2, seed=3, most_moves=9).observations).all()
        many.step([number(int(row.argmax())) for row in many.masks])

    def test_the_environment(self, number: Callable[[int], Any]) -> None:
        env = unodsl.env("official", seats=number(3), most_moves=number(100))
        env.reset(seed=number(5))
        other = unodsl.env("official", seats=3)
        other.reset(seed=5)
        assert env.selection.state == other.selection.state
        env.step(number(int(env.observe(env.agent_selection)["action_mask"].argmax())))


ANY: Any = unodsl
"""The package as somebody uses it whose types nobody checks."""


class TestWhatIsRefused:
    """With a word that says what is meant."""

    @pytest.mark.parametrize(
        ("call", "told"),
        [
            (lambda s: s.play(3, bot="sheding"), "unknown bot `sheding`: it is 'random', 'shedding' or 'search'"),
            (
                lambda s: s.play(3, executor="turbo"),
                "unknown executor `turbo`: it is 'reference', 'python' or 'compiled'",
            ),
            (lambda s: ANY.compare(s, s, games=30, bot="sheding"), "unknown bot `sheding`"),
            (lambda s: ANY.compare(s, s, games=30, executor="turbo"), "unknown executor `turbo`"),
            (lambda s: ANY.compare("official", s), "not 'official'"),
            (lambda s: s.matches(3, order="turns"), "unknown order `turns`: it is 'random' or 'turn'"),
            (lambda s: s.matches(3, reward="points agains"), "'match', 'points' or 'points against'"),
            (lambda s: ANY.env("official", order="turns"), "unknown order `turns`"),
            (lambda s: ANY.env("official", render_mode="rgb"), "unknown render mode `rgb`: it is 'ansi' or 'human'"),
            (lambda s: s.play(2.5), "`games` is a whole number, not 2.5"),
            (lambda s: s.play(2, most_moves=0), "`most_moves` is 1 or more, not 0"),
            (lambda s: ANY.compare(s, s, games=30, most_moves=-1), "`most_moves` is 1 or more, not -1"),
            (lambda s: ANY.load(mistakes="no"), "`mistakes` is True or False, not 'no'"),
            (lambda s: ANY.load(game=5), "`game` is a text, not 5"),
            (lambda s: s.matches(2, copy="no"), "`copy` is True or False, not 'no'"),
            (lambda s: s.start(deck=[["red 5"]]), r"`deck` is a list of names of cards, and \['red 5'\] is none"),
            (lambda s: s.start(chance=unodsl.api.Streams), r"write `Streams\(1, 2\)`"),
            (lambda s: s.from_scenario("turn of ann", 5), "`title` is a text, not 5"),
            (lambda s: s.start(1).scenario(5), "a title is one line of text without quotation marks, not 5"),
            (lambda s: s.start(1).scenario('a "b"'), "a title is one line of text"),
            (lambda s: s.start(1).scenario("a\nb"), "a title is one line of text"),
            (lambda s: s.start(1).explore(" "), "no condition is given"),
            (lambda s: s.start(1).explore(5), "`until` is a text, not 5"),
            (lambda s: s.start(1).explore(fold="no"), "`fold` is True or False, not 'no'"),
            (lambda s: s.start(1).step("ann draws 1", "x"), "`trace` is a `Trace`, not 'x'"),
            (lambda s: s.told(None), "a `Trace` is needed that `step` was given, not None"),
            (lambda s: s.replay(5), r"its path, or as `match.saved\(\)`, not as 5"),
            (lambda s: s.play(2, jobs=0), "`jobs` is 1 or more, not 0"),
            (lambda s: s.start("7"), "`seed` is a whole number, not '7'"),
            (lambda s: s.start(None), "`seed` is a whole number, not None"),
            (lambda s: s.matches("4"), "`number` is a whole number, not '4'"),
            (lambda s: s.start(1).view("ann"), "`seat` is a whole number, not 'ann'"),
            (lambda s: ANY.load(seats="4"), "`seats` is a whole number, not '4'"),
            (lambda s: ANY.load(seats=3.0), "`seats` is a whole number, not 3.0"),
            (lambda s: ANY.load(options="official.seven"), r"write `options=\['official.seven'\]`"),
            (lambda s: ANY.load(without="official.seven"), r"write `without=\['official.seven'\]`"),
            (lambda s: ANY.load(options=3), "`options` is a list of names, not 3"),
            (lambda s: ANY.load(options=[3]), "an option is given by its name, not as 3"),
            (lambda s: ANY.load(["official"]), r"not as \['official'\]"),
            (lambda s: ANY.load(parameters="hand-size=5"), "`parameters` maps names to values, not 'hand-size=5'"),
            (lambda s: ANY.load(parameters={"hand-size": 5.5}), "`official.hand-size` is a number, not `5.5`"),
        ],
    )
    def test_it_is_said_why(self, setup: Setup, call: Callable[[Any], object], told: str) -> None:
        with pytest.raises(unodsl.RulesError, match=told):
            call(setup)

    @pytest.mark.parametrize("move", ["play red 5", 3, None, (1, 2), (1, 2, "red 5")])
    def test_what_is_no_move(self, setup: Setup, move: Any) -> None:
        match = setup.start(1)
        before = match.state
        with pytest.raises(ValueError, match=r"not a (legal )?move.* `legal\(\)`"):
            match.step(move)
        assert match.state == before
        if not isinstance(move, str):
            with pytest.raises(ValueError, match=r"not a move in words.* `legal\(\)`"):
                match.choice(move)

    def test_what_is_no_action(self, setup: Setup) -> None:
        many, env = setup.matches(1), unodsl.env("official")
        env.reset()
        with pytest.raises(ValueError, match=r"an action is a whole number, not 1\.5"):
            many.step([1.5])  # type: ignore[list-item]
        with pytest.raises(ValueError, match=r"an action is a whole number, not 1\.5"):
            env.step(1.5)  # type: ignore[arg-type]

    def test_yes_and_no(self, tmp_path: Path) -> None:
        text = 'use "official.uno"\noptions for official\n\noption mild "Mild"\n  parameter strict: yes or no, default yes\n\n'
        text += "  rule five\n    when player plays 5\n    if not strict\n    then other players draw 1\n"
        (tmp_path / "house.uno").write_text(text, encoding="utf-8")
        shutil.copy(rulesets_dir() / "official.uno", tmp_path)
        for value, held in ((True, 1), (np.True_, 1), ("yes", 1), (False, 0), (np.False_, 0)):
            found = ANY.load(tmp_path / "house.uno", options=["mild"], parameters={"strict": value})
            assert {s.name: s.value for s in found.table.settings}["house.strict"] == held


class TestHowTheyShow:
    """What stands in a notebook."""

    def test_in_a_line(self, setup: Setup) -> None:
        match = setup.start(7)
        assert repr(setup) == "<Official UNO, 3 seats>"
        assert repr(match) == "<match of Official UNO, 3 seats, seed 7: 0 moves made, waits for ann>"
        match.step(match.legal()[-1])
        assert repr(match) == "<match of Official UNO, 3 seats, seed 7: 1 move made, waits for bob>"
        assert repr(setup.matches(2)) == "<2 matches of Official UNO, 3 seats, side by side>"
        for shown in (
            setup.actions,
            setup.observer,
            setup.play(3, most_moves=9),
            unodsl.compare(setup, setup, games=30),
        ):
            assert "\n" not in repr(shown)
            assert " at 0x" not in repr(shown)
            assert len(repr(shown)) < 150

    def test_a_match_that_is_over(self) -> None:
        match = unodsl.load("official", parameters={"target": 50}).start(3)
        while not match.over:
            match.step(next((c for c in match.legal() if c.card), match.legal()[-1]))
        assert repr(match).endswith(f"made, won by {match.setup.names[match.winners[0]]}>")


class TestSeeingEverything:
    """The view of nobody in particular."""

    def test_all_cards_are_seen(self, setup: Setup) -> None:
        match: Match = setup.start(2)
        everything = match.view(None)
        assert everything == match.view()
        assert everything.seat is None
        assert sum(len(p.cards or ()) for p in everything.places) == setup.table.deck.size
        for seat in range(3):
            (mine,) = (p.cards for p in match.view(seat).places if p.zone == "official.hand" and p.seat == seat)
            assert mine in [p.cards for p in everything.places if p.seat == seat]
        assert "cyd's hand: " + ", ".join(match.view(2).places[-1].cards or ()) in match.text()
