"""The constructor of findings: fills in what follows from the code, the table, and the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from checker.codes import Code
from checker.context import Context
from checker.results import Answers, Certificate, Evidence, Finding, Fix, Place, Severity, Side
from checker.witness.scenario import written_rules
from unodsl.model import table as t

Rule = TypeVar("Rule", bound=t.Rule)

MET_IN_PLAY = "met in play from a legal deal; the engine replayed it from the stated position, which leaves out cards that do not matter"
"""The basis of a finding from play with a scenario."""


def finding_of(
    code: Code,
    context: Context,
    rules: Sequence[t.Rule],
    message: str,
    basis: str,
    *,
    witness: str | None = None,
    certificates: tuple[Certificate, ...] = (),
    severity: Severity | None = None,
    options: tuple[str, ...] | None = None,
    owners: tuple[str, ...] = (),
    places: Sequence[Place] | None = None,
    details: Sequence[str] = (),
    sides: Sequence[Side] = (),
    fixes: Sequence[Fix | None] = (),
    reason: str = "",
) -> Finding:
    """A finding about some rules. With a witness it is `witnessed`, else with certificates `proved`, else an open
    question. `severity`: by default the code's, and `note` for an open question. `options`: by default those of the
    rules. `places`: by default the heads of the rules, with their names. `reason`: see `Finding`."""
    evidence: Evidence = "witnessed" if witness is not None else "proved" if certificates else "bounded"
    return Finding(
        code=code.id,
        name=code.name,
        severity=severity or ("note" if evidence == "bounded" else code.severity),
        message=message,
        rules=tuple(x.info.name for x in rules),
        options=context.options_of(*rules) if options is None else options,
        seats=context.layout.seats,
        places=tuple(Place(x.info.head, x.info.name) for x in rules) if places is None else tuple(places),
        evidence=evidence,
        witness=witness,
        basis=basis,
        details=tuple(details),
        fixes=tuple(x for x in fixes if x is not None),
        sides=tuple(sides),
        owners=owners,
        certificates=certificates,
        reason=reason,
    )


def outside_rounds(context: Context, still_open: Callable[[], Finding]) -> Answers:
    """The answer to a question about rounds where no round runs while players move: open, if anybody ever moves."""
    if not context.samples.steps:
        return Answers((), 0)
    return Answers((replace(still_open(), basis="players move while no round runs, and only rounds were searched"),), 0)


def with_fewer_options(context: Context, own: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Context]]:
    """Yields smaller sets of options with their tables: the options `own`, then these and one more of those that are on.
    Leaves out invalid tables; ends when the budget is spent."""
    on = context.spec.options
    for options in (own, *(tuple(sorted({*own, x})) for x in on if x not in own)):
        other = context.narrowed(options) if len(options) < len(on) and context.within_budget() else None
        if other is not None:
            yield options, other


def fewest_options(
    context: Context, rule: Rule, holds: Callable[[Context, Rule], bool], others: Sequence[t.Rule] = ()
) -> tuple[str, ...]:
    """A smallest set of options with which a property holds of a rule: its own and those of `others`, or one more, since
    another option may cause it. All options that are on if no smaller set is found in time."""
    for options, other in with_fewer_options(context, context.options_of(rule, *others)):
        there = written_rules(other.table).get(rule.info.name)
        if isinstance(there, type(rule)) and holds(other, there):
            return options
    return context.spec.options
