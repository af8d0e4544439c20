"""Contacts of solids with the mat and with each other, solved by sequential impulses.

Impulses are accumulated and clamped; restitution is Newton's, above a small approach speed; friction stays in
Coulomb's cone; a gap that will close within the step counts (speculative contact).  A piece that can only slide on
the mat hands vertical impulses to the mat, and the friction that they cause there holds it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from micromutants.physics.solid import Freedom, Solid

CHIP_BOUNCE_SPEED = 30.0
"""Approach speed in mm/s below which a chip does not bounce off another one."""

ROUNDS = 10
"""Largest number of sweeps over all contacts in a step."""

CONVERGED = 0.02
"""Change of velocity in mm/s below which a sweep is the last."""


class Contact:
    """One point of contact, between a solid and another one, or the mat.

    The normal points from ``other`` (or the mat) to ``solid``; levers run from the centres to the contact point.
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
        "mass_n",
        "nx",
        "ny",
        "nz",
        "other",
        "restitution",
        "solid",
        "target",
        "uax",
        "uay",
        "uaz",
        "ubx",
        "uby",
        "ubz",
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
    ) -> None:
        self.solid = solid
        self.other = other
        self.gap = gap
        self.nx, self.ny, self.nz = nx, ny, nz = normal
        self.ax, self.ay, self.az = ax, ay, az = lever
        self.friction = friction
        self.restitution = restitution
        self.jn = self.jx = self.jy = self.jz = 0.0
        # Angular response to a unit normal impulse: I⁻¹·(lever × normal).
        cx, cy, cz = ay * nz - az * ny, az * nx - ax * nz, ax * ny - ay * nx
        self.uax = solid.ixx * cx + solid.ixy * cy + solid.ixz * cz
        self.uay = solid.ixy * cx + solid.iyy * cy + solid.iyz * cz
        self.uaz = solid.ixz * cx + solid.iyz * cy + solid.izz * cz
        flat, up = nx * nx + ny * ny, nz * nz
        k = solid.im * flat + solid.imz * up + cx * self.uax + cy * self.uay + cz * self.uaz
        if other is None:
            self.bx = self.by = self.bz = self.ubx = self.uby = self.ubz = 0.0
        else:
            self.bx = bx = solid.x + ax - other.x
            self.by = by = solid.y + ay - other.y
            self.bz = bz = solid.z + az - other.z
            dx, dy, dz = by * nz - bz * ny, bz * nx - bx * nz, bx * ny - by * nx
            self.ubx = other.ixx * dx + other.ixy * dy + other.ixz * dz
            self.uby = other.ixy * dx + other.iyy * dy + other.iyz * dz
            self.ubz = other.ixz * dx + other.iyz * dy + other.izz * dz
            k += other.im * flat + other.imz * up + dx * self.ubx + dy * self.uby + dz * self.ubz
        self.mass_n = 1.0 / k if k > 0.0 else 0.0
        self.target = 0.0
        self.closing = -self.normal_speed()

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
        elif c.gap > 0.0:
            c.target = -c.gap / dt
        else:
            c.target = 0.0
    before = _energy(free, planar)
    start = [(s, s.vx, s.vy, s.vz, s.wx, s.wy, s.wz) for s in (*free, *planar)]
    held = [[0.0, 0.0, 0.0] for _ in planar]
    for _ in range(ROUNDS):
        change = 0.0
        for c in contacts:
            change = max(change, _normal(c))
            if c.jn > 0.0 or c.jx or c.jy or c.jz:
                change = max(change, _tangent(c))
        for s, h in zip(planar, held, strict=True):
            change = max(change, _hold(s, h, friction_mat, gravity * dt))
        if change < CONVERGED:
            break
    _keep_energy(start, free, planar, before)


def _normal(c: Contact) -> float:
    s, o = c.solid, c.other
    v = c.normal_speed()
    j = c.jn + (c.target - v) * c.mass_n
    if j < 0.0:
        j = 0.0
    d = j - c.jn
    if d == 0.0:
        return 0.0
    c.jn = j
    s.vx += d * s.im * c.nx
    s.vy += d * s.im * c.ny
    s.vz += d * s.imz * c.nz
    s.wx += d * c.uax
    s.wy += d * c.uay
    s.wz += d * c.uaz
    if o is not None:
        o.vx -= d * o.im * c.nx
        o.vy -= d * o.im * c.ny
        o.vz -= d * o.imz * c.nz
        o.wx -= d * c.ubx
        o.wy -= d * c.uby
        o.wz -= d * c.ubz
        o.pressed += d * c.nz
    return abs(d) / c.mass_n * 0.1


def _tangent(c: Contact) -> float:
    s, o = c.solid, c.other
    ax, ay, az = c.ax, c.ay, c.az
    vx = s.vx + s.wy * az - s.wz * ay
    vy = s.vy + s.wz * ax - s.wx * az
    vz = s.vz + s.wx * ay - s.wy * ax
    if o is not None:
        bx, by, bz = c.bx, c.by, c.bz
        vx -= o.vx + o.wy * bz - o.wz * by
        vy -= o.vy + o.wz * bx - o.wx * bz
        vz -= o.vz + o.wx * by - o.wy * bx
    vn = vx * c.nx + vy * c.ny + vz * c.nz
    vx, vy, vz = vx - vn * c.nx, vy - vn * c.ny, vz - vn * c.nz
    speed = math.sqrt(vx * vx + vy * vy + vz * vz)
    if speed < 1e-9:
        return 0.0
    tx, ty, tz = vx / speed, vy / speed, vz / speed
    cx, cy, cz = ay * tz - az * ty, az * tx - ax * tz, ax * ty - ay * tx
    flat, up = tx * tx + ty * ty, tz * tz
    k = (
        s.im * flat
        + s.imz * up
        + cx * (s.ixx * cx + s.ixy * cy + s.ixz * cz)
        + cy * (s.ixy * cx + s.iyy * cy + s.iyz * cz)
        + cz * (s.ixz * cx + s.iyz * cy + s.izz * cz)
    )
    if o is not None:
        dx, dy, dz = by * tz - bz * ty, bz * tx - bx * tz, bx * ty - by * tx
        k += (
            o.im * flat
            + o.imz * up
            + dx * (o.ixx * dx + o.ixy * dy + o.ixz * dz)
            + dy * (o.ixy * dx + o.iyy * dy + o.iyz * dz)
            + dz * (o.ixz * dx + o.iyz * dy + o.izz * dz)
        )
    want = speed / k
    jx, jy, jz = c.jx - want * tx, c.jy - want * ty, c.jz - want * tz
    limit = c.friction * c.jn
    size = math.sqrt(jx * jx + jy * jy + jz * jz)
    if size > limit:
        keep = limit / size
        jx, jy, jz = jx * keep, jy * keep, jz * keep
    dx, dy, dz = jx - c.jx, jy - c.jy, jz - c.jz
    c.jx, c.jy, c.jz = jx, jy, jz
    mx, my, mz = ay * dz - az * dy, az * dx - ax * dz, ax * dy - ay * dx
    s.vx += dx * s.im
    s.vy += dy * s.im
    s.vz += dz * s.imz
    s.wx += s.ixx * mx + s.ixy * my + s.ixz * mz
    s.wy += s.ixy * mx + s.iyy * my + s.iyz * mz
    s.wz += s.ixz * mx + s.iyz * my + s.izz * mz
    if o is not None:
        mx, my, mz = by * dz - bz * dy, bz * dx - bx * dz, bx * dy - by * dx
        o.vx -= dx * o.im
        o.vy -= dy * o.im
        o.vz -= dz * o.imz
        o.wx -= o.ixx * mx + o.ixy * my + o.ixz * mz
        o.wy -= o.ixy * mx + o.iyy * my + o.iyz * mz
        o.wz -= o.ixz * mx + o.iyz * my + o.izz * mz
        o.pressed += dz
    return (abs(dx) + abs(dy) + abs(dz)) * k * 0.1


def _hold(s: Solid, held: list[float], friction: float, weight_time: float) -> float:
    """Friction of the mat against a planar piece, within what its weight and the press on it allow."""
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


def _energy(free: Sequence[Solid], planar: Sequence[Solid]) -> float:
    total = 0.0
    for s in free:
        total += s.kinetic()
    for s in planar:
        total += 0.5 * (s.mass * (s.vx * s.vx + s.vy * s.vy) + s.wz * s.wz / s.inv_z)
    return total


def _keep_energy(
    start: Sequence[tuple[Solid, float, float, float, float, float, float]],
    free: Sequence[Solid],
    planar: Sequence[Solid],
    before: float,
) -> None:
    """Newton restitution together with friction can create energy: then apply only as much as keeps it.

    Energy is quadratic in the share of the impulses that is applied, so the share follows from three points.
    """
    after = _energy(free, planar)
    if after <= before:
        return
    end = [(s.vx, s.vy, s.vz, s.wx, s.wy, s.wz) for s, *_ in start]

    def apply(share: float) -> None:
        for (s, *old), new in zip(start, end, strict=True):
            s.vx, s.vy, s.vz, s.wx, s.wy, s.wz = (o + share * (n - o) for o, n in zip(old, new, strict=True))

    apply(0.5)
    middle = _energy(free, planar)
    # E(k) = before + p·k + q·k², and E is back at `before` at k = −p/q.
    q = 2.0 * (after + before - 2.0 * middle)
    p = after - before - q
    share = min(1.0, max(0.0, -p / q)) if q > 0.0 else 0.0
    apply(share)
