"""Rechecks each part of a report: its proofs, findings and scenarios, and what it derives from them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, get_args

from checker import codes
from checker.check_table import counted
from checker.checks.certificate_subjects import is_about
from checker.checks.uno304_trap import MOST_STATES, NO_ROUND_ENDS, no_round_ends
from checker.checks.uno402_overshadowed import is_message_of
from checker.checks.uno405_dead_part import is_its_message, needed
from checker.effects.ways import written_name
from checker.families.derive_again import other_combinations
from checker.families.screen import game_of
from checker.kernel.certificates import Damaged, claims_of
from checker.known_tables import parameters_with, spec_of
from checker.recheck.questions import AT_ALL, BY_RULE, KEYS, QUESTIONS, SHOWN_BY, right_arity
from checker.recheck.rulesets import Comparison
from checker.recheck.table import At, unsampled
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
from checker.termination.no_exit import in_closed_set, rules_that_end_no_round
from checker.witness.validate import Rejected, Replay, validate
from unodsl.diagnostics import RulesError
from unodsl.model import table as t
from unodsl.resolve import Project


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
            self.proofs, self.others = ([dict(x) for x in self.value[y]] for y in ("proofs", "not_proved"))
            self.findings = [dict(x) for x in self.value["findings"]]
            self.summary = dict(self.value["summary"])
            for row in (*self.proofs, *(x for x in self.findings if x["table"] is not None)):
                own = row.get("certificates", [row.get("certificate")])
                for found in map(dict, filter(None, own)):
                    if row["table"] is not None:
                        self.keep(self.tables[row["table"]], found)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            raise NotAReport(f"it lacks what a report of `check --format json` has: {error}") from None

    @cached_property
    def comparison(self) -> Comparison:
        """The comparison of two rulesets that it reports."""
        return Comparison(self.project, self.value)

    def keep(self, at: At, found: Mapping[str, Any]) -> None:
        """Stores an invariant under its id."""
        body = {k: v for k, v in found.items() if k not in ("kind", "accepted")}
        if found["kind"] == "invariant" and "id" in body:
            mine, others = (at.rests, at.layers) if "at_rest" in body else (at.layers, at.rests)
            text = json.dumps(body)
            if mine.setdefault(body["id"], text) != text or body["id"] in others:
                self.refuse(f"the invariant `{body['id']}`", "another one of the same table has its id")

    def check(self) -> Rechecked:
        """Submits everything that the report calls proved to the kernel again."""
        count = len(self.proofs) + len(self.findings)
        for number, proof in enumerate(self.proofs):
            self.within_budget(number, count, "certificates")
            self.tried(f"{proof.get('code')}, {proof.get('about')}", self.proof, proof)
        for row in self.others:
            self.not_proved(row)
        for number, finding in enumerate(self.findings):
            self.within_budget(len(self.proofs) + number, count, "findings")
            self.owners.append([])
            if finding.get("evidence") == "proved" or finding.get("certificates"):
                self.tried(str(finding.get("id")), self.finding, finding)
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

    def tried(self, name: str, do: Callable[[Mapping[str, Any]], None], row: Mapping[str, Any]) -> None:
        """Rechecks a row, which may lack what such a row has."""
        try:
            do(row)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            self.refuse(name, f"it lacks what a report has: {error}")
        except RulesError as error:
            self.refuse(name, f"there is no such table: {error.diagnostics[0].message}")

    def statements(self) -> list[str]:
        """What the report says that no check says, and what it has that its tables do not have."""
        singles = [x for x in self.tables if not {"family", "one"} & x.row.keys()]
        others = [x for x in self.tables if "family" in x.row]
        try:
            tables = {id(x.row): x.table for x in (*singles, *others)}
            if self.value["mode"] != "together":
                return Statements(self.project, self.value, tables, ()).wrong()
            other = [f"{x}: it does not follow from the two rulesets" for x in self.comparison.other_parts()]
            return [*other, *Statements(self.project, self.value, tables, self.comparison.tables).wrong()]
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
        if not isinstance(found, Mapping):
            self.refuse(name, "it has no certificate")
            return
        if (closed := self.certificate(found, row, name)) is None:
            return
        wanted = QUESTIONS.get(str(row.get("code")), frozenset())
        count = len({x for x in closed if x[0] not in AT_ALL}) + sum(x[0] in AT_ALL for x in closed)
        subjects = [about(closed)] if closed else [SUPPOSED, BETWEEN] if row["code"] is None else []
        if any(x[0] not in wanted for x in closed) or found["kind"] == "no way out":
            # (that something can no longer end is a finding, and closes no question)
            self.refuse(name, "its certificate is about another question")
        elif not self.gives_reason(row, found, closed):
            self.refuse(name, "its certificate says something else")
        elif any(n > self.most_about_one(row) for n in Counter(x for x in closed if x[0] in AT_ALL).values()):
            self.refuse(name, "it closes one question more often than there are rules for it")
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

    def most_about_one(self, row: Mapping[str, Any]) -> int:
        """How many questions of a code one answer about non-existence can close: with a rule that never runs, each pair of
        it and another rule; with options that make no table, each pair of rules."""
        if row["code"] not in codes.ids("pair"):
            return 1
        table = self.tables[row["table"]].table
        rules = len(table.triggers) + len(table.offers) + len(table.bans) + len(table.definitions)
        return rules if row["certificate"]["closes"][0][0] == "runs" else rules * rules

    def not_proved(self, row: Mapping[str, Any]) -> None:
        """Whether an entry of `not_proved` says what such an entry can say. What was seen in play is not played again."""
        count, closes = row.get("questions"), row.get("closes")
        stated = row.get("how"), row.get("words"), row.get("about")
        rows = [tuple(map(str, x)) for x in closes or ()]
        seen = "seen", WORDS["exhibit"], about(rows)
        name = f"{row.get('code')}, {row.get('about')}"
        if type(count) is not int or count < 1:
            self.refuse(name, f"{count} is no number of questions")
        elif stated[:2] != ("undecided", POSSIBLE) if closes is None else (*stated, count) != (*seen, len(rows)):
            self.refuse(name, "it says something else than that it is not proved")
        else:
            self.out.beside += count

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
        two = "one" in at.row
        seats = at.row["one"]["seats"] if two else seats
        ours = self.comparison.is_declared(row, closed) if two else closed and is_about(row, closed, wanted, at.table)
        if not ours:
            self.refuse(name, "its certificates are about another question")
        elif row.get("code") in BY_RULE and not (rules and set(rules) <= named):
            self.refuse(name, "its certificates are about other rules")
        elif row.get("seats") != seats:
            self.refuse(name, f"its certificates are about a table of {seats}")
        elif not two and not self.of_its_options(row, at):
            self.refuse(name, "its certificates are about a table with other options")
        elif not two and not self.of_its_parameters(row, at):
            self.refuse(name, "its certificates are about a table with other parameters")
        elif row.get("witness") is None and any(self.from_a_moment(x, at) for x in there):
            self.refuse(name, "its certificate is about some states only, and no scenario leads there")
        elif row["code"] == codes.OVERSHADOWED.id and not self.overshadowed(row):
            self.refuse(name, "the rules that it names are not those that leave it nothing")
        elif row["code"] == codes.DEAD_PART.id and not self.dead_at_its_tables(row):
            self.refuse(name, "its certificates are not about every table and part that it speaks of")
        else:
            self.out.findings += row.get("evidence") == "proved"
            self.own(row, at.pair if "one" in at.row else [at.table])

    def of_its_options(self, row: Mapping[str, Any], at: At) -> bool:
        """Whether a table has the options of a finding, and what they bring or require."""
        named, on = {*row["options"]}, {*at.row.get("options", ())}

        def other(options: set[str]) -> t.Table | None:
            try:
                return unsampled(self.project, spec_of({**at.row, "options": sorted(options)})).table
            except RulesError:
                return None

        if "family" in at.row or named == on or other(named) == at.table:
            return True
        return named <= on and all(other(on - {x}) is None for x in on - named)

    def of_its_parameters(self, row: Mapping[str, Any], at: At) -> bool:
        """Whether a table has the parameters of a finding, as far as its options have them."""
        on = [x.name for x in at.table.options if x.on]
        given = parameters_with(self.project, dict(row["parameters"]), on)
        if "family" in at.row or given == at.row.get("parameters", {}):
            return True
        try:
            return unsampled(self.project, spec_of({**at.row, "parameters": given})).table == at.table
        except RulesError:
            return False

    def from_a_moment(self, found: Mapping[str, Any], at: At) -> bool:
        """Whether a certificate says something of a closed set of states, in which a match need not come."""
        if found["kind"] != "no way out":
            return False
        since = at.known(found["invariant"])[0].accepted.since
        return since is not None or any(x[0] == "the round" for x in found["closes"])

    def overshadowed(self, row: Mapping[str, Any]) -> bool:
        """Whether the rules that stand in the way of a rule are those that a finding names."""
        rule, *names = row["rules"]
        context = unsampled(self.project, spec_of(self.tables[row["table"]].row))
        return is_message_of(context, rule, names, row["message"])

    def dead_at_its_tables(self, row: Mapping[str, Any]) -> bool:
        """Whether a finding says what its places show, and its certificates show each part dead at each table that its basis
        speaks of."""
        try:
            context = unsampled(self.project, spec_of(self.tables[row["table"]].row))
            if not is_its_message(context, row):
                return False
            for chosen, questions in needed(context, row):
                at = next(x for x in self.tables if x.row == chosen)
                rows = [(x["kind"], x.get("invariant", "")) for x in row["certificates"]]
                rows = [x for x in rows if not x[1] or at.has(x[1])]
                if not all(any(at.closes(kind, x, number) for kind, number in rows) for x in questions):
                    return False
        except (Damaged, RulesError, LookupError, StopIteration, TypeError, ValueError, AttributeError):
            return False
        return True

    def witness(self, row: Mapping[str, Any]) -> None:
        """Replays the scenarios of a finding, and whether they show it."""
        try:
            runs = validate(self.project, row, self.value.get("mode") == "together")
            if row["code"] == codes.TRAP.id and not self.trapped(runs[0], row):
                raise Rejected("a way to the end of the round is left after its scenario")
            if row["code"] == codes.ENDLESS_MATCH.id and not self.no_way_out(runs[0], row):
                raise Rejected("its certificate is not about the state after its scenario")
        except Rejected as why:
            self.refuse(str(row.get("id")), str(why))
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            self.refuse(str(row.get("id")), f"it names what its table does not have: {error}")
        else:
            self.out.witnesses += 1
            self.own(row, [x.table for x in runs])

    def trapped(self, run: Replay, row: Mapping[str, Any]) -> bool:
        """Whether no move after a scenario ends the round: on all states, or by a certificate about the state there. A finding
        of rules that never happen has to name those that should end it."""
        context = unsampled(self.project, replace(run.spec, seats=run.table.seats, beside=()))
        if row["message"].startswith(NO_ROUND_ENDS):
            rules = rules_that_end_no_round(context)
            named = list(row["rules"]) == [x.info.name for x in rules]
            return named and row["message"] == no_round_ends(context, rules)
        if self.no_way_out(run, row):
            return True
        around = region(context, run.as_played, MOST_STATES)
        return around.closed and not around.ends and not around.stuck

    def no_way_out(self, run: Replay, row: Mapping[str, Any]) -> bool:
        """Whether a certificate of a finding says that something never ends from the state after a scenario, at its table. (That the
        kernel accepts it is shown elsewhere.)"""
        at = None if row["table"] is None else self.tables[row["table"]]
        if at is None or run.played.table != at.table:
            return False
        try:
            for found in (x for x in row.get("certificates") or () if x["kind"] == "no way out"):
                known, rest = at.known(found["invariant"])
                for head, *names in found["closes"]:
                    claims = claims_of(json.loads(names[0])) if head == "the round" else []
                    if in_closed_set(known.accepted, rest, claims, run.as_played):
                        return True
        except Damaged:
            # the certificate is refused as such
            pass
        return False

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
