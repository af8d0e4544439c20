"""The best moments of a match, found in its log or record."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol

from micromutants.geometry import Pose, area, overlap_area
from micromutants.match.record import rounded
from micromutants.physics import Track
from micromutants.rules import Happening, Setup, Shove, Tremble, is_bug
from micromutants.shots.model import piece_name
from micromutants.table import Piece, Table

TAKING = ("capture", "hit", "cleave", "burnt", "meteor", "venom", "base-damaged", "base-eliminated")
"""Kinds of happenings in which something of an opponent is taken."""

LANDED = ("capture", "base-damaged", "base-eliminated")
"""Those in which a chip comes to lie on something of an opponent."""

CROWD = 4
"""So many pieces must be knocked about for a shot to be a crash."""

NARROW = 0.5
"""A capture is narrow where less than this share of the smaller chip overlaps."""

MOST = 5
"""Most moments of a match."""

_MANY: Mapping[int, str] = MappingProxyType({2: "Double", 3: "Triple", 4: "Fourfold", 5: "Fivefold"})


class Entry(Protocol):
    """What is needed of an entry: one of a match as well as one of a record."""

    @property
    def number(self) -> int:
        """From 1."""

    @property
    def action(self) -> Any:
        """What was done."""

    @property
    def happenings(self) -> tuple[Happening, ...]:
        """What the rules made of it."""

    @property
    def table(self) -> Table:
        """What lies on the mat after it."""

    @property
    def track(self) -> Track:
        """Poses of the pieces that moved."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """A moment worth seeing again.

    Attributes:
        number: Of the entry, from 1.
        kind: ``won``, ``many``, ``longest``, ``narrowest``, ``crash`` or ``fumble``.
        title: A few words.
        text: What makes it one, a sentence.
    """

    number: int
    kind: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class _Shot:
    """An entry in which something flew, and what is measured of it."""

    entry: Entry
    track: Track
    before: Table
    setup: Setup

    def of(self, kinds: Sequence[str]) -> list[Happening]:
        return [happening for happening in self.entry.happenings if happening.kind in kinds]

    @property
    def flicked(self) -> str:
        """Id of the piece that was flicked; empty for a throw or a shove."""
        action = self.entry.action
        return action.shot.piece if isinstance(action, Tremble) else ""

    @property
    def taken(self) -> list[Happening]:
        """What whoever shot took of others."""
        mine = self.before[self.flicked].owner if self.flicked in self.before else None
        return [h for h in self.of(TAKING) if mine is None or h.player == mine]

    @property
    def way(self) -> float:
        """From take-off to rest, mm."""
        samples = self.track.get(self.flicked, ())
        return math.dist(samples[0][1:3], samples[-1][1:3]) if samples else 0.0

    @property
    def share(self) -> float:
        """The smallest share of a piece taken by the flicked one that is covered by it, or covers it; 1 without one."""
        found = [self._covered(h.pieces[-1]) for h in self.of(("capture",)) if h.pieces[0] == self.flicked]
        return min(found, default=1.0)

    def _covered(self, other: str) -> float:
        a, b = self.before.get(self.flicked), self.before.get(other)
        if a is None or b is None:
            return 1.0
        share = overlap_area(a.shape, self._end(a), b.shape, self._end(b)) / min(area(a.shape), area(b.shape))
        return share if share > 0.0 else 1.0

    def _end(self, piece: Piece) -> Pose:
        samples = self.track.get(piece.id, ())
        if not samples:
            return piece.pose
        last = samples[-1]
        up = last.qw * last.qw + last.qz * last.qz >= 0.5
        angle = 2.0 * math.atan2(last.qz, last.qw) if up else 2.0 * math.atan2(last.qy, last.qx)
        return Pose(last.x, last.y, angle)


def best_moments(entries: Sequence[Entry], start: Table, setup: Setup) -> tuple[Highlight, ...]:
    """The shots of a match that are most worth seeing again, in the order in which they were made.

    Each is of another kind, and no shot is named twice: the shot that won, the one that took most, the longest that
    took something, the narrowest capture, the biggest crash, the cruellest fumble.  Of equals the first one counts.

    Args:
        entries: The log of a match or of a record.
        start: The table before the first of them.
        setup: What was agreed.
    """
    shots = list(_shots(entries, start, setup))
    found: dict[int, Highlight] = {}
    for name in (_won, _many, _fumble, _longest, _narrowest, _crash):
        moment = name([shot for shot in shots if shot.entry.number not in found])
        if moment is not None and len(found) < MOST:
            found[moment.number] = moment
    return tuple(found[number] for number in sorted(found))


def _shots(entries: Sequence[Entry], before: Table, setup: Setup) -> Iterator[_Shot]:
    for entry in entries:
        if entry.track and isinstance(entry.action, Tremble | Shove):
            # As a record has it, so that a match and its record have the same moments.
            yield _Shot(entry, rounded(entry.track), before, setup)
        before = entry.table


def _most(shots: Sequence[_Shot], worth: Callable[[_Shot], float]) -> _Shot | None:
    """The first of the shots with the greatest worth, if that is above 0."""
    best = max(shots, key=lambda shot: (worth(shot), -shot.entry.number), default=None)
    return best if best is not None and worth(best) > 0.0 else None


def _won(shots: Sequence[_Shot]) -> Highlight | None:
    shot = next((shot for shot in shots if shot.of(("victory",))), None)
    if shot is None:
        return None
    return Highlight(shot.entry.number, "won", "The shot that won", shot.of(("victory",))[0].text)


def _many(shots: Sequence[_Shot]) -> Highlight | None:
    shot = _most(shots, lambda shot: len(shot.taken) - 1)
    if shot is None:
        return None
    count = len(shot.taken)
    text = " ".join(happening.text for happening in shot.taken)
    what = "capture" if all(happening.kind in LANDED for happening in shot.taken) else "strike"
    return Highlight(shot.entry.number, "many", f"{_MANY.get(count, f'{count}-fold')} {what}", text)


def _longest(shots: Sequence[_Shot]) -> Highlight | None:
    def landed(shot: _Shot) -> list[Happening]:
        # A bug that was knocked may capture too, and a projectile hits: that was no hop of theirs.
        return [h for h in shot.taken if h.kind in LANDED and h.pieces[:1] == (shot.flicked,)]

    shot = _most(shots, lambda shot: shot.way if landed(shot) else 0.0)
    if shot is None:
        return None
    text = f"{shot.way:.0f} mm from take-off to rest. {landed(shot)[0].text}"
    return Highlight(shot.entry.number, "longest", "Longest hop that captured", text)


def _narrowest(shots: Sequence[_Shot]) -> Highlight | None:
    shot = _most(shots, lambda shot: NARROW - shot.share)
    if shot is None:
        return None
    capture = next(h for h in shot.of(("capture",)) if h.pieces[0] == shot.flicked)
    text = f"Only {100 * shot.share:.1f} % of a chip overlaps. {capture.text}"
    return Highlight(shot.entry.number, "narrowest", "Narrowest capture", text)


def _crash(shots: Sequence[_Shot]) -> Highlight | None:
    def moved(shot: _Shot) -> int:
        return sum(1 for piece in shot.track if is_bug(shot.setup, piece) and piece != shot.flicked)

    shot = _most(shots, lambda shot: moved(shot) - CROWD + 1)
    if shot is None:
        return None
    return Highlight(shot.entry.number, "crash", "Biggest crash", f"{moved(shot)} bugs are knocked about at once.")


def _fumble(shots: Sequence[_Shot]) -> Highlight | None:
    """The one that loses most of one's own and takes nothing; of equals the one that came from farthest."""

    def lost(shot: _Shot) -> list[Happening]:
        mine = shot.before[shot.flicked].owner if shot.flicked in shot.before else None
        return [
            h
            for h in shot.of(("fumble", "terrain"))
            if h.pieces and h.pieces[0] in shot.before and shot.before[h.pieces[0]].owner == mine
        ]

    shot = _most(shots, lambda shot: 10.0 * len(lost(shot)) - len(shot.taken) + shot.way / 1e4 if lost(shot) else 0.0)
    if shot is None:
        return None
    text = " ".join(happening.text for happening in lost(shot))
    if shot.flicked:
        text = f"{piece_name(shot.setup, shot.flicked)} came {shot.way:.0f} mm for this. {text}"
    return Highlight(shot.entry.number, "fumble", "Cruellest fumble", text)
