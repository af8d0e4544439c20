"""Emblems of the Flyborgs."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

from micromutants.ui.draw.emblems.anatomy import antennae, sweep
from micromutants.ui.draw.pen import Pen


def _wing(p: Pen, x: float, y: float, length: float, width: float, degrees: float) -> None:
    k = p.inks
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    mx, my = x + c * length / 2, y + s * length / 2
    p.oval(mx, my, length / 2, width / 2, k.ink, degrees)
    p.oval(mx, my, length / 2 - 0.08, width / 2 - 0.08, k.paper, degrees)
    p.line([(x + c * 0.1, y + s * 0.1), (x + c * length * 0.75, y + s * length * 0.75)], 0.05, k.ink)


def _drone(p: Pen) -> None:
    k = p.inks
    p.both(lambda s: _wing(p, s * 0.1, -0.22, 0.95, 0.46, 90 - s * 118))
    p.both(lambda s: _wing(p, s * 0.1, -0.05, 0.8, 0.36, 90 - s * 72))
    antennae(p, 0.12, -0.66, 0.22, 0.28, 0.08)
    p.poly([(-0.1, 0.8), (0.1, 0.8), (0, 1.04)], k.ink)
    p.oval(0, 0.36, 0.4, 0.55, k.ink)
    for y, w in ((0.16, 0.29), (0.42, 0.31), (0.66, 0.21)):
        p.line([(-w + 0.06, y), (w - 0.06, y)], 0.13, k.accent)
    p.disc(0, -0.26, 0.26, k.ink)
    p.disc(0, -0.58, 0.27, k.ink)
    p.both(lambda s: p.oval(s * 0.16, -0.6, 0.09, 0.15, k.hot, s * 20))


def _poisoner(p: Pen) -> None:
    k = p.inks
    p.both(lambda s: _wing(p, s * 0.3, 0.05, 0.72, 0.4, 90 - s * 108))
    p.both(lambda s: _wing(p, s * 0.3, 0.3, 0.6, 0.34, 90 - s * 68))
    drop = [
        (0, -1.0),
        (0.24, -0.5),
        (0.56, 0.0),
        (0.6, 0.45),
        (0.34, 0.82),
        (0, 0.93),
        (-0.34, 0.82),
        (-0.6, 0.45),
        (-0.56, 0),
        (-0.24, -0.5),
    ]
    p.blob(drop, k.ink)
    p.blob([(x * 0.78, y * 0.8 + 0.08) for x, y in drop], k.accent)
    p.both(lambda s: p.oval(s * 0.22, 0.22, 0.16, 0.21, k.ink, s * -12))
    p.both(lambda s: p.disc(s * 0.2, 0.24, 0.07, k.hot))
    for x in (-0.2, 0.0, 0.2):
        p.line([(x, 0.55), (x, 0.72)], 0.09, k.ink)


def _repulsor(p: Pen) -> None:
    k = p.inks
    for turn in (0, 90, 180, 270):
        p.arc(0, 0, 0.7, turn - 27, turn + 27, 0.12, k.ink)
        p.arc(0, 0, 0.93, turn - 21, turn + 21, 0.12, k.ink)
    for turn in (45, 135, 225, 315):
        q = p.at(0, 0, 1.0, math.radians(turn))
        q.poly([(0.98, 0), (0.66, -0.2), (0.66, 0.2)], k.hot)
    p.disc(0, 0, 0.48, k.ink)
    p.both(lambda s: p.oval(s * 0.19, -0.06, 0.17, 0.26, k.accent, s * 18))
    p.both(lambda s: p.disc(s * 0.2, -0.04, 0.07, k.ink))
    p.line([(-0.1, 0.33), (0.1, 0.33)], 0.08, k.paper)


def _warper(p: Pen) -> None:
    k = p.inks
    for arm in range(3):
        points = []
        for i in range(26):
            t = i / 25
            angle = math.tau * arm / 3 + 3.6 * t - 0.5
            r = 0.26 + 0.7 * t
            points.append((r * math.cos(angle), r * math.sin(angle)))
        p.taper(points, 0.42, 0.1, k.ink)
        p.taper(points[:-6], 0.2, 0.04, k.accent)
    p.disc(0, 0, 0.36, k.ink)
    p.disc(0, 0, 0.24, k.paper)
    p.oval(0, 0, 0.09, 0.2, k.hot)


def _centurion(p: Pen) -> None:
    k = p.inks
    p.both(lambda s: _wing(p, s * 0.35, 0.1, 1.42, 0.56, 90 - s * 104))
    p.both(lambda s: _wing(p, s * 0.35, 0.32, 1.15, 0.44, 90 - s * 72))
    p.poly([(0.86 * math.cos(a), -0.02 - 0.94 * math.sin(a)) for a in sweep(200, -20)], k.ink)
    p.poly([(0.74 * math.cos(a), -0.08 - 0.76 * math.sin(a)) for a in sweep(196, -16)], k.hot)
    for deg in (40, 65, 90, 115, 140):
        c, s = math.cos(math.radians(deg)), math.sin(math.radians(deg))
        p.line([(0.55 * c, -0.08 - 0.55 * s), (0.74 * c, -0.08 - 0.76 * s)], 0.05, k.ink)
    p.blob(
        [(-0.54, -0.2), (0, -0.62), (0.54, -0.2), (0.56, 0.4), (0.36, 0.88), (0, 0.7), (-0.36, 0.88), (-0.56, 0.4)],
        k.ink,
    )
    p.blob([(-0.4, -0.15), (0, -0.46), (0.4, -0.15), (0.42, 0.02), (-0.42, 0.02)], k.accent)
    p.both(lambda s: p.oval(s * 0.25, 0.22, 0.2, 0.12, k.paper, s * -14))
    p.both(lambda s: p.disc(s * 0.23, 0.22, 0.07, k.hot))
    p.line([(0, 0.1), (0, 0.6)], 0.11, k.accent)


EMBLEMS: Mapping[str, Callable[[Pen], None]] = MappingProxyType(
    {
        "drone": _drone,
        "poisoner": _poisoner,
        "repulsor": _repulsor,
        "warper": _warper,
        "centurion": _centurion,
    }
)
"""By breed or projectile id."""
