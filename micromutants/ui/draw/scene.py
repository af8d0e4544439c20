"""The whole table at one moment."""

from __future__ import annotations

import pygame

from micromutants.geometry import covers
from micromutants.physics import Sample
from micromutants.table import KINDS, Piece
from micromutants.ui.draw.effects import draw_effect
from micromutants.ui.draw.highlights import (
    draw_aim,
    draw_ghost,
    draw_glow,
    draw_overlap,
    draw_reach,
    draw_ring,
    draw_trace,
    draw_web,
)
from micromutants.ui.draw.look import Scene, look_of, settled
from micromutants.ui.draw.mat import draw_mat
from micromutants.ui.draw.pieces import draw_piece
from micromutants.ui.view import View

_LEAST = 8
"""Smallest rectangle, px, in which a table is drawn."""


def draw_scene(surface: pygame.Surface, view: View, scene: Scene, felt: str = "green") -> None:
    """Draw the scene into the rectangle of the view; nothing is drawn outside it.

    Pieces are drawn from the lowest to the highest, so that what lies on another, or flies over it, covers it.

    Args:
        surface: What is drawn on.
        view: Where the mat is.
        scene: What is to be seen.
        felt: The mat, one of :data:`~micromutants.ui.theme.MATS`.
    """
    if min(view.rect[2:]) < _LEAST:
        # Nothing can be told apart there, and a minimised window comes back with a size of its own.
        return
    kept = surface.get_clip()
    surface.set_clip(pygame.Rect(view.rect).clip(kept))
    draw_mat(surface, view, scene.setup, scene.zone, alone=scene.alone, felt=felt)
    for reach in scene.reaches:
        draw_reach(surface, view, reach)
    draw_trace(surface, view, scene.trace)
    for effect in scene.effects:
        if effect.kind == "landing":
            draw_effect(surface, view, effect)
    for _, piece, pose in _stacked(scene):
        _draw(surface, view, scene, piece, pose)
    for ghost in scene.ghosts:
        draw_ghost(surface, view, look_of(ghost.piece, scene.setup), ghost)
    for effect in scene.effects:
        if effect.kind != "landing":
            draw_effect(surface, view, effect)
    if scene.aim is not None:
        draw_aim(surface, view, scene.aim)
    surface.set_clip(kept)


def pick(view: View, scene: Scene, px: float, py: float) -> str | None:
    """Id of the uppermost piece at rest under a pixel, or None."""
    if not view.holds(px, py):
        return None
    x, y = view.to_mat(px, py)
    under = [p for p in scene.table if covers(p.shape, p.pose, x, y)]
    return max(under, key=lambda p: (p.kind != "template", p.level, p.spec.chip, p.id)).id if under else None


def _stacked(scene: Scene) -> list[tuple[tuple[float, int, str], Piece, Sample]]:
    """Pieces with their poses, the lowest first."""
    found = []
    for piece in scene.table:
        moving = scene.poses.get(piece.id)
        pose = moving or settled(scene.table, piece)
        height = pose.z if moving else max(pose.z, 2.0 * piece.level)
        if not piece.spec.chip and not moving:
            # Cardboard lies flat on the mat: whatever else is at that height is on top of it.
            height -= 12.0 if piece.kind == "template" else 10.0
        found.append(((height, piece.level, piece.id), piece, pose))
    found.sort(key=lambda entry: entry[0])
    return found


def _draw(surface: pygame.Surface, view: View, scene: Scene, piece: Piece, pose: Sample) -> None:
    look = look_of(piece, scene.setup)
    alpha = scene.fading.get(piece.id, 1.0)
    muted = piece.id in scene.refused
    if piece.id in scene.may_move:
        draw_glow(surface, view, look, pose)
    draw_piece(surface, view, look, pose, face=piece.face, muted=muted, alpha=alpha)
    if piece.level > 0 and piece.id not in scene.poses and KINDS[piece.kind].chip and alpha >= 1.0:
        draw_overlap(surface, view, look, pose)
    if piece.id in scene.webbed:
        draw_web(surface, view, look, pose)
    if piece.id == scene.selected:
        draw_ring(surface, view, look, pose, selected=True)
    elif piece.id == scene.hovered:
        draw_ring(surface, view, look, pose, selected=False)
