"""UNO401 dead: no reachable state satisfies trigger and condition."""

from __future__ import annotations

from dataclasses import replace

from checker.checks.findings import finding_of, with_fewer_options
from checker.checks.uno402_overshadowed import is_declared
from checker.codes import DEAD
from checker.compare.other_values import values_that_matter, with_value
from checker.context import Context, stage
from checker.effects.summary import summaries
from checker.effects.ways import allowances
from checker.invariants.decided import SEEN, Ledger, proved, shown
from checker.invariants.known import ask
from checker.invariants.likely import by_moves_there
from checker.invariants.rule_enabled import question_of
from checker.kernel.obligations import Obligation
from checker.known_tables import key_of
from checker.play.sample import sample
from checker.reachability.dead import by_proof, for_positions, never_of, never_runs, reach
from checker.reachability.dead_everywhere import value_here
from checker.reachability.other_tables import forbids_elsewhere, possible_seats
from checker.results import Answers, Certificate, Finding, Place
from checker.smt.query import in_fresh_z3
from checker.witness.scenario import written_rules
from unodsl.engine.describe import short
from unodsl.model import table as t
from unodsl.model.events import emitted
from unodsl.resolve import TableSpec

CODE = DEAD.id

FEW_MOVES = 300
"""The number of sampled moves before a proof at one of many tables."""


def check(context: Context) -> Answers:
    """Checks the rules that never fired in play: can the solver find a state in which they run?"""
    found = reach(context)
    rules = written_rules(context.table)
    findings: list[Finding] = []
    candidates = (context.selection.about or rules.keys()) - context.selection.reported
    dead_ones = {name: why for name, why in found.dead.items() if name in candidates}
    # bans about other options' moves; a ban causes nothing that other rules depend on
    lasting = {n for n in dead_ones if isinstance(rule := rules[n], t.Ban) and forbids_elsewhere(context, rule)}
    dead_ones = {name: why for name, why in dead_ones.items() if name not in lasting}
    # (a recheck at this table knows at which others they run)
    elsewhere_too = bool(dead_ones) and not context.selection.again
    # (how many cards a hand can hold takes long to prove for many players, and rarely depends on their number)
    in_question = (frozenset(dead_ones) | frozenset(found.shadowed)).difference(found.by_moves)
    # where the author allows it, nobody is warned, wherever else the rule may run (a ban causes nothing else)
    allowed = {n for n in dead_ones if any(x.code == CODE and x.rule is None for x in rules[n].info.allows)}
    in_question -= {n for n in allowed if isinstance(rules[n], t.Ban)}
    alive = alive_at(context, in_question.intersection(dead_ones) - allowed, in_question) if elsewhere_too else {}
    doubtful = {n for n in dead_ones if n not in alive and n not in allowed}
    with_other, tried = (
        at_other_values(context, frozenset(doubtful), in_question, frozenset(found.by_moves))
        if elsewhere_too
        else ({}, ())
    )
    for name, why in dead_ones.items():
        rule = rules[name]
        elsewhere = alive.get(name)
        values = tried if name in doubtful and name not in with_other else ()
        if name in allowed and elsewhere_too:
            findings.append(dead(context, rule, why))
        elif elsewhere is not None:
            findings.append(dead_here(context, rule, elsewhere))
        elif isinstance(rule, t.Ban) and in_waiting(context, rule):
            findings.append(dead_in_waiting(context, rule, "; ".join((why, *values))))
        elif name in with_other and taken_away_by(context, rule) is None:
            findings.append(dead_with_values(context, rule, *with_other[name]))
        elif (
            elsewhere_too and name not in allowed and rule.info.option is None and alive_without_options(context, rule)
        ):
            findings.append(dead_by_options(context, rule, "; ".join((why, *values))))
        else:
            one = with_fewest(context, rule, why, values, name in found.by_moves)
            findings.append(replace(one, severity="note") if follows_from_replaced(context, rule) else one)
    if found.unseen and context.samples.endless:
        # endless cascades cut play off, so a rule that was not seen may still run
        findings.append(not_judged(context, found.unseen))
    else:
        findings.extend(still_open(context, rule) for rule in found.unseen)
    closed = Ledger(CODE)
    for rule in (x for x in found.alive if not for_positions(x)):
        # the only question about a ban is whether it could forbid something
        seen = rule.info.name in found.seen or rule.info.name in found.forbidding
        closed.add(SEEN if seen else None, rule.info.name)
    for name in lasting:
        closed.add(never_runs(context, name), name)
    return closed.answers(findings)


def follows_from_replaced(context: Context, rule: t.Rule) -> bool:
    """Whether a rule never runs because another rule of its option, without which nothing brings it about, is always replaced,
    and the text says so: what follows from that is meant as well."""
    table, rules = context.table, written_rules(context.table)
    replaced = [
        x
        for name, blockers in reach(context).shadowed.items()
        if isinstance(x := rules[name], t.Trigger | t.Offer)
        and x.info.option == rule.info.option is not None
        and is_declared(x, blockers)
    ]
    found = [y for x in replaced for y in summaries(table).through(x.effects)]
    begun = {y.begins for y in found}
    events = emitted(table, (effect for x in replaced for effect in x.effects))
    if isinstance(rule, t.Trigger):
        caused = bool(replaced) and {*rule.events} <= {*events}
    else:
        situations = getattr(rule, "situations", ())
        caused = bool(situations) and {*situations} <= begun
    return caused and could_happen(context, rule.info.name)


def alive_at(context: Context, names: frozenset[str], dead: frozenset[str]) -> dict[str, int]:
    """The rules that could run at another number of seats, with that number. Tries the nearest, least, and greatest
    numbers that make a valid table; where conditions allow a rule at some numbers only, also the least of these. Rules
    proved dead there do not trigger others. `dead`: all that never run here, also since others stand instead of them."""
    out: dict[str, int] = {}
    possible = possible_seats(context, names)
    names -= {n for n, seats in possible.items() if not seats}
    low, mine, high = context.table.seats_low, context.layout.seats, context.table.seats_high
    only = [sorted(possible[n] - {mine}) for n in sorted(names & possible.keys())]
    near = (range(mine + 1, high + 1), range(mine - 1, low - 1, -1), range(low, mine), range(high, mine, -1))
    for numbers in (*near, *only):
        left = names - frozenset(out)
        there = next((n for n in numbers if is_table(context, n)), None) if left else None
        if there is None:
            continue
        spec = replace(context.spec, seats=there)
        left -= never_there(context, spec, left)
        if left:
            # (one may be dead there because another one is; all of them at once take long for many players)
            out |= dict.fromkeys(left - never_there(context, spec, dead), there)
    return out


def at_other_values(
    context: Context, names: frozenset[str], dead: frozenset[str], by_moves: frozenset[str]
) -> tuple[dict[str, tuple[t.Setting, int | str]], tuple[str, ...]]:
    """Those of the rules `names` that could run with another value of a parameter, with that value; and in words which
    values were tried, for each parameter that matters and of which not all were. `dead`: all that never run here, also
    since others stand instead of them; `by_moves`: those that wait for what no move brings about."""
    out: dict[str, tuple[t.Setting, int | str]] = {}
    tried: list[str] = []
    parameters = list(values_that_matter(context.known, context.project, context.spec)) if names else []
    for setting, values, all_ in parameters:
        some: list[int | str] = []
        for value in values:
            spec, left = with_value(context.spec, setting.name, value), names - frozenset(out)
            if left and context.within_budget() and context.known.resolved(context.project, spec) is not None:
                left -= never_there(context, spec, left - by_moves)
                if left - by_moves:
                    # (only then: all of them at once take long)
                    left -= never_there(context, spec, dead)
                if not context.within_budget():
                    # (what there was no time for is no reason)
                    continue
                out |= dict.fromkeys(left - never_brought_there(context, spec, left & by_moves), (setting, value))
                some.append(value)
        if some and not all_:
            tried.append(many_values(short(setting.name), some))
    words = f"the same with {' and '.join(tried)} (not all were tried)"
    return out, (words,) if tried else ()


def many_values(name: str, values: list[int | str]) -> str:
    """How many other values of a parameter were tried, and from where to where."""
    numbers = [x for x in values if isinstance(x, int)]
    if len(values) == 1:
        return f"`{name}` {values[0]}"
    return f"{len(values)} other values of `{name}`" + (f" from {min(numbers)} to {max(numbers)}" if numbers else "")


def is_table(context: Context, seats: int) -> bool:
    """Whether the same choice is a valid table at another number of seats."""
    return context.known.resolved(context.project, replace(context.spec, seats=seats)) is not None


def never_there(context: Context, spec: TableSpec, names: frozenset[str]) -> frozenset[str]:
    """The rules proved never to run at another table; memoized."""
    known, key = context.known.never, (key_of(spec), names)
    if key not in known:
        with in_fresh_z3():
            there = context.other(spec)
            found = frozenset[str]() if there is None else never_of(there, names)
        if not context.within_budget():
            return found
        known[key] = found
    return known[key]


def never_brought_there(context: Context, spec: TableSpec, names: frozenset[str]) -> frozenset[str]:
    """The rules that at another table, too, wait for what no move brings about."""
    if not names:
        return names
    with in_fresh_z3():
        there = context.other(spec)
        wanted = (
            []
            if there is None
            else [(n, by_moves_there(there, Obligation("runs", (n,)), context)) for n in sorted(names)]
        )
    return frozenset(name for name, found in wanted if found is not None)


def with_fewest(context: Context, rule: t.Rule, why: str, values: tuple[str, ...], by_moves: bool) -> Finding:
    """The finding for a dead rule, with a smallest set of options: the rule's own and at most one more. `values`: of
    parameters, which were tried. `by_moves`: it waits for what no move brings about."""
    own, name = context.options_of(rule), rule.info.name
    for options, other in with_fewer_options(context, own):
        there = written_rules(other.table).get(name)
        if there is None or (options != own and seen_in_play(other, name)):
            continue
        found = by_moves_there(other, Obligation("runs", (name,)), context) if by_moves else None
        if found is None:
            known = by_proof(other, frozenset({name}))
            # (without a reason the kernel has nothing to accept, which takes longest)
            reason = known.dead.get(name)
            evidence = shown(known.strong or other, Obligation("runs", (name,))) if reason else None
            found = (evidence, reason) if evidence is not None and reason else None
        if found is not None:
            evidence, reason = found
            # (another option may take away here what is not there at all with fewer)
            if options == own and taken_away_by(context, rule) is not None:
                break
            elsewhere = alive_at_other_seats(context, other, name)
            if elsewhere is not None:
                return replace(dead_here(other, there, elsewhere, proved([evidence])), table=other.chosen)
            setting = alive_where_set(context, other, name, by_moves)
            if setting is not None:
                return replace(dead_with_values(other, there, *setting), table=other.chosen)
            return replace(dead(other, there, reason, proved([evidence])), table=other.chosen)
    taker = taken_away_by(context, rule)
    without = () if taker is None else (f"without `{taker}` it can happen",)
    return dead(context, rule, "; ".join((why, *without, *values)))


def alive_at_other_seats(context: Context, fewer: Context, name: str) -> int | None:
    """A number of seats at which a rule could run at a table with fewer options on, if that table allows other numbers.
    (Those of the table with all options were tried before.)"""
    if (fewer.table.seats_low, fewer.table.seats_high) == (context.table.seats_low, context.table.seats_high):
        return None
    names = frozenset({name})
    return alive_at(fewer, names, names).get(name)


def alive_where_set(context: Context, fewer: Context, name: str, by_moves: bool) -> tuple[t.Setting, int | str] | None:
    """A value of a parameter with which a rule could run at a table with fewer options on, where an option that is off there
    sets the parameter. (Other parameters were tried before.)"""
    gone = {*context.table.closed(context.spec.options)} - {*fewer.table.closed(fewer.spec.options)}
    if not any(by in gone for setting in context.table.settings for by, _, _ in setting.set_by):
        return None
    names = frozenset({name})
    return at_other_values(fewer, names, names, names if by_moves else frozenset())[0].get(name)


FEW_OPTIONS, MORE_MOVES = 4, 3_000
"""The most options on with which the checker looks for the one that keeps a rule from running, and the sampled moves without it."""


def taken_away_by(context: Context, rule: t.Rule) -> str | None:
    """The option without which a rule that never runs was seen to run in play. None also where the author allows the rule."""
    own, on = context.options_of(rule), context.spec.options
    if len(on) > FEW_OPTIONS or any(allowances(CODE, (rule,))):
        return None
    for option in on:
        fewer = tuple(x for x in on if option not in context.table.closed([x]))
        other = context.narrowed(fewer) if option not in own and context.within_budget() else None
        if other is not None and {*own} <= {*other.spec.options} and rule.info.name in seen_without(other):
            return option
    return None


@stage
def seen_without(context: Context) -> frozenset[str]:
    """The rules that run in the play of a table with fewer options on."""
    return frozenset(sample(context.executor, context.layout, MORE_MOVES, context.within_budget).fired)


def seen_in_play(context: Context, name: str) -> bool:
    """Whether a rule runs within a few sampled moves, which takes much less time than a proof that it never does."""
    sought = frozenset({name})
    few = sample(context.executor, context.layout, FEW_MOVES, context.within_budget, sought)
    return name in few.fired


def alive_without_options(context: Context, rule: t.Rule) -> bool:
    """Whether a base rule could run with no option on, at any number of seats. Then the options disable it, if only
    through the numbers of players that they require."""
    if not context.spec.options:
        return False
    plain = context.narrowed(())
    name = rule.info.name
    names = frozenset({name})
    return plain is not None and (could_happen(plain, name) or bool(alive_at(plain, names, names)))


def could_happen(context: Context, name: str) -> bool:
    """Whether the solver finds a state in which a rule could run."""
    rule = written_rules(context.table).get(name)
    question = None if rule is None else question_of(context, rule)
    return question is not None and ask(context, question, not isinstance(rule, t.Trigger)) != "impossible"


def dead_here(context: Context, rule: t.Rule, elsewhere: int, certificates: tuple[Certificate, ...] = ()) -> Finding:
    """A note: the rule is for another number of players."""
    return replace(
        dead(context, rule, f"nothing rules it out at {elsewhere} seats", certificates),
        severity="note",
        message=f"`{rule.info.name}` never happens at {context.layout.seats} seats",
    )


def dead_with_values(context: Context, rule: t.Rule, parameter: t.Setting, value: int | str) -> Finding:
    """A note: the rule is for another value of a parameter."""
    name = short(parameter.name)
    return replace(
        dead(context, rule, f"nothing rules it out with {name} {value}"),
        severity="note",
        message=f"`{rule.info.name}` never happens with {name} {value_here(parameter)}",
    )


def in_waiting(context: Context, rule: t.Ban) -> bool:
    """Whether a ban names rules in its `instead of` that are not at this table, and may forbid something where they are."""
    absent = set(rule.info.instead) - set(written_rules(context.table))
    homes = {o for name in absent if (o := context.project.option_of(name)) is not None}
    specs = [replace(context.spec, options=(*context.spec.options, option)) for option in sorted(homes)]
    tables = [x for x in specs if context.known.resolved(context.project, x) is not None]
    name = frozenset({rule.info.name})
    return bool(absent) and (not tables or any(not never_there(context, x, name) for x in tables))


def dead_in_waiting(context: Context, rule: t.Ban, why: str) -> Finding:
    """A note: the ban names rules that are not at this table."""
    return replace(
        dead(context, rule, why),
        severity="note",
        message=f"`{rule.info.name}` forbids nothing at this table: what it is about is not switched on",
    )


def dead_by_options(context: Context, rule: t.Rule, why: str) -> Finding:
    """A note: the options of the table disable a base rule."""
    return replace(
        dead(context, rule, why),
        severity="note",
        message=f"`{rule.info.name}` never happens with these options",
    )


def dead(context: Context, rule: t.Rule, why: str, certificates: tuple[Certificate, ...] = ()) -> Finding:
    certificates = certificates or proved([never_runs(context, rule.info.name)])
    return finding_of(
        DEAD,
        context,
        (rule,),
        f"`{rule.info.name}` forbids nothing at this table"
        if isinstance(rule, t.Ban)
        else f"`{rule.info.name}` never happens at this table",
        f"{why}; shown with the deck, the bounds of all values, the values that rules ever assign, and that cards are conserved",
        certificates=certificates,
        severity="warning",
        options=context.spec.options,
        places=(Place(rule.info.head, why),),
    )


def not_judged(context: Context, rules: list[t.Rule]) -> Finding:
    one = still_open(context, rules[0])
    return replace(
        one,
        message=f"{len(rules)} rules were not seen to happen, because endless cascades cut play off; resolve UNO301 first",
        rules=tuple(r.info.name for r in rules),
        places=(Place(rules[0].info.head, "the first of them"),),
    )


def still_open(context: Context, rule: t.Rule) -> Finding:
    return finding_of(
        DEAD,
        context,
        (rule,),
        f"`{rule.info.name}` was never seen to happen",
        f"not in {context.moves} moves of play, and not proved impossible",
        options=context.spec.options,
        places=(Place(rule.info.head, "this rule"),),
    )
