"""The direction of imports: the contracts in pyproject.toml hold, and each of them bites."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import networkx as nx
import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("unodsl", "checker")
SOLVERS = ("checker", "networkx", "z3")

# A module, the line added to it, and the contract that must break because of it.
FORBIDDEN_IMPORTS = (
    ("unodsl/model", "import z3", "language-without-checker"),
    ("unodsl/syntax", "import networkx", "language-without-checker"),
    ("unodsl/scenarios", "import checker", "language-without-checker"),
    ("unodsl/model", "import unodsl.resolve", "layers"),
    ("unodsl/engine", "import unodsl.commands", "layers"),
    ("unodsl/engine", "import unodsl.api", "layers"),
    ("unodsl/engine", "import unodsl.syntax", "engine-reads-the-model"),
    ("unodsl/engine", "import unodsl.resolve", "engine-reads-the-model"),
    ("unodsl/engine", "import checker", "engine-without-checker"),
    ("unodsl/lsp", "import checker", "server-without-checker"),
    ("unodsl/lsp/workspace", "import unodsl.lsp.server", "server-layers"),
    ("unodsl/studio", "import checker", "language-without-checker"),
    ("unodsl/studio/room", "import unodsl.studio.lobby", "studio-layers"),
    ("checker/smt", "import unodsl.engine", "symbolic-without-engine"),
    ("checker/kernel", "import checker.effects.constants", "kernel-imports-no-prover"),
    ("checker/kernel", "import unodsl.engine", "symbolic-without-engine"),
    ("checker/smt", "import checker.invariants", "checker-layers"),
    ("checker/search", "import checker.checks", "checker-layers"),
)


def contract_names() -> dict[str, str]:
    """Each contract's name, by its id."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return {contract["id"]: contract["name"] for contract in settings["tool"]["importlinter"]["contracts"]}


def imports() -> nx.DiGraph:
    """Which module imports which: also inside functions, and for type checkers only."""
    files = [p for package in PACKAGES for p in (ROOT / package).rglob("*.py")]
    modules = {".".join(p.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): p for p in files}
    graph = nx.DiGraph()
    graph.add_nodes_from(modules)
    for module, path in modules.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.ImportFrom) and node.module:
                inner = [f"{node.module}.{a.name}" for a in node.names]
                names = [x if x in modules else node.module for x in inner]
            elif isinstance(node, ast.Import):
                names = [a.name for a in node.names]
            graph.add_edges_from((module, x) for x in names if x in modules and x != module)
    return graph


@pytest.mark.slow
def test_no_import_goes_in_a_circle() -> None:
    circles = [sorted(c) for c in nx.strongly_connected_components(imports()) if len(c) > 1]
    assert circles == []


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run import-linter on the packages that lie in `folder`."""
    pytest.importorskip("importlinter", reason="import-linter comes with the dev extra")
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as main; main()", "--no-cache"]
    # Wide and plain, so that no name is broken over two lines.
    environment = os.environ | {"PYTHONPATH": str(folder), "COLUMNS": "400", "NO_COLOR": "1", "TERM": "dumb"}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8", check=False
    )


def copy_project(folder: Path) -> None:
    """Copy what import-linter reads into `folder`."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)


def source_file(folder: Path, module: str) -> Path:
    """The file of a module given as a path without suffix; a package's first file that is not its `__init__`, if any."""
    if not (folder / module).is_dir():
        return folder / f"{module}.py"
    files = sorted((folder / module).glob("*.py"))
    return next((file for file in files if file.name != "__init__.py"), files[0])


def test_the_contracts_hold() -> None:
    result = lint_imports(ROOT)
    assert result.returncode == 0, result.stdout + result.stderr
    assert f"{len(contract_names())} kept, 0 broken" in result.stdout


def test_every_contract_is_put_to_the_test() -> None:
    assert {contract for _, _, contract in FORBIDDEN_IMPORTS} == set(contract_names())


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What import-linter says of each contract, by its name, in a copy that has all the forbidden imports. (Without them the
    copy is the project, whose contracts hold.)"""
    folder = tmp_path_factory.mktemp("forbidden")
    copy_project(folder)
    for module, line, _ in FORBIDDEN_IMPORTS:
        file = source_file(folder, module)
        text = file.read_text(encoding="utf-8")
        assert line not in text.splitlines()
        file.write_text(f"{text}\n{line}\n", encoding="utf-8")
    result = lint_imports(folder)
    assert result.returncode == 1, result.stdout + result.stderr
    _, _, sections = result.stdout.partition("Broken contracts\n")
    titled = re.split(r"^(.+)\n-+\n", sections, flags=re.MULTILINE)
    return dict(zip(titled[1::2], titled[2::2], strict=True))


@pytest.mark.parametrize(("module", "line", "contract"), FORBIDDEN_IMPORTS)
def test_a_forbidden_import_breaks_its_contract(broken: dict[str, str], module: str, line: str, contract: str) -> None:
    file = source_file(ROOT, module)
    importer = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    assert f"{importer} -> {line.removeprefix('import ')}" in broken[contract_names()[contract]]


def test_the_contract_names_every_part_of_the_language() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = (
        contract
        for contract in settings["tool"]["importlinter"]["contracts"]
        if contract["id"] == "language-without-checker"
    )
    found = {
        f"unodsl.{path.stem}"
        for path in (ROOT / "unodsl").iterdir()
        if (path.suffix == ".py" or (path / "__init__.py").is_file()) and path.stem not in {"__init__", "__main__"}
    }
    assert set(contract["source_modules"]) == found - {"unodsl.commands", "unodsl.lsp"}


def test_the_package_itself_imports_no_solver() -> None:
    tree = ast.parse((ROOT / "unodsl" / "__init__.py").read_text(encoding="utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not {name.partition(".")[0] for name in imported} & set(SOLVERS)


def test_the_command_starts_without_the_solvers() -> None:
    program = f"import sys, unodsl.commands.main; print(sorted(sys.modules.keys() & set({SOLVERS!r})))"
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == "[]"
