"""The glyph of every base: twelve buildings made of plain shapes, each within the unit circle, and fire."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

from micromutants.ui.draw.pen import Paint, Pen, regular

GLOW: Paint = (255, 205, 84)


def _box(p: Pen, left: float, top: float, right: float, bottom: float, paint: Paint) -> None:
    p.poly([(left, top), (right, top), (right, bottom), (left, bottom)], paint)


def _block(p: Pen, left: float, top: float, right: float, bottom: float, paint: Paint) -> None:
    """A box with an ink outline."""
    _box(p, left, top, right, bottom, p.inks.ink)
    _box(p, left + 0.08, top + 0.08, right - 0.08, bottom - 0.08, paint)


def _flag(p: Pen, x: float, foot: float, top: float, paint: Paint) -> None:
    p.line([(x, foot), (x, top)], 0.08, p.inks.ink)
    p.poly([(x, top - 0.03), (x + 0.5, top + 0.13), (x, top + 0.32)], paint)


# --- Usarthropods ------------------------------------------------------------------------------------------


def _command_nest(p: Pen) -> None:
    k = p.inks
    _flag(p, 0.0, -0.3, -0.98, k.hot)
    mound = [(-0.98, 0.72), (-0.7, 0.1), (-0.32, -0.4), (0.0, -0.52), (0.32, -0.4), (0.7, 0.1), (0.98, 0.72)]
    p.poly(mound, k.ink)
    p.poly([(x * 0.86, 0.62 + (y - 0.72) * 0.86) for x, y in mound], k.accent)
    for y, w in ((0.34, 0.72), (0.02, 0.5)):
        p.line([(-w, y), (w, y)], 0.07, k.ink)
    p.disc(0, 0.4, 0.3, k.ink)
    _box(p, -0.3, 0.4, 0.3, 0.72, k.ink)
    p.star(0, 0.42, 0.2, k.paper)
    p.both(lambda s: _box(p, s * 0.5 - 0.1, 0.12, s * 0.5 + 0.1, 0.26, GLOW))


def _headquarters(p: Pen) -> None:
    k = p.inks
    p.poly(regular(0.98, 5, -math.pi / 2), k.ink)
    p.poly(regular(0.84, 5, -math.pi / 2), k.accent)
    p.poly(regular(0.6, 5, -math.pi / 2), k.ink)
    p.poly(regular(0.48, 5, -math.pi / 2), k.paper)
    for i in range(5):
        a = -math.pi / 2 + math.tau * i / 5
        p.line([(0.48 * math.cos(a), 0.48 * math.sin(a)), (0.86 * math.cos(a), 0.86 * math.sin(a))], 0.07, k.ink)
    p.star(0, 0.03, 0.34, k.ink)


def _arsenal(p: Pen) -> None:
    k = p.inks
    for x in (-0.55, 0.0, 0.55):
        p.poly([(x - 0.2, -0.38), (x, -0.98), (x + 0.2, -0.38)], k.ink)
        p.poly([(x - 0.1, -0.46), (x, -0.78), (x + 0.1, -0.46)], k.hot)
        _block(p, x - 0.2, -0.44, x + 0.2, 0.3, k.paper)
    p.poly([(-0.98, 0.8), (-0.8, 0.08), (0.8, 0.08), (0.98, 0.8)], k.ink)
    p.poly([(-0.86, 0.72), (-0.72, 0.18), (0.72, 0.18), (0.86, 0.72)], k.accent)
    for x in (-0.45, -0.15, 0.15, 0.45):
        p.line([(x - 0.06, 0.6), (x + 0.06, 0.3)], 0.1, k.ink)


# --- Flyborgs ----------------------------------------------------------------------------------------------


def _throne_cell(p: Pen) -> None:
    k = p.inks
    p.poly(regular(0.98, 6, math.pi / 6), k.ink)
    p.poly(regular(0.86, 6, math.pi / 6), k.accent)
    p.poly(regular(0.66, 6, math.pi / 6), k.ink)
    crown = [(-0.5, 0.34), (-0.52, -0.28), (-0.24, 0.0), (0, -0.46), (0.24, 0.0), (0.52, -0.28), (0.5, 0.34)]
    p.poly(crown, GLOW)
    for x, y in ((-0.52, -0.28), (0.0, -0.46), (0.52, -0.28)):
        p.disc(x, y, 0.09, GLOW)
    for x in (-0.25, 0.0, 0.25):
        p.disc(x, 0.2, 0.07, k.hot)


def _assembly_comb(p: Pen) -> None:
    k = p.inks
    for i in range(6):
        a = math.tau * i / 6 + math.pi / 6
        q = p.at(0.6 * math.cos(a), 0.6 * math.sin(a))
        q.poly(regular(0.38, 6), k.ink)
        q.poly(regular(0.28, 6), (k.accent, GLOW)[i % 2])
    p.poly(regular(0.4, 6), k.ink)
    teeth = []
    for i in range(16):
        r = 0.28 if i // 2 % 2 else 0.2
        teeth.append((r * math.cos(math.tau * i / 16), r * math.sin(math.tau * i / 16)))
    p.poly(teeth, k.paper)
    p.disc(0, 0, 0.09, k.ink)


def _field_spire(p: Pen) -> None:
    k = p.inks
    p.both(lambda s: p.arc(0, -0.58, 0.5, 90 - s * 20, 90 - s * 140, 0.09, k.hot))
    p.both(lambda s: p.arc(0, -0.58, 0.8, 90 - s * 40, 90 - s * 120, 0.09, k.hot))
    p.poly([(-0.14, -0.6), (0.14, -0.6), (0.42, 0.7), (-0.42, 0.7)], k.ink)
    p.poly([(-0.06, -0.5), (0.06, -0.5), (0.3, 0.6), (-0.3, 0.6)], k.accent)
    for y, w in ((-0.1, 0.2), (0.2, 0.27), (0.48, 0.33)):
        p.line([(-w, y), (w, y)], 0.08, k.ink)
    _block(p, -0.7, 0.62, 0.7, 0.92, k.paper)
    p.disc(0, -0.66, 0.27, k.ink)
    p.disc(0, -0.66, 0.17, GLOW)


# --- Sovietopters ------------------------------------------------------------------------------------------


def _red_burrow(p: Pen) -> None:
    k = p.inks
    for x, size, top in ((-0.62, 0.6, 0.02), (0.62, 0.6, 0.02), (0.0, 1.0, -0.3)):
        q = p.at(x, top, size)
        q.line([(0, -0.6), (0, -0.3)], 0.09, k.ink)
        q.blob(
            [(0, -0.62), (0.16, -0.34), (0.4, -0.1), (0.34, 0.16), (-0.34, 0.16), (-0.4, -0.1), (-0.16, -0.34)], k.ink
        )
        q.blob(
            [(0, -0.42), (0.12, -0.24), (0.28, -0.06), (0.24, 0.08), (-0.24, 0.08), (-0.28, -0.06), (-0.12, -0.24)],
            k.hot,
        )
        _block(q, -0.3, 0.12, 0.3, 1.0, k.accent)
    p.star(0, -0.88, 0.16, GLOW)
    _block(p, -0.92, 0.42, 0.92, 0.86, k.accent)
    p.disc(0, 0.5, 0.26, k.ink)
    _box(p, -0.26, 0.5, 0.26, 0.86, k.ink)
    p.both(lambda s: _box(p, s * 0.58 - 0.1, 0.55, s * 0.58 + 0.1, 0.72, GLOW))


def _tractor_works(p: Pen) -> None:
    k = p.inks
    for x, y, r in ((0.74, -0.86, 0.13), (0.5, -0.78, 0.17), (0.22, -0.86, 0.12)):
        p.disc(x, y, r, k.ink)
        p.disc(x, y, r - 0.06, k.paper)
    _block(p, 0.4, -0.62, 0.74, 0.2, k.hot)
    p.poly([(-0.95, 0.1), (-0.95, -0.36), (-0.5, 0.0), (-0.5, -0.36), (-0.05, 0.0), (-0.05, -0.36), (0.5, 0.1)], k.ink)
    p.poly(
        [(-0.86, 0.1), (-0.86, -0.16), (-0.41, 0.18), (-0.41, -0.16), (0.04, 0.18), (0.04, -0.16), (0.4, 0.12)],
        k.accent,
    )
    _block(p, -0.95, 0.06, 0.95, 0.8, k.accent)
    q = p.at(0.4, 0.44)
    for i in range(8):
        a = math.tau * i / 8
        q.line([(0, 0), (0.28 * math.cos(a), 0.28 * math.sin(a))], 0.13, k.ink)
    q.disc(0, 0, 0.22, k.ink)
    q.disc(0, 0, 0.11, k.paper)
    for x in (-0.7, -0.4, -0.1):
        _box(p, x - 0.1, 0.3, x + 0.1, 0.5, GLOW)


def _radio_mast(p: Pen) -> None:
    k = p.inks
    p.both(lambda s: p.arc(0, -0.6, 0.42, 90 - s * 45, 90 - s * 135, 0.1, k.hot))
    p.both(lambda s: p.arc(0, -0.6, 0.72, 90 - s * 52, 90 - s * 128, 0.1, k.hot))
    p.both(lambda s: p.line([(0, -0.62), (s * 0.52, 0.86)], 0.13, k.ink))
    for y, w in ((-0.14, 0.17), (0.2, 0.28), (0.54, 0.4)):
        p.line([(-w, y), (w, y)], 0.09, k.ink)
        p.both(lambda s, y=y, w=w: p.line([(-s * w, y), (s * (w + 0.1), y + 0.32)], 0.07, k.accent))  # type: ignore[misc]
    p.line([(-0.72, 0.86), (0.72, 0.86)], 0.16, k.ink)
    p.disc(0, -0.62, 0.2, k.ink)
    p.star(0, -0.61, 0.17, GLOW)


# --- Chitinians --------------------------------------------------------------------------------------------


def _great_hive(p: Pen) -> None:
    k = p.inks
    rows = ((-0.72, 0.36), (-0.42, 0.6), (-0.1, 0.76), (0.22, 0.82), (0.52, 0.74))
    p.line([(0, -1.0), (0, -0.7)], 0.2, k.ink)
    for y, w in rows:
        p.line([(-w + 0.16, y), (w - 0.16, y)], 0.46, k.ink)
    for y, w in rows:
        p.line([(-w + 0.16, y), (w - 0.16, y)], 0.26, k.accent)
    p.oval(0, 0.36, 0.28, 0.32, k.ink)
    p.both(lambda s: p.oval(s * 0.1, 0.33, 0.06, 0.1, k.hot, s * 20))
    p.poly([(-0.16, 0.7), (0, 0.98), (0.16, 0.7)], k.ink)


def _brood_pit(p: Pen) -> None:
    k = p.inks
    p.oval(0, 0.1, 0.98, 0.78, k.ink)
    p.oval(0, 0.1, 0.86, 0.66, k.accent)
    p.oval(0, 0.18, 0.74, 0.52, k.ink)
    for x, y, r in ((-0.4, 0.16, 0.22), (0.42, 0.16, 0.22), (0.0, -0.12, 0.2), (-0.16, 0.4, 0.23), (0.24, 0.44, 0.2)):
        p.oval(x, y, r * 0.9, r * 1.15, k.ink)
        p.oval(x, y, r * 0.72, r * 0.95, k.paper)
        p.curve((x - r * 0.3, y), (x, y + r * 0.6), (x + r * 0.3, y), 0.06, 0.06, k.accent)
    for i in range(9):
        a = math.radians(190 + 20 * i)
        p.line(
            [(0.9 * math.cos(a), 0.1 + 0.7 * math.sin(a)), (1.0 * math.cos(a), 0.04 + 0.9 * math.sin(a))], 0.12, k.ink
        )


def _venom_gland(p: Pen) -> None:
    k = p.inks
    venom = (150, 205, 60)
    p.both(lambda s: p.curve((s * 0.3, -0.2), (s * 0.9, -0.5), (s * 0.62, -0.96), 0.26, 0.16, k.ink))
    p.both(lambda s: p.curve((s * 0.3, -0.2), (s * 0.86, -0.5), (s * 0.62, -0.92), 0.12, 0.06, k.accent))
    sac = [
        (0, -0.66),
        (0.34, -0.4),
        (0.68, 0.0),
        (0.62, 0.42),
        (0.26, 0.62),
        (-0.26, 0.62),
        (-0.62, 0.42),
        (-0.68, 0),
        (-0.34, -0.4),
    ]
    p.blob(sac, k.ink)
    p.blob([(x * 0.82, y * 0.82) for x, y in sac], k.accent)
    p.blob(
        [
            (-0.52, 0.02),
            (-0.2, 0.12),
            (0.2, -0.02),
            (0.52, 0.06),
            (0.46, 0.34),
            (0.2, 0.48),
            (-0.2, 0.48),
            (-0.46, 0.34),
        ],
        venom,
    )
    for x, y, r in ((-0.2, 0.28, 0.09), (0.18, 0.2, 0.07), (0.1, 0.38, 0.05)):
        p.disc(x, y, r, k.paper)
    p.poly([(-0.14, 0.58), (0.14, 0.58), (0, 0.76)], k.ink)
    p.disc(0, 0.88, 0.13, k.ink)
    p.disc(0, 0.88, 0.08, venom)


def _hut(p: Pen) -> None:
    _block(p, -0.7, -0.1, 0.7, 0.8, p.inks.accent)
    p.poly([(-0.9, -0.06), (0, -0.86), (0.9, -0.06)], p.inks.ink)
    _box(p, -0.2, 0.3, 0.2, 0.8, p.inks.ink)


BUILDINGS: Mapping[str, Callable[[Pen], None]] = MappingProxyType(
    {
        "command-nest": _command_nest,
        "headquarters": _headquarters,
        "arsenal": _arsenal,
        "throne-cell": _throne_cell,
        "assembly-comb": _assembly_comb,
        "field-spire": _field_spire,
        "red-burrow": _red_burrow,
        "tractor-works": _tractor_works,
        "radio-mast": _radio_mast,
        "great-hive": _great_hive,
        "brood-pit": _brood_pit,
        "venom-gland": _venom_gland,
    }
)
"""Every building by base id."""


def building(name: str) -> Callable[[Pen], None]:
    """The glyph of a base; a hut for an unknown id."""
    return BUILDINGS.get(name, _hut)


def cracks(p: Pen, paint: Paint) -> None:
    """Cracks across the unit circle."""
    for points in (
        [(-1.1, -0.35), (-0.7, -0.2), (-0.55, -0.45), (-0.2, -0.1), (-0.32, 0.12)],
        [(0.3, -1.15), (0.36, -0.75), (0.6, -0.6), (0.5, -0.25)],
        [(1.15, 0.2), (0.8, 0.12), (0.62, 0.34), (0.36, 0.3)],
        [(-0.75, 0.75), (-0.5, 0.5), (-0.62, 0.3)],
    ):
        p.taper(points, 0.13, 0.03, paint)


def fire(p: Pen, height: float = 1.0) -> None:
    """A fire that stands on the origin, about 1.2 wide."""
    outer = [
        (-0.6, 0.05),
        (-0.66, -0.35),
        (-0.42, -0.78),
        (-0.34, -0.45),
        (-0.08, -1.2),
        (0.2, -0.6),
        (0.4, -0.85),
        (0.64, -0.35),
        (0.58, 0.05),
        (0, 0.2),
    ]
    for scale, paint in ((1.0, (120, 24, 8)), (0.86, (228, 92, 30)), (0.56, (255, 205, 84)), (0.28, (255, 246, 214))):
        p.blob([(x * scale, 0.08 + (y - 0.08) * scale * height) for x, y in outer], paint)
