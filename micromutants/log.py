"""The log of the program: what it ran as, which matches, and what went wrong; a help for reports of faults.

It lies in the folder that the system sets aside for logs, rotates by size, and stays on this machine.  A log that
cannot be written is no reason for anything else to fail.  Nothing is opened before :func:`begin`.
"""

from __future__ import annotations

import contextlib
import logging
import logging.handlers
import os
import platform
from pathlib import Path

from micromutants.folders import log_folder
from micromutants.version import __version__

LARGEST = 256 * 1024
"""A file of the log is at most so large, bytes."""

OLDER = 3
"""So many full ones are kept."""

_LOGGER = logging.getLogger("micromutants")


class _Handler(logging.handlers.RotatingFileHandler):
    """One that is silent where it cannot write."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the name in logging
        """Do nothing: the log is a help and must not be a hindrance."""


def log_path() -> Path:
    """Where the log lies; the file need not exist."""
    return log_folder() / "micromutants.log"


def begin(what: str) -> None:
    """Begin to write the log of this process, where it can be written; once is enough.

    Args:
        what: What is run: the name of a command, without its arguments.
    """
    if not _begun():
        path = log_path()
        with contextlib.suppress(OSError, ValueError):
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_fifo():
                # Opening it would wait for a reader.
                return
            handler = _Handler(
                path, maxBytes=LARGEST, backupCount=OLDER, encoding="utf-8", delay=True, errors="replace"
            )
            handler.setFormatter(logging.Formatter("%(asctime)s %(process)d %(levelname)s %(message)s"))
            _LOGGER.addHandler(handler)
            _LOGGER.setLevel(logging.INFO)
            _LOGGER.propagate = False
    note(f"micromutants {__version__} {what}; Python {platform.python_version()}, {platform.platform()}")


def _begun() -> list[logging.Handler]:
    return [handler for handler in _LOGGER.handlers if isinstance(handler, _Handler)]


def note(text: str) -> None:
    """Write a line; nothing happens where the log has not been begun."""
    if _begun():
        _LOGGER.info("%s", tidied(text))


def failure(text: str, error: BaseException) -> None:
    """Write a fault of the program with its traceback."""
    if _begun():
        _LOGGER.error("%s", tidied(text), exc_info=error)


def end() -> None:
    """Close the log of this process."""
    for handler in _begun():
        _LOGGER.removeHandler(handler)
        with contextlib.suppress(OSError, ValueError):
            handler.close()


def tidied(text: str) -> str:
    """One line of printable text, with the user's home folder as ``~``."""
    for home in sorted({os.path.expanduser("~"), os.path.realpath(os.path.expanduser("~"))}, key=len, reverse=True):
        if len(home) > 1:
            text = text.replace(home, "~")
    return "".join(character if character.isprintable() else " " for character in text)
