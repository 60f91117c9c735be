"""Resolves effects of the text to effects of the model."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import assert_never

from unodsl import limits
from unodsl.diagnostics import Edit, did_you_mean
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model.table import PLAIN
from unodsl.model.types import Enumeration, Number, Player, Players, Type, YesNo
from unodsl.resolve.builtin import ANY
from unodsl.resolve.chance import Draws
from unodsl.resolve.expressions import Expressions
from unodsl.resolve.given import own_neighbor, zone_given
from unodsl.resolve.kinds import bounds, describe, one_line, refuse_argument, short
from unodsl.resolve.named import Naming
from unodsl.resolve.phrase_books import with_phrase_book
from unodsl.resolve.scope import CARD, PLAYER, PLAYERS, YES_NO, Binding, Context, negation, number, yes
from unodsl.resolve.slips import Slips, in_brackets
from unodsl.resolve.some_values import refuse_other, refuse_unlisted, yes_or_no_meant
from unodsl.resolve.words import (
    NOUNS,
    Mistake,
    Mistakes,
    Split,
    leftmost,
    number_in,
    of_another_option,
    phrase_of,
    plain,
    same,
    third_person,
    with_leftmost,
)
from unodsl.syntax import nodes as s
from unodsl.syntax.condition_phrases import condition_meant
from unodsl.syntax.effect_phrases import effect_meant

_NO_EFFECT = "is not something that happens here"


class Effects:
    """Resolves effects; `x` resolves the expressions in them."""

    def __init__(self, expressions: Expressions) -> None:
        self.x = expressions
        self.v = expressions.v
        self.slips = Slips(expressions)
        self.draws = Draws(expressions)
        self.naming = Naming(expressions)

    def block(self, nodes: tuple[s.Effect, ...], ctx: Context) -> tuple[f.Effect, ...]:
        """The effects of a block, in order."""
        out: list[f.Effect] = []
        mistakes = Mistakes()
        for node in nodes:
            with mistakes.noted():
                try:
                    out.extend(ctx.line(node.span, self.effect(node, ctx)))
                except Mistake as mistake:
                    raise self.with_phrase(mistake, node) from None
        mistakes.stop_if_any()
        return tuple(out)

    def with_phrase(self, mistake: Mistake, node: s.Effect) -> Mistake:
        """Adds the intended line to an error if the whole effect is a common phrase."""
        found = mistake.diagnostic
        if isinstance(node, s.If | s.ForEach | s.ForEachCard | s.Repeat) or found.message.endswith(_NO_EFFECT):
            return mistake
        meant = effect_meant(node.span.text)
        if meant is None:
            return mistake
        return Mistake(found.code, found.message, found.span, self.x.zones_named(meant))

    def effect(self, node: s.Effect, ctx: Context) -> list[f.Effect]:
        match node:
            case s.Deed():
                return self.perform(node, ctx)
            case s.Assign():
                return [self.assign(node, ctx)]
            case s.Begin():
                return [self.begin(node, ctx)]
            case s.End():
                return [self.end(node, ctx)]
            case s.Pass():
                situation = self.situation(node.what, ctx)
                owner = self.x.owner(situation)
                return [
                    f.Assign(owner, self.x.typed(node.to, PLAYERS if isinstance(owner.type, Players) else PLAYER, ctx))
                ]
            case s.MoveCard():
                card = self.x.typed(node.card, CARD, ctx)
                return [f.MoveCard(card, self.x.place(node.origin, ctx), self.x.place(node.target, ctx))]
            case s.MoveTop():
                count = number(1) if node.count is None else self.x.typed(node.count, Number(0, 0), ctx)
                if node.count is not None:
                    self.within(count, Number(0, limits.CARDS), node.count)
                    self.refuse_none(node.count)
                return [f.MoveTop(count, self.x.place(node.origin, ctx), self.x.place(node.target, ctx), node.span)]
            case s.MoveAll():
                origin = self.x.place(node.origin, ctx)
                if node.keep and self.v.zones[origin.zone].visibility != "face up":
                    raise Mistake("UNO106", "only a face-up zone has a top that can stay", node.origin.span)
                if node.keep > 10:
                    raise Mistake("UNO107", "at most 10 cards can stay on top", node.span)
                to_place = self.x.place(node.target, ctx)
                self.refuse_same(node.origin, node.target)
                if node.picked is None:
                    return [f.MoveAll(node.keep, origin, to_place)]
                if self.v.zones[origin.zone].visibility == "face up":
                    raise Mistake("UNO106", "only cards that lie without an order can be picked out", node.origin.span)
                local, _, where = self.x.selected_cards(node.picked.what, node.picked.condition, ctx)
                return [f.MoveAll(0, origin, to_place, local, where)]
            case s.ZoneEffect():
                place = self.x.place(node.zone, ctx)
                return [f.Gather(place) if node.kind == "gather" else f.Shuffle(place)]
            case s.Swap():
                left, right = self.x.place(node.left, ctx), self.x.place(node.right, ctx)
                self.refuse_same(node.left, node.right)
                if (self.v.zones[left.zone].visibility == "face up") != (
                    self.v.zones[right.zone].visibility == "face up"
                ):
                    raise Mistake("UNO106", "a face-up pile and a hidden zone cannot be swapped", node.span)
                return [f.SwapPlaces(left, right)]
            case s.Give():
                return [self.give(node, ctx)]
            case s.Show():
                to = self.x.typed(node.to, PLAYERS, ctx)
                shown = self.x.maybe_place(node.what, ctx)
                return [f.Show(shown if shown is not None else self.x.typed(node.what, CARD, ctx), to)]
            case s.Tell():
                self.refuse_braces(node)
                to = e.Builtin("in play", PLAYERS) if node.to is None else self.x.typed(node.to, PLAYERS, ctx)
                more = tuple(x.text if isinstance(x, s.Word) else self.x.value(x, None, ctx) for x in node.more)
                return [f.Tell(node.text.text, to, more)]
            case s.Seating():
                return [f.Seating(node.kind, self.x.typed(node.who, PLAYER, ctx))]
            case s.SetChange():
                target = self.target(node.target, ctx)
                if not isinstance(target.type, Players):
                    raise Mistake(
                        "UNO106",
                        f"here stands {describe(target.type)}, and a set of players is needed",
                        node.target.span,
                    )
                return [f.ChangeSet(node.kind, self.x.typed(node.who, PLAYER, ctx), target)]
            case s.DoNothing():
                return []
            case s.If():
                condition: e.Expr = yes()
                then = otherwise = tuple[f.Effect, ...]()
                mistakes = Mistakes()
                with mistakes.noted(), with_phrase_book(node.condition.span, condition_meant, self.x.zones_named):
                    condition = ctx.part("branch", node.condition, self.x.condition(node.condition, ctx))
                with mistakes.noted():
                    then = self.block(node.then, ctx)
                with mistakes.noted():
                    recorded = len(ctx.counter.parts)
                    otherwise = self.block(node.otherwise, ctx)
                    ctx.behind_in_branch(recorded, node.otherwise, condition)
                mistakes.stop_if_any()
                return [f.If(condition, then, otherwise)]
            case s.ForEach():
                players = (
                    e.Builtin("in play", PLAYERS) if node.players is None else self.x.typed(node.players, PLAYERS, ctx)
                )
                start = None if node.start is None else self.x.typed(node.start, PLAYER, ctx)
                return [self.each(players, start, self.backward(node, ctx), node.body, ctx)]
            case s.ForEachCard():
                return [self.each_card(node, ctx)]
            case s.Repeat():
                times = self.x.typed(node.times, Number(0, 0), ctx)
                going_on: e.Expr | None = None
                if node.condition is not None:
                    with with_phrase_book(node.condition.span, condition_meant, self.x.zones_named):
                        going_on = self.x.condition(node.condition, ctx)
                self.within(times, Number(0, limits.NUMBER), node.times)
                self.refuse_none(node.times)
                self.bounded(times, node.times)
                return [f.Repeat(times, going_on, self.block(node.body, ctx))]
            case _:
                assert_never(node)

    @staticmethod
    def refuse_braces(node: s.Tell) -> None:
        """Raises UNO101 for `note "it is {next player}"`: texts have no placeholders."""
        for part in (node.text, *node.more):
            pieces = re.split(r" ?\{([a-z -]+)\} ?", part.text) if isinstance(part, s.Word) else []
            if len(pieces) > 1:
                # a note begins with a text
                parts = [x if at % 2 else f'"{x}"' for at, x in enumerate(pieces) if x or not at]
                hint = f"values stand beside it: `note {', '.join(parts)}`"
                raise Mistake("UNO101", "a text is shown as it is, with its braces", part.span, hint)

    def bounded(self, times: e.Expr, node: s.Expr) -> None:
        if bounds(times)[1] > limits.CARDS:
            hint = "give the number it counts a smaller range"
            raise Mistake("UNO107", f"this could be repeated more than {limits.CARDS} times", node.span, hint)

    def within(self, value: e.Expr, type_: Type, node: s.Expr) -> None:
        """Raises UNO107 for a constant outside of a number type, or a value that is always negative where none may
        be."""
        if not isinstance(type_, Number):
            return
        high = bounds(value)[1]
        known = isinstance(value, e.Constant) and not type_.low <= value.value <= type_.high
        if known or high < 0 <= type_.low:
            hint = "a number of cards, or of times, is never below 0" if high < 0 <= type_.low else None
            raise Mistake("UNO107", f"{one_line(node)} is not between {type_.low} and {type_.high}", node.span, hint)

    @staticmethod
    def refuse_none(node: s.Expr) -> None:
        """Raises UNO107 for a written 0 where a number of cards, or of times, stands: nothing would happen."""
        if one_line(node) == "0":
            hint = "say how many, or leave the line out"
            raise Mistake("UNO107", "with 0 nothing happens here", node.span, hint)

    def backward(self, node: s.ForEach, ctx: Context) -> e.Expr | None:
        """The condition that a loop goes to the right; None: never."""
        if node.to is None:
            return None
        words = plain(node.to.words)
        if words not in (("left",), ("right",)):
            text = node.to.span.text
            hint = "write `to the right`, or `to the right if ...`; without it the loop goes to the left, which is clockwise"
            raise Mistake("UNO101", f"loops go to the left or to the right, not to `{text}`", node.to.span, hint)
        right = words == ("right",)
        if node.to_if is None:
            return yes() if right else None
        condition = self.x.condition(node.to_if, ctx)
        return condition if right else negation(condition)

    def each(
        self, players: e.Expr, start: e.Expr | None, backward: e.Expr | None, body: tuple[s.Effect, ...], ctx: Context
    ) -> f.Effect:
        local = ctx.local("player", PLAYER)
        inner = replace(ctx, bound=(*ctx.bound, Binding(("player",), local), Binding(("they",), local)), player=local)
        return f.ForEach(local, players, start, self.block(body, inner), backward)

    def each_card(self, node: s.ForEachCard, ctx: Context) -> f.Effect:
        over = node.over
        assert over.place is not None
        place = self.x.place(over.place, ctx)
        local, inner, where = self.x.selected_cards(over.what, over.condition, ctx)
        inner = replace(inner, bound=(*inner.bound, Binding(("card",), local)))
        return f.ForEachCard(local, place, where, self.block(node.body, inner))

    # ----------------------------------------------------------------------------------------------------------- targets

    def target(self, node: s.Expr, ctx: Context) -> e.Variable | e.Field | e.Owner:
        """The target of an assignment: a variable, a field, or the owner of a situation."""
        found = self.changeable(node, ctx) or self.x.value(node, None, ctx)
        if isinstance(found, e.Variable | e.Field | e.Owner):
            return found
        hint = self.slips.changeable(node, ctx) or "only variables and fields of situations can"
        raise Mistake("UNO106", f"`{node.span.text}` cannot be changed", node.span, hint)

    def changeable(self, node: s.Expr, ctx: Context) -> e.Expr | None:
        """The variable or field of a name, whatever else the name means; a variable of the page itself before a
        field."""
        words = plain(node.words) if isinstance(node, s.Phrase) else ()
        if not isinstance(node, s.Phrase) or not words:
            return None
        symbol = self.v.own(words, ctx.view, "variable")
        field = None if symbol is not None else self.x.field_of_during(words, ctx)
        symbol = symbol or self.v.find(words, ctx.view, "variable")
        if isinstance(field, e.Field):
            self.v.note_field(node.words, field.situation, " ".join(words))
        if field is not None or symbol is None:
            return field
        return self.x.named(symbol, words, node, None, ctx)

    def assign(self, node: s.Assign, ctx: Context) -> f.Effect:
        try:
            target = self.target(node.target, ctx)
        except Mistake as mistake:
            line = self.slips.declared(node, ctx) if mistake.diagnostic.hint is None else None
            raise (mistake if line is None else mistake.with_hint(f"declare it in the option: `{line}`")) from None
        at_random = self.draws.drawn(node, target, ctx)
        if at_random is not None:
            return at_random
        if node.operator == "becomes":
            self.refuse_choice(node, target.type)
            value = self.stored(node.value, target.type, ctx)
            self.within(value, target.type, node.value)
            refuse_unlisted(self.v, target, value, node.value)
            if isinstance(value, e.Constant) and value.value == -1 and getattr(target.type, "optional", None) is False:
                raise Mistake(
                    "UNO106", f"`{node.target.span.text}` always has a value: it cannot become nothing", node.value.span
                )
            return f.Assign(target, value)
        if isinstance(target.type, Players):
            operation = "union" if node.operator == "+=" else "difference"
            right = self.x.typed(node.value, PLAYERS, ctx)
            return f.Assign(target, e.SetOperation(operation, target, right, PLAYERS))  # type: ignore[arg-type]
        if not isinstance(target.type, Number):
            raise Mistake(
                "UNO106", f"`{node.target.span.text}` is {describe(target.type)}, not a number", node.target.span
            )
        right = self.x.typed(node.value, Number(0, 0), ctx)
        low, high = bounds(right)
        if node.operator == "-=":
            low, high = -high, -low
        type_ = Number(target.type.low + low, target.type.high + high)
        return f.Assign(target, e.Arithmetic("+" if node.operator == "+=" else "-", target, right, type_))

    def stored(self, node: s.Expr, expected: Type, ctx: Context) -> e.Expr:
        """Resolves a value that is stored."""
        try:
            return self.x.typed(node, expected, ctx)
        except Mistake as mistake:
            raise yes_or_no_meant(self.v, mistake, node, expected, ctx.view) from None

    @staticmethod
    def refuse_choice(node: s.Assign, wanted: Type) -> None:
        """UNO106 for `current color becomes red or blue`: which one."""
        value = node.value.inner if isinstance(node.value, s.Group) and node.value.trailing is None else node.value
        if isinstance(value, s.Logic) and value.kind == "or" and not isinstance(wanted, YesNo | Players):
            listed = ", ".join(one_line(x) for x in value.operands)
            line = f"{one_line(node.target)} becomes a random one of ({listed})"
            hint = f"for one at random write `{line}`; to let somebody choose, begin a situation"
            raise Mistake("UNO106", f"`{one_line(value)}` does not say which one", value.span, hint)

    # -------------------------------------------------------------------------------------------------------- situations

    def situation(self, node: s.Phrase, ctx: Context) -> int:
        found = self.x.situation_named(node, ctx)
        if found is None:
            words = plain(node.words)
            if words in self.v.hidden:
                option = self.v.hidden[words]
                hint: str | None = of_another_option(option)
            else:
                hint = did_you_mean(" ".join(words), [short(x.name) for x in self.v.situations])
                if words == ("game",):
                    hint = "write `end the match won by player`, or whoever wins it"
            raise Mistake("UNO105", f"unknown situation `{' '.join(words)}`", node.span, hint)
        return found

    def begin(self, node: s.Begin, ctx: Context) -> f.Effect:
        words = plain(node.what.words)
        if node.owner is None:
            if words == ("round",):
                return f.BeginRound()
            raise Mistake(
                "UNO110",
                f"on whom does `{' '.join(words)}` begin?",
                node.span,
                f"say `begin {' '.join(words)} on next player`",
            )
        index = self.situation(node.what, ctx)
        declared = self.v.situations[index]
        owner = self.x.typed(node.owner, PLAYERS if declared.on_players else PLAYER, ctx)
        fields: list[tuple[int, e.Expr]] = []
        for given in node.fields:
            position, value = self.field_value(index, given, ctx)
            if any(p == position for p, _ in fields):
                raise Mistake("UNO108", f"`{declared.fields[position].name}` is given twice", given.span)
            fields.append((position, value))
        return f.Begin(index, owner, tuple(sorted(fields, key=lambda x: x[0])))

    def field_value(self, situation: int, given: s.Expr, ctx: Context) -> tuple[int, e.Expr]:
        """Resolves `count 2`: a field of a situation and its value."""
        declared = self.v.situations[situation]
        first = leftmost(given)
        names = {tuple(x.name.split()): i for i, x in enumerate(declared.fields)}
        if isinstance(first, s.Phrase):
            for length in range(len(first.words), 0, -1):
                name = plain(first.words[:length])
                if name in names:
                    if isinstance(given, s.Apply) and length == len(first.words):
                        shown = " ".join(name)
                        raise Mistake(
                            "UNO101",
                            f"which value does `{shown}` get?",
                            given.span,
                            f"write `{shown} {one_line(given)}`",
                        )
                    rest = with_leftmost(given, phrase_of(first.words[length:]))
                    if rest is None:
                        raise Mistake("UNO101", f"which value does `{' '.join(name)}` get?", given.span)
                    field = declared.fields[names[name]]
                    self.v.note_field(first.words[:length], situation, field.name)
                    value = self.stored(rest, field.type, ctx)
                    self.within(value, field.type, rest)
                    refuse_other(self.v.some_values, (declared.name, field.name), value, field.type, rest.span)
                    return names[name], value
        word = first.words[0].text if isinstance(first, s.Phrase) else given.span.text
        hint = did_you_mean(word, [x.name for x in declared.fields])
        numbers = [x.name for x in declared.fields if isinstance(x.type, Number)]
        if hint is None and word.isdigit() and numbers:
            hint = f"say which of its numbers it is: `with {numbers[0]} {word}`"
        raise Mistake("UNO105", f"the situation `{short(declared.name)}` has no `{word}`", given.span, hint)

    def end(self, node: s.End, ctx: Context) -> f.Effect:
        words = plain(node.what.words)
        nobody = e.Constant(0, PLAYERS)
        if words in (("round",), ("match",)):
            winners = nobody if node.won_by is None else self.x.typed(node.won_by, PLAYERS, ctx)
            return f.EndRound(winners) if words == ("round",) else f.EndMatch(winners)
        if node.won_by is not None:
            raise Mistake("UNO101", "only `the round` and `the match` can be won", node.won_by.span)
        return f.End(self.situation(node.what, ctx))

    def give(self, node: s.Give, ctx: Context) -> f.Effect:
        zone = zone_given(self.v, node.zone, ctx)
        local = ctx.local("holder", PLAYER)
        inner = replace(ctx, bound=(*ctx.bound, Binding(("they",), local)), player=local)
        return f.GiveEvery(zone, local, own_neighbor(self.x.typed(node.to, PLAYER, inner), node.to, ctx))

    # -------------------------------------------------------------------------------------------------------------- deeds

    def perform(self, node: s.Deed, ctx: Context) -> list[f.Effect]:
        split = self.x.split(node.body, "both", ctx)
        if split is None:
            text = node.body.span.text
            forms = {" ".join(third_person(tuple(short(a.verb).split()))) for a in self.v.acts}
            # (parentheses do not mend an actor in words that no rule knows)
            elsewhere = effect_meant(text) if " on the " in text or " to the " in text else None
            hint = elsewhere or in_brackets(text, forms)
            hint = hint or self.slips.meant(node.body, ctx) or self.forms(ctx)
            raise Mistake("UNO105", f"`{text}` {_NO_EFFECT}", node.body.span, hint)
        act = self.x.act(split.verb, ctx, split.verb_span)
        declared = self.v.acts[act]
        if split.subject is None:
            raise Mistake(
                "UNO110",
                f"who {' '.join(third_person(tuple(short(declared.name).split())))}?",
                node.span,
                "say for example `player` or `next player` before it",
            )
        self.refuse_anybody(node, split, declared.name)
        self.refuse_more(split.rest, declared.argument, ctx)
        who = self.x.value(split.subject, PLAYER, ctx)
        if not isinstance(who.type, Player | Players):
            raise Mistake("UNO106", f"here stands {describe(who.type)}, and a player is needed", split.subject.span)
        if isinstance(who.type, Players):
            local = ctx.local("player", PLAYER)
            inner = replace(ctx, bound=(*ctx.bound, Binding(("they",), local)), player=local)
            return [f.ForEach(local, who, None, (self.performed(node, act, local, split.rest, inner),))]
        return [self.performed(node, act, who, split.rest, ctx)]

    def forms(self, ctx: Context) -> str:
        """Examples of effects, with a situation of this table if it has one."""
        lasting = self.slips.lasting(ctx)
        passing = f", passes something on (`pass {lasting[0]} to next player`)" if lasting else ""
        return (
            f"an effect says who does what (`next player draws 2`){passing}, or changes something (`count becomes 2`)"
        )

    def refuse_more(self, rest: s.Expr | None, argument: Type | None, ctx: Context) -> None:
        """Raises UNO110 for a second deed after `and`. `argument`: the act's argument type, which no condition could
        have."""
        if not isinstance(rest, s.Logic):
            return
        for operand in rest.operands[1:]:
            try:
                another = self.x.split(operand, "both", ctx) is not None
            except Mistake:
                another = True
            if another or isinstance(argument, Number):
                hint = f"put `{one_line(operand)}` on a line of its own, below"
                raise Mistake("UNO110", f"`{rest.kind}` joins no effects", operand.span, hint)

    def performed(self, node: s.Deed, act: int, who: e.Expr, rest: s.Expr | None, ctx: Context) -> f.Effect:
        declared = self.v.acts[act]
        verb = short(declared.name)
        argument: e.Expr | None = None
        self.refuse_again(node, rest, ctx)
        if declared.argument is None:
            if rest is not None:
                refuse_argument(declared, rest)
        else:
            if rest is None:
                raise Mistake("UNO106", f"`{verb}` needs {describe(declared.argument)}", node.span)
            if isinstance(rest, s.Phrase) and plain(rest.words) == ("nothing",):
                raise Mistake("UNO106", f"nobody can {verb} `nothing`", rest.span, "leave the line out")
            wanted = declared.argument
            if isinstance(wanted, Number) and self.x.attempt(lambda: self.x.typed(rest, wanted, ctx), ctx) is None:
                self.refuse_card(node, rest)
            self.refuse_open_choice(rest, wanted, verb, ctx)
            argument = self.x.typed(rest, wanted, ctx)
            self.x.refuse_self(act, who, argument, rest)
            self.within(argument, wanted, rest)
            if isinstance(wanted, Number):
                self.bounded(argument, rest)
            if wanted == Number(0, limits.CARDS):
                self.refuse_none(rest)
        manner, stands = self.manner(node.manner, act, ctx)
        if manner is None:
            raise Mistake("UNO110", "an effect is done in one manner", node.span)
        for item in node.naming:
            self.refuse_open_choice(item, YES_NO, f"{verb} naming", ctx)
        named = self.naming.valued(node.naming, act, ctx)
        return self.naming.performed(act, named, lambda way: f.Perform(way, who, argument, manner, stands))

    @staticmethod
    def refuse_same(one: s.Expr, other: s.Expr) -> None:
        """UNO106 for cards that go to where they are."""
        if same(one, other):
            raise Mistake("UNO106", f"both places are `{one_line(one)}`: nothing would change", other.span)

    def refuse_again(self, node: s.Deed, rest: s.Expr | None, ctx: Context) -> None:
        """Raises UNO101 for `plays again` and `draws twice`."""
        words = plain(rest.words) if isinstance(rest, s.Phrase) else ()
        times = {"once": 1, "twice": 2, "thrice": 3}.get(words[-1]) if words else None
        if words != ("again",) and times is None:
            return
        assert rest is not None
        hint = self.slips.meant(node.body, ctx)
        if times is not None:
            text = node.span.source.text[node.span.start : rest.span.end]
            line = " ".join(text.removesuffix(words[-1]).split())
            hint = (
                f"write `repeat {times} times`, and `{line}` below it"
                if len(words) > 1
                else f"write `repeat {times} times`, and the effect below it"
            )
        raise Mistake("UNO101", f"`{words[-1]}` is no effect", rest.span, hint)

    def refuse_anybody(self, node: s.Deed, split: Split, name: str) -> None:
        """Raises UNO106 for an indefinite actor: `any player draws 1`."""
        words = plain(split.subject.words) if isinstance(split.subject, s.Phrase) else ()
        if words not in ANY or split.subject is None:
            return
        start = f"{ANY[words]} {short(name)}"
        line = start + node.span.source.text[split.verb_span.end : node.span.end]
        hint = f"for all of them write `{' '.join(line.split())}`; to let somebody choose, begin a situation"
        edit = Edit(split.subject.span.to(split.verb_span), start)
        raise Mistake("UNO106", f"`{one_line(split.subject)}` says no particular one", split.subject.span, hint, edit)

    def refuse_open_choice(self, rest: s.Expr, type_: Type, verb: str, ctx: Context) -> None:
        """Raises UNO106 for an effect that would need a choice of a player: `names a color`, `names color`."""
        if not isinstance(rest, s.Phrase):
            return
        # (without an article it would be that of the card in question, which nobody means)
        bare = (
            isinstance(type_, Enumeration) and plain(rest.words) == (type_.name,) and ctx.binding((type_.name,)) is None
        )
        if rest.words[0].text not in ("a", "an") and not bare:
            return
        found = self.x.attempt(lambda: self.x.maybe_phrase(plain(rest.words), rest, type_, ctx), ctx)
        if isinstance(found, e.Constant):
            return
        hint = f"begin a situation, with a rule in which `its player must {verb} {one_line(rest)}`"
        raise Mistake("UNO106", f"effects ask nobody, and `{one_line(rest)}` says no particular one", rest.span, hint)

    def refuse_card(self, node: s.Deed, rest: s.Expr) -> None:
        """Raises UNO106 for `draws a card` and `draws two cards`: the count must be a number."""
        if not isinstance(rest, s.Phrase) or rest.words[-1].text not in NOUNS:
            return
        first = rest.words[0].text
        count = 1 if first in ("a", "an", *NOUNS) else None if first.isdigit() else number_in(first)
        if len(rest.words) > 2 or count is None:
            return
        hint = f"write `{node.span.source.text[node.span.start : rest.span.start]}{count}`"
        raise Mistake("UNO106", "a number says how many cards", rest.span, hint, Edit(rest.span, str(count)))

    def manner(self, node: s.Manner | None, act: int, ctx: Context) -> tuple[int | None, e.Expr | None]:
        """The manner of a deed (None for `as anything`), and the card that the played one stands for."""
        if node is None:
            return PLAIN, None
        declared = self.v.acts[act]
        stands = None if node.standing_for is None else self.x.typed(node.standing_for, CARD, ctx)
        if node.name is None:
            return PLAIN, stands
        if node.name.text == "anything":
            return None, None
        if node.name.text not in declared.manners:
            hint = did_you_mean(node.name.text, declared.manners[1:])
            option = self.v.hidden.get(("manner:", node.name.text))
            if option is not None:
                message = f"`{short(declared.name)} as {node.name.text}` belongs to the option `{option}`, which is not on here"
                raise Mistake("UNO105", message, node.name.span, f"switch it on, or say `requires {option}`")
            if hint is None:
                hint = f"declare it: `manners {node.name.text}` below `act {short(declared.name)}`"
            raise Mistake("UNO105", f"`{short(declared.name)}` has no manner `{node.name.text}`", node.name.span, hint)
        self.v.note_manner(node.name, act)
        return declared.manners.index(node.name.text), stands
