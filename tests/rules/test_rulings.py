"""The rulings, J1 to J39: each one holds, and where it does not apply it changes nothing."""

import math

import pytest
from rules_tools import (
    CARDS,
    NAMES,
    SETUP,
    brought,
    declined,
    earned,
    fired,
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
from test_rules_advanced import MIDDLE, dropping, fallen

from micromutants.physics import AVERAGE, Shot
from micromutants.rules import (
    Bring,
    Buy,
    Concede,
    Decline,
    DrawFirst,
    Flick,
    Forgo,
    Free,
    Grow,
    Pending,
    Phase,
    Reinforce,
    Rulings,
    Spot,
    TakenBack,
    Task,
    Throw,
    Trophy,
    Use,
    Web,
    apply,
    buyable,
    can_flick,
    cards_of,
    hand_of,
    pickable,
    refusal,
    score,
    settle,
    start,
    to_act,
)
from micromutants.rules.hands import counters, hand_places
from micromutants.rules.victory import without_player
from micromutants.table import Face, Table, relevel

W1, W2, SPIDER = piece("warrior-1", 300, 300), piece("warrior-2", 400, 300), piece("spider-1", 500, 300)
SOLDIER, TANK = piece("soldier-1", 300, 500), piece("tank-1", 300, 500)
ON = (305, 505)
"""Where a bug comes to lie on one at (300, 500)."""
LAND = (300, 300)
ADVANCED = replace(CARDS, mode="advanced")
LYING = (piece("resource-1", 380, 380), piece("resource-2", 420, 380))
"""Resources, so that nobody dominates."""
FOUR = setup_of("usarthropods", "chitinians", "flyborgs", "sovietopters")
FLYSOV = setup_of("flyborgs", "sovietopters")


def chi(*bugs, dice=("warrior", "spider"), setup=CARDS, **changes):
    return position(*bugs, dice=dice, setup=setup, **changes)


def usa(*bugs, dice=("soldier", "tank"), setup=CARDS, **changes):
    return position(*bugs, dice=dice, setup=setup, player=1, **changes)


def with_terrain(*terrain):
    return replace(CARDS, terrain=terrain)


def reinforcing():
    return shot(position(W1, SOLDIER), "warrior-1", ("warrior-1", 300, 350)).state


# --- placing and putting back ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("gap", "allowed"), [(9.9, True), (10.1, False)])
def test_j1_adjacent_is_a_gap_of_at_most_10_mm(gap, allowed):
    # The Great Hive ends 26 mm above its centre; a Spider is 18 mm wide.
    spot = Spot("spider-1", 380.0, 95.0 + 26.0 + gap + 9.0)
    refused = refusal(reinforcing(), Reinforce(0, Use.DIE_2, spot))
    assert (refused is None) == allowed
    if refused:
        assert refused.rule == "J1"


@pytest.mark.parametrize("first", [0, 1])
def test_j2_who_goes_first_places_first(first):
    state = apply(start(SETUP), DrawFirst(first)).state
    assert (state.phase, to_act(state)) == (Phase.ARRANGE, first)


def test_j3_back_to_the_nearest_free_spot_only_where_the_own_one_is_taken():
    state = position(W1, SPIDER, SOLDIER)
    free = shot(state, "warrior-1", ("soldier-1", 300, 765), ("warrior-1", 300, 470))
    assert free.state.table["soldier-1"].pose == state.table["soldier-1"].pose
    taken = shot(state, "warrior-1", ("soldier-1", 300, 765), ("warrior-1", 308, 500)).state.table
    apart = math.hypot(taken["soldier-1"].x - 308, taken["soldier-1"].y - 500)
    assert 16.0 <= apart < 17.0
    assert taken["warrior-1"].pose[:2] == (308.0, 500.0)


def test_j4_what_goes_back_shows_its_side_and_has_not_landed():
    state = usa(W1, piece("rocketeer-1", 500, 400), dice=("rocketeer", "tank"))
    back = shot(state, "rocketeer-1", ("rocketeer-1", 900, 400, Face.SPECIAL))
    assert back.state.table["rocketeer-1"].face is Face.NORMAL
    assert offered(back) is None
    assert "rocketeer-1" in back.state.moved
    assert offered(shot(state, "rocketeer-1", ("rocketeer-1", 600, 400, Face.SPECIAL)))[0] is Task.LOAD


def test_j5_a_bug_that_only_the_return_of_a_base_covers_is_slid_out():
    state = position(W1, SPIDER, SOLDIER)
    nest = replace(state.table["command-nest"], y=685.0)
    step = shot(state, "warrior-1", nest, ("warrior-1", 380, 650))
    assert told(step, "slid-out") == [("B5", ("warrior-1", "command-nest"))]
    assert step.state.table["command-nest"].face is Face.NORMAL
    # What lies on the base where it ended lies on it by its own flight.
    step = shot(state, "warrior-1", nest, ("warrior-1", 380, 675))
    assert told(step, "slid-out") == []
    assert told(step, "base-damaged")


# --- captures --------------------------------------------------------------------------------------------------


def test_j6_one_shot_captures_a_base_once():
    state = position(W1, W2, SPIDER, SOLDIER)
    step = shot(state, "warrior-1", ("warrior-2", 370, 665), ("warrior-1", 395, 665))
    assert len(told(step, "base-damaged")) == 1
    assert [due.bug for due in step.state.beside] == ["warrior-1", "warrior-2"]
    # Two bases in one shot are two captures.
    step = shot(state, "warrior-1", ("warrior-2", 230, 665), ("warrior-1", 380, 665))
    assert len(told(step, "base-damaged")) == 2


def test_j7_a_bug_that_fumbles_captures_no_base():
    soldier = piece("soldier-1", 380, 655)
    state = position(W1, SPIDER, soldier)
    step = shot(state, "warrior-1", ("warrior-1", 380, 645), soldier, moved=("warrior-1",))
    assert kinds(step) == ["fumble"]
    step = shot(state, "warrior-1", soldier, ("warrior-1", 380, 645), moved=("warrior-1",))
    assert kinds(step)[:2] == ["capture", "base-damaged"]


def test_j8_whatever_falls_in_the_own_turn_counts_save_what_is_named():
    step = shot(position(W1, W2, SPIDER, SOLDIER), "warrior-1", ("warrior-1", 300, 450), ("warrior-2", *ON))
    assert told(step, "capture") == [("M7", ("warrior-2", "soldier-1"))]
    assert earned(step.state)
    fly = setup_of("chitinians", "flyborgs")
    bugs = (W1, SPIDER, piece("poisoner-1", 300, 500), piece("drone-1", 600, 600))
    venom = shot(position(*bugs, setup=fly), "warrior-1", ("warrior-1", *ON))
    assert told(venom, "venom")
    assert not earned(venom.state)
    plain = shot(position(*bugs[:3], piece("drone-1", 300, 600), setup=fly), "warrior-1", ("warrior-1", 305, 605))
    assert earned(plain.state)
    step = meteors(chi(W1, piece("soldier-1", 300, 560), setup=with_terrain("gravity-manipulator")))
    assert told(step, "meteor")
    assert not earned(step.state)


def meteors(state, first=(302, 562)):
    """The step after a Warrior has landed on the Gravity Manipulator and a Meteor has come down."""
    state = shot(state, "warrior-1", ("warrior-1", 270, 380)).state
    return dropped_tokens(state, first, (640, 300), (660, 340), (680, 380))


def dropped_tokens(state, *ends):
    state = apply(state, Throw(state.pending[0].player, 1.5, 0.6)).state
    state = replace(state, table=state.table.put(*counters(hand_places(state, state.throw.player), "token")))
    tokens = [p.id for p in state.table if p.kind == "token"]
    return settle(state, landed(state, *((token, *end) for token, end in zip(tokens, ends, strict=True))))


@pytest.mark.parametrize(("x", "captures"), [(315.9, False), (315.7, True)])
def test_j9_an_overlap_of_more_than_a_fifth_of_a_millimetre_counts(x, captures):
    step = shot(position(W1, SPIDER, SOLDIER), "warrior-1", ("warrior-1", x, 500))
    assert bool(told(step, "capture")) == captures


def test_j10_a_bug_that_waits_beside_a_base_is_in_play():
    bugs = (W1, W2, SPIDER, SOLDIER, piece("soldier-2", 400, 500), piece("tank-1", 500, 500))
    step = shot(position(*bugs, spare=False), "warrior-1", ("warrior-1", 380, 665))
    assert (step.state.phase, step.state.winner) == (Phase.PUT_BESIDE, None)
    # The same Warrior lost leaves two bugs.
    step = shot(position(*bugs, spare=False), "warrior-1", ("warrior-1", *ON), SOLDIER, moved=("warrior-1",))
    assert step.state.winner == 1


@pytest.mark.parametrize("on", [True, False])
def test_j11_cards_are_in_force_unless_agreed_otherwise(on):
    setup = replace(CARDS, rulings=Rulings(abilities=on))
    step = shot(chi(W1, special("green-beret-1", 300, 500), setup=setup), "warrior-1", ("warrior-1", *ON))
    assert bool(told(step, "shielded")) == on
    assert bool(told(step, "capture")) != on


@pytest.mark.parametrize("below", [True, False])
def test_j12_a_bug_beneath_a_resource_collects_it_unless_agreed_otherwise(below):
    setup = replace(ADVANCED, rulings=Rulings(resources_below=below))
    state = chi(W1, *LYING, setup=setup)
    resource = state.table["resource-1"]
    step = shot(state, "warrior-1", ("warrior-1", 385, 385), resource, moved=("warrior-1",))
    assert bool(told(step, "resource")) == below
    assert told(shot(state, "warrior-1", ("warrior-1", 385, 385)), "resource")


@pytest.mark.parametrize("on", [True, False])
def test_j13_a_knocked_bug_sets_terrain_off_unless_agreed_otherwise(on):
    setup = replace(with_terrain("acid-pit"), rulings=Rulings(knocked_into_terrain=on))
    state = chi(W1, SOLDIER, setup=setup)
    step = shot(state, "warrior-1", ("warrior-1", 320, 560), ("soldier-1", 270, 380))
    assert bool(told(step, "terrain")) == on
    assert told(shot(state, "warrior-1", ("warrior-1", 270, 380)), "terrain")


@pytest.mark.parametrize("redrops", [0, 2])
def test_j14_a_resource_gone_astray_is_dropped_again_so_many_times(redrops):
    state = dropping(replace(ADVANCED, rulings=Rulings(redrops=redrops)))
    step = fallen(state, [(300, 100), *MIDDLE[1:]])
    for _ in range(redrops):
        assert told(step, "drop-again") == [("S8", ("resource-1",))]
        step = fallen(step.state, [(300, 100)])
    assert told(step, "dropped") == [("S8", ("resource-1",))]
    assert step.state.table.on_mat(step.state.table["resource-1"])


def test_j15_offers_of_cards_may_be_declined_and_throws_may_not():
    frenzy = shot(chi(W1, SOLDIER), "warrior-1", ("warrior-1", *ON)).state
    assert refusal(frenzy, Decline(0)) is None
    throw = shot(chi(W1, setup=with_terrain("warp-gate")), "warrior-1", ("warrior-1", 270, 380)).state
    assert refusal(throw, Decline(0)).rule == "G4"
    opened = dropped_tokens(throw, (600, 560), (640, 300), (700, 340), (900, 380)).state
    assert refusal(opened, Decline(0)).rule == "G4"


def test_j16_resources_are_spent_when_it_is_the_own_turn_to_decide():
    held = (("resource-6", "resource-7"), ())
    grow = Grow(0, "brood-pit", "second-clutch")
    state = chi(W1, SOLDIER, *LYING, setup=ADVANCED, collected=held)
    assert refusal(state, grow) is None
    assert refusal(shot(state, "warrior-1", ("warrior-1", *ON)).state, grow).rule == "M11"
    last = replace(state, phase=Phase.EXTRA)
    assert apply(last, Forgo(0, Use.EXTRA)).state.phase is Phase.SPEND
    poor = replace(last, collected=(("resource-6",), ()))
    assert apply(poor, Forgo(0, Use.EXTRA)).state.player == 1


# --- cards -----------------------------------------------------------------------------------------------------


def test_j17_a_move_by_a_card_is_a_move_and_only_frenzy_moves_a_bug_again():
    state = usa(W1, piece("sergeant-1", 500, 400), piece("soldier-1", 340, 400), dice=("sergeant", "soldier"))
    state = shot(state, "sergeant-1", ("sergeant-1", 300, 400)).state
    assert pickable(state) == ("soldier-1",)
    state = shot(state, "soldier-1", ("soldier-1", 350, 450)).state
    assert "soldier-1" not in can_flick(state)
    moved = usa(
        W1,
        piece("sergeant-1", 500, 400),
        piece("soldier-1", 340, 400),
        dice=("sergeant", "tank"),
        moved=("soldier-1",),
    )
    assert offered(shot(moved, "sergeant-1", ("sergeant-1", 300, 400))) is None
    frenzy = shot(chi(W1, SOLDIER), "warrior-1", ("warrior-1", *ON)).state
    assert pickable(frenzy) == ("warrior-1",)
    assert "warrior-1" in frenzy.moved


@pytest.mark.parametrize("seats", [2, 3])
def test_j18_with_more_than_two_players_nobody_dominates(seats):
    armies = ("chitinians", "usarthropods", "flyborgs")[:seats]
    setup = setup_of(*armies, mode="advanced")
    step = shot(position(W1, piece("resource-1", 380, 380), setup=setup), "warrior-1", ("warrior-1", 382, 384))
    assert told(step, "resource")
    assert (step.state.phase is Phase.OVER) == (seats == 2)


def test_j19_what_a_player_had_leaves_with_the_player():
    state = replace(
        position(setup=replace(FOUR, mode="advanced"), dice=("soldier", "tank")),
        collected=(("resource-2",), ("resource-1",), (), ()),
        cards=((), ("sticky-silk",), ("overload",), ()),
        webs=(Web("poisoner-1", 1, 1), Web("saboteur-1", 1, 0)),
    )
    after = without_player(state, 1)
    assert after.collected == (("resource-2",), (), (), ())
    assert after.cards == ((), (), ("overload",), ())
    assert after.webs == (Web("saboteur-1", 1, 0),)


def test_j20_what_a_bug_cleaves_counts_as_captured_by_it():
    ex = piece("exterminator-1", 100, 400)

    def cleaved(near):
        state = chi(ex, SOLDIER, near, dice=("exterminator", "spider"))
        return shot(state, "exterminator-1", ("exterminator-1", *ON))

    assert told(cleaved(special("green-beret-1", 322, 505)), "shielded")
    assert told(cleaved(piece("green-beret-1", 322, 505)), "cleave")


def test_j21_armour_saves_from_captures_and_projectiles_and_from_nothing_else():
    step = shot(chi(W1, TANK), "warrior-1", ("warrior-1", *ON))
    assert told(step, "armour")
    fumble = shot(usa(W1, piece("tank-1", 500, 500)), "tank-1", ("tank-1", 300, 305), W1, moved=("tank-1",))
    assert told(fumble, "fumble")
    acid = usa(piece("tank-1", 500, 500), W1, setup=with_terrain("acid-pit"))
    assert told(shot(acid, "tank-1", ("tank-1", 270, 380)), "terrain")
    both = shot(chi(W1, W2, TANK), "warrior-1", ("warrior-1", 290, 500), ("warrior-2", 312, 500))
    assert "tank-1" not in both.state.table


def test_j22_a_bug_that_is_brought_keeps_its_side_and_its_move():
    bugs = (piece("warper-1", 300, 300), special("poisoner-1", 100, 100), piece("drone-1", 100, 200))
    state = position(*bugs, setup=FLYSOV, dice=("warper", "poisoner"), webs=(Web("drone-1", 1, 1),))
    state = shot(state, "warper-1", ("warper-1", 300, 450, Face.SPECIAL)).state
    assert "drone-1" not in pickable(state)
    step = brought(state, "poisoner-1")
    assert step.state.table["poisoner-1"].face is Face.SPECIAL
    assert "poisoner-1" in can_flick(declined(step.state).state)


@pytest.mark.parametrize("moved", [(), ("larva-1",)])
def test_j23_what_hatches_lies_where_the_other_lay_and_has_moved_if_it_had(moved):
    due = {"phase": Phase.DECIDE, "pending": (hatching("larva-1"),), "moved": moved}
    state = chi(special("larva-1", 200, 200, 0.7), SOLDIER, **due)
    step = brought(state, "warrior-1", 200, 200)
    bug = step.state.table["warrior-1"]
    assert (bug.x, bug.y, bug.face) == (200.0, 200.0, Face.NORMAL)
    assert ("warrior-1" in step.state.moved) == bool(moved)


def hatching(larva):
    return Pending(Task.BRING, 0, "M11", "hatch", larva, "warrior", reserve=True, inside=True)


def test_j24_a_marker_comes_off_with_the_bug_and_holds_its_card_down():
    web = (Web("green-beret-1", 1, 0),)
    state = chi(W1, special("green-beret-1", 300, 500), webs=web)
    step = shot(state, "warrior-1", ("warrior-1", *ON))
    assert told(step, "capture")
    assert step.state.webs == ()
    assert told(shot(replace(state, webs=()), "warrior-1", ("warrior-1", *ON)), "shielded")


def test_j24_a_freed_bug_has_its_card_again():
    state = usa(
        W1, special("green-beret-1", 300, 500), dice=("green-beret", "tank"), webs=(Web("green-beret-1", 1, 0),)
    )
    free = apply(state, Free(1, Use.DIE_1, "green-beret-1")).state
    free = replace(free, player=0, phase=Phase.MOVE, dice=chi(W1).dice, moved=())
    assert told(shot(free, "warrior-1", ("warrior-1", *ON)), "shielded")


def rocket(*bugs, **changes):
    return usa(piece("rocketeer-1", 100, 100), *bugs, dice=("rocketeer", "tank"), **changes)


def test_j25_a_projectile_works_on_what_lies_beneath_it():
    enemy = piece("warrior-1", 300, 420)
    assert told(fired(rocket(enemy), "rocketeer-1", *LAND, "rocket-1", at=(308, 420)), "hit")
    over = fired(rocket(enemy), "rocketeer-1", *LAND, "rocket-1", ("warrior-1", 300, 420), at=(308, 420))
    assert told(over, "hit") == []
    # The upper bug is safe, and the projectile is spent: a fumble.
    assert told(over, "spent") == [("M6", ("rocket-1", "warrior-1"))]


def test_j26_a_card_stays_and_the_other_one_may_be_bought_when_the_base_is_lost():
    bugs = (W1, SOLDIER, *LYING)
    state = usa(*bugs, setup=ADVANCED, lost=("headquarters",), cards=((), ("uncle-sam",)))
    state = replace(state, collected=((), ("resource-6",)))
    assert cards_of(state, 1) == ("uncle-sam",)
    assert buyable(state, 1) == ("secret-operations",)
    assert cards_of(apply(state, Buy(1, "secret-operations")).state, 1) == ("uncle-sam", "secret-operations")
    assert buyable(replace(state, cards=((), ())), 1) == ()


def gate(*bugs):
    return chi(W1, *bugs, setup=with_terrain("warp-gate"))


def at_gate(state, *ends):
    """The state after a Warrior has landed on the Warp Gate and the entrances have come down."""
    return dropped_tokens(shot(state, "warrior-1", ("warrior-1", 270, 380)).state, *ends).state


def test_j27_a_bug_that_does_not_fit_goes_to_the_nearest_free_spot():
    state = at_gate(gate(piece("soldier-1", 622, 560), piece("spider-1", 100, 400)), (600, 560), *FAR)
    spider = brought(state, "spider-1").state.table["spider-1"]
    assert 0.0 < math.hypot(spider.x - 600, spider.y - 560) < 40.0
    larva = brought(state, "larva-1").state.table["larva-1"]
    assert (larva.x, larva.y) == (600.0, 560.0)


FAR = [(380, 660), (230, 660), (900, 300)]
"""Where entrances come to nothing: on bases and off the mat."""


def test_j28_a_move_in_place_of_another_uses_both():
    bugs = (piece("kommissar-1", 300, 400), piece("worker-1", 400, 400))
    state = position(*bugs, setup=FLYSOV, player=1, dice=("kommissar", "worker"))
    by = shot(state, "worker-1", ("worker-1", 420, 420), use=Use.DIE_1, by="kommissar-1").state
    assert set(by.moved) == {"worker-1", "kommissar-1"}
    own = shot(state, "worker-1", ("worker-1", 420, 420), use=Use.DIE_2).state
    assert own.moved == ("worker-1",)
    assert "kommissar-1" in can_flick(own)


@pytest.mark.parametrize(("damaged", "kind"), [((), "base-damaged"), (("command-nest",), "")])
def test_j29_burning_acid_leaves_a_damaged_base_alone(damaged, kind):
    bugs = (piece("acid-spitter-1", 600, 300), *LYING, SOLDIER)
    state = chi(*bugs, setup=ADVANCED, dice=("acid-spitter", "larva"), cards=(("burning-acid",), ()), damaged=damaged)
    step = fired(state, "acid-spitter-1", *LAND, "acid-spit-1", at=(380, 665))
    assert bool(told(step, "base-damaged")) == bool(kind)
    assert step.state.table["command-nest"].face is Face.SPECIAL


@pytest.mark.parametrize("soldiers", [2, 3])
def test_j30_a_victory_comes_before_any_offer(soldiers):
    buddies = [piece(f"soldier-{n + 1}", 320 + 20 * n, 540) for n in range(1, soldiers + 1)]
    bugs = (W1, W2, SPIDER, special("soldier-1", 300, 500), *buddies)
    step = shot(chi(*bugs, spare=False), "warrior-1", ("warrior-1", *ON))
    assert (step.state.winner == 0) == (soldiers == 2)
    assert (offered(step) is None) == (soldiers == 2)


@pytest.mark.parametrize("on", [True, False])
def test_j31_haste_makes_a_hand_err_more_only_where_it_is_agreed(on):
    seats = tuple(replace(seat, hand=AVERAGE) for seat in CARDS.seats)
    setup = replace(CARDS, seats=seats, rulings=Rulings(dexterity=on))
    calm, hasty = (hand_of(setup, 0, 0.5, haste) for haste in (0.0, 1.0))
    assert (hasty.aim_sd > calm.aim_sd) == on
    assert hand_of(setup, 0, 0.5) == AVERAGE


def test_j32_who_decides_may_concede_and_nobody_else():
    state = chi(W1, SOLDIER)
    assert refusal(state, Concede(1)) is not None
    assert apply(state, Concede(0)).state.winner == 1
    flying = apply(state, Flick(0, Use.DIE_1, Shot("warrior-1", 1.0, 0.5))).state
    assert refusal(flying, Concede(0)) is not None


def test_j33_a_flick_taken_back_is_noted_and_changes_nothing():
    state = chi(W1, SOLDIER)
    step = apply(state, TakenBack(0, Shot("warrior-1", 1.0, 0.5)))
    assert told(step, "taken-back") == [("J33", ("warrior-1",))]
    assert step.state == state
    assert refusal(state, TakenBack(0, Shot("soldier-1", 1.0, 0.5))) is not None


# --- what the flicked piece ends over or under -----------------------------------------------------------------


def on_a_wreck(**changes):
    """A Warrior lies on the Tank whose armour stopped it."""
    return chi(special("tank-1", 300, 500), piece("warrior-1", *ON), SPIDER, **changes)


def test_j34_a_bug_that_comes_down_again_on_what_it_lay_on_captures_it():
    step = shot(on_a_wreck(), "warrior-1", ("warrior-1", 302, 498))
    assert told(step, "capture") == [("M2", ("warrior-1", "tank-1"))]
    assert earned(step.state)
    # Not if it went back, not if another bug was flicked, and not by rules 4.
    assert told(shot(on_a_wreck(), "warrior-1", ("warrior-1", 800, 500)), "capture") == []
    other = shot(on_a_wreck(), "spider-1", ("warrior-1", 303, 503), ("spider-1", 400, 500))
    assert told(other, "capture") == []
    old = on_a_wreck(setup=replace(CARDS, edition=4))
    assert told(shot(old, "warrior-1", ("warrior-1", 302, 498)), "capture") == []


def test_j34_a_bug_that_does_not_get_out_from_beneath_an_enemy_fumbles():
    beret, warrior = special("green-beret-1", 300, 500), piece("warrior-1", *ON)
    state = usa(beret, warrior, dice=("green-beret", "tank"))
    lying = replace(warrior, owner=0)
    stays = shot(state, "green-beret-1", ("green-beret-1", 298, 498), lying, moved=("green-beret-1",))
    assert told(stays, "fumble") == [("M6", ("green-beret-1", "warrior-1"))]
    out = shot(state, "green-beret-1", ("green-beret-1", 260, 470), lying, moved=("green-beret-1",))
    assert told(out, "fumble") == []


@pytest.mark.parametrize(("small", "rule"), [(True, "B4"), (False, "B2")])
def test_j35_a_small_base_stops_the_bug_that_takes_it(small, rule):
    setup = ADVANCED if small else CARDS
    bugs = (piece("acid-spitter-1", 300, 300), SOLDIER, *(LYING if small else ()))
    state = chi(*bugs, dice=("acid-spitter", "larva"), setup=setup)
    step = shot(state, "acid-spitter-1", ("acid-spitter-1", 230, 665, Face.SPECIAL))
    assert offered(step) is None
    if small:
        assert told(step, "base-eliminated") == [(rule, ("acid-spitter-1", "arsenal"))]
        assert step.state.table["acid-spitter-1"].face is Face.NORMAL
        # Beside the base it would have shot.
        beside = shot(state, "acid-spitter-1", ("acid-spitter-1", 300, 600, Face.SPECIAL))
        assert offered(beside) == (Task.LOAD, 0, "fire-on-landing")


@pytest.mark.parametrize(("at", "removed"), [((322, 385), True), ((400, 385), False)])
def test_j36_a_projectile_on_a_template_does_its_work_first(at, removed):
    enemy = piece("warrior-1", at[0] + 18, at[1] + 3)
    step = fired(rocket(enemy, setup=with_terrain("acid-pit")), "rocketeer-1", *LAND, "rocket-1", at=at)
    assert told(step, "hit") == [("M10", ("rocket-1", "warrior-1"))]
    assert bool(told(step, "spent")) == removed


@pytest.mark.parametrize(("edition", "stays"), [(5, False), (4, True)])
def test_j36_a_flame_that_is_knocked_onto_a_template_is_removed(edition, stays):
    setup = setup_of("flyborgs", "sovietopters", mode="advanced", terrain=("acid-pit",), edition=edition)
    bugs = (*LYING, piece("drone-1", 300, 600), piece("flame-1", 400, 500))
    state = position(*bugs, setup=setup, dice=("drone", "warper"), cards=((), ("scorched-earth",)))
    step = shot(state, "drone-1", ("flame-1", 310, 390), ("drone-1", 400, 560))
    assert ("flame-1" in step.state.table) == stays
    assert bool(told(step, "spent")) != stays
    # Knocked elsewhere it goes on burning.
    step = shot(state, "drone-1", ("flame-1", 440, 520), ("drone-1", 400, 560))
    assert "flame-1" in step.state.table


def test_j37_what_a_card_does_for_a_capture_holds_for_a_knocked_bug_and_the_rest_does_not():
    bugs = (piece("centurion-1", 300, 460), piece("worker-1", 300, 500), piece("drone-1", 100, 100))
    state = position(*bugs, piece("trooper-1", 300, 300), setup=FLYSOV, player=1, dice=("trooper", "worker"))
    step = shot(state, "trooper-1", ("centurion-1", *ON), ("trooper-1", 300, 440))
    assert told(step, "capture") == [("M7", ("centurion-1", "worker-1"))]
    assert offered(step) == (Task.BRING, 0, "assimilate")
    knocked = chi(W1, W2, SOLDIER)
    step = shot(knocked, "warrior-1", ("warrior-2", *ON), ("warrior-1", 420, 320))
    assert told(step, "capture") == [("M7", ("warrior-2", "soldier-1"))]
    assert offered(step) is None


def test_j38_a_bug_takes_one_entrance_of_a_throw():
    ends = [(600, 560), (660, 560), (380, 660), (900, 300)]
    state = at_gate(gate(SOLDIER), *ends)
    step = brought(state, "larva-1", 600, 560)
    assert set(pickable(step.state)) == {"larva-2", "larva-3"}
    assert refusal(step.state, Bring(0, Spot("larva-1", 660.0, 560.0))).rule == "G4"
    step = brought(step.state, "larva-2", 660, 560)
    assert offered(step) is None
    old = at_gate(replace(gate(SOLDIER), setup=replace(with_terrain("warp-gate"), edition=4)), *ends)
    assert "larva-1" in pickable(brought(old, "larva-1", 600, 560).state)


def test_j38_entrances_without_a_bug_left_close():
    bugs = (W1, piece("spider-1", 100, 400), piece("larva-1", 60, 20), piece("larva-2", 100, 20))
    foes = [piece(f"soldier-{n}", 100 + 60 * n, 700) for n in (1, 2, 3)]
    state = chi(*bugs, *foes, setup=with_terrain("warp-gate"), spare=False)
    state = at_gate(state, (600, 560), (660, 560), (600, 500), (660, 500))
    for bug, spot in (("larva-1", (600, 560)), ("larva-2", (660, 560)), ("spider-1", (600, 500))):
        state = brought(state, bug, *spot).state
    assert state.pending == ()
    assert not any(p.kind == "token" for p in state.table)


@pytest.mark.parametrize(("edition", "left"), [(6, 2), (5, 2), (4, 0)])
def test_j38_entrances_that_overlap_each_other_stay_open(edition, left):
    state = replace(gate(SOLDIER), setup=replace(with_terrain("warp-gate"), edition=edition))
    state = at_gate(state, (600, 560), (612, 560), (380, 660), (900, 300))
    assert sum(due.rule == "G4" for due in state.pending) == left
    if left:
        step = brought(state, "larva-1", 600, 560)
        assert step.state.table["larva-1"].pose[:2] == (600.0, 560.0)
        step = brought(step.state, "larva-2", 612, 560)
        apart = step.state.table["larva-2"].x - 600.0
        # The first one stands there: the nearest free spot.
        assert 16.0 <= apart < 17.0


@pytest.mark.parametrize("bug", ["larva-1", "warrior-2"])
def test_j38_an_entrance_lies_on_the_bug_that_comes_out_of_the_one_beneath_it(bug):
    ends = (600, 560), (612, 560), (380, 660), (900, 300)
    state = at_gate(gate(SOLDIER, piece("warrior-2", 60, 700)), *ends)
    after = brought(state, bug, 600, 560).state
    (entrance,) = [due.source for due in after.pending if due.rule == "G4"]
    assert [pair[:2] for pair in after.table.lies_on()] == [(entrance, bug)]
    assert Table.of(after.table.mat, after.table) == relevel(after.table) == after.table
    table = brought(after, "larva-2", 612, 560).state.table
    assert table.lies_on() == ()
    assert not any(p.level for p in table)


def test_j39_a_base_belongs_to_who_leads_the_bug_that_took_it():
    bugs = (piece("soldier-1", 300, 300), piece("drone-1", 400, 500))
    state = position(*bugs, setup=FOUR, dice=("soldier", "tank"), damaged=("great-hive",))
    hive = state.table["great-hive"]
    step = shot(state, "soldier-1", ("drone-1", hive.x, hive.y), ("soldier-1", 380, 480))
    assert step.state.trophies == (Trophy("great-hive", 1, 2),)
    step = shot(state, "soldier-1", ("soldier-1", hive.x, hive.y))
    assert step.state.trophies == (Trophy("great-hive", 1, 0),)


def last_base(trophies, out=()):
    """The step with which Ada takes a damaged base of Cleo."""
    lost = tuple(t.base for t in trophies)
    state = position(
        piece("soldier-1", 300, 300),
        setup=FOUR,
        dice=("soldier", "tank"),
        lost=lost,
        damaged=("throne-cell",),
        trophies=tuple(trophies),
    )
    for player in out:
        state = without_player(state, player)
    base = state.table["throne-cell"]
    return shot(state, "soldier-1", ("soldier-1", base.x, base.y))


def test_j39_points_of_players_who_are_out_do_not_count():
    taken = [Trophy("headquarters", 0, 1), Trophy("field-spire", 2, 1), Trophy("tractor-works", 3, 0)]
    assert last_base(taken).state.winner is None
    step = last_base(taken, out=(1,))
    assert score(step.state, 1) == score(step.state, 0) == 4
    assert (step.state.winner, step.state.ending) == (0, "W4")
    assert step.happenings[-1].text == (
        f"{NAMES[0]} has taken a base and wins, alone at the top with 4 points: Cleo has none and Dag has none."
    )


def test_w4_the_fourth_base_is_the_first_that_can_win_among_four():
    two = [Trophy("field-spire", 2, 0), Trophy("tractor-works", 3, 0)]
    assert last_base(two).state.winner is None
    three = [*two, Trophy("brood-pit", 1, 2)]
    assert last_base(three).state.winner == 0


def test_m6_a_projectile_that_ends_beneath_an_enemy_piece_is_spent():
    bugs = (*LYING, piece("rocketeer-1", 100, 100), piece("warrior-1", 300, 420))

    def shoot(edition, *over):
        setup = replace(ADVANCED, edition=edition)
        state = usa(*bugs, setup=setup, dice=("rocketeer", "tank"), cards=((), ("guided-rockets",)))
        return fired(state, "rocketeer-1", *LAND, "rocket-1", *over, at=(308, 420))

    beneath = shoot(5, ("warrior-1", 300, 420))
    assert told(beneath, "spent") == [("M6", ("rocket-1", "warrior-1"))]
    assert offered(beneath) is None
    assert "warrior-1" in beneath.state.table
    assert offered(shoot(4, ("warrior-1", 300, 420))) == (Task.SHOOT, 1, "rocket")


def test_m6_a_flame_does_not_stay_beneath_an_enemy_and_spares_what_lies_over_it():
    setup = setup_of("flyborgs", "sovietopters", mode="advanced")

    def shoot(*over, edition=5, touched=(("flame-1", "drone-1"),)):
        bugs = (*LYING, piece("flamethrower-1", 100, 100), piece("drone-1", 300, 420))
        kept = replace(setup, edition=edition)
        cards = ((), ("scorched-earth",))
        state = position(*bugs, setup=kept, player=1, dice=("flamethrower", "worker"), cards=cards)
        return fired(state, "flamethrower-1", *LAND, "flame-1", *over, at=(308, 420), touched=touched)

    beneath = shoot(("drone-1", 300, 420))
    assert "drone-1" in beneath.state.table
    assert "flame-1" not in beneath.state.table
    assert told(shoot(("drone-1", 300, 420), edition=4), "hit")
    over = shoot()
    assert told(over, "hit")
    assert "flame-1" in over.state.table
