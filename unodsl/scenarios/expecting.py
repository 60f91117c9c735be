"""Parses lines that expect something into steps. They consume parts of `unodsl.scenarios.parts`."""

from __future__ import annotations

from unodsl.engine.describe import short
from unodsl.model import expressions as e
from unodsl.model.types import Number
from unodsl.resolve.scope import YES_NO, both, number
from unodsl.resolve.words import Mistake, leftmost, phrase_of, plain, with_leftmost
from unodsl.scenarios import parts as p
from unodsl.scenarios import steps
from unodsl.scenarios.desk import Desk
from unodsl.scenarios.held import Wanted, enough, owned, somebodys
from unodsl.syntax import nodes as s


def expectation(desk: Desk, parts: p.Parts) -> tuple[steps.Expectation, p.Sort]:
    """Parses a line that begins with `expect`, except notes."""
    body = parts.first
    refused = about_table(parts)
    if refused is not None:
        return refused, p.REFUSED
    if isinstance(body, s.Compare):
        if body.relation in ("can", "cannot"):
            return about_moves(desk, parts, body)
        if body.relation == "holds":
            return holding(desk, parts, body), p.CARDS
        if body.relation in ("is", "is not"):
            if shown_what(desk, body) is not None:
                return showing(desk, parts, body), p.SHOWN
            place = desk.x.maybe_place(body.left, desk.context())
            if place is not None and not is_word(body.right, "empty"):
                return exactly(desk, parts, body, place), p.CARDS
    over = ending(desk, parts)
    if over is not None:
        return over, p.END
    return condition(desk, parts), p.CONDITION


def is_word(node: s.Expr, *words: str) -> bool:
    """Whether a text consists of these words, ignoring articles."""
    return isinstance(node, s.Phrase) and plain(node.words) == words


def without_first(node: s.Expr, word: str) -> s.Expr | None:
    """The text after its first word; None if it begins otherwise, or ends there."""
    first = leftmost(node)
    if not isinstance(first, s.Phrase) or not first.words or first.words[0].text != word:
        return None
    return with_leftmost(node, phrase_of(first.words[1:]))


# ----------------------------------------------------------------------------------------------------------- conditions


def moment(parts: p.Parts) -> steps.Moment:
    """Parses `when the round ended`."""
    node = parts.when()
    if node is None:
        return "now"
    for whole in ("round", "match"):
        if is_word(node, whole, "ended"):
            return "round" if whole == "round" else "match"
    raise Mistake("UNO113", f"`{node.span.text}` is no moment", node.span, "say `when the round ended`")


def condition(desk: Desk, parts: p.Parts) -> steps.Holds:
    """Parses `expect current color is red`, `expect draw-due on bob with count 4`."""
    node = parts.body()
    if is_trivial(desk, node):
        hint = "expect something of the table, as in `expect turn of ann`, `expect score of ann is 20`"
        raise Mistake("UNO113", f"`{node.span.text}` is so, or is not, whatever happens", node.span, hint)
    found = desk.situation_line(node)
    expected = desk.x.condition(node, desk.context())
    conditions = [owned(expected), expected]
    if found is not None:
        for position, value in desk.fields(found[0], parts.fields()):
            field = desk.table.situations[found[0]].fields[position]
            conditions.append(e.Compare("==", e.Field(found[0], position, field.type), value, YES_NO))
    return steps.Holds(both(conditions), moment(parts), node, parts.span)


def is_trivial(desk: Desk, node: s.Expr) -> bool:
    """Whether a condition does not depend on the table: `yes`, `ann is ann`, `2 is 2`."""
    match node:
        case s.Group(trailing=None):
            return is_trivial(desk, node.inner)
        case s.Not():
            return is_trivial(desk, node.operand)
        case s.Phrase():
            return is_word(node, "yes") or is_word(node, "no")
        case s.Compare(relation="is" | "is not" | "more" | "less" | "at least" | "at most"):
            return all(
                desk.is_seat(x) or (isinstance(x, s.Phrase) and x.span.text.isdigit()) for x in (node.left, node.right)
            )
        case _:
            return False


def holding(desk: Desk, parts: p.Parts, body: s.Compare) -> steps.Exactly | steps.Holds:
    """Parses `expect ann holds exactly red 1, 2 * blue 5`: these cards and no others; without `exactly`, at least
    these."""
    parts.body()
    nodes = (body.right, *parts.more())
    place = e.Place(desk.x.held_zone(body, desk.context()), desk.player(body.left))
    if desk.without_exactly(nodes[0]) is not None:
        return steps.Exactly(place, desk.cards(nodes).kinds, moment(parts), parts.span)
    ctx = desk.context()
    zone = short(desk.table.zones[place.zone].name)
    wanted: list[Wanted] = []
    for node in nodes:
        if is_word(node, "nothing"):
            if len(nodes) > 1:
                raise Mistake("UNO113", "`nothing` stands alone, without cards beside it", node.span)
            none = e.Compare("==", desk.x.count_all(place, ctx), number(0), YES_NO)
            return steps.Holds(both([somebodys(place.seat), none]), moment(parts), body, parts.span)
        copies, inner = desk.copies(node)
        desk.x.refuse_count(inner, f"`number of CARDS in {zone} of {body.left.span.text} is COUNT`")
        # each item numbers its own locals, so that equal items have equal meanings
        local, _, where = desk.x.selected_cards(inner, None, desk.context())
        wanted.append(Wanted(copies, local, where, inner))
    return steps.Holds(enough(desk, place, wanted), moment(parts), body, parts.span)


def exactly(desk: Desk, parts: p.Parts, body: s.Compare, place: e.Place) -> steps.Exactly:
    """Parses `expect discard pile is exactly red 5, blue 5`."""
    parts.body()
    nodes = (body.right, *parts.more())
    if body.relation == "is not":
        hint = f"say what is there: `expect {body.left.span.text} is exactly ...`"
        raise Mistake("UNO113", "only what a place holds can be expected", body.span, hint)
    if desk.without_exactly(nodes[0]) is None and not is_word(body.right, "nothing"):
        left = body.left.span.text
        hint = f"say `expect {left} is exactly {body.right.span.text}` (all of it)"
        if desk.table.zones[place.zone].visibility == "face up":
            hint += f" or `expect top of {left} is {body.right.span.text}`"
        raise Mistake("UNO113", f"is `{body.right.span.text}` all that lies there?", body.span, hint)
    return steps.Exactly(place, desk.cards(nodes).kinds, moment(parts), parts.span)


# ---------------------------------------------------------------------------------------------------------------- moves


def about_moves(desk: Desk, parts: p.Parts, body: s.Compare) -> tuple[steps.Expectation, p.Sort]:
    """Parses `expect ann can play red 7`, `expect ann can only draw 1`, `expect bob cannot see hand of ann`."""
    only = without_first(body.right, "only")
    if only is not None:
        if body.relation == "cannot":
            raise Mistake("UNO113", "who can only do something can do it", body.span, "say `can only`")
        seat = desk.player(body.left)
        parts.body()
        nodes = (only, *parts.more())
        deeds = [deed(desk, body, node, parts, i) for i, node in enumerate(nodes)]
        return steps.OnlyLegal(seat, tuple(deeds), parts.span), p.ONLY
    can = body.relation == "can"
    what = without_first(body.right, "see")
    if what is not None and desk.x.v.find(("act:", "see"), desk.context().view) is None:
        return seeing(desk, parts, body, what, can), p.SIGHT
    parts.body()
    seat = desk.player(body.left)
    if is_word(body.right, "do", "anything"):
        return steps.Legal(seat, can, None, desk.rule(parts.by(), None), parts.span), p.LEGAL
    wanted = deed(desk, body, body.right, parts, 0)
    by = desk.rule(parts.by(), wanted.act, wanted.manner)
    return steps.Legal(seat, can, wanted, by, parts.span), p.LEGAL


def deed(desk: Desk, body: s.Compare, node: s.Expr, parts: p.Parts, item: int) -> steps.Deed:
    """Parses a kind of move: `play red 5`, `draw`, `name a color`, `play 5 naming red`."""
    relation = s.Compare("can", body.left, node, node.span)
    found = desk.x.can_do(relation, desk.context())
    naming, manner = parts.naming(item), desk.manner(parts.manner(item), found.act)
    text = node.span.text
    if naming:
        text += f" naming {' and '.join(x.span.text for x in naming)}"
    return steps.Deed(found.act, desk.ways(naming, found.act), found.local.index, found.where, manner, text)


# ---------------------------------------------------------------------------------------------------------------- sight


def seeing(desk: Desk, parts: p.Parts, body: s.Compare, what: s.Expr, can: bool) -> steps.Sees:
    """Parses `expect bob cannot see hand of ann`, `expect bob can see red 5 of ann`."""
    parts.body()
    seat = desk.player(body.left)
    ctx = desk.context()
    place = desk.x.maybe_place(what, ctx)
    if place is not None:
        return steps.Sees(seat, can, place, parts.span)
    if isinstance(what, s.Apply):
        card = desk.x.card_constant(plain(what.head.words))
        if card is not None:
            return steps.Sees(seat, can, steps.CardOf(card.value, desk.player(what.argument)), parts.span)
    found = desk.x.value(what, None, ctx)
    if isinstance(found, e.Variable | e.Field):
        return steps.Sees(seat, can, found, parts.span)
    hint = "`hand of ann`, `red 5 of ann`, or the name of a variable"
    raise Mistake("UNO113", f"`{what.span.text}` is nothing that a player can see", what.span, hint)


def shown_what(desk: Desk, body: s.Compare) -> s.Expr | None:
    """The text after `is shown`, `is not shown`; None for other lines."""
    first = leftmost(body.right)
    if not isinstance(first, s.Phrase) or not first.words or first.words[0].text != "shown":
        return None
    bare = is_word(body.right, "shown")
    if desk.x.v.find(("shown",), desk.context().view) is not None and (bare or not desk.is_seat(body.left)):
        return None
    if bare:
        raise Mistake("UNO113", "shown what?", body.right.span, "`hand of ann`, cards, or `nothing`")
    return without_first(body.right, "shown")


def showing(desk: Desk, parts: p.Parts, body: s.Compare) -> steps.IsShown:
    """Parses `expect bob is shown hand of ann`, `expect bob is shown exactly red 5`, `expect bob is not shown red
    5`."""
    what = shown_what(desk, body)
    assert what is not None
    parts.body()
    seat, shown = desk.player(body.left), body.relation == "is"
    nodes = (what, *parts.more())
    if len(nodes) == 1 and is_word(what, "nothing"):
        return steps.IsShown(seat, not shown, (), (), False, parts.span)
    if len(nodes) == 1 and is_word(what, "anything"):
        return steps.IsShown(seat, shown, (), (), False, parts.span)
    if len(nodes) > 1 and not shown:
        raise Mistake("UNO113", "all of these, or any of them?", nodes[1].span, "write a line for each")
    places: list[e.Place] = []
    cards: list[s.Expr] = []
    for node in nodes:
        place = desk.x.maybe_place(node, desk.context())
        if place is None:
            cards.append(node)
        else:
            places.append(place)
    found = desk.cards(tuple(cards)) if cards else None
    if found is not None and found.exactly and (places or not shown):
        raise Mistake("UNO113", "`exactly` goes with a list of cards alone", cards[0].span)
    kinds, exactly = (found.kinds, found.exactly) if found is not None else ((), False)
    return steps.IsShown(seat, shown, tuple(places), kinds, exactly, parts.span)


# ------------------------------------------------------------------------------------------------------------- the end


def about_table(parts: p.Parts) -> steps.Refused | None:
    """Parses `expect the table is refused "why"`; None for other lines."""
    body = parts.first
    if not isinstance(body, s.Compare) or not is_word(body.left, "table") or not is_word(body.right, "refused"):
        return None
    if body.relation != "is":
        hint = "a table that is not refused can be played at: expect something of a move there"
        raise Mistake("UNO113", "only that the table is refused can be expected", body.span, hint)
    parts.body()
    why = parts.because()
    if why is not None and not why.text.strip():
        hint = 'say a part of the reason, as in `"not 5"`, or leave the text out'
        raise Mistake("UNO113", "this text is part of any reason", why.span, hint)
    return steps.Refused(None if why is None else why.text, parts.span)


def ending(desk: Desk, parts: p.Parts) -> steps.IsOver | None:
    """Parses `expect the round ended`, `expect the match continues`, `expect ann wins the round with score 20`; None
    for other lines."""
    last = parts.last
    if isinstance(parts.first, s.Not) and isinstance(parts.first.operand, s.Phrase):
        words = plain(parts.first.operand.words)
        if words in (("round", "ended"), ("match", "ended")):
            raise Mistake("UNO113", "say it without `not`", parts.span, f"`expect the {words[0]} continues`")
    if not isinstance(last, s.Phrase):
        return None
    words = plain(last.words)
    for whole in ("round", "match"):
        if words == (whole, "ended"):
            parts.body()
            return steps.IsOver(whole == "match", "ended", (), None, parts.span)
        if words == (whole, "continues"):
            parts.body()
            return steps.IsOver(whole == "match", "continues", (), None, parts.span)
        if words[-2:] in (("wins", whole), ("win", whole)):
            return winning(desk, parts, whole == "match")
    return None


def winning(desk: Desk, parts: p.Parts, whole: bool) -> steps.IsOver:
    """Parses `ann wins the round`, `ann, cyd win the round with score 20`, `nobody wins the round`."""
    nodes = (parts.body(), *parts.more())
    last = nodes[-1]
    assert isinstance(last, s.Phrase)
    at = max(i for i, w in enumerate(last.words) if w.text in ("wins", "win"))
    subject = phrase_of(last.words[:at])
    if subject is None:
        raise Mistake("UNO113", "who wins?", last.span, "`expect ann wins the round`, `expect nobody wins the round`")
    who = [*nodes[:-1], subject]
    if len(who) == 1 and is_word(subject, "nobody"):
        return steps.IsOver(whole, "won", (), None, parts.span)
    winners: list[e.Expr] = []
    for node in who:
        seat = desk.player(node)
        if seat in winners:
            raise Mistake("UNO113", f"`{node.span.text}` is named twice", node.span)
        winners.append(seat)
    conditions = [valued(desk, field, seat) for field in parts.fields() for seat in winners]
    return steps.IsOver(whole, "won", tuple(winners), both(conditions) if conditions else None, parts.span)


def valued(desk: Desk, given: s.Expr, seat: e.Expr) -> e.Expr:
    """Parses `score 20`: a variable of a seat has a value."""
    first = leftmost(given)
    ctx = desk.context()
    if isinstance(first, s.Phrase):
        for length in range(len(first.words), 0, -1):
            symbol = desk.x.v.find(plain(first.words[:length]), ctx.view)
            if symbol is None or symbol.kind != "variable":
                continue
            variable = desk.table.variables[symbol.index]
            if not variable.each_player:
                continue
            rest = with_leftmost(given, phrase_of(first.words[length:]))
            if rest is None:
                name = first.words[0].span.to(first.words[length - 1].span).text
                example = f"say it as well: `with {name} {'20' if isinstance(variable.type, Number) else '...'}`"
                raise Mistake("UNO101", f"which value does `{name}` have?", given.span, example)
            desk.x.v.note(first.words[:length], symbol, plain(first.words[:length]))
            value = desk.value(rest, variable.type)
            if isinstance(value, e.Constant):
                desk.fits(variable.type, value.value, rest.span)
            return e.Compare("==", e.Variable(symbol.index, seat, variable.type), value, YES_NO)
    known = sorted({short(v.name) for v in desk.table.variables if v.each_player and v.kept})
    hint = f"say which value of the winner: `with {known[0]} {given.span.text}`" if known else None
    raise Mistake("UNO105", f"`{given.span.text}` is no value that a player has", given.span, hint)
