"""The report of `unodsl check --why A B`: how each question about two options or two rules was closed.

Each check of pairs of rules runs on the rules of the one beside those of the other. Then the two options are compared
by their behavior. Example: UNO203 compares two rules for a draw two on a draw two: do both offer the same act with
different outcomes?
"""

from __future__ import annotations

from dataclasses import dataclass

from checker.check_table import Part, check_seats
from checker.checks.option_pairs import OTHER_STATES, extent
from checker.codes import CONTRADICTION, INTERACTION, NAMES, UNDONE
from checker.compare.four_tables import goes_along
from checker.compare.judge import Clash
from checker.compare.other_values import other_values
from checker.compare.three_way import Compared, compare
from checker.context import SHALLOW, Context
from checker.effects.ways import written_name
from checker.families.screen import PAIRS
from checker.families.select_products import PLAYED
from checker.report.words import wrapped
from checker.results import Finding
from checker.witness.scenario import written_rules


@dataclass(frozen=True, slots=True)
class CodeQuestions:
    """The questions of one code: their number, how many are proved, and the results of the others, in words."""

    code: str
    name: str
    questions: int
    proved: int
    others: tuple[str, ...]
    clashes: tuple[str, ...] = ()
    """The codes of what clashes."""
    settled: bool = False
    """Whether each question is proved closed."""
    elsewhere: str = ""
    """The value of a parameter with which the two clash, in words, where they do not clash with the table's own."""


def rules_of(context: Context, name: str) -> frozenset[str]:
    """The rules that a name denotes: those of an option, also if one of its rules has the same name, or the one rule (several,
    where its moves can be named in several ways)."""
    rules = written_rules(context.table)
    if any(o.name == name for o in context.table.options):
        return frozenset(n for n, r in rules.items() if r.info.option == name)
    return frozenset(n for n in rules if written_name(n) == name)


def why(context: Context, one: str, other: str) -> list[CodeQuestions]:
    """Runs every check about two options or rules at a table, code by code."""
    mine, theirs = rules_of(context, one), rules_of(context, other)
    wanted = frozenset(frozenset((a, b)) for a in mine for b in theirs if a != b)
    out: list[CodeQuestions] = []
    for code, doubts in PAIRS.items():
        obligations = doubts(context, wanted)
        others: list[str] = []
        clashing = False
        for doubt in obligations.open:
            found = doubt.search()
            rules = " / ".join(doubt.rules)
            met = context.met[frozenset(doubt.rules)]
            if found is not None and found.evidence != "bounded":
                others.append(f"{rules}: {found.evidence}, {found.message}")
                clashing = True
            elif met:
                times = "once" if met == 1 else f"{met} times"
                others.append(f"{rules}: both ran {times} in play, and nothing of this kind came of it")
            else:
                others.append(f"{rules}: open, {(found or doubt.still_open()).basis}")
        if obligations.left:
            others.append("there was no time for more")
        closed = obligations.closed
        if closed.count or others:
            questions = closed.count + len(obligations.open) + (1 if obligations.left else 0)
            settled = closed.proved == questions
            clashes = (code,) if clashing else ()
            out.append(CodeQuestions(code, NAMES[code], questions, closed.proved, tuple(others), clashes, settled))
    return [*out, *as_wholes(context, one, other), *table_with_both(context, one, other)]


def table_with_both(context: Context, one: str, other: str) -> list[CodeQuestions]:
    """What only play shows of a table with two options, such as loops and traps, that it has with none of the two alone. Last: the
    solver starts anew for each table."""
    options = {o.name for o in context.table.options}
    if not {one, other} <= options or one == other:
        return []
    closed = [context.table.closed([x], brought=False) for x in (one, other)]
    if one in closed[1] or other in closed[0]:
        return []
    sides = [context.narrowed(tuple(sorted(x))) for x in (closed[0] | closed[1], *closed)]
    if None in sides:
        return []
    specs = [x.spec for x in sides if x is not None]
    both, *alone = (check_seats(context.project, x, context.deadline, PLAYED, SHALLOW) for x in specs)
    known = {f.code for part in alone for f in clear(part)}
    new = [f for f in clear(both) if f.code not in known]
    late = ("there was no time for all of it",) if any(x.cut_short for x in (both, *alone)) else ()
    nothing = () if new or late else ("nothing was found that a table with one of them alone does not have",)
    words = (*(f"{f.code}: {f.message}" for f in new), *late, *nothing)
    clashes = tuple(dict.fromkeys(f.code for f in new))
    return [
        CodeQuestions(", ".join(sorted(PLAYED)), "a table with both, in play", 0, 0, words, clashes, settled=not late)
    ]


def clear(part: Part) -> list[Finding]:
    """The errors and warnings of a table that count."""
    return [f for f in part.findings if f.counts and f.evidence != "bounded" and f.severity != "note"]


def as_wholes(context: Context, one: str, other: str) -> list[CodeQuestions]:
    """The comparison of two options (of the options of two rules) by their behavior."""
    options = [o.name for o in context.table.options]
    rules = {written_name(n): r for n, r in written_rules(context.table).items()}
    pair = [x if x in options else rules[x].info.option for x in (one, other)]
    if pair[0] is None or pair[1] is None or pair[0] == pair[1]:
        return []
    first, second = sorted(map(str, pair), key=options.index)
    result = compare(context, first, second)
    if result is None:
        brought = goes_along(context.table, first, second)
        words = (
            f"one of the two {'brings the other' if brought else 'is never on alone here'}: there is nothing to compare",
        )
        return [of_wholes(words, settled=brought, questions=0)]
    if result.proved:
        value, clash = with_other_value(context, first, second)
        reasons = (f"proved: {result.proved}", *clash)
        return [of_wholes(reasons, settled=True, elsewhere=value)]
    tables = "at four tables"
    which = f"{tables} (with neither of the two on, with each alone, with both)"
    lines = [extent(result).replace(tables, which), both_spoke_words(result)]
    clashes = tuple(x.id for x in WHOLE if x != INTERACTION and any(c.kind == x.name for c in result.clashes))
    for x in WHOLE:
        found = [c for c in result.clashes if c.kind == x.name]
        lines += sorted({f"{x.id} {rules_and_reason(c)}" for c in found})[:MOST]
    value, clash = NO_CLASH if clashes else with_other_value(context, first, second)
    return [of_wholes((*lines, *clash), clashes, elsewhere=value)]


def of_wholes(
    words: tuple[str, ...],
    clashes: tuple[str, ...] = (),
    settled: bool = False,
    elsewhere: str = "",
    questions: int = 3,
) -> CodeQuestions:
    """The questions about the options as wholes; see `CodeQuestions`."""
    ids = ", ".join(x.id for x in WHOLE)
    return CodeQuestions(ids, "the options as wholes", questions, 0, words, clashes, settled, elsewhere)


def rules_and_reason(clash: Clash) -> str:
    """The rules of a clash, and its reason."""
    return f"{' / '.join((*clash.rules[0], *clash.rules[1]))}: {clash.why}"


NO_CLASH: tuple[str, tuple[str, ...]] = ("", ())
"""The answer of `with_other_value` if the options clash with none of the values tried."""


def with_other_value(context: Context, one: str, other: str) -> tuple[str, tuple[str, ...]]:
    """The first value of a parameter with which two options clash, in words, and a line about the clash."""
    for name, value, at in other_values(context, one, other):
        found = compare(at, one, other, most=OTHER_STATES)
        for x in () if found is None else found.clashes:
            if x.kind != INTERACTION.name:
                return f"with {name} {value}", (f"with {name} {value}, {rules_and_reason(x)}",)
    return NO_CLASH


def both_spoke_words(result: Compared) -> str:
    """At how many decisions rules of both mattered, and how often they stood against each other."""
    if not result.both_spoke:
        return "at none of these decisions did rules of both options matter"
    against = sum(x.kind == CONTRADICTION.name for x in result.clashes)
    against_text = (
        f"at {against} of them, they contradicted each other" if against else "they never contradicted each other"
    )
    return f"rules of both options mattered at {result.both_spoke} of these decisions; {against_text}"


WHOLE = (CONTRADICTION, UNDONE, INTERACTION)
"""The codes that compare two options by their behavior."""

MOST = 6
"""The maximal number of pairs of rules named."""


def verdict(context: Context, questions: list[CodeQuestions]) -> str:
    """Whether the two clash, in a line."""
    clashes = [code for x in questions for code in x.clashes]
    if clashes:
        return f"they clash: {', '.join(dict.fromkeys(clashes))}"
    elsewhere = [x.elsewhere for x in questions if x.elsewhere]
    if elsewhere:
        return f"{elsewhere[0]} they clash; with the parameters as they are no clash was found"
    if all(x.settled for x in questions) and not context.cut_short:
        return "no two of their rules clash: proved, question by question"
    return "no clash was found; not every question is proved"


def why_text(context: Context, one: str, other: str) -> str:
    """The report as text."""
    games = " and ".join(context.table.games)
    lines = wrapped(f"{one} and {other}, at a table of {games} with {context.layout.seats} seats", "    ")
    questions = why(context, one, other)
    lines += [verdict(context, questions), ""]
    silent = [c for c in PAIRS if c not in {x.code for x in questions}]
    for x in questions:
        many = f"{x.questions} pair{'s' if x.questions != 1 else ''} of rules, {x.proved} proved not to clash"
        lines += wrapped(f"{x.code} {x.name}" + (f": {many}" if x.code in PAIRS else ""), "    ")
        for words in x.others:
            lines += wrapped(words, "        ", "    ")
    if silent:
        words = "no rules of the two answer one event, offer one act, or set one thing, unless a line says what happens then"
        lines += wrapped(f"{', '.join(silent)}: {words}", "    ")
    if context.cut_short:
        lines.append("the budget ran out (--budget SECONDS gives more)")
    return "\n".join(lines)
