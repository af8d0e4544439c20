"""The commands ``check`` and ``shoot``."""

import pytest
from click.testing import CliRunner
from scenario_tools import BASE

from micromutants import cli, load_scenario, scenario
from micromutants.scenario import shipped_scenarios


def run(*arguments):
    return CliRunner().invoke(cli.cli, [str(argument) for argument in arguments])


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.toml").write_text(BASE)
    return "a.toml"


def test_check_prints_a_line_for_each_expectation(path):
    done = run("check", path)
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "a.toml: Two chips"
    assert [line.split()[0] for line in lines[1:-1]] == ["pass"] * 4
    assert lines[4].split("  ")[1:] == ["pass", "the slide", "hopper", "travels at most 100 mm", "31.9 mm"]
    assert lines[-1] == "Files: 1, 0 of them cannot be used; all 4 expectations hold."


def test_check_fails_with_the_value_found(path):
    done = run("check", path, "--set", "physics.friction_mat=0.1", "--set", 'shots."the slide".towards_deg=90')
    assert done.exit_code == 1
    (failed,) = [line for line in done.stdout.splitlines() if "FAIL" in line]
    assert failed.split("  ")[-1] == "127.4 mm"
    assert done.stdout.splitlines()[-1] == "Files: 1, 0 of them cannot be used; 1 of 4 expectations fail."


def test_check_goes_on_after_a_file_that_cannot_be_used(path, tmp_path):
    (tmp_path / "b.toml").write_text(BASE.replace("friction_mat", "frction_mat").replace("power = 0.3", "power = 3"))
    done = run("check", "b.toml", path, "none.toml")
    assert done.exit_code == 1
    assert done.stderr.splitlines() == [
        "b.toml: line 6: physics.frction_mat: there is no key 'frction_mat' here; did you mean 'friction_mat'?",
        "b.toml: line 28: shots[0].power: must be a number from 0 to 1, not 3",
        "none.toml: could not be read: no such file or directory",
    ]
    assert done.stdout.splitlines()[-1] == "Files: 3, 2 of them cannot be used; all 4 expectations hold."


def test_check_without_a_file_takes_those_of_the_program(monkeypatch):
    few = shipped_scenarios()[:2]
    monkeypatch.setattr(scenario, "shipped_scenarios", lambda: few)
    done = run("check")
    assert done.exit_code == 0
    assert all(f"{file}: {load_scenario(file).title}" in done.stdout for file in few)


@pytest.mark.parametrize("command", ["check", "shoot"])
@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("physics", "'physics': a setting is KEY=VALUE, such as physics.friction_mat=0.3."),
        ("=3", "a setting is KEY=VALUE"),
        ("physics.friction_mat=3", "physics.friction_mat: must be a number from 0 to 2, not 3"),
        ("physics.friction_mt=1", "did you mean 'friction_mat'?"),
        ("physics.friction_mat=x", "'x' cannot be set"),
        ("pieces.hoper.owner=1", "there is no 'hoper' in pieces; did you mean 'hopper'?"),
    ],
)
def test_a_wrong_setting_is_a_wrong_call(path, command, setting, said):
    done = run(command, path, "--set", setting)
    assert done.exit_code == 2
    assert said in done.stderr
    assert done.stdout == ""


def test_shoot_tells_what_each_shot_did(path):
    done = run("shoot", path)
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert "the hop" in lines
    assert "the slide" in lines
    one = run("shoot", path, "--shot", "the slide", "--set", 'shots."the slide".speed_mm_s=600')
    lines = one.stdout.splitlines()
    assert lines[0] == "the slide"
    assert lines[1] == "  0.000 s  hopper starts at 600 mm/s towards 0.0°, 0.0° above the mat."
    assert lines[-1].strip() == (
        "hopper lies at (245.9, 200.0), 45.9 mm from where it was, turned to 0.0°, normal side up."
    )


def test_shots_that_are_not_there(path, tmp_path):
    done = run("shoot", path, "--shot", "the hp")
    assert done.exit_code == 2
    assert "there is no shot 'the hp' in a.toml; allowed are 'the hop', 'the slide'." in done.stderr
    (tmp_path / "b.toml").write_text('format = 1\ntitle = "Empty"\n')
    done = run("shoot", "b.toml")
    assert (done.exit_code, done.stderr) == (1, "Error: b.toml: the scenario has no shots.\n")
    done = run("shoot", "none.toml")
    assert (done.exit_code, done.stderr) == (
        1, "Error: none.toml: could not be read: no such file or directory.\n"
    )  # fmt: skip


def test_wrong_calls_and_help():
    assert run("shoot").exit_code == 2
    for command in ("check", "shoot"):
        assert run(command, "--colour").exit_code == 2
        done = run(command, "-h")
        assert (done.exit_code, done.stdout[:7]) == (0, "Usage: ")
