"""The panels beside the mat: whose turn, dice, what to do."""

from __future__ import annotations

import pygame

from micromutants.rules import Phase, Use, to_act
from micromutants.rules.model import DieUse
from micromutants.ui import paint, theme
from micromutants.ui.draw import draw_army_badge, draw_die, draw_tumbling
from micromutants.ui.session import Session

_TURNS = 7
"""So many quarter turns the first die makes."""


def banner(surface: pygame.Surface, rect: pygame.Rect, session: Session, scale: float, note: str = "") -> None:
    """Whose turn it is, in the colour of the army."""
    state = session.seen
    if state.phase is Phase.OVER:
        player = state.winner
    else:
        actor = to_act(session.seen)
        player = actor if actor is not None and actor >= 0 else state.player if state.player >= 0 else None
    style = theme.NEUTRAL if player is None else theme.army_style(session.dress(player))
    fill = theme.mix(theme.PANEL, style.colour, 0.35)
    paint.panel(surface, rect, fill=fill, edge=style.colour, radius=round(9 * scale))
    badge = pygame.Rect(rect.x + round(6 * scale), rect.y, rect.height - round(8 * scale), rect.height)
    left = rect.x + round(14 * scale)
    if player is not None:
        draw_army_badge(surface, badge.inflate(0, -round(8 * scale)), session.dress(player))
        left = badge.right + round(8 * scale)
    size = round(18 * scale)
    if player is None and state.phase is Phase.OVER:
        words = "A draw"
    elif player is None:
        words = "Drawing who begins"
    elif state.phase is Phase.OVER:
        words = f"{session.name(player)} has won"
    elif state.phase is Phase.DROP:
        words = "Setting up"
    elif state.phase is Phase.ARRANGE:
        words = f"{session.name(player)} sets up"
    else:
        words = session.name(player)
    turn = f"Turn {state.turn}" if state.turn else "Set-up"
    if state.turn and player is not None and player != state.player and state.phase is not Phase.OVER:
        turn = f"in {session.name(state.player)}'s turn"
    right = paint.text(
        surface,
        note or turn,
        (rect.right - round(12 * scale), rect.centery),
        round(13 * scale),
        theme.INK_SOFT,
        anchor="midright",
        width=rect.width // 2,
        least=round(10 * scale),
    )
    room, least = max(20, right.left - left - 8), round(12 * scale)
    at = (left, rect.centery)
    paint.text(surface, words, at, size, display=True, anchor="midleft", width=room, least=least)


def dice(
    surface: pygame.Surface,
    rects: tuple[pygame.Rect, pygame.Rect],
    session: Session,
    lit: Use | None,
    rolling: float | None = None,
) -> None:
    """The two dice of the turn; while they roll, those that will lie there.

    Args:
        surface: Target.
        rects: Where each goes.
        session: The match.
        lit: The use whose die is lit.
        rolling: How far a roll has been shown, 0 to 1; None when the dice lie still.
    """
    state = session.state if rolling is not None else session.seen
    player = state.player if state.player >= 0 else 0
    army = session.army(player)
    lying = session.seen.dice
    for index, rect in enumerate(rects):
        use = (Use.DIE_1, Use.DIE_2)[index]
        # A single die that is rolled again leaves the other one alone.
        rolls = rolling is not None and not (lying and lying[index].breed)
        if rolls and rolling is not None and state.dice and rolling < 0.6 + 0.4 * index:
            # The faces come up in the order of the die itself, so no chance is involved in the picture.
            sides = army.dice[index]
            faces = [*(sides[(3 * index + i) % len(sides)] for i in range(_TURNS + 2 * index)), state.dice[index].breed]
            draw_tumbling(surface, rect, faces, session.dress(player), rolling / (0.6 + 0.4 * index), number=index + 1)
        elif index < len(state.dice):
            die = state.dice[index]
            draw_die(surface, rect, die.breed, session.dress(player), die.use, number=index + 1, lit=lit is use)
        else:
            draw_die(surface, rect, "", session.dress(player), DieUse.OPEN, number=index + 1)


def words(surface: pygame.Surface, rect: pygame.Rect, lines: tuple[str, str], scale: float) -> None:
    """The guidance beside the dice."""
    size = round(16 * scale)
    head = pygame.Rect(rect.x, rect.y, rect.width, round(size * 1.5))
    paint.text(surface, lines[0], head.topleft, size, theme.GOLD, bold=True, width=rect.width, least=round(12 * scale))
    body = pygame.Rect(rect.x, head.bottom, rect.width, rect.bottom - head.bottom)
    small = round(13 * scale)
    # Long sentences are set a little smaller rather than cut.
    while small > 9 and len(paint.wrapped(lines[1], small, body.width)) * round(small * 1.4) > body.height:
        small -= 1
    paint.paragraph(surface, lines[1], body, small, theme.INK_SOFT)


def note(
    surface: pygame.Surface,
    mat: pygame.Rect,
    words: str,
    kind: str,
    scale: float,
    *,
    share: float,
    most: int | None = None,
    middle: bool = False,
) -> None:
    """What has just happened or been refused, at the top of the mat or in its middle.

    Args:
        surface: Target.
        mat: Where the mat is.
        words: Some.
        kind: "bad", "good" or anything else, which the edge shows.
        scale: Of the layout.
        share: Of the mat's width that lines may take.
        most: So many lines are shown; None for all.
        middle: Whether it lies in the middle of the mat.
    """
    size, pad = round(14 * scale), round(10 * scale)
    lines = paint.wrapped(words, size, round(mat.width * share))[:most]
    width = max(paint.width_of(line, size) for line in lines) + 2 * pad
    step = round(size * 1.4)
    box = pygame.Rect(0, 0, width, step * len(lines) + pad)
    if middle:
        box.center = mat.center
    else:
        box.midtop = (mat.centerx, mat.y + pad)
    edge = {"bad": theme.BAD, "good": theme.GOLD}.get(kind, theme.PANEL_EDGE)
    paint.panel(surface, box, fill=theme.TABLE_DARK, edge=edge, radius=round(8 * scale), alpha=235)
    for number, line in enumerate(lines):
        paint.text(surface, line, (box.centerx, box.y + pad // 2 + number * step), size, anchor="midtop")
