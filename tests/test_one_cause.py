"""Clashes of the same two rules are one finding, with the code that says most."""

from __future__ import annotations

from dataclasses import replace

from checker.check_table import merge_by_cause, over_seats
from checker.results import Finding


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
