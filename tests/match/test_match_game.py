import math
import os
import time

import msgspec
import pytest
import toy_rules
from toy_match import play, toy_shot

import micromutants.match as m
from micromutants.match import CHANCE, Match, MatchError, storage
from micromutants.match.record import encode_record
from micromutants.physics import Shot


@pytest.fixture
def match():
    match = Match.new(toy_rules.Setup(), 5, toy_rules)
    match.advance()
    return match


def flick(match, power=0.1):
    return toy_rules.Flick(match.to_act, Shot(f"disc-{match.to_act}0", 0.0, power))


def test_a_match_ends_and_knows_it():
    match = play(seed=3)
    assert match.over
    assert match.to_act is None
    assert match.log[-1].happenings[-1].kind == "off"
    with pytest.raises(ValueError, match="turn"):
        match.apply(toy_rules.Flick(0, Shot("disc-00", 0.0, 0.1)))


def test_advance_plays_all_that_chance_owes_and_nothing_more(match):
    assert [entry.action.player for entry in match.log] == [CHANCE]
    assert match.advance() == []
    match.apply(flick(match))
    entries = match.advance()
    assert entries[0].outcome is not None
    assert match.to_act in (0, 1)
    assert [entry.number for entry in match.log] == list(range(1, len(match.log) + 1))


def test_undo_goes_back_to_the_last_chance_and_never_across(match):
    before = match.state
    match.apply(flick(match))
    assert match.undo_refusal is None
    undone = match.undo()
    assert undone.action.shot.piece == "disc-00"
    assert match.state == before
    assert match.state.digest() == match.log[-1].digest
    with pytest.raises(MatchError, match="last roll or shot"):
        match.undo()
    match.apply(flick(match))
    match.advance()
    with pytest.raises(MatchError, match="last roll or shot"):
        match.undo()


def test_undo_of_an_empty_match_is_refused():
    match = Match.new(toy_rules.Setup(), 5, toy_rules)
    with pytest.raises(MatchError, match="Nothing has been done"):
        match.undo()


def test_undo_leaves_no_trace_in_the_record(match):
    plain, detour = Match.new(toy_rules.Setup(), 5, toy_rules), match
    plain.advance()
    detour.apply(flick(detour, 0.3))
    detour.undo()
    for each in (plain, detour):
        each.apply(flick(each))
        each.advance()
    assert encode_record(plain.record()) == encode_record(detour.record())


def test_a_refused_action_changes_nothing(match):
    log = match.log
    with pytest.raises(ValueError, match="not your disc"):
        match.apply(toy_rules.Flick(match.to_act, Shot("disc-99", 0.0, 0.1)))
    assert match.log == log


def test_players_can_not_act_for_chance_or_before_it(match):
    with pytest.raises(MatchError, match="drawn by the match"):
        match.apply(toy_rules.Roll(2))
    action = flick(match)
    match.apply(action)
    with pytest.raises(MatchError, match="chance acts next"):
        match.apply(action)
    match.advance()
    with pytest.raises(MatchError, match="nothing is due"):
        match.draw()


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_numbers_that_are_not_finite_never_reach_the_log(match, value):
    with pytest.raises(ValueError, match="JSON compliant"):
        match.apply(flick(match, value))
    assert len(match.log) == 1


def test_whole_numbers_are_what_the_record_gives_back():
    exact, whole = play(seed=1, actions=2), play(seed=1, actions=2)
    exact.apply(toy_rules.Flick(exact.to_act, Shot(f"disc-{exact.to_act}0", 1.0, 0.0)))
    whole.apply(toy_rules.Flick(whole.to_act, Shot(f"disc-{whole.to_act}0", 1, 0)))
    assert exact.log[-1].digest == whole.log[-1].digest
    assert encode_record(exact.record()) == encode_record(whole.record())


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_seeds_out_of_range_are_refused(seed):
    with pytest.raises(MatchError, match="seed must be"):
        Match.new(toy_rules.Setup(), seed, toy_rules)


def test_setups_that_can_not_be_played_are_refused():
    with pytest.raises(ValueError, match="reach must be"):
        Match.new(toy_rules.Setup(reach=-1.0), 5, toy_rules)
    with pytest.raises(ValueError, match="surrogates"):
        Match.new(toy_rules.Setup(names=("\ud800", "Bob")), 5, toy_rules)


def test_side_generators_differ_by_player_and_entry_and_repeat(match):
    first = [match.side_generator(player).random() for player in (0, 1, 0)]
    assert first[0] == first[2] != first[1]
    match.apply(flick(match))
    assert match.side_generator(0).random() != first[0]


def test_thinking_never_touches_the_generator_of_the_match():
    quiet, thinking = play(seed=9, actions=4), play(seed=9, actions=4)
    while not quiet.over:
        generator = thinking.side_generator(thinking.to_act)
        state = thinking.state
        for _ in range(5):
            step = toy_rules.apply(state, toy_shot(thinking, generator))
            toy_rules.apply(step.state, toy_rules.chance(step.state, generator))
        for each in (quiet, thinking):
            each.apply(toy_shot(each, each.side_generator(each.to_act)))
            each.advance()
    assert encode_record(quiet.record()) == encode_record(thinking.record())


def test_states_in_the_log_are_values(match):
    with pytest.raises(AttributeError):
        match.log[0].state.player = 1
    assert isinstance(match.log, tuple)
    assert msgspec.json.encode(match.state) == msgspec.json.encode(match.log[-1].state)


def test_autosaves_rotate_three(tmp_path):
    folder = tmp_path / "new" / "autosave"
    assert m.autosave_paths(folder) == []
    assert not folder.exists()
    match = play(seed=2, actions=1)
    sizes = []
    for _ in range(5):
        match.apply(flick(match, 0.01))
        match.advance()
        assert match.autosave(folder) == folder / "autosave-1.mmr"
        sizes.append(len(match.log))
    paths = m.autosave_paths(folder)
    assert [path.name for path in paths] == ["autosave-1.mmr", "autosave-2.mmr", "autosave-3.mmr"]
    kept = [len(m.load_record(path, toy_rules).entries) for path in paths]
    assert kept == sizes[:1:-1]
    m.discard_autosaves(folder)
    assert m.autosave_paths(folder) == []


def test_matches_that_are_played_side_by_side_keep_their_own_autosaves(tmp_path):
    first, second = play(seed=2, actions=1), play(seed=5, actions=1)
    keys = [m.new_key(), m.new_key()]
    for match, key, times in ((first, keys[0], 2), (second, keys[1], 5)):
        for _ in range(times):
            match.apply(flick(match, 0.01))
            match.advance()
            match.autosave(tmp_path, key)
    paths = m.autosave_paths(tmp_path)
    assert [path.name for path in paths] == [f"autosave-{keys[1]}-{n}.mmr" for n in (1, 2, 3)] + [
        f"autosave-{keys[0]}-{n}.mmr" for n in (1, 2)
    ]
    assert m.load_record(paths[0], toy_rules).seed == 5
    assert m.load_record(paths[3], toy_rules).seed == 2
    m.discard_autosaves(tmp_path, keys[1])
    assert m.autosave_paths(tmp_path) == paths[3:]
    m.discard_autosaves(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_only_old_autosaves_of_further_matches_go(tmp_path):
    match, now = play(seed=2, actions=1), time.time()
    keys = [f"{number:08x}" for number in range(1, 10)]
    for age, key in enumerate(keys):
        match.autosave(tmp_path, key)
        path = tmp_path / f"autosave-{key}-1.mmr"
        hours = 10.0 * age
        os.utime(path, (now - 3600.0 * hours,) * 2)
    newest = match.autosave(tmp_path, "abcdef01")
    left = {path.name[9:17] for path in m.autosave_paths(tmp_path)}
    # Six in all whatever their age, and those of the last day.
    assert left == {"abcdef01", *keys[: storage.MATCHES - 1]}
    assert 10.0 * (storage.MATCHES - 1) > 24.0
    assert m.autosave_paths(tmp_path)[0] == newest
    for path in m.autosave_paths(tmp_path):
        os.utime(path, (now - 3600.0,) * 2)
    for key in keys:
        match.autosave(tmp_path, key)
    assert len({path.name[9:17] for path in m.autosave_paths(tmp_path)}) == len(keys) + 1


def test_autosaves_lie_in_the_users_data_folder_and_nothing_is_made_by_asking(tmp_path, monkeypatch):
    monkeypatch.setenv("MICROMUTANTS_HOME", str(tmp_path / "micromutants"))
    folder = m.autosave_folder()
    assert "micromutants" in folder.parts
    assert m.autosave_paths() == []
    assert not folder.exists()
    path = play(seed=2, actions=1).autosave()
    assert path.parent == folder
    m.discard_autosaves()
