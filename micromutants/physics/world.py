"""The pieces of one simulation, the clock, and how a piece goes from lying to sliding to flying and back.

Everything here is one simulation's own, mutable and thrown away afterwards.  Hand-over is by state: a chip that lies
flat on the mat, clear of others, slides in the plane (:mod:`micromutants.physics.plan`); a flat one that something
lifts, or whose support moves, goes into space.
"""

from __future__ import annotations

import math

from micromutants.geometry import Pose, separation
from micromutants.physics.attitude import rest_of
from micromutants.physics.model import EventKind, Physics
from micromutants.physics.plan import Plan
from micromutants.physics.solid import Freedom, Solid
from micromutants.physics.trace import Trace
from micromutants.table import Piece, Table

NEAR = 10.0
"""Pieces within this distance, mm, beyond touching are looked at until a chip has moved as far."""

LEFT_BEHIND = 2.0
"""Distance in mm from which a chip that has touched nothing is alone again."""


class Near:
    """The pieces near a solid when it was at (x, y).

    Attributes:
        x: mm.
        y: mm.
        others: The pieces.
        apart: For each the sum of both ways (:attr:`Solid.way`), mm, before which they cannot meet.
    """

    __slots__ = ("apart", "others", "x", "y")

    def __init__(self, x: float, y: float, others: list[Solid], apart: list[float]) -> None:
        self.x, self.y, self.others, self.apart = x, y, others, apart


class World:
    """The pieces of one simulation and the clock."""

    def __init__(self, table: Table, physics: Physics, trace: Trace) -> None:
        self.table = table
        self.physics = physics
        self.trace = trace
        self.t = 0.0
        self.plan = Plan(physics)
        self.solids: dict[str, Solid] = {}
        self.free: list[Solid] = []
        self.near: dict[str, Near] = {}
        self.uppers: dict[str, list[str]] = {}
        self.lay_on = table.lies_on() if any(p.level for p in table.pieces) else ()
        for upper, lower, _ in self.lay_on:
            self.uppers.setdefault(lower, []).append(upper)
        self.grip = physics.friction_chip / math.sqrt(1.0 + physics.friction_chip**2)
        self.going: set[str] = set()
        self.not_up: set[str] = set()
        self.beside = False

    # --- pieces ------------------------------------------------------------------------------------------

    def solid(self, piece: Piece) -> Solid:
        """The piece as a solid; made when first asked for, lying as it lies on the table."""
        found = self.solids.get(piece.id)
        if found is None:
            rest = rest_of(self.table, piece)
            found = Solid(piece, rest.z, rest.attitude, self.physics.edge_rounding)
            self.solids[piece.id] = found
        return found

    def release(self, solid: Solid) -> None:
        """Let a piece move in space, with all that lies on it."""
        if solid.freedom is Freedom.FREE or not solid.kind.loose:
            return
        self.trace.add(self.t, solid)
        self.plan.remove(solid)
        if solid.grounded:
            self.not_up.add(solid.id)
        solid.set_freedom(Freedom.FREE)
        solid.grounded = False
        self.free.append(solid)
        self.free.sort(key=lambda s: s.id)
        self.lift_uppers(solid)

    def lift_uppers(self, solid: Solid) -> None:
        """Let go in space what lies on a piece that begins to move."""
        for upper in self.uppers.pop(solid.id, ()):
            self.release(self.solids.get(upper) or self.solid(self.table[upper]))

    def lay(self, solid: Solid) -> None:
        """Let a flat piece on the mat slide in the plane."""
        solid.set_freedom(Freedom.PLANAR)
        solid.grounded = True
        self.plan.add([solid])

    def take(self, solid: Solid) -> None:
        """Take a chip out of space, to be moved by other means."""
        self.beside = False
        self.free.remove(solid)
        solid.set_freedom(Freedom.FIXED)

    def neighbours(self, solid: Solid) -> list[Solid]:
        """Pieces that the solid can touch before it has moved by ``NEAR``."""
        return self.near_to(solid).others

    def near_to(self, solid: Solid) -> Near:
        """What is known of the pieces near a solid."""
        known = self.near.get(solid.id)
        if known is not None and abs(known.x - solid.x) + abs(known.y - solid.y) < NEAR - 2.0:
            return known
        found = []
        x, y, far = solid.x, solid.y, solid.reach + NEAR
        for piece in self.table.pieces:
            if piece.id == solid.id:
                continue
            other = self.solids.get(piece.id)
            ox, oy = (piece.x, piece.y) if other is None else (other.x, other.y)
            limit = far + piece.spec.reach
            if (ox - x) ** 2 + (oy - y) ** 2 < limit * limit:
                found.append(other or self.solid(piece))
        known = self.near[solid.id] = Near(x, y, found, [0.0] * len(found))
        return known

    # --- time --------------------------------------------------------------------------------------------

    def covers(self, a: Solid, b: Solid, margin: float = 0.5) -> bool:
        """Whether two outlines come within ``margin`` mm."""
        far = a.reach + b.reach + margin
        if (a.x - b.x) ** 2 + (a.y - b.y) ** 2 >= far * far:
            return False
        pa, pb = Pose(a.x, a.y, a.heading()), Pose(b.x, b.y, b.heading())
        return separation(a.kind.shape, pa, b.kind.shape, pb).distance < margin

    def alone(self, solid: Solid) -> bool:
        """Whether no other piece is near the solid in plan."""
        for other in self.neighbours(solid):
            far = solid.reach + other.reach + LEFT_BEHIND
            if (other.x - solid.x) ** 2 + (other.y - solid.y) ** 2 < far * far:
                return False
        return True

    def untouched(self) -> bool:
        """Whether the only chip that moves has come by others without touching any."""
        if self.trace.met or len(self.free) != 1 or self.plan.movers:
            return False
        if not self.alone(self.free[0]):
            self.beside = True
            return False
        return self.beside

    def set_off(self, solid: Solid, t: float) -> None:
        """Write down that a piece has been set in motion in the plane at time ``t`` (s), from where it lay."""
        self.going.add(solid.id)
        if solid.id in self.trace.samples:
            self.trace.add(t, solid)
        else:
            rest = rest_of(self.table, solid.piece)
            self.trace.add(t, Solid(solid.piece, rest.z, rest.attitude, solid.r))

    def note_stops(self) -> None:
        """Write down what has come to rest in the step."""
        going = {solid.id for solid in self.free} | self.plan.movers.keys()
        if going != self.going:
            for key in sorted(self.going - going):
                self.trace.add(self.t, self.solids[key])
                self.trace.event(self.t, EventKind.REST, key)
            self.going = going
