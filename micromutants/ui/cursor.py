"""The shape of the pointer: what it says of the place it is over."""

from __future__ import annotations

import enum

import pygame


class Shape(enum.Enum):
    """What the pointer looks like."""

    ARROW = pygame.SYSTEM_CURSOR_ARROW
    HAND = pygame.SYSTEM_CURSOR_HAND
    """Over what can be pressed."""
    TEXT = pygame.SYSTEM_CURSOR_IBEAM
    """Over what can be typed into."""
    AIM = pygame.SYSTEM_CURSOR_CROSSHAIR
    """While a drag aims."""
    MOVE = pygame.SYSTEM_CURSOR_SIZEALL
    """While something is moved with the pointer."""


class Cursor:
    """Sets the shape of the pointer where it changes."""

    def __init__(self) -> None:
        self.shape = Shape.ARROW

    def show(self, shape: Shape) -> None:
        """Give the pointer this shape; a system that has none keeps its own."""
        if shape is self.shape:
            return
        self.shape = shape
        try:
            pygame.mouse.set_cursor(shape.value)
        except pygame.error:
            return
