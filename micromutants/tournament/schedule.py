"""Who meets whom, in which kind of match, from which seed."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from micromutants.physics import AVERAGE
from micromutants.rules import TERRAINS, Army, Seat, Setup

MODES: tuple[Literal["basic", "advanced"], ...] = ("basic", "advanced")
PLAYERS = (2, 3, 4)

NAMES = ("Ada", "Ben", "Cleo", "Dag")
"""Names of the bots by their seats."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of match.

    Attributes:
        mode: ``basic`` or ``advanced``.
        terrain: Whether two terrain templates lie on the mat.
        players: How many play.
    """

    mode: Literal["basic", "advanced"]
    terrain: bool
    players: int

    @property
    def name(self) -> str:
        """As the tables have it."""
        return f"{self.mode}{' with terrain' if self.terrain else ''}, {self.players} players"


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match to be played.

    Attributes:
        kind: Its kind.
        armies: Ids of the armies by their seats.
        setup: What is agreed.
        seed: Seed of the match.
    """

    kind: Kind
    armies: tuple[str, ...]
    setup: Setup
    seed: int


def kinds(
    modes: Sequence[Literal["basic", "advanced"]] = MODES,
    terrain: Sequence[bool] = (False, True),
    players: Sequence[int] = PLAYERS,
) -> list[Kind]:
    """Every kind of match that these choices allow: twelve where all are left open."""
    return [Kind(mode, laid, seats) for seats in players for mode in modes for laid in terrain]


def fixtures(kind: Kind, matches: int, seed: int, armies: Sequence[str], own: Sequence[Army] = ()) -> list[Fixture]:
    """The matches of a kind.

    Those in a row that have the same armies differ only in who sits where, each army once in each seat, and have the
    same seed.  The first matches of a longer list are those of a shorter one.

    Args:
        kind: The kind.
        matches: How many.
        seed: Seed of the tournament.
        armies: Ids of the armies that take part.
        own: Those of them that are not armies of the game.
    """
    found = []
    for number, seats in enumerate(itertools.islice(itertools.cycle(_seatings(armies, kind.players)), matches)):
        group = number // kind.players
        found.append(Fixture(kind, seats, _setup(kind, seats, group, own), _seed(seed, kind, group)))
    return found


def _seatings(armies: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Every army in every seat: all rotations of a company one after the other, all companies before others' order."""
    companies = list(itertools.combinations(armies, players))
    orders = list(itertools.permutations(range(1, players)))
    return [
        tuple(seats[i:] + seats[:i])
        for order in orders
        for company in companies
        for seats in [[company[0], *(company[i] for i in order)]]
        for i in range(players)
    ]


def _setup(kind: Kind, armies: Sequence[str], group: int, own: Sequence[Army]) -> Setup:
    pairs = list(itertools.combinations(TERRAINS, 2))
    laid = pairs[group % len(pairs)] if kind.terrain else ()
    seats = tuple(Seat(name, army, AVERAGE) for name, army in zip(NAMES, armies, strict=False))
    brought = tuple(army for army in own if army.id in armies)
    return msgspec.convert({"seats": seats, "mode": kind.mode, "terrain": laid, "armies": brought}, Setup)


def _seed(seed: int, kind: Kind, group: int) -> int:
    text = f"{seed}/{kind.mode}/{kind.terrain}/{kind.players}/{group}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1


def all_fixtures(
    wanted: Sequence[Kind], matches: int, seed: int, armies: Sequence[str], own: Sequence[Army] = ()
) -> Iterator[Fixture]:
    """The matches of several kinds, in turn one of each, so that a part of them is a smaller tournament.

    Args:
        wanted: The kinds.
        matches: How many of each.
        seed: Of all chance.
        armies: Ids of the armies that take part.
        own: Those of them that are not of the game.
    """
    lists = [fixtures(kind, matches, seed, armies, own) for kind in wanted]
    for row in itertools.zip_longest(*lists):
        yield from (fixture for fixture in row if fixture is not None)
