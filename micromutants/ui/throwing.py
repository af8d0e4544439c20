"""Throwing the four tokens of a terrain from the own side: direction and power, by drag or keys (rules G3 to G5)."""

from __future__ import annotations

import dataclasses
import math

import msgspec

from micromutants.physics import GRAVITY, Hand
from micromutants.physics.model import EXACT
from micromutants.rules import State, Throw, throw_origin
from micromutants.rules.hands import (
    THROW_AIM_SD,
    THROW_HEIGHT,
    THROW_LOFT,
    THROW_SPEED,
    THROW_SPEED_SD,
    counters,
    hand_places,
)
from micromutants.table import Table
from micromutants.ui.aim import Aim, Sling, steered
from micromutants.ui.aiming import SHORT_PREVIEW, cut
from micromutants.ui.draw import AimLook
from micromutants.ui.intents import Keyed

_BESIDE = 13.0
"""Farthest from the mat that tokens in a hand are drawn, mm: what is drawn about the mat is hardly wider."""


class Throwing(Sling):
    """The hand with the tokens: one aim for the picture and for the throw."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.player = state.pending[0].player
        self.origin = throw_origin(state, self.player)
        mat = state.table.mat
        ahead = math.atan2(mat.height / 2 - self.origin[1], mat.width / 2 - self.origin[0]) % math.tau
        super().__init__(Aim("", ahead, 0.0))

    def keyed(self, keyed: Keyed) -> bool:
        """Turn or strengthen by keys; returns whether the intent was one of ours."""
        assert self.aim is not None
        aim = steered(self.aim, keyed)
        self.aim = aim or self.aim
        return aim is not None

    def action(self) -> Throw | None:
        """The throw of exactly this aim, or None where it has no power."""
        assert self.aim is not None
        return Throw(self.player, self.aim.azimuth, self.aim.power) if self.ready else None

    def look(self, preview: str) -> AimLook:
        """The aim as it is drawn, with as much foresight as the match allows."""
        assert self.aim is not None
        hand = self.state.setup.seats[self.player].hand
        look = thrown_look(self.origin, self.aim.azimuth, self.aim.power, preview, hand)
        held = self.pull if self.ready else None
        return look if held is None else dataclasses.replace(look, pull=held.last, grip=held.start)


def in_hand(state: State, player: int) -> Table:
    """The table with the tokens in the player's hand beside the mat, near enough to be seen."""
    mat = state.table.mat
    seen = (
        msgspec.structs.replace(
            token,
            x=min(max(token.x, -_BESIDE), mat.width + _BESIDE),
            y=min(max(token.y, -_BESIDE), mat.height + _BESIDE),
        )
        for token in counters(hand_places(state, player), "token")
    )
    return state.table.put(*seen)


def thrown_look(
    origin: tuple[float, float],
    azimuth: float,
    power: float,
    preview: str,
    hand: Hand = EXACT,
) -> AimLook:
    """A throw as it is drawn: where the middle of the four comes down, and how far they part.

    Args:
        origin: The hand, mm.
        azimuth: rad.
        power: 0 to 1.
        preview: ``none``, ``short`` or ``full``.
        hand: Whose scatter is added to how far the tokens part.
    """
    x, y = origin
    bare = AimLook(x, y, azimuth, power)
    if preview == "none" or power <= 0.0:
        return bare
    along, up = power * THROW_SPEED * math.cos(THROW_LOFT), power * THROW_SPEED * math.sin(THROW_LOFT)
    time = (up + math.sqrt(up * up + 2.0 * GRAVITY * THROW_HEIGHT)) / GRAVITY
    path = []
    for i in range(33):
        t = time * i / 32
        path.append(
            (
                x + along * t * math.cos(azimuth),
                y + along * t * math.sin(azimuth),
                THROW_HEIGHT + up * t - GRAVITY * t * t / 2,
            )
        )
    if preview == "short":
        return AimLook(x, y, azimuth, power, cut(tuple(path), SHORT_PREVIEW))
    far = along * time
    # The range grows with the square of the speed.
    along_sd, across_sd = math.hypot(THROW_SPEED_SD, hand.power_sd), math.hypot(THROW_AIM_SD, hand.aim_sd)
    spread = (2.0 * along_sd * far, far * math.tan(across_sd))
    return AimLook(x, y, azimuth, power, tuple(path), path[-1][:2], spread)
