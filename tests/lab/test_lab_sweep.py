"""Sweeps: what they find, on which executor, after being broken off."""

import csv
import io
import json
import math
import os
import signal
import time
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor

import pytest
from lab_tools import HOP, OPEN, SLIDE, program, run

from micromutants.lab import LabError, make_sweep, plan_sweep, workers
from micromutants.lab import running as lab_running
from micromutants.lab.model import Trial
from micromutants.lab.results import csv_text, json_text
from micromutants.lab.summary import spread
from micromutants.lab.sweep import JOURNAL
from micromutants.lab.trial import make_block
from micromutants.physics.model import GRAVITY
from micromutants.scenario import ScenarioError

HOPS = {"vary": ["power=0.25,0.3"], "shots": 210, "seed": 3}


def plan(text=OPEN, name="a.toml", **others):
    return plan_sweep(text.encode(), name, others.pop("vary"), **others)


@pytest.fixture(scope="module")
def alone():
    return json_text(make_sweep(plan(**HOPS)))


# --- what they find ----------------------------------------------------------------------------------------------


def test_a_slide_goes_as_far_as_friction_lets_it():
    made = make_sweep(plan(SLIDE, vary=["friction_mat=0.2,0.35,0.8"], shots=50))
    assert made.complete
    for (friction,), summary in zip(made.plan.points, made.summaries, strict=True):
        far = 800.0**2 / (2.0 * friction * GRAVITY)
        assert summary.shots == 1, "nothing scatters"
        assert summary.travel_mean == pytest.approx(far, rel=2e-3)
        assert (summary.x_mean, summary.y_mean) == pytest.approx((100.0 + summary.travel_mean, 200.0))
        assert summary.exact_x == summary.x_mean
        assert summary.x_sd is None
        assert (summary.clear, summary.over, summary.under, summary.off) == (1.0, 0.0, 0.0, 0.0)
        met = {one.expected: one.passed for one in summary.expectations}
        assert met == {"comes to rest": True, "chip: travels at most 100 mm": far < 100.0}
        assert summary.passed == 1 + (far < 100.0)
        assert summary.as_expected == float(far < 100.0)


def test_chances_and_places_of_a_scattering_hand():
    made = make_sweep(plan(HOP, vary=["power=0.3", "aim_sd_deg=0.5,8"], shots=60))
    steady, shaky = made.summaries
    for summary in (steady, shaky):
        assert summary.shots == 60
        assert math.fsum((summary.clear, summary.over, summary.under, summary.off)) == pytest.approx(1.0)
        assert sum(summary.over_pieces.values()) == pytest.approx(summary.over)
        chance = summary.expectations[-1]
        assert chance.expected == "hopper: over target in at least 0.9"
        assert chance.share == pytest.approx(summary.over_pieces.get("target", 0.0), abs=0.02)
        assert not chance.passed
        assert summary.as_expected == 1.0
    assert shaky.x_sd > 2.0 * steady.x_sd


def test_a_hand_that_becomes_exact_makes_one_shot():
    text = OPEN.replace("power_sd = 0.03\n", "").replace("loft_sd_deg = 4\n", "")
    made = make_sweep(plan(text, vary=["aim_sd_deg=0,3"], shots=20))
    assert [summary.shots for summary in made.summaries] == [1, 20]


def test_what_leaves_the_mat_is_off():
    made = make_sweep(plan(SLIDE, vary=["towards_deg=180,0"], changes=(('shots."slide".speed_mm_s', "2000"),)))
    assert [summary.off for summary in made.summaries] == [1.0, 0.0]


def test_another_piece_can_be_watched():
    made = make_sweep(plan(HOP, vary=["power=0.01"], shots=5, piece="target"))
    (summary,) = made.summaries
    assert (summary.x_mean, summary.y_mean, summary.travel_mean) == (300.0, 330.0, 0.0)


def test_more_shots_begin_with_the_same_ones():
    trial = plan(**HOPS).trial(0, (0.25,))
    few, many = make_block(trial, 1, 5), make_block(trial, 1, 9)
    assert many.rows[:5] == few.rows
    assert make_block(trial, 0, 5).rows != few.rows
    assert make_block(plan(**HOPS | {"seed": 4}).trial(0, (0.25,)), 1, 5).rows != few.rows


def test_mean_and_standard_deviation():
    assert spread([1.0, 2.0, 4.0]) == pytest.approx((7.0 / 3.0, math.sqrt(7.0 / 3.0)))
    assert spread([5.0]) == (5.0, None)


def test_results_as_csv_say_the_same_as_json():
    made = make_sweep(plan(HOP, vary=["power=0.25,0.3"], shots=20))
    whole = json.loads(json_text(made))
    rows = list(csv.DictReader(io.StringIO(csv_text(made))))
    assert whole["complete"]
    assert [axis["name"] for axis in whole["axes"]] == ["power"]
    assert whole["scenario"]["sha256"] == made.plan.sha256
    for row, point in zip(rows, whole["points"], strict=True):
        assert float(row["power"]) == point["values"][0]
        for name in ("x_mean", "y_sd", "travel_mean", "special", "over", "as_expected"):
            assert float(row[name]) == point[name]
        assert int(row["passed"]) == sum(one["passed"] for one in point["expectations"])
        assert float(row["over:target"]) == point["over_pieces"]["target"]


# --- wherever the work is done -----------------------------------------------------------------------------------


def test_threads_give_the_same_bytes(alone):
    with ThreadPoolExecutor(3) as pool:
        assert json_text(make_sweep(plan(**HOPS), executor=pool)) == alone


def test_processes_give_the_same_bytes(alone):
    with workers(2) as pool:
        assert json_text(make_sweep(plan(**HOPS), executor=pool)) == alone
        with pytest.raises(ScenarioError) as caught:
            lab_running.gather(make_block, [(wrong_trial(), 0, 1)], pool)
    assert "friction_mat: must be a number from 0 to 2, not 5" in str(caught.value)


def wrong_trial():
    return Trial(SLIDE.encode(), "a.toml", (("physics.friction_mat", "5"),), "slide", "chip", 1)


def test_another_version_of_the_program_is_refused():
    old = Trial(SLIDE.encode(), "a.toml", (), "slide", "chip", 1, ("0.0.1", 0))
    with pytest.raises(LabError, match=r"cannot work for micromutants 0\.0\.1 \(physics 0\)"):
        make_block(old, 0, 1)


class Dying:
    """An executor whose workers are gone."""

    def submit(self, function, *arguments):
        future = Future()
        future.set_exception(BrokenExecutor("gone"))
        return future


def test_a_worker_that_dies_is_one_sentence():
    with pytest.raises(LabError, match="a worker process has died"):
        make_sweep(plan(**HOPS), executor=Dying())


# --- broken off, and on again ------------------------------------------------------------------------------------


class StoppedError(Exception):
    """Raised in the middle."""


def test_a_sweep_goes_on_where_it_was_broken_off(tmp_path, alone):
    told = []

    def stop(done, total):
        told.append(done)
        if done >= 210:
            raise StoppedError

    with pytest.raises(StoppedError):
        make_sweep(plan(**HOPS), tmp_path, progress=stop)
    # The point is written only after it was told; what was not written is made again.
    make_sweep(plan(**HOPS | {"vary": ["power=0.25"]}), tmp_path)
    assert len((tmp_path / JOURNAL).read_bytes().splitlines()) == 1
    with open(tmp_path / JOURNAL, "ab") as file:
        file.write(b'{"key": "torn')
    told.clear()
    again = make_sweep(plan(**HOPS), tmp_path, progress=lambda done, total: told.append(done))
    assert json_text(again) == alone
    assert told == [210, 410, 420], "the first point is not made again"
    told.clear()
    assert json_text(make_sweep(plan(**HOPS), tmp_path, progress=lambda done, total: told.append(done))) == alone
    assert told == [420]


@pytest.mark.parametrize(
    "changed",
    [
        {"text": SLIDE + "\n# a remark\n"},
        {"shots": 2, "changes": (("hand.aim_sd_deg", "1"), ('shots."slide".speed_mm_s', "810"))},
        {"changes": (("physics.restitution_mat", "0.2"),)},
        {"seed": 5},
    ],
)
def test_whatever_is_changed_starts_anew(tmp_path, changed):
    common = {"text": SLIDE, "vary": ["friction_mat=0.3,0.4"]}
    make_sweep(plan(**common), tmp_path)
    told = []
    make_sweep(plan(**common | changed), tmp_path, progress=lambda done, total: told.append(done))
    assert told[0] == 0
    told.clear()
    make_sweep(plan(**common), tmp_path, progress=lambda done, total: told.append(done))
    assert told == [2], "what was there before is still there"


def test_ctrl_c_keeps_what_is_done(tmp_path):
    (tmp_path / "hop.toml").write_text(OPEN)
    out = tmp_path / "out"
    call = ["sweep", tmp_path / "hop.toml", "--vary", "power=0.2:0.35:6", "--shots", 400, "--out", out]
    begun = program(*call, "--workers", 2)
    for _ in range(300):
        if (out / JOURNAL).exists() and (out / JOURNAL).read_bytes().count(b"\n"):
            break
        time.sleep(0.05)
    os.killpg(begun.pid, signal.SIGINT)
    _, said = begun.communicate(timeout=120)
    assert begun.returncode == 130, said
    assert "the same command goes on" in said
    assert "Interrupted." in said
    assert "Traceback" not in said
    found = json.loads((out / "results.json").read_text())
    assert 1 <= len(found["points"]) < 6
    assert not found["complete"]
    kept = (out / JOURNAL).read_bytes()
    done = run(*call, "--workers", 1)
    assert (done.exit_code, done.stderr) == (0, "")
    assert (out / JOURNAL).read_bytes().startswith(kept)
    whole = json.loads((out / "results.json").read_text())
    assert whole["complete"]
    assert [point for point in whole["points"] if point in found["points"]] == found["points"]
