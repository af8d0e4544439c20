"""Which pieces can be flicked now, and what pays for it."""

from __future__ import annotations

import math

import msgspec

from micromutants.physics import PhysicsError, press
from micromutants.physics.shooter import check_shot
from micromutants.rules.armies import is_base, is_bug
from micromutants.rules.awaited import acting, awaited, to_act
from micromutants.rules.ids import breed_of
from micromutants.rules.model import DieUse, Flick, Phase, Refusal, State, Task, Tremble, Use
from micromutants.rules.pending import DICE, able, pickable, rushes
from micromutants.rules.powers import powers_of
from micromutants.rules.ranges import in_reach
from micromutants.rules.roster import bugs_in_play, roster, webbed
from micromutants.rules.turn import can_still_move, dice_words, die_of
from micromutants.rules.words import USES, asking, breed_name, name, opening, plural, sentence, who, whose
from micromutants.table import Piece

_FLICKING = (Phase.MOVE, Phase.EXTRA)


def flicks_a_card(state: State) -> bool:
    """Whether the next pending decision is a flick."""
    return state.phase is Phase.DECIDE and state.pending[0].task in (Task.MOVE, Task.SHOOT)


def why_not(state: State, piece_id: str) -> Refusal | None:
    """Why whoever is to act can not flick this piece now; None where it can be flicked."""
    if state.phase not in _FLICKING and not flicks_a_card(state):
        if to_act(state) is None:
            return Refusal(state.ending or "W1", "The game is over.")
        rule, waiting = awaited(state)
        return Refusal(rule, f"Nothing is flicked now: {waiting}.")
    player = acting(state)
    piece = state.table.get(piece_id)
    refused = _not_own_bug(state, player, piece_id, piece)
    if refused or piece is None:
        return refused
    if flicks_a_card(state):
        return _not_by_card(state, piece)
    return _no_move_left(state, piece) or _unpaid(state, piece)


def _not_own_bug(state: State, player: int, piece_id: str, piece: Piece | None) -> Refusal | None:
    if piece is None:
        if piece_id in roster(state, player):
            return Refusal("M1", f"This {name(state, piece_id)} is out of play; only bugs on the mat are flicked.")
        return Refusal("M1", f"There is no piece {piece_id!r} on the mat.")
    if is_base(state, piece_id):
        return Refusal("M1", f"{whose(state, piece_id)} is a base; only bugs are flicked.")
    if not is_bug(state, piece_id) and piece_id not in pickable(state):
        return Refusal("M1", f"{opening(whose(state, piece_id))} is no bug; only bugs are flicked.")
    if piece.owner != player:
        return Refusal("M1", f"{whose(state, piece_id)} is not {who(state, player)}'s to flick.")
    return None


def _no_move_left(state: State, piece: Piece) -> Refusal | None:
    extra = state.phase is Phase.EXTRA
    if piece.id in state.reinforced and not rushes(state, piece.owner, breed_of(piece.id)):
        text = f"This {name(state, piece.id)} came as a reinforcement this turn, so it does not move before the next."
        return Refusal("T6" if extra else "T4", text)
    if piece.id in state.moved:
        return Refusal("T6" if extra else "T3", f"This {name(state, piece.id)} has moved this turn already.")
    if webbed(state, piece.id):
        return Refusal("M11", f"This {name(state, piece.id)} is caught in a web; a result of its breed can free it.")
    return None


def _not_by_card(state: State, piece: Piece) -> Refusal | None:
    due = state.pending[0]
    if piece.id in pickable(state):
        return None
    title = asking(state, due)
    if due.task is Task.SHOOT:
        return Refusal(due.rule, f"It is the {name(state, due.source)} that is shot now.")
    if due.pieces:
        return Refusal(due.rule, f"{title} moves only the {name(state, due.source)} that has just moved.")
    spent = _no_move_left(state, piece)
    if spent:
        return msgspec.structs.replace(spent, rule="J17")
    if due.breed and breed_of(piece.id) != due.breed:
        return Refusal(due.rule, f"{title} moves {plural(state, due.breed)}, no {name(state, piece.id)}.")
    text = f"This {name(state, piece.id)} is not within {due.range} range of the {name(state, due.source)}."
    return Refusal("M12", text)


def _unpaid(state: State, piece: Piece) -> Refusal | None:
    if paying(state, piece.id):
        return None
    breed = breed_of(piece.id)
    if any(die.breed == breed for die in state.dice):
        return Refusal("T1", f"The result for {plural(state, breed)} is used already.")
    return Refusal("T1", f"The dice show {dice_words(state)}, no {breed_name(state, breed)}.")


def paying(state: State, piece_id: str) -> tuple[Use, ...]:
    """What could pay for a move of an own bug that may move."""
    if state.phase is Phase.EXTRA:
        return (Use.EXTRA,)
    breed = breed_of(piece_id)
    return tuple(
        use
        for use, die in zip(DICE, state.dice, strict=True)
        if die.use is DieUse.OPEN and (die.breed == breed or stand_ins(state, piece_id, use))
    )


def stand_ins(state: State, piece_id: str, use: Use) -> tuple[str, ...]:
    """Bugs in place of whose move, paid by a die, this bug could move; the nearest first."""
    die = die_of(state, use)
    if die is None or die.use is not DieUse.OPEN or state.phase is not Phase.MOVE:
        return ()
    bug = state.table[piece_id]
    found = []
    for other in bugs_in_play(state, bug.owner):
        if other.id == piece_id or breed_of(other.id) != die.breed or not able(state, other):
            continue
        for power in powers_of(state, other.id):
            if power.effect.stands_in and in_reach(other, bug, power.effect.stands_in(power.params)):
                found.append((math.hypot(other.x - bug.x, other.y - bug.y), other.id))
    return tuple(bug for _, bug in sorted(found))


def can_flick(state: State) -> dict[str, tuple[Use, ...]]:
    """The pieces that whoever is to act can flick now, in the order of their ids, and what could pay for each."""
    if flicks_a_card(state):
        return dict.fromkeys(pickable(state), (Use.CARD,))
    if state.phase not in _FLICKING:
        return {}
    found = {bug: paying(state, bug) for bug in can_still_move(state)}
    return {bug: uses for bug, uses in found.items() if uses}


def in_place_of(state: State, action: Flick) -> str:
    """The bug in place of whose move a flick is, as given or as found; empty where it is the bug's own move."""
    die = die_of(state, action.use)
    if action.by or die is None or die.breed == breed_of(action.shot.piece):
        return action.by
    return next(iter(stand_ins(state, action.shot.piece, action.use)), "")


def flick_refusal(state: State, action: Flick) -> Refusal | None:
    """Why a flick is not allowed now."""
    piece = action.shot.piece
    refused = why_not(state, piece) or _wrong_use(state, action)
    if refused:
        return refused
    if action.haste is not None and not 0.0 <= action.haste <= 1.0:
        return Refusal("J31", f"The haste of a hand goes from 0 to 1, not {action.haste}.")
    if action.by and action.by not in stand_ins(state, piece, action.use):
        text = f"This {name(state, piece)} can not move in place of {action.by!r} now."
        return Refusal("M11", text)
    try:
        check_shot(action.shot)
        press(action.shot, state.table[piece], state.setup.physics)
    except PhysicsError as error:
        return Refusal("M1", sentence(error))
    if action.shot.power == 0.0:
        return Refusal("M1", "A flick needs some power.")
    return None


def _wrong_use(state: State, action: Flick) -> Refusal | None:
    piece = action.shot.piece
    if flicks_a_card(state):
        if action.use is Use.CARD:
            return None
        due = state.pending[0]
        return Refusal(due.rule, f"{asking(state, due)} gives this move, nothing else.")
    if action.use in paying(state, piece):
        return None
    if state.phase is Phase.EXTRA:
        return Refusal("T6", "The dice are settled; only the extra shot is left.")
    if action.use is Use.CARD:
        return Refusal("M11", "No card gives a move now.")
    die = die_of(state, action.use)
    if die is None:
        return Refusal("T6", "The extra shot comes after all moves and the reinforcement.")
    if die.use is not DieUse.OPEN:
        return Refusal("T1", f"{USES[action.use].capitalize()} is used already.")
    shown = breed_name(state, die.breed)
    return Refusal("T1", f"{USES[action.use].capitalize()} shows {shown}, not {name(state, piece)}.")


def tremble_refusal(state: State, action: Tremble) -> Refusal | None:
    """Why a shot as the hand made it can not be."""
    meant = state.flick.shot.piece if state.flick else ""
    for piece in (action.shot.piece, action.launch.piece):
        if piece != meant:
            return Refusal("M1", f"The piece on its way is {meant!r}, not {piece!r}.")
    try:
        check_shot(action.shot)
    except PhysicsError as error:
        return Refusal("M1", sentence(error))
    for key, value in msgspec.structs.asdict(action.launch).items():
        if key != "piece" and not math.isfinite(value):
            return Refusal("M1", f"Launch: {key} must be a finite number, not {value}.")
    return None
