"""Whether a saved shot still comes out as it is written."""

from __future__ import annotations

import math
from dataclasses import dataclass

import micromutants.rules
from micromutants.match import Versions
from micromutants.match.record import rounded
from micromutants.match.replay import differences
from micromutants.physics import Sample, Track
from micromutants.shots.model import SavedShot, again


@dataclass(frozen=True, slots=True)
class Proof:
    """What making a shot again has found.

    Attributes:
        differences: Versions that differ from those running now, a sentence each.
        departure: How it departs from the file, one sentence; empty where all agrees.
        piece: Id of the piece that departs most; empty where none does.
        distance: How far that lies from where the file has it, mm.
    """

    differences: tuple[str, ...]
    departure: str = ""
    piece: str = ""
    distance: float = 0.0

    @property
    def ok(self) -> bool:
        """Whether every pose and the table at rest agree."""
        return not self.departure


def prove(shot: SavedShot) -> Proof:
    """Make a shot again with its own physics and compare poses and the table at rest with the file."""
    made = differences(shot.versions, Versions.present(micromutants.rules), "the shot")
    outcome = again(shot)
    track = rounded(outcome.track)
    piece, distance = _furthest(track, shot.track)
    if piece and math.isinf(distance):
        where = "only when made again" if piece in track else "in the file, but not when made again"
        return Proof(made, f"{piece} moves {where}", piece, distance)
    if piece:
        when = _parts(track[piece], shot.track[piece])
        text = f"{piece} comes to rest {distance:.3g} mm from where the file has it"
        return Proof(made, f"{text}, and departs {when:.2f} s after launch", piece, distance)
    if track != shot.track:
        piece = next(p for p in sorted(track) if track[p] != shot.track[p])
        when = _parts(track[piece], shot.track[piece])
        return Proof(made, f"{piece} comes to rest as in the file, but departs {when:.2f} s after launch", piece)
    if shot.digest and outcome.table.digest() != shot.digest:
        return Proof(made, "every pose agrees to a hundredth of a millimetre, but the exact table at rest differs")
    return Proof(made)


def _furthest(now: Track, then: Track) -> tuple[str, float]:
    """The piece whose end departs most, and by how much in mm; inf where it moves in one of them only."""
    found = ("", 0.0)
    for piece in sorted({*now, *then}):
        ours, theirs = now.get(piece, ()), then.get(piece, ())
        apart = math.dist(ours[-1][1:4], theirs[-1][1:4]) if ours and theirs else math.inf
        if apart > found[1]:
            found = (piece, apart)
    return found


def _parts(now: tuple[Sample, ...], then: tuple[Sample, ...]) -> float:
    """When two ways of one piece first differ, s."""
    for ours, theirs in zip(now, then, strict=False):
        if ours != theirs:
            return min(ours.t, theirs.t)
    return min((samples[-1].t for samples in (now, then) if samples), default=0.0)
