"""What lies on the mat: a value that nothing changes in place."""

from __future__ import annotations

import enum
import hashlib
import math
import operator
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from micromutants.geometry import Pose, Rect, Shape, contains, overlap_area, overlap_depth
from micromutants.table.kinds import KINDS, Kind

NOBODY = -1
"""Owner of pieces that belong to no player."""

MIN_OVERLAP = 0.2
"""Least depth in mm that counts as one piece lying on another."""


class Face(enum.Enum):
    """Which side is up.  A base shows NORMAL while undamaged and SPECIAL once damaged."""

    NORMAL = "normal"
    SPECIAL = "special"

    @property
    def turned(self) -> Face:
        """The other side."""
        return Face.SPECIAL if self is Face.NORMAL else Face.NORMAL


class TableError(ValueError):
    """A table that cannot be; the message says which piece and what is allowed."""


class Mat(msgspec.Struct, frozen=True):
    """The mat, ``width`` by ``height`` mm, its lower left corner at the origin."""

    width: float = 760.0
    height: float = 760.0


class Piece(msgspec.Struct, frozen=True):
    """A piece at rest.

    Attributes:
        id: Unique on the table.
        kind: A name from :data:`~micromutants.table.kinds.KINDS`.
        owner: Player index from 0, or ``NOBODY``.
        x: Centre, mm.
        y: Centre, mm.
        angle: rad, counter-clockwise.
        face: Which side is up.
        level: 0 on the mat, else one more than the highest piece that it lies on.
    """

    id: str
    kind: str
    owner: int
    x: float
    y: float
    angle: float = 0.0
    face: Face = Face.NORMAL
    level: int = 0

    @property
    def spec(self) -> Kind:
        """Sizes and masses of its kind."""
        return KINDS[self.kind]

    @property
    def shape(self) -> Shape:
        """Its outline."""
        return KINDS[self.kind].shape

    @property
    def pose(self) -> Pose:
        """Where its outline lies."""
        return Pose(self.x, self.y, self.angle)


class LiesOn(NamedTuple):
    """One piece lying on another."""

    upper: str
    lower: str
    area: float
    """Overlap in mm²."""


class Table(msgspec.Struct, frozen=True):
    """Pieces at rest on a mat, in the order of their ids.

    Build one with :meth:`of`, which checks everything; derive others with :meth:`put` and :meth:`without`.
    """

    mat: Mat
    pieces: tuple[Piece, ...]

    @staticmethod
    def of(mat: Mat, pieces: Iterable[Piece]) -> Table:
        """A checked table.

        The pieces are laid down from the lowest level up, within a level in the order given, and one that overlaps
        a piece laid down before it on its own level or above comes to lie on that.

        Raises:
            TableError: Two pieces with one id, an unknown kind, a number that is not finite, or a mat or
                level that makes no sense.
        """
        if not (0.0 < mat.width < math.inf and 0.0 < mat.height < math.inf):
            raise TableError(f"mat: width and height must be above 0 mm, not {mat.width} by {mat.height}")
        given: dict[str, Piece] = {}
        for piece in pieces:
            given[piece.id] = _checked(piece, given)
        laid: dict[str, Piece] = {}
        for piece in sorted(given.values(), key=lambda p: p.level):
            laid[piece.id] = _raise_above(piece, laid.values())
        mat = Mat(float(mat.width), float(mat.height))
        return Table(mat, tuple(laid[key] for key in sorted(laid)))

    def __getitem__(self, piece: str) -> Piece:
        found = self.get(piece)
        if found is None:
            raise KeyError(f"no piece {piece!r} on the table")
        return found

    def get(self, piece: str) -> Piece | None:
        """The piece of that id, or None."""
        low, high = 0, len(self.pieces)
        while low < high:
            mid = (low + high) // 2
            if self.pieces[mid].id < piece:
                low = mid + 1
            else:
                high = mid
        if low < len(self.pieces) and self.pieces[low].id == piece:
            return self.pieces[low]
        return None

    def __contains__(self, piece: object) -> bool:
        return isinstance(piece, str) and self.get(piece) is not None

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.pieces)

    def __len__(self) -> int:
        return len(self.pieces)

    def put(self, *pieces: Piece) -> Table:
        """The table with these pieces added, or put in place of those with the same ids, levels as given."""
        changed = {piece.id: piece for piece in pieces}
        kept = {piece.id: piece for piece in self.pieces} | changed
        return Table(self.mat, tuple(kept[key] for key in sorted(kept)))

    def without(self, *ids: str) -> Table:
        """The table without these pieces; what lay on them comes down."""
        gone = set(ids)
        return relevel(Table(self.mat, tuple(p for p in self.pieces if p.id not in gone)))

    def lies_on(self) -> tuple[LiesOn, ...]:
        """Every pair in which one piece lies on another, in the order of their ids."""
        found = []
        for a, b in _near_pairs(self.pieces):
            if a.level == b.level or overlap_depth(a.shape, a.pose, b.shape, b.pose) <= MIN_OVERLAP:
                continue
            upper, lower = (a, b) if a.level > b.level else (b, a)
            found.append(LiesOn(upper.id, lower.id, overlap_area(a.shape, a.pose, b.shape, b.pose)))
        return tuple(sorted(found))

    def on_mat(self, piece: Piece) -> bool:
        """Whether the piece lies wholly on the mat."""
        mat = self.mat
        return contains(Rect(mat.width, mat.height), Pose(mat.width / 2, mat.height / 2), piece.shape, piece.pose)

    def digest(self) -> str:
        """SHA-256 of the exact state, as hexadecimal digits."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()


def relevel(table: Table) -> Table:
    """The same table with each piece let down as far as what lies beneath it allows."""
    laid: list[Piece] = []
    for piece in sorted(table.pieces, key=lambda p: (p.level, p.id)):
        if piece.level:
            piece = _raise_above(msgspec.structs.replace(piece, level=0), laid)
        laid.append(piece)
    return Table(table.mat, tuple(sorted(laid, key=lambda p: p.id)))


def _checked(piece: Piece, given: dict[str, Piece]) -> Piece:
    if piece.id in given:
        raise TableError(f"piece {piece.id!r}: the id is taken, each piece needs its own")
    if piece.kind not in KINDS:
        raise TableError(f"piece {piece.id!r}: unknown kind {piece.kind!r}, allowed are {', '.join(KINDS)}")
    for name in ("x", "y", "angle"):
        if not math.isfinite(getattr(piece, name)):
            raise TableError(f"piece {piece.id!r}: {name} must be a finite number, not {getattr(piece, name)}")
    if piece.level < 0:
        raise TableError(f"piece {piece.id!r}: level must be 0 or more, not {piece.level}")
    # Whole numbers become floats and -0.0 becomes 0.0, so that equal tables have equal digests.
    return msgspec.structs.replace(piece, x=piece.x + 0.0, y=piece.y + 0.0, angle=piece.angle + 0.0)


def _raise_above(piece: Piece, others: Iterable[Piece]) -> Piece:
    """The piece on its own level, or above the highest piece that it overlaps there or further up."""
    size, level = piece.spec.reach, piece.level
    for other in sorted(others, key=_level):
        far = size + KINDS[other.kind].reach
        dx, dy = other.x - piece.x, other.y - piece.y
        if other.level >= level and dx * dx + dy * dy < far * far:
            if overlap_depth(piece.shape, piece.pose, other.shape, other.pose) > MIN_OVERLAP:
                level = other.level + 1
    return piece if level == piece.level else msgspec.structs.replace(piece, level=level)


_level = operator.attrgetter("level")


def _near_pairs(pieces: tuple[Piece, ...]) -> Iterator[tuple[Piece, Piece]]:
    """Pairs whose outer circles meet, found by a sweep along x."""
    # Ids differ, so that no two pieces are compared.
    swept = sorted([(p.x - (reach := KINDS[p.kind].reach), p.id, reach, p) for p in pieces])
    still_open: list[tuple[float, float, Piece]] = []
    for left, name, reach, piece in swept:
        still_open = [entry for entry in still_open if entry[0] > left]
        for _, size, other in still_open:
            far = reach + size
            if (other.x - piece.x) ** 2 + (other.y - piece.y) ** 2 < far * far:
                yield (other, piece) if other.id < name else (piece, other)
        still_open.append((piece.x + reach, reach, piece))
