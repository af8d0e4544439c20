"""Processes that share work end with the one that asked, however that ends."""

import ast
import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from micromutants.processes import processes

PACKAGE = Path(__file__).parents[1] / "micromutants"

WORK = """
import os, time
from micromutants.processes import processes

if __name__ == "__main__":
    with processes(2) as pool:
        print(*{pool.submit(os.getpid).result() for _ in range(8)}, flush=True)
        list(pool.map(time.sleep, [600.0] * 4))
"""


def alive(process):
    """Whether it runs, or waits for something; one that has ended and that nobody asked about does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="what runs is told by /proc")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_killed_in_the_middle_of_work_nothing_goes_on(tmp_path, end):
    (tmp_path / "work.py").write_text(WORK, "utf-8")
    environment = os.environ | {"PYTHONPATH": str(PACKAGE.parent)}
    with subprocess.Popen([sys.executable, tmp_path / "work.py"], env=environment, stdout=subprocess.PIPE) as asking:
        workers = [int(number) for number in asking.stdout.readline().split()]
        assert workers
        assert all(alive(worker) for worker in workers)
        asking.send_signal(end)
    for _ in range(200):
        if not any(alive(worker) for worker in workers):
            return
        time.sleep(0.05)
    pytest.fail("workers outlive the one that asked")


WAITING = """
import sys, time
from micromutants.processes import processes

if __name__ == "__main__":
    try:
        with processes(2) as pool:
            waiting = [pool.submit(time.sleep, 600.0) for _ in range(4)]
            print(flush=True)
            waiting[0].result()
    except KeyboardInterrupt:
        sys.exit(130)
"""


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="signals of POSIX systems")
@pytest.mark.parametrize("moment", [0.0, 0.05, 0.1, 0.15, 0.25, 0.6, 1.5])
def test_ctrl_c_gives_up_what_is_being_worked_on_without_a_word(tmp_path, moment):
    """It reaches all processes of a terminal at once, also those that are still being started."""
    (tmp_path / "work.py").write_text(WAITING, "utf-8")
    environment = os.environ | {"PYTHONPATH": str(PACKAGE.parent)}
    command = [sys.executable, tmp_path / "work.py"]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as asking:
        asking.stdout.readline()
        time.sleep(moment)
        os.killpg(asking.pid, signal.SIGINT)
        begun = time.perf_counter()
        _, said = asking.communicate(timeout=60)
        assert time.perf_counter() - begun < 30.0
    assert (asking.returncode, said) == (130, b"")


def test_a_failure_gives_up_what_is_being_worked_on():
    begun = time.perf_counter()
    with contextlib.suppress(ZeroDivisionError), processes(2) as pool:
        pool.submit(int).result()
        pool.submit(time.sleep, 600.0)
        raise ZeroDivisionError
    assert time.perf_counter() - begun < 30.0


def test_all_shared_work_is_shared_in_this_way():
    for path in PACKAGE.rglob("*.py"):
        if path.name != "processes.py":
            names = {node.id for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Name)}
            assert not names & {"ProcessPoolExecutor", "multiprocessing"}, path
