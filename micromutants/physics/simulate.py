"""One launch, or several at once, on one table, from take-off to rest."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from micromutants.geometry import Disc, Pose, separation
from micromutants.physics.attitude import flat_attitude, normalised, product, rest_of, rotation
from micromutants.physics.model import (
    GRAVITY,
    EventKind,
    Launch,
    Outcome,
    Physics,
    PhysicsError,
    Sample,
)
from micromutants.physics.rest import at_rest
from micromutants.physics.shooter import half_length, tumble_inertia
from micromutants.physics.solid import Solid
from micromutants.physics.solo import Motion, Section, extent, fly_and_land
from micromutants.physics.trace import SAMPLE_TIME, Trace
from micromutants.physics.world import World
from micromutants.table import Piece, Table

CLOSE = 0.5
"""A chip whose outline comes this near another piece's in plan, mm, while low enough, is no longer alone."""

CLEAR = 1.0
"""Height in mm by which a chip must clear a piece to be alone above it."""

DEFAULT = Physics()


def simulate(table: Table, launch: Launch | Sequence[Launch], physics: Physics = DEFAULT) -> Outcome:
    """Let a chip go and see what comes of it.

    Pure: the same table, launch and physics give the same outcome to the bit, and nothing is changed in place.

    Args:
        table: Pieces at rest.
        launch: What the chip does as it leaves the shooter; several chips may be launched at once.
        physics: Model constants.

    Returns:
        Everything at rest, what lies on what, events and tracks.

    Raises:
        PhysicsError: No such piece, a piece launched twice or not a chip, or a number that is not finite or
            outside its range.
    """
    launches = (launch,) if isinstance(launch, Launch) else tuple(launch)
    pieces = [_checked(table, one) for one in launches]
    if len({one.piece for one in launches}) != len(launches) or not launches:
        raise PhysicsError("launch: name at least one piece, and each piece once")
    _check_physics(physics)
    trace = Trace()
    for one in launches:
        trace.event(0.0, EventKind.LAUNCH, one.piece, one.speed)
    if len(launches) == 1:
        return _one(table, launches[0], pieces[0], physics, trace)
    world = World(table, physics, trace)
    for one, piece in zip(launches, pieces, strict=True):
        _let_go(world, one, piece)
    return at_rest(world, world.run())


def _one(table: Table, launch: Launch, piece: Piece, physics: Physics, trace: Trace) -> Outcome:
    """A single launch: alone in its plane as long as nothing is near, in the world of others from there on."""
    along = launch.azimuth - piece.angle
    if piece.level or launch.height or not _stays_in_plane(piece, launch, along):
        world = World(table, physics, trace)
        _let_go(world, launch, piece)
        return at_rest(world, world.run())
    kind = piece.spec
    section = Section(
        half_length(kind, along),
        kind.thickness / 2,
        min(physics.edge_rounding, kind.thickness / 2 - 0.05),
        kind.mass,
        tumble_inertia(kind, along),
    )
    ux, uy = math.cos(launch.azimuth), math.sin(launch.azimuth)
    start = Motion(
        0.0,
        0.0,
        section.b,
        0.0,
        launch.speed * math.cos(launch.loft),
        launch.speed * math.sin(launch.loft),
        launch.tumble,
    )
    path, settled = fly_and_land(
        start, section, physics.friction_mat, physics.restitution_mat, physics.bounce_speed, physics.time_limit
    )
    slide = path[-1]
    brake = physics.friction_mat * GRAVITY
    stop = slide.t + abs(slide.vs) / brake if brake > 0.0 else (math.inf if slide.vs else slide.t)
    if stop > physics.time_limit:
        stop, settled = physics.time_limit, False
    flight = _Flight(piece, section, ux, uy, path, brake, stop)
    met = flight.first_meeting(table)
    flight.write(trace, stop if met is None else met)
    world = World(table, physics, trace, stop if met is None else met)
    solid = world.solid(piece)
    flight.place(solid, world.t)
    solid.moved = True
    if met is None:
        trace.add(world.t, solid)
        trace.event(world.t, EventKind.REST, piece.id)
        return at_rest(world, settled)
    trace.sampled(met)
    if met >= slide.t:
        solid.vx, solid.vy = flight.velocity(met)
        world.lay(solid)
        world.plan.push(solid)
    else:
        world.release(solid)
    return at_rest(world, world.run())


class _Flight:
    """The path of a chip that is alone: bounces, then a straight slide."""

    def __init__(
        self, piece: Piece, section: Section, ux: float, uy: float, path: list[Motion], brake: float, stop: float
    ) -> None:
        self.piece = piece
        self.section = section
        self.ux = ux
        self.uy = uy
        self.path = path
        self.brake = brake
        self.stop = stop
        self.start = flat_attitude(piece.angle, piece.face)

    def motion(self, t: float, k: int) -> Motion:
        """The motion at time ``t`` (s), ``k`` the last entry of the path not after it."""
        at = self.path[k]
        if k < len(self.path) - 1:
            return at.at(t)
        dt = min(t, self.stop) - at.t
        slowed = math.copysign(self.brake * dt, at.vs)
        return at._replace(t=t, s=at.s + (at.vs - 0.5 * slowed) * dt, vs=at.vs - slowed)

    def pose(self, m: Motion) -> tuple[float, float, float, float, float, float, float]:
        """Place and attitude of the chip for a motion in the plane of the shot."""
        turned = product(rotation(self.uy * m.phi, -self.ux * m.phi, 0.0), self.start)
        return (self.piece.x + m.s * self.ux, self.piece.y + m.s * self.uy, m.z, *normalised(turned))

    def place(self, solid: Solid, t: float) -> None:
        """Put the solid where the chip is at time ``t`` (s), with its motion."""
        m = self.motion(t, self._index(t))
        solid.x, solid.y, solid.z, *q = self.pose(m)
        solid.set_attitude((q[0], q[1], q[2], q[3]))
        if t < self.path[-1].t:
            solid.vx, solid.vy, solid.vz = m.vs * self.ux, m.vs * self.uy, m.vz
            solid.wx, solid.wy = m.spin * self.uy, -m.spin * self.ux
        else:
            solid.set_heading(solid.heading())

    def velocity(self, t: float) -> tuple[float, float]:
        """Velocity in plan at time ``t`` (s), mm/s."""
        m = self.motion(t, self._index(t))
        return m.vs * self.ux, m.vs * self.uy

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
        span = [m.s for m in self.path]
        last = self.motion(self.stop, len(self.path) - 1).s
        low, high = min(*span, last) if span else last, max(*span, last) if span else last
        size = self.piece.spec.reach
        ux, uy = self.ux, self.uy
        others = []
        for other in table.pieces:
            dx, dy = other.x - self.piece.x, other.y - self.piece.y
            far = size + other.spec.reach + CLOSE
            if abs(dy * ux - dx * uy) < far and low - far < dx * ux + dy * uy < high + far:
                if other.id != self.piece.id:
                    others.append((dx * ux + dy * uy, far, top_reach(table, other), other))
        if not others:
            return None
        final = len(self.path) - 1
        for k, m in enumerate(self.path):
            until = self.stop if k == final else self.path[k + 1].t
            met = self._meeting(k, m, until, others)
            if met is not None:
                return met
        return None

    def _meeting(
        self, k: int, m: Motion, until: float, others: list[tuple[float, float, float, Piece]]
    ) -> float | None:
        end = self.motion(until, k).s
        low, high = (m.s, end) if m.s < end else (end, m.s)
        close = [o for o in others if low - o[1] < o[0] < high + o[1]]
        if not close:
            return None
        parts = max(1, math.ceil((until - m.t) / 1e-3))
        before = m.t
        for i in range(parts + 1):
            t = m.t + (until - m.t) * i / parts
            now = self.motion(t, k)
            bottom = now.z - extent(self.section, now.phi)
            x, y = self.piece.x + now.s * self.ux, self.piece.y + now.s * self.uy
            for along, far, top, other in close:
                if bottom < top + CLEAR and abs(now.s - along) < far:
                    pose = Pose(x, y, self.piece.angle)
                    if separation(self.piece.shape, pose, other.shape, other.pose).distance < CLOSE:
                        return before
            before = t
        return None

    def write(self, trace: Trace, until: float) -> None:
        """Write samples and the touchdown up to a time, s."""
        final = len(self.path) - 1
        for k, m in enumerate(self.path):
            if m.t > until:
                break
            if k and self.path[k - 1].vz < m.vz and m.t > 0.0:
                fall = self.path[k - 1]
                trace.event(fall.t, EventKind.TOUCHDOWN, self.piece.id, abs(fall.vz))
                break
        samples = trace.samples.setdefault(self.piece.id, [])
        k, i = 0, 0
        while (t := i * SAMPLE_TIME) < until or i == 0:
            while k < final and self.path[k + 1].t <= t:
                k += 1
            samples.append(Sample(t, *self.pose(self.motion(t, k))))
            i += 1


def top_reach(table: Table, piece: Piece) -> float:
    """Height in mm below which all of a resting piece lies."""
    if piece.level == 0:
        return piece.spec.thickness
    rest = rest_of(table, piece)
    return rest.z + piece.spec.thickness / 2 + (0.0 if rest.level else 0.25 * piece.spec.reach)


def _stays_in_plane(piece: Piece, launch: Launch, along: float) -> bool:
    """Whether the flight is symmetric about the vertical plane of the shot: a disc, or a rectangle square to it."""
    if launch.yaw != 0.0:
        return False
    if isinstance(piece.shape, Disc):
        return True
    return abs(math.sin(2.0 * along)) < 1e-9


def _let_go(world: World, launch: Launch, piece: Piece) -> None:
    solid = world.solid(piece)
    world.release(solid)
    world.not_up.discard(solid.id)
    ux, uy = math.cos(launch.azimuth), math.sin(launch.azimuth)
    flat = launch.speed * math.cos(launch.loft)
    solid.vx, solid.vy, solid.vz = flat * ux, flat * uy, launch.speed * math.sin(launch.loft)
    solid.wx, solid.wy, solid.wz = launch.tumble * uy, -launch.tumble * ux, launch.yaw
    solid.z += launch.height
    solid.moved = True


def _checked(table: Table, launch: Launch) -> Piece:
    piece = table.get(launch.piece)
    if piece is None:
        raise PhysicsError(f"launch: no piece {launch.piece!r} on the table")
    if not piece.spec.loose:
        raise PhysicsError(f"launch: {piece.id!r} is a {piece.kind}, which cannot leave the mat")
    for name, low, high in (
        ("azimuth", -math.inf, math.inf),
        ("speed", 0.0, 20_000.0),
        ("loft", -math.pi / 2, math.pi / 2),
        ("tumble", -5_000.0, 5_000.0),
        ("yaw", -5_000.0, 5_000.0),
        ("height", 0.0, 2_000.0),
    ):
        value = getattr(launch, name)
        if not (math.isfinite(value) and low <= value <= high):
            allowed = "finite" if high == math.inf else f"from {low:.6g} to {high:.6g}"
            raise PhysicsError(f"launch of {launch.piece!r}: {name} must be {allowed}, not {value}")
    return piece


def _check_physics(physics: Physics) -> None:
    try:
        msgspec.convert(msgspec.structs.asdict(physics), Physics)
    except msgspec.ValidationError as error:
        raise PhysicsError(f"physics: {error}") from None
    for name, value in msgspec.structs.asdict(physics).items():
        if not math.isfinite(value):
            raise PhysicsError(f"physics: {name} must be finite, not {value}")
