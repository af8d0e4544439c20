"""Pictures and moving pictures of a match, without a window."""

from __future__ import annotations

from pathlib import Path

import pygame

from micromutants.rules import State
from micromutants.ui.draw import Scene, draw_scene
from micromutants.ui.view import View


def render_png(state: State, path: str | Path, size: tuple[int, int] = (960, 960)) -> None:
    """Write a picture of the table as it stands in a state."""
    surface = pygame.Surface(size)
    draw_scene(surface, View(state.table.mat, (0, 0, *size)), Scene(state.setup, state.table))
    pygame.image.save(surface, str(path))
