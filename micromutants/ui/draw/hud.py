"""Things beside the table: dice, cards, badges, the side view of a shot."""

from __future__ import annotations

import pygame

from micromutants.rules import Army, Breed, DieUse
from micromutants.ui import theme


def draw_text(
    surface: pygame.Surface,
    text: str,
    rect: pygame.Rect,
    size: int,
    colour: theme.Colour = theme.INK,
    *,
    bold: bool = False,
    align: str = "left",
    lines: int = 1,
) -> int:
    """Write text into a rectangle from its top, wrapped and cut with … where it does not fit.

    Args:
        surface: What is drawn on.
        text: Any text; control characters count as blanks.
        rect: Where.
        size: Height of the type, px.
        colour: Of the type.
        bold: Heavy type.
        align: ``left``, ``centre`` or ``right``.
        lines: Most lines that are written.

    Returns:
        The y below the last line, px.
    """
    surface.blit(theme.font(size, bold).render(text.replace("\0", " "), True, colour), rect)
    return rect.top + size


def draw_emblem(surface: pygame.Surface, rect: pygame.Rect, emblem: str, army: str, *, special: bool = False) -> None:
    """Draw the sticker of a breed, projectile or base, as large as fits in the middle of ``rect``."""
    pygame.draw.circle(surface, theme.army_style(army).colour, rect.center, min(rect.size) // 2)


def draw_army_badge(surface: pygame.Surface, rect: pygame.Rect, army: str) -> None:
    """Draw the round badge of an army, its colour with its shape mark, in the middle of ``rect``."""
    pygame.draw.circle(surface, theme.army_style(army).colour, rect.center, min(rect.size) // 2)


def draw_die(
    surface: pygame.Surface,
    rect: pygame.Rect,
    breed: str,
    army: str,
    use: DieUse = DieUse.OPEN,
    *,
    number: int = 0,
    lit: bool = False,
) -> None:
    """Draw an Action die that shows a breed.

    Args:
        surface: What is drawn on.
        rect: Where; the die is as large as fits in its middle.
        breed: Breed id on top; empty draws a die that has not been rolled.
        army: Army id.
        use: What became of it; a die that is not open is greyed and marked.
        number: 1 or 2, printed in a corner; 0 prints none.
        lit: Whether it is the one that is being used.
    """
    pygame.draw.rect(surface, theme.army_style(army).colour, rect, border_radius=rect.width // 6)


def draw_card(
    surface: pygame.Surface, rect: pygame.Rect, breed: Breed, army: Army, *, in_force: bool = False, lit: bool = False
) -> None:
    """Draw the card of a breed: emblem, name, chip, sides, ability, and whether the ability is in force yet."""
    pygame.draw.rect(surface, theme.PAPER, rect, border_radius=8)
    draw_text(surface, breed.name, rect, 18, theme.PAPER_INK, bold=True)


def draw_side_view(
    surface: pygame.Surface,
    rect: pygame.Rect,
    kind: str,
    loft: float,
    offset: float,
    power: float,
    army: str = "",
    text_size: int = 14,
) -> None:
    """Draw a chip under the shooter from the side: guide angle, where it is pressed, how hard.

    Args:
        surface: What is drawn on.
        rect: Where.
        kind: The chip's kind.
        loft: Take-off angle, rad.
        offset: 0 centre to 1 rim.
        power: 0 to 1.
        army: Whose colour the chip has.
        text_size: Height of the type, px.
    """
    pygame.draw.rect(surface, theme.PANEL, rect, border_radius=8)


def draw_backdrop(surface: pygame.Surface, rect: pygame.Rect) -> None:
    """Fill a rectangle with the dark, warm table top (for screens without a table)."""
    surface.fill(theme.TABLE, rect)
