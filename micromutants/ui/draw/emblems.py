"""The emblem of every breed and projectile: little insects made of plain shapes.

Each emblem is a function that draws with a :class:`~micromutants.ui.draw.pen.Pen` about the origin.  Those of round
chips fill the unit circle; those of rectangular chips (:data:`WIDE`) reach to ±1.75 in x and ±0.9 in y.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

from micromutants.ui.draw.pen import Pen, star


def _antennae(p: Pen, x: float, y: float, spread: float, height: float, width: float = 0.1) -> None:
    def half(s: float) -> None:
        p.curve((s * x, y), (s * x, y - height), (s * (x + spread), y - height), width, width * 0.7, p.inks.ink)
        p.disc(s * (x + spread), y - height, width * 0.8, p.inks.ink)

    p.both(half)


def _eyes(p: Pen, x: float, y: float, rx: float, ry: float, tilt: float = 0.0) -> None:
    def half(s: float) -> None:
        p.oval(s * x, y, rx, ry, p.inks.paper, s * tilt)
        p.disc(s * (x - 0.03), y + 0.03, min(rx, ry) * 0.5, p.inks.ink)

    p.both(half)


def _legs(p: Pen, rows: tuple[tuple[float, float, float], ...], width: float = 0.11) -> None:
    """Pairs of legs; each row is where it starts (y), how far out it reaches (x) and where it ends (y)."""

    def half(s: float) -> None:
        for start, out, end in rows:
            knee = (s * out * 0.72, start + (end - start) * 0.1 - 0.12)
            p.curve((s * 0.12, start), knee, (s * out, end), width, width * 0.65, p.inks.ink)

    p.both(half)


def _mandibles(p: Pen, y: float, size: float) -> None:
    p.both(lambda s: p.curve((s * 0.22, y), (s * 0.34, y + size), (s * 0.03, y + size * 1.05), 0.15, 0.06, p.inks.ink))


def _ant_face(p: Pen, y: float = 0.0, size: float = 1.0) -> None:
    """A face from the front: broad on top, narrow below, with jaws."""
    head = p.at(0.0, y, size)
    head.blob(
        [(-0.6, -0.25), (-0.35, -0.55), (0.35, -0.55), (0.6, -0.25), (0.42, 0.3), (0, 0.5), (-0.42, 0.3)], p.inks.ink
    )
    _mandibles(head, 0.38, 0.42)


# --- Usarthropods ------------------------------------------------------------------------------------------


def _soldier(p: Pen) -> None:
    k = p.inks
    p.both(lambda s: p.curve((s * 0.5, -0.1), (s * 0.95, -0.2), (s * 0.93, 0.42), 0.1, 0.07, k.ink))
    _ant_face(p, 0.3, 0.98)
    _eyes(p, 0.28, 0.24, 0.2, 0.25, -14)
    p.poly(
        [(-0.8, -0.02), *((0.72 * math.cos(a), -0.05 - 0.84 * math.sin(a)) for a in _sweep(180, 0)), (0.8, -0.02)],
        k.ink,
    )
    p.poly([(0.62 * math.cos(a), -0.14 - 0.66 * math.sin(a)) for a in _sweep(180, 0)], k.accent)
    p.line([(-0.82, -0.05), (0.82, -0.05)], 0.17, k.ink)
    p.star(0, -0.44, 0.26, k.paper)


def _green_beret(p: Pen) -> None:
    k = p.inks
    p.curve((0.3, -0.2), (0.75, -0.1), (0.95, -0.45), 0.1, 0.07, k.ink)
    _ant_face(p, 0.28, 1.0)
    _eyes(p, 0.27, 0.24, 0.2, 0.13, 16)
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
    _legs(p, ((-0.15, 0.85, -0.5), (0.15, 0.95, 0.2), (0.4, 0.8, 0.85)), 0.12)
    p.oval(0, 0.28, 0.5, 0.6, k.ink)
    p.disc(0, -0.45, 0.32, k.ink)
    p.line([(0, 0.0), (0, 0.8)], 0.06, k.paper)
    _eyes(p, 0.16, -0.55, 0.1, 0.12)
    tube = p.at(0.05, -0.02, 1.0, -0.72)
    tube.line([(-0.8, 0), (0.62, 0)], 0.46, k.ink)
    tube.line([(-0.8, 0), (0.58, 0)], 0.28, k.accent)
    tube.line([(-0.3, -0.12), (-0.3, 0.12)], 0.08, k.ink)
    tube.poly([(0.55, -0.29), (0.72, -0.27), (1.04, 0), (0.72, 0.27), (0.55, 0.29)], k.ink)
    tube.poly([(0.62, -0.19), (0.72, -0.17), (0.92, 0), (0.72, 0.17), (0.62, 0.19)], k.hot)


def _sergeant(p: Pen) -> None:
    k = p.inks
    _antennae(p, 0.18, -0.62, 0.34, 0.26)
    p.blob([(-0.44, -0.5), (-0.2, -0.75), (0.2, -0.75), (0.44, -0.5), (0.2, -0.2), (-0.2, -0.2)], k.ink)
    _eyes(p, 0.19, -0.5, 0.14, 0.13, 18)
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
            *((-0.25 + 0.8 * math.cos(a), -0.02 - 0.78 * math.sin(a)) for a in _sweep(180, 0)),
            (0.6, 0.02),
        ],
        k.ink,
    )
    p.poly([(-0.25 + 0.66 * math.cos(a), -0.08 - 0.6 * math.sin(a)) for a in _sweep(180, 0)], k.accent)
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


# --- Flyborgs ----------------------------------------------------------------------------------------------


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
    _antennae(p, 0.12, -0.66, 0.22, 0.28, 0.08)
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
    p.poly([(0.86 * math.cos(a), -0.02 - 0.94 * math.sin(a)) for a in _sweep(200, -20)], k.ink)
    p.poly([(0.74 * math.cos(a), -0.08 - 0.76 * math.sin(a)) for a in _sweep(196, -16)], k.hot)
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


# --- Sovietopters ------------------------------------------------------------------------------------------


def _worker(p: Pen) -> None:
    k = p.inks
    _legs(p, ((0.15, 0.7, -0.1), (0.3, 0.85, 0.45), (0.45, 0.7, 0.98)), 0.11)
    p.oval(0, 0.66, 0.33, 0.36, k.ink)
    p.disc(0, 0.24, 0.21, k.ink)
    p.disc(0, -0.1, 0.32, k.ink)
    _eyes(p, 0.16, -0.08, 0.1, 0.13, 15)
    p.line([(-0.13, 0.62), (0.13, 0.62)], 0.07, k.paper)
    p.line([(-0.11, 0.78), (0.11, 0.78)], 0.07, k.paper)
    hammer = p.at(0.08, -0.56, 1.0, 0.42)
    hammer.line([(-0.85, 0), (0.5, 0)], 0.2, k.ink)
    hammer.line([(-0.85, 0), (0.4, 0)], 0.07, k.paper)
    hammer.poly([(0.34, -0.42), (0.86, -0.42), (0.86, 0.42), (0.34, 0.42)], k.ink)
    hammer.poly([(0.44, -0.32), (0.76, -0.32), (0.76, 0.32), (0.44, 0.32)], k.accent)


def _trooper(p: Pen) -> None:
    k = p.inks
    _ant_face(p, 0.38, 0.86)
    _eyes(p, 0.22, 0.3, 0.16, 0.18, -10)
    p.both(
        lambda s: p.blob(
            [(s * 0.5, -0.2), (s * 0.92, -0.2), (s * 0.98, 0.35), (s * 0.78, 0.68), (s * 0.54, 0.4)], k.ink
        )
    )
    p.both(
        lambda s: p.blob(
            [(s * 0.62, -0.1), (s * 0.82, -0.1), (s * 0.85, 0.3), (s * 0.76, 0.5), (s * 0.64, 0.3)], k.accent
        )
    )
    p.blob(
        [
            (-0.86, -0.1),
            (-0.84, -0.66),
            (-0.4, -0.96),
            (0.4, -0.96),
            (0.84, -0.66),
            (0.86, -0.1),
            (0.4, 0.02),
            (-0.4, 0.02),
        ],
        k.ink,
    )
    p.blob(
        [
            (-0.72, -0.2),
            (-0.7, -0.56),
            (-0.3, -0.62),
            (0.3, -0.62),
            (0.7, -0.56),
            (0.72, -0.2),
            (0.3, -0.1),
            (-0.3, -0.1),
        ],
        k.accent,
    )
    p.star(0, -0.38, 0.3, k.ink)
    p.star(0, -0.38, 0.2, k.hot)


def _saboteur(p: Pen) -> None:
    k = p.inks
    _legs(p, ((0.1, 0.95, -0.12), (0.35, 0.98, 0.45), (0.6, 0.78, 0.98)), 0.11)
    p.disc(0, 0.24, 0.66, k.ink)
    p.poly([(-0.24, -0.3), (-0.2, -0.56), (0.2, -0.56), (0.24, -0.3)], k.ink)
    p.curve((0, -0.52), (0.05, -0.92), (0.48, -0.76), 0.1, 0.08, k.ink)
    p.poly(star(0.6, -0.74, 0.34, 8, 0.45), k.hot)
    p.disc(0.6, -0.74, 0.11, (255, 224, 130))
    p.line([(-0.52, 0.18), (0.52, 0.18)], 0.34, k.accent)
    p.both(lambda s: p.poly([(s * 0.08, 0.25), (s * 0.46, 0.06), (s * 0.46, 0.25), (s * 0.28, 0.34)], k.paper))
    p.both(lambda s: p.disc(s * 0.28, 0.2, 0.07, k.ink))


def _kommissar(p: Pen) -> None:
    k = p.inks
    _ant_face(p, 0.35, 0.95)
    p.both(lambda s: p.poly([(s * 0.1, 0.26), (s * 0.5, 0.14), (s * 0.46, 0.36), (s * 0.2, 0.42)], k.paper))
    p.both(lambda s: p.disc(s * 0.29, 0.3, 0.08, k.ink))
    p.both(lambda s: p.curve((0, 0.58), (s * 0.3, 0.44), (s * 0.62, 0.78), 0.22, 0.05, k.ink))
    p.both(lambda s: p.curve((0, 0.58), (s * 0.28, 0.47), (s * 0.52, 0.68), 0.08, 0.03, k.accent))
    p.blob([(-1.0, -0.66), (-0.5, -0.95), (0, -1.0), (0.5, -0.95), (1.0, -0.66), (0.62, -0.2), (-0.62, -0.2)], k.ink)
    p.blob(
        [(-0.84, -0.66), (-0.4, -0.83), (0, -0.87), (0.4, -0.83), (0.84, -0.66), (0.52, -0.4), (-0.52, -0.4)], k.accent
    )
    p.poly([(-0.64, -0.34), (0.64, -0.34), (0.66, -0.06), (-0.66, -0.06)], k.ink)
    p.line([(-0.54, -0.22), (0.54, -0.22)], 0.1, k.hot)
    p.blob([(-0.72, -0.04), (0, -0.1), (0.72, -0.04), (0.5, 0.14), (0, 0.2), (-0.5, 0.14)], k.ink)
    p.star(0, -0.52, 0.31, k.ink)
    p.star(0, -0.52, 0.21, k.hot)


def _tongue(p: Pen, x: float, length: float, height: float) -> None:
    """A tongue of fire from ``x`` to the right."""
    k = p.inks

    def fire(scale: float, paint: tuple[int, ...]) -> None:
        pts = [
            (0, -0.2), (0.3, -0.55), (0.52, -0.95), (0.6, -0.5), (0.86, -0.6), (0.82, -0.22), (1.0, 0.05),
            (0.8, 0.3), (0.84, 0.72), (0.56, 0.55), (0.42, 0.95), (0.26, 0.5), (0, 0.2),
        ]  # fmt: skip
        q = [(x + length * u * scale, v * height * (0.35 + 0.65 * scale)) for u, v in pts]
        p.blob(q, (paint[0], paint[1], paint[2]))

    fire(1.0, (k.ink[0], k.ink[1], k.ink[2]))
    fire(0.9, (k.hot[0], k.hot[1], k.hot[2]))
    fire(0.58, (255, 205, 84))


def _flamethrower(p: Pen) -> None:
    k = p.inks
    _tongue(p, 0.42, 1.36, 0.92)
    for x, out in ((-1.2, -1.5), (-0.8, -0.85), (-0.35, -0.1)):
        p.curve((x, 0.3), ((x + out) / 2 - 0.1, 0.5), (out, 0.92), 0.14, 0.09, k.ink)
    p.oval(-0.95, 0.18, 0.68, 0.46, k.ink)
    p.disc(-0.2, 0.05, 0.38, k.ink)
    p.line([(-1.35, -0.42), (-0.7, -0.42)], 0.56, k.ink)
    p.line([(-1.35, -0.42), (-0.7, -0.42)], 0.34, k.accent)
    p.line([(-1.02, -0.54), (-1.02, -0.3)], 0.09, k.ink)
    p.curve((-0.5, -0.42), (0.0, -0.62), (0.1, -0.1), 0.1, 0.1, k.ink)
    p.taper([(-0.1, 0.0), (0.52, 0.0)], 0.2, 0.3, k.ink)
    p.oval(-0.22, -0.02, 0.14, 0.15, k.paper)
    p.disc(-0.18, -0.02, 0.07, k.ink)
    p.line([(-1.4, 0.25), (-0.6, 0.25)], 0.07, k.accent)


def _flame(p: Pen) -> None:
    k = p.inks
    _tongue(p, -1.7, 3.4, 0.95)
    p.both(lambda s: p.oval(-0.62, s * 0.16, 0.1, 0.13, k.ink))


# --- Chitinians --------------------------------------------------------------------------------------------


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
    _legs(p, ((0.2, 0.86, -0.08), (0.4, 0.95, 0.4), (0.6, 0.78, 0.95)), 0.12)

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


def _unknown(p: Pen) -> None:
    k = p.inks
    _legs(p, ((-0.2, 0.9, -0.6), (0.1, 0.95, 0.2), (0.4, 0.8, 0.9)), 0.12)
    p.oval(0, 0.25, 0.45, 0.6, k.ink)
    p.disc(0, -0.48, 0.32, k.ink)
    _eyes(p, 0.15, -0.52, 0.1, 0.12)


def _sweep(start: float, end: float, steps: int = 24) -> list[float]:
    """Angles in rad from ``start`` to ``end`` degrees."""
    return [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]


ACID = (150, 205, 60)
"""Acid and venom."""

Emblem = Callable[[Pen], None]

EMBLEMS: Mapping[str, Emblem] = MappingProxyType(
    {
        "soldier": _soldier,
        "green-beret": _green_beret,
        "rocketeer": _rocketeer,
        "sergeant": _sergeant,
        "tank": _tank,
        "rocket": _rocket,
        "drone": _drone,
        "poisoner": _poisoner,
        "repulsor": _repulsor,
        "warper": _warper,
        "centurion": _centurion,
        "worker": _worker,
        "trooper": _trooper,
        "saboteur": _saboteur,
        "kommissar": _kommissar,
        "flamethrower": _flamethrower,
        "flame": _flame,
        "warrior": _warrior,
        "larva": _larva,
        "exterminator": _exterminator,
        "acid-spitter": _acid_spitter,
        "spider": _spider,
        "acid-spit": _acid_spit,
        "web": _web,
    }
)
"""Every emblem by breed or projectile id."""

WIDE = frozenset({"tank", "rocket", "centurion", "flamethrower", "flame", "spider"})
"""Emblems of rectangular chips."""


def emblem(name: str) -> Emblem:
    """The emblem of a breed or projectile; a plain beetle for an unknown id."""
    return EMBLEMS.get(name, _unknown)
