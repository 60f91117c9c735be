"""Nothing is called proved, in any output, that the kernel has not accepted a certificate of."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from checker.kernel.proved import KEY, Accepted, Shown, certificate
from checker.report.codec import Damaged, packed, unpacked
from checker.report.details import finding_text
from checker.report.formats.common import Outcome
from checker.report.formats.github import github
from checker.report.formats.html import html
from checker.report.formats.junit import junit
from checker.report.formats.sarif import sarif
from checker.report.json import as_json
from checker.report.message_forms import OPEN, severities
from checker.report.text import Shown as Listed
from checker.report.text import text
from checker.results import POSSIBLE, Certificate, Finding, Proof, Report
from checker.witness.validate import validate
from tests.test_check_cases import CASES, FOLDER, each_case, expected, report
from unodsl.resolve import TableSpec, load_project, load_table
from unodsl.source import Source

ALLOWED = re.compile(
    r"not proved|not all proved|cleanProved|clean_proved|\d+ (?:questions? )?proved|questions clean \(proved\)|\(proved\)|(?:found|clean) \(proved\)",
)
"""Words that say how many questions are proved, or that something is not; and those of the pages on what a code means."""


def outputs(found: Report, name: str) -> dict[str, str]:
    """A report in each format but JSON."""
    want = expected(name)
    project = load_project([FOLDER / f"{name}.uno"])
    table = load_table(project, TableSpec(options=want.options, seats=want.seats))
    levels = frozenset({"error", "warning", "note", "open"})
    outcome = Outcome(found, levels, (f"{name}.uno",), lambda: table, lambda: project)
    made = {"sarif": sarif(outcome), "junit": junit(outcome), "html": html(outcome), "github": github(outcome)}
    made["text"] = text(found, Listed(frozenset({"all"}), full=True))
    return made


def sound(finding: Finding) -> bool:
    """Whether a finding is proved only where the kernel has accepted something of it."""
    return finding.evidence != "proved" or (
        bool(finding.certificates) and all(x.accepted for x in finding.certificates)
    )


@pytest.mark.parametrize("name", each_case(CASES))
def test_each_output_of_each_case(name: str) -> None:
    found = report(name)
    assert all(map(sound, found.findings))
    body = as_json(found)
    there = {
        p["certificate"]["id"]
        for p in body["proofs"]
        if p["certificate"]["kind"] == "invariant" and "id" in p["certificate"]
    }
    # (what a finding alone rests on stands in it)
    there |= {c["id"] for f in body["findings"] for c in f["certificates"] if c["kind"] == "invariant" and "id" in c}
    certified = [p["certificate"] for p in body["proofs"]] + [c for f in body["findings"] for c in f["certificates"]]
    assert {c["invariant"] for c in certified if "invariant" in c} <= there
    assert all(p["certificate"]["accepted"] is True for p in body["proofs"])
    assert body["summary"]["clean_proved"] == sum(p["questions"] for p in body["proofs"])
    # each other closed question stands beside them, and says that it is not proved
    assert all("certificate" not in p and p["how"] in ("seen", "undecided") for p in body["not_proved"])
    left = [p for p in body["not_proved"] if p["how"] == "undecided"]
    assert body["summary"]["undecided"] == sum(p["questions"] for p in left)
    assert body["summary"]["closed_uncertified"] == 0
    assert all(p["words"] == POSSIBLE for p in left)
    assert all(f["certificates"] for f in body["findings"] if f["evidence"] == "proved")
    # what a recheck asks of messages and scenarios is so
    project = load_project([FOLDER / f"{name}.uno"])
    for row in body["findings"]:
        forms = severities(row["code"], row["message"], row["rules"], row["options"])
        assert forms is not None, row["message"]
        assert row["severity"] in forms or (forms == OPEN and row["evidence"] == "bounded"), row["message"]
        if row["witness"] is not None:
            validate(project, row, together=False)
    # without what is proved, no output says the word
    rest = replace(found, findings=tuple(f for f in found.findings if f.evidence != "proved"), proofs=())
    for form, words in {**outputs(rest, name), "json": json.dumps(as_json(rest))}.items():
        words = words.replace(name, "")  # (a name may have the word in it)
        words = (
            re.sub(r"<details.*?</details>|\"fullDescription\".*?\}|\"help\".*?\}", "", words, flags=re.DOTALL)
            if form != "text"
            else words
        )
        wrong = [m.group() for m in re.finditer(r".{60}\bproved\b.{40}", ALLOWED.sub("", words))]
        assert not wrong, (form, wrong)


def finding(**given: object) -> Finding:
    """A finding, proved unless something else is given."""
    values = {"code": "UNO401", "name": "dead", "severity": "warning", "message": "", "rules": (), "options": ()}
    more = {"seats": 2, "places": (), "evidence": "proved", "witness": None, "basis": ""}
    return Finding(**{**values, **more, **given})  # type: ignore[arg-type]


def test_a_finding_without_a_certificate_is_not_proved() -> None:
    right = certificate([Shown("unsat", ("runs", "kit.a"), "12", KEY)])
    assert finding(certificates=(right,)).evidence == "proved"
    claimed = Certificate("unsat", "{}")
    for wrong in ((), (claimed,), (right, claimed), (Certificate("exhibit", "{}"),)):
        with pytest.raises(ValueError, match="UNO401 is not proved"):
            finding(certificates=wrong)
    with pytest.raises(ValueError, match="is not proved"):
        replace(finding(evidence="bounded"), evidence="proved")


def test_a_question_without_a_certificate_says_so() -> None:
    with pytest.raises(ValueError, match="no certificate closes it"):
        Proof("UNO304", "every round", "something decreases with every move")
    assert Proof("UNO401", "kit.a", POSSIBLE).how == "undecided"


def test_nobody_but_the_kernel_makes_a_certificate() -> None:
    with pytest.raises(ValueError, match="only the kernel"):
        Accepted("unsat", "{}")
    with pytest.raises(ValueError, match="only the kernel"):
        Shown("unsat", ("a",), "")
    assert not Certificate("unsat", "{}").accepted


def test_a_kept_report_whose_proof_was_taken_away_is_refused() -> None:
    right = certificate([Shown("unsat", ("runs", "kit.a"), "", KEY)])
    whole = packed(Report((finding(certificates=(right,)),), 1, 1, 0, 0.0, ()))
    sources: dict[str, Source] = {}
    assert unpacked(whole, sources).findings[0].certificates == (right,)
    for wrong in ([], [["unsat", "{}", False]], [["guess", "{}", True]], [["unsat", "{", True]]):
        whole["findings"][0]["certificates"] = wrong
        with pytest.raises(Damaged):
            unpacked(whole, sources)


def test_full_findings_say_their_evidence() -> None:
    assert "evidence: bounded" in finding_text(finding(evidence="bounded"))
