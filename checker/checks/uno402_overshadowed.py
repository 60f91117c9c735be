"""UNO402 overshadowed: a rule could apply, but another always stands instead of it, forbids it, or comes first."""

from __future__ import annotations

from collections.abc import Sequence

from checker.checks.findings import fewest_options, finding_of
from checker.codes import OVERSHADOWED
from checker.compare.four_tables import needed_by
from checker.context import Context
from checker.effects.ways import written_name
from checker.invariants.decided import SEEN, Ledger, proved
from checker.reachability.dead import by_proof, never_runs, reach
from checker.reachability.shadowed import Blockers, blocked_by
from checker.results import Answers, Finding, Place
from checker.witness.scenario import written_rules
from unodsl.model import table as t

CODE = OVERSHADOWED.id


def check(context: Context) -> Answers:
    """Checks every rule that can be replaced or forbidden: is there a state in which it runs?"""
    found = reach(context)
    rules = written_rules(context.table)
    findings = []
    closed = Ledger(CODE)
    for rule in found.alive:
        if getattr(rule, "replaced_by", ()):
            closed.add(SEEN if rule.info.name in found.seen else None, rule.info.name)
    for name, blockers in found.shadowed.items():
        if context.selection.about and name not in context.selection.about:
            continue
        rule = rules[name]
        if is_intended(context, rule, blockers):
            closed.add(never_runs(context, name), name)
        else:
            findings.append(finding(context, rule, blockers))
    return closed.answers(findings)


def is_intended(context: Context, rule: t.Rule, blockers: Blockers) -> bool:
    """Whether the author intends it. A base rule is intended to be replaced by rules of an option or of a game that
    extends its file, and to be forbidden by bans of an option: these can do nothing else. A rule of an option is
    intended to be replaced by an option that needs it. Bans of several options that forbid a base rule's moves only together
    are nobody's intention."""
    if rule.info.option is not None:
        return all(
            rule.info.name in b.info.instead
            and b.info.option is not None
            and rule.info.option in needed_by(context.table, b.info.option)
            for b in blockers.rules
        )
    page = rule.info.name.partition(".")[0]
    if all(isinstance(b, t.Ban) for b in blockers.rules) and of_several_options(context, blockers):
        # where these forbid the act everywhere, that is reported
        return any(reported <= {b.info.name for b in blockers.rules} for reported in context.reported)
    meant = [
        b
        for b in blockers.rules
        if (rule.info.name in b.info.instead and (b.info.option is not None or b.info.name.partition(".")[0] != page))
        or (isinstance(b, t.Ban) and b.info.option is not None)
    ]
    # (what replaces it in most states leaves the others to the bans of its own game)
    left = [b for b in blockers.rules if b not in meant]
    own = context.project.chain(page)
    return bool(meant) and all(
        isinstance(b, t.Ban) and b.info.option is None and b.info.name.partition(".")[0] in own for b in left
    )


def is_left(rule: t.Rule, blockers: Blockers, options: tuple[str, ...]) -> bool:
    """Whether options leave nothing of a base rule, by what they do to other rules: all blockers are base rules as well."""
    return bool(options) and rule.info.option is None and all(b.info.option is None for b in blockers.rules)


def of_several_options(context: Context, blockers: Blockers) -> bool:
    """Whether blockers, all of which it takes, are of options of which none needs all others."""
    options = {b.info.option for b in blockers.rules if b.info.option is not None}
    return len(options) > 1 and not any(options <= {x, *needed_by(context.table, x)} for x in options)


def is_declared(rule: t.Rule, blockers: Blockers) -> bool:
    """Whether all blockers name the rule and are of other options or files. Their author knew; players who switch on
    both may not."""
    home = (rule.info.option, rule.info.name.partition(".")[0])
    return all(
        rule.info.name in b.info.instead and (b.info.option, b.info.name.partition(".")[0]) != home
        for b in blockers.rules
    )


def is_shadowed(context: Context, rule: t.Rule) -> bool:
    """Whether a rule is shadowed at a table, by whichever rules."""
    return rule.info.name in by_proof(context, frozenset({rule.info.name})).shadowed


def message(rule: t.Rule, blockers: Blockers) -> str:
    """The message about an overshadowed rule."""
    # (a rule that names something in several ways stands there once for each)
    names = " or ".join(dict.fromkeys(f"`{written_name(b.info.name)}`" for b in blockers.rules))
    verbs = (x.replace("must", "has to") for x in sorted(set(blockers.how)))
    return f"`{rule.info.name}` never gets its turn: each time {names} {' or '.join(verbs)}"


def is_message_of(context: Context, rule: str, names: Sequence[str], words: str) -> bool:
    """Whether some rules, by name, overshadow another one, none of them can be left out, and a message says so."""
    known = written_rules(context.table)
    for at in (context, by_proof(context, frozenset(known)).strong):
        found = None if at is None or rule not in known else blocked_by(at, known[rule], names)
        if found is not None:
            return words == message(known[rule], found)
    return False


def finding(context: Context, rule: t.Rule, blockers: Blockers) -> Finding:
    names = tuple(b.info.name for b in blockers.rules)
    certificates = proved([never_runs(context, rule.info.name)])
    options = fewest_options(context, rule, is_shadowed, blockers.rules)
    mild = is_declared(rule, blockers) or is_left(rule, blockers, options)
    return finding_of(
        OVERSHADOWED,
        context,
        (rule, *blockers.rules),
        message(rule, blockers),
        "in every state of any deal in which it could apply; shown with the deck, the bounds of all values, the values "
        "that rules ever assign, and that cards are conserved",
        certificates=certificates,
        severity="note" if mild else "warning",
        options=options,
        places=(
            Place(rule.info.head, "could apply"),
            *(Place(b.info.head, how) for b, how in zip(blockers.rules, blockers.how, strict=True)),
        ),
        details=(() if len(names) == 1 else ("none of these is enough alone, and together they leave nothing",)),
    )
