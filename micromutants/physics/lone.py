"""One chip in space against the mat and pieces that lie or slide: the law of :mod:`micromutants.physics.contact`.

Most steps with contacts are of this kind, so the chip's numbers are kept in local variables.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from micromutants.physics.contact import CHIP_BOUNCE_SPEED, CONVERGED, ROUNDS, energy, hold, keep_energy, rubbing
from micromutants.physics.model import GRAVITY, Physics
from micromutants.physics.solid import Freedom, Solid
from micromutants.physics.touching import Touch


def solve_lone(solid: Solid, touches: Sequence[Touch], dt: float, physics: Physics) -> list[float]:
    """Apply the impulses of one step to the chip and to what slides under or beside it.

    Args:
        solid: The only chip in space.
        touches: Its points that touch, or may within the step.
        dt: The step, s.
        physics: Coefficients.

    Returns:
        The normal impulse at each touch, g·mm/s.
    """
    vx, vy, vz, wx, wy, wz = solid.vx, solid.vy, solid.vz, solid.wx, solid.wy, solid.wz
    ixx, iyy, izz, ixy, ixz, iyz = solid.ixx, solid.iyy, solid.izz, solid.ixy, solid.ixz, solid.iyz
    im = solid.im
    bouncing = False
    sliding: list[Solid] = []
    rows: list[list[float]] = []
    others: list[Solid | None] = []
    for t in touches:
        _, o, gap, (nx, ny, nz), (rx, ry, rz), closing = t
        ay, az = iyy * rz - iyz * ry, iyz * rz - izz * ry
        bx, by, bz = ixz * rx - ixx * rz, iyz * rx - ixy * rz, izz * rx - ixz * rz
        cx, cy, cz = ixx * ry - ixy * rx, ixy * ry - iyy * rx, ixz * ry - iyz * rx
        xx, xy, xz = im + ay * rz - az * ry, by * rz - bz * ry, cy * rz - cz * ry
        yy, yz, zz = im + bz * rx - bx * rz, cz * rx - cx * rz, im + cx * ry - cy * rx
        friction, restitution = rubbing(o, nz, physics)
        threshold = physics.bounce_speed if o is None else CHIP_BOUNCE_SPEED
        px = py = 0.0
        if o is not None and o.freedom is Freedom.PLANAR:
            if o not in sliding:
                sliding.append(o)
                o.pressed = 0.0
            # A piece that slides answers in the plane only.
            px, py = solid.x + rx - o.x, solid.y + ry - o.y
            xx += o.im + o.izz * py * py
            xy -= o.izz * px * py
            yy += o.im + o.izz * px * px
        else:
            o = None
        k = xx * nx * nx + yy * ny * ny + zz * nz * nz + 2.0 * (xy * nx * ny + xz * nx * nz + yz * ny * nz)
        if closing * dt > gap and closing > threshold:
            target = restitution * closing
            bouncing = bouncing or target > 0.0
        else:
            target = -gap / dt if gap > 0.0 else 0.0
        others.append(o)
        rows.append(
            [rx, ry, rz, px, py, nx, ny, nz, xx, xy, xz, yy, yz, zz, 1.0 / k, target, friction, 0.0, 0.0, 0.0, 0.0]
        )
    if bouncing:
        before = energy((solid,), sliding)
        start = [(s, s.vx, s.vy, s.vz, s.wx, s.wy, s.wz) for s in (solid, *sliding)]
    held = [[0.0, 0.0, 0.0] for _ in sliding]
    for _ in range(ROUNDS):
        change = 0.0
        for row, o in zip(rows, others, strict=True):
            rx, ry, rz, px, py, nx, ny, nz, xx, xy, xz, yy, yz, zz, mass, target, friction, jn, jx, jy, jz = row
            ux, uy, uz = vx + wy * rz - wz * ry, vy + wz * rx - wx * rz, vz + wx * ry - wy * rx
            if o is not None:
                ux -= o.vx - o.wz * py
                uy -= o.vy + o.wz * px
            d = (target - (ux * nx + uy * ny + uz * nz)) * mass
            if d < -jn:
                d = -jn
            jn += d
            if jn == 0.0 and d == 0.0:
                continue
            fx, fy, fz = d * nx, d * ny, d * nz
            # The slip that is left once the normal impulse has acted.
            ux += xx * fx + xy * fy + xz * fz
            uy += xy * fx + yy * fy + yz * fz
            uz += xz * fx + yz * fy + zz * fz
            un = ux * nx + uy * ny + uz * nz
            ux, uy, uz = ux - un * nx, uy - un * ny, uz - un * nz
            moved = (d if d > 0.0 else -d) / mass
            slip = math.sqrt(ux * ux + uy * uy + uz * uz)
            if slip > 1e-9:
                tx, ty, tz = ux / slip, uy / slip, uz / slip
                k = xx * tx * tx + yy * ty * ty + zz * tz * tz + 2.0 * (xy * tx * ty + xz * tx * tz + yz * ty * tz)
                kx, ky, kz = jx - ux / k, jy - uy / k, jz - uz / k
                limit = friction * jn
                size = math.sqrt(kx * kx + ky * ky + kz * kz)
                if size > limit:
                    keep = limit / size
                    kx, ky, kz = kx * keep, ky * keep, kz * keep
                dx, dy, dz = kx - jx, ky - jy, kz - jz
                jx, jy, jz = kx, ky, kz
                fx, fy, fz = fx + dx, fy + dy, fz + dz
                moved += (abs(dx) + abs(dy) + abs(dz)) * k
            row[17:] = (jn, jx, jy, jz)
            mx, my, mz = ry * fz - rz * fy, rz * fx - rx * fz, rx * fy - ry * fx
            vx += fx * im
            vy += fy * im
            vz += fz * im
            wx += ixx * mx + ixy * my + ixz * mz
            wy += ixy * mx + iyy * my + iyz * mz
            wz += ixz * mx + iyz * my + izz * mz
            if o is not None:
                o.vx -= fx * o.im
                o.vy -= fy * o.im
                o.wz -= o.izz * (px * fy - py * fx)
                o.pressed += fz
            if moved > change:
                change = moved
        for s, h in zip(sliding, held, strict=True):
            change = max(change, hold(s, h, physics.friction_mat, GRAVITY * dt))
        if change < CONVERGED:
            break
    solid.vx, solid.vy, solid.vz, solid.wx, solid.wy, solid.wz = vx, vy, vz, wx, wy, wz
    if bouncing:
        keep_energy(start, (solid,), sliding, before)
    return [row[17] for row in rows]
