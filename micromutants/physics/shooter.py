"""The shooter: from what a hand does to what the chip does, and how a hand scatters."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol

import msgspec

from micromutants.geometry import Disc, Hexagon, Rect
from micromutants.physics.checks import check_number, check_parameters, check_piece
from micromutants.physics.model import LOFT_MAX, LOFT_MIN, Hand, Launch, Physics, PhysicsError, Shot
from micromutants.table import Kind, Piece

NATURAL_LOFT = math.radians(45.0)
"""Elevation at which the mat itself throws; the shooter's face keeps the component along it."""

ROUNDING = 1e-9
"""By how much a loft may miss the ends of the guide's range, rad: degrees in and out of a file cost a last digit."""


class Uniform(Protocol):
    """What scatter needs of a generator: ``random.Random`` and anything like it."""

    def random(self) -> float:
        """A number in [0, 1)."""


def press(shot: Shot, piece: Piece, physics: Physics) -> Launch:
    """The launch that a press of the shooter gives (physics help page, "Launch").

    Energy ``η·U·cos²(α − 45°)`` of the pressed mat, ``U = U_max·p^{2n}``, is shared between flight and tumble;
    ``Ω = τ·c·v_z/a`` with ``a`` the half length of the chip along the shot.

    Args:
        shot: What the hand does.
        piece: The chip pressed, where it lies.
        physics: Model constants.

    Raises:
        PhysicsError: The piece is another one or not a chip, or a number is outside its range.
    """
    check_shot(shot)
    check_parameters("physics", physics)
    check_piece(piece)
    if piece.id != shot.piece:
        raise PhysicsError(f"shot: it is one of {shot.piece!r}, not of {piece.id!r}")
    kind = piece.spec
    if not kind.chip:
        raise PhysicsError(f"shot: {piece.id!r} is a {kind.name}, only chips can be flicked")
    alpha = min(LOFT_MAX, max(LOFT_MIN, shot.loft))
    tau = physics.tumble if shot.tumble is None else shot.tumble
    along = shot.azimuth - piece.angle
    half = half_length(kind, along)
    # 1 N·mm = 1 kg·m²/s² · 1e-3 = 1e6 g·mm²/s².
    stored = physics.press_force**2 / (2.0 * physics.mat_stiffness) * 1e6
    stored *= shot.power ** (2.0 * physics.felt_exponent)
    energy = physics.returned_fraction * stored * math.cos(alpha - NATURAL_LOFT) ** 2
    kappa = tumble_inertia(kind, along) / (kind.mass * half * half)
    spin_share = kappa * (tau * shot.offset * math.sin(alpha)) ** 2
    speed = math.sqrt(2.0 * energy / (kind.mass * (1.0 + spin_share)))
    tumble = tau * shot.offset * speed * math.sin(alpha) / half
    yaw = physics.yaw_coupling * speed * math.cos(alpha) * math.sin(shot.twist) / (kind.k2 * kind.spin_radius)
    return Launch(shot.piece, shot.azimuth, speed, alpha, tumble, yaw)


def half_length(kind: Kind, along: float) -> float:
    """Half the chip's extent in mm in the direction ``along`` (rad, in its own axes)."""
    match kind.shape:
        case Disc(radius):
            return radius
        case Rect(length, width):
            return (length * abs(math.cos(along)) + width * abs(math.sin(along))) / 2
        case Hexagon(across):
            return across / math.sqrt(3)


def tumble_inertia(kind: Kind, along: float) -> float:
    """Moment in g·mm² about the horizontal axis across the direction ``along`` (rad, in its own axes)."""
    return kind.inertia_y * math.cos(along) ** 2 + kind.inertia_x * math.sin(along) ** 2


def check_shot(shot: Shot) -> None:
    """Refuse a shot with a number outside its range.

    Raises:
        PhysicsError: Says which number and what is allowed.
    """
    for name, low, high in (
        ("azimuth", -math.inf, math.inf),
        ("power", 0.0, 1.0),
        ("offset", 0.0, 1.0),
        ("twist", -math.pi / 2, math.pi / 2),
    ):
        check_number("shot", name, getattr(shot, name), low, high)
    if shot.tumble is not None:
        check_number("shot", "tumble", shot.tumble, -0.9, 0.9)
    check_number("shot", "loft", shot.loft, -math.inf, math.inf)
    if not LOFT_MIN - ROUNDING <= shot.loft <= LOFT_MAX + ROUNDING:
        allowed = f"from {LOFT_MIN:.4g} to {LOFT_MAX:.4g} rad (15° to 75°)"
        raise PhysicsError(f"shot: loft must be {allowed}, as the shooter's face is, not {shot.loft}")


def scattered(shot: Shot, hand: Hand, physics: Physics, generator: Uniform) -> Shot:
    """The shot that the hand really makes when it means ``shot``.

    The power errs the more, the harder the press.  Four normal deviates are drawn, always, so that the
    generator ends in the same state whatever the hand.

    Args:
        shot: What is meant.
        hand: Whose scatter it is.
        physics: Gives the tumble where the shot leaves it to them.
        generator: Of which ``random()`` alone is called.
    """
    e_power, e_aim = _normal_pair(generator.random)
    e_loft, e_tumble = _normal_pair(generator.random)
    if hand == Hand():
        return shot
    tau = physics.tumble if shot.tumble is None else shot.tumble
    power = shot.power * (1.0 + hand.power_sd * (0.6 + 0.8 * shot.power) * e_power)
    return msgspec.structs.replace(
        shot,
        power=min(1.0, max(0.0, power)),
        azimuth=shot.azimuth + hand.aim_sd * e_aim,
        loft=min(LOFT_MAX, max(LOFT_MIN, shot.loft + hand.loft_sd * e_loft)),
        tumble=min(0.9, max(-0.9, tau + hand.tumble_sd * e_tumble)),
    )


CALM, USUAL, HASTY = 0.5, 1.0, 2.5
"""By how much the errors of a hand grow when it is calm, when nothing is known of it, and in full haste."""


def hurried(hand: Hand, power: float, haste: float | None) -> Hand:
    """A hand as power and haste make it: where a movement ends errs in proportion to force and to speed.

    The law of Schmidt et al. (1979, Psychological Review 86, 415): the spread of the end points of a quick movement
    grows linearly with its speed.  The power of a press errs with the power already, see :func:`scattered`; here the
    direction does too.

    Args:
        hand: How it errs as a rule.
        power: Of the press, 0 to 1.
        haste: 0 calm to 1; None where it is not known.
    """
    factor = USUAL if haste is None else CALM + (HASTY - CALM) * min(1.0, max(0.0, haste))
    return Hand(
        factor * hand.power_sd,
        factor * (0.6 + 0.8 * power) * hand.aim_sd,
        factor * hand.loft_sd,
        factor * hand.tumble_sd,
    )


def _normal_pair(uniform: Callable[[], float]) -> tuple[float, float]:
    """Two independent standard normal deviates (Box and Muller)."""
    radius = math.sqrt(-2.0 * math.log(1.0 - uniform()))
    angle = math.tau * uniform()
    return radius * math.cos(angle), radius * math.sin(angle)
