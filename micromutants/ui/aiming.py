"""The player's aim at the table: which bug, what pays, the drag, the keys, the preview."""

from __future__ import annotations

import dataclasses
import itertools
import math
import time
from typing import Any

from micromutants.physics import Hand, Physics
from micromutants.rules import Flick, State, Use, breed_of, hand_of, to_act
from micromutants.table import Table
from micromutants.ui.aim import COARSE, Aim, Sling, lofted, offset_by, previewed, steered
from micromutants.ui.asked import can_flick, stand_ins
from micromutants.ui.decisions import special_offers
from micromutants.ui.draw import AimLook
from micromutants.ui.intents import Intent, Keyed

SHORT_PREVIEW = 120.0
"""Length of a short preview, mm of path in plan."""


_QUICK, _LONGEST_WAIT = 0.006, 0.1
"""A preview that takes longer than the first, s, is not made in every frame of a drag; it waits at most the second."""


class Aiming(Sling):
    """One aim, from the pick of a bug to the shot.  The picture and the shot are both made from :attr:`aim`."""

    def __init__(self) -> None:
        super().__init__()
        self.use: Use | None = None
        """A die that the player has chosen to use next, or None: whatever fits."""
        self.by = 0
        """Which of the bugs that could stand in is taken."""
        self._habit = (math.radians(45.0), 1.0)
        self._seen: tuple[tuple[Any, ...], AimLook] | None = None
        self._due = 0.0

    def clear(self) -> None:
        """Forget the bug, the drag and the chosen die."""
        self.aim, self.pull, self.use, self._seen, self.haste = None, None, None, None, None

    def pick(self, state: State, bug: str) -> None:
        """Begin to aim with a bug that may be flicked; loft and press offset stay as they were last."""
        # From one end the other one is ahead, wherever the bug has come to.
        ahead = (0.0, -1.0 if to_act(state) == 1 else 1.0)
        self.take(state.table, bug, ahead if len(state.setup.seats) == 2 else None)

    def take(self, table: Table, bug: str, towards: tuple[float, float] | None = None) -> None:
        """Begin to aim with a chip of a table, in a direction (any length), or towards the table's middle."""
        if self.aim is not None and self.aim.piece == bug:
            return
        piece, mat = table[bug], table.mat
        dx, dy = mat.width / 2 - piece.x, mat.height / 2 - piece.y
        if towards is not None:
            dx, dy = towards
        ahead = math.atan2(dy, dx) % math.tau
        self.aim = Aim(bug, ahead, 0.0, *self._habit)
        self.pull, self.by = None, 0

    def uses(self, state: State) -> tuple[Use, ...]:
        """What could pay for the picked bug."""
        return can_flick(state).get(self.aim.piece, ()) if self.aim else ()

    def pays(self, state: State) -> Use | None:
        """What will pay: the die that was chosen if it can, else the first that can."""
        uses = self.uses(state)
        if self.use in uses:
            return self.use
        return uses[0] if uses else None

    def stand_ins(self, state: State) -> tuple[str, ...]:
        """The bugs in place of whose move the picked one could move, where it does not move by itself."""
        use = self.pays(state)
        if self.aim is None or use not in (Use.DIE_1, Use.DIE_2):
            return ()
        die = state.dice[0 if use is Use.DIE_1 else 1]
        return () if die.breed == breed_of(self.aim.piece) else stand_ins(state, self.aim.piece, use)

    def stand_in(self, state: State) -> str:
        """The bug in place of whose move it is; empty where it is the picked bug's own move."""
        found = self.stand_ins(state)
        return found[self.by % len(found)] if found else ""

    def step_pick(self, state: State, by: int) -> bool:
        """Pick the next (1) or previous (-1) bug that may be flicked, from left to right; False where there is none."""
        bugs = [b for b, uses in can_flick(state).items() if self.use is None or self.use in uses]
        bugs += [o.piece for o in special_offers(state) if o.piece not in bugs]
        bugs.sort(key=lambda b: (state.table[b].x, state.table[b].y))
        if not bugs:
            return False
        now = self.aim.piece if self.aim else None
        index = bugs.index(now) + by if now in bugs else (0 if by > 0 else -1)
        self.pick(state, bugs[index % len(bugs)])
        return True

    def cancel(self) -> bool:
        """Give up the drag and the power, else the bug; returns whether there was anything to give up."""
        if super().cancel():
            return True
        if self.aim is None:
            return False
        self.clear()
        return True

    # --- keys and wheel ------------------------------------------------------------------------------------

    def keyed(self, keyed: Keyed) -> bool:
        """Change the aim by keys; returns whether the intent was one of ours."""
        if self.aim is None:
            return False
        self.haste = None
        aim = steered(self.aim, keyed)
        if aim is None:
            match keyed.intent:
                case Intent.LOFT_UP:
                    aim = lofted(self.aim, COARSE)
                case Intent.LOFT_DOWN:
                    aim = lofted(self.aim, -COARSE)
                case Intent.OFFSET_IN:
                    aim = offset_by(self.aim, -0.05)
                case Intent.OFFSET_OUT:
                    aim = offset_by(self.aim, 0.05)
                case _:
                    return False
        self.aim = aim
        self._habit = (aim.loft, aim.offset)
        return True

    def wheel(self, steps: float, shift: bool) -> None:
        """The wheel changes the loft by a degree a step, with Shift the press offset."""
        if self.aim is not None:
            self.aim = offset_by(self.aim, 0.05 * steps) if shift else lofted(self.aim, steps * COARSE)
            self._habit = (self.aim.loft, self.aim.offset)

    # --- what comes of it ----------------------------------------------------------------------------------

    def flick(self, state: State) -> Flick | None:
        """The flick of exactly this aim, or None where there is nothing to shoot."""
        use = self.pays(state)
        if self.aim is None or use is None or not self.aim.ready:
            return None
        player = to_act(state)
        haste = None if self.haste is None or not state.setup.rulings.dexterity else round(self.haste, 3)
        return None if player is None else Flick(player, use, self.aim.shot(), self.stand_in(state), haste)

    def hand(self, state: State, scale: float) -> Hand:
        """The hand with which the aim would be flicked now; its haste in steps, so that it is not drawn anew always."""
        player = to_act(state)
        assert player is not None
        haste = None if self.pull is None else round(8 * self.pull.haste(scale, self.clock)) / 8
        return hand_of(state.setup, player, self.aim.power if self.aim else 0.0, haste)

    def look(self, state: State, preview: str, hand: Hand) -> AimLook | None:
        """The aim as it is drawn, with as much foresight as the match allows."""
        return self.look_at(state.table, state.setup.physics, preview, hand)

    def look_at(self, table: Table, physics: Physics, preview: str, hand: Hand) -> AimLook | None:
        """The aim as it is drawn, on any table."""
        aim = self.aim
        if aim is None or aim.piece not in table:
            return None
        held = self.pull if aim.ready else None
        pull, grip = (held.last, held.start) if held is not None else (None, None)
        key = (aim, preview, table, physics, hand)
        if self._seen is None or self._seen[0] != key:
            if self._seen is not None and self._put_off(aim):
                return dataclasses.replace(self._seen[1], azimuth=aim.azimuth, power=aim.power, pull=pull, grip=grip)
            begun = time.perf_counter()
            self._seen = (key, foreseen(aim, table, physics, preview, hand))
            took = time.perf_counter() - begun
            self._due = begun + took + (min(_LONGEST_WAIT, 2.0 * took) if took > _QUICK else 0.0)
        return dataclasses.replace(self._seen[1], pull=pull, grip=grip)

    def _put_off(self, aim: Aim) -> bool:
        """Whether, while the pointer pulls, the path of a moment ago is shown on: a path that costs much waits.

        The arrow is always that of the aim, and as soon as the pointer rests so is the path.
        """
        if self._seen is None or self.pull is None or self._seen[0][0].piece != aim.piece:
            return False
        return time.perf_counter() < self._due


def foreseen(aim: Aim, table: Table, physics: Physics, preview: str, hand: Hand) -> AimLook:
    """The aim with its preview: the real simulation of an exact hand, cut as the option says.

    Args:
        aim: What is meant.
        table: What lies on the mat.
        physics: Model constants.
        preview: ``none``, ``short`` or ``full``.
        hand: Whose scatter is drawn around the landing of a full preview.
    """
    piece = table[aim.piece]
    bare = AimLook(piece.x, piece.y, aim.azimuth, aim.power)
    if preview == "none" or not aim.ready:
        return bare
    try:
        outcome = previewed(aim, table, physics)
    except Exception:
        # A preview that can not be worked out is left out; the flick itself says what is wrong.
        return bare
    path = tuple((s.x, s.y, s.z) for s in outcome.track.get(aim.piece, ()))
    if preview == "short":
        return AimLook(piece.x, piece.y, aim.azimuth, aim.power, cut(path, SHORT_PREVIEW))
    end = outcome.table[aim.piece]
    distance = math.hypot(end.x - piece.x, end.y - piece.y)
    # The range grows with the square of the power; see physics.scattered for how the scatter grows with it.
    along = distance * 2.0 * hand.power_sd * (0.6 + 0.8 * aim.power)
    return AimLook(
        piece.x, piece.y, aim.azimuth, aim.power, path, (end.x, end.y), (along, distance * math.tan(hand.aim_sd))
    )


def cut(path: tuple[tuple[float, float, float], ...], length: float) -> tuple[tuple[float, float, float], ...]:
    """The first part of a path, by its length in plan."""
    kept, gone = list(path[:1]), 0.0
    for a, b in itertools.pairwise(path):
        gone += math.hypot(b[0] - a[0], b[1] - a[1])
        if gone > length:
            break
        kept.append(b)
    return tuple(kept)
