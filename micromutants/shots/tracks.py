"""The track of a shot for other programs: as JSON, or as CSV with the units in the header."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from micromutants.physics import Sample, Track
from micromutants.rules import Setup
from micromutants.shots.model import SavedShot, piece_name
from micromutants.table import Table

COLUMNS = (
    "action",
    "t [s]",
    "piece",
    "name",
    "owner",
    "x [mm]",
    "y [mm]",
    "z [mm]",
    "qw",
    "qx",
    "qy",
    "qz",
    "tilt [deg]",
    "side up",
)
"""Of a row: see :class:`~micromutants.physics.Sample` for axes and attitude; the tilt is that of the chip's plane."""


def rows(setup: Setup, track: Track, table: Table, action: int, start: float, end: float) -> Iterator[tuple[Any, ...]]:
    """A row for each pose between two times, in the order of time, then of the piece.

    Args:
        setup: Says what pieces are called.
        track: Poses of the moved pieces.
        table: The table before, for the owners.
        action: Number of the action in its match; 1 for a saved shot.
        start: First time, s.
        end: Last time, s.
    """
    found = [(s.t, piece, s) for piece, samples in track.items() for s in samples if start <= s.t <= end]
    for _, piece, sample in sorted(found, key=lambda entry: entry[:2]):
        owner = table[piece].owner if piece in table else -1
        tilt, side = _lies(sample)
        yield (action, sample.t, piece, piece_name(setup, piece), owner, *sample[1:], round(tilt, 3), side)


def as_csv(lines: Sequence[tuple[Any, ...]]) -> str:
    """Rows with a header line, as RFC 4180 has it but with plain line feeds."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(lines)
    return text.getvalue()


def as_json(shots: Sequence[tuple[int, SavedShot | None, Sequence[tuple[Any, ...]]]], about: dict[str, Any]) -> str:
    """The same rows by shot, with what is known of each.

    Args:
        shots: Number of the action, the shot where it is a saved one, its rows.
        about: What is said of the whole file.
    """
    told = []
    for number, shot, lines in shots:
        one: dict[str, Any] = {"action": number}
        if shot is not None:
            one |= {
                "name": shot.name,
                "told": shot.told,
                "press": msgspec.to_builtins(shot.shot),
                "launches": msgspec.to_builtins(shot.launches),
                "events": [_event(event) for event in shot.events],
            }
        one["poses"] = [dict(zip(COLUMNS[1:], line[1:], strict=True)) for line in lines]
        told.append(one)
    return json.dumps(about | {"units": "mm, g, s, rad", "shots": told}, ensure_ascii=False, indent=1) + "\n"


def _event(event: Any) -> dict[str, Any]:
    found = dict(zip(event._fields, msgspec.to_builtins(event), strict=True))
    return {"time [s]" if key == "time" else "speed [mm/s]" if key == "speed" else key: v for key, v in found.items()}


def _lies(sample: Sample) -> tuple[float, str]:
    """Tilt of the chip's plane in degrees, and which side looks up."""
    up = 1.0 - 2.0 * (sample.qx * sample.qx + sample.qy * sample.qy)
    return math.degrees(math.acos(min(1.0, abs(up)))), "normal" if up >= 0.0 else "special"
