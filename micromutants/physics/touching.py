"""Where solids touch, or are about to: the points of one against the rounded core of the other, and against the mat."""

from __future__ import annotations

import math
from operator import attrgetter
from typing import NamedTuple

from micromutants.physics.model import GRAVITY
from micromutants.physics.solid import Freedom, Solid

TOUCHING = 0.03
"""Gap in mm below which two pieces touch."""

MOST_POINTS = 6
"""Most points of contact of one pair that are kept."""

Vector = tuple[float, float, float]

_GAP = attrgetter("gap")


class Touch(NamedTuple):
    """One point at which a solid touches another one, or the mat, or soon may.

    Attributes:
        solid: The one.
        other: The other, None for the mat.
        gap: mm, negative where they overlap.
        normal: Unit vector from the other to the solid.
        lever: From the solid's centre to the point, mm.
        closing: Speed at which the gap closes, mm/s.
    """

    solid: Solid
    other: Solid | None
    gap: float
    normal: Vector
    lever: Vector
    closing: float


def speed_of(solid: Solid) -> float:
    """No point of the solid is faster than this, mm/s."""
    spin = math.sqrt(solid.wx**2 + solid.wy**2 + solid.wz**2)
    return math.sqrt(solid.vx**2 + solid.vy**2 + solid.vz**2) + spin * solid.reach


def mat_touches(solid: Solid, speed: float, dt: float) -> list[Touch]:
    """Points of a chip in space that touch the mat, or may within ``dt`` s.

    Args:
        solid: The chip.
        speed: See :func:`speed_of`, mm/s.
        dt: s.
    """
    margin = TOUCHING + dt * (speed + GRAVITY * dt)
    if solid.z - solid.drop() >= margin:
        return []
    found = []
    z, r = solid.z - solid.r, solid.r
    vz, wx, wy = solid.vz, solid.wx, solid.wy
    for px, py, pz in solid.mat_points():
        gap = z + pz
        if gap < margin:
            found.append(Touch(solid, None, gap, (0.0, 0.0, 1.0), (px, py, pz - r), wy * px - wx * py - vz))
    return found


def pair_touches(a: Solid, b: Solid, speed: float, dt: float) -> list[Touch]:
    """Points at which a chip in space touches another piece, or may within ``dt`` s.

    Args:
        a: The chip in space.
        b: The other piece.
        speed: No point of one moves faster than this against one of the other, mm/s.
        dt: s.
    """
    margin = TOUCHING + dt * (speed + GRAVITY * dt)
    dx, dy, dz = b.x - a.x, b.y - a.y, b.z - a.z
    far = a.reach + b.reach + margin
    if dx * dx + dy * dy >= far * far:
        return []
    drop_a, drop_b = a.drop(), b.drop()
    if abs(dz) > drop_a + drop_b + margin:
        return []
    rr = a.r + b.r
    limit = margin + rr
    if b.local and b.grounded and b.distance(-dx, -dy, 0.0)[0] > a.reach + limit:
        return []
    found = []
    low, high = dz - drop_b - limit, dz + drop_b + limit
    far = b.reach + limit
    far *= far
    r = a.r
    for px, py, pz in a.rim_points(b):
        if low < pz < high and (px - dx) ** 2 + (py - dy) ** 2 < far:
            dist, nx, ny, nz = b.distance(px - dx, py - dy, pz - dz)
            if dist < limit:
                found.append(_touch(a, b, dist - rr, nx, ny, nz, px - r * nx, py - r * ny, pz - r * nz))
    low, high = -drop_a - limit, drop_a + limit
    far = a.reach + limit
    far *= far
    r = b.r
    for px, py, pz in b.rim_points(a):
        qx, qy, qz = px + dx, py + dy, pz + dz
        if low < qz < high and qx * qx + qy * qy < far:
            dist, nx, ny, nz = a.distance(qx, qy, qz)
            if dist < limit:
                found.append(_touch(a, b, dist - rr, -nx, -ny, -nz, qx - r * nx, qy - r * ny, qz - r * nz))
    return found if len(found) <= MOST_POINTS else _spread(found, MOST_POINTS)


def near_enough(a: Solid, b: Solid) -> bool:
    """Whether a pair has to be looked at from ``a``'s side: a pair of two chips in space is looked at once."""
    return b.freedom is not Freedom.FREE or a.id < b.id


def _touch(a: Solid, b: Solid, gap: float, nx: float, ny: float, nz: float, lx: float, ly: float, lz: float) -> Touch:
    mx, my, mz = a.x + lx - b.x, a.y + ly - b.y, a.z + lz - b.z
    closing = (
        (b.vx - a.vx + b.wy * mz - b.wz * my - a.wy * lz + a.wz * ly) * nx
        + (b.vy - a.vy + b.wz * mx - b.wx * mz - a.wz * lx + a.wx * lz) * ny
        + (b.vz - a.vz + b.wx * my - b.wy * mx - a.wx * ly + a.wy * lx) * nz
    )
    return Touch(a, b, gap, (nx, ny, nz), (lx, ly, lz), closing)


def _spread(touches: list[Touch], count: int) -> list[Touch]:
    """The deepest one and those furthest from the ones chosen already."""
    rest = sorted(touches, key=_GAP)
    chosen = [rest.pop(0)]
    apart = [math.inf] * len(rest)
    while rest and len(chosen) < count:
        u, v, w = chosen[-1].lever
        best, index = -math.inf, 0
        for k, t in enumerate(rest):
            x, y, z = t.lever
            d = (x - u) ** 2 + (y - v) ** 2 + (z - w) ** 2
            if d < apart[k]:
                apart[k] = d
            # Of two equally far ones the closer to touching.
            worth = apart[k] - 4.0 * max(0.0, t.gap)
            if worth > best:
                best, index = worth, k
        chosen.append(rest.pop(index))
        apart.pop(index)
    return chosen
