"""Every kind of expectation, where it holds and where it does not."""

import pytest
from scenario_tools import read

from micromutants.scenario import check, checking, launches, shoot, told_shot

SCENE = """\
format = 1
title = "Scene"
[hand]
aim_sd_deg = 5
[[pieces]]
id = "a"
breed = "soldier"
at = [200, 200]
[[pieces]]
id = "b"
kind = "large"
at = [300, 200]
[[pieces]]
id = "c"
kind = "small"
at = [301, 200]
[[shots]]
name = "slide"
piece = "a"
speed_mm_s = 500
[[shots]]
name = "hop"
piece = "a"
towards_deg = 90
power = 0.3
[[shots]]
name = "off"
piece = "a"
towards_deg = 180
power = 1
"""


def judged(shot, expect, index=-1):
    """Results of one line of expectations for a shot, the first (that it comes to rest) left out."""
    marker = f'name = "{shot}"\n'
    head, tail = SCENE.split(marker)
    parts = tail.split("[[shots]]", 1)
    rest = f"[[shots]]{parts[1]}" if len(parts) > 1 else ""
    scenario = read(f"{head}{marker}{parts[0]}[shots.expect]\n{expect}\n{rest}")
    first, *others = check(scenario)
    assert first.passed
    assert first.expected == "comes to rest"
    return others


@pytest.mark.parametrize(
    ("shot", "holds", "fails"),
    [
        ("slide", 'piece = "c"\nover = ["b"]', 'over = ["b"]'),
        ("slide", 'piece = "b"\nunder = ["c"]', 'under = ["b"]'),
        ("slide", "clear = true", 'piece = "c"\nclear = true'),
        ("slide", 'piece = "c"\nclear = ["a"]', 'piece = "c"\nclear = ["b"]'),
        ("slide", "level = 0", "level = 1"),
        ("slide", 'face = "normal"', 'face = "special"'),
        ("slide", "rest_within_mm = { of = [236.4, 200], by = 0.5 }", "rest_within_mm = { of = [236.4, 203], by = 2 }"),
        ("slide", 'rest_within_mm = { of = "b", by = 70 }', 'rest_within_mm = { of = "b", by = 60 }'),
        ("slide", 'rest_beyond_mm = { of = "b", by = 60 }', 'rest_beyond_mm = { of = "b", by = 70 }'),
        ("slide", "travel_mm = { at_least = 36, at_most = 37 }", "travel_mm = { at_most = 36 }"),
        ("slide", 'travel_times = { shot = "hop", at_most = 0.9 }', 'travel_times = { shot = "hop", at_least = 0.9 }'),
        ("hop", "run_on_mm = { at_least = 1 }", "run_on_mm = { at_least = 700 }"),
        ("hop", 'run_on_times = { shot = "off", at_most = 1 }', 'run_on_times = { shot = "off", at_least = 1 }'),
        ("slide", "tilt_deg = { at_most = 0.1 }", "tilt_deg = { at_least = 0.1 }"),
        ("slide", "moved = true", "moved = false"),
        ("slide", 'piece = "b"\nmoved = false', 'piece = "b"\nmoved = true'),
        ("off", "left_mat = true", "left_mat = false"),
        ("slide", "left_mat = false", "left_mat = true"),
        ("slide", 'untouched = ["b", "c"]', 'touched = ["b"]'),
        (
            "hop",
            'chance_over = { of = ["b"], at_most = 0, shots = 4 }',
            'chance_over = { of = ["b"], at_least = 0.1, shots = 4 }',
        ),
        (
            "hop",
            'chance_under = { of = ["b"], at_most = 0, shots = 4 }',
            'chance_under = { of = ["b"], at_least = 0.1, shots = 4 }',
        ),
    ],
)  # fmt: skip
def test_an_expectation_tells_what_holds_from_what_does_not(shot, holds, fails):
    (right,) = judged(shot, holds)
    (wrong,) = judged(shot, fails)
    assert right.passed, right
    assert not wrong.passed, wrong
    assert right.found


def test_the_chances_of_both_faces_make_one():
    (normal,) = judged("hop", 'chance_face = { of = "normal", at_least = 0, shots = 12, seed = 3 }')
    (special,) = judged("hop", 'chance_face = { of = "special", at_least = 0, shots = 12, seed = 3 }')
    share = [float(result.found.rsplit(" ", 1)[1]) for result in (normal, special)]
    assert sum(share) == pytest.approx(1.0, abs=0.002)
    (again,) = judged("hop", 'chance_face = { of = "normal", at_least = 0, shots = 12, seed = 3 }')
    assert again == normal


def test_a_chip_that_never_touches_down_has_no_run_on():
    (result,) = judged("slide", "run_on_mm = { at_most = 1000 }")
    assert (result.passed, result.found) == (False, "never touches down")


def test_a_shot_that_does_not_come_to_rest_fails():
    text = SCENE.replace("[hand]", "[physics]\ntime_limit = 0.02\n[hand]")
    scenario = read(text.replace("speed_mm_s = 500", "speed_mm_s = 500\nexpect = { moved = true }"))
    first, second = check(scenario)
    assert (first.passed, second.passed) == (False, True)
    assert first.found == "still moving after 0.02 s"


def test_shots_of_which_nothing_is_expected_are_not_made(monkeypatch):
    monkeypatch.setattr(checking, "simulate", None)
    assert check(read(SCENE)) == ()


def test_several_launches_are_made_at_once():
    text = (
        SCENE
        + """
[[shots]]
name = "both"
launches = [
  { piece = "a", speed_mm_s = 300, towards_deg = 90 },
  { piece = "c", speed_mm_s = 0, height_mm = 20 },
]
"""
    )
    scenario = read(text)
    outcome = shoot(scenario, scenario.shot("both"))
    assert outcome.table["a"].y > 210.0
    assert outcome.table["c"].level == 1
    told = list(told_shot(scenario, launches(scenario, scenario.shot("both")), outcome))
    assert any("from 20 mm up" in line for line in told)
    assert any(line.endswith("comes to rest.") for line in told)


def test_what_a_shot_did_is_told_in_words():
    scenario = read(SCENE)
    shot = scenario.shot("slide")
    told = list(told_shot(scenario, launches(scenario, shot), shoot(scenario, shot)))
    assert told[0] == "  0.000 s  a starts at 500 mm/s towards 0.0°, 0.0° above the mat."
    assert told[-1].strip() == "a lies at (236.4, 200.0), 36.4 mm from where it was, turned to 0.0°, normal side up."


def test_nothing_that_moves_is_told_too():
    text = SCENE.replace("speed_mm_s = 500", "speed_mm_s = 0")
    scenario = read(text)
    shot = scenario.shot("slide")
    told = list(told_shot(scenario, launches(scenario, shot), shoot(scenario, shot)))
    assert told[-1].strip() == "Nothing has moved."
