"""The ruler of the game: close, medium and long range (rule M12)."""

from __future__ import annotations

import enum

from micromutants.geometry import gap
from micromutants.table import Piece


class Range(enum.Enum):
    """A mark of the ruler."""

    CLOSE = "close"
    MEDIUM = "medium"
    LONG = "long"

    @property
    def reach(self) -> float:
        """Widest gap between two pieces that are in this range, mm."""
        return {Range.CLOSE: 60.0, Range.MEDIUM: 120.0, Range.LONG: 180.0}[self]


def in_reach(a: Piece, b: Piece, mark: str) -> bool:
    """Whether two pieces are within a range of each other, given by its name."""
    return gap(a.shape, a.pose, b.shape, b.pose) <= Range(mark).reach
