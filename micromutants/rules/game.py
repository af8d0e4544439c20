"""The game: start, chance, apply."""

from __future__ import annotations

import math

import msgspec

from micromutants.physics import Outcome, PhysicsError, press, scattered, simulate
from micromutants.physics.shooter import Uniform
from micromutants.rules.armies import load_armies
from micromutants.rules.checks import refusal
from micromutants.rules.model import (
    Action,
    Arrange,
    Die,
    DieUse,
    DrawFirst,
    Extra,
    Flick,
    Forgo,
    Happening,
    Phase,
    PutBeside,
    Refusal,
    Reinforce,
    Roll,
    RuleError,
    Setup,
    SetupError,
    State,
    Step,
    Tremble,
    Use,
)
from micromutants.rules.places import MAT_MIN, bases_at_start, placed
from micromutants.rules.resolution import resolve
from micromutants.rules.roster import army_of, opponent
from micromutants.rules.turn import dice_words, go_on, turn_note, with_die
from micromutants.rules.words import USES, an, name, owner_of, sentence, who, whose
from micromutants.table import Table

replace = msgspec.structs.replace

SEATS = 2
"""How many players the Basic game seats."""

NAME_MAX = 40
"""Longest name of a player, in characters."""


def start(setup: Setup) -> State:
    """A game before anything is drawn: both players' bases on their spots, all bugs in hand (rules S1 to S4).

    Raises:
        SetupError: One sentence that says what is wrong with the set-up and what is allowed.
    """
    _check(setup)
    setup = replace(setup, mat=type(setup.mat)(float(setup.mat.width), float(setup.mat.height)))
    bases = [base for player in range(SEATS) for base in bases_at_start(setup, player)]
    return State(setup, Table.of(setup.mat, bases))


def _check(setup: Setup) -> None:
    if len(setup.seats) != SEATS:
        raise SetupError(f"seats: the Basic game seats {SEATS} players, not {len(setup.seats)}")
    armies = load_armies()
    for i, seat in enumerate(setup.seats):
        if not (seat.name.strip() and seat.name.isprintable() and len(seat.name) <= NAME_MAX):
            raise SetupError(f"seats[{i}].name: must be 1 to {NAME_MAX} printable characters, not {seat.name[:60]!r}")
        if seat.army not in armies:
            raise SetupError(f"seats[{i}].army: must be one of {', '.join(armies)}, not {seat.army!r}")
    if setup.seats[0].army == setup.seats[1].army:
        raise SetupError(f"seats: each player leads a different army, not both the {setup.seats[0].army}")
    width, height = MAT_MIN
    if not (width <= setup.mat.width < 1e4 and height <= setup.mat.height < 1e4):
        raise SetupError(
            f"mat: must be {width:g} to 10000 mm wide and {height:g} to 10000 mm high, "
            f"not {setup.mat.width:g} by {setup.mat.height:g}"
        )
    for key, part in (("physics", setup.physics), *((f"seats[{i}].hand", s.hand) for i, s in enumerate(setup.seats))):
        for field, value in msgspec.structs.asdict(part).items():
            if not math.isfinite(value):
                raise SetupError(f"{key}.{field}: must be a finite number, not {value}")
        try:
            msgspec.convert(msgspec.to_builtins(part), type(part))
        except msgspec.ValidationError as error:
            said, _, where = str(error).partition(" - at `$")
            raise SetupError(f"{key}{where.rstrip('`')}: {said[0].lower()}{said[1:]}") from None


def chance(state: State, generator: Uniform) -> Action:
    """Draw the chance action that is due.

    Args:
        state: A game that waits for chance.
        generator: The match's ``random.Random``; only its ``random()`` is used.

    Raises:
        ValueError: The game does not wait for chance.
    """
    match state.phase:
        case Phase.FIRST:
            return DrawFirst(int(generator.random() * len(state.setup.seats)))
        case Phase.ROLL:
            return Roll((int(generator.random() * 6), int(generator.random() * 6)))
        case Phase.TREMBLE if state.flick:
            hand, physics = state.setup.seats[state.player].hand, state.setup.physics
            shot = scattered(state.flick.shot, hand, physics, generator)
            return Tremble(shot, press(shot, state.table[shot.piece], physics))
    raise ValueError(f"chance: the game waits for a player, not for chance (phase {state.phase.value!r})")


def apply(state: State, action: Action) -> Step:
    """The state after an action, and what the rules made of it.

    Raises:
        RuleError: The rules refuse the action now; carries the refusal.
    """
    refused = refusal(state, action)
    if refused:
        raise RuleError(refused)
    match action:
        case DrawFirst(first=first):
            note = Happening("S5", "first", first, (), f"{who(state, first)} is drawn to go first.")
            return Step(replace(state, phase=Phase.ARRANGE, player=first, first=first), (note,))
        case Arrange():
            return _arrange(state, action)
        case Roll(faces=faces):
            return _roll(state, faces)
        case Flick(player=player, use=use, shot=shot):
            text = f"{who(state, player)} flicks {an(name(shot.piece))} with {USES[use]}."
            note = Happening("M1", "flick", player, (shot.piece,), text)
            return Step(replace(state, phase=Phase.TREMBLE, flick=action), (note,))
        case Tremble(launch=launch):
            try:
                outcome = simulate(state.table, launch, state.setup.physics)
            except PhysicsError as error:
                raise RuleError(Refusal("M1", sentence(error))) from error
            return settle(state, outcome)
        case Forgo():
            return _forgo(state, action)
        case Reinforce():
            return _reinforce(state, action)
        case PutBeside():
            return _put_beside(state, action)


def settle(state: State, outcome: Outcome) -> Step:
    """The state after the flick that is on its way, given what the physics made of it.

    This is all that ``apply`` does with a ``Tremble`` once the simulation is done.
    """
    if state.flick is None:
        raise ValueError("settle: no flick is on its way")
    piece, use = state.flick.shot.piece, state.flick.use
    state = replace(state, flick=None, moved=(*state.moved, piece))
    state = replace(state, extra=Extra.SPENT) if use is Use.EXTRA else with_die(state, use, DieUse.MOVED)
    after, notes, _ = resolve(state, state.table, outcome, piece)
    if not notes:
        text = f"{whose(state, piece)} comes to rest on the mat; nothing else happens."
        notes = (Happening("M1", "nothing", after.player, (piece,), text),)
    after, more = go_on(after)
    return Step(after, (*notes, *more), outcome)


def _arrange(state: State, action: Arrange) -> Step:
    player = action.player
    table = state.table.put(*(placed(state, player, spot) for spot in action.spots))
    text = f"{who(state, player)} has placed the {army_of(state, player).name}."
    notes = [Happening("S3", "arranged", player, tuple(spot.piece for spot in action.spots), text)]
    state = replace(state, table=table, arranged=(*state.arranged, player))
    if len(state.arranged) < SEATS:
        return Step(replace(state, player=opponent(player)), tuple(notes))
    state = replace(state, phase=Phase.ROLL, player=state.first, turn=1)
    return Step(state, (*notes, turn_note(state)))


def _roll(state: State, faces: tuple[int, int]) -> Step:
    player = state.player
    army = army_of(state, player)
    dice = tuple(Die(army.dice[i][face]) for i, face in enumerate(faces))
    state = replace(state, dice=dice)
    note = Happening("T1", "roll", player, (), f"{who(state, player)} rolls {dice_words(state)}.")
    state, notes = go_on(state)
    return Step(state, (note, *notes))


def _forgo(state: State, action: Forgo) -> Step:
    player, what = action.player, action.what
    if what is None:
        rule, thing = "T4", "the reinforcement"
        dice = tuple(replace(d, use=DieUse.FORGONE) if d.use is DieUse.OPEN else d for d in state.dice)
        state = replace(state, dice=dice)
    elif what is Use.EXTRA:
        rule, thing = "T6", "the extra shot"
        state = replace(state, extra=Extra.SPENT)
    else:
        rule, thing = "T2", USES[what]
        state = with_die(state, what, DieUse.FORGONE)
    note = Happening(rule, "forgone", player, (), f"{who(state, player)} lets {thing} go unused.")
    state, notes = go_on(state)
    return Step(state, (note, *notes))


def _reinforce(state: State, action: Reinforce) -> Step:
    player, bug = action.player, action.spot.piece
    table = state.table.put(placed(state, player, action.spot))
    state = replace(with_die(state, action.use, DieUse.REINFORCED), table=table, reinforced=(*state.reinforced, bug))
    text = f"{who(state, player)} brings {an(name(bug))} as a reinforcement; it does not move this turn."
    note = Happening("T4", "reinforcement", player, (bug,), text)
    state, notes = go_on(state)
    return Step(state, (note, *notes))


def _put_beside(state: State, action: PutBeside) -> Step:
    due = state.beside[0]
    captor = owner_of(state, due.bug)
    table = state.table.put(placed(state, captor, action.spot))
    state = replace(state, table=table, beside=state.beside[1:])
    text = f"{who(state, due.owner)} places {whose(state, due.bug)} beside {whose(state, due.base)}, normal side up."
    note = Happening("B2", "put-beside", due.owner, (due.bug, due.base), text)
    state, notes = go_on(state)
    return Step(state, (note, *notes))
