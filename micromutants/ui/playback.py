"""Showing what has already happened: a finished shot as scenes over time.

The picture depends on nothing but the time it is asked for, so frame rate, speed and skipping cannot change anything.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from micromutants.match import Match, Record
from micromutants.physics import Sample, Track
from micromutants.rules import Drop, Scatter, Setup, Tremble
from micromutants.shots import SavedShot
from micromutants.shots.model import laid
from micromutants.shots.timeline import flight_of
from micromutants.table import Table
from micromutants.ui.cues import Cue, Hearing, cues_of
from micromutants.ui.draw import EFFECT_SECONDS, Effect, Look, Scene, scene_at
from micromutants.ui.flares import effects_of
from micromutants.ui.practice.looks import looks
from micromutants.ui.standing import Standing, at_start, following, markers_on

SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)
"""Speeds at which a film can be shown."""

Way = tuple[tuple[float, float, float], ...]
"""The centres of a piece in flight, (x, y, z) in mm."""

TRACE_POINTS = 240

LINGER = 0.35
"""So long the end of a flight is shown at least, s."""

STILL_SECONDS = 1.4
"""How long a moment is shown in which nothing flies."""


@dataclass(frozen=True, slots=True)
class Moment:
    """An entry of a match or of a record as something to be shown.

    Attributes:
        number: Of the entry, from 1.
        setup: Of the match.
        action: What was done; of a saved shot, the shot itself.
        before: The table before it, with what was dropped or thrown in it still in the air.
        after: The table once all is resolved.
        track: Poses of the pieces that moved; empty for what is not a shot.
        happenings: What the rules made of it.
        stood: How the players stood before it.
        stands: How they stand after it.
        looks: Looks of pieces, where their ids and the set-up do not say them.
    """

    number: int
    setup: Setup
    action: Any
    before: Table
    after: Table
    track: Track
    happenings: tuple[Any, ...]
    stood: Standing
    stands: Standing
    looks: Mapping[str, Look] = field(default_factory=dict)

    @property
    def flicked(self) -> str | None:
        """Id of the piece that was flicked, None where the action is not a flick."""
        if isinstance(self.action, SavedShot):
            return self.action.piece if len(self.action.launches) == 1 else None
        return self.action.shot.piece if isinstance(self.action, Tremble) else None

    @property
    def thrown(self) -> tuple[str, ...]:
        """Ids of what was dropped or thrown."""
        if isinstance(self.action, SavedShot):
            return () if self.flicked else tuple(launch.piece for launch in self.action.launches)
        return tuple(spot.piece for spot in self.action.spots) if isinstance(self.action, Drop | Scatter) else ()

    @property
    def moving(self) -> str | None:
        """Id of the piece that stands for the action: what was flicked, or the first of what was thrown."""
        return self.flicked or next(iter(self.thrown), None)


def moment(
    number: int, action: Any, before: Table, after: Table, track: Track, happenings: tuple[Any, ...], stood: Standing
) -> Moment:
    """An entry as something to be shown, given the table and the standing before it."""
    before = laid(action, before)
    stands = following(stood, action, happenings, after)
    return Moment(number, stood.setup, action, before, after, track, happenings, stood, stands)


def moments_of(match: Match) -> list[Moment]:
    """All entries of a match."""
    return moments(match.log, match.start.table, match.setup)


def moments_in(record: Record) -> list[Moment]:
    """All entries of a record."""
    return moments(record.entries, record.start, record.setup)


def moments(entries: Sequence[Any], before: Table, setup: Setup) -> list[Moment]:
    """Entries of a match or of a record, given the table before the first of them."""
    found: list[Moment] = []
    stood = at_start(setup)
    for entry in entries:
        shown = moment(entry.number, entry.action, before, entry.table, entry.track, entry.happenings, stood)
        found.append(shown)
        before, stood = entry.table, shown.stands
    return found


def moment_of(shot: SavedShot) -> Moment:
    """A saved shot as something to be shown."""
    stood = replace(at_start(shot.setup), alone=shot.alone, markers=markers_on(shot.setup, shot.webbed))
    stands = following(stood, shot, shot.happenings, shot.after)
    dressed = {} if shot.setup.seats else looks(shot.before, shot.breeds)
    return Moment(1, shot.setup, shot, shot.before, shot.after, shot.track, shot.happenings, stood, stands, dressed)


class Playback:
    """A moment as scenes over time."""

    def __init__(
        self, moment: Moment, *, calm: bool = False, still: float = STILL_SECONDS, traced: str | None = None
    ) -> None:
        """Make the film.

        Args:
            moment: What is shown.
            calm: Without effects (reduced motion).
            still: How long a moment is shown in which nothing flies, s.
            traced: Id of the piece that draws its way behind it; None for the one that was flicked.
        """
        self.moment = moment
        self._traced = traced or moment.flicked
        self.flight = flight_of(moment.track)
        self.effects = () if calm else effects_of(moment, self.flight)
        self._gone = tuple(p.id for p in moment.before if p.id not in moment.after)
        rest = max((EFFECT_SECONDS.get(e.kind, 0.0) for e in self.effects), default=0.0)
        self.length = self.flight + (max(rest, LINGER) if moment.track else still)
        self.trace = trace(moment.track, self._traced)
        self.cues = cues_of(moment, self.flight)

    def scene(self, t: float) -> Scene:
        """What is to be seen ``t`` seconds after the launch."""
        moment = self.moment
        stands = moment.stands
        after = Scene(moment.setup, moment.after, webbed=stands.webs, alone=stands.alone, looks=moment.looks)
        if not moment.track:
            named = next((p for h in moment.happenings for p in h.pieces if p in moment.after), None)
            return replace(after, hovered=named if t < self.length else None, effects=self._at(t, before_rest=False))
        if t >= self.length:
            return replace(after, trace=self.trace)
        before = replace(after, table=moment.before, webbed=moment.stood.webs)
        scene = scene_at(before, moment.track, min(t, self.flight))
        since = t - self.flight
        # The trace grows with the flight.
        scene = replace(scene, trace=trace(moment.track, self._traced, t))
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
        for effect in self.effects:
            begin = self.flight if effect.age == 0.0 else -effect.age
            aged = replace(effect, age=t - begin)
            if not aged.over and (aged.age >= 0.0) and not (before_rest and begin >= self.flight):
                found.append(aged)
        return tuple(found)


def trace(track: Track, piece: str | None, until: float = math.inf) -> Way:
    """The way of a piece up to a time; empty where it did not move."""
    samples: Sequence[Sample] = track.get(piece or "", ())
    step = max(1, len(samples) // TRACE_POINTS)
    return tuple((s.x, s.y, s.z) for s in samples[::step] if s.t <= until)


def trace_of(moment: Moment, until: float = math.inf) -> Way:
    """The way of the flicked bug up to a time; empty for what is not a shot."""
    return trace(moment.track, moment.flicked, until)


class Reel:
    """A playback that is being shown: how far it is and how fast it runs."""

    def __init__(self, playback: Playback, speed: float = 1.0) -> None:
        self.playback = playback
        self.speed = speed
        self.t = 0.0
        self._hearing = Hearing(playback.cues)

    @property
    def over(self) -> bool:
        """Whether all has been shown."""
        return self.t >= self.playback.length

    def update(self, seconds: float) -> None:
        """Time passes."""
        self.t = min(self.playback.length, self.t + seconds * self.speed)

    def skip(self) -> None:
        """Go to the end; of the sounds only those of what came of it are left."""
        if self.t < self.playback.flight:
            self._hearing.put(self.playback.flight)
        self.t = self.playback.length

    def put(self, t: float) -> None:
        """Show another time; what comes before it is not heard."""
        self.t = min(self.playback.length, max(0.0, t))
        self._hearing.put(self.t)

    def due(self) -> tuple[Cue, ...]:
        """The sounds that have come due since this was last asked."""
        return self._hearing.due(self.t, self.speed)

    def faster(self, by: int = 1) -> None:
        """Change the speed by steps; negative slows down."""
        now = min(range(len(SPEEDS)), key=lambda i: abs(SPEEDS[i] - self.speed))
        self.speed = SPEEDS[min(len(SPEEDS) - 1, max(0, now + by))]

    def scene(self) -> Scene:
        """What is to be seen now."""
        return self.playback.scene(self.t)
