"""Clashes of the same two rules are one finding, with the code that says most."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

from checker.check_table import check_seats, merge_by_cause, over_seats
from checker.families.select_products import holds_with_fewer, runs_with_more_options, table_key, without_repeats
from checker.report.verdict import by_kind
from checker.results import Finding
from unodsl.resolve import TableSpec, load_project

BASE = (Path(__file__).parent / "cases" / "checks" / "base.uno").read_text(encoding="utf-8")


def finding(code: str, *rules: str, **more: object) -> Finding:
    made = Finding(code, "x", "error", "", rules, (), 3, (), "witnessed", "scenario", "")
    return replace(made, **more)  # type: ignore[arg-type]


def said(findings: list[Finding]) -> list[tuple[str, tuple[str, ...]]]:
    return [(f.code, f.also_codes) for f in merge_by_cause(findings)]


def test_the_most_specific_code_stands_and_lists_the_others() -> None:
    rows = [finding("UNO201", "a", "b"), finding("UNO203", "b", "a"), finding("UNO206", "a", "b", severity="warning")]
    assert said(rows) == [("UNO203", ("UNO201", "UNO206"))]


def test_an_error_stands_before_a_note() -> None:
    rows = [finding("UNO201", "a", "b"), finding("UNO206", "a", "b", severity="note")]
    assert said(rows) == [("UNO201", ("UNO206",))]


def test_other_rules_what_is_allowed_and_what_is_open_stay() -> None:
    rows = [
        finding("UNO201", "a", "b"),
        finding("UNO201", "a", "c"),
        finding("UNO203", "a", "b", suppressed="meant so"),
        finding("UNO206", "a", "b", evidence="bounded", witness=None),
        finding("UNO207", "a", "b"),
        finding("UNO206", "a", "b", options=("one", "two")),
    ]
    assert said(rows) == [(f.code, ()) for f in rows]


def test_what_it_stood_for_already_is_kept() -> None:
    rows = [finding("UNO204", "a", "b", also_codes=("UNO207",)), finding("UNO201", "a", "b")]
    assert said(rows) == [("UNO204", ("UNO201", "UNO207"))]


def test_what_never_runs_because_of_an_order() -> None:
    dead = finding("UNO401", "a", severity="warning", options=("one", "two"))
    order = finding("UNO201", "a", "b", options=("one", "two"))
    assert said([order, dead]) == [("UNO201", ("UNO401",))]
    assert said([finding("UNO203", "b", "a", options=("one", "two")), order, dead]) == [
        ("UNO203", ("UNO201", "UNO401"))
    ]
    for other in (
        replace(order, code="UNO203"),
        replace(order, rules=("b", "c")),
        replace(order, options=("one", "three")),
        replace(order, suppressed="meant so"),
    ):
        assert said([other, dead]) == [(other.code, ()), ("UNO401", ())]
    assert said([order, replace(dead, suppressed="meant so")]) == [("UNO201", ()), ("UNO401", ())]


def test_a_clash_of_two_options_answers_whether_they_contradict_each_other() -> None:
    pair = ("x.one", "x.two")
    clash = finding("UNO201", "a", "b", options=pair, owners=pair)
    question = finding("UNO207", evidence="bounded", witness=None, options=pair)
    assert [(f.code, f.also_codes) for f in over_seats([question, clash])] == [("UNO201", ("UNO207",))]
    for other in (
        replace(clash, severity="note"),
        replace(clash, suppressed="meant so"),
        replace(clash, owners=("x.one",)),
        replace(clash, code="UNO303"),
    ):
        assert [f.code for f in over_seats([question, other])] == ["UNO207", other.code]
    among = replace(question, options=(*pair, "x.three"))
    assert [f.code for f in over_seats([among, clash])] == ["UNO207", "UNO201"]


def test_over_several_seats_the_most_severe_one_stands() -> None:
    rows = [
        finding("UNO206", "a", "b", severity="warning", seats=2),
        finding("UNO201", "a", "b"),
        finding("UNO207", "a", "b", also_codes=("UNO203",)),
        finding("UNO207", "a", "c", seats=2),
        finding("UNO202", "a", "b", seats=4),
    ]
    found = [(f.code, f.also_codes) for f in over_seats(rows)]
    assert found == [("UNO207", ()), ("UNO202", ("UNO201", "UNO203", "UNO206", "UNO207"))]
    assert over_seats(rows[1:3]) == rows[1:3]


def test_a_position_that_leads_nowhere_is_shown_with_the_fewest_options() -> None:
    two = finding("UNO303", "a", "b", options=("one", "two"))
    more = finding("UNO303", "a", "b", "c", options=("one", "three", "two"))
    other = finding("UNO303", "a", "c", options=("four", "one", "two"))
    open_ = finding("UNO303", "a", "b", options=("one", "three", "two"), evidence="bounded", witness=None)
    assert without_repeats([more, two, other, open_]) == [two, other, open_]
    # what is allowed with few options may be meant with these only
    assert without_repeats([more, replace(two, suppressed="meant so")])[0] == more


def test_nobody_to_move_and_nobody_to_answer_are_one_dead_end() -> None:
    stuck, unanswered = (finding(code, "a", options=("one",)) for code in ("UNO303", "UNO501"))
    assert by_kind([stuck, unanswered]) == {"dead end": 1}
    assert by_kind([unanswered]) == {"dead end": 1}
    assert by_kind([stuck, replace(unanswered, options=("two",)), finding("UNO304", "a")]) == {"dead end": 3}


FITS = """use "base.uno"
options for base

option loose "Anything goes on a 4"

  rule loose
    a card is playable means the card is star or top card is 4 or face of the card is face of top card
    instead of playable

option tight "Only the same number goes on a card"

  rule tight
    a card is playable means face of the card is face of top card
    instead of playable
"""


def test_an_option_without_effect_since_both_mean_one_word_otherwise_is_one_finding(tmp_path: Path) -> None:
    (tmp_path / "base.uno").write_text(BASE, encoding="utf-8")
    (tmp_path / "house.uno").write_text(FITS, encoding="utf-8")
    spec = TableSpec(options=("house.loose", "house.tight"), seats=2)
    found = check_seats(load_project([tmp_path / "house.uno"]), spec, time.monotonic() + 100).findings
    clashes = [f for f in found if f.code.startswith("UNO2") and f.evidence != "bounded" and f.severity != "note"]
    assert [(f.code, f.also_codes) for f in clashes] == [("UNO205", ("UNO208",))]


def test_a_situation_that_nothing_answers_is_the_dead_end_that_it_leads_to() -> None:
    stuck = finding("UNO303", "out", "pay", options=("one",))
    unanswered = finding("UNO501", "pay", options=("one", "two"), severity="warning")
    assert [(f.code, f.also_codes) for f in over_seats([unanswered, stuck])] == [("UNO303", ("UNO501",))]
    # in another position other rules of the game may be why, too
    there = replace(unanswered, rules=("draw", "pay"), owners=("one",))
    assert [f.code for f in over_seats([there, replace(stuck, owners=("one", "two"))])] == ["UNO303"]
    assert [f.code for f in over_seats([there, replace(stuck, owners=("two",))])] == ["UNO501", "UNO303"]
    for other in (
        replace(stuck, rules=("bid",)),
        replace(stuck, suppressed="meant so"),
        replace(stuck, options=("three",)),
        replace(stuck, evidence="bounded", witness=None),
    ):
        assert [f.code for f in over_seats([unanswered, other])] == ["UNO501", "UNO303"]


def test_a_finding_with_a_reason_is_known_by_it() -> None:
    """So that positions at two numbers of seats, where other rules let players move, are one finding."""
    two, three = (finding("UNO304", "a", rule, reason="`frozen` stays yes") for rule in ("b", "c"))
    assert two.subject == three.subject == ("`frozen` stays yes",)
    assert finding("UNO304", "a", "b").subject == ("a", "b")


def test_what_more_options_wake_up_is_not_dead() -> None:
    dead = finding("UNO401", "x.a", options=("x.one",), owners=("x.one",))
    clash = finding(
        "UNO203", "x.a", "x.b", also_codes=("UNO201",), options=("x.one", "x.two"), owners=("x.one", "x.two")
    )
    assert runs_with_more_options(dead, [clash])
    assert runs_with_more_options(finding("UNO404", options=("x.one",), owners=("x.one",)), [clash])
    assert not runs_with_more_options(replace(dead, code="UNO405"), [clash])
    assert not runs_with_more_options(replace(dead, options=("x.two", "x.three")), [clash])
    assert not runs_with_more_options(replace(dead, rules=("x.c",)), [clash])
    for less in (replace(clash, also_codes=()), replace(clash, options=("x.one",)), replace(clash, evidence="bounded")):
        assert not runs_with_more_options(dead, [less])


def test_fewer_rules_of_a_smaller_table_suffice() -> None:
    one, two = (TableSpec(options=options, seats=2) for options in (("x.one",), ("x.one", "x.two")))
    larger = finding("UNO302", "x.a", "x.b", options=("x.one",))
    for rules, enough in ((("x.a",), True), (("x.a", "x.b"), True), (("x.c",), False), ((), False)):
        assert holds_with_fewer(larger, two, {table_key(one): {("UNO302", rules, "settled")}}) is enough
    assert not holds_with_fewer(larger, two, {table_key(one): {("UNO302", ("x.a",), "sampled")}})
    assert not holds_with_fewer(larger, two, {table_key(replace(one, seats=3)): {("UNO302", ("x.a",), "settled")}})
    assert not holds_with_fewer(larger, one, {table_key(two): {("UNO302", ("x.a",), "settled")}})
