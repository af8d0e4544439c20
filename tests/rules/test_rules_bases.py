import math

import pytest
from rules_tools import bases, earned, kinds, piece, position, replace, shot, told

from micromutants.rules import (
    Phase,
    PutBeside,
    Spot,
    apply,
    bases_lost,
    in_hand,
    nearest_spot,
    out_of_play,
    refusal,
    to_act,
)
from micromutants.table import Face

W1, W2, SPIDER = piece("warrior-1", 300, 300), piece("warrior-2", 400, 300), piece("spider-1", 500, 300)
S1, S2, TANK = piece("soldier-1", 300, 500), piece("soldier-2", 400, 500), piece("tank-1", 500, 500)


def test_b1_only_bugs_capture_bases():
    # A base that is pushed over another base's spot, or under a bug, captures nothing and is not captured.
    state = position(W1, SPIDER, S1, piece("exterminator-1", 415, 640))
    nest = replace(state.table["command-nest"], x=390.0, y=655.0)
    step = shot(state, "warrior-1", nest, ("warrior-1", 380, 600))
    assert kinds(step) == ["base-back"]
    assert step.state.table["command-nest"] == state.table["command-nest"]
    assert step.state.table["exterminator-1"] == state.table["exterminator-1"]


def damaged(face=Face.SPECIAL):
    state = position(W1, W2, SPIDER, S1, dice=("warrior", "spider"))
    return shot(state, "spider-1", replace(SPIDER, x=380.0, y=640.0, face=face))


def test_b2_an_undamaged_base_is_damaged_and_its_owner_places_the_bug():
    step = damaged()
    assert told(step, "base-damaged") == [("B2", ("spider-1", "command-nest"))]
    state = step.state
    assert state.table["command-nest"].face is Face.SPECIAL
    assert (state.phase, to_act(state), state.player) == (Phase.PUT_BESIDE, 1, 0)
    assert "spider-1" not in state.table
    assert in_hand(state, 0) == ("spider-1",)
    assert "spider-1" not in out_of_play(state, 0)
    spot = nearest_spot(state, 1, "spider-1", 380, 300, 0.5)
    step = apply(state, PutBeside(1, spot))
    bug = step.state.table["spider-1"]
    assert (bug.face, bug.owner, bug.level) == (Face.NORMAL, 0, 0)
    assert (step.state.phase, to_act(step.state)) == (Phase.MOVE, 0)
    assert told(step, "put-beside") == [("B2", ("spider-1", "command-nest"))]
    assert step.happenings[0].text == "Boris places Ada's Spider beside Boris's Command Nest, normal side up."


@pytest.mark.parametrize(
    ("player", "spot", "rule", "said"),
    [
        (0, Spot("spider-1", 380, 710), "S5", "Boris places the bug"),
        (1, Spot("warrior-1", 380, 710), "B2", "It is Ada's Spider that has to be placed"),
        (1, Spot("spider-1", 380, 600), "J1", "within 10 mm of the Command Nest, not 30 mm away"),
        (1, Spot("spider-1", 530, 710), "J1", "within 10 mm of the Command Nest"),
        (1, Spot("spider-1", 380, 690), "M9", "would lie on Boris's Command Nest"),
        (1, Spot("spider-1", 380, 755), "B2", "wholly on the mat"),
        (1, Spot("spider-1", 380, math.nan), "M9", "finite numbers"),
    ],
)
def test_b2_a_wrong_place_is_refused(player, spot, rule, said):
    refused = refusal(damaged().state, PutBeside(player, spot))
    assert refused.rule == rule
    assert said in refused.text


def test_b2_with_no_room_beside_the_base_the_nearest_free_spot_will_do():
    state = damaged().state
    ring = [
        piece(f"tank-{n}", 380 + 42 * math.cos(n * math.tau / 12), 665 + 42 * math.sin(n * math.tau / 12), angle=n)
        for n in range(12)
    ]
    state = replace(state, table=state.table.put(*ring))
    spot = nearest_spot(state, 1, "spider-1", 380, 300, 0.0)
    assert math.hypot(spot.x - 380, spot.y - 665) > 26 + 18 + 10
    assert refusal(state, PutBeside(1, spot)) is None
    assert refusal(state, PutBeside(1, replace(spot, x=100.0, y=400.0))).rule == "J1"


def test_b2_a_base_is_captured_once_a_shot_by_however_many_bugs():
    state = position(W1, W2, SPIDER, S1)
    step = shot(state, "warrior-1", ("warrior-2", 370, 665), ("warrior-1", 395, 665))
    assert told(step, "base-damaged") == [("B2", ("warrior-1", "warrior-2", "command-nest"))]
    assert [due.bug for due in step.state.beside] == ["warrior-1", "warrior-2"]
    state = step.state
    for bug in ("warrior-1", "warrior-2"):
        state = apply(state, PutBeside(1, nearest_spot(state, 1, bug, 380, 600, 0.0))).state
    assert state.phase is Phase.MOVE


def test_b2_a_bug_that_fumbles_over_a_base_captures_no_base():
    soldier = piece("soldier-1", 380, 655)
    state = position(W1, SPIDER, soldier)
    step = shot(state, "warrior-1", ("warrior-1", 380, 645), soldier, moved=("warrior-1",))
    assert kinds(step) == ["fumble"]
    assert step.state.table["command-nest"].face is Face.NORMAL


def test_b3_a_damaged_base_is_eliminated():
    state = position(W1, SPIDER, S1, damaged=("arsenal",))
    step = shot(state, "warrior-1", replace(W1, x=230.0, y=655.0, face=Face.SPECIAL))
    assert told(step, "base-eliminated") == [("B3", ("warrior-1", "arsenal"))]
    assert bases_lost(step.state, 1) == ("arsenal",)
    bug = step.state.table["warrior-1"]
    assert (bug.face, bug.level) == (Face.NORMAL, 0)
    assert earned(step.state)


def test_b3_a_knocked_enemy_bug_captures_the_base_of_the_player_on_turn():
    state = position(W1, SPIDER, piece("soldier-1", 380, 150), damaged=("great-hive",))
    step = shot(state, "warrior-1", ("soldier-1", 380, 110), ("warrior-1", 380, 170))
    assert told(step, "base-eliminated") == [("B3", ("soldier-1", "great-hive"))]
    assert not earned(step.state)
    assert bases(step.state, 0) == ["brood-pit", "venom-gland"]


def test_b4_is_for_small_bases_and_the_basic_game_has_none():
    # Rule B4 speaks of small bases; every base of the Basic game is large and survives its first capture.
    state = position(W1, SPIDER, S1)
    assert {state.table[base].kind for player in (0, 1) for base in bases(state, player)} == {"base"}
    for base, x in (("arsenal", 230), ("command-nest", 380), ("headquarters", 530)):
        step = shot(state, "warrior-1", ("warrior-1", x, 665))
        assert step.state.table[base].face is Face.SPECIAL


def test_b5_a_shifted_base_goes_back():
    state = position(W1, SPIDER, S1)
    nest = replace(state.table["command-nest"], x=400.0, y=680.0, angle=0.4)
    step = shot(state, "warrior-1", nest, ("warrior-1", 380, 600))
    assert told(step, "base-back") == [("B5", ("command-nest",))]
    assert step.state.table["command-nest"] == state.table["command-nest"]


def test_b5_a_bug_under_the_returned_base_only_by_the_shift_is_slid_out_without_effect():
    state = position(W1, SPIDER, S1)
    # The Warrior pushed the base 20 mm up and came to rest against it.
    nest = replace(state.table["command-nest"], y=685.0)
    step = shot(state, "warrior-1", nest, ("warrior-1", 380, 650))
    assert kinds(step) == ["base-back", "slid-out"]
    bug = step.state.table["warrior-1"]
    assert bug.x == pytest.approx(380.0, abs=0.5)
    assert bug.y == pytest.approx(665 - 26 - 8, abs=0.5)
    assert step.state.table["command-nest"].face is Face.NORMAL
    assert step.state.table.lies_on() == ()


def test_b5_what_is_slid_out_neither_captures_nor_fumbles():
    state = position(W1, SPIDER, piece("soldier-1", 380, 625))
    nest = replace(state.table["command-nest"], y=685.0)
    step = shot(state, "warrior-1", nest, ("warrior-1", 380, 650))
    assert kinds(step) == ["base-back", "slid-out"]
    assert step.state.table["soldier-1"] == state.table["soldier-1"]
    assert step.state.table.lies_on() == ()


def test_b5_a_bug_that_landed_on_the_base_and_shifted_it_captures_it():
    state = position(W1, SPIDER, S1)
    nest = replace(state.table["command-nest"], y=670.0)
    step = shot(state, "warrior-1", nest, ("warrior-1", 380, 660))
    assert kinds(step) == ["base-back", "base-damaged"]


def test_w1_two_of_three_bases_eliminated_win():
    state = position(W1, SPIDER, S1, lost=("arsenal",), damaged=("headquarters",))
    step = shot(state, "warrior-1", ("warrior-1", 530, 665))
    assert told(step, "victory") == [("W1", ())]
    assert (step.state.winner, step.state.ending, step.state.phase) == (0, "W1", Phase.OVER)
    assert step.happenings[-1].text == "Ada wins: two of Boris's three bases are eliminated."


def test_w1_one_base_eliminated_does_not_win():
    step = shot(position(W1, SPIDER, S1, damaged=("headquarters",)), "warrior-1", ("warrior-1", 530, 665))
    assert step.state.winner is None


def army(*bugs):
    """A position with these bugs alone."""
    return position(*bugs, spare=False)


def test_w1_two_bugs_or_fewer_lose():
    state = army(W1, W2, SPIDER, S1, S2, TANK)
    step = shot(state, "warrior-1", ("warrior-1", 305, 500))
    assert (step.state.winner, step.state.ending) == (0, "W1")
    assert step.happenings[-1].text == "Ada wins: Boris has only two bugs in play."
    step = shot(army(W1, W2, SPIDER, S1, S2, TANK, piece("tank-2", 600, 600)), "warrior-1", ("warrior-1", 305, 500))
    assert step.state.winner is None


def test_w1_a_fumble_can_lose_the_game_in_the_own_turn():
    state = army(W1, W2, SPIDER, S1, S2, TANK)
    step = shot(state, "warrior-1", ("warrior-1", 305, 500), S1, moved=("warrior-1",))
    assert (step.state.winner, step.state.ending) == (1, "W1")


def test_w1_a_bug_waiting_beside_a_base_is_in_play():
    step = shot(army(W1, W2, SPIDER, S1, S2, TANK), "warrior-1", ("warrior-1", 380, 665))
    assert step.state.phase is Phase.PUT_BESIDE
    assert step.state.winner is None


def test_w5_both_sides_fall_at_once_and_the_player_on_turn_wins():
    # One shot captures a Soldier and loses the Warrior: both are down to two bugs.
    tank = piece("tank-1", 310, 520)
    state = army(W1, W2, SPIDER, S1, S2, tank)
    step = shot(state, "warrior-1", ("soldier-1", 300, 500), ("warrior-1", 305, 508), tank, moved=("warrior-1",))
    assert told(step, "capture")
    assert told(step, "fumble")
    assert (step.state.winner, step.state.ending) == (0, "W5")
    assert step.happenings[-1].text.startswith("Both sides have fallen in one shot, and it is Ada's turn;")


def test_w5_who_falls_first_in_the_order_of_resolution_loses():
    # Ada's own Warrior is knocked into a fumble (step 3), then her Spider eliminates the second base (step 4).
    state = position(
        W1, SPIDER, S1, S2, TANK, piece("larva-1", 250, 300), spare=False, lost=("arsenal",), damaged=("headquarters",)
    )
    step = shot(
        state,
        "spider-1",
        ("warrior-1", 305, 500),
        S1,
        ("spider-1", 530, 665),
        moved=("spider-1", "warrior-1"),
    )
    assert told(step, "fumble") == [("M7", ("warrior-1", "soldier-1"))]
    assert told(step, "base-eliminated")
    assert (step.state.winner, step.state.ending) == (1, "W5")
    assert "Ada fell first" in step.happenings[-1].text


def test_order_of_resolution_is_the_order_of_the_happenings():
    state = position(W1, W2, SPIDER, S1, piece("soldier-2", 600, 500), damaged=("arsenal",))
    nest = replace(state.table["command-nest"], y=690.0)
    step = shot(
        state,
        "spider-1",
        nest,
        ("soldier-2", 800, 500),
        ("warrior-1", 230, 660),
        ("warrior-2", 380, 655),
        ("spider-1", 305, 505),
    )
    assert kinds(step) == ["put-back", "base-back", "slid-out", "capture", "base-eliminated", "extra-earned"]
