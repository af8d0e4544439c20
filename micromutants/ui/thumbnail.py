"""A small picture of a shot: where it went, and how it lies at the end."""

from __future__ import annotations

from dataclasses import replace

import pygame

from micromutants.shots import SavedShot
from micromutants.ui.draw import Scene, draw_backdrop, draw_scene
from micromutants.ui.playback import moment_of, trace_of
from micromutants.ui.view import ZOOM_MAX, View

_MARGIN = 45.0
"""Room about the way of the chip, mm."""


def thumbnail(shot: SavedShot, size: tuple[int, int]) -> pygame.Surface:
    """The table at rest, before any rule, with the way of the shot, near enough to show all of it.

    Args:
        shot: The shot.
        size: Width and height, px.
    """
    surface = pygame.Surface(size, 0, 32)
    draw_backdrop(surface, surface.get_rect())
    moment = moment_of(shot)
    last = {piece: samples[-1] for piece, samples in shot.track.items()}
    scene = Scene(shot.setup, shot.before, poses=last, webbed=frozenset(shot.webbed), looks=moment.looks)
    scene = replace(scene, trace=trace_of(moment))
    draw_scene(surface, close_view(shot, size), scene)
    return surface


def close_view(shot: SavedShot, size: tuple[int, int], *others: SavedShot) -> View:
    """The view that shows all that moves in a shot.

    Args:
        shot: The shot.
        size: Width and height of the picture, px.
        others: Further shots, of which all that moves is to be seen too.
    """
    view = View(shot.before.mat, (0, 0, *size))
    points = [(s.x, s.y) for one in (shot, *others) for samples in one.track.values() for s in samples]
    if not points:
        return view
    mat = shot.before.mat
    xs = [min(mat.width, max(0.0, x)) for x, _ in points]
    ys = [min(mat.height, max(0.0, y)) for _, y in points]
    wide = max(xs) - min(xs) + 2 * _MARGIN
    tall = max(ys) - min(ys) + 2 * _MARGIN
    zoom = min(size[0] / view.scale / wide, size[1] / view.scale / tall, 0.6 * ZOOM_MAX)
    near = view.zoomed(max(1.0, zoom))
    return near.centred((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2)
