"""Pieces in any attitude."""

from __future__ import annotations

import pygame

from micromutants.geometry import Disc, Pose, outline
from micromutants.physics import Sample
from micromutants.table import KINDS, Face
from micromutants.ui import theme
from micromutants.ui.draw.look import Look
from micromutants.ui.view import View


def draw_piece(
    surface: pygame.Surface,
    view: View,
    look: Look,
    pose: Sample,
    *,
    face: Face = Face.NORMAL,
    muted: bool = False,
    alpha: float = 1.0,
    shadow: bool = True,
) -> None:
    """Draw one piece.

    Args:
        surface: What is drawn on.
        view: Where the mat is.
        look: How the piece looks.
        pose: Where its centre is and its attitude; a chip shows the side that points up in it.
        face: The side of a base (``SPECIAL`` is damaged); chips follow ``pose``.
        muted: Paler, for a piece that can do nothing now.
        alpha: 1 opaque to 0 invisible.
        shadow: Whether it throws a shadow.
    """
    shape = KINDS[look.kind].shape
    points = [view.to_screen(x, y) for x, y in outline(shape, Pose(pose.x, pose.y))]
    pygame.draw.polygon(surface, theme.army_style(look.army).colour, points, 0 if isinstance(shape, Disc) else 2)
