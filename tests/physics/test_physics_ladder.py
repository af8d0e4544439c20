"""How two rims meet, and how a chip lies and slides on another (physics.md V21, V22, V23)."""

import math

import pytest
from physics_tools import PHYSICS, chip, table

from micromutants.physics import EventKind, Launch, Physics, Shot, Verdict, laws, press, simulate
from micromutants.physics.attitude import matrix, rest_of
from micromutants.physics.ladder import Rim, meet
from micromutants.table import KINDS

# --- V21: the ladder -------------------------------------------------------------------------------------

H, R, MU = 2.5, 0.5, 0.3


def at(mover, other=0.0, closing=600.0, rounding=R):
    """The meeting of two rims of equal chips at two heights."""
    return meet(Rim(mover, H, rounding), Rim(other, H, rounding), closing, MU)


@pytest.mark.parametrize("closing", [1.0, 600.0, 20_000.0])
def test_v21_level_rims_bump(closing):
    meeting = at(0.0, closing=closing)
    assert meeting.verdict is Verdict.BUMP
    assert meeting.rise < 0.0
    assert meeting.needed == math.inf


@pytest.mark.parametrize("offset", [2.5, 2.6, 40.0])
@pytest.mark.parametrize("closing", [0.0, 600.0])
def test_v21_a_rim_that_clears_passes(offset, closing):
    assert at(offset, closing=closing)[:1] == (Verdict.OVER,)
    assert at(0.0, offset, closing=closing)[:1] == (Verdict.UNDER,)
    assert at(offset).needed == at(0.0, offset).needed == 0.0
    assert at(2.5).rise == 1.0


def test_v21_between_the_speed_decides():
    assert at(2.0, closing=600.0).verdict is Verdict.OVER
    assert at(2.0, closing=50.0).verdict is Verdict.BUMP
    assert at(0.0, 2.0, closing=600.0).verdict is Verdict.UNDER
    assert at(0.0, 2.0, closing=50.0).verdict is Verdict.BUMP
    # "2.0 mm offset needs 0.2 m/s": u = 0.5, a rise of 0.5 mm.
    needed = at(2.0).needed
    assert needed == pytest.approx(math.sqrt(2.0 * 9810.0 * 0.5) / 0.5, rel=1e-12)
    assert needed == pytest.approx(200.0, abs=2.0)
    assert at(2.0, closing=needed).verdict is Verdict.OVER
    assert at(2.0, closing=math.nextafter(needed, 0.0)).verdict is Verdict.BUMP


def test_v21_friction_holds_up_to_its_cone():
    """With r = 0.5 and μ = 0.3 the offset must exceed 1.79 mm to climb; with round rims 0.72 mm."""
    assert at(1.78, closing=1e6).verdict is Verdict.BUMP
    assert at(1.80, closing=1e6).verdict is Verdict.OVER
    assert at(0.71, closing=1e6, rounding=H / 2).verdict is Verdict.BUMP
    assert at(0.73, closing=1e6, rounding=H / 2).verdict is Verdict.OVER


def test_v21_chips_of_two_kinds():
    small, large = Rim(0.0, 2.0, 0.5), Rim(0.0, 2.5, 0.5)
    assert meet(small, large, 900.0, MU).verdict is Verdict.BUMP
    # A small chip fits under a rim raised by its thickness, a large one does not.
    raised = Rim(2.0, 2.5, 0.5)
    assert meet(small, raised, 0.0, MU).verdict is Verdict.UNDER
    assert meet(large, raised, 0.0, MU).verdict is Verdict.BUMP


def first_contact(outcome, one, other):
    return next(e for e in outcome.events if e.kind is EventKind.CONTACT and {e.piece, e.other} == {one, other})


@pytest.mark.parametrize("kinds", [("large", "large"), ("small", "large"), ("large", "rect"), ("small", "base")])
@pytest.mark.parametrize("speed", [700.0, 1500.0, 3000.0])
def test_v21_a_flat_chip_that_slides_into_a_flat_one_bumps(kinds, speed):
    mover, other = kinds
    start = table(chip("a", 200.0, 300.0, mover), chip("b", 270.0, 302.0, other))
    outcome = simulate(start, Launch("a", 0.0, speed, 0.0))
    rims = [Rim(0.0, KINDS[k].thickness, min(PHYSICS.edge_rounding, KINDS[k].thickness / 2)) for k in kinds]
    contact = first_contact(outcome, "a", "b")
    assert contact.verdict is meet(*rims, contact.speed, PHYSICS.friction_chip).verdict is Verdict.BUMP
    assert (contact.piece, contact.other) == ("a", "b")
    assert outcome.lies_on == ()
    assert "b" in outcome.moved


@pytest.mark.parametrize(
    ("mover", "other"), [("large", "large"), ("small", "large"), ("large", "rect"), ("small", "base")]
)
def test_v21_a_chip_that_comes_down_on_another_is_over(mover, other):
    loft = math.radians(70.0)
    launch = press(Shot("a", 0.0, 0.5, loft, tumble=0.0), chip("a", kind=mover), PHYSICS)
    # It comes down where the other one lies, by as much sooner as that is high.
    rise, height = launch.speed * math.sin(loft), KINDS[other].thickness
    reach = launch.speed * math.cos(loft) * (rise + math.sqrt(rise**2 - 2.0 * 9810.0 * height)) / 9810.0
    outcome = simulate(table(chip("a", 200.0, 300.0, mover), chip("b", 200.0 + reach, 300.0, other)), launch)
    contact = first_contact(outcome, "a", "b")
    assert (contact.piece, contact.other, contact.verdict) == ("a", "b", Verdict.OVER)
    assert contact.speed == pytest.approx(math.sqrt(rise**2 - 2.0 * 9810.0 * height), rel=0.05)


@pytest.mark.parametrize("kind", ["large", "small"])
def test_v21_a_chip_laid_down_on_another_stays_on_it(kind):
    """Dropped from so low that it does not bounce, its centre over the lower one."""
    start = table(chip("a", 195.0, 300.0, kind, level=1), chip("b", 200.0, 300.0))
    outcome = simulate(start, Launch("a", 0.0, 20.0, math.radians(75.0)))
    assert [pair[:2] for pair in outcome.lies_on] == [("a", "b")]
    assert outcome.table["a"].level == 1


def leaning_rectangle():
    """A rectangle leaning on a large chip at its far end, raised by 2.3 mm where the small chip comes."""
    upper = chip("r", 300.0, 300.0, "rect", level=1)
    lower = chip("s", 300.0 + 18.0 - 3.0 + 11.0, 300.0, "large")
    return lower, upper


def test_v21_a_chip_slides_under_a_raised_rim():
    lower, upper = leaning_rectangle()
    start = table(lower, upper, chip("m", 312.0, 260.0, "small"))
    rest = rest_of(start, start["r"])
    assert not rest.level
    # Height of the rectangle's long lower edge where the middle of the small chip meets it.
    sin = KINDS["large"].thickness / 33.0
    height = (18.0 + 12.0) * sin
    rims = Rim(0.0, 2.0, PHYSICS.edge_rounding), Rim(height, 2.5, PHYSICS.edge_rounding)
    assert meet(*rims, 300.0, PHYSICS.friction_chip).verdict is Verdict.UNDER
    # From 260 to a stop some 3 mm under it.
    way = 300.0 - 9.0 - 8.0 + 3.0 - 260.0
    speed = math.sqrt(2.0 * PHYSICS.friction_mat * 9810.0 * way)
    outcome = simulate(start, Launch("m", math.pi / 2, speed, 0.0))
    contact = [e for e in outcome.events if e.kind is EventKind.CONTACT and {e.piece, e.other} == {"m", "r"}]
    assert all(e.verdict is Verdict.UNDER and e.piece == "m" for e in contact)
    assert ("r", "m") in [pair[:2] for pair in outcome.lies_on]
    assert ("m", "r") not in [pair[:2] for pair in outcome.lies_on]


# --- V22: how a chip leans -------------------------------------------------------------------------------


@pytest.mark.parametrize("overlap", [1.0, 3.0, 6.0, 10.0])
@pytest.mark.parametrize("azimuth", [0.0, 2.0])
def test_v22_rest_tilt(overlap, azimuth):
    apart = 22.0 - overlap
    other = chip("b", 380.0 + apart * math.cos(azimuth), 380.0 + apart * math.sin(azimuth))
    start = table(other, chip("a", level=1))
    rest = rest_of(start, start["a"])
    m = matrix(rest.attitude)
    tilt = math.acos(m[8])
    assert tilt == pytest.approx(laws.rest_tilt(11.0, 2.5, overlap), rel=1e-6)
    assert math.sin(tilt) == pytest.approx(2.5 / (22.0 - overlap), rel=1e-6)
    # Centre height R sin β + (h/2) cos β; the normal leans away from the support, so the rim there is up.
    assert rest.z == pytest.approx(11.0 * math.sin(tilt) + 1.25 * math.cos(tilt), rel=1e-6)
    assert m[2] == pytest.approx(-math.sin(tilt) * math.cos(azimuth), abs=1e-9)
    assert m[5] == pytest.approx(-math.sin(tilt) * math.sin(azimuth), abs=1e-9)
    assert not rest.level


def test_v22_the_quoted_angles():
    quoted = {1.0: (6.8, 2.6), 3.0: (7.56, 2.9), 6.0: (9.0, 3.4), 10.0: (12.0, 4.6)}
    for overlap, (degrees, gap) in quoted.items():
        tilt = laws.rest_tilt(11.0, 2.5, overlap)
        assert math.degrees(tilt) == pytest.approx(degrees, abs=0.05)
        assert 22.0 * math.sin(tilt) == pytest.approx(gap, abs=0.06)


@pytest.mark.parametrize("kind", ["small", "large", "rect"])
def test_v22_a_chip_with_its_centre_over_another_lies_flat_on_it(kind):
    start = table(chip("b", 386.0, 383.0), chip("a", kind=kind, level=1))
    rest = rest_of(start, start["a"])
    assert rest.level
    assert rest.z == 2.5 + KINDS[kind].thickness / 2


@pytest.mark.parametrize(("kind", "half"), [("small", 8.0), ("large", 11.0), ("rect", 18.0)])
@pytest.mark.parametrize("overlap", [2.0, 4.0, 6.0])
def test_v22_a_leaning_chip_that_is_let_go_stays_as_it_leans(kind, half, overlap):
    """The solver in space agrees with the closed form, where the flat of a face lies on the other's edge."""
    start = table(chip("b", 380.0 + half + 11.0 - overlap, 380.0), chip("a", kind=kind, level=1))
    outcome = simulate(start, Launch("a", 0.0, 0.0, 0.0))
    last = outcome.track["a"][-1]
    tilt = math.degrees(math.acos(1.0 - 2.0 * (last.qx**2 + last.qy**2)))
    assert tilt == pytest.approx(math.degrees(laws.rest_tilt(half, 2.5, overlap)), abs=0.5)
    assert (outcome.table["a"].x, outcome.table["a"].y) == pytest.approx((380.0, 380.0), abs=0.1)
    assert "b" not in outcome.moved
    assert [pair[:2] for pair in outcome.lies_on] == [("a", "b")]


# --- V23: drag -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("friction_chip", "friction_mat"),
    [(0.05, 0.2), (0.30, 0.2), (0.38, 0.2), (0.42, 0.2), (0.60, 0.2), (0.30, 0.35), (0.30, 0.12), (0.9, 0.5)],
)
@pytest.mark.parametrize("azimuth", [0.0, 1.0])
def test_v23_the_lower_chip_is_dragged_beyond_the_limit_only(friction_chip, friction_mat, azimuth):
    physics = Physics(friction_chip=friction_chip, friction_mat=friction_mat)
    stays = laws.lower_stays_put(friction_chip, friction_mat, 1.0, 1.0)
    assert stays == (friction_chip <= 2.0 * friction_mat)
    start = table(chip("b"), chip("a", level=1))
    # Slow enough to stay with its centre over the lower one.
    speed = math.sqrt(2.0 * friction_chip * 9810.0 * 4.0)
    outcome = simulate(start, Launch("a", azimuth, speed, 0.0), physics)
    lower = outcome.table["b"]
    dragged = math.hypot(lower.x - 380.0, lower.y - 380.0)
    # What friction leaves of it within the solver's own accuracy.
    assert dragged < 1e-3 if stays else dragged > 0.05
    assert ("b" in outcome.moved) == (dragged > 0.0)
    assert [pair[:2] for pair in outcome.lies_on] == [("a", "b")]
    if stays:
        way = math.hypot(outcome.table["a"].x - 380.0, outcome.table["a"].y - 380.0)
        assert way == pytest.approx(4.0, rel=0.1, abs=0.3)
