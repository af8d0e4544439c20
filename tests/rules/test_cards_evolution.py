"""The sixteen evolution cards: with them in play it is otherwise than without."""

import pytest
from rules_tools import (
    apply,
    brought,
    declined,
    earned,
    fired,
    offered,
    piece,
    position,
    setup_of,
    shot,
    special,
    told,
)

from micromutants.rules import (
    Extra,
    Forgo,
    Free,
    Phase,
    Reinforce,
    Reroll,
    RollAgain,
    Task,
    TurnOver,
    Use,
    Web,
    can_flick,
    legal,
    nearest_spot,
    pickable,
    refusal,
    to_act,
)
from micromutants.rules.turn import go_on
from micromutants.table import Face

CHI_USA = setup_of("chitinians", "usarthropods", mode="advanced")
FLY_SOV = setup_of("flyborgs", "sovietopters", mode="advanced")
TARGET = (305, 505)
LAND = (300, 300)
LYING = (piece("resource-1", 380, 380), piece("resource-2", 420, 380))
"""Resources, so that nobody dominates."""


def usa(*bugs, cards=(), dice=("soldier", "tank"), **changes):
    bugs = (*LYING, piece("warrior-1", 100, 300), *bugs)
    return position(*bugs, dice=dice, player=1, setup=CHI_USA, cards=((), tuple(cards)), **changes)


def chi(*bugs, cards=(), dice=("warrior", "spider"), **changes):
    return position(*LYING, *bugs, dice=dice, setup=CHI_USA, cards=(tuple(cards), ()), **changes)


def fly(*bugs, cards=(), dice=("drone", "warper"), player=0, **changes):
    return position(*LYING, *bugs, dice=dice, player=player, setup=FLY_SOV, cards=(tuple(cards), ()), **changes)


def sov(*bugs, cards=(), dice=("worker", "kommissar"), player=1, **changes):
    return position(*LYING, *bugs, dice=dice, player=player, setup=FLY_SOV, cards=((), tuple(cards)), **changes)


def reinforced(state, bug, use=Use.DIE_1):
    state, _ = go_on(state)
    assert state.phase is Phase.REINFORCE
    player = state.player
    return apply(state, Reinforce(player, use, nearest_spot(state, player, bug, 380, 380, 0.0)))


def begun(state):
    """The step with which the next turn begins."""
    state, _ = go_on(state)
    return apply(state, Forgo(state.player, Use.EXTRA if state.phase is Phase.EXTRA else None))


# --- Usarthropods ----------------------------------------------------------------------------------------------


def test_secret_operations_turns_a_green_beret_over_in_place_of_its_move():
    state = usa(cards=["secret-operations"], dice=("green-beret", "green-beret"))
    assert refusal(state, TurnOver(1, "soldier-1", Use.DIE_1)).rule == "M11"
    step = apply(state, TurnOver(1, "green-beret-2", Use.DIE_1))
    assert told(step, "turned") == [("M11", ("green-beret-2",))]
    assert step.state.table["green-beret-2"].face is Face.SPECIAL
    assert "green-beret-2" not in can_flick(step.state)
    # Once a turn.
    assert refusal(step.state, TurnOver(1, "green-beret-1", Use.DIE_2)).rule == "M11"
    assert refusal(usa(dice=("green-beret", "tank")), TurnOver(1, "green-beret-2", Use.DIE_1)).rule == "M11"
    wrong_die = usa(piece("tank-1", 500, 500), cards=["secret-operations"], dice=("green-beret", "tank"))
    assert refusal(wrong_die, TurnOver(1, "green-beret-2", Use.DIE_2)).rule == "M11"


def test_uncle_sam_brings_two_bugs_of_the_breed():
    step = reinforced(usa(cards=["uncle-sam"], dice=("tank", "sergeant")), "tank-1")
    assert offered(step) == (Task.MUSTER, 1, "uncle-sam")
    step = brought(step.state, "tank-2")
    assert {"tank-1", "tank-2"} <= {p.id for p in step.state.table}
    assert offered(reinforced(usa(dice=("tank", "sergeant")), "tank-1")) is None
    step = reinforced(
        usa(piece("tank-2", 500, 500), cards=["uncle-sam"], dice=("tank", "sergeant"), moved=("tank-2",)), "tank-1"
    )
    assert offered(step) is None


def test_guided_rockets_shoot_a_rocket_that_eliminated_nothing_once_more():
    def missed(cards, *bugs):
        state = usa(piece("rocketeer-1", 100, 100), *bugs, cards=cards, dice=("rocketeer", "tank"))
        return fired(state, "rocketeer-1", *LAND, "rocket-1", at=(500, 420))

    step = missed(["guided-rockets"])
    assert offered(step) == (Task.SHOOT, 1, "rocket")
    assert "rocket-1" in step.state.table
    again = shot(step.state, "rocket-1", ("rocket-1", 500, 460))
    assert offered(again) is None
    assert "rocket-1" not in again.state.table
    left = declined(step.state)
    assert "rocket-1" not in left.state.table
    assert offered(missed([])) is None
    hit = missed(["guided-rockets"], piece("warrior-2", 505, 425))
    assert told(hit, "hit")
    assert offered(hit) is None


def test_field_workshop_turns_a_wrecked_tank_near_the_arsenal_back():
    def turn(*bugs, cards=("field-workshop",)):
        state = position(
            *LYING, *bugs, dice=("warrior", "warrior"), setup=CHI_USA, cards=((), tuple(cards)), phase=Phase.REINFORCE
        )
        return apply(state, Forgo(0, None))

    step = turn(special("tank-1", 230, 500), special("tank-2", 600, 300))
    assert offered(step) == (Task.TURN, 1, "field-workshop")
    assert pickable(step.state) == ("tank-1",)
    step = apply(step.state, TurnOver(1, "tank-1"))
    assert step.state.table["tank-1"].face is Face.NORMAL
    assert step.state.phase is Phase.ROLL
    assert offered(turn(piece("tank-1", 230, 500))) is None
    assert offered(turn(special("tank-1", 230, 500), cards=())) is None


# --- Flyborgs --------------------------------------------------------------------------------------------------


def test_rapid_assembly_lets_a_reinforcing_drone_move_at_once():
    step = reinforced(fly(cards=["rapid-assembly"], dice=("drone", "drone")), "drone-1")
    assert can_flick(step.state) == {"drone-1": (Use.DIE_2,)}
    step = reinforced(fly(dice=("drone", "drone")), "drone-1")
    assert step.state.player == 1
    # With the extra shot too.
    step = reinforced(fly(cards=["rapid-assembly"], dice=("drone", "warper"), extra=Extra.EARNED), "drone-1")
    assert step.state.phase is Phase.EXTRA
    assert "drone-1" in can_flick(step.state)


def test_strong_toxin_works_on_both_sides():
    def captured(cards):
        bugs = (special("poisoner-1", 300, 500), piece("trooper-1", 300, 300))
        state = fly(*bugs, cards=cards, dice=("trooper", "worker"), player=1)
        return shot(state, "trooper-1", ("trooper-1", *TARGET))

    assert told(captured(["strong-toxin"]), "venom")
    assert not told(captured([]), "venom")


def test_deep_warp_brings_a_third_bug():
    def warped(cards):
        drones = [piece(f"drone-{n}", 100, 200 + 100 * n) for n in (1, 2, 3)]
        state = fly(piece("warper-1", 300, 300), *drones, cards=cards, dice=("warper", "repulsor"))
        state = shot(state, "warper-1", ("warper-1", 300, 450, Face.SPECIAL)).state
        return brought(brought(state, "drone-1").state, "drone-2", 250, 480)

    step = warped(["deep-warp"])
    assert offered(step) == (Task.BRING, 0, "warp")
    assert offered(brought(step.state, "drone-3", 300, 510)) is None
    assert offered(warped([])) is None


def test_overload_reaches_medium_range():
    def pushed(cards):
        bugs = (piece("repulsor-1", 300, 200), piece("worker-1", 400, 450))
        state = fly(*bugs, cards=cards, dice=("repulsor", "drone"))
        return shot(state, "repulsor-1", ("repulsor-1", 300, 450, Face.SPECIAL))

    assert offered(pushed(["overload"])) == (Task.SHOVE, 0, "repulse")
    assert offered(pushed([])) is None


# --- Sovietopters ----------------------------------------------------------------------------------------------


def test_mass_mobilisation_is_brigade_for_troopers_too():
    step = reinforced(sov(cards=["mass-mobilisation"], dice=("trooper", "flamethrower")), "trooper-1")
    assert offered(step) == (Task.MUSTER, 1, "brigade")
    assert offered(reinforced(sov(dice=("trooper", "flamethrower")), "trooper-1")) is None
    step = reinforced(sov(cards=["mass-mobilisation"], dice=("worker", "flamethrower")), "worker-1")
    assert offered(step)[0] is Task.MUSTER


def test_double_shift_rolls_a_die_again_once_a_turn():
    state = sov(piece("worker-1", 300, 300), cards=["double-shift"], dice=("worker", "flamethrower"))
    step = apply(state, Reroll(1, Use.DIE_2))
    assert (step.state.phase, to_act(step.state)) == (Phase.ROLL_AGAIN, -1)
    step = apply(step.state, RollAgain(0))
    assert [die.breed for die in step.state.dice] == ["worker", "worker"]
    assert step.state.phase is Phase.MOVE
    assert refusal(step.state, Reroll(1, Use.DIE_1)).rule == "M11"
    assert refusal(sov(piece("worker-1", 300, 300)), Reroll(1, Use.DIE_2)).rule == "M11"


def test_double_shift_is_there_when_no_bug_can_use_either_result():
    all_out = sov(cards=["double-shift"], dice=("flamethrower", "flamethrower"))
    state, _ = go_on(all_out)
    assert any(option.kind == "reroll" for option in legal(state))
    used = [piece(f"flamethrower-{n}", 300 + 60 * n, 500) for n in (1, 2)]
    state = sov(
        *used, cards=["double-shift"], dice=("flamethrower", "flamethrower"), moved=("flamethrower-1", "flamethrower-2")
    )
    after, _ = go_on(state)
    assert after.player == 1
    assert {option.kind for option in legal(after)} == {"reroll", "forgo"}


def test_voice_of_the_people_reaches_long_range():
    bugs = (piece("kommissar-1", 300, 400), piece("worker-1", 470, 400))
    assert "worker-1" in can_flick(sov(*bugs, cards=["voice-of-the-people"], dice=("kommissar", "trooper")))
    assert "worker-1" not in can_flick(sov(*bugs, dice=("kommissar", "trooper")))


def test_scorched_earth_leaves_the_flame_until_the_owners_next_turn():
    def burning(cards):
        state = sov(piece("flamethrower-1", 100, 300), cards=cards, dice=("flamethrower", "saboteur"))
        return fired(state, "flamethrower-1", *LAND, "flame-1", at=(500, 420))

    assert "flame-1" not in burning([]).state.table
    state = burning(["scorched-earth"]).state
    assert "flame-1" in state.table
    # A second Flamethrower has no Flame to shoot meanwhile.
    drone = position(
        *LYING,
        piece("drone-1", 300, 600),
        state.table["flame-1"],
        dice=("drone", "warper"),
        setup=FLY_SOV,
        cards=((), ("scorched-earth",)),
    )
    step = shot(drone, "drone-1", ("drone-1", 500, 430))
    assert told(step, "burnt") == [("M11", ("flame-1", "drone-1"))]
    under = shot(drone, "drone-1", ("drone-1", 500, 430), ("flame-1", 500, 420), moved=("drone-1",))
    assert "drone-1" not in under.state.table
    beside = shot(drone, "drone-1", ("drone-1", 560, 480))
    assert told(beside, "burnt") == []
    # At the start of its owner's turn it goes out.
    while beside.state.player == 0:
        use = next(option.use for option in legal(beside.state) if option.kind == "forgo")
        beside = apply(beside.state, Forgo(0, use))
    assert told(beside, "flame-out") == [("M11", ("flame-1",))]
    assert "flame-1" not in beside.state.table


# --- Chitinians ------------------------------------------------------------------------------------------------


def test_forced_hatching_hatches_at_once():
    def landed(cards, face=Face.SPECIAL):
        state = chi(piece("larva-1", 300, 200), cards=cards, dice=("larva", "spider"))
        return shot(state, "larva-1", ("larva-1", 300, 450, face))

    step = landed(["forced-hatching"])
    assert offered(step) == (Task.BRING, 0, "hatch")
    step = brought(step.state, "warrior-1")
    # The Larva had moved, so the Warrior has.
    assert "warrior-1" in step.state.moved
    assert offered(landed([])) is None
    assert offered(landed(["forced-hatching"], Face.NORMAL)) is None


def test_second_clutch_brings_two_larvae():
    others = [piece("warrior-1", 100, 200), piece("warrior-2", 140, 200), piece("warrior-3", 180, 200)]
    state = chi(*others, dice=("larva", "spider"), spare=False, cards=["second-clutch"])
    usa_bugs = [piece(f"soldier-{n}", 100 + 30 * n, 740) for n in (1, 2, 3)]
    state = chi(*others, *usa_bugs, dice=("larva", "spider"), spare=False, cards=["second-clutch"])
    step = reinforced(state, "larva-1")
    assert offered(step) == (Task.MUSTER, 0, "second-clutch")
    state = chi(*others, *usa_bugs, dice=("larva", "spider"), spare=False)
    assert offered(reinforced(state, "larva-1")) is None


@pytest.mark.parametrize("cards", [["burning-acid"], []])
def test_burning_acid_reaches_bases(cards):
    def burnt(base, at, damaged=(), kind=None):
        state = chi(piece("acid-spitter-1", 600, 300), cards=cards, dice=("acid-spitter", "larva"), damaged=damaged)
        return fired(state, "acid-spitter-1", *LAND, "acid-spit-1", at=at)

    step = burnt("command-nest", (380, 665))
    assert bool(told(step, "base-damaged")) == bool(cards)
    assert not earned(step.state)
    step = burnt("arsenal", (230, 665))
    assert bool(told(step, "base-eliminated")) == bool(cards)
    assert earned(step.state) == bool(cards)
    if cards:
        assert "arsenal" not in step.state.table
    step = burnt("command-nest", (380, 665), damaged=("command-nest",))
    assert "command-nest" in step.state.table


def test_sticky_silk_takes_two_results():
    def caught(cards):
        state = chi(piece("spider-1", 600, 300), piece("soldier-1", 300, 420), cards=cards, dice=("spider", "larva"))
        return fired(state, "spider-1", *LAND, "web-1", at=(300, 424))

    assert caught([]).state.webs == (Web("soldier-1", 1, 0),)
    assert caught(["sticky-silk"]).state.webs == (Web("soldier-1", 2, 0),)
    state = usa(piece("soldier-1", 300, 500), webs=(Web("soldier-1", 2, 0),), dice=("soldier", "soldier"))
    state = apply(state, Free(1, Use.DIE_1, "soldier-1")).state
    assert state.webs == (Web("soldier-1", 1, 0),)
    assert apply(state, Free(1, Use.DIE_2, "soldier-1")).state.webs == ()
