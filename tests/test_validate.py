"""``micromutants validate``: what it prints, when it fails; the closed forms and the feel of the game themselves."""

import json
import math
import re
import statistics
from typing import NamedTuple

import pytest

from micromutants import cli, validation
from micromutants.assets import asset_bytes
from micromutants.physics import EXACT, EXPERT, Physics
from micromutants.validation import Feel, Figure, Target, report
from micromutants.validation.feel import MAT, leaning, power_for, shots
from micromutants.validation.reference import FLIGHTS, PAIRS

PHYSICS = Physics()

CLOSED = validation.closed_forms()


@pytest.mark.parametrize("target", CLOSED, ids=lambda target: f"{target.number}: {target.fact}")
def test_closed_form_target_holds(target):
    assert abs(target.found - target.expected) <= target.tolerance
    assert target.ok


def test_every_number_from_v1_to_v28_is_there_in_order():
    numbers = [int(target.number[1:]) for target in CLOSED]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(1, 29))
    assert all(target.tolerance >= 0.0 and math.isfinite(target.found) for target in CLOSED)


def test_a_target_holds_up_to_its_tolerance_and_no_further():
    target = Target("V1", "way", "mm", 10.5, 10.0, 0.5)
    assert target.ok
    assert not target._replace(found=10.5001).ok
    assert not target._replace(found=9.4).ok
    assert not target._replace(found=math.nan).ok


# --- the feel ----------------------------------------------------------------------------------------------------


def test_the_feel_is_about_everything_that_is_asked(felt):
    for words in ("confident", "soft", "full power", "speed", "steep", "flat", "landings", "likelier side", "fumbles"):
        assert any(words in name for name in felt), words
    for kind in ("small", "large", "rect"):
        assert sum(kind in name for name in felt) >= 6


def test_it_feels_as_it_should(felt):
    assert [name for name, row in felt.items() if not row.ok] == []


def test_a_power_for_a_range_gives_that_range():
    for kind in ("small", "large"):
        flown = shots(kind, power_for(kind, 90.0, math.radians(45.0), PHYSICS), math.radians(45.0), EXACT, PHYSICS, 1)
        assert flown[0].carry == (pytest.approx(90.0, abs=12.0), 0.0)
        assert flown[0].rest[0] > flown[0].carry[0]
    assert power_for("rect", 9000.0, 1.0, PHYSICS) == 1.0


def test_shots_scatter_as_the_hand_does():
    flown = shots("large", 0.4, 0.9, EXPERT, PHYSICS, 80)
    assert len(set(flown)) == 80
    across = statistics.pstdev(math.atan2(shot.carry[1], shot.carry[0]) for shot in flown)
    assert across == pytest.approx(EXPERT.aim_sd, rel=0.3)
    assert shots("large", 0.4, 0.9, EXPERT, PHYSICS, 3) == flown[:3]


def test_the_enemy_that_leans_leans():
    table = leaning()
    assert [pair[:2] for pair in table.lies_on()] == [("enemy", "support")]
    assert all(table.on_mat(piece) for piece in table)
    assert table.mat == MAT


def test_a_feeling_holds_within_its_range():
    row = Feel("way", "mm", 60.0, 60.0, 120.0)
    assert row.ok
    assert not row._replace(found=59.9).ok
    assert not row._replace(found=120.1).ok
    assert row._replace(found=1e9, high=math.inf).ok
    assert report.wanted(row) == "60 to 120 mm"
    assert report.wanted(row._replace(high=math.inf)) == "≥ 60 mm"
    assert report.wanted(row._replace(low=0.0, unit="")) == "≤ 120"


# --- the command -------------------------------------------------------------------------------------------------

FIGURES = [Figure("face", "", 0.9, 0.92, 0.85, False), Figure("way", "mm", 4.0, None, 5.0, True)]
TARGETS = [Target("V1", "range", "mm", 1.0, 1.0, 0.1), Target("V1", "time", "s", 2.0, 2.0, 0.1)]
ROWS = [Feel("soft hop", "mm", 70.0, 60.0, 120.0), Feel("full power", "%", 140.0, 100.0, math.inf)]


class Done(NamedTuple):
    exit_code: int
    stdout: str
    stderr: str


@pytest.fixture
def command(monkeypatch, capsys):
    """Runs ``validate`` with known results in place of measured ones."""

    def run(*arguments, figures=FIGURES, targets=TARGETS, rows=ROWS):
        monkeypatch.setattr(validation, "compare", lambda flights, pairs: figures)
        monkeypatch.setattr(validation, "closed_forms", lambda: targets)
        monkeypatch.setattr(validation, "feel", lambda: iter(rows))
        code = cli.main(["validate", *map(str, arguments)])
        return Done(code, *capsys.readouterr())

    return run


def cells(text):
    return [re.split(r"\s{2,}", line.strip()) for line in text.splitlines()]


def test_it_prints_both_tables(command):
    done = command()
    assert done.exit_code == 0
    lines = cells(done.stdout)
    assert ["face", "0.9", "0.92", "≥ 0.85", "ok"] in lines
    assert ["way", "4 mm", "–", "≤ 5 mm", "ok"] in lines
    assert ["V1", "range", "1 mm", "1 mm", "0.1", "ok"] in lines
    assert ["time", "2 s", "2 s", "0.1", "ok"] in lines
    assert "300 shots of one chip alone, 500 at a second chip." in done.stdout
    assert lines[-1] == ["All 4 hold."]


def test_what_does_not_hold_is_exit_code_1(command):
    done = command(figures=[FIGURES[0]._replace(found=0.8), FIGURES[1]])
    assert done.exit_code == 1
    assert ["face", "0.8", "0.92", "≥ 0.85", "FAILED"] in cells(done.stdout)
    assert cells(done.stdout)[-1] == ["1 of 4 do not hold."]
    done = command(targets=[TARGETS[0]._replace(found=1.2)])
    assert done.exit_code == 1
    assert ["V1", "range", "1.2 mm", "1 mm", "0.1", "FAILED"] in cells(done.stdout)
    assert command("--feel", rows=[ROWS[0]._replace(found=50.0)]).exit_code == 1
    assert command("--json", targets=[TARGETS[0]._replace(found=1.2)]).exit_code == 1


def test_it_prints_the_feel(command):
    done = command("--feel")
    assert done.exit_code == 0
    lines = cells(done.stdout)
    assert ["soft hop", "70 mm", "60 to 120 mm", "ok"] in lines
    assert ["full power", "140 %", "≥ 100 %", "ok"] in lines
    assert lines[-1] == ["All 2 hold."]


def test_as_json(command):
    found = json.loads(command("--json").stdout)
    assert found["reference"] == [
        {"name": "face", "unit": "", "ours": 0.9, "engine_against_itself": 0.92, "at_least": 0.85, "ok": True},
        {"name": "way", "unit": "mm", "ours": 4.0, "engine_against_itself": None, "at_most": 5.0, "ok": True},
    ]
    assert [target["tolerance"] for target in found["closed_forms"]] == [0.1, 0.1]
    assert found["closed_forms"][0] | {"fact": "range", "found": 1.0, "ok": True} == found["closed_forms"][0]
    (hop, full) = json.loads(command("--feel", "--json").stdout)["feel"]
    assert hop == {"name": "soft hop", "unit": "mm", "found": 70.0, "at_least": 60.0, "at_most": 120.0, "ok": True}
    assert full["at_most"] is None


def test_shots_of_ones_own(command, tmp_path):
    for name in (FLIGHTS, PAIRS):
        lines = asset_bytes(f"reference/{name}").splitlines()
        (tmp_path / name).write_bytes(b"\n".join(lines[:3]))
    done = command("--shots", tmp_path)
    assert done.exit_code == 0
    assert "2 shots of one chip alone, 2 at a second chip." in done.stdout


def test_what_can_not_be_read_is_one_sentence(command, tmp_path):
    def error(*arguments):
        done = command(*arguments)
        assert done.stdout == ""
        return done.exit_code, done.stderr.strip().splitlines()[-1]

    assert error("--shots", tmp_path) == (1, f"Error: {tmp_path / FLIGHTS}: no such file or directory.")
    (tmp_path / FLIGHTS).write_text("kind\nsmall\n")
    assert error("--shots", tmp_path) == (
        1,
        "Error: flight_3d.csv, line 2: there is no value in column 'launch_yaw_deg'.",
    )
    assert error("--feel", "--shots", tmp_path) == (2, "Error: --feel and --shots do not go together.")
    assert error("--loud")[0] == 2
