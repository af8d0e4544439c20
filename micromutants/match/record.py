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
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import GenericAlias
from typing import Any, Literal

import msgspec

import micromutants.rules
from micromutants.match.protocol import Rules
from micromutants.match.storage import write_whole
from micromutants.physics import PHYSICS_VERSION, Sample, Track
from micromutants.table import KINDS, Piece, Table
from micromutants.version import __version__

FORMAT = 1
"""The format that is written, and the newest that is read."""

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
        raise ValueError(_plain(error)) from error


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


class _Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: int
    kind: Literal["match"]
    versions: Versions
    seed: int
    bots: tuple[int, ...]
    setup: msgspec.Raw
    setup_sha256: str


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    n: int
    action: msgspec.Raw
    happenings: msgspec.Raw
    digest: str
    put: tuple[Piece, ...] = ()
    gone: tuple[str, ...] = ()
    track: dict[str, tuple[Sample, ...]] = {}


class _End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
    setup = dumps(record.setup)
    text.add(
        {
            "format": FORMAT,
            "kind": "match",
            "versions": record.versions,
            "seed": record.seed,
            "bots": record.bots,
            "setup": record.setup,
            "setup_sha256": hashlib.sha256(setup).hexdigest(),
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
        self._check = _check_value(self._check, body)
        self.lines.append(body + f',"check":"{self._check}"}}\n'.encode())


def _check_value(before: str, body: bytes) -> str:
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


# --- reading -----------------------------------------------------------------------------------------------


def load_record(path: Path | str, rules: Rules = micromutants.rules) -> Record:
    """Read a record.  A torn last line costs only itself; ``damage`` of the record then says so.

    Raises:
        RecordError: Anything else is wrong with the file; it is never changed.
    """
    path = Path(path)
    try:
        if path.is_dir():
            raise RecordError(f"{path}: this is a folder, not a record of a match")
        if path.exists() and not path.is_file():
            raise RecordError(f"{path}: this is not a regular file")
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        if isinstance(error, RecordError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise RecordError(f"{path}: could not be read: {reason.lower()}") from error
    return decode_record(data, str(path), rules)


def decode_record(data: bytes, name: str, rules: Rules = micromutants.rules) -> Record:
    """The record that these bytes hold.

    Args:
        data: The content of a file.
        name: What messages call it.
        rules: The rules of the game that was played.

    Raises:
        RecordError: They do not hold one.
    """
    if not data:
        raise RecordError(f"{name}: the file is empty")
    lines = data.split(b"\n")
    torn = lines.pop()
    if not lines and _body_of(torn, "") is None:
        _probe_header(torn, name)
        raise RecordError(f"{name}: line 1 is torn, nothing of the match can be read")
    if lines:
        _probe_header(lines[0], name)
    bodies, check = [], ""
    for number, line in enumerate(lines, 1):
        body = _body_of(line, check)
        if body is None:
            raise RecordError(f"{name}: line {number}: {_what_is_wrong(line, check)}")
        bodies.append(body)
        check = line[-10:-2].decode()
    damage = None
    if torn:
        body = _body_of(torn, check)
        if body is None:
            damage = f"line {len(lines) + 1} is torn and was left out"
        else:
            damage = f"the line break after line {len(lines) + 1} is missing, nothing else is"
            bodies.append(body)
    return _assembled(bodies, data, name, damage, rules)


def _assembled(bodies: list[bytes], data: bytes, name: str, damage: str | None, rules: Rules) -> Record:
    header = _decode(bodies[0], _Header, name, 1)
    setup = _decode(bytes(header.setup), rules.Setup, name, 1, "setup")
    if hashlib.sha256(bytes(header.setup)).hexdigest() != header.setup_sha256:
        raise RecordError(f"{name}: line 1: setup_sha256 is not the SHA-256 of setup")
    if not 0 <= header.seed < SEED_LIMIT:
        raise RecordError(f"{name}: line 1: seed must be from 0 to 2^63 - 1, not {header.seed}")
    try:
        start: Table = rules.start(setup).table
    except ValueError as error:
        raise RecordError(f"{name}: line 1: setup: {error}") from error
    end = None
    if len(bodies) > 1 and bodies[-1].startswith(b'{"kind":"end"'):
        end = _decode(bodies.pop(), _End, name, len(bodies) + 1)
    entries: list[RecordEntry] = []
    table = start
    for number, body in enumerate(bodies[1:], 1):
        entry = _entry(body, number, table, name, rules)
        entries.append(entry)
        table = entry.table
    if end is None:
        lost = damage or "the closing line is missing"
        damage = f"{lost}; the record ends after {_count(len(entries), 'action')}"
    else:
        _check_end(end, len(entries), data, name)
    return Record(
        header.versions, setup, header.seed, header.bots, start, tuple(entries), end is not None and end.over, damage
    )


def _entry(body: bytes, number: int, before: Table, name: str, rules: Rules) -> RecordEntry:
    where = number + 1
    line = _decode(body, _Line, name, where)
    if line.n != number:
        raise RecordError(f"{name}: line {where}: n must be {number}, not {line.n}")
    action = _decode(bytes(line.action), rules.Action, name, where, "action")
    happenings = _decode(bytes(line.happenings), GenericAlias(tuple, (rules.Happening, ...)), name, where, "happenings")
    for piece in line.put:
        if piece.kind not in KINDS:
            allowed = ", ".join(KINDS)
            raise RecordError(f"{name}: line {where}: put: unknown kind {piece.kind!r}, allowed are {allowed}")
    table = Table(before.mat, tuple(piece for piece in before if piece.id not in line.gone)).put(*line.put)
    return RecordEntry(number, action, happenings, table, line.track, line.digest)


def _check_end(end: _End, entries: int, data: bytes, name: str) -> None:
    where = entries + 2
    if end.entries != entries:
        raise RecordError(f"{name}: line {where}: entries must be {entries}, not {end.entries}")
    body = data[: data.rstrip(b"\n").rfind(b"\n") + 1]
    if hashlib.sha256(body).hexdigest() != end.sha256:
        raise RecordError(f"{name}: line {where}: sha256 is not the checksum of what precedes it")


_CHECKED = re.compile(rb',"check":"([0-9a-f]{8})"}\Z')


def _body_of(line: bytes, before: str) -> bytes | None:
    """The line as a JSON object without its check value, or None where the check value is not right."""
    found = _CHECKED.search(line)
    if found is None or _check_value(before, line[: found.start()]) != found[1].decode():
        return None
    return line[: found.start()] + b"}"


def _what_is_wrong(line: bytes, before: str) -> str:
    found = _CHECKED.search(line)
    if found is None:
        return "it does not end with a check value, so it is damaged"
    expected = _check_value(before, line[: found.start()])
    return f"it was changed or damaged: its check value is {found[1].decode()}, its content gives {expected}"


class _Probe(msgspec.Struct):
    format: Any = None


def _probe_header(line: bytes, name: str) -> None:
    """Refuse what is no record at all, and newer formats by name, before anything else is looked at."""
    stranger = RecordError(f"{name}: line 1: this is not the header of a match record")
    if not line.startswith(b'{"format":'):
        raise stranger
    try:
        found = msgspec.json.decode(line, type=_Probe).format
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        # Perhaps a damaged header: the check values have the last word on it.
        return
    if not isinstance(found, int) or isinstance(found, bool) or found < 1:
        raise RecordError(f"{name}: line 1: format must be {FORMAT}, not {str(found)[:40]}")
    if found > FORMAT:
        raise RecordError(
            f"{name}: line 1: format {found} is newer than the formats that this version reads, up to {FORMAT}"
        )


def _decode(body: bytes, kind: Any, name: str, line: int, under: str = "") -> Any:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        prefix = f"{under}: " if under else ""
        raise RecordError(f"{name}: line {line}: {prefix}{_plain(error)}") from error


def _plain(error: Exception) -> str:
    """``Expected `float`, got `str` - at `$.x` `` as ``x: expected float, got str``."""
    if isinstance(error, RecursionError):
        return "nested too deeply"
    text, _, path = str(error).partition(" - at ")
    text = text.replace("`", "")
    path = path.strip("`").removeprefix("$").lstrip(".")
    if not text[:2].isupper():
        text = text[:1].lower() + text[1:]
    return f"{path}: {text}" if path else text


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _installed(distribution: str) -> str:
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return "unknown"
