"""The quick ways through a step give what the long ways give: one law, several forms of it."""

import math

import msgspec
import numpy as np
import pytest
from physics_tools import PHYSICS, army, chip, generator, poses, random_launch, solid, table

from micromutants.physics import GRAVITY, Launch, lively, simulate
from micromutants.physics.attitude import normalised, product, rotation
from micromutants.physics.contact import Contact, rubbing, solve
from micromutants.physics.lively import steps_on_mat
from micromutants.physics.lone import solve_lone
from micromutants.physics.onmat import stand
from micromutants.physics.solid import Freedom
from micromutants.physics.touching import BETWEEN, Touch, mat_touches, pair_touches, speed_of

KINDS = ("small", "large", "rect")
VELOCITY = ("vx", "vy", "vz", "wx", "wy", "wz")


def flung(draw, kind, height, speed=900.0):
    body = solid(chip("a", draw.uniform(-6.0, 6.0), draw.uniform(-6.0, 6.0), kind))
    body.z = height
    turn = rotation(draw.uniform(-3, 3), draw.uniform(-3, 3), draw.uniform(-3, 3))
    body.set_attitude(normalised(product(turn, body.q)))
    body.vx, body.vy, body.vz = draw.uniform(-speed, speed), draw.uniform(-speed, speed), draw.uniform(-speed, 0.0)
    body.wx, body.wy, body.wz = draw.uniform(-80, 80), draw.uniform(-80, 80), draw.uniform(-80, 80)
    return body


def state(*bodies):
    return [getattr(body, name) for body in bodies for name in VELOCITY]


def restore(bodies, values):
    names = iter(values)
    for body in bodies:
        for name in VELOCITY:
            setattr(body, name, next(names))


def random_touch(draw, body, other):
    lever = (draw.uniform(-8, 8), draw.uniform(-8, 8), draw.uniform(-2, 0))
    if other is None:
        normal = (0.0, 0.0, 1.0)
    else:
        azimuth, up = draw.uniform(-math.pi, math.pi), draw.uniform(-0.2, 1.0)
        flat = math.sqrt(1.0 - up * up)
        normal = (flat * math.cos(azimuth), flat * math.sin(azimuth), up)
    gap = draw.choice((0.0, -0.03, 0.2))
    closing = Contact(body, other, gap, normal, lever, 0.0, 0.0).closing
    return Touch(body, other, gap, normal, lever, closing)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("freedom", [Freedom.FIXED, Freedom.PLANAR])
def test_one_chip_is_solved_as_many_are(kind, freedom):
    draw = generator(KINDS.index(kind))
    for _ in range(60):
        body, other = flung(draw, kind, 6.0), solid(chip("b", 4.0, 3.0, "large"), freedom)
        if freedom is Freedom.PLANAR:
            other.vx, other.wz = draw.uniform(-200, 200), draw.uniform(-20, 20)
        touches = [random_touch(draw, body, draw.choice((None, other))) for _ in range(draw.randint(1, 6))]
        before = state(body, other)
        impulses = solve_lone(body, touches, 1e-3, PHYSICS)
        lone = state(body, other)
        restore((body, other), before)
        contacts = [
            Contact(t.solid, t.other, t.gap, t.normal, t.lever, *rubbing(t.other, t.normal[2], PHYSICS), t.closing)
            for t in touches
        ]
        solve(contacts, 1e-3, GRAVITY, PHYSICS.friction_mat, PHYSICS.bounce_speed)
        assert lone == pytest.approx(state(body, other), rel=1e-9, abs=1e-7)
        assert impulses == pytest.approx([c.jn for c in contacts], rel=1e-9, abs=1e-9)
        assert lone != before or not any(impulses)


@pytest.mark.parametrize("kind", KINDS)
def test_a_chip_on_the_mat_is_solved_as_one_among_others(kind):
    draw, met = generator(7), 0
    for _ in range(200):
        body = flung(draw, kind, 0.0)
        body.z = body.drop() + draw.uniform(-0.03, 0.05)
        touches = mat_touches(body, speed_of(body), 1e-3)
        if not touches:
            continue
        before = state(body)
        footing = stand(body, touches, 1e-3, PHYSICS.friction_mat, PHYSICS.restitution_mat, PHYSICS.bounce_speed)
        on_mat = state(body)
        restore((body,), before)
        impulses = solve_lone(body, touches, 1e-3, PHYSICS)
        assert on_mat == pytest.approx(state(body), rel=1e-9, abs=1e-7)
        assert footing.impulse == pytest.approx(sum(impulses), rel=1e-9, abs=1e-9)
        met += footing.impulse > 0.0
    assert met > 100


def field(seed):
    return table(*army(40, seed))


@pytest.mark.plain
def test_passing_over_what_cannot_be_met_changes_nothing(monkeypatch):
    """A pair that is passed over would have given no touch: the outcomes are the same bits without that."""
    draw = generator(3)
    shots = []
    for seed in range(6):
        start = field(seed)
        for piece in draw.sample([p for p in start if p.spec.loose], 3):
            launch = random_launch(
                draw, piece.id, piece.kind, azimuth=draw.uniform(-3, 3), power=draw.uniform(0.1, 0.5)
            )
            shots.append((start, launch))
    # Longer steps through the air come from the same knowledge, and are another matter.
    monkeypatch.setattr(lively, "FREE_STEP", 0.0)
    monkeypatch.setattr(lively, "steps_on_mat", lambda world, solid: False)
    quick = [simulate(start, launch, PHYSICS) for start, launch in shots]
    looked = [0]
    monkeypatch.setattr(lively, "pair_touches", lambda *pair: (looked.append(1), pair_touches(*pair)[0], 0.0)[1:])
    slow = [simulate(start, launch, PHYSICS) for start, launch in shots]
    assert len(looked) > 1000
    for a, b in zip(quick, slow, strict=True):
        assert poses(a) == poses(b)
        assert a.events == b.events


def test_what_is_said_of_a_gap_is_no_less_than_the_truth_allows():
    """No two points of a pair come nearer than the gap that is told, however they lie."""
    draw, told = generator(11), 0
    for _ in range(1500):
        body = flung(draw, draw.choice(KINDS), draw.uniform(2.0, 22.0))
        other = solid(chip("b", draw.uniform(-20, 20), draw.uniform(-20, 20), draw.choice(KINDS)), Freedom.FIXED)
        found, gap = pair_touches(body, other, 0.1, 2.0)
        if found:
            continue
        # Drop the one on the other by the gap that is told, less what a rim may bulge: they do not overlap yet.
        body.z -= gap
        near, _ = pair_touches(body, other, 0.1, 2.0)
        assert all(t.gap > -BETWEEN for t in near)
        told += gap > 0.1
    assert told > 1000


@pytest.mark.plain
def test_a_chip_alone_on_the_mat_moves_as_by_single_steps(monkeypatch):
    draw = generator(5)
    physics = msgspec.structs.replace(PHYSICS, time_limit=0.12)
    cases = []
    for kind in KINDS * 4:
        turn = draw.uniform(-3, 3)
        launch = Launch("a", turn, 500.0, math.radians(20.0), tumble=draw.uniform(20, 60), yaw=15.0)
        cases.append((table(chip("a", kind=kind)), launch))
    made = []
    monkeypatch.setattr(lively, "steps_on_mat", lambda world, solid: made.append(1) or steps_on_mat(world, solid))
    quick = [simulate(start, launch, physics) for start, launch in cases]
    assert len(made) > 50
    monkeypatch.setattr(lively, "steps_on_mat", lambda world, solid: False)
    for (start, launch), outcome in zip(cases, quick, strict=True):
        single = simulate(start, launch, physics)
        # Samples are taken at the first step that ends after they are due, so not at the very same times.
        track, times = outcome.track["a"], [s.t for s in outcome.track["a"]]
        way = 0.0
        for s in single.track["a"]:
            if s.t <= times[-1]:
                x, y = np.interp(s.t, times, [q.x for q in track]), np.interp(s.t, times, [q.y for q in track])
                assert math.hypot(s.x - x, s.y - y) < 1.0
                way = math.hypot(s.x - 380.0, s.y - 380.0)
        assert way > 10.0
