"""Pairs of effects in one shot: what captures or hits, what is captured or hit, and two on one card."""

import itertools

import pytest
from matrix_tools import LARVA, OFFERS, ON, VICTIMS, W1, meeting, outcome
from rules_tools import (
    declined,
    fired,
    loaded,
    offered,
    piece,
    position,
    replace,
    shot,
    special,
    told,
)

from micromutants.rules import (
    Task,
    Web,
    can_flick,
)
from micromutants.table import Face

# --- what captures, and what it captures ------------------------------------------------------------------------

CAPTORS = {
    # What comes of it where the bug beneath has: camouflage, harmless, armour, venom, buddies.
    "camouflage": (
        "shielded -> nothing",
        "capture -> nothing",
        "armour -> nothing",
        "capture venom -> nothing",
        "capture -> move by Boris",
    ),
    "harmless": ("-> nothing",) * 5,
    "armour": (
        "shielded -> nothing",
        "capture -> nothing",
        "armour -> nothing",
        "capture venom -> nothing",
        "capture -> move by Boris",
    ),
    "venom": (
        "shielded -> nothing",
        "capture -> nothing",
        "armour -> nothing",
        "capture venom -> nothing",
        "capture -> move by Boris",
    ),
    "cleave": (
        "shielded -> nothing",
        "capture cleave -> nothing",
        "armour -> nothing",
        "capture cleave venom -> nothing",
        "capture cleave -> move by Boris",
    ),
    "order": (
        "shielded -> move by Ada",
        "capture -> move by Ada",
        "armour -> nothing",
        "capture venom -> nothing",
        "capture -> move by Ada",
    ),
    "follow": (
        "shielded -> move by Ada",
        "capture -> nothing",
        "armour -> nothing",
        "capture venom -> nothing",
        "capture -> move by Boris",
    ),
    "frenzy": (
        "shielded -> nothing",
        "capture -> move by Ada",
        "armour -> nothing",
        "capture venom -> nothing",
        "capture -> move by Ada",
    ),
    "directive": (
        "shielded -> nothing",
        "capture -> nothing",
        "armour -> nothing",
        "capture venom -> nothing",
        "capture -> move by Boris",
    ),
    "fire-on-landing": (
        "shielded -> load by Ada",
        "capture -> load by Ada",
        "armour -> nothing",
        "capture venom -> nothing",
        "capture -> load by Ada",
    ),
    "repulse": (
        "shielded -> shove by Ada",
        "capture -> shove by Ada",
        "armour -> nothing",
        "capture venom -> nothing",
        "capture -> shove by Ada",
    ),
    "warp": (
        "shielded -> bring by Ada",
        "capture -> bring by Ada",
        "armour -> nothing",
        "capture venom -> nothing",
        "capture -> bring by Ada",
    ),
    "assimilate": (
        "shielded -> nothing",
        "capture -> bring by Ada",
        "armour -> nothing",
        "capture venom -> nothing",
        "capture -> bring by Ada",
    ),
    "hatch": (
        "shielded -> bring by Ada",
        "capture -> bring by Ada",
        "armour -> nothing",
        "capture venom -> nothing",
        "capture -> bring by Ada",
    ),
}
"""Effects of the bug that lands, special side up, on another."""


def landing(captor, victim):
    """The step after a Warrior with one effect has landed special side up on a Soldier with another.

    A Green Beret beside it is touched, and another Soldier is near.
    """
    setup = meeting({"warrior": [captor]}, {"soldier": [victim]})
    first = piece("soldier-1", 300, 500) if victim == "armour" else special("soldier-1", 300, 500)
    bugs = (W1, LARVA, first, piece("green-beret-1", 322, 505), piece("soldier-2", 345, 545))
    state = position(*bugs, setup=setup, dice=("warrior", "spider"))
    return shot(state, "warrior-1", ("warrior-1", *ON, Face.SPECIAL))


@pytest.mark.parametrize("victim", VICTIMS)
@pytest.mark.parametrize("captor", CAPTORS)
def test_what_lands_and_what_it_lands_on(captor, victim):
    assert outcome(landing(captor, victim)) == CAPTORS[captor][VICTIMS.index(victim)]


@pytest.mark.parametrize("victim", [v for v in VICTIMS if v != "buddies"])
def test_a_soldier_with_buddies_falls_beside_another_and_reacts_all_the_same(victim):
    # One shot over two bugs: each is looked at by itself.
    setup = meeting({}, {"soldier": ["buddies"], "tank": [victim]})
    tank = piece("tank-1", 318, 500, angle=1.5707963) if victim == "armour" else special("tank-1", 318, 500, 1.5707963)
    bugs = (W1, special("soldier-1", 300, 500), tank, piece("soldier-2", 330, 540))
    state = position(*bugs, setup=setup, dice=("warrior", "spider"))
    step = shot(state, "warrior-1", ("warrior-1", 304, 506))
    assert told(step, "capture")[0][1] == ("warrior-1", "soldier-1")
    assert offered(step) == (Task.MOVE, 1, "soldier-card")


# --- projectiles, and what they land on -------------------------------------------------------------------------

PROJECTILES = {
    # Camouflage, harmless, armour, venom, buddies.
    "strike": ("hit -> nothing", "hit -> nothing", "armour -> nothing", "hit -> nothing", "hit -> move by Boris"),
    "sweep": ("hit -> nothing", "hit -> nothing", "armour -> nothing", "hit -> nothing", "hit -> move by Boris"),
    "entangle": ("webbed -> nothing",) * 5,
}


@pytest.mark.parametrize("victim", VICTIMS)
@pytest.mark.parametrize("projectile", PROJECTILES)
def test_what_a_projectile_does_to_what_it_ends_over(projectile, victim):
    setup = meeting({"acid_spitter": ["fire-on-landing"], "acid_spit": [projectile]}, {"soldier": [victim]})
    first = piece("soldier-1", 300, 420) if victim == "armour" else special("soldier-1", 300, 420)
    bugs = (piece("acid-spitter-1", 100, 300), first, piece("soldier-2", 345, 445))
    state = position(*bugs, setup=setup, dice=("acid-spitter", "larva"))
    step = fired(state, "acid-spitter-1", 300, 300, "acid-spit-1", at=(303, 423))
    assert outcome(step) == PROJECTILES[projectile][VICTIMS.index(victim)]


@pytest.mark.parametrize("captor", CAPTORS)
def test_a_web_holds_down_every_effect_of_the_bug_that_it_holds(captor):
    setup = meeting({"warrior": [captor]})
    state = position(W1, LARVA, piece("soldier-1", 300, 500), setup=setup, dice=("warrior", "spider"))
    webbed = replace(state, webs=(Web("warrior-1", 1, 1),))
    assert "warrior-1" not in can_flick(webbed)
    # Knocked onto an enemy it captures as any bug, and nothing more.
    knocker = replace(webbed, table=webbed.table.put(replace(piece("spider-1", 250, 250), owner=0)))
    step = shot(knocker, "spider-1", ("warrior-1", *ON, Face.SPECIAL), ("spider-1", 280, 280))
    assert outcome(step) == "capture -> nothing"


@pytest.mark.parametrize("first", PROJECTILES)
@pytest.mark.parametrize("second", PROJECTILES)
def test_projectiles_do_not_meet_in_the_air_and_fire_does_not_burn_them(first, second):
    # The one lies on the mat as the other comes down on it: neither takes notice.
    setup = meeting({"acid_spitter": ["fire-on-landing"], "acid_spit": [first]}, {"rocket": [second]})
    bugs = (piece("acid-spitter-1", 100, 300), piece("rocket-1", 303, 423), piece("soldier-1", 500, 500))
    state = position(*bugs, setup=setup, dice=("acid-spitter", "larva"))
    step = fired(state, "acid-spitter-1", 300, 300, "acid-spit-1", at=(303, 423))
    assert outcome(step) == "-> nothing"
    assert "rocket-1" in step.state.table


# --- two on one card --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "second"), list(itertools.permutations(OFFERS, 2)))
def test_two_offers_on_one_card_come_one_after_the_other(first, second):
    setup = meeting({"warrior": [first, second]})
    bugs = (W1, LARVA, piece("larva-2", 340, 430), piece("soldier-1", 600, 600))
    state = position(*bugs, setup=setup, dice=("warrior", "spider"))
    state = shot(state, "warrior-1", ("warrior-1", 320, 440, Face.SPECIAL)).state
    assert [due.task.value for due in state.pending] == [OFFERS[first], OFFERS[second]]
    state = declined(state).state
    assert [due.task.value for due in state.pending] == [OFFERS[second]]


WITH_A_CAPTURE = {"order": "move", "frenzy": "move", "fire-on-landing": "load", "repulse": "shove", "warp": "bring"}


@pytest.mark.parametrize("other", [o for o in WITH_A_CAPTURE if o != "frenzy"])
def test_frenzy_and_another_offer_on_one_card(other):
    setup = meeting({"warrior": ["frenzy", other]})
    bugs = (W1, LARVA, piece("soldier-1", 300, 500), piece("soldier-2", 330, 540))
    state = shot(
        position(*bugs, setup=setup, dice=("warrior", "spider")), "warrior-1", ("warrior-1", *ON, Face.SPECIAL)
    ).state
    assert [due.task.value for due in state.pending] == ["move", WITH_A_CAPTURE[other]]


@pytest.mark.parametrize("other", ["frenzy", "cleave"])
def test_assimilate_and_another_effect_of_a_captor_on_one_card(other):
    setup = meeting({"warrior": ["assimilate", other]})
    bugs = (W1, piece("soldier-1", 300, 500), piece("soldier-2", 322, 505))
    step = shot(position(*bugs, setup=setup, dice=("warrior", "spider")), "warrior-1", ("warrior-1", *ON))
    assert bool(told(step, "cleave")) == (other == "cleave")
    # What follows on the landing comes before what follows on the capture.
    wanted = ["move", "bring"] if other == "frenzy" else ["bring"]
    assert [due.task.value for due in step.state.pending] == wanted


@pytest.mark.parametrize("other", ["order", "frenzy", "assimilate", "buddies", "fire-on-landing", "warp", "hatch"])
def test_cleave_and_another_offer_for_the_capture(other):
    ours = {"warrior": ["cleave", other]} if other != "buddies" else {"warrior": ["cleave"]}
    setup = meeting(ours, {"soldier": ["buddies"]} if other == "buddies" else {})
    bugs = (W1, LARVA, piece("soldier-1", 300, 500), special("soldier-2", 322, 505), piece("soldier-3", 345, 545))
    state = position(*bugs, setup=setup, dice=("warrior", "spider"))
    step = shot(state, "warrior-1", ("warrior-1", *ON, Face.SPECIAL))
    assert told(step, "cleave")
    assert len(step.state.pending) == 1


@pytest.mark.parametrize(("twice", "wanted"), [("frenzy", ["move"] * 2), ("assimilate", ["bring"] * 2), ("cleave", [])])
def test_the_same_effect_twice_on_one_card_is_offered_twice(twice, wanted):
    setup = meeting({"warrior": [twice, twice]})
    bugs = (W1, piece("soldier-1", 300, 500), piece("soldier-2", 322, 505))
    step = shot(position(*bugs, setup=setup, dice=("warrior", "spider")), "warrior-1", ("warrior-1", *ON))
    assert [due.task.value for due in step.state.pending] == wanted
    # What falls to a cleaving bug falls once.
    assert len(told(step, "cleave")) == (twice == "cleave")


@pytest.mark.parametrize("other", sorted(set(OFFERS) - {"follow"}))
def test_harmless_and_what_a_landing_offers_on_one_card(other):
    # It captures nothing; what it does on landing it does.
    setup = meeting({"warrior": ["harmless", other]})
    bugs = (W1, LARVA, piece("soldier-1", 300, 500))
    state = position(*bugs, setup=setup, dice=("warrior", "spider"))
    step = shot(state, "warrior-1", ("warrior-1", *ON, Face.SPECIAL))
    assert outcome(step) == f"-> {OFFERS[other]} by Ada"


@pytest.mark.parametrize("other", ["cleave", "frenzy", "assimilate"])
def test_harmless_and_what_a_capture_offers_on_one_card(other):
    setup = meeting({"warrior": ["harmless", other]})
    bugs = (W1, piece("soldier-1", 300, 500), piece("soldier-2", 322, 505))
    step = shot(position(*bugs, setup=setup, dice=("warrior", "spider")), "warrior-1", ("warrior-1", *ON, Face.SPECIAL))
    assert outcome(step) == "-> nothing"


@pytest.mark.parametrize("pair", list(itertools.combinations(["camouflage", "armour", "venom", "buddies"], 2)))
def test_two_defences_on_one_card(pair):
    setup = meeting({}, {"soldier": list(pair)})

    def capture(face):
        lying = replace(piece("soldier-1", 300, 500), face=face)
        state = position(W1, lying, piece("soldier-2", 345, 545), setup=setup, dice=("warrior", "spider"))
        return outcome(shot(state, "warrior-1", ("warrior-1", *ON)))

    normal, up = capture(Face.NORMAL), capture(Face.SPECIAL)
    if "camouflage" in pair:
        assert up == "shielded -> nothing"
    elif "buddies" in pair:
        assert up == ("capture venom" if "venom" in pair else "capture") + " -> move by Boris"
    else:
        assert up == "capture venom -> nothing"
    if "armour" in pair:
        assert normal == "armour -> nothing"
    else:
        assert normal == ("capture venom" if "venom" in pair else "capture") + " -> nothing"


# --- a hit is no capture ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("effect_", ["cleave", "frenzy", "assimilate"])
@pytest.mark.parametrize("projectile", PROJECTILES)
def test_what_a_projectile_hits_its_shooter_has_not_captured(projectile, effect_):
    setup = meeting({"acid_spitter": ["fire-on-landing", effect_], "acid_spit": [projectile]})
    bugs = (piece("acid-spitter-1", 100, 300), LARVA, piece("soldier-1", 300, 420), piece("soldier-2", 320, 425))
    state = position(*bugs, setup=setup, dice=("acid-spitter", "larva"))
    step = fired(state, "acid-spitter-1", 300, 300, "acid-spit-1", at=(300, 424))
    assert told(step, "cleave") == []
    assert offered(step) is None


@pytest.mark.parametrize("other", ["order", "follow", "repulse", "warp", "hatch"])
@pytest.mark.parametrize("projectile", PROJECTILES)
def test_what_else_a_shooter_offers_waits_until_the_projectile_has_landed(projectile, other):
    setup = meeting({"acid_spitter": ["fire-on-landing", other], "acid_spit": [projectile]})
    bugs = (piece("acid-spitter-1", 100, 300), LARVA, piece("soldier-1", 320, 440))
    state = position(*bugs, setup=setup, dice=("acid-spitter", "larva"))
    state = shot(state, "acid-spitter-1", ("acid-spitter-1", 300, 400, Face.SPECIAL)).state
    state = loaded(state, "acid-spit-1", 300, 400)
    step = shot(state, "acid-spit-1", ("acid-spit-1", 500, 500))
    assert offered(step)[0].value == OFFERS[other]
