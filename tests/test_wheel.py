"""What is built is what works: wheel and sdist, installed into an empty environment far from the checkout.

Nothing is fetched: the build backend of this environment builds, and the new environment sees the libraries that are
here, but not the checkout.
"""

import json
import os
import subprocess
import sys
import sysconfig
import tarfile
import time
import zipfile
from pathlib import Path

import pytest

import micromutants
from micromutants.match import load_record

ROOT = Path(__file__).parents[1]

pytest.importorskip("hatchling", reason="the build backend is not installed; `make test` installs it")


def built(how, into):
    """The file that the build backend makes of the checkout."""
    code = f"import sys, hatchling.build; print(hatchling.build.build_{how}(sys.argv[1]))"
    done = subprocess.run([sys.executable, "-c", code, str(into)], cwd=ROOT, capture_output=True, text=True, check=True)
    return into / done.stdout.split()[-1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return built("wheel", tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """Python of an environment that has the wheel, and the libraries by a path, but not this checkout."""
    folder = tmp_path_factory.mktemp("environment") / "a place with spaces"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    site = Path(outside(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").stdout.strip())
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    # Added by a plain path entry, so that hooks of the editable checkout are not taken over.
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    return python


def outside(python, *arguments, cwd=None, **environment):
    """Run that Python with nothing that leads to the checkout."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")} | environment
    command = [str(python), *map(str, arguments)]
    return subprocess.run(command, cwd=cwd or "/", env=clean, capture_output=True, text=True, check=False, timeout=120)


def test_the_wheel_has_everything_that_the_checkout_has(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    code = {str(path.relative_to(ROOT)) for path in (ROOT / "micromutants").rglob("*.py")}
    packed = {
        f"micromutants/_assets/{p.relative_to(ROOT / 'assets')}" for p in (ROOT / "assets").rglob("*") if p.is_file()
    }
    scenarios = {f"micromutants/_scenarios/{p.name}" for p in (ROOT / "scenarios").glob("*.toml")}
    assert code | packed | scenarios | {"micromutants/py.typed"} <= names
    assert not [name for name in names if "_compiled" in name], "machine code is of one machine, the wheel for all"
    others = {name for name in names if not name.startswith("micromutants/")}
    assert all(name.split("/")[0].endswith(".dist-info") for name in others), others


def test_the_wheel_plays_an_exhibition_outside_the_checkout(installed, tmp_path):
    where = outside(installed, "-c", "import micromutants; print(micromutants.__file__)").stdout
    assert str(installed.parents[1]) in where
    assert str(ROOT) not in where
    done = outside(installed, "-m", "micromutants", "exhibit", "--seed", "7", "--out", "a.mmr", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert " wins: " in done.stdout
    assert load_record(tmp_path / "a.mmr").over


def test_the_installed_program_finds_all_its_assets_and_the_same_physics(installed, tmp_path):
    done = outside(installed, "-m", "micromutants", "doctor", "--json", cwd=tmp_path, HOME=str(tmp_path))
    found = json.loads(done.stdout)
    shipped = len(list((ROOT / "scenarios").glob("*.toml")))
    assert f"4 armies, {shipped} scenarios" in found["assets"]["text"]
    assert str(installed.parents[1]) in found["installed in"]["text"].replace("~", str(tmp_path))
    assert found["physics"]["text"].endswith("shots end as they must, to the bit"), found["physics"]
    code = "from micromutants.ui.screens.help import PAGES, page_text; print(sum(len(page_text(f)) for _, f in PAGES))"
    assert int(outside(installed, "-c", code, SDL_VIDEODRIVER="dummy").stdout.split()[-1]) > 20_000


def test_the_script_of_the_wheel_is_there(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (points,) = (name for name in archive.namelist() if name.endswith("entry_points.txt"))
        assert "micromutants = micromutants.__main__:main" in archive.read(points).decode()


def test_the_sdist_has_what_it_takes_to_build_and_test(tmp_path):
    with tarfile.open(built("sdist", tmp_path)) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "README.md", "LICENSE", "Makefile", "micromutants/cli.py", "tests/conftest.py"} <= names
    assert {f"scenarios/{path.name}" for path in (ROOT / "scenarios").glob("*.toml")} <= names
    assert not {name for name in names if ".venv" in name or "__pycache__" in name or name.endswith(".pyc")}


def test_help_comes_at_once(installed):
    """Below 0.4 s on a machine that is not busy: the quickest of some tries, and what is imported for it."""
    took = []
    for _ in range(5):
        begun = time.perf_counter()
        done = outside(installed, "-m", "micromutants", "--help")
        took.append(time.perf_counter() - begun)
        assert done.returncode == 0
    assert min(took) < 0.4, took
    code = "import sys, micromutants.cli as c; c.main(['--help']); print(*sys.modules)"
    loaded = set(outside(installed, "-c", code).stdout.splitlines()[-1].split())
    heavy = {"numpy", "pymunk", "pygame", "rich", "tomlkit"}
    heavy |= {f"micromutants.{part}" for part in ("rules", "physics", "match", "ui", "scenario", "soak")}
    assert not heavy & loaded, heavy & loaded
    assert micromutants.__version__ in outside(installed, "-m", "micromutants", "--version").stdout
