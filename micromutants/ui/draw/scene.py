"""The whole table at one moment."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import pygame

from micromutants.geometry import covers
from micromutants.physics import Sample
from micromutants.rules import is_base
from micromutants.table import KINDS, Face, Piece
from micromutants.ui.asked import Same
from micromutants.ui.draw.effects import draw_effect, draw_smoke
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
from micromutants.ui.draw.look import Look, Scene, settled
from micromutants.ui.draw.mat import draw_mat
from micromutants.ui.draw.pieces import draw_piece
from micromutants.ui.view import View
from micromutants.ui.wear import kept_by_wear

_LEAST = 8
"""Smallest rectangle, px, in which a table is drawn."""

_AROUND, _AT_LEAST = 60.0, 30
"""How far light, shadow and smoke reach beyond a piece, mm, and where a mm is next to nothing, px."""


def draw_scene(surface: pygame.Surface, view: View, scene: Scene, felt: str = "green") -> None:
    """Draw the scene into the rectangle of the view; nothing is drawn outside it.

    Pieces are drawn from the lowest to the highest, so that what lies on another, or flies over it, covers it.

    Args:
        surface: What is drawn on.
        view: Where the mat is.
        scene: What is to be seen.
        felt: The mat, one of :data:`~micromutants.ui.theme.FELTS`.
    """
    if min(view.rect[2:]) < _LEAST:
        # Nothing can be told apart there, and a minimised window comes back with a size of its own.
        return
    kept = surface.get_clip()
    surface.set_clip(pygame.Rect(view.rect).clip(kept))
    at_rest = frozenset(
        p.id for p in scene.table if p.level == 0 and p.id not in scene.poses and p.id not in scene.fading
    )
    ground = _ground(
        replace(view, rect=(0, 0, *view.rect[2:])),
        Same(scene.setup),
        Same(scene.table),
        at_rest,
        _marked(scene, at_rest),
        (scene.zone, scene.alone, felt),
        tuple(scene.looks.items()),
    )
    surface.blit(ground, view.rect[:2])
    for reach in scene.reaches:
        draw_reach(surface, view, reach)
    draw_trace(surface, view, scene.trace)
    for effect in scene.effects:
        if effect.kind == "landing":
            draw_effect(surface, view, effect)
    for _, piece, pose in _stacked(scene, at_rest):
        _draw(surface, view, scene, piece, pose)
    for piece_id in dict.fromkeys((scene.hovered, scene.selected)):
        _ring(surface, view, scene, piece_id)
    for ghost in scene.ghosts:
        draw_ghost(surface, view, scene.look(ghost.piece), ghost)
    for effect in scene.effects:
        if effect.kind != "landing":
            draw_effect(surface, view, effect)
    if scene.aim is not None:
        draw_aim(surface, view, scene.aim)
    surface.set_clip(kept)


_GLOW = 7.0
"""So far from a chip that may move a pixel still means it, px."""


def pick(view: View, scene: Scene, px: float, py: float) -> str | None:
    """Id of the piece at rest under a pixel, or None: the uppermost of those that may move, else the uppermost of all.

    What lies under another one can be flicked, and may be seen no more than at its rim.  On the bare mat it is the
    nearest that may move and whose glow is there, so that small chips need not be hit exactly.
    """
    if not view.holds(px, py):
        return None
    x, y = view.to_mat(px, py)
    under = [p for p in scene.table if covers(p.shape, p.pose, x, y)]
    under = [p for p in under if p.id in scene.may_move] or under
    if not under:
        glowing = [p for p in scene.table if p.id in scene.may_move]
        near = min(glowing, key=lambda p: math.dist((p.x, p.y), (x, y)), default=None)
        reach = 0.0 if near is None else near.spec.reach + _GLOW / view.scale
        return near.id if near is not None and math.dist((near.x, near.y), (x, y)) <= reach else None
    return max(under, key=lambda p: (p.kind != "template", p.level, p.spec.chip, p.id)).id if under else None


@dataclass(frozen=True, slots=True)
class _Marked:
    """Which pieces at rest are seen with something about them."""

    may_move: frozenset[str]
    refused: frozenset[str]
    webbed: frozenset[str]


def _marked(scene: Scene, at_rest: frozenset[str]) -> _Marked:
    return _Marked(scene.may_move & at_rest, scene.refused & at_rest, scene.webbed & at_rest)


@kept_by_wear(maxsize=2)
def _ground(
    view: View,
    setup: Same,
    table: Same,
    at_rest: frozenset[str],
    marked: _Marked,
    mat: tuple[int | None, int, str],
    looks: tuple[tuple[str, Look], ...],
) -> pygame.Surface:
    """The mat with every piece that lies flat on it: it changes only when something comes to rest or starts to move."""
    picture = pygame.Surface(view.rect[2:], 0, 32)
    zone, alone, felt = mat
    draw_mat(picture, view, setup.value, zone, alone=alone, felt=felt)
    scene = Scene(
        setup.value,
        table.value,
        may_move=marked.may_move,
        refused=marked.refused,
        webbed=marked.webbed,
        alone=alone,
        looks=dict(looks),
    )
    others = frozenset(p.id for p in scene.table) - at_rest
    for _, piece, pose in _stacked(scene, others):
        _draw(picture, view, scene, piece, pose)
    return picture


def _stacked(scene: Scene, without: frozenset[str]) -> list[tuple[tuple[float, int, str], Piece, Sample]]:
    """Pieces with their poses, the lowest first."""
    found = []
    for piece in scene.table:
        if piece.id in without:
            continue
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
    if not _seen(view, piece, pose):
        return
    look = scene.look(piece)
    alpha = scene.fading.get(piece.id, 1.0)
    muted = piece.id in scene.refused
    if piece.id in scene.may_move:
        draw_glow(surface, view, look, pose)
    draw_piece(surface, view, look, pose, face=piece.face, muted=muted, alpha=alpha)
    if piece.level > 0 and piece.id not in scene.poses and KINDS[piece.kind].chip and alpha >= 1.0:
        draw_overlap(surface, view, look, pose)
    if is_base(scene.setup, piece.id) and piece.face is Face.SPECIAL and alpha >= 1.0:
        draw_smoke(surface, view, pose)
    if piece.id in scene.webbed:
        draw_web(surface, view, look, pose)


def _seen(view: View, piece: Piece, pose: Sample) -> bool:
    """Whether anything of a piece can be seen: what lies outside is not drawn, which at a high zoom is most."""
    left, top, width, height = view.rect
    x, y = view.to_screen(pose.x, pose.y)
    around = _AT_LEAST + view.length(2.0 * piece.spec.reach + _AROUND + 3.0 * abs(pose.z))
    return left - around <= x <= left + width + around and top - around <= y <= top + height + around


def _ring(surface: pygame.Surface, view: View, scene: Scene, piece_id: str | None) -> None:
    """The ring about what is picked or pointed at; it is never covered."""
    piece = scene.table.get(piece_id or "")
    if piece is None:
        return
    pose = scene.poses.get(piece.id) or settled(scene.table, piece)
    draw_ring(surface, view, scene.look(piece), pose, selected=piece.id == scene.selected)
