"""Renders the rule sheet of a table as Markdown, or as printable HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

from checker.report.formats.position import CARD_STYLE, drawn, positions
from unodsl.commands.sheet_content import Sheet, grouped
from unodsl.in_words.deeds import STEP
from unodsl.model import table as t

_STYLE = """
:root { color-scheme: light; --line: #c9ced6; --box: #f6f7f9; --soft: #5c6370; --note: #38618c; --back: #fff }
* { box-sizing: border-box } body { font: 10pt/1.35 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; color: #1d2026 }
h1 { font-size: 1.5rem; margin: 0 } header p { margin: .1rem 0 .6rem } main { columns: 2 21rem; column-gap: 2rem }
h2 { border-bottom: 2px solid var(--line); font-size: 1.1rem; margin: 1rem 0 .4rem; break-after: avoid } h2:first-child { margin-top: 0 }
h3 { font-size: 1rem; margin: .8rem 0 .2rem; break-after: avoid } .soft { color: var(--soft) } .rule { break-inside: avoid; margin: .15rem 0 .35rem }
.rule ul, .game ul { margin: .1rem 0 .1rem; padding-left: 1.1rem } p { margin: .3rem 0 }
.meet { border-left: 4px solid #b3261e; padding-left: .6rem } .settled { border-left: 4px solid var(--note); padding-left: .6rem }
table { border-collapse: collapse } td { padding: .05rem .8rem .05rem 0; vertical-align: top }
.table { background: var(--box); border: 1px solid var(--line); border-radius: 6px; break-inside: avoid; font-size: .92em; margin: .4rem 0; padding: .4rem .6rem }
.table h4 { font-size: 1em; margin: 0 0 .3rem } .seats { display: flex; flex-wrap: wrap; gap: .4rem } .seat { border: 1px solid var(--line); border-radius: 6px; padding: .2rem .4rem }
.seat.here { border-color: var(--note) } .turn { background: var(--note); border-radius: 8px; color: #fff; font-size: .7rem; padding: 0 .4rem;
  print-color-adjust: exact; -webkit-print-color-adjust: exact }
.any { color: var(--soft); font-style: italic } .pile, .lines { display: flex; gap: .6rem; margin-top: .3rem } .lines ul { margin: 0; padding-left: 1rem } .lines b { min-width: 4rem }
.table svg.card { display: inline-block; height: 2.5rem; width: 1.8rem; margin-right: .15rem }
@page { margin: 12mm } @media print { body { font-size: 8.5pt; max-width: none; padding: 0 } main { columns: 2 } }
"""
"""CSS: two columns on wide screens and in print."""


def markdown(sheet: Sheet) -> str:
    """Renders the sheet as Markdown."""
    lines = [f"# {sheet.title}", "", sheet.table, ""]
    if sheet.house:
        lines += ["## House rules", ""]
    for house in sheet.house:
        lines += [f"### {house.title or house.name}", ""]
        for rule in house.rules:
            head, *rest = rule.lines or ("",)
            lines.append(f"- {'**' + rule.title + '.** ' if rule.title else ''}{head}".rstrip())
            lines += [f"{'  ' * deep}- {text}" for deep, text in levels(rest)]
        lines.append("")
        if house.example is not None:
            title, text = house.example
            lines += [f"For example: {title}", "", "```uno", text, "```", ""]
    if sheet.house:
        lines += ["## Where rules meet", ""]
        lines += [f"- {x}" for x in (*sheet.meet, *sheet.settled)]
        lines += [] if sheet.meet or not sheet.checked else [*([""] if sheet.settled else []), NONE_MEET]
        lines += [*([""] if lines[-1] else []), f"({sheet.sure})", ""]
    lines += [f"## {SETTINGS}", ""]
    lines += [f"- {title or name}: {value}" for name, title, value in sheet.parameters]
    for name, values in sheet.values:
        lines += [f"- {name}: " + "; ".join(f"{cards}: {value}" for value, cards in worth(values))]
    if sheet.game:
        lines += ["", "## The game itself", ""]
        lines += [f"- {x}" for x in sheet.game]
    return "\n".join(lines).rstrip() + "\n"


NONE_MEET = "The check found no contradiction between them."

SETTINGS = "Settings and card values"


def levels(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yields the indented lines of a rule with their nesting depth, starting at 1."""
    lines = [x for x in lines if x.startswith(" ")]
    for x in lines:
        yield (len(x) - len(x.lstrip())) // len(STEP), x.strip()


def html(sheet: Sheet, table: t.Table) -> str:
    """Renders the sheet as a standalone HTML page."""
    parts = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        f"<title>{escape(sheet.title)}</title><style>{_STYLE}{CARD_STYLE}</style></head><body>",
        f"<header><h1>{escape(sheet.title)}</h1>",
        f'<p class="soft">{escape(sheet.table)}</p></header><main>',
    ]
    if sheet.house:
        parts.append("<h2>House rules</h2>")
    for house in sheet.house:
        parts.append(f'<section class="house"><h3>{escape(house.title or house.name)}</h3>')
        for rule in house.rules:
            head, *rest = rule.lines or ("",)
            title = f"<b>{escape(rule.title)}.</b> " if rule.title else ""
            parts.append(f'<div class="rule">{title}{marked(head)}{nested(list(levels(rest)))}</div>')
        if house.example is not None:
            parts += [drawn(table.deck, shown) for shown in positions(table, house.example[1])]
        parts.append("</section>")
    if sheet.house:
        parts.append("<h2>Where rules meet</h2>")
        parts += [f'<p class="meet">{marked(x)}</p>' for x in sheet.meet]
        parts += [f'<p class="settled">{marked(x)}</p>' for x in sheet.settled]
        parts += [] if sheet.meet or not sheet.checked else [f"<p>{NONE_MEET}</p>"]
        parts.append(f'<p class="soft">{escape(sheet.sure)}</p>')
    parts.append(f"<h2>{SETTINGS}</h2><table>")
    parts += [f"<tr><td>{escape(t_ or n)}</td><td>{escape(v)}</td></tr>" for n, t_, v in sheet.parameters]
    for name, values in sheet.values:
        parts += [
            f"<tr><td>{escape(name)} {escape(value)}</td><td>{escape(cards)}</td></tr>"
            for value, cards in worth(values)
        ]
    parts.append("</table>")
    if sheet.game:
        items = "".join(f"<li>{escape(x)}</li>" for x in sheet.game)
        parts.append(f'<h2>The game itself</h2><div class="game"><ul>{items}</ul></div>')
    return "\n".join([*parts, "</main></body></html>"]) + "\n"


def worth(values: Sequence[tuple[int, tuple[str, ...]]]) -> Iterator[tuple[str, str]]:
    """Yields rows of card values and card names. Cards whose value equals the number they show are merged into one
    row."""
    shown: list[int] = []
    for value, cards in values:
        names = grouped(cards)
        if str(value) in names:
            shown.append(value)
            names.remove(str(value))
        if names:
            yield str(value), ", ".join(names)
    if shown:
        yield "the number on them", f"{min(shown)} to {max(shown)}" if len(shown) > 1 else str(shown[0])


def marked(text: str) -> str:
    """Converts a line to HTML. Rule names between `_` become italic."""
    return re.sub(r"(?<!\w)_([^_]+)_(?!\w)", r"<i>\1</i>", escape(text))


def nested(lines: list[tuple[int, str]]) -> str:
    """Renders lines with depths as nested HTML lists."""
    out: list[str] = []
    open_ = 0
    for deep, text in lines:
        # an inner list belongs to the item above it
        out += ["<ul>"] * (deep - open_) if deep > open_ else ["</li>", *["</ul></li>"] * (open_ - deep)]
        open_ = deep
        out.append(f"<li>{marked(text)}")
    return "".join(out + ["</li></ul>"] * open_)
