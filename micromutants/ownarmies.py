"""Army files of the players' own: where they lie, and how they are read."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from micromutants.folders import data_folder
from micromutants.rules import Army, ArmyError, parse_army
from micromutants.untrusted import IrregularFileError, read_file, why

LARGEST = 200_000
"""Largest army file that is read, bytes; those of the game have about 8,000."""

MOST_FILES = 100
"""How many files of the folder are looked at, in the order of their names."""


@dataclass(frozen=True, slots=True)
class OwnArmies:
    """What lies in a folder of army files.

    Attributes:
        armies: The files that can be used, in the order of their names, and the armies in them.
        faults: What is wrong with the others, a sentence each.
    """

    armies: tuple[tuple[Path, Army], ...]
    faults: tuple[str, ...]


def armies_folder() -> Path:
    """Where the game looks for army files, ``*.toml``; it need not exist."""
    return data_folder() / "armies"


def read_army(path: Path) -> Army:
    """An army from a file.

    Raises:
        ArmyError: It is no regular file, too large, no UTF-8 text or no army; the message says where.
        OSError: It can not be read.
    """
    try:
        data = read_file(path, LARGEST, "an army file")
    except IrregularFileError as error:
        raise ArmyError(f"{path}: {why(error)}") from error
    if len(data) > LARGEST:
        raise ArmyError(f"{path}: an army file has up to {LARGEST} bytes, this one has more")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ArmyError(f"{path}: byte {error.start + 1} is no UTF-8 text") from error
    return parse_army(text.removeprefix("\ufeff"), str(path))


def own_armies(folder: Path | None = None) -> OwnArmies:
    """The army files of a folder, by default :func:`armies_folder`; nothing where there is no such folder."""
    folder = folder or armies_folder()
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix == ".toml" and path.is_file())
    except OSError as error:
        if isinstance(error, FileNotFoundError) or not os.path.lexists(folder):
            # A file where a folder further up should be leaves no folder either.
            return OwnArmies((), ())
        return OwnArmies((), (f"{folder}: {(error.strerror or str(error)).lower()}",))
    armies, faults = [], []
    for path in files[:MOST_FILES]:
        try:
            armies.append((path, read_army(path)))
        except ArmyError as error:
            faults.append(str(error))
        except OSError as error:
            faults.append(f"{path}: {(error.strerror or str(error)).lower()}")
    return OwnArmies(tuple(armies), tuple(faults))
