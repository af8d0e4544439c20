"""Flight and landing of a chip alone, against closed forms (physics.md V1, V2, V9–V13, V20, V26, V28)."""

import itertools
import math

import pytest
from physics_tools import (
    PHYSICS,
    chip,
    energy,
    generator,
    mat_contact,
    random_launch,
    section,
    solid,
    spin_momentum,
    table,
    take_off,
)

from micromutants.physics import (
    AVERAGE,
    EXPERT,
    GRAVITY,
    NOVICE,
    EventKind,
    Launch,
    Physics,
    Shot,
    laws,
    press,
    scattered,
    simulate,
)
from micromutants.physics.attitude import normalised, product, rotation
from micromutants.physics.contact import solve
from micromutants.physics.lively import lively_step
from micromutants.physics.simulate import _let_go
from micromutants.physics.solo import (
    CONTACT_GAP,
    PHASE,
    RATE,
    Motion,
    _on_the_mat,
    damping_for,
    extent,
    fly_and_land,
    rebound,
    stride,
)
from micromutants.physics.trace import Trace
from micromutants.physics.world import World

LARGE = section()


HARD = 100.0 * RATE
"""Frequency of a mat so hard that hits are over at once."""


def fly(start, sect=LARGE, friction=0.35, restitution=0.35, limit=8.0, rate=RATE):
    return fly_and_land(start, sect, friction, restitution, limit, rate)


def in_the_air(motions, sect=LARGE):
    """Those in which no edge is below the surface."""
    return [m for m in motions if m.z >= extent(sect, m.phi)]


def after_first_hit(motions, sect):
    hit = next(k for k, m in enumerate(motions) if m.z < extent(sect, m.phi))
    return in_the_air(motions[hit:], sect)[0]


def first_touch(motions, sect):
    return next(m for m in motions[1:] if m.z - extent(sect, m.phi) <= CONTACT_GAP)


# --- V1, V2: ballistic flight ----------------------------------------------------------------------------


@pytest.mark.parametrize("speed", [300.0, 1000.0, 2863.0])
@pytest.mark.parametrize("degrees", [15.0, 30.0, 45.0, 75.0])
def test_v1_range_apex_time(speed, degrees):
    loft = math.radians(degrees)
    vs, vz = speed * math.cos(loft), speed * math.sin(loft)
    law = laws.flight(speed, loft)
    assert law.range == pytest.approx(2.0 * vs * vz / GRAVITY, rel=1e-9)
    assert law.apex == pytest.approx(vz**2 / (2.0 * GRAVITY), rel=1e-9)
    assert law.time == pytest.approx(2.0 * vz / GRAVITY, rel=1e-9)
    # The engine's own ballistic motion.
    start = Motion(0.0, 0.0, 0.0, 0.0, vs, vz, 3.0)
    landed, top = start.at(law.time), start.at(law.time / 2)
    assert landed.s == pytest.approx(law.range, rel=1e-9)
    assert landed.z == pytest.approx(0.0, abs=1e-9 * law.apex)
    assert landed.vz == pytest.approx(-vz, rel=1e-9)
    assert top.z == pytest.approx(law.apex, rel=1e-9)
    assert landed.phi == pytest.approx(3.0 * law.time, rel=1e-9)
    # Stepped from contact to contact.
    motions, _ = fly(Motion(0.0, 0.0, LARGE.b, 0.0, vs, vz, 0.0))
    assert first_touch(motions, LARGE).s == pytest.approx(law.range, abs=0.1)


@pytest.mark.parametrize("degrees", [20.0, 45.0, 70.0])
def test_v1_the_world_of_lively_chips_flies_the_same_way(degrees):
    loft = math.radians(degrees)
    world = World(table(chip("a", 100.0, 100.0)), PHYSICS, Trace())
    _let_go(world, Launch("a", 0.0, 1500.0, loft), world.table["a"])
    body = world.solid(world.table["a"])
    law = laws.flight(1500.0, loft)
    apex = 0.0
    while not world.trace.landed:
        lively_step(world)
        apex = max(apex, body.z)
    touchdown = next(e for e in world.trace.events if e.kind is EventKind.TOUCHDOWN)
    # The touch is noticed within a step before it happens.
    assert touchdown.time == pytest.approx(law.time, abs=1.1e-3)
    assert touchdown.speed == pytest.approx(1500.0 * math.sin(loft), rel=0.02)
    assert body.x - 100.0 == pytest.approx(law.range, abs=1.1e-3 * 1500.0 * math.cos(loft))
    assert apex == pytest.approx(law.apex + LARGE.b, abs=0.1)


@pytest.mark.parametrize("azimuth", [0.0, 1.0, -2.2])
def test_the_two_ways_to_fly_agree(azimuth):
    """Alone in the plane of the shot, and in space beside another that is launched far away; + is nose up."""
    launch = Launch("a", azimuth, 1500.0, math.radians(60.0), 30.0)
    start = table(chip("a", 300.0, 300.0, angle=0.4), chip("b", 700.0, 700.0))
    alone = simulate(start, launch).track["a"]
    beside = simulate(start, [launch, Launch("b", 0.8, 1500.0, math.radians(60.0))]).track["a"]
    for one in alone[1:8]:
        other = next(s for s in beside if abs(s.t - one.t) < 1e-6)
        assert other[1:4] == pytest.approx(one[1:4], abs=1e-3)
        assert abs(sum(p * q for p, q in zip(one[4:], other[4:], strict=True))) == pytest.approx(1.0, abs=1e-6)
    # The front is up, so the normal leans back.
    _, _, _, _, w, x, y, z = alone[1]
    ahead = 2.0 * (x * z + w * y) * math.cos(azimuth) + 2.0 * (y * z - w * x) * math.sin(azimuth)
    assert ahead == pytest.approx(-math.sin(30.0 * alone[1].t), abs=1e-6)


def test_v2_complementary_lofts():
    for degrees in range(1, 45):
        low, high = math.radians(degrees), math.radians(90 - degrees)
        assert laws.flight(1700.0, low).range == pytest.approx(laws.flight(1700.0, high).range, rel=1e-9)
        assert laws.flight(1700.0, low).range < laws.flight(1700.0, math.radians(45.0)).range
        landings = []
        for loft in (low, high):
            start = Motion(0.0, 0.0, 0.0, 0.0, 1700.0 * math.cos(loft), 1700.0 * math.sin(loft), 0.0)
            landings.append(start.at(laws.flight(1700.0, loft).time).s)
        assert landings[0] == pytest.approx(landings[1], rel=1e-9)


# --- V9, V10: bounces ------------------------------------------------------------------------------------


@pytest.mark.parametrize("rate", [RATE, 4.0 * RATE], ids=["felt", "hard"])
@pytest.mark.parametrize(("restitution", "bounces"), [(0.35, 1), (0.6, 3), (0.8, 3)])
def test_v9_restitution_ladder(restitution, bounces, rate):
    height = 200.0
    motions, settled = fly(Motion(0.0, 0.0, LARGE.b + height, 0.0, 0.0, 0.0, 0.0), restitution=restitution, rate=rate)
    assert settled
    apexes, rising = [], False
    for m in in_the_air(motions):
        if m.vz > 0.0 and not rising:
            apexes.append(m.z - LARGE.b + m.vz**2 / (2.0 * GRAVITY))
        rising = m.vz > 0.0
    for n in range(1, bounces + 1):
        expected = laws.bounce_height(height, restitution, n)
        assert expected == height * restitution ** (2 * n)
        # On felt gravity brakes it on its way out.
        share = 0.02 if rate > RATE else 0.02 * n
        assert apexes[n - 1] == pytest.approx(expected, abs=share * expected + 0.1)
    assert motions[-1].phi == 0.0
    if restitution < 0.5:
        assert motions[-1].t == pytest.approx(laws.bouncing_time(height, restitution), rel=0.03)


@pytest.mark.parametrize("restitution", [0.01, 0.1, 0.35, 0.6, 0.9, 0.999])
def test_v9_the_damping_of_an_edge_gives_the_restitution(restitution):
    """Against an oscillator followed by small steps, which is let go where the mat would pull."""
    damping = damping_for(restitution)
    assert rebound(damping) == pytest.approx(restitution, abs=1e-9)
    x, v, dt = 0.0, -1.0, 1e-5
    while v < 0.0 or -2.0 * damping * v - x > 0.0:
        half = v + 0.5 * dt * (-2.0 * damping * v - x)
        x += dt * half
        v += dt * (-2.0 * damping * half - x + 0.5 * dt * half)
    assert v == pytest.approx(restitution, abs=1e-3)
    # Two strides of half the length do what one does, for they are exact.
    whole, half_stride = stride(damping, 500.0, 0.3), stride(damping, 500.0, 0.15)
    assert half_stride.slip**2 == pytest.approx(whole.slip, rel=1e-12)
    if damping > 0.0:
        assert 0.0 < rebound(2.0 * damping) < restitution


def test_v9_no_restitution_and_full():
    assert damping_for(1.0) == 0.0
    assert rebound(damping_for(0.0)) < 0.003
    assert rebound(1.0) == pytest.approx(rebound(1.0 - 1e-9), rel=1e-6)
    assert rebound(1.0) == pytest.approx(rebound(1.0 + 1e-9), rel=1e-6)


def test_v9_restitution_ladder_in_the_world_of_lively_chips():
    physics = Physics(restitution_mat=0.6, bounce_speed=30.0)
    world = World(table(chip("a")), physics, Trace())
    body = world.solid(world.table["a"])
    world.release(body)
    body.z += 100.0
    apex, apexes, before = 0.0, [], 0.0
    while world.free and world.t < 2.0:
        lively_step(world)
        if body.vz > 0.0:
            apex = body.z - 1.25 + body.vz**2 / (2.0 * GRAVITY) if before <= 0.0 else apex
        elif before > 0.0:
            apexes.append(apex)
        before = body.vz
    for n in range(1, 4):
        expected = laws.bounce_height(100.0, 0.6, n)
        assert apexes[n - 1] == pytest.approx(expected, abs=0.02 * expected + 0.1)


@pytest.mark.parametrize("degrees", [5.0, 25.0, 45.0, 70.0, 85.0])
@pytest.mark.parametrize("restitution", [0.0, 0.35, 0.9])
def test_v10_edge_hit(degrees, restitution):
    tilt, fall, radius = math.radians(degrees), 1300.0, 11.0
    # A disc without thickness: I = mR²/4; a mat so hard that it does not turn while it is hit.
    thin = section()._replace(a=radius, b=0.0, r=0.0, mass=1.0, inertia=radius**2 / 4)
    start = Motion(0.0, 0.0, radius * math.sin(tilt), tilt, 0.0, -fall, 0.0)
    motions, _ = fly(start, thin, 0.0, restitution, limit=1e-3, rate=HARD)
    after = after_first_hit(motions, thin)
    spin, kept = laws.edge_hit(fall, tilt, radius, restitution)
    # The right edge would turn it the other way.
    assert abs(after.spin) == pytest.approx(spin, rel=0.015)
    energy_after = 0.5 * after.vz**2 + 0.5 * thin.inertia * after.spin**2
    assert energy_after / (0.5 * fall**2) == pytest.approx(kept, rel=0.015)
    # The edge parts with that share of its approach.
    assert after.vz + abs(after.spin) * radius * math.cos(tilt) == pytest.approx(restitution * fall, abs=0.012 * fall)


def test_v10_the_softer_the_mat_the_longer_a_hit():
    """Half a period of the oscillator, and in that time the chip turns on."""
    start = Motion(0.0, 0.0, 200.0, 0.5, 0.0, 0.0, 0.0)
    times, turned = [], []
    for rate in (RATE, 4.0 * RATE, 16.0 * RATE):
        motions, _ = fly(start, LARGE, 0.0, 0.35, limit=0.3, rate=rate)
        hit = next(m for m in motions if m.z < extent(LARGE, m.phi))
        after = after_first_hit(motions, LARGE)
        times.append(after.t - hit.t)
        turned.append(abs(after.phi - hit.phi))
    # The second edge comes down before the first one is out.
    assert 0.6 * math.pi / RATE < times[0] < 3.0 * math.pi / RATE
    assert times[0] > 2.0 * times[1] > 4.0 * times[2]
    assert turned[0] > 2.0 * turned[1] > 4.0 * turned[2] > 0.0


@pytest.mark.parametrize("kind", ["small", "large", "rect"])
def test_v10_friction_is_associated(kind):
    """Each edge parts as its oscillator would, and faster by the friction times the slip that was stopped, or more."""
    draw, sect = generator(5), section(kind)
    step, pressed = stride(damping_for(0.35), RATE, PHASE), 0
    for _ in range(300):
        phi = draw.uniform(-math.pi, math.pi)
        sin, cos = math.sin(phi), math.cos(phi)
        vs, vz, spin = draw.uniform(-1500.0, 1500.0), draw.uniform(-800.0, 100.0), draw.uniform(-80.0, 80.0)
        now = Motion(0.0, 0.0, extent(sect, phi) - draw.uniform(0.0, 0.6), phi, vs, vz, spin)
        after = _on_the_mat(now, sect, sin, cos, 0.35, step)
        corners = itertools.product((sect.a - sect.r, sect.r - sect.a), (sect.b - sect.r, sect.r - sect.b))
        edges = [(u * cos - w * sin, u * sin + w * cos - sect.r) for u, w in corners]
        (ex, ez), *others = sorted(edges, key=lambda edge: edge[1])
        gap = now.z + ez
        if gap < 0.0 and all(now.z + z > 0.05 for _, z in others):
            out = step.speed * (vz + spin * ex) + step.depth * gap
            slip = abs(after.vs - after.spin * ez - step.slip * (vs - spin * ez))
            parts = after.vz + after.spin * ex
            assert parts >= out + 0.35 * slip - 0.2
            pressed += parts < out + 0.35 * slip + 0.2
    assert pressed > 100


@pytest.mark.parametrize("kind", ["small", "large", "rect"])
@pytest.mark.parametrize("degrees", [10.0, 45.0, 80.0])
def test_v10_edge_hit_of_a_solid(kind, degrees):
    """Without friction the solver in space gives what one impulse at the edge gives."""
    tilt, fall = math.radians(degrees), 900.0
    sect = section(kind)
    body = solid(chip("a", kind=kind))
    # Nose up along +x: about −y.
    body.set_attitude(normalised(product(rotation(0.0, -tilt, 0.0), body.q)))
    body.vz = -fall
    edge_x = -(sect.a - sect.r) * math.cos(tilt) + (sect.b - sect.r) * math.sin(tilt)
    edge_z = -(sect.a - sect.r) * math.sin(tilt) - (sect.b - sect.r) * math.cos(tilt) - sect.r
    # One impulse at the edge turns its approach into 0.35 of it.
    impulse = 1.35 * fall / (1.0 / sect.mass + edge_x**2 / sect.inertia)
    vz, spin = impulse / sect.mass - fall, edge_x * impulse / sect.inertia
    # The lowest points: one of a disc, two corners of a rectangle.
    lowest = sorted(((px, py, pz - body.r) for px, py, pz in body.mat_points()), key=lambda p: p[2])
    hits = [p for p in lowest if p[2] < lowest[0][2] + 1e-6]
    assert hits[0][2] == pytest.approx(edge_z, abs=1e-9)
    solve([mat_contact(body, p, friction=0.0) for p in hits], 0.5e-3, 0.0, 0.35, 30.0)
    assert -body.wy == pytest.approx(spin, rel=1e-4)
    assert body.vz == pytest.approx(vz, rel=1e-4, abs=0.05)
    assert abs(body.vy) < 1e-6


def test_v10_flat_hit():
    """Both edges at once: no turn, and sliding friction works on the whole impulse."""
    start = Motion(0.0, 0.0, LARGE.b + 0.1, 0.0, 2000.0, -400.0, 0.0)
    hit = after_first_hit(fly(start, LARGE, 0.35, 0.4, limit=0.1, rate=HARD)[0], LARGE)
    # Friction has a lever on the centre, which the two edges share unevenly: the face stays down.
    assert hit.vz > 0.4 * 400.0
    assert hit.vs == pytest.approx(2000.0 - 0.35 * (hit.vz + 400.0), rel=0.01)
    upright = after_first_hit(fly(start._replace(vs=0.0), LARGE, 0.35, 0.4, limit=0.1, rate=HARD)[0], LARGE)
    assert upright.vz == pytest.approx(160.0, abs=4.0)
    assert abs(upright.spin) < 0.5


# --- V11: energy -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["small", "large", "rect"])
@pytest.mark.parametrize("restitution", [0.0, 0.35, 1.0])
def test_v11_energy_never_grows_in_flight(kind, restitution):
    draw = generator(11)
    sect = section(kind)
    for _ in range(35):
        start = take_off(random_launch(draw, kind=kind, azimuth=0.0), sect)
        friction = draw.choice((0.0, 0.2, 0.35, 0.6, 1.5))
        motions, _ = fly(start, sect, friction, restitution, limit=2.0)
        total = energy(start, sect)
        before = total
        for m in motions[1:]:
            after = energy(m, sect)
            # On the mat it has lent some to the felt.
            assert after - before <= 1e-12 * total
            if m.z >= extent(sect, m.phi):
                before = after


def test_a_chip_that_comes_down_tilted_does_not_stay_so():
    """A shot that once ran out of motion with one edge up in the air."""
    launch = Launch("a", 0.0, math.sqrt(80.0 / math.cos(1.2) * 9810.0 / math.sin(2.4)), 1.2, 10.0)
    outcome = simulate(table(chip("a", 250.0, 379.0)), launch)
    assert outcome.settled
    assert outcome.elapsed < 2.0


@pytest.mark.parametrize("kind", ["small", "large", "rect"])
@pytest.mark.parametrize("rate", [0.5 * RATE, RATE, 4.0 * RATE])
def test_every_shot_alone_settles_soon(kind, rate):
    draw = generator(31)
    sect = section(kind)
    for _ in range(100):
        start = take_off(random_launch(draw, kind=kind, azimuth=0.0), sect)
        friction, restitution = draw.choice((0.1, 0.35, 0.8)), draw.choice((0.0, 0.2, 0.35, 0.5))
        motions, settled = fly(start, sect, friction, restitution, rate=rate)
        assert settled
        last = motions[-1]
        assert last.t < 3.5
        assert (last.vz, last.spin) == (0.0, 0.0)
        assert last.z == pytest.approx(sect.b, abs=CONTACT_GAP)
        assert math.sin(last.phi) == pytest.approx(0.0, abs=1e-12)
        assert all(a.t < b.t or b is last for a, b in itertools.pairwise(motions))


# --- V12, V13, V26, V28: which side comes up -------------------------------------------------------------


@pytest.fixture(scope="module")
def vigorous():
    """2000 vigorous flips with a broad spread: paths of the chip in the plane of its shot."""
    draw = generator(12)
    paths = []
    for _ in range(2000):
        loft = math.radians(draw.uniform(40.0, 70.0))
        start = take_off(Launch("a", 0.0, draw.uniform(1800.0, 3200.0), loft, draw.uniform(60.0, 160.0)), LARGE)
        motions, settled = fly(start)
        assert settled
        paths.append(motions)
    return paths


def test_v12_broad_vigorous_flips_are_even(vigorous):
    same = sum(not path[-1].turned_up() for path in vigorous)
    assert same / len(vigorous) == pytest.approx(0.5, abs=3.0 * math.sqrt(0.25 / len(vigorous)))


def test_v28_rim_landings_are_rare(vigorous):
    standing = 0
    for path in vigorous:
        since = None
        for m in path:
            upright = abs(math.cos(m.phi)) < LARGE.b / LARGE.a and abs(m.vz) < 5.0 and abs(m.spin) < 0.5
            if not upright:
                since = None
            elif since is None:
                since = m.t
            elif m.t - since > 0.04:
                standing += 1
                break
    assert standing / len(vigorous) < 1e-3


def test_v26_face_is_locked_below_the_barrier(vigorous):
    barrier = LARGE.mass * GRAVITY * laws.flip_barrier(LARGE.a, LARGE.b, LARGE.r)
    assert laws.flip_barrier(LARGE.a, LARGE.b) == math.hypot(LARGE.a, LARGE.b)
    locked = 0
    for path in vigorous[:500]:
        face = None
        for m in path:
            if face is None and m.z >= extent(LARGE, m.phi) and energy(m, LARGE) < barrier:
                face = m.turned_up()
                locked += 1
            assert face is None or m.turned_up() == face
    # The others slide on with more energy than the barrier asks for.
    assert locked > 150


@pytest.mark.parametrize("hand", [EXPERT, AVERAGE, NOVICE], ids=["expert", "average", "novice"])
def test_v13_face_law_at_first_touch(hand):
    draw = generator(13)
    start = chip("a")
    angles = []
    for _ in range(1500):
        shot = scattered(Shot("a", 0.0, 0.5), hand, PHYSICS, draw)
        motions, _ = fly(take_off(press(shot, start, PHYSICS), LARGE), limit=1.0)
        angles.append(first_touch(motions, LARGE).phi)
    mean = sum(angles) / len(angles)
    sd = math.sqrt(sum((a - mean) ** 2 for a in angles) / (len(angles) - 1))
    same = sum(math.cos(a) > 0.0 for a in angles) / len(angles)
    assert same == pytest.approx(laws.same_side(mean, sd), abs=0.06)


def test_v13_face_law_is_the_integral_of_the_normal_density():
    for mean, sd in ((0.0, 0.05), (0.4, 0.97), (3.0, 0.97), (5.0, 2.8), (1.2, 5.8), (math.pi / 2, 0.3)):
        n = 20_000
        step = 16.0 * sd / n
        total = 0.0
        for i in range(n):
            x = mean - 8.0 * sd + (i + 0.5) * step
            if math.cos(x) > 0.0:
                total += math.exp(-0.5 * ((x - mean) / sd) ** 2) * step / (sd * math.sqrt(math.tau))
        assert laws.same_side(mean, sd) == pytest.approx(total, abs=3e-3)
        # Beyond σ = 2.5 rad the face is within 0.03 of even.
        assert abs(laws.same_side(mean, sd) - 0.5) <= 2.0 / math.pi * math.exp(-sd * sd / 2) / (1 - 0.4) or sd < 1.0
    with pytest.raises(ValueError, match="sd must be above 0"):
        laws.same_side(0.0, 0.0)


# --- V20: a chip that spins about the vertical does not turn over ----------------------------------------


def test_v20_coin_toss_law():
    assert laws.coin_same_side(math.radians(60.0)) == pytest.approx(0.6082, abs=2e-4)
    assert laws.coin_same_side(math.radians(81.0)) == pytest.approx(0.508, abs=2e-4)
    assert laws.coin_same_side(math.radians(90.0)) == pytest.approx(0.5, abs=1e-12)
    assert laws.coin_same_side(math.radians(45.0)) == laws.coin_same_side(math.radians(20.0)) == 1.0


def share_up(tumble, yaw):
    """Share of the time that a tossed large chip shows its start side, its least normal height, and ψ."""
    body = solid(chip("a"))
    body.wx, body.wz = tumble, yaw
    inertia, inertia_z = body.kind.inertia_x, body.kind.inertia_z
    psi = math.atan2(inertia * tumble, inertia_z * yaw)
    # Momentum is kept, so the wobble has one period; ten of them.
    n = 10_000
    dt = 10.0 * math.tau / (math.hypot(inertia * tumble, inertia_z * yaw) / inertia) / n
    up, lowest = 0, 1.0
    for _ in range(n):
        body.turn(dt)
        up += body.m[8] > 0.0
        lowest = min(lowest, body.m[8])
    return up / n, lowest, psi


@pytest.mark.parametrize("ratio", [0.5, 1.0, 1.8, 2.2, 4.0, 10.0])
def test_v20_free_rotation_follows_the_coin_toss_law(ratio):
    up, lowest, psi = share_up(20.0 * ratio, 20.0)
    assert up == pytest.approx(laws.coin_same_side(psi), abs=1e-3)
    # The law's thin disc has I = I_z/2; a real chip's is 1 or 2 % more.
    assert laws.never_turns_over(20.0 * ratio, 20.0) == (ratio < 2.0)
    assert (lowest > 0.0) == laws.never_turns_over(20.0 * ratio, 20.0)
    assert lowest == pytest.approx(math.cos(2.0 * psi), abs=1e-5)


@pytest.mark.parametrize("kind", ["small", "large", "rect"])
def test_v11_free_rotation_keeps_energy_and_momentum(kind):
    draw = generator(20)
    for _ in range(20):
        body = solid(chip("a", kind=kind, angle=draw.uniform(-3.0, 3.0)))
        body.wx, body.wy, body.wz = draw.uniform(-90.0, 90.0), draw.uniform(-90.0, 90.0), draw.uniform(-30.0, 30.0)
        before, momentum = body.spin_energy(), spin_momentum(body)
        for _ in range(800):
            body.turn(0.5e-3)
        # Exact for a disc; of second order in the step for a rectangle.
        assert body.spin_energy() == pytest.approx(before, rel=1e-3 if kind == "rect" else 1e-11)
        assert spin_momentum(body) == pytest.approx(momentum, rel=1e-9, abs=1e-9 * math.dist(momentum, (0, 0, 0)))


@pytest.mark.parametrize("kind", ["small", "large", "rect"])
def test_a_free_chip_turns_as_its_spin_says(kind):
    """The axes move by spin × axis, and about the vertical alone by ωt."""
    draw = generator(21)
    for _ in range(20):
        body = solid(chip("a", kind=kind, angle=draw.uniform(-3.0, 3.0)))
        body.set_attitude(normalised(product(rotation(*(draw.uniform(-2.0, 2.0) for _ in range(3))), body.q)))
        w = body.wx, body.wy, body.wz = [draw.uniform(-90.0, 90.0) for _ in range(3)]
        before, dt = body.m, 1e-7
        body.turn(dt)
        for k in range(3):
            axis = before[k], before[3 + k], before[6 + k]
            moved = [(after - old) / dt for after, old in zip(body.m[k::3], axis, strict=True)]
            across = [w[i - 2] * axis[i - 1] - w[i - 1] * axis[i - 2] for i in range(3)]
            assert moved == pytest.approx(across, abs=0.01)
    body = solid(chip("a", kind=kind))
    body.wz = 20.0
    for _ in range(100):
        body.turn(1e-3)
    assert body.heading() == pytest.approx(2.0, abs=1e-9)


def test_v20_a_yawing_chip_keeps_its_face():
    """Thrown flat and far spinning, it comes down as it went up, for as long as the wobble stays small."""
    for tumble in (0.0, 10.0, -20.0):
        launch = Launch("a", 0.3, 1200.0, math.radians(50.0), tumble, 80.0)
        assert laws.never_turns_over(tumble, 80.0)
        outcome = simulate(table(chip("a")), launch)
        assert outcome.table["a"].face is table(chip("a"))["a"].face


def test_laws_refuse_what_they_cannot_do():
    for m in (-0.1, 1.0, math.nan):
        with pytest.raises(ValueError, match="m must be from 0 to below 1"):
            laws.elliptic(m)
