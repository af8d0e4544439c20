"""Where the players sit: set-up areas, base spots, stars, for two ends, one end and two corners, or four corners."""

from __future__ import annotations

import math
from typing import NamedTuple

from micromutants.geometry import Disc, Point, Pose, Rect, Shape, contains, corners
from micromutants.rules.armies import army_of
from micromutants.rules.ids import RESOURCES
from micromutants.rules.model import Setup, State
from micromutants.table import NOBODY, Mat, Piece

AREA_DEPTH = 190.0
"""How far a set-up area at an end reaches into the mat, mm."""

CORNER_RADIUS = 300.0
"""Radius of the quarter disc that is a set-up area in a corner, mm."""

BASE_INSET, BASE_PITCH = 95.0, 150.0
"""Base spots at an end: distance from the own edge and from spot to spot, mm."""

CORNER_SPOTS = ((-105.0, 200.0), (0.0, 134.0), (105.0, 200.0))
"""Base spots in a corner: mm to the right of the diagonal, and along it from the corner."""

STAR_OFFSET = 110.0
"""Stars: distance from the middle of the mat, mm."""

MAT_MIN = (440.0, 400.0)
"""Least width and height of a mat with room for two set-up areas, mm."""

MAT_MIN_CORNERS = (700.0, 700.0)
"""The same with corners."""

DROP_RADIUS = 30.0
"""Radius of the ring over the middle from which resources fall, mm."""


class Home(NamedTuple):
    """Where a player sits.

    Attributes:
        corner: Whether in a corner, not at an end.
        x: Where the player's own axes start on the edge of the mat, mm.
        y: See ``x``.
        turn: Azimuth in which the player looks, less a quarter turn, rad.
    """

    corner: bool
    x: float
    y: float
    turn: float

    def at(self, right: float, forward: float) -> Point:
        """The point so many mm to the right of the player's axis and so many mm along it."""
        c, s = math.cos(self.turn), math.sin(self.turn)
        return self.x + c * right - s * forward, self.y + s * right + c * forward


def home(game: State | Setup, player: int) -> Home:
    """Where a player sits: rules S5, S10.  Players sit clockwise in the order of their seats."""
    mat = _mat(game)
    seats = len((game.setup if isinstance(game, State) else game).seats)
    corner = 0.25 * math.pi
    left_low = Home(True, 0.0, 0.0, -corner)
    left_high = Home(True, 0.0, mat.height, -3.0 * corner)
    right_high = Home(True, mat.width, mat.height, 3.0 * corner)
    right_low = Home(True, mat.width, 0.0, corner)
    bottom = Home(False, mat.width / 2, 0.0, 0.0)
    if seats == 2:
        return bottom if player == 0 else Home(False, mat.width / 2, mat.height, math.pi)
    if seats == 3:
        alone = max(0, game.alone) if isinstance(game, State) else 0
        return (bottom, left_high, right_high)[(player - alone) % 3]
    return (left_low, left_high, right_high, right_low)[player]


def setup_area(game: State | Setup, player: int) -> tuple[Shape, Pose]:
    """A player's set-up area: a strip at the own end, or a disc about the own corner (a quarter of it on the mat)."""
    mat, own = _mat(game), home(game, player)
    if own.corner:
        return Disc(CORNER_RADIUS), Pose(own.x, own.y)
    y = AREA_DEPTH / 2 if own.y == 0.0 else mat.height - AREA_DEPTH / 2
    return Rect(mat.width, AREA_DEPTH), Pose(mat.width / 2, y)


def base_spots(game: State | Setup, player: int) -> tuple[Point, Point, Point]:
    """Centres of a player's three base spots, mm: left, middle, right as the player sees them."""
    mat, own = _mat(game), home(game, player)
    if own.corner:
        left, middle, right = (own.at(*spot) for spot in CORNER_SPOTS)
        return left, middle, right
    x = mat.width / 2
    if own.y == 0.0:
        return ((x - BASE_PITCH, BASE_INSET), (x, BASE_INSET), (x + BASE_PITCH, BASE_INSET))
    y = mat.height - BASE_INSET
    return ((x + BASE_PITCH, y), (x, y), (x - BASE_PITCH, y))


def stars(game: State | Setup) -> tuple[Point, Point]:
    """Centres of the two stars, mm, either side of the middle of the mat."""
    mat = _mat(game)
    x, y = mat.width / 2, mat.height / 2
    return ((x - STAR_OFFSET, y), (x + STAR_OFFSET, y))


def bases_at_start(game: State | Setup, player: int, order: tuple[str, ...] = ()) -> tuple[Piece, ...]:
    """A player's three bases on their spots, undamaged: rules S2, S7.

    Args:
        game: The game.
        player: Whose bases.
        order: Ids on the left, middle and right spot; empty for the main base in the middle.
    """
    setup = game.setup if isinstance(game, State) else game
    bases = {base.id: base for base in army_of(setup, player).bases}
    main, left, right = bases
    found = []
    for base, spot in zip(order or (left, main, right), base_spots(game, player), strict=True):
        small = setup.mode == "advanced" and not bases[base].main
        found.append(Piece(base, "small-base" if small else "base", player, *spot))
    return tuple(found)


def terrain_at_start(setup: Setup) -> tuple[Piece, ...]:
    """The terrain templates on the stars: rule S9."""
    return tuple(
        Piece(terrain, "template", NOBODY, *star) for terrain, star in zip(setup.terrain, stars(setup), strict=False)
    )


def drop_points(mat: Mat) -> tuple[Point, ...]:
    """Points on a ring about the middle of the mat over which resources are let go, mm."""
    angles = [math.tau * i / RESOURCES for i in range(RESOURCES)]
    return tuple(
        (mat.width / 2 + DROP_RADIUS * math.cos(a), mat.height / 2 + DROP_RADIUS * math.sin(a)) for a in angles
    )


def in_area(game: State | Setup, player: int, shape: Shape, pose: Pose) -> bool:
    """Whether a piece lies wholly in a player's set-up area."""
    mat, own = _mat(game), home(game, player)
    if own.corner:
        if isinstance(shape, Disc):
            far = math.hypot(pose.x - own.x, pose.y - own.y) + shape.radius
        else:
            far = max(math.hypot(x - own.x, y - own.y) for x, y in corners(shape, pose))
        return far <= CORNER_RADIUS and on_mat(mat, shape, pose)
    low = 0.0 if own.y == 0.0 else mat.height - AREA_DEPTH
    high = low + AREA_DEPTH
    if isinstance(shape, Disc):
        r = shape.radius
        return r <= pose.x <= mat.width - r and low + r <= pose.y <= high - r
    return all(0.0 <= x <= mat.width and low <= y <= high for x, y in corners(shape, pose))


def on_mat(mat: Mat, shape: Shape, pose: Pose) -> bool:
    """Whether a piece lies wholly on the mat."""
    return contains(Rect(mat.width, mat.height), Pose(mat.width / 2, mat.height / 2), shape, pose)


def _mat(game: State | Setup) -> Mat:
    return game.table.mat if isinstance(game, State) else game.mat
