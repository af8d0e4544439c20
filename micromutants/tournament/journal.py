"""Matches that were played, in a file, so that a tournament that was broken off goes on where it was."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import msgspec

from micromutants.journal import entries, writer
from micromutants.match import bots
from micromutants.physics import PHYSICS_VERSION
from micromutants.rules import RULES_VERSION, armies_for
from micromutants.tournament.playing import Result
from micromutants.tournament.schedule import Fixture

__all__ = ["Line", "keys", "read", "writer"]

JOURNAL_FORMAT = 1


class Line(msgspec.Struct, frozen=True):
    """A match that was played.

    Attributes:
        key: Of all that decides what comes of it, see :func:`keys`.
        result: What came of it.
    """

    key: str
    result: Result


def keys(fixtures: Sequence[Fixture]) -> tuple[str, ...]:
    """For each match a digest of what decides it: set-up, cards, seed, rules, physics, and how the bots think."""
    told = (JOURNAL_FORMAT, RULES_VERSION, PHYSICS_VERSION, _bots())
    found = []
    for fixture in fixtures:
        armies = [army for each, army in armies_for(fixture.setup).items() if each in fixture.armies]
        text = msgspec.json.encode((told, fixture.setup, armies, fixture.seed))
        found.append(hashlib.sha256(text).hexdigest()[:32])
    return tuple(found)


def _bots() -> str:
    """A digest of the bots' program: with other bots it is another tournament."""
    files = sorted(Path(bots.__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def read(path: Path) -> dict[str, Result]:
    """The matches of a file by their keys; what is torn or of another form is none.

    Raises:
        OSError: The file cannot be read.
    """
    return {done.key: done.result for done in entries(path, Line)}
