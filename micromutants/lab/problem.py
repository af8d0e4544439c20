"""Measured shots, and how far simulated ones end from them under any constants: what a fit makes small."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from micromutants.lab.constants import scaled, unscaled
from micromutants.lab.model import OWN, check_versions, derived
from micromutants.lab.observed import Case, Observation
from micromutants.lab.running import gather
from micromutants.physics import EXACT, Hand, Launch, Physics, press, scattered, simulate
from micromutants.table import Face, Piece

FACE_MM = 20.0
"""A chip that shows the other side counts as one that rests so far off."""

CLOSE = 3.0
"""In the close search, shots that end much further off than so many standard deviations count little more."""

SMOOTH_WIDTHS, ROUGH_WIDTHS = (0.01, 0.025), (0.004, 0.01, 0.025)
"""Shares of a constant's range over which its effect is measured, to both sides; the second where each shot is made
but once.  Then a rest place jumps where a chip turns over once more, and the median of several slopes does not see
the jumps."""

REPEATS = 12
"""Tries of each shot with the hand's scatter whose mean is compared."""

PART, MANY = 4, 8
"""Shots that go to a worker at once; under so many settings or more, all shots of a setting do."""

NORMAL = 1.4826
"""Standard deviation of normal errors as a multiple of their median size."""

EXPECTED_COST = 0.0946
"""Mean of Cauchy's loss, log(1 + (r / CLOSE)²), of errors r that are normal with standard deviation 1."""

Vector = NDArray[np.float64]


class Rest(NamedTuple):
    """Where the tries of a shot come to rest.

    Attributes:
        x: Mean, mm.
        y: Mean, mm.
        special: Share with the special side up.
        sd: Standard deviation of the place along either axis, mm; 0 for a single try.
    """

    x: float
    y: float
    special: float
    sd: float


class Slope(NamedTuple):
    """How residuals change with constants.

    Attributes:
        slope: Per unit of each scaled constant; residuals by constants.
        rough: Variance of each residual that no straight line explains: bends and jumps.
    """

    slope: Vector
    rough: Vector


def predict(
    asked: tuple[str, int], cases: Sequence[Case], seeds: Sequence[int], physics: Physics, hand: Hand, repeats: int
) -> list[Rest]:
    """Where chips come to rest.

    Args:
        asked: Versions of the program and of its physics that ask.
        cases: Shots.
        seeds: Of the generator of each; the same errors of the hand come under any physics.
        physics: Model constants.
        hand: That makes them.
        repeats: How often each.

    Raises:
        LabError: Another version asks.
    """
    found = []
    for places in _made(asked, cases, seeds, [physics] * repeats, hand):
        x, y = (math.fsum(getattr(p, axis) for p in places) / repeats for axis in ("x", "y"))
        special = sum(p.face is Face.SPECIAL for p in places) / repeats
        away = math.fsum((p.x - x) ** 2 + (p.y - y) ** 2 for p in places) / max(1, repeats - 1)
        found.append(Rest(x, y, special, math.sqrt(away / 2.0)))
    return found


def draw(
    asked: tuple[str, int], cases: Sequence[Case], seeds: Sequence[int], settings: Sequence[Physics], hand: Hand
) -> list[list[tuple[float, float, bool]]]:
    """Each shot once under each setting, with other errors of the hand each time.

    Args:
        asked: Versions of the program and of its physics that ask.
        cases: Shots.
        seeds: Of the generator of each.
        settings: Model constants.
        hand: That makes them.

    Returns:
        Of each case: x and y of each rest in mm, and whether the special side was up.

    Raises:
        LabError: Another version asks.
    """
    made = _made(asked, cases, seeds, settings, hand)
    return [[(piece.x, piece.y, piece.face is Face.SPECIAL) for piece in rests] for rests in made]


def _made(
    asked: tuple[str, int], cases: Sequence[Case], seeds: Sequence[int], settings: Sequence[Physics], hand: Hand
) -> Iterator[list[Piece]]:
    """Of each shot, where the chip that is watched comes to rest under each setting, in turn."""
    check_versions(asked)
    for case, seed in zip(cases, seeds, strict=True):
        generator = random.Random(seed)
        yield [_rest(case, physics, hand, generator) for physics in settings]


def _rest(case: Case, physics: Physics, hand: Hand, generator: random.Random) -> Piece:
    """Where the chip that is watched comes to rest."""
    launches = [
        m if isinstance(m, Launch) else press(scattered(m, hand, physics, generator), case.table[m.piece], physics)
        for m in case.moves
    ]
    return simulate(case.table, launches, physics).table[case.piece]


def cost(residuals: Vector, scale: float) -> float:
    """What a search makes small (Cauchy's loss): a few shots that end elsewhere do not mislead it."""
    return float(np.mean(np.log1p((residuals / scale) ** 2)))


def misfit(residuals: Vector) -> float:
    """Residuals of places as a multiple of what error and scatter explain; 1 where they explain all."""
    places = residuals.reshape(-1, 3)[:, :2]
    return math.sqrt(cost(places, CLOSE) / EXPECTED_COST)


class Problem:
    """Measured shots, and how far simulated ones end from them.

    Attributes:
        repeats: Tries of each shot.
        error: Standard deviation of the measurement of a place, mm.
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
        progress: Callable[[int, int, str], None],
    ) -> None:
        self.observations = observations
        self.physics = physics
        self.hand = hand
        self.repeats = 1 if hand == EXACT else REPEATS
        self.made = 0
        self.doing = "starting point"
        self.error = error_mm
        self._sd = [error_mm] * len(observations)
        self._seed = seed
        self._seeds = [derived(seed, i) for i in range(len(observations))]
        self._executor = executor
        self._progress = progress
        self._expected = 0
        self._calls = 0

    def expect(self, shots: int) -> None:
        """About so many shots are still to come."""
        self._expected = self.made + shots

    def simulated(self, settings: Sequence[Physics], repeats: int) -> list[list[Rest]]:
        """What :func:`predict` gives under each setting."""
        cases = [observation.case for observation in self.observations]
        size = PART if len(settings) < MANY else len(cases)
        parts = range(0, len(cases), size)
        calls = [
            (OWN, cases[i : i + size], self._seeds[i : i + size], one, self.hand, repeats)
            for one in settings
            for i in parts
        ]
        done = gather(predict, calls, self._executor)
        self.made += len(settings) * len(cases) * repeats
        self._progress(self.made, max(self.made, self._expected), self.doing)
        per = len(parts)
        return [[Rest(*row) for part in done[k * per : (k + 1) * per] for row in part] for k in range(len(settings))]

    def drawn(self, names: Sequence[str], places: Vector) -> Vector:
        """Each shot once at each scaled place, with other errors of the hand each time and in each call.

        Returns:
            Shots by places by (x mm, y mm, 1 for the special side).
        """
        settings = [self.physics_at(names, place) for place in places]
        cases = [observation.case for observation in self.observations]
        self._calls += 1
        seeds = [derived(self._seed, self._calls * len(cases) + i) for i in range(len(cases))]
        calls = [(OWN, [case], [seed], settings, self.hand) for case, seed in zip(cases, seeds, strict=True)]
        done = gather(draw, calls, self._executor)
        self.made += len(cases) * len(settings)
        self._progress(self.made, max(self.made, self._expected), self.doing)
        return np.array([one for part in done for one in part], np.float64)

    @property
    def seen(self) -> Vector:
        """The measured rests as a table: 1 by shots by (x mm, y mm, 1 for the special side, nan where not noted)."""
        found = [(o.x, o.y, math.nan if o.special is None else float(o.special)) for o in self.observations]
        return np.array([found], np.float64)

    def weigh(self, physics: Physics) -> None:
        """Let shots that scatter more count less: by the hand's scatter under these constants."""
        self._sd = [math.hypot(self.error, rest.sd) for rest in self.simulated([physics], self.repeats)[0]]

    def place(self, names: Sequence[str], physics: Physics) -> Vector:
        """The scaled constants, each from 0 to 1 within its range."""
        return np.array([scaled(name, getattr(physics, name)) for name in names])

    def physics_at(self, names: Sequence[str], place: Sequence[float] | Vector) -> Physics:
        """The constants at a scaled place."""
        values = {name: unscaled(name, float(u)) for name, u in zip(names, place, strict=True)}
        return msgspec.structs.replace(self.physics, **values)

    def residuals_of(
        self, names: Sequence[str], places: Sequence[Sequence[float] | Vector], repeats: int
    ) -> list[Vector]:
        """Simulated minus measured at each place, in standard deviations: x, y and face of each shot."""
        all_rests = self.simulated([self.physics_at(names, place) for place in places], repeats)
        return [self._against(rests) for rests in all_rests]

    def _against(self, rests: Sequence[Rest]) -> Vector:
        found = []
        for rest, seen, sd in zip(rests, self.observations, self._sd, strict=True):
            face = 0.0 if seen.special is None else (rest.special - seen.special) * FACE_MM
            found += [(rest.x - seen.x) / sd, (rest.y - seen.y) / sd, face / max(sd, FACE_MM / CLOSE)]
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
            for width in ROUGH_WIDTHS if self.repeats == 1 else SMOOTH_WIDTHS:
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
        rests = self.simulated([physics], self.repeats)[0]
        squares = [(r.x - o.x) ** 2 + (r.y - o.y) ** 2 for r, o in zip(rests, self.observations, strict=True)]
        return math.sqrt(math.fsum(squares) / len(squares))
