"""Pieces in any attitude: flat on the table, in flight, turning over.

The table is seen from straight above, so a tilted chip is its face squeezed along one direction, set on the rim that
the tilt brings into view.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pygame

from micromutants.geometry import Pose, outline
from micromutants.physics import Sample
from micromutants.table import KINDS, Face
from micromutants.ui import theme
from micromutants.ui.draw import stickers
from micromutants.ui.draw.look import Look
from micromutants.ui.draw.pen import Point, canvas
from micromutants.ui.draw.shadows import faded, fall, rim, shadow_flat, shadow_of, softness
from micromutants.ui.kept import kept
from micromutants.ui.view import View
from micromutants.ui.wear import kept_by_wear

_FLAT = 0.9998
"""A chip whose normal points this much up is drawn flat."""

_TINY = 18.0
"""Round chips that are seen smaller than this, px, are drawn with upright emblems and sharpened."""

_EYE = 520.0
"""A piece this many mm up looks twice as large."""


class _Seen(NamedTuple):
    """How a piece is seen.

    Attributes:
        scale: px per mm at its height.
        rise: How far its lower face would be above the mat if it lay flat, mm.
        muted: Paler than usual.
        alpha: 1 opaque to 0 invisible.
        shadow: Whether it throws a shadow.
    """

    scale: float
    rise: float
    muted: bool
    alpha: float
    shadow: bool


def draw_piece(
    surface: pygame.Surface,
    view: View,
    look: Look,
    pose: Sample,
    *,
    face: Face = Face.NORMAL,
    muted: bool = False,
    alpha: float = 1.0,
    shadow: bool = True,
) -> None:
    """Draw one piece.

    Args:
        surface: What is drawn on.
        view: Where the mat is.
        look: How the piece looks.
        pose: Where its centre is and its attitude; a chip shows the side that points up in it.
        face: The side of a base (``SPECIAL`` is damaged); chips follow ``pose``.
        muted: Paler, for a piece that can do nothing now.
        alpha: 1 opaque to 0 invisible.
        shadow: Whether it throws a shadow.
    """
    if not all(math.isfinite(v) for v in pose) or alpha <= 0.0:
        return
    kind = KINDS[look.kind]
    rise = max(0.0, pose.z - kind.thickness / 2)
    seen = _Seen(view.scale * (1.0 + min(rise, _EYE) / _EYE), rise, muted, alpha, shadow)
    if not kind.loose:
        _blit_flat(surface, view, look, pose, seen, 2 * math.atan2(pose.qz, pose.qw), face is Face.SPECIAL)
        return
    ux, _, n = _axes((pose.qw, pose.qx, pose.qy, pose.qz))
    up = n[2] >= 0.0
    if abs(n[2]) >= _FLAT:
        _blit_flat(surface, view, look, pose, seen, math.atan2(ux[1], ux[0]), not up)
        return
    _blit_tilted(surface, view, look, pose, seen)


def footprint(view: View, look: Look, pose: Sample, grow: float = 0.0) -> list[Point]:
    """The outline of a piece as it is seen, in px, ``grow`` mm larger all round."""
    kind = KINDS[look.kind]
    rise = max(0.0, pose.z - kind.thickness / 2)
    scale = view.scale * (1.0 + min(rise, _EYE) / _EYE)
    cx, cy = view.to_screen(pose.x, pose.y)
    ux, uy, _ = _axes((pose.qw, pose.qx, pose.qy, pose.qz))
    factor = 1.0 + grow / kind.reach
    found = []
    for x, y in outline(kind.shape, Pose(0.0, 0.0), 40):
        x, y = x * factor * scale, y * factor * scale
        found.append((cx + ux[0] * x + uy[0] * y, cy - ux[1] * x - uy[1] * y))
    return found


# --- flat --------------------------------------------------------------------------------------------------


def _blit_flat(
    surface: pygame.Surface, view: View, look: Look, pose: Sample, seen: _Seen, angle: float, special: bool
) -> None:
    kind = KINDS[look.kind]
    degrees = round(math.degrees(angle)) % 360
    if look.kind in ("small", "large") and 2 * kind.reach * seen.scale < _TINY:
        # So small, an emblem can only be read upright.
        degrees = 0
    # Sixteenths of a pixel keep the number of sprites small without a visible step.
    sprite = _flat(look, special, degrees, round(seen.scale * 64), seen.muted)
    cx, cy = view.to_screen(pose.x, pose.y)
    if seen.shadow:
        shadow_flat(surface, look.kind, degrees, view.scale, cx, cy, seen.rise, seen.alpha)
    place = sprite.get_rect(center=(round(cx), round(cy)))
    if seen.alpha < 1.0:
        sprite = faded(sprite, seen.alpha)
    surface.blit(sprite, place, special_flags=pygame.BLEND_PREMULTIPLIED)


@kept_by_wear(maxsize=600)
def _flat(look: Look, special: bool, degrees: int, scale64: int, muted: bool) -> pygame.Surface:
    """A piece lying flat, turned, with a gleam that does not turn with it."""
    scale = scale64 / 64
    across, tall = stickers.extent(look.kind)
    length, width = max(3, round(across * scale)), max(3, round(tall * scale))
    size = 4 if width < 2 * _TINY else 2 if width < 110 else 1
    letter = width < stickers.TINY
    picture = stickers.face(look, special, length * size, width * size, letter=letter)
    if degrees:
        picture = pygame.transform.rotozoom(picture, degrees, 1.0)
    w, h = picture.get_size()
    # Sizes that divide evenly keep the centre in the centre and the picture sharp.
    edge = 4 * size
    drawn = canvas(*(math.ceil((n + 2 * edge) / (2 * size)) * 2 * size for n in (w, h)))
    left, top = (drawn.get_width() - w) // 2, (drawn.get_height() - h) // 2
    depth = max(1.0, KINDS[look.kind].thickness * scale * 0.3 * size)
    side = _silhouette(picture, _side_colour(look))
    steps = max(1, round(depth))
    for i in range(steps, 0, -1):
        drawn.blit(side, (left + i * 0.5, top + i * 0.9), special_flags=pygame.BLEND_PREMULTIPLIED)
    drawn.blit(picture, (left, top), special_flags=pygame.BLEND_PREMULTIPLIED)
    if KINDS[look.kind].chip and width >= 12:
        gleam = _gleam(look.kind, length * size, width * size, degrees)
        drawn.blit(
            gleam, gleam.get_rect(center=(left + w // 2, top + h // 2)), special_flags=pygame.BLEND_PREMULTIPLIED
        )
    if muted:
        drawn = _muted(drawn)
    found = pygame.transform.smoothscale(drawn, (drawn.get_width() // size, drawn.get_height() // size))
    return _sharpened(found) if width < 2 * _TINY else found


def _sharpened(picture: pygame.Surface) -> pygame.Surface:
    """A copy with stronger edges: scaling far down has softened it."""
    soft = pygame.surfarray.array3d(pygame.transform.box_blur(picture, 1)).astype(np.float32)
    found = picture.copy()
    colours = pygame.surfarray.pixels3d(found)
    # No channel may exceed the alpha that it is multiplied by.
    most = pygame.surfarray.array_alpha(picture)[..., None]
    colours[:] = np.clip(colours + 0.55 * (colours - soft), 0, most).astype(np.uint8)
    del colours
    return found


def _side_colour(look: Look) -> theme.Colour:
    if not KINDS[look.kind].chip:
        return 70, 58, 46
    return theme.mix(theme.army_style(look.army).colour, theme.BLACK, 0.55)


def _silhouette(picture: pygame.Surface, colour: theme.Colour) -> pygame.Surface:
    """The shape of a premultiplied picture in one colour."""
    found = picture.copy()
    found.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)
    found.fill((*colour, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return found.premul_alpha()


@kept(64)
def _gleam(kind: str, length: int, width: int, degrees: int) -> pygame.Surface:
    """Light on the rim from the upper left and a shade at the lower right, for a chip lying flat."""
    size = math.ceil(math.hypot(length, width)) + 2
    size += size % 2
    drawn = canvas(size, size)
    middle = size / 2
    if kind == "rect":
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        a, b, inset = length / 2, width / 2, max(1.0, width * 0.028)
        a, b = a - inset, b - inset
        corners = [(a, b), (-a, b), (-a, -b), (a, -b)]
        turned = [(middle + c * x + s * y, middle - s * x + c * y) for x, y in corners]
        for (ax, ay), (bx, by) in zip(turned, turned[1:] + turned[:1], strict=True):
            nx, ny = (ax + bx) / 2 - middle, (ay + by) / 2 - middle
            d = math.hypot(nx, ny) or 1.0
            light = -(nx * 0.6 + ny * 0.8) / d
            paint = (255, 255, 255, round(130 * light)) if light > 0 else (0, 0, 0, round(-95 * light))
            cut = 0.08 * min(1.0, width / length)
            p = (ax + (bx - ax) * cut, ay + (by - ay) * cut), (bx + (ax - bx) * cut, by + (ay - by) * cut)
            pygame.draw.line(drawn, paint, p[0], p[1], max(1, round(width * 0.05)))
    else:
        r = width / 2
        steps = 48
        for i in range(steps):
            a0, a1 = math.tau * i / steps, math.tau * (i + 1) / steps
            light = -(math.cos((a0 + a1) / 2) * 0.6 + math.sin((a0 + a1) / 2) * 0.8)
            paint = (255, 255, 255, round(165 * light**2)) if light > 0 else (0, 0, 0, round(95 * light**2))
            ring = []
            for angle, length_ in ((a0, 0.97), (a1, 0.97), (a1, 0.87), (a0, 0.87)):
                ring.append((middle + r * length_ * math.cos(angle), middle + r * length_ * math.sin(angle)))
            pygame.draw.polygon(drawn, paint, ring)
    return drawn.premul_alpha()


def _muted(picture: pygame.Surface) -> pygame.Surface:
    """A darker, somewhat greyer copy that still shows whose piece it is."""
    found = picture.copy()
    found.fill((172, 172, 172, 255), special_flags=pygame.BLEND_RGBA_MULT)
    grey = pygame.transform.grayscale(picture)
    grey.fill((34, 32, 30, 0), special_flags=pygame.BLEND_RGBA_MULT)
    found.blit(grey, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return found


# --- tilted ------------------------------------------------------------------------------------------------

Vector = tuple[float, float, float]
Attitude = tuple[float, float, float, float]


def _axes(attitude: Attitude) -> tuple[Vector, Vector, Vector]:
    """The own x, y and z axes on the mat of a piece of that attitude."""
    w, x, y, z = attitude
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
        (2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
        (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)),
    )


def _blit_tilted(surface: pygame.Surface, view: View, look: Look, pose: Sample, seen: _Seen) -> None:
    # Steps too fine to be seen, so that chips that lean at rest find their pictures again.
    attitude = (round(pose.qw, 3), round(pose.qx, 3), round(pose.qy, 3), round(pose.qz, 3))
    cx, cy = view.to_screen(pose.x, pose.y)
    if seen.shadow:
        soft = _tilted_shadow(look.kind, attitude, round(view.scale * 64), round(seen.rise * 2))
        dx, dy = fall(seen.rise, view.scale)
        if seen.alpha < 1.0:
            soft = faded(soft, seen.alpha)
        place = soft.get_rect(center=(round(cx + dx), round(cy + dy)))
        surface.blit(soft, place, special_flags=pygame.BLEND_PREMULTIPLIED)
    left, top = math.floor(cx), math.floor(cy)
    part = round((cx - left) * 4), round((cy - top) * 4)
    picture = _tilted(look, attitude, round(seen.scale * 64), part, seen.muted)
    if seen.alpha < 1.0:
        picture = faded(picture, seen.alpha)
    reach = picture.get_width() // 2
    surface.blit(picture, (left - reach, top - reach), special_flags=pygame.BLEND_PREMULTIPLIED)


def _projected(kind: str, ux: Vector, uy: Vector, scale: float) -> list[Point]:
    """The outline of a tilted piece about its centre, px."""
    return [((ux[0] * x + uy[0] * y) * scale, -(ux[1] * x + uy[1] * y) * scale) for x, y in rim(kind)]


@kept(128)
def _tilted_shadow(kind: str, attitude: Attitude, scale64: int, rise2: int) -> pygame.Surface:
    ux, uy, _ = _axes(attitude)
    scale, rise = scale64 / 64, rise2 / 2
    return shadow_of(_projected(kind, ux, uy, scale), softness(rise, scale), rise)


@kept_by_wear(maxsize=256)
def _tilted(look: Look, attitude: Attitude, scale64: int, part: tuple[int, int], muted: bool) -> pygame.Surface:
    """A tilted piece, its centre ``part`` quarters of a pixel right of and below the middle of the picture."""
    kind, scale = KINDS[look.kind], scale64 / 64
    ux, uy, n = _axes(attitude)
    up = n[2] >= 0.0
    if not up:
        # The far face: its own y axis runs the other way, as it would after turning the chip over its x axis.
        uy, n = (-uy[0], -uy[1], -uy[2]), (-n[0], -n[1], -n[2])
    half = kind.thickness / 2 * scale
    ox, oy = n[0] * half, -n[1] * half
    edge = _projected(look.kind, ux, uy, scale)
    tiny = stickers.extent(look.kind)[1] * scale < 2 * _TINY
    size = 4 if tiny else 2
    reach = math.ceil(kind.reach * scale + half + 3)
    drawn = canvas(2 * reach * size, 2 * reach * size)
    mx, my = (reach + part[0] / 4) * size, (reach + part[1] / 4) * size

    def placed(dx: float, dy: float) -> list[Point]:
        return [(mx + (x + dx) * size, my + (y + dy) * size) for x, y in edge]

    side = theme.army_style(look.army).colour if kind.chip else _side_colour(look)
    # The rim: what the outline sweeps from the lower face to the upper one, at least a pixel thick near edge-on.
    thick = math.hypot(ox, oy)
    if thick < 0.8 and n[2] < 0.5 and thick > 0.0:
        ox, oy = ox * 0.8 / thick, oy * 0.8 / thick
    pygame.draw.polygon(drawn, theme.mix(side, theme.BLACK, 0.5), _hull(placed(-ox, -oy) + placed(ox, oy)))
    # A band of light along the middle of the rim gives it its roundness.
    band = _hull(placed(-ox * 0.35, -oy * 0.35) + placed(ox, oy))
    pygame.draw.polygon(drawn, theme.mix(side, theme.BLACK, 0.12), band)
    if n[2] > 0.035:
        # Faces that lean towards the light are brighter.
        letter = stickers.extent(look.kind)[1] * scale < stickers.TINY
        picture = _lit(_squeezed(look, not up, ux, uy, n, scale * size, letter), 0.5 * (-n[0] * 0.6 + n[1] * 0.8))
        middle = (round(mx + ox * size), round(my + oy * size))
        drawn.blit(picture, picture.get_rect(center=middle), special_flags=pygame.BLEND_PREMULTIPLIED)
    if muted:
        drawn = _muted(drawn)
    found = pygame.transform.smoothscale(drawn, (2 * reach, 2 * reach))
    return _sharpened(found) if tiny else found


def _squeezed(
    look: Look, special: bool, ux: Vector, uy: Vector, n: Vector, scale: float, letter: bool
) -> pygame.Surface:
    """The face under the linear map that takes its own axes to the projected ones.

    The map is a turn, a squeeze by the upright part of the normal along one direction, and another turn: seen from
    above a tilted plane is narrower along its line of steepest descent and as it was across it.
    """
    across, tall = stickers.extent(look.kind)
    length, width = max(2, round(across * scale)), max(2, round(tall * scale))
    picture = stickers.face(look, special, length, width, letter=letter)
    # Direction of steepest descent on the mat, and the same direction in the face's own axes.
    slope = math.atan2(n[1], n[0])
    own = math.atan2(-uy[2], -ux[2])
    turned = pygame.transform.rotozoom(picture, -math.degrees(own), 1.0)
    w, h = turned.get_size()
    turned = pygame.transform.smoothscale(turned, (max(1, round(w * abs(n[2]))), h))
    return pygame.transform.rotozoom(turned, math.degrees(slope), 1.0)


def _lit(picture: pygame.Surface, light: float) -> pygame.Surface:
    found = picture.copy()
    if light >= 0.0:
        level = round(90 * min(1.0, light))
        glow = picture.copy()
        glow.fill((level, level, level, 0), special_flags=pygame.BLEND_RGBA_MULT)
        found.blit(glow, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    else:
        level = 255 - round(150 * min(1.0, -light))
        found.fill((level, level, level, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return found


def _hull(points: Sequence[Point]) -> list[Point]:
    """Convex hull (Andrew's monotone chain)."""
    ordered = sorted(points)

    def chain(run: Sequence[Point]) -> list[Point]:
        kept: list[Point] = []
        for x, y in run:
            while len(kept) > 1:
                (ax, ay), (bx, by) = kept[-2], kept[-1]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                kept.pop()
            kept.append((x, y))
        return kept[:-1]

    return chain(ordered) + chain(ordered[::-1])
