"""Sweeps and fits on a real scheduler with real workers of dask.distributed, each a process of its own."""

import contextlib
import json
import os
import re
import subprocess
import sys
import time

import pytest
from lab_tools import OPEN, SLIDE, absent, environment, program, run, slides_seen

from micromutants.lab import make_sweep, plan_sweep
from micromutants.lab.results import json_text

pytest.importorskip("distributed", reason="dask.distributed is not installed (extra 'cluster')")

LONG = ["--vary", "power=0.2:0.4:5", "--shots", 1000]
"""A sweep that takes long enough for something to happen meanwhile."""

OTHER_VERSION = "import micromutants.version\nmicromutants.version.__version__ = '9.9'\n"

SOON = """\
import sys
from micromutants import cli
from micromutants.lab import running
running.LOOK, running.GONE = 0.5, 1.0
sys.exit(cli.main())
"""


def dask(*arguments, begins="", folder=None):
    """A command of dask; ``begins`` is Python that its process runs first."""
    env = environment()
    if begins:
        (folder / "first").mkdir(exist_ok=True)
        (folder / "first" / "sitecustomize.py").write_text(begins)
        env["PYTHONPATH"] = os.pathsep.join([str(folder / "first"), env["PYTHONPATH"]])
    call = [sys.executable, "-m", "dask", *map(str, arguments)]
    return subprocess.Popen(call, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=env)


def told(process, pattern):
    """Wait until a process says what matches."""
    for line in process.stderr:
        if found := re.search(pattern, line):
            return found[0]
    raise AssertionError(f"it never said {pattern}")


def impatient(*arguments):
    """The command line, which waits but a second for workers that are gone."""
    call = [sys.executable, "-c", SOON, *map(str, arguments)]
    return subprocess.Popen(call, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment())


def ended(process):
    process.kill()
    process.communicate()


@contextlib.contextmanager
def scheduling():
    running = dask("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    try:
        yield running, told(running, r"tcp://127\.0\.0\.1:\d+")
    finally:
        ended(running)


@pytest.fixture(scope="module")
def scheduler():
    with scheduling() as (_, address):
        yield address


@contextlib.contextmanager
def working(address, folder, count=1, begins=""):
    options = ["--no-nanny", "--no-dashboard", "--nthreads", "1", "--local-directory", folder / "dask"]
    workers = [dask("worker", address, *options, begins=begins, folder=folder) for _ in range(count)]
    try:
        for worker in workers:
            told(worker, "Registered to")
        yield workers
    finally:
        for worker in workers:
            ended(worker)


@pytest.fixture
def hop(tmp_path):
    (tmp_path / "hop.toml").write_text(OPEN)
    return ["sweep", tmp_path / "hop.toml", "--out", tmp_path / "out"]


def under_way(folder):
    """Wait until the first point of a sweep is finished."""
    journal = folder / "out" / "points.jsonl"
    end = time.monotonic() + 60
    while not (journal.exists() and journal.stat().st_size):
        assert time.monotonic() < end, "the sweep does not begin"
        time.sleep(0.05)


def test_a_scheduler_gives_the_same_bytes(scheduler, hop, tmp_path):
    call = [*hop, "--vary", "power=0.25,0.3", "--shots", 210]
    without = program(*call, "--scheduler", scheduler)
    _, said = without.communicate(timeout=120)
    assert without.returncode == 1
    assert said == f"Error: the scheduler at {scheduler} has no workers: start some with 'dask worker {scheduler}'.\n"
    with working(scheduler, tmp_path, 2):
        done = program(*call, "--scheduler", scheduler)
        _, said = done.communicate(timeout=120)
        assert (done.returncode, "Traceback" in said) == (0, False), said
        (tmp_path / "slide.toml").write_text(SLIDE)
        (tmp_path / "seen.csv").write_text(slides_seen(0.5))
        fitting = ["fit", tmp_path / "slide.toml", tmp_path / "seen.csv", "--fit", "friction_mat"]
        fitted, said = program(*fitting, "--scheduler", scheduler).communicate(timeout=120)
    plan = plan_sweep(OPEN.encode(), "hop.toml", ["power=0.25,0.3"], shots=210)
    whole = (tmp_path / "out" / "results.json").read_text()
    assert json.loads(whole)["complete"]
    assert whole == json_text(make_sweep(plan))
    assert (fitted, said) == (run(*fitting, "--workers", 1).stdout, "")


def test_a_worker_that_is_lost_changes_nothing(scheduler, hop, tmp_path):
    with working(scheduler, tmp_path, 2) as (first, _):
        sweeping = program(*hop, *LONG, "--scheduler", scheduler)
        under_way(tmp_path)
        first.kill()
        _, said = sweeping.communicate(timeout=120)
    assert (sweeping.returncode, said) == (0, "")
    assert run(*hop[:2], "--out", tmp_path / "alone", *LONG).exit_code == 0
    assert (tmp_path / "out" / "results.json").read_bytes() == (tmp_path / "alone" / "results.json").read_bytes()


@pytest.mark.parametrize("lost", ["workers", "scheduler"])
def test_when_nobody_works_any_more_it_ends_and_what_is_done_is_kept(lost, hop, tmp_path):
    with scheduling() as (running, address), working(address, tmp_path) as (worker,):
        sweeping = impatient(*hop, *LONG, "--scheduler", address)
        under_way(tmp_path)
        (worker if lost == "workers" else running).kill()
        _, said = sweeping.communicate(timeout=120)
    assert said.count("\n") == 2, said
    kept, error = said.splitlines()
    assert re.fullmatch(rf"\d of 5 points are kept in {tmp_path}/out; the same command goes on\.", kept)
    why = {
        "workers": f"all workers at {address} are gone; they need micromutants as installed here",
        "scheduler": f"the scheduler at {address} is gone",
    }
    assert (sweeping.returncode, error) == (1, f"Error: {why[lost]}.")


@pytest.mark.parametrize(
    ("begins", "said"),
    [
        (OTHER_VERSION, r"cannot work for micromutants \S+ \(physics \d+\): install the same on both"),
        (absent("micromutants"), r"they need micromutants as installed here"),
    ],
)
def test_a_worker_of_another_version_or_without_the_program_is_refused(scheduler, hop, tmp_path, begins, said):
    with working(scheduler, tmp_path, begins=begins):
        done = impatient(*hop, "--vary", "power=0.25,0.3", "--shots", 210, "--scheduler", scheduler)
        _, error = done.communicate(timeout=120)
    assert done.returncode == 1
    assert re.search(said, error)
    assert error.startswith("Error: ")
    assert error.count("\n") == 1


def test_nobody_there_is_one_sentence(hop):
    done = program(*hop, "--vary", "power=0.25,0.3", "--scheduler", "tcp://127.0.0.1:9")
    _, said = done.communicate(timeout=120)
    assert (done.returncode, said) == (1, "Error: no scheduler answers at tcp://127.0.0.1:9.\n")
