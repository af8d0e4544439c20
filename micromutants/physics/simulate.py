"""One launch, or several at once, on one table, from take-off to rest."""

from __future__ import annotations

import math
from collections.abc import Sequence

from micromutants.physics.checks import check_number, check_parameters, check_table
from micromutants.physics.clock import run
from micromutants.physics.flight import Flight, Plane, stays_in_plane
from micromutants.physics.model import EventKind, Launch, Outcome, Physics, PhysicsError
from micromutants.physics.rest import at_rest
from micromutants.physics.solo import Motion
from micromutants.physics.trace import Trace
from micromutants.physics.world import World
from micromutants.table import Piece, Table

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
    check_parameters("physics", physics)
    check_table(table)
    launches = (launch,) if isinstance(launch, Launch) else tuple(launch)
    pieces = [_checked(table, one) for one in launches]
    if len({one.piece for one in launches}) != len(launches) or not launches:
        raise PhysicsError("launch: name at least one piece, and each piece once")
    trace = Trace()
    for one in launches:
        trace.event(0.0, EventKind.LAUNCH, one.piece, one.speed)
    if len(launches) == 1:
        return _one(table, launches[0], pieces[0], physics, trace)
    world = World(table, physics, trace)
    for one, piece in zip(launches, pieces, strict=True):
        _let_go(world, one, piece)
    return at_rest(world, run(world))


def _one(table: Table, launch: Launch, piece: Piece, physics: Physics, trace: Trace) -> Outcome:
    """A single launch: in its plane as long as the chip is alone, in the world of others while it is not."""
    world = World(table, physics, trace)
    if piece.level or launch.height or not stays_in_plane(piece, launch):
        _let_go(world, launch, piece)
        return at_rest(world, run(world))
    plane = Plane(piece, launch.azimuth, physics)
    solid = world.solid(piece)
    up, along = launch.speed * math.sin(launch.loft), launch.speed * math.cos(launch.loft)
    motion = Motion(0.0, 0.0, plane.section.b, 0.0, along, up, launch.tumble)
    while True:
        flight = Flight(plane, motion, physics)
        met = flight.first_meeting(table)
        world.t = flight.stop if met is None else met
        flight.write(trace, motion.t, world.t)
        flight.place(solid, world.t)
        if met is None:
            trace.add(world.t, solid)
            trace.event(world.t, EventKind.REST, piece.id)
            return at_rest(world, flight.settled)
        trace.sampled(met)
        if flight.slides(met):
            world.lay(solid)
            world.plan.push(solid)
            world.going.add(solid.id)
            return at_rest(world, run(world))
        world.release(solid)
        settled = run(world, until=world.untouched)
        if not world.free:
            return at_rest(world, settled)
        # It has come by without touching anything, and is still in its plane.
        world.take(solid)
        motion = plane.motion(solid, world.t)


def _let_go(world: World, launch: Launch, piece: Piece) -> None:
    """Set a piece in motion: in the plane where it is only shoved along the mat, in space otherwise."""
    solid = world.solid(piece)
    ux, uy = math.cos(launch.azimuth), math.sin(launch.azimuth)
    shoved = piece.level == 0 and launch.loft == launch.tumble == launch.height == 0.0
    if shoved:
        world.set_off(solid, 0.0)
        world.lay(solid)
        world.lift_uppers(solid)
    else:
        world.release(solid)
        world.not_up.discard(solid.id)
    flat = launch.speed * math.cos(launch.loft)
    solid.vx, solid.vy, solid.vz = flat * ux, flat * uy, launch.speed * math.sin(launch.loft)
    solid.wx, solid.wy, solid.wz = launch.tumble * uy, -launch.tumble * ux, launch.yaw
    solid.z += launch.height
    solid.placed()
    if shoved:
        world.plan.push(solid)


def _checked(table: Table, launch: Launch) -> Piece:
    piece = table.get(launch.piece)
    if piece is None:
        raise PhysicsError(f"launch: no piece {launch.piece!r} on the table")
    if not piece.spec.loose:
        raise PhysicsError(f"launch: {piece.id!r} is a {piece.kind}, which cannot leave the mat")
    if not launch.height and not (0.0 <= piece.x <= table.mat.width and 0.0 <= piece.y <= table.mat.height):
        raise PhysicsError(f"launch: {piece.id!r} lies beside the mat, from where it can only be thrown, from a height")
    for name, low, high in (
        ("azimuth", -math.inf, math.inf),
        ("speed", 0.0, 20_000.0),
        ("loft", -math.pi / 2, math.pi / 2),
        ("tumble", -5_000.0, 5_000.0),
        ("yaw", -5_000.0, 5_000.0),
        ("height", 0.0, 2_000.0),
    ):
        check_number(f"launch of {launch.piece!r}", name, getattr(launch, name), low, high)
    return piece
