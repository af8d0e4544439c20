"""Showing what has already happened: a finished shot as scenes over time.

The picture depends on nothing but the time it is asked for, so frame rate, speed and skipping cannot change anything.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from micromutants.match import Match, Record
from micromutants.physics import Sample, Track
from micromutants.rules import Setup, Tremble, is_base
from micromutants.table import Face, Table
from micromutants.ui.draw import EFFECT_SECONDS, Effect, Scene, scene_at

SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)
"""Speeds at which a film can be shown."""

TRACE_POINTS = 240

STILL_SECONDS = 1.4
"""How long a moment is shown in which nothing flies."""


@dataclass(frozen=True, slots=True)
class Moment:
    """An entry of a match or of a record as something to be shown.

    Attributes:
        number: Of the entry, from 1.
        setup: Of the match.
        action: What was done.
        before: The table before it.
        after: The table once all is resolved.
        track: Poses of the pieces that moved; empty for what is not a shot.
        happenings: What the rules made of it.
    """

    number: int
    setup: Setup
    action: Any
    before: Table
    after: Table
    track: Track
    happenings: tuple[Any, ...]

    @property
    def flicked(self) -> str | None:
        """Id of the bug that was flicked, None where the action is not a shot."""
        return self.action.shot.piece if isinstance(self.action, Tremble) else None


def moments_of(match: Match) -> list[Moment]:
    """All entries of a match."""
    found, before = [], match.start.table
    for entry in match.log:
        found.append(
            Moment(entry.number, match.setup, entry.action, before, entry.table, entry.track, entry.happenings)
        )
        before = entry.table
    return found


def moments_in(record: Record) -> list[Moment]:
    """All entries of a record."""
    found, before = [], record.start
    for entry in record.entries:
        found.append(
            Moment(entry.number, record.setup, entry.action, before, entry.table, entry.track, entry.happenings)
        )
        before = entry.table
    return found


class Playback:
    """A moment as scenes over time."""

    def __init__(self, moment: Moment, *, calm: bool = False) -> None:
        """Args: moment: what is shown; calm: without effects (reduced motion)."""
        self.moment = moment
        self.calm = calm
        self.flight = max((samples[-1].t for samples in moment.track.values() if samples), default=0.0)
        self._effects = () if calm else _effects(moment, self.flight)
        self._gone = tuple(p.id for p in moment.before if p.id not in moment.after)
        rest = max((EFFECT_SECONDS.get(e.kind, 0.0) for e in self._effects), default=0.0)
        self.length = self.flight + (max(rest, 0.35) if moment.track else STILL_SECONDS)
        self.trace = trace_of(moment)

    def scene(self, t: float) -> Scene:
        """What is to be seen ``t`` seconds after the launch."""
        moment = self.moment
        if not moment.track:
            named = next((p for h in moment.happenings for p in h.pieces if p in moment.after), None)
            return Scene(moment.setup, moment.after, hovered=named if t < self.length else None)
        if t >= self.length:
            return Scene(moment.setup, moment.after, trace=self.trace)
        scene = scene_at(Scene(moment.setup, moment.before), moment.track, min(t, self.flight))
        since = t - self.flight
        # The trace grows with the flight.
        scene = replace(scene, trace=trace_of(moment, t))
        if since <= 0.0:
            return replace(scene, effects=self._at(t, before_rest=True))
        left = max(0.0, 1.0 - since / 0.9)
        return replace(
            scene,
            fading=dict.fromkeys(self._gone, left),
            effects=self._at(t, before_rest=False),
        )

    def _at(self, t: float, *, before_rest: bool) -> tuple[Effect, ...]:
        found = []
        for effect in self._effects:
            begin = self.flight if effect.age == 0.0 else -effect.age
            aged = replace(effect, age=t - begin)
            if not aged.over and (aged.age >= 0.0) and not (before_rest and begin >= self.flight):
                found.append(aged)
        return tuple(found)


def trace_of(moment: Moment, until: float = math.inf) -> tuple[tuple[float, float, float], ...]:
    """The way of the flicked bug up to a time, (x, y, z) in mm; empty for what is not a shot."""
    samples: Sequence[Sample] = moment.track.get(moment.flicked or "", ())
    step = max(1, len(samples) // TRACE_POINTS)
    return tuple((s.x, s.y, s.z) for s in samples[::step] if s.t <= until)


def _effects(moment: Moment, flight: float) -> tuple[Effect, ...]:
    """What flares up once all has come to rest; an age below 0 stands for an earlier time."""
    found = []
    fumbled = {h.pieces[0] for h in moment.happenings if h.kind == "fumble" and h.pieces}
    # A bug that captured an undamaged base is only taken up, to be put beside it.
    in_hand = {piece for h in moment.happenings if h.kind == "base-damaged" for piece in h.pieces}
    for piece in moment.before:
        after = moment.after.get(piece.id)
        last = moment.track.get(piece.id, ())
        x, y = (last[-1].x, last[-1].y) if last else (piece.x, piece.y)
        army = moment.setup.seats[piece.owner].army if piece.owner >= 0 else ""
        size = piece.spec.reach
        if after is None and piece.id in in_hand:
            continue
        if after is None and moment.track:
            kind = "fumble" if piece.id in fumbled else "capture"
            found.append(Effect(kind, x, y, 0.0, army, size))
        elif after is not None and is_base(piece.id) and after.face is not piece.face and after.face is Face.SPECIAL:
            found.append(Effect("damage", after.x, after.y, 0.0, army, size))
        elif after is not None and last and (after.x - x) ** 2 + (after.y - y) ** 2 > 1.0:
            found.append(Effect("return", after.x, after.y, 0.0, army, size))
    samples = moment.track.get(moment.flicked or "", ())
    for a, b, c in zip(samples, samples[1:], samples[2:], strict=False):
        # The first touch-down: the first lowest point after the rise.
        if b.z < a.z and b.z <= c.z and b.t > 0.05 and b.t < flight:
            found.append(Effect("landing", b.x, b.y, -b.t, "", 8.0))
            break
    return tuple(found)


class Reel:
    """A playback that is being shown: how far it is and how fast it runs."""

    def __init__(self, playback: Playback, speed: float = 1.0) -> None:
        self.playback = playback
        self.speed = speed
        self.t = 0.0

    @property
    def over(self) -> bool:
        """Whether all has been shown."""
        return self.t >= self.playback.length

    def update(self, seconds: float) -> None:
        """Time passes."""
        self.t = min(self.playback.length, self.t + seconds * self.speed)

    def skip(self) -> None:
        """Go to the end."""
        self.t = self.playback.length

    def faster(self, by: int = 1) -> None:
        """Change the speed by steps; negative slows down."""
        now = min(range(len(SPEEDS)), key=lambda i: abs(SPEEDS[i] - self.speed))
        self.speed = SPEEDS[min(len(SPEEDS) - 1, max(0, now + by))]

    def scene(self) -> Scene:
        """What is to be seen now."""
        return self.playback.scene(self.t)
