"""The library: a folder of saved shots in the user's data folder.

A name is what the header says; the file keeps the name that it was given first, so a renamed shot is the same file.
"""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from micromutants.folders import data_folder
from micromutants.match import RecordError, StorageError
from micromutants.shots.files import SUFFIX, Header, load_shot, read_header, save_shot
from micromutants.shots.model import SavedShot, clean_name


@dataclass(frozen=True, slots=True)
class Listed:
    """A file of the library.

    Attributes:
        path: Where it is.
        header: Its first line; None where it cannot be used.
        fault: Why it cannot be used, one sentence; empty where it can.
    """

    path: Path
    header: Header | None
    fault: str = ""


def library_folder() -> Path:
    """Where saved shots lie, which need not exist."""
    return data_folder() / "shots"


def library(folder: Path | None = None) -> list[Listed]:
    """The saved shots of a folder, the newest first; then the files that cannot be used, with the reason.

    Raises:
        StorageError: The folder exists but cannot be read.
    """
    folder = folder or library_folder()
    try:
        paths = sorted(folder.glob(f"*{SUFFIX}")) if folder.exists() else []
    except OSError as error:
        raise StorageError(f"{folder}: could not be read: {(error.strerror or str(error)).lower()}") from error
    return ordered(_listed(path) for path in paths if not path.name.startswith("."))


def ordered(files: Iterable[Listed]) -> list[Listed]:
    """The newest first, those without a header last."""
    found = list(files)
    usable = sorted(
        ((one.header.saved, one.path.name, one) for one in found if one.header is not None), key=lambda entry: entry[:2]
    )
    return [one for _, _, one in reversed(usable)] + [one for one in found if one.header is None]


def keep(shot: SavedShot, folder: Path | None = None) -> Path:
    """Put a shot into the library.

    Args:
        shot: The shot.
        folder: In place of :func:`library_folder`; made when it is missing.

    Returns:
        Where it was written: day, name and four digits that no other file there has.

    Raises:
        StorageError: It could not be written.
    """
    folder = folder or library_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"{folder}: could not be made: {(error.strerror or str(error)).lower()}") from error
    while True:
        path = folder / f"{shot.saved[:10]}-{slug(shot.name)}-{secrets.token_hex(2)}{SUFFIX}"
        if not path.exists():
            break
    save_shot(shot, path)
    return path


def rename(path: Path, name: str) -> SavedShot:
    """Give a saved shot another name.

    Raises:
        RecordError: The file cannot be read.
        StorageError: It could not be written; the old one is untouched.
    """
    shot = msgspec.structs.replace(load_shot(path), name=clean_name(name))
    save_shot(shot, path)
    return shot


def remove(path: Path) -> None:
    """Delete a saved shot.

    Raises:
        StorageError: It could not be deleted.
    """
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise StorageError(f"{path}: could not be deleted: {(error.strerror or str(error)).lower()}") from error


def slug(name: str) -> str:
    """A name as part of a file name: small ASCII letters, digits and hyphens, "shot" where none is left."""
    ascii_only = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", ascii_only).strip("-")[:40].rstrip("-") or "shot"


def _listed(path: Path) -> Listed:
    try:
        return Listed(path, read_header(path))
    except RecordError as error:
        return Listed(path, None, str(error))
