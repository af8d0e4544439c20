"""Reading a record: everything is checked, and what is wrong is told with its line."""

from __future__ import annotations

import hashlib
from pathlib import Path
from types import GenericAlias

import micromutants.rules
from micromutants.match.chain import LONGEST_SAID, RecordError, bodies_of, decode_body, read_bytes
from micromutants.match.protocol import Rules
from micromutants.match.record import (
    FORMAT,
    SEED_LIMIT,
    End,
    Header,
    Line,
    Record,
    RecordEntry,
)
from micromutants.table import KINDS, Table

PIECES_LIMIT = 1000
"""Most pieces on the table of a record; a match of four has some hundred."""


def load_record(path: Path | str, rules: Rules = micromutants.rules) -> Record:
    """Read a record.  A torn last line costs only itself; ``damage`` of the record then says so.

    Raises:
        RecordError: Anything else is wrong with the file; it is never changed.
    """
    path = Path(path)
    data = read_bytes(path, "a record of a match")
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
    bodies, damage = bodies_of(data, name, "match", FORMAT)
    return _assembled(bodies, data, name, damage, rules)


def _assembled(bodies: list[bytes], data: bytes, name: str, damage: str | None, rules: Rules) -> Record:
    header = decode_body(bodies[0], Header, name, 1)
    setup = decode_body(bytes(header.setup), rules.Setup, name, 1, "setup")
    if hashlib.sha256(bytes(header.setup)).hexdigest() != header.setup_sha256:
        raise RecordError(f"{name}: line 1: setup_sha256 is not the SHA-256 of setup")
    setup = rules.upgraded(setup, header.versions.rules)
    if header.branch is not None and header.format < 2:
        raise RecordError(f"{name}: line 1: branch belongs to format 2, not {header.format}")
    if not 0 <= header.seed < SEED_LIMIT:
        raise RecordError(f"{name}: line 1: seed must be from 0 to 2^63 - 1, not {header.seed}")
    try:
        start: Table = rules.start(setup).table
    except ValueError as error:
        raise RecordError(f"{name}: line 1: setup: {str(error)[:LONGEST_SAID]}") from error
    end = None
    if len(bodies) > 1 and bodies[-1].startswith(b'{"kind":"end"'):
        end = decode_body(bodies.pop(), End, name, len(bodies) + 1)
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
        header.versions,
        setup,
        header.seed,
        header.bots,
        start,
        tuple(entries),
        end is not None and end.over,
        damage,
        header.branch,
    )


def _entry(body: bytes, number: int, before: Table, name: str, rules: Rules) -> RecordEntry:
    where = number + 1
    line = decode_body(body, Line, name, where)
    if line.n != number:
        raise RecordError(f"{name}: line {where}: n must be {number}, not {line.n}")
    action = decode_body(bytes(line.action), rules.Action, name, where, "action")
    happenings = decode_body(
        bytes(line.happenings), GenericAlias(tuple, (rules.Happening, ...)), name, where, "happenings"
    )
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


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
