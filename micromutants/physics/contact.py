"""Contacts of solids with the mat and with each other, solved by sequential impulses.

Impulses are accumulated and clamped; restitution is Newton's, above a small approach speed; friction stays in
Coulomb's cone; a gap that will close within the step counts (speculative contact).  A piece that can only slide on
the mat hands vertical impulses to the mat, and the friction that they cause there holds it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from micromutants.physics.model import Physics
from micromutants.physics.solid import Freedom, Solid

CHIP_BOUNCE_SPEED = 30.0
"""Approach speed in mm/s below which a chip does not bounce off another one."""

ROUNDS = 8
"""Largest number of sweeps over all contacts in a step."""

CONVERGED = 1.0
"""Change of velocity at every contact, mm/s, below which a sweep is the last: gravity alone makes 10 in a step."""


class Contact:
    """One point of contact, between a solid and another one, or the mat.

    The normal points from ``other`` (or the mat) to ``solid``; levers run from the centres to the contact point.  ``k``
    is the symmetric response of the relative velocity at the point to an impulse there, 1/g: xx, xy, xz, yy, yz, zz.
    """

    __slots__ = (
        "ax",
        "ay",
        "az",
        "bx",
        "by",
        "bz",
        "closing",
        "friction",
        "gap",
        "jn",
        "jx",
        "jy",
        "jz",
        "k",
        "mass_n",
        "nx",
        "ny",
        "nz",
        "other",
        "restitution",
        "solid",
        "target",
    )

    def __init__(
        self,
        solid: Solid,
        other: Solid | None,
        gap: float,
        normal: tuple[float, float, float],
        lever: tuple[float, float, float],
        friction: float,
        restitution: float,
        closing: float | None = None,
    ) -> None:
        self.solid = solid
        self.other = other
        self.gap = gap
        self.nx, self.ny, self.nz = nx, ny, nz = normal
        self.ax, self.ay, self.az = ax, ay, az = lever
        self.friction = friction
        self.restitution = restitution
        self.jn = self.jx = self.jy = self.jz = 0.0
        if other is None:
            self.bx = self.by = self.bz = 0.0
            self.k = xx, xy, xz, yy, yz, zz = response(solid, ax, ay, az)
        else:
            self.bx = bx = solid.x + ax - other.x
            self.by = by = solid.y + ay - other.y
            self.bz = bz = solid.z + az - other.z
            pxx, pxy, pxz, pyy, pyz, pzz = response(solid, ax, ay, az)
            qxx, qxy, qxz, qyy, qyz, qzz = response(other, bx, by, bz)
            self.k = xx, xy, xz, yy, yz, zz = (
                pxx + qxx,
                pxy + qxy,
                pxz + qxz,
                pyy + qyy,
                pyz + qyz,
                pzz + qzz,
            )
        k = xx * nx * nx + yy * ny * ny + zz * nz * nz + 2.0 * (xy * nx * ny + xz * nx * nz + yz * ny * nz)
        self.mass_n = 1.0 / k if k > 0.0 else 0.0
        self.target = 0.0
        self.closing = -self.normal_speed() if closing is None else closing

    def normal_speed(self) -> float:
        """Speed along the normal, + parting, mm/s."""
        s = self.solid
        v = (
            (s.vx + s.wy * self.az - s.wz * self.ay) * self.nx
            + (s.vy + s.wz * self.ax - s.wx * self.az) * self.ny
            + (s.vz + s.wx * self.ay - s.wy * self.ax) * self.nz
        )
        o = self.other
        if o is not None:
            v -= (
                (o.vx + o.wy * self.bz - o.wz * self.by) * self.nx
                + (o.vy + o.wz * self.bx - o.wx * self.bz) * self.ny
                + (o.vz + o.wx * self.by - o.wy * self.bx) * self.nz
            )
        return v


def response(solid: Solid, rx: float, ry: float, rz: float) -> tuple[float, float, float, float, float, float]:
    """Velocity that a unit impulse at a point gives that point, 1/g: xx, xy, xz, yy, yz, zz of a symmetric tensor.

    Args:
        solid: Where the impulse acts.
        rx: The point from the centre, mm.
        ry: mm.
        rz: mm.
    """
    ixx, iyy, izz, ixy, ixz, iyz = solid.ixx, solid.iyy, solid.izz, solid.ixy, solid.ixz, solid.iyz
    ay, az = iyy * rz - iyz * ry, iyz * rz - izz * ry
    bx, by, bz = ixz * rx - ixx * rz, iyz * rx - ixy * rz, izz * rx - ixz * rz
    cx, cy, cz = ixx * ry - ixy * rx, ixy * ry - iyy * rx, ixz * ry - iyz * rx
    return (
        solid.im + ay * rz - az * ry,
        by * rz - bz * ry,
        cy * rz - cz * ry,
        solid.im + bz * rx - bx * rz,
        cz * rx - cx * rz,
        solid.imz + cx * ry - cy * rx,
    )


def solve(contacts: Sequence[Contact], dt: float, gravity: float, friction_mat: float, bounce_speed: float) -> None:
    """Apply the impulses of one step to the velocities.

    Args:
        contacts: In a fixed order; their impulses are left in them.
        dt: The step, s, for gaps that close within it.
        gravity: mm/s².
        friction_mat: Coulomb coefficient between a planar piece and the mat.
        bounce_speed: Approach speed in mm/s below which nothing bounces off the mat.
    """
    planar: list[Solid] = []
    free: list[Solid] = []
    bouncing = False
    for c in contacts:
        for s in (c.solid, c.other):
            if s is None:
                continue
            if s.freedom is Freedom.PLANAR and s not in planar:
                planar.append(s)
                s.pressed = 0.0
            elif s.freedom is Freedom.FREE and s not in free:
                free.append(s)
        v = -c.closing
        if v * dt < -c.gap and -v > (bounce_speed if c.other is None else CHIP_BOUNCE_SPEED):
            c.target = -c.restitution * v
            bouncing = bouncing or c.target > 0.0
        elif c.gap > 0.0:
            c.target = -c.gap / dt
        else:
            c.target = 0.0
    if bouncing:
        before = energy(free, planar)
        start = [(s, s.vx, s.vy, s.vz, s.wx, s.wy, s.wz) for s in (*free, *planar)]
    held = [[0.0, 0.0, 0.0] for _ in planar]
    for _ in range(ROUNDS):
        change = 0.0
        for c in contacts:
            change = max(change, _relax(c))
        for s, h in zip(planar, held, strict=True):
            change = max(change, hold(s, h, friction_mat, gravity * dt))
        if change < CONVERGED:
            break
    if bouncing:
        keep_energy(start, free, planar, before)


def _relax(c: Contact) -> float:
    """One visit to a contact: normal impulse, then friction; about how much it changed the velocity, mm/s."""
    s, o = c.solid, c.other
    nx, ny, nz = c.nx, c.ny, c.nz
    ax, ay, az = c.ax, c.ay, c.az
    wx, wy, wz = s.wx, s.wy, s.wz
    vx, vy, vz = s.vx + wy * az - wz * ay, s.vy + wz * ax - wx * az, s.vz + wx * ay - wy * ax
    if o is not None:
        bx, by, bz = c.bx, c.by, c.bz
        wx, wy, wz = o.wx, o.wy, o.wz
        vx -= o.vx + wy * bz - wz * by
        vy -= o.vy + wz * bx - wx * bz
        vz -= o.vz + wx * by - wy * bx
    vn = vx * nx + vy * ny + vz * nz
    d = (c.target - vn) * c.mass_n
    if d < -c.jn:
        d = -c.jn
    jn = c.jn + d
    if jn == 0.0 and d == 0.0 and c.jx == 0.0 and c.jy == 0.0 and c.jz == 0.0:
        return 0.0
    c.jn = jn
    xx, xy, xz, yy, yz, zz = c.k
    px, py, pz = d * nx, d * ny, d * nz
    # The slip that is left once the normal impulse has acted.
    vx += xx * px + xy * py + xz * pz
    vy += xy * px + yy * py + yz * pz
    vz += xz * px + yz * py + zz * pz
    vn = vx * nx + vy * ny + vz * nz
    vx, vy, vz = vx - vn * nx, vy - vn * ny, vz - vn * nz
    change = abs(d) / c.mass_n
    slip = math.sqrt(vx * vx + vy * vy + vz * vz)
    if slip > 1e-9:
        tx, ty, tz = vx / slip, vy / slip, vz / slip
        k = xx * tx * tx + yy * ty * ty + zz * tz * tz + 2.0 * (xy * tx * ty + xz * tx * tz + yz * ty * tz)
        jx, jy, jz = c.jx - vx / k, c.jy - vy / k, c.jz - vz / k
        limit = c.friction * jn
        size = math.sqrt(jx * jx + jy * jy + jz * jz)
        if size > limit:
            keep = limit / size
            jx, jy, jz = jx * keep, jy * keep, jz * keep
        dx, dy, dz = jx - c.jx, jy - c.jy, jz - c.jz
        c.jx, c.jy, c.jz = jx, jy, jz
        px, py, pz = px + dx, py + dy, pz + dz
        change += (abs(dx) + abs(dy) + abs(dz)) * k
    mx, my, mz = ay * pz - az * py, az * px - ax * pz, ax * py - ay * px
    im = s.im
    s.vx += px * im
    s.vy += py * im
    s.vz += pz * s.imz
    s.wx += s.ixx * mx + s.ixy * my + s.ixz * mz
    s.wy += s.ixy * mx + s.iyy * my + s.iyz * mz
    s.wz += s.ixz * mx + s.iyz * my + s.izz * mz
    if o is not None:
        mx, my, mz = by * pz - bz * py, bz * px - bx * pz, bx * py - by * px
        im = o.im
        o.vx -= px * im
        o.vy -= py * im
        o.vz -= pz * o.imz
        o.wx -= o.ixx * mx + o.ixy * my + o.ixz * mz
        o.wy -= o.ixy * mx + o.iyy * my + o.iyz * mz
        o.wz -= o.ixz * mx + o.iyz * my + o.izz * mz
        o.pressed += pz
    return change


def rubbing(other: Solid | None, up: float, physics: Physics) -> tuple[float, float]:
    """Coefficients of friction and restitution at another piece, or the mat, where the normal points ``up``."""
    if other is None:
        return physics.friction_mat, physics.restitution_mat
    # What comes down on a piece presses it into the mat, which then sets how it bounces.
    steep = up**6
    bounce = physics.restitution_chip + (physics.restitution_mat - physics.restitution_chip) * steep
    return physics.friction_chip, bounce


def hold(s: Solid, held: list[float], friction: float, weight_time: float) -> float:
    """Friction of the mat against a planar piece, within what its weight and the press on it allow.

    Returns:
        How much it changed the velocity, mm/s.
    """
    limit = friction * max(0.0, s.mass * weight_time + s.pressed)
    jx, jy, jt = held[0] - s.mass * s.vx, held[1] - s.mass * s.vy, held[2] - s.wz / s.inv_z
    size = math.sqrt(jx * jx + jy * jy + (jt / s.spin_radius) ** 2)
    if size <= limit:
        # Held fast: exactly at rest, so that nothing creeps.
        change = abs(s.vx) + abs(s.vy)
        held[0], held[1], held[2] = jx, jy, jt
        s.vx = s.vy = s.wz = 0.0
        return change
    keep = limit / size
    dx, dy, dt = jx * keep - held[0], jy * keep - held[1], jt * keep - held[2]
    held[0], held[1], held[2] = jx * keep, jy * keep, jt * keep
    s.vx += dx * s.im
    s.vy += dy * s.im
    s.wz += dt * s.inv_z
    return (abs(dx) + abs(dy)) * s.im


def energy(free: Sequence[Solid], planar: Sequence[Solid]) -> float:
    """Kinetic energy of chips in space and of pieces in the plane, g·mm²/s²."""
    total = 0.0
    for s in free:
        total += s.kinetic()
    for s in planar:
        total += 0.5 * (s.mass * (s.vx * s.vx + s.vy * s.vy) + s.wz * s.wz / s.inv_z)
    return total


def keep_energy(
    start: Sequence[tuple[Solid, float, float, float, float, float, float]],
    free: Sequence[Solid],
    planar: Sequence[Solid],
    before: float,
) -> None:
    """Newton restitution together with friction can create energy: then apply only as much as keeps it.

    Energy is quadratic in the share of the impulses that is applied, so the share follows from three points.
    """
    after = energy(free, planar)
    if after <= before:
        return
    end = [(s.vx, s.vy, s.vz, s.wx, s.wy, s.wz) for s, *_ in start]

    def apply(share: float) -> None:
        for (s, *old), new in zip(start, end, strict=True):
            s.vx, s.vy, s.vz, s.wx, s.wy, s.wz = (o + share * (n - o) for o, n in zip(old, new, strict=True))

    apply(0.5)
    middle = energy(free, planar)
    # E(k) = before + p·k + q·k², and E is back at `before` at k = −p/q.
    q = 2.0 * (after + before - 2.0 * middle)
    p = after - before - q
    share = min(1.0, max(0.0, -p / q)) if q > 0.0 else 0.0
    apply(share)
