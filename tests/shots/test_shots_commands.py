"""The command line about saved shots."""

import json

import pytest
from shot_tools import bare, played

from micromutants import cli
from micromutants.shots import keep, of_match


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
