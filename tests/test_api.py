"""Games from Python: what can be done, what is seen, copies, saved games, arrays."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import unodsl
from tests.tables import OPTIONS, PAGES
from unodsl import saved
from unodsl.api import Choice, Match, Setup, Trace
from unodsl.api.actions import Actions
from unodsl.api.asking import ORDERS, AgentSelection, Order, match_rewards
from unodsl.data import rulesets_dir
from unodsl.engine.api import Move, State
from unodsl.engine.batch import QUICK_BOTS, Playing
from unodsl.engine.choose import Name
from unodsl.engine.compiled import available
from unodsl.engine.describe import short
from unodsl.engine.generated import Generated
from unodsl.engine.layout import GENERATOR, WINNERS
from unodsl.model.table import CardKind
from unodsl.model.types import Player
from unodsl.tables import table_of

MIXTURES: tuple[tuple[str, tuple[str, ...], int], ...] = (
    *((page, (), 4) for page in PAGES),
    ("official", ("official.jump-in", "official.seven", "official.zero"), 5),
    ("psycho", ("psycho.matching", "psycho.spreading", "psycho.stacking"), 3),
    ("spicy", ("spicy.slap", "spicy.one"), 10),
    ("drapegnik", ("drapegnik.partners",), 4),
)


def walk(setup: Setup, seed: int, steps: int) -> list[Match]:
    """Copies of a match as it goes on at random."""
    luck = random.Random(seed)
    match = setup.start(seed)
    out = [match.copy()]
    for _ in range(steps):
        if not match.moves:
            break
        match.step(luck.choice(match.moves))
        out.append(match.copy())
    return out


@pytest.fixture(scope="module", params=MIXTURES, ids=lambda m: f"{m[0]}-{len(m[1])}-{m[2]}")
def setup(request: pytest.FixtureRequest) -> Setup:
    """A table of each sort."""
    page, options, seats = request.param
    return unodsl.load(page, options=[o for o in options if o in OPTIONS], seats=seats)


class TestLoading:
    """From names and files to a table."""

    def test_what_is_chosen_is_there(self) -> None:
        setup = unodsl.load("official", options=["seven"], parameters={"target": 200, "hand-size": "5"}, seats=3)
        assert setup.seats == 3
        assert setup.names == ("ann", "bob", "cyd")
        assert [o.name for o in setup.table.options if o.on] == ["official.seven"]
        assert {s.name: s.value for s in setup.table.settings}["official.target"] == 200
        assert [p.count for p in setup.start().view(0).places if p.zone == "official.hand"] == [5, 5, 5]
        assert "official.seven" in repr(setup)

    def test_nothing_said_is_the_official_game(self) -> None:
        assert unodsl.load().table == unodsl.load("official").table

    def test_a_file_of_house_rules(self, tmp_path: Path) -> None:
        text = 'use "official.uno"\noptions for official\n\noption fives "Fives"\n\n'
        text += "  rule five\n    when player plays 5\n    then other players draw 1\n"
        (tmp_path / "house.uno").write_text(text, encoding="utf-8")
        shutil.copy(rulesets_dir() / "official.uno", tmp_path)
        setup = unodsl.load(tmp_path / "house.uno", options=["house.fives"])
        assert "house.five" in setup.rules

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            ({"options": ["official.sevn"]}, "did you mean `official.seven`?"),
            ({"seats": 40}, "40"),
            ({"parameters": {"hand-size": 30}, "seats": 10}, "not enough"),
        ],
    )
    def test_what_is_wrong_is_told(self, arguments: dict[str, object], told: str) -> None:
        with pytest.raises(unodsl.RulesError, match=told.replace("?", r"\?")):
            unodsl.load("official", **arguments)  # type: ignore[arg-type]

    def test_importing_the_package_imports_nothing_else(self) -> None:
        program = (
            "import sys, unodsl; print(sorted({'numpy', 'lark', 'unodsl.api', 'pettingzoo'} & sys.modules.keys()))"
        )
        program += "; unodsl.load; print('unodsl.api' in sys.modules, 'numpy' in sys.modules)"
        found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        assert found.stdout.splitlines() == ["[]", "True False"]

    def test_names_that_are_not_there(self) -> None:
        for module in (unodsl, unodsl.api):
            with pytest.raises(AttributeError, match="shuffle"):
                _ = module.shuffle
        assert "load" in dir(unodsl)


class TestMatch:
    """One match, move by move."""

    def test_legal_moves_are_the_engines(self, setup: Setup) -> None:
        runner = Generated(setup.table)
        for match in walk(setup, 3, 60):
            assert [c.move for c in match.legal()] == runner.legal(match.state, mistakes=False)
            for seat in range(setup.seats):
                assert match.legal(seat) == tuple(c for c in match.legal() if c.seat == seat)

    def test_parts_and_words_agree(self, setup: Setup) -> None:
        kinds = {k.name for k in setup.table.deck.kinds}
        for match in walk(setup, 5, 80):
            for choice in match.legal():
                parts = (choice.card, choice.number, choice.opponent, choice.players, choice.value)
                assert sum(p is not None for p in parts) <= 1
                assert choice.words.startswith(setup.names[choice.seat])
                assert choice.card is None or (choice.card in kinds and choice.card in choice.words)
                assert choice.opponent is None or setup.names[choice.opponent] in choice.words
                assert choice.number is None or str(choice.number) in choice.words
                assert choice.rule in setup.rules
                assert setup.actions.words(choice.action).startswith(choice.rule + ": ")

    def test_a_copy_goes_its_own_way(self) -> None:
        setup = unodsl.load("official", seats=2)
        match = walk(setup, 1, 10)[-1]
        other = match.copy()
        state, made = match.state, match.made
        other.step(other.legal()[0])
        assert (match.state, match.made) == (state, made)
        assert other.made == (*made, other.made[-1])
        match.step(match.legal()[0])
        assert (match.state, match.made) == (other.state, other.made)

    def test_a_move_that_is_not_legal_changes_nothing(self) -> None:
        match = unodsl.load("official", seats=2).start(1)
        state = match.state
        for move in (Move(0, 9, 0), Move(99, 0, -1), match.legal()[0].move._replace(argument=5000)):
            with pytest.raises(ValueError, match="not a legal move"):
                match.step(move)
        assert match.state == state

    def test_it_ends_with_winners_and_points(self) -> None:
        setup = unodsl.load("official", parameters={"target": 50}, seats=2)
        luck = random.Random(4)
        match = setup.start(4)
        while not match.over:
            assert match.winners == ()
            own = [c for c in match.legal() if c.card] or match.legal()
            match.step(luck.choice(own))
        (winner,) = match.winners
        (points,) = match.scores.values()
        assert points[winner] >= 50 > points[1 - winner]
        assert (match.legal(), match.stuck, match.round_runs) == ((), False, False)

    def test_a_trace_says_what_happened(self) -> None:
        match = unodsl.load("official", seats=2).start(1)
        trace = Trace()
        match.step(match.legal()[0], trace)
        assert set(trace.fired) <= set(match.setup.rules)
        assert trace.fired

    def test_the_table_waits_for_somebody(self) -> None:
        match = unodsl.load("official", seats=3).start(2)
        (seat,) = match.waits_for
        assert {c.seat for c in match.legal()} == {seat}

    def test_seats_that_are_not_there(self) -> None:
        match = unodsl.load("official", seats=2).start(1)
        for look in (match.view, match.text, match.observe):
            for seat in (-1, 2):
                with pytest.raises(ValueError, match="there is no seat"):
                    look(seat)

    def test_a_saved_match_is_played_again(self, setup: Setup, tmp_path: Path) -> None:
        match = walk(setup, 8, 40)[-1]
        match.save(tmp_path / "game.json")
        again = setup.replay(tmp_path / "game.json")
        assert (again.state, again.made) == (match.state, match.made)
        from tests.test_commands import as_json

        assert as_json("replay", str(tmp_path / "game.json"))["same_end"] is True

    def test_a_saved_match_of_other_rules_is_refused(self) -> None:
        held = walk(unodsl.load("official", seats=4), 1, 30)[-1].saved()
        with pytest.raises(unodsl.RulesError, match="the rules have changed since"):
            unodsl.load("official", parameters={"hand-size": 2}, seats=4).replay(held)
        assert isinstance(held, saved.SavedGame)


class TestActions:
    """One number for each thing that can be done."""

    def test_numbers_stand_for_moves(self, setup: Setup) -> None:
        seen: dict[int, tuple[str, str | None]] = {}
        for match in walk(setup, 11, 150):
            for seat in range(setup.seats):
                mine = match.legal(seat)
                assert len({c.action for c in mine}) == len(mine)
            for c in match.legal():
                assert 0 <= c.action < setup.actions.leave
                key = (c.rule, c.card or c.value)
                assert seen.setdefault(c.action, key) == key

    def test_words_tell_actions_apart(self, setup: Setup) -> None:
        words = [setup.actions.words(i) for i in range(setup.actions.size)]
        assert len(set(words)) == len(words)
        assert words[-1] == "leave it to others"
        for beyond in (-1, len(words)):
            with pytest.raises(IndexError):
                setup.actions.words(beyond)

    def test_opponents_are_counted_from_the_actor(self) -> None:
        setup = unodsl.load("official", options=["seven"], seats=4)
        table = setup.table
        index = next(
            i
            for i, o in enumerate(table.offers)
            if o.argument is None and isinstance(table.acts[o.act].argument, Player) and o.info.option
        )
        numbers = {(a - s) % 4: setup.actions.number(Move(index, s, a)) for s in range(4) for a in range(4) if a != s}
        assert len(set(numbers.values())) == 3
        for s in range(4):
            for a in range(4):
                if a != s:
                    assert setup.actions.number(Move(index, s, a)) == numbers[(a - s) % 4]
        assert setup.actions.words(numbers[1]).endswith("player +1")

    def test_mistakes_have_numbers_where_they_are_wanted(self) -> None:
        without, with_ = unodsl.load("official"), unodsl.load("official", mistakes=True)
        assert with_.actions.size > without.actions.size
        modes = {o.mode for o in with_.table.offers}
        assert "mistake" in modes
        assert any(with_.table.offers[m.offer].mode == "mistake" for match in walk(with_, 1, 200) for m in match.moves)
        offer = next(i for i, o in enumerate(without.table.offers) if o.mode == "mistake")
        assert without.actions.number(Move(offer, 0, -1)) == -1


class TestObserving:
    """What a seat sees, as numbers."""

    def test_rows_fit_their_bounds_and_agree_with_the_view(self, setup: Setup) -> None:
        observer = setup.observer
        at = {name: i for i, name in enumerate(observer.names)}
        assert len(at) == observer.size
        for match in walk(setup, 2, 60)[::5]:
            for seat in range(setup.seats):
                row = match.observe(seat)
                assert (row >= observer.low).all()
                assert (row <= observer.high).all()
                seen = match.view(seat)
                for place in seen.places:
                    whose = "" if place.seat < 0 else named(place.seat, seat, setup.seats) + " "
                    name = f"{whose}{short(place.zone)}"
                    assert row[at[f"{name}: cards"]] == place.count
                    counts = {k.name: row[at[f"{name}: {k.name}"]] for k in kinds(setup) if f"{name}: {k.name}" in at}
                    assert bool(counts) == (place.cards is not None)
                    for kind, count in counts.items():
                        assert place.cards is not None
                        assert place.cards.count(kind) == count
                for name, owner, text in seen.variables:
                    whose = "" if owner < 0 else named(owner, seat, setup.seats) + " "
                    if text.lstrip("-").isdigit():
                        assert row[at[f"{whose}{short(name)}"]] == int(text)
                open_ = {short(name) for name, _, _ in seen.situations}
                assert open_ == {short(s.name) for s in setup.table.situations} - {
                    n.removesuffix(" is closed") for n in at if n.endswith(" is closed") and row[at[n]]
                }

    def test_what_is_hidden_cannot_be_told(self, setup: Setup) -> None:
        """Cards of others, of the stock, secrets and chance may be anything: the row is the same."""
        luck = random.Random(1)
        changed = 0
        for match in walk(setup, 6, 60)[::4]:
            for seat in range(setup.seats):
                other = hidden_changed(setup, match.state, seat, luck)
                assert Match(setup, 1, other).view(seat) == match.view(seat)
                changed += any(Match(setup, 1, other).view(s) != match.view(s) for s in range(setup.seats) if s != seat)
                assert (setup.observer.one(other, seat) == match.observe(seat)).all()
        assert changed > 10

    def test_many_rows_are_single_rows(self, setup: Setup) -> None:
        matches = walk(setup, 9, 40)
        seats = [i % setup.seats for i in range(len(matches))]
        rows = setup.observer.many([m.state for m in matches], seats)
        assert (rows == np.array([m.observe(s) for m, s in zip(matches, seats, strict=True)])).all()
        assert setup.observer.many([], []).shape == (0, setup.observer.size)

    def test_seats_see_themselves_first(self) -> None:
        """A table turned round by one seat looks to each seat as it looked to the one before."""
        setup = unodsl.load("official", parameters={"hand-size": 1}, seats=3)
        match = setup.start(1)
        at = setup.observer.names.index("owner of turn is oneself")
        turns = [int(match.observe(s)[at]) for s in range(3)]
        assert [s for s in range(3) if turns[s]] == list(match.waits_for)


def named(owner: int, seat: int, seats: int) -> str:
    """What an owner is called from a seat."""
    return "own" if owner == seat else f"player +{(owner - seat) % seats}"


def kinds(setup: Setup) -> tuple[CardKind, ...]:
    """The kinds of cards."""
    return setup.table.deck.kinds


def hidden_changed(setup: Setup, state: State, seat: int, luck: random.Random) -> State:
    """The same to a seat, and else as different as may be: cards that it does not see change places."""
    layout, table = setup.layout, setup.table
    s = list(state)
    s[GENERATOR] = luck.getrandbits(63)
    hidden = [
        (z, o)
        for z, zone in enumerate(table.zones)
        for o in range(setup.seats if zone.each_player else 1)
        if zone.visibility == "face down" or (zone.visibility == "seen by its player" and o != seat)
    ]
    for _ in range(30):
        (z1, o1), (z2, o2) = luck.choice(hidden), luck.choice(hidden)
        first, second = layout.listed(layout.held(s, z1, o1)), layout.listed(layout.held(s, z2, o2))
        if first and second:
            a, b = luck.choice(first), luck.choice(second)
            layout.take_card(s, z1, o1, a)
            layout.put(s, z2, o2, a)
            layout.take_card(s, z2, o2, b)
            layout.put(s, z1, o1, b)
    for i, variable in enumerate(table.variables):
        if variable.secret:
            for o in range(setup.seats):
                if o != seat:
                    at = layout.variable[i] + o
                    s[at] = luck.choice((s[at], variable.starts))
    assert layout.conserved(s)
    return tuple(s)


class TestAsking:
    """One player at a time."""

    @pytest.mark.parametrize("order", ORDERS)
    def test_every_legal_move_can_come_about(self, setup: Setup, order: Order) -> None:
        """From each state, the answers of those who are asked lead to each legal move, and to nothing else."""
        races = 0
        for match in walk(setup, 4, 60):
            asked = AgentSelection(setup, order, 10_000, match.state, 1)
            asked.ask()
            found: dict[int, list[Move]] = {}
            while asked.end is None:
                found[asked.seat] = list(asked.moves.values())
                if not asked.may_leave:
                    break
                asked.answer(setup.actions.leave)
            assert sorted(m for ms in found.values() for m in ms) == list(match.moves)
            races += len(found) > 1
            expected = [s in match.waits_for for s in found]
            assert expected == sorted(expected), "those that the table waits for come last"
        if "jump-in" in "".join(setup.options) or "matching" in "".join(setup.options):
            assert races

    def test_the_order_can_be_random_or_not(self) -> None:
        setup = unodsl.load("psycho", options=["psycho.matching"], seats=6)
        orders: dict[str, set[tuple[int, ...]]] = {"turn": set(), "random": set()}
        match = next(m for seed in range(1, 40) for m in walk(setup, seed, 60) if len({x.seat for x in m.moves}) >= 3)
        for order in ORDERS:
            for luck in range(30):
                asked = AgentSelection(setup, order, 10_000, match.state, luck * 7919)
                asked.ask()
                orders[order].add((asked.seat, *asked._waiting))
        assert len(orders["turn"]) == 1
        assert len(orders["random"]) > 1

    def test_rewards_are_shared_and_add_up_to_nothing(self) -> None:
        setup = unodsl.load("official", seats=4)
        state = list(setup.start(1).state)
        for won, wanted in (
            (0b0001, (1, -1 / 3, -1 / 3, -1 / 3)),
            (0b0101, (0.5, -0.5, 0.5, -0.5)),
            (0b1111, (0, 0, 0, 0)),
            (0, (0, 0, 0, 0)),
        ):
            state[WINNERS] = won
            assert match_rewards(setup, tuple(state)) == pytest.approx(wanted)


class TestMatches:
    """Many matches, stepped together."""

    def test_they_are_the_matches_that_are_played_alone(self) -> None:
        setup = unodsl.load("official", options=["official.jump-in"], seats=3)
        together = setup.matches(5, seed=20, most_moves=60)
        alone = [AgentSelection.begin(setup, 20 + i, "random", 60) for i in range(5)]
        luck = np.random.default_rng(1)
        fresh = 25
        for _ in range(150):
            assert together.seats.tolist() == [a.seat for a in alone]
            actions = [luck.choice(np.flatnonzero(row)) for row in together.masks]
            for i, a in enumerate(alone):
                assert set(np.flatnonzero(together.masks[i])) == {x for x in range(setup.actions.size) if a.legal(x)}
                assert (together.observations[i] == setup.observer.one(a.state, a.seat)).all()
                a.answer(int(actions[i]))
            step = together.step(actions)
            for i, a in enumerate(alone):
                assert step.ended[i] == (a.end is not None)
                if a.end is not None:
                    assert a.made == 60
                    alone[i] = AgentSelection.begin(setup, fresh, "random", 60)
                    fresh += 1
        assert fresh > 25

    def test_rewards_and_winners_come_when_a_match_ends(self) -> None:
        setup = unodsl.load("official", parameters={"target": 50, "hand-size": 1}, seats=2)
        together = setup.matches(8, seed=1)
        luck = np.random.default_rng(1)
        ends = 0
        for _ in range(400):
            step = together.step([luck.choice(np.flatnonzero(row)) for row in together.masks])
            assert (step.rewards[~step.ended] == 0).all()
            for i in np.flatnonzero(step.ended):
                assert step.how[i] == 0
                assert (np.where(step.winners[i], 1.0, -1.0) == step.rewards[i]).all()
            ends += int(step.ended.sum())
        assert ends > 3

    def test_points_are_rewarded_as_they_come(self) -> None:
        setup = unodsl.load("official", parameters={"target": 50, "hand-size": 1}, seats=3)
        sums = []
        for reward in ("points", "points against"):
            together = setup.matches(4, seed=1, reward=reward)
            luck = np.random.default_rng(1)
            got = np.zeros((4, 3))
            for _ in range(300):
                step = together.step([luck.choice(np.flatnonzero(row)) for row in together.masks])
                got += step.rewards
            assert got.sum(axis=1) == pytest.approx(0)
            sums.append(got)
        assert np.abs(sums[0]).sum() > 10
        assert sums[0] == pytest.approx(-sums[1])

    def test_what_cannot_be_is_refused(self) -> None:
        setup = unodsl.load("official", seats=2)
        for arguments in (
            {"number": 0},
            {"number": 1, "order": "fast"},
            {"number": 1, "reward": "money"},
            {"number": 1, "most_moves": 0},
            {"number": 1, "reward": "points", "points": "official.hand"},
        ):
            with pytest.raises(unodsl.RulesError):
                setup.matches(**arguments)
        together = setup.matches(2)
        before = together.observations.copy()
        for actions in ([0], [setup.actions.leave] * 2, [-1, -1]):
            with pytest.raises(ValueError, match="match"):
                together.step(actions)
        assert (setup.matches(2).observations == before).all()
        assert (together.observations == before).all()


class TestGames:
    """Thousands of matches as arrays."""

    def test_they_are_the_games_that_the_engine_plays(self, setup: Setup) -> None:
        games = setup.play(12, seed=3, most_moves=700, executor="python")
        batch = Generated(setup.table).batch(range(3, 15), Playing(700, bot="shedding"))
        assert games.lengths.tolist() == batch.lengths
        assert games.rounds.sum() == batch.rounds
        assert games.wins.tolist() == batch.wins
        assert list(games.totals.values()) == batch.fired
        assert (games.ends == 1).sum() == batch.capped
        assert len(games) == 12
        assert all(p.shape == (12, setup.seats) for p in games.points.values())

    @pytest.mark.parametrize("bot", QUICK_BOTS)
    def test_points_are_as_a_match_tells(self, bot: str) -> None:
        setup = unodsl.load("official", parameters={"target": 50}, seats=2)
        games = setup.play(10, bot=bot, most_moves=3000)  # type: ignore[arg-type]
        over = games.ends == 0
        (points,) = games.points.values()
        assert over.any()
        assert (points[over][games.winners[over]] >= 50).all()
        assert (games.winners[over].sum(axis=1) == 1).all()

    @pytest.mark.skipif(not available(), reason="the extra `fast` is not installed")
    def test_whatever_plays_them(self) -> None:
        setup = unodsl.load("official", options=["official.seven"], seats=3)
        ways: tuple[tuple[Name, int], ...] = (("python", 1), ("compiled", 1), ("compiled", 2))
        found = [setup.play(30, most_moves=400, executor=executor, jobs=jobs) for executor, jobs in ways]
        for games in found[1:]:
            assert (games.fired == found[0].fired).all()
            assert (games.cards_taken == found[0].cards_taken).all()
            assert (games.lead_changes == found[0].lead_changes).all()
        assert [g.executor for g in found] == ["python", "compiled", "compiled"]

    def test_no_games(self) -> None:
        with pytest.raises(ValueError, match="no games"):
            unodsl.load("official").play(0)


class TestWithoutNumpy:
    """What needs numpy says so in one line; the rest does without."""

    def test_one_line(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "numpy", None)
        setup = unodsl.load("official")
        match = setup.start(1)
        match.step(match.legal()[0])
        for call in (lambda: setup.play(1), lambda: setup.matches(1), lambda: match.observe(0), lambda: unodsl.Games):
            with pytest.raises(unodsl.RulesError) as error:
                call()
            assert len(str(error.value).splitlines()) == 1
            assert 'pip install "unodsl[numpy]"' in str(error.value)


def test_the_same_table_as_the_commands_load() -> None:
    _, table = table_of([Path("official")], ("official.seven",), {}, 3)
    assert unodsl.load("official", options=["official.seven"], seats=3).table == table
    assert Actions(table).size == unodsl.load("official", options=["official.seven"], seats=3).actions.size
    assert isinstance(unodsl.load("official").start(1).legal()[0], Choice)
