"""The server: requests of an editor to what the other modules know, and their answers in the words of the protocol."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from lsprotocol import types as lsp
from pygls import uris
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from unodsl.lsp import describing, navigation, outline
from unodsl.lsp.navigation import Place, Refused
from unodsl.lsp.problems import Problem, name_problems, scenario_problems, text_problems
from unodsl.lsp.workspace import Outside, View, Workspace, whole
from unodsl.version import __version__

SOURCE = "unodsl"
"""What diagnostics of texts and names are signed with."""

PAUSE = 0.05
"""Seconds without a key after which a text is looked at."""

LONGER_PAUSE = 0.3
"""Seconds after which scenarios are read as well."""

REQUEST_FAILED = -32803

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")
Handler = TypeVar("Handler", bound=Callable[..., object])


class RulesServer(LanguageServer):
    """A server for one editor."""

    def __init__(self) -> None:
        super().__init__(SOURCE, __version__)
        self.files = Workspace()
        self.problems: dict[Path, list[Problem]] = {}
        """What is wrong, by the file that was looked at."""
        self.looking: dict[Path, asyncio.Task[None]] = {}
        self.told: set[Path] = set()
        """Files of which the editor was told that something is wrong."""

    # ----------------------------------------------------------------------------------------------------------- documents

    def path(self, uri: str) -> Path:
        """The file of a URI. Raises an error of the protocol where there is none."""
        path = uris.to_fs_path(uri) if uri.startswith("file:") else None
        if not path or "\0" in path:
            raise JsonRpcInvalidParams(f"`{uri[:80]}` is no file")
        return Path(path)

    def view(self, uri: str) -> View:
        """A file as it is now. Raises an error of the protocol where it is none of the workspace."""
        return self.answered(lambda: self.files.view(self.path(uri)))

    @staticmethod
    def answered(ask: Callable[[], Answer]) -> Answer:
        """An answer, or an error of the protocol."""
        try:
            return ask()
        except Outside as outside:
            raise JsonRpcInvalidParams(str(outside)) from None
        except Refused as refused:
            raise JsonRpcException(str(refused), REQUEST_FAILED) from None

    def changed(self, uri: str) -> None:
        """Take over the text of a document, and look at it after a pause."""
        document = self.workspace.text_documents.get(uri) or self.workspace.get_text_document(uri)
        path = self.path(uri)
        try:
            self.files.open(path, document.source, document.version)
        except Outside as outside:
            self.outside(uri, str(outside), document.version)
            return
        for other in self.files.users(path):
            self.look(other)

    def outside(self, uri: str, why: str, version: int | None) -> None:
        """Say of a document why it is not read."""
        nowhere = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
        found = [lsp.Diagnostic(nowhere, why, severity=lsp.DiagnosticSeverity.Information, source=SOURCE)]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, version))

    # --------------------------------------------------------------------------------------------------------- diagnostics

    def look(self, path: Path) -> None:
        """Find out what is wrong with a file; what was begun before counts no more."""
        running = self.looking.pop(path, None)
        if running is not None:
            running.cancel()
        self.looking[path] = asyncio.get_running_loop().create_task(self.looked(path))

    async def looked(self, path: Path) -> None:
        """Look at a file: its text first, then its names, then its scenarios, with room for requests in between."""
        await asyncio.sleep(PAUSE)
        try:
            view = self.files.view(path)
            found = text_problems(self.files, view)
            self.publish(path, found)
            for steps in (name_problems, scenario_problems):
                if steps is scenario_problems:
                    if not whole(view) or [p for p in found if p not in self.of_scenarios(view, found)]:
                        break
                    await asyncio.sleep(LONGER_PAUSE)
                for some in steps(self.files, view):
                    found = list(dict.fromkeys((*found, *some)))
                    await asyncio.sleep(0)
                self.publish(path, found)
        except Outside:
            return
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("looking at a file failed")

    @staticmethod
    def of_scenarios(view: View, found: list[Problem]) -> list[Problem]:
        """Those problems that lie in scenarios."""
        if view.page is None or not view.page.scenarios:
            return []
        first = view.text.find("\nscenario")
        return [p for p in found if p.path == view.path and p.start > first >= 0]

    def publish(self, path: Path, found: list[Problem]) -> None:
        """Tell the editor what is wrong, of all files together."""
        self.problems[path] = found
        every: dict[Path, dict[Problem, None]] = {}
        for some in self.problems.values():
            for problem in some:
                every.setdefault(problem.path, {})[problem] = None
        for place in {path, *every, *self.told}:
            shown = list(every.get(place, {}))
            if place in self.files.documents or any(place.is_relative_to(r) for r in self.files.roots):
                self.publish_file(place, shown)
        self.told = set(every)

    def publish_file(self, place: Path, found: list[Problem]) -> None:
        """Tell what is wrong with one file."""
        document = self.files.documents.get(place)
        view = self.files.view(place)
        out = [
            lsp.Diagnostic(
                range_of(view, p.start, p.end),
                p.message if p.help is None else f"{p.message}\nhelp: {p.help}",
                severity=lsp.DiagnosticSeverity.Error,
                code=p.code,
                source=SOURCE,
            )
            for p in found
        ]
        version = None if document is None else document.version
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri_of(place), out, version))


def uri_of(path: Path) -> str:
    """The URI of a file."""
    return uris.from_fs_path(str(path)) or path.as_uri()


def range_of(view: View, start: int, end: int) -> lsp.Range:
    """Some characters as the protocol counts them."""
    return lsp.Range(lsp.Position(*view.positions.at(start)), lsp.Position(*view.positions.at(end)))


def offset_of(view: View, position: lsp.Position) -> int:
    """The character at a position."""
    return view.positions.offset(position.line, position.character)


def location(server: RulesServer, place: Place) -> lsp.Location:
    """A place in a file."""
    return lsp.Location(uri_of(place.path), range_of(server.files.view(place.path), place.start, place.end))


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
    """A thing of the outline."""
    return lsp.DocumentSymbol(
        name=symbol.name or "?",
        kind=SYMBOLS[symbol.kind],
        range=range_of(view, min(symbol.start, symbol.name_start), max(symbol.end, symbol.name_end)),
        selection_range=range_of(view, symbol.name_start, symbol.name_end),
        detail=symbol.detail or None,
        children=[document_symbol(view, x) for x in symbol.children],
    )


def encoded(view: View) -> Iterator[int]:
    """Semantic tokens as five numbers each, from the one before."""
    line = character = 0
    for start, end, kind, declares in outline.tokens(view):
        at, first = view.positions.at(start)
        _, last = view.positions.at(end)
        yield from (at - line, first - (character if at == line else 0), last - first)
        yield from (outline.TOKEN_TYPES.index(kind), int(declares))
        line, character = at, first


def make_server() -> RulesServer:
    """A server with all that it can answer."""
    server = RulesServer()

    def feature(name: str, options: object = None) -> Callable[[Handler], Handler]:
        return server.feature(name, options)

    @feature(lsp.INITIALIZE)
    def initialize(ls: RulesServer, params: lsp.InitializeParams) -> None:
        given = [x.uri for x in params.workspace_folders or ()] or ([params.root_uri] if params.root_uri else [])
        roots = [uris.to_fs_path(uri) for uri in given if uri.startswith("file:")]
        ls.files = Workspace([Path(r) for r in roots if r])

    @feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(ls: RulesServer, params: lsp.DidOpenTextDocumentParams) -> None:
        ls.changed(params.text_document.uri)

    @feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(ls: RulesServer, params: lsp.DidChangeTextDocumentParams) -> None:
        ls.changed(params.text_document.uri)

    @feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    @feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def saved(ls: RulesServer, params: object) -> None:
        ls.files.touch()
        for path in ls.files.documents:
            ls.look(path)

    @feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(ls: RulesServer, params: lsp.DidCloseTextDocumentParams) -> None:
        path = ls.path(params.text_document.uri)
        place = path.resolve()
        running = ls.looking.pop(place, None)
        if running is not None:
            running.cancel()
        if place in ls.files.documents:
            ls.publish(place, [])
            ls.problems.pop(place, None)
        ls.files.close(path)
        for other in ls.files.documents:
            ls.look(other)

    @feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(ls: RulesServer, params: lsp.HoverParams) -> lsp.Hover | None:
        view = ls.view(params.text_document.uri)
        found = ls.answered(lambda: describing.hover(ls.files, view.path, offset_of(view, params.position)))
        if found is None:
            return None
        words, text = found
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text), range_of(view, words.start, words.end))

    @feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(ls: RulesServer, params: lsp.DefinitionParams) -> list[lsp.Location]:
        view = ls.view(params.text_document.uri)
        found = ls.answered(lambda: navigation.definition(ls.files, view.path, offset_of(view, params.position)))
        return [location(ls, x) for x in found]

    @feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(ls: RulesServer, params: lsp.ReferenceParams) -> list[lsp.Location]:
        view = ls.view(params.text_document.uri)
        at, declaring = offset_of(view, params.position), params.context.include_declaration
        return [location(ls, x) for x in navigation.references(ls.files, view.path, at, declaring)]

    @feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(ls: RulesServer, params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        view = ls.view(params.text_document.uri)
        found = navigation.highlights(ls.files, view.path, offset_of(view, params.position))
        kinds = lsp.DocumentHighlightKind
        return [
            lsp.DocumentHighlight(range_of(view, x.start, x.end), kinds.Write if x.occurrence.declares else kinds.Read)
            for x in found
        ]

    @feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare_rename(ls: RulesServer, params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder:
        view = ls.view(params.text_document.uri)
        found = ls.answered(lambda: navigation.renamable(ls.files, view.path, offset_of(view, params.position)))
        return lsp.PrepareRenamePlaceholder(range_of(view, found.start, found.end), found.target.name)

    @feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def rename(ls: RulesServer, params: lsp.RenameParams) -> lsp.WorkspaceEdit:
        view = ls.view(params.text_document.uri)
        at = offset_of(view, params.position)
        edits = ls.answered(lambda: navigation.rename(ls.files, view.path, at, params.new_name))
        changes = {}
        for path, some in edits.items():
            other = ls.files.view(path)
            changes[uri_of(path)] = [lsp.TextEdit(range_of(other, start, end), text) for start, end, text in some]
        return lsp.WorkspaceEdit(changes=changes)

    @feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def document_symbols(ls: RulesServer, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        view = ls.view(params.text_document.uri)
        return [document_symbol(view, x) for x in outline.symbols(view)]

    @feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def folding(ls: RulesServer, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        return [lsp.FoldingRange(first, last) for first, last in outline.folds(ls.view(params.text_document.uri))]

    legend = lsp.SemanticTokensLegend(list(outline.TOKEN_TYPES), ["declaration"])

    @feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    def semantic_tokens(ls: RulesServer, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        return lsp.SemanticTokens(list(encoded(ls.view(params.text_document.uri))))

    return server
