"""Aiming: from a drag or keys to one frozen aim, and from that to the shot.

The line on the screen, the preview and the shot are all made from the same :class:`Aim`, so they cannot disagree.
Nothing here knows of pygame.
"""

from __future__ import annotations

import itertools
import math
from typing import NamedTuple

import msgspec

from micromutants.physics import LOFT_MAX, LOFT_MIN, Physics, Shot, press, simulate
from micromutants.physics.model import Outcome
from micromutants.table import Table
from micromutants.ui.intents import Intent, Keyed

FULL_PULL = 300.0
"""Length in pixels, at text size 1, of a drag that gives full power."""

DEAD_ZONE = 14.0
"""Drags shorter than this, in pixels at text size 1, are clicks."""

COARSE, FINE, FINEST = math.radians(1.0), math.radians(0.1), math.radians(0.03)
"""Steps of the azimuth by keys, rad."""

POWER_STEPS = (0.01, 0.002, 0.0005)
"""Steps of the power by keys, coarse to finest."""


class Aim(msgspec.Struct, frozen=True):
    """What the player means, ready to be shot.

    Attributes:
        piece: Id of the bug.
        azimuth: rad, counter-clockwise from +x of the mat, always in [0, 2π).
        power: 0 to 1; 0 shoots nothing.
        loft: rad.
        offset: 0 presses the centre, 1 the rim.
    """

    piece: str
    azimuth: float = math.pi / 2
    power: float = 0.0
    loft: float = math.radians(45.0)
    offset: float = 1.0

    @property
    def ready(self) -> bool:
        """Whether there is enough power to shoot."""
        return self.power > 0.0

    @property
    def degrees(self) -> float:
        """The azimuth in degrees, from 0 to below 360."""
        return math.degrees(self.azimuth) % 360.0

    def shot(self) -> Shot:
        """The shot of exactly this aim."""
        return Shot(self.piece, self.azimuth, self.power, self.loft, self.offset)


def pulled(
    aim: Aim, start: tuple[float, float], pointer: tuple[float, float], scale: float = 1.0, dead: float = DEAD_ZONE
) -> Aim:
    """The aim that a drag from ``start`` to ``pointer`` gives: direction opposite, distance the power.

    Args:
        aim: What it was; loft, press offset and piece are kept, and the azimuth too within the dead zone.
        start: Where the button went down, pixels, y downwards.
        pointer: Where the pointer is, pixels, y downwards.
        scale: Size of the interface; a larger one asks for a longer pull.
        dead: Dead zone in pixels at scale 1.
    """
    # The picture is seen from above with the mat's y upwards, so only y changes its sign.
    dx, dy = start[0] - pointer[0], pointer[1] - start[1]
    distance = math.hypot(dx, dy)
    dead, full = dead * scale, FULL_PULL * scale
    if distance <= dead:
        return msgspec.structs.replace(aim, power=0.0)
    power = min(1.0, (distance - dead) / (full - dead))
    return msgspec.structs.replace(aim, azimuth=math.atan2(dy, dx) % math.tau, power=power)


def turned(aim: Aim, angle: float) -> Aim:
    """The aim turned by ``angle`` rad, counter-clockwise."""
    return msgspec.structs.replace(aim, azimuth=(aim.azimuth + angle) % math.tau)


def strengthened(aim: Aim, by: float) -> Aim:
    """The aim with ``by`` more power, kept within 0 to 1."""
    return msgspec.structs.replace(aim, power=round(min(1.0, max(0.0, aim.power + by)), 6))


def steered(aim: Aim, keyed: Keyed) -> Aim | None:
    """The aim turned or strengthened by a key, by the step that its modifiers choose; None where it means neither."""
    angle, power = (COARSE, FINE, FINEST)[keyed.step], POWER_STEPS[keyed.step]
    match keyed.intent:
        case Intent.LEFT:
            return turned(aim, angle)
        case Intent.RIGHT:
            return turned(aim, -angle)
        case Intent.UP:
            return strengthened(aim, power)
        case Intent.DOWN:
            return strengthened(aim, -power)
    return None


def lofted(aim: Aim, angle: float) -> Aim:
    """The aim with ``angle`` rad more loft, kept within what the shooter's guide allows."""
    return msgspec.structs.replace(aim, loft=min(LOFT_MAX, max(LOFT_MIN, aim.loft + angle)))


def offset_by(aim: Aim, by: float) -> Aim:
    """The aim pressed ``by`` further from the centre, kept within 0 to 1."""
    return msgspec.structs.replace(aim, offset=round(min(1.0, max(0.0, aim.offset + by)), 6))


def previewed(aim: Aim, table: Table, physics: Physics) -> Outcome:
    """What this aim does when the hand is exact: the real simulation, no scatter.

    Raises:
        PhysicsError: The aim is of a piece that cannot be flicked.
    """
    return simulate(table, press(aim.shot(), table[aim.piece], physics), physics)


class Grip(NamedTuple):
    """How a drag is felt; lengths in pixels at text size 1.

    Attributes:
        dead: Dead zone: drags up to this length are clicks.
        string: Length of the string on which the aim trails the pointer, so that tremors do not count; 0 is none.
    """

    dead: float = DEAD_ZONE
    string: float = 0.0


HASTE_SECONDS = 0.15
"""The haste of a drag is how fast the pointer went during this time before it was let go, s."""

FULL_HASTE = 1500.0
"""Speed of the pointer that is full haste, pixels at text size 1 per second."""


class Pull:
    """A drag in progress with the left button: where it began and the last place it was seen.

    The aim freezes at the last motion: where the button comes up is used only to tell inside from outside.
    """

    def __init__(self, start: tuple[float, float], grip: Grip, now: float = 0.0) -> None:
        self.start = start
        self.grip = grip
        self.last = start
        """Where the aim is: at the pointer, or trailing it."""
        self._seen = [(now, start)]

    def moved(self, pointer: tuple[float, float], scale: float = 1.0, now: float = 0.0) -> None:
        """The pointer was seen here at the time ``now``, in s."""
        self._seen = [(t, at) for t, at in self._seen if now - t <= 2 * HASTE_SECONDS] + [(now, pointer)]
        string, away = self.grip.string * scale, math.dist(self.last, pointer)
        if away > string:
            # The string is pulled straight: the aim comes after by what it lacks.
            share = (away - string) / away
            self.last = (
                self.last[0] + share * (pointer[0] - self.last[0]),
                self.last[1] + share * (pointer[1] - self.last[1]),
            )

    def long(self, scale: float = 1.0) -> bool:
        """Whether the drag is beyond the dead zone."""
        return math.dist(self.start, self.last) > self.grip.dead * scale

    def haste(self, scale: float = 1.0, now: float = 0.0) -> float:
        """How fast the pointer goes: 0 at rest, 1 at :data:`FULL_HASTE` or faster."""
        way = sum(math.dist(a, b) for (_, a), (t, b) in itertools.pairwise(self._seen) if now - t < HASTE_SECONDS)
        return min(1.0, way / (HASTE_SECONDS * FULL_HASTE * scale))


class Sling:
    """An aim and the drag that draws it back.

    Attributes:
        aim: What would be shot; None while nothing is aimed.
        pull: The drag; None while there is none.
        grip: How it is felt.
        clock: Time as the screen counts it, s: only the haste of a drag looks at it.
        haste: That of the drag that has just been let go; None where keys aimed.
    """

    def __init__(self, aim: Aim | None = None) -> None:
        self.aim = aim
        self.pull: Pull | None = None
        self.grip = Grip()
        self.clock = 0.0
        self.haste: float | None = None

    @property
    def ready(self) -> bool:
        """Whether there is enough power to shoot."""
        return self.aim is not None and self.aim.ready

    def press(self, pos: tuple[float, float]) -> None:
        """The left button went down where a drag may begin."""
        self.pull, self.haste = Pull(pos, self.grip, self.clock), None

    def drag(self, pos: tuple[float, float], scale: float) -> None:
        """The pointer moved with the button down: this is the only place where a drag changes the aim."""
        if self.pull is not None and self.aim is not None:
            self.pull.moved(pos, scale, self.clock)
            self.aim = pulled(self.aim, self.pull.start, self.pull.last, scale, self.grip.dead)

    def release(self, inside: bool, scale: float) -> bool:
        """The left button came up; returns whether the aim, frozen at the last motion, is to be shot."""
        if self.pull is None or self.aim is None:
            return False
        was_drag = self.pull.long(scale)
        self.haste = self.pull.haste(scale, self.clock) if was_drag else None
        self.pull = None
        if was_drag and inside and self.ready:
            return True
        if not inside:
            self._slacken()
        return False

    def cancel(self) -> bool:
        """Give up the drag and the power; returns whether there was anything to give up."""
        had = self.pull is not None or self.ready
        self.pull = None
        self._slacken()
        return had

    def let_go(self) -> None:
        """The window lost the focus: a drag is given up, nothing is shot."""
        if self.pull is not None:
            self.pull = None
            self._slacken()

    def _slacken(self) -> None:
        if self.aim is not None:
            self.aim = msgspec.structs.replace(self.aim, power=0.0)
