"""The mat and the table it lies on."""

from __future__ import annotations

import pygame

from micromutants.ui import theme
from micromutants.ui.view import View


def draw_mat(surface: pygame.Surface, view: View, players: int = 2, zone: int | None = None) -> None:
    """Draw table top and mat over the whole rectangle of the view.

    Args:
        surface: What is drawn on.
        view: Where the mat is.
        players: How many set-up areas and rows of base spots the mat shows.
        zone: Player whose set-up area is lit, or None.
    """
    surface.fill(theme.TABLE, pygame.Rect(view.rect))
    surface.fill(theme.MAT, pygame.Rect([round(v) for v in view.mat_rect]).clip(pygame.Rect(view.rect)))
