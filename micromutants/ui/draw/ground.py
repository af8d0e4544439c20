"""Textures: the print of the mat and the wood of the table, made from noise with a fixed seed."""

from __future__ import annotations

import functools
import math
from random import Random

import numpy as np
import pygame
from numpy.typing import NDArray

from micromutants.ui import theme
from micromutants.ui.draw.pen import Inks, Paint, Pen, Point, canvas, settle

PIXELS = 1216
"""Width and height in px of the pictures made here."""

_SEED = 2007

Field = NDArray[np.float32]


def _noise(rng: np.random.RandomState, rows: int, columns: int, size: int) -> Field:
    """Smooth noise between 0 and 1 from a coarse grid of random values."""
    grid = rng.random_sample((rows + 2, columns + 2)).astype(np.float32)

    def steps(count: int) -> tuple[NDArray[np.intp], Field]:
        at = np.linspace(0.0, count, size, endpoint=False, dtype=np.float32)
        whole = at.astype(np.intp)
        part = at - whole
        return whole, part * part * (3.0 - 2.0 * part)

    (y, v), (x, u) = steps(rows), steps(columns)
    top = grid[y][:, x] * (1 - u) + grid[y][:, x + 1] * u
    low = grid[y + 1][:, x] * (1 - u) + grid[y + 1][:, x + 1] * u
    return (top * (1 - v[:, None]) + low * v[:, None]).astype(np.float32)


def _shade(field: Field, stops: tuple[theme.Colour, ...]) -> Field:
    """Colours for values from 0 to 1, by straight lines between the stops."""
    at = np.linspace(0.0, 1.0, len(stops))
    parts = [np.interp(field, at, [s[i] for s in stops]) for i in range(3)]
    return np.stack(parts, axis=-1).astype(np.float32)


def _surface(colours: Field) -> pygame.Surface:
    """An opaque surface from rows of colours."""
    found = pygame.Surface((colours.shape[1], colours.shape[0]), 0, 32)
    pygame.surfarray.blit_array(found, np.clip(colours, 0, 255).astype(np.uint8).swapaxes(0, 1))
    return found


@functools.lru_cache(maxsize=1)
def forest_floor() -> pygame.Surface:
    """The print of the mat: soil and moss under a litter of leaves, dim enough for chips to stand out on."""
    rng = np.random.RandomState(_SEED)
    broad = 0.62 * _noise(rng, 4, 4, PIXELS) + 0.26 * _noise(rng, 11, 11, PIXELS) + 0.12 * _noise(rng, 34, 34, PIXELS)
    fine = _noise(rng, 150, 150, PIXELS) - 0.5
    grain = rng.random_sample((PIXELS, PIXELS)).astype(np.float32) - 0.5
    tone = np.clip((broad - 0.5) * 1.75 + 0.5, 0.0, 1.0)
    colours = _shade(tone, ((88, 70, 51), (108, 89, 63), (116, 103, 70), (108, 110, 73), (124, 125, 84)))
    colours += (fine * 13.0 + grain * 9.0)[..., None]
    picture = _surface(colours)
    _litter(picture, Random(_SEED))
    picture.blit(vignette(PIXELS, PIXELS, 95), (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    return picture


def _litter(picture: pygame.Surface, chance: Random) -> None:
    """Twigs, pebbles and leaves."""
    shades = ((138, 100, 56), (150, 118, 64), (116, 112, 60), (128, 84, 50), (156, 134, 80), (98, 102, 62))
    size = PIXELS / 760

    def place() -> Point:
        return chance.random() * PIXELS, chance.random() * PIXELS

    for _ in range(90):
        x, y = place()
        turn, length = chance.random() * math.tau, (9 + 22 * chance.random()) * size
        _stamp(picture, x, y, length, turn, _twig, (74, 57, 41), 0.5)
    for _ in range(230):
        x, y = place()
        r = (0.8 + 2.0 * chance.random() ** 2) * size
        grey = 104 + round(38 * chance.random())
        _stamp(picture, x, y, r * 1.5, chance.random() * math.tau, _pebble, (grey, grey - 6, grey - 20), 0.5)
    for i in range(210):
        x, y = place()
        length = (8 + 15 * chance.random()) * size
        paint = shades[int(chance.random() * len(shades))]
        shape = (_leaf, _leaf, _oak)[i % 3]
        _stamp(picture, x, y, length, chance.random() * math.tau, shape, paint, 0.3 + 0.2 * chance.random())


def _stamp(
    picture: pygame.Surface,
    x: float,
    y: float,
    length: float,
    turn: float,
    shape: object,
    paint: theme.Colour,
    strength: float,
) -> None:
    """Put a small shape on a picture, with a faint shadow."""
    half = math.ceil(length) + 3
    drawn = canvas(6 * half, 6 * half)
    ink = theme.mix(paint, theme.BLACK, 0.45)
    for dx, colour in ((0.06, (24, 18, 12)), (0.0, paint)):
        pen = Pen(drawn, 3 * half, 3 * half, 3 * length, Inks(ink, paint, colour), turn)
        c, s = math.cos(-turn), math.sin(-turn)
        off = pen.at((c - s) * dx, (s + c) * dx)
        shape(off, colour, dx > 0)  # type: ignore[operator]
    small = settle(drawn, 2 * half, 2 * half)
    level = round(255 * strength)
    small.fill((level, level, level, level), special_flags=pygame.BLEND_RGBA_MULT)
    picture.blit(small, (x - half, y - half), special_flags=pygame.BLEND_PREMULTIPLIED)


def _leaf(p: Pen, paint: Paint, shadow: bool) -> None:
    p.blob([(-0.8, 0), (-0.35, -0.3), (0.25, -0.3), (0.9, 0), (0.25, 0.3), (-0.35, 0.3)], paint)
    if not shadow:
        p.taper([(-1.0, 0), (0.75, 0)], 0.07, 0.02, p.inks.ink)
        for x in (-0.4, -0.1, 0.2):
            p.both(lambda s, x=x: p.taper([(x, 0), (x + 0.26, s * 0.2)], 0.035, 0.015, p.inks.ink))  # type: ignore[misc]


def _oak(p: Pen, paint: Paint, shadow: bool) -> None:
    rim = []
    for i in range(15):
        t = i / 14
        bulge = 0.42 * math.sin(math.pi * min(1.0, 0.12 + t * 0.95)) * (1.0 if i % 2 else 0.62)
        rim.append((-0.75 + 1.65 * t, bulge))
    p.blob(rim + [(x, -y) for x, y in reversed(rim)], paint)
    if not shadow:
        p.taper([(-1.0, 0.05), (0.75, 0)], 0.08, 0.02, p.inks.ink)


def _twig(p: Pen, paint: Paint, shadow: bool) -> None:
    p.taper([(-1, 0.05), (-0.2, -0.04), (0.5, 0.05), (1, 0)], 0.1, 0.04, paint)
    p.taper([(0.1, 0), (0.5, -0.25)], 0.06, 0.03, paint)


def _pebble(p: Pen, paint: Paint, shadow: bool) -> None:
    p.blob([(-0.6, 0), (-0.3, -0.42), (0.35, -0.4), (0.62, 0.05), (0.25, 0.42), (-0.35, 0.38)], paint)
    if not shadow:
        p.oval(-0.12, -0.14, 0.24, 0.12, theme.mix((150, 140, 120), theme.WHITE, 0.1))


@functools.lru_cache(maxsize=1)
def wood() -> pygame.Surface:
    """The table top: dark boards."""
    rng = np.random.RandomState(_SEED + 1)
    rows = np.arange(PIXELS)
    board = rows // 152
    colours = np.zeros((PIXELS, PIXELS, 3), np.float32)
    grain = 0.55 * _noise(rng, 150, 3, PIXELS) + 0.3 * _noise(rng, 420, 9, PIXELS) + 0.15 * _noise(rng, 40, 2, PIXELS)
    tint = rng.random_sample(PIXELS // 152 + 1).astype(np.float32)
    tone = np.clip(0.62 * grain + 0.34 * tint[board][:, None], 0.0, 1.0)
    # Each board is shifted along, so that the grain does not run on from one to the next.
    for b in range(int(board.max()) + 1):
        tone[board == b] = np.roll(tone[board == b], b * 311, axis=1)
    colours += _shade(tone, (theme.TABLE_DARK, theme.TABLE, theme.TABLE_LIGHT))
    seam = np.minimum(rows % 152, 151 - rows % 152)
    colours *= np.where(seam < 2, 0.55, np.where(seam < 4, 0.85, 1.0)).astype(np.float32)[:, None, None]
    return _surface(colours)


@functools.lru_cache(maxsize=4)
def vignette(width: int, height: int, strength: int) -> pygame.Surface:
    """Darkness that gathers towards the edges, to be blitted premultiplied."""
    side = 64
    found = canvas(side, side)
    at = np.linspace(-1.0, 1.0, side, dtype=np.float32)
    far = np.clip((at[:, None] ** 2 + at[None, :] ** 2) / 2.0, 0.0, 1.0) ** 1.6
    alpha = pygame.surfarray.pixels_alpha(found)
    alpha[:] = (far * strength).astype(np.uint8)
    del alpha
    return pygame.transform.smoothscale(found.premul_alpha(), (max(1, width), max(1, height)))
