"""What the benchmark measures and how it says so."""

import contextlib
import cProfile
import importlib
import json
import math
import pstats

import pytest
from click.testing import CliRunner

from micromutants import bench, cli
from micromutants.bench import measuring, split
from micromutants.bench.measuring import CROWDS, crowd, crowd_shots
from micromutants.midgame import flicks, full_table
from micromutants.physics import EventKind, Physics, press, simulate
from micromutants.physics.bench_step import bare_step, yard

PHYSICS = Physics()


@pytest.fixture(scope="module")
def values():
    """A run with few shots."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(measuring, "REPEATS", 1)
        patch.setattr(measuring, "HEAT_SHOTS", 20)
        patch.setattr(measuring, "POWERS", (0.2, 0.9))
        patch.setattr(measuring, "flicks", lambda state: {name: shots[::7] for name, shots in flicks(state).items()})
        figures = measuring.measure()
        patch.setattr(bench, "measure", lambda: figures)
        as_json, as_text = (CliRunner().invoke(cli.cli, ["bench", *more]) for more in (["--json"], []))
    assert (as_json.exit_code, as_text.exit_code) == (0, 0)
    return json.loads(as_json.stdout), as_text.stdout


def test_costs_are_given_in_ms_and_in_bare_steps(values):
    values, _ = values
    assert values["pieces"] == 35
    assert values["bodies"] == 40
    assert 0.0 < values["bare_step_ms"] < 1.0
    costs = [values["flick"], *(c for kind in ("flicks", "crowds", "powers") for c in values[kind].values())]
    assert len(costs) == 1 + 4 + 3 + 2
    for cost in costs:
        assert 0.0 < cost["median_ms"] <= cost["p95_ms"]
        assert cost["median_steps"] == pytest.approx(cost["median_ms"] / values["bare_step_ms"], rel=0.01, abs=0.1)
    assert values["flick"]["runs"] == sum(cost["runs"] for cost in values["flicks"].values())


def test_the_parts_of_a_flick_add_up(values):
    values, _ = values
    for name, parts in values["parts_ms"].items():
        assert set(parts) == set(split.PARTS)
        assert all(part >= 0.0 for part in parts.values())
        assert sum(parts.values()) < 10.0 * values["flicks"][name]["p95_ms"]
    aimed, flat = (values["parts_ms"][name] for name in ("at an enemy bug or base", "flat along the mat"))
    assert aimed["contacts"] > aimed["rest"]
    assert flat["build"] > 0.0


def test_heat_maps_are_timed_shared_and_alone(values):
    values, _ = values
    assert len(values["heat"]) == 2
    for heat in values["heat"].values():
        assert (heat["shots"], heat["workers"]) == (20, 2)
        assert heat["s"] > 0.0
        assert heat["one_process_s"] > 0.0


def test_the_text_says_the_same(values):
    values, text = values
    assert f"{values['pieces']} pieces" in text
    for name in (*values["flicks"], *values["crowds"], *values["heat"], *values["table"], *split.PARTS):
        assert name in text
    assert "ended the same, to the bit" in text
    assert values["same_whatever_lies_there"] is True


# --- what is measured -------------------------------------------------------------------------------------------


def test_the_bodies_of_the_bare_step_all_move_are_awake_and_meet():
    space = yard(40)
    met = []
    space.on_collision(begin=lambda arbiter, _space, _data: met.append(len(arbiter.shapes)))
    for _ in range(200):
        space.step(1 / 480)
    assert len(space.bodies) == 40
    assert all(len(body.shapes) == 1 and not body.is_sleeping for body in space.bodies)
    assert all(body.velocity.length > 1.0 for body in space.bodies)
    assert len(met) > 20


def test_more_bodies_make_a_step_dearer():
    assert bare_step(160, batches=5) > 2.0 * bare_step(10, batches=5)


@pytest.mark.parametrize("others", CROWDS)
def test_a_crowd_lies_still_and_touches_nothing(others):
    table = crowd(others)
    assert len(table) == others + 2
    assert all(table.on_mat(piece) for piece in table)
    assert table.lies_on() == ()
    met = set()
    for shot in crowd_shots():
        outcome = simulate(table, press(shot, table["chip"], PHYSICS), PHYSICS)
        assert set(outcome.moved) <= {"chip", "target"}
        met |= {e.other for e in outcome.events if e.kind is EventKind.CONTACT}
    assert met <= {"chip", "target"}
    assert met


@pytest.mark.parametrize("more", [60, 200])
def test_pieces_that_are_not_involved_change_no_meeting_either(more):
    few, many = crowd(1), crowd(more)
    for shot in crowd_shots():
        one, other = (simulate(t, press(shot, t["chip"], PHYSICS), PHYSICS) for t in (few, many))
        assert [one.table[key] for key in one.moved] == [other.table[key] for key in other.moved]
        assert (one.moved, one.events, one.track, one.lies_on) == (
            other.moved,
            other.events,
            other.track,
            other.lies_on,
        )


@pytest.mark.plain
def test_cost_follows_what_moves_and_not_what_lies_there():
    """Beside 200 others at most 1.3 times as many functions are called as beside 60."""

    def calls(others):
        table = crowd(others)
        launches = [press(shot, table["chip"], PHYSICS) for shot in crowd_shots()]
        with cProfile.Profile() as profile:
            for launch in launches:
                simulate(table, launch, PHYSICS)
        return pstats.Stats(profile).total_calls

    assert 1000 < calls(200) < 1.3 * calls(60)


def test_the_full_table_is_the_same_each_time_and_lies_apart():
    state = full_table()
    assert state.table == full_table().table
    assert len(state.table) == 35
    assert state.table.lies_on() == ()
    shots = flicks(state)
    assert shots == flicks(full_table())
    assert all(state.table[shot.piece].owner == 0 and math.isfinite(shot.power) for s in shots.values() for shot in s)


def test_clocks_are_taken_away_again():
    def functions():
        found = []
        for module, path, _ in split.CLOCKS:
            owner = importlib.import_module(f"micromutants.physics.{module}")
            for step in path.split("."):
                owner = getattr(owner, step)
            found.append(owner)
        return found

    before = functions()
    with contextlib.suppress(KeyError), split.clocks(split.Clock()):
        assert all(now is not old for now, old in zip(functions(), before, strict=True))
        raise KeyError
    assert functions() == before


def test_a_clock_counts_each_moment_once(monkeypatch):
    times = iter([0.0, 1.0, 3.0, 6.0, 10.0])
    monkeypatch.setattr(split.time, "perf_counter", lambda: next(times))
    clock = split.Clock()
    clock.begin("other")
    clock.begin("build")
    clock.begin("slide")
    clock.end()
    clock.end()
    assert (clock.spent["other"], clock.spent["build"], clock.spent["slide"]) == (1.0, 2.0 + 4.0, 3.0)
