"""The Advanced game: small bases, resources, growing, evolution cards, its victories."""

import random

import pytest
from rules_tools import (
    declined,
    earned,
    fired,
    kinds,
    landed,
    piece,
    play_through_setup,
    position,
    replace,
    setup_of,
    shot,
    told,
)

from micromutants.geometry import separation
from micromutants.physics import Launch
from micromutants.rules import (
    Arrange,
    Buy,
    Drop,
    EndTurn,
    Forgo,
    Grow,
    Phase,
    Rulings,
    Spot,
    Use,
    apply,
    army_of,
    arrangement,
    base_spots,
    bases_in_play,
    buyable,
    can_spend,
    cards_of,
    chance,
    collected,
    growable,
    holdings,
    is_resource,
    legal,
    options,
    refusal,
    settle,
    setup_area,
    start,
)
from micromutants.rules.hands import DROP_HEIGHT, counters
from micromutants.rules.ids import resources_of
from micromutants.table import Face

SETUP = setup_of("chitinians", "usarthropods", mode="advanced")
W1, SOLDIER = piece("warrior-1", 300, 300), piece("soldier-1", 300, 500)
R = [piece(f"resource-{n}", 340 + 30 * n, 380) for n in range(1, 6)]


def game(*bugs, held=((), ()), cards=((), ()), setup=SETUP, **changes):
    return position(*bugs, setup=setup, collected=held, cards=cards, **changes)


def with_resources(count, **changes):
    return game(W1, *R, held=(tuple(f"resource-{n}" for n in range(6, 6 + count)), ()), **changes)


# --- setting up ------------------------------------------------------------------------------------------------


def test_s7_the_main_base_starts_large_and_the_others_small():
    state = start(SETUP)
    for player in (0, 1):
        main, left, right = army_of(state, player).bases
        kinds_of = {base.id: base.kind for base in bases_in_play(state, player)}
        assert kinds_of == {main.id: "base", left.id: "small-base", right.id: "small-base"}
        spots = base_spots(state, player)
        assert [(state.table[b.id].x, state.table[b.id].y) for b in (left, main, right)] == list(spots)
    assert {base.kind for base in start(replace(SETUP, mode="basic")).table} == {"base"}


def dropping(setup=SETUP):
    state = start(setup)
    uniform = random.Random(3)
    state = apply(state, chance(state, uniform)).state
    for _ in setup.seats:
        state = apply(state, Arrange(state.player, arrangement(state, state.player))).state
    return state


def fallen(state, spots, others=()):
    """The step after the resources that are due have come to rest at these places."""
    due = state.pending[0].pieces
    state = replace(state, table=state.table.put(*counters(tuple(Spot(p, 380.0, 380.0) for p in due), "resource")))
    ends = [(p, x, y) for p, (x, y) in zip(due, spots, strict=True)]
    return settle(state, landed(state, *ends, *others))


MIDDLE = [(300, 380), (340, 380), (380, 380), (420, 380), (460, 380)]


def test_s8_each_player_drops_five_resources_from_a_height_over_the_middle():
    state = dropping()
    assert state.phase is Phase.DROP
    action = chance(state, random.Random(5))
    assert [launch.piece for launch in action.launches] == list(resources_of(0))
    assert all(abs(launch.height - DROP_HEIGHT) <= 0.1 * DROP_HEIGHT for launch in action.launches)
    state = fallen(state, MIDDLE).state
    assert state.pending[0].pieces == resources_of(1)
    step = fallen(state, [(x, y + 40) for x, y in MIDDLE])
    assert step.state.phase is Phase.ROLL
    assert sum(is_resource(p.id) for p in step.state.table) == 10
    assert {p.owner for p in step.state.table if is_resource(p.id)} == {-1}


def test_s8_what_goes_astray_is_dropped_again_and_in_the_end_placed():
    state = dropping()
    step = fallen(state, [(300, 100), *MIDDLE[1:4], (800, 400)])
    assert told(step, "drop-again") == [("S8", ("resource-1", "resource-5"))]
    assert step.state.phase is Phase.DROP
    assert step.state.pending[0].pieces == ("resource-1", "resource-5")
    for _ in range(SETUP.rulings.redrops):
        step = fallen(step.state, [(300, 100), (800, 400)])
    assert told(step, "dropped") == [("S8", ("resource-1", "resource-5"))]
    for piece_id in ("resource-1", "resource-5"):
        resource = step.state.table[piece_id]
        assert step.state.table.on_mat(resource)
        for player in (0, 1):
            shape, pose = setup_area(step.state, player)
            assert separation(shape, pose, resource.shape, resource.pose).distance >= 0.0
    assert step.state.table["resource-1"].y < 210.0


def test_s8_how_often_is_a_ruling_and_a_drop_moves_nothing_else():
    setup = replace(SETUP, rulings=Rulings(redrops=0))
    state = dropping(setup)
    bug = next(p for p in state.table if p.kind == "small")
    step = fallen(state, [(300, 100), *MIDDLE[1:]], [(bug.id, bug.x, bug.y + 90.0)])
    assert told(step, "drop-again") == []
    assert step.state.table[bug.id] == state.table[bug.id]


def test_s8_resources_come_to_rest_in_the_middle_by_the_real_physics():
    state = play_through_setup(SETUP, random.Random(11))
    lying = [p for p in state.table if is_resource(p.id)]
    assert len(lying) == 10
    assert all(190.0 + 9.0 <= p.y <= 760.0 - 199.0 for p in lying)
    assert len({(round(p.x), round(p.y)) for p in lying}) == 10


def test_a_drop_names_what_falls():
    state = dropping()
    spots = tuple(Spot(p, 380.0, 380.0) for p in resources_of(0))
    launches = tuple(Launch(p, 0.0, 0.0, 0.0) for p in resources_of(0))
    assert refusal(state, Drop(spots[:4], launches[:4])).rule == "S8"
    assert refusal(state, Drop(spots, (replace(launches[0], height=float("nan")), *launches[1:]))).rule == "S8"


# --- resources -------------------------------------------------------------------------------------------------


def test_a1_a_bug_over_a_resource_collects_it_whatever_its_colour():
    step = shot(game(W1, *R), "warrior-1", ("warrior-1", 405, 385))
    assert told(step, "resource") == [("A1", ("warrior-1", "resource-2"))]
    assert collected(step.state, 0) == ("resource-2",)
    assert "resource-2" not in step.state.table
    assert not earned(step.state)
    assert told(shot(game(W1, *R), "warrior-1", ("warrior-1", 405, 300)), "resource") == []


def test_a1_beneath_counts_too_unless_agreed_otherwise():
    def under(setup):
        state = game(W1, *R, setup=setup)
        resource = state.table["resource-2"]
        return shot(state, "warrior-1", ("warrior-1", 405, 385), resource, moved=("warrior-1",))

    assert told(under(SETUP), "resource")
    assert not told(under(replace(SETUP, rulings=Rulings(resources_below=False))), "resource")


def test_a1_a_knocked_bug_collects_for_its_owner():
    state = game(W1, SOLDIER, *R)
    step = shot(state, "warrior-1", ("warrior-1", 300, 480), ("soldier-1", 430, 382))
    assert collected(step.state, 1) == ("resource-3",)


def test_a1_projectiles_never_collect():
    state = game(piece("rocketeer-1", 100, 300), *R, W1, player=1, dice=("rocketeer", "tank"))
    step = fired(state, "rocketeer-1", 300, 300, "rocket-1", at=(400, 380))
    assert told(step, "resource") == []
    assert len([p for p in step.state.table if is_resource(p.id)]) == 5


def test_a1_a_bug_that_waits_beside_a_base_keeps_what_it_collected():
    state = game(W1, *R, piece("resource-6", 380, 640))
    step = shot(state, "warrior-1", ("warrior-1", 380, 648))
    assert step.state.phase is Phase.PUT_BESIDE
    assert collected(step.state, 0) == ("resource-6",)


# --- spending --------------------------------------------------------------------------------------------------


def test_a2_two_resources_grow_a_base_and_bring_one_card():
    state = with_resources(2)
    assert [base.id for base in growable(state, 0)] == ["brood-pit", "venom-gland"]
    step = apply(state, Grow(0, "brood-pit", "second-clutch"))
    assert told(step, "grown") == [("A2", ("brood-pit",))]
    grown = step.state.table["brood-pit"]
    assert (grown.kind, grown.face) == ("base", Face.NORMAL)
    assert grown.pose == state.table["brood-pit"].pose
    assert cards_of(step.state, 0) == ("second-clutch",)
    assert collected(step.state, 0) == ()
    assert step.state.phase is Phase.MOVE


def test_a2_the_other_card_costs_one():
    state = with_resources(3)
    assert refusal(state, Buy(0, "forced-hatching")).text == "Its first card comes with growing the Brood Pit."
    state = apply(state, Grow(0, "brood-pit", "second-clutch")).state
    assert buyable(state, 0) == ("forced-hatching",)
    step = apply(state, Buy(0, "forced-hatching"))
    assert cards_of(step.state, 0) == ("second-clutch", "forced-hatching")
    assert told(step, "card-bought") == [("A2", ())]
    assert refusal(step.state, Buy(0, "forced-hatching")).text == "Forced Hatching is in play already."


def test_a2_the_example_of_the_rulebook():
    held = ((), ("resource-6", "resource-7"))
    state = game(W1, SOLDIER, *R, held=held, player=1, dice=("soldier", "tank"))
    wanted = {option.card for option in legal(state) if option.kind == "grow" and option.piece == "headquarters"}
    assert wanted == {"secret-operations", "uncle-sam"}
    state = apply(state, Grow(1, "headquarters", "secret-operations")).state
    assert refusal(state, Buy(1, "uncle-sam")).text == "That takes 1 resource, and there is none to spend."
    later = replace(state, collected=((), ("resource-8",)))
    assert cards_of(apply(later, Buy(1, "uncle-sam")).state, 1) == ("secret-operations", "uncle-sam")


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Grow(0, "brood-pit", "second-clutch"), "That takes 2 resources, and there is only one to spend."),
        (
            Grow(0, "brood-pit", "sticky-silk"),
            "The Brood Pit brings Forced Hatching or Second Clutch, not 'sticky-silk'.",
        ),
        (Grow(0, "great-hive", "sticky-silk"), "The Great Hive is a large base already."),
        (Grow(0, "arsenal", "sticky-silk"), "'arsenal' is no base of the Chitinians."),
        (Buy(0, "uncle-sam"), "'uncle-sam' is no evolution card of the Chitinians."),
    ],
)
def test_a2_what_can_not_be_bought_is_refused(action, said):
    refused = refusal(with_resources(1), action)
    assert (refused.rule, refused.text) == ("A2", said)


def test_a2_only_in_the_own_turn_and_only_in_the_advanced_game():
    assert refusal(with_resources(2), Grow(1, "arsenal", "guided-rockets")).rule == "S5"
    basic = position(W1, SOLDIER)
    assert refusal(basic, Grow(0, "brood-pit", "second-clutch")).text == "The Basic game has no resources to spend."
    assert not any(option.kind in ("grow", "buy") for option in options(basic))


def test_a2_the_turn_waits_for_who_can_spend():
    state = with_resources(2, dice=("warrior", "acid-spitter"))
    state = apply(state, Forgo(0, Use.DIE_1)).state
    state = apply(state, Forgo(0, None)).state if state.phase is Phase.REINFORCE else state
    assert state.phase is Phase.SPEND
    assert can_spend(state, 0)
    assert {option.kind for option in legal(state)} == {"grow", "end-turn"}
    step = apply(state, EndTurn(0))
    assert step.state.player == 1
    assert len(collected(step.state, 0)) == 2
    step = apply(state, Grow(0, "brood-pit", "second-clutch"))
    assert step.state.player == 1


def test_a3_spent_resources_leave_the_game():
    step = apply(with_resources(2), Grow(0, "brood-pit", "second-clutch"))
    everywhere = [p.id for p in step.state.table] + list(step.state.collected[0])
    assert "resource-6" not in everywhere
    assert "resource-7" not in everywhere


def test_a4_a_base_that_grows_slides_out_what_it_covers():
    close = piece("soldier-1", 230.0 + 25.5, 95.0)
    own = piece("warrior-2", 230.0, 95.0 + 25.5)
    state = game(W1, close, own, *R, held=(("resource-6", "resource-7"), ()))
    step = apply(state, Grow(0, "brood-pit", "second-clutch"))
    assert {pieces[0] for _, pieces in told(step, "slid-out")} == {"soldier-1", "warrior-2"}
    assert {"capture", "fumble", "base-damaged"} & set(kinds(step)) == set()
    for bug in ("soldier-1", "warrior-2"):
        a, b = step.state.table[bug], step.state.table["brood-pit"]
        assert separation(a.shape, a.pose, b.shape, b.pose).distance >= 0.0


def test_b4_a_small_base_is_eliminated_at_once():
    step = shot(game(W1, SOLDIER, *R), "warrior-1", ("warrior-1", 230, 665))
    assert told(step, "base-eliminated") == [("B4", ("warrior-1", "arsenal"))]
    assert earned(step.state)
    assert step.state.winner is None
    assert "warrior-1" in step.state.table


def test_b4_a_base_that_has_grown_is_captured_twice():
    state = game(W1, *R, player=0)
    arsenal = replace(state.table["arsenal"], kind="base")
    state = replace(state, table=state.table.put(arsenal))
    assert told(shot(state, "warrior-1", ("warrior-1", 230, 665)), "base-damaged")


# --- winning ---------------------------------------------------------------------------------------------------


def test_w2_conquer_takes_the_main_base_and_another():
    state = game(W1, *R, lost=("arsenal",), damaged=("command-nest",))
    step = shot(state, "warrior-1", ("warrior-1", 380, 665))
    assert (step.state.winner, step.state.ending) == (0, "W2")
    assert step.happenings[-1].text == "Ada wins: Boris's main base and another are eliminated."
    # Two small ones do not conquer.
    state = game(W1, *R, lost=("arsenal",))
    assert shot(state, "warrior-1", ("warrior-1", 530, 665)).state.winner is None
    # The main base alone does not.
    state = game(W1, *R, damaged=("command-nest",))
    assert shot(state, "warrior-1", ("warrior-1", 380, 665)).state.winner is None


def test_w2_exterminate():
    state = game(W1, SOLDIER, piece("tank-1", 600, 500), piece("tank-2", 660, 500), *R, *larvae(), spare=False)
    step = shot(state, "warrior-1", ("warrior-1", 305, 505))
    assert (step.state.winner, step.state.ending) == (0, "W2")


def larvae():
    return [piece(f"larva-{n}", 40 + 40 * n, 20) for n in (1, 2, 3)]


def last_resource(**changes):
    state = game(W1, piece("resource-1", 380, 380), **changes)
    return shot(state, "warrior-1", ("warrior-1", 382, 384))


def test_w2_dominate_ends_the_game_with_the_last_resource():
    step = last_resource(lost=("arsenal",))
    assert (step.state.winner, step.state.ending) == (0, "W2")
    assert step.happenings[-1].text == "The last resource is collected, and Ada wins by 4 points for bases to 3."
    step = last_resource(lost=("brood-pit",))
    assert step.state.winner == 1
    # One resource more, and the game goes on.
    state = game(W1, *R)
    assert shot(state, "warrior-1", ("warrior-1", 405, 385)).state.winner is None


def test_w2_dominate_counts_small_1_large_2_and_bugs_break_a_tie():
    state = game(W1, *R)
    grown = replace(state.table["arsenal"], kind="base")
    assert holdings(state, 1) == 4
    assert holdings(replace(state, table=state.table.put(grown)), 1) == 5
    step = last_resource()
    assert step.state.winner == 0
    assert step.happenings[-1].text == (
        "The last resource is collected, and Ada wins by 4 bugs to 3: both have 4 points for bases."
    )


def test_w2_dominate_may_be_a_draw():
    state = game(W1, SOLDIER, piece("resource-1", 380, 380))
    step = shot(state, "warrior-1", ("warrior-1", 382, 384))
    assert (step.state.phase, step.state.winner, step.state.ending) == (Phase.OVER, None, "W2")
    assert step.happenings[-1].text == (
        "The last resource is collected, and it is a draw: both have 4 points for bases and 4 bugs."
    )
    assert refusal(step.state, EndTurn(0)).text == "The game is over in a draw."


def test_evolution_cards_stay_when_their_base_is_lost():
    state = game(W1, SOLDIER, *R, cards=((), ("uncle-sam",)), player=0)
    step = shot(state, "warrior-1", ("warrior-1", 530, 665))
    assert told(step, "base-eliminated")
    assert cards_of(step.state, 1) == ("uncle-sam",)


def test_a_reaction_in_the_opponents_turn_does_not_spend():
    # Frenzy is asked; spending waits for the dice.
    state = with_resources(2)
    state = replace(state, table=state.table.put(replace(SOLDIER, owner=1)))
    state = shot(state, "warrior-1", ("warrior-1", 305, 505)).state
    assert state.phase is Phase.DECIDE
    assert refusal(state, Grow(0, "brood-pit", "second-clutch")).rule == "M11"
    assert refusal(declined(state).state, Grow(0, "brood-pit", "second-clutch")) is None


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"lost": ("arsenal",)}, "The last resource is collected; bases count 4 to 3: Ada wins."),
        ({}, "The last resource is collected; bases count 4 to 4, bugs 4 to 3: Ada wins."),
    ],
)
def test_w2_an_older_record_keeps_its_words(changes, said):
    step = last_resource(**changes, setup=replace(SETUP, edition=4))
    assert step.happenings[-1].text == said
    assert step.state.digest() == last_resource(**changes).state.digest()
