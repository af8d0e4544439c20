"""Surfaces as files: single pictures, and moving ones with a palette that fits all frames."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pygame
from PIL import Image

from micromutants.match import write_whole
from micromutants.ui import theme

LEAST, MOST = 64, 4096
"""Smallest and largest width and height of a picture, px."""


def sheet(size: tuple[int, int]) -> pygame.Surface:
    """A surface to draw a picture on; it needs no display.

    Raises:
        ValueError: The size is out of range.
    """
    width, height = size
    if not (LEAST <= width <= MOST and LEAST <= height <= MOST):
        raise ValueError(f"size must be from {LEAST} by {LEAST} to {MOST} by {MOST} px, not {width} by {height}")
    return pygame.Surface((width, height), 0, 32)


def image(surface: pygame.Surface) -> Image.Image:
    """A surface as an image of Pillow."""
    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))


def write_image(path: str | Path, picture: Image.Image, kind: str, **options: Any) -> None:
    """Write an image of Pillow, whole or not at all.

    Args:
        path: File to write.
        picture: The image.
        kind: Of file, as Pillow calls it, such as "PNG".
        options: Of that kind, as for Pillow.

    Raises:
        StorageError: The file cannot be written; what was there before is untouched.
    """
    data = io.BytesIO()
    picture.save(data, kind, **options)
    write_whole(Path(path), data.getvalue())


def write_gif(path: str | Path, surfaces: Iterator[pygame.Surface], times: Sequence[int], colours: Image.Image) -> None:
    """Write a moving picture that begins again at its end.

    Args:
        path: File to write.
        surfaces: The frames; each is taken when it is needed.
        times: How long each is shown, hundredths of a second.
        colours: The palette.

    Raises:
        StorageError: The file cannot be written; what was there before is untouched.
    """
    write_frames(path, (in_palette(surface, colours) for surface in surfaces), times)


def in_palette(surface: pygame.Surface, colours: Image.Image) -> Image.Image:
    """A surface as a frame of a moving picture with that palette."""
    return image(surface).quantize(palette=colours, dither=Image.Dither.NONE)


def write_frames(path: str | Path, pictures: Iterator[Image.Image], times: Sequence[int]) -> None:
    """As :func:`write_gif`, from frames that are images of Pillow already; needs no pygame, so a thread may do it.

    Raises:
        StorageError: The file cannot be written; what was there before is untouched.
    """
    first = next(pictures)
    write_image(
        path,
        first,
        "GIF",
        save_all=True,
        append_images=pictures,
        duration=[10 * time for time in times],
        loop=0,
        disposal=1,
        optimize=True,
    )


def palette(surfaces: Sequence[pygame.Surface]) -> Image.Image:
    """One palette for all frames, from a strip of some, and swatches so that small bright things keep their colour."""
    width, height = surfaces[0].get_size()
    bands = [theme.GOLD, theme.INK, theme.PANEL, theme.GOOD, theme.BAD, theme.WARM, theme.PAPER, (255, 255, 255)]
    # Acid, and what comes out of a warp.
    bands += [(132, 168, 20), (200, 230, 74), (52, 42, 120), (150, 170, 255)]
    for style in theme.ARMIES.values():
        bands += [style.colour, style.deep, style.tint, theme.mix(style.colour, theme.WHITE, 0.4)]
        bands += [theme.mix(style.colour, style.deep, 0.5), theme.mix(style.colour, style.tint, 0.5)]
    swatch = max(4, height * len(surfaces) // 8 // len(bands))
    strip = Image.new("RGB", (width, height * len(surfaces) + swatch * len(bands)))
    for i, surface in enumerate(surfaces):
        strip.paste(image(surface), (0, i * height))
    for i, colour in enumerate(bands):
        strip.paste(colour, (0, height * len(surfaces) + i * swatch, width, height * len(surfaces) + (i + 1) * swatch))
    return strip.quantize(255, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
