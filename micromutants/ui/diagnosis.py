"""What the display and the sound of this machine are, for reports of faults.  No window is opened."""

from __future__ import annotations

import contextlib

import pygame

from micromutants.ui.silence import silenced


def window_facts() -> dict[str, str]:
    """Display and sound, or why there is none, by name."""
    return {
        "SDL": ".".join(map(str, pygame.get_sdl_version())),
        "display": _display(),
        "sound": _sound(),
        "clipboard": "yes" if hasattr(pygame, "scrap") else "none",
    }


def _display() -> str:
    was_open = pygame.display.get_init()
    try:
        with silenced():
            pygame.display.init()
        sizes = ", ".join(f"{width} × {height}" for width, height in pygame.display.get_desktop_sizes())
        return f"{pygame.display.get_driver()}, {sizes or 'of no size'}"
    except pygame.error as error:
        return f"none: {error}"
    finally:
        if not was_open:
            pygame.display.quit()


def _sound() -> str:
    was_open = pygame.mixer is not None and pygame.mixer.get_init() is not None
    try:
        with silenced():
            pygame.mixer.init()
        rate, bits, channels = pygame.mixer.get_init() or (0, 0, 0)
        return f"{pygame.mixer.get_driver()}, {rate} Hz, {abs(bits)} bit, {channels} channels"
    except (pygame.error, NotImplementedError, AttributeError) as error:
        return f"none: {error}"
    finally:
        if not was_open:
            with contextlib.suppress(pygame.error, NotImplementedError, AttributeError):
                pygame.mixer.quit()
