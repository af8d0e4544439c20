"""The shooter and the hand, against closed forms (physics.md V18, V19, V24, V27)."""

import math

import pytest
from physics_tools import PHYSICS, chip, generator

from micromutants.physics import (
    AVERAGE,
    EXACT,
    EXPERT,
    GRAVITY,
    LOFT_MAX,
    LOFT_MIN,
    NOVICE,
    Physics,
    PhysicsError,
    Shot,
    laws,
    press,
    scattered,
)
from micromutants.physics.shooter import _normal_pair, half_length, tumble_inertia
from micromutants.table import KINDS

LOFTS = [math.radians(d) for d in (15.0, 30.0, 45.0, 60.0, 75.0)]


def launch(power=0.5, loft=math.pi / 4, kind="large", physics=PHYSICS, **rest):
    return press(Shot("a", 0.0, power, loft, **rest), chip("a", kind=kind), physics)


@pytest.mark.parametrize("n", [0.5, 0.75, 1.0])
def test_v18_speed_and_range_scale_with_power(n):
    physics = Physics(felt_exponent=n)
    for p in (0.1, 0.25, 0.5, 0.8):
        near, far = launch(p, physics=physics), launch(1.0, physics=physics)
        assert near.speed / far.speed == pytest.approx(p**n, rel=1e-9)
        ratio = laws.flight(near.speed, near.loft).range / laws.flight(far.speed, far.loft).range
        assert ratio == pytest.approx(p ** (2 * n), rel=1e-9)


@pytest.mark.parametrize("loft", LOFTS)
@pytest.mark.parametrize("kind", ["small", "large", "rect"])
def test_v18_energy_is_what_the_mat_gives_back(loft, kind):
    for tumble in (-0.9, 0.0, 0.5):
        shot = launch(0.7, loft, kind, tumble=tumble, offset=0.8)
        spec = KINDS[kind]
        total = 0.5 * spec.mass * shot.speed**2 + 0.5 * tumble_inertia(spec, 0.0) * shot.tumble**2
        # U = (p P)²/2K in N·mm, a million g·mm²/s² each.
        stored = (0.7 * 15.0) ** 2 / (2.0 * 8.0) * 1e6
        assert total == pytest.approx(0.30 * stored * math.cos(loft - math.radians(45.0)) ** 2, rel=1e-9)


def test_v18_light_chips_fly_faster():
    # Without tumble v ∝ m^(−1/2).
    small, large = launch(kind="small", tumble=0.0), launch(kind="large", tumble=0.0)
    ratio = math.sqrt(KINDS["large"].mass / KINDS["small"].mass)
    assert small.speed / large.speed == pytest.approx(ratio, rel=1e-9)
    assert ratio == pytest.approx(1.54, abs=0.005)


@pytest.mark.parametrize("loft", LOFTS)
@pytest.mark.parametrize("kind", ["small", "large", "rect"])
def test_v18_turns_in_the_air(loft, kind):
    shot = launch(0.6, loft, kind, tumble=0.7, offset=0.5)
    air = laws.flight(shot.speed, shot.loft)
    turns = shot.tumble * air.time / math.tau
    half = half_length(KINDS[kind], 0.0)
    assert turns == pytest.approx(laws.turns_in_the_air(0.7, 0.5, air.apex, half), rel=1e-9)
    assert turns == pytest.approx(2.0 / math.pi * 0.7 * 0.5 * air.apex / half, rel=1e-9)


def test_v18_launch_table():
    """physics.md §2: large chip, 45°, τ = 0.5, pressed at the rim."""
    rows = [
        (0.2, 573, 33, 8, 0.083, 18, 0.24),
        (0.6, 1718, 301, 75, 0.248, 55, 2.18),
        (1.0, 2863, 835, 209, 0.413, 92, 6.04),
    ]
    for power, speed, reach, apex, time, spin, turns in rows:
        shot = launch(power)
        air = laws.flight(shot.speed, shot.loft)
        assert shot.speed == pytest.approx(speed, abs=1.0)
        assert air.range == pytest.approx(reach, abs=1.0)
        assert air.apex == pytest.approx(apex, abs=1.0)
        assert air.time == pytest.approx(time, abs=1e-3)
        assert shot.tumble == pytest.approx(spin, abs=1.0)
        assert shot.tumble * air.time / math.tau == pytest.approx(turns, abs=0.01)


def test_the_guide_allows_its_range_and_no_more():
    for loft in (LOFT_MIN, 0.7, LOFT_MAX):
        assert launch(loft=loft).loft == loft
    # A last digit that degrees cost on their way is put right.
    assert launch(loft=LOFT_MIN - 1e-12).loft == LOFT_MIN
    assert launch(loft=LOFT_MAX + 1e-12).loft == LOFT_MAX
    for loft in (0.0, math.radians(14.9), math.radians(75.1), math.pi / 2):
        with pytest.raises(PhysicsError, match=r"^shot: loft must be from 0\.2618 to 1\.309 rad \(15° to 75°\), "):
            launch(loft=loft)


def test_a_hand_that_errs_stays_within_the_guide():
    draw = generator(4)
    for loft in (LOFT_MIN, LOFT_MAX):
        lofts = {scattered(Shot("a", 0.0, 0.5, loft), NOVICE, PHYSICS, draw).loft for _ in range(50)}
        assert loft in lofts
        assert all(LOFT_MIN <= found <= LOFT_MAX for found in lofts)


def test_a_rectangle_is_pressed_along_or_across():
    along = press(Shot("a", 0.5, 0.5), chip("a", kind="rect", angle=0.5), PHYSICS)
    across = press(Shot("a", 0.5, 0.5), chip("a", kind="rect", angle=0.5 + math.pi / 2), PHYSICS)
    assert along.tumble == pytest.approx(0.5 * along.speed * math.sin(along.loft) / 18.0, rel=1e-12)
    assert across.tumble == pytest.approx(0.5 * across.speed * math.sin(across.loft) / 9.0, rel=1e-12)


@pytest.mark.parametrize("kind", ["small", "large", "rect"])
def test_v19_yaw(kind):
    spec = KINDS[kind]
    assert launch(kind=kind).yaw == 0.0
    for twist in (0.05, 0.3, 1.0):
        left, right = launch(kind=kind, twist=twist), launch(kind=kind, twist=-twist)
        flat = left.speed * math.cos(left.loft)
        expected = 0.5 * flat * math.sin(twist) / (spec.k2 * spec.spin_radius)
        assert left.yaw == pytest.approx(expected, rel=1e-9)
        assert right.yaw == -left.yaw
        assert (left.speed, left.tumble) == (right.speed, right.tumble)


def test_v27_a_softer_mat_throws_further():
    for stiffness in (4.0, 8.0, 15.0):
        soft, hard = (
            launch(physics=Physics(mat_stiffness=stiffness / 2)),
            launch(physics=Physics(mat_stiffness=stiffness)),
        )
        assert soft.speed / hard.speed == pytest.approx(math.sqrt(2.0), rel=1e-9)
        ratio = laws.flight(soft.speed, soft.loft).range / laws.flight(hard.speed, hard.loft).range
        assert ratio == pytest.approx(2.0, rel=1e-9)


# --- the hand --------------------------------------------------------------------------------------------


def test_v24_hit_chance():
    draw = generator(24)
    sd, n = 18.4, 40_000
    distances = [sd * math.hypot(*_normal_pair(draw.random)) for _ in range(n)]
    for radius in (6.0, 12.0, 24.0, 48.0):
        share = sum(d <= radius for d in distances) / n
        assert laws.hit_chance(radius, sd) == pytest.approx(1.0 - math.exp(-(radius**2) / (2.0 * sd**2)), rel=1e-9)
        assert share == pytest.approx(laws.hit_chance(radius, sd), abs=0.01)


def test_v24_the_record():
    """12 of 21 winks into a pot of 24 mm radius, 914 mm away: 18.4 mm, 2.0 % of the range, 1.16°."""
    sd = laws.spread_for(24.0, 12 / 21)
    assert sd == pytest.approx(18.4, abs=0.05)
    assert laws.hit_chance(24.0, sd) == pytest.approx(12 / 21, rel=1e-12)
    assert sd / 914.0 == pytest.approx(0.020, abs=5e-4)
    assert math.degrees(math.atan(sd / 914.0)) == pytest.approx(1.16, abs=0.01)


@pytest.mark.parametrize("hand", [EXPERT, AVERAGE, NOVICE], ids=["expert", "average", "novice"])
def test_a_hand_scatters_as_it_says(hand):
    draw, meant, n = generator(3), Shot("a", 0.4, 0.5, math.radians(45.0), tumble=0.0), 4000
    shots = [scattered(meant, hand, PHYSICS, draw) for _ in range(n)]
    for name, sd in (
        ("power", 0.5 * hand.power_sd * (0.6 + 0.8 * 0.5)),
        ("azimuth", hand.aim_sd),
        ("loft", hand.loft_sd),
        ("tumble", hand.tumble_sd),
    ):
        errors = [getattr(s, name) - getattr(meant, name) for s in shots]
        mean = sum(errors) / n
        # Four standard errors.
        assert abs(mean) < 4.0 * sd / math.sqrt(n)
        assert math.sqrt(sum((e - mean) ** 2 for e in errors) / n) == pytest.approx(sd, rel=4.0 / math.sqrt(2 * n))


def test_an_exact_hand_draws_as_much_from_the_generator():
    meant, ends = Shot("a", 0.4, 0.5), []
    for hand in (EXACT, NOVICE):
        draw = generator(5)
        shot = scattered(meant, hand, PHYSICS, draw)
        assert (shot == meant) == (hand is EXACT)
        ends.append(draw.random())
    assert ends[0] == ends[1]


def test_a_scattered_shot_is_one_that_can_be_pressed():
    draw = generator(8)
    for _ in range(1000):
        meant = Shot("a", 1.0, draw.choice((0.0, 1.0)), draw.choice((0.0, 1.57)), tumble=draw.choice((-0.9, 0.9)))
        made = press(scattered(meant, NOVICE, PHYSICS, draw), chip("a"), PHYSICS)
        assert made.speed >= 0.0
        assert LOFT_MIN <= made.loft <= LOFT_MAX


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("azimuth", math.nan),
        ("azimuth", math.inf),
        ("power", -0.01),
        ("power", 1.01),
        ("power", math.nan),
        ("loft", -0.1),
        ("loft", 2.0),
        ("loft", math.nan),
        ("loft", math.inf),
        ("power", math.inf),
        ("power", None),
        ("azimuth", "north"),
        ("offset", math.nan),
        ("offset", 1.5),
        ("twist", 2.0),
        ("tumble", 0.95),
        ("tumble", math.nan),
    ],
)
def test_a_shot_outside_its_range_is_refused(field, value):
    shot = {"piece": "a", "azimuth": 0.0, "power": 0.5} | {field: value}
    with pytest.raises(PhysicsError, match=rf"^shot: {field} must be .*, not {value}$"):
        press(Shot(**shot), chip("a"), PHYSICS)


def test_only_chips_can_be_pressed():
    with pytest.raises(PhysicsError, match="'b' is a base, only chips can be flicked"):
        press(Shot("b", 0.0, 0.5), chip("b", kind="base"), PHYSICS)


def test_gravity_is_that_of_the_laws():
    assert laws.flight(math.sqrt(GRAVITY), math.pi / 4).range == pytest.approx(1.0, rel=1e-12)
