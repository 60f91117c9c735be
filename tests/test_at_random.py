"""Values that chance draws: from the seed, from a scenario, in a search, and in the checker."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from checker.search.graph import outcomes
from tests.comparisons.equal_tables import context_of
from tests.engine_tables import executors
from unodsl.engine.api import Trace
from unodsl.engine.explore import in_python, retraced
from unodsl.engine.explore_compiled import compiled
from unodsl.engine.explore_question import Budget, Question
from unodsl.engine.reference import Reference
from unodsl.engine.values import code, decoded
from unodsl.model.table import Table
from unodsl.resolve import TableSpec, load_project, load_table
from unodsl.scenarios import run_scenario

BASE = Path(__file__).parent / "cases" / "rules" / "base.uno"
DIE = """use "base.uno"
game die "A die" extends base
  variable roll: 0 to 20
  variable victim: player or nothing
  rule die
    when player draws
    then roll becomes a random one of (1, 2, 9)
      victim becomes a random one of other players
"""


def page(folder: Path, more: str = "") -> Path:
    (folder / "base.uno").write_text(BASE.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "die.uno").write_text(DIE + more, encoding="utf-8")
    return folder / "die.uno"


def table_of(folder: Path, more: str = "", seats: int = 3) -> Table:
    return load_table(load_project([page(folder, more)]), TableSpec(seats=seats))


def test_each_value_is_as_likely_on_every_executor(tmp_path: Path) -> None:
    table = table_of(tmp_path)
    slow, *others = executors(table)
    seen: Counter[tuple[int, ...]] = Counter()
    for seed in range(300):
        state = slow.start(seed)
        move = slow.legal(state)[0]
        trace = Trace()
        after = slow.apply(state, move, None, trace)
        drawn = tuple(decoded(x)[1] for x in trace.drawn if x < 0)
        seen[drawn] += 1
        for fast in others:
            again = Trace()
            assert fast.apply(state, move, None, again) == after
            assert again.drawn == trace.drawn
    # of 300 about 50 each; the turn is always that of the first seat
    assert sorted(seen) == [(n, who) for n in (1, 2, 9) for who in (1, 2)]
    assert all(30 <= n <= 70 for n in seen.values())


@pytest.mark.parametrize("value", [-1_000_000, -1, 0, 1_000_000])
def test_codes_are_told_from_kinds(value: int) -> None:
    assert [decoded(code(site, value)) for site in range(3)] == [(site, value) for site in range(3)]
    assert code(0, value) < -1


def test_a_search_goes_through_all_values(tmp_path: Path) -> None:
    table = table_of(tmp_path, seats=3)
    start = Reference(table).start(1)
    question = Question(table, start)
    found = in_python(question, Budget(2000))
    fast = compiled(question, Budget(2000))
    assert (found.states, found.transitions) == (fast.states, fast.transitions)
    steps = [retraced(question, (n,))[0] for n in range(6)]
    drawn = [tuple(decoded(x)[1] for x in step.picks if x < 0) for step in steps if step.move == steps[0].move]
    assert drawn == [(n, who) for n in (1, 2, 9) for who in (1, 2)]


SCENARIO = """
scenario "what comes"
  seats ann, bob, cyd
  ann holds red 1, red 2
  discard pile is red 3; turn of ann
  {line}
  ann draws 1
  expect roll is 9 and victim is cyd
"""


def said(folder: Path, line: str) -> tuple[bool, str]:
    project = load_project([page(folder, SCENARIO.format(line=line))])
    result = run_scenario(project, project.pages["die"], project.pages["die"].scenarios[0])
    return result.passed, result.message or ""


def test_a_scenario_says_what_comes(tmp_path: Path) -> None:
    assert said(tmp_path, "chance is 9, cyd") == (True, "")
    assert said(tmp_path, "chance is 9; chance is cyd") == (True, "")
    assert not said(tmp_path, "chance is 1, cyd")[0]


def test_what_never_came_is_an_error(tmp_path: Path) -> None:
    passed, message = said(tmp_path, "chance is 9, cyd, 2")
    assert not passed
    assert "chance never gave `2`" in message


def test_chance_may_be_called_something_else(tmp_path: Path) -> None:
    more = "  variable chance: 0 to 9\n" + SCENARIO.format(line="chance is 4").replace(
        "roll is 9 and victim is cyd", "chance is 4"
    )
    project = load_project([page(tmp_path, more)])
    assert run_scenario(project, project.pages["die"], project.pages["die"].scenarios[0]).passed


def test_the_checker_follows_each_value_that_chance_may_draw(tmp_path: Path) -> None:
    context = context_of(table_of(tmp_path))
    state = context.executor.start(1)
    layout = context.layout
    at = {x.name: layout.variable[i] for i, x in enumerate(context.table.variables)}
    found = outcomes(context, state, context.executor.legal(state)[0])
    assert found is not None
    after = sorted({(x[at["die.roll"]], x[at["die.victim"]]) for x in found if x is not None})
    assert after == [(n, who) for n in (1, 2, 9) for who in (1, 2)]
