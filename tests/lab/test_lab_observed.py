"""Measured shots from CSV files, and the sentences that say what is wrong with one."""

import math

import pytest
from lab_tools import HOP, SLIDE

from micromutants.lab import LabError, read_observed
from micromutants.lab.observed import ROWS_LIMIT

HEAD = "power,loft_deg,from_x,from_y,x,y,face\n"


def read(text, scenario=HOP):
    data = text.encode() if isinstance(text, str) else text
    return read_observed(data, "seen.csv", scenario.encode(), "a.toml")


def test_what_a_line_says_counts_and_the_scenario_says_the_rest():
    first, second = read(HEAD + "0.25,40,280,60,301.5,147,normal\n\n# a remark\n,,,,296,188.5,\n")
    assert (first.line, second.line) == (2, 5)
    (made,), (usual,) = first.case.moves, second.case.moves
    assert (made.power, math.degrees(made.loft)) == pytest.approx((0.25, 40.0))
    assert (usual.power, math.degrees(usual.loft)) == pytest.approx((0.3, 60.0))
    assert math.degrees(made.azimuth) == pytest.approx(90.0)
    lay, usually = (one.case.table["hopper"] for one in (first, second))
    assert ((lay.x, lay.y), (usually.x, usually.y)) == ((280.0, 60.0), (300.0, 200.0))
    assert (first.x, first.y, first.special) == (301.5, 147.0, False)
    assert second.special is None


def test_the_columns_of_a_launch_and_a_byte_order_mark():
    (seen,) = read(b"\xef\xbb\xbfspeed_mm_s,x,y\r\n700,180,200\r\n", SLIDE)
    assert seen.case.moves[0].speed == 700.0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "seen.csv: there is no shot in it; its first line names the columns"),
        ("x,y\n", "there is no shot in it"),
        ("x,power\n1,2\n", "seen.csv: line 1: the column 'y' is missing"),
        ("x,y,powr\n1,2,3\n", "line 1: there is no column 'powr'; did you mean 'power'?"),
        ("x,y,x\n1,2,3\n", "line 1: the column 'x' is there twice"),
        ("x,y,from_x\n1,2,3\n", "line 1: from_x and from_y go together"),
        ("x,y\n1,2\n1\n", "line 3: 1 cells under 2 columns"),
        ("x,y\n1,two\n", "line 2: y must be a finite number, not 'two'"),
        ("x,y\nnan,1\n", "line 2: x must be a finite number, not 'nan'"),
        ("x,y,face\n1,2,up\n", "line 2: face must be normal or special, or left empty, not 'up'"),
        ("x,y,power\n1,2,3\n", "line 2: power: must be a number from 0 to 1, not 3"),
        ("x,y,shot\n1,2,jump\n", "line 2: there is no shot 'jump' in a.toml; allowed are 'hop'"),
        ("x,y,from_x,from_y\n1,2,5,\n", "line 2: from_y must be a finite number, not ''"),
        ("x,y,from_x,from_y\n1,2,-900,5\n", "line 2: "),
        ('x,y\n"1,2\n', "not valid CSV"),
        (b"x,y\n\xff,2\n", "line 2: this is no UTF-8 text"),
        ("x,y\n" + "1,2\n" * (ROWS_LIMIT + 1), f"{ROWS_LIMIT + 1} shots; {ROWS_LIMIT} are the most"),
    ],
)
def test_what_is_wrong_is_one_sentence_with_its_line(text, said):
    with pytest.raises(LabError) as caught:
        read(text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
