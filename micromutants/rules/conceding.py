"""Giving a match up: ruling J32."""

from __future__ import annotations

import msgspec

from micromutants.rules.model import Happening, Phase, State
from micromutants.rules.resolution import homeless
from micromutants.rules.roster import in_game
from micromutants.rules.turn import go_on
from micromutants.rules.victory import without_player
from micromutants.rules.words import who

CONCEDING = (Phase.MOVE, Phase.PUT_BESIDE, Phase.DECIDE, Phase.REINFORCE, Phase.EXTRA, Phase.SPEND)
"""When whoever decides may concede: once all stand, and while nothing is on its way."""


def conceded(state: State, player: int) -> tuple[State, tuple[Happening, ...]]:
    """The game without a player who gives it up: of two the other wins, of more it goes on as by rule W3."""
    notes = [Happening("J32", "conceded", player, (), f"{who(state, player)} concedes.")]
    left = [other for other in in_game(state) if other != player]
    if len(state.setup.seats) > 2:
        text = f"{who(state, player)} is out. All remaining pieces leave the mat."
        notes.append(Happening("W3", "player-out", player, (), text))
        after = without_player(state, player)
        if len(left) > 1:
            after, put = homeless(after)
            after, more = go_on(after)
            return after, (*notes, *put, *more)
    else:
        after = state
    over = msgspec.structs.replace(after, phase=Phase.OVER, winner=left[0], ending="J32", pending=())
    text = f"{who(state, left[0])} wins: {who(state, player)} has conceded."
    return over, (*notes, Happening("J32", "victory", left[0], (), text))
