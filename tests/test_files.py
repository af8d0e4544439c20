"""Every kind of file that the program reads, damaged in every way: read as far as it goes or refused in one sentence.

`MICROMUTANTS_THOROUGH=1` looks at thousands of bytes of each instead of a sample.
"""

import contextlib
import itertools
import json
import os
import sys
import time
from pathlib import Path

import msgspec
import pytest

import micromutants
from micromutants import cli
from micromutants.assets import asset_text
from micromutants.lab import LabError, journal, load_observed
from micromutants.match import RecordError, StorageError, load_record, write_whole
from micromutants.match.chain import kind_of
from micromutants.ownarmies import own_armies, read_army
from micromutants.rules import ArmyError
from micromutants.scenario import ScenarioError, load_scenario, shipped_scenarios
from micromutants.shots import library, load_shot
from micromutants.tournament import journal as played_matches
from micromutants.ui.practice import solved
from micromutants.ui.screens.files import players_of
from micromutants.ui.settings import Settings, opened_settings, read_settings, save_settings
from micromutants.untrusted import why

ROOT = Path(micromutants.__file__).parents[1]
DATA = Path(__file__).parent / "data"
THOROUGH = os.environ.get("MICROMUTANTS_THOROUGH", "") not in ("", "0")
SAMPLE = 5000 if THOROUGH else 150
"""So many places of each file are looked at."""

LONGEST = 12_000
"""A refusal is no longer, characters: a scenario tells all that is wrong."""

HEAD_ON = next(path for path in shipped_scenarios() if path.stem == "head-on")
SETTINGS = b'{"text_size": 1.3, "names": ["Ada", "B\xc3\xa9"], "keys": {"UNDO": [20, ""]}, "volume": 0.5, "later": 5}'
SEEN = b"shot,from_x,from_y,x,y,face\nequal masses,380.0,200.0,380.5,300.25,normal\nlight against heavy,,,381.0,299,\n"


def record(path):
    found = load_record(path)
    if found.damage is not None:
        raise RecordError(f"{path}: {found.damage}")


def shot(path):
    load_shot(path)


def scenario(path):
    load_scenario(path)


def army(path):
    read_army(path)


def measured(path):
    load_observed(path, HEAD_ON.read_bytes(), HEAD_ON.name)


def points(path):
    assert all(done.shots or key for key, done in journal.read(path).items())


def matches(path):
    assert all(len(key) < 99 for key in played_matches.read(path))


def settings(path):
    found, wrong = read_settings(path)
    assert isinstance(found, Settings)
    if wrong:
        # Of a value the file is not named again.
        raise RecordError("; ".join(wrong) if wrong[0].startswith(str(path)) else f"{path}: {'; '.join(wrong)}")


def puzzles(path):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solved, "solved_file", lambda: path)
        assert all(isinstance(name, str) for name in solved.solved())


def what(path):
    assert kind_of(path) in ("", "match", "shot") or path.stat().st_size


def in_list_of_shots(path):
    (one,) = library(path.parent)
    assert (one.header is None) == bool(one.fault)
    if one.fault:
        raise RecordError(one.fault)


def in_list_of_matches(path):
    assert "\n" not in players_of(path)


def in_folder_of_armies(path):
    found = own_armies(path.parent)
    if found.faults:
        raise ArmyError(*found.faults)


def a_point():
    """A line of the list of finished points, as a sweep writes it."""
    shares = dict.fromkeys(("settled", "special", "clear", "over", "under", "off", "as_expected"), 0.5)
    places = dict.fromkeys(("x_mean", "x_sd", "y_mean", "y_sd", "travel_mean", "travel_sd", "exact_x", "exact_y"), 1.5)
    words = {"over_pieces": {"a": 0.25}, "under_pieces": {}, "exact_special": True, "exact_landing": "over"}
    summary = {"shots": 10, **shares, **places, **words, "expectations": []}
    return msgspec.json.encode(msgspec.convert({"key": "a" * 32, "summary": summary}, journal.Line)) + b"\n"


KINDS = {
    "match": (record, ".mmr", (DATA / "format-2.mmr").read_bytes()),
    "old match": (record, ".mmr", (DATA / "format-1.mmr").read_bytes()),
    "shot": (shot, ".mms", (DATA / "shot-1.mms").read_bytes()),
    "what it is": (what, ".mms", (DATA / "shot-1-bare.mms").read_bytes()),
    "list of shots": (in_list_of_shots, ".mms", (DATA / "shot-1-bare.mms").read_bytes()),
    "list of matches": (in_list_of_matches, ".mmr", (DATA / "format-2.mmr").read_bytes()[:3000]),
    "scenario": (scenario, ".toml", HEAD_ON.read_bytes()),
    "army": (army, ".toml", asset_text("armies/flyborgs.toml").encode()),
    "folder of armies": (in_folder_of_armies, ".toml", asset_text("armies/flyborgs.toml").encode()),
    "settings": (settings, ".json", SETTINGS),
    "solved puzzles": (puzzles, ".json", b'["First cover","\xe3\x81\xb2"]'),
    "measured shots": (measured, ".csv", SEEN),
    "matches of a tournament": (matches, ".jsonl", b'{"key":"a","result":{}}\n' * 9),
    "points of a sweep": (points, ".jsonl", a_point() * 3),
}
REFUSALS = (RecordError, ScenarioError, ArmyError, LabError)

CHECKED = ("match", "old match", "shot")
"""Those that have check values, so that no change goes unseen."""


def told(kind, path):
    """What is said of a file: empty where it is read; only the errors that callers expect come out of it."""
    try:
        KINDS[kind][0](path)
    except REFUSALS as error:
        said = str(error)
    except StorageError as error:
        said = str(error)
    except OSError as error:
        said = f"{path}: {why(error)}"
    else:
        return ""
    # A scenario has a line for each thing that is wrong, each with the name of the file.
    assert all(line.startswith(str(path)) for line in said.split("\n")), said
    assert kind == "scenario" or "\n" not in said, said
    assert len(said) < LONGEST, len(said)
    return said


def changed(kind, folder, contents):
    """What is said of a file with each of these contents; it is left as it is."""
    path = folder / f"a{KINDS[kind][1]}"
    for content in contents:
        path.write_bytes(content)
        yield content, told(kind, path)
        assert path.read_bytes() == content
    assert list(folder.iterdir()) == [path]


def some(data):
    """Places of a file: every one, or a sample that is as dense at its end as in the middle."""
    step = max(1, len(data) // SAMPLE)
    return sorted({*range(0, len(data), step), *range(max(0, len(data) - 5), len(data))})


@pytest.mark.parametrize("kind", KINDS)
def test_the_files_of_these_tests_are_sound(kind, tmp_path):
    assert list(changed(kind, tmp_path, [KINDS[kind][2]])) == [(KINDS[kind][2], "")]


@pytest.mark.parametrize("kind", KINDS)
def test_f1_every_kind_truncated_anywhere(kind, tmp_path):
    data = KINDS[kind][2]
    said = [said for _, said in changed(kind, tmp_path, (data[:end] for end in some(data)))]
    if kind in CHECKED:
        # The head is always needed; a torn end of a match costs that end only, see test_damage.
        head = data.index(b"\n")
        assert all(text for end, text in zip(some(data), said, strict=True) if end < head)


@pytest.mark.parametrize("kind", KINDS)
def test_f1_every_kind_with_any_byte_flipped(kind, tmp_path):
    data = KINDS[kind][2]
    places = some(data)
    contents = (
        data[:at] + bytes([data[at] ^ bits]) + data[at + 1 :]
        for number, at in enumerate(places)
        for bits in (0xFF, 1 << (number % 8))
    )
    found = [said for _, said in changed(kind, tmp_path, contents)]
    if kind in CHECKED:
        last = data.rindex(b"\n", 0, -1)
        assert all(said for at, said in zip((p for p in places for _ in range(2)), found, strict=True) if at < last)


DEEP = {
    "lists": lambda data: b"[" * 200_000,
    "objects": lambda data: b'{"a":' * 200_000,
    "lists in a header": lambda data: b'{"format":1,"kind":' + b"[" * 200_000,
    "tables": lambda data: b"a = " + b"{ a = " * 30_000,
    "lists of TOML": lambda data: b"a = " + b"[" * 90_000,
}
OTHERS = {
    "empty": lambda data: b"",
    "zeros": lambda data: bytes(len(data)),
    "half zeros": lambda data: data[: len(data) // 2] + bytes(len(data) - len(data) // 2),
    "ones": lambda data: b"\xff" * len(data),
    "utf-16": lambda data: data.decode().encode("utf-16"),
    "utf-32": lambda data: data.decode().encode("utf-32"),
    "marked": lambda data: b"\xef\xbb\xbf" + data,
    "latin-1": lambda data: data.decode().encode("latin-1", "replace") + b"\xe9\xff",
    "surrogate": lambda data: data[:9] + b"\xed\xa0\x80" + data[9:],
    "nul": lambda data: data[:9] + b"\0" + data[9:],
    "carriage returns": lambda data: data.replace(b"\n", b"\r"),
    "lines of Windows": lambda data: data.replace(b"\n", b"\r\n"),
    "twice": lambda data: data + data,
    "backwards": lambda data: data[::-1],
    "one long line": lambda data: b'"' + b"a" * 3_000_000,
    "many lines": lambda data: b"\n" * 500_000,
    "many cells": lambda data: b",".join([b"a"] * 400_000),
    "a long number": lambda data: b"[" + b"9" * 200_000 + b"]",
    "a long number of TOML": lambda data: b"a = " + b"9" * 90_000,
    "large numbers": lambda data: b'{"text_size": 1e400, "volume": -1e308, "dead_zone": NaN, "names": [1e308]}',
    "pickle": lambda data: b"\x80\x04cos\nsystem\n(S'x'\ntR.",
    "program": lambda data: b"#!/bin/sh\nrm -rf /\n",
    "text": lambda data: b"Dear diary\n",
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_content_in_every_kind_of_file(kind, tmp_path):
    """Also each kind in the place of every other one."""
    data = KINDS[kind][2]
    contents = [make(data) for make in (*OTHERS.values(), *DEEP.values())]
    contents += [other for _, _, other in KINDS.values() if other != data]
    begun = time.process_time()
    found = list(changed(kind, tmp_path, contents))
    assert time.process_time() - begun < 20.0
    if kind in CHECKED:
        alike = [content for _, suffix, content in KINDS.values() if suffix == KINDS[kind][1]]
        assert all(said for content, said in found if content not in alike)


# --- what is no file --------------------------------------------------------------------------------------------------


def a_pipe(path):
    os.mkfifo(path)


def a_huge_file(path):
    with path.open("wb") as file:
        file.truncate(200_000_000_000)


IRREGULAR = {
    "nothing": lambda path: None,
    "a folder": lambda path: path.mkdir(),
    "a pipe": a_pipe,
    "an endless device": lambda path: path.symlink_to("/dev/zero"),
    "a terminal": lambda path: path.symlink_to("/dev/tty"),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a link to nothing": lambda path: path.symlink_to("nowhere"),
    "a file of 200 GB": a_huge_file,
}


@pytest.mark.skipif(os.name != "posix", reason="files of POSIX systems")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("thing", IRREGULAR)
def test_nothing_is_waited_for_or_read_without_end(kind, thing, tmp_path):
    path = tmp_path / f"a{KINDS[kind][1]}"
    IRREGULAR[thing](path)
    if kind == "list of shots" and thing == "nothing":
        assert library(tmp_path) == []
        return
    begun = time.perf_counter()
    said = told(kind, path)
    assert time.perf_counter() - begun < 10.0
    # Lists leave out what is none; what the program keeps by itself may be missing.
    quiet = kind in ("solved puzzles", "list of matches")
    quiet |= kind == "folder of armies" and thing != "a file of 200 GB"
    quiet |= thing in ("nothing", "a link to nothing") and kind in (
        "settings",
        "points of a sweep",
        "matches of a tournament",
    )
    quiet |= thing == "a file of 200 GB" and kind == "what it is"
    assert bool(said) != quiet, said
    if thing == "a folder" and not quiet:
        assert "this is a folder, not a" in said
    if thing in ("a pipe", "an endless device") and not quiet:
        assert "this is not a regular file" in said


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["a\0b", "x" * 5000, "a/" * 3000 + "a", "\ud800"], ids=["NUL", "long", "deep", "half"])
def test_names_that_cannot_be(kind, name, tmp_path):
    path = tmp_path / f"{name}{KINDS[kind][1]}"
    if kind in ("list of shots", "folder of armies"):
        if name in ("a\0b", "\ud800"):
            pytest.skip("the system gives no such folder to the program")
        path = tmp_path / name / f"a{KINDS[kind][1]}"
        with contextlib.suppress(StorageError):
            assert library(path.parent) == []
        assert len(own_armies(path.parent).faults) <= 1
        return
    assert "\n" not in told(kind, path)


def test_a_file_that_is_exchanged_for_a_pipe_is_not_read(tmp_path, monkeypatch):
    """Between the look at it and its opening."""
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no pipes")
    path, pipe = tmp_path / "a.mmr", tmp_path / "pipe"
    path.write_bytes(b"x")
    os.mkfifo(pipe)
    opening = os.open
    monkeypatch.setattr(os, "open", lambda name, *rest: opening(pipe if Path(name) == path else name, *rest))
    with pytest.raises(RecordError, match="this is not a regular file"):
        load_record(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of POSIX systems")
@pytest.mark.parametrize("linked", [False, True])
def test_what_is_no_file_is_never_replaced_by_one(linked, tmp_path, monkeypatch, capsys):
    """Written over, a device or a pipe would be gone; so would what a link leads to."""
    monkeypatch.chdir(tmp_path)
    Path("a.mms").write_bytes(KINDS["shot"][2])
    path = Path("pipe.gif")
    os.mkfifo("pipe" if linked else path)
    if linked:
        path.symlink_to("pipe")
    with pytest.raises(StorageError, match=r"pipe\.gif: could not be written: it is not a regular file"):
        write_whole(path, b"x")
    for arguments in (["export", "a.mms", str(path)], ["exhibit", "--gif", str(path)], ["exhibit", "--out", str(path)]):
        assert cli.main(arguments) == 2
        assert "this is not a regular file" in capsys.readouterr().err.replace("\n", " ")
    assert path.is_fifo()
    assert {each.name for each in tmp_path.iterdir()} == {"a.mms", path.name, *(["pipe"] if linked else [])}


def test_a_picture_that_cannot_be_written_leaves_the_old_one(tmp_path, monkeypatch):
    """Broken off half-way, by a full disk or Ctrl-C: pictures are written whole or not at all, as all files are."""
    monkeypatch.chdir(tmp_path)
    Path("a.mms").write_bytes(KINDS["shot"][2])
    failing = [OSError(28, "No space left on device"), KeyboardInterrupt()]

    def full(handle):
        raise failing[0]

    for name in ("a.gif", "a.png", "a.csv", "a.json"):
        Path(name).write_bytes(b"old")
        for failing[0] in (OSError(28, "No space left on device"), KeyboardInterrupt()):
            monkeypatch.setattr(os, "fsync", full)
            assert cli.main(["export", "a.mms", name, "--size", "64", "--frames", "1"]) in (1, 130)
            monkeypatch.undo()
            monkeypatch.chdir(tmp_path)
            assert Path(name).read_bytes() == b"old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "a.gif", "a.json", "a.mms", "a.png"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="counts memory as Linux does")
def test_no_content_of_a_file_takes_much_memory(tmp_path):
    """The largest file of each kind that is still read: every reader in a process that may have 1 GB."""
    code = (
        "import resource, sys\n"
        f"sys.path[:0] = [{str(ROOT)!r}, {str(Path(__file__).parent)!r}]\n"
        "import test_files as t\n"
        "from pathlib import Path\n"
        "size = int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize()\n"
        "resource.setrlimit(resource.RLIMIT_AS, (size + 1_000_000_000,) * 2)\n"
        f"folder = Path({str(tmp_path)!r})\n"
        "for kind, (_, suffix, data) in t.KINDS.items():\n"
        "    for line in (b'[' * 30_000_000, data.splitlines()[0] + b' ' * 30_000_000, b'\\n' * 30_000_000,\n"
        "                 (data * (30_000_000 // len(data)))):\n"
        "        path = folder / kind.replace(' ', '-') / ('a' + suffix)\n"
        "        path.parent.mkdir(exist_ok=True)\n"
        "        path.write_bytes(line)\n"
        "        t.told(kind, path)\n"
        "print('all')\n"
    )
    import subprocess

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=300)
    assert done.stdout.endswith("all\n"), done.stderr[-2000:]


# --- what the program keeps by itself -------------------------------------------------------------------------------


def test_broken_settings_are_set_aside_whatever_broke_them(tmp_path):
    for number, end in enumerate(some(SETTINGS)):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = folder / "settings.json"
        path.write_bytes(SETTINGS[:end])
        found, said = opened_settings(path)
        assert said.count("\n") == 0
        assert (folder / "settings-broken-1.json").read_bytes() == SETTINGS[:end]
        assert found == Settings()


def test_settings_of_a_newer_version_stay(tmp_path):
    path = tmp_path / "settings.json"
    path.write_bytes(SETTINGS)
    found, said = opened_settings(path)
    assert (found.volume, said) == (0.5, "")
    assert save_settings(Settings(volume=0.25), path) == ""
    assert json.loads(path.read_text("utf-8"))["later"] == 5
    assert read_settings(path) == (Settings(volume=0.25), ())


def test_what_is_wrong_with_settings_is_told_in_a_sentence_that_can_be_read(tmp_path):
    path = tmp_path / "settings.json"
    keys = {f"\x1b[31m{number}" + "x" * 1000: "\x07" for number in range(500)}
    path.write_text(json.dumps({"keys": keys, "names": "\x1b" * 1000}))
    _, said = opened_settings(path)
    assert said.isprintable()
    assert "and 498 more" in said
    assert len(said) < 900


def test_a_broken_list_of_puzzles_is_set_aside_and_what_can_be_read_stays(tmp_path, monkeypatch):
    path = tmp_path / "solved.json"
    monkeypatch.setattr(solved, "solved_file", lambda: path)
    for number, (data, kept) in enumerate(
        [(b'["a", 5]', {"a"}), (b'["a"', set()), (bytes(9), set()), (b'{"a": 1}', set()), (b'["\xff"]', set())], 1
    ):
        path.write_bytes(data)
        assert solved.solved() == kept
        assert solved.remember("b") == ""
        assert solved.solved() == kept | {"b"}
        assert (tmp_path / f"solved-broken-{number}.json").read_bytes() == data
    assert solved.remember("c") == ""
    assert solved.solved() == {"b", "c"}
    assert len(list(tmp_path.iterdir())) == 6


def test_a_damaged_autosave_gives_way_to_the_one_before(tmp_path, monkeypatch):
    """Whichever of its bytes is lost: what the title goes on with is the newest that can be read."""
    from micromutants.match.storage import autosave_paths, write_autosave
    from micromutants.ui.screens import files

    taken = []
    monkeypatch.setattr(files, "resume_record", lambda app, record, path, instead: taken.append(path.name))

    good = (DATA / "format-2.mmr").read_bytes()
    for _ in range(2):
        newest = write_autosave(good, tmp_path)
    head = good.index(b"\n")
    for end in itertools.chain(range(0, head, 1 if THOROUGH else 97), [head - 1]):
        newest.write_bytes(good[:end])
        assert files.resume_first(None, autosave_paths(tmp_path)) == ""
        assert taken.pop() == "autosave-2.mmr"
    newest.write_bytes(good)
    assert files.resume_first(None, autosave_paths(tmp_path)) == ""
    assert taken == ["autosave-1.mmr"]
