import math

import pytest
from rules_tools import earned, kinds, piece, position, replace, shot, told, tremble

from micromutants.physics import Shot
from micromutants.rules import Flick, Phase, Range, Use, apply, can_flick, out_of_play, refusal, why_not
from micromutants.rules.ranges import in_reach
from micromutants.table import Face

D1 = Use.DIE_1
W1, W2, SPIDER = piece("warrior-1", 300, 300), piece("warrior-2", 400, 300), piece("spider-1", 500, 300)
S1, S2, TANK = piece("soldier-1", 300, 500), piece("soldier-2", 312, 512), piece("tank-1", 500, 500)


def flick(bug, player=0, **shot):
    return Flick(player, D1, Shot(bug, **({"azimuth": 1.0, "power": 0.5} | shot)))


@pytest.mark.parametrize(
    ("bug", "rule", "said"),
    [
        ("soldier-1", "M1", "Boris's Soldier is not Ada's to flick."),
        ("great-hive", "M1", "Ada's Great Hive is a base; only bugs are flicked."),
        ("warrior-5", "M1", "This Warrior is out of play; only bugs on the mat are flicked."),
        ("beetle-1", "M1", "There is no piece 'beetle-1' on the mat."),
        ("larva-1", "T1", "The dice show a Warrior and a Spider, no Larva."),
    ],
)
def test_m1_only_a_bug_that_the_dice_allow_is_flicked(bug, rule, said):
    state = position(W1, SPIDER, S1)
    assert (refusal(state, flick(bug)).rule, refusal(state, flick(bug)).text) == (rule, said)
    assert why_not(state, bug) == refusal(state, flick(bug))


def test_m1_not_by_the_other_player_and_not_with_an_impossible_shot():
    state = position(W1, SPIDER, S1)
    assert refusal(state, flick("warrior-1", player=1)).rule == "S5"
    assert "power" in refusal(state, flick("warrior-1", power=1.5)).text
    assert "azimuth" in refusal(state, flick("warrior-1", azimuth=math.nan)).text
    assert refusal(state, flick("warrior-1", power=0.0)).text == "A flick needs some power."
    assert refusal(apply(state, flick("warrior-1")).state, flick("warrior-1")).rule == "M1"


def test_m2_what_ends_over_an_enemy_bug_captures_it():
    step = shot(position(W1, SPIDER, S1), "warrior-1", ("warrior-1", 308, 505))
    assert told(step, "capture") == [("M2", ("warrior-1", "soldier-1"))]
    assert step.happenings[0].text == "Ada's Warrior captures Boris's Soldier: it ended over it."
    assert "soldier-1" not in step.state.table
    assert "soldier-1" in out_of_play(step.state, 1)
    # It has come down from the bug that it captured.
    assert step.state.table["warrior-1"].level == 0


def test_m2_a_touch_is_no_overlap():
    step = shot(position(W1, SPIDER, S1), "warrior-1", ("warrior-1", 316, 500))
    assert kinds(step) == ["nothing"]


def test_m3_one_move_captures_several():
    step = shot(position(W1, SPIDER, S1, S2), "warrior-1", ("warrior-1", 306, 506))
    assert told(step, "capture") == [("M3", ("warrior-1", "soldier-1")), ("M3", ("warrior-1", "soldier-2"))]
    assert [h for h in kinds(step) if h == "extra-earned"] == ["extra-earned"]


@pytest.mark.parametrize("x", [-200.0, 3.0, 755.0])
def test_m4_a_bug_off_the_mat_goes_back_and_its_move_is_lost(x):
    state = position(replace(W1, face=Face.SPECIAL), SPIDER, S1)
    ended = replace(W1, x=x, face=Face.NORMAL, angle=2.0)
    step = shot(state, "warrior-1", ended)
    assert told(step, "put-back") == [("M4", ("warrior-1",))]
    assert step.state.table == state.table
    assert can_flick(step.state) == {"spider-1": (Use.DIE_2,)}


def test_m4_out_of_bounds_captures_nothing():
    state = position(W1, SPIDER, piece("soldier-1", 10, 500))
    step = shot(state, "warrior-1", ("warrior-1", 5, 500))
    assert kinds(step) == ["put-back"]
    assert step.state.table == state.table


def test_m4_back_onto_the_own_bug_that_it_lay_on_and_under():
    top, low = piece("warrior-1", 405, 300), piece("larva-1", 410, 303)
    state = position(W2, top, SPIDER, S1)
    state = replace(state, table=state.table.put(replace(low, level=2)))
    assert [state.table[bug].level for bug in ("warrior-2", "warrior-1", "larva-1")] == [0, 1, 2]
    step = shot(state, "warrior-1", ("warrior-1", -50, 300))
    assert told(step, "put-back") == [("M4", ("warrior-1",))]
    assert step.state.table == state.table


def test_m5_over_an_own_bug_nothing_happens():
    state = position(W1, W2, SPIDER, S1)
    step = shot(state, "warrior-1", ("warrior-1", 405, 300))
    assert told(step, "overlap") == [("M5", ("warrior-1", "warrior-2"))]
    assert step.state.table["warrior-1"].level == 1
    assert step.state.table["warrior-2"].level == 0
    step = shot(state, "warrior-1", ("warrior-1", 380, 95))
    assert told(step, "overlap") == [("M5", ("warrior-1", "great-hive"))]
    assert step.state.table["great-hive"].face is Face.NORMAL


def test_m6_fumble_beneath_an_enemy_bug():
    state = position(W1, SPIDER, S1)
    step = shot(state, "warrior-1", ("warrior-1", 308, 500), ("soldier-1", 300, 500), moved=("warrior-1",))
    assert told(step, "fumble") == [("M6", ("warrior-1", "soldier-1"))]
    assert step.happenings[0].text == ("Ada's Warrior fumbles: it ended beneath Boris's Soldier and is eliminated.")
    assert "warrior-1" not in step.state.table
    assert step.state.table["soldier-1"] == state.table["soldier-1"]


def test_m6_fumble_beneath_an_enemy_bug_that_it_pushed():
    step = shot(position(W1, SPIDER, S1), "warrior-1", ("warrior-1", 300, 500), ("soldier-1", 300, 508))
    assert told(step, "fumble") == [("M6", ("warrior-1", "soldier-1"))]


def test_m6_fumble_beneath_an_enemy_base():
    state = position(W1, SPIDER, S1)
    nest = replace(state.table["command-nest"], x=383.0)
    step = shot(state, "warrior-1", ("warrior-1", 380, 640), nest)
    assert told(step, "fumble") == [("M6", ("warrior-1", "command-nest"))]
    assert step.state.table["command-nest"] == state.table["command-nest"]


def test_m6_capture_and_fumble_in_one_shot():
    state = position(W1, SPIDER, S1, TANK)
    tank = replace(TANK, x=310.0, y=520.0)
    state = replace(state, table=state.table.put(tank))
    step = shot(state, "warrior-1", ("soldier-1", 300, 500), ("warrior-1", 305, 508), tank, moved=("warrior-1",))
    assert told(step, "capture") == [("M2", ("warrior-1", "soldier-1"))]
    assert told(step, "fumble") == [("M6", ("warrior-1", "tank-1"))]
    assert earned(step.state)
    assert "tank-1" in step.state.table


def test_m7_a_knocked_bug_stays_and_captures_and_fumbles():
    state = position(W1, W2, SPIDER, S1, TANK)
    step = shot(state, "warrior-1", ("warrior-2", 305, 505), ("warrior-1", 420, 320))
    assert told(step, "capture") == [("M7", ("warrior-2", "soldier-1"))]
    assert (step.state.table["warrior-2"].x, step.state.table["warrior-2"].y) == (305.0, 505.0)
    # Knocked bugs have not used a move.
    assert step.state.moved == ("warrior-1",)
    step = shot(
        state, "warrior-1", ("warrior-2", 500, 490), TANK, ("warrior-1", 420, 320), moved=("warrior-1", "warrior-2")
    )
    assert told(step, "fumble") == [("M7", ("warrior-2", "tank-1"))]


def test_m7_a_knocked_enemy_bug_captures_in_the_others_turn():
    state = position(W1, W2, SPIDER, S1)
    step = shot(state, "warrior-1", ("soldier-1", 405, 300), ("warrior-1", 300, 480))
    assert told(step, "capture") == [("M7", ("soldier-1", "warrior-2"))]
    assert not earned(step.state)


def test_m7_an_overlap_that_lay_there_before_does_not_fire_again():
    state = position(W1, W2, piece("soldier-1", 405, 300), SPIDER)
    assert state.table.lies_on()
    step = shot(state, "warrior-1", ("warrior-1", 600, 400))
    assert kinds(step) == ["nothing"]


def test_m7_an_overlap_that_only_shifts_does_not_fire_again_either():
    state = position(W1, W2, piece("soldier-1", 405, 300), SPIDER)
    step = shot(state, "warrior-1", ("soldier-1", 406, 301), ("warrior-1", 600, 400))
    assert kinds(step) == ["nothing"]
    assert step.state.table["soldier-1"].level == 1


def test_m8_the_flicked_bug_goes_back_before_knocked_ones():
    state = position(W1, W2, SPIDER, S1)
    step = shot(state, "warrior-1", ("soldier-1", 300, 765), ("warrior-1", 300, 766))
    assert told(step, "put-back") == [("M4", ("warrior-1",)), ("M8", ("soldier-1",))]
    assert step.state.table == state.table


def test_m8_a_knocked_bug_off_the_mat_goes_back():
    state = position(W1, W2, SPIDER, S1)
    step = shot(state, "warrior-1", ("soldier-1", 300, 765), ("warrior-1", 300, 480))
    assert told(step, "put-back") == [("M8", ("soldier-1",))]
    assert step.state.table["soldier-1"] == state.table["soldier-1"]


def test_m8_onto_the_nearest_free_spot_if_its_own_is_taken():
    state = position(W1, W2, SPIDER, S1)
    step = shot(state, "warrior-1", ("soldier-1", 300, 765), ("warrior-1", 303, 500))
    assert told(step, "put-back") == [("M8", ("soldier-1",))]
    assert "nearest free spot" in step.happenings[0].text
    assert told(step, "capture") == []
    bug = step.state.table["soldier-1"]
    assert step.state.table["warrior-1"].x == 303.0
    assert math.hypot(bug.x - 303, bug.y - 500) >= 16.0
    # From its own centre (300, 500) the nearest free spot is 13.1 mm to the left.
    assert math.hypot(bug.x - 300, bug.y - 500) == pytest.approx(13.1, abs=1.0)
    assert bug.level == 0


def test_m8_two_bugs_off_the_mat_get_their_own_spots_back():
    state = position(W1, S1, piece("soldier-2", 316.5, 500), SPIDER)
    step = shot(state, "warrior-1", ("soldier-1", -9, 9), ("soldier-2", -90, 9), ("warrior-1", 300, 480))
    assert step.state.table["soldier-1"] == state.table["soldier-1"]
    assert step.state.table["soldier-2"] == state.table["soldier-2"]


def test_m9_nothing_is_put_by_hand_on_another_piece():
    from micromutants.rules import Reinforce, nearest_spot

    state = position(W1, S1)
    state = shot(state, "warrior-1", ("warrior-1", 380, 141)).state
    assert state.phase is Phase.REINFORCE
    wish = nearest_spot(state, 0, "spider-1", 380, 141, 0.0)
    assert refusal(state, Reinforce(0, Use.DIE_2, wish)) is None
    refused = refusal(state, Reinforce(0, Use.DIE_2, replace(wish, x=380.0, y=145.0)))
    assert refused.rule == "M9"
    assert refused.text == "The Spider would lie on Ada's Warrior; no piece is placed on another."


def test_m11_without_cards_the_powers_are_not_in_force():
    # Camouflage, armour and venom would each change this.
    beret, tank = piece("green-beret-1", 300, 500, Face.SPECIAL), piece("tank-1", 340, 500)
    state = position(W1, SPIDER, tank, beret)
    step = shot(state, "warrior-1", ("warrior-1", 305, 505))
    assert {pieces[1] for _, pieces in told(step, "capture")} == {"green-beret-1"}
    step = shot(position(W1, SPIDER, tank), "warrior-1", ("warrior-1", 340, 505))
    assert told(step, "capture") == [("M2", ("warrior-1", "tank-1"))]
    # Frenzy would let the Warrior move again.
    assert why_not(step.state, "warrior-1").rule == "T3"


def test_m12_ranges_are_measured_between_nearest_edges():
    soldier = piece("soldier-1", 100, 100)
    for gap, mark in (
        (0.0, Range.CLOSE),
        (60.0, Range.CLOSE),
        (61.0, Range.MEDIUM),
        (120.0, Range.MEDIUM),
        (180.0, Range.LONG),
    ):
        other = piece("rocketeer-1", 100 + 8 + 11 + gap, 100)
        wider = [each for each in Range if each.reach >= mark.reach]
        assert [each for each in Range if in_reach(soldier, other, each.value)] == wider
        assert [each for each in Range if in_reach(other, soldier, each.value)] == wider
    assert not in_reach(soldier, piece("rocketeer-1", 100 + 8 + 11 + 181, 100), "long")


def test_a_real_flick_through_the_physics_is_deterministic():
    state = position(W1, SPIDER, S1)
    state = apply(state, flick("warrior-1")).state
    first, again = apply(state, tremble(state)), apply(state, tremble(state))
    assert first.state.digest() == again.state.digest()
    assert first.happenings == again.happenings
    assert first.outcome.moved == ("warrior-1",)
    assert first.state.table["warrior-1"].pose != W1.pose
