"""The verdict of a report: what was judged, and whether it goes together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from checker.codes import CODES, CONTRADICTION, KINDS, STUCK, UNANSWERED, UNDONE, ids
from checker.report import agreement
from checker.report.words import many
from checker.results import Finding, Judged, Report

_VERBS = {
    "contradiction": "contradict each other",
    "endless loop": "can go on for ever",
    "dead end": "can get stuck",
    "pointless part": "do not contradict each other, but part of them is pointless",
}


def kind_of(finding: Finding) -> str:
    """The kind of a finding in the summary."""
    return next((c.kind for c in CODES if c.id == finding.code), "finding")


def of_base(finding: Finding, judged: Judged | None) -> bool:
    """Whether a finding is about the game alone, in files that were not given: it needs no option, none of its rules or
    places is in a file given, and it is not what a given game makes of them. (What two rulesets answer differently is
    about them, whosever rules run.)"""
    if judged is None or judged.mode == "together" or finding.options or finding.derived:
        return False
    # (a game may have another name than its file)
    files = {Path(p.span.source.name).stem for p in finding.places}
    files = files or {name.partition(".")[0] for name in finding.rules}
    return bool(files) and not files & set(judged.files)


def standing(report: Report) -> list[Finding]:
    """The errors and warnings that count, errors first."""
    order = {"error": 0, "warning": 1}
    found = [
        f
        for f in report.findings
        if f.counts and f.evidence != "bounded" and f.severity in order and not of_base(f, report.judged)
    ]
    return sorted(found, key=lambda f: order[f.severity])


def by_kind(found: Iterable[Finding]) -> Counter[str]:
    """How many findings there are of each kind. A situation that nobody can answer (UNO501), where the same options also leave
    nobody a move, is the same dead end."""
    found = list(found)
    stuck = {f.options for f in found if f.code == STUCK.id}
    return Counter(kind_of(f) for f in found if f.code != UNANSWERED.id or f.options not in stuck)


def numbered(report: Report) -> dict[str, Finding]:
    """All findings by a unique name such as `UNO203.1`: the code, and a number in the order of the report."""
    seen: Counter[str] = Counter()
    out: dict[str, Finding] = {}
    for finding in report.findings:
        seen[finding.code] += 1
        out[f"{finding.code}.{seen[finding.code]}"] = finding
    return out


def headline(report: Report) -> str:
    """The first line: what was judged, and the verdict."""
    return f"{subject(report)}: {verdict(report)}"


def subject(report: Report) -> str:
    """What was judged, in the reader's terms."""
    judged = report.judged
    if judged is None:
        return "these rules"
    games = " and ".join(judged.games)
    parameters = [f"{name.rpartition('.')[2]} {value}" for name, value in judged.parameters]
    match judged.mode:
        case "table" | "together":
            what = f"{games} laid together" if judged.mode == "together" else games
            options = short_names(judged.options)
            added = [*options, *parameters]
            off = short_names(judged.without)
            return what + (f" with {listed(added)}" if added else "") + (f" without {listed(off)}" if off else "")
        case "options":
            files = ", ".join(f"{name}.uno" for name in judged.files)
            own = f"{many(len(judged.options), 'option')}" if judged.options else "no options"
            at = "" if judged.files == judged.games else f" for {games}"
            return f"{files} ({own}{at})"
        case "every":
            return f"every combination of {many(len(judged.options), 'option')} of {games}"


def any_unproved(report: Report) -> bool:
    """Whether two options were compared, and nothing was found that contradicts, but nothing is proved either."""
    cells = () if report.combinations is None else report.combinations.matrix
    return any(x.one != x.other and x.verdict == "none_found" for x in cells)


def verdict(report: Report) -> str:
    """Whether the rules go together, in a few words."""
    if report.judged is not None and report.judged.mode == "together":
        return agreement.verdict(report)
    found = standing(report)
    unfinished = report.stopped or report.cut_short
    if not found:
        if unfinished:
            return "nothing found, but not everything was checked"
        known = Counter(
            kind_of(f) for f in report.findings if f.known and f.severity != "note" and f.evidence != "bounded"
        )
        if known:
            return f"nothing new ({', '.join(many(n, kind) for kind, n in known.items())} in the baseline)"
        unsettled = [
            f for f in report.findings if f.evidence == "bounded" and f.counts and kind_of(f) == "contradiction"
        ]
        if any(f.code not in ids("options") for f in unsettled):
            return f"no contradiction found, but {many(len(unsettled), 'open question')} about one"
        if unsettled or any_unproved(report):
            # clashes between single rules are all decided
            return "these rules go together, as far as the search went"
        if any(code.id in report.ignored for code in CODES if code.kind == "contradiction"):
            return "nothing found, but not every kind of contradiction was checked"
        if any(at_other_value(f, report.judged) for f in report.findings):
            return "these rules go together with the parameters as they are"
        alone = report.judged is not None and not report.judged.options
        if report.judged is not None and report.judged.apart and len(report.judged.options) == 2:
            return "these two cannot be on together"
        return "no contradiction" if alone else "these rules go together"
    kinds = by_kind(found)
    first = next(name for name in KINDS if kinds[name])
    counts = ", ".join(many(kinds[name], name) for name in KINDS if kinds[name])
    judged = report.judged
    two = judged is not None and judged.mode == "table" and len(judged.options) == 2
    if judged is not None and two and not unfinished and all(len(f.options) == 1 for f in found):
        # the question is whether they go together; what one of them does to the game alone is an answer to another one
        names = listed(short_names(sorted({o for f in found for o in f.options})))
        return f"these two go together, as far as the search went; {counts} of {names} alone"
    # (an option that requires another one may contradict itself)
    pairs = {f.owners for f in found if kind_of(f) == first}
    if first == "contradiction" and judged is not None and len(pairs) == len(kinds) == 1:
        (options,) = pairs
        if judged.mode in ("table", "together") and len(judged.options) == 2 and len(options) == 2:
            return "these two contradict each other"
        if judged.mode in ("options", "every") and len(options) == 2:
            return f"{' and '.join(short_names(options))} contradict each other"
    if len(kinds) > 1 and first in _VERBS and judged is not None and judged.mode == "table":
        return f"these rules {_VERBS[first]} ({counts})"
    if len(kinds) > 1 or (first == "contradiction" and judged is not None and judged.mode in ("options", "every")):
        return counts
    return f"these rules {_VERBS[first]}" if first in _VERBS else many(len(found), "finding")


def at_other_value(finding: Finding, judged: Judged | None) -> bool:
    """Whether a finding is a clash of two options that needs another value of a parameter than the table's own."""
    if judged is None or judged.mode != "table" or finding.evidence != "witnessed" or not finding.counts:
        return False
    return finding.code in (CONTRADICTION.id, UNDONE.id) and len(finding.parameters) > len(judged.parameters)


def summary(report: Report) -> tuple[str, str]:
    """The last line in two parts: findings by kind, proved and open questions; seats and time."""
    if report.judged is not None and report.judged.mode == "together":
        return agreement.summary(report), f"{seats(report)}{report.seconds:.1f} s"
    found = standing(report)
    kinds = by_kind(found)
    counts = [many(kinds[name], name) for name in KINDS if kinds[name]] or ["no contradiction"]
    known = f"{many(report.clean_proved, 'question')} proved, {report.open_sampled} open"
    if report.open_exhaustive:
        known = (
            f"{report.clean_proved} proved, {report.open_exhaustive} checked on every state of a small deck, "
            f"{report.open_sampled} open"
        )
    if report.stopped:
        known += "; stopped before the end"
    elif report.cut_short:
        known += "; the budget ran out (--budget SECONDS gives more)"
    return f"{', '.join(counts)}; {known}", f"{seats(report)}{report.seconds:.1f} s"


def closed_words(report: Report) -> str:
    """How questions were closed without the kernel, and how many are undecided; "" if there are none."""
    parts = [f"{report.seen_in_play} seen in play"] if report.seen_in_play else []
    parts += [f"{report.closed_uncertified} without a certificate"] if report.closed_uncertified else []
    closed = f"closed, not proved: {', '.join(parts)}" if parts else ""
    undecided = f"undecided, not reported: {report.undecided} (nothing rules it out, and play has not shown it)"
    return "; ".join(x for x in (closed, undecided if report.undecided else "") if x)


def seats(report: Report) -> str:
    """The numbers of seats judged, as a part of a line."""
    if report.judged is None or not report.judged.seats:
        return ""
    numbers = report.judged.seats
    if len(numbers) > 2 and numbers == tuple(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]} seats, "
    return f"{' and '.join(str(n) for n in numbers)} seats, "


def only_at_words(judged: Judged) -> list[str]:
    """The options that were judged at some of the numbers of seats only, in sentences."""
    by_seats: dict[tuple[int, ...], list[str]] = {}
    for option, numbers in judged.only_at:
        by_seats.setdefault(numbers, []).append(option)
    return [
        f"judged at {' and '.join(map(str, numbers))} seats only: {', '.join(options)}"
        for numbers, options in by_seats.items()
    ]


MOST_APART = 8
"""The most pairs of options that are listed as never on together."""


def apart_words(judged: Judged) -> list[str]:
    """The pairs of options that no table can have on together, as a sentence."""
    named = [f"{one} with {other}" for one, other in judged.apart[:MOST_APART]]
    left = len(judged.apart) - MOST_APART
    more = [f"and {many(left, 'more pair')}"] if left > 0 else []
    return [f"cannot be on together, and so not judged together: {', '.join([*named, *more])}"] if named else []


def judged_words(report: Report) -> list[str]:
    """What was judged and what was not, in sentences, for every format."""
    judged = report.judged
    if judged is None:
        return []
    what = f"judged: {', '.join(judged.options) or 'no option'}"
    how = {
        "table": "on together",
        "together": "on together",
        "options": "each alone, in pairs, and the largest sets that go together",
        "every": "every combination",
    }[judged.mode]
    out = [f"{what} ({how}), at the table of {' and '.join(judged.games)}, {seats(report).removesuffix(', ')}"]
    if judged.varied:
        out.append(f"also judged with {', '.join(judged.varied)}")
    out += [*only_at_words(judged), *apart_words(judged)]
    reasons: dict[str, list[str]] = {}
    for option, why in judged.not_judged:
        reasons.setdefault(why, []).append(option)
    out += [f"not judged: {', '.join(options)}: {why}" for why, options in reasons.items()]
    return [*out, *ignored_words(report)]


def ignored_words(report: Report) -> list[str]:
    """The ignored codes, as a sentence."""
    return [f"not reported, as `select` and `ignore` say: {', '.join(report.ignored)}"] if report.ignored else []


def short_names(options: Iterable[str]) -> list[str]:
    """Options by their short names, where these are unique."""
    full = list(options)
    counts = Counter(name.partition(".")[2] for name in full)
    return [name.partition(".")[2] if counts[name.partition(".")[2]] == 1 else name for name in full]


def listed(words: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
