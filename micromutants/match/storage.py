"""Files that are written whole or not at all, and the rotation of autosaves."""

from __future__ import annotations

import contextlib
import os
import secrets
import time
from pathlib import Path

from micromutants.places import data_folder

AUTOSAVES = 3
"""How many autosaves are kept."""

DRAFT_AGE = 3600.0
"""A draft that is older was left behind, s."""


class StorageError(OSError):
    """A file that could not be written; the message is one sentence that names it."""


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that at any moment either the old or the new content is there.

    A uniquely named file beside the target is written, flushed and synced, then takes the target's place.

    Args:
        path: Target; its folder must exist.  A link is followed.
        data: The whole content.

    Raises:
        StorageError: It could not be written; what was there before is untouched.
    """
    target = Path(os.path.realpath(path))
    draft = target.parent / f".{secrets.token_hex(8)}.tmp"
    try:
        if target.is_dir():
            raise IsADirectoryError(21, "it is a folder")
        with open(draft, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, target)
    except OSError as error:
        raise StorageError(f"{path}: could not be written: {_reason(error)}") from error
    finally:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
    # The file is in its place; some file systems know no syncing of folders, and that is no failure.
    with contextlib.suppress(OSError):
        _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """Make the new name durable, where the system can open folders."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def autosave_folder() -> Path:
    """Where autosaves lie, which need not exist."""
    return data_folder() / "autosave"


def autosave_paths(folder: Path | None = None) -> list[Path]:
    """The autosave files that exist, newest first."""
    found = []
    for path in _slots(folder or autosave_folder()):
        # Where nothing may be read, or a name is too long, there is nothing either.
        with contextlib.suppress(OSError):
            if path.is_file():
                found.append(path)
    return found


def write_autosave(data: bytes, folder: Path | None = None) -> Path:
    """Write the newest autosave and move the older ones back by one; the oldest goes.

    Args:
        data: The whole content.
        folder: Where, by default :func:`autosave_folder`; made when it is missing.

    Returns:
        Where it was written.

    Raises:
        StorageError: It could not be written.
    """
    folder = folder or autosave_folder()
    slots = _slots(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _sweep(folder)
        for older, newer in zip(reversed(slots[1:]), reversed(slots[:-1]), strict=True):
            # Another running game may have moved the file already.
            with contextlib.suppress(FileNotFoundError):
                os.replace(newer, older)
    except OSError as error:
        raise StorageError(f"{folder}: autosaves could not be rotated: {_reason(error)}") from error
    write_whole(slots[0], data)
    return slots[0]


def _sweep(folder: Path) -> None:
    """Remove drafts that a program left behind that was killed while it wrote; those being written are younger."""
    for path in folder.glob(".*.tmp"):
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > DRAFT_AGE:
                path.unlink()


def discard_autosaves(folder: Path | None = None) -> None:
    """Remove the autosaves, as when the player does not want to go on with them.

    Raises:
        StorageError: One could not be removed.
    """
    for path in autosave_paths(folder):
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise StorageError(f"{path}: could not be removed: {_reason(error)}") from error


def _slots(folder: Path) -> list[Path]:
    return [folder / f"autosave-{number}.mmr" for number in range(1, AUTOSAVES + 1)]
