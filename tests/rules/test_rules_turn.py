import math
import random

import pytest
from rules_tools import arranged, earned, kinds, piece, position, replace, shot, told

from micromutants.physics import AVERAGE, Shot
from micromutants.rules import (
    CHANCE,
    DieUse,
    Extra,
    Flick,
    Forgo,
    Phase,
    Reinforce,
    Roll,
    Spot,
    Tremble,
    Use,
    apply,
    can_flick,
    chance,
    legal,
    nearest_spot,
    options,
    out_of_play,
    refusal,
    to_act,
    why_not,
)
from micromutants.table import Face

D1, D2, EXTRA = Use.DIE_1, Use.DIE_2, Use.EXTRA
W1, W2, SPIDER = piece("warrior-1", 300, 300), piece("warrior-2", 400, 300), piece("spider-1", 500, 300)
SOLDIER, SOLDIER2 = piece("soldier-1", 300, 500), piece("soldier-2", 400, 500)


def flick(bug, use=D1, player=0, power=0.5):
    return Flick(player, use, Shot(bug, 1.0, power))


def test_t1_each_result_moves_one_bug_of_its_breed_in_any_order():
    state = position(W1, W2, SPIDER, SOLDIER)
    assert can_flick(state) == {"spider-1": (D2,), "warrior-1": (D1,), "warrior-2": (D1,)}
    assert why_not(state, "warrior-1") is None
    assert why_not(state, "larva-1").text == "The dice show a Warrior and a Spider, no Larva."
    step = shot(state, "spider-1", ("spider-1", 500, 350))
    assert [die.use for die in step.state.dice] == [DieUse.OPEN, DieUse.MOVED]
    assert can_flick(step.state) == {"warrior-1": (D1,), "warrior-2": (D1,)}
    step = shot(step.state, "warrior-2", ("warrior-2", 400, 350))
    assert (step.state.phase, step.state.player, step.state.turn) == (Phase.ROLL, 1, 4)
    assert step.state.dice == ()
    assert step.state.moved == ()


def test_t1_rulebook_example_warrior_and_exterminator():
    state = replace(arranged(), player=0)
    step = apply(state, Roll((3, 0)))
    assert [die.breed for die in step.state.dice] == ["exterminator", "warrior"]
    assert step.happenings[0].text == "Ada rolls an Exterminator and a Warrior."
    bugs = can_flick(step.state)
    assert bugs == {f"warrior-{n}": (D2,) for n in range(1, 6)} | {f"exterminator-{n}": (D1,) for n in (1, 2)}


def test_t1_a_die_pays_only_for_its_breed_and_only_once():
    state = position(W1, W2, SPIDER, SOLDIER)
    assert refusal(state, flick("warrior-1", D2)).text == "The second die shows Spider, not Warrior."
    assert refusal(state, flick("warrior-1", EXTRA)).rule == "T6"
    state = shot(state, "warrior-1", ("warrior-1", 300, 350)).state
    assert refusal(state, flick("warrior-2", D1)).text == "The result for Warriors is used already."


def test_t1_dice_are_two_numbers_from_chance():
    state = arranged()
    assert to_act(state) == CHANCE
    generator = random.Random(42)
    rolls = [chance(state, generator).faces for _ in range(3)]
    assert rolls == [(3, 0), (1, 1), (4, 4)]
    assert refusal(state, Roll((6, 0))).rule == "T1"
    assert refusal(state, flick("warrior-1")).text == "That can not be done now: the dice are rolled for Ada."
    with pytest.raises(ValueError, match="waits for a player"):
        chance(position(W1), generator)


def test_t2_a_die_may_go_unused_and_then_brings_no_reinforcement():
    state = position(W1, SPIDER, SOLDIER)
    step = apply(state, Forgo(0, D1))
    assert told(step, "forgone") == [("T2", ())]
    assert step.state.dice[0].use is DieUse.FORGONE
    assert can_flick(step.state) == {"spider-1": (D2,)}
    assert refusal(step.state, Forgo(0, D1)).rule == "T2"
    # Four Warriors are out of play, but the die was not unusable.
    assert len([bug for bug in out_of_play(state, 0) if bug.startswith("warrior")]) == 4
    step = apply(step.state, Forgo(0, D2))
    assert (step.state.phase, step.state.player) == (Phase.ROLL, 1)


def test_t2_a_die_that_no_bug_can_use_is_not_let_go_during_the_moves():
    state = position(W1, SOLDIER)
    assert refusal(state, Forgo(0, D2)).rule == "T4"
    assert refusal(state, Forgo(0, None)).rule == "T4"
    assert refusal(state, Forgo(0, EXTRA)).rule == "T6"


def test_t3_both_dice_the_same_move_two_different_bugs():
    state = position(W1, W2, SOLDIER, dice=("warrior", "warrior"))
    assert can_flick(state)["warrior-1"] == (D1, D2)
    state = shot(state, "warrior-1", ("warrior-1", 300, 350), use=D2).state
    assert refusal(state, flick("warrior-1", D1)).rule == "T3"
    assert can_flick(state) == {"warrior-2": (D1,)}


def test_t3_a_spare_result_brings_a_reinforcement():
    state = position(W1, SPIDER, SOLDIER, dice=("warrior", "warrior"))
    state = shot(state, "warrior-1", ("warrior-1", 300, 350)).state
    assert state.phase is Phase.REINFORCE
    assert [o.piece for o in legal(state) if o.kind == "reinforce"] == ["warrior-2"]


def test_t3_a_spare_result_is_lost_when_all_bugs_of_the_breed_are_in_play():
    exterminators = [piece("exterminator-1", 300, 300), piece("exterminator-2", 350, 300)]
    state = position(*exterminators, SOLDIER, dice=("exterminator", "exterminator"), moved=("exterminator-1",))
    step = shot(state, "exterminator-2", ("exterminator-2", 350, 350))
    assert told(step, "die-lost") == [("T3", ())]
    assert step.state.phase is Phase.ROLL


def reinforcing(**changes):
    """Ada has moved her only Warrior; no Spider is in play."""
    state = position(W1, SOLDIER, **changes)
    return shot(state, "warrior-1", ("warrior-1", 300, 350)).state


def test_t4_a_result_of_no_use_brings_a_bug_beside_a_base():
    state = reinforcing()
    assert (state.phase, to_act(state)) == (Phase.REINFORCE, 0)
    spot = nearest_spot(state, 0, "spider-2", 380, 200, 0.3)
    step = apply(state, Reinforce(0, D2, spot))
    assert told(step, "reinforcement") == [("T4", ("spider-2",))]
    bug = step.state.table["spider-2"]
    assert (bug.face, bug.level, bug.owner, bug.kind) == (Face.NORMAL, 0, 0, "rect")
    assert step.state.phase is Phase.ROLL


@pytest.mark.parametrize(
    ("spot", "use", "rule", "said"),
    [
        (Spot("spider-2", 380, 250), D2, "J1", "must lie within 10 mm of the Brood Pit, Great Hive or Venom Gland"),
        (Spot("spider-2", 380, 100), D2, "M9", "would lie on Ada's Great Hive"),
        (Spot("spider-2", 0, 0), D2, "T4", "wholly on the mat"),
        (Spot("spider-2", math.inf, 0), D2, "M9", "finite numbers"),
        (Spot("warrior-2", 380, 145), D2, "T4", "The second die brings a Spider"),
        (Spot("warrior-2", 380, 145), D1, "T4", "The first die is used already"),
        (Spot("spider-2", 380, 145), EXTRA, "T6", "brings no reinforcement"),
        (Spot("spider-9", 380, 145), D2, "T4", "brings a Spider of the own army"),
    ],
)
def test_t4_a_wrong_reinforcement_is_refused(spot, use, rule, said):
    refused = refusal(reinforcing(), Reinforce(0, use, spot))
    assert refused.rule == rule
    assert said in refused.text


def test_t4_a_bug_in_play_is_no_reinforcement():
    state = position(W1, piece("spider-1", 600, 300), SOLDIER, dice=("warrior", "spider"), moved=("spider-1",))
    state = shot(state, "warrior-1", ("warrior-1", 300, 350)).state
    refused = refusal(state, Reinforce(0, D2, Spot("spider-1", 380, 145)))
    assert refused.text == "This Spider is in play; a reinforcement comes from out of play."


def test_t4_a_reinforcement_may_be_forgone():
    step = apply(reinforcing(), Forgo(0, None))
    assert told(step, "forgone") == [("T4", ())]
    assert step.state.phase is Phase.ROLL


def test_t4_what_is_unusable_is_decided_after_the_moves():
    # The Spider could have moved, but the Warrior's shot knocks it beneath a Soldier.
    state = position(W1, SPIDER, SOLDIER)
    step = shot(
        state,
        "warrior-1",
        ("spider-1", 300, 505),
        ("soldier-1", 300, 500),
        ("warrior-1", 600, 400),
        moved=("spider-1", "warrior-1"),
    )
    assert told(step, "fumble") == [("M7", ("spider-1", "soldier-1"))]
    assert step.state.phase is Phase.REINFORCE


def test_t5_two_results_of_no_use_bring_one_bug_of_the_chosen_breed():
    state = replace(position(SOLDIER, phase=Phase.ROLL), dice=())
    step = apply(state, Roll((0, 5)))
    assert step.state.phase is Phase.REINFORCE
    assert [(o.use, o.piece) for o in legal(step.state) if o.kind == "reinforce"] == [
        (D1, "warrior-1"),
        (D2, "spider-1"),
    ]
    spot = nearest_spot(step.state, 0, "spider-1", 380, 200, 0.0)
    step = apply(step.state, Reinforce(0, D2, spot))
    assert told(step, "die-lost") == [("T5", ())]
    assert step.state.phase is Phase.ROLL
    assert "warrior-1" not in step.state.table


def test_r6_a_roll_of_no_use_at_all_ends_the_turn_and_says_why():
    bugs = [piece(f"warrior-{n}", 100 + 50 * n, 300) for n in range(1, 6)]
    state = position(*bugs, SOLDIER, dice=(), phase=Phase.ROLL, moved=tuple(bug.id for bug in bugs))
    step = apply(state, Roll((0, 0)))
    assert kinds(step) == ["roll", "die-lost", "die-lost", "turn"]
    assert step.happenings[1].text.startswith("Ada loses a result: none of the Warriors in play can move")
    assert step.state.player == 1


def capture(state, bug="warrior-1", enemy=(300, 500), **how):
    return shot(state, bug, (bug, enemy[0] + 5, enemy[1]), **how)


def test_t6_an_elimination_earns_one_extra_shot_after_everything_else():
    state = position(W1, SPIDER, SOLDIER, SOLDIER2)
    step = capture(state)
    assert earned(step.state)
    assert told(step, "extra-earned") == [("T6", ())]
    assert refusal(step.state, flick("larva-1", EXTRA)).rule == "T1"
    assert refusal(step.state, flick("spider-1", EXTRA)).text.startswith("The extra shot comes after all moves")
    assert refusal(step.state, Forgo(0, EXTRA)).rule == "T6"
    step = capture(step.state, "spider-1", (400, 500))
    assert told(step, "extra-earned") == []
    assert (step.state.phase, to_act(step.state)) == (Phase.EXTRA, 0)
    assert can_flick(step.state) == {f"larva-{n}": (EXTRA,) for n in (1, 2, 3)}
    assert refusal(step.state, flick("larva-1", D1)).rule == "T6"
    assert why_not(step.state, "warrior-1").rule == "T6"


def test_t6_a_capture_by_the_extra_shot_earns_no_further_one():
    state = position(W1, SPIDER, SOLDIER, SOLDIER2)
    state = replace(state, phase=Phase.EXTRA, extra=Extra.EARNED, moved=("spider-1",))
    step = capture(state)
    assert told(step, "capture") == [("M2", ("warrior-1", "soldier-1"))]
    assert (step.state.phase, step.state.player) == (Phase.ROLL, 1)
    assert step.state.extra is Extra.NONE


def test_t6_not_with_a_bug_that_came_this_turn():
    state = capture(position(W1, SOLDIER)).state
    assert state.phase is Phase.REINFORCE
    spot = nearest_spot(state, 0, "spider-1", 380, 200, 0.0)
    state = apply(state, Reinforce(0, D2, spot)).state
    assert state.phase is Phase.EXTRA
    assert why_not(state, "spider-1") == refusal(state, flick("spider-1", EXTRA))
    assert why_not(state, "spider-1").rule == "T6"
    assert set(can_flick(state)) == {"larva-1", "larva-2", "larva-3"}


def test_t6_it_may_be_forgone_and_is_lost_without_a_bug_for_it():
    state = capture(position(W1, SPIDER, SOLDIER)).state
    state = apply(state, Forgo(0, D2)).state
    step = apply(state, Forgo(0, EXTRA))
    assert kinds(step) == ["forgone", "turn"]
    moved = ("larva-1", "larva-2", "larva-3", "spider-1")
    step = capture(position(W1, SPIDER, SOLDIER, moved=moved))
    step = apply(step.state, Forgo(0, None))
    assert told(step, "extra-lost") == [("T6", ())]
    assert step.state.player == 1


def test_t6_an_enemy_bug_that_is_knocked_under_another_counts_too():
    state = position(W1, W2, SPIDER, SOLDIER)
    step = shot(
        state,
        "warrior-1",
        ("soldier-1", 400, 305),
        ("warrior-2", 400, 300),
        ("warrior-1", 300, 480),
        moved=("soldier-1", "warrior-1"),
    )
    assert told(step, "fumble") == [("M7", ("soldier-1", "warrior-2"))]
    assert earned(step.state)


def test_t6_an_own_loss_earns_nothing():
    state = position(W1, SPIDER, SOLDIER)
    step = shot(state, "warrior-1", ("warrior-1", 300, 495), ("soldier-1", 300, 500), moved=("warrior-1",))
    assert told(step, "fumble") == [("M6", ("warrior-1", "soldier-1"))]
    assert step.state.extra is Extra.NONE


def test_t7_damaging_a_base_earns_nothing_eliminating_it_does():
    state = position(W1, SPIDER, SOLDIER)
    step = shot(state, "warrior-1", ("warrior-1", 380, 665))
    assert step.state.table["command-nest"].face is Face.SPECIAL
    assert step.state.extra is Extra.NONE
    step = shot(position(W1, SPIDER, SOLDIER, damaged=("command-nest",)), "warrior-1", ("warrior-1", 380, 665))
    assert "command-nest" not in step.state.table
    assert earned(step.state)


def test_t8_the_game_is_over_in_mid_turn():
    state = position(W1, W2, SPIDER, SOLDIER, SOLDIER2, piece("tank-1", 500, 600), spare=False)
    step = capture(state)
    assert (step.state.phase, step.state.winner, step.state.ending) == (Phase.OVER, 0, "W1")
    assert to_act(step.state) is None
    assert options(step.state) == ()
    assert kinds(step)[-1] == "victory"
    refused = refusal(step.state, flick("spider-1", D2))
    assert refused.text == "The game is over: Ada has won."
    assert why_not(step.state, "spider-1").text == "The game is over."


def test_chance_draws_the_hands_scatter():
    seats = (replace(position().setup.seats[0], hand=AVERAGE), position().setup.seats[1])
    state = position(W1, SOLDIER)
    state = replace(state, setup=replace(state.setup, seats=seats))
    state = apply(state, flick("warrior-1")).state
    assert (state.phase, to_act(state)) == (Phase.TREMBLE, CHANCE)
    assert why_not(state, "warrior-1").text == "Nothing is flicked now: what Ada flicked is on its way."
    first, again, other = (chance(state, random.Random(seed)) for seed in (1, 1, 2))
    assert first == again != other
    assert first.shot.azimuth != 1.0
    assert refusal(state, first) is None
    wrong = Tremble(first.shot, replace(first.launch, speed=math.nan))
    assert refusal(state, wrong).text == "Launch: speed must be a finite number, not nan."
    wrong = Tremble(first.shot, replace(first.launch, piece="warrior-2"))
    assert refusal(state, wrong).text == "The piece on its way is 'warrior-1', not 'warrior-2'."


def test_options_name_all_bugs_and_refuse_with_a_reason():
    state = position(W1, SPIDER, SOLDIER)
    found = options(state)
    assert {o.piece for o in found if o.kind == "flick"} == {p.id for p in state.table if p.kind != "base"}
    for option in found:
        if option.kind == "flick":
            assert option.refusal == why_not(state, option.piece)
        assert option.label
    assert [(o.kind, o.use) for o in legal(state)] == [
        ("flick", D2),
        ("flick", D1),
        ("forgo", D1),
        ("forgo", D2),
    ]
