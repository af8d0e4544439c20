"""How the pieces of a scenario look: their ids are free, so the breed says it, or for a bare piece its owner."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from micromutants.rules import Base, Breed, Setup, load_armies
from micromutants.table import Mat, Piece
from micromutants.ui import theme
from micromutants.ui.draw import Look

_COUNTERS = {"resource": "resource", "token": "meteor", "template": "acid-pit"}
"""What a bare counter, token or template looks like."""


@functools.cache
def breed_looks() -> Mapping[str, Look]:
    """The looks of all that a scenario may name as a breed."""
    found: dict[str, Look] = {}
    for army in load_armies().values():
        for part in army.parts:
            two_sided = isinstance(part, Breed) and part.two_sided
            kind = "base" if isinstance(part, Base) else part.kind
            main = isinstance(part, Base) and part.main
            found[part.id] = Look(kind, theme.dress(army), part.id, two_sided, main)
    return MappingProxyType(found)


def looks(pieces: Iterable[Piece], breeds: Mapping[str, str]) -> dict[str, Look]:
    """The look of each piece.

    Args:
        pieces: Of a table.
        breeds: Breed by id; empty or left out for a bare piece, which has the colour of its owner's number.
    """
    found = {}
    for piece in pieces:
        breed = breeds.get(piece.id, "")
        if breed in breed_looks():
            found[piece.id] = breed_looks()[breed]
            continue
        army = theme.dress_of_owner(piece.owner)
        found[piece.id] = Look(piece.kind, army, _COUNTERS.get(piece.kind, ""), piece.spec.chip)
    return found


@functools.lru_cache(maxsize=8)
def bare(mat: Mat) -> Setup:
    """The set-up of a mat at which nobody sits, for drawing it; one and the same each time, so pictures are kept."""
    return Setup((), mat=mat)
