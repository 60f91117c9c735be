"""Dead code elimination: a search prints, compiles and runs only what it can reach."""

from __future__ import annotations

from pathlib import Path

import pytest

from unodsl.commands.common import table_of
from unodsl.engine import program as p
from unodsl.engine.lower import lowered
from unodsl.engine.pruning import pruned, reached
from unodsl.model.table import LEFT_ALONE

OFFICIAL = Path(__file__).parent.parent / "rulesets" / "official.uno"


@pytest.mark.parametrize("mistakes", [False, True])
def test_what_is_called_is_there(mistakes: bool) -> None:
    """No function, handler or offer that runs is gone, and none stays that does not."""
    table = table_of((OFFICIAL,), (), {}, 2)[1]
    program = lowered(table)
    left = pruned(program, mistakes, begins=False)
    names = {f.name for f in left.functions}
    own = {f.name for f in program.functions}
    for node in p.parts(tuple(f.body for f in left.functions)):
        if isinstance(node, p.Call) and node.function in own:
            assert node.function in names
        if isinstance(node, p.Emit):
            assert dict(left.handlers)[node.event] in names
        if isinstance(node, p.Offered):
            assert left.take_up[node.offer] in names
    assert names < own
    assert reached(left, mistakes, begins=False) == reached(program, mistakes, begins=False)


def test_moves_by_mistake_are_left_out() -> None:
    """Nobody makes them in a search without mistakes, so that what they do is not there."""
    table = table_of((OFFICIAL,), (), {}, 2)[1]
    slips = {i for i, x in enumerate(table.offers) if x.mode in LEFT_ALONE}
    assert slips
    sober = reached(lowered(table, mistakes=False), mistakes=False, begins=False)
    assert not sober.offers & slips
    assert slips <= reached(lowered(table, mistakes=True), mistakes=True, begins=False).offers


def test_only_the_list_that_is_asked_for_is_lowered() -> None:
    """The other one has no name."""
    table = table_of((OFFICIAL,), (), {}, 2)[1]
    for drunk, sober in (x[1:] for x in lowered(table, mistakes=False).legal):
        assert not drunk
        assert sober
