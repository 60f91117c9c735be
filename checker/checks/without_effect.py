"""UNO403 without-effect: whenever it runs, nothing changes."""

from __future__ import annotations

from checker.case import Case
from checker.idle import something_to_do
from checker.reach import reach
from checker.solve import ask
from checker.verdicts import Answers, Finding, Place
from checker.witness import written_rules
from unodsl.model import table as t

CODE, NAME = "UNO403", "without-effect"


def check(case: Case) -> Answers:
    """Every trigger and offer that can run."""
    findings: list[Finding] = []
    proved = 0
    for rule in idle_rules(case):
        findings.append(finding(case, rule))
    proved = len(reach(case).alive) - len(findings)
    return Answers(tuple(findings), max(0, proved))


def idle_rules(case: Case) -> list[t.Trigger | t.Offer]:
    """The rules that can run and change nothing, worked out once."""
    if "idle" not in case.shared:
        case.shared["idle"] = _idle_rules(case)
    found = case.shared["idle"]
    assert isinstance(found, list)
    return found


def _idle_rules(case: Case) -> list[t.Trigger | t.Offer]:
    known = reach(case)
    gone = {*known.dead, *known.shadowed}
    if case.about:
        gone |= written_rules(case.table).keys() - case.about
    strong = known.strong or case
    rules: list[t.Trigger | t.Offer] = [*strong.table.triggers, *strong.table.offers]
    return [r for r in rules if r.info.name not in gone and idle(strong, r)]


def idle(case: Case, rule: t.Trigger | t.Offer) -> bool:
    """Whether nothing comes of a rule that can run."""
    question = something_to_do(case, rule)
    return question is not None and ask(case, question, isinstance(rule, t.Offer)) == "impossible"


def finding(case: Case, rule: t.Trigger | t.Offer) -> Finding:
    return Finding(
        code=CODE,
        name=NAME,
        severity="warning",
        message=f"`{rule.info.name}` changes nothing, whenever it "
        + ("runs" if isinstance(rule, t.Trigger) else "is made use of"),
        rules=(rule.info.name,),
        options=case.options_of(rule),
        seats=case.layout.seats,
        places=(Place(rule.info.head, "nothing comes of it"),),
        evidence="proved",
        witness=None,
        basis="in no state of any deal in which it applies does one of its effects change anything",
    )
