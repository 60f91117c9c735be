"""Decides proof obligations: each is closed syntactically, or by a z3 query that assumes accepted claims only.

Example: that no state satisfies the conditions of two offers for one card is the certificate `unsat`; the formula is built here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import z3

from checker.kernel import proved
from checker.kernel.accept import Accepted
from checker.kernel.at_rest import AtRest, accept_at_rest
from checker.kernel.certificates import plain, rows_of, written, written_rest
from checker.kernel.obligations import AT_REST, Builder, Obligation
from checker.kernel.proved import Shown
from checker.kernel.ranking import Counted, Group, terminating_groups
from checker.results import CertificateKind
from checker.smt.at_rest import Rest, Steps, Transition
from checker.smt.cascade_load import Loads
from checker.smt.cascade_ranking import Cascades, not_lowered
from checker.smt.counter_system import Proof, as_data
from checker.smt.factory import conj, disj, neg, same
from checker.smt.match_end import endings, last_round
from checker.smt.query import empty_solver
from checker.smt.stack_system import Between, Systems, systems_of
from unodsl import limits

Verdict = Literal["impossible", "possible", "unknown"]


@dataclass
class Decided:
    """The kernel's verdicts on obligations about one table. `log`: what z3 refuted: name, whether between two moves, formula."""

    accepted: Accepted
    log: list[tuple[str, bool, z3.BoolRef]] = field(default_factory=list)
    rests: dict[str, proved.Accepted] = field(default_factory=dict)
    """The certificates of the assumed claims between two moves, by id."""
    rest: AtRest | None = None
    ends: list[tuple[str, z3.BoolRef]] = field(default_factory=list)
    """The refuted queries of the proofs that moves terminate."""
    counted: list[tuple[Systems, tuple[Proof, ...]]] = field(default_factory=list)
    """Counter systems with their accepted termination proofs."""
    supposed: bool = False
    """Whether a closed obligation assumes the invariant."""
    _verdicts: dict[tuple[Obligation, tuple[str, ...]], tuple[Verdict, Shown | None]] = field(default_factory=dict)
    _between: dict[AtRest | None, Between] = field(default_factory=dict)
    _systems: dict[tuple[frozenset[int], AtRest | None], Systems] = field(default_factory=dict)
    _formulas: dict[Obligation, z3.BoolRef | None] = field(default_factory=dict)
    _ranked: dict[tuple[str, ...], Shown | None] = field(default_factory=dict)

    @cached_property
    def builder(self) -> Builder:
        """The builder of the formulas."""
        return Builder(self.accepted)

    @cached_property
    def solver(self) -> z3.Solver:
        """A solver that assumes the accepted claims and nothing else."""
        out = empty_solver()
        out.add(self.accepted.reader.st.constraints)
        out.add(*self.accepted.bounds)
        return out

    def formula(self, x: Obligation) -> z3.BoolRef | None:
        """Returns the formula of an obligation; None if it has none. Cached."""
        if x not in self._formulas:
            self._formulas[x] = self.builder.formula(x)
        return self._formulas[x]

    @cached_property
    def invariant(self) -> proved.Accepted:
        """The certificate of the accepted claims."""
        return proved.Accepted(
            "invariant", written(self.accepted.layers, self.accepted.table, self.accepted.since)[1], proved.KEY
        )

    @cached_property
    def number(self) -> str:
        """The id of that certificate."""
        return written(self.accepted.layers, self.accepted.table, self.accepted.since)[0]

    def shown(self, kind: CertificateKind, about: tuple[str, ...], rest: AtRest | None = None) -> Shown:
        """Makes the evidence for a closed question. `rest`: the assumed claims between two moves. (Syntactic evidence assumes nothing.)"""
        if self.accepted.since is not None and (kind, *about[:1]) != ("no way out", "the match"):
            raise ValueError("what holds since some moment closes no question about all states")
        supposes = kind in ("unsat", "invariant", "ranking", "model", "no way out")
        self.supposed = self.supposed or supposes
        if rest is None:
            return Shown(kind, about, self.number if supposes else "", proved.KEY)
        number, text = written_rest(rest.claims, self.accepted.table, self.number)
        self.rest, self.rests[number] = rest, proved.Accepted("invariant", text, proved.KEY)
        return Shown(kind, about, number, proved.KEY)

    def verdict_of(self, x: Obligation, on: tuple[str, ...] = ()) -> tuple[Verdict, Shown | None]:
        """Whether some state is a counterexample, and evidence if none is. `on`: only tables of a family with these options."""
        if (x, on) not in self._verdicts:
            kind = self.read_off(x)
            verdict: Verdict = "impossible" if kind is not None else self.answer(x, on)
            names = (x.question, *x.names, *(f"with {option}" for option in on))
            self._verdicts[x, on] = verdict, self.shown(kind or "unsat", names) if verdict == "impossible" else None
        return self._verdicts[x, on]

    @cached_property
    def steps(self) -> Steps:
        """The transitions from one quiescent state to the next."""
        return Steps(self.accepted)

    @cached_property
    def counting(self) -> Steps:
        """The same transitions, which track the values of numbers as well."""
        return Steps(self.accepted, counting=True)

    def accept_at_rest(self, claims: Iterable[Rest]) -> AtRest | None:
        """Accepts claims as invariants between two moves; None if they are not inductive."""
        return accept_at_rest(self.steps, claims)

    def verdict_at_rest(self, x: Obligation, rest: AtRest) -> tuple[Verdict, Shown | None]:
        """Like `verdict_of`, for states between two moves of a match, and cascades from them, where the claims of `rest` are assumed."""
        if rest.table is not self.accepted.table:
            return "unknown", None
        name, formula, st = f"{x.question}: {', '.join(x.names)}", self.formula(x), self.accepted.reader.st
        verdict: Verdict = "unknown"
        if x.question == "runs" and x.names[0] in self.builder.triggers:
            if self.steps.never(name, lambda y: y.may_run(self.builder.triggers[x.names[0]]), self.ends, rest.claims):
                verdict = "impossible"
        elif formula is not None and (x.question in AT_REST or self.builder.read_between_moves(x.question, x.names)):
            verdict = self.satisfiable(name, conj(neg(st.match_over), *rest.of(st), formula), True)
        return verdict, self.shown("unsat", (x.question, *x.names), rest) if verdict == "impossible" else None

    def closed(self, x: Obligation, on: tuple[str, ...] = ()) -> Shown | None:
        """Returns the evidence that no state is a counterexample; None if not shown."""
        return self.verdict_of(x, on)[1]

    def read_off(self, x: Obligation) -> CertificateKind | None:
        """How the rules or accepted claims close a question without a solver; None if they do not."""
        return self.builder.read_off(x)

    def no_table(self, on: tuple[str, ...]) -> Shown | None:
        """Shows that no table of a family has all these options on; None if not shown."""
        if self.satisfiable(f"some table: {', '.join(on)}", self.with_options(on)) != "impossible":
            return None
        return self.shown("unsat", ("no table", *on))

    def ranking(self, cascades: Cascades) -> Shown | None:
        """Shows that every cascade terminates within the engine's limit: rules lower sums that nothing raises, or emit lower events. Cached."""
        rows = as_rows(cascades)
        if rows not in self._ranked:
            try:
                questions = not_lowered(self.accepted, *cascades)
            except (KeyError, IndexError):
                # the ranking names what its table does not have, or does not count
                questions = None
            ends = questions is not None and all(self.one_refuted("every cascade", [x]) for x in questions)
            ends = ends and Loads(self.accepted, cascades[1]).most() <= limits.CASCADE_RULES
            self._ranked[rows] = self.shown("ranking", ("every cascade", *rows)) if ends else None
        return self._ranked[rows]

    def goes_on(self) -> Shown | None:
        """Shows that a match cannot end in any later state (no exit): every way to end it is refuted."""
        found = list(endings(self.accepted))
        closed = all(self.one_refuted(f"the match ends: {name}", questions) for name, questions in found)
        closed = closed or self.counting.never("the match ends", lambda x: x.then.match_over, self.ends)
        return self.shown("no way out", ("the match", *dict.fromkeys(name for name, _ in found))) if closed else None

    def round_goes_on(self, claims: Iterable[Rest], rest: AtRest | None, begins: bool = False) -> Shown | None:
        """Shows that no round ends any more once some claims hold between two moves (no exit): each move keeps them, and none ends a round.
        `begins`: they also hold when a match begins, and its first round is not over then."""
        table, rows = self.accepted.table, sorted(set(claims), key=repr)
        given = [*rows] if rest is None else [*rest.claims, *rows]

        def left(x: Transition) -> z3.BoolRef:
            return disj(x.round_over, *(neg(claim(x.then)) for claim in rows))

        sound = self.accepted.since is None and (rest is None or rest.table is table)
        closed = (
            all(x.suits(table) for x in rows)
            and sound
            and self.counting.never("the round ends", left, self.ends, given, begins)
        )
        return self.shown("no way out", ("the round", json.dumps(rows_of(rows))), rest) if closed else None

    def last_round(self, ending: str, counter: int, most: int, rest: AtRest | None, cascades: Cascades) -> Shown | None:
        """Shows that a match ends within a bounded number of rounds, by one rule (see `smt.match_end.last_round`), and that one round
        follows another: between two moves of a match a round runs."""
        rows = last_round(self.accepted, ending, counter, most)
        follows = rest is not None and rest.table is self.accepted.table and Rest("round runs") in rest.claims
        if rows is None or not follows or not all(self.one_refuted(f"the last round: {ending}", x) for x in rows):
            return None
        about = ("the match", ending, str(counter), str(most), *as_rows(cascades))
        return self.shown("ranking", about, rest) if self.ranking(cascades) is not None else None

    def one_refuted(self, name: str, questions: list[z3.BoolRef]) -> bool:
        """Whether at least one of the queries is refuted."""
        return any(self.satisfiable(name, x) == "impossible" for x in questions)

    def systems(
        self, group: frozenset[int], rest: AtRest | None = None, within_budget: Callable[[], bool] = lambda: True
    ) -> Systems:
        """Returns the counter systems of a group of situations. Cached."""
        if (group, rest) not in self._systems:
            claims = rest.claims if rest is not None and rest.table is self.accepted.table else ()
            between = self._between.setdefault(rest, Between(self.accepted, claims, within_budget))
            self._systems[group, rest] = systems_of(self.steps, between, group)
        return self._systems[group, rest]

    def terminating_groups(self, groups: Sequence[Group], rest: AtRest | None, cascades: Cascades) -> dict[int, Shown]:
        """Returns evidence for groups of situations, by index: no run of infinitely many moves (counted: answers) stays in one. -1: the turn.
        (The engine undoes a move whose cascade does not terminate, so all of them have to.)"""
        if self.ranking(cascades) is None:
            return {}
        sums = (x for _, rows in groups if isinstance(rows, tuple) for row in rows for x, _ in row)
        steps = self.counting if any(kind == "number" for kind, *_ in sums) else self.steps
        found, queries = terminating_groups(steps, groups, rest, lambda x: self.systems(x, rest))
        self.ends += queries if found else []
        all_ = {x: situation.name for x, situation in enumerate(self.accepted.table.situations)} | {-1: ""}
        names = [[all_[x] for x in sorted(group)] for group, _ in groups]
        sums_of = [[row, as_data(x)] for row, (_, x) in zip(names, groups, strict=True)]
        data = json.dumps({"groups": sums_of, "cascades": as_rows(cascades)})
        new = [(self.systems(g, rest), x.proofs) for g, x in (groups[i] for i in found) if isinstance(x, Counted)]
        self.counted += [x for x in new if not any(x[0] is y[0] for y in self.counted)]
        ends = ["answers end" if isinstance(x, Counted) else "moves end" for _, x in groups]
        about = {i: ("every round",) if len(names[i]) == len(all_) else (ends[i], *names[i]) for i in sorted(found)}
        return {i: self.shown("ranking", (*row, data), rest) for i, row in about.items()}

    def set_apart(self, setting: str, by: tuple[str, ...]) -> Shown | None:
        """Shows that options or games set a parameter to different values; None if they agree."""
        values = {value for who, value in self.builder.set_by(setting) if who in by}
        return self.shown("declared", (setting, *by)) if len(values) > 1 else None

    def model(self, x: Obligation) -> Shown | None:
        """Shows that two declarations differ in some state of their declared types, whether reachable or not."""
        return self.shown("model", x.names) if self.answer(x) == "possible" else None

    def with_options(self, on: tuple[str, ...]) -> z3.BoolRef:
        """The formula that these options of a family are on."""
        features = self.accepted.reader.features
        return conj([same(features[option], 1) for option in sorted(on)])

    def answer(self, x: Obligation, on: tuple[str, ...] = ()) -> Verdict:
        """Whether some state satisfies the formula of an obligation."""
        formula = self.formula(x)
        if formula is None:
            return "unknown"
        whole = conj(self.with_options(on), formula) if on else formula
        return self.satisfiable(f"{x.question}: {', '.join(x.names)}", whole, x.question in AT_REST)

    def satisfiable(self, name: str, formula: z3.BoolRef, at_rest: bool = False) -> Verdict:
        """Whether some state satisfies a formula. `at_rest`: only states between two moves, where no card was moved last."""
        if z3.is_false(formula):
            self.log.append((name, at_rest, formula))
            return "impossible"
        self.solver.push()
        if at_rest:
            self.solver.add(self.accepted.reader.st.moved == -1)
        self.solver.add(formula)
        answer = self.solver.check()
        self.solver.pop()
        if answer == z3.unsat:
            self.log.append((name, at_rest, formula))
            return "impossible"
        return "possible" if answer == z3.sat else "unknown"


def as_rows(cascades: Cascades) -> tuple[str, ...]:
    """A ranking of cascades in a certificate."""
    heights = json.dumps(sorted([plain(event), height] for event, height in cascades[0].items()))
    layers = [json.dumps([[weights, sorted(lower)] for weights, lower in cascades[1]])] if cascades[1] else []
    return heights, *layers
