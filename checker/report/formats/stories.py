"""The scenarios of a witness side by side, as pictures of the table after each step.

No script is needed: the steps of a finding are radio buttons, which the arrow keys go through, and the style sheet
shows the picture of the selected one. In print, all pictures follow one another.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from pathlib import Path

from checker.report.formats.position import CARD_STYLE, face
from unodsl.diagnostics import RulesError
from unodsl.engine.api import State
from unodsl.engine.describe import PlaceView, View, short, view
from unodsl.model import table as t
from unodsl.resolve import Project
from unodsl.resolve.project import Page
from unodsl.scenarios import Story, story_of
from unodsl.source import Source
from unodsl.syntax import nodes as s
from unodsl.syntax.tree_cache import parse

MOST_STEPS = 12
"""The maximal number of steps with pictures; the text of the scenario has them all."""

MOST_CARDS = 24
"""The maximal number of drawn cards of one place."""

STYLE = (
    CARD_STYLE
    + """
.stories { margin: .8rem 0 } .stories > input { margin: 0 .3rem 0 .9rem } .stories > label { font-size: .9rem }
.stories > input:checked + label { font-weight: 600 } .stories > input:focus-visible + label { outline: 2px solid var(--note) }
.columns { display: grid; gap: .8rem; grid-template-columns: repeat(auto-fit, minmax(19rem, 1fr)); margin-top: .5rem }
.story > .table { display: none; margin: 0 } .story h4 { font-size: .95rem } .seats { flex-direction: column; gap: .35rem }
.seat { display: grid; grid-template-columns: 4.2rem 1fr; align-items: center } .seat .turn { grid-column: 1 }
.did { margin: 0 0 .5rem; min-height: 1.5em }
svg.card.differs rect { stroke: var(--error); stroke-width: 4 }
.differs > .turn { background: var(--error) } .seat.differs { border-color: var(--error); border-style: dashed }
.count { color: var(--soft); font-size: .8rem } .pile { align-items: center } .story ul { margin: .2rem 0 0; padding-left: 1.1rem }
"""
    + "".join(
        f".stories > input:nth-of-type({n}):checked ~ .columns .table:nth-of-type({n}) {{ display: block }}\n"
        for n in range(1, MOST_STEPS + 2)
    )
    + """@media print { .stories > input, .stories > label { display: none } .story > .table { display: block; margin-bottom: .5rem }
  .story > .table.again { display: none } .finding, .table { break-inside: avoid } details { display: none }
  body { max-width: none; padding: 0 } }
"""
)


def stories_of(project: Project, witness: str) -> list[Story]:
    """The scenarios of a witness in pictures; empty if one of them does not parse or pass."""
    tree, problems = parse(Source("witness.uno", witness + "\n"))
    if problems:
        return []
    home = re.search(r"^options for (\S+)", witness, re.MULTILINE)
    scenarios = tuple(x for x in tree.items if isinstance(x, s.Scenario))
    page = Page("witness", Path("witness.uno"), tree, None, home[1] if home is not None else None, {}, scenarios)
    with_it = replace(project, pages={**project.pages, "witness": page})
    try:
        found = [story_of(with_it, page, x) for x in scenarios]
    except RulesError:
        return []
    return [] if any(x.message for x in found) else found


def stories(found: Sequence[Story], name: str) -> str:
    """Some scenarios side by side. `name`: their unique id on the page."""
    most = min(MOST_STEPS, max(len(x.pictures) for x in found) - 1)
    lines = ['<div class="stories">']
    for number in range(most + 1):
        what = "the table" if number == 0 else "the move" if most == 1 else f"move {number}"
        chosen = " checked" if number == most else ""
        lines.append(
            f'<input type="radio" name="{escape(name)}" id="{escape(name)}-{number}"{chosen}>'
            f'<label for="{escape(name)}-{number}">{what}</label>'
        )
    lines.append('<span class="soft"> arrow keys go from step to step; framed: where the tables differ</span>')
    lines.append('<div class="columns">')
    for one in found:
        others = [x for x in found if x is not one]
        lines.append(f'<section class="story" aria-label="{escape(one.title)}"><h4>{escape(one.title)}</h4>')
        for number in range(most + 1):
            at = min(number, len(one.pictures) - 1)
            beside = [seen(x, x.pictures[min(number, len(x.pictures) - 1)].state) for x in others]
            last = at == len(one.pictures) - 1
            lines.append(picture(one, at, beside, again=number > at, last=last))
        lines.append("</section>")
    lines.append("</div></div>")
    return "\n".join(lines)


def seen(one: Story, state: State) -> View:
    """The full view of a table."""
    return view(one.layout, state, None, one.names)


def picture(one: Story, number: int, others: Sequence[View], again: bool, last: bool) -> str:
    """The table after some moves; differences to `others` are framed. `again`: the scenario has ended before."""
    words = one.pictures[number].words
    now = seen(one, one.pictures[number].state)
    table = one.layout.table
    head = "nothing more happens" if again else words or "before the move"
    lines = [
        f'<div class="table{" again" if again else ""}"><p class="did"><b>{escape(head)}</b></p><div class="seats">'
    ]
    for seat, name in enumerate(one.names):
        badges = "".join(f'<span class="turn">{escape(x)}</span>' for x in waiting(now, name))
        places = [p for p in now.places if p.seat == seat]
        classes = "seat" + (" here" if badges else "")
        classes += " differs" if any(waiting(x, name) != waiting(now, name) for x in others) else ""
        held = "".join(cards_of(table, p, [same_place(x, p) for x in others]) for p in places)
        gone = "" if seat in now.in_play else '<span class="count">takes no part</span>'
        lines.append(f'<div class="{classes}"><div><b>{escape(name)}</b> {badges}{gone}</div><div>{held}</div></div>')
    lines.append("</div>")
    for place in now.places:
        if place.seat < 0:
            shown = cards_of(table, place, [same_place(x, place) for x in others])
            lines.append(f'<div class="pile"><b>{escape(short(place.zone))}</b> {shown}</div>')
    if not now.round_runs:
        lines.append(f"<p>the {'round' if now.match_runs else 'match'} is over</p>")
    if last and one.expected:
        lines.append("<ul>" + "".join(f"<li>{escape(x)}</li>" for x in one.expected) + "</ul>")
    lines.append("</div>")
    return "\n".join(lines)


def waiting(now: View, name: str) -> list[str]:
    """The situations that wait for a player, with their numbers."""
    out = []
    for situation, whom, fields in now.situations:
        if name in whom.split(" + "):
            numbers = [f"{field} {value}" for field, value in fields if value.isdigit() and value != "0"]
            out.append(", ".join([short(situation), *numbers]))
    return out


def same_place(other: View, place: PlaceView) -> PlaceView | None:
    """The same place at another table."""
    return next((p for p in other.places if (p.zone, p.seat) == (place.zone, place.seat)), None)


def cards_of(table: t.Table, place: PlaceView, others: Sequence[PlaceView | None]) -> str:
    """The cards of a place; of a pile the top one and the number. Cards that another table lacks there are marked."""
    declared = next(z for z in table.zones if z.name == place.zone)
    cards = list(place.cards or ())
    if not declared.each_player:
        hidden = declared.visibility == "face down"
        differs = any(o is not None and (o.count, top_of(o)) != (place.count, top_of(place)) for o in others)
        mark = " differs" if differs and not hidden else ""
        top = back() if hidden and cards else face(table.deck, cards[0], mark) if cards else ""
        return f'{top} <span class="count">{place.count} card{"" if place.count == 1 else "s"}</span>'
    if declared.visibility != "seen by its player" and not cards:
        return ""
    missing: Counter[str] = Counter()
    for other in others:
        if other is not None:
            missing |= Counter(cards) - Counter(other.cards or ())
    out = []
    for card in cards[:MOST_CARDS]:
        mark = " differs" if missing[card] > 0 else ""
        missing[card] -= 1
        out.append(face(table.deck, card, mark))
    more = f'<span class="count">and {len(cards) - MOST_CARDS} more</span>' if len(cards) > MOST_CARDS else ""
    return f'<div class="hand">{"".join(out)}{more or ("" if cards else "<span class=count>no cards</span>")}</div>'


def top_of(place: PlaceView) -> str:
    """The card on top of a pile."""
    return place.cards[0] if place.cards else ""


def back() -> str:
    """A card that lies face down."""
    return (
        '<svg class="card" viewBox="0 0 52 72" role="img" aria-label="face down"><rect x="1" y="1" width="50" height="70" rx="6" '
        'style="fill:#55585f"/><rect x="9" y="9" width="34" height="54" rx="4" style="fill:#6b6f76"/></svg>'
    )
