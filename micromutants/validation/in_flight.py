"""Closed-form targets of the shooter, of flight, and of landing: V1, V2, V9–V13, V18–V20, V24, V26–V28."""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Iterator
from itertools import pairwise

from micromutants.physics import AVERAGE, EXACT, GRAVITY, Hand, Launch, Physics, Shot, laws, press, scattered
from micromutants.physics.attitude import flat_attitude
from micromutants.physics.shooter import half_length, tumble_inertia
from micromutants.physics.solid import Freedom, Solid
from micromutants.physics.solo import CONTACT_GAP, RATE, Motion, Section, extent, fly_and_land
from micromutants.table import KINDS, Face, Piece
from micromutants.validation.target import Target, relative

PHYSICS = Physics()

VIGOROUS = 2000
"""Flips for the statistics of faces."""

FIRST_TOUCHES = 1500

FLICKS = 40_000
"""Aims for the chance to hit."""


def in_flight() -> Iterator[Target]:
    """All of them; some seconds, nearly all of it for the statistics of faces."""
    yield from _ballistic()
    yield from _bounces()
    yield from _faces()
    yield from _launches()
    yield from _turning()
    yield from _hand()


def _ballistic() -> Iterator[Target]:
    speed, loft = 1718.0, math.radians(35.0)
    law = laws.flight(speed, loft)
    start = Motion(0.0, 0.0, 0.0, 0.0, speed * math.cos(loft), speed * math.sin(loft), 3.0)
    landed, top = start.at(law.time), start.at(law.time / 2)
    vs, vz = start.vs, start.vz
    yield relative("V1", "range 2 v_x v_z / g, 1.7 m/s at 35°", "mm", landed.s, 2.0 * vs * vz / GRAVITY, 1e-9)
    yield relative("V1", "apex v_z² / 2g", "mm", top.z, vz * vz / (2.0 * GRAVITY), 1e-9)
    yield relative("V1", "time 2 v_z / g", "s", law.time, 2.0 * vz / GRAVITY, 1e-9)
    chip = _section("large")
    path = _fly(start._replace(z=chip.b, spin=0.0), chip)
    yield Target("V1", "range, stepped to the first touch", "mm", _first_touch(path, chip).s, law.range, 0.1)
    low, high = (_landing(speed, math.radians(45.0 + d)) for d in (-20.0, 20.0))
    yield relative("V2", "equal range at 25° and 65°", "mm", low, high, 1e-9)
    farthest = max(range(15, 76), key=lambda degrees: _landing(speed, math.radians(degrees)))
    yield Target("V2", "loft of the longest range", "°", float(farthest), 45.0, 0.0)


def _bounces() -> Iterator[Target]:
    chip, height, restitution = _section("large"), 200.0, 0.6
    # On a mat four times as fast, where gravity has no time to matter in a hit.
    drop = Motion(0.0, 0.0, chip.b + height, 0.0, 0.0, 0.0, 0.0)
    path = _fly(drop, chip, restitution=restitution, rate=4.0 * RATE)
    rises = [m for before, m in pairwise(_in_the_air(path, chip)) if m.vz > 0.0 >= before.vz]
    for n in (1, 2, 3):
        apex = rises[n - 1].z - chip.b + rises[n - 1].vz ** 2 / (2.0 * GRAVITY)
        expected = laws.bounce_height(height, restitution, n)
        yield Target("V9", f"height of bounce {n}: e²ⁿ h", "mm", apex, expected, 0.02 * expected + 0.1)
    path = _fly(drop, chip, rate=4.0 * RATE)
    time = laws.bouncing_time(height, 0.35)
    yield relative("V9", "time of bouncing √(2h/g) (1+e)/(1−e), e = 0.35", "s", path[-1].t, time, 0.03)

    tilt, fall, radius = math.radians(25.0), 1300.0, 11.0
    thin = Section(radius, 0.0, 0.0, 1.0, radius * radius / 4)
    # So hard a mat that the chip does not turn while it is hit.
    start = Motion(0.0, 0.0, radius * math.sin(tilt), tilt, 0.0, -fall, 0.0)
    after = _rebound(_fly(start, thin, 0.0, limit=1e-3, rate=100.0 * RATE), thin)
    spin, kept = laws.edge_hit(fall, tilt, radius, 0.35)
    yield relative("V10", "spin after an edge hit, thin disc at 25°", "1/s", abs(after.spin), spin, 0.01)
    energy = 0.5 * after.vz**2 + 0.5 * thin.inertia * after.spin**2
    yield relative("V10", "energy kept by it", "", energy / (0.5 * fall * fall), kept, 0.01)

    draw, grown = random.Random(11), 0.0
    for i in range(150):
        chip = _section(("small", "large", "rect")[i % 3])
        start = _vigorous(draw, chip)
        friction, restitution = draw.random(), draw.random()
        path = _fly(start, chip, friction, restitution, limit=2.0)
        energies = [_energy(m, chip) for m in _in_the_air(path, chip)]
        steps = (b - a for a, b in pairwise(energies))
        grown = max(grown, max(steps) / energies[0])
    yield Target("V11", "largest growth of energy from air to air, landing", "", max(grown, 0.0), 0.0, 1e-12)


def _faces() -> Iterator[Target]:
    chip, draw = _section("large"), random.Random(12)
    paths = [_fly(_vigorous(draw, chip), chip) for _ in range(VIGOROUS)]
    same = statistics.mean(not path[-1].turned_up() for path in paths)
    yield Target("V12", f"start side up after {VIGOROUS} vigorous flips", "", same, 0.5, 3 * math.sqrt(0.25 / VIGOROUS))

    draw, angles = random.Random(13), []
    piece = Piece("a", "large", 0, 0.0, 0.0)
    for _ in range(FIRST_TOUCHES):
        launch = press(scattered(Shot("a", 0.0, 0.5), AVERAGE, PHYSICS, draw), piece, PHYSICS)
        # Nothing after the first touch is of interest.
        path = _fly(_take_off(launch, chip), chip, limit=1.2 * laws.flight(launch.speed, launch.loft).time)
        angles.append(_first_touch(path, chip).phi)
    up = statistics.mean(math.cos(angle) > 0.0 for angle in angles)
    law = laws.same_side(statistics.mean(angles), statistics.stdev(angles))
    yield Target("V13", "start side up at first touch, average hand", "", up, law, 0.06)

    barrier = chip.mass * GRAVITY * laws.flip_barrier(chip.a, chip.b, chip.r)
    turned = 0
    for path in paths:
        faces = [m.turned_up() for m in _in_the_air(path, chip) if _energy(m, chip) < barrier]
        turned += any(face != faces[0] for face in faces)
    yield Target("V26", "faces that turn below the energy barrier", "", float(turned), 0.0, 0.0)
    standing = statistics.mean(_stands(path, chip) for path in paths)
    yield Target("V28", "share that stands on its rim", "", standing, 0.0, 1e-3)


def _launches() -> Iterator[Target]:
    def launch(power: float = 0.5, kind: str = "large", physics: Physics = PHYSICS, **more: float) -> Launch:
        shot = Shot("a", 0.0, power, **{"loft": math.radians(55.0)} | more)
        return press(shot, Piece("a", kind, 0, 0.0, 0.0), physics)

    def reach(found: Launch) -> float:
        return laws.flight(found.speed, found.loft).range

    half, full = launch(0.5), launch(1.0)
    yield relative("V18", "v ∝ pⁿ: speed at half power", "", half.speed / full.speed, 0.5, 1e-9)
    felt = Physics(felt_exponent=0.5)
    ratio = reach(launch(0.5, physics=felt)) / reach(launch(1.0, physics=felt))
    yield relative("V18", "R ∝ p²ⁿ: range at half power, n = ½", "", ratio, 0.5, 1e-9)
    light, heavy = launch(kind="small", tumble=0.0).speed, launch(kind="large", tumble=0.0).speed
    masses = math.sqrt(KINDS["large"].mass / KINDS["small"].mass)
    yield relative("V18", "v ∝ m^−½: small chip against large", "", light / heavy, masses, 1e-9)
    spec = KINDS["large"]
    energy = 0.5 * spec.mass * half.speed**2 + 0.5 * tumble_inertia(spec, 0.0) * half.tumble**2
    pressed = (0.5 * PHYSICS.press_force) ** 2 / (2.0 * PHYSICS.mat_stiffness) * 1e6
    returned = PHYSICS.returned_fraction * pressed * math.cos(math.radians(10.0)) ** 2
    yield relative("V18", "flight and tumble = ηU cos²(α − 45°)", "nJ", energy, returned, 1e-9)
    air = laws.flight(half.speed, half.loft)
    turns = laws.turns_in_the_air(PHYSICS.tumble, 1.0, air.apex, half_length(spec, 0.0))
    yield relative("V18", "turns in the air (2/π) τ c H/a", "", half.tumble * air.time / math.tau, turns, 1e-9)
    askew, other = launch(twist=0.3), launch(twist=-0.3)
    yaw = PHYSICS.yaw_coupling * askew.speed * math.cos(askew.loft) * math.sin(0.3) / (spec.k2 * spec.spin_radius)
    yield relative("V19", "yaw χ v_h sin ξ / (k² R)", "1/s", askew.yaw, yaw, 1e-9)
    yield Target("V19", "yaw at ξ = 0, and at ξ and −ξ together", "1/s", half.yaw + askew.yaw + other.yaw, 0.0, 1e-9)
    soft = Physics(mat_stiffness=PHYSICS.mat_stiffness / 2)
    yield relative("V27", "range on a mat half as stiff", "", reach(launch(physics=soft)) / reach(half), 2.0, 1e-9)


def _turning() -> Iterator[Target]:
    for degrees, expected in ((60.0, 0.6082), (81.0, 0.508)):
        found = laws.coin_same_side(math.radians(degrees))
        yield Target("V20", f"same side of a tossed coin, ψ = {degrees:.0f}°", "", found, expected, 2e-4)
    for ratio in (1.8, 4.0):
        body = Solid(Piece("a", "large", 0, 0.0, 0.0), 1.25, flat_attitude(0.0, Face.NORMAL), PHYSICS.edge_rounding)
        body.set_freedom(Freedom.FREE)
        body.wx, body.wz = 20.0 * ratio, 20.0
        inertia = body.kind.inertia_x
        psi = math.atan2(inertia * body.wx, body.kind.inertia_z * body.wz)
        # The momentum is kept, so the wobble has one period.
        period = math.tau * inertia / math.hypot(inertia * body.wx, body.kind.inertia_z * body.wz)
        up = 0
        for _ in range(4000):
            body.turn(period / 4000)
            up += body.m[8] > 0.0
        fact = f"time with the start side up, Ω = {ratio} ω_z"
        yield Target("V20", fact, "", up / 4000, laws.coin_same_side(psi), 1e-3)


def _hand() -> Iterator[Target]:
    sd = laws.spread_for(24.0, 12 / 21)
    yield Target("V24", "spread of 12 hits in 21, 24 mm wide", "mm", sd, 18.4, 0.05)
    draw, aim = random.Random(24), Shot("a", 0.0, 0.5)
    hand, hits = Hand(aim_sd=sd / 914.0, tumble_sd=1e-9), 0
    for _ in range(FLICKS // 2):
        # Two independent errors of aim stand for those across and along.
        across, along = (914.0 * scattered(aim, hand, PHYSICS, draw).azimuth for _ in range(2))
        hits += math.hypot(across, along) <= 24.0
    yield Target("V24", "share of hits with that spread", "", hits / (FLICKS // 2), laws.hit_chance(24.0, sd), 0.01)
    moved = scattered(aim, EXACT, PHYSICS, draw).azimuth
    yield Target("V24", "error of an exact hand", "rad", moved, 0.0, 0.0)


def _section(kind: str) -> Section:
    """A chip's section along its own x axis."""
    spec = KINDS[kind]
    rounding = min(PHYSICS.edge_rounding, spec.thickness / 2 - 0.05)
    return Section(half_length(spec, 0.0), spec.thickness / 2, rounding, spec.mass, tumble_inertia(spec, 0.0))


def _fly(
    start: Motion,
    chip: Section,
    friction: float = 0.35,
    restitution: float = 0.35,
    limit: float = 8.0,
    rate: float = RATE,
) -> list[Motion]:
    return fly_and_land(start, chip, friction, restitution, limit, rate)[0]


def _in_the_air(path: list[Motion], chip: Section) -> list[Motion]:
    """Those in which no edge is below the surface of the mat."""
    return [m for m in path if m.z >= extent(chip, m.phi)]


def _rebound(path: list[Motion], chip: Section) -> Motion:
    """The first motion in which the chip is off the mat again."""
    hit = next(k for k, m in enumerate(path) if m.z < extent(chip, m.phi))
    return _in_the_air(path[hit:], chip)[0]


def _take_off(launch: Launch, chip: Section) -> Motion:
    along, up = launch.speed * math.cos(launch.loft), launch.speed * math.sin(launch.loft)
    return Motion(0.0, 0.0, chip.b, 0.0, along, up, launch.tumble)


def _vigorous(draw: random.Random, chip: Section) -> Motion:
    """A flip with many turns and a broad spread of them."""
    loft, speed = math.radians(40.0 + 30.0 * draw.random()), 1800.0 + 1400.0 * draw.random()
    return _take_off(Launch("a", 0.0, speed, loft, 60.0 + 100.0 * draw.random()), chip)


def _first_touch(path: list[Motion], chip: Section) -> Motion:
    return next(m for m in path[1:] if m.z - extent(chip, m.phi) <= CONTACT_GAP)


def _landing(speed: float, loft: float) -> float:
    start = Motion(0.0, 0.0, 0.0, 0.0, speed * math.cos(loft), speed * math.sin(loft), 0.0)
    return start.at(laws.flight(speed, loft).time).s


def _energy(m: Motion, chip: Section) -> float:
    """Kinetic and potential energy, nJ."""
    return 0.5 * chip.mass * (m.vs**2 + m.vz**2) + 0.5 * chip.inertia * m.spin**2 + chip.mass * GRAVITY * m.z


def _stands(path: list[Motion], chip: Section) -> bool:
    """Whether a chip stands on its rim for 40 ms."""
    since = math.inf
    for m in path:
        if abs(math.cos(m.phi)) < chip.b / chip.a and abs(m.vz) < 5.0 and abs(m.spin) < 0.5:
            since = min(since, m.t)
            if m.t - since > 0.04:
                return True
        else:
            since = math.inf
    return False
