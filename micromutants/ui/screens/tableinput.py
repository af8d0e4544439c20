"""What pointer and keys do at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from micromutants import rules
from micromutants.rules import Phase, Use
from micromutants.ui.asked import can_flick
from micromutants.ui.cursor import Shape
from micromutants.ui.decisions import leaving, special_offers
from micromutants.ui.draw import pick
from micromutants.ui.intents import Context, Intent, Keyed
from micromutants.ui.placing import TURN
from micromutants.ui.screens import tablebuttons
from micromutants.ui.screens.keeping import keep_from_table

if TYPE_CHECKING:
    from micromutants.ui.screens.table import TableScreen


def pressed(screen: TableScreen, button: int, pos: tuple[int, int]) -> None:
    """Left picks, aims or places; right cancels; middle, or left with Space, pans."""
    if button == 3:
        screen.cancel()
        return
    panning = button == 2 or (button == 1 and pygame.KSCAN_SPACE in screen.app.held)
    if panning and screen.places.mat.collidepoint(pos):
        if screen.aiming.pull is None:
            screen.camera.take(pos)
        return
    if button != 1 or screen.neutral > 0.0:
        return
    line, rule = screen.log.at(pos), screen.log.rule_at(pos)
    if rule:
        screen.app.open_help(rule)
    elif line is not None:
        screen.log.picked = line
        screen.instant(screen.log.lines[line].entry)
    elif (player := _player_at(screen, pos)) is not None:
        screen.open_cards(player)
    elif not screen.my_turn:
        return
    elif any(rect.collidepoint(pos) for rect in screen.places.dice):
        index = 0 if screen.places.dice[0].collidepoint(pos) else 1
        screen.choose_die((Use.DIE_1, Use.DIE_2)[index])
    elif screen.places.mat.collidepoint(pos):
        _press_mat(screen, pos)


def _player_at(screen: TableScreen, pos: tuple[int, int]) -> int | None:
    """Whose panel a pixel is on."""
    found = [player for player, rect in enumerate(screen.places.players) if rect.collidepoint(pos)]
    return found[0] if found and not screen.busy else None


def _press_mat(screen: TableScreen, pos: tuple[int, int]) -> None:
    under = pick(screen.camera.view, screen.scene(), *pos)
    if screen.placing is not None:
        if screen.placing.from_mat and screen.placing.choose_piece(under):
            screen.shown_card = under
            screen.relayout()
            return
        screen.placing.point(*screen.camera.view.to_mat(*pos))
        screen.put_down()
        return
    if screen.throwing is not None:
        screen.throwing.press(pos)
        return
    if screen.picking is not None:
        screen.shown_card = under or screen.shown_card
        if under is not None:
            screen.picking.choose_piece(under)
        return
    bug = under
    if bug is None:
        if screen.aiming.aim is not None:
            screen.aiming.press(pos)
        else:
            screen.shown_card, screen.note = None, ("", "")
        return
    screen.shown_card = bug
    state = screen.session.state
    refusal = rules.why_not(state, bug)
    if refusal is not None:
        screen.refuse(refusal)
        if special_offers(state, bug):
            screen.relayout()
        return
    screen.note = ("", "")
    screen.aiming.pick(screen.session.state, bug)
    screen.aiming.press(pos)
    screen.relayout()


def cursor(screen: TableScreen) -> Shape:
    """What the pointer says of what is under it."""
    pos, aims = screen.form.pointer, screen.placing is None and screen.throwing is None and screen.picking is None
    if screen.camera.panning:
        return Shape.MOVE
    if screen.sling.pull is not None:
        return Shape.AIM
    if screen.log.at(pos) is not None or _player_at(screen, pos) is not None:
        return Shape.HAND
    if not screen.my_turn:
        return Shape.ARROW
    if screen.placing is not None and screen.places.mat.collidepoint(pos):
        return Shape.MOVE
    if aims and screen.hovered is not None and rules.why_not(screen.session.state, screen.hovered) is None:
        return Shape.HAND
    return Shape.HAND if any(rect.collidepoint(pos) for rect in screen.places.dice) else Shape.ARROW


def moved(screen: TableScreen, pos: tuple[int, int], buttons: tuple[bool, bool, bool]) -> None:
    """Aim, pan, point, or just hover."""
    if screen.camera.panning:
        if buttons[0] or buttons[1]:
            screen.camera.drag(pos)
        else:
            screen.camera.let_go()
    elif screen.sling.pull is not None:
        # A button that came up where the window could not see it gives the drag up.
        if buttons[0]:
            screen.sling.drag(pos, screen.app.scale)
        else:
            screen.sling.let_go()
    elif screen.placing is not None and screen.my_turn and screen.places.mat.collidepoint(pos):
        screen.placing.point(*screen.camera.view.to_mat(*pos))
    elif buttons[0] and screen.my_turn and screen.places.mat.collidepoint(pos) and can_flick(screen.session.state):
        # A drag from nowhere: it may have been meant for a bug.
        if screen.aiming.aim is None and screen.picking is None and not screen.note[0]:
            screen.note = ("Press on a bug that glows, then drag back and let go.", "plain")
    screen.hovered = None
    if screen.reel is None and screen.aiming.pull is None and screen.places.mat.collidepoint(pos):
        screen.hovered = pick(screen.camera.view, screen.scene(), *pos)
    screen.log.hovered = screen.log.at(pos)


def released(screen: TableScreen, button: int, pos: tuple[int, int], inside: bool) -> None:
    """The left button ends a drag: it flicks, or it was a click."""
    if button in (1, 2) and screen.camera.panning:
        screen.camera.let_go()
        return
    if button == 1 and screen.throwing is not None:
        if screen.throwing.release(inside, screen.app.scale) and screen.my_turn:
            screen.fire()
        return
    if button != 1 or screen.aiming.pull is None:
        return
    click = not screen.aiming.pull.long(screen.app.scale)
    if screen.aiming.release(inside, screen.app.scale):
        if screen.my_turn:
            screen.fire()
    elif click and inside and pick(screen.camera.view, screen.scene(), *pos) is None:
        screen.aiming.clear()
        screen.relayout()


def wheel(screen: TableScreen, steps: float, pos: tuple[int, int], shift: bool) -> None:
    """Loft or press offset while aiming, turning while placing, else scrolling or zooming."""
    if screen.places.log.collidepoint(pos):
        screen.log.wheel(steps)
    elif screen.my_turn and screen.aiming.aim is not None and screen.placing is None:
        screen.aiming.wheel(steps, shift)
    elif screen.my_turn and screen.placing is not None and not shift:
        screen.placing.turn(steps * TURN)
    else:
        screen.camera.wheel(steps, pos)


def keyed(screen: TableScreen, keyed: Keyed) -> None:
    """Whatever a key asks for."""
    intent = keyed.intent
    if screen.camera.keyed(intent):
        return
    if intent is Intent.BACK:
        screen.back()
    elif intent is Intent.KEEP:
        keep_from_table(screen)
    elif screen.context is Context.FILM:
        _film_keyed(screen, intent)
    elif intent in (Intent.INSTANT, Intent.INSTANT_SLOW):
        screen.instant(speed=0.25 if intent is Intent.INSTANT_SLOW else 1.0)
    elif intent in (Intent.LOG_OLDER, Intent.LOG_NEWER):
        screen.log.pick(-1 if intent is Intent.LOG_OLDER else 1)
    elif intent is Intent.LOG_SHOW:
        if screen.log.picked is not None:
            screen.instant(screen.log.lines[screen.log.picked].entry)
    elif intent is Intent.UNDO:
        screen.undo()
    elif intent is Intent.SAVE:
        screen.open_menu()
    elif intent is Intent.CARDS and not screen.busy:
        screen.open_cards()
    elif screen.my_turn:
        _turn_keyed(screen, keyed)
    elif intent is Intent.CONFIRM and screen.session.match.over:
        screen.show_result()


def _film_keyed(screen: TableScreen, intent: Intent) -> None:
    if intent is Intent.SKIP:
        if screen.reel is not None:
            screen.reel.skip()
        elif screen.rolling is not None:
            screen.rolling = 1.0
        elif screen.pending is not None:
            screen.pending = (screen.pending[0], 0.0)
    elif intent in (Intent.FASTER, Intent.SLOWER) and screen.reel is not None:
        screen.reel.faster(1 if intent is Intent.FASTER else -1)
        if screen.live:
            screen.speed = screen.reel.speed


def _turn_keyed(screen: TableScreen, keyed: Keyed) -> None:
    intent, state = keyed.intent, screen.session.state
    if intent in (Intent.FORGO_A, Intent.FORGO_B):
        offers = leaving(state)
        index = 0 if intent is Intent.FORGO_A else 1
        if index < len(offers):
            screen.take(offers[index])
    elif screen.placing is not None:
        if intent is Intent.CONFIRM:
            screen.put_down()
        elif screen.placing.keyed(keyed):
            if screen.placing.choice is not None:
                screen.shown_card = screen.placing.choice.piece
            screen.relayout()
    elif screen.throwing is not None:
        if intent is Intent.CONFIRM:
            screen.fire()
        else:
            screen.throwing.keyed(keyed)
    elif screen.picking is not None:
        if intent is Intent.CONFIRM:
            screen.carry_out()
        elif intent in (Intent.NEXT, Intent.PREVIOUS):
            screen.picking.step(1 if intent is Intent.NEXT else -1)
    elif state.phase is Phase.SPEND:
        if intent is Intent.CONFIRM:
            screen.take(leaving(state)[0])
    else:
        _aim_keyed(screen, keyed)


def _aim_keyed(screen: TableScreen, keyed: Keyed) -> None:
    intent, state = keyed.intent, screen.session.state
    if intent in (Intent.NEXT, Intent.PREVIOUS):
        if screen.aiming.step_pick(state, 1 if intent is Intent.NEXT else -1):
            screen.shown_card, screen.note = screen.aiming.aim.piece if screen.aiming.aim else None, ("", "")
            screen.relayout()
    elif intent in (Intent.PAY_1, Intent.PAY_2):
        screen.choose_die(Use.DIE_1 if intent is Intent.PAY_1 else Use.DIE_2)
    elif intent is Intent.SPECIAL:
        picked = screen.aiming.aim.piece if screen.aiming.aim else screen.hovered or screen.shown_card
        offers = special_offers(state, picked) if picked else []
        if offers:
            screen.take(offers[0])
        else:
            screen.note = ("No card allows anything else with that bug now.", "plain")
    elif intent is Intent.STAND_IN:
        if len(screen.aiming.stand_ins(state)) > 1:
            tablebuttons.other_stand_in(screen)
    elif intent is Intent.CONFIRM:
        screen.fire()
    elif not screen.aiming.keyed(keyed) and intent in (Intent.UP, Intent.DOWN, Intent.LEFT, Intent.RIGHT):
        key = screen.key(Intent.NEXT)
        screen.note = (f"Pick a bug first: {key} goes through those that may move.", "")
