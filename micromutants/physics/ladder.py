"""The contact ladder: what becomes of two rims that meet, by their heights.

It explains what the contact solver does in space, and is what that is tested against.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from micromutants.physics.model import GRAVITY, Verdict


class Rim(NamedTuple):
    """A chip's rim where it meets another: height of its lower side, thickness and edge rounding, all in mm."""

    bottom: float
    thickness: float
    rounding: float


class Meeting(NamedTuple):
    """How a moving rim meets another.

    Attributes:
        verdict: What becomes of the mover.
        rise: Sine of the contact normal's elevation; 1 and more where the rims clear each other.
        needed: Closing speed in mm/s from which on it does not bump: 0 where it passes freely, infinite where
            friction holds the two rims.
    """

    verdict: Verdict
    rise: float
    needed: float


def meet(mover: Rim, other: Rim, closing: float, friction: float) -> Meeting:
    """How a rim that moves at ``closing`` mm/s meets another one.

    With U the higher rim and L the lower, ``u = (z_U + r_U − (z_L + h_L − r_L)) / (r_U + r_L)``.  They pass where
    u ≥ 1; friction holds them, and they bump, where ``u ≤ μ/√(1 + μ²)``; between, the mover rides up on the other, or
    wedges in beneath it, if ``v u ≥ √(2g (z_L + h_L − z_U))``: if what speed is left along the slope lifts the
    higher one over the lower.

    Args:
        mover: The rim that moves; counts as the higher one where both are level.
        other: The rim that it meets.
        closing: Speed at which they close, mm/s.
        friction: Coulomb coefficient, chip on chip.
    """
    above = mover.bottom >= other.bottom
    upper, lower = (mover, other) if above else (other, mover)
    climb = lower.bottom + lower.thickness - upper.bottom
    rise = 1.0 - climb / (upper.rounding + lower.rounding)
    passed = Verdict.OVER if above else Verdict.UNDER
    if rise >= 1.0:
        return Meeting(passed, rise, 0.0)
    if rise <= friction / math.sqrt(1.0 + friction * friction):
        return Meeting(Verdict.BUMP, rise, math.inf)
    needed = math.sqrt(2.0 * GRAVITY * climb) / rise
    return Meeting(passed if closing >= needed else Verdict.BUMP, rise, needed)
