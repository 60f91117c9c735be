"""The text report: the verdict first and last, errors before warnings, and one line for everything else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from checker.codes import DOUBLE, ENDLESS_CASCADE, ORDER, TWO_OUTCOMES
from checker.report import rulesets
from checker.report.details import finding_text, games_text, unused_text
from checker.report.formats.common import relative
from checker.report.formats.matrix import legend, matrix_text
from checker.report.spoken import spoken
from checker.report.verdict import (
    apart_words,
    closed_words,
    headline,
    ignored_words,
    numbered,
    of_base,
    only_at_words,
    standing,
    summary,
)
from checker.report.words import WIDTH, aligned, at_table, level, many, plain_level, wrapped
from checker.results import Combinations, Finding, LargestSet, Report

MOST_FACTS = 2
"""The maximal number of facts shown for each side; the witness has them all."""

_HEADINGS = {
    (ORDER.id, "error"): "their order matters, and nothing gives it",
    (ORDER.id, "note"): "their order matters where cards run out",
    (TWO_OUTCOMES.id, "error"): "the same act ends differently",
    (DOUBLE.id, "warning"): "the same thing happens twice",
}
"""The heading of a finding with two sides, by code and severity."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the report shows. `lists`: more lists beside errors and warnings. `full`: each finding in full. `gone`: a
    line about findings that the baseline lists and the report no longer has, or ""."""

    lists: frozenset[str] = frozenset()
    full: bool = False
    gone: str = ""

    def has(self, what: str) -> bool:
        """Whether a list is shown."""
        return what in self.lists or "all" in self.lists


def text(report: Report, shown: Shown | None = None) -> str:
    """The whole report. Colors are those of `click.style`; the caller removes them where there is no terminal."""
    shown = shown or Shown()
    names = {id(f): name for name, f in numbered(report).items()}
    found = standing(report)
    blocks = ["\n".join(wrapped(headline(report), ""))]

    pair = report.judged is not None and report.judged.mode == "together" and not shown.full
    if report.judged is not None and report.judged.remarks:
        blocks[0] += "\n" + "\n".join(line for x in report.judged.remarks for line in wrapped(x, "  ", "  "))

    def block(finding: Finding) -> str:
        return finding_text(finding) if shown.full else short(finding, names[id(finding)], shown)

    if report.combinations is not None and report.judged is not None and report.judged.mode == "every" and found:
        blocks.append("\n".join(finding_line(f, names[id(f)]) for f in found))
    elif pair:
        blocks += rulesets.blocks(found, names)
    else:
        blocks += [block(f) for f in found]
    rest = others(report, found)
    for name, findings in rest.items():
        if shown.has(name):
            blocks += rulesets.blocks(findings, names) if pair else [block(f) for f in findings]
    if shown.has("unused"):
        blocks += [unused_text(u) for u in report.unused]
    if report.combinations is not None:
        every = report.judged is None or report.judged.mode == "every"
        if every or shown.has("matrix"):
            blocks += combinations_text(report.combinations)
    lines = [*one_line_each(report, rest, shown), *judged_lines(report)]
    named = next((names[id(f)] for f in (*found, *report.findings) if f.witness is not None), "")
    if pair and named:
        lines.append(aligned("the scenario of a finding, ready for `unodsl test`", f"--witness {named}"))
    if lines:
        blocks.append("\n".join(lines))
    counts = closed_words(report) if shown.has("counts") else ""
    blocks.append("\n".join(x for x in (counts, last_lines(*summary(report))) if x))
    return "\n\n".join(blocks)


def others(report: Report, found: list[Finding]) -> dict[str, list[Finding]]:
    """The findings that are summarized in one line, by the name of their list."""
    out: dict[str, list[Finding]] = {name: [] for name in ("notes", "small", "open", "base", "allowed", "baseline")}
    for finding in report.findings:
        if finding in found:
            continue
        if finding.suppressed is not None:
            out["allowed"].append(finding)
        elif finding.known:
            out["baseline"].append(finding)
        elif of_base(finding, report.judged) and not finding.exhaustive:
            out["base"].append(finding)
        else:
            out["small" if finding.exhaustive else "open" if finding.sampled else "notes"].append(finding)
    return out


_WORDS: Mapping[str, str] = {
    "notes": "note",
    "small": "question checked on every state of small decks",
    "open": "open question",
    "base": "finding of the game itself",
    "allowed": "finding allowed in the text",
    "baseline": "finding in the baseline",
}


def one_line_each(report: Report, rest: dict[str, list[Finding]], shown: Shown) -> list[str]:
    """A line for each kind of hidden finding, with the flag that lists it."""
    rows: list[tuple[str, str]] = []
    for name, findings in rest.items():
        if findings and not shown.has(name):
            noun = _WORDS[name].split(" ", 1)
            counted = many(len(findings), noun[0]) + (f" {noun[1]}" if len(noun) > 1 else "")
            if name == "notes" and report.judged is not None and report.judged.mode == "together":
                counted = f"{many(len(findings), 'more decision')} of which only one of them speaks"
                rows.append((counted, f"--list {name}"))
                continue
            if name == "open":
                counted = many(len(findings), _WORDS[name])
            if name == "base":
                unanswered = sum(f.evidence == "bounded" for f in findings)
                parts = (len(findings) - unanswered, "finding"), (unanswered, "open question")
                counted = f"{' and '.join(many(n, word) for n, word in parts if n)} of the game itself"
            rows.append((f"{counted}: {by_code(findings)}", f"--list {name}"))
    if report.unused and not shown.has("unused"):
        rows.append((f"{many(len(report.unused), 'line')} `allow` without use here", "--list unused"))
    if shown.gone:
        rows.append((shown.gone, ""))
    return [aligned(left, right) for left, right in rows]


def judged_lines(report: Report) -> list[str]:
    """The options not judged and the varied parameters, in a line each."""
    judged = report.judged
    if judged is None:
        return []
    out: list[str] = []
    if judged.varied:
        out += wrapped("also judged with " + ", ".join(judged.varied), "")
    out += (row for line in (*only_at_words(judged), *apart_words(judged)) for row in wrapped(line, "  "))
    if judged.not_judged and judged.mode in ("table", "together"):
        out.append(
            aligned(f"{many(len(judged.not_judged), 'option')} not switched on, and so not judged", "--with NAME")
        )
    elif judged.not_judged:
        for option, why in judged.not_judged:
            out += wrapped(f"not judged: {option}: {why}", "  ")
    return [*out, *(row for line in ignored_words(report) for row in wrapped(line, "  "))]


def by_code(findings: Iterable[Finding]) -> str:
    """Codes with their counts."""
    counts = Counter(f.code for f in findings)
    return ", ".join(code if n == 1 else f"{code} x{n}" for code, n in sorted(counts.items()))


def last_lines(verdict: str, how: str) -> str:
    """The verdict as the last line, with the seats and the time beside it, or above where there is no room."""
    if len(verdict) + len(how) + 2 <= WIDTH:
        return aligned(verdict, how)
    return "\n".join([how, *wrapped(verdict, "  ")])


def short(finding: Finding, name: str, shown: Shown) -> str:
    """A finding in a few lines: message, places, scene, fix, and the flag for the witness."""
    lines = heading(finding)
    if finding.scene:
        lines += wrapped(finding.scene, "    ", "    ")
    lines += sides(finding) if finding.sides else places(finding)
    lines += wrapped(conditions(finding), "    ", "    ")
    if finding.suppressed is not None:
        lines += wrapped(f"allowed by its author: {finding.suppressed}", "    ", "    ")
    if finding.evidence == "bounded":
        lines += wrapped(finding.basis, "    ", "    ")
    fixes = finding.fixes if shown.has("fixes") else finding.fixes[:1]
    for fix in fixes:
        tried = "tried" if fix.verified else "not tried"
        more = len(finding.fixes) - 1
        hidden = f"; {more} more with --list fixes" if more and not shown.has("fixes") else ""
        lines += wrapped(f"fix  {fix.description} ({tried}{hidden})", "         ", "    ")
        lines += wrapped(
            f"{relative(fix.path)}:{fix.line}: add below it `{fix.text.strip()}`", "         ", "         "
        )
    if finding.witness is not None:
        how = "which `unodsl test` stops" if finding.code == ENDLESS_CASCADE.id else "ready for `unodsl test`"
        lines.append(f"    see  --witness {name}  for the scenario, {how}")
    return "\n".join(lines)


def about(finding: Finding, code: str = "") -> str:
    """The subject of a finding in a line. For a finding with two sides, rule names stand between two `code` marks."""
    heading = _HEADINGS.get((finding.code, finding.severity)) if finding.sides else None
    names = " / ".join(f"{code}{x}{code}" for x in finding.rules)
    return finding.message if heading is None else f"{names}: {heading}"


def heading(finding: Finding) -> list[str]:
    """The first line of a finding."""
    what = f"{finding.code} {about(finding)}"
    first, *more = wrapped(what, "    ", "x" * (len(plain_level(finding)) + 1))
    return [f"{level(finding)} {first[len(plain_level(finding)) + 1 :]}", *more]


def sides(finding: Finding) -> list[str]:
    """The outcome of each side with the place of its rule; places of no side follow below."""
    where = dict(zip(finding.rules, finding.places, strict=False))
    labels = max(len(side.label) for side in finding.sides)
    out: list[str] = []
    for side in finding.sides:
        place = where.get(side.rule)
        at = f"{relative(place.span.source.name)}:{place.span.line}" if place is not None else ""
        row = f"      {side.label:<{labels}}  {spoken(side.facts[:MOST_FACTS])}"
        if len(row) + len(at) + 2 <= WIDTH:
            out.append(f"{row:<{WIDTH - len(at)}}{at}".rstrip())
        else:
            out += wrapped(row.strip(), "          ", "      ")
            if at:
                out.append(f"          {at}")
    # if no side belongs to one rule, all places follow
    return out if any(side.rule in where for side in finding.sides) else [*out, *places(finding)]


MOST_PLACES = 4
"""The maximal number of places shown; the full form has them all."""


def places(finding: Finding) -> list[str]:
    """The places of a finding without sides."""
    out = [
        row
        for p in finding.places[:MOST_PLACES]
        for row in wrapped(f"{relative(p.span.source.name)}:{p.span.line}: {p.label}", "          ", "      ")
    ]
    more = len(finding.places) - MOST_PLACES
    return [*out, f"      and {more} more"] if more > 0 else out


def conditions(finding: Finding) -> str:
    """The options, parameters, and seats of a finding, and its evidence."""
    codes = f"; also {', '.join(finding.also_codes)}" if finding.also_codes else ""
    return f"{at_table(finding)}; {finding.evidence}{codes}"


def finding_line(finding: Finding, name: str) -> str:
    """One finding of many: its message or rules, and the options with which it shows first."""
    about = " / ".join(finding.rules) or finding.message
    lines = wrapped(f"{name} {about}", "    ", "x" * (len(plain_level(finding)) + 1))
    lines[0] = f"{level(finding)} {lines[0][len(plain_level(finding)) + 1 :]}"
    return "\n".join([*lines, *wrapped(conditions(finding), "    ", "    ")])


def combinations_text(combinations: Combinations) -> list[str]:
    """The scope of a check of all combinations, and what goes together."""
    rows = "which options go together (columns in the order of the rows; the last sign\nof a row is the option itself)"
    drawn = [matrix_text(combinations.matrix, rows)]
    if len({c.one for c in combinations.pages}) > 1:
        drawn.append(matrix_text(combinations.pages, "which ruleset files go together"))
    drawn[-1] += "\n" + "\n".join(wrapped(legend(), ""))
    if combinations.largest:
        drawn.append("\n".join(["at most these options at one table", *map(largest_text, combinations.largest)]))
    games = [line for text_ in games_text(combinations) for line in wrapped(text_, "  ")]
    return [x for x in (*drawn, "\n".join(games)) if x]


def largest_text(found: LargestSet) -> str:
    """One of the largest sets of options that go together."""
    exact = "" if found.exact else ", the most of those tried"
    what = f"{' and '.join(found.games)}, {len(found.options)} of {found.of}, from {found.seats} seats{exact}: "
    return "\n".join(wrapped(what + ", ".join(found.options), "    ", "  "))
