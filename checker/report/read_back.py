"""The decoder of JSON reports: a report from its JSON form, so that everything derived in it can be derived again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from checker.report.codec import unpacked
from checker.report.json import as_json
from checker.results import Report
from unodsl.source import Source

NOT_DERIVED = frozenset({"version", "combinations", "files", "baseline_gone"})
"""Parts of a report that are not compared: what is known of all combinations, and what the command adds."""


def differences(value: Mapping[str, Any], found: Report) -> list[str]:
    """The parts of a report, by their names, that do not follow from its findings and proofs: the verdict, counts, names and
    fingerprints. `found`: the report, read back."""
    again = json.loads(json.dumps(as_json(found)))
    out = [key for key in again.keys() - NOT_DERIVED - {"findings", "summary"} if again[key] != value.get(key)]
    summary = again["summary"], value["summary"]
    out += [
        f"{x} of the summary" for x in summary[0].keys() | summary[1].keys() if summary[0].get(x) != summary[1].get(x)
    ]
    out += [f"`{x}`" for x in value.keys() - again.keys() - NOT_DERIVED]
    for mine, theirs in zip(again["findings"], value["findings"], strict=True):
        out += [f"{key} of {mine['id']}" for key in mine.keys() | theirs.keys() if mine.get(key) != theirs.get(key)]
    return sorted(out)


def read_back(value: Mapping[str, Any], sources: Mapping[str, Source], owners: Sequence[Sequence[str]]) -> Report:
    """The report of a JSON form. Its certificates count as accepted where they say so: for a caller who has asked the kernel."""
    tables = [json.dumps(x) for x in value["tables"]]
    judged = None
    if value["mode"] is not None:
        single = value["mode"] in ("table", "together")
        usual = sorted({*value["options"]} - {*value["judged"]}) if single else []
        files = [Path(x["file"]).stem for x in value["files"] if x["given"]]
        judged = [
            *(value[x] for x in ("mode", "seats", "games", "judged")),
            files,
            *(value["parameters_varied"], usual, value["without"], value["remarks"]),
            [[x["option"], x["reason"]] for x in value["not_judged"]],
            [[name, text] for name, text in value["parameters"].items()],
            value["judged_apart"],
            [[x["option"], x["seats"]] for x in value["judged_only_at"]],
        ]
    summary = value["summary"]
    proofs = [
        [x["code"] or "", x["about"], x["words"], _certificate(x["certificate"]), x["questions"], _table(tables, x)]
        for x in value["proofs"]
    ]
    proofs += [
        [x["code"] or "", x["about"], x["words"], _seen(x), x["questions"], _table(tables, x)]
        for x in value["not_proved"]
    ]
    out = unpacked(
        {
            **{x: summary[x] for x in ("tables", "found_witnessed", "open_bounded", "open_exhaustive", "seconds")},
            "closed_uncertified": 0,
            "unused": [
                [x["rule"], x["code"], x["with"], x["reason"], _place(sources, x["location"])[:3]]
                for x in value["unused_suppressions"]
            ],
            "findings": [_finding(x, own, tables, sources) for x, own in zip(value["findings"], owners, strict=True)],
            "combinations": None,
            "moves": [list(x) for x in value["moves"].items()],
            "judged": judged,
            "proofs": proofs,
        },
        sources,
    )
    known = (x["in_baseline"] for x in value["findings"])
    return replace(
        out,
        findings=tuple(replace(f, known=here) for f, here in zip(out.findings, known, strict=True)),
        cut_short=value["cut_short"] is True,
        stopped=value["stopped"] is True,
        ignored=tuple(value["codes_ignored"]),
    )


def _finding(x: Mapping[str, Any], owners: Sequence[str], tables: Sequence[str], sources: Mapping[str, Source]) -> Any:
    """A finding in the form of the cache."""
    scope = x["scope"]
    return {
        **{
            k: x[k] for k in ("code", "name", "severity", "message", "rules", "options", "seats", "evidence", "witness")
        },
        **{k: x[k] for k in ("basis", "details", "suppressed", "also", "also_codes", "scene")},
        "places": [_place(sources, at) for at in x["locations"]],
        "fixes": [[y["file"], y["line"], y["text"], y["description"], y["verified"]] for y in x["fixes"]],
        "sides": [[y["label"], y["rule"], y["facts"]] for y in x["sides"]],
        "parameters": [list(y) for y in x["parameters"].items()],
        "owners": list(owners),
        "scope": None if scope is None else [scope["kind"], scope["states"], scope["seats"], scope["cards"]],
        "certificates": [_certificate(y) for y in x["certificates"]],
        "table": _table(tables, x),
    }


def _seen(x: Mapping[str, Any]) -> Any:
    """What play has answered, in the form of the cache; None for a question that nobody has answered."""
    return None if x["closes"] is None else ["exhibit", json.dumps({"closes": x["closes"]}), False]


def _certificate(x: Mapping[str, Any] | None) -> Any:
    """A certificate in the form of the cache."""
    if x is None:
        return None
    return [x["kind"], json.dumps({k: v for k, v in x.items() if k not in ("kind", "accepted")}), x["accepted"]]


def _table(tables: Sequence[str], x: Mapping[str, Any]) -> str:
    return "" if x["table"] is None else tables[x["table"]]


def _place(sources: Mapping[str, Source], at: Mapping[str, Any]) -> list[Any]:
    """A place with offsets instead of lines and columns. Raises `ValueError` where there is none such."""
    source, line, column, length = sources[at["file"]], at["line"], at["column"], at["length"]
    if not 0 < column <= len(source.line_text(line)) + 1:
        raise ValueError(f"there is no line {line} with {column} characters in {at['file']}")
    start = source.line_start(line) + column - 1
    return [at["file"], start, start + length, at["label"]]
