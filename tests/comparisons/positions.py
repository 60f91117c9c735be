"""The concretizer: a state that the solver gives for a question really answers it."""

from __future__ import annotations

from itertools import islice

from checker.search.concretize import permuted_states
from checker.search.concretize import positions as concretized
from checker.smt.factory import neg
from tests import engine_tables as k
from tests.comparisons.subject import Subject
from tests.engine_random import Gamer, Scope
from tests.node_kinds import EXPRESSIONS
from unodsl.model import expressions as e
from unodsl.model.walk import below

QUESTIONS, EACH = 3, 2
"""Questions about each table, and answers to each."""


def positions(subject: Subject) -> None:
    """Conditions that players can see hold in the states that the solver finds for them."""
    maker, scope, reader = Gamer(subject.random), Scope((), can=False), subject.context.reader
    for _ in range(QUESTIONS):
        x = maker.yes(scope, 2)
        if not below_moved(x):
            for kind, wanted, question in (("holds", 1, reader.truth(x, {})), ("fails", 0, neg(reader.truth(x, {})))):
                found = list(islice(concretized(subject.context, question, EACH), EACH))
                found += [now for now, _ in islice(permuted_states(subject.context, question, 1), 1)]
                for state in found:
                    really = subject.reference.condition(state, x)
                    subject.compare(kind, really == wanted, f"{x} in {state}")
                    subject.compare("cards", subject.layout.conserved(state), f"{state}")
            subject.covers(x, EXPRESSIONS)


def below_moved(x: e.Expr) -> bool:
    """Whether a condition is about something that players cannot see between moves."""
    return any(isinstance(n, e.Builtin) for n in below(x)) or x == k.yes()
