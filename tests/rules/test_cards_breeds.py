"""Every breed card: it does what it says, and does not where it must not."""

import math

import pytest
from rules_tools import (
    CARDS,
    brought,
    declined,
    earned,
    kinds,
    landed,
    offered,
    piece,
    position,
    replace,
    setup_of,
    shot,
    special,
    told,
)

from micromutants.rules import (
    Bring,
    Decline,
    Forgo,
    Phase,
    Reinforce,
    Rulings,
    Shove,
    Spot,
    Task,
    Use,
    apply,
    can_flick,
    nearest_spot,
    out_of_play,
    pickable,
    refusal,
    settle,
    why_not,
)
from micromutants.rules.deciding import shove_launches
from micromutants.table import Face

FLYSOV = setup_of("flyborgs", "sovietopters")
W1, W2 = piece("warrior-1", 300, 300), piece("warrior-2", 100, 300)
TARGET = (305, 505)
"""Where a bug comes to lie on one at (300, 500)."""


def ada(*bugs, dice=("warrior", "spider"), **changes):
    """Chitinians on turn against Usarthropods, cards in force."""
    return position(W1, W2, *bugs, dice=dice, setup=CARDS, **changes)


def boris(*bugs, dice=("soldier", "sergeant"), **changes):
    """Usarthropods on turn."""
    return position(W1, W2, *bugs, dice=dice, player=1, setup=CARDS, **changes)


def fly(*bugs, dice=("drone", "centurion"), player=0, **changes):
    return position(*bugs, dice=dice, player=player, setup=FLYSOV, **changes)


# --- Usarthropods ----------------------------------------------------------------------------------------------


def test_buddies_move_when_a_soldier_on_its_special_side_is_eliminated_by_an_opponent():
    state = ada(special("soldier-1", 300, 500), piece("soldier-2", 340, 540), piece("soldier-3", 600, 540))
    step = shot(state, "warrior-1", ("warrior-1", *TARGET))
    # Frenzy of the captor comes first, then the reaction.
    assert offered(step) == (Task.MOVE, 0, "frenzy")
    step = declined(step.state)
    assert offered(step) == (Task.MOVE, 1, "buddies")
    assert pickable(step.state) == ("soldier-2",)
    assert can_flick(step.state) == {"soldier-2": (Use.CARD,)}
    assert why_not(step.state, "soldier-3").rule == "M12"
    step = shot(step.state, "soldier-2", ("soldier-2", 303, 507))
    assert told(step, "capture") == [("M2", ("soldier-2", "warrior-1"))]
    assert step.state.player == 0
    assert "soldier-2" in step.state.moved
    # What the opponent captures in this turn earns nobody a shot but the player on turn, who has one already.
    assert earned(step.state)


@pytest.mark.parametrize(
    "bugs",
    [
        (piece("soldier-1", 300, 500), piece("soldier-2", 340, 540)),
        (special("soldier-1", 300, 500), piece("soldier-2", 500, 540)),
        (special("soldier-1", 300, 500), piece("tank-1", 340, 540)),
    ],
    ids=["normal side", "too far", "no Soldier"],
)
def test_buddies_do_not_move_otherwise(bugs):
    step = declined(shot(ada(*bugs), "warrior-1", ("warrior-1", *TARGET)).state)
    assert offered(step) is None


def test_buddies_do_not_move_for_a_soldier_that_fumbles_by_its_own_flick():
    state = boris(special("soldier-1", 300, 500), piece("soldier-2", 340, 540))
    fumbled = ("soldier-1", 305, 305, Face.SPECIAL)
    step = shot(state, "soldier-1", fumbled, W1, moved=("soldier-1",))
    assert told(step, "fumble") == [("M6", ("soldier-1", "warrior-1"))]
    assert offered(step) is None


def test_camouflage_keeps_bugs_from_capturing_but_only_on_the_special_side():
    step = shot(ada(special("green-beret-1", 300, 500)), "warrior-1", ("warrior-1", *TARGET))
    assert told(step, "shielded") == [("M11", ("green-beret-1", "warrior-1"))]
    assert {"warrior-1", "green-beret-1"} <= {p.id for p in step.state.table}
    assert offered(step) is None
    step = shot(ada(piece("green-beret-1", 300, 500)), "warrior-1", ("warrior-1", *TARGET))
    assert told(step, "capture") == [("M2", ("warrior-1", "green-beret-1"))]


def test_fire_on_landing_needs_the_special_side_and_no_base():
    state = boris(piece("rocketeer-1", 500, 400), dice=("rocketeer", "tank"))
    assert offered(shot(state, "rocketeer-1", ("rocketeer-1", 300, 380, Face.SPECIAL))) == (
        Task.LOAD,
        1,
        "fire-on-landing",
    )
    assert offered(shot(state, "rocketeer-1", ("rocketeer-1", 300, 380, Face.NORMAL))) is None
    step = shot(state, "rocketeer-1", ("rocketeer-1", 380, 95, Face.SPECIAL))
    assert step.state.phase is Phase.PUT_BESIDE
    assert step.state.pending == ()


def test_fire_on_landing_needs_a_landing_of_its_own():
    state = boris(piece("rocketeer-1", 500, 400), piece("tank-1", 500, 450), dice=("rocketeer", "tank"))
    step = shot(state, "tank-1", ("tank-1", 450, 400), ("rocketeer-1", 300, 380, Face.SPECIAL))
    assert offered(step) is None
    # A bug that went back has not landed.
    step = shot(
        boris(special("rocketeer-1", 500, 400), dice=("rocketeer", "tank")), "rocketeer-1", ("rocketeer-1", 990, 9)
    )
    assert offered(step) is None


def test_order_lets_a_soldier_near_the_sergeant_move():
    state = boris(piece("sergeant-1", 500, 400), piece("soldier-1", 340, 400), piece("soldier-2", 600, 400))
    step = shot(state, "sergeant-1", ("sergeant-1", 300, 400))
    assert offered(step) == (Task.MOVE, 1, "order")
    assert pickable(step.state) == ("soldier-1",)
    step = shot(step.state, "soldier-1", ("soldier-1", 350, 450))
    # A move that a card gives is a move: no die moves the Soldier again.
    assert why_not(step.state, "soldier-1").rule == "T3"
    assert can_flick(step.state) == {"soldier-2": (Use.DIE_1,)}


def test_order_is_off_when_a_base_stopped_the_sergeant():
    state = boris(piece("sergeant-1", 500, 400), piece("soldier-1", 340, 120), damaged=("great-hive",))
    step = shot(state, "sergeant-1", ("sergeant-1", 380, 95))
    assert told(step, "base-eliminated")
    assert offered(step) is None


def test_armour_takes_one_capture_and_ends_the_captors_move():
    state = ada(piece("tank-1", 300, 500))
    step = shot(state, "warrior-1", ("warrior-1", *TARGET))
    assert told(step, "armour") == [("M11", ("tank-1", "warrior-1"))]
    assert step.state.table["tank-1"].face is Face.SPECIAL
    assert "warrior-1" in step.state.table
    assert offered(step) is None
    assert not earned(step.state)
    step = shot(ada(special("tank-1", 300, 500)), "warrior-1", ("warrior-1", *TARGET))
    assert told(step, "capture") == [("M2", ("warrior-1", "tank-1"))]
    assert earned(step.state)


def test_armour_does_not_help_against_a_fumble():
    state = boris(piece("tank-1", 500, 400), dice=("tank", "soldier"))
    step = shot(state, "tank-1", ("tank-1", 300, 310), W1, moved=("tank-1",))
    assert told(step, "fumble") == [("M6", ("tank-1", "warrior-1"))]
    assert "tank-1" not in step.state.table


# --- Flyborgs --------------------------------------------------------------------------------------------------

D1, D2, D3 = piece("drone-1", 300, 300), piece("drone-2", 380, 330), piece("drone-3", 420, 330)
WORKER = piece("worker-1", 300, 500)


def test_swarm_lets_another_drone_move_once_a_die():
    step = shot(fly(D1, D2, D3, WORKER), "drone-1", ("drone-1", 330, 330))
    assert offered(step) == (Task.MOVE, 0, "swarm")
    assert pickable(step.state) == ("drone-2", "drone-3")
    step = shot(step.state, "drone-2", ("drone-2", 400, 360))
    assert offered(step) is None
    assert step.state.once == ("swarm",)
    # The next die starts anew, but nobody moves twice.
    state = fly(D1, D2, D3, WORKER, dice=("drone", "drone"))
    step = shot(shot(state, "drone-1", ("drone-1", 330, 330)).state, "drone-2", ("drone-2", 400, 360))
    step = shot(step.state, "drone-3", ("drone-3", 400, 330))
    assert offered(step) is None
    assert step.state.once == ()


def test_swarm_is_off_after_a_capture_and_beyond_long_range():
    assert offered(shot(fly(D1, D2, WORKER), "drone-1", ("drone-1", *TARGET))) is None
    # 22 mm are the two chips; then 170 mm lie between them, or 190.
    step = shot(fly(D1, D2, WORKER), "drone-1", ("drone-1", 572, 330))
    assert offered(step) == (Task.MOVE, 0, "swarm")
    assert offered(shot(fly(D1, D2, WORKER), "drone-1", ("drone-1", 592, 330))) is None
    assert offered(shot(fly(D1, D2, WORKER), "drone-1", ("drone-1", 600, 600))) is None


def test_venom_takes_the_captor_along_and_earns_no_extra_shot():
    venomous, trooper = piece("poisoner-1", 300, 500), piece("trooper-1", 300, 300)
    state = fly(venomous, trooper, dice=("trooper", "worker"), player=1)
    step = shot(state, "trooper-1", ("trooper-1", *TARGET))
    assert told(step, "capture") == [("M2", ("trooper-1", "poisoner-1"))]
    assert told(step, "venom") == [("M11", ("poisoner-1", "trooper-1"))]
    assert not {"poisoner-1", "trooper-1"} & {p.id for p in step.state.table}
    assert not earned(step.state)
    step = shot(
        fly(special("poisoner-1", 300, 500), trooper, dice=("trooper", "worker"), player=1),
        "trooper-1",
        ("trooper-1", *TARGET),
    )
    assert told(step, "venom") == []
    assert earned(step.state)


def test_venom_does_not_cost_the_shot_that_another_capture_earns():
    state = fly(
        piece("poisoner-1", 300, 500),
        piece("drone-1", 316, 512),
        piece("trooper-1", 300, 300),
        player=1,
        dice=("trooper", "worker"),
    )
    step = shot(state, "trooper-1", ("trooper-1", 308, 506))
    assert len(told(step, "capture")) == 2
    assert "trooper-1" not in step.state.table
    assert earned(step.state)


def test_repulse_pushes_everything_near_it_straight_away():
    state = fly(
        piece("repulsor-1", 300, 300),
        piece("worker-1", 340, 400),
        piece("drone-1", 300, 450),
        piece("worker-2", 500, 400),
        dice=("repulsor", "drone"),
    )
    step = shot(state, "repulsor-1", ("repulsor-1", 300, 400, Face.SPECIAL))
    assert offered(step) == (Task.SHOVE, 0, "repulse")
    launches = shove_launches(step.state)
    assert [launch.piece for launch in launches] == ["drone-1", "worker-1"]
    assert [round(launch.azimuth, 3) for launch in launches] == [round(math.pi / 2, 3), 0.0]
    assert {launch.loft for launch in launches} == {0.0}
    step = apply(step.state, Shove(0))
    assert kinds(step)[0] == "shove"
    assert step.state.table["worker-1"].x > 360.0
    assert step.state.table["drone-1"].y > 470.0
    assert step.state.table["worker-2"].x == 500.0
    assert step.state.moved == ("repulsor-1",)


def test_repulse_is_resolved_as_accidental_movement_and_may_be_declined():
    state = fly(
        piece("repulsor-1", 300, 300),
        piece("worker-1", 340, 400),
        piece("drone-1", 380, 400),
        dice=("repulsor", "drone"),
    )
    landed_special = shot(state, "repulsor-1", ("repulsor-1", 300, 400, Face.SPECIAL)).state

    step = settle(landed_special, landed(landed_special, ("drone-1", 392, 400), ("worker-1", 382, 400)))
    assert told(step, "capture") == [("M7", ("worker-1", "drone-1"))]
    assert not earned(step.state)
    assert offered(declined(landed_special)) is None
    assert offered(shot(state, "repulsor-1", ("repulsor-1", 300, 400))) is None
    assert offered(shot(state, "repulsor-1", ("repulsor-1", 600, 200, Face.SPECIAL))) is None


def test_warp_brings_up_to_two_own_bugs_from_anywhere():
    bugs = (piece("warper-1", 300, 300), special("drone-1", 100, 100), piece("drone-2", 100, 200))
    state = fly(*bugs, dice=("warper", "drone"))
    step = shot(state, "warper-1", ("warper-1", 300, 450, Face.SPECIAL))
    assert offered(step) == (Task.BRING, 0, "warp")
    assert "drone-1" in pickable(step.state)
    assert "warper-1" not in pickable(step.state)
    far = Bring(0, Spot("drone-1", 500.0, 450.0))
    assert refusal(step.state, far).rule == "J1"
    covering = Bring(0, Spot("drone-1", 305.0, 450.0))
    assert refusal(step.state, covering).rule == "M9"
    step = brought(step.state, "drone-1")
    assert told(step, "brought") == [("M11", ("drone-1", "warper-1"))]
    drone = step.state.table["drone-1"]
    assert math.hypot(drone.x - 300, drone.y - 450) < 30.0
    assert drone.face is Face.SPECIAL
    assert offered(step) == (Task.BRING, 0, "warp")
    assert offered(brought(step.state, "drone-2", 250, 480)) is None
    step = declined(step.state)
    # Being brought is no move.
    assert "drone-1" in can_flick(step.state)
    assert offered(step) is None


def test_warp_needs_the_special_side():
    state = fly(piece("warper-1", 300, 300), D2, dice=("warper", "drone"))
    assert offered(shot(state, "warper-1", ("warper-1", 300, 450))) is None


def test_assimilate_brings_a_drone_beside_the_centurion():
    state = fly(piece("centurion-1", 300, 300), WORKER, D2)
    step = shot(state, "centurion-1", ("centurion-1", *TARGET))
    assert offered(step) == (Task.BRING, 0, "assimilate")
    assert pickable(step.state) == ("drone-1",)
    step = brought(step.state, "drone-1")
    assert step.state.table["drone-1"].face is Face.NORMAL
    assert offered(shot(state, "centurion-1", ("centurion-1", 200, 500))) is None


def test_assimilate_has_nothing_to_bring_when_no_drone_is_left():
    every = [piece(f"drone-{n}", 400 + 30 * n, 250) for n in (1, 2, 3, 4)]
    state = fly(piece("centurion-1", 300, 300), WORKER, *every)
    assert out_of_play(state, 0).count("drone-1") == 0
    assert offered(shot(state, "centurion-1", ("centurion-1", *TARGET))) is None


# --- Sovietopters ----------------------------------------------------------------------------------------------


def sov(*bugs, dice=("trooper", "worker"), **changes):
    return fly(*bugs, dice=dice, player=1, **changes)


def test_brigade_brings_two_workers():
    state = sov(dice=("worker", "trooper"), phase=Phase.REINFORCE)
    step = apply(state, Reinforce(1, Use.DIE_1, nearest_spot(state, 1, "worker-1", 380, 600, 0.0)))
    assert offered(step) == (Task.MUSTER, 1, "brigade")
    step = brought(step.state, "worker-2")
    assert told(step, "reinforcement") == [("M11", ("worker-2",))]
    assert step.state.player == 0
    # The other result is lost: still one reinforcement.
    assert told(step, "die-lost")


def test_brigade_is_for_workers_alone_and_stops_when_none_is_left():
    state = sov(dice=("worker", "trooper"), phase=Phase.REINFORCE)
    step = apply(state, Reinforce(1, Use.DIE_2, nearest_spot(state, 1, "trooper-1", 380, 600, 0.0)))
    assert offered(step) is None
    four = [piece(f"worker-{n}", 300 + 30 * n, 600) for n in (1, 2, 3, 4)]
    state = sov(
        *four, dice=("worker", "trooper"), phase=Phase.REINFORCE, moved=tuple(f"worker-{n}" for n in (1, 2, 3, 4))
    )
    step = apply(state, Reinforce(1, Use.DIE_1, nearest_spot(state, 1, "worker-5", 380, 600, 0.0)))
    assert offered(step) is None


def test_wave_is_swarm_at_medium_range():
    state = sov(
        piece("trooper-1", 300, 300),
        piece("trooper-2", 380, 330),
        piece("trooper-3", 580, 330),
        piece("drone-1", 300, 500),
    )
    step = shot(state, "trooper-1", ("trooper-1", 330, 330))
    assert offered(step) == (Task.MOVE, 1, "wave")
    assert pickable(step.state) == ("trooper-2",)
    assert offered(shot(state, "trooper-1", ("trooper-1", *TARGET))) is None


def test_infiltrate_neither_is_captured_nor_captures_bugs_on_its_special_side():
    hidden, drone = special("saboteur-1", 300, 500), piece("drone-1", 300, 300)
    step = shot(fly(hidden, drone), "drone-1", ("drone-1", *TARGET))
    assert told(step, "shielded")
    assert "saboteur-1" in step.state.table
    state = sov(special("saboteur-1", 500, 400), drone, dice=("saboteur", "worker"))
    step = shot(state, "saboteur-1", ("saboteur-1", 305, 305))
    assert told(step, "capture") == []
    assert told(step, "overlap") == [("M11", ("saboteur-1", "drone-1"))]
    step = shot(state, "saboteur-1", ("saboteur-1", 305, 305, Face.NORMAL))
    assert told(step, "capture") == [("M2", ("saboteur-1", "drone-1"))]
    step = shot(state, "saboteur-1", ("saboteur-1", 380, 95))
    assert told(step, "base-damaged")


def test_directive_moves_another_bug_in_place_of_the_kommissar():
    state = sov(
        piece("kommissar-1", 300, 400),
        piece("worker-1", 400, 400),
        piece("worker-2", 600, 400),
        dice=("kommissar", "trooper"),
    )
    assert can_flick(state) == {"kommissar-1": (Use.DIE_1,), "worker-1": (Use.DIE_1,)}
    assert why_not(state, "worker-2").rule == "T1"
    step = shot(state, "worker-1", ("worker-1", 420, 420))
    assert step.state.moved == ("worker-1", "kommissar-1")
    assert step.state.player == 0 or "kommissar-1" not in can_flick(step.state)


def test_directive_asks_for_a_kommissar_that_can_move():
    bugs = (piece("kommissar-1", 300, 400), piece("worker-1", 400, 400))
    state = sov(*bugs, dice=("kommissar", "trooper"), moved=("kommissar-1",))
    assert "worker-1" not in can_flick(state)
    state = sov(*bugs, dice=("trooper", "trooper"))
    assert "worker-1" not in can_flick(state)


# --- Chitinians ------------------------------------------------------------------------------------------------


def test_frenzy_moves_a_warrior_again_once_a_die():
    state = ada(piece("soldier-1", 300, 500), piece("soldier-2", 400, 500), piece("spider-1", 60, 400))
    step = shot(state, "warrior-1", ("warrior-1", *TARGET))
    assert offered(step) == (Task.MOVE, 0, "frenzy")
    assert can_flick(step.state) == {"warrior-1": (Use.CARD,)}
    assert why_not(step.state, "warrior-2").rule == "M11"
    step = shot(step.state, "warrior-1", ("warrior-1", 405, 505))
    assert told(step, "capture") == [("M2", ("warrior-1", "soldier-2"))]
    assert offered(step) is None


def test_frenzy_is_off_without_a_capture_and_when_a_base_stopped_it():
    state = ada(piece("soldier-1", 380, 640), damaged=("command-nest",))
    assert offered(shot(state, "warrior-1", ("warrior-1", 200, 300))) is None
    step = shot(state, "warrior-1", ("warrior-1", 382, 652))
    assert told(step, "capture")
    assert told(step, "base-eliminated")
    assert offered(step) is None


def turn_of_ada(*bugs):
    """What is offered as Ada's turn begins."""
    state = boris(piece("soldier-1", 300, 500), *bugs, dice=("soldier", "soldier"), phase=Phase.EXTRA)

    return apply(state, Forgo(1, Use.EXTRA))


def test_hatch_replaces_a_larva_on_its_special_side_as_the_turn_begins():
    step = turn_of_ada(special("larva-1", 200, 200, 0.5))
    assert step.state.player == 0
    assert offered(step) == (Task.BRING, 0, "hatch")
    assert pickable(step.state) == ("warrior-3",)
    elsewhere = Bring(0, Spot("warrior-3", 250.0, 200.0))
    assert refusal(step.state, elsewhere).text == "The Warrior goes where Ada's Larva lies."
    step = brought(step.state, "warrior-3")
    assert told(step, "hatched") == [("M11", ("warrior-3", "larva-1"))]
    assert step.state.table["warrior-3"].pose[:2] == (200.0, 200.0)
    assert "larva-1" in out_of_play(step.state, 0)
    assert step.state.phase is Phase.ROLL


def test_hatch_needs_the_special_side_and_a_warrior_out_of_play():
    assert offered(turn_of_ada(piece("larva-1", 200, 200))) is None
    every = [piece(f"warrior-{n}", 100 + 40 * n, 250) for n in (3, 4, 5)]
    assert offered(turn_of_ada(special("larva-1", 200, 200), *every)) is None
    step = declined(turn_of_ada(special("larva-1", 200, 200)).state)
    assert step.state.phase is Phase.ROLL
    assert "larva-1" in step.state.table


def test_cleave_takes_what_touches_the_exterminator():
    state = ada(
        piece("exterminator-1", 100, 400),
        piece("soldier-1", 300, 500),
        piece("soldier-2", 322, 505),
        piece("soldier-3", 335, 540),
        dice=("exterminator", "spider"),
    )
    step = shot(state, "exterminator-1", ("exterminator-1", *TARGET))
    assert told(step, "cleave") == [("M11", ("exterminator-1", "soldier-2"))]
    assert "soldier-3" in step.state.table
    # Without a capture it cleaves nothing.
    step = shot(state, "exterminator-1", ("exterminator-1", 323, 488))
    assert told(step, "cleave") == []


def test_a_table_may_agree_to_play_without_cards():
    state = position(W1, special("green-beret-1", 300, 500), setup=replace(CARDS, rulings=Rulings(abilities=False)))
    assert told(shot(state, "warrior-1", ("warrior-1", *TARGET)), "capture")


def test_declining_is_for_the_player_who_is_asked_and_only_then():
    state = ada(piece("soldier-1", 300, 500))
    assert refusal(state, Decline(0)).rule == "T1"
    state = shot(state, "warrior-1", ("warrior-1", *TARGET)).state
    assert refusal(state, Decline(1)).rule == "S5"
    assert refusal(state, Shove(0)).text == "That can not be done now: Ada decides on a move by Frenzy."
    assert told(declined(state), "declined") == [("M11", ())]
