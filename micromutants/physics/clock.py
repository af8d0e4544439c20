"""The clock of a simulation: step after step until everything is at rest."""

from __future__ import annotations

from collections.abc import Callable

from micromutants.physics.lively import lively_step
from micromutants.physics.sliding import plan_step
from micromutants.physics.world import World


def run(world: World, until: Callable[[], bool] | None = None) -> bool:
    """Go on until everything is at rest, or ``until`` says so; False where the time limit came first."""
    while world.t < world.physics.time_limit:
        if until is not None and until():
            return True
        if world.trace.due(world.t):
            for solid in (*world.free, *world.plan.movers.values()):
                world.trace.add(world.t, solid)
            world.trace.sampled(world.t)
        if world.free:
            lively_step(world)
        elif world.plan.movers:
            plan_step(world)
        else:
            return True
        world.note_stops()
    return not world.free and not world.plan.movers
