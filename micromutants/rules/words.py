"""How the game speaks to its players: names for players and pieces, lists, sentences."""

from __future__ import annotations

from collections.abc import Iterable

from micromutants.rules.armies import breed_of, load_armies
from micromutants.rules.model import State, Use

USES = {Use.DIE_1: "the first die", Use.DIE_2: "the second die", Use.EXTRA: "the extra shot"}


def who(state: State, player: int) -> str:
    """A player's name."""
    return state.setup.seats[player].name


def breed_name(breed: str) -> str:
    """The name of a breed, projectile or base from its id."""
    for army in load_armies().values():
        for piece in army.parts:
            if piece.id == breed:
                return piece.name
    return breed


def plural(breed: str) -> str:
    """The name of several bugs of a breed."""
    for army in load_armies().values():
        for found in army.breeds:
            if found.id == breed:
                return found.plural
    return breed


def name(piece: str) -> str:
    """The name of a piece, without its owner."""
    return breed_name(breed_of(piece))


def whose(state: State, piece: str) -> str:
    """A piece with its owner, such as "Ada's Warrior"."""
    return f"{who(state, owner_of(state, piece))}'s {name(piece)}"


def owner_of(state: State, piece: str) -> int:
    """The player whose army has the piece."""
    breed = breed_of(piece)
    for player, seat in enumerate(state.setup.seats):
        army = load_armies()[seat.army]
        if any(part.id == breed for part in army.parts):
            return player
    raise KeyError(f"no player has a piece {piece!r}")


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words as a list in a sentence: "a, b and c"."""
    *head, tail = words
    return f"{', '.join(head)} {last} {tail}" if head else tail


def an(word: str) -> str:
    """The word with its indefinite article."""
    article = "an" if word[:1].upper() in "AEIO" else "a"
    return f"{article} {word}"


def sentence(words: object) -> str:
    """The words as a sentence: first letter large, a full stop."""
    text = str(words)
    return f"{text[:1].upper()}{text[1:]}."
