"""The effects that cards are made of, by their ids."""

from collections.abc import Mapping
from types import MappingProxyType

from micromutants.rules.effects import defences, evolution, moves, projectiles
from micromutants.rules.effects.unit import Attack, Effect, Landing, Lost, Rested, Strike

EFFECTS: Mapping[str, Effect] = MappingProxyType(
    {effect.id: effect for effect in (*defences.EFFECTS, *moves.EFFECTS, *projectiles.EFFECTS, *evolution.EFFECTS)}
)
"""Every effect that a card file may name."""

__all__ = ["EFFECTS", "Attack", "Effect", "Landing", "Lost", "Rested", "Strike"]
