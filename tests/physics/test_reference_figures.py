"""The simulation beside a 3D rigid-body engine: every figure that simulation.md asks for, and how it is computed."""

import math
from pathlib import Path

import pytest

from micromutants.assets import asset_bytes
from micromutants.validation.reference import (
    FLIGHTS,
    PAIRS,
    Flight,
    FlightResult,
    Pair,
    PairResult,
    ShotsError,
    f1,
    figures,
    fly,
    read_flights,
    read_pairs,
    shoot,
)

DATA = Path(__file__).parents[1] / "data"

ASKED = {
    "one chip: rest distance off, median": (1.5, True),
    "one chip: rest distance off, 80 % within": (6.0, True),
    "one chip: same face": (0.85, False),
    "two chips: same outcome": (0.93, False),
    "two chips: F1 of over": (0.82, False),
    "two chips: shot chip off, median": (5.0, True),
    "two chips: shot chip off, 80 % within": (25.0, True),
    "two chips: target off, median": (1.0, True),
    "two chips: target off, 80 % within": (10.0, True),
}
"""The limits that are asked, and whether they are upper ones."""


@pytest.mark.parametrize("name", ASKED)
def test_reference_figure_is_as_good_as_asked(reference_figures, name):
    limit, at_most = ASKED[name]
    figure = reference_figures[name]
    assert (figure.asked, figure.at_most) == (limit, at_most)
    assert (figure.found <= limit) if at_most else (figure.found >= limit)
    assert figure.ok


def test_no_figure_is_left_out(reference_figures):
    assert list(reference_figures) == list(ASKED)


def test_all_shots_are_read():
    flights, pairs = read_flights(), read_pairs()
    assert (len(flights), len(pairs)) == (300, 500)
    assert {flight.kind for flight in flights} == {pair.target_kind for pair in pairs} == {"small", "large", "rect"}
    assert {round(math.degrees(flight.heading)) for flight in flights} == {0, 90}
    assert flights[0] == ("small", 0.0, 2098.359, math.radians(36.5653), 80.10613, 752.299, -0.567, True)
    first = pairs[0]
    assert first[:2] == ("large", "small")
    assert first.target == (142.301, -1.029, 0.0)
    assert (first.outcome, first.shot_rest, first.target_rest) == ("clear", (114.237, -0.031), (142.301, -1.029))


@pytest.mark.skipif(not (DATA / PAIRS).is_symlink(), reason="links are not made on this system")
def test_the_data_of_the_tests_are_those_of_the_program():
    for name in (FLIGHTS, PAIRS):
        assert (DATA / name).read_bytes() == asset_bytes(f"reference/{name}")


def test_a_flight_is_compared_by_distance_and_face():
    # A flat slide: v²/2μg, and it stays as it is.
    way = 1000.0**2 / (2.0 * 0.35 * 9810.0)
    flight = Flight("rect", 0.0, 1000.0, 0.0, 0.0, way, 0.0, True)
    assert fly(flight) == (pytest.approx(0.0, abs=1e-4), True)
    assert fly(flight._replace(x=0.0, y=way / 1.25)) == (pytest.approx(0.25, abs=1e-4), True)
    assert fly(flight._replace(same_face=False)).face_agrees is False


def test_a_pair_is_compared_by_outcome_and_places():
    way = 200.0**2 / (2.0 * 0.35 * 9810.0)
    pair = Pair("large", "rect", (60.0, 3.0, 0.2), 200.0, 0.0, 0.0, "clear", (way, 3.0), (60.0, -1.0))
    assert shoot(pair) == ("clear", "clear", pytest.approx(3.0, abs=1e-3), pytest.approx(4.0, abs=1e-9))


def test_the_figures_of_known_results():
    flown = [FlightResult(error / 100, error < 7) for error in range(10)]
    pairs = [("over", "over"), ("over", "clear"), ("clear", "over"), ("clear", "clear"), ("under", "under")]
    shot = [PairResult(*pair, float(i), 10.0 * i) for i, pair in enumerate(pairs)]
    found = [figure.found for figure in figures(flown, shot)]
    assert found == pytest.approx([4.5, 8.0, 0.7, 0.6, 0.5, 2.0, 4.0, 20.0, 40.0])


def test_f1_is_the_harmonic_mean_of_precision_and_recall():
    pairs = [("over", "over")] * 6 + [("over", "clear")] * 2 + [("clear", "over")] * 4 + [("clear", "clear")] * 9
    precision, recall = 6 / 8, 6 / 10
    assert f1(pairs, "over") == pytest.approx(2 * precision * recall / (precision + recall), rel=1e-12)
    assert f1([("clear", "clear")], "over") == 1.0
    assert f1([("clear", "over")], "over") == 0.0


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("2098.359", "fast"), "flight_3d.csv, line 2: speed_mm_s must be a finite number, not 'fast'"),
        (("2098.359", "nan"), "flight_3d.csv, line 2: speed_mm_s must be a finite number, not 'nan'"),
        (("small", "coin"), "flight_3d.csv, line 2: kind must be one of small, large, rect, not 'coin'"),
        (("loft_deg", "loft"), "flight_3d.csv, line 2: there is no value in column 'loft_deg'"),
        (("79.542,1", "79.542,2"), "flight_3d.csv, line 2: same_face must be one of 0, 1, not '2'"),
    ],
)
def test_a_file_that_can_not_be_read_says_where(tmp_path, change, sentence):
    text = asset_bytes(f"reference/{FLIGHTS}").decode()
    (tmp_path / FLIGHTS).write_text(text.replace(*change, 1), "utf-8")
    with pytest.raises(ShotsError) as refused:
        read_flights(tmp_path)
    assert str(refused.value) == sentence


def test_files_of_ones_own_can_be_compared_with(tmp_path):
    lines = asset_bytes(f"reference/{PAIRS}").decode().splitlines()
    (tmp_path / PAIRS).write_text("\n".join(lines[:4]), "utf-8")
    assert read_pairs(tmp_path) == read_pairs()[:3]
    (tmp_path / PAIRS).write_text(lines[0], "utf-8")
    with pytest.raises(ShotsError, match=r"^pair_3d\.csv: there are no shots in it$"):
        read_pairs(tmp_path)
    (tmp_path / PAIRS).write_bytes(b"\xff\xfe")
    with pytest.raises(ShotsError, match="this is no UTF-8 text"):
        read_pairs(tmp_path)
