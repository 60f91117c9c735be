"""The language server, asked by a real client over standard input and output."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.effort import few_and_slow, one_in
from tests.test_occurrences import SMALL
from unodsl.data import rulesets_dir
from unodsl.lsp.actions import SHOW_WITNESS
from unodsl.lsp.navigation import can_name
from unodsl.lsp.workspace import Workspace
from unodsl.source import Source
from unodsl.syntax.format import format_text

pytest.importorskip("pytest_lsp", reason="the client comes with the test extra")
pytest.importorskip("pygls", reason="the server comes with the lsp extra")

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from tests.editor import WAIT, editor, place, run, words_at

MORE = 'use "small.uno"\n\noptions for small\n\noption bonus "Two more"\n  rule bonus\n    when player plays red 3 as quick\n    then tally of player += 2\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "small.uno").write_text(SMALL, encoding="utf-8")
    (tmp_path / "more.uno").write_text(MORE, encoding="utf-8")
    return tmp_path


TALK = """use "official.uno"
options for official

option talk "Cards are played with a word"

  act play a card
    naming a mood: glad or sad

  situation owing on a player
    much: 0 to 9
    why: glad or sad

  rule talk
    when player plays 5
    then next player draws 1
"""


def test_errors_of_text_and_names_come_and_go(folder: Path) -> None:
    async def ask() -> None:
        async with editor(folder, process=True) as ed:
            uri = ed.open("small.uno")
            assert await ed.until(uri, lambda d: True) == []
            broken = SMALL.replace("rule played", "rulle played").replace("way becomes back", "way becomes bakc")
            ed.change(uri, broken)
            found = await ed.until(uri, lambda d: len(d) == 2)
            assert [(d.code, words_at(broken, d.range)) for d in found] == [("UNO101", "rulle"), ("UNO105", "bakc")]
            assert "help: did you mean `back`?" in found[1].message
            ed.change(uri, SMALL)
            assert await ed.until(uri, lambda d: not d) == []

    run(ask())


@pytest.mark.parametrize("likes", few_and_slow([["utf-8", "utf-32", "utf-16"], None], 1))
def test_ranges_count_utf16_units(folder: Path, likes: list[lsp.PositionEncodingKind | str] | None) -> None:
    async def ask() -> None:
        async with editor(folder, likes) as ed:
            text = SMALL.replace(
                "then way becomes", 'then note "\U0001f0cf\u00e9\U0001f0a1", oops to player\n      way becomes'
            )
            uri = ed.open("small.uno", text)
            found = await ed.until(uri, bool)
            assert words_at(text, found[0].range) == "oops"

    run(ask())


@pytest.mark.slow
def test_an_error_in_a_used_file_is_shown_there(folder: Path) -> None:
    async def ask() -> None:
        async with editor(folder) as ed:
            small, more = ed.open("small.uno"), ed.open("more.uno")
            assert await ed.until(more, lambda d: True) == []
            ed.change(small, SMALL.replace("variable tally", "variable talley"))
            found = await ed.until(more, lambda d: any("tally" in x.message for x in d))
            assert {d.code for d in found} == {"UNO105"}
            ed.change(small, SMALL)
            await ed.until(more, lambda d: not d)
            await ed.until(small, lambda d: not d)

    run(ask())


@pytest.mark.slow
def test_a_file_that_changes_on_disk_is_read_again(folder: Path) -> None:
    async def ask() -> None:
        async with editor(folder) as ed:
            more = ed.open("more.uno")
            assert await ed.until(more, lambda d: True) == []
            (folder / "small.uno").write_text(SMALL.replace("variable tally", "variable talley"), encoding="utf-8")
            changed = lsp.FileEvent(ed.uri("small.uno"), lsp.FileChangeType.Changed)
            ed.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([changed]))
            await ed.until(more, lambda d: any("tally" in x.message for x in d))

    run(ask())


def test_definition_references_and_highlights(folder: Path) -> None:
    async def ask() -> None:
        async with editor(folder) as ed:
            more = ed.open("more.uno")
            of = lsp.TextDocumentIdentifier(more)
            found = await ed.client.text_document_definition_async(lsp.DefinitionParams(of, place(MORE, "tally", at=2)))
            assert isinstance(found, list)
            assert [(x.uri, words_at(SMALL, x.range)) for x in found if isinstance(x, lsp.Location)] == [
                (ed.uri("small.uno"), "tally")
            ]
            used = await ed.client.text_document_references_async(
                lsp.ReferenceParams(lsp.ReferenceContext(True), of, place(MORE, "tally"))
            )
            assert used is not None
            assert sorted(Path(x.uri).name for x in used) == ["more.uno", *["small.uno"] * (SMALL.count("tally"))]
            same = await ed.client.text_document_document_highlight_async(
                lsp.DocumentHighlightParams(of, place(MORE, "bonus", nth=1))
            )
            assert same is not None
            assert [words_at(MORE, x.range) for x in same] == ["bonus"]

    run(ask())


def test_whatever_names_something_has_its_words(tmp_path: Path) -> None:
    """Of all rulesets. Files without these words are not looked at for references."""
    for path in rulesets_dir().glob("*.uno"):
        shutil.copy(path, tmp_path)
    counted = 0
    for view in Workspace([tmp_path]).views():
        for found in view.index.found:
            words = view.text[found.start : found.end]
            if found.target.kind not in ("game", "file"):
                assert can_name(words, found.target), f"{view.path.name}: `{words}` is no {found.target}"
                counted += 1
    assert counted > 10_000


def test_rename_over_files(folder: Path) -> None:
    async def ask() -> None:
        async with editor(folder) as ed:
            more = ed.open("more.uno")
            of = lsp.TextDocumentIdentifier(more)
            ready = await ed.client.text_document_prepare_rename_async(
                lsp.PrepareRenameParams(of, place(MORE, "plays"))
            )
            assert isinstance(ready, lsp.PrepareRenamePlaceholder)
            assert ready.placeholder == "play"
            edit = await ed.client.text_document_rename_async(lsp.RenameParams(of, place(MORE, "plays"), "toss"))
            assert edit is not None
            assert edit.changes is not None
            changed = {
                Path(uri).name: sorted(
                    (words_at(SMALL if "small" in uri else MORE, e.range), e.new_text) for e in edits
                )
                for uri, edits in edit.changes.items()
            }
            assert changed == {
                "small.uno": [("play", "toss"), ("play", "toss"), *[("plays", "tosses")] * 3],
                "more.uno": [("plays", "tosses")],
            }
            for name in ("way", "number", "hand", "3x", "if", "hand of"):
                with pytest.raises(Exception, match=r"no name|word of the language|already|mean something else"):
                    await ed.client.text_document_rename_async(lsp.RenameParams(of, place(MORE, "tally"), name))

    run(ask())


def test_hover_says_what_a_name_is(folder: Path) -> None:
    async def ask() -> None:
        async with editor(folder) as ed:
            uri = ed.open("small.uno")
            of = lsp.TextDocumentIdentifier(uri)

            async def said(position: lsp.Position) -> str:
                found = await ed.client.text_document_hover_async(lsp.HoverParams(of, position))
                assert found is not None
                assert isinstance(found.contents, lsp.MarkupContent)
                return found.contents.value

            text = await said(place(SMALL, "tally of player is 0"))
            assert text.startswith("**variable** `tally`")
            assert "variable tally of each player: 0 to 9" in text
            text = await said(place(SMALL, "played\n    then way"))
            assert "**rule** `played`" in text
            assert "gives way to small.never" in text
            assert "passes to the next player" in text.partition("```\n")[2]
            text = await said(place(SMALL, 'play "One'))
            assert "One plays" in text
            assert "`turn`" in text
            assert "may" in text.partition("```\n")[2]
            assert "**field** `taken` of the situation `turn`" in await said(place(SMALL, "taken of turn"))
            nothing = await ed.client.text_document_hover_async(lsp.HoverParams(of, lsp.Position(0, 0)))
            assert nothing is None

    run(ask())


def test_outline_folding_and_tokens(folder: Path) -> None:
    async def ask() -> None:
        async with editor(folder) as ed:
            uri = ed.open("small.uno")
            of = lsp.TextDocumentIdentifier(uri)
            found = await ed.client.text_document_document_symbol_async(lsp.DocumentSymbolParams(of))
            assert found is not None
            symbols = [x for x in found if isinstance(x, lsp.DocumentSymbol)]
            assert [x.name for x in symbols] == ["small", "extra", "one plays"]
            assert [x.name for x in symbols[1].children or ()] == ["never"]
            situation = next(x for x in symbols[0].children or () if x.name == "turn")
            assert [x.name for x in situation.children or ()] == ["taken"]
            folds = await ed.client.text_document_folding_range_async(lsp.FoldingRangeParams(of))
            assert folds is not None
            lines = SMALL.split("\n")
            starts = {lines[x.start_line].strip() for x in folds}
            assert {"game small", 'option extra "More"', 'scenario "one plays"', "rule played"} <= starts
            tokens = await ed.client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(of))
            assert tokens is not None
            kinds = set()
            line = character = 0
            legend = ed.client_legend
            for at in range(0, len(tokens.data), 5):
                down, right, length, kind, _ = tokens.data[at : at + 5]
                line, character = line + down, right if down else character + right
                kinds.add((lines[line][character : character + length], legend[kind]))
            assert {("tally", "variable"), ("rule", "keyword"), ("hand", "struct"), ("quick", "modifier")} <= kinds
            assert {('"More"', "string"), ("plays", "method"), ("red", "enumMember")} <= kinds

    run(ask())


QUICK = """use "official.uno"
options for official

option fives
  rule five
    when player plays 5
    then other players draw 1
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    when player plays 5\n    then other players draw 1\n", "    players can't play 8 as last card\n"),
        ("    then other", "    other"),
        ("    when player", "    player"),
        ("official.uno", "oficial.uno"),
        ("player plays", "player playz"),
        ("then other players draw 1", "then everyone else draws 1"),
    ],
)
def test_a_quick_fix_writes_the_line_that_help_names(folder: Path, old: str, new: str) -> None:
    async def ask() -> None:
        async with editor(folder) as ed:
            text = QUICK.replace(old, new)
            uri = ed.open("quick.uno", text)
            found = (await ed.until(uri, bool))[0]
            of = lsp.TextDocumentIdentifier(uri)
            asked = lsp.CodeActionParams(of, found.range, lsp.CodeActionContext([found]))
            actions = await ed.client.text_document_code_action_async(asked)
            fix = next(x for x in actions or () if isinstance(x, lsp.CodeAction) and x.is_preferred)
            assert fix.edit is not None
            assert fix.edit.changes is not None
            [edit] = fix.edit.changes[uri]
            lines = text.split("\n")
            start, end = (
                sum(len(x) + 1 for x in lines[: p.line]) + p.character for p in (edit.range.start, edit.range.end)
            )
            ed.change(uri, text[:start] + edit.new_text + text[end:])
            await ed.until(uri, lambda d: not d)

    run(ask())


def test_completion_by_what_can_stand_there(folder: Path) -> None:
    async def ask() -> None:
        async with editor(folder) as ed:
            uri = ed.open("small.uno")
            of = lsp.TextDocumentIdentifier(uri)

            async def offered(text: str) -> list[str]:
                """The likeliest names at the `|` of a text."""
                before = text[: text.index("|")]
                ed.change(uri, text.replace("|", "", 1))
                where = lsp.Position(before.count("\n"), len(before) - before.rfind("\n") - 1)
                found = await ed.client.text_document_completion_async(lsp.CompletionParams(of, where))
                assert isinstance(found, lsp.CompletionList)
                return [x.label for x in sorted(found.items, key=lambda x: x.sort_text or "")]

            assert (await offered(SMALL.replace("during turn", "during |")))[0] == "turn"
            assert (await offered(SMALL.replace("when player plays blue 2", "when |")))[0] == "player plays"
            with_color = SMALL.replace("    manners quick", "    naming a color\n    manners quick")
            named = await offered(with_color.replace("when player plays blue 2", "when player plays 2 naming |"))
            assert named[0] == "a color"
            assert {"blue", "red"} <= set(named)
            assert "the round begins" in await offered(SMALL.replace("when player plays blue 2", "when |"))
            assert set((await offered(SMALL.replace("plays blue 2", "plays |")))[:6]) == {
                "1",
                "2",
                "3",
                "blue",
                "cheap",
                "red",
            }
            assert set(await offered(SMALL.replace("instead of played", "instead of |"))) == {
                "cheap",
                "play",
                "played",
                "never",
            } - {"never"}
            assert await offered(SMALL.replace("  with extra", "  with |")) == ["extra"]
            assert await offered(SMALL + "\n|") == ["game", "option", "options", "scenario", "use"]
            items = await offered(SMALL.replace('option extra "More"\n', 'option extra "More"\n  |\n'))
            assert {"rule", "variable", "requires", "clause"} <= set(items)
            assert "when" not in items
            lines = await offered(SMALL.replace("    then way", "    |\n    then way"))
            assert {"if", "during", "instead", "clause"} <= set(lines)
            assert (await offered('use "|"\n' + SMALL))[0] == "more.uno"
            assert (await offered(SMALL.replace("hand of player to pile", "hand of player to |")))[:3] == [
                "hand",
                "pile",
                "stock",
            ]
            effects = await offered(SMALL.replace("then way becomes back", "then |"))
            assert {"begin", "move", "other players", "pass", "player"} <= set(effects[:20])
            assert effects.index("player") < effects.index("red")
            assert (await offered(SMALL.replace("then way becomes back", "then begin turn |")))[0] == "on"
            assert (await offered(SMALL.replace("then way becomes back", "then begin turn on player with |")))[
                0
            ] == "taken"
            assert (await offered(SMALL.replace("then way becomes back", "if number of |")))[:2] == ["cards", "players"]
            assert (await offered(SMALL.replace("then way becomes back", "then player |")))[0] in (
                "draws",
                "passes",
                "plays",
            )
            doing = await offered(SMALL + '\nscenario "new"\n  seats ann, bob\n  ann |')
            assert {"holds", "plays"} <= set(doing[:6])
            # a mistake above does no harm
            assert (await offered(SMALL.replace("seats 2", "saets 2").replace("during turn", "during |")))[0] == "turn"

    run(ask())


def test_signature_help_says_what_an_act_takes(folder: Path) -> None:
    async def ask() -> None:
        async with editor(folder) as ed:
            uri = ed.open("talk.uno", TALK)
            of = lsp.TextDocumentIdentifier(uri)

            async def shown(line: str) -> tuple[str, str | None] | None:
                """The form that is shown at the end of a line, and the part that comes next."""
                ed.change(uri, TALK.replace("    then next player draws 1", f"    then {line}"))
                where = TALK[: TALK.index("    then next player draws 1")].count("\n")
                asked = lsp.SignatureHelpParams(of, lsp.Position(where, len(f"    then {line}")))
                found = await ed.client.text_document_signature_help_async(asked)
                if found is None:
                    return None
                (one,) = found.signatures
                assert one.parameters is not None
                labels = [x.label for x in one.parameters]
                assert all(isinstance(x, str) and x in one.label for x in labels)
                active = found.active_parameter
                return one.label, None if active is None else str(labels[active])

            assert await shown("next player draws ") == ("draws a number", "a number")
            play = "plays a card as answer naming a mood"
            assert await shown("player plays ") == (play, "a card")
            assert await shown("player plays red 5 as ") == (play, "as answer")
            assert await shown("player plays red 5 naming ") == (play, "naming a mood")
            assert await shown("player pas") is None
            begin = "begin owing on a player with much a number, why glad or sad"
            assert await shown("begin owing ") == (begin, "on a player")
            assert await shown("begin owing on player with ") == (begin, "much a number")
            assert await shown("begin owing on player with much 2, ") == (begin, "why glad or sad")
            assert await shown("begin owing on player with why ") == (begin, "why glad or sad")
            assert await shown("# player plays ") is None
            assert await shown('note "player plays ') is None

    run(ask())


def test_formatting_changes_no_meaning(folder: Path) -> None:
    async def ask() -> None:
        async with editor(folder) as ed:
            untidy = SMALL.replace("    during turn", "    during   turn").replace("0 to 9\n", "-1 to 9  # x\n", 1)
            uri = ed.open("small.uno", untidy)
            options = lsp.FormattingOptions(2, True)
            ask_for = lsp.DocumentFormattingParams(lsp.TextDocumentIdentifier(uri), options)
            edits = await ed.client.text_document_formatting_async(ask_for)
            assert edits is not None
            (edit,) = edits
            assert edit.new_text == format_text(Source("small", untidy))[0]
            ed.change(uri, edit.new_text)
            again = await ed.client.text_document_formatting_async(ask_for)
            assert again is not None
            assert len(again) == 0
            ed.change(uri, untidy.replace("rule play", "rulle play"))
            assert await ed.client.text_document_formatting_async(ask_for) is None

    run(ask())


@pytest.mark.slow
def test_a_misspelling_is_corrected_by_an_action(folder: Path) -> None:
    async def ask() -> None:
        async with editor(folder) as ed:
            text = SMALL.replace("way becomes back", "way becomes bakc")
            uri = ed.open("small.uno", text)
            (found,) = await ed.until(uri, bool)
            context = lsp.CodeActionContext([found])
            actions = await ed.client.text_document_code_action_async(
                lsp.CodeActionParams(lsp.TextDocumentIdentifier(uri), found.range, context)
            )
            assert actions is not None
            (action,) = actions
            assert isinstance(action, lsp.CodeAction)
            assert action.title == "write `back`"
            assert action.edit is not None
            assert action.edit.changes is not None
            (edit,) = action.edit.changes[uri]
            assert (words_at(text, edit.range), edit.new_text) == ("bakc", "back")

    run(ask())


def test_a_scenario_is_run_by_its_lens(folder: Path) -> None:
    async def ask() -> None:
        async with editor(folder) as ed:
            uri = ed.open("small.uno")
            of = lsp.CodeLensParams(lsp.TextDocumentIdentifier(uri))
            lenses = await ed.client.text_document_code_lens_async(of)
            assert lenses is not None
            commands = [x.command for x in lenses if x.command is not None]
            assert [x.title for x in commands] == ["what this option contradicts", "run this scenario"]
            params = lsp.ExecuteCommandParams(commands[1].command, commands[1].arguments)
            assert await ed.client.workspace_execute_command_async(params) == "`one plays` passed"
            ed.change(uri, SMALL.replace("expect tally of ann is 1", "expect tally of ann is 2"))
            said = str(await ed.client.workspace_execute_command_async(params))
            assert "failed" in said
            assert "tally of ann is 1" in said

    run(ask())


CLASH = """use "official.uno"

options for official

option one
  rule one-way
    when player plays 7
    then direction becomes clockwise

option two
  rule other-way
    when player plays 7
    then direction becomes counterclockwise
"""


@pytest.mark.slow
def test_findings_come_with_their_witness_and_go(folder: Path) -> None:
    async def ask() -> None:
        async with editor(folder) as ed:
            uri = ed.open("house.uno", CLASH)
            found = await ed.until(uri, lambda d: any(x.source == "unodsl check" for x in d))
            clash = next(x for x in found if x.code == "UNO201")
            assert words_at(CLASH, clash.range) == "when player plays 7"
            assert clash.related_information
            context = lsp.CodeActionContext([clash])
            asked = lsp.CodeActionParams(lsp.TextDocumentIdentifier(uri), clash.range, context)
            actions = await ed.client.text_document_code_action_async(asked)
            # the client takes an action with a command for a command
            assert {"show the witness", "explain UNO201"} <= {x.title for x in actions or ()}
            edits = {x.title: x.edit for x in actions or () if isinstance(x, lsp.CodeAction)}
            assert any(x.startswith("allow UNO201 in") for x in edits)
            first = edits["let `house.one-way` run first"]
            assert first is not None
            assert first.changes is not None
            assert first.changes[uri][0].new_text == "\n    before house.other-way"
            shown = await ed.client.workspace_execute_command_async(lsp.ExecuteCommandParams(SHOW_WITNESS, [uri, 0]))
            assert "ann plays" in Path(str(shown).removeprefix("file://")).read_text(encoding="utf-8")
            ed.change(uri, CLASH.partition("\noption two")[0])
            await ed.until(uri, lambda d: not d)

    run(ask())


# ------------------------------------------------------------------------------------------------------------- bad input


def test_a_file_outside_the_folder_is_not_read(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "secret.uno").write_text(SMALL.replace("game small", "game secret"), encoding="utf-8")
    (folder / "linked.uno").symlink_to(elsewhere / "secret.uno")

    async def ask() -> None:
        async with editor(folder) as ed:
            uri = (elsewhere / "secret.uno").as_uri()
            item = lsp.TextDocumentItem(uri, "uno", 1, "game secret\n")
            ed.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
            (found,) = await ed.until(uri, bool)
            assert "lies outside the folder" in found.message
            for name in (uri, (folder / "linked.uno").as_uri()):
                with pytest.raises(JsonRpcException, match=r"lies outside the folder"):
                    await ed.client.text_document_hover_async(
                        lsp.HoverParams(lsp.TextDocumentIdentifier(name), lsp.Position(0, 1))
                    )
            for name in ("http://example.org/x.uno", "file:///nowhere%00", "untitled:1"):
                with pytest.raises(JsonRpcException):
                    await ed.client.text_document_hover_async(
                        lsp.HoverParams(lsp.TextDocumentIdentifier(name), lsp.Position(0, 1))
                    )
            relative = f'use "../{elsewhere.name}/secret.uno"\n' + SMALL
            small = ed.open("small.uno", relative)
            assert any("lies outside" in x.message for x in await ed.until(small, bool))
            assert all("secret" not in x.message or "lies outside" in x.message for x in await ed.until(small, bool))

    run(ask())


def test_a_file_that_was_never_opened_is_not_read(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "secret.uno"
    elsewhere.write_text("game secret\n", encoding="utf-8")

    async def ask() -> None:
        async with editor(folder) as ed:
            uri = elsewhere.as_uri()
            ed.versions[uri] = 1
            ed.change(uri, "game other\n")
            ed.close(uri)
            small = ed.open("small.uno")
            await ed.until(small, lambda d: True)
            assert uri not in ed.client.diagnostics

    run(ask())


def test_nonsense_is_answered_with_errors(folder: Path) -> None:
    async def ask() -> None:
        async with editor(folder) as ed:
            uri = ed.open("small.uno")
            of = lsp.TextDocumentIdentifier(uri)
            far = lsp.Position(10**9, 10**9)
            assert await ed.client.text_document_hover_async(lsp.HoverParams(of, far)) is None
            await ed.client.text_document_completion_async(lsp.CompletionParams(of, far))
            with pytest.raises(JsonRpcException):
                await ed.client.text_document_rename_async(lsp.RenameParams(of, far, "x" * 100_000))
            for arguments in ([], [uri], [1, 2], [uri, "no such scenario"]):
                params = lsp.ExecuteCommandParams("unodsl.runScenario", arguments)
                try:
                    said = await ed.client.workspace_execute_command_async(params)
                except JsonRpcException:
                    continue
                assert "there is no scenario" in str(said)
            with pytest.raises(JsonRpcException):
                await ed.client.protocol.send_request_async("textDocument/no-such-thing", {"x": 1})  # type: ignore[no-untyped-call]
            writer = ed.client.protocol.writer
            assert writer is not None
            for raw in (
                b"{",
                b"[]",
                b'"x"',
                b'{"jsonrpc": "2.0", "id": 1}',
                b"\xff\xfe",
                b'{"jsonrpc":"2.0","method":5}',
            ):
                writer.write(b"Content-Length: %d\r\n\r\n%s" % (len(raw), raw))
            ed.change(uri, "\x00\ud800".encode("utf-16", "surrogatepass").decode("utf-16", "replace") + SMALL)
            await ed.until(uri, bool)
            ed.change(uri, SMALL)
            await ed.until(uri, lambda d: not d)

    run(ask())


@pytest.mark.slow
def test_ten_megabytes_are_too_many(folder: Path) -> None:
    async def ask() -> None:
        async with editor(folder) as ed:
            uri = ed.open("small.uno", SMALL + "# more\n" * 1_500_000)
            found = await ed.until(uri, bool)
            assert [x.code for x in found] == ["UNO103"]
            ed.change(uri, SMALL)
            await ed.until(uri, lambda d: not d)

    run(ask())


@pytest.mark.parametrize(
    "said", one_in(4, [b"", b"Content-Length: 100\r\n\r\n{", b"nonsense\r\n\r\n", b"Content-Length: 2\r\n\r\n{}"])
)
def test_a_client_that_goes_away_ends_the_server(said: bytes) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "unodsl.commands.main", "lsp"],
        input=said,
        capture_output=True,
        timeout=WAIT,
        check=False,
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
