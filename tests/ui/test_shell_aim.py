"""Aiming: what a drag and what keys mean, with no window at all."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shell_driver import opened_match

from micromutants.physics import LOFT_MAX, LOFT_MIN
from micromutants.rules import Flick, can_flick
from micromutants.ui.aim import (
    COARSE,
    DEAD_ZONE,
    FINE,
    FINEST,
    FULL_PULL,
    Aim,
    Grip,
    Pull,
    lofted,
    offset_by,
    previewed,
    pulled,
    strengthened,
    turned,
)
from micromutants.ui.aiming import Aiming
from micromutants.ui.intents import Intent, Keyed

START = (400.0, 300.0)
angles = st.floats(0.0, math.tau, exclude_max=True)


def ends(angle, distance):
    return START[0] + distance * math.cos(angle), START[1] + distance * math.sin(angle)


@given(angle=angles, distance=st.floats(DEAD_ZONE + 1, 900.0))
def test_direction_is_opposite_to_the_drag(angle, distance):
    aim = pulled(Aim("bug"), START, ends(angle, distance))
    # On the screen y runs down: a drag down and to the right shoots up and to the left.
    assert math.cos(aim.azimuth) == pytest.approx(-math.cos(angle), abs=1e-9)
    assert math.sin(aim.azimuth) == pytest.approx(math.sin(angle), abs=1e-9)


@given(angle=angles, distance=st.floats(DEAD_ZONE, FULL_PULL))
def test_power_is_the_distance(angle, distance):
    aim = pulled(Aim("bug"), START, ends(angle, distance))
    assert aim.power == pytest.approx((distance - DEAD_ZONE) / (FULL_PULL - DEAD_ZONE), abs=1e-9)


def test_power_ends_at_full():
    assert pulled(Aim("bug"), START, ends(1.0, 5 * FULL_PULL)).power == 1.0


@given(angle=angles, distance=st.floats(0.0, DEAD_ZONE * 0.999))
def test_the_dead_zone_keeps_the_direction_and_has_no_power(angle, distance):
    before = Aim("bug", azimuth=1.25, power=0.4)
    aim = pulled(before, START, ends(angle, distance))
    assert (aim.azimuth, aim.power, aim.ready) == (1.25, 0.0, False)


def test_a_drag_of_no_length_is_no_shot():
    assert not pulled(Aim("bug"), START, START).ready
    assert not Pull(START, Grip()).long()


def test_a_larger_interface_asks_for_a_longer_pull():
    assert pulled(Aim("bug"), START, ends(0.0, 200.0), 2.0).power < pulled(Aim("bug"), START, ends(0.0, 200.0)).power


@pytest.mark.parametrize(("step", "angle"), [(0, 1.0), (1, 0.1), (2, 0.03)])
def test_keys_turn_by_the_promised_steps(step, angle):
    assert math.degrees((COARSE, FINE, FINEST)[step]) == pytest.approx(angle)
    aiming = Aiming()
    state = opened_match().state
    aiming.pick(state, next(iter(can_flick(state))))
    before = aiming.aim.azimuth
    assert aiming.keyed(Keyed(Intent.LEFT, step))
    assert aiming.aim.azimuth - before == pytest.approx(math.radians(angle))
    assert aiming.keyed(Keyed(Intent.RIGHT, step))
    assert aiming.aim.azimuth == pytest.approx(before)


def test_loft_power_and_offset_stay_in_range():
    aim = Aim("bug")
    for _ in range(300):
        aim = offset_by(strengthened(lofted(aim, COARSE), 0.01), 0.05)
    assert (aim.loft, aim.power, aim.offset) == (LOFT_MAX, 1.0, 1.0)
    for _ in range(300):
        aim = offset_by(strengthened(lofted(aim, -COARSE), -0.01), -0.05)
    assert (aim.loft, aim.power, aim.offset) == (LOFT_MIN, 0.0, 0.0)
    assert 0.0 <= turned(aim, -20.0).azimuth < math.tau


@pytest.mark.parametrize("power", [0.12, 0.3, 0.45, 0.7])
def test_the_preview_is_the_shot_when_the_hand_is_exact(power):
    match = opened_match()
    bug, uses = next(iter(can_flick(match.state).items()))
    aim = Aim(bug, azimuth=1.4, power=power)
    foreseen = previewed(aim, match.state.table, match.state.setup.physics)
    match.apply(Flick(0, uses[0], aim.shot()))
    made = match.draw().outcome
    assert made.table == foreseen.table
    assert made.track == foreseen.track


def test_the_picture_and_the_shot_come_from_one_aim():
    state = opened_match().state
    aiming = Aiming()
    aiming.pick(state, next(iter(can_flick(state))))
    aiming.press(START)
    aiming.drag((430.0, 420.0), 1.0)
    look = aiming.look(state, "full", state.setup.seats[0].hand)
    shot = aiming.flick(state).shot
    assert (look.azimuth, look.power) == (shot.azimuth, shot.power)
    assert look.landing == (look.path[-1][0], look.path[-1][1])


def test_a_die_that_was_chosen_pays_and_else_the_first_that_can():
    state = opened_match().state
    aiming = Aiming()
    for bug, uses in can_flick(state).items():
        aiming.clear()
        aiming.pick(state, bug)
        assert aiming.pays(state) is uses[0]
        aiming.use = uses[-1]
        assert aiming.pays(state) is uses[-1]


@pytest.mark.parametrize("preview", ["none", "short", "full"])
def test_the_preview_is_as_long_as_the_option_says(preview):
    state = opened_match().state
    aiming = Aiming()
    aiming.pick(state, next(iter(can_flick(state))))
    aiming.press(START)
    aiming.drag((400.0, 440.0), 1.0)
    look = aiming.look(state, preview, state.setup.seats[0].hand)
    length = sum(math.dist(a[:2], b[:2]) for a, b in zip(look.path, look.path[1:], strict=False))
    if preview == "none":
        assert look.path == ()
    elif preview == "short":
        assert 0.0 < length <= 120.0
        assert look.landing is None
    else:
        assert length > 120.0
        assert look.landing is not None
