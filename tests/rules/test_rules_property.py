"""What holds in every game: pieces are conserved, the table makes sense, apply is a function."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rules_tools import of_option, some_action, wild_outcome

from micromutants.rules import (
    CHANCE,
    Phase,
    RuleError,
    Seat,
    Setup,
    Task,
    apply,
    legal,
    load_armies,
    options,
    refusal,
    settle,
    start,
    to_act,
)
from micromutants.rules.hands import counters, scatter
from micromutants.soak import changes, faults

TERRAINS = ("acid-pit", "gravity-manipulator", "warp-gate")


def any_setup(number):
    """One of the kinds of game: two modes, with and without terrain, two to four players."""
    uniform = random.Random(number)
    mode = ("basic", "advanced")[number % 2]
    terrain = tuple(uniform.sample(TERRAINS, 2)) if number // 2 % 2 else ()
    seats = 2 + number // 4 % 3
    armies = uniform.sample(list(load_armies()), seats)
    return Setup(tuple(Seat(f"P{i}", army) for i, army in enumerate(armies)), mode=mode, terrain=terrain)


def check(state):
    # The wild outcomes put anything on anything; no shot puts a base on a bug.
    assert [fault for fault in faults(state) if not fault.endswith("lies on something")] == []


def check_still(before, step):
    assert list(changes(before, step.state, step.happenings)) == []


def playthrough(number, actions):
    """States of a game of random choices and wild shots."""
    uniform = random.Random(number)
    state = start(any_setup(number))
    yield state, None
    for _ in range(actions):
        if to_act(state) is None:
            return
        if state.phase is Phase.TREMBLE:
            step = settle(state, wild_outcome(state, uniform))
        elif state.phase is Phase.SCATTER:
            spots = scatter(state, state.throw, uniform).spots
            thrown = msgspec.structs.replace(state, table=state.table.put(*counters(spots, "token")))
            step = settle(thrown, wild_outcome(thrown, uniform))
        elif state.phase is Phase.DECIDE and state.pending[0].task is Task.SHOVE and uniform.random() < 0.7:
            step = settle(state, wild_outcome(state, uniform))
        else:
            action = some_action(state, uniform)
            assert refusal(state, action) is None
            step = apply(state, action)
        check_still(state, step)
        state = step.state
        yield state, step


@settings(max_examples=24, deadline=None)
@given(st.integers(0, 10**9))
def test_pieces_are_conserved_and_the_table_makes_sense(number):
    for state, step in playthrough(number, 120):
        check(state)
        if step:
            assert step.happenings
            for happening in step.happenings:
                assert happening.text[0].isupper()
                assert happening.text.endswith(".")


@pytest.mark.parametrize("number", range(12))
def test_a_random_game_of_any_kind_comes_to_an_end_by_a_rule(number):
    *_, (state, step) = playthrough(number, 6000)
    assert state.phase is Phase.OVER
    assert state.ending in ("W1", "W2", "W4", "W5")
    assert step.happenings[-1].kind == "victory"


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10**9))
def test_no_option_is_both_legal_and_refused(number):
    uniform = random.Random(number)
    for state, _ in playthrough(number, 60):
        player = to_act(state)
        allowed = legal(state)
        assert bool(allowed) == (player is not None)
        for option in options(state):
            if option.kind in ("arrange", "draw-first", "drop", "roll", "tremble", "scatter", "roll-again"):
                continue
            if option.refusal is None:
                assert option.player == player != CHANCE
                assert refusal(state, of_option(state, option, uniform)) is None
            elif option.kind not in ("flick", "reinforce"):
                action = of_option(state, option, uniform)
                assert refusal(state, action) == option.refusal
                with pytest.raises(RuleError):
                    apply(state, action)


@pytest.mark.parametrize("number", range(4))
def test_the_same_actions_give_the_same_digests(number):
    digests = [[state.digest() for state, _ in playthrough(number, 120)] for _ in range(2)]
    assert digests[0] == digests[1]
    assert len(set(digests[0])) == len(digests[0])
