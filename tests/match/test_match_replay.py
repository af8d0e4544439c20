import os
import subprocess
import sys
from pathlib import Path

import pytest
import toy_rules
from toy_match import lines_of, play, rechained

from micromutants.match import RecordError, resume, verify
from micromutants.match.reading import decode_record
from micromutants.match.record import encode_record
from micromutants.physics import PHYSICS_VERSION


@pytest.fixture(scope="module")
def data():
    return encode_record(play(seed=7).record())


def checked(values):
    return verify(decode_record(rechained(values), "a.mmr", toy_rules), toy_rules)


def test_an_untouched_record_verifies(data):
    report = checked(lines_of(data))
    assert report.ok
    assert report.actions == data.count(b"\n") - 2
    assert report.shots == data.count(b'"track"')
    assert report.differences == ()


def test_verifying_does_not_write_into_the_record(data):
    record = decode_record(data, "a.mmr", toy_rules)
    assert verify(record, toy_rules) == verify(record, toy_rules)
    assert encode_record(record) == data


def test_a_forged_pose_is_found_with_line_piece_and_mm(data):
    values = lines_of(data)
    values[3]["put"][0]["x"] += 0.25
    report = checked(values)
    assert not report.ok
    assert report.departure.line == 4
    assert report.departure.piece == values[3]["put"][0]["id"]
    assert report.departure.distance == pytest.approx(0.25)
    assert "0.25 mm from where the record has it" in report.departure.text
    assert report.actions == 2


def test_a_forged_face_a_lost_piece_and_a_forged_digest_are_found(data):
    values = lines_of(data)
    values[3]["put"][0]["face"] = "special"
    departure = checked(values).departure
    assert departure.text == f"{values[3]['put'][0]['id']}: face is 'normal', the record has 'special'"
    values = lines_of(data)
    values[3]["gone"] = ["disc-10"]
    departure = checked(values).departure
    assert (departure.line, departure.piece, departure.distance) == (4, "disc-10", float("inf"))
    assert departure.text == "disc-10 is off the table in the record, but played again it is on it"
    values = lines_of(data)
    values[4]["digest"] = "0" * 64
    departure = checked(values).departure
    assert departure.line == 5
    assert "digest" in departure.text


def test_a_forged_track_is_found(data):
    values = lines_of(data)
    piece = next(iter(values[3]["track"]))
    values[3]["track"][piece][2][1] += 7.5
    departure = checked(values).departure
    assert (departure.line, departure.piece) == (4, piece)
    assert departure.text == f"{piece} comes to rest as recorded, but is up to 7.5 mm elsewhere on its way"
    values = lines_of(data)
    del values[3]["track"]
    assert checked(values).departure.text == f"{piece} has 7 poses on its way, the record has 0"


def test_forged_chance_is_found(data):
    values = lines_of(data)
    values[1]["action"]["face"] = 3 - values[1]["action"]["face"]
    departure = checked(values).departure
    assert departure.line == 2
    assert departure.text.startswith("the seed gives face ")
    values = lines_of(data)
    values[3]["action"]["launch"]["speed"] += 1.0
    departure = checked(values).departure
    assert departure.line == 4
    assert departure.text.startswith("the seed gives launch.speed ")


def test_another_seed_is_found(data):
    values = lines_of(data)
    values[0]["seed"] = 8
    assert not checked(values).ok


def test_a_refused_action_and_a_false_end_are_found(data):
    values = lines_of(data)
    values[2]["action"]["shot"]["piece"] = "disc-77"
    departure = checked(values).departure
    assert (departure.line, departure.text) == (3, "the action is refused: that is not your disc")
    values = lines_of(data)
    values[-1]["over"] = False
    departure = checked(values).departure
    assert departure.line == len(values)
    assert departure.text == "the record says that the match is not over, but played again it is"


def test_forged_happenings_are_found(data):
    values = lines_of(data)
    values[1]["happenings"][0]["text"] = "Ann wins."
    departure = checked(values).departure
    assert departure.line == 2
    assert "Ann wins." in departure.text


def test_other_versions_are_reported(data):
    values = lines_of(data)
    values[0]["versions"] |= {"physics": 77, "pymunk": "6.0.0"}
    report = checked(values)
    assert report.ok
    assert report.differences[0] == f"the record was made with physics 77, this is physics {PHYSICS_VERSION}"
    assert report.differences[1].startswith("the record was made with pymunk 6.0.0, this is pymunk ")


def test_a_torn_record_verifies_as_far_as_it_goes(data):
    record = decode_record(data[: len(data) * 2 // 3], "a.mmr", toy_rules)
    report = verify(record, toy_rules)
    assert report.ok
    assert report.actions == len(record.entries) < data.count(b"\n") - 2


def test_a_resumed_match_goes_on_as_if_it_had_never_been_saved(data):
    for actions in (0, 1, 4, 7):
        saved = decode_record(encode_record(play(seed=7, actions=actions).record()), "a.mmr", toy_rules)
        assert not saved.over
        assert encode_record(play(match=resume(saved, toy_rules)).record()) == data


def test_a_resume_that_would_depart_is_refused(data):
    values = lines_of(data)
    values[3]["put"][0]["x"] += 0.25
    values[0]["versions"]["physics"] = 77
    record = decode_record(rechained(values), "a.mmr", toy_rules)
    with pytest.raises(RecordError, match=r"^line 4: .* 0\.25 mm .*made with physics 77"):
        resume(record, toy_rules)


def test_the_hash_seed_of_python_changes_no_byte(data):
    here = Path(__file__).parent
    code = (
        "import sys; sys.path[:0] = sys.argv[1:]\n"
        "from toy_match import play; from micromutants.match.record import encode_record\n"
        "sys.stdout.buffer.write(encode_record(play(seed=7).record()))"
    )
    for seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", code, str(here), str(here.parents[1])]
        done = subprocess.run(command, env=environment, capture_output=True, check=True)
        assert done.stdout == data
