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
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import msgspec

from micromutants.match.chain import Chain, dumps, plain
from micromutants.match.protocol import Rules
from micromutants.match.storage import write_whole
from micromutants.physics import PHYSICS_VERSION, Sample, Track
from micromutants.table import Piece, Table
from micromutants.version import __version__

FORMAT = 2
"""The newest format that is written and read.

A record is written in the oldest format that can hold it: 2 came with ``branch``, all others are of format 1.
"""

SEED_LIMIT = 2**63
"""Seeds are whole numbers from 0 up to, not including, this."""


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


class Branch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a match comes from that goes on from the middle of another one.

    Attributes:
        record: SHA-256 of the other record as it is written, as hexadecimal digits.
        action: So many actions are the same.
        name: Name of its file; empty where it had none.
    """

    record: str
    action: int
    name: str = ""


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
        branch: The record that this one goes on from, or None.
    """

    versions: Versions
    setup: Any
    seed: int
    bots: tuple[int, ...]
    start: Table
    entries: tuple[RecordEntry, ...]
    over: bool
    damage: str | None = None
    branch: Branch | None = None

    def until(self, number: int) -> Record:
        """The record as it was after so many actions; the whole one where that is all of them."""
        if number >= len(self.entries):
            return self
        return replace(self, entries=self.entries[: max(0, number)], over=False, damage=None)


def canonical(value: Any, kind: Any) -> Any:
    """The value as a record will give it back: numbers of the declared type, all of them finite.

    Raises:
        ValueError: It holds something that a record can not, such as nan; one sentence.
    """
    try:
        return msgspec.json.decode(dumps(value), type=kind)
    except msgspec.ValidationError as error:
        raise ValueError(plain(error)) from error


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
    branch: Branch | None = None


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
    text = Chain()
    header: dict[str, Any] = {
        "format": 1 if record.branch is None else 2,
        "kind": "match",
        "versions": record.versions,
        "seed": record.seed,
        "bots": record.bots,
        "setup": record.setup,
        "setup_sha256": setup_hash(record.setup),
    }
    if record.branch is not None:
        header["branch"] = record.branch
    text.add(header)
    before = record.start
    for entry in record.entries:
        line: dict[str, Any] = {"n": entry.number, "action": entry.action, "happenings": entry.happenings}
        put, gone = difference(before, entry.table)
        if put:
            line["put"] = put
        if gone:
            line["gone"] = gone
        if entry.track:
            line["track"] = entry.track
        line["digest"] = entry.digest
        text.add(line)
        before = entry.table
    text.add({"kind": "end", "entries": len(record.entries), "over": record.over, "sha256": text.sha256})
    return text.data


def setup_hash(setup: Any) -> str:
    """SHA-256 of what was agreed before a match, as hexadecimal digits: equal matches have equal ones."""
    return hashlib.sha256(dumps(setup)).hexdigest()


def save_record(record: Record, path: Path | str) -> None:
    """Write the record to a file, whole or not at all.

    Raises:
        StorageError: It could not be written; one sentence.
    """
    write_whole(Path(path), encode_record(record))


def difference(before: Table, after: Table) -> tuple[tuple[Piece, ...], tuple[str, ...]]:
    """Pieces that lie otherwise than before, and ids of those that are gone."""
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


def _installed(distribution: str) -> str:
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return "unknown"
