"""Files of every format that was ever written keep opening, and records of other physics are shown as they were."""

import datetime
import math
from pathlib import Path

import pytest

from micromutants.match import load_record, resume, verify
from micromutants.match.reading import decode_record
from micromutants.match.record import FORMAT, encode_record
from micromutants.physics import PHYSICS_VERSION, EventKind
from micromutants.rules import RULES_VERSION
from micromutants.shots import again, decode_shot, encode_shot, load_shot, of_record
from micromutants.shots.files import FORMAT as SHOT_FORMAT
from micromutants.shots.proof import prove
from micromutants.shots.timeline import marks

NOW = datetime.datetime(2026, 5, 1, tzinfo=datetime.UTC)
DATA = Path(__file__).parents[1] / "data"


def test_there_is_a_file_of_every_format():
    """Whoever writes a new format leaves a file of it here."""
    assert sorted(path.name for path in DATA.glob("format-*.mmr")) == [f"format-{n}.mmr" for n in range(1, FORMAT + 1)]
    assert {f"shot-{n}.mms" for n in range(1, SHOT_FORMAT + 1)} <= {path.name for path in DATA.glob("*.mms")}


@pytest.mark.parametrize("number", range(1, FORMAT + 1))
def test_a_record_of_each_format_opens_shows_and_is_written_as_it_was(number):
    path = DATA / f"format-{number}.mmr"
    record = load_record(path)
    assert record.damage is None
    assert sum(1 for entry in record.entries if entry.track) > 8
    assert decode_record(encode_record(record), "again") == record


def test_the_second_format_says_where_it_comes_from():
    first, second = load_record(DATA / "format-1.mmr"), load_record(DATA / "format-2.mmr")
    assert first.branch is None
    assert (second.branch.name, second.branch.action) == ("format-1.mmr", 20)
    assert [e.digest for e in second.entries[:20]] == [e.digest for e in first.entries[:20]]


@pytest.mark.parametrize("name", ["format-1.mmr", "format-2.mmr"])
def test_with_the_same_physics_they_are_proved_and_go_on(name):
    record = load_record(DATA / name)
    report = verify(record)
    if record.versions.physics != PHYSICS_VERSION or record.versions.rules != RULES_VERSION:
        # An older version is told in any case; whether it departs depends on what has changed.
        assert report.differences
        return
    assert report.ok, report.departure
    assert len(resume(record).log) == len(record.entries)


@pytest.mark.parametrize("name", ["shot-1.mms", "shot-1-bare.mms"])
def test_saved_shots_open_and_can_be_made_again(name):
    shot = load_shot(DATA / name)
    assert decode_shot(encode_shot(shot), name) == shot
    assert again(shot).settled
    proof = prove(shot)
    assert proof.ok or proof.differences


def test_other_physics_are_told_and_so_is_where_they_depart():
    record = load_record(DATA / "physics-0.mmr")
    report = verify(record)
    assert f"the record was made with physics 0, this is physics {PHYSICS_VERSION}" in report.differences
    first = next(entry for entry in record.entries if entry.track)
    assert report.departure.line == first.number + 1
    assert report.departure.piece in first.track or math.isinf(report.departure.distance)
    assert report.actions == first.number - 1


def test_a_shot_that_hardly_departs_is_still_stepped_through():
    """Poses that differ by micrometres are those of the file, but what happened on the way is known."""
    record = load_record(DATA / "format-1.mmr")
    shots = [of_record(record, e.number, now=NOW) for e in record.entries if e.track]
    for shot, entry in zip(shots, (e for e in record.entries if e.track), strict=True):
        assert shot.track == entry.track
        rest = again(shot).table
        apart = [math.dist(s[-1][1:3], (rest[p].x, rest[p].y)) for p, s in shot.track.items()]
        if max(apart) < 0.01:
            assert shot.events[0].kind is EventKind.LAUNCH
        if shot.digest:
            assert prove(shot).ok
    assert any(len(marks(shot)) > 4 for shot in shots)
