"""Constants from shots of a hand that scatters: their likelihood from simulated shots, intervals by bootstrap.

The rest place of such a shot is a draw from a distribution with tails, corners and several heaps.  The mean of some
tries says too little about it, and squares of distances from the mean say something wrong.  So the distribution itself
is learnt, see :mod:`~micromutants.lab.emulator`, in a cloud of constants that closes in on those that the measured
shots speak for.  How sure the estimate is, made-up tables tell: shots by the same hand with the estimated constants,
from which the constants are estimated again (parametric bootstrap).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from micromutants.lab.emulator import Emulator, emulator_of, log_likelihood, monomials
from micromutants.lab.problem import Problem, Vector

EARLY, SHOTS = 200, (300, 1200)
"""So often each shot is made for a cloud that is on its way, and for those that close in.  In the end what chance there
is in the polynomials must be small beside what the measured shots leave open."""

STEPS, ARRIVED = (2, 8), 1.0
"""Least and most clouds on the way, which ends when the next one would be less than so many standard deviations off."""

FIRST = 0.1
"""Standard deviation of the first cloud, as a share of the ranges."""

WIDER = 1.7
"""The next cloud is so many times as wide as what is likely in this one."""

LEAST = 0.004
"""Least standard deviation of a cloud."""

REACH = 2.5
"""The description is relied on within so many standard deviations of the cloud."""

POINTS, TURNS = 500, 4
"""Places at which the likelihood is looked at, and how often they are drawn anew to lie where it is large."""

THICK = 1.4
"""The places are spread so many times as wide as what is likely."""

FREEDOM = 6.0
"""Degrees of freedom of Student's t from which the places are drawn: it has tails."""

TABLES = 100
"""Made-up tables."""


class Cloud(NamedTuple):
    """A normal distribution of scaled constants.

    Attributes:
        middle: Its mean.
        root: Lower triangular root of its covariance.
    """

    middle: Vector
    root: Vector

    def at(self, places: Vector) -> Vector:
        """Places in units of the cloud as scaled constants."""
        return np.asarray(self.middle + places @ self.root.T, np.float64)


class Likely(NamedTuple):
    """Which constants the measured shots speak for.

    Attributes:
        middle: Mean of the scaled constants, weighted by the likelihood.
        covariance: Of them.
        error: Root mean square error of such a mean in made-up tables, scaled.
        share: Of the made-up tables, which fit no better than the measured one.
    """

    middle: Vector
    covariance: Vector
    error: Vector
    share: float


class _Weighed(NamedTuple):
    """Places in units of a cloud: their monomials, the logarithm of how thickly they lie, and their weights."""

    places: Vector
    powers: Vector
    thickness: Vector
    weights: Vector

    def mean(self) -> Vector:
        return np.asarray(self.weights @ self.places, np.float64)

    def covariance(self) -> Vector:
        away = self.places - self.mean()
        return np.asarray((self.weights[:, None] * away).T @ away, np.float64)


class _Turn(NamedTuple):
    """What a cloud has shown."""

    cloud: Cloud
    models: list[Emulator]
    weighed: _Weighed
    middle: Vector
    covariance: Vector
    top: float

    def closer(self) -> Cloud:
        """The next cloud."""
        wide = WIDER**2 * self.covariance + LEAST**2 * np.eye(len(self.middle))
        return Cloud(self.middle, np.asarray(np.linalg.cholesky(wide), np.float64))


def shots_closing_in(problem: Problem) -> int:
    """About how many shots :func:`likely` takes, the residuals that are told in the end among them."""
    each = 3 * (STEPS[0] + 1) * EARLY + sum(SHOTS) + TABLES + 4 * problem.repeats
    return each * len(problem.observations)


def likely(problem: Problem, names: Sequence[str], starts: Sequence[Vector], seed: int) -> Likely:
    """Find the constants that measured shots of a hand speak for.

    Args:
        problem: The shots, and the hand that made them.
        names: Constants.
        starts: Scaled places where the search begins; the one that leads to the likeliest constants counts.
        seed: Of all chance.
    """
    generator = np.random.default_rng([seed, 1])
    problem.doing = "towards what is likely"
    ways = [_on_its_way(problem, names, start, generator) for start in starts]
    best = max(ways, key=lambda turn: turn.top)
    for number, shots in enumerate(SHOTS, 1):
        problem.doing = f"closing in, {number} of {len(SHOTS)}"
        best = _turn(problem, names, best.closer(), shots, generator)
    problem.doing = f"{TABLES} made-up tables"
    error, share = _made_up(problem, names, best, generator)
    return Likely(best.middle, best.covariance, error, share)


def _on_its_way(problem: Problem, names: Sequence[str], start: Vector, generator: np.random.Generator) -> _Turn:
    """From a start to where the measured shots are likely."""
    least, most = STEPS
    cloud = Cloud(np.asarray(start, np.float64), FIRST * np.eye(len(names)))
    for step in range(1, most + 1):
        turn = _turn(problem, names, cloud, EARLY, generator)
        there = float(np.linalg.norm(turn.weighed.mean())) < ARRIVED
        if there and step >= least:
            break
        # As long as it is on its way the cloud keeps its width, for what lies at its edge is known badly.
        cloud = turn.closer() if there else Cloud(turn.middle, cloud.root)
    return turn


def _turn(problem: Problem, names: Sequence[str], cloud: Cloud, shots: int, generator: np.random.Generator) -> _Turn:
    """Learn from a cloud in which each shot is made so often."""
    units, places = _drawn(cloud, shots, generator)
    models = [emulator_of(units, rests, problem.error) for rests in problem.drawn(names, places)]
    weighed, top = _weighed(models, problem.seen, cloud, generator)
    middle = cloud.at(weighed.mean()[None])[0]
    return _Turn(cloud, models, weighed, middle, cloud.root @ weighed.covariance() @ cloud.root.T, top)


def _drawn(cloud: Cloud, count: int, generator: np.random.Generator) -> tuple[Vector, Vector]:
    """Places within the ranges, in units of the cloud and scaled."""
    units = np.empty((0, len(cloud.middle)))
    while len(units) < count:
        more = generator.standard_normal((4 * count, len(cloud.middle)))
        units = np.vstack([units, more[_inside(cloud.at(more))]])
    return units[:count], cloud.at(units[:count])


def _inside(places: Vector) -> NDArray[np.bool_]:
    return np.asarray(((places >= 0.0) & (places <= 1.0)).all(axis=1))


def _weighed(
    models: Sequence[Emulator], seen: Vector, cloud: Cloud, generator: np.random.Generator
) -> tuple[_Weighed, float]:
    """Places that lie where the likelihood is large, weighted so that they stand for it (importance sampling).

    Returns:
        The places, and the logarithm of the largest likelihood.
    """
    count = len(cloud.middle)
    middle, spread = np.zeros(count), np.eye(count)
    for _ in range(TURNS):
        places, thickness = _from_t(middle, spread, cloud, generator)
        powers = monomials(places)
        told = _told(models, powers, seen)[0]
        weights = _weights(told - thickness)
        sharp = 1.0
        while 1.0 / float(np.sum(weights**2)) < 0.1 * len(places) and sharp > 0.001:
            # A likelihood that a few places have all of is approached in steps.
            sharp *= 0.7
            weights = _weights(sharp * told - thickness)
        found = _Weighed(places, powers, thickness, weights)
        # Wider than what is likely, so that what made-up tables say lies among the places too.
        middle, spread = found.mean(), THICK**2 * found.covariance() + 1e-5 * np.eye(count)
    return found, float(np.max(told))


def _from_t(middle: Vector, spread: Vector, cloud: Cloud, generator: np.random.Generator) -> tuple[Vector, Vector]:
    """Places by Student's t within the cloud and the ranges, and the logarithm of how thickly they lie."""
    count = len(middle)
    root = np.linalg.cholesky(spread)
    normal = np.empty((0, count))
    stretch = np.empty(0)
    reach = REACH**2 * max(1.0, count / 2.0)
    for _ in range(50):
        fresh = generator.standard_normal((POINTS, count))
        scale = np.sqrt(FREEDOM / generator.chisquare(FREEDOM, POINTS))
        places = middle + (fresh * scale[:, None]) @ root.T
        kept = _inside(cloud.at(places)) & ((places**2).sum(axis=1) < reach)
        normal, stretch = np.vstack([normal, fresh[kept]]), np.concatenate([stretch, scale[kept]])
        if len(normal) >= POINTS:
            break
    normal, stretch = normal[:POINTS], stretch[:POINTS]
    away = ((normal * stretch[:, None]) ** 2).sum(axis=1)
    thickness = -0.5 * (FREEDOM + count) * np.log1p(away / FREEDOM)
    return middle + (normal * stretch[:, None]) @ root.T, np.asarray(thickness, np.float64)


def _told(models: Sequence[Emulator], powers: Vector, tables: Vector) -> Vector:
    """The logarithm of the likelihood of tables, tables by places; ``tables`` are tables by shots by rest."""
    total = np.zeros((tables.shape[0], len(powers)))
    for i, model in enumerate(models):
        total += log_likelihood(model, powers, tables[:, i])
    return total


def _weights(logarithms: Vector) -> Vector:
    weights = np.exp(logarithms - np.max(logarithms))
    return np.asarray(weights / np.sum(weights), np.float64)


def _made_up(
    problem: Problem, names: Sequence[str], turn: _Turn, generator: np.random.Generator
) -> tuple[Vector, float]:
    """How far off estimates are in made-up tables, and the share of tables that fit no better than the measured one."""
    rests = problem.drawn(names, np.repeat(turn.middle[None], TABLES, axis=0))
    tables = np.swapaxes(rests, 0, 1).copy()
    tables[..., :2] += problem.error * generator.standard_normal(tables[..., :2].shape)
    tables[:, np.isnan(problem.seen[0, :, 2]), 2] = math.nan
    told = _told(turn.models, turn.weighed.powers, tables)
    estimates = np.array([_weights(one - turn.weighed.thickness) @ turn.weighed.places for one in told])
    away = turn.cloud.at(estimates) - turn.middle
    measured = _told(turn.models, turn.weighed.powers, problem.seen)[0]
    share = float(np.mean(told.max(axis=1) <= measured.max()))
    return np.sqrt(np.mean(away**2, axis=0)), share
