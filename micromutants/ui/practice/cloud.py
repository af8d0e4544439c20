"""The scatter of a shot on the mat: a dot for each landing, or a map of how often it ends where."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pygame
from numpy.typing import NDArray

from micromutants.physics import Scatter
from micromutants.ui import theme
from micromutants.ui.view import View

CELL = 8.0
"""Side of a cell of the heat map, mm."""

STOPS = ((40, 60, 140), (86, 180, 233), (240, 228, 66), (230, 159, 0), (213, 74, 20))
"""Colours of the heat map from seldom to often."""


def draw_cloud(surface: pygame.Surface, view: View, cloud: Sequence[Scatter]) -> None:
    """A dot where each shot ended: filled with the normal side up, a ring with the special side up."""
    radius = max(2.5, view.length(1.6))
    for part in cloud:
        for x, y, face in zip(part.x, part.y, part.face, strict=True):
            at = view.to_screen(float(x), float(y))
            if not view.holds(*at):
                continue
            pygame.draw.aacircle(surface, (16, 12, 10), at, radius + 1.2)
            if face:
                pygame.draw.aacircle(surface, theme.GOLD, at, radius, max(1, round(radius * 0.5)))
            else:
                pygame.draw.aacircle(surface, theme.GOOD, at, radius)


def heat(cloud: Sequence[Scatter], width: float, height: float) -> NDArray[np.float64]:
    """How often shots end in each cell of the mat, smoothed, 1 for the commonest cell; columns by rows.

    Args:
        cloud: Chunks of a scatter.
        width: Of the mat, mm.
        height: Of the mat, mm.
    """
    x = np.concatenate([part.x for part in cloud])
    y = np.concatenate([part.y for part in cloud])
    shape = (max(1, round(width / CELL)), max(1, round(height / CELL)))
    counts, _, _ = np.histogram2d(x, y, bins=shape, range=((0.0, width), (0.0, height)))
    kernel = np.array((0.25, 0.5, 0.25))
    for axis in (0, 1):
        counts = np.apply_along_axis(lambda row: np.convolve(row, kernel, mode="same"), axis, counts)
    most = counts.max()
    return np.asarray(counts / most if most > 0.0 else counts, np.float64)


def draw_heat(surface: pygame.Surface, view: View, cloud: Sequence[Scatter]) -> None:
    """The map, laid over the mat; where no shot ended nothing is drawn."""
    mat = view.mat
    shares = heat(cloud, mat.width, mat.height)
    colours = np.zeros((*shares.shape, 3))
    at = np.linspace(0.0, 1.0, len(STOPS))
    for channel in range(3):
        colours[..., channel] = np.interp(np.sqrt(shares), at, [stop[channel] for stop in STOPS])
    small = pygame.Surface(shares.shape, pygame.SRCALPHA)
    # Rows of the map run upwards, those of a picture downwards.
    pixels = pygame.surfarray.pixels3d(small)
    pixels[:] = colours[:, ::-1].astype(np.uint8)
    del pixels
    alpha = pygame.surfarray.pixels_alpha(small)
    alpha[:] = np.clip(60 + 170 * np.sqrt(shares[:, ::-1]), 0, 230).astype(np.uint8) * (shares[:, ::-1] > 0.004)
    del alpha
    left, top, width, height = view.mat_rect
    seen = pygame.Rect(round(left), round(top), round(width), round(height))
    surface.blit(pygame.transform.smoothscale(small, seen.size), seen)
