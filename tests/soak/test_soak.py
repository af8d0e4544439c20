"""Matches by the dozen are whole, and what is not whole is found, told, kept and played again."""

import json

import msgspec
import pytest
import quick_physics
from click.testing import CliRunner

import micromutants.match.bots.decide as decide
import micromutants.match.bots.player as player
import micromutants.rules.game
import micromutants.soak.playing
from micromutants import soak
from micromutants.cli import cli
from micromutants.match import Match, bots, load_record, verify
from micromutants.rules import Phase, State, Web, is_base, is_bug, load_armies
from micromutants.soak.kinds import TEMPLATES
from micromutants.table import Piece

MATCHES = 42

BUGS = tuple(f"{breed.id}-" for army in load_armies().values() for breed in army.breeds)
"""How ids of bugs begin."""


@pytest.fixture(scope="module", autouse=True)
def quick():
    """Physics that cost next to nothing, and bots that hardly think."""
    with quick_physics.quick_physics(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(player, "FIRST_LOOK", 2)
        patch.setattr(decide, "DIRECTIONS", 2)
        patch.setattr(player, "FINALISTS", 1)
        patch.setattr(player, "TRIES", 1)
        yield


@pytest.fixture(scope="module")
def played():
    return list(soak.soak(MATCHES, seed=11))


@pytest.fixture(scope="module")
def middle():
    """A state of an Advanced game of four in its middle."""
    match = Match.new(soak.setup_of(0, 5), 5, bots=range(4))
    for entry in bots.play(match):
        if entry.state.turn == 3 and entry.state.phase in (Phase.MOVE, Phase.REINFORCE):
            return entry.state
    raise AssertionError("the match is too short")


def run(*arguments):
    return CliRunner().invoke(cli, ["soak", *map(str, arguments)])


# --- matches ------------------------------------------------------------------------------------------------------


def test_every_kind_of_match_is_whole(played):
    assert [match.fault for match in played if match.fault] == []
    assert MATCHES == soak.KINDS
    kinds = {(match.mode, len(match.armies), match.terrain) for match in played}
    assert len(kinds) == 2 * 3 * len(TEMPLATES) == MATCHES
    assert {army for match in played for army in match.armies} == set(load_armies())
    for match in played:
        assert match.ending in ("W1", "W2", "W4", "W5")
        assert match.actions > match.shots > 0
        assert match.record == b""


def test_a_match_is_the_same_wherever_it_is_played(played):
    again = soak.play_one(11, 17)
    for field in ("digest", "actions", "winner", "turns", "ending"):
        assert getattr(again, field) == getattr(played[17], field)
    assert soak.play_one(12, 17).digest != again.digest


def test_numbers_stand_for_setups_and_seeds_of_their_own():
    seeds = {soak.seed_of(seed, number) for seed in range(4) for number in range(50)}
    assert len(seeds) == 200
    assert soak.setup_of(3, 7) == soak.setup_of(3, 7)
    assert len({soak.setup_of(3, number) for number in range(0, 4200, 42)}) > 60


# --- what is told --------------------------------------------------------------------------------------------------


def test_what_is_told_adds_up(played):
    text = [line.plain for line in soak.lines(played)]
    lengths = [line for line in text if line.startswith(("basic, ", "advanced, "))]
    assert [int(line[22:30]) for line in lengths] == [7] * 6
    endings = text[text.index("") + 2 : text.index("", text.index("") + 1)]
    assert sum(int(line[-8:]) for line in endings) == MATCHES
    wins = next(line for line in text if line.startswith("Chitinians"))
    mine = [match for match in played if "chitinians" in match.armies]
    assert wins.split()[1:3] == [str(len(mine)), str(sum(m.armies[m.winner] == "chitinians" for m in mine))]
    slowest = max(slow.ms for match in played for slow in match.slowest)
    assert text[-3].split()[0] == f"{slowest:.0f}"
    values = soak.as_values(played, 11)
    assert values["failed"] == 0
    assert sum(kind["matches"] for kind in values["lengths"].values()) == values["matches"] == MATCHES
    assert soak.verdict(played).endswith("none of them failed.")


def test_the_command_plays_and_tells(tmp_path):
    done = run("--matches", 2, "--seed", 11, "--out", tmp_path)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "Matches: 2, with " in done.stdout
    assert list(tmp_path.iterdir()) == []
    values = json.loads(run("--matches", 2, "--seed", 11, "--json").stdout)
    assert (values["matches"], values["failed"], values["faults"]) == (2, 0, [])


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--matches", "0"], "0 is not in the range"),
        (["--seed", "-1"], "-1 is not from 0 to"),
        (["--workers", "65"], "65 is not in the range"),
        (["--first", "x"], "'x' is not a valid integer"),
        (["--out", "none"], "'none' does not exist"),
    ],
)
def test_wrong_calls(arguments, reason, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run(*arguments)
    assert done.exit_code == 2
    assert reason in done.stderr


# --- what goes wrong is found ----------------------------------------------------------------------------------------


def test_a_fault_of_the_physics_is_told_kept_and_reproduced(tmp_path, monkeypatch):
    def losing(table, launch, physics):
        """A bug that has nothing to do with it is no longer there."""
        outcome = quick_physics.simulate(table, launch, physics)
        lost = next(piece.id for piece in outcome.table if piece.id.startswith(BUGS) and piece.id not in outcome.moved)
        kept = outcome.table.without(lost)
        return msgspec.structs.replace(outcome, table=kept, lies_on=kept.lies_on())

    monkeypatch.setattr(micromutants.rules.game, "simulate", losing)
    done = run("--matches", 1, "--seed", 11, "--out", tmp_path)
    assert done.exit_code == 1
    said = done.stderr.splitlines()
    assert said[0].startswith("Match 0: action ")
    path = tmp_path / "soak-11-0.mmr"
    assert said[1] == f"  The record up to there is {path}."
    assert said[2] == "  To play it again: micromutants soak --seed 11 --first 0 --matches 1"
    assert "1 of them failed" in done.stdout
    again = run("--seed", 11, "--first", 0, "--matches", 1, "--out", tmp_path)
    assert again.stderr == done.stderr
    assert len(load_record(path).entries) == int(said[0].split()[3].rstrip(":"))


def test_a_crash_is_told_with_its_line_and_the_record_leads_up_to_it(tmp_path, monkeypatch):
    calls = []

    def crashing(table, launch, physics):
        calls.append(launch)
        if len(calls) == 20:
            raise ZeroDivisionError("float division by zero")
        return quick_physics.simulate(table, launch, physics)

    monkeypatch.setattr(micromutants.rules.game, "simulate", crashing)
    done = run("--matches", 1, "--seed", 11, "--out", tmp_path)
    assert done.exit_code == 1
    assert "Match 0: ZeroDivisionError: float division by zero (game.py, line " in done.stderr
    assert "Traceback" not in done.stderr
    monkeypatch.setattr(micromutants.rules.game, "simulate", quick_physics.simulate)
    assert verify(load_record(tmp_path / "soak-11-0.mmr")).ok


def test_physics_that_are_not_the_same_twice_are_found(monkeypatch):
    calls = []

    def drifting(table, launch, physics):
        calls.append(launch)
        faster = [
            msgspec.structs.replace(one, azimuth=one.azimuth + 1e-9 * len(calls))
            for one in ([launch] if not isinstance(launch, list | tuple) else launch)
        ]
        return quick_physics.simulate(table, faster, physics)

    monkeypatch.setattr(micromutants.rules.game, "simulate", drifting)
    fault = soak.play_one(11, 0).fault
    assert fault.startswith("the record does not verify: line ")


def test_a_match_without_an_end_is_found(monkeypatch):
    monkeypatch.setattr(micromutants.soak.playing, "MOST_ACTIONS", 10)
    assert soak.play_one(11, 0).fault == "the match has not ended after 10 actions"


def test_a_save_that_leads_elsewhere_is_found(monkeypatch):
    """Thoughts of bots follow from the seed of the match; one that is not kept leads elsewhere."""
    resumed = micromutants.soak.playing.resume

    def forgetful(record):
        match = resumed(record)
        match.seed += 1
        return match

    monkeypatch.setattr(micromutants.soak.playing, "resume", forgetful)
    faults = {soak.play_one(11, number).fault for number in range(3)}
    assert any("and gone on with, it departs at action " in fault for fault in faults), faults


def with_piece(state: State, piece: str, **changes) -> State:
    table = state.table.put(msgspec.structs.replace(state.table[piece], **changes))
    return msgspec.structs.replace(state, table=table)


def bug_of(state, owner=0):
    return next(piece for piece in state.table if is_bug(state, piece.id) and piece.owner == owner)


def wrong(state, **changes):
    return msgspec.structs.replace(state, **changes)


def doubled_resource(state):
    piece = next(p.id for p in state.table if p.kind == "resource")
    return wrong(state, collected=((piece,), *state.collected[1:]))


def without_table(state, piece):
    return wrong(state, table=state.table.without(piece))


def base_of(state):
    return next(piece for piece in state.table if is_base(state, piece.id))


def same_place(piece):
    return {"x": piece.x, "y": piece.y, "level": piece.level}


BROKEN = [
    (lambda s: with_piece(s, bug_of(s).id, x=float("nan")), "the table cannot be: "),
    (lambda s: with_piece(s, bug_of(s).id, x=-1.0), " does not lie wholly on the mat"),
    (lambda s: with_piece(s, bug_of(s).id, level=5), "hangs in the air"),
    (
        lambda s: with_piece(s, bug_of(s).id, x=bug_of(s, 1).x + 1.0, y=bug_of(s, 1).y, level=bug_of(s, 1).level),
        "pieces lie in each other",
    ),
    (lambda s: with_piece(s, bug_of(s).id, owner=1), "bugs of "),
    (lambda s: without_table(s, base_of(s).id), " bases and has lost "),
    (doubled_resource, " is there 2 times"),
    (lambda s: wrong(s, out=(0,)), " is out and has pieces on the mat"),
    (lambda s: wrong(s, webs=(Web("drone-99"),)), "a web is on drone-99"),
    (lambda s: wrong(s, cards=(("no-card",), (), (), ())), " of another army"),
    (lambda s: wrong(s, phase=Phase.OVER, ending=""), "the game is not over"),
    (lambda s: wrong(s, table=s.table.put(Piece("meteor-1", "token", -1, 380.0, 380.0))), "was left on the mat"),
]


@pytest.mark.parametrize(("change", "said"), BROKEN, ids=[said.strip() for _, said in BROKEN])
def test_every_invariant_can_fail(middle, change, said):
    assert list(soak.faults(middle)) == []
    assert any(said in fault for fault in soak.faults(change(middle))), list(soak.faults(change(middle)))


def test_every_rule_of_change_can_fail(middle):
    assert list(soak.changes(middle, middle, ())) == []
    base, bug = base_of(middle), bug_of(middle)
    for after, said in (
        (with_piece(middle, base.id, x=base.x + 1.0), f"{base.id} has left its spot"),
        (wrong(middle, turn=1), "turn 1 follows on turn 3"),
        (wrong(middle, collected=(("resource-99",), (), (), ())), "resource-99 came from nowhere"),
        (without_table(middle, bug.id), f"{bug.id} left the mat, and nothing is told of it"),
    ):
        assert said in list(soak.changes(middle, after, ()))
    before = wrong(middle, out=(3,))
    assert "an eliminated player is back" in list(soak.changes(before, middle, ()))


@pytest.mark.parametrize(("matches", "workers", "said"), [(0, 1, "matches"), (1, 0, "workers"), (1, 65, "workers")])
def test_too_few_and_too_many_are_refused(matches, workers, said):
    with pytest.raises(ValueError, match=f"{said} must be from 1 to "):
        next(soak.soak(matches, 1, workers))
