"""What can be chosen for a new match, in the words of the buttons and their hints."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from micromutants.physics.model import AVERAGE, EXACT, EXPERT, NOVICE, Hand

HANDS: tuple[tuple[str, Hand, str], ...] = (
    ("Exact", EXACT, "Every flick is exactly as it is aimed."),
    ("Expert", EXPERT, "A steady hand: about 1° and 1 to 2 % of the power beside the aim."),
    ("Average", AVERAGE, "About 3° and 3 to 4 % of the power beside the aim."),
    ("Novice", NOVICE, "About 6° and 5 to 9 % of the power beside the aim."),
)

PREVIEW_HINTS: Mapping[str, str] = {
    "none": "The aim line only.",
    "short": "The first stretch of the path of a steady hand.",
    "full": "The whole path of a steady hand, and how far a flick may stray.",
}

COUNT_HINTS: Mapping[int, str] = {
    2: "Two players at the two ends.",
    3: "One, drawn at random, has an end alone; the others sit in the corners opposite (S10).",
    4: "A corner each (S10).",
}

MODE_HINTS: Mapping[Literal["basic", "advanced"], str] = {
    "basic": "Large bases; two players win by two bases or by leaving no more than two bugs (W1).",
    "advanced": "Small bases, resources that make them grow, evolution cards (S7, S8, A1 to A4, W2).",
}

CARD_HINTS: Mapping[bool, str] = {
    True: "Every breed does what its card says (M11).",
    False: "All breeds move and capture alike: a first match is simpler so (J11).",
}

DEXTERITY_HINTS: Mapping[bool, str] = {
    True: "Skill with the mouse counts: a flick in haste errs up to five times as much as one let go at rest (J31).",
    False: "A hand errs by so much, however the mouse is moved.",
}

TERRAIN_HINTS: Mapping[str, str] = {
    "acid-pit": "A bug that comes to rest on it is eliminated (G2).",
    "gravity-manipulator": "The bug is eliminated; its owner throws four meteors (G3).",
    "warp-gate": "The bug is eliminated; its owner throws four warp entrances (G4).",
}

SIDES: Mapping[int, tuple[str, ...]] = {
    2: ("near side", "far side"),
    3: ("place drawn", "place drawn", "place drawn"),
    4: ("lower left", "upper left", "upper right", "lower right"),
}
"""Where the players sit."""

DEFAULT_NAMES = ("Player 1", "Player 2", "Player 3", "Player 4")

WIDE = 1060.0
"""From this width on, at scale 1, everything is beside each other."""

Choice = tuple[str, Callable[[], None], bool, str]
"""A button: what it says, what it does, whether it is chosen, a hint."""

SEED_DIGITS = 18
"""Most digits of a seed."""


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """What is chosen for a seat."""

    name: str
    army: str
    bot: bool
    hand: int
