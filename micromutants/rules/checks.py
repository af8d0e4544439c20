"""Whether an action is allowed now, and if not, why: each refusal names its rule."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec

from micromutants.physics import Launch
from micromutants.rules.armies import army_of
from micromutants.rules.awaited import awaited, to_act
from micromutants.rules.conceding import CONCEDING
from micromutants.rules.flicking import flick_refusal, tremble_refusal, why_not
from micromutants.rules.homes import bases_at_start
from micromutants.rules.ids import breed_of, tokens_of
from micromutants.rules.model import (
    Action,
    Arrange,
    Bring,
    Buy,
    Concede,
    Decline,
    DieUse,
    DrawFirst,
    Drop,
    EndTurn,
    Extra,
    Flick,
    Forgo,
    Free,
    Grow,
    Load,
    Phase,
    PutBeside,
    Refusal,
    Reinforce,
    Reroll,
    Roll,
    RollAgain,
    Scatter,
    Shove,
    Spot,
    State,
    TakenBack,
    Task,
    Throw,
    Tremble,
    TurnOver,
    Use,
)
from micromutants.rules.pending import able, pickable
from micromutants.rules.places import arrange_refusal, beside_refusal, pending_refusal
from micromutants.rules.roster import bases_in_play, out_of_play, owner_of, roster, webbed
from micromutants.rules.spending import SPENDING, spending_refusal
from micromutants.rules.turn import die_of, rerolling, turning, usable
from micromutants.rules.words import USES, breed_name, name, plural, who, whose

_PHASES: Mapping[type, tuple[Phase, ...]] = {
    DrawFirst: (Phase.FIRST,),
    Arrange: (Phase.ARRANGE,),
    Drop: (Phase.DROP,),
    Roll: (Phase.ROLL,),
    RollAgain: (Phase.ROLL_AGAIN,),
    Flick: (Phase.MOVE, Phase.EXTRA, Phase.DECIDE),
    Tremble: (Phase.TREMBLE,),
    Forgo: (Phase.MOVE, Phase.REINFORCE, Phase.EXTRA),
    Reinforce: (Phase.REINFORCE,),
    PutBeside: (Phase.PUT_BESIDE,),
    Decline: (Phase.DECIDE,),
    Load: (Phase.DECIDE,),
    Shove: (Phase.DECIDE,),
    Bring: (Phase.DECIDE,),
    TurnOver: (Phase.DECIDE, Phase.MOVE, Phase.EXTRA),
    Throw: (Phase.DECIDE,),
    Scatter: (Phase.SCATTER,),
    Free: (Phase.MOVE, Phase.REINFORCE),
    Reroll: (Phase.MOVE, Phase.REINFORCE),
    Grow: SPENDING,
    Buy: SPENDING,
    EndTurn: (Phase.SPEND,),
    Concede: CONCEDING,
    TakenBack: (Phase.MOVE, Phase.EXTRA, Phase.DECIDE),
}

_TASKS: Mapping[type, tuple[Task, ...]] = {
    Flick: (Task.MOVE, Task.SHOOT),
    Load: (Task.LOAD,),
    Shove: (Task.SHOVE,),
    Bring: (Task.BRING, Task.MUSTER),
    TurnOver: (Task.TURN,),
    Throw: (Task.THROW,),
}


def refusal(state: State, action: Action) -> Refusal | None:
    """Why an action is not allowed now; None where it is."""
    wrong = _out_of_turn(state, action)
    if wrong:
        return wrong
    match action:
        case DrawFirst():
            return _draw(state, action)
        case Arrange():
            return _arrange(state, action)
        case Roll(faces=faces):
            if not all(0 <= face <= 5 for face in faces):
                return Refusal("T1", f"The faces of the dice go from 0 to 5, not {faces[0]} and {faces[1]}.")
        case RollAgain(face=face):
            if not 0 <= face <= 5:
                return Refusal("T1", f"The faces of a die go from 0 to 5, not {face}.")
        case Flick():
            return flick_refusal(state, action)
        case Tremble():
            return tremble_refusal(state, action)
        case Forgo(what=what):
            return forgo_refusal(state, what)
        case Reinforce(use=use, spot=spot):
            return reinforce_refusal(state, use) or _reinforcement(state, action, spot.piece)
        case PutBeside(spot=spot):
            due = state.beside[0]
            if spot.piece != due.bug:
                return Refusal("B2", f"It is {whose(state, due.bug)} that has to be placed, not {spot.piece!r}.")
            return beside_refusal(state, owner_of(state, due.bug), spot, [state.table[due.base]], "B2")
        case Decline():
            return decline_refusal(state)
        case Load(spot=spot) | Bring(spot=spot):
            return _not_pickable(state, spot.piece) or pending_refusal(state, state.pending[0], spot)
        case TurnOver():
            return turn_refusal(state, action.piece, action.use)
        case Throw():
            return _throw(action)
        case Scatter(spots=spots, launches=launches):
            tokens = tokens_of(state.pending[0].source) if state.pending else ()
            return _launched("G5", tokens, spots, launches)
        case Drop(spots=spots, launches=launches):
            return _launched("S8", state.pending[0].pieces, spots, launches)
        case Free(use=use, piece=piece):
            return free_refusal(state, use, piece)
        case Reroll(use=use):
            return reroll_refusal(state, use)
        case TakenBack(shot=shot):
            return why_not(state, shot.piece)
        case Grow() | Buy():
            return spending_refusal(state, action)
    return None


def _out_of_turn(state: State, action: Action) -> Refusal | None:
    actor = to_act(state)
    if actor is None:
        end = " in a draw" if state.winner is None else f": {who(state, state.winner)} has won"
        return Refusal(state.ending or "W1", f"The game is over{end}.")
    rule, waiting = awaited(state)
    if state.phase not in _PHASES[type(action)]:
        return Refusal(rule, f"That can not be done now: {waiting}.")
    if state.phase is Phase.DECIDE and type(action) in _TASKS and state.pending[0].task not in _TASKS[type(action)]:
        return Refusal(rule, f"That can not be done now: {waiting}.")
    if action.player != actor:
        return Refusal("S5" if actor >= 0 else rule, f"It is not that player's turn: {waiting}.")
    return None


# --- setting up ----------------------------------------------------------------------------------------------


def _draw(state: State, action: DrawFirst) -> Refusal | None:
    seats = len(state.setup.seats)
    if not 0 <= action.first < seats:
        return Refusal("S5", f"The first player must be from 0 to {seats - 1}, not {action.first}.")
    if seats == 3 and (action.alone is None or not 0 <= action.alone < seats):
        return Refusal("S10", f"Who sits alone must be from 0 to {seats - 1}, not {action.alone}.")
    if seats != 3 and action.alone is not None:
        return Refusal("S10", "Only with three players one sits alone.")
    return None


def _arrange(state: State, action: Arrange) -> Refusal | None:
    player, order = action.player, action.bases
    if order:
        if state.setup.mode == "basic" or len(state.setup.seats) == 2:
            text = "Bases take any of the own spots only in the Advanced game with three or four players."
            return Refusal("S10", text)
        own = [base.id for base in army_of(state, player).bases]
        if sorted(order) != sorted(own):
            return Refusal("S10", f"The spots are for {', '.join(own)}, each once, not {', '.join(order)}.")
    return arrange_refusal(with_bases(state, player, order), player, action.spots)


def with_bases(state: State, player: int, order: tuple[str, ...]) -> State:
    """The state with a player's bases on their spots in another order."""
    if not order:
        return state
    return msgspec.structs.replace(state, table=state.table.put(*bases_at_start(state, player, order)))


def _launched(rule: str, wanted: tuple[str, ...], spots: Sequence[Spot], launches: Sequence[Launch]) -> Refusal | None:
    if tuple(s.piece for s in spots) != wanted or tuple(launch.piece for launch in launches) != wanted:
        return Refusal(rule, f"What falls now is {', '.join(wanted)}, each once and in this order.")
    for part in (*spots, *launches):
        values = msgspec.structs.asdict(part)
        for key, value in values.items():
            if key != "piece" and not math.isfinite(value):
                return Refusal(rule, f"{values['piece']}: {key} must be a finite number, not {value}.")
    return None


# --- what cards and terrain ask for --------------------------------------------------------------------------


def decline_refusal(state: State) -> Refusal | None:
    """Why the next pending decision can not be declined."""
    if state.phase is not Phase.DECIDE:
        rule, waiting = awaited(state)
        return Refusal(rule, f"There is nothing to decline: {waiting}.")
    due = state.pending[0]
    if due.rule in ("G3", "G4"):
        what = "The tokens must be thrown" if due.task is Task.THROW else "An open Warp Entrance takes a bug"
        return Refusal(due.rule, f"{what}; that can not be declined.")
    return None


def _not_pickable(state: State, piece: str) -> Refusal | None:
    due = state.pending[0]
    if piece in pickable(state):
        return None
    allowed = ", ".join(pickable(state))
    verb = "turned over" if due.task is Task.TURN else "placed"
    return Refusal(due.rule, f"What can be {verb} now is {allowed}, not {piece!r}.")


def turn_refusal(state: State, piece: str, use: Use) -> Refusal | None:
    """Why a bug can not be turned over now, by a card's offer or in place of its move."""
    if state.phase is Phase.DECIDE:
        if use is not Use.CARD:
            return Refusal("M11", "This card is free; neither a die nor the extra shot pays for it.")
        return _not_pickable(state, piece)
    card = turning(state)
    if card is None or card.effect.turns is None:
        return Refusal("M11", "No card turns a bug over now.")
    breed = card.effect.turns(card.params)
    bug = state.table.get(piece)
    if bug is None or bug.owner != state.player or breed_of(piece) != breed:
        return Refusal("M11", f"{card.card.title} turns own {plural(state, breed)} on the mat, not {piece!r}.")
    if not able(state, bug):
        return Refusal("M11", f"This {name(state, piece)} can not move any more this turn, so it can not be turned.")
    die = die_of(state, use)
    if state.phase is Phase.EXTRA and use is Use.EXTRA:
        return None
    if die is None or die.use is not DieUse.OPEN or die.breed != breed:
        return Refusal("M11", f"{card.card.title} takes an unused result for {plural(state, breed)}.")
    return None


def _throw(action: Throw) -> Refusal | None:
    if not math.isfinite(action.azimuth):
        return Refusal("G5", f"The direction of a throw must be a finite number, not {action.azimuth}.")
    if not 0.0 < action.power <= 1.0:
        return Refusal("G5", f"The power of a throw must be above 0 and at most 1, not {action.power}.")
    return None


def free_refusal(state: State, use: Use, piece: str) -> Refusal | None:
    """Why a die can not be spent on freeing this bug now."""
    bug = state.table.get(piece)
    if bug is None or bug.owner != state.player:
        return Refusal("M11", f"{piece!r} is no bug of {who(state, state.player)} on the mat.")
    if not webbed(state, piece):
        return Refusal("M11", f"This {name(state, piece)} is not caught in a web.")
    die = die_of(state, use)
    if die is None or die.use is not DieUse.OPEN or die.breed != breed_of(piece):
        return Refusal("M11", f"It takes an unused result for {plural(state, breed_of(piece))} to free it.")
    return None


def reroll_refusal(state: State, use: Use) -> Refusal | None:
    """Why a die can not be rolled again now."""
    if rerolling(state) is None:
        return Refusal("M11", "No card lets a die be rolled again now.")
    die = die_of(state, use)
    if die is None or die.use is not DieUse.OPEN:
        return Refusal("M11", "Only a die that is not used yet can be rolled again.")
    return None


# --- forgoing and reinforcing --------------------------------------------------------------------------------


def forgo_refusal(state: State, what: Use | None) -> Refusal | None:
    """Why a die, the extra shot or (None) the reinforcement can not be let go now: rule T2."""
    if what is None:
        return None if state.phase is Phase.REINFORCE else _no_reinforcement_yet(state)
    if what is Use.EXTRA:
        return None if state.phase is Phase.EXTRA else _no_extra_yet(state)
    if what is Use.CARD:
        return Refusal("M11", "What a card offers is declined, not forgone.")
    die = die_of(state, what)
    if state.phase is not Phase.MOVE or die is None:
        return Refusal("T2", "The dice are settled for this turn; none can be let go any more.")
    if die.use is not DieUse.OPEN:
        return Refusal("T2", f"{USES[what].capitalize()} is used already.")
    if not usable(state, what):
        return Refusal(
            "T4", f"No {breed_name(state, die.breed)} can move; what becomes of this result is settled after the moves."
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
    if any(other.use is DieUse.REINFORCED for other in state.dice):
        return Refusal("T5", "A turn brings one reinforcement, and it has come.")
    if not bases_in_play(state, state.player):
        return Refusal("T4", "There is no own base left beside which a reinforcement could be placed.")
    match die.use:
        case DieUse.FORGONE:
            return Refusal("T2", f"{USES[use].capitalize()} was let go although a bug could use it: it brings nothing.")
        case DieUse.MOVED | DieUse.REINFORCED:
            return Refusal("T4", f"{USES[use].capitalize()} is used already.")
        case DieUse.LOST:
            return Refusal("T4", f"No {breed_name(state, die.breed)} is out of play to come as a reinforcement.")
        case DieUse.OPEN:
            ready = any(breed_of(bug) == die.breed for bug in out_of_play(state, state.player))
            text = f"No {breed_name(state, die.breed)} is out of play to come as a reinforcement."
            return None if ready else Refusal("T4", text)


def _reinforcement(state: State, action: Reinforce, piece: str) -> Refusal | None:
    die = die_of(state, action.use)
    player = action.player
    if die is None or breed_of(piece) != die.breed or piece not in roster(state, player):
        shown = breed_name(state, die.breed) if die else ""
        return Refusal("T4", f"{USES[action.use].capitalize()} brings a {shown} of the own army, not {piece!r}.")
    if piece not in out_of_play(state, player):
        return Refusal("T4", f"This {name(state, piece)} is in play; a reinforcement comes from out of play.")
    return beside_refusal(state, player, action.spot, bases_in_play(state, player), "T4")
