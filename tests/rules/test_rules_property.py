"""What holds in every game: pieces are conserved, the table makes sense, apply is a function."""

import itertools
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
    army_of,
    bases_in_play,
    bases_lost,
    bugs_in_play,
    in_hand,
    is_base,
    is_resource,
    is_terrain,
    is_token,
    legal,
    load_armies,
    options,
    out_of_play,
    refusal,
    roster,
    settle,
    start,
    to_act,
)
from micromutants.rules.hands import counters, scatter
from micromutants.table import relevel

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
    table = state.table
    assert relevel(table) == table
    for player in range(len(state.setup.seats)):
        on_table = [bug.id for bug in bugs_in_play(state, player)]
        everywhere = [*on_table, *out_of_play(state, player), *in_hand(state, player)]
        assert sorted(everywhere) == sorted(roster(state, player))
        lost = [trophy.base for trophy in state.trophies if trophy.owner == player]
        lost = lost if len(state.setup.seats) > 2 else list(bases_lost(state, player))
        left = [base.id for base in bases_in_play(state, player)]
        assert len(set(lost) | set(left)) == len(lost) + len(left)
        known = player not in state.out and (state.alone >= 0 or len(state.setup.seats) != 3)
        assert len(left) + len(lost) == 3 or not known
        if player in state.out:
            assert not any(piece.owner == player for piece in table)
    for piece in table:
        assert table.on_mat(piece) or is_token(piece.id)
    if state.setup.mode == "advanced" and state.turn:
        here = [piece.id for piece in table if is_resource(piece.id)]
        held = list(itertools.chain(*state.collected))
        assert len(set(here) | set(held)) == len(here) + len(held) <= 5 * len(state.setup.seats)
    assert {web.bug for web in state.webs} <= {piece.id for piece in table} | {b.bug for b in state.beside}
    if state.phase not in (Phase.DECIDE, Phase.TREMBLE, Phase.SCATTER, Phase.PUT_BESIDE, Phase.OVER):
        assert not any(is_token(piece.id) for piece in table)
    for card in itertools.chain(*state.cards):
        assert card in [c.id for p in range(len(state.setup.seats)) for c in army_of(state, p).cards]


def check_still(before, state):
    """Bases and terrain never leave their spots."""
    for piece in state.table:
        if (is_base(before, piece.id) or is_terrain(piece.id)) and piece.id in before.table:
            assert piece.pose == before.table[piece.id].pose
    assert set(before.trophies) <= set(state.trophies)


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
        check_still(state, step.state)
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
