"""Finished parts of a long piece of work in a file, one a line, so that it goes on where it was broken off."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path


def lines_of(path: Path) -> list[bytes]:
    """The lines of a file, the last of which may be torn; none where there is no file.

    Raises:
        OSError: The file cannot be read.
    """
    try:
        return path.read_bytes().splitlines()
    except FileNotFoundError:
        return []


class Writer:
    """Appends lines; each is on its way to the disk before the next is written."""

    def __init__(self, path: Path) -> None:
        self._file = open(path, "ab+")  # noqa: SIM115 (closed by close)
        self._file.seek(0, os.SEEK_END)
        if self._file.tell():
            self._file.seek(-1, os.SEEK_END)
            if self._file.read(1) != b"\n":
                # What was torn costs itself only.
                self._file.write(b"\n")

    def add(self, line: bytes) -> None:
        """Write down a finished part."""
        self._file.write(line + b"\n")
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
