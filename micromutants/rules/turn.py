"""The course of a turn: which dice are of use, and what comes next when there is nothing to decide."""

from __future__ import annotations

import msgspec

from micromutants.rules.armies import army_of, is_projectile
from micromutants.rules.ids import breed_of
from micromutants.rules.model import Die, DieUse, Extra, Happening, Pending, Phase, State, Task, Use
from micromutants.rules.pending import DICE, able, open_dice, pruned
from micromutants.rules.powers import Power, evolutions, powers_of
from micromutants.rules.roster import bases_in_play, bugs_in_play, next_player, out_of_play, webbed
from micromutants.rules.spending import can_spend
from micromutants.rules.words import an, breed_name, listed, opening, plural, who, whose

replace = msgspec.structs.replace


def die_of(state: State, use: Use | None) -> Die | None:
    """The rolled die that a use names; None for the extra shot and before the roll."""
    return state.dice[DICE.index(use)] if use in DICE and state.dice else None


def can_still_move(state: State, breed: str | None = None) -> tuple[str, ...]:
    """Ids of the bugs of the player on turn that may still move this turn: rules T3, T4, T6.

    Args:
        state: The game.
        breed: Only bugs of this breed; any where None.
    """
    return tuple(
        bug.id
        for bug in bugs_in_play(state, state.player)
        if (breed is None or breed_of(bug.id) == breed) and able(state, bug)
    )


def usable(state: State, use: Use) -> bool:
    """Whether a die is open and some bug in play can use it."""
    die = die_of(state, use)
    return die is not None and die.use is DieUse.OPEN and bool(can_still_move(state, die.breed))


def freeable(state: State, breed: str | None = None) -> tuple[str, ...]:
    """Ids of webbed bugs of the player on turn, of a breed, that a result could free."""
    mine = bugs_in_play(state, state.player)
    return tuple(b.id for b in mine if webbed(state, b.id) and (breed is None or breed_of(b.id) == breed))


def rerolling(state: State) -> Power | None:
    """The card by which the player on turn may still have a die rolled again this turn; None without one."""
    powers = (p for p in evolutions(state, state.player) if p.effect.rerolls and p.effect.rerolls(p.params))
    return next((power for power in powers if turn_key(power.card.id) not in state.once), None)


def turning(state: State) -> Power | None:
    """The card by which the player on turn may still turn a bug over this turn; None without one."""
    powers = (p for p in evolutions(state, state.player) if p.effect.turns)
    return next((power for power in powers if turn_key(power.card.id) not in state.once), None)


def turn_key(card: str) -> str:
    """What ``State.once`` holds of a card that has been used for this turn."""
    return f"turn:{card}"


def die_begun(state: State) -> State:
    """The state in which a die or the extra shot begins to be used: what a die gives once is there again."""
    return replace(state, once=tuple(key for key in state.once if key.startswith("turn:")))


def reserves(state: State, breed: str) -> tuple[str, ...]:
    """Bugs of a breed that the player on turn could bring as a reinforcement."""
    return tuple(bug for bug in out_of_play(state, state.player) if breed_of(bug) == breed)


def left_over(state: State) -> tuple[str, ...]:
    """Uses, as kinds of options, of the results that no bug can move by: ``reinforce``, ``free``, ``reroll``."""
    breeds = [die.breed for die in state.dice if die.use is DieUse.OPEN]
    brought = any(die.use is DieUse.REINFORCED for die in state.dice)
    bringing = not brought and bool(bases_in_play(state, state.player))
    found = {
        "reinforce": bringing and any(reserves(state, breed) for breed in breeds),
        "free": any(freeable(state, breed) for breed in breeds),
        "reroll": bool(breeds) and rerolling(state) is not None,
    }
    return tuple(kind for kind, there in found.items() if there)


def results_left(state: State) -> str:
    """The results by which no bug can move, in words."""
    return "the result that is left" if len(open_dice(state)) == 1 else "the results that are left"


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
    state = pruned(state)
    if state.pending:
        phase = Phase.DROP if state.pending[0].task is Task.DROP else Phase.DECIDE
        return replace(state, phase=phase), notes
    if state.turn == 0:
        state = replace(state, player=state.first, turn=1)
        return replace(state, phase=Phase.ROLL), [turn_note(state)]
    if state.player in state.out:
        return next_turn(state, notes)
    if not state.dice:
        return replace(state, phase=Phase.ROLL), notes
    if any(not die.breed for die in state.dice):
        return replace(state, phase=Phase.ROLL_AGAIN), notes
    if state.extra is not Extra.SPENT and state.phase not in (Phase.EXTRA, Phase.SPEND):
        if any(usable(state, use) for use in DICE):
            return replace(state, phase=Phase.MOVE), notes
        if not any(die.use is DieUse.REINFORCED for die in state.dice):
            state, notes = _settle_dice(state)
        else:
            state, notes = _drop_dice(state)
        if open_dice(state):
            return replace(state, phase=Phase.REINFORCE), notes
    if state.extra is Extra.EARNED:
        if can_still_move(state):
            return replace(state, phase=Phase.EXTRA), notes
        text = f"{who(state, state.player)} has no bug left that could use the extra shot: it is lost."
        notes.append(Happening("T6", "extra-lost", state.player, (), text))
        state = replace(state, extra=Extra.SPENT)
    if can_spend(state, state.player):
        return replace(state, phase=Phase.SPEND), notes
    return next_turn(state, notes)


def _settle_dice(state: State) -> tuple[State, list[Happening]]:
    """When no bug can move any more: lose each open die that could bring, free or roll nothing (T3, T4)."""
    notes: list[Happening] = []
    if rerolling(state):
        return state, notes
    for use, die in zip(DICE, state.dice, strict=False):
        if die.use is DieUse.OPEN and not reserves(state, die.breed) and not freeable(state, die.breed):
            state = with_die(state, use, DieUse.LOST)
            text = (
                f"{who(state, state.player)} loses a result: none of the {plural(state, die.breed)} in play can move, "
                "and none is out of play to come as a reinforcement."
            )
            rule = "T3" if state.dice[0].breed == state.dice[1].breed else "T4"
            notes.append(Happening(rule, "die-lost", state.player, (), text))
    return state, notes


def _drop_dice(state: State) -> tuple[State, list[Happening]]:
    """After the reinforcement: lose the other unusable die (rule T5), unless it can free a bug."""
    notes: list[Happening] = []
    for use, die in zip(DICE, state.dice, strict=True):
        if die.use is DieUse.OPEN and not freeable(state, die.breed):
            state = with_die(state, use, DieUse.LOST)
            text = f"The other unusable result of {who(state, state.player)} is lost: a turn brings one reinforcement."
            notes.append(Happening("T5", "die-lost", state.player, (), text))
    return state, notes


def next_turn(state: State, notes: list[Happening]) -> tuple[State, list[Happening]]:
    """The state at the start of the next player's turn, after the notes so far."""
    state = replace(
        state,
        phase=Phase.ROLL,
        player=next_player(state, state.player),
        turn=state.turn + 1,
        dice=(),
        moved=(),
        reinforced=(),
        extra=Extra.NONE,
        flick=None,
        once=(),
    )
    notes = [*notes, turn_note(state)]
    state, said = _begun(state)
    state, more = go_on(state)
    return state, [*notes, *said, *more]


def _begun(state: State) -> tuple[State, list[Happening]]:
    """What the start of a turn brings: flames go out, cards have their say."""
    player, notes = state.player, []
    for piece in state.table:
        if piece.owner == player and is_projectile(state, piece.id):
            state = replace(state, table=state.table.without(piece.id))
            text = f"{opening(whose(state, piece.id))} leaves the mat at the start of {who(state, player)}'s turn."
            notes.append(Happening("M11", "flame-out", player, (piece.id,), text))
    found: list[Pending] = []
    for bug in bugs_in_play(state, player):
        for power in powers_of(state, bug.id):
            offered = power.effect.turn_begun(power.params, bug) if power.effect.turn_begun else None
            if offered:
                found.append(replace(offered, card=power.card.id))
    for power in evolutions(state, player):
        base = army_of(state, player).base_of(power.card.id)
        piece_of = state.table.get(base.id) if base else None
        begun = power.effect.turn_begun if "evolution" in power.effect.on else None
        offered = begun(power.params, piece_of) if begun and piece_of else None
        if offered:
            found.append(replace(offered, card=power.card.id))
    return replace(state, pending=tuple(found)), notes


def turn_note(state: State) -> Happening:
    """The happening that opens a turn."""
    text = f"Turn {state.turn}: {who(state, state.player)} rolls the dice."
    return Happening("S5", "turn", state.player, (), text)


def dice_words(state: State) -> str:
    """What the two dice show, such as "a Warrior and a Spider"."""
    first, second = (die.breed for die in state.dice)
    if first == second:
        return f"two {plural(state, first)}"
    return listed(an(breed_name(state, breed)) for breed in (first, second))
