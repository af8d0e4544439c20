"""What a set-up must be, that a game can start from it (rules S1, S7, S9)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec

from micromutants.rules.agreed import RULES_VERSION, Setup, SetupError
from micromutants.rules.armies import armies_for
from micromutants.rules.army import Army
from micromutants.rules.armychecks import army_faults
from micromutants.rules.homes import MAT_MIN, MAT_MIN_CORNERS

SEATS_MIN, SEATS_MAX = 2, 4
"""How many players a game seats."""

TEMPLATES = 2
"""How many terrain templates may lie on the mat."""

NAME_MAX = 40
"""Longest name of a player, in characters."""


def check_setup(setup: Setup) -> None:
    """Refuse a set-up that no game can start from.

    Raises:
        SetupError: One sentence that says what is wrong and what is allowed.
    """
    seats = len(setup.seats)
    if not SEATS_MIN <= seats <= SEATS_MAX:
        raise SetupError(f"seats: a game seats {SEATS_MIN} to {SEATS_MAX} players, not {seats}")
    if not 1 <= setup.edition <= RULES_VERSION:
        raise SetupError(f"edition: must be from 1 to {RULES_VERSION}, not {setup.edition}")
    armies = _armies(setup)
    for i, seat in enumerate(setup.seats):
        if not (seat.name.strip() and seat.name.isprintable() and len(seat.name) <= NAME_MAX):
            raise SetupError(f"seats[{i}].name: must be 1 to {NAME_MAX} printable characters, not {seat.name[:60]!r}")
        if seat.army not in armies:
            raise SetupError(f"seats[{i}].army: must be one of {', '.join(armies)}, not {seat.army!r}")
        if seat.army in [other.army for other in setup.seats[:i]]:
            raise SetupError(f"seats: each player leads a different army, not both the {seat.army}")
    _check_together([armies[seat.army] for seat in setup.seats])
    for i, own in enumerate(setup.armies):
        if own.id not in [seat.army for seat in setup.seats]:
            raise SetupError(f"armies[{i}]: no seat leads the army {own.id!r}, so the match does not bring it")
    width, height = MAT_MIN if seats == SEATS_MIN else MAT_MIN_CORNERS
    if not (width <= setup.mat.width < 1e4 and height <= setup.mat.height < 1e4):
        raise SetupError(
            f"mat: must be {width:g} to 10000 mm wide and {height:g} to 10000 mm high, "
            f"not {setup.mat.width:g} by {setup.mat.height:g}"
        )
    if len(setup.terrain) > TEMPLATES or len(set(setup.terrain)) < len(setup.terrain):
        given = ", ".join(setup.terrain)
        raise SetupError(f"terrain: must be up to {TEMPLATES} different templates, not {given}")
    hands = ((f"seats[{i}].hand", seat.hand) for i, seat in enumerate(setup.seats))
    for key, part in (("physics", setup.physics), ("rulings", setup.rulings), *hands):
        for field, value in msgspec.structs.asdict(part).items():
            if not math.isfinite(value):
                raise SetupError(f"{key}.{field}: must be a finite number, not {value}")
        try:
            msgspec.convert(msgspec.to_builtins(part), type(part))
        except msgspec.ValidationError as error:
            said, _, where = str(error).partition(" - at `$")
            raise SetupError(f"{key}{where.rstrip('`')}: {said[0].lower()}{said[1:]}") from None


def _armies(setup: Setup) -> Mapping[str, Army]:
    """The armies that seats may lead, once those that the match brings have been checked."""
    ids = [army.id for army in setup.armies]
    if len(ids) > SEATS_MAX or len(set(ids)) < len(ids):
        raise SetupError(f"armies: up to {SEATS_MAX} with different ids may be brought, not {', '.join(ids)[:200]}")
    for i, own in enumerate(setup.armies):
        for key, fault in army_faults(own):
            raise SetupError(f"armies[{i}].{key}: {fault}")
    return armies_for(setup)


def _check_together(armies: Sequence[Army]) -> None:
    """Whether these armies can meet: nobody could tell pieces of one id, or chips of one colour, apart."""
    for i, army in enumerate(armies):
        for other in armies[:i]:
            if army.colour == other.colour:
                raise SetupError(
                    f"armies: the {other.name} and the {army.name} are both {army.colour}, "
                    "and each army of a match needs a colour of its own"
                )
            taken = [part.id for part in other.parts]
            for part in army.parts:
                if part.id in taken:
                    raise SetupError(
                        f"armies: both the {other.name} and the {army.name} have a piece with the id {part.id!r}, "
                        "and each piece of a match needs its own"
                    )
