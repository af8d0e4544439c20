"""Smooth lines and shapes in the pixels of a surface."""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Iterator, Sequence

import pygame

from micromutants.ui.draw.pen import Inks, Pen, Point, canvas, settle
from micromutants.ui.kept import kept

Paint = tuple[int, int, int, int]


def outlined(surface: pygame.Surface, points: Sequence[Point], width: float, paint: Paint) -> None:
    """A smooth closed line; small ones are kept, since most surround pieces at rest."""
    left, top = math.floor(min(x for x, _ in points)), math.floor(min(y for _, y in points))
    reach = max(max(x for x, _ in points) - left, max(y for _, y in points) - top)
    if reach > 200:
        stroke(surface, [*points, points[0], points[1]], width, paint)
        return
    edge = tuple((round((x - left) * 8), round((y - top) * 8)) for x, y in points)
    pad = math.ceil(width) + 2
    sprite = _kept(edge, round(width * 8), paint, pad, math.ceil(reach) + 2 * pad)
    surface.blit(sprite, (left - pad, top - pad), special_flags=pygame.BLEND_PREMULTIPLIED)


@kept(128)
def _kept(edge: tuple[tuple[int, int], ...], width8: int, paint: Paint, pad: int, size: int) -> pygame.Surface:
    """A closed line given in eighths of a pixel, on a square of its own."""
    layer = canvas(3 * size, 3 * size)
    pen = Pen(layer, 3 * pad, 3 * pad, 3, Inks((0, 0, 0), (0, 0, 0), (0, 0, 0)))
    points = [(x / 8, y / 8) for x, y in edge]
    pen.line([*points, points[0]], width8 / 8, paint)
    return settle(layer, size, size)


def stroke(surface: pygame.Surface, points: Sequence[Point], width: float, paint: Paint) -> None:
    """A smooth polyline with round joints, in surface pixels."""
    strokes(surface, points, [width] * len(points), [paint] * len(points))


def strokes(
    surface: pygame.Surface,
    points: Sequence[Point],
    widths: Sequence[float],
    paints: Sequence[Paint],
) -> None:
    """A smooth polyline whose width and colour change from point to point."""
    with drawing(surface, points, max(widths) + 2) as pen:
        if pen is not None:
            tapered(pen, points, widths, paints)


def tapered(pen: Pen, points: Sequence[Point], widths: Sequence[float], paints: Sequence[Paint]) -> None:
    """A polyline whose width and colour change from point to point, by a pen of :func:`drawing`."""
    for i in range(len(points) - 1):
        pen.taper([points[i], points[i + 1]], widths[i], widths[i + 1], paints[i])


@contextlib.contextmanager
def drawing(surface: pygame.Surface, points: Sequence[Point], pad: float) -> Iterator[Pen | None]:
    """A pen in pixels of the surface for whatever lies about some points; what it draws is smooth.

    Args:
        surface: What is drawn on in the end.
        points: Corners of what is going to be drawn.
        pad: Room around them, px.

    Yields:
        The pen; None where nothing of it would be seen.
    """
    left, top = min(x for x, _ in points) - pad, min(y for _, y in points) - pad
    right, bottom = max(x for x, _ in points) + pad, max(y for _, y in points) + pad
    box = pygame.Rect(math.floor(left), math.floor(top), math.ceil(right - left), math.ceil(bottom - top))
    box = box.clip(surface.get_clip())
    if box.width <= 0 or box.height <= 0:
        yield None
        return
    big = 3 if box.width * box.height < 40_000 else 2
    layer = canvas(box.width * big, box.height * big)
    yield Pen(layer, -box.left * big, -box.top * big, big, Inks((0, 0, 0), (0, 0, 0), (0, 0, 0)))
    surface.blit(settle(layer, *box.size), box, special_flags=pygame.BLEND_PREMULTIPLIED)


def along(
    surface: pygame.Surface, points: Sequence[Point], gap: float, dots: Sequence[tuple[float, Sequence[Paint]]]
) -> None:
    """Dots along a line, ``gap`` px from each other; those that would not be seen cost nothing.

    Args:
        surface: What is drawn on.
        points: The line.
        gap: From one dot to the next, px.
        dots: Radius and paints of what makes each dot, the lowest first; paints follow each other along the line.
    """
    room = 2 * math.ceil(max(r for r, _ in dots) + 2)
    box = surface.get_clip().inflate(room, room)
    places: list[tuple[int, Point]] = []
    walked, count = 0.0, 0
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        step = math.hypot(bx - ax, by - ay)
        if step > 0.0:
            enters, leaves = _within(box, ax, ay, bx, by)
            end = math.floor((walked + step) / gap) + 1
            last = min(end, math.floor((walked + leaves * step) / gap) + 1)
            for number in range(max(count, math.ceil((walked + enters * step) / gap)), last):
                t = (number * gap - walked) / step
                places.append((number, (ax + (bx - ax) * t, ay + (by - ay) * t)))
            walked, count = walked + step, max(count, end)
    for r, paints in dots:
        half = math.ceil(r + 1)
        sprites = [_spot(round(r * 4), half, paint) for paint in paints]
        many = len(sprites) / max(1, count)
        surface.fblits(
            [(sprites[int(number * many)], (round(x) - half, round(y) - half)) for number, (x, y) in places],
            pygame.BLEND_PREMULTIPLIED,
        )


def _within(box: pygame.Rect, ax: float, ay: float, bx: float, by: float) -> tuple[float, float]:
    """From where to where a straight line lies in a box, in shares of its way (Liang and Barsky, 1984)."""
    enters, leaves = 0.0, 1.0
    for a, b, low, high in ((ax, bx, box.left, box.right), (ay, by, box.top, box.bottom)):
        if a == b:
            if not low <= a <= high:
                return 1.0, 0.0
            continue
        first, second = (low - a) / (b - a), (high - a) / (b - a)
        enters, leaves = max(enters, min(first, second)), min(leaves, max(first, second))
    return enters, leaves


@kept(64)
def _spot(r4: int, half: int, paint: Paint) -> pygame.Surface:
    """A smooth dot, its radius in quarters of a pixel."""
    layer = canvas(8 * half, 8 * half)
    pygame.draw.circle(layer, paint, (4 * half, 4 * half), r4)
    return settle(layer, 2 * half, 2 * half)


def dot(surface: pygame.Surface, at: Point, r: float, paint: Paint) -> None:
    """A smooth filled circle."""
    stroke(surface, [at, (at[0] + 0.01, at[1])], 2 * r, paint)
