"""The path of a chip that is alone: bounces in the vertical plane of its shot, then a straight slide."""

from __future__ import annotations

import math
from itertools import pairwise

from micromutants.geometry import Disc, Pose, separation
from micromutants.physics.attitude import flat_attitude, normalised, product, rest_of, rotation
from micromutants.physics.model import GRAVITY, Launch, Physics, Sample
from micromutants.physics.shooter import half_length, tumble_inertia
from micromutants.physics.solid import Solid
from micromutants.physics.solo import Motion, Section, extent, fly_and_land
from micromutants.physics.trace import SAMPLE_TIME, Trace
from micromutants.table import WIDEST, Face, Piece, Table

CLOSE = 0.5
"""A chip whose outline comes this near another piece's in plan, mm, while low enough, is no longer alone."""

CLEAR = 1.0
"""Height in mm by which a chip must clear a piece to be alone above it."""


class Plane:
    """The vertical plane of a shot, and the chip's section in it."""

    def __init__(self, piece: Piece, azimuth: float, physics: Physics) -> None:
        kind = piece.spec
        along = azimuth - piece.angle
        self.piece = piece
        self.ux = math.cos(azimuth)
        self.uy = math.sin(azimuth)
        self.start = flat_attitude(piece.angle, piece.face)
        self.section = Section(
            half_length(kind, along),
            kind.thickness / 2,
            min(physics.edge_rounding, kind.thickness / 2 - 0.05),
            kind.mass,
            tumble_inertia(kind, along),
        )

    def pose(self, m: Motion) -> tuple[float, float, float, float, float, float, float]:
        """Place and attitude of the chip for a motion in the plane."""
        turned = product(rotation(self.uy * m.phi, -self.ux * m.phi, 0.0), self.start)
        return (self.piece.x + m.s * self.ux, self.piece.y + m.s * self.uy, m.z, *normalised(turned))

    def motion(self, solid: Solid, t: float) -> Motion:
        """The motion in the plane of a chip that has not left it."""
        ux, uy = self.ux, self.uy
        side = 1.0 if self.piece.face is Face.NORMAL else -1.0
        phi = math.atan2(-side * (solid.m[2] * ux + solid.m[5] * uy), side * solid.m[8])
        s = (solid.x - self.piece.x) * ux + (solid.y - self.piece.y) * uy
        return Motion(t, s, solid.z, phi, solid.vx * ux + solid.vy * uy, solid.vz, solid.wx * uy - solid.wy * ux)


class Flight:
    """One chip alone from a motion on, as if nothing else lay on the mat.

    Attributes:
        stop: When it is at rest, s, or the time limit.
        settled: Whether it comes to rest before the limit.
    """

    def __init__(self, plane: Plane, start: Motion, physics: Physics) -> None:
        self.plane = plane
        self.path, self.settled = fly_and_land(
            start,
            plane.section,
            physics.friction_mat,
            physics.restitution_mat,
            physics.time_limit,
        )
        slide = self.path[-1]
        self.brake = physics.friction_mat * GRAVITY
        self.stop = slide.t
        if slide.vs:
            self.stop += abs(slide.vs) / self.brake if self.brake > 0.0 else math.inf
        if self.stop > physics.time_limit:
            self.stop, self.settled = physics.time_limit, False

    def motion(self, t: float, k: int) -> Motion:
        """The motion at time ``t`` (s), ``k`` the last entry of the path not after it."""
        at = self.path[k]
        if k < len(self.path) - 1:
            return at.at(t)
        dt = min(t, self.stop) - at.t
        slowed = math.copysign(self.brake * dt, at.vs)
        return at._replace(t=t, s=at.s + (at.vs - 0.5 * slowed) * dt, vs=at.vs - slowed)

    def slides(self, t: float) -> bool:
        """Whether the chip lies flat and slides at time ``t`` (s)."""
        return t >= self.path[-1].t

    def place(self, solid: Solid, t: float) -> None:
        """Put the solid where the chip is at time ``t`` (s), with its motion."""
        plane = self.plane
        m = self.motion(t, self._index(t))
        solid.x, solid.y, solid.z, *q = plane.pose(m)
        solid.set_attitude((q[0], q[1], q[2], q[3]))
        solid.vx, solid.vy, solid.vz = m.vs * plane.ux, m.vs * plane.uy, m.vz
        solid.wx, solid.wy, solid.wz = m.spin * plane.uy, -m.spin * plane.ux, 0.0
        solid.placed()
        if self.slides(t):
            solid.z = solid.kind.thickness / 2
            solid.set_heading(solid.heading())

    def _index(self, t: float) -> int:
        low, high = 0, len(self.path)
        while low < high - 1:
            mid = (low + high) // 2
            if self.path[mid].t <= t:
                low = mid
            else:
                high = mid
        return low

    def first_meeting(self, table: Table) -> float | None:
        """The last moment in s before another piece is near, None where none ever is."""
        plane, final = self.plane, len(self.path) - 1
        own = plane.piece
        ends = [m.s for m in self.path]
        ends.append(self.motion(self.stop, final).s)
        low, high = min(ends), max(ends)
        ux, uy = plane.ux, plane.uy
        others = []
        x, y, reach = own.x, own.y, own.spec.reach + CLOSE
        widest = reach + WIDEST
        for other in table.pieces:
            dx, dy = other.x - x, other.y - y
            aside = dy * ux - dx * uy
            # Most pieces lie far beside the path, whatever they are.
            if -widest < aside < widest:
                far, along = reach + other.spec.reach, dx * ux + dy * uy
                if abs(aside) < far and low - far < along < high + far and other.id != own.id:
                    others.append((along, far, top_reach(table, other) + CLEAR, other))
        if not others:
            return None
        for k, m in enumerate(self.path):
            a, b = ends[k], ends[k + 1]
            if b < a:
                a, b = b, a
            close = [o for o in others if a - o[1] < o[0] < b + o[1]]
            if close:
                until = self.stop if k == final else self.path[k + 1].t
                met = self._meeting(k, m.t, until, close)
                if met is not None:
                    return met
        return None

    def _meeting(
        self, k: int, start: float, until: float, others: list[tuple[float, float, float, Piece]]
    ) -> float | None:
        """The same within one stretch of the path, looked at every millisecond."""
        plane = self.plane
        own = plane.piece
        parts = max(1, math.ceil((until - start) / 1e-3))
        before = start
        for i in range(parts + 1):
            t = start + (until - start) * i / parts
            now = self.motion(t, k)
            bottom = now.z - extent(plane.section, now.phi)
            for along, far, top, other in others:
                if bottom < top and abs(now.s - along) < far:
                    pose = Pose(own.x + now.s * plane.ux, own.y + now.s * plane.uy, own.angle)
                    if separation(own.shape, pose, other.shape, other.pose).distance < CLOSE:
                        return before
            before = t
        return None

    def write(self, trace: Trace, since: float, until: float) -> None:
        """Write samples and the first touchdown between two times, s."""
        own, final = self.plane.piece.id, len(self.path) - 1
        for fall, rise in pairwise(self.path):
            if rise.t > until or own in trace.landed:
                break
            if fall.vz < 0.0 and fall.vz < rise.vz:
                trace.touchdown(fall.t, own, -fall.vz)
        samples = trace.samples.setdefault(own, [])
        k, i = 0, max(0, math.ceil(since / SAMPLE_TIME - 1e-9))
        while (t := i * SAMPLE_TIME) < until or not samples:
            while k < final and self.path[k + 1].t <= t:
                k += 1
            samples.append(Sample(t, *self.plane.pose(self.motion(t, k))))
            i += 1


def top_reach(table: Table, piece: Piece) -> float:
    """Height in mm below which all of a resting piece lies."""
    if piece.level == 0:
        return piece.spec.thickness
    rest = rest_of(table, piece)
    return rest.z + piece.spec.thickness / 2 + (0.0 if rest.level else 0.25 * piece.spec.reach)


def stays_in_plane(piece: Piece, launch: Launch) -> bool:
    """Whether the flight is symmetric about the vertical plane of the shot: a disc, or a rectangle square to it."""
    if launch.yaw != 0.0:
        return False
    return isinstance(piece.shape, Disc) or abs(math.sin(2.0 * (launch.azimuth - piece.angle))) < 1e-9
