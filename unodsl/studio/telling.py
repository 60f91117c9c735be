"""Serializes tables, positions and moves to JSON for the web page."""

from __future__ import annotations

from typing import Any

from unodsl.api.actions import Choice
from unodsl.api.prepared import PreparedTable
from unodsl.engine.describe import View, short
from unodsl.model.table import Rule, RuleInfo, Table
from unodsl.source import Span

MOST_TEXT = 4_000
"""Maximum number of characters of a rule that are sent."""


def infos(table: Table) -> dict[str, RuleInfo]:
    """Returns all rules of a table by name."""
    every: tuple[Rule, ...] = (*table.triggers, *table.offers, *table.bans, *table.definitions)
    return {x.info.name: x.info for x in every}


def span_json(span: Span) -> dict[str, Any]:
    """Serializes a span. Lines start at 1."""
    return {"file": span.source.name, "line": span.line, "last": span.line + span.text.rstrip().count("\n")}


def table_json(setup: PreparedTable) -> dict[str, Any]:
    """Serializes the data that is constant during a match: cards, places, rules. It is the same for all seats."""
    table = setup.table
    titles = {o.name: o.title for o in table.options}
    return {
        "title": table.title,
        "described": setup.described,
        "names": list(setup.names),
        "attributes": [{"name": a.name, "values": list(a.values)} for a in table.deck.attributes],
        "cards": {k.name: list(k.values) for k in table.deck.kinds},
        "zones": {
            z.name: {"words": short(z.name), "each": z.each_player, "pile": z.visibility == "face up"}
            for z in table.zones
        },
        "variables": {
            v.name: {"words": short(v.name), "each": v.each_player, "kept": v.kept, "secret": v.secret}
            for v in table.variables
        },
        "deck": table.zones[table.deck.home].name,
        "hands": sorted({table.zones[a.origin].name for a in table.acts if a.origin is not None}),
        "rules": {
            name: {
                "title": info.title or titles.get(info.option or "", ""),
                "text": info.span.text[:MOST_TEXT],
                **span_json(info.span),
            }
            for name, info in infos(table).items()
        },
    }


def view_json(view: View) -> dict[str, Any]:
    """Serializes a position as seen by a seat."""
    return {
        "seat": view.seat,
        "places": [[p.zone, p.seat, None if p.cards is None else list(p.cards), p.count] for p in view.places],
        "variables": [list(v) for v in view.variables],
        "situations": [[short(n), who, [list(f) for f in fields]] for n, who, fields in view.situations],
        "players": list(view.in_play),
        "round": view.round_runs,
        "match": view.match_runs,
        "winners": list(view.winners),
    }


def choice_json(choice: Choice) -> dict[str, Any]:
    """Serializes a legal move."""
    return {
        "move": list(choice.move),
        "words": choice.words.partition(" ")[2],
        "act": choice.act,
        "card": choice.card,
        "value": choice.value,
        "opponent": choice.opponent,
        "rule": choice.rule,
    }
