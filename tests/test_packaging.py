"""What a user is promised: make targets, commands, what a wheel carries, texts that are there."""

import ast
import doctest
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

import micromutants
from micromutants import assets, shots
from micromutants.assets import AssetError, asset_bytes, asset_names, asset_path, asset_text
from micromutants.cli import cli

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
README = (ROOT / "README.md").read_text("utf-8")
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
PAGES = [README, *((ROOT / name).read_text("utf-8") for name in ("CONTRIBUTING.md", "CHANGELOG.md"))]


def commands(page):
    """The lines of a page's shell blocks, without comments."""
    for block in re.findall(r"```sh\n(.*?)```", page, re.DOTALL):
        for line in block.splitlines():
            line = line.split("#")[0].strip()
            if line:
                yield line


# --- what the pages promise -------------------------------------------------------------------------------------


def test_every_make_target_named_in_a_page_exists_and_is_explained():
    named = {m for page in PAGES for m in re.findall(r"\bmake ([a-z]+)\b(?=[`\s])", "\n".join(commands(page)) + "\n")}
    assert {"play", "test", "lint", "bench"} <= named
    for target in named:
        assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE), target
        assert f'"make {target} ' in MAKEFILE, f"make help does not list {target}"


def test_every_command_in_the_readme_exists_with_its_options():
    pages = [README, assets.asset_text("help/tuning.md")]
    lines = [line for page in pages for line in commands(page) if line.startswith("micromutants ")]
    assert {line.split()[1] for line in lines} == set(cli.commands)
    for line in lines:
        _, name, *rest = line.split()
        options = {option for parameter in cli.commands[name].params for option in parameter.opts}
        assert {word for word in rest if word.startswith("--")} <= options, line


def test_the_readmes_python_works(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    flick, match = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    found = {}
    exec(compile(ast.parse(flick), "README.md", "exec"), found)
    assert found["outcome"].settled
    assert "hopper" in found["outcome"].moved
    exec(compile(ast.parse(match), "README.md", "exec"), found)
    assert [entry.digest for entry in found["record"].entries] == [entry.digest for entry in found["match"].log]
    told = capsys.readouterr().out
    assert "\nAda flicks a " in told
    assert told.endswith("] of 12 actions were flicks\n")


@pytest.mark.parametrize("module", [micromutants, shots])
def test_the_examples_in_docstrings_work(module):
    done = doctest.testmod(module)
    assert done.attempted >= 5
    assert done.failed == 0


def test_links_and_pictures_of_the_pages_are_there():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)]+)\)", page):
            if not target.startswith("http"):
                assert (ROOT / target).is_file(), target


def test_every_physics_check_of_the_readme_has_its_test():
    cells = re.findall(r"^\| (V[^|]*) \|", README, re.MULTILINE)
    numbers = set()
    for first, last in re.findall(r"V(\d+)(?:–V(\d+))?", " ".join(cells)):
        numbers |= set(range(int(first), int(last or first) + 1))
    assert numbers >= set(range(1, 26))
    tests = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    tested = {
        int(n) for name in re.findall(r"def (test_v\w+)", tests) for n in re.findall(r"(?<![a-z0-9])v(\d+)", name)
    }
    assert numbers <= tested, f"no test for {sorted(numbers - tested)}"


BASIC_RULES = {
    *(f"s{n}" for n in range(1, 7)),
    *(f"t{n}" for n in range(1, 9)),
    *(f"m{n}" for n in (*range(1, 10), 11, 12)),
    *(f"b{n}" for n in range(1, 6)),
    "w1",
}


def test_every_rule_of_the_basic_game_has_its_test():
    tests = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests" / "rules").glob("test_*.py"))
    tested = {n for name in re.findall(r"def test_(\w+)", tests) for n in re.findall(r"(?:^|_)([stmbw]\d+)(?=_)", name)}
    assert tested >= BASIC_RULES, f"no test for {sorted(BASIC_RULES - tested)}"


# --- versions ---------------------------------------------------------------------------------------------------


def test_the_version_is_the_same_everywhere():
    version = PROJECT["project"]["version"]
    assert micromutants.__version__ == version
    newest = re.search(r"^## \[(\d[^\]]*)\]", PAGES[2], re.MULTILINE)
    assert newest is not None
    assert newest[1] == version
    shown = CliRunner().invoke(cli, ["--version"])
    assert shown.exit_code == 0
    assert version in shown.output


def test_python_versions_agree_between_makefile_and_project():
    assert PROJECT["project"]["requires-python"] == ">=3.11"
    assert "(3, 11)" in MAKEFILE
    for minor in range(11, 15):
        assert f"Programming Language :: Python :: 3.{minor}" in PROJECT["project"]["classifiers"]


# --- the wheel --------------------------------------------------------------------------------------------------


def test_what_can_be_tried_thoroughly_is_tried_so_by_one_command():
    text = (ROOT / "Makefile").read_text("utf-8").replace("\\\n", " ")
    listed = re.search(r"(?m)^THOROUGH := (.+)$", text)[1].split()
    there = {str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py") if _thorough(path)}
    assert set(listed) == there


def _thorough(path):
    return re.search(r"environ\.get\(.MICROMUTANTS_THOROUGH", path.read_text("utf-8"))


def test_the_wheel_carries_package_assets_and_scenarios():
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert set(wheel["only-include"]) == {"micromutants", "assets", "scenarios"}
    assert wheel["sources"] == {"assets": "micromutants/_assets", "scenarios": "micromutants/_scenarios"}
    for folder in wheel["only-include"]:
        assert (ROOT / folder).is_dir()
    assert (ROOT / "micromutants" / "py.typed").is_file()
    assert not (ROOT / "micromutants" / "_assets").exists(), "it would hide the checkout's assets"


def test_only_what_is_declared_is_imported():
    extras = PROJECT["project"]["optional-dependencies"]
    needed = [*PROJECT["project"]["dependencies"], *extras["lab"], *extras["cluster"], *extras["fast"]]
    declared = {re.split(r"[<>=]", name)[0].lower().replace("-", "_") for name in needed}
    renamed = {"pygame": "pygame_ce", "PIL": "pillow", "mypyc": "mypy"}
    imported = set()
    for path in (ROOT / "micromutants").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                imported.add(node.module.split(".")[0])
    foreign = imported - set(sys.stdlib_module_names) - {"micromutants"}
    assert {renamed.get(name, name) for name in foreign} == declared


# --- assets -----------------------------------------------------------------------------------------------------


def test_assets_are_found_by_name():
    names = asset_names("help")
    assert {"help/physics.md", "help/files.md"} <= set(names)
    assert list(names) == sorted(names)
    for name in names:
        assert asset_text(name).encode() == asset_bytes(name).replace(b"\r\n", b"\n")
        assert asset_path(name).is_file()


@pytest.mark.parametrize("name", ["help/nothing.md", "help", ""])
def test_a_missing_asset_is_one_clear_sentence(name):
    with pytest.raises(AssetError, match=r"^asset '.*': ") as caught:
        asset_text(name)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["../pyproject.toml", "help/../../README.md", "/etc/passwd", "help\\files.md"])
def test_names_do_not_lead_out_of_the_assets(name):
    with pytest.raises(AssetError, match="relative to the assets folder"):
        asset_text(name)


def test_a_missing_folder_is_one_clear_sentence():
    with pytest.raises(AssetError, match="no folder 'nowhere'"):
        asset_names("nowhere")


def test_the_packed_assets_come_first(tmp_path, monkeypatch):
    package = tmp_path / "micromutants"
    for folder in (package / "_assets" / "help", tmp_path / "assets" / "help"):
        folder.mkdir(parents=True)
        (folder / "a.md").write_text(folder.parent.name, "utf-8")
    monkeypatch.setattr(assets.resources, "files", lambda _: package)
    assert asset_text("help/a.md") == "_assets"


def test_a_package_without_assets_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(assets.resources, "files", lambda _: tmp_path / "micromutants")
    with pytest.raises(AssetError, match="install micromutants again"):
        asset_text("help/physics.md")


# --- make -------------------------------------------------------------------------------------------------------


@pytest.fixture
def checkout(tmp_path):
    """A folder with the Makefile and no .venv."""
    (tmp_path / "Makefile").write_text(MAKEFILE, "utf-8")
    (tmp_path / "pyproject.toml").write_text("", "utf-8")
    return tmp_path


def make(folder, *arguments):
    environment = {key: value for key, value in os.environ.items() if key not in ("MAKEFLAGS", "MAKELEVEL", "PYTHON")}
    return subprocess.run(
        ["make", "-C", str(folder), *arguments], env=environment, capture_output=True, text=True, check=False
    )


def script(path, text):
    path.write_text(f"#!/bin/sh\n{text}\n", "utf-8")
    path.chmod(0o755)
    return path


def test_make_without_a_new_enough_python_is_one_clear_sentence(checkout):
    old = script(checkout / "old-python", "exit 1")
    done = make(checkout, "test", f"PYTHON={old} {checkout}/no-python")
    assert done.returncode != 0
    assert "micromutants needs Python 3.11 or newer, and none was found" in done.stderr
    assert not (checkout / ".venv").exists()


def test_make_with_a_python_that_lacks_venv_is_one_clear_sentence(checkout):
    bare = script(checkout / "bare-python", 'case "$2" in *ensurepip*) exit 1;; esac')
    done = make(checkout, "test", f"PYTHON={bare}")
    assert done.returncode != 0
    assert "bare-python cannot make virtual environments: install its venv module" in done.stderr


def test_make_installs_once_and_again_when_the_project_has_changed(checkout):
    log = checkout / "log"
    fake = script(
        checkout / "fake-python",
        f"""
        case "$2" in
        venv) mkdir -p "$4/bin" && cp "$0" "$4/bin/python";;
        pip) echo "$@" >> {log}; test ! -e {checkout}/offline;;
        micromutants) echo $3 >> {log}; test ! -e {checkout}/no-compiler;;
        pytest) shift 2; echo tested $SDL_VIDEODRIVER $SDL_AUDIODRIVER $@ >> {log};;
        esac
        """,
    )
    (checkout / "offline").touch()
    done = make(checkout, "test", f"PYTHON={fake}")
    assert done.returncode != 0
    assert "The installation failed; the first one needs a network to fetch packages." in done.stderr
    (checkout / "offline").unlink()
    log.unlink()
    for _ in range(2):
        assert make(checkout, "test", f"PYTHON={fake}", "ARGS=-x").returncode == 0
    later = (checkout / ".venv" / ".installed").stat().st_mtime + 10
    os.utime(checkout / "pyproject.toml", (later, later))
    assert make(checkout, "test", f"PYTHON={fake}").returncode == 0
    pip, tested = "-m pip install --quiet --disable-pip-version-check --editable .[dev]", "tested dummy dummy"
    everything = f"{tested} --numprocesses 2 --dist loadfile"
    assert log.read_text("utf-8").splitlines() == [
        pip,
        "compile",
        f"{tested} -x",
        f"{tested} -x",
        pip,
        "compile",
        everything,
    ]
    # A change of the physics is compiled, and where that cannot be done everything else goes on.
    os.utime(checkout / "pyproject.toml", (0, 0))
    (checkout / "micromutants" / "physics").mkdir(parents=True)
    (checkout / "micromutants" / "physics" / "solid.py").touch()
    os.utime(checkout / "micromutants" / "physics" / "solid.py", (later + 10, later + 10))
    (checkout / "no-compiler").touch()
    log.unlink()
    done = make(checkout, "test", f"PYTHON={fake}")
    assert done.returncode == 0
    assert "It stays plain Python" in done.stdout
    assert log.read_text("utf-8").splitlines() == ["compile", everything]


def test_make_help_needs_nothing(checkout):
    done = make(checkout)
    assert done.returncode == 0
    assert "make play" in done.stdout
    assert not (checkout / ".venv").exists()


def test_continuous_integration_starts_afresh_and_stops_at_the_first_failure():
    run = (ROOT / ".ci" / "run").read_text("utf-8")
    assert run.startswith("#!/usr/bin/env bash\n")
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    steps = [line for line in run.splitlines() if line and not line.startswith("#")]
    assert steps[0] == "set -euo pipefail"
    assert [step for step in steps if step.startswith(("rm", "make"))] == ["rm -rf .venv", "make lint", "make test"]
