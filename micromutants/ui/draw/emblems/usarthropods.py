"""Emblems of the Usarthropods."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

from micromutants.ui.draw.emblems.anatomy import ant_face, antennae, eyes, legs, sweep
from micromutants.ui.draw.pen import Pen


def _soldier(p: Pen) -> None:
    k = p.inks
    p.both(lambda s: p.curve((s * 0.5, -0.1), (s * 0.95, -0.2), (s * 0.93, 0.42), 0.1, 0.07, k.ink))
    ant_face(p, 0.3, 0.98)
    eyes(p, 0.28, 0.24, 0.2, 0.25, -14)
    p.poly(
        [(-0.8, -0.02), *((0.72 * math.cos(a), -0.05 - 0.84 * math.sin(a)) for a in sweep(180, 0)), (0.8, -0.02)],
        k.ink,
    )
    p.poly([(0.62 * math.cos(a), -0.14 - 0.66 * math.sin(a)) for a in sweep(180, 0)], k.accent)
    p.line([(-0.82, -0.05), (0.82, -0.05)], 0.17, k.ink)
    p.star(0, -0.44, 0.26, k.paper)


def _green_beret(p: Pen) -> None:
    k = p.inks
    p.curve((0.3, -0.2), (0.75, -0.1), (0.95, -0.45), 0.1, 0.07, k.ink)
    ant_face(p, 0.28, 1.0)
    eyes(p, 0.27, 0.24, 0.2, 0.13, 16)
    p.line([(-0.38, 0.5), (-0.1, 0.42)], 0.09, k.accent)
    p.line([(0.38, 0.5), (0.1, 0.42)], 0.09, k.accent)
    p.blob(
        [(-0.98, -0.28), (-0.7, -0.72), (0.0, -0.95), (0.6, -0.68), (0.66, -0.12), (0.0, -0.12), (-0.72, 0.08)], k.ink
    )
    p.blob(
        [(-0.84, -0.28), (-0.62, -0.6), (0.0, -0.81), (0.5, -0.57), (0.54, -0.29), (0.0, -0.27), (-0.68, -0.1)],
        k.accent,
    )
    p.disc(0.3, -0.5, 0.17, k.paper)
    p.disc(0.3, -0.5, 0.08, k.ink)


def _rocketeer(p: Pen) -> None:
    k = p.inks
    legs(p, ((-0.15, 0.85, -0.5), (0.15, 0.95, 0.2), (0.4, 0.8, 0.85)), 0.12)
    p.oval(0, 0.28, 0.5, 0.6, k.ink)
    p.disc(0, -0.45, 0.32, k.ink)
    p.line([(0, 0.0), (0, 0.8)], 0.06, k.paper)
    eyes(p, 0.16, -0.55, 0.1, 0.12)
    tube = p.at(0.05, -0.02, 1.0, -0.72)
    tube.line([(-0.8, 0), (0.62, 0)], 0.46, k.ink)
    tube.line([(-0.8, 0), (0.58, 0)], 0.28, k.accent)
    tube.line([(-0.3, -0.12), (-0.3, 0.12)], 0.08, k.ink)
    tube.poly([(0.55, -0.29), (0.72, -0.27), (1.04, 0), (0.72, 0.27), (0.55, 0.29)], k.ink)
    tube.poly([(0.62, -0.19), (0.72, -0.17), (0.92, 0), (0.72, 0.17), (0.62, 0.19)], k.hot)


def _sergeant(p: Pen) -> None:
    k = p.inks
    antennae(p, 0.18, -0.62, 0.34, 0.26)
    p.blob([(-0.44, -0.5), (-0.2, -0.75), (0.2, -0.75), (0.44, -0.5), (0.2, -0.2), (-0.2, -0.2)], k.ink)
    eyes(p, 0.19, -0.5, 0.14, 0.13, 18)
    for i in range(3):
        y = 0.12 + 0.33 * i
        p.line([(-0.68, y + 0.22), (0, y - 0.2), (0.68, y + 0.22)], 0.25, k.ink)
        p.line([(-0.66, y + 0.21), (0, y - 0.19), (0.66, y + 0.21)], 0.11, k.accent)


def _tank(p: Pen) -> None:
    k = p.inks
    p.line([(-0.95, -0.45), (-1.2, -0.85)], 0.08, k.ink)
    p.line([(-0.7, -0.55), (-0.75, -0.92)], 0.08, k.ink)
    p.taper([(0.2, -0.32), (1.62, -0.52)], 0.28, 0.2, k.ink)
    p.line([(1.5, -0.5), (1.66, -0.525)], 0.3, k.ink)
    p.poly(
        [
            (-1.05, 0.02),
            *((-0.25 + 0.8 * math.cos(a), -0.02 - 0.78 * math.sin(a)) for a in sweep(180, 0)),
            (0.6, 0.02),
        ],
        k.ink,
    )
    p.poly([(-0.25 + 0.66 * math.cos(a), -0.08 - 0.6 * math.sin(a)) for a in sweep(180, 0)], k.accent)
    p.line([(-0.42, -0.08), (-0.32, -0.68)], 0.08, k.ink)
    p.oval(0.12, -0.3, 0.17, 0.15, k.paper)
    p.disc(0.17, -0.29, 0.08, k.ink)
    p.poly([(-1.5, 0.2), (-1.2, -0.06), (1.15, -0.06), (1.5, 0.2)], k.ink)
    p.line([(-1.25, 0.47), (1.25, 0.47)], 0.74, k.ink)
    p.line([(-1.25, 0.47), (1.25, 0.47)], 0.52, k.accent)
    for i in range(5):
        p.disc(-1.25 + 0.625 * i, 0.47, 0.22, k.ink)
        p.disc(-1.25 + 0.625 * i, 0.47, 0.1, k.paper)


def _rocket(p: Pen) -> None:
    k = p.inks
    p.poly([(-1.0, -0.3), (-1.75, 0), (-1.0, 0.3)], k.hot)
    p.poly([(-1.0, -0.15), (-1.4, 0), (-1.0, 0.15)], (255, 205, 84))
    p.poly([(-0.4, 0), (-0.75, -0.82), (-1.15, -0.82), (-1.05, 0), (-1.15, 0.82), (-0.75, 0.82)], k.ink)
    body = [(-1.05, -0.38), (0.6, -0.4), (1.25, -0.26), (1.7, 0), (1.25, 0.26), (0.6, 0.4), (-1.05, 0.38)]
    p.poly(body, k.ink)
    p.poly([(-0.93, -0.25), (0.55, -0.27), (0.55, 0.27), (-0.93, 0.25)], k.accent)
    p.poly([(0.7, -0.26), (1.2, -0.16), (1.52, 0), (1.2, 0.16), (0.7, 0.26)], k.hot)
    p.star(-0.1, 0, 0.24, k.paper)


EMBLEMS: Mapping[str, Callable[[Pen], None]] = MappingProxyType(
    {
        "soldier": _soldier,
        "green-beret": _green_beret,
        "rocketeer": _rocketeer,
        "sergeant": _sergeant,
        "tank": _tank,
        "rocket": _rocket,
    }
)
"""By breed or projectile id."""
