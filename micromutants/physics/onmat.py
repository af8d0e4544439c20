"""One chip against the mat alone: the law of :mod:`micromutants.physics.contact`, with all that is zero left out.

Most steps of a simulation are of this kind, so the numbers are kept in local variables.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from micromutants.physics.contact import CONVERGED, ROUNDS, keep_energy
from micromutants.physics.solid import Solid
from micromutants.physics.touching import Touch


class Footing(NamedTuple):
    """What the mat did to a chip in a step.

    Attributes:
        impulse: Sum of the normal impulses, g·mm/s.
        sunk: How deep the deepest point will be at the end of the step, mm, negative above the mat.
    """

    impulse: float
    sunk: float


def stand(
    solid: Solid, touches: Sequence[Touch], dt: float, friction: float, restitution: float, bounce_speed: float
) -> Footing:
    """Apply the impulses of one step to the velocity and spin of a chip that touches nothing but the mat.

    Args:
        solid: The chip.
        touches: Its points that touch, or may within the step.
        dt: The step, s.
        friction: Coulomb coefficient.
        restitution: Newton's.
        bounce_speed: Approach speed in mm/s below which nothing bounces.
    """
    vx, vy, vz, wx, wy, wz = solid.vx, solid.vy, solid.vz, solid.wx, solid.wy, solid.wz
    ixx, iyy, izz, ixy, ixz, iyz = solid.ixx, solid.iyy, solid.izz, solid.ixy, solid.ixz, solid.iyz
    im = solid.im
    bouncing = False
    rows = []
    for t in touches:
        rx, ry, rz = t.lever
        # Answer of the spin to unit impulses along x, y and z at the point: I⁻¹·(lever × axis).
        ax, ay, az = ixy * rz - ixz * ry, iyy * rz - iyz * ry, iyz * rz - izz * ry
        bx, by, bz = ixz * rx - ixx * rz, iyz * rx - ixy * rz, izz * rx - ixz * rz
        cx, cy, cz = ixx * ry - ixy * rx, ixy * ry - iyy * rx, ixz * ry - iyz * rx
        if t.closing > bounce_speed and t.closing * dt > t.gap:
            target = restitution * t.closing
            bouncing = bouncing or target > 0.0
        else:
            target = -t.gap / dt if t.gap > 0.0 else 0.0
        kxx, kxy, kyy = im + ay * rz - az * ry, by * rz - bz * ry, im + bz * rx - bx * rz
        normal = 1.0 / (im + cx * ry - cy * rx)
        rows.append([rx, ry, rz, ax, ay, az, bx, by, bz, cx, cy, cz, kxx, kxy, kyy, normal, target, 0.0, 0.0, 0.0])
    start = (solid, vx, vy, vz, wx, wy, wz)
    before = solid.kinetic() if bouncing else 0.0
    for _ in range(ROUNDS):
        change = 0.0
        for row in rows:
            rx, ry, rz, ax, ay, az, bx, by, bz, cx, cy, cz, kxx, kxy, kyy, normal, target, jx, jy, jn = row
            d = (target - (vz + wx * ry - wy * rx)) * normal
            if d < -jn:
                d = -jn
            moved = 0.0
            if d != 0.0:
                jn += d
                row[19] = jn
                vz += d * im
                wx += d * cx
                wy += d * cy
                wz += d * cz
                moved = abs(d) / normal
            if jn > 0.0 or jx != 0.0 or jy != 0.0:
                ux, uy = vx + wy * rz - wz * ry, vy + wz * rx - wx * rz
                slip = math.sqrt(ux * ux + uy * uy)
                if slip > 1e-9:
                    tx, ty = ux / slip, uy / slip
                    k = kxx * tx * tx + 2.0 * kxy * tx * ty + kyy * ty * ty
                    nx, ny = jx - ux / k, jy - uy / k
                    limit = friction * jn
                    size = math.sqrt(nx * nx + ny * ny)
                    if size > limit:
                        keep = limit / size
                        nx, ny = nx * keep, ny * keep
                    dx, dy = nx - jx, ny - jy
                    row[17], row[18] = nx, ny
                    vx += dx * im
                    vy += dy * im
                    wx += dx * ax + dy * bx
                    wy += dx * ay + dy * by
                    wz += dx * az + dy * bz
                    moved += (abs(dx) + abs(dy)) * k
            if moved > change:
                change = moved
        if change < CONVERGED:
            break
    solid.vx, solid.vy, solid.vz, solid.wx, solid.wy, solid.wz = vx, vy, vz, wx, wy, wz
    if bouncing:
        keep_energy((start,), (solid,), (), before)
    impulse, sunk = 0.0, -math.inf
    for t, row in zip(touches, rows, strict=True):
        impulse += row[19]
        rx, ry, _ = t.lever
        sunk = max(sunk, -(t.gap + (solid.vz + solid.wx * ry - solid.wy * rx) * dt))
    return Footing(impulse, sunk)
