"""Files that may come from anyone, read without harm: regular ones alone, and no more of them than wanted.

A device or a pipe could be read for ever, and opening one may already wait, or do something to the device.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO


class IrregularFileError(OSError):
    """Something else than a file lies there; the message says what."""


def read_file(path: Path, most: int, what: str) -> bytes:
    """The content of a file, or the beginning of a larger one.

    Args:
        path: The file; a link is followed.
        most: Largest size that can be used, bytes.  One byte more tells that the file is larger.
        what: What it ought to be, for the message where it is a folder, such as "a scenario file".

    Returns:
        At most ``most + 1`` bytes.

    Raises:
        IrregularFileError: It is a folder, a device, a pipe or a socket.
        OSError: It cannot be read.  The words of either are in :func:`why`.
    """
    with _opened(path, what) as file:
        # What the system has nothing of at the moment, as some of its own files do, is None.
        return file.read(most + 1) or b""


def first_line(path: Path, most: int, what: str) -> bytes:
    """The first line of a file with its line break, or the first ``most`` bytes of a longer one.

    Raises:
        OSError: As for :func:`read_file`.
    """
    with _opened(path, what) as file:
        return file.readline(most)


def why(error: OSError) -> str:
    """Why a file cannot be read, for a sentence that begins with its name."""
    said = (error.strerror or str(error)).lower()
    return said if isinstance(error, IrregularFileError) else f"could not be read: {said}"


@contextlib.contextmanager
def _opened(path: Path, what: str) -> Iterator[BinaryIO]:
    try:
        # Looked at before it is opened, and once more after: it may be exchanged in between.
        _check(os.stat(path), path, what)
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except ValueError as error:
        # A NUL in the name.
        raise OSError(errno.EINVAL, str(error), str(path)) from error
    with open(handle, "rb") as file:
        _check(os.fstat(handle), path, what)
        yield file


def _check(found: os.stat_result, path: Path, what: str) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IrregularFileError(errno.EISDIR, f"this is a folder, not {what}", str(path))
    if not stat.S_ISREG(found.st_mode):
        raise IrregularFileError(errno.EINVAL, "this is not a regular file", str(path))
