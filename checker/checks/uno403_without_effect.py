"""UNO403 without-effect: the rule is a no-op whenever it runs."""

from __future__ import annotations

from dataclasses import replace

from checker.checks.findings import fewest_options, finding_of
from checker.codes import WITHOUT_EFFECT
from checker.compare.other_values import alike, values_that_matter, with_value
from checker.context import Context, stage
from checker.invariants.certified import certified
from checker.invariants.decided import SEEN, Ledger, proved, shown
from checker.kernel.obligations import Obligation
from checker.kernel.proved import Shown
from checker.reachability.dead import for_positions, reach
from checker.reachability.dead_everywhere import value_here
from checker.results import Answers, Finding, Place
from checker.search.graph import bare
from checker.smt.no_op import may_be_idle
from checker.smt.query import in_fresh_z3
from checker.witness.scenario import written_rules
from checker.witness.trace import Watcher
from unodsl.engine.api import Trace
from unodsl.engine.describe import short
from unodsl.model import table as t

CODE = WITHOUT_EFFECT.id


MOST_RUNS = 20
"""The maximal number of runs of a rule searched for an effect."""


def check(context: Context) -> Answers:
    """Checks every trigger and offer that can run."""
    findings = [at_this_value(context, rule, finding(context, rule)) for rule in idle_rules(context)]
    in_budget = context.within_budget()
    idle_ = {r for f in findings for r in f.rules}
    for rule in reach(context).alive:
        mine = not context.selection.about or rule.info.name in context.selection.about
        if mine and rule.info.name not in idle_ and isinstance(rule, t.Trigger | t.Offer) and context.within_budget():
            runs = idle_runs(context, rule) if may_be_idle(certified(context), rule) else None
            if runs:
                findings.append(still_open(context, rule, runs))
    if not in_budget:
        return Answers((*findings, *not_checked(context)), 0)
    closed, known = Ledger(CODE), reach(context)
    reported = {r for f in findings for r in f.rules}
    for rule in known.alive:
        if rule.info.name not in reported and not isinstance(rule, t.Ban) and not for_positions(rule):
            closed.add(SEEN if rule.info.name in known.seen else None, rule.info.name)
    return closed.answers(findings)


def at_this_value(context: Context, rule: t.Trigger | t.Offer, found: Finding) -> Finding:
    """The finding; a note if the rule has an effect with another value of a parameter of its own."""
    if not context.table.settings:
        return found
    name = rule.info.name
    for setting, values, _ in values_that_matter(context.known, context.project, context.spec):
        for value in values:
            with in_fresh_z3():
                other = context.other(with_value(context.spec, setting.name, value))
                there = None if other is None else written_rules(other.table).get(name)
                if other is None or not isinstance(there, t.Trigger | t.Offer) or alike(there, rule):
                    continue
                changes = context.within_budget() and not is_no_op(other, there)
            if changes:
                words = f"`{name}` changes nothing with {short(setting.name)} {value_here(setting)}"
                return replace(found, severity="note", message=words)
    return found


def not_checked(context: Context) -> list[Finding]:
    """The open question about the rules that were not checked in time."""
    context.cut_short.append(CODE)
    rules = [r for r in reach(context).alive if isinstance(r, t.Trigger | t.Offer)]
    message = f"not all of {len(rules)} rules were checked for whether they change anything"
    return [replace(still_open(context, x, 0), message=message, basis="the budget ran out") for x in rules[:1]]


@stage
def traces(_: Context) -> dict[str, int | None]:
    """The memo of `idle_runs`, by rule."""
    return {}


def idle_runs(context: Context, rule: t.Trigger | t.Offer) -> int | None:
    """The number of runs in play, all without an effect; None if one had an effect. Memoized."""
    known = traces(context)
    if rule.info.name not in known:
        known[rule.info.name] = _idle_runs(context, rule)
    return known[rule.info.name]


def _idle_runs(context: Context, rule: t.Trigger | t.Offer) -> int | None:
    table, watcher = context.table, Watcher(context)
    if isinstance(rule, t.Trigger):
        index = table.triggers.index(rule)
        runs = 0
        for step in context.samples.steps_with(rule.info.name)[:MOST_RUNS]:
            shown, less = Trace(), Trace()
            seen = watcher.watch(step.state, step.move, (), shown)
            without = watcher.watch(step.state, step.move, (index,), less)
            # (with other cards drawn, it may not run here)
            if seen is not None and any(index in x.ran for x in seen[1]):
                if (
                    without is None
                    or bare(seen[0]) != bare(without[0])
                    or visible_besides_table(shown) != visible_besides_table(less)
                ):
                    return None
                runs += 1
        return runs
    index = table.offers.index(rule)
    steps = [x for x in context.samples.steps_with(rule.info.name) if x.move.offer == index][:MOST_RUNS]
    for step in steps:
        shown = Trace()
        left = watcher.watch(step.state, step.move, (), shown)
        if (
            left is None
            or bare(left[0]) != bare(step.state)
            or visible_besides_table(shown) != visible_besides_table(Trace())
        ):
            return None
    return len(steps)


def visible_besides_table(trace: Trace) -> tuple[object, ...]:
    """The observable parts of a move besides the table: notes, cards shown, ends of rounds."""
    return trace.shown, trace.seen, trace.ended


@stage
def idle_rules(context: Context) -> list[t.Trigger | t.Offer]:
    """The rules that can run and are no-ops; memoized."""
    known = reach(context)
    # rules that an analysis rules out are trivially no-ops
    gone = {*known.dead, *known.shadowed, *known.uncertified}
    if context.selection.about:
        gone |= written_rules(context.table).keys() - context.selection.about
    strong = known.strong or context
    return [
        r
        for r in strong.table.running
        if r.info.name not in gone
        and strong.within_budget()
        and not changed_in_play(context, r)
        and is_no_op(strong, r)
    ]


def changed_in_play(context: Context, rule: t.Trigger | t.Offer) -> bool:
    """Whether a rule had an effect in play, so that no query is needed."""
    if not context.samples.steps_with(rule.info.name):
        return False
    return not may_be_idle(certified(context), rule) or idle_runs(context, rule) is None


def is_no_op(context: Context, rule: t.Trigger | t.Offer) -> bool:
    """Whether a rule that can run is a no-op."""
    return proved_no_op(context, rule) is not None


def proved_no_op(context: Context, rule: t.Trigger | t.Offer) -> Shown | None:
    """The kernel's proof that a rule is a no-op, or None."""
    return shown(context, Obligation("does something", (rule.info.name,)))


def idle_in_play(context: Context, rule: t.Trigger | t.Offer) -> bool:
    """Whether a rule ran in play, each time without an effect."""
    return bool(idle_runs(context, rule))


def still_open(context: Context, rule: t.Trigger | t.Offer, runs: int) -> Finding:
    times = "once" if runs == 1 else f"{runs} times"
    return replace(
        finding(context, rule, certify=False),
        options=fewest_options(context, rule, idle_in_play) if runs else context.spec.options,
        severity="note",
        message=f"it is not known whether `{rule.info.name}` ever changes anything",
        evidence="bounded",
        basis=f"it ran {times} in the play that was searched, and with or without it the table was the same; that it has to be is not proved",
    )


def finding(context: Context, rule: t.Trigger | t.Offer, certify: bool = True) -> Finding:
    """The finding. `certify`: the kernel has to decide whether it is proved."""
    certificates = proved([proved_no_op(reach(context).strong or context, rule)]) if certify else ()
    options = fewest_options(context, rule, is_no_op) if certify else context.spec.options
    return finding_of(
        WITHOUT_EFFECT,
        context,
        (rule,),
        f"`{rule.info.name}` changes nothing, whenever it "
        + ("runs" if isinstance(rule, t.Trigger) else "is made use of"),
        "in no state of any deal in which it applies does one of its effects change anything",
        certificates=certificates,
        severity="warning",
        options=options,
        places=(Place(rule.info.head, "nothing comes of it"),),
    )
