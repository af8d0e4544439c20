"""The mat and the table it lies on."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from micromutants.rules import Setup
from micromutants.ui import theme
from micromutants.ui.draw import ground, zones
from micromutants.ui.draw.marks import mark
from micromutants.ui.draw.pen import Inks, Pen, Point, canvas, settle, star
from micromutants.ui.draw.strokes import outlined
from micromutants.ui.draw.zones import Seating, seating
from micromutants.ui.kept import kept
from micromutants.ui.view import MARGIN, View
from micromutants.ui.wear import kept_by_wear

_WHOLE = 2400
"""Largest mat, px, of which the whole picture is kept."""

_MARK = 19.0
"""Radius in mm of an army's mark on the felt."""

_TEMPLATE = 45.0
"""Radius in mm of the dotted ring about each star: a terrain template fits in it."""


def draw_mat(
    surface: pygame.Surface,
    view: View,
    setup: Setup,
    zone: int | None = None,
    *,
    alone: int = -1,
    felt: str = "green",
) -> None:
    """Draw table top and mat over the whole rectangle of the view.

    Args:
        surface: What is drawn on.
        view: Where the mat is.
        setup: Says who plays what: set-up areas and base spots are printed for it.
        zone: Player whose set-up area is lit, or None.
        alone: Who has an end of the mat alone, with three players.
        felt: One of :data:`~micromutants.ui.theme.FELTS`; any other name counts as green.
    """
    left, top, width, height = view.rect
    if width <= 0 or height <= 0:
        return
    at_origin = View(view.mat, (0, 0, width, height), view.zoom, view.centre)
    seats = seating(setup, alone)
    surface.blit(_picture(at_origin, seats, theme.FELTS.get(felt, theme.MATS["green"])), (left, top))
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


@kept_by_wear(maxsize=3)
def _picture(view: View, seats: Seating, style: theme.MatStyle) -> pygame.Surface:
    """Everything but the pieces, as large as the view."""
    _, _, width, height = view.rect
    picture = pygame.Surface((width, height), 0, 32)
    left, top, w, h = view.mat_rect
    box = pygame.Rect(round(left), round(top), round(w), round(h))
    if not box.contains(picture.get_rect()):
        draw_backdrop(picture, picture.get_rect())
        _drop_shadow(picture, box, view.length(9.0))
    if max(box.size) <= _WHOLE:
        # The whole mat at this scale is kept, so that panning only shifts it.
        whole = View(view.mat, (0, 0, box.width, box.height), 1.0 / (1.0 - 2 * MARGIN))
        picture.blit(_mat(whole, seats, style), box)
    else:
        _print(picture, view, style)
        _lines(picture, view, seats, style)
    return picture


@kept_by_wear(maxsize=2)
def _mat(view: View, seats: Seating, style: theme.MatStyle) -> pygame.Surface:
    picture = pygame.Surface(view.rect[2:], 0, 32)
    _print(picture, view, style)
    _lines(picture, view, seats, style)
    return picture


def draw_backdrop(surface: pygame.Surface, rect: pygame.Rect) -> None:
    """Fill a rectangle with the dark, warm table top."""
    if rect.width <= 0 or rect.height <= 0:
        return
    surface.blit(_table_top(rect.width, rect.height), rect)


@kept(3)
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


def _print(picture: pygame.Surface, view: View, style: theme.MatStyle) -> None:
    """The felt as far as it is in view, its leaves, and the light on it."""
    left, top, w, h = view.mat_rect
    whole = pygame.Rect(round(left), round(top), round(w), round(h))
    seen = whole.clip(picture.get_rect())
    if seen.width <= 0 or seen.height <= 0:
        return
    kept = picture.get_clip()
    picture.set_clip(seen)
    cloth = ground.felt(style)
    step = ground.FIBRES
    for y in range(whole.top + (seen.top - whole.top) // step * step, seen.bottom, step):
        for x in range(whole.left + (seen.left - whole.left) // step * step, seen.right, step):
            picture.blit(cloth, (x, y))
    picture.blit(_part(ground.litter(style), whole, seen), seen, special_flags=pygame.BLEND_PREMULTIPLIED)
    light = ground.lamp(256, 256, style)
    picture.blit(_part(light, whole, seen), seen, special_flags=pygame.BLEND_RGB_MULT)
    picture.set_clip(kept)


def _part(texture: pygame.Surface, whole: pygame.Rect, seen: pygame.Rect) -> pygame.Surface:
    """What is seen of a picture that covers the whole mat, at the size at which it is seen."""
    fx, fy = texture.get_width() / whole.width, texture.get_height() / whole.height
    part = pygame.Rect(
        math.floor((seen.left - whole.left) * fx),
        math.floor((seen.top - whole.top) * fy),
        max(1, math.ceil(seen.width * fx)),
        max(1, math.ceil(seen.height * fy)),
    ).clip(texture.get_rect())
    return pygame.transform.smoothscale(texture.subsurface(part), seen.size)


def _lines(picture: pygame.Surface, view: View, seats: Seating, style: theme.MatStyle) -> None:
    """Everything printed on the felt: set-up areas, base spots, stars, edge, ruler."""
    for player, army in enumerate(seats.armies):
        _area(picture, view, seats, player, army, style)
        for spot in zones.spots(seats, player):
            _base_spot(picture, view, spot, style)
    for x, y in zones.star_spots(seats):
        _star(picture, view, x, y, style)
    _edge(picture, view, style)


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


def _area(picture: pygame.Surface, view: View, seats: Seating, player: int, army: str, style: theme.MatStyle) -> None:
    """A set-up area: a wash of the army's colour, its marks, its front a dashed line."""
    dress = theme.army_style(army)
    outline = zones.area(seats, player)
    _fill(
        picture,
        [view.to_screen(*point) for point in outline],
        (*(dress.wash or theme.mix(dress.colour, dress.deep, 0.3)), 82),
    )
    for x, y in zones.marks(seats, player):
        _mark(picture, view, x, y, army)
    ink = theme.mix(dress.colour, style.line, 0.45)
    for a, b in zones.dashes(zones.front(seats, player), 9.0):
        _line(picture, view.to_screen(*a), view.to_screen(*b), max(1.4, view.length(1.8)), ink, style.strength)


def _mark(picture: pygame.Surface, view: View, x: float, y: float, army: str) -> None:
    """The mark of an army as a pale print."""
    style = theme.army_style(army)
    r = view.length(_MARK)
    size = math.ceil(2 * r + 4)
    cx, cy = view.to_screen(x, y)
    box = pygame.Rect(round(cx - size / 2), round(cy - size / 2), size, size)
    if not box.colliderect(picture.get_rect()) or size > 900:
        return
    layer = canvas(3 * size, 3 * size)
    pen = Pen(layer, 1.5 * size, 1.5 * size, 3 * r, Inks(style.colour, style.colour, style.colour))
    clear = (0, 0, 0, 0)
    pen.disc(0, 0, 1.0, (*theme.mix(style.colour, theme.WHITE, 0.25), 130))
    pen.disc(0, 0, 0.9, clear)
    mark(pen.at(0, 0, 0.7), style.mark, (*theme.mix(style.colour, theme.WHITE, 0.25), 130), clear)
    picture.blit(settle(layer, size, size), box, special_flags=pygame.BLEND_PREMULTIPLIED)


def _base_spot(picture: pygame.Surface, view: View, spot: list[Point], style: theme.MatStyle) -> None:
    pixels = [view.to_screen(*point) for point in spot]
    _fill(picture, pixels, (*theme.mix(style.shade, theme.BLACK, 0.4), 90))
    for a, b in zip(pixels, pixels[1:] + pixels[:1], strict=True):
        _line(picture, a, b, max(1.0, view.length(0.9)), style.line, 0.7 * style.strength)


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


def _star(picture: pygame.Surface, view: View, x: float, y: float, style: theme.MatStyle) -> None:
    cx, cy = view.to_screen(x, y)
    r = view.length(_TEMPLATE)
    size = math.ceil(2 * r + 6)
    if not pygame.Rect(round(cx - size / 2), round(cy - size / 2), size, size).colliderect(picture.get_rect()):
        return
    scale = 3 if size < 400 else 2
    layer = canvas(size * scale, size * scale)
    pen = Pen(layer, size * scale / 2, size * scale / 2, r * scale, Inks(style.line, style.shade, theme.GOLD))
    for i in range(36):
        pen.arc(0, 0, 0.97, 10 * i - 2, 10 * i + 2, 0.03, (*style.line, 150))
    pen.poly(star(0, 0.0, 0.46, 5, 0.42), (*style.line, 190))
    pen.poly(star(0, 0.0, 0.38, 5, 0.42), (*theme.mix(style.felt, style.shade, 0.6), 255))
    pen.poly(star(0, 0.0, 0.28, 5, 0.42), (*style.line, 150))
    picture.blit(
        settle(layer, size, size),
        (round(cx - size / 2), round(cy - size / 2)),
        special_flags=pygame.BLEND_PREMULTIPLIED,
    )


def _edge(picture: pygame.Surface, view: View, style: theme.MatStyle) -> None:
    """The stitched edge, the printed frame and the millimetre ruler along it."""
    mat = view.mat
    left, top, w, h = view.mat_rect
    box = pygame.Rect(round(left), round(top), round(w), round(h))
    tape = max(2, round(view.length(3.0)))
    bound = theme.mix(style.shade, theme.BLACK, 0.35)
    pygame.draw.rect(picture, bound, box, tape)
    pygame.draw.rect(picture, theme.mix(bound, theme.WHITE, 0.16), box, 1)
    if view.scale >= 0.7:
        _stitches(picture, view, theme.mix(bound, style.line, 0.5))
    inset = 5.0
    frame = [
        (inset, inset),
        (mat.width - inset, inset),
        (mat.width - inset, mat.height - inset),
        (inset, mat.height - inset),
    ]
    pixels = [view.to_screen(*p) for p in frame]
    for a, b in zip(pixels, pixels[1:] + pixels[:1], strict=True):
        _line(picture, a, b, max(1.0, view.length(0.7)), style.line, 0.6 * style.strength)
    step = 10 if view.scale >= 0.9 else 50
    for mm in range(step, math.ceil(max(mat.width, mat.height)), step):
        length = 5.0 if mm % 100 == 0 else 3.4 if mm % 50 == 0 else 1.9
        strength = (0.7 if mm % 50 == 0 else 0.42) * style.strength
        width = max(1.0, view.length(0.5))
        if mm < mat.width:
            for foot, sign in ((inset, 1), (mat.height - inset, -1)):
                ends = view.to_screen(mm, foot), view.to_screen(mm, foot + sign * length)
                _line(picture, *ends, width, style.line, strength)
        if mm < mat.height:
            for foot, sign in ((inset, 1), (mat.width - inset, -1)):
                ends = view.to_screen(foot, mm), view.to_screen(foot + sign * length, mm)
                _line(picture, *ends, width, style.line, strength)


def _stitches(picture: pygame.Surface, view: View, ink: theme.Colour) -> None:
    """Stitches along the bound edge."""
    mat, deep, every, long = view.mat, 1.5, 8.0, 4.5
    for far, along in ((mat.width, True), (mat.height, False)):
        for i in range(int(far / every)):
            a, b = 2.0 + every * i, 2.0 + every * i + long
            for side in (deep, (mat.height if along else mat.width) - deep):
                ends = ((a, side), (b, side)) if along else ((side, a), (side, b))
                _line(picture, view.to_screen(*ends[0]), view.to_screen(*ends[1]), view.length(0.8), ink, 0.9)
