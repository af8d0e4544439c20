"""The four armies of the game, those of a match, and what an id says of a piece in it."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from types import MappingProxyType

from micromutants.rules.army import Army, Base, Breed, Projectile
from micromutants.rules.armyfile import shipped
from micromutants.rules.ids import breed_of
from micromutants.rules.model import Setup, State

ARMIES = ("usarthropods", "flyborgs", "sovietopters", "chitinians")
"""Ids of the armies, which name their files."""


@functools.cache
def load_armies() -> Mapping[str, Army]:
    """The armies of the game by id, in a fixed order, read once.

    Raises:
        ArmyError: A file is not as it must be; says which file, line and key.
    """
    return MappingProxyType({army.id: army for army in shipped(ARMIES)})


def armies_for(setup: Setup) -> Mapping[str, Army]:
    """The armies that seats of a match may lead, by id: those of the game, and those that the match brings.

    One that the match brings stands in the place of the one of the game that has the same id.
    """
    return _armies(setup.armies)


def _armies(brought: tuple[Army, ...]) -> Mapping[str, Army]:
    return {**load_armies(), **{army.id: army for army in brought}} if brought else load_armies()


def army_of(game: State | Setup, player: int) -> Army:
    """The army that a player leads."""
    setup = game.setup if isinstance(game, State) else game
    return armies_for(setup)[setup.seats[player].army]


def part_of(game: State | Setup, part_id: str) -> Breed | Projectile | Base | None:
    """The breed, projectile or base of that id, of whichever army of the match; None where none has it."""
    setup = game.setup if isinstance(game, State) else game
    return _parts(tuple([seat.army for seat in setup.seats]), setup.armies).get(part_id)


@functools.lru_cache(maxsize=64)
def _parts(led: tuple[str, ...], brought: tuple[Army, ...]) -> Mapping[str, Breed | Projectile | Base]:
    """Every part of the armies that are led, by id; of the first that has it, where several do."""
    armies = _armies(brought)
    return {part.id: part for army in reversed(led) for part in armies[army].parts}


def is_bug(game: State | Setup, piece_id: str) -> bool:
    """Whether a piece of that id is a bug (not a base, not a projectile)."""
    breed = breed_of(piece_id)
    return breed != piece_id and isinstance(part_of(game, breed), Breed)


def is_base(game: State | Setup, piece_id: str) -> bool:
    """Whether a piece of that id is a base."""
    return isinstance(part_of(game, piece_id), Base)


def is_projectile(game: State | Setup, piece_id: str) -> bool:
    """Whether a piece of that id is a projectile."""
    breed = breed_of(piece_id)
    return breed != piece_id and isinstance(part_of(game, breed), Projectile)
