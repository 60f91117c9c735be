"""The codec of reports for the cache: everything in a report, with places as offsets."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, get_args

from checker.kernel.proved import kept
from checker.results import (
    Cell,
    CellVerdict,
    Certificate,
    CertificateKind,
    Combinations,
    Finding,
    Fix,
    Game,
    Judged,
    LargestSet,
    Mode,
    Place,
    Proof,
    Report,
    SearchScope,
    Side,
    Unused,
)
from unodsl.model.table import Allowance
from unodsl.source import Source, Span


class Damaged(Exception):
    """Raised where a stored report is malformed."""


def packed(report: Report) -> dict[str, Any]:
    """Encodes a report as JSON values."""
    r = report
    return {
        "tables": r.tables,
        "found_witnessed": r.found_witnessed,
        "open_bounded": r.open_bounded,
        "open_exhaustive": r.open_exhaustive,
        "seconds": r.seconds,
        "unused": [
            [u.rule, u.allowance.code, u.allowance.rule, u.allowance.reason, _span(u.allowance.span)] for u in r.unused
        ],
        "findings": [_finding(f) for f in r.findings],
        "combinations": None if r.combinations is None else _combinations(r.combinations),
        "moves": [list(x) for x in r.moves],
        "judged": None if r.judged is None else _judged(r.judged),
        "proofs": [[p.code, p.about, p.words, _certificate(p.certificate), p.questions, p.table] for p in r.proofs],
        "closed_uncertified": r.closed_uncertified,
    }


def unpacked(value: Any, sources: Mapping[str, Source]) -> Report:
    """Decodes a report from JSON values. `sources`: the texts by the names used in findings. Raises `Damaged`."""
    try:
        return Report(
            findings=tuple(_found(f, sources) for f in value["findings"]),
            tables=_whole(value["tables"]),
            found_witnessed=_whole(value["found_witnessed"]),
            open_bounded=_whole(value["open_bounded"]),
            open_exhaustive=_whole(value["open_exhaustive"]),
            seconds=float(value["seconds"]),
            unused=tuple(
                Unused(_text(rule), Allowance(_text(code), _maybe(other), _text(reason), _place(sources, span)))
                for rule, code, other, reason, span in value["unused"]
            ),
            proofs=tuple(
                Proof(_text(code), _text(about), _text(words), _certified(certificate), _whole(questions), _text(table))
                for code, about, words, certificate, questions, table in value["proofs"]
            ),
            closed_uncertified=_whole(value["closed_uncertified"]),
            combinations=_combined(value["combinations"]),
            moves=tuple((_text(name), _whole(moves)) for name, moves in value["moves"]),
            judged=_was_judged(value["judged"]),
        )
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise Damaged(str(error)) from None


def _certificate(c: Certificate | None) -> list[Any] | None:
    return None if c is None else [c.kind, c.data, c.accepted]


def _certified(value: Any) -> Certificate | None:
    if value is None:
        return None
    kind, data, accepted = value
    if kind not in get_args(CertificateKind) or not isinstance(accepted, bool):
        raise ValueError("no such certificate")
    json.loads(_text(data))
    return kept(kind, data) if accepted else Certificate(kind, data)


def _judged(j: Judged) -> list[Any]:
    pairs = [[list(x) for x in row] for row in (j.not_judged, j.parameters, j.apart)]
    names = [list(x) for x in (j.games, j.options, j.files, j.varied, j.usual, j.without, j.remarks)]
    return [j.mode, list(j.seats), *names, *pairs, [[o, list(numbers)] for o, numbers in j.only_at]]


def _was_judged(value: Any) -> Judged | None:
    if value is None:
        return None
    mode, seats, games, options, files, varied, usual, without, remarks, not_judged, parameters, apart, only_at = value
    if mode not in get_args(Mode):
        raise ValueError("no such mode")
    return Judged(
        mode,
        _texts(games),
        _texts(options),
        _pairs(not_judged),
        _texts(files),
        tuple(_whole(n) for n in seats),
        _pairs(parameters),
        _texts(varied),
        _texts(usual),
        _texts(without),
        _texts(remarks),
        tuple((_text(o), tuple(_whole(n) for n in numbers)) for o, numbers in only_at),
        _pairs(apart),
    )


def _pairs(value: Any) -> tuple[tuple[str, str], ...]:
    return tuple((_text(one), _text(other)) for one, other in value)


def _combinations(c: Combinations) -> list[Any]:
    games = [
        [
            list(g.games),
            list(g.options),
            [list(x) for x in g.left_out],
            [list(x) for x in g.tables],
            [[option, list(closed), seats] for option, closed, seats in g.singles],
            sorted(sorted(pair) for pair in g.apart),
        ]
        for g in c.games
    ]
    cells = [[[x.one, x.other, x.verdict, list(x.codes)] for x in row] for row in (c.matrix, c.pages)]
    sets = [[list(x.games), list(x.options), x.seats, x.of, x.exact] for x in c.largest]
    return [games, *cells, c.tables_loaded, list(c.bounds), sets]


def _combined(value: Any) -> Combinations | None:
    if value is None:
        return None
    games, matrix, pages, loaded, bounds, sets = value
    return Combinations(
        tuple(
            Game(
                _texts(names),
                _texts(options),
                tuple((_text(o), _text(why)) for o, why in left_out),
                tuple((_whole(n), _whole(count)) for n, count in tables),
                tuple((_text(o), _texts(closed), _whole(n)) for o, closed, n in singles),
                frozenset(frozenset(_texts(pair)) for pair in apart),
            )
            for names, options, left_out, tables, singles, apart in games
        ),
        _cells(matrix),
        _cells(pages),
        _whole(loaded),
        _texts(bounds),
        tuple(
            LargestSet(_texts(games), _texts(options), _whole(seats), _whole(of), bool(exact))
            for games, options, seats, of, exact in sets
        ),
    )


def _cells(value: Any) -> tuple[Cell, ...]:
    if any(verdict not in get_args(CellVerdict) for _, _, verdict, _ in value):
        raise ValueError("no such verdict")
    return tuple(Cell(_text(one), _text(other), verdict, _texts(codes)) for one, other, verdict, codes in value)


def _span(span: Span) -> list[Any]:
    return [span.source.name, span.start, span.end]


def _finding(f: Finding) -> dict[str, Any]:
    return {
        "code": f.code,
        "name": f.name,
        "severity": f.severity,
        "message": f.message,
        "rules": list(f.rules),
        "options": list(f.options),
        "seats": f.seats,
        "places": [[*_span(p.span), p.label] for p in f.places],
        "evidence": f.evidence,
        "witness": f.witness,
        "basis": f.basis,
        "details": list(f.details),
        "fixes": [[x.path, x.line, x.text, x.description, x.verified] for x in f.fixes],
        "suppressed": f.suppressed,
        "also": [list(x) for x in f.also],
        "also_codes": list(f.also_codes),
        "scene": f.scene,
        "sides": [[x.label, x.rule, list(x.facts)] for x in f.sides],
        "parameters": [list(x) for x in f.parameters],
        "owners": list(f.owners),
        "scope": None if f.scope is None else [f.scope.kind, f.scope.states, f.scope.seats, f.scope.cards],
        "certificates": [_certificate(x) for x in f.certificates],
        "table": f.table,
    }


def _found(f: Any, sources: Mapping[str, Source]) -> Finding:
    severity, evidence = f["severity"], f["evidence"]
    if severity not in ("error", "warning", "note") or evidence not in ("witnessed", "proved", "bounded"):
        raise ValueError("no such severity or evidence")
    return Finding(
        code=_text(f["code"]),
        name=_text(f["name"]),
        severity=severity,
        message=_text(f["message"]),
        rules=_texts(f["rules"]),
        options=_texts(f["options"]),
        seats=_whole(f["seats"]),
        places=tuple(Place(_place(sources, at), _text(label)) for *at, label in f["places"]),
        evidence=evidence,
        witness=_maybe(f["witness"]),
        basis=_text(f["basis"]),
        details=_texts(f["details"]),
        fixes=tuple(
            Fix(_text(path), _whole(line), _text(text), _text(description), verified is True)
            for path, line, text, description, verified in f["fixes"]
        ),
        suppressed=_maybe(f["suppressed"]),
        also=tuple(_texts(x) for x in f["also"]),
        also_codes=_texts(f["also_codes"]),
        scene=_text(f["scene"]),
        sides=tuple(Side(_text(label), _text(rule), _texts(facts)) for label, rule, facts in f["sides"]),
        parameters=_pairs(f["parameters"]),
        owners=_texts(f["owners"]),
        scope=_scope(f["scope"]),
        certificates=tuple(x for x in map(_certified, f["certificates"]) if x is not None),
        table=_text(f["table"]),
    )


def _scope(value: Any) -> SearchScope | None:
    if value is None:
        return None
    kind, *numbers = value
    if kind not in ("exhaustive", "sampled"):
        raise ValueError("no such scope")
    states, seats, cards = map(_whole, numbers)
    return SearchScope(kind, states, seats, cards)


def _place(sources: Mapping[str, Source], at: Any) -> Span:
    name, start, end = at
    source = sources[name]
    if not 0 <= _whole(start) <= _whole(end) <= len(source.text):
        raise ValueError("a place outside of its text")
    return Span(source, start, end)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def _maybe(value: Any) -> str | None:
    return None if value is None else _text(value)


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(_text(x) for x in list(value))


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("no whole number")
    return value
