"""What editors get: the TextMate grammar and the extension for VS Code."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

from editors.textmate import PLACE, grammar, text
from unodsl.data import rulesets_dir
from unodsl.syntax.vocabulary import HEADS
from unodsl.version import __version__

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "editor.md"
VSCODE = ROOT / "editors" / "vscode"


def manifest(name: str = "package.json") -> dict[str, Any]:
    found: dict[str, Any] = json.loads((VSCODE / name).read_text(encoding="utf-8"))
    return found


def scopes(line: str) -> list[tuple[str, str]]:
    """The words of a line with their colors, as an editor finds them: at each place the first pattern that fits first."""
    patterns = [(re.compile(p.get("match") or '"[^"]*(?:"|$)'), p) for p in grammar()["patterns"]]
    out: list[tuple[str, str]] = []
    at = 0
    while True:
        hits = [(found.start(), n, found) for n, (p, _) in enumerate(patterns) if (found := p.search(line, at))]
        if not hits:
            return out
        _, number, found = min(hits, key=lambda x: x[:2])
        pattern = patterns[number][1]
        if "captures" in pattern:
            out += [(found[int(group)], value["name"]) for group, value in pattern["captures"].items()]
        else:
            out.append((found[0].strip(), pattern["name"]))
        at = max(found.end(), at + 1)


class TestGrammar:
    """`editors/textmate.py`."""

    def test_it_is_current(self) -> None:
        assert PLACE.read_text(encoding="utf-8") == text(), "call: python -m editors.textmate"

    @pytest.mark.parametrize("head", sorted(HEADS))
    def test_each_word_that_starts_a_line_is_colored(self, head: str) -> None:
        assert scopes(f"  {head} 3")[0] in [(head, "keyword.control.uno"), (head, "keyword.declaration.uno")]

    def test_a_rule(self) -> None:
        assert scopes('  rule draw-two "If you must" # why') == [
            ("rule", "keyword.declaration.uno"),
            ("draw-two", "entity.name.function.uno"),
            ('"If you must"', "string.quoted.double.uno"),
            ("# why", "comment.line.number-sign.uno"),
        ]
        assert scopes("    then count += 2") == [
            ("then", "keyword.control.uno"),
            ("count", "variable.other.uno"),
            ("+=", "keyword.operator.uno"),
            ("2", "constant.numeric.integer.uno"),
        ]
        # no word of the language within a name
        assert scopes("draw-then.if") == [("draw-then.if", "variable.other.uno")]

    def test_every_line_of_the_rulesets_is_colored(self) -> None:
        for path in sorted(rulesets_dir().glob("*.uno")):
            for line in path.read_text(encoding="utf-8").splitlines():
                colored = "".join(word for word, _ in scopes(line))
                left = re.sub(r"[\s();,:.]", "", line)
                assert len(re.sub(r"[\s();,:.]", "", colored)) == len(left), line


class TestExtension:
    """`editors/vscode`."""

    def test_its_version_is_ours(self) -> None:
        lock = manifest("package-lock.json")
        assert {manifest()["version"], lock["version"], lock["packages"][""]["version"]} == {__version__}

    def test_its_lock_file_fits_and_names_no_registry(self) -> None:
        own, lock = manifest(), manifest("package-lock.json")["packages"]
        for kind in ("dependencies", "devDependencies"):
            assert lock[""][kind] == own[kind]
            assert all(f"node_modules/{name}" in lock for name in own[kind])
        assert not any("resolved" in package for package in lock.values())
        assert all("integrity" in package for name, package in lock.items() if name)

    def test_its_settings_are_those_that_it_reads(self) -> None:
        code = (VSCODE / "src" / "extension.ts").read_text(encoding="utf-8")
        read = set(re.findall(r"settings\.get<[^(]*>\(\"(\w+)\"", code))
        declared = {x.removeprefix("unodsl.") for x in manifest()["contributes"]["configuration"]["properties"]}
        # the client reads this one by itself
        assert read == declared - {"trace.server"}
        assert {c["command"] for c in manifest()["contributes"]["commands"]} == set(
            re.findall(r"registerCommand\(\"([\w.]+)\"", code)
        )

    def test_what_it_names_is_there(self) -> None:
        contributed = manifest()["contributes"]
        for path in (contributed["languages"][0]["configuration"], contributed["grammars"][0]["path"]):
            assert json.loads((VSCODE / path).read_text(encoding="utf-8"))
        assert (VSCODE / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()

    @pytest.mark.long("vscode")
    def test_it_is_packed_without_a_warning(self, tmp_path: Path) -> None:
        npm = shutil.which("npm")
        if npm is None:
            pytest.skip("no npm here: the extension was not packed")
        place = tmp_path / "vscode"
        shutil.copytree(VSCODE, place, ignore=shutil.ignore_patterns("node_modules", "out", "*.vsix"))
        done = subprocess.run(
            [npm, "ci", "--no-audit", "--no-fund"], cwd=place, capture_output=True, text=True, check=False
        )
        if done.returncode:
            pytest.skip(f"npm could not install: the extension was not packed\n{done.stderr[-1000:]}")
        done = subprocess.run([npm, "run", "package"], cwd=place, capture_output=True, text=True, check=False)
        said = done.stdout + done.stderr
        assert done.returncode == 0, said
        assert not re.search(r"^\s*WARN(?:ING)?\b", re.sub(r"\x1b\[[0-9;]*m", "", said), re.MULTILINE), said
        with zipfile.ZipFile(place / "unodsl.vsix") as packed:
            names = set(packed.namelist())
        assert {
            "extension/out/extension.js",
            "extension/syntaxes/uno.tmLanguage.json",
            "extension/LICENSE.txt",
        } <= names
        assert not any("node_modules" in name or name.endswith(".ts") for name in names)


WRONG = 'use "official.uno"\noptions for official\n\noption fives\n\n  rule five\n    when player playz 5\n    then player draws 1\n'

NEOVIM = """
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50)
for _, d in ipairs(vim.diagnostic.get(0)) do io.stdout:write(d.lnum + 1, " ", d.message, "\\n") end
"""

EMACS = """
(require 'eglot)
(find-file "house.uno")
(run-hooks 'post-command-hook) ; what batch mode leaves out, and where eglot-ensure connects
(with-timeout (60 nil)
  (while (not (and (bound-and-true-p flymake-mode) (flymake-diagnostics)))
    (accept-process-output nil 0.05)))
(dolist (d (flymake-diagnostics))
  (princ (format "%d %s\\n" (line-number-at-pos (flymake-diagnostic-beg d)) (flymake-diagnostic-text d))))
"""


def settings(language: str) -> list[str]:
    """The blocks of the page about editors, in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


class TestOtherEditors:
    """`docs/editor.md`: what it shows, in the editors of this machine."""

    @staticmethod
    def printed(folder: Path, call: list[str]) -> str:
        (folder / "house.uno").write_text(WRONG, encoding="utf-8")
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        home = {"HOME": str(folder), "PATH": path, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(call, cwd=folder, env=os.environ | home, capture_output=True, text=True, timeout=120)
        return done.stdout + done.stderr

    @pytest.mark.slow("editors")
    def test_neovim(self, tmp_path: Path) -> None:
        nvim = shutil.which("nvim")
        if nvim is None:
            pytest.skip("no Neovim here")
        version = subprocess.run([nvim, "--version"], capture_output=True, text=True, check=True).stdout
        minor = int(re.findall(r"v0\.(\d+)", version)[0])
        newer, older = settings("lua")
        (tmp_path / "init.lua").write_text(newer if minor >= 11 else older, encoding="utf-8")
        (tmp_path / "show.lua").write_text(NEOVIM, encoding="utf-8")
        call = [nvim, "--headless", "--clean", "-u", "init.lua", "house.uno", "-c", "luafile show.lua", "-c", "qa!"]
        assert "7 `player playz 5` is not something that happens here" in self.printed(tmp_path, call)

    @pytest.mark.slow("editors")
    def test_emacs(self, tmp_path: Path) -> None:
        emacs = shutil.which("emacs")
        able = ["--batch", "-l", "package", "--eval", "(package-initialize)"]
        if (
            emacs is None
            or subprocess.run([emacs, *able, "--eval", "(require 'eglot)"], capture_output=True).returncode
        ):
            pytest.skip("no Emacs with Eglot here")
        (tmp_path / "init.el").write_text(settings("elisp")[0], encoding="utf-8")
        (tmp_path / "show.el").write_text(EMACS, encoding="utf-8")
        printed = self.printed(tmp_path, [emacs, *able, "-l", "init.el", "-l", "show.el"])
        assert "`player playz 5` is not something that happens here" in printed
        assert re.search(r"^7 ", printed, re.MULTILINE)

    def test_the_others_read_well_formed_files(self) -> None:
        assert tomllib.loads(settings("toml")[0])["language-server"]["unodsl"]["command"] == "unodsl"
        assert all(json.loads(block) for block in settings("json"))
