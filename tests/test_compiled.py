"""Physics as machine code: used only while it fits, the same to the bit, and no fault where it cannot be made."""

import ast
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from micromutants import cli, compiled, compiling

ROOT = Path(__file__).parents[1]

OUTCOMES = """
import hashlib, math, random, msgspec
from micromutants import compiled
from micromutants.midgame import flicks, full_table
from micromutants.physics import Launch, press, simulate
state = full_table()
table, physics = state.table, state.setup.physics
launches = [press(shot, table[shot.piece], physics) for shots in flicks(state).values() for shot in shots[::3]]
bugs = [piece.id for piece in table if piece.spec.loose]
draw = random.Random(11)
for number in range(24):
    many = [Launch(bug, math.tau * draw.random(), 2000.0 * draw.random(), draw.random(), 80.0 * draw.random(),
                   20.0 * draw.random(), 60.0 * draw.random() * (number % 3)) for bug in bugs[: 1 + number % 4]]
    launches.append(many)
digest = hashlib.sha256()
for launch in launches:
    outcome = simulate(table, launch, physics)
    told = (outcome.events, outcome.track, outcome.moved, outcome.settled, outcome.elapsed, outcome.lies_on)
    digest.update(outcome.table.digest().encode() + repr(told).encode())
print(compiled.runs(), len(launches), digest.hexdigest())
"""

COMPILED = pytest.mark.skipif(not compiled.runs(), reason="not compiled here; `make test` does so where a compiler is")


def fresh(code, **environment):
    """What a new process prints."""
    clean = {k: v for k, v in os.environ.items() if k != compiled.PLAIN} | environment | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, text=True, check=True).stdout.split()


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """The package in another place, with nothing compiled."""
    package = tmp_path / "micromutants"
    shutil.copytree(compiled.PACKAGE, package, ignore=shutil.ignore_patterns("_compiled", "__pycache__"))
    monkeypatch.setattr(compiled, "PACKAGE", package)
    monkeypatch.setattr(compiled, "FOLDER", package / "_compiled")
    monkeypatch.delenv(compiled.PLAIN, raising=False)
    return package


@COMPILED
def test_machine_code_and_sources_give_the_same_to_the_bit():
    """Events, tracks and rest of flicks of every kind, and of throws of up to four chips."""
    runs, shots, digest = fresh(OUTCOMES)
    assert (runs, int(shots) > 60) == ("True", True)
    assert fresh(OUTCOMES, **{compiled.PLAIN: "1"}) == ["False", shots, digest]


@COMPILED
def test_what_looks_into_the_physics_passes_on_its_sources():
    """The tests that are left out where machine code runs."""
    files = [path for path in sorted((ROOT / "tests").rglob("test_*.py")) if "mark.plain\n" in path.read_text("utf-8")]
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-m", "plain", *map(str, files)]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | {compiled.PLAIN: "1"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:]
    assert " passed" in done.stdout
    assert "skipped" not in done.stdout


@COMPILED
def test_every_module_runs_as_machine_code():
    for name in compiled.MODULES:
        spec = importlib.util.find_spec(f"micromutants.physics.{name}")
        assert compiled.home() in Path(spec.origin).parents, name
        assert not spec.origin.endswith(".py")


def test_any_change_of_a_source_makes_what_was_compiled_useless(copy):
    homes = {compiled.home()}
    for path in [*compiled.sources()]:
        path.write_text(path.read_text("utf-8") + "# changed\n", "utf-8")
        homes.add(compiled.home())
    assert len(homes) == 1 + len([*compiled.sources()]) > 20


def test_the_sources_are_all_that_the_compiled_modules_build_upon(copy):
    """What they import of the program is among the sources whose change makes them useless."""
    known = {path.relative_to(copy).with_suffix("").as_posix() for path in compiled.sources()}
    for name in compiled.MODULES:
        for node in ast.walk(ast.parse((copy / "physics" / f"{name}.py").read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module.startswith("micromutants."):
                own = node.module.removeprefix("micromutants.").replace(".", "/")
                assert own in known or f"{own}/__init__" in known, (name, own)


def test_nothing_compiled_or_another_thing_compiled_leaves_the_sources(copy):
    path = [str(copy / "physics")]
    assert compiled.overlay(path) == path
    other = compiled.FOLDER / f"{sys.implementation.cache_tag}-{sys.platform}-0123456789abcdef"
    other.mkdir(parents=True)
    (other / f"{compiled.LIBRARY}.so").write_bytes(b"of other sources")
    assert compiled.overlay(path) == path
    if not compiled.runs():
        assert "changed since" in compiled.told()
    compiled.home().mkdir()
    assert compiled.overlay(path) == path, "an empty folder holds no modules"


def test_by_wish_the_sources_run(copy, monkeypatch):
    compiled.home().mkdir(parents=True)
    monkeypatch.setenv(compiled.PLAIN, "1")
    assert compiled.overlay(["there"]) == ["there"]
    assert (
        fresh("from micromutants import compiled, physics; print(compiled.told())", **{compiled.PLAIN: "1"})[-1]
        == "for"
    )


@pytest.mark.parametrize("missing", ["mypyc", "setuptools"])
def test_a_missing_tool_is_a_sentence_with_what_helps(copy, monkeypatch, missing):
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *more: None if name == missing else found(name, *more)
    )
    done = CliRunner().invoke(cli.cli, ["compile"])
    assert done.exit_code == 1
    assert done.stderr == f"Error: {missing} is missing: pip install 'micromutants[fast]' brings it.\n"
    assert not compiled.FOLDER.exists()


def test_a_missing_compiler_is_a_sentence_and_leaves_nothing(copy, monkeypatch):
    pytest.importorskip("mypyc")
    pytest.importorskip("setuptools")
    # One small module is enough to get as far as the compiler.
    text = (copy / "compiled.py").read_text("utf-8")
    start, end = text.index("MODULES = ("), text.index(")", text.index("MODULES = ("))
    (copy / "compiled.py").write_text(f'{text[:start]}MODULES = ("friction",{text[end:]}', "utf-8")
    for package in ("", "physics"):
        (copy / package / "__init__.py").write_text("", "utf-8")
    monkeypatch.setenv("CC", "no-such-compiler")
    done = CliRunner().invoke(cli.cli, ["compile"])
    assert done.exit_code == 1
    assert done.stderr.startswith("Error: the compiler failed: ")
    assert "no-such-compiler" in done.stderr
    assert done.stderr.count("\n") == 1
    assert list(compiled.FOLDER.iterdir()) == []


@pytest.mark.parametrize("shots", [{"True": "a", "False": "b"}, {"True": "a", "False": "a"}])
def test_machine_code_that_comes_to_something_else_is_removed(copy, monkeypatch, shots):
    def build(work, package):
        (work / "made" / "physics").mkdir(parents=True)
        return work / "made" / "physics"

    old = compiled.FOLDER / f"{sys.implementation.cache_tag}-{sys.platform}-{'0' * 16}"
    old.mkdir(parents=True)
    monkeypatch.setattr(compiling, "_build", build)
    monkeypatch.setattr(compiling, "_shots", lambda plain: shots[str(plain)])
    done = CliRunner().invoke(cli.cli, ["compile"])
    same = len(set(shots.values())) == 1
    assert done.exit_code == (0 if same else 1)
    assert compiled.home().is_dir() == same
    assert not old.exists()
    if not same:
        assert "to the bit" in done.stderr


def test_a_folder_that_cannot_be_written_to_is_a_sentence(copy):
    compiled.FOLDER.write_text("a file in the way", "utf-8")
    done = CliRunner().invoke(cli.cli, ["compile"])
    assert done.exit_code == 1
    assert done.stderr.startswith(f"Error: {compiled.FOLDER}: ")
    assert compiled.FOLDER.read_text("utf-8") == "a file in the way"
