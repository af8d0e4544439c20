"""Emblems of the Chitinians."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

from micromutants.ui.draw.emblems.anatomy import ACID, legs
from micromutants.ui.draw.pen import Pen


def _warrior(p: Pen) -> None:
    k = p.inks

    def claw(s: float) -> None:
        p.curve((s * 0.2, 0.62), (s * 0.95, 0.7), (s * 0.86, -0.1), 0.24, 0.2, k.ink)
        p.poly([(s * 0.98, -0.1), (s * 0.94, -0.98), (s * 0.3, -0.46), (s * 0.56, -0.44), (s * 0.7, -0.08)], k.ink)
        p.poly([(s * 0.86, -0.2), (s * 0.86, -0.72), (s * 0.62, -0.48), (s * 0.76, -0.28)], k.accent)

    p.both(claw)
    p.both(lambda s: p.curve((s * 0.12, -0.2), (s * 0.2, -0.7), (s * 0.05, -0.95), 0.08, 0.05, k.ink))
    p.poly([(-0.2, 0.2), (0.2, 0.2), (0.3, 0.98), (-0.3, 0.98)], k.ink)
    p.blob([(-0.5, -0.22), (0, -0.3), (0.5, -0.22), (0.3, 0.2), (0, 0.52), (-0.3, 0.2)], k.ink)
    p.both(lambda s: p.oval(s * 0.3, -0.1, 0.18, 0.12, k.hot, s * -25))
    p.both(lambda s: p.disc(s * 0.3, -0.1, 0.06, k.ink))
    p.line([(0, 0.68), (0, 0.88)], 0.12, k.accent)


def _larva(p: Pen) -> None:
    k = p.inks
    spots = []
    for i in range(8):
        angle = math.radians(-58 - 36 * i)
        r = 0.6
        spots.append((r * math.cos(angle), r * math.sin(angle), 0.37 - 0.027 * i))
    for x, y, r in reversed(spots):
        p.disc(x, y, r + 0.03, k.ink)
    for x, y, r in reversed(spots[1:]):
        p.disc(x, y, r - 0.08, k.accent)
    for x, y, r in spots[1:-1]:
        p.disc(x * 0.9, y * 0.9, r * 0.24, k.ink)
    x, y, r = spots[0]
    p.disc(x, y, r + 0.07, k.ink)
    p.both(lambda s: p.disc(x + 0.05 + s * 0.15, y + 0.02, 0.12, k.paper))
    p.both(lambda s: p.disc(x + 0.07 + s * 0.15, y + 0.04, 0.055, k.ink))
    p.both(
        lambda s: p.curve(
            (x + 0.1, y + 0.25), (x + 0.1 + s * 0.3, y + 0.4), (x + 0.1 + s * 0.06, y + 0.52), 0.1, 0.05, k.ink
        )
    )


def _exterminator(p: Pen) -> None:
    k = p.inks
    legs(p, ((0.2, 0.86, -0.08), (0.4, 0.95, 0.4), (0.6, 0.78, 0.95)), 0.12)

    def jaw(s: float) -> None:
        p.curve((s * 0.18, -0.1), (s * 1.25, -0.5), (s * 0.34, -1.0), 0.3, 0.1, k.ink)
        p.poly([(s * 0.62, -0.42), (s * 0.3, -0.5), (s * 0.62, -0.64)], k.ink)
        p.curve((s * 0.3, -0.16), (s * 1.0, -0.48), (s * 0.5, -0.86), 0.1, 0.03, k.accent)

    p.both(jaw)
    p.oval(0, 0.52, 0.46, 0.46, k.ink)
    p.line([(0, 0.3), (0, 0.9)], 0.06, k.accent)
    p.blob([(-0.5, 0.06), (-0.34, -0.22), (0.34, -0.22), (0.5, 0.06), (0.3, 0.24), (-0.3, 0.24)], k.ink)
    p.both(lambda s: p.oval(s * 0.28, -0.02, 0.12, 0.1, k.hot, s * 20))


def _drop(p: Pen, x: float, y: float, size: float, turn: float = 0.0) -> None:
    """A falling drop with its point up."""
    q = p.at(x, y, size, turn)
    shape = [(0, -1.0), (0.3, -0.35), (0.62, 0.2), (0.45, 0.68), (0, 0.85), (-0.45, 0.68), (-0.62, 0.2), (-0.3, -0.35)]
    q.blob([(u * 1.32, v * 1.25) for u, v in shape], p.inks.ink)
    q.blob(shape, ACID)


def _acid_spitter(p: Pen) -> None:
    k = p.inks
    p.both(lambda s: p.curve((s * 0.3, -0.3), (s * 0.4, -0.8), (s * 0.72, -0.74), 0.14, 0.12, k.ink))
    p.both(lambda s: p.disc(s * 0.72, -0.74, 0.23, k.ink))
    p.both(lambda s: p.disc(s * 0.72, -0.74, 0.13, k.paper))
    p.both(lambda s: p.disc(s * 0.7, -0.7, 0.06, k.ink))
    head = [
        (-0.9, -0.1),
        (-0.5, -0.52),
        (0.5, -0.52),
        (0.9, -0.1),
        (0.74, 0.4),
        (0.4, 0.62),
        (-0.4, 0.62),
        (-0.74, 0.4),
    ]
    p.blob(head, k.ink)
    p.blob([(x * 0.84, y * 0.8 - 0.02) for x, y in head], k.accent)
    p.oval(0, 0.12, 0.52, 0.36, k.ink)
    p.oval(0, 0.2, 0.38, 0.24, ACID)
    for x in (-0.3, 0.0, 0.3):
        p.poly([(x - 0.13, -0.2), (x + 0.13, -0.2), (x, 0.06)], k.paper)
    _drop(p, -0.32, 0.72, 0.24)
    _drop(p, 0.24, 0.72, 0.3)


def _spider(p: Pen) -> None:
    k = p.inks
    for s in (-1.0, 1.0):
        for x0, knee, tip, reach in (
            (-0.1, -0.5, -0.75, 0.92),
            (0.15, -0.05, -0.1, 0.95),
            (0.4, 0.5, 0.62, 0.95),
            (0.6, 1.0, 1.5, 0.82),
        ):
            p.taper([(x0, 0.1 * s), (knee, 0.62 * s), (tip, reach * s)], 0.14, 0.08, k.ink)
    p.oval(-0.8, 0, 0.86, 0.56, k.ink)
    p.oval(-0.84, 0, 0.7, 0.41, k.accent)
    p.poly([(-1.15, -0.24), (-0.84, 0), (-1.15, 0.24), (-0.55, 0.24), (-0.84, 0), (-0.55, -0.24)], k.ink)
    p.oval(0.42, 0, 0.5, 0.36, k.ink)
    p.both(lambda s: p.curve((0.82, 0.12 * s), (1.2, 0.26 * s), (1.14, 0.02 * s), 0.16, 0.06, k.ink))
    p.both(lambda s: p.disc(0.66, 0.14 * s, 0.1, k.hot))
    p.both(lambda s: p.disc(0.46, 0.22 * s, 0.06, k.hot))


def _acid_spit(p: Pen) -> None:
    k = p.inks
    pts = []
    for i in range(18):
        angle = math.tau * i / 18
        r = (0.92, 0.55, 0.74, 0.5, 0.86, 0.56)[i % 6]
        pts.append((r * math.cos(angle), r * math.sin(angle)))
    p.blob(pts, k.ink)
    p.blob([(x * 0.8, y * 0.8) for x, y in pts], ACID)
    p.both(lambda s: p.oval(s * 0.17, -0.05, 0.11, 0.16, k.ink))
    p.oval(0, 0.28, 0.16, 0.09, k.ink)


def _web(p: Pen) -> None:
    k = p.inks
    corners = [(math.cos(math.tau * i / 8), math.sin(math.tau * i / 8)) for i in range(8)]
    for x, y in corners:
        p.line([(0, 0), (0.95 * x, 0.95 * y)], 0.08, k.ink)
    for r in (0.34, 0.6, 0.86):
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
            p.curve((ax * r, ay * r), ((ax + bx) * r * 0.4, (ay + by) * r * 0.4), (bx * r, by * r), 0.07, 0.07, k.ink)
    p.disc(0.3, -0.22, 0.17, k.hot)


EMBLEMS: Mapping[str, Callable[[Pen], None]] = MappingProxyType(
    {
        "warrior": _warrior,
        "larva": _larva,
        "exterminator": _exterminator,
        "acid-spitter": _acid_spitter,
        "spider": _spider,
        "acid-spit": _acid_spit,
        "web": _web,
    }
)
"""By breed or projectile id."""
