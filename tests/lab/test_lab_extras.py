"""What a person at a terminal sees: the message where an extra is missing, and the bar with the time left."""

import doctest
import os
import re
import subprocess
import sys
import tomllib

import pytest
from lab_tools import OPEN, ROOT, SLIDE, absent, environment, slides_seen

from micromutants.commands import progress
from micromutants.lab import extras


def typed(folder, *arguments, without=None, **more):
    """The command line in a process of its own, in which a library cannot be imported."""
    env = environment() | more
    if without is not None:
        hook = folder / "hook"
        hook.mkdir(exist_ok=True)
        (hook / "sitecustomize.py").write_text(absent(without))
        env["PYTHONPATH"] = os.pathsep.join([str(hook), env["PYTHONPATH"]])
    call = [sys.executable, "-m", "micromutants", *map(str, arguments)]
    return subprocess.run(call, capture_output=True, text=True, env=env, cwd=folder, timeout=120, check=False)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "slide.toml").write_text(SLIDE)
    (tmp_path / "open.toml").write_text(OPEN)
    (tmp_path / "seen.csv").write_text(slides_seen(0.5))
    return tmp_path


@pytest.mark.parametrize(
    ("without", "arguments", "code", "said"),
    [
        ("scipy", ["fit", "slide.toml", "seen.csv"], 1, "Error: a fit needs scipy: pip install 'micromutants[lab]'.\n"),
        (
            "matplotlib",
            ["fit", "slide.toml", "seen.csv", "--residuals", "left.png"],
            2,
            "Error: --residuals needs matplotlib: pip install 'micromutants[lab]'.\n",
        ),
        (
            "matplotlib",
            ["sweep", "slide.toml", "--vary", "friction_mat=0.2,0.4"],
            0,
            "No pictures: drawing needs matplotlib: pip install 'micromutants[lab]'.\n",
        ),
        (
            "distributed",
            ["sweep", "slide.toml", "--vary", "friction_mat=0.2,0.4", "--scheduler", "tcp://127.0.0.1:9"],
            1,
            "Error: a scheduler needs distributed: pip install 'micromutants[cluster]'.\n",
        ),
    ],
)
def test_a_missing_extra_is_one_sentence_with_the_line_that_brings_it(folder, without, arguments, code, said):
    done = typed(folder, *arguments, without=without)
    assert done.returncode == code
    assert done.stderr.endswith(said)
    assert "Traceback" not in done.stderr
    assert done.stderr == said or done.stderr.startswith("Usage: ")


def test_every_extra_is_one_of_the_package():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    optional = project["optional-dependencies"]
    for library, extra in extras.EXTRAS.items():
        assert any(re.match(rf"{library}\b", needed) for needed in optional[extra])


def test_lengths_of_time_in_words():
    assert doctest.testmod(progress).failed == 0
    assert progress.in_words(59.2) == "1 min 00 s"


def test_a_bar_tells_how_much_is_done_and_what_time_is_left(folder):
    call = ["sweep", "open.toml", "--vary", "power=0.2,0.25,0.3", "--shots", "300", "--out", "out", "--workers", "1"]
    plain = typed(folder, *call)
    assert (plain.returncode, plain.stderr) == (0, ""), "no bar where nobody looks"
    seen = typed(folder, *call, "--seed", "1", FORCE_COLOR="1", COLUMNS="100")
    words = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", seen.stderr)
    assert re.search(r"\d+ of 900 shots +\d+ s left", words), words
