"""Converts the results of the other modules to protocol types."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls import uris

from unodsl.diagnostics import Diagnostic
from unodsl.lsp import outline
from unodsl.lsp.actions import Lens
from unodsl.lsp.completion import Offer
from unodsl.lsp.positions import Positions
from unodsl.lsp.problems import Problem
from unodsl.lsp.signatures import Signature
from unodsl.lsp.workspace import View, Workspace

SOURCE = "unodsl"
"""`source` of diagnostics for syntax and names."""

CHECKER = "unodsl check"
"""`source` of diagnostics for findings of the checker."""


def uri_of(path: Path) -> str:
    """Returns the URI of a file."""
    return uris.from_fs_path(str(path)) or path.as_uri()


def range_of(view: View, start: int, end: int) -> lsp.Range:
    """Converts a range of offsets to a protocol range."""
    return lsp.Range(lsp.Position(*view.positions.at(start)), lsp.Position(*view.positions.at(end)))


def offset_of(view: View, position: lsp.Position) -> int:
    """Converts a protocol position to an offset."""
    return view.positions.offset(position.line, position.character)


SYMBOLS = {
    "game": lsp.SymbolKind.Module,
    "option": lsp.SymbolKind.Class,
    "rule": lsp.SymbolKind.Function,
    "zone": lsp.SymbolKind.Struct,
    "variable": lsp.SymbolKind.Variable,
    "situation": lsp.SymbolKind.Event,
    "field": lsp.SymbolKind.Field,
    "act": lsp.SymbolKind.Method,
    "parameter": lsp.SymbolKind.Constant,
    "attribute": lsp.SymbolKind.Enum,
    "scenario": lsp.SymbolKind.Event,
}


def document_symbol(view: View, symbol: outline.Symbol) -> lsp.DocumentSymbol:
    """Converts a document symbol."""
    return lsp.DocumentSymbol(
        name=symbol.name or "?",
        kind=SYMBOLS[symbol.kind],
        range=range_of(view, min(symbol.start, symbol.name_start), max(symbol.end, symbol.name_end)),
        selection_range=range_of(view, symbol.name_start, symbol.name_end),
        detail=symbol.detail or None,
        children=[document_symbol(view, x) for x in symbol.children],
    )


def encoded(view: View) -> Iterator[int]:
    """Yields semantic tokens in the relative encoding of the protocol, five numbers each."""
    line = character = 0
    for start, end, kind, declares in outline.tokens(view):
        at, first = view.positions.at(start)
        _, last = view.positions.at(end)
        yield from (at - line, first - (character if at == line else 0), last - first)
        yield from (outline.TOKEN_TYPES.index(kind), int(declares))
        line, character = at, first


SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "note": lsp.DiagnosticSeverity.Information,
}

COMPLETIONS = {
    "keyword": lsp.CompletionItemKind.Keyword,
    "option": lsp.CompletionItemKind.Class,
    "rule": lsp.CompletionItemKind.Function,
    "game": lsp.CompletionItemKind.Module,
    "file": lsp.CompletionItemKind.File,
    "zone": lsp.CompletionItemKind.Struct,
    "variable": lsp.CompletionItemKind.Variable,
    "situation": lsp.CompletionItemKind.Event,
    "event": lsp.CompletionItemKind.Event,
    "field": lsp.CompletionItemKind.Field,
    "act": lsp.CompletionItemKind.Method,
    "parameter": lsp.CompletionItemKind.Constant,
    "attribute": lsp.CompletionItemKind.Enum,
    "value": lsp.CompletionItemKind.EnumMember,
    "definition": lsp.CompletionItemKind.Property,
}


def diagnostic(view: View, problem: Problem) -> lsp.Diagnostic:
    """Converts a problem of a text."""
    message = problem.message if problem.help is None else f"{problem.message}\nhelp: {problem.help}"
    where = range_of(view, problem.start, problem.end)
    return lsp.Diagnostic(where, message, lsp.DiagnosticSeverity.Error, problem.code, source=SOURCE)


def plain_diagnostic(problem: Diagnostic) -> lsp.Diagnostic:
    """Converts a problem of a file without rules."""
    message = problem.message if problem.hint is None else f"{problem.message}\nhelp: {problem.hint}"
    where = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 1))
    if problem.span is not None:
        positions = Positions(problem.span.source.text)
        start, end = positions.at(problem.span.start), positions.at(problem.span.end)
        where = lsp.Range(lsp.Position(*start), lsp.Position(*end))
    return lsp.Diagnostic(where, message, lsp.DiagnosticSeverity.Error, problem.code, source=SOURCE)


def finding(workspace: Workspace, view: View, found: dict[str, Any], place: dict[str, Any]) -> lsp.Diagnostic:
    """Converts a finding at one of its locations. The others become related information."""
    lines = [found["message"], *(f"{side['label']}: {'; '.join(side['facts'])}" for side in found["sides"])]
    related = []
    for other in found["places"]:
        if other != place:
            at = workspace.view(Path(other["path"]))
            where = lsp.Location(uri_of(at.path), range_of(at, other["start"], other["end"]))
            related.append(lsp.DiagnosticRelatedInformation(where, other["label"] or "the other rule"))
    return lsp.Diagnostic(
        range_of(view, place["start"], place["end"]),
        "\n".join(lines),
        SEVERITIES[found["severity"]],
        found["code"],
        source=CHECKER,
        related_information=related,
    )


def completion_item(view: View, offer: Offer, offset: int) -> lsp.CompletionItem:
    """Converts a completion."""
    typed = view.text[offer.start : offset]
    return lsp.CompletionItem(
        offer.text,
        kind=COMPLETIONS.get(offer.kind, lsp.CompletionItemKind.Text),
        detail=offer.detail or None,
        sort_text=f"{offer.rank}{offer.text}",
        # words before the cursor are part of the name, independent of the blanks between them
        filter_text=typed[: len(typed) - len(typed.lstrip())] + offer.text,
        text_edit=lsp.TextEdit(range_of(view, offer.start, offset), offer.text),
    )


def code_lens(view: View, lens: Lens) -> lsp.CodeLens:
    """Converts a code lens."""
    command = lsp.Command(lens.title, lens.command, arguments=[uri_of(view.path), lens.argument])
    return lsp.CodeLens(range_of(view, lens.start, lens.end), command)


def signature_help(found: Signature) -> lsp.SignatureHelp:
    """Converts signature help, with the active parameter."""
    parts = [lsp.ParameterInformation(label, documentation=words) for label, words in found.parts]
    return lsp.SignatureHelp([lsp.SignatureInformation(found.label, parameters=parts)], 0, found.active)
