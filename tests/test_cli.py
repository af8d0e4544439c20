import dataclasses
import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from own_army import army_text, own_army

import micromutants
import micromutants.__main__ as program
from micromutants import cli, rules
from micromutants.assets import asset_text
from micromutants.commands import matches
from micromutants.match import Match, load_record, verify
from micromutants.match.record import encode_record
from micromutants.physics import PHYSICS_VERSION
from micromutants.rules import Seat, Setup, Tremble, load_armies

pytestmark = pytest.mark.usefixtures("quick")

ROOT = Path(micromutants.__file__).parents[1]


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The record of an exhibition, and what was printed."""
    path = tmp_path_factory.mktemp("played") / "a.mmr"
    done = run("exhibit", "--seed", "5", "--out", path)
    assert done.exit_code == 0, done.stderr
    return path, done.stdout


def run(*arguments):
    return CliRunner().invoke(cli.cli, [str(argument) for argument in arguments])


def process(*arguments, **options):
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "micromutants", *map(str, arguments)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, **options)


def only_error(done, code):
    assert done.exit_code == code
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    return done.stderr.strip().splitlines()[-1]


def test_version_and_help():
    assert run("--version").stdout == f"micromutants {micromutants.__version__}\n"
    for arguments in (["--help"], ["exhibit", "-h"], ["replay", "--help"], ["bench", "--help"]):
        done = run(*arguments)
        assert done.exit_code == 0
        assert done.stdout.startswith("Usage: ")
    assert all(command in run("--help").stdout for command in ("exhibit", "replay", "bench", "armies"))


def test_an_exhibition_prints_a_line_a_turn_and_its_winner(played):
    path, text = played
    lines = text.splitlines()
    record = load_record(path)
    last = record.entries[-1].happenings[-1]
    turns = sum(h.kind == "turn" for entry in record.entries for h in entry.happenings)
    assert lines[0] == "Ada leads the Usarthropods."
    assert lines[1] == "Ben leads the Chitinians."
    numbered = [line for line in lines if line[:4].strip().isdigit()]
    assert [int(line[:4]) for line in numbered] == list(range(1, turns + 1))
    assert lines[-2] == f"{last.text} (rule {last.rule}, turn {turns})"
    assert "wins" in lines[-2]
    assert lines[-1] == f"The record is in {path}; seed 5."
    assert record.over


def test_the_line_of_a_turn_tells_of_every_flick(played):
    path, text = played
    flicks, turn = {}, 0
    for entry in load_record(path).entries:
        if isinstance(entry.action, Tremble):
            flicks[turn] = flicks.get(turn, 0) + 1
        turn += sum(happening.kind == "turn" for happening in entry.happenings)
    told = {int(line[:4]): line for line in text.splitlines() if line[:4].strip().isdigit()}
    assert len(flicks) > 3
    for turn, count in flicks.items():
        assert len(told[turn].split("; ")) >= count


def test_the_same_seed_gives_the_same_bytes_and_the_same_text(here, played):
    path, text = played
    again = run("exhibit", "--seed", "5", "--out", "b.mmr")
    assert Path("b.mmr").read_bytes() == path.read_bytes()
    assert again.stdout == text.replace(str(path), "b.mmr")
    other = run("exhibit", "--seed", "6", "--out", "c.mmr")
    assert other.stdout != again.stdout
    assert Path("c.mmr").read_bytes() != path.read_bytes()


def test_armies_can_be_chosen(here):
    done = run("exhibit", "--armies", "Flyborgs, sovietopters")
    assert done.exit_code == 0
    assert done.stdout.startswith("Ada leads the Flyborgs.\nBen leads the Sovietopters.\n")
    assert list(here.iterdir()) == []


def test_an_army_from_a_file_plays_and_its_record_opens_without_the_file(here):
    file = Path("my-army.toml")
    file.write_text(army_text(), encoding="utf-8")
    done = run("exhibit", "--armies", "chitinians,./my-army.toml", "--out", "a.mmr")
    assert done.exit_code == 0
    assert done.stdout.startswith("Ada leads the Chitinians.\nBen leads the Yellowjackets.\n")
    file.unlink()
    assert load_record("a.mmr").setup.armies == (own_army(),)
    assert run("replay", "a.mmr", "--verify").exit_code == 0
    assert "Yellowjackets" in run("replay", "a.mmr", "--text").stdout


def test_an_army_in_the_players_folder_is_named_by_its_id(here, monkeypatch):
    folder = here / "armies"
    monkeypatch.setattr("micromutants.ownarmies.armies_folder", lambda: folder)
    call = ("exhibit", "--armies", "yellowjackets,flyborgs", "--seed", "3")
    assert "'yellowjackets' is no army" in run(*call).stderr
    folder.mkdir()
    (folder / "wasps.toml").write_text(army_text(), encoding="utf-8")
    done = run(*call)
    assert (done.exit_code, done.stdout.splitlines()[0]) == (0, "Ada leads the Yellowjackets.")
    listed = run("armies")
    assert (listed.exit_code, "(yellowjackets)" in listed.stdout) == (0, True)
    (folder / "wrong.toml").write_text("id = 3", encoding="utf-8")
    listed = run("armies")
    assert (listed.exit_code, "(yellowjackets)" in listed.stdout) == (1, True)
    assert f"{folder / 'wrong.toml'}: line 1: id: " in listed.stderr.replace("\n", " ")


@pytest.mark.parametrize(
    ("change", "code", "reason"),
    [
        ({'"orange"': '"purple"'}, 2, "wrong.toml: line 4: colour: must be one of "),
        ({'"orange"': '"blue"'}, 1, "the Yellowjackets and the Usarthropods are both blue"),
        ({'"wasp"': '"soldier"'}, 1, "have a piece with the id 'soldier'"),
    ],
)
def test_army_files_that_can_not_play_are_told(here, change, code, reason):
    Path("wrong.toml").write_text(army_text(**change), encoding="utf-8")
    done = run("exhibit", "--armies", "wrong.toml,usarthropods")
    assert done.exit_code == code
    assert reason in done.stderr.replace("\n", " ")


def test_mode_terrain_and_players_can_be_chosen(here):
    arguments = ("--players", "3", "--mode", "advanced", "--terrain", "Warp-Gate,acid-pit", "--out", "a.mmr")
    done = run("exhibit", *arguments)
    assert done.exit_code == 0
    assert "Cleo leads the Flyborgs." in done.stdout
    assert "given as Ada – Ben – Cleo" in done.stdout
    record = load_record("a.mmr")
    assert (record.setup.mode, record.setup.terrain, len(record.setup.seats)) == (
        "advanced",
        ("warp-gate", "acid-pit"),
        3,
    )
    assert record.over
    assert verify(record).ok
    assert run("replay", "a.mmr", "--text").exit_code == 0


def test_armies_are_listed_and_army_files_checked(here):
    listed = run("armies").stdout
    assert all(army.name in listed for army in load_armies().values())
    assert "Frenzy: " in listed
    text = asset_text("armies/chitinians.toml")
    Path("mine.toml").write_text(text.replace('id = "chitinians"', 'id = "termites"'), encoding="utf-8")
    done = run("armies", "mine.toml")
    assert (done.exit_code, "(termites)" in done.stdout) == (0, True)
    Path("wrong.toml").write_text(text.replace('effect = "frenzy"', 'effect = "frency"', 1), encoding="utf-8")
    done = run("armies", "wrong.toml", "mine.toml", "none.toml")
    assert done.exit_code == 1
    faults = done.stderr.splitlines()
    assert faults[0].startswith("wrong.toml: line 20: breeds[0].ability.effects[0].effect: must be one of ")
    assert faults[0].endswith("(did you mean 'frenzy'?).")
    assert faults[1].startswith("none.toml: ")
    assert "(termites)" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--seed", "x"], "'x' is not a valid integer"),
        (["--seed", "-1"], "-1 is not from 0 to 9223372036854775807."),
        (["--seed", str(2**63)], "is not from 0 to 9223372036854775807."),
        (
            ["--armies", "ants,chitinians"],
            "'ants' is no army; allowed are two to four different ones of usarthropods, ",
        ),
        (["--armies", "chitinians"], "'chitinians': allowed are two to four different ones of "),
        (["--armies", "chitinians,chitinians"], "allowed are two to four different ones of "),
        (["--players", "3", "--armies", "chitinians,flyborgs"], "--players 3 does not fit the 2 armies"),
        (["--players", "5"], "5 is not in the range 2<=x<=4"),
        (["--mode", "expert"], "'expert' is not one of 'basic', 'advanced'"),
        (["--terrain", "lava"], "'lava' is no terrain; allowed are up to two different ones of acid-pit, "),
        (["--terrain", "acid-pit,acid-pit"], "'acid-pit,acid-pit': allowed are up to two different ones of "),
        (["--out", "none/a.mmr"], "none/a.mmr: there is no folder 'none'."),
        (["--gif", "."], ".: this is a folder, a file name is needed."),
        (["--colour"], "No such option"),
        (["extra"], "Got unexpected extra argument"),
    ],
)
def test_wrong_calls_are_told_apart_in_one_sentence(here, arguments, reason):
    assert reason in only_error(run("exhibit", *arguments), 2)
    assert list(here.iterdir()) == []


def test_unknown_commands_are_refused():
    assert "No such command 'sing'" in only_error(run("sing"), 2)


def test_a_record_verifies(played):
    path, _ = played
    done = run("replay", path, "--verify")
    assert done.exit_code == 0
    record = load_record(path)
    shots = sum(bool(entry.track) for entry in record.entries)
    assert done.stdout == (
        f"{path}: {len(record.entries)} actions, {shots} of them shots, played again: all agree to the bit.\n"
    )


def test_a_changed_digit_is_refused_with_line_and_reason(here, played):
    data = bytearray(played[0].read_bytes())
    spot = data.index(b'"power":0.', len(data) // 2) + 12
    data[spot] = ord("0") + (data[spot] - ord("0") + 1) % 10
    Path("b.mmr").write_bytes(data)
    line = data[:spot].count(b"\n") + 1
    for arguments in (["--verify"], ["--text"], []):
        text = only_error(run("replay", "b.mmr", *arguments), 1)
        assert text.startswith(f"Error: b.mmr: line {line}: it was changed or damaged: its check value is ")


def test_a_departure_fails_with_line_piece_and_mm(here, played):
    # The record of other physics: well formed, but its shots end elsewhere now.
    record = load_record(played[0])
    i = next(i for i, entry in enumerate(record.entries) if entry.track)
    entry = record.entries[i]
    piece = next(iter(entry.track))
    at = entry.table[piece]
    moved = dataclasses.replace(entry, table=entry.table.put(msgspec.structs.replace(at, x=at.x + 0.5)))
    old = dataclasses.replace(
        record,
        entries=(*record.entries[:i], moved, *record.entries[i + 1 :]),
        versions=msgspec.structs.replace(record.versions, physics=77),
    )
    Path("old.mmr").write_bytes(encode_record(old))
    done = run("replay", "old.mmr", "--verify")
    assert done.exit_code == 1
    assert done.stdout == ""
    said = done.stderr.splitlines()
    assert said[0] == f"old.mmr: the record was made with physics 77, this is physics {PHYSICS_VERSION}."
    assert said[1] == f"Error: old.mmr: line {i + 2}: {piece} comes to rest 0.5 mm from where the record has it."


def test_files_that_can_not_be_replayed(here):
    Path("empty.mmr").touch()
    Path("junk.mmr").write_bytes(bytes(range(256)))
    for name, reason in (
        ("none.mmr", "none.mmr: could not be read: no such file or directory."),
        (".", ".: this is a folder, not a record of a match or a saved shot."),
        ("empty.mmr", "empty.mmr: the file is empty."),
        ("junk.mmr", "junk.mmr: line 1: this is not the header of a match record."),
    ):
        for arguments in ([], ["--verify"]):
            assert only_error(run("replay", name, *arguments), 1) == f"Error: {reason}"
    assert "Missing argument 'FILE'" in only_error(run("replay"), 2)


def test_without_a_display_a_replay_prints_what_happened(played):
    record = load_record(played[0])
    done = run("replay", played[0])
    assert done.exit_code == 0
    happenings = [(entry.number, h) for entry in record.entries for h in entry.happenings]
    lines = done.stdout.splitlines()
    assert len(lines) == len(happenings)
    for line, (number, happening) in zip(lines, happenings, strict=True):
        assert line.split(maxsplit=2) == [str(number), happening.rule, happening.text]
    assert run("replay", "--text", played[0]).stdout == done.stdout


def test_a_torn_record_is_shown_as_far_as_it_goes(here, played):
    data = played[0].read_bytes()
    Path("torn.mmr").write_bytes(data[: len(data) // 2])
    done = run("replay", "torn.mmr")
    assert done.exit_code == 0
    assert "is torn and was left out; the record ends after " in done.stderr
    assert done.stdout.splitlines()[-1] == "The match is not over."
    assert run("replay", "--verify", "torn.mmr").exit_code == 0


def test_without_a_display_the_program_says_so_and_plays_an_exhibition(here, monkeypatch):
    films = []
    monkeypatch.setattr(matches, "_film", lambda entries, setup, path: films.append((len(entries), path)))
    monkeypatch.delenv("SDL_VIDEODRIVER")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    done = run()
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0] == ("No window can be opened: there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set).")
    assert lines[1] == "Two bots play an exhibition instead."
    assert "wins" in lines[-3]
    record = load_record("play/exhibition.mmr")
    assert record.over
    assert films == [(len(record.entries), Path("play/exhibition.gif"))]


def test_a_window_that_does_not_open_ends_in_an_exhibition_too(here, monkeypatch):
    monkeypatch.setattr(matches, "_film", lambda *_: None)
    monkeypatch.setattr(cli, "no_display", lambda: None)
    monkeypatch.setattr(cli, "window", lambda record: 1)
    done = run()
    assert done.exit_code == 0
    assert done.stdout.startswith("Two bots play an exhibition instead.\n")
    assert Path("play/exhibition.mmr").is_file()


def test_with_a_display_the_window_opens(here, monkeypatch, played):
    shown = []
    for module in (cli, matches):
        monkeypatch.setattr(module, "no_display", lambda: None)
        monkeypatch.setattr(module, "window", lambda record: shown.append(record) or 0)
    assert run().stdout == ""
    assert run("replay", played[0]).stdout == ""
    assert shown == [None, played[0]]
    assert list(here.iterdir()) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="displays of Linux")
def test_a_display_that_does_not_answer_is_no_window_that_nobody_sees(here):
    Match.new(Setup((Seat("Ada", "flyborgs"), Seat("Ben", "chitinians"))), 1).save(Path("a.mmr"))
    environment = {k: v for k, v in os.environ.items() if k not in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY")}
    environment |= {"PYTHONPATH": str(ROOT), "DISPLAY": ":987"}
    command = [sys.executable, "-m", "micromutants", "replay", "a.mmr"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (0, "The match is not over.\n")
    assert "No window can be opened: " in done.stderr


def test_a_folder_that_can_not_be_made_is_one_sentence(here):
    Path("play").write_text("in the way")
    done = run()
    assert done.exit_code == 1
    assert done.stderr == "Error: play: file exists.\n"


def test_ctrl_c_is_one_word(monkeypatch, capsys):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(matches, "play", interrupted)
    assert cli.main(["exhibit"]) == 130
    said = capsys.readouterr()
    assert (said.out, said.err.strip()) == ("", "Interrupted.")


def test_ctrl_c_while_the_program_is_being_loaded_is_one_word_too(monkeypatch, capsys):
    class Interrupting:
        def find_spec(self, name, *_):
            if name == "micromutants.cli":
                raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "micromutants.cli")
    monkeypatch.delattr(micromutants, "cli")
    monkeypatch.setattr(sys, "meta_path", [Interrupting(), *sys.meta_path])
    assert program.main() == 130
    assert capsys.readouterr().err == "Interrupted.\n"


def test_exit_codes_of_the_program(capsys, here):
    assert cli.main(["--version"]) == 0
    assert cli.main(["exhibit", "--seed", "x"]) == 2
    assert cli.main(["replay", "none.mmr"]) == 1
    assert "Traceback" not in capsys.readouterr().err


def test_a_reader_that_leaves_early_causes_no_noise(played):
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "micromutants", "replay", "--text", str(played[0])]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        child.stdout.close()
        said = child.stderr.read()
        child.wait(20)
    assert said == b""


@pytest.mark.skipif(os.name != "posix", reason="a shell of POSIX systems")
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("--help", 0),
        ("replay --text a.mmr", 0),
        ("export a.mmr a.csv", 0),
        ("armies", 0),
        ("shots .", 0),
        ("replay none.mmr", 1),
        ("exhibit --seed x", 2),
    ],
)
def test_streams_that_are_closed_are_no_reason_to_fail(here, played, closed, arguments, code):
    """As a service is started, or a program without a console; nothing that would be printed gets into a file."""
    Path("a.mmr").write_bytes(played[0].read_bytes())
    command = f'"{sys.executable}" -m micromutants {arguments} {closed}'
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(["sh", "-c", command], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr + done.stdout
    assert "fault of the program" not in done.stderr + done.stdout
    if "export" in arguments:
        assert "is written" not in Path("a.csv").read_text("utf-8")
    assert Path("a.mmr").read_bytes() == played[0].read_bytes()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_a_full_disk_behind_the_output_is_one_sentence(played):
    with open("/dev/full", "wb") as full:
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "micromutants", "replay", "--text", str(played[0])]
        done = subprocess.run(command, env=environment, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "Error: no space left on device.\n")


def test_a_terminal_of_few_characters_is_no_reason_to_fail(here):
    seats = (Seat("Ada", "flyborgs"), Seat("Ben", "chitinians"))
    Match.new(Setup(seats), 1).save(Path("ひらがな.mmr"))
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "micromutants", "replay", "--verify", "ひらがな.mmr"]
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == b"????.mmr: 0 actions, 0 of them shots, played again: all agree to the bit.\n"


@pytest.mark.skipif(not hasattr(signal, "SIGINT") or os.name != "posix", reason="signals of POSIX systems")
def test_a_real_interrupt_leaves_no_traceback_and_no_file(here):
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "micromutants", "exhibit", "--out", "a.mmr"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert b"Ada" in child.stdout.readline()
        child.send_signal(signal.SIGINT)
        _, said = child.communicate(timeout=20)
    assert said.decode().strip() == "Interrupted."
    assert child.returncode == 130
    assert list(here.iterdir()) == []


def test_the_module_runs():
    done = process("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"micromutants {micromutants.__version__}\n", "")


def test_the_help_names_the_templates_of_the_rules():
    assert ", ".join(rules.TERRAINS) == matches.TEMPLATES


def test_the_help_loads_no_physics():
    code = "import sys, micromutants.cli; print([m for m in sys.modules if m in {'numpy', 'pymunk', 'pygame'}])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_public_names_load_when_asked_for():
    code = "import micromutants as m; print(sorted(m.__all__) == sorted(n for n in m.__all__ if hasattr(m, n)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = micromutants.nothing
