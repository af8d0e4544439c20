"""Which puzzles the player has solved: a small file beside the player's own scenarios."""

from __future__ import annotations

from pathlib import Path

import msgspec

from micromutants.match import StorageError, write_whole
from micromutants.places import data_folder


def solved_file() -> Path:
    """Where that is kept; it is made when the first puzzle is solved."""
    return data_folder() / "solved.json"


def solved() -> frozenset[str]:
    """Names of the solved puzzles; none where the file is not there or cannot be read."""
    try:
        return frozenset(msgspec.json.decode(solved_file().read_bytes(), type=list[str]))
    except (OSError, msgspec.DecodeError):
        return frozenset()


def remember(name: str) -> str:
    """Add a puzzle; returns why it could not be kept, or nothing."""
    known = solved()
    if name in known:
        return ""
    try:
        solved_file().parent.mkdir(parents=True, exist_ok=True)
        write_whole(solved_file(), msgspec.json.encode(sorted({*known, name})))
    except (OSError, StorageError) as error:
        return str(error)
    return ""
