"""Which matches are open now, in this window and in others that run beside it.

A match that is open is claimed by a lock of the operating system on a small file of its own.  The system lets the lock
go when the process ends, however it ends, so that a program that was killed keeps nobody out.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

from micromutants.folders import data_folder
from micromutants.match.storage import autosave_key

if TYPE_CHECKING:
    from filelock import FileLock

LOCK_AGE = 7 * 24 * 3600.0
"""A lock file that nobody has held for so long is removed, s."""


def claims_folder() -> Path:
    """Where the lock files lie, which need not exist."""
    return data_folder() / "open"


def claim_of(path: Path) -> str:
    """The name by which the match of a file is claimed: that of its autosaves, or one made of where the file is."""
    key = autosave_key(path)
    if key is not None:
        return f"match-{key}"
    whole = os.path.normcase(os.path.realpath(path))
    return f"file-{hashlib.sha256(os.fsencode(whole)).hexdigest()[:20]}"


def claim_of_key(key: str) -> str:
    """The name by which the match with autosaves of this key is claimed."""
    return f"match-{key}"


class Claims:
    """What one window has open.

    Attributes:
        names: Of what it has claimed.
    """

    def __init__(self) -> None:
        self._locks: dict[str, FileLock | None] = {}

    @property
    def names(self) -> frozenset[str]:
        """What is claimed, by :func:`claim_of`."""
        return frozenset(self._locks)

    def take(self, name: str) -> bool:
        """Claim a match; returns False where another window has it.

        Where there can be no locks, as in a folder that may only be read, nobody is kept out.
        """
        if name in self._locks:
            return True
        folder = claims_folder()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _sweep(folder)
            lock = _lock(folder / f"{name}.lock")
            lock.acquire()
            # Its age says when it was last used.
            os.utime(lock.lock_file)
        except TimeoutError:
            return False
        except (OSError, NotImplementedError):
            self._locks[name] = None
            return True
        self._locks[name] = lock
        return True

    def free(self) -> None:
        """Let everything go."""
        for lock in self._locks.values():
            if lock is not None:
                with contextlib.suppress(OSError):
                    lock.release()
        self._locks.clear()


def claimed(name: str) -> bool:
    """Whether any window that is running has a match open; asking makes no file."""
    path = claims_folder() / f"{name}.lock"
    try:
        if not path.exists():
            return False
        with _lock(path):
            return False
    except TimeoutError:
        return True
    except (OSError, NotImplementedError):
        return False


def _lock(path: Path) -> FileLock:
    """A lock that is not waited for; a mere file in its place would outlive a program that is killed."""
    from filelock import FileLock

    return FileLock(path, timeout=0, thread_local=False, fallback_to_soft=False)


def _sweep(folder: Path) -> None:
    """Remove lock files of matches that were closed long ago."""
    for path in folder.glob("*.lock"):
        with contextlib.suppress(OSError, NotImplementedError):
            if time.time() - path.stat().st_mtime > LOCK_AGE:
                with _lock(path):
                    path.unlink()
