"""Builds syntax nodes from grammar rules: one method for each rule, with the rule's name."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from lark import Token
from lark.tree import Meta
from lark.visitors import Transformer_NonRecursive

from unodsl.source import Source, Span
from unodsl.syntax import nodes as s

_MODES = {
    "may": "may",
    "must": "must",
    "must otherwise": "otherwise",
    "may by mistake": "mistake",
    "may at will": "aside",
}


def _names(kind: str) -> Callable[..., s.Names]:
    def build(self: Builder, at: Span, *names: s.Word) -> s.Names:
        return s.Names(cast(Any, kind), names, at)

    return build


def _compare(relation: str) -> Callable[..., s.Compare]:
    def build(self: Builder, at: Span, left: s.Expr, right: s.Expr) -> s.Compare:
        return s.Compare(cast(Any, relation), left, right, at)

    return build


def _able(relation: str) -> Callable[..., s.Compare]:
    def build(self: Builder, at: Span, left: s.Expr, right: s.Expr, naming: tuple[s.Expr, ...] | None) -> s.Compare:
        return s.Compare(cast(Any, relation), left, right, at, naming or ())

    return build


def _named_in_all(body: s.Expr) -> tuple[s.Expr, tuple[s.Expr, ...]]:
    """The deed of a line that states who can do what. Unlike in a condition, everything after `naming` is named
    (`expect ann can send blue 1 naming left and bob`)."""
    first, *more = body.operands if isinstance(body, s.Logic) and body.kind == "and" else (body,)
    if not isinstance(first, s.Compare) or not first.naming:
        return body, ()
    if any(isinstance(x, s.Compare | s.Logic | s.Not | s.Exists) for x in more):
        return body, ()
    end = first.right.span
    return replace(first, naming=(), span=first.span.to(end)), (*first.naming, *more)


class Builder(Transformer_NonRecursive[Token, Any]):
    """Builds the tree of one source. Missing optional children are None. `offset`: added to a place in the parsed text
    to get the place in the source."""

    def __init__(self, source: Source, offset: int = 0) -> None:
        super().__init__()
        self.source = source
        self.offset = offset

    def __default_token__(self, token: Token) -> Any:
        if token.type in ("NAME", "WORD", "NUMBER"):
            return s.Word(str(token), self.place(token.start_pos, token.end_pos))
        if token.type == "RANGE":
            low, high = (m.span() for m in re.finditer("[0-9]+", token))
            start = token.start_pos or 0
            return tuple(s.Word(token[a:b], self.place(start + a, start + b)) for a, b in (low, high))
        if token.type == "STRING":
            return s.Word(str(token)[1:-1], self.place(token.start_pos, token.end_pos))
        return str(token)

    def __default__(self, data: Any, children: list[Any], meta: Meta) -> Any:
        at = Span(self.source, 0, 0) if meta.empty else self.place(meta.start_pos, meta.end_pos)
        return getattr(self, "on_" + str(data))(at, *children)

    def place(self, start: int | None, end: int | None) -> Span:
        """The span in the source of a place in the parsed text."""
        return Span(self.source, (start or 0) + self.offset, (end or 0) + self.offset)

    # ---------------------------------------------------------------------------------------------------- declarations

    def on_start(self, at: Span, *items: Any) -> s.File:
        return s.File(self.source, tuple(i for i in items if i is not None))

    def on_use(self, at: Span, path: s.Word) -> s.Use:
        return s.Use(path, at)

    def on_game(self, at: Span, name: s.Word, title: s.Word | None, extends: s.Word | None, *items: Any) -> s.Game:
        return s.Game(name, title, extends, tuple(i for i in items if i is not None), at)

    def on_options_for(self, at: Span, name: s.Word) -> s.OptionsFor:
        return s.OptionsFor(name, at)

    def on_option(self, at: Span, name: s.Word, title: s.Word | None, *items: Any) -> s.Option:
        return s.Option(name, title, tuple(i for i in items if i is not None), at)

    def on_seats(self, at: Span, low: s.Word, high: s.Word | None) -> s.Seats:
        return s.Seats(number(low), number(high or low), at)

    def on_needs(self, at: Span, condition: s.Expr, message: s.Word) -> s.Needs:
        return s.Needs(condition, message, at)

    def on_parameter(
        self, at: Span, name: s.Phrase, title: s.Word | None, type_: s.Type, default: s.Expr | None
    ) -> s.Parameter:
        return s.Parameter(name, title, type_, default, at)

    def on_set_parameter(self, at: Span, *parts: Any) -> s.SetParameter:
        if ranged(parts):
            name, to = named_to(*parts)
            parts = name, s.Phrase((to,), to.span)
        name, value = parts
        return s.SetParameter(name, value, at)

    on_requires = _names("requires")
    on_brings = _names("brings")
    on_excludes = _names("excludes")
    on_without = _names("without")
    on_clause = _names("clause")
    on_games_named = _names("game")
    on_with_options = _names("with")
    on_seats_named = _names("seats")

    def on_on_by_default(self, at: Span) -> s.OnByDefault:
        return s.OnByDefault(at)

    def on_deck(self, at: Span, zone: s.Phrase | None, *lines: Any) -> s.Deck:
        return s.Deck(zone, lines, at)

    def on_attribute(self, at: Span, name: s.Phrase, values: tuple[s.Value, ...]) -> s.Attribute:
        return s.Attribute(name, values, at)

    def on_cards(
        self, at: Span, count: s.Word, which: tuple[str, s.Phrase] | None, values: tuple[s.Value, ...]
    ) -> s.Cards:
        given = dict([which] if which is not None else [])
        return s.Cards("add", number(count), given.get("each"), given.get("of"), values, at)

    def on_remove(
        self, at: Span, count: s.Word | None, which: tuple[str, s.Phrase] | None, values: tuple[s.Value, ...]
    ) -> s.Cards:
        given = dict([which] if which is not None else [])
        copies = None if count is None else number(count)
        return s.Cards("remove", copies, given.get("each"), given.get("of"), values, at)

    def on_of_each(self, at: Span, name: s.Phrase) -> tuple[str, s.Phrase]:
        return "each", name

    def on_of_these(self, at: Span, words: s.Phrase) -> tuple[str, s.Phrase]:
        return "of", words

    def on_packs(self, at: Span, count: s.Expr) -> s.Packs:
        return s.Packs(count, at)

    def on_values(self, at: Span, *values: s.Value) -> tuple[s.Value, ...]:
        return values

    def on_value(self, at: Span, *parts: Any) -> s.Value:
        phrase, to = named_to(*parts) if ranged(parts) else parts
        return s.Value(phrase, to, at)

    def on_zone(self, at: Span, name: s.Phrase, each: bool | None, visibility: s.Phrase) -> s.Zone:
        return s.Zone(name, each is not None, visibility, at)

    def on_each_player(self, at: Span) -> bool:
        return True

    def on_variable(self, at: Span, name: s.Phrase, each: bool | None, type_: s.Type, *attributes: Any) -> s.Variable:
        given = dict(reversed([(kind, value) for kind, value, _ in attributes]))
        kinds = [kind for kind, _, _ in attributes]
        again = next((place for i, (kind, _, place) in enumerate(attributes) if kind in kinds[:i]), None)
        return s.Variable(
            name, each is not None, type_, given.get("starts"), again, "kept" in given, "secret" in given, at
        )

    def on_field(self, at: Span, name: s.Phrase, type_: s.Type, *attributes: Any) -> s.Variable:
        return self.on_variable(at, name, None, type_, *attributes)

    def on_starts(self, at: Span, value: s.Expr) -> tuple[str, Any, Span]:
        return "starts", value, at

    def on_kept(self, at: Span) -> tuple[str, Any, Span]:
        return "kept", True, at

    def on_secret(self, at: Span) -> tuple[str, Any, Span]:
        return "secret", True, at

    def on_type(self, at: Span, *parts: s.TypePart) -> s.Type:
        return s.Type(parts, at)

    def on_type_part(self, at: Span, *parts: Any) -> s.TypePart:
        if ranged(parts):
            phrase, to = named_to(*parts)
            parts = phrase, number(to)
        phrase, high = parts
        if high is None:
            return s.TypePart(phrase, 0, 0, at)
        low = phrase.words[0].text
        if len(phrase.words) > 1 or not low.isdigit():
            return s.TypePart(phrase, 1, 0, at)
        return s.TypePart(None, number(phrase.words[0]), high, at)

    def on_type_range(self, at: Span, low: s.Word, high: int) -> s.TypePart:
        return s.TypePart(None, -number(low), high, at)

    def on_positive(self, at: Span, value: s.Word) -> int:
        return number(value)

    def on_negative(self, at: Span, value: s.Word) -> int:
        return -number(value)

    def on_situation(self, at: Span, name: s.Phrase, on: s.Phrase, *fields: Any) -> s.Situation:
        return s.Situation(name, on, tuple(f for f in fields if f is not None), at)

    def on_act(self, at: Span, phrase: s.Phrase, type_: s.Type | None, origin: s.Phrase | None, *parts: Any) -> s.Act:
        named = tuple(p for p in parts if isinstance(p, s.Named))
        given = dict(p for p in parts if p is not None and not isinstance(p, s.Named))
        return s.Act(phrase, type_, origin, named, given.get("manners", ()), given.get("then", ()), at)

    def on_named(self, at: Span, phrase: s.Phrase, type_: s.Type | None) -> s.Named:
        return s.Named(phrase, type_, at)

    def on_manners(self, at: Span, *names: s.Word) -> tuple[str, Any]:
        return "manners", names

    # ----------------------------------------------------------------------------------------------------------- rules

    def on_rule(self, at: Span, name: s.Word, title: s.Word | None, *lines: Any) -> s.Rule:
        parts: dict[str, list[Any]] = {
            k: [] for k in ("during", "heads", "if", "instead", "before", "after", "despite", "allows", "clauses")
        }
        effects: tuple[s.Effect, ...] | None = None
        for line in lines:
            match line:
                case s.Names():
                    parts["clauses"].extend(line.names)
                case s.During():
                    parts["during"].append(line)
                case s.When() | s.Offer() | s.Ban() | s.Means():
                    parts["heads"].append(line)
                case s.Allow():
                    parts["allows"].append(line)
                case ("then", block):
                    effects = (*(effects or ()), *block)
                case (kind, value):
                    parts[kind].extend(value)
        return s.Rule(
            name=name,
            title=title,
            clauses=tuple(parts["clauses"]),
            during=tuple(parts["during"]),
            heads=tuple(parts["heads"]),
            conditions=tuple(parts["if"]),
            instead=tuple(parts["instead"]),
            before=tuple(parts["before"]),
            after=tuple(parts["after"]),
            despite=tuple(parts["despite"]),
            allows=tuple(parts["allows"]),
            effects=effects,
            span=at,
        )

    def on_during(self, at: Span, *situations: s.Phrase) -> s.During:
        return s.During(situations, at)

    def on_any_time(self, at: Span) -> s.During:
        return s.During((), at)

    def on_when(self, at: Span, deed: s.Deed) -> s.When:
        return s.When(deed, at)

    def on_may(self, at: Span, *words: str) -> str:
        return _MODES[" ".join(words)]

    def on_offer(self, at: Span, who: s.Expr, mode: Any, deed: s.Deed) -> s.Offer:
        return s.Offer(who, mode, deed, at)

    def on_ban(self, at: Span, who: s.Expr, deed: s.Deed) -> s.Ban:
        return s.Ban(who, deed, at)

    def on_means_predicate(self, at: Span, head: s.Expr, predicate: s.Phrase, value: s.Expr) -> s.Means:
        return s.Means(head, predicate, value, at)

    def on_means_value(self, at: Span, head: s.Expr, value: s.Expr) -> s.Means:
        return s.Means(head, None, value, at)

    def on_condition(self, at: Span, condition: s.Expr) -> tuple[str, Any]:
        return "if", (condition,)

    def on_instead(self, at: Span, *names: s.Word) -> tuple[str, Any]:
        return "instead", names

    def on_before(self, at: Span, *names: s.Word) -> tuple[str, Any]:
        return "before", names

    def on_after(self, at: Span, *names: s.Word) -> tuple[str, Any]:
        return "after", names

    def on_despite(self, at: Span, *names: s.Word) -> tuple[str, Any]:
        return "despite", names

    def on_allow(self, at: Span, code: s.Word, rule: s.Word | None, reason: s.Word) -> s.Allow:
        return s.Allow(code, rule, reason, at)

    def on_deed(self, at: Span, body: s.Expr, manner: s.Manner | None) -> s.Deed:
        body, naming = _named_in_all(body)
        return s.Deed(body, naming, manner, at)

    def on_named_deed(self, at: Span, body: s.Expr, naming: tuple[s.Expr, ...], manner: s.Manner | None) -> s.Deed:
        return s.Deed(body, naming, manner, at)

    def on_can_name(self, at: Span, what: s.Expr) -> tuple[s.Expr, ...]:
        """Checks that several named values are in parentheses, so that a following `and` joins conditions."""
        inner = what.inner if isinstance(what, s.Group) and what.trailing is None else what
        return inner.operands if isinstance(inner, s.Logic) and inner.kind == "and" else (what,)

    def on_naming(self, at: Span, *what: s.Expr) -> tuple[s.Expr, ...]:
        return what

    def on_as_manner(self, at: Span, name: s.Word, card: s.Expr | None) -> s.Manner:
        return s.Manner(name, card, at)

    def on_standing_for(self, at: Span, card: s.Expr) -> s.Manner:
        return s.Manner(None, card, at)

    # --------------------------------------------------------------------------------------------------------- effects

    def on_then(self, at: Span, *blocks: Any) -> tuple[str, Any]:
        return "then", tuple(e for b in blocks if b is not None for e in b)

    def on_effects(self, at: Span, *effects: s.Effect) -> tuple[s.Effect, ...]:
        return effects

    def on_block(self, at: Span, *lines: Any) -> tuple[s.Effect, ...]:
        return tuple(e for line in lines for e in (line if isinstance(line, tuple) else (line,)))

    def on_if_block(self, at: Span, condition: s.Expr, block: Any, otherwise: Any) -> s.If:
        return s.If(condition, block, otherwise or (), at)

    def on_otherwise(self, at: Span, block: Any) -> tuple[s.Effect, ...]:
        return block if isinstance(block, tuple) else (block,)

    def on_for_each(self, at: Span, *parts: Any) -> s.ForEach:
        players, start, to, to_if, block = parts
        return s.ForEach(players, start, to, to_if, block, at)

    def on_for_each_card(
        self, at: Span, what: s.Expr, place: s.Expr, condition: s.Expr | None, block: Any
    ) -> s.ForEachCard:
        return s.ForEachCard(s.Select(what, place, condition, at), block, at)

    def on_repeat_times(self, at: Span, times: s.Expr, block: Any) -> s.Repeat:
        return s.Repeat(times, None, block, at)

    def on_repeat_while(self, at: Span, times: s.Expr, condition: s.Expr, block: Any) -> s.Repeat:
        return s.Repeat(times, condition, block, at)

    def on_assign(self, at: Span, target: s.Expr, value: s.Expr) -> s.Assign:
        return s.Assign(target, "becomes", value, at)

    def on_add(self, at: Span, target: s.Expr, value: s.Expr) -> s.Assign:
        return s.Assign(target, "+=", value, at)

    def on_subtract(self, at: Span, target: s.Expr, value: s.Expr) -> s.Assign:
        return s.Assign(target, "-=", value, at)

    def on_begin(self, at: Span, what: s.Phrase, owner: s.Expr | None, *fields: Any) -> s.Begin:
        return s.Begin(what, owner, tuple(f for f in fields if f is not None), at)

    def on_end(self, at: Span, what: s.Phrase, won_by: s.Expr | None) -> s.End:
        return s.End(what, won_by, at)

    def on_pass(self, at: Span, what: s.Phrase, to: s.Expr) -> s.Pass:
        return s.Pass(what, to, at)

    def on_move_card(self, at: Span, card: s.Expr, origin: s.Expr, target: s.Expr) -> s.MoveCard:
        return s.MoveCard(card, origin, target, at)

    def on_move_top(self, at: Span, count: s.Expr | None, origin: s.Expr, target: s.Expr) -> s.MoveTop:
        return s.MoveTop(count, origin, target, at)

    def on_move_all(self, at: Span, which: int | s.Select | None, origin: s.Expr, target: s.Expr) -> s.MoveAll:
        picked = which if isinstance(which, s.Select) else None
        return s.MoveAll(which if isinstance(which, int) else 0, picked, origin, target, at)

    def on_picked(self, at: Span, what: s.Expr, condition: s.Expr | None) -> s.Select:
        return s.Select(what, None, condition, at)

    def on_but_top(self, at: Span, count: s.Word | None) -> int:
        return 1 if count is None else number(count)

    def on_gather(self, at: Span, zone: s.Expr) -> s.ZoneEffect:
        return s.ZoneEffect("gather", zone, at)

    def on_shuffle(self, at: Span, zone: s.Expr) -> s.ZoneEffect:
        return s.ZoneEffect("shuffle", zone, at)

    def on_swap(self, at: Span, left: s.Expr, right: s.Expr) -> s.Swap:
        return s.Swap(left, right, at)

    def on_give(self, at: Span, zone: s.Phrase, to: s.Expr) -> s.Give:
        return s.Give(zone, to, at)

    def on_show(self, at: Span, what: s.Expr, to: s.Expr) -> s.Show:
        return s.Show(what, to, at)

    def on_tell(self, at: Span, text: s.Word, *rest: s.Word | s.Expr | None) -> s.Tell:
        *more, to = rest
        assert not isinstance(to, s.Word)
        return s.Tell(text, tuple(x for x in more if x is not None), to, at)

    def on_leave(self, at: Span, who: s.Expr) -> s.Seating:
        return s.Seating("remove", who, at)

    def on_join(self, at: Span, who: s.Expr) -> s.Seating:
        return s.Seating("seat", who, at)

    def on_include(self, at: Span, who: s.Expr, target: s.Expr) -> s.SetChange:
        return s.SetChange("include", who, target, at)

    def on_exclude(self, at: Span, who: s.Expr, target: s.Expr) -> s.SetChange:
        return s.SetChange("exclude", who, target, at)

    def on_nothing(self, at: Span) -> s.DoNothing:
        return s.DoNothing(at)

    def on_perform(self, at: Span, deed: s.Deed) -> s.Deed:
        return deed

    # ----------------------------------------------------------------------------------------------------- expressions

    def on_choose(self, at: Span, *parts: Any) -> s.Choose:
        return s.Choose(parts[:-1], parts[-1], at)

    def on_case(self, at: Span, value: s.Expr, condition: s.Expr) -> tuple[s.Expr, s.Expr]:
        return value, condition

    def on_any_of(self, at: Span, *operands: s.Expr) -> s.Logic:
        return s.Logic("or", operands, at)

    def on_all_of(self, at: Span, *operands: s.Expr) -> s.Logic:
        return s.Logic("and", operands, at)

    def on_negate(self, at: Span, operand: s.Expr) -> s.Not:
        return s.Not(operand, at)

    on_is_ = _compare("is")
    on_is_not = _compare("is not")
    on_at_least = _compare("at least")
    on_at_most = _compare("at most")
    on_more_than = _compare("more")
    on_less_than = _compare("less")
    on_is_in = _compare("in")
    on_is_not_in = _compare("not in")
    on_holds = _compare("holds")
    on_can = _able("can")
    on_cannot = _able("cannot")
    on_open_on = _compare("on")

    def on_there_is(self, at: Span, *parts: Any) -> s.Exists:
        return s.Exists(s.Select(parts[0], parts[1], parts[2], at), False, at)

    def on_there_is_no(self, at: Span, *parts: Any) -> s.Exists:
        return s.Exists(s.Select(parts[0], parts[1], parts[2], at), True, at)

    def on_sign(self, at: Span, sign: str) -> str:
        return sign

    on_times = on_sign

    def on_add_up(self, at: Span, first: s.Expr, *rest: Any) -> s.Arithmetic:
        return s.Arithmetic(first, tuple(zip(rest[::2], rest[1::2], strict=True)), at)

    on_multiply = on_add_up

    def on_minus(self, at: Span, operand: s.Expr) -> s.Negative:
        return s.Negative(operand, at)

    def on_plus(self, at: Span, operand: s.Expr) -> s.Positive:
        return s.Positive(operand, at)

    def on_apply(self, at: Span, head: s.Phrase, argument: s.Expr) -> s.Apply:
        return s.Apply(head, argument, at)

    def on_listed(self, at: Span, head: s.Phrase, *values: s.Expr) -> s.Listed:
        return s.Listed(head, values, at)

    def on_followed(self, at: Span, head: s.Phrase, inner: s.Expr) -> s.Followed:
        return s.Followed(head, s.Group(inner, None, inner.span), at)

    on_trailing_group = on_followed

    def on_chosen(self, at: Span, what: s.Expr, condition: s.Expr) -> s.Select:
        return s.Select(what, None, condition, at)

    def aggregate(self, kind: Any, value: s.Expr | None, parts: tuple[Any, ...], at: Span) -> s.Aggregate:
        return s.Aggregate(kind, value, s.Select(parts[0], parts[1], parts[2], at), at)

    def on_number_of(self, at: Span, *parts: Any) -> s.Aggregate:
        return self.aggregate("number", None, parts, at)

    def on_total_of(self, at: Span, value: s.Expr, *parts: Any) -> s.Aggregate:
        return self.aggregate("total", value, parts, at)

    def on_highest_of(self, at: Span, value: s.Expr, *parts: Any) -> s.Aggregate:
        return self.aggregate("highest", value, parts, at)

    def on_lowest_of(self, at: Span, value: s.Expr, *parts: Any) -> s.Aggregate:
        return self.aggregate("lowest", value, parts, at)

    def on_group(self, at: Span, inner: s.Expr, trailing: s.Phrase | s.Apply | s.Followed | None = None) -> s.Group:
        return s.Group(inner, trailing, at)

    def on_trailing(
        self, at: Span, phrase: s.Phrase | s.Range, argument: s.Expr | None = None
    ) -> s.Phrase | s.Range | s.Apply:
        return phrase if argument is None or isinstance(phrase, s.Range) else s.Apply(phrase, argument, at)

    def on_phrase(self, at: Span, *words: s.Word) -> s.Phrase:
        return s.Phrase(words, at)

    def on_range(self, at: Span, *parts: Any) -> s.Range:
        *words, (low, high) = parts
        before = s.Phrase(tuple(words), words[0].span.to(words[-1].span)) if words else None
        return s.Range(before, low, high, at)

    # ------------------------------------------------------------------------------------------------------- scenarios

    def on_scenario(self, at: Span, title: s.Word, *lines: Any) -> s.Scenario:
        return s.Scenario(title, lines, at)

    def on_expect(self, at: Span, *parts: Any) -> s.Expect:
        items, given = self.parts(parts)
        fields, by = given.get("fields", ()), given.get("by")
        return s.Expect(items, fields, by, given.get("when"), given.get("because"), at)

    def on_expect_note(self, at: Span, text: s.Word, to: s.Expr | None) -> s.ExpectNote:
        return s.ExpectNote(text, True, to, at)

    def on_expect_no_note(self, at: Span, text: s.Word | None, to: s.Expr | None) -> s.ExpectNote:
        return s.ExpectNote(text, False, to, at)

    def on_with_fields(self, at: Span, *fields: s.Expr) -> tuple[str, Any]:
        return "fields", fields

    def on_by(self, at: Span, name: s.Word) -> tuple[str, Any]:
        return "by", name

    def on_when_ended(self, at: Span, moment: s.Expr) -> tuple[str, Any]:
        return "when", moment

    def on_because(self, at: Span, text: s.Word) -> tuple[str, Any]:
        return "because", text

    def on_statement(self, at: Span, *parts: Any) -> s.Statement:
        items, given = self.parts(parts)
        return s.Statement(items, given.get("fields", ()), given.get("by"), at)

    @staticmethod
    def parts(given: tuple[Any, ...]) -> tuple[tuple[s.Deed, ...], dict[str, Any]]:
        """The items between commas, and the parts after them, by name."""
        items = tuple(p for p in given if isinstance(p, s.Deed))
        return items, dict(p for p in given if isinstance(p, tuple))


def ranged(parts: tuple[Any, ...]) -> bool:
    """Whether the last part is a range."""
    return isinstance(parts[-1], tuple)


def named_to(*parts: Any) -> tuple[s.Phrase, s.Word]:
    """Combines words and a range into a name with a final number, and the number after `to`."""
    *words, (low, high) = parts
    return s.Phrase((*words, low), words[0].span.to(low.span)), high


def number(word: s.Word) -> int:
    """An integer literal; an absurdly long one becomes a number that every bound refuses."""
    return int(word.text) if len(word.text) <= 9 else 10**9
