"""The yardstick of the benchmark: one bare step of the engine in the plane."""

from __future__ import annotations

import statistics
import time

import pymunk

from micromutants.table import KINDS


def bare_step(bodies: int = 40, batches: int = 31, steps: int = 200) -> float:
    """Median cost in seconds of a ``Space.step`` of 1/480 s with so many moving discs, none of them in contact.

    Nothing but the step is counted: no friction, no callbacks, no reading of poses.

    Args:
        bodies: How many discs.
        batches: How many times the steps are measured.
        steps: How many steps make a batch.
    """
    kind = KINDS["small"]
    space = pymunk.Space(threaded=False)
    for i in range(bodies):
        body = pymunk.Body(kind.mass, kind.inertia_z)
        body.position = (60.0 * (i % 8), 60.0 * (i // 8))
        # All the same way, so that they keep their distance.
        body.velocity = (10.0, 0.0)
        space.add(body, pymunk.Circle(body, kind.reach))
    costs = []
    for _ in range(batches):
        begun = time.perf_counter()
        for _ in range(steps):
            space.step(1 / 480)
        costs.append((time.perf_counter() - begun) / steps)
    return statistics.median(costs)
