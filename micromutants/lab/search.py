"""The search for the constants with which simulated shots end where measured ones did (scipy, an extra).

Differential evolution finds the right valley, least squares its bottom: a rest place is a vector of residuals, few
constants explain it, and the Jacobian that least squares needs anyway also says how sure each constant is.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from micromutants.lab.problem import CLOSE, Problem, Vector, cost, misfit

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

STEPS = 6
"""So many steps a close search takes as a rule."""


def shots_ahead(problem: Problem, names: Sequence[str], crowd: int) -> tuple[int, int]:
    """About how many shots a wide search takes, and how many the searches for the bottom after it."""
    generation = len(problem.observations) * crowd * len(names) * (GENERATIONS + 1)
    close = STEPS * len(problem.observations) * problem.repeats * (2 + 6 * len(names))
    return len(WIDE_MM) * generation * min(problem.repeats, FEW), generation + (VALLEYS + 1) * close


def valleys(problem: Problem, names: tuple[str, ...], seed: int, crowd: int) -> list[Vector]:
    """Scaled places from which the constants of shots of a hand may be found.

    These are the scenario's own constants, and the best places of a wide search.
    """
    generator = np.random.default_rng(seed)
    problem.doing = "wide search"
    searched = _wide(problem, names, generator, crowd, [])
    return [problem.place(names, problem.physics), *_apart(searched.population, searched.population_energies)]


def bottom(
    problem: Problem, names: tuple[str, ...], seed: int, crowd: int
) -> tuple[Vector, Vector, list[tuple[Vector, float]]]:
    """A wide search for the right valley, and a close one for its bottom; for shots of an exact hand.

    Returns:
        The best scaled place, what it leaves, and what other places cost.
    """
    tried: list[tuple[Vector, float]] = []
    generator = np.random.default_rng(seed)
    good = 1.0 + GOOD / math.sqrt(2 * len(problem.observations))
    best: tuple[Vector, Vector] | None = None
    for turn in range(TURNS):
        if turn:
            problem.expect(sum(shots_ahead(problem, names, crowd)))
        problem.doing = "wide search" if turn == 0 else f"wide search again, {turn + 1} of {TURNS}"
        searched = _wide(problem, names, generator, crowd, tried)
        problem.doing = "close search"
        for start in _apart(searched.population, searched.population_energies):
            best = _better(best, close_search(problem, names, start))
        assert best is not None, "there is at least one place to start from"
        # The valley's bottom is rough, and slopes alone do not find its lowest place.
        for _ in range(NEARS):
            near = [(max(0.0, u - NEAR), min(1.0, u + NEAR)) for u in best[0]]
            lowest = _among(problem, names, generator, crowd, HALTON, CLOSE, near, best[0], tried).x
            best = _better(best, close_search(problem, names, lowest))
            if misfit(best[1]) <= good:
                return *best, tried
    assert best is not None, "there is at least one turn"
    return *best, tried


def _better(best: tuple[Vector, Vector] | None, other: tuple[Vector, Vector]) -> tuple[Vector, Vector]:
    return other if best is None or cost(other[1], CLOSE) < cost(best[1], CLOSE) else best


def _wide(
    problem: Problem,
    names: Sequence[str],
    generator: np.random.Generator,
    crowd: int,
    tried: list[tuple[Vector, float]],
) -> Any:
    """From everywhere into the deepest valleys."""
    first: Any = HALTON
    begin: Any = inside(problem.place(names, problem.physics))
    for millimetres in WIDE_MM:
        scale = max(CLOSE, millimetres / problem.typical)
        everywhere = [(0.0, 1.0)] * len(names)
        searched = _among(problem, names, generator, crowd, first, scale, everywhere, begin, tried)
        first, begin = searched.population, None
    return searched


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
