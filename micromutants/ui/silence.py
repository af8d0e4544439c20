"""Libraries of sound and display write complaints of their own to the terminal, past Python."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator


@contextlib.contextmanager
def silenced() -> Iterator[None]:
    """Nothing is written to stderr meanwhile: what matters is told in the errors that are raised."""
    try:
        sys.stderr.flush()
        kept = os.dup(2)
    except (OSError, AttributeError):
        # There is no terminal to be kept quiet.
        yield
        return
    try:
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
