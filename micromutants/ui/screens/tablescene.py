"""What is to be seen on the mat of the table screen."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from micromutants.rules import Option, Phase, Range, State, Throw, is_bug, pickable, throw_origin, to_act
from micromutants.ui.asked import can_flick
from micromutants.ui.decisions import special_offers
from micromutants.ui.draw import AimLook, Reach, Scene
from micromutants.ui.throwing import in_hand, thrown_look

if TYPE_CHECKING:
    from micromutants.ui.screens.table import TableScreen

__all__ = ["Scene", "scene"]


def scene(screen: TableScreen) -> Scene:
    """What is to be seen on the mat now."""
    session, drill = screen.session, screen.drill
    goal = (drill.goal,) if drill is not None and drill.goal is not None else ()
    if screen.reel is not None:
        return dataclasses.replace(screen.reel.scene(), reaches=goal)
    state = session.seen
    bare = Scene(
        state.setup,
        state.table,
        trace=screen.trace,
        hovered=screen.hovered,
        webbed=frozenset(web.bug for web in state.webs),
        alone=state.alone,
        reaches=goal,
    )
    if screen.flares is not None:
        bare = dataclasses.replace(bare, effects=screen.flares.scene().effects)
    if screen.pending is not None:
        return _announced(screen, bare, state)
    if not screen.my_turn_soon:
        return bare
    bare = dataclasses.replace(bare, reaches=goal or _reaches(state))
    if screen.placing is not None:
        return _placing(screen, bare, state)
    if screen.throwing is not None:
        tokens = in_hand(state, screen.throwing.player)
        return dataclasses.replace(bare, table=tokens, aim=screen.throwing.look(session.preview), trace=())
    if screen.picking is not None:
        choice = screen.picking.choice
        chosen = choice.piece if choice else ""
        return dataclasses.replace(bare, may_move=frozenset(screen.picking.pieces), selected=chosen or None)
    return _aiming(screen, bare, state)


def _announced(screen: TableScreen, bare: Scene, state: State) -> Scene:
    """A bot's flick or throw before it is made."""
    assert screen.pending is not None
    action = screen.pending[0]
    if isinstance(action, Throw):
        look = thrown_look(throw_origin(state, action.player), action.azimuth, action.power, "none")
        return dataclasses.replace(bare, table=in_hand(state, action.player), aim=look)
    piece = state.table[action.shot.piece]
    aim = AimLook(piece.x, piece.y, action.shot.azimuth, action.shot.power)
    return dataclasses.replace(bare, aim=aim, selected=piece.id)


def _reaches(state: State) -> tuple[Reach, ...]:
    """The range within which what is decided applies."""
    if state.phase is not Phase.DECIDE:
        return ()
    due = state.pending[0]
    source = state.table.get(due.source) or due.at
    if source is None or not due.range:
        return ()
    return (Reach(source, Range(due.range).reach),)


def _placing(screen: TableScreen, bare: Scene, state: State) -> Scene:
    placing = screen.placing
    assert placing is not None
    choices: tuple[Option, ...] = placing.choices
    lying = frozenset(o.piece for o in choices if o.piece in state.table) if placing.from_mat else frozenset()
    chosen = placing.choice.piece if placing.choice and placing.choice.piece in state.table else None
    source = state.pending[0].source if state.phase is Phase.DECIDE else None
    return dataclasses.replace(
        bare, may_move=lying, ghosts=placing.ghosts(), selected=chosen or (source if source in state.table else None)
    )


def _aiming(screen: TableScreen, bare: Scene, state: State) -> Scene:
    player = to_act(state)
    if player is None or player < 0:
        return bare
    flickable, aiming = can_flick(state), screen.aiming
    use = aiming.use
    may = {bug for bug, uses in flickable.items() if use is None or use in uses}
    may |= {option.piece for option in special_offers(state)}
    own = {p.id for p in state.table if p.owner == player and is_bug(state, p.id)}
    aim = aiming.aim
    refused = own - set(flickable) - may if state.phase is not Phase.SPEND else set()
    stand_in = aiming.stand_in(state)
    return dataclasses.replace(
        bare,
        may_move=frozenset(may | (set(pickable(state)) if state.phase is Phase.DECIDE else set())),
        refused=frozenset(refused),
        selected=aim.piece if aim else None,
        hovered=bare.hovered or stand_in or None,
        aim=aiming.look(state, screen.session.preview, aiming.hand(state, screen.app.scale)) if aim else None,
    )
