"""Carrying out what cards and terrain offer: each function gives the state, before it goes on, and what happened."""

from __future__ import annotations

import math

import msgspec

from micromutants.physics import Launch
from micromutants.rules.editions import ENTRANCES_LIE_ABOVE, ONE_BUG_AN_ENTRANCE, TRUER_WORDS, since
from micromutants.rules.ids import breed_of, is_token
from micromutants.rules.model import (
    Bring,
    DieUse,
    Extra,
    Free,
    Happening,
    Load,
    Pending,
    State,
    Task,
    TurnOver,
    Use,
    Web,
)
from micromutants.rules.pending import dropped, picks, rushes, shoved
from micromutants.rules.places import placed
from micromutants.rules.powers import powers_of
from micromutants.rules.turn import die_begun, turn_key, turning, with_die
from micromutants.rules.words import USES, an, asking, card_title, name, opening, who, whose
from micromutants.table import Face, Table, relevel

replace = msgspec.structs.replace

_Done = tuple[State, tuple[Happening, ...]]


def _fewer(state: State) -> State:
    """The state with the next pending decision done once."""
    due, rest = state.pending[0], state.pending[1:]
    if due.count > 1:
        return replace(state, pending=(replace(due, count=due.count - 1), *rest))
    return replace(state, pending=rest)


def decline(state: State) -> _Done:
    """The next pending decision is left."""
    due = state.pending[0]
    what = asking(state, due)
    if due.card and not since(state, TRUER_WORDS):
        what = card_title(state, due.card)
    text = f"{who(state, due.player)} makes no use of {what}."
    return dropped(state, due), (Happening(due.rule, "declined", due.player, (), text, due.card),)


def load(state: State, action: Load) -> _Done:
    """A projectile is placed beside the bug that shoots it."""
    due = state.pending[0]
    piece = placed(state, due.player, action.spot)
    shooting = Pending(Task.SHOOT, due.player, "M10", due.card, piece.id)
    text = f"{who(state, due.player)} places {an(name(state, piece.id))} beside {whose(state, due.source)}."
    note = Happening("M10", "load", due.player, (piece.id, due.source), text, due.card)
    return replace(state, table=state.table.put(piece), pending=(shooting, *state.pending[1:])), (note,)


def bring(state: State, action: Bring) -> _Done:
    """A bug is put beside the source or in its place."""
    due, spot = state.pending[0], action.spot
    player, bug = due.player, spot.piece
    if due.task is Task.MUSTER:
        table = state.table.put(placed(state, player, spot))
        still = "may" if rushes(state, player, breed_of(bug)) else "does not"
        text = f"{who(state, player)} brings a further {name(state, bug)}; it {still} move this turn."
        state = replace(_fewer(state), table=table, reinforced=(*state.reinforced, bug))
        return state, (Happening("M11", "reinforcement", player, (bug,), text, due.card),)
    if due.inside and due.reserve:
        source = state.table[due.source]
        hatched = replace(source, id=bug, kind=placed(state, player, spot).kind, face=Face.NORMAL)
        # It lies just as the other did, on and beneath the same pieces.
        table = type(state.table).of(
            state.table.mat, (hatched if piece.id == source.id else piece for piece in state.table)
        )
        text = f"{opening(whose(state, due.source))} becomes {an(name(state, bug))}."
        webs = tuple(web for web in state.webs if web.bug != source.id)
        # What comes out of a bug that has moved has moved.
        moved = (*state.moved, bug) if source.id in state.moved else state.moved
        state = replace(_fewer(state), table=table, webs=webs, moved=moved)
        return state, (Happening("M11", "hatched", player, (bug, due.source), text, due.card),)
    face = state.table[bug].face if bug in state.table else Face.NORMAL
    leaving = [piece for piece in (bug, due.source if is_token(due.source) else "") if piece in state.table]
    table = state.table.without(*leaving) if leaving else state.table
    table = table.put(placed(state, player, spot, face))
    if is_token(due.source) and since(state, ENTRANCES_LIE_ABOVE):
        table = _tokens_above(table)
    where = "to where the Warp Entrance lay" if due.inside else f"beside {whose(state, due.source)}"
    text = f"{who(state, player)} brings {an(name(state, bug))} {where}."
    left = tuple(other for other in picks(state, due) if other != bug)
    state = replace(_fewer(state), table=table)
    if is_token(due.source) and since(state, ONE_BUG_AN_ENTRANCE):
        state = _for_other_bugs(state, left)
    return state, (Happening(due.rule, "brought", player, (bug, due.source), text, due.card),)


def _tokens_above(table: Table) -> Table:
    """The table with the tokens on top of what they overlap, for what takes the place of one may lie in another."""
    pieces = (replace(piece, level=piece.level + 1) if is_token(piece.id) else piece for piece in table)
    return relevel(Table(table.mat, tuple(pieces)))


def _for_other_bugs(state: State, left: tuple[str, ...]) -> State:
    """The state in which the other entrances of a throw take these bugs alone."""
    for due in [due for due in state.pending if is_token(due.source)]:
        if left:
            narrowed = tuple(replace(other, pieces=left) if other is due else other for other in state.pending)
            state = replace(state, pending=narrowed)
        else:
            state = dropped(state, due)
    return state


def turn_over(state: State, action: TurnOver) -> _Done:
    """A bug is turned to its other side, by an offer or in place of its move."""
    piece, player = state.table[action.piece], action.player
    table = state.table.put(replace(piece, face=piece.face.turned))
    if action.use is Use.CARD:
        card = state.pending[0].card
        state = _fewer(state)
    else:
        power = turning(state)
        card = power.card.id if power else ""
        state = die_begun(state)
        state = replace(state, once=(*state.once, turn_key(card)), moved=(*state.moved, piece.id))
        if action.use is Use.EXTRA:
            state = replace(state, extra=Extra.SPENT)
        else:
            state = with_die(state, action.use, DieUse.MOVED)
    side, title = piece.face.turned.value, card_title(state, card)
    text = f"{who(state, player)} turns {an(name(state, piece.id))} to its {side} side: {title}."
    return replace(state, table=table), (Happening("M11", "turned", player, (piece.id,), text, card),)


def free(state: State, action: Free) -> _Done:
    """A result is spent on a webbed bug."""
    web = next(web for web in state.webs if web.bug == action.piece)
    left = web.results - 1
    others = tuple(other for other in state.webs if other is not web)
    state = die_begun(with_die(state, action.use, DieUse.MOVED))
    state = replace(state, webs=(*others, Web(web.bug, left, web.by)) if left else others)
    told = "it is free" if not left else "it takes one more result" if left == 1 else f"it takes {left} more results"
    text = f"{who(state, action.player)} spends {USES[action.use]} on the webbed {name(state, action.piece)}: {told}."
    return state, (Happening("M11", "freed", action.player, (action.piece,), text),)


def shove_launches(state: State) -> tuple[Launch, ...]:
    """The launches of a shove: every bug in range straight away from the source, along the mat, all at once."""
    due = state.pending[0]
    source = state.table[due.source]
    speed = next((p.params.speed for p in powers_of(state, source.id) if p.card.id == due.card), 0.0)
    return tuple(
        Launch(bug.id, math.atan2(bug.y - source.y, bug.x - source.x), speed, 0.0) for bug in shoved(state, due, source)
    )
