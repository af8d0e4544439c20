"""Where pieces may be put by hand: set-up areas, base spots, spots beside a base, automatic arrangements."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from micromutants.geometry import (
    Point,
    Pose,
    Rect,
    Shape,
    contains,
    gap,
    nearest_free_spot,
    outline,
    overlap_depth,
    separation,
)
from micromutants.rules.armies import is_base
from micromutants.rules.model import Phase, Refusal, Setup, Spot, State
from micromutants.rules.roster import army_of, bases_in_play, kind_of, out_of_play, roster
from micromutants.rules.words import listed, name, owner_of, whose
from micromutants.table import KINDS, Mat, Piece, Table

AREA_DEPTH = 190.0
"""How far a set-up area reaches into the mat, mm."""

BASE_INSET, BASE_PITCH = 95.0, 150.0
"""Base spots: distance from the own edge and from spot to spot, mm."""

STAR_OFFSET = 110.0
"""Stars: distance from the middle of the mat, mm."""

ADJACENT = 10.0
"""Widest gap at which a piece placed by hand counts as adjacent, mm (ruling J1)."""

CLEARANCE = 0.5
"""Gap that automatic placing leaves to other pieces and to the edges, mm."""

MAT_MIN = (440.0, 400.0)
"""Least width and height of a mat with room for two set-up areas, mm."""


def setup_area(game: State | Setup, player: int) -> tuple[Shape, Pose]:
    """A player's set-up area: a strip 190 mm deep along the own end, as wide as the mat."""
    mat = _mat(game)
    y = AREA_DEPTH / 2 if player == 0 else mat.height - AREA_DEPTH / 2
    return Rect(mat.width, AREA_DEPTH), Pose(mat.width / 2, y)


def base_spots(game: State | Setup, player: int) -> tuple[Point, Point, Point]:
    """Centres of a player's three base spots, mm: left, middle, right as the player sees them."""
    mat = _mat(game)
    middle = mat.width / 2
    if player == 0:
        return ((middle - BASE_PITCH, BASE_INSET), (middle, BASE_INSET), (middle + BASE_PITCH, BASE_INSET))
    y = mat.height - BASE_INSET
    return ((middle + BASE_PITCH, y), (middle, y), (middle - BASE_PITCH, y))


def stars(game: State | Setup) -> tuple[Point, Point]:
    """Centres of the two stars, mm, either side of the middle of the mat."""
    mat = _mat(game)
    x, y = mat.width / 2, mat.height / 2
    return ((x - STAR_OFFSET, y), (x + STAR_OFFSET, y))


def bases_at_start(setup: Setup, player: int) -> tuple[Piece, ...]:
    """A player's three bases on their spots, undamaged, the main one in the middle: rule S2."""
    main, left, right = army_of(setup, player).bases
    spots = base_spots(setup, player)
    return tuple(Piece(base.id, "base", player, *spot) for base, spot in zip((left, main, right), spots, strict=True))


def in_area(game: State | Setup, player: int, shape: Shape, pose: Pose) -> bool:
    """Whether a piece lies wholly in a player's set-up area."""
    area, at = setup_area(game, player)
    return contains(area, at, shape, pose)


def on_mat(mat: Mat, shape: Shape, pose: Pose) -> bool:
    """Whether a piece lies wholly on the mat."""
    return contains(Rect(mat.width, mat.height), Pose(mat.width / 2, mat.height / 2), shape, pose)


def _mat(game: State | Setup) -> Mat:
    return game.table.mat if isinstance(game, State) else game.mat


def placed(state: State, player: int, spot: Spot) -> Piece:
    """The piece that a spot puts down: normal side up, on the mat itself."""
    return Piece(spot.piece, kind_of(state, player, spot.piece), player, spot.x + 0.0, spot.y + 0.0, spot.angle + 0.0)


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
        return Refusal("S3", f"The {name(twice)} {twice!r} is placed twice; each bug has one spot.")
    missing = [bug for bug in want if bug not in given]
    if missing:
        return Refusal("S3", f"{len(missing)} bugs are not placed yet, such as the {name(missing[0])} {missing[0]!r}.")
    down: list[Piece] = list(state.table)
    for spot in spots:
        fault = _not_finite(spot)
        if fault:
            return fault
        piece = placed(state, player, spot)
        if not in_area(state, player, piece.shape, piece.pose):
            return Refusal("S3", f"The {name(piece.id)} does not lie wholly in the own set-up area.")
        under = covered(piece, down)
        if under:
            return Refusal(
                "M9", f"The {name(piece.id)} would lie on {whose(state, under.id)}; no piece is placed on another."
            )
        down.append(piece)
    return None


def arrangement(state: State, player: int, variant: int = 0) -> tuple[Spot, ...]:
    """An automatic arrangement of a player's bugs, legal for an ``Arrange``.

    Args:
        state: A game that is being set up.
        player: Whose bugs.
        variant: Which one, any whole number: 0 a line in front of the bases, 1 rings around the bases, 2 a wedge,
            3 loose ranks, then again from 0 mirrored left to right.
    """
    bugs = sorted(roster(state, player), key=lambda bug: _SIZES.index(kind_of(state, player, bug)))
    targets = _PATTERNS[variant % len(_PATTERNS)](len(bugs), state.table.mat.width)
    mirrored = variant // len(_PATTERNS) % 2 == 1
    mat = state.table.mat
    turn = 0.0 if player == 0 else math.pi
    down: list[Piece] = [piece for piece in state.table if is_base(piece.id)]
    spots: dict[str, Spot] = {}
    for bug, (u, v, angle) in zip(bugs, targets, strict=True):
        if mirrored:
            u, angle = -u, math.pi - angle
        x, y = (mat.width / 2 + u, v) if player == 0 else (mat.width / 2 - u, mat.height - v)
        pose = free_in_area(state, player, bug, Pose(x, y, angle + turn), down)
        if pose is None:
            raise ValueError(f"arrangement: no room for {bug!r} in the set-up area of player {player}")
        spots[bug] = Spot(bug, *pose)
        down.append(placed(state, player, spots[bug]))
    return tuple(spots[bug] for bug in roster(state, player))


def free_in_area(state: State, player: int, bug: str, pose: Pose, down: Iterable[Piece]) -> Pose | None:
    """The free spot in a player's set-up area that is nearest to ``pose``."""
    shape = KINDS[kind_of(state, player, bug)].shape
    return nearest_free_spot(
        shape, pose, [(p.shape, p.pose) for p in down], lambda at: in_area(state, player, shape, at), CLEARANCE
    )


_SIZES = ("rect", "large", "small")
"""Big chips choose their spots first."""

_Target = tuple[float, float, float]
"""A spot as its player sees it: mm to the right of the middle, mm from the own edge, angle in rad."""


def _spread(count: int, width: float) -> list[float]:
    """So many places over a width, evenly, about its middle."""
    return [width * ((i + 0.5) / count - 0.5) for i in range(count)]


def _line(count: int, width: float) -> list[_Target]:
    """Seven big chips in the gaps between the bases and before them, the others in one line at the front."""
    gaps = (-75.0, 75.0, -210.0, 210.0, 0.0, -150.0, 150.0)
    out: list[_Target] = []
    for i in range(min(count, len(gaps))):
        upright = i < 4
        out.append((gaps[i], 95.0 if upright else 147.0, math.pi / 2 if upright else 0.0))
    out.extend((u, 175.0, 0.0) for u in _spread(count - len(out), min(width - 60.0, 620.0)))
    return out


def _rings(count: int, width: float) -> list[_Target]:
    """Each bug beside one of the bases, from the front round both sides."""
    out: list[_Target] = []
    for i in range(count):
        base, step = (1, 0, 2)[i % 3], i // 3
        angle = math.pi / 2 + (step + 1) // 2 * (1 if step % 2 else -1) * math.tau / 6
        u = (-BASE_PITCH, 0.0, BASE_PITCH)[base] + 52.0 * math.cos(angle)
        out.append((u, BASE_INSET + 52.0 * math.sin(angle), angle + math.pi / 2))
    return out


def _wedge(count: int, width: float) -> list[_Target]:
    """A wedge with its point in the middle of the front, small chips ahead."""
    out: list[_Target] = []
    pitch = min(80.0, 2.0 * (width - 60.0) / count) / 2.0
    for rank in range(count - 1, -1, -1):
        side, step = (1 if rank % 2 else -1), (rank + 1) // 2
        out.append((side * step * pitch, 178.0 - step * 14.0, -side * 0.35))
    return out


def _ranks(count: int, width: float) -> list[_Target]:
    """Two loose ranks, one behind the bases and one before them."""
    back = count // 3
    out: list[_Target] = [(u, 28.0, 0.0) for u in _spread(back, min(width - 80.0, 600.0) * 0.6)]
    front = _spread(count - back, min(width - 80.0, 600.0))
    out.extend((u, 150.0 + 22.0 * (i % 2), 0.0) for i, u in enumerate(front))
    return out


_PATTERNS = (_line, _rings, _wedge, _ranks)


# --- beside a base -------------------------------------------------------------------------------------------


def beside_refusal(state: State, player: int, spot: Spot, bases: Sequence[Piece], rule: str) -> Refusal | None:
    """Why a bug may not be put down beside one of these bases: rules M9, J1.

    Args:
        state: The game.
        player: Whose bug it is.
        spot: Where it would be put.
        bases: The bases that will do, at least one.
        rule: The rule that has it placed.
    """
    fault = _not_finite(spot) or lying_refusal(state, player, spot, rule)
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
    where = listed((name(base.id) for base in bases), "or")
    text = f"The {name(spot.piece)} must lie within {ADJACENT:g} mm of the {where}, not {apart:.0f} mm away."
    return Refusal("J1", text)


def _gap_to(bases: Sequence[Piece], piece: Piece) -> float:
    return min(gap(base.shape, base.pose, piece.shape, piece.pose) for base in bases)


def lying_refusal(state: State, player: int, spot: Spot, rule: str) -> Refusal | None:
    """Why a bug may not be put down there whatever it is for: off the mat or on a piece."""
    piece = placed(state, player, spot)
    if not on_mat(state.table.mat, piece.shape, piece.pose):
        return Refusal(rule, f"The {name(spot.piece)} must lie wholly on the mat.")
    under = covered(piece, state.table)
    if under:
        return Refusal(
            "M9", f"The {name(spot.piece)} would lie on {whose(state, under.id)}; no piece is placed on another."
        )
    return None


def nearest_spot(
    state: State, player: int, piece_id: str, x: float, y: float, angle: float, others: Iterable[Spot] = ()
) -> Spot | None:
    """The legal spot nearest to a point for a bug that is placed by hand in this phase.

    Args:
        state: The game: arranging, putting beside a base or reinforcing.
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
        case Phase.PUT_BESIDE if state.beside and state.beside[0].bug == piece_id:
            piece = placed(state, owner_of(state, piece_id), Spot(piece_id, *wish))
            found = nearest_beside(state.table, piece, [state.table[state.beside[0].base]], wish)
        case Phase.REINFORCE if piece_id in out_of_play(state, player):
            piece = placed(state, player, Spot(piece_id, *wish))
            found = nearest_beside(state.table, piece, bases_in_play(state, player), wish)
    return None if found is None else Spot(piece_id, *found)


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


def _not_finite(spot: Spot) -> Refusal | None:
    if all(math.isfinite(number) for number in (spot.x, spot.y, spot.angle)):
        return None
    return Refusal(
        "M9", f"The {name(spot.piece)} needs a spot of finite numbers, not {spot.x}, {spot.y}, {spot.angle}."
    )
