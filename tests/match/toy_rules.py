"""A toy game with the shape of any: it proves that a match knows no rule of Micro Mutants.

Two discs a player.  A die says how many flicks the turn has; a flick slides a disc, the hand trembles, and who
slides a disc off the mat loses.
"""

import hashlib
import math
import random
from typing import NamedTuple

import msgspec

from micromutants.physics import Launch, Outcome, Sample, Shot
from micromutants.table import Mat, Piece, Table

RULES_VERSION = 3
CHANCE = -1


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    names: tuple[str, str] = ("Ann", "Bob")
    reach: float = 120.0


class Roll(msgspec.Struct, frozen=True, tag="roll", tag_field="kind"):
    face: int
    player: int = CHANCE


class Flick(msgspec.Struct, frozen=True, tag="flick", tag_field="kind"):
    player: int
    shot: Shot


class Tremble(msgspec.Struct, frozen=True, tag="tremble", tag_field="kind"):
    shot: Shot
    launch: Launch
    player: int = CHANCE


Action = Roll | Flick | Tremble


class Happening(msgspec.Struct, frozen=True):
    rule: str
    kind: str
    player: int
    pieces: tuple[str, ...]
    text: str


class State(msgspec.Struct, frozen=True):
    setup: Setup
    table: Table
    player: int = 0
    flicks: int = 0
    flick: Flick | None = None
    loser: int | None = None

    def digest(self):
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()


class Step(NamedTuple):
    state: State
    happenings: tuple
    outcome: Outcome | None = None


def upgraded(setup, version):
    return setup


def start(setup):
    if setup.reach <= 0.0:
        raise ValueError(f"reach must be above 0 mm, not {setup.reach}")
    pieces = [
        Piece(f"disc-{player}{n}", "small", player, 150.0 + 100.0 * n, 100.0 + 200.0 * player)
        for player in (0, 1)
        for n in (0, 1)
    ]
    return State(setup, Table.of(Mat(400.0, 400.0), pieces))


def to_act(state):
    if state.loser is not None:
        return None
    return CHANCE if state.flick is not None or not state.flicks else state.player


def chance(state, generator: random.Random):
    if state.flick is None:
        return Roll(1 + int(generator.random() * 2))
    shot = state.flick.shot
    meant = msgspec.structs.replace(shot, azimuth=shot.azimuth + 0.2 * (generator.random() - 0.5))
    return Tremble(meant, Launch(meant.piece, meant.azimuth, 1000.0 * meant.power, meant.loft))


def refusal(state, action):
    if not isinstance(action, Flick) or action.player != state.player:
        return "it is not your turn"
    if action.shot.piece not in state.table or state.table[action.shot.piece].owner != state.player:
        return "that is not your disc"
    return None


def options(state):
    return ()


legal = options


def apply(state, action):
    replace = msgspec.structs.replace
    match action:
        case Roll(face):
            said = Happening("X1", "roll", state.player, (), f"{state.setup.names[state.player]} rolls {face}.")
            return Step(replace(state, flicks=face), (said,))
        case Flick():
            if (reason := refusal(state, action)) is not None:
                raise ValueError(reason)
            return Step(replace(state, flick=action), ())
        case Tremble(_, launch):
            outcome = slide(state.table, launch, state.setup.reach)
            piece = outcome.table[launch.piece]
            flicks = state.flicks - 1
            after = replace(
                state,
                table=outcome.table,
                flick=None,
                flicks=flicks,
                player=state.player if flicks else 1 - state.player,
            )
            said = ()
            if not outcome.table.on_mat(piece):
                said = (Happening("X2", "off", state.player, (piece.id,), f"{piece.id} leaves the mat."),)
                after = replace(after, loser=state.player, table=after.table.without(piece.id))
            return Step(after, said, outcome)
    raise AssertionError(action)


def slide(table, launch, reach):
    piece = table[launch.piece]
    way = launch.speed / 1000.0 * reach
    samples = tuple(
        Sample(
            i / 60,
            piece.x + way * i / 6 * math.cos(launch.azimuth),
            piece.y + way * i / 6 * math.sin(launch.azimuth),
            1.0,
            1.0,
            0.0,
            0.0,
            -0.0,
        )
        for i in range(7)
    )
    moved = msgspec.structs.replace(piece, x=samples[-1].x, y=samples[-1].y)
    return Outcome(table.put(moved), (), (), {piece.id: samples}, (piece.id,), True, 0.1)
