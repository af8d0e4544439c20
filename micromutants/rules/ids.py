"""Ids of pieces: which breed a chip belongs to, and which pieces belong to no army."""

from __future__ import annotations

import functools

TERRAINS = ("acid-pit", "gravity-manipulator", "warp-gate")
"""Ids of the terrain templates."""

RESOURCE, METEOR, ENTRANCE = "resource", "meteor", "warp-entrance"
"""What the ids of counters and tokens begin with."""

RESOURCES, TOKENS = 5, 4
"""How many resources each player drops, and how many tokens a terrain has thrown."""


@functools.lru_cache(maxsize=1024)
def breed_of(piece_id: str) -> str:
    """Id of the breed (or projectile) that a chip belongs to; a base's id is returned as it is."""
    head, hyphen, number = piece_id.rpartition("-")
    return head if hyphen and number.isdecimal() else piece_id


def is_terrain(piece_id: str) -> bool:
    """Whether a piece of that id is a terrain template."""
    return piece_id in TERRAINS


def is_resource(piece_id: str) -> bool:
    """Whether a piece of that id is a resource counter."""
    return breed_of(piece_id) == RESOURCE


def is_token(piece_id: str) -> bool:
    """Whether a piece of that id is a meteor or a warp entrance."""
    return breed_of(piece_id) in (METEOR, ENTRANCE)


def resources_of(player: int) -> tuple[str, ...]:
    """Ids of the resources that a player drops."""
    return tuple(f"{RESOURCE}-{player * RESOURCES + n}" for n in range(1, RESOURCES + 1))


def tokens_of(terrain: str) -> tuple[str, ...]:
    """Ids of the tokens that a terrain has thrown."""
    token = METEOR if terrain == TERRAINS[1] else ENTRANCE
    return tuple(f"{token}-{n}" for n in range(1, TOKENS + 1))
