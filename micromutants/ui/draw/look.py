"""What is to be seen on the table, as values: nothing here draws."""

from __future__ import annotations

import bisect
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from micromutants.physics import Sample, Track
from micromutants.physics.attitude import rest_of
from micromutants.rules import Setup, army_of, breed_of, is_resource
from micromutants.rules.ids import resources_of
from micromutants.table import Face, Piece, Table
from micromutants.ui import theme

EFFECT_SECONDS: Mapping[str, float] = {
    "capture": 1.1,
    "fumble": 1.1,
    "damage": 1.4,
    "landing": 0.45,
    "return": 0.9,
    "acid": 1.2,
    "impact": 1.1,
    "warp": 1.1,
    "web": 1.0,
    "shield": 1.0,
    "collect": 1.0,
    "grow": 1.2,
    "wave": 0.7,
}
"""How long each kind of effect lasts, s."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a piece looks, whatever its pose.

    Attributes:
        kind: A name from ``KINDS``.
        army: Id of the army, or empty.
        emblem: Breed, projectile or base id.
        two_sided: Whether its other side shows something else.
        main: Whether it is a main base.
    """

    kind: str
    army: str
    emblem: str
    two_sided: bool = False
    main: bool = False


@dataclass(frozen=True, slots=True)
class AimLook:
    """The aim as it is drawn, from the chip outwards.

    Attributes:
        x: Centre of the chip, mm.
        y: Centre of the chip, mm.
        azimuth: rad.
        power: 0 to 1.
        path: Predicted centres (x, y, z in mm) from the chip to rest; empty shows none.
        landing: Where it is predicted to come down, mm.
        spread: Half axes in mm, along and across the shot, of the area in which a hand's scatter puts it.
        pull: The pixel to which the pointer is pulled back, for the rubber band.
        grip: The pixel at which the pull began, on the chip or anywhere on the mat.
    """

    x: float
    y: float
    azimuth: float
    power: float
    path: tuple[tuple[float, float, float], ...] = ()
    landing: tuple[float, float] | None = None
    spread: tuple[float, float] = (0.0, 0.0)
    pull: tuple[float, float] | None = None
    grip: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Ghost:
    """A piece that is about to be put down by hand."""

    piece: Piece
    legal: bool


@dataclass(frozen=True, slots=True)
class Effect:
    """Something that flares up and fades, drawn as a function of its age alone.

    Attributes:
        kind: One of :data:`EFFECT_SECONDS`.
        x: Where, mm.
        y: Where, mm.
        age: s since it began.
        army: Whose colours it has.
        size: Radius of what it concerns, mm.
    """

    kind: str
    x: float
    y: float
    age: float
    army: str = ""
    size: float = 10.0

    @property
    def over(self) -> bool:
        """Whether there is nothing left to see."""
        return not 0.0 <= self.age < EFFECT_SECONDS.get(self.kind, 0.0)


@dataclass(frozen=True, slots=True)
class Reach:
    """A range about a piece, drawn on the mat.

    Attributes:
        piece: As it lies.
        range: How far from its edge, mm.
    """

    piece: Piece
    range: float


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that is to be seen on the table.

    Attributes:
        setup: Says which armies play.
        table: Pieces at rest.
        poses: Attitudes of pieces in motion, which take the place of those at rest.
        fading: Pieces that are shown fading out, with how much is left of them (1 to 0).
        may_move: Ids that glow.
        refused: Ids that look muted.
        selected: Id with the selection ring.
        hovered: Id with the hover ring.
        webbed: Ids under a web marker.
        zone: Player whose set-up area is lit, or None.
        trace: The last shot, (x, y, z) in mm.
        aim: The aim.
        ghosts: Pieces about to be put down.
        effects: What flares up.
        reaches: Ranges that are shown.
        alone: Who has an end of the mat alone, with three players.
        looks: Looks of pieces whose ids do not say their breed; the others look as the set-up says.
    """

    setup: Setup
    table: Table
    poses: Mapping[str, Sample] = field(default_factory=dict)
    fading: Mapping[str, float] = field(default_factory=dict)
    may_move: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()
    selected: str | None = None
    hovered: str | None = None
    webbed: frozenset[str] = frozenset()
    zone: int | None = None
    trace: tuple[tuple[float, float, float], ...] = ()
    aim: AimLook | None = None
    ghosts: tuple[Ghost, ...] = ()
    effects: tuple[Effect, ...] = ()
    reaches: tuple[Reach, ...] = ()
    alone: int = -1
    looks: Mapping[str, Look] = field(default_factory=dict)

    def look(self, piece: Piece) -> Look:
        """How a piece of it looks."""
        return self.looks.get(piece.id) or look_of(piece, self.setup)


def look_of(piece: Piece, setup: Setup) -> Look:
    """How a piece of a game looks."""
    army = army_of(setup, piece.owner) if 0 <= piece.owner < len(setup.seats) else None
    emblem = breed_of(piece.id)
    if is_resource(piece.id):
        # A resource belongs to nobody, but has the colour of the army that dropped it.
        dropped = next((p for p in range(len(setup.seats)) if piece.id in resources_of(p)), None)
        return Look(piece.kind, "" if dropped is None else theme.dress_of(setup, dropped), emblem)
    if army is None:
        # At a mat at which nobody sits the pieces of each player have a colour all the same.
        dress = theme.dress_of_owner(piece.owner) if not setup.seats else ""
        return Look(piece.kind, dress, emblem, piece.spec.chip if not setup.seats else False)
    two_sided = any(b.id == emblem and b.two_sided for b in army.breeds)
    main = any(b.id == emblem and b.main for b in army.bases)
    return Look(piece.kind, theme.dress(army), emblem, two_sided, main)


def resting(piece: Piece) -> Sample:
    """The pose in space of a piece that lies flat, 2.4 mm up for each level."""
    half = piece.spec.thickness / 2
    c, s = math.cos(piece.angle / 2), math.sin(piece.angle / 2)
    z = piece.level * 2.4 + half
    # Special side up: half a turn about the piece's own x axis, then the angle about the vertical.
    if piece.face is Face.SPECIAL and piece.spec.chip:
        return Sample(0.0, piece.x, piece.y, z, 0.0, c, s, 0.0)
    return Sample(0.0, piece.x, piece.y, z, c, 0.0, 0.0, s)


def settled(table: Table, piece: Piece) -> Sample:
    """The pose in space of a piece of a table at rest: flat, or leaning on what its rim lies on."""
    if piece.level == 0:
        return resting(piece)
    rest = rest_of(table, piece)
    return Sample(0.0, piece.x, piece.y, rest.z, *rest.attitude)


def between(a: Sample, b: Sample, t: float) -> Sample:
    """The pose at time ``t`` between two samples: straight in place, the shortest way round in attitude."""
    span = b.t - a.t
    u = min(1.0, max(0.0, (t - a.t) / span)) if span > 0.0 else 1.0
    dot = a.qw * b.qw + a.qx * b.qx + a.qy * b.qy + a.qz * b.qz
    sign = -1.0 if dot < 0.0 else 1.0
    dot = min(1.0, abs(dot))
    if dot > 0.9995:
        wa, wb = 1.0 - u, u * sign
    else:
        angle = math.acos(dot)
        wa = math.sin((1.0 - u) * angle) / math.sin(angle)
        wb = sign * math.sin(u * angle) / math.sin(angle)
    q = [wa * p + wb * r for p, r in zip(a[4:], b[4:], strict=True)]
    n = math.sqrt(sum(v * v for v in q)) or 1.0
    return Sample(
        t,
        a.x + (b.x - a.x) * u,
        a.y + (b.y - a.y) * u,
        a.z + (b.z - a.z) * u,
        q[0] / n,
        q[1] / n,
        q[2] / n,
        q[3] / n,
    )


def poses_at(track: Track, t: float) -> dict[str, Sample]:
    """Where the moved pieces are ``t`` seconds after the launch."""
    return {piece: _at(samples, t) for piece, samples in track.items() if samples}


def scene_at(before: Scene, track: Track, t: float) -> Scene:
    """The scene ``t`` seconds after the launch, given what lay on the table before it and the track of the outcome."""
    return replace(before, poses=poses_at(track, t))


def _at(samples: tuple[Sample, ...], t: float) -> Sample:
    if t <= samples[0].t or len(samples) == 1:
        return samples[0]
    after = bisect.bisect_right(samples, t, hi=len(samples) - 1, key=lambda sample: sample.t)
    return between(samples[after - 1], samples[after], t)
