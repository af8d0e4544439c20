"""The file of a saved shot (``*.mms``): JSON Lines with check values, as a match record has them.

Four lines:

1. Header: ``format``, ``kind`` ("shot"), ``name``, ``saved`` (UTC), ``origin``, ``told`` (what happened in words),
   ``versions``, ``setup`` with all physics resolved and its SHA-256, ``alone``, ``webbed``.
2. ``before``: the pieces on the table before it, exactly; of a bare table ``breeds``, what they look like by id.
3. ``shot`` (the press really made, or null), ``launches``, ``happenings``, ``put`` and ``gone`` (how the table differs
   once all is resolved), ``track`` (poses rounded to 0.1 ms, 0.01 mm and 0.0001), ``events`` ([s, kind, piece, other,
   verdict, mm/s]), ``digest`` of the exact table at rest.
4. The closing line with the SHA-256 of all that precedes it.
"""

from __future__ import annotations

import datetime
import hashlib
import itertools
from pathlib import Path
from typing import Any, Literal

import msgspec

from micromutants.match import RecordError, Versions, write_whole
from micromutants.match.chain import Chain, bodies_of, decode_body, dumps, read_bytes
from micromutants.match.record import difference
from micromutants.physics import Event, Launch, PhysicsError, Sample, Shot
from micromutants.physics.checks import check_parameters, check_table
from micromutants.physics.shooter import check_shot
from micromutants.rules import Happening, Setup, SetupError
from micromutants.shots.model import NAME_LIMIT, TOLD_LIMIT, SavedShot, check_seats, clean_name
from micromutants.table import Piece, Table
from micromutants.untrusted import first_line, why

FORMAT = 1
"""The format that is written, and the newest that is read."""

SUFFIX = ".mms"

PIECES_LIMIT = 400
SAMPLES_LIMIT = 400_000
"""What a file may hold at most: more is no shot of this game, and would only fill the memory."""

FAR = 100_000.0
"""No piece is further than this from the corner of the mat, mm, and no mat is larger."""

_HEAD_LIMIT = 64 * 1024
"""Most bytes of a header."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line, without its check value."""

    format: int
    kind: Literal["shot"]
    name: str
    saved: str
    origin: str
    told: str
    versions: Versions
    setup: msgspec.Raw
    setup_sha256: str
    alone: int = -1
    webbed: tuple[str, ...] = ()

    @property
    def when(self) -> datetime.datetime:
        """When it was saved, in UTC."""
        return datetime.datetime.fromisoformat(self.saved)


class Before(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The second line, without its check value."""

    before: tuple[Piece, ...]
    breeds: dict[str, str] = {}


class Made(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The third line, without its check value."""

    launches: tuple[Launch, ...]
    happenings: tuple[Happening, ...]
    track: dict[str, tuple[Sample, ...]]
    digest: str
    events: tuple[Event, ...] = ()
    shot: Shot | None = None
    put: tuple[Piece, ...] = ()
    gone: tuple[str, ...] = ()


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The closing line, without its check value."""

    kind: Literal["end"]
    sha256: str


def encode_shot(shot: SavedShot) -> bytes:
    """The bytes of its file; equal shots have equal bytes.

    Raises:
        ValueError: A number is not finite.
    """
    text = Chain()
    text.add(
        {
            "format": FORMAT,
            "kind": "shot",
            "name": shot.name,
            "saved": shot.saved,
            "origin": shot.origin,
            "told": shot.told,
            "versions": shot.versions,
            "setup": shot.setup,
            "setup_sha256": hashlib.sha256(dumps(shot.setup)).hexdigest(),
            "alone": shot.alone,
            "webbed": shot.webbed,
        }
    )
    text.add({"before": shot.before.pieces} | ({"breeds": shot.breeds} if shot.breeds else {}))
    put, gone = difference(shot.before, shot.after)
    text.add(
        {
            "shot": shot.shot,
            "launches": shot.launches,
            "happenings": shot.happenings,
            "put": put,
            "gone": gone,
            "track": shot.track,
            "events": shot.events,
            "digest": shot.digest,
        }
    )
    text.add({"kind": "end", "sha256": text.sha256})
    return text.data


def save_shot(shot: SavedShot, path: Path | str) -> None:
    """Write a shot to a file, whole or not at all.

    Raises:
        StorageError: It could not be written; one sentence.
    """
    write_whole(Path(path), encode_shot(shot))


def load_shot(path: Path | str) -> SavedShot:
    """Read a saved shot.

    Raises:
        RecordError: It is no saved shot, of a newer format, damaged, or larger than any shot; one sentence.
    """
    path = Path(path)
    return decode_shot(read_bytes(path, "a saved shot"), str(path))


def decode_shot(data: bytes, name: str) -> SavedShot:
    """The shot that these bytes hold.

    Args:
        data: The content of a file.
        name: What messages call it.

    Raises:
        RecordError: They do not hold one.
    """
    bodies, damage = bodies_of(data, name, "shot", FORMAT)
    if len(bodies) < 3:
        raise RecordError(f"{name}: {damage or 'the file ends early'}; a saved shot has four lines")
    if len(bodies) > 4:
        raise RecordError(f"{name}: line 5: a saved shot has four lines")
    header, setup = _header(bodies[0], name)
    if len(bodies) == 4:
        end = decode_body(bodies[3], End, name, 4)
        if hashlib.sha256(data[: data.rstrip(b"\n").rfind(b"\n") + 1]).hexdigest() != end.sha256:
            raise RecordError(f"{name}: line 4: sha256 is not the checksum of what precedes it")
    lying: Before = decode_body(bodies[1], Before, name, 2)
    before = _table(lying.before, setup, name, 2)
    if len(lying.breeds) > len(before):
        raise RecordError(f"{name}: line 2: breeds: at most one for each piece")
    made: Made = decode_body(bodies[2], Made, name, 3)
    after = Table(setup.mat, tuple(p for p in before if p.id not in made.gone)).put(*made.put)
    _checked(made, before, after, name)
    return SavedShot(
        header.name,
        header.saved,
        header.origin,
        header.told,
        header.versions,
        setup,
        before,
        made.launches,
        after,
        made.track,
        made.digest,
        made.events,
        made.shot,
        made.happenings,
        header.alone,
        header.webbed,
        lying.breeds,
    )


def read_header(path: Path) -> Header:
    """The first line of a file, which is all that a list needs.

    Raises:
        RecordError: It is not the header of a saved shot.
    """
    try:
        line = first_line(path, _HEAD_LIMIT, "a saved shot")
    except OSError as error:
        raise RecordError(f"{path}: {why(error)}") from error
    bodies, _ = bodies_of(line, str(path), "shot", FORMAT)
    return _header(bodies[0], str(path))[0]


def _header(body: bytes, name: str) -> tuple[Header, Setup]:
    header: Header = decode_body(body, Header, name, 1)
    setup: Setup = decode_body(bytes(header.setup), Setup, name, 1, "setup")
    if hashlib.sha256(bytes(header.setup)).hexdigest() != header.setup_sha256:
        raise RecordError(f"{name}: line 1: setup_sha256 is not the SHA-256 of setup")
    if header.name != clean_name(header.name):
        raise RecordError(f"{name}: line 1: name must be one line of 1 to {NAME_LIMIT} characters")
    if max(len(header.told), len(header.origin)) > TOLD_LIMIT:
        raise RecordError(f"{name}: line 1: told and origin must have at most {TOLD_LIMIT} characters")
    if max(setup.mat.width, setup.mat.height) > FAR:
        raise RecordError(f"{name}: line 1: setup: the mat must be at most {FAR:g} mm wide and high")
    try:
        check_parameters("physics", setup.physics)
        check_seats(setup)
    except (PhysicsError, SetupError) as error:
        raise RecordError(f"{name}: line 1: setup: {error}") from error
    try:
        when = datetime.datetime.fromisoformat(header.saved)
    except ValueError:
        when = None
    if when is None or when.tzinfo is None:
        raise RecordError(f"{name}: line 1: saved must be a time such as 2026-05-01T18:30:00+00:00")
    return header, setup


def _table(pieces: tuple[Piece, ...], setup: Setup, name: str, line: int) -> Table:
    if len(pieces) > PIECES_LIMIT:
        raise RecordError(f"{name}: line {line}: at most {PIECES_LIMIT} pieces, not {len(pieces)}")
    table = Table(setup.mat, pieces)
    _check_place(table, name, line)
    return table


def _check_place(table: Table, name: str, line: int) -> None:
    try:
        check_table(table)
    except PhysicsError as error:
        raise RecordError(f"{name}: line {line}: {error}") from error
    for piece in table:
        if max(abs(piece.x), abs(piece.y)) > FAR:
            raise RecordError(f"{name}: line {line}: piece {piece.id!r} is further than {FAR:g} mm from the mat")


def _sound(sample: Sample) -> bool:
    """Whether a pose is near enough to be shown and its attitude a unit quaternion, but for rounding."""
    return (
        0.0 <= sample.t < FAR
        and max(abs(value) for value in sample[1:4]) <= FAR
        and abs(sum(value * value for value in sample[4:]) - 1.0) < 0.01
    )


def _checked(made: Made, before: Table, after: Table, name: str) -> None:
    """Refuse what could be neither shown nor made again."""
    if not 1 <= len(made.launches) <= PIECES_LIMIT:
        raise RecordError(f"{name}: line 3: launches must be 1 to {PIECES_LIMIT}, not {len(made.launches)}")
    named: list[tuple[str, Any]] = [("launches", launch.piece) for launch in made.launches]
    named += [("shot", made.shot.piece)] if made.shot is not None else []
    named += [("track", piece) for piece in made.track] + [("events", event.piece) for event in made.events]
    for key, piece in named:
        if piece not in before:
            raise RecordError(f"{name}: line 3: {key}: there is no piece {piece!r} on the table")
    if len(made.events) > SAMPLES_LIMIT or any(b.time < a.time for a, b in itertools.pairwise(made.events)):
        raise RecordError(f"{name}: line 3: events: at most {SAMPLES_LIMIT}, in the order of time")
    if sum(map(len, made.track.values())) > SAMPLES_LIMIT:
        raise RecordError(f"{name}: line 3: track: at most {SAMPLES_LIMIT} poses")
    for piece, samples in made.track.items():
        if not samples or any(b.t < a.t for a, b in itertools.pairwise(samples)):
            raise RecordError(f"{name}: line 3: track: the poses of {piece!r} are not in the order of time")
        if not all(_sound(sample) for sample in samples):
            raise RecordError(f"{name}: line 3: track: a pose of {piece!r} is none: too far off, or no unit quaternion")
    _check_place(after, name, 3)
    try:
        if made.shot is not None:
            check_shot(made.shot)
    except PhysicsError as error:
        raise RecordError(f"{name}: line 3: {error}") from error
