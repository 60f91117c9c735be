"""Whole rules in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from unodsl.engine.api import SEAT_NAMES
from unodsl.engine.describe import named_text, short
from unodsl.in_words.deeds import inside
from unodsl.in_words.values import InWords, absent, all_but, at_table, known
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.events import emitted
from unodsl.model.types import Card

_MODES: dict[t.OfferMode, str] = {
    "may": "may",
    "must": "has to",
    "otherwise": "has to",
    "mistake": "may by mistake",
    "aside": "may, at will,",
}

_LAST = " unless they choose something else"
"""What follows the move of an offer that is the last resort."""


def as_written(rule: t.Rule) -> t.Rule:
    """The written form of a rule with copies for named values."""
    written = rule.info.written
    if written is None:
        return rule
    return replace(written.rule, info=replace(rule.info, parts=written.rule.info.parts))


def rule_in_words(table: t.Table, rule: t.Rule) -> list[str]:
    """A paraphrase of a rule: when it applies, for whom, and its effects. Names of other rules are left out."""
    rule = as_written(rule)
    match rule:
        case t.Trigger():
            return trigger(table, rule)
        case t.Offer():
            return offer(table, rule)
        case t.Ban():
            return ban(table, rule)
        case t.Definition():
            return definition(table, rule)
        case _:
            assert_never(rule)


def concerned(table: t.Table, acts: set[int], player: str, called: tuple[tuple[int, str], ...] = ()) -> InWords:
    """The names of a rule's player and argument: the noun of its acts."""
    found = sorted({table.acts[i].argument_name for i in acts if table.acts[i].argument is not None})
    what = f"the {found[0]}" if len(found) == 1 else "what it is done with"
    return InWords(table, ((t.PLAYER_LOCAL, player), (t.ARGUMENT_LOCAL, what), *called))


def things_named(rule: t.Rule) -> tuple[tuple[int, str], ...]:
    """The names of a rule's named values."""
    written = rule.info.written
    return () if written is None else tuple((x.index, f"the {x.name}") for _, x in written.locals)


def naming(table: t.Table, rule: t.Rule, act: int) -> str:
    """The named values of a rule: ` naming a color`; empty if there are none."""
    written = rule.info.written
    if written is None:
        return named_text(table, table.acts[act], SEAT_NAMES)
    return f" naming {' and '.join(_one(x.name) for _, x in written.locals)}"


def given(words: InWords, guard: e.Expr) -> str:
    """A condition as a suffix; empty if there is none."""
    if known(guard):
        return ""
    return words.clause(guard)


def trigger(table: t.Table, rule: t.Trigger) -> list[str]:
    """A trigger."""
    acts = {x.act for x in rule.events if isinstance(x, t.ActEvent)}
    words = concerned(table, acts, "the player", things_named(rule))
    when = " or ".join(happening(table, rule))
    condition = given(words, rule.guard)
    return [f"Whenever {when}{', provided that ' + condition if condition else ''}:", *inside(words, rule.effects)]


def happening(table: t.Table, rule: t.Trigger) -> Iterator[str]:
    """Yields the events of a rule; an act in several manners occurs once, and so does one with any named values."""
    manners: dict[int, list[int]] = {}
    for x in rule.events:
        if isinstance(x, t.ActEvent):
            manners.setdefault(x.act, []).append(x.manner)
    acts_named = {table.acts[i].name for i in manners}
    for x in rule.events:
        if not isinstance(x, t.ActEvent):
            yield event(table, x)
            continue
        mine = manners.pop(x.act, None)
        act = table.acts[x.act]
        if mine is not None and (act.name == act.verb or act.verb not in acts_named):
            yield f"somebody {done(table, x.act, mine, naming(table, rule, x.act))}"


def done(table: t.Table, index: int, manners: list[int], named: str = "") -> str:
    """An act in certain manners, after a name."""
    act = table.acts[index]
    text = act.third + thing(act) + named
    if len(act.manners) == 1:
        return text
    if len(manners) == len(act.manners):
        return f"{text} in any manner"
    if manners == [t.PLAIN]:
        return text
    return text + ", " + " or ".join(f"as `{act.manners[m]}`" if m else "in the plain way" for m in manners)


def thing(act: t.Act) -> str:
    """The argument of an act."""
    if act.argument is None:
        return ""
    return f" {_one(act.argument_name)}"


def _one(noun: str) -> str:
    """A noun with its article."""
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


def event(table: t.Table, x: t.Event) -> str:
    """An event."""
    match x:
        case t.ActEvent():
            named = named_text(table, table.acts[x.act], SEAT_NAMES)
            return f"somebody {done(table, x.act, [x.manner], named)}"
        case t.OfferEvent():
            return f"somebody uses `{table.offers[x.offer].info.name}`"
        case t.SituationEvent():
            name = short(table.situations[x.situation].name)
            passes = t.SituationEvent("passes", x.situation) in emitted(
                table, (y for r in table.triggers for y in r.effects)
            )
            return {
                "begins": f"`{name}` opens (not each time that it passes to somebody)" if passes else f"`{name}` opens",
                "ends": f"`{name}` closes",
                "passes": f"`{name}` passes to somebody",
                "completes": f"the last player of `{name}` has answered",
            }[x.kind]
        case t.TableEvent():
            return {
                "match begins": "the match begins",
                "round begins": "a round begins",
                "round ends": "the round is over",
                "match ends": "the match is over",
                "settles": "all that a move set off is done",
                "position": "a position is laid out",
                "joins": "somebody sits down at the table",
                "leaves": "somebody leaves the table",
            }[x.kind]
        case _:
            assert_never(x)


def moment(table: t.Table, situations: tuple[int, ...]) -> str:
    """The situations of a rule."""
    if not situations:
        return "At any time"
    names = " or ".join(f"`{short(table.situations[i].name)}`" for i in situations)
    of = {"some players" if table.situations[i].on_players else "a player" for i in situations}
    return f"While the table waits for {names}" + (f" of {of.pop()}" if len(of) == 1 else "")


def whom(table: t.Table, situations: tuple[int, ...], who: e.Expr) -> str:
    """The players of a rule. Those whom its situation waits for are those that `moment` mentions."""
    if at_table(who):
        return "anybody"
    if absent(table, who):
        return "anybody who does not take part"
    but = all_but(who)
    if but:
        others = " and ".join(map(InWords(table).value, but))
        return "anybody else" if waited_for(but[0], situations) and len(but) == 1 else f"players other than {others}"
    owner = who.player if isinstance(who, e.SetOf) else who
    if waited_for(who, situations):
        return (
            "any of them"
            if isinstance(owner, e.Owner) and table.situations[owner.situation].on_players
            else "that player"
        )
    if isinstance(owner, e.Owner) and table.situations[owner.situation].on_players:
        return f"any of {InWords(table).value(owner)}"
    return InWords(table).value(who)


def waited_for(who: e.Expr, situations: tuple[int, ...]) -> bool:
    """Whether a set has exactly the players whom the table waits for, whichever of the situations it is."""
    if isinstance(who, e.SetOf):
        return waited_for(who.player, situations)
    if isinstance(who, e.Choose) and isinstance(who.condition, e.IsTop):
        first = (who.condition.situation,)
        rest = tuple(i for i in situations if i not in first)
        return waited_for(who.then, first) and waited_for(who.otherwise, rest)
    return isinstance(who, e.Owner) and situations == (who.situation,)


def offer(table: t.Table, rule: t.Offer) -> list[str]:
    """An offer."""
    act = table.acts[rule.act]
    words = concerned(table, {rule.act}, "the player", things_named(rule))
    what = short(act.verb)
    if rule.argument is not None:
        what += f" {words.value(rule.argument)}"
    elif rule.choices is not None:
        what += f" a number from {rule.choices[0]} to {rule.choices[1]}"
    elif act.argument is not None:
        origin = "" if act.origin is None else f" from the {short(table.zones[act.origin].name)}"
        what += f"{thing(act)}{origin}"
    what += naming(table, rule, rule.act)
    if rule.manner:
        what += f" (as `{act.manners[rule.manner]}`)"
    if rule.stands_for is not None:
        counts = words.value(rule.stands_for)
        what += "" if counts == "the card" else f", and the card counts as {counts}"
    condition = given(words, rule.guard)
    who = whom(table, rule.situations, rule.who)
    first = f"{moment(table, rule.situations)}, {who} {_MODES[rule.mode]} {what}"
    lines = [first + (_LAST if rule.mode == "otherwise" else "") + (f", if {condition}" if condition else "")]
    if rule.effects:
        lines += ["Then:", *inside(words, rule.effects)]
    return lines


def ban(table: t.Table, rule: t.Ban) -> list[str]:
    """A ban."""
    words = concerned(table, set() if rule.act is None else {rule.act}, "the player", things_named(rule))
    what = "make any move" if rule.act is None else short(table.acts[rule.act].verb)
    if rule.act is not None:
        what += thing(table.acts[rule.act]) + naming(table, rule, rule.act)
    if rule.manners is not None and rule.act is not None:
        manners = [table.acts[rule.act].manners[m] for m in rule.manners]
        phrases = [f"as `{m}`" if m else "in the plain way" for m in manners]
        what += f" {' or '.join(phrases)}"
    condition = given(words, rule.guard)
    never = f"{moment(table, rule.situations)}, {_nobody(whom(table, rule.situations, rule.who))} {what}"
    return [never + (f" if {condition}" if condition else "")]


def _nobody(who: str) -> str:
    if who.startswith("anybody"):
        return f"nobody{who.removeprefix('anybody')} may"
    return f"none{who.removeprefix('any')} may" if who.startswith("any of") else f"{who} may not"


def definition(table: t.Table, rule: t.Definition) -> list[str]:
    """A definition."""
    words = InWords(table, ((0, "the card" if isinstance(rule.parameter, Card) else "the player"),))
    condition = given(words, rule.guard)
    value = rule.value
    meaning = words.clause(value) if isinstance(value, e.Condition) else words.value(value)
    return [f"`{rule.name}` means: {meaning}" + (f" (while {condition})" if condition else "")]
