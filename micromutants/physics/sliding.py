"""Steps in which everything that moves lies flat on the mat."""

from __future__ import annotations

import math
from collections.abc import Iterable

from micromutants.physics.model import Verdict
from micromutants.physics.solid import Freedom, Solid
from micromutants.physics.world import NEAR, World


def plan_step(world: World) -> None:
    """A step in which everything that moves is flat."""
    movers = [world.plan.movers[key] for key in sorted(world.plan.movers)]
    safe = math.inf
    for mover in movers:
        world.plan.add(s for s in world.neighbours(mover) if s.grounded)
        safe = min(safe, free_path_time(world, mover))
    dt = world.plan.longest_step()
    if safe > 2.0 * dt:
        dt = min(safe, max(dt, world.trace.next_sample - world.t), 8 * dt)
        world.plan.drift(dt)
        world.t += dt
    else:
        bump_step(world, dt)
        world.t += dt
    for mover in movers:
        raised = (s for s in world.neighbours(mover) if not s.grounded)
        if mover.id in world.plan.movers and any(world.covers(mover, s) for s in raised):
            # It slides in under a raised rim: from here on heights matter.
            world.release(mover)


def free_path_time(world: World, mover: Solid) -> float:
    """A time in s during which a flat mover touches nothing."""
    safe = math.inf
    speed = math.hypot(mover.vx, mover.vy)
    for other in world.neighbours(mover):
        gap = math.hypot(other.x - mover.x, other.y - mover.y) - other.reach - mover.reach
        closing = speed + math.hypot(other.vx, other.vy)
        safe = min(safe, max(0.0, gap) / closing if closing > 0.0 else math.inf)
    # Beyond the neighbourhood nothing is known.
    return min(safe, 0.5 * NEAR / speed if speed > 0.0 else math.inf)


def bump_step(world: World, dt: float, held: Iterable[str] = ()) -> None:
    """Let flat pieces slide and bump for ``dt`` s, and note what that sets in motion.

    Args:
        world: Its clock is left alone.
        dt: s.
        held: Ids of pieces whose friction with the mat is seen to already.
    """
    begun = world.plan.step(dt, held)
    for a, b, speed in world.plan.take_bumps():
        world.trace.touch(world.t + dt, world.solids[a], world.solids[b], Verdict.BUMP, speed)
    for solid in begun:
        if solid.freedom is Freedom.FIXED:
            solid.set_freedom(Freedom.PLANAR)
        world.set_off(solid, world.t)
        world.lift_uppers(solid)
