"""The JSON report, by the documented schema."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from checker.report.baseline import fingerprint
from checker.report.verdict import numbered, of_base, verdict
from checker.results import Certificate, Combinations, Finding, Place, Proof, Report
from unodsl.resolve import Project


def as_json(report: Report) -> dict[str, Any]:
    """The report as JSON values."""
    judged = report.judged
    proofs = [p for p in report.proofs if p.how == "proved"]
    others = [p for p in report.proofs if p.how != "proved"]
    named = (*(p.table for p in (*proofs, *others)), *(f.table for f in report.findings))
    tables = {x: number for number, x in enumerate(dict.fromkeys(filter(None, named)))}
    single = judged is not None and judged.mode in ("table", "together")
    return {
        "verdict": verdict(report),
        "mode": None if judged is None else judged.mode,
        "game": None if judged is None or not judged.games else judged.games[0],
        "games": [] if judged is None else list(judged.games),
        "options": [] if judged is None or not single else sorted({*judged.options, *judged.usual}),
        "without": [] if judged is None else list(judged.without),
        "parameters": {} if judged is None else dict(judged.parameters),
        "seats": [] if judged is None else list(judged.seats),
        "judged": [] if judged is None else list(judged.options),
        "not_judged": [] if judged is None else [{"option": o, "reason": why} for o, why in judged.not_judged],
        "judged_apart": [] if judged is None else [list(pair) for pair in judged.apart],
        "judged_only_at": []
        if judged is None
        else [{"option": o, "seats": list(numbers)} for o, numbers in judged.only_at],
        "parameters_varied": [] if judged is None else list(judged.varied),
        "codes_ignored": list(report.ignored),
        "findings": [
            {**finding_json(f, name, report), "table": tables.get(f.table)} for name, f in numbered(report).items()
        ],
        "summary": {
            "tables": report.tables,
            "clean_proved": report.clean_proved,
            "seen_in_play": report.seen_in_play,
            "closed_uncertified": report.closed_uncertified,
            "undecided": report.undecided,
            "found_witnessed": report.found_witnessed,
            "open_bounded": report.open_bounded,
            "open_exhaustive": report.open_exhaustive,
            "open_sampled": report.open_sampled,
            "seconds": round(report.seconds, 2),
        },
        "moves": dict(report.moves),
        "remarks": [] if judged is None else list(judged.remarks),
        "cut_short": report.cut_short,
        "stopped": report.stopped,
        "proofs": [
            {**closed_json(p), "certificate": certificate_json(p.certificate), "table": tables.get(p.table)}
            for p in proofs
            if p.certificate is not None
        ],
        "not_proved": [
            {"how": p.how, **closed_json(p), "closes": seen_json(p), "table": tables.get(p.table)} for p in others
        ],
        "tables": [json.loads(x) for x in tables],
        "combinations": None if report.combinations is None else combinations_json(report.combinations),
        "unused_suppressions": [
            {
                "rule": u.rule,
                "code": u.allowance.code,
                "with": u.allowance.rule,
                "reason": u.allowance.reason,
                "location": place_json(Place(u.allowance.span, "suppresses nothing")),
            }
            for u in report.unused
        ],
    }


def rule_files(project: Project) -> list[dict[str, Any]]:
    """The ruleset files that were read, those given first, with their SHA-256 sums."""
    rows: list[dict[str, Any]] = []
    for name in dict.fromkeys((*sorted(project.given), *sorted(project.pages))):
        source = project.pages[name].file.source
        sum_ = sha256(source.text.encode("utf-8", "surrogatepass")).hexdigest()
        rows.append({"file": source.name, "given": name in project.given, "sha256": sum_})
    return rows


def closed_json(p: Proof) -> dict[str, Any]:
    """What all answers without a finding have, proved or not."""
    return {"code": p.code or None, "about": p.about, "words": p.words, "questions": p.questions}


def seen_json(p: Proof) -> list[list[str]] | None:
    """The questions that play has answered; None for others."""
    closes: list[list[str]] | None = None if p.certificate is None else json.loads(p.certificate.data).get("closes")
    return closes


def certificate_json(c: Certificate) -> dict[str, Any]:
    """The certificate of a proof: its kind, whether the kernel accepted it, and the data for a recheck."""
    return {"kind": c.kind, "accepted": c.accepted, **json.loads(c.data)}


def combinations_json(c: Combinations) -> dict[str, Any]:
    """The scope and the verdicts of a check of all combinations. Numbers of tables are strings, because they may exceed
    what JSON readers support."""
    return {
        "games": [
            {
                "games": list(g.games),
                "options": list(g.options),
                "left_out": dict(g.left_out),
                "tables": {str(seats): str(count) for seats, count in g.tables},
                "comes_along": {option: [o for o in closed if o != option] for option, closed, _ in g.singles},
                "fewest_seats": {option: seats for option, _, seats in g.singles},
                "apart": sorted(sorted(pair) for pair in g.apart),
            }
            for g in c.games
        ],
        "matrix": [{"options": [x.one, x.other], "verdict": x.verdict, "codes": list(x.codes)} for x in c.matrix],
        "pages": [{"pages": [x.one, x.other], "verdict": x.verdict, "codes": list(x.codes)} for x in c.pages],
        "largest_sets": [
            {"games": list(x.games), "options": list(x.options), "fewest_seats": x.seats, "of": x.of, "exact": x.exact}
            for x in c.largest
        ],
        "tables_loaded": c.tables_loaded,
        "not_settled": list(c.bounds),
    }


def finding_json(f: Finding, name: str, report: Report) -> dict[str, Any]:
    """One finding. `id` is its name for `--witness`."""
    return {
        "id": name,
        "code": f.code,
        "name": f.name,
        "severity": f.severity,
        "message": f.message,
        "rules": list(f.rules),
        "options": list(f.options),
        "also": [list(x) for x in f.also],
        "also_codes": list(f.also_codes),
        "seats": f.seats,
        "locations": [place_json(p) for p in f.places],
        "evidence": f.evidence,
        "basis": f.basis,
        "scope": None
        if f.scope is None
        else {"kind": f.scope.kind, "states": f.scope.states, "seats": f.scope.seats, "cards": f.scope.cards},
        "certificates": [certificate_json(x) for x in f.certificates],
        "details": list(f.details),
        "witness": f.witness,
        "fixes": [
            {"file": x.path, "line": x.line, "text": x.text, "description": x.description, "verified": x.verified}
            for x in f.fixes
        ],
        "scene": f.scene,
        "sides": [{"label": x.label, "rule": x.rule, "facts": list(x.facts)} for x in f.sides],
        "parameters": dict(f.parameters),
        "of_the_game_itself": of_base(f, report.judged),
        "suppressed": f.suppressed,
        "in_baseline": f.known,
        "fingerprint": fingerprint(f),
    }


def place_json(place: Place) -> dict[str, Any]:
    """A place in a file; lines and columns from 1."""
    span = place.span
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "length": span.end - span.start,
        "label": place.label,
    }
