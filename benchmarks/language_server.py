"""Latencies of the language server: a real client, and each shipped ruleset as the file that is open.

`python benchmarks/language_server.py` starts `unodsl lsp` over standard input and output, opens each ruleset, and asks for everything that
an editor asks for, at places drawn by seed: right after a keystroke, and again on the same text. Then it edits one rule, and measures how
long the errors and the findings take. It prints wall time and, on Linux, the processor time of the server. Under load, only the processor
time says something about the server.
"""

from __future__ import annotations

import argparse
import asyncio
import platform
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from lsprotocol import types as lsp

from tests import editor as client
from tests.editor import Editor, editor
from unodsl.data import rulesets_dir

HOUSE = """use "official.uno"
options for official

option one "Who plays it has one point"
  rule one
    when player plays FIRST
    then score of player becomes 1

option two "Who plays it has two points"
  rule two
    when player plays SECOND
    then score of player becomes 2

option quiet "No 5 as a last card"
  rule last
    any player cannot play 5
    if number of cards in hand of player is 1
"""
"""A file of one's own with three options: two of them contradict each other where both are about one card."""


def house(first: int, second: int) -> str:
    """The file, with two options about some numbers."""
    return HOUSE.replace("FIRST", str(first)).replace("SECOND", str(second))


def processor(pid: int) -> float:
    """Seconds of processor time of a process and all of its threads; NaN where the system does not say."""
    try:
        return sum(
            int(task.read_text(encoding="ascii").split()[0]) / 1e9
            for task in Path(f"/proc/{pid}/task").glob("*/schedstat")
        )
    except OSError:
        return float("nan")


def requests(ed: Editor, uri: str, at: lsp.Position) -> dict[str, Callable[[], Awaitable[object]]]:
    """Everything that an editor asks at a place."""
    of, client = lsp.TextDocumentIdentifier(uri), ed.client
    here = lsp.Range(at, at)
    return {
        "hover": lambda: client.text_document_hover_async(lsp.HoverParams(of, at)),
        "definition": lambda: client.text_document_definition_async(lsp.DefinitionParams(of, at)),
        "references": lambda: client.text_document_references_async(
            lsp.ReferenceParams(lsp.ReferenceContext(True), of, at)
        ),
        "highlights": lambda: client.text_document_document_highlight_async(lsp.DocumentHighlightParams(of, at)),
        "completion": lambda: client.text_document_completion_async(lsp.CompletionParams(of, at)),
        "signature": lambda: client.text_document_signature_help_async(lsp.SignatureHelpParams(of, at)),
        "code actions": lambda: client.text_document_code_action_async(
            lsp.CodeActionParams(of, here, lsp.CodeActionContext([]))
        ),
        "outline": lambda: client.text_document_document_symbol_async(lsp.DocumentSymbolParams(of)),
        "folding": lambda: client.text_document_folding_range_async(lsp.FoldingRangeParams(of)),
        "colors": lambda: client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(of)),
        "lenses": lambda: client.text_document_code_lens_async(lsp.CodeLensParams(of)),
        "formatting": lambda: client.text_document_formatting_async(
            lsp.DocumentFormattingParams(of, lsp.FormattingOptions(2, True))
        ),
    }


def line(what: str, wall: list[float], used: list[float]) -> str:
    """Median, 95th of 100, and worst, in milliseconds; late: how many took more than 100 ms of processor time."""

    def figures(times: list[float]) -> str:
        some = sorted(1000 * t for t in times)
        return f"{statistics.median(some):7.1f} {some[min(len(some) - 1, len(some) * 95 // 100)]:7.1f} {some[-1]:7.1f}"

    late = sum(t > 0.1 for t in used)
    return f"{what:22} {len(wall):5}  {figures(wall)}  {figures(used)}  {late:4}"


async def measured(ed: Editor, pid: int, ask: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """Seconds until the answer, and the server's processor time in it."""
    used, began = processor(pid), time.perf_counter()
    await ask()
    return time.perf_counter() - began, processor(pid) - used


async def answers(folder: Path, places: int, seed: int) -> None:
    """Answers to requests, in all rulesets."""
    print(f"{'':28}  {'wall: median, 95 %, worst':25}  {'processor time: the same':25} > 100 ms")
    by_kind: dict[str, list[tuple[float, float]]] = {}
    for path in sorted(folder.glob("*.uno"), key=lambda p: p.stat().st_size):
        text = path.read_text(encoding="utf-8")
        rng = random.Random(seed)
        async with editor(folder, process=True) as ed:
            server = ed.client._server
            assert server is not None
            uri = ed.open(path.name, text)
            await ed.until(uri, lambda d: True)
            after_key: list[tuple[float, float]] = []
            same_text: list[tuple[float, float]] = []
            lines = text.split("\n")
            for _ in range(places):
                number = rng.randrange(len(lines))
                at = lsp.Position(number, rng.randrange(len(lines[number]) + 1))
                key = rng.choice("aeinrst ")
                typed = lines[number][: at.character] + key + lines[number][at.character :]
                ed.change(uri, "\n".join([*lines[:number], typed, *lines[number + 1 :]]))
                asked = list(requests(ed, uri, at).items())
                # whatever comes first pays for reading the text again
                rng.shuffle(asked)
                for position, (kind, ask) in enumerate(asked):
                    figures = await measured(ed, server.pid, ask)
                    (same_text if position else after_key).append(figures)
                    by_kind.setdefault(kind, []).append(figures)
            size = f"{path.name}, {len(lines):,} lines"
            print(line(f"{size}", *map(list, zip(*after_key, *same_text, strict=True))))
            print(line("  first after a key", *map(list, zip(*after_key, strict=True))))
    for kind, some in by_kind.items():
        print(line(kind, *map(list, zip(*some, strict=True))), flush=True)


async def errors_after_an_edit(folder: Path, name: str, times: int) -> None:
    """From a keystroke to the errors of the text and its names."""
    text = (folder / name).read_text(encoding="utf-8")
    at = text.index("when player plays")
    wrong = text[:at] + text[at:].replace("when player plays", "when player playz", 1)
    async with editor(folder, process=True) as ed:
        server = ed.client._server
        assert server is not None
        uri = ed.open(name, text)
        await ed.until(uri, lambda d: not d)
        await asyncio.sleep(1)
        some = []
        for _ in range(times):
            for now in (wrong, text):
                used, began = processor(server.pid), time.perf_counter()
                ed.change(uri, now)
                await ed.until(uri, lambda d, bad=now is wrong: any(x.code == "UNO105" for x in d) == bad)  # type: ignore[misc]
                some.append((time.perf_counter() - began, processor(server.pid) - used))
    print(line(f"errors, {name}", *map(list, zip(*some, strict=True))), flush=True)


async def findings_after_an_edit(folder: Path, times: int) -> None:
    """From an edit of one rule to the contradiction that it brings, in a file with three options. Each edit is new."""
    (folder / "house.uno").write_text(house(1, 2), encoding="utf-8")
    async with editor(folder, process=True) as ed:
        uri = ed.open("house.uno", house(1, 2))
        wall = []
        for number in range(1, min(times, 8) + 1):
            ed.change(uri, house(number, number + 1))
            await ed.until(uri, lambda d: not any(str(x.code) >= "UNO2" for x in d))
            await asyncio.sleep(1)
            began = time.perf_counter()
            ed.change(uri, house(number, number))
            await ed.until(uri, lambda d: any(str(x.code) >= "UNO2" for x in d))
            wall.append(time.perf_counter() - began)
    some = sorted(wall)
    print(
        f"findings after an edit of one rule (3 options): median {statistics.median(some):.2f} s, worst {some[-1]:.2f} s"
    )


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--places", type=int, default=20, help="in each ruleset")
    parser.add_argument("--edits", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=["answers", "errors", "findings"])
    arguments = parser.parse_args()
    client.WAIT = 3600
    print(f"{platform.system()} {platform.machine()}, Python {platform.python_version()}, seed {arguments.seed}")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place).resolve()
        for path in rulesets_dir().glob("*.uno"):
            (folder / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
        if arguments.only in (None, "answers"):
            asyncio.run(answers(folder, arguments.places, arguments.seed))
        if arguments.only in (None, "errors"):
            for name in sorted(p.name for p in rulesets_dir().glob("*.uno")):
                asyncio.run(errors_after_an_edit(folder, name, arguments.edits))
        if arguments.only in (None, "findings"):
            asyncio.run(findings_after_an_edit(folder, arguments.edits))


if __name__ == "__main__":
    main()
