"""Finished parts of a long piece of work in a file, one a line, so that it goes on where it was broken off."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from micromutants.untrusted import read_file

T = TypeVar("T")

SIZE_LIMIT, LINES_LIMIT = 256_000_000, 200_000
"""Largest file: bytes, lines.  A part takes about one kB, and of the longest work there are 100,000."""


def lines_of(path: Path) -> list[bytes]:
    """The lines of a file, the last of which may be torn; none where there is no file.

    Raises:
        OSError: The file cannot be read, is no regular one, or larger than any such list.
    """
    try:
        data = read_file(path, SIZE_LIMIT, "a list of finished work")
    except FileNotFoundError:
        return []
    if len(data) > SIZE_LIMIT or data.count(b"\n") > LINES_LIMIT:
        limits = f"{SIZE_LIMIT // 1_000_000} MB or {LINES_LIMIT} lines"
        raise OSError(errno.EFBIG, f"the file has more than {limits}, and is no list of finished work", str(path))
    return data.splitlines()


def entries(path: Path, kind: type[T]) -> list[T]:
    """The lines of a file that are of one kind; what is torn or of another form is passed over.

    Raises:
        OSError: As for :func:`lines_of`.
    """
    found = []
    for line in lines_of(path):
        with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            found.append(msgspec.json.decode(line, type=kind))
    return found


class Writer:
    """Appends finished parts; each is on its way to the disk before the next is written."""

    def __init__(self, path: Path) -> None:
        self._file = open(path, "ab+")  # noqa: SIM115 (closed by close)
        self._file.seek(0, os.SEEK_END)
        if self._file.tell():
            self._file.seek(-1, os.SEEK_END)
            if self._file.read(1) != b"\n":
                # What was torn costs itself only.
                self._file.write(b"\n")

    def add(self, part: msgspec.Struct) -> None:
        """Write down a finished part."""
        self._file.write(msgspec.json.encode(part) + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Make it durable."""
        self._file.flush()
        with contextlib.suppress(OSError):
            os.fsync(self._file.fileno())
        self._file.close()


@contextlib.contextmanager
def writer(path: Path) -> Iterator[Writer]:
    """A writer that is closed in the end.

    Raises:
        OSError: The file cannot be written.
    """
    made = Writer(path)
    try:
        yield made
    finally:
        made.close()
