"""The trigger graph as SVG: events, the rules that they trigger, and the events that those cause, from left to right."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

import networkx as nx

from checker.effects.names import event_text
from checker.effects.trigger_graph import Node, trigger_graph
from unodsl.model import table as t

LETTER, HEIGHT, GAP, AISLE, EDGE = 6.6, 24, 10, 70, 12
"""Sizes in pixels: the width of a letter, the height of a box, the gaps between boxes and between columns, and the
margin."""

SWEEPS = 4
"""The number of passes that order the columns."""


@dataclass(frozen=True, slots=True)
class Box:
    """A drawn node; `x` and `y` are its upper left corner."""

    x: float
    y: float
    width: float
    label: str


def svg(table: t.Table, marked: frozenset[str]) -> str:
    """The graph as a self-contained SVG. `marked`: names of rules to highlight. "" if there are no triggers."""
    graph = trigger_graph(table)
    if not graph:
        return ""
    boxes = placed(table, graph)
    wide = max(b.x + b.width for b in boxes.values()) + EDGE
    high = max(b.y for b in boxes.values()) + HEIGHT + EDGE
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.0f}" height="{high:.0f}" '
        f'viewBox="0 0 {wide:.0f} {high:.0f}" role="img" aria-label="events, and the rules that they set off">'
    ]
    lines += [line(boxes[a], boxes[b]) for a, b in sorted(graph.edges, key=repr)]
    for node in sorted(boxes, key=repr):
        lines.append(drawn(boxes[node], node[0], boxes[node].label in marked))
    lines.append("</svg>")
    return "\n".join(lines)


def placed(table: t.Table, graph: nx.DiGraph) -> dict[Node, Box]:
    """The positions of the nodes: columns such that as many arrows as possible lead to the right."""
    labels: dict[Node, str] = {}
    for node in graph.nodes:
        kind, what = node
        labels[node] = table.triggers[what].info.name if kind == "rule" else event_text(table, what)
    columns = ordered(graph, {n: labels[n] for n in graph.nodes})
    tall = max(len(c) for c in columns) * (HEIGHT + GAP)
    out: dict[Node, Box] = {}
    x = float(EDGE)
    for column in columns:
        width = max(len(labels[n]) for n in column) * LETTER + 16
        y = EDGE + (tall - len(column) * (HEIGHT + GAP)) / 2
        for node in column:
            out[node] = Box(x, y, width, labels[node])
            y += HEIGHT + GAP
        x += width + AISLE
    return out


def ordered(graph: nx.DiGraph, labels: dict[Node, str]) -> list[list[Node]]:
    """The columns, with the nodes of each from top to bottom."""
    forward: nx.DiGraph = nx.DiGraph()
    forward.add_nodes_from(sorted(graph.nodes, key=lambda n: labels[n]))
    for a, b in sorted(graph.edges, key=lambda e: (labels[e[0]], labels[e[1]])):
        # An arrow that closes a cycle is drawn, but does not affect the columns.
        if a != b and not nx.has_path(forward, b, a):
            forward.add_edge(a, b)
    columns = [sorted(c, key=lambda n: labels[n]) for c in nx.topological_generations(forward)]
    for sweep in range(SWEEPS):
        place = {n: i / len(c) for c in columns for i, n in enumerate(c)}
        near = forward.predecessors if sweep % 2 == 0 else forward.successors
        middle = {}
        for node in place:
            found = [place[m] for m in near(node)]
            middle[node] = sum(found) / len(found) if found else place[node]
        columns = [sorted(c, key=lambda n: (middle[n], labels[n])) for c in columns]
    return columns


def line(a: Box, b: Box) -> str:
    """An arrow; dashed if it leads back."""
    x1, y1, x2, y2 = a.x + a.width, a.y + HEIGHT / 2, b.x, b.y + HEIGHT / 2
    back = x2 <= x1
    bend = AISLE / 2 if not back else AISLE
    kind = "back" if back else "on"
    path = f"M{x1:.1f} {y1:.1f} C{x1 + bend:.1f} {y1:.1f} {x2 - bend:.1f} {y2:.1f} {x2:.1f} {y2:.1f}"
    return f'<path class="{kind}" d="{path}"/><circle class="tip" cx="{x2:.1f}" cy="{y2:.1f}" r="2.5"/>'


def drawn(box: Box, kind: object, marked: bool) -> str:
    """A node with its name; events are round."""
    round_ = HEIGHT / 2 if kind == "event" else 3
    css = ("event" if kind == "event" else "rule") + (" marked" if marked else "")
    text = escape(box.label)
    return (
        f'<g class="{css}"><title>{text}</title>'
        f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{HEIGHT}" rx="{round_}"/>'
        f'<text x="{box.x + box.width / 2:.1f}" y="{box.y + HEIGHT / 2 + 4:.1f}">{text}</text></g>'
    )
