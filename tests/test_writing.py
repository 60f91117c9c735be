"""What the commands write: all of it or nothing, refused before long work begins, and never a defect of unodsl."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from tests.disk import fill
from tests.test_commands import BASE, RULE, call, contents
from unodsl.files import NotWritten, check_writable, write_all, write_whole


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game and options for it, from which the commands are called."""
    (tmp_path / "base.uno").write_text(BASE, encoding="utf-8")
    (tmp_path / "house.uno").write_text(RULE, encoding="utf-8")
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def forbid(monkeypatch: pytest.MonkeyPatch) -> None:
    """No new file can be made any more. (Root may write to folders that are only for reading.)"""

    def refused(*, dir: Path, prefix: str) -> tuple[int, str]:
        raise PermissionError(errno.EACCES, "Permission denied", f"{dir}/{prefix}x")

    monkeypatch.setattr("tempfile.mkstemp", refused)


class TestNew:
    """`unodsl new`."""

    @pytest.mark.parametrize(
        "name", ["", ".", "/", "..", "12", "official", "OFFICIAL.uno", "x" * 300, "house.uno/mine", "my\nrules"]
    )
    def test_names_that_cannot_be(self, folder: Path, name: str) -> None:
        before = contents(folder)
        call("new", name, code=2)
        assert contents(folder) == before

    @pytest.mark.parametrize("game", ["", "..", "../base", "base.uno", "a b"])
    def test_games_that_cannot_be(self, folder: Path, game: str) -> None:
        before = contents(folder)
        call("new", "mine", "--for", game, code=2)
        assert contents(folder) == before

    @pytest.mark.usefixtures("folder")
    def test_the_name_of_the_game(self) -> None:
        assert "is the name of the game" in call("new", "official", code=2).stderr

    @pytest.mark.usefixtures("folder")
    def test_a_folder_that_is_only_for_reading(self, monkeypatch: pytest.MonkeyPatch) -> None:
        forbid(monkeypatch)
        said = call("new", "mine", code=2).stderr
        assert said == "error UNO115: `mine.uno` cannot be written: permission denied\n1 error\n"

    @pytest.mark.parametrize("room", [0, 1])
    def test_a_full_disk(self, folder: Path, monkeypatch: pytest.MonkeyPatch, room: int) -> None:
        before = contents(folder)
        with monkeypatch.context() as disk:
            fill(disk, room)
            said = call("new", "mine", code=2).stderr
        assert "cannot be written: no space left on device" in said
        assert contents(folder) == before
        call("new", "mine")
        call("test", "mine.uno")

    @pytest.mark.slow
    @pytest.mark.usefixtures("folder")
    def test_what_it_says_to_do_is_done(self) -> None:
        call("new", "mine")
        head = Path("mine.uno").read_text(encoding="utf-8").splitlines()[0]
        assert "`unodsl test mine.uno`" in head
        assert "`unodsl check mine.uno`" in head
        said = call("check", "mine.uno", "--budget", "1").stdout
        assert said.startswith("mine.uno (1 option")


TARGETS = (
    ("play", "base.uno", "--bots", "--save", "{}"),
    ("check", "house.uno", "--output", "json={}"),
    ("check", "house.uno", "--write-baseline", "{}"),
    ("compare", "base.uno", "--with-b", "house.extra", "--picture", "{}.png"),
)


@pytest.mark.parametrize("arguments", TARGETS, ids=lambda x: f"{x[0]} {x[-2]}")
class TestTargets:
    """Files that are written when the work is done."""

    @pytest.fixture(autouse=True)
    def idle(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Nothing may have been done by then."""
        for name in ("play.run", "check.run", "compare.run"):
            monkeypatch.setattr(f"unodsl.commands.{name}", None)

    def refused(self, arguments: tuple[str, ...], target: str) -> str:
        """What is said of a place to write to."""
        return call(*(x.format(target) for x in arguments), code=2).stderr

    def test_there_is_no_such_folder(self, folder: Path, arguments: tuple[str, ...]) -> None:
        before = contents(folder)
        assert "cannot be written: there is no folder `nowhere`" in self.refused(arguments, "nowhere/x")
        assert contents(folder) == before

    def test_it_is_a_folder(self, folder: Path, arguments: tuple[str, ...]) -> None:
        (folder / "empty.png").mkdir()
        assert "cannot be written: it is a folder" in self.refused(arguments, "empty")

    @pytest.mark.usefixtures("folder")
    def test_nothing_can_be_written_there(self, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]) -> None:
        forbid(monkeypatch)
        assert "cannot be written: permission denied" in self.refused(arguments, "x")

    def test_the_file_is_left_alone(self, folder: Path, arguments: tuple[str, ...]) -> None:
        (folder / "x").write_text("old", encoding="utf-8")
        before = contents(folder)
        self.refused(arguments, "house.uno/x")
        assert contents(folder) == before


class TestFormat:
    """`unodsl fmt`."""

    @pytest.mark.usefixtures("folder")
    def test_an_empty_folder(self) -> None:
        for command in ("fmt", "test", "check"):
            assert "there is no ruleset file (`*.uno`) in the folder `empty`" in call(command, "empty", code=2).stderr

    def test_hidden_files_are_not_looked_at(self, folder: Path) -> None:
        (folder / ".hidden").mkdir()
        (folder / ".hidden" / "x.uno").write_text("nonsense", encoding="utf-8")
        call("fmt", ".")

    def test_nothing_can_be_written(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (folder / "house.uno").write_text(RULE.replace("then next", "then  next"), encoding="utf-8")
        before = contents(folder)
        forbid(monkeypatch)
        assert call("fmt", "house.uno", code=2).stderr.startswith("error UNO115: `house.uno` cannot be written")
        assert contents(folder) == before


class TestFiles:
    """The functions that write."""

    def test_all_or_none(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        one, two = tmp_path / "one", tmp_path / "two"
        one.write_bytes(b"old")
        with monkeypatch.context() as disk:
            fill(disk, 1)
            with pytest.raises(NotWritten) as caught:
                write_all({one: b"1", two: b"2"})
        assert caught.value.filename == str(two)
        assert contents(tmp_path) == {"one": b"old"}
        write_all({one: b"1", two: b"2"})
        assert contents(tmp_path) == {"one": b"1", "two": b"2"}

    def test_the_file_that_was_meant_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(NotWritten, match="it is a folder") as caught:
            write_whole(tmp_path, b"x")
        assert caught.value.filename == str(tmp_path)

    def test_looking_leaves_nothing(self, tmp_path: Path) -> None:
        check_writable(tmp_path / "new")
        check_writable(Path("/dev/null"))
        assert contents(tmp_path) == {}

    def test_names_as_long_as_names_can_be(self, tmp_path: Path) -> None:
        write_whole(tmp_path / ("x" * 255), b"x")
        with pytest.raises(NotWritten, match="file name too long"):
            write_whole(tmp_path / ("x" * 256), b"x")
