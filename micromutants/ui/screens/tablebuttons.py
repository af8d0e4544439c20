"""The buttons of the table screen: what can be done now, each with its key and, where it can not, the reason."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import pygame

from micromutants.rules import Option, Phase, Use
from micromutants.rules.words import an
from micromutants.ui.decisions import card_offers, leaving, special_offers
from micromutants.ui.intents import Intent
from micromutants.ui.labels import shares
from micromutants.ui.screens.keeping import keep_from_table

if TYPE_CHECKING:
    from micromutants.ui.screens.table import TableScreen

FEW = 2
"""So many things to place get a button each; more are chosen on the mat or by Tab."""


class Row(NamedTuple):
    """A button to be made."""

    label: str
    act: Callable[[], None]
    why: str = ""
    style: str = ""
    key: str = ""
    hint: str = ""


def buttons(screen: TableScreen) -> None:
    """Make the buttons of the table screen."""
    form, places, session = screen.form, screen.places, screen.session
    screen.fire_field = None
    if screen.reel is not None:
        _reel_buttons(screen)
    elif session.match.over and not screen.busy:
        form.button(places.actions, "The result", screen.show_result, style="primary", key=screen.key(Intent.CONFIRM))
    elif screen.my_turn_soon:
        _lay(screen, places.actions, [*_doing(screen), *_leaving(screen)])
    _tools(screen)


def _lay(screen: TableScreen, strip: pygame.Rect, rows: list[Row]) -> None:
    gap = screen.u(8) if len(rows) < 5 else screen.u(5)
    if not rows:
        return
    if strip.height > screen.u(60):
        # Room for two rows.
        half, height = -(-len(rows) // 2), (strip.height - gap) // 2
        _lay(screen, pygame.Rect(strip.x, strip.y, strip.width, height), rows[:half])
        _lay(screen, pygame.Rect(strip.x, strip.bottom - height, strip.width, height), rows[half:])
        return
    x = strip.x
    for row, width in zip(rows, shares([row.label for row in rows], strip.width, gap, screen.scale), strict=True):
        rect = pygame.Rect(x, strip.y, width, strip.height)
        x = rect.right + gap
        field = screen.form.button(rect, row.label, row.act, why=row.why, style=row.style, key=row.key, hint=row.hint)
        if row.label in ("Flick", "Shoot", "Throw"):
            screen.fire_field = field


def _doing(screen: TableScreen) -> list[Row]:
    """What carries the decision out."""
    state = screen.session.state
    if screen.placing is not None:
        return _placing(screen)
    if screen.throwing is not None:
        return [Row("Throw", screen.fire, screen.no_power(), "primary", screen.key(Intent.CONFIRM))]
    if screen.picking is not None:
        words = "Push them away" if screen.picking.task.value == "shove" else "Turn it over"
        return [Row(words, screen.carry_out, "", "primary", screen.key(Intent.CONFIRM))]
    rows = []
    aim = screen.aiming.aim
    picked = aim.piece if aim else screen.shown_card
    if aim is not None and screen.aiming.uses(state):
        shooting = state.phase is Phase.DECIDE and aim.piece == state.pending[0].source and state.pending[0].count == 1
        label = "Shoot" if shooting and not state.pending[0].pieces else "Flick"
        rows.append(Row(label, screen.fire, screen.no_power(), "primary", screen.key(Intent.CONFIRM)))
    if picked is not None:
        for option in special_offers(state, picked):
            words = "Free it" if option.kind == "free" else "Turn it over"
            key = screen.key(Intent.SPECIAL)
            rows.append(Row(words, partial(screen.take, option), "", "", key, option.label))
    stand_ins = screen.aiming.stand_ins(state)
    if len(stand_ins) > 1:
        hint = f"Another {screen.session.piece_name(stand_ins[0])} gives up its move; it is ringed on the mat."
        rows.append(Row("Other one", partial(other_stand_in, screen), "", "", screen.key(Intent.STAND_IN), hint))
    return rows


def other_stand_in(screen: TableScreen) -> None:
    """Take another bug in place of whose move the flick is."""
    screen.aiming.by += 1
    screen.relayout()


def _placing(screen: TableScreen) -> list[Row]:
    placing = screen.placing
    assert placing is not None
    rows = []
    if 1 < len(placing.choices) <= FEW:
        for index, option in enumerate(placing.choices):
            style = "on" if index == placing.index else ""
            words = screen.session.piece_name(option.piece)
            rows.append(Row(words, partial(_choose, screen, index), "", style, screen.key(Intent.NEXT), option.label))
    if placing.choices:
        choice = placing.choice
        reserve = screen.session.state.phase is Phase.DECIDE and placing.fixed and not placing.from_mat
        label = f"Becomes {an(screen.session.piece_name(choice.piece))}" if reserve and choice else "Put it there"
        rows.append(Row(label, screen.put_down, "", "primary", screen.key(Intent.CONFIRM)))
    return rows


def _choose(screen: TableScreen, index: int) -> None:
    assert screen.placing is not None
    screen.placing.choose(index)
    screen.relayout()


def _leaving(screen: TableScreen) -> list[Row]:
    """What lets go."""
    rows = []
    for option, intent in zip(leaving(screen.session.state), (Intent.FORGO_A, Intent.FORGO_B), strict=False):
        refusal = option.refusal
        why = f"{refusal.text} ({refusal.rule})" if refusal else ""
        ends = option.kind == "end-turn"
        key = screen.key(Intent.CONFIRM if ends else intent)
        rows.append(Row(_short(option), partial(screen.take, option), why, "primary" if ends else "", key))
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
    _lay(
        screen,
        screen.places.tools,
        [
            Row("Undo", screen.undo, showing or thinking or undo, "", screen.key(Intent.UNDO), hint),
            Row("Replay", screen.instant, wait, "", screen.key(Intent.INSTANT), "Show the last flick again"),
            Row(
                "Slow",
                partial(screen.instant, speed=0.25),
                wait,
                "",
                screen.key(Intent.INSTANT_SLOW),
                "Show it at a quarter of the speed",
            ),
            Row(
                "Keep",
                partial(keep_from_table, screen),
                no_shot,
                "",
                screen.key(Intent.KEEP),
                "Save the last shot to the library",
            ),
            Row("Cards", screen.open_cards, showing, "on" if offers else "", screen.key(Intent.CARDS), cards),
            Row("Menu", screen.open_menu, "", "", "Esc", "Save, load, help, options"),
        ],
    )


def _reel_buttons(screen: TableScreen) -> None:
    assert screen.reel is not None
    reel = screen.reel
    rows = [
        Row("Slower", partial(reel.faster, -1), key=screen.key(Intent.SLOWER)),
        Row("Faster", partial(reel.faster, 1), key=screen.key(Intent.FASTER)),
        Row("Skip", reel.skip, key=screen.key(Intent.SKIP)),
    ]
    _lay(screen, screen.places.actions, rows)
