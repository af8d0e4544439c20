"""The kinds of piece: what they measure and weigh.

Sizes are choices of this project (nobody has published measurements of the chips); masses follow from them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from micromutants.geometry import Disc, Hexagon, Rect, Shape, area, reach

PLASTIC = 1.05e-3
"""Density of polystyrene and ABS, g/mm³."""

CARDBOARD = 0.70e-3
"""Density of punch-out board, g/mm³."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of piece.

    Attributes:
        name: What a :class:`~micromutants.table.Piece` calls it.
        shape: Its outline.
        thickness: mm.
        density: g/mm³.
        chip: Whether it is a plastic chip that can be flicked.
        loose: Whether it can leave the mat when struck or thrown; what is not loose lies flat and is only pushed.
        mass: g.
        reach: Radius of the circle that holds the outline, mm.
        spin_radius: Radius of the disc with the same friction torque when it spins on the spot, mm.
        inertia_x: Moment about its own x axis, g·mm².
        inertia_y: Moment about its own y axis, g·mm².
        inertia_z: Moment about the vertical, g·mm².
        k2: ``inertia_z / (mass · spin_radius²)``.
    """

    name: str
    shape: Shape
    thickness: float
    density: float
    chip: bool
    loose: bool
    mass: float = field(init=False)
    reach: float = field(init=False)
    spin_radius: float = field(init=False)
    inertia_x: float = field(init=False)
    inertia_y: float = field(init=False)
    inertia_z: float = field(init=False)
    k2: float = field(init=False)

    def __post_init__(self) -> None:
        mass = self.density * self.thickness * area(self.shape)
        h2 = self.thickness**2
        match self.shape:
            case Disc(radius):
                x2 = y2 = radius**2 / 4
                spin = radius
            case Rect(length, width):
                x2, y2 = length**2 / 12, width**2 / 12
                spin = 1.5 * _mean_radius(length, width)
            case Hexagon(across):
                # A regular hexagon of side s: second moments 5√3/16 s⁴ over an area of 3√3/2 s².
                x2 = y2 = 5 / 24 * (across / math.sqrt(3)) ** 2
                spin = 1.5 * _mean_radius_hexagon(across / 2)
        put = object.__setattr__
        put(self, "mass", mass)
        put(self, "reach", reach(self.shape))
        put(self, "spin_radius", spin)
        put(self, "inertia_x", mass * (y2 + h2 / 12))
        put(self, "inertia_y", mass * (x2 + h2 / 12))
        put(self, "inertia_z", mass * (x2 + y2))
        put(self, "k2", (x2 + y2) / spin**2)


def _mean_radius(length: float, width: float) -> float:
    """Mean distance of a rectangle's points from its centre, mm."""
    d = math.hypot(length, width)
    return (
        2 * d + length**2 / width * math.log((width + d) / length) + width**2 / length * math.log((length + d) / width)
    ) / 12


def _mean_radius_hexagon(apothem: float) -> float:
    """Mean distance of a regular hexagon's points from its centre, mm.

    In polar form, over the half sector 0…30°: ∫(a/cos φ)³/3 dφ ÷ ∫(a/cos φ)²/2 dφ.
    """
    t = math.pi / 6
    cubed = (math.tan(t) / math.cos(t) + math.log(math.tan(t) + 1 / math.cos(t))) / 2
    return apothem * (cubed / 3) / (math.tan(t) / 2)


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            Kind("small", Disc(8.0), 2.0, PLASTIC, chip=True, loose=True),
            Kind("large", Disc(11.0), 2.5, PLASTIC, chip=True, loose=True),
            Kind("rect", Rect(36.0, 18.0), 2.5, PLASTIC, chip=True, loose=True),
            Kind("base", Hexagon(52.0), 1.5, CARDBOARD, chip=False, loose=False),
            Kind("small-base", Rect(34.0, 34.0), 1.5, CARDBOARD, chip=False, loose=False),
            Kind("resource", Disc(9.0), 1.5, CARDBOARD, chip=False, loose=True),
            Kind("token", Disc(10.0), 1.5, CARDBOARD, chip=False, loose=True),
            Kind("template", Disc(45.0), 1.5, CARDBOARD, chip=False, loose=False),
        )
    }
)
"""Every kind by name: three chips, two bases, resource counter, thrown token, terrain template."""

WIDEST = max(kind.reach for kind in KINDS.values())
"""No piece reaches further from its centre, mm."""
