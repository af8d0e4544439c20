"""What tells the player something about pieces: glows, rings, the aim, the last shot, ghosts.

Every picture is a function of its arguments alone.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import pygame

from micromutants.geometry import Disc, Pose, corners, outline
from micromutants.physics import Sample
from micromutants.table import KINDS, Piece
from micromutants.ui import theme
from micromutants.ui.draw.look import AimLook, Ghost, Look, Reach, resting
from micromutants.ui.draw.pen import Inks, Pen, Point, canvas, ellipse, settle
from micromutants.ui.draw.pieces import draw_piece, footprint
from micromutants.ui.draw.shadows import faded
from micromutants.ui.draw.strokes import along, dot, drawing, outlined, stroke, tapered
from micromutants.ui.kept import kept
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


@kept(256)
def _glow(kind: str, degrees: int, scale64: int) -> pygame.Surface:
    scale = scale64 / 64
    edge = outline(KINDS[kind].shape, Pose(0.0, 0.0, math.radians(degrees)), 40)
    return _glow_of([(x * scale, -y * scale) for x, y in edge], scale)


def _glow_of(points: Sequence[Point], scale: float) -> pygame.Surface:
    soft = max(5.0, 4.2 * scale)
    # Amber round the gold makes it stand out on a light mat too.
    found = _halo(points, 1.35 * soft, (156, 84, 0))
    gold = _halo(points, soft, (255, 214, 96))
    found.fill((150, 150, 150, 150), special_flags=pygame.BLEND_RGBA_MULT)
    found.blit(gold, gold.get_rect(center=found.get_rect().center), special_flags=pygame.BLEND_PREMULTIPLIED)
    return found


def _halo(points: Sequence[Point], soft: float, colour: theme.Colour) -> pygame.Surface:
    """Light that surrounds an outline about the origin."""
    reach = max(1.0, *(math.hypot(x, y) for x, y in points))
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
        outlined(surface, points, max(4.6, view.length(2.4)), (16, 12, 10, 200))
        outlined(surface, points, max(2.6, view.length(1.4)), (255, 255, 255, 255))
        far = footprint(view, look, pose, gap * 1.9)
        outlined(surface, far, max(1.4, view.length(0.6)), (*theme.GOLD, 255))
    else:
        outlined(surface, points, max(3.0, view.length(1.5)), (16, 12, 10, 130))
        outlined(surface, points, max(1.4, view.length(0.7)), (255, 248, 230, 230))


def draw_overlap(surface: pygame.Surface, view: View, look: Look, pose: Sample) -> None:
    """A pale edge round a piece that lies on another, so that both are seen."""
    outlined(surface, footprint(view, look, pose, 0.35), max(1.2, view.length(0.55)), (255, 250, 236, 235))


def draw_web(surface: pygame.Surface, view: View, look: Look, pose: Sample) -> None:
    """A web over a piece."""
    r = max(7, round(view.length(KINDS[look.kind].reach * 1.06)))
    cx, cy = view.to_screen(pose.x, pose.y)
    surface.blit(_web(r), (round(cx) - r, round(cy) - r), special_flags=pygame.BLEND_PREMULTIPLIED)


@kept(16)
def _web(r: int) -> pygame.Surface:
    """Threads so thin that what is caught in them is still seen: spokes, and rings that sag between them."""
    layer = canvas(8 * r, 8 * r)
    pen = Pen(layer, 4 * r, 4 * r, 4 * r, Inks(theme.WHITE, theme.BLACK, theme.WHITE))
    tiny = r < 14
    wide = max(0.05, (0.8 if tiny else 1.0) / r)
    for paint, grow in (((10, 8, 8, 90 if tiny else 130), 1.9), ((255, 255, 255, 235), 1.0)):
        ends = [math.tau * i / (6 if tiny else 8) + 0.2 for i in range(7 if tiny else 9)]
        for angle in ends[:-1]:
            near = 0.3 if tiny else 0.12
            spoke = [(near * math.cos(angle), near * math.sin(angle)), (math.cos(angle), math.sin(angle))]
            pen.line(spoke, wide * grow, paint)
        for ring in (0.94, 0.5) if tiny else (0.94, 0.66, 0.4):
            line = []
            for a, b in itertools.pairwise(ends):
                middle = (a + b) / 2
                line.append((ring * math.cos(a), ring * math.sin(a)))
                line.append((0.84 * ring * math.cos(middle), 0.84 * ring * math.sin(middle)))
            line.append(line[0])
            pen.line(line, wide * grow, paint)
    return settle(layer, 2 * r, 2 * r)


def draw_reach(surface: pygame.Surface, view: View, reach: Reach) -> None:
    """A range about a piece: a pale dashed line at that distance from its edge."""
    points = [view.to_screen(x, y) for x, y in outset(reach.piece, reach.range)]
    wide = max(1.6, view.length(0.8))
    for i in range(0, len(points), 2):
        a, b = points[i], points[(i + 1) % len(points)]
        stroke(surface, [a, b], wide + 2.0, (16, 12, 10, 120))
        stroke(surface, [a, b], wide, (255, 244, 214, 190))


def outset(piece: Piece, far: float) -> list[Point]:
    """Points at a distance of ``far`` mm from the edge of a piece, all round it."""
    shape = KINDS[piece.kind].shape
    if isinstance(shape, Disc):
        return outline(Disc(shape.radius + far), piece.pose, 96)
    edge = corners(shape, piece.pose)
    found: list[Point] = []
    count = len(edge)
    for i, (x, y) in enumerate(edge):
        (ax, ay), (bx, by) = edge[i - 1], edge[(i + 1) % count]
        # Corners run counter-clockwise: the outward normal of a side is its direction turned clockwise.
        start = math.atan2(-(x - ax), y - ay)
        end = math.atan2(-(bx - x), by - y)
        sweep = (end - start) % math.tau
        before = found[-1] if found else None
        arc = [
            (x + far * math.cos(start + sweep * k / 16), y + far * math.sin(start + sweep * k / 16)) for k in range(17)
        ]
        if before is not None:
            found += _between(before, arc[0])
        found += arc
    return [*found, *_between(found[-1], found[0])]


def _between(a: Point, b: Point) -> list[Point]:
    """Points on the way from one to another, about 8 mm apart."""
    count = max(1, round(math.dist(a, b) / 8.0))
    return [(a[0] + (b[0] - a[0]) * i / count, a[1] + (b[1] - a[1]) * i / count) for i in range(1, count)]


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
    outlined(surface, footprint(view, look, pose, 1.2), max(2.0, view.length(1.0)), (*colour, 255))
    if not ghost.legal:
        r = view.length(KINDS[look.kind].reach) * 0.62
        for sign in (-1, 1):
            stroke(surface, [(cx - r, cy - sign * r), (cx + r, cy + sign * r)], max(5.0, r * 0.4), (20, 10, 6, 210))
        for sign in (-1, 1):
            stroke(surface, [(cx - r, cy - sign * r), (cx + r, cy + sign * r)], max(2.6, r * 0.22), (*colour, 255))


def _about(view: View, look: Look, pose: Sample) -> list[tuple[Point, Point]]:
    centre = view.to_screen(pose.x, pose.y)
    return [(point, centre) for point in footprint(view, look, pose)]


_BENDS = 90
"""A foreseen path is drawn through about so many points."""

_NEAR = 16.0
"""A pull that begins so near to the middle of a chip is drawn from that middle, mm."""

# --- shots -------------------------------------------------------------------------------------------------


def draw_trace(surface: pygame.Surface, view: View, trace: Sequence[tuple[float, float, float]]) -> None:
    """The last shot: its shadow on the mat, and a line along the arc above it that is fainter where it began."""
    good = [p for p in trace if all(math.isfinite(v) for v in p)]
    if len(good) < 2:
        return
    floor, air = _flight(view, good)
    wide = max(1.2, view.length(0.9))
    along(surface, floor, 1.4 * wide, [(wide, [(18, 12, 8, 70)])])
    shades = [(255, 244, 214, 70 + 20 * i) for i in range(8)]
    along(surface, air, max(2.2, 1.9 * wide), [(wide + 0.8, [(24, 16, 10, 100)]), (wide, shades)])
    dot(surface, air[0], max(2.5, view.length(1.6)), (255, 244, 214, 200))


def _flight(view: View, path: Sequence[tuple[float, float, float]]) -> tuple[list[Point], list[Point]]:
    """A flight on the screen: below it on the mat, and in the air."""
    scale = view.scale
    ox, oy = view.to_screen(0.0, 0.0)
    floor = [(ox + x * scale, oy - y * scale) for x, y, _ in path]
    return floor, [(x, y - 0.38 * max(0.0, p[2]) * scale) for (x, y), p in zip(floor, path, strict=True)]


def draw_aim(surface: pygame.Surface, view: View, aim: AimLook) -> None:
    """The aim: rubber band, power arrow, predicted path and landing."""
    cx, cy = view.to_screen(aim.x, aim.y)
    dx, dy = math.cos(aim.azimuth), -math.sin(aim.azimuth)
    colour = power_colour(aim.power)
    if aim.pull is not None:
        # A pull that began on the bare mat is seen where it is made: from the chip it would point elsewhere.
        foot = aim.grip if aim.grip is not None and math.dist(aim.grip, (cx, cy)) > view.length(_NEAR) else (cx, cy)
        along(surface, [foot, aim.pull], 10.0, [(2.6, [(14, 10, 8, 130)]), (1.6, [(255, 255, 255, 210)])])
        dot(surface, aim.pull, 6.2, (14, 10, 8, 130))
        dot(surface, aim.pull, 5.0, (255, 255, 255, 210))
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
    count = 14
    points = [(foot[0] + way[0] * shaft * i / count, foot[1] + way[1] * shaft * i / count) for i in range(count + 1)]
    widths = [width * (0.5 + 0.5 * i / count) for i in range(count + 1)]
    ink = (18, 13, 10, 235)
    with drawing(surface, [foot, tip, *barbs], width + 4.0) as pen:
        if pen is None:
            return
        # The outline as one shape: a semi-transparent one may not lie over itself.
        side = [(x + nx * (w / 2 + 1.5), y + ny * (w / 2 + 1.5)) for (x, y), w in zip(points, widths, strict=True)]
        back = [(x - nx * (w / 2 + 1.5), y - ny * (w / 2 + 1.5)) for (x, y), w in zip(points, widths, strict=True)]
        pen.poly([*side, *reversed(back)], ink)
        pen.poly([tip, *barbs], ink)
        pen.line([tip, *barbs, tip], 6.0, ink)
        tapered(pen, points, widths, [(*power_colour(power * i / count), 255) for i in range(count + 1)])
        pen.poly([tip, *barbs], (*colour, 255))


def _path(surface: pygame.Surface, view: View, path: Sequence[tuple[float, float, float]]) -> None:
    good = [p for p in path if all(math.isfinite(v) for v in p)]
    if len(good) < 2:
        return
    # Samples lie closer than the dots do.
    good = [*good[: -1 : max(1, len(good) // _BENDS)], good[-1]]
    floor, air = _flight(view, good)
    gap, r = max(7.0, view.length(6.0)), max(1.7, view.length(0.9))
    along(surface, floor, max(3.0, view.length(2.4)), [(max(1.4, view.length(1.0)), [(14, 10, 8, 120)])])
    along(surface, air, gap, [(r + max(0.9, view.length(0.5)), [(20, 14, 10, 255)]), (r, [(255, 246, 224, 255)])])


def _landing(surface: pygame.Surface, view: View, aim: AimLook) -> None:
    """Where the chip is expected to come down, and how far a hand's scatter may take it."""
    assert aim.landing is not None
    cx, cy = view.to_screen(*aim.landing)
    long, wide = (max(5.0, view.length(v)) for v in aim.spread)
    degrees = -math.degrees(aim.azimuth)
    points = ellipse(cx, cy, long, wide, degrees)
    r = max(4.0, view.length(3.0))
    cross = [[(cx - ux * r, cy - uy * r), (cx + ux * r, cy + uy * r)] for ux, uy in ((1, 0), (0, 1))]
    ring = [*points, points[0]]
    with drawing(surface, [*points, *cross[0], *cross[1]], 5.0) as pen:
        if pen is None:
            return
        pen.poly(points, (255, 240, 200, 54))
        pen.line(ring, max(3.2, view.length(1.4)), (16, 12, 10, 150))
        pen.line(ring, max(1.6, view.length(0.7)), (255, 240, 200, 235))
        for width, paint in ((3.4, (16, 12, 10, 200)), (1.6, (255, 240, 200, 255))):
            for arm in cross:
                pen.line(arm, width, paint)
