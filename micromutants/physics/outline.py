"""Outlines of polygonal cores, in plan and in the piece's own axes: drawn in, distances to them, points on them."""

from __future__ import annotations

import math

Polygon = tuple[tuple[float, float], ...]
"""Corners in mm, counter-clockwise."""

Side = tuple[float, float, float, float, float]
"""A side: its end (x, y), the way along it to there (x, y), both in mm, and the square of its length, mm²."""

_SQRT3 = math.sqrt(3.0)


def inset(polygon: Polygon, r: float) -> Polygon:
    """A convex polygon about the origin with every side drawn in by ``r`` mm."""
    sides = []
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        ex, ey = x1 - x0, y1 - y0
        length = math.hypot(ex, ey)
        nx, ny = ey / length, -ex / length
        sides.append((nx, ny, nx * x0 + ny * y0 - r))
        x0, y0 = x1, y1
    corners = []
    for k, (nx, ny, c) in enumerate(sides):
        mx, my, d = sides[(k + 1) % len(sides)]
        det = nx * my - ny * mx
        corners.append(((c * my - d * ny) / det, (nx * d - mx * c) / det))
    return tuple(corners)


def hexagon_distance(apothem: float, x: float, y: float) -> tuple[float, float, float]:
    """Signed distance of a regular hexagon with a corner on the x axis to a point, and the unit vector away from it.

    Args:
        apothem: From its middle to a side, mm.
        x: Of the point, in the first quadrant, mm.
        y: mm.
    """
    half = apothem / _SQRT3
    slant = 0.5 * (_SQRT3 * x + y) - apothem
    if y - apothem > slant:
        # The level side; its corner where the point lies beyond it.
        if x <= half or y <= apothem:
            return y - apothem, 0.0, 1.0
        cx, cy = half, apothem
    else:
        along = 0.5 * (_SQRT3 * y - x)
        if slant <= 0.0 or -half <= along <= half:
            return slant, 0.5 * _SQRT3, 0.5
        cx, cy = (half, apothem) if along > half else (2.0 * half, 0.0)
    dx, dy = x - cx, y - cy
    d = math.sqrt(dx * dx + dy * dy)
    return d, dx / d, dy / d


def sides_of(polygon: Polygon) -> tuple[Side, ...]:
    """The sides of a polygon, in the order of its corners, the one that ends at the first corner first."""
    starts = (polygon[-1], *polygon)
    ways = [(x1, y1, x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in zip(starts, polygon, strict=False)]
    return tuple((x, y, ex, ey, ex * ex + ey * ey) for x, y, ex, ey in ways)


def edge_points(sides: tuple[Side, ...], ox: float, oy: float, far: float) -> list[tuple[float, float]]:
    """Ends and middles of the sides, and on each side the point nearest to (ox, oy); none further off than √``far``.

    The nearest point is left out where the end or the middle of its side is all but the same.

    Args:
        sides: From :func:`sides_of`.
        ox: mm.
        oy: mm.
        far: Square of the distance, mm².
    """
    points = []
    for x, y, ex, ey, square in sides:
        fx, fy = x - ox, y - oy
        if fx * fx + fy * fy < far:
            points.append((x, y))
        # How far back from the side's end, as a share of it, the nearest point is.
        back = (fx * ex + fy * ey) / square
        gx, gy = fx - 0.5 * ex, fy - 0.5 * ey
        if gx * gx + gy * gy < far:
            points.append((x - 0.5 * ex, y - 0.5 * ey))
        if 0.02 < back < 0.98 and not 0.48 < back < 0.52:
            gx, gy = fx - back * ex, fy - back * ey
            if gx * gx + gy * gy < far:
                points.append((x - back * ex, y - back * ey))
    return points
