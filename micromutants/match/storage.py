"""Files that are written whole or not at all, and the rotation of autosaves.

Each match that is played rotates autosaves of its own, so that games that run side by side, or one after the other,
do not push out each other's.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import time
from pathlib import Path

from micromutants.folders import data_folder

AUTOSAVES = 3
"""How many autosaves of a match are kept."""

MATCHES = 6
"""Of so many matches autosaves are kept whatever their age."""

MATCH_AGE = 24 * 3600.0
"""Those of further matches are kept for so long after the last one, s: a game that is running is younger."""

_NAME = re.compile(r"autosave-(?:([0-9a-f]{8})-)?([1-9])\.mmr")

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
            raise IsADirectoryError(errno.EISDIR, "it is a folder")
        if target.exists() and not target.is_file():
            # A device or a pipe would be gone, and a file in its place.
            raise OSError(errno.EINVAL, "it is not a regular file")
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


def set_aside(path: Path) -> Path:
    """Give a file that is broken another name beside it, so that a new one can be written and nothing in it is lost.

    Returns:
        The new name: ``settings-broken-1.json`` for ``settings.json``, or the next number that is free.

    Raises:
        StorageError: It stays where it was.
    """
    names = (path.with_name(f"{path.stem}-broken-{number}{path.suffix}") for number in range(1, 10**6))
    aside = next(name for name in names if not os.path.lexists(name))
    try:
        path.replace(aside)
    except OSError as error:
        raise StorageError(f"{path}: could not be set aside: {_reason(error)}") from error
    return aside


def autosave_folder() -> Path:
    """Where autosaves lie, which need not exist."""
    return data_folder() / "autosave"


def autosave_paths(folder: Path | None = None) -> list[Path]:
    """The autosave files that exist: those of the match that was saved last come first, the newest of each first."""
    return [path for _, paths in _matches(folder or autosave_folder()) for path in paths]


def new_key() -> str:
    """A name for the autosaves of a match that no other match has, of this program or of one that runs beside it."""
    return secrets.token_hex(4)


def autosave_key(path: Path) -> str | None:
    """The name of the match of an autosave; None for any other file."""
    found = _NAME.fullmatch(path.name)
    return (found[1] or "") if found and path.parent == autosave_folder() else None


def _matches(folder: Path) -> list[tuple[float, list[Path]]]:
    """When a match was saved last and its files, the newest first; the match that was saved last comes first."""
    found: dict[str, list[tuple[int, float, Path]]] = {}
    # Where nothing may be read, or a name is too long, there is nothing either.
    with contextlib.suppress(OSError):
        for path in folder.glob("autosave-*.mmr"):
            name = _NAME.fullmatch(path.name)
            with contextlib.suppress(OSError):
                if name and path.is_file():
                    entry = (int(name[2]), path.stat().st_mtime, path)
                    found.setdefault(name[1] or "", []).append(entry)
    groups = []
    for key, entries in found.items():
        entries.sort()
        groups.append((max(changed for _, changed, _ in entries), key, [path for _, _, path in entries]))
    groups.sort(key=lambda group: (-group[0], group[1]))
    return [(changed, paths) for changed, _, paths in groups]


def write_autosave(data: bytes, folder: Path | None = None, key: str = "") -> Path:
    """Write the newest autosave of a match and move its older ones back by one; the oldest goes.

    Args:
        data: The whole content.
        folder: Where, by default :func:`autosave_folder`; made when it is missing.
        key: Of the match, from :func:`new_key`; matches with the same one push out each other's autosaves.

    Returns:
        Where it was written.

    Raises:
        StorageError: It could not be written.
    """
    folder = folder or autosave_folder()
    slots = _slots(folder, key)
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
    for changed, paths in _matches(folder)[MATCHES:]:
        if time.time() - changed > MATCH_AGE:
            for path in paths:
                with contextlib.suppress(OSError):
                    path.unlink()
    return slots[0]


def _sweep(folder: Path) -> None:
    """Remove drafts that a program left behind that was killed while it wrote; those being written are younger."""
    for path in folder.glob(".*.tmp"):
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > DRAFT_AGE:
                path.unlink()


def discard_autosaves(folder: Path | None = None, key: str | None = None) -> None:
    """Remove the autosaves of a match, as when it is over.

    Args:
        folder: In place of :func:`autosave_folder`.
        key: Of the match; None removes those of all matches.

    Raises:
        StorageError: One could not be removed.
    """
    folder = folder or autosave_folder()
    for path in autosave_paths(folder) if key is None else _slots(folder, key):
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise StorageError(f"{path}: could not be removed: {_reason(error)}") from error


def _slots(folder: Path, key: str) -> list[Path]:
    name = f"autosave-{key}-" if key else "autosave-"
    return [folder / f"{name}{number}.mmr" for number in range(1, AUTOSAVES + 1)]
