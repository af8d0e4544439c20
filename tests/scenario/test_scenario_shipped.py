"""The scenarios that come with the program: all they expect comes, and would not if the physics were wrong."""

import math

import msgspec
import pytest

from micromutants.match import Match
from micromutants.physics import LOFT_MIN, Outcome, Shot
from micromutants.scenario import check, checking, judged, load_scenario, read_scenario, shipped_scenarios, shoot
from micromutants.scenario.writing import plain

FILES = shipped_scenarios()
LOADED = {path.stem: load_scenario(path) for path in FILES}
PUZZLES = [name for name, scenario in LOADED.items() if scenario.puzzle]
WITH_SHOTS = [name for name, scenario in LOADED.items() if scenario.shots]


def test_the_situations_that_the_physics_must_show_are_there():
    assert {
        "stack-of-three",
        "edge-of-a-base",
        "struck-on-top",
        "under-a-leaning-tank",
        "rectangle-across",
        "throw-of-tokens",
        "drop-of-counters",
        "radial-shove",
    } <= set(LOADED)
    assert len(LOADED) >= 24
    assert len(PUZZLES) >= 8


@pytest.mark.parametrize("name", LOADED)
def test_each_says_what_it_shows_and_why(name):
    scenario = LOADED[name]
    assert scenario.title
    assert scenario.description
    assert scenario.text.startswith("# ")
    assert all(shot.expects for shot in scenario.shots)


@pytest.mark.parametrize("name", WITH_SHOTS)
def test_what_each_expects_comes(name):
    results = check(LOADED[name])
    assert results
    assert [result for result in results if not result.passed] == []


def _stiff(table, launch, physics):
    """Physics in which nothing ever moves."""
    return Outcome(table, table.lies_on(), (), {}, (), True, 0.0)


@pytest.mark.parametrize("name", WITH_SHOTS)
def test_none_holds_where_nothing_moves(name, monkeypatch):
    monkeypatch.setattr(checking, "simulate", _stiff)
    assert not all(result.passed for result in check(LOADED[name]))


@pytest.mark.parametrize("name", PUZZLES)
def test_a_puzzle_is_solved_by_its_solution_and_by_what_is_near_it(name):
    scenario = LOADED[name]
    goal = scenario.shot(scenario.puzzle.solution)
    (press,) = goal.moves
    assert isinstance(press, Shot)
    near = [
        msgspec.structs.replace(press, power=press.power + dp, loft=press.loft + math.radians(dl))
        for dp, dl in ((0.0, 0.0), (0.003, 0.0), (-0.003, 0.0), (0.0, 0.4), (0.0, -0.4))
        if press.loft + math.radians(dl) >= LOFT_MIN
    ]
    solved = []
    for moves in near:
        shot = msgspec.structs.replace(goal, moves=(moves,))
        solved.append(all(result.passed for result in judged(scenario, shot, shoot(scenario, shot))))
    assert solved[0]
    assert sum(solved) >= len(solved) - 1, "the solution is a fluke"


@pytest.mark.parametrize("name", PUZZLES)
def test_no_goal_is_reached_by_a_soft_flick(name):
    scenario = LOADED[name]
    goal = scenario.shot(scenario.puzzle.solution)
    soft = msgspec.structs.replace(goal.moves[0], power=0.02)
    outcome = shoot(scenario, msgspec.structs.replace(goal, moves=(soft,)))
    assert not all(result.passed for result in judged(scenario, goal, outcome))


def test_the_list_names_each_with_its_title():
    listed = (FILES[0].parent / "README.md").read_text("utf-8")
    for name, scenario in LOADED.items():
        assert f"| [`{name}`]({name}.toml) | {scenario.title} |" in listed
    assert listed.count(".toml) |") == len(LOADED)


WRONG = {
    "no friction to speak of": {"friction_mat": 0.03, "friction_chip": 0.0},
    "glue": {"friction_mat": 2.0, "friction_chip": 2.0},
    "everything bounces": {"restitution_mat": 1.0, "restitution_chip": 1.0, "bounce_speed": 0.0},
    "nothing bounces": {"restitution_mat": 0.0, "restitution_chip": 0.0},
    "a mat like a trampoline": {"mat_stiffness": 0.5},
    "shooters without force": {"press_force": 0.5},
}


@pytest.mark.parametrize("name", [name for name in WITH_SHOTS if name != "flat-chips-bump"])
def test_each_fails_under_some_wrong_physics(name):
    scenario = LOADED[name]
    for wrong in WRONG.values():
        physics = msgspec.structs.replace(scenario.physics, **wrong, time_limit=2.0)
        if not all(result.passed for result in check(msgspec.structs.replace(scenario, physics=physics))):
            return
    pytest.fail("it holds whatever the physics")


@pytest.mark.parametrize("speed", range(1000, 2001, 125))
def test_flat_chips_that_bump_in_a_row_never_end_on_each_other(speed):
    text = LOADED["row-of-chips"].text
    scenario = read_scenario(text.replace("speed_mm_s = 1500", f"speed_mm_s = {speed}").encode(), "row")
    outcome = shoot(scenario, scenario.shots[0])
    assert outcome.lies_on == ()
    assert {piece.level for piece in outcome.table} == {0}


@pytest.mark.parametrize("name", LOADED)
def test_each_reads_the_same_from_its_plain_values(name):
    scenario = LOADED[name]
    assert set(plain(scenario)) <= {
        "title", "description", "mat", "physics", "hand", "pieces", "shots", "match", "puzzle"
    }  # fmt: skip
    assert plain(read_scenario(scenario.text.encode(), name)) == plain(scenario)


def test_a_match_can_be_begun():
    scenario = LOADED["basic-match"]
    assert [seat.army for seat in scenario.setup.seats] == ["usarthropods", "chitinians"]
    assert scenario.match.seed == 7
    match = Match.new(scenario.setup, scenario.match.seed)
    assert match.state.table == scenario.table
    assert len(match.advance()) == 1
    assert len(scenario.table) == 6
    assert LOADED["head-on"].setup is None
