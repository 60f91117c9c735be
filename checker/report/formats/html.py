"""The report as one self-contained HTML page without scripts."""

from __future__ import annotations

from functools import cache
from html import escape

from markdown_it import MarkdownIt

from checker.report.code_pages import pages
from checker.report.details import games_text, suffix, unused_text
from checker.report.formats.common import Outcome, level
from checker.report.formats.matrix import matrix_svg
from checker.report.formats.picture import svg
from checker.report.formats.position import drawn, positions
from checker.report.formats.stories import STYLE, stories, stories_of
from checker.report.verdict import headline, judged_words, numbered
from checker.report.words import at_table
from checker.results import Finding, Place
from checker.witness.scenario import written_rules
from unodsl.model import table as t
from unodsl.resolve import Project
from unodsl.source import Span

MOST_LINES = 40
"""The maximal number of quoted lines of a rule."""

# Nothing may be fetched or run, whatever the ruleset files say.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"

_STYLE = """
:root { color-scheme: light dark; --back: #fff; --text: #1d2026; --soft: #5c6370; --line: #d5d9e0; --box: #f5f6f8;
  --error: #b3261e; --warning: #9a6200; --note: #38618c; --open: #6b4fa0; --mark: #fff1c2; }
@media (prefers-color-scheme: dark) { :root { --back: #16181d; --text: #e4e6eb; --soft: #9aa2b1; --line: #343a45;
  --box: #1f232b; --error: #ff8a80; --warning: #f0b95a; --note: #8ab8ec; --open: #c0a6f5; --mark: #4a3d12; } }
body { background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 70rem;
  padding: 1rem 1.5rem 4rem; }
h1 { font-size: 1.5rem } h2 { font-size: 1.2rem; border-bottom: 1px solid var(--line); margin-top: 2.5rem }
h3 { font-size: 1.05rem; margin: 0 0 .3rem } h4 { margin: 0 0 .5rem }
a { color: var(--note) } code, pre, .source { font: 13px/1.45 ui-monospace, monospace }
pre, .source { background: var(--box); border: 1px solid var(--line); border-radius: 4px; overflow-x: auto; padding: .5rem .8rem }
pre { white-space: pre } .soft { color: var(--soft) }
.counts { display: flex; flex-wrap: wrap; gap: 1rem; padding: 0 } .counts li { list-style: none; background: var(--box);
  border: 1px solid var(--line); border-radius: 6px; padding: .4rem .9rem } .counts b { font-size: 1.3rem; display: block }
.finding { border: 1px solid var(--line); border-left-width: 5px; border-radius: 4px; margin: 1rem 0; padding: .8rem 1rem }
.error { border-left-color: var(--error) } .warning { border-left-color: var(--warning) }
.note { border-left-color: var(--note) } .open { border-left-color: var(--open) } .quiet { opacity: .75 }
.kind { border: 1px solid currentColor; border-radius: 9px; font-size: .8rem; padding: 0 .5rem }
.source table { border-collapse: collapse } .source td { padding: 0 .6rem 0 0; white-space: pre }
.source td:first-child { color: var(--soft); text-align: right; user-select: none } .source tr.at td { background: var(--mark) }
.table { background: var(--box); border: 1px solid var(--line); border-radius: 6px; margin: .6rem 0; padding: .7rem .9rem }
.seats { display: flex; flex-wrap: wrap; gap: .7rem } .seat { border: 1px solid var(--line); border-radius: 6px; padding: .4rem .6rem }
.seat.here { border-color: var(--note); box-shadow: 0 0 0 1px var(--note) } .turn { background: var(--note); border-radius: 8px;
  color: var(--back); font-size: .75rem; padding: 0 .5rem } .any { color: var(--soft); font-style: italic }
.pile, .lines { display: flex; gap: .7rem; margin-top: .5rem } .lines ul { margin: 0; padding-left: 1.1rem } .lines b { min-width: 4.5rem }
.graph { border: 1px solid var(--line); border-radius: 4px; overflow: auto; max-height: 80vh }
svg text { fill: var(--text); font: 11px ui-monospace, monospace; text-anchor: middle } svg rect { fill: var(--box); stroke: var(--soft) }
svg .event rect { fill: var(--back) } svg .marked rect { stroke: var(--error); stroke-width: 2.5 }
svg path { fill: none; stroke: var(--soft); stroke-opacity: .6 } svg .back { stroke-dasharray: 4 3 } svg .tip { fill: var(--soft) }
"""


def html(outcome: Outcome) -> str:
    """The whole page."""
    report = outcome.report
    table, project = outcome.table(), outcome.project()
    rules = written_rules(table)
    counting = [f for f in report.findings if f.counts]
    quiet = [f for f in report.findings if not f.counts]
    marked = frozenset(r for f in counting if f.evidence != "bounded" for r in f.rules)
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>unodsl check: {escape(table.title)}</title><style>{_STYLE}{STYLE}</style></head><body>",
        f"<h1>{escape(table.title)}: what the check found</h1>",
        f'<p class="soft">{escape(", ".join(outcome.files))}{escape(on(table))}</p>',
        f"<p><b>{escape(headline(report))}</b></p>",
        counts(outcome),
        *(f'<p class="soft">{escape(line)}</p>' for line in judged_words(report)),
    ]
    if report.stopped or report.cut_short:
        why = "the check was stopped" if report.stopped else "the budget ran out"
        parts.append(f"<p><b>{why}:</b> what was not asked is open</p>")
    parts.append("<h2>Findings</h2>")
    names = {id(f): name for name, f in numbered(report).items()}
    parts += [section(project, table, rules, f, names[id(f)]) for f in counting] or ["<p>none</p>"]
    if quiet:
        parts.append("<h2>Known, and meant</h2>")
        parts += [section(project, table, rules, f, names[id(f)]) for f in quiet]
    if report.unused:
        parts.append("<h2>Suppressions that suppress nothing</h2>")
        parts += [f"<pre>{escape(unused_text(u))}</pre>" for u in report.unused]
    if report.proofs:
        parts.append("<h2>How questions were closed</h2><ul>")
        parts += [
            f"<li><b>{escape(p.code)}</b> {ticked(p.about)}: {HOW[p.how]}{ticked(p.words)}</li>" for p in report.proofs
        ]
        parts.append("</ul>")
    if report.combinations is not None:
        parts.append("<h2>Which options go together</h2>")
        parts.append(f'<div class="graph">{matrix_svg(report.combinations.matrix)}</div>')
        if len({c.one for c in report.combinations.pages}) > 1:
            parts.append("<h2>Which ruleset files go together</h2>")
            parts.append(f'<div class="graph">{matrix_svg(report.combinations.pages, "pages")}</div>')
        parts += [f"<p>{escape(line)}</p>" for line in games_text(report.combinations)]
    picture = svg(table, marked)
    if picture:
        parts.append("<h2>Which events set off which rules</h2>")
        parts.append(
            '<p class="soft">round: an event; square: a rule; dashed: an arrow that leads back; framed: a rule of a finding</p>'
        )
        parts.append(f'<div class="graph">{picture}</div>')
    parts += helps({f.code for f in report.findings})
    parts.append("</body></html>")
    return "\n".join(parts) + "\n"


def on(table: t.Table) -> str:
    """The options that are on, as the end of a line."""
    names = [o.name for o in table.options if o.on]
    return f" - with {', '.join(names)}" if names else ""


HOW = {"proved": "proved, ", "seen": "", "uncertified": "", "undecided": "undecided, "}
"""The words before the reason of a proof."""


def counts(outcome: Outcome) -> str:
    """The counts of questions and tables."""
    report = outcome.report
    rows = (
        (report.clean_proved, "questions clean (proved)"),
        (report.seen_in_play, "seen in play"),
        (report.closed_uncertified, "without a certificate"),
        (report.undecided, "undecided, not reported"),
        (report.found_witnessed, "found"),
        (report.open_exhaustive, "checked on every state of small decks"),
        (report.open_sampled, "open"),
        (report.tables, "table" if report.tables == 1 else "tables"),
    )
    return '<ul class="counts">' + "".join(f"<li><b>{n}</b>{label}</li>" for n, label in rows) + "</ul>"


def section(project: Project, table: t.Table, rules: dict[str, t.Rule], finding: Finding, name: str) -> str:
    """One finding, with an id of its own, its rules, scenarios, and fixes."""
    kind = level(finding)
    css = f"finding {kind}" + ("" if finding.counts else " quiet")
    out = [
        f'<section class="{css}">',
        f'<h3><span class="kind">{kind}</span> <a href="#{escape(finding.code)}">{escape(finding.code)} '
        f"{escape(finding.name)}</a></h3>",
        f"<p>{ticked(finding.message)}</p>",
    ]
    if finding.suppressed is not None:
        out.append(f"<p><b>allowed:</b> {escape(finding.suppressed)}</p>")
    if finding.known:
        out.append("<p><b>in the baseline</b></p>")
    out += [f"<p>{ticked(d)}</p>" for d in finding.details]
    out.append(f"<p>{escape(at_table(finding))}</p>")
    out.append(f'<p class="soft">evidence: {finding.evidence} - {escape(finding.basis)}</p>')
    if finding.witness is not None:
        found = stories_of(project, finding.witness)
        out += [stories(found, name)] if found else [drawn(table.deck, x) for x in positions(table, finding.witness)]
    out += [quoted(p, rules, finding) for p in finding.places]
    if finding.witness is not None:
        out.append(f"<details><summary>the scenario as text</summary><pre>{escape(finding.witness)}</pre></details>")
    for fix in finding.fixes:
        where = f"{fix.path}:{fix.line}"
        out.append(
            f"<p><b>help:</b> {ticked(fix.description)}<br><code>{escape(where)}</code>: add below it "
            f"<code>{escape(fix.text.strip())}</code>{suffix(fix)}</p>"
        )
    out.append("</section>")
    return "\n".join(out)


def quoted(place: Place, rules: dict[str, t.Rule], finding: Finding) -> str:
    """A place with the text of its rule."""
    span = place.span
    around = [rules[r].info.span for r in finding.rules if r in rules]
    whole = next((x for x in around if x.source.key == span.source.key and x.start <= span.start < x.end), span)
    rows = []
    first, last = whole.line, last_line(whole)
    for number in range(first, min(last, first + MOST_LINES - 1) + 1):
        css = ' class="at"' if span.line <= number <= last_line(span) else ""
        rows.append(f"<tr{css}><td>{number}</td><td>{escape(span.source.line_text(number))}</td></tr>")
    if last - first >= MOST_LINES:
        rows.append("<tr><td></td><td>...</td></tr>")
    return (
        f"<p><code>{escape(str(span))}</code> {escape(place.label)}</p>"
        f'<div class="source"><table>{"".join(rows)}</table></div>'
    )


def last_line(span: Span) -> int:
    """The last non-blank line of a span."""
    return span.line + span.text.rstrip().count("\n")


def ticked(text: str) -> str:
    """Text in backticks as code."""
    parts = escape(text).split("`")
    if len(parts) % 2 == 0:
        return escape(text)
    return "".join(f"<code>{p}</code>" if i % 2 else p for i, p in enumerate(parts))


def helps(codes: set[str]) -> list[str]:
    """The pages of the codes that were found."""
    out = []
    for page in pages():
        if page.code in codes:
            out.append(
                f'<details id="{page.code}"><summary>{page.code} {escape(page.name)}: {escape(page.summary)}</summary>'
                f"{rendered(page.text, codes)}</details>"
            )
    return ["<h2>What the codes mean</h2>", *out] if out else []


def rendered(text: str, here: set[str]) -> str:
    """A page of a code as HTML. Links lead to codes in `here`, on the same page; others are removed."""
    markdown = _markdown()
    tokens = markdown.parse(text)
    for token in (x for block in tokens for x in block.children or [] if x.type == "link_open"):
        target = str(token.attrGet("href") or "").removesuffix(".md")
        token.attrs = {"href": f"#{target}"} if target in here else {}
    return str(markdown.renderer.render(tokens, markdown.options, {}))


@cache
def _markdown() -> MarkdownIt:
    # `html` off: tags in a page are text.
    return MarkdownIt("commonmark", {"html": False})
