"""The language server, asked by a real client over standard input and output."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_occurrences import SMALL

pytest.importorskip("pytest_lsp", reason="the client comes with the test extra")
pytest.importorskip("pygls", reason="the server comes with the lsp extra")

from lsprotocol import types as lsp

from tests.editor import editor, place, run, words_at

MORE = 'use "small.uno"\n\noptions for small\n\noption bonus "Two more"\n  rule bonus\n    when player plays red 3 as quick\n    then tally of player += 2\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "small.uno").write_text(SMALL, encoding="utf-8")
    (tmp_path / "more.uno").write_text(MORE, encoding="utf-8")
    return tmp_path


def test_errors_of_text_and_names_come_and_go(folder: Path) -> None:
    async def ask() -> None:
        async with editor(folder) as ed:
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


def test_ranges_count_utf16_units(folder: Path) -> None:
    async def ask() -> None:
        async with editor(folder) as ed:
            text = SMALL.replace(
                "then way becomes", 'then note "\U0001f0cf\u00e9\U0001f0a1", oops to player\n      way becomes'
            )
            uri = ed.open("small.uno", text)
            found = await ed.until(uri, bool)
            assert words_at(text, found[0].range) == "oops"

    run(ask())


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
            text = await said(place(SMALL, "play\n    then way"))
            assert "**rule** `play`" in text
            assert "gives way to small.never" in text
            assert "One plays" in text
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
