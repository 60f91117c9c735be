"""The sheet of a table as Markdown, and as HTML that prints on a page or two."""

from __future__ import annotations

from html import escape

from checker.report.formats.position import drawn, positions
from unodsl.commands.sheet_content import Sheet, grouped
from unodsl.model import table as t

_STYLE = """
:root { color-scheme: light; --line: #c9ced6; --box: #f6f7f9; --soft: #5c6370; --note: #38618c; --back: #fff }
* { box-sizing: border-box } body { font: 11pt/1.4 system-ui, sans-serif; margin: 0 auto; max-width: 46rem; padding: 1rem; color: #1d2026 }
h1 { font-size: 1.6rem; margin: 0 } h2 { border-bottom: 2px solid var(--line); font-size: 1.15rem; margin: 1.2rem 0 .5rem }
h3 { font-size: 1rem; margin: .8rem 0 .2rem } .soft { color: var(--soft) } .rule { break-inside: avoid; margin: .2rem 0 .4rem }
.rule pre { font: inherit; font-size: .88rem; margin: .1rem 0 .1rem .8rem; white-space: pre-wrap } .house { break-inside: avoid-page }
.meet { border-left: 4px solid #b3261e; padding-left: .6rem } table { border-collapse: collapse } td { padding: .1rem .8rem .1rem 0; vertical-align: top }
.table { background: var(--box); border: 1px solid var(--line); border-radius: 6px; break-inside: avoid; font-size: .82rem; margin: .4rem 0; padding: .4rem .6rem }
.table h4 { margin: 0 0 .3rem } .seats { display: flex; flex-wrap: wrap; gap: .5rem } .seat { border: 1px solid var(--line); border-radius: 6px; padding: .2rem .4rem }
.seat.here { border-color: var(--note) } .turn { background: var(--note); border-radius: 8px; color: #fff; font-size: .7rem; padding: 0 .4rem }
.any { color: var(--soft); font-style: italic } .pile, .lines { display: flex; gap: .6rem; margin-top: .3rem } .lines ul { margin: 0; padding-left: 1rem } .lines b { min-width: 4rem }
.card { align-items: center; background: #6b6f76; border: 1.5px solid #fff; border-radius: 5px; box-shadow: 0 0 2px #0008; color: #fff; display: inline-flex;
  font-size: .6rem; font-weight: 600; height: 2.7rem; justify-content: center; line-height: 1.05; margin: .1rem .15rem .1rem 0; overflow: hidden; overflow-wrap: anywhere;
  padding: .1rem; print-color-adjust: exact; -webkit-print-color-adjust: exact; text-align: center; width: 2rem }
@page { margin: 14mm }
"""


def markdown(sheet: Sheet) -> str:
    """The sheet as Markdown."""
    lines = [f"# {sheet.title}", "", sheet.table, ""]
    if sheet.house:
        lines += ["## House rules", ""]
    for house in sheet.house:
        lines += [f"### {house.title or house.name}", ""]
        for rule in house.rules:
            head, *rest = rule.lines
            lines.append(f"- {'**' + rule.title + '.** ' if rule.title else ''}{head}")
            lines += [f"  {'  ' * ((len(x) - len(x.lstrip())) // 2 - 1)}- {x.strip()}" for x in rest]
        lines.append("")
        if house.example is not None:
            title, text = house.example
            lines += [f"For example: {title}", "", "```uno", text, "```", ""]
    if sheet.house:
        lines += ["## Where rules meet", ""]
        lines += [f"- {x}" for x in sheet.meet] or ["No two of them contradict each other, as far as the check found."]
        lines += ["", f"({sheet.sure})", ""]
    lines += ["## What counts", ""]
    lines += [f"- {title or name}: {value}" for name, title, value in sheet.parameters]
    for name, values in sheet.values:
        lines += [f"- {name}: " + "; ".join(f"{', '.join(grouped(cards))} {value}" for value, cards in values)]
    if sheet.game:
        lines += ["", "## The game itself", ""]
        lines += [f"- {x}" for x in sheet.game]
    return "\n".join(lines).rstrip() + "\n"


def html(sheet: Sheet, table: t.Table) -> str:
    """The sheet as a page of its own."""
    parts = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        f"<title>{escape(sheet.title)}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{escape(sheet.title)}</h1>",
        f'<p class="soft">{escape(sheet.table)}</p>',
    ]
    if sheet.house:
        parts.append("<h2>House rules</h2>")
    for house in sheet.house:
        parts.append(f'<section class="house"><h3>{escape(house.title or house.name)}</h3>')
        for rule in house.rules:
            head, *rest = rule.lines
            title = f"<b>{escape(rule.title)}.</b> " if rule.title else ""
            below = f"<pre>{escape(chr(10).join(rest))}</pre>" if rest else ""
            parts.append(f'<div class="rule">{title}{escape(head)}{below}</div>')
        if house.example is not None:
            parts += [drawn(table.deck, shown) for shown in positions(table, house.example[1])]
        parts.append("</section>")
    if sheet.house:
        parts.append("<h2>Where rules meet</h2>")
        parts += [f'<p class="meet">{escape(x)}</p>' for x in sheet.meet]
        parts += [] if sheet.meet else ["<p>No two of them contradict each other, as far as the check found.</p>"]
        parts.append(f'<p class="soft">{escape(sheet.sure)}</p>')
    parts.append("<h2>What counts</h2><table>")
    parts += [f"<tr><td>{escape(t_ or n)}</td><td>{escape(v)}</td></tr>" for n, t_, v in sheet.parameters]
    for name, values in sheet.values:
        parts += [
            f"<tr><td>{escape(name)} {value}</td><td>{escape(', '.join(grouped(cards)))}</td></tr>"
            for value, cards in values
        ]
    parts.append("</table>")
    if sheet.game:
        parts.append("<h2>The game itself</h2><ul>" + "".join(f"<li>{escape(x)}</li>" for x in sheet.game) + "</ul>")
    return "\n".join([*parts, "</body></html>"]) + "\n"
