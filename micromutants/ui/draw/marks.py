"""Shape marks: what tells armies and sides apart without colour."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from micromutants.ui import theme
from micromutants.ui.draw.pen import Paint, Pen, Point, regular, smooth, star


def mark(p: Pen, name: str, paint: Paint, hole: Paint) -> None:
    """Draw an army's mark in the unit circle.

    Args:
        p: The pen, its origin at the middle of the mark.
        name: ``star``, ``hexagon``, ``gear``, ``spiral``, ``cross``, ``diamond``, ``triangle`` or anything else for
            a ring.
        paint: Colour of the mark.
        hole: Colour of what is cut out of it.
    """
    match name:
        case "star":
            p.star(0, 0.06, 1.0, paint)
        case "hexagon":
            p.poly(regular(0.95, 6), paint)
            p.poly(regular(0.46, 6), hole)
        case "gear":
            p.poly(_gear(0.96, 0.72, 8), paint)
            p.disc(0, 0, 0.34, hole)
        case "spiral":
            points = []
            for i in range(40):
                t = i / 39
                angle = 1.2 + 10.2 * t
                r = 0.1 + 0.72 * t
                points.append((r * math.cos(angle), r * math.sin(angle)))
            p.taper(points, 0.2, 0.34, paint)
        case "cross":
            p.poly([(-0.3, -0.95), (0.3, -0.95), (0.3, 0.95), (-0.3, 0.95)], paint)
            p.poly([(-0.95, -0.3), (0.95, -0.3), (0.95, 0.3), (-0.95, 0.3)], paint)
        case "diamond":
            p.poly(regular(1.0, 4), paint)
            p.poly(regular(0.42, 4), hole)
        case "triangle":
            p.poly(regular(1.0, 3, -math.pi / 2), paint)
        case _:
            p.ring(0, 0, 0.9, 0.35, paint)


def sticker_edge(name: str) -> list[Point]:
    """Outline of the sticker of an army's round chips, in the unit circle: the army by shape."""
    match name:
        case "hexagon":
            return regular(1.0, 6, math.pi / 6)
        case "gear":
            return _gear(0.98, 0.85, 10)
        case "spiral":
            return smooth(
                [
                    ((1.0 if i % 2 else 0.86) * x, (1.0 if i % 2 else 0.86) * y)
                    for i, (x, y) in enumerate(regular(1, 10, 0.3))
                ],
                6,
            )
        case "cross":
            return regular(1.0, 8, math.pi / 8)
        case "diamond":
            return regular(1.0, 4, math.pi / 4)
        case "triangle":
            return regular(1.0, 5, -math.pi / 2)
        case _:
            return regular(0.96, 64)


RHYTHMS: Mapping[str, tuple[float, ...]] = MappingProxyType(
    {
        "star": (),
        "hexagon": (0.25, 0.25) * 2,
        "gear": (0.5 / 11, 0.5 / 11) * 11,
        "spiral": (0.19, 1 / 3 - 0.19) * 3,
        "cross": (0.1, 0.15) * 4,
        "diamond": (0.5, 0.5),
        "triangle": (0.75, 0.25),
    }
)
"""How the rim of a piece goes round by its army's mark: bare, patterned, bare, ..., as shares of the whole way.

The star has a plain rim.
"""


def rim_pattern(p: Pen, edge: Sequence[Point], mark: str, width: float, paint: Paint) -> None:
    """Draw the pattern of an army's mark along the rim of a piece.

    Args:
        p: The pen.
        edge: The middle of the rim, closed, clockwise from the right.
        mark: The mark, as for :func:`mark`.
        width: Of the rim.
        paint: Colour of the pattern.
    """
    way = [math.dist(a, b) for a, b in zip(edge, [*edge[1:], edge[0]], strict=True)]
    whole = sum(way)
    begin = 0.0
    for number, share in enumerate(RHYTHMS.get(mark, (0.5 / 6, 0.5 / 6) * 6)):
        if number % 2:
            part = _part(edge, way, begin * whole, (begin + share) * whole)
            for a, b in itertools.pairwise(part):
                length = math.dist(a, b) or 1.0
                nx, ny = width / 2 * (b[1] - a[1]) / length, width / 2 * (a[0] - b[0]) / length
                p.poly(
                    [(a[0] - nx, a[1] - ny), (b[0] - nx, b[1] - ny), (b[0] + nx, b[1] + ny), (a[0] + nx, a[1] + ny)],
                    paint,
                )
        begin += share


def _part(edge: Sequence[Point], way: Sequence[float], start: float, end: float) -> list[Point]:
    """The part of a closed line between two distances along it."""
    found: list[Point] = []
    gone = 0.0
    for index, length in enumerate(way):
        a, b = edge[index], edge[(index + 1) % len(edge)]
        low, high = max(start, gone), min(end, gone + length)
        if high > low:
            at = [
                (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in ((d - gone) / length for d in (low, high))
            ]
            found += at if not found else at[1:]
        gone += length
    return found


def burst(radius: float, inner: float, points: int) -> list[Point]:
    """The starburst of a special side."""
    return star(0, 0, radius, points, inner / radius)


def special_badge(p: Pen) -> None:
    """The golden star of a special side, in the unit circle."""
    p.star(0, 0.05, 1.0, theme.BLACK, 5, 0.5)
    p.star(0, 0.05, 0.78, theme.GOLD, 5, 0.48)


def _gear(outer: float, inner: float, teeth: int) -> list[Point]:
    found = []
    for i in range(teeth):
        for share, r in ((-0.26, outer), (0.26, outer), (0.36, inner), (0.64, inner)):
            angle = math.tau * (i + share) / teeth - math.pi / 2
            found.append((r * math.cos(angle), r * math.sin(angle)))
    return found
