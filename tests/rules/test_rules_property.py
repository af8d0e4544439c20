"""What holds in every game: pieces are conserved, the table makes sense, apply is a function."""

import random
import re

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rules_tools import of_option, some_action, wild_outcome

from micromutants.physics import Shot
from micromutants.rules import (
    CHANCE,
    Arrange,
    Bring,
    Buy,
    Concede,
    Decline,
    EndTurn,
    Flick,
    Forgo,
    Free,
    Grow,
    Load,
    Phase,
    PutBeside,
    Reinforce,
    Reroll,
    RuleError,
    Seat,
    Setup,
    Shove,
    Spot,
    TakenBack,
    Task,
    Throw,
    TurnOver,
    Use,
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
            elif option.kind == "flick":
                # Nothing pays for it, whatever is tried.
                for use in Use:
                    assert refusal(state, Flick(option.player, use, Shot(option.piece, 1.0, 0.5))) is not None
            elif option.piece:
                spot = Spot(option.piece, 380.0, 380.0, 0.0)
                assert refusal(state, Reinforce(option.player, option.use, spot)) is not None


def any_action(state, uniform):
    """An action of any kind by anybody with anything, most of which make no sense."""
    player = int(uniform.random() * len(state.setup.seats))
    pieces = [piece.id for piece in state.table] + ["warrior-9", "great-hive", "rocket-1"]
    piece = pieces[int(uniform.random() * len(pieces))]
    spot = Spot(piece, 760.0 * uniform.random(), 760.0 * uniform.random(), 6.3 * uniform.random())
    use = list(Use)[int(uniform.random() * 4)]
    shot = Shot(piece, 6.3 * uniform.random(), uniform.random())
    cards = [card.id for army in load_armies().values() for card in army.cards]
    card = cards[int(uniform.random() * len(cards))]
    choices = (
        Flick(player, use, shot),
        Forgo(player, use),
        Reinforce(player, use, spot),
        PutBeside(player, spot),
        Decline(player),
        Load(player, spot),
        Shove(player),
        Bring(player, spot),
        TurnOver(player, piece, use),
        Throw(player, 6.3 * uniform.random(), uniform.random()),
        Free(player, use, piece),
        Reroll(player, use),
        Grow(player, piece, card),
        Buy(player, card),
        EndTurn(player),
        Concede(player),
        TakenBack(player, shot),
        Arrange(player, (spot,)),
    )
    return choices[int(uniform.random() * len(choices))]


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**9))
def test_whatever_is_tried_is_refused_with_a_rule_or_applies(number):
    uniform = random.Random(number)
    outcomes = set()
    for state, _ in playthrough(number, 50):
        for _ in range(20):
            action = any_action(state, uniform)
            refused = refusal(state, action)
            outcomes.add(refused is None)
            if refused is not None:
                assert re.fullmatch(r"[STMBAGWJ]\d+", refused.rule)
                assert refused.text.endswith(".")
                with pytest.raises(RuleError):
                    apply(state, action)
            else:
                step = apply(state, action)
                check_still(state, step)
                check(step.state)
    assert False in outcomes


def test_of_what_is_tried_something_applies_in_the_long_run():
    uniform = random.Random(3)
    tried = ((state, any_action(state, uniform)) for state, _ in playthrough(3, 400) for _ in range(20))
    applied = {type(action) for state, action in tried if refusal(state, action) is None}
    assert {Flick, Forgo, Concede} < applied
