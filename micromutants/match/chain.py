"""Lines that are chained by check values: the outer form of every file that the program records.

Each line is a JSON object that ends with ``"check"``: eight digits of the SHA-256 of the check value before it (empty
before the first) and the text of the line up to the own one.  So a changed digit is found in its line, and a torn last
line costs only itself.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from micromutants.untrusted import first_line, read_file, why

KINDS_OF_FILE: Mapping[str, str] = {"match": "a match record", "shot": "a saved shot"}
"""What the header of a file may say that it is, and how messages call it."""


SIZE_LIMIT, LINES_LIMIT = 32_000_000, 20_000
"""Largest file: bytes, lines.  The record of a match of four has some hundred lines."""

LONGEST_SAID = 240
"""So much is said at most of what is wrong at a place, characters."""

HEADER_LIMIT = 256 * 1024
"""Most bytes that are read to find out what a file is."""


class RecordError(ValueError):
    """A record that can not be used: one sentence with the file, the line and what is wrong."""


class Chain:
    """Lines under construction."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self._check = ""

    def add(self, value: Mapping[str, Any]) -> None:
        """Write the next line.

        Raises:
            ValueError: It holds nan, inf, or text that is not Unicode.
        """
        body = dumps(value)[:-1]
        self._check = check_value(self._check, body)
        self.lines.append(body + f',"check":"{self._check}"}}\n'.encode())

    @property
    def sha256(self) -> str:
        """Of all lines so far, as hexadecimal digits."""
        return hashlib.sha256(b"".join(self.lines)).hexdigest()

    @property
    def data(self) -> bytes:
        """All lines."""
        return b"".join(self.lines)


def dumps(value: Any) -> bytes:
    """The one JSON text of a value: keys in order of declaration, no blanks, floats as ``repr`` has them.

    Raises:
        ValueError: It holds nan, inf, or text that is not Unicode.
    """
    plain = msgspec.to_builtins(value)
    return json.dumps(plain, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def check_value(before: str, body: bytes) -> str:
    """Check value of a line: of the one before it (empty before the first) and its text up to the own one."""
    return hashlib.sha256(before.encode() + body).hexdigest()[:8]


# --- reading -----------------------------------------------------------------------------------------------


def read_bytes(path: Path, what: str) -> bytes:
    """The content of a file.

    Args:
        path: The file.
        what: What it ought to be, for messages, such as "a record of a match".

    Raises:
        RecordError: It cannot be read.
    """
    try:
        return read_file(path, SIZE_LIMIT, what)
    except OSError as error:
        raise RecordError(f"{path}: {why(error)}") from error


def bodies_of(data: bytes, name: str, kind: str, newest: int) -> tuple[list[bytes], str | None]:
    """The lines as JSON objects without their check values, and what was lost of a torn last line.

    Args:
        data: The content of a file.
        name: What messages call it.
        kind: What the file ought to be, a key of :data:`KINDS_OF_FILE`.
        newest: The newest format that can be read.

    Raises:
        RecordError: It is something else, a newer format, or damaged before its last line.
    """
    what = "record of a match" if kind == "match" else "saved shot"
    if not data:
        raise RecordError(f"{name}: the file is empty")
    if len(data) > SIZE_LIMIT:
        raise RecordError(f"{name}: the file is longer than {SIZE_LIMIT // 1_000_000} MB, no {what} is")
    if data.count(b"\n") > LINES_LIMIT:
        raise RecordError(f"{name}: the file has more than {LINES_LIMIT} lines, no {what} has")
    lines = data.split(b"\n")
    torn = lines.pop()
    if not lines and body_of(torn, "") is None:
        _probe_header(torn, name, kind, newest)
        raise RecordError(f"{name}: line 1 is torn, nothing of the {kind} can be read")
    if lines:
        _probe_header(lines[0], name, kind, newest)
    bodies, check = [], ""
    for number, line in enumerate(lines, 1):
        body = body_of(line, check)
        if body is None:
            raise RecordError(f"{name}: line {number}: {_what_is_wrong(line, check)}")
        bodies.append(body)
        check = line[-10:-2].decode()
    damage = None
    if torn:
        body = body_of(torn, check)
        if body is None:
            damage = f"line {len(lines) + 1} is torn and was left out"
        else:
            damage = f"the line break after line {len(lines) + 1} is missing, nothing else is"
            bodies.append(body)
    return bodies, damage


_CHECKED = re.compile(rb',"check":"([0-9a-f]{8})"}\Z')


def body_of(line: bytes, before: str) -> bytes | None:
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
    kind: Any = None


def _probe_header(line: bytes, name: str, kind: str, newest: int) -> None:
    """Refuse what is something else, and newer formats by name, before anything else is looked at."""
    what = KINDS_OF_FILE[kind]
    stranger = RecordError(f"{name}: line 1: this is not the header of {what}")
    if not line.startswith(b'{"format":'):
        raise stranger
    try:
        probe = msgspec.json.decode(line, type=_Probe)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        # Perhaps a damaged header: the check values have the last word on it.
        return
    if isinstance(probe.kind, str) and probe.kind != kind and probe.kind in KINDS_OF_FILE:
        raise RecordError(f"{name}: line 1: this is {KINDS_OF_FILE[probe.kind]}, not {what}")
    found = probe.format
    if not isinstance(found, int) or isinstance(found, bool) or found < 1:
        allowed = "1" if newest == 1 else f"from 1 to {newest}"
        raise RecordError(f"{name}: line 1: format must be {allowed}, not {str(found)[:40]}")
    if found > newest:
        raise RecordError(
            f"{name}: line 1: format {found} is newer than the formats that this version reads, up to {newest}"
        )


def kind_of(path: Path) -> str:
    """What the header of a file says that it is: "match", "shot", or empty where it says nothing.

    Raises:
        RecordError: The file cannot be read.
    """
    try:
        line = first_line(path, HEADER_LIMIT, "a record of a match or a saved shot")
    except OSError as error:
        raise RecordError(f"{path}: {why(error)}") from error
    try:
        kind = msgspec.json.decode(line, type=_Probe).kind
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ""
    return kind if isinstance(kind, str) else ""


def decode_body(body: bytes, kind: Any, name: str, line: int, under: str = "") -> Any:
    """A line, or a part of one, as what it ought to be.

    Args:
        body: JSON.
        kind: The type.
        name: Of the file, for messages.
        line: Of the file, for messages.
        under: The key of the part.

    Raises:
        RecordError: It is something else.
    """
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        prefix = f"{under}: " if under else ""
        raise RecordError(f"{name}: line {line}: {prefix}{plain(error)}") from error


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
