"""The commands sweep, fit and sensitivity, as they are typed."""

import csv
import json

import pytest
from lab_tools import HOP, OPEN, SLIDE, run, slides_seen

from micromutants.commands import lab as commands
from micromutants.lab import pictures
from micromutants.lab.keys import HANDS
from micromutants.physics import Physics
from micromutants.processes import MOST_WORKERS
from micromutants.scenario import load_scenario

TRUE = 0.5


@pytest.fixture
def slide(tmp_path):
    path = tmp_path / "slide.toml"
    path.write_text("# measured in the kitchen\n" + SLIDE)
    return path


@pytest.fixture
def seen(tmp_path):
    """Slides at several speeds on a mat of known friction."""
    path = tmp_path / "seen.csv"
    path.write_text(slides_seen(TRUE))
    return path


def test_names_that_the_command_line_knows_without_loading_the_lab():
    assert tuple(HANDS) == commands.HANDS
    assert commands.MOST_WORKERS == MOST_WORKERS


# --- sweep -------------------------------------------------------------------------------------------------------


def test_a_sweep_tells_the_best_and_writes_everything(slide, tmp_path):
    out = tmp_path / "out"
    done = run("sweep", slide, "--vary", "friction_mat=0.2:0.6:3", "--out", out)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "A slide: slide, 3 points, chip watched." in done.stdout
    assert "Nothing scatters, so each point is one shot" in done.stdout
    assert f"{out}: results.csv, results.json, chances.png, rest.png." in done.stdout
    rows = list(csv.DictReader((out / "results.csv").open()))
    assert [float(row["friction_mat"]) for row in rows] == [0.2, 0.4, 0.6]
    assert len(json.loads((out / "results.json").read_text())["points"]) == 3
    for name in ("chances.png", "rest.png"):
        assert (out / name).read_bytes().startswith(b"\x89PNG")


def test_two_axes_are_drawn_as_maps_and_three_not_at_all(slide, tmp_path):
    out = tmp_path / "maps"
    axes = ["--vary", "friction_mat=0.2,0.4", "--vary", "speed_mm_s=500,800"]
    done = run("sweep", slide, *axes, "--out", out)
    assert done.exit_code == 0
    assert (out / "rest.png").stat().st_size > 10_000
    done = run("sweep", slide, *axes, "--vary", "restitution_mat=0.2,0.3", "--out", tmp_path / "none")
    assert done.exit_code == 0
    assert not list((tmp_path / "none").glob("*.png"))


def test_without_matplotlib_everything_but_the_pictures(slide, tmp_path, monkeypatch):
    monkeypatch.setattr(pictures, "available", lambda: False)
    done = run("sweep", slide, "--vary", "friction_mat=0.2,0.4", "--out", tmp_path / "out")
    assert done.exit_code == 0
    assert done.stderr == "No pictures: drawing needs matplotlib: pip install 'micromutants[lab]'.\n"
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"results.csv", "results.json", "points.jsonl"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Missing option '--vary'"),
        (["--vary", "friction_mat=0.2:0.6"], "an axis is KEY=FROM:TO:COUNT"),
        (["--vary", "frction_mat=1,2"], "did you mean 'friction_mat'?"),
        (["--vary", "friction_mat=1,3"], "Invalid value for '--vary': "),
        (["--vary", "friction_mat=1", "--shot", "hop"], "there is no shot 'hop'"),
        (["--vary", "friction_mat=1", "--piece", "x"], "there is no piece 'x'"),
        (["--vary", "friction_mat=1", "--shots", "0"], "shots must be from 1 to 100000, not 0"),
        (["--vary", "friction_mat=1", "--seed", "-1"], "-1 is not from 0"),
        (["--vary", "friction_mat=1", "--workers", "0"], "0 is not in the range 1<=x<=64"),
        (["--vary", "friction_mat=1", "--scheduler", "host:1"], "'host:1': an address is tcp://HOST:PORT."),
        (["--vary", "friction_mat=1", "--workers", "2", "--scheduler", "tcp://h:1"], "do not go together"),
        (["--vary", "friction_mat=1", "--hand", "left"], "'left' is not one of"),
        (["--vary", "friction_mat=1", "--set", "physics.x=1"], "'--set'"),
    ],
)
def test_a_wrong_call_is_told_and_nothing_is_made(slide, tmp_path, arguments, said):
    done = run("sweep", slide, "--out", tmp_path / "out", *arguments)
    assert done.exit_code == 2
    assert said in done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("title", ["$\\\\frac{$", "$x_{$ and $$", "ひらがな 🐛", "\\\\u202eabc"])
def test_any_title_can_be_drawn(slide, tmp_path, title):
    """Dollar signs are no formulas, and letters that the font lacks are no reason for a warning."""
    slide.write_text(SLIDE.replace('"A slide"', f'"{title}"'), "utf-8")
    assert f'"{title}"' in slide.read_text("utf-8")
    for axes in (
        ["--vary", "friction_mat=0.2,0.4"],
        ["--vary", "friction_mat=0.2,0.4", "--vary", "speed_mm_s=500,800"],
    ):
        out = tmp_path / str(len(axes))
        done = run("sweep", slide, *axes, "--out", out)
        assert (done.exit_code, done.stderr) == (0, "")
        assert (out / "chances.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("name", "said"), [("left.jpg", "suffix must be .png"), ("none/left.png", "there is no folder")]
)
def test_where_what_is_left_cannot_be_drawn_is_told_before_anything_is_fitted(slide, seen, name, said, monkeypatch):
    monkeypatch.chdir(slide.parent)
    done = run("fit", slide, seen, "--residuals", name)
    assert done.exit_code == 2
    assert said in done.stderr.replace("\n", " ")


def test_files_that_cannot_be_used(slide, tmp_path):
    axis = ["--vary", "friction_mat=0.2,0.4"]
    for file, said in ((tmp_path / "none.toml", "no such file"), (tmp_path, "this is a folder")):
        done = run("sweep", file, *axis)
        assert (done.exit_code, done.stderr.count("\n")) == (1, 1)
        assert said in done.stderr.lower()
    done = run("sweep", slide, *axis, "--out", slide)
    assert (done.exit_code, done.stderr) == (1, f"Error: {slide}: this is a file, a folder is needed.\n")
    slide.write_text(SLIDE[: SLIDE.index("[[shots]]")])
    done = run("sweep", slide, *axis, "--out", tmp_path / "out")
    assert (done.exit_code, done.stderr) == (1, f"Error: {slide}: the scenario has no shots.\n")


# --- fit ---------------------------------------------------------------------------------------------------------


def test_a_fit_tells_the_constant_draws_what_is_left_and_keeps_it(slide, seen, tmp_path):
    drawn = tmp_path / "left.png"
    call = ["fit", slide, seen, "--fit", "friction_mat", "--error", "0.5", "--workers", "1"]
    done = run(*call, "--residuals", drawn, "--keep")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "A slide, 5 measured shots" in done.stdout
    assert "5 of 5 sides agree." in done.stdout
    assert f"{slide} has them now." in done.stdout
    assert drawn.read_bytes().startswith(b"\x89PNG")
    kept = load_scenario(slide)
    assert kept.physics.friction_mat == pytest.approx(TRUE, abs=0.01)
    assert kept.physics.restitution_mat == Physics().restitution_mat
    assert slide.read_text().startswith("# measured in the kitchen\n")


@pytest.mark.parametrize(
    ("arguments", "said", "code"),
    [
        (["--fit", "frction_mat"], "Invalid value for '--fit': 'frction_mat' cannot be fitted; did you mean", 2),
        (["--fit", ","], "name at least one constant", 2),
        (["--fit", "mat_stiffness,press_force"], "cannot be told apart by any shot", 2),
        (["--error", "0"], "0.0 is not in the range", 2),
        (["--fit", "friction_chip"], "Error: none of friction_chip has an effect on these shots.\n", 1),
        ([], "Error: 5 measured shots are too few for 4 constants: it takes 6, or fewer constants.\n", 1),
    ],
)
def test_a_fit_that_cannot_be(slide, seen, arguments, said, code):
    done = run("fit", slide, seen, *arguments, "--workers", "1")
    assert (done.exit_code, said in done.stderr) == (code, True), done.stderr
    assert "Traceback" not in done.stderr


def test_measured_shots_that_cannot_be_read(slide, tmp_path):
    for file, said in ((tmp_path, "this is a folder, not a file"), (tmp_path / "none.csv", "no such file")):
        done = run("fit", slide, file)
        assert (done.exit_code, said in done.stderr) == (1, True), done.stderr


# --- sensitivity -------------------------------------------------------------------------------------------------


def test_sensitivity_puts_the_strongest_first(slide):
    done = run("sensitivity", slide)
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "A slide: slide, chip watched, one exact shot for each value."
    assert lines[2].split()[0] == "friction_mat"
    assert "Nothing scatters" in lines[-1]


def test_sensitivity_with_another_hand(slide, tmp_path):
    (tmp_path / "open.toml").write_text(OPEN)
    done = run("sensitivity", tmp_path / "open.toml", "--shots", 3, "--workers", 1, "--hand", "expert")
    assert done.exit_code == 0
    assert "3 shots for each value" in done.stdout
    done = run("sensitivity", tmp_path / "open.toml", "--shot", "jump")
    assert (done.exit_code, "there is no shot 'jump'" in done.stderr) == (2, True)
    (tmp_path / "bad.toml").write_text(HOP.replace("power = 0.3", "power = 3"))
    done = run("sensitivity", tmp_path / "bad.toml")
    assert (done.exit_code, "shots[0].power: must be a number from 0 to 1, not 3" in done.stderr) == (1, True)
