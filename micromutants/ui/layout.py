"""Where everything at the table goes, for a window of any size."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

SMALLEST = (960, 600)
"""Screens are laid out for at least this size; a smaller window shows them shrunk."""

_LOW = 175
"""Less height than this, at scale 1, is too little for card and log beside each other."""

_STRIP = 84
"""From this height on, at scale 1, there is room for the log below the mat."""

_TOOLS = 310
"""Least width of one row of tools, at scale 1."""

CARD_RATIO = 0.66
"""Width of a card as a share of its height."""

_STRETCH = 1.16
"""So much longer than that a card may be."""


@dataclass(frozen=True, slots=True)
class Places:
    """Rectangles of the table screen, px.

    Attributes:
        mat: Of the view of the mat.
        banner: Whose turn it is.
        dice: Of the two dice.
        words: What to do next.
        actions: Buttons of what can be done.
        players: One for each player; from three players on they share a grid.
        card: Of the card.
        side: Of the side view of the shot; in a narrow window it covers the lower part of the log.
        log: Of the log.  With large type in a small window card and side view share one place, and the log that
            one too, where there is no room for it below the mat.
        tools: Undo, replay, menu.
        wide: Whether there is a column on either side.
    """

    mat: pygame.Rect
    banner: pygame.Rect
    dice: tuple[pygame.Rect, pygame.Rect]
    words: pygame.Rect
    actions: pygame.Rect
    players: tuple[pygame.Rect, ...]
    card: pygame.Rect
    side: pygame.Rect
    log: pygame.Rect
    tools: pygame.Rect
    wide: bool

    @property
    def shared(self) -> bool:
        """Whether card and side view have one place, for what is asked for last."""
        return self.card == self.side


def scale_for(size: tuple[int, int], text_size: float) -> float:
    """The scale of type and panels in a window of ``size`` pixels, at a multiple of the normal text size."""
    fit = min(size[0] / 1180, size[1] / 730)
    return min(2.4, max(0.82, fit)) * text_size


def places(size: tuple[int, int], scale: float, players: int = 2) -> Places:
    """The layout for a window of ``size`` pixels at a scale of the type, for so many players."""

    def u(units: float) -> int:
        return round(units * scale)

    width, height = size
    gap = u(10)
    free = width - height
    wide = free > u(530)
    if wide:
        left_width = min(u(300), round(free * 0.45))
        right_width = min(u(420), free - left_width)
        mat = pygame.Rect(left_width, 0, width - left_width - right_width, height)
        left = pygame.Rect(gap, gap, left_width - 2 * gap, height - 2 * gap)
    else:
        right_width = max(u(380), min(free, u(520)))
        mat = pygame.Rect(0, 0, width - right_width, height)
        left = pygame.Rect(0, 0, 0, 0)
    right = pygame.Rect(mat.right + gap, gap, right_width - 2 * gap, height - 2 * gap)

    column = _Column(right, gap)
    banner = column.take(u(46))
    die = u(66)
    row = column.take(die)
    dice = (pygame.Rect(row.x, row.y, die, die), pygame.Rect(row.x + die + gap, row.y, die, die))
    words_left = dice[1].right + gap + u(4)
    words = column.take(u(64)) if wide else pygame.Rect(words_left, row.y, row.right - words_left, die)
    actions = column.take(u(34))
    # Six buttons need a second row where the column is narrow.
    tools = column.take_bottom(u(34) if right.width >= u(_TOOLS) else u(74))
    if wide:
        # The dice stand in the middle, the words have the whole width below them.
        space = row.width - 2 * die - 2 * gap
        dice = (dice[0].move(space // 2, 0), dice[1].move(space // 2 + gap, 0))
        log = column.rest()
        side_column = _Column(left, gap)
        if players == 3:
            panels = tuple(side_column.take(u(84)) for _ in range(players))
        else:
            panels = _panels(side_column, players, u(132), u(214))
        side = side_column.take_bottom(min(u(190), left.height // 4))
        room = side_column.rest()
        card_height = min(room.height, round(room.width / CARD_RATIO))
        card_width = min(room.width, round(card_height * CARD_RATIO))
        card = pygame.Rect(0, 0, card_width, card_height)
        card.midtop = room.midtop
    else:
        panels = _panels(column, players, u(76), u(102 if players == 3 else 146))
        room = column.rest()
        if room.height < u(_LOW):
            log = room
            if height - width + right_width >= u(_STRIP):
                # The mat is narrower than the window is high: below it there is room.
                mat.height = max(mat.width, height - u(150))
                log = pygame.Rect(gap, mat.bottom, mat.width - gap, height - mat.bottom - gap)
            return Places(mat, banner, dice, words, actions, panels, room, room, log, tools, wide)
        card_width = min(round(room.width * 0.46), round(room.height * CARD_RATIO))
        card_height = min(room.height, round(card_width / CARD_RATIO))
        if room.height <= _STRETCH * card_height:
            # It ends where the log beside it ends.
            card_height = room.height
        card = pygame.Rect(room.x, room.y, card_width, card_height)
        log = pygame.Rect(card.right + gap, room.y, room.right - card.right - gap, room.height)
        side_height = log.height if log.height < u(230) else min(u(152), log.height // 2)
        side = pygame.Rect(log.x, log.bottom - side_height, log.width, side_height)
    return Places(mat, banner, dice, words, actions, panels, card, side, log, tools, wide)


def _panels(column: _Column, players: int, each: int, together: int) -> tuple[pygame.Rect, ...]:
    """A panel for each player from the top of a column: two of a height below each other, more in a grid."""
    if players == 2:
        return column.take(each), column.take(each)
    return _grid(column.take(together), column.gap, 3 if players == 3 else 2, players)


def _grid(rect: pygame.Rect, gap: int, columns: int, count: int) -> tuple[pygame.Rect, ...]:
    """So many cells of a grid that fills a rectangle, row by row."""
    rows = -(-count // columns)
    width = (rect.width - gap * (columns - 1)) // columns
    height = (rect.height - gap * (rows - 1)) // rows
    return tuple(
        pygame.Rect(rect.x + i % columns * (width + gap), rect.y + i // columns * (height + gap), width, height)
        for i in range(count)
    )


class _Column:
    """Cuts rectangles off a column, from the top and from the bottom."""

    def __init__(self, rect: pygame.Rect, gap: int) -> None:
        self.left = pygame.Rect(rect)
        self.gap = gap

    def take(self, height: int) -> pygame.Rect:
        """A strip from the top."""
        found = pygame.Rect(self.left.x, self.left.y, self.left.width, height)
        self.left.y += height + self.gap
        self.left.height = max(0, self.left.height - height - self.gap)
        return found

    def take_bottom(self, height: int) -> pygame.Rect:
        """A strip from the bottom."""
        found = pygame.Rect(self.left.x, self.left.bottom - height, self.left.width, height)
        self.left.height = max(0, self.left.height - height - self.gap)
        return found

    def rest(self) -> pygame.Rect:
        """What is left."""
        return pygame.Rect(self.left)
