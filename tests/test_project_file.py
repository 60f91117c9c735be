"""The project file `unodsl.toml`, and `unodsl init`, which writes one."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

from tests.editor import editor, run
from tests.test_commands import call
from unodsl.commands.init import _PROJECT
from unodsl.project_file import find, parse, read
from unodsl.source import Source

RULES = """game tiny "Two cards"
  seats 2 to 5

  deck in draw pile
    color is red, blue
    face is 1 to 3
    2 of each color: 1 to 3

  zone hand of each player, private
  zone draw pile, face down
  zone discard pile, face up

  situation turn on a player

  act play a card from hand
    then move card the card from hand of player to discard pile

  rule play
    during turn
    its player may play a card
    then pass turn to left of player

  rule nothing-left
    when the table settles
    if there is players where (number of cards in their hand is 0)
    then end the round won by players where (number of cards in their hand is 0)

  rule match
    when the match begins
    then begin a round

  rule deal
    when the round begins
    then
      for each player
        move top 1 from draw pile to hand of player
      begin turn on first of players

  rule one-round
    when the round ends
    then end the match won by winners

  rule position
    when the position stands
    then begin turn on first of players
"""

OPTIONS = """use "tiny.uno"
options for tiny

option never "What never happens"

  rule never
    when player plays 1
    if face of the card is 2
    then note "never" to player
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, little_play: None) -> Path:
    """A repository with a game, an option that UNO401 is about, and a folder that is not checked."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "tiny.uno").write_text(RULES, encoding="utf-8")
    (tmp_path / "rules" / "more.uno").write_text(OPTIONS, encoding="utf-8")
    (tmp_path / "unodsl.toml").write_text('files = ["rules/more.uno"]\nseats = 2\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def project(folder: Path, text: str) -> None:
    (folder / "unodsl.toml").write_text(text, encoding="utf-8")


def checked(*arguments: str, code: int) -> dict[str, object]:
    """The report as JSON."""
    found: dict[str, object] = json.loads(call("check", "--format", "json", *arguments, code=code).stdout)
    return found


def codes(report: dict[str, object]) -> set[str]:
    findings = report["findings"]
    assert isinstance(findings, list)
    return {f["code"] for f in findings}


@pytest.mark.usefixtures("shared_checks")
class TestCheck:
    """What `check` takes from it, and what goes first."""

    def test_files_and_seats(self, folder: Path) -> None:
        report = checked(code=1)
        assert (report["seats"], report["judged"]) == ([2], ["more.never"])
        assert "UNO401" in codes(report)

    @pytest.mark.slow
    def test_it_counts_below_its_folder_and_from_elsewhere(
        self, folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(folder / "rules")
        assert checked(code=1)["seats"] == [2]
        monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
        assert checked(str(folder / "rules" / "more.uno"), code=1)["seats"] == [2]

    def test_the_command_line_goes_first(self, folder: Path) -> None:
        assert checked("--seats", "3", code=1)["seats"] == [3]

    @pytest.mark.slow
    def test_another_file_or_none(self, folder: Path) -> None:
        assert checked("--no-config", "rules/more.uno", code=1)["seats"] == [2, 3]
        (folder / "other.toml").write_text("seats = 4\n", encoding="utf-8")
        assert checked("--config", "other.toml", "rules/more.uno", code=1)["seats"] == [4]

    def test_codes(self, folder: Path) -> None:
        project(folder, 'files = ["rules/more.uno"]\nseats = 2\nignore = ["UNO4"]\n')
        report = checked(code=0)
        assert not {c for c in codes(report) if c.startswith("UNO4")}
        assert report["codes_ignored"] == ["UNO401", "UNO402", "UNO403", "UNO404", "UNO405", "UNO406"]
        assert "not reported, as `select` and `ignore` say: UNO401, " in call("check", code=0).stdout
        assert codes(checked("--select", "UNO401", "--ignore", "UNO2", code=1)) == {"UNO401"}
        assert codes(checked("--select", "UNO4", "--ignore", "UNO401,UNO402", code=0)) == {"UNO404"}

    def test_fail_on(self, folder: Path) -> None:
        project(folder, 'files = ["rules/more.uno"]\nseats = 2\nfail-on = ["error"]\n')
        checked(code=0)
        checked("--fail-on", "warning", code=1)

    def test_baseline(self, folder: Path) -> None:
        project(folder, 'files = ["rules/more.uno"]\nseats = 2\nbaseline = "known.json"\n')
        said = call("check", code=2).stderr
        assert "known.json" in said
        assert '3 | baseline = "known.json"' in said
        call("check", "--write-baseline", "known.json", code=0)
        assert "in the baseline" in call("check", code=0).stdout

    def test_options_are_placed_where_they_are_unknown(self, folder: Path) -> None:
        project(folder, 'files = ["rules/more.uno"]\noptions = ["more.nevr"]\n')
        said = call("check", code=2).stderr
        assert '  2 | options = ["more.nevr"]' in said
        assert "did you mean `more.never`?" in said

    def test_one_table(self, folder: Path) -> None:
        project(folder, 'files = ["rules/more.uno"]\noptions = ["more.never"]\nseats = 2\n')
        assert checked(code=1)["mode"] == "table"

    def test_both_switches(self, folder: Path) -> None:
        assert "do not go together" in call("check", "--config", "unodsl.toml", "--no-config", code=2).stderr

    def test_fmt_and_test_read_it(self, folder: Path) -> None:
        assert call("fmt", "--check", code=0).stdout.startswith("1 file,")
        assert "there is no scenario" in call("test", code=0).stdout


WRONG = (
    ('file = ["rules"]', "unknown key `file`", "file", "did you mean `files`?"),
    ('fail_on = "error"', "unknown key `fail_on`", "fail_on", "did you mean `fail-on`?"),
    ("files = 3", "a list of texts is needed", "3", "files = ["),
    ('files = ["rules", 3]', "a number among texts", "3", "files = ["),
    ('files = ["ruels"]', "no file or folder `ruels`", '"ruels"', "did you mean `rules`?"),
    ('files = ["../x"]', "outside the folder", '"../x"', "below"),
    ('files = ["/etc/passwd"]', "outside the folder", '"/etc/passwd"', "below"),
    ("files = []", "names no file", "[]", "leave it out"),
    ('seats = "many"', "not a number of seats", '"many"', 'seats = "2..4"'),
    ("seats = true", "not a number of seats", "true", 'seats = "2..4"'),
    ('seats = "4..2"', "from the larger", '"4..2"', 'seats = "2..4"'),
    ("budget = 0", "from 0.1", "0", "budget = 120"),
    ("budget = inf", "from 0.1", "inf", "budget = 120"),
    ('baseline = "../b.json"', "outside the folder", '"../b.json"', "below"),
    ("baseline = 2026-11-22", "a date or time", "2026-11-22", "baseline.json"),
    ('fail-on = ["eror"]', "`eror` is nothing to fail on", '"eror"', "did you mean `error`?"),
    ('ignore = ["UNO3O5"]', "no finding has the code `UNO3O5`", '"UNO3O5"', "did you mean `UNO305`?"),
    ('select = "two-outcomes"', "no finding has the code", '"two-outcomes"', "such as `UNO203`"),
    ("parameters = 3", "a table is needed", "3", "[parameters]"),
    ("[parameters]\nopen = true", "a number or a text is needed", "true", '`open = "yes"`'),
    ("[options]\nfives = true", "a list of texts is needed", "options", "options = ["),
    ("files = [", "no TOML", "[", "double quotes"),
    ("files = rules", "no TOML", "r", "double quotes"),
)


@pytest.mark.parametrize(("text", "message", "place", "help_"), WRONG, ids=[x[0].replace("\n", " ") for x in WRONG])
def test_what_is_wrong_has_its_place(folder: Path, text: str, message: str, place: str, help_: str) -> None:
    project(folder, f"# ours\n\n{text}\n")
    said = call("check", code=2).stderr
    assert f"error UNO116: {message}" in said or message in said.partition("\n")[0]
    assert help_ in said
    lines = said.splitlines()
    mark = next(i for i, line in enumerate(lines) if "^" in line)
    column = lines[mark].index("^")
    assert lines[mark - 1][column : column + lines[mark].count("^")] == place


def test_all_that_is_wrong_is_said_in_order(folder: Path) -> None:
    project(folder, 'seats = "x"\nfile = 1\nbudget = "x"\n')
    said = call("check", code=2).stderr
    assert [said.index(x) for x in ("unodsl.toml:1:", "unodsl.toml:2:", "unodsl.toml:3:", "3 errors")]


@pytest.mark.parametrize("raw", [b"\xff\xfe", b"#" * 100_001, b"\x00", b"a" * 5000, b"[" * 90_000])
def test_what_is_no_text_is_refused(folder: Path, raw: bytes) -> None:
    (folder / "unodsl.toml").write_bytes(raw)
    assert "UNO116" in call("check", code=2).stderr


def test_where_it_is_looked_for(folder: Path) -> None:
    assert find(folder / "rules") == folder.resolve() / "unodsl.toml"
    inner = folder / "rules" / "inner"
    (inner / ".git").mkdir(parents=True)
    assert find(inner) is None
    (inner / "unodsl.toml").write_text("", encoding="utf-8")
    assert find(inner) == inner.resolve() / "unodsl.toml"


def test_windows_line_ends(folder: Path) -> None:
    (folder / "unodsl.toml").write_bytes(b'seats = "2..3"\r\nfiles = ["rules"]\r\n')
    assert read(folder / "unodsl.toml").seats == "2..3"


def test_every_key_is_documented(tmp_path: Path) -> None:
    from unodsl.project_file import _KEYS

    text = (Path(__file__).parent.parent / "docs" / "project-file.md").read_text(encoding="utf-8")
    rows = [line.split("`")[1] for line in text.splitlines() if line.startswith("| `")]
    assert rows == list(_KEYS)
    (example,) = re.findall(r"^```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    (tmp_path / "rules").mkdir()
    said = parse(Source("unodsl.toml", example), tmp_path / "unodsl.toml")
    assert (said.seats, said.fail_on, said.parameters) == ("2..4", ("error", "open"), {"hand-size": "5"})
    commented = [x.removeprefix("# ").partition(" ")[0] for x in _PROJECT.splitlines() if "=" in x]
    assert {x for x in commented if x != "hand-size"} <= set(_KEYS)


# ---------------------------------------------------------------------------------------------------------------- server


@pytest.mark.slow
def test_the_server_goes_by_it(folder: Path) -> None:
    pytest.importorskip("pytest_lsp", reason="the client comes with the test extra")
    project(folder, "seats = 2\n")

    async def ask() -> None:
        async with editor(folder) as ed:
            uri = ed.open("rules/more.uno")
            assert "UNO401" in {d.code for d in await ed.until(uri, bool)}
            project(folder, 'seats = 2\nignore = ["UNO4"]\n')
            ed.change(uri, OPTIONS + "\n")
            assert await ed.until(uri, lambda d: not d) == []
            project(folder, "seets = 2\n")
            ed.change(uri, OPTIONS)
            (wrong,) = await ed.until(ed.uri("unodsl.toml"), bool)
            assert wrong.message == "unknown key `seets`\nhelp: did you mean `seats`?"
            assert (wrong.range.start.character, wrong.range.end.character) == (0, 5)
            project(folder, "seats = 2\n")
            ed.change(uri, OPTIONS + "\n")
            assert await ed.until(ed.uri("unodsl.toml"), lambda d: not d) == []

    run(ask())


# ------------------------------------------------------------------------------------------------------------------ init


class TestInit:
    """`unodsl init`."""

    @pytest.mark.slow
    @pytest.mark.usefixtures("shared_checks", "little_play")
    def test_what_it_writes_passes(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        said = call("init", "ours", code=0).stdout
        written = sorted(str(x.relative_to(tmp_path)) for x in (tmp_path / "ours").rglob("*") if x.is_file())
        assert sorted(x.split(" ", 1)[1] for x in said.splitlines()[:-1]) == written
        assert written == [
            "ours/.github/workflows/rules.yml",
            "ours/.pre-commit-config.yaml",
            "ours/README.md",
            "ours/rules/house.uno",
            "ours/unodsl.toml",
        ]
        monkeypatch.chdir(tmp_path / "ours")
        assert call("test", code=0).stdout == "1 passed, 0 failed\n"
        assert call("fmt", "--check", code=0).stdout == "1 file, 0 to change\n"
        assert call("check", code=0).stdout.startswith("house.uno (1 option for official): these rules go together")
        for name in (".github/workflows/rules.yml", ".pre-commit-config.yaml"):
            assert yaml.safe_load(Path(name).read_text(encoding="utf-8"))

    def test_it_overwrites_nothing(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        Path("README.md").write_text("mine\n", encoding="utf-8")
        said = call("init", code=2).stderr
        assert "this file is there already: `README.md`" in said
        assert [x.name for x in tmp_path.iterdir()] == ["README.md"]
        assert Path("README.md").read_text(encoding="utf-8") == "mine\n"

    def test_where_it_cannot(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        assert "no game called `ofical`" in call("init", "--for", "ofical", code=2).stderr
        Path("file").write_text("", encoding="utf-8")
        assert "`file` is a file" in call("init", "file", code=2).stderr
        Path("half").mkdir()
        Path("half", ".github").write_text("", encoding="utf-8")
        assert "cannot be" in call("init", "half", code=2).stderr
        assert [x.name for x in Path("half").iterdir()] == [".github"]

    @pytest.mark.parametrize("name", ["house.uno", "rules/house.uno"])
    def test_the_name_of_a_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        monkeypatch.chdir(tmp_path)
        said = call("init", name, code=2).stderr
        assert f"`{name}` is the name of a ruleset file, and `init` creates a folder" in said
        assert f"write `unodsl new {name}` for one file, or `unodsl init {name.removesuffix('.uno')}`" in said
        assert not list(tmp_path.iterdir())

    @pytest.mark.parametrize("line", [x for x in _PROJECT.splitlines() if x.startswith("# ") and " = " in x])
    def test_its_lines_can_be_switched_on(self, tmp_path: Path, line: str) -> None:
        (tmp_path / "rules").mkdir()
        table = "[parameters]\n" if "hand-size" in line else ""
        parse(Source("unodsl.toml", table + line.removeprefix("# ")), tmp_path / "unodsl.toml")
