"""What several single tables ask of the same third table is asked there once."""

from __future__ import annotations

import os
import time
from collections import Counter
from pathlib import Path

import pytest

from checker import known_tables
from checker.check_table import check_seats
from checker.codes import DEAD
from checker.context import Context, RuleSelection
from checker.effects.ways import written_name
from checker.parallel import Ahead, begin_ahead, spread, staying
from checker.reachability import other_tables
from checker.reachability.other_tables import forbids_elsewhere, possible_seats
from unodsl.resolve import TableSpec, load_project, resolve_table

BASE = Path(__file__).parent / "cases" / "checks" / "base.uno"

FILE = """use "base.uno"
options for base

option throwing "The same card may be thrown in"

  rule throw-in
    during turn
    any other player may play a card
    if the card is top card
    then pass turn to player

option late "Everybody waits for the turn"

  rule no-late-cards
    during turn
    any other player cannot play a card

option generous "A 4 makes all others draw"
  excludes throwing

  rule generous
    when player plays 4
    then other players draw 1
"""


def test_a_ban_is_asked_about_once_at_each_other_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "base.uno").write_text(BASE.read_text())
    (tmp_path / "late.uno").write_text(FILE)
    asked: Counter[tuple[tuple[str, ...], int | None, str]] = Counter()
    forbids = other_tables.forbids

    def counted(context: Context, name: str) -> bool:
        asked[context.spec.options, context.spec.seats, name] += 1
        return forbids(context, name)

    monkeypatch.setattr(other_tables, "forbids", counted)
    project = load_project([tmp_path / "late.uno"])
    for options in (("late.late",), ("late.generous", "late.late")):
        spec = TableSpec(options=options, seats=2, exact=True)
        part = check_seats(project, spec, time.monotonic() + 600, codes=frozenset({DEAD.id}), moves=500)
        assert not [f for f in part.findings if f.evidence == "proved"]
    assert asked
    assert max(asked.values()) == 1


WAVING = """use "base.uno"
options for base

option quiet "Nobody waves"

  act wave

  rule no-waving
    any player cannot wave

option generous "A 4 makes all others draw"

  rule generous
    when player plays 4
    then other players draw 1
"""

LOUD = """
option loud "Everybody may wave"
  requires quiet

  rule loud
    during turn
    any player may wave
"""


SEATED = """use "base.uno"
options for base

option counting "What is there to count"

  rule ordinary
    when player plays 4
    if number of cards in hand of player is 1
    then other players draw 1

  rule crowd
    when player plays 3
    if seats is more than 3
    then other players draw 1

  rule no-card
    when player plays 2
    if number of cards in hand of player is less than 0
    then other players draw 1
"""


@pytest.mark.parametrize("more", ["", LOUD])
def test_a_ban_is_asked_about_only_where_an_offer_is_that_it_concerns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: str
) -> None:
    (tmp_path / "base.uno").write_text(BASE.read_text())
    (tmp_path / "waving.uno").write_text(WAVING + more)
    project = load_project([tmp_path / "waving.uno"])
    spec = TableSpec(options=("waving.quiet",), seats=2, exact=True)
    context = Context(project, spec, resolve_table(project, spec), time.monotonic() + 600)
    asked: list[tuple[str, ...]] = []
    forbids = other_tables.forbids

    def listed(context: Context, name: str) -> bool:
        asked.append(context.spec.options)
        return forbids(context, name)

    monkeypatch.setattr(other_tables, "forbids", listed)
    assert forbids_elsewhere(context, context.table.bans[0]) == bool(more)
    assert bool(asked) == bool(more)
    assert all("waving.loud" in options for options in asked)


def test_a_rule_that_is_impossible_is_so_at_any_number_of_seats(tmp_path: Path) -> None:
    (tmp_path / "base.uno").write_text(BASE.read_text())
    (tmp_path / "seats.uno").write_text(SEATED)
    project = load_project([tmp_path / "seats.uno"])
    spec = TableSpec(options=("seats.counting",), seats=2, exact=True)
    context = Context(project, spec, resolve_table(project, spec), time.monotonic() + 600)
    names = frozenset({"seats.crowd", "seats.no-card", "seats.ordinary"})
    # an ordinary rule is possible at each number of seats
    assert possible_seats(context, names) == {"seats.no-card": set(), "seats.crowd": {4}}


def test_a_table_is_put_together_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_tables, "MOST_MADE", 2)
    (tmp_path / "base.uno").write_text(BASE.read_text())
    (tmp_path / "late.uno").write_text(FILE)
    project = load_project([tmp_path / "late.uno"])
    known = known_tables.KnownTables()
    plain, late, generous = (
        TableSpec(options=options, seats=2, exact=True) for options in ((), ("late.late",), ("late.generous",))
    )
    first = known.resolved(project, plain)
    assert first is not None
    assert known.resolved(project, plain) is first
    runner = known.executor(first.table)
    assert known.executor(first.table) is runner
    assert known.resolved(project, late) is not None
    assert known.resolved(project, plain) is first  # asked for last, it stays
    assert known.resolved(project, generous) is not None
    assert known.resolved(project, plain) is first
    assert known.resolved(project, late) is not None
    assert len(known.made) == 2
    both = TableSpec(options=("late.generous", "late.throwing"), seats=2, exact=True)
    assert known.resolved(project, both) is None


def process(shared: object, one: int) -> int:
    return os.getpid()


def test_processes_stay_for_what_is_asked_next() -> None:
    shared = object()
    with staying(shared, 2):
        rows = [spread(process, shared, range(8), 2, lambda done: None)[0] for _ in range(2)]
        other = spread(process, object(), range(8), 2, lambda done: None)[0]
    assert len({*rows[0], *rows[1]}) <= 2
    assert os.getpid() not in rows[0]
    assert {*other}.isdisjoint(rows[0])
    later = spread(process, shared, range(8), 2, lambda done: None)[0]
    assert {*later}.isdisjoint(rows[0])


def noted(folder: Path, one: int) -> int:
    """Says that it was begun; a negative number is never done."""
    (folder / f"{one} {os.getpid()} {time.monotonic_ns()}").touch()
    while one < 0:
        time.sleep(0.01)
    return one * one


def test_what_is_begun_ahead_is_done_once_and_left_where_nobody_wants_it(tmp_path: Path) -> None:
    with staying(tmp_path, 2):
        begin_ahead(Ahead(str(one), noted, one) for one in (7, 8, -1))
        assert spread(noted, tmp_path, [5], 2, lambda done: None, names=["5"]) == ([25], False)
        squares = [int(one) ** 2 for one in ("7", "6", "8")]
        assert spread(noted, tmp_path, [7, 6, 8], 2, lambda done: None, names=["7", "6", "8"]) == (squares, False)
    # (the end of the processes did not wait for what is never done)
    begun = [int(x.name.partition(" ")[0]) for x in tmp_path.iterdir()]
    assert [begun.count(one) for one in (5, 6, 7, 8)] == [1, 1, 1, 1]


def test_a_check_of_one_rule_is_about_each_of_its_copies() -> None:
    """A rule that names values has a copy for each of them, with a name of its own at a table of the checker."""
    project = load_project([BASE.parent / "dead-named-by-some.uno"])
    spec = TableSpec(options=project.option_names(), seats=2)
    only = RuleSelection(about=frozenset({"dead-named-by-some.star-and-color"}))
    context = Context(project, spec, resolve_table(project, spec), time.monotonic() + 60, selection=only)
    copies = {x.info.name for x in context.table.offers if written_name(x.info.name) in only.about}
    assert len(copies) > 1
    assert copies <= context.selection.about
