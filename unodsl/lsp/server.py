"""The language server: dispatches requests of an editor to the other modules, and encodes their answers."""

from __future__ import annotations

import asyncio
import gc
import logging
import tempfile
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote

from lsprotocol import types as lsp
from pygls import uris
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from unodsl import project_file
from unodsl.data import codes_dir
from unodsl.diagnostics import Diagnostic, RulesError
from unodsl.lsp import actions, describing, navigation, outline, protocol
from unodsl.lsp.checking import Checking, Found, OnFindings
from unodsl.lsp.completion import completions
from unodsl.lsp.findings import request
from unodsl.lsp.formatting import formatted
from unodsl.lsp.navigation import Place, Refused
from unodsl.lsp.problems import Edit, Problem, name_problems, scenario_problems, text_problems
from unodsl.lsp.protocol import SOURCE, offset_of, range_of, uri_of
from unodsl.lsp.signatures import signature
from unodsl.lsp.workspace import Outside, View, Workspace, whole
from unodsl.version import __version__

PAUSE = 0.05
"""The seconds without a key press after which a text is checked."""

LONGER_PAUSE = 0.3
"""The further seconds after which scenarios are parsed as well."""

CHECK_PAUSE = 0.1
"""The seconds without a key press after which the checker begins. The next key press stops it, and requests of the
editor go first."""

BURST = 0.05
"""Editors send bursts of requests. Background work is suspended for this many seconds after each request."""

PATIENCE = 1.0
"""Maximum number of seconds that background work is suspended; after that it runs between requests."""

QUIET = 2.0
"""The seconds without a key press after which garbage is collected: no request is waiting then."""

CHECKS_PER_COLLECTION = 60
"""The number of checks of files after which garbage is collected at once."""

MOST_FROZEN = 20
"""Number of collections between full garbage collections, since older generations can contain garbage, too."""

REQUEST_FAILED = -32803

CONTENT_MODIFIED = -32801

COLLECT_AFTER = (10_000, 4, 1_000_000)
"""When the garbage collector runs by itself: often over what is new, which takes ten milliseconds at most, and never over everything, which takes
a quarter of a second with a large ruleset and would fall into some answer. The server collects everything when it has nothing else to do."""

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")
Handler = TypeVar("Handler", bound=Callable[..., object])


class Utf16(LanguageServerProtocol):
    """The protocol with positions in UTF-16 code units, which every client supports, whatever the client prefers."""

    @lsp_method(lsp.INITIALIZE)
    def lsp_initialize(self, params: lsp.InitializeParams) -> Generator[Any, Any, lsp.InitializeResult]:
        if params.capabilities.general is not None:
            params.capabilities.general.position_encodings = [lsp.PositionEncodingKind.Utf16]
        result: lsp.InitializeResult = yield from super().lsp_initialize(params)
        return result


class RulesServer(LanguageServer):
    """The server for one editor."""

    def __init__(self) -> None:
        super().__init__(SOURCE, __version__, protocol_cls=Utf16)
        self.files = Workspace()
        self.problems: dict[Path, list[Problem]] = {}
        """The errors by checked file."""
        self.pending: dict[Path, asyncio.Task[None]] = {}
        self.findings: dict[Path, list[Found]] = {}
        """The findings of the checker, by checked file."""
        self.checking = Checking()
        self.budget: float | None = None
        """The seconds for a check, set by the editor; 0: no check; None: set by the project file."""
        self.wrong_projects: set[Path] = set()
        """The project files with errors reported to the editor."""
        self.checks = self.collected = 0
        """How often files were checked since the last garbage collection, and the number of collections."""
        self.reported: set[Path] = set()
        """The files with errors reported to the editor."""
        self.last_request = -BURST
        """The time of the last request, by `time.monotonic`."""

    # ----------------------------------------------------------------------------------------------------------- documents

    def path(self, uri: str) -> Path:
        """The file of a URI. Raises an error of the protocol if there is none."""
        path = uris.to_fs_path(uri) if uri.startswith("file:") else None
        if not path or "\0" in path:
            raise JsonRpcInvalidParams(f"`{uri[:80]}` is no file")
        return Path(path)

    def view(self, uri: str) -> View:
        """The current view of a file, for a request. Raises an error of the protocol for a file outside of the
        workspace."""
        self.last_request = time.monotonic()
        return self.answered(lambda: self.files.view(self.path(uri)))

    async def with_all(self, uri: str, at: lsp.Position, whole: bool) -> View:
        """The current view of a file, after all files were checked that may refer to the target at a place (`whole`:
        all files of the workspace), with room for other requests in between. Raises an error of the protocol if
        somebody typed meanwhile."""
        view = self.view(uri)
        found = view.index.at(offset_of(view, at))
        if found is None:
            return view
        target = found.target
        for _ in self.files.unseen(lambda text: whole or navigation.can_name(text, target)):
            await asyncio.sleep(0)
        if self.view(uri).text != view.text:
            raise JsonRpcException("the text has changed", CONTENT_MODIFIED)
        return self.view(uri)

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
        """Updates the text of a document, and checks it after a pause."""
        document = self.workspace.text_documents.get(unquote(uri))
        if document is None or not uri.startswith("file:"):
            # an unsaved text has no folder with rules
            return
        path = self.path(uri)
        try:
            self.files.open(path, document.source, document.version)
        except Outside as outside:
            self.outside(uri, str(outside), document.version)
            return
        for other in self.files.users(path):
            self.schedule(other)

    def outside(self, uri: str, why: str, version: int | None) -> None:
        """Reports why a document is not read."""
        nowhere = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
        found = [lsp.Diagnostic(nowhere, why, severity=lsp.DiagnosticSeverity.Information, source=SOURCE)]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, version))

    # --------------------------------------------------------------------------------------------------------- diagnostics

    def schedule(self, path: Path) -> None:
        """Starts the check of a file; a running one is canceled."""
        running = self.pending.pop(path, None)
        if running is not None:
            running.cancel()
        self.pending[path] = asyncio.get_running_loop().create_task(self.check_soon(path))

    async def check_soon(self, path: Path) -> None:
        """Checks a file: its text first, then its names, then its scenarios, with room for requests in between."""
        await asyncio.sleep(PAUSE)
        checking: asyncio.Task[None] | None = None
        room = Room(self)
        try:
            for _ in self.files.ahead(path):
                await room.leave()
            view = self.files.view(path)
            found = text_problems(self.files, view)
            self.findings.pop(path, None)
            self.publish(path, found)
            if not found and self.budget != 0:
                checking = asyncio.get_running_loop().create_task(self.check(path, view))
            for steps in (name_problems, scenario_problems):
                if steps is scenario_problems:
                    if not whole(view) or [p for p in found if p not in self.of_scenarios(view, found)]:
                        break
                    await asyncio.sleep(LONGER_PAUSE)
                for some in steps(self.files, view):
                    found = list(dict.fromkeys((*found, *some)))
                    await room.leave()
                if found and checking is not None:
                    checking.cancel()
                    self.findings.pop(path, None)
                self.publish(path, found)
            for _ in self.files.behind():
                await room.leave()
            self.check_project_file(path)
            if checking is not None and not found:
                await checking
            await self.collect()
        except Outside:
            return
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("looking at a file failed")
        finally:
            if checking is not None:
                checking.cancel()

    async def check(self, path: Path, view: View) -> None:
        """Publishes the findings of the checker in a file as they arrive."""

        def on_findings(some: list[Found]) -> None:
            self.findings[path] = some
            self.publish(path, self.problems.get(path, []))

        await asyncio.sleep(CHECK_PAUSE)
        on_findings(await self.checked(view, on_findings=on_findings))

    async def collect(self) -> None:
        """Collects garbage once nobody has typed for a while, or after many checks. What survives is frozen: the next
        time only newer objects are visited, and all of them once in a while."""
        self.checks += 1
        if self.checks < CHECKS_PER_COLLECTION:
            await asyncio.sleep(QUIET)
        self.checks = 0
        self.collected += 1
        if self.collected % MOST_FROZEN == 0:
            gc.unfreeze()
        gc.collect()
        gc.freeze()

    @staticmethod
    def of_scenarios(view: View, found: list[Problem]) -> list[Problem]:
        """The problems in scenarios."""
        if view.page is None or not view.page.scenarios:
            return []
        first = view.text.find("\nscenario")
        return [p for p in found if p.path == view.path and p.start > first >= 0]

    async def checked(
        self, view: View, option: str | None = None, on_findings: OnFindings = lambda found: None
    ) -> list[Found]:
        """The findings of the checker in a file, computed by another process; canceling the request stops it."""
        texts = {path: document.text for path, document in self.files.documents.items()}
        root = next((r for r in self.files.folders(view.path) if view.path.is_relative_to(r)), view.path.parent)
        message = request(view.path, root, texts, self.budget or None, option)
        return await self.checking.findings(message, on_findings)

    def publish(self, path: Path, found: list[Problem]) -> None:
        """Publishes the problems of all files."""
        self.problems[path] = found
        every: dict[Path, list[lsp.Diagnostic]] = {}
        for problem in dict.fromkeys(p for some in self.problems.values() for p in some):
            if self.shows(problem.path):
                view = self.files.view(problem.path)
                every.setdefault(problem.path, []).append(protocol.diagnostic(view, problem))
        for checked, some in self.findings.items():
            for one in some:
                for place in one["places"]:
                    at = Path(place["path"])
                    # a finding at a rule of another file is also listed there
                    if at == checked or not any(Path(x["path"]) == checked for x in one["places"]):
                        view = self.files.view(at)
                        if self.shows(at):
                            shown = protocol.finding(self.files, view, one, place)
                            if shown not in every.setdefault(at, []):
                                every[at].append(shown)
        for place_ in {path, *every, *self.reported}:
            document = self.files.documents.get(place_)
            version = None if document is None else document.version
            shown_ = every.get(place_, [])
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri_of(place_), shown_, version))
        self.reported = set(every)

    def check_project_file(self, path: Path) -> None:
        """Publishes the errors in the project file of a file."""
        found = project_file.find(path.parent)
        if found is None or not any(found.is_relative_to(root) for root in self.files.roots):
            return
        wrong: tuple[Diagnostic, ...] = ()
        try:
            project_file.read(found)
        except RulesError as error:
            wrong = error.diagnostics
        shown = [protocol.plain_diagnostic(problem) for problem in wrong]
        if shown or found in self.wrong_projects:
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri_of(found), shown))
        self.wrong_projects = {*self.wrong_projects, found} if shown else self.wrong_projects - {found}

    def shows(self, place: Path) -> bool:
        """Whether errors of a file are sent to the editor: it is open, or lies in the editor's folder."""
        return place in self.files.documents or any(place.is_relative_to(r) for r in self.files.roots)

    # -------------------------------------------------------------------------------------------------------------- actions

    def edit(self, path: Path, edit: Edit) -> lsp.WorkspaceEdit:
        """Encodes one edit of one file."""
        where = range_of(self.files.view(path), edit.start, edit.end)
        return lsp.WorkspaceEdit(changes={uri_of(path): [lsp.TextEdit(where, edit.text)]})

    def actions(self, view: View, start: int, end: int) -> list[lsp.CodeAction]:
        """The code actions for the problems at a place."""
        quick = lsp.CodeActionKind.QuickFix
        out = []
        for problem in dict.fromkeys(p for some in self.problems.values() for p in some):
            touched = problem.path == view.path and problem.start <= end and start <= problem.end
            if touched and problem.edit is not None:
                edit = self.edit(view.path, problem.edit)
                about = [protocol.diagnostic(view, problem)]
                out.append(lsp.CodeAction(problem.edit.title, quick, about, is_preferred=True, edit=edit))
        for checked, some in self.findings.items():
            for index, one in enumerate(some):
                at = [
                    x for x in one["places"] if Path(x["path"]) == view.path and x["start"] <= end and start <= x["end"]
                ]
                if not at:
                    continue
                about = [protocol.finding(self.files, view, one, at[0])]
                for title, path, fix in actions.fixes(self.files, one):
                    if self.shows(path):
                        out.append(lsp.CodeAction(title, quick, about, edit=self.edit(path, fix)))
                allowed = actions.allowance(view, one)
                if allowed is not None:
                    out.append(lsp.CodeAction(allowed[0], quick, about, edit=self.edit(view.path, allowed[1])))
                if one["witness"]:
                    command = lsp.Command("show the witness", actions.SHOW_WITNESS, arguments=[uri_of(checked), index])
                    out.append(lsp.CodeAction(command.title, quick, about, command=command))
                command = lsp.Command(f"explain {one['code']}", actions.EXPLAIN, arguments=[one["code"]])
                out.append(lsp.CodeAction(command.title, quick, about, command=command))
        return out

    def show_text(self, name: str, text: str) -> str:
        """Opens a text of the server in the editor."""
        folder = Path(tempfile.mkdtemp(prefix="unodsl-"))
        path = folder / name
        path.write_text(text, encoding="utf-8")
        self.window_show_document(lsp.ShowDocumentParams(uri_of(path), take_focus=True))
        return uri_of(path)

    def say(self, text: str, good: bool = True) -> str:
        """Shows a message."""
        kind = lsp.MessageType.Info if good else lsp.MessageType.Warning
        self.window_show_message(lsp.ShowMessageParams(kind, text))
        return text


@dataclass(slots=True)
class Room:
    """Room for requests between two steps of something that is done in the background."""

    server: RulesServer
    patience: float = PATIENCE

    async def leave(self) -> None:
        """Lets pending requests run, and waits for others of the same burst."""
        await asyncio.sleep(0)
        while self.patience > 0 and (left := self.server.last_request + BURST - time.monotonic()) > 0:
            self.patience -= left
            await asyncio.sleep(left)


def location(server: RulesServer, place: Place) -> lsp.Location:
    """Encodes a place in a file."""
    return lsp.Location(uri_of(place.path), range_of(server.files.view(place.path), place.start, place.end))


def make_server() -> RulesServer:
    """Makes a server with all its handlers. Sets the garbage collector of this process."""
    gc.set_threshold(*COLLECT_AFTER)
    server = RulesServer()

    def feature(name: str, options: object = None) -> Callable[[Handler], Handler]:
        return server.feature(name, options)

    @feature(lsp.INITIALIZE)
    def initialize(ls: RulesServer, params: lsp.InitializeParams) -> None:
        given = [x.uri for x in params.workspace_folders or ()] or ([params.root_uri] if params.root_uri else [])
        roots = [uris.to_fs_path(uri) for uri in given if uri.startswith("file:")]
        ls.files = Workspace([Path(r) for r in roots if r])
        given_options = params.initialization_options
        budget = given_options.get("budget") if isinstance(given_options, dict) else None
        ls.budget = max(0.0, float(budget)) if isinstance(budget, int | float) else None

    @feature(lsp.SHUTDOWN)
    async def shut_down(ls: RulesServer, params: None) -> None:
        for running in ls.pending.values():
            running.cancel()
        await ls.checking.close()

    @feature(lsp.INITIALIZED)
    async def initialized(ls: RulesServer, params: lsp.InitializedParams) -> None:
        able = ls.client_capabilities.workspace
        watching = None if able is None else able.did_change_watched_files
        if watching is None or not watching.dynamic_registration:
            return
        # closed files change on disk
        watched = lsp.DidChangeWatchedFilesRegistrationOptions([lsp.FileSystemWatcher("**/*.{uno,toml}")])
        registration = lsp.Registration("rule-files", lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, watched)
        await ls.client_register_capability_async(lsp.RegistrationParams([registration]))

    # Not `async`: a request in the same write as a change is answered with the new text.
    @feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(ls: RulesServer, params: lsp.DidOpenTextDocumentParams) -> None:
        ls.changed(params.text_document.uri)

    @feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(ls: RulesServer, params: lsp.DidChangeTextDocumentParams) -> None:
        ls.changed(params.text_document.uri)

    @feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    @feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def saved(ls: RulesServer, params: object) -> None:
        ls.files.touch()
        for path in ls.files.documents:
            ls.schedule(path)

    @feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(ls: RulesServer, params: lsp.DidCloseTextDocumentParams) -> None:
        path = ls.path(params.text_document.uri)
        place = path.resolve()
        running = ls.pending.pop(place, None)
        if running is not None:
            running.cancel()
        if place in ls.files.documents:
            ls.publish(place, [])
            ls.problems.pop(place, None)
        ls.files.close(path)
        for other in ls.files.documents:
            ls.schedule(other)

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
    async def references(ls: RulesServer, params: lsp.ReferenceParams) -> list[lsp.Location]:
        view = await ls.with_all(params.text_document.uri, params.position, whole=False)
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
    async def rename(ls: RulesServer, params: lsp.RenameParams) -> lsp.WorkspaceEdit:
        view = await ls.with_all(params.text_document.uri, params.position, whole=True)
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
        return [protocol.document_symbol(view, x) for x in outline.symbols(view)]

    @feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def folding(ls: RulesServer, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        return [lsp.FoldingRange(first, last) for first, last in outline.folds(ls.view(params.text_document.uri))]

    legend = lsp.SemanticTokensLegend(list(outline.TOKEN_TYPES), ["declaration"])

    @feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    def semantic_tokens(ls: RulesServer, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        return lsp.SemanticTokens(list(protocol.encoded(ls.view(params.text_document.uri))))

    @feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[" ", '"', ",", "."]))
    def completion(ls: RulesServer, params: lsp.CompletionParams) -> lsp.CompletionList:
        view = ls.view(params.text_document.uri)
        at = offset_of(view, params.position)
        found = completions(ls.files, view.path, at)
        return lsp.CompletionList(False, [protocol.completion_item(view, x, at) for x in found])

    @feature(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions([" "], [","]))
    def signature_help(ls: RulesServer, params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        view = ls.view(params.text_document.uri)
        found = signature(ls.files, view.path, offset_of(view, params.position))
        return None if found is None else protocol.signature_help(found)

    @feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatting(ls: RulesServer, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
        view = ls.view(params.text_document.uri)
        text = formatted(view)
        if text is None or text == view.text:
            return None if text is None else []
        return [lsp.TextEdit(range_of(view, 0, len(view.text)), text)]

    @feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
    def code_actions(ls: RulesServer, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        view = ls.view(params.text_document.uri)
        return ls.actions(view, offset_of(view, params.range.start), offset_of(view, params.range.end))

    @feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def code_lens(ls: RulesServer, params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        view = ls.view(params.text_document.uri)
        return [protocol.code_lens(view, x) for x in actions.lenses(view)]

    @server.command(actions.RUN_SCENARIO)
    def run_scenario(ls: RulesServer, uri: str, title: str) -> str:
        view = ls.view(str(uri))
        passed, text = actions.ran(ls.files, view.path, str(title))
        return ls.say(text, passed)

    @server.command(actions.CHECK_OPTION)
    async def check_option(ls: RulesServer, uri: str, option: str) -> str:
        view = ls.view(str(uri))
        running = ls.pending.pop(view.path, None)
        if running is not None:
            # a user's own request goes first
            running.cancel()
        found = await ls.checked(view, str(option))
        if not found:
            return ls.say(f"nothing was found that `{option}` contradicts")
        return ls.say("\n".join(x["heading"] for x in found), good=False)

    @server.command(actions.SHOW_WITNESS)
    def show_witness(ls: RulesServer, uri: str, index: int) -> str | None:
        view = ls.view(str(uri))
        some = ls.findings.get(view.path, [])
        if not isinstance(index, int) or not 0 <= index < len(some):
            return None
        return ls.show_text(f"{some[index]['code']}.uno", actions.witness_text(some[index]))

    @server.command(actions.EXPLAIN)
    def explain(ls: RulesServer, code: str) -> str | None:
        page = codes_dir() / f"{code}.md"
        if not str(code).isalnum() or not page.is_file():
            return None
        return ls.show_text(page.name, page.read_text(encoding="utf-8"))

    return server
