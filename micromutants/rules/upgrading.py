"""Set-ups of records that older versions of the rules made, such that the same game comes of them."""

from __future__ import annotations

import functools
from collections.abc import Mapping

import msgspec

from micromutants.assets import asset_text
from micromutants.rules.agreed import Setup
from micromutants.rules.army import Army
from micromutants.rules.armyfile import parse_army

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
    if version < setup.edition:
        setup = replace(setup, edition=max(1, version))
    led = [seat.army for seat in setup.seats]
    own = [army.id for army in setup.armies]
    older = tuple(army for army in _armies_of(version) if army.id in led and army.id not in own)
    return replace(setup, armies=(*setup.armies, *older)) if older else setup


OTHERS: Mapping[int, tuple[str, ...]] = {3: ("usarthropods", "flyborgs"), 5: ("sovietopters", "chitinians")}
"""Armies whose cards or dice a later version changed, by the last version that had them as they were.

They lie in ``armies/rules-N`` of the assets.
"""


@functools.cache
def _armies_of(version: int) -> tuple[Army, ...]:
    """The armies that were others in an older version of the rules, as they were."""
    files = [f"armies/rules-{last}/{name}.toml" for last, names in OTHERS.items() for name in names if version <= last]
    armies = [parse_army(asset_text(file), file) for file in files]
    return tuple(_with_medium_swarm(army) if army.id == "flyborgs" and version <= 2 else army for army in armies)


def _with_medium_swarm(flyborgs: Army) -> Army:
    """The Flyborgs before version 3: swarm reached medium range."""
    breeds = []
    for breed in flyborgs.breeds:
        if breed.id == "drone":
            effects = tuple({**given, "range": "medium"} for given in breed.ability.effects)
            text = breed.ability.text.replace("long range", "medium range")
            breed = replace(breed, ability=replace(breed.ability, effects=effects, text=text))
        breeds.append(breed)
    return replace(flyborgs, breeds=tuple(breeds))
