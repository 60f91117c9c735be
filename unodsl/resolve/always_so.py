"""Tautologies: conditions that hold whatever happens at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unodsl.diagnostics import Diagnostic
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t
from unodsl.model.types import Card
from unodsl.model.walk import effects_below
from unodsl.resolve.kinds import one_line, short
from unodsl.resolve.scope import Vocabulary
from unodsl.resolve.words import Mistake, plain
from unodsl.syntax import nodes as s


def refuse_constant(node: s.Expr) -> None:
    """Raises UNO106 for `yes` or `no` as a condition."""
    words = plain(node.words) if isinstance(node, s.Phrase) else ()
    if words in (("yes",), ("no",)):
        so = "always" if words == ("yes",) else "never"
        message = f"`{words[0]}` alone is {so} so"
        raise Mistake("UNO106", message, node.span, f"leave it out, or say what has to be so: `... is {words[0]}`")


def refuse_made_so(pattern: s.Expr, guard: e.Expr, act: t.Act, zones: Sequence[t.Zone]) -> None:
    """Raises UNO106 for an event whose argument equals what the act itself has just set: `when player plays top card`.

    The event comes after the act's own effects, so the comparison would hold each time.
    """
    if act.argument is None or not isinstance(guard, e.Compare) or guard.operator != "==":
        return
    local = e.Local(t.ARGUMENT_LOCAL, act.argument_name, act.argument)
    laid = _laid(act.effects, local)
    pile = None if laid is None else zones[laid.zone]
    set_by_act = _last_set(act.effects, guard.right) == local
    on_top = isinstance(guard.right, e.TopCard) and guard.right.depth == 0 and guard.right.place == laid
    if not _is(guard.left, local) or not (set_by_act or on_top):
        return
    article = "an" if act.argument_name[0] in "aeiou" else "a"
    hint = f"write `when player {act.third} {article} {act.argument_name}` if any will do"
    if pile is not None and pile.visibility == "face up":
        hint += f"; the card below it is `card 2 of {short(pile.name)}`: compare it on a line of its own, with `if`"
    message = f"`{one_line(pattern)}` is by then the {act.argument_name} itself, so this is always so"
    raise Mistake("UNO106", message, pattern.span, hint)


def made_so_below(
    conditions: Sequence[tuple[s.Expr, e.Expr]], number: int, known: Vocabulary
) -> Iterator[tuple[int, Sequence[Diagnostic]]]:
    """Yields UNO106 for each condition of a rule about an act that the act itself has just made true: `the card is top card`,
    `color of the card is color of top card`. It counts if no rule lets players do the act: several may be done before their
    events come. `conditions`: each as written and resolved."""
    act, zones = known.acts[number], known.zones
    if not isinstance(act.argument, Card):
        return
    local = e.Local(t.ARGUMENT_LOCAL, act.argument_name, act.argument)
    laid = _laid(act.effects, local)
    if laid is None or zones[laid.zone].visibility != "face up":
        return
    below = f"card 2 of {short(zones[laid.zone].name)}"
    for written, condition in conditions:
        so = "always"
        if isinstance(condition, e.Not):
            so, condition = "never", condition.operand
        if not isinstance(condition, e.Compare) or condition.operator != "==" or not isinstance(written, s.Compare):
            continue
        left, right = condition.left, condition.right
        shown = isinstance(left, e.Attribute) and isinstance(right, e.Attribute) and left.attribute == right.attribute
        if isinstance(left, e.Attribute) and isinstance(right, e.Attribute) and shown:
            left, right = left.card, right.card
        sides = (written.left, written.right)
        if _is(right, local):
            left, right, sides = right, left, sides[::-1]
        on_top = isinstance(right, e.TopCard) and right.depth == 0 and right.place == laid
        if _is(left, local) and (on_top or _last_set(act.effects, right) == local):
            meant = f"{one_line(sides[1].head)} of {below}" if shown and isinstance(sides[1], s.Apply) else below
            message = f"the {act.argument_name} lies on top by then, so this is {so} so"
            line = f"{one_line(sides[0])} {written.relation} {meant}"
            hint = f"write `{line}`; `{one_line(sides[1])}` is what was just played"
            yield number, Mistake("UNO106", message, written.span, hint).diagnostics


def _is(x: e.Expr, local: e.Local) -> bool:
    return isinstance(x, e.Local) and x.index == local.index


def _last_set(effects: tuple[f.Effect, ...], target: e.Expr) -> e.Expr | None:
    """The value that effects leave in a variable; None if they do not set it, or only sometimes."""
    value: e.Expr | None = None
    for effect in effects:
        if isinstance(effect, f.Assign) and effect.target == target:
            value = effect.value
        elif any(isinstance(x, f.Assign) and x.target == target for x in effects_below(effect)):
            value = None
    return value


def _laid(effects: tuple[f.Effect, ...], card: e.Local) -> e.Place | None:
    """Where effects lay the card of the act; None if nowhere, or if more cards are moved."""
    moves = [x for x in effects_below(effects) if isinstance(x, f.MoveCard | f.MoveTop | f.MoveAll)]
    if len(moves) != 1 or not isinstance(moves[0], f.MoveCard) or moves[0] not in effects:
        return None
    return moves[0].target if _is(moves[0].card, card) else None
