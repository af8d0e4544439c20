"""The command line about saved shots."""

import csv
import json
import re

import msgspec
import pytest
from PIL import Image
from shot_tools import bare, played

from micromutants import cli
from micromutants.assets import asset_text
from micromutants.physics import Physics
from micromutants.rules import Setup
from micromutants.shots import keep, of_match
from micromutants.shots.tracks import COLUMNS


@pytest.fixture
def folder(tmp_path):
    keep(bare(), tmp_path)
    number = next(e.number for e in played().log if e.outcome is not None)
    keep(of_match(played(), number, now=bare().when), tmp_path)
    return tmp_path


def run(capsys, *arguments):
    code = cli.main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    return code, captured.out, captured.err


def test_the_list_tells_name_day_and_what_happened(capsys, folder):
    code, out, err = run(capsys, "shots", folder)
    assert (code, err) == (0, "")
    assert "the hop" in out
    assert bare().told in out
    assert "2026-05-01 18:30" in out
    assert f"2 in {folder}" in out


def test_the_list_with_pictures_on_a_terminal_with_colours(capsys, folder, monkeypatch):
    assert "\N{UPPER HALF BLOCK}" not in run(capsys, "shots", folder, "--pictures")[1]
    (folder / "bad.mms").write_bytes(b"{}")
    for key, value in {
        "FORCE_COLOR": "1",
        "COLORTERM": "truecolor",
        "TERM": "xterm-256color",
        "COLUMNS": "160",
    }.items():
        monkeypatch.setenv(key, value)
    code, out, _ = run(capsys, "shots", folder, "--pictures")
    assert code == 1
    rows = [line for line in out.splitlines() if "\N{UPPER HALF BLOCK}" in line]
    assert len(rows) == 16, "two pictures of eight lines"
    assert len(set(re.findall(r"38;2;\d+;\d+;\d+", out))) > 20


def test_the_list_as_json(capsys, folder):
    code, out, _ = run(capsys, "shots", folder, "--json")
    found = json.loads(out)
    assert code == 0
    hop = next(one for one in found if one["name"] == "the hop")
    assert (hop["told"], hop["saved"]) == (bare().told, "2026-05-01T18:30:00+00:00")


def test_a_broken_file_is_told_and_gives_exit_code_1(capsys, folder):
    (folder / "bad.mms").write_bytes(b"{}")
    code, out, err = run(capsys, "shots", folder)
    assert code == 1
    assert "cannot be used" in out
    assert err.count("\n") == 1
    assert "bad.mms: line 1: this is not the header of a saved shot" in err
    code, out, _ = run(capsys, "shots", folder, "--json")
    assert "bad.mms" in json.loads(out)[-1]["fault"]


def test_an_empty_library_and_a_missing_folder(capsys, tmp_path):
    code, out, _ = run(capsys, "shots", tmp_path)
    assert (code, out) == (0, f"No shots are saved in {tmp_path}.\n")
    code, _, err = run(capsys, "shots", tmp_path / "none")
    assert code == 1
    assert "there is no such folder" in err


# --- replay and export -------------------------------------------------------------------------------------


@pytest.fixture
def hop(tmp_path):
    return keep(bare(), tmp_path)


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "match.mmr"
    played().save(path)
    return path


def test_replay_tells_a_shot_with_its_times(capsys, hop):
    code, out, err = run(capsys, "replay", hop, "--text")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[:2] == ["the hop", "2026-05-01 18:30 UTC, bare table"]
    assert "0.000 s" in lines[2]
    assert "hopper starts at" in lines[2]
    assert any("hopper comes to rest." in line for line in lines)


def test_verify_agrees_and_says_where_it_departs(capsys, hop, tmp_path):
    code, out, _ = run(capsys, "replay", hop, "--verify")
    assert code == 0
    assert "every pose and the table at rest agree" in out
    other = msgspec.structs.replace(bare(), setup=Setup((), Physics(friction_mat=0.2)))
    path = keep(other, tmp_path)
    code, _, err = run(capsys, "replay", path, "--verify")
    assert code == 1
    assert " mm from where the file has it, and departs 0." in err
    assert err.count("\n") == 1


def test_a_csv_has_units_and_the_poses(capsys, hop, tmp_path):
    out = tmp_path / "track.csv"
    assert run(capsys, "export", hop, out)[0] == 0
    with open(out, newline="") as file:
        found = list(csv.DictReader(file))
    samples = bare().track["hopper"]
    mine = [row for row in found if row["piece"] == "hopper"]
    assert [float(row["x [mm]"]) for row in mine] == [s.x for s in samples]
    assert [float(row["t [s]"]) for row in mine] == [s.t for s in samples]
    assert {row["side up"] for row in mine} <= {"normal", "special"}
    # It ends on the target, as good as flat.
    assert float(mine[-1]["tilt [deg]"]) < 0.5 < max(float(row["tilt [deg]"]) for row in mine)


def test_from_and_to_cut_a_shot(capsys, hop, tmp_path):
    out = tmp_path / "track.json"
    assert run(capsys, "export", hop, out, "--from", "0.1", "--to", "0.2")[0] == 0
    value = json.loads(out.read_text("utf-8"))
    times = [row["t [s]"] for row in value["shots"][0]["poses"]]
    assert times
    assert all(0.1 <= t <= 0.2 for t in times)
    assert value["physics"]["friction_mat"] == 0.35
    assert value["shots"][0]["events"][0]["kind"] == "launch"


def test_from_and_to_are_actions_of_a_match(capsys, record, tmp_path):
    out = tmp_path / "track.csv"
    numbers = [e.number for e in played().log if e.outcome is not None]
    assert run(capsys, "export", record, out, "--from", numbers[1], "--to", numbers[3])[0] == 0
    with open(out, newline="") as file:
        assert {int(row["action"]) for row in csv.DictReader(file)} == set(numbers[1:4])


def test_a_gif_moves_at_the_speed_that_is_asked_for(capsys, hop, tmp_path):
    counts = []
    for speed in ("0.5", "1"):
        out = tmp_path / f"{speed}.gif"
        assert run(capsys, "export", hop, out, "--speed", speed, "--size", "160x120", "--to", "0.2")[0] == 0
        with Image.open(out) as gif:
            assert gif.size == (160, 120)
            counts.append(sum(_times(gif)[:-1]))
    assert counts == [400, 200]


def _times(gif):
    found = []
    for frame in range(gif.n_frames):
        gif.seek(frame)
        found.append(gif.info["duration"])
    return found


def test_a_strip_has_its_pictures_side_by_side(capsys, hop, record, tmp_path):
    for source in (hop, record):
        out = tmp_path / "strip.png"
        assert run(capsys, "export", source, out, "--size", "100", "--frames", "4")[0] == 0
        with Image.open(out) as strip:
            assert strip.size == (4 * 100 + 3 * 2, 100)
            pictures = [strip.crop((i * 102, 0, i * 102 + 100, 100)).tobytes() for i in range(4)]
        assert len(set(pictures)) == 4


@pytest.mark.parametrize(
    ("out", "options", "code", "told"),
    [
        ("a.avi", (), 2, "the suffix must be one of .gif, .png, .json, .csv"),
        ("a.gif", ("--from", "2", "--to", "1"), 2, "--from 2 is after --to 1"),
        ("a.gif", ("--from", "99"), 1, "nothing is shown: the shot takes"),
        ("a.csv", ("--from", "99"), 1, "nothing moves between"),
        ("a.gif", ("--size", "9x9"), 2, "each from 64 to 4096 px"),
        ("a.gif", ("--speed", "0"), 2, "0.1<=x<=4.0"),
        ("a.png", ("--frames", "64", "--size", "1000"), 1, "at most 16384 are possible"),
        ("none/a.png", (), 2, "there is no folder"),
    ],
)
def test_what_can_not_be_exported_is_told(capsys, hop, tmp_path, out, options, code, told):
    found, _, err = run(capsys, "export", hop, tmp_path / out, *options)
    assert found == code
    assert told in " ".join(err.split())
    assert not (tmp_path / out).exists()


def test_a_match_without_shots_in_the_range_is_told(capsys, record, tmp_path):
    for suffix in ("gif", "csv"):
        code, _, err = run(capsys, "export", record, tmp_path / f"a.{suffix}", "--from", "1", "--to", "2")
        assert code == 1
        assert err.count("\n") == 1


# --- compare -----------------------------------------------------------------------------------------------


def test_compare_two_files_in_words(capsys, hop, tmp_path):
    other = keep(bare(power=0.3, name="farther"), tmp_path)
    code, out, err = run(capsys, "compare", hop, other, "--text")
    assert (code, err) == (0, "")
    assert out.splitlines()[:2] == ["First: the hop", "Second: farther"]
    assert "The power of the press is 0.22 in the first, 0.3 in the second." in out


def test_compare_one_shot_under_two_physics(capsys, hop):
    code, out, _ = run(capsys, "compare", hop, "--set", "physics.friction_mat=0.1", "--text")
    assert code == 0
    assert "friction_mat is 0.35 in the first, 0.1 in the second." in out
    assert "hopper comes to rest in places " in out
    code, out, _ = run(capsys, "compare", hop, hop, "--text")
    assert out.splitlines()[-1] == "They do not differ."


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ((), "Name a second shot"),
        (("--set", "friction_mat"), "a setting is KEY=VALUE"),
        (("--set", "frition_mat=1"), "did you mean 'friction_mat'?"),
        (("--set", "friction_mat=99"), "expected float <= 2.0"),
    ],
)
def test_compare_refuses_with_exit_code_2(capsys, hop, options, told):
    code, _, err = run(capsys, "compare", hop, *options)
    assert code == 2
    assert told in err


def test_the_page_on_files_explains_every_column():
    page = asset_text("help/files.md")
    table = page[page.index("| column | what it says |") :].split("\n\n")[0]
    assert re.findall(r"`([^`]+)`", "\n".join(line.split("|")[1] for line in table.splitlines()[2:])) == list(COLUMNS)
