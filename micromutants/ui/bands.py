"""What each power would do in the direction that is aimed: stay on the mat, leave it, end over or under an enemy."""

from __future__ import annotations

import msgspec
import pygame

from micromutants.physics import Outcome, Physics
from micromutants.rules import State
from micromutants.table import NOBODY, Table
from micromutants.ui import theme
from micromutants.ui.aim import Aim, previewed
from micromutants.ui.worker import Worker

LEVELS = 24
"""So many powers are tried, evenly up to full power."""

CALM_SECONDS = 0.12
"""The direction has to rest for so long before the powers are tried, so that aiming stays smooth."""


def band_of(outcome: Outcome, piece: str) -> str:
    """Where a flicked piece has ended.

    Returns:
        ``off`` the mat; ``under`` an enemy, or on terrain, where it is lost; ``over`` an enemy piece or at a resource;
        or on the bare ``mat``.
    """
    table = outcome.table
    if not table.on_mat(table[piece]):
        return "off"
    found = "mat"
    for pair in outcome.lies_on:
        if piece not in pair[:2]:
            continue
        below = pair.lower == piece
        other = table[pair.upper if below else pair.lower]
        if other.kind == "template" or (below and other.owner not in (NOBODY, table[piece].owner)):
            return "under"
        if other.owner != table[piece].owner:
            found = "over"
    return found


def bands(aim: Aim, table: Table, physics: Physics) -> tuple[str, ...]:
    """The band of each power from 1/LEVELS to 1, by the real simulation of an exact hand."""
    return tuple(
        band_of(previewed(msgspec.structs.replace(aim, power=(i + 1) / LEVELS), table, physics), aim.piece)
        for i in range(LEVELS)
    )


class BandFinder:
    """Works the bands out in a thread, once the direction of the aim has come to rest."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._wanted: tuple[Aim, Table] | None = None
        self._calm = 0.0
        self._job: int | None = None
        self._found: tuple[tuple[Aim, Table], tuple[str, ...]] | None = None

    def update(self, aim: Aim | None, state: State, seconds: float) -> None:
        """The aim is this now; start or give up work as it needs."""
        table, physics = state.table, state.setup.physics
        wanted = None if aim is None else (msgspec.structs.replace(aim, power=0.0), table)
        if wanted != self._wanted:
            self._wanted, self._calm = wanted, 0.0
            if self._job is not None:
                self._worker.drop(self._job)
                self._job = None
            return
        self._calm += seconds
        known = self._found is not None and self._found[0] == wanted
        if wanted is None or known or self._job is not None or self._calm < CALM_SECONDS:
            return

        def done(result: tuple[str, ...], error: BaseException | None) -> None:
            self._job = None
            # Where they can not be worked out there are none: the bar is bare, and the flick says what is wrong.
            self._found = (wanted, () if error is not None else result)

        self._job = self._worker.start(lambda: bands(wanted[0], wanted[1], physics), done)

    @property
    def now(self) -> tuple[str, ...]:
        """The bands of the present aim; empty while they are not known."""
        return self._found[1] if self._found is not None and self._found[0] == self._wanted else ()


def draw_power_bar(surface: pygame.Surface, rect: pygame.Rect, power: float, found: tuple[str, ...]) -> None:
    """A bar of all powers with the present one marked.

    Bands are told by height as well as by colour: over an enemy is full height, under one and off the mat are low.
    """
    middle = pygame.Rect(rect.x, rect.centery - rect.height // 4, rect.width, max(2, rect.height // 2))
    pygame.draw.rect(surface, theme.PANEL_LIGHT, middle)
    edges = [rect.x + round(rect.width * i / max(1, len(found))) for i in range(len(found) + 1)]
    for band, left, right in zip(found, edges, edges[1:], strict=False):
        width = max(1, right - left - 1)
        if band == "over":
            pygame.draw.rect(surface, theme.GOLD, pygame.Rect(left, rect.y, width, rect.height))
        elif band == "mat":
            pygame.draw.rect(surface, theme.GOOD, pygame.Rect(left, middle.y, width, middle.height))
        elif band == "under":
            pygame.draw.rect(surface, theme.BAD, pygame.Rect(left, rect.bottom - 3, width, 3))
        else:
            pygame.draw.rect(surface, theme.INK_FAINT, pygame.Rect(left, middle.centery, width, 1))
    x = rect.x + round(rect.width * min(1.0, max(0.0, power)))
    pygame.draw.line(surface, theme.INK, (x, rect.y - 2), (x, rect.bottom + 1), max(2, rect.height // 5))
