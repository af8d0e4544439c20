"""Things beside the table: dice, badges, the side view of a shot."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from micromutants.rules import DieUse
from micromutants.table import KINDS
from micromutants.ui import theme
from micromutants.ui.draw.emblems import WIDE, emblem
from micromutants.ui.draw.ground import vignette
from micromutants.ui.draw.highlights import power_colour
from micromutants.ui.draw.look import Look
from micromutants.ui.draw.marks import mark, rim_pattern
from micromutants.ui.draw.pen import Inks, Paint, Pen, Point, canvas, regular, settle
from micromutants.ui.draw.stickers import draw_face, inks, kind_of, pattern_ink
from micromutants.ui.draw.text import draw_text, line_height
from micromutants.ui.kept import kept
from micromutants.ui.wear import kept_by_wear, worn

_MULTIPLIED = pygame.BLEND_PREMULTIPLIED


def draw_vignette(surface: pygame.Surface, strength: int) -> None:
    """Let a picture darken towards its edges, by at most ``strength`` of 255."""
    surface.blit(vignette(*surface.get_size(), strength), (0, 0), special_flags=_MULTIPLIED)


def draw_emblem(
    surface: pygame.Surface,
    rect: pygame.Rect,
    emblem: str,
    army: str,
    *,
    special: bool = False,
    small: bool = False,
    kind: str = "",
) -> None:
    """Draw the sticker of a breed, projectile, base, counter or template, as large as fits in the middle of ``rect``.

    Args:
        surface: What is drawn on.
        rect: Where.
        emblem: Id of the breed, base or other piece, without a number.
        army: Key of the army's style.
        special: Whether the special side (a base: the damaged one) is shown.
        small: Whether a base is its small one.
        kind: The kind of piece, where the id alone does not tell it: bases and chips of a player's own army.
    """
    known, main = kind_of(emblem, army)
    draw_face(
        surface, rect, Look("small-base" if small else kind or known, army, emblem, two_sided=True, main=main), special
    )


def draw_army_badge(surface: pygame.Surface, rect: pygame.Rect, army: str) -> None:
    """Draw the round badge of an army, its colour with its shape mark, in the middle of ``rect``."""
    size = min(rect.size)
    if size <= 0:
        return
    surface.blit(_badge(army, size), _badge(army, size).get_rect(center=rect.center), special_flags=_MULTIPLIED)


@kept_by_wear(maxsize=64)
def _badge(army: str, size: int) -> pygame.Surface:
    style = theme.army_style(army)
    drawn = canvas(4 * size, 4 * size)
    pen = Pen(drawn, 2 * size, 2 * size, 2 * size, inks(army, False))
    pen.disc(0, 0, 1.0, theme.mix(style.colour, theme.BLACK, 0.6))
    pen.disc(0, 0, 0.95, theme.mix(style.colour, theme.WHITE, 0.45))
    pen.disc(0, 0.03, 0.92, style.colour)
    if worn().shapes == "bold":
        rim_pattern(pen, regular(0.83, 88), style.mark, 0.2, pattern_ink(style))
    pen.disc(0, 0, 0.74, theme.mix(style.deep, theme.BLACK, 0.15))
    mark(pen.at(0, 0, 0.56), style.mark, style.tint, theme.mix(style.deep, theme.BLACK, 0.15))
    return settle(drawn, size, size)


# --- dice --------------------------------------------------------------------------------------------------


def draw_die(
    surface: pygame.Surface,
    rect: pygame.Rect,
    breed: str,
    army: str,
    use: DieUse = DieUse.OPEN,
    *,
    number: int = 0,
    lit: bool = False,
) -> None:
    """Draw an Action die that shows a breed.

    Args:
        surface: What is drawn on.
        rect: Where; the die is as large as fits in its middle.
        breed: Breed id on top; empty draws a die that has not been rolled.
        army: Army id.
        use: What became of it; a die that is not open is greyed and marked.
        number: 1 or 2, printed in a corner; 0 prints none.
        lit: Whether it is the one that is being used.
    """
    size = min(rect.size)
    if size <= 0:
        return
    sprite = _die(breed, army, use, number, lit, size)
    surface.blit(sprite, sprite.get_rect(center=rect.center), special_flags=_MULTIPLIED)


def draw_tumbling(
    surface: pygame.Surface, rect: pygame.Rect, faces: Sequence[str], army: str, share: float, number: int = 0
) -> None:
    """Draw a die that tumbles over its faces and comes to lie on the last one.

    Args:
        surface: What is drawn on.
        rect: Where it comes to lie.
        faces: Breed ids in the order in which they come up; at least two.
        army: Army id.
        share: How far the roll has gone, 0 to 1.
        number: 1 or 2, printed in a corner of each face.
    """
    size = min(rect.size)
    if size <= 0:
        return
    left = (1.0 - min(1.0, max(0.0, share))) ** 2
    turned = (len(faces) - 1) * (1.0 - left)
    now = min(int(turned), len(faces) - 2)
    angle = (turned - now) * math.pi / 2
    # Two faces of a cube that turns over, seen from above: one goes away upwards, the next comes up from below.
    side, rim = round(0.88 * size), round(0.06 * size)
    parts = (math.cos(angle), math.sin(angle))
    heights = [round(side * part) for part in parts]
    cube = canvas(side, sum(heights))
    body = theme.mix(theme.army_style(army).colour, theme.BLACK, 0.35)
    pygame.draw.rect(cube, body, cube.get_rect(), border_radius=round(0.12 * size))
    top = 0
    for face, height, part in zip(faces[now : now + 2], heights, parts, strict=True):
        if height > 0:
            whole = _die(face, army, DieUse.OPEN, number, False, size)
            sprite = pygame.transform.smoothscale(whole.subsurface((rim, rim, side, side)), (side, height))
            level = round(255 * (0.62 + 0.38 * part))
            sprite.fill((level, level, level, 255), special_flags=pygame.BLEND_RGBA_MULT)
            cube.blit(sprite, (0, top), special_flags=_MULTIPLIED)
        top += height
    hop = abs(math.sin(2.5 * math.pi * (1.0 - left))) * left
    if left > 0.0:
        cube = pygame.transform.rotozoom(cube, (70.0 if number == 1 else -95.0) * left, 1.0 + 0.12 * hop)
    cx = rect.centerx + (0.3 if number == 1 else 0.12) * size * left
    shade = pygame.transform.smoothscale(_shade(), (round(size * (1.25 + hop)), round(size * (1.15 + hop))))
    surface.blit(
        shade,
        shade.get_rect(center=(round(cx + size * 0.12 * hop), round(rect.centery + 3 + size * 0.3 * hop))),
        special_flags=_MULTIPLIED,
    )
    place = cube.get_rect(center=(round(cx), round(rect.centery - size * 0.3 * hop)))
    surface.blit(cube, place, special_flags=_MULTIPLIED)


@kept(1)
def _shade() -> pygame.Surface:
    """A round, soft shadow."""
    small = canvas(24, 24)
    for r in range(12, 0, -1):
        pygame.draw.circle(small, (0, 0, 0, round(110 * (1.0 - (r / 12) ** 2))), (12, 12), r)
    return small.premul_alpha()


@kept_by_wear(maxsize=128)
def _die(breed: str, army: str, use: DieUse, number: int, lit: bool, size: int) -> pygame.Surface:
    style = theme.army_style(army)
    spent = use is not DieUse.OPEN
    big = 4 if size < 160 else 2
    drawn = canvas(big * size, big * size)
    colours = inks(army, False)
    pen = Pen(drawn, big * size / 2, big * size / 2, big * size / 2, colours)
    body = theme.mix(style.colour, (88, 82, 76), 0.78) if spent else style.colour
    if lit:
        _slab(pen, 0.0, 0.0, 0.98, 0.3, (*theme.GOLD, 255))
        _slab(pen, 0.0, 0.0, 0.92, 0.27, (24, 18, 14, 255))
    else:
        _slab(pen, 0.03, 0.06, 0.92, 0.26, (8, 5, 3, 120))
    _slab(pen, 0.0, 0.0, 0.88, 0.24, theme.mix(body, theme.BLACK, 0.55))
    _slab(pen, 0.0, -0.02, 0.85, 0.22, theme.mix(body, theme.WHITE, 0.4))
    _slab(pen, 0.0, 0.02, 0.83, 0.21, body)
    paper = theme.mix(style.tint, (120, 114, 108), 0.62) if spent else style.tint
    _slab(pen, 0.0, 0.0, 0.68, 0.17, theme.mix(style.deep, theme.BLACK, 0.2))
    _slab(pen, 0.0, 0.0, 0.645, 0.15, paper)
    if breed:
        ink = theme.mix(style.deep, (90, 86, 82), 0.45) if spent else style.deep
        accent = theme.mix(style.colour, (120, 114, 108), 0.7) if spent else style.colour
        hot: Paint = (150, 128, 116) if spent else (228, 92, 30)
        emblem(breed)(pen.with_inks(Inks(ink, paper, accent, hot)).at(0, 0, 0.345 if breed in WIDE else 0.56))
    else:
        mark(pen.at(0, 0, 0.42), style.mark, theme.mix(paper, style.colour, 0.6), paper)
    if spent:
        _die_mark(pen, use)
    if number and not spent:
        pen.disc(-0.66, -0.66, 0.2, theme.mix(style.deep, theme.BLACK, 0.3))
        label = theme.font(round(0.15 * big * size), True).render(str(number), True, style.tint)
        drawn.blit(label, label.get_rect(center=tuple(map(round, pen.px(-0.66, -0.66)))))
    return settle(drawn, size, size)


def _slab(p: Pen, x: float, y: float, half: float, r: float, paint: Paint) -> None:
    """A square with rounded corners."""
    rect = pygame.Rect(0, 0, round(2 * half * p.unit), round(2 * half * p.unit))
    rect.center = (round(p.px(x, y)[0]), round(p.px(x, y)[1]))
    pygame.draw.rect(p.surface, paint, rect, border_radius=round(r * p.unit))


def _die_mark(p: Pen, use: DieUse) -> None:
    """In a corner, what became of a die: tick moved, plus reinforced, bar forgone, cross lost."""
    x, y, r = 0.6, 0.6, 0.33
    p.disc(x, y, r + 0.05, (24, 18, 14))
    q = p.at(x, y, r)
    match use:
        case DieUse.MOVED:
            p.disc(x, y, r, (56, 140, 100))
            q.line([(-0.45, 0.02), (-0.12, 0.38), (0.5, -0.38)], 0.24, theme.WHITE)
        case DieUse.REINFORCED:
            p.disc(x, y, r, (48, 128, 180))
            q.line([(-0.5, 0), (0.5, 0)], 0.26, theme.WHITE)
            q.line([(0, -0.5), (0, 0.5)], 0.26, theme.WHITE)
        case DieUse.FORGONE:
            p.disc(x, y, r, (140, 128, 114))
            q.line([(-0.5, 0), (0.5, 0)], 0.26, theme.WHITE)
        case _:
            p.disc(x, y, r, (190, 70, 26))
            for s in (-1, 1):
                q.line([(-0.38, -0.38 * s), (0.38, 0.38 * s)], 0.24, theme.WHITE)


# --- side view of a shot -----------------------------------------------------------------------------------


def draw_side_view(
    surface: pygame.Surface,
    rect: pygame.Rect,
    kind: str,
    loft: float,
    offset: float,
    power: float,
    army: str = "",
    text_size: int = 14,
    *,
    words: bool = True,
    above: int = 0,
) -> None:
    """Draw a chip under the shooter from the side: guide angle, where it is pressed, how hard.

    Args:
        surface: What is drawn on.
        rect: Where.
        kind: The chip's kind.
        loft: Take-off angle, rad.
        offset: 0 centre to 1 rim.
        power: 0 to 1.
        army: Whose colour the chip has.
        text_size: Height of the type, px.
        words: Whether loft and press are printed at the foot.
        above: So much is left free at the top, px; 0 lets the shooter reach as high as it does.
    """
    if rect.width < 24 or rect.height < 24:
        return
    numbers = (round(loft, 2), round(offset, 2), round(power, 2))
    picture = _side(rect.width, rect.height, kind, *numbers, army, text_size if words else 0, above)
    surface.blit(picture, rect, special_flags=_MULTIPLIED)


@kept_by_wear(maxsize=8)
def _side(
    width: int,
    height: int,
    kind: str,
    loft: float,
    offset: float,
    power: float,
    army: str,
    text_size: int,
    above: int,
) -> pygame.Surface:
    big = 2
    drawn = canvas(big * width, big * height)
    radius = big * max(4, min(width, height) // 14)
    pygame.draw.rect(drawn, theme.PANEL_EDGE, drawn.get_rect(), border_radius=radius)
    pygame.draw.rect(drawn, (36, 29, 24), drawn.get_rect().inflate(-2 * big, -2 * big), border_radius=radius - big)
    line = line_height(text_size) if text_size else 0
    # The mat under the chip; the shot goes to the right.
    room = height - line - 16
    unit = min(width / 4.9, (room - above) / 1.95 if above else (room - 8) / 2.2)
    # The mat's thickness keeps clear of the words below it.
    ground_y = height - line - max(16, round(0.2 * unit) + 6)
    pen = Pen(drawn, big * width * 0.42, big * ground_y, big * unit, inks(army, False))
    far = width / unit
    pen.poly([(-far, 0), (far, 0), (far, 0.2), (-far, 0.2)], (92, 80, 54))
    pen.line([(-width * 0.34 / unit, 0), (width * 0.6 / unit, 0)], 0.05, theme.MAT_LINE)
    style = theme.army_style(army)
    chip = KINDS.get(kind) or KINDS["small"]
    thick = 0.2 + 0.06 * (chip.thickness - 2.0)
    pen.line(
        [(-0.78, -thick / 2 - 0.03), (0.78, -thick / 2 - 0.03)], thick + 0.1, theme.mix(style.colour, theme.BLACK, 0.6)
    )
    pen.line([(-0.78, -thick / 2 - 0.03), (0.78, -thick / 2 - 0.03)], thick, style.colour)
    pen.line(
        [(-0.72, -thick * 0.8 - 0.03), (0.72, -thick * 0.8 - 0.03)], 0.05, theme.mix(style.colour, theme.WHITE, 0.5)
    )
    # The shooter presses behind the middle: offset 0 above the centre, 1 on the rim.
    x = -0.86 * min(1.0, max(0.0, offset))
    press = pen.at(x, -thick - 0.06)
    lean = math.radians(90) - 0.5 * (math.pi / 2 - loft) - 0.25
    back = (-math.cos(lean) * 1.6, -math.sin(lean) * 1.6)
    press.line([(0, -0.05), back], 0.27, (70, 68, 66))
    press.line([(0, -0.05), back], 0.19, (196, 194, 190))
    press.line([(0.02, -0.12), (back[0] + 0.05, back[1])], 0.05, (236, 234, 230))
    colour = power_colour(power)
    # The guide: take-off direction as a fan from the mat, and an arrow whose length is the power.
    origin = pen.at(0.86, -thick / 2)
    turn = math.degrees(loft)
    fan = [(0.0, 0.0)] + [
        (0.82 * math.cos(math.radians(turn * i / 16)), -0.82 * math.sin(math.radians(turn * i / 16))) for i in range(17)
    ]
    origin.poly(fan, (*theme.mix(colour, (36, 29, 24), 0.62), 255))
    origin.arc(0, 0, 0.82, 0, -turn, 0.04, theme.INK_SOFT)
    _side_arrow(origin, loft, 0.75 + 0.95 * power, colour)
    finished = settle(drawn, width, height)
    if not text_size:
        return finished
    side = max(10, round(0.7 * text_size))
    words = pygame.Rect(side, height - line - max(5, text_size // 3), width - 2 * side, line)
    draw_text(finished, f"loft {turn:.0f}°", words, text_size, theme.INK)
    draw_text(finished, f"press {100 * offset:.0f} %", words, text_size, theme.INK_SOFT, align="right")
    return finished


def _side_arrow(p: Pen, loft: float, length: float, colour: theme.Colour) -> None:
    way = (math.cos(loft), -math.sin(loft))
    side = (-way[1], way[0])

    def at(along: float, across: float) -> Point:
        return way[0] * along + side[0] * across, way[1] * along + side[1] * across

    for grow, paint in ((0.05, (20, 15, 12)), (0.0, colour)):
        p.taper([at(0.12, 0), at(length - 0.28, 0)], 0.1 + grow, 0.16 + grow, paint)
        p.poly(
            [at(length + grow, 0), at(length - 0.32 - grow, 0.2 + grow), at(length - 0.32 - grow, -0.2 - grow)], paint
        )
