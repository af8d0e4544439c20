"""Axes and keys: what ``--vary`` means, and what it refuses."""

import pytest
from lab_tools import HOP, SLIDE

from micromutants.lab import LabError, plan_sweep
from micromutants.lab.keys import full_key, hand_changes, parse_axis
from micromutants.lab.model import derived, written
from micromutants.physics import AVERAGE
from micromutants.scenario import ScenarioError, read_scenario


def plan(*vary, text=HOP, **others):
    return plan_sweep(text.encode(), "a.toml", vary, **others)


def test_a_range_has_the_values_that_it_seems_to_have():
    assert parse_axis("friction_mat=0.2:0.6:9", "hop").values == (0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6)
    assert parse_axis("loft_deg = 70:20:3", "hop").values == (70.0, 45.0, 20.0)
    assert parse_axis("loft_deg=30:30:1", "hop").values == (30.0,)
    assert parse_axis("loft_deg=30, 45,20", "hop").values == (30.0, 45.0, 20.0)


def test_short_keys_stand_for_long_ones():
    assert full_key("friction_mat", "hop") == "physics.friction_mat"
    assert full_key("aim_sd_deg", "hop") == "hand.aim_sd_deg"
    assert full_key("loft_deg", 'the "hop"') == 'shots."the \\"hop\\"".loft_deg'
    assert full_key("pieces.target.angle_deg", "hop") == "pieces.target.angle_deg"


@pytest.mark.parametrize(
    ("vary", "said"),
    [
        (["friction_mat"], "an axis is KEY=FROM:TO:COUNT"),
        (["friction_mat="], "an axis is"),
        (["friction_mat=0.2:0.6"], "an axis is"),
        (["friction_mat=0.2:0.6:0"], "the count must be a whole number from 1 to 1000, not '0'"),
        (["friction_mat=0.2:0.6:1"], "a single value cannot be both 0.2 and 0.6"),
        (["friction_mat=a:0.6:3"], "'a' is no finite number"),
        (["friction_mat=nan,1"], "'nan' is no finite number"),
        (["friction_mat=1,1"], "each value may be there once only"),
        (["frction_mat=0:1:2"], "did you mean 'friction_mat'?"),
        (["xyz=0:1:2"], "a dotted key such as"),
        (["tumble=0:1:2"], 'write physics.tumble or shots."hop".tumble'),
        (["power=0.1:0.2:2", 'shots."hop".power=0.3,0.4'], "is varied twice"),
        (["power=0.1:0.2:1000", "loft_deg=20:70:11"], "the grid has 11000 points; 10000 are the most"),
        ([], "nothing varies"),
    ],
)
def test_axes_that_cannot_be(vary, said):
    with pytest.raises(LabError) as caught:
        plan(*vary)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_values_outside_their_range_are_refused_before_the_first_shot():
    with pytest.raises(ScenarioError, match="friction_mat: must be a number from 0 to 2, not 3"):
        plan("friction_mat=1:3:3")
    with pytest.raises(ScenarioError, match="loft_deg: must be a number from 15 to 75"):
        plan("power=0.001:0.6:300", "loft_deg=70,72,74,76,73,71.5,71,70.5")


@pytest.mark.parametrize(
    ("others", "said"),
    [
        ({"shot": "hp"}, "there is no shot 'hp' in a.toml; allowed are 'hop'"),
        ({"piece": "x"}, "there is no piece 'x'; allowed are hopper, target"),
        ({"shots": 0}, "shots must be from 1 to 100000, not 0"),
        ({"seed": -1}, "the seed must be from 0"),
    ],
)
def test_choices_that_cannot_be(others, said):
    with pytest.raises(LabError, match=said):
        plan("power=0.1:0.2:2", **others)


def test_which_shot_is_meant_must_be_clear():
    more = HOP + '\n[[shots]]\nname = "two"\npiece = "target"\ntowards_deg = 0\npower = 0.2\n'
    with pytest.raises(LabError, match="has 2 shots, say which by --shot: 'hop', 'two'"):
        plan("power=0.1:0.2:2", text=more)
    assert plan("power=0.1:0.2:2", text=more, shot="two").piece == "target"
    with pytest.raises(LabError, match="the scenario has no shots"):
        plan("friction_mat=0.1:0.2:2", text=SLIDE[: SLIDE.index("[[shots]]")])


def test_the_last_axis_varies_fastest():
    made = plan("power=0.1,0.2", "loft_deg=30,40,50")
    assert made.points[:4] == ((0.1, 30.0), (0.1, 40.0), (0.1, 50.0), (0.2, 30.0))
    trial = made.trial(3, made.points[3])
    assert trial.changes == (('shots."hop".power', "0.2"), ('shots."hop".loft_deg', "30"))


def test_seeds_of_points_differ_and_stay():
    seeds = [derived(0, index) for index in range(1000)]
    assert len(set(seeds)) == 1000
    assert all(0 <= seed < 2**63 for seed in seeds)
    assert seeds[:2] == [6213027144842677344, 8613600020916457518]


def test_numbers_are_written_as_toml_reads_them():
    assert [written(v) for v in (20.0, 0.25, 1e-7, -3.0)] == ["20", "0.25", "1e-07", "-3"]


def test_a_hand_by_its_name():
    assert read_scenario(HOP.encode(), "a", hand_changes("average")).hand == AVERAGE
    assert read_scenario(SLIDE.encode(), "a", hand_changes("average")).hand == AVERAGE
    assert hand_changes(None) == ()
