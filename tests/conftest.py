"""Settings that hold for every test."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples on every machine and in every run: a failure can be repeated by anybody.
settings.register_profile("ci", derandomize=True, deadline=None, database=None)
settings.load_profile("ci")


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Each test starts with nothing kept, and leaves the cache of whoever runs it alone."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("UNODSL_CACHE_DIR", str(folder))
    return folder


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C as a terminal has it, whatever started the tests: a shell that sends them to the background has it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
