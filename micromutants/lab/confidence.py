"""How sure fitted constants are, and which ones the shots say nothing about or cannot tell apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from micromutants.lab.model import LabError
from micromutants.lab.problem import CLOSE, Problem, Slope, Vector

NO_EFFECT = 0.05
"""A constant has none where its whole range would move a shot by less than so many standard deviations."""

SAME, ALIKE = 0.002, 0.01
"""Least eigenvalue of the normalized information below which constants do the same to these shots, and below which
they can hardly be told apart (two: cosines of 0.998 and 0.99)."""


def identifiable(
    problem: Problem, names: tuple[str, ...], place: Vector, *, explicit: bool
) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """The constants that the shots say something about, and the others with the reason.

    Args:
        problem: The shots.
        names: Constants.
        place: Where their effects are looked at, scaled.
        explicit: Whether they are asked for by name, so that none may be left out for another.

    Raises:
        LabError: No constant is left, or those that are asked for do the same.
    """
    slope = problem.jacobian(names, place).slope
    strength = np.sqrt(np.mean(slope**2, axis=0))
    left = [(name, "it has no effect on these shots") for name, s in zip(names, strength, strict=True) if s < NO_EFFECT]
    kept = [name for name in names if name not in dict(left)]
    if not kept:
        raise LabError(f"none of {', '.join(names)} has an effect on these shots")
    while True:
        same = alike(slope[:, [names.index(name) for name in kept]], kept, SAME)
        if not same:
            return tuple(kept), tuple(left)
        told = f"{listed(same)} cannot be told apart by these shots"
        if explicit:
            raise LabError(f"{told}: leave one of them out, or measure shots of other powers, lofts and offsets")
        kept.remove(same[-1])
        left.append((same[-1], told))


def alike(slope: Vector, names: Sequence[str], least: float = ALIKE) -> list[str]:
    """Names of constants whose effects are nearly combinations of one another; none where all differ."""
    if len(names) < 2:
        return []
    return _together(slope.T @ slope, names, least)


def correlated(covariance: Vector, names: Sequence[str]) -> list[str]:
    """The same from the covariance of estimates."""
    information = np.asarray(np.linalg.inv(covariance), np.float64)
    return _together(information, names, ALIKE) if len(names) > 1 else []


def _together(information: Vector, names: Sequence[str], least: float) -> list[str]:
    lengths = np.sqrt(np.diag(information))
    values, vectors = np.linalg.eigh(information / np.outer(lengths, lengths))
    if values[0] >= least:
        return []
    return [name for name, share in zip(names, vectors[:, 0], strict=True) if abs(share) > 0.3]


def standard_errors(jacobian: Slope, residuals: Vector) -> Vector:
    """Standard errors of the scaled constants.

    A sandwich estimator with the shots as clusters (White 1980, Liang and Zeger 1986): it holds for shots that
    scatter unequally and for x and y that err together.  What is not straight in the model counts as error too.
    """
    weight = 1.0 / (1.0 + (residuals / CLOSE) ** 2)
    j = jacobian.slope
    bread = np.linalg.pinv(j.T @ (weight[:, None] * j))
    shots, constants = len(residuals) // 3, j.shape[1]
    scores = (j * (weight * residuals)[:, None]).reshape(shots, 3, constants).sum(axis=1)
    rough = (j * (weight**2 * jacobian.rough)[:, None]).T @ j
    meat = scores.T @ scores * shots / (shots - constants) + rough
    return np.asarray(np.sqrt(np.diag(bread @ meat @ bread)), np.float64)


def listed(names: Sequence[str]) -> str:
    """Names in a sentence: ``a, b and c``."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
