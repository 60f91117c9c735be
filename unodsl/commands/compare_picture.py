"""The chart of `unodsl compare` (requires the extra `plot`)."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from textwrap import shorten, wrap
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from unodsl.api.comparing import CONFIDENCE, Comparison, Estimate, Measure
from unodsl.commands.compare_words import by_significance, number
from unodsl.files import write_whole

A_COLOR, B_COLOR = "#5b6b7b", "#d1495b"
"""Colors of the two sides, distinguishable with color blindness and in grayscale."""

_INK, _FAINT = "#22282f", "#c9d0d6"
_RULES = 8
"""Maximum number of rules that are drawn."""

_DRAWN = (
    ("moves in a match", "moves in a match"),
    ("rounds in a match", "rounds in a match"),
    ("moves in a round", "moves in a round"),
    ("cards taken up in a round", "cards taken up\nin a round"),
    ("changes of the lead in a round", "changes of the\nlead in a round"),
)
_STYLE: Any = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "text.color": _INK,
    "axes.labelcolor": _INK,
    "xtick.color": _INK,
    "ytick.color": _INK,
    # titles come from ruleset files and must not be parsed as math
    "text.parse_math": False,
    "text.usetex": False,
    "svg.fonttype": "path",
    # make SVG output deterministic
    "svg.hashsalt": "unodsl",
}


def draw(found: Comparison, heading: str, path: Path) -> None:
    """Writes a comparison chart atomically as PNG or SVG, depending on the file extension. Raises `OSError`."""
    with mpl.rc_context(_STYLE), warnings.catch_warnings():
        # glyphs that the font lacks are drawn as boxes
        warnings.filterwarnings("ignore", "Glyph .* missing from")
        figure = picture(found, heading)
        out = BytesIO()
        kind = path.suffix.lower().removeprefix(".")
        figure.savefig(out, format=kind, dpi=160, metadata={"Date": None} if kind == "svg" else {"Software": "unodsl"})
    write_whole(path, out.getvalue())


def picture(found: Comparison, heading: str) -> Figure:
    """Builds the figure: match length and activity, win shares, rules."""
    lines = wrap(heading, 62)[:2]
    figure = Figure(figsize=(11, 7.4), facecolor="white")
    figure.text(0.04, 0.965, "\n".join(lines), fontsize=17, fontweight="bold", va="top", linespacing=1.15)
    under = 0.915 - 0.045 * (len(lines) - 1)
    for i, (name, side, color) in enumerate((("A", found.a, A_COLOR), ("B", found.b, B_COLOR))):
        y = under - 0.034 * i
        figure.text(0.04, y, name, color=color, fontsize=11, fontweight="bold", va="top")
        figure.text(0.062, y, shorten(side.label, 100, placeholder=" ..."), color=color, fontsize=11, va="top")
    top = under - 0.13
    _lengths(figure.add_axes((0.15, 0.11, 0.30, top - 0.11)), found.measures)
    half = (top - 0.11) / 2
    _wins(figure.add_axes((0.545, 0.11 + half + 0.075, 0.42, half - 0.075)), found)
    _rules(figure.add_axes((0.70, 0.09, 0.15, half - 0.05)), found)
    figure.text(0.545, 0.09 + half - 0.03, "Rules that fire more, or less, in a match", fontsize=12, fontweight="bold")
    figure.text(
        0.04,
        0.03,
        f"{found.games:,} matches on each side, {found.seats} seats, played by bots ({found.bot}); "
        f"thin lines: {CONFIDENCE:.0%} intervals" + _stopped(found),
        fontsize=8.5,
        color=A_COLOR,
    )
    return figure


def _stopped(found: Comparison) -> str:
    counts = [s.most_moves + s.stuck + s.endless + s.lost for s in (found.a, found.b)]
    return f"; not played to their end: A {counts[0]:,}, B {counts[1]:,}" if any(counts) else ""


def _plain(axes: Axes, title: str) -> None:
    axes.set_title(title, loc="left", fontsize=12, fontweight="bold", pad=10)
    for name, spine in axes.spines.items():
        spine.set_visible(name == "left")
        spine.set_color(_FAINT)
    axes.tick_params(length=0)


def _bar(axes: Axes, y: float, estimate: Estimate, scale: float, color: str, text: str) -> None:
    """Draws a bar with its confidence interval, followed by its value."""
    axes.barh(y, estimate.value / scale, height=0.34, color=color)
    axes.plot([estimate.low / scale, estimate.high / scale], [y, y], color=_INK, linewidth=1.1, solid_capstyle="butt")
    axes.text(max(estimate.value, estimate.high) / scale + 0.02, y, text, va="center", fontsize=9, color=color)


def _lengths(axes: Axes, measures: Sequence[Measure]) -> None:
    """Draws the measures, each normalized to its own maximum."""
    by_name = {m.name: m for m in measures}
    _plain(axes, "How long, and how lively")
    for i, (name, _) in enumerate(_DRAWN):
        found = by_name[name]
        assert found.a is not None
        assert found.b is not None
        scale = max(found.a.high, found.b.high) or 1.0
        change = _change(found)
        _bar(axes, i - 0.19, found.a, scale, A_COLOR, number(found.a.value))
        _bar(axes, i + 0.19, found.b, scale, B_COLOR, number(found.b.value) + change)
    axes.set_xlim(0, 1.32)
    axes.set_ylim(len(_DRAWN) - 0.45, -0.55)
    axes.set_xticks([])
    axes.set_yticks(range(len(_DRAWN)), [label for _, label in _DRAWN])


def _change(found: Measure) -> str:
    """Returns the relative change from A to B as text. Empty if the difference is not significant."""
    if found.a is None or found.b is None or found.difference is None or not found.difference.clear:
        return ""
    return f"  ({found.b.value / found.a.value - 1:+.0%})" if found.a.value else ""


def _points(axes: Axes, y: float, estimate: Estimate, color: str, scale: float) -> None:
    """Draws a point with its confidence interval."""
    ends = [estimate.low / scale, estimate.high / scale]
    axes.plot(ends, [y, y], color=color, linewidth=1.4, solid_capstyle="butt")
    axes.plot([estimate.value / scale], [y], "o", color=color, markersize=6)


def _wins(axes: Axes, found: Comparison) -> None:
    """Draws the win share of each seat against the uniform share."""
    _plain(axes, "Who wins")
    fair = 1 / found.seats
    axes.axvline(fair, color=_FAINT, linewidth=1, zorder=0)
    lowest = highest = fair
    for i, m in enumerate(found.wins):
        for estimate, dy, color in ((m.a, -0.16, A_COLOR), (m.b, 0.16, B_COLOR)):
            if estimate is not None:
                _points(axes, i + dy, estimate, color, 1.0)
                lowest, highest = min(lowest, estimate.low), max(highest, estimate.high)
    margin = 0.08 * (highest - lowest)
    axes.set_xlim(max(0.0, lowest - margin), highest + margin)
    axes.set_ylim(found.seats - 0.4, -0.6)
    axes.set_yticks(range(found.seats), [m.name for m in found.wins], fontsize=9 if found.seats > 6 else 10)
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:.0%}")
    axes.text(fair, -0.62, "even", ha="center", va="bottom", fontsize=8, color=A_COLOR)


def _rules(axes: Axes, found: Comparison) -> None:
    """Draws the rules that only one side has, or whose frequency differs significantly, each on its own scale from
    0."""
    clear, _ = by_significance(found)
    shown = clear[:_RULES]
    _plain(axes, "")
    axes.set_xticks([])
    if not shown:
        axes.set_yticks([])
        axes.text(-1.0, 0.9, "none that is clear", fontsize=9)
        axes.spines["left"].set_visible(False)
        return
    for i, m in enumerate(shown):
        there = [(e, c) for e, c in ((m.a, A_COLOR), (m.b, B_COLOR)) if e is not None]
        scale = max(e.high for e, _ in there) or 1.0
        if m.a is not None and m.b is not None:
            axes.plot([m.a.value / scale, m.b.value / scale], [i, i], color=_FAINT, linewidth=2.5, zorder=0)
            text = f"{number(m.a.value)} to {number(m.b.value)}"
        else:
            text = f"{number(there[0][0].value)}, {'B' if m.a is None else 'A'} only"
        for estimate, color in there:
            _points(axes, i, estimate, color, scale)
        axes.text(1.1, i, text, va="center", fontsize=9)
    axes.set_xlim(0, 1.06)
    axes.set_ylim(len(shown) - 0.4, -0.6)
    axes.set_yticks(range(len(shown)), [shorten(m.name, 34, placeholder="...") for m in shown], fontsize=9)
