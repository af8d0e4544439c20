"""How chips in space lose their motion and come to rest: rolling resistance, push-out, laying down."""

from __future__ import annotations

import math
from collections.abc import Container, Mapping, Sequence

from micromutants.physics.attitude import Quaternion
from micromutants.physics.model import GRAVITY
from micromutants.physics.solid import Freedom, Solid
from micromutants.physics.touching import Touch, parting
from micromutants.physics.world import World

ROLLING_MAT = 0.5
"""Lever of the rolling resistance of an edge on the mat, mm: how far felt gives way ahead of it."""

ROLLING_CHIP = 0.05
"""The same of plastic on plastic, mm."""

STEADY = 3.0
"""Contact impulses up to so many times the weight of the chip count as resting, not as impact."""

SLACK = 0.02
"""Penetration in mm that is not pushed out."""

PUSHED = 0.2
"""Share of a deeper penetration that is pushed out in a step."""

SETTLED_HEIGHT = 0.15
"""A chip as good as flat, whose vertical energy lifts it less than this, mm, lies flat."""

SETTLED_TILT = math.cos(math.radians(0.8))

STILL_SPEED = 6.0
"""Speed in mm/s, the rim's counted, below which a chip counts as still."""

CREEP = 1.0
"""A way in mm; chips on each other that have not gone so far in a time that is long for them only tremble."""

STILL_TIME = 0.02
"""A chip that has touched something and been still so long, s, is at rest."""


def roll_resistance(world: World, touches: Sequence[Touch], impulses: Sequence[float], dt: float) -> None:
    """Brake the spin of chips that rock or roll on a contact, so that they do not do it for ever."""
    for solid in world.free:
        on_mat = on_chips = 0.0
        for t, impulse in zip(touches, impulses, strict=True):
            if t.other is None:
                if t.solid is solid:
                    on_mat += impulse
            elif t.solid is solid or t.other is solid:
                on_chips += impulse
        if on_mat > 0.0 or on_chips > 0.0:
            brake_spin(solid, on_mat, on_chips, dt)


def brake_spin(solid: Solid, on_mat: float, on_chips: float, dt: float) -> None:
    """Brake the spin of a chip by rolling resistance under the normal impulses (g·mm/s) on mat and chips."""
    limit = STEADY * solid.mass * GRAVITY * dt
    keep = solid.spin_kept(ROLLING_MAT * min(on_mat, limit) + ROLLING_CHIP * min(on_chips, limit))
    solid.wx *= keep
    solid.wy *= keep
    solid.wz *= keep


def push_out(touches: Sequence[Touch], dt: float) -> None:
    """Part solids that have sunk into each other, a little at a time."""
    pushed: dict[str, tuple[float, float, float]] = {}
    for t in touches:
        if t.gap > -SLACK:
            continue
        solid = t.solid
        if solid.freedom is not Freedom.FREE:
            continue
        # Less what another point of the same chip has moved it already.
        nx, ny, nz = t.normal
        px, py, pz = pushed.get(solid.id, (0.0, 0.0, 0.0))
        deep = -PUSHED * (t.gap + parting(t) * dt + SLACK) - (px * nx + py * ny + pz * nz)
        if deep <= 0.0:
            continue
        solid.x += deep * nx
        solid.y += deep * ny
        solid.z += deep * nz
        solid.way += deep
        pushed[solid.id] = (px + deep * nx, py + deep * ny, pz + deep * nz)


def lift_out(solid: Solid, sunk: float) -> None:
    """Lift a chip out of the mat that has sunk into it by ``sunk`` mm, a little at a time."""
    lift = max(0.0, PUSHED * (sunk - SLACK))
    solid.z += lift
    solid.way += lift


def settle(world: World, carried: Container[str]) -> None:
    """Lay down what has become flat on the mat, stop what has come to rest, of those that something carries."""
    for solid in list(world.free):
        if not may_settle(solid) or solid.id not in carried:
            continue
        flat = flat_on_mat(solid)
        if flat and not any(world.covers(solid, s, 0.3) for s in world.neighbours(solid)):
            world.free.remove(solid)
            solid.z = solid.kind.thickness / 2
            solid.placed()
            solid.vz = solid.wx = solid.wy = 0.0
            solid.set_heading(solid.heading())
            world.lay(solid)
            world.plan.push(solid)
            continue
        if solid.still >= STILL_TIME:
            stop(world, solid)


def stop(world: World, solid: Solid) -> None:
    """Let a chip in space rest as it lies, leans or stands."""
    world.free.remove(solid)
    solid.vx = solid.vy = solid.vz = solid.wx = solid.wy = solid.wz = 0.0
    solid.set_freedom(Freedom.FIXED)
    for other in world.neighbours(solid):
        if other.z < solid.z and world.covers(solid, other, 0.0):
            world.uppers.setdefault(other.id, []).append(solid.id)


Stance = tuple[float, float, float, Quaternion]
"""Where the centre of a chip is, mm, and its attitude."""


def stances(world: World) -> dict[str, Stance]:
    """How each chip in space is."""
    return {solid.id: (solid.x, solid.y, solid.z, solid.q) for solid in world.free}


def creeps(world: World, before: Mapping[str, Stance]) -> bool:
    """Whether the same chips are in space as before, and no point of one is ``CREEP`` or more from where it was."""
    if before.keys() != {solid.id for solid in world.free}:
        return False
    for solid in world.free:
        x, y, z, (pw, px, py, pz) = before[solid.id]
        qw, qx, qy, qz = solid.q
        turn = 2.0 * math.acos(min(1.0, abs(pw * qw + px * qx + py * qy + pz * qz)))
        away = math.sqrt((solid.x - x) ** 2 + (solid.y - y) ** 2 + (solid.z - z) ** 2)
        if away + turn * solid.reach > CREEP:
            return False
    return True


def may_settle(solid: Solid) -> bool:
    """Whether a chip in space is flat on the mat, or has been still for long enough."""
    return solid.still >= STILL_TIME or flat_on_mat(solid)


def flat_on_mat(solid: Solid) -> bool:
    """Whether a chip in space lies flat on the mat for good."""
    up = abs(solid.m[8])
    if up < SETTLED_TILT or solid.z > solid.kind.thickness / 2 + SETTLED_HEIGHT:
        return False
    rise = solid.z - solid.kind.thickness / 2
    rock = 0.5 * (solid.wx**2 / solid.inv_x + solid.wy**2 / solid.inv_y)
    energy = 0.5 * solid.mass * solid.vz**2 + rock + solid.mass * GRAVITY * max(0.0, rise)
    return energy < solid.mass * GRAVITY * SETTLED_HEIGHT
