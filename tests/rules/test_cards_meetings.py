"""What happens where two cards, or a card and a rule, meet."""

from rules_tools import (
    CARDS,
    brought,
    declined,
    earned,
    fired,
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
    Forgo,
    Phase,
    Spot,
    Task,
    Throw,
    Use,
    Web,
    apply,
    can_flick,
    pickable,
    refusal,
    settle,
    why_not,
)
from micromutants.rules.hands import counters, hand_places
from micromutants.table import Face

TARGET = (305, 505)
W1, W2 = piece("warrior-1", 300, 300), piece("warrior-2", 100, 300)


def chi(*bugs, dice=("warrior", "spider"), setup=CARDS, **changes):
    return position(*bugs, dice=dice, setup=setup, **changes)


OTHER = piece("drone-4", 680, 740)
"""A Flyborg more, so that they stand when a Poisoner falls."""


def against(first, second, *bugs, **changes):
    return position(*bugs, setup=setup_of(first, second), **changes)


EXTERMINATOR = piece("exterminator-1", 100, 400)


def cleaved(*bugs):
    state = chi(EXTERMINATOR, piece("soldier-1", 300, 500), *bugs, dice=("exterminator", "spider"))
    return shot(state, "exterminator-1", ("exterminator-1", *TARGET))


def test_camouflage_and_acid_pit():
    setup = replace(CARDS, terrain=("acid-pit",))
    state = chi(W1, special("green-beret-1", 300, 440), setup=setup)
    step = shot(state, "warrior-1", ("warrior-1", 330, 440), ("green-beret-1", 270, 380, Face.SPECIAL))
    assert told(step, "terrain") == [("G2", ("green-beret-1", "acid-pit"))]
    assert earned(step.state)


def test_camouflage_and_a_projectile():
    state = chi(piece("acid-spitter-1", 600, 300), special("green-beret-1", 300, 420), dice=("acid-spitter", "larva"))
    step = fired(state, "acid-spitter-1", 300, 300, "acid-spit-1", at=(304, 424))
    assert told(step, "hit")
    state = against(
        "chitinians",
        "sovietopters",
        special("saboteur-1", 300, 420),
        piece("spider-1", 60, 300),
        dice=("spider", "larva"),
    )
    step = fired(state, "spider-1", 300, 300, "web-1", at=(304, 424))
    assert told(step, "webbed")


def test_camouflage_and_fumble():
    state = position(W1, special("green-beret-1", 300, 500), player=1, dice=("green-beret", "tank"), setup=CARDS)
    step = shot(state, "green-beret-1", ("green-beret-1", 305, 305), W1, moved=("green-beret-1",))
    assert told(step, "fumble") == [("M6", ("green-beret-1", "warrior-1"))]


def test_camouflage_and_cleave():
    step = cleaved(special("green-beret-1", 322, 505))
    assert told(step, "shielded")
    assert "green-beret-1" in step.state.table


def test_camouflage_and_web():
    state = chi(W1, special("green-beret-1", 300, 500), webs=(Web("green-beret-1", 1, 0),))
    step = shot(state, "warrior-1", ("warrior-1", *TARGET))
    assert told(step, "capture")
    assert step.state.webs == ()


def test_armour_and_cleave():
    step = cleaved(piece("tank-1", 323, 500, angle=1.5707963))
    assert told(step, "armour") == [("M11", ("tank-1", "exterminator-1"))]
    assert step.state.table["tank-1"].face is Face.SPECIAL
    step = cleaved(special("tank-1", 323, 500, angle=1.5707963))
    assert told(step, "cleave") == [("M11", ("exterminator-1", "tank-1"))]


def test_armour_and_frenzy():
    # The Warrior captures a Soldier and runs against a Tank in the same shot: its move is over.
    state = chi(W1, piece("soldier-1", 300, 500), piece("tank-1", 330, 520))
    step = shot(state, "warrior-1", ("warrior-1", 308, 508))
    assert told(step, "capture")
    assert told(step, "armour")
    assert offered(step) is None


def test_armour_and_flame():
    state = against(
        "usarthropods",
        "sovietopters",
        piece("tank-1", 300, 420),
        piece("flamethrower-1", 600, 300),
        player=1,
        dice=("flamethrower", "worker"),
    )
    step = fired(state, "flamethrower-1", 300, 300, "flame-1", at=(500, 500), touched=[("flame-1", "tank-1")])
    assert told(step, "armour")
    assert step.state.table["tank-1"].face is Face.SPECIAL
    # It saves from the projectile, and does not end the move of the Flamethrower.
    assert "tank-1" in step.state.table


def test_armour_and_two_captors_in_one_shot():
    state = chi(W1, W2, piece("tank-1", 300, 500))
    step = shot(state, "warrior-1", ("warrior-1", 290, 500), ("warrior-2", 312, 500))
    assert told(step, "armour")
    assert told(step, "capture") == [("M7", ("warrior-2", "tank-1"))]


def test_armour_and_meteor():
    setup = replace(CARDS, terrain=("gravity-manipulator",))
    state = chi(W1, piece("tank-1", 300, 560), setup=setup)
    state = shot(state, "warrior-1", ("warrior-1", 270, 380)).state
    step = meteors(state, (302, 562))
    assert told(step, "meteor")
    assert "tank-1" not in step.state.table


def meteors(state, first):
    state = apply(state, Throw(state.pending[0].player, 1.5, 0.6)).state
    state = replace(state, table=state.table.put(*counters(hand_places(state, state.throw.player), "token")))
    ends = [first, (640, 300), (660, 340), (680, 380)]
    return settle(state, landed(state, *((f"meteor-{i}", *end) for i, end in enumerate(ends, 1))))


def test_buddies_and_meteor():
    setup = replace(CARDS, terrain=("gravity-manipulator",))
    bugs = (W1, special("soldier-1", 300, 560), piece("soldier-2", 340, 600))
    state = shot(chi(*bugs, setup=setup), "warrior-1", ("warrior-1", 270, 380)).state
    step = meteors(state, (302, 562))
    # An opponent's Meteor is an opponent.
    assert offered(step) == (Task.MOVE, 1, "buddies")
    assert not earned(step.state)


def test_buddies_and_their_own_meteor():
    setup = replace(CARDS, terrain=("gravity-manipulator",))
    bugs = (piece("tank-1", 100, 500), special("soldier-1", 300, 560), piece("soldier-2", 340, 600), W1)
    state = position(*bugs, setup=setup, player=1, dice=("tank", "sergeant"))
    state = shot(state, "tank-1", ("tank-1", 270, 380)).state
    step = meteors(state, (302, 562))
    assert told(step, "meteor")
    assert offered(step) is None


def test_buddies_and_cleave():
    step = cleaved(special("soldier-2", 322, 505), piece("soldier-3", 340, 540))
    assert told(step, "cleave")
    assert offered(step) == (Task.MOVE, 1, "buddies")


def test_buddies_and_acid_pit():
    setup = replace(CARDS, terrain=("acid-pit",))
    state = chi(W1, special("soldier-1", 330, 480), piece("soldier-2", 300, 430), setup=setup)
    step = shot(state, "warrior-1", ("warrior-1", 350, 480), ("soldier-1", 270, 380, Face.SPECIAL))
    assert offered(step) == (Task.MOVE, 1, "buddies")


def test_buddies_chain_never_returns_to_a_bug_that_has_moved():
    bugs = (W1, W2, special("soldier-1", 300, 500), piece("soldier-2", 340, 540))
    state = declined(shot(chi(*bugs), "warrior-1", ("warrior-1", *TARGET)).state).state
    step = shot(state, "soldier-2", ("soldier-2", 108, 308))
    assert told(step, "capture") == [("M2", ("soldier-2", "warrior-2"))]
    assert step.state.player == 0
    assert step.state.moved == ("warrior-1", "soldier-2")


def test_buddies_and_a_webbed_soldier():
    bugs = (W1, special("soldier-1", 300, 500), piece("soldier-2", 340, 540))
    caught = chi(*bugs, webs=(Web("soldier-1", 1, 0),))
    assert offered(declined(shot(caught, "warrior-1", ("warrior-1", *TARGET)).state)) is None
    other = chi(*bugs, webs=(Web("soldier-2", 1, 0),))
    assert offered(declined(shot(other, "warrior-1", ("warrior-1", *TARGET)).state)) is None


def test_a_reaction_that_fumbles_earns_nothing_for_the_player_on_turn():
    # The armour turns, so nothing has been earned before the Soldier's own mistake.
    setup = setup_of("flyborgs", "usarthropods")
    bugs = (piece("poisoner-1", 300, 500), piece("drone-1", 500, 500), special("soldier-1", 300, 300))
    bugs += (piece("soldier-2", 340, 330), piece("centurion-1", 100, 300))
    state = position(*bugs, setup=setup, dice=("centurion", "drone"))
    state = shot(state, "centurion-1", ("centurion-1", 300, 310)).state
    assert earned(state)
    clean = replace(state, extra=type(state.extra).NONE)
    while offered_task(clean) is not Task.MOVE:
        clean = declined(clean).state
    step = shot(clean, "soldier-2", ("soldier-2", 500, 505), clean.table["drone-1"], moved=("soldier-2",))
    assert told(step, "fumble") == [("M6", ("soldier-2", "drone-1"))]
    assert not earned(step.state)


def offered_task(state):
    return state.pending[0].task


def test_venom_and_frenzy():
    state = against("chitinians", "flyborgs", W1, piece("poisoner-1", 300, 500), OTHER, dice=("warrior", "spider"))
    step = shot(state, "warrior-1", ("warrior-1", *TARGET))
    assert told(step, "venom")
    # A dead Warrior does not move once more.
    assert offered(step) is None


def test_venom_and_cleave():
    bugs = (EXTERMINATOR, piece("drone-1", 300, 500), piece("poisoner-1", 322, 505))
    step = shot(
        against("chitinians", "flyborgs", *bugs, dice=("exterminator", "spider")),
        "exterminator-1",
        ("exterminator-1", *TARGET),
    )
    assert told(step, "cleave") == [("M11", ("exterminator-1", "poisoner-1"))]
    assert told(step, "venom") == [("M11", ("poisoner-1", "exterminator-1"))]
    # The Drone still counts.
    assert earned(step.state)


def test_venom_and_a_base():
    # The captor takes a Poisoner and a base at once: the base is damaged, the bug in hand dies.
    bugs = (W1, piece("poisoner-1", 380, 640))
    step = shot(against("chitinians", "flyborgs", *bugs), "warrior-1", ("warrior-1", 380, 652))
    assert told(step, "base-damaged")
    assert told(step, "venom")
    assert step.state.beside == ()
    assert "warrior-1" not in step.state.table


def test_venom_and_a_projectile():
    state = against(
        "chitinians",
        "flyborgs",
        piece("acid-spitter-1", 600, 300),
        piece("poisoner-1", 300, 420),
        dice=("acid-spitter", "larva"),
    )
    step = fired(state, "acid-spitter-1", 300, 300, "acid-spit-1", at=(304, 424))
    assert told(step, "venom") == []
    assert earned(step.state)


def test_venom_and_web():
    bugs = (W1, piece("poisoner-1", 300, 500), OTHER)
    state = against("chitinians", "flyborgs", *bugs, webs=(Web("poisoner-1", 1, 0),))
    step = shot(state, "warrior-1", ("warrior-1", *TARGET))
    assert told(step, "venom") == []
    assert offered(step) == (Task.MOVE, 0, "frenzy")


def test_assimilate_and_a_base():
    # The base ends the Centurion's move, whatever it can do.
    bugs = (piece("centurion-1", 300, 300), piece("worker-1", 380, 625))
    step = shot(
        against("flyborgs", "sovietopters", *bugs, dice=("centurion", "drone"), damaged=("red-burrow",)),
        "centurion-1",
        ("centurion-1", 380, 640),
    )
    assert told(step, "capture")
    assert told(step, "base-eliminated")
    assert offered(step) is None


def test_assimilate_and_venom_of_another_army():
    setup = setup_of("flyborgs", "chitinians", "usarthropods")
    bugs = (piece("centurion-1", 300, 300), piece("soldier-1", 300, 500))
    state = position(*bugs, setup=setup, dice=("centurion", "drone"))
    step = shot(state, "centurion-1", ("centurion-1", *TARGET))
    assert offered(step) == (Task.BRING, 0, "assimilate")


def test_assimilate_when_the_last_drone_is_used_up_meanwhile():
    bugs = (piece("centurion-1", 300, 300), piece("worker-1", 300, 500), piece("worker-2", 330, 505))
    drones = [piece(f"drone-{n}", 400 + 30 * n, 250) for n in (2, 3, 4)]
    state = against("flyborgs", "sovietopters", *bugs, *drones, dice=("centurion", "warper"))
    step = shot(state, "centurion-1", ("centurion-1", 315, 505))
    assert len(told(step, "capture")) == 2
    # However many it captured, one Drone.
    step = brought(step.state, "drone-1")
    assert offered(step) is None


def test_web_and_directive():
    bugs = (piece("kommissar-1", 300, 400), piece("worker-1", 400, 400), piece("worker-2", 300, 500))

    def game(held):
        setup = setup_of("chitinians", "sovietopters")
        return position(*bugs, setup=setup, player=1, dice=("kommissar", "trooper"), webs=(Web(held),))

    assert can_flick(game("kommissar-1")) == {}
    assert why_not(game("kommissar-1"), "kommissar-1").rule == "M11"
    assert "worker-1" not in can_flick(game("worker-1"))
    assert "worker-2" in can_flick(game("worker-1"))


def test_web_and_warp():
    bugs = (piece("warper-1", 300, 300), piece("drone-1", 100, 300), piece("drone-2", 100, 350))
    state = against("flyborgs", "chitinians", *bugs, dice=("warper", "drone"), webs=(Web("drone-1", 1, 1),))
    state = shot(state, "warper-1", ("warper-1", 300, 450, Face.SPECIAL)).state
    assert "drone-1" not in pickable(state)
    assert "drone-2" in pickable(state)
    assert refusal(state, Bring(0, Spot("drone-1", 320.0, 450.0))).rule == "M11"


def test_web_and_hatch():
    setup = setup_of("chitinians", "sovietopters")
    state = position(
        special("larva-1", 200, 200), setup=setup, player=1, phase=Phase.EXTRA, webs=(Web("larva-1", 1, 1),)
    )

    assert offered(apply(state, Forgo(1, Use.EXTRA))) is None


def test_web_and_shove():
    bugs = (piece("repulsor-1", 300, 300), piece("drone-1", 340, 400))
    state = against("flyborgs", "chitinians", *bugs, dice=("repulsor", "drone"), webs=(Web("drone-1", 1, 1),))
    step = shot(state, "repulsor-1", ("repulsor-1", 300, 400, Face.SPECIAL))
    # It can not move of itself; it can be pushed.
    assert offered(step) == (Task.SHOVE, 0, "repulse")


def test_infiltrate_and_a_resource():
    setup = setup_of("flyborgs", "sovietopters", mode="advanced")
    bugs = (special("saboteur-1", 300, 300), piece("resource-1", 380, 380), piece("resource-2", 500, 380))
    state = position(*bugs, setup=setup, player=1, dice=("saboteur", "worker"))
    step = shot(state, "saboteur-1", ("saboteur-1", 384, 384))
    # It captures nothing but bases.
    assert told(step, "resource") == []
    step = shot(state, "saboteur-1", ("saboteur-1", 384, 384, Face.NORMAL))
    assert told(step, "resource")


def test_order_and_buddies_do_not_move_a_reinforcement():
    bugs = (piece("sergeant-1", 500, 400), piece("soldier-1", 340, 400), W1)
    state = position(*bugs, setup=CARDS, player=1, dice=("sergeant", "tank"), reinforced=("soldier-1",))
    assert offered(shot(state, "sergeant-1", ("sergeant-1", 300, 400))) is None


def test_directive_and_wave():
    bugs = (piece("kommissar-1", 300, 400), piece("trooper-1", 400, 400), piece("trooper-2", 450, 420))
    state = against("chitinians", "sovietopters", *bugs, player=1, dice=("kommissar", "worker"))
    step = shot(state, "trooper-1", ("trooper-1", 420, 420), use=Use.DIE_1)
    assert offered(step) == (Task.MOVE, 1, "wave")
    assert pickable(step.state) == ("trooper-2",)


def test_frenzy_and_a_terrain():
    setup = replace(CARDS, terrain=("warp-gate",))
    state = chi(W1, piece("soldier-1", 300, 420), setup=setup)
    step = shot(state, "warrior-1", ("warrior-1", 296, 412))
    assert told(step, "capture")
    assert offered(step) == (Task.THROW, 0, "")


def test_fire_and_terrain():
    setup = replace(CARDS, terrain=("acid-pit",))
    state = position(W1, piece("rocketeer-1", 500, 400), setup=setup, player=1, dice=("rocketeer", "tank"))
    assert offered(shot(state, "rocketeer-1", ("rocketeer-1", 270, 380, Face.SPECIAL))) is None


def test_repulse_into_acid_earns_the_extra_shot():
    setup = setup_of("flyborgs", "usarthropods", terrain=("acid-pit",))
    bugs = (piece("repulsor-1", 300, 300), piece("soldier-1", 300, 440))
    state = position(*bugs, setup=setup, dice=("repulsor", "drone"))
    state = shot(state, "repulsor-1", ("repulsor-1", 340, 460, Face.SPECIAL)).state
    assert state.pending[0].task is Task.SHOVE
    step = settle(state, landed(state, ("soldier-1", 270, 400)))
    assert told(step, "terrain")
    assert earned(step.state)


def test_victory_comes_before_any_offer():
    bugs = (W1, W2, piece("larva-1", 80, 20), special("soldier-1", 300, 500), piece("soldier-2", 340, 540))
    state = position(*bugs, piece("tank-1", 600, 600), setup=CARDS, spare=False)
    step = shot(state, "warrior-1", ("warrior-1", *TARGET))
    assert (step.state.winner, step.state.ending) == (0, "W1")
    assert step.state.pending == ()


def test_hatch_and_what_lies_on_it():
    step_setup = setup_of("chitinians", "usarthropods")
    under, over = special("larva-1", 200, 200), piece("warrior-1", 206, 206)
    state = position(under, over, piece("soldier-1", 300, 500), setup=step_setup, player=1, phase=Phase.EXTRA)

    state = apply(state, Forgo(1, Use.EXTRA)).state
    step = brought(state, "warrior-2", 200, 200)
    assert ("warrior-1", "warrior-2") in [pair[:2] for pair in step.state.table.lies_on()]
