"""Golden digests: the same bits in every process, under every hash seed, on every Python of the machine.

After a change of physics or rules, ``make golden`` computes them anew.
"""

import functools
import os
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import micromutants
from micromutants import golden
from micromutants.golden import Differing, Golden

ROOT = Path(micromutants.__file__).parents[1]

SHOTS = """
import sys, msgspec
from micromutants import golden
sys.stdout.buffer.write(msgspec.json.encode(tuple(golden.shots())))
"""


def in_a_process(code, python=sys.executable, **environment):
    done = subprocess.run(
        [str(python), "-c", code],
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        capture_output=True,
        check=True,
        timeout=300,
    )
    return msgspec.json.decode(done.stdout, type=tuple[Golden, ...])


@functools.cache
def kept():
    return golden.goldens()


def test_the_goldens_are_those_of_this_version():
    """Where this fails after a change of the physics or the rules, `make golden` computes them anew."""
    assert golden.compared(kept().shots, golden.shots()) == ()
    assert len(kept().shots) > 20
    assert len({shot.digest for shot in kept().shots}) == len(kept().shots)


def test_d8_golden_shots_in_five_processes_and_under_two_hash_seeds():
    for hash_seed in ("0", "1", "1", "2", "random"):
        assert in_a_process(SHOTS, PYTHONHASHSEED=hash_seed) == kept().shots


def test_golden_matches_by_one_worker_and_by_two():
    """One worker made what is kept; each match is saved, loaded, gone on with and verified besides."""
    assert tuple(golden.matches(workers=2)) == kept().matches


def others():
    """Other Pythons of this machine that are new enough, by their commands."""
    names = [f"python3.{minor}" for minor in range(11, 20)]
    found = [shutil.which(name) for name in names]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path("~").expanduser() / ".pyenv")) / "versions"
    found += [str(path) for path in sorted(pyenv.glob("3.*/bin/python"))]
    return [python for python in dict.fromkeys(found) if python]


def able(python):
    """Whether this Python is another version, new enough, and has the libraries; how to call it, and its version."""
    code = "import sys; print('%d.%d' % sys.version_info[:2]); import pymunk, numpy, msgspec, platformdirs"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    version = done.stdout.strip()
    here = "{}.{}".format(*sys.version_info[:2])
    return version if done.returncode == 0 and version != here and int(version.split(".")[1]) >= 11 else None


def test_another_python_comes_to_the_same_bits():
    """MICROMUTANTS_OTHER_PYTHON names a Python with the libraries; without it those of the machine are tried."""
    named = os.environ.get("MICROMUTANTS_OTHER_PYTHON")
    candidates = [named] if named else others()
    usable = {version: python for python in candidates if (version := able(python))}
    if not usable:
        pytest.skip("no other Python from 3.11 on has the libraries; MICROMUTANTS_OTHER_PYTHON can name one")
    newest = max(usable, key=lambda version: int(version.split(".")[1]))
    assert in_a_process(SHOTS, usable[newest]) == kept().shots


def test_what_differs_is_told_by_name_and_distance():
    one, two = Golden("a", "1", (1.0, 1.0)), Golden("b", "2")
    assert golden.compared((one, two), iter((one, two))) == ()
    found = golden.compared((one, two), iter((Golden("a", "9", (4.0, 5.0)), Golden("c", "3"))))
    assert found == (Differing("a", 5.0), Differing("c", 0.0), Differing("b", float("inf")))


def test_renewing_writes_what_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr(golden, "matches", lambda: iter(kept().matches))
    monkeypatch.setattr(golden, "asset_path", lambda name: tmp_path / "digests.json")
    golden.renew()
    made = msgspec.json.decode((tmp_path / "digests.json").read_bytes(), type=golden.Goldens)
    assert (made.shots, made.matches) == (kept().shots, kept().matches)
