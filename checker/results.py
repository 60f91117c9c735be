"""What the checker says: findings with their evidence, and questions it could close."""

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
    """How far an open question was searched. `exhaustive`: every state of tables with at most so many `cards`, `states` in all;
    `sampled`: so many `states` of play with all cards, and others were not looked at."""

    kind: Literal["exhaustive", "sampled"]
    states: int
    seats: int
    cards: int


@dataclass(frozen=True, slots=True)
class Fix:
    """A line that resolves a finding: written behind line `line` (from 1) of `path`, indented as there. `verified`: the
    checker has tried it and the finding was gone."""

    path: str
    line: int
    text: str
    description: str
    verified: bool


@dataclass(frozen=True, slots=True)
class Place:
    """A rule in its text, and what it has to do with the finding."""

    span: Span
    label: str


@dataclass(frozen=True, slots=True)
class Side:
    """One of the ways in which the witness can go on: by one rule, in one order, with one rule alone. `label` says which, `rule` is the
    qualified name of the rule that it belongs to ("" for none), `facts` are short statements about the table then, the most
    telling first."""

    label: str
    rule: str
    facts: tuple[str, ...]


CertificateKind = Literal[
    "invariant", "unsat", "independent", "equal", "declared", "ranking", "no way out", "model", "exhibit"
]
"""`invariant`: claims that every step of the engine keeps. `unsat`: no state satisfies a formula, under an accepted invariant.
`independent`, `equal`, `declared`: read off the rules. `ranking`: a sum that every step makes smaller. `no way out`: a set of states that
no step leaves, and no end lies in it. `model`: values under which two
declarations differ. `exhibit`: seen in play."""

UNCERTIFIED = "an analysis rules it out, without a certificate"
POSSIBLE = "nothing rules it out, and play has not shown it; there is no certificate"
"""What is said of a question that no certificate closes: that an analysis has the answer, or (of a rule, a part or an option that might be
pointless) that there is none, so that nothing is reported."""


def by_analysis(words: str) -> str:
    """The same with why."""
    return f"{UNCERTIFIED}: {words}"


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
"""What is said of a question, by the kind of certificate that closes it."""

SUPPOSED = "what holds in every state"
BETWEEN = "what holds between two moves"
"""What certificates are about that close no question themselves."""


def about(rows: Sequence[tuple[str, ...]]) -> str:
    """What a proof is about that closes some questions, in words."""
    if len(rows) != 1:
        return f"{len(rows)} questions"
    ((head, *names),) = rows
    match head:
        case "every cascade" | "every round":
            return head
        case "moves end":
            return ", ".join(x.partition(".")[2] for x in names[:-1])
    return ", ".join(rows[0])


@dataclass(frozen=True, slots=True)
class Certificate:
    """What an answer rests on. `data` is what is needed to check it again, as a text of JSON."""

    kind: CertificateKind
    data: str

    @property
    def accepted(self) -> bool:
        """Whether the kernel has accepted it; `checker.kernel.proved` makes those."""
        return False


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding, or (evidence `bounded`) one question left open.

    `rules` and `options` are qualified names; `options` is a smallest set that has to be on, `also` are others with which it is so
    as well. `witness` is a scenario that
    was replayed, or None. `basis` says what the evidence rests on. `suppressed` is the author's reason, or None. `known`:
    whether a baseline lists it; None where there is no baseline. `scene` is the position and the move of the witness in one
    line, `sides` what then happens by each rule ("" and none where the finding is of another kind). `parameters` are those of
    the table that were set, as (name, value). `owners` are the options that its rules stand in. `scope`: of an open question, how far
    it was searched; None: nothing was. `also_codes`: more general codes that say the same of these rules, and are not reported again.
    `certificates`: what the kernel has accepted; a finding without one is not `proved`. `table`: of what is proved, the table that
    they are about, as a text (see `checker.known_tables.written`).
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

    def __post_init__(self) -> None:
        if self.evidence == "proved" and not (self.certificates and all(x.accepted for x in self.certificates)):
            raise ValueError(f"{self.code} is not proved: the kernel has accepted no certificate")

    @property
    def exhaustive(self) -> bool:
        """Whether it is a question that stayed open, but for the states of small tables: all of them were visited."""
        return self.evidence == "bounded" and self.scope is not None and self.scope.kind == "exhaustive"

    @property
    def sampled(self) -> bool:
        """Whether it is a question that stayed open, and only some states were looked at."""
        return self.evidence == "bounded" and not self.exhaustive

    @property
    def counts(self) -> bool:
        """Whether it is to be answered for: neither suppressed nor in the baseline."""
        return self.suppressed is None and not self.known


@dataclass(frozen=True, slots=True)
class Proof:
    """Questions that were closed in one way: so many `questions` of a code. `words` tells why; `certificate` None: an analysis closed
    them, and nothing can be checked again. `table`: what was chosen of the rules, as a text (see `checker.known_tables.written`)."""

    code: str
    about: str
    words: str
    certificate: Certificate | None = None
    questions: int = 1
    table: str = ""

    def __post_init__(self) -> None:
        if self.certificate is None and not self.words.startswith((UNCERTIFIED, POSSIBLE)):
            raise ValueError(f"{self.code}: nobody reads that no certificate closes it")

    @property
    def how(self) -> Literal["proved", "seen", "uncertified"]:
        """Whether the kernel has accepted it, it was seen in play, or neither."""
        if self.certificate is None:
            return "uncertified"
        if self.certificate.accepted:
            return "proved"
        return "seen" if self.certificate.kind == "exhibit" else "uncertified"


def closed_as(proofs: Iterable[Proof], how: Literal["proved", "seen", "uncertified"]) -> int:
    """How many questions were closed in one way."""
    return sum(p.questions for p in proofs if p.how == how)


def together(proofs: Iterable[Proof]) -> tuple[Proof, ...]:
    """The proofs of several tables; a certificate that closes nothing itself is given once."""
    seen: set[Proof] = set()
    out: list[Proof] = []
    for proof in proofs:
        if proof.questions or proof not in seen:
            out.append(proof)
        seen.add(proof)
    return tuple(out)


def uncertified(closed: int, proofs: Iterable[Proof]) -> int:
    """Of so many closed questions those of which neither the kernel has accepted a certificate nor play has shown anything."""
    return closed - sum(p.questions for p in proofs if p.how != "uncertified")


@dataclass(frozen=True, slots=True)
class Answers:
    """What one check gives: findings, how many questions it `closed`, by whatever means, and the proofs of those of which there is
    one."""

    findings: tuple[Finding, ...]
    closed: int
    proofs: tuple[Proof, ...] = ()


@dataclass(frozen=True, slots=True)
class Unused:
    """A suppression that suppressed nothing: `allow CODE` of a rule, and the text it stands in."""

    rule: str
    allowance: Allowance


Single = tuple[str, tuple[str, ...], int]
"""An option, what comes along with it (itself among it), and the fewest seats for it."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game whose tables were all judged, or several laid over each other. `left_out` are options that no table of it can have, with the reason; `tables` says
    how many sets of options there are at each number of seats; `singles` gives for each option what comes along with it, and
    the fewest seats for it; `apart` are options that cannot be on together."""

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
    """What is known of two options (or pages), or of one by itself. `clash`: an error or a warning, of the `codes`; `brought`: one of an
    option that comes along with one of them; `note`, `open` (bounded); `allowed`: a clash that a rule's author allows; `none_found`:
    looked for, and nothing was found; `clean`: ruled out by proofs and analyses; `apart`: they cannot be on together; `needed`: one comes along with the
    other; `unasked`: they were not compared, or both are of files that were not given."""

    one: str
    other: str
    verdict: CellVerdict
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LargestSet:
    """Options of some games that go together: no clash of them was found, and no question about them is open. `seats`: the fewest that
    all of them allow; `of`: so many options the games can have; `exact`: whether no set is larger."""

    games: tuple[str, ...]
    options: tuple[str, ...]
    seats: int
    of: int
    exact: bool


@dataclass(frozen=True, slots=True)
class Combinations:
    """What a check of all combinations was about, with what is known of each pair of options and of pages. `looked_at` is how many tables were loaded to show or to ask something;
    `bounds` are the questions that were not settled for every mixture, in words; `largest` are the largest sets of options that go
    together."""

    games: tuple[Game, ...]
    matrix: tuple[Cell, ...]
    pages: tuple[Cell, ...]
    looked_at: int
    bounds: tuple[str, ...]
    largest: tuple[LargestSet, ...] = ()


Mode = Literal["table", "options", "every", "together"]
"""What a check judges: one table; the options of the files given; every combination of options; games laid together."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What a check judged. `games` are the games played, each by itself unless `mode` is `together`. `options` are those that were
    on (`table`, `together`) or judged; `not_judged` are options of the files given that were not, with the reason. `files` are
    the names of the ruleset files given. `seats` in ascending order; `parameters` as set by the caller; `varied` are parameters
    that were judged at their least and greatest value as well. Of a
    single table, `usual` are the options that are on by default, `without` those that are and stayed off. `remarks`: what the reader has to
    know of a comparison of two rulesets."""

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


@dataclass(frozen=True, slots=True)
class Report:
    """What one run of the checker says. `unused`: suppressions that suppressed nothing, of checks that were run to the end.
    `cut_short`: the budget ran out, and what was not asked is open. `stopped`: somebody stopped the check, and this is what was
    decided so far. `closed_uncertified` are the questions that an analysis closed without a certificate. `moves`: how many moves were
    played to learn about the tables, by executor; not told of all combinations. `ignored`: codes that somebody asked not to report."""

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
    def open_sampled(self) -> int:
        """How many questions stayed open of which only some states were looked at."""
        return self.open_bounded - self.open_exhaustive
