"""A pen for small pictures: shapes in unit coordinates, drawn large and scaled down so that edges are smooth."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import pygame

from micromutants.ui.theme import Colour

Point = tuple[float, float]
Paint = Colour | tuple[int, int, int, int]

GOLDEN_ANGLE = 2.399963
"""Turns of so many rad spread things evenly without any chance."""


def canvas(width: int, height: int) -> pygame.Surface:
    """An empty transparent surface; it needs no display."""
    return pygame.Surface((max(1, width), max(1, height)), pygame.SRCALPHA, 32)


def settle(drawn: pygame.Surface, width: int, height: int) -> pygame.Surface:
    """A large drawing brought down to ``width`` by ``height`` px, its colours multiplied by its alpha.

    Blit what it returns with ``pygame.BLEND_PREMULTIPLIED``: only so do soft edges keep their colour.
    """
    return pygame.transform.smoothscale(drawn.premul_alpha(), (max(1, width), max(1, height)))


@dataclass(frozen=True, slots=True)
class Inks:
    """The colours of a small picture.

    Attributes:
        ink: Bodies and lines.
        paper: What it stands on; also cut-outs.
        accent: The army's colour.
        hot: Fire, venom, everything that hurts.
    """

    ink: Paint
    paper: Paint
    accent: Paint
    hot: Paint = (228, 92, 30)


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws shapes given in units: the origin is ``(ox, oy)``, x goes right, y goes down, 1 is ``unit`` pixels.

    Attributes:
        surface: What is drawn on.
        ox: Pixel of the origin.
        oy: Pixel of the origin.
        unit: Pixels per unit.
        inks: Colours.
        turn: rad by which everything is turned, clockwise on the screen.
    """

    surface: pygame.Surface
    ox: float
    oy: float
    unit: float
    inks: Inks
    turn: float = 0.0
    _cs: tuple[float, float] = field(init=False, default=(1.0, 0.0))

    def __post_init__(self) -> None:
        object.__setattr__(self, "_cs", (math.cos(self.turn), math.sin(self.turn)))

    def at(self, x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> Pen:
        """A pen with its origin at ``(x, y)``, its unit ``scale`` times this one's, turned by ``turn`` rad."""
        ox, oy = self.px(x, y)
        return Pen(self.surface, ox, oy, self.unit * scale, self.inks, self.turn + turn)

    def with_inks(self, inks: Inks) -> Pen:
        """The same pen with other colours."""
        return Pen(self.surface, self.ox, self.oy, self.unit, inks, self.turn)

    def px(self, x: float, y: float) -> Point:
        """The pixel of a point."""
        c, s = self._cs
        return self.ox + (c * x - s * y) * self.unit, self.oy + (s * x + c * y) * self.unit

    def disc(self, x: float, y: float, r: float, paint: Paint) -> None:
        """A filled circle."""
        pygame.draw.circle(self.surface, paint, self.px(x, y), max(1.0, r * self.unit))

    def ring(self, x: float, y: float, r: float, width: float, paint: Paint) -> None:
        """A circle of outer radius ``r``."""
        px = max(1, round(width * self.unit))
        pygame.draw.circle(self.surface, paint, self.px(x, y), max(1.0, r * self.unit), px)

    def poly(self, points: Iterable[Point], paint: Paint) -> None:
        """A filled polygon."""
        pygame.draw.polygon(self.surface, paint, [self.px(x, y) for x, y in points])

    def oval(self, x: float, y: float, rx: float, ry: float, paint: Paint, degrees: float = 0.0) -> None:
        """A filled ellipse."""
        self.poly(ellipse(x, y, rx, ry, degrees), paint)

    def blob(self, points: Sequence[Point], paint: Paint) -> None:
        """A filled smooth closed curve through the points."""
        self.poly(smooth(points), paint)

    def line(self, points: Sequence[Point], width: float, paint: Paint) -> None:
        """A line with round ends and joints."""
        self.taper(points, width, width, paint)

    def taper(self, points: Sequence[Point], start: float, end: float, paint: Paint) -> None:
        """A line that goes from one width to another, with round ends and joints."""
        count = max(1, len(points) - 1)
        pixels = [self.px(x, y) for x, y in points]
        radii = [max(0.5, (start + (end - start) * i / count) * self.unit / 2) for i in range(len(points))]
        for (ax, ay), (bx, by), ra, rb in zip(pixels, pixels[1:], radii, radii[1:], strict=False):
            dx, dy = bx - ax, by - ay
            d = math.hypot(dx, dy)
            if d < 1e-9:
                continue
            nx, ny = -dy / d, dx / d
            side = (ax + nx * ra, ay + ny * ra), (bx + nx * rb, by + ny * rb)
            back = (bx - nx * rb, by - ny * rb), (ax - nx * ra, ay - ny * ra)
            pygame.draw.polygon(self.surface, paint, [*side, *back])
        for point, r in zip(pixels, radii, strict=True):
            pygame.draw.circle(self.surface, paint, point, r)

    def curve(self, a: Point, bend: Point, b: Point, start: float, end: float, paint: Paint) -> None:
        """A tapering curve from ``a`` to ``b``, drawn towards ``bend``."""
        self.taper(bezier(a, bend, b), start, end, paint)

    def arc(self, x: float, y: float, r: float, start: float, end: float, width: float, paint: Paint) -> None:
        """Part of a circle from ``start`` to ``end`` degrees, clockwise on the screen from +x."""
        steps = max(6, round(abs(end - start) / 6))
        angles = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
        self.line([(x + r * math.cos(a), y + r * math.sin(a)) for a in angles], width, paint)

    def star(self, x: float, y: float, r: float, paint: Paint, points: int = 5, inner: float = 0.42) -> None:
        """A star with one point up."""
        self.poly(star(x, y, r, points, inner), paint)

    def both(self, half: Callable[[float], None]) -> None:
        """Draw something on both sides: ``half`` gets −1 for the left and 1 for the right."""
        half(-1.0)
        half(1.0)


def ellipse(x: float, y: float, rx: float, ry: float, degrees: float) -> list[Point]:
    """An ellipse as a polygon, its first half axis turned by ``degrees``."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    found = []
    for i in range(48):
        u, v = rx * math.cos(math.tau * i / 48), ry * math.sin(math.tau * i / 48)
        found.append((x + c * u - s * v, y + s * u + c * v))
    return found


def star(x: float, y: float, r: float, points: int = 5, inner: float = 0.42, turn: float = 0.0) -> list[Point]:
    """A star as a polygon, one point up where ``turn`` is 0."""
    found = []
    for i in range(2 * points):
        angle = -math.pi / 2 + turn + math.pi * i / points
        length = r if i % 2 == 0 else r * inner
        found.append((x + length * math.cos(angle), y + length * math.sin(angle)))
    return found


def regular(r: float, sides: int, turn: float = 0.0) -> list[Point]:
    """A regular polygon about the origin, the first corner at ``turn`` rad."""
    return [
        (r * math.cos(turn + math.tau * i / sides), r * math.sin(turn + math.tau * i / sides)) for i in range(sides)
    ]


def bezier(a: Point, bend: Point, b: Point) -> list[Point]:
    """A quadratic curve as a polyline."""
    found = []
    for i in range(15):
        t = i / 14
        u, v, w = (1 - t) ** 2, 2 * t * (1 - t), t * t
        found.append((u * a[0] + v * bend[0] + w * b[0], u * a[1] + v * bend[1] + w * b[1]))
    return found


def smooth(points: Sequence[Point], steps: int = 8) -> list[Point]:
    """A closed Catmull-Rom curve through the points, as a polygon."""
    n = len(points)
    found = []
    for i in range(n):
        p0, p1, p2, p3 = points[i - 1], points[i], points[(i + 1) % n], points[(i + 2) % n]
        for k in range(steps):
            t = k / steps
            t2, t3 = t * t, t * t * t
            x, y = (
                0.5 * (2 * p1[j] + (p2[j] - p0[j]) * t + (2 * p0[j] - 5 * p1[j] + 4 * p2[j] - p3[j]) * t2)
                + 0.5 * (3 * p1[j] - p0[j] - 3 * p2[j] + p3[j]) * t3
                for j in (0, 1)
            )
            found.append((x, y))
    return found
