"""Which effects a piece or a player has now: the cards, changed by the evolution cards in play."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import msgspec

from micromutants.rules.armies import army_of, is_bug, is_projectile
from micromutants.rules.army import Army, Card
from micromutants.rules.effects import EFFECTS, Effect
from micromutants.rules.effects.evolution import Change
from micromutants.rules.ids import breed_of
from micromutants.rules.model import State
from micromutants.rules.roster import cards_of, owner_of, webbed


class Power(NamedTuple):
    """An effect with its parameters, as it is in force.

    Attributes:
        effect: The unit of code.
        params: An instance of ``effect.params``.
        card: The card that gives it.
    """

    effect: Effect
    params: Any
    card: Card


def powers_of(state: State, piece: str) -> tuple[Power, ...]:
    """The effects that a bug or projectile has now; none while a web holds it, or where cards are not in force."""
    if not state.setup.rulings.abilities or webbed(state, piece):
        return ()
    if not (is_bug(state, piece) or is_projectile(state, piece)):
        return ()
    player = owner_of(state, piece)
    return _powers(army_of(state, player), breed_of(piece), cards_of(state, player))


def evolutions(state: State, player: int) -> tuple[Power, ...]:
    """The effects of the evolution cards that a player has in play, in the order in which they came."""
    army = army_of(state, player)
    return tuple(power for card in cards_of(state, player) for power in _of_card(army, card, ()))


def breed_powers(state: State, player: int, breed: str) -> tuple[Power, ...]:
    """The effects of a breed of a player's army, whatever holds its bugs."""
    if not state.setup.rulings.abilities:
        return ()
    return _powers(army_of(state, player), breed, cards_of(state, player))


@functools.lru_cache(maxsize=1024)
def _powers(army: Army, part: str, cards: tuple[str, ...]) -> tuple[Power, ...]:
    for breed in army.breeds:
        if breed.id == part:
            return _of_card(army, breed.ability.id, cards, breed.ability)
    for projectile in army.projectiles:
        if projectile.id == part:
            return _of_card(army, projectile.card.id, cards, projectile.card)
    return ()


def _of_card(army: Army, card_id: str, cards: tuple[str, ...], card: Card | None = None) -> tuple[Power, ...]:
    card = card or next(c for c in army.cards if c.id == card_id)
    changes: dict[str, Any] = {}
    for other in army.cards:
        for given in other.effects:
            if other.id in cards and given["effect"] == "change":
                change = msgspec.convert({k: v for k, v in given.items() if k != "effect"}, Change)
                if change.of == card.id:
                    changes |= change.set
    found = []
    for given in card.effects:
        effect = EFFECTS[given["effect"]]
        values = {key: value for key, value in given.items() if key != "effect"}
        values |= {key: value for key, value in changes.items() if key in effect.params.__struct_fields__}
        found.append(Power(effect, msgspec.convert(values, effect.params), card))
    return tuple(found)


def card_named(state: State, player: int, card_id: str, piece: str = "") -> Card | None:
    """A card of a player's army by its id, None where the army has none such.

    Args:
        state: The game.
        player: Who leads the army.
        card_id: Id of the card.
        piece: Id of the bug in question, or of the projectile that it shoots, where breeds share a card; empty for the
            first of that id.
    """
    army = army_of(state, player)
    part = breed_of(piece)
    shooter = next((missile.shooter for missile in army.projectiles if missile.id == part), part)
    for breed in army.breeds:
        if breed.id == shooter and breed.ability.id == card_id:
            return breed.ability
    return next((card for card in army.cards if card.id == card_id), None)
