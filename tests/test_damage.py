"""Damaged, hostile and half-written files: one sentence, exit code 1, the file as it was, the last good state at hand.

`MICROMUTANTS_THOROUGH=1` looks at every byte instead of a sample.
"""

import dataclasses
import hashlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

import micromutants
from micromutants import cli
from micromutants.assets import asset_text
from micromutants.match import (
    Match,
    RecordError,
    bots,
    chain,
    load_record,
    reading,
    save_record,
    verify,
)
from micromutants.match.reading import decode_record
from micromutants.match.record import FORMAT, encode_record
from micromutants.match.storage import DRAFT_AGE, autosave_paths, write_autosave, write_whole
from micromutants.rules import Seat, Setup
from micromutants.scenario import shipped_scenarios

pytestmark = pytest.mark.usefixtures("quick")

ROOT = Path(micromutants.__file__).parents[1]
THOROUGH = os.environ.get("MICROMUTANTS_THOROUGH", "") not in ("", "0")

posix = pytest.mark.skipif(os.name != "posix", reason="processes of POSIX systems")


def stride(whole, sample):
    """Every so manieth of ``whole`` things, so that about ``sample`` are looked at."""
    return 1 if THOROUGH else max(1, whole // sample)


@pytest.fixture(scope="module")
def match():
    """The first actions of an Advanced game of two."""
    seats = (Seat("Ada", "usarthropods"), Seat("Bén ひ", "chitinians"))
    match = Match.new(Setup(seats, mode="advanced", terrain=("acid-pit",)), 3, bots=(0, 1))
    for entry in bots.play(match):
        if entry.number >= 16:
            break
    return match


@pytest.fixture(scope="module")
def data(match):
    return encode_record(match.record())


def told(data):
    """What is said of these bytes as a record: why they are refused, or what of them was lost."""
    try:
        return decode_record(data, "a.mmr").damage
    except RecordError as error:
        return str(error).removeprefix("a.mmr: ")


def lines_of(data):
    return [json.loads(line) for line in data.splitlines()]


# --- F1: torn, changed, emptied -------------------------------------------------------------------------------------


def test_f1_truncated_anywhere(data):
    ends = [i + 1 for i, byte in enumerate(data) if byte == 10]
    # The last byte and the ends of lines are looked at in any case.
    for cut in sorted({*range(0, len(data), stride(len(data), 400)), len(data) - 1, *ends[:-1]}):
        said = told(data[:cut])
        whole = sum(end <= cut for end in ends)
        if cut + 1 == len(data):
            assert said == f"the line break after line {len(ends)} is missing, nothing else is"
        elif cut in ends or cut + 1 in ends:
            whole += cut + 1 in ends
            assert said.endswith(f"the record ends after {whole - 1} action{'s' * (whole != 2)}") or whole < 2, said
        elif cut:
            assert said.startswith(f"line {whole + 1} is torn" if whole else "line 1"), said


def test_f1_every_byte_flipped(data):
    last = data.rindex(b"\n", 0, -1)
    for at in range(0, len(data), stride(len(data), 900)):
        for bits in (0xFF, 1 << (at % 8)):
            said = told(data[:at] + bytes([data[at] ^ bits]) + data[at + 1 :])
            assert said, at
            if at < last:
                # A line break that is changed joins two lines.
                assert f"line {data[:at].count(10) + 1}" in said or data[at] in b"\n", (at, said)


@pytest.mark.parametrize("part", ["all", "head", "middle", "tail"])
def test_f1_filled_with_zeros(data, part):
    size, third = len(data), len(data) // 3
    start, end = {"all": (0, size), "head": (0, third), "middle": (third, 2 * third), "tail": (2 * third, size)}[part]
    assert told(data[:start] + bytes(end - start) + data[end:])


# --- F2, F3, and contents of every kind -----------------------------------------------------------------------------


NONSENSE = [
    None,
    True,
    -1,
    1.5,
    1e308,
    10**30,
    "",
    "x",
    "a\0b",
    "\ud800",
    "é" * 5000,
    [],
    [[]],
    {},
    {"a": {}},
    [None] * 9,
]


def places(value, at=()):
    """Every place in a JSON value, by its keys."""
    yield at
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield from places(inner, (*at, key))


def with_value(value, at, new):
    if not at:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[at[0]] = with_value(value[at[0]], at[1:], new)
    return copy


def chained(values):
    """The bytes of a record with these lines and right check values, also where ``dumps`` would not write them."""
    check, lines = "", []
    for number, value in enumerate(values):
        kept = {key: field for key, field in value.items() if key != "check"}
        if isinstance(kept.get("setup_sha256"), str):
            kept["setup_sha256"] = setup_hash_of(kept.get("setup"))
        if number == len(values) - 1 and "sha256" in kept:
            kept["sha256"] = hashlib.sha256(b"".join(lines)).hexdigest()
        body = json.dumps(kept, ensure_ascii=True, separators=(",", ":")).encode()[:-1]
        check = hashlib.sha256(check.encode() + body).hexdigest()[:8]
        lines.append(body + f',"check":"{check}"}}\n'.encode())
    return b"".join(lines)


def test_wrong_types_anywhere_are_refused_or_found_by_playing_again(data):
    values = lines_of(data)
    assert told(chained(values)) is None
    spots = [(i, at) for i, line in enumerate(values) for at in places(line) if at and at[0] != "check"]
    number = 0
    for i, at in spots[:: stride(len(spots), 350)]:
        for new in NONSENSE if THOROUGH else [NONSENSE[number % len(NONSENSE)], NONSENSE[(number + 7) % len(NONSENSE)]]:
            number += 1
            changed = [*values[:i], with_value(values[i], at, new), *values[i + 1 :]]
            record = read_or_refuse(chained(changed), (i, at, new))
            if record is not None and number % 10 == 0:
                verify(record)
                encode_record(record)


def setup_hash_of(setup):
    return hashlib.sha256(json.dumps(setup, ensure_ascii=True, separators=(",", ":")).encode()).hexdigest()


def read_or_refuse(data, what):
    try:
        return decode_record(data, "a.mmr")
    except RecordError as error:
        said = str(error)
        assert said.startswith("a.mmr: line "), (what, said)
        assert "\n" not in said, what
        assert len(said) < 600, (what, said)
        return None


def test_f2_numbers_that_are_none_are_neither_written_nor_read(match, data):
    piece = next(iter(match.state.table))
    broken = match.record()
    entries = list(broken.entries)
    table = entries[-1].table.put(msgspec.structs.replace(piece, x=float("nan")))
    entries[-1] = dataclasses.replace(entries[-1], table=table)
    with pytest.raises(ValueError, match=r"nan|JSON"):
        encode_record(dataclasses.replace(broken, entries=tuple(entries)))
    values = lines_of(data)
    line = next(i for i, value in enumerate(values) if value.get("put"))
    values[line]["put"][0]["x"] = float("nan")
    assert f"line {line + 1}: " in told(chained(values))


@pytest.mark.parametrize("version", [FORMAT + 1, 99999, 10**30, -1, 0, "1", None, True, 1.0, [1], {}])
def test_f3_other_formats(data, version):
    values = lines_of(data)
    values[0]["format"] = version
    said = told(chained(values))
    assert said.startswith("line 1: ")
    assert ("newer" in said) == (type(version) is int and version > FORMAT), said


def test_f3_a_record_of_other_versions_is_shown_and_says_where_it_departs(data):
    values = lines_of(data)
    values[0]["versions"] |= {"game": "99.0", "rules": 99, "physics": 99, "numpy": "", "pymunk": "\0"}
    record = decode_record(chained(values), "a.mmr")
    assert len(verify(record).differences) == 5


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-8-sig", "utf-7", "cp500"])
def test_other_encodings(data, encoding):
    assert told(data.decode().replace("ひ", "i").encode(encoding)).startswith("line 1")


def test_latin_1_is_found_in_its_line(data):
    assert told(data.decode().replace("ひ", "i").encode("latin-1")).startswith("line 1: ")


@pytest.mark.parametrize(
    "junk", [b"\0", b"\xed\xa0\x80", b"\xff", b"\r", b"\xef\xbb\xbf", "\u2028".encode(), b"\x1a"], ids=repr
)
def test_foreign_bytes_anywhere(data, junk):
    for at in range(0, len(data), stride(len(data), 60)):
        assert told(data[:at] + junk + data[at:])


@pytest.mark.parametrize("where", ["setup", "action", "happenings", "put", "track", "versions"])
@pytest.mark.parametrize("bracket", [("[", "]"), ('{"a":', "}")], ids=["lists", "objects"])
def test_nested_without_end(data, where, bracket):
    deep = bracket[0] * 100_000 + "1" + bracket[1] * 100_000
    values = lines_of(data)
    line = 0 if where in ("setup", "versions") else next(i for i, value in enumerate(values) if "track" in value)
    values[line][where] = "HERE"
    raw = chained(values).splitlines(keepends=True)
    before = raw[line - 1][-11:-3].decode() if line else ""
    body = raw[line][: raw[line].rindex(b',"check"')].replace(b'"HERE"', deep.encode())
    check = hashlib.sha256(before.encode() + body).hexdigest()[:8]
    found = told(b"".join([*raw[:line], body + f',"check":"{check}"}}\n'.encode()]))
    assert found.startswith(f"line {line + 1}: ")
    assert len(found) < 300


# --- security: sizes ------------------------------------------------------------------------------------------------


def test_a_huge_file_is_refused_at_once(tmp_path):
    path = tmp_path / "huge.mmr"
    with path.open("wb") as file:
        file.truncate(20_000_000_000)
    begun = time.perf_counter()
    with pytest.raises(RecordError, match="longer than 32 MB"):
        load_record(path)
    assert time.perf_counter() - begun < 5.0


def test_more_lines_or_pieces_than_any_match_has_are_refused(data):
    assert told(b"\n" * (chain.LINES_LIMIT + 1)) == "the file has more than 20000 lines, no record of a match has"
    values = lines_of(data)
    values[4]["put"] = [
        {"id": f"p{i}", "kind": "small", "owner": 0, "x": 1.0, "y": 1.0} for i in range(reading.PIECES_LIMIT + 1)
    ]
    assert told(chained(values)).startswith("line 5: put: a table has at most 1000 pieces")


def test_a_record_that_is_made_to_be_slow_is_read_in_seconds(data):
    """Thousands of lines, each of which takes many pieces from a full table."""
    values = lines_of(data)
    pieces = [{"id": f"p{i}", "kind": "rect", "owner": 0, "x": 1.0, "y": 1.0} for i in range(900)]
    first = {"n": 1, "action": values[1]["action"], "happenings": [], "digest": ""}
    lines = [first | {"put": pieces}, *({**first, "n": n, "gone": ["x"] * 300} for n in range(2, 2000))]
    hostile = chained([values[0], *lines, values[-1] | {"entries": len(lines)}])
    begun = time.process_time()
    assert len(decode_record(hostile, "a.mmr").entries) == 1999
    assert time.process_time() - begun < 3.0


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="devices of POSIX systems")
@pytest.mark.parametrize("command", [("replay", "--text"), ("check",), ("shoot",), ("armies",)], ids=" ".join)
def test_devices_and_pipes_are_not_read(command, tmp_path, capsys):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in ("/dev/zero", str(pipe)):
        assert cli.main([*command, path]) == 1
        assert "not a regular file" in capsys.readouterr().err


def test_a_file_sends_no_command_to_the_terminal(data, tmp_path, capsys):
    """What a record tells, and what is wrong in it, is shown without the control characters that it may hold."""
    values = lines_of(data)
    bell = "\x1b]0;title\x07\x1b[31mred\x9b\u202e"
    values[1]["happenings"][0]["text"] = f"Ada {bell}."
    path = tmp_path / "a.mmr"
    path.write_bytes(chained(values))
    assert cli.main(["replay", "--text", str(path)]) == 0
    values[2]["happenings"] = [{"kind": bell, "rule": bell}]
    values[0]["kind"] = bell
    path.write_bytes(chained(values))
    assert cli.main(["replay", "--text", str(path)]) == 1
    scenario = tmp_path / "a.toml"
    escaped = "\\u001b]0;title\\u0007"
    scenario.write_text(f'format = 1\ntitle = "{escaped}"\n"{escaped}" = 1\n', "utf-8")
    for command in ("check", "shoot", "armies"):
        assert cli.main([command, str(scenario)]) == 1
    said = capsys.readouterr()
    assert "Ada \N{REPLACEMENT CHARACTER}" in said.out
    assert all(character.isprintable() or character in "\n\t" for character in said.out + said.err)


HARMLESS = """
import functools, importlib.metadata, sys
# Which libraries are there is the same for every file.
importlib.metadata.version = functools.cache(importlib.metadata.version)
sys.path.insert(0, {root!r})
from pathlib import Path
from micromutants.match import load_record, verify
from micromutants.ownarmies import read_army
from micromutants.scenario import check, load_scenario
from micromutants.shots import load_shot
from micromutants.shots.proof import prove

def use(path):
    match path.suffix:
        case ".mmr":
            verify(load_record(path))
        case ".mms":
            prove(load_shot(path))
        case ".army":
            read_army(path)
        case _:
            check(load_scenario(path))

paths = sorted(path for path in Path({folder!r}).iterdir() if path.stem != "plain")
seen, own, now = [], set(), None

def hook(event, arguments):
    if event == "compile" and now is None:
        # Annotations of the program's own types are evaluated.
        own.add(str(arguments[0]))
    if now is None or (event == "compile" and str(arguments[0]) in own):
        return
    if event == "exec" and arguments[0].co_filename == "<string>":
        # Of something that was compiled, which was told already.
        return
    if event == "open" and (arguments[0] == str(now) or isinstance(arguments[0], int)) and not arguments[2] & 3:
        return
    if event.split(".")[0] in (
        "open", "os", "subprocess", "socket", "exec", "compile", "import", "pickle", "ctypes", "shutil", "glob",
        "tempfile", "urllib", "webbrowser", "code", "pty", "signal",
    ):
        seen.append((now.name, event, repr(arguments)[:200]))

sys.addaudithook(hook)
for suffix in (".army", ".mmr", ".mms", ".toml"):
    # What is imported when it is needed is imported now.
    use(Path({folder!r}) / f"plain{{suffix}}")
for path in paths:
    now = path
    use(path)
    now = None
print(len(paths), seen)
"""


def test_nothing_of_a_file_is_run_or_opened(data, tmp_path):
    """Names that look like code or paths are names: reading and proving opens no file but the one that is read."""
    names = ("../../etc/passwd", "__import__('os').system('x')", "${HOME}", "%s%n", "{0.__class__}", "$(touch x)")
    shot = (Path(__file__).parent / "data" / "shot-1.mms").read_bytes()
    scenario = next(path for path in shipped_scenarios() if path.stem == "head-on").read_text("utf-8")
    army = asset_text("armies/flyborgs.toml")
    for number, name in [("plain", "Ada"), *enumerate(names)]:
        values = lines_of(data)
        values[0]["setup"]["seats"][0]["name"] = name
        (tmp_path / f"{number}.mmr").write_bytes(chained(values))
        values = lines_of(shot)
        values[0]["name"] = values[0]["origin"] = values[0]["told"] = name
        (tmp_path / f"{number}.mms").write_bytes(chained(values))
        told = json.dumps(name)
        text = re.sub('(?m)^title = ".*"$', lambda _, told=told: f"title = {told}", scenario)
        (tmp_path / f"{number}.toml").write_text(text.replace('"equal masses"', told), "utf-8")
        text = re.sub('(?m)^name = ".*"$', lambda _, told=told: f"name = {told}", army, count=1)
        (tmp_path / f"{number}.army").write_text(text, "utf-8")
    code = HARMLESS.format(root=str(ROOT), folder=str(tmp_path))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.stdout == f"{4 * len(names)} []\n", (done.stdout, done.stderr[-1500:])
    assert len(list(tmp_path.iterdir())) == 4 * len(names) + 4


# --- the contract of the command line -------------------------------------------------------------------------------


def test_every_kind_of_damage_is_one_sentence_and_leaves_the_file(data, tmp_path, capsys):
    half = len(data) // 2
    kinds = {
        "empty": b"",
        "zeros": bytes(len(data)),
        "head": data[:100],
        "flipped": data[:half] + bytes([data[half] ^ 4]) + data[half + 1 :],
        "utf-16": data.decode().encode("utf-16"),
        "newer": data.replace(b'{"format":1', b'{"format":2', 1),
        "deep": b'{"format":1,"a":' + b"[" * 100_000 + b"\n",
        "nul": data[:half] + b"\0" + data[half:],
        "surrogate": data[:half] + b"\xed\xa0\x80" + data[half:],
        "random": random.Random(1).randbytes(5000),
        "text": b"Dear diary\n",
        "pickle": b"\x80\x04cos\nsystem\n(S'x'\ntR.",
    }
    for name, content in kinds.items():
        path = tmp_path / f"{name} ひ.mmr"
        path.write_bytes(content)
        before = path.stat()
        for arguments in (["--verify"], ["--text"]):
            assert cli.main(["replay", *arguments, str(path)]) == 1, name
            said = capsys.readouterr()
            assert said.out == ""
            assert said.err.startswith(f"Error: {path}: "), said.err
            assert said.err.count("\n") == 1, said.err
        assert path.read_bytes() == content
        assert path.stat().st_mtime_ns == before.st_mtime_ns
    assert len(list(tmp_path.iterdir())) == len(kinds)


@posix
def test_names_that_are_not_unicode(tmp_path, data, capfd):
    path = os.path.join(os.fsencode(tmp_path), b"\xff\xfe.mmr")
    with open(path, "wb") as file:
        file.write(data)
    done = subprocess.run(
        [sys.executable, "-m", "micromutants", "replay", "--text", path],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    with open(path, "wb") as file:
        file.write(data[:50])
    assert cli.main(["replay", "--text", os.fsdecode(path)]) == 1


# --- F1: killed while saving ----------------------------------------------------------------------------------------


@posix
@pytest.mark.parametrize("kills", [1000 if THOROUGH else 200])
def test_f1_killed_in_mid_save_the_last_good_state_opens(tmp_path, match, kills):
    """A child saves without pause, tells of each save that is done, and is killed at any moment."""
    record = match.record()
    saves = []
    for actions in range(1, len(record.entries) + 1):
        saves.append(encode_record(dataclasses.replace(record, entries=record.entries[:actions])))
    draw = random.Random(5)
    between = 0
    for _ in range(kills):
        read_end, write_end = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                for number, save in enumerate(saves * 50):
                    write_autosave(save, tmp_path)
                    os.write(write_end, bytes([number % len(saves)]))
            finally:
                os._exit(0)
        os.close(write_end)
        first = os.read(read_end, 1)
        time.sleep(draw.random() * 0.004)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        acknowledged = first
        while more := os.read(read_end, 4096):
            acknowledged = more
        os.close(read_end)
        done = acknowledged[-1]
        newest = autosave_paths(tmp_path)[0]
        found = len(load_record(newest).entries) - 1
        assert found in (done, (done + 1) % len(saves)), (found, done)
        between += newest.name != "autosave-1.mmr"
        assert all(load_record(path).damage is None for path in autosave_paths(tmp_path))
    left = list(tmp_path.glob(".*.tmp"))
    for draft in left:
        os.utime(draft, (time.time() - 2 * DRAFT_AGE,) * 2)
    write_autosave(saves[0], tmp_path)
    assert list(tmp_path.glob(".*.tmp")) == []


@posix
def test_f6_two_programs_save_into_one_place(tmp_path, match):
    """Records of two programs at the same time: each file is a whole one, of one or the other."""
    data = encode_record(match.record())
    shared = tmp_path / "shared.mmr"
    children = []
    for _ in range(2):
        child = os.fork()
        if child == 0:
            code = 1
            try:
                for _ in range(60):
                    write_autosave(data, tmp_path)
                    write_whole(shared, data)
                code = 0
            finally:
                os._exit(code)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0]
    assert shared.read_bytes() == data
    paths = autosave_paths(tmp_path)
    assert paths
    assert all(path.read_bytes() == data for path in paths)
    assert sorted(path.name for path in tmp_path.iterdir()) == [*sorted(path.name for path in paths), "shared.mmr"]


# --- F5, F6: disks and homes ----------------------------------------------------------------------------------------


@posix
def test_f6_a_disk_that_is_full_leaves_the_old_file(tmp_path, match, data):
    """A child whose files may not grow beyond 2 kB, which for a program is a disk that is full."""
    path = tmp_path / "a.mmr"
    write_whole(path, data)
    child = os.fork()
    if child == 0:
        import resource

        code = 1
        try:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))
            try:
                save_record(match.record(), path)
            except OSError as error:
                code = 0 if "could not be written: file too large" in str(error) else 2
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0
    assert path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [path]


def mounted(folder, *options):
    done = subprocess.run(["mount", "-t", "tmpfs", *options, "none", str(folder)], capture_output=True, check=False)
    return done.returncode == 0


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may mount a small disk")
def test_f6_a_small_disk_and_a_read_only_one(tmp_path, data, capsys):
    disk = tmp_path / "disk"
    disk.mkdir()
    if not mounted(disk, "-o", "size=16k"):
        pytest.skip("no disk can be mounted here")
    try:
        path = disk / "a.mmr"
        path.write_bytes(b"old")
        large = data * (40_000 // len(data) + 1)
        with pytest.raises(OSError, match=r"a\.mmr: could not be written: no space left on device"):
            write_whole(path, large)
        with pytest.raises(OSError, match="no space left on device"):
            write_autosave(large, disk)
        assert path.read_bytes() == b"old"
        assert sorted(p.name for p in disk.iterdir()) == ["a.mmr"]
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        with pytest.raises(OSError, match=r"could not be written: read-only file system"):
            write_whole(path, b"new")
        with pytest.raises(OSError, match="read-only file system"):
            write_autosave(b"new", disk)
        assert cli.main(["exhibit", "--out", str(path)]) in (1, 2)
        assert "Traceback" not in capsys.readouterr().err
    finally:
        subprocess.run(["umount", str(disk)], check=True)


HOMES = [
    "missing",
    "a file",
    "spaces and ひらがな é",
    "quo'te\"; $HOME",
    "unwritable",
    "unset",
    "not a name",
]


@pytest.mark.parametrize("kind", HOMES)
def test_f5_f6_odd_homes(kind, tmp_path, data):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("XDG_")} | {"PYTHONPATH": str(ROOT)}
    home = tmp_path / kind
    match kind:
        case "a file":
            home.write_text("in the way")
        case "unwritable":
            home = Path("/proc")
        case "not a name":
            home = tmp_path / ("x" * 300)
        case "missing" | "unset":
            pass
        case _:
            home.mkdir()
    environment["HOME"] = str(home)
    if kind == "unset":
        del environment["HOME"]
        environment |= {f"XDG_{name}_HOME": str(tmp_path / "xdg") for name in ("CACHE", "CONFIG", "DATA", "STATE")}
    (tmp_path / "a.mmr").write_bytes(data)
    code = (
        "import sys; from micromutants import cli; from micromutants.match import load_record, resume\n"
        "from micromutants.ui.app import App; from micromutants.ui.screens.title import TitleScreen\n"
        "from micromutants.ui.screens.files import FilesScreen; from micromutants.ui.session import Session\n"
        "from micromutants.ui.settings import Settings, save_settings\n"
        "code = cli.main(['replay', '--text', 'a.mmr'])\n"
        "app = App(); app.reset(TitleScreen(app)); app.push(FilesScreen(app, watch=True)); app.step([], 0.1)\n"
        "print(repr(save_settings(Settings(text_size=1.3))), file=sys.stderr)\n"
        "from micromutants.match import Match; m = Match.new(load_record('a.mmr').setup, 1)\n"
        "print(repr(Session(m).autosave()), file=sys.stderr)\n"
        "sys.exit(code)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    said = [line for line in done.stderr.splitlines() if line.startswith(("'", '"'))]
    assert len(said) == 2, done.stderr
    assert "Traceback" not in done.stderr
    if kind in ("a file", "unwritable", "not a name"):
        assert all(len(line) > 10 for line in said), said
    else:
        assert said == ["''", "''"]
