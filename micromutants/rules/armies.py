"""The four armies, read from ``assets/armies/*.toml``."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from micromutants.assets import asset_text
from micromutants.table import KINDS

ARMIES = ("usarthropods", "flyborgs", "sovietopters", "chitinians")
"""Ids of the armies, which name their files."""

COLOURS = ("orange", "sky-blue", "bluish-green", "yellow", "blue", "vermillion", "reddish-purple")
"""Keys of the Okabe-Ito palette, whose colours can be told apart by almost every eye."""

BREEDS, DICE, FACES, BASES = 5, 2, 6, 3
"""How many breeds, dice, faces of a die and bases an army has."""

_ID = re.compile(r"[a-z]+(-[a-z]+)*")


class ArmyError(ValueError):
    """An army file that cannot be used; the message says which file and key, and what is allowed."""


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card: the id of its effect, its title, its text for the players."""

    id: str
    title: str
    text: str


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


@functools.cache
def load_armies() -> Mapping[str, Army]:
    """The armies by id, in a fixed order, read once.

    Raises:
        ArmyError: A file is not as it must be; says which file and key.
    """
    armies: dict[str, Army] = {}
    taken: dict[str, str] = {}
    for name in ARMIES:
        file = f"armies/{name}.toml"
        army = parse_army(asset_text(file), file)
        if army.id != name:
            raise ArmyError(f"{file}: id: must be {name!r} like the file, not {army.id!r}")
        for piece in army.parts:
            if piece.id in taken:
                raise ArmyError(f"{file}: id {piece.id!r}: it is taken in {taken[piece.id]}, each piece needs its own")
            taken[piece.id] = file
        armies[name] = army
    return MappingProxyType(armies)


def parse_army(text: str, file: str) -> Army:
    """An army from the text of its file.

    Args:
        text: TOML.
        file: How messages name the file.

    Raises:
        ArmyError: One sentence with file and key.
    """
    try:
        army = msgspec.toml.decode(text, type=Army)
    except msgspec.ValidationError as error:
        said, _, key = str(error).partition(" - at `$")
        key = key.rstrip("`").lstrip(".")
        raise ArmyError(f"{file}: {key or 'top level'}: {said[0].lower()}{said[1:]}") from None
    except (msgspec.DecodeError, ValueError) as error:
        raise ArmyError(f"{file}: not valid TOML: {error}") from None
    fault = _fault(army)
    if fault:
        raise ArmyError(f"{file}: {fault}")
    return army


def _fault(army: Army) -> str:
    """The first thing that is wrong in an army, with its key; empty where nothing is."""
    if army.colour not in COLOURS:
        return f"colour: must be one of {', '.join(COLOURS)}, not {army.colour!r}"
    lists: tuple[tuple[str, tuple[Breed | Projectile | Base, ...]], ...] = (
        ("breeds", army.breeds),
        ("projectiles", army.projectiles),
        ("bases", army.bases),
    )
    for key, pieces in lists:
        for i, piece in enumerate(pieces):
            if not _ID.fullmatch(piece.id):
                return f"{key}[{i}].id: must be small letters joined by hyphens, not {piece.id!r}"
            if not isinstance(piece, Base):
                if not 1 <= piece.count <= 20:
                    return f"{key}[{i}].count: must be from 1 to 20, not {piece.count}"
                if piece.kind not in KINDS or not KINDS[piece.kind].chip:
                    chips = ", ".join(kind.name for kind in KINDS.values() if kind.chip)
                    return f"{key}[{i}].kind: must be one of {chips}, not {piece.kind!r}"
    if len(army.breeds) != BREEDS:
        return f"breeds: there must be {BREEDS}, not {len(army.breeds)}"
    if len(army.bases) != BASES or [base.main for base in army.bases] != [True, False, False]:
        return f"bases: there must be {BASES}, the first of them and only it with main = true"
    known = [breed.id for breed in army.breeds]
    if len(army.dice) != DICE:
        return f"dice: there must be {DICE}, not {len(army.dice)}"
    for i, die in enumerate(army.dice):
        if len(die) != FACES:
            return f"dice[{i}]: there must be {FACES} faces, not {len(die)}"
        for j, face in enumerate(die):
            if face not in known:
                return f"dice[{i}][{j}]: must be one of {', '.join(known)}, not {face!r}"
    for i, projectile in enumerate(army.projectiles):
        if projectile.shooter not in known:
            return f"projectiles[{i}].shooter: must be one of {', '.join(known)}, not {projectile.shooter!r}"
    return ""


def breed_of(piece_id: str) -> str:
    """Id of the breed (or projectile) that a chip belongs to; a base's id is returned as it is."""
    head, hyphen, number = piece_id.rpartition("-")
    return head if hyphen and number.isdecimal() else piece_id


@functools.cache
def _known() -> tuple[frozenset[str], frozenset[str]]:
    armies = load_armies().values()
    breeds = frozenset(breed.id for army in armies for breed in army.breeds)
    return breeds, frozenset(base.id for army in armies for base in army.bases)


def is_bug(piece_id: str) -> bool:
    """Whether a piece of that id is a bug (not a base, not a projectile)."""
    return breed_of(piece_id) != piece_id and breed_of(piece_id) in _known()[0]


def is_base(piece_id: str) -> bool:
    """Whether a piece of that id is a base."""
    return piece_id in _known()[1]
