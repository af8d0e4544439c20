"""Who has what: the pieces of an army, in play, out of play and in a hand."""

from __future__ import annotations

from micromutants.rules.armies import Army, breed_of, is_base, is_bug, load_armies
from micromutants.rules.model import Setup, State
from micromutants.table import Piece


def army_of(game: State | Setup, player: int) -> Army:
    """The army that a player leads."""
    setup = game.setup if isinstance(game, State) else game
    return load_armies()[setup.seats[player].army]


def roster(game: State | Setup, player: int) -> tuple[str, ...]:
    """Ids of all bugs of a player's army, breed by breed, wherever they are; no projectiles."""
    return tuple(f"{b.id}-{n}" for b in army_of(game, player).breeds for n in range(1, b.count + 1))


def bugs_in_play(state: State, player: int) -> tuple[Piece, ...]:
    """A player's bugs on the mat."""
    return tuple(p for p in state.table if p.owner == player and is_bug(p.id))


def bases_in_play(state: State, player: int) -> tuple[Piece, ...]:
    """A player's bases on the mat, damaged or not."""
    return tuple(p for p in state.table if p.owner == player and is_base(p.id))


def in_hand(state: State, player: int) -> tuple[str, ...]:
    """A player's bugs that still have to be placed: beside a base (B2), or at the start."""
    waiting = {b.bug for b in state.beside}
    before = player not in state.arranged
    return tuple(bug for bug in roster(state, player) if before or bug in waiting)


def out_of_play(state: State, player: int) -> tuple[str, ...]:
    """A player's bugs that have been eliminated and can come back as reinforcements."""
    hand = in_hand(state, player)
    return tuple(bug for bug in roster(state, player) if bug not in hand and bug not in state.table)


def bases_lost(state: State, player: int) -> tuple[str, ...]:
    """Ids of a player's bases that have been eliminated."""
    return tuple(base.id for base in army_of(state, player).bases if base.id not in state.table)


def opponent(player: int) -> int:
    """The other of two players."""
    return 1 - player


def kind_of(game: State | Setup, player: int, bug: str) -> str:
    """The kind of chip that a bug of a player's army is."""
    return army_of(game, player).breed(breed_of(bug)).kind
