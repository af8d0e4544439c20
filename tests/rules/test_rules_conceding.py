"""Giving up (J32), and a hand in haste (J31)."""

import json
import math
import random

import msgspec
import pytest
from rules_tools import piece, position, setup_of, shot

from micromutants.match import Match, load_record, verify
from micromutants.match.bots import choose
from micromutants.physics import Shot
from micromutants.physics.model import AVERAGE, EXACT
from micromutants.physics.shooter import CALM, HASTY, hurried
from micromutants.rules import (
    Concede,
    Flick,
    Pending,
    Phase,
    Refusal,
    RuleError,
    Rulings,
    Seat,
    Setup,
    Task,
    Use,
    apply,
    hand_of,
    load_armies,
    refusal,
    start,
    to_act,
)

ARMIES = tuple(load_armies())


def hasty_setup(on=True):
    seats = (Seat("Ada", "chitinians", AVERAGE), Seat("Boris", "usarthropods", AVERAGE))
    return Setup(seats, rulings=Rulings(dexterity=on))


# --- conceding -------------------------------------------------------------------------------------------------


def test_of_two_players_the_other_wins():
    step = apply(position(setup=setup_of(*ARMIES[:2])), Concede(0))
    assert (step.state.phase, step.state.winner, step.state.ending) == (Phase.OVER, 1, "J32")
    assert [(h.kind, h.rule, h.player) for h in step.happenings] == [("conceded", "J32", 0), ("victory", "J32", 1)]


@pytest.mark.parametrize("seats", [3, 4])
def test_of_more_the_one_who_concedes_is_out_and_the_next_one_goes_on(seats):
    state = position(setup=setup_of(*ARMIES[:seats]))
    step = apply(state, Concede(0))
    after = step.state
    assert after.out == (0,)
    assert (after.phase, after.player, after.turn) == (Phase.ROLL, 1, 4)
    assert not [p for p in after.table if p.owner == 0]
    assert [h.kind for h in step.happenings][:2] == ["conceded", "player-out"]


def test_the_last_one_left_wins():
    state = position(setup=setup_of(*ARMIES[:3]))
    after = apply(state, Concede(0)).state
    after = msgspec.structs.replace(after, phase=Phase.MOVE, dice=state.dice)
    step = apply(after, Concede(1))
    assert (step.state.phase, step.state.winner, step.state.ending) == (Phase.OVER, 2, "J32")
    assert step.state.out == (0, 1)


def test_who_decides_in_anothers_turn_may_concede_and_the_turn_goes_on():
    due = Pending(Task.SHOVE, 2, "M11", "repulse", "poisoner-1", range="close")
    breed = load_armies()[ARMIES[0]].breeds[0].id
    own = piece(f"{breed}-1", 300, 300)
    setup = setup_of(*ARMIES[:4])
    state = position(own, setup=setup, dice=(breed, breed), phase=Phase.DECIDE, pending=(due,))
    assert to_act(state) == 2
    after = apply(state, Concede(2)).state
    assert after.out == (2,)
    assert (after.player, after.turn, after.pending) == (0, 3, ())
    assert after.phase is Phase.MOVE


def test_nobody_concedes_for_another_or_out_of_time():
    state = position(setup=setup_of(*ARMIES[:2]))
    assert refusal(state, Concede(1)).rule == "S5"
    fresh = start(setup_of(*ARMIES[:2]))
    assert isinstance(refusal(fresh, Concede(0)), Refusal)
    arranging = msgspec.structs.replace(fresh, phase=Phase.ARRANGE, player=0, first=0)
    assert "places" in refusal(arranging, Concede(0)).text
    over = apply(state, Concede(0)).state
    assert refusal(over, Concede(1)).rule == "J32"


def test_a_conceded_match_is_recorded_and_proved(tmp_path):
    match = Match.new(setup_of(*ARMIES[:2]), 5, bots=(0, 1))
    match.advance()
    while match.state.turn == 0:
        match.apply(choose(match.state, match.side_generator(match.to_act)))
    match.advance()
    match.apply(Concede(match.to_act))
    assert match.over
    path = tmp_path / "given-up.mmr"
    match.save(path)
    record = load_record(path)
    assert record.over
    assert verify(record).ok


# --- haste -----------------------------------------------------------------------------------------------------


def test_a_calm_hand_errs_half_as_much_and_a_hasty_one_five_times_as_much_as_that():
    calm, usual, hasty = (hurried(AVERAGE, 0.5, haste) for haste in (0.0, None, 1.0))
    assert usual == AVERAGE
    assert calm.aim_sd == pytest.approx(CALM * AVERAGE.aim_sd)
    assert hasty.power_sd == pytest.approx(HASTY * AVERAGE.power_sd)
    assert hurried(AVERAGE, 1.0, 0.0).aim_sd > hurried(AVERAGE, 0.1, 0.0).aim_sd
    assert hurried(EXACT, 1.0, 1.0) == EXACT


def test_haste_matters_only_where_it_is_agreed():
    assert hand_of(hasty_setup(False), 0, 1.0, 1.0) == AVERAGE
    assert hand_of(hasty_setup(), 0, 1.0, 1.0) == hurried(AVERAGE, 1.0, 1.0)


def trembled(setup, haste, seed):
    state = position(piece("warrior-1", 300, 300), setup=setup)
    match = Match.at(state, seed)
    match.apply(Flick(0, Use.DIE_1, Shot("warrior-1", math.pi / 2, 0.4), haste=haste))
    return match.draw().action.shot


def test_the_shot_really_made_strays_with_the_haste():
    strays = {
        haste: [abs(trembled(hasty_setup(), haste, seed).azimuth - math.pi / 2) for seed in range(40)]
        for haste in (0.0, 1.0)
    }
    for calm, hasty in zip(strays[0.0], strays[1.0], strict=True):
        assert hasty == pytest.approx(5.0 * calm)
    same = [trembled(hasty_setup(False), haste, 3) for haste in (0.0, 1.0, None)]
    assert len(set(same)) == 1


@pytest.mark.parametrize("haste", [-0.1, 1.1, math.inf])
def test_haste_out_of_range_is_refused(haste):
    state = position(piece("warrior-1", 300, 300), setup=hasty_setup())
    with pytest.raises(RuleError, match="J31"):
        apply(state, Flick(0, Use.DIE_1, Shot("warrior-1", 1.0, 0.4), haste=haste))


def test_haste_is_in_the_record_and_changes_no_digest_where_it_is_not_known(tmp_path):
    state = position(piece("warrior-1", 300, 300), setup=hasty_setup())
    digests = []
    for haste in (None, 0.25):
        match = Match.at(state, 1)
        entry = match.apply(Flick(0, Use.DIE_1, Shot("warrior-1", 1.0, 0.4), haste=haste))
        digests.append(entry.digest)
        told = json.loads(msgspec.json.encode(entry.action))
        assert told["haste"] == haste
    assert digests[0] != digests[1]


def test_the_generator_goes_on_alike_whatever_the_haste():
    """Four numbers are drawn for every hand, so that no dice depend on how the mouse was moved."""
    state = position(piece("warrior-1", 300, 300), setup=hasty_setup())
    after = []
    for haste in (0.0, 1.0):
        match = Match.at(state, 1)
        match.apply(Flick(0, Use.DIE_1, Shot("warrior-1", 1.0, 0.4), haste=haste))
        match.draw()
        after.append(match._generator.getstate())
    assert after[0] == after[1] != random.Random(1).getstate()


def test_a_captor_in_the_hand_of_who_concedes_stays_where_it_lay():
    state = position(piece("soldier-1", 300, 300), setup=setup_of(*ARMIES[:3]), dice=("soldier", "tank"))
    base = state.table["throne-cell"]
    state = shot(state, "soldier-1", ("soldier-1", base.x, base.y)).state
    assert (state.phase, to_act(state)) == (Phase.PUT_BESIDE, 1)
    step = apply(state, Concede(1))
    assert step.state.beside == ()
    assert "soldier-1" in step.state.table
    assert [(h.rule, h.kind) for h in step.happenings][:3] == [
        ("J32", "conceded"),
        ("W3", "player-out"),
        ("W3", "put-beside"),
    ]
    assert step.state.player == 0
