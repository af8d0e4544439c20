"""What covering a piece would gain, how likely that is, and what a side may take in a turn."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from micromutants.geometry import Disc, Hexagon, Rect
from micromutants.match.bots.side import (
    BUG,
    FEWEST,
    HIT,
    POINT,
    WEBBED,
    WIN,
    Force,
    apart,
    danger,
    danger_with,
    dice_chances,
    hits_to_fall,
    lead,
    resources,
    withstands,
    worth_of_resources,
)
from micromutants.physics import Hand
from micromutants.rules import State, Trophy, breed_of, collected, in_game, powers_of, score
from micromutants.rules.effects import Attack, Landing, Strike
from micromutants.rules.powers import breed_powers
from micromutants.table import KINDS, Face, Piece

replace = msgspec.structs.replace

EXTRA_SHOT = 14.0
"""An extra shot that waits to be used: about what the best flick of a turn gains on average."""

METEORS = 0.045
"""How many Meteors come down on each bug of a crowd."""

CROWD = 80.0
"""Bugs within so many mm of another are a crowd round it."""

ALONG, ALONG_SHARE = 2.0, 0.09
"""How far shots come apart along their way whatever the hand, mm, and share of the distance."""

ACROSS, ACROSS_SHARE = 10.0, 0.034
"""The same across their way."""

PIECE_SHARE = 0.6
"""Share of a chip's own size that helps it to cover something."""

CHIP_FACTOR = 1.3
"""How much likelier a chip is covered than cardboard of its size: it stops what slides against it."""

MOVES = (1.0, 0.7, 0.3)
"""How much the best, the second and the third target of a turn count: two dice, and an extra shot at times."""

FAR = 450.0
"""Beyond so many mm nobody hopes to cover a chip or a resource."""


class Gain(NamedTuple):
    """A target, and what covering it would gain."""

    target: Piece
    value: float


def chance_to_cover(piece: Piece, target: Piece, hand: Hand) -> float:
    """A guess at the chance that a piece comes to lie over another, from the distance, the sizes and the hand.

    The figures are fitted to some hundred flicks of bugs on tables in mid-game.
    """
    distance = math.hypot(piece.x - target.x, piece.y - target.y)
    room = inner(target.kind) + PIECE_SHARE * inner(piece.kind)
    along = ALONG + distance * (ALONG_SHARE + 2.0 * hand.power_sd)
    across = ACROSS + distance * (ACROSS_SHARE + hand.aim_sd)
    chance = math.erf(room / (math.sqrt(2.0) * along)) * math.erf(room / (math.sqrt(2.0) * across))
    return min(1.0, chance * CHIP_FACTOR) if target.spec.chip else chance


@functools.cache
def inner(kind: str) -> float:
    """Radius in mm of the largest circle about its centre that a piece of a kind holds."""
    match KINDS[kind].shape:
        case Rect(length, width):
            return min(length, width) / 2
        case Hexagon(across):
            return across / 2
        case Disc(radius):
            return radius


def gains(
    state: State,
    every: Mapping[int, Force],
    player: int,
    *,
    extra: float = 0.0,
    victim: int | None = None,
    share: float = 1.0,
) -> list[Gain]:
    """What a player's bugs would gain by covering each piece, where that is anything.

    Args:
        state: The game.
        every: What each player has on the mat.
        player: Whose bugs.
        extra: What an extra shot is worth.
        victim: Only what this player would lose, what everybody is after, and what wins at once; None for all.
        share: How much of what an opponent loses counts as gained.
    """
    found = []
    lying = resources(state)
    if lying and (value := _gain_of_resource(state, every, player, len(lying))) > 0.0:
        found += [Gain(resource, value) for resource in lying]
    manipulator = state.table.get("gravity-manipulator")
    if manipulator is not None and (value := meteor_gain(every, player) - BUG) > 0.0:
        found.append(Gain(manipulator, value))
    how = Attack("bug")
    for force in every.values():
        if force.player == player:
            continue
        if victim not in (None, force.player):
            found += [Gain(base, WIN) for base in force.bases if _wins_by_points(state, player, base)]
            continue
        loss = share * (BUG + _step(state, force, force.bases, 1))
        for bug in force.bugs:
            if (value := _gain_of_bug(state, force, bug, loss, extra, how)) > 0.0:
                found.append(Gain(bug, value))
        for base in force.bases:
            found.append(Gain(base, _gain_of_base(state, force, base, player, extra, share)))
    return found


def gains_of_projectile(
    state: State, every: Mapping[int, Force], projectile: Piece, *, extra: float = 0.0, share: float = 1.0
) -> list[Gain]:
    """What a projectile would gain by ending over each enemy piece, as its card says."""
    found = []
    for force in every.values():
        if force.player == projectile.owner:
            continue
        loss = share * (BUG + _step(state, force, force.bases, 1))
        for piece in (*force.bugs, *force.bases):
            strike = _strike(state, projectile, piece)
            value = 0.0
            if not piece.spec.chip:
                if piece.id in strike.bases:
                    value = _gain_of_base(state, force, piece, projectile.owner, extra, share)
            elif piece.id in strike.hits:
                value = _gain_of_bug(state, force, piece, loss, extra, Attack("projectile", strike.ignores))
            elif piece.id in strike.webs and piece.id not in force.webbed:
                value = WEBBED * share
            if value > 0.0:
                found.append(Gain(piece, value))
    return found


def _strike(state: State, projectile: Piece, over: Piece) -> Strike:
    """What a projectile does that ends over a piece."""
    for power in powers_of(state, projectile.id):
        if power.effect.lands is not None:
            return power.effect.lands(power.params, Landing(projectile, (over,), ()))
    return Strike()


def harmless(state: State, bug: Piece) -> bool:
    """Whether a bug captures nothing but bases."""
    powers = breed_powers(state, bug.owner, breed_of(bug.id))
    return any(power.effect.harmless is not None and power.effect.harmless(power.params, bug) for power in powers)


def attack(
    state: State, every: Mapping[int, Force], player: int, victim: int | None = None, share: float = 1.0
) -> float:
    """What a player may expect to take with the moves of a turn, before the dice are rolled.

    Args:
        state: The game.
        every: What each player has on the mat.
        player: Who would move.
        victim: Only what is taken from this player, or before him; None for all.
        share: See :func:`gains`.
    """
    found = gains(state, every, player, extra=EXTRA_SHOT, victim=victim, share=share)
    hand, dice = state.setup.seats[player].hand, dice_chances(state, player)
    hunters, movers = _movers(state, every[player])
    expected = []
    for target, value in found:
        missed = 1.0
        for breed, bugs in (hunters if target.spec.chip else movers).items():
            # Of one breed the nearest is the likeliest to cover it.
            nearest, distance = _nearest(bugs, target.x, target.y)
            if not target.spec.chip or distance < FAR:
                missed *= 1.0 - dice[breed] * chance_to_cover(nearest, target, hand)
        expected.append(value * (1.0 - missed))
    expected.sort(reverse=True)
    return sum(weight * value for weight, value in zip(MOVES, expected, strict=False))


def threat(state: State, bug: Piece, found: Iterable[Gain]) -> float:
    """What a bug may expect to take of these in its next turn."""
    tame = harmless(state, bug)
    hand, dice = state.setup.seats[bug.owner].hand, dice_chances(state, bug.owner)[breed_of(bug.id)]
    after = [(target, value) for target, value in found if _after(bug, tame, target)]
    return dice * max((value * chance_to_cover(bug, target, hand) for target, value in after), default=0.0)


def _movers(state: State, force: Force) -> tuple[dict[str, list[Piece]], dict[str, list[Piece]]]:
    """The bugs that no web holds, by breed: those that can capture bugs, and all of them."""
    hunters: dict[str, list[Piece]] = {}
    movers: dict[str, list[Piece]] = {}
    for bug in force.bugs:
        if bug.id not in force.webbed:
            breed = breed_of(bug.id)
            movers.setdefault(breed, []).append(bug)
            if not harmless(state, bug):
                hunters.setdefault(breed, []).append(bug)
    return hunters, movers


def _nearest(bugs: Sequence[Piece], x: float, y: float) -> tuple[Piece, float]:
    """The bug nearest to a point, and its distance in mm."""
    best, least = bugs[0], math.inf
    for bug in bugs:
        distance = math.hypot(bug.x - x, bug.y - y)
        if distance < least:
            best, least = bug, distance
    return best, least


def _after(bug: Piece, tame: bool, target: Piece) -> bool:
    """Whether a bug may be after a target."""
    return not target.spec.chip or not (tame or apart(bug, target) > FAR)


def meteor_gain(every: Mapping[int, Force], player: int) -> float:
    """What a throw of Meteors at the best crowd brings: enemy bugs less own ones."""
    bugs = [bug for force in every.values() for bug in force.bugs]
    best = 0.0
    for target in bugs:
        if target.owner != player:
            around = [bug for bug in bugs if apart(bug, target) < CROWD]
            best = max(best, sum(METEORS * (BUG if bug.owner != player else -BUG) for bug in around))
    return best


def share_of(state: State) -> float:
    """How much of what one opponent loses a player gains: all with two players, a part with more."""
    return 1.0 / max(1, len(in_game(state)) - 1)


def best_chance(piece: Piece, found: Iterable[Gain], hand: Hand) -> tuple[float, Piece | None]:
    """The most that a piece may expect to gain by one flick, and at what target."""
    best, where = 0.0, None
    for target, value in found:
        expected = value * chance_to_cover(piece, target, hand)
        if expected > best:
            best, where = expected, target
    return best, where


def _gain_of_resource(state: State, every: Mapping[int, Force], player: int, left: int) -> float:
    held = len(collected(state, player))
    use = worth_of_resources(state, player, held + 1) - worth_of_resources(state, player, held)
    nearer = lead(state, every, player, left - 1) - lead(state, every, player, left)
    return use + nearer


def _gain_of_bug(state: State, force: Force, bug: Piece, value: float, extra: float, how: Attack) -> float:
    held = bug.id in force.webbed
    for power in () if held else breed_powers(state, bug.owner, breed_of(bug.id)):
        effect = power.effect
        if effect.shields is not None and effect.shields(power.params, bug, how):
            return 0.0
        if effect.absorbs is not None and effect.absorbs(power.params, bug, how):
            return value / 3.0
        if effect.backlash is not None and effect.backlash(power.params, bug) and how.how == "bug":
            return value - BUG
    return value + extra


def _gain_of_base(state: State, force: Force, base: Piece, player: int, extra: float, share: float) -> float:
    eliminates = withstands(base) == 1
    if _wins_by_points(state, player, base):
        return WIN
    left = [other for other in force.bases if other.id != base.id]
    if not eliminates:
        left.append(replace(base, face=Face.SPECIAL))
    value = share * (HIT + _step(state, force, left, 0)) + (extra if eliminates else 0.0)
    if eliminates and len(state.setup.seats) > 2:
        first = all(trophy.owner != base.owner for trophy in state.trophies if trophy.by == player)
        value += POINT * (2.0 if first else 1.0)
    return value


def _wins_by_points(state: State, player: int, base: Piece) -> bool:
    """Whether a player would win by taking an enemy base, alone at the top of three or four (rule W4)."""
    seats = len(state.setup.seats)
    if seats == 2 or withstands(base) > 1 or len(state.trophies) + 1 < seats:
        return False
    taken = replace(state, trophies=(*state.trophies, Trophy(base.id, base.owner, player)))
    return all(score(taken, other) < score(taken, player) for other in in_game(state) if other != player)


def _step(state: State, force: Force, bases: Sequence[Piece], bugs: int) -> float:
    """How much nearer to falling a side comes that keeps these bases and loses so many bugs."""
    hits, left = hits_to_fall(state, bases), len(force.bugs) + force.hand - bugs
    if not hits or left <= FEWEST:
        return WIN
    return danger_with(hits, left) - danger(state, force)
