"""Pairs of effects around a shot: who moves by a card, is brought, shoved, turned, reinforces, or burns."""

import pytest
from matrix_tools import GIVEN, LANDINGS, LARVA, MOVERS, ON, PROBES, VICTIMS, W1, effect, meeting, outcome
from rules_tools import (
    brought,
    declined,
    landed,
    offered,
    piece,
    position,
    replace,
    shot,
    special,
    told,
)

from micromutants.rules import (
    Card,
    Forgo,
    Phase,
    Reinforce,
    Reroll,
    RollAgain,
    Task,
    TurnOver,
    Use,
    Web,
    apply,
    can_flick,
    nearest_spot,
    pickable,
    refusal,
    settle,
)
from micromutants.rules.turn import go_on
from micromutants.table import Face

# --- who moves by a card ----------------------------------------------------------------------------------------


def moved_by(mover, *effects):
    """A state in which a card has a Warrior move that has these effects."""
    if mover == "buddies":
        # The Soldiers are Boris's, so he is the one who moves.
        theirs = {"soldier": ["buddies", *(f"their {name}" if f"their {name}" in GIVEN else name for name in effects)]}
        setup = meeting({}, theirs)
        bugs = (W1, special("soldier-1", 300, 500), piece("soldier-2", 330, 530), piece("soldier-3", 500, 600))
        state = position(*bugs, setup=setup, dice=("warrior", "spider"))
        return shot(state, "warrior-1", ("warrior-1", *ON)).state, "soldier-2"
    if mover == "frenzy":
        setup = meeting({"warrior": ["frenzy", *effects]})
        bugs = (W1, LARVA, piece("soldier-1", 300, 500), piece("soldier-2", 420, 500))
        state = position(*bugs, setup=setup, dice=("warrior", "spider"))
        return shot(state, "warrior-1", ("warrior-1", *ON)).state, "warrior-1"
    setup = meeting({"spider": [mover], "larva": list(effects)})
    bugs = (piece("spider-1", 300, 300), LARVA, piece("larva-2", 420, 430), piece("soldier-1", 600, 600))
    state = position(*bugs, setup=setup, dice=("spider", "warrior"))
    return (state if mover == "directive" else shot(state, "spider-1", ("spider-1", 340, 400)).state), "larva-1"


@pytest.mark.parametrize("probe", PROBES)
@pytest.mark.parametrize("mover", MOVERS)
def test_a_bug_that_a_card_moves_does_what_it_does_on_landing(mover, probe):
    state, bug = moved_by(mover, probe)
    use = Use.DIE_1 if mover == "directive" else Use.CARD
    step = shot(state, bug, (bug, 440, 460, Face.SPECIAL), use=use)
    assert PROBES[probe] in [due.task.value for due in step.state.pending]
    flat = shot(state, bug, (bug, 440, 460, Face.NORMAL), use=use)
    assert PROBES[probe] not in [due.task.value for due in flat.state.pending]


@pytest.mark.parametrize("mover", [mover for mover in MOVERS if mover != "frenzy"])
def test_a_card_moves_no_webbed_bug(mover):
    state, bug = moved_by(mover)
    assert bug in can_flick(state)
    assert bug not in can_flick(replace(state, webs=(Web(bug, 1, 1),)))


@pytest.mark.parametrize("mover", ["order", "follow", "buddies"])
@pytest.mark.parametrize("rushes", [False, True])
def test_a_card_moves_a_reinforcement_only_where_it_may_rush(mover, rushes):
    state, bug = moved_by(mover)
    state = replace(state, reinforced=(bug,))
    if rushes:
        army, own = (1, "headquarters") if mover == "buddies" else (0, "brood-pit")
        breed = bug.rpartition("-")[0]
        armies = list(state.setup.armies)
        card = Card("uncle-sam" if army else "second-clutch", "Rush", "Rush.", ({"effect": "rush", "breed": breed},))
        bases = tuple(replace(b, evolutions=(card, b.evolutions[1])) if b.id == own else b for b in armies[army].bases)
        armies[army] = replace(armies[army], bases=bases)
        cards = tuple((card.id,) if player == army else () for player in (0, 1))
        state = replace(state, setup=replace(state.setup, armies=tuple(armies)), cards=cards)
    assert (bug in can_flick(state)) == rushes


# --- who is brought, shoved or turned ---------------------------------------------------------------------------


def brought_by(bringer, *effects):
    """The step after a card has brought a bug that has these effects, special side up where it keeps its side."""
    larva = special("larva-1", 500, 300)
    if bringer == "warp":
        setup = meeting({"warrior": ["warp"], "larva": list(effects)})
        state = position(W1, larva, piece("soldier-1", 600, 600), setup=setup, dice=("warrior", "spider"))
        state = shot(state, "warrior-1", ("warrior-1", 320, 440, Face.SPECIAL)).state
        return brought(state, "larva-1")
    if bringer == "assimilate":
        setup = meeting({"spider": ["assimilate"], "warrior": list(effects)})
        bugs = (piece("spider-1", 300, 300), LARVA, piece("soldier-1", 300, 500))
        state = shot(position(*bugs, setup=setup, dice=("spider", "larva")), "spider-1", ("spider-1", *ON)).state
        return brought(state, "warrior-1")
    if bringer == "hatch":
        setup = meeting({"warrior": ["hatch"], "exterminator": list(effects)})
        bugs = (W1, LARVA, piece("soldier-1", 600, 600))
        state = position(*bugs, setup=setup, dice=("warrior", "spider"))
        state = shot(state, "warrior-1", ("warrior-1", 320, 440, Face.SPECIAL)).state
        return brought(state, "exterminator-1", 320, 440)
    setup = meeting({"spider": ["muster"], "warrior": list(effects)})
    bugs = (LARVA, piece("soldier-1", 600, 600))
    state = position(*bugs, setup=setup, dice=("warrior", "acid-spitter"), phase=Phase.REINFORCE)
    state = apply(state, Reinforce(0, Use.DIE_1, nearest_spot(state, 0, "warrior-1", 380, 380, 0.0))).state
    return brought(state, "warrior-2")


BRINGERS = ("warp", "assimilate", "hatch", "muster")


@pytest.mark.parametrize("effect_", LANDINGS)
@pytest.mark.parametrize("bringer", BRINGERS)
def test_a_bug_that_is_brought_has_not_landed(bringer, effect_):
    assert offered(brought_by(bringer, effect_)) is None


@pytest.mark.parametrize("effect_", LANDINGS)
def test_a_bug_that_is_shoved_has_not_landed(effect_):
    step = shoved({"larva": [effect_]}, {})
    assert told(step, "capture") == [("M7", ("larva-1", "soldier-1"))]
    assert offered(step) is None


def shoved(ours, theirs, soldier=None):
    """The step after a shove has put a Larva on a Soldier."""
    setup = meeting({"warrior": ["repulse"], **ours}, theirs)
    bugs = (W1, special("larva-1", 300, 460), soldier or special("soldier-1", 300, 500), piece("soldier-2", 345, 545))
    bugs = (*bugs, piece("green-beret-1", 322, 505))
    state = position(*bugs, setup=setup, dice=("warrior", "spider"))
    state = shot(state, "warrior-1", ("warrior-1", 300, 430, Face.SPECIAL)).state
    assert offered_task(state) is Task.SHOVE
    return settle(state, landed(state, ("larva-1", *ON)))


def offered_task(state):
    return state.pending[0].task


@pytest.mark.parametrize(("effect_", "wanted"), [("cleave", "cleave"), ("assimilate", "bring")])
def test_a_shoved_bug_captures_with_what_its_card_does(effect_, wanted):
    step = shoved({"larva": [effect_]}, {})
    assert wanted in outcome(step)


@pytest.mark.parametrize("victim", VICTIMS)
def test_a_bug_that_is_shoved_meets_what_protects_others(victim):
    lying = piece("soldier-1", 300, 500) if victim == "armour" else None
    wanted = {
        "camouflage": "shielded -> nothing",
        "harmless": "capture -> nothing",
        "armour": "armour -> nothing",
        "venom": "capture venom -> nothing",
        "buddies": "capture -> move by Boris",
    }
    assert outcome(shoved({}, {"soldier": [victim]}, lying)) == wanted[victim]


def test_a_harmless_bug_that_is_shoved_captures_nothing():
    assert outcome(shoved({"larva": ["harmless"]}, {})) == "-> nothing"


def with_card(setup, card, *effects, cards=()):
    """A set-up in which an evolution card of the Chitinians has these effects, and cards in play."""
    army = setup.armies[0]
    bases = tuple(
        replace(
            base,
            evolutions=tuple(
                replace(c, effects=tuple(effect(e) for e in effects)) if c.id == card else c for c in base.evolutions
            ),
        )
        for base in army.bases
    )
    return replace(setup, armies=(replace(army, bases=bases), setup.armies[1]))


def turning(*effects, face=Face.NORMAL):
    """A state in which a Warrior that has these effects may be turned over."""
    setup = with_card(meeting({"warrior": list(effects)}, {}), "second-clutch", "turn")
    bugs = (replace(W1, face=face), LARVA, piece("soldier-1", 100, 500))
    return position(*bugs, setup=setup, dice=("warrior", "spider"), cards=(("second-clutch",), ()))


@pytest.mark.parametrize("effect_", LANDINGS)
def test_a_bug_that_is_turned_over_has_not_landed(effect_):
    step = apply(turning(effect_), TurnOver(0, "warrior-1", Use.DIE_1))
    assert step.state.table["warrior-1"].face is Face.SPECIAL
    assert offered(step) is None


@pytest.mark.parametrize(
    ("defence", "face", "before", "after"),
    [
        ("camouflage", Face.NORMAL, "capture", "shielded"),
        ("armour", Face.SPECIAL, "capture", "armour"),
        ("buddies", Face.NORMAL, "", "move"),
    ],
)
def test_a_turned_bug_has_the_defence_of_its_new_side(defence, face, before, after):
    # Buddies name a breed, so they have Warriors react here.
    own = {**GIVEN, "buddies": {"breed": "warrior", "range": "close"}}
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GIVEN, "buddies", own["buddies"])
        state = turning(defence, face=face)
    other = replace(piece("warrior-2", 330, 330), owner=0)
    state = replace(state, table=state.table.put(other))

    def attacked(game):
        turn = replace(game, player=1, phase=Phase.MOVE, dice=position().dice, moved=(), pending=())
        turn = replace(
            turn, dice=tuple(replace(d, breed=b) for d, b in zip(turn.dice, ("soldier", "tank"), strict=True))
        )
        return outcome(shot(turn, "soldier-1", ("soldier-1", 296, 296)))

    assert before in attacked(state)
    assert after in attacked(apply(state, TurnOver(0, "warrior-1", Use.DIE_1)).state)
    assert after not in attacked(state)


def test_a_webbed_bug_is_not_turned_in_place_of_its_move():
    state = turning("camouflage")
    assert refusal(state, TurnOver(0, "warrior-1", Use.DIE_1)) is None
    webbed = replace(state, webs=(Web("warrior-1", 1, 1),))
    assert refusal(webbed, TurnOver(0, "warrior-1", Use.DIE_1)).rule == "M11"


def begun(*cards, webs=(), larva=("hatch",)):
    """What is offered as the turn of the Chitinians begins, with these effects on an evolution card."""
    setup = with_card(meeting({"larva": list(larva)}, {}), "second-clutch", *cards)
    bugs = (special("warrior-1", 300, 200), special("larva-1", 200, 200), piece("soldier-1", 300, 500))
    state = position(
        *bugs,
        setup=setup,
        player=1,
        dice=("soldier", "soldier"),
        phase=Phase.EXTRA,
        cards=(("second-clutch",), ()),
        webs=webs,
    )
    return apply(state, Forgo(1, Use.EXTRA))


def test_hatch_and_repair_come_one_after_the_other_as_the_turn_begins():
    step = begun("repair")
    assert [due.task for due in step.state.pending] == [Task.BRING, Task.TURN]
    assert pickable(declined(step.state).state) == ("warrior-1",)


def test_a_webbed_bug_is_repaired_and_does_not_hatch():
    # Turning it back is the base's doing; hatching would be its own.
    step = begun("repair", webs=(Web("warrior-1", 1, 1), Web("larva-1", 1, 1)))
    assert [due.task for due in step.state.pending] == [Task.TURN]
    assert pickable(step.state) == ("warrior-1",)


@pytest.mark.parametrize("defence", ["camouflage", "armour", "venom"])
def test_a_repaired_bug_has_the_defence_of_its_normal_side(defence):
    setup = with_card(meeting({"warrior": [defence]}, {}), "second-clutch", "repair")
    bugs = (special("warrior-1", 300, 200), LARVA, piece("soldier-1", 300, 500))
    state = position(
        *bugs, setup=setup, player=1, dice=("soldier", "soldier"), phase=Phase.EXTRA, cards=(("second-clutch",), ())
    )
    state = apply(apply(state, Forgo(1, Use.EXTRA)).state, TurnOver(0, "warrior-1")).state
    turn = replace(state, player=1, phase=Phase.MOVE, dice=position(dice=("soldier", "tank")).dice)
    step = shot(turn, "soldier-1", ("soldier-1", 304, 204))
    wanted = {"camouflage": "capture", "armour": "armour", "venom": "capture venom"}
    assert outcome(step).startswith(wanted[defence])


def test_repair_moves_nobody_and_hatches_nobody():
    for effects in ("order", "follow", "frenzy", "fire-on-landing", "repulse", "warp"):
        setup = with_card(meeting({"warrior": [effects]}, {}), "second-clutch", "repair")
        bugs = (special("warrior-1", 300, 200), LARVA, piece("soldier-1", 300, 500))
        state = position(
            *bugs, setup=setup, player=1, dice=("soldier", "soldier"), phase=Phase.EXTRA, cards=(("second-clutch",), ())
        )
        step = apply(apply(state, Forgo(1, Use.EXTRA)).state, TurnOver(0, "warrior-1"))
        assert offered(step) is None


# --- reinforcements ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rushes", [False, True])
def test_muster_and_rush_both_bugs_may_move_or_neither(rushes):
    setup = with_card(meeting({"spider": ["muster"]}, {}), "second-clutch", *(["rush"] if rushes else []))
    bugs = (LARVA, piece("soldier-1", 600, 600))
    state = position(
        *bugs, setup=setup, dice=("warrior", "warrior"), phase=Phase.REINFORCE, cards=(("second-clutch",), ())
    )
    state = apply(state, Reinforce(0, Use.DIE_1, nearest_spot(state, 0, "warrior-1", 380, 380, 0.0))).state
    step = brought(state, "warrior-2")
    movable = [bug for bug in can_flick(step.state) if bug.startswith("warrior")]
    assert movable == (["warrior-1", "warrior-2"] if rushes else [])
    assert step.happenings[0].text.endswith("it may move this turn." if rushes else "it does not move this turn.")


@pytest.mark.parametrize("effect_", LANDINGS)
def test_a_reinforcement_that_rushes_does_what_it_does_on_landing(effect_):
    setup = with_card(meeting({"warrior": [effect_]}, {}), "second-clutch", "rush")
    bugs = (LARVA, piece("soldier-1", 300, 500))
    state = position(
        *bugs, setup=setup, dice=("warrior", "warrior"), phase=Phase.REINFORCE, cards=(("second-clutch",), ())
    )
    state = apply(state, Reinforce(0, Use.DIE_1, nearest_spot(state, 0, "warrior-1", 380, 380, 0.0))).state
    end = (*ON, Face.SPECIAL) if effect_ == "frenzy" else (340, 440, Face.SPECIAL)
    step = shot(state, "warrior-1", ("warrior-1", *end))
    assert offered(step) is not None


def test_reroll_may_bring_the_breed_that_rushes_or_turns():
    setup = with_card(meeting({}, {}), "second-clutch", "reroll", "turn")
    state = position(
        W1, LARVA, piece("soldier-1", 600, 600), setup=setup, dice=("spider", "spider"), cards=(("second-clutch",), ())
    )
    state, _ = go_on(state)
    state = apply(apply(state, Reroll(0, Use.DIE_1)).state, RollAgain(0)).state
    assert state.dice[0].breed == "warrior"
    # One card, once a turn for each of what it does: rolled again, it turns nobody.
    assert refusal(state, TurnOver(0, "warrior-1", Use.DIE_1)).rule == "M11"


# --- fire that stays --------------------------------------------------------------------------------------------


def in_fire(effects, theirs=("sweep",), face=Face.SPECIAL):
    """The step after a Warrior with these effects has ended over a projectile that burns."""
    setup = meeting({"warrior": list(effects)}, {"rocket": list(theirs)})
    bugs = (W1, LARVA, piece("rocket-1", 320, 440), piece("soldier-1", 600, 600))
    state = position(*bugs, setup=setup, dice=("warrior", "spider"))
    return shot(state, "warrior-1", ("warrior-1", 322, 442, face))


@pytest.mark.parametrize("effect_", [*LANDINGS, "cleave", "assimilate", "directive"])
def test_a_bug_that_ends_in_fire_does_nothing_more(effect_):
    assert outcome(in_fire([effect_])) == "burnt -> nothing"


@pytest.mark.parametrize("defence", ["camouflage", "harmless", "armour", "venom"])
@pytest.mark.parametrize("face", Face)
def test_nothing_protects_from_fire_that_stays(defence, face):
    step = in_fire([defence], face=face)
    assert outcome(step) == "burnt -> nothing"
    assert "warrior-1" not in step.state.table


def test_buddies_of_a_soldier_that_an_enemy_knocks_into_the_fire():
    setup = meeting({"acid_spit": ["sweep"]}, {"soldier": ["buddies"]})
    bugs = (W1, piece("acid-spit-1", 320, 440), special("soldier-1", 320, 480), piece("soldier-2", 350, 500))
    state = position(*bugs, setup=setup, dice=("warrior", "spider"))
    step = shot(state, "warrior-1", ("soldier-1", 322, 444), ("warrior-1", 320, 500))
    assert told(step, "burnt")
    assert offered(step) == (Task.MOVE, 1, "soldier-card")


@pytest.mark.parametrize("effect_", ["strike", "entangle"])
def test_what_does_not_stay_does_not_burn(effect_):
    assert outcome(in_fire([], theirs=(effect_,))) == "-> nothing"
