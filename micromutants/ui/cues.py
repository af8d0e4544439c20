"""Which sounds belong to what is shown, and when: read off the track and the happenings of a moment, nothing else."""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from micromutants.physics import Sample
from micromutants.rules import is_base
from micromutants.ui.synth import HARDNESSES

if TYPE_CHECKING:
    from micromutants.ui.playback import Moment

HARD_CLACK = 900.0
"""Speed of a struck piece, mm/s, that gives the hardest clack."""

SOFT_CLACK = 6.0
"""Slower pushes make no sound, mm/s."""

HARD_LANDING = 1800.0
"""Speed of coming down, mm/s, that gives the loudest thump."""

SOFT_LANDING = 60.0
"""Gentler touch-downs make no sound, mm/s."""

NOT_AGAIN = 0.05
"""A sound is not begun again so soon after itself, s of the listener's time: sped up, a pile of blows is one."""

_ENDS = (
    ("victory", "win"),
    ("base-eliminated", "base"),
    ("base-damaged", "base"),
    ("capture", "capture"),
    ("hit", "capture"),
    ("meteor", "base"),
    ("terrain", "fumble"),
    ("fumble", "fumble"),
    ("resource", "capture"),
    ("put-back", "back"),
)
"""What the rules made of a shot, the most telling first, and its sound."""


class Cue(NamedTuple):
    """A sound that is due.

    Attributes:
        t: s since the launch, as the film counts.
        sound: Name of the sound.
        loudness: 0 to 1.
        pan: 0 left to 1 right.
    """

    t: float
    sound: str
    loudness: float
    pan: float


class Hearing:
    """How far the sounds of a film have been heard.

    Attributes:
        cues: All of them, in the order of their time.
    """

    def __init__(self, cues: Sequence[Cue]) -> None:
        self.cues = tuple(cues)
        self._next = 0
        self._last: dict[str, float] = {}

    def due(self, t: float, speed: float = 1.0) -> tuple[Cue, ...]:
        """The sounds that have come due since this was last asked, or since the film was put elsewhere.

        Args:
            t: Time of the film that is shown, s.
            speed: Of the film; the faster it is, the fewer sounds of one kind are left.
        """
        found = []
        while self._next < len(self.cues) and self.cues[self._next].t <= t:
            cue = self.cues[self._next]
            self._next += 1
            if cue.t - self._last.get(cue.sound, -math.inf) >= NOT_AGAIN * speed:
                self._last[cue.sound] = cue.t
                found.append(cue)
        return tuple(found)

    def put(self, t: float) -> None:
        """The film was put to a time: what comes before it is not heard, what comes from then on is."""
        self._next = bisect.bisect_left(self.cues, t, key=lambda cue: cue.t)
        self._last.clear()


def cues_of(moment: Moment, flight: float) -> tuple[Cue, ...]:
    """The sounds of a moment in the order of their time.

    Args:
        moment: What is shown.
        flight: How long pieces move, s.
    """
    width = moment.setup.mat.width
    found = list(_moves(moment, width))
    told = {happening.kind for happening in moment.happenings}
    ends = [sound for kind, sound in _ENDS if kind in told]
    # A won match is worth more than the capture that won it; a capture and a fumble are both heard.
    for number, sound in enumerate(dict.fromkeys(ends[:1] if ends[:1] == ["win"] else ends[:2])):
        found.append(Cue(flight + 0.25 * number, sound, 1.0, 0.5))
    return tuple(sorted(found))


def _moves(moment: Moment, width: float) -> Iterator[Cue]:
    """Sounds of what moves: the flick, blows, touch-downs."""
    flicked = moment.flicked
    for piece, samples in moment.track.items():
        if not samples:
            continue
        speed = _speed(samples)
        if piece == flicked:
            yield Cue(0.0, "flick", 0.35 + 0.65 * min(1.0, speed / 1500.0), _pan(samples[0], width))
        elif piece not in moment.thrown:
            # What was not flicked was struck when it began to move.
            if speed >= SOFT_CLACK and not is_base(moment.setup, piece):
                hard = min(1.0, speed / HARD_CLACK)
                number = min(range(len(HARDNESSES)), key=lambda i: abs(HARDNESSES[i] - hard))
                yield Cue(samples[0].t, f"clack-{number}", 0.6 + 0.4 * hard, _pan(samples[0], width))
        yield from _touchdowns(samples, width)


def _touchdowns(samples: Sequence[Sample], width: float) -> Iterator[Cue]:
    """Each time a piece that fell stops falling."""
    for before, at, after in zip(samples, samples[1:], samples[2:], strict=False):
        if at.t <= before.t or after.t <= at.t:
            continue
        falling, going = (before.z - at.z) / (at.t - before.t), (after.z - at.z) / (after.t - at.t)
        if falling >= SOFT_LANDING and falling + going >= 0.6 * falling:
            yield Cue(at.t, "touchdown", min(1.0, 0.15 + 0.85 * falling / HARD_LANDING), _pan(at, width))


def _speed(samples: Sequence[Sample]) -> float:
    """How fast a piece sets off, mm/s: over its first samples."""
    for a, b in itertools.pairwise(samples[:4]):
        if b.t > a.t and (moved := math.dist((a.x, a.y, a.z), (b.x, b.y, b.z))) > 0.0:
            return moved / (b.t - a.t)
    return 0.0


def _pan(sample: Sample, width: float) -> float:
    return min(1.0, max(0.0, sample.x / width))
