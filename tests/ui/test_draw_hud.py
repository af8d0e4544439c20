"""Dice, cards, badges, the side view of a shot, and text."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pygame
import pytest

from micromutants.rules import DieUse, load_armies
from micromutants.ui import theme
from micromutants.ui.draw import (
    breed_face,
    draw_army_badge,
    draw_backdrop,
    draw_card,
    draw_die,
    draw_emblem,
    draw_side_view,
    draw_text,
    evolution_face,
    projectile_face,
)
from micromutants.ui.draw.text import fitted, line_height, plain, wrapped

ARMIES = load_armies()
BOX = pygame.Rect(60, 50, 120, 90)


def sheet() -> pygame.Surface:
    surface = pygame.Surface((400, 400), 0, 32)
    surface.fill((90, 80, 60))
    return surface


def array(surface: pygame.Surface) -> np.ndarray:  # type: ignore[type-arg]
    return pygame.surfarray.array3d(surface).astype(np.int16)


def touched(surface: pygame.Surface) -> pygame.Rect:
    """The box about everything that differs from the empty sheet."""
    xs, ys = np.nonzero(np.abs(array(surface) - array(sheet())).max(axis=2) > 3)
    assert len(xs), "nothing was drawn"
    return pygame.Rect(xs.min(), ys.min(), xs.max() - xs.min() + 1, ys.max() - ys.min() + 1)


@pytest.mark.parametrize("use", list(DieUse))
@pytest.mark.parametrize("breed", ["tank", "soldier", ""])
def test_a_die_stays_in_its_place(use: DieUse, breed: str) -> None:
    surface = sheet()
    draw_die(surface, BOX, breed, "usarthropods", use, number=2, lit=True)
    assert BOX.contains(touched(surface))


def test_every_fate_of_a_die_looks_different() -> None:
    pictures = []
    for use in DieUse:
        surface = sheet()
        draw_die(surface, BOX, "soldier", "usarthropods", use)
        pictures.append(array(surface))
    for i, a in enumerate(pictures):
        for b in pictures[i + 1 :]:
            assert (np.abs(a - b).max(axis=2) > 40).sum() > 30


def test_a_spent_die_is_greyer_than_an_open_one() -> None:
    colourful = []
    for use in (DieUse.OPEN, DieUse.MOVED, DieUse.LOST):
        surface = sheet()
        draw_die(surface, BOX, "soldier", "usarthropods", use)
        picture = array(surface)[BOX.left : BOX.right, BOX.top : BOX.bottom]
        colourful.append(float((picture.max(axis=2) - picture.min(axis=2)).mean()))
    assert colourful[0] > 2 * max(colourful[1:])


@pytest.mark.parametrize("army", list(ARMIES))
def test_badges_and_emblems_stay_in_their_places(army: str) -> None:
    surface = sheet()
    draw_army_badge(surface, BOX, army)
    assert BOX.contains(touched(surface))
    for part in (*ARMIES[army].breeds, *ARMIES[army].projectiles, *ARMIES[army].bases):
        surface = sheet()
        draw_emblem(surface, BOX, part.id, army, special=True)
        assert BOX.contains(touched(surface)), part.id


@pytest.mark.parametrize("size", [(0, 0), (1, 1), (-5, 10), (7, 300), (300, 7)])
def test_in_no_place_at_all_nothing_is_drawn(size: tuple[int, int]) -> None:
    surface, rect = sheet(), pygame.Rect(5, 5, *size)
    army = ARMIES["flyborgs"]
    draw_die(surface, rect, "drone", "flyborgs")
    draw_army_badge(surface, rect, "flyborgs")
    draw_emblem(surface, rect, "throne-cell", "flyborgs")
    draw_card(surface, rect, breed_face(army.breeds[0], army))
    draw_side_view(surface, rect, "small", 0.8, 1.0, 0.5)
    draw_backdrop(surface, rect)
    draw_text(surface, "text", rect, 12, lines=3)
    if min(size) <= 0:
        assert (array(surface) == array(sheet())).all()
    else:
        # A line of text is as high as it is.
        assert rect.union((rect.topleft, (rect.width, line_height(12)))).contains(touched(surface))


@pytest.mark.parametrize("size", [(210, 310), (360, 190), (150, 220), (240, 120)])
@pytest.mark.parametrize("army", list(ARMIES))
def test_every_card_keeps_to_its_place_and_its_note_is_seen(army: str, size: tuple[int, int]) -> None:
    rect = pygame.Rect(20, 20, *size)
    found = ARMIES[army]
    faces = [breed_face(breed, found) for breed in found.breeds]
    faces += [projectile_face(projectile, found) for projectile in found.projectiles]
    faces += [evolution_face(card, base, found) for base in found.bases for card in base.evolutions]
    for bare in faces:
        plain, noted = sheet(), sheet()
        draw_card(plain, rect, bare)
        draw_card(noted, rect, dataclasses.replace(bare, note="In play"))
        # The shadow may reach a little further.
        assert rect.inflate(14, 14).contains(touched(plain))
        band = slice(rect.left + 20, rect.right - 20), slice(rect.bottom - rect.height // 5, rect.bottom - 4)
        assert np.abs(array(plain)[band] - array(noted)[band]).max() > 40


def test_the_side_view_shows_loft_offset_and_power() -> None:
    rect = pygame.Rect(10, 10, 220, 150)

    def seen(loft: float, offset: float, power: float) -> np.ndarray:  # type: ignore[type-arg]
        surface = sheet()
        draw_side_view(surface, rect, "small", loft, offset, power, "usarthropods")
        assert rect.contains(touched(surface))
        return array(surface)

    base = seen(math.radians(45), 1.0, 0.5)
    for other in (seen(math.radians(70), 1.0, 0.5), seen(math.radians(45), 0.3, 0.5), seen(math.radians(45), 1.0, 0.9)):
        assert (np.abs(base - other).max(axis=2) > 40).sum() > 40


def test_text_is_cut_to_its_width() -> None:
    font = theme.font(16)
    text = "a" * 50 + " " + "word " * 2000
    for width in (5, 40, 300):
        lines = wrapped(text, 16, width, 4)
        assert 1 <= len(lines) <= 4
        assert all(font.size(line)[0] <= width for line in lines)
    assert fitted("short", 16, 300) == "short"
    assert fitted("a longer line of text", 16, 60).endswith("…")


def test_text_that_cannot_be_shown_is_no_error() -> None:
    assert plain("a\0b\nc\td") == "a b c d"
    below = draw_text(sheet(), "nul \0 new\nline 虫 \U0001f41c", BOX, 14, lines=5)
    assert below > BOX.top


def test_text_keeps_words_whole_and_in_order() -> None:
    text = "When it has moved and no base stopped it one Soldier may move"
    lines = wrapped(text, 14, 150, 20)
    assert len(lines) > 1
    assert " ".join(lines) == text


def test_fonts_outlive_a_restart_of_pygame() -> None:
    first = theme.font(17, True).size("bug")
    pygame.quit()
    assert theme.font(17, True).size("bug") == first
    pygame.font.quit()
    pygame.font.init()
    assert theme.font(17, True).size("bug") == first
