"""Constants of the physics from measured shots, with how sure they are (scipy, an extra).

Shots of an exact hand, a device or a film: least squares, see :mod:`~micromutants.lab.search`.  Shots of a hand that
scatters: the likelihood of what was measured, see :mod:`~micromutants.lab.handfit`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import Executor

import msgspec
import numpy as np

from micromutants.lab.confidence import alike, correlated, identifiable, standard_errors
from micromutants.lab.constants import USUAL, check_names, unscaled
from micromutants.lab.extras import installed, wanted
from micromutants.lab.handfit import Likely, likely, shots_closing_in
from micromutants.lab.model import LabError
from micromutants.lab.observed import Observation
from micromutants.lab.problem import CLOSE, EXPECTED_COST, Problem, Slope, Vector, cost, misfit
from micromutants.lab.search import CROWD, bottom, shots_ahead, valleys
from micromutants.physics import EXACT, Hand, Physics

DOUBTFUL = 1.25
"""Where the end of the search leaves more than so many times the errors, the model does not explain the shots."""


class Estimate(msgspec.Struct, frozen=True):
    """A constant and how sure it is.

    Attributes:
        name: Field of :class:`~micromutants.physics.Physics`.
        before: The scenario's value.
        value: The estimate.
        low: Lower end of the 95 % confidence interval.
        high: Its upper end.
    """

    name: str
    before: float
    value: float
    low: float
    high: float


class Residual(msgspec.Struct, frozen=True):
    """What is left of a shot: measured, simulated, and their difference.

    Attributes:
        line: In the file.
        x: Measured, mm.
        y: Measured, mm.
        simulated_x: With the estimates, the mean over the hand's scatter, mm.
        simulated_y: The same.
        travel: Measured distance from where the chip lay, mm.
        along: Measured minus simulated, along the shot, mm.
        across: The same to the left of it, mm.
        special: Whether the special side was up; None where that was not noted.
        simulated_special: Share of the simulated shots in which it is.
    """

    line: int
    x: float
    y: float
    simulated_x: float
    simulated_y: float
    travel: float
    along: float
    across: float
    special: bool | None
    simulated_special: float


class Fit(msgspec.Struct, frozen=True):
    """What came of a fit.

    Attributes:
        title: Of the scenario.
        estimates: Of the constants that the shots say something about.
        left: Constants that were left as they are, each with the reason.
        alike: Constants that these shots can hardly tell apart.
        residuals: Of each shot.
        rms_before: Root mean square distance between measured and simulated rest with the scenario's constants, mm.
        rms: The same with the estimates.
        misfit: Residuals as a multiple of what error and scatter explain; well above 1, something else is at work,
            or the search has ended in a wrong valley.
        share: Of tables made up with these constants and this hand, which fit no better; None for an exact hand.
        tries: How many tries of each shot the residuals are the mean of; 1 for an exact hand.
        simulated: Shots that it took.
    """

    title: str
    estimates: tuple[Estimate, ...]
    left: tuple[tuple[str, str], ...]
    alike: tuple[str, ...]
    residuals: tuple[Residual, ...]
    rms_before: float
    rms: float
    misfit: float
    share: float | None
    tries: int
    simulated: int


def fit(
    observations: Sequence[Observation],
    physics: Physics,
    hand: Hand,
    names: Sequence[str] | None = None,
    *,
    title: str = "",
    error_mm: float = 2.0,
    seed: int = 0,
    crowd: int = CROWD,
    executor: Executor | None = None,
    progress: Callable[[int, int, str], None] = lambda made, ahead, doing: None,
) -> Fit:
    """Find the constants with which the simulated shots end where the measured ones did.

    Args:
        observations: Measured shots.
        physics: Where the search begins, and what is not fitted.
        hand: That made the shots.
        names: Constants to fit; None for the usual ones, as far as the shots tell about them.
        title: Of the scenario.
        error_mm: Standard deviation of the measurement of a place.
        seed: Of the hand's tries and of the search.
        crowd: Settings for each constant that the wide search keeps; more find the right valley more surely.
        executor: Where shots are made; None for this process.
        progress: Told how many shots have been made, about how many it takes in all, and what is being done.

    Raises:
        LabError: scipy is missing, there are too few shots, or they do not tell some constants apart.
    """
    if not installed("scipy"):
        raise LabError(wanted("a fit", "scipy"))
    asked = tuple(USUAL if names is None else names)
    check_names(asked)
    if len(observations) < len(asked) + 2:
        raise LabError(
            f"{len(observations)} measured shots are too few for {len(asked)} constants: it takes {len(asked) + 2}, "
            "or fewer constants"
        )
    problem = Problem(observations, physics, hand, error_mm, seed, executor, progress)
    wide, close = shots_ahead(problem, asked, crowd)
    problem.expect(wide + (close if hand == EXACT else shots_closing_in(problem)))
    rms_before = problem.rms(physics)
    problem.weigh(physics)
    problem.doing = "which constants matter"
    kept, left = identifiable(problem, asked, problem.place(asked, physics), explicit=names is not None)
    if hand == EXACT:
        at, residuals, tried = bottom(problem, kept, seed, crowd)
        problem.doing = "confidence"
        jacobian = problem.jacobian(kept, at)
        estimates, same = estimated(problem, kept, at, residuals, jacobian, tried), alike(jacobian.slope, kept)
        final, share = problem.physics_at(kept, at), None
    else:
        found = likely(problem, kept, valleys(problem, kept, seed, crowd), seed)
        estimates, same = estimated_of_hand(problem, kept, found), correlated(found.covariance, kept)
        final, share = problem.physics_at(kept, found.middle), found.share
        problem.weigh(final)
        residuals = problem.residuals_of(kept, [found.middle], problem.repeats)[0]
    return Fit(
        title,
        estimates,
        left,
        tuple(same),
        _left_over(problem, final),
        rms_before,
        problem.rms(final),
        misfit(residuals),
        share,
        problem.repeats,
        problem.made,
    )


def estimated(
    problem: Problem,
    names: Sequence[str],
    at: Vector,
    residuals: Vector,
    jacobian: Slope,
    tried: Sequence[tuple[Vector, float]] = (),
) -> tuple[Estimate, ...]:
    """The constants at the bottom of a valley, with their intervals.

    Args:
        problem: The shots.
        names: Constants.
        at: Scaled place of the bottom.
        residuals: What it leaves.
        jacobian: How they change there.
        tried: Other places and what they cost at :data:`CLOSE`: those that the shots do not speak against lie within
            the intervals too, so that a neighbouring valley of the same depth is not overlooked (profile likelihood).
    """
    from scipy.stats import t

    quantile = float(t.ppf(0.975, len(problem.observations) - len(names)))
    reach = quantile * standard_errors(jacobian, residuals)
    least = cost(residuals, CLOSE)
    excess = max(1.0, least / EXPECTED_COST)
    most = least + excess * (quantile / CLOSE) ** 2 / len(residuals)
    within = np.array([at - reach, at + reach, *(place for place, cost_ in tried if cost_ <= most)])
    low, high = within.min(axis=0), within.max(axis=0)
    return _estimates(problem, names, at, low, high)


def estimated_of_hand(problem: Problem, names: Sequence[str], found: Likely) -> tuple[Estimate, ...]:
    """The constants that shots of a hand speak for, with their intervals.

    These are as wide as both the likelihood and the made-up tables ask, by Student's t for the few shots.
    """
    from scipy.stats import t

    quantile = float(t.ppf(0.975, len(problem.observations) - len(names)))
    reach = quantile * np.maximum(np.sqrt(np.diag(found.covariance)), found.error)
    return _estimates(problem, names, found.middle, found.middle - reach, found.middle + reach)


def _estimates(problem: Problem, names: Sequence[str], at: Vector, low: Vector, high: Vector) -> tuple[Estimate, ...]:
    final = problem.physics_at(names, at)
    return tuple(
        Estimate(
            name,
            getattr(problem.physics, name),
            getattr(final, name),
            unscaled(name, float(low[i])),
            unscaled(name, float(high[i])),
        )
        for i, name in enumerate(names)
    )


def _left_over(problem: Problem, physics: Physics) -> tuple[Residual, ...]:
    """What these constants leave of each shot."""
    found = []
    for rest, seen in zip(problem.simulated([physics], problem.repeats)[0], problem.observations, strict=True):
        before = seen.case.table[seen.case.piece]
        azimuth = next(m.azimuth for m in seen.case.moves if m.piece == seen.case.piece)
        dx, dy = seen.x - rest.x, seen.y - rest.y
        c, s = math.cos(azimuth), math.sin(azimuth)
        found.append(
            Residual(
                seen.line,
                seen.x,
                seen.y,
                rest.x,
                rest.y,
                math.hypot(seen.x - before.x, seen.y - before.y),
                dx * c + dy * s,
                dy * c - dx * s,
                seen.special,
                rest.special,
            )
        )
    return tuple(found)
