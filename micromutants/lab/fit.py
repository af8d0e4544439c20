"""Constants of the physics from measured shots, by least squares (scipy, an extra).

Least squares and not a sampler of settings: a rest place is a vector of residuals, few constants explain it, and the
Jacobian that the search needs anyway also says how sure each constant is and which ones the shots cannot tell apart.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from micromutants.lab.model import LabError, derived
from micromutants.lab.observed import Case, Observation
from micromutants.lab.running import gather
from micromutants.physics import EXACT, Hand, Launch, Physics, press, scattered, simulate
from micromutants.scenario.fields import meant
from micromutants.table import Face

RANGES: dict[str, tuple[float, float, bool]] = {
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

FACE_MM = 20.0
"""A chip that shows the other side counts as one that rests so far off."""

WIDTHS = (0.004, 0.01, 0.025)
"""Shares of a constant's range over which its effect is measured, to both sides.  A rest place jumps where a chip
turns over once more; the median of several slopes does not see the jumps."""

ALIKE = 0.02
"""Least eigenvalue of the normalized information below which constants cannot be told apart (two: a cosine of 0.98)."""

REPEATS = 12
"""Tries of each shot with the hand's scatter whose mean is compared."""

PART = 4
"""Shots that go to a worker at once."""

CROWD, GENERATIONS = 14, 12
"""Settings for each constant that the wide search keeps, and how often it renews them at each scale."""

HALTON = "halton"
"""Where it begins: spread evenly."""

VALLEYS, VALLEY = 2, 0.08
"""The close search begins in so many places, and they are so far apart, as a share of the ranges."""

NEAR = 0.12
"""So far around the best place, as a share of the ranges, the last search looks."""

WIDE_MM = (30.0, 10.0, 3.0)
"""Scales of the wide search: shots that end much further off count little more than those that end so far off.  First
the valleys of the landscape are found, then it shows which of them is the deepest."""

TURNS, GOOD = 3, 1.5
"""The search begins anew, so often at most, where its best place leaves more than so many times the errors."""

CLOSE = 3.0
"""In the close search the same, in standard deviations."""

NORMAL = 1.4826
"""Standard deviation of normal errors as a multiple of their median size."""

Vector = NDArray[np.float64]


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
        residuals: Of each shot.
        rms_before: Root mean square distance between measured and simulated rest with the scenario's constants, mm.
        rms: The same with the estimates.
        misfit: Typical residual as a multiple of what error and scatter explain; well above 1, something else is
            at work, or the search has ended in a wrong valley.
        simulated: Shots that it took.
    """

    title: str
    estimates: tuple[Estimate, ...]
    left: tuple[tuple[str, str], ...]
    residuals: tuple[Residual, ...]
    rms_before: float
    rms: float
    misfit: float
    simulated: int


def predict(
    cases: Sequence[Case], seeds: Sequence[int], physics: Physics, hand: Hand, repeats: int
) -> list[tuple[float, float, float, float]]:
    """Where chips come to rest.

    Args:
        cases: Shots.
        seeds: Of the generator of each; the same errors of the hand come under any physics.
        physics: Model constants.
        hand: That makes them.
        repeats: How often each.

    Returns:
        For each shot the mean of x and of y, mm, the share with the special side up, and the standard deviation of
        the place, mm, over its repeats.
    """
    found = []
    for case, seed in zip(cases, seeds, strict=True):
        generator = random.Random(seed)
        places = []
        for _ in range(repeats):
            launches = [
                m
                if isinstance(m, Launch)
                else press(scattered(m, hand, physics, generator), case.table[m.piece], physics)
                for m in case.moves
            ]
            outcome = simulate(case.table, launches[0] if len(launches) == 1 else launches, physics)
            places.append(outcome.table[case.piece])
        x, y = (math.fsum(getattr(p, axis) for p in places) / repeats for axis in ("x", "y"))
        special = sum(p.face is Face.SPECIAL for p in places) / repeats
        away = math.fsum((p.x - x) ** 2 + (p.y - y) ** 2 for p in places) / max(1, repeats - 1)
        found.append((x, y, special, math.sqrt(away / 2.0)))
    return found


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


def fit(
    observations: Sequence[Observation],
    physics: Physics,
    hand: Hand,
    names: Sequence[str] | None = None,
    *,
    title: str = "",
    error_mm: float = 2.0,
    seed: int = 0,
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
        seed: Of the hand's tries.
        executor: Where shots are made; None for this process.
        progress: Told how many shots have been made, and what for.

    Raises:
        LabError: scipy is missing, there are too few shots, or they do not tell some constants apart.
    """
    try:
        from scipy.optimize import differential_evolution, least_squares
        from scipy.stats import t
    except ImportError as error:
        raise LabError("a fit needs scipy: pip install 'micromutants[lab]'") from error
    wanted = tuple(USUAL if names is None else names)
    check_names(wanted)
    problem = Problem(observations, physics, hand, error_mm, seed, executor, progress)
    rms_before = problem.rms(physics)
    problem.weigh(physics)
    problem.doing = "which constants matter"
    kept, left = _identifiable(problem, wanted, problem.place(wanted, physics), explicit=names is not None)
    if len(observations) < len(kept) + 2:
        raise LabError(f"{len(observations)} shots are too few for {len(kept)} constants: at least {len(kept) + 2}")
    problem.doing = "wide search"
    # Few tries of each shot are enough to see which settings are far off.
    few = min(problem.repeats, 3)
    generator = np.random.default_rng(seed)

    def among(first: Any, scale: float, bounds: Sequence[tuple[float, float]], begin: Any = None) -> Any:
        return differential_evolution(
            lambda places: np.array([cost(r, scale) for r in problem.residuals_of(kept, list(places.T), few)]),
            bounds,
            popsize=CROWD,
            maxiter=GENERATIONS,
            init=first,
            x0=begin,
            rng=generator,
            tol=0.001,
            polish=False,
            updating="deferred",
            vectorized=True,
        )

    def close(place: Vector) -> Any:
        return least_squares(
            lambda v: problem.residuals_of(kept, [v], problem.repeats)[0],
            _inside(place),
            jac=lambda v: problem.jacobian(kept, v).slope,
            bounds=(0.0, 1.0),
            loss="cauchy",
            f_scale=CLOSE,
            xtol=1e-4,
            ftol=1e-5,
            max_nfev=10,
        )

    best: Any = None
    for turn in range(TURNS):
        problem.doing = "wide search" if turn == 0 else f"wide search again, {turn + 1} of {TURNS}"
        crowd: Any = HALTON
        begin: Any = np.clip(problem.place(kept, physics), 0.0, 1.0)
        for millimetres in WIDE_MM:
            searched = among(crowd, max(CLOSE, millimetres / problem.typical), [(0.0, 1.0)] * len(kept), begin)
            crowd, begin = searched.population, None
        problem.doing = "close search"
        for begin in _apart(searched.population, searched.population_energies):
            found = close(begin)
            if best is None or found.cost < best.cost:
                best = found
        if problem.repeats == 1:
            # Without the mean over a hand's tries the valley's bottom is rough, and slopes do not find its lowest place.
            near = [(max(0.0, u - NEAR), min(1.0, u + NEAR)) for u in best.x]
            found = close(among(HALTON, CLOSE, near, best.x).x)
            if found.cost < best.cost:
                best = found
        if _misfit(best.fun) <= GOOD:
            break
    at = _inside(best.x)
    problem.doing = "confidence"
    jacobian = problem.jacobian(kept, at)
    errors = _errors(jacobian, np.asarray(best.fun, np.float64))
    reach = float(t.ppf(0.975, len(observations) - len(kept)))
    final = problem.physics_at(kept, at)
    estimates = []
    for i, name in enumerate(kept):
        low, high = (_value(name, float(at[i] + sign * reach * errors[i])) for sign in (-1.0, 1.0))
        estimates.append(Estimate(name, getattr(physics, name), getattr(final, name), low, high))
    return Fit(
        title,
        tuple(estimates),
        left,
        problem.left_over(final),
        rms_before,
        problem.rms(final),
        _misfit(best.fun),
        problem.made,
    )


def cost(residuals: Vector, scale: float) -> float:
    """What the wide search makes small (Cauchy's loss): a few shots that end elsewhere do not mislead it."""
    return float(np.mean(np.log1p((residuals / scale) ** 2)))


def _misfit(residuals: Vector) -> float:
    return float(NORMAL * np.median(np.abs(residuals.reshape(-1, 3)[:, :2])))


def _inside(place: Any) -> Vector:
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


class Slope(msgspec.Struct, frozen=True):
    """How residuals change with constants.

    Attributes:
        slope: Per unit of each scaled constant; residuals by constants.
        rough: Variance of each residual that no straight line explains: bends and jumps.
    """

    slope: Any
    rough: Any


class Problem:
    """Measured shots, and how far simulated ones end from them.

    Attributes:
        repeats: Tries of each shot.
        made: Shots simulated so far.
        doing: What they are made for.
    """

    def __init__(
        self,
        observations: Sequence[Observation],
        physics: Physics,
        hand: Hand,
        error_mm: float,
        seed: int,
        executor: Executor | None,
        progress: Callable[[int, str], None],
    ) -> None:
        self.observations = observations
        self.physics = physics
        self.hand = hand
        self.repeats = 1 if hand == EXACT else REPEATS
        self.made = 0
        self.doing = "starting point"
        self._error = error_mm
        self._sd = [error_mm] * len(observations)
        self._seeds = [derived(seed, i) for i in range(len(observations))]
        self._executor = executor
        self._progress = progress

    def simulated(self, settings: Sequence[Physics], repeats: int) -> list[list[tuple[float, float, float, float]]]:
        """What :func:`predict` gives under each setting."""
        cases = [observation.case for observation in self.observations]
        parts = range(0, len(cases), PART)
        calls = [
            (cases[i : i + PART], self._seeds[i : i + PART], one, self.hand, repeats) for one in settings for i in parts
        ]
        done = gather(predict, calls, self._executor)
        self.made += len(settings) * len(cases) * repeats
        self._progress(self.made, self.doing)
        per = len(parts)
        return [[row for part in done[k * per : (k + 1) * per] for row in part] for k in range(len(settings))]

    def weigh(self, physics: Physics) -> None:
        """Let shots that scatter more count less: by the hand's scatter under these constants."""
        rows = self.simulated([physics], self.repeats)[0]
        self._sd = [math.hypot(self._error, row[3]) for row in rows]

    def place(self, names: Sequence[str], physics: Physics) -> Vector:
        """The scaled constants, each from 0 to 1 within its range."""
        return np.array([_scaled(name, getattr(physics, name)) for name in names])

    def physics_at(self, names: Sequence[str], place: Sequence[float] | Vector) -> Physics:
        """The constants at a scaled place."""
        values = {name: _value(name, float(u)) for name, u in zip(names, place, strict=True)}
        return msgspec.structs.replace(self.physics, **values)

    def residuals_of(
        self, names: Sequence[str], places: Sequence[Sequence[float] | Vector], repeats: int
    ) -> list[Vector]:
        """Simulated minus measured at each place, in standard deviations: x, y and face of each shot."""
        all_rows = self.simulated([self.physics_at(names, place) for place in places], repeats)
        return [self._against(rows) for rows in all_rows]

    def _against(self, rows: Sequence[tuple[float, float, float, float]]) -> Vector:
        found = []
        for row, seen, sd in zip(rows, self.observations, self._sd, strict=True):
            face = 0.0 if seen.special is None else (row[2] - seen.special) * FACE_MM
            found += [(row[0] - seen.x) / sd, (row[1] - seen.y) / sd, face / max(sd, FACE_MM / CLOSE)]
        return np.array(found)

    @property
    def typical(self) -> float:
        """Standard deviation of a shot's place, mm."""
        return float(np.median(self._sd))

    def jacobian(self, names: Sequence[str], place: Vector) -> Slope:
        """Medians of slopes over several widths, to both sides where the range has room."""
        middle = np.asarray(place, np.float64)
        places, moves = [middle], []
        for j in range(len(names)):
            for width in WIDTHS:
                for step in (-width, width):
                    moved = middle.copy()
                    moved[j] += step
                    if 0.0 <= moved[j] <= 1.0:
                        places.append(moved)
                        moves.append((j, step))
        at, *others = self.residuals_of(names, places, self.repeats)
        slope = np.empty((len(at), len(names)))
        rough = np.zeros(len(at))
        for j in range(len(names)):
            near = [(step, other - at) for (i, step), other in zip(moves, others, strict=True) if i == j]
            slope[:, j] = np.median([change / step for step, change in near], axis=0)
            off = np.median([np.abs(change - slope[:, j] * step) for step, change in near], axis=0)
            rough += (NORMAL * off) ** 2 / len(names)
        return Slope(slope, rough)

    def rms(self, physics: Physics) -> float:
        """Root mean square distance between measured and simulated rest, mm."""
        rows = self.simulated([physics], self.repeats)[0]
        squares = [(row[0] - o.x) ** 2 + (row[1] - o.y) ** 2 for row, o in zip(rows, self.observations, strict=True)]
        return math.sqrt(math.fsum(squares) / len(squares))

    def left_over(self, physics: Physics) -> tuple[Residual, ...]:
        """What these constants leave of each shot."""
        found = []
        for row, seen in zip(self.simulated([physics], self.repeats)[0], self.observations, strict=True):
            before = seen.case.table[seen.case.piece]
            azimuth = next(m.azimuth for m in seen.case.moves if m.piece == seen.case.piece)
            dx, dy = seen.x - row[0], seen.y - row[1]
            c, s = math.cos(azimuth), math.sin(azimuth)
            travel = math.hypot(seen.x - before.x, seen.y - before.y)
            found.append(
                Residual(
                    seen.line,
                    seen.x,
                    seen.y,
                    row[0],
                    row[1],
                    travel,
                    dx * c + dy * s,
                    dy * c - dx * s,
                    seen.special,
                    row[2],
                )
            )
        return tuple(found)


def _identifiable(
    problem: Problem, names: tuple[str, ...], place: Vector, *, explicit: bool
) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """The constants that the shots say something about, and the others with the reason."""
    slope = problem.jacobian(names, place).slope
    strength = np.sqrt(np.mean(slope**2, axis=0))
    left = [(name, "it has no effect on these shots") for name, s in zip(names, strength, strict=True) if s < 0.05]
    kept = [name for name in names if name not in dict(left)]
    if not kept:
        raise LabError(f"none of {', '.join(names)} has an effect on these shots")
    while True:
        alike = _alike(slope[:, [names.index(name) for name in kept]], kept)
        if not alike:
            return tuple(kept), tuple(left)
        told = f"{' and '.join(alike)} cannot be told apart by these shots"
        if explicit:
            raise LabError(f"{told}: leave one of them out, or measure shots of other powers and lofts")
        kept.remove(alike[-1])
        left.append((alike[-1], told))


def _alike(slope: Vector, names: Sequence[str]) -> list[str]:
    """Names of constants whose effects are combinations of one another; none where all differ."""
    if len(names) < 2:
        return []
    scaled = slope / np.linalg.norm(slope, axis=0)
    values, vectors = np.linalg.eigh(scaled.T @ scaled)
    if values[0] >= ALIKE:
        return []
    return [name for name, share in zip(names, vectors[:, 0], strict=True) if abs(share) > 0.3]


def _errors(jacobian: Slope, residuals: Vector) -> Vector:
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


def _scaled(name: str, value: float) -> float:
    low, high, by_log = RANGES[name]
    value = min(high, max(low, value))
    if by_log:
        return math.log(value / low) / math.log(high / low)
    return (value - low) / (high - low)


def _value(name: str, scaled: float) -> float:
    low, high, by_log = RANGES[name]
    u = min(1.0, max(0.0, scaled))
    return low * (high / low) ** u if by_log else low + (high - low) * u
