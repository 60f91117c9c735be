"""The action, the hooks, and the repository of house rules that shows them: all of it runs."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from tests.effort import few_and_slow
from unodsl.commands.main import main

ROOT = Path(__file__).parent.parent
REPOSITORY = ROOT / "examples" / "house-rules-repo"


def read(path: Path) -> Any:
    """A YAML file."""
    return yaml.safe_load(path.read_text(encoding="utf-8"))


@pytest.fixture
def repository(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, little_play: None) -> Path:
    """A new copy of the example, which commands are called in: always at one place, since answers that are kept belong to one."""
    place = tmp_path_factory.getbasetemp() / "repository"
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(REPOSITORY, place)
    monkeypatch.chdir(place)
    return place


def call(*arguments: str, code: int) -> str:
    """Call `unodsl`; what it prints."""
    result = CliRunner().invoke(main, list(arguments))
    assert result.exit_code == code, result.output
    return result.output


def commands() -> list[list[str]]:
    """The commands of the example's README."""
    text = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [shlex.split(x) for x in block.splitlines()]


CHECK = next(c for c in commands() if c[1] == "check")

WITHOUT_BASELINE = ("check", "rules", "--no-config")


@pytest.mark.usefixtures("repository", "shared_checks")
class TestRepository:
    """`examples/house-rules-repo`."""

    @pytest.mark.slow
    def test_what_its_readme_says_passes(self) -> None:
        assert len(commands()) == 2
        for program, *arguments in commands():
            assert program == "unodsl"
            call(*arguments, code=0)

    @pytest.mark.slow
    def test_the_baseline_is_what_keeps_it_green(self) -> None:
        assert "UNO201" in call(*WITHOUT_BASELINE, code=1)
        output = call(*CHECK[1:], code=0)
        assert "in the baseline: UNO201" in output
        assert "allowed in the text" in output
        assert "without use here" not in output
        assert "no longer found" not in output

    @pytest.mark.slow
    def test_a_new_contradiction_fails(self, repository: Path) -> None:
        path = repository / "rules" / "family.uno"
        text = path.read_text(encoding="utf-8")
        assert "before" not in text
        path.write_text(text.replace("when player plays 5", "when player plays 7"), encoding="utf-8")
        assert "family.five" in call(*CHECK[1:], code=1)

    @pytest.mark.slow
    def test_it_can_be_settled_as_its_readme_says(self, repository: Path) -> None:
        output = call(*WITHOUT_BASELINE, "--fix", code=0)
        assert "+    before neighbors.all-hands" in output
        assert "no longer found" in call(*CHECK[1:], code=0)

    def test_files_are_canonical(self) -> None:
        call("fmt", "--check", "rules", code=0)

    def test_the_workflow_the_hooks_and_the_readme_ask_the_same(self) -> None:
        (step,) = (
            s
            for s in read(REPOSITORY / ".github" / "workflows" / "rules.yml")["jobs"]["check"]["steps"]
            if s["uses"].startswith("unodsl/")
        )
        inputs = step["with"]
        assert not {"files", "options", "seats", "fail-on", "baseline", "arguments"} & set(inputs)
        (hooks,) = read(REPOSITORY / ".pre-commit-config.yaml")["repos"]
        assert not any("args" in h for h in hooks["hooks"])
        assert CHECK == ["unodsl", "check"]
        known = {h["id"] for h in read(ROOT / ".pre-commit-hooks.yaml")}
        assert {h["id"] for h in hooks["hooks"]} == known
        assert set(inputs) <= set(read(ROOT / "action.yml")["inputs"])


# -------------------------------------------------------------------------------------------------------------- action


def steps() -> dict[str, Any]:
    """The steps of the action by name."""
    return {s["name"]: s for s in read(ROOT / "action.yml")["runs"]["steps"] if "name" in s}


def run_step(name: str, place: Path, given: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a step's script as a runner does, with the inputs given and the defaults of the others."""
    step = steps()[name]
    inputs = {k: v["default"] for k, v in read(ROOT / "action.yml")["inputs"].items()} | given
    environment = {}
    for key, value in step["env"].items():
        found = re.fullmatch(r"\$\{\{ inputs\.([a-z-]+) \}\}", value)
        environment[key] = inputs[found[1]] if found else os.environ[key]
    programs = place / "programs"
    programs.mkdir(exist_ok=True)
    (programs / "unodsl").write_text(f'#!/bin/sh\nexec {sys.executable} -m unodsl.commands.main "$@"\n')
    (programs / "unodsl").chmod(0o755)
    everything = os.environ | environment | {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
    return subprocess.run(command, cwd=place, env=everything, capture_output=True, text=True, check=False)


INPUTS = ("files", "arguments", "options", "seats", "fail-on", "baseline", "sarif", "html")
"""The inputs of the action."""


@pytest.mark.usefixtures("shared_checks")
@pytest.mark.skipif(shutil.which("bash") is None, reason="the action's scripts are for bash")
class TestAction:
    """`action.yml`."""

    @pytest.mark.slow
    def test_it_checks_the_example(self, repository: Path) -> None:
        workflow = read(REPOSITORY / ".github" / "workflows" / "rules.yml")
        given = next(s["with"] for s in workflow["jobs"]["check"]["steps"] if s["uses"].startswith("unodsl/"))
        done = run_step("Check", repository, given)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "judged: family.fives, family.sevens, " in done.stdout
        assert (repository / "unodsl.sarif").is_file()
        assert (repository / "report.html").is_file()
        assert run_step("Test", repository, given).returncode == 0

    @pytest.mark.slow
    def test_it_fails_where_something_is_found(self, repository: Path) -> None:
        options = "family.sevens\nneighbors.round-table\n"
        given = {"files": "rules", "options": options, "arguments": "--no-config"}
        done = run_step("Check", repository, given)
        assert done.returncode == 1
        assert done.stdout.startswith("::error file=rules/family.uno,line=14,")

    @pytest.mark.parametrize("name", few_and_slow(INPUTS, 1))
    def test_inputs_are_words_and_no_commands(self, repository: Path, name: str) -> None:
        word = "$(touch made) `touch made`; touch made #"
        done = run_step("Check", repository, {"files": "rules", name: word})
        assert not (repository / "made").exists()
        if name in ("sarif", "html"):
            # any word names a file; the baseline of the project file is what keeps the check green
            assert done.returncode == 0, done.stdout + done.stderr
            assert (repository / word).is_file()
        else:
            assert done.returncode == 2, done.stdout + done.stderr
            assert word in done.stdout + done.stderr

    def test_scripts_take_inputs_from_their_environment(self) -> None:
        for step in steps().values():
            assert "${{" not in step.get("run", "")


def test_hooks_call_commands_that_exist() -> None:
    for hook in read(ROOT / ".pre-commit-hooks.yaml"):
        program, command = hook["entry"].split()
        assert program == "unodsl"
        call(command, "--help", code=0)
        assert re.search(hook["files"], "rules/family.uno")


@pytest.mark.parametrize(
    ("schema", "path"),
    [
        ("vendor.github-actions", ROOT / "action.yml"),
        ("vendor.github-workflows", REPOSITORY / ".github" / "workflows" / "rules.yml"),
    ],
    ids=["action", "workflow"],
)
def test_files_fit_their_schemas(schema: str, path: Path) -> None:
    pytest.importorskip("check_jsonschema", reason="check-jsonschema comes with the dev extra")
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
