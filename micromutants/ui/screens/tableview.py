"""How the table screen looks: its buttons, its scene, its panels and its words."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from micromutants import rules
from micromutants.match import CHANCE
from micromutants.physics import Shot
from micromutants.rules import Option, Phase, Use, breed_of, can_flick, is_bug
from micromutants.ui import hud, paint, theme
from micromutants.ui.bands import draw_power_bar
from micromutants.ui.cards import draw_any_card
from micromutants.ui.draw import AimLook, Scene, draw_scene, draw_side_view
from micromutants.ui.form import bubble
from micromutants.ui.intents import Context, Intent, key_name
from micromutants.ui.session import Session

if TYPE_CHECKING:
    from micromutants.ui.screens.table import TableScreen

# --- what is offered -------------------------------------------------------------------------------------------


def forgo_offers(session: Session) -> list[Option]:
    """What could be let go in this phase, refused offers included where they are worth a word."""
    phase = session.state.phase
    offers = [o for o in rules.options(session.state) if o.kind == "forgo"]
    if phase is Phase.MOVE:
        return [o for o in offers if o.use in (Use.DIE_1, Use.DIE_2)]
    if phase is Phase.EXTRA:
        return [o for o in offers if o.use is Use.EXTRA]
    if phase is Phase.REINFORCE:
        return [o for o in offers if o.use is None]
    return []


def buttons(screen: TableScreen) -> None:
    """Make the buttons of the table screen."""
    form, places, session = screen.form, screen.places, screen.session
    gap = screen.u(8)
    screen.flick_field = None
    if session.match.over and not screen.busy:
        form.button(places.actions, "The result", screen.show_result, style="primary", key="Enter")
    if screen.reel is not None:
        _reel_buttons(screen)
    elif screen.my_turn_soon:
        row: list[tuple[str, Callable[[], None], str, str, str]] = []
        if screen.placing is not None:
            for index, option in enumerate(screen.placing.choices):
                chosen = index == screen.placing.index
                words = rules.breed_of(option.piece).replace("-", " ").title() if option.piece else option.label
                style = "on" if chosen and len(screen.placing.choices) > 1 else ""
                if len(screen.placing.choices) > 1:
                    row.append((words, partial(_choose, screen, index), "", style, "Tab"))
            row.append(("Put it there", screen.put_down, "", "primary", "Enter"))
        elif screen.aiming.aim is not None:
            row.append(("Flick", screen.fire, screen.no_power(), "primary", "Enter"))
        for option, intent in zip(forgo_offers(session), (Intent.FORGO_A, Intent.FORGO_B), strict=False):
            refusal = option.refusal
            why = f"{refusal.text} ({refusal.rule})" if refusal else ""
            row.append((_short(option), partial(screen.forgo, option.use), why, "", key_name(Context.TABLE, intent)))
        if row:
            width = (places.actions.width - gap * (len(row) - 1)) // len(row)
            for index, (label, act, why, style, key) in enumerate(row):
                rect = pygame.Rect(
                    places.actions.x + index * (width + gap), places.actions.y, width, places.actions.height
                )
                field = form.button(rect, label, act, why=why, style=style, key=key)
                if label == "Flick":
                    screen.flick_field = field
    tools = places.tools
    width = (tools.width - 3 * gap) // 4
    shot = session.last_shot()
    no_shot = "No bug has been flicked yet." if shot is None else ""
    showing = "Something is being shown." if screen.busy and screen.thinking is None else ""
    thinking = "The program is thinking." if screen.thinking is not None else ""
    wait = showing or no_shot
    below: tuple[tuple[str, Callable[[], None], str, str, str], ...] = (
        ("Undo", screen.undo, showing or thinking or session.undo_reason(), "Take back the last choice", "U"),
        ("Replay", screen.instant, wait, "Show the last flick again", "E"),
        ("Slow", partial(screen.instant, speed=0.25), wait, "Show it at a quarter of the speed", "Shift+E"),
        ("Menu", screen.open_menu, "", "Save, load, help, options", "Esc"),
    )
    for index, (label, press, why, hint, key) in enumerate(below):
        rect = pygame.Rect(tools.x + index * (width + gap), tools.y, width, tools.height)
        form.button(rect, label, press, why=why, hint=hint, key=key)


def _choose(screen: TableScreen, index: int) -> None:
    assert screen.placing is not None
    screen.placing.choose(index)
    screen.relayout()


def _short(option: Option) -> str:
    names = {Use.DIE_1: "Forgo die 1", Use.DIE_2: "Forgo die 2", Use.EXTRA: "Forgo extra shot", None: "Forgo it"}
    return names[option.use]


def _reel_buttons(screen: TableScreen) -> None:
    places, gap = screen.places, screen.u(8)
    assert screen.reel is not None
    reel = screen.reel
    row: tuple[tuple[str, Callable[[], None], str], ...] = (
        ("Slower", partial(reel.faster, -1), "Left"),
        ("Faster", partial(reel.faster, 1), "Right"),
        ("Skip", reel.skip, "Space"),
    )
    width = (places.actions.width - 2 * gap) // 3
    for index, (label, act, key) in enumerate(row):
        rect = pygame.Rect(places.actions.x + index * (width + gap), places.actions.y, width, places.actions.height)
        screen.form.button(rect, label, act, key=key)


def die_words(session: Session, use: Use | None) -> tuple[str, str]:
    """What a die allows, in words."""
    if use is None:
        return "", ""
    state = session.state
    die = state.dice[0 if use is Use.DIE_1 else 1]
    bugs = [b for b, uses in can_flick(state).items() if use in uses]
    name = session.army(state.player).breed(die.breed)
    if bugs:
        count = f"{len(bugs)} {name.plural if len(bugs) > 1 else name.name} may move"
        return f"This die moves a {name.name}: {count} with it.", "plain"
    for option in rules.options(state):
        if option.kind == "forgo" and option.use is use and option.refusal is not None:
            return f"{option.refusal.text}  ({option.refusal.rule})", "bad"
    return f"No {name.name} may move with this die.", "bad"


_WEIGHT = (
    "victory",
    "base-eliminated",
    "base-damaged",
    "capture",
    "fumble",
    "put-back",
    "slid-out",
    "overlap",
    "extra-earned",
)


def verdict(happenings: Sequence[Any]) -> tuple[str, str]:
    """The most important things that came of a shot, as a note."""
    told = [h for kind in _WEIGHT for h in happenings if h.kind == kind]
    if not told:
        return "", ""
    kind = "bad" if told[0].kind in ("fumble", "put-back") else "good"
    words = "  ".join(f"{h.text} ({h.rule})" for h in told[:2])
    return words, kind


# --- the scene -------------------------------------------------------------------------------------------------


def scene(screen: TableScreen) -> Scene:
    """What is to be seen on the mat now."""
    session = screen.session
    if screen.reel is not None:
        return screen.reel.scene()
    state = session.seen
    bare = Scene(state.setup, state.table, trace=screen.trace, hovered=screen.hovered)
    if screen.pending is not None:
        action = screen.pending[0]
        piece = state.table[action.shot.piece]
        look = AimLook(piece.x, piece.y, action.shot.azimuth, action.shot.power)
        return dataclasses.replace(bare, aim=look, selected=piece.id)
    if not screen.my_turn_soon:
        return bare
    if screen.placing is not None:
        return dataclasses.replace(bare, ghosts=screen.placing.ghosts())
    flickable = can_flick(state)
    use = screen.aiming.use
    may = frozenset(bug for bug, uses in flickable.items() if use is None or use in uses)
    own = {p.id for p in state.table if p.owner == state.player and is_bug(p.id)}
    hand = state.setup.seats[state.player].hand
    aim = screen.aiming.aim
    return dataclasses.replace(
        bare,
        may_move=may,
        refused=frozenset(own - set(flickable)),
        selected=aim.piece if aim else None,
        aim=screen.aiming.look(state, session.preview, hand) if aim else None,
    )


def draw(screen: TableScreen, surface: pygame.Surface) -> None:
    """Draw the table and the panels."""
    session, places, scale = screen.session, screen.places, screen.app.scale
    state = session.seen
    paint.backdrop(surface)
    shown = scene(screen)
    draw_scene(surface, screen.camera.view, shown)
    note = ""
    if screen.reel is not None:
        note = f"×{screen.reel.speed:g}" if screen.live else f"Replay ×{screen.reel.speed:g}"
    hud.banner(surface, places.banner, session, scale, note)
    hud.dice(surface, places.dice, session, _lit(screen), scale, screen.rolling)
    hud.words(surface, places.words, _guidance(screen), scale)
    for player in range(len(state.setup.seats)):
        hud.player_panel(surface, places.players[player], session, player, scale)
    aimed = _aimed(screen)
    log = places.log
    if aimed is not None and not places.wide:
        log = pygame.Rect(log.x, log.y, log.width, places.side.y - log.y - screen.u(8))
    screen.log.place(log, scale)
    screen.log.show(session.lines())
    if log.height > 0:
        screen.log.draw(surface)
    _draw_card(screen, surface)
    if aimed is not None:
        _draw_side(screen, surface, aimed)
    _draw_note(screen, surface)


def _lit(screen: TableScreen) -> Use | None:
    if screen.pending is not None:
        use: Use = screen.pending[0].use
        return use
    if screen.my_turn_soon and screen.placing is None:
        return screen.aiming.pays(screen.session.state) if screen.aiming.aim else screen.aiming.use
    return None


def _guidance(screen: TableScreen) -> tuple[str, str]:
    session = screen.session
    if screen.reel is not None:
        if screen.live:
            return "The bug flies", "Space skips, Left and Right change the speed."
        return "Instant replay", "Space skips, Left and Right change the speed."
    if screen.rolling is not None:
        return "The dice roll", ""
    if screen.pending is not None:
        return f"{session.name(session.state.player)} takes aim", ""
    aim = screen.aiming.aim
    if screen.my_turn_soon and aim is not None and screen.placing is None:
        breed = session.army(session.state.player).breed(breed_of(aim.piece)).name
        if screen.aiming.pull is not None:
            return breed, "Let go to flick. Back to the bug, or right click, cancels."
        return breed, "Drag back, or arrows; Enter flicks. Wheel: loft, with Shift: press."
    return hud.guidance(session)


def _draw_card(screen: TableScreen, surface: pygame.Surface) -> None:
    """The card of what is picked or hovered; else that of a breed on the dice."""
    session, places = screen.session, screen.places
    state = session.seen
    picked = screen.aiming.aim.piece if screen.aiming.aim else screen.shown_card
    piece = screen.hovered or picked
    if screen.reel is not None:
        piece = screen.reel.playback.moment.flicked
    elif screen.pending is not None:
        piece = screen.pending[0].shot.piece
    if screen.placing is not None and screen.placing.choice is not None:
        piece = screen.hovered or screen.placing.choice.piece
    if piece is None and state.dice and state.player >= 0:
        piece = f"{state.dice[0].breed}-1"
    if piece is None:
        hint = "Point at a bug or a base to read its card."
        paint.panel(surface, places.card, radius=screen.u(9))
        paint.paragraph(
            surface,
            hint,
            places.card.inflate(-screen.u(24), 0),
            screen.u(13),
            theme.INK_FAINT,
            align="center",
            middle=True,
        )
        return
    draw_any_card(surface, places.card, piece, session, lit=picked == piece)


def _aimed(screen: TableScreen) -> Shot | None:
    """The shot that is being aimed, by a person or a bot."""
    if screen.pending is not None:
        shot: Shot = screen.pending[0].shot
        return shot
    if screen.my_turn_soon and screen.placing is None and screen.aiming.aim is not None:
        return screen.aiming.aim.shot()
    return None


def _draw_side(screen: TableScreen, surface: pygame.Surface, shot: Shot) -> None:
    """The side view of the shot, with power and direction in numbers."""
    rect, state = screen.places.side, screen.session.state
    size, pad = screen.u(13), screen.u(8)
    army = screen.session.army(max(0, state.player)).id
    draw_side_view(surface, rect, state.table[shot.piece].kind, shot.loft, shot.offset, shot.power, army, size)
    top = rect.y + pad // 2
    degrees = math.degrees(shot.azimuth) % 360.0
    paint.text(surface, f"power {100 * shot.power:.2f} %", (rect.x + pad, top), size, theme.GOLD, bold=True)
    bar = pygame.Rect(rect.x + pad, top + round(size * 1.6), rect.width - 2 * pad, screen.u(9))
    draw_power_bar(surface, bar, shot.power, screen.bands.now)
    paint.text(surface, f"{degrees:.2f}°", (rect.right - pad, top), size, theme.INK_SOFT, anchor="topright")


def _draw_note(screen: TableScreen, surface: pygame.Surface) -> None:
    """What has just been refused or has just happened, at the top of the mat."""
    words, kind = screen.note
    words = screen.app.message or words
    if not words:
        return
    mat, size, pad = screen.places.mat, screen.u(14), screen.u(10)
    lines = paint.wrapped(words, size, round(mat.width * 0.84))
    width = max(paint.width_of(line, size) for line in lines) + 2 * pad
    step = round(size * 1.4)
    box = pygame.Rect(0, 0, width, step * len(lines) + pad)
    box.midtop = (mat.centerx, mat.y + screen.u(10))
    edge = {"bad": theme.BAD, "good": theme.GOLD}.get(kind, theme.PANEL_EDGE)
    paint.panel(surface, box, fill=theme.TABLE_DARK, edge=edge, radius=screen.u(8), alpha=235)
    for number, line in enumerate(lines):
        paint.text(surface, line, (box.centerx, box.y + pad // 2 + number * step), size, anchor="midtop")


def draw_hover(screen: TableScreen, surface: pygame.Surface) -> None:
    """What the piece under the pointer is and whether it may be flicked."""
    hovered, session = screen.hovered, screen.session
    if hovered is None or hovered not in session.state.table or screen.aiming.pull is not None or screen.reel:
        return
    piece = session.state.table[hovered]
    name = session.piece_name(hovered)
    words = f"{session.name(piece.owner)}'s {name}"
    edge = theme.PANEL_EDGE
    if screen.my_turn_soon and screen.placing is None and session.match.to_act != CHANCE:
        refusal = rules.why_not(session.state, hovered)
        if refusal is None:
            words, edge = f"{words}: may be flicked", theme.GOLD
        elif piece.owner == session.state.player and is_bug(hovered):
            words = f"{words}. {refusal.text} ({refusal.rule})"
    x, y = screen.camera.view.to_screen(piece.x, piece.y)
    size = screen.camera.view.length(piece.spec.reach)
    about = pygame.Rect(round(x - size), round(y - size), round(2 * size), round(2 * size))
    bubble(surface, words, about, screen.app.scale, edge)
