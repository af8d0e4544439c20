"""What flares up on the table and fades: each picture a function of its age alone."""

from __future__ import annotations

import math

import pygame

from micromutants.physics import Sample
from micromutants.ui import theme
from micromutants.ui.draw.buildings import fire
from micromutants.ui.draw.look import EFFECT_SECONDS, Effect
from micromutants.ui.draw.pen import GOLDEN_ANGLE, Inks, Pen, canvas, settle
from micromutants.ui.kept import kept
from micromutants.ui.view import View

_MULTIPLIED = pygame.BLEND_PREMULTIPLIED


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
        "acid": _fizz,
        "impact": _impact,
        "warp": _whirl,
        "web": _threads,
        "shield": _shield,
        "collect": _sparkle,
        "grow": _rise,
        "wave": _wave,
    }[effect.kind](pen, u)
    sprite = settle(layer, 2 * reach, 2 * reach)
    surface.blit(sprite, (round(cx) - reach, round(cy) - reach), special_flags=_MULTIPLIED)


def draw_smoke(surface: pygame.Surface, view: View, pose: Sample) -> None:
    """Smoke that drifts from a damaged base to the upper right."""
    cx, cy = view.to_screen(pose.x, pose.y)
    size = max(8, round(view.length(34.0)))
    surface.blit(_smoke(size), (round(cx - 0.3 * size), round(cy - 1.32 * size)), special_flags=_MULTIPLIED)


_PUFFS = (
    (0.30, 1.20, 0.10),
    (0.38, 1.02, 0.15),
    (0.30, 0.92, 0.11),
    (0.50, 0.80, 0.20),
    (0.36, 0.70, 0.13),
    (0.66, 0.56, 0.22),
    (0.88, 0.36, 0.19),
    (0.76, 0.30, 0.12),
    (1.06, 0.20, 0.12),
)
"""Puffs of smoke: where, and how large, in units of the picture's half."""


@kept(4)
def _smoke(size: int) -> pygame.Surface:
    """Puffs that grow and thin out as they rise."""
    big = 3
    unit = big * size
    found = canvas(round(1.4 * size), round(1.4 * size))
    for x, y, r in _PUFFS:
        far = 1.0 - y / 1.3
        drawn = canvas(round(1.4 * size) * big, round(1.4 * size) * big)
        thin = round(240 * (1.0 - far) ** 0.7)
        grey = round(92 + 100 * far)
        at = (unit * x, unit * y)
        pygame.draw.circle(drawn, (30, 24, 22, thin), at, unit * r * 1.07)
        pygame.draw.circle(drawn, (grey - 26, grey - 30, grey - 32, thin), at, unit * r * 0.98)
        light = (unit * (x - 0.14 * r), unit * (y - 0.18 * r))
        pygame.draw.circle(drawn, (grey, grey - 3, grey - 6, thin), light, unit * r * 0.78)
        found.blit(settle(drawn, *found.get_size()), (0, 0), special_flags=_MULTIPLIED)
    return found


def _ease(u: float) -> float:
    return 1.0 - (1.0 - min(1.0, max(0.0, u))) ** 3


def _fade(u: float) -> int:
    return round(255 * max(0.0, min(1.0, (1.0 - u) * 1.6)))


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
        angle = GOLDEN_ANGLE * i
        far = (0.35 + 1.9 * grown) * (0.62 + 0.38 * math.sin(1.7 * i + 1))
        size = (0.36 - 0.17 * grown) * (0.7 + 0.3 * math.cos(2.3 * i))
        q = p.at(far * math.cos(angle), far * math.sin(angle), max(0.03, size), angle + 5 * u)
        q.poly([(-1.2, -0.9), (1.1, -0.5), (0.3, 1.2)], (26, 18, 12, a))
        q.poly([(-0.85, -0.6), (0.75, -0.35), (0.2, 0.85)], (accent[0], accent[1], accent[2], a))


def _puff(p: Pen, u: float) -> None:
    """A cloud of dust, for a bug that went below another."""
    a, grown = _fade(u), _ease(u)
    for i in range(12):
        angle = GOLDEN_ANGLE * i
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
        x, y = far * math.cos(GOLDEN_ANGLE * i), -0.5 - 1.1 * grown + 0.5 * math.sin(2.3 * i)
        p.disc(x, y, 0.16 + 0.2 * grown, (58, 48, 42, round(a * 0.42)))
    leap = math.sin(math.pi * min(1.0, u * 1.05)) ** 0.6
    for i, (x, y, size) in enumerate(
        ((-0.62, 0.1, 0.5), (0.6, 0.02, 0.55), (-0.2, -0.1, 0.75), (0.26, 0.35, 0.7), (-0.4, 0.55, 0.6))
    ):
        if leap > 0.05:
            fire(p.at(x, y, size * leap), 1.0 + 0.25 * math.sin(9.0 * u + 2.0 * i))
    for i in range(10):
        angle = GOLDEN_ANGLE * i
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


def _fizz(p: Pen, u: float) -> None:
    """Bubbles that rise and burst, for a bug in acid."""
    a, grown = _fade(u), _ease(u)
    p.disc(0, 0, 0.55 + 0.5 * grown, (166, 204, 34, round(a * 0.35)))
    for i in range(14):
        far = 0.25 + 0.9 * grown * (0.5 + 0.5 * math.sin(2.1 * i) ** 2)
        x, y = far * math.cos(GOLDEN_ANGLE * i), far * math.sin(GOLDEN_ANGLE * i) - 0.5 * u
        r = 0.1 + 0.12 * ((i * 0.37 + u) % 1.0)
        p.disc(x, y, r, (62, 82, 8, a))
        p.disc(x, y, r * 0.78, (206, 236, 90, a))
        p.disc(x - r * 0.25, y - r * 0.3, r * 0.28, (252, 255, 224, a))


def _impact(p: Pen, u: float) -> None:
    """A hot ring and shards of rock, for a meteor that hits."""
    a, grown = _fade(u), _ease(u)
    if u < 0.5:
        # A flash, then a ball of fire that shrinks away.
        left = 1.0 - u / 0.5
        for size, paint in ((1.5, (214, 74, 20)), (1.15, (255, 168, 50)), (0.7, (255, 246, 214))):
            p.star(0, 0, size * (0.55 + 0.45 * left), (*paint, round(255 * left)), 11, 0.62)
    p.disc(0, 0, 0.62, (24, 14, 10, round(a * 0.45)))
    p.ring(0, 0, 0.5 + 1.9 * grown, 0.22 * (1 - grown) + 0.03, (255, 150, 60, round(a * 0.8)))
    p.ring(0, 0, 0.35 + 1.3 * grown, 0.14 * (1 - grown) + 0.02, (255, 226, 160, round(a * 0.7)))
    for i in range(12):
        far = (0.4 + 1.6 * grown) * (0.6 + 0.4 * math.sin(1.7 * i + 1))
        q = p.at(far * math.cos(GOLDEN_ANGLE * i), far * math.sin(GOLDEN_ANGLE * i), 0.32 - 0.15 * grown, 4 * u + i)
        q.poly([(-1.1, -0.8), (1.0, -0.4), (0.2, 1.1)], (52, 40, 34, a))
        q.disc(0, 0, 0.3, (255, 140, 50, a))


def _whirl(p: Pen, u: float) -> None:
    """Arms that wind inwards, for what a gate swallows or lets out."""
    a, grown = _fade(u), _ease(u)
    for arm in range(4):
        points = []
        for i in range(16):
            t = i / 15
            angle = math.tau * arm / 4 + 2.8 * t + 3.0 * u
            r = (1.7 - 1.2 * grown) * (1 - 0.8 * t)
            points.append((r * math.cos(angle), r * math.sin(angle)))
        p.taper(points, 0.2, 0.04, (110, 110, 230, round(a * 0.8)))
        p.taper(points, 0.08, 0.03, (226, 232, 255, a))


def _threads(p: Pen, u: float) -> None:
    """Threads that shoot outwards and draw tight, for a bug caught in a web."""
    a = _fade(u)
    far = 0.4 + 1.3 * math.sin(math.pi * min(1.0, 0.35 + 0.65 * u))
    for i in range(8):
        angle = math.tau * i / 8 + 0.2
        p.line([(0, 0), (far * math.cos(angle), far * math.sin(angle))], 0.06, (250, 250, 250, a))
    for ring in (0.35, 0.65, 0.95):
        corners = [
            (far * ring * math.cos(math.tau * i / 8 + 0.2), far * ring * math.sin(math.tau * i / 8 + 0.2))
            for i in range(9)
        ]
        p.line(corners, 0.05, (250, 250, 250, round(a * 0.85)))


def _shield(p: Pen, u: float) -> None:
    """A ring of plates that flashes, for what holds a capture off."""
    a = _fade(u)
    r = 1.25 + 0.15 * _ease(u)
    for i in range(6):
        p.arc(0, 0, r, 60 * i + 6, 60 * i + 54, 0.2, (20, 30, 44, a))
        p.arc(0, 0, r, 60 * i + 8, 60 * i + 52, 0.12, (*theme.GOOD, a))


def _sparkle(p: Pen, u: float) -> None:
    """Stars that rise, for a resource that is collected."""
    a, grown = _fade(u), _ease(u)
    accent = p.inks.accent
    p.ring(0, 0, 0.7 + 0.7 * grown, 0.1 * (1 - grown) + 0.02, (255, 240, 205, round(a * 0.7)))
    for i in range(8):
        x = 0.9 * math.cos(GOLDEN_ANGLE * i) * (0.4 + 0.6 * grown)
        y = 0.5 * math.sin(GOLDEN_ANGLE * i) - 1.5 * grown * (0.5 + 0.5 * ((i * 0.37) % 1.0))
        p.star(x, y, 0.24, (26, 18, 12, a), 4, 0.4)
        p.star(x, y, 0.19, (accent[0], accent[1], accent[2], a) if i % 2 else (255, 240, 190, a), 4, 0.4)


def _rise(p: Pen, u: float) -> None:
    """Rays and a ring that opens, for a base that grows or a bug that hatches."""
    a, grown = _fade(u), _ease(u)
    for i in range(12):
        angle = math.tau * i / 12
        near, far = 0.5 + 0.6 * grown, 0.9 + 1.1 * grown
        points = [(near * math.cos(angle), near * math.sin(angle)), (far * math.cos(angle), far * math.sin(angle))]
        p.line(points, 0.12 * (1 - 0.6 * grown), (255, 226, 140, a))
    p.ring(0, 0, 0.6 + 1.0 * grown, 0.12 * (1 - grown) + 0.03, (255, 250, 224, a))


def _wave(p: Pen, u: float) -> None:
    """A ring that runs outwards, for a shove."""
    a, grown = _fade(u), _ease(u)
    for lag in (0.0, 0.25):
        r = 0.4 + 2.8 * max(0.0, grown - lag)
        p.ring(0, 0, r, 0.12, (230, 240, 255, round(a * (0.7 - lag))))
