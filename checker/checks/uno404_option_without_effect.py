"""UNO404 option-without-effect: with or without the option, the tables have the same behavior."""

from __future__ import annotations

from collections.abc import Sequence

from checker.checks.findings import finding_of
from checker.checks.uno403_without_effect import idle_rules
from checker.codes import OPTION_WITHOUT_EFFECT
from checker.context import Context
from checker.effects.same_rules import stands_in_for_others
from checker.invariants.decided import SEEN, Ledger, kernel, proved
from checker.kernel.same import alike, changes_nothing
from checker.reachability.dead import Reach, reach
from checker.reachability.other_tables import forbids_elsewhere
from checker.results import Answers, Certificate, Finding, Place
from checker.witness.scenario import written_rules
from unodsl.model import table as t
from unodsl.syntax.nodes import Needs, Seats

CODE = OPTION_WITHOUT_EFFECT.id


def check(context: Context) -> Answers:
    """Compares the table with the one without the option, for each option that is on, leaving out rules that never do
    anything."""
    findings: list[Finding] = []
    closed, known = Ledger(CODE), reach(context)
    seen = known.seen | known.forbidding
    on = tuple(o for o in context.table.options if o.on)
    for option in on:
        if any(option.name in o.requires for o in on):
            # other options require it, so it cannot be removed alone
            continue
        if not context.within_budget():
            context.cut_short.append(CODE)
            break
        other = context.narrowed(tuple(n for n in context.spec.options if n not in leaving(on, option)))
        if other is None or option.name in {o.name for o in other.table.options if o.on}:
            continue
        why = same(context, other, option)
        if why is None or not why[1]:
            ran = any(
                r.info.option == option.name for r in written_rules(context.table).values() if r.info.name in seen
            )
            closed.add(SEEN if ran else None, option.name)
        else:
            findings.append(finding(context, option, *why))
    return closed.answers(findings)


def leaving(on: Sequence[t.OptionInfo], option: t.OptionInfo) -> set[str]:
    """The options that are off when one is removed: itself, and those that only it brings."""
    out = {option.name}
    while True:
        left = [o for o in on if o.name not in out]
        needed = {n for o in left for n in (*o.requires, *o.brings)}
        more = {n for o in on if o.name in out for n in o.brings} - needed - out
        if not more:
            return out
        out |= more


def powerless(context: Context, known: Reach) -> dict[str, str]:
    """The rules that never do anything, with the reason: dead, overshadowed, or without effect."""
    out = dict.fromkeys(known.dead, "never happens")
    out |= dict.fromkeys(known.shadowed, "never gets its turn")
    return out | {r.info.name: "changes nothing" for r in idle_rules(context)}


def same(
    context: Context, other: Context, option: t.OptionInfo
) -> tuple[tuple[str, ...], tuple[Certificate, ...]] | None:
    """Why two tables have the same behavior, a line for each rule of the option, with the certificates; None if that is
    not proved."""
    without = powerless(context, reach(context))
    mine = context.table
    rules = [r for g in (mine.triggers, mine.offers, mine.bans) for r in g if r.info.option == option.name]
    if any(r.info.name not in without for r in rules):
        return None
    if any(isinstance(r, t.Ban) and forbids_elsewhere(context, r) for r in rules):
        # other options bring what it forbids
        return None
    gone = {o.name for o in mine.options if o.on} - {o.name for o in other.table.options if o.on}
    if any(isinstance(x, Seats | Needs) for name in sorted(gone) for x in context.project.items_of(name)):
        # it says who can play, which is felt where somebody else wants to
        return None
    if any(option.name in by and len(by) > 1 for by in (set_by(s, context) for s in mine.settings)):
        # several options set one parameter: UNO205 decides whether they agree
        return None
    if not may_be_alike(context, other, option):
        return None
    here = kernel(reach(context).strong or context)
    found = None if here is None else changes_nothing(here, lambda: kernel(reach(other).strong or other), option.name)
    if found is None:
        return None
    reasons = [f"`{r.info.name}` {without[r.info.name]}" for r in rules]
    sets = [s.name.partition(".")[2] for s in mine.settings if option.name in {by for by, _, _ in s.set_by}]
    reasons += [f"`{n}` has this value anyway" for n in sets]
    return tuple(reasons) or ("no rule of this table reads anything that it says",), proved(found)


def may_be_alike(context: Context, other: Context, option: t.OptionInfo) -> bool:
    """Whether two tables could be equal: a cheap precondition. They are compared without the rules of an option and the
    rules that may be dead; a rule that ran in play is not among these. If false, no analysis of either table is
    needed."""
    table, known = context.table, reach(context)
    rules: list[t.Rule] = [*table.triggers, *table.offers, *table.bans]
    mine = {r.info.name for r in rules if r.info.option == option.name}
    quiet = {r.info.name for r in rules if not isinstance(r, t.Ban) and not stands_in_for_others(table, r, dead=True)}
    return alike(table, other.table, frozenset(mine | quiet - known.seen))


def set_by(setting: t.Setting, context: Context) -> set[str]:
    """The options of the table that set a parameter."""
    return {by for by, _, _ in setting.set_by} & {o.name for o in context.table.options if o.on}


def finding(
    context: Context, option: t.OptionInfo, why: tuple[str, ...], certificates: tuple[Certificate, ...]
) -> Finding:
    return finding_of(
        OPTION_WITHOUT_EFFECT,
        context,
        (),
        f"the option `{option.name}` changes nothing at this table",
        "without it, the table has the same cards, and the same rules but for those that never do anything",
        certificates=certificates,
        # the rules of the option are reported by themselves
        severity="note" if any(x.startswith("`" + option.name.partition(".")[0] + ".") for x in why) else "warning",
        options=tuple(o.name for o in context.table.options if o.on),
        owners=(option.name,),
        places=(Place(option.span, "switched on"),),
        details=why,
    )
