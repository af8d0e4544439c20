"""Sliding, spinning and bumping flat pieces, against closed forms (physics.md V3–V8, V11, V14, V15, V25).

Also the faults P1, P2, P5, P11 and P17 of faults.md.
"""

import math

import pytest
from physics_tools import chip, generator, kinetic, momentum, plan_of, run_plan, slide, table

from micromutants.physics import GRAVITY, EventKind, Launch, Physics, Verdict, laws, simulate
from micromutants.physics.friction import friction_factors, kick
from micromutants.physics.plan import SLOP
from micromutants.table import KINDS

LARGE = KINDS["large"]


# --- V7: force and torque --------------------------------------------------------------------------------


def quadrature(epsilon, n=400):
    """(F, T) of a disc of radius 1 by quadrature about its momentary centre of rotation, at distance ε."""
    force = torque = 0.0
    if epsilon < 1.0:
        # The centre lies within: ρ from 0 to the rim.
        for i in range(n):
            cos, sin = math.cos(math.tau * i / n), math.sin(math.tau * i / n)
            rho = epsilon * cos + math.sqrt(1.0 - (epsilon * sin) ** 2)
            force += cos * rho**2 / 2
            torque += rho**3 / 3 - epsilon * cos * rho**2 / 2
        return force * math.tau / n / math.pi, torque * math.tau / n / math.pi
    # It lies without: ρ between the two cuts of the rim; sin θ = sin s / ε.
    for i in range(n):
        s = math.pi * i / n
        cos_theta = math.sqrt(1.0 - (math.sin(s) / epsilon) ** 2)
        force += cos_theta * math.cos(s) ** 2
        torque += math.cos(s) ** 4 / (epsilon * cos_theta)
    return 2.0 * force / n, 2.0 / 3.0 * torque / n


EPSILONS = [0.01, 0.1, 0.25, 0.5, 0.653, 0.9, 1.1, 1.5, 2.0, 4.0, 20.0]


def test_v7_elliptic_integrals_against_quadrature():
    n = 2000
    for m in (0.0, 0.01, 0.3, 0.7, 0.95):
        angles = [math.pi * (i + 0.5) / n for i in range(n)]
        k = sum(1.0 / math.sqrt(1.0 - m * math.sin(t) ** 2) for t in angles) * math.pi / n / 2
        e = sum(math.sqrt(1.0 - m * math.sin(t) ** 2) for t in angles) * math.pi / n / 2
        found_k, difference = laws.elliptic(m)
        assert found_k == pytest.approx(k, rel=1e-12)
        assert difference == pytest.approx(k - e, rel=1e-9, abs=1e-13)


def test_v7_identities_of_the_exact_factors():
    force, torque = laws.exact_friction_factors(1.0)
    assert force == pytest.approx(8.0 / (3.0 * math.pi), rel=1e-9)
    assert torque == pytest.approx(8.0 / (9.0 * math.pi), rel=1e-9)
    assert laws.exact_friction_factors(0.0) == (0.0, pytest.approx(2.0 / 3.0, rel=1e-9))
    assert laws.exact_friction_factors(math.inf) == (1.0, 0.0)
    near = laws.exact_friction_factors(1.0 - 1e-12), laws.exact_friction_factors(1.0 + 1e-12)
    assert near[0] == pytest.approx((force, torque), rel=1e-9)
    assert near[1] == pytest.approx((force, torque), rel=1e-9)
    for epsilon in (1e-6, 1e-3, 0.00316, 0.00317, *EPSILONS):
        assert laws.exact_friction_factors(epsilon)[0] == pytest.approx(
            epsilon * laws.exact_friction_factors(1.0 / epsilon)[0], rel=1e-9
        )


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_v7_exact_factors_against_quadrature(epsilon):
    assert laws.exact_friction_factors(epsilon) == pytest.approx(quadrature(epsilon), rel=1e-9)


def test_v7_polynomials():
    for i in range(-60, 61):
        epsilon = 10.0 ** (i / 20)
        assert friction_factors(epsilon) == pytest.approx(laws.exact_friction_factors(epsilon), rel=4e-3)
    assert friction_factors(math.inf) == (1.0, 0.0)


# --- V3, V4, V25: stopping -------------------------------------------------------------------------------


@pytest.mark.parametrize("dt", [1 / 120, 1 / 480, None])
@pytest.mark.parametrize("speed", [50.0, 1000.0, 2500.0])
def test_v3_straight_stop(speed, dt):
    body, time = slide((speed * 0.6, speed * 0.8, 0.0), dt=dt)
    law = laws.slide_stop(speed, 0.35)
    step = dt or 1 / 480
    # Less what the last half kick cuts off: (μ·g·dt/2)² / 2μg.
    assert math.hypot(body.x, body.y) == pytest.approx(law.way, abs=max(0.02, 0.35 * GRAVITY * step * step / 8))
    assert time == pytest.approx(law.time, abs=step)
    assert body.y == pytest.approx(body.x * 0.8 / 0.6, rel=1e-9)


def test_v3_the_quoted_numbers():
    way, time = laws.slide_stop(1000.0, 0.35)
    assert (way, time) == (pytest.approx(145.62, abs=0.02), pytest.approx(0.2912, abs=1e-4))


@pytest.mark.parametrize("kind", ["small", "large", "rect"])
def test_v3_straight_stop_in_simulate(kind):
    outcome = simulate(table(chip("a", kind=kind)), Launch("a", 0.0, 1000.0, 0.0))
    law = laws.slide_stop(1000.0, 0.35)
    assert outcome.table["a"].x - 380.0 == pytest.approx(law.way, abs=0.02)
    assert outcome.table["a"].y == 380.0
    assert outcome.elapsed == pytest.approx(law.time, abs=1 / 480)


def test_v3_drift_is_as_exact_as_a_step():
    plan, solids = plan_of([chip("a", 0.0, 0.0)], {"a": (1000.0, 0.0, 0.0)})
    time = 0.0
    while plan.movers:
        plan.drift(1 / 60)
        time += 1 / 60
    assert solids["a"].x == pytest.approx(laws.slide_stop(1000.0, 0.35).way, abs=0.02)
    assert time == pytest.approx(laws.slide_stop(1000.0, 0.35).time, abs=1 / 60)


@pytest.mark.parametrize("kind", ["small", "large", "rect", "base"])
@pytest.mark.parametrize("spin", [30.0, -120.0])
def test_v4_spin_stop(kind, spin):
    body, time = slide((0.0, 0.0, spin), kind)
    spec = KINDS[kind]
    law = laws.spin_stop(spin, spec.spin_radius, 0.35, spec.k2)
    assert time == pytest.approx(law.time, rel=0.01, abs=1 / 480)
    turned = body.heading() - law.way
    assert abs(math.remainder(turned, math.tau)) <= 0.01 * abs(law.way)
    assert (body.x, body.y) == (0.0, 0.0)
    if spec.k2 == 0.5:
        assert law.time == pytest.approx(3.0 * spec.reach * abs(spin) / (4.0 * 0.35 * GRAVITY), rel=1e-12)
        assert law.way == pytest.approx(spin * law.time / 2, rel=1e-12)


@pytest.mark.parametrize("kind", ["small", "large", "rect"])
@pytest.mark.parametrize("speed", [200.0, 900.0])
def test_v25_work_is_energy(kind, speed):
    body, _ = slide((speed, 0.0, 0.0), kind)
    assert 0.35 * body.mass * GRAVITY * body.x == pytest.approx(0.5 * body.mass * speed**2, rel=1e-3)


@pytest.mark.parametrize("epsilon", [0.3, 1.0, 3.0])
def test_v25_work_is_energy_of_a_spinning_piece(epsilon):
    plan, solids = plan_of([chip("a", 0.0, 0.0)], {"a": (800.0, 0.0, 800.0 / (epsilon * LARGE.reach))})
    body = solids["a"]
    start = kinetic(solids)
    dt, work = 1 / 4800, 0.0
    while plan.movers:
        x, angle, spin, speed = body.x, body.heading(), body.wz, body.vx
        plan.step(dt)
        force, torque = laws.exact_friction_factors(0.5 * (speed + body.vx) / (LARGE.reach * 0.5 * (spin + body.wz)))
        turned = math.remainder(body.heading() - angle, math.tau)
        work += 0.35 * body.mass * GRAVITY * (force * (body.x - x) + LARGE.reach * torque * turned)
    assert work == pytest.approx(start, rel=0.01)


# --- V5, V6, V8: sliding and spinning at once ------------------------------------------------------------

TRAJECTORY = [
    (0.25, 3.567, 3.243, 0.483),
    (0.5, 1.967, 1.903, 0.621),
    (0.653, 1.623, 1.623, 0.653),
    (1.0, 1.275, 1.340, 0.688),
    (2.0, 1.065, 1.122, 0.763),
    (4.0, 1.016, 1.041, 1.024),
]
"""ε at the start, way and time over those without spin, ε at 5 % of the speed (physics.md §4.1)."""


@pytest.mark.parametrize(("epsilon", "_way", "_time", "late"), TRAJECTORY)
def test_v5_slide_and_spin_end_in_the_same_step(epsilon, _way, _time, late):
    speed = 1000.0
    plan, solids = plan_of([chip("a", 0.0, 0.0)], {"a": (speed, 0.0, speed / (epsilon * LARGE.reach))})
    body = solids["a"]
    ratio = None
    while plan.movers:
        plan.step(1 / 4800)
        assert (body.vx == 0.0) == (body.wz == 0.0)
        if ratio is None and body.vx <= 0.05 * speed:
            ratio = body.vx / (LARGE.reach * body.wz)
    assert ratio == pytest.approx(late, abs=0.01)


def test_v5_limit_of_the_ratio():
    """F(ε₀) = ε₀ T(ε₀)/k² at 0.653 for an even disc, and there only."""

    def surplus(epsilon):
        force, torque = laws.exact_friction_factors(epsilon)
        return force - epsilon * torque / 0.5

    low, high = 0.3, 1.5
    assert surplus(low) < 0.0 < surplus(high)
    while high - low > 1e-12:
        middle = (low + high) / 2
        low, high = (middle, high) if surplus(middle) < 0.0 else (low, middle)
    assert low == pytest.approx(0.653, abs=5e-4)


@pytest.mark.parametrize(("epsilon", "way", "time", "_late"), TRAJECTORY)
def test_v6_spin_lengthens_the_slide(epsilon, way, time, _late):
    speed = 1000.0
    law = laws.slide_stop(speed, 0.35)
    body, stopped = slide((speed, 0.0, speed / (epsilon * LARGE.reach)), dt=1 / 4800)
    assert body.x / law.way == pytest.approx(way, rel=3e-3)
    assert stopped / law.time == pytest.approx(time, rel=3e-3, abs=1 / 4800 / law.time)


def test_v6_more_spin_slides_further():
    ways = [slide((600.0, 0.0, spin))[0].x for spin in (0.0, 10.0, 30.0, 60.0, 120.0)]
    assert ways == sorted(ways)
    assert len(set(ways)) == len(ways)


@pytest.mark.parametrize("kind", ["small", "large", "rect"])
def test_v8_a_spinning_piece_slides_straight(kind):
    left, right = slide((900.0, 0.0, 55.0), kind)[0], slide((900.0, 0.0, -55.0), kind)[0]
    assert abs(left.y) <= 1e-12
    assert abs(right.y) <= 1e-12
    assert left.x == pytest.approx(right.x, rel=1e-12)
    assert left.heading() == pytest.approx(-right.heading(), abs=1e-12)


def test_kick_never_turns_a_motion_round():
    draw = generator(1)
    for _ in range(2000):
        vx, vy, spin = draw.uniform(-500, 500), draw.uniform(-500, 500), draw.uniform(-100, 100)
        impulse = draw.choice((0.1, 3.0, 40.0, 300.0))
        ax, ay, after = kick(vx, vy, spin, impulse, 11.0, 0.5)
        assert ax * vx >= 0.0
        assert ay * vy >= 0.0
        assert after * spin >= 0.0
        assert math.hypot(ax, ay) <= math.hypot(vx, vy)
        assert abs(after) <= abs(spin)
    assert kick(1.0, -1.0, 0.1, 3.0, 11.0, 0.5) == (0.0, 0.0, 0.0)


# --- V14, V15: two pieces meet ---------------------------------------------------------------------------


def collide(velocity, offset, restitution, kind="large"):
    """A moving disc and a resting one in the frictionless plane, after they have parted."""
    physics = Physics(friction_mat=0.0, friction_chip=0.0, restitution_chip=restitution)
    pieces = [chip("a", 0.0, 0.0, kind), chip("b", 60.0, offset, kind)]
    plan, solids = plan_of(pieces, {"a": (velocity, 0.0, 0.0)}, physics)
    for _ in range(int(120.0 / velocity * 480)):
        plan.step(1 / 480)
    assert plan.take_bumps()
    return solids["a"], solids["b"], solids


@pytest.mark.parametrize("restitution", [0.0, 0.3, 0.6, 1.0])
def test_v14_head_on(restitution):
    speed = 400.0
    striker, target = laws.head_on(speed, restitution)
    assert striker == pytest.approx((1.0 - restitution) * speed / 2, rel=1e-9)
    assert target == pytest.approx((1.0 + restitution) * speed / 2, rel=1e-9)
    a, b, solids = collide(speed, 0.0, restitution)
    assert a.vx == pytest.approx(striker, rel=0.01, abs=0.01 * speed)
    assert b.vx == pytest.approx(target, rel=0.01)
    assert kinetic(solids) / (0.5 * LARGE.mass * speed**2) == pytest.approx((1.0 + restitution**2) / 2, rel=0.01)
    assert a.vy == b.vy == 0.0


@pytest.mark.parametrize("offset", [-16.0, 5.0, 11.0, 19.0])
@pytest.mark.parametrize("restitution", [0.0, 0.6, 1.0])
def test_v15_oblique(offset, restitution):
    speed = 200.0
    a, b, solids = collide(speed, offset, restitution)
    px, py = momentum(solids)
    assert px == pytest.approx(LARGE.mass * speed, rel=1e-6)
    assert py == pytest.approx(0.0, abs=1e-6 * LARGE.mass * speed)
    # The line of centres at the touch; the target leaves along it.
    angle = math.atan2(b.vy, b.vx)
    assert math.sin(angle) == pytest.approx(offset / 22.0, abs=0.02)
    kept = kinetic(solids) / (0.5 * LARGE.mass * speed**2)
    assert kept == pytest.approx(laws.oblique_kept(angle, restitution), rel=0.01)
    if restitution == 1.0:
        between = math.atan2(a.vx * b.vy - a.vy * b.vx, a.vx * b.vx + a.vy * b.vy)
        assert abs(between) == pytest.approx(math.pi / 2, rel=0.01)


@pytest.mark.parametrize("restitution", [0.0, 0.6, 1.0])
def test_v15_momentum_of_a_break(restitution):
    """Thirteen touching chips, friction between rims and none with the mat: momentum stays, energy never grows."""
    physics = Physics(friction_mat=0.0, restitution_chip=restitution)
    plan, solids = plan_of([*cluster(), chip("x", -80.0, 3.0)], {"x": (1500.0, 0.0, 20.0)}, physics)
    (px, py), start = momentum(solids), kinetic(solids)
    before = start
    for _ in range(400):
        plan.step(plan.longest_step())
        after = kinetic(solids)
        assert after - before <= 1e-3 * start
        before = after
    after_x, after_y = momentum(solids)
    assert after_x == pytest.approx(px, rel=1e-6)
    assert after_y == pytest.approx(py, abs=1e-6 * px)


# --- V11, P11, P17: clusters -----------------------------------------------------------------------------


def cluster(count=13, kind="large", pitch=22.0):
    """Discs packed so that they touch."""
    pieces = []
    for i in range(count):
        row, column = divmod(i, 4)
        x = 20.0 + row * pitch * math.sqrt(0.75)
        pieces.append(chip(f"c{i:02}", x, (column - 1.5 + 0.5 * (row % 2)) * pitch, kind))
    return pieces


@pytest.mark.parametrize("restitution", [0.0, 0.6, 1.0])
@pytest.mark.parametrize("angle", [0.0, 0.4, 0.785])
def test_v11_p11_energy_never_grows_in_a_packed_cluster(restitution, angle):
    physics = Physics(restitution_chip=restitution)
    start = (-60.0, -60.0 * math.tan(angle))
    velocity = (2400.0 * math.cos(angle), 2400.0 * math.sin(angle), 30.0)
    plan, solids = plan_of([*cluster(), chip("x", *start)], {"x": velocity}, physics)
    first = before = kinetic(solids)
    steps = 0
    while plan.movers:
        plan.step(plan.longest_step())
        after = kinetic(solids)
        assert after - before <= 1e-3 * first
        before = after
        steps += 1
        assert steps < 20_000
    assert all(math.isfinite(s.x) and math.isfinite(s.y) for s in solids.values())
    assert solids["c00"].moved


def test_p17_restitution_above_one_is_refused():
    with pytest.raises(ValueError, match="restitution_chip"):
        simulate(table(chip("a")), Launch("a", 0.0, 100.0, 0.5), Physics(restitution_chip=1.3))


# --- P1, P2: nothing passes through anything -------------------------------------------------------------


@pytest.mark.parametrize("kind", ["small", "large", "rect"])
@pytest.mark.parametrize("speed", [300.0, 1150.0, 2500.0, 5000.0, 12_000.0])
def test_p1_fast_piece_does_not_pass_through_another(kind, speed):
    plan, solids = plan_of([chip("a", 0.0, 0.0, kind), chip("b", 70.0, 0.5, "small")], {"a": (speed, 0.0, 0.0)})
    while plan.movers and not solids["b"].moved:
        plan.step(plan.longest_step())
        assert solids["a"].x < solids["b"].x
    reaches = speed > math.sqrt(2.0 * 0.35 * GRAVITY * (70.0 - KINDS[kind].reach - 8.0))
    assert solids["b"].moved == reaches
    if reaches:
        run_plan(plan)
        assert solids["a"].x < solids["b"].x
        assert solids["b"].x > 70.0


@pytest.mark.parametrize("speed", [800.0, 2000.0, 6000.0, 20_000.0])
def test_p1_fast_piece_does_not_pass_through_another_in_simulate(speed):
    outcome = simulate(
        table(chip("a", 50.0, 300.0, "small"), chip("b", 110.0, 300.0, "small")), Launch("a", 0.0, speed, 0.0)
    )
    a, b = outcome.table["a"], outcome.table["b"]
    assert b.x > 110.0
    assert a.x < b.x
    contact = next(e for e in outcome.events if e.kind is EventKind.CONTACT)
    assert (contact.piece, contact.other, contact.verdict) == ("a", "b", Verdict.BUMP)
    expected = math.sqrt(speed**2 - 2.0 * 0.35 * GRAVITY * 44.0)
    assert contact.speed == pytest.approx(expected, rel=0.02)


@pytest.mark.parametrize("spin", [60.0, 300.0, 1500.0])
def test_p2_spinning_rectangle_hits_what_its_corner_sweeps(spin):
    # A small chip that only the corners of the rectangle can reach.
    pieces = [chip("a", 0.0, 0.0, "rect"), chip("b", 0.0, 9.0 + 8.0 + 2.0, "small")]
    plan, solids = plan_of(pieces, {"a": (0.0, 0.0, spin)})
    run_plan(plan)
    assert solids["b"].moved
    assert math.hypot(solids["b"].x, solids["b"].y - 19.0) > 1.0
    # It is pushed the way that the corner moves: counter-clockwise, so towards −x at the top.
    assert solids["b"].x < 0.0


def test_p5_touching_rests_stay_put():
    """Pieces that touch at rest, within the slop, do not creep while another moves among them."""
    pieces = [*cluster(), chip("x", 300.0, 200.0)]
    plan, solids = plan_of(pieces, {"x": (500.0, 0.0, 0.0)})
    run_plan(plan)
    for piece in cluster():
        s = solids[piece.id]
        assert math.hypot(s.x - piece.x, s.y - piece.y) <= SLOP
