"""The values of the lab: what it refuses, the axes of a sweep, and the plan of one."""

from __future__ import annotations

import hashlib
import itertools

import msgspec

from micromutants.physics import PHYSICS_VERSION
from micromutants.version import __version__

POINTS_LIMIT = 10_000
"""Most grid points of a sweep."""

SHOTS_LIMIT = 100_000
"""Most shots at one grid point."""

Changes = tuple[tuple[str, str], ...]
"""Pairs of a dotted key and a TOML value, put in place of what a scenario says."""


OWN = (__version__, PHYSICS_VERSION)
"""Versions of the program and of its physics that work here."""


class LabError(ValueError):
    """Something that the lab cannot do; the message says where and what is allowed."""


class Axis(msgspec.Struct, frozen=True):
    """A key of the scenario and the values that it takes one after the other.

    Attributes:
        name: As it was asked for, such as ``loft_deg``.
        key: Dotted path in the file, such as ``shots."the hop".loft_deg``.
        values: In order.
    """

    name: str
    key: str
    values: tuple[float, ...]


class Trial(msgspec.Struct, frozen=True):
    """One shot under one setting, in a form that goes to any other process as it is.

    Attributes:
        data: The bytes of the scenario file.
        name: How messages call the file.
        changes: What differs from the file.
        shot: Name of the saved shot.
        piece: Id of the piece that is looked at.
        seed: Of its generators.
        made_by: Versions of the program and of its physics that ask for it.
    """

    data: bytes
    name: str
    changes: Changes
    shot: str
    piece: str
    seed: int
    made_by: tuple[str, int] = OWN


class Plan(msgspec.Struct, frozen=True):
    """A sweep before it is made.

    Attributes:
        data: The bytes of the scenario file.
        name: How messages call the file.
        title: Of the scenario.
        changes: What differs from the file at every point.
        axes: The last one varies fastest.
        shot: Name of the saved shot.
        piece: Id of the piece that is looked at.
        shots: How many at each point; where nothing scatters, one.
        seed: Each point has its own, which comes from this one and its place in the grid.
    """

    data: bytes
    name: str
    title: str
    changes: Changes
    axes: tuple[Axis, ...]
    shot: str
    piece: str
    shots: int
    seed: int

    @property
    def sha256(self) -> str:
        """Of the scenario file, as hexadecimal digits."""
        return hashlib.sha256(self.data).hexdigest()

    @property
    def points(self) -> tuple[tuple[float, ...], ...]:
        """The values at each grid point, in the order of the axes."""
        return tuple(itertools.product(*(axis.values for axis in self.axes)))

    def trial(self, index: int, values: tuple[float, ...]) -> Trial:
        """What is tried at a grid point."""
        varied = tuple((axis.key, written(value)) for axis, value in zip(self.axes, values, strict=True))
        changes = (*self.changes, *varied)
        return Trial(self.data, self.name, changes, self.shot, self.piece, derived(self.seed, index))


def check_versions(asked: tuple[str, int]) -> None:
    """Refuse work for another version of the program, whose physics may differ.

    Args:
        asked: Versions of the program and of its physics that ask for it.

    Raises:
        LabError: They are others than those here.
    """
    if tuple(asked) != OWN:
        theirs, ours = (f"micromutants {version} (physics {physics})" for version, physics in (asked, OWN))
        raise LabError(f"a worker has {ours} and cannot work for {theirs}: install the same on both")


def derived(seed: int, index: int) -> int:
    """A seed that belongs to a place in a row, whoever works on it and when."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{index}".encode()).digest()[:8], "big") >> 1


def written(value: float) -> str:
    """A number as TOML; what is whole is written so, because some keys take nothing else."""
    return str(int(value)) if value.is_integer() else repr(value)
