"""Pictures of the program's own screens, made without a display: the same each time, whatever machine makes them."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import msgspec
import pygame

from micromutants.folders import elsewhere
from micromutants.ui.app import App
from micromutants.ui.gallery.learning import LEARNING
from micromutants.ui.gallery.matches import MATCHES, showcase
from micromutants.ui.gallery.menus import MENUS
from micromutants.ui.gallery.staging import Picture
from micromutants.ui.gallery.watching import WATCHING
from micromutants.ui.pictures import image, write_image
from micromutants.ui.screen import Screen
from micromutants.ui.settings import Settings
from micromutants.ui.wear import wearing

SCREENS: Mapping[str, Picture] = MappingProxyType({**MENUS, **MATCHES, **WATCHING, **LEARNING})
"""What can be pictured: each puts itself on top of an empty stack."""

SHOWCASES: Mapping[str, Picture] = MappingProxyType({"showcase": showcase})
"""As :data:`SCREENS`, but they take some seconds, and every change of rules, physics and bots shows in them."""

QUALITY = 84
"""Of JPEG files: type stays sharp, and the felt does not make them large."""


def pictures(
    size: tuple[int, int], names: Sequence[str] = (), settings: Settings | None = None
) -> Iterator[tuple[str, pygame.Surface]]:
    """Open the program at a size and yield each screen's name and picture.

    Args:
        size: Of the window, px.
        names: Which of :data:`SCREENS` and :data:`SHOWCASES`; empty means all screens.
        settings: In place of the defaults; saved ones are not looked at.

    Raises:
        pygame.error: There is no display; the dummy driver of SDL is one.
    """
    with nobody():
        app = App(size, settings or Settings())
        for name in names or tuple(SCREENS):
            with showing(app, name):
                app.manager.update(0.01)
                app.draw()
                window = pygame.display.get_surface()
                assert window is not None
                yield name, window.copy()


@contextlib.contextmanager
def nobody() -> Iterator[None]:
    """Nothing of the user's is seen meanwhile: no match to go on with, no saved shots."""
    with tempfile.TemporaryDirectory(prefix="micromutants-") as folder, elsewhere(Path(folder)):
        yield


@contextlib.contextmanager
def showing(app: App, name: str) -> Iterator[Screen]:
    """One of :data:`SCREENS` and :data:`SHOWCASES` on top of an empty stack, which is empty again afterwards."""
    app.stack.clear()
    app.message = ""
    with wearing(app.settings.wear):
        (SCREENS.get(name) or SHOWCASES[name])(app)
    yield app.top
    while app.stack:
        app.stack.pop().left()


def save(folder: Path, size: tuple[int, int], names: Sequence[str], mat: str) -> Iterator[tuple[str, Path]]:
    """Write pictures as JPEG files and yield each one's name and file.

    Args:
        folder: Where they go.
        size: Of the window, px.
        names: Which; empty means all screens.
        mat: The felt.

    Raises:
        OSError: A file can not be written.
    """
    settings = msgspec.convert({"mat": mat}, Settings)
    for name, surface in pictures(size, names, settings):
        path = folder / f"{name}.jpg"
        write_image(path, image(surface), "JPEG", quality=QUALITY, optimize=True, subsampling=0)
        yield name, path
