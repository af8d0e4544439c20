"""Which match a number stands for: every kind of game in turn, drawn armies and hands."""

from __future__ import annotations

import hashlib
import itertools
import random

import msgspec

from micromutants.match.record import SEED_LIMIT
from micromutants.physics import AVERAGE, EXACT, EXPERT, NOVICE
from micromutants.rules import TERRAINS, Seat, Setup, load_armies

NAMES = ("Ada", "Ben", "Cleo", "Dag")
MODES = ("basic", "advanced")
PLAYERS = (2, 3, 4)
TEMPLATES = tuple(pair for count in (0, 1, 2) for pair in itertools.combinations(TERRAINS, count))
HANDS = (AVERAGE, EXPERT, NOVICE, EXACT)

KINDS = len(MODES) * len(PLAYERS) * len(TEMPLATES)
"""So many matches in a row have every mode with every number of players and every choice of terrain."""


def seed_of(seed: int, number: int) -> int:
    """The seed of a match of a soak.

    Args:
        seed: Of the soak.
        number: Of the match, from 0.
    """
    digest = hashlib.sha256(f"soak/{seed}/{number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % SEED_LIMIT


def setup_of(seed: int, number: int) -> Setup:
    """What is agreed for a match of a soak.

    Mode, players and terrain follow from the number alone, mode first; armies and hands are drawn.

    Args:
        seed: Of the soak.
        number: Of the match, from 0.
    """
    number_of_seats, mode = number // len(MODES), MODES[number % len(MODES)]
    number_of_terrain, players = number_of_seats // len(PLAYERS), PLAYERS[number_of_seats % len(PLAYERS)]
    terrain = TEMPLATES[number_of_terrain % len(TEMPLATES)]
    draw = random.Random(seed_of(seed, number))
    armies = sorted((draw.random(), army) for army in load_armies())
    seats = tuple(
        Seat(name, army, HANDS[int(draw.random() * len(HANDS))])
        for name, (_, army) in zip(NAMES[:players], armies, strict=False)
    )
    return msgspec.convert({"seats": seats, "mode": mode, "terrain": terrain}, Setup)
