"""The drills: their list, the table at which one is done, and the card that says how it went."""

from __future__ import annotations

import dataclasses
from functools import partial
from typing import TYPE_CHECKING

import msgspec
import pygame

from micromutants.match import Match
from micromutants.ui import paint, theme
from micromutants.ui.app import App
from micromutants.ui.buttons import Control, lay
from micromutants.ui.drills import DRILLS, YOU, Drill, Verdict, flown, rested
from micromutants.ui.intents import Intent
from micromutants.ui.layout import Places
from micromutants.ui.screen import Screen
from micromutants.ui.session import Session

if TYPE_CHECKING:
    from micromutants.ui.screens.table import TableScreen


_TASK, _HELP = 14, 12.5
"""Sizes of the type of what a drill asks and of its help, at scale 1."""


_WIDE = 0.92
"""Longest line of what a drill asks, as a share of the width of the mat."""


class DrillsScreen(Screen):
    """A row for each drill, with what it teaches and whether it has been done."""

    needs = (780.0, 480.0)

    @property
    def card(self) -> pygame.Rect:
        """Where the list is."""
        return self.centred(self.u(740), min(self.u(610), self.app.size[1] - self.u(20)))

    def _row(self, index: int) -> pygame.Rect:
        u, card = self.u, self.card
        return pygame.Rect(card.x + u(28), self.scroll.top + u(4) + index * u(74), card.width - u(56), u(66))

    def layout(self) -> None:
        """Make the buttons."""
        u, card = self.u, self.card
        view = pygame.Rect(card.x + u(20), card.y + u(88), card.width - u(40), card.height - u(88) - u(68))
        bar = pygame.Rect(card.right - u(18), view.y, u(8), view.height)
        self.scroll.place(view, len(DRILLS) * u(74) + u(4), bar)
        with self.form.inside(self.scroll):
            for index, drill in enumerate(DRILLS):
                self.form.button(self._row(index), "", partial(start, self.app, drill), hint=drill.task)
        self.form.button(
            pygame.Rect(card.x + u(28), card.bottom - u(62), u(160), u(42)), "Back", self.app.pop, key="Esc"
        )

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card."""
        paint.backdrop(surface)
        u, card = self.u, self.card
        paint.panel(surface, card, radius=u(14))
        paint.text(surface, "Drills", (card.x + u(28), card.y + u(18)), u(26), display=True)
        words = "Six short tasks on the real table. Each says whether you did it, and by which rule."
        paint.text(surface, words, (card.x + u(28), card.y + u(58)), u(14), theme.INK_SOFT, width=card.width - u(56))

    def draw_over(self, surface: pygame.Surface) -> None:
        """Write on the rows."""
        with self.scroll.clipped(surface):
            self._draw_rows(surface)
        super().draw_over(surface)

    def _draw_rows(self, surface: pygame.Surface) -> None:
        u = self.u
        for index, drill in enumerate(DRILLS):
            row = self._row(index)
            done = drill.id in self.app.settings.drills
            right = row.right - u(16)
            state = paint.text(
                surface,
                "done" if done else "not done yet",
                (right, row.centery),
                u(13),
                theme.GOLD if done else theme.INK_FAINT,
                bold=done,
                anchor="midright",
            )
            room = state.left - row.x - u(36)
            at = (row.x + u(16), row.y + u(11))
            paint.text(surface, f"{index + 1}  {drill.title}", at, u(17), bold=True, width=room)
            paint.text(surface, drill.task, (row.x + u(16), row.y + u(37)), u(13), theme.INK_SOFT, width=room)


class DrillCard(Screen):
    """A card over the table of a drill: how it went, or, while it goes on, what it asks."""

    overlay = True
    needs = (640.0, 420.0)

    def __init__(
        self, app: App, drill: Drill, verdict: Verdict | None = None, table: TableScreen | None = None
    ) -> None:
        """Show the card.

        Args:
            app: The program.
            drill: The drill.
            verdict: How it went; None while it goes on.
            table: The table below, where the bug that was flicked stays in sight.
        """
        super().__init__(app)
        self.drill, self.verdict, self._table = drill, verdict, table

    @property
    def card(self) -> pygame.Rect:
        """Where the card is: below the middle, so that the mat is seen, or above, where the bug would be covered."""
        u = self.u
        told, helped = self._lines
        high = u(64) + len(told) * round(u(16) * 1.4) + (u(10) + len(helped) * round(u(14) * 1.4) if helped else 0)
        found = pygame.Rect(0, 0, u(600), high + u(96))
        found.midbottom = (self.rect.centerx, self.rect.bottom - u(40))
        rest = self._rest()
        if rest is not None and found.inflate(u(60), u(60)).collidepoint(rest):
            found.top = self.rect.top + u(40)
        return found

    @property
    def _lines(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What happened or is asked, and how it is done where that is not known, in lines."""
        verdict, room = self.verdict, self.u(600) - self.u(56)
        words = self.drill.task if verdict is None else f"{verdict.text}  ({verdict.rule})"
        helped = () if verdict is not None and verdict.done else paint.wrapped(self._help, self.u(14), room)
        return paint.wrapped(words, self.u(16), room), helped

    @property
    def _help(self) -> str:
        return help_of(self, self.drill)

    def _rest(self) -> tuple[float, float] | None:
        """Where the bug that was flicked last lies, or came to rest, px."""
        entry = flown(self._table.session.match.log) if self._table is not None else None
        if entry is None or self._table is None:
            return None
        fallen = rested(entry)
        piece = self._table.session.state.table.get(fallen.id) or fallen
        return self._table.camera.view.to_screen(piece.x, piece.y)

    @property
    def next(self) -> Drill | None:
        """The drill after this one."""
        index = DRILLS.index(self.drill) + 1
        return DRILLS[index] if index < len(DRILLS) else None

    def layout(self) -> None:
        """Make the buttons."""
        u, card = self.u, self.card
        leave, first = Control("All drills", self._list), partial(Control, style="primary")
        if self.verdict is None:
            row = [first("Go on", self.app.pop), Control("Start again", self._again), leave]
        elif not self.verdict.done:
            row = [first("Try again", self._again), leave]
        elif self.next is not None:
            row = [first("Next drill", self._next), Control("Do it again", self._again), leave]
        else:
            row = [Control("Do it again", self._again), first(*leave[:2])]
        strip = pygame.Rect(card.x + u(28), card.bottom - u(64), card.width - u(56), u(42))
        for control, field in zip(row, lay(self.form, strip, [row], u(8)), strict=True):
            if control.style:
                self.form.focus_on(field)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card."""
        u, card, verdict = self.u, self.card, self.verdict
        edge = theme.PANEL_EDGE if verdict is None else theme.GOLD if verdict.done else theme.BAD
        paint.panel(surface, card, edge=edge, radius=u(14))
        head = self.drill.title if verdict is None else "Done" if verdict.done else "Not yet"
        left = card.x + u(28)
        ink = theme.INK if verdict is None else theme.GOLD if verdict.done else theme.BAD
        paint.text(surface, head, (left, card.y + u(20)), u(26), ink, bold=True)
        told, helped = self._lines
        y = card.y + u(64)
        for lines, size, colour in ((told, u(16), theme.INK), (helped, u(14), theme.INK_SOFT)):
            for line in lines:
                paint.text(surface, line, (left, y), size, colour)
                y += round(size * 1.4)
            y += u(10)

    def help_rule(self) -> str:
        """The rule that decided."""
        return self.verdict.rule if self.verdict is not None else self.drill.rule

    def back(self) -> None:
        """Esc: go on, or back to the list."""
        if self.verdict is None:
            self.app.pop()
        else:
            self._list()

    def _again(self) -> None:
        start(self.app, self.drill)

    def _next(self) -> None:
        if self.next is not None:
            start(self.app, self.next)

    def _list(self) -> None:
        from micromutants.ui.screens.title import TitleScreen

        self.app.reset(TitleScreen(self.app))
        self.app.push(DrillsScreen(self.app))


def start(app: App, drill: Drill) -> None:
    """Begin a drill, in the place of whatever drill is on the table."""
    from micromutants.ui.screens.table import TableScreen
    from micromutants.ui.screens.title import TitleScreen

    match = Match.at(drill.begin(), seed=1, bots=(1 - YOU,))
    session = Session(match, practice=True)
    session.seated = YOU
    app.reset(TitleScreen(app))
    app.push(DrillsScreen(app))
    app.push(TableScreen(app, session, drill))


def judged(screen: TableScreen) -> bool:
    """At the table of a drill: say how it went, where that is clear; returns whether it was."""
    drill = screen.drill
    verdict = drill.verdict(screen.session.match) if drill is not None else None
    if drill is None or verdict is None:
        return False
    screen.settled()
    app = screen.app
    if verdict.done and drill.id not in app.settings.drills:
        app.change_settings(msgspec.structs.replace(app.settings, drills=(*app.settings.drills, drill.id)))
    app.speaker.say("win" if verdict.done else "back")
    app.push(DrillCard(app, drill, verdict, screen))
    return True


def help_of(screen: Screen, drill: Drill) -> str:
    """How a drill is done, with the keys as the user has them."""
    return drill.help.format_map({intent.name: screen.key(intent) for intent in Intent})


def _told(screen: TableScreen, drill: Drill, width: int) -> tuple[tuple[str, ...], tuple[str, ...], int]:
    """The lines of the task and of its help, and the height of both with what is round them, px."""
    u = screen.u
    lines = paint.wrapped(drill.task, u(_TASK), width)
    told = paint.wrapped(help_of(screen, drill), u(_HELP), width)
    return lines, told, len(lines) * round(u(_TASK) * 1.4) + len(told) * u(17) + 2 * u(9)


def with_task(screen: TableScreen, found: Places) -> Places:
    """The layout with room below the mat for what the drill asks; a log that is there gives its place."""
    if screen.drill is None:
        return found
    mat, log = pygame.Rect(found.mat), found.log
    if log.y >= mat.bottom:
        mat.height -= max(0, _told(screen, screen.drill, log.width - 2 * screen.u(9))[2] - log.height)
    else:
        mat.height -= _told(screen, screen.drill, round(mat.width * _WIDE))[2] + screen.u(6)
    return dataclasses.replace(found, mat=mat)


def draw_task(screen: TableScreen, surface: pygame.Surface) -> None:
    """What the drill asks, below the mat."""
    drill = screen.drill
    if drill is None or isinstance(screen.app.top, DrillCard):
        # The card says it.
        return
    u, mat, log = screen.u, screen.places.mat, screen.places.log
    size, pad = u(_TASK), u(9)
    below = log.y >= mat.bottom
    lines, told, height = _told(screen, drill, log.width - 2 * pad if below else round(mat.width * _WIDE))
    if below:
        box = pygame.Rect(log.x, 0, log.width, max(height, log.height))
        box.bottom = log.bottom
    else:
        width = max(*(paint.width_of(line, size, True) for line in lines), *(paint.width_of(t, u(_HELP)) for t in told))
        box = pygame.Rect(0, 0, width + 2 * pad, height)
        box.midtop = (mat.centerx, mat.bottom - u(4))
    paint.panel(surface, box, fill=theme.TABLE_DARK, edge=theme.GOLD, radius=u(8))
    y = box.centery - height // 2 + pad - u(2)
    for line in lines:
        paint.text(surface, line, (box.centerx, y), size, theme.GOLD, bold=True, anchor="midtop")
        y += round(size * 1.4)
    for line in told:
        paint.text(surface, line, (box.centerx, y + u(1)), u(_HELP), theme.INK_SOFT, anchor="midtop")
        y += u(17)
