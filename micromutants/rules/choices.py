"""Everything that could be thought of now, allowed or refused, for buttons, keys and bots."""

from __future__ import annotations

from micromutants.rules.armies import army_of, is_bug
from micromutants.rules.awaited import acting
from micromutants.rules.checks import (
    decline_refusal,
    forgo_refusal,
    free_refusal,
    reinforce_refusal,
    reroll_refusal,
    turn_refusal,
)
from micromutants.rules.flicking import can_flick, flicks_a_card, stand_ins, why_not
from micromutants.rules.ids import breed_of
from micromutants.rules.model import Buy, Grow, Option, Phase, State, Task, Use
from micromutants.rules.pending import DICE, pickable
from micromutants.rules.roster import bugs_in_play, cards_of
from micromutants.rules.spending import BUYING, GROWING, SPENDING, growable, spending_refusal
from micromutants.rules.turn import die_of, freeable, left_over, rerolling, reserves, results_left, turning
from micromutants.rules.words import USES, an, asking, breed_name, name, who, whose

_CHANCE = {
    Phase.FIRST: ("draw-first", "Draw who goes first"),
    Phase.DROP: ("drop", "Drop the resources"),
    Phase.ROLL: ("roll", "Roll the dice"),
    Phase.ROLL_AGAIN: ("roll-again", "Roll the die again"),
    Phase.TREMBLE: ("tremble", "Let go"),
    Phase.SCATTER: ("scatter", "Let go"),
}


def options(state: State) -> tuple[Option, ...]:
    """What could be thought of now; what is not allowed carries the reason.

    In a chance phase there is the one thing that chance does.  While arranging and placing there is one option.
    In a turn there is one option for each bug and each die that could pay for it, one refused option for each
    other bug on the mat, then letting go, reinforcing, what cards allow, and spending.
    """
    if state.phase in _CHANCE:
        kind, label = _CHANCE[state.phase]
        piece = state.flick.shot.piece if state.flick else ""
        return (Option(kind, -1, None, piece, label, None),)
    match state.phase:
        case Phase.ARRANGE:
            return (Option("arrange", state.player, None, "", "Place the bugs", None),)
        case Phase.PUT_BESIDE:
            due = state.beside[0]
            label = f"Place {whose(state, due.bug)} beside the {name(state, due.base)}"
            return (Option("put-beside", due.owner, None, due.bug, label, None),)
        case Phase.OVER:
            return ()
        case Phase.DECIDE:
            return tuple(_deciding(state))
    found = [*_flicks(state), *_forgoing(state), *_reinforcing(state), *_by_cards(state), *_spending(state)]
    if state.phase is Phase.SPEND:
        found.append(Option("end-turn", state.player, None, "", "End the turn", None))
    return tuple(found)


def legal(state: State) -> tuple[Option, ...]:
    """The options that are allowed."""
    return tuple(option for option in options(state) if option.refusal is None)


def _flicks(state: State) -> list[Option]:
    if state.phase is Phase.SPEND:
        return []
    player = acting(state)
    paying = can_flick(state)
    found = []
    for piece, uses in paying.items():
        for use in uses:
            die = die_of(state, use)
            own = use in (Use.EXTRA, Use.CARD) or die is None or die.breed == breed_of(piece)
            for by in ("",) if own else stand_ins(state, piece, use):
                instead = f" in place of the {name(state, by)}" if by else ""
                label = f"Flick {name(state, piece)} with {USES[use]}{instead}"
                found.append(Option("flick", player, use, piece, label, None, by=by))
    for piece_ in state.table:
        if is_bug(state, piece_.id) and piece_.id not in paying:
            owner = "" if piece_.owner == player else f"{who(state, piece_.owner)}'s "
            label = f"Flick {owner}{name(state, piece_.id)}"
            found.append(Option("flick", player, None, piece_.id, label, why_not(state, piece_.id)))
    return found


def _forgoing(state: State) -> list[Option]:
    if state.phase is Phase.SPEND:
        return []
    found = []
    for use in (*DICE, Use.EXTRA, None):
        die = die_of(state, use)
        what = _left(state) if use is None else USES[use]
        label = f"Let {what} go" + (f" ({breed_name(state, die.breed)})" if die else "")
        found.append(Option("forgo", state.player, use, "", label, forgo_refusal(state, use)))
    return found


def _left(state: State) -> str:
    """What is let go where no bug can move by what is left of the dice."""
    if state.phase is not Phase.REINFORCE or "reinforce" in left_over(state):
        return "the reinforcement"
    return results_left(state)


def _reinforcing(state: State) -> list[Option]:
    found = []
    for use in DICE:
        die = die_of(state, use)
        if die is None or state.phase is Phase.SPEND:
            continue
        ready = reserves(state, die.breed)
        piece = ready[0] if ready else ""
        label = f"Bring {breed_name(state, die.breed)} as a reinforcement"
        found.append(Option("reinforce", state.player, use, piece, label, reinforce_refusal(state, use)))
    return found


def _by_cards(state: State) -> list[Option]:
    player, found = state.player, []
    if state.phase in (Phase.MOVE, Phase.REINFORCE):
        for bug in freeable(state):
            for use in DICE:
                label = f"Free {name(state, bug)} with {USES[use]}"
                found.append(Option("free", player, use, bug, label, free_refusal(state, use, bug)))
        again = rerolling(state)
        for use in DICE if again else ():
            label = f"Roll {USES[use]} again"
            card = again.card.id if again else ""
            found.append(Option("reroll", player, use, "", label, reroll_refusal(state, use), card))
    card_turning = turning(state)
    if card_turning and card_turning.effect.turns and state.phase in (Phase.MOVE, Phase.EXTRA):
        breed = card_turning.effect.turns(card_turning.params)
        for piece in bugs_in_play(state, player):
            if breed_of(piece.id) == breed:
                for use in (*DICE, Use.EXTRA) if state.phase is Phase.MOVE else (Use.EXTRA,):
                    label = f"Turn {name(state, piece.id)} over with {USES[use]}"
                    refused = turn_refusal(state, piece.id, use)
                    found.append(Option("turn-over", player, use, piece.id, label, refused, card_turning.card.id))
    return found


def _spending(state: State) -> list[Option]:
    if state.setup.mode != "advanced" or state.phase not in SPENDING:
        return []
    player, found = state.player, []
    for base in army_of(state, player).bases:
        grows = base in growable(state, player)
        for card in base.evolutions:
            if grows:
                label = f"Grow the {base.name} with {card.title} ({GROWING} resources)"
                refused = spending_refusal(state, Grow(player, base.id, card.id))
                found.append(Option("grow", player, None, base.id, label, refused, card.id))
            elif card.id not in cards_of(state, player):
                label = f"Buy {card.title} ({BUYING} resource)"
                refused = spending_refusal(state, Buy(player, card.id))
                found.append(Option("buy", player, None, base.id, label, refused, card.id))
    return found


# --- pending decisions -----------------------------------------------------------------------------------------


def _deciding(state: State) -> list[Option]:
    due = state.pending[0]
    player, source = due.player, name(state, due.source)
    title, found = asking(state, due), []
    if flicks_a_card(state):
        for piece in pickable(state):
            verb = "Shoot" if due.task is Task.SHOOT else "Flick"
            label = f"{verb} {name(state, piece)} ({title})"
            found.append(Option("flick", player, Use.CARD, piece, label, None, due.card))
        for bug in state.table:
            if is_bug(state, bug.id) and bug.id not in pickable(state):
                owner = "" if bug.owner == player else f"{who(state, bug.owner)}'s "
                label = f"Flick {owner}{name(state, bug.id)}"
                found.append(Option("flick", player, None, bug.id, label, why_not(state, bug.id), due.card))
    else:
        kind, label = {
            Task.LOAD: ("load", "Place {piece} beside the " + source),
            Task.SHOVE: ("shove", f"Push all bugs near the {source} away"),
            Task.BRING: ("bring", "Bring {piece} (" + title + ")"),
            Task.MUSTER: ("bring", "Bring a further {piece} beside a base"),
            Task.TURN: ("turn-over", "Turn {piece} over (" + title + ")"),
            Task.THROW: ("throw", f"Throw the tokens of the {source}"),
        }[due.task]
        single = due.task in (Task.SHOVE, Task.THROW)
        use = Use.CARD if kind == "turn-over" else None
        for piece in ("",) if single else pickable(state):
            found.append(Option(kind, player, use, piece, label.format(piece=name(state, piece)), None, due.card))
    label = "Leave it" if due.task is not Task.SHOOT else f"Do not shoot {an(name(state, due.source))}"
    found.append(Option("decline", player, None, "", label, decline_refusal(state), due.card))
    return found
