"""The pages of `docs/` as a site, and the version, which is one everywhere."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from unodsl.version import __version__

ROOT = Path(__file__).parent.parent
PAGES = sorted(p for p in (ROOT / "docs").rglob("*.md"))


@pytest.mark.slow("site")
def test_the_site_builds(tmp_path: Path) -> None:
    """Strictly: no link is dead, and no page is missing. It can be searched, rules are in color, and no other host is asked."""
    pytest.importorskip("mkdocs", reason="mkdocs comes with the docs extra")
    pytest.importorskip("material", reason="mkdocs-material comes with the docs extra")
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "-q",
        "-f",
        "docs/site/mkdocs.yml",
        "-d",
        str(tmp_path),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    for page in PAGES:
        place = page.relative_to(ROOT / "docs").with_suffix("")
        folder = place.parent if place.name == "README" else place
        assert (tmp_path / folder / "index.html").is_file(), page
    tutorial = (tmp_path / "tutorial" / "index.html").read_text(encoding="utf-8")
    assert re.search(r'<span class="kd?">option</span>', tutorial)
    found = json.loads((tmp_path / "search" / "search_index.json").read_text(encoding="utf-8"))
    assert any(x["location"].startswith("glossary/") for x in found["docs"])
    for page in tmp_path.rglob("*.html"):
        loaded = re.findall(
            r'<(?:script|img|link rel="stylesheet")[^>]*(?:src|href)="(https?:[^"]*)', page.read_text("utf-8")
        )
        assert loaded == [], page


def test_every_page_is_in_its_contents() -> None:
    settings = yaml.safe_load((ROOT / "docs" / "site" / "mkdocs.yml").read_text(encoding="utf-8"))

    def leaves(node: Any) -> list[str]:
        if isinstance(node, str):
            return [node]
        return [x for part in (node.values() if isinstance(node, dict) else node) for x in leaves(part)]

    listed = leaves(settings["nav"])
    here = [p.relative_to(ROOT / "docs").as_posix() for p in PAGES]
    assert sorted(listed) == [x for x in here if not x.startswith("decisions/0")]


def test_the_install_page_has_a_line_for_each_system() -> None:
    text = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    rows = [[x.strip() for x in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("| ")]
    commands = [row for row in rows if len(row) == 3 and row[1].startswith("`")]
    assert len(commands) == 7
    for _, other, windows in commands:
        assert (".venv/bin/" in other) == (".venv\\Scripts\\" in windows) or "activate" in other
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [row[0].strip("`") for row in rows if len(row) == 2 and row[0].startswith("`")]
    assert sorted(extras) == sorted(set(project["optional-dependencies"]) - {"test"})
    assert {"Homepage", "Documentation", "Changelog", "Issues"} <= set(project["urls"])


def test_one_version() -> None:
    """`unodsl/version.py` states it; what names a version names this one."""
    places = [*PAGES, *(ROOT / "examples" / "house-rules-repo").rglob("*"), *(ROOT / "README.md",)]
    for path in (p for p in places if p.is_file()):
        text = path.read_text(encoding="utf-8")
        named = re.findall(r"(?:unodsl@v|rev: v)(\d+\.\d+\.\d+)", text)
        assert set(named) <= {__version__}, path
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## \[(.*)\]", changes, re.MULTILINE)[:2] == ["Unreleased", __version__]
    assert re.search(rf"^## \[{re.escape(__version__)}\] - \d{{4}}-\d\d-\d\d$", changes, re.MULTILINE)
