"""What comes from the window, made handy."""

from __future__ import annotations

import pygame

_MOST_WHEEL = 20.0
"""Steps of the wheel in one event; a broken driver may tell of any number."""


def thinned(events: list[pygame.event.Event]) -> list[pygame.event.Event]:
    """The events with runs of pointer motions shortened to their last one."""
    kept: list[pygame.event.Event] = []
    for event in events:
        if event.type == pygame.MOUSEMOTION and kept and kept[-1].type == pygame.MOUSEMOTION:
            kept[-1] = event
        else:
            kept.append(event)
    return kept


def scaled(pos: tuple[int, int], window: tuple[int, int], canvas: tuple[int, int]) -> tuple[int, int]:
    """A pixel of the window as a pixel of the canvas, which is larger where the window is too small."""
    if window == canvas:
        return (round(pos[0]), round(pos[1]))
    return (round(pos[0] * canvas[0] / window[0]), round(pos[1] * canvas[1] / window[1]))


def wheel_steps(event: pygame.event.Event) -> float:
    """How far the wheel was turned, away from the user is positive."""
    # With Shift some systems turn the wheel sideways.
    steps: float = getattr(event, "precise_y", event.y) or -getattr(event, "precise_x", event.x)
    return max(-_MOST_WHEEL, min(_MOST_WHEEL, steps))
