"""Everything that could be thought of now, allowed or refused, for buttons, keys and bots."""

from __future__ import annotations

from micromutants.rules.armies import is_bug
from micromutants.rules.checks import can_flick, forgo_refusal, reinforce_refusal, why_not
from micromutants.rules.model import Option, Phase, State, Use
from micromutants.rules.turn import DICE, die_of, reserves
from micromutants.rules.words import USES, breed_name, name, who, whose


def options(state: State) -> tuple[Option, ...]:
    """What could be thought of now; what is not allowed carries the reason.

    In a chance phase there is the one thing that chance does.  While arranging and placing there is one option.
    In a turn there is one option for each bug and each die that could pay for it, one refused option for each
    other bug on the mat, then letting go and reinforcing.
    """
    match state.phase:
        case Phase.FIRST:
            return (Option("draw-first", -1, None, "", "Draw who goes first", None),)
        case Phase.ARRANGE:
            return (Option("arrange", state.player, None, "", "Place the bugs", None),)
        case Phase.ROLL:
            return (Option("roll", -1, None, "", "Roll the dice", None),)
        case Phase.TREMBLE:
            piece = state.flick.shot.piece if state.flick else ""
            return (Option("tremble", -1, None, piece, "Let go", None),)
        case Phase.PUT_BESIDE:
            due = state.beside[0]
            label = f"Place {whose(state, due.bug)} beside the {name(due.base)}"
            return (Option("put-beside", due.owner, None, due.bug, label, None),)
        case Phase.OVER:
            return ()
        case _:
            return (*_flicks(state), *_forgoing(state), *_reinforcing(state))


def legal(state: State) -> tuple[Option, ...]:
    """The options that are allowed."""
    return tuple(option for option in options(state) if option.refusal is None)


def _flicks(state: State) -> list[Option]:
    player = state.player
    paying = can_flick(state)
    found = [
        Option("flick", player, use, piece, f"Flick {name(piece)} with {USES[use]}", None)
        for piece, uses in paying.items()
        for use in uses
    ]
    for piece in state.table:
        if is_bug(piece.id) and piece.id not in paying:
            owner = "" if piece.owner == player else f"{who(state, piece.owner)}'s "
            found.append(
                Option("flick", player, None, piece.id, f"Flick {owner}{name(piece.id)}", why_not(state, piece.id))
            )
    return found


def _forgoing(state: State) -> list[Option]:
    found = []
    for use in (*DICE, Use.EXTRA, None):
        die = die_of(state, use)
        what = "the reinforcement" if use is None else USES[use]
        label = f"Let {what} go" + (f" ({breed_name(die.breed)})" if die else "")
        found.append(Option("forgo", state.player, use, "", label, forgo_refusal(state, use)))
    return found


def _reinforcing(state: State) -> list[Option]:
    found = []
    for use in DICE:
        die = die_of(state, use)
        if die is None:
            continue
        ready = reserves(state, die.breed)
        piece = ready[0] if ready else ""
        label = f"Bring {breed_name(die.breed)} as a reinforcement"
        found.append(Option("reinforce", state.player, use, piece, label, reinforce_refusal(state, use)))
    return found
