"""Resources on the mat: what becomes of a drop (rules S8, S9)."""

from __future__ import annotations

import math

import msgspec

from micromutants.geometry import Disc, Pose, nearest_free_spot, separation
from micromutants.physics import Outcome
from micromutants.rules.homes import on_mat, setup_area
from micromutants.rules.ids import is_resource, is_terrain
from micromutants.rules.model import Happening, State
from micromutants.rules.words import count as in_words
from micromutants.rules.words import name, who
from micromutants.table import KINDS, Piece, Table, relevel

replace = msgspec.structs.replace

_CLEARANCE = 0.5
"""Gap that a resource placed by hand leaves to everything, mm."""


def after_drop(state: State, outcome: Outcome) -> tuple[State, tuple[Happening, ...]]:
    """The state after resources have come to rest, before it goes on.

    What ends in a set-up area or off the mat is dropped again, and in the end placed at the nearest legal spot; what
    ends on a template is placed beside it.  All else that was touched goes back: setting up is no shot.
    """
    due, rest = state.pending[0], state.pending[1:]
    notes: list[Happening] = []
    fallen = [piece for piece in outcome.table if is_resource(piece.id)]
    others = [piece for piece in state.table if not is_resource(piece.id)]
    table = relevel(Table.of(state.table.mat, [*others, *(replace(piece, level=piece.level + 1) for piece in fallen)]))
    astray = tuple(piece.id for piece in fallen if not _lies_well(state, table[piece.id]))
    placed = [piece for piece in fallen if piece.id not in astray]
    tried_out = due.count > state.setup.rulings.redrops
    text = f"{who(state, due.player)}'s resources have come to rest in the middle."
    if astray and not tried_out:
        table = table.without(*astray)
        rest = (replace(due, pieces=astray, count=due.count + 1), *rest)
        text = f"{_number(len(astray))} ended in a set-up area or off the mat and {_is(len(astray))} dropped again."
        notes.append(Happening("S8", "drop-again", due.player, astray, text))
    elif astray:
        for lost in astray:
            table = _by_hand(state, table, table[lost])
        text = f"{_number(len(astray))} would not stay in the middle and {_is(len(astray))} placed at the nearest spot."
        notes.append(Happening("S8", "dropped", due.player, astray, text))
    else:
        notes.append(Happening("S8", "dropped", due.player, due.pieces, text))
    for piece in placed:
        on = [t.id for t in table if is_terrain(t.id) and _apart(t, table[piece.id]) < 0.0]
        if on:
            table = _by_hand(state, table, table[piece.id])
            text = f"A Resource ended on the {name(state, on[0])} and is placed beside it."
            notes.append(Happening("S9", "dropped", due.player, (piece.id, on[0]), text))
    return replace(state, table=table, pending=rest), tuple(notes)


def _apart(a: Piece, b: Piece) -> float:
    return separation(a.shape, a.pose, b.shape, b.pose).distance


def _lies_well(state: State, piece: Piece) -> bool:
    """Whether a resource lies wholly on the mat and in no set-up area, even in part."""
    if not on_mat(state.table.mat, piece.shape, piece.pose):
        return False
    for player in range(len(state.setup.seats)):
        shape, pose = setup_area(state, player)
        if separation(shape, pose, piece.shape, piece.pose).distance < 0.0:
            return False
    return True


def _by_hand(state: State, table: Table, piece: Piece) -> Table:
    """The table with a resource on the legal spot nearest to where it lies."""
    table = table.without(piece.id)
    mat = table.mat
    obstacles = [(other.shape, other.pose) for other in table]
    obstacles += [setup_area(state, player) for player in range(len(state.setup.seats))]
    shape = KINDS["resource"].shape
    assert isinstance(shape, Disc)
    r = shape.radius
    inside = Pose(min(max(piece.x, r), mat.width - r), min(max(piece.y, r), mat.height - r), piece.angle)
    if not math.isfinite(inside.x + inside.y):
        inside = Pose(mat.width / 2, mat.height / 2)
    spot = nearest_free_spot(shape, inside, obstacles, lambda at: on_mat(mat, shape, at), _CLEARANCE)
    at = inside if spot is None else spot
    return table.put(replace(piece, x=at.x, y=at.y, level=0))


def _number(number: int) -> str:
    return f"{in_words(number).capitalize()} Resource{'' if number == 1 else 's'}"


def _is(number: int) -> str:
    return "is" if number == 1 else "are"
