"""Houdini: the greatest inductive subset of candidate claims about quiescent states.

A candidate is dropped if a transition may violate it from a state that satisfies all candidates left. Example: of "the round
runs" and "the turn is open", only the first is left where a move ends the turn.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping

import z3

from checker.context import Context
from checker.smt.at_rest import Rest, Steps, Transition
from checker.smt.factory import disj, implied, neg
from checker.smt.query import empty_solver
from checker.smt.step import NotFollowed

Claims = Mapping[str, Rest]
"""Claims by name."""


class Houdini:
    """The greatest subset of candidates that every transition preserves. A transition is checked again only if a claim in its
    unsat core is dropped. `assumed`: what holds in each state before a transition. `begins`: the claims also hold when a
    match begins; otherwise they are about a closed set of states."""

    def __init__(self, context: Context, steps: Steps, assumed: Iterable[z3.BoolRef] = (), begins: bool = True) -> None:
        self.context, self.steps, self.begins = context, steps, begins
        self.reader = self.steps.reader
        self.solver = empty_solver()
        self.solver.add(self.steps.supposed())
        self.solver.add(*assumed)
        self.supposed: dict[str, z3.BoolRef] = {}

    def transitions(self) -> list[tuple[int, Transition]]:
        """The transitions by number; the first is the beginning of a match. Raises `NotFollowed`."""
        return list(enumerate(self.steps.transitions))[not self.begins :]

    def settled(self, tried: Claims) -> dict[str, Rest]:
        """The inductive claims among these; none if a transition is too large to follow, or the budget ends."""
        found = dict(tried)
        try:
            todo = deque(self.transitions())
        except NotFollowed:
            return {}
        needed: dict[int, frozenset[str]] = {}
        while todo and found:
            number, transition = todo.popleft()
            gone: set[str] = set()
            while isinstance(answer := self.kept(transition, found, holding=number > 0), list):
                if not self.context.within_budget():
                    return {}
                gone |= set(answer)
                for name in answer:
                    del found[name]
            again = sorted(i for i, names in needed.items() if names & gone)
            needed = {i: names for i, names in needed.items() if i not in again} | {number: answer}
            todo.extend((i, self.steps.transitions[i]) for i in again)
        return found

    def core(self, found: Claims, bad: Callable[[Transition], z3.BoolRef]) -> frozenset[str] | None:
        """The names of inductive claims under which no transition does what is `bad`, as few as unsat cores tell, and again
        inductive; None if all that were found do not exclude it."""
        out: frozenset[str] = frozenset()
        for number, transition in self.transitions():
            why = self.excluded(transition, found if number else {}, bad(transition))
            if not isinstance(why, frozenset):
                return None
            out |= why
        todo = out
        while todo:
            more: frozenset[str] = frozenset()
            for number, transition in self.transitions():
                lost = disj(violated(transition, {n: found[n] for n in todo}).values())
                why = self.excluded(transition, found if number else {}, lost)
                if not isinstance(why, frozenset):
                    return None
                more |= why
            todo, out = more - out, out | more
        return out

    def kept(self, transition: Transition, left: Claims, holding: bool) -> frozenset[str] | list[str]:
        """Checks one transition under the candidates (if `holding`). Returns the unsat core if all are preserved, else
        the candidates that may be violated."""
        bad = violated(transition, left)
        why = self.excluded(transition, left if holding else {}, disj(bad.values()))
        if isinstance(why, z3.ModelRef):
            return [n for n, x in bad.items() if z3.is_true(why.eval(x, model_completion=True))]
        return list(bad) if why is None else why

    def excluded(self, transition: Transition, before: Claims, bad: z3.BoolRef) -> frozenset[str] | z3.ModelRef | None:
        """The names of claims that exclude something of a transition (an unsat core); a model where they do not; None if the
        solver gives up."""
        supposed = {n: self.suppose(n, claim) for n, claim in before.items()}
        self.solver.push()
        self.solver.add(transition.known, bad)
        answer = self.solver.check(*supposed.values())
        out: frozenset[str] | z3.ModelRef | None = None
        if answer == z3.unsat:
            core = {x.get_id() for x in self.solver.unsat_core()}
            out = frozenset(n for n, x in supposed.items() if x.get_id() in core)
        elif answer == z3.sat:
            out = self.solver.model()
        self.solver.pop()
        return out

    def suppose(self, name: str, claim: Rest) -> z3.BoolRef:
        """The assumption literal of a candidate before a transition."""
        if name not in self.supposed:
            self.supposed[name] = z3.Bool(f"supposed.{name}")
            self.solver.add(implied(self.supposed[name], claim(self.reader.st)))
        return self.supposed[name]


def violated(transition: Transition, claims: Claims) -> dict[str, z3.BoolRef]:
    """When each claim is violated after a transition."""
    return {n: neg(disj(transition.then.match_over, claim(transition.then))) for n, claim in claims.items()}
