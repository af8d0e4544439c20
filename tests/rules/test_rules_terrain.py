"""Terrain: what sets it off, what it does, and the tokens that are thrown."""

import math
import random

import pytest
from rules_tools import (
    brought,
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
    Pending,
    Phase,
    Rulings,
    Scatter,
    SetupError,
    Spot,
    Task,
    Throw,
    apply,
    chance,
    pickable,
    refusal,
    settle,
    stars,
    start,
    to_act,
)
from micromutants.rules.drops import after_drop
from micromutants.rules.hands import THROW_HEIGHT, counters, hand_places
from micromutants.table import Face

SETUP = setup_of("chitinians", "usarthropods", terrain=("acid-pit", "gravity-manipulator"))
GATE = setup_of("chitinians", "usarthropods", terrain=("warp-gate", "acid-pit"))
ACID, GRAVITY = (270.0, 380.0), (490.0, 380.0)
W1, SOLDIER = piece("warrior-1", 100, 300), piece("soldier-1", 300, 560)


def game(*bugs, setup=SETUP, **changes):
    return position(W1, *bugs, setup=setup, **changes)


def test_s9_templates_lie_on_the_stars():
    state = start(SETUP)
    assert [(state.table[t].x, state.table[t].y) for t in ("acid-pit", "gravity-manipulator")] == list(stars(state))
    assert state.table["acid-pit"].kind == "template"
    for terrain in (("acid-pit", "acid-pit"), ("acid-pit", "warp-gate", "gravity-manipulator")):
        with pytest.raises(SetupError, match="terrain: must be up to 2 different templates"):
            start(replace(SETUP, terrain=terrain))


def test_s9_a_resource_that_ends_on_a_template_is_placed_beside_it():
    setup = replace(SETUP, mode="advanced")
    due = Pending(Task.DROP, 0, "S8", pieces=("resource-1",))
    state = game(piece("resource-1", 380, 380), setup=setup, pending=(due,))
    after, notes = after_drop(state, landed(state, ("resource-1", 290, 390)))
    assert [(note.rule, note.pieces) for note in notes][-1] == ("S9", ("resource-1", "acid-pit"))
    resource = after.table["resource-1"]
    apart = math.hypot(resource.x - 270.0, resource.y - 380.0) - 45.0 - 9.0
    assert 0.0 < apart < 3.0
    after, notes = after_drop(state, landed(state, ("resource-1", 380, 500)))
    assert [note.rule for note in notes] == ["S8"]


def test_g1_a_bug_that_rests_on_a_template_even_in_part_sets_it_off():
    step = shot(game(), "warrior-1", ("warrior-1", 270, 432))
    assert told(step, "terrain") == [("G2", ("warrior-1", "acid-pit"))]
    assert "warrior-1" not in step.state.table
    assert told(shot(game(), "warrior-1", ("warrior-1", 270, 434)), "terrain") == []


def test_g1_a_bug_that_is_knocked_onto_it_too_unless_agreed_otherwise():
    def knocked(setup):
        return shot(game(SOLDIER, setup=setup), "warrior-1", ("warrior-1", 320, 560), ("soldier-1", *ACID))

    assert told(knocked(SETUP), "terrain") == [("G2", ("soldier-1", "acid-pit"))]
    assert earned(knocked(SETUP).state)
    agreed = replace(SETUP, rulings=Rulings(knocked_into_terrain=False))
    assert told(knocked(agreed), "terrain") == []
    # Flicked, it does all the same.
    assert told(shot(game(setup=agreed), "warrior-1", ("warrior-1", *ACID)), "terrain")


def test_g1_passing_over_does_nothing():
    step = shot(game(), "warrior-1", ("warrior-1", 600, 500), touched=[("warrior-1", "acid-pit")])
    assert told(step, "terrain") == []


def test_g2_whatever_it_can_do():
    state = game(special("green-beret-1", 100, 500), player=1, dice=("green-beret", "tank"))
    step = shot(state, "green-beret-1", ("green-beret-1", *ACID))
    assert told(step, "terrain")
    state = game(piece("tank-1", 100, 500), player=1, dice=("green-beret", "tank"))
    step = shot(state, "tank-1", ("tank-1", *ACID))
    assert "tank-1" not in step.state.table
    assert not earned(step.state)


def test_a_template_that_is_pushed_goes_back():
    state = game()
    pushed = replace(state.table["acid-pit"], x=300.0)
    step = shot(state, "warrior-1", pushed, ("warrior-1", 500, 560))
    assert told(step, "base-back") == [("B5", ("acid-pit",))]
    assert step.state.table["acid-pit"] == state.table["acid-pit"]


# --- throws ----------------------------------------------------------------------------------------------------


def throwing(state, bug="warrior-1", at=GRAVITY):
    step = shot(state, bug, (bug, *at))
    assert step.state.pending[0].task is Task.THROW
    return step.state


def thrown(state, *ends):
    """The step after four tokens have come to rest at these places, on top of everything."""
    state = apply(state, Throw(state.pending[0].player, 1.5, 0.6)).state
    assert (state.phase, to_act(state)) == (Phase.SCATTER, -1)
    state = replace(state, table=state.table.put(*counters(hand_places(state, state.throw.player), "token")))
    tokens = [p.id for p in state.table if p.kind == "token"]
    return settle(state, landed(state, *((token, *end) for token, end in zip(tokens, ends, strict=True))))


FAR = [(640, 300), (660, 340), (680, 380), (700, 300)]


def test_g3_the_bug_is_eliminated_and_its_owner_throws_four_meteors():
    state = game(SOLDIER, piece("warrior-2", 400, 560))
    step = shot(state, "warrior-1", ("warrior-1", *GRAVITY))
    assert told(step, "terrain") == [("G3", ("warrior-1", "gravity-manipulator"))]
    assert offered(step) == (Task.THROW, 0, "")
    step = thrown(step.state, (305, 565), (402, 562), *FAR[:2])
    assert {pieces[1] for _, pieces in told(step, "meteor")} == {"soldier-1", "warrior-2"}
    assert not earned(step.state)
    assert not any(p.kind == "token" for p in step.state.table)


def test_g3_the_owner_throws_in_the_opponents_turn_too():
    step = shot(game(SOLDIER), "warrior-1", ("warrior-1", 320, 560), ("soldier-1", *GRAVITY))
    assert offered(step) == (Task.THROW, 1, "")
    # The Soldier itself counts, what its Meteors do does not.
    assert earned(step.state)


def test_g3_bases_and_resources_are_safe_and_what_protects_does_not():
    setup = replace(SETUP, mode="advanced")
    state = game(special("green-beret-1", 300, 560), piece("resource-1", 380, 500), setup=setup)
    step = thrown(throwing(state), (302, 562), (382, 502), (380, 665), FAR[0])
    assert {pieces[1] for _, pieces in told(step, "meteor")} == {"green-beret-1"}
    assert "resource-1" in step.state.table
    assert step.state.table["command-nest"].face is Face.NORMAL


def test_g3_a_bug_over_a_meteor_is_safe():
    state = throwing(game(SOLDIER))
    state = apply(state, Throw(0, 1.5, 0.6)).state
    state = replace(state, table=state.table.put(*counters(hand_places(state, 0), "token")))
    tokens = [p.id for p in state.table if p.kind == "token"]
    ends = [(t, *end) for t, end in zip(tokens, [(305, 565), *FAR[:3]], strict=True)]
    outcome = landed(state, *ends, ("soldier-1", 300, 560), moved=tokens)
    assert told(settle(state, outcome), "meteor") == []


def test_g3_meteors_knock_bugs_about_and_what_follows_counts():
    state = game(SOLDIER, piece("warrior-2", 300, 600))
    state = throwing(state)
    state = apply(state, Throw(0, 1.5, 0.6)).state
    state = replace(state, table=state.table.put(*counters(hand_places(state, 0), "token")))
    tokens = [p.id for p in state.table if p.kind == "token"]
    ends = [(t, *end) for t, end in zip(tokens, FAR, strict=True)]
    step = settle(state, landed(state, *ends, ("soldier-1", 302, 598)))
    assert told(step, "capture") == [("M7", ("soldier-1", "warrior-2"))]


def test_g4_entrances_take_own_bugs_and_those_on_a_piece_are_removed():
    state = game(SOLDIER, setup=GATE)
    step = shot(state, "warrior-1", ("warrior-1", *ACID))
    assert told(step, "terrain") == [("G4", ("warrior-1", "warp-gate"))]
    step = thrown(step.state, (302, 562), (600, 560), (660, 560), (380, 660))
    assert told(step, "spent") == [("G4", ("warp-entrance-1", "warp-entrance-4"))]
    assert offered(step) == (Task.BRING, 0, "")
    assert set(pickable(step.state)) == {"larva-1", "larva-2", "larva-3"}
    assert refusal(step.state, Decline(0)).rule == "G4"
    assert refusal(step.state, Bring(0, Spot("larva-1", 500.0, 500.0))).text.startswith("The Larva goes where")
    assert refusal(step.state, Bring(0, Spot("soldier-1", 600.0, 560.0))).rule == "G4"
    step = brought(step.state, "larva-1")
    assert told(step, "brought") == [("G4", ("larva-1", "warp-entrance-2"))]
    assert step.state.table["larva-1"].pose[:2] == (600.0, 560.0)
    step = brought(step.state, "larva-2")
    assert not any(p.kind == "token" for p in step.state.table)
    assert offered(step) is None


def test_g4_a_bug_that_does_not_fit_goes_to_the_nearest_free_spot():
    big = piece("spider-1", 100, 400)
    state = game(piece("soldier-1", 622, 560), big, setup=GATE)
    state = thrown(throwing(state, at=ACID), (600, 560), *FAR[:2], (380, 660)).state
    step = brought(state, "spider-1")
    spider = step.state.table["spider-1"]
    assert 0.0 < math.hypot(spider.x - 600.0, spider.y - 560.0) < 40.0
    assert not [pair for pair in step.state.table.lies_on() if "spider-1" in pair[:2]]


def test_g5_a_throw_goes_up_from_the_own_side_and_off_the_mat_does_nothing():
    state = throwing(game(SOLDIER))
    for wrong in (Throw(0, math.nan, 0.5), Throw(0, 1.0, 0.0), Throw(0, 1.0, 1.5)):
        assert refusal(state, wrong).rule == "G5"
    assert refusal(state, Throw(1, 1.0, 0.5)).rule == "S5"
    state = apply(state, Throw(0, 1.5, 0.6)).state
    action = chance(state, random.Random(2))
    assert all(spot.y < 0.0 for spot in action.spots)
    assert all(launch.loft > 0.5 and launch.height == THROW_HEIGHT for launch in action.launches)
    assert len({launch.azimuth for launch in action.launches}) == 4
    assert refusal(state, Scatter(action.spots[:3], action.launches[:3])).rule == "G5"
    step = apply(state, action)
    assert not any(p.kind == "token" for p in step.state.table)
    assert step.outcome is not None
    off = thrown(throwing(game(SOLDIER)), *[(900 + 30 * i, 400) for i in range(4)])
    assert told(off, "spent")[0][0] == "G5"
    assert told(off, "meteor") == []


def test_g5_the_top_side_throws_downwards():
    state = position(W1, SOLDIER, setup=SETUP, player=1, dice=("soldier", "tank"))
    state = throwing(state, "soldier-1")
    state = apply(state, Throw(1, -1.5, 0.6)).state
    assert all(spot.y > 760.0 for spot in chance(state, random.Random(2)).spots)


def test_a_throw_can_not_be_declined():
    state = throwing(game(SOLDIER))
    assert refusal(state, Decline(0)).rule == "G3"


def test_two_bugs_on_one_template_are_two_throws():
    state = game(SOLDIER, piece("tank-1", 600, 600))
    step = shot(state, "warrior-1", ("soldier-1", 488, 380), ("warrior-1", 500, 380), moved=("soldier-1", "warrior-1"))
    # The Warrior also captures the Soldier before terrain is looked at.
    assert [due.task for due in step.state.pending] == [Task.THROW]
    step = shot(state, "warrior-1", ("soldier-1", 470, 380), ("warrior-1", 510, 380))
    assert [(due.task, due.player) for due in step.state.pending] == [(Task.THROW, 0), (Task.THROW, 1)]
    step = thrown(step.state, *FAR)
    assert offered(step) == (Task.THROW, 1, "")


def test_order_terrain_comes_after_captures_and_before_cards():
    state = game(piece("soldier-1", 300, 420), setup=SETUP)
    step = shot(state, "warrior-1", ("warrior-1", 296, 412))
    assert [k for k in kinds(step) if k in ("capture", "terrain")] == ["capture", "terrain"]
    # A Warrior in the acid has no frenzy.
    assert offered(step) is None
