"""Where pieces may be put by hand: in set-up areas, beside bases and bugs, in place of a bug or a token."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from micromutants.geometry import (
    Disc,
    Hexagon,
    Pose,
    Rect,
    Shape,
    gap,
    nearest_free_spot,
    outline,
    overlap_depth,
    separation,
)
from micromutants.rules.armies import army_of
from micromutants.rules.editions import ONE_BUG_AN_ENTRANCE, since
from micromutants.rules.homes import in_area, on_mat, setup_area
from micromutants.rules.ids import is_token
from micromutants.rules.model import Pending, Phase, Refusal, Spot, State, Task
from micromutants.rules.roster import bases_in_play, kind_of, out_of_play, owner_of, roster
from micromutants.rules.words import listed, name, whose
from micromutants.table import KINDS, Face, Piece, Table

ADJACENT = 10.0
"""Widest gap at which a piece placed by hand counts as adjacent, mm (ruling J1)."""

CLEARANCE = 0.5
"""Gap that automatic placing leaves to other pieces and to the edges, mm."""


def placed(state: State, player: int, spot: Spot, face: Face = Face.NORMAL) -> Piece:
    """The piece that a spot puts down, on the mat itself.

    Args:
        state: The game.
        player: Whose piece it is.
        spot: The piece's id, and where.
        face: Which side is up.
    """
    kind = kind_of(state, player, spot.piece)
    return Piece(spot.piece, kind, player, spot.x + 0.0, spot.y + 0.0, spot.angle + 0.0, face)


# --- arranging -----------------------------------------------------------------------------------------------


def arrange_refusal(state: State, player: int, spots: Sequence[Spot]) -> Refusal | None:
    """Why a player's bugs may not be arranged so: rules S3, M9."""
    want = roster(state, player)
    given = [spot.piece for spot in spots]
    for bug in given:
        if bug not in want:
            return Refusal("S3", f"{bug!r} is no bug of the {army_of(state, player).name}, so it can not be placed.")
    if len(set(given)) < len(given):
        twice = next(bug for bug in given if given.count(bug) > 1)
        return Refusal("S3", f"The {name(state, twice)} {twice!r} is placed twice; each bug has one spot.")
    missing = [bug for bug in want if bug not in given]
    if missing:
        such = f"{name(state, missing[0])} {missing[0]!r}"
        return Refusal("S3", f"{len(missing)} bugs are not placed yet, such as the {such}.")
    down: list[Piece] = list(state.table)
    for spot in spots:
        fault = _not_finite(state, spot)
        if fault:
            return fault
        piece = placed(state, player, spot)
        if not in_area(state, player, piece.shape, piece.pose):
            return Refusal("S3", f"The {name(state, piece.id)} does not lie wholly in the own set-up area.")
        under = covered(piece, down)
        if under:
            what = name(state, piece.id)
            return Refusal("M9", f"The {what} would lie on {whose(state, under.id)}; no piece is placed on another.")
        down.append(piece)
    return None


def free_in_area(state: State, player: int, bug: str, pose: Pose, down: Iterable[Piece]) -> Pose | None:
    """The free spot in a player's set-up area that is nearest to ``pose``."""
    shape = KINDS[kind_of(state, player, bug)].shape
    pieces = list(down)
    # Two centres nearer than this certainly mean an overlap; asking that first spares most of the geometry.
    near = [(p.x, p.y, (_inner(p.shape) + _inner(shape)) ** 2) for p in pieces]

    def allowed(at: Pose) -> bool:
        return in_area(state, player, shape, at) and all((x - at.x) ** 2 + (y - at.y) ** 2 > d for x, y, d in near)

    return nearest_free_spot(shape, pose, [(p.shape, p.pose) for p in pieces], allowed, CLEARANCE)


def _inner(shape: Shape) -> float:
    """Radius in mm of the largest circle about the centre that a shape holds."""
    match shape:
        case Disc(radius):
            return radius
        case Rect(length, width):
            return min(length, width) / 2
        case Hexagon(across):
            return across / 2


# --- beside a base or a bug -------------------------------------------------------------------------------------------


def beside_refusal(state: State, player: int, spot: Spot, bases: Sequence[Piece], rule: str) -> Refusal | None:
    """Why a piece may not be put down beside one of these bases or bugs: rules M9, J1.

    Args:
        state: The game.
        player: Whose piece it is.
        spot: Where it would be put.
        bases: The bases or bugs that will do, at least one.
        rule: The rule that has it placed.
    """
    fault = _not_finite(state, spot) or lying_refusal(state, player, spot, rule)
    if fault:
        return fault
    piece = placed(state, player, spot)
    apart = _gap_to(bases, piece)
    if apart <= ADJACENT:
        return None
    nearest = nearest_beside(state.table, piece, bases, piece.pose)
    if nearest is not None:
        least = _gap_to(bases, msgspec.structs.replace(piece, x=nearest.x, y=nearest.y))
        if least > ADJACENT and apart <= least + _WIDER:
            return None
    where = listed((name(state, base.id) for base in bases), "or")
    text = f"The {name(state, spot.piece)} must lie within {ADJACENT:g} mm of the {where}, not {apart:.0f} mm away."
    return Refusal("J1", text)


def _gap_to(bases: Sequence[Piece], piece: Piece) -> float:
    return min(gap(base.shape, base.pose, piece.shape, piece.pose) for base in bases)


def lying_refusal(state: State, player: int, spot: Spot, rule: str) -> Refusal | None:
    """Why a bug may not be put down there whatever it is for: off the mat or on a piece."""
    piece = placed(state, player, spot)
    if not on_mat(state.table.mat, piece.shape, piece.pose):
        return Refusal(rule, f"The {name(state, spot.piece)} must lie wholly on the mat.")
    under = covered(piece, (other for other in state.table if other.id != spot.piece))
    if under:
        return Refusal(
            "M9", f"The {name(state, spot.piece)} would lie on {whose(state, under.id)}; no piece is placed on another."
        )
    return None


def nearest_spot(
    state: State, player: int, piece_id: str, x: float, y: float, angle: float, others: Iterable[Spot] = ()
) -> Spot | None:
    """The legal spot nearest to a point for a bug that is placed by hand in this phase.

    Args:
        state: The game: arranging, putting beside a base, reinforcing, or placing what a card brings.
        player: Who places.
        piece_id: The bug.
        x: Wished centre, mm.
        y: Wished centre, mm.
        angle: Wished angle, rad; it is kept.
        others: While arranging: the own bugs that already have a spot.

    Returns:
        A spot that the rules accept now, or None where the phase has none for this bug.
    """
    if not all(math.isfinite(number) for number in (x, y, angle)):
        return None
    wish = Pose(float(x), float(y), float(angle))
    found: Pose | None = None
    match state.phase:
        case Phase.ARRANGE if piece_id in roster(state, player):
            down = [*state.table, *(placed(state, player, s) for s in others if s.piece != piece_id)]
            found = free_in_area(state, player, piece_id, _into_area(state, player, wish), down)
        case Phase.DECIDE if state.pending:
            found = nearest_pending(state, state.pending[0], piece_id, wish)
        case Phase.PUT_BESIDE if state.beside and state.beside[0].bug == piece_id:
            piece = placed(state, owner_of(state, piece_id), Spot(piece_id, *wish))
            found = nearest_beside(state.table, piece, [state.table[state.beside[0].base]], wish)
        case Phase.REINFORCE if piece_id in out_of_play(state, player):
            piece = placed(state, player, Spot(piece_id, *wish))
            found = nearest_beside(state.table, piece, bases_in_play(state, player), wish)
    return None if found is None else Spot(piece_id, *found)


# --- what cards and terrain bring --------------------------------------------------------------------------------


def anchors(state: State, pending: Pending) -> tuple[Piece, ...]:
    """The pieces beside one of which, or in place of which, a pending decision has a piece put."""
    if pending.task is Task.MUSTER:
        return bases_in_play(state, pending.player)
    source = state.table.get(pending.source)
    return () if source is None else (source,)


def pending_refusal(state: State, pending: Pending, spot: Spot) -> Refusal | None:
    """Why a piece may not be put there by a pending ``LOAD``, ``BRING`` or ``MUSTER``."""
    fault = _not_finite(state, spot)
    if fault:
        return fault
    if not pending.inside:
        return beside_refusal(state, pending.player, spot, anchors(state, pending), pending.rule)
    cleared = msgspec.structs.replace(state, table=state.table.without(*_passed_through(state, pending)))
    fault = lying_refusal(cleared, pending.player, spot, pending.rule) if not pending.reserve else None
    if fault:
        return fault
    nearest = nearest_pending(state, pending, spot.piece, Pose(spot.x, spot.y, spot.angle))
    source = state.table[pending.source]
    least = 0.0 if nearest is None else math.hypot(nearest.x - source.x, nearest.y - source.y)
    if math.hypot(spot.x - source.x, spot.y - source.y) <= least + _IN_PLACE:
        return None
    return Refusal(pending.rule, f"The {name(state, spot.piece)} goes where {whose(state, source.id)} lies.")


def nearest_pending(state: State, pending: Pending, piece_id: str, wish: Pose) -> Pose | None:
    """The spot nearest to a wish that a pending ``LOAD``, ``BRING`` or ``MUSTER`` allows, None where it has none."""
    player = pending.player
    around = anchors(state, pending)
    if pending.task not in (Task.LOAD, Task.BRING, Task.MUSTER) or not around or owner_of(state, piece_id) != player:
        return None
    piece = placed(state, player, Spot(piece_id, *wish))
    if not pending.inside:
        return nearest_beside(state.table, piece, [a for a in around if a.id != piece_id], wish)
    source = around[0]
    if pending.reserve:
        return Pose(source.x, source.y, wish.angle)
    through = _passed_through(state, pending)
    obstacles = [(o.shape, o.pose) for o in state.table if o.id != piece_id and o.id not in through]
    mat = state.table.mat
    here = Pose(source.x, source.y, wish.angle)
    return nearest_free_spot(piece.shape, here, obstacles, lambda at: on_mat(mat, piece.shape, at))


def _passed_through(state: State, pending: Pending) -> list[str]:
    """What is not in the way of a bug that is put in place of a token: the token, and the others of its throw."""
    if since(state, ONE_BUG_AN_ENTRANCE):
        return [piece.id for piece in state.table if piece.id == pending.source or is_token(piece.id)]
    return [pending.source]


_IN_PLACE = 1.0
"""How far from its place a bug may be put that takes the place of a bug or a token, mm."""


def nearest_beside(table: Table, piece: Piece, bases: Sequence[Piece], wish: Pose) -> Pose | None:
    """The free spot adjacent to any of the bases that is nearest to ``wish``.

    Where there is no room beside any of them, the gap is widened step by step until there is (ruling J1).
    """
    for base in bases:
        # Most often the wish itself will do, or what it comes to when it is drawn in to the nearest base.
        apart = separation(base.shape, base.pose, piece.shape, wish).distance
        if 0.0 < apart <= ADJACENT and _lies_free(table, piece, wish):
            return wish
    gap_wanted = CLEARANCE
    widest = math.hypot(table.mat.width, table.mat.height)
    while gap_wanted < widest:
        steps = (gap_wanted, ADJACENT / 2, ADJACENT - CLEARANCE) if gap_wanted < ADJACENT else (gap_wanted,)
        around = [pose for base in bases for wide in steps for pose in _round(base, piece, wish, wide)]
        around.sort(key=lambda at: math.hypot(at.x - wish.x, at.y - wish.y))
        for pose in around:
            if _lies_free(table, piece, pose):
                return pose
        gap_wanted = max(gap_wanted, ADJACENT) + _WIDER
    return None


_DIRECTIONS = 120
"""In how many directions round a base a spot is looked for, besides straight towards the wish."""

_WIDER = 4.0
"""Step by which the search goes out where there is no room beside a base, mm."""


def _round(base: Piece, piece: Piece, wish: Pose, wide: float) -> Iterator[Pose]:
    """Poses of a piece all round a base at a gap of ``wide`` mm, the one towards the wish first."""
    towards = math.atan2(wish.y - base.y, wish.x - base.x)
    for i in range(_DIRECTIONS):
        c, s = math.cos(towards + i * math.tau / _DIRECTIONS), math.sin(towards + i * math.tau / _DIRECTIONS)
        far = base.spec.reach + piece.spec.reach + wide
        # The gap grows by at most a millimetre a millimetre, so these steps come in without passing the spot.
        for _ in range(8):
            pose = Pose(base.x + far * c, base.y + far * s, wish.angle)
            over = separation(base.shape, base.pose, piece.shape, pose).distance - wide
            if over < 0.05:
                break
            far -= over
        yield Pose(base.x + far * c, base.y + far * s, wish.angle)


def _lies_free(table: Table, piece: Piece, pose: Pose) -> bool:
    here = msgspec.structs.replace(piece, x=pose.x, y=pose.y, angle=pose.angle)
    others = (other for other in table if other.id != piece.id)
    return on_mat(table.mat, piece.shape, pose) and covered(here, others) is None


def _into_area(state: State, player: int, wish: Pose) -> Pose:
    """A wish drawn into the set-up area, so that the search starts near it."""
    shape, at = setup_area(state, player)
    edge = outline(shape, at)
    xs, ys = [x for x, _ in edge], [y for _, y in edge]
    return Pose(min(max(wish.x, min(xs)), max(xs)), min(max(wish.y, min(ys)), max(ys)), wish.angle)


def covered(piece: Piece, others: Iterable[Piece]) -> Piece | None:
    """The first of the pieces that ``piece`` overlaps, however little."""
    for other in others:
        far = piece.spec.reach + other.spec.reach
        if math.hypot(other.x - piece.x, other.y - piece.y) < far:
            if overlap_depth(other.shape, other.pose, piece.shape, piece.pose) > 0.0:
                return other
    return None


def _not_finite(state: State, spot: Spot) -> Refusal | None:
    if all(math.isfinite(number) for number in (spot.x, spot.y, spot.angle)):
        return None
    return Refusal(
        "M9", f"The {name(state, spot.piece)} needs a spot of finite numbers, not {spot.x}, {spot.y}, {spot.angle}."
    )
