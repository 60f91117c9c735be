"""A part of the phrase book for effects: whose turn it is next, and two branches in one line."""

from __future__ import annotations

from unodsl.syntax.phrase_book import Answer, Match

TURNS: tuple[tuple[str, Answer], ...] = (
    (
        r"(?:the )?turn (?:passes|goes|moves) on(?: by)?(?: (?:1|one)(?: (?:seat|place|player|step))?)?",
        "write `pass turn to next player`",
    ),
    (
        r"(?:the )?same player (?:plays|goes|moves|is up) (?:again|once more|twice)|(?:it is |it's )?(?:the )?(?:same )?player(?:'s turn again| (?:has|gets) another turn)",
        "write `over of turn becomes no`, so that the turn does not pass on",
    ),
)
"""Phrases for a turn that passes on, and for one that stays."""


def branch(found: Match) -> str:
    """The two branches on lines of their own."""
    return f"write `if {found['if']} then {found['then']}` below `then`, and `otherwise {found['else']}` below that"


TWO_BRANCHES: tuple[tuple[str, Answer], ...] = (
    (
        r"(?P<do>pass [a-z-]+ to) (?P<then>.+?),? if (?P<if>.+?),? (?:else|otherwise)(?: if not)? (?:pass [a-z-]+ to )?(?P<else>.+)",
        "write `if {if} then {do} {then}` below `then`, and `otherwise {do} {else}` below that",
    ),
    (
        r"(?P<then>(?:(?! becomes ).)+?),? if (?P<if>.+?),? (?:else|otherwise) (?P<else>.+)",
        branch,
    ),
)
"""Phrases for what happens under a condition, and what else, with one verb for both or two."""
