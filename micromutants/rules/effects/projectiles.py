"""Effects of projectiles."""

from __future__ import annotations

from typing import Annotated

import msgspec

from micromutants.rules.effects.unit import Effect, Landing, Strike
from micromutants.table import Face, Piece


class Blow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a projectile that strikes does.

    Attributes:
        ignores: Ids of effects that do not help against it.
        bases: Whether it takes small bases and turns undamaged large ones.
        again: How often it may be shot again from where it lies if it has eliminated nothing.
    """

    ignores: tuple[str, ...] = ()
    bases: bool = False
    again: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0


class Fire(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether it stays on the mat and burns until its owner's next turn."""

    stays: bool = False


class Threads(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many web markers there are, and how many results free a bug."""

    markers: Annotated[int, msgspec.Meta(ge=1, le=20)] = 3
    results: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1


def _bugs(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    return tuple(piece for piece in pieces if piece.spec.chip)


def _strike(params: Blow, landing: Landing) -> Strike:
    mine = landing.projectile.owner
    hits = tuple(bug.id for bug in _bugs(landing.over) if bug.owner != mine)
    bases = tuple(
        base.id
        for base in landing.over
        if params.bases and base.owner != mine and not base.spec.chip and base.face is Face.NORMAL
    )
    return Strike(hits, bases=bases, ignores=params.ignores, again=params.again)


STRIKE = Effect(id="strike", params=Blow, on=("projectile",), lands=_strike)
"""It eliminates every enemy bug that it ends over."""


def _sweep(params: Fire, landing: Landing) -> Strike:
    bugs = {bug.id for bug in (*_bugs(landing.over), *landing.touched)}
    return Strike(tuple(sorted(bugs)), stays=params.stays)


SWEEP = Effect(id="sweep", params=Fire, on=("projectile",), lands=_sweep, burns=lambda params: bool(params.stays))
"""It eliminates every bug, of any army, that it touches on its way or ends over."""


def _entangle(params: Threads, landing: Landing) -> Strike:
    mine = landing.projectile.owner
    return Strike(webs=tuple(bug.id for bug in _bugs(landing.over) if bug.owner != mine))


ENTANGLE = Effect(
    id="entangle",
    params=Threads,
    on=("projectile",),
    lands=_entangle,
    web_results=lambda params: int(params.results),
    web_markers=lambda params: int(params.markers),
)
"""Every enemy bug that it ends over gets a web marker."""

EFFECTS = (STRIKE, SWEEP, ENTANGLE)
