"""How the game speaks to its players: names for players and pieces, lists, sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from micromutants.rules.armies import part_of
from micromutants.rules.army import Breed
from micromutants.rules.ids import breed_of
from micromutants.rules.model import Pending, Setup, State, Use
from micromutants.rules.powers import card_named
from micromutants.rules.roster import owner_of
from micromutants.table import NOBODY

USES: Mapping[Use, str] = {
    Use.DIE_1: "the first die",
    Use.DIE_2: "the second die",
    Use.EXTRA: "the extra shot",
    Use.CARD: "a card",
}

_COMMON = {
    "resource": "Resource",
    "meteor": "Meteor",
    "warp-entrance": "Warp Entrance",
    "acid-pit": "Acid Pit",
    "gravity-manipulator": "Gravity Manipulator",
    "warp-gate": "Warp Gate",
}
"""Names of pieces that belong to no army."""


def who(state: State, player: int) -> str:
    """A player's name."""
    return state.setup.seats[player].name


def breed_name(game: State | Setup, breed: str) -> str:
    """The name of a breed, projectile, base, terrain or counter from its id."""
    part = part_of(game, breed)
    return _COMMON.get(breed, breed) if part is None else part.name


def plural(game: State | Setup, breed: str) -> str:
    """The name of several bugs of a breed."""
    part = part_of(game, breed)
    return part.plural if isinstance(part, Breed) else breed


def name(game: State | Setup, piece: str) -> str:
    """The name of a piece, without its owner."""
    return breed_name(game, breed_of(piece))


def whose(state: State, piece: str) -> str:
    """A piece with its owner, such as "Ada's Warrior", or "the Acid Pit"."""
    owner = owner_of(state, piece)
    return f"the {name(state, piece)}" if owner == NOBODY else f"{who(state, owner)}'s {name(state, piece)}"


def card_title(state: State, card_id: str, player: int | None = None, piece: str = "") -> str:
    """The title of a card from its id.

    Args:
        state: The game.
        card_id: Id of the card.
        player: Who has it; the first who has a card of that id where None.
        piece: Id of the bug that has it, or of its projectile, where breeds share a card.
    """
    players = range(len(state.setup.seats)) if player is None else (player,)
    found = (card_named(state, each, card_id, piece) for each in players)
    return next((card.title for card in found if card), card_id)


def asking(state: State, due: Pending) -> str:
    """What asks for a decision: the title of the card, or the name of the terrain or token."""
    return card_title(state, due.card, due.player, due.source) if due.card else name(state, due.source)


def count(number: int) -> str:
    """A small number in words."""
    return ("no", "one", "two", "three", "four", "five")[number] if number <= 5 else str(number)


def counted(number: int, what: str) -> str:
    """So many of something, in figures: "1 bug", "2 bugs"."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


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


def opening(text: str) -> str:
    """The text with its first letter large, for sentences that begin with a piece."""
    return f"{text[:1].upper()}{text[1:]}"
