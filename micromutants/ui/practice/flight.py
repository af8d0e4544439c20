"""A flick at the practice table: what was meant, what came of it, and how it is shown."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from micromutants.physics import Launch, Outcome, Physics, Shot
from micromutants.rules import Tremble
from micromutants.scenario import Move, Result
from micromutants.table import Table
from micromutants.ui.cues import Cue, Hearing, cues_of
from micromutants.ui.draw import Look, Scene, scene_at
from micromutants.ui.playback import SPEEDS, Moment
from micromutants.ui.practice.looks import bare
from micromutants.ui.standing import at_start

TRACE_POINTS = 240

LINGER = 0.35
"""So long the end is shown before the table takes over, s."""

Trace = tuple[tuple[float, float, float], ...]


@dataclass(frozen=True, slots=True)
class Flight:
    """A flick, or several at once.

    Attributes:
        name: Of the saved shot that it was; empty for a flick of the player's own.
        before: The table before it.
        moves: What was meant; a hand may have done something else.
        launches: What the chips really did.
        physics: With which.
        outcome: What came of it.
        results: What became of the expectations that it was held against.
    """

    name: str
    before: Table
    moves: tuple[Move, ...]
    launches: tuple[Launch, ...]
    physics: Physics
    outcome: Outcome
    results: tuple[Result, ...] = ()

    @property
    def piece(self) -> str:
        """Id of the first piece that was moved."""
        return self.moves[0].piece

    @property
    def reached(self) -> bool | None:
        """Whether all that was expected came; None where nothing was."""
        return all(result.passed for result in self.results) if self.results else None


def trace(outcome: Outcome, piece: str, until: float = math.inf) -> Trace:
    """The way of a piece, (x, y, z) in mm."""
    samples = outcome.track.get(piece, ())
    step = max(1, len(samples) // TRACE_POINTS)
    return tuple((s.x, s.y, s.z) for s in samples[::step] if s.t <= until)


def _moment(flight: Flight) -> Moment:
    """A flight as the entry of a match that nobody plays, from which its sounds are read."""
    setup = bare(flight.before.mat)
    press = flight.moves[0]
    action = Tremble(press, flight.launches[0]) if isinstance(press, Shot) else None
    stands = at_start(setup)
    outcome = flight.outcome
    return Moment(1, setup, action, flight.before, outcome.table, outcome.track, (), stands, stands)


class Film:
    """A flight that is being shown."""

    def __init__(self, flight: Flight, looks: Mapping[str, Look], speed: float = 1.0) -> None:
        self.flight = flight
        self.looks = looks
        self.speed = speed
        self.t = 0.0
        ends = [samples[-1].t for samples in flight.outcome.track.values() if samples]
        self.length = max(ends, default=0.0) + LINGER
        self.hearing = Hearing(cues_of(_moment(flight), self.length - LINGER))

    @property
    def over(self) -> bool:
        """Whether all has been shown."""
        return self.t >= self.length

    def update(self, seconds: float) -> None:
        """Time passes."""
        self.t = min(self.length, self.t + seconds * self.speed)

    def skip(self) -> None:
        """Go to the end, without a sound."""
        self.t = self.length
        self.hearing.put(math.inf)

    def due(self) -> tuple[Cue, ...]:
        """The sounds that have come due since this was last asked."""
        return self.hearing.due(self.t, self.speed)

    def faster(self, by: int) -> None:
        """Change the speed by steps; negative slows down."""
        now = min(range(len(SPEEDS)), key=lambda i: abs(SPEEDS[i] - self.speed))
        self.speed = SPEEDS[min(len(SPEEDS) - 1, max(0, now + by))]

    def scene(self) -> Scene:
        """What is to be seen now."""
        flight = self.flight
        before = Scene(bare(flight.before.mat), flight.before, looks=self.looks)
        shown = scene_at(before, flight.outcome.track, min(self.t, self.length - LINGER))
        return replace(shown, trace=trace(flight.outcome, flight.piece, self.t))
