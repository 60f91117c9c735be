"""What goes to other processes: tables, matches, environments, errors; also after something was started with them."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from typing import Any

import pytest

import unodsl
from tests.effort import few_and_slow
from tests.tables import PAGES
from unodsl.api import Environment, Match, Matches, Setup, Streams, VectorEnvironment
from unodsl.engine.api import EndlessCascade
from unodsl.engine.choose import Name
from unodsl.engine.compiled import Compiled, available
from unodsl.engine.generated import Generated
from unodsl.engine.reference import Reference


def again(thing: Any) -> Any:
    """What comes out where it was sent to."""
    return pickle.loads(pickle.dumps(thing))


def started(page: str = "official") -> Setup:
    """A table with which everything was done once."""
    setup = unodsl.load(page, seats=4)
    match = setup.start(3)
    match.step(match.legal()[0])
    match.observe(0)
    setup.play(2, most_moves=20)
    return setup


def played(match: Match) -> tuple[object, ...]:
    """A match played on for some moves."""
    for _ in range(10):
        match.step(match.legal()[-1])
    return match.state


def longest(setup: Setup) -> int:
    """Something to do in another process."""
    return int(setup.play(3, seed=5, most_moves=50).lengths.max())


def acted(env: Environment) -> object:
    """An environment taken on by one action."""
    env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    return env.selection.state


def refused(options: list[str]) -> Setup:
    """A call that is wrong."""
    return unodsl.load("official", options=options)


@pytest.mark.parametrize("page", few_and_slow(PAGES, 1))
def test_a_table_that_was_used(page: str) -> None:
    setup = started(page)
    other = again(setup)
    assert other.table == setup.table
    assert again(setup.table) == setup.table
    assert (other.rules, other.names, other.actions.size) == (setup.rules, setup.names, setup.actions.size)
    assert other.start(9).state == setup.start(9).state
    assert (other.start(9).observe(1) == setup.start(9).observe(1)).all()
    assert (other.play(2, most_moves=30).fired == setup.play(2, most_moves=30).fired).all()


def test_a_match_in_progress() -> None:
    match = started().start(4)
    # more moves than things may lie in each other
    while len(match.made) < 3000 and not match.over:
        match.step(match.legal()[-1])
    other = again(match)
    assert (other.state, other.made, other.seed) == (match.state, match.made, match.seed)
    assert other.legal() == match.legal()
    assert other.saved() == match.saved()
    both = again([match, match.copy()])
    assert both[0].setup is both[1].setup
    assert copy.deepcopy(match).state == match.state


def test_environments_and_matches_side_by_side() -> None:
    env = unodsl.env("official", seats=3)
    assert isinstance(again(env), Environment)
    env.reset(4)
    acted(env)
    for other in (again(env), copy.deepcopy(env)):
        assert other.agent_selection == env.agent_selection
        mine = again(env)
        assert acted(other) == acted(mine)
    many = started().matches(3)
    many.step([int(row.argmax()) for row in many.masks])
    same: Matches = again(many)
    assert (same.observations == many.observations).all()
    assert (
        same.step([int(r.argmax()) for r in same.masks]).rewards
        == many.step([int(r.argmax()) for r in many.masks]).rewards
    ).all()


@pytest.mark.parametrize("executor", [Reference, Generated, Compiled] if available() else [Reference, Generated])
def test_executors(executor: Any) -> None:
    runner = executor(unodsl.load("official").table)
    state = runner.start(3)
    assert again(runner).start(3) == state
    assert again(runner.layout).stack(state) == runner.layout.stack(state)


def test_what_another_version_pickled(monkeypatch: pytest.MonkeyPatch) -> None:
    """One clear error, before anything of it is read."""
    setup = unodsl.load("official", seats=3)
    things = [setup, setup.start(1), setup.matches(3), Environment(setup)]
    monkeypatch.setattr("unodsl.api.prepared.__version__", "9.9.9")
    pickled = [pickle.dumps(x) for x in things]
    monkeypatch.undo()
    for data in pickled:
        with pytest.raises(unodsl.RulesError, match=r"this was pickled by unodsl 9\.9\.9, and this is"):
            pickle.loads(data)


def test_errors() -> None:
    with pytest.raises(unodsl.RulesError) as told:
        unodsl.load(options=["official.sevn"])
    assert str(again(told.value)) == str(told.value)
    endless = EndlessCascade(("a.b", "a.c"))
    assert (str(again(endless)), again(endless).rules) == (str(endless), endless.rules)


@pytest.mark.parametrize("executor", ["compiled", "python"] if available() else ["python"])
def test_arrays_that_may_not_be_written(executor: Name) -> None:
    """Ray and joblib hand over arrays as windows on shared memory, which are read-only."""

    def shared(thing: Any) -> Any:
        buffers: list[pickle.PickleBuffer] = []
        data = pickle.dumps(thing, protocol=5, buffer_callback=buffers.append)
        return pickle.loads(data, buffers=[bytes(x.raw()) for x in buffers])

    setup = started()
    env = VectorEnvironment(setup, 4, executor=executor)
    seen, _ = env.reset(seed=3)
    many = setup.matches(4, executor=executor)
    for number in range(30):
        if number % 10 == 0:
            env, many = shared(env), shared(many)
        seen, rewards, *_ = env.step(seen["action_mask"].argmax(axis=1))
        many.step(many.masks.argmax(axis=1))
        assert rewards.shape == (4,)


@pytest.mark.slow
def test_joblib() -> None:
    """As the processes of Python itself, which are tried each time."""
    joblib = pytest.importorskip("joblib")
    setup = started()
    match, others = setup.start(2), joblib.Parallel(n_jobs=2)
    found = others(joblib.delayed(played)(x) for x in (match, setup.start(3, chance=Streams(1, 2))))
    assert found == [played(match.copy()), played(setup.start(3, chance=Streams(1, 2)))]
    with pytest.raises(unodsl.RulesError, match="did you mean"):
        others([joblib.delayed(refused)(["official.sevn"])])


def test_other_processes() -> None:
    """They are started afresh: nothing of this process is there."""
    setup = started()
    match = setup.start(2)
    env = unodsl.env("official", seats=3)
    env.reset(4)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(longest, (setup,)) == longest(setup)
        assert pool.apply(played, (match,)) == played(match.copy())
        assert pool.apply(acted, (env,)) == acted(env)
        with pytest.raises(unodsl.RulesError, match="did you mean"):
            pool.apply(refused, (["official.sevn"],))
