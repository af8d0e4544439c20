"""Import arrows point down only, and importing does nothing but import."""

import ast
import itertools
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import micromutants

PACKAGE = Path(micromutants.__file__).parent
LAYERS = {
    "version": 0,
    "compiled": 0,
    "journal": 1,
    "processes": 0,
    "assets": 0,
    "folders": 0,
    "untrusted": 0,
    "tomlkeys": 0,
    "log": 1,
    "geometry": 1,
    "table": 2,
    "physics": 3,
    "rules": 4,
    "match": 5,
    "ownarmies": 5,
    "scenario": 6,
    "midgame": 6,
    "telling": 6,
    "shots": 6,
    "tournament": 6,
    "lab": 7,
    "soak": 7,
    "golden": 8,
    "ui": 8,
    "bench": 8,
    "validation": 8,
    "compiling": 9,
    "doctor": 9,
    "commands": 10,
    "cli": 11,
    "__main__": 12,
}
"""Each part may import the parts below it and its own modules."""

ROOT, RULES = "micromutants.", "micromutants.rules"
FILES = sorted(path for path in PACKAGE.rglob("*.py"))


def imports(tree):
    """Every module that a file imports, wherever the statement stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def parts(path):
    return path.relative_to(PACKAGE).with_suffix("").parts


@pytest.mark.parametrize("path", FILES, ids=lambda path: "/".join(parts(path)))
def test_arrows_point_down(path):
    own = parts(path)[0]
    for name in imports(ast.parse(path.read_text("utf-8"))):
        top, *rest = name.split(".")
        if top == "micromutants" and own != "__init__" and rest and rest[0] != own:
            assert rest[0] in LAYERS or rest == ["__version__"], f"{name} is in no layer"
            assert LAYERS[own] > LAYERS[rest[0]], f"{own} must not import {name}"
        if top in ("pygame", "pygame_gui"):
            assert own == "ui", f"only ui imports {top}"
        if top == "pymunk":
            assert own == "physics", "only physics imports pymunk"


def test_a_match_knows_no_rule():
    """``match`` names ``micromutants.rules`` as the default of an argument only; its bots play that game and may."""
    for path in FILES:
        if parts(path)[0] != "match" or "bots" in parts(path):
            continue
        tree = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                assert not node.module.startswith("micromutants.rules"), path
        defaults = [
            default
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef)
            for default in [*node.args.defaults, *node.args.kw_defaults]
            if default is not None
        ]
        used = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and ast.unparse(node) == RULES]
        assert all(node in defaults for node in used), f"{path} uses the rules of one game"


def test_layers_are_complete():
    found = {parts(path)[0] for path in FILES} - {"__init__"}
    assert found <= set(LAYERS)


def test_the_table_of_layers_in_contributing_is_that_of_this_test():
    page = (PACKAGE.parent / "CONTRIBUTING.md").read_text("utf-8")
    cells = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    rows = [re.findall(r"`(\w+)(?:\.py|/)`", cell) for cell in cells]
    rows = [row for row in rows if row]
    assert sorted(name for row in rows for name in row) == sorted(LAYERS)
    for upper, lower in itertools.pairwise(rows):
        assert min(LAYERS[name] for name in upper) >= max(LAYERS[name] for name in lower), (upper, lower)


def test_the_list_of_packages_in_the_readme_is_whole_and_in_order():
    page = (PACKAGE.parent / "README.md").read_text("utf-8")
    listed = re.findall(r"^  (\w+)/ ", page, re.MULTILINE)
    assert sorted(listed) == sorted(path.parent.name for path in PACKAGE.glob("[a-z]*/__init__.py"))
    for path in FILES:
        own = parts(path)[0]
        if own in listed:
            tops = {name.split(".")[1] for name in imports(ast.parse(path.read_text("utf-8"))) if name.startswith(ROOT)}
            assert all(listed.index(top) <= listed.index(own) for top in tops if top in listed), path


def test_importing_opens_no_display_and_makes_no_file(tmp_path):
    environment = os.environ | {
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": str(PACKAGE.parent),
    }
    code = "import sys, micromutants, micromutants.cli; print([m for m in sys.modules if m.startswith('pygame')])"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")
    assert list(tmp_path.iterdir()) == []


def test_the_version_is_the_packages():
    project = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text("utf-8"))["project"]
    assert micromutants.__version__ == project["version"]


def test_every_public_name_is_there():
    for name in micromutants.__all__:
        assert getattr(micromutants, name) is not None


def names_in(path):
    """Everything that a file defines or imports, methods and attributes of its classes too."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.alias):
            yield node.asname or node.name
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.id if isinstance(node, ast.Name) else node.attr


def file_of(module):
    """The file of a module of the package, None where there is none."""
    path = PACKAGE.parent.joinpath(*module.split("."))
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


def test_what_docstrings_refer_to_is_there():
    found, missing = 0, []
    for path in FILES:
        here = ".".join(("micromutants", *parts(path)[:-1]))
        for role, name in re.findall(r":(mod|class|func|data|meth|attr):`~?([.\w]+)`", path.read_text("utf-8")):
            found += 1
            whole = f"{here}{name}" if name.startswith(".") else name
            home, _, last = whole.rpartition(".")
            if role == "mod":
                there = file_of(whole) is not None
            elif whole.startswith(ROOT):
                there = file_of(home) is not None and last in names_in(file_of(home))
            else:
                there = whole.partition(".")[0] in names_in(path)
            if not there:
                missing.append(f"{path.relative_to(PACKAGE)}: {name}")
    assert missing == []
    assert found > 90
