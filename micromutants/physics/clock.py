"""The clock of a simulation: step after step until everything is at rest."""

from __future__ import annotations

from collections.abc import Callable

from micromutants.physics.lively import lively_step
from micromutants.physics.settling import Stance, creeps, stances, stop
from micromutants.physics.sliding import plan_step
from micromutants.physics.world import World

PATIENCE = 3.0
"""So long, s, chips may take to come to rest by themselves: nearly all need less."""

CREEP_TIME = 0.5
"""After that they are looked at every so many s, and stopped where they only tremble."""


def run(world: World, until: Callable[[], bool] | None = None) -> bool:
    """Go on until everything is at rest, or ``until`` says so; False where the time limit came first."""
    looked, before = PATIENCE, dict[str, Stance]()
    while world.t < world.physics.time_limit:
        if until is not None and until():
            return True
        if world.trace.due(world.t):
            for solid in (*world.free, *world.plan.movers.values()):
                world.trace.add(world.t, solid)
            world.trace.sampled(world.t)
            if world.t >= looked:
                if world.free and creeps(world, before):
                    for solid in list(world.free):
                        stop(world, solid)
                    world.note_stops()
                looked, before = world.t + CREEP_TIME, stances(world)
        if world.free:
            lively_step(world)
        elif world.plan.movers:
            plan_step(world)
        else:
            return True
        world.note_stops()
    return not world.free and not world.plan.movers
