"""The record of a match: a JSON Lines text that shows, continues and proves it.

A header line, a line for each action, a closing line.  Every line ends with a check value, eight digits of the
SHA-256 of the check value before it and the text of the line, so that a changed digit is found in its line; the
closing line has the SHA-256 of all that precedes it.  A line of an action holds:

    ``n``           its number, from 1
    ``action``      kind, player and arguments
    ``happenings``  what the rules made of it
    ``put``         pieces that lie otherwise than before it, exactly, once all is resolved
    ``gone``        ids of pieces that are no longer on the table
    ``track``       after a shot: poses of the moved pieces, [t, x, y, z, qw, qx, qy, qz], about 60 a second,
                    rounded to 0.1 ms, 0.01 mm and 0.0001
    ``digest``      SHA-256 of the exact state at rest
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec

from micromutants.match.protocol import Rules
from micromutants.match.storage import write_whole
from micromutants.physics import PHYSICS_VERSION, Sample, Track
from micromutants.table import Piece, Table
from micromutants.version import __version__

FORMAT = 1
"""The format that is written, and the newest that is read."""

LONGEST_SAID = 240
"""So much is said at most of what is wrong at a place, characters."""

SEED_LIMIT = 2**63
"""Seeds are whole numbers from 0 up to, not including, this."""


class RecordError(ValueError):
    """A record that can not be used: one sentence with the file, the line and what is wrong."""


class Versions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a record was made with."""

    game: str
    rules: int
    physics: int
    pymunk: str
    numpy: str

    @staticmethod
    def present(rules: Rules) -> Versions:
        """Those that are running now."""
        return Versions(__version__, rules.RULES_VERSION, PHYSICS_VERSION, _installed("pymunk"), _installed("numpy"))


@dataclass(frozen=True, slots=True)
class RecordEntry:
    """An action as the record has it.

    Attributes:
        number: From 1; its line in the file is one more.
        action: What was done.
        happenings: What the rules made of it.
        table: What lies on the mat once all is resolved.
        track: Rounded poses of the pieces that moved in a shot; empty for other actions.
        digest: SHA-256 of the exact state after it.
    """

    number: int
    action: Any
    happenings: tuple[Any, ...]
    table: Table
    track: Track
    digest: str


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it is written.

    Attributes:
        versions: What it was made with.
        setup: What was agreed before the start, with all physics resolved.
        seed: Seed of the match's generator.
        bots: Indices of the players that were played by the program.
        start: The table before the first action.
        entries: The actions.
        over: Whether the match had ended.
        damage: What was lost of a torn file, one sentence, or None.
    """

    versions: Versions
    setup: Any
    seed: int
    bots: tuple[int, ...]
    start: Table
    entries: tuple[RecordEntry, ...]
    over: bool
    damage: str | None = None


def canonical(value: Any, kind: Any) -> Any:
    """The value as a record will give it back: numbers of the declared type, all of them finite.

    Raises:
        ValueError: It holds something that a record can not, such as nan; one sentence.
    """
    try:
        return msgspec.json.decode(dumps(value), type=kind)
    except msgspec.ValidationError as error:
        raise ValueError(plain(error)) from error


def dumps(value: Any) -> bytes:
    """The one JSON text of a value: keys in order of declaration, no blanks, floats as ``repr`` has them.

    Raises:
        ValueError: It holds nan, inf, or text that is not Unicode.
    """
    plain = msgspec.to_builtins(value)
    return json.dumps(plain, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def rounded(track: Track) -> dict[str, tuple[Sample, ...]]:
    """The track as it is written: 0.1 ms, 0.01 mm, 0.0001."""
    return {piece: tuple(_rounded(sample) for sample in samples) for piece, samples in track.items()}


# --- writing -----------------------------------------------------------------------------------------------


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line, without its check value."""

    format: int
    kind: Literal["match"]
    versions: Versions
    seed: int
    bots: tuple[int, ...]
    setup: msgspec.Raw
    setup_sha256: str


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The line of an action, without its check value."""

    n: int
    action: msgspec.Raw
    happenings: msgspec.Raw
    digest: str
    put: tuple[Piece, ...] = ()
    gone: tuple[str, ...] = ()
    track: dict[str, tuple[Sample, ...]] = {}


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The closing line, without its check value."""

    kind: Literal["end"]
    entries: int
    over: bool
    sha256: str


def encode_record(record: Record) -> bytes:
    """The bytes of the record; equal records have equal bytes.

    Raises:
        ValueError: A number is not finite.
    """
    text = _Chain()
    text.add(
        {
            "format": FORMAT,
            "kind": "match",
            "versions": record.versions,
            "seed": record.seed,
            "bots": record.bots,
            "setup": record.setup,
            "setup_sha256": setup_hash(record.setup),
        }
    )
    before = record.start
    for entry in record.entries:
        line: dict[str, Any] = {"n": entry.number, "action": entry.action, "happenings": entry.happenings}
        put, gone = _difference(before, entry.table)
        if put:
            line["put"] = put
        if gone:
            line["gone"] = gone
        if entry.track:
            line["track"] = entry.track
        line["digest"] = entry.digest
        text.add(line)
        before = entry.table
    checksum = hashlib.sha256(b"".join(text.lines)).hexdigest()
    text.add({"kind": "end", "entries": len(record.entries), "over": record.over, "sha256": checksum})
    return b"".join(text.lines)


def setup_hash(setup: Any) -> str:
    """SHA-256 of what was agreed before a match, as hexadecimal digits: equal matches have equal ones."""
    return hashlib.sha256(dumps(setup)).hexdigest()


def save_record(record: Record, path: Path) -> None:
    """Write the record to a file, whole or not at all.

    Raises:
        StorageError: It could not be written; one sentence.
    """
    write_whole(path, encode_record(record))


class _Chain:
    """Lines under construction."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self._check = ""

    def add(self, value: Mapping[str, Any]) -> None:
        body = dumps(value)[:-1]
        self._check = check_value(self._check, body)
        self.lines.append(body + f',"check":"{self._check}"}}\n'.encode())


def check_value(before: str, body: bytes) -> str:
    """Check value of a line: of the one before it (empty before the first) and its text up to the own one."""
    return hashlib.sha256(before.encode() + body).hexdigest()[:8]


def _difference(before: Table, after: Table) -> tuple[tuple[Piece, ...], tuple[str, ...]]:
    put = tuple(piece for piece in after if before.get(piece.id) != piece)
    gone = tuple(piece.id for piece in before if piece.id not in after)
    return put, gone


def _rounded(sample: Sample) -> Sample:
    # Adding 0.0 turns -0.0 into 0.0.
    return Sample(
        round(sample.t, 4) + 0.0,
        *(round(value, 2) + 0.0 for value in sample[1:4]),
        *(round(value, 4) + 0.0 for value in sample[4:]),
    )


def plain(error: Exception) -> str:
    """``Expected `float`, got `str` - at `$.x` `` as ``x: expected float, got str``."""
    if isinstance(error, RecursionError):
        return "nested too deeply"
    text, _, path = str(error).partition(" - at ")
    text = text.replace("`", "")
    path = path.strip("`").removeprefix("$").lstrip(".")[:LONGEST_SAID]
    if len(text) > LONGEST_SAID:
        # The value itself may be of any length.
        text = f"{text[:LONGEST_SAID]} ..."
    if not text[:2].isupper():
        text = text[:1].lower() + text[1:]
    return f"{path}: {text}" if path else text


def _installed(distribution: str) -> str:
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return "unknown"
