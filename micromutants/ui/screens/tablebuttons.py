"""The buttons of the table screen: what can be done now, each with its key and, where it can not, the reason."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame

from micromutants.rules import Option, Phase, Use
from micromutants.rules.words import an
from micromutants.ui.buttons import Control, lay
from micromutants.ui.decisions import card_offers, leaving, special_offers
from micromutants.ui.intents import Intent
from micromutants.ui.screens.keeping import keep_from_table

if TYPE_CHECKING:
    from micromutants.ui.screens.table import TableScreen

FEW = 2
"""So many things to place get a button each; more are chosen on the mat or by Tab."""


def buttons(screen: TableScreen) -> None:
    """Make the buttons of the table screen."""
    form, places, session = screen.form, screen.places, screen.session
    if screen.reel is not None:
        _reel_buttons(screen)
    elif session.match.over and not screen.busy:
        form.button(places.actions, "The result", screen.show_result, style="primary", key=screen.key(Intent.CONFIRM))
    elif screen.my_turn_soon:
        _lay(screen, places.actions, [*_doing(screen), *_leaving(screen)])
    _tools(screen)
    screen.fire_field = next((field for field in form.fields if field.act == screen.fire), None)


def _lay(screen: TableScreen, strip: pygame.Rect, rows: list[Control]) -> None:
    gap = screen.u(8) if len(rows) < 5 else screen.u(5)
    if not rows:
        return
    if strip.height > screen.u(60):
        # Room for two rows.
        half, height = -(-len(rows) // 2), (strip.height - gap) // 2
        _lay(screen, pygame.Rect(strip.x, strip.y, strip.width, height), rows[:half])
        _lay(screen, pygame.Rect(strip.x, strip.bottom - height, strip.width, height), rows[half:])
        return
    lay(screen.form, strip, [rows], gap)


def _doing(screen: TableScreen) -> list[Control]:
    """What carries the decision out."""
    state = screen.session.state
    if screen.placing is not None:
        return _placing(screen)
    if screen.throwing is not None:
        return [Control("Throw", screen.fire, screen.key(Intent.CONFIRM), screen.no_power(), "primary")]
    if screen.picking is not None:
        words = "Push them away" if screen.picking.task.value == "shove" else "Turn it over"
        return [Control(words, screen.carry_out, screen.key(Intent.CONFIRM), style="primary")]
    rows = []
    aim = screen.aiming.aim
    picked = aim.piece if aim else screen.shown_card
    if aim is not None and screen.aiming.uses(state):
        shooting = state.phase is Phase.DECIDE and aim.piece == state.pending[0].source and state.pending[0].count == 1
        label = "Shoot" if shooting and not state.pending[0].pieces else "Flick"
        rows.append(Control(label, screen.fire, screen.key(Intent.CONFIRM), screen.no_power(), "primary"))
    if picked is not None:
        for option in special_offers(state, picked):
            words = "Free it" if option.kind == "free" else "Turn it over"
            act, key = partial(screen.take, option), screen.key(Intent.SPECIAL)
            rows.append(Control(words, act, key, hint=option.label))
    stand_ins = screen.aiming.stand_ins(state)
    if len(stand_ins) > 1:
        hint = f"Another {screen.session.piece_name(stand_ins[0])} gives up its move; it is ringed on the mat."
        rows.append(Control("Other one", partial(other_stand_in, screen), screen.key(Intent.STAND_IN), hint=hint))
    return rows


def other_stand_in(screen: TableScreen) -> None:
    """Take another bug in place of whose move the flick is."""
    screen.aiming.by += 1
    screen.relayout()


def _placing(screen: TableScreen) -> list[Control]:
    placing = screen.placing
    assert placing is not None
    rows = []
    if 1 < len(placing.choices) <= FEW:
        for index, option in enumerate(placing.choices):
            style = "on" if index == placing.index else ""
            words, act = screen.session.piece_name(option.piece), partial(_choose, screen, index)
            rows.append(Control(words, act, screen.key(Intent.NEXT), style=style, hint=option.label))
    if placing.choices:
        choice = placing.choice
        reserve = screen.session.state.phase is Phase.DECIDE and placing.fixed and not placing.from_mat
        label = f"Becomes {an(screen.session.piece_name(choice.piece))}" if reserve and choice else "Put it there"
        rows.append(Control(label, screen.put_down, screen.key(Intent.CONFIRM), style="primary"))
    return rows


def _choose(screen: TableScreen, index: int) -> None:
    assert screen.placing is not None
    screen.placing.choose(index)
    screen.relayout()


def _leaving(screen: TableScreen) -> list[Control]:
    """What lets go."""
    rows = []
    for option, intent in zip(leaving(screen.session.state), (Intent.FORGO_A, Intent.FORGO_B), strict=False):
        refusal = option.refusal
        why = f"{refusal.text} ({refusal.rule})" if refusal else ""
        ends = option.kind == "end-turn"
        key = screen.key(Intent.CONFIRM if ends else intent)
        rows.append(Control(_short(option), partial(screen.take, option), key, why, "primary" if ends else ""))
    return rows


def _short(option: Option) -> str:
    if option.kind == "decline":
        return "Leave it"
    if option.kind == "end-turn":
        return "End the turn"
    names = {Use.DIE_1: "Forgo die 1", Use.DIE_2: "Forgo die 2", Use.EXTRA: "Forgo extra shot"}
    return "Forgo it" if option.use is None else names[option.use]


def _tools(screen: TableScreen) -> None:
    """Undo, replays, cards, menu."""
    session = screen.session
    no_shot = "No bug has been flicked yet." if session.last_shot() is None else ""
    showing = "Something is being shown." if screen.busy and screen.thinking is None else ""
    thinking = "The program is thinking." if screen.thinking is not None else ""
    wait = showing or no_shot
    undo, hint = session.undo_reason(), "Take back the last choice"
    if undo and session.flick_to_take_back() is not None:
        undo, hint = "", "Take back the flick, if all agree"
    mine = screen.my_turn_soon
    offers = mine and any(option.refusal is None for option in card_offers(session.state))
    cards = "Something can be bought or used now." if offers else "The cards of all players, and what is in play"
    key, slow, keep = screen.key, partial(screen.instant, speed=0.25), partial(keep_from_table, screen)
    rows = [
        Control("Undo", screen.undo, key(Intent.UNDO), showing or thinking or undo, hint=hint),
        Control("Replay", screen.instant, key(Intent.INSTANT), wait, hint="Show the last flick again"),
        Control("Slow", slow, key(Intent.INSTANT_SLOW), wait, hint="Show it at a quarter of the speed"),
        Control("Keep", keep, key(Intent.KEEP), no_shot, hint="Save the last shot to the library"),
        Control("Cards", screen.open_cards, key(Intent.CARDS), showing, "on" if offers else "", cards),
        Control("Menu", screen.open_menu, "Esc", hint="Save, load, help, options"),
    ]
    _lay(screen, screen.places.tools, rows)


def _reel_buttons(screen: TableScreen) -> None:
    assert screen.reel is not None
    reel = screen.reel
    rows = [
        Control("Slower", partial(reel.faster, -1), screen.key(Intent.SLOWER)),
        Control("Faster", partial(reel.faster, 1), screen.key(Intent.FASTER)),
        Control("Skip", reel.skip, screen.key(Intent.SKIP)),
    ]
    _lay(screen, screen.places.actions, rows)
