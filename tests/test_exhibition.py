"""The whole way with real physics: bots play, the record is the same in every process, it verifies and goes on."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import micromutants
from micromutants.match import RecordError, bots, resume, verify
from micromutants.match.reading import decode_record
from micromutants.match.record import encode_record

ROOT = Path(micromutants.__file__).parents[1]


def exhibition(path, hash_seed):
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-m", "micromutants", "exhibit", "--seed", "7", "--out", path.name]
    done = subprocess.run(command, cwd=path.parent, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout, path.read_bytes()


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    return exhibition(tmp_path_factory.mktemp("first") / "a.mmr", "1")


def test_another_process_with_another_hash_seed_plays_the_same_match(tmp_path, played):
    assert exhibition(tmp_path / "a.mmr", "2") == played


def test_it_has_a_winner(played):
    text, data = played
    record = decode_record(data, "a.mmr")
    assert record.over
    assert record.entries[-1].happenings[-1].kind == "victory"
    assert " wins: " in text


def test_it_verifies(played):
    record = decode_record(played[1], "a.mmr")
    report = verify(record)
    assert report.departure is None
    assert report.differences == ()
    assert report.actions == len(record.entries)
    assert report.shots == sum(bool(entry.track) for entry in record.entries)


def test_a_changed_digit_is_refused_in_its_line(played):
    data = played[1]
    digits = [i for i, byte in enumerate(data) if chr(byte).isdigit()]
    for i in digits[:: len(digits) // 60]:
        changed = data[:i] + bytes([ord("0") + (data[i] - ord("0") + 7) % 10]) + data[i + 1 :]
        with pytest.raises(RecordError, match=f"^a.mmr: line {data[:i].count(10) + 1}: "):
            decode_record(changed, "a.mmr")


def test_a_match_that_was_torn_off_goes_on_to_the_same_end(played):
    data = played[1]
    record = decode_record(data[: len(data) * 3 // 4], "a.mmr")
    assert not record.over
    match = resume(record)
    for _ in bots.play(match):
        pass
    assert encode_record(match.record()) == data
