"""The course of a turn: which dice are of use, and what comes next when there is nothing to decide."""

from __future__ import annotations

import msgspec

from micromutants.rules.armies import breed_of
from micromutants.rules.model import Die, DieUse, Extra, Happening, Phase, State, Use
from micromutants.rules.roster import bugs_in_play, opponent, out_of_play
from micromutants.rules.words import an, breed_name, listed, plural, who

replace = msgspec.structs.replace

DICE = (Use.DIE_1, Use.DIE_2)
"""The dice as what pays for a move, in the order of ``State.dice``."""


def die_of(state: State, use: Use | None) -> Die | None:
    """The rolled die that a use names; None for the extra shot and before the roll."""
    return state.dice[DICE.index(use)] if use in DICE and state.dice else None


def can_still_move(state: State, breed: str | None = None) -> tuple[str, ...]:
    """Ids of the bugs of the player on turn that may still move this turn: rules T3, T4, T6.

    Args:
        state: The game.
        breed: Only bugs of this breed; any where None.
    """
    spent = (*state.moved, *state.reinforced)
    return tuple(
        bug.id
        for bug in bugs_in_play(state, state.player)
        if bug.id not in spent and (breed is None or breed_of(bug.id) == breed)
    )


def usable(state: State, use: Use) -> bool:
    """Whether a die is open and some bug in play can use it."""
    die = die_of(state, use)
    return die is not None and die.use is DieUse.OPEN and bool(can_still_move(state, die.breed))


def reserves(state: State, breed: str) -> tuple[str, ...]:
    """Bugs of a breed that the player on turn could bring as a reinforcement."""
    return tuple(bug for bug in out_of_play(state, state.player) if breed_of(bug) == breed)


def with_die(state: State, use: Use, became: DieUse) -> State:
    """The state with one die marked."""
    i = DICE.index(use)
    dice = tuple(replace(die, use=became) if j == i else die for j, die in enumerate(state.dice))
    return replace(state, dice=dice)


def go_on(state: State) -> tuple[State, list[Happening]]:
    """Go on until a player or chance has something to decide, saying why whatever is skipped is skipped."""
    notes: list[Happening] = []
    if state.phase is Phase.OVER:
        return state, notes
    if state.beside:
        return replace(state, phase=Phase.PUT_BESIDE), notes
    if state.phase is not Phase.EXTRA and state.extra is not Extra.SPENT:
        if not any(die.use is DieUse.REINFORCED for die in state.dice):
            if any(usable(state, use) for use in DICE):
                return replace(state, phase=Phase.MOVE), notes
            state, notes = _settle_dice(state)
            if any(die.use is DieUse.OPEN for die in state.dice):
                return replace(state, phase=Phase.REINFORCE), notes
        else:
            state, notes = _drop_dice(state)
        if state.extra is Extra.EARNED:
            if can_still_move(state):
                return replace(state, phase=Phase.EXTRA), notes
            text = f"{who(state, state.player)} has no bug left that could use the extra shot: it is lost."
            notes.append(Happening("T6", "extra-lost", state.player, (), text))
    return _next_turn(state, notes)


def _settle_dice(state: State) -> tuple[State, list[Happening]]:
    """When no bug can move any more: lose each open die for which no bug is out of play (rules T3, T4)."""
    notes: list[Happening] = []
    for use, die in zip(DICE, state.dice, strict=False):
        if die.use is DieUse.OPEN and not reserves(state, die.breed):
            state = with_die(state, use, DieUse.LOST)
            text = (
                f"{who(state, state.player)} loses a result: none of the {plural(die.breed)} in play can move, "
                "and none is out of play to come as a reinforcement."
            )
            rule = "T3" if state.dice[0].breed == state.dice[1].breed else "T4"
            notes.append(Happening(rule, "die-lost", state.player, (), text))
    return state, notes


def _drop_dice(state: State) -> tuple[State, list[Happening]]:
    """After the reinforcement: lose the other unusable die (rule T5)."""
    notes: list[Happening] = []
    for use, die in zip(DICE, state.dice, strict=True):
        if die.use is DieUse.OPEN:
            state = with_die(state, use, DieUse.LOST)
            text = f"The other unusable result of {who(state, state.player)} is lost: a turn brings one reinforcement."
            notes.append(Happening("T5", "die-lost", state.player, (), text))
    return state, notes


def _next_turn(state: State, notes: list[Happening]) -> tuple[State, list[Happening]]:
    after = opponent(state.player)
    state = replace(
        state,
        phase=Phase.ROLL,
        player=after,
        turn=state.turn + 1,
        dice=(),
        moved=(),
        reinforced=(),
        extra=Extra.NONE,
        flick=None,
    )
    return state, [*notes, turn_note(state)]


def turn_note(state: State) -> Happening:
    """The happening that opens a turn."""
    text = f"Turn {state.turn}: {who(state, state.player)} rolls the dice."
    return Happening("S5", "turn", state.player, (), text)


def dice_words(state: State) -> str:
    """What the two dice show, such as "a Warrior and a Spider"."""
    first, second = (die.breed for die in state.dice)
    if first == second:
        return f"two {plural(first)}"
    return listed(an(breed_name(breed)) for breed in (first, second))
