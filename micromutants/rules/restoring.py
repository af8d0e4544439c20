"""Steps 1 and 2 of the resolution: what left the mat goes back, bases go back, what that covers slides out."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from micromutants.geometry import Pose, nearest_free_spot, overlap_depth, separation
from micromutants.physics import Outcome
from micromutants.rules.armies import is_base
from micromutants.rules.homes import on_mat
from micromutants.rules.ids import is_terrain
from micromutants.rules.model import Happening, State
from micromutants.rules.words import opening, whose
from micromutants.table import MIN_OVERLAP, Mat, Piece, Table, relevel

replace = msgspec.structs.replace

_Pairs = frozenset[tuple[str, str]]
"""Pairs (upper, lower)."""


def restored(
    state: State, before: Table, outcome: Outcome, flicked: str, spent: frozenset[str] = frozenset()
) -> tuple[Table, frozenset[str], list[Happening]]:
    """The table on which overlaps are read.

    Args:
        state: The game.
        before: The table before the shot.
        outcome: What the physics made of it.
        flicked: Id of the piece that was flicked, empty where none was.
        spent: Ids of projectiles and tokens, which do not come back when they leave the mat.

    Returns:
        The table; the ids of the bugs that really moved, those put back not among them; what happened.
    """
    # The physics leaves a piece on its level when what lay beneath it has slid away.
    landed = relevel(outcome.table)
    now = {piece.id: piece for piece in landed}
    was, after = _pairs(before), _pairs(landed)
    shifted = [p.id for p in landed if _fixed(state, p.id) and p.pose != before[p.id].pose]
    for base in shifted:
        now[base] = replace(before[base], level=now[base].level)
    notes: list[Happening] = []
    for piece in [p.id for p in landed if p.id in spent and not landed.on_mat(p)]:
        del now[piece]
        if piece == flicked:
            text = f"{whose(state, piece)} left the mat: it is spent, without effect."
            notes.append(Happening("M10", "spent", before[piece].owner, (piece,), text))
    knocked = [p.id for p in landed if p.id not in spent and p.pose != before[p.id].pose and not landed.on_mat(p)]
    off = sorted((p for p in knocked if not _fixed(state, p)), key=lambda piece: (piece != flicked, piece))
    notes += _put_back(state, before, now, off, was, flicked)
    for base in shifted:
        text = f"{opening(whose(state, base))} was shifted and goes back to its spot."
        notes.append(Happening("B5", "base-back", before[base].owner, (base,), text))
        for piece in [p for p in now if not _fixed(state, p) and p not in off]:
            pairs = {(piece, base), (base, piece)}
            if pairs & after or (pairs & was and now[piece].pose == before[piece].pose):
                continue
            if _depth(now[base], now[piece]) > MIN_OVERLAP:
                now[piece] = _slid_out(before.mat, now, now[base], now[piece])
                what = opening(whose(state, piece))
                text = f"{what} is slid out from where {whose(state, base)} belongs, without effect."
                notes.append(Happening("B5", "slid-out", now[piece].owner, (piece, base), text))
    moved = frozenset(p for p in outcome.moved if p in now and p not in off and not _fixed(state, p))
    if not shifted and not off and len(now) == len(landed):
        return landed, moved, notes
    return _restacked(before, now, was, after), moved, notes


def _put_back(
    state: State, before: Table, now: dict[str, Piece], off: Sequence[str], was: _Pairs, flicked: str
) -> list[Happening]:
    """Put what left the mat back to where it was, or on the nearest free spot: rules M4 and M8.

    Args:
        state: The game.
        before: The table before the shot.
        now: The pieces as they lie now, by id; changed.
        off: Ids of what left the mat, the flicked piece first.
        was: What lay on what before the shot.
        flicked: Id of the piece that was flicked.
    """
    for piece in off:
        del now[piece]
    # First all whose spots are free, lest one that has to look elsewhere takes another's.
    taken = [piece for piece in off if not _settle_home(before, now, piece, was)]
    for piece in taken:
        now[piece] = _beside_home(before, now, piece)
    notes = []
    for piece in off:
        whither = "to the nearest free spot, for its own is taken" if piece in taken else "to where it was"
        if piece == flicked:
            text = f"{whose(state, piece)} left the mat: it goes back {whither}, and the move is lost."
        else:
            text = f"{opening(whose(state, piece))} was knocked off the mat and goes back {whither}."
        notes.append(Happening("M4" if piece == flicked else "M8", "put-back", before[piece].owner, (piece,), text))
    return notes


def _fixed(state: State, piece: str) -> bool:
    """Whether a piece always goes back to its spot: a base or a terrain template."""
    return is_base(state, piece) or is_terrain(piece)


def slid_out_of(state: State, table: Table, base: Piece) -> tuple[Table, list[str]]:
    """The table with a base put down and what it then covers slid out by the shortest way (rule A4, ruling J5).

    Returns:
        The table, and the ids of the pieces that were slid out.
    """
    now = {piece.id: piece for piece in table}
    was = _pairs(table)
    now[base.id] = base
    slid = []
    for piece in table:
        if piece.id == base.id or _fixed(state, piece.id):
            continue
        if {(piece.id, base.id), (base.id, piece.id)} & was:
            continue
        if _depth(base, piece) > MIN_OVERLAP:
            now[piece.id] = _slid_out(table.mat, now, base, piece)
            slid.append(piece.id)
    return _restacked(table, now, was, was), slid


def _pairs(table: Table) -> _Pairs:
    return frozenset((pair.upper, pair.lower) for pair in table.lies_on())


def _depth(a: Piece, b: Piece) -> float:
    if math.hypot(a.x - b.x, a.y - b.y) >= a.spec.reach + b.spec.reach:
        return 0.0
    return overlap_depth(a.shape, a.pose, b.shape, b.pose)


def _settle_home(before: Table, now: dict[str, Piece], piece: str, was: _Pairs) -> bool:
    """Put a piece back on its own spot unless something new lies there; says whether it could be."""
    home = before[piece]
    for other in now.values():
        if _depth(home, other) <= MIN_OVERLAP:
            continue
        neighbours = (piece, other.id) in was or (other.id, piece) in was
        if not (neighbours and other.pose == before[other.id].pose):
            return False
    now[piece] = home
    return True


def _beside_home(before: Table, now: dict[str, Piece], piece: str) -> Piece:
    """The piece on the nearest free spot to its own, measured from the centre (ruling J3)."""
    home, mat = before[piece], before.mat
    obstacles = [(other.shape, other.pose) for other in now.values()]
    spot = nearest_free_spot(home.shape, home.pose, obstacles, lambda at: on_mat(mat, home.shape, at))
    # A mat without any free spot can not come from a legal game; then the piece goes on top at home.
    return home if spot is None else replace(home, x=spot.x, y=spot.y, level=0)


def _slid_out(mat: Mat, now: dict[str, Piece], base: Piece, piece: Piece) -> Piece:
    """The piece moved out of a base by the shortest way, or on to the nearest spot where it covers nothing new."""
    apart = separation(base.shape, base.pose, piece.shape, piece.pose)
    push = MIN_OVERLAP - apart.distance
    wish = Pose(piece.x + push * apart.nx, piece.y + push * apart.ny, piece.angle)
    obstacles = [
        (other.shape, other.pose)
        for other in now.values()
        if other.id != piece.id and (other.id == base.id or _depth(other, piece) <= MIN_OVERLAP)
    ]
    spot = nearest_free_spot(piece.shape, wish, obstacles, lambda at: on_mat(mat, piece.shape, at))
    return piece if spot is None else replace(piece, x=spot.x, y=spot.y)


def _restacked(before: Table, now: dict[str, Piece], was: _Pairs, after: _Pairs) -> Table:
    """A table of these pieces with fresh levels: who lies on whom is kept, everything comes down as far as it can."""
    order = sorted(now.values(), key=lambda p: (p.level, p.id))
    still = {p.id for p in order if p.pose == before[p.id].pose}
    under: dict[str, set[str]] = {p.id: set() for p in order}
    for i, low in enumerate(order):
        for high in order[i + 1 :]:
            if _depth(low, high) <= MIN_OVERLAP:
                continue
            turned = (low.id, high.id)
            resting = low.id in still and high.id in still
            known = was if resting and (turned in was or turned[::-1] in was) else after
            swapped = turned in known
            upper, lower = turned if swapped else turned[::-1]
            under[upper].add(lower)
    laid: list[Piece] = []
    waiting = list(order)
    down: set[str] = set()
    while waiting:
        # Should three pieces ever lie round on each other, the lowest of them starts.
        piece = next((p for p in waiting if under[p.id] <= down), waiting[0])
        waiting.remove(piece)
        down.add(piece.id)
        laid.append(replace(piece, level=0))
    return Table.of(before.mat, laid)
