"""What an army consists of: breeds, projectiles, bases, dice and cards."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import msgspec


class ArmyError(ValueError):
    """An army file that cannot be used; the message says which file, line and key, and what is allowed."""


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card: its id, its title, its text for the players, and what it does.

    Attributes:
        id: Unique among evolution cards; breeds may share one.
        title: As the players read it.
        text: What the players read of it.
        effects: Each names an ``effect`` and gives its parameters; see :mod:`micromutants.rules.effects`.
    """

    id: str
    title: str
    text: str
    effects: tuple[dict[str, Any], ...] = ()


class Breed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A breed of bug.

    Attributes:
        id: Such as ``green-beret``; the bugs are ``green-beret-1`` and so on.
        name: One bug, as the players read it.
        plural: Several of them.
        kind: The chip: ``small``, ``large`` or ``rect``.
        count: How many bugs there are of it.
        two_sided: Whether it has a special side.
        ability: The breed card.
    """

    id: str
    name: str
    plural: str
    kind: str
    count: int
    two_sided: bool
    ability: Card


class Projectile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A projectile.

    Attributes:
        id: Such as ``rocket``; the chips are ``rocket-1`` and so on.
        name: As the players read it.
        kind: The chip.
        count: How many there are.
        shooter: Id of the breed that shoots it.
        card: The projectile card.
    """

    id: str
    name: str
    kind: str
    count: int
    shooter: str
    card: Card


class Base(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A base.

    Attributes:
        id: Of the piece too.
        name: As the players read it.
        main: Whether it is the main base.
        evolutions: Its evolution cards; the main base has none.
    """

    id: str
    name: str
    main: bool = False
    evolutions: tuple[Card, ...] = ()


class Army(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An army.

    Attributes:
        id: As a seat names it.
        name: As the players read it.
        colour: Key of the Okabe-Ito palette.
        motto: A line of its own.
        strength: What it is good at, in a word or two.
        dice: Two dice of six faces, each the id of a breed.
        breeds: Its five breeds.
        bases: Its three bases, the main one first.
        projectiles: Its projectiles, off the mat until a card needs them.
    """

    id: str
    name: str
    colour: str
    motto: str
    strength: str
    dice: tuple[tuple[str, ...], ...]
    breeds: tuple[Breed, ...]
    bases: tuple[Base, ...]
    projectiles: tuple[Projectile, ...] = ()

    def __hash__(self) -> int:
        """Of id and name alone, for the parameters of effects are in dictionaries; equality compares all."""
        return hash((self.id, self.name))

    @property
    def parts(self) -> tuple[Breed | Projectile | Base, ...]:
        """Breeds, projectiles and bases: everything that has an id and a name."""
        return (*self.breeds, *self.projectiles, *self.bases)

    def breed(self, breed: str) -> Breed:
        """The breed of that id.

        Raises:
            KeyError: The army has no such breed.
        """
        for found in self.breeds:
            if found.id == breed:
                return found
        raise KeyError(f"the {self.name} have no breed {breed!r}")

    @property
    def cards(self) -> Iterator[Card]:
        """Every card: breeds, projectiles, evolution cards base by base."""
        yield from (breed.ability for breed in self.breeds)
        yield from (projectile.card for projectile in self.projectiles)
        yield from (card for base in self.bases for card in base.evolutions)

    def base_of(self, card: str) -> Base | None:
        """The base that an evolution card belongs to, None where it is none of this army."""
        return next((base for base in self.bases if any(c.id == card for c in base.evolutions)), None)


def shared(army: Army) -> Army:
    """The one object that stands for all armies with these cards, words and numbers, to the letter.

    What is kept by army is then found by a glance at the object; two that are merely equal are compared card by card.
    """
    return _decoded(msgspec.json.encode(army))


@functools.lru_cache(maxsize=64)
def _decoded(text: bytes) -> Army:
    return msgspec.json.decode(text, type=Army)
