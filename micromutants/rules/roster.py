"""Who has what: the pieces of an army, in play, out of play and in a hand; who still plays, in what order."""

from __future__ import annotations

from micromutants.rules.armies import army_of, is_base, is_bug, is_projectile
from micromutants.rules.ids import breed_of
from micromutants.rules.model import Setup, State
from micromutants.table import NOBODY, Piece


def roster(game: State | Setup, player: int) -> tuple[str, ...]:
    """Ids of all bugs of a player's army, breed by breed, wherever they are; no projectiles."""
    return tuple(f"{b.id}-{n}" for b in army_of(game, player).breeds for n in range(1, b.count + 1))


def bugs_in_play(state: State, player: int) -> tuple[Piece, ...]:
    """A player's bugs on the mat."""
    return tuple(p for p in state.table if p.owner == player and is_bug(state, p.id))


def bases_in_play(state: State, player: int) -> tuple[Piece, ...]:
    """A player's bases on the mat, damaged or not."""
    return tuple(p for p in state.table if p.owner == player and is_base(state, p.id))


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


def projectiles_ready(state: State, player: int, breed: str) -> tuple[str, ...]:
    """A player's projectiles of a kind that are off the mat."""
    count = next((p.count for p in army_of(state, player).projectiles if p.id == breed), 0)
    return tuple(piece for piece in (f"{breed}-{n}" for n in range(1, count + 1)) if piece not in state.table)


def owner_of(game: State | Setup, piece: str) -> int:
    """The player whose army has the piece, ``NOBODY`` for resources, terrain and tokens."""
    setup = game.setup if isinstance(game, State) else game
    breed = breed_of(piece)
    for player in range(len(setup.seats)):
        if any(part.id == breed for part in army_of(setup, player).parts):
            return player
    return NOBODY


def kind_of(game: State | Setup, player: int, piece: str) -> str:
    """The kind of chip that a bug or projectile of a player's army is."""
    army = army_of(game, player)
    if is_projectile(game, piece):
        return next(p.kind for p in army.projectiles if p.id == breed_of(piece))
    return army.breed(breed_of(piece)).kind


def in_game(state: State) -> tuple[int, ...]:
    """The players that have not been eliminated, in the order of their seats."""
    return tuple(player for player in range(len(state.setup.seats)) if player not in state.out)


def clockwise_from(state: State, player: int) -> tuple[int, ...]:
    """The players still in the game, in clockwise order, from a player on, who may be out."""
    seats = len(state.setup.seats)
    order = ((player + i) % seats for i in range(seats))
    return tuple(each for each in order if each not in state.out)


def next_player(state: State, player: int) -> int:
    """Who is next after a player: rule S5."""
    return next(each for each in clockwise_from(state, (player + 1) % len(state.setup.seats)))


def webbed(state: State, piece: str) -> bool:
    """Whether a bug carries a web marker."""
    return any(web.bug == piece for web in state.webs)


def collected(state: State, player: int) -> tuple[str, ...]:
    """Ids of the resources that a player has and can spend."""
    return state.collected[player] if state.collected else ()


def cards_of(state: State, player: int) -> tuple[str, ...]:
    """Ids of the evolution cards that a player has in play."""
    return state.cards[player] if state.cards else ()
