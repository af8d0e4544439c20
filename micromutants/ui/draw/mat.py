"""The mat and the table it lies on."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

import pygame

from micromutants.rules import Setup
from micromutants.ui import theme
from micromutants.ui.draw import ground, zones
from micromutants.ui.draw.pen import Inks, Pen, Point, canvas, settle, star
from micromutants.ui.draw.strokes import outlined
from micromutants.ui.draw.zones import Seating, seating
from micromutants.ui.view import MARGIN, View

_WHOLE = 2400
"""Largest mat, px, of which the whole picture is kept."""

_TEMPLATE = 45.0
"""Radius in mm of the dotted ring about each star: a terrain template fits in it."""


def draw_mat(surface: pygame.Surface, view: View, setup: Setup, zone: int | None = None, *, alone: int = -1) -> None:
    """Draw table top and mat over the whole rectangle of the view.

    Args:
        surface: What is drawn on.
        view: Where the mat is.
        setup: Says who plays what: set-up areas and base spots are printed for it.
        zone: Player whose set-up area is lit, or None.
        alone: Who has an end of the mat alone, with three players.
    """
    left, top, width, height = view.rect
    if width <= 0 or height <= 0:
        return
    at_origin = View(view.mat, (0, 0, width, height), view.zoom, view.centre)
    seats = seating(setup, alone)
    surface.blit(_picture(at_origin, seats), (left, top))
    if zone is not None and 0 <= zone < len(setup.seats):
        _light(surface, view, seats, zone)


def _light(surface: pygame.Surface, view: View, seats: Seating, zone: int) -> None:
    """A set-up area in its player's light."""
    points = [view.to_screen(x, y) for x, y in zones.area(seats, zone)]
    left, top = math.floor(min(x for x, _ in points)), math.floor(min(y for _, y in points))
    box = pygame.Rect(
        left,
        top,
        math.ceil(max(x for x, _ in points) - left),
        math.ceil(max(y for _, y in points) - top),
    ).clip(pygame.Rect(view.rect))
    if box.width <= 0 or box.height <= 0:
        return
    colour = theme.army_style(seats.armies[zone]).colour
    level = 0.07
    glow = canvas(*box.size)
    light = (*(round(c * level) for c in colour), round(70 * level))
    pygame.draw.polygon(glow, light, [(x - box.x, y - box.y) for x, y in points])
    surface.blit(glow, box, special_flags=pygame.BLEND_PREMULTIPLIED)
    edge = (*theme.mix(colour, theme.WHITE, 0.35), 255)
    outlined(surface, points, max(2.0, view.length(1.6)), edge)


@functools.lru_cache(maxsize=3)
def _picture(view: View, seats: Seating) -> pygame.Surface:
    """Everything but the pieces, as large as the view."""
    _, _, width, height = view.rect
    picture = pygame.Surface((width, height), 0, 32)
    left, top, w, h = view.mat_rect
    box = pygame.Rect(round(left), round(top), round(w), round(h))
    if not box.contains(picture.get_rect()):
        backdrop(picture, picture.get_rect())
        _drop_shadow(picture, box, view.length(9.0))
    if max(box.size) <= _WHOLE:
        # The whole mat at this scale is kept, so that panning only shifts it.
        whole = View(view.mat, (0, 0, box.width, box.height), 1.0 / (1.0 - 2 * MARGIN))
        picture.blit(_mat(whole, seats), box)
    else:
        _print(picture, view)
        _lines(picture, view, seats)
    return picture


@functools.lru_cache(maxsize=2)
def _mat(view: View, seats: Seating) -> pygame.Surface:
    picture = pygame.Surface(view.rect[2:], 0, 32)
    _print(picture, view)
    _lines(picture, view, seats)
    return picture


def backdrop(surface: pygame.Surface, rect: pygame.Rect) -> None:
    """Fill a rectangle with the dark, warm table top."""
    if rect.width <= 0 or rect.height <= 0:
        return
    surface.blit(_table_top(rect.width, rect.height), rect)


@functools.lru_cache(maxsize=3)
def _table_top(width: int, height: int) -> pygame.Surface:
    side = max(width, height)
    wood = ground.wood()
    found = pygame.Surface((width, height), 0, 32)
    found.blit(wood if side <= wood.get_width() else pygame.transform.smoothscale(wood, (side, side)), (0, 0))
    found.blit(ground.vignette(width, height, 120), (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    return found


def _drop_shadow(picture: pygame.Surface, mat: pygame.Rect, soft: float) -> None:
    """A shadow round the mat, darkest at its edge, a little lower than the mat."""
    steps = 10
    reach = max(6.0, soft * 1.6)
    for i in range(steps):
        far = mat.inflate(2 * round(reach * (i + 1) / steps), 2 * round(reach * (i + 1) / steps))
        far.move_ip(0, round(reach * 0.25))
        near = mat
        level = round(255 * (0.9 + 0.1 * i / steps))
        for strip in (
            (far.left, far.top, far.width, near.top - far.top),
            (far.left, near.bottom, far.width, far.bottom - near.bottom),
            (far.left, near.top, near.left - far.left, near.height),
            (near.right, near.top, far.right - near.right, near.height),
        ):
            if strip[2] > 0 and strip[3] > 0:
                picture.fill((level, level, level), strip, special_flags=pygame.BLEND_RGB_MULT)


def _print(picture: pygame.Surface, view: View) -> None:
    """The part of the mat's print that is in view, scaled to it."""
    left, top, w, h = view.mat_rect
    whole = pygame.Rect(round(left), round(top), round(w), round(h))
    seen = whole.clip(picture.get_rect())
    if seen.width <= 0 or seen.height <= 0:
        return
    floor = ground.forest_floor()
    fx, fy = floor.get_width() / whole.width, floor.get_height() / whole.height
    part = pygame.Rect(
        math.floor((seen.left - whole.left) * fx),
        math.floor((seen.top - whole.top) * fy),
        math.ceil(seen.width * fx),
        math.ceil(seen.height * fy),
    ).clip(floor.get_rect())
    if part.width <= 0 or part.height <= 0:
        return
    picture.blit(pygame.transform.smoothscale(floor.subsurface(part), seen.size), seen)


def _lines(picture: pygame.Surface, view: View, seats: Seating) -> None:
    """Everything printed on the floor: edge, ticks, set-up areas, base spots, stars."""
    for player, army in enumerate(seats.armies):
        _area(picture, view, seats, player, theme.army_style(army).colour)
        for spot in zones.spots(seats, player):
            _base_spot(picture, view, spot, theme.MAT_LINE)
    for x, y in zones.star_spots(seats):
        _star(picture, view, x, y)
    _edge(picture, view)


def _line(picture: pygame.Surface, a: Point, b: Point, width: float, colour: theme.Colour, strength: float) -> None:
    """A straight line of any width and strength, soft at its edges."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    if math.hypot(dx, dy) < 0.5:
        return
    box = pygame.Rect(
        math.floor(min(a[0], b[0]) - width - 1),
        math.floor(min(a[1], b[1]) - width - 1),
        math.ceil(abs(dx) + 2 * width + 3),
        math.ceil(abs(dy) + 2 * width + 3),
    ).clip(picture.get_rect())
    if box.width <= 0 or box.height <= 0:
        return
    level = max(0.0, min(1.0, strength * min(1.0, width)))
    thick = max(1, round(width))
    layer = canvas(*box.size)
    pygame.draw.line(
        layer,
        (*colour, round(255 * level)),
        (a[0] - box.left, a[1] - box.top),
        (b[0] - box.left, b[1] - box.top),
        thick,
    )
    picture.blit(layer, box)


def _area(picture: pygame.Surface, view: View, seats: Seating, player: int, colour: theme.Colour) -> None:
    """A set-up area: a light wash, its front a dashed line; its other sides are the edge of the mat."""
    pixels = [view.to_screen(*point) for point in zones.area(seats, player)]
    _fill(picture, pixels, (*theme.mix(colour, theme.MAT_LIGHT, 0.55), 34))
    ink = theme.mix(colour, theme.MAT_LINE, 0.5)
    for a, b in zones.dashes(zones.front(seats, player), 9.0):
        _line(picture, view.to_screen(*a), view.to_screen(*b), max(1.0, view.length(1.3)), ink, 0.75)


def _base_spot(picture: pygame.Surface, view: View, spot: list[Point], ink: theme.Colour) -> None:
    pixels = [view.to_screen(*point) for point in spot]
    _fill(picture, pixels, (20, 16, 12, 70))
    for a, b in zip(pixels, pixels[1:] + pixels[:1], strict=True):
        _line(picture, a, b, max(1.0, view.length(0.9)), ink, 0.5)


def _fill(picture: pygame.Surface, points: Sequence[Point], paint: tuple[int, int, int, int]) -> None:
    """A filled polygon with smooth edges, as far as it is seen."""
    left, top = math.floor(min(x for x, _ in points)), math.floor(min(y for _, y in points))
    w = math.ceil(max(x for x, _ in points)) - left + 1
    h = math.ceil(max(y for _, y in points)) - top + 1
    box = pygame.Rect(left, top, w, h).clip(picture.get_rect())
    if box.width <= 0 or box.height <= 0:
        return
    layer = canvas(2 * box.width, 2 * box.height)
    pygame.draw.polygon(layer, paint, [(2 * (x - box.left), 2 * (y - box.top)) for x, y in points])
    picture.blit(settle(layer, *box.size), box, special_flags=pygame.BLEND_PREMULTIPLIED)


def _star(picture: pygame.Surface, view: View, x: float, y: float) -> None:
    cx, cy = view.to_screen(x, y)
    r = view.length(_TEMPLATE)
    size = math.ceil(2 * r + 6)
    if not pygame.Rect(round(cx - size / 2), round(cy - size / 2), size, size).colliderect(picture.get_rect()):
        return
    scale = 3 if size < 400 else 2
    layer = canvas(size * scale, size * scale)
    pen = Pen(layer, size * scale / 2, size * scale / 2, r * scale, Inks(theme.MAT_LINE, theme.MAT_DARK, theme.GOLD))
    for i in range(36):
        pen.arc(0, 0, 0.97, 10 * i - 2, 10 * i + 2, 0.02, (*theme.MAT_LINE, 120))
    pen.poly(star(0, 0.02, 0.46, 5, 0.42), (20, 16, 12, 90))
    pen.poly(star(0, 0.0, 0.44, 5, 0.42), (*theme.MAT_LINE, 190))
    pen.poly(star(0, 0.0, 0.36, 5, 0.42), (96, 84, 58, 255))
    pen.poly(star(0, 0.0, 0.27, 5, 0.42), (*theme.MAT_LINE, 150))
    picture.blit(
        settle(layer, size, size),
        (round(cx - size / 2), round(cy - size / 2)),
        special_flags=pygame.BLEND_PREMULTIPLIED,
    )


def _edge(picture: pygame.Surface, view: View) -> None:
    """Bound edge, printed frame and the millimetre ruler along it."""
    mat = view.mat
    left, top, w, h = view.mat_rect
    border = max(1.5, view.length(1.6))
    box = pygame.Rect(round(left), round(top), round(w), round(h))
    pygame.draw.rect(picture, theme.mix(theme.MAT_DARK, theme.BLACK, 0.45), box.inflate(2, 2), max(2, round(border)))
    inset = 5.0
    frame = [
        (inset, inset),
        (mat.width - inset, inset),
        (mat.width - inset, mat.height - inset),
        (inset, mat.height - inset),
    ]
    pixels = [view.to_screen(*p) for p in frame]
    for a, b in zip(pixels, pixels[1:] + pixels[:1], strict=True):
        _line(picture, a, b, max(1.0, view.length(0.7)), theme.MAT_LINE, 0.45)
    step = 10 if view.scale >= 0.45 else 50
    for mm in range(step, math.ceil(max(mat.width, mat.height)), step):
        length = 5.0 if mm % 100 == 0 else 3.4 if mm % 50 == 0 else 1.9
        strength = 0.6 if mm % 50 == 0 else 0.34
        width = max(1.0, view.length(0.5))
        if mm < mat.width:
            for foot, sign in ((inset, 1), (mat.height - inset, -1)):
                ends = view.to_screen(mm, foot), view.to_screen(mm, foot + sign * length)
                _line(picture, *ends, width, theme.MAT_LINE, strength)
        if mm < mat.height:
            for foot, sign in ((inset, 1), (mat.width - inset, -1)):
                ends = view.to_screen(foot, mm), view.to_screen(foot + sign * length, mm)
                _line(picture, *ends, width, theme.MAT_LINE, strength)
