"""Set-ups of records that older versions of the rules made, such that the same game comes of them."""

from __future__ import annotations

import msgspec

from micromutants.rules.agreed import Setup
from micromutants.rules.armies import load_armies
from micromutants.rules.army import Army

replace = msgspec.structs.replace


def upgraded(setup: Setup, version: int) -> Setup:
    """A set-up from a record of an older version of the rules, such that the same game comes of it.

    Args:
        setup: As the record has it.
        version: The ``RULES_VERSION`` of the record.
    """
    if version == 1:
        # Cards had no effect then.
        setup = replace(setup, rulings=replace(setup.rulings, abilities=False))
    if version <= 2:
        led = [seat.army for seat in setup.seats]
        own = [army.id for army in setup.armies]
        older = tuple(army for army in _before_3() if army.id in led and army.id not in own)
        setup = replace(setup, armies=(*setup.armies, *older))
    return setup


def _before_3() -> tuple[Army, ...]:
    """The armies whose cards were others before version 3: swarm reached medium range."""
    flyborgs = load_armies()["flyborgs"]
    breeds = []
    for breed in flyborgs.breeds:
        if breed.id == "drone":
            effects = tuple({**given, "range": "medium"} for given in breed.ability.effects)
            text = breed.ability.text.replace("long range", "medium range")
            breed = replace(breed, ability=replace(breed.ability, effects=effects, text=text))
        breeds.append(breed)
    return (replace(flyborgs, breeds=tuple(breeds)),)
