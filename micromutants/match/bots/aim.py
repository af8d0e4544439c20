"""Which presses of the shooter would bring a chip to a target: the range of a lone chip, turned round."""

from __future__ import annotations

import functools
import math
import random

from micromutants.physics import Physics, Shot, press, simulate
from micromutants.rules import State, is_base, is_bug, is_projectile, is_resource
from micromutants.table import KINDS, Mat, Piece, Table

LOFTS = (math.radians(38.0), math.radians(55.0))
"""The lofts that are tried: a flat one that skids on, a steep one that lands nearly where it comes down."""

POWERS = tuple((i / 16) ** 2 for i in range(2, 17))
"""Powers at which the range is measured; dense at the low end, where a little changes much."""

AIM_JITTER, POWER_JITTER = math.radians(1.0), 0.02
"""How far a candidate may lie beside the straight aim: rad, share of the power."""


@functools.lru_cache(maxsize=64)
def ranges(kind: str, across: bool, loft: float, physics: Physics) -> tuple[float, ...]:
    """How far a lone chip comes at each of the ``POWERS``, mm from centre to centre.

    Args:
        kind: Kind of chip.
        across: Whether a long chip is flicked across its length.
        loft: Take-off angle, rad.
        physics: Model constants.
    """
    size = 8000.0
    angle = math.pi / 2 if across else 0.0
    chip = Piece("chip", kind, 0, size / 2, size / 2, angle)
    table = Table.of(Mat(size, size), [chip])
    found = []
    for power in POWERS:
        at_rest = simulate(table, press(Shot("chip", 0.0, power, loft), chip, physics), physics).table["chip"]
        found.append(math.hypot(at_rest.x - chip.x, at_rest.y - chip.y))
    return tuple(found)


def power_for(distance: float, reached: tuple[float, ...]) -> float:
    """The least power that brings a lone chip so far, full power where none does.

    Args:
        distance: mm.
        reached: What :func:`ranges` gives.
    """
    low_power, low = 0.0, 0.0
    for power, far in zip(POWERS, reached, strict=True):
        if far >= distance:
            return low_power + (power - low_power) * (distance - low) / (far - low) if far > low else power
        low_power, low = power, far
    return 1.0


def candidates(state: State, bug: Piece, generator: random.Random) -> list[Shot]:
    """Shots that might be worth something for a bug or a projectile, the nearest targets first.

    Enemy bases are aimed at, the enemy bugs nearest to the bug, and the nearest resource; each with every loft.
    A projectile is aimed at bugs alone.
    """
    physics = state.setup.physics
    shots = []
    for target in _targets(state, bug):
        azimuth = math.atan2(target.y - bug.y, target.x - bug.x)
        across = KINDS[bug.kind].name == "rect" and abs(math.cos(azimuth - bug.angle)) < math.sqrt(0.5)
        for loft in LOFTS:
            power = power_for(_apart(bug, target), ranges(bug.kind, across, loft, physics))
            shots.append(
                Shot(
                    bug.id,
                    azimuth + AIM_JITTER * (2.0 * generator.random() - 1.0),
                    min(1.0, power * (1.0 + POWER_JITTER * (2.0 * generator.random() - 1.0))),
                    loft,
                )
            )
    return shots


def least_distance(state: State, bug: Piece) -> float:
    """Distance in mm from a bug to the nearest enemy base, or to the nearest enemy bug where that counts alone."""
    wanted = is_bug if is_projectile(state, bug.id) else is_base
    return min((_apart(bug, p) for p in state.table if p.owner != bug.owner and wanted(state, p.id)), default=math.inf)


def _targets(state: State, bug: Piece) -> list[Piece]:
    ranked = sorted((p for p in state.table if p.owner != bug.owner), key=lambda p: (_apart(bug, p), p.id))
    bugs = [piece for piece in ranked if is_bug(state, piece.id)]
    if is_projectile(state, bug.id):
        return bugs[:5]
    bases = [piece for piece in ranked if is_base(state, piece.id)]
    resources = [piece for piece in ranked if is_resource(piece.id)]
    return [*bases[:1], *resources[:1], *bases[1:2], *bugs[:2], *bases[2:3], *bugs[2:3]]


def _apart(a: Piece, b: Piece) -> float:
    return math.hypot(a.x - b.x, a.y - b.y)
