"""Who has won: rule W1, and ruling W5 where both sides fall in one shot."""

from __future__ import annotations

import msgspec

from micromutants.rules.model import Happening, Phase, State
from micromutants.rules.roster import bases_in_play, bugs_in_play, in_hand, opponent
from micromutants.rules.words import who

BUGS_LOST, BASES_LEFT = 2, 1
"""A side has fallen with so many bugs in play or fewer, or with so many bases left."""


def why_fallen(state: State, player: int) -> str:
    """Why a side has lost by rule W1, as the end of a sentence; empty while it stands."""
    if len(bases_in_play(state, player)) <= BASES_LEFT:
        return f"two of {who(state, player)}'s three bases are eliminated"
    # A bug that waits to be placed beside a base is in play all the while.
    bugs = len(bugs_in_play(state, player)) + len(in_hand(state, player))
    if bugs <= BUGS_LOST:
        return f"{who(state, player)} has {('no bug', 'only one bug', 'only two bugs')[bugs]} in play"
    return ""


def decided(halfway: State, after: State) -> tuple[State, list[Happening]]:
    """The state after a shot, over if the shot decided the game.

    Args:
        halfway: The game after captures and fumbles, before bases were looked at (steps 3 and 4).
        after: The game after all of it.
    """
    mine = after.player
    fallen = [player for player in (mine, opponent(mine)) if why_fallen(after, player)]
    if not fallen:
        return after, []
    rule = "W1"
    loser = fallen[0]
    if len(fallen) == 2:
        # Who fell first loses; in one and the same step the player whose turn it is has the better of it.
        rule = "W5"
        first = [player for player in fallen if why_fallen(halfway, player)]
        loser = mine if first == [mine] else opponent(mine)
    winner = opponent(loser)
    text = f"{who(after, winner)} wins: {why_fallen(after, loser)}."
    if rule == "W5":
        order = f"{who(after, loser)} fell first" if loser == mine else f"it is {who(after, winner)}'s turn"
        text = f"Both sides have fallen in one shot, and {order}; {text}"
    over = msgspec.structs.replace(after, phase=Phase.OVER, winner=winner, ending=rule)
    return over, [Happening(rule, "victory", winner, (), text)]
