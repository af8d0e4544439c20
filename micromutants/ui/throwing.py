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
from micromutants.ui.aim import Aim, Grip, Pull, pulled, steered
from micromutants.ui.aiming import SHORT_PREVIEW, cut
from micromutants.ui.draw import AimLook
from micromutants.ui.intents import Keyed

_BESIDE = 13.0
"""Farthest from the mat that tokens in a hand are drawn, mm: what is drawn about the mat is hardly wider."""


class Throwing:
    """The hand with the tokens: one aim for the picture and for the throw."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.player = state.pending[0].player
        self.origin = throw_origin(state, self.player)
        mat = state.table.mat
        ahead = math.atan2(mat.height / 2 - self.origin[1], mat.width / 2 - self.origin[0]) % math.tau
        self.aim = Aim("", ahead, 0.0)
        self.pull: Pull | None = None
        self.grip = Grip()

    def press(self, pos: tuple[float, float]) -> None:
        """The left button went down on the mat."""
        self.pull = Pull(pos, self.grip)

    def drag(self, pos: tuple[float, float], scale: float) -> None:
        """The pointer moved with the button down."""
        if self.pull is not None:
            self.pull.moved(pos, scale)
            self.aim = pulled(self.aim, self.pull.start, self.pull.last, scale, self.grip.dead)

    def release(self, inside: bool, scale: float) -> bool:
        """The left button came up; returns whether the throw, frozen at the last motion, is to be made."""
        if self.pull is None:
            return False
        was_drag = self.pull.long(scale)
        self.pull = None
        if was_drag and inside and self.aim.ready:
            return True
        if not inside:
            self._slacken()
        return False

    def cancel(self) -> bool:
        """Give up the drag and the power; returns whether there was anything to give up."""
        had = self.pull is not None or self.aim.ready
        self.pull = None
        self._slacken()
        return had

    def let_go(self) -> None:
        """The window lost the focus: a drag is given up, nothing is thrown."""
        if self.pull is not None:
            self.pull = None
            self._slacken()

    def _slacken(self) -> None:
        self.aim = msgspec.structs.replace(self.aim, power=0.0)

    def keyed(self, keyed: Keyed) -> bool:
        """Turn or strengthen by keys; returns whether the intent was one of ours."""
        aim = steered(self.aim, keyed)
        self.aim = aim or self.aim
        return aim is not None

    def action(self) -> Throw | None:
        """The throw of exactly this aim, or None where it has no power."""
        return Throw(self.player, self.aim.azimuth, self.aim.power) if self.aim.ready else None

    def look(self, preview: str) -> AimLook:
        """The aim as it is drawn, with as much foresight as the match allows."""
        hand = self.state.setup.seats[self.player].hand
        look = thrown_look(self.origin, self.aim.azimuth, self.aim.power, preview, hand)
        held = self.pull if self.aim.ready else None
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
