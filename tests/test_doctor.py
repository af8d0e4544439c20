"""The report for reports, and the log."""

import getpass
import json
import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import micromutants
from micromutants import cli, doctor, golden, log
from micromutants.golden import Golden

ROOT = Path(micromutants.__file__).parents[1]


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A home folder of its own, and a log that has not been begun."""
    folder = tmp_path / "Zoë Müller-Bräun"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    for name in ("CACHE", "CONFIG", "DATA", "STATE"):
        monkeypatch.delenv(f"XDG_{name}_HOME", raising=False)
    log.end()
    yield folder
    log.end()


@pytest.fixture
def one_shot(monkeypatch):
    """A self-check that takes no time."""
    only = (Golden("shot 1", "1", (0.0, 0.0)),)
    monkeypatch.setattr(golden, "shots", lambda: iter(only))
    monkeypatch.setattr(golden, "goldens", lambda: golden.Goldens(None, "", only, ()))


def examined(*arguments):
    return CliRunner().invoke(cli.cli, ["doctor", *arguments])


# --- doctor ---------------------------------------------------------------------------------------------------------


def test_the_report_says_all_that_a_report_needs(home):
    done = examined()
    assert done.exit_code == 0, done.output
    found = {line[:14].strip(): line[14:].strip() for line in done.stdout.splitlines()}
    assert found["micromutants"].startswith(f"{micromutants.__version__}, rules ")
    for library in doctor.LIBRARIES:
        assert f"{library} " in found["libraries"]
    assert "(not found)" not in found["libraries"]
    assert found["display"].startswith(("dummy", "offscreen"))
    assert found["sound"].startswith(("dummy", "none: "))
    for folder in ("autosaves", "settings", "matches", "log"):
        assert "not there yet, can be made" in found[folder] or "writable" in found[folder]
    assert found["physics"].endswith(" shots end as they must, to the bit")
    assert "18 scenarios" in found["assets"] or "scenarios" in found["assets"]


def test_nothing_private_is_told(home, one_shot, monkeypatch):
    monkeypatch.setenv("LOGNAME", "zoefrieda")
    monkeypatch.setenv("XDG_DATA_HOME", "/srv/zoefrieda/data")
    monkeypatch.setenv("DISPLAY", "secret-host:7")
    text = examined().stdout + examined("--json").stdout
    for secret in (str(home), "Müller", "zoefrieda", "secret-host", os.uname().nodename):
        assert secret not in text, secret
    assert "~/" in text
    assert "/srv/USER/data/micromutants/autosave" in text
    assert getpass.getuser() == "zoefrieda"


def test_it_makes_no_folder_but_the_logs(home, one_shot):
    assert examined().exit_code == 0
    made = [path for path in home.rglob("*") if path.is_file()]
    assert made == [log.log_path()]


def test_a_file_in_the_way_and_an_unwritable_folder_are_told(home, one_shot, monkeypatch):
    (home / ".config").write_text("in the way")
    done = examined()
    assert done.exit_code == 1
    assert "~/.config is a file, not a folder  <- this is wrong" in done.stdout
    monkeypatch.setenv("XDG_DATA_HOME", "/proc/none")
    values = json.loads(examined("--json").stdout)
    assert values["autosaves"]["wrong"]
    assert "not writable: " in values["autosaves"]["text"]


def test_physics_that_come_out_otherwise_are_told(home, one_shot, monkeypatch):
    monkeypatch.setattr(golden, "shots", lambda: iter((Golden("shot 1", "2", (0.3, 0.4)),)))
    done = examined()
    assert done.exit_code == 1
    assert "1 of 1 shots end otherwise, shot 1 by 0.5 mm; records of other machines may not verify" in done.stdout


def test_missing_assets_are_told(home, one_shot, monkeypatch):
    def none(name):
        raise micromutants.assets.AssetError("assets: install micromutants again")

    monkeypatch.setattr(doctor, "asset_names", none)
    done = examined()
    assert (done.exit_code, "install micromutants again  <- this is wrong" in done.stdout) == (1, True)


# --- the log ----------------------------------------------------------------------------------------------------------


def test_importing_and_help_of_the_program_make_no_log(home):
    code = "import micromutants, micromutants.cli, micromutants.log; micromutants.cli.main(['--help'])"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True, cwd=home)
    assert list(home.rglob("*")) == []


def test_a_match_is_logged_with_versions_seed_and_hash(home):
    seats = (micromutants.rules.Seat("Ada", "flyborgs"), micromutants.rules.Seat("Ben", "chitinians"))
    match = micromutants.match.Match.new(micromutants.rules.Setup(seats), 77)
    match.save(home / "a.mmr")
    assert cli.main(["replay", "--text", str(home / "a.mmr")]) == 0
    text = log.log_path().read_text("utf-8")
    assert f"micromutants {micromutants.__version__} replay; Python " in text
    assert f"record of seed 77, setup {micromutants.match.setup_hash(match.setup)}, made with Versions(" in text
    assert str(home) not in text


def test_a_scenario_is_logged_by_its_hash(home):
    scenario = micromutants.scenario.shipped_scenarios()[0]
    cli.main(["shoot", str(scenario)])
    assert micromutants.scenario.load_scenario(scenario).sha256 in log.log_path().read_text("utf-8")


def test_a_fault_of_the_program_is_a_sentence_and_the_log_has_the_rest(home, monkeypatch, capsys):
    def broken(*_):
        raise ZeroDivisionError(f"in {home}\nand more")

    monkeypatch.setattr(cli.matches, "play", broken)
    assert cli.main(["exhibit"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("Error: a fault of the program (ZeroDivisionError: in ")
    assert said.count("\n") == 1
    assert "~/.local/state/micromutants/log/micromutants.log tells more" in said
    text = log.log_path().read_text("utf-8")
    assert "Traceback (most recent call last)" in text
    assert "ZeroDivisionError" in text


def test_the_log_rotates_and_stays_small(home):
    log.begin("test")
    for number in range(4000):
        log.note(f"{number} " + "x" * 1000)
    log.end()
    files = sorted(path.name for path in log.log_path().parent.iterdir())
    assert files == ["micromutants.log", *(f"micromutants.log.{n}" for n in range(1, log.OLDER + 1))]
    assert all(path.stat().st_size <= log.LARGEST for path in log.log_path().parent.iterdir())
    assert "3999 x" in log.log_path().read_text("utf-8")


def test_a_line_stays_one_line_whatever_it_says(home):
    log.begin("test")
    log.note("a\nb\0c\x1b[31m \ud800 ひ")
    log.end()
    last = log.log_path().read_text("utf-8").splitlines()[-1]
    assert last.endswith("INFO a b c [31m   ひ")


@pytest.mark.parametrize("how", ["a file in the way", "a folder in its place", "no such place"])
def test_a_log_that_cannot_be_written_changes_nothing(home, monkeypatch, capsys, how):
    if how == "a file in the way":
        (home / ".local").write_text("in the way")
    elif how == "a folder in its place":
        log.log_path().mkdir(parents=True)
    else:
        monkeypatch.setenv("XDG_STATE_HOME", "/proc/none/\0" if os.name == "none" else "/proc/none")
    assert cli.main(["armies"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert "Flyborgs" in said.out


def test_a_full_disk_beneath_the_log_changes_nothing(home, capsys):
    if not Path("/dev/full").exists():
        pytest.skip("there is no device that is always full")
    log.log_path().parent.mkdir(parents=True)
    log.log_path().symlink_to("/dev/full")
    assert cli.main(["armies"]) == 0
    assert capsys.readouterr().err == ""


def test_two_programs_write_one_log(home):
    code = "from micromutants import log; log.begin('x'); [log.note(f'line {i}') for i in range(300)]; log.end()"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    children = [subprocess.Popen([sys.executable, "-c", code], env=environment) for _ in range(2)]
    assert [child.wait(60) for child in children] == [0, 0]
    lines = log.log_path().read_text("utf-8").splitlines()
    assert len(lines) == 602
    assert all(" INFO " in line for line in lines)


def test_the_log_keeps_to_itself(home):
    log.begin("test")
    assert not logging.getLogger("micromutants").propagate
    assert logging.getLogger().handlers == [] or log.log_path() not in logging.getLogger().handlers
