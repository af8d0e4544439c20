"""The emblem of every breed and projectile: little insects made of plain shapes.

Each emblem is a function that draws with a :class:`~micromutants.ui.draw.pen.Pen` about the origin.  Those of round
chips fill the unit circle; those of rectangular chips (:data:`WIDE`) reach to ±1.75 in x and ±0.9 in y.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from micromutants.ui.draw.emblems import chitinians, flyborgs, sovietopters, usarthropods
from micromutants.ui.draw.emblems.anatomy import eyes, legs
from micromutants.ui.draw.pen import Pen

EMBLEMS: Mapping[str, Callable[[Pen], None]] = MappingProxyType(
    {**usarthropods.EMBLEMS, **flyborgs.EMBLEMS, **sovietopters.EMBLEMS, **chitinians.EMBLEMS}
)
"""Every emblem by breed or projectile id."""

WIDE = frozenset({"tank", "rocket", "centurion", "flamethrower", "flame", "spider"})
"""Emblems of rectangular chips."""


def emblem(name: str) -> Callable[[Pen], None]:
    """The emblem of a breed or projectile; a plain beetle for an unknown id."""
    return EMBLEMS.get(name, _unknown)


def _unknown(p: Pen) -> None:
    k = p.inks
    legs(p, ((-0.2, 0.9, -0.6), (0.1, 0.95, 0.2), (0.4, 0.8, 0.9)), 0.12)
    p.oval(0, 0.25, 0.45, 0.6, k.ink)
    p.disc(0, -0.48, 0.32, k.ink)
    eyes(p, 0.15, -0.52, 0.1, 0.12)
