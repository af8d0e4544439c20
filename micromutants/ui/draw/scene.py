"""The whole table at one moment."""

from __future__ import annotations

import pygame

from micromutants.geometry import covers
from micromutants.ui.draw.look import Scene, look_of, resting
from micromutants.ui.draw.mat import draw_mat
from micromutants.ui.draw.pieces import draw_piece
from micromutants.ui.view import View


def draw_scene(surface: pygame.Surface, view: View, scene: Scene) -> None:
    """Draw the scene into the rectangle of the view; nothing is drawn outside it."""
    kept = surface.get_clip()
    surface.set_clip(pygame.Rect(view.rect).clip(kept))
    draw_mat(surface, view, len(scene.setup.seats), scene.zone)
    for piece in scene.table:
        pose = scene.poses.get(piece.id) or resting(piece)
        draw_piece(surface, view, look_of(piece, scene.setup), pose, face=piece.face)
    surface.set_clip(kept)


def pick(view: View, scene: Scene, px: float, py: float) -> str | None:
    """Id of the uppermost piece at rest under a pixel, or None."""
    if not view.holds(px, py):
        return None
    x, y = view.to_mat(px, py)
    under = [p for p in scene.table if covers(p.shape, p.pose, x, y)]
    return max(under, key=lambda p: (p.level, p.spec.chip, p.id)).id if under else None
