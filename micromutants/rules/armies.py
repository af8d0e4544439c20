"""The four armies of the game, and what an id says of a piece."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from types import MappingProxyType

from micromutants.rules.army import Army
from micromutants.rules.armyfile import shipped
from micromutants.rules.ids import breed_of

ARMIES = ("usarthropods", "flyborgs", "sovietopters", "chitinians")
"""Ids of the armies, which name their files."""


@functools.cache
def load_armies() -> Mapping[str, Army]:
    """The armies by id, in a fixed order, read once.

    Raises:
        ArmyError: A file is not as it must be; says which file, line and key.
    """
    return MappingProxyType({army.id: army for army in shipped(ARMIES)})


@functools.cache
def _known() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    armies = load_armies().values()
    breeds = frozenset(breed.id for army in armies for breed in army.breeds)
    projectiles = frozenset(projectile.id for army in armies for projectile in army.projectiles)
    return breeds, frozenset(base.id for army in armies for base in army.bases), projectiles


def is_bug(piece_id: str) -> bool:
    """Whether a piece of that id is a bug (not a base, not a projectile)."""
    return breed_of(piece_id) != piece_id and breed_of(piece_id) in _known()[0]


def is_base(piece_id: str) -> bool:
    """Whether a piece of that id is a base."""
    return piece_id in _known()[1]


def is_projectile(piece_id: str) -> bool:
    """Whether a piece of that id is a projectile."""
    return breed_of(piece_id) != piece_id and breed_of(piece_id) in _known()[2]
