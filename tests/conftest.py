"""Settings that hold for every test: the same examples everywhere, a cache of its own, and which tests run, in how many processes."""

from __future__ import annotations

import gc
import itertools
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from tests.effort import MANY, everything
from tests.reports import MADE, lay_down, made

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checker.families.screen import FamilyRequest
    from checker.results import Report
    from unodsl.engine.api import Executor
    from unodsl.engine.layout import Layout
    from unodsl.resolve import Project

# Checks make very many objects that last; looking for garbage among them less often saves a seventh of the time.
gc.set_threshold(100_000, 20, 50)

# The same examples on every machine and in every run: a failure can be repeated by anybody.
settings.register_profile("ci", derandomize=True, deadline=None, database=None)
settings.load_profile("ci")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--slow`: whether the tests marked `slow` run as well, and those marked `long`."""
    parser.addoption(
        "--slow",
        default="none",
        choices=("none", "part", "all"),
        help="slow tests: `none` (the default), `part` (without those marked `long`, and fewer random examples) or `all`",
    )


COMPILED = pytest.StashKey[tempfile.TemporaryDirectory[str]]()
"""The folder of compiled modules."""


def pytest_configure(config: pytest.Config) -> None:
    """Random tests try more examples where slow tests run. Where Python may not keep compiled modules beside the sources, the
    commands that tests start in processes of their own keep them in a folder of this run: compiling all of it takes each of them
    half a second."""
    os.environ[MANY] = config.getoption("--slow")
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None) and "PYTHONPYCACHEPREFIX" not in os.environ:
        config.stash[COMPILED] = tempfile.TemporaryDirectory(prefix="unodsl-compiled-")
        os.environ["PYTHONPYCACHEPREFIX"] = config.stash[COMPILED].name


def pytest_unconfigure(config: pytest.Config) -> None:
    """Take the folder away."""
    if COMPILED in config.stash:
        config.stash[COMPILED].cleanup()


FIRST = (
    "test_studio_browser",
    "test_check_ci",
    "test_random_comparisons",
    "test_docs",
    "test_diff",
    "test_check_cases",
    "test_combinations",
    "test_matrix",
    "test_certificates",
    "test_ci_files",
    "test_mutants",
    "test_report_text",
    "test_diff_options",
    "test_project_file",
    "test_expected",
    "test_contradictions",
    "test_readme",
    "test_far_away",
    "test_commands",
    "test_cluster",
    "test_shipped",
    "test_random_families",
    "test_situations",
    "test_breakages",
    "test_editors",
    "test_two_rulesets",
    "test_lsp",
    "test_campaign",
    "test_slips",
    "test_executors",
    "test_compiled",
)
"""The files whose tests take longest, those first: each is run by one process, and at the end no process waits for another."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the longest files first. Leave out the slow and long tests that were not asked for, by `--slow` or by `-m`."""
    places = {name: place for place, name in enumerate(FIRST)}
    items.sort(key=lambda x: places.get(x.path.stem, len(FIRST)))
    left_out_by = {"none": ("slow", "long"), "part": ("long",), "all": ()}[config.getoption("--slow")]
    markers = [x for x in left_out_by if x not in config.getoption("-m")]
    left_out = [x for x in items if any(map(x.get_closest_marker, markers))]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [x for x in items if not any(map(x.get_closest_marker, markers))]


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """For `-n auto`: as many processes as cores for all tests; only one for tests that are named, which then start at once."""
    everything = config.args_source is not pytest.Config.ArgsSource.ARGS and not config.getoption("-k")
    return len(os.sched_getaffinity(0)) if everything and hasattr(os, "sched_getaffinity") else 0


def shared_folder(factory: pytest.TempPathFactory, name: str) -> Path:
    """A folder that the processes of a run share."""
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


@pytest.fixture(scope="session", autouse=True)
def made_reports(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The folder of `tests.reports.made`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(MADE, str(shared_folder(tmp_path_factory, "made")))
        yield


@pytest.fixture(scope="session")
def kept_parser(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache that holds the parser of the grammar and a folder for syntax trees: commands in processes of their own start faster
    with it."""
    from unodsl.syntax.grammar import grammar

    folder = tmp_path_factory.mktemp("parser")
    (folder / "trees").symlink_to(shared_folder(tmp_path_factory, "trees"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UNODSL_CACHE_DIR", str(folder))
        patch.setenv("UNODSL_CACHE_KEY", str(shared_folder(tmp_path_factory, "key") / "cache.key"))
        grammar.cache_clear()
        grammar()
    return folder


@pytest.fixture(autouse=True)
def own_cache(
    kept_parser: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """Each test starts with nothing kept but the parser and syntax trees, which all tests share, and leaves the cache of whoever
    runs it alone."""
    # pytest would go through all folders of the run for a number that is free
    folder = tmp_path_factory.getbasetemp() / "caches" / str(next(CACHES))
    if UNTOUCHED:
        UNTOUCHED.pop().rename(folder)
    else:
        shutil.copytree(kept_parser, folder, symlinks=True)
    made = contents(folder)
    monkeypatch.setenv("UNODSL_CACHE_DIR", str(folder))
    monkeypatch.setenv("UNODSL_CACHE_KEY", str(shared_folder(tmp_path_factory, "key") / "cache.key"))
    yield folder
    if contents(folder) == made:
        UNTOUCHED.append(folder)
    else:
        shutil.rmtree(folder, ignore_errors=True)


CACHES = itertools.count()

UNTOUCHED: list[Path] = []
"""The folder of a test that left it as it was becomes that of the next: removing one takes some milliseconds, a new name none."""


def contents(folder: Path) -> list[tuple[str, int, int]]:
    """What lies in a folder, with sizes and times; empty if it is gone."""
    found = ((x, x.lstat()) for x in (folder, *sorted(folder.rglob("*")))) if folder.is_dir() else ()
    return [(str(x.relative_to(folder)), at.st_size, at.st_mtime_ns) for x, at in found]


@pytest.fixture(autouse=True)
def one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that a test calls takes one process unless the call says otherwise: the tests use all cores already. What it finds
    does not depend on that, and tests of several processes say how many."""
    monkeypatch.setattr("os.cpu_count", lambda: 1)


@pytest.fixture
def shared_checks(own_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Checks that one test makes are kept for all others that ask for this: only for tests that look at what a check says."""
    (own_cache / "checks").symlink_to(shared_folder(tmp_path_factory, "checks"))


@pytest.fixture
def checks_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check of the same call and texts is made once in a run, whatever cache a call of the command uses: for tests of what is
    around a check (files, caches, formats), not of what it says."""
    from unodsl.commands.check_question import Question

    real = Question.report

    def report(question: Question, project: Project) -> Report:
        known = made().result(question.call, project, question.budget)
        if known is None:
            known = real(question, project)
            made().keep(question.call, project, known, question.budget)
        return known

    monkeypatch.setattr(Question, "report", report)


LITTLE_PLAY = 2_000
"""Moves that are sampled of a table where little is played: a quarter of what a check samples otherwise."""


@pytest.fixture
def little_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check plays less, unless all tests run: for tests of what is around a check, not of what it finds."""
    from checker.play.sample import Sampling as Real

    def sampling(executor: Executor, layout: Layout, moves: int, *more: Any) -> Real:
        return Real(executor, layout, min(moves, LITTLE_PLAY), *more)

    if not everything():
        monkeypatch.setattr("checker.context.Sampling", sampling)


@pytest.fixture
def slow_screening(monkeypatch: pytest.MonkeyPatch) -> None:
    """A budget of a tenth of a second ends before a clash is searched, on machines of any speed."""
    from checker.families.check_family import Run

    screen = Run.screen_families

    def slowly(run: Run, wishes: Sequence[FamilyRequest]) -> None:
        screen(run, wishes)
        time.sleep(0.2)

    monkeypatch.setattr(Run, "screen_families", slowly)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, little_play: None) -> Path:
    """The folder that commands are called in, with the files of `tests/cases/reports`."""
    lay_down(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C as a terminal has it, whatever started the tests: a shell that sends them to the background has it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
