"""A witness as a picture of the table: hands, piles, the turn, and the moves."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape

from unodsl.engine.describe import short
from unodsl.model import table as t
from unodsl.source import Source
from unodsl.syntax import nodes as s
from unodsl.syntax.tree_cache import parse


@dataclass(slots=True)
class Shown:
    """A parsed scenario. `hands` and `piles`: names of cards. `open_`: open situations with their owners. `facts`: the
    other lines of the position. `moves` and `expected`: as written."""

    title: str
    seats: tuple[str, ...] = ()
    hands: dict[str, list[str]] = field(default_factory=dict)
    piles: list[tuple[str, list[str]]] = field(default_factory=list)
    open_: list[tuple[str, str]] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)


def positions(table: t.Table, witness: str) -> list[Shown]:
    """The scenarios of a witness; empty if it does not parse."""
    tree, problems = parse(Source("witness.uno", witness + "\n"))
    if problems:
        return []
    return [taken_apart(table, x) for x in tree.items if isinstance(x, s.Scenario)]


def taken_apart(table: t.Table, scenario: s.Scenario) -> Shown:
    """Splits one scenario into its parts."""
    out = Shown(scenario.title.text)
    zones = {short(z.name) for z in table.zones}
    waits = sorted({short(x.name) for x in table.situations}, key=len, reverse=True)
    named = {short(v.name) for v in table.variables}
    for line in scenario.lines:
        text = " ".join(line.span.text.split())
        if isinstance(line, s.Names):
            if line.kind == "seats":
                out.seats = tuple(w.text for w in line.names)
        elif isinstance(line, s.Expect):
            out.expected.append(text.removeprefix("expect").strip())
        elif isinstance(line, s.Statement):
            sort(out, text, zones, named, waits)
        else:
            out.facts.append(text)
    return out


def sort(out: Shown, text: str, zones: set[str], named: set[str], waits: list[str]) -> None:
    """Adds a line of the position, or a move, to its part."""
    holds = re.fullmatch(r"(\S+) holds (.+)", text)
    stated = re.fullmatch(r"(.+?)( of \S+)? (?:is|are) (.+)", text)
    waiting = next((w for w in waits if text.startswith((f"{w} of ", f"{w} on "))), None)
    if out.moves:
        out.moves.append(text)
    elif holds is not None and holds[1] in out.seats:
        out.hands[holds[1]] = cards(holds[2])
    elif stated is not None and stated[1] in zones:
        out.piles.append((stated[1] + (stated[2] or ""), cards(stated[3])))
    elif stated is not None and stated[1] in named:
        out.facts.append(text)
    elif waiting is not None:
        out.open_.append((waiting, text[len(waiting) + 4 :]))
    elif stated is not None and stated[2] and any(stated[1] == w or stated[2] == f" of {w}" for w in waits):
        out.facts.append(text)
    else:
        out.moves.append(text)


def cards(text: str) -> list[str]:
    """The cards of a list; `3 * red 1` is three."""
    out: list[str] = []
    for part in (p.strip() for p in text.split(",")):
        several = re.fullmatch(r"(\d{1,3}) \* (.+)", part)
        if part not in ("", "nothing"):
            out += [several[2]] * int(several[1]) if several else [part]
    return out


def drawn(deck: t.Deck, shown: Shown) -> str:
    """The scenario as HTML."""
    lines = ['<div class="table">', f"<h4>{escape(shown.title)}</h4>", '<div class="seats">']
    for seat in shown.seats:
        badges = "".join(
            f'<span class="turn">{escape(what)}</span>'
            for what, whom in shown.open_
            if re.match(rf"{re.escape(seat)}\b", whom)
        )
        here = ' class="seat here"' if badges else ' class="seat"'
        hand = faces(deck, shown.hands[seat]) if seat in shown.hands else '<span class="any">any hand</span>'
        lines.append(f"<div{here}><b>{escape(seat)}</b> {badges}<div>{hand}</div></div>")
    lines.append("</div>")
    for name, pile in shown.piles:
        lines.append(f'<div class="pile"><b>{escape(name)}</b> <div>{faces(deck, pile)}</div></div>')
    open_ = [f"{what} of {whom}" for what, whom in shown.open_]
    for label, texts in (
        ("waits for", open_),
        ("also", shown.facts),
        ("then", shown.moves),
        ("and so", shown.expected),
    ):
        if texts:
            items = "".join(f"<li>{escape(x)}</li>" for x in dict.fromkeys(texts))
            lines.append(f'<div class="lines"><b>{label}</b><ul>{items}</ul></div>')
    lines.append("</div>")
    return "\n".join(lines)


def faces(deck: t.Deck, names: list[str]) -> str:
    """Cards side by side."""
    return "".join(face(deck, n) for n in names) or '<span class="any">nothing</span>'


CARD_STYLE = """
svg.card { background: none; border: 0; box-shadow: none; display: block; height: 3.6rem; margin: 0; padding: 0; width: 2.6rem }
svg.card rect { stroke: var(--line); stroke-width: 1.5; print-color-adjust: exact; -webkit-print-color-adjust: exact }
svg.card text { fill: #fff; font: 600 10px system-ui, sans-serif } svg.card .value { font-size: 15px }
.hand { display: flex; flex-wrap: wrap; gap: .2rem }
"""
"""The style sheet of cards."""


def face(deck: t.Deck, name: str, mark: str = "") -> str:
    """A card: its name, on the shade of its first attribute's value. `mark`: more CSS classes."""
    kind = next((k for k in deck.kinds if k.name == name), None)
    value = kind.values[0] if kind is not None and deck.attributes else -1
    word = deck.attributes[0].values[value] if value >= 0 else ""
    rest = " ".join(w for w in name.split() if w != word) or name
    style = shade(word, value, len(deck.attributes[0].values)) if word else "fill:#6b6f76"
    lines = rest.replace("-", " ").split()
    first = 40 - 6 * (len(lines) - 1)
    # words longer than the card are condensed
    tight = ' textLength="46" lengthAdjust="spacingAndGlyphs"'
    shown = "".join(
        f'<tspan x="26" y="{first + 12 * i}"{tight if len(w) > 8 else ""}>{escape(w)}</tspan>'
        for i, w in enumerate(lines)
    )
    size = ' class="value"' if len(rest) <= 2 else ""
    return (
        f'<svg class="card{mark}" viewBox="0 0 52 72" role="img" aria-label="{escape(name)}"><title>{escape(name)}</title>'
        f'<rect x="2" y="2" width="48" height="68" rx="6" style="{style}"/><text{size} text-anchor="middle">{shown}</text></svg>'
    )


def shade(word: str, number: int, many: int) -> str:
    """The fill of one of `many` values: the word itself if it is a CSS color (browsers ignore an invalid one), else a
    hue by `number`."""
    out = f"fill:hsl({360 * number // many} 45% 38%)"
    if word.isascii() and word.isalpha():
        out += f";fill:color-mix(in srgb, {word} 72%, black)"
    return out
