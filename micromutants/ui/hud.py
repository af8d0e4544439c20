"""The panels beside the mat: whose turn, dice, what to do, how each side stands."""

from __future__ import annotations

import pygame

from micromutants.rules import CHANCE, Phase, State, Use, bases_in_play, breed_of, bugs_in_play, out_of_play, to_act
from micromutants.rules.model import DieUse, Extra
from micromutants.table import Face
from micromutants.ui import paint, theme
from micromutants.ui.draw import draw_army_badge, draw_die, draw_emblem
from micromutants.ui.session import Session

LEAST_BUGS = 2
"""A side with so few bugs in play, or fewer, has lost (rule W1)."""


def banner(surface: pygame.Surface, rect: pygame.Rect, session: Session, scale: float, note: str = "") -> None:
    """Whose turn it is, in the colour of the army."""
    state = session.seen
    if state.phase is Phase.OVER:
        player = state.winner
    else:
        actor = to_act(session.seen)
        player = actor if actor is not None and actor >= 0 else state.player if state.player >= 0 else None
    style = theme.NEUTRAL if player is None else theme.army_style(session.army(player).id)
    fill = theme.mix(theme.PANEL, style.colour, 0.35)
    paint.panel(surface, rect, fill=fill, edge=style.colour, radius=round(9 * scale))
    badge = pygame.Rect(rect.x + round(6 * scale), rect.y, rect.height - round(8 * scale), rect.height)
    left = rect.x + round(14 * scale)
    if player is not None:
        draw_army_badge(surface, badge.inflate(0, -round(8 * scale)), session.army(player).id)
        left = badge.right + round(8 * scale)
    size = round(18 * scale)
    if player is None:
        words = "Drawing who begins"
    elif state.phase is Phase.OVER:
        words = f"{session.name(player)} has won"
    elif state.phase is Phase.ARRANGE:
        words = f"{session.name(player)} sets up"
    else:
        words = session.name(player)
    turn = f"Turn {state.turn}" if state.turn else "Set-up"
    right = paint.text(
        surface,
        note or turn,
        (rect.right - round(12 * scale), rect.centery),
        round(13 * scale),
        theme.INK_SOFT,
        anchor="midright",
    )
    paint.text(
        surface, words, (left, rect.centery), size, bold=True, anchor="midleft", width=max(20, right.left - left - 8)
    )


def dice(
    surface: pygame.Surface,
    rects: tuple[pygame.Rect, pygame.Rect],
    session: Session,
    lit: Use | None,
    scale: float,
    rolling: float | None = None,
) -> None:
    """The two dice of the turn; while they roll, those that will lie there.

    Args:
        surface: Target.
        rects: Where each goes.
        session: The match.
        lit: The use whose die is lit.
        scale: Of the type.
        rolling: How far a roll has been shown, 0 to 1; None when the dice lie still.
    """
    state = session.state if rolling is not None else session.seen
    player = state.player if state.player >= 0 else 0
    army = session.army(player)
    for index, rect in enumerate(rects):
        use = (Use.DIE_1, Use.DIE_2)[index]
        if rolling is not None and state.dice and rolling < 0.6 + 0.4 * index:
            # Faces flash by in the order of the die itself: no chance is involved in the picture.
            face = army.dice[index][int(rolling * 30 + index * 3) % 6]
            hop = round(6 * scale * abs(((rolling * 7) % 1.0) - 0.5))
            draw_die(surface, rect.move(0, -hop), face, army.id, number=index + 1)
        elif index < len(state.dice):
            die = state.dice[index]
            draw_die(surface, rect, die.breed, army.id, die.use, number=index + 1, lit=lit is use)
        else:
            draw_die(surface, rect, "", army.id, DieUse.OPEN, number=index + 1)


def guidance(session: Session, waiting: str = "") -> tuple[str, str]:
    """What is going on and what to do next, in words: a headline and a sentence."""
    state = session.seen
    actor = to_act(session.seen)
    if waiting:
        return waiting, ""
    if actor is not None and actor >= 0 and session.is_bot(actor):
        return f"{session.name(actor)} is thinking", "The program works out a move."
    match state.phase:
        case Phase.FIRST | Phase.ROLL:
            return "The dice are thrown", ""
        case Phase.MOVE:
            return "Flick a bug that glows", _move_words(state)
        case Phase.TREMBLE:
            return "The bug flies", ""
        case Phase.PUT_BESIDE:
            beside = state.beside[0]
            owner = session.name(beside.owner)
            return (
                "Put the bug beside the base",
                f"{owner}: point where it shall lie, then click. R turns it.",
            )
        case Phase.REINFORCE:
            return "A reinforcement is due", "Put the bug beside one of your bases, or let it go."
        case Phase.EXTRA:
            return "Extra shot", "Flick any bug that has not moved this turn, or let it go."
        case Phase.ARRANGE:
            return "Place your bugs", "Drag them anywhere in the lit area."
        case Phase.OVER:
            return "The match is over", ""
    return "", ""


def _move_words(state: State) -> str:
    open_breeds = [d.breed for d in state.dice if d.use is DieUse.OPEN]
    extra = " An extra shot is earned." if state.extra is Extra.EARNED else ""
    left = "Both dice are left." if len(open_breeds) == 2 else "One die is left."
    return f"Press on it and drag back; let go to flick. {left}{extra}"


def words(surface: pygame.Surface, rect: pygame.Rect, lines: tuple[str, str], scale: float) -> None:
    """The guidance beside the dice."""
    size = round(16 * scale)
    head = pygame.Rect(rect.x, rect.y, rect.width, round(size * 1.5))
    paint.text(surface, lines[0], head.topleft, size, theme.GOLD, bold=True, width=rect.width)
    body = pygame.Rect(rect.x, head.bottom, rect.width, rect.bottom - head.bottom)
    paint.paragraph(surface, lines[1], body, round(13 * scale), theme.INK_SOFT)


def player_panel(surface: pygame.Surface, rect: pygame.Rect, session: Session, player: int, scale: float) -> None:
    """How a side stands: bugs in play, bugs out of play by breed, its three bases."""
    state = session.seen
    army = session.army(player)
    style = theme.army_style(army.id)
    actor = to_act(state)
    acting = actor == player or (actor == CHANCE and state.player == player)
    paint.panel(surface, rect, edge=style.colour if acting else theme.PANEL_EDGE, radius=round(9 * scale))
    pad = round(8 * scale)
    size = round(14 * scale)
    head = round(24 * scale)
    badge = pygame.Rect(rect.x + pad, rect.y + pad // 2, head, head)
    draw_army_badge(surface, badge, army.id)
    count = len(bugs_in_play(state, player))
    low = count <= LEAST_BUGS + 2 and state.turn > 0
    told = paint.text(
        surface,
        f"{count} bugs in play" if count or player in state.arranged else "not set up yet",
        (rect.right - pad, badge.centery),
        round(13 * scale),
        theme.BAD if low else theme.INK_SOFT,
        anchor="midright",
    )
    bot = "  (bot)" if session.is_bot(player) else ""
    paint.text(
        surface,
        session.name(player) + bot,
        (badge.right + pad, badge.centery),
        size,
        bold=acting,
        anchor="midleft",
        width=told.left - badge.right - 2 * pad,
    )
    body = pygame.Rect(rect.x + pad, badge.bottom + pad // 2, rect.width - 2 * pad, rect.bottom - badge.bottom - pad)
    if body.height > round(70 * scale):
        bases_row = pygame.Rect(body.x, body.y, body.width, body.height // 2)
        bugs_row = pygame.Rect(body.x, bases_row.bottom, body.width, body.height - bases_row.height)
    else:
        bases_row = pygame.Rect(body.x, body.y, round(body.width * 0.4), body.height)
        bugs_row = pygame.Rect(bases_row.right + pad, body.y, body.right - bases_row.right - pad, body.height)
    _bases(surface, bases_row, session, player, scale)
    _bench(surface, bugs_row, session, player, scale)


def _bases(surface: pygame.Surface, rect: pygame.Rect, session: Session, player: int, scale: float) -> None:
    """The three bases: whole, damaged or gone."""
    army = session.army(player)
    standing = {base.id: base for base in bases_in_play(session.seen, player)}
    width = rect.width // max(1, len(army.bases))
    icon = min(width, rect.height - round(14 * scale), round(40 * scale))
    for index, base in enumerate(army.bases):
        cell = pygame.Rect(rect.x + index * width, rect.y, width, rect.height)
        spot = pygame.Rect(0, 0, icon, icon)
        spot.midtop = cell.midtop
        piece = standing.get(base.id)
        if piece is None:
            pygame.draw.circle(surface, theme.PANEL_LIGHT, spot.center, icon // 2, 1)
            pygame.draw.line(surface, theme.BAD, spot.inflate(-8, -8).topleft, spot.inflate(-8, -8).bottomright, 2)
            pygame.draw.line(surface, theme.BAD, spot.inflate(-8, -8).topright, spot.inflate(-8, -8).bottomleft, 2)
            state, ink = "lost", theme.BAD
        else:
            damaged = piece.face is Face.SPECIAL
            draw_emblem(surface, spot, base.id, army.id, special=damaged)
            state, ink = ("damaged", theme.WARM) if damaged else ("main" if base.main else "whole", theme.INK_FAINT)
        paint.text(surface, state, (cell.centerx, spot.bottom), round(10.5 * scale), ink, anchor="midtop", width=width)


def _bench(surface: pygame.Surface, rect: pygame.Rect, session: Session, player: int, scale: float) -> None:
    """The bugs that are out of play, a row of emblems with how many."""
    out = out_of_play(session.seen, player) if session.seen.turn else ()
    size = round(10.5 * scale)
    if not out:
        paint.text(surface, "none out of play", rect.center, size, theme.INK_FAINT, anchor="center", width=rect.width)
        return
    counts: dict[str, int] = {}
    for bug in out:
        counts[breed_of(bug)] = counts.get(breed_of(bug), 0) + 1
    army = session.army(player).id
    width = rect.width // 5
    icon = min(width, rect.height - round(14 * scale), round(34 * scale))
    for index, (breed, count) in enumerate(counts.items()):
        cell = pygame.Rect(rect.x + index * width, rect.y, width, rect.height)
        spot = pygame.Rect(0, 0, icon, icon)
        spot.midtop = cell.midtop
        draw_emblem(surface, spot, breed, army)
        paint.text(surface, f"out ×{count}", (cell.centerx, spot.bottom), size, theme.INK_FAINT, anchor="midtop")
