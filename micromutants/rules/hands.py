"""What chance draws: dice, scattered shots, dropped resources, thrown tokens."""

from __future__ import annotations

import math

from micromutants.geometry import Point
from micromutants.physics import Hand, Launch, press, scattered
from micromutants.physics.shooter import Uniform, hurried
from micromutants.rules.homes import drop_points, home
from micromutants.rules.ids import tokens_of
from micromutants.rules.model import (
    Action,
    DrawFirst,
    Drop,
    Phase,
    Roll,
    RollAgain,
    Scatter,
    Setup,
    Spot,
    State,
    Throw,
    Tremble,
)
from micromutants.table import NOBODY, Piece

DROP_HEIGHT, DROP_SPEED = 200.0, 420.0
"""Height in mm from which resources fall, and the greatest speed in mm/s with which they part."""

THROW_HEIGHT, THROW_LOFT, THROW_SPEED = 150.0, math.radians(50.0), 3000.0
"""A throw: height of the hand in mm, take-off angle in rad, speed in mm/s at full power."""

THROW_AIM_SD, THROW_SPEED_SD = 0.09, 0.08
"""How far the four tokens part: rad, and share of the speed."""

TOKEN_PITCH, TOKEN_BACK = 26.0, 15.0
"""Distance from token to token in the hand, and from the hand to the edge of the mat, mm."""


def chance(state: State, generator: Uniform) -> Action:
    """Draw the chance action that is due.

    Args:
        state: A game that waits for chance.
        generator: The match's ``random.Random``; only its ``random()`` is used.

    Raises:
        ValueError: The game does not wait for chance.
    """
    match state.phase:
        case Phase.FIRST:
            seats = len(state.setup.seats)
            first = int(generator.random() * seats)
            return DrawFirst(first, alone=int(generator.random() * seats) if seats == 3 else None)
        case Phase.ROLL:
            return Roll((int(generator.random() * 6), int(generator.random() * 6)))
        case Phase.ROLL_AGAIN:
            return RollAgain(int(generator.random() * 6))
        case Phase.DROP if state.pending:
            return _drop(state, generator)
        case Phase.SCATTER if state.throw:
            return scatter(state, state.throw, generator)
        case Phase.TREMBLE if state.flick:
            physics = state.setup.physics
            hand = hand_of(state.setup, state.flick.player, state.flick.shot.power, state.flick.haste)
            shot = scattered(state.flick.shot, hand, physics, generator)
            return Tremble(shot, press(shot, state.table[shot.piece], physics))
    raise ValueError(f"chance: the game waits for a player, not for chance (phase {state.phase.value!r})")


def hand_of(setup: Setup, player: int, power: float, haste: float | None = None) -> Hand:
    """The hand with which a player flicks: that of the seat, or, by ruling J31, as power and haste make it.

    Args:
        setup: What is agreed.
        player: Whose hand.
        power: Of the flick, 0 to 1.
        haste: 0 calm to 1; None where it is not known.
    """
    hand = setup.seats[player].hand
    return hurried(hand, power, haste) if setup.rulings.dexterity else hand


def _drop(state: State, generator: Uniform) -> Drop:
    spots, launches = [], []
    for piece, (x, y) in zip(state.pending[0].pieces, drop_points(state.table.mat), strict=False):
        turn = math.tau * generator.random()
        spots.append(Spot(piece, x, y, turn))
        # The square root spreads them evenly over the disc that they reach.
        speed = DROP_SPEED * math.sqrt(generator.random())
        azimuth = math.tau * generator.random()
        tumble = 30.0 * (generator.random() - 0.5)
        height = DROP_HEIGHT * (1.0 + 0.2 * (generator.random() - 0.5))
        launches.append(Launch(piece, azimuth, speed, 0.0, tumble, 0.0, height))
    return Drop(tuple(spots), tuple(launches))


def scatter(state: State, throw: Throw, generator: Uniform) -> Scatter:
    """The four tokens of a throw as they leave the hand: the hand errs with all of them, each parts a little."""
    spots, launches = [], []
    hand = state.setup.seats[throw.player].hand
    hand_aim, hand_power = _normal_pair(generator)
    azimuth = throw.azimuth + hand.aim_sd * hand_aim
    power = throw.power * (1.0 + hand.power_sd * hand_power)
    tokens = tokens_of(state.pending[0].source)
    for token, place in zip(tokens, hand_places(state, throw.player), strict=True):
        aim, speed = _normal_pair(generator)
        tumble = 20.0 * (generator.random() - 0.5)
        spots.append(Spot(token, place.x, place.y))
        launches.append(
            Launch(
                token,
                azimuth + THROW_AIM_SD * aim,
                max(0.0, power * THROW_SPEED * (1.0 + THROW_SPEED_SD * speed)),
                THROW_LOFT,
                tumble,
                0.0,
                THROW_HEIGHT,
            )
        )
    return Scatter(tuple(spots), tuple(launches))


def hand_places(state: State, player: int) -> tuple[Spot, ...]:
    """Where the four tokens are in a player's hand, outside the mat: rule G5."""
    own = home(state, player)
    count = len(tokens_of(state.pending[0].source))
    found = []
    for i, token in enumerate(tokens_of(state.pending[0].source)):
        x, y = own.at(TOKEN_PITCH * (i - (count - 1) / 2), -TOKEN_BACK)
        found.append(Spot(token, x, y))
    return tuple(found)


def throw_origin(state: State | Setup, player: int) -> Point:
    """The middle of a player's hand when it throws, mm."""
    return home(state, player).at(0.0, -TOKEN_BACK)


def counters(spots: tuple[Spot, ...], kind: str) -> tuple[Piece, ...]:
    """Resources or tokens as pieces on these spots."""
    return tuple(Piece(spot.piece, kind, NOBODY, spot.x + 0.0, spot.y + 0.0, spot.angle + 0.0) for spot in spots)


def _normal_pair(generator: Uniform) -> tuple[float, float]:
    """Two independent standard normal deviates (Box and Muller), at most three deviations out."""
    radius = min(3.0, math.sqrt(-2.0 * math.log(1.0 - generator.random())))
    angle = math.tau * generator.random()
    return radius * math.cos(angle), radius * math.sin(angle)
