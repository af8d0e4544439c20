"""What tells the player something about pieces: glows, rings, the aim, the last shot, ghosts, effects.

Every picture is a function of its arguments alone; effects of their age.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Sequence

import pygame

from micromutants.geometry import Pose, outline
from micromutants.physics import Sample
from micromutants.table import KINDS
from micromutants.ui import theme
from micromutants.ui.draw.buildings import fire
from micromutants.ui.draw.emblems import emblem
from micromutants.ui.draw.look import EFFECT_SECONDS, AimLook, Effect, Ghost, Look, resting
from micromutants.ui.draw.pen import Inks, Pen, Point, canvas, ellipse, settle
from micromutants.ui.draw.pieces import draw_piece, faded, footprint
from micromutants.ui.view import View

Stops = tuple[theme.Colour, ...]

POWER: Stops = ((86, 180, 233), (240, 228, 66), (230, 159, 0), (213, 74, 20))
"""Colours of the power from none to full."""


def power_colour(power: float) -> theme.Colour:
    """The colour of a power from 0 to 1."""
    at = min(1.0, max(0.0, power)) * (len(POWER) - 1)
    i = min(int(at), len(POWER) - 2)
    return theme.mix(POWER[i], POWER[i + 1], at - i)


# --- pieces ------------------------------------------------------------------------------------------------


def draw_glow(surface: pygame.Surface, view: View, look: Look, pose: Sample) -> None:
    """A soft golden light under a piece that may move."""
    cx, cy = view.to_screen(pose.x, pose.y)
    if pose.qw == pose.qz == 0.0 or pose.qx == pose.qy == 0.0:
        # Flat: the light depends on the angle alone, and can be kept; a round chip's not even on that.
        angle = 2 * (math.atan2(pose.qz, pose.qw) if pose.qx == pose.qy == 0.0 else math.atan2(pose.qy, pose.qx))
        round_chip = look.kind in ("small", "large")
        sprite = _glow(look.kind, 0 if round_chip else round(math.degrees(angle)) % 360, round(view.scale * 64))
    else:
        sprite = _glow_of([(x - cx, y - cy) for x, y in footprint(view, look, pose)], view.scale)
    surface.blit(sprite, sprite.get_rect(center=(round(cx), round(cy))), special_flags=pygame.BLEND_PREMULTIPLIED)


@functools.lru_cache(maxsize=256)
def _glow(kind: str, degrees: int, scale64: int) -> pygame.Surface:
    scale = scale64 / 64
    edge = outline(KINDS[kind].shape, Pose(0.0, 0.0, math.radians(degrees)), 40)
    return _glow_of([(x * scale, -y * scale) for x, y in edge], scale)


def _glow_of(points: Sequence[Point], scale: float) -> pygame.Surface:
    soft = max(5.0, 4.2 * scale)
    return _halo(points, soft, (255, 214, 96))


def _halo(points: Sequence[Point], soft: float, colour: theme.Colour) -> pygame.Surface:
    """Light that surrounds an outline about the origin."""
    reach = max(math.hypot(x, y) for x, y in points)
    coarse = max(1.0, soft / 3)
    half = math.ceil((reach + 2.6 * soft) / coarse)
    small = canvas(2 * half, 2 * half)
    grow = 1.0 + soft * 0.55 / reach
    pygame.draw.polygon(
        small, (*colour, 255), [(half + x * grow / coarse, half + y * grow / coarse) for x, y in points]
    )
    small = small.premul_alpha()
    for _ in range(3):
        small = pygame.transform.box_blur(small, 1)
    size = round(2 * half * coarse)
    return pygame.transform.smoothscale(small, (size, size))


def draw_ring(surface: pygame.Surface, view: View, look: Look, pose: Sample, *, selected: bool) -> None:
    """A ring round a piece: double and bright where selected, thin where the pointer is over it."""
    gap = max(2.2, view.length(1.7)) / view.scale
    points = footprint(view, look, pose, gap)
    if selected:
        _outline(surface, points, max(4.6, view.length(2.4)), (16, 12, 10, 200))
        _outline(surface, points, max(2.6, view.length(1.4)), (255, 255, 255, 255))
        far = footprint(view, look, pose, gap * 1.9)
        _outline(surface, far, max(1.4, view.length(0.6)), (*theme.GOLD, 255))
    else:
        _outline(surface, points, max(3.0, view.length(1.5)), (16, 12, 10, 130))
        _outline(surface, points, max(1.4, view.length(0.7)), (255, 248, 230, 230))


def draw_overlap(surface: pygame.Surface, view: View, look: Look, pose: Sample) -> None:
    """A pale edge round a piece that lies on another, so that both are seen."""
    _outline(surface, footprint(view, look, pose, 0.35), max(1.2, view.length(0.55)), (255, 250, 236, 235))


def draw_web(surface: pygame.Surface, view: View, look: Look, pose: Sample) -> None:
    """A web over a piece."""
    r = max(6, round(view.length(KINDS[look.kind].reach * 0.9)))
    layer = canvas(6 * r, 6 * r)
    emblem("web")(Pen(layer, 3 * r, 3 * r, 3 * r, Inks((250, 250, 250), (0, 0, 0), (255, 255, 255), (250, 250, 250))))
    cx, cy = view.to_screen(pose.x, pose.y)
    sprite = settle(layer, 2 * r, 2 * r)
    surface.blit(sprite, (round(cx) - r, round(cy) - r), special_flags=pygame.BLEND_PREMULTIPLIED)


def draw_ghost(surface: pygame.Surface, view: View, look: Look, ghost: Ghost) -> None:
    """A piece about to be put down: see-through, ringed, crossed out where it may not lie."""
    pose = resting(ghost.piece)
    colour = theme.GOOD if ghost.legal else theme.BAD
    halo = _halo(
        [(x - px, y - py) for (x, y), (px, py) in _about(view, look, pose)], max(4.0, view.length(3.0)), colour
    )
    cx, cy = view.to_screen(pose.x, pose.y)
    surface.blit(
        faded(halo, 0.75), halo.get_rect(center=(round(cx), round(cy))), special_flags=pygame.BLEND_PREMULTIPLIED
    )
    draw_piece(
        surface, view, look, pose, face=ghost.piece.face, alpha=0.85 if ghost.legal else 0.6, muted=not ghost.legal
    )
    _outline(surface, footprint(view, look, pose, 1.2), max(2.0, view.length(1.0)), (*colour, 255))
    if not ghost.legal:
        r = view.length(KINDS[look.kind].reach) * 0.62
        for sign in (-1, 1):
            _stroke(surface, [(cx - r, cy - sign * r), (cx + r, cy + sign * r)], max(5.0, r * 0.4), (20, 10, 6, 210))
        for sign in (-1, 1):
            _stroke(surface, [(cx - r, cy - sign * r), (cx + r, cy + sign * r)], max(2.6, r * 0.22), (*colour, 255))


def _about(view: View, look: Look, pose: Sample) -> list[tuple[Point, Point]]:
    centre = view.to_screen(pose.x, pose.y)
    return [(point, centre) for point in footprint(view, look, pose)]


# --- strokes -----------------------------------------------------------------------------------------------


def _outline(surface: pygame.Surface, points: Sequence[Point], width: float, paint: tuple[int, int, int, int]) -> None:
    _stroke(surface, [*points, points[0], points[1]], width, paint)


def _stroke(surface: pygame.Surface, points: Sequence[Point], width: float, paint: tuple[int, int, int, int]) -> None:
    """A smooth polyline with round joints, in surface pixels."""
    _strokes(surface, points, [width] * len(points), [paint] * len(points))


def _strokes(
    surface: pygame.Surface,
    points: Sequence[Point],
    widths: Sequence[float],
    paints: Sequence[tuple[int, int, int, int]],
) -> None:
    """A smooth polyline whose width and colour change from point to point."""
    pad = max(widths) + 2
    clip = surface.get_clip()
    box = pygame.Rect(
        math.floor(min(x for x, _ in points) - pad),
        math.floor(min(y for _, y in points) - pad),
        math.ceil(max(x for x, _ in points) - min(x for x, _ in points) + 2 * pad),
        math.ceil(max(y for _, y in points) - min(y for _, y in points) + 2 * pad),
    ).clip(clip)
    if box.width <= 0 or box.height <= 0:
        return
    big = 3 if box.width * box.height < 120_000 else 2
    layer = canvas(box.width * big, box.height * big)
    pen = Pen(layer, -box.left * big, -box.top * big, big, Inks((0, 0, 0), (0, 0, 0), (0, 0, 0)))
    for i in range(len(points) - 1):
        pen.taper([points[i], points[i + 1]], widths[i], widths[i + 1], paints[i])
    surface.blit(settle(layer, *box.size), box, special_flags=pygame.BLEND_PREMULTIPLIED)


# --- shots -------------------------------------------------------------------------------------------------


def _lifted(view: View, x: float, y: float, z: float) -> Point:
    """Where a point above the mat is drawn: raised by part of its height, so that arcs read as arcs."""
    px, py = view.to_screen(x, y)
    return px, py - 0.38 * max(0.0, z) * view.scale


def draw_trace(surface: pygame.Surface, view: View, trace: Sequence[tuple[float, float, float]]) -> None:
    """The last shot: its shadow on the mat, and dots along the arc above it."""
    good = [p for p in trace if all(math.isfinite(v) for v in p)]
    if len(good) < 2:
        return
    floor = [view.to_screen(x, y) for x, y, _ in good]
    _stroke(surface, floor, max(2.0, view.length(1.4)), (18, 12, 8, 110))
    air = [_lifted(view, *p) for p in good]
    count = len(air)
    _strokes(
        surface,
        air,
        [max(1.4, view.length(0.9))] * count,
        [(255, 244, 214, 60 + round(130 * i / count)) for i in range(count)],
    )
    _dot(surface, air[0], max(2.5, view.length(1.6)), (255, 244, 214, 200))


def _dot(surface: pygame.Surface, at: Point, r: float, paint: tuple[int, int, int, int]) -> None:
    _stroke(surface, [at, (at[0] + 0.01, at[1])], 2 * r, paint)


def draw_aim(surface: pygame.Surface, view: View, aim: AimLook) -> None:
    """The aim: rubber band, power arrow, predicted path and landing."""
    cx, cy = view.to_screen(aim.x, aim.y)
    dx, dy = math.cos(aim.azimuth), -math.sin(aim.azimuth)
    colour = power_colour(aim.power)
    if aim.pull is not None:
        _dashes(surface, (cx, cy), aim.pull, (255, 255, 255, 120))
        _dot(surface, aim.pull, 5.0, (255, 255, 255, 150))
    if aim.path:
        _path(surface, view, aim.path)
    if aim.landing is not None:
        _landing(surface, view, aim)
    start = max(9.0, view.length(13.0))
    length = view.length(22.0 + 78.0 * min(1.0, max(0.0, aim.power)))
    _arrow(surface, (cx + dx * start, cy + dy * start), (dx, dy), length, aim.power, max(5.0, view.length(5.0)), colour)


def _arrow(
    surface: pygame.Surface, foot: Point, way: Point, length: float, power: float, width: float, colour: theme.Colour
) -> None:
    """A broad arrow that goes through the colours of the power as it grows."""
    head = width * 2.1
    shaft = max(2.0, length - head)
    nx, ny = -way[1], way[0]
    tip = (foot[0] + way[0] * length, foot[1] + way[1] * length)
    neck = (foot[0] + way[0] * shaft, foot[1] + way[1] * shaft)
    barbs = [(neck[0] + nx * width * s, neck[1] + ny * width * s) for s in (1.15, -1.15)]
    count = 18
    points = [(foot[0] + way[0] * shaft * i / count, foot[1] + way[1] * shaft * i / count) for i in range(count + 1)]
    widths = [width * (0.5 + 0.5 * i / count) for i in range(count + 1)]
    _strokes(surface, points, [w + 3.0 for w in widths], [(18, 13, 10, 235)] * (count + 1))
    _polygon(surface, [tip, *barbs], (18, 13, 10, 235), 3.0)
    shades = [(*power_colour(power * i / count), 255) for i in range(count + 1)]
    _strokes(surface, points, widths, shades)
    _polygon(surface, [tip, *barbs], (*colour, 255), 0.0)


def _polygon(surface: pygame.Surface, points: Sequence[Point], paint: tuple[int, int, int, int], border: float) -> None:
    left = math.floor(min(x for x, _ in points) - border - 2)
    top = math.floor(min(y for _, y in points) - border - 2)
    width = math.ceil(max(x for x, _ in points) + border + 2) - left
    height = math.ceil(max(y for _, y in points) + border + 2) - top
    if width > 4000 or height > 4000:
        return
    layer = canvas(3 * width, 3 * height)
    pen = Pen(layer, -3 * left, -3 * top, 3, Inks((0, 0, 0), (0, 0, 0), (0, 0, 0)))
    pen.poly(points, paint)
    if border > 0.0:
        pen.line([*points, points[0]], 2 * border, paint)
    surface.blit(settle(layer, width, height), (left, top), special_flags=pygame.BLEND_PREMULTIPLIED)


def _dashes(surface: pygame.Surface, a: Point, b: Point, paint: tuple[int, int, int, int]) -> None:
    length = math.hypot(b[0] - a[0], b[1] - a[1])
    count = int(length // 12)
    for i in range(count):
        t, u = i * 12 / length, (i * 12 + 6) / length
        ends = (
            (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t),
            (a[0] + (b[0] - a[0]) * u, a[1] + (b[1] - a[1]) * u),
        )
        pygame.draw.aaline(surface, theme.mix(theme.MAT, paint[:3], paint[3] / 255), *ends)


def _path(surface: pygame.Surface, view: View, path: Sequence[tuple[float, float, float]]) -> None:
    good = [p for p in path if all(math.isfinite(v) for v in p)]
    if len(good) < 2:
        return
    _stroke(surface, [view.to_screen(x, y) for x, y, _ in good], max(1.6, view.length(1.0)), (14, 10, 8, 110))
    air = [_lifted(view, *p) for p in good]
    walked, due, gap = 0.0, 0.0, max(7.0, view.length(6.0))
    for a, b in itertools.pairwise(air):
        step = math.hypot(b[0] - a[0], b[1] - a[1])
        while step > 0.0 and due <= walked + step:
            t = (due - walked) / step
            at = (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
            pygame.draw.aacircle(surface, (20, 14, 10), at, max(2.6, view.length(1.4)))
            pygame.draw.aacircle(surface, (255, 246, 224), at, max(1.7, view.length(0.9)))
            due += gap
        walked += step


def _landing(surface: pygame.Surface, view: View, aim: AimLook) -> None:
    """Where the chip is expected to come down, and how far a hand's scatter may take it."""
    assert aim.landing is not None
    cx, cy = view.to_screen(*aim.landing)
    along, across = (max(5.0, view.length(v)) for v in aim.spread)
    degrees = -math.degrees(aim.azimuth)
    points = ellipse(cx, cy, along, across, degrees)
    _polygon(surface, points, (255, 240, 200, 54), 0.0)
    _outline(surface, points, max(3.2, view.length(1.4)), (16, 12, 10, 150))
    _outline(surface, points, max(1.6, view.length(0.7)), (255, 240, 200, 235))
    r = max(4.0, view.length(3.0))
    for ux, uy in ((1, 0), (0, 1)):
        _stroke(surface, [(cx - ux * r, cy - uy * r), (cx + ux * r, cy + uy * r)], 3.4, (16, 12, 10, 200))
    for ux, uy in ((1, 0), (0, 1)):
        _stroke(surface, [(cx - ux * r, cy - uy * r), (cx + ux * r, cy + uy * r)], 1.6, (255, 240, 200, 255))


# --- effects -----------------------------------------------------------------------------------------------


def draw_effect(surface: pygame.Surface, view: View, effect: Effect) -> None:
    """An effect at its age; nothing once it is over."""
    if effect.over or not (math.isfinite(effect.x) and math.isfinite(effect.y)):
        return
    u = effect.age / EFFECT_SECONDS[effect.kind]
    cx, cy = view.to_screen(effect.x, effect.y)
    r = max(13.0, view.length(min(1.45 * effect.size, effect.size + 5.0)))
    reach = math.ceil(r * 3.4)
    if reach > 1200:
        return
    layer = canvas(4 * reach, 4 * reach)
    pen = Pen(layer, 2 * reach, 2 * reach, 2 * r, Inks((30, 20, 14), theme.WHITE, theme.army_style(effect.army).colour))
    {
        "capture": _burst,
        "fumble": _puff,
        "damage": _blaze,
        "landing": _ripple,
        "return": _back,
    }[effect.kind](pen, u)
    sprite = settle(layer, 2 * reach, 2 * reach)
    surface.blit(sprite, (round(cx) - reach, round(cy) - reach), special_flags=pygame.BLEND_PREMULTIPLIED)


def _ease(u: float) -> float:
    return 1.0 - (1.0 - min(1.0, max(0.0, u))) ** 3


def _fade(u: float) -> int:
    return round(255 * max(0.0, min(1.0, (1.0 - u) * 1.6)))


_GOLDEN = 2.399963
"""The golden angle, rad: spreads things evenly without any chance."""


def _burst(p: Pen, u: float) -> None:
    """A starburst, shards of the army's colour flying apart, a ring."""
    a, grown = _fade(u), _ease(u)
    if u < 0.45:
        size = 0.5 + 1.5 * _ease(u / 0.45)
        flash = round(255 * (1.0 - u / 0.45))
        p.star(0, 0, size, (255, 205, 84, flash), 9, 0.5)
        p.star(0, 0, size * 0.66, (255, 250, 230, flash), 9, 0.5)
    r = 0.5 + 2.1 * grown
    p.ring(0, 0, r, 0.16 * (1 - grown) + 0.03, (255, 240, 205, round(a * 0.7)))
    accent = p.inks.accent
    for i in range(14):
        angle = _GOLDEN * i
        far = (0.35 + 1.9 * grown) * (0.62 + 0.38 * math.sin(1.7 * i + 1))
        size = (0.24 - 0.12 * grown) * (0.7 + 0.3 * math.cos(2.3 * i))
        q = p.at(far * math.cos(angle), far * math.sin(angle), max(0.03, size), angle + 5 * u)
        q.poly([(-1.2, -0.9), (1.1, -0.5), (0.3, 1.2)], (26, 18, 12, a))
        q.poly([(-0.85, -0.6), (0.75, -0.35), (0.2, 0.85)], (accent[0], accent[1], accent[2], a))


def _puff(p: Pen, u: float) -> None:
    """A cloud of dust, for a bug that went below another."""
    a, grown = _fade(u), _ease(u)
    for i in range(12):
        angle = _GOLDEN * i
        far = (0.25 + 1.25 * grown) * (0.55 + 0.45 * math.sin(2.1 * i) ** 2)
        size = 0.34 + 0.3 * grown * (0.6 + 0.4 * math.cos(1.3 * i))
        x, y = far * math.cos(angle), far * math.sin(angle) - 0.25 * grown
        p.disc(x, y, size * 1.08, (60, 50, 40, round(a * 0.5)))
        p.disc(x - 0.04, y - 0.05, size, (196, 180, 152, round(a * 0.8)))
    for s in (-1, 1):
        p.line([(-0.42, -0.42 * s), (0.42, 0.42 * s)], 0.34, (40, 14, 6, a))
    for s in (-1, 1):
        p.line([(-0.4, -0.4 * s), (0.4, 0.4 * s)], 0.17, (*theme.BAD, a))


def _blaze(p: Pen, u: float) -> None:
    """Flames that leap up and smoke above them, for a base that is damaged."""
    a, grown = _fade(u), _ease(u)
    p.ring(0, 0, 0.6 + 1.2 * grown, 0.1 * (1 - grown) + 0.02, (255, 190, 100, round(a * 0.8)))
    for i in range(9):
        far = 0.75 * (0.4 + 0.6 * math.sin(1.9 * i) ** 2)
        x, y = far * math.cos(_GOLDEN * i), -0.5 - 1.1 * grown + 0.5 * math.sin(2.3 * i)
        p.disc(x, y, 0.16 + 0.2 * grown, (58, 48, 42, round(a * 0.42)))
    leap = math.sin(math.pi * min(1.0, u * 1.05)) ** 0.6
    for i, (x, y, size) in enumerate(
        ((-0.62, 0.1, 0.5), (0.6, 0.02, 0.55), (-0.2, -0.1, 0.75), (0.26, 0.35, 0.7), (-0.4, 0.55, 0.6))
    ):
        if leap > 0.05:
            fire(p.at(x, y, size * leap), 1.0 + 0.25 * math.sin(9.0 * u + 2.0 * i))
    for i in range(10):
        angle = _GOLDEN * i
        far = (0.3 + 1.3 * grown) * (0.6 + 0.4 * math.sin(2.9 * i))
        p.disc(far * math.cos(angle), far * math.sin(angle) * 0.8 - 0.7 * u, 0.06, (255, 200, 90, a))


def _ripple(p: Pen, u: float) -> None:
    """A ring of dust where a chip touches down."""
    p.ring(0, 0, 0.8 + 0.8 * _ease(u), 0.14 * (1 - u) + 0.02, (222, 206, 170, round(_fade(u) * 0.55)))


def _back(p: Pen, u: float) -> None:
    """A ring that closes in, for a piece put back where it came from."""
    r = 2.2 - 1.1 * _ease(u)
    a = _fade(u)
    for i in range(12):
        p.arc(0, 0, r, 30 * i + 60 * u, 30 * i + 17 + 60 * u, 0.12, (*theme.GOOD, a))
