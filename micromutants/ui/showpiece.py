"""Positions that show what the game looks like, the same each time: for pictures, and for measuring what they cost."""

from __future__ import annotations

import functools
import math
import random

import msgspec

from micromutants.geometry import Pose
from micromutants.midgame import laid
from micromutants.rules import Phase, Seat, Setup, State, Web, is_base, kind_of, roster, start
from micromutants.rules.homes import bases_at_start, home
from micromutants.rules.ids import RESOURCES, resources_of
from micromutants.rules.model import Die
from micromutants.table import NOBODY, Face, Piece, Table

NAMES = ("Ada", "Boris", "Cleo", "Dag")
ARMIES = ("usarthropods", "chitinians", "flyborgs", "sovietopters")

SEED = 7
"""Of where pieces lie, and of all chance in a match that goes on from there."""

_DICE = {
    "usarthropods": ("soldier", "tank"),
    "chitinians": ("warrior", "spider"),
    "flyborgs": ("drone", "warper"),
    "sovietopters": ("trooper", "kommissar"),
}


@functools.lru_cache(maxsize=8)
def midgame(players: int = 2) -> State:
    """The first player's move in the middle of a match: bugs forward, some special, a base afire, webs, resources.

    Args:
        players: 2 to 4; from 3 on the Advanced game is played.
    """
    mode = "basic" if players == 2 else "advanced"
    terrain = () if players == 2 else ("acid-pit", "warp-gate")
    seats = tuple(Seat(name, army) for name, army in zip(NAMES, ARMIES, strict=True))[:players]
    setup = Setup(seats, mode=mode, terrain=terrain)  # type: ignore[arg-type]
    state = start(setup)
    generator = random.Random(SEED)
    mat = state.table.mat
    if players == 3:
        state = msgspec.structs.replace(state, alone=0)
    down = _bases(state)
    webs: list[Web] = []
    for player in range(players):
        names = roster(state, player)
        for number, bug in enumerate(names):
            wish = _wish(state, player, generator)
            face = Face.SPECIAL if number % 4 == 1 else Face.NORMAL
            down.append(laid(Piece(bug, kind_of(state, player, bug), player, *wish, face), down, mat))
        webs.append(Web(names[-1]))
    if mode == "advanced":
        for player in range(players):
            for counter in resources_of(player)[: RESOURCES - 1]:
                wish = Pose(mat.width * (0.2 + 0.6 * generator.random()), mat.height * (0.2 + 0.6 * generator.random()))
                down.append(laid(Piece(counter, "resource", NOBODY, *wish), down, mat))
    return msgspec.structs.replace(
        state,
        table=Table.of(mat, down),
        phase=Phase.MOVE,
        player=0,
        first=0,
        turn=5,
        arranged=tuple(range(players)),
        dice=tuple(Die(breed) for breed in _DICE[ARMIES[0]]),
        webs=tuple(webs[1:]),
    )


def _bases(state: State) -> list[Piece]:
    """What lies there from the start, one base of each player damaged."""
    lying = list(state.table)
    if not any(is_base(state, piece.id) for piece in lying):
        # Where players choose the spots of their bases, none stand there yet.
        lying += [base for player in range(len(state.setup.seats)) for base in bases_at_start(state, player)]
    found, seen = [], set()
    for piece in lying:
        if is_base(state, piece.id) and piece.owner not in seen:
            seen.add(piece.owner)
            piece = msgspec.structs.replace(piece, face=Face.SPECIAL)
        found.append(piece)
    return found


def _wish(state: State, player: int, generator: random.Random) -> Pose:
    """A place between a player's side and the far half, most of them near."""
    mat, at = state.table.mat, home(state, player)
    deep = 30.0 + 0.62 * mat.height * generator.random() ** 1.35
    turn = math.tau * generator.random()
    if at.corner:
        angle = at.turn + math.pi / 2 + (generator.random() - 0.5) * math.radians(80.0)
        return Pose(at.x + 1.2 * deep * math.cos(angle), at.y + 1.2 * deep * math.sin(angle), turn)
    y = deep if at.y == 0.0 else mat.height - deep
    return Pose(mat.width * (0.06 + 0.88 * generator.random()), y, turn)
