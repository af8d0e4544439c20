"""The log of happenings: wrapped lines that scroll and can be picked."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from micromutants.ui import paint, theme
from micromutants.ui.session import LogLine

_TINTS = {
    "capture": theme.GOLD,
    "base-eliminated": theme.GOLD,
    "base-damaged": theme.WARM,
    "fumble": theme.BAD,
    "terrain": theme.BAD,
    "meteor": theme.BAD,
    "player-out": theme.BAD,
    "hit": theme.GOLD,
    "cleave": theme.GOLD,
    "resource": theme.GOLD,
    "grown": theme.GOLD,
    "card-bought": theme.GOLD,
    "victory": theme.GOLD,
}


class LogPanel:
    """A panel of log lines; the newest is at the bottom and stays in sight unless the reader scrolled up."""

    def __init__(self, title: str = "What happened") -> None:
        self.title = title
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.scale = 1.0
        self.lines: Sequence[LogLine] = ()
        self.picked: int | None = None
        self.hovered: int | None = None
        self._up = 0.0
        self._rows: list[tuple[int, str, str]] = []
        self._shown_for: tuple[int, int, int, int] = (0, 0, 0, 0)

    def place(self, rect: pygame.Rect, scale: float) -> None:
        """Put the panel somewhere."""
        self.rect, self.scale = pygame.Rect(rect), scale

    def show(self, lines: Sequence[LogLine]) -> None:
        """Show these lines."""
        if len(lines) != len(self.lines):
            self._up = 0.0
            if self.picked is not None and self.picked >= len(lines):
                self.picked = None
        self.lines = lines

    @property
    def _size(self) -> int:
        return round(13 * self.scale)

    @property
    def _step(self) -> int:
        return self._step_of(self._size)

    @staticmethod
    def _step_of(size: int) -> int:
        """From one row to the next, px."""
        return round(size * 1.42)

    @property
    def _headed(self) -> bool:
        """Whether there is room for the title."""
        return self.rect.height >= 110 * self.scale

    @property
    def _body(self) -> pygame.Rect:
        pad = round(10 * self.scale)
        top = round((30 if self._headed else 8) * self.scale)
        room = max(0, self.rect.height - top - 6)
        # Whole rows only: none is cut in half.
        high = room // self._step * self._step if room >= self._step else room
        return pygame.Rect(self.rect.x + pad, self.rect.y + top, max(10, self.rect.width - 2 * pad), high)

    def _wrap(self) -> None:
        key = (len(self.lines), self._body.width, self._body.height, self._size)
        if key == self._shown_for and self._rows:
            return
        first = self._first()
        self._shown_for = key
        self._rows = []
        for number, line in enumerate(self.lines):
            width = self._body.width - round(10 * self.scale)
            *head, last = paint.wrapped(line.text, self._size, width)
            self._rows += [(number, part, "") for part in head]
            # The rule stands behind the last words, where it can be clicked.
            if not line.rule or paint.width_of(f"{last}  {line.rule}", self._size) <= width:
                self._rows.append((number, last, line.rule))
            else:
                self._rows += [(number, last, ""), (number, "", line.rule)]
        if self._up > 0.0 and first is not None:
            # The panel has another size: what was read stays at its top.
            before = sum(number < first for number, _, _ in self._rows)
            self._up = float(max(0, self._most - before * self._step))
        if first is not None:
            self._show_picked()

    def _first(self) -> int | None:
        """Number of the line at the top of what is seen; None where there is none."""
        if not self._rows:
            return None
        _, _, height, size = self._shown_for
        step = self._step_of(size)
        row = (len(self._rows) * step - height - round(self._up)) // step
        return self._rows[min(len(self._rows) - 1, max(0, row))][0]

    @property
    def _most(self) -> int:
        """The furthest that it can be scrolled up, px."""
        return max(0, len(self._rows) * self._step - self._body.height)

    @property
    def long(self) -> bool:
        """Whether not all lines are seen at once."""
        self._wrap()
        return len(self._rows) * self._step > self._body.height

    def wheel(self, steps: float) -> None:
        """Scroll, upwards is positive."""
        self._wrap()
        self._up = min(float(self._most), max(0.0, self._up + steps * 3 * self._step))

    def at(self, pos: tuple[int, int]) -> int | None:
        """Index of the line under a pixel."""
        if not self._body.collidepoint(pos):
            return None
        self._wrap()
        row = (pos[1] - self._top()) // self._step
        return self._rows[row][0] if 0 <= row < len(self._rows) else None

    def rule_at(self, pos: tuple[int, int]) -> str:
        """Id of the rule that is written at a pixel; empty where none is."""
        if not self._body.collidepoint(pos):
            return ""
        self._wrap()
        row = (pos[1] - self._top()) // self._step
        if not 0 <= row < len(self._rows):
            return ""
        _, words, rule = self._rows[row]
        left = self._rule_left(words)
        return rule if rule and left - 3 <= pos[0] <= left + paint.width_of(rule, self._size, True) + 3 else ""

    def _rule_left(self, words: str) -> int:
        left = self._body.x + round(10 * self.scale)
        return left + (paint.width_of(f"{words}  ", self._size) if words else 0)

    def to_top(self) -> None:
        """Show the oldest lines, with none picked."""
        self.picked = None
        self.wheel(len(self._rows) + len(self.lines) + 1.0)

    def pick(self, by: int) -> None:
        """Pick an older (-1) or newer (+1) line and bring it into sight."""
        if not self.lines:
            return
        now = len(self.lines) if self.picked is None else self.picked
        self.picked = min(len(self.lines) - 1, max(0, now + by))
        self._wrap()
        self._show_picked()

    def _show_picked(self) -> None:
        """Bring the picked line into sight."""
        last = max((i for i, (number, _, _) in enumerate(self._rows) if number == self.picked), default=None)
        if last is None:
            return
        below = (len(self._rows) - 1 - last) * self._step
        if not self._up <= below <= self._up + self._body.height - 3 * self._step:
            self._up = float(min(self._most, max(0, below - self._body.height // 2 // self._step * self._step)))

    def _top(self) -> int:
        """Where the first row goes, px."""
        whole = len(self._rows) * self._step
        if whole <= self._body.height:
            return self._body.y
        return round(self._body.bottom - whole + self._up)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the panel."""
        paint.panel(surface, self.rect, radius=round(9 * self.scale))
        head = (self.rect.x + round(10 * self.scale), self.rect.y + round(7 * self.scale))
        if self._headed:
            paint.text(surface, self.title, head, self._size, theme.INK_SOFT, bold=True)
        self._wrap()
        if not self._rows and self._body.height > 0:
            words = "Flicks, captures and rulings are told here."
            paint.paragraph(surface, words, self._body, self._size, theme.INK_FAINT, align="center", middle=True)
        kept = surface.get_clip()
        surface.set_clip(self._body.inflate(8, 0).clip(kept))
        y = self._top()
        before = None
        for number, words, rule in self._rows:
            if self._body.y - self._step < y < self._body.bottom:
                line = self.lines[number]
                if number in (self.picked, self.hovered):
                    mark = pygame.Rect(self._body.x - 4, y - 1, self._body.width + 8, self._step)
                    pygame.draw.rect(surface, theme.PANEL_LIGHT, mark)
                    if number == self.picked:
                        mark.width = max(2, round(3 * self.scale))
                        pygame.draw.rect(surface, theme.GOLD, mark)
                if number != before:
                    dot = (self._body.x + 2, y + self._size // 2 + 2)
                    pygame.draw.circle(surface, _TINTS.get(line.kind, theme.INK_FAINT), dot, max(2, self._size // 6))
                ink = _TINTS.get(line.kind, theme.INK if number == len(self.lines) - 1 else theme.INK_SOFT)
                paint.text(surface, words, (self._body.x + round(10 * self.scale), y), self._size, ink)
                if rule:
                    self._draw_rule(surface, rule, (self._rule_left(words), y))
            before = number
            y += self._step
        surface.set_clip(kept)
        self._draw_bar(surface)

    def _draw_rule(self, surface: pygame.Surface, rule: str, at: tuple[int, int]) -> None:
        """A rule's id as a link to its text."""
        rect = paint.text(surface, rule, at, self._size, theme.GOOD, bold=True)
        y = rect.bottom - max(1, round(2 * self.scale))
        pygame.draw.line(surface, theme.mix(theme.PANEL, theme.GOOD, 0.55), (rect.left, y), (rect.right, y))

    def _draw_bar(self, surface: pygame.Surface) -> None:
        whole = len(self._rows) * self._step
        if whole <= self._body.height or self._body.height <= 0:
            return
        share = self._body.height / whole
        length = max(12, round(self._body.height * share))
        travel = self._body.height - length
        most = whole - self._body.height
        y = self._body.bottom - length - round(travel * self._up / most)
        bar = pygame.Rect(self.rect.right - round(6 * self.scale), y, max(3, round(3 * self.scale)), length)
        pygame.draw.rect(surface, theme.PANEL_EDGE, bar, border_radius=2)
