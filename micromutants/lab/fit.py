"""Constants of the physics from measured shots, by least squares (scipy, an extra).

Least squares and not a sampler of settings: a rest place is a vector of residuals, few constants explain it, and the
Jacobian that the search needs anyway also says how sure each constant is and which ones the shots cannot tell apart.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Any

import msgspec
import numpy as np

from micromutants.lab.confidence import alike, identifiable, standard_errors
from micromutants.lab.constants import USUAL, check_names, unscaled
from micromutants.lab.extras import installed, wanted
from micromutants.lab.model import LabError
from micromutants.lab.observed import Observation
from micromutants.lab.problem import CLOSE, EXPECTED_COST, Problem, Slope, Vector, cost, misfit
from micromutants.physics import Hand, Physics

CROWD, GENERATIONS = 10, 10
"""Settings for each constant that the wide search keeps, and how often it renews them at each scale."""

HALTON = "halton"
"""Where it begins: spread evenly."""

WIDE_MM = (30.0, 10.0, 3.0)
"""Scales of the wide search: shots that end much further off count little more than those that end so far off.  First
the valleys of the landscape are found, then it shows which of them is the deepest."""

FEW = 2
"""Tries of each shot that show in the wide search which settings are far off."""

VALLEYS, VALLEY = 2, 0.08
"""The close search begins in so many places, and they are so far apart, as a share of the ranges."""

NEAR = 0.12
"""So far around the best place, as a share of the ranges, the last search looks."""

TURNS, NEARS, GOOD = 3, 3, 0.8
"""The search looks near its best place again, and then begins anew, so often at most, where the misfit there is above
1 by more than so much over the root of the number of measured coordinates: chance alone does that seldom."""

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
        tries: How many tries of each shot the mean of was compared; 1 for an exact hand.
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
    progress: Callable[[int, str], None] = lambda made, doing: None,
) -> Fit:
    """Find the constants with which the simulated shots end where the measured ones did.

    Args:
        observations: Measured shots.
        physics: Where the search begins, and what is not fitted.
        hand: That made the shots: with a scatter, the mean of its tries is compared.
        names: Constants to fit; None for the usual ones, as far as the shots tell about them.
        title: Of the scenario.
        error_mm: Standard deviation of the measurement of a place.
        seed: Of the hand's tries and of the search.
        crowd: Settings for each constant that the wide search keeps; more find the right valley more surely.
        executor: Where shots are made; None for this process.
        progress: Told how many shots have been made, and what for.

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
    rms_before = problem.rms(physics)
    problem.weigh(physics)
    problem.doing = "which constants matter"
    kept, left = identifiable(problem, asked, problem.place(asked, physics), explicit=names is not None)
    at, residuals, tried = _search(problem, kept, seed, crowd)
    problem.doing = "confidence"
    jacobian = problem.jacobian(kept, at)
    final = problem.physics_at(kept, at)
    estimates = estimated(problem, kept, at, residuals, jacobian, tried)
    return Fit(
        title,
        estimates,
        left,
        tuple(alike(jacobian.slope, kept)),
        _left_over(problem, final),
        rms_before,
        problem.rms(final),
        misfit(residuals),
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
    # Where the hand scatters, places are tried with few tries of each shot, which leave more.
    least = cost(residuals, CLOSE) if problem.repeats == 1 or not tried else min(cost_ for _, cost_ in tried)
    excess = max(1.0, least / EXPECTED_COST)
    most = least + excess * (quantile / CLOSE) ** 2 / len(residuals)
    within = np.array([at - reach, at + reach, *(place for place, cost_ in tried if cost_ <= most)])
    low, high = within.min(axis=0), within.max(axis=0)
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


def _search(
    problem: Problem, names: tuple[str, ...], seed: int, crowd: int
) -> tuple[Vector, Vector, list[tuple[Vector, float]]]:
    """A wide search for the right valley, and a close one for its bottom.

    Returns:
        The best scaled place, what it leaves, and what other places cost.
    """
    tried: list[tuple[Vector, float]] = []
    everywhere = [(0.0, 1.0)] * len(names)
    generator = np.random.default_rng(seed)
    rough = problem.repeats == 1
    good = 1.0 + GOOD / math.sqrt(2 * len(problem.observations)) if rough else DOUBTFUL
    best: tuple[Vector, Vector] | None = None
    for turn in range(TURNS):
        problem.doing = "wide search" if turn == 0 else f"wide search again, {turn + 1} of {TURNS}"
        first: Any = HALTON
        begin: Any = inside(problem.place(names, problem.physics))
        for millimetres in WIDE_MM:
            scale = max(CLOSE, millimetres / problem.typical)
            searched = _among(problem, names, generator, crowd, first, scale, everywhere, begin, tried)
            first, begin = searched.population, None
        problem.doing = "close search"
        if turn == 0:
            # The hand's scatter under the scenario's constants may be another one.
            problem.weigh(problem.physics_at(names, searched.x))
            if not rough:
                # What places cost under other weights says nothing.
                tried.clear()
        for start in _apart(searched.population, searched.population_energies):
            best = _better(best, close_search(problem, names, start))
        assert best is not None, "there is at least one place to start from"
        # The valley's bottom is rough, and slopes alone do not find its lowest place.
        for _ in range(NEARS if rough else 1):
            near = [(max(0.0, u - NEAR), min(1.0, u + NEAR)) for u in best[0]]
            lowest = _among(problem, names, generator, crowd, HALTON, CLOSE, near, best[0], tried).x
            best = _better(best, close_search(problem, names, lowest))
            if misfit(best[1]) <= good:
                break
        if misfit(best[1]) <= good:
            break
    assert best is not None, "there is at least one turn"
    return *best, tried


def _better(best: tuple[Vector, Vector] | None, other: tuple[Vector, Vector]) -> tuple[Vector, Vector]:
    return other if best is None or cost(other[1], CLOSE) < cost(best[1], CLOSE) else best


def _among(
    problem: Problem,
    names: Sequence[str],
    generator: np.random.Generator,
    crowd: int,
    first: Any,
    scale: float,
    bounds: Sequence[tuple[float, float]],
    begin: Any,
    tried: list[tuple[Vector, float]],
) -> Any:
    """Differential evolution, which looks at a whole generation of places at once; it adds them to those tried."""
    from scipy.optimize import differential_evolution

    few = min(problem.repeats, FEW)

    def costs(places: Vector) -> Vector:
        all_residuals = problem.residuals_of(names, list(places.T), few)
        tried.extend((place, cost(r, CLOSE)) for place, r in zip(places.T, all_residuals, strict=True))
        return np.array([cost(r, scale) for r in all_residuals])

    return differential_evolution(
        costs,
        bounds,
        popsize=crowd,
        maxiter=GENERATIONS,
        init=first,
        x0=begin,
        rng=generator,
        tol=0.001,
        polish=False,
        updating="deferred",
        vectorized=True,
    )


def close_search(problem: Problem, names: Sequence[str], start: Vector) -> tuple[Vector, Vector]:
    """Least squares from a scaled place: where it ends, and the residuals there."""
    from scipy.optimize import least_squares

    found = least_squares(
        lambda v: problem.residuals_of(names, [v], problem.repeats)[0],
        inside(start),
        jac=lambda v: problem.jacobian(names, v).slope,
        bounds=(0.0, 1.0),
        loss="cauchy",
        f_scale=CLOSE,
        xtol=1e-4,
        ftol=1e-5,
        max_nfev=10,
    )
    return inside(found.x), np.asarray(found.fun, np.float64)


def inside(place: Any) -> Vector:
    """A place as far from the ends of the ranges as the search asks for."""
    return np.clip(np.asarray(place, np.float64), 1e-6, 1.0 - 1e-6)


def _apart(places: Vector, costs: Vector) -> list[Vector]:
    """The best places that are not neighbours: each may lie in a valley of its own."""
    chosen: list[Vector] = []
    for i in np.argsort(costs, kind="stable"):
        if all(float(np.max(np.abs(places[i] - other))) > VALLEY for other in chosen):
            chosen.append(places[i])
        if len(chosen) == VALLEYS:
            break
    return chosen


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
