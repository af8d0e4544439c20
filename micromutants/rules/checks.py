"""Whether an action is allowed now, and if not, why: each refusal names its rule."""

from __future__ import annotations

import math

import msgspec

from micromutants.physics import PhysicsError, press
from micromutants.physics.shooter import check_shot
from micromutants.rules.armies import breed_of, is_base
from micromutants.rules.model import (
    CHANCE,
    Action,
    Arrange,
    DieUse,
    DrawFirst,
    Extra,
    Flick,
    Forgo,
    Phase,
    PutBeside,
    Refusal,
    Reinforce,
    Roll,
    State,
    Tremble,
    Use,
)
from micromutants.rules.places import arrange_refusal, beside_refusal
from micromutants.rules.roster import bases_in_play, out_of_play, roster
from micromutants.rules.turn import DICE, can_still_move, dice_words, die_of, usable
from micromutants.rules.words import USES, breed_name, name, owner_of, plural, sentence, who, whose

_AWAITED = {
    Phase.FIRST: ("S5", "it is drawn who goes first"),
    Phase.ARRANGE: ("S3", "{} places the bugs"),
    Phase.ROLL: ("T1", "the dice are rolled for {}"),
    Phase.MOVE: ("T1", "{} moves a bug or lets a die go"),
    Phase.TREMBLE: ("M1", "the bug that {} flicked is on its way"),
    Phase.PUT_BESIDE: ("B2", "{} places the bug that captured the base"),
    Phase.REINFORCE: ("T4", "{} brings a reinforcement or forgoes it"),
    Phase.EXTRA: ("T6", "{} takes the extra shot or forgoes it"),
}

_PHASES: dict[type, tuple[Phase, ...]] = {
    DrawFirst: (Phase.FIRST,),
    Arrange: (Phase.ARRANGE,),
    Roll: (Phase.ROLL,),
    Flick: (Phase.MOVE, Phase.EXTRA),
    Tremble: (Phase.TREMBLE,),
    Forgo: (Phase.MOVE, Phase.REINFORCE, Phase.EXTRA),
    Reinforce: (Phase.REINFORCE,),
    PutBeside: (Phase.PUT_BESIDE,),
}


def to_act(state: State) -> int | None:
    """Who acts next: a player's index, ``CHANCE``, or None when the game is over."""
    match state.phase:
        case Phase.OVER:
            return None
        case Phase.FIRST | Phase.ROLL | Phase.TREMBLE:
            return CHANCE
        case Phase.PUT_BESIDE:
            return state.beside[0].owner
        case _:
            return state.player


def refusal(state: State, action: Action) -> Refusal | None:
    """Why an action is not allowed now; None where it is."""
    wrong = _out_of_turn(state, action)
    if wrong:
        return wrong
    match action:
        case DrawFirst(first=first):
            if not 0 <= first < len(state.setup.seats):
                return Refusal("S5", f"The first player must be from 0 to {len(state.setup.seats) - 1}, not {first}.")
        case Arrange(player=player, spots=spots):
            return arrange_refusal(state, player, spots)
        case Roll(faces=faces):
            if not all(0 <= face <= 5 for face in faces):
                return Refusal("T1", f"The faces of the dice go from 0 to 5, not {faces[0]} and {faces[1]}.")
        case Flick():
            return _flick(state, action)
        case Tremble():
            return _tremble(state, action)
        case Forgo(what=what):
            return forgo_refusal(state, what)
        case Reinforce(use=use, spot=spot):
            return reinforce_refusal(state, use) or _reinforcement(state, action, spot.piece)
        case PutBeside(spot=spot):
            due = state.beside[0]
            if spot.piece != due.bug:
                return Refusal("B2", f"It is {whose(state, due.bug)} that has to be placed, not {spot.piece!r}.")
            return beside_refusal(state, owner_of(state, due.bug), spot, [state.table[due.base]], "B2")
    return None


def _out_of_turn(state: State, action: Action) -> Refusal | None:
    actor = to_act(state)
    if actor is None:
        end = "in a draw" if state.winner is None else f": {who(state, state.winner)} has won"
        return Refusal(state.ending or "W1", f"The game is over{end}.")
    rule, awaited = _AWAITED[state.phase]
    waiting = awaited.format("" if state.player == CHANCE else who(state, state.player))
    if state.phase is Phase.PUT_BESIDE:
        waiting = awaited.format(who(state, actor))
    if state.phase not in _PHASES[type(action)]:
        return Refusal(rule, f"That can not be done now: {waiting}.")
    if action.player != actor:
        return Refusal("S5" if actor >= 0 else rule, f"It is not that player's turn: {waiting}.")
    return None


# --- flicking ------------------------------------------------------------------------------------------------


def why_not(state: State, piece_id: str) -> Refusal | None:
    """Why the player on turn can not flick this piece now; None where it can be flicked."""
    if state.phase not in _PHASES[Flick]:
        actor = to_act(state)
        if actor is None:
            return Refusal(state.ending or "W1", "The game is over.")
        rule, awaited = _AWAITED[state.phase]
        by = "" if state.player == CHANCE else who(state, actor if actor >= 0 else state.player)
        return Refusal(rule, f"No bug is flicked now: {awaited.format(by)}.")
    player = state.player
    piece = state.table.get(piece_id)
    if piece is None:
        if piece_id in roster(state, player):
            return Refusal("M1", f"This {name(piece_id)} is out of play; only bugs on the mat are flicked.")
        return Refusal("M1", f"There is no piece {piece_id!r} on the mat.")
    if is_base(piece_id):
        return Refusal("M1", f"{whose(state, piece_id)} is a base; only bugs are flicked.")
    if piece.owner != player:
        return Refusal("M1", f"{whose(state, piece_id)} is not {who(state, player)}'s to flick.")
    extra = state.phase is Phase.EXTRA
    if piece_id in state.reinforced:
        rule = "T6" if extra else "T4"
        return Refusal(
            rule, f"This {name(piece_id)} came as a reinforcement this turn, so it does not move before the next."
        )
    if piece_id in state.moved:
        rule = "T6" if extra else "T3"
        return Refusal(rule, f"This {name(piece_id)} has moved this turn already.")
    if not extra and not _paying(state, piece_id):
        breed = breed_of(piece_id)
        if any(die.breed == breed for die in state.dice):
            return Refusal("T1", f"The result for {plural(breed)} is used already.")
        return Refusal("T1", f"The dice show {dice_words(state)}, no {breed_name(breed)}.")
    return None


def _paying(state: State, piece_id: str) -> tuple[Use, ...]:
    """What could pay for a move of an own bug that may move."""
    if state.phase is Phase.EXTRA:
        return (Use.EXTRA,)
    breed = breed_of(piece_id)
    return tuple(
        use for use, die in zip(DICE, state.dice, strict=True) if die.use is DieUse.OPEN and die.breed == breed
    )


def can_flick(state: State) -> dict[str, tuple[Use, ...]]:
    """The bugs that the player on turn can flick now, in the order of their ids, and what could pay for each."""
    if state.phase not in _PHASES[Flick]:
        return {}
    paying = {bug: _paying(state, bug) for bug in can_still_move(state)}
    return {bug: uses for bug, uses in paying.items() if uses}


def _flick(state: State, action: Flick) -> Refusal | None:
    piece = action.shot.piece
    refused = why_not(state, piece)
    if refused:
        return refused
    if action.use not in _paying(state, piece):
        if state.phase is Phase.EXTRA:
            return Refusal("T6", "The dice are settled; only the extra shot is left.")
        die = die_of(state, action.use)
        if die is None:
            return Refusal("T6", "The extra shot comes after all moves and the reinforcement.")
        if die.use is not DieUse.OPEN:
            return Refusal("T1", f"{USES[action.use].capitalize()} is used already.")
        return Refusal("T1", f"{USES[action.use].capitalize()} shows {breed_name(die.breed)}, not {name(piece)}.")
    try:
        check_shot(action.shot)
        press(action.shot, state.table[piece], state.setup.physics)
    except PhysicsError as error:
        return Refusal("M1", sentence(error))
    if action.shot.power == 0.0:
        return Refusal("M1", "A flick needs some power.")
    return None


def _tremble(state: State, action: Tremble) -> Refusal | None:
    meant = state.flick.shot.piece if state.flick else ""
    for piece in (action.shot.piece, action.launch.piece):
        if piece != meant:
            return Refusal("M1", f"The bug on its way is {meant!r}, not {piece!r}.")
    try:
        check_shot(action.shot)
    except PhysicsError as error:
        return Refusal("M1", sentence(error))
    for key, value in msgspec.structs.asdict(action.launch).items():
        if key != "piece" and not math.isfinite(value):
            return Refusal("M1", f"Launch: {key} must be a finite number, not {value}.")
    return None


# --- forgoing and reinforcing --------------------------------------------------------------------------------


def forgo_refusal(state: State, what: Use | None) -> Refusal | None:
    """Why a die, the extra shot or (None) the reinforcement can not be let go now: rule T2."""
    if what is None:
        return None if state.phase is Phase.REINFORCE else _no_reinforcement_yet(state)
    if what is Use.EXTRA:
        return None if state.phase is Phase.EXTRA else _no_extra_yet(state)
    die = die_of(state, what)
    if state.phase is not Phase.MOVE or die is None:
        return Refusal("T2", "The dice are settled for this turn; none can be let go any more.")
    if die.use is not DieUse.OPEN:
        return Refusal("T2", f"{USES[what].capitalize()} is used already.")
    if not usable(state, what):
        return Refusal(
            "T4", f"No {breed_name(die.breed)} can move; what becomes of this result is settled after the moves."
        )
    return None


def _no_extra_yet(state: State) -> Refusal:
    if state.extra is Extra.EARNED:
        return Refusal("T6", "The extra shot comes after all moves and the reinforcement.")
    return Refusal("T6", "No extra shot has been earned: it takes the elimination of an enemy bug or base.")


def _no_reinforcement_yet(state: State) -> Refusal:
    if state.phase is Phase.MOVE:
        return Refusal("T4", "A reinforcement comes after the moves, if a result is left that no bug can use.")
    return Refusal("T4", "No reinforcement is due now.")


def reinforce_refusal(state: State, use: Use) -> Refusal | None:
    """Why a die can bring no reinforcement now: rules T4, T5."""
    if state.phase is not Phase.REINFORCE:
        return _no_reinforcement_yet(state)
    die = die_of(state, use)
    if die is None:
        return Refusal("T6", "The extra shot brings no reinforcement; only a die does.")
    match die.use:
        case DieUse.FORGONE:
            return Refusal("T2", f"{USES[use].capitalize()} was let go although a bug could use it: it brings nothing.")
        case DieUse.MOVED | DieUse.REINFORCED:
            return Refusal("T4", f"{USES[use].capitalize()} is used already.")
        case DieUse.LOST:
            return Refusal("T4", f"No {breed_name(die.breed)} is out of play to come as a reinforcement.")
        case DieUse.OPEN:
            return None


def _reinforcement(state: State, action: Reinforce, piece: str) -> Refusal | None:
    die = die_of(state, action.use)
    player = action.player
    if die is None or breed_of(piece) != die.breed or piece not in roster(state, player):
        shown = breed_name(die.breed) if die else ""
        return Refusal("T4", f"{USES[action.use].capitalize()} brings a {shown} of the own army, not {piece!r}.")
    if piece not in out_of_play(state, player):
        return Refusal("T4", f"This {name(piece)} is in play; a reinforcement comes from out of play.")
    return beside_refusal(state, player, action.spot, bases_in_play(state, player), "T4")
