"""A full table of two armies, as in the middle of a match, and flicks of every kind from it."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import msgspec

from micromutants.geometry import Pose, Rect, contains, gap, nearest_free_spot
from micromutants.match.bots.aim import LOFTS, shot_at
from micromutants.physics import Shot
from micromutants.rules import Phase, Seat, Setup, State, is_base, roster, start
from micromutants.rules.roster import kind_of
from micromutants.table import Mat, Piece, Table


def full_table() -> State:
    """Two whole armies spread over the mat as in the middle of a match, the same each time."""
    state = start(Setup((Seat("Ada", "usarthropods"), Seat("Ben", "chitinians"))))
    generator = random.Random(40)
    mat = state.table.mat
    down = list(state.table)
    for player in (0, 1):
        for bug in roster(state, player):
            wish = Pose(generator.random() * mat.width, generator.random() * mat.height, generator.random() * math.tau)
            down.append(laid(Piece(bug, kind_of(state, player, bug), player, *wish), down, mat))
    table = Table.of(mat, down)
    return msgspec.structs.replace(state, table=table, phase=Phase.MOVE, player=0, first=0, turn=1, arranged=(0, 1))


def flicks(state: State) -> dict[str, list[Shot]]:
    """Two shots of each kind for every bug of the first player."""
    generator = random.Random(41)
    bugs = [piece for piece in state.table if piece.owner == 0 and not is_base(state, piece.id)]
    turned = [(bug, math.tau * generator.random()) for bug in bugs for _ in (0, 1)]
    aimed = [shot for bug in bugs for shot in _aimed(state, bug, generator)]
    return {
        "soft, into the open": [
            Shot(bug.id, _openest(state.table, bug), power) for bug in bugs for power in (0.15, 0.3)
        ],
        "at an enemy bug or base": aimed,
        "flat along the mat": [Shot(bug.id, azimuth, 0.4, math.radians(18.0)) for bug, azimuth in turned],
        "at full power": [Shot(bug.id, azimuth, 1.0) for bug, azimuth in turned],
    }


def laid(piece: Piece, down: Sequence[Piece], mat: Mat) -> Piece:
    """The piece on the free spot of the mat that is nearest to where it is, clear of those that are down."""
    shape = piece.shape
    whole, middle = Rect(mat.width, mat.height), Pose(mat.width / 2, mat.height / 2)
    obstacles = [(other.shape, other.pose) for other in down]
    spot = nearest_free_spot(shape, piece.pose, obstacles, lambda pose: contains(whole, middle, shape, pose), 2.0)
    assert spot is not None, "a mat has room for all armies"
    return msgspec.structs.replace(piece, x=spot.x, y=spot.y, angle=spot.angle)


def _aimed(state: State, bug: Piece, generator: random.Random) -> list[Shot]:
    """A shot at the nearest enemy base and one at the nearest enemy bug, at different lofts."""
    flat, steep = LOFTS
    enemies = sorted(
        (p for p in state.table if p.owner == 1), key=lambda p: (math.hypot(p.x - bug.x, p.y - bug.y), p.id)
    )
    base = next(piece for piece in enemies if is_base(state, piece.id))
    other = next(piece for piece in enemies if not is_base(state, piece.id))
    return [shot_at(state, bug, base, flat, generator), shot_at(state, bug, other, steep, generator)]


def _openest(table: Table, bug: Piece) -> float:
    """The direction, of 16, in which the next piece is furthest off the line of the first 200 mm."""

    def room(azimuth: float) -> float:
        middle = Pose(bug.x + 100.0 * math.cos(azimuth), bug.y + 100.0 * math.sin(azimuth), azimuth)
        lane = Rect(200.0, 2.0 * bug.spec.reach)
        return min(gap(lane, middle, other.shape, other.pose) for other in table if other.id != bug.id)

    return max((math.tau * i / 16 for i in range(16)), key=room)
