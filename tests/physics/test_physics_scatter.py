"""The same shot many times over: arrays that depend on seed and shot alone, whoever does the work."""

import math
import random
import sys
from concurrent.futures import ThreadPoolExecutor

import msgspec
import numpy as np
import pytest
from physics_tools import PHYSICS, chip, table

import micromutants
from micromutants.physics import (
    AVERAGE,
    EXACT,
    NOVICE,
    Hand,
    Landing,
    Physics,
    PhysicsError,
    Shot,
    press,
    scatter,
    scattered,
    simulate,
)
from micromutants.table import Face, Mat

START = table(chip("a", 100.0, 380.0), chip("b", 200.0, 382.0), chip("c", 330.0, 380.0, "rect", 1.2))
SHOT = Shot("a", 0.0, 0.35, math.radians(55.0))
ARRAYS = ("x", "y", "angle", "face", "outcome", "other", "settled")


def same(one, other):
    assert one.pieces == other.pieces
    for name in ARRAYS:
        first, second = getattr(one, name), getattr(other, name)
        assert first.dtype == second.dtype
        assert first.tobytes() == second.tobytes(), name


@pytest.fixture(scope="module")
def hundred():
    return scatter(START, SHOT, AVERAGE, 100, 7)


def test_each_entry_is_the_shot_that_the_hand_makes(hundred):
    draw = random.Random(7)
    seen = set()
    for i in range(100):
        outcome = simulate(START, press(scattered(SHOT, AVERAGE, PHYSICS, draw), START["a"], PHYSICS))
        a = outcome.table["a"]
        assert (hundred.x[i], hundred.y[i], hundred.angle[i]) == (a.x, a.y, a.angle)
        assert hundred.face[i] == (a.face is Face.SPECIAL)
        assert hundred.settled[i] == outcome.settled
        over = {pair.lower: pair.area for pair in outcome.lies_on if pair.upper == "a"}
        under = {pair.upper: pair.area for pair in outcome.lies_on if pair.lower == "a"}
        landing = Landing(hundred.outcome[i])
        seen.add(landing)
        expected = Landing.UNDER if under else Landing.OVER if over else Landing.CLEAR
        assert landing is (expected if outcome.table.on_mat(a) else Landing.OFF)
        if landing in (Landing.OVER, Landing.UNDER):
            areas = over if landing is Landing.OVER else under
            assert areas[hundred.pieces[hundred.other[i]]] == max(areas.values())
        else:
            assert hundred.other[i] == -1
    assert {Landing.CLEAR, Landing.OVER} <= seen


def test_arrays_have_the_length_and_types_that_are_told(hundred):
    assert len(hundred) == 100
    assert hundred.pieces == ("a", "b", "c")
    assert [getattr(hundred, name).dtype.name for name in ARRAYS] == [
        "float64",
        "float64",
        "float64",
        "int8",
        "int8",
        "int32",
        "bool",
    ]
    assert all(getattr(hundred, name).shape == (100,) for name in ARRAYS)
    assert set(np.unique(hundred.face)) == {0, 1}
    assert hundred.settled.all()


@pytest.mark.parametrize("worth", [0.0, 1e9])
def test_the_same_whatever_the_number_of_workers(monkeypatch, hundred, worth):
    """Also where other processes are called for at once, or never."""
    monkeypatch.setattr(sys.modules["micromutants.physics.scatter"], "WORTH_SHARING", worth)
    same(scatter(START, SHOT, AVERAGE, 100, 7, workers=2), hundred)
    few = scatter(START, SHOT, AVERAGE, 33, 7)
    same(scatter(START, SHOT, AVERAGE, 33, 7, workers=3), few)
    same(scatter(START, SHOT, AVERAGE, 5, 7, workers=2), scatter(START, SHOT, AVERAGE, 5, 7))


@pytest.mark.parametrize("workers", [1, 3, 64])
def test_the_same_in_an_executor_of_ones_own(workers):
    few = scatter(START, SHOT, AVERAGE, 12, 7)
    with ThreadPoolExecutor(2) as pool:
        # It is left open.
        for _ in range(2):
            same(scatter(START, SHOT, AVERAGE, 12, 7, workers=workers, executor=pool), few)


def test_a_longer_run_begins_like_a_shorter_one(hundred):
    few = scatter(START, SHOT, AVERAGE, 10, 7)
    for name in ARRAYS:
        assert (getattr(few, name) == getattr(hundred, name)[:10]).all()


def test_another_seed_gives_other_shots(hundred):
    other = scatter(START, SHOT, AVERAGE, 100, 8)
    assert not (other.x == hundred.x).any()


def test_an_exact_hand_makes_one_shot():
    found = scatter(START, SHOT, EXACT, 4, 1)
    assert len(set(zip(*(getattr(found, name).tolist() for name in ARRAYS), strict=True))) == 1


def test_a_poorer_hand_scatters_more():
    start = table(chip("a"))
    spreads = [np.std(scatter(start, Shot("a", 0.3, 0.4), hand, 200, 3).y) for hand in (AVERAGE, NOVICE)]
    assert 1.4 * spreads[0] < spreads[1]


def test_the_physics_count():
    slippery = scatter(START, SHOT, AVERAGE, 10, 7, Physics(friction_mat=0.2))
    assert not (slippery.x == scatter(START, SHOT, AVERAGE, 10, 7).x).any()
    assert not scatter(START, SHOT, AVERAGE, 3, 7, Physics(time_limit=0.01)).settled.any()


def test_shots_off_the_mat_and_shares(hundred):
    start = table(chip("a", 30.0, 60.0), chip("b", 20.0, 20.0), mat=Mat(90.0, 90.0))
    found = scatter(start, Shot("a", 0.0, 0.5), AVERAGE, 20, 1)
    assert found.share(Landing.OFF) == 1.0
    assert (found.other == -1).all()
    shares = [hundred.share(landing) for landing in Landing]
    assert sum(shares) == pytest.approx(1.0, abs=1e-12)
    of_pieces = [hundred.share(Landing.OVER, key) for key in hundred.pieces]
    assert sum(of_pieces) == pytest.approx(hundred.share(Landing.OVER), abs=1e-12)
    assert of_pieces[0] == 0.0
    with pytest.raises(PhysicsError, match=r"^scatter: no piece 'x' on the table$"):
        hundred.share(Landing.OVER, "x")


def test_a_chip_that_slides_in_beneath_another_is_under():
    """A rectangle leans on a large chip and has its long edge up where the small one comes."""
    start = table(
        chip("s", 300.0 + 18.0 - 3.0 + 11.0, 300.0),
        chip("r", 300.0, 300.0, "rect", level=1),
        chip("m", 312.0, 262.0, "small"),
    )
    found = scatter(start, Shot("m", math.pi / 2, 0.1, math.radians(15.0), tumble=0.0), Hand(power_sd=0.3), 60, 5)
    assert found.share(Landing.UNDER, "r") > 0.0
    assert found.share(Landing.UNDER, "s") == 0.0


# --- what is refused ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"n": 0}, "scatter: n must be a whole number from 1 to 1000000, not 0"),
        ({"n": 10.0}, "scatter: n must be a whole number from 1 to 1000000, not 10.0"),
        ({"n": 10**9}, "scatter: n must be a whole number from 1 to 1000000, not 1000000000"),
        ({"n": True}, "scatter: n must be a whole number from 1 to 1000000, not True"),
        ({"seed": -1}, "scatter: seed must be a whole number from 0 to 9223372036854775807, not -1"),
        ({"seed": None}, "scatter: seed must be a whole number from 0 to 9223372036854775807, not None"),
        ({"seed": "x"}, "scatter: seed must be a whole number from 0 to 9223372036854775807, not 'x'"),
        ({"workers": 0}, "scatter: workers must be a whole number from 1 to 64, not 0"),
        ({"workers": 65}, "scatter: workers must be a whole number from 1 to 64, not 65"),
        ({"hand": Hand(aim_sd=math.nan)}, "hand: "),
        ({"hand": Hand(power_sd=math.inf)}, "hand: "),
        ({"hand": Hand(loft_sd=-0.1)}, "hand: "),
        ({"physics": Physics(friction_mat=math.nan)}, "physics: "),
        ({"physics": Physics(restitution_chip=1.1)}, "physics: "),
        ({"shot": Shot("x", 0.0, 0.5)}, "shot: no piece 'x' on the table"),
        ({"shot": Shot("base", 0.0, 0.5)}, "shot: 'base' is a base, only chips can be flicked"),
        ({"shot": Shot("a", 0.0, 1.5)}, "shot: power must be from 0 to 1, not 1.5"),
        ({"shot": Shot("a", math.nan, 0.5)}, "shot: azimuth must be finite, not nan"),
    ],
    ids=str,
)
def test_bad_input_is_refused_before_anything_moves(monkeypatch, change, sentence):
    monkeypatch.setattr(sys.modules["micromutants.physics.scatter"], "simulate", None)
    call = {
        "table": table(*START, chip("base", 600.0, 600.0, "base")),
        "shot": SHOT,
        "hand": AVERAGE,
        "n": 3,
        "seed": 1,
    }
    with pytest.raises(PhysicsError) as refused:
        scatter(**call | change)
    assert str(refused.value).startswith(sentence)
    assert "\n" not in str(refused.value)
    if sentence.endswith(": "):
        (values,) = change.values()
        assert any(name in str(refused.value) for name in msgspec.structs.asdict(values))


def test_they_are_public_names():
    assert micromutants.scatter is scatter
    assert isinstance(scatter(START, SHOT, EXACT, 1, 0), micromutants.Scatter)
    assert micromutants.Landing is Landing
