"""The rulebook's worked examples played through, and what its rules leave to corners of the table."""

import pytest
from rules_tools import (
    CARDS,
    declined,
    fired,
    landed,
    loaded,
    offered,
    piece,
    position,
    replace,
    setup_of,
    shot,
    special,
    told,
)
from test_rules_many import CHI, FLY, FOUR, SOV, THREE, USA, at, few, four, small_war

from micromutants.physics import Shot
from micromutants.rules import (
    Die,
    Flick,
    Forgo,
    Free,
    Grow,
    Pending,
    Phase,
    PutBeside,
    Reinforce,
    Spot,
    Task,
    Trophy,
    Use,
    Web,
    apply,
    can_flick,
    in_game,
    legal,
    nearest_spot,
    refusal,
    score,
    settle,
    to_act,
)
from micromutants.rules.victory import decided, without_player
from micromutants.table import Face

W1, SOLDIER = piece("warrior-1", 300, 300), piece("soldier-1", 300, 500)
ADVANCED = replace(CARDS, mode="advanced")
LYING = (piece("resource-1", 380, 380), piece("resource-2", 420, 380))


# --- the example of three players, shot by shot ------------------------------------------------------------------


def turn_of(state, player, *breeds):
    """The game in a player's turn with these dice."""
    return replace(
        state, player=player, phase=Phase.MOVE, dice=tuple(Die(breed) for breed in breeds), moved=(), pending=()
    )


def takes(state, player, bug, base, dice):
    """The step with which a player's bug takes a damaged base."""
    return shot(turn_of(state, player, *dice), bug, (bug, *at(state, base)))


def test_w4_the_example_of_the_rulebook_shot_by_shot():
    # Every base of the Flyborgs and one of the Chitinians stand damaged.
    state = position(
        piece("soldier-1", 380, 300),
        piece("warrior-1", 420, 300),
        piece("warrior-2", 340, 300),
        piece("centurion-1", 380, 420),
        setup=THREE,
        damaged=("throne-cell", "assembly-comb", "field-spire", "brood-pit"),
        dice=("soldier", "tank"),
    )
    state = takes(state, USA, "soldier-1", "throne-cell", ("soldier", "tank")).state
    assert [score(state, p) for p in range(3)] == [2, 0, 0]
    state = takes(state, CHI, "warrior-1", "assembly-comb", ("warrior", "larva")).state
    assert [score(state, p) for p in range(3)] == [2, 2, 0]
    state = takes(state, FLY, "centurion-1", "brood-pit", ("centurion", "drone")).state
    # The third base of three players, and all are level: the game goes on.
    assert [score(state, p) for p in range(3)] == [2, 2, 2]
    assert (len(state.trophies), state.winner, in_game(state)) == (3, None, (USA, CHI, FLY))
    step = takes(state, CHI, "warrior-2", "field-spire", ("warrior", "larva"))
    assert told(step, "player-out") == [("W3", ())]
    assert step.state.out == (FLY,)
    assert score(step.state, CHI) == 3
    assert (step.state.winner, step.state.ending) == (CHI, "W4")
    assert step.happenings[-1].text == ("Boris has taken a base and wins, alone at the top with 3 points: Ada has 2.")


def test_w4_the_example_of_five_points():
    taken = (
        Trophy("throne-cell", FLY, SOV),
        Trophy("headquarters", USA, SOV),
        Trophy("field-spire", FLY, SOV),
    )
    assert score(replace(four(), trophies=taken), SOV) == 5
    # Three armies would have been six.
    other = (*taken[:2], Trophy("brood-pit", CHI, SOV))
    assert score(replace(four(), trophies=other), SOV) == 6


def test_a2_the_example_of_headquarters_takes_three_resources_in_all():
    held = ((), ("resource-6", "resource-7"))
    state = position(*LYING, SOLDIER, setup=ADVANCED, player=1, dice=("soldier", "tank"), collected=held)
    step = apply(state, Grow(1, "headquarters", "secret-operations"))
    assert step.state.table["headquarters"].kind == "base"
    assert "uncle-sam" not in step.state.cards[1]
    assert not any(option.kind == "buy" for option in legal(step.state))


def test_t4_the_example_of_the_web():
    bugs = (piece("tank-1", 500, 500), piece("warrior-1", 300, 300))
    held = position(*bugs, setup=CARDS, player=1, dice=("tank", "sergeant"), webs=(Web("tank-1", 1, 0),))
    assert can_flick(held) == {}
    assert refusal(held, Free(1, Use.DIE_1, "tank-1")) is None
    state = replace(held, phase=Phase.REINFORCE)
    spot = nearest_spot(state, 1, "tank-2", 380, 600, 0.0)
    assert told(apply(state, Reinforce(1, Use.DIE_1, spot)), "reinforcement") == [("T4", ("tank-2",))]
    # Without the web the Tank moves, and there is nothing to reinforce.
    free = replace(held, webs=())
    assert "tank-1" in can_flick(free)
    assert refusal(free, Reinforce(1, Use.DIE_1, spot)).text.startswith("That can not be done now")


# --- what must not happen ----------------------------------------------------------------------------------------


def test_b1_a_projectile_captures_no_base():
    bugs = (piece("rocketeer-1", 100, 300), W1)
    state = position(*bugs, setup=CARDS, player=1, dice=("rocketeer", "tank"), damaged=("great-hive",))
    step = fired(state, "rocketeer-1", 300, 300, "rocket-1", at=(380, 95))
    assert "great-hive" in step.state.table
    assert told(step, "base-eliminated") == []


@pytest.mark.parametrize(
    "other", ["great-hive", "warrior-1", "soldier-1", "resource-1", "acid-pit", "flame-1"], ids=lambda name: name
)
def test_m9_no_piece_is_put_on_a_piece_of_any_kind(other):
    setup = setup_of("chitinians", "sovietopters", mode="advanced", terrain=("acid-pit",))
    bugs = (piece("worker-1", 500, 600), W1, *LYING)
    state = position(*bugs, setup=setup, dice=("spider", "spider"), phase=Phase.REINFORCE)
    place = {"warrior-1": (380, 145), "soldier-1": (380, 145), "resource-1": (380, 145), "flame-1": (380, 145)}
    if other == "acid-pit":
        # The base stands beside the template, as on a small mat.
        hive = replace(state.table["great-hive"], x=270.0, y=380.0 - 45.0 - 26.0 - 3.0)
        state = replace(state, table=state.table.put(hive))
        spot = Spot("spider-1", 270.0, 340.0)
    elif other == "great-hive":
        spot = Spot("spider-1", 380.0, 110.0)
    else:
        name = "worker-1" if other == "soldier-1" else other
        lying = replace(piece(name, *place[other]), owner=1 if name in ("worker-1", "flame-1") else -1)
        lying = replace(lying, owner=0) if name == "warrior-1" else lying
        state = replace(state, table=state.table.put(lying))
        spot = Spot("spider-1", 380.0, 140.0)
    assert refusal(state, Reinforce(0, Use.DIE_1, spot)).rule == "M9"
    free = nearest_spot(state, 0, "spider-1", spot.x, spot.y, 0.0)
    assert refusal(state, Reinforce(0, Use.DIE_1, free)) is None


def test_m11_a_card_goes_before_a_rule_but_not_before_whatever_it_can_do():
    # Against the rule of captures the card wins; against that of fumbles it does not.
    beret = special("green-beret-1", 300, 500)
    state = position(W1, beret, setup=CARDS)
    assert told(shot(state, "warrior-1", ("warrior-1", 305, 505)), "shielded")
    state = position(W1, beret, setup=CARDS, player=1, dice=("green-beret", "tank"))
    step = shot(state, "green-beret-1", ("green-beret-1", 305, 305), W1, moved=("green-beret-1",))
    assert told(step, "fumble")


def test_a3_what_is_not_spent_is_kept():
    held = (("resource-6", "resource-7", "resource-8"), ())
    state = position(*LYING, W1, SOLDIER, setup=ADVANCED, collected=held)
    step = apply(state, Grow(0, "brood-pit", "second-clutch"))
    assert step.state.collected == (("resource-8",), ())


def test_a4_what_a_growing_base_does_not_cover_stays():
    held = (("resource-6", "resource-7"), ())
    near = piece("soldier-1", 230.0, 95.0 + 26.0 + 8.1)
    state = position(*LYING, W1, near, setup=ADVANCED, collected=held)
    step = apply(state, Grow(0, "brood-pit", "second-clutch"))
    assert told(step, "slid-out") == []
    assert step.state.table["soldier-1"] == state.table["soldier-1"]


def test_s4_projectiles_go_off_the_mat_again_after_use():
    bugs = (piece("rocketeer-1", 100, 300), W1)
    state = position(*bugs, setup=CARDS, player=1, dice=("rocketeer", "tank"))
    state = shot(state, "rocketeer-1", ("rocketeer-1", 300, 300, Face.SPECIAL)).state
    state = loaded(state, "rocket-1", 300, 300)
    assert "rocket-1" in state.table
    assert "rocket-1" not in shot(state, "rocket-1", ("rocket-1", 500, 500)).state.table


# --- out of the game ---------------------------------------------------------------------------------------------


def test_w3_the_starter_is_out_in_anothers_turn_and_the_order_goes_on():
    state = turn_of(small_war(), CHI, "warrior", "spider")
    assert state.first == USA
    step = shot(state, "warrior-1", ("warrior-1", 305, 305))
    assert step.state.out == (USA,)
    # Frenzy is offered, then the turn goes on: it is still that of who shot.
    state = declined(step.state).state
    assert state.player == CHI
    order = []
    for _ in range(4):
        state = replace(state, dice=(Die("spider"), Die("spider")), phase=Phase.EXTRA)
        state = apply(state, Forgo(state.player, Use.EXTRA)).state
        order.append(state.player)
    assert order == [FLY, SOV, CHI, FLY]


def test_w3_the_player_on_turn_and_another_are_out_at_once():
    state = small_war()
    enemy = state.table["drone-1"]
    step = shot(
        state,
        "soldier-1",
        ("warrior-1", 500, 310),
        ("worker-1", 505, 305),
        ("soldier-1", 500, 505),
        enemy,
        moved=("soldier-1", "worker-1", "warrior-1"),
    )
    assert sorted(step.state.out) == [USA, CHI]
    assert not [p for p in step.state.table if p.owner in (USA, CHI)]
    assert (step.state.player, step.state.phase, to_act(step.state)) == (FLY, Phase.ROLL, -1)
    assert step.state.winner is None


@pytest.mark.parametrize(("edition", "earns"), [(5, 0), (4, 1)])
def test_t6_a_player_who_is_out_earns_no_extra_shot_by_a_reaction(edition, earns):
    # Ada is out in her own turn, and what she has set off lets Boris move.
    state = without_player(small_war(), USA)
    due = Pending(Task.MOVE, CHI, "M11", "frenzy", "warrior-1", pieces=("warrior-1",))
    state = replace(state, setup=replace(FOUR, edition=edition), player=USA, phase=Phase.DECIDE, pending=(due,))
    near = replace(piece("drone-4", 300, 560), owner=FLY)
    state = replace(state, table=state.table.put(near))
    step = shot(state, "warrior-1", ("warrior-1", 304, 564))
    assert told(step, "capture") == [("M2", ("warrior-1", "drone-4"))]
    assert len(told(step, "extra-earned")) == earns
    assert step.state.player == CHI


def test_w3_two_others_are_out_and_what_they_waited_for_is_void():
    state = small_war()
    step = shot(state, "soldier-1", ("warrior-1", 500, 490), ("drone-1", 510, 505), ("soldier-1", 505, 500))
    assert all(due.player in (USA, SOV) for due in step.state.pending)
    assert set(in_game(step.state)) == {USA, SOV}
    # Two are left, and it is no game of two: bases still count as points.
    assert step.state.phase is not Phase.OVER


def test_w3_a_player_stands_with_three_bugs_and_one_base():
    state = four(piece("soldier-1", 300, 300), lost=("brood-pit", "venom-gland"))
    step = shot(state, "soldier-1", ("soldier-1", *at(state, "great-hive")))
    assert told(step, "base-damaged")
    assert step.state.out == ()


def test_w5_with_more_players_those_who_fell_last_are_compared():
    # Nobody has three bugs left at the end; the one on turn had too few already at step 3.
    whole = small_war()
    after = replace(whole, table=whole.table.without("soldier-1", "warrior-1", "drone-1", "worker-1"))
    first = replace(whole, table=whole.table.without("soldier-1", "warrior-1"))
    trophies = (Trophy("x", CHI, FLY), Trophy("y", CHI, SOV), Trophy("z", USA, SOV))
    scored = replace(after, trophies=trophies)
    over, notes = decided(whole, [first], scored)
    assert (over.winner, over.ending) == (SOV, "W5")
    assert notes[-1].text.endswith(": Cleo and Dag fell last together, and Dag, who has the most points, wins.")
    # Level points are a draw; the player on turn goes before points, if still there at step 3.
    level, notes = decided(whole, [first], replace(after, trophies=trophies[:2]))
    assert (level.winner, level.phase) == (None, Phase.OVER)
    assert notes[-1].text.endswith("a draw.")
    mine, _ = decided(whole, [whole], scored)
    assert mine.winner == USA


def test_w4_who_takes_a_base_and_falls_in_the_same_shot_does_not_win():
    before = (Trophy("throne-cell", FLY, USA), Trophy("assembly-comb", FLY, USA), Trophy("tractor-works", SOV, USA))
    lost = tuple(trophy.base for trophy in before)
    bugs = [
        *few("soldier", (300, 300), (320, 420), (60, 100)),
        *few("warrior", (300, 500), (60, 700), (100, 700), (140, 700)),
        *few("drone", (500, 500), (700, 700), (660, 730), (620, 720)),
        *few("worker", (500, 300), (700, 60), (660, 30), (620, 40)),
    ]
    state = position(
        *bugs, setup=FOUR, spare=False, dice=("soldier", "tank"), lost=lost, damaged=("great-hive",), trophies=before
    )
    enemy = state.table["drone-1"]
    step = shot(
        state,
        "soldier-1",
        ("soldier-1", *at(state, "great-hive")),
        ("soldier-2", 500, 505),
        enemy,
        moved=("soldier-1", "soldier-2"),
    )
    assert told(step, "base-eliminated")
    assert USA in step.state.out
    assert step.state.winner is None
    stays = shot(state, "soldier-1", ("soldier-1", *at(state, "great-hive")))
    assert stays.state.winner == USA


def test_b2_the_owner_places_the_bug_in_the_owners_time_and_the_turn_goes_on():
    state = four(piece("soldier-1", 300, 300))
    step = shot(state, "soldier-1", ("soldier-1", *at(state, "throne-cell")))
    assert (step.state.phase, to_act(step.state), step.state.player) == (Phase.PUT_BESIDE, FLY, USA)
    spot = nearest_spot(step.state, FLY, "soldier-1", 600, 600, 0.0)
    assert refusal(step.state, PutBeside(USA, spot)).rule == "S5"
    assert apply(step.state, PutBeside(FLY, spot)).state.player in (USA, CHI)


def test_g3_a_throw_of_a_player_who_is_out_is_void():
    setup = replace(FOUR, terrain=("gravity-manipulator",))
    state = position(
        *few("soldier", (300, 300), (80, 60), (60, 100)),
        *few("warrior", (300, 500), (60, 700), (100, 700)),
        setup=setup,
        spare=False,
        dice=("soldier", "tank"),
    )
    others = [*few("drone", (700, 700), (660, 730), (600, 700)), *few("worker", (700, 60), (660, 30), (600, 60))]
    owned = [replace(bug, owner=FLY if bug.id.startswith("drone") else SOV) for bug in others]
    state = replace(state, table=state.table.put(*owned))
    # The third Warrior is knocked onto the template: its army is out, and nobody throws.
    step = settle(
        apply(state, flick_of("soldier-1")).state, landed(state, ("soldier-1", 300, 480), ("warrior-1", 270, 380))
    )
    assert told(step, "terrain") == [("G3", ("warrior-1", "gravity-manipulator"))]
    assert step.state.out == (CHI,)
    assert offered(step) is None
    assert without_player(state, CHI).pending == ()


def flick_of(bug):
    return Flick(0, Use.DIE_1, Shot(bug, 1.0, 0.5))
