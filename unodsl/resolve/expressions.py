"""Resolves expressions of the text to expressions of the model: names and types."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import NoReturn, Protocol, assert_never

from unodsl.diagnostics import Edit, did_you_mean
from unodsl.model import expressions as e
from unodsl.model.intervals import of_operation, operated
from unodsl.model.types import NOTHING, Card, Enumeration, Number, Player, Players, Type, YesNo
from unodsl.model.walk import locals_in
from unodsl.resolve.always_so import refuse_constant
from unodsl.resolve.builtin import IN_PLAY
from unodsl.resolve.cards import is_nothing
from unodsl.resolve.kinds import alike, bounds, joined, leave_out, one_line, short, spread
from unodsl.resolve.ranges import Ranges
from unodsl.resolve.scope import (
    CARD,
    PLAYER,
    PLAYERS,
    VALUES,
    YES_NO,
    Binding,
    Context,
    Symbol,
    Vocabulary,
    Words,
    both,
    either,
    negation,
    number,
    yes,
)
from unodsl.resolve.words import NOUNS, Mistake, leftmost, of_another_option, plain, same
from unodsl.source import Span
from unodsl.syntax import nodes as s

LISTED: dict[str, e.Operator] = {
    "smaller": "min",
    "larger": "max",
    "smallest": "min",
    "largest": "max",
    "difference": "apart",
}
"""Operators over several numbers, as in `smaller of (count, 5)`."""


class Along(Protocol):
    """The resolver of values named along with acts (`unodsl.resolve.named`)."""

    def ways(self, items: tuple[s.Expr, ...], act: int, ctx: Context) -> list[tuple[int, e.Expr]]:
        """The variants of an act that name these items, each with its condition."""
        ...


_CARD_NOUNS = frozenset({("card",), ("cards",), ("anything",)})


class Expressions(Ranges):
    """Resolves expressions against a vocabulary."""

    def __init__(self, vocabulary: Vocabulary, seats: int, any_seats: bool = False) -> None:
        self.v = vocabulary
        self.seats = seats
        self.any_seats = any_seats
        self.along: Along | None = None

    # ------------------------------------------------------------------------------------------------------ entry points

    def condition(self, node: s.Expr, ctx: Context) -> e.Expr:
        """Resolves a yes-or-no."""
        refuse_constant(node)
        return self.typed(node, YES_NO, ctx)

    def typed(self, node: s.Expr, expected: Type, ctx: Context) -> e.Expr:
        """Resolves a value of a type; UNO106 for other types."""
        return self.fit(self.value(node, expected, ctx), expected, node)

    def fit(self, value: e.Expr, expected: Type, node: s.Expr) -> e.Expr:
        """Converts a value to the expected type, if that loses nothing."""
        if not alike(value.type, expected):
            raise self.misfit(value, expected, node)
        return e.SetOf(value, PLAYERS) if isinstance(expected, Players) and isinstance(value.type, Player) else value

    def value(self, node: s.Expr, expected: Type | None, ctx: Context) -> e.Expr:
        """Resolves a value; `expected` disambiguates words with several meanings."""
        match node:
            case s.Phrase():
                return self.phrase(node, expected, ctx)
            case s.Range():
                self.no_range(node, expected)
            case s.Group():
                if node.trailing is not None:
                    raise Mistake("UNO101", "these words do not fit behind the parenthesis", node.trailing.span)
                return self.value(node.inner, expected, ctx)
            case s.Followed():
                words = one_line(node.head)
                hint = f"`{words} of ({one_line(node.group)})` if it belongs to that; a verb in front of it could be missing, too"
                raise Mistake("UNO101", f"`(` does not fit behind `{words}`", node.span, hint)
            case s.Apply():
                return self.apply(node, expected, ctx)
            case s.Select():
                return self.selected_players(node, ctx)[0]
            case s.Aggregate():
                return self.aggregate(node, ctx)
            case s.Exists():
                return self.exists(node, ctx)
            case s.Arithmetic():
                if isinstance(expected, Card):
                    self.refuse_signed(node)
                return self.arithmetic(node, ctx)
            case s.Listed():
                return self.listed(node, ctx)
            case s.Negative():
                inner = self.typed(node.operand, Number(0, 0), ctx)
                low, high = bounds(inner)
                if isinstance(inner, e.Constant):
                    if not inner.value:
                        message = "zero has no `-` in front of it"
                        raise Mistake("UNO101", message, node.span, "write `0`", Edit(node.span, "0"))
                    return number(-inner.value)
                return e.Arithmetic("-", number(0), inner, Number(-high, -low))
            case s.Positive():
                if isinstance(expected, Number):
                    text = one_line(node.operand)
                    raise Mistake(
                        "UNO101",
                        "a number has no `+` in front of it",
                        node.span,
                        f"write `{text}`",
                        Edit(node.span, text),
                    )
                inner = self.typed(node.operand, Number(0, 0), ctx)
                if expected is not None:
                    raise self.misfit(inner, expected, node)
                return inner
            case s.Compare():
                return self.compare(node, ctx)
            case s.Logic():
                return self.logic(node, ctx)
            case s.Not():
                return negation(self.condition(node.operand, ctx))
            case s.Choose():
                return self.choose(node, expected, ctx)
            case _:
                assert_never(node)

    # ----------------------------------------------------------------------------------------------------------- patterns

    def pattern(self, node: s.Expr, subject: e.Expr, ctx: Context) -> e.Expr:
        """The condition that `subject` matches a description: `red 5`, `6 or 9`, `playable`, `drawn of turn`."""
        match node:
            case s.Logic():
                if isinstance(node.operands[0], s.Not) or any(isinstance(x, s.Logic) for x in node.operands):
                    hint = "put parentheses around what belongs together"
                    raise Mistake("UNO106", "what belongs together here: `and`, `or` or `not`?", node.span, hint)
                if isinstance(subject.type, Card):
                    for left, right in pairwise(node.operands):
                        self.refuse_shared(left, right, node.kind)
                first = len(ctx.counter.parts)
                parts = [self.pattern(x, subject, ctx) for x in node.operands]
                ctx.words(first, node.kind, node.operands, parts)
                if node.kind == "and":
                    for at in range(1, len(node.operands)):
                        self.refuse_both(list(node.operands[: at + 1]), subject, ctx)
                return both(parts) if node.kind == "and" else either(parts)
            case s.Not():
                return negation(self.pattern(node.operand, subject, ctx))
            case s.Group(trailing=None):
                return self.pattern(node.inner, subject, ctx)
            case s.Phrase():
                found = self.phrase_pattern(node, subject, ctx)
                if found is not None:
                    return found
            case s.Range():
                return self.range_pattern(node, subject, ctx)
            case _:
                pass
        other = self.value(node, subject.type, ctx)
        return self.equal(subject, other, node)

    def phrase_pattern(self, node: s.Phrase, subject: e.Expr, ctx: Context) -> e.Expr | None:
        """The condition that a phrase describes a subject; None if it names a value."""
        words = plain(node.words)
        if not words and node.words:
            raise Mistake("UNO101", "a name is missing here", node.span)
        if not words or words == ("anything",):
            return yes()
        own = self.v.own(words, ctx.view, *VALUES)
        if isinstance(subject.type, Card):
            if words in _CARD_NOUNS:
                # `the card` is the subject of the rule, unless that is the one described
                meant = ctx.binding(words) if node.words[0].text == "the" else None
                return yes() if meant is None or meant == subject else None
            self.refuse_count(node)
            values = self.attribute_values(words)
            if values is not None and not (own is not None and self.v.is_foreign(words, ctx.view)):
                self.v.note_cards(node.words)
                return both([self.has_value(subject, a, x) for a, x in sorted(values.items())])
        if isinstance(subject.type, Player) and words in (("player",), ("opponent",)) and ctx.binding(words) is None:
            self.refuse_nobody_special(words, node, ctx)
        symbol = self.predicate(words, ctx, isinstance(subject.type, Card))
        if symbol is not None and isinstance(symbol.meanings[0].parameter, type(subject.type)):
            result = self.unfold(symbol, subject, node, YES_NO, ctx)
            if isinstance(result.type, YesNo):
                name = symbol.meanings[0].name
                self.v.note([w for w in node.words if w.text in name], symbol, name)
                return result
        return None

    def predicate(self, words: Words, ctx: Context, nouns: bool = True) -> Symbol | None:
        """The definition that words name: `playable`, `a playable card` (with `nouns`). One of another page counts only
        if the words have no other meaning."""
        for name in (words, words[:-1]) if nouns and words[-1:] and words[-1] in NOUNS else (words,):
            own = self.v.own(name, ctx.view, *VALUES)
            if own is None and ctx.binding(name) is None and self.field_of_during(name, ctx) is None:
                own = self.v.find(name, ctx.view, *VALUES)
            if own is not None:
                return own if own.kind == "definition" else None
        return None

    def equal(self, left: e.Expr, right: e.Expr, node: s.Expr) -> e.Expr:
        """Equality of two values; a player may be in a set, or be it."""
        if isinstance(right.type, Players) and isinstance(left.type, Player):
            return e.Member(left, right, YES_NO)
        if isinstance(left.type, Players) and isinstance(right.type, Player):
            left, right = left, e.SetOf(right, PLAYERS)
        if is_nothing(right) and isinstance(left, e.Local) and isinstance(left.type, Player) and not left.type.optional:
            # (a card that a rule makes somebody play may not exist)
            raise Mistake("UNO106", "a player is never nothing", node.span)
        if is_nothing(right) and getattr(left.type, "optional", None) is not None:
            return e.Compare("==", left, e.Constant(NOTHING, left.type), YES_NO)
        right = self.fit(right, left.type, node)
        if isinstance(left, e.Local) and isinstance(left.type, Number) and isinstance(right, e.Constant):
            low, high = left.type.low, left.type.high
            if not low <= right.value <= high:
                raise Mistake(
                    "UNO107", f"the {left.name} goes from {low} to {high}, so it is never {right.value}", node.span
                )
        if isinstance(left.type, YesNo) and isinstance(right, e.Constant):
            return left if right.value else negation(left)
        return e.Compare("==", left, right, YES_NO)

    # --------------------------------------------------------------------------------------------------------- comparison

    def compare(self, node: s.Compare, ctx: Context) -> e.Expr:
        match node.relation:
            case "is" | "is not":
                if same(node.left, node.right):
                    so = "always" if node.relation == "is" else "never"
                    message = f"this is {so} so: both sides are `{one_line(node.left)}`"
                    help_ = "leave it out, or say what it should be compared with"
                    raise Mistake("UNO106", message, node.span, help_)
                found = self.is_(node.left, node.right, ctx)
                return found if node.relation == "is" else negation(found)
            case "at least" | "at most" | "more" | "less":
                left = self.typed(node.left, Number(0, 0), ctx)
                right = self.typed(node.right, Number(0, 0), ctx)
                if node.relation in ("at least", "more"):
                    left, right = right, left
                return e.Compare("<=" if node.relation in ("at least", "at most") else "<", left, right, YES_NO)
            case "in":
                return self.is_in(node, ctx)
            case "not in":
                return negation(self.is_in(node, ctx))
            case "holds":
                player = self.typed(node.left, PLAYER, ctx)
                place = e.Place(self.held_zone(node, ctx), player)
                if isinstance(node.right, s.Phrase) and plain(node.right.words) == ("nothing",):
                    return e.Compare("==", self.count_all(place, ctx), number(0), YES_NO)
                zone = short(self.v.zones[place.zone].name)
                self.refuse_count(node.right, f"`number of CARDS in {zone} of {one_line(node.left)} is COUNT`")
                return e.Compare("<", number(0), self.count(place, node.right, None, ctx), YES_NO)
            case "can":
                return self.can(node, ctx)
            case "cannot":
                return negation(self.can(node, ctx))
            case "on":
                situation = self.situation_named(node.left, ctx)
                if situation is None:
                    hint = did_you_mean(one_line(node.left), [short(x.name) for x in self.v.situations])
                    raise Mistake("UNO105", f"`{one_line(node.left)}` is not a situation", node.left.span, hint)
                return self.open_on(situation, node.right, ctx)
            case _:
                assert_never(node.relation)

    def is_(self, left_node: s.Expr, right_node: s.Expr, ctx: Context) -> e.Expr:
        right_words = plain(right_node.words) if isinstance(right_node, s.Phrase) else ()
        if isinstance(right_node, s.Apply) and plain(right_node.head.words) == ("one",):
            who, among = one_line(left_node), one_line(right_node.argument)
            hint = f"`{who} is in {among}` for any of them, `{who} is first of {among}` for the first"
            raise Mistake("UNO106", "`one of` does not say which one", right_node.span, hint)
        if right_words == ("empty",):
            place = self.maybe_place(left_node, ctx)
            if place is not None:
                return e.Compare("==", self.count_all(place, ctx), number(0), YES_NO)
            value = self.value(left_node, PLAYERS, ctx)
            return e.Compare(
                "==", e.SetSize(self.fit(value, PLAYERS, left_node), Number(0, self.seats)), number(0), YES_NO
            )
        if right_words == ("open",):
            situation = self.situation_named(left_node, ctx)
            if situation is not None:
                return e.IsOpen(situation, YES_NO)
        left_words = plain(left_node.words) if isinstance(left_node, s.Phrase) else ()
        if right_words == ("over",) and left_words in (("round",), ("match",)):
            return e.Builtin("round over" if left_words == ("round",) else "match over", YES_NO)
        left = self.value(left_node, None, ctx)
        if isinstance(left, e.Constant) and isinstance(left.type, Enumeration):
            right = self.value(right_node, None, ctx)
            return self.pattern(left_node, right, ctx)
        return self.pattern(right_node, left, ctx)

    def is_in(self, node: s.Compare, ctx: Context) -> e.Expr:
        place = self.maybe_place(node.right, ctx)
        if place is not None:
            self.refuse_count(node.left, f"`number of CARDS in {one_line(node.right)} is COUNT`")
            return e.Compare("<", number(0), self.count(place, node.left, None, ctx), YES_NO)
        left = self.value(node.left, None, ctx)
        return e.Member(self.fit(left, PLAYER, node.left), self.typed(node.right, PLAYERS, ctx), YES_NO)

    def held_zone(self, node: s.Expr, ctx: Context) -> int:
        """The only zone that its own player sees; if there are several, the one that the page itself or its ancestors
        declare."""
        held = [i for i, z in enumerate(self.v.zones) if z.each_player and z.visibility == "seen by its player"]
        chain = self.v.chain(ctx.view)
        own = [i for i in held if self.v.zones[i].name.partition(".")[0] in chain]
        if len(own or held) != 1:
            raise Mistake(
                "UNO105",
                "`holds` needs exactly one zone that players see for themselves: say `... in ZONE of PLAYER`",
                node.span,
            )
        return (own or held)[0]

    def can(self, node: s.Compare, ctx: Context) -> e.Expr:
        """Whether somebody can do something with these named values; any, if none are given."""
        found = self.can_do(node, ctx)
        if node.naming:
            assert self.along is not None
            ways = self.along.ways(node.naming, found.act, ctx)
            return either([both([condition, replace(found, act=i)]) for i, condition in ways])
        verb = self.v.acts[found.act].verb
        return either([replace(found, act=i) for i, act in enumerate(self.v.acts) if act.verb == verb])

    def can_do(self, node: s.Compare, ctx: Context) -> e.Can:
        """Whether somebody can do something, without named values."""
        player = self.typed(node.left, PLAYER, ctx)
        split = self.split(node.right, "plain", ctx)
        if split is None or split.subject is not None:
            verbs = self.v.verbs(ctx.view, "plain", own=False)
            option = self.hidden_act(node.right)
            near = did_you_mean(one_line(node.right), [" ".join(v) for v in verbs])
            hint = near if option is None else of_another_option(option)
            raise Mistake("UNO105", f"`{one_line(node.right)}` is not something that players do", node.right.span, hint)
        act = self.act(split.verb, ctx, split.verb_span)
        argument = self.v.acts[act].argument
        local = ctx.local(self.v.acts[act].argument_name or "it", argument if argument is not None else YES_NO)
        where: e.Expr | None = None
        if split.rest is not None:
            if argument is None:
                raise Mistake(
                    "UNO106",
                    f"`{' '.join(split.verb)}` is done without anything",
                    split.rest.span,
                    leave_out(split.rest),
                )
            where = self.argument_pattern(split.rest, local, act, ctx)
        where = None if isinstance(where, e.Constant) and where.value else where
        return e.Can(act, player, local, where, YES_NO)

    def hidden_act(self, node: s.Expr) -> str | None:
        """The option, if it is off, that declares the act of these first words."""
        first = leftmost(node)
        words = plain(first.words) if isinstance(first, s.Phrase) else ()
        for length in range(len(words), 0, -1):
            option = self.v.hidden.get(("act:", *words[:length]))
            if option is not None:
                return option
        return None

    def argument_pattern(self, rest: s.Expr, local: e.Expr, act: int, ctx: Context) -> e.Expr:
        """The condition on the argument of an act; the act's own noun (`a color`) adds none."""
        if isinstance(rest, s.Phrase):
            words = plain(rest.words)
            if not words:
                raise Mistake(
                    "UNO101", "a name is missing here", rest.span, f"write `a {self.v.acts[act].argument_name}`"
                )
            if words in (tuple(self.v.acts[act].argument_name.split()), ("anything",)):
                return yes()
            if words == ("nothing",):
                hint = "to ask whether no card is there, write `... is empty`" if isinstance(local.type, Card) else None
                raise Mistake("UNO106", "an act is done with something", rest.span, hint)
        if isinstance(local.type, Card):
            self.refuse_count(rest, f"it is done with one card at a time, as in `{self.v.acts[act].third} a card`")
        found = self.pattern(rest, local, ctx)
        if found == e.Compare("==", local, local, YES_NO):
            noun = self.v.acts[act].argument_name
            raise Mistake("UNO106", f"`{one_line(rest)}` is any {noun} here", rest.span, f"write `a {noun}`")
        if ctx.player is not None and found == e.Compare("==", local, ctx.player, YES_NO):
            self.refuse_self(act, ctx.player, ctx.player, rest)
        return found

    def act(self, verb: Words, ctx: Context, span: Span) -> int:
        """The act of a verb, in its plain or third-person form."""
        symbol = self.v.find(("act:", *verb), ctx.view)
        if symbol is None or symbol.kind != "act":
            word = " ".join(verb)
            hint = did_you_mean(word, {" ".join(x) for x in self.v.verbs(ctx.view, "both", own=False)})
            raise Mistake("UNO105", f"`{word}` is not something that players do here", span, hint)
        self.v.note_act(span, symbol.index)
        return symbol.index

    # -------------------------------------------------------------------------------------------------------------- values

    def choose(self, node: s.Choose, expected: Type | None, ctx: Context) -> e.Expr:
        result = self.value(node.default, expected, ctx)
        later: list[Span] = []
        first = len(ctx.counter.parts)
        for value_node, condition in reversed(node.cases):
            value = self.value(value_node, expected or result.type, ctx)
            if is_nothing(result) and not isinstance(value.type, Number | YesNo):
                result = e.Constant(NOTHING, value.type)
            if isinstance(value.type, Players) and isinstance(result.type, Player):
                result = e.SetOf(result, PLAYERS)
            value = self.fit(value, result.type, value_node)
            test = ctx.part("case", condition, self.condition(condition, ctx))
            for span in later:
                ctx.behind(first, span, [test])
            later.append(condition.span)
            result = e.Choose(test, value, result, joined(value.type, result.type))
        return result

    def arithmetic(self, node: s.Arithmetic, ctx: Context) -> e.Expr:
        if all(op in "+-" for op, _ in node.rest):
            first = self.value(node.first, None, ctx)
            if isinstance(first.type, Players | Player):
                return self.set_arithmetic(first, node, ctx)
        result = self.typed(node.first, Number(0, 0), ctx)
        for operator, operand in node.rest:
            right = self.value(operand, Number(0, 0), ctx)
            if isinstance(right.type, Players | Player) and isinstance(node.first, s.Aggregate):
                self.refuse_set_behind(node.first, node, right, operand)
            result = fold(operator, result, self.fit(right, Number(0, 0), operand))
        return result

    def listed(self, node: s.Listed, ctx: Context) -> e.Expr:
        """Resolves `smaller of (a, b)` and the like."""
        words = " ".join(plain(node.head.words))
        if words not in LISTED:
            hint = did_you_mean(words, LISTED) or "of several numbers there is " + ", ".join(
                f"`{x} of`" for x in LISTED
            )
            raise Mistake("UNO105", f"`{words} of` has one value behind it, not several", node.head.span, hint)
        several = {"smaller": "smallest", "larger": "largest"}.get(words)
        if len(node.values) > 2 and words == "difference":
            raise Mistake("UNO106", "a difference is that of two numbers", node.span)
        if len(node.values) > 2 and several is not None:
            hint = f"write `{several} of (...)`"
            raise Mistake("UNO106", f"`{words}` is one of two", node.head.span, hint, Edit(node.head.span, several))
        result, *others = (self.typed(x, Number(0, 0), ctx) for x in node.values)
        for other in others:
            result = fold(LISTED[words], result, other)
        return result

    def set_arithmetic(self, first: e.Expr, node: s.Arithmetic, ctx: Context) -> e.Expr:
        result = self.as_set(first)
        for operator, operand in node.rest:
            right = self.typed(operand, PLAYERS, ctx)
            result = e.SetOperation("union" if operator == "+" else "difference", result, right, PLAYERS)
        return result

    # ---------------------------------------------------------------------------------------------------------- selections

    def aggregate(self, node: s.Aggregate, ctx: Context) -> e.Expr:
        select = node.over
        if node.kind == "number" and select.place is None and select.condition is None:
            if isinstance(select.what, s.Phrase) and plain(select.what.words) == ("seats",):
                return self.number_of_seats()
            shown = self.face_number(select.what, ctx)
            if shown is not None:
                return shown
        if select.place is not None:
            return self.over_cards(node, ctx)
        self.refuse_one_player(node)
        among, ctx_inner, local = self.selected_players(select, ctx)
        if node.kind == "number":
            return e.SetSize(among, Number(0, self.seats))
        assert node.value is not None
        value = self.typed(node.value, Number(0, 0), ctx_inner)
        assert node.kind in ("total", "highest", "lowest")
        low, high = bounds(value)
        factor = self.seats if node.kind == "total" else 1
        return e.OverPlayers(node.kind, among, local, value, spread(min(0, low * factor), max(0, high * factor)))

    def selected_players(self, select: s.Select, ctx: Context) -> tuple[e.Expr, Context, e.Local]:
        """The players of a selection, and the context in which `they` is one of them."""
        words = plain(select.what.words) if isinstance(select.what, s.Phrase) else ()
        among: e.Expr = IN_PLAY
        if words not in (("player",), ("players",)):
            found = self.value(select.what, PLAYERS, ctx)
            if isinstance(found.type, Player) and select.condition is not None:
                self.refuse_one(select)
            among = self.fit(found, PLAYERS, select.what)
        local = ctx.local("they", PLAYER)
        inner = replace(ctx, bound=(*ctx.bound, Binding(("they",), local)), player=local)
        if select.condition is not None:
            test = self.condition(select.condition, inner)
            self.about(select.condition, test, local, "player")
            among = e.PlayersWhere(among, local, test, PLAYERS)
        return among, inner, local

    def refuse_one(self, select: s.Select) -> NoReturn:
        """Raises UNO106 if `where` selects from a single player: `first of players where (...)`."""
        what, hint = select.what, "`where` picks from a set: `players where (...)`"
        if isinstance(what, s.Apply) and select.condition is not None:
            among = f"{one_line(what.argument)} where {one_line(select.condition)}"
            hint = f"to pick first, write `{one_line(what.head)} of ({among})`"
        raise Mistake("UNO106", f"`{one_line(what)}` is one player, and `where` picks from several", what.span, hint)

    def about(self, node: s.Expr, test: e.Expr, local: e.Local, noun: str) -> None:
        """Raises UNO106 if the condition after `where` does not depend on the selected element: `players where (hand of
        player is empty)` is the same for all. A condition that is constant before the game may stand there."""
        if isinstance(test, e.Constant) or local.index in locals_in(test):
            return
        text = one_line(node)
        text = text[1:-1] if isinstance(node, s.Group) and node.trailing is None else text
        them, theirs = ("they", "their") if noun == "player" else ("it", "its")
        meant = re.sub(rf"\b(?:the )?(\w[\w-]*) of (?:the )?{noun}\b", rf"{theirs} \1", text)
        meant = re.sub(rf"(^|\(|\b(?:is|and|or|not) )(?:the )?{noun}\b(?! of)", rf"\1{them}", meant)
        hint = f"here the {noun} is `{them}`" + (f": `where ({meant})`" if meant != text else "")
        raise Mistake(
            "UNO106", f"`{text}` says nothing of any one {noun}: it is the same for all of them", node.span, hint
        )

    def over_cards(self, node: s.Aggregate, ctx: Context) -> e.Expr:
        select = node.over
        assert select.place is not None
        place = self.place(select.place, ctx)
        if node.kind == "number":
            return self.count(place, select.what, select.condition, ctx)
        local, inner, where = self.selected_cards(select.what, select.condition, ctx)
        assert node.value is not None
        value = self.typed(node.value, Number(0, 0), inner)
        assert self.v.deck is not None
        low, high = bounds(value)
        factor = self.v.deck.size if node.kind == "total" else 1
        return e.OverCards(node.kind, place, local, where, value, spread(min(0, low * factor), max(0, high * factor)))

    def selected_cards(
        self, what: s.Expr, condition: s.Expr | None, ctx: Context
    ) -> tuple[e.Local, Context, e.Expr | None]:
        local = ctx.local("it", CARD)
        inner = replace(ctx, bound=(*ctx.bound, Binding(("it",), local)), card=local)
        parts = [self.pattern(what, local, ctx)]
        if condition is not None:
            words = plain(condition.words) if isinstance(condition, s.Phrase) else ()
            describes_card = bool(words) and self.predicate(words, inner) is not None
            test = self.pattern(condition, local, inner) if describes_card else self.condition(condition, inner)
            self.about(condition, test, local, "card")
            parts.append(test)
        where = both(parts)
        return local, inner, None if isinstance(where, e.Constant) and where.value else where

    def count(self, place: e.Place, what: s.Expr, condition: s.Expr | None, ctx: Context) -> e.Expr:
        assert self.v.deck is not None
        local, _, where = self.selected_cards(what, condition, ctx)
        return e.CountCards(place, local, where, Number(0, self.v.deck.size))

    def count_all(self, place: e.Place, ctx: Context) -> e.Expr:
        """The number of cards in a place."""
        assert self.v.deck is not None
        return e.CountCards(place, ctx.local("it", CARD), None, Number(0, self.v.deck.size))

    def exists(self, node: s.Exists, ctx: Context) -> e.Expr:
        select = node.over
        if select.place is not None:
            self.refuse_count(select.what, f"`number of CARDS in {one_line(select.place)} is COUNT`")
            some: e.Expr = e.Compare(
                "<", number(0), self.count(self.place(select.place, ctx), select.what, select.condition, ctx), YES_NO
            )
        else:
            among, _, _ = self.selected_players(select, ctx)
            some = e.Compare("<", number(0), e.SetSize(among, Number(0, self.seats)), YES_NO)
        return negation(some) if node.negated else some


def fold(operator: e.Operator, left: e.Expr, right: e.Expr) -> e.Expr:
    """Arithmetic with constant folding."""
    type_ = spread(*of_operation(operator, bounds(left), bounds(right)))
    if isinstance(left, e.Constant) and isinstance(right, e.Constant):
        exact = operated(operator, left.value, right.value)
        return number(max(type_.low, min(exact, type_.high)))
    return e.Arithmetic(operator, left, right, type_)
