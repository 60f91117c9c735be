"""Questions that are put to the kernel first, and then to analyses whose results have no certificate."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import z3

from checker.context import Context, stage
from checker.invariants.certified import certified
from checker.invariants.known import ask
from checker.kernel.accept import Accepted
from checker.kernel.certificates import written
from checker.kernel.decide import Decided, Kind, Verdict
from checker.kernel.obligations import AT_REST, Builder, Obligation
from checker.results import Answers, Certificate, CertificateKind, Finding, Proof

WORDS: dict[CertificateKind | None, str] = {
    "unsat": "no state satisfies the conditions",
    "independent": "they touch nothing in common",
    "equal": "they have the same result",
    "declared": "the rules say themselves which of them stands",
    "invariant": "every step of the game keeps it so",
    "ranking": "something gets less each time",
    "exhibit": "it was seen in play",
    None: "an analysis rules it out, without a certificate",
}


@dataclass(frozen=True, slots=True)
class Answered:
    """How a question was answered. `verdict`: whether any state answers it; `kind`: the certificate of the kernel that none does.
    `formula`: the question, where there is one."""

    verdict: Verdict
    kind: Kind | None
    formula: z3.BoolRef | None


@stage
def kernel(context: Context) -> Decided | None:
    """The kernel, with what it has accepted of a table; None where something is only supposed."""
    known = certified(context)
    if not isinstance(known, Accepted):
        return None
    out = Decided(known)
    context.decided.append(out)
    return out


@stage
def builder(context: Context) -> Builder:
    """What builds the formulas of obligations."""
    found = kernel(context)
    return Builder(certified(context)) if found is None else found.builder


def read_off(context: Context, x: Obligation) -> Kind | None:
    """How the rules themselves close a question."""
    return builder(context).read_off(x)


def formula(context: Context, x: Obligation) -> z3.BoolRef | None:
    """The formula of an obligation, which is built once."""
    found = kernel(context)
    return builder(context).formula(x) if found is None else found.formula(x)


def decided(context: Context, x: Obligation, attended: bool = False) -> Answered:
    """Whether any state answers a question: by the kernel, or else by all that is known. `attended`: it may hang on who takes part."""
    closed = read_off(context, x)
    if closed is not None:
        return Answered("impossible", closed, None)
    if not context.going_on():
        # nobody will ask, and to put all such questions together takes its time
        context.cut_short.append("a question")
        return Answered("unknown", None, None)
    asked, found = formula(context, x), kernel(context)
    if asked is None:
        return Answered("unknown", None, None)
    if found is not None:
        verdict = found.answer(x)
        if verdict == "impossible":
            return Answered(verdict, "unsat", asked)
        if x.question not in AT_REST:
            return Answered(verdict, None, asked)
    return Answered(ask(context, asked, x.question in AT_REST, attended), None, asked)


def certain(context: Context, name: str, question: z3.BoolRef | None, at_rest: bool) -> bool:
    """Whether the kernel refutes a question."""
    found = kernel(context)
    return question is None or (found is not None and found.satisfiable(name, question, at_rest) == "impossible")


# ------------------------------------------------------------------------------------------------------------- proofs


@stage
def invariant_id(context: Context) -> str:
    """The number of the certificate of what was accepted of a table; none where something is only supposed."""
    known = certified(context)
    if not isinstance(known, Accepted):
        return ""
    number, text = written(known.layers, known.table)
    context.invariants[number] = text
    return number


def invariant_proofs(context: Context) -> Iterator[Proof]:
    """The certificates that others suppose."""
    for text in context.invariants.values():
        yield Proof("", "what holds in every state", WORDS["invariant"], Certificate("invariant", text), 0)


Row = tuple[CertificateKind | None, str]
"""A certificate, and the number of the one that it supposes."""


@dataclass(slots=True)
class Ledger:
    """The questions of a code that were closed, by how."""

    context: Context
    code: str
    rows: dict[Row, list[tuple[str, ...]]] = field(default_factory=dict)

    def add(self, kind: CertificateKind | None, *about: str, of: Context | None = None) -> None:
        """One more question. `of`: what is known of the table by then."""
        number = invariant_id(of or self.context) if kind in ("unsat", "invariant", "ranking") else ""
        self.rows.setdefault((kind, number), []).append(about)

    def join(self, other: Ledger) -> None:
        """Take in another one."""
        for row, questions in other.rows.items():
            self.rows.setdefault(row, []).extend(questions)

    @property
    def count(self) -> int:
        """How many."""
        return sum(map(len, self.rows.values()))

    def answers(self, findings: Iterable[Finding]) -> Answers:
        """What a check gives."""
        return Answers(tuple(findings), self.count, self.proofs())

    def proofs(self) -> tuple[Proof, ...]:
        """A proof for each way in which questions were closed."""
        out: list[Proof] = []
        for (kind, number), rows in self.rows.items():
            about = rows[0] if len(rows) == 1 else (f"{len(rows)} questions",)
            certificate = None
            if kind is not None:
                data = {"closes": rows} | ({"invariant": number} if number else {})
                certificate = Certificate(kind, json.dumps(data))
            out.append(Proof(self.code, ", ".join(about), WORDS[kind], certificate, len(rows)))
        return tuple(out)
