"""What the documentation shows works: its blocks are rules, its examples pass, and every code and construct has a page.

Blocks of the pages by language:
- `uno`: a whole file. It loads, with each of its options; it is in canonical form; its scenarios pass.
- `uno-part`: lines of a file. They are put into a frame that makes a file of them, and that must parse. Behind
  "From `rulesets/NAME.uno`:" they stand in that file word for word.
- `python`: all of a page, one after the other, are one program. The `text` block behind one says what it prints.
- `uno-wrong`: a mistake. The `text` block behind it shows what one is told, and one is told that.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from checker.checks.registry import CHECKS
from tests.collected import listed, names
from unodsl.commands.main import main
from unodsl.data import codes_dir, rulesets_dir
from unodsl.diagnostics import RulesError
from unodsl.resolve import load_project
from unodsl.resolve.compose import TableSpec, load_table
from unodsl.scenarios import all_scenarios, run_scenario
from unodsl.source import Source
from unodsl.syntax import nodes as s
from unodsl.syntax.format import format_text
from unodsl.syntax.parse import parse

ROOT = Path(__file__).parent.parent
PAGES = sorted([*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"])
REFERENCE = sorted((ROOT / "docs" / "reference").glob("*.md"))
CONSTRUCTS = [p for p in REFERENCE if p.stem not in ("language", "semantics", "json")]
EXAMPLES = sorted((ROOT / "examples").glob("*.uno"))
RULESETS = sorted(rulesets_dir().glob("*.uno"))
GRAMMAR = ROOT / "grammars" / "uno.lark"
BLOCK = re.compile(r"^```(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FRAME = 'use "official.uno"\noptions for official\n\n'


def blocks(language: str) -> list[tuple[str, str]]:
    """Every block of a language: its place (`docs/tutorial.md:12`) and its text."""
    out = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for match in BLOCK.finditer(text):
            if match[1] == language:
                out.append((f"{page.relative_to(ROOT)}:{text.count(chr(10), 0, match.start()) + 1}", match[2]))
    return out


def mistakes() -> list[tuple[str, str, str]]:
    """Every wrong block: its place, its text, and what the page says one is told."""
    out = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        found = list(BLOCK.finditer(text))
        for match, behind in zip(found, [*found, None][1:], strict=True):
            if match[1] == "uno-wrong":
                place = f"{page.relative_to(ROOT)}:{text.count(chr(10), 0, match.start()) + 1}"
                assert behind is not None, place
                assert behind[1] == "text", f"{place}: no message stands behind this"
                out.append((place, match[2], behind[2]))
    return out


def programs() -> dict[str, list[tuple[str, str]]]:
    """The Python blocks of each page that has any, in order: code, and what the page says that it prints ("" for nothing)."""
    out: dict[str, list[tuple[str, str]]] = {}
    for page in PAGES:
        found = list(BLOCK.finditer(page.read_text(encoding="utf-8")))
        for number, match in enumerate(found, 1):
            behind = found[number] if number < len(found) else None
            if match[1] == "python":
                shown = behind[2] if behind is not None and behind[1] == "text" else ""
                out.setdefault(str(page.relative_to(ROOT)), []).append((match[2], shown))
    return out


def whole(text: str) -> str:
    """A file around some lines: an option for `official`, unless the lines say themselves what they are."""
    first = text.split(maxsplit=1)[0]
    if first in ("use", "game", "options"):
        return text
    if first in ("option", "scenario"):
        return FRAME + text
    if first in ("rule", "act", "zone", "variable", "situation", "deck", "parameter", "seats", "needs", "requires"):
        return f'{FRAME}option lines "Lines"\n\n{indented(text, 2)}'
    if first in ("set", "brings", "excludes", "without", "clause"):
        return f'{FRAME}option lines "Lines"\n\n{indented(text, 2)}'
    if first == "then":
        return f'{FRAME}option lines "Lines"\n\n  rule lines\n    when player plays 5\n{indented(text, 4)}'
    return f'{FRAME}option lines "Lines"\n\n  rule lines\n    when player plays 5\n    then\n{indented(text, 6)}'


def indented(text: str, by: int) -> str:
    """The lines so far to the right that the first stands at `by`."""
    lines = text.splitlines()
    now = len(lines[0]) - len(lines[0].lstrip())
    return "".join(" " * by + line[now:] + "\n" if line.strip() else "\n" for line in lines)


def lines_in_order(shown: str, printed: str) -> str | None:
    """The first line shown that is not printed, behind those before it; `...` stands for anything, at an end as well."""
    at = 0
    for line in shown.splitlines():
        part = line.removesuffix("...").strip()
        found = printed.find(part, at)
        if found < 0:
            return line
        at = found + len(part)
    return None


WHOLE = blocks("uno")
PARTS = blocks("uno-part")
WRONG = mistakes()


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the shipped rulesets and examples, their scenarios left out."""
    folder = tmp_path_factory.mktemp("beside")
    for path in [*RULESETS, *EXAMPLES]:
        text = path.read_text(encoding="utf-8")
        kept = re.sub(r"^scenario .*\n(?:(?: .*)?\n)*", "", text, flags=re.MULTILINE)
        (folder / path.name).write_text(kept, encoding="utf-8")
    return folder


def run_block(text: str, path: Path) -> list[str]:
    """What goes wrong with a file beside the rulesets: at its table, with each of its options, in its scenarios."""
    path.write_text(text, encoding="utf-8")
    try:
        project = load_project([path])
        page = project.pages[project.given[0]]
        if project.homes():
            # (where each scenario says its game, the file has none)
            load_table(project, TableSpec())
        for name, option in page.options.items():
            needed = [w.text for i in option.items if isinstance(i, s.Names) and i.kind == "requires" for w in i.names]
            load_table(project, TableSpec(options=(name, *needed)))
        results = [run_scenario(project, page, scenario) for scenario in page.scenarios]
    except RulesError as error:
        return [d.render() for d in error.diagnostics]
    return [r.message for r in results if not r.passed]


def test_the_documentation_is_found() -> None:
    pages = [p for p in listed() if p.startswith("docs/")]
    assert [p.relative_to(ROOT).as_posix() for p in PAGES] == sorted([*pages, "README.md"])
    assert [p.stem for p in CONSTRUCTS] == [
        x for x in names("docs/reference", ".md") if x not in ("language", "semantics", "json")
    ]
    assert [p.stem for p in EXAMPLES] == names("examples")
    assert [p.stem for p in RULESETS] == names("rulesets")


def test_every_block_is_looked_at() -> None:
    """As many blocks of each language as lines that open one: none is hidden by another that does not end."""
    opened: Counter[str] = Counter()
    for page in PAGES:
        marks = re.findall(r"^ *```(.*)$", page.read_text(encoding="utf-8"), re.M)
        assert len(marks) % 2 == 0, page
        opened.update(marks[::2])
    assert {x for x in opened if x.startswith("uno")} == {"uno", "uno-part", "uno-wrong"}
    assert (len(WHOLE), len(PARTS), len(WRONG)) == (opened["uno"], opened["uno-part"], opened["uno-wrong"])
    assert sum(len(x) for x in programs().values()) == opened["python"]


@pytest.mark.parametrize(("place", "text"), WHOLE, ids=[p for p, _ in WHOLE])
def test_whole_files_can_be_used(place: str, text: str, beside: Path) -> None:
    """Saved beside the shipped rulesets, a block makes a table with each of its options, and its scenarios pass."""
    assert re.match(r"(?:#.*\n|\n)*(?:use|game|options) ", text), "a whole file says which game it is or is for"
    assert run_block(text, beside / "block.uno") == []


@pytest.mark.parametrize(("place", "text"), WHOLE, ids=[p for p, _ in WHOLE])
def test_whole_files_are_in_canonical_form(place: str, text: str) -> None:
    assert format_text(Source(place, text))[0] == text


@pytest.mark.parametrize(("place", "text"), PARTS, ids=[p for p, _ in PARTS])
def test_parts_parse_in_their_frame(place: str, text: str) -> None:
    framed = whole(text)
    assert [p.render() for p in parse(Source(place, framed))[1]] == []
    assert format_text(Source(place, framed))[0] == framed


@pytest.mark.parametrize(("place", "text", "told"), WRONG, ids=[p for p, _, _ in WRONG])
def test_mistakes_are_told_as_shown(place: str, text: str, told: str, beside: Path) -> None:
    rendered = "\n".join(run_block(whole(text), beside / "block.uno"))
    assert lines_in_order(told, rendered) is None, rendered


def test_pieces_of_rulesets_stand_there_word_for_word() -> None:
    found = said = 0
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        said += len(re.findall(r"^From `rulesets/", text, re.M))
        for match in re.finditer(
            r"^From `rulesets/([a-z]+\.uno)`(?:(?!\n\n).)*:\n\n```(\S*)\n(.*?)^```$", text, re.M | re.S
        ):
            assert match[2] == "uno-part", f"{page.name}: {match[0]}"
            ruleset = (ROOT / "rulesets" / match[1]).read_text(encoding="utf-8")
            for block in re.split(r"\n\n(?= *\S)", match[3].rstrip("\n")):
                assert f"\n{block}\n" in ruleset, f"{page.name}, not in {match[1]}:\n{block}"
            found += 1
    assert found == said > 0


@pytest.mark.parametrize("path", [*RULESETS, *sorted((ROOT / "examples").rglob("*.uno"))], ids=lambda p: p.name)
def test_scenarios_pass_and_warn_of_nothing(path: Path) -> None:
    project = load_project([path])
    mine = [(p, x) for p, x in all_scenarios(project) if p.name in project.given]
    assert mine, "an example without a scenario shows nothing"
    for page, scenario in mine:
        result = run_scenario(project, page, scenario)
        assert result.passed, f"{result.title}: {result.message}"
        assert result.warnings == ()


@pytest.mark.parametrize("code", [code for code, _, _ in CHECKS])
def test_each_code_has_a_page(code: str) -> None:
    name = next(n for c, n, _ in CHECKS if c == code)
    text = (ROOT / "docs" / "codes" / f"{code}.md").read_text(encoding="utf-8")
    assert text.startswith(f"# {code}: {name}\n")
    for heading in ("## What triggers it", "## What is right", "## How it is decided"):
        assert heading in text


def test_each_page_has_a_code() -> None:
    assert {p.stem for p in codes_dir().glob("*.md")} == {code for code, _, _ in CHECKS}


def slug(heading: str) -> str:
    """The name by which a link reaches a heading."""
    return re.sub(r"[^a-z0-9 _-]", "", heading.lower()).strip().replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = BLOCK.sub("", page.read_text(encoding="utf-8"))
    for target, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)]*))?\)", text):
        if "://" in target:
            continue
        there = page.parent / target if target else page
        assert there.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.*)$", BLOCK.sub("", there.read_text(encoding="utf-8")), re.M)
            assert anchor in {slug(h) for h in headings}, f"{target}#{anchor}"


@pytest.mark.parametrize("page", ["README.md", "docs/api.md"])
def test_programs_print_what_is_shown(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert set(programs()) == {"README.md", "docs/api.md"}
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for code, shown in programs()[page]:
        exec(compile(code, page, "exec"), names)
        printed = capsys.readouterr().out
        assert bool(printed) == bool(shown), code
        assert lines_in_order(shown, printed) is None, f"{code}\nprinted:\n{printed}"


@pytest.mark.slow
def test_the_learner_learns(tmp_path: Path) -> None:
    """The example runs, a good deal shorter than it does by default, and draws its picture."""
    command = [sys.executable, str(ROOT / "examples" / "learn.py"), "--seats", "2", "--runs", "2", "--picture", "x.png"]
    command += ["--steps", "300", "--side-by-side", "16"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", check=False)
    assert result.returncode == 0, result.stderr
    assert re.search(r"^official: \d+ matches in 2 runs\n  won \d+% of the first quarter", result.stdout, re.M)
    assert "\nwith official.seven it likes\n  " in result.stdout
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("page", CONSTRUCTS, ids=lambda p: p.stem)
def test_a_page_shows_what_it_says(page: Path) -> None:
    """Each construct's page leads back to the map and on to others, and shows something that runs."""
    text = page.read_text(encoding="utf-8")
    assert "[The language](language.md)" in text
    assert "See also: " in text
    if page.stem not in ("limits", "errors"):
        assert "```uno\n" in text, "nothing here runs"
    index = (page.parent / "language.md").read_text(encoding="utf-8")
    assert f"({page.name}" in index, "the map does not lead here"


def constructs() -> set[str]:
    """The names of the grammar: rules, and the alternatives that have names of their own; no tokens, no helpers."""
    text = "\n".join(x for x in GRAMMAR.read_text(encoding="utf-8").splitlines() if not x.startswith("//"))
    return set(re.findall(r"^[?!]?([a-z]\w*):", text, re.M)) | set(re.findall(r"-> (\w+)", text))


def test_every_construct_of_the_grammar_has_a_page() -> None:
    """The map ends with a table of the names in the grammar: each stands there once, with the page that explains it."""
    index = (ROOT / "docs" / "reference" / "language.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[[^]]*\]\(([a-z-]+\.md)\) \| ((?:`\w+`(?:, )?)+) \|$", index, re.M)
    named = [name for _, names in rows for name in re.findall(r"`(\w+)`", names)]
    assert sorted(named) == sorted(constructs())


def test_every_word_of_the_grammar_is_explained() -> None:
    rules = "\n".join(x for x in GRAMMAR.read_text(encoding="utf-8").splitlines() if not x.startswith("//"))
    words = set(re.findall(r'"([a-z]+)"', rules))
    shown = " ".join(c for p in REFERENCE for c in re.findall(r"`[^`]+`|```.*?```", p.read_text("utf-8"), re.S))
    assert {"rule", "instead", "otherwise"} <= words
    assert {w for w in words if not re.search(rf"\b{w}\b", shown)} == set()


def test_all_that_the_official_rules_declare_is_listed() -> None:
    page = (ROOT / "docs" / "reference" / "official.md").read_text(encoding="utf-8")
    official = load_project([ROOT / "rulesets" / "official.uno"]).pages["official"]
    assert official.game is not None
    named = {name.partition(".")[2] for name in official.options}
    for item in official.game.items:
        if isinstance(item, s.Rule):
            named.add(item.name.text)
        elif isinstance(item, s.Zone | s.Variable | s.Situation | s.Parameter):
            named.add(item.name.span.text)
            named |= {f.name.span.text for f in item.fields} if isinstance(item, s.Situation) else set()
        elif isinstance(item, s.Act):
            named.add(re.split(" an? ", item.phrase.span.text)[0])
    assert {"hand", "play", "jump-in", "target"} <= named
    assert named - set(re.findall(r"`([^`]+)`", page)) == set()


def test_every_error_code_is_listed() -> None:
    page = (ROOT / "docs" / "reference" / "errors.md").read_text(encoding="utf-8")
    used = {c for p in (ROOT / "unodsl").rglob("*.py") for c in re.findall(r"UNO1\d\d", p.read_text("utf-8"))}
    assert used
    assert used <= set(re.findall(r"^\| (UNO1\d\d) \|", page, re.M))


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_commands_shown_are_commands(page: Path) -> None:
    for line in re.findall(r"^\$ (unodsl .*)$", page.read_text(encoding="utf-8"), re.M):
        name, *rest = shlex.split(line)[1:]
        command = main.commands[name]
        known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
        assert {word.partition("=")[0] for word in rest if word.startswith("-")} <= known, line


@pytest.mark.parametrize(
    "left_out", [("play", "simulate", "check"), pytest.param(("play", "simulate"), marks=pytest.mark.long)]
)
def test_the_tutorial_is_what_one_sees(
    left_out: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Follow the tutorial: write the file as it grows, run each command, and see what is shown."""
    text = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    changes = [("when player plays 5", "when plyer plays 5"), ("hand of bob is 3", "hand of bob is 4")]
    file = Path("my-house.uno")
    good = changed = ""
    run = 0
    for match in BLOCK.finditer(text):
        if match[1] == "uno":
            good = changed = match[2]
        elif match[1] == "uno-part" and match[2].startswith("option"):
            at = good.index("scenario")
            good = changed = f"{good[:at]}{match[2]}\n{good[at:]}"
        elif match[1] == "uno-part" and match[2].startswith("scenario"):
            good = changed = f"{good}\n{match[2]}"
        elif match[1] == "uno-part":
            changed = re.sub(r"  rule five\n(?:    .*\n)+", match[2], good)
        for command, shown in re.findall(r"^\$ (unodsl .*)\n((?:(?!\$ ).*\n)*)", match[2], re.M):
            name, *rest = shlex.split(command)[1:]
            if name in left_out:
                continue
            if shown.startswith(("error", "failed")):
                old, new = changes.pop(0)
                assert f"`{new}`" in text[: match.start()]
                changed = good.replace(old, new)
            if good:
                file.write_text(changed, encoding="utf-8")
            result = CliRunner().invoke(main, [name, *rest])
            assert lines_in_order(shown, result.output) is None, f"{command}\n{result.output}"
            changed = good
            run += 1
    assert run == len(re.findall(rf"^\$ unodsl (?!{'|'.join(left_out)})", text, re.M)) > 0
    assert changes == []
    assert format_text(Source("my-house.uno", good))[0] == good


@pytest.mark.parametrize("page", ["simulate.md"])
def test_calls_show_what_one_sees(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the calls of a page one after the other; those that need other machines show nothing."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    run = 0
    for match in BLOCK.finditer(text):
        for command, shown in re.findall(r"^\$ unodsl (.*)\n((?:(?!\$ ).*\n)*)", match[2], re.M):
            if shown:
                result = CliRunner().invoke(main, shlex.split(command))
                assert lines_in_order(shown, result.output) is None, f"{command}\n{result.output}"
                assert result.exit_code == (2 if shown.startswith("error") else 0)
                run += 1
    assert run > 0


def test_the_page_about_explore_is_what_one_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "docs" / "explore.md").read_text(encoding="utf-8")
    monkeypatch.chdir(ROOT)
    run = 0
    for command, shown in re.findall(r"^\$ (unodsl .*)\n((?:(?!\$ |```).*\n)*)", text, re.M):
        result = CliRunner().invoke(main, shlex.split(command)[1:])
        assert result.exit_code in (0, 1), result.output
        assert lines_in_order(shown, result.output) is None, f"{command}\n{result.output}"
        run += 1
    assert run == len(re.findall(r"^\$ unodsl ", text, re.M)) > 0
