"""Cards: a picture, a name and what it does, printed on the paper of its army."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pygame

from micromutants.rules import Army, Base, Breed, Card, Projectile
from micromutants.ui import theme
from micromutants.ui.draw.hud import draw_army_badge
from micromutants.ui.draw.look import Look
from micromutants.ui.draw.marks import special_badge
from micromutants.ui.draw.pen import Inks, Pen, canvas, settle
from micromutants.ui.draw.stickers import draw_face
from micromutants.ui.draw.text import draw_text, line_height, wrapped
from micromutants.ui.wear import kept_by_wear

CHIP_WORDS: Mapping[str, str] = {"small": "small round chip", "large": "large round chip", "rect": "rectangular chip"}
"""What chips are called."""

_LOW, _LEGIBLE = 3.0, 0.6
"""A card so much wider than high, or whose text would have to be so much smaller, has no head of its own."""

_ROUND = 12
"""Room for shadow and light round a card, px."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """What is printed on a card.

    Attributes:
        name: In the head.
        army: Key of the style of the army, or empty.
        looks: One or two pictures, each with whether its special side is shown.
        facts: A small line of facts.
        title: Of what it does.
        text: What it does.
        note: A band at the foot; empty for none.
    """

    name: str
    army: str
    looks: tuple[tuple[Look, bool], ...]
    facts: str
    title: str
    text: str
    note: str = ""


def breed_face(breed: Breed, army: Army, note: str = "") -> CardFace:
    """The card of a breed."""
    look = Look(breed.kind, theme.dress(army), breed.id, breed.two_sided)
    looks = ((look, False), (look, True)) if breed.two_sided else ((look, False),)
    facts = (
        f"{breed.count} × {CHIP_WORDS.get(breed.kind, breed.kind)}, {'two sides' if breed.two_sided else 'one face'}"
    )
    return CardFace(breed.name, theme.dress(army), looks, facts, breed.ability.title, breed.ability.text, note)


def projectile_face(projectile: Projectile, army: Army, note: str = "") -> CardFace:
    """The card of a projectile."""
    look = Look(projectile.kind, theme.dress(army), projectile.id)
    facts = f"Projectile of the {army.breed(projectile.shooter).name}"
    # The title is the name again.
    return CardFace(projectile.name, theme.dress(army), ((look, False),), facts, "", projectile.card.text, note)


def evolution_face(card: Card, base: Base, army: Army, note: str = "") -> CardFace:
    """An evolution card."""
    look = Look("base", theme.dress(army), base.id, main=base.main)
    return CardFace(
        card.title, theme.dress(army), ((look, False),), f"Evolution of the {base.name}", "", card.text, note
    )


def draw_card(surface: pygame.Surface, rect: pygame.Rect, face: CardFace, *, lit: bool = False) -> None:
    """Draw a card.

    A wide, low rectangle gets the picture on the left and the text on the right, a tall one both below each other.
    """
    if rect.width < 8 or rect.height < 8:
        return
    surface.blit(_card(face, rect.size, lit), rect.move(-_ROUND, -_ROUND))


@kept_by_wear(maxsize=32)
def _card(face: CardFace, extent: tuple[int, int], lit: bool) -> pygame.Surface:
    """A card with its shadow, or its light, round it."""
    surface = canvas(extent[0] + 2 * _ROUND, extent[1] + 2 * _ROUND)
    rect = pygame.Rect(_ROUND, _ROUND, *extent)
    style = theme.army_style(face.army)
    radius = max(4, min(rect.size) // 16)
    _card_stock(surface, rect, style, radius, lit)
    if rect.width > _LOW * rect.height:
        _low_card(surface, rect, face, style)
        return surface
    tall = rect.height > rect.width * 1.05
    # A card that lies has less height for its lines, but they are longer.
    unit = max(9, min(round(rect.height / (15 if tall else 9.5)), round(rect.width / (15 if tall else 21)), 40))
    pad = max(6, round(unit * 0.75), min(rect.size) // 16)
    inner = rect.inflate(-2 * pad, -2 * pad)
    # Head: badge, name, the strip of the army.
    head = pygame.Rect(inner.left, inner.top, inner.width, round(unit * 1.7))
    draw_army_badge(surface, pygame.Rect(head.left, head.top, head.height, head.height), face.army)
    name = pygame.Rect(head.left + head.height + pad // 2, head.top, head.width - head.height - pad // 2, head.height)
    size = round(unit * 1.28)
    while size > 9 and theme.font(size, True).size(face.name)[0] > name.width:
        size -= 1
    name.top += (head.height - line_height(size)) // 2
    draw_text(surface, face.name, name, size, style.deep, bold=True)
    line = head.bottom + max(2, pad // 3)
    pygame.draw.line(surface, style.colour, (inner.left, line), (inner.right, line), max(2, unit // 7))
    body = pygame.Rect(inner.left, line + pad // 2, inner.width, inner.bottom - line - pad // 2)
    if tall:
        picture = pygame.Rect(body.left, body.top, body.width, round(body.height * 0.34))
        text = pygame.Rect(body.left, picture.bottom + pad // 2, body.width, body.bottom - picture.bottom - pad // 2)
    else:
        picture = pygame.Rect(body.left, body.top, round(body.width * 0.3), body.height)
        text = pygame.Rect(picture.right + pad, body.top, body.width - picture.width - pad, body.height)
        above = line_height(_small(unit)) + unit // 4 + (line_height(unit) if face.title else 0)
        below = line_height(_small(unit)) + 4 if face.note else 0
        if _told_size(face, text.width, text.height - above - below, unit) < _LEGIBLE * unit:
            # Without a head of its own there is more room for what it does.
            _card_stock(surface, rect, style, radius, lit)
            _low_card(surface, rect, face, style)
            return surface
    _faces(surface, picture, face, stacked=not tall)
    _card_text(surface, text, face, style, unit)
    return surface


def _low_card(surface: pygame.Surface, rect: pygame.Rect, face: CardFace, style: theme.ArmyStyle) -> None:
    """What is printed on a card that is wide and low: the pictures, then the name and what it does in long lines."""
    pad = max(5, rect.height // 14)
    inner = rect.inflate(-2 * pad - pad // 2, -2 * pad)
    picture = pygame.Rect(inner.left, inner.top, min(inner.width // 4, len(face.looks) * inner.height), inner.height)
    _faces(surface, picture, face, stacked=False)
    left = picture.right + pad
    told = f"{face.title}: {face.text}" if face.title else face.text
    told = f"{face.note}. {told}" if face.note else told
    for size in range(min(40, max(9, round(inner.height / 4.6))), 7, -1):
        head = line_height(round(1.15 * size))
        lines = wrapped(told, size, inner.right - left, 99)
        if head + len(lines) * line_height(size) <= inner.height or size == 8:
            break
    name = pygame.Rect(left, inner.top, inner.right - left, head)
    draw_text(surface, face.name, name, round(1.15 * size), style.deep, bold=True)
    room = max(1, (inner.height - head) // line_height(size))
    text = pygame.Rect(left, inner.top + head, inner.right - left, 0)
    draw_text(surface, told, text, size, theme.PAPER_INK, lines=room)


def _card_stock(surface: pygame.Surface, rect: pygame.Rect, style: theme.ArmyStyle, radius: int, lit: bool) -> None:
    shade = canvas(rect.width + 8, rect.height + 8)
    pygame.draw.rect(shade, (0, 0, 0, 90), shade.get_rect().inflate(-2, -2), border_radius=radius + 3)
    surface.blit(shade, (rect.left - 2, rect.top - 1))
    if lit:
        pygame.draw.rect(surface, theme.GOLD, rect.inflate(6, 6), border_radius=radius + 3)
    pygame.draw.rect(surface, style.colour, rect, border_radius=radius)
    edge = max(2, radius // 2)
    pygame.draw.rect(
        surface,
        theme.mix(theme.PAPER, style.tint, 0.35),
        rect.inflate(-2 * edge, -2 * edge),
        border_radius=max(2, radius - edge),
    )


def _faces(surface: pygame.Surface, rect: pygame.Rect, face: CardFace, *, stacked: bool) -> None:
    """One or both sides of a piece in a rectangle."""
    count = len(face.looks)
    for index, (look, special) in enumerate(face.looks):
        cell = pygame.Rect(rect)
        if count > 1 and stacked:
            cell.height = rect.height // count - 2
            cell.top = rect.top + index * rect.height // count
        elif count > 1:
            cell.width = rect.width // count - 2
            cell.left = rect.left + index * rect.width // count
        draw_face(surface, cell, look, special)
        if special and look.kind in CHIP_WORDS:
            size = max(10, min(cell.size) // 4)
            badge = canvas(4 * size, 4 * size)
            special_badge(Pen(badge, 2 * size, 2 * size, 2 * size, Inks(theme.BLACK, theme.WHITE, theme.GOLD)))
            middle = (cell.centerx + min(cell.size) * 3 // 8, cell.centery - min(cell.size) * 3 // 8)
            sprite = settle(badge, size, size)
            surface.blit(sprite, sprite.get_rect(center=middle), special_flags=pygame.BLEND_PREMULTIPLIED)


def _small(unit: int) -> int:
    """Size of the type of facts and notes."""
    return max(8, round(unit * 0.82))


def _told_size(face: CardFace, width: int, height: int, unit: int) -> int:
    """The largest size down to 8 px at which what a card does fits."""
    size = unit
    while size > 8:
        lines = wrapped(face.text, size, width, max(1, height // line_height(size)))
        if not lines or not lines[-1].endswith("…"):
            break
        size -= 1
    return size


def _card_text(surface: pygame.Surface, rect: pygame.Rect, face: CardFace, style: theme.ArmyStyle, unit: int) -> None:
    small = _small(unit)
    tiny = small
    while tiny > 8 and theme.font(tiny).size(face.facts)[0] > rect.width:
        tiny -= 1
    y = draw_text(surface, face.facts, rect, tiny, (110, 98, 84), lines=2)
    foot = rect.bottom - (line_height(small) + 4 if face.note else 0)
    y += unit // 4
    if face.title:
        title = pygame.Rect(rect.left, y, rect.width, unit * 2)
        y = draw_text(surface, face.title, title, unit, style.deep, bold=True)
    size = _told_size(face, rect.width, foot - y, unit)
    room = (foot - y) // line_height(size)
    if room > 0:
        draw_text(surface, face.text, pygame.Rect(rect.left, y, rect.width, 0), size, theme.PAPER_INK, lines=room)
    if face.note:
        band = pygame.Rect(rect.left, foot, rect.width, line_height(small) + 3)
        pygame.draw.rect(surface, theme.mix(theme.PAPER, theme.WARM, 0.32), band, border_radius=max(2, unit // 4))
        draw_text(
            surface, face.note, band.inflate(-unit // 2, 0).move(0, 1), small, (96, 62, 0), bold=True, align="centre"
        )
