"""Faces of pieces seen straight from above: the pictures that :mod:`.pieces` turns, tilts and lays on the table.

Every face is drawn once for each size class and scaled down from there, so that zooming stays quick.  The surfaces that
are handed out are shared: nobody may draw on them.  Their colours are multiplied by their alpha.
"""

from __future__ import annotations

import functools
import math

import pygame

from micromutants.geometry import Hexagon, Rect
from micromutants.rules import load_armies
from micromutants.table import KINDS
from micromutants.ui import theme
from micromutants.ui.draw.buildings import building, cracks, fire
from micromutants.ui.draw.cardboard import COMMON, cardboard
from micromutants.ui.draw.emblems import WIDE, emblem
from micromutants.ui.draw.look import Look
from micromutants.ui.draw.marks import burst, mark, rim_pattern, special_badge, sticker_edge
from micromutants.ui.draw.pen import Inks, Paint, Pen, Point, canvas, regular, settle
from micromutants.ui.wear import kept_by_wear, worn

_CLASSES = (24, 48, 96, 192, 384, 768)
"""Size classes: px across a piece's width."""

SMALL = 26
"""Below this width in px a face leaves out its badges and shows a larger emblem."""

TINY = 15
"""Below this width in px the face of a round chip shows a letter: no emblem can be told there."""

CHARRED: theme.Colour = (54, 38, 32)


def extent(kind: str) -> tuple[float, float]:
    """Length and width in mm of the upright box about a piece at angle 0."""
    shape = KINDS[kind].shape
    match shape:
        case Rect(length, width):
            return length, width
        case Hexagon(across):
            return across * 2 / math.sqrt(3), across
    return 2 * shape.radius, 2 * shape.radius


def face(look: Look, special: bool, length: int, width: int, *, letter: bool = False) -> pygame.Surface:
    """The face of a piece, ``length`` by ``width`` px, at angle 0.

    Args:
        look: What piece it is.
        special: Whether its special side (a base: its damaged side) is shown.
        length: px along its own x axis.
        width: px along its own y axis.
        letter: Whether a round chip shows the letter of its breed in place of the emblem.
    """
    return _scaled(look, special, max(1, length), max(1, width), width < 2 * SMALL, letter)


@kept_by_wear(maxsize=512)
def _scaled(look: Look, special: bool, length: int, width: int, plain: bool, letter: bool) -> pygame.Surface:
    big = next((c for c in _CLASSES if c >= width), _CLASSES[-1])
    return pygame.transform.smoothscale(_master(look, special, big, plain, letter), (length, width))


@kept_by_wear(maxsize=256)
def _master(look: Look, special: bool, width: int, plain: bool, letter: bool) -> pygame.Surface:
    across, tall = extent(look.kind)
    high = 2 * width
    drawn = canvas(round(high * across / tall), high)
    pen = Pen(drawn, drawn.get_width() / 2, high / 2, high / 2, _inks(look, special))
    if look.kind in ("resource", "token", "template"):
        cardboard(pen, look.emblem, look.army)
    elif not KINDS[look.kind].chip:
        _base_face(pen, look, special)
    elif look.kind == "rect":
        _bar_face(pen, look, special and look.two_sided, plain)
    else:
        _round_face(pen, look, special and look.two_sided, plain, letter)
    return settle(drawn, round(width * across / tall), width)


def _inks(look: Look, special: bool) -> Inks:
    style = theme.army_style(look.army)
    if not KINDS[look.kind].chip:
        if special:
            return Inks((24, 16, 14), (150, 120, 100), theme.mix(style.colour, CHARRED, 0.45))
        return Inks(style.deep, style.tint, style.colour)
    return inks(look.army, special and look.two_sided)


def inks(army: str, special: bool) -> Inks:
    """The colours of an emblem of an army; on a special side light and dark change places."""
    style = theme.army_style(army)
    if special:
        return Inks(style.tint, style.deep, theme.mix(style.colour, theme.WHITE, 0.12), (255, 128, 60))
    return Inks(style.deep, style.tint, style.colour)


# --- round chips -------------------------------------------------------------------------------------------


def _round_face(p: Pen, look: Look, special: bool, plain: bool, letter: bool) -> None:
    style = theme.army_style(look.army)
    p.disc(0, 0, 1.0, theme.mix(style.colour, theme.BLACK, 0.55))
    p.disc(0, 0, 0.955, style.colour)
    p.ring(0, 0, 0.955, 0.05, theme.mix(style.colour, theme.WHITE, 0.4))
    if plain:
        # So small, the army's colour is told by the rim; the sticker is as large as it can be.
        p.disc(0, 0, 0.87, theme.mix(style.deep, theme.BLACK, 0.2))
        paper = theme.mix(style.tint, style.colour, 0.28) if letter else theme.mix(style.tint, theme.WHITE, 0.35)
        p.disc(0, 0, 0.83, style.deep if special else paper)
    else:
        _sticker(p, [(x * 0.82, y * 0.82) for x, y in sticker_edge(style.mark)], style, special)
    if special:
        outer, inner = (0.94, 0.74) if plain else (0.92, 0.72)
        p.disc(0, 0, outer, theme.mix(style.deep, theme.BLACK, 0.4))
        p.poly(burst(outer, inner, 12 if plain else 16), style.burst)
        p.disc(0, 0, inner, style.deep)
    size = (0.72 if special else 0.84) if plain else (0.62 if special else 0.66)
    if worn().shapes == "bold":
        # The pattern takes its room from the sticker.
        size *= 0.94
        width = (0.17 if special else 0.25) if plain else (0.13 if special else 0.19)
        p.ring(0, 0, 0.97, width, style.colour)
        rim_pattern(p, regular(0.97 - width / 2, 88), style.mark, width, pattern_ink(style))
    if letter and plain and look.emblem:
        _letter(p, initial(look.emblem, look.army), style.tint if special else style.deep, 1.5 * size)
    else:
        emblem(look.emblem)(p.at(0, 0, size))
    if not plain:
        _badge(p, 0.0, 0.8, 0.2, style, special)


def _letter(p: Pen, letter: str, ink: theme.Colour, height: float) -> None:
    """A bold letter about the origin."""
    drawn = theme.font(max(6, round(1.25 * height * p.unit)), True).render(letter, True, ink)
    seen = drawn.get_bounding_rect()
    p.surface.blit(drawn, (round(p.ox - seen.centerx), round(p.oy - seen.centery)))


@functools.lru_cache(maxsize=128)
def initial(breed: str, army: str) -> str:
    """The letter of a breed: the first of its id that no breed before it in its army has."""
    data = load_armies().get(army)
    taken: set[str] = set()
    for name in [b.id for b in data.breeds] if data is not None else []:
        letter = next((c for c in name.upper() if c.isalpha() and c not in taken), "?")
        if name == breed:
            return letter
        taken.add(letter)
    return breed[:1].upper()


def _sticker(p: Pen, outline: list[Point], style: theme.ArmyStyle, special: bool) -> None:
    p.poly([(x * 1.04, y * 1.04) for x, y in outline], theme.mix(style.deep, theme.BLACK, 0.2))
    p.poly(outline, style.deep if special else style.tint)


def _badge(p: Pen, x: float, y: float, r: float, style: theme.ArmyStyle, special: bool) -> None:
    """The army's mark in a little disc."""
    p.disc(x, y, r, theme.mix(style.deep, theme.BLACK, 0.2))
    mark(p.at(x, y, r * 0.72), style.mark, style.burst if special else style.tint, style.deep)


# --- rectangular chips -------------------------------------------------------------------------------------


def _bar_face(p: Pen, look: Look, special: bool, plain: bool) -> None:
    style = theme.army_style(look.army)
    _bar(p, 2.0, 1.0, 0.3, theme.mix(style.colour, theme.BLACK, 0.55))
    _bar(p, 1.95, 0.95, 0.27, theme.mix(style.colour, theme.WHITE, 0.4))
    _bar(p, 1.9, 0.9, 0.24, style.colour)
    _bar(p, 1.79, 0.79, 0.2, theme.mix(style.deep, theme.BLACK, 0.2))
    _bar(p, 1.75, 0.75, 0.17, style.deep if special else style.tint)
    if special:
        _bar(p, 1.86, 0.86, 0.2, theme.mix(style.deep, theme.BLACK, 0.4))
        p.poly(_zigzag(1.84, 0.84, 0.17), style.burst)
        _bar(p, 1.68, 0.68, 0.14, style.deep)
    if worn().shapes == "bold":
        width = 0.12 if special else 0.2
        edge = _corners(1.97 - width / 2, 0.97 - width / 2)
        p.line([*edge, edge[0]], width, style.colour)
        rim_pattern(p, edge, style.mark, width, pattern_ink(style))
    emblem(look.emblem)(p.at(0.0 if plain else 0.1, 0, 0.8 if plain else 0.72))
    if not plain:
        _badge(p, -1.5, 0.48 if not special else 0.4, 0.24, style, special)
        if special:
            special_badge(p.at(-1.5, -0.4, 0.26))


def pattern_ink(style: theme.ArmyStyle) -> theme.Colour:
    """What stands out from the rim of an army's pieces."""
    red, green, blue = style.colour
    bright = 0.3 * red + 0.59 * green + 0.11 * blue
    return theme.mix(style.deep, theme.BLACK, 0.3) if bright > 140 else theme.WHITE


def _corners(x: float, y: float) -> list[Point]:
    """A box, ±x by ±y, from the middle of its right side."""
    return [(x, 0.0), (x, y), (-x, y), (-x, -y), (x, -y)]


def _bar(p: Pen, x: float, y: float, r: float, paint: Paint) -> None:
    """A box with rounded corners, ±x by ±y."""
    p.poly([(-x + r, -y), (x - r, -y), (x - r, y), (-x + r, y)], paint)
    p.poly([(-x, -y + r), (x, -y + r), (x, y - r), (-x, y - r)], paint)
    for sx in (-1, 1):
        for sy in (-1, 1):
            p.disc(sx * (x - r), sy * (y - r), r, paint)


def _zigzag(x: float, y: float, depth: float) -> list[Point]:
    """A box with a toothed edge."""
    found: list[Point] = []
    corners = [(-x, -y), (x, -y), (x, y), (-x, y)]
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        length = math.hypot(bx - ax, by - ay)
        teeth = max(2, round(length / 0.36))
        nx, ny = -(by - ay) / length, (bx - ax) / length
        for i in range(teeth):
            for share, inward in ((0.0, 0.0), (0.5, depth)):
                t = (i + share) / teeth
                found.append((ax + (bx - ax) * t + nx * inward, ay + (by - ay) * t + ny * inward))
    return found


# --- bases -------------------------------------------------------------------------------------------------


def _base_face(p: Pen, look: Look, damaged: bool) -> None:
    """A tile in units of half its width: hexagon with corners on the x axis, or square."""
    style = theme.army_style(look.army)
    hexagon = look.kind == "base"

    def tile(size: float) -> list[Point]:
        if hexagon:
            return regular(size * 2 / math.sqrt(3), 6)
        return [(-size, -size), (size, -size), (size, size), (-size, size)]

    rim = theme.mix(style.colour, CHARRED, 0.5) if damaged else style.colour
    p.poly(tile(1.0), theme.mix(rim, theme.BLACK, 0.6))
    p.poly(tile(0.965), theme.mix(rim, theme.WHITE, 0.3))
    p.poly(tile(0.94), rim)
    p.poly(tile(0.83), theme.mix(style.deep, theme.BLACK, 0.25))
    if damaged:
        p.poly(tile(0.8), (92, 58, 44))
        p.poly(tile(0.7), (112, 68, 48))
        cracks(p.at(0, 0, 0.8), (26, 16, 13))
        _raised(p.at(0, 0.02, 0.6, 0.12), look.emblem, (20, 12, 10))
        for x, y, size in ((-0.46, 0.72, 0.42), (0.4, 0.74, 0.5), (0.02, 0.8, 0.36), (0.42, -0.12, 0.24)):
            fire(p.at(x, y, size))
    else:
        p.poly(tile(0.8), (252, 250, 244) if look.main else theme.mix(style.tint, style.colour, 0.42))
        if look.main:
            p.poly(tile(0.76), theme.mix((252, 250, 244), style.colour, 0.25))
            p.poly(tile(0.735), (252, 250, 244))
        _raised(p.at(0, -0.02, 0.62), look.emblem, style.deep)
    if worn().shapes == "bold":
        # The middle of the tile's rim.
        rim_pattern(p, tile(0.885), style.mark, 0.11, pattern_ink(style))
    x = 0.98 if hexagon else 0.8
    _badge(p, -x, 0 if hexagon else 0.8, 0.15, style, False)
    if look.main:
        p.disc(x, 0 if hexagon else 0.8, 0.15, theme.BLACK)
        p.star(x, 0.01 if hexagon else 0.81, 0.13, theme.GOLD)


def _raised(p: Pen, base: str, ink: theme.Colour) -> None:
    """A building that stands up from its tile: its shadow to the lower right, its own thickness below it."""
    draw = building(base)
    dark = (10, 6, 4, 70)
    draw(p.with_inks(Inks(dark, dark, dark, dark)).at(0.15, 0.17))
    side = theme.mix(ink, theme.BLACK, 0.45)
    for down in (0.1, 0.06):
        draw(p.with_inks(Inks(side, side, side, side)).at(0.0, down))
    draw(p)


def draw_face(surface: pygame.Surface, rect: pygame.Rect, look: Look, special: bool = False) -> None:
    """Draw a face at angle 0 as large as fits in the middle of ``rect``."""
    across, tall = extent(look.kind)
    scale = min(rect.width / across, rect.height / tall)
    if scale <= 0.0:
        return
    sprite = face(look, special, max(1, round(across * scale)), max(1, round(tall * scale)))
    surface.blit(sprite, sprite.get_rect(center=rect.center), special_flags=pygame.BLEND_PREMULTIPLIED)


@functools.lru_cache(maxsize=64)
def kind_of(name: str, army: str) -> tuple[str, bool]:
    """The kind of piece that a breed, projectile or base of an army is, and whether it is a main base."""
    if name in COMMON:
        return COMMON[name], False
    data = load_armies().get(army)
    if data is not None:
        for base in data.bases:
            if base.id == name:
                return "base", base.main
        for chip, kind in [(b.id, b.kind) for b in data.breeds] + [(p.id, p.kind) for p in data.projectiles]:
            if chip == name:
                return kind, False
    return "rect" if name in WIDE else "small", False
