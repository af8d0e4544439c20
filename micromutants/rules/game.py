"""The game: start, apply, settle."""

from __future__ import annotations

import msgspec

from micromutants.physics import Outcome, PhysicsError, simulate
from micromutants.rules.armies import army_of, is_bug
from micromutants.rules.checks import refusal, with_bases
from micromutants.rules.conceding import conceded
from micromutants.rules.deciding import bring, decline, free, load, shove_launches, turn_over
from micromutants.rules.drops import after_drop
from micromutants.rules.editions import TRUER_WORDS, since
from micromutants.rules.flicking import in_place_of
from micromutants.rules.hands import counters
from micromutants.rules.homes import bases_at_start, terrain_at_start
from micromutants.rules.ids import breed_of
from micromutants.rules.model import (
    Action,
    Arrange,
    Bring,
    Buy,
    Concede,
    Decline,
    Die,
    DieUse,
    DrawFirst,
    Drop,
    EndTurn,
    Extra,
    Flick,
    Forgo,
    Free,
    Grow,
    Happening,
    Load,
    Pending,
    Phase,
    PutBeside,
    Refusal,
    Reinforce,
    Reroll,
    Roll,
    RollAgain,
    RuleError,
    Scatter,
    Setup,
    Shove,
    State,
    Step,
    TakenBack,
    Task,
    Throw,
    Tremble,
    TurnOver,
    Use,
)
from micromutants.rules.pending import DICE, drops
from micromutants.rules.places import placed
from micromutants.rules.powers import breed_powers, evolutions
from micromutants.rules.resolution import resolve
from micromutants.rules.roster import next_player, out_of_play, owner_of
from micromutants.rules.setups import check_setup
from micromutants.rules.spending import spent
from micromutants.rules.turn import (
    dice_words,
    die_begun,
    go_on,
    left_over,
    next_turn,
    rerolling,
    results_left,
    turn_key,
    with_die,
)
from micromutants.rules.words import USES, an, breed_name, name, opening, plural, sentence, who, whose
from micromutants.table import Table

replace = msgspec.structs.replace


def start(setup: Setup) -> State:
    """A game before anything is drawn: bases on their spots, terrain laid, all bugs in hand (rules S1 to S4, S7, S9).

    With three players the bases wait until it is drawn who sits where.

    Raises:
        SetupError: One sentence that says what is wrong with the set-up and what is allowed.
    """
    check_setup(setup)
    setup = replace(setup, mat=type(setup.mat)(float(setup.mat.width), float(setup.mat.height)))
    seats = len(setup.seats)
    bases = [base for player in range(seats) for base in bases_at_start(setup, player)] if seats != 3 else []
    nothing: tuple[tuple[str, ...], ...] = tuple(() for _ in range(seats)) if setup.mode == "advanced" else ()
    return State(setup, Table.of(setup.mat, [*bases, *terrain_at_start(setup)]), collected=nothing, cards=nothing)


def apply(state: State, action: Action) -> Step:
    """The state after an action, and what the rules made of it.

    Raises:
        RuleError: The rules refuse the action now; carries the refusal.
    """
    refused = refusal(state, action)
    if refused:
        raise RuleError(refused)
    try:
        return _applied(state, action)
    except PhysicsError as error:
        raise RuleError(Refusal("M1", sentence(error))) from error


def _applied(state: State, action: Action) -> Step:
    match action:
        case DrawFirst():
            return _draw(state, action)
        case Arrange():
            return _arrange(state, action)
        case Drop(spots=spots, launches=launches):
            falling = replace(state, table=state.table.put(*counters(spots, "resource")))
            return settle(falling, simulate(falling.table, launches, state.setup.physics))
        case Roll(faces=faces):
            return _roll(state, faces)
        case RollAgain(face=face):
            return _roll_again(state, face)
        case Flick(player=player, use=use, shot=shot):
            by = in_place_of(state, action)
            instead = f", in place of {an(name(state, by))}" if by else ""
            text = f"{who(state, player)} flicks {an(name(state, shot.piece))} with {USES[use]}{instead}."
            card = state.pending[0].card if use is Use.CARD else ""
            note = Happening("M1", "flick", player, (shot.piece,), text, card)
            return Step(replace(state, phase=Phase.TREMBLE, flick=replace(action, by=by)), (note,))
        case Tremble(launch=launch):
            return settle(state, simulate(state.table, launch, state.setup.physics))
        case Forgo():
            return _going_on(*_forgo(state, action))
        case Reinforce():
            return _going_on(*_reinforce(state, action))
        case PutBeside():
            return _going_on(*_put_beside(state, action))
        case Decline():
            return _going_on(*decline(state))
        case Load():
            return _going_on(*load(state, action))
        case Bring():
            return _going_on(*bring(state, action))
        case TurnOver():
            return _going_on(*turn_over(state, action))
        case Free():
            return _going_on(*free(state, action))
        case Shove():
            return settle(state, simulate(state.table, shove_launches(state), state.setup.physics))
        case Throw(player=player):
            what = name(state, state.pending[0].source)
            note = Happening(
                state.pending[0].rule, "thrown", player, (), f"{who(state, player)} throws for the {what}."
            )
            return Step(replace(state, phase=Phase.SCATTER, throw=action), (note,))
        case Scatter(spots=spots, launches=launches):
            thrown = replace(state, table=state.table.put(*counters(spots, "token")))
            return settle(thrown, simulate(thrown.table, launches, state.setup.physics))
        case Reroll():
            return _going_on(*_reroll(state, action))
        case Grow() | Buy():
            after, notes, _ = spent(state, action)
            return _going_on(after, notes)
        case EndTurn(player=player):
            note = Happening("T2", "forgone", player, (), f"{who(state, player)} ends the turn.")
            after, more = next_turn(state, [])
            return Step(after, (note, *more))
        case TakenBack(player=player, shot=shot):
            text = f"The flick of {whose(state, shot.piece)} is taken back: all at the table agree."
            return Step(state, (Happening("J33", "taken-back", player, (shot.piece,), text),))
        case Concede(player=player):
            return Step(*conceded(state, player))


def _going_on(state: State, notes: tuple[Happening, ...]) -> Step:
    state, more = go_on(state)
    return Step(state, (*notes, *more))


def settle(state: State, outcome: Outcome) -> Step:
    """The state after what is on its way has come to rest, given what the physics made of it.

    A flick (of a bug or a projectile), a throw whose tokens are on the table, a shove, or a drop whose resources are
    on the table.  This is all that ``apply`` does with a ``Tremble``, ``Scatter``, ``Shove`` or ``Drop`` once the
    simulation is done.

    Args:
        state: With the flick, the throw or the decision that set it going, and all its pieces on the table.
        outcome: What the physics made of that table.

    Raises:
        ValueError: Nothing is on its way.
    """
    due = state.pending[0] if state.pending else None
    if state.flick is not None:
        return _settle_flick(state, outcome)
    if due is not None and due.task is Task.DROP:
        after, notes = after_drop(state, outcome)
        after, more = go_on(after)
        return Step(after, (*notes, *more), outcome)
    if due is not None and (state.throw is not None or due.task is Task.SHOVE):
        return _settle_due(state, due, outcome)
    raise ValueError("settle: nothing is on its way")


def _settle_flick(state: State, outcome: Outcome) -> Step:
    flick = state.flick
    assert flick is not None
    piece, use, player = flick.shot.piece, flick.use, flick.player
    state = replace(state, flick=None)
    if use is Use.CARD:
        due = state.pending[0]
        once = (*state.once, due.card) if due.task is Task.MOVE and due.card not in state.once else state.once
        after = replace(state, once=once)
    else:
        after = die_begun(state)
        after = replace(after, extra=Extra.SPENT) if use is Use.EXTRA else with_die(after, use, DieUse.MOVED)
    if is_bug(state, piece):
        after = replace(after, moved=(*after.moved, *(bug for bug in (piece, flick.by) if bug)))
    before = state.table
    after, notes, _ = resolve(after, before, outcome, piece, player)
    if use is Use.CARD:
        after = _without(after, state.pending[0])
    if not notes:
        notes = (_nothing(state, after, piece, player),)
    after, more = go_on(after)
    return Step(after, (*notes, *more), outcome)


def _nothing(state: State, after: State, piece: str, player: int) -> Happening:
    """What is said of a flick of which nothing came."""
    rule, text = "M1", f"{opening(whose(state, piece))} comes to rest on the mat; nothing else happens."
    if not is_bug(state, piece) and since(state, TRUER_WORDS):
        end = "comes to rest on the mat" if piece in after.table else "leaves the mat"
        rule, text = "M10", f"{opening(whose(state, piece))} has no effect where it landed, and {end}."
    return Happening(rule, "nothing", player, (piece,), text)


def _settle_due(state: State, due: Pending, outcome: Outcome) -> Step:
    """A shove or a throw."""
    thrown = tuple(p.id for p in state.table if p.kind == "token" and p.owner == -1) if state.throw else ()
    note: tuple[Happening, ...] = ()
    if not thrown:
        text = f"{opening(whose(state, due.source))} pushes every bug near it away."
        note = (Happening("M11", "shove", due.player, (due.source,), text, due.card),)
    after, notes, _ = resolve(replace(state, throw=None), state.table, outcome, "", due.player, thrown)
    after = _without(after, due)
    if not notes and thrown:
        text = f"Nothing comes of what {who(state, due.player)} threw."
        notes = (Happening(due.rule, "nothing", due.player, thrown, text),)
    after, more = go_on(after)
    return Step(after, (*note, *notes, *more), outcome)


def _without(state: State, due: Pending) -> State:
    """The state without a decision that has been carried out."""
    return replace(state, pending=tuple(other for other in state.pending if other is not due))


# --- setting up ----------------------------------------------------------------------------------------------


def _draw(state: State, action: DrawFirst) -> Step:
    first = action.first
    notes = [Happening("S5", "first", first, (), f"{who(state, first)} is drawn to go first.")]
    state = replace(state, phase=Phase.ARRANGE, player=first, first=first)
    if action.alone is not None:
        state = replace(state, alone=action.alone)
        bases = [base for player in range(len(state.setup.seats)) for base in bases_at_start(state, player)]
        state = replace(state, table=Table.of(state.table.mat, [*state.table, *bases]))
        text = f"{who(state, action.alone)} has an end of the mat alone; the others sit in the corners opposite."
        notes.append(Happening("S10", "places", action.alone, (), text))
    return Step(state, tuple(notes))


def _arrange(state: State, action: Arrange) -> Step:
    player = action.player
    state = with_bases(state, player, action.bases)
    table = state.table.put(*(placed(state, player, spot) for spot in action.spots))
    text = f"{who(state, player)} has placed the {army_of(state, player).name}."
    notes = [Happening("S3", "arranged", player, tuple(spot.piece for spot in action.spots), text)]
    state = replace(state, table=table, arranged=(*state.arranged, player))
    if len(state.arranged) < len(state.setup.seats):
        return Step(replace(state, player=next_player(state, player)), tuple(notes))
    if state.setup.mode == "advanced":
        state = replace(state, pending=drops(len(state.setup.seats)))
    state, more = go_on(replace(state, player=state.first))
    return Step(state, (*notes, *more))


# --- dice ----------------------------------------------------------------------------------------------------


def _roll(state: State, faces: tuple[int, int]) -> Step:
    player = state.player
    army = army_of(state, player)
    dice = tuple(Die(army.dice[i][face]) for i, face in enumerate(faces))
    state = replace(state, dice=dice)
    note = Happening("T1", "roll", player, (), f"{who(state, player)} rolls {dice_words(state)}.")
    state, notes = go_on(state)
    return Step(state, (note, *notes))


def _reroll(state: State, action: Reroll) -> tuple[State, tuple[Happening, ...]]:
    card = rerolling(state)
    title = card.card.title if card else ""
    i = DICE.index(action.use)
    dice = tuple(Die("") if j == i else die for j, die in enumerate(state.dice))
    once = (*state.once, turn_key(card.card.id)) if card else state.once
    text = f"{who(state, action.player)} has {USES[action.use]} rolled again: {title}."
    note = Happening("M11", "reroll", action.player, (), text, card.card.id if card else "")
    return replace(state, dice=dice, once=once), (note,)


def _roll_again(state: State, face: int) -> Step:
    player = state.player
    i = next(i for i, die in enumerate(state.dice) if not die.breed)
    breed = army_of(state, player).dice[i][face]
    dice = tuple(Die(breed) if j == i else die for j, die in enumerate(state.dice))
    text = f"{who(state, player)} now has {an(breed_name(state, breed))} on {USES[DICE[i]]}."
    note = Happening("T1", "roll", player, (), text)
    return _going_on(replace(state, dice=dice), (note,))


def _forgo(state: State, action: Forgo) -> tuple[State, tuple[Happening, ...]]:
    player, what = action.player, action.what
    if what is None:
        rule, thing = _left(state)
        dice = tuple(replace(d, use=DieUse.FORGONE) if d.use is DieUse.OPEN else d for d in state.dice)
        state = replace(state, dice=dice)
    elif what is Use.EXTRA:
        rule, thing = "T6", "the extra shot"
        state = replace(state, extra=Extra.SPENT)
    else:
        rule, thing = "T2", USES[what]
        state = with_die(state, what, DieUse.FORGONE)
    return state, (Happening(rule, "forgone", player, (), f"{who(state, player)} lets {thing} go unused."),)


def _left(state: State) -> tuple[str, str]:
    """What is let go where no bug can use what is left of the dice, and its rule."""
    if not since(state, TRUER_WORDS) or "reinforce" in left_over(state):
        return "T4", "the reinforcement"
    return "T2", results_left(state)


# --- placing -------------------------------------------------------------------------------------------------


def _reinforce(state: State, action: Reinforce) -> tuple[State, tuple[Happening, ...]]:
    player, bug = action.player, action.spot.piece
    breed = breed_of(bug)
    table = state.table.put(placed(state, player, action.spot))
    state = replace(with_die(state, action.use, DieUse.REINFORCED), table=table, reinforced=(*state.reinforced, bug))
    text = f"{who(state, player)} brings {an(name(state, bug))} as a reinforcement; it does not move this turn."
    powers = tuple(p for b in army_of(state, player).breeds for p in breed_powers(state, player, b.id))
    powers += evolutions(state, player)
    if any(p.effect.rushes and p.effect.rushes(p.params, breed) for p in powers):
        text = f"{who(state, player)} brings {an(name(state, bug))} as a reinforcement; it may move this turn."
    notes = [Happening("T4", "reinforcement", player, (bug,), text)]
    counts = [(p.effect.reinforces(p.params, breed), p.card.id) for p in powers if p.effect.reinforces]
    number, card = max(counts, key=lambda pair: pair[0], default=(1, ""))
    left = sum(other.startswith(f"{breed}-") for other in out_of_play(state, player))
    further = min(number - 1, left)
    if further > 0:
        due = Pending(Task.MUSTER, player, "M11", card, bug, breed, count=further, reserve=True)
        state = replace(state, pending=(due, *state.pending))
        text = f"{who(state, player)} may bring a further one of the {plural(state, breed)}."
        notes.append(Happening("M11", "offer", player, (bug,), text, card))
    return state, tuple(notes)


def _put_beside(state: State, action: PutBeside) -> tuple[State, tuple[Happening, ...]]:
    due = state.beside[0]
    captor = owner_of(state, due.bug)
    table = state.table.put(placed(state, captor, action.spot))
    state = replace(state, table=table, beside=state.beside[1:])
    text = f"{who(state, due.owner)} places {whose(state, due.bug)} beside {whose(state, due.base)}, normal side up."
    return state, (Happening("B2", "put-beside", due.owner, (due.bug, due.base), text),)
