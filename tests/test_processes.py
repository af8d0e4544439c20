"""Processes that share work end with the one that asked, however that ends."""

import ast
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

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


def test_all_shared_work_is_shared_in_this_way():
    for path in PACKAGE.rglob("*.py"):
        if path.name != "processes.py":
            names = {node.id for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Name)}
            assert not names & {"ProcessPoolExecutor", "multiprocessing"}, path
