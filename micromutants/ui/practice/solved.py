"""Which puzzles the player has solved: a small file beside the player's own scenarios."""

from __future__ import annotations

from pathlib import Path

import msgspec

from micromutants.folders import data_folder
from micromutants.match import StorageError, set_aside, write_whole
from micromutants.untrusted import read_file

SIZE_LIMIT = 1_000_000
"""Largest file, bytes."""


def solved_file() -> Path:
    """Where that is kept; it is made when the first puzzle is solved."""
    return data_folder() / "solved.json"


def solved() -> frozenset[str]:
    """Names of the solved puzzles; none where the file is not there or cannot be read."""
    return _read()[0]


def _read() -> tuple[frozenset[str], bool]:
    """The names that the file holds, and whether that is all that it holds."""
    try:
        told = msgspec.json.decode(read_file(solved_file(), SIZE_LIMIT, "a list of puzzles"))
    except FileNotFoundError:
        return frozenset(), True
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return frozenset(), False
    names = frozenset(name for name in told if isinstance(name, str)) if isinstance(told, list) else frozenset()
    return names, isinstance(told, list) and all(isinstance(name, str) for name in told)


def remember(name: str) -> str:
    """Add a puzzle; returns why it could not be kept, or nothing.

    A file that is broken is set aside, so that nothing in it is lost.
    """
    known, whole = _read()
    if name in known:
        return ""
    try:
        solved_file().parent.mkdir(parents=True, exist_ok=True)
        if not whole:
            set_aside(solved_file())
        write_whole(solved_file(), msgspec.json.encode(sorted({*known, name})))
    except (OSError, StorageError) as error:
        return str(error)
    return ""
