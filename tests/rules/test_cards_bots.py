"""Bots decide whatever a game can ask, legally, within a bound, and not to their own harm."""

import random

import pytest
import quick_physics
from rules_tools import (
    CARDS,
    chosen,
    loaded,
    piece,
    position,
    replace,
    setup_of,
    shot,
    some_action,
    special,
)

from micromutants.match.bots import choose
from micromutants.match.bots.player import FINALISTS, FIRST_LOOK, TRIES
from micromutants.rules import (
    Bring,
    Buy,
    Decline,
    EndTurn,
    Extra,
    Flick,
    Forgo,
    Free,
    Grow,
    Load,
    Phase,
    Reinforce,
    Reroll,
    Seat,
    Setup,
    Shove,
    Task,
    Throw,
    TurnOver,
    Use,
    Web,
    apply,
    load_armies,
    refusal,
    start,
    to_act,
)
from micromutants.rules.turn import go_on
from micromutants.table import Face

pytestmark = pytest.mark.usefixtures("quick")

W1, W2 = piece("warrior-1", 300, 300), piece("warrior-2", 100, 300)
ADVANCED = setup_of("chitinians", "usarthropods", mode="advanced")
GRAVITY = setup_of("chitinians", "usarthropods", terrain=("gravity-manipulator", "warp-gate"))
FLY = setup_of("flyborgs", "sovietopters")
R = (piece("resource-1", 380, 380), piece("resource-2", 420, 380))


def test_a_projectile_is_placed_and_shot_at_what_is_near():
    state = position(
        piece("rocketeer-1", 100, 100), piece("warrior-1", 420, 320), player=1, dice=("rocketeer", "tank"), setup=CARDS
    )
    state = shot(state, "rocketeer-1", ("rocketeer-1", 300, 300, Face.SPECIAL)).state
    action = chosen(state)
    assert isinstance(action, Load)
    assert action.spot.x > 310.0
    action = chosen(loaded(state, "rocket-1", 300, 300))
    assert isinstance(action, Flick)
    assert action.shot.piece == "rocket-1"


def test_a_shove_is_made_where_it_helps_and_declined_where_it_harms():
    def pushed(*bugs, lost=()):
        state = position(
            piece("repulsor-1", 300, 300),
            *bugs,
            dice=("repulsor", "drone"),
            setup=replace(FLY, terrain=("acid-pit",)),
            lost=lost,
        )
        return shot(state, "repulsor-1", ("repulsor-1", 340, 420, Face.SPECIAL)).state

    # An enemy goes into the acid, or an own bug does.
    assert isinstance(chosen(pushed(piece("worker-1", 320, 410))), Shove)
    assert isinstance(chosen(pushed(piece("drone-1", 320, 410))), Decline)


def test_bugs_are_warped_assimilated_and_hatched():
    state = position(piece("warper-1", 300, 300), piece("drone-1", 100, 30), dice=("warper", "drone"), setup=FLY)
    action = chosen(shot(state, "warper-1", ("warper-1", 300, 600, Face.SPECIAL)).state)
    assert isinstance(action, Bring)
    state = position(
        piece("centurion-1", 300, 300), piece("worker-1", 300, 500), dice=("centurion", "drone"), setup=FLY
    )
    assert isinstance(chosen(shot(state, "centurion-1", ("centurion-1", 305, 505)).state), Bring)
    state = position(
        special("larva-1", 200, 200), piece("soldier-1", 300, 500), player=1, phase=Phase.EXTRA, setup=CARDS
    )
    assert isinstance(chosen(apply(state, Forgo(1, Use.EXTRA)).state), Bring)


def test_tokens_are_thrown_at_enemies():
    bugs = (W1, piece("soldier-1", 600, 600), piece("soldier-2", 620, 620))
    state = shot(position(*bugs, setup=GRAVITY), "warrior-1", ("warrior-1", 270, 380)).state
    action = chosen(state)
    assert isinstance(action, Throw)
    assert 0.0 < action.azimuth < 3.2
    state = shot(position(*bugs, setup=GRAVITY), "warrior-1", ("warrior-1", 490, 380)).state
    assert isinstance(chosen(state), Throw)


def test_resources_grow_bases_first_and_buy_cards_with_the_rest():
    held = (tuple(f"resource-{n}" for n in range(6, 11)), ())
    state = position(W1, *R, setup=ADVANCED, collected=held)
    for _ in range(2):
        action = chosen(state)
        assert isinstance(action, Grow)
        state = apply(state, action).state
    assert isinstance(chosen(state), Buy)
    state = replace(state, phase=Phase.SPEND, collected=((), ()))
    assert isinstance(chosen(state), EndTurn)
    # One resource is kept for the base that is still small.
    state = position(W1, *R, setup=ADVANCED, collected=(held[0][:3], ()))
    state = apply(state, chosen(state)).state
    assert not isinstance(chosen(state), Buy | Grow)


def test_a_result_without_use_brings_frees_or_is_rolled_again():
    state, _ = go_on(position(dice=("warrior", "warrior"), setup=CARDS))
    assert isinstance(chosen(state), Reinforce)
    state = position(piece("spider-1", 300, 300), dice=("spider", "spider"), setup=CARDS, webs=(Web("spider-1", 1, 1),))
    state, _ = go_on(state)
    assert isinstance(chosen(state), Free)
    setup = replace(FLY, mode="advanced")
    used = [piece(f"flamethrower-{n}", 300 + 60 * n, 500) for n in (1, 2)]
    state = position(
        *used,
        *R,
        player=1,
        dice=("flamethrower", "flamethrower"),
        setup=setup,
        cards=((), ("double-shift",)),
        moved=tuple(bug.id for bug in used),
    )
    state, _ = go_on(state)
    assert isinstance(chosen(state), Reroll)


def test_a_wrecked_tank_is_repaired():
    state = position(
        *R,
        special("tank-1", 230, 500),
        dice=("warrior", "warrior"),
        setup=ADVANCED,
        cards=((), ("field-workshop",)),
        phase=Phase.REINFORCE,
    )
    action = chosen(apply(state, Forgo(0, None)).state)
    assert action == TurnOver(1, "tank-1")


def test_what_a_card_offers_and_nothing_comes_of_is_declined():
    # The Warrior stands well after its capture; every flick of frenzy would only lose ground.
    state = position(W1, piece("soldier-1", 300, 500), setup=CARDS)
    state = shot(state, "warrior-1", ("warrior-1", 305, 505)).state
    assert state.pending[0].task is Task.MOVE
    assert isinstance(chosen(state), Flick | Decline)


def test_thoughts_of_a_throw_and_a_flick_are_bounded():
    bugs = [piece(f"trooper-{n}", 200 + 40 * n, 600) for n in (1, 2, 3, 4)]
    bugs += [piece(f"worker-{n}", 200 + 40 * n, 560) for n in (1, 2, 3, 4, 5)]
    state = position(*bugs, player=1, dice=("trooper", "worker"), setup=FLY)
    chosen(state)
    before = quick_physics.simulate.calls
    choose(state, random.Random(2))
    assert quick_physics.simulate.calls - before <= FIRST_LOOK + FINALISTS * TRIES
    assert state.extra is Extra.NONE


@pytest.mark.parametrize("number", range(6))
def test_bots_meet_any_state_of_a_random_game(number):
    uniform = random.Random(number)
    armies = uniform.sample(list(load_armies()), 2 + number % 3)
    setup = Setup(
        tuple(Seat(army, army) for army in armies),
        mode="advanced",
        terrain=("gravity-manipulator", "warp-gate"),
    )
    state = start(setup)
    for i in range(120):
        actor = to_act(state)
        if actor is None:
            break
        if actor >= 0 and i % 3 == 0:
            action = choose(state, uniform)
            assert refusal(state, action) is None
        else:
            action = some_action(state, uniform)
        state = apply(state, action).state
