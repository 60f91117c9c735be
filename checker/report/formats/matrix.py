"""The compatibility matrix of options, as text and as SVG."""

from __future__ import annotations

from html import escape

from checker.results import Cell, CellVerdict

SIGNS: dict[CellVerdict, tuple[str, str]] = {
    "clash": ("x", "they clash"),
    "brought": ("b", "they clash through an option that one of them brings"),
    "note": ("n", "a note"),
    "open": ("?", "an open question"),
    "allowed": ("a", "they clash, and a rule allows it"),
    "none_found": ("o", "none found, but not proved"),
    "clean": (".", "by analysis, no two of their rules clash, and none meet in one move"),
    "apart": ("-", "cannot be on together"),
    "needed": ("+", "one brings the other"),
    "unasked": (" ", "not checked"),
}
"""The sign and the meaning of each verdict."""

SIDE, LETTER = 15, 6.6
"""Sizes in pixels: of a cell, and the width of a letter."""

_COLORS: dict[CellVerdict, str] = {
    "clash": "#d6453d",
    "brought": "#ef9a9a",
    "note": "#6f9bd1",
    "open": "#b39ddb",
    "allowed": "#ffcc80",
    "none_found": "#dcedc8",
    "clean": "#a5d6a7",
    "apart": "#9e9e9e",
    "needed": "#fff176",
    "unasked": "#eceff1",
}


def names_of(matrix: tuple[Cell, ...]) -> list[str]:
    """The options, in order."""
    return list(dict.fromkeys(c.one for c in matrix))


def matrix_text(matrix: tuple[Cell, ...], title: str) -> str:
    """A row for each option or file, with a sign for each earlier one and one for itself; "" for an empty matrix."""
    names = names_of(matrix)
    if not names:
        return ""
    known = {(c.one, c.other): c.verdict for c in matrix}
    wide = max(len(n) for n in names)
    rows = []
    for number, name in enumerate(names):
        signs = "".join(SIGNS[known[other, name]][0] for other in names[: number + 1])
        rows.append(f"{number + 1:3} {name:{wide}} {signs}")
    return "\n".join([title, *rows])


def legend() -> str:
    """The meaning of the signs."""
    return ", ".join(f"`{sign}` {what}" if sign.strip() else f"blank {what}" for sign, what in SIGNS.values())


def matrix_svg(matrix: tuple[Cell, ...], labels: str = "options") -> str:
    """The matrix as a self-contained SVG; each cell has a tooltip."""
    names = names_of(matrix)
    if not names:
        return ""
    left = max(len(n) for n in names) * LETTER + 12
    size = left + SIDE * len(names) + 12
    high = SIDE * len(names) + 12 + SIDE * (len(SIGNS) + 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size:.0f}" height="{high:.0f}" viewBox="0 0 {size:.0f} {high:.0f}" '
        f'role="img" aria-label="which {labels} go together" font-family="ui-monospace, monospace" font-size="11">'
    ]
    place = {n: i for i, n in enumerate(names)}
    for name, row in place.items():
        parts.append(f'<text x="{left - 6:.0f}" y="{SIDE * row + 17}" style="text-anchor: end">{escape(name)}</text>')
    for cell in matrix:
        x, y = left + SIDE * place[cell.one], SIDE * place[cell.other] + 6
        about = cell.one if cell.one == cell.other else f"{cell.one} and {cell.other}"
        title = f"{about}: {SIGNS[cell.verdict][1]}" + (f" ({', '.join(cell.codes)})" if cell.codes else "")
        parts.append(
            f'<rect x="{x:.1f}" y="{y}" width="{SIDE - 2}" height="{SIDE - 2}" style="fill: {_COLORS[cell.verdict]}; stroke: none">'
            f"<title>{escape(title)}</title></rect>"
        )
    for number, (verdict, (_, what)) in enumerate(SIGNS.items()):
        y = SIDE * (len(names) + 1 + number)
        parts.append(
            f'<rect x="{left:.1f}" y="{y}" width="{SIDE - 2}" height="{SIDE - 2}" style="fill: {_COLORS[verdict]}; stroke: none"/>'
            f'<text x="{left + SIDE + 4:.1f}" y="{y + 11}" style="text-anchor: start">{escape(what)}</text>'
        )
    return "\n".join([*parts, "</svg>"])
