"""Textures: the print of the mat and the wood of the table, made from noise with a fixed seed."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from random import Random

import numpy as np
import pygame
from numpy.typing import NDArray

from micromutants.ui import theme
from micromutants.ui.draw.pen import Inks, Paint, Pen, Point, canvas, settle
from micromutants.ui.kept import kept

PIXELS = 1216
"""Width and height in px of the pictures made here."""

FIBRES = 512
"""Width and height in px of a piece of felt."""

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
    """Colours for values from 0 to 1, by straight lines between the stops, in 1024 steps."""
    steps = np.linspace(0.0, 1.0, 1024)
    at = np.linspace(0.0, 1.0, len(stops))
    ramp = np.stack([np.interp(steps, at, [s[i] for s in stops]) for i in range(3)], axis=-1).astype(np.float32)
    found: Field = ramp[(field * 1023.0).astype(np.intp)]
    return found


def _surface(colours: Field) -> pygame.Surface:
    """An opaque surface from rows of colours."""
    found = pygame.Surface((colours.shape[1], colours.shape[0]), 0, 32)
    pygame.surfarray.blit_array(found, np.clip(colours, 0, 255).astype(np.uint8).swapaxes(0, 1))
    return found


def _blurred(field: Field, reach: int, axis: int) -> Field:
    """The running mean along an axis; the far end goes on at the near one, so that the picture can be tiled."""
    total = np.zeros_like(field)
    for step in range(-reach, reach + 1):
        total += np.roll(field, step, axis=axis)
    return (total / np.float32(2 * reach + 1)).astype(np.float32)


@functools.lru_cache(maxsize=1)
def _fibres() -> Field:
    """Short fibres that lie across each other: zero in the mean, one in their spread, the same at opposite edges."""
    rng = np.random.RandomState(_SEED)
    size = FIBRES
    found = np.zeros((size, size), np.float32)
    for reach, axis, share in ((5, 0, 1.0), (5, 1, 1.0), (1, 0, 0.55)):
        found += share * _blurred(rng.random_sample((size, size)).astype(np.float32) - 0.5, reach, axis) * (reach + 1)
    # Thicker and thinner places, a hand wide.
    cloud = rng.random_sample((size, size)).astype(np.float32) - 0.5
    for axis in (0, 1, 0, 1):
        cloud = _blurred(cloud, 14, axis)
    found = found / found.std() + 0.9 * cloud / cloud.std()
    even: Field = ((found - found.mean()) / found.std()).astype(np.float32)
    return even


@kept(3)
def felt(style: theme.MatStyle) -> pygame.Surface:
    """A piece of felt, :data:`FIBRES` px wide and high, that can be laid edge to edge."""
    mean = np.array(style.felt, np.float32)
    light = style.nap * (3.0 + 0.022 * mean)
    return _surface(mean + _fibres()[..., None] * light)


@kept(3)
def litter(style: theme.MatStyle) -> pygame.Surface:
    """The leaves and twigs that are printed on a mat, :data:`PIXELS` px wide and high, premultiplied."""
    picture = canvas(PIXELS, PIXELS)
    _litter(picture, Random(_SEED), style.print)
    return picture


@kept(8)
def lamp(width: int, height: int, style: theme.MatStyle) -> pygame.Surface:
    """What the light of a lamp above the table leaves of each colour, to be multiplied in."""
    side = 96
    at = np.linspace(-1.0, 1.0, side, dtype=np.float32)
    far = np.sqrt((at[:, None] + 0.16) ** 2 + 0.92 * (at[None, :] + 0.06) ** 2)
    left = np.clip((far - 0.25) / 1.25, 0.0, 1.0) ** 1.35
    share = np.array(style.shade, np.float32) / np.array(style.felt, np.float32)
    small = _surface((255.0 * (1.0 - left[..., None] * (1.0 - share))).astype(np.float32))
    return pygame.transform.smoothscale(small, (max(1, width), max(1, height)))


def _litter(picture: pygame.Surface, chance: Random, ink: theme.Colour) -> None:
    """Twigs and leaves, tone on tone."""
    size = PIXELS / 760

    def place() -> Point:
        return chance.random() * PIXELS, chance.random() * PIXELS

    for _ in range(34):
        x, y = place()
        turn, length = chance.random() * math.tau, (14 + 22 * chance.random()) * size
        _stamp(picture, x, y, length, turn, _twig, ink, 0.4)
    for i in range(96):
        x, y = place()
        length = (10 + 17 * chance.random()) * size
        shape = (_leaf, _leaf, _oak)[i % 3]
        _stamp(picture, x, y, length, chance.random() * math.tau, shape, ink, 0.34 + 0.2 * chance.random())


def _stamp(
    picture: pygame.Surface,
    x: float,
    y: float,
    length: float,
    turn: float,
    shape: Callable[[Pen, Paint], None],
    paint: theme.Colour,
    strength: float,
) -> None:
    """Print a small shape on a picture."""
    half = math.ceil(length) + 3
    drawn = canvas(6 * half, 6 * half)
    shape(Pen(drawn, 3 * half, 3 * half, 3 * length, Inks((0, 0, 0, 0), paint, paint), turn), paint)
    small = settle(drawn, 2 * half, 2 * half)
    level = round(255 * strength)
    small.fill((level, level, level, level), special_flags=pygame.BLEND_RGBA_MULT)
    picture.blit(small, (x - half, y - half), special_flags=pygame.BLEND_PREMULTIPLIED)


def _leaf(p: Pen, paint: Paint) -> None:
    p.blob([(-0.8, 0), (-0.35, -0.3), (0.25, -0.3), (0.9, 0), (0.25, 0.3), (-0.35, 0.3)], paint)
    p.taper([(-1.0, 0), (-0.6, 0)], 0.06, 0.05, paint)
    p.taper([(-0.66, 0), (0.7, 0)], 0.06, 0.02, p.inks.ink)
    for x in (-0.4, -0.1, 0.2):
        p.both(lambda s, x=x: p.taper([(x, 0), (x + 0.26, s * 0.2)], 0.045, 0.02, p.inks.ink))  # type: ignore[misc]


def _oak(p: Pen, paint: Paint) -> None:
    rim = []
    for i in range(15):
        t = i / 14
        bulge = 0.42 * math.sin(math.pi * min(1.0, 0.12 + t * 0.95)) * (1.0 if i % 2 else 0.62)
        rim.append((-0.75 + 1.65 * t, bulge))
    p.blob(rim + [(x, -y) for x, y in reversed(rim)], paint)
    p.taper([(-1.0, 0.05), (-0.7, 0.02)], 0.08, 0.06, paint)
    p.taper([(-0.7, 0.02), (0.75, 0)], 0.07, 0.02, p.inks.ink)


def _twig(p: Pen, paint: Paint) -> None:
    p.taper([(-1, 0.05), (-0.2, -0.04), (0.5, 0.05), (1, 0)], 0.08, 0.03, paint)
    p.taper([(0.1, 0), (0.5, -0.25)], 0.05, 0.02, paint)


def _gap(far: NDArray[np.intp]) -> Field:
    """What light is left so many pixels from a gap between boards, an array of shares."""
    return np.where(far < 2, 0.55, np.where(far < 4, 0.85, 1.0)).astype(np.float32)


@kept(1)
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
    colours += _shade(tone, (theme.WOOD_DARK, theme.WOOD, theme.WOOD_LIGHT))
    seam = np.minimum(rows % 152, 151 - rows % 152)
    colours *= _gap(seam)[:, None, None]
    # Where the shift has left the end of one board at the beginning of another there is a gap between the two.
    for b in range(1, int(board.max()) + 1):
        end = np.abs(rows - b * 311 % PIXELS)
        colours[board == b] *= _gap(end)[None, :, None]
    return _surface(colours)


@kept(4)
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
