"""Emblems of the Sovietopters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from micromutants.ui.draw.emblems.anatomy import ant_face, eyes, legs
from micromutants.ui.draw.pen import Pen, star


def _worker(p: Pen) -> None:
    k = p.inks
    legs(p, ((0.15, 0.7, -0.1), (0.3, 0.85, 0.45), (0.45, 0.7, 0.98)), 0.11)
    p.oval(0, 0.66, 0.33, 0.36, k.ink)
    p.disc(0, 0.24, 0.21, k.ink)
    p.disc(0, -0.1, 0.32, k.ink)
    eyes(p, 0.16, -0.08, 0.1, 0.13, 15)
    p.line([(-0.13, 0.62), (0.13, 0.62)], 0.07, k.paper)
    p.line([(-0.11, 0.78), (0.11, 0.78)], 0.07, k.paper)
    hammer = p.at(0.08, -0.56, 1.0, 0.42)
    hammer.line([(-0.85, 0), (0.5, 0)], 0.2, k.ink)
    hammer.line([(-0.85, 0), (0.4, 0)], 0.07, k.paper)
    hammer.poly([(0.34, -0.42), (0.86, -0.42), (0.86, 0.42), (0.34, 0.42)], k.ink)
    hammer.poly([(0.44, -0.32), (0.76, -0.32), (0.76, 0.32), (0.44, 0.32)], k.accent)


def _trooper(p: Pen) -> None:
    k = p.inks
    ant_face(p, 0.38, 0.86)
    eyes(p, 0.22, 0.3, 0.16, 0.18, -10)
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
    legs(p, ((0.1, 0.95, -0.12), (0.35, 0.98, 0.45), (0.6, 0.78, 0.98)), 0.11)
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
    ant_face(p, 0.35, 0.95)
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


EMBLEMS: Mapping[str, Callable[[Pen], None]] = MappingProxyType(
    {
        "worker": _worker,
        "trooper": _trooper,
        "saboteur": _saboteur,
        "kommissar": _kommissar,
        "flamethrower": _flamethrower,
        "flame": _flame,
    }
)
"""By breed or projectile id."""
