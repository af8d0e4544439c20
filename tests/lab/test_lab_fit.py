"""Fits: constants come back from synthetic shots, the intervals hold, and what cannot be fitted is refused."""

import random

import msgspec
import numpy as np
import pytest
from lab_tools import holds, measured, quiet, truth
from scipy.stats import t

from micromutants.lab import LabError, check_names, fit, workers
from micromutants.lab.confidence import alike, correlated, identifiable, standard_errors
from micromutants.lab.constants import ENERGY, RANGES, USUAL, scaled, unscaled
from micromutants.lab.fit import Estimate, Fit, Residual, estimated
from micromutants.lab.problem import CLOSE, EXPECTED_COST, Problem, Slope, cost, misfit, predict
from micromutants.lab.search import close_search
from micromutants.lab.telling import told_fit
from micromutants.physics import EXACT, Physics

DEFAULT = Physics()


def test_four_constants_come_back():
    generator = random.Random(2)
    true = truth(generator)
    seen = measured(true, 9, generator, error=1.0)
    with workers(2) as pool:
        found = fit(seen, DEFAULT, EXACT, error_mm=1.0, crowd=5, executor=pool)
    assert [estimate.name for estimate in found.estimates] == list(USUAL)
    assert found.left == ()
    assert all(holds(estimate, true) for estimate in found.estimates), found.estimates
    for estimate in found.estimates:
        low, high, _ = RANGES[estimate.name]
        assert 0.0 < estimate.high - estimate.low < 0.45 * (high - low), "an interval that says nothing would hold too"
        assert estimate.before == getattr(DEFAULT, estimate.name)
    assert found.misfit < 1.4
    assert found.rms < 4.0 < found.rms_before
    assert [residual.line for residual in found.residuals] == list(range(2, 11))


def test_the_same_fit_on_any_executor():
    generator = random.Random(5)
    true = msgspec.structs.replace(DEFAULT, friction_mat=0.5)
    seen = measured(true, 5, generator, offsets=(0.0,), lofts=(15.0, 20.0))
    alone = fit(seen, DEFAULT, EXACT, ["friction_mat"], crowd=5)
    assert holds(alone.estimates[0], true)
    with workers(2) as pool:
        assert fit(seen, DEFAULT, EXACT, ["friction_mat"], crowd=5, executor=pool) == alone


def test_intervals_hold_in_19_of_20_synthetic_tables():
    held = asked = 0
    for table in (*range(6), *range(20, 28)):
        generator = random.Random(100 + table)
        true = truth(generator)
        problem = Problem(measured(true, 10, generator), DEFAULT, EXACT, 2.0, table, None, quiet)
        at, residuals = close_search(problem, USUAL, problem.place(USUAL, true))
        for estimate in estimated(problem, USUAL, at, residuals, problem.jacobian(USUAL, at)):
            held += holds(estimate, true)
            asked += 1
    assert asked == 56
    # Of 56 intervals that hold with a chance of 0.95 fewer than 49 do so once in 100 times.
    assert held >= 49


def test_standard_errors_hold_for_shots_that_scatter_unequally_and_in_x_and_y_together():
    generator = np.random.default_rng(0)
    shots, constants = 30, 3
    held = 0
    for _ in range(300):
        slope = generator.normal(size=(shots, 3, constants)) * np.array([1.0, 1.0, 0.0])[:, None]
        scale = generator.uniform(0.3, 1.5, shots)
        error = scale[:, None] * generator.normal(size=(shots, 1)) * np.array([1.0, 0.8, 0.0])
        j, e = slope.reshape(-1, constants), error.ravel()
        place = np.linalg.lstsq(j, -e, rcond=None)[0]
        errors = standard_errors(Slope(j, np.zeros(len(j))), e + j @ place)
        held += np.sum(np.abs(place) <= t.ppf(0.975, shots - constants) * errors)
    assert 0.91 <= held / 900 <= 0.98


def test_what_is_not_straight_makes_intervals_wider():
    slope = np.ones((9, 1))
    residuals = np.tile([0.5, -0.5, 0.0], 3)
    smooth, rough = (standard_errors(Slope(slope, np.full(9, v)), residuals)[0] for v in (0.0, 4.0))
    assert rough > smooth


def test_misfit_is_one_where_errors_explain_all():
    normal = np.random.default_rng(1).normal(size=30_000)
    assert cost(normal, CLOSE) == pytest.approx(EXPECTED_COST, rel=0.02)
    assert misfit(normal) == pytest.approx(1.0, abs=0.02)
    assert misfit(3.0 * normal) > 2.0


@pytest.mark.parametrize("name", RANGES)
def test_every_constant_that_can_be_fitted_is_one_and_has_its_default_in_range(name):
    value = getattr(DEFAULT, name)
    low, high, _ = RANGES[name]
    assert low <= value <= high
    assert unscaled(name, scaled(name, value)) == pytest.approx(value)
    assert (unscaled(name, -0.1), unscaled(name, 1.1)) == pytest.approx((low, high))
    assert (scaled(name, low - 1.0), scaled(name, high + 1.0)) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["friction"], "'friction' cannot be fitted"),
        (["frction_mat"], "did you mean 'friction_mat'"),
        (["tumble", "tumble"], "tumble is named twice"),
        (ENERGY, "cannot be told apart by any shot"),
    ],
)
def test_constants_that_cannot_be_fitted(names, said):
    with pytest.raises(LabError, match=said):
        check_names(names)


def test_constants_without_an_effect_are_left_and_named():
    seen = measured(DEFAULT, 4, random.Random(1), offsets=(0.0,))
    problem = Problem(seen, DEFAULT, EXACT, 2.0, 0, None, quiet)
    names = ("friction_mat", "friction_chip")
    kept, left = identifiable(problem, names, problem.place(names, DEFAULT), explicit=False)
    assert kept == ("friction_mat",)
    assert left == (("friction_chip", "it has no effect on these shots"),)
    with pytest.raises(LabError, match="none of friction_chip has an effect"):
        identifiable(problem, names[1:], problem.place(names[1:], DEFAULT), explicit=True)


def test_constants_that_do_the_same_are_told():
    rows = np.random.default_rng(2).normal(size=(40, 2))
    same = np.column_stack([rows[:, 0], rows[:, 1], -2.0 * rows[:, 0] + 0.01 * rows[:, 1]])
    assert alike(same, ["a", "b", "c"]) == ["a", "c"]
    assert alike(rows, ["a", "b"]) == []
    assert correlated(np.array([[1.0, 0.999], [0.999, 1.0]]), ["a", "b"]) == ["a", "b"]
    assert correlated(np.array([[1.0, 0.5], [0.5, 1.0]]), ["a", "b"]) == []
    # Shots of one loft that slide only: the way is the speed squared over the friction.
    seen = measured(DEFAULT, 6, random.Random(1), offsets=(0.0,), lofts=(15.0, 15.0))
    problem = Problem(seen, DEFAULT, EXACT, 2.0, 0, None, quiet)
    names = ("friction_mat", "mat_stiffness", "felt_exponent")
    with pytest.raises(LabError, match="friction_mat and mat_stiffness cannot be told apart by these shots"):
        identifiable(problem, names[:2], problem.place(names[:2], DEFAULT), explicit=True)
    kept, left = identifiable(problem, names, problem.place(names, DEFAULT), explicit=False)
    assert kept == ("friction_mat", "felt_exponent")
    assert left[0][0] == "mat_stiffness"


def test_too_few_shots():
    seen = measured(DEFAULT, 5, random.Random(1))
    with pytest.raises(LabError, match="5 measured shots are too few for 4 constants: it takes 6, or fewer constants"):
        fit(seen, DEFAULT, EXACT)
    with pytest.raises(LabError, match="2 measured shots are too few for 1 constants: it takes 3"):
        fit(seen[:2], DEFAULT, EXACT, ["friction_mat"])


def test_another_version_of_the_program_is_refused():
    with pytest.raises(LabError, match=r"cannot work for micromutants 0\.0\.1 \(physics 0\): install the same on both"):
        predict(("0.0.1", 0), [], [], DEFAULT, EXACT, 1)


def test_what_cannot_be_relied_on_is_told():
    estimate = Estimate("friction_mat", 0.35, 0.5, 0.4, 0.6)
    residual = Residual(7, 210.0, 300.0, 200.0, 301.0, 60.0, 10.0, -1.0, True, 0.25)
    found = Fit("T", (estimate,), (("tumble", "why"),), ("a", "b", "c"), (residual,), 20.0, 10.0, 2.0, None, 1, 1000)
    told = "\n".join(line.plain for line in told_fit(found))
    assert "friction_mat 0.35 0.5 0.4 to 0.6" in " ".join(told.split())
    assert "tumble is left as it is: why." in told
    assert "These shots can hardly tell a, b and c apart" in told
    assert "10.0 mm apart (root mean square), 20.0 mm before; 0 of 1 sides agree." in told
    assert "Residuals are 2.0 times what error and scatter explain, so the intervals cannot be relied on" in told
    assert "The worst is line 7: +10.0 mm along the shot, -1.0 mm across." in told
    assert "--set physics.friction_mat=0.5" in told
    hand = msgspec.structs.replace(found, misfit=1.0, tries=12, share=0.0)
    told = "\n".join(line.plain for line in told_fit(hand))
    assert "Of 100 made-up tables with these constants and this hand none fits as badly" in told
    for sound in (msgspec.structs.replace(hand, share=0.4, alike=()), msgspec.structs.replace(hand, share=None)):
        told = "\n".join(line.plain for line in told_fit(sound))
        assert "relied on" not in told
        assert ("hardly" in told) == bool(sound.alike)
