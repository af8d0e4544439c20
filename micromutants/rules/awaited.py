"""Who acts next, and what the game waits for, in words."""

from __future__ import annotations

from micromutants.rules.model import CHANCE, Phase, State, Task
from micromutants.rules.words import card_title, name, who

_AWAITED = {
    Phase.FIRST: ("S5", "it is drawn who goes first"),
    Phase.ARRANGE: ("S3", "{} places the bugs"),
    Phase.DROP: ("S8", "resources are dropped"),
    Phase.ROLL: ("T1", "the dice are rolled for {}"),
    Phase.ROLL_AGAIN: ("M11", "a die is rolled again for {}"),
    Phase.MOVE: ("T1", "{} moves a bug or lets a die go"),
    Phase.TREMBLE: ("M1", "what {} flicked is on its way"),
    Phase.SCATTER: ("G5", "what {} threw is on its way"),
    Phase.PUT_BESIDE: ("B2", "{} places the bug that captured the base"),
    Phase.REINFORCE: ("T4", "{} brings a reinforcement or forgoes it"),
    Phase.EXTRA: ("T6", "{} takes the extra shot or forgoes it"),
    Phase.SPEND: ("A2", "{} spends resources or ends the turn"),
}

_TASKS = {
    Task.MOVE: "{} decides on a move by {card}",
    Task.LOAD: "{} places the projectile of the {source} or leaves it",
    Task.SHOOT: "{} shoots the {source}",
    Task.SHOVE: "{} decides on {card}",
    Task.BRING: "{} decides on a bug by {card}",
    Task.TURN: "{} decides on {card}",
    Task.THROW: "{} throws the tokens of the {source}",
    Task.MUSTER: "{} brings a further bug or leaves it",
    Task.DROP: "resources are dropped",
}

CHANCE_PHASES = (Phase.FIRST, Phase.DROP, Phase.ROLL, Phase.ROLL_AGAIN, Phase.TREMBLE, Phase.SCATTER)
"""When chance acts."""


def to_act(state: State) -> int | None:
    """Who acts next: a player's index, ``CHANCE``, or None when the game is over."""
    if state.phase is Phase.OVER:
        return None
    return CHANCE if state.phase in CHANCE_PHASES else acting(state)


def acting(state: State) -> int:
    """The player whom the phase concerns: who acts, or for whom chance does."""
    match state.phase:
        case Phase.PUT_BESIDE:
            return state.beside[0].owner
        case Phase.DECIDE:
            return state.pending[0].player
        case Phase.TREMBLE if state.flick:
            return state.flick.player
        case Phase.SCATTER if state.throw:
            return state.throw.player
    return state.player


def awaited(state: State) -> tuple[str, str]:
    """The rule that applies now and what is waited for, as the end of a sentence."""
    player = acting(state)
    by = "" if player == CHANCE else who(state, player)
    if state.phase is Phase.DECIDE:
        due = state.pending[0]
        card = card_title(state, due.card) if due.card else name(state, due.source)
        return due.rule, _TASKS[due.task].format(by, card=card, source=name(state, due.source))
    rule, text = _AWAITED[state.phase]
    return rule, text.format(by)
