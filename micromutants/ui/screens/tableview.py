"""How the table screen looks: its panels and its words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pygame

from micromutants import rules
from micromutants.physics import Shot
from micromutants.rules import Flick, Phase, Throw, Use, breed_of, card_named, is_bug, is_resource
from micromutants.ui import hud, paint, theme
from micromutants.ui.aimpanel import draw_aim_panel, panel_words
from micromutants.ui.asked import can_flick, options
from micromutants.ui.cards import draw_any_card
from micromutants.ui.decisions import special_offers
from micromutants.ui.draw import draw_card, draw_scene, evolution_face
from micromutants.ui.intents import Intent
from micromutants.ui.labels import bubble
from micromutants.ui.playerpanels import player_panel, standing_words
from micromutants.ui.prompts import aiming_words, goal_words, guidance
from micromutants.ui.screens.drills import draw_task
from micromutants.ui.session import Session

if TYPE_CHECKING:
    from micromutants.ui.screens.table import TableScreen


def die_words(session: Session, use: Use | None) -> tuple[str, str]:
    """What a die allows, in words."""
    if use is None:
        return "", ""
    state = session.state
    die = state.dice[0 if use is Use.DIE_1 else 1]
    bugs = [b for b, uses in can_flick(state).items() if use in uses]
    if not die.breed:
        return "", ""
    breed = session.army(state.player).breed(die.breed)
    if bugs and any(breed_of(bug) != die.breed for bug in bugs):
        return f"This die moves a {breed.name}, or another bug in its place: {len(bugs)} bugs may move.", "plain"
    if bugs:
        count = f"{len(bugs)} {breed.plural if len(bugs) > 1 else breed.name} may move"
        return f"This die moves a {breed.name}: {count} with it.", "plain"
    for option in options(state):
        if option.kind == "forgo" and option.use is use and option.refusal is not None:
            return f"{option.refusal.text}  ({option.refusal.rule})", "bad"
    return f"No {breed.name} may move with this die.", "bad"


_WEIGHT = (
    "victory",
    "base-eliminated",
    "base-damaged",
    "capture",
    "player-out",
    "terrain",
    "meteor",
    "hit",
    "burnt",
    "webbed",
    "venom",
    "armour",
    "shielded",
    "fumble",
    "resource",
    "put-back",
    "spent",
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


def draw(screen: TableScreen, surface: pygame.Surface) -> None:
    """Draw the table and the panels."""
    session, places, scale = screen.session, screen.places, screen.app.scale
    state = session.seen
    paint.backdrop(surface, places.mat)
    draw_scene(surface, screen.camera.view, screen.scene(), screen.app.settings.mat)
    note = ""
    if screen.reel is not None:
        note = f"×{screen.reel.speed:g}" if screen.live else f"Replay ×{screen.reel.speed:g}"
    hud.banner(surface, places.banner, session, scale, note)
    hud.dice(surface, places.dice, session, _lit(screen), screen.rolling)
    hud.words(surface, places.words, table_guidance(screen), scale)
    for player in range(len(state.setup.seats)):
        player_panel(surface, places.players[player], session, player, scale)
    aimed = _aimed(screen)
    log = places.log
    if aimed is not None and not places.wide and not places.shared:
        log = pygame.Rect(log.x, log.y, log.width, places.side.y - log.y - screen.u(8))
    screen.log.place(log, scale)
    screen.log.show(session.lines())
    if places.shared:
        if places.log != places.card:
            screen.log.draw(surface)
        _draw_shared(screen, surface, aimed)
    else:
        if log.height > 0:
            screen.log.draw(surface)
        _draw_card(screen, surface)
        if aimed is not None:
            _draw_side(screen, surface, aimed)
    draw_task(screen, surface)
    _draw_note(screen, surface)


def _lit(screen: TableScreen) -> Use | None:
    if screen.pending is not None:
        use: Use | None = getattr(screen.pending[0], "use", None)
        return use
    if screen.my_turn_soon and screen.placing is None and screen.session.state.phase is not Phase.DECIDE:
        return screen.aiming.pays(screen.session.state) if screen.aiming.aim else screen.aiming.use
    return None


def table_guidance(screen: TableScreen) -> tuple[str, str]:
    """What stands beside the dice: what is to be done now, and how."""
    session = screen.session
    if screen.reel is not None:
        moving = screen.reel.playback.moment.moving
        what = session.piece_name(moving) if moving else ""
        head = f"The {what} flies" if moving else "They are pushed away"
        if screen.reel.playback.moment.thrown:
            head = f"The {what}s fall" if is_resource(moving or "") else f"The {what}s fly"
        return head if screen.live else "Instant replay", (
            f"{screen.key(Intent.SKIP)} skips, {screen.key(Intent.SLOWER)} and {screen.key(Intent.FASTER)} "
            "change the speed."
        )
    if screen.rolling is not None:
        return "The dice roll", ""
    if screen.pending is not None:
        action = screen.pending[0]
        what = "throws" if isinstance(action, Throw) else "takes aim"
        return f"{session.name(action.player)} {what}", ""
    aim = screen.aiming.aim
    if screen.my_turn_soon and aim is not None and screen.placing is None:
        state = session.state
        if state.phase is Phase.DECIDE and screen.aiming.pull is None and not aim.ready:
            return guidance(session)
        pulling, fire = screen.aiming.pull is not None, screen.key(Intent.CONFIRM)
        return aiming_words(session, aim.piece, pulling, screen.aiming.stand_in(state), fire, _cramped(screen))
    return guidance(session)


def _cramped(screen: TableScreen) -> bool:
    """Whether a drag has come to the edge of the window, or beyond, and could be longer."""
    pull, aim = screen.aiming.pull, screen.aiming.aim
    if pull is None or aim is None or aim.power >= 1.0:
        return False
    return not screen.rect.inflate(-screen.u(24), -screen.u(24)).collidepoint(pull.last)


def _draw_shared(screen: TableScreen, surface: pygame.Surface, aimed: Shot | None) -> None:
    """One place: the card of what is pointed at, else the aim, else a decision's card, else the log or another card."""
    own = screen.aiming.aim.piece if screen.aiming.aim is not None else None
    if screen.hovered is not None and screen.aiming.pull is None and screen.hovered != own:
        _draw_card(screen, surface)
    elif aimed is not None:
        _draw_side(screen, surface, aimed)
    elif screen.shown_card is not None or (screen.my_turn_soon and screen.session.state.phase is Phase.DECIDE):
        _draw_card(screen, surface)
    elif screen.places.log == screen.places.card:
        screen.log.draw(surface)
    else:
        _draw_card(screen, surface)


def _draw_card(screen: TableScreen, surface: pygame.Surface) -> None:
    """The card of what is picked or hovered; else that of a breed on the dice."""
    session, places = screen.session, screen.places
    state = session.seen
    picked = screen.aiming.aim.piece if screen.aiming.aim else screen.shown_card
    piece = screen.hovered or picked
    if screen.reel is not None:
        piece = screen.reel.playback.moment.moving or piece
    elif isinstance(screen.pending, tuple) and isinstance(screen.pending[0], Flick):
        piece = screen.pending[0].shot.piece
    if screen.placing is not None and screen.placing.choice is not None:
        piece = screen.hovered or screen.placing.choice.piece
    if screen.hovered is None and screen.my_turn_soon and state.phase is Phase.DECIDE:
        # An evolution card that asks for the decision is shown itself.
        due = state.pending[0]
        base = session.army(due.player).base_of(due.card)
        card = card_named(state, due.player, due.card)
        if base is not None and card is not None:
            draw_card(surface, places.card, evolution_face(card, base, session.army(due.player)), lit=True)
            return
    if piece is None and state.dice and state.player >= 0 and state.dice[0].breed:
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
    draw_any_card(surface, places.card, piece, state, lit=picked == piece)


def _aimed(screen: TableScreen) -> Shot | None:
    """The shot that is being aimed, by a person or a bot."""
    if screen.pending is not None:
        shot: Shot | None = getattr(screen.pending[0], "shot", None)
        return shot
    if screen.my_turn_soon and screen.placing is None and screen.aiming.aim is not None:
        return screen.aiming.aim.shot()
    return None


def _draw_side(screen: TableScreen, surface: pygame.Surface, shot: Shot) -> None:
    """The side view of the shot, with power and direction in numbers."""
    piece = screen.session.state.table[shot.piece]
    army = screen.session.dress(max(0, piece.owner))
    draw_aim_panel(surface, screen.places.side, piece, shot, screen.bands.now, army, screen.scale)


def _draw_note(screen: TableScreen, surface: pygame.Surface) -> None:
    """What has just been refused or has just happened, at the top of the mat."""
    words, kind = screen.note
    words = "\n".join(part for part in (screen.app.message, words) if part)
    if not words:
        return
    hud.note(surface, screen.places.mat, words, kind, screen.scale, share=0.84)


def draw_hover(screen: TableScreen, surface: pygame.Surface) -> None:
    """What the pointer rests on: a part of the panel of the aim, or a piece and whether it may be flicked."""
    if _aimed(screen) is not None and screen.aiming.pull is None:
        words = panel_words(screen.places.side, screen.form.pointer, screen.scale, screen.bands.now)
        if words:
            bubble(surface, words, screen.places.side, screen.scale)
            return
    if not screen.busy and screen.aiming.pull is None:
        if screen.places.banner.collidepoint(screen.form.pointer):
            bubble(surface, goal_words(screen.session.state.setup), screen.places.banner, screen.scale)
            return
        for player, rect in enumerate(screen.places.players):
            if rect.collidepoint(screen.form.pointer):
                bubble(surface, standing_words(screen.session, player), rect, screen.scale)
                return
    hovered, session = screen.hovered, screen.session
    if hovered is None or hovered not in session.state.table or screen.aiming.pull is not None or screen.reel:
        return
    piece = session.state.table[hovered]
    called = session.piece_name(hovered)
    words = f"{session.name(piece.owner)}'s {called}" if piece.owner >= 0 else called
    edge = theme.PANEL_EDGE
    aims = screen.placing is None and screen.throwing is None and screen.picking is None
    if screen.my_turn_soon and aims and piece.owner >= 0 and session.state.phase is not Phase.SPEND:
        refusal = rules.why_not(session.state, hovered)
        if refusal is None:
            words, edge = f"{words}: may be flicked", theme.GOLD
        elif special_offers(session.state, hovered):
            offer = special_offers(session.state, hovered)[0].label
            words, edge = f"{words}. {offer}: press {screen.key(Intent.SPECIAL)}", theme.GOLD
        elif piece.owner == session.match.to_act and is_bug(session.state, hovered):
            words = f"{words}. {refusal.text} ({refusal.rule})"
    x, y = screen.camera.view.to_screen(piece.x, piece.y)
    size = screen.camera.view.length(piece.spec.reach)
    about = pygame.Rect(round(x - size), round(y - size), round(2 * size), round(2 * size))
    bubble(surface, words, about, screen.app.scale, edge)
