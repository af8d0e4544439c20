"""How the game feels, in numbers: how far, how fast, how precise, which side up, how often something goes wrong."""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from micromutants.midgame import flicks, full_table
from micromutants.physics import (
    AVERAGE,
    EXPERT,
    EventKind,
    Hand,
    Landing,
    Physics,
    Scatter,
    Shot,
    laws,
    press,
    scatter,
    scattered,
    simulate,
)
from micromutants.table import Face, Mat, Piece, Table

MAT = Mat()

WIDE = Mat(9000.0, 9000.0)
"""So large that nothing leaves it."""

MIDDLE = 4500.0

CHIPS = ("small", "large", "rect")

CONFIDENT, SOFT = 0.5, 0.3
"""Powers that are called so."""

NATURAL, FLAT, STEEP = math.radians(45.0), math.radians(25.0), math.radians(65.0)

SHORT = (60.0, 90.0, 120.0)
"""Ranges of short hops, mm."""

LONG = (0.8, 0.9, 1.0)
"""Powers of long shots."""

REPEATS = 60
"""Shots from which one number is taken."""

AIMED = 36
"""Repeats of each of the 28 aimed flicks of the full table."""

SEED = 5

DEFAULT = Physics()


class Feel(NamedTuple):
    """Something that a player feels.

    Attributes:
        name: What.
        unit: "mm", "%" or "" for a ratio or a count.
        found: Value with these parameters.
        low: Least that is wanted.
        high: Most that is wanted, may be infinite.
    """

    name: str
    unit: str
    found: float
    low: float
    high: float

    @property
    def ok(self) -> bool:
        """Whether it is as wanted."""
        return self.low <= self.found <= self.high


class Flown(NamedTuple):
    """A shot alone: where it first touched the mat and where it came to rest, along and across its line in mm."""

    carry: tuple[float, float]
    rest: tuple[float, float]
    same_face: bool


def feel(physics: Physics = DEFAULT, aimed: int = AIMED) -> Iterator[Feel]:
    """Everything, in some ten seconds.

    Args:
        physics: Model constants.
        aimed: Repeats of each aimed flick in which fumbles are counted; they take most of the time.
    """
    yield from _distances(physics)
    yield from _liveliness(physics)
    yield from _lofts(physics)
    yield from _precision(physics)
    yield from _faces(physics)
    yield from fumbles(physics, aimed)


def shots(
    kind: str, power: float, loft: float, hand: Hand, physics: Physics, count: int = REPEATS, seed: int = SEED
) -> list[Flown]:
    """The same shot alone on a mat without edges, as often as asked, with the errors of a hand."""
    chip = Piece("chip", kind, 0, MIDDLE, MIDDLE)
    table, generator, found = Table.of(WIDE, [chip]), random.Random(seed), []
    for _ in range(count):
        launch = press(scattered(Shot("chip", 0.0, power, loft), hand, physics, generator), chip, physics)
        outcome = simulate(table, launch, physics)
        touch = next((e.time for e in outcome.events if e.kind is EventKind.TOUCHDOWN), 0.0)
        far = launch.speed * math.cos(launch.loft) * touch
        rest = outcome.table["chip"]
        found.append(
            Flown(
                (far * math.cos(launch.azimuth), far * math.sin(launch.azimuth)),
                (rest.x - MIDDLE, rest.y - MIDDLE),
                rest.face is Face.NORMAL,
            )
        )
    return found


def power_for(kind: str, reach: float, loft: float, physics: Physics) -> float:
    """The power whose flight in closed form has so long a range in mm, at most 1."""
    full = press(Shot("chip", 0.0, 1.0, loft), Piece("chip", kind, 0, 0.0, 0.0), physics)
    share = reach / laws.flight(full.speed, full.loft).range
    return float(min(1.0, share ** (0.5 / physics.felt_exponent)))


def fumbles(physics: Physics = DEFAULT, repeats: int = AIMED) -> Iterator[Feel]:
    """How often a chip ends beneath an enemy, flicked by an average hand: at flat ones, and at one that leans."""
    table = full_table().table
    found = [
        scatter(table, shot, AVERAGE, repeats, seed, physics)
        for seed, shot in enumerate(flicks(full_table())["at an enemy bug or base"])
    ]
    lost = statistics.mean(_lost(one, table) for one in found)
    name = "fumbles in 1000 flicks at enemies of a full table that lie flat"
    yield Feel(name, "", 1000.0 * lost, 0.0, 20.0)
    table = leaning()
    skids = (Shot("chip", math.pi / 2, power, FLAT) for power in (0.15, 0.2, 0.25, 0.3))
    lost = statistics.mean(_lost(scatter(table, shot, AVERAGE, repeats, SEED, physics), table) for shot in skids)
    yield Feel("fumbles in 1000 flat flicks of a small chip at one that leans", "", 1000.0 * lost, 50.0, 700.0)


def leaning() -> Table:
    """An enemy rectangle that leans on a large chip, its long edge up by more than a small chip is thick."""
    return Table.of(
        MAT,
        [
            Piece("support", "large", 1, 326.0, 300.0),
            Piece("enemy", "rect", 1, 300.0, 300.0, level=1),
            Piece("chip", "small", 0, 310.0, 200.0),
        ],
    )


def _lost(found: Scatter, table: Table) -> float:
    """Share of the shots that end beneath a piece of the other player."""
    enemy = [i for i, piece in enumerate(table) if piece.owner == 1]
    return float(np.mean(np.isin(found.other, enemy) & (found.outcome == Landing.UNDER)))


def _distances(physics: Physics) -> Iterator[Feel]:
    """The numbers are for the large chip, the middle one in weight; of the others, which goes further."""
    for name, unit, power, low, high in (
        (f"confident flick, power {CONFIDENT}: way over the mat's width", "%", CONFIDENT, 28.0, 45.0),
        (f"soft hop, power {SOFT}: way", "mm", SOFT, 60.0, 120.0),
        ("full power: way over the mat's width", "%", 1.0, 100.0, math.inf),
    ):
        scale = 100.0 / MAT.width if unit == "%" else 1.0
        ways = {kind: scale * _way(kind, power, physics) for kind in CHIPS}
        yield Feel(f"{name}, large", unit, ways["large"], low, high)
        yield Feel(f"{name}, small: further", unit, ways["small"], ways["large"], math.inf)
        yield Feel(f"{name}, rectangle: less far", unit, ways["rect"], 0.0, ways["large"])


def _liveliness(physics: Physics) -> Iterator[Feel]:
    speed = {kind: press(Shot("chip", 0.0, 0.5), Piece("chip", kind, 0, 0.0, 0.0), physics).speed for kind in CHIPS}
    yield Feel("speed of a small chip against a large one", "", speed["small"] / speed["large"], 1.3, 1.8)
    yield Feel("speed of a rectangle against a large chip", "", speed["rect"] / speed["large"], 0.6, 0.9)


def _lofts(physics: Physics) -> Iterator[Feel]:
    for loft, low, high in ((FLAT, 40.0, 80.0), (STEEP, 0.0, 30.0)):
        flown = shots("large", 0.5, loft, EXPERT, physics)
        carry = statistics.median(shot.carry[0] for shot in flown)
        on = statistics.median(shot.rest[0] - shot.carry[0] for shot in flown)
        name = f"{'steep' if loft == STEEP else 'flat'} flick, {math.degrees(loft):.0f}°, power 0.5, large:"
        yield Feel(f"{name} carry", "mm", carry, 40.0, 250.0)
        yield Feel(f"{name} run-on, share of the way", "%", 100.0 * on / (carry + on), low, high)


def _precision(physics: Physics) -> Iterator[Feel]:
    for kind in CHIPS:
        flown = shots(kind, power_for(kind, 200.0, NATURAL, physics), NATURAL, EXPERT, physics, 2 * REPEATS)
        near = _near([shot.carry for shot in flown])
        yield Feel(f"landings within 15 mm of the middle one at 200 mm, expert, {kind}", "%", near, 85.0, 100.0)
    for kind in CHIPS:
        # It skids on by nearly half of that.
        flown = shots(kind, power_for(kind, 140.0, NATURAL, physics), NATURAL, EXPERT, physics, 2 * REPEATS)
        near = _near([shot.rest for shot in flown])
        yield Feel(f"rests within 15 mm of the middle one near 200 mm, expert, {kind}", "%", near, 50.0, 100.0)


def _near(places: list[tuple[float, float]]) -> float:
    """Share in % of the places that lie within 15 mm of the middle one, along and across."""
    x, y = (statistics.median(place[i] for place in places) for i in (0, 1))
    return 100.0 * statistics.mean(math.hypot(place[0] - x, place[1] - y) <= 15.0 for place in places)


def _faces(physics: Physics) -> Iterator[Feel]:
    for kind in CHIPS:
        short = [_odds(kind, power_for(kind, reach, NATURAL, physics), physics) for reach in SHORT]
        yield Feel(f"likelier side of hops of 60 to 120 mm, expert, {kind}", "%", statistics.mean(short), 80.0, 100.0)
    for kind in CHIPS:
        far = [_odds(kind, power, physics) for power in LONG]
        yield Feel(f"likelier side of shots at power 0.8 to 1, expert, {kind}", "%", statistics.mean(far), 50.0, 75.0)


def _odds(kind: str, power: float, physics: Physics) -> float:
    """Share in % of the side that comes up more often."""
    same = statistics.mean(shot.same_face for shot in shots(kind, power, NATURAL, EXPERT, physics, 2 * REPEATS))
    return 100.0 * max(same, 1.0 - same)


def _way(kind: str, power: float, physics: Physics) -> float:
    return statistics.median(math.hypot(*shot.rest) for shot in shots(kind, power, NATURAL, EXPERT, physics))
