import hashlib
import math
import os
import stat
import threading

import hypothesis.strategies as st
import pytest
import toy_rules
from hypothesis import given, settings
from toy_match import lines_of, play, rechained

from micromutants.match import (
    Branch,
    RecordError,
    StorageError,
    branch_off,
    load_record,
    save_record,
    verify,
    write_whole,
)
from micromutants.match.chain import check_value, dumps
from micromutants.match.reading import decode_record
from micromutants.match.record import encode_record


@pytest.fixture(scope="module")
def match():
    return play(seed=7)


@pytest.fixture(scope="module")
def data(match):
    return encode_record(match.record())


def read(data):
    return decode_record(data, "a.mmr", toy_rules)


def refusal(data):
    with pytest.raises(RecordError) as caught:
        read(data)
    text = str(caught.value)
    assert text.startswith("a.mmr: ")
    assert "\n" not in text
    return text.removeprefix("a.mmr: ")


def test_round_trip_gives_the_match_back(match, data):
    record = read(data)
    assert record == match.record()
    assert record.over
    assert record.damage is None
    assert record.bots == (1,)
    for entry, recorded in zip(match.log, record.entries, strict=True):
        assert recorded.action == entry.action
        assert recorded.happenings == entry.happenings
        assert recorded.table == entry.table
        assert recorded.digest == entry.digest


def test_saving_again_gives_the_same_bytes(tmp_path, match, data):
    first, second = tmp_path / "ひらがな é.mmr", tmp_path / "b.mmr"
    match.save(first)
    save_record(load_record(first, toy_rules), second)
    assert first.read_bytes() == second.read_bytes() == data


def test_same_seed_same_bytes_other_seed_other_bytes(data):
    assert encode_record(play(seed=7).record()) == data
    assert encode_record(play(seed=8).record()) != data


def test_tracks_are_rounded_and_shots_have_one(match, data):
    record = read(data)
    shots = 0
    for entry, recorded in zip(match.log, record.entries, strict=True):
        assert bool(recorded.track) == (entry.outcome is not None)
        for piece, samples in recorded.track.items():
            shots += 1
            for exact, sample in zip(entry.track[piece], samples, strict=True):
                assert math.dist(exact[1:4], sample[1:4]) < 0.01
                assert all(len(str(abs(value)).partition(".")[2]) <= 2 for value in sample[1:4])
    assert shots > 3
    assert b"-0.0]" not in data


def test_truncation_at_every_byte_costs_the_torn_line_alone(data):
    ends = [i + 1 for i, byte in enumerate(data) if byte == ord("\n")]
    header, total = ends[0], len(ends) - 2
    assert total > 10
    for cut in range(len(data)):
        part = data[:cut]
        whole = sum(end <= cut or end == cut + 1 for end in ends)
        if cut < header - 1:
            with pytest.raises(RecordError, match=r"line 1|empty"):
                read(part)
            continue
        record = read(part)
        assert len(record.entries) == min(whole - 1, total)
        if cut == len(data) - 1:
            assert record.over
        else:
            assert not record.over
            assert f"the record ends after {len(record.entries)} action" in record.damage
        if cut not in ends and cut + 1 not in ends:
            assert f"line {whole + 1} is torn" in record.damage


def test_a_torn_line_of_zeros_or_junk_costs_itself(data):
    ends = [i + 1 for i, byte in enumerate(data) if byte == ord("\n")]
    for tail in (b"\0" * 512, b"\xff\xfe\x00", b'{"n":4,'):
        record = read(data[: ends[3]] + tail)
        assert len(record.entries) == 3
        assert "line 5 is torn" in record.damage


def test_every_changed_digit_is_refused_in_its_line(data):
    digits = [i for i, byte in enumerate(data) if chr(byte).isdigit()]
    for i in digits[:: max(1, len(digits) // 400)] + digits[:60] + digits[-80:]:
        other = ord("0") + (data[i] - ord("0") + 1) % 10
        line = data[:i].count(b"\n") + 1
        text = refusal(data[:i] + bytes([other]) + data[i + 1 :])
        assert text.startswith(f"line {line}: "), (i, text)


@settings(max_examples=300)
@given(chosen=st.data())
def test_damage_of_any_kind_is_refused_or_reported(data, chosen):
    broken = bytearray(data)
    for _ in range(chosen.draw(st.integers(1, 4))):
        at = chosen.draw(st.integers(0, len(broken) - 1))
        junk = chosen.draw(st.binary(max_size=8))
        broken[at : at + chosen.draw(st.integers(0, 200))] = junk
    if bytes(broken) != data:
        try:
            said = read(bytes(broken)).damage
        except RecordError as error:
            said = str(error).removeprefix("a.mmr: ")
        assert said
        assert "line" in said or said == "the file is empty"


def test_lines_removed_doubled_swapped_or_added_are_refused(data):
    lines = data.splitlines(keepends=True)
    assert refusal(b"".join(lines[:4] + lines[5:])).startswith("line 5: ")
    assert refusal(b"".join([*lines[:4], lines[3], *lines[4:]])).startswith("line 5: ")
    assert refusal(b"".join([*lines[:3], lines[4], lines[3], *lines[5:]])).startswith("line 4: ")
    assert refusal(data + b"\n").startswith(f"line {len(lines) + 1}: ")
    assert refusal(data.replace(b"\n", b"\r\n")).startswith("line 1: ")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "the file is empty"),
        (b"\0" * 100, "line 1: this is not the header of a match record"),
        (bytes(range(256)) * 9, "line 1: this is not the header of a match record"),
        (b"\n\n", "line 1: this is not the header of a match record"),
        (b"[]\n", "line 1: this is not the header of a match record"),
        (b"title = 1\n", "line 1: this is not the header of a match record"),
        (b'{"format":1\n', "line 1: it does not end with a check value, so it is damaged"),
        (b'{"format":3,"what":[]}\n', "line 1: format 3 is newer than the formats that this version reads, up to 2"),
        (b'{"format":99999}', "line 1: format 99999 is newer than the formats that this version reads, up to 2"),
        (b'{"format":-1}\n', "line 1: format must be from 1 to 2, not -1"),
        (b'{"format":"1"}\n', "line 1: format must be from 1 to 2, not 1"),
        (b'{"format":true}\n', "line 1: format must be from 1 to 2, not True"),
        (b'{"format":' + b"[" * 100_000 + b"\n", "line 1: it does not end with a check value, so it is damaged"),
    ],
)
def test_what_is_no_record_is_refused(data, reason):
    assert refusal(data) == reason


def changed(data, line, change):
    values = lines_of(data)
    change(values[line - 1])
    return rechained(values)


def put(*path):
    *keys, last, value = path

    def change(line):
        for key in keys:
            line = line[key]
        line[last] = value

    return change


@pytest.mark.parametrize(
    ("line", "change", "reason"),
    [
        (1, put("seed", -1), "line 1: seed must be from 0 to 2^63 - 1, not -1"),
        (1, put("seed", 1.5), "line 1: seed: expected int, got float"),
        (1, put("mood", 1), "line 1: object contains unknown field mood"),
        (1, put("kind", "song"), "line 1: kind: invalid enum value 'song'"),
        (1, put("setup", "reach", -1.0), "line 1: setup_sha256 is not the SHA-256 of setup"),
        (1, put("setup", "reached", 1), "line 1: setup: object contains unknown field reached"),
        (2, put("action", "kind", "cheat"), "line 2: action: kind: invalid value 'cheat'"),
        (2, put("action", "face", "six"), "line 2: action: face: expected int, got str"),
        (2, put("n", 7), "line 2: n must be 1, not 7"),
        (4, put("put", 0, "kind", "tower"), "line 4: put: unknown kind 'tower', allowed are small, large, rect, "),
        (4, put("put", 0, "x", None), "line 4: put[0].x: expected float, got null"),
        (4, put("track", {"disc-01": [[1, 2]]}), "line 4: track[...][0]: expected array of length 8"),
        (4, put("happenings", 5), "line 4: happenings: expected array, got int"),
        (-1, put("entries", 3), "line {end}: entries must be {count}, not 3"),
    ],
)
def test_wrong_contents_are_refused_though_the_check_values_are_right(data, line, change, reason):
    end = data.count(b"\n")
    values = lines_of(data)
    change(values[line - 1 if line > 0 else -1])
    assert refusal(rechained(values)).startswith(reason.format(end=end, count=end - 2))


def test_numbers_that_are_not_finite_are_refused(data):
    for text in (b"NaN", b"Infinity", b"1e400"):
        values = lines_of(data)
        values[3]["put"][0]["x"] = 12345.5
        assert refusal(rechained(values).replace(b"12345.5", text)).startswith("line 4: ")
        # Nor with a check value made for it.
        body = dumps({k: v for k, v in values[3].items() if k != "check"})[:-1].replace(b"12345.5", text)
        lines = data.splitlines(keepends=True)
        check = check_value(values[2]["check"], body)
        assert refusal(b"".join([*lines[:3], body + f',"check":"{check}"}}\n'.encode()])).startswith("line 4: ")


def test_a_wrong_checksum_is_refused(data):
    values = lines_of(data)
    record = rechained(values)
    last = record.rfind(b'"sha256":"') + 10
    body = record[:last] + b"0" * 64
    before = lines_of(record)[-2]["check"]
    body += b'"'
    start = body.rfind(b"\n") + 1
    check = check_value(before, body[start:])
    text = refusal(body + f',"check":"{check}"}}\n'.encode())
    assert text == f"line {len(values)}: sha256 is not the checksum of what precedes it"


def test_files_that_can_not_be_read(tmp_path):
    for path, reason in (
        (tmp_path, "this is a folder, not a record of a match"),
        (tmp_path / "none.mmr", "could not be read: no such file or directory"),
        (tmp_path / ("x" * 300), "could not be read: file name too long"),
    ):
        with pytest.raises(RecordError) as caught:
            load_record(path, toy_rules)
        assert str(caught.value) == f"{path}: {reason}"
    pipe = tmp_path / "pipe"
    if hasattr(os, "mkfifo"):
        os.mkfifo(pipe)
        with pytest.raises(RecordError, match="not a regular file"):
            load_record(pipe, toy_rules)


def test_reading_never_changes_the_file(tmp_path, data):
    path = tmp_path / "torn.mmr"
    path.write_bytes(data[:-100])
    before = path.stat()
    assert load_record(path, toy_rules).damage is not None
    assert path.read_bytes() == data[:-100]
    assert path.stat().st_mtime_ns == before.st_mtime_ns
    assert list(tmp_path.iterdir()) == [path]


def test_write_whole_keeps_the_old_file_when_it_fails(tmp_path, monkeypatch):
    path = tmp_path / "a.mmr"
    write_whole(path, b"old")

    def broken(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(StorageError, match=r"a\.mmr: could not be written: no space left on device"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_write_whole_refuses_folders_and_missing_folders(tmp_path):
    with pytest.raises(StorageError, match="folder"):
        write_whole(tmp_path, b"x")
    with pytest.raises(StorageError, match="no such file or directory"):
        write_whole(tmp_path / "none" / "a.mmr", b"x")
    assert list(tmp_path.iterdir()) == []


def test_write_whole_follows_links_and_gives_ordinary_rights(tmp_path):
    target, link = tmp_path / "target.mmr", tmp_path / "link.mmr"
    link.symlink_to(target)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    plain = tmp_path / "plain"
    plain.write_bytes(b"")
    assert stat.S_IMODE(target.stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)


def test_writers_at_the_same_time_leave_one_whole_file(tmp_path):
    path = tmp_path / "a.mmr"
    contents = [bytes([65 + i]) * 200_000 for i in range(4)]
    threads = [threading.Thread(target=lambda c=c: [write_whole(path, c) for _ in range(5)]) for c in contents]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert path.read_bytes() in contents
    assert list(tmp_path.iterdir()) == [path]


# --- a match that goes on from another one -----------------------------------------------------------------


def test_a_branch_is_written_in_format_2_and_all_else_in_format_1(tmp_path):
    match = play(7, 12)
    record = match.record()
    assert lines_of(encode_record(record))[0]["format"] == 1
    other = branch_off(record, 6, bots=(0,), name="first.mmr", rules=toy_rules)
    other.advance()
    path = tmp_path / "second.mmr"
    other.save(path)
    loaded = load_record(path, toy_rules)
    assert lines_of(path.read_bytes())[0]["format"] == 2
    assert loaded.branch == Branch(hashlib.sha256(encode_record(record)).hexdigest(), 6, "first.mmr")
    assert loaded.entries[:6] == record.entries[:6]
    assert loaded.bots == (0,)
    assert verify(loaded, toy_rules).ok


def test_a_branch_in_format_1_is_refused():
    values = lines_of(encode_record(branch_off(play(7, 12).record(), 4, rules=toy_rules).record()))
    values[0]["format"] = 1
    with pytest.raises(RecordError, match="branch belongs to format 2"):
        decode_record(rechained(values), "r", toy_rules)


def test_chance_goes_on_as_it_did():
    record = play(7, 30).record()
    number = next(e.number for e in record.entries if e.number > 8 and e.action.player == -1) - 1
    other = branch_off(record, number, rules=toy_rules)
    assert other.draw().action == record.entries[number].action


def test_nothing_branches_off_a_finished_match():
    match = play(7)
    assert match.over
    with pytest.raises(RecordError, match="the match is over there"):
        branch_off(match.record(), len(match.log), rules=toy_rules)
