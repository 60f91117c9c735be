"""Built-in names of the language."""

from __future__ import annotations

from unodsl.model import expressions as e
from unodsl.resolve.scope import MAYBE_CARD, PLAYERS, Words

IN_PLAY = e.Builtin("in play", PLAYERS)
BUILTINS: dict[Words, e.Builtin] = {
    ("everyone",): IN_PLAY,
    ("players",): IN_PLAY,
    ("any", "player"): IN_PLAY,
    ("winners",): e.Builtin("winners", PLAYERS),
    ("moved", "card"): e.Builtin("moved", MAYBE_CARD),
}
OTHERS = frozenset(
    {("other", "players"), ("other", "player"), ("any", "other", "player"), ("another", "player"), ("others",)}
)
ANY: dict[Words, str] = {
    ("any", "player"): "players",
    ("any", "other", "player"): "other players",
    ("another", "player"): "other players",
    ("other", "player"): "other players",
}
"""Phrases for an indefinite player, each with the phrase for all players."""

ABSENT = frozenset({("absent",), ("absent", "players"), ("absent", "player"), ("any", "absent", "player")})

BUILT_IN = frozenset(w for name in (*BUILTINS, *OTHERS, *ABSENT) for w in name) | frozenset(
    [
        "player",
        "players",
        "opponent",
        "card",
        "cards",
        "anything",
        "number",
        "it",
        "its",
        "they",
        "their",
        "yes",
        "no",
        "nothing",
        "seats",
        "deck",
        "size",
        "left",
        "right",
        "top",
        "first",
        "round",
        "match",
        "a",
        "an",
        "the",
    ]
)
"""Words with a built-in meaning, or in built-in names."""
RESERVED = frozenset({*BUILTINS, *OTHERS, *ABSENT}) | frozenset(
    (w,)
    for w in [
        "player",
        "card",
        "cards",
        "anything",
        "opponent",
        "number",
        "it",
        "they",
        "yes",
        "no",
        "nothing",
        "seats",
    ]
)
"""Names that no declaration can take."""
