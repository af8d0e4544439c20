"""What flares up on the table and fades: each picture a function of its age alone."""

from __future__ import annotations

import math

import pygame

from micromutants.ui import theme
from micromutants.ui.draw.buildings import fire
from micromutants.ui.draw.look import EFFECT_SECONDS, Effect
from micromutants.ui.draw.pen import Inks, Pen, canvas, settle
from micromutants.ui.view import View


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
