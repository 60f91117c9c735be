"""The results of a check, as frozen data: findings with their evidence, and proofs of closed questions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from unodsl.model.table import Allowance
from unodsl.source import Span

Evidence = Literal["witnessed", "proved", "bounded"]
Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class SearchScope:
    """How far an open question was searched. `exhaustive`: all `states` of tables with at most `cards` cards.
    `sampled`: `states` that were visited in play with all cards; others were not."""

    kind: Literal["exhaustive", "sampled"]
    states: int
    seats: int
    cards: int


@dataclass(frozen=True, slots=True)
class Fix:
    """A line that resolves a finding: inserted after line `line` (from 1) of `path`, with its indentation. `verified`:
    with the line, the checker no longer finds it."""

    path: str
    line: int
    text: str
    description: str
    verified: bool


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a rule in its text, and its role in the finding."""

    span: Span
    label: str


@dataclass(frozen=True, slots=True)
class Side:
    """One continuation of the witness: with one rule, in one order, or with one rule alone. `label` names it. `rule` is
    the qualified name of its rule, or "". `facts` are short statements about the table after it, the most
    informative first."""

    label: str
    rule: str
    facts: tuple[str, ...]


CertificateKind = Literal[
    "invariant", "unsat", "independent", "equal", "declared", "ranking", "no way out", "model", "exhibit"
]
"""`invariant`: claims that every step of the engine preserves. `unsat`: a formula that no state satisfies, under an
accepted invariant. `independent`, `equal`, `declared`: read off the rules. `ranking`: a sum that decreases with
every step. `no way out`: a closed set of states without an end. `model`: values for which two declarations differ.
`exhibit`: observed in play."""

How = Literal["proved", "seen", "uncertified", "undecided"]
"""How a question without a finding was closed (see `Proof.how`)."""

UNSTATED = "something differently that no scenario states"
"""What two rulesets answer in different ways, where no replayed scenario shows it."""

POSSIBLE = "nothing rules it out, and play has not shown it; there is no certificate"
"""The answer to a question without a certificate: nothing rules out that a rule, part, or option has a use, so nothing is
reported."""


def by_analysis(words: str) -> str:
    """The end of an open question's basis: a reason that the kernel has not accepted."""
    return f"; by an analysis, without a certificate: {words}"


WORDS: dict[CertificateKind, str] = {
    "unsat": "no state satisfies the conditions",
    "independent": "they touch nothing in common",
    "equal": "they have the same result",
    "declared": "the rules say themselves which of them stands",
    "invariant": "every step of the game keeps it so",
    "ranking": "something gets less each time",
    "no way out": "no step leaves these states, and none of them is an end",
    "model": "they differ as they are declared",
    "exhibit": "it was seen in play",
}
"""The reason that a proof states, by the kind of its certificate."""

KEPT = "every move keeps it so"
"""The reason of a certificate about what holds between two moves."""

SUPPOSED = "what holds in every state"
BETWEEN = "what holds between two moves"
"""The subjects of certificates that close no question themselves: invariants."""


def about(rows: Sequence[tuple[str, ...]]) -> str:
    """The subject of a proof that closes these questions, in words."""
    if len(rows) != 1:
        return f"{len(rows)} questions"
    ((head, *names),) = rows
    match head:
        case "every cascade" | "every round":
            return head
        case "moves end" | "answers end":
            return ", ".join(x.partition(".")[2] for x in names[:-1])
    return ", ".join(rows[0])


@dataclass(frozen=True, slots=True)
class Certificate:
    """The evidence for an answer. `data`: a JSON text with what a recheck needs."""

    kind: CertificateKind
    data: str

    @property
    def accepted(self) -> bool:
        """Whether the kernel has accepted it. Only `checker.kernel.proved` makes such certificates."""
        return False


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding or, with evidence `bounded`, one open question.

    `rules` and `options` are qualified names. `options` is a smallest set that has to be on; `also` has the other
    smallest sets. `witness` is a scenario that was replayed, or None. `basis` states what the evidence rests on.
    `suppressed` is the author's reason, or None. `known`: whether a baseline lists it; None without a baseline. `scene`
    is the position and the move of the witness in one line; `sides` has the outcomes by rule. Both are empty for other
    kinds of findings. `parameters` are the set parameters of the table, as (name, value). `owners` are the options that
    its rules belong to. `scope`: how far an open question was searched; None: not at all. `also_codes`: more general
    codes of the same clash, which are not reported again. `certificates`: those that the kernel accepted; a finding
    without one is not `proved`. `table`: the table that the certificates are about, as JSON (see
    `checker.known_tables.written`). `reason`: why it holds, where that identifies it better than its rules do. Tables'
    findings are merged by it; reports have it in the message only. `derived`: it is of a given game, though its rules are of
    another one that this one extends, and that does not have it by itself.
    """

    code: str
    name: str
    severity: Severity
    message: str
    rules: tuple[str, ...]
    options: tuple[str, ...]
    seats: int
    places: tuple[Place, ...]
    evidence: Evidence
    witness: str | None
    basis: str
    details: tuple[str, ...] = ()
    fixes: tuple[Fix, ...] = ()
    suppressed: str | None = None
    known: bool | None = None
    also: tuple[tuple[str, ...], ...] = ()
    scene: str = ""
    sides: tuple[Side, ...] = ()
    parameters: tuple[tuple[str, str], ...] = ()
    owners: tuple[str, ...] = ()
    scope: SearchScope | None = None
    also_codes: tuple[str, ...] = ()
    certificates: tuple[Certificate, ...] = ()
    table: str = ""
    reason: str = ""
    derived: bool = False

    def __post_init__(self) -> None:
        if self.evidence == "proved" and not (self.certificates and all(x.accepted for x in self.certificates)):
            raise ValueError(f"{self.code} is not proved: the kernel has accepted no certificate")

    @property
    def subject(self) -> tuple[str, ...]:
        """What identifies it among the findings of its code: its reason, its rules, or its places."""
        return (self.reason,) if self.reason else self.rules or tuple(str(p.span) for p in self.places)

    @property
    def exhaustive(self) -> bool:
        """Whether it is an open question for which every state of small tables was visited."""
        return self.evidence == "bounded" and self.scope is not None and self.scope.kind == "exhaustive"

    @property
    def sampled(self) -> bool:
        """Whether it is an open question for which only some states were visited."""
        return self.evidence == "bounded" and not self.exhaustive

    @property
    def counts(self) -> bool:
        """Whether it counts for the verdict: neither suppressed nor in the baseline."""
        return self.suppressed is None and not self.known


@dataclass(frozen=True, slots=True)
class Proof:
    """Questions closed in one way: `questions` questions of one code. `words` states the reason. `certificate` None: an
    analysis closed them, and no recheck is possible. `table`: the choice of rules, as JSON (see
    `checker.known_tables.written`)."""

    code: str
    about: str
    words: str
    certificate: Certificate | None = None
    questions: int = 1
    table: str = ""

    def __post_init__(self) -> None:
        if self.certificate is None and self.words != POSSIBLE:
            raise ValueError(f"{self.code}: nobody reads that no certificate closes it")

    @property
    def how(self) -> How:
        """`proved`: the kernel accepted the certificate. `seen`: observed in play. `uncertified`: an analysis has the answer. `undecided`:
        none has."""
        if self.certificate is None:
            return "undecided"
        if self.certificate.accepted:
            return "proved"
        return "seen" if self.certificate.kind == "exhibit" else "uncertified"


def closed_as(proofs: Iterable[Proof], how: How) -> int:
    """How many questions were closed in one way."""
    return sum(p.questions for p in proofs if p.how == how)


def together(proofs: Iterable[Proof]) -> tuple[Proof, ...]:
    """The proofs of several tables. Each certificate occurs once for each table, also if a table was checked twice."""
    return tuple({x if x.how == "proved" else (x, i): x for i, x in enumerate(proofs)}.values())


def uncertified(closed: int, proofs: Iterable[Proof]) -> int:
    """How many of the closed questions rest on an analysis alone: neither certified, nor observed in play, nor undecided."""
    return closed - sum(p.questions for p in proofs if p.how != "uncertified")


@dataclass(frozen=True, slots=True)
class Answers:
    """The result of one check: findings, the number of questions `closed` by any means, and the proofs of those that
    have one."""

    findings: tuple[Finding, ...]
    closed: int
    proofs: tuple[Proof, ...] = ()


@dataclass(frozen=True, slots=True)
class Unused:
    """An unused suppression: the `allow CODE` of a rule that suppressed nothing."""

    rule: str
    allowance: Allowance


Single = tuple[str, tuple[str, ...], int]
"""An option, the options that it brings (itself included), and the fewest seats for it."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was checked with all its tables, or several games laid together. `left_out`: options that no table of
    it can have, with the reason. `tables`: the number of option sets for each number of seats. `singles`: see
    `Single`. `apart`: options that exclude each other."""

    games: tuple[str, ...]
    options: tuple[str, ...]
    left_out: tuple[tuple[str, str], ...]
    tables: tuple[tuple[int, int], ...]
    singles: tuple[Single, ...]
    apart: frozenset[frozenset[str]]


CellVerdict = Literal[
    "clash", "brought", "note", "open", "allowed", "none_found", "clean", "apart", "needed", "unasked"
]


@dataclass(frozen=True, slots=True)
class Cell:
    """The verdict on two options, or two ruleset files, or one by itself. `clash`: an error or a warning, with `codes`.
    `brought`: a clash of an option that one of them brings. `note`. `open`: bounded. `allowed`: a clash that a
    rule's author allows. `none_found`: checked, and nothing was found. `clean`: ruled out by proofs and analyses.
    `apart`: they exclude each other. `needed`: one brings the other. `unasked`: not compared, or neither is of the
    files given."""

    one: str
    other: str
    verdict: CellVerdict
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LargestSet:
    """A maximal set of options of some games that go together: no clash found and no open question. `seats`: the fewest
    that all of them allow. `of`: the number of options of the games. `exact`: whether no set is larger; if not, the
    enumeration was cut short."""

    games: tuple[str, ...]
    options: tuple[str, ...]
    seats: int
    of: int
    exact: bool


@dataclass(frozen=True, slots=True)
class Combinations:
    """The scope and the verdicts of a check of all combinations. `matrix`: by pair of options. `pages`: by pair of
    ruleset files. `tables_loaded`: how many single tables were loaded. `bounds`: the questions not settled for every
    combination, in words. `largest`: the largest sets of options that go together."""

    games: tuple[Game, ...]
    matrix: tuple[Cell, ...]
    pages: tuple[Cell, ...]
    tables_loaded: int
    bounds: tuple[str, ...]
    largest: tuple[LargestSet, ...] = ()


Mode = Literal["table", "options", "every", "together"]
"""What a check judges: one table, the options of the files given, every combination of options, or games laid together.
"""


@dataclass(frozen=True, slots=True)
class Judged:
    """The scope of a check. `games`: those played, each by itself unless `mode` is `together`. `options`: those that
    were on (`table`, `together`) or judged. `not_judged`: options of the files given that were not, with the reason.
    `files`: names of the ruleset files given. `seats`: ascending. `parameters`: as the caller set them. `varied`:
    parameters judged at their least and greatest value as well. For a single table, `usual` are the default options
    that are on, `without` those that are off. `remarks`: notes on a comparison of two rulesets."""

    mode: Mode
    games: tuple[str, ...]
    options: tuple[str, ...]
    not_judged: tuple[tuple[str, str], ...]
    files: tuple[str, ...]
    seats: tuple[int, ...]
    parameters: tuple[tuple[str, str], ...] = ()
    varied: tuple[str, ...] = ()
    usual: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    only_at: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """The options judged that some of the tables cannot have because of their seats, with the numbers of those that can."""
    apart: tuple[tuple[str, str], ...] = ()
    """The pairs of options judged that no table can have on together."""


@dataclass(frozen=True, slots=True)
class Report:
    """The result of one run of the checker. `unused`: unused suppressions of checks that completed. `cut_short`: the
    budget ran out; the remaining questions are open. `stopped`: the user stopped the check; the report has what was
    decided before. `closed_uncertified`: how many questions an analysis closed without a certificate. `moves`: how
    many moves were played to learn about the tables, by executor; empty for a check of all combinations. `ignored`:
    codes that the caller chose not to report."""

    findings: tuple[Finding, ...]
    tables: int
    found_witnessed: int
    open_bounded: int
    seconds: float
    unused: tuple[Unused, ...]
    cut_short: bool = False
    stopped: bool = False
    proofs: tuple[Proof, ...] = ()
    closed_uncertified: int = 0
    combinations: Combinations | None = None
    open_exhaustive: int = 0
    moves: tuple[tuple[str, int], ...] = ()
    judged: Judged | None = None
    ignored: tuple[str, ...] = ()

    @property
    def clean_proved(self) -> int:
        """How many questions the kernel has closed."""
        return closed_as(self.proofs, "proved")

    @property
    def seen_in_play(self) -> int:
        """How many questions play has closed."""
        return closed_as(self.proofs, "seen")

    @property
    def undecided(self) -> int:
        """How many rules, parts and options might be pointless, as far as anybody knows, and are not reported."""
        return closed_as(self.proofs, "undecided")

    @property
    def open_sampled(self) -> int:
        """How many open questions were searched only in part."""
        return self.open_bounded - self.open_exhaustive
