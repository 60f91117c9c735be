"""Single tables of a family, for what is asked of one rule and not of a pair: each game, each option by itself, and the mixtures that
play hints at."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from checker.family import base_of
from checker.learned import PAIRS, Learned
from checker.registry import CHECKS
from checker.run import Part, check_seats
from checker.verdicts import Finding, Game
from unodsl.diagnostics import RulesError
from unodsl.resolve import Project, TableSpec

SINGLES = frozenset(code for code, _, _ in CHECKS) - PAIRS.keys()
"""The codes of the other checks."""

RULES = frozenset({"UNO401", "UNO402", "UNO403"})
"""The codes that are about one rule."""

STOPPED = frozenset({"UNO301", "UNO303"})
"""The codes that are about a game that cannot go on."""

LoneTable = tuple[TableSpec, frozenset[str], str | None]
"""A table that is asked about single rules: which codes, and of which rule alone (None: of all)."""


def lone_tables(families: list[Learned], project: Project, parameters: dict[str, int | str]) -> list[LoneTable]:
    """Each game without options, each option of the files given at the game that it is at home in, and the pairs that play
    hints at (with the rule that is asked about)."""
    out: list[LoneTable] = []

    def at(game: Game, options: Iterable[str], seats: int) -> TableSpec:
        return replace(base_of(game.games, parameters, seats), options=tuple(sorted(options)))

    for one in families:
        out.append((at(one.game, (), one.game.tables[0][0]), SINGLES, None))
    placed_: set[str] = set()
    alone = [one for one in families if len(one.game.games) == 1]
    for home in (True, False):
        for one in alone:
            for option, closed, seats in one.game.singles:
                given = option.partition(".")[0] in project.given
                if given and option not in placed_ and (not home or option.partition(".")[0] in one.game.games):
                    placed_.add(option)
                    out.append((at(one.game, closed, seats), SINGLES, None))
    for one in alone:
        for hint in one.hints:
            codes = STOPPED if hint.rule is None else RULES
            out.append((at(one.game, hint.options, hint.seats), codes, hint.rule))
    return out


@dataclass(frozen=True, slots=True)
class Asked:
    """A single table, what is asked of it, and what is known already: the rules that never happen without options."""

    table: LoneTable
    deadline: float
    said: frozenset[str] = frozenset()


def one_table(project: Project, asked: Asked) -> Part:
    """Ask one table what is asked of single rules, of one of them if it is named. A table that cannot be has nothing to say."""
    spec, codes, rule = asked.table
    if time.monotonic() >= asked.deadline:
        return Part(cut_short=True)
    try:
        about = frozenset([rule] if rule is not None else [])
        return check_seats(project, spec, asked.deadline, codes=codes, one_of_many=True, about=about, said=asked.said)
    except RulesError:
        return Part()


def never_happen(parts: Iterable[Part | None]) -> frozenset[str]:
    """The rules that are proved never to happen at some tables."""
    findings = [f for part in parts if part is not None for f in part.findings]
    return frozenset(r for f in findings if f.code == "UNO401" and f.evidence == "proved" for r in f.rules)


def first_of(parts: list[tuple[Part, str | None]]) -> list[Finding]:
    """Each finding once: where it is found with the fewest options. Of a table that was looked at for one rule, what is about
    that rule."""
    out: dict[tuple[str, tuple[str, ...], tuple[str, ...]], Finding] = {}
    for part, rule in parts:
        for finding in part.findings:
            if rule is not None and (rule not in finding.rules or finding.evidence == "bounded"):
                continue
            about = finding.rules or tuple(str(p.span) for p in finding.places)
            own = finding.options if finding.code == "UNO404" else ()
            known = out.get((finding.code, about, own))
            better = known is None or (known.evidence == "bounded" and finding.evidence != "bounded")
            if better or (known is not None and len(finding.options) < len(known.options)):
                out[finding.code, about, own] = finding
    return list(out.values())


def singly(tables: Sequence[LoneTable]) -> tuple[str, ...]:
    """Which questions were asked at single tables only, in words."""
    hinted = sum(rule is not None or codes == STOPPED for _, codes, rule in tables)
    mixtures = f", and {hinted} mixture{'s' if hinted > 1 else ''} that play hinted at" if hinted else ""
    codes = ", ".join(sorted(SINGLES))
    return (
        (f"{codes} were asked of each game, each option by itself{mixtures}, not of every mixture",) if tables else ()
    )
