"""The contact solver in space: energy, momentum, and the world that uses it (physics.md V11, V14, V15)."""

import math

import pytest
from physics_tools import PHYSICS, army, chip, generator, mat_contact, random_launch, solid, spin_momentum, table

from micromutants.geometry import polygon_distance
from micromutants.physics import GRAVITY, Physics, laws, simulate
from micromutants.physics.attitude import normalised, product, rotation
from micromutants.physics.contact import CONVERGED, Contact, solve
from micromutants.physics.lively import lively_step
from micromutants.physics.simulate import _let_go
from micromutants.physics.sliding import plan_step
from micromutants.physics.solid import Freedom
from micromutants.physics.trace import Trace
from micromutants.physics.world import World


def total(bodies):
    return sum(b.kinetic() for b in bodies)


def random_body(draw, key, freedom=Freedom.FREE):
    body = solid(chip(key, draw.uniform(-5, 5), draw.uniform(-5, 5), draw.choice(("small", "large", "rect"))), freedom)
    if freedom is Freedom.FREE:
        turn = rotation(draw.uniform(-3, 3), draw.uniform(-3, 3), draw.uniform(-3, 3))
        body.set_attitude(normalised(product(turn, body.q)))
        body.z = draw.uniform(2.0, 8.0)
        body.vz = draw.uniform(-1500, 1500)
        body.wx, body.wy = draw.uniform(-100, 100), draw.uniform(-100, 100)
    body.vx, body.vy, body.wz = draw.uniform(-1500, 1500), draw.uniform(-1500, 1500), draw.uniform(-60, 60)
    return body


def random_contact(draw, a, b, friction, restitution, gap):
    lever = (draw.uniform(-9, 9), draw.uniform(-9, 9), draw.uniform(-2, 2))
    if b is None:
        return Contact(a, None, gap, (0.0, 0.0, 1.0), lever, friction, restitution)
    azimuth, height = draw.uniform(-math.pi, math.pi), draw.uniform(-1, 1)
    flat = math.sqrt(1.0 - height * height)
    return Contact(
        a, b, gap, (flat * math.cos(azimuth), flat * math.sin(azimuth), height), lever, friction, restitution
    )


@pytest.mark.parametrize("restitution", [0.0, 0.35, 1.0])
@pytest.mark.parametrize("friction", [0.0, 0.35, 2.0])
def test_v11_the_solver_never_adds_energy(friction, restitution):
    draw = generator(110)
    for _ in range(120):
        bodies = [random_body(draw, f"p{i}") for i in range(draw.randint(1, 4))]
        if draw.random() < 0.5:
            bodies.append(random_body(draw, "q", Freedom.PLANAR))
        contacts = []
        for _ in range(draw.randint(1, 7)):
            a = draw.choice([b for b in bodies if b.freedom is Freedom.FREE])
            b = draw.choice([None, *(x for x in bodies if x is not a)])
            # What is closer than it will move within the step.
            gap = draw.choice((0.0, -0.02, 0.1))
            contacts.append(random_contact(draw, a, b, friction, restitution, gap))
        before = total(bodies)
        solve(contacts, 0.5e-3, GRAVITY, 0.35, 30.0)
        after = total(bodies)
        assert math.isfinite(after)
        assert after - before <= 1e-9 * before


def test_v14_head_on_in_space():
    """Two equal discs in the air, rim to rim."""
    for restitution in (0.0, 0.3, 0.6, 1.0):
        a, b = solid(chip("a", 0.0, 0.0)), solid(chip("b", 22.0, 0.0))
        a.z = b.z = 20.0
        a.vx = 500.0
        solve([Contact(a, b, 0.0, (-1.0, 0.0, 0.0), (11.0, 0.0, 0.0), 0.3, restitution)], 0.5e-3, GRAVITY, 0.35, 30.0)
        assert (a.vx, b.vx) == pytest.approx(laws.head_on(500.0, restitution), rel=1e-9, abs=1e-9)
        energy = (a.kinetic() + b.kinetic()) / (0.5 * a.mass * 500.0**2)
        assert energy == pytest.approx((1.0 + restitution**2) / 2.0, rel=1e-9)
        assert (a.vy, a.vz, a.wz, b.vy, b.vz, b.wz) == pytest.approx((0.0,) * 6, abs=1e-9)


@pytest.mark.parametrize("degrees", [0.0, 20.0, 50.0, 80.0])
@pytest.mark.parametrize("restitution", [0.0, 0.6, 1.0])
def test_v15_oblique_in_space(degrees, restitution):
    """Smooth discs: what stays of the energy, the right angle at e = 1, and momentum."""
    angle = math.radians(degrees)
    c, s = math.cos(angle), math.sin(angle)
    a, b = solid(chip("a", 0.0, 0.0)), solid(chip("b", 22.0 * c, 22.0 * s))
    a.z = b.z = 20.0
    a.vx = 800.0
    solve([Contact(a, b, 0.0, (-c, -s, 0.0), (11.0 * c, 11.0 * s, 0.0), 0.0, restitution)], 0.5e-3, GRAVITY, 0.35, 30.0)
    assert a.vx + b.vx == pytest.approx(800.0, rel=1e-9)
    assert a.vy + b.vy == pytest.approx(0.0, abs=1e-9 * 800.0)
    kept = (a.kinetic() + b.kinetic()) / (0.5 * a.mass * 800.0**2)
    assert kept == pytest.approx(laws.oblique_kept(angle, restitution), rel=1e-9)
    if restitution == 1.0:
        assert a.vx * b.vx + a.vy * b.vy == pytest.approx(0.0, abs=1e-9 * 800.0**2)


@pytest.mark.parametrize("friction", [0.0, 0.3, 2.0])
def test_v15_momentum_and_spin_are_exchanged_not_made(friction):
    draw = generator(15)
    for _ in range(100):
        a, b = random_body(draw, "a"), random_body(draw, "b")
        contact = random_contact(draw, a, b, friction, 0.6, 0.0)

        def sums(bodies=(a, b)):
            linear = [sum(x.mass * getattr(x, v) for x in bodies) for v in ("vx", "vy", "vz")]
            angular = [0.0, 0.0, 0.0]
            for x in bodies:
                lx, ly, lz = spin_momentum(x)
                angular[0] += lx + x.mass * (x.y * x.vz - x.z * x.vy)
                angular[1] += ly + x.mass * (x.z * x.vx - x.x * x.vz)
                angular[2] += lz + x.mass * (x.x * x.vy - x.y * x.vx)
            return linear + angular

        before = sums()
        solve([contact], 0.5e-3, GRAVITY, 0.35, 30.0)
        assert sums() == pytest.approx(before, rel=1e-6, abs=1e-6 * 11.0 * 1500.0)


def test_contact_impulses_only_push_and_stay_in_the_friction_cone():
    draw = generator(16)
    for _ in range(200):
        a, b = random_body(draw, "a"), random_body(draw, "b")
        contacts = [random_contact(draw, a, draw.choice((None, b)), 0.35, 0.35, 0.0) for _ in range(4)]
        solve(contacts, 0.5e-3, GRAVITY, 0.35, 30.0)
        for c in contacts:
            assert c.jn >= 0.0
            assert math.sqrt(c.jx**2 + c.jy**2 + c.jz**2) <= 0.35 * c.jn * (1.0 + 1e-9)
            along = c.jx * c.nx + c.jy * c.ny + c.jz * c.nz
            assert abs(along) <= 0.01 * (c.jn + 1e-9)


def test_a_chip_on_the_mat_is_carried():
    """Four points of a resting disc take its weight, and nothing moves."""
    body = solid(chip("a"))
    body.vz = -GRAVITY * 0.5e-3
    contacts = [mat_contact(body, (x, y, -1.25)) for x, y in ((10.5, 0), (-10.5, 0), (0, 10.5), (0, -10.5))]
    solve(contacts, 0.5e-3, GRAVITY, 0.35, 30.0)
    assert sum(c.jn for c in contacts) == pytest.approx(body.mass * GRAVITY * 0.5e-3, rel=0.02)
    assert (body.vx, body.vy, body.wx, body.wy) == pytest.approx((0.0,) * 4, abs=0.1 * CONVERGED)
    assert abs(body.vz) < 0.1


@pytest.mark.parametrize("seed", range(12))
def test_v11_energy_never_grows_in_the_world_of_lively_chips(seed):
    """A chip thrown among others: kinetic and potential energy of all, step by step."""
    draw = generator(1100 + seed)
    kind = ("small", "large", "rect")[seed % 3]
    loft = math.radians(draw.uniform(20.0, 60.0))
    launch = random_launch(draw, kind=kind, azimuth=draw.uniform(0.0, 1.57), power=draw.uniform(0.3, 0.6), loft=loft)
    pieces = [chip("a", 20.0, 20.0, kind), *(p for p in army(30, seed) if p.x > 40.0 or p.y > 40.0)]
    world = World(table(*pieces), PHYSICS, Trace())
    _let_go(world, launch, world.table["a"])

    def energy():
        bodies = world.solids.values()
        # A chip at rest lies where it lay: only what has moved counts, and each from when it is first there.
        return {b.id: b.kinetic() + b.mass * GRAVITY * b.z for b in bodies}

    before = energy()
    first = before["a"]
    for _ in range(4000):
        if world.free:
            lively_step(world)
        elif world.plan.movers:
            plan_step(world)
        else:
            break
        after = energy()
        grown = sum(after[key] - before.get(key, after[key]) for key in after)
        assert grown <= 1e-3 * first
        before = after
    assert not world.free


def test_the_solver_gives_the_same_bits_again():
    ends = []
    for _ in range(2):
        draw = generator(17)
        bodies = [random_body(draw, f"p{i}") for i in range(3)]
        contacts = [
            random_contact(draw, bodies[0], draw.choice((None, *bodies[1:])), 0.35, 0.35, 0.0) for _ in range(6)
        ]
        solve(contacts, 0.5e-3, GRAVITY, 0.35, 30.0)
        ends.append([(b.vx, b.vy, b.vz, b.wx, b.wy, b.wz) for b in bodies])
    assert ends[0] == ends[1]


def test_a_frictionless_chip_keeps_going():
    """Without friction nothing ends a slide but the time limit."""
    physics = Physics(friction_mat=0.0, time_limit=1.0)
    outcome = simulate(table(chip("a", 20.0, 20.0)), random_launch(generator(1), azimuth=0.7, loft=0.3), physics)
    assert not outcome.settled
    assert outcome.elapsed == pytest.approx(1.0, abs=2e-3)


@pytest.mark.parametrize("kind", ["base", "rect", "small-base"])
def test_the_distance_to_a_polygonal_solid_is_that_of_its_outline(kind):
    body = solid(chip("a", 0.0, 0.0, kind=kind))
    draw = generator(3)
    for _ in range(500):
        x, y = 60.0 * draw.random() - 30.0, 60.0 * draw.random() - 30.0
        expected, nx, ny = polygon_distance(body.local, x, y)
        dist, hx, hy, _ = body.distance(x, y, 0.0)
        if expected > 0.0:
            assert (dist, hx, hy) == pytest.approx((expected, nx, ny), abs=1e-9)
