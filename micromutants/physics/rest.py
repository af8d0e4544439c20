"""From pieces that have come to rest to the outcome: poses, faces, what lies on what."""

from __future__ import annotations

import math

import msgspec

from micromutants.geometry import Disc, Separation, corners, covers, overlap_area, separation
from micromutants.physics.model import EventKind, Outcome, PhysicsError
from micromutants.physics.solid import Solid
from micromutants.physics.world import World
from micromutants.table import WIDEST, LiesOn, Piece, Table

BESIDE = 0.5
"""How far a piece that leans may reach into one beside it, mm; a contact that gives way, and its rounded edge."""

FLAT = math.cos(math.radians(0.5))
"""What lies on the mat at a smaller angle than this, its cosine, lies flat."""


def at_rest(world: World, settled: bool) -> Outcome:
    """The outcome of a simulation that has ended.

    Raises:
        PhysicsError: A pose is not finite; never seen, and never passed on.
    """
    world.plan.close()
    before = world.table
    moved: dict[str, Piece] = {}
    for key in sorted(world.solids):
        solid = world.solids[key]
        if solid.moved:
            piece = _piece(solid)
            if _pose(piece) != _pose(solid.piece):
                moved[key] = piece
    laid, pairs = _laid(world, moved)
    table = _levelled(before, laid, pairs)
    trace = world.trace
    for key, piece in laid.items():
        if piece.face is not before[key].face:
            trace.event(world.t, EventKind.TURNED, key)
        if not table.on_mat(piece):
            trace.event(world.t, EventKind.LEFT_MAT, key)
    events = tuple(sorted(trace.events, key=lambda e: e.time))
    lies_on = []
    for upper, lower in sorted(pairs):
        a, b = table[upper], table[lower]
        lies_on.append(LiesOn(upper, lower, overlap_area(a.shape, a.pose, b.shape, b.pose)))
    track = {key: tuple(trace.samples[key]) for key in sorted(trace.samples)}
    return Outcome(table, tuple(lies_on), events, track, tuple(sorted(moved)), settled, world.t)


def _pose(piece: Piece) -> tuple[object, ...]:
    return (piece.x, piece.y, piece.angle, piece.face)


def _piece(solid: Solid) -> Piece:
    old = solid.piece
    angle = solid.heading()
    if not (math.isfinite(solid.x) and math.isfinite(solid.y) and math.isfinite(angle)):
        raise PhysicsError(f"piece {old.id!r}: the simulation lost it; please keep this shot and report it")
    return Piece(old.id, old.kind, old.owner, solid.x, solid.y, angle, solid.face())


def _laid(world: World, moved: dict[str, Piece]) -> tuple[dict[str, Piece], set[tuple[str, str]]]:
    """The pieces that moved as they come to lie, and which piece lies on which (upper, lower).

    Where neither of two moved all is as before; otherwise their heights tell.  What leans reaches less far in plan
    than if it lay flat, so that it may seem to lie beneath the piece beside it.  But nothing lies beneath what lies
    flat on the mat: then the two are laid side by side, or, where it reaches further over, the one that leans on top.
    """
    laid = dict(moved)
    pairs = {(upper, lower) for upper, lower, _ in world.lay_on if upper not in moved and lower not in moved}
    depth = world.physics.min_overlap
    for key in moved:
        piece = laid[key]
        widest = piece.spec.reach + WIDEST
        for old in world.table.pieces:
            # Nearly all lie too far off, which one comparison tells.
            if old.id not in moved and not -widest < piece.x - old.x < widest:
                continue
            other = laid.get(old.id, old)
            if other.id == key or (other.id in moved and other.id < key):
                continue
            parted = _overlap(piece, other, depth)
            if parted is None:
                continue
            first, second = world.solids[key], world.solid(old)
            upper, lower = _by_height(first, second, *_middle(piece, other))
            if not _on_the_mat(upper):
                pairs.add((upper.id, lower.id))
            elif parted.distance > -BESIDE - _shrunk(lower, piece if lower is first else other, parted.nx, parted.ny):
                push = -parted.distance - depth + 1e-6
                if lower is second and old.id in moved:
                    laid[old.id] = _shifted(other, push * parted.nx, push * parted.ny)
                else:
                    laid[key] = piece = _shifted(piece, -push * parted.nx, -push * parted.ny)
            else:
                pairs.add((upper.id, lower.id) if _on_the_mat(lower) else (lower.id, upper.id))
    return laid, pairs


def _overlap(a: Piece, b: Piece, depth: float) -> Separation | None:
    """How two pieces overlap in plan by more than ``depth`` mm; None where they do not."""
    far = a.spec.reach + b.spec.reach
    if (a.x - b.x) ** 2 + (a.y - b.y) ** 2 >= far * far:
        return None
    parted = separation(a.shape, a.pose, b.shape, b.pose)
    return parted if parted.distance < -depth else None


def _shifted(piece: Piece, dx: float, dy: float) -> Piece:
    return msgspec.structs.replace(piece, x=piece.x + dx, y=piece.y + dy)


def _shrunk(solid: Solid, piece: Piece, ux: float, uy: float) -> float:
    """How much less far a solid reaches along a direction of the mat, or against it, than if it lay flat, mm."""
    if isinstance(piece.shape, Disc):
        flat = piece.shape.radius
    else:
        flat = max(abs(ux * (x - piece.x) + uy * (y - piece.y)) for x, y in corners(piece.shape, piece.pose))
    return flat - solid.reach_along(ux, uy)


def _by_height(a: Solid, b: Solid, x: float, y: float) -> tuple[Solid, Solid]:
    """The upper and the lower one of two solids at a point of the mat."""
    return (b, a) if _height(a, x, y) <= _height(b, x, y) else (a, b)


def _on_the_mat(solid: Solid) -> bool:
    """Whether it lies flat on the mat."""
    return abs(solid.m[8]) > FLAT and solid.z < solid.kind.thickness / 2 + 0.05


def _middle(a: Piece, b: Piece) -> tuple[float, float]:
    """A point in the overlap of two pieces."""
    if covers(a.shape, a.pose, b.x, b.y):
        return b.x, b.y
    if covers(b.shape, b.pose, a.x, a.y):
        return a.x, a.y
    share = a.spec.reach / (a.spec.reach + b.spec.reach)
    return a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share


def _height(solid: Solid, x: float, y: float) -> float:
    """Height of a solid's middle plane above a point of the mat, mm."""
    nx, ny, nz = solid.m[2], solid.m[5], solid.m[8]
    if abs(nz) < 0.05:
        return solid.z
    return solid.z - (nx * (x - solid.x) + ny * (y - solid.y)) / nz


def _levelled(before: Table, moved: dict[str, Piece], pairs: set[tuple[str, str]]) -> Table:
    """The table at rest, each piece one level above the highest that it lies on."""
    if not pairs:
        return Table(before.mat, tuple([moved.get(p.id, p) for p in before.pieces]))
    level = {p.id: 0 if p.id in moved else p.level for p in before.pieces}
    for _ in range(len(level)):
        changed = False
        for upper, lower in sorted(pairs):
            if level[upper] <= level[lower]:
                level[upper] = level[lower] + 1
                changed = True
        if not changed:
            break
    pieces = []
    for old in before.pieces:
        piece = moved.get(old.id, old)
        if piece.level != level[old.id]:
            piece = msgspec.structs.replace(piece, level=level[old.id])
        pieces.append(piece)
    return Table(before.mat, tuple(pieces))
