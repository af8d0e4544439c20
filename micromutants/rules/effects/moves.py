"""Effects that give a move, a shot, a shove or a bug brought by hand."""

from __future__ import annotations

from typing import Annotated

import msgspec

from micromutants.rules.effects.unit import Effect, Lost, Nothing, Reach, Rested
from micromutants.rules.model import Pending, Task
from micromutants.table import Face, Piece


class Fellows(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Own bugs of a breed within a range."""

    breed: str
    range: Reach


class Within(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything within a range."""

    range: Reach


class Thrust(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything within a range, and the speed in mm/s at which it is pushed."""

    range: Reach
    speed: Annotated[float, msgspec.Meta(gt=0.0, le=3000.0)] = 500.0


class Missile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A projectile by its id."""

    projectile: str


class Number(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many bugs."""

    count: Annotated[int, msgspec.Meta(ge=1, le=10)] = 1


class Of(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A breed."""

    breed: str


class Brood(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A breed that hatches, and whether also at once on landing."""

    breed: str
    at_once: bool = False


def _special(rested: Rested) -> bool:
    return rested.bug.face is Face.SPECIAL and not rested.stopped


# --- moves of other bugs ---------------------------------------------------------------------------------------


def _buddy(params: Fellows, lost: Lost) -> Pending | None:
    bug = lost.bug
    if bug.face is not Face.SPECIAL or lost.by == bug.owner:
        return None
    return Pending(Task.MOVE, bug.owner, "M11", "", bug.id, params.breed, params.range, at=bug)


BUDDIES = Effect(id="buddies", params=Fellows, lost=_buddy)
"""When an opponent eliminates it special side up, another bug near where it lay may move at once."""


def _order(params: Fellows, rested: Rested) -> Pending | None:
    if rested.stopped:
        return None
    return Pending(Task.MOVE, rested.bug.owner, "M11", "", rested.bug.id, params.breed, params.range)


ORDER = Effect(id="order", params=Fellows, rested=_order)
"""When it has moved, a bug near it may move."""


def _follow(params: Fellows, rested: Rested) -> Pending | None:
    return None if rested.captured else _order(params, rested)


FOLLOW = Effect(id="follow", params=Fellows, once="die", rested=_follow)
"""When it has moved and captured nothing, a bug near it may move, once a die."""


def _frenzy(params: Nothing, rested: Rested) -> Pending | None:
    if rested.stopped or not rested.captured:
        return None
    bug = rested.bug
    return Pending(Task.MOVE, bug.owner, "M11", "", bug.id, pieces=(bug.id,))


FRENZY = Effect(id="frenzy", once="die", rested=_frenzy)
"""When it has captured a bug it may move once more, once a die."""

DIRECTIVE = Effect(id="directive", params=Within, stands_in=lambda params: params.range)
"""Another own bug within range may move in its place."""


# --- shots and shoves ------------------------------------------------------------------------------------------


def _fire(params: Missile, rested: Rested) -> Pending | None:
    if not _special(rested):
        return None
    return Pending(Task.LOAD, rested.bug.owner, "M10", "", rested.bug.id, params.projectile)


FIRE_ON_LANDING = Effect(id="fire-on-landing", params=Missile, rested=_fire)
"""When it lands special side up it shoots a projectile."""


def _repulse(params: Thrust, rested: Rested) -> Pending | None:
    if not _special(rested):
        return None
    return Pending(Task.SHOVE, rested.bug.owner, "M11", "", rested.bug.id, range=params.range)


REPULSE = Effect(id="repulse", params=Thrust, rested=_repulse)
"""When it lands special side up it pushes every bug around it straight away."""


# --- bugs brought by hand --------------------------------------------------------------------------------------


def _warp(params: Number, rested: Rested) -> Pending | None:
    if not _special(rested):
        return None
    return Pending(Task.BRING, rested.bug.owner, "M11", "", rested.bug.id, count=params.count)


WARP = Effect(id="warp", params=Number, rested=_warp)
"""When it lands special side up own bugs may be brought to it from anywhere on the mat."""


def _assimilate(params: Of, bug: Piece) -> Pending | None:
    return Pending(Task.BRING, bug.owner, "M11", "", bug.id, params.breed, reserve=True)


ASSIMILATE = Effect(id="assimilate", params=Of, captured=_assimilate)
"""When it captures a bug, one own bug that is out of play may be placed beside it."""


def _hatching(params: Brood, bug: Piece) -> Pending | None:
    if bug.face is not Face.SPECIAL:
        return None
    return Pending(Task.BRING, bug.owner, "M11", "", bug.id, params.breed, reserve=True, inside=True)


def _hatching_at_once(params: Brood, rested: Rested) -> Pending | None:
    return _hatching(params, rested.bug) if params.at_once and not rested.stopped else None


HATCH = Effect(id="hatch", params=Brood, turn_begun=_hatching, rested=_hatching_at_once)
"""Special side up at the start of the turn it may be replaced by a bug that is out of play."""

EFFECTS = (BUDDIES, ORDER, FOLLOW, FRENZY, DIRECTIVE, FIRE_ON_LANDING, REPULSE, WARP, ASSIMILATE, HATCH)
