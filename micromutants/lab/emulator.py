"""Where a shot may end, as a smooth function of the constants: a regression on shots made with many of them.

A hand that scatters gives no single place to compare with.  So a shot is made some hundred times, each time with other
constants from a cloud and other errors of the hand, and what comes of it is described: the chance of each side, the
place for each side as a polynomial of the constants, and how far off it the chip ends, as a density of kernels.  That
gives the likelihood of a measured place under any constants in the cloud without a further shot (an emulator of the
simulation, see Wood 2010, Nature 466, 1102, for likelihoods from simulated shots).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]

KERNELS = 128
"""So many deviations from the polynomial stand for all."""

WRONG_SIDE = 0.02
"""Chance that the side was noted wrongly."""

WILD = 0.02
"""Share of shots of which anything may be the reason: a knock at the table, a slip of the pen."""

ANYWHERE = 1.0 / (600.0 * 900.0)
"""Density of where those end, 1/mm²: about one over the mat."""

RIDGE = 0.3
"""Pulls slopes of the chance of a side towards 0, so that a side that came always or never gives a finite one."""

HUBER = 2.5
"""Deviations larger than so many typical ones count less in the polynomial."""


class Side(NamedTuple):
    """What comes of a shot that ends with one side up.

    Attributes:
        powers: Coefficients of the place in mm: monomials by (x, y).
        off: Deviations from it, mm.
        width: Standard deviation of each deviation's kernel along x and y, mm.
    """

    powers: Vector
    off: Vector
    width: Vector


class Emulator(NamedTuple):
    """What comes of a shot.

    Attributes:
        sides: Normal, special; None for a side that never came.
        chance: Coefficients of the logit of the special side: 1, then one for each constant.
    """

    sides: tuple[Side | None, Side | None]
    chance: Vector


def monomials(places: Vector) -> Vector:
    """1, the coordinates, and their products: places by monomials."""
    count = places.shape[1]
    pairs = [places[:, i] * places[:, j] for i in range(count) for j in range(i, count)]
    return np.column_stack([np.ones(len(places)), places, *pairs])


def emulator_of(places: Vector, rests: Vector, error: float) -> Emulator:
    """Learn from shots.

    Args:
        places: Of the constants with which each was made, in units of the cloud: shots by constants.
        rests: Where each ended: shots by (x mm, y mm, 1 for the special side).
        error: Standard deviation of the measurement of a place, mm.
    """
    special = rests[:, 2] > 0.5
    powers = monomials(places)
    normal, other = (_side(places.shape[1], powers[up], rests[up, :2], error) for up in (~special, special))
    return Emulator((normal, other), _chance(places, special.astype(np.float64)))


def _side(constants: int, powers: Vector, places: Vector, error: float) -> Side | None:
    count = len(places)
    if count == 0:
        return None
    # As much of the polynomial as so many shots can carry.
    columns = next((c for c in (powers.shape[1], 1 + constants) if count >= 3 * c), 1)
    used = powers[:, :columns]
    weight = np.ones(count)
    for _ in range(4):
        root = np.sqrt(weight)[:, None]
        # A trace of a ridge, for shots that all but lie in a plane.
        matrix = np.vstack([used * root, 0.01 * np.eye(columns)[1:]])
        found = np.linalg.lstsq(matrix, np.vstack([places * root, np.zeros((columns - 1, 2))]), rcond=None)[0]
        off = places - used @ found
        far = np.hypot(off[:, 0], off[:, 1])
        weight = 1.0 / np.maximum(1.0, far / (HUBER * (np.median(far) / 1.18 + 1e-9)))
    spread = np.minimum(off.std(axis=0), 1.5 * 1.4826 * np.median(np.abs(off - np.median(off, axis=0)), axis=0))
    # Silverman's rule for two dimensions; the error of the measurement comes on top.
    width = np.hypot(count ** (-1.0 / 6.0) * spread, error)
    chosen = np.linspace(0, count - 1, min(count, KERNELS)).astype(int)
    return Side(found, off[chosen], width)


def _chance(places: Vector, special: Vector) -> Vector:
    """A logistic regression by Newton's method."""
    matrix = np.column_stack([np.ones(len(places)), places])
    pull = np.array([0.0, *([RIDGE] * places.shape[1])])
    share = (special.sum() + 1.0) / (len(special) + 2.0)
    found = np.zeros(matrix.shape[1])
    found[0] = math.log(share / (1.0 - share))
    for _ in range(20):
        chance = _logistic(matrix @ found)
        curve = (matrix * (chance * (1.0 - chance) + 1e-6)[:, None]).T @ matrix + np.diag(pull + 0.01)
        step = np.linalg.solve(curve, matrix.T @ (special - chance) - pull * found)
        found = found + step
        if float(np.max(np.abs(step))) < 1e-6:
            break
    return found


def _logistic(values: Vector) -> Vector:
    return np.asarray(0.5 * (1.0 + np.tanh(0.5 * values)), np.float64)


def log_likelihood(model: Emulator, powers: Vector, seen: Vector) -> Vector:
    """How likely measured rests are under constants.

    Args:
        model: Of the shot.
        powers: :func:`monomials` of the constants: places by monomials.
        seen: Rests by (x mm, y mm, 1 for the special side, 0 for the normal one, nan where that was not noted).

    Returns:
        Rests by places: the logarithm of the density, 1/mm².
    """
    constants = len(model.chance) - 1
    special = _logistic(powers[:, : 1 + constants] @ model.chance)
    total = np.zeros((len(seen), len(powers)))
    for up, side in enumerate(model.sides):
        if side is None:
            continue
        agrees = np.where(np.isnan(seen[:, 2]), 1.0, np.where(seen[:, 2] == up, 1.0 - WRONG_SIDE, WRONG_SIDE))
        middle = powers[:, : len(side.powers)] @ side.powers
        density = np.zeros_like(total)
        for off in side.off:
            away = (seen[:, None, :2] - middle[None] - off) / side.width
            density += np.exp(-0.5 * (away[..., 0] ** 2 + away[..., 1] ** 2))
        density /= len(side.off) * 2.0 * math.pi * side.width[0] * side.width[1]
        total += agrees[:, None] * (special if up else 1.0 - special) * density
    return np.asarray(np.log((1.0 - WILD) * total + WILD * ANYWHERE), np.float64)
