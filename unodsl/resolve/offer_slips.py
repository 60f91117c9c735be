"""Detects bans written as offers, and cards where a number is needed."""

from __future__ import annotations

import re

from unodsl.diagnostics import Edit
from unodsl.model.types import Number, Type
from unodsl.resolve.builtin import OTHERS
from unodsl.resolve.kinds import leave_out, one_line
from unodsl.resolve.scope import Words
from unodsl.resolve.words import Mistake
from unodsl.source import Span
from unodsl.syntax import nodes as s
from unodsl.syntax.offer_phrases import offer_meant


def refuse_nobody(head: s.Offer) -> None:
    """Raises UNO110 for `nobody may play 5`, which is a ban."""
    who = one_line(head.who)
    if who.lower() in ("nobody", "no player", "no one", "noone", "none", "no players"):
        hint = f"write `any player cannot {one_line(head.deed.body)}`"
        raise Mistake("UNO110", f"`{who} may` takes a move away, and that is a ban", head.who.span, hint)


def refuse_unclear(node: s.Phrase, words: Words, situations: int, many: bool) -> None:
    """Raises UNO106 for `player` below `during`, which could be whoever the table waits for, or anybody, and UNO110
    for `any other player` where the table waits for nobody in particular. `situations`: those in `during`; `many`:
    one of them waits for several."""
    if words == ("player",) and situations:
        text = node.span.source.text[node.span.end :].split("\n")[0].split("#")[0].strip()
        its = "its players" if many else "its player"
        hint = f"for whoever the table waits for write `{its} {text}`, and for everybody `any player {text}`"
        raise Mistake("UNO106", f"is this {its}, or any player?", node.span, hint)
    if words in OTHERS and not situations:
        hint = "write `any player`, or say when: with `during turn` it is anybody but whose turn it is"
        raise Mistake("UNO110", f"`{one_line(node)}` than whom?", node.span, hint)


def without_situation(rule: s.Rule, head: s.Offer) -> Mistake:
    """UNO110 for an offer that names no situation."""
    meant = offer_meant(" ".join(head.span.text.split()))
    hint = "add `during turn`, or another situation, or `at any time`"
    hint = meant if meant is not None and meant.startswith("say what cannot be done") else hint
    return Mistake("UNO110", f"the offer `{rule.name.text}` does not say when it applies", rule.name.span, hint)


def refuse_negative(head: s.Offer) -> None:
    """Raises UNO110 for `may not` and `must not`, which are bans, and for `may only`."""
    body = head.deed.body
    start, text = body.span.start, head.who.span.source.text
    first_word = text[start : head.deed.span.end].split()[0]
    mode = " ".join(text[head.who.span.end : start].split())
    if first_word == "only" and mode == "may":
        hint = f"say what cannot be done: `{one_line(head.who)} cannot ...`, with an `if` for what can"
        raise Mistake("UNO110", "`may only` takes nothing away", body.span, hint)
    if not isinstance(body, s.Not):
        return
    span = Span(head.who.span.source, head.who.span.end, start + len(first_word))
    line = f"{one_line(head.who)} cannot {' '.join(text[span.end : head.deed.span.end].split())}"
    message = f"`{mode} not` takes a move away, and that is a ban"
    passive = offer_meant(line)
    if passive is not None and not one_line(body.operand).startswith("be ") and "a line of its own" not in passive:
        passive = None
    edit = Edit(span, " cannot") if passive is None else None
    raise Mistake("UNO110", message, span, passive or f"write `{line}`", edit)


def refuse_cards(node: s.Expr, wanted: Type) -> None:
    """Raises UNO106 for `cards` in `cannot draw cards`, where a number is needed."""
    if isinstance(wanted, Number) and re.fullmatch(r"(?:any |the |more |extra |some |other )*cards?", one_line(node)):
        raise Mistake(
            "UNO106", f"`{one_line(node)}` says no number", node.span, f"{leave_out(node)}: that is any number"
        )
