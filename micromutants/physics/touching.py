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

RIM_POINTS = 12
"""Points of a disc's rim that are tried against another piece; the first lies towards it."""

RIM_MARGIN = 2.0
"""Distance in mm beyond another piece's outer circle to which rim points are still tried."""

_ROUND = [
    math.tau * i / RIM_POINTS for i in (0, *(j for k in range(1, RIM_POINTS // 2) for j in (k, -k)), RIM_POINTS // 2)
]
_RIM = tuple((math.cos(angle), math.sin(angle)) for angle in _ROUND)

BETWEEN = 0.5
"""The rim bulges less than this, mm, between two of its points that are tried."""

Vector = tuple[float, float, float]

Hit = tuple[float, float, float, float, float, float, float]
"""Distance from a core to a point, mm; the unit normal there; the point."""

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
    found = []
    z, r = solid.z - solid.r, solid.r
    vz, wx, wy = solid.vz, solid.wx, solid.wy
    for px, py, pz in solid.mat_points():
        gap = z + pz
        if gap < margin:
            found.append(Touch(solid, None, gap, (0.0, 0.0, 1.0), (px, py, pz - r), wy * px - wx * py - vz))
    return found


def pair_touches(a: Solid, b: Solid, margin: float, look: float) -> tuple[list[Touch], float]:
    """Points at which a chip in space touches another piece, or soon may, and how far apart the two are at least.

    Args:
        a: The chip in space.
        b: The other piece.
        margin: Largest gap of the points, mm.
        look: How far, mm, to look for the nearest of points that are further off.

    Returns:
        The points, and a lower bound of the gap, mm, of use where there are none.
    """
    dx, dy, dz = b.x - a.x, b.y - a.y, b.z - a.z
    gap = math.sqrt(dx * dx + dy * dy) - a.reach - b.reach
    if gap >= margin:
        return [], gap
    drop_a, drop_b = a.drop(), b.drop()
    gap = abs(dz) - drop_a - drop_b
    if gap >= margin:
        return [], gap
    rr = a.r + b.r
    if b.local and b.grounded:
        gap = b.distance(-dx, -dy, 0.0)[0] - a.reach - rr
        if gap >= margin:
            return [], gap
    limit = look + rr
    gap = look
    found = []
    r = a.r
    for dist, nx, ny, nz, px, py, pz in _hits(a, b, dx, dy, dz, limit):
        if dist - rr < margin:
            found.append(_touch(a, b, dist - rr, nx, ny, nz, px - r * nx, py - r * ny, pz - r * nz))
        elif dist - rr < gap:
            gap = dist - rr
    r = b.r
    for dist, nx, ny, nz, px, py, pz in _hits(b, a, -dx, -dy, -dz, limit):
        if dist - rr < margin:
            lx, ly, lz = px + dx - r * nx, py + dy - r * ny, pz + dz - r * nz
            found.append(_touch(a, b, dist - rr, -nx, -ny, -nz, lx, ly, lz))
        elif dist - rr < gap:
            gap = dist - rr
    if found:
        return (found if len(found) <= MOST_POINTS else _spread(found, MOST_POINTS)), 0.0
    # Between two points that are tried the rim may be nearer.
    return found, max(margin, gap - BETWEEN)


def _hits(rim: Solid, core: Solid, dx: float, dy: float, dz: float, limit: float) -> list[Hit]:
    """Points on the edges of one solid that are nearer than ``limit`` mm to the core of another, (dx, dy, dz) away."""
    if rim.local:
        points = rim.edge_points(core, RIM_MARGIN)
    elif core.local:
        points = _rim_points(rim, core, dx, dy, dz, core.drop() + limit)
    else:
        points = _rim_points(rim, core, dx, dy, dz, core.b + limit)
    return (_within_polygon if core.local else _within_disc)(core, points, dx, dy, dz, limit)


def _rim_points(rim: Solid, core: Solid, dx: float, dy: float, dz: float, within: float) -> list[Vector]:
    """Points from the centre on a disc's edges that look towards another solid.

    Args:
        rim: The disc.
        core: The other solid.
        dx: From the disc to the other, mm.
        dy: mm.
        dz: mm.
        within: Points further than this from the other's middle plane (a polygon's: from its height) are left out, mm.
    """
    a, _, c, d, _, f, g, _, i = rim.m
    up = c * dx + f * dy + i * dz
    # The way to the other in the disc's plane, and the way across.
    ux, uy, uz = dx - up * c, dy - up * f, dz - up * i
    away = math.sqrt(ux * ux + uy * uy + uz * uz)
    rho = rim.radius
    ahead = -2.0
    if away > 1e-9:
        # Only as far round as the other piece reaches.
        far = core.reach + RIM_MARGIN
        ahead = (away * away + rho * rho - far * far) / (2.0 * away * rho)
        s = rho / away
        ux, uy, uz = s * ux, s * uy, s * uz
    else:
        ux, uy, uz = rho * a, rho * d, rho * g
    vx, vy, vz = f * uz - i * uy, i * ux - c * uz, c * uy - f * ux
    # The point that dips deepest towards the other's face.
    _, _, nx, _, _, ny, _, _, nz = core.m
    along = nx * c + ny * f + nz * i
    tx, ty, tz = nx - along * c, ny - along * f, nz - along * i
    tilt = math.sqrt(tx * tx + ty * ty + tz * tz)
    s = 0.0
    if tilt > 1e-6:
        s = rho / tilt if nx * dx + ny * dy + nz * dz > 0.0 else -rho / tilt
    if core.local:
        nx, ny, nz = 0.0, 0.0, 1.0
    across_u, across_v = nx * ux + ny * uy + nz * uz, nx * vx + ny * vy + nz * vz
    span = math.sqrt(across_u * across_u + across_v * across_v)
    points = []
    for kx, ky, kz in rim.faces_towards(core):
        middle = nx * (kx - dx) + ny * (ky - dy) + nz * (kz - dz)
        if not -within - span < middle < within + span:
            continue
        low, high = -within - middle, within - middle
        for p, q in _RIM:
            if p < ahead:
                break
            if low < p * across_u + q * across_v < high:
                points.append((p * ux + q * vx + kx, p * uy + q * vy + ky, p * uz + q * vz + kz))
        if s:
            points.append((s * tx + kx, s * ty + ky, s * tz + kz))
    return points


def _within_disc(solid: Solid, points: list[Vector], cx: float, cy: float, cz: float, limit: float) -> list[Hit]:
    """A disc needs only its axis: the point is so far along it, and so far from it."""
    _, _, ax, _, _, ay, _, _, az = solid.m
    half, radius = solid.b, solid.radius
    reach = radius + limit
    reach *= reach
    limit_along = half + limit
    hits = []
    for px, py, pz in points:
        x, y, z = px - cx, py - cy, pz - cz
        along = ax * x + ay * y + az * z
        if not -limit_along < along < limit_along:
            continue
        x, y, z = x - along * ax, y - along * ay, z - along * az
        out = x * x + y * y + z * z
        if out >= reach:
            continue
        dv = along - half if along > 0.0 else -along - half
        if out > radius * radius:
            out = math.sqrt(out)
            dh = out - radius
            if dv > 0.0:
                dist = math.sqrt(dh * dh + dv * dv)
                if dist < limit:
                    k, s = dh / (dist * out), (dv if along > 0.0 else -dv) / dist
                    hits.append((dist, k * x + s * ax, k * y + s * ay, k * z + s * az, px, py, pz))
            else:
                hits.append((dh, x / out, y / out, z / out, px, py, pz))
        else:
            out = math.sqrt(out)
            dh = out - radius
            if dv >= dh or out < 1e-9:
                s = 1.0 if along > 0.0 else -1.0
                hits.append((dv, s * ax, s * ay, s * az, px, py, pz))
            else:
                hits.append((dh, x / out, y / out, z / out, px, py, pz))
    return hits


def _within_polygon(solid: Solid, points: list[Vector], cx: float, cy: float, cz: float, limit: float) -> list[Hit]:
    a, b, c, d, e, f, g, h, i = solid.m
    half_x, half_y, half_z = solid.half_x + limit, solid.half_y + limit, solid.b + limit
    hits = []
    for px, py, pz in points:
        x, y, z = px - cx, py - cy, pz - cz
        along = c * x + f * y + i * z
        if -half_z < along < half_z:
            u, v = a * x + d * y + g * z, b * x + e * y + h * z
            if -half_x < u < half_x and -half_y < v < half_y:
                dist, nx, ny, nz = solid.own_distance(u, v, along)
                if dist < limit:
                    hits.append(
                        (dist, a * nx + b * ny + c * nz, d * nx + e * ny + f * nz, g * nx + h * ny + i * nz, px, py, pz)
                    )
    return hits


def parting(t: Touch) -> float:
    """Speed at which the two part at the touch now, mm/s."""
    a, b = t.solid, t.other
    nx, ny, nz = t.normal
    lx, ly, lz = t.lever
    if b is None:
        return a.vz + a.wx * ly - a.wy * lx
    mx, my, mz = a.x + lx - b.x, a.y + ly - b.y, a.z + lz - b.z
    return (
        (a.vx - b.vx - b.wy * mz + b.wz * my + a.wy * lz - a.wz * ly) * nx
        + (a.vy - b.vy - b.wz * mx + b.wx * mz + a.wz * lx - a.wx * lz) * ny
        + (a.vz - b.vz - b.wx * my + b.wy * mx + a.wx * ly - a.wy * lx) * nz
    )


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
