"""The constants of the physics that can be fitted, and the scaled coordinates in which a fit looks for them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from micromutants.lab.model import LabError
from micromutants.scenario.fields import meant

RANGES: Mapping[str, tuple[float, float, bool]] = {
    "friction_mat": (0.05, 1.2, False),
    "restitution_mat": (0.0, 0.9, False),
    "mat_stiffness": (2.0, 40.0, True),
    "tumble": (-0.9, 0.9, False),
    "friction_chip": (0.02, 1.2, False),
    "restitution_chip": (0.0, 1.0, False),
    "returned_fraction": (0.05, 1.0, True),
    "press_force": (5.0, 50.0, True),
    "felt_exponent": (0.5, 1.0, False),
    "yaw_coupling": (0.0, 2.0, False),
    "bounce_speed": (0.0, 1000.0, False),
}
"""Constants that can be fitted: lowest and highest value that is tried, and whether by its logarithm."""

USUAL = ("friction_mat", "restitution_mat", "mat_stiffness", "tumble")
"""What is fitted where nothing is named."""

ENERGY = ("mat_stiffness", "returned_fraction", "press_force")
"""They come in as one number, η·P²/2K, so no shot whatever tells them apart."""


def check_names(names: Sequence[str]) -> None:
    """Refuse constants that cannot be fitted, or not together.

    Raises:
        LabError: Says which, and why.
    """
    for i, name in enumerate(names):
        if name not in RANGES:
            hint = meant(name, RANGES) or f"; allowed are {', '.join(RANGES)}"
            raise LabError(f"{name!r} cannot be fitted{hint}")
        if name in names[:i]:
            raise LabError(f"{name} is named twice")
    together = [name for name in names if name in ENERGY]
    if len(together) > 1:
        raise LabError(
            f"{' and '.join(together)} cannot be told apart by any shot, only returned_fraction · press_force² / "
            "mat_stiffness counts: fit one of them"
        )


def scaled(name: str, value: float) -> float:
    """A constant as a number from 0 to 1 within its range; what lies outside is moved to the nearer end."""
    low, high, by_log = RANGES[name]
    value = min(high, max(low, value))
    if by_log:
        return math.log(value / low) / math.log(high / low)
    return (value - low) / (high - low)


def unscaled(name: str, place: float) -> float:
    """The constant that :func:`scaled` would put there."""
    low, high, by_log = RANGES[name]
    u = min(1.0, max(0.0, place))
    return low * (high / low) ** u if by_log else low + (high - low) * u
