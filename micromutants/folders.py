"""The folders of the user: settings, saved matches, logs.

They are where the system wants such things, or all in one folder that the environment variable ``MICROMUTANTS_HOME``
names: on a memory stick, or for a try that leaves no traces.  A user without a home, as a service may be, has them in
the folder for temporary files.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import platformdirs

HOME = "MICROMUTANTS_HOME"
"""Name of the environment variable."""

_NAME = "micromutants"


def _given() -> Path | None:
    named = os.environ.get(HOME, "")
    return expanded(named) if named else None


def expanded(name: str) -> Path:
    """A path as a user may write it, with ``~`` or ``~user`` at its beginning; as it is where there is no such user."""
    with contextlib.suppress(RuntimeError):
        return Path(name).expanduser()
    return Path(name)


def _of_the_system(found: Callable[[], Path], name: str) -> Path:
    """A folder where the system wants it."""
    with contextlib.suppress(RuntimeError):
        return found()
    user = os.getuid() if hasattr(os, "getuid") else 0
    return Path(tempfile.gettempdir(), f"{_NAME}-{user}", name)


def config_folder() -> Path:
    """Where the settings lie; like all of these it need not exist."""
    given = _given()
    return given / "config" if given else _of_the_system(lambda: platformdirs.user_config_path(_NAME), "config")


def data_folder() -> Path:
    """Where the program keeps what it saves by itself, and what the user adds to it."""
    given = _given()
    return given / "data" if given else _of_the_system(lambda: platformdirs.user_data_path(_NAME), "data")


def log_folder() -> Path:
    """Where the log lies."""
    given = _given()
    return given / "log" if given else _of_the_system(lambda: platformdirs.user_log_path(_NAME), "log")


def documents_folder() -> Path:
    """Where what the user saves lies."""
    given = _given()
    return (given or _of_the_system(platformdirs.user_documents_path, "documents")) / "Micro Mutants"


def tilde(path: Path) -> str:
    """A path for a sentence, with ``~`` for the user's own folder."""
    with contextlib.suppress(ValueError, RuntimeError):
        return str(Path("~") / path.relative_to(Path.home()))
    return str(path)


def free_name(folder: Path, stem: str, suffix: str) -> str:
    """The name of a file that is not in a folder yet: with a number from 2 on where the plain one is taken."""
    names = (f"{stem}{suffix}", *(f"{stem}-{number}{suffix}" for number in range(2, 10_000)))
    return next((name for name in names if not os.path.lexists(folder / name)), names[0])


@contextlib.contextmanager
def elsewhere(folder: Path) -> Iterator[None]:
    """All of these are in a folder meanwhile, which is the user's own one too: nothing of the user's is seen."""
    names = (HOME, "HOME", "USERPROFILE")
    before = {name: os.environ.get(name) for name in names}
    os.environ.update(dict.fromkeys(names, str(folder)))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
