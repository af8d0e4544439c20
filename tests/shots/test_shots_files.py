"""The file of a saved shot: everything comes back, and everything that is wrong is refused with one sentence."""

import dataclasses
import hashlib
import json

import msgspec
import pytest
from shot_tools import NOW, bare, lines_of, old_record, played, rechained

from micromutants.match import Match, RecordError, bots, load_record
from micromutants.match.record import rounded
from micromutants.physics import Physics
from micromutants.rules import Flick, Scatter, Seat, Setup, Tremble, Web, bugs_in_play, load_armies
from micromutants.shots import (
    ShotError,
    again,
    clean_name,
    decode_shot,
    encode_shot,
    load_shot,
    of_match,
    of_record,
    save_shot,
)


def shots_of(match):
    return [entry.number for entry in match.log if entry.outcome is not None]


def test_a_bare_shot_comes_back_as_it_was(tmp_path):
    shot = bare()
    path = tmp_path / "hop ひらがな.mms"
    save_shot(shot, path)
    assert load_shot(path) == shot
    assert encode_shot(load_shot(path)) == path.read_bytes()


def test_what_pieces_of_a_bare_table_look_like_is_kept():
    shot = msgspec.structs.replace(bare(), breeds={"hopper": "soldier"})
    assert decode_shot(encode_shot(shot), "it") == shot
    assert b"breeds" not in encode_shot(bare())


def test_made_again_it_agrees_to_the_bit():
    shot = decode_shot(encode_shot(bare()), "hop")
    outcome = again(shot)
    assert outcome.table.digest() == shot.digest
    assert outcome.table == shot.after
    assert rounded(outcome.track) == shot.track


def test_under_other_physics_the_hand_presses_anew():
    shot = bare()
    stiff = Physics(mat_stiffness=16.0)
    assert again(shot, stiff).events[0].speed < 0.8 * again(shot).events[0].speed
    assert abs(again(shot, Physics(friction_mat=0.1)).table["hopper"].y - again(shot).table["hopper"].y) > 1.0


def test_every_shot_of_a_match_is_whole():
    match = played()
    numbers = shots_of(match)
    assert len(numbers) >= 5
    for number in numbers:
        shot = decode_shot(encode_shot(of_match(match, number, now=NOW)), "shot")
        assert again(shot).table.digest() == shot.digest
        assert shot.after == match.log[number - 1].table
        assert shot.happenings == match.log[number - 1].happenings
        assert shot.name
        assert shot.told
        assert f"action {number}" in shot.origin


def test_a_record_gives_the_same_shots_as_the_match():
    match = played()
    record = match.record()
    for number in shots_of(match)[:6]:
        assert of_record(record, number, now=NOW) == of_match(match, number, now=NOW)


def test_webs_are_kept_in_the_order_of_their_bugs():
    flick = next(entry for entry in played().log if isinstance(entry.action, Flick))
    before = played().log[flick.number - 2].state
    bugs = [bug.id for bug in bugs_in_play(before, 1 - flick.action.player)]
    match = Match.at(msgspec.structs.replace(before, webs=tuple(Web(bug) for bug in reversed(bugs))), 1)
    match.apply(flick.action)
    match.advance()
    assert of_match(match, 2, now=NOW).webbed == tuple(bugs)


def test_drops_and_throws_are_shots_too():
    match = played(seed=5, mode="advanced", terrain=("warp-gate",), actions=12)
    drop = next(entry.number for entry in match.log if entry.action.__class__.__name__ == "Drop")
    shot = decode_shot(encode_shot(of_match(match, drop, now=NOW)), "drop")
    assert len(shot.launches) == 5
    assert all(launch.piece in shot.before for launch in shot.launches)
    assert again(shot).table.digest() == shot.digest
    assert of_record(match.record(), drop, now=NOW) == of_match(match, drop, now=NOW)
    assert not any(isinstance(entry.action, Scatter) for entry in match.log[:drop])


def test_a_shot_of_an_old_record_is_shown_from_its_poses():
    record = old_record()
    number = next(e.number for e in record.entries if isinstance(e.action, Tremble))
    shot = of_record(record, number, now=NOW)
    assert shot.track == record.entries[number - 1].track
    assert shot.versions == record.versions
    assert shot.digest in ("", again(shot).table.digest())


def test_poses_that_todays_physics_does_not_give_leave_the_digest_empty():
    record = played().record()
    number = shots_of(played())[0]
    entry = record.entries[number - 1]
    moved = {
        piece: (*samples[:-1], samples[-1]._replace(x=samples[-1].x + 1.0)) for piece, samples in entry.track.items()
    }
    entries = list(record.entries)
    entries[number - 1] = dataclasses.replace(entry, track=moved)
    other = dataclasses.replace(record, entries=tuple(entries))
    shot = of_record(other, number, now=NOW)
    assert shot.digest == ""
    assert shot.track == moved


@pytest.mark.parametrize("number", [0, -3, 10_000])
def test_there_is_no_such_action(number):
    with pytest.raises(ShotError, match="there is no action"):
        of_match(played(), number, now=NOW)
    with pytest.raises(ShotError, match="there is no action"):
        of_record(played().record(), number, now=NOW)


def test_what_is_no_shot_can_not_be_saved():
    with pytest.raises(ShotError, match="action 1 is no shot"):
        of_match(played(), 1, now=NOW)
    with pytest.raises(ShotError, match="action 1 is no shot"):
        of_record(played().record(), 1, now=NOW)


def test_names_are_one_printable_line():
    assert clean_name("  the\n\thop\x00 ") == "the hop"
    assert clean_name("\x00\n") == "Shot"
    assert len(clean_name("x" * 500)) == 60


# --- refusals ----------------------------------------------------------------------------------------------


def refused(data):
    with pytest.raises(RecordError) as caught:
        decode_shot(data, "f.mms")
    text = str(caught.value)
    assert text.startswith("f.mms: ")
    assert "\n" not in text
    return text


def changed(line, **fields):
    values = lines_of(encode_shot(bare()))
    values[line - 1] |= fields
    return rechained(values)


def test_rechained_lines_are_a_sound_file():
    assert decode_shot(changed(1), "f") == bare()


def test_every_cut_is_told_or_costs_the_last_line_only():
    data = encode_shot(bare())
    third = data.index(b"\n", data.index(b"\n", data.index(b"\n") + 1) + 1)
    for size in [*range(0, third, 97), *range(third - 3, len(data))]:
        if size < third:
            refused(data[:size])
        else:
            assert decode_shot(data[:size], "f") == bare()


def test_every_changed_byte_is_found():
    data = encode_shot(bare())
    for place in range(0, len(data), 61):
        worse = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
        refused(worse)


def test_zeros_and_text_are_no_shots():
    assert "this is not the header of a saved shot" in refused(b"\0" * 300)
    assert "this is not the header of a saved shot" in refused(b"hello\n")
    assert "empty" in refused(b"")


def test_a_match_record_is_no_shot_and_the_other_way_round(tmp_path):
    assert "this is a match record, not a saved shot" in refused(_record_bytes())
    path = tmp_path / "a.mms"
    save_shot(bare(), path)
    with pytest.raises(RecordError, match="this is a saved shot, not a match record"):
        load_record(path)


def _record_bytes():
    from micromutants.match.record import encode_record

    return encode_record(played().record())


def test_a_newer_format_is_refused_by_name():
    assert "format 99 is newer" in refused(changed(1, format=99))
    assert "format must be 1" in refused(changed(1, format="1"))


@pytest.mark.parametrize(
    ("line", "fields", "told"),
    [
        (1, {"name": ""}, "name must be one line"),
        (1, {"name": "x" * 61}, "name must be one line"),
        (1, {"name": "a\nb"}, "name must be one line"),
        (1, {"saved": "yesterday"}, "saved must be a time"),
        (1, {"saved": "2026-05-01T10:00:00"}, "saved must be a time"),
        (1, {"told": "x" * 401}, "at most 400 characters"),
        (1, {"extra": 1}, "extra"),
        (1, {"setup_sha256": "0"}, "setup_sha256"),
        (2, {"before": None}, "before: expected array, got null"),
        (2, {"breeds": {f"piece-{number}": "soldier" for number in range(401)}}, "breeds: at most one for each piece"),
        (2, {"breeds": {"hopper": 7}}, "expected str, got int"),
        (3, {"launches": []}, "launches must be 1 to 400"),
        (3, {"digest": 7}, "digest: expected str, got int"),
        (3, {"events": [[1.0, "rest", "hopper"], [0.5, "rest", "hopper"]]}, "in the order of time"),
        (3, {"events": [[1.0, "boom", "hopper"]]}, "boom"),
        (3, {"track": {"hopper": []}}, "not in the order of time"),
        (3, {"track": {"hopper": [[0.0, 1e300, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]]}}, "a pose of 'hopper' is none"),
        (3, {"track": {"hopper": [[0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]}}, "a pose of 'hopper' is none"),
        (3, {"track": {"nobody": [[0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]]}}, "there is no piece 'nobody'"),
        (3, {"shot": {"piece": "hopper", "azimuth": 0.0, "power": 2.0}}, "power must be from 0 to 1"),
        (3, {"put": [{"id": "x", "kind": "brick", "owner": 0, "x": 0.0, "y": 0.0}]}, "unknown kind 'brick'"),
        (3, {"put": [{"id": "x", "kind": "small", "owner": 0, "x": 1e9, "y": 0.0}]}, "further than"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(line, fields, told):
    text = refused(changed(line, **fields))
    assert f"line {line}: " in text
    assert told in text


def test_pieces_out_of_order_or_twice_are_refused():
    values = lines_of(encode_shot(bare()))
    values[1]["before"] = values[1]["before"][::-1]
    assert "in the order of their ids" in refused(rechained(values))


def test_armies_and_physics_are_checked():
    values = lines_of(encode_shot(bare()))
    for setup, told in (
        ({"seats": [{"name": "A", "army": "ants"}]}, "seats: a game seats 2 to 4 players, not 1"),
        ({"seats": [{"name": "A", "army": "ants"}, {"name": "B", "army": "flyborgs"}]}, "not 'ants'"),
        ({"seats": [], "terrain": ["acid-pit"]}, "neither armies nor terrain"),
        ({"seats": [], "physics": {"friction_mat": 9.0}}, "friction_mat"),
        ({"seats": [], "mat": {"width": -1.0, "height": 5.0}}, "width and height must be above 0"),
        ({"seats": [], "mat": {"width": 1e9, "height": 5.0}}, "the mat must be at most"),
    ):
        values[0]["setup"] = setup
        text = json.dumps(setup, separators=(",", ":")).encode()
        values[0]["setup_sha256"] = hashlib.sha256(text).hexdigest()
        assert told in refused(rechained(values))


def test_folders_and_missing_files_are_told(tmp_path):
    with pytest.raises(RecordError, match="this is a folder, not a saved shot"):
        load_shot(tmp_path)
    with pytest.raises(RecordError, match="could not be read: no such file"):
        load_shot(tmp_path / "none.mms")


def test_a_nan_is_never_written():
    shot = msgspec.structs.replace(bare(), launches=(msgspec.structs.replace(bare().launches[0], speed=float("nan")),))
    with pytest.raises(ValueError, match="JSON"):
        encode_shot(shot)


def test_a_shot_of_an_army_of_the_players_own_is_complete_in_itself():
    mine = msgspec.structs.replace(load_armies()["flyborgs"], id="mine", name="Mine")
    seats = (Seat("Ada", "mine"), Seat("Ben", "chitinians"))
    match = Match.new(Setup(seats, armies=(mine,)), 3, bots=(0, 1))
    for entry in bots.play(match):
        if entry.outcome is not None:
            break
    shot = decode_shot(encode_shot(of_match(match, len(match.log), now=NOW)), "own")
    assert shot.setup.armies == (mine,)
    assert again(shot).table.digest() == shot.digest
    values = lines_of(encode_shot(shot))
    values[0]["setup"]["armies"] = []
    text = json.dumps(values[0]["setup"], separators=(",", ":"), ensure_ascii=False).encode()
    values[0]["setup_sha256"] = hashlib.sha256(text).hexdigest()
    assert "seats[0].army: must be one of" in refused(rechained(values))
