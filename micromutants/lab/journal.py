"""Finished grid points in a file, one a line, so that a sweep that was broken off goes on where it was."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from micromutants import journal
from micromutants.lab.model import LabError, Plan
from micromutants.lab.summary import Summary
from micromutants.physics import PHYSICS_VERSION
from micromutants.untrusted import why

JOURNAL_FORMAT = 1


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
        return {done.key: done.summary for done in journal.entries(path, Line)}
    except OSError as error:
        raise LabError(f"{path}: {why(error)}") from error


@contextlib.contextmanager
def writer(path: Path) -> Iterator[journal.Writer]:
    """Appends a :class:`Line` for each finished point; closed in the end.

    Raises:
        LabError: The file cannot be written.
    """
    with contextlib.ExitStack() as stack:
        try:
            lines = stack.enter_context(journal.writer(path))
        except OSError as error:
            raise LabError(f"{path}: could not be written: {(error.strerror or str(error)).lower()}") from error
        yield lines
