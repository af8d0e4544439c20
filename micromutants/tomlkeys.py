"""A guard in front of the TOML parser, whose time grows with the square of the parts of a dotted key."""

from __future__ import annotations

import re

MOST_PARTS = 32
"""So many parts a dotted key may have; files of the program have four."""

_PART = re.compile(r"[ \t]*[\w\-\"']+[ \t]*")


def endless_key(text: str) -> int:
    """The first line, from 1, with a dotted key of more than :data:`MOST_PARTS` parts; 0 where there is none."""
    for number, line in enumerate(text.split("\n"), 1):
        parts = line.split(".") if line.count(".") >= MOST_PARTS else ()
        run = 0
        # The first part begins with what precedes the key, and the last one ends with what follows it.
        for part in parts[1:-1]:
            run = run + 1 if _PART.fullmatch(part) else 0
            if run > MOST_PARTS - 2:
                return number
    return 0
