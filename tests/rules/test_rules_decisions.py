"""Every decision of a player can be taken back until chance has acted, and is asked of the right player."""

import pytest
from rules_tools import CARDS, at_decisions, piece, position, replace, setup_of, shot, special

from micromutants.match import Match, MatchError
from micromutants.rules import (
    Buy,
    Decline,
    Forgo,
    Free,
    Grow,
    Phase,
    Reroll,
    TurnOver,
    Use,
    Web,
    apply,
    refusal,
    to_act,
)
from micromutants.table import Face

ADVANCED = replace(CARDS, mode="advanced")
FLYSOV = setup_of("flyborgs", "sovietopters")
LYING = (piece("resource-1", 380, 380), piece("resource-2", 420, 380))
W1, SOLDIER = piece("warrior-1", 300, 300), piece("soldier-1", 300, 500)


def captured_base():
    return shot(position(W1, SOLDIER), "warrior-1", ("warrior-1", 380, 665)).state


def warping():
    bugs = (piece("warper-1", 300, 300), piece("drone-1", 100, 100))
    state = position(*bugs, setup=FLYSOV, dice=("warper", "drone"))
    return shot(state, "warper-1", ("warper-1", 300, 450, Face.SPECIAL)).state


def loading():
    state = position(piece("spider-1", 300, 300), SOLDIER, setup=CARDS)
    return shot(state, "spider-1", ("spider-1", 300, 400, Face.SPECIAL)).state


def hatching():
    state = position(special("larva-1", 200, 200), SOLDIER, setup=CARDS, player=1, phase=Phase.EXTRA)
    return apply(state, Forgo(1, Use.EXTRA)).state


def reinforcing():
    return position(SOLDIER, setup=CARDS, dice=("warrior", "spider"), phase=Phase.REINFORCE)


def mustering():
    state = position(setup=FLYSOV, player=1, dice=("worker", "trooper"), phase=Phase.REINFORCE)
    return apply(state, at_decisions(state)).state


def frenzy():
    return shot(position(W1, SOLDIER, setup=CARDS), "warrior-1", ("warrior-1", 305, 505)).state


def rich(**changes):
    held = (("resource-6", "resource-7", "resource-8"), ())
    return position(*LYING, W1, SOLDIER, setup=ADVANCED, collected=held, **changes)


def secret():
    cards = ((), ("secret-operations",))
    return position(*LYING, W1, setup=ADVANCED, player=1, dice=("green-beret", "tank"), cards=cards)


def shifting():
    setup = setup_of("flyborgs", "sovietopters", mode="advanced")
    bugs = (*LYING, piece("worker-1", 300, 300))
    return position(*bugs, setup=setup, player=1, dice=("worker", "trooper"), cards=((), ("double-shift",)))


def webbed():
    state = position(SOLDIER, W1, setup=CARDS, player=1, dice=("soldier", "tank"))
    return replace(state, webs=(Web("soldier-1", 1, 0),))


DECISIONS = {
    "put-beside": (captured_base, None, 1),
    "bring by warp": (warping, None, 0),
    "load": (loading, None, 0),
    "hatch": (hatching, None, 0),
    "reinforce": (reinforcing, None, 0),
    "muster": (mustering, None, 1),
    "decline": (frenzy, Decline(0), 0),
    "grow": (rich, Grow(0, "brood-pit", "second-clutch"), 0),
    "buy": (lambda: rich(cards=(("second-clutch",), ())), Buy(0, "forced-hatching"), 0),
    "turn over": (secret, TurnOver(1, "green-beret-1", Use.DIE_1), 1),
    "free": (webbed, Free(1, Use.DIE_1, "soldier-1"), 1),
    "forgo": (lambda: position(W1, SOLDIER), Forgo(0, Use.DIE_1), 0),
    "reroll": (shifting, Reroll(1, Use.DIE_2), 1),
}
"""What leads to it, the action (None for the nearest spot there is), and who decides."""


@pytest.mark.parametrize("name", DECISIONS)
def test_a_decision_is_that_of_one_player_and_can_be_taken_back(name):
    make, action, player = DECISIONS[name]
    state = make()
    action = action or at_decisions(state)
    assert to_act(state) == player
    other = replace(action, player=1 - player)
    assert refusal(state, other).rule == "S5"
    match = Match.at(state, 5)
    entry = match.apply(action)
    assert entry.state != state
    assert match.undo_refusal is None
    match.undo()
    assert match.state == state
    # The same again is the same.
    assert match.apply(action).digest == entry.digest


def test_what_chance_has_done_since_is_not_taken_back():
    match = Match.at(shifting(), 5)
    match.apply(Reroll(1, Use.DIE_2))
    match.advance()
    with pytest.raises(MatchError, match="those stand"):
        match.undo()
