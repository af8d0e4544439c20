"""A bot: what it does in a state.

It plays honestly.  It sees what everybody sees, tries flicks in the same simulation that decides the real one, and
flicks by an ordinary ``Flick``, so that its hand trembles like a person's.  Its thoughts come from a generator of
their own and never from that of the match; their number is bounded by a count of simulations, never by a clock.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from micromutants.match.bots.aim import shots
from micromutants.match.bots.decide import (
    best_put_beside,
    best_reinforcement,
    decide,
    forgo,
    in_place_of_a_move,
    roll_again,
    spend,
)
from micromutants.match.bots.worth import worth
from micromutants.match.game import Entry, Match
from micromutants.match.protocol import CHANCE
from micromutants.physics import Shot, press, scattered
from micromutants.rules import (
    Action,
    Arrange,
    Decline,
    EndTurn,
    Extra,
    Flick,
    Phase,
    State,
    Task,
    Tremble,
    apply,
    arrangement,
    can_flick,
    to_act,
)

FIRST_LOOK = 11
"""How many shots are tried once, exactly as meant."""

FINALISTS, TRIES = 3, 4
"""How many of them are tried again with a trembling hand, and how often each; that alone decides among them."""

ARRANGEMENTS = 8
"""Automatic arrangements to choose from."""

PATIENCE = 1.0
"""A flick that is expected to cost more than this is not made; the longer the game, the more is risked."""


def choose(state: State, generator: random.Random) -> Action:
    """What the bot does where a player is to act.

    Args:
        state: A state in which a player, not chance, is to act.
        generator: For its thoughts; equal generators give equal actions.

    Raises:
        ValueError: No player is to act.
    """
    player = to_act(state)
    if player is None or player == CHANCE:
        raise ValueError("no player is to act, so there is nothing to choose")
    match state.phase:
        case Phase.ARRANGE:
            variant = int(generator.random() * ARRANGEMENTS)
            return Arrange(player, arrangement(state, player, variant))
        case Phase.PUT_BESIDE:
            return best_put_beside(state, player)
        case Phase.DECIDE if state.pending[0].task in (Task.MOVE, Task.SHOOT):
            return _best_flick(state, player, generator)[1] or Decline(player)
        case Phase.DECIDE:
            return decide(state, player, generator)
    bought = spend(state, player)
    if bought is not None:
        return bought
    match state.phase:
        case Phase.SPEND:
            return EndTurn(player)
        case Phase.REINFORCE:
            return best_reinforcement(state, player)
    return _best_move(state, player, generator)


def play(match: Match) -> Iterator[Entry]:
    """Let bots play all seats of a match to its end, an entry at a time."""
    while (player := match.to_act) is not None:
        if player == CHANCE:
            yield match.draw()
        else:
            yield match.apply(choose(match.state, match.side_generator(player)))


def _best_move(state: State, player: int, generator: random.Random) -> Action:
    """A flick, what a card allows in place of it where that is worth more, or letting go."""
    value, flick = _best_flick(state, player, generator)
    instead = in_place_of_a_move(state, player)
    if instead is not None and worth(apply(state, instead).state, player) > value:
        return instead
    if flick is not None:
        return flick
    again = roll_again(state, player)
    return again if again is not None else forgo(state, player)


def _best_flick(state: State, player: int, generator: random.Random) -> tuple[float, Flick | None]:
    """What the best flick is worth, and the flick; what none is worth, and None, where none is better than that."""
    movable = can_flick(state)
    ranked: list[tuple[float, int, Flick]] = []
    pieces = [state.table[piece] for piece in sorted(movable)]
    best_value = _worth_of_none(state, player)
    for number, (shot, chance) in enumerate(shots(state, pieces, FIRST_LOOK, generator)):
        flick = Flick(player, movable[shot.piece][0], shot)
        # As meant is what comes of it with luck only.
        hoped = best_value + chance * (_value(state, flick, shot, player) - best_value)
        ranked.append((hoped, number, flick))
    ranked.sort(key=lambda entry: (-entry[0], entry[1]))
    hand = state.setup.seats[player].hand
    best: Flick | None = None
    for _, _, flick in ranked[:FINALISTS]:
        tries = (scattered(flick.shot, hand, state.setup.physics, generator) for _ in range(TRIES))
        # What comes of it exactly as meant is too good to be counted.
        mean = sum(_value(state, flick, shot, player) for shot in tries) / TRIES
        if mean > best_value:
            best, best_value = flick, mean
    return best_value, best


def _worth_of_none(state: State, player: int) -> float:
    """What a flick has to be better than: what is offered for it is gone without one too."""
    if state.phase is Phase.DECIDE:
        return worth(apply(state, Decline(player)).state, player)
    left = msgspec.structs.replace(state, extra=Extra.SPENT) if state.phase is Phase.EXTRA else state
    return worth(left, player) - PATIENCE * (1.0 + state.turn / 10.0)


def _value(state: State, flick: Flick, shot: Shot, player: int) -> float:
    """What the position would be worth if the hand made ``shot``."""
    launch = press(shot, state.table[shot.piece], state.setup.physics)
    return worth(apply(apply(state, flick).state, Tremble(shot, launch)).state, player)
