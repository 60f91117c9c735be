"""The certificate checker for reports: submits each certificate to the kernel again, with fresh queries and without
provers.

Sound, not complete: what is accepted again holds for the current rules. It does not show that the report has all
questions or all findings. Example: that no state satisfies the conditions of two offers supposes an invariant. Each
claim of the invariant is proved again, and then the query runs under it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, get_args

from checker import codes
from checker.check_table import counted
from checker.checks.certified import ABOUT, is_about
from checker.checks.uno304_trap import MOST_STATES, NO_ROUND_ENDS
from checker.checks.uno405_dead_part import needed
from checker.compare.four_tables import SIDES, four_tables
from checker.context import Context
from checker.effects.declarations import Kind
from checker.effects.ways import written_name
from checker.families.derive_again import other_combinations
from checker.families.family import Family, family, legal
from checker.families.screen import game_of
from checker.kernel.accept import Accepted, nothing_known
from checker.kernel.apart import never_apart
from checker.kernel.at_rest import AtRest
from checker.kernel.certificates import Damaged, event, read, read_rest, whole
from checker.kernel.decide import Decided
from checker.kernel.declared import declared_apart
from checker.kernel.obligations import Obligation, Question
from checker.kernel.ranking import Counted, Group
from checker.kernel.same import changes_nothing
from checker.known_tables import spec_of
from checker.report.codec import Damaged as DamagedReport
from checker.report.read_back import differences, read_back
from checker.report.statements import Statements
from checker.results import (
    BETWEEN,
    KEPT,
    POSSIBLE,
    SUPPOSED,
    WORDS,
    CertificateKind,
    about,
    by_analysis,
)
from checker.search.graph import region
from checker.smt.counter_system import proof_of
from checker.smt.measures import Measure
from checker.termination.no_exit import brought_about_by_nothing, never_ends
from checker.termination.situations import reasons
from checker.termination.sums import words_of_sums
from checker.witness.validate import Rejected, Replay, validate
from unodsl.diagnostics import RulesError
from unodsl.engine.layout import layout_of
from unodsl.model import table as t
from unodsl.resolve import Project, TableSpec, resolve_table

WITH = "with "
"""The prefix of an option that has to be on, among the names of a question about a family."""

AT_ALL = frozenset({"runs", "applies", "begins", "no table"})
"""Questions about non-existence: one answer closes each question about the rule or table."""

KEYS = frozenset(("kind", "accepted", "closes", "invariant"))
"""The parts of a certificate that closes questions."""

_ONE = ("runs", "applies", "begins", "does something", "is read", "no move", "no answer", "two values")
_PAIRS = ("order", "permit and ban", "double", "permitted", "two outcomes", "two seats", "two meanings")

ARITY: Mapping[str, int] = dict.fromkeys(_ONE, 1) | dict.fromkeys((*_PAIRS, "part holds", "part fails"), 2)
"""How many names a question has, besides options."""

QUESTIONS: Mapping[str, frozenset[str]] = {
    x.id: AT_ALL | frozenset(x.questions) for x in codes.CODES if x.questions is not None
}
"""The kernel questions that close a question of a code. Declarations, or several questions, close those of other codes.
"""


def right_arity(row: tuple[str, ...]) -> bool:
    """Whether a question has as many names as its kind needs, besides options."""
    names = [x for x in row[1:] if not x.startswith(WITH)]
    return ARITY.get(row[0], len(names)) == len(names)


class NotAReport(Exception):
    """Raised where the input is no report of `check --format json`; the message states why."""


@dataclass(slots=True)
class Rechecked:
    """The result of a recheck: how many `proved` questions and `findings` hold again, how many `certificates` the
    kernel accepted, and how many `witnesses` pass. `beside`: questions that the report itself does not call proved.
    `wrong`: the claims that do not hold, a line each."""

    proved: int = 0
    findings: int = 0
    certificates: int = 0
    witnesses: int = 0
    beside: int = 0
    wrong: list[str] = field(default_factory=list)


@dataclass
class At:
    """The subject of certificates (a table, a family, or a pair of tables) with the invariants given for it, by their
    ids."""

    project: Project
    row: Mapping[str, Any]
    others: list[At] = field(default_factory=list)
    layers: dict[str, str] = field(default_factory=dict)
    rests: dict[str, str] = field(default_factory=dict)
    _known: dict[str, Decided] = field(default_factory=dict)
    _rests: dict[str, tuple[Decided, AtRest]] = field(default_factory=dict)

    @cached_property
    def pair(self) -> tuple[t.Table, t.Table]:
        """The two tables that are compared. Raises `Damaged`, `RulesError`."""
        return table_of(self.project, self.row["one"]), table_of(self.project, self.row["other"])

    @cached_property
    def family(self) -> Family:
        """The family with the options as unknowns."""
        low, high = self.row["family"]
        return family(
            self.project,
            tuple(self.row["games"]),
            dict(self.row["parameters"]),
            range(low, high + 1),
            time.monotonic() + 600,
            tuple(self.row["options"]),
            tuple(self.row["without"]),
        )

    @cached_property
    def table(self) -> t.Table:
        """The table of the certificates. Raises `Damaged`, `RulesError`."""
        return self.family.context.table if "family" in self.row else table_of(self.project, self.row)

    @cached_property
    def nothing(self) -> Decided:
        """The kernel with no accepted claim."""
        out = nothing_known(self.table, layout_of(self.table).depth)
        self.limit(out)
        return Decided(out)

    def limit(self, known: Accepted) -> None:
        """Adds the feature model of a family to the constraints."""
        if "family" in self.row:
            found = self.family
            known.reader.st.constraints.extend(legal(self.table, known.reader, found.relations, found.seats))

    def has(self, number: str) -> bool:
        """Whether the report has an invariant with an id."""
        return number in self.layers or number in self.rests

    def known(self, number: str) -> tuple[Decided, AtRest | None]:
        """The kernel with the claims of an invariant proved again. Raises `Damaged`."""
        if number in self.rests:
            if number not in self._rests:
                first = json.loads(self.rests[number])["invariant"]
                if first not in self.layers:
                    raise Damaged(f"it supposes `{first}`, which is no invariant of every state in the report")
                basis, _ = self.known(first)
                self._rests[number] = basis, read_rest(self.rests[number], basis.accepted)
            return self._rests[number]
        if number not in self.layers:
            raise Damaged(f"it supposes the invariant `{number}`, which the report does not have for this table")
        if number not in self._known:
            found = read(self.layers[number], self.table, layout_of(self.table).depth, self.limit)
            self._known[number] = Decided(found)
        return self._known[number], None

    def all_known(self) -> Iterator[tuple[Decided, AtRest | None]]:
        """The candidates for what a question without an invariant may suppose: nothing first."""
        yield self.nothing, None
        for number in self.layers:
            yield self.known(number)

    # ------------------------------------------------------------------------------------------------------- questions

    def closes(self, kind: str, row: tuple[str, ...], number: str) -> bool:
        """Whether the kernel closes a question again with the same kind of certificate. Raises `Damaged`."""
        if "one" in self.row:
            one, other = self.pair
            what, name, *games = row
            if kind != "declared" or games != [one.name, other.name] or what not in get_args(Kind):
                return False
            return declared_apart(one, other, what, name) is not None  # type: ignore[arg-type]
        if row[0] in ("never meet", "decide nothing"):
            return kind == "independent" and self.never_apart(row)
        bases = [self.known(number)] if number else self.all_known()
        return any(self.closed(kind, row, decided, rest) for decided, rest in bases)

    def closed(self, kind: str, row: tuple[str, ...], decided: Decided, rest: AtRest | None) -> bool:
        """Whether the kernel closes a question again under given claims."""
        head, *names = row
        match kind, head:
            case "ranking", "every cascade":
                return self.cascades_end(decided, *(json.loads(x) for x in names))
            case "ranking", "moves end" | "answers end" | "every round":
                return self.moves_end(decided, rest, row, json.loads(names[-1]))
            case "ranking", "the match":
                ending, counter, most = names
                return decided.last_round(ending, int(counter), int(most)) is not None
            case "no way out", "the match":
                shown = decided.goes_on()
                return shown is not None and shown.about == row
            case "unsat", "no table":
                return decided.no_table(tuple(names)) is not None
            case "equal", "without":
                return self.nothing_changes(decided, names[0], row)
            case "model", _:
                return decided.model(Obligation("two meanings", row)) is not None
            case "declared", _ if head not in get_args(Question):
                return decided.set_apart(head, tuple(names)) is not None
        if head not in get_args(Question) or kind not in ("unsat", "independent", "equal", "declared", "invariant"):
            return False
        on = tuple(x.removeprefix(WITH) for x in names if x.startswith(WITH))
        obligation = Obligation(head, tuple(x for x in names if not x.startswith(WITH)))  # type: ignore[arg-type]
        if rest is not None:
            return kind == "unsat" and decided.verdict_at_rest(obligation, rest)[0] == "impossible"
        shown = decided.closed(obligation, on)
        return shown is not None and shown.kind == kind

    def never_apart(self, row: tuple[str, ...]) -> bool:
        """Whether the kernel shows again, from the four tables of two options, that both never decide the same
        decision."""
        _, one, other = row
        four = four_tables(unsampled(self.project, spec_of(self.row)), one, other)
        if four is None:
            return False
        none, mine, theirs, both = (four.at[side].table for side in SIDES)
        found = never_apart(none, mine, theirs, both, (one, other))
        return found is not None and found.about == row

    def cascades_end(self, decided: Decided, heights: Any, layers: Any = ()) -> bool:
        """Whether the kernel accepts again that some rules lower sums, and the others the heights of events."""
        given = {event(name): whole(height) for name, height in heights}
        rows = [(sum_of(weights), frozenset(map(str, names))) for weights, names in layers]
        return decided.ranking(given, rows) is not None

    def moves_end(self, decided: Decided, rest: AtRest | None, row: tuple[str, ...], data: Any) -> bool:
        """Whether the kernel shows again that every sequence of moves ends within a group of situations, after the
        groups that lead to it."""
        return any(x.about == row for x in decided.terminating_groups(self.groups(data), rest).values())

    def groups(self, data: Any) -> list[Group]:
        """The groups of situations of a ranking, with its sums or proofs."""
        number = {x.name: i for i, x in enumerate(self.table.situations)} | {"": -1}
        return [
            (
                frozenset(number[x] for x in names),
                None
                if sums is None
                else Counted(tuple(map(proof_of, sums[1])))
                if sums[:1] == ["Counted"]
                else tuple(map(sum_of, sums)),
            )
            for names, sums in data
        ]

    def argument(self, decided: Decided, rest: AtRest | None, row: tuple[str, ...]) -> str:
        """The argument of a ranking in words."""
        data = json.loads(row[-1])
        for (names, _), (group, sums) in zip(data, self.groups(data), strict=True):
            if row[0] != "every round" and sorted(names) != sorted(row[1:-1]):
                continue
            if isinstance(sums, Counted):
                systems = [x for x in decided.systems(group, rest).all if x is not None]
                return reasons(self.table, list(zip(systems, sums.proofs, strict=True)))
            return words_of_sums(self.table, sums or ())
        return ""

    def nothing_changes(self, decided: Decided, option: str, row: tuple[str, ...]) -> bool:
        """Whether the kernel shows again that the table without an option has the same behavior."""
        left = {**self.row, "options": [x for x in self.row.get("options", ()) if x != option]}
        left = {name: value for name, value in left.items() if value or name != "options"}
        other = next((x for x in self.others if x.row == left), None) or At(self.project, left)
        for known, _ in other.all_known():
            found = changes_nothing(decided, partial(as_it_is, known), option)
            if found is not None and any(x.about == row for x in found):
                return True
        return False


def sum_of(row: Any) -> tuple[tuple[Measure, int], ...]:
    """A weighted sum, from a certificate."""
    return tuple(((str(kind), int(n), int(position)), int(by)) for (kind, n, position), by in row)


def as_it_is(known: Decided) -> Decided:
    """The identity function."""
    return known


def unsampled(project: Project, spec: TableSpec) -> Context:
    """The analyses of a table without play. Raises `RulesError`."""
    return Context(project, spec, resolve_table(project, spec), float("inf"), sampled_moves=0)


def table_of(project: Project, row: Mapping[str, Any]) -> t.Table:
    """The table of a choice. Raises `Damaged`, `RulesError`."""
    try:
        spec = spec_of(row)
    except ValueError as error:
        raise Damaged(str(error)) from None
    return resolve_table(project, spec).table


@dataclass
class Report:
    """A parsed report and the result of its recheck."""

    project: Project
    value: Mapping[str, Any]
    within_budget: Callable[[int, int, str], None]
    out: Rechecked = field(default_factory=Rechecked)
    tables: list[At] = field(default_factory=list)
    closed: set[tuple[int, str, tuple[str, ...]]] = field(default_factory=set)
    """The questions closed so far: table, code, and question."""
    owners: list[list[str]] = field(default_factory=list)
    """For each finding so far, the options that its rules belong to."""

    def __post_init__(self) -> None:
        try:
            self.tables += [At(self.project, row, self.tables) for row in self.value["tables"]]
            self.proofs = [dict(x) for x in self.value["proofs"]]
            self.findings = [dict(x) for x in self.value["findings"]]
            self.summary = dict(self.value["summary"])
            for row in (*self.proofs, *(x for x in self.findings if x["table"] is not None)):
                own = row.get("certificates", [row.get("certificate")])
                for found in map(dict, filter(None, own)):
                    if row["table"] is not None:
                        self.keep(self.tables[row["table"]], found)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            raise NotAReport(f"it lacks what a report of `check --format json` has: {error}") from None

    def keep(self, at: At, found: Mapping[str, Any]) -> None:
        """Stores an invariant under its id."""
        body = {k: v for k, v in found.items() if k not in ("kind", "accepted")}
        if found["kind"] == "invariant" and "id" in body:
            (at.rests if "at_rest" in body else at.layers)[body["id"]] = json.dumps(body)

    def check(self) -> Rechecked:
        """Submits everything that the report calls proved to the kernel again."""
        count = len(self.proofs) + len(self.findings)
        for number, proof in enumerate(self.proofs):
            self.within_budget(number, count, "certificates")
            self.proof(proof)
        for number, finding in enumerate(self.findings):
            self.within_budget(len(self.proofs) + number, count, "findings")
            self.owners.append([])
            if finding.get("evidence") == "proved" or finding.get("certificates"):
                self.finding(finding)
            if finding.get("witness") is not None:
                self.witness(finding)
            elif finding.get("evidence") == "witnessed":
                self.refuse(str(finding.get("id")), "it is called witnessed, and has no scenario")
        stated = self.summary.get("clean_proved")
        if not self.out.wrong and stated != self.out.proved:
            self.out.wrong.append(
                f"the summary says {stated} for `clean_proved`, and the certificates close {self.out.proved} questions"
            )
        here = [x.get("evidence") for x in self.findings if x.get("suppressed") is None]
        many = {"open_bounded": here.count("bounded"), "found_witnessed": len(here) - here.count("bounded")}
        for name, found in many.items():
            if self.summary.get(name) != found:
                self.refuse("the summary", f"it says {self.summary.get(name)} for `{name}`, and there are {found}")
        self.out.wrong += self.statements()
        if not self.out.wrong:
            self.derived()
        return self.out

    def statements(self) -> list[str]:
        """What the report says that no check says, and what it has that its tables do not have."""
        singles = [x for x in self.tables if not {"family", "one"} & x.row.keys()]
        others = [x for x in self.tables if "family" in x.row]
        try:
            tables = {id(x.row): x.table for x in (*singles, *others)}
            pairs = [y for x in self.tables if "one" in x.row for y in x.pair]
            return Statements(self.project, self.value, tables, pairs).wrong()
        except (Damaged, RulesError, KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            return [f"the report: it lacks what a report has: {error}"]

    def derived(self) -> None:
        """Whether what is derived in the report follows from its findings and proofs, such as the verdict."""
        sources = {x.file.source.name: x.file.source for x in self.project.pages.values()}
        try:
            found = counted(read_back(self.value, sources, self.owners))
            parts = differences(self.value, found)
            if self.value["combinations"] is not None:
                families = [x for x in self.tables if "family" in x.row]
                games = (game_of(x.family, tuple(x.row["games"]), x.family.seats) for x in families)
                closed = [(x[1], x[2]) for _, _, x in self.closed if x[0] in codes.NEVER_MEET]
                parts += other_combinations(self.project, self.value["combinations"], games, found.findings, closed)
            for part in parts:
                self.refuse(part, "it does not follow from the findings and proofs")
        except (Damaged, DamagedReport, KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            self.refuse("the report", f"it lacks what a report has: {error}")

    def of_another_table(self, row: Mapping[str, Any]) -> bool:
        """Whether a report of one table has a proof of a table with other options."""
        at = self.tables[row["table"]].row
        mine, theirs = (x.get("options") or () for x in (self.value, at))
        return self.value.get("mode") == "table" and row.get("code") is not None and {*mine} != {*theirs}

    def proof(self, row: Mapping[str, Any]) -> None:
        """Rechecks one entry of `proofs`."""
        found: Any = row.get("certificate")
        name = f"{row.get('code') or 'the invariant'}, {row.get('about')}"
        if found is None or found.get("accepted") is not True:
            count, words = row.get("questions"), str(row.get("words"))
            if type(count) is not int or count < 0:
                self.refuse(name, f"{count} is no number of questions")
            elif found is None and words != POSSIBLE:
                self.refuse(name, "it does not say that it has no certificate")
            else:
                rows = [tuple(map(str, x)) for x in (found or {}).get("closes", ())]
                seen = WORDS["exhibit"], about(rows), len(rows)
                if found is not None and found.get("kind") == "exhibit" and (words, row.get("about"), count) != seen:
                    self.refuse(name, "what was seen in play is something else")
                self.out.beside += count
            return
        if (closed := self.certificate(found, row, name)) is None:
            return
        wanted = QUESTIONS.get(str(row.get("code")))
        count = len({x for x in closed if x[0] not in AT_ALL}) + sum(x[0] in AT_ALL for x in closed)
        subjects = [about(closed)] if closed else [SUPPOSED, BETWEEN] if row["code"] is None else []
        declared = row.get("code") in ABOUT and found["kind"] in ("declared", "equal", "model")
        if (wanted is None or any(x[0] not in wanted for x in closed)) and closed and not declared:
            self.refuse(name, "its certificate is about another question")
        elif not self.gives_reason(row, found, closed):
            self.refuse(name, "its certificate says something else")
        elif row.get("questions") != count:
            self.refuse(name, f"it says that it closes {row.get('questions')} questions, and closes {count}")
        elif row.get("about") not in subjects:
            self.refuse(name, "its certificate is about something else")
        elif self.of_another_table(row):
            self.refuse(name, "it is about a table with other options than the report")
        elif again := [x for x in closed if (row["table"], row["code"], x) in self.closed]:
            self.refuse(name, f"another one closes it as well: {', '.join(again[0])}")
        else:
            self.closed |= {(row["table"], row["code"], x) for x in closed}
            self.out.proved += len(closed)

    def gives_reason(self, row: Mapping[str, Any], found: Mapping[str, Any], closed: Sequence[tuple[str, ...]]) -> bool:
        """Whether the words of a proof are those of its certificate. What only an analysis says stands at their end, and says so."""
        words = str(row["words"])
        if row["code"] is None:
            return words == (WORDS["invariant"] if "layers" in found else KEPT)
        if found["kind"] != "ranking" or closed[0][0] in ("every cascade", "the match"):
            return words == WORDS[found["kind"]]
        at = self.tables[row["table"]]
        decided, rest = at.known(found["invariant"])
        argument = at.argument(decided, rest, closed[0])
        return words == argument or words.startswith(argument + by_analysis(""))

    def finding(self, row: Mapping[str, Any]) -> None:
        """Rechecks one proved finding."""
        name = str(row.get("id"))
        there = row.get("certificates")
        if not isinstance(there, list) or not there:
            self.refuse(name, "it is called proved, and has no certificate")
            return
        closed: list[tuple[str, ...]] = []
        for found in there:
            if (some := self.certificate(found, row, name)) is None:
                return
            closed += some
        wanted = SHOWN_BY.get(str(row.get("code")), frozenset())
        named = {x for some in closed for x in some}
        # (of an overshadowed rule, and those that stand in its way, the first is the one that never runs)
        rules = [*(row.get("rules") or ())][: 1 if row.get("code") == codes.OVERSHADOWED.id else None]
        at = self.tables[row["table"]]
        seats = at.row.get("seats", row.get("seats"))
        table = at.pair[0] if "one" in at.row else at.table
        if not closed or not is_about(row, closed, wanted, table, "one" in at.row):
            self.refuse(name, "its certificates are about another question")
        elif row.get("code") in BY_RULE and not (rules and set(rules) <= named):
            self.refuse(name, "its certificates are about other rules")
        elif row.get("seats") != seats:
            self.refuse(name, f"its certificates are about a table of {seats}")
        elif row["code"] == codes.DEAD_PART.id and not self.dead_at_its_tables(row):
            self.refuse(name, "its certificates are not about every table and part that it speaks of")
        else:
            self.out.findings += row.get("evidence") == "proved"
            self.own(row, at.pair if "one" in at.row else [at.table])

    def dead_at_its_tables(self, row: Mapping[str, Any]) -> bool:
        """Whether the certificates show each part of a finding dead at each table that its basis speaks of."""
        try:
            for chosen, questions in needed(unsampled(self.project, spec_of(self.tables[row["table"]].row)), row):
                at = next(x for x in self.tables if x.row == chosen)
                rows = [(x["kind"], x.get("invariant", "")) for x in row["certificates"]]
                rows = [x for x in rows if not x[1] or at.has(x[1])]
                if not all(any(at.closes(kind, x, number) for kind, number in rows) for x in questions):
                    return False
        except (Damaged, RulesError, KeyError, StopIteration, TypeError, ValueError, AttributeError):
            return False
        return True

    def witness(self, row: Mapping[str, Any]) -> None:
        """Replays the scenarios of a finding, and whether they show it."""
        try:
            runs = validate(self.project, row, self.value.get("mode") == "together")
            if row["code"] == codes.TRAP.id and not self.trapped(runs[0], row):
                raise Rejected("a way to the end of the round is left after its scenario")
        except Rejected as why:
            self.refuse(str(row.get("id")), str(why))
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            self.refuse(str(row.get("id")), f"it names what its table does not have: {error}")
        else:
            self.out.witnesses += 1
            self.own(row, [x.table for x in runs])

    def trapped(self, run: Replay, row: Mapping[str, Any]) -> bool:
        """Whether no move after a scenario ends the round: on all states, or by the analysis of the check. A finding of
        rules that never happen has to name those that should end it."""
        context = unsampled(self.project, replace(run.spec, seats=run.table.seats, beside=()))
        if row["message"].startswith(NO_ROUND_ENDS):
            return list(row["rules"]) == [x.info.name for x in brought_about_by_nothing(context)]
        state = run.as_played
        around = region(context, state, MOST_STATES)
        return (around.closed and not around.ends and not around.stuck) or never_ends(context, state) is not None

    def own(self, row: Mapping[str, Any], tables: Sequence[t.Table]) -> None:
        """Records the options that the rules of a finding belong to."""
        rules: list[t.Rule | t.Definition] = []
        for y in tables:
            rules += [*y.triggers, *y.offers, *y.bans, *y.definitions]
        owners = {x.info.option for x in rules if written_name(x.info.name) in row["rules"]} - {None}
        self.owners[-1] = sorted({*self.owners[-1], *map(str, owners)})

    def certificate(self, found: Mapping[str, Any], row: Mapping[str, Any], name: str) -> list[tuple[str, ...]] | None:
        """The questions that a certificate closes, each shown again. None, with a line in `wrong`, if one of them is
        not."""
        self.out.certificates += 1
        try:
            if found["kind"] not in {*get_args(CertificateKind)} - {"exhibit"} or found["accepted"] is not True:
                raise Damaged(f"`{found['kind']}` is no certificate that the kernel accepts")
            if row["table"] is None:
                raise Damaged("it does not say of which table it is")
            at, number = self.tables[row["table"]], found.get("invariant", "")
            if "closes" not in found:
                at.known(found["id"])
                return []
            rows = [tuple(map(str, x)) for x in found["closes"]]
            if found.keys() - KEYS or not all(map(right_arity, rows)):
                raise Damaged("it has more than a certificate has")
            for one in [at] if not number or at.has(number) else self.others_with(at, number):
                for row_ in rows:
                    if not one.closes(found["kind"], row_, number):
                        raise Damaged(f"the kernel does not show again: {', '.join(row_)}")
            return rows
        except Damaged as damaged:
            self.refuse(name, str(damaged))
        except RulesError as error:
            self.refuse(name, f"there is no such table: {error.diagnostics[0].message}")
        except (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError) as error:
            self.refuse(name, f"it names what its table does not have: {error}")
        return None

    def others_with(self, at: At, number: str) -> list[At]:
        """The other tables of a game that have an invariant in the report: a claim may hold for all of them, such as at
        each value of a parameter. Raises `Damaged`."""
        there = [x for x in self.tables if x.has(number) and x.row.get("games") == at.row.get("games")]
        if not there:
            raise Damaged(f"it supposes the invariant `{number}`, which the report does not have for its game")
        return there

    def refuse(self, name: str, why: str) -> None:
        """Records a claim that does not hold."""
        self.out.wrong.append(f"{name}: {why}")


BY_RULE = codes.ids("rule")
"""Codes whose certificates name the rules of the finding."""

SHOWN_BY: Mapping[str, frozenset[str]] = {
    x.id: frozenset(x.questions) or AT_ALL
    for x in codes.CODES
    if x.questions is not None and (x.scope == "rule" or x is codes.ENDLESS_MATCH)
}
"""The kernel questions that show a finding which says that something never happens."""


def recheck(project: Project, value: Mapping[str, Any], within_budget: Callable[[int, int, str], None]) -> Rechecked:
    """Submits what a report calls proved to the kernel again, with the rules of a project. Raises `NotAReport`."""
    return Report(project, value, within_budget).check()
