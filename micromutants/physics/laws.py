"""Closed forms that the simulation is checked against, and that explain what it does.

Textbook mechanics where nothing else is named.  Units: mm, g, s, rad; gravity is ``GRAVITY``.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from micromutants.physics.model import GRAVITY


class Flight(NamedTuple):
    """A ballistic flight that ends at the height where it began: range in mm, apex in mm, time in s."""

    range: float
    apex: float
    time: float


class Stop(NamedTuple):
    """How a motion ends by friction: the way in mm (or the angle in rad) and the time in s."""

    way: float
    time: float


# --- in the air ------------------------------------------------------------------------------------------


def flight(speed: float, loft: float) -> Flight:
    """Flight without drag: range ``v² sin 2α / g``, apex ``v_z² / 2g``, time ``2 v_z / g``.

    Args:
        speed: At take-off, mm/s.
        loft: Angle of take-off, rad.
    """
    rise = speed * math.sin(loft)
    return Flight(speed * speed * math.sin(2.0 * loft) / GRAVITY, rise * rise / (2.0 * GRAVITY), 2.0 * rise / GRAVITY)


def turns_in_the_air(tumble: float, offset: float, apex: float, half: float) -> float:
    """Turns of a pressed chip from take-off to landing: ``(2/π) τ c H / a``.

    Follows from ``Ω = τ c v_z / a`` and the time of flight.

    Args:
        tumble: Tumble parameter τ.
        offset: Where it was pressed, c: 0 centre, 1 rim.
        apex: Height of the flight H, mm.
        half: Half the chip's length along the shot a, mm.
    """
    return 2.0 / math.pi * tumble * offset * apex / half


def never_turns_over(tumble: float, yaw: float) -> bool:
    """Whether a thin disc only wobbles: ``|Ω| < 2 |ω_z|`` (Diaconis, Holmes & Montgomery, SIAM Review 49, 2007).

    The angle ψ between its normal and its angular momentum, ``tan ψ = Ω / 2ω_z``, is then below 45°.

    Args:
        tumble: Spin about a diameter, rad/s.
        yaw: Spin about the normal, rad/s.
    """
    return abs(tumble) < 2.0 * abs(yaw)


def coin_same_side(psi: float) -> float:
    """Chance that a vigorously tossed coin lands as it started: ``½ + asin(cot² ψ) / π``, 1 below 45°.

    Diaconis, Holmes & Montgomery 2007; 350 757 tosses gave 0.508 (Bartoš et al. 2023), which is ψ = 81°.

    Args:
        psi: Angle between the normal and the angular momentum, rad, 0 to π/2.
    """
    if psi <= math.pi / 4:
        return 1.0
    return 0.5 + math.asin((math.cos(psi) / math.sin(psi)) ** 2) / math.pi


def same_side(mean: float, sd: float) -> float:
    """Chance that the start side is up at first touch when the tumble angle is normal with ``mean`` and ``sd`` (rad).

    ``½ + Σ (2/kπ) sin(kπ/2) exp(−k²σ²/2) cos kφ`` over odd k: the Fourier series of the sign of the cosine.

    Raises:
        ValueError: The standard deviation is not above 0.
    """
    if not sd > 0.0:
        raise ValueError(f"sd must be above 0 rad, not {sd}")
    total, k = 0.5, 1
    while (damping := math.exp(-0.5 * (k * sd) ** 2)) > 1e-18:
        total += 2.0 / (k * math.pi) * math.sin(k * math.pi / 2) * damping * math.cos(k * mean)
        k += 2
    return total


# --- landing ---------------------------------------------------------------------------------------------


def bounce_height(height: float, restitution: float, bounce: int) -> float:
    """Apex in mm after so many bounces of something dropped from ``height`` mm: ``e²ⁿ h``."""
    return height * restitution ** (2 * bounce)


def bouncing_time(height: float, restitution: float) -> float:
    """Time in s until something dropped from ``height`` mm has done with bouncing: ``√(2h/g) (1 + e)/(1 − e)``."""
    return math.sqrt(2.0 * height / GRAVITY) * (1.0 + restitution) / (1.0 - restitution)


def edge_hit(fall: float, tilt: float, radius: float, restitution: float) -> tuple[float, float]:
    """Spin in rad/s and kept share of the energy when a thin disc falls on its edge without spin or friction.

    ``Ω' = 4 (1 + e) V cos θ / (R (1 + 4 cos² θ))``, kept ``1 − (1 − e²)/(1 + 4 cos² θ)``.

    Args:
        fall: Speed downwards, mm/s.
        tilt: Angle between the disc and the mat, rad.
        radius: mm.
        restitution: Of the edge on the mat.
    """
    cos = math.cos(tilt)
    share = 1.0 + 4.0 * cos * cos
    return 4.0 * (1.0 + restitution) * fall * cos / (radius * share), 1.0 - (1.0 - restitution**2) / share


def flip_barrier(half: float, half_thickness: float, rounding: float = 0.0) -> float:
    """Height in mm of the centre of a chip that stands on its rim's edge, the lowest from which it can turn over.

    ``√((a − r)² + (b − r)²) + r``: with less energy than that height is worth, the side that is up stays up.
    """
    return math.hypot(half - rounding, half_thickness - rounding) + rounding


# --- on the mat ------------------------------------------------------------------------------------------


def slide_stop(speed: float, friction: float) -> Stop:
    """Straight slide without spin: ``v² / 2μg`` in ``v / μg`` (Coulomb)."""
    brake = friction * GRAVITY
    return Stop(speed * speed / (2.0 * brake), speed / brake)


def spin_stop(spin: float, radius: float, friction: float, k2: float = 0.5) -> Stop:
    """Spin on the spot: ``k² R ω / (⅔ μ g)``, 3Rω/4μg for a disc, through the angle ``ωt/2``.

    Args:
        spin: rad/s.
        radius: Spin radius of the piece, mm.
        friction: Coulomb coefficient.
        k2: Moment over mass and spin radius squared.
    """
    time = k2 * radius * abs(spin) / (2.0 / 3.0 * friction * GRAVITY)
    return Stop(0.5 * spin * time, time)


def elliptic(m: float) -> tuple[float, float]:
    """Complete elliptic integrals (K(m), K(m) − E(m)) of parameter ``m = k²``, by the arithmetic-geometric mean.

    The difference is the sum ``K Σ 2ⁿ⁻¹ cₙ²`` (Abramowitz & Stegun 17.6), which keeps its digits for small m.

    Raises:
        ValueError: m is not in [0, 1).
    """
    if not 0.0 <= m < 1.0:
        raise ValueError(f"m must be from 0 to below 1, not {m}")
    a, b = 1.0, math.sqrt(1.0 - m)
    total, weight, c2 = 0.0, 0.5, m
    while True:
        total += weight * c2
        if c2 < 1e-34 * a * a:
            break
        # c' = (a − b)/2 = c²/4a' keeps its digits where a and b are close.
        a, b = 0.5 * (a + b), math.sqrt(a * b)
        c2, weight = (c2 / (4.0 * a)) ** 2, 2.0 * weight
    k = math.pi / (2.0 * a)
    return k, k * total


def exact_friction_factors(epsilon: float) -> tuple[float, float]:
    """Factors (F, T) of sliding force and spin torque of a disc under even pressure, exactly.

    With ``m = ε²`` for ε < 1: ``F = (4/3π) ((m+1) E + (m−1) K) / ε``, ``T = (4/9π) ((4−2m) E + (m−1) K)``; with
    ``m = 1/ε²`` above 1: ``F = (4/3π) ((ε²+1) E − (ε²−1) K)``,
    ``T = (4/9π) ε ((4−2ε²) E + (2ε²−5+3/ε²) K)`` (Farkas, Bartels, Unger & Wolf, PRL 90, 248302, 2003).

    Args:
        epsilon: Speed over rim speed, 0 or more; ``inf`` for pure sliding.
    """
    if epsilon == 1.0:
        return 8.0 / (3.0 * math.pi), 8.0 / (9.0 * math.pi)
    q = epsilon if epsilon < 1.0 else 1.0 / epsilon
    m = q * q
    if m < 1e-5:
        # K and E cancel here; the series is exact to the last digit.
        g = 1.0 - m * (0.125 + m / 64.0)
        if epsilon < 1.0:
            return q * g, 2.0 / 3.0 - m * (0.5 - m * 3.0 / 32.0)
        return g, 0.25 * q * (1.0 + m * (1.0 / 12.0 + m * 3.0 / 128.0))
    k, d = elliptic(m)
    g = 4.0 / (3.0 * math.pi) * (2.0 * k - (1.0 + 1.0 / m) * d)
    if epsilon < 1.0:
        return q * g, 4.0 / (9.0 * math.pi) * ((3.0 - m) * k - (4.0 - 2.0 * m) * d)
    return g, 4.0 / (9.0 * math.pi) / q * ((3.0 * m - 1.0) * k + (2.0 / m - 4.0) * d)


# --- among others ----------------------------------------------------------------------------------------


def head_on(speed: float, restitution: float) -> tuple[float, float]:
    """Speeds in mm/s of striker and target after two equal masses have met head on: ``(1 ∓ e) v / 2``."""
    return 0.5 * (1.0 - restitution) * speed, 0.5 * (1.0 + restitution) * speed


def oblique_kept(angle: float, restitution: float) -> float:
    """Share of the energy kept when two equal smooth discs meet: ``1 − ½ (1 − e²) cos² θ``.

    Args:
        angle: Between the striker's velocity and the line of centres, rad.
        restitution: Of the two rims.
    """
    return 1.0 - 0.5 * (1.0 - restitution**2) * math.cos(angle) ** 2


def rest_tilt(radius: float, thickness: float, overlap: float) -> float:
    """Angle in rad by which a disc leans on a flat piece: ``asin(h / (2R − o))``.

    Args:
        radius: Of the disc, mm.
        thickness: Of the piece that it leans on, mm.
        overlap: Of the two along the line of centres, mm, below the radius.
    """
    return math.asin(thickness / (2.0 * radius - overlap))


def lower_stays_put(friction_chip: float, friction_mat: float, upper: float, lower: float, share: float = 1.0) -> bool:
    """Whether a chip stays where it is while another slides on top: ``μ_cc w m_A ≤ μ_mat (m_B + w m_A)``.

    Args:
        friction_chip: Coulomb coefficient, chip on chip.
        friction_mat: Chip on mat.
        upper: Mass of the sliding chip, g.
        lower: Mass of the chip beneath, g.
        share: Of the upper one's weight that rests on the lower one.
    """
    return friction_chip * share * upper <= friction_mat * (lower + share * upper)


def hit_chance(radius: float, sd: float) -> float:
    """Chance to hit a spot of ``radius`` mm with errors of ``sd`` mm both ways: ``1 − exp(−r² / 2σ²)`` (Rayleigh)."""
    return -math.expm1(-radius * radius / (2.0 * sd * sd))


def spread_for(radius: float, chance: float) -> float:
    """Standard deviation in mm both ways with which a spot of ``radius`` mm is hit with that chance (0 to 1)."""
    return radius / math.sqrt(-2.0 * math.log1p(-chance))
