"""The moves that one ban takes away: generated code lists the same ones as the reference executor."""

from __future__ import annotations

from random import Random

from checker.search.banned import only_banned
from tests.engine_random import Maker
from unodsl.engine.layout import MATCH
from unodsl.engine.reference import Reference, banned_moves


def test_generated_code_lists_what_a_ban_takes_away() -> None:
    found = compared = 0
    random = Random(5)
    for _ in range(20):
        maker = Maker(random)
        table = maker.table()
        reference = Reference(table)
        states = [x for _ in range(8) if (x := maker.state(reference.layout))[MATCH]]
        for ban in range(len(table.bans)):
            for offer in range(len(table.offers)):
                executor = only_banned(table, ban, offer)
                for state in states if executor is not None else ():
                    assert executor is not None
                    expected = list(banned_moves(reference, state, ban, offer))
                    assert [(x.seat, x.argument) for x in executor.legal(state)] == expected
                    found += len(expected)
                    compared += 1
    assert compared > 200
    assert found > 10
