"""Rule sets built to blow up: what is not asked in time is not prepared either, and what pairs of rules share is worked out once
for each rule."""

from __future__ import annotations

import time
from itertools import combinations
from pathlib import Path

import pytest

from checker.check_table import check_seats
from checker.checks import obligations as doubting
from checker.checks import uno201_order as order
from checker.checks import uno403_without_effect as without_effect
from checker.checks.obligations import settle
from checker.checks.uno403_without_effect import idle_rules
from checker.context import Context
from checker.effects.footprints import Footprints, Thing, Whose
from checker.families.screen import PAIRS
from checker.invariants.certified import certified
from checker.kernel.obligations import Obligation
from checker.reachability.dead import reach
from checker.results import Answers
from tests.reports import lay_down
from unodsl.resolve import Project, TableSpec, load_project, load_table, resolve_table

MANY = 40


@pytest.fixture
def crowd(tmp_path: Path) -> Project:
    """Many rules for one event."""
    lay_down(tmp_path)
    text = 'use "base.uno"\noptions for base\n\noption many "Many rules"\n'
    for number in range(MANY):
        text += f"\n  rule r{number}\n    when player plays a card\n"
        text += f"    if number of cards in hand of player is {number % 5} and score of player is {number % 7}\n"
        text += "    then score of player becomes 1\n"
    (tmp_path / "crowd.uno").write_text(text, encoding="utf-8")
    return load_project([tmp_path / "crowd.uno"])


SPEC = TableSpec(options=("crowd.many",))


def test_no_question_is_put_together_that_nobody_asks(crowd: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checker.smt.obligations.guard_possible", lambda *_: pytest.fail("there is no time to ask it"))
    late = Context(crowd, SPEC, resolve_table(crowd, SPEC), deadline=0.0)
    found = order.pair_answers(late)
    assert len(found.open) == 1
    assert found.left > MANY
    assert {f.evidence for f in settle(late, order.CODE, found).findings} == {"bounded"}
    assert late.cut_short


def test_what_a_rule_touches_is_worked_out_once(crowd: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    footprints = Footprints(load_table(crowd, SPEC))
    real = Footprints.reads
    looks: list[object] = []

    def counting(self: Footprints, node: object, env: Whose) -> set[Thing]:
        looks.append(node)
        return real(self, node, env)

    monkeypatch.setattr(Footprints, "reads", counting)
    rules = range(len(footprints.table.triggers))
    footprints.commute(0, 1)
    each = len(looks) / 2
    for a in rules:
        for b in rules:
            footprints.commute(a, b)
            footprints.independent_guards(a, b)
            footprints.lasting(a, (b,))
    assert len(looks) < 4 * each * len(rules)


# --------------------------------------------------------------------------------- what nobody has time for is not prepared


@pytest.fixture
def late(tmp_path: Path) -> Context:
    """Many rules of each sort, numbers of their own with them, and no time at all."""
    lay_down(tmp_path)
    text = 'use "base.uno"\noptions for base\n\noption many "Many rules"\n'
    bans = '\noption bans "Many bans"\n'
    for number in range(MANY):
        text += f"\n  variable v{number}: 0 to 9\n  rule adds-{number}\n    when player plays a card\n    then v{number} += 1\n"
        text += f"\n  rule plays-{number}\n    during turn\n    its player may play a card\n    if v{number} is 3\n"
        text += f"    then v{number} += 2\n"
        bans += f"\n  rule bans-{number}\n    during turn\n    its player cannot play a card\n"
        bans += f"    if number of cards in hand of player is {number}\n"
    (tmp_path / "crowd.uno").write_text(text + bans, encoding="utf-8")
    project = load_project([tmp_path / "crowd.uno"])
    spec = TableSpec(options=("crowd.many", "crowd.bans"))
    return Context(project, spec, resolve_table(project, spec), deadline=0.0)


@pytest.mark.parametrize("code", sorted(PAIRS))
def test_pairs_are_counted_and_not_asked(late: Context, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("checker.kernel.obligations.Builder.formula", "checker.kernel.obligations.Builder.both"):
        monkeypatch.setattr(name, lambda *_: pytest.fail("there is no time to ask it"))
    found = PAIRS[code](late, None)
    several = {"UNO201": MANY * (MANY - 1) // 2, "UNO202": MANY * MANY, "UNO203": MANY * (MANY - 1) // 2}
    assert found.left >= several.get(code, 0)
    assert (len(found.open), found.closed.count) == ((1, 0) if found.left else (0, found.closed.count))
    answers = settle(late, code, found)
    assert bool(answers.findings) == bool(found.left)
    assert all(f.evidence == "bounded" for f in answers.findings)
    assert not found.left or str(found.left) in answers.findings[0].message


def test_more_pairs_than_are_counted(late: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doubting, "MOST_COUNTED", 100)
    found = order.pair_answers(late)
    assert found.left == 101
    assert settle(late, order.CODE, found).findings[0].message == "more than 100 pairs of rules were not checked"


def test_single_rules_are_not_asked_either(late: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "checker.reachability.dead.question_of",
        "checker.checks.uno403_without_effect.proved_no_op",
        "checker.invariants.ranges.settled",
    ):
        monkeypatch.setattr(name, lambda *_: pytest.fail("there is no time to ask it"))
    monkeypatch.setattr("checker.known_tables.Generated", lambda *_: pytest.fail("there is no time to play"))
    assert certified(late).bounds == ()
    known = reach(late)
    assert (known.dead, known.shadowed) == ({}, {})
    assert idle_rules(late) == []
    assert {f.evidence for f in without_effect.check(late).findings} <= {"bounded"}
    assert without_effect.check(late).closed == 0
    assert late.samples.moves == 0
    assert late.cut_short


def test_one_long_search_leaves_time_for_the_other_questions(crowd: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []

    def searching(context: Context) -> Answers:
        ran.append("searching")
        while context.within_budget():
            pass
        return Answers((), 0)

    def quick(context: Context) -> Answers:
        ran.append("quick" if context.within_budget() else "late")
        return Answers((), 1)

    def at_another_table(context: Context) -> Answers:
        # (one that both checks need, and that the first makes)
        other = context.narrowed(())
        assert other is not None
        return quick(other) if ran else searching(other)

    checks = (("UNO302", "endless-stack", at_another_table), ("UNO303", "stuck", at_another_table))
    monkeypatch.setattr("checker.check_table.CHECKS", checks)
    part = check_seats(crowd, SPEC, time.monotonic() + 3.0)
    assert ran == ["searching", "quick"]
    assert (part.closed, part.cut_short, part.completed) == (1, True, {"UNO303"})


@pytest.mark.slow
def test_what_was_in_time_is_as_with_all_the_time(crowd: Project) -> None:
    """Pairs are asked in the same order, and those before the end of the budget get the same answers."""
    whole = order.pair_answers(Context(crowd, SPEC, resolve_table(crowd, SPEC), deadline=float("inf")))
    assert not whole.left
    case = Context(crowd, SPEC, resolve_table(crowd, SPEC), deadline=float("inf"))
    asked: list[object] = []
    pairs = order.unordered(case.table, None)

    def obligation(pair: order.Pair) -> Obligation:
        asked.append(pair)
        if len(asked) == 50:
            case.deadline = 0.0
        return Obligation("order", (case.table.triggers[pair[0]].info.name, case.table.triggers[pair[1]].info.name))

    part = doubting.ask_pairs(
        case,
        order.CODE,
        pairs,
        obligation,
        lambda pair, _: doubting.OpenPair(
            (case.table.triggers[pair[0]].info.name,), None, lambda: None, lambda: pytest.fail("not asked")
        ),
    )
    assert len(asked) == 50
    assert len(part.open) + part.closed.count == 51
    assert part.left + 50 == sum(1 for _ in order.unordered(case.table, None))
    assert part.left + 50 == whole.closed.count + len(whole.open)


def test_thousands_of_rules_of_one_event_are_put_in_order(crowd: Project) -> None:
    """By name where nothing else is said, and as they say where it is."""
    table = load_table(crowd, SPEC)
    for event, row in table.order:
        names = [table.triggers[i].info.name for i in row]
        assert sorted(set(row)) == sorted(i for i, x in enumerate(table.triggers) if event in x.events)
        for a, b in combinations(row, 2):
            assert (b, a) not in table.ordered
        loose = [n for i, n in zip(row, names, strict=True) if not any(i in pair for pair in table.ordered)]
        assert loose == sorted(loose)
