"""Decides questions by the kernel, and keeps the books on their answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import z3

from checker.context import Context, stage, table_stage
from checker.invariants.certified import certified
from checker.invariants.certified import kernel as kernel
from checker.invariants.few_cards import ABOUT_RULES
from checker.invariants.known import ask
from checker.invariants.likely import by_moves
from checker.invariants.participation import attendance, piles, proposed
from checker.kernel.at_rest import AtRest
from checker.kernel.decide import Verdict
from checker.kernel.obligations import AT_REST, Builder, Obligation
from checker.kernel.proved import Shown, certificate, certificates
from checker.results import (
    BETWEEN,
    KEPT,
    POSSIBLE,
    SUPPOSED,
    WORDS,
    Answers,
    Certificate,
    CertificateKind,
    Finding,
    Proof,
    about,
)
from checker.smt.factory import mentions

SEEN = Certificate("exhibit", "{}")
"""The answer was observed in play."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer to a question. `verdict`: whether some state is a counterexample; `shown`: the kernel's evidence that
    none is. `formula`: the query, if there is one."""

    verdict: Verdict
    shown: Shown | None
    formula: z3.BoolRef | None


@stage
def builder(context: Context) -> Builder:
    """The builder of formulas for obligations."""
    found = kernel(context)
    return Builder(certified(context)) if found is None else found.builder


def read_off(context: Context, x: Obligation) -> Shown | None:
    """The evidence that the rules themselves close a question."""
    found = kernel(context)
    kind = None if found is None else found.read_off(x)
    return None if found is None or kind is None else found.shown(kind, (x.question, *x.names))


@table_stage
def taking_part(context: Context) -> AtRest | None:
    """The participation invariants that the kernel accepts."""
    found, claims = kernel(context), attendance(context).claims
    if found is None or not claims:
        return None
    return found.accept_at_rest(claims.values()) or found.accept_at_rest(
        proposed(context, resting=False).claims.values()
    )


@table_stage
def pile_tops(context: Context) -> AtRest | None:
    """What lies on top of piles, as far as the kernel accepts it."""
    found, claims = kernel(context), piles(context).claims
    return None if found is None or not claims else found.accept_at_rest(claims.values())


def rests(context: Context, query: z3.BoolRef, attended: bool) -> Iterator[AtRest | None]:
    """What the kernel has accepted of tables between two moves, and a question may hang on. (It takes its time to find out who takes part.)"""
    st = context.reader.st
    cards = (st.variables[x.one][0] for x in piles(context).claims.values())
    named = {x.get_id(): True for x in cards if not isinstance(x, tuple)}
    if named and mentions(query, named):
        yield pile_tops(context)
    if attended or ask(context, query, True) == "impossible":
        yield taking_part(context)


def shown(context: Context, x: Obligation) -> Shown | None:
    """The evidence that the kernel closes a question; None if it does not."""
    found = kernel(context)
    closed = None if found is None else found.closed(x)
    if closed is not None or x.question not in ABOUT_RULES:
        return closed
    other = by_moves(context, x)
    return None if other is None else other[0]


def proved(rows: Iterable[Shown | None]) -> tuple[Certificate, ...]:
    """The certificates of a finding that rests on several answers; empty if one of them is missing."""
    there = list(rows)
    known = [x for x in there if x is not None]
    return certificates(known) if known and len(known) == len(there) else ()


def formula(context: Context, x: Obligation) -> z3.BoolRef | None:
    """The formula of an obligation. Cached."""
    found = kernel(context)
    return builder(context).formula(x) if found is None else found.formula(x)


def never() -> bool:
    """For questions that play does not answer."""
    return False


def decided(context: Context, x: Obligation, attended: bool = False, met: Callable[[], bool] = never) -> Answered:
    """Decides a question by the kernel: what it does not close is open. `attended`: it may depend on who takes part. `met`:
    whether play has met it; asked before costly proofs are tried. In a hypothetical context, by all invariants."""
    found = kernel(context)
    closed = read_off(context, x)
    if closed is not None:
        return Answered("impossible", closed, None)
    if not context.within_budget():
        # building the formula takes time, and there is none left to solve it
        context.cut_short.append("a question")
        return Answered("unknown", None, None)
    query = formula(context, x)
    if query is None:
        return Answered("unknown", None, None)
    if found is None:
        return Answered(ask(context, query, x.question in AT_REST, attended), None, query)
    verdict, closed = found.verdict_of(x)
    if verdict != "impossible" and x.question in AT_REST and not met():
        for rest in filter(None, rests(context, query, attended)):
            verdict, closed = found.verdict_at_rest(x, rest)
            if verdict == "impossible":
                break
    return Answered(verdict, closed, query)


# ------------------------------------------------------------------------------------------------------------- proofs


def invariant_proofs(context: Context) -> Iterator[Proof]:
    """Yields the certificates that other certificates assume."""
    # (a table may have been analyzed several times under different assumptions)
    supposed = [(table, x) for table, x in context.decided if x.supposed]
    for (table, _), found in {(table, x.number): x for table, x in supposed}.items():
        yield Proof("", SUPPOSED, WORDS["invariant"], found.invariant, 0, table)
    for (table, _), rest in {(table, n): rest for table, x in supposed for n, rest in x.rests.items()}.items():
        yield Proof("", BETWEEN, KEPT, rest, 0, table)


Row = tuple[CertificateKind | None, str]
"""A kind of certificate, and the id of the one that it assumes."""


@dataclass(slots=True)
class Ledger:
    """The closed questions of a code, by kind of evidence."""

    code: str
    shown: dict[Row, list[Shown]] = field(default_factory=dict)
    seen: list[tuple[str, ...]] = field(default_factory=list)
    """Questions closed by play."""
    undecided: list[tuple[str, ...]] = field(default_factory=list)
    """Questions without an answer, of which nothing is reported."""

    def add(self, how: Shown | Certificate | None, *about: str) -> None:
        """Adds a question closed by the kernel, or in play (`SEEN`), or one whether something is pointless that nobody answers
        (None)."""
        if isinstance(how, Shown):
            self.shown.setdefault((how.kind, how.invariant), []).append(how)
        elif how is not None:
            self.seen.append(about)
        else:
            self.undecided.append(about)

    def join(self, other: Ledger) -> None:
        """Adds all questions of another ledger."""
        for row, questions in other.shown.items():
            self.shown.setdefault(row, []).extend(questions)
        self.seen += other.seen
        self.undecided += other.undecided

    @property
    def count(self) -> int:
        """The number of questions."""
        return self.proved + len(self.seen) + len(self.undecided)

    @property
    def proved(self) -> int:
        """The number of questions that the kernel has closed."""
        return sum(map(len, self.shown.values()))

    def answers(self, findings: Iterable[Finding]) -> Answers:
        """The result of a check."""
        return Answers(tuple(findings), self.count, self.proofs())

    def proofs(self) -> tuple[Proof, ...]:
        """The proofs: one for each kind of evidence."""
        out = [self.proof(certificate(rows), [x.about for x in rows]) for rows in self.shown.values()]
        if self.seen:
            out.append(self.proof(Certificate("exhibit", json.dumps({"closes": self.seen})), self.seen))
        if self.undecided:
            out.append(Proof(self.code, about(self.undecided), POSSIBLE, None, len(self.undecided)))
        return tuple(out)

    def proof(self, found: Certificate, rows: Sequence[tuple[str, ...]]) -> Proof:
        """The proof of questions with one certificate."""
        return Proof(self.code, about(rows), WORDS[found.kind], found, len(rows))
