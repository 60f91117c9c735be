"""Campaigns that are kept in a folder: they go on where they were stopped, and nothing in the folder is trusted that was not
written for them."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from statistics import mean, median
from types import SimpleNamespace
from typing import Any

import pytest

from tests.disk import fill
from tests.effort import few_and_slow
from tests.tables import OFFICIAL_OPTIONS, shipped, table
from tests.test_commands import as_json, call, contents
from unodsl.campaign import crews, hanging, kept
from unodsl.campaign import run as running
from unodsl.campaign import work as working
from unodsl.campaign.kept import missing
from unodsl.campaign.run import play_runs, size_of_runs
from unodsl.campaign.tally import Tally
from unodsl.campaign.work import Settings, Work, play
from unodsl.data import rulesets_dir
from unodsl.engine.batch import Playing
from unodsl.engine.choose import again
from unodsl.engine.generated import Generated
from unodsl.model.fingerprint import fingerprint
from unodsl.resolve import TableSpec, load_table

GAMES = (
    "simulate",
    "official",
    "--set",
    "target=50",
    "--seats",
    "3",
    "--most-moves",
    "1000",
    "--seed",
    "7",
    "--bot",
    "random",
)
PYTHON = (*GAMES, "--executor", "python")
TIMED = ("seconds", "moves_per_second", "executor", "games_kept")


def totals(value: dict[str, Any]) -> dict[str, Any]:
    """What a campaign came to, whoever played it and when."""
    return {k: v for k, v in value.items() if k not in TIMED}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that commands are called in."""
    monkeypatch.chdir(tmp_path)
    # some files for few games
    monkeypatch.setitem(running._MOVES, "python", 3_000)
    return tmp_path


@pytest.fixture(scope="module")
def played_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which 100 games are kept."""
    folder = tmp_path_factory.mktemp("campaign") / "kept"
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(running._MOVES, "python", 3_000)
        as_json(*PYTHON, "--games", "100", "--out", str(folder))
    return folder


@pytest.fixture
def games_kept(played_once: Path, folder: Path) -> Path:
    """The same in the folder that commands are called in, under the name `kept`."""
    shutil.copytree(played_once, folder / "kept")
    return Path("kept")


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    """What 100 games come to."""
    return totals(as_json(*PYTHON, "--games", "100"))


# ------------------------------------------------------------------------------------------------------------ the folder


class TestFolder:
    """`--out`."""

    @pytest.mark.slow
    def test_nothing_is_played_twice(self, whole: dict[str, Any]) -> None:
        first = as_json(*PYTHON, "--games", "100", "--out", "kept")
        before = contents(Path("kept"))
        assert len(before) > 3
        second = as_json(*PYTHON, "--games", "100", "--out", "kept")
        assert totals(first) == totals(second) == whole
        assert (first["games_kept"], second["games_kept"]) == (0, 100)
        assert contents(Path("kept")) == before
        assert "100 of them had been played before" in call(*PYTHON, "--games", "100", "--out", "kept").stdout

    @pytest.mark.parametrize(
        "more",
        [
            ("--jobs", "2"),
            ("--executor", "auto"),
            pytest.param(("--executor", "reference"), marks=pytest.mark.long),
            pytest.param(("--jobs", "3"), marks=pytest.mark.slow),
        ],
        ids=" ".join,
    )
    def test_others_may_go_on(self, games_kept: Path, whole: dict[str, Any], more: tuple[str, ...]) -> None:
        """Some of the files are there, in pieces that the others would not have cut."""
        for path in sorted(Path("kept").glob("games-*"))[2 : 3 if "reference" in more else 20 : 2]:
            path.unlink()
        found = as_json(*PYTHON, "--games", "100", "--out", "kept", *more)
        assert totals(found) == whole
        assert 0 < found["games_kept"] < 100

    @pytest.mark.slow
    def test_the_cut_does_not_depend_on_how_many_play(self) -> None:
        names = []
        for jobs in ("1", "2"):
            as_json(*PYTHON, "--games", "100", "--out", jobs, "--jobs", jobs)
            names.append(sorted(os.listdir(jobs)))
        assert names[0] == names[1]

    def test_more_games_go_on_and_fewer_are_counted_exactly(self, whole: dict[str, Any]) -> None:
        as_json(*PYTHON, "--games", "60", "--out", "kept")
        more = as_json(*PYTHON, "--games", "100", "--out", "kept")
        assert (totals(more), more["games_kept"]) == (whole, 60)
        assert totals(as_json(*PYTHON, "--games", "31", "--out", "kept")) == totals(as_json(*PYTHON, "--games", "31"))
        assert totals(as_json(*PYTHON, "--games", "100", "--out", "kept")) == whole

    @pytest.mark.skipif(os.name != "posix", reason="nobody can be killed like this there")
    @pytest.mark.slow
    @pytest.mark.parametrize("jobs", ["2", "1"])
    def test_killed_and_called_again(self, whole: dict[str, Any], jobs: str) -> None:
        games = (*PYTHON, "--games", "100", "--out", "kept")
        command = [sys.executable, "-m", "unodsl.commands.main", *games, "--executor", "reference", "--jobs", jobs]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        while process.poll() is None and not list(Path("kept").glob("games-*")):
            time.sleep(0.01)
        own = [int(x) for x in children.read_text().split()] if children.exists() else []
        process.kill()
        process.wait()
        some = as_json(*games, "--jobs", jobs)
        assert totals(some) == whole
        assert 0 < some["games_kept"] < 100
        until = time.monotonic() + 20
        while any(alive(x) for x in own):
            assert time.monotonic() < until, "the processes of a pool outlive the one that feeds them"
            time.sleep(0.1)

    @pytest.mark.usefixtures("interruptible")
    def test_ctrl_c_keeps_what_was_played(self, whole: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
        real = kept.Folder.keep

        def pressed(self: kept.Folder, run: range, tally: Tally) -> None:
            real(self, run, tally)
            if run.start > 40:
                signal.raise_signal(signal.SIGINT)

        games = (*PYTHON, "--games", "100", "--out", "kept")
        with monkeypatch.context() as keys:
            keys.setattr(kept.Folder, "keep", pressed)
            result = call(*games, code=130)
        assert result.stderr == ("what was played is kept in `kept`, and the same call goes on from there\nstopped\n")
        found = as_json(*games)
        assert found["games_kept"] > 40
        assert totals(found) == whole


def at_work(seconds: float) -> None:
    """Something to do that takes so much of a processor."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def alive(process: int) -> bool:
    """Whether a process runs still."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class TestTrust:
    """What is in the folder counts only if it was written for this campaign, whole."""

    @pytest.mark.parametrize(
        ("more", "words"),
        [
            (("--seed", "8"), "holds another campaign, of Official UNO: seed 7 and not 8; choose another folder"),
            (("--seats", "4"), "seats 3 and not 4;"),
            (("--most-moves", "301"), "most moves 1000 and not 301;"),
            (("--mistakes",), "mistakes no and not yes;"),
            (("--bot", "shedding"), "bot random and not shedding;"),
            (("--with", "official.zero"), "other rules;"),
            (("--set", "hand-size=6"), "other rules;"),
        ],
        ids=lambda x: " ".join(x) if isinstance(x, tuple) else "",
    )
    def test_another_campaign_is_refused(self, more: tuple[str, ...], words: str) -> None:
        as_json(*PYTHON, "--games", "3", "--out", "kept")
        before = contents(Path("kept"))
        result = call(*PYTHON, "--games", "3", "--out", "kept", *more, code=2)
        assert result.stderr.startswith("error UNO115: `kept` holds another campaign")
        assert words in result.stderr
        assert result.stderr.count("\n") == 1
        assert contents(Path("kept")) == before

    def test_rules_that_were_changed_are_another_campaign(self, folder: Path) -> None:
        text = (
            'use "official.uno"\noptions for official\n\noption fives "Fives"\n\n  rule five\n    when player plays 5\n'
        )
        games = ("simulate", "house.uno", "--with", "fives", "--games", "5", "--most-moves", "200", "--out", "kept")
        shutil.copy(rulesets_dir() / "official.uno", folder)
        (folder / "house.uno").write_text(f"{text}    then other players draw 1\n", encoding="utf-8")
        first = as_json(*games)
        (folder / "house.uno").write_text(f"# said otherwise\n{text}    then other players draw 1\n", encoding="utf-8")
        assert as_json(*games)["games_kept"] == 5
        (folder / "house.uno").write_text(f"{text}    then other players draw 2\n", encoding="utf-8")
        assert "other rules" in call(*games, code=2).stderr
        assert totals(first) != totals(as_json(*games[:-2]))

    @pytest.mark.parametrize(
        ("key", "value", "words"),
        [
            ("unodsl", "0.0.1", "holds a campaign of unodsl 0.0.1, and this is 0.1.0"),
            ("unodsl_campaign", 2, "holds a campaign of unodsl 0.1.0, and this is 0.1.0"),
            ("code", "0" * 64, "holds a campaign of another state of unodsl 0.1.0"),
        ],
    )
    def test_another_version_is_refused(self, key: str, value: object, words: str) -> None:
        as_json(*PYTHON, "--games", "3", "--out", "kept")
        head = Path("kept") / "campaign.json"
        head.write_text(json.dumps({**json.loads(head.read_text()), key: value}), encoding="utf-8")
        assert words in call(*PYTHON, "--games", "3", "--out", "kept", code=2).stderr

    @pytest.mark.parametrize("text", ["", "{}", "[]", "\x00", "[" * 100_000, '{"unodsl_campaign"'])
    def test_a_damaged_head_is_refused(self, text: str) -> None:
        as_json(*PYTHON, "--games", "3", "--out", "kept")
        (Path("kept") / "campaign.json").write_text(text, encoding="utf-8")
        result = call(*PYTHON, "--games", "3", "--out", "kept", code=2)
        assert result.stderr == f"error UNO115: `{Path('kept') / 'campaign.json'}` is damaged: choose another folder\n"

    @pytest.mark.slow
    def test_a_head_that_was_changed_makes_no_file_count(self, whole: dict[str, Any]) -> None:
        """Somebody wants the games of another seed to count here."""
        as_json(*PYTHON, "--games", "100", "--out", "kept", "--seed", "8")
        head = Path("kept") / "campaign.json"
        head.write_text(head.read_text().replace('"seed": 8', '"seed": 7'), encoding="utf-8")
        result = call(*PYTHON, "--games", "100", "--out", "kept", "--format", "json")
        assert totals(json.loads(result.stdout)) == whole
        assert "is damaged: its games are played again" in result.stderr

    @pytest.mark.parametrize(
        "damage",
        [
            lambda raw: b"",
            lambda raw: raw[:-1],
            lambda raw: raw[: len(raw) // 2],
            lambda raw: raw.replace(b'"moves":', b'"moves":1'),
            lambda raw: b"\x80" + raw,
            lambda raw: raw + b" ",
        ],
        ids=["empty", "a letter less", "half", "changed", "binary", "longer"],
    )
    def test_damaged_files_are_played_again(
        self, games_kept: Path, whole: dict[str, Any], damage: Callable[[bytes], bytes]
    ) -> None:
        good = contents(Path("kept"))
        victims = sorted(Path("kept").glob("games-*"))[1:3]
        for path in victims:
            path.write_bytes(damage(path.read_bytes()))
        result = call(*PYTHON, "--games", "100", "--out", "kept", "--format", "json")
        assert totals(json.loads(result.stdout)) == whole
        assert result.stderr.splitlines() == [
            f"note: `{path}` is damaged: its games are played again" for path in victims
        ]
        assert contents(Path("kept")) == good

    def test_a_file_under_another_name_does_not_count(self, games_kept: Path, whole: dict[str, Any]) -> None:
        first, second, *_ = sorted(Path("kept").glob("games-*"))
        shutil.copy(first, second)
        assert totals(as_json(*PYTHON, "--games", "100", "--out", "kept")) == whole

    def test_whole_files_that_say_nonsense_do_not_count(self, whole: dict[str, Any]) -> None:
        """Sealed as they should be, and yet no games."""
        model = load_table(shipped("official"), TableSpec(seats=3, parameters={"target": "50"}))
        opened = kept.open_folder(Path("kept"), model, Settings(7, Playing(1000, check=True)))
        for number, text in enumerate((b"{}", b"[]", b"7", b"{", b"[" * 100_000, b'{"games": 1}')):
            opened.entries.write(f"games-{number:012}-1", text)
        assert totals(as_json(*PYTHON, "--games", "100", "--out", "kept")) == whole

    def test_a_folder_of_something_else_is_left_alone(self, folder: Path) -> None:
        (folder / "papers").mkdir()
        (folder / "papers" / "will.txt").write_text("all to the cat", encoding="utf-8")
        assert "is not empty, and holds no campaign" in call(*PYTHON, "--out", "papers", code=2).stderr
        assert list(contents(folder / "papers")) == ["will.txt"]
        assert "`papers/will.txt` cannot be used: " in call(*PYTHON, "--out", "papers/will.txt", code=2).stderr

    @pytest.mark.slow
    def test_two_at_a_time_do_each_other_no_harm(self, whole: dict[str, Any]) -> None:
        games = (*PYTHON, "--games", "100", "--out", "kept")
        other = subprocess.Popen(
            [sys.executable, "-m", "unodsl.commands.main", *games, "--format", "json"], stdout=subprocess.PIPE
        )
        mine = as_json(*games)
        text, _ = other.communicate()
        assert totals(mine) == totals(json.loads(text)) == totals(as_json(*games)) == whole


class TestFullDisk:
    """A disk that is full while a campaign is kept."""

    @pytest.mark.parametrize("jobs", few_and_slow(["2", "1"], 1))
    def test_one_line_and_nothing_half_written(
        self, whole: dict[str, Any], jobs: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        games = (*PYTHON, "--games", "100", "--out", "kept", "--jobs", jobs)
        with monkeypatch.context() as disk:
            fill(disk, room=3)
            result = call(*games, code=2)
        assert result.stderr == "error UNO115: `kept` cannot be written: no space left on device\n"
        assert len(list(Path("kept").iterdir())) == 3
        found = as_json(*games)
        assert 0 < found["games_kept"] < 100
        assert totals(found) == whole

    def test_no_room_for_the_first_file(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with monkeypatch.context() as disk:
            fill(disk)
            result = call(*PYTHON, "--out", "kept", code=2)
        assert result.stderr == "error UNO115: `kept` cannot be used: no space left on device\n"
        assert list(Path("kept").iterdir()) == []
        assert as_json(*PYTHON, "--games", "3", "--out", "kept")["games"] == 3

    @pytest.mark.slow
    @pytest.mark.skipif(sys.platform != "linux", reason="files have no such limit there")
    def test_a_real_limit(self) -> None:
        """No file may be longer than 600 bytes: the head fits, the games do not."""
        start = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600)); "
        start += "from unodsl.commands.main import main; main()"
        command = [sys.executable, "-c", start, *PYTHON, "--games", "100", "--out", "kept"]
        # Python itself would keep compiled modules of that length
        modules = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        result = subprocess.run(command, env=modules, capture_output=True, text=True, check=False)
        assert (result.returncode, result.stderr.count("\n")) == (2, 1)
        assert result.stderr.startswith("error UNO115: `kept` cannot be written: file too large")
        assert os.listdir("kept") == ["campaign.json"]


# -------------------------------------------------------------------------------------------------------------- the parts


class TestParts:
    """What a campaign is made of."""

    def test_what_is_missing(self) -> None:
        assert missing([], 5, 2) == [range(2), range(2, 4), range(4, 5)]
        assert missing([range(2), range(3, 4)], 6, 9) == [range(2, 3), range(4, 6)]
        assert missing([range(6)], 6, 1) == []

    def test_a_campaign_is_cut_into_few_runs(self) -> None:
        assert size_of_runs("compiled", 10**9, 600) == 500_000
        assert size_of_runs("reference", 10, 10**6) == 1
        assert size_of_runs("python", 10, 0) == 3_000

    def test_a_tally_says_what_the_lengths_say(self) -> None:
        model = table("official", (), 3)
        runner = Generated(model)
        for games in (1, 2, 9, 10):
            batch = runner.batch(range(games), Playing(2_000))
            tally = Tally.counted(batch)
            assert tally.median() == median(batch.lengths)
            assert tally.moves / tally.games == mean(batch.lengths)
            assert Tally.unpacked(json.loads(json.dumps(tally.packed())), Tally.of(model), games) == tally
            with pytest.raises(ValueError, match="not the games"):
                Tally.unpacked(tally.packed(), Tally.of(model), games + 1)
            with pytest.raises(ValueError, match="not the games"):
                Tally.unpacked(tally.packed(), Tally.of(table("official", (), 4)), games)

    def test_the_fingerprint_is_of_what_is_played(self) -> None:
        prints = {
            fingerprint(table("official", options, seats)) for options in ((), OFFICIAL_OPTIONS[:1]) for seats in (2, 3)
        }
        assert len(prints) == 4
        model = table("official", (), 2)
        assert fingerprint(replace(model, title="x", options=(), definitions=())) == fingerprint(model)
        assert fingerprint(replace(model, triggers=model.triggers[:-1])) != fingerprint(model)
        assert fingerprint(replace(model, ordered=frozenset())) != fingerprint(model)

    def test_another_unodsl_plays_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        work = Work.of(table("official", (), 2), Settings(1, Playing(50, check=True)), "python")
        assert play(work, range(3)).tally.games == 3
        monkeypatch.setattr(working, "engine_digest", lambda: "another")
        with pytest.raises(working.OtherCode):
            play(work, range(3))

    def test_a_process_that_is_killed_is_told(self) -> None:
        model = table("official", (), 2)
        work = Work.of(model, Settings(1, Playing(10**6, check=True)), "reference")

        def play_on() -> None:
            with crews.processes(work, again(model, work.executor, None)[0], 2) as crew:
                crew.executor.submit(os._exit, 1)
                list(play_runs(crew, [range(i, i + 1) for i in range(4)]))

        with pytest.raises(hanging.Lost, match="was killed"):
            play_on()

        def broken(*_: object) -> None:
            raise BrokenExecutor

        def go_on() -> None:
            with crews.here(work, again(model, work.executor, None)[0]) as crew, pytest.MonkeyPatch.context() as one:
                one.setattr(crew.executor, "submit", broken)
                list(play_runs(crew, [range(1)]))

        with pytest.raises(hanging.Lost, match="was killed"):
            go_on()

    @pytest.mark.skipif(sys.platform != "linux", reason="nobody can be stopped like this there")
    def test_a_process_that_hangs_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """It is not dead, and it does nothing; nobody waits for it, and it is ended."""
        monkeypatch.setattr(hanging, "NOTHING_FOR", 1.5)
        model = table("official", (), 2)
        work = Work.of(model, Settings(1, Playing(100, check=True)), "python")
        processes: list[Any] = []

        def play_on() -> None:
            with crews.processes(work, again(model, work.executor, None)[0], 2) as crew:
                crew.executor.submit(signal.raise_signal, signal.SIGSTOP)
                crew.executor.submit(signal.raise_signal, signal.SIGSTOP)
                processes.extend(crew.executor._processes.values())  # type: ignore[attr-defined]
                list(play_runs(crew, [range(i, i + 1) for i in range(4)]))

        with pytest.raises(
            hanging.Lost, match=r"processes \d+, \d+ have done nothing for 2 seconds: one of them hangs"
        ):
            play_on()
        until = time.monotonic() + 20
        while any(alive(x.pid) for x in processes):
            assert time.monotonic() < until
            time.sleep(0.05)

    @pytest.mark.skipif(sys.platform != "linux", reason="nobody can be stopped like this there")
    def test_a_process_that_hangs_at_the_end_holds_nobody_up(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(hanging, "PATIENCE", 1.0)
        model = table("official", (), 2)
        work = Work.of(model, Settings(1, Playing(100, check=True)), "python")
        began = time.monotonic()
        with crews.processes(work, again(model, work.executor, None)[0], 2) as crew:
            assert len(list(play_runs(crew, [range(i, i + 1) for i in range(4)]))) == 4
            for process in crew.executor._processes.values():  # type: ignore[attr-defined]
                os.kill(process.pid, signal.SIGSTOP)
        assert time.monotonic() - began < 30

    def test_a_process_that_works_does_not_hang(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """It may work on one thing for as long as it likes."""
        with ProcessPoolExecutor(1) as pool:
            pool.submit(at_work, 0.2).result()
            watch = hanging.Watch(pool)
            (process,) = watch.processes
            worked = [hanging._processor_time(process)]
            # (the machine counts in hundredths, and leaves out parts of one)
            assert worked[0] >= 0.1
            # (from here on the clock and what it works are ours: on a busy machine no process gets what it needs)
            now = [time.monotonic()]
            monkeypatch.setattr(hanging, "time", SimpleNamespace(monotonic=lambda: now[0]))
            monkeypatch.setattr(hanging, "_processor_time", lambda _: worked[0])
            watch.check(0.0)
            for _ in range(10):
                now[0] += hanging.NOTHING_FOR
                worked[0] += 0.1 * hanging.NOTHING_FOR
                watch.check(1000.0)
            now[0] += hanging.NOTHING_FOR + 1
            with pytest.raises(hanging.Lost):
                watch.check(1000.0)

    def test_the_command_tells_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def killed(*_: object) -> Any:
            raise hanging.Lost("a process that played was killed")

        monkeypatch.setattr("unodsl.commands.simulate.play_runs", killed)
        assert call(*PYTHON, code=75).stderr == "error: a process that played was killed\n"
        kept_words = "; what was played is kept in `kept`, and the same call goes on from there\n"
        assert call(*PYTHON, "--out", "kept", code=75).stderr == f"error: a process that played was killed{kept_words}"
