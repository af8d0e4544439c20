"""Effects of evolution cards, and of breeds whose reinforcements come in numbers."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from micromutants.rules.effects.moves import Fellows, Of
from micromutants.rules.effects.unit import Effect
from micromutants.rules.model import Pending, Task
from micromutants.table import Piece


class Party(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many bugs a reinforcement brings, and of which breeds; of any where none is named."""

    count: Annotated[int, msgspec.Meta(ge=2, le=5)] = 2
    breeds: tuple[str, ...] = ()


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Parameters of another card of the army that become others."""

    of: str
    set: dict[str, Any]


def _muster(params: Party, breed: str) -> int:
    return params.count if not params.breeds or breed in params.breeds else 1


MUSTER = Effect(id="muster", params=Party, on=("breed", "evolution"), reinforces=_muster)
"""A reinforcement brings more than one bug if so many are out of play."""

RUSH = Effect(id="rush", params=Of, on=("evolution",), rushes=lambda params, breed: bool(breed == params.breed))
"""A reinforcement of the breed may move in the same turn."""

TURN = Effect(id="turn", params=Of, on=("evolution",), once="turn", turns=lambda params: str(params.breed))
"""Once a turn an own bug of the breed may be turned over in place of its move."""

REROLL = Effect(id="reroll", on=("evolution",), once="turn", rerolls=lambda params: True)
"""Once a turn a die may be rolled again before it is used."""


def _repair(params: Fellows, base: Piece) -> Pending | None:
    return Pending(Task.TURN, base.owner, "M11", "", base.id, params.breed, params.range)


REPAIR = Effect(id="repair", params=Fellows, on=("evolution",), turn_begun=_repair)
"""At the start of the turn a bug that shows its special side near the card's base may be turned back."""

CHANGE = Effect(id="change", params=Change, on=("evolution",))
"""Another card of the army gets other parameters."""

EFFECTS = (MUSTER, RUSH, TURN, REROLL, REPAIR, CHANGE)
