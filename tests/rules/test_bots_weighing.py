"""What bots weigh: each choice here turns round when what is weighed is taken out."""

import math
import random

import pytest
from rules_tools import ARSENAL, CARDS, NEST, QUARTERS, chosen, piece, position, replace, shot, special

from micromutants.match.bots import aim, gains, player, side, worth
from micromutants.match.bots.decide import in_place_of_a_move
from micromutants.match.bots.gains import attack, chance_to_cover
from micromutants.match.bots.side import forces
from micromutants.physics import AVERAGE, NOVICE
from micromutants.rules import (
    EndTurn,
    Flick,
    Grow,
    Load,
    Phase,
    PutBeside,
    Reinforce,
    Seat,
    TurnOver,
    Web,
    apply,
)
from micromutants.table import Face

pytestmark = pytest.mark.usefixtures("quick")

HANDS = replace(CARDS, seats=tuple(Seat(seat.name, seat.army, AVERAGE) for seat in CARDS.seats))
ADVANCED = replace(HANDS, mode="advanced")
R = tuple(piece(f"resource-{n}", 60 + 40 * n, 380) for n in (1, 2, 3))
HELD = ((), ("resource-6", "resource-7"))
W1 = piece("warrior-1", 40, 300)
OTHERS = tuple(piece(f"soldier-{n}", 740, 740 - 30 * n) for n in (3, 4, 5))
"""Bugs enough that neither side is about to fall by them."""


def aimed_at(state, action, *targets):
    """Whichever of the targets lies nearest to the line of a flick."""
    assert isinstance(action, Flick)
    bug = state.table[action.shot.piece]

    def off(target):
        at = state.table[target]
        return abs(math.remainder(math.atan2(at.y - bug.y, at.x - bug.x) - action.shot.azimuth, math.tau))

    return min(targets, key=off)


def test_what_is_near_is_likely_to_be_covered_and_what_is_far_is_not():
    base = replace(piece("warrior-1", 380, 665), kind="small-base")
    near, far = piece("soldier-1", 380, 600), piece("soldier-1", 380, 190)
    assert chance_to_cover(near, base, AVERAGE) > 0.7
    assert chance_to_cover(far, base, AVERAGE) < 0.1
    assert chance_to_cover(near, base, NOVICE) < chance_to_cover(near, base, AVERAGE)


@pytest.mark.parametrize(("base", "spot"), [("headquarters", QUARTERS), ("arsenal", ARSENAL)])
def test_the_base_that_is_threatened_is_the_one_to_grow(base, spot, monkeypatch):
    near = piece("warrior-1", spot[0], spot[1] - 70)
    state = position(near, *R, *OTHERS, player=1, dice=("tank", "tank"), setup=ADVANCED, collected=HELD)
    action = chosen(state)
    assert isinstance(action, Grow)
    assert action.base == base
    monkeypatch.setattr(worth, "THREAT", 0.0)
    monkeypatch.setattr(worth, "PROMISE", 0.0)
    assert chosen(state).base == "headquarters"


def test_nothing_is_spent_where_nothing_is_gained(monkeypatch):
    state = position(W1, *R, player=1, setup=ADVANCED, collected=HELD, phase=Phase.SPEND)
    assert isinstance(chosen(state), Grow)
    monkeypatch.setattr(side, "CARD", -100.0)
    assert isinstance(chosen(state), EndTurn)


def test_a_resource_near_at_hand_comes_before_a_base_far_off(monkeypatch):
    bugs = (piece("sergeant-1", 60, 690), W1, piece("resource-1", 60, 620), *R[1:])
    state = position(*bugs, *OTHERS, player=1, dice=("sergeant", "tank"), setup=ADVANCED)
    assert aimed_at(state, chosen(state), "resource-1", "great-hive", "brood-pit") == "resource-1"
    monkeypatch.setattr(side, "RESOURCE", 0.0)
    monkeypatch.setattr(side, "COMPLETE", 0.0)
    monkeypatch.setattr(side, "NEAR_RESOURCE", 0.0)
    assert aimed_at(state, chosen(state), "resource-1", "great-hive", "brood-pit", "warrior-1") != "resource-1"


def test_the_last_resource_is_for_who_is_ahead():
    last = piece("resource-1", 300, 380)
    bugs = (piece("soldier-1", 250, 350), piece("warrior-1", 60, 60), piece("spider-1", 160, 60))

    def gain(**changes):
        state = position(*bugs, last, player=1, dice=("soldier", "tank"), setup=ADVANCED, **changes)
        found = gains.gains(state, forces(state), 1)
        return next((value for target, value in found if target.id == "resource-1"), 0.0)

    assert gain(lost=("brood-pit",)) > 900.0
    assert gain(lost=("arsenal",)) == 0.0
    state = position(*bugs, last, player=1, dice=("soldier", "tank"), setup=ADVANCED, lost=("brood-pit",))
    assert aimed_at(state, chosen(state), "resource-1", "great-hive", "venom-gland", "warrior-1") == "resource-1"


def test_of_two_bugs_the_one_that_threatens_a_base_is_captured(monkeypatch):
    # Both are as near to the Soldier; the one on the right stands before the Headquarters.
    bugs = (piece("soldier-1", 470, 560), piece("warrior-1", 420, 560), piece("warrior-2", 520, 560))
    state = position(*bugs, player=1, dice=("soldier", "tank"), setup=replace(HANDS, mode="advanced"))
    state = replace(state, table=state.table.without("command-nest"))
    assert aimed_at(state, chosen(state), "warrior-1", "warrior-2") == "warrior-2"

    def worths():
        found = {target.id: value for target, value in aim.targets(state, state.table["soldier-1"])}
        return found["warrior-1"], found["warrior-2"]

    assert worths()[1] > worths()[0] + 5.0
    monkeypatch.setattr(aim, "threat", lambda *_: 0.0)
    assert worths()[1] == worths()[0]


def test_a_captor_is_placed_where_it_can_take_least(monkeypatch):
    state = position(
        piece("warrior-1", 530, 560), piece("soldier-1", 640, 700), *OTHERS, dice=("warrior", "spider"), setup=HANDS
    )
    state = shot(state, "warrior-1", ("warrior-1", 530, 665)).state
    assert state.phase is Phase.PUT_BESIDE
    action = chosen(state)
    assert isinstance(action, PutBeside)
    # Away from the other bases, and on the side of the Soldier that can take it.
    assert action.spot.x > QUARTERS[0] + 15.0
    other = PutBeside(1, replace(action.spot, x=2 * QUARTERS[0] - action.spot.x))
    assert attack_on(apply(state, action).state) < attack_on(apply(state, other).state)
    monkeypatch.setattr(worth, "THREAT", -1.0)
    monkeypatch.setattr(worth, "PROMISE", -1.0)
    assert chosen(state).spot.x < action.spot.x


def attack_on(state):
    return attack(state, forces(state), 0, victim=1)


def test_a_webbed_bug_and_a_hidden_target_are_no_threat():
    state = position(piece("warrior-1", 530, 590), *R, setup=HANDS)
    assert attack_on(replace(state, webs=(Web("warrior-1", 1, 1),))) < 0.5 * attack_on(state)
    shown = position(piece("warrior-1", 300, 400), piece("green-beret-1", 340, 400), setup=HANDS)
    hidden = position(piece("warrior-1", 300, 400), special("green-beret-1", 340, 400), setup=HANDS)
    assert attack_on(hidden) < attack_on(shown) - 3.0


def test_a_projectile_is_placed_on_the_side_of_what_it_can_hit():
    # The nearest bug is hidden from bugs, not from the Acid Spit, and wears no armour; the Web catches what is free.
    spitter = piece("acid-spitter-1", 300, 300)
    state = position(spitter, piece("soldier-1", 420, 300), dice=("acid-spitter", "spider"), setup=HANDS)
    state = shot(state, "acid-spitter-1", ("acid-spitter-1", 300, 400, Face.SPECIAL)).state
    action = chosen(state)
    assert isinstance(action, Load)
    assert action.spot.x > 310.0
    spider = piece("spider-1", 300, 300)
    bugs = (spider, piece("soldier-1", 380, 400), piece("soldier-2", 200, 400))
    state = position(*bugs, dice=("acid-spitter", "spider"), setup=HANDS, webs=(Web("soldier-1", 1, 0),))
    state = shot(state, "spider-1", ("spider-1", 300, 400, Face.SPECIAL)).state
    action = chosen(state)
    assert isinstance(action, Load)
    assert action.spot.x < 290.0


def test_a_shot_that_is_offered_is_worth_what_it_may_hit():
    def value(*bugs):
        state = position(piece("rocketeer-1", 300, 300), *bugs, player=1, dice=("rocketeer", "tank"), setup=HANDS)
        return worth.offered(*due(shot(state, "rocketeer-1", ("rocketeer-1", 300, 400, Face.SPECIAL)).state))

    def due(state):
        return state, forces(state), state.pending[0]

    assert value(piece("warrior-1", 330, 440)) > value(piece("warrior-1", 60, 700)) + 5.0


def test_a_green_beret_hides_where_it_is_threatened(monkeypatch):
    close = (piece("green-beret-1", 300, 400), piece("warrior-1", 300, 440), piece("warrior-2", 340, 400))
    cards = ((), ("secret-operations",))
    state = position(*close, *OTHERS, *R, player=1, dice=("green-beret", "tank"), setup=ADVANCED, cards=cards)
    action = in_place_of_a_move(state, 1)
    assert action == TurnOver(1, "green-beret-1", action.use)
    hidden = apply(state, action).state
    assert worth.worth(hidden, 1) > worth.worth(state, 1) + 3.0
    monkeypatch.setattr(worth, "THREAT", 0.0)
    assert worth.worth(hidden, 1) == pytest.approx(worth.worth(state, 1))


def test_a_reinforcement_comes_to_the_base_that_is_threatened():
    threat = piece("warrior-1", ARSENAL[0] - 10, ARSENAL[1] - 80)
    state = position(threat, *OTHERS, player=1, dice=("tank", "tank"), setup=HANDS, phase=Phase.REINFORCE)
    action = chosen(state)
    assert isinstance(action, Reinforce)
    assert abs(action.spot.x - ARSENAL[0]) < abs(action.spot.x - NEST[0])


def test_a_flick_is_worth_what_the_trembling_hand_makes_of_it(monkeypatch):
    state = position(piece("warrior-1", 300, 300), piece("soldier-1", 300, 360), *OTHERS, setup=HANDS)
    value, flick = player._best_flick(state, 0, random.Random(1))
    assert flick is not None
    assert value > worth.worth(state, 0) + 5.0

    def away(shot, hand, physics, generator):
        return replace(shot, azimuth=shot.azimuth + math.pi, power=0.9)

    # Exactly as meant it would capture the Soldier; as the hand trembles here, it never does.
    monkeypatch.setattr(player, "scattered", away)
    assert player._best_flick(state, 0, random.Random(1))[0] < worth.worth(state, 0) + 0.5


def test_what_is_looked_at_again_is_what_is_likely_not_what_would_be_grand(monkeypatch):
    # A base far off would be worth more than the bug near at hand, but hardly anybody hits it.
    near, far = piece("soldier-1", 300, 360), piece("tank-1", 500, 500)
    state = position(piece("warrior-1", 300, 300), near, far, *OTHERS, setup=HANDS, damaged=("command-nest",))
    looked_at = []
    tried = player.scattered

    def note(shot, hand, physics, generator):
        looked_at.append(shot)
        return tried(shot, hand, physics, generator)

    monkeypatch.setattr(player, "scattered", note)
    monkeypatch.setattr(player, "FINALISTS", 1)
    action = chosen(state)
    assert aimed_at(state, action, "soldier-1", "command-nest") == "soldier-1"
    assert {aimed_at(state, Flick(0, action.use, shot), "soldier-1", "command-nest") for shot in looked_at} == {
        "soldier-1"
    }
