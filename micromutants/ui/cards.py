"""The card of any piece: breeds have theirs, bases get one made of the same paper."""

from __future__ import annotations

import pygame

from micromutants.rules import breed_of, is_base
from micromutants.table import Face
from micromutants.ui import paint, theme
from micromutants.ui.draw import draw_card, draw_emblem
from micromutants.ui.session import Session


def draw_any_card(
    surface: pygame.Surface, rect: pygame.Rect, piece: str, session: Session, *, lit: bool = False
) -> None:
    """Draw the card of a bug or a base by its id."""
    for player in range(len(session.state.setup.seats)):
        army = session.army(player)
        if is_base(piece) and any(base.id == piece for base in army.bases):
            _base_card(surface, rect, piece, session, player)
            return
        for breed in army.breeds:
            if breed.id == breed_of(piece):
                draw_card(surface, rect, breed, army, lit=lit)
                return


def _base_card(surface: pygame.Surface, rect: pygame.Rect, piece: str, session: Session, player: int) -> None:
    """The card of a base: what it is and what happens when it is captured."""
    army = session.army(player)
    base = next(b for b in army.bases if b.id == piece)
    style = theme.army_style(army.id)
    radius = max(6, rect.width // 22)
    pygame.draw.rect(surface, theme.PAPER, rect, border_radius=radius)
    pygame.draw.rect(surface, style.colour, rect, max(2, rect.width // 70), border_radius=radius)
    pad = max(6, rect.width // 16)
    size = max(10, rect.width // 13)
    inner = rect.inflate(-2 * pad, -2 * pad)
    paint.text(
        surface,
        base.name,
        inner.midtop,
        round(size * 1.15),
        theme.PAPER_INK,
        bold=True,
        anchor="midtop",
        width=inner.width,
    )
    on_mat = session.seen.table.get(piece)
    damaged = on_mat is not None and on_mat.face is Face.SPECIAL
    picture = pygame.Rect(0, 0, round(inner.width * 0.62), round(min(inner.width * 0.62, inner.height * 0.36)))
    picture.midtop = (inner.centerx, inner.y + round(size * 1.7))
    draw_emblem(surface, picture, piece, army.id, special=damaged)
    kind = "Main base" if base.main else "Base"
    if on_mat is None:
        told = "It has been eliminated."
    elif damaged:
        told = "Damaged. A bug that ends over it eliminates it and stays (B3)."
    else:
        told = "Undamaged. A bug that ends over it damages it; its owner puts that bug beside it (B2)."
    top = picture.bottom + pad // 2
    paint.text(surface, kind, (inner.centerx, top), size, style.deep, bold=True, anchor="midtop")
    body = pygame.Rect(inner.x, top + round(size * 1.6), inner.width, inner.bottom - top - round(size * 1.6))
    paint.paragraph(surface, told, body, round(size * 0.92), theme.PAPER_INK, align="center")
