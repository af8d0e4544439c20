"""What can be chosen for a new match, in the words of the buttons and their hints."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from micromutants.physics.model import AVERAGE, EXACT, EXPERT, NOVICE, Hand
from micromutants.ui.settings import SeatKept, Settings

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


_ARMIES = ("usarthropods", "chitinians", "flyborgs", "sovietopters")
"""Of the seats at first."""


def first_seats(settings: Settings, armies: Mapping[str, object]) -> list[SeatChoice]:
    """Four seats as they were chosen last; at first the program plays against one person.

    Args:
        settings: Where that is kept.
        armies: Those to choose from, by their keys: one that is gone, or led twice, makes room for another.
    """
    names = (*settings.names, *DEFAULT_NAMES[len(settings.names) :])
    kept = settings.match.seats
    wanted = [seat.army for seat in kept]
    led: list[str] = []
    for index in range(len(DEFAULT_NAMES)):
        army = wanted[index] if index < len(wanted) else _ARMIES[index]
        if army not in armies or army in led:
            army = next(a for a in _ARMIES if a not in led and a not in wanted[index + 1 :])
        led.append(army)
    return [
        SeatChoice(names[i], led[i], kept[i].bot, kept[i].hand)
        if i < len(kept)
        else SeatChoice(names[i], led[i], i > 0, 1)
        for i in range(len(DEFAULT_NAMES))
    ]


def kept_seats(seats: Sequence[SeatChoice]) -> tuple[SeatKept, ...]:
    """Seats for the settings."""
    return tuple(SeatKept(seat.army, seat.bot, seat.hand) for seat in seats)
