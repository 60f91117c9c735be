"""The compiled executor as it is installed and called: its cache, what cannot be had, and what the user is told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from importlib import metadata
from pathlib import Path

import pytest

from tests import engine_tables as k
from tests.disk import fill
from tests.tables import OFFICIAL_OPTIONS, table
from tests.test_commands import as_json, call
from unodsl import limits
from unodsl.engine import choose as choosing
from unodsl.engine import compiled, compiled_cache
from unodsl.engine.batch import ENDS, HOW, Batch, Playing, row_width
from unodsl.engine.choose import again, choose, expected
from unodsl.engine.compiled import Compiled, NotCompiled, available
from unodsl.engine.generated import Generated
from unodsl.engine.layout import Layout
from unodsl.engine.wasm_memory import CardWords
from unodsl.entries import library_version
from unodsl.model import effects as f
from unodsl.model import expressions as e
from unodsl.model import table as t

needed = pytest.mark.skipif(not available(), reason="the extra `fast` is not installed")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setenv("UNODSL_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache" / "compiled"


def played(runner: Compiled | Generated) -> Batch:
    """Some short games."""
    return runner.batch(range(3, 7), Playing(400, mistakes=True, check=True))


def limited(what: str, most: int, folder: Path) -> subprocess.CompletedProcess[str]:
    """Simulating compiled games in a process of its own that is not given more than so much of something."""
    start = f"import resource; resource.setrlimit(resource.{what}, ({most}, {most})); "
    start += "from unodsl.commands.main import main; main()"
    games = ("simulate", "official", "--games", "3", "--most-moves", "50", "--executor", "compiled", "--format", "json")
    return subprocess.run(
        [sys.executable, "-c", start, *games],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "UNODSL_CACHE_DIR": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
    )


# --------------------------------------------------------------------------------------------------------------- the cache


@needed
class TestCache:
    """What was compiled is kept, and never trusted."""

    def test_it_is_found_again(self, cache: Path) -> None:
        model = table("official", (), 2)
        first = Compiled(model)
        (kept,) = cache.iterdir()
        before = kept.stat().st_mtime_ns
        second = Compiled(model)
        assert (first.notice, second.notice) == (None, None)
        assert [kept] == list(cache.iterdir())
        assert kept.stat().st_mtime_ns == before
        assert played(first) == played(second) == played(Generated(model))

    def test_another_table_is_kept_apart(self, cache: Path) -> None:
        Compiled(table("official", (), 2))
        Compiled(table("official", (), 3))
        assert len(list(cache.iterdir())) == 2

    def test_another_version_is_kept_apart(self, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        Compiled(table("official", (), 2))
        monkeypatch.setattr("unodsl.engine.compiled.__version__", "0.0.0")
        Compiled(table("official", (), 2))
        assert len(list(cache.iterdir())) == 2

    @pytest.mark.parametrize("damage", ["empty", "short", "one bit", "other table", "text"])
    def test_damage_is_noticed(self, cache: Path, damage: str) -> None:
        model = table("official", (), 2)
        Compiled(model)
        (kept,) = cache.iterdir()
        raw = kept.read_bytes()
        Compiled(table("official", (), 3))
        (other,) = (p for p in cache.iterdir() if p != kept)
        kept.write_bytes(
            {
                "empty": b"",
                "short": raw[:-1],
                "one bit": raw[:5000] + bytes([raw[5000] ^ 1]) + raw[5001:],
                "other table": other.read_bytes(),
                "text": b"nothing of ours",
            }[damage]
        )
        runner = Compiled(model)
        assert runner.notice is None
        assert played(runner) == played(Generated(model))
        # it was made again, and is whole
        assert compiled_cache.read(kept.name) is not None
        assert (compiled_cache.read(kept.name) or b"nothing") in raw

    def test_machine_code_that_is_none_is_made_again(self, cache: Path) -> None:
        model = table("official", (), 2)
        Compiled(model)
        (kept,) = cache.iterdir()
        compiled_cache.write(kept.name, b"whole, and yet no machine code")
        assert played(Compiled(model)) == played(Generated(model))

    @pytest.mark.parametrize("wrong", ["a file", "no rights", "strangers"])
    def test_an_unusable_folder(self, cache: Path, wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
        if wrong == "a file":
            cache.parent.write_text("not a folder")
        elif wrong == "no rights":
            # as root there is no folder that cannot be written to
            def refused(*_: object, **__: object) -> None:
                raise PermissionError(13, "Permission denied", str(cache))

            monkeypatch.setattr("tempfile.mkstemp", refused)
        else:
            cache.mkdir(parents=True)
            cache.chmod(0o777)
        model = table("official", (), 2)
        runner = Compiled(model)
        assert runner.notice is not None
        assert runner.notice.startswith("compiled rules are not kept for next time: ")
        assert "\n" not in runner.notice
        assert played(runner) == played(Generated(model))

    def test_a_full_disk_leaves_nothing_behind(self, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        fill(monkeypatch)
        model = table("official", (), 2)
        runner = Compiled(model)
        assert runner.notice == "compiled rules are not kept for next time: no space left on device"
        assert list(cache.iterdir()) == []
        assert played(runner) == played(Generated(model))

    @pytest.mark.slow
    @pytest.mark.skipif(sys.platform != "linux", reason="files have no such limit there")
    def test_files_may_not_be_long(self, tmp_path: Path) -> None:
        """No file may be longer than 600 bytes, nor may one in memory."""
        result = limited("RLIMIT_FSIZE", 600, tmp_path)
        assert result.stderr == "note: compiled rules are not kept for next time: file too large\n"
        assert (result.returncode, json.loads(result.stdout)["executor"]) == (0, "compiled")

    @pytest.mark.slow
    @pytest.mark.skipif(sys.platform != "linux", reason="addresses have no such limit there")
    def test_too_few_addresses(self, tmp_path: Path) -> None:
        """Compiled code wants more of them than it uses."""
        result = limited("RLIMIT_AS", 10**9, tmp_path)
        assert result.stderr.startswith("note: played in Python: compiled rules cannot run here: ")
        assert result.stderr.count("\n") == 1
        assert (result.returncode, json.loads(result.stdout)["executor"]) == (0, "python")

    def test_old_ones_go(self, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(compiled_cache, "MOST_FILES", 3)
        for i in range(5):
            compiled_cache.write(f"{i}", b"x")
            os.utime(cache / f"{i}", (i, i))
        assert sorted(p.name for p in cache.iterdir()) == ["2", "3", "4"]


# ------------------------------------------------------------------------------------------------------- which is taken


class TestChoice:
    """Which executor plays."""

    def test_few_moves_are_played_in_python(self) -> None:
        chosen = choose(table("official", (), 2), None, 1000)
        assert (chosen.name, chosen.notice) == ("python", None)

    @needed
    @pytest.mark.usefixtures("cache")
    def test_many_are_compiled(self) -> None:
        model = table("official", (), 2)
        chosen = choose(model, None, 1000 * expected(model, Playing(500)))
        assert (chosen.name, chosen.notice) == ("compiled", None)
        elsewhere, name = again(model, chosen.name, chosen.code)
        assert name == "compiled"
        assert elsewhere.batch(range(5), Playing(300)) == chosen.runner.batch(range(5), Playing(300))

    @pytest.mark.parametrize("wanted", [None, "compiled"])
    def test_without_the_extra(self, monkeypatch: pytest.MonkeyPatch, wanted: choosing.Name | None) -> None:
        monkeypatch.setattr(choosing, "available", lambda: False)
        chosen = choose(table("official", (), 2), wanted, 10**9)
        assert chosen.name == "python"
        assert chosen.notice is not None
        assert "unodsl[fast]" in chosen.notice

    @needed
    @pytest.mark.usefixtures("cache")
    def test_a_table_that_only_python_can_run(self) -> None:
        acts = tuple(replace(a, argument=k.PLAYERS) if i == k.NAME else a for i, a in enumerate(k.ACTS))
        model = k.build(k.offer("o", k.NAME), seats=14, acts=acts)
        with pytest.raises(NotCompiled):
            Compiled(model)
        chosen = choose(model, "compiled", 0)
        assert chosen.name == "python"
        assert chosen.notice == "played in Python: a move has too many different arguments"


@needed
@pytest.mark.usefixtures("cache")
class TestSimulate:
    """`unodsl simulate` with the compiled executor."""

    def test_the_same_games(self) -> None:
        timed = ("seconds", "moves_per_second", "executor")
        arguments = ("simulate", "official", "--games", "6", "--most-moves", "700", "--seed", "11", "--mistakes")
        found = [
            as_json(*arguments, *more)
            for more in (
                ("--executor", "python"),
                ("--executor", "compiled"),
                ("--executor", "compiled", "--jobs", "2"),
                ("--executor", "python", "--jobs", "3"),
            )
        ]
        assert [x["executor"] for x in found] == ["python", "compiled", "compiled", "python"]
        rest = [{key: v for key, v in x.items() if key not in timed} for x in found]
        assert all(x == rest[0] for x in rest)
        assert as_json(*arguments, "--bot", "shedding")["bot"] == "shedding"

    def test_it_is_taken_where_it_pays(self) -> None:
        many = ("simulate", "official", "--games", "60", "--most-moves", "1000")
        assert as_json(*many)["executor"] == "compiled"
        assert as_json("simulate", "official", "--games", "1", "--most-moves", "1000")["executor"] == "python"
        assert "a second, compiled)" in call(*many).stdout

    def test_without_the_extra(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(choosing, "available", lambda: False)
        result = call("simulate", "official", "--games", "2", "--most-moves", "100", "--executor", "compiled")
        assert result.stderr.count("\n") == 1
        assert result.stderr.startswith("note: played in Python: install `unodsl[fast]`")
        assert "a second, python)" in result.stdout


# ------------------------------------------------------------------------------------------------------ games and states


@needed
class TestGames:
    """Whole games inside compiled code."""

    @pytest.mark.parametrize(
        ("base", "options", "seats"),
        [
            ("official", (), 2),
            ("official", (), 10),
            ("official", tuple(o for o in OFFICIAL_OPTIONS if o not in ("official.partners", "official.one-hand")), 5),
            ("psycho", (), 4),
            ("psycho", ("psycho.matching", "psycho.spreading", "psycho.stacking"), 6),
        ],
    )
    def test_as_python_plays(self, base: str, options: tuple[str, ...], seats: int) -> None:
        model = table(base, options, seats)
        runner, other = Compiled(model, keep=False), Generated(model)
        assert played(runner) == played(other)
        assert runner.batch(range(20, 23), Playing(300, bot="shedding")) == other.batch(
            range(20, 23), Playing(300, bot="shedding")
        )
        for runs in (runner, other):
            runs.batch(range(20, 23), Playing(300))
        rows = runner.batch(range(20, 26), Playing(900, bot="shedding", each=True))
        assert rows == other.batch(range(20, 26), Playing(900, bot="shedding", each=True))
        assert len(rows.rows) == 6 * row_width(model)

    def test_it_does_not_matter_how_games_are_cut_up(self) -> None:
        runner = Compiled(table("official", (), 3), keep=False)
        whole, parts = runner.batch(range(-3, 40), Playing(200)), Batch.of(runner.table)
        for cut in (range(-3, 1), range(1, 2), range(2, 40)):
            parts.add(runner.batch(cut, Playing(200)))
        assert whole == parts
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(compiled, "_MOST_MOVES_IN_A_CALL", 500)  # a call ends after the match that reaches it
            assert runner.batch(range(-3, 40), Playing(200)) == whole
        rows = runner.batch(range(-3, 1100), Playing(20, each=True))
        assert rows == Generated(runner.table).batch(range(-3, 1100), Playing(20, each=True))
        # more games than one call plays, and hardly any moves in each
        assert runner.batch(range(2500), Playing(3)).games == 2500

    def test_seeds_of_any_size(self) -> None:
        model = table("official", (), 3)
        for start in (-5, (1 << 63) - 2, 1 << 64, 1 << 70):
            seeds = range(start, start + 4)
            assert Compiled(model, keep=False).batch(seeds, Playing(100)) == Generated(model).batch(seeds, Playing(100))

    def test_an_endless_cascade_ends_the_game(self) -> None:
        rest = t.ActEvent(k.REST, 0)
        loop = k.trigger("loop", rest, f.Perform(k.REST, k.ACTOR, None, 0, None))
        model = k.build(k.offer("rest", k.REST), loop)
        for settled in (model, k.build(*model.offers, *model.triggers, k.trigger("s", t.TableEvent("settles")))):
            found = Compiled(settled, keep=False).batch(range(3), Playing(10, each=True))
            assert found == Generated(settled).batch(range(3), Playing(10, each=True))
            assert found.endless == 3
            assert [ENDS[found.rows[i * row_width(settled) + HOW]] for i in range(3)] == ["endless"] * 3
            assert found.fired[0] >= limits.CASCADE_RULES

    @pytest.mark.parametrize("act", k.NUMBERED)
    def test_acts_with_numbers_below_0(self, act: int) -> None:
        owe = f.Assign(k.variable(k.DEBT, k.ACTOR), e.Local(1, "number", k.ACTS[act].argument or k.PLAYER))
        rest = k.offer("rest", k.REST, f.Assign(k.field(k.WAIT, 2), k.number(-7)))
        model = k.build(k.offer("say", act, owe), rest)
        runner, other = Compiled(model, keep=False), Generated(model)
        state = other.start(1)
        assert runner.legal(state) == other.legal(state)
        playing = Playing(60, check=True, each=True)
        assert runner.batch(range(20), playing) == other.batch(range(20), playing)

    def test_a_game_that_is_stuck(self) -> None:
        model = k.build(k.offer("rest", k.REST, guard=k.yes(False)))
        found = Compiled(model, keep=False).batch(range(3), Playing(10))
        assert found == Generated(model).batch(range(3), Playing(10))
        assert found.stuck == 3


@needed
@pytest.mark.parametrize("copies", [1, 60, 64, 65, 130, 200])
def test_kinds_of_many_cards(copies: int) -> None:
    """A kind may have more cards than a word has bits."""
    kinds = tuple(replace(x, copies=copies if i in (1, 3) else x.copies) for i, x in enumerate(k.KINDS))
    deck = replace(k.DECK, kinds=kinds)
    rules = (
        k.offer("draw", k.DRAW),
        k.offer("play", k.PLAY),
        k.offer("rest", k.REST, f.MoveAll(1, k.place(k.PILE), k.place(k.STOCK))),
        k.offer("name", k.NAME, f.MoveAll(0, k.place(k.HAND, k.ACTOR), k.place(k.STOCK))),
    )
    model = replace(k.build(*rules), deck=deck)
    layout = Layout(model)
    words = CardWords(layout)
    assert words.join(words.split(layout.all_cards)) == layout.all_cards
    assert (max(words.parts) > 1) == (copies > 64)
    runner, other = Compiled(model, keep=False), Generated(model)
    found = runner.batch(range(8), Playing(600, check=True))
    assert found == other.batch(range(8), Playing(600, check=True))
    assert not found.unconserved
    state = other.start(1)
    for _ in range(60):
        move = other.legal(state)[-1]
        assert runner.apply(state, move) == other.apply(state, move)
        state = other.apply(state, move)


def test_versions_without_loading_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read off the folder beside a library is what the installer says; a library without one, and none at all."""
    for distribution, library in (("networkx", "networkx"), ("lark", "lark"), ("z3-solver", "z3")):
        assert library_version(distribution, library) == metadata.version(distribution)
    assert library_version("nothing-like-it", "nothing_like_it") == ""
    (tmp_path / "bare_library").mkdir()
    (tmp_path / "bare_library" / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    assert library_version("bare-library", "bare_library") == ""
    (tmp_path / "bare_library-7.1.dist-info").mkdir()
    assert library_version("bare-library", "bare_library") == "7.1"
