"""`recheck`: what a report calls proved is shown again, and a report that was damaged or forged is refused by name."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.effort import few_and_slow, marked
from tests.test_check_cases import FOLDER, expected
from tests.test_commands import BASE, call
from unodsl.commands.main import main
from unodsl.commands.recheck import report_in

RULES = """use "base.uno"
options for base

option extra "Cards cost something"
  variable tally: 0 to 3

  rule three
    when player plays 3
    then next player draws 1

  rule red
    when player plays a red card
    if tally is less than 2
    then tally += 1

  rule never
    when player plays a card
    if tally is 3
    then next player draws 1

option again "Another way to draw"
  rule again
    during turn
    its player may draw 1
    allow UNO203 "so it is meant"
    then over becomes no
"""

Report = dict[str, Any]


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a report about a table."""
    folder = tmp_path_factory.mktemp("recheck")
    (folder / "base.uno").write_text(BASE, encoding="utf-8")
    (folder / "house.uno").write_text(RULES, encoding="utf-8")
    other = BASE.replace("game base", "game other", 1)
    (folder / "other.uno").write_text(other, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        make(folder, "table")
    return folder


CALLS = {
    "table": ("house.uno", "--with", "extra", "--with", "again", "--seats", "2"),
    "options": ("house.uno", "--seats", "2"),
}


def make(folder: Path, name: str) -> None:
    """Make a report."""
    found = call("check", *CALLS[name], "--no-cache", "--format", "json", code=1)
    (folder / f"{name}.json").write_text(found.stdout, encoding="utf-8")


@pytest.fixture
def folder(checked: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(checked)
    return checked


@pytest.mark.parametrize("name", few_and_slow(["table", "options"], 1))
def test_an_honest_report_holds(folder: Path, name: str) -> None:
    if name != "table":
        make(folder, name)
    said = report_in(folder / f"{name}.json")
    found = json.loads(call("recheck", f"{name}.json", "--format", "json").stdout)
    assert (found["holds"], found["wrong"]) == (True, [])
    assert found["proved"] == said["summary"]["clean_proved"] > 5
    assert said["summary"]["closed_uncertified"] + said["summary"]["undecided"] == sum(
        p["questions"] for p in said["not_proved"] if p["how"] == "undecided"
    )
    assert found["findings_proved"] == sum(f["evidence"] == "proved" for f in said["findings"]) > 0
    assert found["witnesses"] == sum(f["witness"] is not None for f in said["findings"])
    assert f"{name}.json holds" in call("recheck", f"{name}.json", "house.uno").output


def test_a_report_about_other_values_of_parameters_holds(folder: Path) -> None:
    """No proof is of a single table with these values: the families have them."""
    found = call("check", "base.uno", "--no-cache", "--format", "json")
    report = json.loads(found.stdout)
    assert report["parameters_varied"]
    (folder / "values.json").write_text(found.stdout, encoding="utf-8")
    assert "values.json holds" in call("recheck", "values.json").output


def case_report(folder: Path, name: str, code: str) -> Report:
    """The report about a case of `tests/cases/checks`, of one code. Leaves it in a file."""
    cases = Path(__file__).parent / "cases" / "checks"
    for file in ("base", name):
        (folder / f"{file}.uno").write_text((cases / f"{file}.uno").read_text(encoding="utf-8"), encoding="utf-8")
    options = [y for x in expected(name).options for y in ("--with", x)]
    seats = str(expected(name).seats)
    arguments = (f"{name}.uno", *options, "--seats", seats, "--select", code, "--no-cache", "--format", "json")
    (folder / "report.json").write_text(call("check", *arguments, code=1).stdout, encoding="utf-8")
    return report_in(folder / "report.json")


PROVED = sorted(
    x.stem for x in FOLDER.glob("*.uno") if " proved: " in x.read_text(encoding="utf-8").partition("\n\n")[0]
)
"""The cases with a proved finding."""


@pytest.mark.parametrize("name", [marked(x, long=i % 8 > 0) for i, x in enumerate(PROVED)])
def test_an_honest_report_of_a_case_holds(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    options = [y for x in expected(name).options for y in ("--with", x)]
    seats = ("--seats", str(expected(name).seats))
    found = CliRunner().invoke(main, ["check", f"{name}.uno", *options, *seats, "--no-cache", "--format", "json"])
    (tmp_path / "report.json").write_text(found.stdout, encoding="utf-8")
    said = json.loads(call("recheck", str(tmp_path / "report.json"), "--format", "json").stdout)
    assert said["wrong"] == []


@pytest.mark.slow
def test_an_overshadowed_rule_is_shown_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So are the rules that stand in its way, and how they do."""
    monkeypatch.chdir(tmp_path)
    report = case_report(tmp_path, "overshadowed-banned-fires", "UNO402")
    said = json.loads(call("recheck", "report.json", "--format", "json").stdout)
    assert (said["holds"], said["wrong"]) == (True, [])
    (found,) = report["findings"]
    _, ban = found["rules"]
    for one, other in ((ban, "base.draw"), ("forbids it", "stands instead of it")):
        forged = json.loads(json.dumps(found).replace(one, other))
        (tmp_path / "forged.json").write_text(json.dumps({**report, "findings": [forged]}), encoding="utf-8")
        wrong = json.loads(call("recheck", "forged.json", "--format", "json", code=1).stdout)["wrong"]
        assert "UNO402.1: the rules that it names are not those that leave it nothing" in wrong


@pytest.mark.slow
def test_a_dead_part_of_a_definition_is_shown_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By questions about the rules that use it."""
    monkeypatch.chdir(tmp_path)
    report = case_report(tmp_path, "part-case-fires", "UNO405")
    assert json.loads(call("recheck", "report.json", "--format", "json").stdout)["wrong"] == []
    (found,) = report["findings"]
    other = json.loads(json.dumps(found).replace("part-case-fires.worth", "part-case-fires.one"))
    assert refused_in(tmp_path, report | {"findings": [other]})


@pytest.mark.slow
def test_a_dead_part_is_shown_again_at_each_of_its_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A part that is dead at one table is proved, with the words of a part that is dead at all."""
    monkeypatch.chdir(tmp_path)
    report = case_report(tmp_path, "part-because-of-an-option-fires", "UNO405")
    assert json.loads(call("recheck", "report.json", "--format", "json").stdout)["holds"]
    (found,) = report["findings"]
    for change in (
        {"certificates": found["certificates"][:1]},
        {"basis": "in no state that can be reached; at every number of seats that the game allows"},
    ):
        report["findings"] = [found | change]
        (tmp_path / "forged.json").write_text(json.dumps(report), encoding="utf-8")
        said = json.loads(call("recheck", "forged.json", "--format", "json", code=1).stdout)
        assert said["wrong"] == ["UNO405.1: its certificates are not about every table and part that it speaks of"]


def test_a_round_that_cannot_end_is_shown_by_a_certificate_about_its_scenario(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    report = case_report(tmp_path, "trap-value-that-stays-fires", "UNO304")
    assert json.loads(call("recheck", "report.json", "--format", "json").stdout)["holds"]
    (found,) = report["findings"]
    (certificate,) = found["certificates"]
    assert certificate["kind"] == "no way out"
    others = [x for x in json.loads(certificate["closes"][0][1]) if x[0] == "round runs"]
    weaker = certificate | {"closes": [["the round", json.dumps(others)]]}
    wrongs = {
        # a state outside the set
        "UNO304.1: a way to the end of the round is left after its scenario": json.loads(
            json.dumps(found).replace("broken is yes", "broken is no")
        ),
        # a set that moves leave, and none
        "UNO304.1: the kernel does not show again: the round": {"certificates": [weaker]},
        "UNO304.1: its certificates are about another question": {
            "certificates": [proof(report, "UNO303")["certificate"]]
        },
    }
    for wrong, change in wrongs.items():
        assert any(wrong in x for x in refused_in(tmp_path, report | {"findings": [found | change]})), wrong


@pytest.mark.slow
def test_that_a_match_never_ends_closes_no_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a finding, and not the answer to whether matches end."""
    monkeypatch.chdir(tmp_path)
    report = case_report(tmp_path, "match-no-end-fires", "UNO306")
    certificates = report["findings"][0]["certificates"]
    closing = {
        **proof(report, "UNO301", "ranking"),
        "code": "UNO306",
        "about": "the match",
        "words": "no step leaves these states, and none of them is an end",
        "certificate": next(x for x in certificates if x["kind"] == "no way out"),
    }
    said = refused_in(tmp_path, report | {"proofs": [*report["proofs"], closing]})
    assert any(x.startswith("UNO306, the match") and x.endswith("is about another question") for x in said), said


def refused_in(folder: Path, report: Report) -> list[str]:
    """What is wrong with a report."""
    (folder / "forged.json").write_text(json.dumps(report), encoding="utf-8")
    said = json.loads(call("recheck", "forged.json", "--format", "json", code=1).stdout)["wrong"]
    assert isinstance(said, list)
    return said


@pytest.mark.slow
def test_what_nobody_may_do_is_shown_by_a_certificate_about_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    report = case_report(tmp_path, "contradiction-never-with-both-fires", "UNO")
    assert json.loads(call("recheck", "report.json", "--format", "json").stdout)["holds"]
    (found,) = (x for x in report["findings"] if x["evidence"] == "proved")
    other, said = proof(report, "UNO303")["certificate"], found["message"]
    for change in ({"certificates": [other]}, {"message": said.replace("red 4 or blue 4", "red 1 or blue 4")}):
        report["findings"] = [found | change]
        (tmp_path / "forged.json").write_text(json.dumps(report), encoding="utf-8")
        wrong = json.loads(call("recheck", "forged.json", "--format", "json", code=1).stdout)["wrong"]
        assert "UNO207.1: its certificates are about another question" in wrong


@pytest.mark.slow
def test_parameters_that_options_set_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert case_report(tmp_path, "parameter-fires", "UNO205")["parameters"] == {"base.hand-size": "2"}
    assert json.loads(call("recheck", "report.json", "--format", "json").stdout)["holds"]


def certificates(report: Report, kind: str) -> list[dict[str, Any]]:
    """The certificates of a kind among the proofs."""
    return [p["certificate"] for p in report["proofs"] if p["certificate"]["kind"] == kind]


def proof(report: Report, code: str, kind: str = "unsat") -> dict[str, Any]:
    """The first entry of `proofs` of a code and a kind."""
    return next(p for p in report["proofs"] if p["code"] == code and p["certificate"]["kind"] == kind)


def seen(report: Report) -> dict[str, Any]:
    """The first entry of what was seen in play."""
    return next(p for p in report["not_proved"] if p["how"] == "seen")


def claimed_as_proved(report: Report, certificate: object) -> None:
    """Claim what was seen as proved."""
    row = seen(report)
    report["not_proved"].remove(row)
    kept = {key: row[key] for key in ("code", "about", "words", "questions", "table")}
    report["proofs"].append({**kept, "certificate": certificate})


def claims_too_much(report: Report) -> None:
    for found in certificates(report, "invariant"):
        for layer in found.get("layers", []):
            layer[:] = [[*x[:3], x[3] - 1, *x[4:]] if x[0] == "Range" else x for x in layer]


def lacks_a_claim(report: Report) -> None:
    next(c for c in certificates(report, "invariant") if "layers" in c)["layers"][0].pop()


def has_no_invariant(report: Report) -> None:
    report["proofs"] = [p for p in report["proofs"] if p["certificate"]["kind"] != "invariant"]


def closes_what_is_open(report: Report) -> None:
    number = next(c for c in certificates(report, "invariant") if "id" in c)["id"]
    forged = {"kind": "unsat", "accepted": True, "closes": [["runs", "house.three"]], "invariant": number}
    claimed_as_proved(report, forged)


def play_is_proof(report: Report) -> None:
    claimed_as_proved(report, {"kind": "exhibit", "accepted": True, "closes": seen(report)["closes"]})


def counts_more(report: Report) -> None:
    proof(report, "UNO301", "ranking")["questions"] += 5


def sums_more(report: Report) -> None:
    report["summary"]["clean_proved"] += 1


def counts_twice(report: Report) -> None:
    one = proof(report, "UNO301", "ranking")
    one["certificate"]["closes"] *= 2
    one["questions"] *= 2


def another_question(report: Report) -> None:
    proof(report, "UNO301", "ranking")["code"] = "UNO303"


def a_question_of_no_code(report: Report) -> None:
    proof(report, "UNO301", "ranking")["code"] = "UNO404"


def about_all_that_happens(report: Report) -> None:
    proof(report, "UNO301", "ranking")["about"] = "every round"


def says_more(report: Report) -> None:
    proof(report, "UNO303")["words"] = "the game never ends in a draw"


def hides_what_is_missing(report: Report) -> None:
    claimed_as_proved(report, None)


def no_number_of_questions(report: Report) -> None:
    seen(report)["questions"] = []


def unknown_rules(report: Report) -> None:
    proof(report, "UNO303")["certificate"]["closes"][0][:] = ["order", "house.nothing", "house.three"]


def heights_are_turned_round(report: Report) -> None:
    for row in proof(report, "UNO301", "ranking")["certificate"]["closes"]:
        row[1] = json.dumps([[event, -height] for event, height in json.loads(row[1])])


def no_certificate(report: Report) -> None:
    next(f for f in report["findings"] if f["evidence"] == "proved")["certificates"] = []


def another_rule(report: Report) -> None:
    found = next(f for f in report["findings"] if f["code"] == "UNO401")
    found["rules"] = ["house.three"]


def another_code(report: Report) -> None:
    next(f for f in report["findings"] if f["code"] == "UNO401")["code"] = "UNO403"


def a_code_that_is_witnessed(report: Report) -> None:
    next(f for f in report["findings"] if f["code"] == "UNO401")["code"] = "UNO303"


def no_rule(report: Report) -> None:
    next(f for f in report["findings"] if f["code"] == "UNO401")["rules"] = []


def more_players(report: Report) -> None:
    next(f for f in report["findings"] if f["code"] == "UNO401")["seats"] = 3


def other_parameters(report: Report) -> None:
    next(f for f in report["findings"] if f["code"] == "UNO401")["parameters"] = {"hand-size": "4"}


def another_table(report: Report) -> None:
    for row in report["tables"]:
        row["seats"] = 3


def no_such_table(report: Report) -> None:
    for row in report["tables"]:
        row["options"] = ["house.nothing"]


def finding(report: Report, code: str) -> dict[str, Any]:
    """The first finding of a code."""
    return next(x for x in report["findings"] if x["code"] == code)


def another_scenario(report: Report) -> None:
    found = finding(report, "UNO305")
    found["witness"] = 'use "house.uno"\noptions for base\n\nscenario "no"\n  with house.extra\n  seats ann, bob\n'
    found["witness"] += "  ann holds red 3, red 4\n  discard pile is red 1\n  turn of ann\n  expect turn of bob"


def supposes_itself(report: Report) -> None:
    for found in certificates(report, "invariant"):
        if found.pop("layers", None) is not None:
            found |= {"at_rest": [], "invariant": found["id"]}


def closes_it_again(report: Report) -> None:
    one = proof(report, "UNO301", "ranking")
    report["proofs"].append(deepcopy(one))
    report["summary"]["clean_proved"] += one["questions"]


def has_the_same_id(report: Report) -> None:
    """A claim too much, under the id of a true one that comes later."""
    one = next(p for p in report["proofs"] if "layers" in p["certificate"])
    other = deepcopy(one)
    other["certificate"]["layers"][0].append(["Range", 0, 0, 0])
    report["proofs"].insert(report["proofs"].index(one), other)


def supposes_what_has_its_id(report: Report) -> None:
    found = next(c for c in certificates(report, "invariant") if "at_rest" in c)
    found["id"] = found["invariant"]


def closes_endless_stacks(report: Report) -> None:
    """A rule that never runs has no bearing on whether draw cards pile up for ever."""
    next(p for p in report["proofs"] if p["about"] == "runs, house.never")["code"] = "UNO302"


def closes_it_very_often(report: Report) -> None:
    one = next(p for p in report["proofs"] if p["about"] == "runs, house.never")
    one["certificate"]["closes"] *= 500
    one |= {"questions": 500, "about": "500 questions"}
    report["summary"]["clean_proved"] += 499


def has_no_options(report: Report) -> None:
    report["options"] = []


def leaves_a_finding_out(report: Report) -> None:
    report["findings"] = [x for x in report["findings"] if x["evidence"] == "bounded"]


@pytest.mark.parametrize(
    ("forge", "said"),
    [
        (claims_too_much, "not the one that its number"),
        (lacks_a_claim, "not the one that its number"),
        (has_no_invariant, "supposes the invariant"),
        (closes_what_is_open, "the kernel does not show again: runs, house.three"),
        (play_is_proof, "`exhibit` is no certificate"),
        (counts_more, "it says that it closes 6 questions, and closes 1"),
        (sums_more, "the summary says"),
        (counts_twice, "it says that it closes 2 questions, and closes 1"),
        (another_question, "its certificate is about another question"),
        (a_question_of_no_code, "its certificate is about another question"),
        (about_all_that_happens, "its certificate is about something else"),
        (says_more, "its certificate says something else"),
        (hides_what_is_missing, "it has no certificate"),
        (no_number_of_questions, "[] is no number of questions"),
        (unknown_rules, "names what its table does not have"),
        (heights_are_turned_round, "the kernel does not show again: every cascade"),
        (no_certificate, "it is called proved, and has no certificate"),
        (another_rule, "its certificates are about other rules"),
        (no_rule, "its certificates are about other rules"),
        (another_code, "its certificates are about another question"),
        (a_code_that_is_witnessed, "its certificates are about another question"),
        (more_players, "its certificates are about a table of 2"),
        (other_parameters, "its certificates are about a table with other parameters"),
        (another_table, "about base at 2 seats"),
        (no_such_table, "there is no such table"),
        (another_scenario, "its scenario does not pass"),
        (has_the_same_id, "another one of the same table has its id"),
        (supposes_what_has_its_id, "another one of the same table has its id"),
        (closes_it_very_often, "it closes one question more often than there are rules for it"),
        (closes_endless_stacks, "UNO302, runs, house.never: its certificate is about another question"),
        (supposes_itself, "which is no invariant of every state in the report"),
        (closes_it_again, "another one closes it as well"),
        (has_no_options, "it is about a table with other options than the report"),
        (leaves_a_finding_out, "for `found_witnessed`, and there are 0"),
    ],
)
def test_a_forged_report_is_refused(folder: Path, forge: Callable[[Report], None], said: str) -> None:
    report = deepcopy(report_in(folder / "table.json"))
    forge(report)
    (folder / "forged.json").write_text(json.dumps(report), encoding="utf-8")
    output = " ".join(call("recheck", "forged.json", code=1).output.split())
    assert output.startswith("forged.json does not hold: ")
    assert said in output


def test_claims_with_the_right_number_are_shown_again(folder: Path) -> None:
    from hashlib import sha256

    report = deepcopy(report_in(folder / "table.json"))
    for found in certificates(report, "invariant"):
        if "layers" in found:
            found["layers"][0].append(["NeverRuns", "house.three", []][:2])
            body = {k: found[k] for k in ("table", "seats", "layers")}
            found["id"] = sha256(json.dumps(body).encode()).hexdigest()[:16]
    (folder / "forged.json").write_text(json.dumps(report), encoding="utf-8")
    assert "house.three" in call("recheck", "forged.json", code=1).output


def test_rules_that_were_changed_since(folder: Path) -> None:
    (folder / "new.uno").write_text(RULES.replace("tally is less than 2", "tally is less than 3"), encoding="utf-8")
    report = report_in(folder / "table.json")
    for row in report["files"]:
        row["file"] = row["file"].replace("house", "new")
    report = json.loads(json.dumps(report).replace("house.", "new."))
    for row in report["files"]:
        row["file"] = "new.uno" if row["given"] else row["file"]
    (folder / "changed.json").write_text(json.dumps(report), encoding="utf-8")
    output = call("recheck", "changed.json", code=1).output
    assert "`new.uno` is not as it was when it was checked" in output
    assert "UNO401.1" in output


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "it is damaged, or not JSON"),
        ("[1]", "no report of `unodsl check --format json`"),
        ('{"version": 1, "passed": 3}', "no report of `unodsl check --format json`"),
        ('{"proofs": [], "summary": {}}', "does not say which files"),
        ('{"proofs": [], "summary": {}, "files": [{"file": "gone.uno", "given": true}], "options": []}', "gone.uno"),
        (
            '{"proofs": [1], "summary": {}, "files": [{"file": "house.uno", "given": true}], "options": []}',
            "it lacks what",
        ),
        ("[" * 100_000, "it is damaged, or not JSON"),
    ],
)
def test_what_is_no_report(folder: Path, text: str, said: str) -> None:
    (folder / "broken.json").write_text(text, encoding="utf-8")
    assert said in " ".join(call("recheck", "broken.json", code=2).output.split())
    assert "cannot be read" in call("recheck", "gone.json", code=2).output


def one_that_passes(report: Report) -> None:
    finding(report, "UNO203")["witness"] = finding(report, "UNO305")["witness"]


def one_that_makes_one_move(report: Report) -> None:
    found = finding(report, "UNO203")
    head, one, _ = found["witness"].split("\n\n")
    found["witness"] = "\n\n".join((head, one, one.replace('scenario "', 'scenario "again, ')))


def one_without_an_option(report: Report) -> None:
    found = finding(report, "UNO305")
    found["witness"] = found["witness"].replace("house.again, ", "").replace(", house.again", "")
    found["options"] = ["house.again"]


def one_that_does_not_come_back(report: Report) -> None:
    """The turn does, but each player has a card more."""
    found = finding(report, "UNO305")
    kept = [x for x in found["witness"].splitlines() if "number of cards" not in x]
    found["witness"] = "\n".join(kept).replace("red 1, red 2, red 3, red 4, red 4, ", "red 1, ")


def one_with_other_parameters(report: Report) -> None:
    finding(report, "UNO203")["parameters"] = {"base.hand-size": "2"}


@pytest.mark.parametrize(
    ("forge", "said"),
    [
        (one_that_passes, "UNO203.1: its scenario shows something else"),
        (one_that_makes_one_move, "UNO203.1: its scenario shows something else"),
        (one_without_an_option, "UNO305.1: its scenario is without `house.again`"),
        (one_that_does_not_come_back, "UNO305.1: its scenario shows something else"),
        (one_with_other_parameters, "with the parameters of the finding: `hand-size` is"),
    ],
)
def test_a_scenario_of_something_else_is_refused(folder: Path, forge: Callable[[Report], None], said: str) -> None:
    assert any(said in x for x in refused(folder, forge))


def refused(folder: Path, *forge: Callable[[Report], None]) -> list[str]:
    """What is wrong with the report about a table after all of some forgeries."""
    report = deepcopy(report_in(folder / "table.json"))
    for change in forge:
        change(report)
    return refused_in(folder, report)


def put(code: str, **values: object) -> Callable[[Report], None]:
    """A forgery of a finding."""
    return lambda report: finding(report, code).update(values)


SAID: list[tuple[Callable[[Report], None], str]] = [
    (put("UNO401", options=[]), "UNO401.1: its certificates are about a table with other options"),
    (put("UNO401", severity="note"), "UNO401.1: its severity is warning, not note"),
    (put("UNO305", message="a round ends in time"), "UNO305.1: no finding of its code says this of its rules"),
    (put("UNO304", name="stuck"), "UNO304.1: its code has another name"),
    (put("UNO203", suppressed="because"), "UNO203.1: no rule allows it with this reason"),
    (put("UNO203", scene="turn of ann"), "UNO203.1: its scene is another one than that of its scenario"),
    (put("UNO203", also_codes=["UNO999"]), "UNO203.1: it covers no such codes"),
    (put("UNO203", in_baseline="yes"), "UNO203.1: it is neither in a baseline nor not"),
    (put("UNO305", seats=3), "UNO305.1: its scenario is not at 3 seats"),
    (put("UNO305", table=0), "UNO305.1: it names a table, and has no certificate about it"),
    (lambda r: finding(r, "UNO401")["locations"][0].update(line=3), "UNO401.1: one of its places is none of a rule"),
    (
        lambda r: finding(r, "UNO203")["sides"][0]["facts"].append("ann wins"),
        "UNO203.1: its scenario does not show what it says of",
    ),
    (lambda r: finding(r, "UNO203")["details"].pop(), "UNO203.1: its details are not what it says of"),
    (lambda r: r["judged"].append("house.other"), "judged: no proof is of a table with `house.other`"),
    (lambda r: r["judged"].remove("house.extra"), "judged: its proofs are of a table with other options"),
    (lambda r: r["seats"].append(3), "seats: no proof is of a table of so many"),
    (lambda r: r["games"].append("base"), "games: it says the same twice"),
    (
        lambda r: r["parameters"].update({"base.hand-size": "4"}),
        "parameters: no proof is of a table with base.hand-size 4",
    ),
    (lambda r: r["without"].append("house.three"), "without: no proof is of a table without `house.three`"),
    (lambda r: r["codes_ignored"].append("UNO401"), "UNO401.1: its code is not reported"),
    (lambda r: r["remarks"].append("all is well"), "remarks: only a comparison of two rulesets has some"),
    (lambda r: r.update(combinations={}), "combinations: only a check of several tables has some"),
    (
        lambda r: r["not_proved"][-1].update(code="UNO201", closes=[["base.play"]]),
        "not_proved: there are no such codes",
    ),
    (lambda r: seen(r).update(words="it is proved"), "it says something else than that it is not proved"),
    (
        lambda r: proof(r, "UNO301", "ranking").update(words="it gets less"),
        "UNO301, every cascade: its certificate says something else",
    ),
    (lambda r: proof(r, "UNO201", "equal").pop("words"), "it lacks what a report has: 'words'"),
    (lambda r: r["files"].pop(), "is read, and the report does not have it"),
    (lambda r: proof(r, "UNO303")["certificate"].update(more=1), "it has more than a certificate has"),
]
"""Forgeries that do not come in each other's way, and what is said of each."""


def test_all_that_is_forged_is_named(folder: Path) -> None:
    wrong = refused(folder, *(forge for forge, _ in SAID))
    assert [said for _, said in SAID if not any(said in x for x in wrong)] == []


def test_what_does_not_follow_is_named(folder: Path) -> None:
    def forge(report: Report) -> None:
        report["verdict"] = "these rules go together"
        report["summary"]["undecided"] += 1
        report["summary"]["closed_uncertified"] = 1
        report["findings"][0] |= {"fingerprint": "0" * 32, "id": "UNO203.7"}

    parts = ["verdict", "undecided of the summary", "closed_uncertified of the summary"]
    parts += ["fingerprint of UNO203.1", "id of UNO203.1"]
    assert refused(folder, forge) == [f"{x}: it does not follow from the findings and proofs" for x in sorted(parts)]


def test_a_table_with_other_parameters_holds(folder: Path) -> None:
    """Tables have parameters as the caller wrote them, and the report by their full names."""
    arguments = (
        "house.uno",
        "--with",
        "again",
        "--set",
        "hand-size=2",
        "--seats",
        "2",
        "--no-cache",
        "--format",
        "json",
    )
    (folder / "set.json").write_text(call("check", *arguments, "--select", "UNO203", code=0).stdout, encoding="utf-8")
    found = json.loads(call("recheck", "set.json", "--format", "json").stdout)
    assert (found["holds"], found["wrong"], found["witnesses"]) == (True, [], 1)


TWO = """use "base.uno"

game NAME "Some cards" extends base
  set hand-size to SIZE

  rule points
    instead of base.points
    points of a card means POINTS
"""

MORE = """
option more "Another option"
  variable tally: 0 to 3
"""

OF_TWO: list[tuple[Callable[[Report], None], str]] = [
    (put("UNO205", message="points of a card"), "UNO205.1: its certificates are about another question"),
    (
        lambda r: r["findings"][1]["sides"][0].update(facts=["star: 50"]),
        "UNO205.2: its certificates are about another question",
    ),
    (
        lambda r: finding(r, "UNO207")["sides"][1].update(facts=["score of ann is 50"]),
        "UNO207.1: its scenario does not show what it says of `second`",
    ),
    (lambda r: finding(r, "UNO207").update(seats=3), "UNO207.1: no table is of 3"),
    (lambda r: finding(r, "UNO207")["locations"][0].update(column=4), "UNO207.1: one of its places is none"),
    (lambda r: r["not_judged"].pop(), "not_judged: it does not follow from the two rulesets"),
    (lambda r: r["options"].append("second.more"), "options: it does not follow from the two rulesets"),
    (lambda r: r["summary"].update(tables=7), "tables of the summary: it does not follow from the two rulesets"),
]


@pytest.mark.slow
def test_all_that_is_forged_of_two_rulesets_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "base.uno").write_text(BASE, encoding="utf-8")
    for name, size, points, more in (("first", "2", "5", ""), ("second", "4", "10", MORE)):
        rules = TWO.replace("NAME", name).replace("SIZE", size).replace("POINTS", points)
        (tmp_path / f"{name}.uno").write_text(rules + more, encoding="utf-8")
    calls = ("first.uno", "second.uno", "--together", "--seats", "2", "--no-cache", "--format", "json")
    (tmp_path / "table.json").write_text(call("check", *calls, code=1).stdout, encoding="utf-8")
    assert json.loads(call("recheck", "table.json", "--format", "json").stdout)["findings_proved"] == 2
    wrong = refused(tmp_path, *(forge for forge, _ in OF_TWO))
    assert [said for _, said in OF_TWO if not any(said in x for x in wrong)] == []


NOTHING = """use "base.uno"
options for base

option five "Five where there is no trump, else one"

  rule bonus-five
    bonus of a card means 5 if face of the card is nothing, otherwise 1
    instead of bonus

option one "Always one"

  rule bonus-one
    bonus of a card means 1
    instead of bonus

option trumps "The last star is the trump"

  variable trump: card or nothing

  rule bonus
    bonus of a card means 2

  rule star
    when player plays star
    then trump becomes the card

  rule three
    when player plays 3
    then (next player after player) draws bonus of trump
"""


def test_two_meanings_of_nothing_are_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And a report on options with nothing but meanings holds."""
    (tmp_path / "base.uno").write_text(BASE, encoding="utf-8")
    (tmp_path / "house.uno").write_text(NOTHING, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    options = [f"--with={x}" for x in ("five", "one", "trumps")]
    done = call("check", "house.uno", *options, "--seats", "2", "--format", "json", code=1)
    (tmp_path / "r.json").write_text(done.stdout, encoding="utf-8")
    found = [x for x in json.loads(done.stdout)["findings"] if x["code"] == "UNO205"]
    assert [(x["evidence"], x["rules"]) for x in found] == [("bounded", ["house.bonus-five", "house.bonus-one"])]
    call("recheck", "r.json")


BORROWED = """use "base.uno"
options for base

option extra "Some that never happen"

  rule red-star
    when player plays red star
    allow UNO401 "kept for other decks"
    then next player draws 1

  rule green
    when player plays a card
    if number of cards in hand of player is more than 50
    then next player draws 1

  rule six
    when player plays a card
    if the card is 1 or the card is red star
    then next player draws 1
"""

OF_OTHERS: list[tuple[Callable[[Report], None], str]] = [
    (lambda r: of_rule(r, "green").update(suppressed="kept for other decks"), "no rule allows it with this reason"),
    (
        lambda r: finding(r, "UNO405").update(message=finding(r, "UNO405")["message"].replace("never", "always")),
        "its certificates are not about every table and part that it speaks of",
    ),
    (lambda r: r.update(parameters={}), "parameters: its proofs are of tables with other ones"),
]


def of_rule(report: Report, rule: str) -> Report:
    """The finding that a rule never happens."""
    return next(x for x in report["findings"] if x["rules"] == [f"house.{rule}"] and x["code"] == "UNO401")


def test_what_belongs_to_others_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reason of another rule, a message about other parts, and a report without the parameters of its proofs."""
    monkeypatch.chdir(tmp_path)
    text = BASE.replace("2 of star", "2 of star\n    3 of blue 1", 1)
    (tmp_path / "base.uno").write_text(text, encoding="utf-8")
    (tmp_path / "house.uno").write_text(BORROWED, encoding="utf-8")
    arguments = [
        "house.uno",
        "--with",
        "extra",
        "--set",
        "hand-size=2",
        "--seats",
        "2",
        "--no-cache",
        "--format",
        "json",
    ]
    (tmp_path / "table.json").write_text(call("check", *arguments, code=1).stdout, encoding="utf-8")
    assert json.loads(call("recheck", "table.json", "--format", "json").stdout)["wrong"] == []
    wrong = refused(tmp_path, *(forge for forge, _ in OF_OTHERS))
    assert [said for _, said in OF_OTHERS if not any(said in x for x in wrong)] == []
