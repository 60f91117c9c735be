"""`give every hand to left`: the zone whose cards are given, and to whom each holder gives them."""

from __future__ import annotations

from unodsl.model import expressions as e
from unodsl.model.walk import below
from unodsl.resolve.scope import Context, Vocabulary
from unodsl.resolve.words import Mistake, plain
from unodsl.syntax import nodes as s


def zone_given(v: Vocabulary, node: s.Phrase, ctx: Context) -> int:
    """The zone of each player that a phrase names."""
    words = plain(node.words)
    symbol = v.find(words, ctx.view, "zone")
    if symbol is None or not v.zones[symbol.index].each_player:
        raise Mistake("UNO105", f"`{node.span.text}` is not a zone of each player", node.span)
    v.note(node.words, symbol, words)
    return symbol.index


def own_neighbor(value: e.Expr, node: s.Expr, ctx: Context) -> e.Expr:
    """The player to whom each holder gives. Raises UNO106 for a neighbor of the player of the rule, `left of player`, who
    would get all hands: it reads as if each holder had one."""
    one = ctx.binding(("player",)) or ctx.player
    if one is not None and any(isinstance(x, e.Neighbor) and x.seat == one for x in below(value)):
        text = node.span.text
        each = text.replace(" of the player", "").replace(" of player", "").replace(" after player", "")
        hint = f"each to their own is `{each}`; for all hands to one of them, keep that player in a variable"
        raise Mistake("UNO106", f"is `{text}` one player, or somebody else for each holder?", node.span, hint)
    return value
