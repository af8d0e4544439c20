"""What the mat has printed on it for a match: set-up areas, base spots and stars, wherever the players sit."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

from micromutants import rules
from micromutants.geometry import Disc, Hexagon, Rect, corners, local_corners
from micromutants.rules import Setup, State
from micromutants.rules.homes import home
from micromutants.table import KINDS, Mat, Table
from micromutants.ui import theme
from micromutants.ui.draw.pen import Point


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where, as far as it is printed on the mat.

    Attributes:
        mat: The mat.
        armies: Army ids of the players.
        small: Whether some bases are small (the Advanced game).
        alone: Who has an end alone, with three players.
    """

    mat: Mat
    armies: tuple[str, ...]
    small: bool = False
    alone: int = -1


def seating(setup: Setup, alone: int = -1) -> Seating:
    """The seating of a match."""
    return Seating(
        setup.mat,
        tuple(theme.dress_of(setup, player) for player in range(len(setup.seats))),
        setup.mode == "advanced",
        alone,
    )


def _bare(seats: Seating) -> State:
    setup = Setup(tuple(rules.Seat("", army) for army in seats.armies), mat=seats.mat)
    return State(setup, Table.of(seats.mat, ()), alone=seats.alone)


def area(seats: Seating, player: int) -> list[Point]:
    """The outline of a set-up area on the mat, mm."""
    state = _bare(seats)
    shape, pose = rules.setup_area(state, player)
    if isinstance(shape, Rect):
        return corners(shape, pose)
    return [(pose.x, pose.y), *front(seats, player)]


def front(seats: Seating, player: int) -> list[Point]:
    """The side of a set-up area that is no edge of the mat, mm."""
    state = _bare(seats)
    shape, pose = rules.setup_area(state, player)
    if isinstance(shape, Disc):
        middle = home(state, player).turn + math.pi / 2
        steps = 48
        return [
            (pose.x + shape.radius * math.cos(a), pose.y + shape.radius * math.sin(a))
            for a in (middle + math.pi / 2 * (i / steps - 0.5) for i in range(steps + 1))
        ]
    assert isinstance(shape, Rect)
    y = pose.y + shape.width / 2 if pose.y < seats.mat.height / 2 else pose.y - shape.width / 2
    return [(pose.x - shape.length / 2, y), (pose.x + shape.length / 2, y)]


def spots(seats: Seating, player: int) -> list[list[Point]]:
    """Outlines of what may stand on a player's base spots, a little larger than the bases, mm."""
    found = []
    any_spot = seats.small and len(seats.armies) > 2
    for index, (x, y) in enumerate(rules.base_spots(_bare(seats), player)):
        kinds = ["base"]
        if seats.small and (any_spot or index != 1):
            kinds.append("small-base")
        for kind in kinds:
            shape = KINDS[kind].shape
            assert isinstance(shape, Hexagon | Rect)
            found.append([(x + 1.06 * u, y + 1.06 * v) for u, v in local_corners(shape)])
    return found


def marks(seats: Seating, player: int) -> list[Point]:
    """Where a player's army has its mark printed: between the bases and the front, mm."""
    spots_ = rules.base_spots(_bare(seats), player)
    line = front(seats, player)
    middle = line[len(line) // 2] if len(line) > 2 else ((line[0][0] + line[1][0]) / 2, line[0][1])
    if len(line) > 2:
        x, y = spots_[1]
        return [(x + 0.62 * (middle[0] - x), y + 0.62 * (middle[1] - y))]
    between = [((ax + bx) / 2, ay) for (ax, ay), (bx, _) in itertools.pairwise(spots_)]
    return [(x, y + 0.45 * (middle[1] - y)) for x, y in between]


def star_spots(seats: Seating) -> tuple[Point, Point]:
    """Centres of the two stars, mm."""
    return rules.stars(_bare(seats))


def dashes(line: list[Point], dash: float) -> list[tuple[Point, Point]]:
    """A line cut into dashes that begin and end with a whole one, mm."""
    lengths = [math.dist(a, b) for a, b in itertools.pairwise(line)]
    whole = sum(lengths)
    count = max(1, int((whole / dash + 1) // 2))
    start = (whole - (2 * count - 1) * dash) / 2

    def at(way: float) -> Point:
        for (a, b), length in zip(itertools.pairwise(line), lengths, strict=True):
            if way <= length:
                t = way / length if length > 0.0 else 0.0
                return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
            way -= length
        return line[-1]

    return [(at(start + 2 * i * dash), at(start + (2 * i + 1) * dash)) for i in range(count)]
