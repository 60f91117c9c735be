"""UNO404 option-without-effect: with or without the option, the tables behave the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import assert_never

from checker.checks.uno403_without_effect import idle_rules
from checker.codes import OPTION_WITHOUT_EFFECT
from checker.context import Context
from checker.effects.references import declared
from checker.effects.summary import summaries
from checker.invariants.decided import Ledger
from checker.invariants.rule_enabled import asked_for
from checker.reachability.dead import Reach, reach
from checker.reachability.other_tables import forbids_elsewhere
from checker.results import Answers, Finding, Place
from checker.witness.scenario import written_rules
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.walk import below
from unodsl.source import Span

CODE, NAME = OPTION_WITHOUT_EFFECT.id, OPTION_WITHOUT_EFFECT.name


def check(context: Context) -> Answers:
    """Each option that is on: the table is put together without it, and the two are compared, less the rules that never do
    anything."""
    findings: list[Finding] = []
    closed, seen = Ledger(context, CODE), reach(context).seen
    on = tuple(o for o in context.table.options if o.on)
    for option in on:
        if any(option.name in o.requires for o in on):
            # others need it: it cannot be left out alone
            continue
        if not context.going_on():
            context.cut_short.append(CODE)
            break
        other = context.narrowed(tuple(n for n in context.spec.options if n not in leaving(on, option)))
        if other is None or option.name in {o.name for o in other.table.options if o.on}:
            continue
        why = same(context, other, option)
        if why is None:
            ran = any(
                r.info.option == option.name for r in written_rules(context.table).values() if r.info.name in seen
            )
            closed.add("exhibit" if ran else None, option.name)
        else:
            findings.append(finding(context, option, why))
    return closed.answers(findings)


def leaving(on: Sequence[t.OptionInfo], option: t.OptionInfo) -> set[str]:
    """What is off as well where one of some options is left out: itself, and what only it brings along."""
    out = {option.name}
    while True:
        left = [o for o in on if o.name not in out]
        needed = {n for o in left for n in (*o.requires, *o.brings)}
        more = {n for o in on if o.name in out for n in o.brings} - needed - out
        if not more:
            return out
        out |= more


def powerless(context: Context, known: Reach) -> dict[str, str]:
    """The rules that never do anything, with the reason: dead, pushed aside each time, or without effect."""
    out = dict.fromkeys(known.dead, "never happens")
    out |= dict.fromkeys(known.shadowed, "never gets its turn")
    return out | {r.info.name: "changes nothing" for r in idle_rules(context)}


def same(context: Context, other: Context, option: t.OptionInfo) -> tuple[str, ...] | None:
    """Why two tables behave the same, a line for each rule of the option; None where that is not proved."""
    without = powerless(context, reach(context))
    mine, theirs = context.table, other.table
    rules = [r for g in (mine.triggers, mine.offers, mine.bans) for r in g if r.info.option == option.name]
    dead = frozenset(reach(context).dead)
    if any(r.info.name not in without or felt(mine, r, r.info.name in dead) for r in rules):
        return None
    if any(isinstance(r, t.Ban) and forbids_elsewhere(context, r) for r in rules):
        # what it forbids comes with other options
        return None
    if any(option.name in by and len(by) > 1 for by in (set_by(s, context) for s in mine.settings)):
        # several options set one thing: UNO205 asks whether they agree
        return None
    own = frozenset(r.info.name for r in rules)
    if set(written(mine, own)) != set(written(theirs, own)):
        # what never happens at either table need not be the same; to find that out for nothing takes its time
        if set(written(mine, own | dead)) != set(written(theirs, own | dead)):
            return None
        both = own | (dead & frozenset(reach(other).dead))
        if both == own or set(written(mine, both)) != set(written(theirs, both)):
            return None
    told = [f"`{r.info.name}` {without[r.info.name]}" for r in rules]
    sets = [s.name.partition(".")[2] for s in mine.settings if option.name in {by for by, _, _ in s.set_by}]
    told += [f"`{n}` has this value anyway" for n in sets]
    return tuple(told) or ("no rule of this table reads anything that it says",)


def felt(table: t.Table, rule: t.Rule, dead: bool) -> bool:
    """Whether a rule that never does anything itself may still be felt by others: one that is pushed aside goes on standing
    instead of others, a move that changes nothing may have to be made first, and a condition may ask for its move, in the middle
    of another. Of a `dead` one, which nobody takes up: it hands on that it is pushed aside, and it may be asked for."""
    match rule:
        case t.Trigger():
            own = table.triggers.index(rule)
            return any(own in x.replaced_by for x in table.triggers) and (not dead or bool(rule.replaced_by))
        case t.Offer():
            own = table.offers.index(rule)
            if not dead and (rule.mode == "must" or any(own in x.replaced_by for x in table.offers)):
                return True
            return asked_for(table, rule.act)
        case t.Ban():
            return asked_for(table, rule.act)
        case t.Definition():
            return False
        case _:
            assert_never(rule)


def set_by(setting: t.Setting, context: Context) -> set[str]:
    """The options of the table that set a parameter."""
    return {by for by, _, _ in setting.set_by} & {o.name for o in context.table.options if o.on}


def written(table: t.Table, without: frozenset[str]) -> Iterator[object]:
    """All of a table that can be seen in play, by names and not by numbers."""
    for zone in table.zones:
        yield "zone", zone.name, zone.each_player, zone.visibility
    yield "deck", table.deck.attributes, tuple(sorted((k.name, k.values, k.copies) for k in table.deck.kinds))
    for home, copies in table.deck.homes:
        yield (
            "home",
            table.zones[home].name,
            tuple(sorted((k.name, n) for k, n in zip(table.deck.kinds, copies, strict=True))),
        )
    rules = [r for g in (table.triggers, table.offers, table.bans) for r in g if r.info.name not in without]
    kept = {r.info.name for r in rules}
    for rule in rules:
        yield rule_written(table, rule, kept)
    for event, row in table.order:
        names = tuple(table.triggers[i].info.name for i in row if table.triggers[i].info.name in kept)
        if names:
            yield "order", plain(table, event), names
    used = [n for r in rules for n in below(r)]
    doing = [r.effects for r in rules if isinstance(r, t.Trigger | t.Offer)]
    offered = {r.act for r in rules if isinstance(r, t.Offer)}
    doing += [table.acts[i].effects for i in sorted(offered)]
    found = tuple(summaries(table).through(x for block in doing for x in block))
    acts = offered | {x.performs.act for x in found if x.performs is not None}
    for index in acts:
        act = table.acts[index]
        origin = None if act.origin is None else table.zones[act.origin].name
        yield "act", act.name, act.argument, act.excludes_self, origin, plain(table, act.effects)
    looked_at = [*used, *(n for i in acts for n in below(table.acts[i].effects))]
    for index in {n.index for n in looked_at if isinstance(n, e.Variable)}:
        variable = table.variables[index]
        yield "variable", variable.name, variable.type, variable.starts, variable.kept, variable.each_player
    for index in {x.begins for x in found if x.begins is not None}:
        situation = table.situations[index]
        yield "situation", situation.name, situation.on_players, situation.fields


def rule_written(table: t.Table, rule: t.Rule, kept: set[str]) -> object:
    """A rule, less what is only for people, and less relations to rules that never do anything."""
    match rule:
        case t.Trigger():
            events = tuple(sorted(repr(plain(table, x)) for x in rule.events))
            above = tuple(sorted({table.triggers[i].info.name for i in rule.replaced_by} & kept))
            return "trigger", rule.info.name, events, plain(table, (rule.guard, rule.effects)), above
        case t.Offer():
            above = tuple(sorted({table.offers[i].info.name for i in rule.replaced_by} & kept))
            places = tuple(sorted(table.situations[i].name for i in rule.situations))
            manner = table.acts[rule.act].manners[rule.manner]
            bans = {b.info.name for b in table.bans}
            despite = tuple(sorted(set(rule.info.despite) & kept & bans))
            body = (rule.who, rule.argument, rule.stands_for, rule.guard, rule.effects)
            act = table.acts[rule.act].name
            return (
                "offer",
                rule.info.name,
                rule.mode,
                places,
                act,
                manner,
                rule.choices,
                rule.absent,
                plain(table, body),
                above,
                despite,
            )
        case t.Ban():
            places = tuple(sorted(table.situations[i].name for i in rule.situations))
            name = None if rule.act is None else table.acts[rule.act].name
            manners = (
                None
                if rule.manners is None or rule.act is None
                else tuple(sorted(table.acts[rule.act].manners[i] for i in rule.manners))
            )
            return "ban", rule.info.name, places, name, manners, plain(table, (rule.who, rule.guard))
        case t.Definition():
            return "definition", rule.info.name, plain(table, (rule.value, rule.guard))
        case _:
            assert_never(rule)


def plain(table: t.Table, x: object) -> object:
    """Something of the model with names where it has numbers."""
    if isinstance(x, tuple):
        return tuple(plain(table, y) for y in x)
    if isinstance(x, Span):
        return None
    if not is_dataclass(x) or isinstance(x, type):
        return x
    out: list[object] = [type(x).__name__]
    for field in fields(x):
        value = getattr(x, field.name)
        out.append(named(table, x, field.name, value))
    return tuple(out)


def named(table: t.Table, owner: object, field: str, value: object) -> object:
    """One field of a node, its number as a name."""
    kind = declared(owner, field)
    if kind is None or not isinstance(value, int):
        return plain(table, value)
    match kind:
        case "variables" | "situations" | "zones" | "acts":
            return getattr(table, kind)[value].name
        case "fields":
            return table.situations[owner.situation].fields[value].name if isinstance(owner, e.Field) else value
        case "manners":
            act = getattr(owner, "act", None)
            return value if act is None else table.acts[act].manners[value]
        case "attributes":
            return table.deck.attributes[value].name
        case "cards":
            return table.deck.kinds[value].name if value >= 0 else "nothing"
        case "offers":
            return table.offers[value].info.name
        case _:
            assert_never(kind)


def finding(context: Context, option: t.OptionInfo, why: tuple[str, ...]) -> Finding:
    return Finding(
        code=CODE,
        name=NAME,
        # where it has rules, each of them is reported for itself
        severity="note" if any(x.startswith("`" + option.name.partition(".")[0] + ".") for x in why) else "warning",
        message=f"the option `{option.name}` changes nothing at this table",
        rules=(),
        options=tuple(o.name for o in context.table.options if o.on),
        seats=context.layout.seats,
        places=(Place(option.span, "switched on"),),
        evidence="proved",
        witness=None,
        basis="without it, the table has the same cards, and the same rules but for those that never do anything",
        details=why,
    )
