"""Who acts next, and what the game waits for, in words."""

from __future__ import annotations

from micromutants.rules.model import CHANCE, Phase, State, Task
from micromutants.rules.turn import left_over
from micromutants.rules.words import asking, listed, name, who

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

_LEFT = {
    "reinforce": ("T4", "brings a reinforcement"),
    "free": ("M11", "frees a webbed bug"),
    "reroll": ("M11", "has a die rolled again"),
}
"""What may be done with a result by which no bug can move."""

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
        return due.rule, _TASKS[due.task].format(by, card=asking(state, due), source=name(state, due.source))
    if state.phase is Phase.REINFORCE:
        uses = left_over(state)
        ways = [_LEFT[use] for use in uses]
        ways.append(("T2", "forgoes it" if uses == ("reinforce",) else "lets the result go"))
        return ways[0][0], f"{by} {listed((words for _, words in ways), 'or')}"
    rule, text = _AWAITED[state.phase]
    return rule, text.format(by)
