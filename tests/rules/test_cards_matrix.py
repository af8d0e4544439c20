"""Every pair of effects: what comes of it where they can meet, or why they can not.

The armies of these tests are made for it: any breed may have any effects.
"""

import itertools

import pytest
from rules_tools import (
    NAMES,
    brought,
    declined,
    fired,
    kinds,
    landed,
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
    Card,
    Forgo,
    Phase,
    Reinforce,
    Reroll,
    RollAgain,
    Seat,
    Setup,
    Task,
    TurnOver,
    Use,
    Web,
    apply,
    can_flick,
    load_armies,
    nearest_spot,
    pickable,
    refusal,
    settle,
)
from micromutants.rules.effects import EFFECTS
from micromutants.rules.turn import go_on
from micromutants.table import Face

ARMIES = load_armies()

GIVEN = {
    "camouflage": {},
    "harmless": {"sides": ["normal", "special"]},
    "armour": {},
    "venom": {"sides": ["normal", "special"]},
    "cleave": {"gap": 2.0},
    "buddies": {"breed": "soldier", "range": "close"},
    "order": {"breed": "larva", "range": "long"},
    "follow": {"breed": "larva", "range": "long"},
    "frenzy": {},
    "directive": {"range": "long"},
    "fire-on-landing": {"projectile": "acid-spit"},
    "repulse": {"range": "long"},
    "warp": {"count": 1},
    "assimilate": {"breed": "warrior"},
    "hatch": {"breed": "exterminator", "at_once": True},
    "strike": {},
    "sweep": {"stays": True},
    "entangle": {},
    "muster": {"count": 2},
    "rush": {"breed": "warrior"},
    "turn": {"breed": "warrior"},
    "reroll": {},
    "repair": {"breed": "warrior", "range": "long"},
    "their fire-on-landing": {"projectile": "rocket"},
    "their hatch": {"breed": "sergeant", "at_once": True},
}
"""Parameters of each effect on a card of the Chitinians; buddies and ``their`` effects are for the Usarthropods."""


def effect(name):
    return {"effect": name.removeprefix("their "), **GIVEN[name]}


def with_cards(army, **cards):
    """An army whose breeds and projectiles, named with underscores, have these effects alone."""
    given = {name.replace("_", "-"): effects for name, effects in cards.items()}

    def card(part, old):
        if part.id not in given:
            return replace(old, effects=())
        effects = tuple(effect(each) for each in given[part.id])
        return Card(f"{part.id}-card", part.name, "As the test says.", effects)

    breeds = tuple(replace(b, ability=card(b, b.ability), two_sided=True) for b in ARMIES[army].breeds)
    shots = tuple(replace(p, card=card(p, p.card)) for p in ARMIES[army].projectiles)
    bases = tuple(
        replace(
            base,
            evolutions=tuple(
                replace(c, effects=tuple(effect(e) for e in given.get(c.id, ()))) for c in base.evolutions
            ),
        )
        for base in ARMIES[army].bases
    )
    return replace(ARMIES[army], breeds=breeds, projectiles=shots, bases=bases)


def meeting(ours=None, theirs=None, **changes):
    """Chitinians with these cards against Usarthropods with those."""
    armies = (with_cards("chitinians", **(ours or {})), with_cards("usarthropods", **(theirs or {})))
    return Setup((Seat(NAMES[0], "chitinians"), Seat(NAMES[1], "usarthropods")), armies=armies, **changes)


W1 = piece("warrior-1", 300, 300)
LARVA = piece("larva-1", 380, 420)
ON = (305, 505)
OUT = {"shielded", "armour", "capture", "venom", "cleave", "hit", "webbed", "burnt"}
"""Happenings that tell what came of an attack."""


def outcome(step):
    """What came of a shot, in order, and what is offered next."""
    told_of = [kind for kind in kinds(step) if kind in OUT]
    offer = offered(step)
    return " ".join([*told_of, "->", f"{offer[0].value} by {NAMES[offer[1]]}" if offer else "nothing"])


# --- what captures, and what it captures ------------------------------------------------------------------------

VICTIMS = ("camouflage", "harmless", "armour", "venom", "buddies")
"""Effects of the bug that is landed on."""

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

OFFERS = {
    "order": "move",
    "follow": "move",
    "fire-on-landing": "load",
    "repulse": "shove",
    "warp": "bring",
    "hatch": "bring",
}
"""What is offered when a bug lands special side up and captures nothing."""


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
def test_cleave_and_what_is_offered_for_the_same_capture(other):
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


# --- who moves by a card ----------------------------------------------------------------------------------------

MOVERS = ("order", "follow", "frenzy", "buddies", "directive")


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


PROBES = {name: task for name, task in OFFERS.items() if name not in ("order", "follow")}


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

LANDINGS = ("order", "follow", "frenzy", *PROBES)
"""Effects that need a flick of the bug's own."""


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
def test_a_bug_that_is_shoved_captures_with_what_its_card_does_for_a_capture(effect_, wanted):
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
def test_a_bug_that_is_turned_over_has_the_defence_of_its_new_side(defence, face, before, after):
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
def test_a_bug_that_is_repaired_has_the_defence_of_its_normal_side(defence):
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


# --- every pair is accounted for --------------------------------------------------------------------------------

DEFENCES = {"camouflage", "harmless", "armour", "venom", "buddies"}
CAPTURING = {"cleave", "assimilate", "frenzy"}
LANDING = {"order", "follow", "fire-on-landing", "repulse", "warp", "hatch"}
SHOTS = {"strike", "sweep", "entangle"}

MET = [
    (set(CAPTORS), set(VICTIMS), test_what_lands_and_what_it_lands_on),
    (DEFENCES, {"camouflage", "armour", "venom", "buddies", "harmless"}, test_two_defences_on_one_card),
    (SHOTS, DEFENCES, test_what_a_projectile_does_to_what_it_ends_over),
    (SHOTS, SHOTS, test_projectiles_do_not_meet_in_the_air_and_fire_does_not_burn_them),
    (SHOTS, CAPTURING, test_what_a_projectile_hits_its_shooter_has_not_captured),
    (SHOTS, LANDING, test_what_else_a_shooter_offers_waits_until_the_projectile_has_landed),
    ({"entangle"}, {"directive"}, test_a_card_moves_no_webbed_bug),
    ({"sweep"}, {"directive"}, test_a_bug_that_ends_in_fire_does_nothing_more),
    ({"entangle"}, {"turn"}, test_a_webbed_bug_is_not_turned_in_place_of_its_move),
    ({"entangle"}, {"repair"}, test_a_webbed_bug_is_repaired_and_does_not_hatch),
    (LANDING, LANDING, test_two_offers_on_one_card_come_one_after_the_other),
    ({"frenzy"}, LANDING - {"follow"}, test_frenzy_and_another_offer_on_one_card),
    ({"frenzy"}, {"order", "directive"}, test_a_bug_that_a_card_moves_does_what_it_does_on_landing),
    ({"assimilate"}, {"frenzy", "cleave"}, test_assimilate_and_another_effect_of_a_captor_on_one_card),
    ({"cleave"}, LANDING - {"follow", "repulse"} | {"frenzy"}, test_cleave_and_what_is_offered_for_the_same_capture),
    *(({each}, {each}, test_the_same_effect_twice_on_one_card_is_offered_twice) for each in sorted(CAPTURING)),
    ({"harmless"}, CAPTURING, test_harmless_and_what_a_capture_offers_on_one_card),
    (set(MOVERS), set(PROBES), test_a_bug_that_a_card_moves_does_what_it_does_on_landing),
    ({"order", "follow", "buddies"}, {"rush"}, test_a_card_moves_a_reinforcement_only_where_it_may_rush),
    (set(BRINGERS), set(LANDINGS), test_a_bug_that_is_brought_has_not_landed),
    ({"repulse"}, {"cleave", "assimilate"}, test_a_bug_that_is_shoved_captures_with_what_its_card_does_for_a_capture),
    ({"turn"}, set(LANDINGS), test_a_bug_that_is_turned_over_has_not_landed),
    ({"turn"}, {"camouflage", "armour", "buddies"}, test_a_bug_that_is_turned_over_has_the_defence_of_its_new_side),
    ({"repair"}, {"hatch"}, test_hatch_and_repair_come_one_after_the_other_as_the_turn_begins),
    ({"repair"}, {"camouflage", "armour", "venom"}, test_a_bug_that_is_repaired_has_the_defence_of_its_normal_side),
    ({"repair"}, set(LANDINGS), test_repair_moves_nobody_and_hatches_nobody),
    ({"rush"}, {"muster"}, test_muster_and_rush_both_bugs_may_move_or_neither),
    ({"rush"}, set(LANDINGS), test_a_reinforcement_that_rushes_does_what_it_does_on_landing),
    ({"reroll"}, {"turn"}, test_reroll_may_bring_the_breed_that_rushes_or_turns),
]
"""Effects that meet, and the test that says what comes of it."""

APART = [
    ({"change"}, set(EFFECTS), "It sets parameters of another card and does nothing besides."),
    ({"reroll"}, set(EFFECTS), "It is over before the die moves anybody."),
    ({"muster", "rush"}, DEFENCES | CAPTURING | {"directive"}, "Once it lies there, it is a bug like any other."),
    ({"muster", "rush"}, SHOTS, "Projectiles do not come as reinforcements."),
    (
        {"muster", "rush"},
        {"turn", "repair", "muster", "rush"},
        "One is for bugs out of play, the other for bugs in play.",
    ),
    (
        {"turn", "repair"},
        {"harmless", "venom"} | CAPTURING | {"directive"},
        "A bug has what its side says, however it came up.",
    ),
    ({"turn", "repair"}, {"strike", "sweep"}, "Nothing is turned while something is on its way."),
    ({"turn", "repair"}, {"turn", "repair"}, "The one comes before the dice are rolled, the other with a die."),
    ({"repair"}, {"buddies"}, "Normal side up, a bug has no buddies."),
    (
        {"directive"},
        {"directive", "order", "follow"} | CAPTURING,
        "It says who moves; what the bug then does, its own card says.",
    ),
    ({"directive"}, {"strike"}, "No projectile moves in place of a bug."),
    ({"follow"}, {"frenzy", "cleave", "assimilate"}, "The one asks for a capture, the other for none."),
]
"""Pairs of which neither changes what the other does, and why."""


def pairs(ours, theirs):
    return {frozenset(pair) for pair in itertools.product(ours, theirs)}


def test_every_pair_of_effects_has_a_test_or_a_reason():
    every = pairs(EFFECTS, EFFECTS)
    met = set().union(*(pairs(ours, theirs) for ours, theirs, _ in MET))
    apart = set().union(*(pairs(ours, theirs) for ours, theirs, _ in APART))
    assert met <= every
    assert sorted(sorted(pair) for pair in every - met - apart) == []


def test_what_captures_and_what_is_captured_all_meet():
    # The heart of it: whatever can have a say in one shot over a bug is met by a test, not told apart.
    met = set().union(*(pairs(ours, theirs) for ours, theirs, _ in MET))
    assert pairs(CAPTURING | LANDING, DEFENCES) <= met
    assert pairs(SHOTS, DEFENCES | CAPTURING | LANDING) <= met
    assert pairs(set(MOVERS), set(PROBES)) <= met
