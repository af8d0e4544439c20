"""The yardstick of the benchmark: one bare step of the engine in the plane."""

from __future__ import annotations

import math
import random
import statistics
import time

import pymunk

from micromutants.geometry import Disc, local_corners
from micromutants.table import KINDS

CHIPS = ("small", "large", "rect")

SPEED = 300.0
"""With which every body sets out, mm/s."""


def bare_step(bodies: int = 40, batches: int = 31, steps: int = 200) -> float:
    """Median cost in seconds of a ``Space.step`` of 1/480 s with so many moving chips.

    Nothing but the step is counted: no friction with the mat, no callbacks, no reading of poses.

    Args:
        bodies: How many chips.
        batches: How many times the steps are measured, each time in a new space.
        steps: How many steps make a batch.
    """
    costs = []
    for _ in range(batches):
        space = yard(bodies)
        begun = time.perf_counter()
        for _ in range(steps):
            space.step(1 / 480)
        costs.append((time.perf_counter() - begun) / steps)
    return statistics.median(costs)


def yard(bodies: int) -> pymunk.Space:
    """A walled square in which chips of the three kinds fly about in all directions and now and then bump.

    Nothing brakes them and nothing sleeps, so that all keep moving.  Each has 2500 mm² to itself, as in a scrum.
    """
    generator = random.Random(1)
    across = math.ceil(math.sqrt(bodies))
    side = 50.0 * across
    space = pymunk.Space(threaded=False)
    space.iterations = 20
    space.collision_slop = 0.01
    corners = [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)]
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        wall = pymunk.Segment(space.static_body, a, b, 2.0)
        wall.elasticity = 1.0
        space.add(wall)
    for i in range(bodies):
        kind = KINDS[CHIPS[i % len(CHIPS)]]
        body = pymunk.Body(kind.mass, kind.inertia_z)
        body.position = (50.0 * (i % across) + 25.0, 50.0 * (i // across) + 25.0)
        azimuth = math.tau * generator.random()
        body.velocity = (SPEED * math.cos(azimuth), SPEED * math.sin(azimuth))
        shape: pymunk.Shape
        if isinstance(kind.shape, Disc):
            shape = pymunk.Circle(body, kind.shape.radius)
        else:
            shape = pymunk.Poly(body, list(local_corners(kind.shape)))
        shape.elasticity = 1.0
        shape.friction = 0.5
        space.add(body, shape)
    return space
