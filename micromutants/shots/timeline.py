"""What happened in a shot and when: the marks by which it is stepped through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from micromutants.physics import Event, EventKind, Launch, Track
from micromutants.physics.words import told_event
from micromutants.rules import Happening, Setup
from micromutants.shots.model import SavedShot, piece_name

_AT_ONCE = 0.05
"""A piece that comes to rest twice within so many seconds has done so once."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that happened during a shot.

    Attributes:
        t: When, s since the launch.
        text: One sentence.
        rule: Id of the rule, where it was one that made it happen.
    """

    t: float
    text: str
    rule: str = ""


def flight_of(track: Track) -> float:
    """How long pieces move, s."""
    return max((samples[-1].t for samples in track.values() if samples), default=0.0)


def marks(shot: SavedShot) -> tuple[Mark, ...]:
    """Launch, events and, once all is at rest, what the rules made of it; at least one mark, in the order of time."""
    return marks_of(shot.setup, shot.launches, shot.events, shot.happenings, flight_of(shot.track))


def marks_of(
    setup: Setup, launches: Sequence[Launch], events: Sequence[Event], happenings: Sequence[Happening], end: float
) -> tuple[Mark, ...]:
    """The marks of a shot from its parts.

    Args:
        setup: Says what pieces are called.
        launches: What started.
        events: On the way; may be empty where they are not known.
        happenings: What the rules made of it.
        end: When everything is at rest, s.
    """
    found = [Mark(0.0, _start(setup, launches))]
    for event in _told(events):
        text = told_event(event, partial(piece_name, setup))
        if text is not None:
            found.append(Mark(min(event.time, end), text))
    found += [Mark(end, happening.text, happening.rule) for happening in happenings]
    if not happenings and not any(event.kind is EventKind.REST for event in events):
        found.append(Mark(end, "Everything is at rest."))
    return tuple(found)


def _told(events: Sequence[Event]) -> list[Event]:
    """The events without a rest that is soon followed by another of the same piece."""

    def soon_again(index: int, event: Event) -> bool:
        later = events[index + 1 :]
        return any(e.kind is event.kind and e.piece == event.piece and e.time - event.time < _AT_ONCE for e in later)

    return [e for i, e in enumerate(events) if e.kind is not EventKind.REST or not soon_again(i, e)]


def _start(setup: Setup, launches: Sequence[Launch]) -> str:
    if not launches:
        return "It begins."
    name = piece_name(setup, launches[0].piece)
    if len(launches) > 1:
        return f"{name} and {len(launches) - 1} more start."
    return f"{name} starts at {launches[0].speed:.0f} mm/s."
