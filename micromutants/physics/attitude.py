"""Attitudes of chips: unit quaternions, and how a chip lies that rests on others."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

from micromutants.geometry import Disc, corners, covers, separation
from micromutants.table import MIN_OVERLAP, Face, Piece, Table

Quaternion = tuple[float, float, float, float]
Matrix = tuple[float, float, float, float, float, float, float, float, float]


class Rest(NamedTuple):
    """How a piece lies: height of its centre in mm, attitude, and whether its face is level."""

    z: float
    attitude: Quaternion
    level: bool


def product(p: Quaternion, q: Quaternion) -> Quaternion:
    """The rotation ``q`` followed by ``p``."""
    pw, px, py, pz = p
    qw, qx, qy, qz = q
    return (
        pw * qw - px * qx - py * qy - pz * qz,
        pw * qx + px * qw + py * qz - pz * qy,
        pw * qy - px * qz + py * qw + pz * qx,
        pw * qz + px * qy - py * qx + pz * qw,
    )


def rotation(ax: float, ay: float, az: float) -> Quaternion:
    """The rotation about the vector (ax, ay, az) by its length in rad."""
    angle = math.sqrt(ax * ax + ay * ay + az * az)
    if angle < 1e-12:
        return (1.0, 0.5 * ax, 0.5 * ay, 0.5 * az)
    k = math.sin(0.5 * angle) / angle
    return (math.cos(0.5 * angle), k * ax, k * ay, k * az)


def normalised(q: Quaternion) -> Quaternion:
    """The quaternion at length 1."""
    w, x, y, z = q
    k = 1.0 / math.sqrt(w * w + x * x + y * y + z * z)
    return (w * k, x * k, y * k, z * k)


def matrix(q: Quaternion) -> Matrix:
    """The rotation as nine numbers, row by row."""
    w, x, y, z = q
    return (
        1.0 - 2.0 * (y * y + z * z),
        2.0 * (x * y - w * z),
        2.0 * (x * z + w * y),
        2.0 * (x * y + w * z),
        1.0 - 2.0 * (x * x + z * z),
        2.0 * (y * z - w * x),
        2.0 * (x * z - w * y),
        2.0 * (y * z + w * x),
        1.0 - 2.0 * (x * x + y * y),
    )


def flat_attitude(angle: float, face: Face) -> Quaternion:
    """Attitude of a chip that lies flat: turned by ``angle`` about the vertical, on the side that ``face`` says."""
    c, s = math.cos(0.5 * angle), math.sin(0.5 * angle)
    if face is Face.NORMAL:
        return (c, 0.0, 0.0, s)
    # Turned over about its own x axis first.
    return (0.0, c, s, 0.0)


def heading(m: Matrix) -> float:
    """Angle in plan of a chip's own x axis, rad; of its y axis, less a quarter turn, where x stands upright."""
    if m[0] * m[0] + m[3] * m[3] > 1e-6:
        return math.atan2(m[3], m[0])
    return math.atan2(m[4], m[1]) - math.copysign(math.pi / 2, m[8])


def rest_of(table: Table, piece: Piece) -> Rest:
    """How a piece of a table at rest lies, from what it covers.

    On the mat it is flat.  With its centre over a piece of the level below it is flat on that; otherwise it leans,
    far rim on the mat: a disc of radius R with an overlap o at height h by ``sin β = h/(2R − o)``.
    """
    spec = piece.spec
    half = spec.thickness / 2
    flat = flat_attitude(piece.angle, piece.face)
    if piece.level == 0:
        return Rest(half, flat, True)
    below = [
        other
        for other in table
        if other.level < piece.level
        and (other.x - piece.x) ** 2 + (other.y - piece.y) ** 2 < (spec.reach + other.spec.reach) ** 2
        and separation(piece.shape, piece.pose, other.shape, other.pose).distance < -MIN_OVERLAP
    ]
    if not below:
        return Rest(half, flat, True)
    tops = [(top_of(table, other), other) for other in below]
    height = max(top for top, _ in tops)
    highest = [other for top, other in tops if top > height - 0.05]
    lean = None if _carried(piece, highest) else _lean(piece, highest, height)
    if lean is None:
        return Rest(height + half, flat, True)
    beta, dx, dy, far = lean
    # The side towards the support rises: turn about the horizontal axis across (dx, dy).
    tilted = normalised(product(rotation(dy * beta, -dx * beta, 0.0), flat))
    return Rest(far * math.sin(beta) + half * math.cos(beta), tilted, False)


def top_of(table: Table, piece: Piece) -> float:
    """Height in mm of a resting piece's upper face; of the middle of it where it leans."""
    return rest_of(table, piece).z + piece.spec.thickness / 2


def _carried(piece: Piece, supports: Sequence[Piece]) -> bool:
    """Whether the supports hold the piece level: one under its centre, or some on opposite sides of it."""
    if any(covers(s.shape, s.pose, piece.x, piece.y) for s in supports):
        return True
    directions = [math.atan2(s.y - piece.y, s.x - piece.x) for s in supports]
    directions.sort()
    if len(directions) < 2:
        return False
    gaps = [b - a for a, b in itertools.pairwise(directions)]
    gaps.append(directions[0] + math.tau - directions[-1])
    return max(gaps) <= math.pi


def _lean(piece: Piece, supports: Sequence[Piece], height: float) -> tuple[float, float, float, float] | None:
    """Tilt angle, direction towards the support, and distance from the centre to the far rim."""
    parted = [separation(piece.shape, piece.pose, s.shape, s.pose) for s in supports]
    deepest = min(parted)
    far = _reach_along(piece, -deepest.nx, -deepest.ny)
    lever = far + _reach_along(piece, deepest.nx, deepest.ny) + deepest.distance
    if lever <= height:
        return None
    return math.asin(height / lever), deepest.nx, deepest.ny, far


def _reach_along(piece: Piece, dx: float, dy: float) -> float:
    """How far the piece reaches from its centre in a direction, mm."""
    if isinstance(piece.shape, Disc):
        return piece.shape.radius
    return max((x - piece.x) * dx + (y - piece.y) * dy for x, y in corners(piece.shape, piece.pose))
