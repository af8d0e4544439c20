"""The sections of a scenario that say what lies on the mat and how it behaves."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from micromutants.geometry import Disc, Pose, corners
from micromutants.physics import EXACT, Hand, Physics, constants
from micromutants.rules import Base, Breed, load_armies
from micromutants.scenario.fields import Section, is_number, meant, shown
from micromutants.table import KINDS, NOBODY, Face, Mat, Piece, Table

PIECES_LIMIT, SHOTS_LIMIT = 1000, 200
"""Most pieces and shots of a file."""

MAT_MIN, MAT_MAX = 100.0, 3000.0
"""Range of the mat's width and height, mm."""

OWNER_MAX = 3
"""Highest index of a player."""

HAND_KEYS: tuple[tuple[str, str, float], ...] = (
    ("power_sd", "power_sd", 1.0),
    ("aim_sd_deg", "aim_sd", 180.0),
    ("loft_sd_deg", "loft_sd", 90.0),
    ("tumble_sd", "tumble_sd", 2.0),
)
"""Key of ``[hand]``, field of :class:`~micromutants.physics.Hand`, highest value; what ends in ``deg`` is an angle."""

_ID = re.compile(r"[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*")


class Sort(NamedTuple):
    """What a breed says of its pieces: the kind, and whether they have a special side."""

    kind: str
    two_sided: bool


class Pieces(NamedTuple):
    """What was read of the pieces.

    Attributes:
        pieces: The sound ones, in the order of the file.
        kinds: Kind by id of every piece that has an id; empty where its kind is not known.
        breeds: Breed by id, in the order of the file; empty where only the kind is given.
    """

    pieces: tuple[Piece, ...]
    kinds: Mapping[str, str]
    breeds: tuple[tuple[str, str], ...]


@functools.cache
def sorts() -> Mapping[str, Sort]:
    """Everything that ``breed`` may name: breeds, projectiles and bases of all armies."""
    found: dict[str, Sort] = {}
    for army in load_armies().values():
        for part in army.parts:
            # A base shows its damage where a bug shows its special side.
            two_sided = part.two_sided if isinstance(part, Breed) else isinstance(part, Base)
            found[part.id] = Sort("base" if isinstance(part, Base) else part.kind, two_sided)
    return MappingProxyType(found)


def read_mat(section: Section | None) -> Mat | None:
    """The mat; None where something is wrong."""
    if section is None:
        return Mat()
    before = len(section.faults.found)
    width = section.number("width", MAT_MIN, MAT_MAX, unit="mm")
    height = section.number("height", MAT_MIN, MAT_MAX, unit="mm")
    section.close()
    default = Mat()
    mat = Mat(default.width if width is None else width, default.height if height is None else height)
    return mat if len(section.faults.found) == before else None


def read_physics(section: Section | None) -> Physics | None:
    """The model constants; None where something is wrong."""
    if section is None:
        return Physics()
    before = len(section.faults.found)
    values: dict[str, float] = {}
    for constant in constants():
        value = section.number(constant.name, constant.low, constant.high, unit=constant.unit, above=constant.above)
        if value is not None:
            values[constant.name] = value
    section.close()
    return Physics(**values) if len(section.faults.found) == before else None


def read_hand(section: Section | None) -> Hand | None:
    """The scatter of the hands; None where something is wrong."""
    if section is None:
        return EXACT
    before = len(section.faults.found)
    values: dict[str, float] = {}
    for key, name, high in HAND_KEYS:
        value = section.number(key, 0.0, high)
        if value is not None:
            values[name] = math.radians(value) if key.endswith("_deg") else value
    section.close()
    return Hand(**values) if len(section.faults.found) == before else None


def read_pieces(sections: Sequence[Section], mat: Mat) -> Pieces:
    """The pieces; those that are wrong are left out, but their ids are kept so that shots may name them."""
    pieces: list[Piece] = []
    kinds: dict[str, str] = {}
    breeds: list[tuple[str, str]] = []
    for section in sections:
        before = len(section.faults.found)
        key = read_id(section, kinds)
        breed, kind = _kind(section)
        owner = section.whole("owner", NOBODY, OWNER_MAX)
        at = read_point(section, "at", needed=True)
        angle = section.number("angle_deg", -3600.0, 3600.0, unit="degrees")
        face = section.choice("face", [face.value for face in Face])
        if face == Face.SPECIAL.value and breed and not sorts()[breed].two_sided:
            section.fault("face", f"a {breed} has no special side: its face must be normal")
        section.close()
        if key is not None:
            kinds.setdefault(key, kind)
        if at is None or not kind:
            continue
        turned = math.radians(angle or 0.0)
        piece = Piece(key or "", kind, owner or 0, *at, turned, Face.NORMAL if face is None else Face(face))
        if not Table(mat, ()).on_mat(piece):
            section.fault("at", f"a {kind} piece there lies off the mat; allowed here are {room(piece, mat)}")
        if len(section.faults.found) > before or key is None:
            continue
        pieces.append(piece)
        breeds.append((key, breed))
    return Pieces(tuple(pieces), kinds, tuple(breeds))


def read_id(section: Section, taken: Mapping[str, str]) -> str | None:
    """The id of a piece; None where it is missing, wrong or taken."""
    key = section.text("id", needed=True, limit=40)
    if key is None:
        return None
    if not _ID.fullmatch(key):
        section.wrong("id", "letters and digits, joined by hyphens or underscores")
        return None
    if key in taken:
        section.fault("id", f"{key!r} is taken, each piece needs its own id")
        return None
    return key


def read_point(section: Section, key: str, *, needed: bool = False) -> tuple[float, float] | None:
    """A point of the mat; None where it is not given or wrong."""
    allowed = "two finite numbers [x, y] in mm"
    section.note(key, allowed)
    value = section.raw(key)
    if value is None:
        if needed:
            section.missing(key, allowed)
        return None
    if not isinstance(value, list) or len(value) != 2 or not all(is_number(v) for v in value):
        told = f"[{', '.join(shown(v) for v in value)}]" if isinstance(value, list) and len(value) < 4 else shown(value)
        section.fault(key, f"must be {allowed}, not {told}")
        return None
    return float(value[0]), float(value[1])


def _kind(section: Section) -> tuple[str, str]:
    """Breed and kind of a piece; empty where they are not given or wrong."""
    if section.has("breed") and section.has("kind"):
        section.fault("kind", "the breed gives the kind: leave one of them out")
        return "", ""
    if section.has("kind"):
        return "", section.choice("kind", tuple(KINDS)) or ""
    if not section.has("breed"):
        section.missing("breed", "a breed of an army, or give the kind")
        return "", ""
    breed = section.raw("breed")
    if isinstance(breed, str) and breed in sorts():
        return breed, sorts()[breed].kind
    if isinstance(breed, str):
        hint = meant(breed, sorts()) or f"; allowed are {', '.join(sorts())}"
        section.fault("breed", f"there is no breed {shown(breed)}{hint}")
    else:
        section.wrong("breed", "the name of a breed in quotes")
    return "", ""


def room(piece: Piece, mat: Mat) -> str:
    """Where the centre of a piece that is turned so may be, in words."""
    x, y = _half_extents(piece)
    return f"x from {x:.4g} to {mat.width - x:.4g}, y from {y:.4g} to {mat.height - y:.4g} mm"


def _half_extents(piece: Piece) -> tuple[float, float]:
    if isinstance(piece.shape, Disc):
        return piece.shape.radius, piece.shape.radius
    points = corners(piece.shape, Pose(0.0, 0.0, piece.angle))
    return max(abs(x) for x, _ in points), max(abs(y) for _, y in points)
