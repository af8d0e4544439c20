"""What holds in every game: pieces are conserved, the table makes sense, apply is a function."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rules_tools import some_action, wild_outcome

from micromutants.rules import (
    Phase,
    Seat,
    Setup,
    apply,
    bases_in_play,
    bases_lost,
    bugs_in_play,
    in_hand,
    is_base,
    load_armies,
    out_of_play,
    refusal,
    roster,
    settle,
    start,
    to_act,
)
from micromutants.table import relevel


def check(state):
    for player in (0, 1):
        on_table = [bug.id for bug in bugs_in_play(state, player)]
        everywhere = [*on_table, *out_of_play(state, player), *in_hand(state, player)]
        assert sorted(everywhere) == sorted(roster(state, player))
        assert len(bases_in_play(state, player)) + len(bases_lost(state, player)) == 3
    assert relevel(state.table) == state.table
    home = {base.id: base.pose for base in start(state.setup).table}
    for piece in state.table:
        assert state.table.on_mat(piece)
        if is_base(piece.id):
            assert piece.pose == home[piece.id]
    for pair in state.table.lies_on():
        assert state.table[pair.upper].owner == state.table[pair.lower].owner, pair


def playthrough(seed, actions):
    """States of a game of random choices and wild shots."""
    uniform = random.Random(seed)
    armies = list(load_armies())
    first = int(uniform.random() * 4)
    second = (first + 1 + int(uniform.random() * 3)) % 4
    state = start(Setup((Seat("Ada", armies[first]), Seat("Boris", armies[second]))))
    yield state, None
    for _ in range(actions):
        if to_act(state) is None:
            return
        if state.phase is Phase.TREMBLE:
            step = settle(state, wild_outcome(state, uniform))
        else:
            action = some_action(state, uniform)
            assert refusal(state, action) is None
            step = apply(state, action)
        state = step.state
        yield state, step


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**9))
def test_pieces_are_conserved_and_the_table_makes_sense(seed):
    for state, step in playthrough(seed, 100):
        check(state)
        if step:
            assert step.happenings
            for happening in step.happenings:
                assert happening.text[0].isupper()
                assert happening.text.endswith(".")


def test_random_games_come_to_an_end_by_a_rule():
    for seed in range(3):
        *_, (state, _) = playthrough(seed, 5000)
        assert state.phase is Phase.OVER
        assert state.ending in ("W1", "W5")
        assert state.winner in (0, 1)


@pytest.mark.parametrize("seed", range(3))
def test_the_same_actions_give_the_same_digests(seed):
    digests = [[state.digest() for state, _ in playthrough(seed, 120)] for _ in range(2)]
    assert digests[0] == digests[1]
    assert len(set(digests[0])) == len(digests[0])
