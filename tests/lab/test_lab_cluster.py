"""Sweeps and fits on a real scheduler with real workers of dask.distributed, each a process of its own."""

import json
import re
import subprocess
import sys

import pytest
from lab_tools import OPEN, SLIDE, environment, program, run, slides_seen

from micromutants.lab import make_sweep, plan_sweep
from micromutants.lab.results import json_text

pytest.importorskip("distributed", reason="dask.distributed is not installed (extra 'cluster')")

SCHEDULER = "from distributed.cli.dask_scheduler import main; main()"
WORKER = "from distributed.cli.dask_worker import main; main()"


def started(code, *arguments):
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )


@pytest.fixture(scope="module")
def scheduler():
    running = started(SCHEDULER, "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    try:
        for line in running.stderr:
            found = re.search(r"tcp://127\.0\.0\.1:\d+", line)
            if found:
                break
        else:
            pytest.fail("the scheduler did not start")
        yield found[0]
    finally:
        running.kill()
        running.communicate()


def test_a_scheduler_gives_the_same_bytes(scheduler, tmp_path):
    (tmp_path / "hop.toml").write_text(OPEN)
    call = ["sweep", tmp_path / "hop.toml", "--vary", "power=0.25,0.3", "--shots", 210, "--out", tmp_path / "out"]
    without = program(*call, "--scheduler", scheduler)
    _, said = without.communicate(timeout=120)
    assert without.returncode == 1
    assert said == f"Error: the scheduler at {scheduler} has no workers: start some with 'dask worker {scheduler}'.\n"
    options = ["--no-nanny", "--no-dashboard", "--nthreads", "1", "--local-directory", str(tmp_path / "dask")]
    both = [started(WORKER, scheduler, *options) for _ in range(2)]
    try:
        for worker in both:
            assert any("Registered to" in line for line in worker.stderr), "a worker did not start"
        done = program(*call, "--scheduler", scheduler)
        _, said = done.communicate(timeout=120)
        assert (done.returncode, "Traceback" in said) == (0, False), said
        (tmp_path / "slide.toml").write_text(SLIDE)
        (tmp_path / "seen.csv").write_text(slides_seen(0.5))
        fitting = ["fit", tmp_path / "slide.toml", tmp_path / "seen.csv", "--fit", "friction_mat"]
        fitted, said = program(*fitting, "--scheduler", scheduler).communicate(timeout=120)
    finally:
        for worker in both:
            worker.kill()
            worker.communicate()
    plan = plan_sweep(OPEN.encode(), "hop.toml", ["power=0.25,0.3"], shots=210)
    whole = (tmp_path / "out" / "results.json").read_text()
    assert json.loads(whole)["complete"]
    assert whole == json_text(make_sweep(plan))
    assert (fitted, said) == (run(*fitting, "--workers", 1).stdout, "")


def test_nobody_there_is_one_sentence(tmp_path):
    (tmp_path / "hop.toml").write_text(OPEN)
    call = ["sweep", tmp_path / "hop.toml", "--vary", "power=0.25,0.3", "--out", tmp_path / "out"]
    done = program(*call, "--scheduler", "tcp://127.0.0.1:9")
    _, said = done.communicate(timeout=120)
    assert (done.returncode, said) == (1, "Error: no scheduler answers at tcp://127.0.0.1:9.\n")
