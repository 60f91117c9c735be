"""Effects in plain words: one sentence each, with nested effects indented below it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from unodsl.engine.api import SEAT_NAMES
from unodsl.engine.describe import named_text, short
from unodsl.in_words.values import InWords, all_but, at_table
from unodsl.model import effects as f
from unodsl.model import expressions as e

STEP = "  "


def deeds(words: InWords, effects: Iterable[f.Effect]) -> Iterator[str]:
    """The lines of a block."""
    for effect in effects:
        yield from deed(words, effect)


def inside(words: InWords, effects: Iterable[f.Effect]) -> list[str]:
    """The same, indented."""
    return [STEP + line for line in deeds(words, effects)]


def deed(words: InWords, x: f.Effect) -> list[str]:
    """The lines of one effect."""
    if isinstance(x, f.MovesCards):
        return [moved(words, x)]
    if isinstance(x, f.Block):
        return block(words, x)
    table = words.table
    match x:
        case f.Assign():
            return [assigned(words, x)]
        case f.Begin():
            situation = table.situations[x.situation]
            given = [f"{situation.fields[i].name} {words.value(value)}" for i, value in x.fields]
            more = f", with {' and '.join(given)}" if given else ""
            return [f"the table now waits for `{short(situation.name)}` of {words.value(x.owner)}{more}"]
        case f.End():
            return [f"`{short(table.situations[x.situation].name)}` is over"]
        case f.ChangeSet():
            if isinstance(x.target, e.Owner):
                waits = "now also waits for" if x.kind == "include" else "no longer waits for"
                return [f"`{short(table.situations[x.target.situation].name)}` {waits} {words.value(x.player)}"]
            verb = "is added to" if x.kind == "include" else "is taken out of"
            return [f"{words.value(x.player)} {verb} {words.value(x.target)}"]
        case f.Perform():
            act = table.acts[x.act]
            what = "" if x.argument is None else f" {words.value(x.argument)}"
            what += named_text(table, act, SEAT_NAMES)
            how = f", as `{act.manners[x.manner]}`" if x.manner else ""
            stands = "" if x.standing_for is None else f", which counts as {words.value(x.standing_for)}"
            return [f"{words.value(x.player)} {act.third}{what}{how}{stands}"]
        case f.Show():
            what = words.place(x.what) if isinstance(x.what, e.Place) else words.value(x.what)
            return [f"{words.value(x.to)} may look at {what}"]
        case f.Tell():
            parts = [part if isinstance(part, str) else f"<{words.value(part)}>" for part in x.more]
            return [f'{words.value(x.to)} may read: "{" ".join([x.text, *parts])}"']
        case f.Seating():
            return [f"{words.value(x.player)} {'leaves the table' if x.kind == 'remove' else 'sits down at the table'}"]
        case f.BeginRound():
            return ["a new round begins: all cards go back to where they come from"]
        case f.EndRound() | f.EndMatch():
            what = "round" if isinstance(x, f.EndRound) else "match"
            return [f"the {what} is over, and won by {words.value(x.winners)}"]
        case _:
            assert_never(x)


def assigned(words: InWords, x: f.Assign) -> str:
    """An assignment."""
    target = words.value(x.target)
    if isinstance(x.target, e.Owner):
        return f"`{short(words.table.situations[x.target.situation].name)}` passes to {words.value(x.value)}"
    value = x.value
    if isinstance(value, e.Arithmetic) and value.left == x.target and value.operator in ("+", "-"):
        return f"{target} goes {'up' if value.operator == '+' else 'down'} by {words.value(value.right)}"
    if isinstance(value, e.SetOperation) and value.left == x.target and value.operator != "intersection":
        way = "now also has" if value.operator == "union" else "no longer has"
        return f"{target} {way} {words.value(value.right)}"
    return f"{target} is now {words.value(value)}"


def moved(words: InWords, x: f.MovesCards) -> str:
    """A move of cards."""
    match x:
        case f.MoveCard():
            return f"{words.value(x.card)} goes from {words.place(x.origin)} to {words.place(x.target)}"
        case f.MoveTop():
            pile = words.table.zones[x.origin.zone].visibility == "face up"
            many = words.value(x.count)
            cards = "card goes" if many == "1" else "cards go"
            if many == "1":
                first = "the top" if pile else "a random"
            else:
                first = f"the top {many}" if pile else f"{many} random"
            return f"{first} {cards} from {words.place(x.origin)} to {words.place(x.target)}"
        case f.MoveAll():
            which = "all cards" if x.where is None or x.local is None else f"all {words.cards(x.local, x.where)}"
            but = "" if not x.keep else " but the top one" if x.keep == 1 else f" but the top {x.keep}"
            pile = words.table.zones[x.target.zone].visibility == "face up" and x.target.seat is None
            return f"{which} of {words.place(x.origin)}{but} go {'under' if pile else 'to'} {words.place(x.target)}"
        case f.Gather():
            return f"all cards of the table go to {words.place(x.target)}"
        case f.Shuffle():
            return f"{words.place(x.place)} is shuffled"
        case f.SwapPlaces():
            return f"{words.place(x.left)} and {words.place(x.right)} change places"
        case f.GiveEvery():
            holder = words.naming(x.local, "its holder")
            zone = short(words.table.zones[x.zone].name)
            return f"everybody passes on the whole {zone} at once, to {holder.value(x.to)}"
        case _:
            assert_never(x)


def block(words: InWords, x: f.Block) -> list[str]:
    """A compound effect."""
    match x:
        case f.If():
            if not x.then:
                return [f"if {words.clause(x.condition, False)}:", *inside(words, x.otherwise)]
            lines = [f"if {words.clause(x.condition)}:", *inside(words, x.then)]
            if len(x.otherwise) == 1 and isinstance(x.otherwise[0], f.If) and x.otherwise[0].then:
                first, *rest = block(words, x.otherwise[0])
                return [*lines, f"otherwise, {first}", *rest]
            return [*lines, "otherwise:", *inside(words, x.otherwise)] if x.otherwise else lines
        case f.ForEach():
            start = "" if x.start is None else f", starting with {words.value(x.start)}"
            way = ""
            if x.backward is not None:
                always = isinstance(x.backward, e.Constant) and x.backward.value
                way = (
                    ", counterclockwise"
                    if always
                    else f", clockwise, but counterclockwise if {words.clause(x.backward)}"
                )
            inner = words.naming(x.local, words.that("player"))
            who = f"of {words.value(x.players)}"
            if at_table(x.players):
                who = "player at the table"
            elif but := all_but(x.players):
                who = f"player at the table except {' and '.join(map(words.value, but))}"
            if len(x.body) == 1 and isinstance(x.body[0], f.Perform) and x.body[0].player == x.local:
                did = deed(inner, x.body[0])[0].removeprefix(inner.value(x.local))
                return [f"each {who}{did}" + (f" ({f'{start}{way}'.removeprefix(', ')})" if start or way else "")]
            return [f"for each {who}{start}{way}:", *inside(inner, x.body)]
        case f.ForEachCard():
            inner = words.naming(x.local, words.that("card"))
            return [
                f"for each of the {words.cards(x.local, x.where)} in {words.place(x.place)}:",
                *inside(inner, x.body),
            ]
        case f.AtRandom():
            inner = words.naming(x.local, "what chance picks")
            if isinstance(x.among, tuple):
                values = ", ".join(words.value(e.Constant(v, x.local.type)) for v in x.among)
            else:
                values = words.value(x.among)
            return [f"chance picks one of {values}:", *inside(inner, x.body)]
        case f.Repeat():
            times = words.value(x.times)
            often = "once" if times == "1" else f"{times} times"
            if x.condition is not None:
                often = f"as long as {words.clause(x.condition)} (at most {often})"
            return [f"{often}:", *inside(words, x.body)]
        case _:
            assert_never(x)
