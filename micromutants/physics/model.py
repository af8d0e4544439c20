"""The values that go into a simulation and come out of it.

Units: mm, g, s, rad.  Azimuths are counter-clockwise from +x; a loft is the angle of take-off above the mat.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from micromutants.table import LiesOn, Table

PHYSICS_VERSION = 5
"""Goes up whenever the same launch on the same table may come to rest elsewhere; records carry it."""

GRAVITY = 9810.0
"""mm/s²."""

LOFT_MIN, LOFT_MAX = math.radians(15.0), math.radians(75.0)
"""Range of the shooter's guide, rad."""


class PhysicsError(ValueError):
    """A launch, shot or parameter that cannot be; the message says where and what is allowed."""


class Physics(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Model constants.  Each has a unit, a range that is checked and a default that plays well."""

    friction_mat: Annotated[float, Meta(ge=0.0, le=2.0, description="Coulomb friction, chip on mat")] = 0.35
    friction_chip: Annotated[float, Meta(ge=0.0, le=2.0, description="Coulomb friction, chip on chip")] = 0.30
    restitution_mat: Annotated[float, Meta(ge=0.0, le=1.0, description="restitution, chip on mat")] = 0.35
    restitution_chip: Annotated[float, Meta(ge=0.0, le=1.0, description="restitution, chip on chip")] = 0.55
    bounce_speed: Annotated[
        float, Meta(ge=0.0, le=1000.0, description="approach speed below which nothing bounces, mm/s")
    ] = 250.0
    mat_stiffness: Annotated[float, Meta(gt=0.0, le=1000.0, description="stiffness under a pressed edge, N/mm")] = 8.0
    returned_fraction: Annotated[
        float, Meta(ge=0.0, le=1.0, description="share of the stored energy that the chip gets back")
    ] = 0.30
    press_force: Annotated[float, Meta(gt=0.0, le=1000.0, description="press force at full power, N")] = 15.0
    felt_exponent: Annotated[
        float, Meta(ge=0.5, le=1.0, description="n in speed = const · powerⁿ: 1 linear mat, ½ stiffening felt")
    ] = 1.0
    tumble: Annotated[
        float, Meta(ge=-0.9, le=0.9, description="tumble parameter: spin · radius / rise, + is nose up")
    ] = 0.5
    yaw_coupling: Annotated[float, Meta(ge=0.0, le=2.0, description="share of an askew shooter that becomes yaw")] = 0.5
    edge_rounding: Annotated[float, Meta(gt=0.0, le=1.0, description="radius of the chips' rounded edges, mm")] = 0.8
    min_overlap: Annotated[float, Meta(gt=0.01, le=2.0, description="least depth that counts as lying on, mm")] = 0.2
    time_limit: Annotated[float, Meta(gt=0.0, le=60.0, description="longest time simulated, s")] = 8.0


class Hand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Scatter of a hand: standard deviations of what it does against what it means.  All 0 is exact."""

    power_sd: Annotated[float, Meta(ge=0.0, le=1.0, description="of the power, as a share of it")] = 0.0
    aim_sd: Annotated[float, Meta(ge=0.0, le=3.2, description="of the azimuth, rad")] = 0.0
    loft_sd: Annotated[float, Meta(ge=0.0, le=1.6, description="of the loft, rad")] = 0.0
    tumble_sd: Annotated[float, Meta(ge=0.0, le=2.0, description="of the tumble parameter")] = 0.0


EXACT = Hand()
EXPERT = Hand(0.01, math.radians(1.2), math.radians(1.5), 0.05)
AVERAGE = Hand(0.03, math.radians(3.0), math.radians(4.0), 0.15)
NOVICE = Hand(0.06, math.radians(6.0), math.radians(8.0), 0.30)


class Shot(msgspec.Struct, frozen=True):
    """What a hand does with the shooter.

    Attributes:
        piece: Id of the chip that is pressed.
        azimuth: Direction in which it shall fly, rad.
        power: 0 to 1.
        loft: Take-off angle that the shooter's face gives, rad.
        offset: Where it is pressed: 0 centre, 1 rim.
        twist: How far the shooter's edge is askew to the shot line, rad.
        tumble: Overrides the physics' tumble parameter where given.
    """

    piece: str
    azimuth: float
    power: float
    loft: float = math.radians(45.0)
    offset: float = 1.0
    twist: float = 0.0
    tumble: float | None = None


class Launch(msgspec.Struct, frozen=True):
    """What the chip does as it leaves the shooter.

    Attributes:
        piece: Id of the chip.
        azimuth: Direction of flight in plan, rad.
        speed: mm/s.
        loft: Angle of take-off, rad.
        tumble: Spin about the horizontal axis across the shot, + nose up, rad/s.
        yaw: Spin about the vertical, + counter-clockwise, rad/s.
        height: How far above its place on the table it is let go, mm: 0 for a flick, more for a throw or a drop.
    """

    piece: str
    azimuth: float
    speed: float
    loft: float
    tumble: float = 0.0
    yaw: float = 0.0
    height: float = 0.0


class EventKind(enum.Enum):
    """What an event says happened."""

    LAUNCH = "launch"
    TOUCHDOWN = "touchdown"
    CONTACT = "contact"
    TURNED = "turned"
    LEFT_MAT = "left-mat"
    REST = "rest"


class Verdict(enum.Enum):
    """How two pieces met at first touch, for the piece that is named first."""

    BUMP = "bump"
    OVER = "over"
    UNDER = "under"


class Event(NamedTuple):
    """Something that happened during a shot.

    Attributes:
        time: s since the launch.
        kind: What happened.
        piece: Id of the piece it happened to; in a contact, the one that moved faster.
        other: Id of the other piece of a contact.
        verdict: Of a contact: edge to edge, or which one came above.
        speed: mm/s: closing speed of a contact, impact speed of a touchdown, launch speed.
    """

    time: float
    kind: EventKind
    piece: str
    other: str | None = None
    verdict: Verdict | None = None
    speed: float = 0.0


class Sample(NamedTuple):
    """A piece at one moment of a track.

    Attributes:
        t: s since the launch.
        x: Centre, mm.
        y: Centre, mm.
        z: Height of the centre of the chip above the mat, mm (half its thickness when it lies flat).
        qw: Attitude as a unit quaternion that takes the chip's own axes to the mat's: own z is the outward
            normal of its normal side, so a chip shows its normal side while the rotated z points up.
        qx: See ``qw``.
        qy: See ``qw``.
        qz: See ``qw``.
    """

    t: float
    x: float
    y: float
    z: float
    qw: float
    qx: float
    qy: float
    qz: float


Track = Mapping[str, tuple[Sample, ...]]
"""Samples of each piece that moved, in time order, about 60 a second; before the first and after the last it rests."""


class Outcome(msgspec.Struct, frozen=True):
    """What came of a launch.

    Attributes:
        table: Everything at rest.  A piece that left the mat lies beside it; rules decide what becomes of it.
        lies_on: Pairs (upper, lower, area) of the table at rest.
        events: In time order.
        track: How the moved pieces got there.
        moved: Ids of the pieces whose pose changed, in order.
        settled: False where the time limit ended it.
        elapsed: s until the last piece came to rest.
    """

    table: Table
    lies_on: tuple[LiesOn, ...]
    events: tuple[Event, ...]
    track: Track
    moved: tuple[str, ...]
    settled: bool
    elapsed: float
