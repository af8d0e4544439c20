"""The view: millimetres to pixels and back, in windows of any size."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from micromutants.table import Mat
from micromutants.ui.view import ZOOM_MAX, ZOOM_MIN, View

MAT = Mat()
sizes = st.integers(1, 4000)
views = st.builds(
    lambda left, top, width, height, factor, px, py, dx, dy: (
        View(MAT, (left, top, width, height)).zoomed(factor, (left + px * width, top + py * height)).panned(dx, dy)
    ),
    st.integers(-500, 2000),
    st.integers(-500, 2000),
    sizes,
    sizes,
    st.floats(0.1, 30.0),
    st.floats(0.0, 1.0),
    st.floats(0.0, 1.0),
    st.floats(-5000.0, 5000.0),
    st.floats(-5000.0, 5000.0),
)


@given(views, st.floats(-100.0, 900.0), st.floats(-100.0, 900.0))
def test_there_and_back(view: View, x: float, y: float) -> None:
    back = view.to_mat(*view.to_screen(x, y))
    assert back == pytest.approx((x, y), abs=1e-5 / min(1.0, view.scale))


@given(st.integers(60, 4000), st.integers(60, 4000))
def test_the_whole_mat_fits_in_the_middle(width: int, height: int) -> None:
    view = View(MAT, (10, 20, width, height))
    left, top, w, h = view.mat_rect
    assert left >= 10
    assert top >= 20
    assert left + w <= 10 + width
    assert top + h <= 20 + height
    assert left - 10 == pytest.approx(10 + width - left - w)
    assert top - 20 == pytest.approx(20 + height - top - h)


def test_y_goes_up_on_the_mat_and_down_on_the_screen() -> None:
    view = View(MAT, (0, 0, 800, 800))
    assert view.to_screen(0.0, 700.0)[1] < view.to_screen(0.0, 100.0)[1]
    assert view.to_screen(100.0, 0.0)[0] < view.to_screen(700.0, 0.0)[0]


@pytest.mark.parametrize("rect", [(0, 0, 0, 0), (5, 5, 1, 1), (0, 0, -4, 30), (0, 0, 3, 100000)])
def test_a_minimised_window_has_a_scale_above_zero(rect: tuple[int, int, int, int]) -> None:
    view = View(MAT, rect)
    for changed in (view, view.zoomed(3.0), view.panned(40.0, -7.0), view.within((0, 0, 0, 0))):
        assert changed.scale > 0.0
        assert all(math.isfinite(v) for v in (*changed.to_mat(3.0, 4.0), *changed.to_screen(3.0, 4.0)))


def test_zooming_keeps_the_point_under_the_pointer() -> None:
    view = View(MAT, (0, 0, 900, 900)).zoomed(3.0)
    at = (430.0, 470.0)
    before = view.to_mat(*at)
    assert view.zoomed(1.3, at).to_mat(*at) == pytest.approx(before)


@given(views)
def test_zoom_stays_in_its_range_and_the_mat_in_sight(view: View) -> None:
    assert ZOOM_MIN <= view.zoom <= ZOOM_MAX
    left, top, w, h = view.mat_rect
    x, y, width, height = view.rect
    assert left < x + width
    assert top < y + height
    assert left + w > x
    assert top + h > y


@pytest.mark.parametrize("factor", [0.0, -1.0, math.nan, math.inf])
def test_a_senseless_factor_changes_nothing(factor: float) -> None:
    view = View(MAT, (0, 0, 900, 700)).zoomed(2.0)
    assert view.zoomed(factor) == view


def test_a_resized_window_shows_the_same_part() -> None:
    view = View(MAT, (0, 0, 900, 900)).zoomed(3.0, (300.0, 500.0))
    assert view.within((0, 0, 1200, 1200)).middle == pytest.approx(view.middle)


def test_holds_is_the_rectangle_without_its_far_edges() -> None:
    view = View(MAT, (10, 20, 30, 40))
    assert view.holds(10, 20)
    assert view.holds(39.9, 59.9)
    assert not view.holds(40, 30)
    assert not view.holds(20, 60)
    assert not view.holds(9.9, 30)
