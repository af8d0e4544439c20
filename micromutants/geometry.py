"""Convex shapes in the plane: overlap, gap, containment and free spots.

Everything here is pure arithmetic on plain floats.  Lengths are mm, angles rad counter-clockwise from +x,
areas mm².  A shape is described about its own centre; a :class:`Pose` puts it somewhere.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

Point = tuple[float, float]


class Pose(NamedTuple):
    """Where a shape lies: centre ``x``, ``y`` in mm and ``angle`` in rad."""

    x: float
    y: float
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc of ``radius`` mm."""

    radius: float


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle, ``length`` mm along its own x axis and ``width`` mm along its own y axis."""

    length: float
    width: float


@dataclass(frozen=True, slots=True)
class Hexagon:
    """A regular hexagon, ``across_flats`` mm between opposite sides; one corner lies on its own x axis."""

    across_flats: float


Shape = Disc | Rect | Hexagon


class Separation(NamedTuple):
    """How far two shapes are from touching.

    Attributes:
        distance: The gap in mm; negative where they overlap, then minus the depth.
        nx: x part of the unit direction in which the second shape leaves the first by the shortest way.
        ny: y part of it.
    """

    distance: float
    nx: float
    ny: float


def local_corners(shape: Shape) -> tuple[Point, ...]:
    """Corners about the shape's own centre, counter-clockwise; none for a disc."""
    match shape:
        case Disc():
            return ()
        case Rect(length, width):
            a, b = length / 2, width / 2
            return ((a, b), (-a, b), (-a, -b), (a, -b))
        case Hexagon(across):
            r, h = across / math.sqrt(3), across / 2
            return ((r, 0.0), (r / 2, h), (-r / 2, h), (-r, 0.0), (-r / 2, -h), (r / 2, -h))


def corners(shape: Shape, pose: Pose) -> list[Point]:
    """Corners in the plane, counter-clockwise; none for a disc."""
    c, s = math.cos(pose.angle), math.sin(pose.angle)
    return [(pose.x + c * x - s * y, pose.y + s * x + c * y) for x, y in local_corners(shape)]


def outline(shape: Shape, pose: Pose, points: int = 48) -> list[Point]:
    """The shape's edge as a closed polygon for drawing or sampling: its corners, or ``points`` points of a circle."""
    if isinstance(shape, Disc):
        step = math.tau / points
        return [
            (
                pose.x + shape.radius * math.cos(pose.angle + i * step),
                pose.y + shape.radius * math.sin(pose.angle + i * step),
            )
            for i in range(points)
        ]
    return corners(shape, pose)


def area(shape: Shape) -> float:
    """Area in mm²."""
    match shape:
        case Disc(radius):
            return math.pi * radius * radius
        case Rect(length, width):
            return length * width
        case Hexagon(across):
            return across * across * math.sqrt(3) / 2


def reach(shape: Shape) -> float:
    """Radius in mm of the smallest circle about the centre that holds the shape."""
    match shape:
        case Disc(radius):
            return radius
        case Rect(length, width):
            return math.hypot(length, width) / 2
        case Hexagon(across):
            return across / math.sqrt(3)


def covers(shape: Shape, pose: Pose, x: float, y: float) -> bool:
    """Whether the point lies in the shape or on its edge."""
    dx, dy = x - pose.x, y - pose.y
    if isinstance(shape, Disc):
        return dx * dx + dy * dy <= shape.radius * shape.radius
    return polygon_distance(corners(shape, pose), x, y)[0] <= 0.0


def separation(a: Shape, pa: Pose, b: Shape, pb: Pose) -> Separation:
    """Signed distance between two shapes and the direction in which ``b`` leaves ``a``.

    Exact for every pair where they are apart; where they overlap the depth is the length of the shortest
    push that parts them (separating axes for two polygons, signed distance of the centre for a disc).
    """
    if isinstance(a, Disc) and isinstance(b, Disc):
        dx, dy = pb.x - pa.x, pb.y - pa.y
        d = math.hypot(dx, dy)
        nx, ny = (dx / d, dy / d) if d > 0.0 else (1.0, 0.0)
        return Separation(d - a.radius - b.radius, nx, ny)
    if isinstance(b, Disc):
        d, nx, ny = polygon_distance(corners(a, pa), pb.x, pb.y)
        return Separation(d - b.radius, nx, ny)
    if isinstance(a, Disc):
        d, nx, ny = polygon_distance(corners(b, pb), pa.x, pa.y)
        return Separation(d - a.radius, -nx, -ny)
    return _polygons_apart(corners(a, pa), corners(b, pb))


def gap(a: Shape, pa: Pose, b: Shape, pb: Pose) -> float:
    """Distance in mm between the nearest edges, 0 where the shapes touch or overlap."""
    return max(0.0, separation(a, pa, b, pb).distance)


def overlap_depth(a: Shape, pa: Pose, b: Shape, pb: Pose) -> float:
    """Length in mm of the shortest push that parts the shapes, 0 where they do not overlap."""
    return max(0.0, -separation(a, pa, b, pb).distance)


def overlap_area(a: Shape, pa: Pose, b: Shape, pb: Pose) -> float:
    """Area in mm² that the two shapes share."""
    if math.hypot(pb.x - pa.x, pb.y - pa.y) >= reach(a) + reach(b):
        return 0.0
    if isinstance(a, Disc) and isinstance(b, Disc):
        return _lens(a.radius, b.radius, math.hypot(pb.x - pa.x, pb.y - pa.y))
    if isinstance(a, Disc):
        return _disc_polygon(a.radius, pa, corners(b, pb))
    if isinstance(b, Disc):
        return _disc_polygon(b.radius, pb, corners(a, pa))
    return _shoelace(_clip(corners(a, pa), corners(b, pb)))


def contains(outer: Shape, po: Pose, inner: Shape, pi: Pose) -> bool:
    """Whether ``inner`` lies wholly in ``outer``, edges allowed to touch."""
    if isinstance(inner, Disc):
        if isinstance(outer, Disc):
            return math.hypot(pi.x - po.x, pi.y - po.y) + inner.radius <= outer.radius
        return polygon_distance(corners(outer, po), pi.x, pi.y)[0] <= -inner.radius
    return all(covers(outer, po, x, y) for x, y in corners(inner, pi))


def nearest_free_spot(
    shape: Shape,
    pose: Pose,
    obstacles: Sequence[tuple[Shape, Pose]],
    allowed: Callable[[Pose], bool],
    clearance: float = 0.1,
    limit: float = 1200.0,
) -> Pose | None:
    """The allowed spot nearest to ``pose``, measured from the centre, on which the shape covers nothing.

    The angle is kept.  Rings are searched outwards, 1 mm apart and as fine along the ring; the hits of the first
    ring that has any are drawn in towards ``pose`` and the nearest one counts.  The answer is at most about a
    millimetre further out than the best spot that has half a millimetre of room.

    Args:
        shape: What is placed.
        pose: Where it would like to lie.
        obstacles: Shapes that it must not cover.
        allowed: Says whether a pose lies where it may (on the mat, in a set-up area).
        clearance: Least gap to each obstacle, mm.
        limit: Largest distance searched, mm.

    Returns:
        A free pose, or None where there is none within ``limit``.
    """
    sized = [(s, p, reach(s) + reach(shape) + clearance) for s, p in obstacles]

    def free(x: float, y: float) -> bool:
        here = Pose(x, y, pose.angle)
        if not allowed(here):
            return False
        for other, at, far in sized:
            dx, dy = at.x - x, at.y - y
            if dx * dx + dy * dy < far * far and separation(shape, here, other, at).distance < clearance:
                return False
        return True

    if free(pose.x, pose.y):
        return pose
    radius = 1.0
    while radius <= limit:
        best: Pose | None = None
        nearest = radius
        count = 4 * max(6, math.ceil(math.tau * radius / 4))
        for i in range(count):
            c, s = math.cos(math.tau * i / count), math.sin(math.tau * i / count)
            # Once a spot is found, only a clearly nearer one of the same ring counts.
            start = radius if best is None else nearest - 0.01
            if start > radius - 1.0 and free(pose.x + start * c, pose.y + start * s):
                near, nearest = radius - 1.0, start
                while nearest - near > 1e-4:
                    mid = (near + nearest) / 2
                    if free(pose.x + mid * c, pose.y + mid * s):
                        nearest = mid
                    else:
                        near = mid
                best = Pose(pose.x + nearest * c, pose.y + nearest * s, pose.angle)
        if best is not None:
            return best
        radius += 1.0
    return None


def polygon_distance(polygon: Sequence[Point], x: float, y: float) -> tuple[float, float, float]:
    """Signed distance from a convex counter-clockwise polygon to a point, and the outward unit direction."""
    best, bx, by = -math.inf, 1.0, 0.0
    nearest, px, py = math.inf, 0.0, 0.0
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        ex, ey = x1 - x0, y1 - y0
        length = math.hypot(ex, ey)
        nx, ny = ey / length, -ex / length
        d = (x - x0) * nx + (y - y0) * ny
        if d > best:
            best, bx, by = d, nx, ny
        t = min(1.0, max(0.0, ((x - x0) * ex + (y - y0) * ey) / (length * length)))
        qx, qy = x - (x0 + t * ex), y - (y0 + t * ey)
        q = qx * qx + qy * qy
        if q < nearest:
            nearest, px, py = q, qx, qy
        x0, y0 = x1, y1
    if best <= 0.0:
        return best, bx, by
    d = math.sqrt(nearest)
    return (d, px / d, py / d) if d > 0.0 else (0.0, bx, by)


def _polygons_apart(a: Sequence[Point], b: Sequence[Point]) -> Separation:
    depth, nx, ny = -math.inf, 1.0, 0.0
    for first, second, sign in ((a, b, 1.0), (b, a, -1.0)):
        x0, y0 = first[-1]
        for x1, y1 in first:
            ex, ey = x1 - x0, y1 - y0
            length = math.hypot(ex, ey)
            ax, ay = ey / length, -ex / length
            d = min((x - x0) * ax + (y - y0) * ay for x, y in second)
            if d > depth:
                depth, nx, ny = d, sign * ax, sign * ay
            x0, y0 = x1, y1
    if depth <= 0.0:
        return Separation(depth, nx, ny)
    best = math.inf
    for first, second, sign in ((a, b, 1.0), (b, a, -1.0)):
        for x, y in second:
            d, ax, ay = polygon_distance(first, x, y)
            if d < best:
                best, nx, ny = d, sign * ax, sign * ay
    return Separation(best, nx, ny)


def _lens(r: float, s: float, d: float) -> float:
    if d >= r + s:
        return 0.0
    if d <= abs(r - s):
        return math.pi * min(r, s) ** 2
    u = (d * d + r * r - s * s) / (2 * d * r)
    v = (d * d + s * s - r * r) / (2 * d * s)
    k = (-d + r + s) * (d + r - s) * (d - r + s) * (d + r + s)
    u, v = min(1.0, max(-1.0, u)), min(1.0, max(-1.0, v))
    return r * r * math.acos(u) + s * s * math.acos(v) - math.sqrt(max(0.0, k)) / 2


def _disc_polygon(radius: float, pose: Pose, polygon: Sequence[Point]) -> float:
    """Shared area of a disc and a polygon: for each edge the triangle to the centre, cut by the circle."""
    rr = radius * radius

    def wedge(ax: float, ay: float, bx: float, by: float) -> float:
        return rr * math.atan2(ax * by - ay * bx, ax * bx + ay * by) / 2

    total = 0.0
    x0, y0 = polygon[-1][0] - pose.x, polygon[-1][1] - pose.y
    for px, py in polygon:
        x1, y1 = px - pose.x, py - pose.y
        ex, ey = x1 - x0, y1 - y0
        a = ex * ex + ey * ey
        b = x0 * ex + y0 * ey
        disc = b * b - a * (x0 * x0 + y0 * y0 - rr)
        if disc <= 0.0:
            total += wedge(x0, y0, x1, y1)
        else:
            root = math.sqrt(disc)
            t0, t1 = max(0.0, (-b - root) / a), min(1.0, (-b + root) / a)
            if t0 >= t1:
                total += wedge(x0, y0, x1, y1)
            else:
                ax, ay, bx, by = x0 + t0 * ex, y0 + t0 * ey, x0 + t1 * ex, y0 + t1 * ey
                total += (ax * by - ay * bx) / 2
                if t0 > 0.0:
                    total += wedge(x0, y0, ax, ay)
                if t1 < 1.0:
                    total += wedge(bx, by, x1, y1)
        x0, y0 = x1, y1
    return max(0.0, total)


def _clip(subject: Sequence[Point], window: Sequence[Point]) -> list[Point]:
    """Sutherland-Hodgman: the part of one convex polygon that lies in another."""
    out = list(subject)
    x0, y0 = window[-1]
    for x1, y1 in window:
        if not out:
            break
        ex, ey = x1 - x0, y1 - y0
        kept: list[Point] = []
        px, py = out[-1]
        ps = ex * (py - y0) - ey * (px - x0)
        for qx, qy in out:
            qs = ex * (qy - y0) - ey * (qx - x0)
            if (ps < 0.0) != (qs < 0.0):
                t = ps / (ps - qs)
                kept.append((px + t * (qx - px), py + t * (qy - py)))
            if qs >= 0.0:
                kept.append((qx, qy))
            px, py, ps = qx, qy, qs
        out = kept
        x0, y0 = x1, y1
    return out


def _shoelace(polygon: Sequence[Point]) -> float:
    if len(polygon) < 3:
        return 0.0
    total = 0.0
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        total += x0 * y1 - x1 * y0
        x0, y0 = x1, y1
    return max(0.0, total / 2)
