"""The language server on files that are broken at places drawn by seed, on all shipped rulesets, and with bad input."""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("pygls", reason="the server comes with the lsp extra")

from tests.effort import examples, few_and_slow
from unodsl.data import rulesets_dir
from unodsl.lsp import protocol
from unodsl.lsp.actions import lenses
from unodsl.lsp.completion import completions
from unodsl.lsp.describing import hover
from unodsl.lsp.formatting import formatted
from unodsl.lsp.navigation import Refused, definition, highlights, references, renamable
from unodsl.lsp.outline import folds, symbols
from unodsl.lsp.problems import name_problems, scenario_problems, text_problems
from unodsl.lsp.workspace import Workspace

RULESETS = sorted(p.name for p in rulesets_dir().glob("*.uno"))

TYPED = (
    '"',
    "(",
    ")",
    ",",
    "#",
    "\t",
    "\n",
    "  ",
    " of ",
    "\U0001f0cf",
    "\r",
    "\x00",
    "rule ",
    "if ",
    "then\n",
    "é",
    "9" * 12,
)


def broken(text: str, rng: random.Random) -> str:
    """A text with one to three changes at places that are drawn."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(text))
        match rng.randrange(4):
            case 0:
                text = text[:at] + text[at + rng.randint(1, 40) :]
            case 1:
                text = text[:at] + rng.choice(TYPED) + text[at:]
            case 2:
                other = rng.randrange(len(text))
                text = text[:at] + text[other : other + rng.randint(1, 300)] + text[at:]
            case _:
                text = text[:at]
        text = text or "\n"
    return text


def requests(workspace: Workspace, path: Path, offset: int) -> Iterator[tuple[str, Callable[[], object]]]:
    """Everything that an editor asks at a place of a file."""

    def prepare() -> object:
        try:
            return renamable(workspace, path, offset)
        except Refused as refused:
            return str(refused)

    view = workspace.view
    yield "hover", lambda: hover(workspace, path, offset)
    yield "definition", lambda: definition(workspace, path, offset)
    yield "highlight", lambda: highlights(workspace, path, offset)
    yield (
        "completion",
        lambda: [protocol.completion_item(view(path), x, offset) for x in completions(workspace, path, offset)],
    )
    yield "references", lambda: references(workspace, path, offset, True)
    yield "prepare rename", prepare
    yield "symbols", lambda: [protocol.document_symbol(view(path), x) for x in symbols(view(path))]
    yield "folding", lambda: folds(view(path))
    yield "tokens", lambda: list(protocol.encoded(view(path)))
    yield "lenses", lambda: lenses(view(path))
    yield "errors of the text", lambda: text_problems(workspace, view(path))


def look(folder: Path, names: list[str], seed: int, count: int, every: bool) -> list[tuple[float, str]]:
    """Break files, ask everything at a place, and return the processor time of each answer. `every`: names and scenarios are judged."""
    rng = random.Random(seed)
    times: list[tuple[float, str]] = []
    workspace = Workspace([folder])
    texts = {n: (folder / n).read_text(encoding="utf-8") for n in names}
    for n in names:
        # opening a file is not what is measured
        workspace.open(folder / n, texts[n])
        workspace.view(folder / n)
    for _ in range(count):
        name = rng.choice(names)
        path = folder / name
        text = broken(texts[name], rng)
        workspace.open(path, text)
        offset = rng.randrange(len(text) + 1)
        asked = list(requests(workspace, path, offset))
        # whichever comes first pays for reading the text again
        rng.shuffle(asked)
        for what, ask in asked:
            start = time.process_time()
            ask()
            times.append((time.process_time() - start, f"{name}: {what}"))
        view = workspace.view(path)
        for found in text_problems(workspace, view):
            assert 0 <= found.start <= found.end <= len(workspace.view(found.path).text)
        for some in name_problems(workspace, view) if every else ():
            assert all(p.start <= p.end for p in some)
        for some in scenario_problems(workspace, view) if every and rng.random() < 0.1 else ():
            assert all(p.start <= p.end for p in some)
        neat = formatted(view)
        assert neat is None or neat.endswith("\n") or not neat
        workspace.open(path, texts[name])
    return times


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in RULESETS:
        (tmp_path / name).write_text((rulesets_dir() / name).read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name", few_and_slow(RULESETS, 1))
def test_no_broken_file_breaks_the_server(folder: Path, name: str) -> None:
    """A part of each ruleset, so that many can be broken; whole files are broken by `python -m tests.test_lsp_broken`."""
    text = (folder / name).read_text(encoding="utf-8")
    start = text.index("\nscenario")
    (folder / name).write_text(text[: start + 5000], encoding="utf-8")
    count = examples(6, 12)
    assert len(look(folder, [name], 17, count, False)) == count * 11


@pytest.mark.parametrize("name", few_and_slow(RULESETS, 1))
def test_a_shipped_ruleset_has_no_errors(folder: Path, name: str) -> None:
    workspace = Workspace([folder])
    view = workspace.view(folder / name)
    assert text_problems(workspace, view) == []
    assert [p for some in name_problems(workspace, view) for p in some] == []


def main(count: int, seed: int) -> None:
    """Break whole files, and say how long the answers took."""
    times = look(rulesets_dir(), RULESETS, seed, count, True)
    for one in ("", *RULESETS):
        some = sorted((t, what) for t, what in times if what.startswith(one))
        if some:
            last = ", ".join(f"{what} {1000 * t:.0f}" for t, what in some[-3:])
            late = sum(t > 0.1 for t, _ in some)
            print(
                f"{one or 'all'}: {len(some)} answers, median {1000 * statistics.median(t for t, _ in some):.1f} ms, "
                f"99 of 100 below {1000 * some[int(len(some) * 0.99)][0]:.0f} ms, {late} over 100 ms; slowest: {last}"
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100, int(sys.argv[2]) if len(sys.argv) > 2 else 1)


@pytest.mark.parametrize("seed", few_and_slow(range(20), 2))
def test_what_is_read_in_steps_is_what_is_read_at_once(tmp_path: Path, seed: int) -> None:
    """Also where the text is broken, and where somebody types before all is read."""
    rng = random.Random(seed)
    name = rng.choice(RULESETS)
    text = (rulesets_dir() / name).read_text(encoding="utf-8")
    text = text if seed % 2 else broken(text, rng)
    path = tmp_path / name
    stepwise, at_once = Workspace([tmp_path]), Workspace([tmp_path])
    for workspace in (stepwise, at_once):
        workspace.open(path, text)
    done = 0
    for done, _ in enumerate(stepwise.ahead(path), 1):
        if seed % 3 == 0 and done == 40:
            text = broken(text, rng)
            break
    assert done
    for workspace in (stepwise, at_once):
        workspace.open(path, text)
    one, other = stepwise.view(path), at_once.view(path)
    assert one.problems == other.problems
    rows = [[(x.start, x.end, x.target) for x in view.index.found] for view in (one, other)]
    assert rows[0] == rows[1]
    assert rows[0]
