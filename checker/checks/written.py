"""Maps the copies of a rule in findings back to the written rule. A rule with several ways of naming something stands
at the table once for each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from checker.codes import DEAD, OVERSHADOWED, WITHOUT_EFFECT
from checker.effects.ways import written_name
from checker.results import Finding
from unodsl.model import table as t

NEVER = frozenset({DEAD.id, OVERSHADOWED.id, WITHOUT_EFFECT.id})
"""Codes for rules that never happen or change nothing. They hold of a written rule if they hold of all its copies."""


def as_written(table: t.Table, findings: Sequence[Finding]) -> list[Finding]:
    """The findings of one check with the written rule names. A finding that a rule never happens or changes nothing
    needs all copies of the rule."""
    rules: tuple[t.Trigger | t.Offer | t.Ban, ...] = (*table.triggers, *table.offers, *table.bans)
    alike: dict[str, set[str]] = {}
    for rule in rules:
        alike.setdefault(written_name(rule.info.name), set()).add(rule.info.name)
    many = {name for name, copies in alike.items() if len(copies) > 1}
    if not many:
        return list(findings)
    reported: dict[tuple[str, str], dict[str, Finding]] = {}
    for x in findings:
        if x.code in NEVER and x.rules:
            reported.setdefault((x.code, written_name(x.rules[0])), {})[x.rules[0]] = x
    out: list[Finding] = []
    for x in findings:
        base = written_name(x.rules[0]) if x.rules else ""
        if x.code in NEVER and base in many:
            same = reported[x.code, base]
            if same.keys() != alike[base]:
                continue
            # an open question about one copy is one about the rule
            one = next((y for y in same.values() if y.evidence == "bounded"), next(iter(same.values())))
            if one is not x:
                continue
            if one.evidence == "proved":
                x = replace(one, certificates=tuple(c for y in same.values() for c in y.certificates))
        out.append(_written(x, many))
    return out


def _written(x: Finding, many: Iterable[str]) -> Finding:
    """A finding with the written names of rules."""
    pattern = re.compile("|".join(rf"{re.escape(n)} naming [^`;:,\n]*" for n in sorted(many)))

    def plain(text: str) -> str:
        return pattern.sub(lambda m: written_name(m[0]), text)

    return replace(
        x,
        rules=tuple(dict.fromkeys(map(written_name, x.rules))),
        message=plain(x.message),
        basis=plain(x.basis),
        details=tuple(map(plain, x.details)),
        places=tuple(replace(p, label=plain(p.label)) for p in x.places),
        sides=tuple(replace(s, label=plain(s.label), rule=written_name(s.rule)) for s in x.sides),
    )
