"""Parses lines of a scenario into steps. Each kind of line has one function, which consumes the parts with a meaning;
the rest is an error."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import NoReturn

from unodsl.diagnostics import did_you_mean
from unodsl.engine.describe import short
from unodsl.engine.layout import layout_of
from unodsl.engine.values import code
from unodsl.model import expressions as e
from unodsl.model.types import Card, Number, Players
from unodsl.resolve.kinds import describe, leave_out, one_line
from unodsl.resolve.scope import PLAYER, PLAYERS
from unodsl.resolve.some_values import refuse_unlisted
from unodsl.resolve.words import Mistake, leftmost, plain, with_leftmost
from unodsl.scenarios import parts as p
from unodsl.scenarios import steps
from unodsl.scenarios.desk import Desk
from unodsl.scenarios.expecting import expectation
from unodsl.scenarios.meant import line_meant
from unodsl.syntax import nodes as s


def step(desk: Desk, line: s.Statement | s.Expect | s.ExpectNote) -> steps.Step:
    """Parses a line. Raises `Mistake` for an unknown line or part, with the intended line of a common phrase."""
    if isinstance(line, s.ExpectNote):
        return meaning(desk, line)
    parts = p.Parts(line)
    try:
        found, sort = expectation(desk, parts) if isinstance(line, s.Expect) else statement(desk, parts)
    except Mistake as mistake:
        raise with_phrase(desk, mistake, line) from mistake
    parts.finish(sort)
    return found


def meaning(desk: Desk, line: s.Statement | s.Expect | s.ExpectNote) -> steps.Step:
    """Parses a line. Raises `Mistake` for an unknown line or part."""
    if isinstance(line, s.ExpectNote):
        to = None if line.to is None else desk.value(line.to, PLAYERS)
        return steps.Noted(None if line.text is None else line.text.text, line.shown, to, line.span)
    parts = p.Parts(line)
    found, sort = expectation(desk, parts) if isinstance(line, s.Expect) else statement(desk, parts)
    parts.finish(sort)
    return found


def with_phrase(desk: Desk, mistake: Mistake, line: s.Statement | s.Expect) -> Mistake:
    """Adds the intended line of a common phrase to an error. An unknown word remains the error."""
    found = mistake.diagnostic
    meant = line_meant(desk, mistake, line, meaning)
    if meant is None:
        return desk.named(mistake)
    known = found.message.startswith(("there is no seat", "unknown card")) or (found.hint or "").startswith("names are")
    strange = (
        found.span is not None and re.search(rf"(?<![\w-]){re.escape(found.span.text)}(?![\w-])", meant) is not None
    )
    return desk.named(mistake) if known and strange else mistake.with_hint(meant)


def statement(desk: Desk, parts: p.Parts) -> tuple[steps.Step, p.Sort]:
    """Parses a line other than an expectation."""
    body = parts.first
    if isinstance(body, s.Compare) and body.relation == "holds":
        return hand(desk, parts, body), p.HAND
    if isinstance(body, s.Compare) and body.relation == "is":
        if isinstance(body.right, s.Phrase) and plain(body.right.words) == ("absent",):
            parts.body()
            parts.line_of = lambda node: absent_line(desk, node)
            return steps.Absent(desk.seat(body.left), parts.span), p.ABSENT
        if chance(desk, body.left):
            return chance_line(desk, parts, body), p.CHANCE
        if isinstance(body.left, s.Phrase) and plain(body.left.words) == ("winners",):
            return won(desk, parts, body), p.WINNERS
        place = desk.x.maybe_place(body.left, desk.context())
        if place is not None:
            return pile(desk, parts, body, place), p.PILE
        return put(desk, parts, body), p.VALUE
    if isinstance(body, s.Compare) and body.relation == "is not" and isinstance(body.right, s.Phrase):
        index = desk.x.situation_named(body.left, desk.context())
        if index is not None and plain(body.right.words) == ("open",):
            parts.body()
            return steps.Closed(index, parts.span), p.CLOSED
    found = desk.situation_line(body)
    if found is not None:
        return opened(desk, parts, *found), p.SITUATION
    if isinstance(body, s.Phrase):
        match plain(body.words):
            case ("match", "begins"):
                return happens(parts, "match begins"), p.EVENT
            case ("round", "begins"):
                return happens(parts, "round begins"), p.EVENT
            case ("round", "ends"):
                return happens(parts, "round ends"), p.EVENT
            case _:
                pass
    return move(desk, parts), p.MOVE


def absent_line(desk: Desk, node: s.Expr) -> str | None:
    """The line for an item after a comma in a line about absent seats; None for other items."""
    if isinstance(node, s.Compare):
        absent = isinstance(node.right, s.Phrase) and plain(node.right.words) == ("absent",)
        return one_line(node) if node.relation == "is" and absent and desk.is_seat(node.left) else None
    return f"{one_line(node)} is absent" if desk.is_seat(node) else None


# ------------------------------------------------------------------------------------------------------------- position


def hand(desk: Desk, parts: p.Parts, body: s.Compare) -> steps.Held:
    """Parses `ann holds red 1, 2 * blue 5`."""
    parts.body()
    seat = desk.seat(body.left)
    zone = desk.x.held_zone(body, desk.context())
    cards = desk.cards((body.right, *parts.more()))
    return steps.Held(zone, seat, cards.kinds, cards.exactly, parts.span)


def pile(desk: Desk, parts: p.Parts, body: s.Compare, place: e.Place) -> steps.Held:
    """Parses `discard pile is red 5, blue 5`, `draw pile is exactly red 3`, `row of ann is nothing`."""
    parts.body()
    seat = 0
    if place.seat is not None:
        if not isinstance(place.seat, e.Constant):
            raise Mistake("UNO113", f"whose `{body.left.span.text}`?", body.left.span)
        seat = place.seat.value
    cards = desk.cards((body.right, *parts.more()))
    # an empty pile has no next draw
    exactly = cards.exactly or not cards.kinds
    return steps.Held(place.zone, seat, cards.kinds, exactly, parts.span)


def chance(desk: Desk, node: s.Expr) -> bool:
    """Whether words are `chance`, and nothing at the table has that name."""
    words = plain(node.words) if isinstance(node, s.Phrase) else ()
    return words == ("chance",) and desk.x.v.find(words, desk.context().view) is None


def chance_line(desk: Desk, parts: p.Parts, body: s.Compare) -> steps.ChanceResults:
    """Parses `chance is 4, bob, red`: random values other than cards."""
    parts.body()
    nodes = (body.right, *parts.more())
    return steps.ChanceResults(tuple(drawn(desk, x) for x in nodes), tuple(x.span.text for x in nodes), parts.span)


def drawn(desk: Desk, node: s.Expr) -> frozenset[int]:
    """The codes of a value, at each site where it may be drawn."""
    out: set[int] = set()
    sites = layout_of(desk.table).sites
    for index, options in enumerate(sites):
        try:
            value = desk.constant(node, options.type)
        except Mistake:
            continue
        if value in (range(desk.table.seats) if options.values is None else options.values):
            out.add(code(index, value))
    if not out:
        some = ", ".join(dict.fromkeys(describe(x.type) for x in sites))
        hint = f"what chance brings here is {some}" if some else "nothing but cards comes at random here"
        raise Mistake("UNO113", f"chance never brings `{node.span.text}`", node.span, hint)
    return frozenset(out)


def put(desk: Desk, parts: p.Parts, body: s.Compare) -> steps.Put:
    """Parses `score of ann is 40`, `count of draw-due is 4`."""
    parts.body()
    target = desk.fx.target(body.left, desk.context())
    if isinstance(target, e.Owner):
        hint = "say `turn of ann` (the situation and whose it is)"
        raise Mistake("UNO113", f"`{body.left.span.text}` is not set like this", body.span, hint)
    if isinstance(target, e.Variable) and target.seat is not None and not isinstance(target.seat, e.Constant):
        raise Mistake("UNO113", f"whose `{body.left.span.text}`?", body.left.span)
    value = desk.value(body.right, target.type)
    if isinstance(value, e.Constant):
        desk.fits(target.type, value.value, body.right.span)
        refuse_unlisted(desk.x.v, target, value, body.right)
    elif not isinstance(target.type, Players):
        raise Mistake("UNO113", f"`{body.right.span.text}` is not known before the game begins", body.right.span)
    return steps.Put(target, value, parts.span)


def won(desk: Desk, parts: p.Parts, body: s.Compare) -> steps.Won:
    """Parses `winners is ann + bob`."""
    parts.body()
    return steps.Won(desk.value(body.right, PLAYERS), parts.span)


def opened(desk: Desk, parts: p.Parts, situation: int, owner: s.Expr) -> steps.Opened:
    """Parses `draw-due on bob with count 4`."""
    parts.body()
    if desk.table.situations[situation].on_players:
        whom: e.Expr = desk.value(owner, PLAYERS)
    elif isinstance(owner, s.Phrase) and len(plain(owner.words)) == 1:
        whom = e.Constant(desk.seat(owner), PLAYER)
    else:
        whom = desk.value(owner, PLAYER)
    return steps.Opened(situation, whom, desk.fields(situation, parts.fields()), parts.span)


# -------------------------------------------------------------------------------------------------------- what happens


def happens(parts: p.Parts, kind: str) -> steps.Happens:
    """Parses `the round begins`."""
    parts.body()
    return steps.Happens(kind, parts.span)  # type: ignore[arg-type]


def move(desk: Desk, parts: p.Parts) -> steps.Moves:
    """Parses `ann plays red 1 as match by official.play`."""
    body = parts.body()
    split = desk.x.split(body, "third", desk.context())
    if split is None or split.subject is None:
        not_a_move(desk, body)
    seat = desk.seat(split.subject)
    act = desk.x.act(split.verb, desk.context(), split.verb_span)
    declared = desk.table.acts[act]
    subject = one_line(split.subject)
    parts.line_of = lambda node: move_line(desk, node, subject, act)
    argument: e.Expr | None = None
    if split.rest is not None:
        if declared.argument is None:
            raise Mistake(
                "UNO106", f"`{short(declared.name)}` is done without anything", split.rest.span, leave_out(split.rest)
            )
        argument = desk.value(split.rest, declared.argument)
    ways = desk.ways(parts.naming(), act)
    word = parts.manner()
    manner = desk.manner(word, act)
    if word is not None and manner == steps.ANY_MANNER:
        raise Mistake("UNO113", "a move is made in one manner", word.span, "say which, or leave the `as` out")
    return steps.Moves(seat, act, ways, argument, manner, desk.rule(parts.by(), act, manner), parts.span)


def move_line(desk: Desk, node: s.Expr, subject: str, act: int) -> str | None:
    """The line for an item after a comma in a move: a whole move, one without the actor, or only an argument; None for
    other items."""
    text, declared = one_line(node), desk.table.acts[act]
    try:
        split = desk.x.split(node, "third", desk.context())
        if split is not None:
            return text if split.subject is not None else f"{subject} {text}"
        if declared.argument is None:
            return None
        desk.value(node, declared.argument)
    except Mistake:
        return None
    return f"{subject} {declared.third} {text}"


def another_verb(desk: Desk, body: s.Expr) -> str | None:
    """A suggestion for a move whose verb is misspelled (`ann playd red 5`), in another form, or unknown with the
    argument of a known act (`ann lays red 5`, `ann says uno`); None if it is not a move."""
    words = body.span.text.split()
    at = 1 if words and words[0] in desk.names else 0
    who = words[0] if at else "ann" if "ann" in desk.names else desk.names[0]
    if len(words) <= at:
        return None
    verb, rest = words[at], words[at + 1 :]
    acts = sorted({a.third.lower(): a for a in desk.table.acts}.items())
    for third, act in acts:
        first, *more = third.split()
        if [x.lower() for x in rest[: len(more)]] == more and (
            verb in (first, short(act.verb).split()[0]) or (more and not rest[len(more) :])
        ):
            return " ".join((who, third, *rest[len(more) :]))
    near = get_close_matches(verb.lower(), [t for t, _ in acts if " " not in t], 1, 0.6)
    if near and (at or _can_be_done(desk, near[0], body)):
        return " ".join((who, near[0], *rest))
    for third, act in acts if at and rest else ():
        if not isinstance(act.argument, Card | Number):
            continue
        try:
            desk.value(_behind(body, at + 1), act.argument)
        except Mistake:
            continue
        return " ".join((who, third, *rest))
    return None


_HAPPENS = (("match", "begins"), ("round", "begins"), ("round", "ends"))
"""The events that a line of a scenario can cause."""


def _can_be_done(desk: Desk, third: str, body: s.Expr) -> bool:
    """Whether the text after the first word of a line is an argument of the act."""
    for act in desk.table.acts:
        if act.third == third and act.argument is not None:
            try:
                desk.value(_behind(body, 1), act.argument)
            except Mistake:
                continue
            return True
    return False


def stands_alone(desk: Desk, body: s.Expr) -> str | None:
    """A suggestion for an event with extra words, and for a situation without an owner."""
    words = plain(body.words) if isinstance(body, s.Phrase) else ()
    if len(words) > 2 and words[:2] in _HAPPENS:
        return f"such a line stands alone: `the {' '.join(words[:2])}`"
    if words and desk.x.v.find(words, desk.context().view, "situation") is not None:
        return f"say on whom: `{' '.join(words)} on {desk.names[0]}`"
    return None


def _behind(body: s.Expr, count: int) -> s.Expr:
    """The text after the first words of a line."""
    first = leftmost(body)
    if isinstance(first, s.Phrase) and len(first.words) > count:
        rest = with_leftmost(body, s.Phrase(first.words[count:], first.words[count].span.to(first.span)))
        if rest is not None:
            return rest
    return body


def not_a_move(desk: Desk, body: s.Expr) -> NoReturn:
    """Raises the error for an unknown line, with the probably intended one."""
    text = " ".join(body.span.text.split())
    first = leftmost(body)
    words = text.split()
    alone = stands_alone(desk, body)
    if alone is not None:
        raise Mistake("UNO113", f"`{text}` is neither a position nor a move", body.span, alone)
    meant = another_verb(desk, body)
    if meant is not None:
        raise Mistake("UNO113", f"`{text}` is neither a position nor a move", body.span, f"did you mean `{meant}`?")
    verbs = {a.third for a in desk.table.acts}
    head: s.Expr | None = None
    if isinstance(body, s.Apply):
        head = body.head
    elif isinstance(body, s.Compare) and body.relation == "on":
        head = body.left
    if isinstance(head, s.Phrase) and plain(head.words) in desk.x.v.hidden:
        option = desk.x.v.hidden[plain(head.words)]
        message = f"`{head.span.text}` belongs to the option `{option}`, which is not on here"
        raise Mistake("UNO105", message, head.span, f"switch it on: `with {option}`")
    brought = None
    if isinstance(first, s.Phrase) and len(first.words) > 1:
        brought = desk.x.hidden_act(s.Phrase(first.words[1:], first.span))
    near = next((hint for w in words if (hint := did_you_mean(w, verbs)) is not None), None)
    named = isinstance(first, s.Phrase) and desk.is_seat(s.Phrase(first.words[:1], first.span)) and len(words) > 1
    if named and (brought is not None or near is None):
        acts = sorted({short(a.verb) for a in desk.table.acts})
        message = f"`{words[1]}` is not something that players do at this table"
        can = "they can " + ", ".join(f"`{a}`" for a in acts) + "; options that are off may add more"
        off = f"it belongs to the option `{brought}`: switch it on with `with {brought}`"
        raise Mistake("UNO113", message, body.span, can if brought is None else off)
    forms = "a line says `ann holds red 1`, `discard pile is red 5`, `turn of ann`, `ann plays red 1` or `expect ...`"
    raise Mistake("UNO113", f"`{text}` is neither a position nor a move", body.span, near or forms)
