"""The page of the studio that lies in the package is what its sources give."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES, BUILT = ROOT / "studio", ROOT / "unodsl" / "studio" / "page"


def test_the_page_is_there() -> None:
    assert {p.name for p in BUILT.iterdir()} == {
        "author.js",
        "icon.svg",
        "index.html",
        "seat.html",
        "seat.js",
        "studio.css",
    }
    for page in ("index.html", "seat.html"):
        text = (BUILT / page).read_text(encoding="utf-8")
        assert "://" not in text
        assert 'content="NONCE"' in text


def test_no_package_is_named_by_the_host_it_came_from() -> None:
    assert '"resolved"' not in (SOURCES / "package-lock.json").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("npm") is None, reason="no Node is installed here: the page cannot be built again")
def test_the_sources_give_the_page(tmp_path: Path) -> None:
    work = tmp_path / "studio"
    shutil.copytree(SOURCES, work, ignore=shutil.ignore_patterns("node_modules"))
    fetched = subprocess.run(["npm", "ci", "--ignore-scripts"], cwd=work, capture_output=True, text=True)
    if fetched.returncode:
        pytest.skip("the packages of the page could not be fetched")
    subprocess.run(["npx", "tsc", "--noEmit"], cwd=work, check=True)
    subprocess.run(["node", "build.mjs", str(tmp_path / "page")], cwd=work, check=True)
    made = {p.name: p.read_bytes() for p in (tmp_path / "page").iterdir()}
    assert made == {p.name: p.read_bytes() for p in BUILT.iterdir()}
