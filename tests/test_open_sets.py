"""Open questions of a family: at which tables they are asked again, and what the answers close."""

from __future__ import annotations

import math
from dataclasses import replace

from checker.check_table import Part
from checker.codes import ENDLESS_BY_CHOICE, ORDER, TWO_OUTCOMES
from checker.context import RuleSelection
from checker.families.family import Cause
from checker.families.matrix import matrix
from checker.families.open_sets import Again, ask_again, decided, open_sets, question
from checker.families.screen import ScreenedFamily, SuspectedClash
from checker.results import Finding, Game
from unodsl.data import rulesets_dir
from unodsl.resolve import load_project

PROJECT = load_project(sorted(rulesets_dir().glob("*.uno")))
POINTS = "power.bad-points"


def open_question(code: str, rules: tuple[str, ...], options: tuple[str, ...], seats: int = 2) -> Finding:
    """An open question of a family."""
    return Finding(code, "", "note", "", rules, options, seats, (), "bounded", None, "")


def family_of(game: str, options: tuple[str, ...], suspects: list[Finding]) -> ScreenedFamily:
    """A screened family at 2 to 5 seats with some suspected clashes."""
    playable = dict.fromkeys(options, frozenset(range(2, 6)))
    singles = tuple((x, (x,), 2) for x in options)
    asked = [SuspectedClash((x.code, x.rules, ""), [Cause(frozenset(x.options), (2,))], [], x) for x in suspects]
    tables = tuple((n, 2 ** len(options)) for n in range(2, 6))
    return ScreenedFamily(
        Game((game,), options, (), tables, singles, frozenset()), 0, (), asked, (), [], False, playable=playable
    )


def asked_at(families: list[ScreenedFamily], *findings: Finding) -> list[tuple[tuple[str, ...] | None, int | None]]:
    """The games and the numbers of seats at which open questions are asked again."""
    return [(x.spec.games, x.spec.seats) for x in open_sets(PROJECT, families, findings, math.inf, False)]


def test_a_question_is_asked_where_its_rules_are_and_where_it_came_up() -> None:
    scores = open_question(ORDER.id, ("power.lowest-wins", "psycho.round-over"), (POINTS,))
    drapegnik, power, psycho = (
        family_of("drapegnik", (POINTS,), []),
        family_of("power", (POINTS,), []),
        family_of("psycho", (POINTS,), [scores]),
    )
    assert asked_at([drapegnik, power, psycho], scores) == [(("psycho",), 2), (("psycho",), 3)]
    # `psycho.round-over` is no rule of the game `power`, even if somebody says that the question came up there
    there = family_of("power", (POINTS,), [scores])
    assert asked_at([there], scores) == []
    # also at the number of seats at which it came up
    assert asked_at([psycho], replace(scores, seats=5)) == [(("psycho",), 2), (("psycho",), 3), (("psycho",), 5)]


def test_a_question_of_several_games_is_asked_at_those_of_its_own_files() -> None:
    outcomes = open_question(TWO_OUTCOMES.id, ("official.jump-in", "official.play"), ("official.jump-in",))
    families = [family_of(game, ("official.jump-in",), [outcomes]) for game in ("drapegnik", "official", "spicy")]
    assert asked_at(families, outcomes) == [(("official",), 2), (("official",), 3)]
    assert asked_at([families[0], families[2]], outcomes) == [(("drapegnik",), 2), (("drapegnik",), 3)]
    # a game at which it is closed for all tables does not answer for another one
    closed = family_of("drapegnik", ("official.jump-in",), [])
    assert asked_at([closed, families[2]], outcomes) == [(("spicy",), 2), (("spicy",), 3)]


def test_a_question_about_single_rules_is_not_asked_again_for_one_option() -> None:
    families = [family_of("spicy", ("spicy.leave", "spicy.slap"), [])]
    rounds = open_question(ENDLESS_BY_CHOICE.id, (), ("spicy.slap",))
    assert asked_at(families, rounds) == []
    assert len(asked_at(families, replace(rounds, options=("spicy.leave", "spicy.slap")))) == 2


def test_a_question_is_closed_only_where_all_of_its_tables_were_asked() -> None:
    found = open_question(ORDER.id, ("power.lowest-wins", "psycho.round-over"), (POINTS,))
    families = [family_of("psycho", (POINTS,), [found])]
    two, three = open_sets(PROJECT, families, [found], math.inf, False)
    yes, no = Part(completed={ORDER.id}), Part(completed={ORDER.id}, findings=[found])
    assert decided([found], [(two, yes), (three, yes)]) == ([], [(POINTS,)])
    for answer in (no, Part(cut_short=True), None):
        assert decided([found], [(two, yes), (three, answer)]) == ([found], [])
    assert decided([found], []) == ([found], [])
    # another question at the same table says nothing about this one
    other = replace(two, questions=frozenset({(ORDER.id, frozenset({"official.score", "power.lowest-wins"}))}))
    assert decided([found], [(other, yes)]) == ([found], [])
    shown = replace(found, evidence="witnessed", severity="error", witness="")
    assert decided([found], [(two, yes), (three, replace(yes, findings=[shown]))]) == ([shown], [])


def test_the_table_is_asked_about_the_rules_in_question_only() -> None:
    options = ("official.jump-in", "power.matching")
    rules = ("official.jump-in", "power.match")
    whole = open_question(TWO_OUTCOMES.id, rules, options)
    (job, *_) = open_sets(PROJECT, [family_of("official", options, [whole])], [whole], math.inf, False)
    assert job == Again(job.spec, options, frozenset({question(whole)}), math.inf, False)
    part = ask_again(PROJECT, job)
    assert TWO_OUTCOMES.id in part.completed
    assert {question(f) for f in part.findings} <= {question(whole)}
    assert part.closed + len(part.findings) == 1


def test_a_selection_of_pairs_asks_about_these_pairs() -> None:
    pairs = RuleSelection(pairs=frozenset({frozenset({"a.x", "a.y"})}))
    assert pairs.asks(("a.y", "a.x"))
    assert pairs.asks(("a.x 2", "a.y", "a.z"))
    assert not pairs.asks(("a.x", "a.z"))
    assert not pairs.asks(("a.x",))
    assert RuleSelection().asks(("a.x", "a.z"))
    assert not RuleSelection(about=frozenset({"a.y"})).asks(("a.x", "a.z"))


def test_a_question_closed_for_one_option_alone_leaves_its_pairs_clean() -> None:
    game = family_of("official", ("official.jump-in", POINTS), []).game
    for settled, verdict in ((("official.jump-in",), "clean"), (("official.jump-in", POINTS), "none_found")):
        cells = matrix(PROJECT, [game], [], {("official.jump-in", POINTS): True}, [settled])
        assert {(x.one, x.other): x.verdict for x in cells}["official.jump-in", POINTS] == verdict
