"""Counters, tokens and terrain templates: what is punched out of board and belongs to no army's chips.

Each picture fills the unit circle of its pen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

from micromutants.ui import theme
from micromutants.ui.draw.marks import mark
from micromutants.ui.draw.pen import GOLDEN_ANGLE, Paint, Pen, Point, smooth, star

COMMON: Mapping[str, str] = MappingProxyType(
    {
        "resource": "resource",
        "meteor": "token",
        "warp-entrance": "token",
        "acid-pit": "template",
        "gravity-manipulator": "template",
        "warp-gate": "template",
    }
)
"""Kinds of the pieces that belong to no army, by what their ids begin with."""

_BOARD: Paint = (70, 58, 46)


def cardboard(p: Pen, name: str, army: str) -> None:
    """Draw a counter, token or template in the unit circle."""
    if name == "resource":
        _resource(p, army)
    else:
        _PICTURES.get(name, _acid_pit)(p)


def _resource(p: Pen, army: str) -> None:
    """A gem in the colour of the army, with its mark."""
    style = theme.army_style(army)
    p.disc(0, 0, 1.0, theme.mix(style.colour, theme.BLACK, 0.6))
    p.disc(0, 0, 0.94, (236, 226, 204))
    p.ring(0, 0, 0.94, 0.1, style.colour)
    gem: list[Point] = [(-0.62, -0.2), (-0.34, -0.6), (0.34, -0.6), (0.62, -0.2), (0.0, 0.7)]
    p.poly([(x * 1.1, y * 1.1) for x, y in gem], theme.mix(style.deep, theme.BLACK, 0.2))
    p.poly(gem, style.colour)
    p.poly([(-0.62, -0.2), (-0.34, -0.6), (-0.2, -0.2)], theme.mix(style.colour, theme.WHITE, 0.35))
    p.poly([(-0.34, -0.6), (0.34, -0.6), (0.2, -0.2), (-0.2, -0.2)], theme.mix(style.colour, theme.WHITE, 0.6))
    p.poly([(0.34, -0.6), (0.62, -0.2), (0.2, -0.2)], theme.mix(style.colour, theme.WHITE, 0.2))
    p.poly([(0.2, -0.2), (0.62, -0.2), (0.0, 0.7)], theme.mix(style.colour, theme.BLACK, 0.25))
    p.disc(0, 0.08, 0.25, theme.mix(style.deep, theme.BLACK, 0.2))
    mark(p.at(0, 0.08, 0.19), style.mark, style.tint, style.deep)


def _meteor(p: Pen) -> None:
    """A glowing rock."""
    p.disc(0, 0, 1.0, (52, 22, 12))
    p.disc(0, 0, 0.93, (150, 52, 18))
    p.poly(star(0, 0, 0.93, 13, 0.8), (228, 92, 30))
    p.poly(star(0, 0, 0.82, 13, 0.82, 0.2), theme.GOLD)
    rock = smooth(
        [
            ((0.6 + 0.08 * math.sin(2.7 * i)) * math.cos(a), (0.6 + 0.08 * math.cos(1.9 * i)) * math.sin(a))
            for i, a in enumerate(math.tau * k / 9 for k in range(9))
        ],
        6,
    )
    p.poly(rock, (58, 48, 44))
    p.poly([(x * 0.82 - 0.05, y * 0.82 - 0.06) for x, y in rock], (96, 82, 74))
    for x, y, r in ((-0.2, -0.2, 0.16), (0.2, 0.12, 0.2), (-0.14, 0.26, 0.11), (0.24, -0.26, 0.1)):
        p.disc(x, y, r, (52, 43, 39))
        p.disc(x + 0.03, y + 0.03, r * 0.72, (74, 62, 56))


def _entrance(p: Pen) -> None:
    """A small hole in space."""
    p.disc(0, 0, 1.0, (22, 16, 46))
    p.disc(0, 0, 0.93, (70, 60, 150))
    _swirl(p.at(0, 0, 0.88), 3)
    p.disc(0, 0, 0.24, (12, 8, 26))


def _swirl(p: Pen, arms: int) -> None:
    """Bright arms that wind into a dark middle."""
    p.disc(0, 0, 1.0, (34, 26, 84))
    for ring, paint in ((0.8, (52, 42, 120)), (0.58, (78, 66, 160))):
        p.disc(0, 0, ring, paint)
    for arm in range(arms):
        turn = math.tau * arm / arms
        points = []
        for i in range(28):
            t = i / 27
            a = turn + 3.6 * t
            points.append(((0.95 - 0.85 * t) * math.cos(a), (0.95 - 0.85 * t) * math.sin(a)))
        p.taper(points, 0.17, 0.05, (150, 170, 255))
        p.taper(points[4:], 0.07, 0.03, (236, 240, 255))


# --- templates ------------------------------------------------------------------------------------------------


def _plate(p: Pen, rim: theme.Colour) -> None:
    p.disc(0, 0, 1.0, _BOARD)
    p.disc(0, 0, 0.985, theme.mix(rim, theme.BLACK, 0.35))
    p.disc(0, 0, 0.955, rim)
    p.disc(0, 0, 0.9, theme.mix(rim, theme.BLACK, 0.55))


def _acid_pit(p: Pen) -> None:
    """A pool that bubbles in a ring of rocks."""
    _plate(p, (150, 156, 62))
    for i in range(17):
        a = math.tau * i / 17
        r = 0.13 + 0.025 * math.sin(2.3 * i)
        x, y = 0.8 * math.cos(a), 0.8 * math.sin(a)
        p.disc(x + 0.015, y + 0.03, r, (26, 22, 16))
        p.disc(x, y, r, (104, 94, 78))
        p.disc(x - 0.03, y - 0.035, r * 0.62, (138, 126, 104))
    edge = [
        ((0.7 + 0.035 * math.sin(3.1 * i)) * math.cos(a), (0.7 + 0.035 * math.cos(2.3 * i)) * math.sin(a))
        for i, a in enumerate(math.tau * k / 14 for k in range(14))
    ]
    p.poly(smooth(edge, 6), (44, 52, 12))
    p.poly(smooth([(x * 0.95, y * 0.95) for x, y in edge], 6), (132, 168, 20))
    p.poly(smooth([(x * 0.74 + 0.04, y * 0.7 - 0.03) for x, y in edge], 6), (166, 204, 34))
    p.poly(smooth([(x * 0.42 + 0.08, y * 0.38 - 0.05) for x, y in edge], 6), (200, 230, 74))
    for i in range(11):
        far, a = 0.12 + 0.46 * ((i * 0.618) % 1.0), GOLDEN_ANGLE * i
        r = 0.045 + 0.035 * ((i * 0.37) % 1.0)
        x, y = far * math.cos(a), far * math.sin(a)
        p.disc(x, y, r, (62, 82, 8))
        p.disc(x, y, r * 0.8, (214, 240, 110))
        p.disc(x - r * 0.25, y - r * 0.28, r * 0.3, (252, 255, 220))


def _gravity(p: Pen) -> None:
    """A machine of coils about a core, four meteors over its arms."""
    _plate(p, (168, 104, 74))
    for r, paint in ((0.82, (62, 50, 58)), (0.78, (86, 70, 78)), (0.62, (48, 38, 46)), (0.585, (104, 84, 92))):
        p.disc(0, 0, r, paint)
    for i in range(24):
        a = math.tau * i / 24
        p.line([(0.63 * math.cos(a), 0.63 * math.sin(a)), (0.77 * math.cos(a), 0.77 * math.sin(a))], 0.03, (32, 25, 30))
    for r in (0.5, 0.4, 0.3):
        p.ring(0, 0, r, 0.035, (232, 170, 110))
    for i in range(4):
        a = math.pi / 4 + math.pi / 2 * i
        p.line([(0.16 * math.cos(a), 0.16 * math.sin(a)), (0.6 * math.cos(a), 0.6 * math.sin(a))], 0.1, (40, 32, 38))
        p.line(
            [(0.16 * math.cos(a), 0.16 * math.sin(a)), (0.6 * math.cos(a), 0.6 * math.sin(a))], 0.055, (190, 176, 168)
        )
        _meteor(p.at(0.68 * math.cos(a), 0.68 * math.sin(a), 0.17, i))
    p.disc(0, 0, 0.22, (30, 22, 30))
    p.disc(0, 0, 0.18, (255, 160, 70))
    p.disc(0, 0, 0.11, (255, 226, 160))


def _warp_gate(p: Pen) -> None:
    """A great whirl in a ring of stones."""
    _plate(p, (104, 112, 190))
    for i in range(12):
        a = math.tau * i / 12
        q = p.at(0.79 * math.cos(a), 0.79 * math.sin(a), 0.15, a)
        q.poly([(-0.7, -0.95), (0.7, -0.8), (0.7, 0.8), (-0.7, 0.95)], (36, 34, 60))
        q.poly([(-0.55, -0.8), (0.55, -0.65), (0.55, 0.65), (-0.55, 0.8)], (128, 134, 196))
        q.line([(0.0, -0.35), (0.0, 0.35)], 0.22, (206, 220, 255))
    _swirl(p.at(0, 0, 0.66), 5)
    p.disc(0, 0, 0.15, (12, 8, 26))


_PICTURES: Mapping[str, Callable[[Pen], None]] = MappingProxyType(
    {
        "meteor": _meteor,
        "warp-entrance": _entrance,
        "acid-pit": _acid_pit,
        "gravity-manipulator": _gravity,
        "warp-gate": _warp_gate,
    }
)
