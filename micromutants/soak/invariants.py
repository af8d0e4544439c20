"""What is true of every state of every match: nothing is lost or doubled, and the table is one that can be."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from micromutants.physics import PhysicsError
from micromutants.physics.checks import check_table
from micromutants.rules import (
    CHANCE,
    Happening,
    Phase,
    State,
    army_of,
    bases_in_play,
    bases_lost,
    bugs_in_play,
    in_hand,
    is_base,
    is_projectile,
    is_resource,
    is_terrain,
    is_token,
    legal,
    out_of_play,
    roster,
    to_act,
)
from micromutants.rules.ids import RESOURCES
from micromutants.table import Table, relevel

_BETWEEN = (Phase.DECIDE, Phase.TREMBLE, Phase.SCATTER, Phase.PUT_BESIDE, Phase.OVER)
"""Phases in which tokens may lie on the mat."""


def faults(state: State) -> Iterator[str]:
    """What is wrong with a state, a sentence each; nothing where all is well."""
    try:
        check_table(state.table)
    except PhysicsError as error:
        yield f"the table cannot be: {error}"
        return
    yield from _places(state)
    for player in range(len(state.setup.seats)):
        yield from _army(state, player)
    yield from _resources(state)
    yield from _cards(state)
    yield from _choice(state)
    if msgspec.json.decode(msgspec.json.encode(state), type=State) != state:
        yield "the state written as text and read again is another one"


def changes(before: State, after: State, happenings: Sequence[Happening]) -> Iterator[str]:
    """What an action did that none may do, a sentence each.

    Args:
        before: The state before it.
        after: The state after it.
        happenings: What is told of it.
    """
    told = {piece for happening in happenings for piece in happening.pieces}
    for piece in before.table:
        if piece.id not in after.table and piece.id not in told and piece.owner not in after.out:
            # Tokens and projectiles come and go; everything else is missed.
            if not is_token(piece.id) and not is_projectile(before, piece.id):
                yield f"{piece.id} left the mat, and nothing is told of it"
    for piece in after.table:
        if (is_base(before, piece.id) or is_terrain(piece.id)) and piece.id in before.table:
            if piece.pose != before.table[piece.id].pose:
                yield f"{piece.id} has left its spot"
    if after.trophies[: len(before.trophies)] != before.trophies:
        yield "an eliminated base is no longer eliminated"
    if after.out[: len(before.out)] != before.out:
        yield "an eliminated player is back"
    if after.turn < before.turn:
        yield f"turn {after.turn} follows on turn {before.turn}"
    if before.turn and (missing := _held(after) - _held(before)):
        yield f"{', '.join(sorted(missing))} came from nowhere"


def _places(state: State) -> Iterator[str]:
    """Where the pieces lie."""
    # Laid down one after the other, a piece that lies in another on its own level would come to lie on it.
    if (laid := Table.of(state.table.mat, state.table)) != state.table:
        raised = [piece.id for piece in laid if piece != state.table[piece.id]]
        yield f"pieces lie in each other: {', '.join(raised)}"
    elif relevel(state.table) != state.table:
        yield "a piece hangs in the air"
    for piece in state.table:
        if not state.table.on_mat(piece) and not is_token(piece.id):
            yield f"{piece.id} does not lie wholly on the mat"
        if is_token(piece.id) and state.phase not in _BETWEEN:
            yield f"{piece.id} was left on the mat"
        if (is_base(state, piece.id) or is_terrain(piece.id)) and piece.level:
            yield f"{piece.id} lies on something"


def _army(state: State, player: int) -> Iterator[str]:
    """A player's bugs and bases: each in one place."""
    name = state.setup.seats[player].name
    everywhere = Counter([*(bug.id for bug in bugs_in_play(state, player))])
    everywhere += Counter([*out_of_play(state, player), *in_hand(state, player)])
    if everywhere != Counter(roster(state, player)):
        wrong = sorted((everywhere - Counter(roster(state, player))) + (Counter(roster(state, player)) - everywhere))
        yield f"bugs of {name} are lost or doubled: {', '.join(wrong)}"
    lost: list[str] = [trophy.base for trophy in state.trophies if trophy.owner == player]
    lost = lost if len(state.setup.seats) > 2 else list(bases_lost(state, player))
    left = [base.id for base in bases_in_play(state, player)]
    if max(Counter(lost + left).values(), default=0) > 1:
        yield f"a base of {name} stands and is eliminated"
    # With three players it is drawn first who sits where, and only then the bases are laid.
    laid = player not in state.out and (state.alone >= 0 or len(state.setup.seats) != 3)
    if laid and len(left) + len(lost) != len(army_of(state, player).bases):
        yield f"{name} has {len(left)} bases and has lost {len(lost)}"
    if player in state.out and any(piece.owner == player for piece in state.table):
        yield f"{name} is out and has pieces on the mat"


def _resources(state: State) -> Iterator[str]:
    here = [piece.id for piece in state.table if is_resource(piece.id)]
    every = Counter(here + list(itertools.chain(*state.collected)))
    for piece, count in every.items():
        if count > 1:
            yield f"{piece} is there {count} times"
    most = RESOURCES * len(state.setup.seats) if state.setup.mode == "advanced" else 0
    if len(every) > most:
        yield f"there are {len(every)} resources, of {most}"


def _cards(state: State) -> Iterator[str]:
    for web in state.webs:
        if web.bug not in state.table and web.bug not in [beside.bug for beside in state.beside]:
            yield f"a web is on {web.bug}, which is not there"
    for player, cards in enumerate(state.cards):
        own = {card.id for card in army_of(state, player).cards}
        for card in cards:
            if card not in own:
                yield f"{state.setup.seats[player].name} has the card {card} of another army"


def _choice(state: State) -> Iterator[str]:
    """Somebody can act, or it is over by a rule."""
    actor = to_act(state)
    if actor is None:
        if state.phase is not Phase.OVER or not state.ending:
            yield "nobody is to act, and the game is not over"
        return
    if state.phase is Phase.OVER:
        yield "the game is over, and somebody is to act"
    elif actor != CHANCE and actor in state.out:
        yield f"{state.setup.seats[actor].name} is out and to act"
    elif actor != CHANCE and not legal(state):
        yield f"{state.setup.seats[actor].name} is to act and may do nothing"


def _held(state: State) -> set[str]:
    """Resources on the mat and in hands."""
    return {piece.id for piece in state.table if is_resource(piece.id)} | set(itertools.chain(*state.collected))
