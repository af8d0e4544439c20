"""Parts that many insects share."""

from __future__ import annotations

import math

from micromutants.ui.draw.pen import Pen

ACID = (150, 205, 60)
"""Acid and venom."""


def antennae(p: Pen, x: float, y: float, spread: float, height: float, width: float = 0.1) -> None:
    """Two antennae from ``(±x, y)``, outwards by ``spread`` and up by ``height``."""

    def half(s: float) -> None:
        p.curve((s * x, y), (s * x, y - height), (s * (x + spread), y - height), width, width * 0.7, p.inks.ink)
        p.disc(s * (x + spread), y - height, width * 0.8, p.inks.ink)

    p.both(half)


def eyes(p: Pen, x: float, y: float, rx: float, ry: float, tilt: float = 0.0) -> None:
    """Two eyes at ``(±x, y)``."""

    def half(s: float) -> None:
        p.oval(s * x, y, rx, ry, p.inks.paper, s * tilt)
        p.disc(s * (x - 0.03), y + 0.03, min(rx, ry) * 0.5, p.inks.ink)

    p.both(half)


def legs(p: Pen, rows: tuple[tuple[float, float, float], ...], width: float = 0.11) -> None:
    """Pairs of legs; each row is where it starts (y), how far out it reaches (x) and where it ends (y)."""

    def half(s: float) -> None:
        for start, out, end in rows:
            knee = (s * out * 0.72, start + (end - start) * 0.1 - 0.12)
            p.curve((s * 0.12, start), knee, (s * out, end), width, width * 0.65, p.inks.ink)

    p.both(half)


def mandibles(p: Pen, y: float, size: float) -> None:
    """A pair of jaws below ``y``."""
    p.both(lambda s: p.curve((s * 0.22, y), (s * 0.34, y + size), (s * 0.03, y + size * 1.05), 0.15, 0.06, p.inks.ink))


def ant_face(p: Pen, y: float = 0.0, size: float = 1.0) -> None:
    """A face from the front: broad on top, narrow below, with jaws."""
    head = p.at(0.0, y, size)
    head.blob(
        [(-0.6, -0.25), (-0.35, -0.55), (0.35, -0.55), (0.6, -0.25), (0.42, 0.3), (0, 0.5), (-0.42, 0.3)], p.inks.ink
    )
    mandibles(head, 0.38, 0.42)


def sweep(start: float, end: float, steps: int = 24) -> list[float]:
    """Angles in rad from ``start`` to ``end`` degrees."""
    return [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
