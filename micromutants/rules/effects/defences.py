"""Effects that decide who can be captured, and at what cost."""

from __future__ import annotations

from typing import Annotated

import msgspec

from micromutants.rules.effects.unit import Attack, Effect, Side
from micromutants.table import Face, Piece


class Sides(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """On which sides a bug has the effect."""

    sides: tuple[Side, ...] = ("special",)


class Gap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How near counts as touching, mm."""

    gap: Annotated[float, msgspec.Meta(gt=0.0, le=60.0)] = 2.0


def _shows(params: Sides, bug: Piece) -> bool:
    return bug.face.value in params.sides


def _hidden(params: Sides, bug: Piece, attack: Attack) -> bool:
    return attack.how == "bug" and "camouflage" not in attack.ignores and _shows(params, bug)


CAMOUFLAGE = Effect(id="camouflage", params=Sides, shields=_hidden)
"""Bugs can not capture it; projectiles and terrain can."""


HARMLESS = Effect(id="harmless", params=Sides, harmless=_shows)
"""It captures nothing but bases."""


def _plated(params: Sides, bug: Piece, attack: Attack) -> bool:
    return "armour" not in attack.ignores and bug.face is Face.NORMAL


ARMOUR = Effect(id="armour", absorbs=_plated)
"""Normal side up, the first hit only turns it over, and ends the move of the bug that made it."""


VENOM = Effect(id="venom", params=Sides, backlash=_shows)
"""A bug that captures it is eliminated too."""


CLEAVE = Effect(id="cleave", params=Gap, cleaves=lambda params: float(params.gap))
"""What touches the bug when it captures counts as captured too."""

EFFECTS = (CAMOUFLAGE, HARMLESS, ARMOUR, VENOM, CLEAVE)
