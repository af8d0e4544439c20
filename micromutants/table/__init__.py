"""What lies on the mat: kinds of piece, pieces, the table."""

from micromutants.table.kinds import KINDS, WIDEST, Kind
from micromutants.table.model import (
    MIN_OVERLAP,
    NOBODY,
    Face,
    LiesOn,
    Mat,
    Piece,
    Table,
    TableError,
    relevel,
)

__all__ = [
    "KINDS",
    "MIN_OVERLAP",
    "NOBODY",
    "WIDEST",
    "Face",
    "Kind",
    "LiesOn",
    "Mat",
    "Piece",
    "Table",
    "TableError",
    "relevel",
]
