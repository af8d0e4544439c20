"""What is refused before anything moves, each with one sentence that says where and what is allowed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec

from micromutants.physics.constants import Constant, constants
from micromutants.physics.model import Hand, Physics, PhysicsError
from micromutants.table import KINDS, Piece, Table


def check_number(where: str, name: str, value: object, low: float, high: float) -> None:
    """Refuse what is not a finite number from ``low`` to ``high`` (which may be infinite).

    Raises:
        PhysicsError: Says which number and what is allowed.
    """
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not (number and math.isfinite(value) and low <= value <= high):  # type: ignore[arg-type, operator]
        allowed = "finite" if high == math.inf else f"from {low:.6g} to {high:.6g}"
        raise PhysicsError(f"{where}: {name} must be {allowed}, not {value}")


def check_parameters(where: str, values: Physics | Hand) -> None:
    """Refuse parameters of the physics or of a hand outside their ranges.

    Raises:
        PhysicsError: Says which and what is allowed.
    """
    kind = Hand if where == "hand" else Physics
    if not isinstance(values, kind):
        raise PhysicsError(f"{where}: it must be a {kind.__name__}, not {values!r}")
    fields = msgspec.structs.asdict(values)
    try:
        msgspec.convert(fields, kind)
        wrong = not all(map(math.isfinite, fields.values()))
    except msgspec.ValidationError:
        wrong = True
    if wrong:
        raise PhysicsError(f"{where}: {_first_wrong(constants(kind), fields)}")


def _first_wrong(known: Sequence[Constant], fields: Mapping[str, object]) -> str:
    """Which of these constants is no number in its range, what is allowed, and what it is."""
    for each in known:
        value = fields[each.name]
        # What only derives from a number, as those of numpy do, is none here: the same sums must give the same bits.
        number = type(value) in (int, float)
        if not (number and each.low <= value <= each.high) or (each.above and value == each.low):  # type: ignore[operator]
            return f"{each.name} must be {each.allowed}, not {value!r}"
    raise AssertionError("nothing is wrong with these constants")


def check_piece(piece: Piece) -> None:
    """Refuse a piece that no table can hold.

    Raises:
        PhysicsError: Its kind is unknown, its pose not finite or its level below 0.
    """
    if piece.kind not in KINDS:
        raise PhysicsError(f"piece {piece.id!r}: unknown kind {piece.kind!r}, allowed are {', '.join(KINDS)}")
    for name in ("x", "y", "angle"):
        check_number(f"piece {piece.id!r}", name, getattr(piece, name), -math.inf, math.inf)
    if piece.level < 0:
        raise PhysicsError(f"piece {piece.id!r}: level must be 0 or more, not {piece.level}")


def check_table(table: Table) -> None:
    """Refuse a table that cannot be: ``Table.of`` makes none, but ``Table.put`` and ``Table`` take what they are given.

    Raises:
        PhysicsError: Says what is wrong with which piece, or with the mat.
    """
    mat = table.mat
    if not (0.0 < mat.width < math.inf and 0.0 < mat.height < math.inf):
        raise PhysicsError(f"mat: width and height must be above 0 mm, not {mat.width} by {mat.height}")
    before = None
    places: dict[tuple[float, float, int], str] = {}
    for piece in table.pieces:
        # One comparison is false for NaN and infinities alike; what fails it is looked at closely.
        if not (abs(piece.x + piece.y) + abs(piece.angle) < math.inf and piece.kind in KINDS and piece.level >= 0):
            check_piece(piece)
        if before is not None and not before < piece.id:
            raise PhysicsError(f"piece {piece.id!r}: a table has its pieces in the order of their ids, each once")
        before = piece.id
        other = places.setdefault((piece.x, piece.y, piece.level), piece.id)
        if other != piece.id:
            raise PhysicsError(
                f"pieces {other!r} and {piece.id!r}: both lie at ({piece.x:.6g}, {piece.y:.6g}) on level {piece.level}"
                ", where one must lie elsewhere or above the other"
            )
