"""Where the time of a flick goes, by clocks put around parts of the simulation for one run."""

from __future__ import annotations

import functools
import importlib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from micromutants.physics import Physics, Shot, press, simulate
from micromutants.table import Table

PARTS = ("build", "flight", "slide", "contacts", "rest", "other")
"""What a simulation spends its time with: building solids and bodies; flying alone, with bounces; sliding and bumping
in the plane; contacts of lively chips; the outcome from what has come to rest; anything else."""

CLOCKS = (
    ("simulate", "World", "build"),
    ("world", "World.solid", "build"),
    ("plan", "Plan.add", "build"),
    ("simulate", "Flight", "flight"),
    ("flight", "Flight.first_meeting", "flight"),
    ("flight", "Flight.write", "flight"),
    ("flight", "Flight.place", "flight"),
    ("lively", "jump", "flight"),
    ("clock", "plan_step", "slide"),
    ("plan", "Plan.step", "slide"),
    ("clock", "lively_step", "contacts"),
    ("simulate", "at_rest", "rest"),
)
"""Module of ``micromutants.physics``, function, and the part that its time belongs to, calls with clocks left out.

Compiled modules call each other past the clocks: then building and jumps within a step are counted with the step.
"""


def split(table: Table, shots: Sequence[Shot], physics: Physics) -> dict[str, float]:
    """Mean time in s that a shot spends in each of the ``PARTS``; the clocks themselves cost some per cent."""
    clock = Clock()
    with clocks(clock):
        for shot in shots:
            clock.begin("other")
            simulate(table, press(shot, table[shot.piece], physics), physics)
            clock.end()
    return {part: clock.spent[part] / len(shots) for part in PARTS}


class Clock:
    """Time spent in each part, each moment counted for the innermost that has begun."""

    def __init__(self) -> None:
        self.spent = dict.fromkeys(PARTS, 0.0)
        self.stack: list[str] = []
        self.since = 0.0

    def begin(self, part: str) -> None:
        """From here on the time belongs to ``part``."""
        self._count()
        self.stack.append(part)

    def end(self) -> None:
        """From here on it belongs to what had begun before."""
        self._count()
        self.stack.pop()

    def _count(self) -> None:
        now = time.perf_counter()
        if self.stack:
            self.spent[self.stack[-1]] += now - self.since
        self.since = now


@contextmanager
def clocks(clock: Clock) -> Iterator[None]:
    """Put the ``CLOCKS`` around their functions, and take them away again."""
    replaced: list[tuple[Any, str, Any]] = []
    try:
        for module, path, part in CLOCKS:
            owner: Any = importlib.import_module(f"micromutants.physics.{module}")
            *outer, name = path.split(".")
            for step in outer:
                owner = getattr(owner, step)
            function = getattr(owner, name)
            replaced.append((owner, name, function))
            setattr(owner, name, _timed(function, clock, part))
        yield
    finally:
        for owner, name, function in replaced:
            setattr(owner, name, function)


def _timed(function: Callable[..., Any], clock: Clock, part: str) -> Callable[..., Any]:
    @functools.wraps(function)
    def timed(*args: Any, **named: Any) -> Any:
        clock.begin(part)
        try:
            return function(*args, **named)
        finally:
            clock.end()

    return timed
