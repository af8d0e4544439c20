"""What a simulation writes down as it goes: samples for the track, events, first touches."""

from __future__ import annotations

from micromutants.physics.model import Event, EventKind, Sample, Verdict
from micromutants.physics.solid import Solid

SAMPLE_TIME = 1 / 60
"""s between samples."""


class Trace:
    """Samples and events of one simulation."""

    def __init__(self) -> None:
        self.samples: dict[str, list[Sample]] = {}
        self.events: list[Event] = []
        self.met: set[tuple[str, str]] = set()
        self.landed: set[str] = set()
        self.next_sample = 0.0

    def due(self, t: float) -> bool:
        """Whether a sample is due at time ``t`` (s)."""
        return t >= self.next_sample

    def sampled(self, t: float) -> None:
        """Set the time of the next sample after ``t`` (s)."""
        self.next_sample = (int(t / SAMPLE_TIME + 1e-9) + 1) * SAMPLE_TIME

    def add(self, t: float, solid: Solid) -> None:
        """Write down where a piece is at time ``t`` (s)."""
        track = self.samples.setdefault(solid.id, [])
        if not track or track[-1].t < t:
            track.append(Sample(t, solid.x, solid.y, solid.z, *solid.q))

    def event(self, t: float, kind: EventKind, piece: str, speed: float = 0.0) -> None:
        """Write down something that happened to one piece."""
        self.events.append(Event(t, kind, piece, speed=speed))

    def touchdown(self, t: float, piece: str, speed: float) -> None:
        """Write down the first touch of a piece with the mat, at a speed in mm/s."""
        if piece not in self.landed:
            self.landed.add(piece)
            self.event(t, EventKind.TOUCHDOWN, piece, speed)

    def have_met(self, a: Solid, b: Solid) -> bool:
        """Whether the two have touched."""
        return ((a.id, b.id) if a.id < b.id else (b.id, a.id)) in self.met

    def touch(self, t: float, first: Solid, second: Solid, verdict: Verdict, speed: float) -> None:
        """Write down the first touch of a pair, the faster piece first, at a closing speed in mm/s."""
        key = (first.id, second.id) if first.id < second.id else (second.id, first.id)
        if key not in self.met:
            self.met.add(key)
            self.events.append(Event(t, EventKind.CONTACT, first.id, second.id, verdict, speed))
