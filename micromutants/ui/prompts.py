"""What is going on and what to do next, in words, and whom it concerns."""

from __future__ import annotations

from micromutants.rules import Extra, Pending, Phase, Setup, State, Task, breed_of, can_spend, collected, to_act
from micromutants.rules.model import DieUse
from micromutants.rules.turn import left_over
from micromutants.rules.words import asking, breed_name, counted, listed, name, opening, plural, who
from micromutants.ui.session import Session

_LEFT = {
    "reinforce": "put the bug beside one of your bases",
    "free": "free a webbed bug (Cards)",
    "reroll": "roll a die again (Cards)",
}
"""What may be done with a result by which no bug can move."""

Words = tuple[str, str]
"""A headline and a sentence."""


def guidance(session: Session) -> Words:
    """What is going on and what to do next: a headline and a sentence."""
    state = session.seen
    actor = to_act(state)
    if actor is not None and actor >= 0 and session.is_bot(actor):
        return f"{session.name(actor)} is thinking", "The program works out what to do."
    match state.phase:
        case Phase.FIRST:
            return "It is drawn who begins", ""
        case Phase.DROP:
            return "Resources fall", f"{session.name(state.pending[0].player)} drops them over the middle."
        case Phase.ROLL | Phase.ROLL_AGAIN:
            return "The dice are thrown", ""
        case Phase.MOVE:
            return "Flick a bug that glows", _move_words(state)
        case Phase.TREMBLE:
            return f"The {name(state, state.flick.shot.piece) if state.flick else 'bug'} flies", ""
        case Phase.SCATTER:
            return "The tokens fly", ""
        case Phase.PUT_BESIDE:
            return "Put the bug beside the base", "Point where it shall lie, then click. The wheel turns it."
        case Phase.REINFORCE:
            return _left_words(state)
        case Phase.EXTRA:
            return "Extra shot", "Flick any bug that has not moved this turn, or let it go."
        case Phase.DECIDE:
            head, told = _task_words(state, state.pending[0])
            return head, opening(f"{_whose(state)}{told}")
        case Phase.SPEND:
            have = len(collected(state, state.player))
            return "Spend or end the turn", f"You have {counted(have, 'resource')}. “Cards” shows what they buy."
        case Phase.ARRANGE:
            return "Place your bugs", "Drag them anywhere in the lit area."
        case Phase.OVER:
            return "The match is over", ""
    return "", ""


def _whose(state: State) -> str:
    """In whose turn it is that somebody else decides."""
    due = state.pending[0]
    return "" if due.player == state.player else f"{who(state, state.player)}'s turn, your decision: "


def _left_words(state: State) -> Words:
    uses = left_over(state)
    if uses == ("reinforce",):
        return "A reinforcement is due", "Put the bug beside one of your bases, or let it go."
    told = listed([*(_LEFT[use] for use in uses), "let it go"], "or")
    return "A result is left", f"{opening(told)}."


def _move_words(state: State) -> str:
    open_breeds = [d.breed for d in state.dice if d.use is DieUse.OPEN]
    extra = " An extra shot is earned." if state.extra is Extra.EARNED else ""
    left = "Both dice are left." if len(open_breeds) == 2 else "One die is left."
    buys = " Cards can be bought." if can_spend(state, state.player) else ""
    return f"Press on it and drag back; let go to flick. {left}{extra}{buys}"


def _task_words(state: State, due: Pending) -> Words:
    title, source = asking(state, due), name(state, due.source)
    kind = breed_name(state, due.breed) if due.breed else "bug"
    near = f" within {due.range} range of the {source}" if due.range else ""
    match due.task:
        case Task.MOVE if due.pieces:
            return title, f"this {source} may move once more. Flick it, or leave it."
        case Task.MOVE:
            return title, f"one {kind}{near} may move. Flick one that glows, or leave it."
        case Task.LOAD:
            return f"The {kind} is ready", f"put it beside the {source}, then flick it; or leave it."
        case Task.SHOOT:
            return f"Shoot the {source}", "drag back and let go, as with a bug; or leave it."
        case Task.SHOVE:
            return title, f"push every bug within {due.range} range straight away from the {source}, or leave it."
        case Task.BRING if due.inside and due.reserve:
            return title, f"the {source} may become a {kind} from out of play."
        case Task.BRING if due.inside:
            return "Out of the warp", "click the bug that comes out of the lit Warp Entrance, then put it there."
        case Task.BRING if due.reserve:
            return title, f"put a {kind} from out of play beside the {source}, or leave it."
        case Task.BRING:
            return title, f"click the bug that shall come, then a place beside the {source}; or leave it."
        case Task.MUSTER:
            return title, f"one more {kind} may come: put it beside one of your bases, or leave it."
        case Task.TURN:
            return title, f"turn one {kind}{near} back, or leave it."
        case Task.THROW:
            tokens = plural_tokens(due)
            return f"Throw the {tokens}", "drag back anywhere on the mat and let go; they fly in an arc from your side."
    return title, ""


def goal_words(setup: Setup) -> str:
    """How a match is won, with its rules."""
    if len(setup.seats) > 2:
        return (
            "To win, eliminate bases: the first of an army counts 2, others 1. "
            f"Once {len(setup.seats)} are gone, the highest score wins. "
            "A side without bases, or with two bugs, is out (W3, W4)."
        )
    if setup.mode == "advanced":
        return (
            "To win, eliminate the enemy's main base and another one, or leave the enemy two bugs, "
            "or have the better bases when the last resource is taken (W2)."
        )
    return "To win, eliminate two of the three enemy bases, or leave the enemy two bugs (W1)."


def plural_tokens(due: Pending) -> str:
    """What a terrain has thrown, in words."""
    return "Meteors" if due.source == "gravity-manipulator" else "Warp Entrances"


def takeover_words(session: Session) -> str:
    """Why it is somebody else who decides now, where the dice of a turn lie already."""
    return "it is your turn." if session.state.phase is Phase.MOVE else handover_words(session)


def handover_words(session: Session) -> str:
    """Why the next player has to take the mouse, and what for."""
    state = session.state
    match state.phase:
        case Phase.ARRANGE:
            return "Please take the mouse and set up your bugs."
        case Phase.PUT_BESIDE:
            due = state.beside[0]
            base, bug = name(state, due.base), name(state, due.bug)
            return f"Your {base} was captured: you put the {bug} that did it beside it (B2)."
        case Phase.DECIDE:
            return _decider_words(state, state.pending[0])
        case Phase.ROLL:
            return "It is your turn. Please take the mouse; the dice roll when you are here."
    return "Your turn goes on. Please take the mouse again."


def _decider_words(state: State, due: Pending) -> str:
    title, told = asking(state, due), _task_words(state, due)[1]
    turn = (
        f"It is {who(state, state.player)}'s turn, but this is yours to decide. " if due.player != state.player else ""
    )
    if due.task is Task.THROW:
        where = name(state, due.source)
        return f"{turn}Your bug ended on the {where}: you throw the {plural_tokens(due)} ({due.rule})."
    if due.task is Task.MOVE and due.at is not None:
        lost = name(state, due.at.id)
        kind = plural(state, due.breed) if due.breed else "bugs"
        return f"{turn}{title}: your {lost} was eliminated, so one of your {kind} near it may move ({due.rule})."
    return f"{turn}{title}: {told} ({due.rule})"


def aiming_words(session: Session, piece: str, pulling: bool, stand_in: str, fire: str, cramped: bool = False) -> Words:
    """What to do while a bug is picked.

    Args:
        session: The match.
        piece: The bug.
        pulling: Whether a drag is made.
        stand_in: The bug in place of whose move it is, or empty.
        fire: Name of the key that flicks.
        cramped: Whether the drag has come to the edge of the window before full power.
    """
    state = session.state
    head = breed_name(state, breed_of(piece))
    if stand_in and not pulling:
        return head, f"In place of the {name(state, stand_in)}'s move. Drag back, or keys; {fire} flicks."
    if pulling and cramped:
        return head, "For a longer pull: right click, then drag back from anywhere on the mat."
    if pulling and state.setup.rulings.dexterity:
        return head, "Let go at rest to flick: a calm hand errs less (J31). Right click cancels."
    if pulling:
        return head, "Let go to flick. Back to the bug, or right click, cancels."
    return head, f"Drag back, from it or from anywhere; {fire} flicks. Wheel: loft; Shift+wheel: press."
