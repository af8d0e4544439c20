"""Decisions that wait: with what each could be done, and which have become void."""

from __future__ import annotations

import msgspec

from micromutants.rules.armies import is_bug, is_projectile
from micromutants.rules.ids import breed_of, is_token, resources_of, tokens_of
from micromutants.rules.model import DieUse, Pending, State, Task, Use
from micromutants.rules.powers import evolutions
from micromutants.rules.ranges import in_reach
from micromutants.rules.roster import bases_in_play, bugs_in_play, out_of_play, projectiles_ready, webbed
from micromutants.table import Face, Piece

replace = msgspec.structs.replace

DICE = (Use.DIE_1, Use.DIE_2)
"""The dice as what pays for a move, in the order of ``State.dice``."""


def rushes(state: State, player: int, breed: str) -> bool:
    """Whether reinforcements of a breed may move in the turn in which they come."""
    return any(p.effect.rushes and p.effect.rushes(p.params, breed) for p in evolutions(state, player))


def able(state: State, bug: Piece) -> bool:
    """Whether a bug may still move this turn: not moved yet, not webbed, not a reinforcement that has to wait."""
    if bug.id in state.moved or webbed(state, bug.id):
        return False
    return bug.id not in state.reinforced or rushes(state, bug.owner, breed_of(bug.id))


def pickable(state: State) -> tuple[str, ...]:
    """Ids of the pieces with which the next pending decision can be carried out; empty where none waits."""
    return picks(state, state.pending[0]) if state.pending else ()


def picks(state: State, due: Pending) -> tuple[str, ...]:
    """Ids of the pieces with which a pending decision can be carried out; empty where it has become void."""
    source = state.table.get(due.source) or due.at
    match due.task:
        case Task.DROP:
            return due.pieces
        case Task.THROW:
            return tokens_of(due.source)
        case Task.MUSTER:
            ready = _reserve(state, due)
            return ready if bases_in_play(state, due.player) else ()
        case Task.SHOOT:
            return (due.source,) if due.source in state.table else ()
    if source is None or (due.at is None and due.source not in state.table):
        return ()
    match due.task:
        case Task.MOVE if due.pieces:
            return tuple(bug for bug in due.pieces if bug in state.table and not webbed(state, bug))
        case Task.MOVE:
            return tuple(bug.id for bug in _near(state, due, source) if able(state, bug))
        case Task.LOAD:
            return projectiles_ready(state, due.player, due.breed)[:1]
        case Task.SHOVE:
            return tuple(bug.id for bug in shoved(state, due, source))
        case Task.TURN:
            return tuple(bug.id for bug in _near(state, due, source) if bug.face is Face.SPECIAL)
        case Task.BRING if due.reserve:
            return _reserve(state, due)
    near = (bug.id for bug in _near(state, due, source) if not webbed(state, bug.id))
    return tuple(bug for bug in near if not due.pieces or bug in due.pieces)


def shoved(state: State, due: Pending, source: Piece) -> tuple[Piece, ...]:
    """The bugs of any army within the range of a shove."""
    return tuple(
        piece
        for piece in state.table
        if is_bug(state, piece.id) and piece.id != source.id and in_reach(source, piece, due.range)
    )


def _near(state: State, due: Pending, source: Piece) -> tuple[Piece, ...]:
    """Own bugs of the breed within the range of the source, without the source itself."""
    return tuple(
        bug
        for bug in bugs_in_play(state, due.player)
        if bug.id != source.id
        and (not due.breed or breed_of(bug.id) == due.breed)
        and (not due.range or in_reach(source, bug, due.range))
    )


def _reserve(state: State, due: Pending) -> tuple[str, ...]:
    return tuple(bug for bug in out_of_play(state, due.player) if breed_of(bug) == due.breed)[:1]


def dropped(state: State, due: Pending) -> State:
    """The state without a pending decision that is over: what was put on the mat for it leaves."""
    kept = tuple(other for other in state.pending if other is not due)
    table = state.table
    leaves = is_token(due.source) or (due.task is Task.SHOOT and is_projectile(state, due.source))
    if leaves and due.source in table:
        table = table.without(due.source)
    return replace(state, pending=kept, table=table)


def pruned(state: State) -> State:
    """The state without the decisions at the front that have become void."""
    while state.pending and not pickable(state):
        state = dropped(state, state.pending[0])
    return state


def drops(players: int) -> tuple[Pending, ...]:
    """The drops of resources with which an Advanced game is set up: rule S8."""
    return tuple(Pending(Task.DROP, player, "S8", pieces=resources_of(player)) for player in range(players))


def open_dice(state: State) -> tuple[Use, ...]:
    """The dice that are not used yet."""
    return tuple(use for use, die in zip(DICE, state.dice, strict=False) if die.use is DieUse.OPEN)
