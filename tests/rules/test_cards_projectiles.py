"""Projectiles: placed, flicked, what they do where they land, and that they leave again."""

import random

import pytest
from rules_tools import (
    CARDS,
    declined,
    earned,
    fired,
    kinds,
    loaded,
    offered,
    piece,
    position,
    setup_of,
    shot,
    special,
    told,
)

from micromutants.physics import Shot
from micromutants.rules import (
    Flick,
    Free,
    Load,
    Phase,
    Reinforce,
    Spot,
    Task,
    Tremble,
    Use,
    Web,
    apply,
    can_flick,
    chance,
    legal,
    nearest_spot,
    powers_of,
    refusal,
    to_act,
    why_not,
)
from micromutants.rules.turn import go_on
from micromutants.table import Face

LAND = (300, 300)


def rocket(*bugs, **changes):
    return position(piece("rocketeer-1", 100, 100), *bugs, dice=("rocketeer", "tank"), player=1, setup=CARDS, **changes)


def spit(*bugs, **changes):
    return position(piece("acid-spitter-1", 600, 600), *bugs, dice=("acid-spitter", "larva"), setup=CARDS, **changes)


def silk(*bugs, **changes):
    return position(piece("spider-1", 600, 600), *bugs, dice=("spider", "larva"), setup=CARDS, **changes)


def flame(*bugs, **changes):
    setup = setup_of("flyborgs", "sovietopters")
    bugs = (piece("flamethrower-1", 100, 100), *bugs)
    return position(*bugs, dice=("flamethrower", "worker"), player=1, setup=setup, **changes)


WARRIOR, WARRIOR2 = piece("warrior-1", 300, 420), piece("warrior-2", 316, 430)


def test_m10_a_projectile_is_placed_beside_its_bug_and_flicked():
    state = shot(rocket(WARRIOR), "rocketeer-1", ("rocketeer-1", *LAND, Face.SPECIAL)).state
    assert refusal(state, Load(1, Spot("rocket-1", 300.0, 360.0))).rule == "J1"
    assert refusal(state, Load(1, Spot("rocket-1", 300.0, 310.0))).rule == "M9"
    assert refusal(state, Load(1, Spot("rocket-2", 300.0, 330.0))).rule == "M10"
    assert refusal(state, Flick(1, Use.CARD, Shot("rocket-1", 1.0, 0.5))).rule == "M10"
    state = loaded(state, "rocket-1", *LAND)
    assert state.pending[0].task is Task.SHOOT
    assert can_flick(state) == {"rocket-1": (Use.CARD,)}
    assert why_not(state, "tank-1") is not None
    flicked = apply(state, Flick(1, Use.CARD, Shot("rocket-1", 1.0, 0.5))).state
    assert (flicked.phase, to_act(flicked)) == (Phase.TREMBLE, -1)
    step = apply(flicked, chance(flicked, random.Random(1)))
    assert isinstance(chance(flicked, random.Random(1)), Tremble)
    assert "rocket-1" not in step.state.table
    assert "rocketeer-1" in step.state.moved
    assert "rocket-1" not in step.state.moved


def test_m10_what_is_loaded_may_be_left_unshot():
    state = shot(rocket(WARRIOR), "rocketeer-1", ("rocketeer-1", *LAND, Face.SPECIAL)).state
    state = declined(loaded(state, "rocket-1", *LAND)).state
    assert "rocket-1" not in state.table
    assert state.pending == ()
    state = shot(rocket(WARRIOR), "rocketeer-1", ("rocketeer-1", *LAND, Face.SPECIAL)).state
    assert declined(state).state.pending == ()


def test_the_rocket_eliminates_every_enemy_bug_that_it_ends_over():
    own = piece("soldier-1", 310, 410)
    step = fired(rocket(WARRIOR, WARRIOR2, own), "rocketeer-1", *LAND, "rocket-1", at=(308, 420))
    assert {pieces[1] for _, pieces in told(step, "hit")} == {"warrior-1", "warrior-2"}
    assert "soldier-1" in step.state.table
    assert "rocket-1" not in step.state.table
    assert earned(step.state)


def test_the_rocket_leaves_bases_resources_and_what_lies_over_it_alone():
    over = piece("warrior-1", 300, 420)
    state = rocket(over)
    step = fired(state, "rocketeer-1", *LAND, "rocket-1", ("warrior-1", 300, 420), at=(308, 420))
    assert told(step, "hit") == []
    step = fired(rocket(), "rocketeer-1", *LAND, "rocket-1", at=(380, 95))
    assert told(step, "base-damaged") == []
    assert step.state.table["great-hive"].face is Face.NORMAL


def test_m10_off_the_mat_a_projectile_is_spent():
    step = fired(rocket(piece("warrior-1", 750, 420)), "rocketeer-1", *LAND, "rocket-1", at=(755, 420))
    assert told(step, "spent") == [("M10", ("rocket-1",))]
    assert told(step, "hit") == []
    assert "rocket-1" not in step.state.table
    touched = [("flame-1", "drone-1")]
    step = fired(flame(piece("drone-1", 500, 500)), "flamethrower-1", *LAND, "flame-1", at=(800, 400), touched=touched)
    assert told(step, "hit") == []


def test_what_a_projectile_knocks_about_counts_as_an_accident():
    own, enemy = piece("soldier-1", 400, 420), piece("warrior-1", 430, 420)
    step = fired(rocket(own, enemy), "rocketeer-1", *LAND, "rocket-1", ("soldier-1", 428, 420), at=(380, 420))
    assert told(step, "capture") == [("M7", ("soldier-1", "warrior-1"))]


def test_the_flame_eliminates_bugs_of_any_army_that_it_touches_or_ends_over():
    bugs = (
        piece("drone-1", 300, 400),
        piece("worker-1", 300, 440),
        piece("drone-2", 308, 500),
        piece("drone-3", 500, 500),
    )
    step = fired(
        flame(*bugs),
        "flamethrower-1",
        *LAND,
        "flame-1",
        at=(300, 500),
        touched=[("flame-1", "drone-1"), ("worker-1", "flame-1"), ("drone-1", "drone-3")],
    )
    assert {pieces[1] for _, pieces in told(step, "hit")} == {"drone-1", "worker-1", "drone-2"}
    assert "drone-3" in step.state.table
    assert earned(step.state)


def test_the_flame_that_takes_own_bugs_alone_earns_nothing():
    step = fired(flame(piece("worker-1", 300, 400)), "flamethrower-1", *LAND, "flame-1", at=(300, 400))
    assert told(step, "hit")
    assert not earned(step.state)


def test_acid_spit_eats_through_armour_and_the_rocket_does_not():
    state = spit(piece("tank-1", 300, 420), special("green-beret-1", 310, 432))
    step = fired(state, "acid-spitter-1", *LAND, "acid-spit-1", at=(305, 424))
    assert {pieces[1] for _, pieces in told(step, "hit")} == {"tank-1", "green-beret-1"}
    step = fired(spit(piece("soldier-1", 400, 420)), "acid-spitter-1", *LAND, "acid-spit-1", at=(305, 424))
    assert told(step, "hit") == []


def test_the_web_holds_what_it_ends_over():
    state = silk(piece("soldier-1", 300, 420), piece("soldier-2", 312, 426), piece("warrior-1", 305, 436))
    step = fired(state, "spider-1", *LAND, "web-1", at=(306, 424))
    assert {pieces[1] for _, pieces in told(step, "webbed")} == {"soldier-1", "soldier-2"}
    assert {web.bug for web in step.state.webs} == {"soldier-1", "soldier-2"}
    assert {"soldier-1", "soldier-2"} <= {p.id for p in step.state.table}
    assert not earned(step.state)
    assert powers_of(step.state, "soldier-1") == ()
    assert powers_of(step.state, "soldier-3") != ()


def test_there_are_three_web_markers():
    webs = tuple(Web(f"green-beret-{n}", 1, 0) for n in (1, 2, 3))
    step = fired(silk(piece("soldier-1", 300, 420), webs=webs), "spider-1", *LAND, "web-1", at=(306, 424))
    assert told(step, "webbed") == []
    assert len(step.state.webs) == 3


WEBBED = (Web("soldier-1", 1, 0),)


def held(*bugs, dice=("soldier", "tank"), webs=WEBBED, **changes):
    return position(piece("soldier-1", 300, 500), *bugs, dice=dice, player=1, webs=webs, setup=CARDS, **changes)


def test_a_webbed_bug_can_not_move_until_a_result_of_its_breed_frees_it():
    state = held(piece("tank-1", 500, 500))
    assert why_not(state, "soldier-1").rule == "M11"
    assert refusal(state, Free(1, Use.DIE_2, "soldier-1")).rule == "M11"
    assert refusal(state, Free(1, Use.DIE_1, "tank-1")).text == "This Tank is not caught in a web."
    assert any(option.kind == "free" and option.use is Use.DIE_1 for option in legal(state))
    step = apply(state, Free(1, Use.DIE_1, "soldier-1"))
    assert told(step, "freed") == [("M11", ("soldier-1",))]
    assert step.state.webs == ()
    assert "soldier-1" not in can_flick(step.state)
    assert "tank-1" in can_flick(step.state)


def test_a_freed_bug_may_move_with_the_other_result():
    step = apply(held(dice=("soldier", "soldier")), Free(1, Use.DIE_1, "soldier-1"))
    assert can_flick(step.state) == {"soldier-1": (Use.DIE_2,)}


def test_t4_a_webbed_bug_leaves_its_result_to_a_reinforcement():
    state = held(dice=("soldier", "soldier"), moved=("soldier-2",))
    after, _ = go_on(state)
    assert after.phase is Phase.REINFORCE
    assert {option.kind for option in legal(after)} == {"free", "forgo", "reinforce"}
    spot = nearest_spot(after, 1, "soldier-3", 380, 600, 0.0)
    assert refusal(after, Reinforce(1, Use.DIE_1, spot)) is None


def test_a_webbed_bug_is_captured_as_usual_and_its_marker_comes_off():
    state = position(
        piece("warrior-1", 300, 300), piece("soldier-1", 300, 500), webs=WEBBED, setup=CARDS, dice=("warrior", "spider")
    )
    step = shot(state, "warrior-1", ("warrior-1", 305, 505))
    assert told(step, "capture")
    assert step.state.webs == ()


@pytest.mark.parametrize("terrain", ["acid-pit", "gravity-manipulator", "warp-gate"])
def test_g6_a_projectile_that_ends_on_a_template_is_removed_and_sets_nothing_off(terrain):
    setup = setup_of("chitinians", "usarthropods", terrain=(terrain,))
    state = position(piece("rocketeer-1", 100, 100), dice=("rocketeer", "tank"), player=1, setup=setup)
    step = fired(state, "rocketeer-1", *LAND, "rocket-1", at=(270, 380))
    assert told(step, "spent") == [("G6", ("rocket-1",))]
    assert "rocket-1" not in step.state.table
    assert offered(step) is None
    assert "terrain" not in kinds(step)
