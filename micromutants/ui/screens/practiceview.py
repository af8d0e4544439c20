"""What all tabs of the practice table share: the mat, notes, what the pointer rests on, blocks of text."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from micromutants.rules import load_armies
from micromutants.rules.words import an
from micromutants.table import Table
from micromutants.ui import hud, paint, theme
from micromutants.ui.buttons import Control, lay
from micromutants.ui.cursor import Shape
from micromutants.ui.draw import draw_scene, pick
from micromutants.ui.intents import Intent
from micromutants.ui.labels import bubble
from micromutants.ui.view import View

if TYPE_CHECKING:
    from micromutants.ui.screens.practice import PracticeScreen

BODY = 468
"""Height that the tabs need between the row of tabs and the row of tools, at scale 1."""


NEAREST = 1.7
"""A few pieces on a large mat are shown at most so much nearer at first."""

AROUND = 190.0
"""Room about the pieces that is seen at first, mm."""


def near(view: View, table: Table) -> View:
    """The view with the pieces of a table and some room about them."""
    pieces = tuple(table)
    if not pieces:
        return view
    xs, ys = [p.x for p in pieces], [p.y for p in pieces]
    span = max(max(xs) - min(xs), max(ys) - min(ys)) + 2 * AROUND
    zoom = min(NEAREST, max(table.mat.width, table.mat.height) / span)
    if zoom <= 1.1:
        return view
    middle = ((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2)
    return dataclasses.replace(view, zoom=zoom, centre=middle).panned(0, 0)


def place_body(screen: PracticeScreen) -> None:
    """Say where the tabs are seen, and that they scroll where the column is low."""
    u, column = screen.u, screen.column
    view = pygame.Rect(column.x, column.y + u(44), column.width, column.height - u(88))
    bar = pygame.Rect(view.right - u(8), view.y, u(8), view.height - u(6))
    screen.scroll.place(view, max(view.height, u(BODY)), bar)


def lay_tools(screen: PracticeScreen, tools: Sequence[Control]) -> None:
    """Make the row of buttons at the bottom; the last one leaves."""
    u, column = screen.u, screen.column
    row = (*tools, Control("Leave", screen.back, screen.key(Intent.BACK), hint="Back to where you came from"))
    lay(screen.form, pygame.Rect(column.x, column.bottom - u(34), column.width, u(34)), [row], u(8))


def draw(screen: PracticeScreen, surface: pygame.Surface) -> None:
    """The backdrop and the mat."""
    paint.backdrop(surface)
    draw_scene(surface, screen.camera.view, screen.scene(), screen.app.settings.mat)
    if screen.film is not None:
        skip, slower, faster = (screen.key(intent) for intent in (Intent.SKIP, Intent.SLOWER, Intent.FASTER))
        words = f"×{screen.film.speed:g}  ·  {skip} skips, {slower} and {faster} change the speed"
        at = (screen.mat.centerx, screen.mat.bottom - screen.u(14))
        paint.text(surface, words, at, screen.u(13), theme.INK_SOFT, anchor="midbottom")


def under(screen: PracticeScreen, pos: tuple[int, int]) -> str | None:
    """Id of the uppermost piece under a pixel."""
    return pick(screen.camera.view, screen.scene(), *pos)


def draw_note(screen: PracticeScreen, surface: pygame.Surface) -> None:
    """What has just happened or been refused, at the top of the mat; what is wrong with the file stays there."""
    words, kind = screen.note
    if screen.stand.fault and not words:
        stays = "" if screen.stand.edited else "The last good version stays.\n"
        words, kind = f"{stays}{screen.stand.fault}", "bad"
    words = screen.app.message or words
    if not words:
        return
    hud.note(surface, screen.mat, words, kind, screen.scale, share=0.86, most=12)


def named(screen: PracticeScreen, piece: str) -> str:
    """A piece in words: its id, and what it is where the id does not say that."""
    scenario = screen.stand.scenario
    breed = dict(scenario.breeds).get(piece, "")
    kind = scenario.table[piece].kind if piece in scenario.table else ""
    for army in load_armies().values():
        for part in army.parts:
            if part.id == breed:
                return f"{piece}, {an(part.name)}" if part.name.lower() != piece else piece
    return f"{piece}, {an(kind)} piece"


def draw_hover(screen: PracticeScreen, surface: pygame.Surface) -> None:
    """What the piece under the pointer is and where it lies."""
    table = screen.stand.table
    piece = table.get(screen.hovered) if screen.hovered else None
    if piece is None or screen.film is not None or screen.aiming.pull is not None or screen.editing.holding:
        return
    x, y = screen.camera.view.to_screen(piece.x, piece.y)
    size = screen.camera.view.length(piece.spec.reach)
    about = pygame.Rect(round(x - size), round(y - size), round(2 * size), round(2 * size))
    words = f"{named(screen, piece.id)}  ({piece.x:.1f}, {piece.y:.1f})"
    if piece.level:
        words += f", level {piece.level}"
    bubble(surface, words, about, screen.scale, theme.PANEL_EDGE)


def cursor(screen: PracticeScreen) -> Shape:
    """Over a chip a hand, and other shapes while it is aimed or the mat is moved."""
    if screen.camera.panning:
        return Shape.MOVE
    if screen.aiming.pull is not None:
        return Shape.AIM
    return Shape.ARROW if screen.hovered is None else Shape.HAND
