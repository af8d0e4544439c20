"""Who has won, and who is out: rules W1 to W5."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from micromutants.rules.armies import army_of
from micromutants.rules.editions import POINTS_IN_WORDS, TRUER_WORDS, since
from micromutants.rules.ids import is_resource
from micromutants.rules.model import Happening, Phase, State
from micromutants.rules.roster import bases_in_play, bugs_in_play, in_game, in_hand, owner_of
from micromutants.rules.words import listed, who

BUGS_LOST, BASES_LEFT = 2, 1
"""A side has fallen with so many bugs in play or fewer, or with so many bases left."""

FIRST_BASE, FURTHER_BASE = 2, 1
"""Points for the first base taken from an army, and for each further one: rule W4."""

SMALL_BASE, LARGE_BASE = 1, 2
"""Points for an own base still standing when the last resource is collected: rule W2."""

replace = msgspec.structs.replace


def fallen_by(state: State, player: int) -> Literal["", "bases", "bugs"]:
    """By what a side has lost by rules W1 to W3; empty while it stands."""
    bases = bases_in_play(state, player)
    if len(state.setup.seats) > 2:
        lost = not bases
    elif state.setup.mode == "advanced":
        lost = army_of(state, player).bases[0].id not in state.table and len(bases) <= BASES_LEFT
    else:
        lost = len(bases) <= BASES_LEFT
    if lost:
        return "bases"
    return "bugs" if _bugs_left(state, player) <= BUGS_LOST else ""


def _bugs_left(state: State, player: int) -> int:
    # A bug that waits to be placed beside a base is in play all the while.
    return len(bugs_in_play(state, player)) + len(in_hand(state, player))


def why_fallen(state: State, player: int) -> str:
    """Why a side has lost by rules W1 to W3, as the end of a sentence; empty while it stands."""
    match fallen_by(state, player):
        case "bugs":
            left = ("no bug", "only one bug", "only two bugs")[_bugs_left(state, player)]
            return f"{who(state, player)} has {left} in play"
        case "bases" if len(state.setup.seats) > 2:
            return f"{who(state, player)} has no base left"
        case "bases" if state.setup.mode == "advanced":
            return f"{who(state, player)}'s main base and another are eliminated"
        case "bases":
            return f"two of {who(state, player)}'s three bases are eliminated"
    return ""


def score(state: State, player: int) -> int:
    """A player's points for bases taken, with three or four players: rule W4."""
    taken = [trophy.owner for trophy in state.trophies if trophy.by == player]
    first = len(set(taken))
    return FIRST_BASE * first + FURTHER_BASE * (len(taken) - first)


def holdings(state: State, player: int) -> int:
    """A player's points for the own bases still standing, in the Advanced game: rule W2."""
    return sum(LARGE_BASE if base.kind == "base" else SMALL_BASE for base in bases_in_play(state, player))


def decided(before: State, steps: Sequence[State], after: State) -> tuple[State, list[Happening]]:
    """The state after a shot: over if the shot decided the game, without the players that it eliminated.

    Args:
        before: The game before the shot.
        steps: The game after each step of the resolution that eliminates anything, save the last, in their order.
        after: The game after all of it.
    """
    if len(after.setup.seats) > 2:
        return _among_many(before, steps, after)
    mine, other = after.player, 1 - after.player
    fallen = [player for player in (mine, other) if why_fallen(after, player)]
    if not fallen:
        return _dominated(after)
    rule = "W2" if after.setup.mode == "advanced" else "W1"
    loser = fallen[0]
    because = why_fallen(after, loser)
    text = ""
    if len(fallen) == 2:
        # Who fell first loses; in one and the same step the player whose turn it is has the better of it.
        rule = "W5"
        at = [_fallen_at(steps, player) for player in (mine, other)]
        loser = mine if at[0] < at[1] else other
        winner = 1 - loser
        by_turn = loser == other if not since(after, TRUER_WORDS) else at[0] == at[1]
        order = f"it is {who(after, winner)}'s turn" if by_turn else f"{who(after, loser)} fell first"
        text = f"Both sides have fallen in one shot, and {order}; "
        because = why_fallen(after, loser)
    winner = 1 - loser
    return _over(after, winner, rule, f"{text}{who(after, winner)} wins: {because}.")


def _fallen_at(steps: Sequence[State], player: int) -> int:
    """In which step of the resolution a side fell; the number of steps if in the last one, or not at all."""
    return next((number for number, state in enumerate(steps) if why_fallen(state, player)), len(steps))


def _over(state: State, winner: int | None, rule: str, text: str) -> tuple[State, list[Happening]]:
    over = replace(state, phase=Phase.OVER, winner=winner, ending=rule, pending=())
    return over, [Happening(rule, "victory", -1 if winner is None else winner, (), text)]


def _dominated(state: State) -> tuple[State, list[Happening]]:
    """Rule W2, Dominate: the last resource has been collected."""
    if state.setup.mode != "advanced" or state.turn == 0 or any(is_resource(piece.id) for piece in state.table):
        return state, []
    points = [holdings(state, player) for player in (0, 1)]
    bugs = [_bugs_left(state, player) for player in (0, 1)]
    ranks = [(points[player], bugs[player]) for player in (0, 1)]
    winner = None if ranks[0] == ranks[1] else 0 if ranks[0] > ranks[1] else 1
    return _over(state, winner, "W2", _told_of_resources(state, winner, points, bugs))


def _told_of_resources(state: State, winner: int | None, points: list[int], bugs: list[int]) -> str:
    if not since(state, POINTS_IN_WORDS):
        told = f"The last resource is collected; bases count {points[0]} to {points[1]}"
        if points[0] == points[1]:
            told += f", bugs {bugs[0]} to {bugs[1]}"
        return f"{told}: a draw." if winner is None else f"{told}: {who(state, winner)} wins."
    told = "The last resource is collected"
    if winner is None:
        return f"{told}, and it is a draw: both have {points[0]} points for bases and {bugs[0]} bugs."
    other = 1 - winner
    if points[0] != points[1]:
        return f"{told}, and {who(state, winner)} wins by {points[winner]} points for bases to {points[other]}."
    level = f"both have {points[0]} points for bases"
    return f"{told}, and {who(state, winner)} wins by {bugs[winner]} bugs to {bugs[other]}: {level}."


# --- three and four players ------------------------------------------------------------------------------------


def _among_many(before: State, steps: Sequence[State], after: State) -> tuple[State, list[Happening]]:
    notes: list[Happening] = []
    playing = in_game(after)
    fallen = [player for player in playing if why_fallen(after, player)]
    if len(fallen) == len(playing):
        return _all_fallen(steps, after, fallen)
    for player in fallen:
        text = f"{who(after, player)} is out: {why_fallen(after, player)}. All remaining pieces leave the mat."
        notes.append(Happening("W3", "player-out", player, (), text))
    for player in fallen:
        after = without_player(after, player)
    left = in_game(after)
    if len(left) == 1:
        over, said = _over(after, left[0], "W4", f"{who(after, left[0])} wins: nobody else is left.")
        return over, notes + said
    takers = [trophy.by for trophy in after.trophies[len(before.trophies) :] if trophy.by in left]
    if len(after.trophies) < len(after.setup.seats):
        return after, notes
    for taker in takers:
        best = max(score(after, player) for player in left if player != taker)
        if score(after, taker) > best:
            over, said = _over(after, taker, "W4", _won_by_points(after, taker))
            return over, notes + said
    return after, notes


def _won_by_points(state: State, taker: int) -> str:
    left = in_game(state)
    if not since(state, POINTS_IN_WORDS):
        points = listed(f"{who(state, player)} {score(state, player)}" for player in left)
        return f"{who(state, taker)} wins: alone at the top after taking a base, with {points}."
    mine = score(state, taker)
    others = listed(f"{who(state, player)} has {score(state, player) or 'none'}" for player in left if player != taker)
    return f"{who(state, taker)} has taken a base and wins, alone at the top with {mine} points: {others}."


def _all_fallen(steps: Sequence[State], after: State, fallen: list[int]) -> tuple[State, list[Happening]]:
    """Ruling W5 for many: those that fell later, then the player on turn, then the score; else a draw."""
    at = [_fallen_at(steps, player) for player in fallen]
    late = [player for player, step in zip(fallen, at, strict=True) if step == max(at)]
    best = max(score(after, player) for player in late)
    top = [after.player] if after.player in late else [player for player in late if score(after, player) == best]
    winner = top[0] if len(top) == 1 else None
    if winner is None:
        end = "a draw"
    elif len(late) == 1 or not since(after, TRUER_WORDS):
        end = f"{who(after, winner)} fell last and wins"
    else:
        why = "whose turn it is" if winner == after.player else "who has the most points"
        together = listed(who(after, player) for player in late)
        end = f"{together} fell last together, and {who(after, winner)}, {why}, wins"
    return _over(after, winner, "W5", f"All that were left have fallen in one shot: {end}.")


def without_player(state: State, player: int) -> State:
    """The game without an eliminated player: rule W3."""
    mine = [piece.id for piece in state.table if piece.owner == player]
    mine += [due.source for due in state.pending if due.player == player and due.inside and due.source in state.table]
    table = state.table.without(*mine) if mine else state.table
    return replace(
        state,
        table=table,
        out=(*state.out, player),
        beside=tuple(b for b in state.beside if owner_of(state, b.bug) != player),
        webs=tuple(w for w in state.webs if w.by != player and owner_of(state, w.bug) != player),
        pending=tuple(due for due in state.pending if due.player != player),
        collected=tuple(() if i == player else held for i, held in enumerate(state.collected)),
        cards=tuple(() if i == player else held for i, held in enumerate(state.cards)),
    )
