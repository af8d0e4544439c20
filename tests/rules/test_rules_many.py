"""Three and four players: places, order, elimination, score."""

import math
import random

import pytest
from rules_tools import (
    declined,
    landed,
    offered,
    piece,
    position,
    replace,
    setup_of,
    shot,
    some_action,
    special,
    told,
)

from micromutants.rules import (
    Arrange,
    DrawFirst,
    Forgo,
    Phase,
    Spot,
    Task,
    Trophy,
    Use,
    Web,
    apply,
    arrangement,
    base_spots,
    bases_in_play,
    bugs_in_play,
    can_flick,
    chance,
    in_game,
    in_hand,
    options,
    out_of_play,
    refusal,
    roster,
    score,
    setup_area,
    start,
    to_act,
    with_bases,
)
from micromutants.rules.homes import CORNER_RADIUS, home
from micromutants.rules.victory import why_fallen, without_player
from micromutants.table import Face

THREE = setup_of("usarthropods", "chitinians", "flyborgs")
FOUR = setup_of("usarthropods", "chitinians", "flyborgs", "sovietopters")
USA, CHI, FLY, SOV = range(4)


def three(*bugs, **changes):
    return position(*bugs, setup=THREE, **{"dice": ("soldier", "tank"), **changes})


def four(*bugs, **changes):
    return position(*bugs, setup=FOUR, **{"dice": ("soldier", "tank"), **changes})


def at(state, base):
    return state.table[base].x, state.table[base].y


# --- places and order ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("alone", [0, 1, 2])
def test_s10_with_three_players_one_has_an_end_and_two_sit_in_the_opposite_corners(alone):
    state = apply(start(THREE), DrawFirst(1, alone=alone)).state
    assert not home(state, alone).corner
    assert home(state, alone).y == 0.0
    left, right = home(state, (alone + 1) % 3), home(state, (alone + 2) % 3)
    assert (left.x, left.y, right.x, right.y) == (0.0, 760.0, 760.0, 760.0)
    assert len(state.table) == 9
    for player in range(3):
        assert [(p.x, p.y) for p in bases_in_play(state, player)].sort() == list(base_spots(state, player)).sort()


def test_s10_who_sits_alone_is_drawn():
    state = start(THREE)
    assert len(state.table) == 0
    drawn = {chance(state, random.Random(seed)).alone for seed in range(20)}
    assert drawn == {0, 1, 2}
    assert refusal(state, DrawFirst(0)).rule == "S10"
    assert refusal(start(FOUR), DrawFirst(0, alone=1)).rule == "S10"
    assert chance(start(FOUR), random.Random(1)).alone is None


def test_s10_with_four_players_each_has_a_corner_clockwise():
    corners = [(home(FOUR, p).x, home(FOUR, p).y) for p in range(4)]
    assert corners == [(0.0, 0.0), (0.0, 760.0), (760.0, 760.0), (760.0, 0.0)]
    for player in range(4):
        shape, pose = setup_area(FOUR, player)
        assert shape.radius == CORNER_RADIUS
        for x, y in base_spots(FOUR, player):
            assert math.hypot(x - pose.x, y - pose.y) + 31.0 < CORNER_RADIUS
            assert 31.0 < x < 729.0
            assert 31.0 < y < 729.0


@pytest.mark.parametrize("setup", [THREE, FOUR], ids=["three", "four"])
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_s3_every_arrangement_is_legal_in_every_place(setup, mode):
    state = start(replace(setup, mode=mode))
    uniform = random.Random(2)
    state = apply(state, chance(state, uniform)).state
    for _ in setup.seats:
        player = state.player
        for variant in range(8):
            action = Arrange(player, arrangement(state, player, variant))
            assert refusal(state, action) is None, variant
        outside = (Spot(action.spots[0].piece, 380.0, 380.0), *action.spots[1:])
        assert refusal(state, Arrange(player, outside)).rule == "S3"
        state = apply(state, action).state
    assert state.phase is (Phase.ROLL if mode == "basic" else Phase.DROP)


def test_s10_in_the_advanced_game_bases_take_any_of_the_own_spots():
    order = ("headquarters", "arsenal", "command-nest")
    state = apply(start(replace(FOUR, mode="advanced")), DrawFirst(0)).state
    spots = arrangement(with_bases(state, 0, order), 0)
    step = apply(state, Arrange(0, spots, order))
    assert [(step.state.table[b].x, step.state.table[b].y) for b in order] == list(base_spots(FOUR, 0))
    assert step.state.table["command-nest"].kind == "base"
    assert refusal(state, Arrange(0, spots, order[:2])).rule == "S10"
    basic = apply(start(FOUR), DrawFirst(0)).state
    assert refusal(basic, Arrange(0, arrangement(basic, 0), order)).rule == "S10"


def test_s5_turns_go_clockwise_and_skip_who_is_out():
    state = four(piece("soldier-1", 300, 300), dice=("soldier", "rocketeer"))
    order = []
    for _ in range(5):
        order.append(state.player)
        while to_act(state) == state.player:
            use = next(o.use for o in options(state) if o.kind == "forgo" and o.refusal is None)
            state = apply(state, Forgo(state.player, use)).state
        state = replace(state, dice=(*position().dice,), phase=Phase.EXTRA)
    assert order == [0, 1, 2, 3, 0]
    state = replace(without_player(four(), CHI), phase=Phase.EXTRA)
    assert apply(state, Forgo(0, Use.EXTRA)).state.player == FLY


# --- out -------------------------------------------------------------------------------------------------------


def few(army, *places):
    """Three bugs of an army, with no spare ones."""
    return [piece(f"{army}-{n}", *place) for n, place in enumerate(places, 1)]


def small_war(**changes):
    """Each of four players has three bugs."""
    bugs = [
        *few("soldier", (300, 300), (80, 60), (60, 100)),
        *few("warrior", (300, 500), (60, 700), (100, 700)),
        *few("drone", (500, 500), (700, 700), (660, 730)),
        *few("worker", (500, 300), (700, 60), (660, 30)),
    ]
    return position(*bugs, setup=FOUR, spare=False, **{"dice": ("soldier", "tank"), **changes})


def test_w3_a_player_with_two_bugs_is_out_and_everything_leaves():
    step = shot(small_war(), "soldier-1", ("soldier-1", 305, 505))
    assert told(step, "player-out") == [("W3", ())]
    assert step.state.out == (CHI,)
    assert not [p for p in step.state.table if p.owner == CHI]
    assert step.state.trophies == ()
    assert in_game(step.state) == (USA, FLY, SOV)
    assert step.state.winner is None


def test_w3_a_player_without_a_base_is_out():
    state = four(piece("soldier-1", 300, 300), lost=("brood-pit", "venom-gland"), damaged=("great-hive",))
    step = shot(state, "soldier-1", ("soldier-1", *at(state, "great-hive")))
    assert step.state.out == (CHI,)
    assert step.state.trophies == (Trophy("great-hive", CHI, USA),)
    # Two of three are not enough here.
    state = four(piece("soldier-1", 300, 300), lost=("brood-pit",), damaged=("great-hive",))
    assert shot(state, "soldier-1", ("soldier-1", *at(state, "great-hive"))).state.out == ()


def test_w3_out_in_the_own_turn_and_the_next_player_goes_on():
    state = small_war()
    enemy = state.table["warrior-1"]
    step = shot(state, "soldier-1", ("soldier-1", 300, 505), enemy, moved=("soldier-1",))
    assert told(step, "fumble")
    assert step.state.out == (USA,)
    assert (step.state.player, step.state.phase) == (CHI, Phase.ROLL)
    # Who began is out; the order stays clockwise.
    assert step.state.first == USA


def test_w3_two_at_once():
    state = small_war()
    step = shot(state, "soldier-1", ("warrior-1", 500, 490), ("drone-1", 510, 505), ("soldier-1", 505, 500))
    assert sorted(step.state.out) == [CHI, FLY]
    assert step.state.winner is None
    assert step.state.player == USA


def test_w3_what_an_eliminated_player_had_to_decide_is_void():
    state = small_war()
    bugs = {"soldier-4": (320, 520)}
    state = replace(state, table=state.table.put(*(replace(piece(b, *xy), owner=USA) for b, xy in bugs.items())))
    hit = replace(state.table["soldier-1"], face=Face.SPECIAL)
    few_soldiers = state.table.put(hit).without("soldier-2", "soldier-3")
    state = replace(state, table=few_soldiers.put(replace(piece("tank-1", 80, 60), owner=USA)), player=CHI)
    state = replace(state, dice=tuple(type(d)(b) for d, b in zip(state.dice, ("warrior", "spider"), strict=True)))
    step = shot(state, "warrior-1", ("warrior-1", 305, 305))
    # The Soldier that fell would have let another one move, but its army has left.
    assert step.state.out == (USA,)
    assert all(due.player != USA for due in step.state.pending)
    assert offered(step) == (Task.MOVE, CHI, "frenzy")


def test_w3_resources_cards_and_webs_of_the_player_leave():
    state = replace(
        small_war(),
        collected=((), ("resource-1",), (), ()),
        cards=((), ("sticky-silk",), (), ()),
        webs=(Web("drone-1", 1, CHI), Web("warrior-1", 1, USA)),
    )
    after = without_player(state, CHI)
    assert after.collected[CHI] == after.cards[CHI] == ()
    assert after.webs == ()


def test_w3_a_bug_that_waited_beside_a_base_of_the_player_stays():
    state = small_war(damaged=())
    base = at(state, "great-hive")
    step = shot(state, "soldier-1", ("warrior-1", 500, 490), ("drone-1", 505, 495), ("soldier-1", *base))
    # The Drone is knocked over the Warrior: that player is out while the Soldier is in hand.
    assert step.state.out == (CHI,)
    assert step.state.beside == ()
    assert told(step, "put-beside") == [("W3", ("soldier-1",))]
    assert "soldier-1" in step.state.table


# --- score -----------------------------------------------------------------------------------------------------


def test_w4_the_first_base_of_an_army_counts_two_and_each_further_one_one():
    taken = (Trophy("throne-cell", FLY, SOV), Trophy("assembly-comb", FLY, SOV), Trophy("arsenal", USA, SOV))
    assert score(replace(four(), trophies=taken), SOV) == 5
    assert score(replace(four(), trophies=taken), USA) == 0


def taking(trophies, taker, base, owner_lost=(), setup=THREE, bug="warrior-1"):
    """The step with which a player takes a damaged base when these trophies have been taken before."""
    lost = tuple(t.base for t in trophies) + tuple(owner_lost)
    dice = {"warrior-1": ("warrior", "spider"), "soldier-1": ("soldier", "tank")}[bug]
    state = position(
        piece(bug, 380, 380), setup=setup, lost=lost, damaged=(base,), trophies=tuple(trophies), player=taker, dice=dice
    )
    return shot(state, bug, (bug, *at(state, base)))


def test_w4_the_example_of_the_rulebook():
    first = [Trophy("throne-cell", FLY, USA), Trophy("assembly-comb", FLY, CHI)]
    state = three(lost=("throne-cell", "assembly-comb", "brood-pit"))
    third = replace(state, trophies=(*first, Trophy("brood-pit", CHI, FLY)))
    assert [score(third, p) for p in range(3)] == [2, 2, 2]
    assert [why_fallen(third, p) for p in range(3)] == ["", "", ""]
    # The Chitinians take the last base of the Flyborgs, which puts these out, and win with 3.
    step = taking([*first, Trophy("brood-pit", CHI, FLY)], CHI, "field-spire")
    assert step.state.out == (FLY,)
    assert score(step.state, CHI) == 3
    assert (step.state.winner, step.state.ending) == (CHI, "W4")


def test_w4_nobody_wins_before_as_many_bases_are_gone_as_players_started():
    step = taking([Trophy("throne-cell", FLY, CHI)], CHI, "assembly-comb")
    assert score(step.state, CHI) == 3
    assert step.state.winner is None
    step = taking([Trophy("throne-cell", FLY, CHI), Trophy("arsenal", USA, CHI)], CHI, "assembly-comb")
    assert step.state.winner == CHI


def test_w4_level_at_the_top_the_game_goes_on():
    before = [Trophy("arsenal", USA, FLY), Trophy("throne-cell", FLY, USA)]
    step = taking(before, CHI, "headquarters")
    assert [score(step.state, p) for p in range(3)] == [2, 2, 2]
    assert step.state.winner is None


def test_w4_only_who_has_just_taken_a_base_wins():
    before = [Trophy("arsenal", USA, FLY), Trophy("brood-pit", CHI, FLY), Trophy("throne-cell", FLY, USA)]
    # The Flyborgs are at the top, but it is the Chitinians who take one.
    step = taking(before, CHI, "headquarters")
    assert score(step.state, FLY) > score(step.state, CHI)
    assert step.state.winner is None


def test_w4_the_last_one_left_wins():
    state = small_war()
    state = without_player(without_player(state, FLY), SOV)
    step = shot(state, "soldier-1", ("soldier-1", 305, 505))
    assert (step.state.winner, step.state.ending) == (USA, "W4")
    assert step.happenings[-1].text == "Ada wins: nobody else is left."


def test_w5_when_all_fall_at_once_the_player_on_turn_wins():
    state = without_player(without_player(small_war(), FLY), SOV)
    step = shot(state, "soldier-1", ("warrior-1", 300, 500), ("soldier-1", 305, 508), ("soldier-2", 310, 516), moved=())
    assert step.state.winner is None
    both = replace(state, table=state.table.without("warrior-2"))
    outcome = landed(both, ("soldier-1", 302, 502), both.table["warrior-1"], moved=("soldier-1",))
    flicked = replace(both, phase=Phase.MOVE)
    assert outcome.moved == ("soldier-1",)
    step = shot(flicked, "soldier-1", ("soldier-1", 302, 502), both.table["warrior-1"], moved=("soldier-1",))
    assert (step.state.winner, step.state.ending) == (USA, "W5")


def test_all_others_are_enemies():
    state = four(piece("soldier-1", 300, 300), piece("drone-1", 300, 500), piece("worker-1", 316, 505))
    step = shot(state, "soldier-1", ("soldier-1", 308, 502))
    assert {pieces[1] for _, pieces in told(step, "capture")} == {"drone-1", "worker-1"}


def test_third_parties_count_when_knocked_together():
    state = four(piece("soldier-1", 300, 300), piece("drone-1", 300, 500), piece("worker-1", 400, 500))
    step = shot(state, "soldier-1", ("soldier-1", 280, 500), ("drone-1", 395, 500))
    assert told(step, "capture") == [("M7", ("drone-1", "worker-1"))]


def test_reactions_come_clockwise_from_the_player_on_turn():
    bugs = [
        special("soldier-1", 300, 500),
        piece("soldier-2", 340, 540),
        piece("poisoner-1", 320, 505),
        piece("warrior-1", 100, 300),
    ]
    state = position(*bugs, setup=FOUR, player=CHI, dice=("warrior", "spider"))
    step = shot(state, "warrior-1", ("warrior-1", 310, 502))
    assert told(step, "venom")
    assert offered(step) == (Task.MOVE, USA, "buddies")
    assert can_flick(step.state) == {"soldier-2": (Use.CARD,)}
    assert declined(step.state).state.pending == ()


def test_a_random_start_of_three_plays():
    state = start(THREE)
    uniform = random.Random(4)
    for _ in range(8):
        state = apply(state, some_action(state, uniform)).state
    assert state.turn >= 1
    everywhere = (*bugs_in_play(state, 0), *out_of_play(state, 0), *in_hand(state, 0))
    assert len(everywhere) == len(roster(state, 0))
