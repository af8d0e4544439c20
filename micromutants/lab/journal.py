"""Finished grid points in a file, one a line, so that a sweep that was broken off goes on where it was."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from micromutants.lab.model import LabError, Plan
from micromutants.lab.summary import Summary
from micromutants.physics import PHYSICS_VERSION
from micromutants.regular import read_file, why

JOURNAL_FORMAT = 1

SIZE_LIMIT, LINES_LIMIT = 64_000_000, 100_000
"""Largest file: bytes, lines.  A sweep has up to 10,000 points, a line of about one kB for each."""


class Line(msgspec.Struct, frozen=True):
    """One finished grid point.

    Attributes:
        key: Of all that decides what comes out, see :func:`keys`.
        summary: What came out.
    """

    key: str
    summary: Summary


def keys(plan: Plan) -> tuple[str, ...]:
    """For each grid point a digest of what decides its result: file, settings, shot, number, seed, versions."""
    decided = []
    for index, values in enumerate(plan.points):
        trial = plan.trial(index, values)
        told = (JOURNAL_FORMAT, trial.made_by, PHYSICS_VERSION, plan.sha256, trial.changes, trial.shot, trial.piece)
        decided.append(hashlib.sha256(msgspec.json.encode((*told, plan.shots, trial.seed))).hexdigest()[:32])
    return tuple(decided)


def read(path: Path) -> dict[str, Summary]:
    """The finished points of a file by their keys; what is torn or of another form is no finished point.

    Raises:
        LabError: The file cannot be read.
    """
    try:
        data = read_file(path, SIZE_LIMIT, "a list of finished points")
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise LabError(f"{path}: {why(error)}") from error
    if len(data) > SIZE_LIMIT:
        raise LabError(f"{path}: the file is longer than {SIZE_LIMIT // 1_000_000} MB, no sweep is")
    if data.count(b"\n") > LINES_LIMIT:
        raise LabError(f"{path}: the file has more than {LINES_LIMIT} lines, no sweep has")
    found = {}
    for line in data.splitlines():
        with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            done = msgspec.json.decode(line, type=Line)
            found[done.key] = done.summary
    return found


class Writer:
    """Appends finished points; each is on disk before the next is written."""

    def __init__(self, path: Path) -> None:
        self._file = open(path, "ab+")  # noqa: SIM115 (closed by close)
        self._file.seek(0, os.SEEK_END)
        if self._file.tell():
            self._file.seek(-1, os.SEEK_END)
            if self._file.read(1) != b"\n":
                # What was torn costs itself only.
                self._file.write(b"\n")

    def add(self, key: str, summary: Summary) -> None:
        """Write down a finished point."""
        self._file.write(msgspec.json.encode(Line(key, summary)) + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Make it durable."""
        self._file.flush()
        with contextlib.suppress(OSError):
            os.fsync(self._file.fileno())
        self._file.close()


@contextlib.contextmanager
def writer(path: Path) -> Iterator[Writer]:
    """A writer that is closed in the end.

    Raises:
        LabError: The file cannot be written.
    """
    try:
        made = Writer(path)
    except OSError as error:
        raise LabError(f"{path}: could not be written: {(error.strerror or str(error)).lower()}") from error
    try:
        yield made
    finally:
        made.close()
