"""How a match went: the bugs of each player after every action, as numbers and as a chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from micromutants.match import Match
from micromutants.rules import State, is_base, is_bug
from micromutants.ui import paint, theme
from micromutants.ui.draw import draw_army_badge


@dataclass(frozen=True, slots=True)
class Course:
    """How a match went.

    Attributes:
        bugs: For each player, how many bugs were in play at first and after each action.
        lost: For each player, after which actions a base was lost.
    """

    bugs: tuple[tuple[int, ...], ...]
    lost: tuple[tuple[int, ...], ...]

    @property
    def actions(self) -> int:
        """How many actions there were."""
        return len(self.bugs[0]) - 1


def course_of(match: Match) -> Course:
    """How a match went so far; it begins when all have set up their bugs."""
    entries = [entry for entry in match.log if entry.state.turn > 0]
    states: list[State] = [entry.state for entry in entries] or [match.state]
    seats = range(len(match.setup.seats))
    bugs = tuple(tuple(_count(state, player, bugs=True) for state in states) for player in seats)
    lost = []
    for player in seats:
        bases = [_count(state, player, bugs=False) for state in states]
        lost.append(tuple(i for i in range(1, len(bases)) if bases[i] < bases[i - 1]))
    return Course(bugs, tuple(lost))


def _count(state: State, player: int, *, bugs: bool) -> int:
    kind = is_bug if bugs else is_base
    return sum(piece.owner == player and kind(state, piece.id) for piece in state.table)


def draw_course(
    surface: pygame.Surface, rect: pygame.Rect, course: Course, dresses: Sequence[str], scale: float
) -> None:
    """Draw a line for each player, with a cross where a base was lost and the army's badge at its end.

    Args:
        surface: What is drawn on.
        rect: Where.
        course: How the match went.
        dresses: Keys of the styles of the players.
        scale: Of the type.
    """
    size = round(12 * scale)
    # Where height is short the badges of all are still beside it.
    badge = min(round(20 * scale), rect.height // len(course.bugs))
    paint.text(surface, "Bugs in play", rect.topleft, size, theme.INK_SOFT)
    if any(course.lost):
        paint.text(surface, "×  a base is lost", (rect.right - badge, rect.y), size, theme.INK_SOFT, anchor="topright")
    most = max(max(line) for line in course.bugs)
    least = max(0, min(min(line) for line in course.bugs) - 1)
    span = max(1, most - least)
    left = rect.x + paint.width_of("00", size) + round(6 * scale)
    area = pygame.Rect(left, rect.y + round(24 * scale), rect.right - left - badge, rect.height - round(34 * scale))
    if area.height < 8 or area.width < 8:
        return
    for value in (least, most):
        y = area.bottom - area.height * (value - least) // span
        pygame.draw.line(surface, theme.PANEL_EDGE, (area.x, y), (area.right, y))
        at = (area.x - round(6 * scale), y)
        paint.text(surface, str(value), at, size, theme.INK_FAINT, anchor="midright")
    ends: list[int] = []
    wide = max(2, round(2.4 * scale))
    for player, line in enumerate(course.bugs):
        ink = theme.mix(theme.army_style(dresses[player]).colour, theme.WHITE, 0.35)
        # Lines that run together lie beside each other.
        down = player * wide

        def at_step(index: int, value: int, down: int = down) -> tuple[int, int]:
            x = area.x + area.width * index // max(1, course.actions)
            return x, area.bottom - area.height * (value - least) // span + down

        points = [at_step(0, line[0])]
        for index in range(1, len(line)):
            points += [at_step(index, line[index - 1]), at_step(index, line[index])]
        if len(points) > 1:
            pygame.draw.lines(surface, ink, False, points, wide)
        for index in course.lost[player]:
            _cross(surface, at_step(index, line[index]), round(6 * scale), wide)
        ends.append(points[-1][1])
    for player, y in enumerate(apart(ends, badge, rect.bottom - badge // 2)):
        where = pygame.Rect(area.right + round(3 * scale), y - badge // 2, badge, badge)
        draw_army_badge(surface, where, dresses[player])


def apart(places: Sequence[int], gap: int, lowest: int) -> list[int]:
    """Places along a line, moved as little as keeps them ``gap`` apart and at most at ``lowest``, in the same order."""
    found = [0] * len(places)
    free = None
    order = sorted(range(len(places)), key=lambda index: places[index])
    for index in order:
        found[index] = free = places[index] if free is None else max(places[index], free + gap)
    for index in reversed(order):
        found[index] = lowest = min(found[index], lowest)
        lowest -= gap
    return found


def _cross(surface: pygame.Surface, at: tuple[int, int], reach: int, wide: int) -> None:
    x, y = at
    for colour, more in ((theme.TABLE_DARK, 3), (theme.BAD, 0)):
        for a, b in (((-1, -1), (1, 1)), ((-1, 1), (1, -1))):
            ends = ((x + a[0] * reach, y + a[1] * reach), (x + b[0] * reach, y + b[1] * reach))
            pygame.draw.line(surface, colour, *ends, wide + more)
