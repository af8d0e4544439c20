"""Reading a record: everything is checked, and what is wrong is told with its line."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from types import GenericAlias
from typing import Any

import msgspec

import micromutants.rules
from micromutants.match.protocol import Rules
from micromutants.match.record import (
    FORMAT,
    LONGEST_SAID,
    SEED_LIMIT,
    End,
    Header,
    Line,
    Record,
    RecordEntry,
    RecordError,
    check_value,
    plain,
)
from micromutants.table import KINDS, Table

SIZE_LIMIT, LINES_LIMIT, PIECES_LIMIT = 32_000_000, 20_000, 1000
"""Largest record: bytes, lines, pieces on the table.  A match of four has some hundred lines and hundred pieces."""


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
        with path.open("rb") as file:
            data = file.read(SIZE_LIMIT + 1)
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
    if len(data) > SIZE_LIMIT:
        raise RecordError(f"{name}: the file is longer than {SIZE_LIMIT // 1_000_000} MB, no record of a match is")
    if data.count(b"\n") > LINES_LIMIT:
        raise RecordError(f"{name}: the file has more than {LINES_LIMIT} lines, no record of a match has")
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
    header = _decode(bodies[0], Header, name, 1)
    setup = _decode(bytes(header.setup), rules.Setup, name, 1, "setup")
    if hashlib.sha256(bytes(header.setup)).hexdigest() != header.setup_sha256:
        raise RecordError(f"{name}: line 1: setup_sha256 is not the SHA-256 of setup")
    setup = rules.upgraded(setup, header.versions.rules)
    if not 0 <= header.seed < SEED_LIMIT:
        raise RecordError(f"{name}: line 1: seed must be from 0 to 2^63 - 1, not {header.seed}")
    try:
        start: Table = rules.start(setup).table
    except ValueError as error:
        raise RecordError(f"{name}: line 1: setup: {str(error)[:LONGEST_SAID]}") from error
    end = None
    if len(bodies) > 1 and bodies[-1].startswith(b'{"kind":"end"'):
        end = _decode(bodies.pop(), End, name, len(bodies) + 1)
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
    line = _decode(body, Line, name, where)
    if line.n != number:
        raise RecordError(f"{name}: line {where}: n must be {number}, not {line.n}")
    action = _decode(bytes(line.action), rules.Action, name, where, "action")
    happenings = _decode(bytes(line.happenings), GenericAlias(tuple, (rules.Happening, ...)), name, where, "happenings")
    for piece in line.put:
        if piece.kind not in KINDS:
            allowed = ", ".join(KINDS)
            raise RecordError(f"{name}: line {where}: put: unknown kind {piece.kind[:60]!r}, allowed are {allowed}")
    gone = frozenset(line.gone)
    table = Table(before.mat, tuple(piece for piece in before if piece.id not in gone)).put(*line.put)
    if len(table) > PIECES_LIMIT:
        raise RecordError(f"{name}: line {where}: put: a table has at most {PIECES_LIMIT} pieces")
    return RecordEntry(number, action, happenings, table, line.track, line.digest)


def _check_end(end: End, entries: int, data: bytes, name: str) -> None:
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
    if found is None or check_value(before, line[: found.start()]) != found[1].decode():
        return None
    return line[: found.start()] + b"}"


def _what_is_wrong(line: bytes, before: str) -> str:
    found = _CHECKED.search(line)
    if found is None:
        return "it does not end with a check value, so it is damaged"
    expected = check_value(before, line[: found.start()])
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
        raise RecordError(f"{name}: line {line}: {prefix}{plain(error)}") from error


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
